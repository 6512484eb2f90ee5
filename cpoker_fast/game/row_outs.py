"""Outs: exact probabilities of the kinds that a row can become."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from cpoker_fast._openface import outs as count_outs
from cpoker_fast.boards import ROW_SIZES, ROWS
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import AnalysisError, PlacementError
from cpoker_fast.game.position import Position, check_position
from cpoker_fast.ranking import Category
from cpoker_fast.rulebook import LowballQualifier
from cpoker_fast.system.exports import Tabular

__all__ = ["Low", "Outs", "outs"]


_MOST_DRAWS = 17  # the most cards of a Fantasyland, and enough for every preset


class Low(IntEnum):
    """Kinds of 2-7 rows, weakest first. A low has no pair, straight or flush, and is named by its highest card."""

    NO_LOW = 0
    ACE_LOW = 1
    KING_LOW = 2
    QUEEN_LOW = 3
    JACK_LOW = 4
    TEN_LOW = 5
    NINE_LOW = 6
    EIGHT_LOW = 7
    SEVEN_LOW = 8
    SEVEN_FIVE_LOW = 9

    @property
    def label(self) -> str:
        """Kind in words, such as ``'ten low'``; ``'7-5-4-3-2'`` for the best kind."""
        return "7-5-4-3-2" if self is Low.SEVEN_FIVE_LOW else self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True)
class Outs(Tabular):
    """Kinds that a row can become: the result of `outs`. Tuples are indexed by kind: ``counts[Category.FLUSH]``.

    Files and data frames (``outs.to_frame()``) have a row for each kind, weakest first.

    Parameters
    ----------
    row : str
        ``'front'``, ``'middle'`` or ``'back'``.
    kinds : type
        Kinds of the row: `Category`, or `Low` for a lowball middle.
    counts : tuple of int
        For each kind, the number of sets of drawn cards with which the row can become this kind, but no stronger one.
    cards : tuple of CardSet
        Single cards that improve the row. For each kind, these are the unseen cards that improve the row to this kind, each
        without other new cards. Straights and flushes require five cards. For a lowball middle that lacks one card, they are
        the cards that complete each kind of low.
    needed : LowballQualifier or None
        Highest card with which a lowball middle qualifies. It is None for other rows, and if the rules have no such limit.

    Examples
    --------
    >>> result = outs(Deal("pineapple", 2, seed=1).position(), "back")
    >>> round(result.at_least(Category.FLUSH), 3)
    1.0
    >>> print(result.to_csv().splitlines()[0])
    kind,count,chance,cards
    """

    row: str
    kinds: type[Category] | type[Low]
    counts: tuple[int, ...]
    cards: tuple[CardSet, ...]
    needed: LowballQualifier | None = None

    @property
    def draws(self) -> int:
        """Number of equally likely sets of drawn cards: the sum of `counts`."""
        return sum(self.counts)

    @property
    def chances(self) -> tuple[float, ...]:
        """Probability of each kind."""
        return tuple(count / self.draws for count in self.counts)

    def at_least(self, kind: Category | Low) -> float:
        """Return the probability of a kind or a better one; raise AnalysisError unless `kind` is one of `kinds`."""
        if not isinstance(kind, self.kinds):
            raise AnalysisError.about("kind", f"expected a {self.kinds.__name__} for this {self.row}, got {quote(kind)}")
        return sum(self.counts[kind:]) / self.draws

    @property
    def qualifies(self) -> float:
        """Probability that a lowball middle qualifies; 1 if `needed` is None."""
        if self.needed is None:
            return 1.0
        return self.at_least(Low(Low.SEVEN_LOW - list(LowballQualifier).index(self.needed)))

    def _rows(self) -> list[dict[str, Any]]:
        kinds: list[Category | Low] = [*self.kinds]
        return [
            {"kind": kind.label, "count": count, "chance": chance, "cards": str(cards)}
            for kind, count, chance, cards in zip(kinds, self.counts, self.chances, self.cards, strict=True)
        ]

    def __repr__(self) -> str:
        return fitted(f"<Outs of the {self}>")

    def __str__(self) -> str:
        kinds: list[Category | Low] = [*self.kinds]
        parts = [f"{kind.label} {chance:.2%}" for kind, chance in zip(kinds, self.chances, strict=True) if chance]
        return f"{self.row}: {', '.join(reversed(parts))}"


def outs(position: Position, row: str) -> Outs:
    """Count the draws with which a row of the board can become each kind of row, but no stronger one.

    Every set of `Position.to_draw` cards from `Position.unseen` is equally likely. For each set, the row is completed as
    well as possible with cards from the hand and the set, even if the rules do not allow this. So the probabilities hold for
    a player who plays only for this row and knows which cards will come. In play, strong rows are rarer.

    Parameters
    ----------
    position : Position
        Position on any street. The row can use all cards in hand, and cards that were dealt face up to the player.
    row : {'front', 'middle', 'back'}
        Name of the row, which may be empty, partial or complete.

    Returns
    -------
    Outs
        Counts by `Category`, or by `Low` for a lowball middle.

    Raises
    ------
    PlacementError
        If `position` is not a Position, `row` is not a row, or the player will draw more than 17 cards.

    Examples
    --------
    >>> from cpoker_fast.ranking import Category
    >>> from cpoker_fast.game import Position
    >>> from cpoker_fast.game import outs
    >>> p = Position.parse("rules pineapple; seat 1; button 1; street 5; board Kh Kd 2c / 7c 7d 2h 3c / As Ts 9s 4s;"
    ...     " board Qh 4c / 8c 3d 8s 8h / Th Td 6s 6c 6h; discards 2s 3s 4d")
    >>> back = outs(p, "back")
    >>> back.counts[Category.FLUSH], back.draws, str(back.cards[Category.FLUSH])
    (1385, 2925, 'Ks Qs Js 7s 5s')
    >>> print(back)
    back: flush 47.35%, pair 40.21%, high card 12.44%
    """
    check_position(position)
    if not isinstance(row, str) or row not in ROWS:
        raise PlacementError(f"bad row {quote(row)}: {did_you_mean(row, ROWS)}")
    rules, row_index, unseen = position.rules, ROWS.index(row), position.unseen
    if position.to_draw > _MOST_DRAWS:
        raise PlacementError(f"the player will draw {position.to_draw} cards: expected at most {_MOST_DRAWS}")
    is_low = rules.lowball_middle and row == "middle"
    counts, cards = count_outs(
        position.own.rows[row_index], ROW_SIZES[row_index], position.unplaced, unseen, position.to_draw, is_low
    )
    return Outs(row, Low if is_low else Category, counts, cards, rules.lowball_qualifier if is_low else None)
