"""The cards of a street while a person places them: which go to rows, beside those that stand there, and which go away."""

from __future__ import annotations

from cpoker_fast.boards import ROWS
from cpoker_fast.cardroom.tray import CardTray
from cpoker_fast.cards import CardSet
from cpoker_fast.openface import Placement, Position
from cpoker_fast.settling import order_under

__all__ = ["DISCARDS", "StreetTray"]

DISCARDS = "discards"
"""The name of the row of cards that are discarded."""


class StreetTray(CardTray):
    """The cards that a player has to place at a position; in Fantasyland, all of them."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.discarding = len(position.hand) - position.to_place
        super().__init__(position.hand, {**dict(zip(ROWS, position.own.room, strict=True)), DISCARDS: self.discarding})

    @property
    def missing(self) -> int:
        """How many cards are still to be put into rows."""
        return self.position.to_place - sum(len(self.rows[row]) for row in ROWS)

    def place(self, card: int, row: str) -> bool:
        """Move a card into a row, or to the discards; False if there is no room, or enough cards are in rows."""
        is_enough = row in ROWS and not self.missing and not any(card in self.rows[own] for own in ROWS)
        return not is_enough and super().place(card, row)

    def standing(self, row: str) -> CardSet:
        """The cards that stand in a row, or were discarded before."""
        own = self.position.own
        return dict(zip(self.room, (*own.rows, self.position.discards), strict=True))[row]

    def whole(self, row: str) -> list[int]:
        """The cards of a row, those that stand there and those that are placed now, highest first."""
        return sorted((*self.standing(row), *self.rows[row]), reverse=True)

    def fill(self, placement: Placement) -> None:
        """Put the cards where a placement of this position has them."""
        for row, cards in zip(self.room, (*placement.rows, placement.discards), strict=True):
            self.rows[row] = sorted(cards, reverse=True)

    def placement(self) -> Placement | None:
        """The placement; None while cards are to be placed.

        Once enough cards are in rows, the rest are discarded; once the discards are full, the rest fill a single open row.
        """
        rows = {row: list(cards) for row, cards in self.rows.items()}
        room = [row for row in ROWS if len(rows[row]) < self.room[row]]
        if self.missing:
            if len(rows[DISCARDS]) < self.discarding or len(room) != 1:
                return None
            rows[room[0]] += self.left
        return self.position.placement([rows[row] for row in ROWS])

    def foul_in_words(self) -> str:
        """Why no cards can make the board legal any more, as the rows lie; empty while some can."""
        board = self.position.own.with_cards(Placement(*(self.rows[row] for row in ROWS)))
        boards = list(self.position.boards)
        boards[self.position.seat] = board
        same = ("rules", "seat", "button", "street", "fantasyland", "open_hands")
        parts = {name: getattr(self.position, name) for name in same}
        discards = self.position.discards | CardSet(self.rows[DISCARDS])
        so_far = Position.of_parts(**parts, boards=tuple(boards), hand=CardSet(self.left), discards=discards)
        if so_far.can_be_legal:
            return ""
        order = order_under(dict(zip(ROWS, board.rows, strict=True)), self.position.rules)
        return order or "no cards can make these rows legal any more"
