"""Calls of bots for placements; errors also report bots that are too slow."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position
from cpoker_fast.players import raised
from cpoker_fast.thinking.bots import OpenFaceBatchBot, OpenFaceBot
from cpoker_fast.thinking.engine_bot import OpenFaceEngineBot
from cpoker_fast.thinking.placement_faults import answers_in, fault_at, placement_in

if TYPE_CHECKING:
    import numpy as np

__all__ = ["placement_by"]


def placement_by(
    bot: OpenFaceBot | OpenFaceBatchBot,
    name: str,
    position: Position,
    rng: np.random.Generator,
    time_limit: float | None = None,
) -> Placement:
    """Return the placement that a bot chooses; BotError if the bot raises, is too slow or returns an illegal placement."""
    if isinstance(bot, OpenFaceEngineBot):  # it enforces the time limit itself
        return placement_in(bot.answers([position], rng, time_limit)[0], name, position)
    start = perf_counter()
    try:
        answer: Any = bot.place(position, rng) if isinstance(bot, OpenFaceBot) else bot.place_many([position], rng)
    except Exception as error:
        raise fault_at(name, raised(error), position) from error
    seconds = perf_counter() - start
    if time_limit is not None and seconds > time_limit:
        raise fault_at(name, f"took {seconds:.3g} seconds, over its limit of {time_limit:g}", position)
    if not isinstance(bot, OpenFaceBot):
        answers = answers_in(answer, 1)
        if isinstance(answers, str):
            raise fault_at(name, answers, position)
        answer = answers[0]
    return placement_in(answer, name, position)
