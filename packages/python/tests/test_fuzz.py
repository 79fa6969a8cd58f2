"""Whatever is passed, there is an answer or an exception of those that are promised.  The same cases each time;
BURL_FUZZ=5000 tries so many others."""
import os

import numpy as np
import pytest

import burl_noise as burl

pytest.importorskip("hypothesis")
from hypothesis import HealthCheck, given, settings, strategies as st  # noqa: E402
from hypothesis.extra import numpy as hnp  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # numpy's, of numbers that have no place in a float
PROMISED = (ValueError, TypeError, KeyError, MemoryError, OverflowError, AttributeError)
PROGRAMS = [burl.compile(text, dims) for text, dims in (
    ("perlin()", 1), ("fbm(perlin(), octaves: 3)", 2), ("rgb(perlin(), x, y)", 2), ("cells(x, y, z) + t", 3), ("simplex(x, y, z, w)", 4),
    ("fbm(value(), octaves: auto)", 2))]
WHOLE = burl.compile('breach(image("a"))')

numbers = st.one_of(st.integers(-5, 40), st.floats(), st.integers(), st.booleans(), st.none(), st.text(max_size=3), st.complex_numbers())
several = st.one_of(numbers, st.lists(numbers, max_size=5), st.tuples(st.integers(0, 30), st.integers(0, 30)))
arrays = hnp.arrays(st.sampled_from([np.float32, np.float64, np.int8, np.uint64, np.complex64, np.bool_, "S2", ">f4", np.float16]),
                    hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=6))
anything = st.one_of(several, arrays, st.binary(max_size=20), st.dictionaries(st.text(max_size=2), numbers, max_size=2))
SETTINGS = settings(max_examples=int(os.environ.get("BURL_FUZZ", 300)), derandomize="BURL_FUZZ" not in os.environ, deadline=None, suppress_health_check=list(HealthCheck))


def small(shape):
    """Whether a shape that may be right is one that doesn't take long."""
    try:
        return np.prod([abs(int(n)) for n in np.atleast_1d(np.array(shape, object))], dtype=float) < 1e5
    except (TypeError, ValueError, OverflowError):
        return True


@SETTINGS
@given(st.sampled_from(PROGRAMS), several, st.dictionaries(st.sampled_from(
    ["extent", "edge", "origin", "step", "first", "whole", "at", "t", "samples", "footprint", "threads", "out", "images", "q"]), anything,
    max_size=4))
def test_grids(program, shape, arguments):
    if small(shape):
        try:
            result = program.grid(shape, **arguments)
        except PROMISED:
            return
        assert isinstance(result, np.ndarray) and result.dtype == np.float32


@SETTINGS
@given(st.sampled_from(PROGRAMS), st.lists(anything, max_size=5), st.fixed_dictionaries({}, optional={
    "t": anything, "footprint": numbers, "threads": numbers, "out": arrays}))
def test_points(program, coordinates, arguments):
    try:
        result = program(*coordinates, **arguments)
    except PROMISED:
        return
    assert result.dtype == np.float32


@SETTINGS
@given(anything, several, several)
def test_images(image, origin, step):
    for value in (image, burl.Image(image, origin, step)):
        try:
            WHOLE.grid(a=value)
        except PROMISED:
            continue


@SETTINGS
@given(st.one_of(st.text(max_size=30), st.text("perlinfb()+*x,y z=:0.5\n", max_size=40), anything), numbers, st.fixed_dictionaries({}, optional={
    "result": st.one_of(st.none(), st.text(max_size=5)), "seed": numbers, "derivative": st.one_of(numbers, st.sampled_from("xyzwt")),
    "octaves": st.tuples(st.integers(), st.integers()), "isa": st.one_of(st.none(), st.text(max_size=5)), "knobs": anything}))
def test_recipes(text, dims, options):
    try:
        program = burl.compile(text, dims, **options)
    except PROMISED:
        return
    assert program == program.copy() and program.source == text and program.notes is not None


@SETTINGS
@given(st.sampled_from(PROGRAMS), st.lists(st.one_of(st.none(), st.text(max_size=8)), min_size=6, max_size=6), numbers)
def test_code(program, texts, footprint):
    target, made_for, prefix, entries, uniforms, style = texts
    for call in (program.code, program.code_keys):
        try:
            call(target, made_for=made_for, prefix=prefix, entries=entries, uniforms=uniforms, footprint=footprint, style=style)
        except PROMISED:
            continue


@SETTINGS
@given(st.sampled_from([name for name in dir(burl.classic) if name[0] != "_" and name not in ("annotations", "ArrayLike", "NDArray", "Any", "Literal")]),
       st.lists(st.one_of(numbers, arrays, st.sampled_from([burl.classic.table256(1), burl.classic.table64(1)])), max_size=6))
def test_classic(name, arguments):
    function = getattr(burl.classic, name)
    if not callable(function) or name in ("rand", "midpoint", "elias_constants") and not small(arguments):
        return
    try:
        function(*arguments)
    except PROMISED:
        return


@SETTINGS
@given(st.lists(st.one_of(anything, st.sampled_from([np.zeros((4, 4), np.float32), np.zeros(4), "linear", ((4, 4, 1, 1), (0,) * 4, (0.0,) * 4,
                                                     (1.0,) * 4, 0.0, 0.0, 1)])), max_size=8), st.sampled_from(sorted(
    set(dir(burl.program._burl.Program)) - set(dir(object)))))
def test_the_extension_itself(arguments, method):
    """Not what users call, and crash-proof all the same."""
    core = PROGRAMS[1]._core.copy()
    try:
        getattr(core, method)(*arguments)
    except (*PROMISED, burl.program._burl.Failure, BufferError, SystemError) as error:
        assert not isinstance(error, SystemError)
