//! Proven bounds.

use burl_sys as sys;

use crate::{error, Error, Program, Result};

/// `lo <= value <= hi` for every sample; infinite where unbounded.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Range {
    pub lo: f64,
    pub hi: f64,
    pub may_be_nan: bool,
}

impl Range {
    pub(crate) fn of(range: sys::burl_range) -> Range {
        Range { lo: range.lo, hi: range.hi, may_be_nan: range.may_be_nan != 0 }
    }
}

/// A box of points, and of times; axes that the recipe hasn't don't count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Region {
    pub lo: [f64; 4],
    pub hi: [f64; 4],
    pub times: [f64; 2],
}

impl Region {
    /// What is wrong with it.
    fn fault(&self, dims: usize) -> Option<String> {
        let sides = self.lo.iter().zip(&self.hi).take(dims).zip(["x", "y", "z", "w"]);
        let times = std::iter::once(((&self.times[0], &self.times[1]), "t"));
        let mut wrong = sides.chain(times).filter(|((lo, hi), _)| !(lo.is_finite() && hi.is_finite() && lo <= hi));
        wrong.next().map(|((lo, hi), axis)| format!("{} from {} to {}", axis, lo, hi))
    }
}

impl Program<'_> {
    /// The proven bounds of each channel over each region, `[regions][channels]`: within `bounds()`, and closer the smaller a
    /// region is beside the noise's cells.
    pub fn bounds_over(&self, regions: &[Region]) -> Result<Vec<Range>> {
        let mut boxes = Vec::with_capacity(regions.len());
        for (n, region) in regions.iter().enumerate() {
            if let Some(fault) = region.fault(self.dims()) {
                let message =
                    format!("a region goes from a finite number to one that isn't less; number {} has {}", n, fault);
                return Err(Error::argument(message));
            }
            let [t0, t1] = region.times;
            boxes.push(sys::burl_box { lo: region.lo, hi: region.hi, t0, t1, reserved: [0; 4] });
        }
        let blank = sys::burl_range { lo: 0.0, hi: 0.0, may_be_nan: 0 };
        let mut out = vec![blank; regions.len() * self.channels()];
        // SAFETY: out has room for each channel of each box.
        error::told(unsafe { sys::burl_bounds_over(self.as_ptr(), boxes.as_ptr(), boxes.len(), out.as_mut_ptr()) })?;
        Ok(out.into_iter().map(Range::of).collect())
    }
}
