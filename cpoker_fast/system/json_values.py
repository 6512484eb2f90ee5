"""Plain values from JSON files, with checks, since a file may have any content."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import check_whole
from cpoker_fast.boards import Board
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.errors import BoardError, CardError, CpokerError, SessionError

if TYPE_CHECKING:
    import numpy as np

__all__ = ["JsonObject", "generator_state", "json_object_in", "read_json"]

_LARGEST_NUMBER = 1e12


def generator_state(rng: np.random.Generator) -> dict[str, Any]:
    """Return the state of a generator as plain values."""
    state: dict[str, Any] = dict(rng.bit_generator.state)
    return state


def read_json(data: bytes) -> Any:
    """Return the value of JSON text; CpokerError, with the line and character, for other text."""
    try:
        return json.loads(data)
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in error.doc else ""
        problem = f"{error.msg} at {line}character {error.colno}"
    except UnicodeDecodeError as error:
        problem = f"{error.reason} at byte {error.start + 1}"
    except (ValueError, RecursionError) as error:
        problem = shorten(error)
    raise CpokerError(f"not JSON: {problem}")


def json_object_in(data: bytes, form: str) -> dict[str, Any]:
    """Return the object in JSON text if its ``format`` is `form`; SessionError for any other content."""
    try:
        plain = read_json(data)
    except CpokerError as error:
        raise SessionError(str(error)) from None
    if not isinstance(plain, dict) or plain.get("format") != form:
        content = plain.get("format") if isinstance(plain, dict) else plain
        raise SessionError(f"expected a file of the format {form!r}, got {quote(content)}")
    return plain


class JsonObject:
    """A JSON object of saved values. Methods raise SessionError, with the key, for invalid values.

    Parameters
    ----------
    plain : mapping
        Parsed object; SessionError if it is not a mapping.
    keys : sequence of str
        Required keys; a missing or unknown key is an error.
    path : str
        Key of this object in the outer object, for errors.
    optional : sequence of str
        Keys that may be missing.
    """

    def __init__(self, plain: object, keys: Sequence[str], path: str = "", optional: Sequence[str] = ()) -> None:
        self._prefix = f"{path}." if path else ""
        if not isinstance(plain, Mapping):
            raise SessionError(f"{path or 'game'}: expected a JSON object, got {quote(plain)}")
        for key in keys:
            if key not in plain:
                raise SessionError(f"{self._prefix}{key}: missing")
        for key in plain:
            if key not in keys and key not in optional:
                raise SessionError(f"{self._prefix}{key}: unknown: expected only {', '.join((*keys, *optional))}")
        self._plain = plain

    def __contains__(self, key: str) -> bool:
        return key in self._plain

    def __getitem__(self, key: str) -> Any:
        return self._plain[key]

    def _wrong(self, key: str, expected: str) -> SessionError:
        return SessionError(f"{self._prefix}{key}: expected {expected}, got {quote(self[key])}")

    def whole(self, key: str, least: int, most: int) -> int:
        """Return the int at a key, from `least` to `most`."""
        check_whole(f"{self._prefix}{key}", self[key], least, most, SessionError)
        return int(self[key])

    def number(self, key: str, least: float) -> float:
        """Return the number at a key, from `least` to 1e12."""
        if type(self[key]) not in (int, float) or not least <= self[key] <= _LARGEST_NUMBER:
            raise self._wrong(key, f"a number from {least:g} to {_LARGEST_NUMBER:g}")
        return float(self[key])

    def one_of(self, key: str, values: Sequence[str | bool]) -> str | bool:
        """Return the value at a key, which is one of some values."""
        value = self[key]
        if not isinstance(value, str | bool) or value not in values:
            raise self._wrong(key, f"one of {', '.join(map(str, values))}")
        return value

    def items(self, key: str, length: int | None = None) -> list[Any]:
        """Return the list at a key; if `length` is not None, it must have this length."""
        if not isinstance(self[key], list) or length not in (None, len(self[key])):
            raise self._wrong(key, "a list" if length is None else f"a list of {length} items")
        return list(self[key])

    def wholes(self, key: str, length: int, least: int, most: int) -> list[int]:
        """Return the list of ints at a key, each from `least` to `most`."""
        values = self.items(key, length)
        for index, value in enumerate(values):
            check_whole(f"{self._prefix}{key}[{index}]", value, least, most, SessionError)
        return values

    def flags(self, key: str, length: int) -> list[bool]:
        """Return the list of bools at a key."""
        values = self.items(key, length)
        for index, value in enumerate(values):
            if not isinstance(value, bool):
                raise SessionError(f"{self._prefix}{key}[{index}]: expected True or False, got {value!r:.80}")
        return values

    def hands(self, key: str, number: int) -> tuple[CardSet, ...]:
        """Return the hands at a key, `number` times 13 different cards; () for null, which is saved after a settled deal."""
        if self[key] is None:
            return ()
        texts = self.items(key, number)
        if not all(isinstance(text, str) for text in texts):
            raise self._wrong(key, "hands as text")
        try:
            hands = tuple(CardSet(text) for text in texts)
        except CardError as error:
            raise SessionError(f"{self._prefix}{key}: {error}") from None
        if any(len(hand) != 13 for hand in hands) or len({card for hand in hands for card in hand}) != 13 * number:
            raise self._wrong(key, f"{number} hands of 13 cards, all different")
        return hands

    def board(self, key: str) -> Board | None:
        """Return the board at a key, parsed from text; None for null."""
        try:
            return None if self[key] is None else Board.parse(self[key])
        except BoardError as error:
            raise SessionError(f"{self._prefix}{key}: {error}") from None

    def generator(self, key: str) -> np.random.Generator:
        """Return a generator with the state at a key, which has the form of `generator_state`."""
        import numpy as np

        rng = np.random.default_rng(0)
        path = f"{self._prefix}{key}"
        state = JsonObject(self[key], tuple(rng.bit_generator.state), path)
        kind = rng.bit_generator.state["bit_generator"]
        if state["bit_generator"] != kind:
            raise SessionError(f"{path}.bit_generator: expected {kind!r}, got {quote(state['bit_generator'])}")
        inner = JsonObject(state["state"], ("state", "inc"), f"{path}.state")
        if not inner.whole("inc", 0, 2**128 - 1) & 1:  # PCG64 requires it: state and increment 0 give only zeros
            raise SessionError(f"{path}.state.inc: expected an odd number, got {inner['inc']}")
        rng.bit_generator.state = {
            "bit_generator": kind,
            "state": {name: inner.whole(name, 0, 2**128 - 1) for name in ("state", "inc")},
            "has_uint32": state.whole("has_uint32", 0, 1),
            "uinteger": state.whole("uinteger", 0, 2**32 - 1),
        }
        return rng
