"""REPORT.md and report.png: single calls and batches of this package beside other evaluators, on this machine.

    pip install '.[bench,plot]'
    python benchmarks/report.py

An undisturbed machine is needed: what runs beside it slows some evaluators more than others.
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
from cpoker_fast.benchmarking.evaluators import RIVALS, Missing, load, own_evaluators
from cpoker_fast.benchmarking.measuring import Measurement, measure, random_hands

HERE = Path(__file__).parent
REPORT, CHART = HERE / "REPORT.md", HERE / "report.png"
HANDS, SINGLE, REPEAT, SEED = 1_000_000, 100_000, 15, 1
OURS, THEIRS = "tab:blue", "tab:gray"


def _processor() -> str:
    """Return the model of the processor, if the system reports it."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _compiler() -> str:
    """Return the compiler that builds extensions here, and its version."""
    command = (sysconfig.get_config_var("CC") or "cc").split()[0]
    told = subprocess.run([command, "--version"], capture_output=True, text=True, check=False).stdout
    return told.splitlines()[0] if told else platform.python_compiler()


def _is_ours(one: Measurement) -> bool:
    return one.evaluator.name.startswith("cpoker_fast")


def _sorted(measured: list[Measurement], *, is_batch: bool) -> list[Measurement]:
    chosen = [one for one in measured if one.evaluator.is_batch is is_batch]
    return sorted(chosen, key=lambda one: -one.hands_per_second)


def _table(measured: list[Measurement]) -> list[str]:
    best = max((one.hands_per_second for one in measured if not _is_ours(one)), default=float("nan"))
    return [
        "| evaluator | million hands/s | beside the quickest rival | hands ordered otherwise |",
        "|---|---:|---:|---:|",
        *(
            f"| `{one.evaluator.name}` | {one.hands_per_second / 1e6:,.2f} | {one.hands_per_second / best:.3g} x "
            f"| {one.disagreements} of {one.pairs:,} |"
            for one in measured
        ),
    ]


def _draw(singles: list[Measurement], batches: list[Measurement]) -> None:
    figure = Figure(figsize=(9, 6), layout="constrained")
    charts = figure.subplots(2, 1, height_ratios=[len(singles), len(batches)])
    for axes, title, measured in zip(charts, ("Single calls", "Batches"), (singles, batches), strict=True):
        names = [one.evaluator.name for one in measured][::-1]
        speeds = [one.hands_per_second / 1e6 for one in measured][::-1]
        bars = axes.barh(names, speeds, color=[OURS if _is_ours(one) else THEIRS for one in measured][::-1])
        axes.bar_label(bars, labels=[f"{speed:,.2f}" if speed < 100 else f"{speed:,.0f}" for speed in speeds], padding=3)
        axes.set(xscale="log", xlabel="million hands a second, logarithmic", title=title)
        axes.margins(x=0.2)
    figure.savefig(CHART, dpi=100)


def main() -> None:
    """Measure, and write both files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    loaded = {name: load(name) for name in RIVALS}
    missing = [f"{name} ({found.reason})" for name, found in loaded.items() if isinstance(found, Missing)]
    rivals = [one for found in loaded.values() if not isinstance(found, Missing) for one in found]
    measured = list(measure([*own_evaluators(), *rivals], random_hands(HANDS, SEED), single=SINGLE, repeat=REPEAT))
    singles, batches = _sorted(measured, is_batch=False), _sorted(measured, is_batch=True)
    versions = {name: version(name) for name, found in loaded.items() if not isinstance(found, Missing)}
    lines = [
        "# Ranking beside other evaluators",
        "",
        f"Made by `python benchmarks/report.py`: hands of five cards, {SINGLE:,} single calls and batches of {HANDS:,},",
        f"the best of {REPEAT} runs. Each evaluator takes hands in the form that suits it best, converted beforehand. The",
        "last column counts pairs of hands that it orders otherwise than this package.",
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
