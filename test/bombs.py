"""Writes small files of heights whose heads say that they have very many samples, and one of few samples and long texts."""
import struct
import zlib


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(name, width, height, interlaced=0, between=b""):
    head = struct.pack(">IIBBBBB", width, height, 16, 0, 0, 0, interlaced)
    with open(name, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + between + chunk(b"IDAT", zlib.compress(b"\0" * 9)) +
                   chunk(b"IEND", b""))


def attribute(name, kind, value):
    return name.encode() + b"\0" + kind.encode() + b"\0" + struct.pack("<I", len(value)) + value


def exr(name, width, height):
    window = struct.pack("<4i", 0, 0, width - 1, height - 1)
    channel = b"Y\0" + struct.pack("<i4xii", 2, 1, 1) + b"\0"
    with open(name, "wb") as file:
        file.write(struct.pack("<II", 20000630, 2) + attribute("channels", "chlist", channel) +
                   attribute("compression", "compression", b"\0") + attribute("dataWindow", "box2i", window) +
                   attribute("displayWindow", "box2i", window) + attribute("lineOrder", "lineOrder", b"\0") +
                   attribute("pixelAspectRatio", "float", struct.pack("<f", 1)) +
                   attribute("screenWindowCenter", "v2f", struct.pack("<ff", 0, 0)) +
                   attribute("screenWindowWidth", "float", struct.pack("<f", 1)) + b"\0" + b"\0" * 64)


png("wide.png", 2**31 - 1, 2**31 - 1)
png("large.png", 2**20, 2**9)
png("passes.png", 2**20, 2**9, interlaced=1)
png("texts.png", 4, 1, between=200 * chunk(b"zTXt", b"a\0\0" + zlib.compress(b"a" * 8000000)))
exr("large.exr", 2**20 - 1, 2**20 - 1)
with open("large.asc", "w") as file:
    file.write("ncols 1048576\nnrows 1048576\nxllcorner 0\nyllcorner 0\ncellsize 1\n0 0 0\n")
with open("large.npy", "wb") as file:
    text = "{'descr': '<f4', 'fortran_order': False, 'shape': (1048576, 512), }".ljust(117) + "\n"
    file.write(b"\x93NUMPY\x01\0" + struct.pack("<H", len(text)) + text.encode())
