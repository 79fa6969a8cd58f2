"""Pixels, pictures and figures in notebooks."""
import io
import os
import subprocess

import numpy as np
import pytest

import burl_noise as burl

Image = pytest.importorskip("PIL.Image")

GREY = 'param k = 1 [0, 2] "Height"\nfbm(perlin(), octaves: 5)*sin(k*x)'
COLOURS = "ramp(perlin(), palette: viridis)"


def test_pixels():
    a = np.array([-1, 0, 0.25, 0.5, 1, 2, np.nan, np.inf, -np.inf], np.float32)
    assert burl.pixels(a).tolist() == [0, 0, 64, 128, 255, 255, 0, 255, 0]
    assert burl.pixels(a, depth=16).tolist()[:5] == [0, 0, 16384, 32768, 65535] and burl.pixels(a, depth=16).dtype == np.uint16
    assert burl.pixels(a, (-1, 1)).tolist()[:3] == [0, 128, 159]
    assert burl.pixels(a, (1, 0)).tolist()[:5] == [255, 255, 191, 128, 0]
    assert burl.pixels(a[:6], "auto").tolist() == [0, 85, 106, 128, 170, 255]
    assert burl.pixels(np.full((2, 2), 7.0), "auto").tolist() == [[0, 0], [0, 0]]
    for wrong in ((1, 1), (0, np.inf), "most"):
        with pytest.raises(ValueError):
            burl.pixels(a, wrong)
    with pytest.raises(ValueError, match="depth"):
        burl.pixels(a, depth=32)


@pytest.mark.skipif("BURL" not in os.environ, reason="BURL names the command to compare with")
@pytest.mark.parametrize("text, options, arguments", [
    (GREY, {}, []), (GREY, {"range": "auto"}, ["--range", "auto"]), (GREY, {"range": (-0.2, 0.3)}, ["--range", "-0.2,0.3"]),
    (GREY, {"depth": 16, "extent": (1, 2, 3, 4)}, ["--depth", "16", "--extent", "1,2,3,4"]), (COLOURS, {"samples": 3}, ["--samples", "3"]),
    ("0.5 + 0.5*perlin()", {}, []), ("rgba(rgb(x, y, 0), 0.5*x)", {}, []), ("view 0, 0, 4, 2\nperlin()", {}, [])])
def test_pictures_are_those_of_the_command(text, options, arguments, tmp_path):
    path = tmp_path / "picture.png"
    subprocess.run([os.environ["BURL"], "render", "-q", "-e", text, "-o", path, *arguments], check=True)
    made = burl.picture(burl.compile(text), **options)
    with Image.open(path) as kept:
        assert made.size == kept.size and np.array_equal(np.asarray(made, int), np.asarray(kept, int))


@pytest.mark.skipif("BURL" not in os.environ, reason="BURL names the command to compare with")
@pytest.mark.parametrize("seed", ["7", "-1", "0x1F", "hills", "1_000", "\u0663", "5\n", "nan", "1e3", " 7", "+5", "0x_1f", "", "-0x10"])
def test_seeds_are_those_of_the_command(seed, tmp_path):
    made = subprocess.run([os.environ["BURL"], "render", "-q", "-e", "white()", "--seed", seed, "--size", "4x4", "-o", tmp_path / "a.npy"],
                          capture_output=True)
    if made.returncode:
        with pytest.raises(ValueError):
            burl.seed_number(seed)
    else:
        np.testing.assert_array_equal(burl.compile("white()", seed=seed).grid((4, 4)), np.load(tmp_path / "a.npy"))


def test_what_is_no_picture():
    assert burl.picture(burl.compile(GREY), (20, 30)).size == (30, 20)
    with pytest.raises(ValueError, match="no proven bounds"):
        burl.picture(burl.compile("1/x"))
    assert burl.picture(burl.compile("1/x"), range="auto").mode == "L"
    with pytest.raises(ValueError, match="one result"):
        burl.picture(burl.compile("h = x\nh", result="h, result"))
    with pytest.raises(ValueError, match="two axes"):
        burl.picture(burl.compile("x", 1))
    with pytest.raises(ValueError, match="16 bits"):
        burl.picture(burl.compile(COLOURS), depth=16)


def test_a_figure_has_picture_knobs_and_bounds():
    program = burl.compile(GREY, seed=5)
    figure = burl.figure(program, (48, 64))
    with Image.open(io.BytesIO(figure.png())) as picture:
        assert picture.size == (64, 48)
    page = figure._repr_html_()
    for shown in ("data:image/png;base64,", "Height", "fbm(perlin(), octaves: 5)*sin(k*x)", "\N{MINUS SIGN}1 to 1", "0 to 2", ">5<"):
        assert shown in page
    hostile = burl.figure(burl.compile("param k = 1 [0, 2] \"<script>\"\nx<y ? 1 : k"), (8, 8)).html()
    assert "<script>" not in hostile and "&lt;y" in hostile
    assert "text/html" in burl.figure(burl.compile("1/x"), (8, 8))._repr_mimebundle_()


@pytest.mark.parametrize("function", [burl.picture, burl.figure, burl.xarray])
def test_what_is_no_program(function):
    for wrong in (np.zeros((4, 4)), "perlin()"):
        with pytest.raises(TypeError, match=f"{function.__name__} takes a program"):
            function(wrong)
    with pytest.raises(TypeError, match="pixels takes an array"):
        burl.pixels(burl.compile("x"))


def test_a_figure_says_at_once_what_is_wrong():
    with pytest.raises(TypeError, match="'extnt'"):
        burl.figure(burl.compile(GREY), extnt=3)


def test_a_figure_sees_other_images():
    figure = burl.figure(burl.compile('image("a")', images={"a": np.eye(8)}), range=(0, 1))
    before = figure.png()
    figure.program.images["a"] = np.ones((8, 8))
    assert figure.png() != before


def test_sliders_turn_knobs():
    pytest.importorskip("ipywidgets")
    program = burl.compile(GREY)
    figure = burl.figure(program, (32, 32))
    image, controls = figure.widget().children
    slider, seed, message = controls.children
    assert (slider.min, slider.max, slider.value, slider.description) == (0, 2, 1, "Height")
    before = image.value
    slider.value = 0.25
    assert figure.program["k"] == 0.25 and image.value != before and program["k"] == 1
    assert image.value == figure.png()
    before = image.value
    seed.value = "hills"
    assert figure.program.seed == burl.seed_number("hills") and image.value != before
    seed.value = str(2**70)
    assert "64 bits" in message.value and figure.program.seed == burl.seed_number("hills")
    assert "application/vnd.jupyter.widget-view+json" in figure._repr_mimebundle_()
