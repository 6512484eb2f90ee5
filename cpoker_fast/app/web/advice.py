"""Advice: positions that the page sets up, and the points of their placements."""

from __future__ import annotations

from typing import Any

from cpoker_fast.app.web.asked import board_in_words, read_rows, read_rules, read_text, rows_as_texts, texts_of
from cpoker_fast.app.web.candidate_points import is_first_estimate, points_of
from cpoker_fast.app.web.position_setup import SETUP_KEYS, Setup
from cpoker_fast.boards import ROWS
from cpoker_fast.errors import CpokerError, PlacementError
from cpoker_fast.game import Low, outs
from cpoker_fast.game.plan import fantasyland_sizes
from cpoker_fast.game.position import Position
from cpoker_fast.ranking import Category
from cpoker_fast.studies import analyze
from cpoker_fast.studies.analysis import is_dealt_at_once
from cpoker_fast.studies.analysis_result import Analysis, Candidate
from cpoker_fast.system.json_values import JsonObject

__all__ = ["advised_placements", "chances_of_rows", "position_from_text", "set_up_position"]

_MOST_LISTED = 8
_MOST_DEALS = 20_000
_SEED = 1  # the same random cards at each step, and on each visit
_LEAST_CHANCE = 0.0005
_MOST_DRAWN = 13  # the outs of more cards take seconds


def set_up_position(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the places of a position's cards by player, its text if it is complete, or what it lacks.

    `sizes` are the possible numbers of Fantasyland cards. `seat` is that of the player whose cards must be changed.
    """
    setup = Setup.read(JsonObject(asked, SETUP_KEYS))
    seat, problem = setup.problem()
    groups = [
        {
            **group._asdict(),
            "places": [place._asdict() for place in group.places],
            "problem": problem if group.seat == seat else "",
        }
        for group in setup.groups()
    ]
    return {
        "groups": groups,
        "text": "" if problem else str(setup.position()),
        "sizes": list(fantasyland_sizes(setup.rules)),
        "can_hide": not setup.rules.is_closed,
    }


def position_from_text(asked: dict[str, Any]) -> dict[str, Any]:
    """Read a position's text, under the given rules if it names them, else under a preset.

    The rules in the answer are the name of the preset, or empty for the given rules.
    """
    values = JsonObject(asked, ("rules", "text"))
    text, rules = read_text(values, "text"), read_rules(values)
    is_given = f"rules {rules.name};" in f"{text};"
    position = Position.parse(text, rules) if is_given else Position.parse(text)
    if position.surrendered:
        raise PlacementError("expected a position without surrenders")
    setup = Setup.of_position(position).to_dict()
    return {**setup, "rules": "" if is_given else position.rules.name}


def advised_placements(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the best placements of a position, with points from all opponents together, after a number of deals.

    `note` says in words what the points are.
    """
    values = JsonObject(asked, (*SETUP_KEYS, "deals"))
    setup, deals = Setup.read(values), values.whole("deals", 2, _MOST_DEALS)
    position = _complete_position(setup)
    options: dict[str, Any] = {"rollouts": deals, "tolerance": 0}  # so that the margins of all placements shrink
    if is_dealt_at_once(position):
        known = [setup.in_place(f"known{seat}") for seat in range(1, setup.players)]
        options = {"deals": deals, "known": known if any(known) else None, "dead": setup.in_place("dead")}
    analysis = analyze(position, seed=_SEED, **options)
    return {
        "note": _note(analysis),
        "exact": analysis.is_exact,
        "candidates": [_in_plain_values(candidate, analysis) for candidate in analysis.candidates[:_MOST_LISTED]],
        "more": max(0, len(analysis.candidates) - _MOST_LISTED),
    }


def _note(analysis: Analysis) -> str:
    if analysis.position.in_fantasyland:
        return "Points of royalties, and of staying in Fantasyland, without the rows won. They are exact."
    if analysis.is_exact:
        return "These points are exact."
    is_rough = any(is_first_estimate(candidate, analysis) for candidate in analysis.candidates[:_MOST_LISTED])
    rough = " Points with “about” are first estimates of placements that are clearly worse." if is_rough else ""
    return f"Means of {analysis.samples:,} random deals, with 95 % margins of error.{rough}"


def _in_plain_values(candidate: Candidate, analysis: Analysis) -> dict[str, Any]:
    placement, position = candidate.placement, analysis.position
    after = position.after(placement)
    cards = [f"{name} {row}" for name, row in zip(ROWS, placement.rows, strict=True) if row]
    is_foul = bool(candidate.is_foul) or not (placement.is_surrender or after.can_be_legal)
    special = "surrender" if placement.is_surrender else f"declare {candidate.natural}" if candidate.natural else ""
    return {
        "label": special or ", ".join(cards),
        "rows": rows_as_texts(placement.rows),
        "discards": texts_of(placement.discards),
        "remark": special or ("a certain foul" if is_foul else ""),
        **points_of(candidate, analysis),
        "board": board_in_words(after.own, position.rules),
    }


def chances_of_rows(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the exact chances of the kinds of hand that each row can become after a placement, best kind first.

    The player is assumed to play for this row alone. The list is empty if no cards, or more than 13, are to come.
    """
    values = JsonObject(asked, (*SETUP_KEYS, "rows"))
    setup, rows = Setup.read(values), read_rows(values, "rows")
    after = _complete_position(setup).place(rows)
    if not 0 < after.to_draw <= _MOST_DRAWN:
        return {"rows": []}
    return {"rows": [{"row": row, "kinds": _kinds(after, row)} for row in ROWS]}


def _kinds(position: Position, row: str) -> list[dict[str, Any]]:
    result = outs(position, row)
    kinds: list[Category | Low] = [*result.kinds]
    by_kind = zip(kinds, result.chances, strict=True)
    return [{"kind": kind.label, "chance": chance} for kind, chance in by_kind if chance >= _LEAST_CHANCE][::-1]


def _complete_position(setup: Setup) -> Position:
    if problem := setup.problem()[1]:
        raise CpokerError(problem)
    return setup.position()
