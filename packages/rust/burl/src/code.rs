//! Programs as source text in other languages.

use std::{
    ffi::CString,
    mem::size_of,
    os::raw::{c_char, c_void},
    ptr,
};

use burl_sys as sys;

use crate::{error, text, Program, Result};

/// How to print a program as source text (docs/shaders.md); what is left out is the default.
#[derive(Clone, Copy, Debug, Default)]
pub struct CodeOptions<'a> {
    /// "glsl" "glsles" "wgsl" "hlsl" "msl" "opencl" "cuda" "c".
    pub target: Option<&'a str>,
    /// A program that the text is to be pasted into, complete: "shadertoy" "godot" "godot-spatial" "unity" "three" "p5" "unreal"; it
    /// chooses target and entries.
    pub made_for: Option<&'a str>,
    /// Of every name that the text declares; None: "burl".
    pub prefix: Option<&'a str>,
    /// The functions to print, by the form of their coordinates: "cell", "p", "d", with commas between them.
    pub entries: Option<&'a str>,
    /// What stays open, with commas between: "seed", "t", "footprint", and knobs by their names.
    pub uniforms: Option<&'a str>,
    /// Every knob is open that may vary while the text runs.
    pub uniform_knobs: bool,
    /// Barriers where the language has no other way to the library's bits.
    pub exact: bool,
    /// The target may fuse products with sums, and its own functions are called.
    pub fast: bool,
    /// For `octaves: auto`, the step between samples, above 0.
    pub footprint: f64,
    /// "exact", "fast" or "lean"; None: as `exact` and `fast` say, and lean with `made_for`.
    pub style: Option<&'a str>,
    /// In place of the text a table of what a sample of it costs.
    pub cost: bool,
}

/// The texts of the options for C, kept while the options point to them.
struct Said {
    options: sys::burl_code_options,
    _texts: [Option<CString>; 6],
}

impl CodeOptions<'_> {
    fn to_c(self) -> Result<Said> {
        let given = [self.target, self.prefix, self.made_for, self.entries, self.uniforms, self.style];
        let names = ["a target", "a prefix", "made_for", "entries", "uniforms", "a style"];
        let mut texts: [Option<CString>; 6] = Default::default();
        for ((to, from), what) in texts.iter_mut().zip(given).zip(names) {
            *to = text::to_c_option(what, from)?;
        }
        let options = sys::burl_code_options {
            struct_size: size_of::<sys::burl_code_options>(),
            target: text::pointer(&texts[0]),
            prefix: text::pointer(&texts[1]),
            made_for: text::pointer(&texts[2]),
            entries: text::pointer(&texts[3]),
            uniforms: text::pointer(&texts[4]),
            uniform_knobs: self.uniform_knobs.into(),
            exact: self.exact.into(),
            fast: self.fast.into(),
            footprint: self.footprint,
            write: None,
            user: ptr::null_mut(),
            style: text::pointer(&texts[5]),
            cost: self.cost.into(),
            reserved: [0; 6],
        };
        Ok(Said { options, _texts: texts })
    }
}

unsafe extern "C" fn append(user: *mut c_void, text: *const c_char, length: usize) {
    // SAFETY: `code` gave the one, and C the other.
    (*user.cast::<Vec<u8>>()).extend_from_slice(std::slice::from_raw_parts(text.cast(), length));
}

impl Program<'_> {
    /// The program, with its seed and knobs, as text that stands alone.
    pub fn code(&self, options: &CodeOptions<'_>) -> Result<String> {
        let mut said = options.to_c()?;
        let mut written = Vec::new();
        said.options.write = Some(append);
        said.options.user = (&mut written as *mut Vec<u8>).cast();
        // SAFETY: texts and the vector live until the call is over.
        error::checked(|error| unsafe { sys::burl_code(self.as_ptr(), &said.options, error) })?;
        Ok(String::from_utf8_lossy(&written).into_owned())
    }

    /// The words that text printed with an open seed needs for this seed.
    pub fn code_keys(&self, options: &CodeOptions<'_>, seed: u64) -> Result<Vec<u32>> {
        let said = options.to_c()?;
        let mut count = 0;
        let mut keys = Vec::new();
        let mut fill = |keys: &mut Vec<u32>| {
            // SAFETY: there is room for as many as it is told.
            error::told(unsafe {
                let room = keys.len();
                sys::burl_code_keys(self.as_ptr(), &said.options, seed, keys.as_mut_ptr(), room, &mut count)
            })?;
            Ok(count)
        };
        let count = fill(&mut keys)?;
        keys.resize(count, 0);
        fill(&mut keys)?;
        Ok(keys)
    }
}
