//! Seed and knobs.

use std::ffi::CString;

use burl_sys as sys;

use crate::{error, text, Program, Result};

/// A knob: its name, its text (empty where the recipe gives none), its value now and what it may be, infinite where the recipe
/// gives no range.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Param<'p> {
    pub name: &'p str,
    pub text: &'p str,
    pub value: f64,
    pub lo: f64,
    pub hi: f64,
}

impl Program<'_> {
    /// The recipe's knobs.
    pub fn params(&self) -> impl Iterator<Item = Param<'_>> + '_ {
        let count = unsafe { sys::burl_param_count(self.as_ptr()) };
        (0..count).map(move |index| {
            let one = unsafe { sys::burl_param_at(self.as_ptr(), index) };
            // SAFETY: the texts live until the program is changed, which it isn't while this borrows it.
            let (name, text) = unsafe { (text::of(one.name), text::of(one.text)) };
            Param { name, text, value: one.value, lo: one.lo, hi: one.hi }
        })
    }

    /// Turns a knob; where it fails the program is as before.
    pub fn set(&mut self, name: &str, value: f64) -> Result<()> {
        let name = text::to_c("the name of a knob", name)?;
        error::checked(|error| unsafe { sys::burl_set(self.as_mut_ptr(), name.as_ptr(), value, error) })
    }

    /// Sets the recipe's seed; all 64 bits matter. Where it fails the program is as before.
    pub fn seed(&mut self, seed: u64) -> Result<()> {
        error::checked(|error| unsafe { sys::burl_seed_with(self.as_mut_ptr(), seed, error) })
    }
}

/// The seed that a text stands for, as in `burl --seed`; a text counts up to its first NUL.
pub fn seed_of_text(text: &str) -> u64 {
    let text: Vec<u8> = text.bytes().take_while(|&byte| byte != 0).collect();
    let text = CString::new(text).expect("no NUL is left");
    unsafe { sys::burl_seed_of_text(text.as_ptr()) }
}
