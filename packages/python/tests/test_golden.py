"""The recipes have the bits that test/golden.txt keeps: the hashes of test/golden.c, made here through the package."""
import re

import numpy as np

import burl_noise as burl

ORIGINS = [0, -20.3, 1e9 + 0.1]
STEPS = [0.37, 0.29, 0.43, 0.31]
ZONE_POINTS = 16
SIDE = 9


class Hash:
    """FNV-1a by words of 32 bits, folded so that high bits come down."""

    def __init__(self):
        self.value = 0xCBF29CE484222325
        self.any = False

    def words(self, words):
        value = self.value
        for word in words:
            value = (value ^ word) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
            value ^= value >> 32
        self.value = value

    def samples(self, array):
        self.any = True
        self.words([0])  # the call went well
        self.words(array.view(np.uint32).ravel().tolist())

    def text(self):
        return f"{self.value:016x}" if self.any else "error"


def add_points(found, program):
    n = np.arange(len(ORIGINS) * ZONE_POINTS)
    origin = np.array(ORIGINS, dtype=np.float64)[n // ZONE_POINTS]
    coordinates = [origin + (n % ZONE_POINTS) * STEPS[a] * (1 + a) for a in range(program.dims)]
    found.samples(program(*coordinates, t=0.21 * n))


def add_zone(found, program, zone):
    shape = [(SIDE * SIDE,), (SIDE, SIDE), (3, 3, SIDE), (2, 3, 3, 5)][program.dims - 1]
    found.samples(program.grid(shape, origin=ORIGINS[zone], step=STEPS[:program.dims], t=0.75))


def add_view(found, program):
    found.samples(program.grid((([256, 24, 8, 4][program.dims - 1]),) * program.dims, t=0.3))


def add_changes(found, program):
    program.seed = 12345678901234567890
    found.words([0])
    add_view(found, program)
    for knob in program.knobs.values():
        for end, value in enumerate((knob.lo, knob.hi, knob.value)):
            if np.isfinite(value):
                program[knob.name] = value
                found.words([0])
                if end < 2:
                    add_zone(found, program, 0)


def hash_of(text, dims):
    found = Hash()
    try:
        program = burl.compile(text, dims)
    except burl.RecipeError:
        return found.text()
    add_zone(found, program, 1)
    if dims == (len(program.view) // 2 if program.view else 2):
        if not program.needs_whole_grid:
            add_points(found, program)
        for zone in range(len(ORIGINS)):
            add_zone(found, program, zone)
        add_view(found, program)
        add_changes(found, program)
    return found.text()


def test_every_recipe_has_the_golden_bits(library):
    lines = re.findall(r"^(\w+)  (recipes/\S+) (\d)D$", (library / "test/golden.txt").read_text(), re.MULTILINE)
    assert len(lines) >= 4 * 40
    for expected, name, dims in lines:
        assert hash_of((library / name).read_text(), int(dims)) == expected, f"{name} {dims}D"
