"""TOML files of rules: reading, with errors that name file and line, and writing."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from cpoker_fast.errors import RulesError
from cpoker_fast.system.extras import needs_extra
from cpoker_fast.system.files import checked_path, read_file, write_file

__all__ = ["read_toml", "toml_text", "write_text"]

T = TypeVar("T")


_MOST_PROBLEMS = 20
_EXAMPLE = "base = 'pagat', the preset that other keys change"


def read_toml(path: str | os.PathLike[str], read: Callable[[dict[str, Any]], T]) -> T:
    """Return the result of `read` for the plain values of a TOML file.

    Raises
    ------
    RulesError
        If the file is not TOML in UTF-8, has neither a name nor a rule, or `read` raises RulesError. The message names the
        file, and has a line for each problem, with its line number in the file.
    FileError
        If the file cannot be read.
    """
    import tomllib  # takes longer to import than this package

    try:
        text = read_file(checked_path(path)).decode("utf-8-sig")
        plain = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise RulesError(f"{path}: not UTF-8 text: {error.reason} at byte {error.start + 1}") from None
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{path}: not TOML: {error}") from None
    if not _has_content({key: value for key, value in plain.items() if key != "note"}):
        raise RulesError(f"{path}: no rules: expected a name or a rule, such as {_EXAMPLE}")
    problems: dict[str, tuple[int, RulesError]] = {}
    while True:  # repeat without the invalid values, to find further ones
        try:
            result = read(plain)
        except RulesError as error:
            is_caused_by_removal = any(invalid.startswith(f"{error.path}.") for invalid in problems)
            if not is_caused_by_removal:
                problems[error.path] = _line_of(text, error.path) or 0, error
            if len(problems) < _MOST_PROBLEMS and _remove(plain, error.path):
                continue
        if problems:
            ordered = sorted(problems.values(), key=lambda problem: problem[0])
            raise RulesError("\n".join(f"{path}{f', line {line}' if line else ''}: {error}" for line, error in ordered))
        return result


def _has_content(value: object) -> bool:
    """Return whether a value contains anything other than empty tables."""
    inner = [value]
    while inner:
        value = inner.pop()
        if not isinstance(value, dict):
            return True
        inner += value.values()
    return False


def _keys(path: str) -> list[str | int]:
    """Return the keys and indices of a path such as ``naturals[2].points``."""
    parts = re.findall(r"([^.\[\]]+)|\[(\d+)\]", path)
    return [int(index) if index else key for key, index in parts]


def _holder(plain: Any, keys: list[str | int]) -> Any:
    """Return the table or list that contains the value at the path `keys`; None if there is no such value."""
    for key in keys[:-1]:
        try:
            plain = plain[key]
        except (LookupError, TypeError):
            return None
    try:
        return plain if keys and plain[keys[-1]] is not None else None
    except (LookupError, TypeError):
        return None


def _remove(plain: dict[str, Any], path: str) -> bool:
    """Remove the value at a path; return whether it existed."""
    keys = _keys(path)
    holder = _holder(plain, keys)
    if holder is None:
        return False
    del holder[keys[-1]]
    return True


def _line_of(text: str, path: str) -> int | None:
    """Return the number of the line in which a value ends; None if the text has no such value."""
    import tomllib

    keys = _keys(path)
    lines = text.splitlines()
    for number in range(1, len(lines) + 1):  # until the first lines are TOML with the value
        try:
            plain = tomllib.loads("\n".join(lines[:number]))
        except tomllib.TOMLDecodeError:
            continue
        if _holder(plain, keys) is not None:
            return number
    return None


def toml_text(plain: Mapping[str, Any]) -> str:
    """Return plain values as TOML; raise CpokerError if the library tomli_w is not installed."""
    try:
        import tomli_w
    except ModuleNotFoundError:
        raise needs_extra("writing TOML", "toml") from None
    text: str = tomli_w.dumps(plain)
    return text


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file atomically; raise FileError if it cannot be written."""
    write_file(path, lambda stream: stream.write(text.encode()))
