"""What can go wrong, as exceptions."""
from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from . import _burl


class RecipeError(ValueError):
    """A recipe is wrong, or something in it can't be done.

    Attributes:
        message: what is wrong, one line without a full stop.
        hint: empty, or what to do.
        line, column: where, counted from 1, in characters; 0: no place.
        length: how many characters the culprit takes.
        name: of the recipe, or of the file that it imports in which the mistake is.
        source: the recipe's text, or that file's; "": it isn't known.

    The exception's own text has the line of the recipe with a caret under the culprit.
    """

    def __init__(self, message: str, hint: str = "", line: int = 0, column: int = 0, length: int = 0,
                 name: str = "recipe", source: str = "") -> None:
        super().__init__(message, hint, line, column, length, name, source)
        self.message = message
        self.hint = hint
        self.line = line
        self.column = column
        self.length = length
        self.name = name
        self.source = source

    def __str__(self) -> str:
        place = f"{self.name}:{self.line}:{self.column}: " if self.line else ""
        lines = self.source.split("\n")
        if not self.source or not 0 < self.line <= len(lines):
            return place + self.message + (f"\n    {self.hint}" if self.hint else "")
        before, shown, marks = _with_caret(lines[self.line - 1], self.column, self.length)
        return f"{place}{self.message}\n    {before}{shown}\n    {marks}" + (f" {self.hint}" if self.hint else "")


def _with_caret(line: str, column: int, length: int) -> tuple[str, str, str]:
    """Of a long line what surrounds the culprit, and the marks below: ("… ", text, marks)."""
    at = max(column - 1, 0)
    start = at - 60 if at > 90 else 0
    text = line[start:start + 120].replace("\t", " ").rstrip("\r")
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    before = "… " if start else ""
    marks = " " * (len(before) + at - start) + "^" + "~" * (min(length, len(text) - (at - start)) - 1)
    return before, text, marks


def raise_for(failure: _burl.Failure, name: str, source: str, texts: Mapping[str, str] | None = None) -> NoReturn:
    """Raises what a failure of the library means to a user.  texts: of the files that were imported."""
    status, message, hint, line, column, length, file = failure.args
    if status == "MEMORY":
        raise MemoryError(message) from None
    if file:
        name, source = file, (texts or {}).get(file) or _burl.source_of(source, file) or ""
    if line and not source:
        raise RecipeError(message, hint, line, column, length, name) from None
    if line:
        encoded = [*source.encode().split(b"\n"), b""][line - 1]
        before = encoded[:column - 1].decode(errors="replace")
        culprit = encoded[column - 1:column - 1 + length].decode(errors="replace")
        raise RecipeError(message, hint, line, len(before) + 1, len(culprit), name, source) from None
    if status in ("RECIPE", "DIMENSION", "LIMIT", "FILE", "SHAPE"):
        raise RecipeError(message, hint, name=name, source=source) from None
    raise ValueError(f"{message}: {hint}" if hint else message) from None
