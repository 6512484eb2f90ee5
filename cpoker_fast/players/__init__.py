"""Players: bots of the package, the protocol for your own bots, and the referee that checks the decisions of bots.

The referee calls bots and converts their decisions to arrays. An invalid decision is a foul or raises BotError.
"""

from cpoker_fast._core import share_globals
from cpoker_fast.players.builtin import CLOSED_BOTS, bot, bots
from cpoker_fast.players.closed_actions import ClosedActions
from cpoker_fast.players.closed_policy_bot import ClosedPolicyBot
from cpoker_fast.players.engine_bot import EngineBot, EnginePlayer, close_engines, command_of, in_match
from cpoker_fast.players.faults import fault, raised
from cpoker_fast.players.named import BotMaker, NamedBot, Registry
from cpoker_fast.players.preparing import (
    CLOSED,
    BotKind,
    are_alike,
    as_bot,
    identity_of,
    name_of,
    prepared,
    prepared_bots,
    prepared_opponents,
)
from cpoker_fast.players.protocol import BatchBot, BoardFunction, Bot
from cpoker_fast.players.referee import Referee

__all__ = [
    "CLOSED",
    "CLOSED_BOTS",
    "BatchBot",
    "BoardFunction",
    "Bot",
    "BotKind",
    "BotMaker",
    "ClosedActions",
    "ClosedPolicyBot",
    "EngineBot",
    "EnginePlayer",
    "NamedBot",
    "Referee",
    "Registry",
    "are_alike",
    "as_bot",
    "bot",
    "bots",
    "close_engines",
    "command_of",
    "fault",
    "identity_of",
    "in_match",
    "name_of",
    "prepared",
    "prepared_bots",
    "prepared_opponents",
    "raised",
]


def __dir__() -> list[str]:
    return sorted(__all__)


share_globals(globals())
