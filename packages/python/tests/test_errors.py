"""What is wrong with a recipe is said with its place."""
import pickle

import pytest

import burl_noise as burl


def error_of(text, **options):
    with pytest.raises(burl.RecipeError) as caught:
        burl.compile(text, **options)
    assert isinstance(caught.value, ValueError)
    return caught.value


def test_a_mistake_has_its_place_and_a_hint():
    error = error_of("a = 1\nfbm(perln())", name="hills")
    assert (error.line, error.column, error.length) == (2, 5, 5)
    assert error.hint == "did you mean 'perlin'?" and error.message and error.name == "hills"
    assert str(error) == f"hills:2:5: {error.message}\n    fbm(perln())\n        ^~~~~ did you mean 'perlin'?"


def test_columns_are_characters():
    error = error_of("x + 'é'")
    assert (error.line, error.column) == (1, 5)
    line = 'param k = 1 [0, 2] "Höhe über Null" q'
    error = error_of(line + "\nk")
    assert (error.line, error.column, error.length) == (1, len(line), 1)
    assert str(error).split("\n")[2] == " " * (4 + len(line) - 1) + "^" + (f" {error.hint}" if error.hint else "")


def test_long_lines_are_cut_around_the_place():
    error = error_of("1 + " * 200 + "perln() + " + "2 + " * 100 + "1")
    text, marks = str(error).split("\n")[1:3]
    assert len(text) < 140 and text[marks.index("^"):].startswith("perln") and marks.count("~") == 4


def test_without_a_recipe():
    error = error_of("")
    assert str(error).startswith(("recipe:1:1: ", error.message))


def test_no_control_character_comes_through():
    assert "\x1b" not in str(error_of("x + \x1b[31m"))


def test_errors_pickle():
    error = error_of("a = 1\nfbm(perln())")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.line == 2 and again.hint == error.hint


@pytest.mark.parametrize("text", ["x\0y", "x + \ud800", "(" * 500, "x" * 100_000, "f(a) = f(a)\nf(1)"])
def test_hostile_texts(text):
    with pytest.raises(ValueError):
        burl.compile(text)
