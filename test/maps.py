"""Checks maps for test_maps.c, of tiles as files: maps.py CHECK ARGUMENT…; each check prints what it found, or fails."""
import json
import math
import sqlite3
import subprocess
import sys

import numpy as np
from PIL import Image


STEPS = {"terrarium": (256, -32768), "mapbox": (10, -10000)}  # a metre, and the lowest height


def heights(path, encoding="terrarium"):
    rgb = np.asarray(Image.open(path).convert("RGB")).astype(np.int64)
    steps, lowest = STEPS[encoding]
    return (rgb[..., 0]*65536 + rgb[..., 1]*256 + rgb[..., 2]) / steps + lowest


def mosaic(pattern, zoom, columns, face=0):
    """All tiles of a zoom as one picture."""
    rows = [np.hstack([heights(pattern.format(z=zoom, x=x, y=y, face=face)) for x in range(columns)]) for y in range(2**zoom)]
    return np.vstack(rows)


def steps(image, axis):
    return np.abs(np.diff(image, axis=axis))


def seams(pattern, zoom, side, around):
    """Steps between tiles are as large as those beside them, around the globe too: around is web or geographic."""
    image = mosaic(pattern, int(zoom), 2**int(zoom) * (2 if around == "geographic" else 1))
    side = int(side)
    for axis in (1, 0):
        step = steps(image, axis)
        borders = np.arange(side - 1, image.shape[axis] - 1, side)
        at_borders = np.take(step, borders, axis=axis)
        beside = np.take(step, np.concatenate([borders - 1, borders + 1]), axis=axis)
        assert at_borders.mean() < 1.2 * beside.mean() and at_borders.max() <= 1.5 * step.max(), (axis, at_borders.mean(), beside.mean())
    around_step = np.abs(image[:, 0] - image[:, -1])
    assert around_step.max() <= 1.5 * steps(image, 1).max() and around_step.mean() < 1.3 * steps(image, 1).mean()
    if around == "geographic":  # beyond a pole lies the other side of the globe
        for row in (image[0], image[-1]):
            across = np.abs(row - np.roll(row, len(row) // 2))
            assert across.max() <= 3 * steps(image, 0).max(), across.max()
            assert row.max() - row.min() < 8 * steps(image, 0).max()
    print("no seam")


FACES = [lambda x, y: (1, x, -y), lambda x, y: (-1, -x, -y), lambda x, y: (x, -y, 1),
         lambda x, y: (x, y, -1), lambda x, y: (x, -1, -y), lambda x, y: (-x, 1, -y)]


def directions(face, size):
    at = (np.arange(size) + 0.5) / size * 2 - 1
    x, y = np.meshgrid(at, at)
    d = np.stack([np.broadcast_to(c, x.shape) for c in FACES[face](x, y)], -1).astype(float)
    return d / np.linalg.norm(d, axis=-1, keepdims=True)


def cube(pattern, zoom):
    """Along each of the twelve edges heights go on as steadily as within the faces."""
    images = [mosaic(pattern, int(zoom), 2**int(zoom), face) for face in range(6)]
    size = images[0].shape[0]
    most = max(steps(i, a).max() for i in images for a in (0, 1))
    rims, walked = [], 0
    for face, image in enumerate(images):
        d = directions(face, size)
        for edge in (np.s_[0, :], np.s_[-1, :], np.s_[:, 0], np.s_[:, -1]):
            rims.append((face, d[edge], image[edge]))
    for face, here, values in rims:
        best, found = np.full(size, 9.0), np.zeros(size)
        for other, there, others in rims:
            if other == face:
                continue
            apart = np.linalg.norm(here[:, None] - there[None], axis=-1)
            nearest = apart.argmin(1)
            closer = apart[np.arange(size), nearest] < best
            best[closer], found[closer] = apart[np.arange(size), nearest][closer], others[nearest][closer]
        assert np.abs(found - values).max() <= 2 * most, (face, np.abs(found - values).max(), most)
        walked += size
    print(walked, "samples along 24 rims")


def place(kind, zoom, side, row, column, face=0, view=None):
    across = side * 2**zoom
    if kind == "web":
        v = (row + 0.5) / across
        return (column + 0.5) / across * 360 - 180, math.degrees(math.atan(math.sinh(math.pi * (1 - 2*v))))
    if kind == "geographic":
        return (column + 0.5) / (2*across) * 360 - 180, 90 - (row + 0.5) / across * 180
    if kind == "plane":
        return view[0] + (column + 0.5) / across * (view[2] - view[0]), view[1] + (row + 0.5) / across * (view[3] - view[1])
    x, y, z = FACES[face]((column + 0.5) / across * 2 - 1, (row + 0.5) / across * 2 - 1)
    return math.degrees(math.atan2(y, x)), math.degrees(math.atan2(z, math.hypot(x, y)))


def places(kind, encoding, pattern, zoom, burl, *words):
    """Samples of tiles here and there are what the recipe has at their places."""
    zoom, view, random = int(zoom), [10, 20, 40, 50], np.random.default_rng(1)  # the view is test_maps.c's
    lines, expected = ["x,y"], []
    for _ in range(60):
        face = int(random.integers(6)) if kind == "cube" else 0
        columns = 2**zoom * (2 if kind == "geographic" else 1)
        x, y = int(random.integers(columns)), int(random.integers(2**zoom))
        tile = heights(pattern.format(z=zoom, x=x, y=y, face=face), encoding)
        side = tile.shape[0]
        for _ in range(20):
            i, j = (int(v) for v in random.integers(side, size=2))
            lines.append("%.17g,%.17g" % place(kind, zoom, side, y*side + j, x*side + i, face, view))
            expected.append(tile[j, i])
    made = subprocess.run([burl, "sample", *words, "-"], input="\n".join(lines) + "\n", text=True,
                          capture_output=True, check=True).stdout.splitlines()[1:]
    worst = max(abs(float(line.split(",")[-1]) - e) for line, e in zip(made, expected))
    assert len(made) == len(expected) and worst <= 0.5/STEPS[encoding][0] + 0.0005, worst  # and a step of the recipe's floats
    print(len(made), "places")


def apart(kind, zoom, side, row):
    """How far samples of a row are apart, in degrees of longitude and of latitude; amid a cube's face."""
    step = 360 / (side * 2**zoom)
    if kind == "cube":
        return (math.degrees(2 / (side * 2**zoom)),)*2
    north, south = (place(kind, zoom, side, r, 0)[1] for r in (row - 0.5, row + 0.5))
    return step, north - south


def details(kind, pattern, zoom, recipe, burl):
    """Samples have the octaves that can be seen there: those of a grid whose samples are as far apart."""
    zoom, random, worst = int(zoom), np.random.default_rng(2), 0
    for _ in range(12):
        face = int(random.integers(6)) if kind == "cube" else 0
        x, y = (int(v) for v in random.integers(2**zoom, size=2))
        tile = heights(pattern.format(z=zoom, x=x, y=y, face=face))
        side = tile.shape[0]
        i, j = (int(v) for v in random.integers(side, size=2))
        longitude, latitude = place(kind, zoom, side, y*side + j, x*side + i, face)
        east, north = (a / 2 for a in apart(kind, zoom, side, y*side + j))
        subprocess.run([burl, "render", recipe, "--result", "height", "--size", "1x1", "-q", "-o", "one.npy", "--extent=%.17g,%.17g,%.17g,%.17g"
                        % (longitude - east, latitude - north, longitude + east, latitude + north)], check=True)
        worst = max(worst, abs(np.load("one.npy").item() - tile[j, i]))
    assert worst <= 1/512 + 0.01, worst
    print("details")


def four(folder, zoom):
    """[[upper left, upper right], [lower left, lower right]] pixel sums of a zoom's four samples for each of the one before."""
    image = mosaic(folder, zoom, 2**zoom)
    return image[::2, ::2] + image[1::2, ::2] + image[::2, 1::2] + image[1::2, 1::2]


def means(pattern, most):
    """Each height of an overview is the mean of four of the next zoom, to the nearest step of 1/256 m."""
    for zoom in range(int(most)):
        expected = np.floor((four(pattern, zoom + 1) * 256 + 4*32768*256 + 2) / 4) / 256 - 32768
        assert (mosaic(pattern, zoom, 2**zoom) == expected).all(), zoom
    print("means")


def agree(pattern, most, limit):
    """Zooms that are each sampled by themselves agree: how far a height is from the mean of its four, beside how far heights are
    from their mean."""
    worst = 0
    for zoom in range(1, int(most)):
        here, mean = mosaic(pattern, zoom, 2**zoom), four(pattern, zoom + 1) / 4
        worst = max(worst, np.sqrt(((here - mean)**2).mean()) / here.std())
    assert worst < float(limit), worst
    print("agree")


def colours(pattern, most):
    """Each colour of an overview is the root of the mean of the squares of four, weighed by opacity."""
    def picture(zoom):
        return np.vstack([np.hstack([np.asarray(Image.open(pattern.format(z=zoom, x=x, y=y))) for x in range(2**zoom)])
                          for y in range(2**zoom)]).astype(np.int64)
    for zoom in range(int(most)):
        below, here = picture(zoom + 1), picture(zoom)
        quarters = [below[j::2, i::2] for j in (0, 1) for i in (0, 1)]
        weight = [q[..., 3:4] if q.shape[-1] == 4 else np.ones_like(q[..., :1]) for q in quarters]
        total = sum(weight)
        squares = sum(q[..., :3]**2 * w for q, w in zip(quarters, weight))
        expected = np.floor(np.sqrt(squares / np.maximum(total, 1)) + 0.5)
        assert (here[..., :3] == expected).all(), zoom
        if here.shape[-1] == 4:
            assert (here[..., 3:4] == (total + 2) // 4).all(), zoom
    print(picture(0).shape[-1], "channels")


def pixels(pattern, zoom, whole):
    """Tiles of a geographic map are the pixels of its picture."""
    zoom, picture = int(zoom), np.asarray(Image.open(whole))
    rows = [np.hstack([np.asarray(Image.open(pattern.format(z=zoom, x=x, y=y))) for x in range(2**(zoom + 1))]) for y in range(2**zoom)]
    made = np.vstack(rows)
    if picture.ndim == 2:  # tiles of greys are colours
        picture = np.stack([picture]*3, -1)
    assert made.shape == picture.shape and (made == picture).all()
    print(*made.shape)


def database(path, pattern):
    """An .mbtiles has the files' bytes, its rows counted from the south."""
    database = sqlite3.connect(path)
    about = dict(database.execute("SELECT name, value FROM metadata"))
    count = 0
    for zoom, column, row, data in database.execute("SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles"):
        with open(pattern.format(z=zoom, x=column, y=2**zoom - 1 - row), "rb") as file:
            assert file.read() == data
        count += 1
    assert about["encoding"] == json.loads(about["burl"])["encoding"]
    assert about["format"] == "png" and json.loads(about["burl"])["generator"].startswith("burl ")
    contents, = database.execute("SELECT count(*) FROM images").fetchone()
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    print(count, contents, about["minzoom"], about["maxzoom"])


def raster(path, whole):
    """A raster of shards has the samples and the place of one that was made at once."""
    from osgeo import gdal
    gdal.UseExceptions()
    made, other = gdal.Open(path), gdal.Open(whole)
    a, b = made.ReadAsArray(), other.ReadAsArray()
    assert a.dtype == b.dtype and (a.view(np.uint32) == b.view(np.uint32)).all()
    t, u = made.GetGeoTransform(), list(other.GetGeoTransform())
    if u[5] > 0:  # a plane whose y goes downwards: the shards' first row is in the north
        u[3], u[5] = u[3] + u[5]*b.shape[0], -u[5]
    assert np.allclose(t, u, rtol=1e-12, atol=1e-12), (t, u)
    print(*a.shape, made.GetSpatialRef().GetAuthorityCode(None) if made.GetSpatialRef() else "no system")


def optimised(path):
    """A shard of a raster is laid out as a cloud-optimised GeoTIFF."""
    from osgeo import gdal
    gdal.UseExceptions()
    file = gdal.Open(path)
    band = file.GetRasterBand(1)
    print(file.GetMetadataItem("LAYOUT", "IMAGE_STRUCTURE"), band.GetBlockSize(), band.GetOverviewCount(), gdal.GetDataTypeName(band.DataType))


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
