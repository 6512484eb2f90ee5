"""Strengths, royalties and fouls of many boards, and royalties of many rows, in arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpoker_fast._arrays import strengths_in
from cpoker_fast._ranking import LOWBALL_STRENGTHS, STRENGTHS
from cpoker_fast._settling import (
    FOUL_VALUES,
    ROYALTY_VALUES,
    STRENGTH_VALUES,
    TOTAL_VALUES,
    royalties_of_row,
    values_of_boards,
)
from cpoker_fast.boards import ROWS
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import BoardError
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.compiling import compiled, compiled_or_plain
from cpoker_fast.rulebook.presets import as_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["board_strengths", "fouls_many", "row_royalties", "royalties_many", "total_royalties_many"]


def board_strengths(
    boards: object, rules: Rules | str | None = None, *, out: NDArray[np.uint16] | None = None, threads: int = 1
) -> NDArray[np.uint16]:
    """Return the strengths of front, middle and back of many boards.

    Parameters
    ----------
    boards : array of uint8, shape (..., 13), of uint64, shape (..., 3), or list of Board or str
        Boards, as cards of front (3), middle (5) and back (5), or as masks of these rows (see `CardSet.mask`). Any buffer
        works.
    rules : Rules or str, optional
        Rules, or the name of a preset. The options `wheel` and `lowball_middle` decide the scales of the strengths. By
        default, A-2-3-4-5 is the lowest straight, and the middle is not lowball, as in `Board.strengths`.
    out : array of uint16, shape (..., 3), optional
        C-contiguous array for the result. It must not overlap with `boards`.
    threads : int
        Number of threads, or 0 for one thread for each CPU of this process. The GIL is released.

    Returns
    -------
    array of uint16, shape (..., 3)
        Strengths of the rows of each board, even if it is a foul. After an error, the contents of `out` are undefined.

    Raises
    ------
    CardError, BoardError
        If a board has an invalid or duplicate card, has a wrong number of cards in a row, or is missing (255). The attribute
        `index` of the error is the index of the first such board.
    RulesError
        If the rules are unknown.
    ArrayError
        If the dtype, the shape, `out` or `threads` is invalid.

    Examples
    --------
    >>> boards = best_royalties_many(deal_many(1000, 1, seed=1)[:, 0], "pagat")
    >>> strengths = board_strengths(boards)
    >>> strengths.shape, bool((strengths[:, 1] <= strengths[:, 2]).all())
    ((1000, 3), True)
    >>> board_strengths(["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"]).tolist()
    [[1388, 4833, 7694]]
    """
    strengths: NDArray[np.uint16] = values_of_boards(compiled_or_plain(rules), boards, STRENGTH_VALUES, out, threads)
    return strengths


def royalties_many(
    boards: object, rules: Rules | str, *, out: NDArray[np.int32] | None = None, threads: int = 1
) -> NDArray[np.int32]:
    """Return the royalty points of front, middle and back of many boards, as `read_seat` does for one.

    Parameters
    ----------
    boards : array of uint8, shape (..., 13), of uint64, shape (..., 3), or list of Board, str, None or FOUL
        Boards, as for `board_strengths`. In an array of cards, 13 times 255 is a surrender, and 13 times 254 is a dead hand.
    rules : Rules or str
        Rules, or the name of a preset.
    out : array of int32, shape (..., 3), optional
        C-contiguous array for the result. It must not overlap with `boards`.
    threads : int
        Number of threads, or 0 for one thread for each CPU of this process. The GIL is released.

    Returns
    -------
    array of int32, shape (..., 3)
        Points of each row. The rows of dead hands and surrenders have 0 points. If only rows out of order are dead
        (`Rules.dead_rows`), these rows have 0 points, too. If all rows of a foul are dead, the result has the points of the
        rows, although they are not paid (see `total_royalties_many`). After an error, the contents of `out` are undefined.

    Raises
    ------
    CardError, BoardError, RulesError, ArrayError
        As for `board_strengths`.

    Examples
    --------
    >>> royalties_many(["4h 3d 2c / 9s 9h 9c 5d 5s / As Ks Qs Js Ts", None], "pagat").tolist()
    [[0, 1, 4], [0, 0, 0]]
    """
    royalties: NDArray[np.int32] = values_of_boards(compiled(as_rules(rules)), boards, ROYALTY_VALUES, out, threads)
    return royalties


def total_royalties_many(
    boards: object, rules: Rules | str, *, out: NDArray[np.int32] | None = None, threads: int = 1
) -> NDArray[np.int32]:
    """Return the sum of the royalty points of each of many boards; 0 for a foul.

    Parameters
    ----------
    boards : array of uint8, shape (..., 13), of uint64, shape (..., 3), or list of Board, str, None or FOUL
        Boards, as for `royalties_many`.
    rules : Rules or str
        Rules, or the name of a preset.
    out : array of int32, optional
        C-contiguous array for the result, with one value for each board. It must not overlap with `boards`.
    threads : int
        Number of threads, or 0 for one thread for each CPU of this process. The GIL is released.

    Returns
    -------
    array of int32
        Points of each board if its rows are compared. If only rows out of order are dead (`Rules.dead_rows`), the other
        rows of a foul are paid. A declared natural (`Rules.naturals`) is paid in place of the royalties of its board.
        After an error, the contents of `out` are undefined.

    Raises
    ------
    CardError, BoardError, RulesError, ArrayError
        As for `board_strengths`.

    Examples
    --------
    >>> boards = ["4h 3d 2c / 9s 9h 9c 5d 5s / As Ks Qs Js Ts", "9s 9h 9d / 4h 3d 2c 7h 8d / As Ks Qs Js Ts"]
    >>> total_royalties_many(boards, "pagat").tolist(), royalties_many(boards, "pagat").tolist()
    ([5, 0], [[0, 1, 4], [2, 0, 4]])
    """
    totals: NDArray[np.int32] = values_of_boards(compiled(as_rules(rules)), boards, TOTAL_VALUES, out, threads)
    return totals


def row_royalties(row: str, strengths: object, rules: Rules | str) -> NDArray[np.int32]:
    """Return the royalty points of many rows by their strengths. The boards of the rows may be incomplete.

    Parameters
    ----------
    row : {'front', 'middle', 'back'}
    strengths : array of uint16, any shape
        Strengths of the rows: results of `strengths` with the option `wheel` of the rules, or of `lowball_strengths` for a
        lowball middle. Whole numbers of other dtypes, and lists of them, are copied first.
    rules : Rules or str
        Rules, or the name of a preset.

    Returns
    -------
    array of int32
        Points, in the shape of the strengths. Unlike in `royalties_many`, a deuce of spades doubles no royalty
        (`Rules.deuce_of_spades`), since strengths do not show cards. The size of the row is not checked.

    Raises
    ------
    BoardError
        If `row` is not a row.
    StrengthError
        If a number is not a strength.
    ArrayError
        If `strengths` is no array.
    RulesError
        If the rules are unknown.

    Examples
    --------
    >>> from cpoker_fast import strengths
    >>> row_royalties("front", strengths(["Qs Qh 4c", "6s 6h 2c", "2s 2h 2c"]), "pineapple").tolist()
    [7, 1, 10]
    """
    known_rules = as_rules(rules)
    if not isinstance(row, str) or row not in ROWS:
        raise BoardError(f"bad row {quote(row)}: {did_you_mean(row, ROWS)}")
    is_lowball = row == "middle" and known_rules.lowball_middle
    indices = strengths_in(strengths, LOWBALL_STRENGTHS if is_lowball else STRENGTHS)
    points: NDArray[np.int32] = royalties_of_row(compiled(known_rules), ROWS.index(row)).astype("int32")[indices, ...]
    return points


def fouls_many(
    boards: object, rules: Rules | str, *, out: NDArray[np.bool_] | None = None, threads: int = 1
) -> NDArray[np.bool_]:
    """Return whether each of many boards is a foul under rules, as `is_foul_under` does for one.

    Parameters
    ----------
    boards : array of uint8, shape (..., 13), of uint64, shape (..., 3), or list of Board, str, None or FOUL
        Boards, as for `royalties_many`. A dead hand is a foul; a surrender is not.
    rules : Rules or str
        Rules, or the name of a preset.
    out : array of bool, optional
        C-contiguous array for the result, with one value for each board. It must not overlap with `boards`.
    threads : int
        Number of threads, or 0 for one thread for each CPU of this process. The GIL is released.

    Returns
    -------
    array of bool
        Whether each board is a foul. After an error, the contents of `out` are undefined.

    Raises
    ------
    CardError, BoardError, RulesError, ArrayError
        As for `board_strengths`.

    Examples
    --------
    >>> boards = ["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "9s 9h 4c / Ah Kd Qc 7h 2d / Ts Th Tc 5d 5s"]
    >>> fouls_many(boards, "pagat").tolist()
    [False, True]
    """
    fouls: NDArray[np.bool_] = values_of_boards(compiled(as_rules(rules)), boards, FOUL_VALUES, out, threads)
    return fouls
