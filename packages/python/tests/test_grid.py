"""Grids: shapes, places, windows, outputs."""
import numpy as np
import pytest

import burl_noise as burl

CLOUDS = burl.compile("fbm(perlin(), octaves: 5)")
COLOURS = burl.compile("rgb(0.5 + 0.5*perlin(), x, y)")
SOLID = burl.compile("fbm(perlin(x, y, z), octaves: 3)")


def test_a_grid_is_its_points():
    grid = CLOUDS.grid((30, 50), extent=(-1, 2, 4, 5))
    assert grid.shape == (30, 50) and grid.dtype == np.float32 and grid.flags.c_contiguous
    step = [5 / 50, 3 / 30]
    x, y = (low + 0.5 * h + np.arange(n) * h for low, h, n in ((-1, step[0], 50), (2, step[1], 30)))
    np.testing.assert_array_equal(grid, CLOUDS(x, y[:, None]))


def test_shared_edges_and_steps():
    x, y = np.linspace(0, 2, 5), np.linspace(0, 1, 3)
    np.testing.assert_array_equal(burl.compile("x").grid((3, 5), extent=(0, 0, 2, 1), edge="shared"), np.tile(x, (3, 1)))
    np.testing.assert_array_equal(burl.compile("y").grid((3, 5), origin=(0, 0), step=(0.5, 0.5)), np.tile(y[:, None], 5))
    np.testing.assert_array_equal(burl.compile("y").grid((3, 5), origin=2, step=1)[:, 0], [2, 3, 4])


def test_what_is_shown_where_nobody_says():
    assert CLOUDS.grid().shape == (512, 512)
    np.testing.assert_array_equal(CLOUDS.grid(), CLOUDS.grid((512, 512), extent=(0, 0, 8, 8)))
    np.testing.assert_array_equal(CLOUDS.grid((100, 200)), CLOUDS.grid((100, 200), extent=(0, 0, 8, 4)))
    wide = burl.compile("view 0, 0, 4, 2\nperlin()")
    assert wide.grid().shape == (256, 512) and CLOUDS.grid(extent=(0, 0, 1, 4)).shape == (512, 128)
    np.testing.assert_array_equal(wide.grid((64, 128)), wide.grid((64, 128), extent=(0, 0, 4, 2)))
    assert burl.compile("x", 1).grid().shape == (512,) and burl.compile("x", 1).grid(7).shape == (7,)


def test_more_and_fewer_axes():
    whole = SOLID.grid((4, 5, 6), origin=(1, 2, 3), step=0.25)
    assert whole.shape == (4, 5, 6)
    for k in range(4):
        np.testing.assert_array_equal(whole[k], SOLID.grid((5, 6), origin=(1, 2), step=0.25, at={"z": 3 + 0.25 * k}))
    line = SOLID.grid((6,), origin=1, step=0.25, at={"y": 2.25, "z": 3.5})
    np.testing.assert_array_equal(line, whole[2, 1])
    assert burl.compile("x + y + z + w + t").grid((2, 2, 2, 2), step=1, t=5)[1, 1, 1, 1] == 9


def test_axes_that_the_shape_or_the_view_lacks():
    p = burl.compile("view 1, 2, 3, 5, 7, 11\nx + 100*y + 10000*z")
    assert p.grid((1, 1))[0, 0] == 3 + 100 * 4.5 + 10000 * 3  # in the middle along x and y, at the view's z
    flat = burl.compile("view 0, 0, 4, 2\nz", 3)
    np.testing.assert_array_equal(flat.grid((3, 2, 4))[:, 0, 0], [0.5, 1.5, 2.5])  # as far apart as along x
    np.testing.assert_array_equal(burl.compile("z").grid((2, 4, 8))[:, 0, 0], [0.5, 1.5])


def test_channels_are_last():
    grid = COLOURS.grid((3, 4), step=1)
    assert grid.shape == (3, 4, 3)
    np.testing.assert_array_equal(grid[..., 1], np.tile(np.arange(4), (3, 1)))
    x, y = np.meshgrid(np.arange(4.0), np.arange(3.0))
    np.testing.assert_array_equal(COLOURS(x, y), grid)


@pytest.mark.parametrize("program", [CLOUDS, COLOURS, burl.compile("fbm(perlin(), octaves: auto)")])
def test_windows_have_the_bits_of_the_whole(program):
    place = {"extent": (-3, 1, 5, 9)}
    whole = program.grid((200, 300), **place)
    for j, i, height, width in ((0, 0, 200, 300), (7, 133, 64, 65), (199, 299, 1, 1), (100, 0, 3, 300)):
        window = program.grid((height, width), first=(j, i), whole=(200, 300), **place)
        np.testing.assert_array_equal(window, whole[j:j + height, i:i + width])
    np.testing.assert_array_equal(program.grid((5, 6), first=(10, 20), origin=(1, 2), step=0.1),
                                  program.grid((15, 26), origin=(1, 2), step=0.1)[10:, 20:])


@pytest.mark.parametrize("program", [CLOUDS, COLOURS])
def test_the_shape_is_that_of_out(program):
    out = np.zeros((5, 6, 7, *program.grid((1, 1)).shape[2:]), np.float32)
    program.grid(out=out[2])
    np.testing.assert_array_equal(out[2], program.grid((6, 7)))


@pytest.mark.parametrize("program", [CLOUDS, COLOURS])
def test_out_of_any_strides(program):
    expected = program.grid((40, 30))
    tail = expected.shape[2:]
    room = np.zeros((90, 70, *tail), np.float32)
    swapped = np.zeros((30, 40, *tail), np.float32).swapaxes(0, 1)
    for out in (room[:40, :30], room[78::-2, 1:61:2], room[:40, 29::-1], swapped):
        room[...] = 5
        assert program.grid((40, 30), out=out) is out
        np.testing.assert_array_equal(out, expected)
        out[...] = 5
        assert (room == 5).all()  # nothing was written beside it
    planar = np.zeros((*tail, 40, 30), np.float32)
    out = np.moveaxis(planar, 0, -1) if tail else planar
    program.grid((40, 30), out=out)
    np.testing.assert_array_equal(out, expected)
    record = np.zeros((40, 30), [("a", "i1"), ("h", "f4", tail)])  # unaligned
    program.grid((40, 30), out=record["h"])
    np.testing.assert_array_equal(record["h"], expected)
    assert not record["a"].any()


@pytest.mark.parametrize("out, error, says", [
    (np.zeros((4, 5)), TypeError, "float64; expected is float32"),
    (np.zeros((5, 4), np.float32), ValueError, r"shape \(5, 4\); expected is \(4, 5\)"),
    (np.zeros((4, 5, 1), np.float32), ValueError, "shape"),
    (np.zeros((4, 5), ">f4"), TypeError, "expected is float32"),
    ([[0.0] * 5] * 4, TypeError, "numpy array, not a list"),
    (np.broadcast_to(np.float32(0), (4, 5)), ValueError, "read-only"),
])
def test_wrong_outs(out, error, says):
    with pytest.raises(error, match=says):
        CLOUDS.grid((4, 5), out=out)


def test_an_out_that_overlaps_itself():
    out = np.lib.stride_tricks.as_strided(np.zeros(5, np.float32), (4, 5), (0, 4))
    CLOUDS.grid((4, 5), out=out)
    np.testing.assert_array_equal(out[0], CLOUDS.grid((4, 5))[3])


@pytest.mark.parametrize("arguments, error, says", [
    ({"shape": (4, 4, 4)}, ValueError, "3 axes; the recipe has 1 to 2 axes"),
    ({"shape": ()}, ValueError, "0 axes"),
    ({"shape": (4, -1)}, ValueError, "negative"),
    ({"shape": (4.5, 4)}, TypeError, "whole numbers"),
    ({"shape": "many"}, TypeError, "whole numbers"),
    ({"shape": (2**60, 1)}, ValueError, "2\\*\\*53"),
    ({"extent": (0, 0, 1)}, ValueError, "3 numbers; expected are 4, x0, y0, x1, y1"),
    ({"extent": (0, 0, 1, np.inf)}, ValueError, "finite"),
    ({"extent": "all"}, TypeError, "numbers"),
    ({"extent": (0, 0, 0, 1)}, ValueError, "along x all lie at one place"),
    ({"extent": (0, 0, 1, 1), "step": 1}, TypeError, "take one"),
    ({"extent": (0, 0, 1, 1), "edge": "round"}, ValueError, "edge"),
    ({"origin": (0, 0)}, TypeError, "step"),
    ({"step": (1, 2, 3)}, ValueError, "step has 3"),
    ({"step": np.nan}, ValueError, "finite"),
    ({"first": (0, 0)}, TypeError, "whole"),
    ({"first": (0, 0, 0), "whole": (8, 8)}, ValueError, "first"),
    ({"first": (6, 0), "whole": (8, 8)}, ValueError, "along y the samples 6 to 10 are not in the whole's 8"),
    ({"first": (-1, 0), "whole": (8, 8)}, ValueError, "along y"),
    ({"at": {"z": 1}}, ValueError, "at has 'z'; the axes without a size are: none"),
    ({"at": {"x": 1}}, ValueError, "at has 'x'"),
    ({"t": np.inf}, ValueError, "t is finite"),
    ({"samples": 17}, ValueError, "samples"),
    ({"samples": 0}, ValueError, "samples"),
    ({"t": [0, 1]}, TypeError, "t is one number"),
    ({"t": None}, TypeError, "t is one number"),
    ({"at": 0.5}, TypeError, "at is a dict"),
    ({"extent": (0, 8, 0, 6)}, ValueError, r"extent \(0, 8, 0, 6\) is x0, y0, x1, y1: the 4 samples along x"),
    ({"samples": 2.5}, TypeError, "samples"),
    ({"footprint": -1}, ValueError, "footprint"),
    ({"threads": -1}, ValueError, "threads"),
    ({"threads": 1.5}, TypeError, "threads is a whole number"),
    ({"step": 0}, ValueError, "the 4 samples along x all lie at one place"),
    ({"threads": 5000}, ValueError, "threads"),
    ({"dem": np.zeros((2, 2))}, TypeError, "no argument 'dem', and the recipe reads no image"),
])
def test_wrong_arguments(arguments, error, says):
    with pytest.raises(error, match=says):
        CLOUDS.grid(**{"shape": (4, 4), **arguments})


def test_grids_of_nothing():
    assert CLOUDS.grid((0, 5)).shape == (0, 5) and COLOURS.grid((5, 0)).shape == (5, 0, 3)


def test_too_large():
    with pytest.raises((MemoryError, ValueError)):
        CLOUDS.grid((2**40, 2**40))


def test_kinds_of_arguments():
    expected = CLOUDS.grid((4, 5), extent=(0, 4, 4, 0), samples=2)
    np.testing.assert_array_equal(CLOUDS.grid(np.array([4, 5]), extent=np.array([0, 4, 4, 0], np.uint8), samples=np.int64(2)), expected)
    assert CLOUDS.grid(extent=np.array([0, 4, 4, 0], np.uint8)).shape == (512, 512)
    np.testing.assert_array_equal(CLOUDS.grid((4, 5), step=np.array(0.5)), CLOUDS.grid((4, 5), step=0.5))
    for wrong in ("0011", b"0011", (0, 0, None, 1)):
        with pytest.raises(TypeError, match="extent is numbers"):
            CLOUDS.grid(extent=wrong)


def test_mean_of_samples():
    fine = burl.compile("white(floor(x*64), floor(y*64))")
    assert fine.grid((32, 32), samples=8).std() < 0.5 * fine.grid((32, 32)).std()


def test_too_fine():
    assert burl.compile("fbm(perlin(), octaves: 12)").too_fine((64, 64)) > 0 == CLOUDS.too_fine((4096, 4096))
    assert burl.compile("fbm(perlin(), octaves: 12)").too_fine((64, 64), step=1e-5) == 0
    assert burl.compile("breach(perlin())").stage_bytes((100, 100)) > 40_000 and CLOUDS.stage_bytes((100, 100)) == 0


@pytest.mark.parametrize("threads", [1, 2, 3, 16, None])
def test_threads_change_no_bit(threads):
    np.testing.assert_array_equal(CLOUDS.grid((300, 700), threads=threads), CLOUDS.grid((300, 700), threads=1))
    program = burl.compile("erode(200*fbm(perlin(), octaves: 4, at: 1/50))")
    np.testing.assert_array_equal(program.grid((128, 256), step=10, threads=threads), program.grid((128, 256), step=10, threads=1))
