"""Checks of player names, and of the names and values of tags."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cpoker_fast._arguments import check_name, is_whole, items_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import NotationError

__all__ = ["DEFINED_TAGS", "TAG_NAME", "Tag", "check_names", "check_tag"]

Tag = str | int | float | bool
"""Value of a free tag: a tag that the notation does not define."""

DEFINED_TAGS = (
    "Version", "Rules", "Players", "Button", "Fantasyland", "Stays", "TimedOut", "Dealt", "Declared", "Points",
    "NextFantasyland",
)  # fmt: skip
TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_INT_LIMIT = 2**63


def check_names(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return the names of players by seat, or () for no names; raise NotationError if they are invalid."""
    name_list = items_of(names)
    if name_list is None or len(name_list) not in (0, seats):
        raise NotationError.about("names", f"expected a name for each of {seats} seats, got {quote(names)}")
    for name in name_list:
        check_name("names", name, NotationError)
    if len(set(name_list)) < len(name_list):
        raise NotationError.about("names", f"expected different names, got {', '.join(name_list)}")
    return tuple(name_list)


def check_tag(name: object, value: object) -> None:
    """Raise NotationError unless a free tag can have this name and this value."""
    if not isinstance(name, str) or not TAG_NAME.fullmatch(name):
        expected = "expected a name of ASCII letters and digits that begins with a letter, such as 'Date'"
        raise NotationError.about("tags", f"{expected}, got {quote(name)}")
    if defined := next((tag for tag in DEFINED_TAGS if tag.lower() == name.lower()), None):
        raise NotationError.about(
            "tags", f"the notation defines the tag {defined!r}: expected another name, got {quote(name)}"
        )
    is_valid = isinstance(value, bool) or (is_whole(value) and abs(value) < _INT_LIMIT)
    if type(value) is float:
        is_valid = abs(value) < float("inf")
    if type(value) is str:
        is_valid = not any("\ud800" <= character <= "\udfff" for character in value)
    if not is_valid:
        expected = "expected text without surrogates, an int of at most 63 bits, a finite float, True or False"
        raise NotationError(f"tag {name}: {expected}, got {type(value).__name__}")
