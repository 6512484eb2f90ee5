"""What users give as arguments, told apart without an error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard

__all__ = ["is_whole", "items_of"]


def is_whole(value: object) -> TypeGuard[int]:
    """An int, and neither True nor False."""
    return isinstance(value, int) and not isinstance(value, bool)


def items_of(value: object) -> list[Any] | None:
    """The items of a list, a tuple or another iterable; None for text, mappings and what has no items."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        return None
    return list(value)
