"""The question about what the placements of a player lost in a deal."""

from __future__ import annotations

from typing import Any

from cpoker_fast.app.web.asked import read_text, rows_as_texts, texts_of
from cpoker_fast.game.placement import Placement
from cpoker_fast.notation import parse_deal
from cpoker_fast.studies import review
from cpoker_fast.studies.reviewed_moves import ReviewedMove
from cpoker_fast.system.json_values import JsonObject

__all__ = ["review_deal"]


def review_deal(asked: dict[str, Any]) -> dict[str, Any]:
    """Review the placements of a player in a deal, given as a record, by a number of samples.

    `shares_hands` tells whether other deals are reviewed against the same hands of opponents, so that errors add up.
    """
    given = JsonObject(asked, ("record", "player", "samples"))
    record, player = parse_deal(read_text(given, "record")), read_text(given, "player")
    samples = given.whole("samples", 512 if record.rules.is_closed else 1, 500_000)
    deals, rollouts = (samples, None) if record.rules.is_closed else (None, samples)
    reviewed = review(record, players=[player], seed=0, deals=deals, rollouts=rollouts)
    total = reviewed.total
    return {
        "moves": [_plain_move(move) for move in reviewed.moves],
        "mistakes": total.mistakes,
        "lost": total.lost.mean,
        "margin": total.lost.margin,
        "shares_hands": record.rules.is_closed,
        "note": reviewed.note,
    }


def _plain_move(move: ReviewedMove) -> dict[str, Any]:
    """Return a reviewed placement as plain values, with the boards after it and after the best one."""
    return {
        "when": move.when,
        "hand": texts_of(move.position.hand),
        "placed": _plain_placement(move.placement, move),
        "best": _plain_placement(move.best, move),
        "lost": move.lost.mean,
        "margin": move.lost.margin,
        "is_mistake": move.is_mistake,
    }


def _plain_placement(placement: Placement, move: ReviewedMove) -> dict[str, Any]:
    """Return a placement as text, the cards that it adds, and the rows after it; no rows for a surrender."""
    board = move.position.after(placement).own
    return {
        "text": str(placement),
        "new": texts_of(placement.cards),
        "rows": [] if placement.is_surrender else rows_as_texts(board.rows),
    }
