"""Rules: the class `Rules` and its parts, the presets, and reading, writing and compiling of rules.

Every option that houses play differently is a field of `Rules` or of one of its parts. `cpoker_fast.rules(name)` returns a
preset, and `cpoker_fast.presets()` returns the names of all presets.
"""

import cpoker_fast.rulebook.presets  # noqa: F401  (files name presets, also in the first call)
from cpoker_fast._core import share_globals
from cpoker_fast.patterns import Pattern
from cpoker_fast.rulebook.choices import (
    DeadRows,
    EqualRows,
    LowballQualifier,
    Natural,
    NaturalMode,
    NaturalTies,
    OverallPoint,
    Pairings,
    PoolTies,
    RowTies,
    SuitOrder,
    Wheel,
)
from cpoker_fast.rulebook.conditions import ComparedBy, Conditions, RowShape
from cpoker_fast.rulebook.royalties import PaidOn, RowTables, Royalties
from cpoker_fast.rulebook.rules import Rules
from cpoker_fast.rulebook.streets import Fantasyland, Timeout
from cpoker_fast.rulebook.table_terms import Fees, Freezeout, Jackpot, LevelsIn, Rake, TableTerms

__all__ = [
    "ComparedBy", "Conditions", "DeadRows", "EqualRows", "Fantasyland", "Fees", "Freezeout", "Jackpot", "LevelsIn",
    "LowballQualifier", "Natural", "NaturalMode", "NaturalTies", "OverallPoint", "PaidOn", "Pairings", "Pattern",
    "PoolTies", "Rake", "RowShape", "RowTables", "RowTies", "Royalties", "Rules", "SuitOrder", "TableTerms", "Timeout",
    "Wheel",
]  # fmt: skip


def __dir__() -> list[str]:
    return sorted(__all__)


share_globals(globals())
