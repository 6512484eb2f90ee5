"""Speeds of this package and other evaluators on this machine, by single calls and batches.

    \b
    pip install '.[bench,plot]'
    python benchmarks/report.py
    python benchmarks/report.py --cards 7

The machine must be idle: other work slows some evaluators more than others. The measurements go to report.json (hands of
seven cards: report_of_seven.json); REPORT.md, report.png and the page of the documentation are made from them.
"""  # noqa: D301

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click
from machine import compiler, machine, package

from cpoker_fast.app.bench.evaluators import NUMBER_WORDS, RIVALS, Missing, load_rival, package_evaluators
from cpoker_fast.app.bench.measuring import (
    COLUMNS,
    HANDS,
    REPEAT,
    SEED,
    SINGLE,
    TITLES,
    Measurement,
    measure,
    random_hands,
    speed_rows,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HERE = Path(__file__).parent
RECORDS = {5: HERE / "report.json", 7: HERE / "report_of_seven.json"}
REPORT, CHART = HERE / "REPORT.md", HERE / "report.png"
OURS, THEIRS = "tab:blue", "tab:gray"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The speeds of all evaluators, fastest first, and where and how they were measured."""

    cards: int
    machine: str
    compiler: str
    package: str
    rivals: str
    missing: str
    hands: int
    single: int
    repeat: int
    speeds: tuple[Measurement, ...]

    @property
    def charts(self) -> dict[str, list[Measurement]]:
        """Speeds by title: single calls and batches."""
        return {title: [speed for speed in self.speeds if speed.is_batch is is_batch] for is_batch, title in TITLES.items()}


def measure_all(cards: int) -> Comparison:
    """Measure all installed evaluators of hands of a number of cards."""
    loaded = {name: load_rival(name, cards) for name in RIVALS}
    missing = [f"{name} ({rival.reason})" for name, rival in loaded.items() if isinstance(rival, Missing)]
    present = {name: evaluator for name, evaluator in loaded.items() if not isinstance(evaluator, Missing)}
    evaluators = [*package_evaluators(cards), *present.values()]
    speeds = measure(evaluators, random_hands(HANDS, SEED, cards), single=SINGLE, repeat=REPEAT)
    return Comparison(
        cards=cards,
        machine=machine(),
        compiler=compiler(),
        package=package(),
        rivals=", ".join(f"{name} {version(name)}" for name in present),
        missing=", ".join(missing),
        hands=HANDS,
        single=SINGLE,
        repeat=REPEAT,
        speeds=tuple(sorted(speeds, key=lambda speed: -speed.hands_per_second)),
    )


def read_record(cards: int = 5) -> Comparison:
    """Return the recorded comparison of hands of a number of cards."""
    record = json.loads(RECORDS[cards].read_text(encoding="utf-8"))
    return Comparison(**record | {"speeds": tuple(Measurement(**speed) for speed in record["speeds"])})


def introduction(comparison: Comparison) -> list[str]:
    """Return how and where the speeds were measured, as lines of Markdown."""
    if comparison.cards == 5:
        lines = [
            "`cpoker bench` measures on your machine, and prints the same tables. Each hand has five random cards. There",
            f"are {comparison.single:,} hands for single calls, and {comparison.hands:,} hands in a batch.",
            f"The fastest of {comparison.repeat} runs counts.",
            "",
            "| column | meaning |",
            "|---|---|",
            "| evaluator | a function, and in brackets what it gets; *prepared* objects were made before the timing |",
            "| relative | the speed, divided by the speed of the fastest evaluator of another package |",
            "| pairs in another order | pairs of hands that the evaluator and this package rank in a different order |",
            "",
            "So compare prepared objects with prepared objects, and ints with ints. The hands of single calls do not fit",
            "into the cache of the processor. Some evaluators are faster with fewer hands: try",
            "`cpoker bench --single 10000`.",
        ]
    else:
        words = NUMBER_WORDS[comparison.cards]
        lines = [f"`cpoker bench --cards {comparison.cards}` ranks hands of {words} cards by their best five:"]
    return [
        *lines,
        "",
        f"- machine: {comparison.machine}",
        f"- compiler: {comparison.compiler}",
        f"- {comparison.package}",
        f"- other packages: {comparison.rivals}",
        *([f"- not installed: {comparison.missing}"] if comparison.missing else []),
    ]


def tables(comparison: Comparison, level: int = 2) -> list[str]:
    """Return a section with a table for single calls, and one for batches, as lines of Markdown."""
    lines = []
    for is_batch, title in TITLES.items():
        lines += ["", f"{'#' * level} {title}", "", f"| {' | '.join(COLUMNS)} |", "|---|---:|---:|---:|"]
        lines += [f"| `{name}` | {' | '.join(cells)} |" for name, *cells in speed_rows(comparison.speeds, is_batch=is_batch)]
    return lines


def chart(comparison: Comparison) -> Figure:
    """Return a chart of all speeds."""
    from matplotlib.figure import Figure

    parts = comparison.charts
    figure = Figure(figsize=(9, 6), layout="constrained")
    charts = figure.subplots(len(parts), 1, height_ratios=[len(speeds) for speeds in parts.values()])
    for axes, (title, speeds) in zip(charts, parts.items(), strict=True):
        values = [speed.hands_per_second / 1e6 for speed in speeds][::-1]
        colours = [OURS if speed.is_ours else THEIRS for speed in speeds][::-1]
        bars = axes.barh([speed.evaluator for speed in speeds][::-1], values, color=colours)
        axes.bar_label(bars, labels=[f"{value:,.2f}" if value < 100 else f"{value:,.0f}" for value in values], padding=3)
        axes.set(xscale="log", xlabel="million hands a second, logarithmic", title=title)
        axes.margins(x=0.2)
    return figure


def report_text() -> str:
    """Return the report of both records as Markdown."""
    five, seven = read_record(5), read_record(7)
    picture = ["", f"![throughput of all evaluators]({CHART.name})"]
    lines = ["# Ranking beside other evaluators", "", *introduction(five), *picture, *tables(five)]
    lines += ["", "## Seven cards", "", *introduction(seven), *tables(seven, level=3)]
    return "\n".join(lines) + "\n"


@click.command(help=__doc__)
@click.option("--recorded", is_flag=True, help="Measure nothing, and write the report of the records.")
@click.option("--cards", type=click.Choice(list(map(str, RECORDS))), default="5", help="Number of cards of the hands.")
def main(recorded: bool, cards: str) -> None:
    """Measure, and write a record, the report and its chart."""
    if not recorded:
        record = json.dumps(asdict(measure_all(int(cards))), indent=1)
        RECORDS[int(cards)].write_text(record + "\n", encoding="utf-8")
    REPORT.write_text(report_text(), encoding="utf-8")
    chart(read_record()).savefig(CHART, dpi=100)
    click.echo(report_text())


if __name__ == "__main__":
    main()
