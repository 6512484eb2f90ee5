"""Conditions that the 13 cards of a natural must meet, and those of the patterns that this package knows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from struct import Struct
from typing import Any

from cpoker_fast._arguments import is_whole, items_of
from cpoker_fast._cards import CardSet
from cpoker_fast.boards import HAND_SIZE
from cpoker_fast.cards import RANKS
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CardError, RulesError
from cpoker_fast.patterns import Pattern, name_of_natural
from cpoker_fast.rulebook.declaring import Choice, Ints, Kind, Model, declare, path_of

__all__ = [
    "CardsText",
    "ComparedBy",
    "Conditions",
    "NumbersOfCards",
    "RankRange",
    "RowShape",
    "conditions_of_pattern",
    "for_core",
    "ranks_in",
]

_ALL = (1 << HAND_SIZE + 1) - 1  # of numbers of cards, from 0 to 13


def _partitions(cards: int = HAND_SIZE, most: int = 4) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of cards of each rank that a hand may have, the largest first: 39 for 13 cards."""
    if not cards:
        yield ()
    for first in range(min(cards, most), 0, -1):
        for rest in _partitions(cards - first, first):
            yield (first, *rest)


class RowShape(StrEnum):
    """Kind of rows: it must be possible to set the hand as three rows of this kind."""

    STRAIGHTS = "straights"
    """Straights in middle and back, and three consecutive ranks in front."""
    FLUSHES = "flushes"
    """Each row of one suit."""
    STRAIGHT_FLUSHES = "straight flushes"
    """Three straights, each row of one suit."""


class ComparedBy(StrEnum):
    """Criterion that decides between two hands that make a natural."""

    PAIRS = "pairs"
    """The highest pair, then the next one, and so on. Trips count as a pair, quads as two."""
    RANKS = "ranks"
    """All ranks, as in poker hands: more quads win, then more trips, then more pairs. If these are equal, the higher quads
    win, then the higher trips, the higher pairs and the higher single cards."""


# ---- kinds of values ----


class NumbersOfCards(Kind):
    """Lists of numbers of cards. Each list adds up to 13; no number is above `most`, and at most `numbers` are above 0."""

    def __init__(self, most: int, numbers: int) -> None:
        self.most = most
        self.numbers = numbers

    def read(self, path: str, value: Any) -> tuple[tuple[int, ...], ...]:
        groups = items_of(value)
        if groups is None or (groups and all(is_whole(group) for group in groups)):
            raise RulesError(f"expected a list of lists of numbers of cards, got {quote(value)}", path=path)
        return tuple(self._group(f"{path}[{index}]", group) for index, group in enumerate(groups))

    def _group(self, path: str, value: Any) -> tuple[int, ...]:
        items = items_of(value)
        if items is None or not all(is_whole(item) and 0 <= item <= self.most for item in items):
            raise RulesError(f"expected a list of numbers from 0 to {self.most}, got {quote(value)}", path=path)
        if sum(items) != HAND_SIZE or sum(item > 0 for item in items) > self.numbers:
            raise RulesError(f"expected numbers that add up to {HAND_SIZE}, got {quote(items)}", path=path)
        return tuple(items)

    def to_plain(self, value: tuple[tuple[int, ...], ...], base: Any) -> list[list[int]]:
        del base
        return [list(group) for group in value]

    def schema(self) -> dict[str, Any]:
        number = {"type": "integer", "minimum": 0, "maximum": self.most}
        return {"type": "array", "items": {"type": "array", "items": number}}


class RankRange(Kind):
    """The first and the last rank of some cards, such as ``'8-A'``; an ace in the first place is low."""

    PATTERN = f"A-[{RANKS}]|[{RANKS}]-[{RANKS}]"

    def read(self, path: str, value: Any) -> str:
        if not isinstance(value, str) or not re.fullmatch(self.PATTERN, value):
            raise RulesError(f"expected the first and the last rank, such as '8-A', got {quote(value)}", path=path)
        if not ranks_in(value):
            raise RulesError(f"expected the lower rank first, got {quote(value)}", path=path)
        return str(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^({self.PATTERN})$"}


class CardsText(Kind):
    """Cards as text, such as ``'Ah Ad'``; empty for no cards."""

    def read(self, path: str, value: Any) -> str:
        if not isinstance(value, str | CardSet):
            raise RulesError(f"expected cards as text, such as 'Ah Ad', got {quote(value)}", path=path)
        try:
            return str(CardSet(value))
        except CardError as error:
            raise RulesError(str(error), path=path) from None

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


class NameOfNatural(Kind):
    """The name of a natural, in lower case."""

    def read(self, path: str, value: Any) -> str:
        return name_of_natural(value, path)

    def to_plain(self, value: str, base: Any) -> str:
        del base
        return str(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "examples": [str(pattern) for pattern in Pattern]}


# ---- conditions ----


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Conditions(Model):
    """Conditions that 13 different cards must all meet. Each default allows all hands.

    `Natural.conditions` returns the conditions of a natural. `cpoker_fast.settling.count_hands` counts the hands that meet
    conditions.

    Parameters
    ----------
    counts : tuple of tuple of int
        Numbers of cards of each rank, such as ``[[2, 2, 2, 2, 2, 2, 1]]``, in any order. A hand must fit one of the lists.
    suits : tuple of tuple of int
        Numbers of cards of each suit, such as ``[[7, 6], [8, 5]]``, in any order. A hand must fit one of the lists.
    ranks : str
        First and last rank of the cards, such as ``"8-A"``. An ace in the first place is low: ``"A-T"``.
    others : tuple of int
        Allowed numbers of cards whose ranks are not in `ranks`.
    red : tuple of int
        Allowed numbers of red cards. With (), any number is allowed.
    required : str
        Cards that the hand must have.
    excluded : str
        Cards that the hand must not have.
    left_out : str
        Cards of the hand that `ranks`, `others` and `red` ignore.
    rows : {'straights', 'flushes', 'straight flushes'} or None
        Kind of rows: it must be possible to set the cards as three rows of this kind. Three consecutive ranks in front count
        as a straight. With None, there is no such condition.
    compared_by : {'pairs', 'ranks'} or None
        Criterion that decides between two naturals of the same name, if `natural_ties` compares them. Naturals with `rows`
        are compared by their rows. With None, two hands with this natural tie.

    Raises
    ------
    RulesError
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
    >>> from cpoker_fast.rulebook import Natural
    >>> Natural(name="four trips").conditions.counts
    ((3, 3, 3, 3, 1),)
    """

    counts: tuple[tuple[int, ...], ...] = declare(NumbersOfCards(4, HAND_SIZE), ())
    suits: tuple[tuple[int, ...], ...] = declare(NumbersOfCards(HAND_SIZE, 4), ())
    ranks: str = declare(RankRange(), "2-A")
    others: tuple[int, ...] = declare(Ints(0, HAND_SIZE, least=1, most=HAND_SIZE + 1), (0,))
    red: tuple[int, ...] = declare(Ints(0, HAND_SIZE, least=0, most=HAND_SIZE + 1), ())
    required: str = declare(CardsText(), "")
    excluded: str = declare(CardsText(), "")
    left_out: str = declare(CardsText(), "")
    rows: RowShape | None = declare(Choice(RowShape, unset=False), None)
    compared_by: ComparedBy | None = declare(Choice(ComparedBy, unset=False), None)

    def _check(self) -> None:
        if both := CardSet(self.required) & CardSet(self.excluded):
            raise RulesError(f"expected no required cards, got {both}", path=path_of(self.PATH, "excluded"))
        if self.compared_by is not None and self.rows is not None:
            raise RulesError("not allowed with rows, which are compared", path=path_of(self.PATH, "compared_by"))


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


_SHAPES = (None, *RowShape)  # as in `cpf_pattern`
_COMPARED_BY = (None, *ComparedBy)  # as in `cpf_pattern`
_LAYOUT = Struct("=5Q3I2i4x")  # that of `cpf_pattern` (src/cpf_naturals.h)


@lru_cache(maxsize=64)  # for the patterns of the package, whenever rules are compiled
def for_core(conditions: Conditions) -> bytes:
    """Return conditions as a `cpf_pattern`; numbers of cards of suits as those of ranks."""
    suits = [tuple(sum(n >= least for n in numbers) for least in range(1, 14)) for numbers in conditions.suits]
    others, red = (sum(1 << number for number in {*numbers}) for numbers in (conditions.others, conditions.red))
    cards = (CardSet(text).mask for text in (conditions.required, conditions.excluded, conditions.left_out))
    ranks, shape = ranks_in(conditions.ranks), _SHAPES.index(conditions.rows)
    numbers = (ranks, others, red or _ALL, shape, _COMPARED_BY.index(conditions.compared_by))
    return _LAYOUT.pack(_bits_of(conditions.counts), _bits_of(suits), *cards, *numbers)


_OF_PATTERNS = {
    Pattern.SIX_PAIRS: Conditions(counts=((2, 2, 2, 2, 2, 2, 1),), compared_by=ComparedBy.PAIRS),
    Pattern.SIX_PAIRS_LOOSE: Conditions(
        counts=tuple(numbers for numbers in _partitions() if sum(n % 2 for n in numbers) == 1),
        compared_by=ComparedBy.PAIRS,
    ),
    Pattern.THREE_STRAIGHTS: Conditions(rows=RowShape.STRAIGHTS),
    Pattern.THREE_FLUSHES: Conditions(rows=RowShape.FLUSHES),
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
    Pattern.THREE_STRAIGHT_FLUSHES: Conditions(rows=RowShape.STRAIGHT_FLUSHES),
    Pattern.DRAGON: Conditions(counts=((1,) * 13,)),
    Pattern.ONE_SUIT: Conditions(suits=((13,),)),
}


def conditions_of_pattern(pattern: Pattern) -> Conditions:
    """Return the conditions under which 13 cards make a pattern that this package knows."""
    return _OF_PATTERNS[pattern]
