"""What a row can become with the cards that a player holds and may still draw."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from cpoker_fast._openface import outs as count_outs
from cpoker_fast.boards import ROW_SIZES, ROWS
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import AnalysisError, PlacementError
from cpoker_fast.openface.game.position import Position, check_position
from cpoker_fast.ranking import Category
from cpoker_fast.rulebook import LowballQualifier

__all__ = ["Low", "Outs", "outs"]


_MOST_DRAWS = 17  # of every preset, and of any Fantasyland


class Low(IntEnum):
    """Kinds of 2-7 rows, weakest first: by the highest card of rows without pair, straight and flush."""

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
        """The kind in words: ``'ten low'``, ``'7-5-4-3-2'`` for the best."""
        return "7-5-4-3-2" if self is Low.SEVEN_FIVE_LOW else self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True)
class Outs:
    """What a row can become: the result of `outs`. All tuples are indexed by kind: ``counts[Category.FLUSH]``.

    Parameters
    ----------
    row : str
        ``'front'``, ``'middle'`` or ``'back'``.
    kinds : type
        What the row is told by: `Category`, or `Low` for a lowball middle.
    counts : tuple of int
        The number of sets of drawn cards with which the best row is of each kind.
    cards : tuple of CardSet
        The outs in the narrow sense: the unseen cards that, as the next card of the row, make it better than it is, by the
        category that it then shows. Straights and flushes are shown by five cards, not by four. For a lowball middle, the
        last cards that complete a low, by its kind; none while more than one card is missing.
    needed : LowballQualifier or None
        The highest card of a lowball middle that is not a foul.
    """

    row: str
    kinds: type[Category] | type[Low]
    counts: tuple[int, ...]
    cards: tuple[CardSet, ...]
    needed: LowballQualifier | None = None

    @property
    def draws(self) -> int:
        """The number of equally likely sets of drawn cards: the sum of `counts`."""
        return sum(self.counts)

    @property
    def chances(self) -> tuple[float, ...]:
        """The chance of each kind."""
        return tuple(count / self.draws for count in self.counts)

    def at_least(self, kind: Category | Low) -> float:
        """The chance of a row of this kind or a better one; AnalysisError if the row is told by other kinds."""
        if not isinstance(kind, self.kinds):
            raise AnalysisError(f"kind: expected a {self.kinds.__name__} for this {self.row}, got {quote(kind)}")
        return sum(self.counts[kind:]) / self.draws

    @property
    def qualifies(self) -> float:
        """The chance that the row alone does not make the board a foul: 1 unless a lowball middle must qualify."""
        if self.needed is None:
            return 1.0
        return self.at_least(Low(Low.SEVEN_LOW - list(LowballQualifier).index(self.needed)))

    def __str__(self) -> str:
        kinds: list[Category | Low] = [*self.kinds]
        told = [f"{kind.label} {chance:.2%}" for kind, chance in zip(kinds, self.chances, strict=True) if chance]
        return f"{self.row}: {', '.join(reversed(told))}"


def outs(position: Position, row: str) -> Outs:
    """The chances of what a row of the player's board can become, by exact counting.

    Every set of cards that he may still draw, `Position.to_draw` of `Position.unseen`, is equally likely. With each of them,
    the row is completed as well as it can be: with any cards of the hand and of those drawn. So these are the chances of a
    player who plays for this row alone and throws away what it does not need. Who also needs cards for other rows has lower
    ones; that only some cards of each street may be kept is not considered either.

    Parameters
    ----------
    position : Position
        Of a player with any number of cards to come; those in hand, or dealt face up to the player, are certain.
    row : {'front', 'middle', 'back'}
        A row with any number of cards.

    Returns
    -------
    Outs
        By `Category`; a lowball middle is completed to the best 2-7 row, and told by `Low`.

    Raises
    ------
    PlacementError
        If this is not a position, the row is unknown, the player will draw more than 17 cards, or there are fewer unseen
        cards.

    Examples
    --------
    >>> from cpoker_fast import Category
    >>> from cpoker_fast.openface import Position, outs
    >>> p = Position.parse("rules pineapple; seat 0; button 0; street 4; board Kh Kd 2c / 7c 7d 2h 3c / As Ts 9s 4s;"
    ...     " board Qh 4c / 8c 3d 8s 8h / Th Td 6s 6c 6h; discards 2s 3s 4d")
    >>> found = outs(p, "back")
    >>> found.counts[Category.FLUSH], found.draws, str(found.cards[Category.FLUSH])
    (1385, 2925, 'Ks Qs Js 7s 5s')
    >>> print(found)
    back: flush 47.35%, pair 40.21%, high card 12.44%
    """
    check_position(position)
    if not isinstance(row, str) or row not in ROWS:
        raise PlacementError(f"bad row {quote(row)}: {did_you_mean(row, ROWS)}")
    rules, place, unseen = position.rules, ROWS.index(row), position.unseen
    if position.to_draw > _MOST_DRAWS:
        raise PlacementError(f"the player will draw {position.to_draw} cards: expected at most {_MOST_DRAWS}")
    if position.to_draw > len(unseen):
        raise PlacementError(f"the player will draw {position.to_draw} cards, but only {len(unseen)} are unseen")
    is_low = rules.lowball_middle and row == "middle"
    counts, cards = count_outs(
        position.own.rows[place], ROW_SIZES[place], position.unplaced, unseen, position.to_draw, is_low
    )
    return Outs(row, Low if is_low else Category, counts, cards, rules.lowball_qualifier if is_low else None)
