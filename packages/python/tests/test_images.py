"""Arrays as images of a recipe."""
import json
import pickle

import numpy as np
import pytest

import burl_noise as burl

DEM = (np.random.default_rng(3).random((40, 60)) * 100).astype(np.float32)


def test_an_array_is_what_image_reads():
    p = burl.compile('image("dem")')
    np.testing.assert_array_equal(p.grid(dem=DEM), DEM)
    np.testing.assert_array_equal(p.grid(images={"dem": DEM}), DEM)
    np.testing.assert_array_equal(p.grid(dem=DEM.astype(np.float64).tolist()), DEM)
    np.testing.assert_array_equal(p.grid(dem=np.asfortranarray(DEM)), DEM)
    np.testing.assert_array_equal(p.grid(dem=DEM[::-1, ::2]), DEM[::-1, ::2])
    assert p.images["dem"] is None  # it was for those calls alone


def test_whole_grid_functions_on_arrays():
    p = burl.compile('breach(image("dem"))')
    breached = p.grid(dem=DEM)
    assert breached.shape == DEM.shape and (breached <= DEM).all() and (breached < DEM).any()
    area = burl.compile('flow(breach(image("dem")))').grid(dem=DEM)
    assert area.max() > 100 and p.needs_whole_grid and p.stages == ("image", "breach")


def test_programs_keep_images():
    p = burl.compile('image("dem") + image("more")')
    with pytest.raises(ValueError, match=r"image\('dem'\) is not known"):
        p.grid()
    p.images["dem"] = DEM
    p.images["more"] = np.ones_like(DEM)
    assert list(p.images) == ["dem", "more"] and "Images" in repr(p.images)
    np.testing.assert_array_equal(p.grid(), DEM + 1)
    np.testing.assert_array_equal(p.copy().grid(more=2 * np.ones_like(DEM)), DEM + 2)
    np.testing.assert_array_equal(p.grid(), DEM + 1)
    with pytest.raises(KeyError, match="no image 'q'; it reads 'dem', 'more'"):
        p.images["q"] = DEM
    with pytest.raises(TypeError):
        del p.images["dem"]


def test_a_refused_image_changes_nothing():
    p = burl.compile('image("dem")', images={"dem": DEM.copy()})
    with pytest.raises(ValueError):
        p.images["dem"] = np.zeros((1, 2**20 + 1), np.float32)
    np.testing.assert_array_equal(p.grid(), DEM)
    np.testing.assert_array_equal(p.copy().grid(), DEM)


def test_no_copy_is_made():
    heights = DEM.copy()
    p = burl.compile('image("dem")', images={"dem": heights})
    heights[3, 4] = -50
    assert p.grid()[3, 4] == -50
    del heights
    assert p.grid()[3, 4] == -50
    kept = p.copy()
    p.images["dem"] = np.zeros((2, 2))
    assert kept.grid()[3, 4] == -50 and p.grid().shape == (2, 2)


def test_the_view_of_images_stays_current():
    p = burl.compile('image("dem")')
    images = p.images
    images["dem"] = DEM
    assert images["dem"].data is DEM and "(40, 60)" in repr(images)


def test_misaligned_images():
    shifted = np.zeros(4 * DEM.size + 1, np.uint8)[1:].view(np.float32).reshape(DEM.shape)
    shifted[...] = DEM
    np.testing.assert_array_equal(burl.compile('image("dem")').grid(dem=shifted), DEM)
    np.testing.assert_array_equal(burl.classic.fade(shifted / 100), burl.classic.fade(DEM / 100))


def test_places():
    placed = burl.Image(DEM, origin=(100, 50), step=(2, -2))
    p = burl.compile('image("dem") + 0*x', images={"dem": placed})
    np.testing.assert_array_equal(p.grid(), DEM)
    np.testing.assert_array_equal(burl.compile('image("dem")*0 + x').grid(dem=placed)[0], 100 + 2 * np.arange(60))
    inside = p.grid((1, 2), origin=(104, 46), step=2)
    np.testing.assert_array_equal(inside, DEM[2:3, 2:4])
    assert np.isnan(p.grid((1, 1), origin=(0, 0), step=1)).all()  # nothing is there


def test_xarray_images():
    xarray = pytest.importorskip("xarray")
    array = xarray.DataArray(DEM, dims=("lat", "lon"), coords={"lat": 50 - 0.5 * np.arange(40), "lon": 7 + 0.5 * np.arange(60)})
    p = burl.compile('image("dem")')
    np.testing.assert_array_equal(p.grid(dem=array), DEM)
    np.testing.assert_array_equal(p.grid((1, 1), origin=(8, 49), step=1, dem=array), DEM[2:3, 2:3])
    uneven = array.assign_coords(lon=np.arange(60.0) ** 2)
    with pytest.raises(ValueError, match="'lon'"):
        p.grid(dem=uneven)
    np.testing.assert_array_equal(p.grid(dem=xarray.DataArray(DEM)), DEM)


@pytest.mark.parametrize("dims, shape, has, cure", [
    (("band", "y", "x"), (1, 4, 5), "band (1), y (4), x (5)", ".isel({'band': 0})"),
    (("x", "y", "time", "level"), (5, 4, 3, 2), "x (5), y (4), time (3), level (2)", ".isel({'time': 0, 'level': 0})"),
    (("dim_0", "dim_1", "dim_2"), (3, 4, 5), "dim_0 (3), dim_1 (4), dim_2 (5)", ".isel({'dim_0': 0})"),
    (("lat", "time"), (4, 5), "lat (4), time (5)", ".rename({'time': 'x'})"),
    (("time", "Lon"), (4, 5), "time (4), Lon (5)", ".rename({'time': 'y'})"),
    (("lat", "y"), (4, 5), "lat (4), y (5)", ".rename({'y': 'x'})"),
    (("x",), (5,), "x (5)", ""), ((), (), "none", ""),
])
def test_other_dimensions(dims, shape, has, cure):
    """Dimensions that are not y and x are refused; what the error says to do makes an image of them."""
    xarray = pytest.importorskip("xarray")
    array = xarray.DataArray(np.zeros(shape, np.float32), dims=dims)
    p = burl.compile('image("dem")')
    with pytest.raises(ValueError) as error:
        p.grid(dem=array)
    assert str(error.value).startswith(f"image 'dem': an image has two dimensions, y and x, or lat and lon; this DataArray has {has}")
    assert cure in str(error.value) and (".isel" in str(error.value) or ".rename" in str(error.value)) == bool(cure)
    if cure:
        assert p.grid(dem=eval("array" + cure)).shape == (4, 5)


def test_dimensions_in_the_other_order():
    xarray = pytest.importorskip("xarray")
    p = burl.compile('image("dem")')
    for dims in (("x", "y"), ("lon", "lat"), ("Easting", "Northing")):
        np.testing.assert_array_equal(p.grid(dem=xarray.DataArray(DEM.T, dims=dims)), DEM)
    with pytest.raises(TypeError, match="image 'dem': .* a Dataset of 'heights', 'slopes'"):
        p.grid(dem=xarray.Dataset({"heights": (("y", "x"), DEM), "slopes": (("y", "x"), DEM)}))


def test_normals_of_falling_coordinates():
    """Green points down the array, whichever way its latitudes go; derivatives are by latitude."""
    xarray = pytest.importorskip("xarray")
    up, by_latitude = burl.compile('normal(image("dem"), green: up)'), burl.compile('d(image("dem"), y)')
    for latitude in (np.arange(6.0), np.arange(6.0)[::-1]):
        falls = xarray.DataArray(-np.repeat(np.arange(6.0)[:, None], 5, 1), dims=("lat", "lon"), coords={"lat": latitude, "lon": np.arange(5.0)})
        np.testing.assert_allclose(up.grid(dem=falls)[..., 1], 0.5 - 0.5 / 2**0.5, atol=1e-6)
        np.testing.assert_allclose(by_latitude.grid(dem=falls), latitude[0] - latitude[1], atol=1e-6)


def test_gaps():
    masked = np.ma.masked_greater(DEM, 90)
    grid = burl.compile('image("dem")').grid(dem=masked)
    np.testing.assert_array_equal(np.isnan(grid), DEM > 90)
    np.testing.assert_array_equal(burl.compile('image("dem")').grid(dem=np.ma.masked_array([[1, 2]], [[0, 1]])), [[1, np.nan]])


@pytest.mark.parametrize("image, error", [
    (np.zeros(5), ValueError), (np.zeros((2, 2, 5)), ValueError), (np.zeros((0, 4)), ValueError), ("dem.tif", TypeError),
    (np.zeros((2, 2), complex), TypeError), (None, TypeError), (burl.Image(np.zeros((2, 2)), step=(1, 0)), ValueError),
    (burl.Image(np.zeros((2, 2)), origin=(1, 2)), ValueError), (burl.Image("dem.tif"), TypeError),
    (burl.Image(np.zeros((2, 2)), origin=(np.nan, 0), step=(1, 1)), ValueError),
])
def test_wrong_images(image, error):
    p = burl.compile('image("dem")', images={"dem": DEM})
    with pytest.raises(error):
        p.grid(dem=image)
    with pytest.raises(error):
        p.images["dem"] = image
    np.testing.assert_array_equal(p.grid(), DEM)


def test_images_have_names():
    p = burl.compile('image("dem")')
    with pytest.raises(TypeError, match="given twice"):
        p.grid(images={"dem": DEM}, dem=DEM)
    with pytest.raises(KeyError, match="no image 'den'; it reads 'dem'"):
        p.grid(images={"den": DEM})
    with pytest.raises(TypeError, match="images is a dict by names, not a ndarray"):
        p.grid(images=DEM)
    with pytest.raises(TypeError, match=r"not an array of shape \(40, 60\); heights go in by name"):
        p.grid(DEM)


def test_whole_grid_functions_have_no_windows():
    p = burl.compile("erode(perlin())")
    with pytest.raises(burl.RecipeError, match="erode: a whole-grid function has no windows"):
        p.grid((64, 64), first=(0, 0), whole=(128, 128))
    with pytest.raises(burl.RecipeError, match="samples=1"):
        p.grid((64, 64), samples=4)
    with pytest.raises(burl.RecipeError, match="square"):
        burl.compile("midpoint(style: published)").grid((64, 65))


COLOURS = np.random.default_rng(4).integers(0, 256, (20, 30, 4)).astype(np.uint8)


def test_a_picture_has_channels():
    shares = (COLOURS / 255).astype(np.float32)
    rgb = burl.compile('image("p", give: rgb)')
    np.testing.assert_array_equal(rgb.grid(p=COLOURS), shares[..., :3])
    np.testing.assert_array_equal(rgb.grid(p=shares[..., :3]), shares[..., :3])
    np.testing.assert_array_equal(burl.compile('image("p", give: a)').grid(p=COLOURS), shares[..., 3])
    np.testing.assert_array_equal(burl.compile('image("p", give: a)').grid((2, 2), p=COLOURS[..., :3]), 1)
    np.testing.assert_array_equal(burl.compile('image("p", give: g)').grid(p=(COLOURS * 257.).astype(np.uint16)), shares[..., 1])
    light = rgb.grid(p=burl.Image(shares, linear=True))
    assert (light >= shares[..., :3]).all() and light.max() <= 1
    with pytest.raises(burl.RecipeError, match="a picture in colour, of 4 channels"):
        burl.compile('image("p")').grid(p=COLOURS)
    with pytest.raises(ValueError, match="with 2 to 4; this one has shape"):
        rgb.grid(p=np.zeros((3, 4, 5)))


def test_a_picture_of_a_size_has_values_at_points():
    p = burl.compile('image("p", give: r, size: 3, wrap: repeat)', images={"p": COLOURS})
    x, y = np.meshgrid((np.arange(30) + 0.5)/10 + 6, (np.arange(20) + 0.5)/10 - 4)
    np.testing.assert_array_equal(p(x, y), (COLOURS[..., 0] / 255).astype(np.float32))
    tiled = burl.compile('tile(image("p", give: rgb, size: 2, 1, wrap: repeat), 4)', images={"p": COLOURS})
    x, y = np.meshgrid(np.arange(30)/8, np.arange(20)/8)  # sums of these with whole numbers are exact
    np.testing.assert_array_equal(tiled(x, y), tiled(x + 4, y - 8))


SQUARE = {"type": "Polygon", "coordinates": [[[0, 0, 1], [4, 0, 1], [4, 4, 1], [0, 4, 1], [0, 0, 1]]]}


def test_geojson_is_what_lines_and_areas_read():
    p = burl.compile('areas("m", give: distance) + 100*lines("m", value: "width")')
    feature = {"type": "Feature", "properties": {"width": 2, "name": "a", "odd": [1, 2]}, "geometry": SQUARE}
    collection = {"type": "FeatureCollection", "features": [feature, {"type": "Feature", "geometry": None}]}
    with pytest.raises(Exception, match="m"):
        p(2.0, 3.0)
    for geojson in feature, collection, json.dumps(collection), json.dumps(feature).encode():
        p.images["m"] = geojson
        assert p(2.0, 3.0) == 199
    assert p.images["m"].names == ("width", "z") and "m" in repr(p.images)
    p.images["m"] = {**feature, "properties": {"width": [0, 0, 1, 2, 0]}}
    assert p(5.0, 2.0) == 51
    assert pickle.loads(pickle.dumps(p)) == p and pickle.loads(pickle.dumps(p))(5.0, 2.0) == 51
    assert p.grid((3, 3), extent=(0, 0, 4, 4), m=feature).shape == (3, 3)
    assert p.copy()(5.0, 2.0) == 51


def test_what_has_a_geo_interface_is_geojson():
    class Geometry:
        __geo_interface__ = {"type": "LineString", "coordinates": ((0.0, 0.0), (4.0, 0.0))}

    assert burl.compile('lines("m")', images={"m": Geometry()})(2.0, 3.0) == 3


@pytest.mark.parametrize("geojson, wrong", [
    ("{", "isn't JSON"), ('{"a": ' + "["*100000, "too deep"), ({"type": "Point", "coordinates": [10**400, 0]}, "too large"),
    ({}, 'no "type"'), ({"type": "Circle"}, "no geometry is a 'Circle'"), ("roads.geojson", "no file is opened"),
    ({"type": "LineString", "coordinates": [[0, float("nan")]]}, "a position is"), ({"type": "Point", "coordinates": [1, 2]}, "no polygons"),
    ({"type": "Polygon", "coordinates": [7]}, "aren't lists"), ({"type": "FeatureCollection", "features": 7}, "aren't a list"),
    ({"type": "FeatureCollection", "features": []}, "no lines|no polygons"),
    ({"type": "Polygon", "coordinates": [[[0, 0], [1e300, 0], [1, 1]]]}, r"within 2\^50")])
def test_what_is_no_geojson_is_refused(geojson, wrong):
    p = burl.compile('areas("m")', images={"m": SQUARE})
    with pytest.raises((ValueError, TypeError), match=wrong):
        p.images["m"] = geojson
    assert p(1.0, 1.0) == 1
