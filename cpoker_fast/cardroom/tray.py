"""A hand that a person is setting: the cards in each row, and rows in words."""

from __future__ import annotations

from collections.abc import Mapping

from cpoker_fast._arguments import is_whole
from cpoker_fast.boards import ROW_SIZES, ROWS, Board, Cards, board_of
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BoardError, CardError

__all__ = ["CardTray", "Tray", "board_of_hand"]


def board_of_hand(board: Board | str, hand: CardSet) -> Board:
    """Return a board, parsed if it is text; raise BoardError if its cards are not those of the hand."""
    parsed = board_of(board)
    if parsed.hand != hand:
        wrong, missing = parsed.hand - hand, hand - parsed.hand
        raise BoardError(f"expected the cards {hand}, got {wrong} in place of {missing}")
    return parsed


class CardTray:
    """Cards that a player lays into rows. The cards of each row are sorted, highest first.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
    room : mapping of str to int
        Largest number of cards in each row, by name of the row.
    """

    def __init__(self, hand: Cards, room: Mapping[str, int]) -> None:
        self.hand, self.room = CardSet(hand), dict(room)
        self.rows: dict[str, list[int]] = {row: [] for row in room}

    @property
    def left(self) -> list[int]:
        """Cards that are not in a row, highest first."""
        placed = {card for cards in self.rows.values() for card in cards}
        return [card for card in reversed(list(self.hand)) if card not in placed]

    def has_room(self, row: str) -> bool:
        """Return whether a card of the hand can be placed in a row; raise BoardError for an unknown row."""
        self._check_row(row)
        return len(self.rows[row]) < self.room[row]

    def place(self, card: int, row: str) -> bool:
        """Move a card into a row, from the hand or from another row; return False if the row is full.

        Raises CardError for a card that is not in the hand, and BoardError for an unknown row.
        """
        self._check(card)
        self._check_row(row)
        if len(self.rows[row]) == self.room[row] and card not in self.rows[row]:
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


class Tray(CardTray):
    """A hand of 13 cards that a player lays into front, middle and back.

    Examples
    --------
    >>> tray = Tray("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c")
    >>> tray.place(51, "middle"), tray.board()
    (True, None)
    >>> tray.fill("9c 8c 6h / As Kh Qs Jd Td / 7s 7h 7d 5h 5c")
    >>> tray.take(51)
    >>> tray.left, str(tray.board().middle)
    ([51], 'As Kh Qs Jd Td')
    >>> tray.clear()
    """

    def __init__(self, hand: Cards) -> None:
        super().__init__(hand, dict(zip(ROWS, ROW_SIZES, strict=True)))

    def fill(self, board: Board | str) -> None:
        """Lay the cards as in a board; raise BoardError if its cards are not those of the hand."""
        for row, cards in zip(ROWS, board_of_hand(board, self.hand).rows, strict=True):
            self.rows[row] = list(reversed(list(cards)))

    def board(self) -> Board | None:
        """Return the board; None if two or more rows are open. If one row is open, the remaining cards fill it."""
        rows = {row: list(cards) for row, cards in self.rows.items()}
        open_rows = [row for row, size in self.room.items() if len(rows[row]) < size]
        if len(open_rows) == 1:
            rows[open_rows[0]] += self.left
        elif open_rows:
            return None
        return Board(*rows.values())
