"""The files that a recipe imports: where they are read."""
from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Union

Read = Union[Callable[[str], Union[str, bytes]], Mapping[str, Union[str, bytes]], str, "os.PathLike[str]"]

MOST = 1 << 20  # bytes that a recipe has with all that it imports: of a larger file no more than one more is read


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
        with path.open("rb") as file:
            return file.read(MOST + 1)
