"""Tables from kinds of rows to numbers: royalties, and the cards of a Fantasyland."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple

from cpoker_fast.boards import ROW_SIZES, ROWS
from cpoker_fast.cards import RANKS
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import RulesError
from cpoker_fast.ranking import Category
from cpoker_fast.rulebook.declaring import Choice, Int, Kind, Model, declare, path_of

__all__ = ["FANTASYLAND_SIZES", "PaidOn", "RowKindText", "RowTables", "Royalties", "Units", "grid_of"]

Units = tuple[tuple[str, int], ...]

FANTASYLAND_SIZES: range = range(13, 18)
"""Numbers of cards that a Fantasyland may have."""
_SIZES = FANTASYLAND_SIZES[0], FANTASYLAND_SIZES[-1]

_CATEGORIES = {category.label: category for category in Category}
_FRONT_CATEGORIES = (Category.HIGH_CARD, Category.PAIR, Category.THREE_OF_A_KIND)
_LOWEST_RANK = {  # of the highest card or pair; a two is 0: 5-4-3-2-A, 7-5-4-3-2, 3-3-2-2
    Category.STRAIGHT: 3,
    Category.STRAIGHT_FLUSH: 3,
    Category.ROYAL_FLUSH: 12,
    Category.FLUSH: 5,
    Category.TWO_PAIR: 1,
}


class PaidOn(StrEnum):
    """Condition under which a royalty is paid."""

    WIN = "win"
    """Only to the winner of the row."""
    ALWAYS = "always"
    """Win or lose: the player with the lower royalty pays the difference."""


class _RowKind(NamedTuple):
    """A kind of row; a tuple that sorts weaker kinds before stronger, and general kinds before specific."""

    category: Category
    rank: int = -1
    """Rank of the pair, trips, quads or highest card; -1 for any."""
    ranks: tuple[int, ...] = ()
    """All ranks of a specific row of high cards, such as 7-5-4-3-2; otherwise empty."""

    def packed(self) -> int:
        """Return category and ranks in the encoding of the compiled core."""
        ranks = (*self.ranks, 15, 15, 15, 15, 15)[:5]
        return self.category << 24 | sum(rank << shift for rank, shift in zip(ranks, (16, 12, 8, 4, 0), strict=True))


def _least_rank(category: Category, size: int) -> int:
    if category == Category.HIGH_CARD:
        return 2 if size == 3 else 5  # 4-3-2, 7-5-4-3-2
    return _LOWEST_RANK.get(category, 0)


def _parse_ranks(text: str, size: int) -> tuple[int, ...] | None:
    """Return the ranks of ``'7-5-4-3-2'``; None if the text is not a row of high cards."""
    letters = text.split("-")
    if len(letters) != size or not all(letter in tuple(RANKS) for letter in letters):
        return None
    ranks = tuple(RANKS.index(letter) for letter in letters)
    is_straight = size == 5 and ranks[0] - ranks[4] == 4
    return None if list(ranks) != sorted(set(ranks), reverse=True) or is_straight else ranks


def _parse_kind(path: str, kind: object, size: int) -> _RowKind:
    text = kind if isinstance(kind, str) else ""
    if ranks := _parse_ranks(text, size):
        return _RowKind(Category.HIGH_CARD, ranks[0], ranks)
    label, _, last = text.rpartition(" ")
    rank = -1
    if label in _CATEGORIES and last in tuple(RANKS):
        text, rank = label, RANKS.index(last)
    if text not in _CATEGORIES:
        raise _unknown_kind(path, kind, size)
    category = _CATEGORIES[text]
    if size == 3 and category not in _FRONT_CATEGORIES:
        raise RulesError(f"a front of three cards cannot hold {quote(kind)}", path=path)
    if 0 <= rank < _least_rank(category, size):
        raise RulesError(f"there is no {quote(kind)} in {size} cards", path=path)
    return _RowKind(category, rank)


_LONGEST_KIND = 40  # characters in a message


def _unknown_kind(path: str, kind: object, size: int) -> RulesError:
    """Return the error for an unknown kind, with a suggestion if the text resembles a kind."""
    from cpoker_fast.rulebook.row_words import kind_meant  # only errors need it

    allowed = ", ".join(label for label, category in _CATEGORIES.items() if size == 5 or category in _FRONT_CATEGORIES)
    ranks = "7-5-4-3-2" if size == 5 else "A-K-Q"
    problem = f"expected one of {allowed}, one with a rank ('pair 6'), or ranks ({ranks!r})"
    if isinstance(kind, str) and (meant := kind_meant(kind)) not in (None, kind):
        try:
            _parse_kind(path, meant, size)
            problem = f"did you mean {meant!r}? {problem}"
        except RulesError as error:
            problem = f"{error.problem}; {problem}"
    return RulesError(f"unknown kind of row {quote(kind, _LONGEST_KIND)}: {problem}", path=path)


class RowTable(Kind):
    """A mapping from kinds of rows to ints, stored as pairs, weakest first."""

    def __init__(self, size: int, low: int, high: int) -> None:
        self.size = size
        self.number: Int = Int(low, high)

    def read(self, path: str, value: Any) -> Units:
        try:
            pairs = tuple(dict(value).items())
        except (TypeError, ValueError):
            raise RulesError(f"expected a mapping from kinds of rows to ints, got {quote(value)}", path=path) from None
        order = {}
        for kind, number in pairs:
            kind_path = path_of(path, kind) if isinstance(kind, str) and kind else path
            order[kind] = _parse_kind(kind_path, kind, self.size)
            self.number.read(path_of(path, kind), number)
        return tuple(sorted(pairs, key=lambda pair: order[pair[0]]))  # so that equal tables are equal values

    def to_plain(self, value: Units, base: Any) -> dict[str, int]:
        del base
        return dict(value)

    def schema(self) -> dict[str, Any]:
        kinds = {_pattern_of_kinds(self.size): self.number.schema()}
        return {"type": "object", "patternProperties": kinds, "additionalProperties": False}


class RowKindText(Kind):
    """The text of a kind of row, or '' for any row."""

    def __init__(self, size: int) -> None:
        self.size = size

    def read(self, path: str, value: Any) -> str:
        if not isinstance(value, str):
            raise RulesError(f"expected text, got {quote(value)}", path=path)
        if value:
            _parse_kind(path, value, self.size)
        return str(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^$|{_pattern_of_kinds(self.size)}"}


def _pattern_of_kinds(size: int) -> str:
    labels = [label for label, category in _CATEGORIES.items() if size == 5 or category in _FRONT_CATEGORIES]
    rank = f"[{RANKS}]"
    return f"^(({'|'.join(labels)})( {rank})?|{rank}(-{rank}){{{size - 1}}})$"


def grid_of(pairs: Units, row: str) -> tuple[list[int], dict[int, int]]:
    """Return the numbers of a row for the compiled core: by ``13 * category + rank``, and by packed kind for exact ranks."""
    units = [0] * (13 * len(Category))
    exact = {}
    for kind, value in pairs:
        category, rank, ranks = parsed = _parse_kind(row, kind, ROW_SIZES[ROWS.index(row)])
        if ranks:
            exact[parsed.packed()] = value
            continue
        categories = (category, Category.ROYAL_FLUSH) if category == Category.STRAIGHT_FLUSH else (category,)
        for category in categories:
            for top in range(13) if rank < 0 else (rank,):
                units[13 * category + top] = value
    return units, exact


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RowTables(Model):
    """Sizes of the Fantasylands that strong rows earn.

    Parameters
    ----------
    front, middle, back : mapping of str to int
        Number of Fantasyland cards by kind of row. The kinds are spelled as in `royalties`.

    Examples
    --------
    >>> entry = RowTables(front={"pair Q": 14, "three of a kind": 14})
    >>> dict(entry.front)
    {'pair Q': 14, 'three of a kind': 14}
    """

    front: Mapping[str, int] | Units = declare(RowTable(3, *_SIZES), ())
    middle: Mapping[str, int] | Units = declare(RowTable(5, *_SIZES), ())
    back: Mapping[str, int] | Units = declare(RowTable(5, *_SIZES), ())


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Royalties(Model):
    """Points for strong rows.

    Parameters
    ----------
    front, middle, back : mapping of str to int
        Points by kind of row, such as "full house". A kind may name the rank of the pair, trips, quads or highest card, such
        as "pair 6". It may also name all ranks of a row of high cards, such as "7-5-4-3-2". The most specific kind that fits
        a row counts. In a lowball middle, "high card 9" is a nine-low. A royal flush is paid as a straight flush unless it
        is named.
    on : PaidOn
        Whether a royalty is paid only to the winner of the row, or always.

    Examples
    --------
    >>> royalties = Royalties(front={"three of a kind": 2}, back={"four of a kind": 3})
    >>> dict(royalties.back), str(royalties.on)
    ({'four of a kind': 3}, 'win')
    """

    PATH: ClassVar[str] = "royalties"

    front: Mapping[str, int] | Units = declare(RowTable(3, 0, 10_000), ())
    middle: Mapping[str, int] | Units = declare(RowTable(5, 0, 10_000), ())
    back: Mapping[str, int] | Units = declare(RowTable(5, 0, 10_000), ())
    on: PaidOn = declare(Choice(PaidOn), PaidOn.WIN)
