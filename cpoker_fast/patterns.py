"""Patterns of all 13 cards, which are settled instead of the rows as naturals (docs/rules/rules_and_tests.md: Naturals)."""

from __future__ import annotations

from enum import StrEnum

from cpoker_fast._core import share_globals
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import RulesError

__all__ = ["Pattern", "pattern_at", "pattern_of", "patterns_in"]


class Pattern(StrEnum):
    """The patterns that 13 cards can make."""

    # Names and order are those of src/cpf_patterns.h.

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

    @property
    def place(self) -> int:
        """Index in the order of declaration, from 0."""
        return _PLACES[self]

    @property
    def bit(self) -> int:
        """Bit in the masks of `naturals_many`."""
        return 1 << self.place


_IN_ORDER = tuple(Pattern)
_PLACES: dict[str, int] = {pattern: place for place, pattern in enumerate(_IN_ORDER)}


def pattern_of(value: object) -> Pattern:
    """Return the pattern that a `Pattern` or its name stands for; RulesError, with a list of names, for other values."""
    place = _PLACES.get(value) if isinstance(value, str) else None
    if place is not None:
        return _IN_ORDER[place]
    allowed = ", ".join(repr(str(pattern)) for pattern in Pattern)
    raise RulesError(f"unknown pattern {quote(value)}: expected one of {allowed}")


def pattern_at(place: int) -> Pattern:
    """Return the pattern at an index (`Pattern.place`)."""
    return _IN_ORDER[place]


def patterns_in(bits: int) -> tuple[Pattern, ...]:
    """Return the patterns whose bits are set, in the order of `Pattern`."""
    return tuple([pattern for place, pattern in enumerate(_IN_ORDER) if bits >> place & 1]) if bits else ()


share_globals(globals())
