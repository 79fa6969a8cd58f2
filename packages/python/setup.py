"""Builds the package: the library by CMake, then the extension over it.  What the package is, pyproject.toml says.
BURL_LIBRARY names a libburl.a that was built of the same sources, to save compiling them again.

The library's sources are those of the repository around this folder, or the copy in library/ that a source distribution
brings along, with what the tests compare with.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
COPY = HERE / "library"
LIBRARY = COPY if COPY.exists() else HERE.parent.parent
COPIED = ["CMakeLists.txt", "LICENSE", "include", "src", "tools/rooms.txt", "recipes", "test/golden.txt", "docs/python.ipynb"]
STABLE_ABI = ("0x030B0000", "cp311")  # of Python 3.11 on


def cores():
    """As many compilers as run at once: told to run several but not how many, make would start them all."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class BuildExt(build_ext):
    """Makes libburl.a first."""

    def build_extension(self, ext):
        given = os.environ.get("BURL_LIBRARY")
        if given:
            # The threads are Python's: this object comes before the library's own, which may use OpenMP.
            ext.sources.append(os.path.relpath(LIBRARY / "src" / "run" / "parallel.c", HERE))
            ext.include_dirs.append(str(LIBRARY / "src"))
            ext.extra_objects = [given]
        else:
            ext.extra_objects = [str(self.build_library())]
        ext.depends += ext.extra_objects
        super().build_extension(ext)

    def build_library(self):
        folder = Path(self.build_temp).resolve() / "library"
        # --fresh: in a copy of a tree, the folder may be one that was configured elsewhere.
        subprocess.run(["cmake", "--fresh", "-S", HERE, "-B", folder, f"-DBURL_FOLDER={LIBRARY}", "-DCMAKE_BUILD_TYPE=Release",
                        "-DBURL_OPENMP=OFF", "-DBURL_SHARED=OFF"] + ["-GNinja"] * bool(shutil.which("ninja")), check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "burl"], check=True,
                       env={"CMAKE_BUILD_PARALLEL_LEVEL": str(cores()), **os.environ})
        return folder / "burl" / "libburl.a"


class Sdist(sdist):
    """Takes along what lies outside this folder."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for name in COPIED:
            to = Path(base_dir) / "library" / name
            to.parent.mkdir(parents=True, exist_ok=True)
            if (LIBRARY / name).is_dir():
                shutil.copytree(LIBRARY / name, to, dirs_exist_ok=True)
            else:
                shutil.copy(LIBRARY / name, to)


def version():
    return re.search(r'#define BURL_VERSION "(.*)"', (LIBRARY / "include" / "burl.h").read_text())[1]


setup(
    version=version(),
    ext_modules=[Extension(
        "burl_noise._burl",
        sources=sorted(str(path.relative_to(HERE)) for path in (HERE / "src").glob("*.c")),
        depends=["src/program.h"],
        include_dirs=[str(LIBRARY / "include")],
        define_macros=[("Py_LIMITED_API", STABLE_ABI[0])],
        extra_compile_args=["-std=c11", "-Wall", "-Wextra", "-Wshadow"],
        # No symbol of the library is to be taken for one of another libburl in the same process.
        extra_link_args=["-Wl,--exclude-libs,ALL"] if sys.platform.startswith("linux") else [],
        py_limited_api=True)],
    options={"bdist_wheel": {"py_limited_api": STABLE_ABI[1]}},
    cmdclass={"build_ext": BuildExt, "sdist": Sdist},
)
