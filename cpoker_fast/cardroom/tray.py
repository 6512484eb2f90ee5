"""A hand while it is being set: which cards are where, what the rows are so far, and whether they make a foul."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cpoker_fast._arguments import is_whole
from cpoker_fast.boards import ROW_SIZES, ROWS, Board, Cards, board_of
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BoardError, CardError
from cpoker_fast.ranking import describe, describe_lowball, lowball_strength, strength
from cpoker_fast.rulebook import Rules

__all__ = ["CardTray", "Tray", "board_of_hand", "row_in_words"]


def board_of_hand(given: Board | str, hand: CardSet) -> Board:
    """The board `given`, parsed if it is text; BoardError if it is not of this hand."""
    board = board_of(given)
    if board.hand != hand:
        raise BoardError(f"expected the cards {hand}, got {board.hand}")
    return board


class CardTray:
    """Cards that are being laid into rows with some room; the others are left. All lie highest first, as in print.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
    room : mapping of str to int
        How many cards each row takes.
    """

    def __init__(self, hand: Cards, room: Mapping[str, int]) -> None:
        self.hand, self.room = CardSet(hand), dict(room)
        self.rows: dict[str, list[int]] = {row: [] for row in room}

    @property
    def left(self) -> list[int]:
        """The cards that are not in a row yet, highest first."""
        placed = {card for cards in self.rows.values() for card in cards}
        return [card for card in reversed(list(self.hand)) if card not in placed]

    def place(self, card: int, row: str) -> bool:
        """Move a card into a row, from the hand or from another row; False if the row is full.

        Raises CardError for a card of another hand, and BoardError for something else than a row.
        """
        self._check(card)
        if not isinstance(row, str) or row not in self.rows:
            raise BoardError(f"row: expected one of {', '.join(self.rows)}, got {quote(row)}")
        if len(self.rows[row]) == self.room[row] and card not in self.rows[row]:
            return False
        self.take(card)
        self.rows[row].append(card)
        self.rows[row].sort(reverse=True)
        return True

    def take(self, card: int) -> None:
        """Take a card out of its row, if it is in one; CardError for a card of another hand."""
        self._check(card)
        for cards in self.rows.values():
            if card in cards:
                cards.remove(card)

    def _check(self, card: int) -> None:
        if not is_whole(card) or card not in self.hand:
            raise CardError(f"card: expected one of {self.hand} as an int, got {quote(card)}", token=card)

    def clear(self) -> None:
        """Take all cards out."""
        for cards in self.rows.values():
            cards.clear()


class Tray(CardTray):
    """A hand that is being set: some of its cards are in rows, the others are left."""

    def __init__(self, hand: Cards) -> None:
        super().__init__(hand, dict(zip(ROWS, ROW_SIZES, strict=True)))

    def fill(self, board: Board | str) -> None:
        """Set the rows of a board; BoardError if it is not of this hand."""
        for row, cards in zip(ROWS, board_of_hand(board, self.hand).rows, strict=True):
            self.rows[row] = list(reversed(list(cards)))

    def board(self) -> Board | None:
        """The board, in which the cards left fill a single open row; None if more than one row is open."""
        rows = {row: list(cards) for row, cards in self.rows.items()}
        room = [row for row, size in self.room.items() if len(rows[row]) < size]
        if len(room) == 1:
            rows[room[0]] += self.left
        elif room:
            return None
        return Board(*rows.values())


def row_in_words(row: str, cards: Sequence[int], rules: Rules) -> str:
    """What a row is under some rules, such as ``'pair, nines with four'``; empty while it has room."""
    if len(cards) < ROW_SIZES[ROWS.index(row)]:
        return ""
    if row == "middle" and rules.lowball_middle:
        return describe_lowball(lowball_strength(cards))
    return describe(strength(cards, wheel=rules.wheel), wheel=rules.wheel)
