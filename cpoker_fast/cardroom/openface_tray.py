"""The cards of a street while a person places them into rows or discards them."""

from __future__ import annotations

from cpoker_fast.boards import ROWS
from cpoker_fast.cardroom.tray import CardTray
from cpoker_fast.cards import CardSet
from cpoker_fast.openface import Placement, Position
from cpoker_fast.settling import order_under

__all__ = ["DISCARDS", "StreetTray"]

DISCARDS = "discards"
"""Name of the row of discards in a `StreetTray`."""


class StreetTray(CardTray):
    """The cards that a player places on the street of a position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.discard_count = len(position.hand) - position.to_place
        super().__init__(position.hand, {**dict(zip(ROWS, position.own.room, strict=True)), DISCARDS: self.discard_count})

    @property
    def missing(self) -> int:
        """Number of cards that must still be placed into rows."""
        return self.position.to_place - sum(len(self.rows[row]) for row in ROWS)

    def has_room(self, row: str) -> bool:
        """Return whether a card of the hand can be placed in a row, or discarded."""
        return super().has_room(row) and (row == DISCARDS or self.missing > 0)

    def place(self, card: int, row: str) -> bool:
        """Move a card into a row or to the discards; return False if the row is full or no more cards may be placed."""
        is_one_too_many = row in ROWS and not self.missing and not any(card in self.rows[name] for name in ROWS)
        return not is_one_too_many and super().place(card, row)

    def placed_before(self, row: str) -> CardSet:
        """Return the cards placed in a row on earlier streets; for `DISCARDS`, the cards discarded on earlier streets."""
        board = self.position.own
        return dict(zip(self.room, (*board.rows, self.position.discards), strict=True))[row]

    def cards_in(self, row: str) -> list[int]:
        """Return all cards of a row, of this street and of earlier streets, highest first."""
        return sorted((*self.placed_before(row), *self.rows[row]), reverse=True)

    def fill(self, placement: Placement) -> None:
        """Lay the cards as in a placement."""
        for row, cards in zip(self.room, (*placement.rows, placement.discards), strict=True):
            self.rows[row] = sorted(cards, reverse=True)

    def placement(self) -> Placement | None:
        """Return the placement; None while it is incomplete.

        If enough cards are in rows, the remaining cards are discarded. If the discards are full and only one row is open,
        the remaining cards fill this row.
        """
        rows = {row: list(cards) for row, cards in self.rows.items()}
        open_rows = [row for row in ROWS if len(rows[row]) < self.room[row]]
        if self.missing:
            if len(rows[DISCARDS]) < self.discard_count or len(open_rows) != 1:
                return None
            rows[open_rows[0]] += self.left
        return self.position.placement([rows[row] for row in ROWS])

    def foul_in_words(self) -> str:
        """Return the reason why the rows can no longer become a legal board; an empty string if they can."""
        board = self.position.own.with_cards(Placement(*(self.rows[row] for row in ROWS)))
        boards = list(self.position.boards)
        boards[self.position.seat] = board
        unchanged_names = ("rules", "seat", "button", "street", "fantasyland", "open_hands", "hides_opponents")
        parts = {name: getattr(self.position, name) for name in unchanged_names}
        discards = self.position.discards | CardSet(self.rows[DISCARDS])
        position = Position.of_parts(**parts, boards=tuple(boards), hand=CardSet(self.left), discards=discards)
        if position.can_be_legal:
            return ""
        order = order_under(dict(zip(ROWS, board.rows, strict=True)), self.position.rules)
        return order or "no cards can make these rows legal any more"
