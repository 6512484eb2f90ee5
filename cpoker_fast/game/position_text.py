"""Reading the text of positions."""

from __future__ import annotations

import re
from typing import Any

from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import PlacementError, RulesError
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.rulebook.rules import preset_named

__all__ = ["read_position"]

_PARTS = ("rules", "seat", "button", "street", "discards", "hand", "fantasyland", "surrendered", "opponents")
_NOTHING = CardSet()


def read_position(text: str, rules: Rules | str | None) -> dict[str, Any]:
    """Return the arguments of a `Position` from its text, which counts seats and streets from 1.

    The text may lack the name of the rules, if they are given. Raises PlacementError for texts that are no position, and
    RulesError if the rules are unknown, or not those of the text.
    """
    if not isinstance(text, str):
        raise PlacementError(f"bad position {quote(text)}: expected text")
    parts: dict[str, str] = {}
    boards: list[str] = []
    open_hands: list[str] = []
    for part in text.split(";"):
        key, _, value = part.strip().partition(" ")
        if key == "board":
            boards.append(value)
        elif key == "open":
            open_hands.append(value.strip())
        elif key not in _PARTS or key in parts:
            expected = f"expected {', '.join(_PARTS)}, a board for each seat, or open"
            problem = f"duplicate part {quote(key)}" if key in parts else f"unknown part {quote(key)}: {expected}"
            raise PlacementError(f"bad position: {problem}")
        else:
            parts[key] = value.strip()
    for key in _PARTS[rules is not None : 4]:
        if key not in parts:
            raise PlacementError(f"bad position: expected a part {key!r}")
    if parts.get("opponents", "hidden") != "hidden":
        raise PlacementError(f"bad position: opponents: expected 'hidden', got {quote(parts['opponents'])}")
    valid = _rules_of(parts, rules)
    seats = max(2, len(boards))  # a Position reports fewer boards
    return {
        "rules": valid,
        "seat": _index_in("seat", parts["seat"], seats),
        "button": _index_in("button", parts["button"], seats),
        "street": _index_in("street", parts["street"], len(valid.streets) + 1),
        "boards": boards,
        "hand": parts.get("hand", _NOTHING),
        "discards": parts.get("discards", _NOTHING),
        "fantasyland": [_number_in("fantasyland", number) for number in parts.get("fantasyland", "").split()],
        "open_hands": _read_open_hands(open_hands, seats),
        "hides_opponents": "opponents" in parts,
        "surrendered": [_index_in("surrendered", number, seats) for number in parts.get("surrendered", "").split()],
    }


def _rules_of(parts: dict[str, str], rules: Rules | str | None) -> Rules:
    """Return the given rules, which must have the name in the text, if any; by default the preset of that name."""
    valid = preset_named(parts["rules"]) if rules is None else as_rules(rules)
    if (name := parts.get("rules", valid.name)) != valid.name:
        raise RulesError.about("rules", f"expected {quote(name)}, as in the position, got {quote(valid.name)}")
    return valid


def _read_open_hands(values: list[str], seats: int) -> list[str]:
    """Return cards by seat from the values of parts ``open``, such as ``2 As Kd 9h 5c 2c``."""
    hands: dict[int, str] = {}
    for value in values:
        number, _, cards = value.partition(" ")
        seat = _index_in("open", number, seats)
        if seat in hands:
            raise PlacementError(f"bad position: duplicate part 'open {number}'")
        hands[seat] = cards
    return [hands.get(seat, "") for seat in range(seats)]


def _index_in(part: str, text: str, most: int) -> int:
    """Return the index for a number that counts from 1."""
    number = _number_in(part, text)
    if not 1 <= number <= most:
        raise PlacementError.about(part, f"expected a number from 1 to {most}, got {number}")
    return number - 1


def _number_in(part: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise PlacementError.about(part, f"expected a number, got {quote(text)}")
    return int(text)
