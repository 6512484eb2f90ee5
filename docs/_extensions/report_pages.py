"""The pages of measured speed and strength, made from the records in `benchmarks`."""

from __future__ import annotations

import importlib
import io
import sys
from types import ModuleType

import matplotlib as mpl
from matplotlib.figure import Figure
from page_text import ROOT, page, unbroken

BENCHMARKS = ROOT / "benchmarks"
SPEED, SPEED_CHART = "background/speed.md", "background/speed.svg"
STRENGTH, STRENGTH_CHART = "background/strength.md", "background/strength.svg"

_SPEED = """\
(speed)=
# Speed

This page compares the ranking of five cards with that of other Python packages. [What each call costs](figures.md) has the
speed of everything else: settling, setting hands, analyses, simulations and open-face games. Single calls are faster there,
because its 10,000 hands stay in the cache of the processor, and the hands of this report do not.
"""
_STRENGTH = """\
(strength)=
# The strength of open-face players

This page measures the open-face bots of the package against each other. `careful` follows heuristics, `swift` uses value
{term}`networks <network>`, and `expert` compares placements by {term}`rollouts <rollout>`, for a tenth of a second or as
long as you let it think. The chart has the main result: how many points their placements lose.
"""


def speed_pages() -> dict[str, str]:
    """Return the page of the comparison with other evaluators, and its chart, by path; from report.json."""
    report = _benchmark("report")
    comparison = report.read_record()
    text = page(
        _SPEED,
        "\n".join(report.introduction(comparison)),
        _picture(SPEED_CHART, "Throughput of all evaluators, single calls and batches"),
        "\n".join(report.tables(comparison)),
        "To measure on your machine: `cpoker bench`, or `python benchmarks/report.py` in a copy of the source.",
    )
    return {SPEED: text, SPEED_CHART: _svg(report.chart(comparison))}


def strength_pages() -> dict[str, str]:
    """Return the page of the strength of open-face players, and its chart, by path; from openface.json."""
    report, records = _benchmark("openface_report"), _benchmark("openface").recorded()
    text = page(
        _STRENGTH,
        _picture(STRENGTH_CHART, "Points that placements lose, by thinking time"),
        report.INTRODUCTION,
        "\n".join(report.tables(records)),
        "To continue the measurements: `python benchmarks/openface.py --help` in a copy of the source.",
    )
    return {STRENGTH: unbroken(text), STRENGTH_CHART: _svg(report.chart(records))}


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
