"""Charts with Matplotlib, on figures outside pyplot: no window opens, and no state is shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from cpoker_fast.boards import ROWS
from cpoker_fast.studies.counts import Estimate
from cpoker_fast.wording import counted

__all__ = ["plot_candidates", "plot_players"]


def plot_candidates(title: str, opponents: int, candidates: Sequence[tuple[str, Estimate, Estimate]]) -> Figure:
    """Points of candidates, each a name, points and points behind the best, with the 95 % interval of the latter."""
    figure = Figure(figsize=(10, 1.5 + 0.4 * len(candidates)), layout="constrained")
    axes = figure.subplots()
    places = range(len(candidates))
    reach = [behind.interval()[1] - behind.mean for _, _, behind in candidates]
    axes.barh(places, [points.mean for _, points, _ in candidates], xerr=reach, capsize=3)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_yticks(places, [name for name, _, _ in candidates])
    axes.invert_yaxis()
    axes.set_xlabel(f"points from {counted(opponents, 'opponent')}")
    axes.set_title(title)
    return figure


def plot_players(title: str, summaries: Sequence[Mapping[str, Any]]) -> Figure:
    """Points of each player with the 95 % interval, and the rates of rows won, from their summaries."""
    places = range(len(summaries))
    names = [f"{place + 1} {summary['name']}" for place, summary in enumerate(summaries)]
    figure = Figure(figsize=(10, 4), layout="constrained")
    points, rows = figure.subplots(1, 2)
    means = [summary["mean"] for summary in summaries]
    reach = [summary["confidence_95"][1] - summary["mean"] for summary in summaries]
    points.bar(places, means, yerr=reach, capsize=4)
    points.axhline(0, color="black", linewidth=0.8)
    points.set_xticks(places, names)
    points.set_ylabel("points per table")
    points.set_title(title)
    for number, row in enumerate(ROWS):
        won = [summary["rows"][row]["won"] for summary in summaries]
        rows.bar([place + 0.27 * (number - 1) for place in places], won, width=0.25, label=row)
    rows.set_xticks(places, names)
    rows.set_ylabel("share of compared rows won")
    rows.legend()
    return figure
