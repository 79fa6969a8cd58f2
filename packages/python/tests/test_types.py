"""What type checkers are told is true, and enough for mypy --strict."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

import burl_noise


pytest.importorskip("mypy")

USER = '''
import numpy as np
from numpy.typing import NDArray
import burl_noise as burl

p: burl.Program = burl.compile("perlin()", 2, seed="hills", knobs={"k": 1.0})
heights: NDArray[np.float32] = p.grid((4, 5), extent=(0, 0, 1, 1), threads=1, progress=lambda done: None, dem=np.zeros((2, 2)))
p.seed = 7
p["k"] = p["k"] + 1.5
lo, hi = p.bounds
width: float = hi - lo
parts: tuple[burl.Part, ...] = p.part("a").derivative("x").parts
code: str = p.code("glsl", uniforms=["seed", "t"])
split: dict[str, NDArray[np.float32]] = p.split(heights)
value = p(1, [2.0, 3.0], t=np.arange(2))
noise = burl.classic.perlin3(1, 2, np.zeros(3))
p.images["a"] = burl.Image(heights, step=(1, 1))
try:
    burl.load("a.burl")
except burl.RecipeError as error:
    place: tuple[int, int, int, str] = (error.line, error.column, error.length, error.hint)
'''


PARENT = Path(burl_noise.__file__).parent.parent


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("mypy")


def mypy(*arguments, cwd, cache):
    """From where Python finds the package, which for mypy is installed or named."""
    named = {} if PARENT.name in ("site-packages", "dist-packages") else {"MYPYPATH": str(PARENT)}
    return subprocess.run([sys.executable, "-m", "mypy", "--strict", f"--cache-dir={cache}", *arguments], cwd=cwd, capture_output=True,
                          text=True, env={**os.environ, **named})


def test_the_package_and_a_user(tmp_path, cache):
    (tmp_path / "user.py").write_text(USER)
    found = mypy("-p", "burl_noise", "-m", "user", cwd=tmp_path, cache=cache)
    assert found.returncode == 0, found.stdout


def test_mistakes_are_found(tmp_path, cache):
    (tmp_path / "user.py").write_text('import burl_noise as burl\nburl.compile(3)\nburl.compile("x").grid(4, edge="round")\n'
                                      'burl.compile("x").nothing\n')
    found = mypy("-m", "user", cwd=tmp_path, cache=cache).stdout
    assert found.count("error:") == 3 and all(f"user.py:{line}: error" in found for line in (2, 3, 4))


def test_public_docstrings():
    import burl_noise as burl
    for name in burl.__all__:
        thing = getattr(burl, name)
        if callable(thing) or name == "classic":
            assert thing.__doc__ and not thing.__doc__.startswith(name + "("), name
    for name, member in vars(burl.Program).items():
        if not name.startswith("_") or name in ("__call__", "__getitem__", "__setitem__"):
            assert member.__doc__, name
