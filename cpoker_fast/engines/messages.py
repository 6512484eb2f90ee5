"""Messages of the engine protocol: encoding those of a host, and checking those of an engine."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cpoker_fast._arguments import is_whole
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import EngineError

__all__ = [
    "FIRST_SECONDS", "FURTHER_SECONDS", "HELLO_SECONDS", "LONGEST_LINE", "LONGEST_NAME", "MATCH_SECONDS", "MOST_NUMBER",
    "MOST_POSITIONS", "PING_SECONDS", "PROTOCOL", "QUIT_SECONDS", "Hello", "PlacementsReply", "check_reply",
    "error_line", "is_text", "line_of", "longest_reply", "printable", "read_field", "read_hello", "read_message",
    "read_placements", "request_seconds",
]  # fmt: skip

PROTOCOL = 1
"""Version of the engine protocol."""
MOST_POSITIONS = 1024
"""Most positions of a request."""
MOST_NUMBER = (1 << 53) - 1
"""Largest id or seed: all languages read it from JSON without loss."""
LONGEST_LINE = 1 << 20
"""Most bytes in a line of the host."""
LONGEST_NAME = 40
"""Most characters in the name of an engine."""
HELLO_SECONDS, MATCH_SECONDS, PING_SECONDS = 30.0, 120.0, 10.0
"""Seconds within which an engine replies to messages without positions."""
FIRST_SECONDS, FURTHER_SECONDS = 60.0, 1.0
"""Seconds for the first position of a request, and for each further one, in a match without a time limit."""
QUIT_SECONDS = 2.0
"""Seconds within which an engine ends after ``quit``, or after the end of its input."""
_ERROR_SIGNS = ("Error", "Exception", "error:", "panicked")  # in lines of standard error that report an error
_LONGEST_DIGITS = 20  # of a whole number in a reply
_LONGEST_PROBLEM = 160  # characters of an engine's text in a message


class Hello(NamedTuple):
    """The greeting of an engine."""

    name: str
    version: str
    author: str
    settlements: bool
    """Whether the engine requests the results of deals."""


class PlacementsReply(NamedTuple):
    """Placements that an engine chose, as texts."""

    placements: list[str]
    """Texts of the placements, empty for a position with a problem."""
    problems: dict[int, str]
    """Faults of the engine, by the index of the position: ``"placed ..."``."""
    message_positions: dict[int, int]
    """Number of positions in a message that failed as a whole, by the index of a position; only for several positions."""

    @classmethod
    def of_problem(cls, n: int, problem: str) -> PlacementsReply:
        """Return a reply with the same problem for all n positions."""
        message_positions = dict.fromkeys(range(n), n) if n > 1 else {}  # a single one may be to blame
        return cls([""] * n, dict.fromkeys(range(n), problem), message_positions)


# ---- writing ----


def line_of(message: Mapping[str, Any]) -> bytes:
    """Return the line of a message."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def longest_reply(positions: int = 0) -> int:
    """Return the most bytes of a reply to a request with a number of positions."""
    return (1 << 16) + (positions << 10)


def request_seconds(positions: int) -> float:
    """Return the seconds for a reply to a request with a number of positions, in a match without a time limit."""
    return FIRST_SECONDS + (positions - 1) * FURTHER_SECONDS


# ---- reading ----


def _object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        ((key, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"duplicate key {quote(key)}")
    return value


def _whole_of(digits: str) -> int:
    if len(digits) > _LONGEST_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


_decoder = json.JSONDecoder(object_pairs_hook=_object_of, parse_int=_whole_of, parse_constant=_refuse_constant)


def read_message(line: bytes) -> dict[str, Any]:
    """Return the JSON object in a line; raise EngineError for any other bytes."""
    try:
        message = _decoder.decode(line.decode())
    except UnicodeDecodeError as error:
        raise EngineError(f"replied with bytes that are not UTF-8: {error.reason} at byte {error.start + 1}") from None
    except (ValueError, RecursionError) as error:
        raise EngineError(_not_json(line.decode(), error)) from None
    if not isinstance(message, dict):
        raise EngineError(f"replied with {quote(message)}: expected a JSON object")
    return message


def _not_json(text: str, error: Exception) -> str:
    """Return the problem of a line that is not JSON. The details matter only if the line was meant as a message."""
    if not text.strip():
        return "wrote an empty line"
    if not text.lstrip().startswith(("{", "\ufeff")):
        return f"wrote a line that is not JSON: {quote(text)} (logs belong on standard error)"
    problem = "nested too deeply" if isinstance(error, RecursionError) else shorten(error)
    return f"wrote a line that is not JSON: {problem}: {quote(text)}"


def printable(text: str, longest: int = _LONGEST_PROBLEM) -> str:
    """Return a text of an engine in one line, shortened, with a question mark for each character that is not printable."""
    return "".join(letter if letter.isprintable() else "?" for letter in shorten(text, longest))


def error_line(stderr: str) -> str:
    """Return the last line of an engine's standard error that reports an error, printable.

    If no line does, it is the last line with text; empty if there is none. Node and Rust write more lines after the error.
    """
    lines = [line.strip() for line in reversed(stderr.splitlines()) if line.strip()]
    errors = (line for line in lines if any(sign in line for sign in _ERROR_SIGNS))
    return printable(next(errors, lines[0] if lines else ""))


def read_field(
    reply: Mapping[str, Any], key: str, is_valid: Callable[[Any], bool], expected: object, default: object = None
) -> Any:
    """Return the value of a field; raise EngineError if it is invalid."""
    value = reply.get(key, default)
    if not is_valid(value):
        raise EngineError(f"replied with the {key} {quote(value)}: expected {expected}", has_ended=True)
    return value


def check_reply(reply: Mapping[str, Any], kind: str, number: int | None) -> None:
    """Raise EngineError for a reply of another type, or with another id than its request. `number` is None without an id.

    The error is about the message, and not about the process, if the reply is of the type ``error`` instead.
    """
    is_error = kind != "error" and reply.get("type") == "error"
    if not is_error:
        read_field(reply, "type", lambda value: value == kind, repr(kind))
    if number is not None and not (is_error and "id" not in reply):
        read_field(reply, "id", lambda value: is_whole(value) and value == number, number)
    if is_error:
        message = reply.get("message", "")
        raise EngineError(f"reported an error: {printable(message if is_text(message) else quote(message))}")


def is_text(value: object) -> bool:
    """Whether a value is text."""
    return isinstance(value, str)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and value == value.strip() and 1 <= len(value) <= LONGEST_NAME


def read_hello(reply: Mapping[str, Any]) -> Hello:
    """Return what an engine says about itself; raise EngineError if it is invalid."""
    read_field(reply, "protocol", lambda value: is_whole(value) and value == PROTOCOL, PROTOCOL)
    name = read_field(reply, "name", _is_name, f"1 to {LONGEST_NAME} printable characters, without spaces around them")
    version, author = (printable(read_field(reply, key, is_text, "text", "")) for key in ("version", "author"))
    settlements = read_field(reply, "settlements", lambda value: isinstance(value, bool), "true or false", False)
    return Hello(name, version, author, settlements)


def read_placements(reply: Mapping[str, Any], n: int) -> PlacementsReply:
    """Return the placements in a reply to a request with n positions; raise EngineError for another number of them.

    Whether they are legal is not checked.
    """
    placements = reply.get("placements")
    if not isinstance(placements, list):
        raise EngineError(f"replied with placements {quote(placements)}: expected a list of {counted(n, 'placement')}")
    if len(placements) != n:
        raise EngineError(f"replied with {counted(len(placements), 'placement')}: expected {n}")
    if set(map(type, placements)) <= {str} and "" not in placements:
        return PlacementsReply(placements, {}, {})
    problems = {
        index: f"placed {quote(placement)}: expected text" if placement != "" else "gave no placement (an empty text)"
        for index, placement in enumerate(placements)
        if not isinstance(placement, str) or not placement
    }
    return PlacementsReply(["" if index in problems else text for index, text in enumerate(placements)], problems, {})
