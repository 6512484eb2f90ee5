"""What generations of networks have gained, and which of them is kept."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cpoker_fast.estimates import Estimate

__all__ = ["kept", "lines_of"]

_SURE = 3.0  # standard errors


def _gain(report: dict[str, Any]) -> tuple[float, float]:
    """Points a deal over the generation before, and the standard error: all seeds together."""
    matches = report["matches"]
    points = sum(match["points"] for match in matches) / len(matches)
    return points, sum(match["error"] ** 2 for match in matches) ** 0.5 / len(matches)


def kept(folder: Path) -> Path | None:
    """Return the last generation of a series that each beat the one before by three standard errors; None without any."""
    found = None
    for path in sorted(folder.glob("*.json")):
        points, error = _gain(json.loads(path.read_text()))
        if found is not None and points <= _SURE * error:
            break  # what is ahead of this one need not be ahead of the one that is kept
        found = path.with_suffix(".pt")
    return found


def lines_of(name: str, folder: Path) -> Iterable[str]:
    """Return a table of the generations, in Markdown."""
    yield from (f"## {name}", "")
    yield (
        "| generation | worth of Fantasyland | gain over the one before, two seeds | royalties | fouls | entries | "
        "error by cards placed |"
    )
    yield "|---|---|---|---|---|---|---|"
    last = kept(folder)
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
        mark = " (kept)" if last is not None and path.stem == last.stem else ""
        first = "-" if number == 0 else gains
        style = f"{ours['royalties']:.2f} | {ours['fouls']:.1%} | {ours['entries']:.1%}"
        yield f"| {number}{mark} | {worths} | {first} | {style} | {errors} |"
    yield ""
