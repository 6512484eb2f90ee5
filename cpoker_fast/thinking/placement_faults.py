"""Placements in the answers of bots; errors report bots that raise or return an illegal placement."""

from __future__ import annotations

from typing import Any

from cpoker_fast._arguments import items_of
from cpoker_fast.display.quoting import shorten
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import BotError, EngineError
from cpoker_fast.game.placement import Placement, Rows
from cpoker_fast.game.position import Position
from cpoker_fast.players import fault

__all__ = ["answers_in", "fault_at", "placement_in"]

_LONGEST = 160  # characters; longer texts of errors are shortened


def fault_at(name: str, problem: str, position: Position) -> BotError:
    """Return the error for a fault of a bot at a position."""
    street = "in Fantasyland" if position.in_fantasyland else f"on street {position.street + 1}"
    return fault(name, problem, f"at seat {position.seat + 1}, {street}", position.hand, position=str(position))


def placement_in(answer: Placement | Rows | EngineError | None, name: str, position: Position) -> Placement:
    """Return the placement in the answer of a bot; BotError if there is none, or the rules do not allow it."""
    if isinstance(answer, EngineError):
        if answer.hands > 1:  # no hand is to blame
            raise fault(name, answer.problem, f"in a message with {answer.hands} positions") from answer
        raise fault_at(name, answer.problem, position) from answer
    if answer is None:  # perhaps a function without a return statement
        raise fault_at(name, "returned nothing: expected a Placement, or rows", position)
    try:
        return position.placement(answer)
    except Exception as error:  # perhaps raised by the object that the bot returned
        raise fault_at(name, f"placed wrongly: {shorten(error, _LONGEST)}", position) from error


def answers_in(returned: object, positions: int) -> list[Any] | str:
    """Return the answers that a bot returned for some positions together; the problem as text if their number is wrong."""
    answers = items_of(returned)
    if answers is not None and len(answers) == positions:
        return answers
    kind = type(returned).__name__ if answers is None else counted(len(answers), "placement")
    return f"returned {kind}: expected a placement for each of {counted(positions, 'position')}"
