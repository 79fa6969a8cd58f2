//! What went wrong, and where.

use std::{error, fmt, mem::MaybeUninit, ptr};

use burl_sys as sys;

use crate::text;

/// What kind of thing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// An argument is outside its stated range.
    Argument,
    /// Out of memory.
    Memory,
    /// The recipe is wrong.
    Recipe,
    /// The recipe names a coordinate that it does not have.
    Dimension,
    /// A stated limit was passed.
    Limit,
    /// An image is not known.
    File,
    /// Progress has said so.
    Cancelled,
    /// A whole-grid function doesn't suit the grid.
    Shape,
}

impl Status {
    fn of(status: sys::burl_status) -> Status {
        match status {
            sys::BURL_MEMORY => Status::Memory,
            sys::BURL_RECIPE => Status::Recipe,
            sys::BURL_DIMENSION => Status::Dimension,
            sys::BURL_LIMIT => Status::Limit,
            sys::BURL_FILE => Status::File,
            sys::BURL_CANCELLED => Status::Cancelled,
            sys::BURL_SHAPE => Status::Shape,
            _ => Status::Argument,
        }
    }
}

/// What went wrong and where: `line` and `column` count from 1, the column in bytes of UTF-8, as `length` is, which the
/// culprit takes; 0: no place. `hint` is empty or says what to do; `file` is empty, or the imported file of the place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Error {
    pub status: Status,
    pub message: String,
    pub hint: String,
    pub line: usize,
    pub column: usize,
    pub length: usize,
    pub file: String,
}

/// What a call that may fail answers.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn argument(message: String) -> Error {
        Error { status: Status::Argument, message, hint: String::new(), line: 0, column: 0, length: 0, file: String::new() }
    }

    pub(crate) fn memory() -> Error {
        Error::of_status(sys::BURL_MEMORY)
    }

    fn of_status(status: sys::burl_status) -> Error {
        // SAFETY: the text lasts for ever.
        let message = unsafe { text::of(sys::burl_status_text(status)) };
        Error { status: Status::of(status), ..Error::argument(message.to_owned()) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}:", self.file)?;
        }
        if self.line > 0 {
            write!(f, "{}:{}: ", self.line, self.column)?;
        }
        f.write_str(&self.message)?;
        if !self.hint.is_empty() {
            write!(f, ": {}", self.hint)?;
        }
        Ok(())
    }
}

impl error::Error for Error {}

/// What a call of C that fills no error has told.
pub(crate) fn told(status: sys::burl_status) -> Result<()> {
    match status {
        sys::BURL_OK => Ok(()),
        status => Err(Error::of_status(status)),
    }
}

/// Calls C with a place for its error, and takes what it says there.
pub(crate) fn checked(call: impl FnOnce(*mut sys::burl_error) -> sys::burl_status) -> Result<()> {
    let mut error = blank();
    match call(&mut error) {
        sys::BURL_OK => Ok(()),
        _ => Err(taken(&error)),
    }
}

/// The same of a call that makes something, NULL where it fails.
pub(crate) fn made<T>(call: impl FnOnce(*mut sys::burl_error) -> *mut T) -> Result<ptr::NonNull<T>> {
    let mut error = blank();
    ptr::NonNull::new(call(&mut error)).ok_or_else(|| taken(&error))
}

fn blank() -> sys::burl_error {
    // SAFETY: numbers and arrays of them, which may be 0.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

fn taken(error: &sys::burl_error) -> Error {
    Error {
        status: Status::of(error.status),
        message: text::of_array(&error.message),
        hint: text::of_array(&error.hint),
        line: error.line as usize,
        column: error.column as usize,
        length: error.length as usize,
        file: text::of_array(&error.file),
    }
}
