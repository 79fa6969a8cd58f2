"""The noise functions of the founding articles, as they were published, over arrays: for reading, teaching and comparing.

Every function takes numbers or arrays that broadcast against one another, and returns float64 of the broadcast shape (of
numbers alone a float).  Coordinates are in cells of the lattice unless said, and are floored, never truncated: negative ones
are as good as any.  At a coordinate that is not finite, or beyond 2^51, a noise is 0.  Octave i has frequency 2^i and
amplitude persistence^i; no octaves, or amplitudes that add up to 0 where they are divided by: 0.  A period is in whole cells.

For speed, tiles and proven bounds: burl.compile.

    height = classic.perlin_octaves3(x, y, 0, octaves=6)
    wood = classic.rings_rgb(classic.rings(classic.table64(seed=1), x, y))
"""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from . import _burl

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Doubles = NDArray[np.float64]
Interpolation = Literal["linear", "cosine", "cubic"]
Smoothing = Literal["rough", "smooth"]

_INTERPOLATIONS = ("linear", "cosine", "cubic")
_SMOOTHINGS = ("rough", "smooth")


def _call(name: str, *arguments: ArrayLike, table: NDArray[Any] | None = None) -> Any:
    """The function of burl_classic.h for each element."""
    arrays = np.broadcast_arrays(*(_real(argument) for argument in arguments))
    flat = tuple(np.require(array, None, ["C_CONTIGUOUS", "ALIGNED"]) for array in arrays)
    out = np.empty(arrays[0].shape)
    _burl.classic(name, out, flat, table)
    return out[()]


def _real(argument: ArrayLike) -> Doubles:
    array = np.asarray(argument)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"an argument has dtype {array.dtype}; expected are real numbers")
    return array.astype(np.float64, copy=False)


def _whole(name: str, argument: ArrayLike) -> Doubles:
    """Whole numbers, of which the low 32 bits count."""
    array = np.asarray(argument)
    if array.dtype.kind not in "iub":
        raise TypeError(f"{name} has dtype {array.dtype}; expected are whole numbers")
    half = 1 << 31
    return ((array.astype(np.int64) & 2 * half - 1 ^ half) - half).astype(np.float64)


def _count(name: str, argument: ArrayLike, least: int = -2**31, most: int = 2**31 - 1) -> Doubles:
    """Whole numbers; those beyond the least and the most count as these."""
    array = np.asarray(argument)
    if array.dtype.kind not in "iub":
        raise TypeError(f"{name} has dtype {array.dtype}; expected are whole numbers")
    return np.clip(array.astype(np.float64), float(least), float(most))


def _word(name: str, word: str, words: tuple[str, ...]) -> float:
    if not isinstance(word, str) or word not in words:
        raise ValueError(f"{name} is one of {', '.join(words)}, not {word!r}")
    return float(words.index(word))


def _filled(name: str, shape: Any, kind: Any, seed: int, number: int = 0) -> Any:
    out = np.empty(shape, kind)
    _burl.classic_fill(name, out, operator.index(seed) % 2**32, number)
    return out


def _table(name: str, table: Any, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
    array: NDArray[Any] = np.require(table, None, ["C_CONTIGUOUS", "ALIGNED"])
    if array.shape != shape or array.dtype != kind:
        raise ValueError(f"a {name} is {np.dtype(kind)} of shape {shape}, not {array.dtype} of shape {array.shape}")
    return array


# ---- Blends: from one value to the next over t in [0, 1] -----------------------------------------------


def fade(t: ArrayLike) -> Any:
    """6t^5 - 15t^4 + 10t^3, from 0 to 1 with slope and curvature 0 at both ends.  Perlin, "Improving Noise", 2002."""
    return _call("fade", t)


def hermite(t: ArrayLike) -> Any:
    """3t^2 - 2t^3, from 0 to 1 with slope 0 at both ends: the fade before 2002."""
    return _call("hermite", t)


def linear(a: ArrayLike, b: ArrayLike, t: ArrayLike) -> Any:
    """a(1 - t) + bt.  Elias, "Perlin Noise", 1998, as are cosine and cubic."""
    return _call("linear", a, b, t)


def cosine(a: ArrayLike, b: ArrayLike, t: ArrayLike) -> Any:
    """From a to b along half a cosine."""
    return _call("cosine", a, b, t)


def cubic(v0: ArrayLike, v1: ArrayLike, v2: ArrayLike, v3: ArrayLike, t: ArrayLike) -> Any:
    """From v1 to v2 through four values at -1, 0, 1 and 2, with slope v2 - v0 at v1: twice that of a Catmull-Rom spline."""
    return _call("cubic", v0, v1, v2, v3, t)


def catmull_rom(p0: ArrayLike, p1: ArrayLike, p2: ArrayLike, p3: ArrayLike, t: ArrayLike) -> Any:
    """From p1 to p2 through four values at -1, 0, 1 and 2.  Catmull and Rom, "A Class of Local Interpolating Splines", 1974,
    as the article on wood textures uses it."""
    return _call("catmull_rom", p0, p1, p2, p3, t)


# ---- Lines, planes and wavelets: gradient noise inside one cell ----------------------------------------


def slopes1(a_left: ArrayLike, a_right: ArrayLike, f: ArrayLike) -> Any:
    """1D, f in [0, 1]: the lines a_left * f and a_right * (f - 1), blended by hermite.  In [-0.5, 0.5] for slopes in
    [-1, 1].  From the article on lattice noise in shaders, as are the next three."""
    return _call("slopes1", a_left, a_right, f)


def wavelet(a: ArrayLike, t: ArrayLike) -> Any:
    """One lattice point's own part of that noise, t cells away from it: a t (1 - 3t^2 + 2|t|^3) for |t| < 1, else 0."""
    return _call("wavelet", a, t)


def wavelets1(a_left: ArrayLike, a_right: ArrayLike, f: ArrayLike) -> Any:
    """1D, f in [0, 1]: the wavelets of both ends, blended linearly.  (Their plain sum is slopes1.)"""
    return _call("wavelets1", a_left, a_right, f)


def planes2(g00: ArrayLike, g10: ArrayLike, g01: ArrayLike, g11: ArrayLike, fx: ArrayLike, fy: ArrayLike) -> Any:
    """2D, fx and fy in [0, 1]: the planes through the four corners, blended by hermite.  gXY: the gradients at corner (X, Y),
    [..., 2]."""
    corners = [_real(g) for g in (g00, g10, g01, g11)]
    if any(g.shape[-1:] != (2,) for g in corners):
        raise ValueError("a gradient has two components, last")
    return _call("planes2", *(g[..., c] for g in corners for c in (0, 1)), fx, fy)


# ---- Improved Perlin noise: Perlin, "Improving Noise", 2002; periods: Biagioli, 2014 -------------------


def permutation(i: ArrayLike) -> Any:
    """Entry i & 255 of the published permutation of 0 to 255, int64."""
    return np.asarray(_call("permutation", _whole("i", i))).astype(np.int64)[()]


def grad1(hash: ArrayLike, x: ArrayLike) -> Any:
    """x or -x, by bit 0 of the hash; ours, by the construction of grad3, as are grad2 and grad4."""
    return _call("grad1", _whole("hash", hash), x)


def grad2(hash: ArrayLike, x: ArrayLike, y: ArrayLike) -> Any:
    """x, -x, y or -y, by bits 0 and 1 of the hash."""
    return _call("grad2", _whole("hash", hash), x, y)


def grad3(hash: ArrayLike, x: ArrayLike, y: ArrayLike, z: ArrayLike) -> Any:
    """The dot product of (x, y, z) and the gradient that the low four bits of hash choose: one of the midpoints of a cube's
    12 edges, four of them twice.  In the bit tricks of 2002."""
    return _call("grad3", _whole("hash", hash), x, y, z)


def grad3_table(hash: ArrayLike, x: ArrayLike, y: ArrayLike, z: ArrayLike) -> Any:
    """The same from a table of the edges, as Biagioli's switch spells it out."""
    return _call("grad3_table", _whole("hash", hash), x, y, z)


def grad4(hash: ArrayLike, x: ArrayLike, y: ArrayLike, z: ArrayLike, w: ArrayLike) -> Any:
    """By bits 0 to 4 of the hash: (x, y, z), (x, y, w), (x, z, w) and (y, z, w), in all eight signs each."""
    return _call("grad4", _whole("hash", hash), x, y, z, w)


def perlin1(x: ArrayLike, period: ArrayLike = 0) -> Any:
    """Improved noise in 1D, ours by the published construction.  In [-0.5, 0.5].  period: in cells; under 1: the table's own,
    256."""
    return _call("perlin1", x, _count("period", period))


def perlin2(x: ArrayLike, y: ArrayLike, period: ArrayLike = 0) -> Any:
    """In 2D, ours by the published construction.  In [-0.53528, 0.53528]."""
    return _call("perlin2", x, y, _count("period", period))


def perlin3(x: ArrayLike, y: ArrayLike, z: ArrayLike, period: ArrayLike = 0) -> Any:
    """Improved noise as published; 0 at every lattice point.  In [-1.03636, 1.03636]."""
    return _call("perlin3", x, y, z, _count("period", period))


def perlin4(x: ArrayLike, y: ArrayLike, z: ArrayLike, w: ArrayLike, period: ArrayLike = 0) -> Any:
    """In 4D, ours by the published construction.  In [-1.53659, 1.53659]."""
    return _call("perlin4", x, y, z, w, _count("period", period))


def perlin_octaves3(x: ArrayLike, y: ArrayLike, z: ArrayLike, octaves: ArrayLike = 6, persistence: ArrayLike = 0.5) -> Any:
    """The octaves of (perlin3 + 1) / 2, over the sum of their amplitudes.  In [-0.01818, 1.01818]; the publication says
    [0, 1]."""
    return _call("perlin_octaves3", x, y, z, _count("octaves", octaves), persistence)


# ---- rand(), and value and four-axis gradient noise over a table: the article on fractal terrain -------


def rand(seed: int, count: int) -> NDArray[np.int32]:
    """The first draws, 0 to 32767, of the example rand() of the C standard (C11, 7.22.2.2) after srand(seed)."""
    drawn: NDArray[np.int32] = _filled("rand", count, np.int32, seed)
    return drawn


def table256(seed: int) -> NDArray[np.uint8]:
    """256 draws, rand() % 256 after srand(seed); no permutation."""
    table: NDArray[np.uint8] = _filled("table256", 256, np.uint8, seed)
    return table


def value2(table: ArrayLike, x: ArrayLike, y: ArrayLike) -> Any:
    """Lattice values entry / 255, blended by fade.  In [0, 1]; period 256.  table: of table256."""
    return _call("value2", x, y, table=_table("table256", table, (256,), np.uint8))


def axes2(table: ArrayLike, x: ArrayLike, y: ArrayLike) -> Any:
    """Gradients along the axes (entry % 4: x, -x, -y, y), blended by fade, (noise + 1) / 2: 0.5 at every lattice point.  In
    [0.23236, 0.76764]; period 256."""
    return _call("axes2", x, y, table=_table("table256", table, (256,), np.uint8))


def value_octaves2(table: ArrayLike, x: ArrayLike, y: ArrayLike, octaves: ArrayLike = 5, persistence: ArrayLike = 0.5) -> Any:
    """The octaves of value2, over the sum of the amplitudes."""
    return _call("value_octaves2", x, y, _count("octaves", octaves), persistence,
                 table=_table("table256", table, (256,), np.uint8))


def axes_octaves2(table: ArrayLike, x: ArrayLike, y: ArrayLike, octaves: ArrayLike = 5, persistence: ArrayLike = 0.5) -> Any:
    """The octaves of axes2, over the sum of the amplitudes."""
    return _call("axes_octaves2", x, y, _count("octaves", octaves), persistence,
                 table=_table("table256", table, (256,), np.uint8))


# ---- Integer-hash value noise: Elias, "Perlin Noise", 1998 ---------------------------------------------


def next_prime(n: ArrayLike) -> Any:
    """The least prime above n, int64; 0 where 32 bits hold none."""
    numbers = _count("n", n, 0, 2**32 - 1)
    return np.asarray(_call("next_prime", numbers)).astype(np.int64)[()]


def elias_constants(octaves: int) -> NDArray[np.uint32]:
    """The numbers in the hash of each octave, uint32[octaves, 3]: 15731, 789221 and 1376312589 and the primes above them."""
    constants = [_filled("constants", 3, np.uint32, 0, octave) for octave in range(octaves)]
    return np.stack(constants) if constants else np.empty((0, 3), np.uint32)


def _elias(name: str, *arguments: ArrayLike, constants: ArrayLike | None, octaves: ArrayLike = 1) -> Any:
    if constants is None:
        return _call(name, *arguments)
    array = np.asarray(constants)
    if array.shape[-1:] != (3,) or array.ndim > 2 or array.dtype.kind not in "iu" or len(np.atleast_2d(array)) < np.max(octaves):
        raise ValueError("constants are whole numbers [octaves, 3], as of elias_constants; None: the published in each octave")
    return _call(name, *arguments, table=np.ascontiguousarray(array, np.uint32))


def elias_hash(n: ArrayLike, constants: ArrayLike | None = None) -> Any:
    """With m = n ^ n << 13: 1 - ((m (m^2 a + b) + c) mod 2^31) / 2^30, in (-1, 1].  n: its low 32 bits count."""
    return _elias("elias_hash", _whole("n", n), constants=constants)


def elias_smooth1(i: ArrayLike, constants: ArrayLike | None = None) -> Any:
    """The lattice's values, averaged with their neighbours: 1/4 1/2 1/4.  In (-1, 1]."""
    return _elias("elias_smooth1", _whole("i", i), constants=constants)


def elias_smooth2(i: ArrayLike, j: ArrayLike, constants: ArrayLike | None = None) -> Any:
    """The same along both axes, of hash(i + 57j)."""
    return _elias("elias_smooth2", _whole("i", i), _whole("j", j), constants=constants)


def elias_noise1(x: ArrayLike, interpolation: Interpolation = "cosine", smoothing: Smoothing = "rough",
                 constants: ArrayLike | None = None) -> Any:
    """Interpolated noise in 1D.  In [-1, 1]; cubic overshoots by 1.5."""
    return _elias("elias_noise1", x, _word("interpolation", interpolation, _INTERPOLATIONS),
                  _word("smoothing", smoothing, _SMOOTHINGS), constants=constants)


def elias_noise2(x: ArrayLike, y: ArrayLike, interpolation: Interpolation = "cosine", smoothing: Smoothing = "rough",
                 constants: ArrayLike | None = None) -> Any:
    """In 2D, along x first.  In [-1, 1]; cubic overshoots by 1.5 an axis."""
    return _elias("elias_noise2", x, y, _word("interpolation", interpolation, _INTERPOLATIONS),
                  _word("smoothing", smoothing, _SMOOTHINGS), constants=constants)


def elias_noise3(x: ArrayLike, y: ArrayLike, z: ArrayLike, interpolation: Interpolation = "cosine",
                 constants: ArrayLike | None = None) -> Any:
    """In 3D, ours by the same construction, of hash(i + 57j + 3249k), not smoothed."""
    return _elias("elias_noise3", x, y, z, _word("interpolation", interpolation, _INTERPOLATIONS), constants=constants)


def elias_octaves1(x: ArrayLike, interpolation: Interpolation = "cosine", octaves: int = 4, persistence: ArrayLike = 0.25,
                   constants: ArrayLike | None = None) -> Any:
    """The plain sum of octaves of smoothed noise.  constants: of elias_constants(octaves), as the article asks for; None: the
    published in every octave."""
    return _elias("elias_octaves1", x, _word("interpolation", interpolation, _INTERPOLATIONS), _count("octaves", octaves),
                  persistence, constants=constants, octaves=octaves)


def elias_octaves2(x: ArrayLike, y: ArrayLike, interpolation: Interpolation = "cosine", octaves: int = 4,
                   persistence: ArrayLike = 0.25, constants: ArrayLike | None = None) -> Any:
    """The same in 2D."""
    return _elias("elias_octaves2", x, y, _word("interpolation", interpolation, _INTERPOLATIONS), _count("octaves", octaves),
                  persistence, constants=constants, octaves=octaves)


# ---- Periodic Catmull-Rom noise and growth rings: the article on wood textures -------------------------


def table64(seed: int) -> Doubles:
    """float64 [x, y], 64 by 64: rand() / 32767 after srand(seed), the last index running fastest."""
    table: Doubles = _filled("table64", (64, 64), np.float64, seed)
    return table


def ring_octave(table: ArrayLike, octave: ArrayLike, frequency: ArrayLike, x: ArrayLike, y: ArrayLike) -> Any:
    """Catmull-Rom noise of frequency >= 1 cells a texture; x and y in textures, [0, 1) is one.  In [-0.28125, 1.28125]."""
    return _call("ring_octave", _count("octave", octave), _count("frequency", frequency), x, y,
                 table=_table("table64", table, (64, 64), np.float64))


def rings(table: ArrayLike, x: ArrayLike, y: ArrayLike, octaves: ArrayLike = 4, persistence: ArrayLike = 0.25,
          count: ArrayLike = 10) -> Any:
    """Growth rings: the fraction of count times the mean of octaves, of which the first has frequency 4.  x and y in
    textures.  In [0, 1), or (-1, 0] where the spline undershoots 0: the fraction is truncated, as published."""
    return _call("rings", x, y, _count("octaves", octaves), persistence, count,
                 table=_table("table64", table, (64, 64), np.float64))


def rings_rgb(shade: ArrayLike) -> Doubles:
    """The rings' wood: (0.80, 0.36, 0.08) times the shade, [..., 3]."""
    colour: Doubles = _real(shade)[..., np.newaxis] * np.array([0.80, 0.36, 0.08])
    return colour


# ---- Midpoint displacement: the article on fractal terrain ---------------------------------------------


def midpoint(n: int, seed: int, levels: int = 256) -> NDArray[np.int32]:
    """Heights from 0 to levels - 1, int32 [x, y], n by n.  Four corners are drawn with rand() after srand(seed); then each
    square's centre is the mean of its corners, displaced by up to half of levels, and its sides' middles are the means of their
    ends; likewise its four quarters, with half the displacement."""
    if not 1 <= n <= 46340 or not 1 <= levels < 2**31:
        raise ValueError("n is 1 to 46340, levels 1 to 2^31 - 1")
    cells: NDArray[np.int32] = _filled("midpoint", (n, n), np.int32, seed, levels)
    return cells
