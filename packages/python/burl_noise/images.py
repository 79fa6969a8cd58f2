"""What image("name") in a recipe reads: arrays of heights, and where they lie."""
from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


X_NAMES = ("x", "lon", "longitude", "easting", "projection_x_coordinate")
MOST = 2**20  # samples along an axis


class Image(NamedTuple):
    """An array with a place: sample [j, i] lies at (origin[0] + i*step[0], origin[1] + j*step[1]).

    data: heights, [y, x]; NaN where there are none.  A step of 0 along both axes: no place of its own, it is stretched over
    whichever grid is sampled, as a bare array is.
    """

    data: NDArray[np.float32]
    origin: tuple[float, float] = (0.0, 0.0)
    step: tuple[float, float] = (0.0, 0.0)

    @property
    def has_place(self) -> bool:
        return self.step != (0.0, 0.0)


def _evenly_spaced(name: str, values: NDArray[np.float64]) -> tuple[float, float]:
    """The first of an axis' coordinates and their step."""
    step = (values[-1] - values[0]) / (len(values) - 1)
    if not (np.isfinite(values).all() and step and np.allclose(np.diff(values), step, rtol=1e-3, atol=0)):
        raise ValueError(f"an image's samples lie evenly spaced; its coordinate {name!r} doesn't have them so")
    return float(values[0]), float(step)


def _is_data_array(value: Any) -> bool:
    """Whether it is an xarray.DataArray, which need not be installed."""
    return hasattr(value, "dims") and hasattr(value, "coords") and hasattr(value, "transpose")


def _rows_first(array: Any) -> Any:
    """A DataArray whose last axis is x, by its name; where names say nothing it is as it is."""
    return array.transpose() if array.ndim == 2 and str(array.dims[0]).lower() in X_NAMES else array


def _place_of(array: Any) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Origin and step of a DataArray with numbers along both axes."""
    dims: Any = array.dims
    coords: Any = array.coords
    if len(dims) != 2 or not all(dim in coords and coords[dim].dtype.kind in "fiu" and len(coords[dim]) > 1 for dim in dims):
        return None
    x0, dx = _evenly_spaced(str(dims[1]), np.asarray(coords[dims[1]], np.float64))
    y0, dy = _evenly_spaced(str(dims[0]), np.asarray(coords[dims[0]], np.float64))
    return (x0, y0), (dx, dy)


def image_of(value: Any) -> Image:
    """The image that an array, an xarray.DataArray or an Image is.  A C-contiguous float32 array is not copied: what is
    written into it later is seen by the next call that samples."""
    given = value if isinstance(value, Image) else None
    array: Any = given.data if given else value
    if _is_data_array(array):
        array = _rows_first(array)
    if array is None or isinstance(array, (str, bytes)):
        raise TypeError(f"an image is an array [y, x], not {array!r}; no file is opened")
    if isinstance(array, np.ma.MaskedArray):
        array = np.where(array.mask, np.nan, array.data)
    data = np.asarray(array)
    if data.ndim != 2 or data.size == 0:
        raise ValueError(f"an image is an array [y, x] of samples; this one has shape {data.shape}")
    if data.dtype.kind not in "fiub":
        raise TypeError(f"an image has real numbers; this one has dtype {data.dtype}")
    if max(data.shape) > MOST:
        raise ValueError(f"an image has at most 2^20 samples along an axis; this one has shape {data.shape}")
    heights = np.require(data, np.float32, ["C_CONTIGUOUS", "ALIGNED"])
    if given:
        return _checked(Image(heights, _pair("origin", given.origin), _pair("step", given.step)))
    place = _place_of(array) if _is_data_array(array) else None
    return Image(heights, *place) if place else Image(heights)


def _checked(image: Image) -> Image:
    if (image.step[0] == 0) != (image.step[1] == 0):
        raise ValueError(f"an image's step is 0 along both axes or along neither, not {image.step}")
    if image.origin != (0, 0) and not image.has_place:
        raise ValueError(f"an image with an origin, {image.origin}, has a step too")
    return image


def _pair(name: str, numbers: Any) -> tuple[float, float]:
    x, y = numbers if np.iterable(numbers) else (numbers, numbers)
    if not np.isfinite([x, y]).all():
        raise ValueError(f"an image's {name} is finite, not {(x, y)}")
    return float(x), float(y)


class Images(MutableMapping[str, Any]):
    """The images of a program by their names; those that aren't known yet are None."""

    def __init__(self, names: Callable[[], list[str]], known: Callable[[], dict[str, Image]],
                 store: Callable[[str, Image], None]) -> None:
        self._names = names
        self._known = known
        self._store = store

    def __getitem__(self, name: str) -> Image | None:
        if name not in self._names():
            raise KeyError(f"the recipe reads no image {name!r}" + self._there_are())
        return self._known().get(name)

    def __setitem__(self, name: str, value: Any) -> None:
        self[name]
        self._store(name, image_of(value))

    def __delitem__(self, name: str) -> None:
        raise TypeError("an image can be given other samples, but not be taken away")

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())

    def __repr__(self) -> str:
        shown = (f"{name!r}: {image.data.shape if (image := self[name]) else None}" for name in self)
        return f"Images({', '.join(shown)})"

    def _there_are(self) -> str:
        names = self._names()
        return f"; it reads {', '.join(map(repr, names))}" if names else ""
