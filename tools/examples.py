"""The pictures of docs/reference.md: reads docs/examples.txt, whose head says what a line means, and draws its examples
by burl sheet."""
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LINE = re.compile(r"([\w.]+)((?: [^\s:]+)?): (.*)")
# Pixels across a picture or a graph, where it is the only one and where it is one of several.
ALONE, IN_A_ROW = {"picture": 96, "graph": 160}, {"picture": 72, "graph": 128}


class Wrong(Exception):
    pass


class Example:
    """reason: why there is no picture; else "".  title: the recipe in one line."""

    def __init__(self, place, name, values, recipe, view):
        self.place, self.name, self.values = place, name, values
        self.reason = recipe[1:-1] if recipe[0] == "(" and recipe[-1] == ")" else ""
        lines = [line.strip() for line in recipe.split(";")]
        self.title = "; ".join(line for line in lines if not line.startswith("view "))
        self.lines = lines if lines[0].startswith("view ") else [view, *lines]

    def varied(self, words):
        """What burl sheet --vary takes, "" where nothing varies; words: those of the option."""
        option = self.name.partition(".")[2]
        if "=" in self.values or not option:
            return self.values if "=" in self.values else ""
        values = self.values
        if values == "" or values[0] == "!":
            values = ",".join(word for word in words if word != values[1:])
        if not values:
            raise Wrong(f"{self.place}: which values of {option}?")
        return f"{option}={values}"

    def draw(self, burl, words, folder, files):
        varied = self.varied(words)
        kind = "graph" if self.lines[0].count(",") == 1 else "picture"
        command = [burl, "sheet", "-e", "\n".join(self.lines), "--bare", "-o", folder / f"{self.name}.svg"]
        command += ["--size", str((IN_A_ROW if varied else ALONE)[kind])]
        command += ["--vary", varied] * bool(varied)
        command += ["--own-scales"] * self.name.endswith(".give")  # areas beside degrees
        command += ["--result", "result," + self.values[1:]] * (self.values[:1] == "+")
        done = subprocess.run(command, cwd=files, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Wrong(f"{self.place}: {done.stderr.strip()}")


def read(path):
    """{name: Example}"""
    examples, view = {}, ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        place = f"docs/{path.name}:{number}"
        if line.startswith("view "):
            view = line
        elif line and line[0] != "#":
            match = LINE.fullmatch(line)
            if not match:
                raise Wrong(f"{place}: it isn't NAME [VALUES]: RECIPE")
            if match[1] in examples:
                raise Wrong(f"{place}: a second example of {match[1]}")
            examples[match[1]] = Example(place, match[1], match[2].strip(), match[3], view)
    return examples


def draw_all(examples, burl, words, folder, files):
    """words: {name: the words that an option takes}; files: the folder of the files that recipes name."""
    drawn = [example for example in examples.values() if not example.reason]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda example: example.draw(burl, words[example.name], folder, files), drawn))
