"""Reading TOML files, with errors that name the file, and writing text files atomically."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cpoker_fast.cache import write_whole
from cpoker_fast.errors import CpokerError, RulesError

__all__ = ["read_toml", "toml_text", "write_text"]


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The plain values of a TOML file.

    Raises
    ------
    RulesError
        If it is not TOML; the message names the file and the line.
    OSError
        If the file cannot be read.
    """
    import tomllib  # takes longer to import than all of this package

    try:
        with Path(path).open("rb") as stream:
            return tomllib.load(stream)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError(f"{path}: not TOML: {error}") from None


def toml_text(plain: Mapping[str, Any]) -> str:
    """Plain values as TOML; CpokerError if the library that writes TOML is missing."""
    try:
        import tomli_w
    except ModuleNotFoundError:
        raise CpokerError("writing TOML needs one more library: pip install 'cpoker_fast[toml]'") from None
    text: str = tomli_w.dumps(plain)
    return text


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file atomically; OSError if that fails."""
    write_whole(path, lambda stream: stream.write(text.encode()))
