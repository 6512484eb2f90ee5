"""Counts of boards that are parsed and of tables that are settled, for tests that work is not repeated."""

import sys
from collections import Counter
from functools import wraps

import cpoker_fast as cp
from cpoker_fast.settling import settlement


class _BoardType(type(cp.Board)):
    def __instancecheck__(cls, value):
        return isinstance(value, cp.Board)


def counting(monkeypatch):
    """Return a counter, whose items "parse" and "settle" grow with each board that is parsed and each table settled."""
    counts = Counter()

    class Board(cp.Board, metaclass=_BoardType):
        @classmethod
        def parse(cls, text):
            counts["parse"] += 1
            return cp.Board.parse(text)

    @wraps(settlement.settle_table)
    def settle_table(*arguments):
        counts["settle"] += 1
        return settle(*arguments)

    settle = settlement.settle_table
    monkeypatch.setattr(settlement, "settle_table", settle_table)
    for name, module in [*sys.modules.items()]:
        if name.startswith("cpoker_fast.") and "._" not in name and vars(module).get("Board") is cp.Board:
            monkeypatch.setattr(module, "Board", Board)
    return counts
