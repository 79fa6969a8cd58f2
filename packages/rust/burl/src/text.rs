//! Texts to and from C.

use std::{
    ffi::{CStr, CString},
    os::raw::c_char,
    ptr,
};

use crate::{Error, Result};

/// What C's text says; empty for a null pointer.
///
/// # Safety
/// The text must be ended by NUL and live for 'a.
pub(crate) unsafe fn of<'a>(text: *const c_char) -> &'a str {
    if text.is_null() {
        ""
    } else {
        CStr::from_ptr(text).to_str().unwrap_or("")
    }
}

/// A text of C's in an array, which may end within a character.
pub(crate) fn of_array(text: &[c_char]) -> String {
    let bytes: Vec<u8> = text.iter().take_while(|&&c| c != 0).map(|&c| c as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text for C, and what it is for an error that says where it has a NUL.
pub(crate) fn to_c(what: &str, text: &str) -> Result<CString> {
    CString::new(text)
        .map_err(|e| Error::argument(format!("{} has no byte 0, as it has at {}: {:?}", what, e.nul_position(), text)))
}

/// The same of what may be missing, which is a null pointer in C.
pub(crate) fn to_c_option(what: &str, text: Option<&str>) -> Result<Option<CString>> {
    text.map(|text| to_c(what, text)).transpose()
}

pub(crate) fn pointer(text: &Option<CString>) -> *const c_char {
    text.as_ref().map_or(ptr::null(), |text| text.as_ptr())
}
