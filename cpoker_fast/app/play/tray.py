"""The cards in hand while a person lays them into rows or discards them."""

from __future__ import annotations

from cpoker_fast._arguments import is_whole
from cpoker_fast._openface import can_be_legal
from cpoker_fast.boards import ROWS
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BoardError, CardError
from cpoker_fast.game.placement import PartialBoard, Placement, Rows
from cpoker_fast.game.plan import plan_of
from cpoker_fast.game.position import Position, check_position
from cpoker_fast.settling import foul_in_words
from cpoker_fast.settling.boards_in_words import order_under

__all__ = ["DISCARDS", "Tray"]

DISCARDS = "discards"
"""Name of the row of discards in a `Tray`."""


class Tray:
    """Cards of a position, to be laid into rows. The cards of each row are sorted, highest first.

    Parameters
    ----------
    position : Position
        Position at the turn of a player. Any other value raises PlacementError.

    Attributes
    ----------
    position : Position
    hand : CardSet
        Cards to place or discard.
    room : dict of str to int
        Number of cards that may be added to each row and to the discards, by name.
    rows : dict of str to list of int
        Cards laid into each row, and discards.

    Examples
    --------
    >>> from cpoker_fast.app.play import Game
    >>> tray = Tray(Game("pagat", ["random"], seed=1).position)
    >>> tray.place(51, "middle"), tray.placement()
    (True, None)
    >>> tray.fill("8c 5d 4h / Qc Jh Jc 3s 3h / As Ah 7s 7h 7d")
    >>> tray.take(51)
    >>> tray.left, tray.has_room("back"), str(tray.placement().back)
    ([51], True, 'As Ah 7s 7h 7d')
    >>> tray.cards_in("front"), tray.placed_before("front"), tray.foul_in_words(), str(tray.board())
    ([24, 13, 10], CardSet(), '', '8c 5d 4h / Qc Jh Jc 3s 3h / As Ah 7s 7h 7d')
    >>> tray.clear()
    """

    hand: CardSet
    position: Position
    room: dict[str, int]

    def __init__(self, position: Position) -> None:
        check_position(position)
        self.position, self.hand = position, position.hand
        self.room = {**dict(zip(ROWS, position.own.room, strict=True)), DISCARDS: len(position.hand) - position.to_place}
        self.rows: dict[str, list[int]] = {row: [] for row in self.room}

    @property
    def left(self) -> list[int]:
        """Cards that are not in a row, highest first."""
        placed = {card for cards in self.rows.values() for card in cards}
        return [card for card in reversed(list(self.hand)) if card not in placed]

    @property
    def discard_count(self) -> int:
        """Number of cards of the hand that are discarded."""
        return self.room[DISCARDS]

    @property
    def missing(self) -> int:
        """Number of cards that must still be placed into rows."""
        return self.position.to_place - sum(len(self.rows[row]) for row in ROWS)

    def has_room(self, row: str) -> bool:
        """Return whether a card of the hand can be placed in a row, or discarded; raise BoardError for an unknown row."""
        self._check_row(row)
        return len(self.rows[row]) < self.room[row] and (row == DISCARDS or self.missing > 0)

    def place(self, card: int, row: str) -> bool:
        """Move a card into a row, from the hand or from another row, or discard it.

        Returns False if the row is full or no more cards may be placed. Raises CardError for a card that is not in the hand,
        and BoardError for an unknown row.
        """
        self._check(card)
        self._check_row(row)
        is_one_too_many = row in ROWS and not self.missing and not any(card in self.rows[name] for name in ROWS)
        if is_one_too_many or (len(self.rows[row]) == self.room[row] and card not in self.rows[row]):
            return False
        self.take(card)
        self.rows[row].append(card)
        self.rows[row].sort(reverse=True)
        return True

    def take(self, card: int) -> None:
        """Take a card out of its row, if it is in a row; raise CardError for a card that is not in the hand."""
        self._check(card)
        for cards in self.rows.values():
            if card in cards:
                cards.remove(card)

    def _check(self, card: int) -> None:
        if not is_whole(card) or card not in self.hand:
            raise CardError.about("card", f"expected one of {self.hand} as an int, got {quote(card)}", token=card)

    def _check_row(self, row: object) -> None:
        if not isinstance(row, str) or row not in self.rows:
            raise BoardError.about("row", f"expected one of {', '.join(self.rows)}, got {quote(row)}")

    def clear(self) -> None:
        """Take all cards out of the rows."""
        for cards in self.rows.values():
            cards.clear()

    def fill(self, rows: Placement | Rows) -> None:
        """Lay the cards as in a placement, in any form of `Position.placement`; raise PlacementError if it is illegal."""
        placement = self.position.placement(rows)
        for row, cards in zip(self.room, (*placement.rows, placement.discards), strict=True):
            self.rows[row] = sorted(cards, reverse=True)

    def placed_before(self, row: str) -> CardSet:
        """Return the cards placed in a row, or discarded, on earlier streets; BoardError for an unknown row."""
        self._check_row(row)
        board = self.position.own
        return dict(zip(self.room, (*board.rows, self.position.discards), strict=True))[row]

    def cards_in(self, row: str) -> list[int]:
        """Return all cards of a row, of this street and of earlier streets, highest first; BoardError for an unknown row."""
        return sorted((*self.placed_before(row), *self.rows[row]), reverse=True)

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
        return self.position.placement([rows[row] for row in ROWS]) if self.hand else None

    def board(self) -> PartialBoard:
        """Return the board after `placement`; while `placement` is None, the board with the cards in its rows."""
        return self.position.own.with_cards(self.placement() or Placement(*(self.rows[row] for row in ROWS)))

    def foul_in_words(self) -> str:
        """Return the reason why the rows can no longer become a legal board; an empty string if they can."""
        board, rules = self.board(), self.position.rules
        if board.is_complete:
            return foul_in_words(board.board(), rules)
        in_hand = CardSet(self.left) if self.placement() is None else CardSet()
        if can_be_legal(plan_of(rules), board, in_hand | (self.position.unseen if self.position.to_draw else CardSet())):
            return ""
        order = order_under(dict(zip(ROWS, board.rows, strict=True)), rules)
        return order or "no cards can make these rows legal any more"
