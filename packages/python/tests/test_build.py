"""How setup.py calls CMake, for which a script stands here."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent
CMAKE = """#!{python}
import os, sys
with open({log!r}, "a") as log:
    print(os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL"), *sys.argv[1:], file=log)
sys.exit("--build" in sys.argv)
"""


@pytest.mark.parametrize("chosen", [None, "3"])
def test_jobs_without_ninja(tmp_path, chosen):
    """make starts as many compilers as there are cores, or as the user says, not all of them."""
    pytest.importorskip("setuptools")
    tool, log = tmp_path / "bin" / "cmake", tmp_path / "log"
    tool.parent.mkdir()
    tool.write_text(CMAKE.format(python=sys.executable, log=str(log)))
    tool.chmod(0o755)
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("BURL_LIBRARY", "CMAKE_BUILD_PARALLEL_LEVEL")} | {"PATH": str(tool.parent)}
    if chosen:
        environment["CMAKE_BUILD_PARALLEL_LEVEL"] = chosen
    result = subprocess.run([sys.executable, "setup.py", "build_ext", "--build-temp", tmp_path / "temp", "--build-lib", tmp_path],
                            cwd=PACKAGE, env=environment, capture_output=True, text=True)
    assert result.returncode != 0  # of the script's
    configure, build = log.read_text().splitlines()
    assert "-GNinja" not in configure and "--fresh" in configure.split()
    level, *arguments = build.split()
    assert level == chosen if chosen else 1 <= int(level) <= os.cpu_count()
    assert "--parallel" not in arguments and "-j" not in build
