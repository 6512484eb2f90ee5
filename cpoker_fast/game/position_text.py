"""Reading the text of positions."""

from __future__ import annotations

import re
from typing import Any

from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import PlacementError

__all__ = ["read_position"]

_PARTS = ("rules", "seat", "button", "street", "discards", "hand", "fantasyland", "surrendered", "opponents")
_NOTHING = CardSet()


def read_position(text: str, *, has_rules: bool = False) -> dict[str, Any]:
    """Return the arguments of a `Position` from its text, the rules by name; PlacementError for other texts.

    With `has_rules`, the rules are known otherwise: if the text names none, they are None.
    """
    if not isinstance(text, str):
        raise PlacementError(f"bad position {quote(text)}: expected text")
    parts: dict[str, str] = {}
    boards: list[str] = []
    hands: dict[int, str] = {}
    for part in text.split(";"):
        key, _, value = part.strip().partition(" ")
        if key == "board":
            boards.append(value)
        elif key == "open":
            _read_open_hand(value, hands)
        elif key not in _PARTS or key in parts:
            expected = f"expected {', '.join(_PARTS)}, a board for each seat, or open"
            problem = f"duplicate part {quote(key)}" if key in parts else f"unknown part {quote(key)}: {expected}"
            raise PlacementError(f"bad position: {problem}")
        else:
            parts[key] = value.strip()
    for key in _PARTS[has_rules:4]:
        if key not in parts:
            raise PlacementError(f"bad position: expected a part {key!r}")
    if parts.get("opponents", "hidden") != "hidden":
        raise PlacementError(f"bad position: opponents: expected 'hidden', got {quote(parts['opponents'])}")
    for seat in hands:
        if seat >= len(boards):
            raise PlacementError(f"bad position: open: expected a seat from 0 to {len(boards) - 1}, got {seat}")
    return {
        "rules": parts.get("rules"),
        **{name: _number_in(name, parts[name]) for name in ("seat", "button", "street")},
        "boards": boards,
        "hand": parts.get("hand", _NOTHING),
        "discards": parts.get("discards", _NOTHING),
        "fantasyland": [_number_in("fantasyland", number) for number in parts.get("fantasyland", "").split()],
        "open_hands": [hands.get(seat, _NOTHING) for seat in range(len(boards))],
        "hides_opponents": "opponents" in parts,
        "surrendered": [_number_in("surrendered", number) for number in parts.get("surrendered", "").split()],
    }


def _read_open_hand(value: str, hands: dict[int, str]) -> None:
    """Add the seat and the cards of a part ``open`` to `hands`."""
    text, _, cards = value.strip().partition(" ")
    seat = _number_in("open", text)
    if seat in hands:
        raise PlacementError(f"bad position: duplicate part 'open {seat}'")
    hands[seat] = cards


def _number_in(part: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise PlacementError.about(part, f"expected a number, got {quote(text)}")
    return int(text)
