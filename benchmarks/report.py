"""Speeds of this package and other evaluators on this machine, by single calls and batches.

    \b
    pip install '.[bench,plot]'
    python benchmarks/report.py

The machine must be idle: other work slows some evaluators more than others. The measurements go to report.json; REPORT.md,
report.png and the page of the documentation are made from them.
"""  # noqa: D301

from __future__ import annotations

import json
import platform
import subprocess
import sysconfig
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click

import cpoker_fast as cp
from cpoker_fast.benchmarking.evaluators import RIVALS, Missing, load, package_evaluators
from cpoker_fast.benchmarking.measuring import measure, random_hands

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HERE = Path(__file__).parent
RECORD, REPORT, CHART = HERE / "report.json", HERE / "REPORT.md", HERE / "report.png"
HANDS, SINGLE, REPEAT, SEED = 1_000_000, 100_000, 15, 1
OURS, THEIRS = "tab:blue", "tab:gray"


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """The speed of an evaluator, and the pairs of hands that it and this package rank in a different order."""

    evaluator: str
    is_batch: bool
    hands_per_second: float
    disagreements: int
    pairs: int

    @property
    def is_ours(self) -> bool:
        """Whether the evaluator belongs to this package."""
        return self.evaluator.startswith("cpoker_fast")


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The speeds of all evaluators, fastest first, and where and how they were measured."""

    machine: str
    compiler: str
    package: str
    rivals: str
    missing: str
    hands: int
    single: int
    repeat: int
    speeds: tuple[Speed, ...]

    @property
    def charts(self) -> dict[str, list[Speed]]:
        """Speeds by title: single calls and batches."""
        return {
            title: [speed for speed in self.speeds if speed.is_batch is is_batch]
            for title, is_batch in (("Single calls", False), ("Batches", True))
        }


def _processor() -> str:
    """Return the model of the processor, or at least its architecture."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _compiler() -> str:
    """Return the name and the version of the compiler that builds extensions for this Python."""
    command = (sysconfig.get_config_var("CC") or "cc").split()[0]
    output = subprocess.run([command, "--version"], capture_output=True, text=True, check=False).stdout
    return output.splitlines()[0] if output else platform.python_compiler()


def measure_all() -> Comparison:
    """Measure all evaluators that are installed."""
    loaded = {name: load(name) for name in RIVALS}
    missing = [f"{name} ({rival.reason})" for name, rival in loaded.items() if isinstance(rival, Missing)]
    present = {name: evaluators for name, evaluators in loaded.items() if not isinstance(evaluators, Missing)}
    evaluators = [*package_evaluators(), *(evaluator for rivals in present.values() for evaluator in rivals)]
    measured = measure(evaluators, random_hands(HANDS, SEED), single=SINGLE, repeat=REPEAT)
    speeds = [
        Speed(
            evaluator=row.evaluator.name,
            is_batch=row.evaluator.is_batch,
            hands_per_second=row.hands_per_second,
            disagreements=row.disagreements,
            pairs=row.pairs,
        )
        for row in measured
    ]
    return Comparison(
        machine=f"{_processor()}, kernels {cp.cpu_features().active}, {platform.system()} {platform.machine()}",
        compiler=_compiler(),
        package=f"Python {platform.python_version()}, cpoker_fast {cp.__version__}, NumPy {version('numpy')}",
        rivals=", ".join(f"{name} {version(name)}" for name in present),
        missing=", ".join(missing),
        hands=HANDS,
        single=SINGLE,
        repeat=REPEAT,
        speeds=tuple(sorted(speeds, key=lambda speed: -speed.hands_per_second)),
    )


def read_record() -> Comparison:
    """Return the recorded comparison."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    return Comparison(**record | {"speeds": tuple(Speed(**speed) for speed in record["speeds"])})


def introduction(comparison: Comparison) -> list[str]:
    """Return how and where the speeds were measured, as lines of Markdown."""
    return [
        f"Measured by `python benchmarks/report.py`, with random hands of five cards: {comparison.single:,} single calls,",
        f"and batches of {comparison.hands:,} hands, the best of {comparison.repeat} runs. Hands are converted to the input",
        "format of each evaluator before timing. *Relative* is the speed divided by that of the fastest evaluator of",
        "another package. The last column counts the pairs of hands that the evaluator and this package rank in a different",
        "order.",
        "",
        f"- machine: {comparison.machine}",
        f"- compiler: {comparison.compiler}",
        f"- {comparison.package}",
        f"- other packages: {comparison.rivals}",
        *([f"- not installed: {comparison.missing}"] if comparison.missing else []),
    ]


def tables(comparison: Comparison) -> list[str]:
    """Return a section with a table for single calls, and one for batches, as lines of Markdown."""
    lines = []
    for title, speeds in comparison.charts.items():
        best = max((speed.hands_per_second for speed in speeds if not speed.is_ours), default=float("nan"))
        lines += ["", f"## {title}", ""]
        lines += [
            "| evaluator | million hands/s | relative | pairs in another order |",
            "|---|---:|---:|---:|",
        ]
        lines += [
            f"| `{speed.evaluator}` | {speed.hands_per_second / 1e6:,.2f} | {speed.hands_per_second / best:.3g} "
            f"| {speed.disagreements} of {speed.pairs:,} |"
            for speed in speeds
        ]
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


def report_text(comparison: Comparison) -> str:
    """Return the report as Markdown."""
    picture = ["", f"![throughput of all evaluators]({CHART.name})"]
    lines = ["# Ranking beside other evaluators", "", *introduction(comparison), *picture, *tables(comparison)]
    return "\n".join(lines) + "\n"


@click.command(help=__doc__)
@click.option("--recorded", is_flag=True, help="Measure nothing, and write the report of the record.")
def main(recorded: bool) -> None:
    """Measure, and write the record, the report and its chart."""
    if not recorded:
        RECORD.write_text(json.dumps(asdict(measure_all()), indent=1) + "\n", encoding="utf-8")
    comparison = read_record()
    REPORT.write_text(report_text(comparison), encoding="utf-8")
    chart(comparison).savefig(CHART, dpi=100)
    click.echo(report_text(comparison))


if __name__ == "__main__":
    main()
