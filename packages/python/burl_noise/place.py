"""Where the samples of a grid lie: from shapes and extents, in the order of arrays, to the library's numbers, x first."""
from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex

import numpy as np

from .images import Image

if TYPE_CHECKING:
    from ._burl import Four, Where, Whole

AXES = "xyzw"
LONGEST = 512  # samples along the longer side, where no shape is given
DEFAULT_EXTENT = 8.0  # of the longest side

Shape = SupportsIndex | Sequence[SupportsIndex]
Edge = Literal["cell", "shared"]


class Scene(NamedTuple):
    """What a program says of where it is to be seen."""

    dims: int
    view: tuple[float, ...]
    images: Sequence[Image]


class Request(NamedTuple):
    """What a caller says of where samples lie; see Program.grid."""

    shape: Shape | None = None
    extent: Sequence[float] | None = None
    edge: Edge = "cell"
    origin: Sequence[float] | float | None = None
    step: Sequence[float] | float | None = None
    first: Shape | None = None
    whole: Shape | None = None
    at: Mapping[str, float] | None = None
    t: float = 0.0
    footprint: float = 0.0
    samples: int = 1


def _whole_numbers(name: str, value: Shape) -> tuple[int, ...]:
    if isinstance(value, np.ndarray) and value.ndim > 1:
        raise TypeError(f"{name} is whole numbers, not an array of shape {value.shape}; heights go in by name, grid(dem=array)")
    try:
        numbers = tuple(map(operator.index, value)) if isinstance(value, Iterable) else (operator.index(value),)
    except TypeError:
        raise TypeError(f"{name} is whole numbers, not {value!r}") from None
    if any(abs(number) > 2**53 for number in numbers):
        raise ValueError(f"{name} {numbers} is beyond 2**53")
    return numbers


def _numbers(name: str, value: Sequence[float] | float, counts: Sequence[int], what: str) -> list[float]:
    try:
        listed = value if np.ndim(value) > 0 else (value,)
        numbers = [float(number) for number in listed]  # type: ignore[union-attr, arg-type]
    except (TypeError, ValueError):
        raise TypeError(f"{name} is numbers, not {value!r}") from None
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name} is numbers, not {value!r}")
    if len(numbers) not in counts:
        raise ValueError(f"{name} has {len(numbers)} numbers; expected are {what}")
    if not all(map(math.isfinite, numbers)):
        raise ValueError(f"{name} is finite, not {value!r}")
    return numbers


def _number(name: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} is one number, not {value!r}") from None
    if not math.isfinite(number):
        raise ValueError(f"{name} is finite, not {value!r}")
    return number


def _corner_names(axes: int) -> str:
    return ", ".join(f"{axis}{end}" for end in (0, 1) for axis in AXES[:axes])


def shape_of(scene: Scene, request: Request) -> tuple[int, ...]:
    """The shape of the samples, without channels."""
    if request.shape is None:
        return _default_shape(scene, request)
    shape = _whole_numbers("shape", request.shape)
    if not 1 <= len(shape) <= scene.dims:
        most = f"1 to {scene.dims} axes" if scene.dims > 1 else "one axis"
        raise ValueError(f"shape {shape} has {len(shape)} axes; the recipe has {most}")
    if min(shape) < 0:
        raise ValueError(f"shape {shape} has a negative size")
    return shape


def _default_shape(scene: Scene, request: Request) -> tuple[int, ...]:
    """That of the image, or so many samples that they are square."""
    if scene.dims == 1:
        return (LONGEST,)
    if scene.images:
        height, width = scene.images[0].data.shape[:2]
        return (height, width)
    corners = scene.view if request.extent is None else tuple(_numbers("extent", request.extent, [4], f"4, {_corner_names(2)}"))
    if len(corners) != 4 or request.step is not None:
        return (LONGEST, LONGEST)
    aspect = abs((corners[2] - corners[0]) / (corners[3] - corners[1])) if corners[3] != corners[1] else 1.0
    if not np.isfinite(aspect) or aspect == 0:
        return (LONGEST, LONGEST)
    long, short = LONGEST, max(1, round(LONGEST * min(aspect, 1 / aspect)))
    return (short, long) if aspect > 1 else (long, short)


def _default_extent(scene: Scene, size: Sequence[int]) -> tuple[list[float], list[float]]:
    """That of the image, or of the recipe's view, or 8 along the longest side; along an axis that the view doesn't have,
    samples are as far apart as along x."""
    count = len(size)
    placed = next((image for image in scene.images if image.has_place), None)
    if placed and count == 2:
        height, width = placed.data.shape[:2]
        low = [placed.origin[a] - 0.5 * placed.step[a] for a in (0, 1)]
        return low, [low[a] + (width, height)[a] * placed.step[a] for a in (0, 1)]
    if scene.images:
        return [0.0] * count, [float(n) for n in size]
    seen = len(scene.view) // 2
    low, high = [0.0] * count, [0.0] * count
    for a in range(count):
        if a < seen:
            low[a], high[a] = scene.view[a], scene.view[seen + a]
        elif seen:
            high[a] = (scene.view[seen] - scene.view[0]) * size[a] / max(size[0], 1)
        else:
            high[a] = DEFAULT_EXTENT * size[a] / max(*size, 1)
    return low, high


def _fill_extent(low: float, high: float, size: int, edge: Edge) -> tuple[float, float]:
    """Origin and step."""
    if edge == "cell":
        step = (high - low) / size if size else 0.0
        return low + 0.5 * step, step
    return low, (high - low) / (size - 1) if size > 1 else 0.0


def _origins_and_steps(scene: Scene, request: Request, size: list[int]) -> list[tuple[float, float]]:
    axes = len(size)
    if not isinstance(request.edge, str) or request.edge not in ("cell", "shared"):
        raise ValueError(f"edge is 'cell' or 'shared', not {request.edge!r}")
    if request.extent is not None and (request.origin is not None or request.step is not None):
        raise TypeError("extent and origin, step are two ways to say the same: take one")
    if request.step is not None:
        steps = _numbers("step", request.step, [1, axes], f"{axes}, {', '.join('d' + a for a in AXES[:axes])}, or one for all")
        origins = _numbers("origin", 0.0 if request.origin is None else request.origin, [1, axes],
                           f"{axes}, {', '.join(AXES[:axes])}")
        origins, steps = (n * axes if len(n) == 1 else n for n in (origins, steps))
        return list(zip(origins, steps))
    if request.origin is not None:
        raise TypeError("origin needs step beside it")
    if request.extent is None:
        low, high = _default_extent(scene, size)
    else:
        corners = _numbers("extent", request.extent, [2 * axes], f"{2 * axes}, {_corner_names(axes)}")
        low, high = corners[:axes], corners[axes:]
    return [_fill_extent(*along, request.edge) for along in zip(low, high, size)]


def _fixed(scene: Scene, request: Request, axes: int) -> list[float]:
    """The coordinates along the axes that the grid doesn't have."""
    if request.at is not None and not isinstance(request.at, Mapping):
        raise TypeError(f'at is a dict, {{"z": 0.5}}, not {request.at!r}')
    at = dict(request.at or {})
    for axis in at:
        if axis not in AXES[axes:scene.dims]:
            free = ", ".join(AXES[axes:scene.dims]) or "none"
            raise ValueError(f"at has {axis!r}; the axes without a size are: {free}")
    seen = len(scene.view) // 2
    return [_number(f"at {AXES[a]}", at.get(AXES[a], scene.view[a] if a < seen else 0.0)) for a in range(axes, 4)]


def _four(numbers: Sequence[float], fill: float = 0.0) -> Four:
    a, b, c, d = [*numbers, *[fill] * (4 - len(numbers))]
    return a, b, c, d


def _four_whole(numbers: Sequence[int], fill: int) -> Whole:
    a, b, c, d = [*numbers, *[fill] * (4 - len(numbers))]
    return a, b, c, d


def _per_axis(name: str, value: Shape, shape: tuple[int, ...]) -> list[int]:
    """Whole numbers as many as the shape has, x first."""
    numbers = _whole_numbers(name, value)
    if len(numbers) != len(shape):
        raise ValueError(f"{name} {numbers} has {len(numbers)} numbers; the shape {shape} has {len(shape)}")
    return list(reversed(numbers))


def block_of(block: Shape, shape: tuple[int, ...]) -> Whole:
    """The samples of a block along four axes, x first: as many numbers as the shape has, or one for all."""
    numbers = _per_axis("block", block if isinstance(block, Iterable) else (block,) * len(shape), shape)
    if min(numbers, default=1) < 1:
        raise ValueError(f"a block has 1 sample or more along each axis, not {block!r}")
    return _four_whole(numbers, 1)


def where_of(scene: Scene, shape: tuple[int, ...], request: Request) -> Where:
    """The place of a grid of that shape."""
    size = list(reversed(shape))
    first = [0] * len(size) if request.first is None else _per_axis("first", request.first, shape)
    whole = size if request.whole is None else _per_axis("whole", request.whole, shape)
    if request.whole is None and request.first is not None and request.step is None:
        raise TypeError("first needs whole, the shape of the grid that fills the extent, or origin and step")
    for axis, n, begin, all_of_it in zip(AXES, size, first, whole):
        if request.whole is not None and not (0 <= begin and begin + n <= all_of_it):
            raise ValueError(f"along {axis} the samples {begin} to {begin + n} are not in the whole's {all_of_it}")
    (samples,) = _whole_numbers("samples", request.samples) if np.ndim(request.samples) == 0 else (0,)
    if not 1 <= samples <= 16:
        raise ValueError(f"samples is 1 to 16, not {request.samples!r}")
    footprint = _number("footprint", request.footprint)
    if footprint < 0:
        raise ValueError(f"footprint is 0 or more, not {footprint}")
    places = _origins_and_steps(scene, request, whole)
    for axis, (_, step_along), n in zip(AXES, places, whole):
        if step_along == 0 and n > 1:
            extent = "" if request.extent is None else f"extent {tuple(request.extent)} is {_corner_names(len(size))}: "
            raise ValueError(f"{extent}the {n} samples along {axis} all lie at one place")
    origin = [place[0] for place in places] + _fixed(scene, request, len(size))
    step = [place[1] for place in places]
    return (_four_whole(size, 1), _four_whole(first, 0), _four(origin), _four(step), _number("t", request.t),
            footprint, samples)


def coordinates(where: Where, axis: int) -> Any:
    """The coordinates of a grid's samples along an axis, 0: x, as the library computes them."""
    size, first, origin, step = where[:4]
    return origin[axis] + (first[axis] + np.arange(size[axis], dtype=np.float64)) * step[axis]
