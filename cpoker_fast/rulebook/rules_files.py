"""Files of rules, TOML or JSON: reading, with errors that name file and line, and writing."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import RulesError
from cpoker_fast.system.extras import needs_extra
from cpoker_fast.system.files import checked_path, read_file, write_file

__all__ = ["read_json_file", "read_text_of_file", "read_toml_file", "toml_text", "write_text"]

T = TypeVar("T")


_MOST_PROBLEMS = 20
_EXAMPLE = "base = 'pagat', the preset that other keys change"


class _Format(NamedTuple):
    """A format of files."""

    name: str
    parse: Callable[[str], Any]
    """Return the plain value of a text; raise ValueError if the text is not in the format."""
    line_of: Callable[[str, list[str | int]], int | None]
    """Return the number of the line in which the value with some keys ends; None if a text has no such value."""


def _toml() -> _Format:
    import tomllib  # takes longer to import than this package

    return _Format("TOML", tomllib.loads, _line_in_toml)


def _json() -> _Format:
    return _Format("JSON", _parse_json, line_in_json)


def read_toml_file(path: str | os.PathLike[str], read: Callable[[dict[str, Any]], T]) -> T:
    """Return the result of `read` for the plain values of a TOML file; for errors see `_read`."""
    return _read(path, read_file(checked_path(path)), read, _toml())


def read_json_file(path: str | os.PathLike[str], read: Callable[[dict[str, Any]], T]) -> T:
    """Return the result of `read` for the plain values of a JSON file; for errors see `_read`."""
    return _read(path, read_file(checked_path(path)), read, _json())


def read_text_of_file(name: str, text: str, read: Callable[[dict[str, Any]], T]) -> T:
    """Return the result of `read` for the plain values of the text of a file: JSON if its name says so, otherwise TOML."""
    content = text.encode(errors="surrogatepass")
    return _read(name, content, read, _json() if name.lower().endswith(".json") else _toml())


def _read(path: str | os.PathLike[str], content: bytes, read: Callable[[dict[str, Any]], T], file_format: _Format) -> T:
    """Return the result of `read` for the plain values of a file.

    Raises
    ------
    RulesError
        If the file is not in the format and in UTF-8, has neither a name nor a rule, or `read` raises RulesError. The
        message names the file, and has a line for each problem, with its line number in the file.
    FileError
        If the file cannot be read.
    """
    text, plain = _parse(path, content, file_format)
    if isinstance(plain, dict) and not _has_content({key: value for key, value in plain.items() if key not in _NO_RULES}):
        raise RulesError(f"{path}: no rules: expected a name or a rule, such as {_EXAMPLE}")
    problems: dict[str, tuple[int, RulesError]] = {}
    while True:  # repeat without the invalid values, to find further ones
        try:
            result = read(plain)
        except RulesError as error:
            is_caused_by_removal = any(invalid.startswith(f"{error.path}.") for invalid in problems)
            if not is_caused_by_removal:
                problems[error.path] = file_format.line_of(text, _keys(error.path)) or 0, error
            # A list is removed whole, since the rest of it would have other indices.
            if len(problems) < _MOST_PROBLEMS and _remove(plain, error.path.partition("[")[0]):
                continue
        if problems:
            ordered = sorted(problems.values(), key=lambda problem: problem[0])
            raise RulesError("\n".join(f"{path}{f', line {line}' if line else ''}: {error}" for line, error in ordered))
        return result


_NO_RULES = ("note", "$schema")


def _parse(path: str | os.PathLike[str], content: bytes, file_format: _Format) -> tuple[str, Any]:
    """Return the text of a file and its plain value."""
    try:
        text = content.decode("utf-8-sig")
        return text, file_format.parse(text)
    except UnicodeDecodeError as error:
        raise RulesError(f"{path}: not UTF-8 text: {error.reason} at byte {error.start + 1}") from None
    except RulesError as error:
        raise RulesError(f"{path}, {error}") from None
    except ValueError as error:
        raise RulesError(f"{path}: not {file_format.name}: {error}") from None
    except RecursionError:
        raise RulesError(f"{path}: not {file_format.name}: too many tables or lists inside each other") from None


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


def _line_in_toml(text: str, keys: list[str | int]) -> int | None:
    """Return the number of the line in which a value ends; None if the text has no such value."""
    import tomllib

    lines = text.splitlines()
    ends = ("", "]") if any(isinstance(key, int) for key in keys) else ("",)  # an item may end in a line before its list
    for number, line in enumerate(lines, 1):  # until the first lines are TOML with the value
        if number < len(lines) and line.lstrip()[:1] in ("", "#"):
            continue  # adds nothing
        for end in ends:
            try:
                plain = tomllib.loads("\n".join([*lines[:number], end]))
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
        raise needs_extra("writing TOML", "tomli-w", "toml") from None
    text: str = tomli_w.dumps(plain)
    return text


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file atomically; raise FileError if it cannot be written."""
    write_file(path, lambda stream: stream.write(text.encode()))


_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\n\r,:]*")  # and the signs between values


def _parse_json(text: str) -> Any:
    """Return the value of a JSON text; raise RulesError if a key is repeated, and ValueError if the text is not JSON."""

    def refuse(constant: str) -> Any:
        raise ValueError(f"{constant} is not a number of JSON")

    value = json.loads(text, parse_constant=refuse)
    for path, key, number in _repeated_keys(text, _start(text, 0), ""):
        raise RulesError(f"line {number}: duplicate key {quote(key)}" + (f" in {path}" if path else ""))
    return value


def line_in_json(text: str, keys: Sequence[str | int]) -> int | None:
    """Return the number of the line in which a value ends; None if the text has no value with these keys and indices."""
    if not keys:
        return None  # about the whole text
    position = _start(text, 0)
    for key in keys:
        items = dict(_items(text, position))
        if key not in items:
            return None
        position = items[key]
    return _line(text, _DECODER.raw_decode(text, position)[1])


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def _start(text: str, position: int) -> int:
    """Return where the next value starts."""
    space = _SPACE.match(text, position)
    return space.end() if space else position


def _items(text: str, position: int) -> Iterator[tuple[str | int, int]]:
    """Yield the keys of an object, or the indices of an array, and where their values start."""
    bracket, index = text[position], 0
    position = _start(text, position + 1)
    while bracket in "[{" and text[position] not in "]}":
        key: str | int = index
        if bracket == "{":
            key, position = _DECODER.raw_decode(text, position)
            position = _start(text, position)
        yield key, position
        position, index = _start(text, _DECODER.raw_decode(text, position)[1]), index + 1


def _repeated_keys(text: str, position: int, path: str) -> Iterator[tuple[str, str | int, int]]:
    """Yield the keys that an object has twice, with the path of the object and the line, also of inner objects."""
    seen = set()
    for key, start in _items(text, position):
        if key in seen:
            yield path, key, _line(text, start)
        seen.add(key)
        yield from _repeated_keys(text, start, f"{path}.{key}".lstrip("."))
