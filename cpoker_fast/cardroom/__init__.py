"""The card room: tables with stacks and a ledger, and games for one person, against bots or alone.

The module `terminal` shows these games in the terminal. It requires the extra ``play``.
"""

from cpoker_fast.system.lazy_names import LazyNames

_LAZY = LazyNames(__name__, {
    "accounts": "Entry Standing",
    "game": "Drill Game Verdict",
    "ledger": "read_ledger",
    "opponents": "UserBot",
    "sessions": "hold_session load_session save_session",
    "table": "Table",
    "table_deals": "TableDeal",
    "table_state": "Player",
    "tray": "Tray",
})  # fmt: skip

__all__ = [*_LAZY.module_of]  # noqa: PLE0604


__getattr__ = _LAZY.get


def __dir__() -> list[str]:
    return sorted(__all__)
