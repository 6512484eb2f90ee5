"""The record of all generations of networks: their gains, and the choice of the generation for the package."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cpoker_fast.estimates import Estimate

__all__ = ["kept_generation", "report_lines", "reports_of", "write_record"]

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


def _is_stronger(report: Report) -> bool:
    """Whether the mean gain over all seeds is large enough."""
    gains = report["gains"]
    mean, error = sum(points for points, _ in gains) / len(gains), sum(error**2 for _, error in gains) ** 0.5 / len(gains)
    return bool(mean > _REQUIRED_GAIN * error)


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
        errors = ", ".join(f"{placed}: {error:.2f}" for placed, error in report["errors"].items())
        mark = " (kept)" if report["generation"] == kept else ""
        averages = f"{report['royalties']:.2f} | {report['fouls']:.1%} | {report['entries']:.1%}"
        number, boards = f"{report['generation']}{mark}", f"{report['boards']:,}"
        yield f"| {number} | {boards} | {worths} | {shown_gains} | {averages} | {errors} |"
    yield ""
