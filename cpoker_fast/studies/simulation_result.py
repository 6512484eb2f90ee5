"""Results of simulations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import check_whole
from cpoker_fast.boards import ROWS
from cpoker_fast.display.columns import MARGIN
from cpoker_fast.display.markup import FittedTable, table_html
from cpoker_fast.display.plotting import axes_for
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import SimulationError
from cpoker_fast.estimates import Estimate, estimate_of_sums, estimate_to_dict, margin_text
from cpoker_fast.ranking import Category
from cpoker_fast.rulebook import Rules
from cpoker_fast.studies.counts import Counts, counter_of
from cpoker_fast.studies.deals import Deals
from cpoker_fast.system.exports import Tabular

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray
    from rich.console import Group

__all__ = ["Simulation"]


def _points_cells(summary: dict[str, Any]) -> dict[str, str]:
    return {
        "player": summary["name"],
        "points": f"{summary['mean']:+.4f}",
        MARGIN: margin_text(summary),
    }


def _open_face_cells(summary: dict[str, Any]) -> dict[str, str]:
    """Return a row of cells. Royalties "there" are those in Fantasyland; fouls and other royalties are those outside it."""
    outside, inside = summary["outside_fantasyland"], summary["in_fantasyland"]
    return {
        **_points_cells(summary),
        "fouls": f"{outside['fouls']:.1%}",
        "royalties": f"{sum(outside['royalties'].values()):.3f}",
        "Fantasyland": f"{outside['fantasylands']:.1%}",
        "royalties there": f"{sum(inside['royalties'].values()):.3f}",
        "stays": f"{inside['fantasylands']:.1%}",
        **{f"royalties {row}": f"{outside['royalties'][row]:.3f}" for row in ROWS},
        "scoops": f"{summary['scoops']:.3f}",
        "deviation": f"{summary['standard_deviation']:.2f}",
    }


def _cells(summary: dict[str, Any]) -> dict[str, str]:
    if "in_fantasyland" in summary:
        return _open_face_cells(summary)
    rows = {row: f"{rates['won'] + rates['tied'] / 2:.1%}" for row, rates in summary["rows"].items()}
    return {
        **_points_cells(summary),
        **rows,
        "scoops": f"{summary['scoops']:.3f}",
        "scooped": f"{summary['scooped']:.3f}",
        "fouls": f"{summary['fouls']:.1%}",
        "surrenders": f"{summary['surrenders']:.1%}",
        "royalties": f"{summary['royalties_won'] - summary['royalties_paid']:+.3f}",
        "deviation": f"{summary['standard_deviation']:.2f}",
    }


@dataclass(frozen=True, slots=True)
class Simulation(Tabular):
    """Points of players in many deals, and how they won them: the result of `simulate`.

    Points are means per table; a table is one play of a deal. Simulations are equal if their results are equal; the number
    of threads or processes does not matter. Files and data frames have a row for each player, with the keys of `summary`.
    The column ``against.1`` has the points from the player with index 1. It has no value in the row of this player.

    Attributes
    ----------
    rules : Rules
    players : tuple of str
        Names of the players.
    deals : int
    duplicate : bool
        Whether each deal was replayed with the hands rotated through the seats. A deal then makes as many tables as there
        are players.
    seed : object
        Seed of the simulation: an int, a list of int, or a dict with the arguments of a SeedSequence.
    counts : Counts
        Counts from which the results are computed.
    kept_deals : Deals or None
        Single deals, if ``deals_to`` was a filter. They do not matter for equality, and are not in files.

    Examples
    --------
    >>> simulation = simulate("pagat", ["expert", "random"], 100, seed=1)
    >>> simulation.title, simulation.to_dict()["deals"]
    ('pagat, 100 deals, each played 2 times', 100)
    >>> simulation.points(0)
    Estimate(mean=2.91, standard_error=0.09221735413706247)
    >>> simulation.against(0, 1), simulation.difference(0, 1).mean, round(simulation.standard_deviation(0), 3)
    (2.91, 5.82, 1.324)
    >>> simulation.summary(0)["name"]
    'expert'
    >>> columns, rows = simulation.table()
    >>> columns[:6]
    ['player', 'points', '+- 95%', 'front', 'middle', 'back']
    >>> simulation.to_csv().splitlines()[1][:12]
    'expert,2.91,'
    """

    rules: Rules
    players: tuple[str, ...]
    deals: int
    duplicate: bool
    seed: Any
    counts: Counts = field(repr=False)
    kept_deals: Deals | None = field(default=None, repr=False, compare=False)

    def __hash__(self) -> int:
        totals = tuple(self.counts.totals.tolist())  # not the seed, which may be a list
        return hash((self.rules, self.players, self.deals, self.duplicate, totals))

    @property
    def title(self) -> str:
        """Rules and number of deals, in a line."""
        replayed = f", each played {counted(self._replays, 'time')}" if self.duplicate else ""
        return f"{self.rules.name}, {counted(self.deals, 'deal')}{replayed}"

    @property
    def tables(self) -> int:
        """Number of tables: the number of deals, times the number of players if deals were replayed.

        A table of an open-face game includes the Fantasylands that follow from its deal.
        """
        return self.deals * self._replays

    @property
    def _replays(self) -> int:
        return len(self.players) if self.duplicate else 1

    def _tally(self, player: int, name: str) -> NDArray[np.int64]:
        return counter_of(self.counts.tallies[player], name)

    def _placed(self, player: int, *, in_fantasyland: bool) -> dict[str, Any]:
        """Return the number of a player's boards in Fantasyland, or outside it, and fouls, royalties and stays per board."""
        boards, fouls, *royalties, fantasylands = self.counts.placed[player, int(in_fantasyland)].tolist()
        per_board = 1 / max(1, boards)
        return {
            "boards": boards,
            "fouls": fouls * per_board,
            "royalties": {row: points * per_board for row, points in zip(ROWS, royalties, strict=True)},
            "fantasylands": fantasylands * per_board,
        }

    def _number(self, player: int) -> int:
        check_whole("player", player, 0, len(self.players) - 1, SimulationError)
        return player

    def _estimate(self, total: int, sum_of_squares: int) -> Estimate:
        """Return the mean points per table, from the sums over deals of the points of a deal and of their squares."""
        return estimate_of_sums(total, sum_of_squares, self.deals, self._replays)

    def points(self, player: int) -> Estimate:
        """Return the points per table of a player."""
        self._number(player)
        return self._estimate(int(self.counts.totals[player]), int(self.counts.products[player, player]))

    def difference(self, player: int, other: int) -> Estimate:
        """Return the points per table of a player minus those of another; the error excludes the luck they share."""
        first, second = self._number(player), self._number(other)
        totals, products = self.counts.totals, self.counts.products
        squares = int(products[first, first]) + int(products[second, second]) - 2 * int(products[first, second])
        return self._estimate(int(totals[first]) - int(totals[second]), squares)

    def standard_deviation(self, player: int) -> float:
        """Return the standard deviation of a player's points at a single table."""
        mean = int(self.counts.totals[self._number(player)]) / self.tables
        return float(max(0.0, int(self.counts.squares[player]) / self.tables - mean**2) ** 0.5)

    def against(self, player: int, other: int) -> float:
        """Return the points per table that a player won from another in their pairing, without points from a pool."""
        self._number(other)
        return int(self._tally(self._number(player), "points")[other]) / self.tables

    def summary(self, player: int) -> dict[str, Any]:
        """Return all results of one player as plain values. Rates are per table; rates of rows are per compared row.

        Points and royalties are per table, from all opponents together; ``against`` has the points from each opponent alone.
        ``standard_error`` and ``confidence_95``, the 95 % interval, belong to ``mean``. In open-face games, a table includes
        the Fantasylands that follow from its deal. ``outside_fantasyland`` and ``in_fantasyland`` have rates per board of
        fouls, royalties and earned Fantasylands (in Fantasyland, these are stays).
        """
        self._number(player)

        def rate(name: str) -> float:
            return int(self._tally(player, name)) / self.tables

        compared = self._tally(player, "rows")
        categories, naturals = self._tally(player, "categories"), self._tally(player, "naturals")
        return {
            "name": self.players[player],
            **estimate_to_dict(self.points(player), "mean"),
            "standard_deviation": self.standard_deviation(player),
            "rows": {
                row: {
                    result: int(count) / max(1, int(counts.sum()))
                    for result, count in zip(("won", "tied", "lost"), counts[::-1], strict=True)
                }
                for row, counts in zip(ROWS, compared, strict=True)
            },
            "scoops": rate("scoops"),
            "scooped": rate("scooped"),
            "home_runs": rate("home_runs"),
            "home_runs_against": rate("home_runs_against"),
            "fouls": rate("fouls"),
            "surrenders": rate("surrenders"),
            "faults": int(self.counts.faults[player]),
            "naturals": {
                str(natural.name): int(count) / self.tables
                for natural, count in zip(self.rules.naturals, naturals, strict=False)
                if count
            },
            "royalties_won": rate("royalties_won"),
            "royalties_paid": rate("royalties_paid"),
            "categories": {
                row: {kind.label: int(count) / self.tables for kind, count in zip(Category, counts, strict=True) if count}
                for row, counts in zip(ROWS, categories, strict=True)
            },
            "against": {str(other): self.against(player, other) for other in range(len(self.players)) if other != player},
            **self._open_face_summary(player),
        }

    def _open_face_summary(self, player: int) -> dict[str, Any]:
        if not self.counts.placed.size:
            return {}
        return {
            "outside_fantasyland": self._placed(player, in_fantasyland=False),
            "in_fantasyland": self._placed(player, in_fantasyland=True),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result as plain values for JSON."""
        return {
            "rules": self.rules.name,
            "deals": self.deals,
            "duplicate": self.duplicate,
            "tables": self.tables,
            "seed": self.seed,
            "players": self._summaries(),
        }

    def _summaries(self) -> list[dict[str, Any]]:
        return [self.summary(player) for player in range(len(self.players))]

    def _rows(self) -> list[dict[str, Any]]:
        rows = self._summaries()
        for row in rows:  # a column for each player, without a value in their own row
            row["against"] = {str(other): row["against"].get(str(other)) for other in range(len(rows))}
        return rows

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the names of the columns, the most important first, and a row of text for each player.

        Points have a 95 % margin of error in the next column. A tied row counts as half a row.
        """
        shown = [_cells(summary) for summary in self._summaries()]
        return list(shown[0]), [list(cells.values()) for cells in shown]

    def __repr__(self) -> str:
        means = ", ".join(f"{name} {self.points(player).mean:+.4f}" for player, name in enumerate(self.players))
        return fitted(f"<Simulation of {counted(self.deals, 'deal')}, rules {self.rules.name!r}: {means}>")

    def __str__(self) -> str:
        lines = [self.title]
        width = max(map(len, self.players))
        for player, name in enumerate(self.players):
            points = self.points(player)
            margin = "" if math.isnan(points.margin) else f" +- {points.margin:.4f} (95 %)"
            surrendered = self._tally(player, "surrenders").item() / self.tables
            faults = int(self.counts.faults[player])
            lines.append(
                f"{name:{width}}  {points.mean:+.4f}{margin} points per table"
                + (f", {surrendered:.1%} of hands surrendered" if surrendered else "")
                + (f", {counted(faults, 'fault')}" if faults else "")
            )
        return "\n".join(lines)

    def __rich__(self) -> Group:
        from rich.console import Group
        from rich.text import Text

        return Group(Text(self.title), FittedTable(*self.table()))

    def _repr_html_(self) -> str:
        from html import escape

        columns, rows = self.table()
        return table_html([list(map(escape, row)) for row in rows], head=columns, title=escape(self.title))

    def plot(self, *, ax: Axes | Sequence[Axes] | None = None) -> Figure:
        """Plot points of each player with the 95 % interval, and the rows won; needs the extra ``plot``.

        Parameters
        ----------
        ax : matplotlib.axes.Axes or sequence of two, optional
            Axes for the points, or for the points and the rows. By default, both are drawn on a new figure of pyplot, which
            ``plt.show()`` shows. In a loop, close this figure with ``plt.close(figure)``. With your own axes, end the last
            line of a notebook cell with a semicolon. Otherwise, the notebook shows the figure twice.

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        SimulationError
            If `ax` is invalid.
        CpokerError
            If Matplotlib is missing.
        """
        panels = axes_for(ax, len(self.players), panels=2, error=SimulationError)
        from cpoker_fast.display.charts import plot_points, plot_rows

        players = range(len(self.players))
        for panel in panels[1:]:
            rates = [self.summary(player)["rows"].values() for player in players]
            plot_rows(panel, self.players, [[rate["won"] + rate["tied"] / 2 for rate in rows] for rows in rates])
        return plot_points(panels[0], self.title, self.players, [self.points(player) for player in players])
