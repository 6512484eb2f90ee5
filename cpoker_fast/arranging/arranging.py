"""Arranging: setting a hand of 13 to 17 cards into a board. What a board does not need is discarded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cpoker_fast._arranging import (
    Splits,
    best_board,
    best_of_array,
    count,
    count_of_array,
    objective_of_values,
    undominated_boards,
    undominated_of_array,
)
from cpoker_fast.arranging.objectives import most_royalties
from cpoker_fast.boards import Board, Cards
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook import Rules, as_rules, compiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from cpoker_fast._settling import CompiledRules

__all__ = [
    "BoardsOfHands",
    "ValuedBoard",
    "ValuedBoards",
    "arrangements",
    "best_royalties",
    "best_royalties_many",
    "best_values",
    "best_values_many",
    "count_arrangements",
    "count_arrangements_many",
    "undominated",
    "undominated_many",
]

_PLAIN = Rules(name="plain", note="The order of rows without any points.")


def _compiled(rules: Rules | str | None) -> CompiledRules:
    return compiled(_PLAIN if rules is None else as_rules(rules))


# ---- all boards ----


def count_arrangements(hand: Cards, rules: Rules | str | None = None, *, legal: bool = True) -> int:
    """How many ways there are to set a hand.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 to 17 different cards.
    rules : Rules or str, optional
        For the rank of A-2-3-4-5, the lowball middle and its qualifier; without them, A-2-3-4-5 is the lowest straight.
    legal : bool
        Count legal boards only; otherwise fouls too, which makes 72,072 for any 13 cards.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 to 17 cards.

    Examples
    --------
    >>> count_arrangements("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h")
    21062
    """
    return count(hand, _compiled(rules), legal)


def count_arrangements_many(
    hands: object, rules: Rules | str | None = None, *, out: NDArray[np.int64] | None = None, threads: int = 1
) -> NDArray[np.int64]:
    """How many legal ways there are to set each of many hands.

    Parameters
    ----------
    hands : array of uint8, shape (..., 13 to 17), or of uint64
        Different cards on the last axis, or one mask a hand. Any buffer.
    rules : Rules or str, optional
        As for `count_arrangements`.
    out : array of int64, optional
        Of the shape of the result, C-contiguous; must not overlap with `hands`.
    threads : int
        How many threads to use; 0 for as many as this process has CPUs. The GIL is released.

    Returns
    -------
    array of int64
        One a hand. After an error, or Ctrl-C, the contents of `out` are undefined.

    Raises
    ------
    CardError
        If a hand holds a card over 51, a card twice, or a mask has not 13 to 17 cards; `index` tells the first such hand.
    ArrayError
        If dtype, shape, `out` or `threads` do not fit.
    """
    return count_of_array(hands, _compiled(rules), out, threads)


def arrangements(
    hand: Cards, rules: Rules | str | None = None, *, legal: bool = True, order: str = "strength"
) -> Iterator[Board]:
    """The ways to set a hand, one after the other, found as they are asked for.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 to 17 different cards.
    rules : Rules or str, optional
        As for `count_arrangements`, and for royalties.
    legal : bool
        Legal boards only; otherwise fouls too.
    order : {'strength', 'royalties'}
        The strongest back first, with each back the strongest middle, with each of these the strongest front; or most
        royalties first, and among equals so. A foul has no royalties. Of equal rows that with the lower suits comes first.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 to 17 cards; at the call, not at the first board.
    RulesError
        If the order is unknown, or by royalties without rules.

    Examples
    --------
    >>> hand = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
    >>> str(next(arrangements(hand)))
    '3h 3d 2c / 8h 8d 7h 5h 5c / As Ks Qs Js 9s'
    >>> str(next(arrangements(hand, "russian", order="royalties")))
    '8h 8d 2c / 7h 5h 5c 3h 3d / As Ks Qs Js 9s'
    """
    if not isinstance(order, str) or order not in ("strength", "royalties"):
        raise RulesError(f"expected 'strength' or 'royalties', got {order!r}", path="order")
    objective = None
    if order == "royalties":
        if rules is None:
            raise RulesError("expected rules for the order 'royalties'", path="rules")
        objective = most_royalties(as_rules(rules))
    return Splits(hand, _compiled(rules), legal, objective)


# ---- boards worth a thought ----


class BoardsOfHands(NamedTuple):
    """What `undominated_many` found."""

    boards: NDArray[np.uint8]
    """Shape (total, 13): front (3), middle (5) and back (5), each ascending; one hand after the other."""
    offsets: NDArray[np.int64]
    """Shape (n + 1,): those of hand i are ``boards[offsets[i]:offsets[i + 1]]``."""


def undominated(hand: Cards, rules: Rules | str | None = None) -> list[Board]:
    """The legal boards that no other legal board beats or ties in every row.

    Whatever the opponents hold, the best board for the rows is among them. Of boards whose rows are all equal there is one:
    that with the lower suits in the back, then in the middle, then in front. Strengths alone count, not royalties.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 to 17 different cards.
    rules : Rules or str, optional
        As for `count_arrangements`.

    Returns
    -------
    list of Board
        The strongest back first, then the strongest middle. Empty if no board is legal, which only a `lowball_qualifier` can
        bring about.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 to 17 cards.

    Examples
    --------
    >>> for board in undominated("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h")[:2]:
    ...     print(board)
    3h 3d 2c / 8h 8d 7h 5h 5c / As Ks Qs Js 9s
    7h 3h 3d / 8h 8d 5h 5c 2c / As Ks Qs Js 9s
    """
    return undominated_boards(hand, _compiled(rules))


def undominated_many(hands: object, rules: Rules | str | None = None, *, threads: int = 1) -> BoardsOfHands:
    """The undominated boards of many hands.

    Parameters
    ----------
    hands : array of uint8, shape (n, 13 to 17), or of uint64, shape (n,)
        Different cards on the last axis, or one mask a hand. Any buffer.
    rules : Rules or str, optional
        As for `count_arrangements`.
    threads : int
        How many threads to use; 0 for as many as this process has CPUs. The GIL is released.

    Returns
    -------
    BoardsOfHands
        In the order of `undominated`.

    Raises
    ------
    CardError
        If a hand is none, as for `count_arrangements_many`.
    ArrayError
        If dtype, shape or `threads` do not fit.
    """
    return BoardsOfHands(*undominated_of_array(hands, _compiled(rules), threads))


# ---- best boards ----


def best_royalties(hand: Cards, rules: Rules | str) -> Board:
    """The legal board of most royalty points.

    Among equals it is the one with the stronger back, then middle, then front, and then the one with the lower suits in the
    back, in the middle, in front. The deuce of spades counts for the royalties of its own row, where the rules have that.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 to 17 different cards.
    rules : Rules or str
        Or the name of a preset.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 to 17 cards.
    BoardError
        If no board is legal, which only rules with a `lowball_qualifier` can bring about.
    RulesError
        If there are no such rules.

    Examples
    --------
    >>> str(best_royalties("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h", "pagat"))
    '3h 3d 2c / 8h 8d 7h 5h 5c / As Ks Qs Js 9s'
    """
    board, _ = best_board(hand, most_royalties(as_rules(rules)))
    return board


def best_royalties_many(
    hands: object, rules: Rules | str, *, out: NDArray[np.uint8] | None = None, threads: int = 1
) -> NDArray[np.uint8]:
    """The legal board of most royalty points of each of many hands, chosen as by `best_royalties`.

    Parameters
    ----------
    hands : array of uint8, shape (..., 13 to 17), or of uint64
        Different cards on the last axis, or one mask a hand. Any buffer.
    rules : Rules or str
        Or the name of a preset.
    out : array of uint8, shape (..., 13), optional
        C-contiguous; must not overlap with `hands`.
    threads : int
        How many threads to use; 0 for as many as this process has CPUs. The GIL is released.

    Returns
    -------
    array of uint8, shape (..., 13)
        Front (3), middle (5) and back (5), each ascending, as `settle_many` takes them; 255 where no board is legal.
        After an error, or Ctrl-C, the contents of `out` are undefined.

    Raises
    ------
    CardError
        If a hand holds a card over 51, a card twice, or a mask has not 13 to 17 cards; `index` tells the first such hand.
    RulesError
        If there are no such rules.
    ArrayError
        If dtype, shape, `out` or `threads` do not fit.

    Examples
    --------
    >>> import numpy as np
    >>> best_royalties_many(np.arange(13, dtype=np.uint8)[None], "russian")
    array([[ 9, 10, 11,  0,  1,  2,  3,  8,  4,  5,  6,  7, 12]], dtype=uint8)
    """
    boards, _ = best_of_array(hands, most_royalties(as_rules(rules)), out, threads, want_values=False)
    return boards


class ValuedBoard(NamedTuple):
    """What `best_values` found."""

    board: Board
    value: float


class ValuedBoards(NamedTuple):
    """What `best_values_many` found."""

    boards: NDArray[np.uint8]
    """Shape (..., 13): front (3), middle (5) and back (5), each ascending; 255 where no board is legal."""
    values: NDArray[np.float64]
    """What each board is worth; nan where none is legal."""


def best_values(
    hand: Cards,
    *,
    front: ArrayLike | None = None,
    middle: ArrayLike | None = None,
    back: ArrayLike | None = None,
    rules: Rules | str | None = None,
) -> ValuedBoard:
    """The legal board of highest value, by your own tables of what a row is worth.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 to 17 different cards.
    front, middle, back : array of real numbers, shape (7917,), optional
        What a row of each strength is worth, from -1e12 to 1e12; without one, nothing. A lowball middle has 7,462 strengths.
        The value of a board is ``(back + middle) + front`` in double precision.
    rules : Rules or str, optional
        As for `count_arrangements`: what is legal.

    Returns
    -------
    ValuedBoard
        Among equals chosen as by `best_royalties`.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 to 17 cards.
    BoardError
        If no board is legal.
    ArrayError
        If a table does not fit.

    Notes
    -----
    A call makes the tables ready, which takes longer than searching one hand: `best_values_many` does it once for all hands.

    Examples
    --------
    >>> import numpy as np
    >>> strengths = np.arange(7917)
    >>> found = best_values("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h", front=4 * strengths, back=strengths)
    >>> str(found.board), found.value
    ('8h 8d 7h / 5h 5c 3h 3d 2c / As Ks Qs Js 9s', 19474.0)
    """
    objective = objective_of_values(_compiled(rules), front, middle, back, many=False)
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
    """The legal board of highest value of each of many hands, by your own tables.

    Parameters
    ----------
    hands : array of uint8, shape (..., 13 to 17), or of uint64
        Different cards on the last axis, or one mask a hand. Any buffer.
    front, middle, back : array of real numbers, shape (7917,), optional
        As for `best_values`.
    rules : Rules or str, optional
        As for `count_arrangements`: what is legal.
    out : array of uint8, shape (..., 13), optional
        For the boards; C-contiguous; must not overlap with `hands`.
    threads : int
        How many threads to use; 0 for as many as this process has CPUs. The GIL is released.

    Raises
    ------
    CardError
        If a hand is none, as for `best_royalties_many`.
    ArrayError
        If dtype, shape, a table, `out` or `threads` do not fit.
    """
    objective = objective_of_values(_compiled(rules), front, middle, back, many=True)
    return ValuedBoards(*best_of_array(hands, objective, out, threads, want_values=True))
