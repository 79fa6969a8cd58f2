"""The ways to run code here: which target, how its text becomes a program, and who runs it."""
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import languages

HERE = Path(__file__).resolve().parent
NATIVE = ["-O2", "-march=native", "-shared", "-fPIC", "-Wall", "-Wextra", "-Wno-unused-parameter",
          "-Werror", "{text}", "-o", "{program}", "-lm"]
# Products and sums of one expression are fused, as a compiler for Metal or CUDA would do it, unless the text prevents it.
CXX = ["clang++", "-x", "c++", "-std=c++17", "-ffp-contract=on", "-I", str(HERE)]
SPIRV = ["-V", "--target-env", "vulkan1.1", "{text}", "-o", "{program}"]


@dataclass(frozen=True)
class Way:
    name: str
    target: str
    language: type
    host: str            # a program of this folder, or "browser"
    suffix: str          # of the text
    builds: tuple = ()   # commands: the text to the program; none: the host takes the text
    program: str = ""    # its suffix, where there are commands
    needs_barriers: bool = False  # --exact, as the language can't keep a compiler from fusing or reordering
    leaves_out: str = "no case"  # those whose title has this
    keeps_signs_of_zero: bool = True  # shader compilers leave out sums with 0, whatever the sign of the other number

    @property
    def entries(self):
        doubles = [languages.DOUBLE] if self.language.has_doubles else []
        return [*doubles, languages.CELL, languages.FLOAT]

    def missing(self, programs):
        """The first command or program that is not there, or None."""
        host = "chromium" if self.host == "browser" else str(programs / self.host)
        return next((tool for tool in [*(command[0] for command in self.builds), host] if not shutil.which(tool)), None)

    def build(self, folder, name):
        """Makes the program of the text NAME + suffix; returns its name, or None and what was said."""
        if not self.builds:
            return name + self.suffix, ""
        program = name + self.program
        for command in self.builds:
            words = [word.format(text=name + self.suffix, program=program) for word in command]
            done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
            if done.returncode or done.stderr:
                return None, f"{' '.join(words)}\n{done.stdout}{done.stderr}"
        return program, ""


# A table of 4,096 numbers, which drivers that run on the processor copy wherever it is read: it takes them minutes.
WOOD = "hash: wood"

WAYS = [
    Way("c-gcc", "c", languages.C, "run_native", ".c", (["gcc", "-std=gnu99", *NATIVE],), ".so"),
    Way("c-clang", "c", languages.C, "run_native", ".c", (["clang", "-std=c99", *NATIVE],), ".so"),
    Way("opencl", "opencl", languages.OpenCl, "run_opencl", ".cl"),
    Way("glsl", "glsl", languages.Glsl, "run_vulkan", ".comp",
        (["glslangValidator", "-S", "comp", *SPIRV], ["spirv-val", "{program}"]), ".spv", False, WOOD, False),
    Way("hlsl", "hlsl", languages.Hlsl, "run_vulkan", ".hlsl",
        (["glslangValidator", "-D", "-S", "comp", "-e", "main", *SPIRV], ["spirv-val", "{program}"]),
        ".spv", False, WOOD, False),
    Way("msl", "msl", languages.Metal, "run_native", ".msl", ([*CXX, *NATIVE],), ".so"),
    Way("cuda", "cuda", languages.Cuda, "run_native", ".cu", ([*CXX, "-include", "cuda.h", *NATIVE],), ".so"),
    Way("gles", "glsles", languages.GlslEs, "run_gles", ".frag", (), "", True, WOOD, False),
    Way("webgl", "glsles", languages.GlslEs, "browser", ".frag", (), "", True, WOOD, False),
    Way("wgsl", "wgsl", languages.Wgsl, "browser", ".wgsl", (), "", True, WOOD, False),
]
