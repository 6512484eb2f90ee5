"""Players: bots of the package, the protocol for your own bots, and the referee that checks the placements of bots.

The referee calls bots and converts their answers to arrays. An invalid placement is a foul or raises BotError.
"""

from cpoker_fast._core import share_globals
from cpoker_fast.players.board_actions import BoardActions
from cpoker_fast.players.core_bots import CoreBot
from cpoker_fast.players.engine_bot import EngineBot
from cpoker_fast.players.observation import Observation, Seen
from cpoker_fast.players.package_bots import bot, bots
from cpoker_fast.players.policy_bot import PolicyBot
from cpoker_fast.players.preparing import are_alike, name_of
from cpoker_fast.players.protocol import BatchBot, Bot, BotFunction
from cpoker_fast.players.referee import Referee

__all__ = [
    "BatchBot", "BoardActions", "Bot", "BotFunction", "CoreBot", "EngineBot", "Observation", "PolicyBot", "Referee",
    "Seen", "are_alike", "bot", "bots", "name_of",
]  # fmt: skip


def __dir__() -> list[str]:
    return sorted(__all__)


share_globals(globals())
