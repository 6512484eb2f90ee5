"""The tables of `cpoker score`, one after the other: chips that pass from each to the next, and totals of players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from cpoker_fast.display.columns import align_columns
from cpoker_fast.errors import TableError
from cpoker_fast.settling import Settlement

if TYPE_CHECKING:
    from cpoker_fast.commands.rake import Raked, Raking

__all__ = ["Evening", "parse_stacks"]

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


class Evening:
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
