"""The extension itself refuses what would write or read elsewhere than in the caller's arrays, whatever is above it."""
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import burl_noise as burl
from burl_noise import _burl

GREY = burl.compile("perlin()")._core
COLOURS = burl.compile("rgb(perlin(), x, y)")._core


def where(*size):
    return (*size, *(1,) * (4 - len(size))), (0,) * 4, (0.0,) * 4, (0.5,) * 4, 0.0, 0.0, 1


def misaligned(shape):
    count = int(np.prod(shape))
    return np.zeros(4 * count + 1, np.uint8)[1:].view(np.float32).reshape(shape)


@pytest.mark.parametrize("core, out, says", [
    (GREY, np.zeros((4, 6), np.float32), "another shape"), (GREY, np.zeros((6, 5), np.float32), "another shape"),
    (GREY, np.zeros(20, np.float32), "another shape"), (GREY, np.zeros((2, 4, 5), np.float32), "another shape"),
    (GREY, np.zeros((4, 5)), "float32"), (GREY, np.zeros((4, 5), np.int32), "float32"), (GREY, misaligned((4, 5)), "float32|aligned"),
    (GREY, np.zeros((1,) * 3 + (4, 5), np.float32), "float32"),
    (GREY, np.lib.stride_tricks.as_strided(np.zeros(9, np.float32), (4, 5), (0, 4)), "strides"),
    (GREY, np.zeros((4, 5), [("a", "i2"), ("h", "f4")])["h"], "strides|aligned|float32"),
    (COLOURS, np.zeros((4, 5), np.float32), "channels"), (COLOURS, np.zeros((4, 5, 4), np.float32), "channels"),
    (COLOURS, np.zeros((3, 4, 5), np.float32).transpose(1, 2, 0), "channels"),
])
def test_grids_into_what_does_not_fit(core, out, says):
    before = out.copy()
    with pytest.raises(ValueError, match=says):
        core.sample_grid(where(5, 4), out, 1, None)
    assert (out == before).all()


@pytest.mark.parametrize("arguments, error", [
    ((np.zeros(4), np.zeros(5), None, None, None, np.zeros(4, np.float32)), ValueError),
    ((np.zeros(4), np.zeros(4), None, None, np.zeros(3), np.zeros(4, np.float32)), ValueError),
    ((np.zeros(4), np.zeros(4), None, None, None, np.zeros(5, np.float32)), ValueError),
    ((np.zeros((2, 2)), np.zeros(4), None, None, None, np.zeros(4, np.float32)), ValueError),
    ((np.zeros(4), None, None, None, None, np.zeros(4, np.float32)), ValueError),
    ((None, None, None, None, None, np.zeros(4, np.float32)), ValueError),
    ((np.zeros(4, int), np.zeros(4), None, None, None, np.zeros(4, np.float32)), ValueError),
    ((np.zeros(4), np.zeros(4), None, None, None, np.zeros(4)), ValueError),
    ((np.zeros(4), np.zeros(4), None, None, None, np.zeros(8, np.float32)[::2]), (ValueError, BufferError)),
    ((np.zeros(()), np.zeros(()), None, None, None, np.zeros((), np.float32)), ValueError),
    ((np.zeros(4), np.zeros(4), None, None, None, b"0123456789abcdef"), BufferError),
])
def test_points_that_do_not_fit(arguments, error):
    with pytest.raises(error):
        GREY.sample_points(*arguments, 0.0, 1, None)


def test_classic_calls_that_do_not_fit():
    for name, arguments, table in (("fade", (np.zeros(3),), None), ("linear", (np.zeros(4),), None), ("value2", (np.zeros(4),) * 2, None),
                                   ("value2", (np.zeros(4),) * 2, np.zeros(255, np.uint8)), ("nothing", (), None),
                                   ("fade", (np.zeros(4, np.float32),), None)):
        with pytest.raises(ValueError):
            _burl.classic(name, np.zeros(4), arguments, table)
    for name, out in (("table256", np.zeros(255, np.uint8)), ("table64", np.zeros(10)), ("midpoint", np.zeros(10, np.int32)),
                      ("rand", np.zeros(3, np.uint8)), ("nothing", np.zeros(4))):
        with pytest.raises(ValueError):
            _burl.classic_fill(name, out, 1, 1)


def test_programs_are_made_by_compile_alone():
    with pytest.raises(TypeError):
        _burl.Program()
    with pytest.raises(TypeError):
        type("Mine", (_burl.Program,), {})


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="/proc says what a process uses already")
def test_out_of_memory():
    code = ("import resource, numpy, burl_noise as burl\n"
            "program = burl.compile('breach(perlin())')\n"
            "out = numpy.zeros((4000, 4000), numpy.float32)\n"
            "used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
            "resource.setrlimit(resource.RLIMIT_AS, (used + 50_000_000,) * 2)\n"
            "try:\n    program.grid(out=out, step=1, threads=1)\n"
            "except MemoryError as error:\n    print('said:', error)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "said: out of memory\n", done.stderr
