"""What rules choose from: the enums of their options, and naturals with their values."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from cpoker_fast.patterns import Pattern
from cpoker_fast.rulebook.declaring import Choice, Int, Model, declare

__all__ = [
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
    """Where A-2-3-4-5 stands among the straights and straight flushes."""

    LOWEST = "lowest"
    SECOND = "second"


class Pairings(StrEnum):
    """Who plays against whom."""

    ALL = "all against all"
    BANKER = "banker"
    """Each player against the house only, which is the player with the button."""
    SINGLE_WINNER = "single winner"
    """Who beats every other player, with two rows or more each, is paid by each; else nobody is."""
    POOL = "pool"
    """Each player puts in three times `row_points`, and the best front, middle and back take a third each."""


class PoolTies(StrEnum):
    """What happens to a row of the pool that two or more hold equally."""

    SPLIT = "split"
    """Shared in whole points; odd ones go from the button's left on."""
    CARRY = "carry over"
    """Left for the same row of the next deal."""


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
    """Who wins a row that both hold equally."""

    PUSH = "nobody"
    HOUSE = "house"
    BUTTON = "button"


class OverallPoint(StrEnum):
    """What decides the net winner of a pairing, to whom the overall point goes."""

    ROWS = "rows"
    EXTRAS = "rows and extras"


class NaturalMode(StrEnum):
    """What a natural pays."""

    DIFFERENCE = "difference"
    """The difference between the two players' naturals."""
    FULL = "winner takes full"
    """The full value of the higher one; the lower one loses its own."""
    SCOOP = "automatic scoop"
    """What a scoop pays; two naturals pay each other nothing."""


class NaturalTies(StrEnum):
    """What happens between two naturals of the same pattern (mode `FULL`)."""

    PUSH = "push"
    COMPARE = "compare"
    """Six pairs by the highest pair, then the next; straights and flushes by back, then middle, then front."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Natural(Model):
    """A natural that is paid.

    Parameters
    ----------
    pattern : Pattern
        What the hand must make.
    points : int
        What it is worth; of no account where naturals are automatic scoops.
    level : int, optional
        Higher beats lower; equal levels push. Without it, the place in the list of naturals. Of no account where the
        difference of the points is paid.
    """

    PATH: ClassVar[str] = "natural"

    pattern: Pattern = field(metadata={"kind": Choice(Pattern)})
    points: int = declare(Int(0, 10_000), 0)
    level: int | None = declare(Int(0, 1000, unset=False), None)
