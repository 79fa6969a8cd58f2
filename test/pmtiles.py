"""Reads archives for test_planet.c: pmtiles.py same FILE PATTERN says how many tiles there are, each the file of that name; tiles
FILE how many tiles and contents; about FILE what tiles are, their zooms and their bounds."""
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


def main():
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
