"""Open-face Chinese poker, street by street: positions, deals and sessions, with Fantasyland.

A `Position` is an immutable value: the game as one player sees it. A `Deal` covers one hand from the shuffle to the
settlement. A `Session` covers a sequence of deals. `cpoker_fast.notation` reads and writes
deals (docs/reference/notation.md). The compiled core (`_openface`) lists placements and plays whole deals.

In arguments, attributes, the text of positions and the keys of rules (``streets[0]``), seats and streets are
indices from 0. Messages and printed deals count from 1: "seat 1", "board 1", "player 1", "street 1 of 5". An index in a
message follows the name of an argument (``street=0``, ``stacks[0]``).
"""

from cpoker_fast.system.lazy_names import LazyNames

_LAZY = LazyNames(__name__, {
    ".game.deal": "Deal Move",
    ".game.last_street": "LastStreet PlacementPoints last_street",
    ".game.outs": "Low Outs outs",
    ".game.placement": "PartialBoard Placement",
    ".game.plan": "plan_of",
    ".game.position": "Position",
    ".game.positions": "Positions",
    ".game.session": "Session",
    ".studies.measured_worth": "Worth measure_worth worth",
    ".thinking.observation": "Observation Seen",
})  # fmt: skip

__all__ = [*_LAZY.module_of]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    if name in _LAZY.module_of:
        return _LAZY.find(name)
    hint = ": it is in cpoker_fast.learning" if name in ("Env", "VectorEnv", "env", "raw_env") else ""
    raise AttributeError(f"module 'cpoker_fast.openface' has no attribute {name!r}{hint}")


def __dir__() -> list[str]:
    return sorted(__all__)
