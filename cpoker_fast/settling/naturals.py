"""Patterns that hands of 13 cards make, and boards that show them (tests/rules_and_tests.md: Naturals)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from cpoker_fast._arguments import items_of
from cpoker_fast._core import share_globals
from cpoker_fast._rules import PatternSet
from cpoker_fast._settling import MOST_PATTERNS, patterns_of, patterns_of_array, rows_of_natural
from cpoker_fast.boards import Board, Cards
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import RulesError
from cpoker_fast.patterns import Pattern
from cpoker_fast.rulebook import Conditions, Natural
from cpoker_fast.rulebook.conditions import for_core
from cpoker_fast.settling.declarations import naturals_in

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["count_hands", "natural_board", "naturals", "naturals_many"]

_ALL = {str(pattern): Natural(name=pattern) for pattern in Pattern}
_AnyNatural = Natural | Pattern | str


def _known(value: object) -> Natural:
    """Return a natural, also of the name of a pattern; RulesError for other values."""
    if isinstance(value, Natural):
        return value
    if isinstance(value, str) and value in _ALL:
        return _ALL[value]
    raise RulesError(f"unknown pattern {quote(value)}: {did_you_mean(value, _ALL, quoted=True)}, or a Natural")


def _items(patterns: Iterable[_AnyNatural] | None) -> tuple[Natural, ...]:
    if patterns is None:
        return tuple(_ALL.values())
    items = [patterns] if isinstance(patterns, str | Natural) else items_of(patterns)
    if items is None:
        raise RulesError(f"expected an iterable of patterns, got {quote(patterns)}")
    if len(items) > MOST_PATTERNS:
        raise RulesError(f"expected at most {MOST_PATTERNS} patterns, got {len(items)}")
    return tuple(map(_known, items))


@lru_cache(maxsize=64)  # a set takes a few thousand bytes
def _set_of(naturals: tuple[Natural, ...]) -> PatternSet:
    return PatternSet({index: for_core(natural.conditions) for index, natural in enumerate(naturals)})


def naturals(hand: Cards, patterns: Iterable[_AnyNatural] | None = None) -> tuple[str, ...]:
    """Return the names of those patterns that a hand makes.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 different cards.
    patterns : iterable of Natural, Pattern or str, optional
        Naturals, such as ``rules.naturals``, or patterns that this package knows, 32 at most. By default, all members of
        `Pattern` are used.

    Returns
    -------
    tuple of Pattern or str
        Names of the patterns that the hand makes, in the order of `patterns`.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 cards.
    RulesError
        If a pattern is unknown, or there are more than 32.

    Examples
    --------
    >>> [str(name) for name in naturals("2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As")]
    ['three straights', 'dragon']
    >>> house = Natural(name="two trips and three pairs", counts=[[3, 3, 2, 2, 2, 1]])
    >>> naturals("2s 2h 2d 5c 5s 5h 8d 8c Ts Th Qd Qc As", [house])
    ('two trips and three pairs',)
    """
    items = _items(patterns)
    return naturals_in(patterns_of(_set_of(items), hand), items)


def naturals_many(
    hands: object,
    patterns: Iterable[_AnyNatural] | None = None,
    *,
    out: NDArray[np.uint32] | None = None,
    threads: int = 1,
) -> NDArray[np.uint32]:
    """Return the patterns that many hands make, as bit masks.

    Parameters
    ----------
    hands : array of uint8, shape (..., 13), or of uint64, any shape
        Hands, as ints along the last axis or as masks (see `CardSet.mask`). Any buffer works, and so does a list of texts,
        as for `strengths`.
    patterns : iterable of Natural, Pattern or str, optional
        As for `naturals`. Fewer patterns take less time.
    out : array of uint32, optional
        C-contiguous array for the result, in the shape of the hands.
    threads : int
        Number of threads, or 0 for one thread for each CPU of this process. The GIL is released.

    Returns
    -------
    array of uint32
        Mask of each hand. Bit k is set if the hand makes ``patterns[k]``, by default ``tuple(Pattern)[k]``. The mask of a
        hand that makes no pattern is 0. After an error, the contents of `out` are undefined.

    Raises
    ------
    CardError
        If a hand has an invalid or duplicate card, or a mask does not have 13 cards. The attribute `index` of the error is
        the index of the first such hand.
    RulesError
        If a pattern is unknown, or there are more than 32.
    ArrayError
        If the dtype, the shape, `out` or `threads` is invalid.

    Examples
    --------
    >>> hands = ["2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As", "2s 2h 4d 4s 6s 6h 8d 8c Ts Th Qd Qc As"]
    >>> naturals_many(hands, ["six pairs", "dragon"]).tolist()     # bit 1: a dragon; bit 0: six pairs
    [2, 1]
    >>> (naturals_many(hands, ["dragon"]) > 0).tolist()
    [True, False]
    """
    result: NDArray[np.uint32] = patterns_of_array(_set_of(_items(patterns)), hands, out, threads)
    return result


def count_hands(pattern: Natural | Pattern | Conditions | str) -> int:
    """Return the number of hands that make a pattern, out of the 635,013,559,600 hands of 13 cards.

    Parameters
    ----------
    pattern : Natural, Pattern, Conditions or str
        A natural of rules, a pattern that this package knows or its name, or conditions of your own.

    Raises
    ------
    RulesError
        If the pattern is unknown.

    Examples
    --------
    >>> count_hands("dragon"), 4**13
    (67108864, 67108864)
    >>> count_hands(Conditions(counts=((3, 3, 2, 2, 2, 1),)))     # two trips and three pairs
    1423319040
    """
    from cpoker_fast.settling.natural_counts import number_of_hands  # no other call needs it

    if isinstance(pattern, Conditions) and not isinstance(pattern, Natural):
        return number_of_hands(pattern)
    return number_of_hands(_known(pattern).conditions)


def natural_board(hand: Cards, pattern: _AnyNatural, *, wheel: str = "lowest") -> Board | None:
    """Return the board that shows three straights, three flushes or three straight flushes; None if there is none.

    If several boards show the pattern, the one with the strongest back is returned. Ties are broken by the middle, then by
    the front. The board may be a foul under rules with a lowball middle, or if equal rows are a foul.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 different cards.
    pattern : Natural, Pattern or str
        One of the three patterns above, or a natural with a condition for `rows`. Other patterns do not depend on how the
        hand is set.
    wheel : {'lowest', 'second'}
        Rank of A-2-3-4-5, and of A-2-3 in front.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 cards.
    RulesError
        If the pattern does not depend on the rows.

    Examples
    --------
    >>> str(natural_board("2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As", "three straights"))
    '4d 3h 2s / 9c 8d 7h 6s 5c / As Kc Qd Jh Ts'
    """
    shown = _known(pattern)
    if shown.conditions.rows is None:
        allowed = ", ".join(repr(name) for name, other in _ALL.items() if other.conditions.rows is not None)
        raise RulesError(f"{quote(pattern)} is not shown by rows: expected one of {allowed}")
    rows = rows_of_natural(_set_of((shown,)), hand, wheel)
    return None if rows is None else Board.of_rows(*rows)


share_globals(globals())
