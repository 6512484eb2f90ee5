"""Calls of bots for placements; errors report bots that raise, are too slow or return an illegal placement."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from cpoker_fast.display.quoting import shorten
from cpoker_fast.errors import BotError
from cpoker_fast.openface.game.placement import Placement, Rows
from cpoker_fast.openface.game.position import Position
from cpoker_fast.openface.thinking.bots import OpenFaceBot
from cpoker_fast.players import fault, raised

if TYPE_CHECKING:
    import numpy as np

__all__ = ["fault_at", "placement_by", "placement_in"]

_LONGEST = 160  # characters; longer texts of errors are shortened


def fault_at(name: str, problem: str, position: Position) -> BotError:
    """Return the error for a fault of a bot at a position."""
    street = "in Fantasyland" if position.in_fantasyland else f"on street {position.street + 1}"
    return fault(name, problem, f"seat {position.seat + 1}, {street}", position.hand, position=str(position))


def placement_in(answer: Placement | Rows | None, name: str, position: Position) -> Placement:
    """Return the placement in the answer of a bot; BotError if there is none, or the rules do not allow it."""
    if answer is None:  # perhaps a function without a return statement
        raise fault_at(name, "returned nothing: expected a Placement, or rows", position)
    try:
        return position.placement(answer)
    except Exception as error:  # perhaps raised by the object that the bot returned
        raise fault_at(name, f"placed wrongly: {shorten(error, _LONGEST)}", position) from error


def placement_by(
    bot: OpenFaceBot, name: str, position: Position, rng: np.random.Generator, time_limit: float | None = None
) -> Placement:
    """Return the placement that a bot chooses; BotError if the bot raises, is too slow or returns an illegal placement."""
    start = perf_counter()
    try:
        answer = bot.place(position, rng)
    except Exception as error:
        raise fault_at(name, raised(error), position) from error
    seconds = perf_counter() - start
    if time_limit is not None and seconds > time_limit:
        raise fault_at(name, f"took {seconds:.3g} seconds, over its limit of {time_limit:g}", position)
    return placement_in(answer, name, position)
