"""The options of rules, as enums, and the naturals that rules pay."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from cpoker_fast.patterns import Pattern
from cpoker_fast.rulebook.declaring import Choice, Int, Model, declare

__all__ = [
    "DeadRows",
    "EqualRows",
    "LowballQualifier",
    "Natural",
    "NaturalMode",
    "NaturalTies",
    "OverallPoint",
    "Pairings",
    "PoolTies",
    "RowTies",
    "Wheel",
]


class Wheel(StrEnum):
    """Where A-2-3-4-5 ranks among the straights and straight flushes."""

    LOWEST = "lowest"
    SECOND = "second"


class Pairings(StrEnum):
    """Who plays against whom."""

    ALL = "all against all"
    BANKER = "banker"
    """Each player against the house only, which is the player with the button."""
    SINGLE_WINNER = "single winner"
    """A player who beats every other player, on at least two rows each, is paid by each; without one, nobody is paid."""
    POOL = "pool"
    """Each player puts in three times `row_points`; the best front, middle and back take a third each."""


class PoolTies(StrEnum):
    """What happens to a row of the pool for which two or more players tie."""

    SPLIT = "split"
    """Split in whole points; odd points go one each, clockwise from the button's left."""
    CARRY = "carry over"
    """Carried over to the same row of the next deal."""


class LowballQualifier(StrEnum):
    """The highest card of a lowball middle that qualifies: ``'T'`` asks for a ten-low or better."""

    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


class RowTies(StrEnum):
    """Who wins a tied row."""

    PUSH = "nobody"
    HOUSE = "house"
    BUTTON = "button"


class EqualRows(StrEnum):
    """Whether a middle and a back of equal strength are in order."""

    LEGAL = "legal"
    FOUL = "foul"


class DeadRows(StrEnum):
    """Which rows of a fouled board are dead."""

    ALL = "all"
    OUT_OF_ORDER = "out of order"
    """Only a front that is stronger than the middle, and that middle; a middle that is stronger than the back, and that
    back; with a lowball middle, a front that is stronger than the back, and that back, or a middle that does not qualify.
    A dead row loses to any that is not, ties with another dead one (`RowTies` says who wins ties), and has no royalty; the
    others are compared as usual."""


class OverallPoint(StrEnum):
    """What decides the net winner of a pairing, who gets the overall point."""

    ROWS = "rows"
    EXTRAS = "rows and extras"


class NaturalMode(StrEnum):
    """What a natural pays."""

    DIFFERENCE = "difference"
    """The difference between the two players' naturals."""
    FULL = "winner takes full"
    """The full value of the higher natural; the lower one pays nothing to its owner."""
    SCOOP = "automatic scoop"
    """What a scoop pays; two naturals pay each other nothing."""


class NaturalTies(StrEnum):
    """What happens between two naturals of the same pattern (mode `FULL`)."""

    PUSH = "push"
    COMPARE = "compare"
    """Six pairs by the highest pair, then the next; straights and flushes by back, then middle, then front. Three straights
    are compared as straights, straight flushes too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Natural(Model):
    """A natural that the rules pay.

    Parameters
    ----------
    pattern : Pattern
        The pattern that the hand must make.
    points : int
        Its value; ignored where naturals are automatic scoops.
    level : int, optional
        The higher level wins; equal levels push. By default the index in the list of naturals. Ignored where the
        difference of the points is paid.
    """

    PATH: ClassVar[str] = "natural"

    pattern: Pattern = field(metadata={"kind": Choice(Pattern)})
    points: int = declare(Int(0, 10_000), 0)
    level: int | None = declare(Int(0, 1000, unset=False), None)
