"""What people start: the commands of `cpoker`, the table of a host, and the games of one person.

These folders use the library, which imports none of them. `app.table` has tables with a ledger, `app.play` has games.
"""

import importlib

__all__ = ["play", "table"]


def __getattr__(name: str) -> object:
    if name in __all__:
        return importlib.import_module(f"cpoker_fast.app.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
