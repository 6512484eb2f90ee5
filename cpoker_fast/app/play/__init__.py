"""Games for one person, against bots or alone, and their saved sessions.

The module `terminal` shows these games in the terminal. It requires the extra ``play``.
"""

from cpoker_fast.system.lazy_names import LazyNames

_LAZY = LazyNames(__name__, {
    "game": "Drill Game Verdict",
    "opponents": "UserBot",
    "sessions": "hold_session load_session save_session",
    "tray": "Tray",
})  # fmt: skip

__all__ = [*_LAZY.module_of]  # noqa: PLE0604


__getattr__ = _LAZY.get


def __dir__() -> list[str]:
    return sorted(__all__)
