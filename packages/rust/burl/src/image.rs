//! Images that a recipe reads.

use burl_sys as sys;

use crate::{error, text, Error, Program, Result};

/// What `image("name")` reads: heights, `data[size[1]][size[0]]`, NaN where there are none; or a picture,
/// `data[size[1]][size[0]][channels]`. Sample (i, j) lies at `origin[0] + i*step[0]`, `origin[1] + j*step[1]`; with steps of 0 the
/// recipe gives it a size, or it is stretched over whichever grid is sampled.
#[derive(Clone, Copy, Debug)]
pub struct Image<'i> {
    /// The samples, which the program reads where they are.
    pub data: &'i [f32],
    /// Columns and rows, at most 2^20 each.
    pub size: [usize; 2],
    /// Where sample (0, 0) lies.
    pub origin: [f64; 2],
    /// From one sample to the next; 0: no place.
    pub step: [f64; 2],
    /// 1: heights; 2: grey and opacity; 3: red, green and blue; 4: with opacity.
    pub channels: usize,
    /// Colours are linear light, not sRGB.
    pub is_linear: bool,
}

impl<'i> Image<'i> {
    /// Heights without a place of their own.
    pub fn heights(size: [usize; 2], data: &'i [f32]) -> Image<'i> {
        Image::picture(size, 1, data)
    }

    /// A picture without a place of its own, in sRGB from 0 to 1.
    pub fn picture(size: [usize; 2], channels: usize, data: &'i [f32]) -> Image<'i> {
        Image { data, size, origin: [0.0; 2], step: [0.0; 2], channels, is_linear: false }
    }

    fn field(&self) -> Result<sys::burl_field> {
        let wanted = self.size[0].checked_mul(self.size[1]).and_then(|n| n.checked_mul(self.channels));
        if wanted != Some(self.data.len()) {
            let [nx, ny] = self.size;
            let message = format!("the image has {} floats, not {} x {} x {}", self.data.len(), nx, ny, self.channels);
            return Err(Error::argument(message));
        }
        Ok(sys::burl_field {
            data: self.data.as_ptr(),
            size: self.size.map(|n| n as i64),
            origin: self.origin,
            step: self.step,
            reason: [0; 192],
            channels: self.channels as i32,
            is_linear: self.is_linear.into(),
            shapes: std::ptr::null(),
        })
    }
}

impl<'i> Program<'i> {
    /// The names of the images that the recipe reads, each once.
    pub fn image_names(&self) -> impl Iterator<Item = &str> + '_ {
        (0..).map_while(move |index| {
            let name = unsafe { sys::burl_image_name(self.as_ptr(), index) };
            // SAFETY: it lives until the program is changed, which it isn't while this borrows it.
            (!name.is_null()).then(|| unsafe { text::of(name) })
        })
    }

    /// Gives an image its samples, which must live as long as the program. Where it fails the program is as before.
    pub fn set_image(&mut self, name: &str, image: Image<'i>) -> Result<()> {
        let name = text::to_c("the name of an image", name)?;
        let field = image.field()?;
        error::checked(|error| unsafe { sys::burl_set_image_with(self.as_mut_ptr(), name.as_ptr(), &field, error) })
    }
}
