"""Write REPORT.md and report.png: speeds of this package and other evaluators on this machine, by single calls and batches.

    pip install '.[bench,plot]'
    python benchmarks/report.py

The machine must be idle: other work slows some evaluators more than others.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sysconfig
from importlib.metadata import version
from pathlib import Path

from matplotlib.figure import Figure

import cpoker_fast as cp
from cpoker_fast.benchmarking.evaluators import RIVALS, Missing, load, package_evaluators
from cpoker_fast.benchmarking.measuring import Measurement, measure, random_hands

HERE = Path(__file__).parent
REPORT, CHART = HERE / "REPORT.md", HERE / "report.png"
HANDS, SINGLE, REPEAT, SEED = 1_000_000, 100_000, 15, 1
OURS, THEIRS = "tab:blue", "tab:gray"


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


def _is_ours(measurement: Measurement) -> bool:
    return measurement.evaluator.name.startswith("cpoker_fast")


def _sorted(measured: list[Measurement], *, is_batch: bool) -> list[Measurement]:
    chosen = [measurement for measurement in measured if measurement.evaluator.is_batch is is_batch]
    return sorted(chosen, key=lambda measurement: -measurement.hands_per_second)


def _table(measured: list[Measurement]) -> list[str]:
    best = max((rival.hands_per_second for rival in measured if not _is_ours(rival)), default=float("nan"))
    return [
        "| evaluator | million hands/s | times the fastest rival | pairs in another order |",
        "|---|---:|---:|---:|",
        *(
            f"| `{row.evaluator.name}` | {row.hands_per_second / 1e6:,.2f} | {row.hands_per_second / best:.3g} x "
            f"| {row.disagreements} of {row.pairs:,} |"
            for row in measured
        ),
    ]


def _draw(singles: list[Measurement], batches: list[Measurement]) -> None:
    figure = Figure(figsize=(9, 6), layout="constrained")
    charts = figure.subplots(2, 1, height_ratios=[len(singles), len(batches)])
    for axes, title, measured in zip(charts, ("Single calls", "Batches"), (singles, batches), strict=True):
        names = [row.evaluator.name for row in measured][::-1]
        speeds = [row.hands_per_second / 1e6 for row in measured][::-1]
        bars = axes.barh(names, speeds, color=[OURS if _is_ours(row) else THEIRS for row in measured][::-1])
        axes.bar_label(bars, labels=[f"{speed:,.2f}" if speed < 100 else f"{speed:,.0f}" for speed in speeds], padding=3)
        axes.set(xscale="log", xlabel="million hands a second, logarithmic", title=title)
        axes.margins(x=0.2)
    figure.savefig(CHART, dpi=100)


def main() -> None:
    """Measure, and write the report and its chart."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    loaded = {name: load(name) for name in RIVALS}
    missing = [f"{name} ({rival.reason})" for name, rival in loaded.items() if isinstance(rival, Missing)]
    present = {name: evaluators for name, evaluators in loaded.items() if not isinstance(evaluators, Missing)}
    rivals = [evaluator for evaluators in present.values() for evaluator in evaluators]
    measured = list(measure([*package_evaluators(), *rivals], random_hands(HANDS, SEED), single=SINGLE, repeat=REPEAT))
    singles, batches = _sorted(measured, is_batch=False), _sorted(measured, is_batch=True)
    versions = {name: version(name) for name in present}
    lines = [
        "# Ranking beside other evaluators",
        "",
        f"Written by `python benchmarks/report.py`: hands of five cards, {SINGLE:,} single calls and batches of {HANDS:,},",
        f"the best of {REPEAT} runs. Hands are converted to the input format of each evaluator before timing. The last",
        "column counts the pairs of hands that the evaluator and this package rank in a different order.",
        "",
        f"- machine: {_processor()}, kernels {cp.cpu_features().active}, {platform.system()} {platform.machine()}",
        f"- compiler: {_compiler()}",
        f"- Python {platform.python_version()}, cpoker_fast {cp.__version__}, NumPy {version('numpy')}",
        f"- rivals: {', '.join(f'{name} {number}' for name, number in versions.items())}",
        *([f"- not installed: {', '.join(missing)}"] if missing else []),
        "",
        f"![throughput of all evaluators]({CHART.name})",
        "",
        "## Single calls",
        "",
        *_table(singles),
        "",
        "## Batches",
        "",
        *_table(batches),
    ]
    REPORT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    _draw(singles, batches)
    print(REPORT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
