"""Tables by row: what a row of some kind is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple

from cpoker_fast.boards import ROW_SIZES, ROWS
from cpoker_fast.errors import RulesError
from cpoker_fast.ranking import Category
from cpoker_fast.rulebook.declaring import Choice, Int, Kind, Model, declare, path_of

__all__ = ["PaidOn", "RowTables", "Royalties", "Units", "grid_of"]

Units = tuple[tuple[str, int], ...]

_RANKS = "23456789TJQKA"
_CATEGORIES = {category.label: category for category in Category}
_OF_THREE = (Category.HIGH_CARD, Category.PAIR, Category.THREE_OF_A_KIND)
_LOWEST_RANK = {  # the least rank that tells such a row: 5-4-3-2-A, 7-5-4-3-2, 3-3-2-2
    Category.STRAIGHT: 3,
    Category.STRAIGHT_FLUSH: 3,
    Category.ROYAL_FLUSH: 12,
    Category.FLUSH: 5,
    Category.TWO_PAIR: 1,
}


class PaidOn(StrEnum):
    """When a royalty is paid."""

    WIN = "win"
    """To the winner of the row only."""
    ALWAYS = "always"
    """Win or lose, so that the royalties of two players net out."""


class _RowKind(NamedTuple):
    """A kind of row; as a tuple, weaker before stronger and wider before narrower."""

    category: Category
    rank: int = -1
    """Of the pair, trips or quads, or the highest card; -1: any."""
    ranks: tuple[int, ...] = ()
    """All of them, if only this row is meant."""

    def packed(self) -> int:
        """As the compiled core tells what a strength means."""
        ranks = (*self.ranks, 15, 15, 15, 15, 15)[:5]
        return self.category << 24 | sum(rank << shift for rank, shift in zip(ranks, (16, 12, 8, 4, 0), strict=True))


def _least_rank(category: Category, size: int) -> int:
    if category == Category.HIGH_CARD:
        return 2 if size == 3 else 5  # 4-3-2, 7-5-4-3-2
    return _LOWEST_RANK.get(category, 0)


def _parse_ranks(text: str, size: int) -> tuple[int, ...] | None:
    """The ranks of ``'7-5-4-3-2'``; None if that is no row of high cards."""
    letters = text.split("-")
    if len(letters) != size or not all(letter in tuple(_RANKS) for letter in letters):
        return None
    ranks = tuple(_RANKS.index(letter) for letter in letters)
    is_straight = size == 5 and ranks[0] - ranks[4] == 4
    return None if list(ranks) != sorted(set(ranks), reverse=True) or is_straight else ranks


def _parse_kind(path: str, kind: object, size: int) -> _RowKind:
    text = kind if isinstance(kind, str) else ""
    if ranks := _parse_ranks(text, size):
        return _RowKind(Category.HIGH_CARD, ranks[0], ranks)
    label, _, last = text.rpartition(" ")
    rank = -1
    if label in _CATEGORIES and last in tuple(_RANKS):
        text, rank = label, _RANKS.index(last)
    if text not in _CATEGORIES:
        allowed = ", ".join(_CATEGORIES)
        raise RulesError(
            f"unknown kind of row {kind!r}: expected one of {allowed}, or one with its rank, 'pair 6', or all, '7-5-4-3-2'",
            path=path,
        )
    category = _CATEGORIES[text]
    if size == 3 and category not in _OF_THREE:
        raise RulesError(f"a front of three cards cannot hold {kind!r}", path=path)
    if 0 <= rank < _least_rank(category, size):
        raise RulesError(f"there is no {kind!r} in {size} cards", path=path)
    return _RowKind(category, rank)


class RowTable(Kind):
    """From kinds of rows to ints, as pairs, weakest first."""

    def __init__(self, size: int, low: int, high: int) -> None:
        self.size = size
        self.number = Int(low, high)

    def read(self, path: str, value: Any) -> Units:
        try:
            pairs = tuple(dict(value).items())
        except (TypeError, ValueError):
            raise RulesError(f"expected a mapping from kinds of rows to ints, got {value!r}", path=path) from None
        order = {}
        for kind, number in pairs:
            order[kind] = _parse_kind(path, kind, self.size)
            self.number.read(path_of(path, kind), number)
        return tuple(sorted(pairs, key=lambda pair: order[pair[0]]))  # so that equal tables are equal values

    def to_plain(self, value: Units, base: Any) -> dict[str, int]:
        del base
        return dict(value)

    def schema(self) -> dict[str, Any]:
        labels = [label for label, category in _CATEGORIES.items() if self.size == 5 or category in _OF_THREE]
        rank = f"[{_RANKS}]"
        pattern = f"^(({'|'.join(labels)})( {rank})?|{rank}(-{rank}){{{self.size - 1}}})$"
        return {"type": "object", "patternProperties": {pattern: self.number.schema()}, "additionalProperties": False}


def grid_of(pairs: Units, row: str) -> tuple[list[int], dict[int, int]]:
    """Units by ``13 * category + rank``, and of rows named by all ranks, for the compiled core."""
    units = [0] * (13 * len(Category))
    exact = {}
    for kind, value in pairs:
        category, rank, ranks = parsed = _parse_kind(row, kind, ROW_SIZES[ROWS.index(row)])
        if ranks:
            exact[parsed.packed()] = value
            continue
        wider = (category, Category.ROYAL_FLUSH) if category == Category.STRAIGHT_FLUSH else (category,)
        for each in wider:
            for one in range(13) if rank < 0 else (rank,):
                units[13 * each + one] = value
    return units, exact


@dataclass(frozen=True, slots=True, kw_only=True)
class RowTables(Model):
    """Numbers of cards for strong rows.

    Parameters
    ----------
    front, middle, back : mapping of str to int
        From what the row is to cards, such as ``{"pair Q": 14, "pair K": 15}``; see `Royalties`.
    """

    front: Mapping[str, int] | Units = declare(RowTable(3, 13, 17), ())
    middle: Mapping[str, int] | Units = declare(RowTable(5, 13, 17), ())
    back: Mapping[str, int] | Units = declare(RowTable(5, 13, 17), ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Royalties(Model):
    """Points for strong rows.

    Parameters
    ----------
    front, middle, back : mapping of str to int
        From what the row is to units: ``{"full house": 1, "four of a kind": 3}``, with the rank of the pair, trips or quads
        or of the highest card ``{"pair 6": 1, "pair 7": 2}``, or with all ranks of high cards ``{"7-5-4-3-2": 8}``; the
        narrower holds. In a lowball middle, ``"high card 9"`` is a nine-low. A royal flush is paid as a straight flush
        unless it is named.
    on : PaidOn
        Paid to the winner of the row, or always.
    """

    PATH: ClassVar[str] = "royalties"

    front: Mapping[str, int] | Units = declare(RowTable(3, 0, 10_000), ())
    middle: Mapping[str, int] | Units = declare(RowTable(5, 0, 10_000), ())
    back: Mapping[str, int] | Units = declare(RowTable(5, 0, 10_000), ())
    on: PaidOn = declare(Choice(PaidOn), PaidOn.WIN)
