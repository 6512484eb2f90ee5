"""The results of simulations."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import check_whole
from cpoker_fast.boards import ROWS
from cpoker_fast.cache import write_whole
from cpoker_fast.errors import SimulationError
from cpoker_fast.patterns import Pattern
from cpoker_fast.ranking import Category
from cpoker_fast.rulebook import Rules
from cpoker_fast.studies.counts import Counts, Estimate, counter_of
from cpoker_fast.wording import counted

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

__all__ = ["Simulation"]


@dataclass(frozen=True, slots=True, eq=False)
class Simulation:
    """What players won in many deals, and how. Points are per table: a deal is one table each time that it is played.

    Attributes
    ----------
    rules : Rules
    players : tuple of str
        Their names.
    deals : int
    duplicate : bool
        Whether each deal was replayed with the hands rotated through the seats, once for each player; a deal then makes as
        many tables as there are players.
    seed : object
        The seed that reproduces the simulation.
    counts : Counts
        All that was counted.
    """

    rules: Rules
    players: tuple[str, ...]
    deals: int
    duplicate: bool
    seed: Any
    counts: Counts = field(repr=False)

    @property
    def tables(self) -> int:
        """The number of tables: deals, times players if deals were replayed."""
        return self.deals * self._replays

    @property
    def _replays(self) -> int:
        return len(self.players) if self.duplicate else 1

    def _tally(self, player: int, name: str) -> NDArray[np.int64]:
        return counter_of(self.counts.tallies[player], name)

    def _number(self, player: int) -> int:
        check_whole("player", player, 0, len(self.players) - 1, SimulationError)
        return player

    def _estimate(self, total: int, sum_of_squares: int) -> Estimate:
        """The mean per table, from sums over deals of the points of all tables of a deal."""
        mean = total / self.deals
        variance = max(0.0, sum_of_squares / self.deals - mean**2) * self.deals / max(1, self.deals - 1)
        return Estimate(mean / self._replays, (variance / self.deals) ** 0.5 / self._replays)

    def points(self, player: int) -> Estimate:
        """Points per table of a player."""
        self._number(player)
        return self._estimate(int(self.counts.totals[player]), int(self.counts.products[player, player]))

    def difference(self, player: int, other: int) -> Estimate:
        """Points per table of a player, less those of another; the luck that they share does not count in its error."""
        one, two = self._number(player), self._number(other)
        totals, products = self.counts.totals, self.counts.products
        squares = int(products[one, one]) + int(products[two, two]) - 2 * int(products[one, two])
        return self._estimate(int(totals[one]) - int(totals[two]), squares)

    def standard_deviation(self, player: int) -> float:
        """The standard deviation of the points of a player at a single table."""
        mean = int(self.counts.totals[self._number(player)]) / self.tables
        return float(max(0.0, int(self.counts.squares[player]) / self.tables - mean**2) ** 0.5)

    def against(self, player: int, other: int) -> float:
        """Points per table that a player won from another in their pairing; points from a pool are not included."""
        self._number(other)
        return int(self._tally(self._number(player), "points")[other]) / self.tables

    def summary(self, player: int) -> dict[str, Any]:
        """All about one player, as plain values. Rates are per table; those of rows are per compared row."""
        self._number(player)

        def rate(name: str) -> float:
            return int(self._tally(player, name)) / self.tables

        points = self.points(player)
        low, high = points.interval()
        compared = self._tally(player, "rows")
        categories, naturals = self._tally(player, "categories"), self._tally(player, "naturals")
        return {
            "name": self.players[player],
            "mean": points.mean,
            "standard_error": points.standard_error,
            "confidence_95": [low, high],
            "standard_deviation": self.standard_deviation(player),
            "rows": {
                row: {
                    result: int(count) / max(1, int(counted.sum()))
                    for result, count in zip(("lost", "tied", "won"), counted, strict=True)
                }
                for row, counted in zip(ROWS, compared, strict=True)
            },
            "scoops": rate("scoops"),
            "scooped": rate("scooped"),
            "home_runs": rate("home_runs"),
            "home_runs_against": rate("home_runs_against"),
            "fouls": rate("fouls"),
            "surrenders": rate("surrenders"),
            "faults": int(self.counts.faults[player]),
            "naturals": {
                str(pattern): int(count) / self.tables for pattern, count in zip(Pattern, naturals, strict=True) if count
            },
            "royalties_won": rate("royalties_won"),
            "royalties_paid": rate("royalties_paid"),
            "categories": {
                row: {kind.label: int(count) / self.tables for kind, count in zip(Category, counted, strict=True) if count}
                for row, counted in zip(ROWS, categories, strict=True)
            },
            "against": {str(other): self.against(player, other) for other in range(len(self.players)) if other != player},
        }

    def to_dict(self) -> dict[str, Any]:
        """The whole result as plain values, for JSON."""
        return {
            "rules": self.rules.name,
            "deals": self.deals,
            "duplicate": self.duplicate,
            "tables": self.tables,
            "seed": self.seed,
            "players": [self.summary(player) for player in range(len(self.players))],
        }

    def __repr__(self) -> str:
        means = ", ".join(f"{name} {self.points(player).mean:+.4f}" for player, name in enumerate(self.players))
        return f"<Simulation of {counted(self.deals, 'deal')}, rules {self.rules.name!r}: {means}>"

    def __str__(self) -> str:
        replayed = f", each played {counted(self._replays, 'time')}" if self.duplicate else ""
        lines = [f"{self.rules.name}, {counted(self.deals, 'deal')}{replayed}"]
        width = max(map(len, self.players))
        for player, name in enumerate(self.players):
            points = self.points(player)
            low, high = points.interval()
            surrendered = self._tally(player, "surrenders").item() / self.tables
            lines.append(
                f"{name:{width}}  {points.mean:+.4f} +- {points.standard_error:.4f} points per table "
                f"(95 %: {low:+.4f} to {high:+.4f})" + (f", {surrendered:.1%} of hands surrendered" if surrendered else "")
            )
        return "\n".join(lines)

    # ---- tables and charts ----

    def _columns(self) -> dict[str, list[Any]]:
        """The summaries as columns, a row per player; a nested value has a column for each part."""

        def flat(plain: dict[str, Any], prefix: str = "") -> dict[str, Any]:
            columns: dict[str, Any] = {}
            for key, value in plain.items():
                if isinstance(value, dict):
                    columns |= flat(value, f"{prefix}{key}.")
                elif isinstance(value, list):
                    columns |= {f"{prefix}{key}.{end}": part for end, part in zip(("low", "high"), value, strict=True)}
                else:
                    columns[prefix + key] = value
            return columns

        rows = [flat(self.summary(player)) for player in range(len(self.players))]
        names = list(dict.fromkeys(name for row in rows for name in row))
        return {name: [row.get(name, 0.0) for row in rows] for name in names}

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write one row per player; needs ``pip install 'cpoker_fast[parquet]'``."""
        import pyarrow
        from pyarrow import parquet

        write_whole(path, lambda stream: parquet.write_table(pyarrow.table(self._columns()), stream))

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write one row per player."""
        import csv
        import io

        columns = self._columns()
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
        write_whole(path, lambda stream: stream.write(text.getvalue().encode()))

    def plot(self) -> Figure:
        """Points of each player with the 95 % interval, and rows won; needs ``pip install 'cpoker_fast[plot]'``."""
        from cpoker_fast.studies.charts import plot_players

        title = f"{self.rules.name}, {counted(self.deals, 'deal')}"
        return plot_players(title, [self.summary(player) for player in range(len(self.players))])
