"""Patterns of all 13 cards, which are settled instead of the rows as naturals (docs/rules/rules_and_tests.md: Naturals)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache
from struct import Struct
from typing import Any

from cpoker_fast._arguments import is_whole, items_of
from cpoker_fast._cards import CardSet
from cpoker_fast._core import share_globals
from cpoker_fast.cards import RANKS, cards_at
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import fitted_fields
from cpoker_fast.errors import RulesError

__all__ = ["Conditions", "Pattern", "for_core", "pattern_at", "pattern_of", "patterns_in", "ranks_in"]

_ALL = (1 << 14) - 1  # of numbers of cards, from 0 to 13
_SHAPES = {"": 0, "straights": 1, "flushes": 2, "straight flushes": 3}


def _partitions(cards: int = 13, most: int = 4) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of cards of each rank that a hand may have, the largest first: 39 for 13 cards."""
    if not cards:
        yield ()
    for first in range(min(cards, most), 0, -1):
        for rest in _partitions(cards - first, first):
            yield (first, *rest)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Conditions:
    """Conditions that 13 different cards must all meet. Each default allows all hands.

    The conditions of a pattern are `Pattern.conditions`, and `cpoker_fast.settling.count_hands` counts the hands of any
    conditions.

    Parameters
    ----------
    counts : tuple of tuple of int
        Allowed numbers of cards of each rank, such as ``(2, 2, 2, 2, 2, 2, 1)``: one of these, in any order.
    suits : tuple of tuple of int
        Allowed numbers of cards of each suit, such as ``(13,)`` or ``(7, 6)``: one of these, in any order.
    ranks : str
        First and last rank of the cards, such as ``"8-A"``. An ace in the first place is low: ``"A-T"``.
    others : tuple of int
        Allowed numbers of cards of other ranks.
    red : tuple of int
        Allowed numbers of red cards.
    required, excluded : str
        Cards that the hand must have, and cards that it must not have, as text.
    left_out : str
        Cards that `ranks`, `others` and `red` do not consider, if the hand has them.
    rows : str
        ``"straights"``, ``"flushes"`` or ``"straight flushes"``, if the cards must form three of them. Three consecutive
        ranks in front are a straight.
    compares_pairs : bool
        Whether hands are compared by their pairs, where rules compare hands of the same pattern. Hands of three straights or
        flushes are compared by their rows, all others are equal.

    Raises
    ------
    RulesError, CardError
        If a condition is invalid.

    Examples
    --------
    >>> from cpoker_fast.settling import count_hands
    >>> two_trips_and_three_pairs = Conditions(counts=[[3, 3, 2, 2, 2, 1]])
    >>> count_hands(two_trips_and_three_pairs)
    1423319040
    >>> black_but_for_red_aces = Conditions(red=[0], left_out="Ah Ad")
    >>> count_hands(black_but_for_red_aces)
    37442160
    >>> Pattern.DRAGON.conditions.counts
    ((1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),)
    """

    counts: tuple[tuple[int, ...], ...] = ()
    suits: tuple[tuple[int, ...], ...] = ()
    ranks: str = "2-A"
    others: tuple[int, ...] = (0,)
    red: tuple[int, ...] = ()
    required: str = ""
    excluded: str = ""
    left_out: str = ""
    rows: str = ""
    compares_pairs: bool = False

    def __post_init__(self) -> None:
        """Check all conditions, and keep lists as tuples."""
        for name, most in (("counts", 4), ("suits", 13)):
            groups = tuple([self._numbers(f"{name}[{i}]", group, most) for i, group in enumerate(self._items(name))])
            for i, group in enumerate(groups):
                if sum(group) != 13 or (name == "suits" and sum(n > 0 for n in group) > 4):
                    raise RulesError(f"expected numbers that add up to 13, got {quote(list(group))}", path=f"{name}[{i}]")
            object.__setattr__(self, name, groups)
        for name in ("others", "red"):
            object.__setattr__(self, name, self._numbers(name, self._items(name), 13))
        if not self.others:
            raise RulesError("expected at least one number", path="others")
        if not isinstance(self.ranks, str) or not re.fullmatch(f"A-[{RANKS}]|[{RANKS}]-[{RANKS}]", self.ranks):
            raise RulesError(f"expected the first and the last rank, such as '8-A', got {quote(self.ranks)}", path="ranks")
        if not ranks_in(self.ranks):
            raise RulesError(f"expected the lower rank first, got {quote(self.ranks)}", path="ranks")
        if not isinstance(self.rows, str) or self.rows not in _SHAPES:
            allowed = ", ".join(map(repr, _SHAPES))
            raise RulesError(f"expected one of {allowed}, got {quote(self.rows)}", path="rows")
        for name in ("required", "excluded", "left_out"):
            object.__setattr__(self, name, str(cards_at(name, getattr(self, name))))
        if both := CardSet(self.required) & CardSet(self.excluded):
            raise RulesError(f"expected no required cards, got {both}", path="excluded")
        if not isinstance(self.compares_pairs, bool) or (self.compares_pairs and self.rows):
            expected = "False, since hands are compared by their rows" if self.rows else "True or False"
            raise RulesError(f"expected {expected}, got {quote(self.compares_pairs)}", path="compares_pairs")

    def __repr__(self) -> str:
        """Return the conditions that differ from their defaults, in at most three lines."""
        changes = {item.name: value for item in fields(self) if (value := getattr(self, item.name)) != item.default}
        return fitted_fields("Conditions(", changes, ")")

    def _items(self, name: str) -> list[Any]:
        items = items_of(getattr(self, name))
        if items is None:
            raise RulesError(f"expected a list, got {quote(getattr(self, name))}", path=name)
        return items

    @staticmethod
    def _numbers(name: str, value: object, most: int) -> tuple[int, ...]:
        items = items_of(value)
        if items is None or not all(is_whole(item) and 0 <= item <= most for item in items):
            raise RulesError(f"expected a list of numbers from 0 to {most}, got {quote(value)}", path=name)
        return tuple(items)


def ranks_in(text: str) -> int:
    """Return the ranks from the first one to the last one as bits; 0 if the first one is above the last one."""
    first, last = (RANKS.index(rank) for rank in text.split("-"))
    if first == 12 > last:  # a low ace
        return 1 << 12 | (1 << last + 1) - 1
    return (1 << last + 1) - (1 << first) if first <= last else 0


_PARTITIONS = sorted((numbers.count(4), numbers.count(3), numbers.count(2)) for numbers in _partitions())
"""Numbers of fours, threes and twos among numbers of cards, in the order of `cpf_partition` (src/cpf_naturals.c)."""


def _bits_of(groups: Iterable[Sequence[int]]) -> int:
    """Return numbers of cards, each up to four, as bits in the order of `_PARTITIONS`; all bits if there are none."""
    indices = {_PARTITIONS.index((group.count(4), group.count(3), group.count(2))) for group in groups}
    return sum(1 << index for index in indices) or (1 << len(_PARTITIONS)) - 1


_LAYOUT = Struct("=5Q3I2i4x")  # that of `cpf_pattern` (src/cpf_naturals.h)


@lru_cache(maxsize=64)  # for the patterns of the package, whenever rules are compiled
def for_core(conditions: Conditions) -> bytes:
    """Return conditions as a `cpf_pattern`; numbers of cards of suits as those of ranks."""
    suits = [tuple(sum(n >= least for n in numbers) for least in range(1, 14)) for numbers in conditions.suits]
    others, red = (sum(1 << number for number in {*numbers}) for numbers in (conditions.others, conditions.red))
    cards = (CardSet(text).mask for text in (conditions.required, conditions.excluded, conditions.left_out))
    ranks, shape = ranks_in(conditions.ranks), _SHAPES[conditions.rows]
    numbers = (ranks, others, red or _ALL, shape, conditions.compares_pairs)
    return _LAYOUT.pack(_bits_of(conditions.counts), _bits_of(suits), *cards, *numbers)


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

    @property
    def conditions(self) -> Conditions:
        """Conditions under which 13 cards make the pattern."""
        return _CONDITIONS[self]

    @property
    def place(self) -> int:
        """Index in the order of declaration, from 0."""
        return _PLACES[self]

    @property
    def bit(self) -> int:
        """Bit in the masks of `naturals_many`."""
        return 1 << self.place


_CONDITIONS = {
    Pattern.SIX_PAIRS: Conditions(counts=((2, 2, 2, 2, 2, 2, 1),), compares_pairs=True),
    Pattern.SIX_PAIRS_LOOSE: Conditions(
        counts=tuple(numbers for numbers in _partitions() if sum(n % 2 for n in numbers) == 1), compares_pairs=True
    ),
    Pattern.THREE_STRAIGHTS: Conditions(rows="straights"),
    Pattern.THREE_FLUSHES: Conditions(rows="flushes"),
    Pattern.FIVE_PAIRS_AND_TRIPS: Conditions(counts=((3, 2, 2, 2, 2, 2),)),
    Pattern.FOUR_TRIPS: Conditions(counts=((3, 3, 3, 3, 1),)),
    Pattern.THREE_QUADS: Conditions(counts=((4, 4, 4, 1),)),
    Pattern.SMALL_8: Conditions(ranks="2-8"),
    Pattern.SMALL_9: Conditions(ranks="2-9"),
    Pattern.SMALL_10: Conditions(ranks="2-T"),
    Pattern.BIG_8: Conditions(ranks="8-A"),
    Pattern.NO_PICTURES: Conditions(ranks="A-T"),
    Pattern.ONE_COLOUR: Conditions(red=(0, 13)),
    Pattern.TWELVE_OF_ONE_COLOUR: Conditions(red=(1, 12)),
    Pattern.TWELVE_PICTURES: Conditions(ranks="J-K", others=(1,)),
    Pattern.ALL_HIGH: Conditions(ranks="J-A"),
    Pattern.THREE_STRAIGHT_FLUSHES: Conditions(rows="straight flushes"),
    Pattern.DRAGON: Conditions(counts=((1,) * 13,)),
    Pattern.ONE_SUIT: Conditions(suits=((13,),)),
}
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
