"""dask and xarray: chunks are windows of the whole, with its bits, here and in other processes."""
import numpy as np
import pytest

import burl_noise as burl

da = pytest.importorskip("dask.array")
xr = pytest.importorskip("xarray")

CLOUDS = burl.compile("param k = 1 [0, 2]\nk*fbm(perlin(), octaves: 5)", seed=3, knobs={"k": 1.5})
COLOURS = burl.compile("rgb(0.5 + 0.5*perlin(), x, y)")
PLACE = {"extent": (-2, 1, 6, 5)}


@pytest.mark.parametrize("chunks", ["auto", 64, (50, 300), ((70, 130), (1, 299)), -1])
@pytest.mark.parametrize("program", [CLOUDS, COLOURS])
def test_chunks_have_the_bits_of_the_whole(program, chunks):
    lazy = burl.dask_array(program, (200, 300), chunks, **PLACE)
    whole = program.grid((200, 300), **PLACE)
    assert lazy.shape == whole.shape and lazy.dtype == np.float32
    np.testing.assert_array_equal(lazy.compute(), whole)
    np.testing.assert_array_equal(lazy[13:77, 5:9].compute(), whole[13:77, 5:9])


def test_more_axes_and_lengths():
    solid = burl.compile("fbm(perlin(x, y, z), octaves: 3)")
    lazy = burl.dask_array(solid, (20, 30, 40), 16, step=0.1, t=2)
    np.testing.assert_array_equal(lazy.compute(), solid.grid((20, 30, 40), step=0.1, t=2))
    line = burl.dask_array(burl.compile("perlin()", 1), 1000, 300)
    np.testing.assert_array_equal(line.compute(), burl.compile("perlin()", 1).grid(1000))
    large = burl.dask_array(CLOUDS, (1_000_000, 1_000_000), step=0.01)
    assert large.nbytes == 4e12 and np.isfinite(large[123456, :5].compute()).all()


def test_the_program_is_taken_as_it_is():
    program = CLOUDS.copy()
    lazy, expected = burl.dask_array(program, (50, 60), 32), program.grid((50, 60))
    program["k"], program.seed = 0.1, 9
    np.testing.assert_array_equal(lazy.compute(), expected)


def test_names_tell_programs_apart():
    from dask.base import tokenize
    images = [burl.compile('image("a")', images={"a": np.full((2000, 2), n)}) for n in (1, 1, 2)]
    programs = [CLOUDS, CLOUDS.copy(seed=4), CLOUDS.copy(knobs={"k": 1}), COLOURS, images[0], images[2]]
    assert len({tokenize(program) for program in programs}) == len(programs)
    assert tokenize(CLOUDS) == tokenize(CLOUDS.copy()) and tokenize(images[0]) == tokenize(images[1])
    one, two = (burl.dask_array(p, (50, 60), 32) for p in programs[:2])
    assert one.name != two.name and not np.array_equal(one.compute(), two.compute())


def test_wrong_calls():
    with pytest.raises(burl.RecipeError, match="has no chunks"):
        burl.dask_array(burl.compile("erode(perlin())"), (64, 64))
    with pytest.raises(ValueError, match="extent"):
        burl.dask_array(CLOUDS, (64, 64), extent=(1, 2))
    for name in ("first", "whole", "out", "threads", "progress", "images"):
        with pytest.raises(TypeError, match=name):
            burl.dask_array(CLOUDS, (64, 64), **{name: None})
    with pytest.raises(TypeError):
        burl.dask_array(CLOUDS, (64, 64), colour="red")


def test_two_processes_have_the_same_bits():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            assert len(client.scheduler_info()["workers"]) == 2
            lazy = burl.dask_array(CLOUDS, (600, 700), 128, **PLACE)
            np.testing.assert_array_equal(lazy.compute(), CLOUDS.grid((600, 700), **PLACE))
            with pytest.raises(burl.RecipeError, match="perln"):
                client.submit(burl.compile, "perln()").result()


@pytest.mark.parametrize("chunks", [None, 64])
def test_coordinates(chunks):
    array = burl.xarray(CLOUDS, (200, 300), chunks=chunks, **PLACE)
    assert array.dims == ("y", "x") and array.name == "result" and (array.chunks is None) == (chunks is None)
    np.testing.assert_array_equal(array.values, CLOUDS.grid((200, 300), **PLACE))
    np.testing.assert_array_equal(array.values, CLOUDS(array.x.values, array.y.values[:, None]))
    assert array.attrs == {"recipe": CLOUDS.source, "seed": "3", "knobs": "k=1.5", "result": "", "derivative": "", "t": 0.0,
                           "burl_output_version": burl.OUTPUT_VERSION}
    assert burl.xarray(CLOUDS.derivative("x"), (4, 5), chunks=chunks, t=2).attrs["derivative"] == "x"
    step = burl.xarray(CLOUDS, (20, 30), first=(5, 6), origin=(1, 2), step=0.25)
    assert step.x[0] == 1 + 6 * 0.25 and step.y[0] == 2 + 5 * 0.25


def test_channels_have_names():
    assert burl.xarray(COLOURS, (4, 5)).channel.values.tolist() == ["r", "g", "b"]
    both = burl.compile("h = perlin()\nn = normal(h)\nn", result="h, n")
    array = burl.xarray(both, (4, 5))
    assert array.channel.values.tolist() == ["h", "n.r", "n.g", "n.b"] and array.dims == ("y", "x", "channel")


def test_the_last_axis_of_an_image_is_x():
    dem = xr.DataArray(np.arange(12.0).reshape(3, 4), dims=("lat", "lon"), coords={"lat": [0, 10, 20], "lon": [100, 130, 160, 190]})
    for program in (burl.compile('x + 0*image("dem")'), burl.compile('image("dem")')):
        np.testing.assert_array_equal(program.grid(dem=dem.T), program.grid(dem=dem))
    assert program.grid(dem=dem.T).shape == (3, 4)


def test_images_bring_their_coordinates():
    dem = xr.DataArray(np.random.default_rng(8).random((4, 5), np.float32), dims=("y", "x"), coords={"y": [9.0, 8, 7, 6], "x": np.arange(5.0)})
    array = burl.xarray(burl.compile('breach(image("dem"))'), dem=dem)
    np.testing.assert_array_equal(array.y, dem.y)
    np.testing.assert_array_equal(array.x, dem.x)
    assert array.sel(x=2, y=8) <= dem.sel(x=2, y=8)
