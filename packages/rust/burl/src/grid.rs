//! Grids of samples.

use std::{
    any::Any,
    ops::ControlFlow,
    os::raw::{c_int, c_void},
    panic::{catch_unwind, resume_unwind, AssertUnwindSafe},
    ptr,
};

use burl_sys as sys;

use crate::{error, Error, Program, Result};

/// A grid of samples, or a tile of one: sample n of an axis lies at `origin + (first + n)*step`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Samples along x, y, z and w; 0 counts as 1.
    pub size: [i64; 4],
    /// The index of the first sample: a tile keeps the whole's origin and step.
    pub first: [i64; 4],
    /// Where sample 0 lies.
    pub origin: [f64; 4],
    /// From one sample to the next.
    pub step: [f64; 4],
    /// t.
    pub time: f64,
    /// For `octaves: auto` and pictures with a size, the step along every axis; 0: the grid's own.
    pub footprint: f64,
    /// 0: all cores; 1: the caller's alone.
    pub threads: i32,
    /// 2 to 16: each sample is the mean of samples x samples around it; 0, 1: one, at its place.
    pub samples: i32,
}

/// Fails to compile for more dimensions than there are.
struct Dims<const N: usize>;

impl<const N: usize> Dims<N> {
    const OK: () = assert!(N >= 1 && N <= 4, "a grid has 1 to 4 dimensions");
}

impl Grid {
    /// A grid of one to four dimensions.
    ///
    /// ```compile_fail,E0080
    /// burl::Grid::new([1; 5], [0.0; 5], [1.0; 5]);
    /// ```
    pub fn new<const N: usize>(size: [i64; N], origin: [f64; N], step: [f64; N]) -> Grid {
        #[allow(clippy::let_unit_value)]
        let _ = Dims::<N>::OK;
        let mut grid = Grid {
            size: [0; 4],
            first: [0; 4],
            origin: [0.0; 4],
            step: [0.0; 4],
            time: 0.0,
            footprint: 0.0,
            threads: 0,
            samples: 0,
        };
        grid.size[..N].copy_from_slice(&size);
        grid.origin[..N].copy_from_slice(&origin);
        grid.step[..N].copy_from_slice(&step);
        grid
    }

    /// The part of it that begins at sample `first` and has `size`: with the same bits as in the whole.
    pub fn tile<const N: usize>(&self, first: [i64; N], size: [i64; N]) -> Grid {
        #[allow(clippy::let_unit_value)]
        let _ = Dims::<N>::OK;
        let mut tile = *self;
        for axis in 0..N {
            tile.first[axis] = self.first[axis].saturating_add(first[axis]);
            tile.size[axis] = size[axis];
        }
        tile
    }

    pub(crate) fn to_c(self) -> sys::burl_grid {
        sys::burl_grid {
            size: self.size,
            first: self.first,
            origin: self.origin,
            step: self.step,
            time: self.time,
            stride: [0; 4],
            footprint: self.footprint,
            threads: self.threads,
            samples: self.samples,
            progress: None,
            user: ptr::null_mut(),
            reserved: [0; 8],
        }
    }
}

/// What C hands back to `report`: the closure, and what it panicked with, which must not unwind through C.
struct Watched<'a> {
    progress: &'a mut dyn FnMut(f64) -> ControlFlow<()>,
    panic: Option<Box<dyn Any + Send>>,
}

unsafe extern "C" fn report(user: *mut c_void, done: f64) -> c_int {
    // SAFETY: `sample_with` gave it, and waits.
    let watched = &mut *user.cast::<Watched<'_>>();
    match catch_unwind(AssertUnwindSafe(|| (watched.progress)(done))) {
        Ok(flow) => flow.is_break().into(),
        Err(panic) => {
            watched.panic = Some(panic);
            1
        }
    }
}

impl Program<'_> {
    /// The grid's samples, `[l][k][j][i][channels]`, the last index running fastest.
    pub fn grid(&self, grid: &Grid) -> Result<Vec<f32>> {
        let grid = grid.to_c();
        let count = self.checked_count(&grid)?;
        let mut out = Vec::<f32>::new();
        out.try_reserve_exact(count).map_err(|_| Error::memory())?;
        // SAFETY: out has room for all samples, and they are there where this doesn't fail.
        unsafe {
            self.sample_to(&grid, out.as_mut_ptr())?;
            out.set_len(count);
        }
        Ok(out)
    }

    /// Fills `out`, which must be of just as many floats, with the grid's samples.
    pub fn sample(&self, grid: &Grid, out: &mut [f32]) -> Result<()> {
        self.sample_raw(&grid.to_c(), out)
    }

    /// The same, and calls `progress` now and then, on this thread, with what is done from 0 to 1. `ControlFlow::Break` stops:
    /// the error has `Status::Cancelled`, and part of `out` is written.
    pub fn sample_with(
        &self,
        grid: &Grid,
        out: &mut [f32],
        mut progress: impl FnMut(f64) -> ControlFlow<()>,
    ) -> Result<()> {
        let mut watched = Watched { progress: &mut progress, panic: None };
        let mut watching = grid.to_c();
        watching.progress = Some(report);
        watching.user = (&mut watched as *mut Watched<'_>).cast();
        let result = self.sample_raw(&watching, out);
        match watched.panic {
            Some(panic) => resume_unwind(panic),
            None => result,
        }
    }

    /// Which of the grid's blocks lie wholly above a level (1: every sample of the first channel is greater) or not above it
    /// (-1); 0 where neither is proven: `[l][k][j][i]`, `ceil(size / block)` along each axis. A block's side of 0 is the grid's.
    pub fn blocks(&self, grid: &Grid, block: [i64; 4], level: f64) -> Result<Vec<i8>> {
        self.checked_count(&grid.to_c())?;
        if level.is_nan() || block.iter().any(|&side| side < 0) || grid.samples > 1 {
            let message = "a level is a number, a block's side is not negative, and samples is 0 or 1";
            return Err(Error::argument(format!("{}: {}, {:?}, {}", message, level, block, grid.samples)));
        }
        let sides = grid.size.iter().zip(&block).map(|(&size, &side)| {
            let size = size.max(1) as u64;
            let side = if side == 0 { size } else { side as u64 };
            (size + side - 1) / side
        });
        let count: u64 = sides.product(); // no more than the grid's samples, which are in range
        let mut out = Vec::new();
        out.try_reserve_exact(usize::try_from(count).map_err(|_| Error::memory())?).map_err(|_| Error::memory())?;
        out.resize(count as usize, 0);
        error::told(unsafe {
            sys::burl_blocks_of(self.as_ptr(), &grid.to_c(), block.as_ptr(), level, out.as_mut_ptr())
        })?;
        Ok(out)
    }

    /// How many floats a grid has, which is found to be right for the program.
    fn checked_count(&self, grid: &sys::burl_grid) -> Result<usize> {
        self.check(grid)?;
        self.count(grid).ok_or_else(Error::memory)
    }

    fn check(&self, grid: &sys::burl_grid) -> Result<()> {
        error::checked(|error| unsafe { sys::burl_check_grid(self.as_ptr(), grid, error) })
    }

    /// How many floats a grid has; None where a size is negative, or nothing holds as many.
    fn count(&self, grid: &sys::burl_grid) -> Option<usize> {
        let times = |count: usize, &size: &i64| count.checked_mul(usize::try_from(size).ok()?.max(1));
        grid.size.iter().try_fold(self.channels(), times)
    }

    fn sample_raw(&self, grid: &sys::burl_grid, out: &mut [f32]) -> Result<()> {
        if self.count(grid) != Some(out.len()) {
            let count = self.checked_count(grid)?;
            return Err(Error::argument(format!("out has {} floats, and the grid {}", out.len(), count)));
        }
        // SAFETY: out has room for all samples, which are packed.
        unsafe { self.sample_to(grid, out.as_mut_ptr()) }
    }

    /// The grid is checked by C, and once more where it is wrong, for the words.
    ///
    /// # Safety
    /// `out` must have room for as many floats as the grid has.
    unsafe fn sample_to(&self, grid: &sys::burl_grid, out: *mut f32) -> Result<()> {
        let status = sys::burl_sample_grid(self.as_ptr(), grid, out);
        if status == sys::BURL_ARGUMENT {
            self.check(grid)?;
        }
        error::told(status)
    }
}
