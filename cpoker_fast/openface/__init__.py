"""Open-face Chinese poker, street by street: positions, deals and sessions, with Fantasyland.

A `Position` is what one player may know, an immutable value; a `Deal` goes from the shuffle to the settlement. The
compiled core (`_openface`) lists placements and plays whole deals. `notation` is how deals are written (NOTATION.md).
"""

from cpoker_fast.openface.deal import Deal, Move
from cpoker_fast.openface.notation import (
    Record,
    format_board,
    format_deal,
    parse_board,
    parse_deal,
    read_deals,
    write_deals,
)
from cpoker_fast.openface.placement import PartialBoard, Placement
from cpoker_fast.openface.position import Position

__all__ = [
    "Deal", "Move", "PartialBoard", "Placement", "Position", "Record", "format_board", "format_deal", "parse_board",
    "parse_deal", "read_deals", "write_deals",
]  # fmt: skip
