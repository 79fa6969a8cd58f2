//! Single samples with nothing to compile.

use burl_sys as sys;

macro_rules! single {
    ($($name:ident = $function:ident($($argument:ident: $kind:ty),*), $about:literal;)*) => {
        $(
            #[doc = $about]
            pub fn $name(seed: u64, $($argument: $kind),*) -> f32 {
                // SAFETY: it takes numbers alone, of any value.
                unsafe { sys::$function(seed, $($argument),*) }
            }
        )*
    };
}

single! {
    perlin1 = burl_perlin1(x: f64), "The bits of `perlin(seed: s)` in one dimension, in cells.";
    perlin2 = burl_perlin2(x: f64, y: f64), "The same in two dimensions.";
    perlin3 = burl_perlin3(x: f64, y: f64, z: f64), "The same in three dimensions.";
    perlin4 = burl_perlin4(x: f64, y: f64, z: f64, w: f64), "The same in four dimensions.";
    value1 = burl_value1(x: f64), "The bits of `value(seed: s)` in one dimension, in cells.";
    value2 = burl_value2(x: f64, y: f64), "The same in two dimensions.";
    value3 = burl_value3(x: f64, y: f64, z: f64), "The same in three dimensions.";
    value4 = burl_value4(x: f64, y: f64, z: f64, w: f64), "The same in four dimensions.";
    white1 = burl_white1(x: f64), "The bits of `white(seed: s)` in one dimension: the one for dice.";
    white2 = burl_white2(x: f64, y: f64), "The same in two dimensions.";
    white3 = burl_white3(x: f64, y: f64, z: f64), "The same in three dimensions.";
    white4 = burl_white4(x: f64, y: f64, z: f64, w: f64), "The same in four dimensions.";
    simplex1 = burl_simplex1(x: f64), "The bits of `simplex(seed: s)` in one dimension, in cells.";
    simplex2 = burl_simplex2(x: f64, y: f64), "The same in two dimensions.";
    simplex3 = burl_simplex3(x: f64, y: f64, z: f64), "The same in three dimensions.";
    simplex4 = burl_simplex4(x: f64, y: f64, z: f64, w: f64), "The same in four dimensions.";
    fbm2 = burl_fbm2(x: f64, y: f64, octaves: i32, gain: f32, lacunarity: f32),
        "The bits of `fbm(perlin(seed: s), octaves: o, gain: g, lacunarity: l)`.";
    fbm3 = burl_fbm3(x: f64, y: f64, z: f64, octaves: i32, gain: f32, lacunarity: f32), "The same in three dimensions.";
}
