# Written by tools/write_stubs.py from the table in __init__.py.
from cpoker_fast.board_arrays import (
    Placements as Placements,
)
from cpoker_fast.dealing import (
    Deck as Deck,
)
from cpoker_fast.game.deal import (
    Deal as Deal,
    Move as Move,
)
from cpoker_fast.game.final_street import (
    LastStreet as LastStreet,
    last_street as last_street,
)
from cpoker_fast.game.placement import (
    PartialBoard as PartialBoard,
    Placement as Placement,
)
from cpoker_fast.game.position import (
    Position as Position,
)
from cpoker_fast.game.positions import (
    Positions as Positions,
)
from cpoker_fast.game.row_outs import (
    Low as Low,
    Outs as Outs,
    outs as outs,
)

__all__: list[str]

def __dir__() -> list[str]: ...
