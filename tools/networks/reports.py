"""Gains of generations of networks, and the choice of the generation for the package."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cpoker_fast.estimates import Estimate

__all__ = ["report_lines", "selected_generation"]

_REQUIRED_GAIN = 3.0  # in standard errors


def _gain(report: dict[str, Any]) -> tuple[float, float]:
    """Return the points per deal against the previous generation, averaged over seeds, and their standard error."""
    matches = report["matches"]
    points = sum(match["points"] for match in matches) / len(matches)
    return points, sum(match["error"] ** 2 for match in matches) ** 0.5 / len(matches)


def selected_generation(folder: Path) -> Path | None:
    """Return the file of the last generation before the first that gained too little; None if there are no generations."""
    selected = None
    for path in sorted(folder.glob("*.json")):
        points, error = _gain(json.loads(path.read_text()))
        if selected is not None and points <= _REQUIRED_GAIN * error:
            break  # later generations played against this one, not against the selected one
        selected = path.with_suffix(".pt")
    return selected


def report_lines(name: str, folder: Path) -> Iterable[str]:
    """Yield a table of the generations, in Markdown."""
    yield from (f"## {name}", "")
    yield (
        "| generation | worth of Fantasyland | gain over the one before, two seeds | royalties | fouls | entries | "
        "error by cards placed |"
    )
    yield "|---|---|---|---|---|---|---|"
    selected = selected_generation(folder)
    for path in sorted(folder.glob("*.json")):
        report = json.loads(path.read_text())
        gains = ", ".join(
            f"{match['points']:+.3f} ± {Estimate(match['points'], match['error']).margin:.2f}" for match in report["matches"]
        )
        worths = ", ".join(f"{cards}: {points:g}" for cards, points in report["worths"].items())
        ours = report["matches"][0]["ours"]
        by_placed = sorted((int(placed), error) for placed, error in report["errors"].items())
        errors = ", ".join(f"{placed}: {error:.2f}" for placed, error in by_placed)
        number = int(path.stem)
        mark = " (kept)" if selected is not None and path.stem == selected.stem else ""
        shown_gains = "-" if number == 0 else gains
        averages = f"{ours['royalties']:.2f} | {ours['fouls']:.1%} | {ours['entries']:.1%}"
        yield f"| {number}{mark} | {worths} | {shown_gains} | {averages} | {errors} |"
    yield ""
