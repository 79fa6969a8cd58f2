"""What a program says of itself, and how it is changed, copied, pickled and compared."""
import copy
import pickle

import numpy as np
import pytest

import burl_noise as burl

HILLS = '''view 0, 0, 4, 2
param k = 0.5 [0, 2] "Knob"
f(a) = a*2
n = fbm(perlin(), octaves: 3)
f(n)*k'''
COLOURS = "h = sin(x)\nrgb(h, 0, y)"


def test_it_describes_itself():
    p = burl.compile(HILLS)
    assert (p.dims, p.channels, p.needs_whole_grid, p.may_be_nan) == (2, 1, False, False)
    assert p.view == (0, 0, 4, 2)
    assert p.knobs == {"k": burl.Knob("k", "Knob", 0.5, 0, 2, True)}
    assert p.parts == (burl.Part("f", 3, 0, True), burl.Part("n", 4, 1, False))
    assert [octave.frequency for octave in p.octaves] == [1, 2, 4]
    assert p.varies_with == {"x", "y", "seed"} and p.repeats == {}
    assert burl.compile("tile(perlin(), 4, 6)").repeats == {"x": 4, "y": 6}
    (over,) = p.bounds_over((0, 0), (0.01, 0.01))
    inside = p(np.array([0, 0.005, 0.01]), np.array([0.01, 0.005, 0]))
    assert over.lo <= inside.min() and inside.max() <= over.hi and over.hi - over.lo < 0.5
    with pytest.raises(ValueError, match="lower one first"):
        p.bounds_over((1, 0), (0, 1))
    with pytest.raises(ValueError, match="2 dimensions"):
        p.bounds_over((1,), (2,))
    assert p.functions == ("perlin", "fbm")
    assert p.results == (burl.Result("result", 0, 1),)
    assert p.stages == () and list(p.images) == [] and p.lattice is None
    assert p.isa in ("scalar", "sse2", "avx2", "avx512", "neon")
    lo, hi = p.bounds
    assert 1 <= hi < 1 + 1e-6 and lo == -hi
    p["k"] = 2
    assert 4 <= p.bounds.hi < 4 + 4e-6 and p["k"] == 2 and "k" in p and "q" not in p
    assert burl.compile("1/x").bounds == (-np.inf, np.inf) and burl.compile("sqrt(x)").may_be_nan
    assert burl.compile("rgb(0, 2*sin(x), 0.5)").channel_bounds[1].hi > 1


def test_it_finds_places_and_extremes():
    p = burl.compile("param k = 2\nh = k*fbm(perlin(), octaves: 4)\nh/2")
    p["k"] = 3
    found = p.find("h > 1.2", (0, 0), (8, 8), limit=5)
    assert len(found.places) == 5 and found.decided and found.bounds is None
    assert all(p(*place.at) * 2 > 1.2 - 1e-6 and place.value == 1 and place.t == 0 for place in found.places)
    nowhere = p.find("h > 2.9", (0, 0), (8, 8))
    assert nowhere.places == () and nowhere.decided and nowhere.left == 0
    most = p.find("result", (0, 0), (8, 8), wanted="most", tolerance=0.01)
    (place,) = most.places
    assert most.decided and place.value == most.bounds.lo == p(*place.at) and most.bounds.hi - most.bounds.lo <= 0.01
    assert p.grid((200, 200), extent=(0, 0, 8, 8)).max() <= most.bounds.hi
    assert p.find("x", (0, 1), (8, 1), wanted="least").bounds.lo == 0
    assert not p.find("h == 0.123", (0, 0), (8, 8), boxes=200).decided


def test_what_cannot_be_found():
    p = burl.compile("h = perlin()\nh")
    with pytest.raises(burl.RecipeError, match="nothing is called 'g'") as caught:
        p.find("h > g", (0, 0), (1, 1))
    assert caught.value.column == 5
    for wrong, text in [({"limit": 0}, "limit"), ({"tolerance": -1}, "tolerance"), ({"wanted": "best"}, "where, most"),
                        ({"times": (1, 0)}, "lo <= hi")]:
        with pytest.raises(ValueError, match=text):
            p.find("h > 0", (0, 0), (1, 1), **wrong)
    with pytest.raises(ValueError, match="2 dimensions"):
        p.find("h > 0", (0,), (1,))
    with pytest.raises(burl.RecipeError, match="blur"):
        burl.compile("blur(perlin())").find("result > 0", (0, 0), (1, 1))


def test_blocks_lie_on_one_side_of_a_level():
    p = burl.compile("perlin(x/9, y/9) + y - 2")
    place = {"origin": 0, "step": 1}
    signs, samples = p.blocks_of((5, 6), (2, 3), **place), p.grid((5, 6), **place)
    assert signs.shape == (3, 2) and signs.dtype == np.int8 and {-1, 1} <= set(signs.ravel().tolist())
    of_sample = signs.repeat(2, axis=0)[:5].repeat(3, axis=1)
    assert (samples[of_sample > 0] > 0).all() and (samples[of_sample < 0] <= 0).all()
    assert (p.blocks_of((5, 6), 2, 100.0, **place) == -1).all() and p.blocks_of((0, 6), 2, **place).shape == (0, 3)
    for wrong, text in [({"block": 0}, "1 sample or more"), ({"block": (1, 2, 3)}, "3 numbers"),
                        ({"block": 2, "level": np.nan}, "not nan"), ({"block": 2, "samples": 2}, "samples=1")]:
        with pytest.raises(ValueError, match=text):
            p.blocks_of((5, 6), **place, **wrong)


def test_the_view_follows_the_knobs():
    p = burl.compile("param k = 2 [1, 9]\nview 0, 0, k, 2*k\nperlin()")
    assert p.view == (0, 0, 2, 4)
    p["k"] = 3
    assert p.view == (0, 0, 3, 6)


def test_notes_tell_what_has_no_effect():
    note, = burl.compile("param q = 1\nperlin()").notes
    assert note.line == 1 and "q" in note.message


def test_its_lattice():
    p = burl.compile("value()", 1)
    assert p.lattice.dims == 1 and p.lattice.is_value and p.lattice.interp == "quintic"
    assert p.lattice_point(3).value == p(3.0 - p.lattice.shift[0])
    assert p.lattice_weight(0) == 1 and p.lattice_weight(1) == 0
    with pytest.raises(ValueError, match="no lattice"):
        burl.compile("x").lattice_point(1)
    simplex = burl.compile("simplex()", 2)
    assert simplex.lattice.is_simplex and not p.lattice.is_simplex
    assert simplex.lattice_weight(0) == 1 and simplex.lattice_weight(0.8) == 0
    gradient = burl.compile("perlin()", 2).lattice_point(1, 2).gradient
    assert np.hypot(*gradient) > 0


def test_its_repr_is_its_recipe():
    p = burl.compile(HILLS)
    assert repr(p) == HILLS and p.source == HILLS
    p.seed, p["k"] = 7, 0.25
    assert repr(p) == HILLS + "  // seed 7, k = 0.25"
    assert burl.compile(repr(p))  # is a recipe still


@pytest.mark.parametrize("seed, number", [(0, 0), (-1, 2**64 - 1), (2**64 - 1, 2**64 - 1), ("7", 7), ("0x10", 16), ("-1", 2**64 - 1),
                                          (np.int64(5), 5), ("-0x10", 2**64 - 16), ("0X1f", 31)])
def test_seeds_are_numbers(seed, number):
    p = burl.compile("perlin()", seed=seed)
    q = burl.compile("perlin()")
    q.seed = seed
    assert p.seed == q.seed == number == burl.seed_number(seed)
    assert p(0.3, 0.6) == q(0.3, 0.6) == burl.compile("perlin()", seed=number)(0.3, 0.6)


def test_seeds_are_texts():
    assert burl.seed_number("hills") == burl.compile("perlin()", seed="hills").seed
    for text in ("1_000", "\u0663", "5\n", " x", "12a", "nan"):
        assert burl.seed_number(text) not in (1000, 3, 5, 12)
    for text in ("", "1e3", "5.0", " 7", "+5", "0xg", "0x_1f", ".5 "):
        with pytest.raises(ValueError, match="a seed is"):
            burl.seed_number(text)
    assert burl.compile("perlin()", seed="hills")(0.3, 0.6) != burl.compile("perlin()")(0.3, 0.6)


@pytest.mark.parametrize("seed, error", [(2**64, ValueError), (-2**63 - 1, ValueError), (1.5, TypeError), ("a\0b", ValueError),
                                         (None, TypeError)])
def test_wrong_seeds(seed, error):
    p = burl.compile("perlin()", seed=3)
    with pytest.raises(error):
        p.seed = seed
    assert p.seed == 3 and p(0.3, 0.6) == burl.compile("perlin()", seed=3)(0.3, 0.6)


def test_a_wrong_knob_changes_nothing():
    p = burl.compile(HILLS)
    with pytest.raises(KeyError, match="no knob 'q'; it has k"):
        p["q"] = 1
    with pytest.raises(KeyError, match="no knob"):
        p["q"]
    with pytest.raises(ValueError, match="0 to 2"):
        p["k"] = 3
    with pytest.raises(ValueError):
        p["k"] = np.nan
    with pytest.raises(TypeError, match="knob k is a number, not 'much'"):
        p["k"] = "much"
    with pytest.raises(TypeError):
        p.knobs["k"] = 1
    with pytest.raises(KeyError, match=r"it is a part: p.part\('n'\)"):
        p["n"]
    with pytest.raises(TypeError, match="knobs is a dict"):
        burl.compile(HILLS, knobs=["k"])
    assert p["k"] == 0.5


def test_copies_are_independent():
    p = burl.compile(HILLS)
    for q in (p.copy(), copy.copy(p), copy.deepcopy(p)):
        assert q == p and q is not p
        q.seed = 9
        q["k"] = 1.5
        assert (p.seed, p["k"]) == (0, 0.5) and q != p and hash(q) == hash(p)
    q = p.copy(seed=4, knobs={"k": 0.75})
    assert (q.seed, q["k"]) == (4, 0.75)


def test_pickles():
    heights = np.arange(12.0).reshape(3, 4)
    programs = [burl.compile(HILLS, seed="a text", knobs={"k": 1.25}, name="hills.burl"),
                burl.compile(HILLS, result="n", derivative="x", octaves=(1, 3)),
                burl.compile("perlin(x, y, z)"), burl.compile('image("a")', images={"a": heights})]
    for p in programs:
        q = pickle.loads(pickle.dumps(p))
        assert q == p and hash(q) == hash(p) and q.name == p.name and repr(q) == repr(p)
        np.testing.assert_array_equal(q.grid((5, 6)), p.grid((5, 6)))


def test_knobs_whose_order_matters():
    p = burl.compile("param a = 1 [0, 9]\nparam b = 3 [0, 9]\nloop(perlin(), a*b)")  # a*b is a whole number
    p["b"] = 4
    p["a"] = 0.5
    for q in (pickle.loads(pickle.dumps(p)), p.derivative("x"), p.copy(knobs={"a": 0.25, "b": 8}),
              burl.compile(p.source, knobs={"a": 0.5, "b": 4})):
        assert q["a"] * q["b"] == 2
    with pytest.raises(ValueError):
        p.copy(knobs={"a": 0.3, "b": 5})


def test_comparing():
    p = burl.compile("perlin()")
    assert p == burl.compile("perlin()", name="other") and len({p, burl.compile("perlin()")}) == 1
    assert p == burl.compile("perlin()", isa="scalar")
    assert p != burl.compile("perlin()", 3) and p != burl.compile("perlin() ") and p != "perlin()"
    assert p != burl.compile("perlin()", seed=1)
    one, two = (burl.compile('image("a")', images={"a": np.full((2, 2), value)}) for value in (1.0, np.nan))
    assert one != two and two == two.copy() and one != burl.compile('image("a")')


def test_dims_fit_the_recipe():
    assert burl.compile("perlin(x, y, z)").dims == 3
    assert burl.compile("w").dims == 4
    assert burl.compile("view 0, 0, 0, 1, 1, 1\nperlin()").dims == 3
    assert burl.compile("perlin()").dims == 2
    with pytest.raises(burl.RecipeError):
        burl.compile("z", 2)
    for dims, error in ((0, ValueError), (5, ValueError), ("2", TypeError), (2.5, TypeError)):
        with pytest.raises(error, match="dims is"):
            burl.compile("x", dims)


def test_parts_and_results():
    p = burl.compile(COLOURS, seed=3)
    both = p.part("h, result")
    assert both.results == p.part(["h", "result"]).results == burl.compile(COLOURS, result=("h", "result")).results
    assert both.results == (burl.Result("h", 0, 1), burl.Result("result", 1, 3)) and both.channels == 4 and both.seed == 3
    grid = both.grid((4, 5))
    split = both.split(grid)
    assert split["h"].shape == (4, 5) and split["result"].shape == (4, 5, 3) and np.shares_memory(split["h"], grid)
    np.testing.assert_array_equal(split["h"], p.part("h").grid((4, 5)))
    np.testing.assert_array_equal(split["result"], p.grid((4, 5)))
    assert burl.compile(COLOURS, result="h").channels == 1
    with pytest.raises(ValueError, match="no part called 'q'"):
        p.part("q")
    with pytest.raises(ValueError, match="channels"):
        both.split(np.zeros((4, 5, 3), np.float32))


def test_parts_keep_images():
    p = burl.compile('h = image("a")\nh + 1', images={"a": np.full((3, 4), 5.0)})
    assert (p.part("h").grid() == 5).all() and (p.grid() == 6).all()


def test_derivatives_are_exact():
    p = burl.compile("param k = 1 [0, 3]\nsin(k*x)*y", knobs={"k": 2})
    x, y = np.linspace(-2, 2, 9), 3.0
    np.testing.assert_allclose(p.derivative("x")(x, y), 2 * np.cos(2 * x) * y, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(burl.compile("x*t", derivative="t")(x, 0, t=5), x, rtol=1e-6)
    with pytest.raises(ValueError):
        burl.compile("x", derivative="q")
    with pytest.raises(ValueError, match="by one of x, y, z, w and t"):
        p.derivative("q")
    with pytest.raises(ValueError):
        p.derivative("x").derivative("y")


def test_octaves_alone():
    text = "fbm(perlin(), octaves: 4)"
    whole = burl.compile(text)
    sum_of = sum(burl.compile(text, octaves=(n, n + 1)).grid((8, 8)).astype(float) for n in range(4))
    np.testing.assert_allclose(sum_of, whole.grid((8, 8)), atol=1e-6)
    for wrong, error in (((3, 1), ValueError), ((-1, 2), ValueError), ((0, 100), ValueError), (3, TypeError), ("ab", TypeError)):
        with pytest.raises(error, match="octaves is"):
            burl.compile(text, octaves=wrong)


def test_code():
    p = burl.compile("param k = 1 [0, 3]\nk*perlin()*t")
    assert "burl_d" in p.code("c") and "mainImage" in p.code(made_for="shadertoy")
    text = p.code("wgsl", uniforms=["seed", "t", "k"], prefix="hills", exact=True)
    assert "hills" in text
    keys = p.code_keys("wgsl", seed=7, prefix="hills", exact=True)
    assert keys.dtype == np.uint32 and len(keys) > 0 and not np.array_equal(keys, p.code_keys("wgsl", prefix="hills", exact=True))
    q = p.copy(seed=7)
    assert np.array_equal(q.code_keys("c"), p.code_keys("c", seed=7)) and not np.array_equal(q.code_keys("c"), p.code_keys("c"))
    lean, exact = (p.code("glsl", style=style) for style in ("lean", "exact"))
    assert "burl_cell" not in lean and "burl_cell" in exact and exact == p.code("glsl", exact=True)
    assert p.code(made_for="shadertoy", style="lean") == p.code(made_for="shadertoy") != p.code(made_for="shadertoy", style="exact")
    assert len(p.code_keys("glsl", style="lean")) > 0
    with pytest.raises(ValueError, match="style 'short'"):
        p.code("glsl", style="short")
    with pytest.raises(ValueError, match="no target 'glsl5'"):
        p.code("glsl5")
    with pytest.raises(TypeError):
        p.code()
    with pytest.raises(burl.RecipeError):
        burl.compile("erode(perlin())").code("glsl")


def test_isa():
    least = burl.compile("perlin()", isa="scalar")  # the least that there is here
    assert least.isa in ("scalar", "sse2", "neon") and least.isa != "avx512"
    np.testing.assert_array_equal(least.grid((64, 64)), burl.compile("perlin()").grid((64, 64)))
    with pytest.raises(ValueError):
        burl.compile("perlin()", isa="mmx")


def test_load(tmp_path):
    path = tmp_path / "hills.burl"
    path.write_text(HILLS)
    assert burl.load(path) == burl.compile(HILLS) and burl.load(str(path), knobs={"k": 2})["k"] == 2
    with pytest.raises(burl.RecipeError, match="burl.load reads a file"):
        burl.compile("hills.burl")
    path.write_text("perln()")
    with pytest.raises(burl.RecipeError, match="hills.burl:1:1"):
        burl.load(path)
    with pytest.raises(FileNotFoundError):
        burl.load(tmp_path / "nowhere.burl")


def test_programs_come_from_compile_alone():
    with pytest.raises(TypeError):
        burl.Program()
    with pytest.raises(TypeError):
        burl.compile(b"perlin()")
    with pytest.raises(TypeError):
        iter(burl.compile("perlin()"))
