"""Lists of points: what they have, windows, and what is refused."""
import numpy as np
import pytest

import burl_noise as burl

DRY = burl.compile("fbm(perlin(x/9, y/9), octaves: 3)", seed=5)
COLOURS = burl.compile("rgb(0.5 + 0.5*perlin(), x, y)")


def test_points_have_their_samples():
    p = DRY.scatter((0, 0), (60, 40), 1.5)
    assert 600 < len(p.x) == len(p.y) == len(p.id) == len(p.chance) == len(p.values) < 700
    np.testing.assert_array_equal(p.values, DRY(p.x, p.y))
    np.testing.assert_array_equal(p.id, burl.compile("scatter(radius: 1.5, give: id)", seed=5)(p.x, p.y))
    np.testing.assert_array_equal(p.chance, burl.compile("hash(scatter(radius: 1.5, give: id), 1)", seed=5)(p.x, p.y))
    far = np.hypot(p.x[:, None] - p.x, p.y[:, None] - p.y) + 9*np.eye(len(p.x))
    assert 1.5*(1 - 1e-9) < far.min() and far.min(axis=0).max() < 2*1.5*1.5
    assert COLOURS.scatter((0, 0), (60, 40), 1.5, seed=2).values.shape[1] == 3


def test_radii_vary():
    radius = burl.compile("clamp(3 + 5*perlin(x/9, y/9), 1, 6)")
    p = DRY.scatter((0, 0), (60, 40), radius, seed=3)
    np.testing.assert_array_equal(p.radius, radius(p.x, p.y).astype(float))
    np.testing.assert_array_equal(p.values, DRY(p.x, p.y))
    far = np.hypot(p.x[:, None] - p.x, p.y[:, None] - p.y) + 99*np.eye(len(p.x))
    assert len(p.x) > 60 and (far > np.maximum(p.radius[:, None], p.radius)*(1 - 1e-9)).all()
    parts = [DRY.scatter((x, 0), (x + 20, 40), radius, seed=3, threads=2) for x in (0, 20, 40)]
    assert sorted(zip(p.x, p.y)) == sorted(one for q in parts for one in zip(q.x, q.y))
    assert (DRY.scatter((0, 0), (9, 9), 1.5).radius == 1.5).all()
    one, same = DRY.scatter((0, 0), (30, 30), burl.compile("3/2")), DRY.scatter((0, 0), (30, 30), 1.5)
    for a, b in zip(one, same):
        np.testing.assert_array_equal(a, b)
    for wrong in ("perlin()", "x", "rgb(1, 1, 1)", "clamp(x, 1, 65)", "blur(x)"):
        with pytest.raises((ValueError, burl.RecipeError)):
            DRY.scatter((0, 0), (9, 9), burl.compile(wrong))
    with pytest.raises(ValueError):
        DRY.scatter((0, 0), (9, 9), burl.compile("1 + z*z", dims=3))
    with pytest.raises(TypeError):
        DRY.scatter((0, 0), (9, 9), "1")


def test_windows_have_each_point_once():
    whole = DRY.scatter((0, 0), (60, 40), 1, candidates=16)
    parts = [DRY.scatter((x, 0), (x + 20, 40), 1, candidates=16, threads=2) for x in (0, 20, 40)]
    assert sorted(zip(whole.x, whole.y)) == sorted(one for p in parts for one in zip(p.x, p.y))
    assert len(DRY.scatter((1, 1), (1, 1), 1).x) == 0


def test_periods():
    p = DRY.scatter((0, 0), (10, 10), np.sqrt(2), period=(10, 10))
    q = DRY.scatter((10, 20), (20, 30), np.sqrt(2), period=(10, 10))
    np.testing.assert_array_equal(np.sort(p.id), np.sort(q.id))


def test_refusals():
    for wrong in ({"radius": 0}, {"candidates": 5}, {"period": (3.3, 0)}, {"t": np.nan}, {"threads": -1}):
        with pytest.raises(ValueError):
            DRY.scatter((0, 0), (9, 9), **{"radius": 1, **wrong})
    with pytest.raises(ValueError):
        DRY.scatter((0, 0, 0), (9, 9, 9), 1)
    with pytest.raises(ValueError):
        DRY.scatter((0, 0), (-9, 9), 1)
    with pytest.raises(burl.RecipeError):
        burl.compile("blur(perlin())").scatter((0, 0), (9, 9), 1)
    with pytest.raises(RuntimeError):
        DRY.scatter((0, 0), (900, 900), 1, progress=stop)


def stop(done):
    raise RuntimeError("enough")
