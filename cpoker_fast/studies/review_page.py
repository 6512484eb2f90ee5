"""Reviews as HTML: a table of the players, and pictures of the biggest mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cpoker_fast.display.columns import MARGIN
from cpoker_fast.display.markup import cards_html, table_html
from cpoker_fast.display.pictures import position_svg
from cpoker_fast.game.picturing import pictured_board
from cpoker_fast.game.placement import Placement
from cpoker_fast.studies.reviewed_moves import ReviewedMove, smaller_mistakes

__all__ = ["losses_html", "mistakes_html"]

_CARD_WIDTH = 28  # pixels


def losses_html(table: tuple[list[str], list[list[str]]], note: str) -> str:
    """Return a table of losses by player as HTML, with a note below."""
    columns, rows = table
    players = [[escape(name), *cells] for name, *cells in rows]
    return table_html(players, head=columns, title="Players", note=escape(note))


def mistakes_html(mistakes: Sequence[ReviewedMove], limit: int, *, has_deals: bool) -> str:
    """Return the first mistakes, at most `limit`, as HTML with pictures; empty if there are none."""
    if not mistakes:
        return ""
    shown = mistakes[:limit]
    has_streets = any(move.when for move in shown)
    head = ["lost", MARGIN, *(["deal"] if has_deals else []), "player", *(["street"] if has_streets else [])]
    rows = [_cells(move, has_deals=has_deals, has_streets=has_streets) for move in shown]
    left, note = range(2 + has_deals, len(head) + 1), smaller_mistakes(len(mistakes) - limit)
    return table_html(rows, head=[*head, "placed and best"], title="Mistakes", left=left, note=note)


def _cells(move: ReviewedMove, *, has_deals: bool, has_streets: bool) -> list[str]:
    texts = "<br>".join(f"{word} {cards_html(str(rows))}" for word, rows in _both(move))
    return [
        f"{move.lost.mean:.2f}",
        f"{move.lost.margin:.2f}",
        *([str(move.deal)] if has_deals else []),
        escape(move.player),
        *([move.when.removeprefix("street ")] if has_streets else []),
        f"{_picture(move)}<br>{texts}",
    ]


def _both(move: ReviewedMove) -> tuple[tuple[str, Placement], tuple[str, Placement]]:
    return ("placed", move.placement), ("best", move.best)


def _picture(move: ReviewedMove) -> str:
    """Return a picture of the boards after the placement and after the best one, side by side, without surrenders."""
    position = move.position
    boards = [
        pictured_board(position.own.with_cards(placement), position.rules, name=name)
        for name, placement in _both(move)
        if not placement.is_surrender
    ]
    return position_svg(boards, [], columns=len(boards), card_width=_CARD_WIDTH, title="")
