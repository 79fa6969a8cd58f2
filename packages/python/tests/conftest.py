"""Where the library's own files are, in the repository and in a source distribution."""
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="session")
def library() -> Path:
    copy = HERE.parent / "library"
    return copy if copy.exists() else HERE.parent.parent.parent
