"""Lines of the values in a JSON text, for errors about them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import RulesError

__all__ = ["line_in_json", "read_json"]

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\n\r,:]*")  # and the signs between values


def read_json(text: str) -> Any:
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
