"""The record of all generations of networks: their gains, and the choice of the generation for the package."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpoker_fast.estimates import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["RECORD", "chart", "kept_generation", "kept_lines", "report_lines", "reports_of", "total_gains", "write_record"]

RECORD = Path(__file__).with_name("generations.json")
_REQUIRED_GAIN = 3.0  # in standard errors

Report = dict[str, Any]
"""Report of a generation, as JSON: its number, the number of its opponent (None for the first), its gains over the opponent
(points a deal and their standard error, for each seed), and the other columns of `report_lines`."""


def reports_of(name: str, work: Path) -> list[Report]:
    """Return the reports of the generations of a preset: those of the record, then new ones in a working folder."""
    reports: list[Report] = json.loads(RECORD.read_text(encoding="utf-8")).get(name, [])
    new = [json.loads(path.read_text()) for path in sorted((work / name).glob("*.json"))]
    return reports + [report for report in new if report not in reports]


def write_record(record: dict[str, list[Report]]) -> None:
    """Write the reports of all generations."""
    RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def _mean_gain(report: Report) -> Estimate:
    """Return the gain over the opponent, as the mean over all seeds."""
    gains = report["gains"]
    return Estimate(sum(points for points, _ in gains) / len(gains), math.hypot(*(error for _, error in gains)) / len(gains))


def _is_stronger(report: Report) -> bool:
    """Whether the mean gain over all seeds is large enough."""
    gain = _mean_gain(report)
    return gain.mean > _REQUIRED_GAIN * gain.standard_error


def kept_generation(reports: Sequence[Report]) -> int | None:
    """Return the number of the generation for the package; None if there is none.

    It is the first one, until a generation that played against the kept one gained enough. A generation without an
    opponent begins anew, for other features or points.
    """
    kept: int | None = None
    for report in reports:
        if report["opponent"] is None or (report["opponent"] == kept and _is_stronger(report)):
            kept = report["generation"]
    return kept


def _errors(report: Report) -> str:
    return ", ".join(f"{placed}: {error:.2f}" for placed, error in report["errors"].items())


def report_lines(name: str, reports: Sequence[Report]) -> Iterable[str]:
    """Yield a table of the generations of a preset, in Markdown."""
    yield from (f"## {name}", "")
    yield (
        "| generation | boards | worth of Fantasyland | gain over an earlier one, two seeds | royalties | fouls | entries | "
        "error by cards placed |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    kept = kept_generation(reports)
    for report in reports:
        gains = ", ".join(f"{points:+.3f} ± {Estimate(points, error).margin:.2f}" for points, error in report["gains"])
        shown_gains = f"{report['opponent']}: {gains}" if gains else "-"
        worths = ", ".join(f"{cards}: {points:g}" for cards, points in report["worths"].items())
        mark = " (kept)" if report["generation"] == kept else ""
        averages = f"{report['royalties']:.2f} | {report['fouls']:.1%} | {report['entries']:.1%}"
        number, boards = f"{report['generation']}{mark}", f"{report['boards']:,}"
        yield f"| {number} | {boards} | {worths} | {shown_gains} | {averages} | {_errors(report)} |"
    yield ""


def kept_lines(record: dict[str, list[Report]]) -> Iterable[str]:
    """Yield a table of the generations in the package, in Markdown."""
    yield from ("| preset | generation | boards | typical error by cards placed |", "|---|---:|---:|---|")
    for name, reports in record.items():
        (kept,) = (report for report in reports if report["generation"] == kept_generation(reports))
        yield f"| `{name}` | {kept['generation']} | {kept['boards']:,} | {_errors(kept)} |"


def total_gains(reports: Sequence[Report]) -> dict[int, Estimate]:
    """Return the gain of each generation over the first: the sum of the gains along its earlier generations."""
    totals: dict[int, Estimate] = {}
    for report in reports:
        if report["opponent"] is None:
            totals[report["generation"]] = Estimate(0.0, 0.0)
        else:
            gain, before = _mean_gain(report), totals[report["opponent"]]
            error = math.hypot(gain.standard_error, before.standard_error)
            totals[report["generation"]] = Estimate(before.mean + gain.mean, error)
    return totals


def chart(record: dict[str, list[Report]]) -> Figure:
    """Return a chart of the gains of all generations over the first; a filled dot is the generation in the package."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 3.8), layout="constrained")
    axes = figure.subplots()
    for line, (name, reports) in enumerate(record.items()):
        totals, kept = total_gains(reports), kept_generation(reports)
        color, shift = f"C{line}", 0.06 * (line - (len(record) - 1) / 2)  # so that error bars of presets do not overlap
        places = [number + shift for number in totals]
        means, margins = [total.mean for total in totals.values()], [total.margin for total in totals.values()]
        axes.errorbar(places, means, margins, color=color, label=name, marker="o", markerfacecolor="white", capsize=2)
        axes.plot(places[list(totals).index(kept)], totals[kept].mean, "o", color=color, zorder=3)
    axes.set(xlabel="generation", ylabel="points a deal, over generation 0")
    axes.set_xticks(range(max(len(reports) for reports in record.values())))
    axes.legend()
    return figure
