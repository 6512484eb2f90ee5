"""Games of all rules: positions, placements and deals, and exact tools for streets.

A `Position` is an immutable value: the game as one player sees it. A `Deal` covers one hand from the shuffle to the
settlement; `cpoker_fast.app.table.Table` has a sequence of deals. `outs` computes the probability of each kind of row.
`last_street` computes the expected points of placements on the last street. `cpoker_fast.notation` reads and writes deals.
The compiled core (`_openface`) lists placements and plays whole deals.

In arguments, attributes and the keys of rules (``streets[0]``), seats and streets are indices from 0. Messages, printed
deals and the text of positions count from 1: "seat 1", "board 1", "player 1", "street 1 of 5". An index in a message follows
the name of an argument (``street=0``, ``stacks[0]``).
"""

from cpoker_fast.system.lazy_names import LazyNames

_LAZY = LazyNames(__name__, {
    ".board_arrays": "Placements",
    ".dealing": "Deck",
    "deal": "Deal Move",
    "final_street": "LastStreet last_street",
    "placement": "PartialBoard Placement",
    "position": "Position",
    "positions": "Positions",
    "row_outs": "Low Outs outs",
})  # fmt: skip

__all__ = [*_LAZY.module_of]  # noqa: PLE0604


__getattr__ = _LAZY.get


def __dir__() -> list[str]:
    return sorted(__all__)
