"""What image("name") in a recipe reads: arrays of heights or colours, and where they lie."""
from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .geojson import Shapes, is_geojson, shapes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


AXIS_OF = {"x": "x", "lon": "x", "longitude": "x", "easting": "x", "projection_x_coordinate": "x",
           "y": "y", "lat": "y", "latitude": "y", "northing": "y", "projection_y_coordinate": "y"}
MOST = 2**20  # samples along an axis


class Image(NamedTuple):
    """An array with a place: sample [j, i] lies at (origin[0] + i*step[0], origin[1] + j*step[1]).

    data: heights, [y, x]; NaN where there are none.  Or a picture, [y, x, channel]: 3 channels are red, green and blue, from
    0 to 1, a fourth is opacity; 2 are grey and opacity.  A step of 0 along both axes: no place of its own, the recipe gives
    it one by size:, or it is stretched over whichever grid is sampled, as a bare array is.  linear: whether colours are
    linear light, not sRGB.
    """

    data: NDArray[np.float32]
    origin: tuple[float, float] = (0.0, 0.0)
    step: tuple[float, float] = (0.0, 0.0)
    linear: bool = False

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
    """A DataArray whose dimensions are y and x, by their names; where neither name says which it is, it is as it is."""
    if hasattr(array, "data_vars"):
        raise TypeError(f"an image is one DataArray; this is a Dataset of {', '.join(map(repr, array.data_vars)) or 'none'}")
    axes = [AXIS_OF.get(str(dim).lower(), "") for dim in array.dims]
    if axes == ["x", "y"]:
        return array.transpose()
    if axes not in (["y", "x"], ["", ""]):
        raise ValueError(_says_dims(array.dims, array.shape, axes))
    return array


def _says_dims(dims: Sequence[Any], shape: Sequence[int], axes: Sequence[str]) -> str:
    """What a DataArray's dimensions should be, what they are, and what makes them so."""
    has = ", ".join(f"{dim} ({size})" for dim, size in zip(dims, shape)) or "none"
    cure = ""
    if len(dims) > 2:
        unknown_first = sorted(range(len(dims)), key=lambda i: axes[i] != "")
        spare = {dims[i]: 0 for i in unknown_first[:-2]}
        cure = f"; .isel({spare}) takes the first along {' and '.join(map(str, spare))}"
    elif len(dims) == 2:
        known = 0 if axes[0] else 1
        other = {dims[1 - known]: "y" if axes[known] == "x" else "x"}
        cure = f"; if {dims[1 - known]} is the other, say so: .rename({other})"
    return f"an image has two dimensions, y and x, or lat and lon; this DataArray has {has}{cure}"


def _place_of(array: Any) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Origin and step of a DataArray with numbers along both axes."""
    dims: Any = array.dims
    coords: Any = array.coords
    if len(dims) != 2 or not all(dim in coords and coords[dim].dtype.kind in "fiu" and len(coords[dim]) > 1 for dim in dims):
        return None
    x0, dx = _evenly_spaced(str(dims[1]), np.asarray(coords[dims[1]], np.float64))
    y0, dy = _evenly_spaced(str(dims[0]), np.asarray(coords[dims[0]], np.float64))
    return (x0, y0), (dx, dy)


def image_of(value: Any) -> Image | Shapes:
    """The image that an array, an xarray.DataArray or an Image is; the shapes that GeoJSON is.  A C-contiguous float32 array is not copied: what is
    written into it later is seen by the next call that samples, but of pictures with a size:, which are given anew then."""
    if is_geojson(value):
        return shapes_of(value)
    given = value if isinstance(value, Image) else None
    array: Any = given.data if given else value
    if _is_data_array(array):
        array = _rows_first(array)
    if array is None or isinstance(array, (str, bytes)):
        raise TypeError(f"an image is an array [y, x], not {array!r}; no file is opened")
    if isinstance(array, np.ma.MaskedArray):
        array = np.where(array.mask, np.nan, array.data)
    data = np.asarray(array)
    if data.ndim not in (2, 3) or data.size == 0 or data.ndim == 3 and data.shape[2] > 4:
        raise ValueError(f"an image is an array [y, x] of samples, or [y, x, channel] with 2 to 4; this one has shape "
                         f"{data.shape}")
    if data.dtype.kind not in "fiub":
        raise TypeError(f"an image has real numbers; this one has dtype {data.dtype}")
    if data.ndim == 3 and data.dtype in (np.uint8, np.uint16):  # a picture as files have it
        data = (data / np.iinfo(data.dtype).max).astype(np.float32)
    if max(data.shape) > MOST:
        raise ValueError(f"an image has at most 2^20 samples along an axis; this one has shape {data.shape}")
    heights = np.require(data, np.float32, ["C_CONTIGUOUS", "ALIGNED"])
    if given:
        return _checked(Image(heights, _pair("origin", given.origin), _pair("step", given.step), bool(given.linear)))
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

    def __init__(self, names: Callable[[], list[str]], known: Callable[[], dict[str, Image | Shapes]],
                 store: Callable[[str, Image | Shapes], None]) -> None:
        self._names = names
        self._known = known
        self._store = store

    def __getitem__(self, name: str) -> Image | Shapes | None:
        if name not in self._names():
            raise KeyError(f"the recipe reads no image {name!r}" + self._there_are())
        return self._known().get(name)

    def __setitem__(self, name: str, value: Any) -> None:
        self[name]
        try:
            image = image_of(value)
        except (TypeError, ValueError) as error:
            raise type(error)(f"image {name!r}: {error}") from None
        self._store(name, image)

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
