"""What rules are: `Rules`, the values that they are made of, the presets, and how they are read, written and compiled.

Everything about a game that a table could decide otherwise is a field of `Rules` or of one of its parts. The presets
themselves are `cpoker_fast.rules(name)`; their names, `cpoker_fast.presets()`.
"""

from cpoker_fast.rulebook.choices import (
    LowballQualifier,
    Natural,
    NaturalMode,
    NaturalTies,
    OverallPoint,
    Pairings,
    PoolTies,
    RowTies,
    Wheel,
)
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.rulebook.declaring import Model, path_of
from cpoker_fast.rulebook.presets import as_closed_rules, as_rules
from cpoker_fast.rulebook.royalties import PaidOn, RowTables, Royalties, grid_of
from cpoker_fast.rulebook.rules import Rules
from cpoker_fast.rulebook.streets import Fantasyland, OpenFace, Timeout
from cpoker_fast.rulebook.table_terms import Fees, TableTerms

__all__ = [
    "Fantasyland",
    "Fees",
    "LowballQualifier",
    "Model",
    "Natural",
    "NaturalMode",
    "NaturalTies",
    "OpenFace",
    "OverallPoint",
    "PaidOn",
    "Pairings",
    "PoolTies",
    "RowTables",
    "RowTies",
    "Royalties",
    "Rules",
    "TableTerms",
    "Timeout",
    "Wheel",
    "as_closed_rules",
    "as_rules",
    "compiled",
    "grid_of",
    "path_of",
]
