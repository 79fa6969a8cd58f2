"""Bars that show how far a call is."""
from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .optional import wanted

Progress = bool | Callable[[float], object]


class _PlainBar:
    """A bar on standard error, for where tqdm isn't installed."""

    WIDTH = 40

    def __init__(self) -> None:
        self.shown = -1

    def update(self, done: float) -> None:
        percent = int(100 * done)
        if percent == self.shown:
            return
        self.shown = percent
        full = round(self.WIDTH * done)
        print(f"\r{percent:3d} % [{'#' * full}{' ' * (self.WIDTH - full)}]", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self.shown >= 0:
            print(file=sys.stderr)


class _TqdmBar:
    def __init__(self, tqdm: Any) -> None:
        self.bar = tqdm(total=100.0, bar_format="{l_bar}{bar}| {elapsed}<{remaining}")

    def update(self, done: float) -> None:
        self.bar.update(100 * done - self.bar.n)

    def close(self) -> None:
        self.bar.close()


def _bar() -> _TqdmBar | _PlainBar:
    module = wanted("tqdm.auto")
    return _TqdmBar(module.tqdm) if module else _PlainBar()


@contextmanager
def reporter(progress: Progress) -> Iterator[Callable[[float], object] | None]:
    """What is to be called with what is done, 0 to 1: that of the caller, or a bar for True."""
    if not progress:
        yield None
    elif callable(progress):
        yield progress
    else:
        bar = _bar()
        try:
            yield bar.update
        finally:
            bar.close()
