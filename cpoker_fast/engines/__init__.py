"""Engines: programs in any language that play by the engine protocol, as child processes.

An `Engine` is one process and its messages. The name ``exec:COMMAND`` makes a bot that plays by an engine, wherever names of
bots are accepted. The bot is a `players.EngineBot`.
"""

from cpoker_fast._core import share_globals
from cpoker_fast.engines.card_texts import board_texts
from cpoker_fast.engines.engine import Engine
from cpoker_fast.engines.messages import PROTOCOL, PlacementsReply
from cpoker_fast.engines.settlements import settlement_records

__all__ = ["PROTOCOL", "Engine", "PlacementsReply", "board_texts", "settlement_records"]


def __dir__() -> list[str]:
    return sorted(__all__)


share_globals(globals())
