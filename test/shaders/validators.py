"""Compilers and validators that do not run texts, but say whether they are right: for those of every way."""
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
AT_ONCE = 2
LINES_SHOWN = 12
STRICT = ["-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror"]
# A fused multiply-add, but for one by a power of two: such a product is exact.  clang makes them of divisions.
FUSED = re.compile(r"\bfma\b(?!.*, (0f[0-9A-F]{2}[08]0{5}|0d[0-9A-F]{3}0{13}), ).*")
PLACES = os.environ.get("PATH", "") + os.pathsep + "/usr/local/cuda/bin"


@dataclass(frozen=True)
class Validator:
    name: str
    way: str           # whose texts it reads
    command: tuple
    is_fused: bool = False  # whether what it prints is to hold no fused multiply-add


VALIDATORS = [
    Validator("gcc", "c-gcc", ("gcc", "-std=c99", "-fsyntax-only", "-Wpedantic", "-Wshadow", *STRICT, "{text}")),
    Validator("clang as OpenCL 1.2", "opencl",
              ("clang", "-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-fsyntax-only", *STRICT, "{text}")),
    Validator("glslangValidator", "gles", ("glslangValidator", "-S", "frag", "{text}")),
    Validator("clang as CUDA", "cuda",
              ("clang++", "-x", "cuda", "-std=c++17", "--cuda-device-only", "--cuda-gpu-arch=sm_60", "-nocudainc",
               "-nocudalib", "-I", str(HERE), "-include", "cuda.h", "-O2", *STRICT, "-Wno-unknown-cuda-version", "-S", "-o", "-", "{text}"), True),
    Validator("nvcc", "cuda", ("nvcc", "-ptx", "-O2", "-o", "/dev/stdout", "{text}"), True),
    Validator("dxc", "hlsl", ("dxc", "-T", "cs_6_0", "-E", "main", "-WX", "{text}")),
]


def shortened(said):
    lines = said.strip().splitlines()
    return "\n    ".join(lines[:LINES_SHOWN] + ["..."] * (len(lines) > LINES_SHOWN))


def check(validator, tool, folder, text):
    """What is wrong with a text, or None."""
    words = [tool, *(word.format(text=text) for word in validator.command[1:])]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        return f"{validator.name}: {text}:\n    {shortened(done.stderr + done.stdout)}"
    fused = FUSED.search(done.stdout) if validator.is_fused else None
    return f"{validator.name}: {text}: a fused multiply-add: {fused[0].strip()}" if fused else None


def validate(folder, texts):
    """Prints how many texts each validator took; yields what is wrong."""
    for validator in VALIDATORS:
        tool = shutil.which(validator.command[0], path=PLACES)
        if not tool:
            print(f"{validator.name}: skipped: there is no {validator.command[0]}")
            continue
        with ThreadPoolExecutor(AT_ONCE) as pool:
            said = list(pool.map(lambda text: check(validator, tool, folder, text), texts[validator.way]))
        print(f"{validator.name}: {said.count(None)} of {len(said)} texts are right", flush=True)
        yield from (line for line in said if line)
