"""Options of rules, as enums, and the naturals that rules pay."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, ClassVar

from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import RulesError
from cpoker_fast.patterns import Pattern
from cpoker_fast.rulebook.conditions import Conditions, NameOfNatural, conditions_of_pattern
from cpoker_fast.rulebook.declaring import Int, declare, path_of

__all__ = [
    "MOST_NATURALS", "DeadRows", "EqualRows", "LowballQualifier", "Natural", "NaturalMode", "NaturalTies", "OverallPoint",
    "Pairings", "PoolTies", "RowTies", "SuitOrder", "Wheel",
]  # fmt: skip


class Wheel(StrEnum):
    """Rank of A-2-3-4-5 among the straights and straight flushes."""

    LOWEST = "lowest"
    """The lowest straight."""
    SECOND = "second"
    """The second highest straight, below A-K-Q-J-T."""


class Pairings(StrEnum):
    """Players who play against each other."""

    ALL = "all against all"
    """Each player plays against every other player."""
    BANKER = "banker"
    """Each player plays only against the banker: the player with the button."""
    SINGLE_WINNER = "single winner"
    """A player who beats every other player on at least two rows is paid by all. Without such a player, nobody is paid."""
    POOL = "pool"
    """Each hand puts three times `row_points` into the pool. The best front, the best middle and the best back each win a
    third of the pool."""


class PoolTies(StrEnum):
    """Payment of a row of the pool that two or more players tie."""

    SPLIT = "split"
    """Split into whole points. Remaining points go to the tied players one by one, clockwise from the button's left."""
    CARRY = "carry over"
    """Carried over to the same row of the next deal."""


class LowballQualifier(StrEnum):
    """Highest card of a lowball middle that qualifies: ``'T'`` requires a ten-low or better."""

    SEVEN = "7"
    """A seven-low or better."""
    EIGHT = "8"
    """An eight-low or better."""
    NINE = "9"
    """A nine-low or better."""
    TEN = "T"
    """A ten-low or better."""
    JACK = "J"
    """A jack-low or better."""
    QUEEN = "Q"
    """A queen-low or better."""
    KING = "K"
    """A king-low or better."""
    ACE = "A"
    """An ace-low or better: any row without a pair, a straight or a flush."""


class RowTies(StrEnum):
    """Winner of a tied row."""

    PUSH = "nobody"
    """A tied row pays nothing."""
    HOUSE = "house"
    """The banker wins tied rows."""
    BUTTON = "button"
    """The player with the button wins tied rows."""
    SUITS = "suits"
    """The higher suit wins a tied row. In rows without a pair, the suit of the highest card counts. In rows with a pair, the
    higher suit of the highest pair counts."""

    @property
    def favours_button(self) -> bool:
        """Whether the player with the button wins tied rows."""
        return self in (RowTies.HOUSE, RowTies.BUTTON)


class SuitOrder(StrEnum):
    """Order of suits, the lowest first."""

    DIAMONDS_LOWEST = "diamonds, clubs, hearts, spades"
    """As in Big Two in Hong Kong and Indonesia."""
    CLUBS_LOWEST = "clubs, diamonds, hearts, spades"
    """As in bridge."""


class EqualRows(StrEnum):
    """Whether a middle and a back of equal strength are legal."""

    LEGAL = "legal"
    """A legal board has back >= middle >= front."""
    FOUL = "foul"
    """A legal board has back > middle >= front."""


class DeadRows(StrEnum):
    """Dead rows of a fouled board."""

    ALL = "all"
    """All three rows."""
    OUT_OF_ORDER = "out of order"
    """Front and middle if they are out of order, and middle and back if they are out of order. With a lowball middle, front
    and back can be out of order, and a middle that does not qualify is dead, too. A dead row has no royalty, and loses to
    any row that is not dead. Two dead rows tie (`row_ties`), but suits never decide between them. The other rows are
    compared as usual."""


class OverallPoint(StrEnum):
    """Results that decide the net winner of a pairing, who gets the overall point."""

    ROWS = "rows"
    """The player who wins more rows of the pairing."""
    EXTRAS = "rows and extras"
    """The player who wins more points of the pairing, by rows, scoops and royalties."""


class NaturalMode(StrEnum):
    """Payment of a natural."""

    DIFFERENCE = "difference"
    """The difference between the values of the two players' naturals."""
    FULL = "winner takes full"
    """The full value of the higher natural; the lower one is ignored."""
    SCOOP = "automatic scoop"
    """As much as a scoop; two naturals push."""


class NaturalTies(StrEnum):
    """Payment of two naturals of the same name or level (mode `NaturalMode.FULL`)."""

    PUSH = "push"
    """Neither is paid."""
    COMPARE = "compare"
    """Six pairs compare the highest pair, then the next pair, and so on. Three straights and three flushes compare the back,
    then the middle, then the front. In three straights, straight flushes count as straights."""
    FIRST = "first to act"
    """If two naturals have the same level, the player who acts first wins: the player nearer to the button's left."""


MOST_NATURALS = 32
"""Largest number of naturals that rules may have."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Natural(Conditions):
    """A natural that the rules pay: a pattern that this package knows, or conditions with a name.

    The parameters of `Conditions` are also parameters here.

    Parameters
    ----------
    name : Pattern or str
        Name by which players declare the natural: the name of a pattern, or your own name for a natural with conditions.
    points : int
        Value of the natural. It is ignored where naturals are automatic scoops.
    level : int, optional
        Level of the natural. By default, it is the index in the list of naturals. The higher level wins. Equal levels push,
        unless `natural_ties` says otherwise. Levels are ignored if `natural_mode` is ``'difference'``.

    Examples
    --------
    >>> rules("pagat").naturals[0]
    Natural(name=<Pattern.SIX_PAIRS: 'six pairs'>, points=3)
    >>> natural = Natural(name="two trips and three pairs", counts=[[3, 3, 2, 2, 2, 1]], points=7)
    >>> natural.conditions
    Conditions(counts=((3, 3, 2, 2, 2, 1),))
    """

    PATH: ClassVar[str] = "natural"

    name: str = field(metadata={"kind": NameOfNatural()})
    points: int = declare(Int(0, 10_000), 0)
    level: int | None = declare(Int(0, 1000, unset=False), None)

    @property
    def conditions(self) -> Conditions:
        """Conditions under which 13 cards make the natural."""
        if isinstance(self.name, Pattern):
            return conditions_of_pattern(self.name)
        return Conditions(**{key: getattr(self, key) for key in Conditions.kinds()})

    def _check(self) -> None:
        Conditions._check(self)  # noqa: SLF001
        changed = [item.name for item in fields(Conditions) if getattr(self, item.name) != item.default]
        if isinstance(self.name, Pattern):
            if changed:
                problem = f"{str(self.name)!r} has conditions of its own: expected another name, or none"
                raise RulesError(problem, path=path_of(self.PATH, changed[0]))
        elif not changed:
            allowed = did_you_mean(self.name, map(str, Pattern), quoted=True)
            raise RulesError(
                f"{allowed}, or conditions, such as counts; got {quote(self.name)}", path=path_of(self.PATH, "name")
            )

    @classmethod
    def _constraints(cls) -> dict[str, Any]:
        """Return the constraints of the JSON Schema: the name of a pattern, or at least one condition."""
        names = {"description": "Name of a pattern.", "enum": [str(pattern) for pattern in Pattern]}
        named = {"properties": {"name": names}}
        return {"anyOf": [named, *({"required": [key]} for key in Conditions.kinds())]}
