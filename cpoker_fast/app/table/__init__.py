"""Tables with players, stacks, a sequence of deals and a ledger of all events, and the commands of a host.

`Table` is the table of a program, and `Host` runs the commands of `cpoker table` on it.
"""

from cpoker_fast.system.lazy_names import LazyNames

_LAZY = LazyNames(__name__, {
    "accounts": "Entry Standing",
    "freezeout_levels": "Level",
    "freezeout_places": "Place",
    "ledger": "read_ledger",
    "settling_up": "CrossTable Transfer",
    "table": "Table",
    "table_deals": "TableDeal",
    "table_state": "Player",
})  # fmt: skip

__all__ = [*_LAZY.module_of]  # noqa: PLE0604


__getattr__ = _LAZY.get


def __dir__() -> list[str]:
    return sorted(__all__)
