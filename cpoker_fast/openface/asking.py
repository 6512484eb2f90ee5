"""Asking bots for placements, and the faults of bots that raise, are too slow or place what is not allowed."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from cpoker_fast.errors import BotError, PlacementError, quote
from cpoker_fast.openface.placement import Placement
from cpoker_fast.openface.players import Bot
from cpoker_fast.openface.position import Position

if TYPE_CHECKING:
    import numpy as np

__all__ = ["placement_by"]


def placement_by(
    bot: Bot, name: str, position: Position, rng: np.random.Generator, time_limit: float | None = None
) -> Placement:
    """What a bot places; BotError, naming the bot and its position, if that is not allowed or took too many seconds."""

    def wrong(what: str) -> BotError:
        return BotError(f"bot {quote(name)} {what}, at the position {position}", bot=name, hand=str(position.hand))

    started = perf_counter()
    try:
        found = bot.place(position, rng)
    except Exception as error:
        called = "" if not isinstance(error, TypeError) else " (an open-face bot is called with a position and a generator)"
        raise wrong(f"raised {type(error).__name__}: {error}{called}") from error
    seconds = perf_counter() - started
    if time_limit is not None and seconds > time_limit:
        raise wrong(f"took {seconds:.3g} seconds, over its limit of {time_limit:g}")
    if found is None:  # perhaps a return that was forgotten
        raise wrong("returned nothing: expected a Placement, or rows")
    try:
        return position.placement(found)
    except PlacementError as error:
        raise wrong(f"placed wrongly: {error}") from error
