"""The points at which code is held against the library, and the rows of words that programs read them from.

A row has the point in each of the three forms that code takes: as doubles (d), as a cell and a fraction an axis (cell),
and as floats (p); behind each is the time.  The last word is 0.
"""
from dataclasses import dataclass

import numpy as np

TIME_STEPS = 64  # times are multiples of 1/64: exact in every form near 0, by cells and doubles far on, too
FAR_TIMES = {"far-6": 1e5, "far-9": 9e6, "special": -3}
FRACTION_GRAIN = 2.0 ** -24
MOVED_GRAIN, MOVED_LIMIT = 2.0 ** -12, 2.0 ** 20  # with room for 2^9 times as much, and sums with multiples of 2^-24
CELLS_LIMIT, WRAPPED_LIMIT = 2.0 ** 31, 2.0 ** 51


@dataclass(frozen=True)
class Grid:
    name: str
    origin: float  # of the first axis; see axes()
    step: float
    steps: int     # how many there are along an axis, of which some are taken


GRIDS = [
    Grid("near", 1 / 64, 1 / 32, 256),
    Grid("whole", -4, 1 / 2, 16),
    Grid("negative", -37 - 1 / 64, 1 / 32, 256),
    Grid("far-6", 1e6 + 1 / 64, 1 / 32, 256),
    Grid("far-9", 1e9 + 1 / 64, 1 / 32, 256),
    Grid("far-10", 1e10 + 1 / 64, 1 / 32, 256),
    Grid("fine", 100 + 7654321 / 2 ** 24, 600001 / 2 ** 24, 256),
    Grid("inexact", -3.7, 0.0513, 256),
    Grid("inexact-far", 1234567.1, 0.0137, 256),
]


# Coordinates at which arithmetic goes wrong first: zeros, denormals, just below whole numbers and periods, the bounds of
# cells and of noise, and what is no number.
SPECIALS = np.array([
    0.0, -0.0, 5e-324, -5e-324, 1e-40, -1e-17, 1e-17, -2.0 ** -54, -2.0 ** -25, 2.0 ** -24, 0.5, -0.5, 1.0,
    *np.nextafter([1.0, 12.0, -2.0, -1.0], -np.inf), 12.0, -12.0, 24.0, -2.0 ** 31, 2.0 ** 31,
    -2.0 ** 31 - 0.5, 2.0 ** 32 + 0.25, 1e15 + 0.125, np.nextafter(2.0 ** 51, 0), 2.0 ** 51, -2.0 ** 51,
    np.nextafter(-2.0 ** 51, -np.inf), 2.0 ** 52, -1e18, 1e300, -np.finfo(float).max, np.inf, -np.inf, np.nan])
SPECIAL = "special"


class Places:
    """count points of each grid, and of special coordinates; the same ones whenever they are made."""

    def __init__(self, dims, count):
        self.dims, self.count = dims, count
        names = [*(grid.name for grid in GRIDS), SPECIAL]
        self.grids = {name: slice(n * count, (n + 1) * count) for n, name in enumerate(names)}
        random = np.random.RandomState(dims)
        grids = [self.axes(grid, random) for grid in GRIDS]
        self.at = np.concatenate([*grids, random.choice(SPECIALS, (dims, count))], axis=1)
        later = np.repeat([FAR_TIMES.get(name, 0.0) for name in names], count)
        self.time = later + random.randint(0, TIME_STEPS, self.at.shape[1]) / TIME_STEPS

    def axes(self, grid, random):
        """Other axes begin on the other side of zero, and some steps further on."""
        steps = random.randint(0, grid.steps, (self.dims, self.count))
        first = np.array([grid.origin * (-1) ** axis + 3 * axis * grid.step for axis in range(self.dims)])
        return first[:, None] + steps * grid.step

    @property
    def in_cells(self):
        """The points, with 0 for coordinates that are beyond all cells, even wrapped ones."""
        return np.where(np.abs(self.at) < WRAPPED_LIMIT, self.at, 0)

    @property
    def rounded(self):
        """The points as floats."""
        return self.in_cells.astype(np.float32)

    @property
    def rounded_time(self):
        return self.time.astype(np.float32)

    def are_kept(self, at):
        """Whether the fraction of each coordinate is a multiple of 2^-24, and the cell has 32 bits; cells have no -0."""
        has_cell = (np.abs(at) < CELLS_LIMIT) & ~((at == 0) & np.signbit(at))
        return self.are_multiples(at, FRACTION_GRAIN) & np.all(has_cell, axis=0)

    def may_move(self, at):
        """Whether the point scaled and moved is still what it would be in doubles."""
        return self.are_multiples(at, MOVED_GRAIN) & np.all(np.abs(at) < MOVED_LIMIT, axis=0)

    @staticmethod
    def are_multiples(at, grain):
        with np.errstate(invalid="ignore"):
            return np.all(np.asarray(at, np.float64) % grain == 0, axis=0)

    def rows(self):
        """uint32[point][word]: see Layout."""
        at, cell = self.in_cells, np.floor(self.in_cells)
        whole, time = np.floor(self.time), self.rounded_time[None].view(np.uint32)
        words = [
            np.ascontiguousarray(np.concatenate([self.at, self.time[None]]).T).view(np.uint32).T,
            cell.astype(np.int64).astype(np.uint32),
            (at - cell).astype(np.float32).view(np.uint32), whole.astype(np.int32)[None].view(np.uint32),
            (self.time - whole).astype(np.float32)[None].view(np.uint32),
            self.rounded.view(np.uint32), time, np.zeros_like(time),
        ]
        return np.ascontiguousarray(np.concatenate(words).T)


class Layout:
    """Where in a row what lies, counted in words."""

    def __init__(self, dims):
        self.dims = dims
        self.doubles = 0  # low word first
        self.double_time = 2 * dims
        self.cells = self.double_time + 2
        self.fractions = self.cells + dims
        self.time_cell = self.fractions + dims
        self.time_fraction = self.time_cell + 1
        self.floats = self.time_fraction + 1
        self.float_time = self.floats + dims
        self.zero = self.float_time + 1
        self.size = self.zero + 1
