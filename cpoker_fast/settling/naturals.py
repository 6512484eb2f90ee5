"""Patterns that hands of 13 cards make, and boards that show them (docs/rules/rules_and_tests.md: Naturals)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cpoker_fast._arguments import items_of
from cpoker_fast._core import share_globals
from cpoker_fast._rules import PatternSet
from cpoker_fast._settling import patterns_of, patterns_of_array, rows_of_natural
from cpoker_fast.boards import Board, Cards
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import RulesError
from cpoker_fast.patterns import Conditions, Pattern, for_core, pattern_of, patterns_in

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["count_hands", "natural_board", "naturals", "naturals_many"]

_ALL = sum(pattern.bit for pattern in Pattern)
_SHOWN_BY_ROWS = tuple(pattern for pattern in Pattern if pattern.conditions.rows)
_PATTERNS = PatternSet({pattern.place: for_core(pattern.conditions) for pattern in Pattern})


def _bits(patterns: Iterable[Pattern | str] | None) -> int:
    if patterns is None:
        return _ALL
    if isinstance(patterns, str):
        patterns = (patterns,)
    items = items_of(patterns)
    if items is None:
        raise RulesError(f"expected an iterable of patterns, got {quote(patterns)}")
    return sum({pattern_of(item).bit for item in items})


def naturals(hand: Cards, patterns: Iterable[Pattern | str] | None = None) -> tuple[Pattern, ...]:
    """Return the patterns that a hand makes, in the order of `Pattern`.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 different cards.
    patterns : iterable of Pattern, optional
        Patterns to look for; all by default. The patterns of `rules` are ``[n.pattern for n in rules.naturals]``.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 cards.
    RulesError
        If a pattern does not exist.

    Examples
    --------
    >>> [str(pattern) for pattern in naturals("2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As")]
    ['three straights', 'dragon']
    """
    return patterns_in(patterns_of(_PATTERNS, hand, _bits(patterns)))


def naturals_many(
    hands: object,
    patterns: Iterable[Pattern | str] | None = None,
    *,
    out: NDArray[np.uint32] | None = None,
    threads: int = 1,
) -> NDArray[np.uint32]:
    """Return the patterns that many hands make, as bit masks.

    Parameters
    ----------
    hands : array of uint8, shape (..., 13), or of uint64, any shape
        Cards as ints, or hands as masks (see `CardSet.mask`), in any buffer; or a list of texts, as for `strengths`.
    patterns : iterable of Pattern, optional
        Patterns to look for, all by default; fewer take less time.
    out : array of uint32, optional
        C-contiguous array for the result, in the shape of the hands.
    threads : int
        Number of threads; 0 for as many as this process has CPUs. The GIL is released.

    Returns
    -------
    array of uint32
        ``result & pattern.bit`` is nonzero where a hand makes the pattern. After an error, `out` has undefined values.

    Raises
    ------
    CardError
        If a hand has an invalid or duplicate card, or a mask does not have 13 cards; `index` is the first such hand.
    RulesError
        If a pattern does not exist.
    ArrayError
        If the dtype, the shape, `out` or `threads` is invalid.

    Examples
    --------
    >>> bits = naturals_many(["2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As"])
    >>> (bits & Pattern.DRAGON.bit > 0).tolist(), (bits & Pattern.SIX_PAIRS.bit > 0).tolist()
    ([True], [False])
    """
    result: NDArray[np.uint32] = patterns_of_array(_PATTERNS, hands, _bits(patterns), out, threads)
    return result


def count_hands(pattern: Pattern | Conditions | str) -> int:
    """Return the number of hands that make a pattern, out of the 635,013,559,600 hands of 13 cards.

    Parameters
    ----------
    pattern : Pattern, Conditions or str
        A pattern or its name, or conditions of your own.

    Raises
    ------
    RulesError
        If the pattern does not exist.

    Examples
    --------
    >>> count_hands("dragon"), 4**13
    (67108864, 67108864)
    >>> count_hands(Conditions(counts=((3, 3, 2, 2, 2, 1),)))     # two trips and three pairs
    1423319040
    """
    from cpoker_fast.settling.natural_counts import number_of_hands  # no other call needs it

    return number_of_hands(pattern if isinstance(pattern, Conditions) else pattern_of(pattern).conditions)


def natural_board(hand: Cards, pattern: Pattern | str, *, wheel: str = "lowest") -> Board | None:
    """Return the board that shows three straights, three flushes or three straight flushes; None if the hand makes none.

    Of several, return the one with the strongest back, then middle, then front. Without a lowball middle, it is no foul.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 different cards.
    pattern : Pattern or str
        One of the three patterns above; other patterns do not depend on how the hand is set.
    wheel : {'lowest', 'second'}
        Rank of A-2-3-4-5, and of A-2-3 in front.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 cards.
    RulesError
        If the pattern is none of the three.

    Examples
    --------
    >>> str(natural_board("2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As", "three straights"))
    '4d 3h 2s / 9c 8d 7h 6s 5c / As Kc Qd Jh Ts'
    """
    shown = pattern_of(pattern)
    if shown not in _SHOWN_BY_ROWS:
        allowed = ", ".join(repr(str(allowed_pattern)) for allowed_pattern in _SHOWN_BY_ROWS)
        raise RulesError(f"{str(shown)!r} is not shown by rows: expected one of {allowed}")
    rows = rows_of_natural(_PATTERNS, hand, shown.place, wheel)
    return None if rows is None else Board.of_rows(*rows)


share_globals(globals())
