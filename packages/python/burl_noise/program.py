"""Compiled recipes."""
from __future__ import annotations

import math
import operator
import os
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, SupportsIndex

import numpy as np

from . import _burl
from .errors import RecipeError, raise_for
from .geojson import Shapes
from .imports import Read, Reader
from .images import Image, Images, image_of
from .place import AXES, Edge, Request, Scene, Shape, block_of, shape_of, where_of
from .progress import Progress, reporter

if TYPE_CHECKING:  # it takes as long to import as all else here
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float32]
    Signs = NDArray[np.int8]
Seed = SupportsIndex | str
_WANTED = ("where", "most", "least")
_SCATTERED = (np.float64, np.float64, np.float64, np.uint32, np.float32, np.float32)
Axis = Literal["x", "y", "z", "w", "t"]

_NUMBERS = frozenset((float, int, np.float64))
_FEWEST_POINTS = 16384  # for which a thread of their own is started
_DERIVATIVES = {None: 0, "x": 1, "y": 2, "z": 3, "w": 4, "t": 5}


class Bounds(NamedTuple):
    """lo <= value <= hi for every sample at finite coordinates; infinite where unbounded."""

    lo: float
    hi: float


class Knob(NamedTuple):
    """A parameter of a recipe: `param relief = 1 [0, 2] "Mountains"`.  lo and hi are infinite where it has no range."""

    name: str
    text: str
    value: float
    lo: float
    hi: float
    is_read: bool


class Part(NamedTuple):
    """A name that a line of a recipe gives.  channels: 1, 3 or 4; 0: it takes arguments, or has no value in so many
    dimensions."""

    name: str
    line: int
    channels: int
    takes_arguments: bool


class Result(NamedTuple):
    """One of the results that a program computes, and which of the channels are its own."""

    name: str
    first: int
    channels: int


class Place(NamedTuple):
    """A point, a coordinate an axis, and a time; and the sample there."""

    at: tuple[float, ...]
    t: float
    value: float


class Scattered(NamedTuple):
    """Points of Program.scatter, as arrays: float64 x, y and radius; uint32 id, what scatter(give: id) is there; float32 chance,
    hash(id, 1) in [0, 1): those for which it is less than a density thin them out to that; and float32 values, the samples
    [n], or [n, channels]."""

    x: NDArray[Any]
    y: NDArray[Any]
    radius: NDArray[Any]
    id: NDArray[Any]
    chance: NDArray[Any]
    values: NDArray[Any]


class Found(NamedTuple):
    """What Program.find has found.  decided: of a condition, that there are `limit` places, or none but near these; of an
    extreme, that it is known as closely as asked.  bounds: what the extreme lies within, proven; None of a condition.
    boxes: how many were looked at; left: the share of the whole, 0 to 1, of which nothing is decided."""

    places: tuple[Place, ...]
    decided: bool
    bounds: Bounds | None
    boxes: int
    left: float


class Octave(NamedTuple):
    """An octave of a sum of them: how many times as fine it is, its share (NaN where that varies), and by how much its
    coordinates are moved, in cells."""

    frequency: float
    share: float
    shift: tuple[float, float, float, float]


class Note(NamedTuple):
    """What a recipe says without effect.  Columns and lengths in bytes of UTF-8."""

    message: str
    hint: str
    line: int
    column: int
    length: int


class Lattice(NamedTuple):
    """The lattice of a recipe that is one perlin(), value() or simplex(): x lies at x*frequency[0] + shift[0], in cells.

    Of simplex noise of two dimensions the point (i, j) lies at (i - (i + j)/5, j - (i + j)/5)."""

    dims: int
    taps: int
    is_value: bool
    interp: str
    frequency: tuple[float, float]
    shift: tuple[float, float]
    is_simplex: bool = False


class LatticePoint(NamedTuple):
    """What a lattice point has: a value of value noise, else a gradient."""

    value: float
    gradient: tuple[float, float]


def check_program(function: str, program: object, hint: str = "") -> None:
    """Raises TypeError where something else is given."""
    if not isinstance(program, Program):
        raise TypeError(f"{function} takes a program, burl.compile(...), not a {type(program).__name__}{hint}")


_Facts = tuple[int, int, int, int, tuple[float, ...], str, tuple[float, float, float, float]]


class _Now:
    """What a program is at one time: its core, which nobody changes any more, with the seed and the images that it has."""

    __slots__ = ("core", "seed", "known", "facts")

    def __init__(self, core: _burl.Program, seed: int, known: dict[str, Image | Shapes]) -> None:
        self.core = core
        self.seed = seed
        self.known = known
        self.facts: _Facts | None = None

    def told(self) -> _Facts:
        """What the core says of itself, asked once."""
        if self.facts is None:
            self.facts = self.core.facts()
        return self.facts


class _Options(NamedTuple):
    """How a program was compiled, beside its text."""

    dims: int
    result: str | None = None
    derivative: Axis | None = None
    octaves: tuple[int, int] = (0, 0)
    isa: str | None = None


def whole_number(name: str, value: SupportsIndex) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {value!r}") from None


def seed_number(seed: Seed) -> int:
    """The 64 bits of a seed: a whole number from -2^63 to 2^64 - 1, or a text, which stands for a hash of it, or for the
    number that it spells."""
    if isinstance(seed, str):
        if not re.fullmatch("-?([0-9]+|0[xX][0-9a-fA-F]+)", seed):
            return _seed_of_text(seed)
        bits = int(seed, 16 if "x" in seed.lower() else 10)
    else:
        try:
            bits = operator.index(seed)
        except TypeError:
            raise TypeError(f"a seed is a whole number or a text, not {seed!r}") from None
    if not -(2**63) <= bits < 2**64:
        raise ValueError(f"a seed has 64 bits: {bits} is beyond them")
    return bits % 2**64


def _seed_of_text(text: str) -> int:
    """Of a text that is no number of another kind, which would be no seed."""
    number = r"[ \t]*[+-]?(0[xX].*|([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[ \t]*)"
    if not text or re.fullmatch(number, text, re.DOTALL):
        raise ValueError(f"a seed is a whole number or a text, not {text!r}")
    return _burl.seed_of_text(text)


def thread_count(threads: int | None) -> int:
    """As many as asked; None and 0: as many as there are cores for this process."""
    asked = 0 if threads is None else whole_number("threads", threads)
    if not 0 <= asked <= 4096:
        raise ValueError(f"threads is 0 to 4096, not {threads!r}")
    if asked:
        return asked
    affinity = getattr(os, "sched_getaffinity", None)
    return (len(affinity(0)) if affinity else os.cpu_count()) or 1


class Program:
    """A compiled recipe.  burl.compile and burl.load make them.

    It is its text, seed, knobs and images: equal where these are, to be pickled and copied.  Its repr is its recipe.  Any
    thread may sample it while others change it: a call has the seed and the knobs that there were when it began.  What
    samples lets other threads of Python run meanwhile.
    """

    __slots__ = ("_now", "_source", "_name", "_options", "_lock")

    _now: _Now  # what can change, replaced as a whole
    _source: str
    _name: str
    _options: _Options
    _lock: threading.Lock  # of whoever replaces it

    def __init__(self) -> None:
        raise TypeError("burl.compile and burl.load make programs")

    # ---- what it is ----------------------------------------------------------------------------------

    @property
    def source(self) -> str:
        """The recipe's text and, behind it, what it imports, each file below a line that names it."""
        return self._source

    def _own_text(self) -> str:
        """The recipe's own lines, without the files that it carries."""
        return _burl.source_of(self._source, None) or ""

    @property
    def name(self) -> str:
        """What messages call it."""
        return self._name

    @property
    def _core(self) -> _burl.Program:
        return self._now.core

    @property
    def _seed(self) -> int:
        return self._now.seed

    @property
    def _known(self) -> dict[str, Image | Shapes]:
        return self._now.known

    def _fact(self) -> _Facts:
        return self._now.told()

    def _snapshot(self) -> Program:
        """The program as it is now, which nobody else has."""
        return _assemble(self._now, self._source, self._name, self._options)

    @property
    def dims(self) -> int:
        """How many coordinates a point has, 1 to 4."""
        return self._fact()[0]

    @property
    def channels(self) -> int:
        """1 (a number), 3 (rgb) or 4 (rgba); of several results the sum."""
        return self._fact()[1]

    @property
    def needs_whole_grid(self) -> bool:
        """Whether the recipe holds a whole-grid function (erode, breach, ..., an image without coordinates): then points
        can't be sampled."""
        return bool(self._fact()[2])

    @property
    def varies_with(self) -> frozenset[str]:
        """What the result may vary with, of x, y, z, w, t and seed."""
        names = [*AXES, "t", "seed"]
        return frozenset(name for bit, name in enumerate(names) if self._fact()[3] >> bit & 1)

    @property
    def repeats(self) -> dict[str, float]:
        """After how much the result repeats, by axis: {"x": 4.0, "y": 4.0}.  Along other axes no period is known, or it
        doesn't vary."""
        return {axis: after for axis, after in zip(AXES, self._fact()[6]) if 0 < after < float("inf")}

    @property
    def view(self) -> tuple[float, ...] | None:
        """The corners to show, (x0, y0, ..., x1, y1, ...); None: the recipe names none."""
        return self._fact()[4] or None

    @property
    def isa(self) -> str:
        """The instruction set that it samples with: "sse2", "avx2", "avx512", "neon", "scalar"."""
        return self._fact()[5]

    @property
    def bounds(self) -> Bounds:
        """The proven bounds of every sample, of all channels together; rounding included."""
        each = self.channel_bounds
        return Bounds(min(lo for lo, _ in each), max(hi for _, hi in each))

    @property
    def channel_bounds(self) -> tuple[Bounds, ...]:
        """The proven bounds of each channel."""
        return tuple(Bounds(*self._core.bounds(c)[:2]) for c in range(self.channels))

    def bounds_over(
        self, lo: Sequence[float], hi: Sequence[float], times: tuple[float, float] = (0.0, 0.0)
    ) -> tuple[Bounds, ...]:
        """The proven bounds of each channel over the box of points from lo to hi, a coordinate an axis, and of times:
        within channel_bounds, and closer the smaller the box is beside the noise's cells.  ValueError where a corner
        isn't finite, or lo is above hi."""
        if len(lo) != self.dims or len(hi) != self.dims:
            raise ValueError(f"a box of {self.dims} dimensions has as many coordinates a corner")
        rest = [0.0]*(4 - self.dims)
        return tuple(Bounds(*one[:2]) for one in self._core.bounds_over(*lo, *rest, *hi, *rest, *times))

    def find(self, expression: str, lo: Sequence[float], hi: Sequence[float], *,
             wanted: Literal["where", "most", "least"] = "where", times: tuple[float, float] = (0.0, 0.0), limit: int = 20,
             tolerance: float = 0.0, boxes: int = 0) -> Found:
        """Finds where a condition holds in the box of points from lo to hi and of times, or that it holds nowhere; or the
        greatest or least value of an expression.  Places are samples, and what is excluded is proven.

        expression: such as "h > 800 && slope(h) < 0.1"; it sees the recipe's names, and result is its last line.
        limit: places of a condition at most, 1 to 2**20.
        tolerance: how closely an extreme is to be known; 0: to a thousandth of its bounds.
        boxes: how many are looked at, at most, some microseconds each; 0: 200,000.

        Raises RecipeError (of the expression, or there is a whole-grid function), ValueError, MemoryError,
        KeyboardInterrupt.
        """
        if len(lo) != self.dims or len(hi) != self.dims:
            raise ValueError(f"a box of {self.dims} dimensions has as many coordinates a corner")
        if wanted not in _WANTED:
            raise ValueError(f"wanted is one of {', '.join(_WANTED)}, not {wanted!r}")
        if not 1 <= limit <= 2**20 or not 0 <= tolerance < math.inf or boxes < 0:
            raise ValueError("limit is 1 to 2**20, tolerance and boxes are 0 or more")
        if self.needs_whole_grid:
            self._refuse(f"{', '.join(self.stages)}: a whole-grid function has no value at a point")
        dims, rest = self.dims, (0.0,) * (4 - self.dims)
        try:
            asked = self._core.ask(expression)
        except _burl.Failure as failure:
            raise_for(failure, "expression", expression)
        try:
            places, decided, least, most, looked_at, left = asked.find(
                _WANTED.index(wanted), (*lo, *rest, times[0]), (*hi, *rest, times[1]), limit, tolerance, boxes)
        except _burl.Failure as failure:
            self._raise(failure)
        found = tuple(Place(tuple(at[:dims]), at[4], value) for at, value in places)
        return Found(found, bool(decided), None if wanted == "where" else Bounds(least, most), looked_at, left)

    def scatter(self, lo: Sequence[float], hi: Sequence[float], radius: float | Program, *, candidates: int = 4, seed: Seed = 0,
                period: tuple[float, float] = (0.0, 0.0), t: float = 0.0, footprint: float = 0.0, threads: int | None = None,
                progress: Progress = False) -> Scattered:
        """The points of scatter(radius: radius, candidates: candidates, seed: seed), with lo <= coordinate < hi, and the
        samples there.  Windows side by side have each point once; any window and number of threads gives the same points.

        lo, hi: two corners, (x, y).
        radius: no two points are nearer to each other.  A program of one number is read at each point, and the larger of two
        counts; its proven bounds are above 0, one at most 64 times the other.
        candidates: 1, 4, 16 or 64: more are denser, and take longer.
        period: they repeat after that along each axis; 0: they don't.
        threads, progress: as of grid().

        Raises ValueError, RecipeError (there is a whole-grid function), MemoryError, KeyboardInterrupt.
        """
        if len(lo) != 2 or len(hi) != 2 or self.dims > 2:
            raise ValueError("points have two coordinates, as the window and the recipe")
        if self.needs_whole_grid:
            self._refuse(f"{', '.join(self.stages)}: a whole-grid function has no value at a point")
        with reporter(progress) as report:
            try:
                lists = self._core.sample_scatter(lo[0], lo[1], hi[0], hi[1], *_radius_of(radius), *period,
                                                  seed_number(seed), candidates, thread_count(threads), t, footprint, report)
            except _burl.Failure as failure:
                self._raise(failure)
        x, y, apart, number, chance, values = (np.frombuffer(one, kind) for one, kind in zip(lists, _SCATTERED))
        return Scattered(x, y, apart, number, chance, values if self.channels == 1 else values.reshape(-1, self.channels))

    @property
    def may_be_nan(self) -> bool:
        """Whether a sample at finite coordinates may be NaN."""
        return any(self._core.bounds(c)[2] for c in range(self.channels))

    @property
    def parts(self) -> tuple[Part, ...]:
        """The named parts, in the order of the recipe's lines."""
        return tuple(Part(name, line, channels, bool(takes)) for name, line, channels, takes in self._core.parts())

    @property
    def results(self) -> tuple[Result, ...]:
        """What is computed: one result, or those that compile(..., result="height, normals") names."""
        return tuple(Result(*result) for result in self._core.results())

    @property
    def octaves(self) -> tuple[Octave, ...]:
        """The octaves of the first sum of them that the recipe computes."""
        return tuple(Octave(*octave) for octave in self._core.octaves())

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the recipe says without effect: a knob that nothing reads, an option that another one makes void."""
        return tuple(Note(*note) for note in self._core.notes())

    @property
    def functions(self) -> tuple[str, ...]:
        """The functions that the recipe uses."""
        return tuple(self._core.functions())

    @property
    def stages(self) -> tuple[str, ...]:
        """The whole-grid functions that the result is made of, in the order in which they are computed."""
        return tuple(self._core.stages())

    @property
    def lattice(self) -> Lattice | None:
        """The lattice of a recipe that is one perlin(), value() or simplex() of one or two dimensions; else None."""
        found = self._core.lattice()
        if found is None:
            return None
        dims, taps, is_value, interp, frequency, shift, is_simplex = found
        return Lattice(dims, taps, bool(is_value), interp, frequency, shift, bool(is_simplex))

    def lattice_point(self, i: float, j: float = 0) -> LatticePoint:
        """What lattice point (i, j) has.  Raises ValueError where the recipe has no lattice."""
        if self.lattice is None:
            raise ValueError("the recipe is not one perlin(), value() or simplex(), and has no lattice")
        return LatticePoint(*self._core.lattice_point(i, j))

    def lattice_weight(self, distance: float) -> float:
        """The weight along an axis of a lattice point so many cells left of a sample; of simplex noise of one so far away."""
        return self._core.lattice_weight(distance)

    # ---- seed, knobs, images -------------------------------------------------------------------------

    @property
    def seed(self) -> int:
        """The seed, 0 to 2^64 - 1.  May be set to a whole number from -2^63 on or to a text, as `burl --seed` takes it."""
        return self._seed

    @seed.setter
    def seed(self, seed: Seed) -> None:
        bits = seed_number(seed)
        with self._lock:
            core = self._core.copy()
            try:
                core.seed(bits)
            except _burl.Failure as failure:
                self._raise(failure)
            self._now = _Now(core, bits, self._known)

    @property
    def knobs(self) -> Mapping[str, Knob]:
        """The knobs by name, as they are now.  program["name"] = value turns one."""
        return MappingProxyType({name: Knob(name, text, value, lo, hi, bool(is_read))
                                 for name, text, value, lo, hi, is_read in self._core.params()})

    def __getitem__(self, knob: str) -> float:
        """The value of a knob."""
        return self._knob(knob).value

    def __setitem__(self, knob: str, value: float) -> None:
        """Turns a knob.  All that depends on it is computed anew: octaves, periods, bounds.  KeyError: there is none of that
        name; ValueError: the value is beyond its range; RecipeError, which is one: it makes the recipe wrong.  Then the
        program is as before."""
        self._knob(knob)
        with self._lock:
            core = self._core.copy()
            try:
                core.set(knob, value)
            except _burl.Failure as failure:
                self._raise(failure)
            except TypeError:
                raise TypeError(f"knob {knob} is a number, not {value!r}") from None
            self._now = _Now(core, self._seed, self._known)

    __iter__ = None  # of knobs there is no first

    def __contains__(self, knob: object) -> bool:
        return knob in self.knobs

    def _knob(self, name: str) -> Knob:
        knobs = self.knobs
        if name in knobs:
            return knobs[name]
        is_part = any(part.name == name for part in self.parts)
        hint = f"; it is a part: p.part({name!r})" if is_part else f"; it has {', '.join(knobs)}" if knobs else ""
        raise KeyError(f"the recipe has no knob {name!r}{hint}")

    @property
    def images(self) -> Images:
        """What image("name") reads, by name: arrays [y, x] or [y, x, channel], xarray.DataArrays with x and y, or burl.Image
        with a place; and what lines("name") and areas("name") read: GeoJSON, as text, a dict, or what has a
        __geo_interface__, as geometries of shapely and frames of geopandas do."""
        return Images(lambda: self._core.images(), lambda: self._known, self._set_image)

    def _set_image(self, name: str, image: Image | Shapes) -> None:
        with self._lock:
            core = self._core.copy()
            try:
                if isinstance(image, Shapes):
                    core.set_shapes(name, image.data, b"".join(value.encode() + b"\0" for value in image.names))
                else:
                    core.set_image(name, image.data, image.origin, image.step, image.linear)
            except _burl.Failure as failure:
                self._raise(failure)
            self._now = _Now(core, self._seed, {**self._known, name: image})

    # ---- other programs ------------------------------------------------------------------------------

    def copy(self, *, seed: Seed | None = None, knobs: Mapping[str, float] | None = None) -> Program:
        """An independent copy, with another seed and other knobs where they are given."""
        return self._snapshot()._turned(seed, knobs, None)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Program:
        return self.copy()

    def part(self, names: str | Sequence[str]) -> Program:
        """A named part of the recipe in place of its last line, or several, "height, normals"; seed, knobs and images stay."""
        return self._compiled_anew(self._options._replace(result=_listed("part", names)))

    def derivative(self, by: Axis) -> Program:
        """The exact derivative of each result by x, y, z, w or t."""
        if self._options.derivative:
            raise ValueError("this is a derivative; in the recipe, d(d(e, x), y) has second ones")
        return self._compiled_anew(self._options._replace(derivative=_axis(by)))

    def _compiled_anew(self, options: _Options) -> Program:
        core = _compile(self._source, self._name, options)
        now = self._snapshot()
        return _fresh(core, self._source, self._name, options)._turned(now._seed, now._knob_values(), now._known)

    def _knob_values(self) -> dict[str, float]:
        return {name: knob.value for name, knob in self.knobs.items()}

    def _turned(self, seed: Seed | None, knobs: Mapping[str, float] | None, images: Mapping[str, Any] | None) -> Program:
        """This program, changed."""
        if seed is not None and (bits := seed_number(seed)) != self._seed:
            self.seed = bits
        for label, given in (("knobs", knobs), ("images", images)):
            if given is not None and not isinstance(given, Mapping):
                raise TypeError(f"{label} is a dict by names, not a {type(given).__name__}")
        self._turn_knobs(dict(knobs or {}))
        for name, image in (images or {}).items():
            self.images[name] = image
        return self

    def _turn_knobs(self, knobs: dict[str, float]) -> None:
        """Sets all of them.  A value may be wrong before another knob has its own: those that fail are tried again as long as
        any succeeds."""
        left = {name: value for name, value in knobs.items() if self[name] != value}
        while left:
            failed: dict[str, float] = {}
            for name, value in left.items():
                try:
                    self[name] = value
                except ValueError as error:
                    failed[name], last = value, error
            if len(failed) == len(left):
                raise last
            left = failed

    # ---- sampling ------------------------------------------------------------------------------------

    def __call__(self, *coordinates: ArrayLike, t: ArrayLike = 0.0, footprint: float = 0.0, threads: int | None = None,
                 progress: Progress = False, out: Floats | None = None) -> Any:
        """Samples at points.

        coordinates: x, y, ... as many as `dims`, arrays that broadcast against one another and t, or numbers; they may be
            anything, NaN and infinities included (a noise is 0 there).
        footprint: for octaves: auto, the step along every axis; 0: all 16 octaves.
        threads: None or 0: all cores, for many points.
        progress, out: as of grid().

        Returns float32 of the broadcast shape, with channels, where they are several, last; of numbers alone an np.float32.  Raises
        TypeError, ValueError, RecipeError (the recipe holds a whole-grid function), MemoryError, KeyboardInterrupt.
        """
        now = self._now
        dims, channels, whole = now.told()[:3]
        if len(coordinates) != dims:
            hint = "; points [n, {0}] are p(*points.T)".format(dims) if len(coordinates) == 1 else ""
            raise TypeError(f"the recipe takes {dims} coordinates, {', '.join(AXES[:dims])}; {len(coordinates)} were given{hint}")
        if whole:
            self._refuse(f"{', '.join(self.stages)}: a whole-grid function has no value at a point; sample a grid")
        if not (math.isfinite(footprint) and footprint >= 0):
            raise ValueError(f"footprint is 0 or more, not {footprint!r}")
        if out is None and type(t) in _NUMBERS and all(type(c) in _NUMBERS for c in coordinates):
            try:
                values = now.core.sample_point(*coordinates, *(0.0,) * (4 - dims), t, footprint)  # type: ignore[call-arg, arg-type]
            except _burl.Failure as failure:
                self._raise(failure)
            return np.float32(values[0]) if channels == 1 else np.array(values, np.float32)
        arrays = [_floats(name, array) for name, array in zip(AXES, coordinates)]
        if not _is_zero(t):
            arrays.append(_floats("t", t))
        shape = np.broadcast_shapes(*(array.shape for array in arrays))
        program = _assemble(now, self._source, self._name, self._options)
        result, target = program._room(shape, out)
        most = thread_count(threads)
        if target.size:
            packed = target if target.flags.c_contiguous and target.flags.aligned else np.empty(target.shape, np.float32)
            with reporter(progress) as report:
                program._sample_points(arrays, shape or (1,), packed, (footprint, most, report))
            if packed is not target:
                target[...] = packed
        return result[()] if out is None and result.ndim == 0 else result

    def _sample_points(self, arrays: list[NDArray[Any]], shape: tuple[int, ...], packed: Floats,
                       how: tuple[float, int, Callable[[float], object] | None]) -> None:
        """Into a packed array of that shape, with the channels last.  how: footprint, threads, progress."""
        footprint, threads, report = how
        dims = self.dims
        count = math.prod(shape)
        wide: list[NDArray[Any] | None] = [np.broadcast_to(array, shape) for array in arrays]
        time = wide.pop() if len(wide) > dims else None
        x, y, z, w = wide + [None] * (4 - dims)
        assert x is not None
        try:
            self._core.sample_points(x, y, z, w, time, packed.reshape(*shape, *packed.shape[packed.ndim - (self.channels > 1):]),
                                     footprint, min(threads, count // _FEWEST_POINTS or 1), report)
        except _burl.Failure as failure:
            self._raise(failure)

    def grid(self, shape: Shape | None = None, *, extent: Sequence[float] | None = None, edge: Edge = "cell",
             origin: Sequence[float] | float | None = None, step: Sequence[float] | float | None = None,
             first: Shape | None = None, whole: Shape | None = None, at: Mapping[str, float] | None = None, t: float = 0.0,
             samples: int = 1, footprint: float = 0.0, threads: int | None = None, progress: Progress = False,
             out: Floats | None = None, images: Mapping[str, Any] | None = None, **named_images: Any) -> Floats:
        """Samples over a grid: float32 [y, x], or [z, y, x], ...; channels, where they are several, last.

        shape: samples along each axis, in the order of the array, y before x; axes beyond those of shape have one sample,
            where `at` says.  None: that of out, of the first image, or 512 along the longer side of what is to be seen.
        extent: its corners, (x0, y0, x1, y1), or (x0, y0, z0, x1, y1, z1), ...  None: that of the first image that has a
            place; where images have none, a step of 1; else what the recipe's view says, or 8 along the longest side.
        edge: "cell": samples lie amid equal cells; "shared": the first and the last lie on the edges.
        origin, step: instead of an extent: sample n of an axis lies at origin + n*step; (x, y), or one number for all.
        first, whole: a window of a larger grid of shape `whole`, from sample `first` = (j, i) on.  It has the same bits as
            the whole grid there.  (With origin and step, which are the whole's, `whole` can be left out.)
        at: {"z": 0.5}: where the grid lies on axes that it doesn't have.
        t: the recipe's time.
        samples: 2 to 16: each sample is the mean of samples x samples around it.  1: it is the one at its place.
        footprint: for octaves: auto, the step along every axis; 0: that of the grid.
        threads: None or 0: all cores; 1: the caller's alone.
        progress: True: a bar, of tqdm where it is installed; or a function that is called with what is done, 0 to 1, and
            stops the call by raising.
        out: where to write, float32 of the result's shape, of any strides, and what is returned.
        images: arrays for image("name") in the recipe, for this call; also as arguments of that name.

        Raises TypeError, ValueError, RecipeError, MemoryError, KeyboardInterrupt (part of out is written then).
        """
        program = self._with_images(images, named_images)
        if shape is None and isinstance(out, np.ndarray):
            shape = out.shape[:-1] if program.channels > 1 else out.shape
        request = Request(shape, extent, edge, origin, step, first, whole, at, t, footprint, samples)
        return program._sample(request, threads, progress, out)

    def _sample(self, request: Request, threads: int | None, progress: Progress, out: Floats | None) -> Floats:
        scene = self._scene()
        shape = shape_of(scene, request)
        where = where_of(scene, shape, request)
        self._check_whole_grid(request)
        result, target = self._room(shape, out)
        if 0 in shape:
            return result
        fits = out is None or _has_fitting_strides(out, self.channels > 1)
        written = target if fits else np.empty(target.shape, np.float32)
        with reporter(progress) as report:
            try:
                self._core.sample_grid(where, written, thread_count(threads), report)
            except _burl.Failure as failure:
                self._raise(failure)
        if written is not target:
            target[...] = written
        return result

    def blocks_of(self, shape: Shape, block: Shape, level: float = 0.0, **grid: Any) -> Signs:
        """Which blocks of a grid lie wholly on one side of a level, proven without sampling them: int8 of as many blocks
        along each axis; 1: every sample of the first channel is greater, -1: none is, 0: neither is proven.

        shape: of the grid, as of grid(), whose other arguments say where it lies.
        block: samples of a block along each axis, in the order of shape, or one number for all; the last ones end with
            the grid.

        Raises TypeError, ValueError, RecipeError, MemoryError.
        """
        now = self._snapshot()
        request = Request(shape, **grid)
        scene = now._scene()
        shape = shape_of(scene, request)
        side = block_of(block, shape)
        if request.samples != 1 or math.isnan(level):
            raise ValueError("blocks_of takes samples=1" if request.samples != 1 else "level is a number, not nan")
        out = np.zeros(tuple(-(-n // along) for n, along in zip(shape, reversed(side[:len(shape)]))), np.int8)
        if out.size:
            try:
                now._core.blocks_of(where_of(scene, shape, request), side, level, out)
            except _burl.Failure as failure:
                now._raise(failure)
        return out

    def too_fine(self, shape: Shape | None = None, **grid: Any) -> float:
        """Which share of the result, 0 to 1, is due to noise too fine for a grid (arguments as of grid()): a grain that
        changes with the step.  samples=4 makes it its mean, octaves: auto leaves it out."""
        now = self._snapshot()
        return now._core.too_fine(now._where(shape, grid))

    def stage_bytes(self, shape: Shape | None = None, **grid: Any) -> float:
        """How many bytes the whole-grid functions take at once beside the result (arguments as of grid())."""
        now = self._snapshot()
        return now._core.stage_bytes(now._where(shape, grid))

    def split(self, array: Floats) -> dict[str, Floats]:
        """The results in an array [..., channels] by their names, as views: a number's without a channel's axis."""
        if self.channels == 1:
            return {self.results[0].name: array}
        if array.shape[-1:] != (self.channels,):
            raise ValueError(f"the array has shape {array.shape}; expected are {self.channels} channels, last")
        return {name: array[..., first] if channels == 1 else array[..., first:first + channels]
                for name, first, channels in self.results}

    def _scene(self) -> Scene:
        known = [self._known[name] for name in self._core.images() if name in self._known]
        images = [image for image in known if isinstance(image, Image)]
        return Scene(self.dims, self.view or (), [image for image in images if image.has_place or self.needs_whole_grid])

    def _where(self, shape: Shape | None, grid: Mapping[str, Any]) -> _burl.Where:
        request = Request(shape, **grid)
        scene = self._scene()
        return where_of(scene, shape_of(scene, request), request)

    def _check_whole_grid(self, request: Request) -> None:
        unknown = [name for name in self._core.images() if name not in self._known]
        if unknown:
            raise ValueError(f"image({unknown[0]!r}) is not known: give it as grid(images={{{unknown[0]!r}: array}}) or "
                             f"as p.images[{unknown[0]!r}] = array")
        if not self.needs_whole_grid:
            return
        stages = ", ".join(self.stages)
        if request.first is not None:
            self._refuse(f"{stages}: a whole-grid function has no windows, as each sample depends on all; sample the whole "
                         "and cut it")
        if request.samples > 1:
            self._refuse(f"{stages}: a whole-grid function takes samples=1")

    def _with_images(self, images: Mapping[str, Any] | None, named: Mapping[str, Any]) -> Program:
        """The program as it is now, with these images."""
        program = self._snapshot()
        if images is None and not named:
            return program
        program._turned(None, None, images)
        for name in named:
            if images is not None and name in images:
                raise TypeError(f"image {name!r} is given twice")
            if name not in program.images:
                there = program.images._there_are()
                raise TypeError(f"grid() has no argument {name!r}, and the recipe reads no image of that name{there}")
        return program._turned(None, None, named)

    def _room(self, shape: tuple[int, ...], out: Floats | None) -> tuple[Floats, Floats]:
        """The array to return and the array to write into, which are the same."""
        wanted = shape + ((self.channels,) if self.channels > 1 else ())
        if out is None:
            made = np.empty(wanted, np.float32)
            return made, made
        if not isinstance(out, np.ndarray):
            raise TypeError(f"out is a numpy array, not a {type(out).__name__}")
        if out.dtype != np.float32:
            raise TypeError(f"out has dtype {out.dtype}; expected is float32")
        if out.shape != wanted:
            raise ValueError(f"out has shape {out.shape}; expected is {wanted}")
        if not out.flags.writeable:
            raise ValueError("out is read-only")
        return out, out

    # ---- text ----------------------------------------------------------------------------------------

    def code(self, target: str | None = None, *, made_for: str | None = None, prefix: str | None = None,
             entries: str | Sequence[str] | None = None, uniforms: str | Sequence[str] | None = None,
             uniform_knobs: bool = False, exact: bool = False, fast: bool = False, footprint: float = 0.0,
             style: str | None = None) -> str:
        """The program as source text that stands alone, with its seed and knobs.

        target: "glsl", "glsles", "wgsl", "hlsl", "msl", "opencl", "cuda" or "c".
        made_for: complete for "shadertoy", "godot", "godot-spatial", "unity", "three", "p5" or "unreal"; it chooses the target.
        prefix: of every name in the text; None: "burl".
        entries: the forms of coordinates to have functions for: "cell", "p", "d".
        uniforms: what stays open: "seed", "t", "footprint", knobs by their names.  uniform_knobs: every knob that can.
        style: "exact" has barriers where the language has no other way to the same bits, "fast" the target's own exp, sin,
        pow, "lean" is short and soon compiled; None: "lean" with made_for.  exact, fast: other spellings of these.
        footprint: for octaves: auto, which need it or have it open: the step between samples, above 0.

        docs/shaders.md of the library tells more.  Raises RecipeError where the recipe has no such text.
        """
        options = _code_options(target, made_for, prefix, entries, uniforms, style, uniform_knobs, exact, fast, footprint)
        try:
            return "".join(self._core.code(*options))
        except _burl.Failure as failure:
            self._raise(failure)

    def code_keys(self, target: str | None = None, *, seed: Seed | None = None, made_for: str | None = None,
                  prefix: str | None = None, entries: str | Sequence[str] | None = None,
                  uniforms: str | Sequence[str] | None = "seed", uniform_knobs: bool = False, exact: bool = False,
                  fast: bool = False, footprint: float = 0.0, style: str | None = None) -> NDArray[np.uint32]:
        """The words that text of code(..., uniforms="seed"), with the same arguments, needs for a seed; None: this one's."""
        options = _code_options(target, made_for, prefix, entries, uniforms, style, uniform_knobs, exact, fast, footprint)
        try:
            now = self._now
            now.core.code(*options)  # which says what is wrong with the options
            keys = now.core.code_keys(now.seed if seed is None else seed_number(seed), options)
        except _burl.Failure as failure:
            self._raise(failure)
        return np.frombuffer(keys, np.uint32)

    # ---- identity ------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        """The recipe, and behind it in a comment what differs from its defaults."""
        changes = [f"seed {self._seed}"] * bool(self._seed)
        changes += [f"{name} = {value:.9g}" for name, value in self._changed_knobs().items()]
        changes += [f"result {self._options.result}"] * bool(self._options.result)
        changes += [f"by {self._options.derivative}"] * bool(self._options.derivative)
        return self._own_text().rstrip("\n") + (f"  // {', '.join(changes)}" if changes else "")

    def _changed_knobs(self) -> dict[str, float]:
        fresh = _compile(self._source, self._name, self._options)
        defaults = {name: value for name, _, value, *_ in fresh.params()}
        return {name: knob.value for name, knob in self.knobs.items() if knob.value != defaults.get(name)}

    def _identity(self) -> tuple[Any, ...]:
        return self._source, self._options._replace(isa=None)

    def _state(self) -> tuple[Any, ...]:
        return self._seed, tuple((name, knob.value) for name, knob in self.knobs.items())

    def __eq__(self, other: object) -> bool:
        """Whether text, dimensions, result, seed, knobs and images are the same."""
        if not isinstance(other, Program):
            return NotImplemented
        mine, its = self._snapshot(), other._snapshot()
        return (mine._now is its._now and mine._identity() == its._identity()
                or mine._identity() == its._identity() and mine._state() == its._state()
                and mine._known.keys() == its._known.keys()
                and all(_same_image(image, its._known[name]) for name, image in mine._known.items()))

    def __hash__(self) -> int:
        """Of the text, the dimensions and the result, which never change."""
        return hash(self._identity())

    def __reduce__(self) -> tuple[Any, ...]:
        now = self._snapshot()
        return _restore, (self._source, self._name, tuple(self._options._replace(isa=None)), now._seed, now._knob_values(), now._known)

    def __dask_tokenize__(self) -> Any:
        from dask.base import normalize_token
        now = self._snapshot()
        return normalize_token((now._identity(), now._state(), {name: tuple(image) for name, image in now._known.items()}))

    def _raise(self, failure: _burl.Failure) -> NoReturn:
        raise_for(failure, self._name, self._source)

    def _refuse(self, message: str) -> NoReturn:
        raise RecipeError(message, name=self._name, source=self._source)


# ---- arrays ------------------------------------------------------------------------------------------


def _floats(name: str, value: ArrayLike) -> NDArray[Any]:
    """Numbers as the library reads them where they are, float64 or float32; others as float64."""
    array = np.asarray(value)
    if array.dtype in (np.float64, np.float32) and array.dtype.isnative and array.flags.aligned:
        return array
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name} has dtype {array.dtype}; expected are real numbers")
    return array.astype(np.float64)


def _radius_of(radius: float | Program) -> tuple[float, _burl.Program | None]:
    """A radius as a number and, where it varies, as a program."""
    if not isinstance(radius, Program):
        return radius, None
    if radius.dims > 2:
        raise ValueError(f"a radius has two coordinates, not {radius.dims}")
    return 1.0, radius._core


def _is_zero(t: Any) -> bool:
    """Whether it is the number that time is where none is given: not -0.0, of which 1/t is another one."""
    return type(t) in _NUMBERS and t == 0 and math.copysign(1.0, t) > 0


def _has_fitting_strides(array: Floats, has_channels: bool) -> bool:
    """Whether the library can write into the array as it is: channels adjacent, strides of whole floats, no two samples at
    one place."""
    adjacent = not has_channels or array.strides[-1] == array.itemsize
    room = array.itemsize  # that the axes of smaller strides take
    for stride, n in sorted((abs(stride), n) for n, stride in zip(array.shape, array.strides) if n > 1):
        if stride < room or stride % array.itemsize:
            return False
        room = stride * n
    return bool(array.flags.aligned and adjacent)


def _listed(name: str, names: str | Sequence[str] | None) -> str | None:
    """Names with commas between them."""
    if names is None or isinstance(names, str):
        return names
    try:
        return ",".join(names)
    except TypeError:
        raise TypeError(f"{name} is a name or several, not {names!r}") from None


def _axis(by: Axis | None) -> Axis | None:
    if by is not None and (not isinstance(by, str) or by not in _DERIVATIVES):
        raise ValueError(f"a derivative is by one of x, y, z, w and t, not {by!r}")
    return by


def _octaves(octaves: tuple[int, int]) -> tuple[int, int]:
    try:
        begin, end = octaves
        pair = operator.index(begin), operator.index(end)
    except TypeError:
        raise TypeError(f"octaves is (begin, end), not {octaves!r}") from None
    if pair != (0, 0) and not 0 <= pair[0] < pair[1] <= 64:
        raise ValueError(f"octaves is (begin, end) of at least one octave, not {octaves!r}")
    return pair


def _same_image(a: Image | Shapes, b: Image | Shapes) -> bool:
    return type(a) is type(b) and a[1:] == b[1:] and (a.data is b.data or np.array_equal(a.data, b.data, equal_nan=True))


def _code_options(target: str | None, made_for: str | None, prefix: str | None, entries: str | Sequence[str] | None,
                  uniforms: str | Sequence[str] | None, style: str | None, uniform_knobs: bool, exact: bool, fast: bool,
                  footprint: float) -> _burl.Code:
    if target is None and made_for is None:
        raise TypeError('code takes a target, "glsl", or made_for="shadertoy"')
    return target, prefix, made_for, _listed("entries", entries), _listed("uniforms", uniforms), style, int(uniform_knobs), int(exact), int(fast), float(footprint)


# ---- making programs ---------------------------------------------------------------------------------


def _assemble(now: _Now, source: str, name: str, options: _Options) -> Program:
    program = object.__new__(Program)
    program._now, program._source, program._name, program._options = now, source, name, options
    program._lock = threading.Lock()
    return program


def _fresh(core: _burl.Program, source: str, name: str, options: _Options) -> Program:
    return _assemble(_Now(core, 0, {}), source, name, options)


def _restore(source: str, name: str, options: tuple[Any, ...], seed: int, knobs: dict[str, float],
             known: dict[str, Image | Shapes]) -> Program:
    """What pickle makes a program of."""
    made = _Options(*options)
    return _fresh(_compile(source, name, made), source, name, made)._turned(seed, knobs, known)


def _compile(source: str, name: str, options: _Options, reader: Reader | None = None) -> _burl.Program:
    begin, end = options.octaves
    try:
        return _burl.compile(source, options.dims, options.result, _DERIVATIVES[options.derivative], begin, end, options.isa,
                             reader)
    except _burl.Failure as failure:
        raise_for(failure, name, source, reader.texts if reader else None)


def _compile_to_fit(source: str, name: str, options: _Options, reader: Reader | None) -> tuple[_burl.Program, _Options]:
    """In two dimensions, or in more, where the recipe names z or w, or its view has as many."""
    begin, end = options.octaves
    while True:
        try:
            core = _burl.compile(source, options.dims, options.result, _DERIVATIVES[options.derivative], begin, end,
                                 options.isa, reader)
        except _burl.Failure as failure:
            if failure.args[0] != "DIMENSION" or options.dims == 4:
                raise_for(failure, name, source, reader.texts if reader else None)
            options = options._replace(dims=options.dims + 1)
            continue
        wanted = len(core.facts()[4]) // 2
        if wanted <= options.dims:
            return core, options
        options = options._replace(dims=wanted)


def compile(source: str, dims: int | None = None, *, result: str | Sequence[str] | None = None, seed: Seed = 0,
            knobs: Mapping[str, float] | None = None, images: Mapping[str, Any] | None = None,
            derivative: Axis | None = None, octaves: tuple[int, int] = (0, 0), name: str = "recipe",
            isa: str | None = None, read: Read | None = None) -> Program:
    """Compiles a recipe, a line or a page of text (docs/language.md of the library).

    dims: 1 to 4, how many of x y z w a point has.  None: 2, or more where the recipe names z or w or its view has them.
    result: a named part of the recipe to compute instead of its last line, or several, "height, normals".
    seed: a whole number of 64 bits, or a text.
    knobs: values of the recipe's parameters.
    images: arrays [y, x] for image("name").  No file is opened.
    derivative: "x", "y", "z", "w", "t": each result's derivative in its place.
    octaves: (begin, end): of each sum of octaves these alone, with the shares that they have in the whole; (0, 0): all.
    name: what messages call the recipe.
    isa: no better an instruction set than this, of those that this processor's kind has: "sse2", "avx2", "avx512"; "neon".
    read: how files are read that the recipe imports: a folder, out of which no name leads; a mapping from names to texts; or
        what is called with a name and returns the text, whose OSErrors become RecipeErrors.  None: burl's own library alone.

    Raises RecipeError, KeyError (no such knob), MemoryError, and what `read` raises.
    """
    if not isinstance(source, str):
        raise TypeError(f"a recipe is a text, not a {type(source).__name__}; burl.load reads a file")
    axes = 2 if dims is None else whole_number("dims", dims)
    if not 1 <= axes <= 4:
        raise ValueError(f"dims is 1 to 4, not {dims!r}")
    options = _Options(axes, _listed("result", result), _axis(derivative), _octaves(octaves), isa)
    reader = None if read is None else Reader(read)
    try:
        core, options = (_compile_to_fit(source, name, options, reader) if dims is None
                         else (_compile(source, name, options, reader), options))
    except RecipeError as error:
        if source.endswith(".burl") and "\n" not in source:
            error.hint = "burl.load reads a file"
        raise
    return _fresh(core, core.source(), name, options)._turned(seed_number(seed), knobs, images)


def load(path: str | os.PathLike[str], dims: int | None = None, **options: Any) -> Program:
    """Compiles the recipe in a file, which imports files of its folder; options as of compile().  Raises OSError,
    UnicodeDecodeError, too."""
    return compile(Path(path).read_bytes().decode("utf-8-sig"), dims, name=options.pop("name", Path(path).name),
                   read=options.pop("read", Path(path).parent), **options)
