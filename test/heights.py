"""Makes the files of heights that test_heights.c reads, in the current folder, by GDAL, NumPy and Pillow.

The heights are 0, 10, … 110, in three lines of four; what differs is how they are stored.
    heights.py          makes them
    heights.py FILE     prints the place, the coordinate system and the first samples of a .tif
"""
import sys

import numpy as np
from osgeo import gdal, osr

gdal.UseExceptions()
gdal.SetConfigOption("GDAL_PAM_ENABLED", "NO")

HEIGHTS = np.arange(12, dtype=np.float64).reshape(3, 4) * 10
UTM = (500000, 30, 0, 5400000, 0, -30)
MINE = """PROJCS["mine",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],
PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],
PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",10.5],PARAMETER["scale_factor",1],
PARAMETER["false_easting",1000],PARAMETER["false_northing",0],UNIT["metre",1]]"""


def system(epsg=None, wkt=None):
    crs = osr.SpatialReference()
    crs.ImportFromEPSG(epsg) if epsg else crs.ImportFromWkt(wkt)
    return crs.ExportToWkt()


def tif(name, values=HEIGHTS, place=UTM, crs=system(32632), kind=gdal.GDT_Float32, bands=1, nodata=None, scale=None,
        offset=None, unit=None, options=()):
    height, width = values.shape
    file = gdal.GetDriverByName("GTiff").Create(name, width, height, bands, kind, list(options))
    if place:
        file.SetGeoTransform(place)
    if crs:
        file.SetProjection(crs)
    for b in range(bands):
        band = file.GetRasterBand(b + 1)
        if nodata is not None:
            band.SetNoDataValue(nodata)
        if scale is not None:
            band.SetScale(scale)
        if offset is not None:
            band.SetOffset(offset)
        if unit:
            band.SetUnitType(unit)
        band.WriteArray(values)
    file = None


def make():
    tif("plain.tif", place=None, crs=None)
    tif("utm.tif")
    tif("tiled.tif", options=["TILED=YES", "COMPRESS=DEFLATE", "PREDICTOR=3"])
    tif("north.tif", values=HEIGHTS[::-1], place=(500000, 30, 0, 5400000 - 90, 0, 30))
    tif("double.tif", kind=gdal.GDT_Float64, nodata=-1e300)
    tif("nodata.tif", nodata=50)
    tif("lowest.tif", values=np.where(HEIGHTS == 50, -3.4028234663852886e38, HEIGHTS), nodata=-3.4028234663852886e38)
    tif("scaled.tif", kind=gdal.GDT_Int16, nodata=50, scale=0.5, offset=100)
    tif("feet.tif", kind=gdal.GDT_Int16, unit="ft")
    tif("feet_map.tif", kind=gdal.GDT_Int16, unit="US survey foot", crs=system(2263), place=(980000, 30, 0, 200000, 0, -30))
    tif("two.tif", bands=2)
    tif("mine.tif", crs=system(wkt=MINE), place=(1000, 30, 0, 5400000, 0, -30))
    tif("site.tif", crs='LOCAL_CS["site",UNIT["metre",1]]')
    tif("degrees.tif", crs=system(4326), place=(8, 0.001, 0, 47, 0, -0.001))
    tif("it's.tif", crs=system(4326), place=(-70, 0.001, 0, -33, 0, -0.001))
    tif("colour.tif", kind=gdal.GDT_Byte, bands=3, options=["PHOTOMETRIC=RGB"])
    tif("complex.tif", kind=gdal.GDT_CFloat32)
    tif("turned.tif", place=(500000, 30, 1, 5400000, 0, -30))
    rough = np.random.default_rng(1).random((300, 200))
    tif("rough.tif", values=rough, options=["COMPRESS=DEFLATE"])
    rough = open("rough.tif", "rb").read()
    open("cut.tif", "wb").write(rough[:len(rough) // 2])
    open("empty.tif", "wb")

    for name, kind in (("f4", "<f4"), ("f8", ">f8"), ("i2", ">i2"), ("u2", "<u2"), ("i4", "<i4"), ("u1", "u1")):
        np.save(name + ".npy", HEIGHTS.astype(kind))
    np.save("negative.npy", -HEIGHTS.astype("<i2"))
    np.save("one.npy", HEIGHTS.astype("f4")[:, :, None])
    np.save("nan.npy", np.where(HEIGHTS == 50, np.inf, HEIGHTS))
    np.save("line.npy", HEIGHTS.ravel())
    np.save("cube.npy", HEIGHTS.reshape(3, 2, 2))
    np.save("fortran.npy", np.asfortranarray(HEIGHTS))
    np.save("words.npy", np.array([["a", "b"]]))
    np.save("complex.npy", HEIGHTS.astype("c8"))
    whole = open("f4.npy", "rb").read()
    open("cut.npy", "wb").write(whole[:-1])
    open("huge.npy", "wb").write(whole[:128].replace(b"(3, 4)", b"(3000000, 3000000)")[:126].ljust(127) + b"\n")

    from PIL import Image
    Image.fromarray(HEIGHTS.astype(np.uint8)).save("grey.png")
    Image.fromarray(HEIGHTS.astype(np.uint16) * 256).save("grey16.png")
    Image.fromarray(HEIGHTS.astype(np.uint8)).convert("RGB").save("colour.png")
    Image.fromarray(HEIGHTS.astype(np.uint8)).convert("P").save("palette.png")
    whole = open("grey.png", "rb").read()
    open("cut.png", "wb").write(whole[:50])

    head = "ncols 4\nNROWS 3\nxllcorner 1000\nyllcorner 2000\ncellsize 10\n"
    rows = "\n".join(" ".join("%g" % h for h in line) for line in HEIGHTS) + "\n"
    open("grid.asc", "w").write(head + rows)
    open("nodata.asc", "w").write(head.replace("corner", "center") + "NODATA_value 50\r\n" + rows.replace("\n", "\r\n"))
    open("oblong.asc", "w").write(head.replace("cellsize 10", "dx 10\ndy 20") + rows)
    open("cut.asc", "w").write(head + rows[:-8])
    open("more.asc", "w").write(head + rows + "7\n")
    open("words.asc", "w").write(head + rows.replace("50", "fifty"))
    open("nowhere.asc", "w").write("ncols 4\nnrows 3\ncellsize 1\n" + rows)
    open("short.asc", "w").write(head.replace("4", "400000") + rows)
    open("other.asc", "w").write("P2 4 3 255\n" + rows)

    tile = (np.arange(1201 * 1201) % 5000).astype(">i2")
    tile[5] = -32768
    tile.tofile("N47E008.hgt")
    tile.tofile("nowhere.hgt")
    open("N47E009.hgt", "wb").write(b"short")


def show(name):
    file = gdal.Open(name)
    crs = osr.SpatialReference()
    crs.ImportFromWkt(file.GetProjectionRef())
    print(*file.GetGeoTransform(), crs.ExportToProj4() or "none", sep="|")
    print(*file.ReadAsArray().ravel()[:12])


show(sys.argv[1]) if sys.argv[1:] else make()
