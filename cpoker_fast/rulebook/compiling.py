"""Compilation of rules: from a `Rules` value to the numbers and tables of the compiled core."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from cpoker_fast._rules import RULE_NUMBERS, CompiledRules
from cpoker_fast.boards import ROWS
from cpoker_fast.cards import parse_card
from cpoker_fast.ranking import lowball_strength
from cpoker_fast.rulebook.caching import cached_with
from cpoker_fast.rulebook.choices import LowballQualifier, NaturalMode, OverallPoint
from cpoker_fast.rulebook.conditions import for_core
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.rulebook.royalties import PaidOn, RowTables, Royalties, grid_of
from cpoker_fast.rulebook.rules import Rules
from cpoker_fast.rulebook.streets import Fantasyland

__all__ = ["compiled", "compiled_or_plain", "core_arguments", "lowest_middle", "pairing_prices"]


class PairingPrice(NamedTuple):
    """Points that the second player of a pairing pays the first for the results of the rows, without royalties.

    Attributes
    ----------
    row_points, scoop_points : int
        Points for rows or the match, and for a scoop; negative if the first player pays.
    overall : int
        Overall point, if it depends only on the rows; otherwise 0.
    times : int
        Factor of the whole payment, royalties included.
    winner : int
        Winner of the pairing: 1 (the first player), 0 (nobody) or -1.
    """

    row_points: int
    scoop_points: int
    overall: int
    times: int
    winner: int

    @property
    def points(self) -> int:
        """Row points, scoop points and the overall point, without the factor."""
        return self.row_points + self.scoop_points + self.overall


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _price(rules: Rules, rows: tuple[int, ...]) -> PairingPrice:
    won, lost = rows.count(1), rows.count(-1)
    winner, scoop = (won >= 2) - (lost >= 2), (won == len(rows)) - (lost == len(rows))
    row_points = rules.row_points * sum(rows) if rules.match_points is None else rules.match_points * winner
    overall = rules.overall_points * _sign(row_points) if rules.overall is OverallPoint.ROWS else 0
    return PairingPrice(row_points, scoop * rules.scoop_bonus, overall, rules.scoop_times if scoop else 1, winner)


def pairing_prices(rules: Rules) -> tuple[PairingPrice, ...]:
    """Return the prices for the 27 results of front, middle and back, from (-1, -1, -1) and (-1, -1, 0) to (1, 1, 1)."""
    results = (-1, 0, 1)
    return tuple([_price(rules, (front, middle, back)) for front in results for middle in results for back in results])


def compiled(rules: Rules) -> CompiledRules:
    """Return rules in the form of the compiled core, compiled once and cached with the rules."""
    try:  # the same as `cached_with`, in a fifth of the time: each settlement needs it
        core: CompiledRules = rules._cached["compiled"][None]  # noqa: SLF001
    except (AttributeError, KeyError):
        return cached_with(rules, "compiled", None, lambda: CompiledRules(**core_arguments(rules)))
    return core


_PLAIN = Rules(name="plain", note="Only the order of the rows; no points.")


def compiled_or_plain(rules: Rules | str | None) -> CompiledRules:
    """Return compiled rules; for None, those with default values of all options, and so without points."""
    return compiled(_PLAIN if rules is None else as_rules(rules))


def _naturals(rules: Rules) -> list[tuple[int, bytes, int, int, int]]:
    """Return the number, conditions, points, level and priority of each natural. The number is its index in the rules.

    A hand declares its natural with the highest priority. A higher level has priority, then more points; where the
    difference is paid, only points count. Of equal naturals, the first one in the list has priority.
    """
    by_points = rules.natural_mode is NaturalMode.DIFFERENCE
    order = []
    for index, natural in enumerate(rules.naturals):
        level = index if natural.level is None else natural.level
        order.append((natural.points if by_points else level, natural.points, -index, level, natural))
    order.sort(key=lambda item: item[:3])
    return [
        (-index, for_core(natural.conditions), natural.points, level, priority)
        for priority, (_, _, index, level, natural) in enumerate(order, 1)
    ]


def _number(value: Any) -> int:
    """Return the value of an option as a number for the compiled core: the index of an enum member, -1 for None."""
    if isinstance(value, StrEnum):
        return list(type(value)).index(value)
    return -1 if value is None else int(value)


def _field(rules: Rules, name: str) -> Any:
    """Return the value of a field, such as "fantasyland.most_stays"; None if the rules do not have its part."""
    if "." not in name:
        return getattr(rules, name)
    value: Any = rules
    for part in name.split("."):
        value = None if value is None else getattr(value, part)
    return value


def _rows_of(tables: Royalties | RowTables) -> list[tuple[list[int], dict[int, int]]]:
    return [grid_of(getattr(tables, row), row) for row in ROWS]


_NO_FANTASYLAND = Fantasyland()


def core_arguments(rules: Rules) -> dict[str, Any]:
    """Return the arguments of `CompiledRules`."""
    fantasyland = rules.fantasyland or _NO_FANTASYLAND
    derived = {
        "lowest_middle": lowest_middle(rules),
        "royalties_always": rules.royalties.on is PaidOn.ALWAYS,
        "row_points": rules.row_points if rules.match_points is None else 0,
        "horse_card": None if rules.horse_card is None else parse_card(rules.horse_card),
        "horse_times": 0 if rules.horse_card is None else rules.horse_times,
        "net_winner": rules.overall_points if rules.overall is OverallPoint.EXTRAS else 0,
        "stack": rules.most_cards(),
        "fantasyland.most_stay_cards": max(fantasyland.stay_sizes(), default=None),
    }
    return {
        "numbers": {name: _number(derived[name] if name in derived else _field(rules, name)) for name in RULE_NUMBERS},
        "aces": list(rules.aces or (0, 0, 0, 0)),
        "naturals": _naturals(rules),
        "prices": list(pairing_prices(rules)),
        "royalties": _rows_of(rules.royalties),
        "streets": rules.streets,
        "entry": _rows_of(fantasyland.entry),
        "stay": _rows_of(fantasyland.stay),
    }


def lowest_middle(rules: Rules) -> int:
    """Return the lowest 2-7 strength of a lowball middle that qualifies: with 'T', T-9-8-7-5. 0 if all middles qualify."""
    if rules.lowball_qualifier is None:
        return 0
    top = 5 + list(LowballQualifier).index(rules.lowball_qualifier)  # the rank of a two is 0
    return lowball_strength([4 * (top - below) + below % 2 for below in (0, 1, 2, 3, 5)])
