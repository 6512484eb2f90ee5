"""Players: bots of the package, the protocol for your own bots, and the referee who checks their decisions.

The referee turns what a bot returns into boards and declarations that the rules allow, or raises an error with its name.
"""

from cpoker_fast._core import share_globals
from cpoker_fast.players.builtin import CLOSED_BOTS, bot, bots
from cpoker_fast.players.faults import fault, raised
from cpoker_fast.players.named import BotMaker, NamedBot, Registry
from cpoker_fast.players.preparing import CLOSED, BotKind, are_alike, identity_of, name_of, prepared
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
    "NamedBot",
    "Referee",
    "Registry",
    "are_alike",
    "bot",
    "bots",
    "fault",
    "identity_of",
    "name_of",
    "prepared",
    "raised",
]


def __dir__() -> list[str]:
    return sorted(__all__)


share_globals(globals())
