"""What users give as arguments, told apart without an error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard

from cpoker_fast.errors import CpokerError, TableError

__all__ = ["check_flag", "check_seat", "check_whole", "is_whole", "items_of"]


def is_whole(value: object) -> TypeGuard[int]:
    """An int, and neither True nor False."""
    return isinstance(value, int) and not isinstance(value, bool)


def check_whole(name: str, value: object, least: int, most: int, error: type[CpokerError]) -> None:
    """Raise the error, naming the argument, unless it is an int from `least` to `most`."""
    if not is_whole(value) or not least <= value <= most:
        raise error(f"{name}: expected an int from {least} to {most}, got {value!r}")


def check_seat(name: str, value: object, seats: int) -> None:
    """Raise TableError, naming the argument, unless it is a seat of a table with so many."""
    if not is_whole(value) or not 0 <= value < seats:
        raise TableError(f"{name}: expected a seat from 0 to {seats - 1}, got {value!r}")


def check_flag(name: str, value: object, error: type[CpokerError]) -> None:
    """Raise the error, naming the argument, unless it is True or False."""
    if not isinstance(value, bool):
        raise error(f"{name}: expected True or False, got {value!r}")


def items_of(value: object) -> list[Any] | None:
    """The items of a list, a tuple or another iterable; None for text, mappings and what has no items."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        return None
    return list(value)
