"""The files that a recipe imports: where they are read, and the text that contains them."""
from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Union

Read = Union[Callable[[str], Union[str, bytes]], Mapping[str, Union[str, bytes]], str, "os.PathLike[str]"]

# A line that begins an imported file, behind the recipe's own lines.
_HEADING = re.compile(r'^file (?:"([^"\n]+)"|(burl/[a-z0-9_]+))[ \t\r]*$\n?', re.MULTILINE)


class Reader:
    """Reads what a recipe imports, and keeps it for messages."""

    def __init__(self, read: Read) -> None:
        self.read = read
        self.texts: dict[str, str] = {}

    def __call__(self, name: str) -> bytes:
        found = self._find(name)
        data = found.encode() if isinstance(found, str) else bytes(found)
        self.texts[name] = data.decode(errors="replace")
        return data

    def _find(self, name: str) -> str | bytes:
        if callable(self.read):
            return self.read(name)
        if isinstance(self.read, Mapping):
            if name not in self.read:
                raise FileNotFoundError("there is no such file")
            return self.read[name]
        folder = Path(self.read).resolve()
        path = (folder / name).resolve()
        if not path.is_relative_to(folder):
            raise PermissionError("a symbolic link leads out of the folder")
        if path.exists() and not path.is_file():
            raise PermissionError("it is no regular file")
        return path.read_bytes()


def own_text(source: str) -> str:
    """A recipe's own lines, without the files that it carries."""
    first = _HEADING.search(source)
    return source[:first.start()] if first else source


def carried(source: str, name: str) -> str:
    """The text of a file that a recipe carries; "": it doesn't."""
    headings = list(_HEADING.finditer(source))
    for heading, after in zip(headings, [*headings[1:], None]):
        if name in heading.groups():
            return source[heading.end():after.start() if after else len(source)]
    return ""
