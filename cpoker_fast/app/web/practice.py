"""Questions of practice: hands of a closed game to set, and what each board loses to the best one.

The page keeps the practice of a person as a text, which only this module reads: JavaScript would round the large numbers in
the state of its random generator.
"""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

from cpoker_fast.app.play.game import Drill, Verdict, quick_placement
from cpoker_fast.app.web.asked import board_in_words, read_cards, read_rows, read_rules, read_text, texts_of
from cpoker_fast.boards import Board
from cpoker_fast.cards import CardSet
from cpoker_fast.estimates import Estimate
from cpoker_fast.fields import arrange
from cpoker_fast.game.placement import PartialBoard, Placement
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import read_seat
from cpoker_fast.settling.declarations import named_in
from cpoker_fast.studies import analyze
from cpoker_fast.system.json_values import JsonObject, read_json

__all__ = ["practice_check", "practice_hand", "practice_rows", "practice_start", "practice_verdict"]

_SAME = 0.005  # points: the page shows a smaller loss as 0.00
_MOST_DEALS = 20_000


def practice_start(asked: dict[str, Any]) -> dict[str, Any]:
    """Begin practice under rules, against a number of opponents; return it with its first hand."""
    question = JsonObject(asked, ("rules", "opponents"))
    return _in_practice(Drill(read_rules(question), question["opponents"]))


def practice_hand(asked: dict[str, Any]) -> dict[str, Any]:
    """Return practice with its next hand; with the same hand, if it is not judged yet."""
    return _in_practice(_read_drill(JsonObject(asked, ("drill",))))


def practice_rows(asked: dict[str, Any]) -> dict[str, Any]:
    """Describe rows, complete or not."""
    question = JsonObject(asked, ("rules", "rows"))
    return board_in_words(PartialBoard(*read_rows(question, "rows")), read_rules(question))


def practice_verdict(asked: dict[str, Any]) -> dict[str, Any]:
    """Judge a hand of practice that ended after `seconds`.

    `end` tells how the hand ended: ``'set'``, with `rows`; ``'surrender'``; or ``'time'``, after which the bot 'balanced'
    sets the hand. `hand` is a hand that is set again, which does not count; null for the next hand of the practice.
    """
    question = JsonObject(asked, ("drill", "hand", "end", "rows", "seconds"))
    drill = _read_drill(question)
    if is_repeated := question["hand"] is not None:
        drill.next_deal(read_cards(question, "hand"))
    placement = drill.position.placement(_read_placement(question, drill))
    seconds = question.number("seconds", 0)
    verdict = drill.judge(placement)
    drill.seconds += seconds
    kept = _read_drill(question) if is_repeated else drill
    return {**_verdict_in_words(verdict, placement, drill.rules), "drill": _text_of(kept), "session": _session(kept)}


def practice_check(asked: dict[str, Any]) -> dict[str, Any]:
    """Estimate what a board, or null for a surrender, loses to the best board, by dealing hands to the opponents."""
    question = JsonObject(asked, ("rules", "opponents", "hand", "rows", "deals"))
    rules, opponents = read_rules(question), question.whole("opponents", 1, 3)
    hand, deals = read_cards(question, "hand"), question.whole("deals", 2, _MOST_DEALS)
    best = arrange(hand, rules, opponents=opponents)
    own = _choices(None if question["rows"] is None else read_rows(question, "rows"))
    candidates = analyze(hand, rules, opponents, among=[*own, best], deals=deals, all=True, seed=0).candidates
    gap = min(candidate.behind for candidate in candidates if candidate.placement.rows == own[0].rows)
    lead = min(candidate.behind for candidate in candidates if _is_same(candidate.placement, best))
    return {"deals": deals, "loss": gap.mean - lead.mean, "margin": gap.margin + lead.margin}  # one of both is 0


def _choices(rows: tuple[CardSet, ...] | None) -> list[Placement]:
    """Return the placements that a person may mean: they declare a natural, or compare the rows, whatever pays more."""
    return [Placement.surrender()] if rows is None else [Placement(*rows, declare=declare) for declare in (False, True)]


def _is_same(placement: Placement, other: Placement) -> bool:
    return placement.rows == other.rows and named_in(placement.declare) == named_in(other.declare)


# ---- reading ----


def _read_drill(question: JsonObject) -> Drill:
    return Drill.from_dict(read_json(read_text(question, "drill").encode()))


def _read_placement(question: JsonObject, drill: Drill) -> Placement:
    match question.one_of("end", ("set", "surrender", "time")):
        case "surrender":
            return Placement.surrender()
        case "time":
            return quick_placement(drill.position)
    return Placement(*read_rows(question, "rows"))


# ---- answers ----


def _text_of(drill: Drill) -> str:
    return json.dumps(drill.to_dict())


def _in_practice(drill: Drill) -> dict[str, Any]:
    return {"drill": _text_of(drill), "hand": texts_of(drill.position.hand), "session": _session(drill)}


def _session(drill: Drill) -> dict[str, Any]:
    """Return the number of judged hands, the average loss with its margin, null for less than two hands, and the time."""
    losses = [verdict.cost for verdict in drill.verdicts]
    count = len(losses)
    margin = Estimate(drill.cost, float(np.std(losses, ddof=1)) / math.sqrt(count)).margin if count > 1 else None
    return {"hands": count, "loss": drill.cost, "margin": margin, "seconds": drill.seconds / max(1, count)}


def _verdict_in_words(verdict: Verdict, placement: Placement, rules: Rules) -> dict[str, Any]:
    own, best = (_placed_in_words(judged, rules) for judged in (placement, verdict.best))
    pairs = zip(own["rows"], best["rows"], own["words"], best["words"], strict=True)
    return {
        "points": verdict.points,
        "best_points": verdict.best.points,
        "loss": verdict.cost,
        "same": verdict.cost < _SAME,
        "own": own,
        "best": best,
        "differs": [_ranks(row) != _ranks(best_row) or words != best_words for row, best_row, words, best_words in pairs],
    }


def _placed_in_words(placement: Placement, rules: Rules) -> dict[str, Any]:
    """Return a board as `board_in_words` does, with the natural that it shows, or empty text, and whether it surrenders."""
    words = board_in_words(PartialBoard(*placement.rows), rules)
    if placement.is_surrender:
        return {**words, "natural": "", "surrenders": True}
    natural = None if placement.declare is False else read_seat(Board(*placement.rows), rules).natural
    return {**words, "natural": natural or "", "surrenders": False}


def _ranks(row: list[str]) -> list[str]:
    return [card[0] for card in row]
