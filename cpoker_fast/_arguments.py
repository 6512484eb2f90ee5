"""Checks of arguments that users pass."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Set
from typing import Any, TypeGuard

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import ArrayError, CpokerError, TableError

__all__ = [
    "available_threads", "check_flag", "check_name", "check_seat", "check_whole", "is_number", "is_whole",
    "items_in_order", "items_of",
]  # fmt: skip


def is_whole(value: object) -> TypeGuard[int]:
    """Whether the type of a value is exactly int, not bool or another subclass; subclasses may redefine comparisons."""
    return type(value) is int


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value is an int or a float, but not a bool."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def check_whole(name: str, value: object, least: int, most: int, error: type[CpokerError]) -> None:
    """Raise `error` unless the value of the argument `name` is an int from `least` to `most`."""
    if not is_whole(value) or not least <= value <= most:
        raise error.about(name, f"expected an int from {least} to {most}, got {quote(value)}")


def check_seat(name: str, value: object, seats: int) -> None:
    """Raise TableError unless the value of the argument `name` is an int from 0 to ``seats - 1``."""
    if not is_whole(value) or not 0 <= value < seats:
        raise TableError.about(name, f"expected a seat from 0 to {seats - 1}, got {quote(value)}")


def check_name(name: str, value: object, error: type[CpokerError]) -> None:
    """Raise `error` unless the value of the argument `name` is a valid name of a player."""
    if not isinstance(value, str) or not value or not value.isprintable() or value != value.strip():
        raise error.about(
            name, f"expected non-empty printable text in one line, without spaces around it, got {quote(value)}"
        )


def check_flag(name: str, value: object, error: type[CpokerError]) -> None:
    """Raise `error` unless the value of the argument `name` is True or False."""
    if not isinstance(value, bool):
        raise error.about(name, f"expected True or False, got {quote(value)}")


def items_of(value: object) -> list[Any] | None:
    """Return the items of an iterable as a list; None for text, bytes, mappings and values that are not iterable."""
    if type(value) is list or type(value) is tuple:  # fast path
        return list(value)
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        return None
    try:
        items = iter(value)
    except TypeError:  # an array without dimensions claims to be iterable
        return None
    return list(items)


def items_in_order(value: object) -> list[Any] | None:
    """Return the items of an iterable as `items_of` does; None also for sets, which have no order."""
    return None if isinstance(value, Set) else items_of(value)


def available_threads(threads: object) -> int:
    """Return `threads`; for 0, the number of CPUs of this process. Raise ArrayError if `threads` is invalid.

    Python in a browser has no threads, and always gets 1.
    """
    try:
        count = threads.__index__()  # type: ignore[attr-defined]
    except (AttributeError, TypeError):
        count = -1
    if not 0 <= count <= 256:
        raise ArrayError.about("threads", f"expected an int from 0 (all CPUs) to 256, got {quote(threads)}")
    if sys.platform == "emscripten":
        return 1
    if count:
        return int(count)
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # some platforms do not have sched_getaffinity
        return os.cpu_count() or 1
