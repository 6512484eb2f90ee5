"""Results of tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import comb
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import check_whole
from cpoker_fast.display.markup import table_html
from cpoker_fast.display.plotting import axes_for
from cpoker_fast.display.quoting import shorten
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import SimulationError
from cpoker_fast.estimates import Estimate, estimate_of_sums, estimate_to_dict, plain_interval
from cpoker_fast.rulebook import Rules
from cpoker_fast.studies.tournament_counts import TournamentSums
from cpoker_fast.studies.tournament_ranking import (
    ERROR_RATE,
    LEAST_UNEQUAL,
    PairDifference,
    RankRange,
    look_ends,
    proven_pairs,
    simultaneous_margin,
    standings,
)
from cpoker_fast.studies.tournament_text import (
    CROSS_TABLE,
    FittedTournament,
    cross_table,
    labels,
    ranking_table,
    tournament_lines,
)
from cpoker_fast.system.exports import Tabular

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray
    from rich.console import RenderableType

__all__ = ["Tournament"]

_WIDTH = 80  # columns of `str`
_NARROWEST, _WIDEST = 40, 10_000
_LONGEST_LABEL, _LONGEST_NAME = 16, 24  # characters of a name beside a chart, and in a sentence


@dataclass(frozen=True, slots=True)
class Tournament(Tabular):
    r"""Ranking and cross-table of bots that played each other: the result of `tournament`.

    Bots are numbered from 0, in the order in which they were passed. Points "per table" are means per play of a deal at one
    table. Tournaments are equal if their results are equal. Times and the number of threads or processes do not matter.
    Files and data frames have a row for each bot, with the keys of `summary`. The column ``against.1`` has the points from
    the bot with index 1. It has no value in the row of this bot.

    Attributes
    ----------
    rules : Rules
    bots : tuple of str
        Names of the bots.
    players : int
        Number of bots at a table. Each group of this size has a table.
    deals : int
        Number of deals that each table played. All tables play the same deals. Each deal is played `players` times, with the
        hands rotated through the seats.
    most_deals : int
        Number of deals after which the tournament ends, settled or not.
    until_settled : bool
        Whether the tournament ends as soon as the ranking is settled.
    seed : object
        Seed of the tournament: an int, a list of int, or a dict with the arguments of a SeedSequence.
    counts : TournamentSums
        Sums from which the results are computed.

    Notes
    -----
    Tables play the same deals. Bots that play alike then have the same luck, which cancels out in their difference. All
    results of a deal depend on each other; deals are independent. Let :math:`x_{id}` be the mean points of bot :math:`i` in
    all plays of deal :math:`d` at all its tables, and :math:`n` the number of deals. Then

    - the points of bot :math:`i` are :math:`m_i = \frac1n \sum_d x_{id}`;
    - the variance of a difference is
      :math:`\operatorname{Var}(m_i - m_j) = (s_{ii} + s_{jj} - 2 s_{ij}) / n`, with the covariances :math:`s_{ij}` over
      deals;
    - two bots are compared by :math:`z = (m_i - m_j) / \sqrt{\operatorname{Var}(m_i - m_j)}`, whose two-sided
      :math:`p` comes from the normal distribution; it is 1 if their points differ in fewer than 30 deals;
    - Holm's procedure tests all pairs with a family-wise error rate :math:`\alpha` of 5 %: it sorts the :math:`h` values in
      ascending order, and rejects while :math:`p_{(r)} \le \alpha / (h - r + 1)`. If A is proven better than B, and B than
      C, then A is better than C;
    - simultaneous margins follow Šidák: for :math:`b` bots, the normal quantile of :math:`(1 - \alpha)^{1/b}` replaces
      the quantile of 95 %;
    - an entry of the cross-table is the mean over common tables of :math:`(x_i - x_j) / k`, where :math:`k` is the number of
      players at a table. Its margin is for this entry alone. With two players at a table, the entry is the points of the
      bot.

    A tournament that ends when it is settled tests the ranking up to :math:`l` times, after 1,024, 2,048, 4,096, ... deals.
    Each test uses :math:`\alpha / l` in place of :math:`\alpha`, so all claims are true with a probability of at least 95 %.

    References
    ----------
    S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6 (1979).
    Z. Šidák, Rectangular confidence regions for the means of multivariate normal distributions, Journal of the American
    Statistical Association 62 (1967).

    Examples
    --------
    >>> result = tournament("pagat", ["random", "royalties", "balanced"], 500, seed=1)
    >>> result.title
    'pagat, 3 bots, 2 at a table, 3 tables with 500 deals, each played 2 times'
    >>> [result.bots[bot] for bot in result.ranking], result.is_settled
    (['balanced', 'royalties', 'random'], True)
    >>> result.ranks(1), result.is_better(2, 1), result.faults(1)
    ((2, 2), True, 0)
    >>> result.against(1, 2).mean == -result.against(2, 1).mean
    True
    >>> str(result.points(2)), round(result.margin(2), 3), str(result.difference(2, 1))
    ('1.81 +- 0.05', 0.062, '1.38 +- 0.08')
    >>> result.summary(2)["best_rank"], result.seconds(2) > 0, result.to_dict()["looks"]
    (1, True, 1)
    >>> columns, rows = result.table()
    >>> columns, rows[0][0], rows[0][3]
    (['bot', 'points', '+- 95%', 'ranks', 'faults', 'ms'], '1 balanced', '1')
    >>> columns, rows = result.cross_table()
    >>> rows[0]
    ['1 balanced', '', '+0.707 +- 0.061', '+2.922 +- 0.078']
    >>> result.to_text(100).splitlines()[0] == result.title
    True
    """

    rules: Rules
    bots: tuple[str, ...]
    players: int
    deals: int
    most_deals: int
    until_settled: bool
    seed: Any
    counts: TournamentSums = field(repr=False)

    def __hash__(self) -> int:
        totals = tuple(self.counts.totals.tolist())  # not the seed, which may be a list
        return hash((self.rules, self.bots, self.players, self.deals, totals))

    # ---- numbers ----

    @property
    def tables(self) -> int:
        """Number of tables, each with a different group of bots."""
        return comb(len(self.bots), self.players)

    @property
    def looks(self) -> int:
        """Largest number of tests of the ranking."""
        return len(look_ends(self.most_deals, until_settled=self.until_settled))

    @property
    def _level(self) -> float:
        """Family-wise error rate of a test of the ranking."""
        return ERROR_RATE / self.looks

    @property
    def _plays(self) -> int:
        """Number of times that a bot plays a deal, at all its tables."""
        return self.players * comb(len(self.bots) - 1, self.players - 1)

    def _index(self, bot: int, name: str = "bot") -> int:
        check_whole(name, bot, 0, len(self.bots) - 1, SimulationError)
        return bot

    def points(self, bot: int) -> Estimate:
        """Return the points per table of a bot, over all its tables.

        The 95 % margin of the estimate is for this bot alone. `margin` is wider, since it is for all bots together.
        """
        self._index(bot)
        return estimate_of_sums(int(self.counts.totals[bot]), int(self.counts.products[bot, bot]), self.deals, self._plays)

    def margin(self, bot: int) -> float:
        """Return the margin of error of the points of a bot; in 95 % of tournaments, the margins of all bots are correct."""
        return simultaneous_margin(self.points(bot).standard_error, len(self.bots), self._level)

    def difference(self, bot: int, other: int) -> Estimate:
        """Return the points per table of a bot minus those of another; the error excludes the luck they share."""
        first, second = self._index(bot), self._index(other, "other")
        totals, products = self.counts.totals, self.counts.products
        squares = int(products[first, first]) + int(products[second, second]) - 2 * int(products[first, second])
        return estimate_of_sums(int(totals[first]) - int(totals[second]), squares, self.deals, self._plays)

    def against(self, bot: int, other: int) -> Estimate:
        """Return the points per table of a bot from another: an entry of the cross-table.

        With more than two players at a table, this is the difference of the points of both bots at their common tables,
        divided by the number of players. The points of a bot at a table are the sum of its points from the others.
        """
        first, second = self._index(bot), self._index(other, "other")
        if first == second:
            raise SimulationError.about("other", f"expected another bot than {first}")
        total, squares = int(self.counts.pair_totals[first, second]), int(self.counts.pair_squares[first, second])
        common = comb(len(self.bots) - 2, self.players - 2)
        return estimate_of_sums(total, squares, self.deals, self.players**2 * common)

    def faults(self, bot: int) -> int:
        """Return the number of hands that a bot failed to set or to place."""
        return int(self.counts.faults[self._index(bot)])

    def seconds(self, bot: int) -> float | None:
        """Return the mean time of a bot per hand, or per placement of open-face games; None if it was not measured.

        This is elapsed time, which includes the conversion of the hand and the check of the answer. It is not measured at
        tables where all bots play in the compiled core: 'careful', 'swift' and, in open-face games, 'random'.
        """
        answers = int(self.counts.answers[self._index(bot)])
        return float(self.counts.seconds[bot]) / answers if answers else None

    # ---- ranking ----

    def _differences(self) -> dict[tuple[int, int], PairDifference]:
        """Return the points of a bot minus those of another, for each pair of bots in one order."""
        unequal = self.counts.unequal
        return {
            (bot, other): PairDifference(self.difference(bot, other), int(unequal[bot, other]))
            for bot in range(len(self.bots))
            for other in range(bot)
        }

    def _proven(self) -> NDArray[np.bool_]:
        """Return whether each bot is proven better than each other one."""
        return proven_pairs(self._differences(), len(self.bots), self._level)

    def _standings(self) -> list[RankRange]:
        return standings(self.counts.totals.tolist(), self._proven())

    def is_better(self, bot: int, other: int) -> bool:
        """Return whether a bot is proven better than another; in 95 % of tournaments, all such claims are true."""
        return bool(self._proven()[self._index(bot), self._index(other, "other")])

    def ranks(self, bot: int) -> tuple[int, int]:
        """Return the best and the worst rank of a bot, from 1, that are compatible with the data."""
        standing = self._standings()[self._index(bot)]
        return standing.best, standing.worst

    @property
    def ranking(self) -> tuple[int, ...]:
        """Indices of the bots, by mean points, the strongest first."""
        return tuple(sorted(range(len(self.bots)), key=lambda bot: (-int(self.counts.totals[bot]), bot)))

    @property
    def is_settled(self) -> bool:
        """Whether each bot is proven better than the next one in the ranking."""
        is_better, ranking = self._proven(), self.ranking
        return all(is_better[bot, following] for bot, following in pairwise(ranking))

    # ---- plain values ----

    def summary(self, bot: int) -> dict[str, Any]:
        """Return all results of one bot as plain values.

        ``mean`` is the mean of `points`; ``confidence_95`` beside it is the simultaneous interval. ``seconds`` is the mean
        time of an answer, or None. ``against`` has the points from each other bot, each with its own 95 % interval.
        """
        return self._summary(self._index(bot), self._standings()[bot])

    def _summary(self, bot: int, standing: RankRange) -> dict[str, Any]:
        points, margin = self.points(bot), self.margin(bot)
        others = (other for other in range(len(self.bots)) if other != bot)
        return {
            "name": self.bots[bot],
            "rank": standing.rank,
            "best_rank": standing.best,
            "worst_rank": standing.worst,
            **estimate_to_dict(points, "mean"),
            "confidence_95": plain_interval(points.mean, margin),
            "faults": self.faults(bot),
            "seconds": self.seconds(bot),
            "against": {str(other): estimate_to_dict(self.against(bot, other), "mean") for other in others},
        }

    def _summaries(self) -> list[dict[str, Any]]:
        return [self._summary(bot, standing) for bot, standing in enumerate(self._standings())]

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result as plain values for JSON."""
        return {
            "rules": self.rules.name,
            "players": self.players,
            "tables": self.tables,
            "deals": self.deals,
            "until_settled": self.until_settled,
            "most_deals": self.most_deals,
            "looks": self.looks,
            "settled": self.is_settled,
            "seed": self.seed,
            "bots": self._summaries(),
        }

    def _rows(self) -> list[dict[str, Any]]:
        rows = self._summaries()
        missing = {"mean": None, "standard_error": None, "confidence_95": [None, None]}
        for row in rows:  # columns for each bot, without values in its own row
            row["against"] = {str(other): row["against"].get(str(other), missing) for other in range(len(rows))}
        return rows

    # ---- texts and pictures ----

    @property
    def title(self) -> str:
        """Rules, bots, tables and number of deals, in a line."""
        tables, deals = counted(self.tables, "table", ","), counted(self.deals, "deal", ",")
        played = f"{tables} with {deals}, each played {counted(self.players, 'time')}"
        return f"{self.rules.name}, {counted(len(self.bots), 'bot')}, {self.players} at a table, {played}"

    @property
    def note(self) -> str:
        """Remarks about the ranking: whether it is settled (with `until_settled`), and bots whose points rarely differ."""
        return " ".join(filter(None, (self._settlement if self.until_settled else "", self._few_deals)))

    @property
    def _settlement(self) -> str:
        """Whether the ranking is settled, as a sentence."""
        if not self.is_settled:
            return f"The ranking is not settled after {self.deals:,} of at most {counted(self.most_deals, 'deal', ',')}."
        ends = look_ends(self.most_deals, until_settled=True)
        test = f" (test {ends.index(self.deals) + 1} of at most {len(ends)})" if self.deals in ends else ""
        return f"The ranking is settled after {counted(self.deals, 'deal', ',')}{test}."

    @property
    def _few_deals(self) -> str:
        """The pairs of bots whose points differ, but in too few deals to prove anything, as text; empty without any."""
        is_better, differences = self._proven(), self._differences()
        pairs = [
            (bot, other)
            for bot, other in combinations(self.ranking, 2)
            if not is_better[bot, other]
            and not is_better[other, bot]
            and (difference := differences[max(bot, other), min(bot, other)]).estimate.mean != 0
            and difference.unequal < LEAST_UNEQUAL
        ]
        if not pairs:
            return ""
        first, second = pairs[0]
        names = " and ".join(shorten(self.bots[bot], _LONGEST_NAME) for bot in (first, second))
        unequal, deals = int(self.counts.unequal[first, second]), counted(self.deals, "deal", ",")
        others = f", and those of {counted(len(pairs) - 1, 'more pair')} in too few" if len(pairs) > 1 else ""
        return (
            f"The points of {names} differ in {unequal} of {deals}{others}. "
            f"Fewer than {LEAST_UNEQUAL} such deals prove nothing: play more."
        )

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the names of the columns of the ranking, and a row of text for each bot, the strongest first.

        Points have a simultaneous 95 % margin of error in the next column. The last column has the mean time of an answer in
        milliseconds, if it was measured.
        """
        return ranking_table(self._ranked())

    def cross_table(self) -> tuple[list[str], list[list[str]]]:
        """Return the names of the columns of the cross-table, and a row of text for each bot, the strongest first.

        The columns are numbered as the rows. Entries are the points per table of the row's bot from the column's bot, with
        95 % margins of error.
        """
        return cross_table(self._ranked())

    def _ranked(self) -> list[dict[str, Any]]:
        """Return the summaries in the order of the ranking, with the entries of the cross-table as a list in that order."""
        summaries, ranking = self._summaries(), self.ranking
        return [
            {**summaries[bot], "entries": [summaries[bot]["against"].get(str(other)) for other in ranking]}
            for bot in ranking
        ]

    def to_text(self, width: int = _WIDTH) -> str:
        """Return the ranking and the cross-table as text.

        Parameters
        ----------
        width : int
            Width of the terminal in characters, 40 to 10,000. In a narrow terminal, margins of error are below the entries
            of the cross-table. Columns that do not fit follow below the others.

        Raises
        ------
        SimulationError
            If the width is invalid.
        """
        check_whole("width", width, _NARROWEST, _WIDEST, SimulationError)
        return "\n".join(self._lines(width))

    def _lines(self, width: int) -> list[str]:
        return tournament_lines(self.title, self._ranked(), self.note, width)

    def __repr__(self) -> str:
        means = ", ".join(f"{self.bots[bot]} {self.points(bot).mean:+.4f}" for bot in self.ranking)
        return fitted(f"<Tournament of {counted(self.deals, 'deal')}, rules {self.rules.name!r}: {means}>")

    def __str__(self) -> str:
        return self.to_text()

    def __rich__(self) -> RenderableType:
        return FittedTournament(self._lines)

    def _repr_html_(self) -> str:
        from html import escape

        heads, entries = self.cross_table()
        signed = heads, [[bot, *(entry.replace("+-", "±") for entry in row)] for bot, *row in entries]
        tables = ((self.table(), escape(self.title), ""), (signed, escape(CROSS_TABLE), escape(self.note)))
        return "".join(
            table_html([list(map(escape, row)) for row in rows], head=columns, title=title, note=note)
            for (columns, rows), title, note in tables
        )

    def plot(self, *, ax: Axes | Sequence[Axes] | None = None) -> Figure:
        """Plot the points of each bot with simultaneous 95 % intervals, and the cross-table; needs the extra ``plot``.

        Parameters
        ----------
        ax : matplotlib.axes.Axes or sequence of two, optional
            Axes for the points, or for the points and the cross-table. By default, both are drawn on a new figure of pyplot,
            which ``plt.show()`` shows. In a loop, close this figure with ``plt.close(figure)``. With your own axes, end the
            last line of a notebook cell with a semicolon. Otherwise, the notebook shows the figure twice.

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
        panels = axes_for(ax, len(self.bots), panels=2, error=SimulationError)
        from cpoker_fast.display.charts import plot_cross_table, plot_points

        ranked, ranking = self._ranked(), self.ranking
        for panel in panels[1:]:
            entries = [[None if entry is None else entry["mean"] for entry in row["entries"]] for row in ranked]
            plot_cross_table(panel, labels(ranked, _LONGEST_LABEL), entries)
        title = self.title.replace(" at a table, ", " at a table\n")
        points, margins = [self.points(bot) for bot in ranking], [self.margin(bot) for bot in ranking]
        return plot_points(panels[0], title, labels(ranked), points, margins)
