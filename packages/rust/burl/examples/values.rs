//! The lines of test/bindings/values.c, by this crate: hashes of what recipes give, texts, and errors with their places.
use burl::{CodeOptions, Error, Grid, Image, Options, Points, Program, Region, Result};

const NX: usize = 64;
const NY: usize = 48;

fn print_hash<const N: usize>(name: &str, data: impl IntoIterator<Item = [u8; N]>) {
    let bytes = data.into_iter().flatten();
    let hash = bytes.fold(0xCBF29CE484222325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100000001B3));
    println!("{} {:016x}", name, hash);
}

fn print_floats(name: &str, data: &[f32]) {
    print_hash(name, data.iter().map(|v| v.to_le_bytes()));
}

fn print_doubles(name: &str, data: &[f64]) {
    print_hash(name, data.iter().map(|v| v.to_le_bytes()));
}

fn print_error<T>(name: &str, result: Result<T>) {
    let Error { status, message, hint, line, column, length, .. } = result.err().expect(name);
    let status = format!("{:?}", status).to_uppercase();
    println!("{}: {} {}:{}:{} {}|{}", name, status, line, column, length, message, hint);
}

fn plain() -> Grid {
    Grid::new([NX as i64, NY as i64], [0.5, -3.0], [1.0 / 64.0, 1.0 / 32.0])
}

fn grids() -> Result<()> {
    let clouds = Program::compile("fbm(perlin(), octaves: 8)")?;
    print_floats("grid", &clouds.grid(&plain())?);
    let tile = plain().tile([1000, -7], [5, 3]);
    print_floats("tile", &clouds.grid(&tile)?);
    print_floats("samples", &clouds.grid(&Grid { samples: 3, threads: 1, ..tile })?);
    print_floats("points", &clouds.points(&Points::new(&[&[0.5, 3.25, -1e9], &[1.0, 2.0, 0.125]]))?);
    let blocks = clouds.blocks(&plain(), [8, 8, 0, 0], 0.2)?;
    print_hash("blocks", blocks.iter().map(|v| v.to_le_bytes()));
    let bounds = clouds.bounds(0);
    print_doubles("bounds", &[bounds.lo, bounds.hi]);
    let near = Region { hi: [0.25, 0.125, 0.0, 0.0], ..Region::default() };
    let far = Region { lo: [7.0, -2.0, 0.0, 0.0], hi: [7.5, -1.0, 0.0, 0.0], times: [1.0, 2.0] };
    let over = clouds.bounds_over(&[near, far])?;
    print_doubles("bounds over", &[over[0].lo, over[0].hi, over[1].lo, over[1].hi]);

    let options = Options { dims: 4, ..Options::default() };
    let four = Program::compile_with("view -1, -2, 3, 4\nrgb(perlin(x, y, z, w), t, 0.5)", &options)?;
    let deep = Grid { time: 0.75, ..Grid::new([4, 3, 2, 2], [0.0; 4], [0.3; 4]) };
    print_floats("four dimensions", &four.grid(&deep)?);
    print_doubles("view", &four.view());
    Ok(())
}

fn knobs() -> Result<()> {
    let recipe = "param waves = 0.5 [0, 1] \"Höhe\"\nparam free = 3\nwaves*simplex(x, y, t) + free";
    let mut sea = Program::compile(recipe)?;
    sea.set("waves", 0.8)?;
    sea.seed(burl::seed_of_text("a text"))?;
    for one in sea.params() {
        println!("knob {} \"{}\"", one.name, one.text);
        print_doubles("knob", &[one.value, one.lo, one.hi]);
    }
    print_floats("knobs", &sea.grid(&plain())?);
    let points = Points { time: Some(&[0.0, 7.0]), ..Points::new(&[&[0.5, 3.25], &[1.0, 2.0]]) };
    print_floats("times", &sea.points(&points)?);
    print_error("a knob outside its range", sea.set("waves", 1.5));
    print_error("no such knob", sea.set("wave", 1.0));
    Ok(())
}

fn images() -> Result<()> {
    let heights: Vec<f32> = (0..NX * NY).map(|i| (i * 37 % 101) as f32).collect();
    let picture: Vec<f32> = (0..12).map(|i| i as f32 / 12.0).collect();
    let mut drained = Program::compile("flow(breach(image(\"dem\")))")?;
    let image = Image::heights([NX, NY], &heights);
    drained.set_image("dem", image)?;
    println!("image {}", drained.image_names().next().unwrap());
    print_floats("heights", &drained.grid(&plain())?);
    print_error("no such image", drained.set_image("den", image));
    print_error("half a step", drained.set_image("dem", Image { step: [30.0, 0.0], ..image }));

    let mut floor = Program::compile("tile(image(\"wood\", give: rgb, size: 2, wrap: repeat), 4)")?;
    floor.set_image("wood", Image { is_linear: true, ..Image::picture([2, 2], 3, &picture) })?;
    print_floats("picture", &floor.grid(&plain())?);
    Ok(())
}

fn results() -> Result<()> {
    let options = Options { result: Some("height, normals"), ..Options::default() };
    let both = Program::compile_with("height = perlin()\nnormals = normal(height)\nheight", &options)?;
    for one in both.results() {
        println!("result {} {} {}", one.name, one.first, one.channels);
    }
    print_floats("results", &both.grid(&plain())?);
    let slope = Options { derivative_by: 1, octaves: (1, 3), ..Options::default() };
    print_floats("derivative", &Program::compile_with("fbm(perlin(), octaves: 8)", &slope)?.grid(&plain())?);
    Ok(())
}

fn code() -> Result<()> {
    let noise = Program::compile("fbm(perlin(), octaves: 4)")?;
    let options =
        CodeOptions { target: Some("wgsl"), prefix: Some("sky"), uniforms: Some("seed"), ..CodeOptions::default() };
    print_hash("code", noise.code(&options)?.bytes().map(|byte| [byte]));
    let keys = noise.code_keys(&options, 12345678901234567890)?;
    print_hash("keys", keys.iter().map(|v| v.to_le_bytes()));
    print_error("no such target", noise.code(&CodeOptions { target: Some("basic"), ..options }));
    Ok(())
}

fn mistakes() -> Result<()> {
    print_error("an option", Program::compile("1 +\n  fbm(perlin(), octave: 8)"));
    print_error("a coordinate", Program::compile("perlin(x, y, z)"));
    print_error("no recipe", Program::compile(""));
    print_error("dimensions", Program::compile_with("perlin()", &Options { dims: 5, ..Options::default() }));
    let noise = Program::compile("perlin()")?;
    print_error("threads", noise.grid(&Grid { threads: -1, ..plain() }));
    let mut deep = plain();
    deep.size[2] = 4;
    print_error("an axis", noise.grid(&deep));
    Ok(())
}

fn singles() {
    let all = [
        burl::perlin1(7, 0.3),
        burl::perlin4(7, 0.3, 1.7, -2.2, 9.1),
        burl::value2(7, 0.3, 1.7),
        burl::white3(7, 0.3, 1.7, -2.2),
        burl::simplex2(7, 0.3, 1.7),
        burl::fbm3(7, 0.3, 1.7, -2.2, 5, 0.5, 2.0),
    ];
    print_floats("single", &all);
}

fn main() -> Result<()> {
    grids()?;
    knobs()?;
    images()?;
    results()?;
    code()?;
    mistakes()?;
    singles();
    println!("version {} {}", burl::version(), burl::output_version());
    Ok(())
}
