"""Writes GeoTIFFs of 4 by 3 heights whose coordinate system is well-known text, as ESRI's programs give it: a citation
that begins with "ESRI PE String =" (OGC GeoTIFF standard, keys 1024 to 3073), and such as name the file f; and systems.txt, with the texts of well-known systems."""
import struct

from osgeo import osr

osr.UseExceptions()

GCS = ('GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],'
       'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]')
GOOD = ('PROJCS["mine",%s,PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],'
        'PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.5],PARAMETER["Scale_Factor",0.9996],'
        'PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]%s]')


def write(name, wkt, order="<", big=False, named="ESRI PE String = "):
    text = (named + wkt + "|").encode()
    keys = [1, 1, 0, 3, 1024, 0, 1, 32767, 3072, 0, 1, 32767, 3073, 34737, len(text), 0]
    data = struct.pack(order + "12f", *range(0, 120, 10))
    entries = [  # tag, kind (2: bytes, 3: 16 bits, 4: 32 bits, 12: doubles), values
        (256, 3, [4]), (257, 3, [3]), (258, 3, [32]), (259, 3, [1]), (262, 3, [1]), (273, 4, ["data"]), (277, 3, [1]),
        (278, 3, [3]), (279, 4, [len(data)]), (339, 3, [3]), (33550, 12, [30.0, 30.0, 0.0]),
        (33922, 12, [0.0, 0.0, 0.0, 500000.0, 5400000.0, 0.0]), (34735, 3, keys), (34737, 2, text)]
    place, count, head, entry = ("Q", "Q", 16, 20) if big else ("I", "H", 8, 12)
    width = struct.calcsize("<" + place)
    body_at = head + struct.calcsize("<" + count) + entry * len(entries) + width
    body, rows = data, b""
    for tag, kind, values in entries:
        values = [body_at if v == "data" else v for v in values]
        packed = values if kind == 2 else struct.pack(f"{order}{len(values)}{ {3: 'H', 4: 'I', 12: 'd'}[kind] }", *values)
        packed = bytes(packed)
        if len(packed) > width:
            where, body = body_at + len(body), body + packed + b"\0" * (-len(packed) % 8)
            packed = struct.pack(order + place, where)
        rows += struct.pack(f"{order}HH{place}", tag, kind, len(values)) + packed.ljust(width, b"\0")
    start = (b"II" if order == "<" else b"MM") + struct.pack(order + ("HHHQ" if big else "HI"), *((43, 8, 0, head) if big else (42, head)))
    with open(name, "wb") as file:
        file.write(start + struct.pack(order + count, len(entries)) + rows + struct.pack(order + place, 0) + body)


HOSTILE = GOOD % (GCS, ',EXTENSION["PROJ4","+proj=longlat +init=f:x"]')
write("esri.tif", GOOD % (GCS, ""))
write("esri_motorola.tif", GOOD % (GCS, ""), order=">", big=True)
write("esri_init.tif", HOSTILE)
write("esri_big.tif", HOSTILE, order=">", big=True)
write("esri_case.tif", GOOD.replace("PROJCS", "projcs") % (GCS, ',eXtension["PROJ4","+init=f:x"]'), named="esri pe string = ")
write("esri_after.tif", HOSTILE + "ESRI PE String = ", named="17 letters first ")
write("esri_cut.tif", (GOOD % (GCS, ""))[:-1])

NUMBERS = (4326, 3857, 4258, 32632, 32733, 25832, 2154, 2056, 27700, 5514, 3035, 3413, 5042, 2263, 2193, 7856, 3067, 31370,
           28992, 2180, 26918, 3395, 6933, 3031, 4647, 2100)
with open("systems.txt", "w") as file:
    for number in NUMBERS:
        system = osr.SpatialReference()
        system.ImportFromEPSG(number)
        for form in ("WKT1_GDAL", "WKT2_2015", "WKT2_2019"):
            print(f"EPSG:{number}", system.ExportToWkt(["FORMAT=" + form]), file=file)
