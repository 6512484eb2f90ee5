"""Open-face Chinese poker, street by street: positions, deals and sessions, with Fantasyland.

A `Position` is an immutable value: the game as one player sees it. A `Deal` covers one hand from the shuffle to the
settlement. A `Session` covers a sequence of deals. `notation` reads and writes deals
(docs/reference/notation.md). The compiled core (`_openface`) lists placements and plays whole deals.

In arguments, attributes, the text of positions and the keys of rules (``openface.streets[0]``), seats and streets are
indices from 0. Messages and printed deals count from 1: "seat 1", "board 1", "player 1", "street 1 of 5". An index in a
message follows the name of an argument (``seat=0``, ``stacks[0]``), or is called "street index".
"""

import importlib

from cpoker_fast._core import share_globals
from cpoker_fast.openface.game.deal import Deal, Move
from cpoker_fast.openface.game.last_street import LastStreet, PlacementPoints, last_street
from cpoker_fast.openface.game.outs import Low, Outs, outs
from cpoker_fast.openface.game.placement import PartialBoard, Placement
from cpoker_fast.openface.game.plan import plan_of, stack_size
from cpoker_fast.openface.game.position import Position
from cpoker_fast.openface.game.session import Session
from cpoker_fast.openface.notation import (
    Record,
    format_board,
    format_deal,
    parse_board,
    parse_deal,
    read_deals,
    write_deals,
)
from cpoker_fast.openface.thinking.analysis import PlacementAnalysis, PlacementValue, analyze
from cpoker_fast.openface.thinking.bots import OPEN_FACE, OpenFaceBatchBot, OpenFaceBot, PackageBot, bot, bots
from cpoker_fast.openface.thinking.engine_bot import OpenFaceEngineBot
from cpoker_fast.openface.thinking.measured_worth import Worth, measure_worth, worth
from cpoker_fast.openface.thinking.observation import Observation, Seen
from cpoker_fast.openface.thinking.policy_bot import PolicyBot
from cpoker_fast.openface.thinking.review import Review, ReviewedMove, ReviewedSeat, review

__all__ = [
    "OPEN_FACE",
    "Deal",
    "LastStreet",
    "Low",
    "Move",
    "Observation",
    "OpenFaceBatchBot",
    "OpenFaceBot",
    "OpenFaceEngineBot",
    "Outs",
    "PackageBot",
    "PartialBoard",
    "Placement",
    "PlacementAnalysis",
    "PlacementPoints",
    "PlacementValue",
    "PolicyBot",
    "Position",
    "Record",
    "Review",
    "ReviewedMove",
    "ReviewedSeat",
    "Seen",
    "Session",
    "Worth",
    "analyze",
    "bot",
    "bots",
    "format_board",
    "format_deal",
    "last_street",
    "measure_worth",
    "outs",
    "parse_board",
    "parse_deal",
    "plan_of",
    "read_deals",
    "review",
    "stack_size",
    "worth",
    "write_deals",
]


def __getattr__(name: str) -> object:
    if name == "learning":  # requires optional libraries
        return importlib.import_module("cpoker_fast.openface.learning")
    hint = ": it is in cpoker_fast.openface.learning" if name in ("OpenFaceEnv", "VectorEnv", "env", "raw_env") else ""
    raise AttributeError(f"module 'cpoker_fast.openface' has no attribute {name!r}{hint}")


def __dir__() -> list[str]:
    return sorted([*__all__, "learning"])


share_globals(globals())
