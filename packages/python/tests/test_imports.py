"""What recipes import: burl's own library, folders, mappings and functions that read; where errors are."""
import pickle

import pytest

import burl_noise as burl

WOOD = 'import "grain.burl"\nparam rings = 2\nplanks(u) = grain(u)*rings\n'
GRAIN = "grain(u) = 3*u\n"
TEXT = 'import "parts/wood.burl" as wood\nimport burl/shapes\nwood.planks(circle(1))'
FILES = {"parts/wood.burl": WOOD, "parts/grain.burl": GRAIN}


def check(program):
    assert program(3, 4) == 24
    assert list(program.knobs) == ["wood.rings"]
    assert program.part("result")(3, 4) == 24  # which compiles it anew
    assert pickle.loads(pickle.dumps(program)) == program
    assert burl.compile(program.source)(3, 4) == 24
    assert repr(program) == TEXT
    program["wood.rings"] = 3
    assert program(3, 4) == 36


def test_mappings_and_functions():
    check(burl.compile(TEXT, read=FILES))
    check(burl.compile(TEXT, read=FILES.__getitem__))
    check(burl.compile(TEXT, read=lambda name: FILES[name].encode()))


def test_folders(tmp_path):
    (tmp_path / "parts").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "main.burl").write_text(TEXT)
    check(burl.load(tmp_path / "main.burl"))
    check(burl.compile(TEXT, read=tmp_path))
    (tmp_path / "parts/grain.burl").unlink()
    with pytest.raises(burl.RecipeError, match="No such file") as raised:
        burl.load(tmp_path / "main.burl")
    assert (raised.value.name, raised.value.line, raised.value.column) == ("parts/wood.burl", 1, 8)
    outside = tmp_path.parent / "outside.burl"
    outside.write_text(GRAIN)
    (tmp_path / "parts/grain.burl").symlink_to(outside)
    with pytest.raises(burl.RecipeError, match="leads out"):
        burl.load(tmp_path / "main.burl")
    (tmp_path / "parts/grain.burl").unlink()
    (tmp_path / "parts/grain.burl").mkdir()
    with pytest.raises(burl.RecipeError, match="regular"):
        burl.load(tmp_path / "main.burl")


def test_a_huge_file_is_not_read_whole(tmp_path):
    with open(tmp_path / "huge.burl", "wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(burl.RecipeError, match="1048576"):
        burl.compile('import "huge.burl"\nx', read=tmp_path)


def test_errors():
    with pytest.raises(burl.RecipeError) as raised:
        burl.compile(TEXT, read={**FILES, "parts/grain.burl": "\né = 1"})
    assert raised.value.name == "parts/grain.burl" and raised.value.line == 2
    with pytest.raises(burl.RecipeError) as raised:
        burl.compile(TEXT, read={**FILES, "parts/grain.burl": "grain(u) = 3*v\n"})
    assert str(raised.value).startswith("parts/grain.burl:1:14: nothing is called 'v'\n    grain(u) = 3*v\n                 ^")
    with pytest.raises(burl.RecipeError, match="can't import files"):
        burl.compile(TEXT)
    with pytest.raises(burl.RecipeError, match="no such file"):
        burl.compile(TEXT, read={})
    with pytest.raises(burl.RecipeError, match="1048576"):
        burl.compile(TEXT, read={**FILES, "parts/grain.burl": " " * 2**21})
    with pytest.raises(ZeroDivisionError):
        burl.compile(TEXT, read=lambda name: 1/0)
    with pytest.raises(TypeError):
        burl.compile(TEXT, read=lambda name: 3.5)
    with pytest.raises(burl.RecipeError) as raised:
        burl.compile("import burl/shapes\nfbm(perlin(), octaves: circle(1))")
    assert raised.value.name in ("recipe", "burl/shapes")


def test_a_later_error_is_in_its_file():
    program = burl.compile('import "n.burl"\nsum()', read={"n.burl": "param n = 3\nsum() = fbm(perlin(), octaves: n)"})
    with pytest.raises(burl.RecipeError) as raised:
        program["n"] = 50
    assert (raised.value.name, raised.value.line) == ("n.burl", 2)
    assert "octaves: n" in str(raised.value)
