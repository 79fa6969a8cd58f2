"""The articles' functions over arrays, beside the same written out in Python."""
import inspect
import math

import numpy as np
import pytest

from burl_noise import classic

T = np.linspace(0, 1, 17)
X, Y, Z, W = np.random.default_rng(4).uniform(-300, 300, (4, 200))
DRAWS = np.random.default_rng(5).normal(size=(5, 17))


def test_blends():
    np.testing.assert_allclose(classic.fade(T), T**3 * (T * (T * 6 - 15) + 10), atol=1e-15)
    np.testing.assert_allclose(classic.hermite(T), T * T * (3 - 2 * T), atol=1e-15)
    a, b, c, d, _ = DRAWS
    np.testing.assert_allclose(classic.linear(a, b, T), a * (1 - T) + b * T, atol=1e-14)
    f = (1 - np.cos(T * math.pi)) / 2
    np.testing.assert_allclose(classic.cosine(a, b, T), a * (1 - f) + b * f, atol=1e-14)
    p = (d - c) - (a - b)
    np.testing.assert_allclose(classic.cubic(a, b, c, d, T), p * T**3 + ((a - b) - p) * T**2 + (c - a) * T + b, atol=1e-13)
    spline = 0.5 * (2 * b + (c - a) * T + (2 * a - 5 * b + 4 * c - d) * T**2 + (3 * b - a - 3 * c + d) * T**3)
    np.testing.assert_allclose(classic.catmull_rom(a, b, c, d, T), spline, atol=1e-13)


def test_lines_and_wavelets():
    a, b = DRAWS[:2]
    w = T * T * (3 - 2 * T)
    np.testing.assert_allclose(classic.slopes1(a, b, T), a * T * (1 - w) + b * (T - 1) * w, atol=1e-14)
    t = np.linspace(-1.5, 1.5, 31)
    np.testing.assert_allclose(classic.wavelet(2, t), np.where(abs(t) < 1, 2 * t * (1 - 3 * t * t + 2 * abs(t)**3), 0), atol=1e-14)
    np.testing.assert_allclose(classic.wavelet(a, T) + classic.wavelet(b, T - 1), classic.slopes1(a, b, T), atol=1e-14)
    np.testing.assert_allclose(classic.wavelets1(a, b, T), classic.wavelet(a, T) * (1 - T) + classic.wavelet(b, T - 1) * T,
                               atol=1e-14)
    g = np.random.default_rng(6).normal(size=(4, 17, 2))
    fx, fy = T, T[::-1]
    planes = [g[k][:, 0] * (fx - k % 2) + g[k][:, 1] * (fy - k // 2) for k in range(4)]
    u, v = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    expected = (planes[0] * (1 - u) + planes[1] * u) * (1 - v) + (planes[2] * (1 - u) + planes[3] * u) * v
    np.testing.assert_allclose(classic.planes2(*g, fx, fy), expected, atol=1e-14)
    with pytest.raises(ValueError, match="two components"):
        classic.planes2([1, 2, 3], [0, 0], [0, 0], [0, 0], 0.5, 0.5)


def improved(x, y, z):
    """Improved noise in three dimensions, from the published permutation."""
    def gradient(hash, x, y, z):
        u, v = (x if hash & 8 == 0 else y), (y if hash & 12 == 0 else x if hash & 15 in (12, 14) else z)
        return (u if hash & 1 == 0 else -u) + (v if hash & 2 == 0 else -v)

    p = [int(n) for n in classic.permutation(np.arange(256))] * 3
    i, j, k = (math.floor(c) & 255 for c in (x, y, z))
    x, y, z = x % 1, y % 1, z % 1
    fade = [t**3 * (t * (t * 6 - 15) + 10) for t in (x, y, z)]
    total = 0
    for a in (0, 1):
        for b in (0, 1):
            for c in (0, 1):
                weight = math.prod(f if corner else 1 - f for f, corner in zip(fade, (a, b, c)))
                total += weight * gradient(p[p[p[i + a] + j + b] + k + c], x - a, y - b, z - c)
    return total


def test_perlin():
    assert sorted(classic.permutation(np.arange(256))) == list(range(256)) and classic.permutation(0) == 151
    assert classic.permutation(256) == 151 and classic.permutation(-1) == 180
    assert classic.perlin3(3.14, 42, 7) == pytest.approx(0.13691995878400012, abs=1e-15)  # of the published program
    np.testing.assert_allclose(classic.perlin3(X, Y, Z), [improved(*p) for p in zip(X, Y, Z)], atol=1e-12)
    np.testing.assert_allclose(classic.grad3(np.arange(16), 1, 2, 4), classic.grad3_table(np.arange(16), 1, 2, 4))
    for name, count in (("perlin1", 1), ("perlin2", 2), ("perlin3", 3), ("perlin4", 4)):
        function, points = getattr(classic, name), [X, Y, Z, W][:count]
        np.testing.assert_allclose(function(*points, 7), function(*(p + 7 for p in points), 7), atol=1e-9)
        assert (function(*(np.floor(p) for p in points)) == 0).all()
        assert (function(*(np.full(2, value) for value in [np.nan, np.inf, 2.0**52, 0.5][:count])) == 0).all()
        assert abs(function(*points)).max() > 0.2
    total = sum((classic.perlin3(X * 2**i, Y * 2**i, Z * 2**i) + 1) / 2 * 0.5**i for i in range(6)) / sum(0.5**i for i in range(6))
    np.testing.assert_allclose(classic.perlin_octaves3(X, Y, Z), total, atol=1e-12)
    for bits, name in ((1, "grad1"), (2, "grad2"), (5, "grad4")):
        count = {1: 1, 2: 2, 5: 4}[bits]
        values = getattr(classic, name)(np.arange(2**bits), *[1, 10, 100, 1000][:count])
        assert len(set(values)) == 2**bits and sum(values) == 0


def crand(seed, count):
    draws = []
    for _ in range(count):
        seed = (seed * 1103515245 + 12345) % 2**32
        draws.append(seed // 65536 % 32768)
    return draws


def test_tables():
    assert classic.rand(1, 1000).tolist() == crand(1, 1000) and classic.rand(-1, 3).tolist() == crand(2**32 - 1, 3)
    table = classic.table256(7)
    assert table.tolist() == [n % 256 for n in crand(7, 256)]
    np.testing.assert_array_equal(classic.table64(7).ravel(), np.array(crand(7, 4096)) / 32767)
    values = classic.value2(table, X, Y)
    assert values.min() >= 0 and values.max() <= 1 and values.std() > 0.1
    np.testing.assert_allclose(values, classic.value2(table, X + 256, Y - 256), atol=1e-9)
    axes = classic.axes2(table, X, Y)
    assert axes.min() >= 0.23236 and axes.max() <= 0.76764 and axes.std() > 0.05
    assert (classic.axes2(table, np.floor(X), np.floor(Y)) == 0.5).all()
    for one, octaves in ((classic.value2, classic.value_octaves2), (classic.axes2, classic.axes_octaves2)):
        total = sum(one(table, X * 2**i, Y * 2**i) * 0.5**i for i in range(5)) / sum(0.5**i for i in range(5))
        np.testing.assert_allclose(octaves(table, X, Y), total, atol=1e-9)
    for wrong in (table[:100], table.astype(int), classic.table64(1)):
        with pytest.raises(ValueError, match="table256"):
            classic.value2(wrong, X, Y)


def elias(n, a=15731, b=789221, c=1376312589):
    n = (n ^ n << 13) & 0xFFFFFFFF
    return 1 - ((n * (n * n * a + b) + c) & 0x7FFFFFFF) / 1073741824


def test_elias():
    n = np.r_[-3:4, 2**31 - 1, -(2**31), 2**40 + 5]
    np.testing.assert_array_equal(classic.elias_hash(n), [elias(int(m)) for m in n])
    constants = classic.elias_constants(3)
    assert constants[0].tolist() == [15731, 789221, 1376312589] and constants[:, 0].tolist() == [15731, 15733, 15737]
    assert classic.next_prime([13, 0, 4294967291]).tolist() == [17, 2, 0] and classic.next_prime(15731) == constants[1][0]
    np.testing.assert_array_equal(classic.elias_hash(n, constants[1]), [elias(int(m), *map(int, constants[1])) for m in n])
    smooth = classic.elias_hash(4) / 2 + (classic.elias_hash(3) + classic.elias_hash(5)) / 4
    assert classic.elias_smooth1(4) == pytest.approx(smooth, abs=1e-15)
    assert classic.elias_smooth2(4, 6) == pytest.approx(
        sum(classic.elias_hash(4 + i + 57 * (6 + j)) / [4, 8, 16][abs(i) + abs(j)] for i in (-1, 0, 1) for j in (-1, 0, 1)))
    i, f = np.floor(X), X % 1
    for word, blend in (("linear", classic.linear), ("cosine", classic.cosine)):
        expected = blend(classic.elias_hash(i.astype(int)), classic.elias_hash(i.astype(int) + 1), f)
        np.testing.assert_allclose(classic.elias_noise1(X, word), expected, atol=1e-12)
    total = sum(classic.elias_noise1(X * 2**k, "cosine", "smooth", constants[k]) * 0.25**k for k in range(3))
    np.testing.assert_allclose(classic.elias_octaves1(X, octaves=3, constants=constants), total, atol=1e-12)
    total = sum(classic.elias_noise2(X * 2**k, Y * 2**k, "cubic", "smooth") * 0.5**k for k in range(3))
    np.testing.assert_allclose(classic.elias_octaves2(X, Y, "cubic", 3, 0.5), total, atol=1e-12)
    assert classic.elias_noise3(X, Y, Z).std() > 0.2
    with pytest.raises(ValueError, match="linear, cosine, cubic"):
        classic.elias_noise1(X, "round")
    with pytest.raises(ValueError, match="constants"):
        classic.elias_octaves1(X, octaves=4, constants=constants)


def test_rings():
    table = classic.table64(1)
    x, y = np.random.default_rng(7).uniform(0, 1, (2, 100))
    octave = classic.ring_octave(table, 1, 8, x, y)
    assert octave.std() > 0.1 and octave.min() >= -0.28125 and octave.max() <= 1.28125
    np.testing.assert_allclose(octave, classic.ring_octave(table, 1, 8, x + 3, y - 2), atol=1e-9)
    weights = [0.25**i for i in range(4)]
    mean = sum(w * classic.ring_octave(table, i, 4 * 2**i, x, y) for i, w in enumerate(weights)) / sum(weights)
    np.testing.assert_allclose(classic.rings(table, x, y), np.fmod(10 * mean, 1), atol=1e-9)
    np.testing.assert_array_equal(classic.rings_rgb([0, 1]), [[0, 0, 0], [0.80, 0.36, 0.08]])


def test_midpoint():
    cells = classic.midpoint(257, 3)
    assert cells.shape == (257, 257) and cells.dtype == np.int32 and 0 <= cells.min() and cells.max() < 256 and cells.std() > 10
    corners = {int(cells[i, j]) for i in (0, -1) for j in (0, -1)}
    assert corners == {n % 256 for n in crand(3, 4)}
    assert cells[128, 0] == (cells[0, 0] + cells[256, 0]) // 2
    assert classic.midpoint(1, 3).shape == (1, 1)
    for n, levels in ((0, 256), (5, 0), (10**6, 256)):
        with pytest.raises(ValueError):
            classic.midpoint(n, 1, levels)


FUNCTIONS = {name: function for name, function in inspect.getmembers(classic, inspect.isfunction)
             if not name.startswith("_") and function.__module__ == classic.__name__}


def arguments_of(function):
    """Numbers for each argument that has no default, and tables."""
    for name in inspect.signature(function).parameters:
        if inspect.signature(function).parameters[name].default is not inspect.Parameter.empty:
            return
        if name == "table":
            yield classic.table256(1) if function.__name__ in ("value2", "axes2", "value_octaves2", "axes_octaves2") \
                else classic.table64(1)
        elif name in ("g00", "g10", "g01", "g11"):
            yield np.array([0.3, 0.4])
        elif name in ("i", "j", "n", "hash", "octave", "frequency"):
            yield 5
        else:
            yield 0.375


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - {"rand", "table256", "table64", "midpoint", "elias_constants", "rings_rgb"}))
def test_arrays_are_their_elements(name):
    function = FUNCTIONS[name]
    arguments = list(arguments_of(function))
    value = function(*arguments)
    assert np.ndim(value) == 0
    shaped = [np.broadcast_to(a, (3, 2, *np.shape(a))) if not name.startswith(("value", "axes", "ring")) or k > 0 else a
              for k, a in enumerate(arguments)]
    values = function(*shaped)
    assert values.shape == (3, 2) and (values == value).all()
    for wrong in ("a", 1j):
        with pytest.raises(TypeError):
            function(*arguments[:-1], wrong)


def test_every_function_of_the_header_is_here(library):
    import re
    names = set(re.findall(r"\bburl_classic_(\w+)\(", (library / "include/burl_classic.h").read_text()))
    renamed = {"table256_fill": "table256", "table64_fill": "table64", "elias_constants_at": "elias_constants"}
    assert {renamed.get(name, name) for name in names} == set(FUNCTIONS)
