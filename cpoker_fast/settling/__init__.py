"""Settling: payments between players for the boards of a table, table stakes, and the result in words.

`settle` settles one table and returns all details; `settle_many` settles arrays of tables and returns the points.
`read_seat` returns the strengths and royalties of a board. For arrays of boards, `board_strengths` returns the strengths,
and `royalties_many` returns the royalties. `row_royalties` returns the royalties of single rows.
"""

from cpoker_fast._core import share_globals
from cpoker_fast.settling.boards_in_words import foul_in_words
from cpoker_fast.settling.declarations import IF_BETTER, Declaration
from cpoker_fast.settling.many_boards import (
    board_strengths,
    fouls_many,
    row_royalties,
    royalties_many,
    total_royalties_many,
)
from cpoker_fast.settling.naturals import count_hands, natural_board, naturals_many
from cpoker_fast.settling.results import DecidedBy, Pairing, PoolRow, Seat
from cpoker_fast.settling.settlement import Settlement, is_foul_under, read_seat, settle, settle_many
from cpoker_fast.settling.stakes import Payment, least_stack

__all__ = [
    "IF_BETTER", "DecidedBy", "Declaration", "Pairing", "Payment", "PoolRow", "Seat", "Settlement", "board_strengths",
    "count_hands", "foul_in_words", "fouls_many", "is_foul_under", "least_stack", "natural_board", "naturals_many",
    "read_seat", "row_royalties", "royalties_many", "settle", "settle_many", "total_royalties_many",
]  # fmt: skip


def __dir__() -> list[str]:
    return sorted(__all__)


share_globals(globals())
