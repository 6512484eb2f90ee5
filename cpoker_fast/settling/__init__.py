"""Settling: payments between players for the boards of a table, table stakes, and the result in words.

`settle` settles one table and returns all details; `settle_many` settles arrays of tables and returns the points.
`read_seat` returns the strengths and royalties of a board, and `board_strengths` and `royalties_many` those of arrays.
"""

from cpoker_fast._core import share_globals
from cpoker_fast.declarations import IF_BETTER, Declaration
from cpoker_fast.settling.inputs import (
    boards_of_table,
    carried_of,
    check_boards,
    check_declared,
    declarations_of,
    declared_by,
)
from cpoker_fast.settling.many_boards import board_strengths, fouls_many, royalties_many
from cpoker_fast.settling.naturals import natural_board, naturals_many
from cpoker_fast.settling.readout import boards_in_columns, foul_in_words, order_under, row_in_words
from cpoker_fast.settling.results import DecidedBy, Pairing, PoolRow, Seat
from cpoker_fast.settling.settlement import (
    Settlement,
    check_pattern,
    is_foul_under,
    read_seat,
    seat_of,
    settle,
    settle_many,
    settle_seats,
)
from cpoker_fast.settling.stakes import Payment, check_buy_in, check_rebuy, least_stack, read_stacks, read_unit

__all__ = [
    "IF_BETTER", "DecidedBy", "Declaration", "Pairing", "Payment", "PoolRow", "Seat", "Settlement", "board_strengths",
    "boards_in_columns", "boards_of_table", "carried_of", "check_boards", "check_buy_in", "check_declared",
    "check_pattern", "check_rebuy", "declarations_of", "declared_by", "foul_in_words", "fouls_many", "is_foul_under",
    "least_stack", "natural_board", "naturals_many", "order_under", "read_seat", "read_stacks", "read_unit",
    "row_in_words", "royalties_many", "seat_of", "settle", "settle_many", "settle_seats",
]  # fmt: skip


def __dir__() -> list[str]:
    return sorted(__all__)


share_globals(globals())
