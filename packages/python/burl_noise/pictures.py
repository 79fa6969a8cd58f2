"""Samples as pixels: what burl's command writes into a PNG."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .optional import needed
from .program import Bounds, Program, check_program

if TYPE_CHECKING:
    from numpy.typing import NDArray

Range = tuple[float, float] | Literal["proven", "auto"]


def _ends(array: NDArray[Any], range: Range) -> tuple[float, float]:
    if isinstance(range, str):
        if range != "auto":
            raise ValueError(f"range is two numbers, 'auto' or, of a picture, 'proven', not {range!r}")
        finite = array[np.isfinite(array)]
        return (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    lo, hi = map(float, range)
    if not (np.isfinite([lo, hi]).all() and lo != hi):
        raise ValueError(f"range is two different finite numbers, not {range!r}")
    return lo, hi


def pixels(array: NDArray[Any], range: Range = (0.0, 1.0), depth: int = 8) -> NDArray[Any]:
    """Samples as whole numbers, uint8 or, with a depth of 16, uint16, of the array's shape.

    range: the values that become 0 and the greatest number, or "auto", the array's own; what is beyond is cut off.  NaN is 0.
    """
    if depth not in (8, 16):
        raise ValueError(f"depth is 8 or 16, not {depth!r}")
    if isinstance(array, Program):
        raise TypeError("pixels takes an array; picture takes a program")
    array = np.asarray(array)
    lo, hi = _ends(array, range)
    full = 2.0**depth - 1
    kind = np.uint8 if depth == 8 else np.uint16
    if lo == hi:
        return np.zeros(array.shape, kind)
    with np.errstate(invalid="ignore", over="ignore"):
        scaled = (array.astype(np.float64) - lo) / (hi - lo) * full + 0.5
    return np.clip(np.nan_to_num(scaled, nan=0.0, posinf=full, neginf=0.0), 0.0, full + 0.5).astype(kind)


def grey_range(program: Program) -> Bounds:
    """What becomes black and white where nobody says: 0 and 1 for values within them, else the proven bounds."""
    lo, hi = program.bounds
    rounding = 2.0**-20  # by which bounds of floats may be beyond those of exact numbers
    return Bounds(0.0, 1.0) if lo >= -rounding and hi <= 1 + rounding else Bounds(lo, hi)


def picture(program: Program, shape: Any = None, *, range: Range = "proven", depth: int = 8, **grid: Any) -> Any:
    """A grid as a PIL.Image: its save() writes the file.  The pixels are those of `burl render -o FILE.png`.

    range: of a number, the values that are black and white: "proven": 0 and 1 for a number within them, else the proven
        bounds; "auto": this picture's own; or two numbers.  Colours run from 0 to 1.
    depth: bits, 8 or, for a number, 16.
    shape, and the rest: as of Program.grid; two axes.

    Raises ValueError where there are no proven bounds, or several results; ImportError without Pillow.
    """
    check_program("picture", program, "; pixels(array, range=(lo, hi)) makes whole numbers of an array, for PIL.Image.fromarray")
    from_array = needed("PIL.Image", "pillow").fromarray
    if len(program.results) > 1:
        raise ValueError(f"a picture is of one result, not of {', '.join(r.name for r in program.results)}: "
                         "program.part(name) has one")
    is_grey = program.channels == 1
    if program.dims == 1 or shape is not None and np.size(shape) != 2:
        raise ValueError(f"a picture has two axes, not shape={shape!r} in {program.dims}D")
    if depth == 16 and not is_grey:
        raise ValueError("Pillow has no colours of 16 bits: burl render --depth 16 writes them")
    ends = range if is_grey else (0.0, 1.0)
    if isinstance(ends, str) and ends == "proven":
        ends = grey_range(program)
        if not np.isfinite(ends).all():
            raise ValueError("the recipe's values have no proven bounds: give range=(lo, hi) or range='auto'")
    pixels(np.zeros(0, np.float32), ends, depth)  # says what is wrong before anything is sampled
    samples = program.grid(shape, **grid)
    return from_array(pixels(samples, ends, depth))
