"""Boards in words: rows, fouls and remarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cpoker_fast.boards import ROW_SIZES, ROWS, Board, Foul, order_in_words
from cpoker_fast.cards import CardSet
from cpoker_fast.ranking import describe, describe_lowball, lowball_strength, strength
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.compiling import lowest_middle

if TYPE_CHECKING:
    from cpoker_fast.settling.results import Seat

__all__ = ["foul_in_words", "order_under", "remark_on", "row_in_words", "rows_in_words"]


def foul_in_words(board: Board | Foul, rules: Rules) -> str:
    """Return the reasons why a board is a foul under some rules, as text; empty if the board is legal.

    Examples
    --------
    >>> foul_in_words(Board.parse("9s 9h 4c / Ah Kd Qc 7h 2d / Ts Th Tc 5d 5s"), Rules())
    'the front is stronger than the middle'
    """
    if not isinstance(board, Board):
        return "a dead hand"
    reasons = [order_under(dict(zip(ROWS, board.rows, strict=True)), rules)]
    if rules.lowball_middle and lowball_strength(board.middle) < lowest_middle(rules):
        reasons.append(f"the middle is not {rules.lowball_qualifier}-low or better")
    return ", and ".join(filter(None, reasons))


def order_under(rows: Mapping[str, CardSet | Sequence[int]], rules: Rules) -> str:
    """Describe the complete rows that are out of order under some rules; empty if none are. Other fouls are ignored."""
    return order_in_words(rows, wheel=rules.wheel, lowball_middle=rules.lowball_middle, equal_rows=rules.equal_rows)


def row_in_words(row: str, cards: CardSet | Sequence[int], rules: Rules) -> str:
    """Return a row in words, such as ``'pair, nines with four'``; empty while the row is incomplete."""
    if len(cards) < ROW_SIZES[ROWS.index(row)]:
        return ""
    if row == "middle" and rules.lowball_middle:
        return describe_lowball(lowball_strength(cards))
    return describe(strength(cards, wheel=rules.wheel), wheel=rules.wheel)


def rows_in_words(seat: Seat) -> list[str]:
    """Return a description of each row of a board, with its royalty."""
    return [
        words + (f", royalty {royalty}" if royalty else "")
        for words, royalty in zip(seat.descriptions, seat.royalties, strict=True)
    ]


def remark_on(seat: Seat, rules: Rules) -> str:
    """Return a remark on a board: a surrender, the declared natural, or a foul and its reason; empty if there is none."""
    if seat.board is None:
        return "surrenders"
    if seat.natural is not None:
        return str(seat.natural)
    return f"foul: {foul_in_words(seat.board, rules)}" if seat.is_foul else ""
