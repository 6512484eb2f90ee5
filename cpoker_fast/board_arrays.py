"""Boards as rows of arrays, uint8[n, 13]: front (3), middle (5), back (5). Two byte values mark rows without a board."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import items_in_order
from cpoker_fast._arrays import (
    CHANGED,
    MASK_GAPS,
    as_array,
    as_bytes,
    as_masks,
    describe_bad_row,
    holds_masks,
    holds_whole_numbers,
    items_in,
    numbers_in,
    problem_of_mask,
)
from cpoker_fast._boards import Placement
from cpoker_fast.boards import FOUL, ROW_SIZES, ROWS, Board, Foul, board_at, board_part
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import ArrayError, BoardError, CardError, CpokerError, RulesError
from cpoker_fast.system.exports import Tabular

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "DEAD_HAND", "NO_BOARD", "Placements", "array_of_boards", "board_in_item", "board_of_cards", "board_or_foul",
    "board_rows_in", "describe_bad_board", "describe_bad_opponents", "describe_bad_table", "fouls_where_none",
    "has_no_board", "many_boards_in", "tables_in_items",
]  # fmt: skip

NO_BOARD = 255
"""Byte that fills the row of a missing board: a surrender in inputs, a hand without a legal board in search results."""

DEAD_HAND = 254
"""Byte that fills the row of a dead hand (`FOUL`), which only functions that settle accept."""


@dataclass(frozen=True, slots=True, eq=False)
class Placements(Tabular):
    """Placements of many hands of 13 cards, and their points.

    Files and data frames (``placements.to_frame()``) have a row for each hand. It has the board as text, whether the board
    declares its best natural, and the points.

    Parameters
    ----------
    boards : array of uint8, shape (n, 13)
        Boards, as `settle_many` accepts them: front (3), middle (5) and back (5). A surrender is 13 times 255.
    declare : array of bool, shape (n,)
        Whether to declare the best natural of the board.
    points : array of float64, shape (n,), optional
        Expected points from all opponents together. Unknown points are nan.

    Examples
    --------
    >>> import numpy as np
    >>> hands = np.array([list(CardSet("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c"))], np.uint8)
    >>> best = arrange_many(hands, "pagat", opponents=1)
    >>> best.boards.shape, best.declare.tolist()
    ((1, 13), [False])
    >>> best
    <Placements of 1 hand>
    >>> best.to_csv().splitlines()[1][:43]
    'As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c,'
    """

    boards: NDArray[np.uint8]
    declare: NDArray[np.bool_]
    points: NDArray[np.float64]

    def __init__(
        self, boards: NDArray[np.uint8], declare: NDArray[np.bool_], points: NDArray[np.float64] | None = None
    ) -> None:
        import numpy as np

        object.__setattr__(self, "boards", boards)
        object.__setattr__(self, "declare", declare)
        object.__setattr__(self, "points", np.full(len(boards), nan) if points is None else points)

    def __len__(self) -> int:
        return len(self.boards)

    def __repr__(self) -> str:
        return f"<Placements of {counted(len(self), 'hand')}>"

    def _columns(self) -> dict[str, list[Any]]:
        boards = [None if board is None else str(board) for board in map(board_of_cards, self.boards)]
        return {"board": boards, "declare": self.declare.tolist(), "points": self.points.tolist()}

    def __iter__(self) -> Iterator[Placement]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, index: int) -> Placement:
        index = operator.index(index)
        board, points = board_of_cards(self.boards[index]), float(self.points[index])
        if board is None:
            return Placement.surrender(points)
        return Placement.of_cards(*board.rows, CardSet(), bool(self.declare[index]), points)


def array_of_boards(boards: Iterable[Board | Foul | None]) -> NDArray[np.uint8]:
    """Return boards as uint8[n, 13], with None as a row of `NO_BOARD`, and FOUL as a row of `DEAD_HAND`."""
    import numpy as np

    rows = [[NO_BOARD] * 13 if board is None else [DEAD_HAND] * 13 if board is FOUL else board.cards() for board in boards]
    return np.array(rows, np.uint8).reshape(-1, 13)


def board_in_item(item: object, label: str, index: int, *, may_be_dead: bool = True) -> Board | Foul | None:
    """Return the board of an item in any form that `settle` reads; None and FOUL stay as they are."""
    item = board_part(item)
    if item is None or (may_be_dead and item is FOUL):
        return item
    return board_at(index, item, label, may_be_none=True, may_be_dead=may_be_dead)


def tables_in_items(tables: Any, read: Callable[[object, str, int], Board | Foul | None]) -> NDArray[np.uint8]:
    """Return tables whose boards are no numbers as uint8[n, players, 13]; `read` gets a board, its label and its index."""
    if not isinstance(tables, list | tuple):
        tables = as_array(tables, "boards").tolist()
    items = tables if isinstance(tables, list | tuple) else []
    if not items:
        problem = f"expected tables, that is, lists of boards, got {quote(tables)}"
        raise ArrayError.about("boards", f"{problem}; no tables are an array of shape (0, players, 13)")
    all_boards = [*map(items_in_order, items)]  # once, since a table may be an iterator
    first = all_boards[0]
    if not first:
        raise ArrayError.about("boards[0]", f"expected a list of boards, got {quote(items[0])}")
    boards: list[Board | Foul | None] = []
    for number, (table, table_boards) in enumerate(zip(items, all_boards, strict=True)):
        if table_boards is None or len(table_boards) != len(first):
            size = type(table).__name__ if table_boards is None else counted(len(table_boards), "board")
            raise BoardError(
                f"table index {number}: expected {counted(len(first), 'board')}, as in the first, got {size}", index=number
            )
        boards += [read(board, f"table index {number}: board index {i}", number) for i, board in enumerate(table_boards)]
    return array_of_boards(boards).reshape(len(items), len(first), 13)


def many_boards_in(boards: object, *, may_be_dead: bool = True) -> NDArray[np.uint8] | NDArray[np.uint64]:
    """Check many boards, and return them as uint8[..., 13], or as masks of front, middle and back, uint64[..., 3].

    Boards are such arrays, in any buffer or dtype, or a list of boards in any form that `settle` reads. The cards of arrays
    are not checked.
    """
    array = numbers_in(boards, "boards")
    if array is None:
        items, shape = items_in(boards, "boards")
        read = [
            board_in_item(item, f"board index {index}", index, may_be_dead=may_be_dead) for index, item in enumerate(items)
        ]
        return array_of_boards(read).reshape(*shape, 13)
    if array.ndim and array.shape[-1] == len(ROWS) and holds_masks(array):
        return as_masks(array)
    if (not array.ndim or array.shape[-1] != 13) and holds_whole_numbers(array):
        raise ArrayError(f"bad shape {array.shape} of boards: expected (..., 13 cards), or (..., 3 masks) of uint64")
    return as_bytes(array, "boards")


def board_rows_in(boards: object, *, may_be_dead: bool = False) -> NDArray[np.uint8]:
    """Check boards as `many_boards_in` does, but without masks, and return them as uint8[n, 13]."""
    import numpy as np

    array = many_boards_in(boards, may_be_dead=may_be_dead)
    if array.ndim != 2 or array.dtype != np.uint8:
        raise ArrayError(f"bad shape {array.shape} of boards: expected (n, 13 cards)")
    return array.view(np.uint8)


def board_of_cards(cards: NDArray[np.uint8]) -> Board | None:
    """Return the board in one row, uint8[13]; None for a missing board."""
    return None if has_no_board(cards) else Board.of_cards(cards.tolist())


def board_or_foul(cards: NDArray[np.uint8]) -> Board | Foul | None:
    """Return the board in one row as `board_of_cards` does; FOUL for a dead hand."""
    return FOUL if cards[0] == DEAD_HAND else board_of_cards(cards)


def has_no_board(boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return, for each row along the last axis, whether its board is missing."""
    missing: NDArray[np.bool_] = (boards == NO_BOARD).all(axis=-1)
    return missing


def fouls_where_none(boards: NDArray[np.uint8], hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Write the cards of hands without a legal board into `boards`, in ascending order, as fouls; return `boards`."""
    import numpy as np

    missing = has_no_board(boards)
    boards[missing] = np.sort(hands[missing], axis=1)
    return boards


def describe_bad_board(board: NDArray[np.uint8] | NDArray[np.uint64], index: int) -> CpokerError:
    """Return the error for a board that is not valid: 13 cards, or the masks of its three rows."""
    cards: list[int] = board.tolist()
    where = f"board index {index}"
    if len(cards) == len(ROWS):
        return _describe_bad_masks(cards, where, index)
    if cards[0] not in (DEAD_HAND, NO_BOARD):
        return describe_bad_row(cards, index, "board")
    if cards.count(cards[0]) < len(cards):
        return BoardError(f"{where}: {_marked(cards[0])} must fill the whole board", index=index)
    return BoardError(f"{where}: expected a board, got {_marked(cards[0])}", index=index)


def _marked(byte: int) -> str:
    return "a surrender (255)" if byte == NO_BOARD else "a dead hand (254)"


def _describe_bad_masks(masks: list[int], where: str, index: int) -> CpokerError:
    seen: dict[str, int] = {}
    for row, mask, size in zip(ROWS, masks, ROW_SIZES, strict=True):
        if mask & MASK_GAPS or mask.bit_count() != size:
            return CardError(f"{where}: {row}: {problem_of_mask(mask, str(size))}", token=mask, index=index)
        for other, cards in seen.items():
            if shared := mask & cards:
                card = format_card(next(iter(CardSet.from_mask(shared))))
                return BoardError(f"{where}: card {card} is both in the {other} and in the {row}", index=index)
        seen[row] = mask
    return BoardError(f"{where}: {CHANGED}", index=index)


def describe_bad_table(table: NDArray[np.uint8], index: int, *, may_surrender: bool) -> CpokerError:
    """Return the error for a table with invalid boards."""
    seen: dict[int, int] = {}
    for player, board in enumerate(table.tolist()):
        where = f"table index {index}: board index {player}"
        if board[0] in (DEAD_HAND, NO_BOARD):
            if board.count(board[0]) < len(board):
                return BoardError(f"{where}: {_marked(board[0])} must fill the whole board", index=index)
            if board[0] == NO_BOARD and not may_surrender:
                return RulesError(f"{where} is a surrender (255), which these rules do not allow: see the option surrender")
            continue
        for place, card in enumerate(board):
            if card > 51:
                return BoardError(f"{where}: bad card {card} at index {place}: expected 0 to 51", index=index)
            if card in seen:
                text = f"card {card} is in board index {seen[card]} and again in board index {player}, card index {place}"
                return BoardError(f"table index {index}: {text}", index=index)
            seen[card] = player
    return BoardError(f"table index {index}: {CHANGED}", index=index)


def describe_bad_opponents(hand: Iterable[int], table: NDArray[np.uint8], index: int, *, may_surrender: bool) -> CpokerError:
    """Return the error for invalid boards of the opponents of a hand."""
    hand_cards = set(hand)
    for player, board in enumerate(table.tolist()):
        if board.count(DEAD_HAND) == len(board):
            where = f"table index {index}: board index {player}"
            return BoardError(f"{where}: expected a board, got a dead hand (254)", index=index)
        for card in board:
            if card in hand_cards:
                return BoardError(
                    f"table index {index}: card {card} is both in the hand and in board index {player}", index=index
                )
    return describe_bad_table(table, index, may_surrender=may_surrender)
