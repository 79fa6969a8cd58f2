//! A compiled recipe.

use std::{marker::PhantomData, mem::size_of, ptr::NonNull};

use burl_sys as sys;

use crate::{error, text, Error, Range, Result};

/// A compiled recipe. `'i` is how long the samples of its images live, which it reads where they are.
///
/// Any number of threads may sample a program at once, as that takes `&self`; what changes it takes `&mut self`.
///
/// ```compile_fail,E0502
/// let mut hills = burl::Program::compile("param k = 1\nk*perlin()")?;
/// let knob = hills.params().next().unwrap();
/// hills.set("k", 2.0)?; // changes the program, and with it what the knob is
/// println!("{}", knob.name);
/// # Ok::<(), burl::Error>(())
/// ```
///
/// ```compile_fail,E0597
/// let mut ground = burl::Program::compile("image(\"ground\")")?;
/// {
///     let heights = vec![0.0; 16];
///     ground.set_image("ground", burl::Image::heights([4, 4], &heights))?;
/// } // the heights end here
/// ground.grid(&burl::Grid::new([4, 4], [0.0; 2], [1.0; 2]))?;
/// # Ok::<(), burl::Error>(())
/// ```
///
/// ```compile_fail,E0502
/// let mut hills = burl::Program::compile("perlin()")?;
/// std::thread::scope(|scope| {
///     scope.spawn(|| hills.points(&burl::Points::new(&[&[0.5], &[0.5]])));
///     hills.seed(7) // while it is sampled
/// })?;
/// # Ok::<(), burl::Error>(())
/// ```
pub struct Program<'i> {
    raw: NonNull<sys::burl_program>,
    images: PhantomData<&'i [f32]>,
}

// SAFETY: there is no global state and no memory of a thread; who changes the program has it alone by &mut, and sampling
// may be done by several threads at once (burl.h, Conventions).
unsafe impl Send for Program<'_> {}
unsafe impl Sync for Program<'_> {}

/// How to compile; what is left out is the default.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// 1 to 4: how many of x y z w a point has; 0: 2.
    pub dims: i32,
    /// A named part to compute instead of the last line, or several, "height, normals", whose channels lie one behind the
    /// other then.
    pub result: Option<&'a str>,
    /// No better instruction set than this: "sse2" "avx2" "avx512" "neon" "scalar".
    pub isa: Option<&'a str>,
    /// Of each sum of octaves these alone, from the first to below the second; (0, 0): all.
    pub octaves: (i32, i32),
    /// 1 to 4: each result's derivative by x, y, z or w in its place; 5: by t; 0: itself.
    pub derivative_by: i32,
}

/// One of the results that a program computes, and which of the channels are its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Output<'p> {
    pub name: &'p str,
    pub first: usize,
    pub channels: usize,
}

impl<'i> Program<'i> {
    /// Compiles a recipe for two dimensions, with seed 0 and every knob at its default.
    pub fn compile(recipe: &str) -> Result<Program<'i>> {
        Program::compile_with(recipe, &Options::default())
    }

    /// The same with options.
    pub fn compile_with(recipe: &str, options: &Options<'_>) -> Result<Program<'i>> {
        fits(crate::version(), sys::BURL_VERSION)?;
        let result = text::to_c_option("the name of a result", options.result)?;
        let isa = text::to_c_option("the name of an instruction set", options.isa)?;
        let said = sys::burl_options {
            struct_size: size_of::<sys::burl_options>(),
            dims: options.dims,
            name: std::ptr::null(),
            result: text::pointer(&result),
            isa: text::pointer(&isa),
            load: None,
            allocate: None,
            parallel: None,
            user: std::ptr::null_mut(),
            octave_begin: options.octaves.0,
            octave_end: options.octaves.1,
            derivative_by: options.derivative_by,
            read: None,
        };
        // SAFETY: the texts live until the call is over.
        let raw =
            error::made(|error| unsafe { sys::burl_compile_with(recipe.as_ptr().cast(), recipe.len(), &said, error) })?;
        Ok(Program { raw, images: PhantomData })
    }

    /// An independent copy with the same seed, knobs and images.
    pub fn try_clone(&self) -> Result<Program<'i>> {
        // SAFETY: the program is alive.
        let raw = NonNull::new(unsafe { sys::burl_clone(self.as_ptr()) }).ok_or_else(Error::memory)?;
        Ok(Program { raw, images: PhantomData })
    }

    /// The program for `burl_sys`, which has what this crate leaves out. It stays this one's to free.
    pub fn as_ptr(&self) -> *const sys::burl_program {
        self.raw.as_ptr()
    }

    pub(crate) fn as_mut_ptr(&mut self) -> *mut sys::burl_program {
        self.raw.as_ptr()
    }

    /// How many coordinates a point has, 1 to 4.
    pub fn dims(&self) -> usize {
        unsafe { sys::burl_dims(self.as_ptr()) as usize }
    }

    /// How many floats a sample has: 1 (a number), 3 (rgb) or 4 (rgba), of several results the sum.
    pub fn channels(&self) -> usize {
        unsafe { sys::burl_channels(self.as_ptr()) as usize }
    }

    /// The results, as `Options::result` names them.
    pub fn results(&self) -> impl Iterator<Item = Output<'_>> + '_ {
        let count = unsafe { sys::burl_result_count(self.as_ptr()) };
        (0..count).map(move |index| {
            let one = unsafe { sys::burl_result_at(self.as_ptr(), index) };
            // SAFETY: the name lives until the program is changed, which it isn't while this borrows it.
            let name = unsafe { text::of(one.name) };
            Output { name, first: one.first as usize, channels: one.channels as usize }
        })
    }

    /// The proven bounds of a channel, for every finite point and time.
    pub fn bounds(&self, channel: usize) -> Range {
        let channel = i32::try_from(channel).unwrap_or(i32::MAX);
        Range::of(unsafe { sys::burl_bounds(self.as_ptr(), channel) })
    }

    /// The corners of the extent that the recipe wants to be shown: x0, y0, …, x1, y1, …; empty where it names none.
    pub fn view(&self) -> Vec<f64> {
        let mut view = [0.0; 8];
        let count = unsafe { sys::burl_view(self.as_ptr(), view.as_mut_ptr()) };
        view[..count as usize].to_vec()
    }

    /// Whether the recipe holds a whole-grid function (erode, breach …): then points can't be sampled, and a tile is computed
    /// as if it were the whole.
    pub fn needs_whole_grid(&self) -> bool {
        unsafe { sys::burl_needs_whole_grid(self.as_ptr()) != 0 }
    }

    /// The instruction set that the program samples with.
    pub fn isa(&self) -> &'static str {
        // SAFETY: the name lasts for ever.
        unsafe { text::of(sys::burl_isa(self.as_ptr())) }
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // SAFETY: nothing else frees it.
        unsafe { sys::burl_free(self.raw.as_ptr()) }
    }
}

impl std::fmt::Debug for Program<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program").field("dims", &self.dims()).field("channels", &self.channels()).finish()
    }
}

/// Structs may change with the second number of the version.
fn fits(library: &str, header: &str) -> Result<()> {
    let series = |version: &str| version.rsplit_once('.').map(|(series, _)| series.to_owned());
    if series(library) == series(header) {
        return Ok(());
    }
    let message = format!("the library that is linked is burl {}, and this crate is for burl {}", library, header);
    Err(Error { hint: "build both from the same sources".to_owned(), ..Error::argument(message) })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_library_of_another_version_is_an_error_with_both_numbers() {
        assert!(super::fits("0.1.7", "0.1.0").is_ok());
        let error = super::fits("0.2.0", "0.1.0").unwrap_err();
        assert_eq!(error.message, "the library that is linked is burl 0.2.0, and this crate is for burl 0.1.0");
    }
}
