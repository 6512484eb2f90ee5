"""What the terminal shows of the boards of a finished closed hand."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from cpoker_fast.boards import ROWS, Board
from cpoker_fast.cardroom.board_panel import BoardView
from cpoker_fast.cardroom.card_faces import Face
from cpoker_fast.cardroom.game import Verdict
from cpoker_fast.cardroom.terminal_texts import points_text
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import Settlement, row_in_words
from cpoker_fast.settling.readout import remark_on

__all__ = ["settled_views", "verdict_views"]


def _view(name: str, board: object, rules: Rules, result: Text) -> BoardView:
    """Return the view of a board; one without cards for a surrender."""
    if not isinstance(board, Board):
        return BoardView(name, [(), (), ()], result=result, remark="surrender")
    rows = [sorted(row, reverse=True) for row in board.rows]
    words = [row_in_words(row, cards, rules) for row, cards in zip(ROWS, rows, strict=True)]
    return BoardView(name, [[Face(card) for card in cards] for cards in rows], words, result=result)


def settled_views(settlement: Settlement, names: Sequence[str]) -> list[BoardView]:
    """Return the boards of all players with their points, royalties, naturals and fouls."""
    rules = settlement.rules
    return [
        _view(name, seat.board, rules, points_text(points))._replace(
            royalties=seat.royalties or (0, 0, 0), remark=remark_on(seat, rules), is_foul=seat.is_foul
        )
        for name, seat, points in zip(names, settlement.seats, settlement.points, strict=True)
    ]


def verdict_views(verdict: Verdict, board: Board | None, rules: Rules, foul: str) -> list[BoardView]:
    """Return the board that was judged, with its foul if it has one, and the best board, with their expected points."""
    boards = (("your board", board, verdict.points), ("best board", verdict.best.board, verdict.best.points))
    judged, best = (_view(name, cards, rules, Text(f"{points:+.3f}")) for name, cards, points in boards)
    return [judged._replace(remark=foul, is_foul=True) if foul else judged, best]
