"""Reads archives for test_planet.c, and writes some for test_hostile.c: pmtiles.py same FILE PATTERN says how many tiles there are, each the file of that name; tiles
FILE how many tiles and contents; about FILE what tiles are, their zooms and their bounds.  bombs writes small archives of very many entries, or with a
long text: many.pmtiles, long.pmtiles, lies.pmtiles, whose text is longer than it says, and fits.pmtiles, which burl
reads."""
import gzip
import struct
import sys


def varints(data):
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value = shift = 0


def directory(data):
    """[number, run, length, offset]"""
    numbers = list(varints(gzip.decompress(data)))
    count = numbers[0]
    columns = [numbers[1 + count*k:1 + count*(k + 1)] for k in range(4)]
    entries, number = [], 0
    for delta, run, length, offset in zip(*columns):
        number += delta
        entries.append([number, run, length, offset - 1 if offset else entries[-1][3] + entries[-1][2]])
    return entries


def number_of(zoom, x, y):
    """By the published algorithm, another one than burl's."""
    number = (4**zoom - 1) // 3
    side = 1 << zoom - 1 if zoom else 0
    while side:
        right, lower = int(x & side > 0), int(y & side > 0)
        number += side*side*(3*right ^ lower)
        if not lower:
            if right:
                x, y = side - 1 - x, side - 1 - y
            x, y = y, x
        side >>= 1
    return number


class Archive:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        assert self.data[:8] == b"PMTiles\3"
        self.fields = struct.unpack("<11Q", self.data[8:96])

    def tile(self, zoom, x, y):
        number, at, length = number_of(zoom, x, y), *self.fields[:2]
        while True:
            entries = directory(self.data[at:at + length])
            entry = max((e for e in entries if e[0] <= number), key=lambda e: e[0])
            if entry[1]:
                assert number < entry[0] + entry[1], "no such tile"
                at = self.fields[6] + entry[3]
                return self.data[at:at + entry[2]]
            at, length = self.fields[4] + entry[3], entry[2]


def varint(value):
    data = b""
    while value >= 128:
        data += bytes([value & 127 | 128])
        value >>= 7
    return data + bytes([value])


def write(name, entries, text, said=None):
    """An archive whose root leads to a leaf of so many entries, of a tile each but for the first, which has two; the first
    tile is the last of zoom 9.  said: how long the text is, if not as long as it is."""
    first = varint(number_of(9, 511, 0))
    leaf = gzip.compress(varint(entries) + first + b"\2" + b"\1"*(entries - 2) + b"\2" + b"\1"*(3*entries - 1))
    root = gzip.compress(b"\1" + first + b"\0" + varint(len(leaf)) + b"\1")
    metadata = gzip.compress(text)
    if said:
        metadata = metadata[:-4] + struct.pack("<I", said)
    at, sections = 127, []
    for length in (len(root), len(metadata), len(leaf), 1):
        sections += [at, length]
        at += length
    head = b"PMTiles\3" + struct.pack("<11Q", *sections, 0, 0, 0) + bytes([1, 2, 1, 2, 9, 12]) + bytes(25)
    with open(name, "wb") as file:
        file.write(head + root + metadata + leaf + b"x")


def write_bombs():
    write("many.pmtiles", 15000000, b"{}")
    write("long.pmtiles", 1000, b'"' + b"a"*60000000 + b'"')
    write("lies.pmtiles", 1000, b'"' + b"a"*60000000 + b'"', said=100)
    write("fits.pmtiles", 3000000, b'"' + b"a"*15000000 + b'"')


def main():
    if sys.argv[1] == "bombs":
        write_bombs()
        return
    archive = Archive(sys.argv[2])
    if sys.argv[1] == "tiles":
        print(archive.fields[8], archive.fields[10])
        return
    if sys.argv[1] == "about":
        print(*archive.data[99:102], *(degrees / 1e7 for degrees in struct.unpack("<4i", archive.data[102:118])))
        return
    least, most, count = *archive.data[100:102], 0
    for zoom in range(least, most + 1):
        for x in range(2**zoom):
            for y in range(2**zoom):
                with open(sys.argv[3].format(z=zoom, x=x, y=y), "rb") as file:
                    assert file.read() == archive.tile(zoom, x, y), (zoom, x, y)
                count += 1
    print(count, "tiles")


main()
