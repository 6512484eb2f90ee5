"""Compiling rules: from a `Rules` value to the numbers and tables of the compiled core."""

from __future__ import annotations

from cpoker_fast._settling import CompiledRules
from cpoker_fast.boards import ROWS
from cpoker_fast.ranking import lowball_strength
from cpoker_fast.rulebook.choices import (
    LowballQualifier,
    NaturalMode,
    NaturalTies,
    OverallPoint,
    Pairings,
    PoolTies,
    RowTies,
    Wheel,
)
from cpoker_fast.rulebook.royalties import PaidOn, grid_of
from cpoker_fast.rulebook.rules import Rules

__all__ = ["compiled"]


def compiled(rules: Rules) -> CompiledRules:
    """The rules in the form that the compiled core takes; compiled once and kept with the rules."""
    try:
        return rules._compiled  # noqa: SLF001
    except AttributeError:
        core = _compile(rules)
        object.__setattr__(rules, "_compiled", core)
        return core


_COPIED = (
    "lowball_middle",
    "row_points",
    "scoop_bonus",
    "scoop_times",
    "home_run_bonus",
    "home_run_times",
    "home_run_players",
    "overall_points",
    "deuce_of_spades",
    "foul_pays_royalties",
    "foul_pays_naturals",
    "dealer_compensation",
)


def _naturals(rules: Rules) -> list[tuple[int, int, int, int]]:
    """Pattern, points, level and choice of each natural; of those that a hand makes, the one of highest choice is declared.

    That is the one that pays most: of the highest level, then of the most points (of the most points alone where the
    difference is paid); among equals, the first in the list.
    """
    by_points = rules.natural_mode is NaturalMode.DIFFERENCE
    order = []
    for place, natural in enumerate(rules.naturals):
        level = place if natural.level is None else natural.level
        order.append((natural.points if by_points else level, natural.points, -place, level, natural))
    order.sort(key=lambda item: item[:3])
    return [(natural.pattern.place, natural.points, level, choice) for choice, (*_, level, natural) in enumerate(order, 1)]


def _compile(rules: Rules) -> CompiledRules:
    numbers = {name: getattr(rules, name) for name in _COPIED}
    numbers |= {
        "wheel": rules.wheel is Wheel.SECOND,
        "lowest_middle": 0 if rules.lowball_qualifier is None else _worst_lowball(rules.lowball_qualifier),
        "pairings": list(Pairings).index(rules.pairings),
        "row_ties": list(RowTies).index(rules.row_ties),
        "pool_carries": rules.pool_ties is PoolTies.CARRY,
        "match_points": rules.match_points or 0,
        "overall_with_extras": rules.overall is OverallPoint.EXTRAS,
        "royalties_always": rules.royalties.on is PaidOn.ALWAYS,
        "foul": -1 if rules.foul is None else rules.foul,
        "surrender": -1 if rules.surrender is None else rules.surrender,
        "natural_mode": list(NaturalMode).index(rules.natural_mode),
        "natural_compare": rules.natural_ties is NaturalTies.COMPARE,
    }
    return CompiledRules(
        {name: int(value) for name, value in numbers.items()},
        list(rules.aces or (0, 0, 0, 0)),
        _naturals(rules),
        [grid_of(getattr(rules.royalties, row), row) for row in ROWS],
    )


def _worst_lowball(highest: LowballQualifier) -> int:
    """The lowest 2-7 strength of a row without pair, straight or flush with this highest card: T-9-8-7-5 for 'T'."""
    top = 5 + list(LowballQualifier).index(highest)  # ranks are counted from the two
    return lowball_strength([4 * (top - below) + below % 2 for below in (0, 1, 2, 3, 5)])
