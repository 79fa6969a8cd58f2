//! Scattered points.

use std::ptr;

use burl_sys as sys;

use crate::{error, Error, Program, Result};

/// Points: a slice of coordinates for each dimension, all of the same length.
#[derive(Clone, Copy, Debug)]
pub struct Points<'a> {
    /// x, y, z, w: as many as the program has dimensions.
    pub coords: &'a [&'a [f64]],
    /// t of each; None: 0.
    pub time: Option<&'a [f64]>,
    /// For `octaves: auto` and pictures with a size, the step along every axis; 0: all octaves, pictures as they are.
    pub footprint: f64,
}

impl<'a> Points<'a> {
    /// Points at time 0.
    pub fn new(coords: &'a [&'a [f64]]) -> Points<'a> {
        Points { coords, time: None, footprint: 0.0 }
    }

    fn to_c(self, dims: usize) -> Result<sys::burl_points> {
        if self.coords.len() != dims {
            let message = format!("the recipe's points have {} coordinates, not {}", dims, self.coords.len());
            return Err(Error::argument(message));
        }
        let count = self.coords[0].len();
        if let Some(other) = self.coords.iter().copied().chain(self.time).find(|all| all.len() != count) {
            let message = format!("all coordinates are as many: there are {} and {}", count, other.len());
            return Err(Error::argument(message));
        }
        let mut coord = [ptr::null(); 4];
        for (to, from) in coord.iter_mut().zip(self.coords) {
            *to = from.as_ptr();
        }
        let time = self.time.map_or(ptr::null(), |time| time.as_ptr());
        Ok(sys::burl_points { count, coord, time, footprint: self.footprint, reserved: [0; 4] })
    }
}

impl Program<'_> {
    /// The points' samples, `[points][channels]`.
    pub fn points(&self, points: &Points<'_>) -> Result<Vec<f32>> {
        let mut out = Vec::new();
        let count = points.coords.first().map_or(0, |x| x.len()).saturating_mul(self.channels());
        out.try_reserve_exact(count).map_err(|_| Error::memory())?;
        out.resize(count, 0.0);
        self.sample_points(points, &mut out)?;
        Ok(out)
    }

    /// Fills `out`, which must be of just as many floats, with the points' samples.
    pub fn sample_points(&self, points: &Points<'_>, out: &mut [f32]) -> Result<()> {
        let said = points.to_c(self.dims())?;
        let count = said.count.saturating_mul(self.channels());
        if out.len() != count {
            return Err(Error::argument(format!("out has {} floats, and the points {}", out.len(), count)));
        }
        // SAFETY: out has room for all samples.
        let status = unsafe { sys::burl_sample_points(self.as_ptr(), &said, out.as_mut_ptr()) };
        if status == sys::BURL_ARGUMENT {
            error::checked(|error| unsafe { sys::burl_check_points(self.as_ptr(), &said, error) })?;
        }
        error::told(status)
    }
}
