"""The chips of `cpoker score`, which pass from table to table: stacks, rake, jackpot, and totals of players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import click

from cpoker_fast.app.console.bad_input import BadInput
from cpoker_fast.app.table.jackpot import check_jackpot, takings_of
from cpoker_fast.display.columns import align_columns
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError, TableError
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import Settlement, least_stack

__all__ = ["ChipTotals", "Raked", "Raking", "parse_stacks"]


class Raked(NamedTuple):
    """The effect of rake and jackpot on a table that was settled with stacks."""

    title: str
    """Heading of the totals."""
    plain: dict[str, Any]
    """Values for JSON; lists have a number for each player."""
    lines: list[str]
    """Sentences on the rake and the jackpot."""
    totals: list[str]
    """Name of each player, with the chips won or lost after the rake and the jackpot."""
    chips: list[int]
    """Chips won or lost after the rake and the jackpot, by player."""

    @property
    def jackpot(self) -> int:
        """Chips in the jackpot after the table."""
        return int(self.plain["jackpot"])


class Raking(NamedTuple):
    """Rake and jackpot of rules that have at least one of them."""

    rules: Rules
    jackpot: int
    """Chips in the jackpot before each deal."""

    @classmethod
    def of(cls, rules: Rules, jackpot: int) -> Raking:
        """Return rake and jackpot; raise BadInput if there are chips but the rules have no jackpot, or nobody can win it."""
        if jackpot and rules.table.rake.jackpot is None:
            raise BadInput(f"--jackpot: rules {rules.name!r} have no jackpot (table.rake.jackpot)")
        try:
            check_jackpot(rules)
        except CpokerError as error:
            raise BadInput(str(error)) from None
        return cls(rules, jackpot)

    def __str__(self) -> str:
        rake = self.rules.table.rake
        words = [f"a rake of {counted(rake.chips, 'chip')} from each player"] if rake.chips else []
        if rake.to_jackpot:
            words.append(f"{rake.to_jackpot} of them for the jackpot")
        if rake.percent:
            limit = "" if rake.cap is None else f" (at most {counted(rake.cap, 'chip')})"
            words.append(f"{rake.percent} percent of the winnings of each player{limit}")
        if rake.jackpot is not None and not rake.to_jackpot:
            words.append("a jackpot")
        return ", ".join(words)

    def stacks_after_rake(self, stacks: list[int], names: Sequence[str], unit: int) -> list[int]:
        """Return the stacks after the rake; raise TableError for a stack too small to be dealt in."""
        if len(stacks) != len(names):
            return stacks  # `settle` raises the error
        least = least_stack(self.rules, unit)
        for name, stack in zip(names, stacks, strict=True):
            if stack < least:
                chips = counted(least, "chip")
                raise TableError(f"--stacks: expected at least {chips} for {name!r} to be dealt in, got {stack}")
        return [stack - self.rules.table.rake.chips for stack in stacks]

    def effect_on(self, settled: Settlement) -> Raked:
        """Return the effect on a table that was settled with the stacks from `stacks_after_rake`."""
        takings = takings_of(settled, settled.rules.table.rake, self.jackpot)
        paid = [takings.paid.get(player, 0) for player in range(len(settled.names))]
        of_winnings = [takings.of_winnings.get(player, 0) for player in range(len(settled.names))]
        chips = [
            won - takings.rake - part + extra
            for won, part, extra in zip(settled.chips or (), of_winnings, paid, strict=True)
        ]
        before = self.jackpot + takings.to_jackpot
        plain = {
            "rake": takings.rake,
            "rake_of_winnings": of_winnings,
            "to_jackpot": takings.to_jackpot,
            "from_jackpot": paid,
            "jackpot": before - sum(paid),
            "chips_in_all": chips,
        }
        rake = self.rules.table.rake
        lines = [f"The table takes {self}."] if rake.takes_chips else []
        if takings.of_winnings:
            lines.append(f"Rake of the winnings: {_by_name(takings.of_winnings, settled)}.")
        if rake.jackpot is not None:
            left = f", and {before - sum(paid)} left"
            result = _by_name(takings.paid, settled) + left if takings.paid else "nobody wins it"
            lines.append(f"Jackpot of {counted(before, 'chip')}: {result}.")
        has_part = {"the rake": rake.takes_chips, "the jackpot": rake.jackpot is not None}
        parts = [part for part, applies in has_part.items() if applies]
        totals = [f"{name}: {counted(won, 'chip', sign='+')}" for name, won in zip(settled.names, chips, strict=True)]
        return Raked(f"Total after {' and '.join(parts)}", plain, lines, totals, chips)


def _by_name(chips: dict[int, int], settled: Settlement) -> str:
    """Return chips by player in words: ``Ann 47, Bob 23``."""
    return ", ".join(f"{settled.names[player]} {number}" for player, number in chips.items())


Stacks = list[int] | dict[str, int]
"""Chips of the players before the first table, in the order of its boards or by name."""


def parse_stacks(text: str | None) -> Stacks | None:
    """Parse the value of ``--stacks``: ``500,500``, or by name, such as ``Ann=500,Bao=450``."""
    if text is None:
        return None
    parts = [part.rpartition("=") for part in text.split(",")]
    try:
        if not any(equals for _, equals, _ in parts):
            return [int(chips) for _, _, chips in parts]
        stacks = {name.strip(): int(chips) for name, equals, chips in parts if equals}
    except ValueError:
        stacks = {}
    if len(stacks) < len(parts):
        expected = "expected chips separated by commas, such as 500,500, or with names, such as Ann=500,Bao=450"
        raise click.BadParameter(f"{expected}, got {text!r}", param_hint="--stacks")
    return stacks


class ChipTotals:
    """The chips of the players, the jackpot, and the totals of the tables so far."""

    def __init__(self, stacks: Stacks | None, unit: int, raking: Raking | None) -> None:
        self._has_stacks = stacks is not None
        self._first = stacks if isinstance(stacks, list) else None
        self._stacks = stacks if isinstance(stacks, dict) else {}
        self._unit = unit
        self._raking = raking
        self._tables: dict[str, int] = {}
        self._points: dict[str, int] = {}
        self._chips: dict[str, int] = {}

    def check_names(self, names: Iterable[str]) -> None:
        """Raise TableError if a name differs from one of an earlier table, or of the stacks, only in its capitals."""
        known = {name.lower(): name for name in (*self._stacks, *self._tables)}
        for name in names:
            if (other := known.setdefault(name.lower(), name)) != name:
                raise TableError(f"{name!r} and {other!r}: expected names that differ in more than capitals")

    def stacks_of(self, names: Sequence[str]) -> list[int] | None:
        """Return the stacks with which the players settle a table, after the rake; None without table stakes."""
        if not self._has_stacks:
            return None
        if self._first is not None:
            if len(self._first) != len(names):
                got = ",".join(map(str, self._first))
                raise TableError.about("stacks", f"expected chips for each of {len(names)} players, got {got}")
            self._stacks, self._first = dict(zip(names, self._first, strict=True)), None
        if missing := [name for name in names if name not in self._stacks]:
            known = ", ".join(self._stacks)
            raise TableError(f"--stacks: expected chips of {missing[0]!r}, such as {missing[0]}=500; got those of {known}")
        stacks = [self._stacks[name] for name in names]
        return stacks if self._raking is None else self._raking.stacks_after_rake(stacks, names, self._unit)

    def add(self, settlement: Settlement) -> Raked | None:
        """Add a settled table; return the effect of rake and jackpot, if the rules have them and there are stacks."""
        raked = None
        chips: Sequence[int] = settlement.chips or ()
        if self._has_stacks and self._raking is not None:
            raked = self._raking.effect_on(settlement)
            self._raking = self._raking._replace(jackpot=raked.jackpot)
            chips = raked.chips
        for player, name in enumerate(settlement.names):
            self._tables[name] = self._tables.get(name, 0) + 1
            self._points[name] = self._points.get(name, 0) + settlement.points[player]
            if self._has_stacks:
                self._chips[name] = self._chips.get(name, 0) + chips[player]
                self._stacks[name] += chips[player]
        return raked

    def options(self) -> dict[str, str]:
        """Return the options with which a further command continues."""
        if not self._has_stacks:
            return {}
        options = {"--stacks": ",".join(f"{name}={chips}" for name, chips in self._stacks.items())}
        return options if self._raking is None else options | {"--jackpot": str(self._raking.jackpot)}

    def plain(self) -> list[dict[str, Any]]:
        """Return the totals of each player so far as plain values."""
        return [
            {
                "name": name,
                "tables": tables,
                "points": self._points[name],
                **({"chips": self._chips[name], "stack": self._stacks[name]} if self._has_stacks else {}),
            }
            for name, tables in self._tables.items()
        ]

    def lines(self) -> list[str]:
        """Return the totals of each player as lines of text."""
        totals = self.plain()
        rows = [[*totals[0]], *([str(value) for value in total.values()] for total in totals)]
        for row, total in zip(rows[1:], totals, strict=True):
            row[2] = f"{total['points']:+d}"
            row[3:4] = [f"{total['chips']:+d}"] if "chips" in total else []
        return ["Totals", *align_columns(rows, right=range(1, len(rows[0])))]
