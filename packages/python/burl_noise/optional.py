"""What isn't needed to sample, and may be missing."""
from __future__ import annotations

from importlib import import_module
from typing import Any


def needed(module: str, package: str) -> Any:
    """The module; an ImportError that says what to install."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(f"this needs {package}: pip install {package!r}") from error


def wanted(module: str) -> Any:
    """The module; None where it is missing."""
    try:
        return import_module(module)
    except ImportError:
        return None
