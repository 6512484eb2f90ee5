"""Boards that are not complete, and placements: the cards that a player adds to the rows on one street."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Union

from cpoker_fast._arguments import items_of
from cpoker_fast.arranging import FantasylandBoard
from cpoker_fast.boards import ROW_SIZES, ROWS, Board, Cards
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.errors import CardError, PlacementError, quote
from cpoker_fast.showing import formatted
from cpoker_fast.wording import counted, did_you_mean

__all__ = ["PartialBoard", "Placement", "Rows", "listed_as", "place_rows", "rows_of"]

Rows = Union[str, Mapping[str, Cards], Sequence[Cards], Board, FantasylandBoard, "PartialBoard", "Placement"]
"""Cards for the three rows: text with ``/`` between rows, cards by the name of the row, three sets of cards, or a board."""

_NOTHING = CardSet()
_FRONT, _MIDDLE, _BACK = ROW_SIZES
_new, _set = object.__new__, object.__setattr__


def _cards_of(where: str, cards: Cards) -> CardSet:
    if isinstance(cards, str) and cards.strip() in ("-", "–"):
        return _NOTHING
    try:
        return CardSet(cards)
    except CardError as error:
        raise PlacementError(f"{where}: {error}") from error


def rows_of(rows: Rows) -> tuple[CardSet, CardSet, CardSet]:
    """Front, middle and back; PlacementError if they cannot be read, or a card is in two of them.

    Examples
    --------
    >>> rows_of("As Kd / 7c / -") == rows_of({"front": "As Kd", "middle": "7c"}) == rows_of(["As Kd", ["7c"], ()])
    True
    """
    given: Sequence[Cards]
    if isinstance(rows, FantasylandBoard):
        rows = rows.board
    if isinstance(rows, PartialBoard | Placement | Board):
        given = (rows.front, rows.middle, rows.back)
    elif isinstance(rows, str):
        given = re.split(r"[/|\n]", rows.strip())
    elif isinstance(rows, Mapping):
        for name in rows:
            if name not in ROWS:
                raise PlacementError(f"unknown row {quote(name)}: {did_you_mean(name, ROWS)}")
        given = [rows.get(name, _NOTHING) for name in ROWS]
    else:
        listed = None if isinstance(rows, CardSet) else items_of(rows)  # a set of cards does not tell which row is which
        if listed is None:
            raise PlacementError(f"bad rows {quote(rows)}: expected text with three rows, such as 'As Kd / 7c / -'")
        given = listed
    if len(given) != len(ROWS):
        raise PlacementError(f"bad rows {quote(rows)}: expected three rows, such as 'As Kd / 7c / -', got {len(given)}")
    front, middle, back = (_cards_of(name, cards) for name, cards in zip(ROWS, given, strict=True))
    for one, (name, cards) in enumerate(((ROWS[0], front), (ROWS[1], middle))):
        for other, others in ((ROWS[1], middle), (ROWS[2], back))[one:]:
            if both := cards & others:
                raise PlacementError(f"card {format_card(next(iter(both)))} is placed twice: {name} and {other}")
    return front, middle, back


def _text(rows: Sequence[CardSet]) -> str:
    return " / ".join(str(row) or "-" for row in rows)


@dataclass(frozen=True, slots=True)
class PartialBoard:
    """A board on which cards may still be missing.

    Parameters
    ----------
    front, middle, back : CardSet, str or iterable of int
        Up to three, five and five different cards.

    Raises
    ------
    PlacementError
        If a row has too many cards, cannot be read, or shares a card with another.

    Examples
    --------
    >>> board = PartialBoard.parse("Kh / 7c 7d / As Ad 9s")
    >>> board.room, board.is_complete, str(board)
    ((2, 3, 2), False, 'Kh / 7d 7c / As Ad 9s')
    """

    front: CardSet = field(default=_NOTHING)
    middle: CardSet = field(default=_NOTHING)
    back: CardSet = field(default=_NOTHING)

    def __init__(self, front: Cards = _NOTHING, middle: Cards = _NOTHING, back: Cards = _NOTHING) -> None:
        rows = rows_of((front, middle, back))
        for name, row, size in zip(ROWS, rows, ROW_SIZES, strict=True):
            if len(row) > size:
                raise PlacementError(f"{name}: expected at most {size} cards, got {len(row)} ({row})")
            object.__setattr__(self, name, row)

    @classmethod
    def parse(cls, text: str) -> PartialBoard:
        """A board from text: three rows with ``/`` between them, ``-`` for a row without cards."""
        if not isinstance(text, str):
            raise PlacementError(f"bad board {quote(text)}: expected text")
        return cls(*rows_of(text))

    @property
    def rows(self) -> tuple[CardSet, CardSet, CardSet]:
        """Front, middle and back."""
        return self.front, self.middle, self.back

    @property
    def cards(self) -> CardSet:
        """All cards on the board."""
        return self.front | self.middle | self.back

    @property
    def room(self) -> tuple[int, int, int]:
        """How many cards front, middle and back still take."""
        return 3 - len(self.front), 5 - len(self.middle), 5 - len(self.back)

    @property
    def is_complete(self) -> bool:
        """Whether all 13 cards are there."""
        return not any(self.room)

    def board(self) -> Board:
        """The complete board; PlacementError if cards are missing."""
        if not self.is_complete:
            raise PlacementError(f"the board {self} lacks {counted(sum(self.room), 'card')}")
        return Board.of_rows(*self.rows)

    def with_cards(self, placement: Placement) -> PartialBoard:
        """The board after a placement; PlacementError, naming the row or the card, if that does not fit."""
        if not isinstance(placement, Placement):
            raise PlacementError(f"expected a Placement, got {quote(placement)}")
        if both := self.cards & placement.cards:
            card = next(iter(both))
            held = next(name for name, cards in zip(ROWS, self.rows, strict=True) if card in cards)
            raise PlacementError(f"card {format_card(card)} stands in the {held} already: only cards in hand are placed")
        front, middle, back = self.front | placement.front, self.middle | placement.middle, self.back | placement.back
        if len(front) > _FRONT or len(middle) > _MIDDLE or len(back) > _BACK:
            for name, room, added in zip(ROWS, self.room, placement.rows, strict=True):
                if len(added) > room:
                    raise PlacementError(f"the {name} has room for {counted(room, 'more card')}, got {len(added)} ({added})")
        board = _new(PartialBoard)
        _set(board, "front", front)
        _set(board, "middle", middle)
        _set(board, "back", back)
        return board

    def __str__(self) -> str:
        return _text(self.rows)

    def __repr__(self) -> str:
        return f"PartialBoard({str(self.front)!r}, {str(self.middle)!r}, {str(self.back)!r})"

    def __format__(self, spec: str) -> str:
        return formatted(str(self), spec)


@dataclass(frozen=True, slots=True)
class Placement:
    """Cards added to the rows of a board, and cards discarded with them.

    Parameters
    ----------
    front, middle, back, discards : CardSet, str or iterable of int
        Different cards.

    Raises
    ------
    PlacementError
        If cards cannot be read, or one is in two places.

    Examples
    --------
    >>> placement = Placement.parse("As Kd / 7c / - discards 2h")
    >>> placement.discards, str(placement)
    (CardSet('2h'), 'As Kd / 7c / - discards 2h')
    """

    front: CardSet = field(default=_NOTHING)
    middle: CardSet = field(default=_NOTHING)
    back: CardSet = field(default=_NOTHING)
    discards: CardSet = field(default=_NOTHING)

    def __init__(
        self, front: Cards = _NOTHING, middle: Cards = _NOTHING, back: Cards = _NOTHING, discards: Cards = _NOTHING
    ) -> None:
        rows = rows_of((front, middle, back))
        away = _cards_of("discards", discards)
        for name, row in zip(ROWS, rows, strict=True):
            object.__setattr__(self, name, row)
            if both := row & away:
                raise PlacementError(f"card {format_card(next(iter(both)))} is both in the {name} and discarded")
        object.__setattr__(self, "discards", away)

    @classmethod
    def of_cards(cls, front: CardSet, middle: CardSet, back: CardSet, discards: CardSet) -> Placement:
        """A placement of sets that are known to be different; nothing is checked, for speed."""
        placement = _new(cls)
        _set(placement, "front", front)
        _set(placement, "middle", middle)
        _set(placement, "back", back)
        _set(placement, "discards", discards)
        return placement

    @classmethod
    def parse(cls, text: str) -> Placement:
        """A placement from text: three rows with ``/`` between them, then ``discards`` and cards, if there are any."""
        if not isinstance(text, str):
            raise PlacementError(f"bad placement {quote(text)}: expected text")
        rows, *away = re.split(r"\bdiscards?\b", text, flags=re.IGNORECASE)
        if len(away) > 1:
            raise PlacementError(f"bad placement {quote(text)}: expected 'discards' once")
        return cls(*rows_of(rows), *away)

    @property
    def rows(self) -> tuple[CardSet, CardSet, CardSet]:
        """The cards placed in front, middle and back."""
        return self.front, self.middle, self.back

    @property
    def cards(self) -> CardSet:
        """The cards placed, without discards."""
        return self.front | self.middle | self.back

    def __str__(self) -> str:
        return _text(self.rows) + (f" discards {self.discards}" if self.discards else "")

    def __repr__(self) -> str:
        return f"Placement.parse({str(self)!r})"

    def __format__(self, spec: str) -> str:
        return formatted(str(self), spec)


def place_rows(
    rows: Placement | Rows, discard: Cards | None, *, hand: CardSet, own: PartialBoard, to_place: int
) -> tuple[Placement, PartialBoard]:
    """The placement that rows mean for a hand, and the board after it; see `Position.placement`."""
    if isinstance(rows, Placement):
        given = rows
    else:
        given = Placement.parse(rows) if isinstance(rows, str) else Placement(*rows_of(rows))
    stated = given.discards if discard is None else _cards_of("discard", discard)
    if not hand:
        raise PlacementError("the player has no cards to place: it is not his turn, or his board is complete")
    placed = given.cards
    if (placed | stated) - hand:
        for card in placed | stated:
            if card not in hand and card not in own.cards:
                raise PlacementError(f"card {format_card(card)} is not in the hand: {hand}")
    rest = hand - placed
    placement = given if given.discards == rest else Placement.of_cards(given.front, given.middle, given.back, rest)
    after = own.with_cards(placement)
    if len(placed) != to_place:
        problem = f"expected {counted(to_place, 'card')} of {len(hand)} to be placed"
        raise PlacementError(f"{problem}, got {len(placed)} ({placed or 'none'})")
    if stated and stated != rest:
        raise PlacementError(f"discards: expected {rest or 'none'}, the rest of the hand, got {stated}")
    return placement, after


def listed_as(placement: Placement, listed: Sequence[Placement], own: PartialBoard) -> int:
    """The number of a placement in the list of `Position.placements`; `own` is the board before it.

    If it is not listed, it is that of the one from which it differs only in suits that play no part.
    """
    if placement in listed:
        return listed.index(placement)
    return next(number for number, one in enumerate(listed) if _is_same(one, placement, own))


def _is_same(one: Placement, other: Placement, own: PartialBoard) -> bool:
    def is_same(row: str, before: CardSet, first: CardSet, second: CardSet) -> bool:
        no_flush = row == "front" or _are_mixed(before | first, before | second)
        return first == second or (no_flush and _ranks(first) == _ranks(second))

    rows = zip(ROWS, own.rows, one.rows, other.rows, strict=True)
    return one.discards == other.discards and all(is_same(*row) for row in rows)


def _ranks(cards: CardSet) -> list[int]:
    return sorted(card // 4 for card in cards)


def _are_mixed(*rows: CardSet) -> bool:
    """Whether none of some rows can become a flush."""
    return all(len({card % 4 for card in row}) > 1 for row in rows)
