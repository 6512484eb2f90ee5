"""Names of naturals, among them those of the patterns that this package knows (tests/rules_and_tests.md: Naturals)."""

from __future__ import annotations

import re
from enum import StrEnum

from cpoker_fast._core import share_globals
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import RulesError

__all__ = ["Pattern", "name_of_natural"]


class Pattern(StrEnum):
    """The patterns that 13 cards can make."""

    SIX_PAIRS = "six pairs"
    """Six pairs of different ranks and an odd card."""
    SIX_PAIRS_LOOSE = "six pairs, loose"
    """Six pairs that share no card. Quads count as two pairs, and trips as one."""
    THREE_STRAIGHTS = "three straights"
    """Straights in middle and back, and three consecutive ranks in front; A-2-3 and Q-K-A count."""
    THREE_FLUSHES = "three flushes"
    """Each row of one suit."""
    FIVE_PAIRS_AND_TRIPS = "five pairs and trips"
    """Five pairs and three of a kind, all of different ranks."""
    FOUR_TRIPS = "four trips"
    """Four times three of a kind, and an odd card of a fifth rank."""
    THREE_QUADS = "three quads"
    """Three times four of a kind, and an odd card."""
    SMALL_8 = "small, two to eight"
    """No card above an eight, and no ace."""
    SMALL_9 = "small, two to nine"
    """No card above a nine, and no ace."""
    SMALL_10 = "small, two to ten"
    """No card above a ten, and no ace."""
    BIG_8 = "big, eight to ace"
    """No card below an eight; aces are high."""
    NO_PICTURES = "no pictures"
    """No jack, queen or king; also called no people."""
    ONE_COLOUR = "one colour"
    """All 13 cards red, or all black."""
    TWELVE_OF_ONE_COLOUR = "twelve of one colour"
    """Twelve red cards and a black one, or twelve black cards and a red one."""
    TWELVE_PICTURES = "twelve pictures"
    """All jacks, queens and kings, and an odd card."""
    ALL_HIGH = "jacks to aces"
    """All 13 cards jacks, queens, kings or aces."""
    THREE_STRAIGHT_FLUSHES = "three straight flushes"
    """Three straights, each row of one suit."""
    DRAGON = "dragon"
    """One card of each rank; also called complete straight."""
    ONE_SUIT = "one suit"
    """All 13 cards of one suit: the super dragon."""


_PATTERNS: dict[str, str] = {str(pattern): pattern for pattern in Pattern}
_MOST_CHARACTERS = 40
_RESERVED = re.compile(r"[/|;:\"\\\[\]{}<>=#]|  |^ | $|^-?$|\b(discard|declare|surrender|reserve)s?\b|^(no )?natural\b")
_OTHER_DECLARATIONS = ("if better", "nothing", "the best natural")


def name_of_natural(value: object, path: str = "") -> str:
    """Return the name of a natural: a `Pattern`, or the text of another name; RulesError about `path` for other values."""
    if not isinstance(value, str):
        raise RulesError(f"expected the name of a natural, got {quote(value)}", path=path)
    name = _PATTERNS.get(value)
    if name is not None:
        return name
    if value != value.lower():
        raise RulesError(f"expected the name of a natural in lower case, got {quote(value)}", path=path)
    if not value.isprintable() or len(value) > _MOST_CHARACTERS or _RESERVED.search(value) or value in _OTHER_DECLARATIONS:
        expected = (
            f"at most {_MOST_CHARACTERS} letters, digits and single spaces, without words such as 'natural' or 'declares'"
        )
        raise RulesError(f"expected the name of a natural, {expected}, got {quote(value)}", path=path)
    return str(value)


share_globals(globals())
