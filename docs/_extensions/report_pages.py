"""The pages of measured speed and strength, made from the records in `benchmarks`."""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from page_text import ROOT, page, unbroken

if TYPE_CHECKING:
    from report import Comparison  # type: ignore[import-not-found]

BENCHMARKS = ROOT / "benchmarks"
SPEED, SPEED_CHART = "background/speed.md", "background/speed.svg"
STRENGTH, STRENGTH_CHART = "background/strength.md", "background/strength.svg"
TOURNAMENT_CHART = "background/strength-{}.svg"

_SPEED = """\
(speed)=
# Speed

{fastest}

This page compares the speed of ranking five cards with that of other Python packages. [Figures](figures.md) lists the speed
of everything else: settling, setting hands, analyses, simulations and open-face games.
"""
_STRENGTH = """\
(strength)=
# The strength of open-face players

{strongest} The bots of closed games are [compared on another page](#closed-bots).

`careful` follows {term}`heuristics <heuristic>`, `swift` uses value
{term}`networks <network>`, and `expert` compares placements by {term}`rollouts <rollout>`, for a tenth of a second unless
you set another time. The chart shows how many points the placements of `swift` and `expert` lose in a deal: the more time,
the fewer. Those of `careful` lose more, as the tables show.

Points here differ from those of `cpoker simulate`, which plays each Fantasyland to its end; this page counts its
worth instead.
"""


def speed_pages() -> dict[str, str]:
    """Return the page of the comparison with other evaluators, and its chart, by path; from report.json."""
    report = _benchmark("report")
    comparison = report.read_record()
    text = page(
        _SPEED.replace("{fastest}", _fastest(comparison)),
        "\n".join(report.introduction(comparison)),
        _picture(SPEED_CHART, "Bars of the speeds in the tables below, for single calls and for batches"),
        "\n".join(report.tables(comparison)),
        "`python benchmarks/report.py` in a copy of the source measures again, and records the speeds of this page.",
    )
    return {SPEED: text, SPEED_CHART: _svg(report.chart(comparison))}


def _fastest(comparison: Comparison) -> str:
    """Return the paragraph that answers how fast the package is, in batches and in calls, beside phevaluator."""
    speeds = {
        (speed.is_batch, speed.evaluator): speed.hands_per_second
        for part in comparison.charts.values()
        for speed in part
        if not speed.is_batch or "threads" not in speed.evaluator
    }
    batch = max(hands for (is_batch, name), hands in speeds.items() if is_batch and name.startswith("cpoker_fast"))
    call = speeds[False, "cpoker_fast strength(five ints)"]
    rival = next(name for is_batch, name in speeds if not is_batch and "phevaluator" in name)
    hands = speeds[False, rival]
    return (
        f"On one core, the package ranks {batch / 1e6:,.0f} million hands of five cards a second in a batch. A single call\n"
        f"with five ints ranks {call / 1e6:.1f} million a second, {call / hands:.0f} times as many as `{rival}`\n"
        f"({hands / 1e6:.1f} million)."
    )


def strength_pages() -> dict[str, str]:
    """Return the page of the strength of bots, and its charts, by path; from the records of `benchmarks`."""
    report, records = _benchmark("openface_report"), _benchmark("openface").recorded()
    tournaments = _benchmark("tournaments")
    results = tournaments.recorded()
    own_cards = _benchmark("own_cards")
    text = page(
        _STRENGTH.replace("{strongest}", _strongest(report.total_losses(records["pineapple"], 2))),
        _picture(STRENGTH_CHART, "Points that placements lose in a deal, by time: less with more time, for each preset"),
        report.INTRODUCTION,
        "\n".join(report.tables(records)),
        "To continue the measurements: `python benchmarks/openface.py --help` in a copy of the source.",
        "(tournaments-of-all-bots)=\n## Tournaments of all bots",
        tournaments.INTRODUCTION,
        *(
            part
            for rules, result in results.items()
            for part in (
                tournaments.tables({rules: result}),
                _picture(TOURNAMENT_CHART.format(rules), f"Points of all bots under {rules}, and their cross-table"),
            )
        ),
        "To repeat the tournaments: `python benchmarks/tournaments.py` in a copy of the source.",
        "(what-arrange-loses)=\n## What `arrange` loses in closed games",
        own_cards.INTRODUCTION,
        own_cards.table(own_cards.recorded()),
        "[Your own cards](fields.md#your-own-cards) tells how the estimate is made.",
    )
    charts = {TOURNAMENT_CHART.format(rules): result.plot() for rules, result in results.items()}
    charts[STRENGTH_CHART] = report.chart(records)
    try:
        return {STRENGTH: unbroken(text), **{path: _svg(chart) for path, chart in charts.items()}}
    finally:
        plt.close("all")


def _strongest(totals: Mapping[str, tuple[float, float]]) -> str:
    """Return the paragraph that names the strongest player, from the points, and margins, that placements lose."""
    lost = {name: f"{points:.2f} ± {margin:.2f}" for name, (points, margin) in totals.items()}
    return (
        "This page shows which open-face bot is the strongest, and by how much. `expert` is the strongest: under\n"
        f"`pineapple`, with 10 ms for each placement, its placements lose {lost['expert 0.01']} points in a deal. Those of\n"
        f"`swift` lose {lost['swift']} points, and those of `careful` {lost['careful']}."
    )


def _benchmark(name: str) -> ModuleType:
    """Return a module of `benchmarks`."""
    if str(BENCHMARKS) not in sys.path:
        sys.path.append(str(BENCHMARKS))
    return importlib.import_module(name)


def _picture(path: str, words: str) -> list[str]:
    return [f"```{{image}} {path.rpartition('/')[2]}", f":alt: {words}", ":class: chart", "```"]


def _svg(figure: Figure) -> str:
    """Return a chart as SVG: the same text for the same chart, without the date and random names."""
    text = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "cpoker_fast"}):
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
