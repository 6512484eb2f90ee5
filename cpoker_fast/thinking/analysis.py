"""Analyses of positions: expected points of each placement, by rollouts against sampled opponent boards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast._arguments import available_threads, check_whole, is_number, items_of
from cpoker_fast._openface import PLAYERS
from cpoker_fast.arranging import assumed_worths, bonuses_of, read_bonus
from cpoker_fast.dealing import Seed, sequence_of
from cpoker_fast.display.columns import MARGIN
from cpoker_fast.display.markup import FittedTable, cards_html, table_html
from cpoker_fast.display.plotting import MOST_LIMIT, MOST_SHOWN, plot_best
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import AnalysisError, PlacementError
from cpoker_fast.estimates import Estimate, estimate_to_dict, points_from_best
from cpoker_fast.game.last_street import PlacementPoints, last_street
from cpoker_fast.game.placement import Placement, Rows, index_in_list
from cpoker_fast.game.plan import entry_sizes, fantasyland_sizes
from cpoker_fast.game.position import Position, check_position
from cpoker_fast.system.exports import Tabular
from cpoker_fast.thinking.networks import player_of
from cpoker_fast.thinking.rollouts import Budget, RolloutResult, Rollouts

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray
    from rich.console import Group

__all__ = ["TOLERANCE", "PlacementAnalysis", "PlacementValue", "analyze", "best_placement", "meaning_of_dash"]

TOLERANCE, _MOST_TOLERANCE = 0.02, 1e6  # points


class PlacementValue(NamedTuple):
    """Expected points of a placement."""

    placement: Placement
    """Cards that the placement adds to each row, and its discards."""
    points: Estimate
    """Expected points of the deal, plus the worth of the player's next Fantasyland. The mean is the mean points of the
    best placement, minus the mean of `behind`. The worth of opponents' Fantasylands is ignored, since it hardly depends on
    the placement. The standard error is 0 for exact points. With few rollouts, it is larger, by the standard deviation of
    Student's t: the spread of a few batches is itself uncertain."""
    behind: Estimate
    """Points by which the placement is behind the best one: a mean of the gap over the rollouts that include both
    placements, and of the gap between first estimates, weighted by their precision."""
    rollouts: int
    """Number of rollouts. On the last two streets: number of sampled boards of each opponent, or 0 for exact points of
    `last_street`. A placement with a low first estimate may have no rollouts; `behind` is then the gap between first
    estimates, and its standard error is that of such gaps."""
    estimate: float
    """Gap in points to the highest first estimate. Before the last street, these estimates come from networks; under
    rules without networks, from a heuristic."""

    def __repr__(self) -> str:
        method = counted(self.rollouts, "rollout") if self.rollouts else "no rollouts"
        return fitted(f"<PlacementValue {self.placement}: {self.points} points, {self.behind} behind the best, {method}>")

    def cells(self) -> list[str]:
        """Return the cells of the placement's row in the printed table."""
        return [
            str(self.placement),
            f"{self.points.mean:+z.2f}",
            f"{self.points.margin:.2f}",
            f"{self.behind.mean:z.2f}",
            f"{self.behind.margin:.2f}",
            str(self.rollouts or "-"),
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON.

        ``confidence_95`` is the 95 % confidence interval. ``estimate`` is the gap to the best placement before any rollout,
        by networks or a heuristic, without an error.
        """
        return {
            "placement": str(self.placement),
            **estimate_to_dict(self.points, "points"),
            **estimate_to_dict(self.behind, "behind", "behind_"),
            "rollouts": self.rollouts,
            "estimate": self.estimate,
        }


def meaning_of_dash(values: Iterable[PlacementValue]) -> str:
    """Return the meaning of "-" in the column of rollouts; empty text if there is none, or no placement has rollouts."""
    rollouts = [value.rollouts for value in values]
    return "-: first estimate" if any(rollouts) and not all(rollouts) else ""


@dataclass(frozen=True, slots=True)
class PlacementAnalysis(Tabular):
    """Expected points of the placements of a position: the result of `analyze`.

    Notebooks show it as a table, ``analysis.plot()`` as a chart. Files and data frames (``analysis.to_frame()``) have a row
    for each placement, with the keys of `PlacementValue.to_dict`.

    Parameters
    ----------
    placements : tuple of PlacementValue
        Placements, best first.
    is_exact : bool
        Whether the points are exact, as they can be on the last street (see `last_street`).
    played_by : str
        Bot that plays the rollouts: 'swift', or 'careful' if there are no networks for the rules.
    opponents : int
        Number of opponents.

    Examples
    --------
    >>> position = Deal("pineapple", 2, seed=1).position()
    >>> analysis = analyze(position, rollouts=20, seed=1)
    >>> columns, rows = analysis.table()
    >>> columns[:4], analysis.to_dict()["is_exact"]
    (['placement', 'points', '+- 95%', 'behind'], False)
    >>> analysis.note_below(2).endswith("more placements.")
    True
    >>> rows[0][0] == str(analysis.best)
    True
    >>> analysis.to_csv().splitlines()[0][:57]
    'placement,points,standard_error,confidence_95.low,confide'
    """

    placements: tuple[PlacementValue, ...]
    is_exact: bool
    played_by: str
    opponents: int = 1

    @property
    def by_networks(self) -> bool:
        """Whether value networks play the rollouts, as they do under all rules with networks."""
        return PLAYERS[self.played_by]["needs_networks"]

    @property
    def best(self) -> Placement:
        """The best placement, by first estimates and rollouts together: the recommended one."""
        return self.placements[0].placement

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return column names, and the rows of the ten best placements with 95 % margins of error."""
        columns = ["placement", "points", MARGIN, "behind", MARGIN, "rollouts"]
        return columns, [value.cells() for value in self.placements[:MOST_SHOWN]]

    @property
    def note(self) -> str:
        """Line below the table: the method, the meaning of ``-``, and the number of placements that are not shown."""
        return self.note_below(MOST_SHOWN)

    def note_below(self, limit: int) -> str:
        """Return the `note` of a table of at most `limit` placements; AnalysisError if the limit is not 1 to 1,000."""
        check_whole("limit", limit, 1, MOST_LIMIT, AnalysisError)
        dash = meaning_of_dash(self.placements[:limit])
        method = f"{self._method} ({dash})." if dash else f"{self._method}."
        more = len(self.placements) - limit
        return f"{method} {counted(more, 'more placement')}." if more > 0 else method

    @property
    def _method(self) -> str:
        return "Exact points" if self.is_exact else f"Points by rollouts of the bot {self.played_by}"

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values for JSON, without the number of opponents."""
        return {
            "is_exact": self.is_exact,
            "played_by": self.played_by,
            "best": str(self.best),
            "placements": self._rows(),
        }

    def _rows(self) -> list[dict[str, Any]]:
        return [value.to_dict() for value in self.placements]

    def __repr__(self) -> str:
        number, exactly = counted(len(self.placements), "placement"), ", exact" if self.is_exact else ""
        return fitted(f"<PlacementAnalysis of {number}{exactly}, best {self.best}: {self.placements[0].points} points>")

    def __str__(self) -> str:
        lines = []
        for placement, points, behind, *_ in self.placements[:MOST_SHOWN]:
            gap = f"behind {behind.mean:5.2f} +- {behind.margin:.2f}"
            lines.append(f"{points.mean:+7.2f} +- {points.margin:.2f}  {gap}  {placement}")
        if more := len(self.placements) - len(lines):
            lines.append(f"and {counted(more, 'more placement')}")
        return "\n".join(lines)

    def __rich__(self) -> Group:
        from rich.console import Group

        return Group(FittedTable(*self.table(), last="behind"), self.note)

    def _repr_html_(self) -> str:
        columns, rows = self.table()
        return table_html([[cards_html(cards), *cells] for cards, *cells in rows], head=columns, note=self.note)

    def plot(self, limit: int = MOST_SHOWN, *, ax: Axes | None = None) -> Figure:
        """Plot the gaps of placements to the best one, with 95 % intervals; needs the extra ``plot``.

        Large gaps are shown as numbers at the edge, so that differences of small gaps remain visible. A placement without
        rollouts has a rough interval.

        Parameters
        ----------
        limit : int
            Largest number of placements to draw, 1 to 1,000.
        ax : matplotlib.axes.Axes, optional
            Axes to draw on, by default those of a new figure of pyplot; see `cpoker_fast.Analysis.plot`.

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        AnalysisError
            If `limit` or `ax` is invalid.
        CpokerError
            If Matplotlib is missing.
        """
        return plot_best(
            [str(value.placement) for value in self.placements],
            [value.behind for value in self.placements],
            title=self._method,
            label="points behind the best, 95 % interval",
            part="the best {} of {} placements",
            limit=limit,
            ax=ax,
            error=AnalysisError,
        )


def analyze(
    position: Position,
    *,
    seconds: float | None = None,
    rollouts: int | None = None,
    worths: float | Mapping[int, float] | None = None,
    tolerance: float = TOLERANCE,
    also: Placement | Rows | None = None,
    among: Sequence[Placement | Rows] | None = None,
    seed: Seed = None,
    threads: int = 1,
) -> PlacementAnalysis:
    """Analyze a position: estimate the expected points of each placement of the cards in hand.

    Rollouts play the deal to its end, with the same cards for all placements. Value networks choose the later placements;
    under rules without networks, heuristics do. On the street before the last, a rollout is the mean over all draws of the
    last street. Incomplete boards of opponents are sampled from the information that the player has. On the last street,
    `last_street` computes the points, if it is exact against all opponents. Placements that are very unlikely to be
    the best are dropped, and the analysis stops early if a wrong choice costs little (see `tolerance`).

    Before the last street, the result ignores the following, and the margins of error do not cover it: naturals, payments
    for aces and to the dealer, the deuce of spades, overall points that count royalties, factors of a pairing, home runs,
    and rows of a fouled board that still count. If two rows each earn a Fantasyland, both worths count. The worth of
    opponents' Fantasylands is ignored on all streets. Future cards are drawn independently for each player, so two players
    may get the same card. If points on the last street are not exact, each opponent is settled alone with the player.

    Parameters
    ----------
    position : Position
        A position with cards in hand, outside of Fantasyland.
    seconds : float, optional
        Time limit; results then depend on the machine. Below 0.03, batches are half as large.
    rollouts : int, optional
        Number of rollouts of each remaining placement, rounded up to batches of 24, at least four batches. On the last two
        streets, a batch may have only 16 boards of each opponent. The default is 1000 if `seconds` is not given.
    worths : float or mapping of int to float, optional
        Worth of a Fantasyland in points from all opponents together: one number, or a number for each size. The default is
        `worth` for presets, and a heuristic for other rules, such as 8 points from each opponent for 14 cards. The worth
        counts at the end of each rollout; networks choose placements by the worth with which they were trained.
    tolerance : float
        Points that the best placement may be expected to lose to all others together: the analysis then stops early. With 0,
        no placement that gets rollouts is dropped, and all rollouts are played, unless points are exact or only one
        placement gets rollouts.
    also : Placement, str, mapping or sequence, optional
        A placement to evaluate by rollouts even if its first estimate is low, in any form that `Position.placement` accepts.
    among : sequence of Placement, str, mapping or sequence, optional
        Placements to compare, at least one, in any such form. The result has only these. By default, all are compared.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the random cards. Without `seconds`, the same seed gives the same result on any number of threads.
    threads : int
        Number of threads; 0 for as many as this process has CPUs.

    Returns
    -------
    PlacementAnalysis

    Raises
    ------
    PlacementError
        If `position` has no cards to place or is in Fantasyland, or a placement of `also` or `among` is illegal.
    AnalysisError, RulesError, SeedError, ArrayError
        If an argument is invalid, `worths` lacks a size of Fantasyland, or two arguments exclude each other: `seconds` and
        `rollouts`, `also` and `among`.

    Examples
    --------
    >>> p = Position("pineapple", seat=0, button=1, street=0, boards=["- / - / -"] * 2, hand="Ah Kc Qs 8h 7c")
    >>> str(analyze(p, rollouts=200, seed=1).best)
    'Qs / Kc 7c / Ah 8h'
    """
    _check_can_be_analyzed(position)
    budget, sequence = Budget.of(seconds, rollouts), sequence_of(seed)
    available_threads(threads)
    if not is_number(tolerance) or not 0 <= tolerance <= _MOST_TOLERANCE:
        raise AnalysisError.about("tolerance", f"expected a number from 0 to 1e6, got {quote(tolerance)}")
    compared = _compared(position, also, among)
    points = _checked_worths(position, worths)
    exact = _exact_values(position, points)
    if exact is not None:
        if among is not None:
            exact = [exact[index] for index in _indices(compared, [placement for placement, _ in exact], position)]
        exact = sorted(exact, key=lambda value: -value.points)
        values = tuple(_exact_value(placement, mean, exact[0].points) for placement, mean in exact)
        return PlacementAnalysis(values, True, player_of(position.rules), position.seats - 1)
    rollouts_of_all = Rollouts(position, points, threads, budget)
    indices = _indices(compared, rollouts_of_all.placements, position)
    result = rollouts_of_all.run(sequence, float(tolerance), indices, compares_all=among is None)
    return _ranked(rollouts_of_all, result, range(len(rollouts_of_all.placements)) if among is None else indices)


def _check_can_be_analyzed(position: Position) -> None:
    check_position(position)
    if not position.hand:
        raise PlacementError("expected a position with cards to place")
    if position.in_fantasyland:
        raise PlacementError("the player is in Fantasyland: use openface_fantasyland, which returns the best board")


def best_placement(position: Position, seconds: float | None, rollouts: int | None, seed: Seed) -> Placement:
    """Return the best placement of `analyze`, sooner than `analyze` describes all of them; the arguments are valid."""
    points = assumed_worths(position.rules, position.seats)
    exact = _exact_values(position, points)
    if exact is not None:
        return exact[0].placement
    comparison = Rollouts(position, points, 1, Budget.of(seconds, rollouts))
    return comparison.placements[comparison.run(sequence_of(seed), TOLERANCE).best]


def _compared(
    position: Position, also: Placement | Rows | None, among: Sequence[Placement | Rows] | None
) -> list[Placement]:
    """Return the placements that must get rollouts."""
    if also is not None and among is not None:
        raise AnalysisError("expected also or among, not both")
    if among is None:
        return [] if also is None else [position.placement(also)]
    placements = items_of(among)
    if not placements:
        raise AnalysisError.about("among", f"expected a sequence of one or more placements, got {quote(among)}")
    return [position.placement(placement) for placement in placements]


def _indices(compared: Sequence[Placement], placements: Sequence[Placement], position: Position) -> list[int]:
    """Return the index of each compared placement in a list of all, without repetitions."""
    return list(dict.fromkeys(index_in_list(placement, placements, position.own) for placement in compared))


def _checked_worths(position: Position, worths: float | Mapping[int, float] | None) -> dict[int, float]:
    """Return the worth of each size of Fantasyland in points."""
    rules = position.rules
    points = assumed_worths(rules, position.seats)
    if worths is None:
        return points
    bonus = read_bonus(worths, "worths")
    return points | bonuses_of(bonus, entry_sizes(rules) if isinstance(bonus, tuple) else fantasyland_sizes(rules), "worths")


def _exact_values(position: Position, worths: Mapping[int, float]) -> Sequence[PlacementPoints] | None:
    """Return the exact points of placements on the last street, best first; None if they cannot be computed."""
    if position.to_place != sum(position.own.room):
        return None
    result = last_street(position, worths)
    return result.placements if result.is_exact and len(result.against) == position.seats - 1 else None


def _exact_value(placement: Placement, points: float, best: float) -> PlacementValue:
    return PlacementValue(placement, Estimate(points, 0.0), Estimate(best - points, 0.0), 0, best - points)


def _ranked(rollouts: Rollouts, result: RolloutResult, listed: Sequence[int]) -> PlacementAnalysis:
    """Return the analysis of the listed placements, best first."""
    gaps = _gaps_of(rollouts, result, listed)
    best = result.points[result.best]
    top = _mean_of(best)
    ranked = []
    for index in listed:
        batches, behind = result.points[index], gaps[index]
        estimate = float(result.estimates.max() - result.estimates[index])
        error = math.hypot(top.standard_error, behind.standard_error)
        if len(batches):  # with many batches, the same cards for both placements make the error of their own mean smaller
            error = min(error, points_from_best(_mean_of(batches), behind, top, len(batches) / len(best)).standard_error)
        points = Estimate(top.mean - behind.mean, error)
        value = PlacementValue(
            rollouts.placements[index], points, behind, len(batches) * rollouts.rollouts_per_batch, estimate
        )
        ranked.append((index != result.best, behind.mean, value))
    ranked.sort(key=lambda item: item[:2])
    return PlacementAnalysis(
        tuple(value for *_, value in ranked), False, player_of(rollouts.position.rules), rollouts.opponents
    )


def _gaps_of(rollouts: Rollouts, result: RolloutResult, listed: Sequence[int]) -> dict[int, Estimate]:
    """Return the gap of each listed placement to the best one, by its index."""
    import numpy as np

    best, first = result.points[result.best], result.estimates
    by_batches: dict[int, list[int]] = {}
    for index in listed:
        by_batches.setdefault(len(result.points[index]), []).append(index)
    gaps = {}
    for n, indices in by_batches.items():
        if n:
            batches = np.array([result.points[index] for index in indices]).T
            means, errors = rollouts.gaps_to(first[result.best], best[:n, None], first[indices], batches)
        else:
            means = first[result.best] - first[indices]
            errors = rollouts.first_errors(means)
        for index, mean, error in zip(indices, means.tolist(), errors.tolist(), strict=True):
            gaps[index] = Estimate(max(0.0, mean), error)  # a dropped placement was behind the best one
    gaps[result.best] = Estimate(0.0, 0.0)
    return gaps


def _mean_of(batches: NDArray[np.float64]) -> Estimate:
    """Return the mean of batches; for few batches, its standard error is multiplied by the deviation of Student's t."""
    n = len(batches)
    return Estimate(float(batches.mean()), float(batches.std(ddof=1) * math.sqrt((n - 1) / (n - 3) / n)))
