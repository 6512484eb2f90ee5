"""All boards, undominated boards and best boards of hands of 13 to 17 cards; all but 13 cards are discarded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cpoker_fast._arguments import check_flag
from cpoker_fast._arranging import Splits, best_board, count, undominated_boards
from cpoker_fast._arranging_many import best_of_array, count_of_array, undominated_of_array
from cpoker_fast._objectives import Objective, objective_of_royalties, objective_of_values
from cpoker_fast.boards import Board, Cards
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.caching import cached_with
from cpoker_fast.rulebook.compiling import compiled, compiled_or_plain
from cpoker_fast.rulebook.presets import as_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "BoardsOfHands", "ValuedBoard", "ValuedBoards", "arrangements", "best_royalties", "best_royalties_many",
    "best_values", "best_values_many", "count_arrangements", "count_arrangements_many", "undominated",
    "undominated_many",
]  # fmt: skip


def _royalty_objective(rules: Rules | str) -> Objective:
    """Return the objective that maximizes royalty points; cached with the rules."""
    valid = as_rules(rules)
    return cached_with(valid, "objective", "royalties", lambda: objective_of_royalties(compiled(valid)))


# ---- all boards ----


def count_arrangements(hand: Cards, rules: Rules | str | None = None, *, legal: bool = True) -> int:
    """Count the ways to set a hand.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 to 17 different cards.
    rules : Rules or str, optional
        Rules that decide which boards are legal, by the options `wheel`, `lowball_middle`, `lowball_qualifier` and
        `equal_rows`. By default, A-2-3-4-5 is the lowest straight, the middle is not lowball, and equal rows are legal.
    legal : bool
        Whether to count only legal boards. If False, fouls count, too: any 13 cards make 72,072 boards.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 to 17 cards.

    Examples
    --------
    >>> count_arrangements("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c")
    21176
    """
    check_flag("legal", legal, RulesError)
    return count(hand, compiled_or_plain(rules), legal)


def count_arrangements_many(
    hands: object, rules: Rules | str | None = None, *, out: NDArray[np.int64] | None = None, threads: int = 1
) -> NDArray[np.int64]:
    """Count the legal ways to set each of many hands.

    Parameters
    ----------
    hands : array of uint8, shape (..., 13 to 17), or of uint64
        Hands, as different cards along the last axis or as masks. Any buffer works, and so does a list of texts (see
        `strengths`).
    rules : Rules or str, optional
        As for `count_arrangements`.
    out : array of int64, optional
        C-contiguous array for the result. It must not overlap with `hands`.
    threads : int
        Number of threads, or 0 for one thread for each CPU of this process. The GIL is released.

    Returns
    -------
    array of int64
        One count per hand. After an error, or Ctrl-C, the contents of `out` are undefined.

    Raises
    ------
    CardError
        If a hand has a card above 51 or a duplicate card, or a mask does not have 13 to 17 cards. The attribute `index` of
        the error is the index of the first such hand.
    ArrayError
        If `hands` has a wrong dtype or shape, or `out` or `threads` is invalid.

    Examples
    --------
    >>> count_arrangements_many(["As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c"]).tolist()
    [21176]
    """
    return count_of_array(hands, compiled_or_plain(rules), out, threads)


def arrangements(
    hand: Cards, rules: Rules | str | None = None, *, legal: bool = True, order: str = "strength"
) -> Iterator[Board]:
    """Iterate lazily over the ways to set a hand.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 to 17 different cards.
    rules : Rules or str, optional
        As for `count_arrangements`. The order 'royalties' requires rules.
    legal : bool
        Whether to list only legal boards. If False, fouls are listed, too.
    order : {'strength', 'royalties'}
        Order of the boards. With ``'strength'``, the default, boards with a stronger back come first. Equal backs are
        ordered by the middle, and then by the front. With ``'royalties'``, boards with more royalties come first, and then
        stronger boards. A foul has no royalties. Of boards that tie, the one with lower suits comes first.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 to 17 cards. The call raises this error, not the iteration.
    RulesError
        If the order is unknown, or the order is 'royalties' and `rules` is None.

    Examples
    --------
    >>> hand = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
    >>> str(next(arrangements(hand)))
    '3h 3d 2c / 8h 8d 7h 5h 5c / As Ks Qs Js 9s'
    >>> str(next(arrangements(hand, "russian", order="royalties")))  # a pair in front
    '8h 8d 2c / 7h 5h 5c 3h 3d / As Ks Qs Js 9s'
    """
    check_flag("legal", legal, RulesError)
    if not isinstance(order, str) or order not in ("strength", "royalties"):
        raise RulesError(f"expected 'strength' or 'royalties', got {quote(order)}", path="order")
    objective = None
    if order == "royalties":
        if rules is None:
            raise RulesError("expected rules for the order 'royalties'", path="rules")
        objective = _royalty_objective(rules)
    return Splits(hand, compiled_or_plain(rules), legal, objective)


# ---- undominated boards ----


class BoardsOfHands(NamedTuple):
    """Undominated boards of many hands: the result of `undominated_many`."""

    boards: NDArray[np.uint8]
    """Boards of all hands, shape (total, 13): front (3), middle (5) and back (5), each in ascending order. The boards of a
    hand are consecutive."""
    offsets: NDArray[np.int64]
    """Offsets of the hands, shape (n + 1,). The boards of hand i are ``boards[offsets[i]:offsets[i + 1]]``."""

    def __repr__(self) -> str:
        return f"<BoardsOfHands: {counted(len(self.boards), 'board')} of {counted(len(self.offsets) - 1, 'hand')}>"


def undominated(hand: Cards, rules: Rules | str | None = None) -> list[Board]:
    """Return the Pareto front of a hand: the legal boards that no other legal board equals or beats in each row.

    Only the strengths of rows count, not royalties. Against any opponents, one of the undominated boards wins the most rows.
    If boards tie in every row, the list has only one of them. Lower suits in the back decide which, then in the middle, then
    in the front.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 to 17 different cards.
    rules : Rules or str, optional
        As for `count_arrangements`.

    Returns
    -------
    list of Board
        Undominated boards, sorted by the back and then by the middle, strongest first. The list is empty if no board is
        legal, which is possible only with a `lowball_qualifier`.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 to 17 cards.

    Examples
    --------
    >>> for board in undominated("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c")[:2]:
    ...     print(board)
    9c 8c 6h / As Kh Qs Jd Td / 7s 7h 7d 5h 5c
    As 8c 6h / Kh Qs Jd Td 9c / 7s 7h 7d 5h 5c
    """
    return undominated_boards(hand, compiled_or_plain(rules))


def undominated_many(hands: object, rules: Rules | str | None = None, *, threads: int = 1) -> BoardsOfHands:
    """Return the undominated boards of many hands.

    Parameters
    ----------
    hands : array of uint8, shape (n, 13 to 17), or of uint64, shape (n,)
        Hands, as different cards along the last axis or as masks. Any buffer works, and so does a list of texts (see
        `strengths`).
    rules : Rules or str, optional
        As for `count_arrangements`.
    threads : int
        Number of threads, or 0 for one thread for each CPU of this process. The GIL is released.

    Returns
    -------
    BoardsOfHands
        Boards of each hand, in the order of `undominated`.

    Raises
    ------
    CardError
        If a hand is invalid; see `count_arrangements_many`.
    ArrayError
        If `hands` has a wrong dtype or shape, or `threads` is invalid.

    Examples
    --------
    >>> result = undominated_many(["As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c"])
    >>> result.boards.shape, result.offsets.tolist()
    ((4, 13), [0, 4])
    """
    return BoardsOfHands(*undominated_of_array(hands, compiled_or_plain(rules), threads))


# ---- best boards ----


def best_royalties(hand: Cards, rules: Rules | str) -> Board:
    """Return the legal board with the most royalty points.

    Of boards that tie, the one with the strongest back is returned. Further ties are broken by the strength of the middle,
    then of the front. If all rows tie, lower suits decide: first in the back, then in the middle, then in the front. Under
    rules with `deuce_of_spades`, that card doubles the royalty of its row.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 to 17 different cards.
    rules : Rules or str
        Rules, or the name of a preset.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 to 17 cards.
    BoardError
        If no board is legal (possible only with a `lowball_qualifier`).
    RulesError
        If the rules are unknown.

    Examples
    --------
    >>> str(best_royalties("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", "pagat"))
    '9c 8c 6h / As Kh Qs Jd Td / 7s 7h 7d 5h 5c'
    """
    board, _ = best_board(hand, _royalty_objective(rules))
    return board


def best_royalties_many(
    hands: object, rules: Rules | str, *, out: NDArray[np.uint8] | None = None, threads: int = 1
) -> NDArray[np.uint8]:
    """Return the legal board with the most royalty points for each of many hands, as `best_royalties` does for one.

    Parameters
    ----------
    hands : array of uint8, shape (..., 13 to 17), or of uint64
        Hands, as different cards along the last axis or as masks. Any buffer works, and so does a list of texts (see
        `strengths`).
    rules : Rules or str
        Rules, or the name of a preset.
    out : array of uint8, shape (..., 13), optional
        C-contiguous array for the boards. It must not overlap with `hands`.
    threads : int
        Number of threads, or 0 for one thread for each CPU of this process. The GIL is released.

    Returns
    -------
    array of uint8, shape (..., 13)
        Boards, as `settle_many` accepts them: front (3), middle (5) and back (5), each in ascending order. A hand without a
        legal board has a row of 255. After an error, or Ctrl-C, the contents of `out` are undefined.

    Raises
    ------
    CardError
        If a hand has a card above 51 or a duplicate card, or a mask does not have 13 to 17 cards. The attribute `index` of
        the error is the index of the first such hand.
    RulesError
        If the rules are unknown.
    ArrayError
        If `hands` has a wrong dtype or shape, or `out` or `threads` is invalid.

    Examples
    --------
    >>> import numpy as np
    >>> best_royalties_many(np.arange(13, dtype=np.uint8)[None], "russian")
    array([[ 9, 10, 11,  0,  1,  2,  3,  8,  4,  5,  6,  7, 12]], dtype=uint8)
    """
    boards, _ = best_of_array(hands, _royalty_objective(rules), out, threads, want_values=False)
    return boards


class ValuedBoard(NamedTuple):
    """Board and value: the result of `best_values`."""

    board: Board
    """Legal board with the highest value."""
    value: float
    """Sum of the values of the rows of the board."""


class ValuedBoards(NamedTuple):
    """Boards and values: the result of `best_values_many`."""

    boards: NDArray[np.uint8]
    """Boards, shape (..., 13): front (3), middle (5) and back (5), each in ascending order. A hand without a legal board has
    a row of 255."""
    values: NDArray[np.float64]
    """Value of each board; nan where no board is legal."""

    def __repr__(self) -> str:
        return f"<ValuedBoards of {counted(self.values.size, 'hand')}>"


def best_values(
    hand: Cards,
    *,
    front: ArrayLike | None = None,
    middle: ArrayLike | None = None,
    back: ArrayLike | None = None,
    rules: Rules | str | None = None,
) -> ValuedBoard:
    """Return the legal board with the highest value, by your tables of row values.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 to 17 different cards.
    front, middle, back : array of real numbers, shape (7917,), optional
        Value of the row for each strength, from -1e12 to 1e12. By default, all values are 0. The table of a lowball middle
        has the shape (7462,). The value of a board is ``(back + middle) + front`` in double precision.
    rules : Rules or str, optional
        Rules that decide which boards are legal, as for `count_arrangements`.

    Returns
    -------
    ValuedBoard
        Best board, and its value. Ties are broken as in `best_royalties`.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 to 17 cards.
    BoardError
        If no board is legal.
    ArrayError
        If a table is invalid.

    Notes
    -----
    Each call prepares the tables, which takes longer than searching one hand; `best_values_many` prepares them only once.

    Examples
    --------
    >>> import numpy as np
    >>> strengths = np.arange(7917)
    >>> best = best_values("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", front=strengths, back=2 * strengths)
    >>> str(best.board), best.value
    ('As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c', 16712.0)
    """
    objective = objective_of_values(compiled_or_plain(rules), front, middle, back, many=False)
    return ValuedBoard(*best_board(hand, objective))


def best_values_many(
    hands: object,
    *,
    front: ArrayLike | None = None,
    middle: ArrayLike | None = None,
    back: ArrayLike | None = None,
    rules: Rules | str | None = None,
    out: NDArray[np.uint8] | None = None,
    threads: int = 1,
) -> ValuedBoards:
    """Return the legal board with the highest value for each of many hands, by your tables of row values.

    Parameters
    ----------
    hands : array of uint8, shape (..., 13 to 17), or of uint64
        Hands, as different cards along the last axis or as masks. Any buffer works, and so does a list of texts (see
        `strengths`).
    front, middle, back : array of real numbers, shape (7917,), optional
        As for `best_values`.
    rules : Rules or str, optional
        Rules that decide which boards are legal, as for `count_arrangements`.
    out : array of uint8, shape (..., 13), optional
        C-contiguous array for the boards. It must not overlap with `hands`.
    threads : int
        Number of threads, or 0 for one thread for each CPU of this process. The GIL is released.

    Returns
    -------
    ValuedBoards
        `boards`, uint8 of shape (..., 13), and their `values`, float64 of shape (...). A hand without a legal board has 255
        for each card, and the value nan.

    Raises
    ------
    CardError
        If a hand is invalid; see `best_royalties_many`.
    ArrayError
        If `hands` has a wrong dtype or shape, or a table, `out` or `threads` is invalid.

    Examples
    --------
    >>> import numpy as np
    >>> best = best_values_many(["As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c"], back=np.arange(7917))
    >>> best.values.tolist()
    [7658.0]
    """
    objective = objective_of_values(compiled_or_plain(rules), front, middle, back, many=True)
    return ValuedBoards(*best_of_array(hands, objective, out, threads, want_values=True))
