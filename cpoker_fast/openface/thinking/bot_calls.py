"""Asking bots for placements, and the faults of bots that raise, are too slow or place what is not allowed."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from cpoker_fast.display.quoting import shorten
from cpoker_fast.errors import BotError
from cpoker_fast.openface.game.placement import Placement
from cpoker_fast.openface.game.position import Position
from cpoker_fast.openface.thinking.bots import OpenFaceBot
from cpoker_fast.players import fault, raised

if TYPE_CHECKING:
    import numpy as np

__all__ = ["placement_by"]

_LONGEST = 160  # characters of what is wrong with a placement


def placement_by(
    bot: OpenFaceBot, name: str, position: Position, rng: np.random.Generator, time_limit: float | None = None
) -> Placement:
    """What a bot places; BotError, naming the bot and its position, if that is not allowed or took too many seconds."""

    def wrong(what: str) -> BotError:
        street = "in Fantasyland" if position.in_fantasyland else f"on street {position.street + 1}"
        return fault(name, what, f"seat {position.seat + 1}, {street}", position.hand, position=str(position))

    started = perf_counter()
    try:
        found = bot.place(position, rng)
    except Exception as error:
        raise wrong(raised(error)) from error
    seconds = perf_counter() - started
    if time_limit is not None and seconds > time_limit:
        raise wrong(f"took {seconds:.3g} seconds, over its limit of {time_limit:g}")
    if found is None:  # perhaps a return that was forgotten
        raise wrong("returned nothing: expected a Placement, or rows")
    try:
        return position.placement(found)
    except Exception as error:  # perhaps of what it returned
        raise wrong(f"placed wrongly: {shorten(error, _LONGEST)}") from error
