"""Boards: a hand of 13 cards set into front, middle and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from cpoker_fast._core import share_globals
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.errors import BoardError, CardError, quote
from cpoker_fast.ranking import describe, strength
from cpoker_fast.showing import cards_html, cards_text, formatted, table_html

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.text import Text

__all__ = ["FOUL", "ROWS", "ROW_SIZES", "ROW_SPANS", "Board", "Cards", "Foul", "board_at", "board_of", "order_in_words"]

Cards = CardSet | str | Iterable[int | str]
"""Anything that can be read as cards: a `CardSet`, text, or an iterable of cards."""

ROWS = ("front", "middle", "back")
ROW_SIZES = (3, 5, 5)
ROW_SPANS = ((0, 3), (3, 8), (8, 13))
"""Where each row begins and ends among the cards of a board."""


class Foul(Enum):
    """A dead hand at a live table, in place of a board: a hand with a wrong number of cards, for example.

    It is settled as a foul without cards: it has no natural, no royalties and no aces. `settle`, `settle_many` and `Table`
    take ``cpoker_fast.FOUL``, the only member.
    """

    FOUL = "foul"

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.value


FOUL: Final = Foul.FOUL


def _row(name: str, cards: Cards, size: int) -> CardSet:
    try:
        row = CardSet(cards)
    except CardError as error:
        raise BoardError(f"{name}: {error}") from error
    if len(row) != size:
        raise BoardError(f"{name}: expected {size} cards, got {len(row)} ({row})", row=name)
    return row


@dataclass(frozen=True, slots=True)
class Board:
    """A hand set into its three rows. It may be a foul: see `is_foul`.

    Parameters
    ----------
    front, middle, back : CardSet, str or iterable of int
        Three, five and five different cards.

    Raises
    ------
    BoardError
        If a row has the wrong size, cannot be read, or shares a card with another.

    Notes
    -----
    A format specification is that of text, with a ``u`` at its end for suit signs.

    Examples
    --------
    >>> board = Board.parse("Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s")
    >>> board.is_foul
    False
    >>> str(board.front), f"{board:u}"
    ('Ah Kd 2c', 'A♥ K♦ 2♣ / 9♠ 9♥ 4♦ 4♣ 3♠ / T♠ T♥ T♣ 5♠ 5♦')
    """

    front: CardSet
    middle: CardSet
    back: CardSet

    def __init__(self, front: Cards, middle: Cards, back: Cards) -> None:
        rows = [_row(name, cards, size) for name, cards, size in zip(ROWS, (front, middle, back), ROW_SIZES, strict=True)]
        for i, j in ((0, 1), (0, 2), (1, 2)):
            if both := rows[i] & rows[j]:
                card = format_card(next(iter(both)))
                raise BoardError(f"card {card} is both in the {ROWS[i]} and in the {ROWS[j]}")
        for name, row in zip(ROWS, rows, strict=True):
            object.__setattr__(self, name, row)

    @classmethod
    def of_rows(cls, front: CardSet, middle: CardSet, back: CardSet) -> Board:
        """A board of rows that are known to be valid; nothing is checked, for speed."""
        board = object.__new__(cls)
        object.__setattr__(board, "front", front)
        object.__setattr__(board, "middle", middle)
        object.__setattr__(board, "back", back)
        return board

    @classmethod
    def of_cards(cls, cards: Sequence[int]) -> Board:
        """A board from 13 ints in the order front, middle, back, as `cards` returns them and batches hold them.

        Raises
        ------
        BoardError
            If they do not form a board.
        """
        try:
            if not isinstance(cards, CardSet):  # a set does not tell which row a card is in
                return cls(cards[:3], cards[3:8], cards[8:])
        except (TypeError, LookupError):
            pass
        raise BoardError(f"bad cards {quote(cards)}: expected a sequence of 13 ints")

    @classmethod
    def parse(cls, text: str) -> Board:
        """A board from text: front, middle and back, separated by ``/``, ``|`` or line breaks, or else by ``-``.

        Raises
        ------
        BoardError
            If there are not three rows, or the rows do not form a board.
        """
        if not isinstance(text, str):
            raise BoardError(f"bad board {quote(text)}: expected text")
        rows = re.split(r"[/|\n]", text.strip())
        if len(rows) == 1:
            rows = text.split("-")
        if len(rows) != len(ROWS):
            raise BoardError(f"bad board {quote(text)}: expected three rows separated by '/', got {len(rows)}")
        return cls(*rows)

    @property
    def rows(self) -> tuple[CardSet, CardSet, CardSet]:
        """Front, middle and back."""
        return self.front, self.middle, self.back

    @property
    def hand(self) -> CardSet:
        """All 13 cards."""
        return self.front | self.middle | self.back

    @property
    def strengths(self) -> tuple[int, int, int]:
        """Strengths of front, middle and back on the joint scale, with A-2-3-4-5 as the lowest straight."""
        return strength(self.front), strength(self.middle), strength(self.back)

    @property
    def is_foul(self) -> bool:
        """True unless back >= middle >= front, A-2-3-4-5 the lowest straight. It knows no rules: see `is_foul_under`."""
        front, middle, back = self.strengths
        return not front <= middle <= back

    def cards(self) -> list[int]:
        """The 13 cards as ints: front, middle, back, ascending within each row."""
        return [*self.front, *self.middle, *self.back]

    def to_array(self) -> NDArray[np.uint8]:
        """The cards as uint8[13], one board in the layout that `settle_many` takes."""
        import numpy as np

        return np.array(self.cards(), dtype=np.uint8)

    def __str__(self) -> str:
        return " / ".join(map(str, self.rows))

    def __repr__(self) -> str:
        return f"Board({str(self.front)!r}, {str(self.middle)!r}, {str(self.back)!r})"

    def __format__(self, spec: str) -> str:
        return formatted(str(self), spec)

    def __rich__(self) -> Text:
        return cards_text(str(self))

    def _repr_html_(self) -> str:
        rows = zip(ROWS, self.rows, self.strengths, strict=True)
        order = order_in_words(dict(zip(ROWS, self.rows, strict=True)))
        note = f"foul: {order}, unless the middle is lowball" if order else ""
        return table_html(
            [[name, cards_html(str(row)), describe(value)] for name, row, value in rows], left=range(3), note=note
        )


def order_in_words(
    rows: Mapping[str, CardSet | Sequence[int]],
    *,
    wheel: str = "lowest",
    lowball_middle: bool = False,
    equal_rows: str = "legal",
) -> str:
    """Which complete rows are out of order under options of rules; empty if none are."""
    compared = (ROWS[0], ROWS[2]) if lowball_middle else ROWS
    complete = [row for row in compared if len(rows[row]) == ROW_SIZES[ROWS.index(row)]]
    strengths = {row: strength(list(rows[row]), wheel=wheel) for row in complete}
    words = []
    for lower, upper in pairwise(complete):
        if strengths[lower] > strengths[upper]:
            words.append(f"the {lower} is stronger than the {upper}")
        elif strengths[lower] == strengths[upper] and equal_rows == "foul":
            words.append(f"the {lower} is as strong as the {upper}")
    return ", and ".join(words)


def board_of(given: object, expected: str = "a Board or text") -> Board:
    """The board `given`, parsed if it is text."""
    if isinstance(given, Board):
        return given
    if isinstance(given, str):
        return Board.parse(given)
    raise BoardError(f"expected {expected}, got {quote(given)}")


def board_at(place: int, given: object, called: str = "", *, may_be_none: bool = False, may_be_dead: bool = False) -> Board:
    """The board `given`, parsed if it is text; errors count its `place` from 1, or say what it is `called`.

    `may_be_none` and `may_be_dead`: whether the place also takes None, or FOUL for a hand with a wrong number of cards.
    """
    *kinds, last = ["a Board", "text", *["None"] * may_be_none, *["FOUL"] * may_be_dead]
    try:
        return board_of(given, f"{', '.join(kinds)} or {last}")
    except BoardError as error:
        hint = "; a dead hand is settled as FOUL" if may_be_dead and error.row else ""
        raise BoardError(f"{called or f'board {place + 1}'}: {error}{hint}", index=place) from error


share_globals(globals())
