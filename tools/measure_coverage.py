"""Measure what the tests run: lines and branches of the Python layer, lines of the C core and of the Cython modules.

    python tools/measure_coverage.py

builds the package in a folder of its own with gcov's counters, runs the tests there, and lists the files that are not wholly
run, the worst first. The exit status is 1 if a layer is below 95 %. Needs gcc, and the groups "test" and "coverage".
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

import click

ROOT = Path(__file__).resolve().parents[1]
LEAST = 95.0
# The first two take minutes with counters, and run nothing else; the last weighs what is installed.
_LEFT_OUT = "not (twenty_million or kills or installed_files)"


Line: TypeAlias = tuple[str, int]
_NOWHERE: Line = ("", 0)


class File(NamedTuple):
    """How many lines, or lines and branches, of a file can be run, and which lines were not."""

    layer: str
    name: str
    there: int
    run: int
    missing: list[int]

    @property
    def percent(self) -> float:
        """How much of it was run."""
        return 100 * self.run / self.there if self.there else 100.0


def _of_python(report: dict[str, Any]) -> list[File]:
    return [
        File(
            "Python",
            name,
            found["summary"]["num_statements"] + found["summary"]["num_branches"],
            found["summary"]["covered_lines"] + found["summary"]["covered_branches"],
            found["missing_lines"],
        )
        for name, found in report["files"].items()
    ]


def _lines_of_cython(generated: str) -> dict[int, Line]:
    """Of which line of Cython each line of its C is, by the comment that Cython writes above the C of a line.

    What belongs to no line, such as the exits of functions and Cython's own functions, is left out.
    """
    found, line = {}, _NOWHERE
    for number, text in enumerate(generated.splitlines(), 1):
        if told := re.match(r'\s*/\* "(.+\.p[yx][xd])":(\d+)$', text):
            line = (told[1], int(told[2]))
        elif re.match(r'\s*/\* ("|function exit code|Python wrapper)|}$', text):
            line = _NOWHERE
        found[number] = line
    return found


def _of_compiled(work: Path) -> list[File]:
    """Merge the reports of gcov by file: a header has counts in each module that includes it."""
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    lines_of: dict[str, dict[int, Line]] = {}
    notes = [path.relative_to(work) for path in sorted((work / "build").rglob("*.gcno"))]
    told = subprocess.run(
        ["gcov", "--json-format", "--stdout", *notes], cwd=work, check=True, capture_output=True, text=True
    )
    for line in told.stdout.splitlines():
        for file in json.loads(line)["files"]:
            name = file["file"]
            if name.startswith("build/") and name not in lines_of:
                lines_of[name] = _lines_of_cython((work / name).read_text(encoding="utf-8"))
            for found in file["lines"]:
                there = (name, found["line_number"])
                if name.startswith("build/"):
                    there = lines_of[name].get(found["line_number"], _NOWHERE)
                if there[0].startswith(("src/", "cpoker_fast/")):
                    counts[there[0]][there[1]] += found["count"]
    files = []
    for name, lines in counts.items():
        missing = sorted(number for number, count in lines.items() if not count)
        layer = "Cython" if name.endswith((".pyx", ".pxd")) else "C"
        files.append(File(layer, name, len(lines), len(lines) - len(missing), missing))
    return files


def _ranges(numbers: list[int]) -> str:
    """Whole numbers in ascending order, those that follow each other as in 3-7."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(f"{first}-{last}" if first < last else f"{first}" for first, last in found)


@click.command(help=__doc__)
@click.option("--tests", default="tests", show_default=True, help="What pytest runs, between spaces.")
@click.option("--most", default=40, show_default=True, help="Files to list.")
def main(tests: str, most: int) -> None:
    """Build, run, and report."""
    with TemporaryDirectory(prefix="coverage-") as folder:
        work = Path(folder)
        listed = "git ls-files -z --cached --others --exclude-standard"
        subprocess.run(f"{listed} | xargs -0 cp --parents -t {folder}", shell=True, cwd=ROOT, check=True)
        building = {**os.environ, "CPOKER_FAST_COVERAGE": "1", "CC": "gcc"}
        subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=work, env=building, check=True)
        pytest = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--cov", "--cov-report=json:python.json", "-k", _LEFT_OUT]
        run = subprocess.run([*pytest, *tests.split()], cwd=work, env={**os.environ, "PYTHONPATH": str(work)}, check=False)
        files = _of_python(json.loads((work / "python.json").read_text(encoding="utf-8"))) + _of_compiled(work)
    click.echo("\nnot wholly run:")
    for file in sorted(files, key=lambda file: file.percent)[:most]:
        if file.run < file.there:
            click.echo(f"  {file.percent:5.1f} % of {file.there:4} {file.name}: {_ranges(file.missing)}")
    lowest = 100.0
    for layer in ("Python", "Cython", "C"):
        there, done = (
            sum(numbers) for numbers in zip(*((file.there, file.run) for file in files if file.layer == layer), strict=True)
        )
        lowest = min(lowest, 100 * done / there)
        click.echo(
            f"{layer:6} {100 * done / there:5.1f} % of {there:,} {'lines and branches' if layer == 'Python' else 'lines'}"
        )
    if run.returncode:
        raise click.ClickException("tests failed: the figures are of what ran")
    if lowest < LEAST:
        raise click.ClickException(f"at least {LEAST} % of each are expected")


if __name__ == "__main__":
    main()
