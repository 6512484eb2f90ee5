"""Reviews as HTML: a table of the players, and pictures of the biggest mistakes."""

from __future__ import annotations

from html import escape

from cpoker_fast.display.columns import MARGIN
from cpoker_fast.display.markup import cards_html, table_html
from cpoker_fast.display.pictures import position_svg
from cpoker_fast.game.picturing import pictured_board
from cpoker_fast.game.placement import Placement
from cpoker_fast.studies.review_result import Review, ReviewedMove, losses_table

__all__ = ["review_html"]

_CARD_WIDTH = 24  # pixels


def review_html(review: Review, limit: int) -> str:
    """Return the players and at most `limit` mistakes of a review as HTML, which a page or a notebook contains."""
    columns, rows = losses_table(review)
    players = [[escape(name), *cells] for name, *cells in rows]
    table = table_html(players, head=columns, title="Players", note=escape(review.note))
    mistakes = review.mistakes[:limit]
    if not mistakes:
        return table
    has_deals = len(review.names) > 1
    head = ["lost", MARGIN, *(["deal"] if has_deals else []), "player", "street", "placed and best"]
    pictures = [_cells(review, move, has_deals=has_deals) for move in mistakes]
    return table + table_html(
        pictures, head=head, title="Mistakes", left=range(2 + has_deals, len(head)), note=review.more_than(limit)
    )


def _cells(review: Review, move: ReviewedMove, *, has_deals: bool) -> list[str]:
    deal = [str(move.deal)] if has_deals else []
    texts = "<br>".join(f"{word} {cards_html(str(rows))}" for word, rows in _both(move))
    return [
        f"{move.lost.mean:.2f}",
        f"{move.lost.margin:.2f}",
        *deal,
        escape(review.name_of(move)),
        move.when.removeprefix("street "),
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
