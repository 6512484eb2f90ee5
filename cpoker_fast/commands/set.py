"""`cpoker set`: set hands."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import Any, NamedTuple

import click

from cpoker_fast.arranging import best_royalties
from cpoker_fast.cards import CardSet
from cpoker_fast.commands.inputs import (
    Line,
    equilibrium,
    errors_at,
    file_option,
    hands_in_batches,
    json_option,
    lines_of,
    rules_option,
)
from cpoker_fast.commands.output import json_line, rows_in_lines, rows_plain
from cpoker_fast.commands.work import Work
from cpoker_fast.decisions import Decision
from cpoker_fast.fields import Field, arrange_many
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import read_seat

__all__ = ["set_hands"]

_HAND_SIZE = 13


class _Options(NamedTuple):
    rules: Rules
    field: Field | None
    """Equilibrium that the opponents play; None to set all boards by royalties."""
    opponents: int
    has_button: bool


def _decisions(batch: list[tuple[Line, CardSet]], options: _Options) -> Iterator[Decision]:
    """Yield the best decision for each hand: by points for 13 cards if there is a field, otherwise by royalties."""
    import numpy as np

    field = options.field
    is_by_points = [field is not None and len(hand) == _HAND_SIZE for _, hand in batch]
    hands = np.array([list(hand) for (_, hand), by_points in zip(batch, is_by_points, strict=True) if by_points], np.uint8)
    decisions = None
    if len(hands):
        decisions = iter(
            arrange_many(hands, options.rules, field, opponents=options.opponents, has_button=options.has_button)
        )
    for (line, hand), by_points in zip(batch, is_by_points, strict=True):
        with errors_at(line):
            decision = next(decisions) if by_points and decisions else Decision(best_royalties(hand, options.rules))
        yield decision


def _plain(hand: CardSet, decision: Decision, rules: Rules) -> dict[str, Any]:
    """Return a decision as plain values; `points` and `declare` are None for a board set by royalties."""
    points = None if isnan(decision.points) else decision.points
    if decision.board is None:
        no_board: dict[str, Any] = {"board": None, "rows": [], "royalties": 0, "discarded": "", "natural": None}
        return {"rules": rules.name, **no_board, "declare": False, "points": points}
    seat = read_seat(decision.board, rules)
    return {
        "rules": rules.name,
        "board": str(decision.board),
        "rows": rows_plain(decision.board, seat),
        "royalties": sum(seat.royalties),
        "discarded": str(hand - decision.board.hand),
        "natural": None if seat.natural is None else str(seat.natural),
        "declare": None if points is None else bool(decision.declare),
        "points": points,
    }


def _text(hand: CardSet, decision: Decision, rules: Rules) -> str:
    """Return the decision for a hand as text."""
    if decision.board is None:
        return f"surrender  {decision.points:+.3f} points"
    seat = read_seat(decision.board, rules)
    lines = rows_in_lines(decision.board, seat)
    if len(hand) > _HAND_SIZE:
        lines.append(f"Discarded: {hand - decision.board.hand}.")
    if seat.natural is not None:
        plays_rows = not isnan(decision.points) and not decision.declare
        lines.append(f"The hand makes a natural: {seat.natural}." + " It is not declared: the rows pay more." * plays_rows)
    if not isnan(decision.points):
        lines.append(f"{decision.points:+.3f} points expected")
    return "\n".join(lines)


@click.command("set", short_help="Set hands of 13 to 17 cards into boards.")
@click.argument("hands", nargs=-1, metavar="[HAND]...")
@file_option
@rules_option
@click.option(
    "--by",
    type=click.Choice(["points", "royalties"]),
    default="points",
    show_default=True,
    help="Objective: the most expected points, or the most royalties, with ties to the stronger back, middle and front.",
)
@click.option("--opponents", type=click.IntRange(1, 3), default=3, show_default=True, help="Number of opponents.")
@click.option("--has-button", is_flag=True, help="The player has the button.")
@json_option
def set_hands(
    hands: tuple[str, ...],
    path: str | None,
    rules: Rules,
    by: str,
    opponents: int,
    has_button: bool,
    as_json: bool,
) -> None:
    """Set hands of 13 to 17 cards into the best board against opponents who play the equilibrium.

    Hands of more than 13 cards are set by royalties; the cards left over are discarded. The expected points ignore that
    opponents cannot hold your cards, so the points differ a little from those of `cpoker analyze`.

    \b
    cpoker set As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h
    cpoker set --rules one-six --by royalties --file hands.txt
    """  # noqa: D301
    options = _Options(rules, equilibrium(rules) if by == "points" else None, opponents, has_button)

    with Work("hand") as work:
        for batch in hands_in_batches(lines_of(hands, path)):
            for (line, hand), decision in zip(batch, _decisions(batch, options), strict=True):
                if as_json:
                    text = json_line(_plain(hand, decision, rules))
                else:
                    text = "\n" * bool(work.number) + _text(hand, decision, rules)
                work.write(text, line)
