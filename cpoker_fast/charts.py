"""Charts, with Matplotlib: figures of their own, so that no window opens and no state is shared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from cpoker_fast.boards import ROWS

if TYPE_CHECKING:
    from cpoker_fast.analysis import Analysis
    from cpoker_fast.simulation import Simulation

__all__ = ["plot_analysis", "plot_simulation"]

_SHOWN = 10


def plot_analysis(analysis: Analysis) -> Figure:
    """Points of the best candidates, with the 95 % interval of how far they are behind the best."""
    shown = analysis.candidates[:_SHOWN]
    figure = Figure(figsize=(10, 1.5 + 0.4 * len(shown)), layout="constrained")
    axes = figure.subplots()
    places = range(len(shown))
    reach = [candidate.behind.interval()[1] - candidate.behind.mean for candidate in shown]
    axes.barh(places, [candidate.points.mean for candidate in shown], xerr=reach, capsize=3)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_yticks(places, [candidate.name for candidate in shown])
    axes.invert_yaxis()
    axes.set_xlabel(f"points from {analysis.opponents} opponents")
    axes.set_title(f"{analysis.hand}: {analysis.rules.name}, {analysis.deals} deals")
    return figure


def plot_simulation(simulation: Simulation) -> Figure:
    """Points of each player with the 95 % interval, and rows won and lost."""
    summaries = [simulation.summary(player) for player in range(len(simulation.players))]
    places = range(len(summaries))
    names = [f"{place + 1} {summary['name']}" for place, summary in enumerate(summaries)]
    figure = Figure(figsize=(10, 4), layout="constrained")
    points, rows = figure.subplots(1, 2)
    means = [summary["mean"] for summary in summaries]
    reach = [summary["confidence_95"][1] - summary["mean"] for summary in summaries]
    points.bar(places, means, yerr=reach, capsize=4)
    points.axhline(0, color="black", linewidth=0.8)
    points.set_xticks(places, names)
    points.set_ylabel("points a table")
    points.set_title(f"{simulation.rules.name}, {simulation.deals} deals")
    for number, row in enumerate(ROWS):
        won = [summary["rows"][row]["won"] for summary in summaries]
        rows.bar([place + 0.27 * (number - 1) for place in places], won, width=0.25, label=row)
    rows.set_xticks(places, names)
    rows.set_ylabel("rows won, of those compared")
    rows.legend()
    return figure
