"""A fast Chinese poker engine: ranking, setting and scoring 13-card hands.

>>> import cpoker_fast as cp
>>> cp.describe(cp.strength("Ts Th Tc 4d 4s"))
'full house, tens over fours'
>>> board = cp.best_royalties("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", "pagat")
>>> str(board.back), board.is_foul
('7s 7h 7d 5h 5c', False)

This namespace holds the names for daily use. All other names are in the namespaces of their subjects, such as `ranking`,
`arranging`, `settling`, `game`, `players`, `studies` and `errors`. Three namespaces have a special purpose.
`cpoker_fast.app` has tables with a ledger and games for one person. `cpoker_fast.converters` converts cards to and from
other packages. `cpoker_fast.c_interface` has functions for compiled code.
"""

import importlib

from cpoker_fast._compiled import find_compiled_modules
from cpoker_fast._version import __version__ as __version__
from cpoker_fast.system.lazy_names import LazyNames

_LAZY = LazyNames(__name__, {
    "arranging": "arrangements best_royalties best_royalties_many count_arrangements undominated",
    "boards": "FOUL Board",
    "cards": "CardSet format_card parse_card parse_cards",
    "dealing": "deal deal_many",
    "errors": "CpokerError",
    "fields": "arrange arrange_many",
    "game": "Deal Placement Position",
    "players": "bot bots",
    "ranking": "category describe lowball_strength strength strengths",
    "rulebook": "Rules",
    "rulebook.presets": "presets rules",
    "settling": "settle settle_many",
    "settling.naturals": "naturals",
    "studies": "analyze analyze_many review simulate tournament",
})  # fmt: skip
_NAMESPACES = (
    "app", "arranging", "converters", "engines", "errors", "fields", "game", "notation", "players", "ranking",
    "rulebook", "settling", "studies",
)  # fmt: skip
_OTHERS = ("c_interface", "learning")  # namespaces for compiled code, and for learners, which require optional libraries

__all__ = [*_LAZY.module_of, *_NAMESPACES]  # noqa: PLE0604

find_compiled_modules()


def __getattr__(name: str) -> object:
    if name in _NAMESPACES or name in _OTHERS:
        return importlib.import_module(f"cpoker_fast.{name}")
    if name not in _LAZY.module_of:
        raise AttributeError(f"module 'cpoker_fast' has no attribute {name!r}{_hint(name)}")
    return _LAZY.find(name)


def _hint(name: str) -> str:
    """Return the end of an error message: the namespaces that export a class; empty, without imports, for other names."""
    if name[:1].isupper():
        folders = [*_NAMESPACES, "app.play", "app.table"]
        homes = [folder for folder in folders if name in importlib.import_module(f"cpoker_fast.{folder}").__all__]
        if homes:
            return ": it is in " + " and in ".join(f"cpoker_fast.{folder}" for folder in homes)
    return ""


def __dir__() -> list[str]:
    return sorted([*__all__, *_OTHERS, "__version__"])
