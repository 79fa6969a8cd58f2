//! What burl's headers declare, as it is; `burl` is the crate to use. `include/burl.h` is its manual. `raw.rs` is written by
//! `tools/api` from the headers, and burl's tests compare the layout of each struct with C's.

#![allow(non_camel_case_types)]

#[rustfmt::skip]
mod raw;
pub use raw::*;
