"""What lines("name") and areas("name") in a recipe read: GeoJSON in plain numbers, as the C library takes it."""
from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

POINT, LINE, RING = range(3)
GEOMETRIES = {  # how many lists there are around those of positions, -1: there is one position; and what these are
    "Point": (-1, POINT), "MultiPoint": (0, POINT), "LineString": (0, LINE), "MultiLineString": (1, LINE),
    "LinearRing": (0, LINE), "Polygon": (1, RING), "MultiPolygon": (2, RING)}


class Shapes(NamedTuple):
    """Lines, points and areas.

    data: how many positions, paths and names there are; x and y of each position; first position, how many, feature and
    kind of each path; a value a position and name.
    """

    data: NDArray[np.float64]
    names: tuple[str, ...] = ()


def is_geojson(value: Any) -> bool:
    """Whether it is meant as GeoJSON: a text of it, a dict, or what has a __geo_interface__."""
    is_text = isinstance(value, (str, bytes)) and value.lstrip()[:1] in ("{", b"{")
    return is_text or isinstance(value, (dict, Shapes)) or hasattr(value, "__geo_interface__")


def shapes_of(value: Any) -> Shapes:
    if isinstance(value, Shapes):
        return value
    try:
        root: Any = json.loads(value) if isinstance(value, (str, bytes)) else getattr(value, "__geo_interface__", value)
        return _shapes_of(root)
    except json.JSONDecodeError as error:
        raise ValueError(f"this isn't JSON: {error}") from None
    except (OverflowError, RecursionError) as error:
        raise ValueError(f"a number that is too large, or lists that are too deep: {error}") from None


def _shapes_of(root: Any) -> Shapes:
    reader, kind = _Reader(), root.get("type")
    if kind == "FeatureCollection":
        features = root.get("features")
        if not isinstance(features, (list, tuple)):
            raise ValueError('its "features" aren\'t a list')
        for number, feature in enumerate(features):
            reader.feature(feature or {}, number)
    elif kind == "Feature":
        reader.feature(root, 0)
    elif isinstance(kind, str):
        reader.feature({"geometry": root}, 0)
    else:
        raise ValueError('this isn\'t GeoJSON: it has no "type"')
    return reader.shapes()


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool) and math.isfinite(value)


class _Reader:
    def __init__(self) -> None:
        self.positions: list[Any] = []
        self.paths: list[tuple[int, int, int, int]] = []
        self.features: list[tuple[Mapping[str, Any], int, int]] = []  # properties, and which positions it has

    def path(self, positions: Any, feature: int, kind: int) -> None:
        if not isinstance(positions, (list, tuple)):
            raise ValueError(f"feature {feature} (from 0): its coordinates aren't lists of positions")
        for position in positions:
            if not (isinstance(position, (list, tuple)) and len(position) > 1 and all(map(_is_number, position[:2]))):
                raise ValueError(f"feature {feature} (from 0): a position is [x, y], two numbers")
        if positions:
            self.paths.append((len(self.positions), len(positions), feature, kind))
        self.positions.extend(positions)

    def lists(self, lists: Any, depth: int, feature: int, kind: int) -> None:
        if depth == 0:
            self.path(lists, feature, kind)
        elif isinstance(lists, (list, tuple)):
            for one in lists:
                self.lists(one, depth - 1, feature, kind)
        else:
            raise ValueError(f"feature {feature} (from 0): its coordinates aren't lists of positions")

    def geometry(self, geometry: Any, feature: int) -> None:
        if geometry is None:
            return
        name = geometry.get("type") if isinstance(geometry, Mapping) else None
        if name == "GeometryCollection":
            for one in geometry.get("geometries", ()):
                self.geometry(one, feature)
            return
        if name not in GEOMETRIES:
            raise ValueError(f"feature {feature} (from 0): no geometry is a {name!r}")
        depth, kind = GEOMETRIES[name]
        coordinates = geometry.get("coordinates")
        if depth >= 0:
            self.lists(coordinates, depth, feature, kind)
        elif coordinates not in ([], ()):
            self.path([coordinates], feature, kind)

    def feature(self, feature: Mapping[str, Any], number: int) -> None:
        first = len(self.positions)
        self.geometry(feature.get("geometry"), number)
        self.features.append((feature.get("properties") or {}, first, len(self.positions)))

    def columns(self) -> dict[str, NDArray[np.float64]]:
        """A value a position of each property that is a number, or as many as the feature has positions; and the third
        coordinate, unless a property is called that."""
        columns: dict[str, NDArray[np.float64]] = {}
        for properties, first, end in self.features:
            for name, value in properties.items():
                values = value if isinstance(value, (list, tuple)) else (value,)
                fits = values is not value or len(values) == end - first
                if end > first and fits and all(map(_is_number, values)) and "\0" not in name:
                    columns.setdefault(name, np.full(len(self.positions), np.nan))[first:end] = values
        heights = [float(p[2]) if len(p) > 2 and _is_number(p[2]) else math.nan for p in self.positions]
        if "z" not in columns and not np.isnan(heights).all():
            columns["z"] = np.array(heights)
        return columns

    def shapes(self) -> Shapes:
        columns = self.columns() if self.positions else {}
        values = np.stack(list(columns.values()), axis=1) if columns else np.empty(0)
        data = np.concatenate([np.array([len(self.positions), len(self.paths), len(columns)], np.float64),
                               np.array([p[:2] for p in self.positions], np.float64).ravel(),
                               np.array(self.paths, np.float64).ravel(), values.ravel()])
        return Shapes(data, tuple(columns))
