"""Rules that players know by name (RULES section 4)."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from cpoker_fast.errors import RulesError
from cpoker_fast.patterns import Pattern
from cpoker_fast.rulebook import Natural, NaturalMode, NaturalTies, Royalties, Rules

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PRESETS", "as_rules", "presets", "rules"]

_SIMPLE = Rules(
    name="simple",
    note="A point a row, nothing else.",
    foul=3,
    surrender=1,
)

_ONE_SIX = Rules(
    name="one-six",
    note="A point a row and three for a scoop, six in all; naturals scoop.",
    scoop_bonus=3,
    foul=6,
    natural_mode=NaturalMode.SCOOP,
    naturals=tuple(
        Natural(pattern=pattern)
        for pattern in (Pattern.NO_PICTURES, Pattern.THREE_STRAIGHTS, Pattern.THREE_FLUSHES, Pattern.DRAGON)
    ),
)

_PAGAT = Rules(
    name="pagat",
    note="A point a row, royalties for a won row, naturals in ascending order.",
    foul=3,
    surrender=1,
    royalties=Royalties(
        front={"three of a kind": 2},
        middle={"full house": 1, "four of a kind": 3, "straight flush": 4},
        back={"four of a kind": 3, "straight flush": 4},
    ),
    naturals=(
        Natural(pattern=Pattern.SIX_PAIRS, points=3),
        Natural(pattern=Pattern.THREE_STRAIGHTS, points=3),
        Natural(pattern=Pattern.THREE_FLUSHES, points=3),
        Natural(pattern=Pattern.DRAGON, points=13),
    ),
    natural_mode=NaturalMode.FULL,
    natural_ties=NaturalTies.COMPARE,
)

PRESETS: Mapping[str, Rules] = MappingProxyType({rules.name: rules for rules in (_SIMPLE, _ONE_SIX, _PAGAT)})
"""The presets by name."""


def presets() -> tuple[str, ...]:
    """The names that `rules` knows.

    Examples
    --------
    >>> presets()
    ('simple', 'one-six', 'pagat')
    """
    return tuple(PRESETS)


def rules(name: str, /) -> Rules:
    """The preset of the given name; RulesError, with all names, if there is none.

    Examples
    --------
    >>> rules("one-six").scoop_bonus
    3
    """
    try:
        return PRESETS[name]
    except (KeyError, TypeError):
        raise RulesError(f"unknown rules {name!r}: expected one of {', '.join(PRESETS)}") from None


def as_rules(value: Rules | str) -> Rules:
    """Rules, or the preset of that name."""
    return value if isinstance(value, Rules) else rules(value)
