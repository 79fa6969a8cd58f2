#![doc = include_str!("../../README.md")]
#![warn(missing_docs)]

mod code;
mod error;
mod grid;
mod image;
mod knob;
mod points;
mod program;
mod range;
mod single;
mod text;

pub use code::CodeOptions;
pub use error::{Error, Result, Status};
pub use grid::Grid;
pub use image::Image;
pub use knob::{seed_of_text, Param};
pub use points::Points;
pub use program::{Options, Output, Program};
pub use range::{Range, Region};
pub use single::*;

/// The version of the library that is linked, "0.1.0".
pub fn version() -> &'static str {
    // SAFETY: it lasts for ever.
    unsafe { text::of(burl_sys::burl_version()) }
}

/// Changes when any output bit changes; CHANGELOG.md says what and why.
pub fn output_version() -> i32 {
    // SAFETY: it takes nothing.
    unsafe { burl_sys::burl_output_version() }
}
