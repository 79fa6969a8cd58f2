"""Points: broadcasting, kinds of numbers, far and not finite coordinates."""
import numpy as np
import pytest

import burl_noise as burl

CLOUDS = burl.compile("fbm(perlin(), octaves: 5)")
COLOURS = burl.compile("rgb(0.5 + 0.5*perlin(), x, y)")


def test_broadcasting():
    x, y = np.random.default_rng(1).normal(size=(2, 7, 5)) * 10
    expected = np.array([[CLOUDS(a, b) for a, b in zip(*rows)] for rows in zip(x, y)])
    np.testing.assert_array_equal(CLOUDS(x, y), expected)
    assert CLOUDS(x, y).dtype == np.float32
    np.testing.assert_array_equal(CLOUDS(x[0], y[:, :1]), CLOUDS(*np.broadcast_arrays(x[0], y[:, :1])))
    np.testing.assert_array_equal(CLOUDS(x.T, y.T), expected.T)
    np.testing.assert_array_equal(CLOUDS(x[::2, ::-1], y[::2, ::-1]), expected[::2, ::-1])
    with pytest.raises(ValueError):
        CLOUDS(np.zeros(3), np.zeros(4))


def test_numbers_give_a_number():
    value = CLOUDS(0.25, 3)
    assert isinstance(value, np.float32) and value == CLOUDS([0.25], [3])[0]
    assert COLOURS(0.25, 3).shape == (3,) and COLOURS([[1.0], [2.0]], 3).shape == (2, 1, 3)
    assert CLOUDS([], []).shape == (0,) and CLOUDS(np.zeros((0, 3)), 1).shape == (0, 3)


def test_kinds_of_numbers():
    expected = burl.compile("x/3", 1)(np.arange(5.0))
    for kind in (np.int8, np.uint64, np.float32, np.longdouble, bool):
        values = np.arange(5).astype(kind)
        np.testing.assert_array_equal(burl.compile("x/3", 1)(values), burl.compile("x/3", 1)(values.astype(np.float64)))
    np.testing.assert_array_equal(burl.compile("x/3", 1)(np.arange(5.0).astype(">f8")), expected)
    np.testing.assert_array_equal(burl.compile("x/3", 1)([0, 1, 2, 3, 4]), expected)
    for wrong in ("a", 1j, None, [object()], np.array("2020", "M8[Y]")):
        with pytest.raises(TypeError, match="expected are real numbers"):
            CLOUDS(wrong, 1)


def test_time():
    p = burl.compile("x + t")
    np.testing.assert_array_equal(p(1, 0, t=[1, 2, 3]), [2, 3, 4])
    assert p(1, 0) == 1 and p(1, 0, t=2) == 3
    q = burl.compile("1/t")
    assert q(1, 0, t=-0.0) == q([1], 0, t=-0.0)[0] == -np.inf and q([1], 0)[0] == np.inf


def test_numbers_have_the_bits_of_arrays():
    for program in (burl.compile("perlin() + t", 1), CLOUDS, COLOURS, burl.compile("simplex(x, y, z)"), burl.compile("value(x, y, z, w)")):
        point = [0.3, -17.25, 1e9, 2][:program.dims]
        np.testing.assert_array_equal(program(*point, t=0.5), program(*([c] for c in point), t=[0.5])[0])


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_coordinates_of_any_strides(kind):
    """Blocks of points begin anywhere within lines, planes and the whole."""
    a = (np.random.default_rng(9).normal(size=(23, 31, 57)) * 20).astype(kind)
    expected = CLOUDS(np.ascontiguousarray(a, np.float64).ravel(), 0.5).reshape(a.shape)
    np.testing.assert_array_equal(CLOUDS(a, 0.5), expected)
    np.testing.assert_array_equal(CLOUDS(a.T, np.full(a.T.shape, 0.5)), expected.T)
    np.testing.assert_array_equal(CLOUDS(a[::-1, ::2, 5:], 0.5), expected[::-1, ::2, 5:])
    points = np.random.default_rng(10).normal(size=(9001, 2)).astype(kind)
    np.testing.assert_array_equal(CLOUDS(*points.T), [CLOUDS(float(x), float(y)) for x, y in points])
    x, y = np.linspace(0, 9, 130).astype(kind), np.linspace(-3, 3, 120).astype(kind)
    np.testing.assert_array_equal(CLOUDS(x, y[:, None]), CLOUDS(*np.meshgrid(x, y)))
    np.testing.assert_array_equal(COLOURS(x, y[:, None], t=np.zeros((2, 1, 1)))[1], COLOURS(*np.meshgrid(x, y)))


def test_what_is_not_finite():
    strange = np.array([np.nan, np.inf, -np.inf, 2.0**51, -(2.0**52), 1e308])
    assert (burl.compile("perlin()")(strange, 0.5) == 0).all()
    assert np.isnan(burl.compile("x", 1)(np.nan)) and burl.compile("x", 1)(np.nan).view(np.uint32) == 0x7FC00000


def test_out():
    x = np.arange(6.0).reshape(2, 3)
    for out in (np.zeros((2, 3), np.float32), np.zeros((4, 6), np.float32)[::2, ::-2], np.zeros((3, 2), np.float32).T):
        assert CLOUDS(x, 0.5, out=out) is out
        np.testing.assert_array_equal(out, CLOUDS(x, 0.5))
    one = np.zeros((), np.float32)
    assert CLOUDS(0.5, 0.25, out=one) is one and one == CLOUDS(0.5, 0.25)
    with pytest.raises(TypeError, match="float32"):
        CLOUDS(x, 0.5, out=np.zeros((2, 3)))


@pytest.mark.parametrize("threads", [1, 2, 7, None])
def test_many_points(threads):
    x, y = np.random.default_rng(2).normal(size=(2, 100_003)) * 100
    for program in (CLOUDS, COLOURS):
        values = program(x, y, threads=threads)
        np.testing.assert_array_equal(values[::997], program(x[::997], y[::997]))
        np.testing.assert_array_equal(values[-1], program(x[-1], y[-1]))


def test_progress():
    done = []
    x = np.linspace(0, 9, 600_000)
    values = burl.compile("fbm(cells(), octaves: 9)")(x, 0.5, progress=done.append, threads=1)
    assert len(done) > 2 and done[-1] == 1 and done == sorted(done) 
    np.testing.assert_array_equal(values[::999], burl.compile("fbm(cells(), octaves: 9)")(x[::999], 0.5))

    def stop(done):
        raise LookupError(done)

    with pytest.raises(LookupError):
        burl.compile("fbm(cells(), octaves: 9)")(x, 0.5, progress=stop)


def test_wrong_calls():
    with pytest.raises(TypeError, match=r"takes 2 coordinates, x, y; 1 were given; points \[n, 2\] are p\(\*points.T\)"):
        CLOUDS(1)
    with pytest.raises(TypeError):
        CLOUDS(1, 2, 3)
    for threads in (-1, 5000):
        with pytest.raises(ValueError, match="threads"):
            CLOUDS([1], 2, threads=threads)
    for footprint in (-1, np.nan):
        with pytest.raises(ValueError, match="footprint"):
            CLOUDS(1, 2, footprint=footprint)
    with pytest.raises(burl.RecipeError, match="erode: a whole-grid function"):
        burl.compile("erode(perlin())")(1, 2)


def test_footprint():
    p = burl.compile("fbm(perlin(), octaves: auto)")
    x = np.linspace(0, 9, 50)
    assert not np.array_equal(p(x, 0.5), p(x, 0.5, footprint=0.2))
    np.testing.assert_array_equal(p.grid((1, 50), origin=(0, 0.5), step=0.2)[0], p(np.arange(50) * 0.2, 0.5, footprint=0.2))
