"""Arranging: setting a hand of 13 cards into a board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cpoker_fast._arranging import Splits, best_rows, count
from cpoker_fast.boards import Board, Cards
from cpoker_fast.rulebook import Rules, compiled
from cpoker_fast.variants import as_rules

if TYPE_CHECKING:
    from cpoker_fast._settling import CompiledRules

__all__ = ["arrangements", "best_royalties", "count_arrangements"]

_PLAIN = Rules(name="plain", note="The order of rows without any points.")


def _compiled(rules: Rules | str | None) -> CompiledRules:
    return compiled(_PLAIN if rules is None else as_rules(rules))


def count_arrangements(hand: Cards, rules: Rules | str | None = None, *, legal: bool = True) -> int:
    """How many ways there are to set a hand.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 different cards.
    rules : Rules or str, optional
        For the rank of A-2-3-4-5, the lowball middle and its qualifier; without them, A-2-3-4-5 is the lowest straight.
    legal : bool
        Count legal boards only; otherwise fouls too, which makes 72,072 for any hand.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 cards.

    Examples
    --------
    >>> count_arrangements("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h")
    21062
    """
    return count(hand, _compiled(rules), legal)


def arrangements(hand: Cards, rules: Rules | str | None = None, *, legal: bool = True) -> Iterator[Board]:
    """The ways to set a hand, one after the other: the strongest back first, and with each the strongest middle.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 different cards.
    rules : Rules or str, optional
        As for `count_arrangements`.
    legal : bool
        Legal boards only; otherwise fouls too.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 cards; at the call, not at the first board.

    Examples
    --------
    >>> str(next(arrangements("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h")))
    '3h 3d 2c / 8h 8d 7h 5h 5c / As Ks Qs Js 9s'
    """
    return (Board.of_rows(*rows) for rows in Splits(hand, _compiled(rules), legal))


def best_royalties(hand: Cards, rules: Rules | str) -> Board:
    """The legal board of most royalty points; among equals the one with the stronger back, then middle, then front.

    The deuce of spades counts for the royalties of its own row, where the rules have that.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 different cards.
    rules : Rules or str
        Or the name of a preset.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 cards.
    BoardError
        If no board is legal, which only rules with a `lowball_qualifier` can bring about.
    RulesError
        If there are no such rules.

    Examples
    --------
    >>> str(best_royalties("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h", "pagat"))
    '3h 3d 2c / 8h 8d 7h 5h 5c / As Ks Qs Js 9s'
    """
    return Board.of_rows(*best_rows(hand, _compiled(rules)))
