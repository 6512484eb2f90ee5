"""Measure the coverage of the tests: lines and branches of Python, lines of C and Cython.

    python tools/measure_coverage.py

The tool copies the package to a temporary folder, builds it there with gcov's counters, and runs the tests. It lists the
files with missing coverage, lowest first. The exit status is 1 if a test fails, or Python, Cython or C has less than 95 %.
Requires gcc, and the dependency groups "test" and "coverage".
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
MINIMUM = 95.0
# With counters, tests of the first two names take minutes and cover no other lines; the last rejects the larger package.
_TESTS = "not (twenty_million or kills or installed_files)"

Line: TypeAlias = tuple[str, int]
_NOWHERE: Line = ("", 0)


class File(NamedTuple):
    """Coverage of a file: numbers of lines, or of lines and branches, and the lines that did not run."""

    layer: str
    name: str
    total: int
    covered: int
    missing: list[int]

    @property
    def percent(self) -> float:
        """Percentage of the file that is covered."""
        return 100 * self.covered / self.total if self.total else 100.0


def _python_files(report: dict[str, Any]) -> list[File]:
    return [
        File(
            "Python",
            name,
            file["summary"]["num_statements"] + file["summary"]["num_branches"],
            file["summary"]["covered_lines"] + file["summary"]["covered_branches"],
            file["missing_lines"],
        )
        for name, file in report["files"].items()
    ]


def _cython_lines(generated: str) -> dict[int, Line]:
    """Map lines of generated C to lines of Cython, by the comment that Cython writes above the C of each line.

    Lines of C that belong to no line of Cython, such as Cython's own functions, are mapped to `_NOWHERE`.
    """
    lines, line = {}, _NOWHERE
    for number, text in enumerate(generated.splitlines(), 1):
        if match := re.match(r'\s*/\* "(.+\.p[yx][xd])":(\d+)$', text):
            line = (match[1], int(match[2]))
        elif re.match(r'\s*/\* ("|function exit code|Python wrapper)|}$', text):
            line = _NOWHERE
        lines[number] = line
    return lines


def _compiled_files(work: Path) -> list[File]:
    """Merge the reports of gcov by file: a header has counts in each module that includes it."""
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    cython_lines: dict[str, dict[int, Line]] = {}
    notes = [path.relative_to(work) for path in sorted((work / "build").rglob("*.gcno"))]
    gcov = subprocess.run(
        ["gcov", "--json-format", "--stdout", *notes], cwd=work, check=True, capture_output=True, text=True
    )
    for report in gcov.stdout.splitlines():
        for file in json.loads(report)["files"]:
            name = file["file"]
            if name.startswith("build/") and name not in cython_lines:
                cython_lines[name] = _cython_lines((work / name).read_text(encoding="utf-8"))
            for line in file["lines"]:
                source, number = name, line["line_number"]
                if name.startswith("build/"):
                    source, number = cython_lines[name].get(number, _NOWHERE)
                if source.startswith(("src/", "cpoker_fast/")):
                    counts[source][number] += line["count"]
    files = []
    for name, lines in counts.items():
        missing = sorted(number for number, count in lines.items() if not count)
        layer = "Cython" if name.endswith((".pyx", ".pxd")) else "C"
        files.append(File(layer, name, len(lines), len(lines) - len(missing), missing))
    return files


def _ranges(numbers: list[int]) -> str:
    """Format ascending integers, with ranges for consecutive ones: 1, 3-7."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ", ".join(f"{first}-{last}" if first < last else f"{first}" for first, last in ranges)


@click.command(help=__doc__)
@click.option("--tests", default="tests", show_default=True, help="Arguments of pytest, separated by spaces.")
@click.option("--most", default=40, show_default=True, help="Largest number of files to list.")
def main(tests: str, most: int) -> None:
    """Build the package, run the tests and report the coverage."""
    with TemporaryDirectory(prefix="coverage-") as folder:
        work = Path(folder)
        list_files = "git ls-files -z --cached --others --exclude-standard"
        subprocess.run(f"{list_files} | xargs -0 cp --parents -t {folder}", shell=True, cwd=ROOT, check=True)
        build_env = {**os.environ, "CPOKER_FAST_COVERAGE": "1", "CC": "gcc"}
        subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=work, env=build_env, check=True)
        pytest = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--cov", "--cov-report=json:python.json", "-k", _TESTS]
        run = subprocess.run([*pytest, *tests.split()], cwd=work, env={**os.environ, "PYTHONPATH": str(work)}, check=False)
        files = _python_files(json.loads((work / "python.json").read_text(encoding="utf-8"))) + _compiled_files(work)
    click.echo("\nmissing coverage:")
    for file in sorted(files, key=lambda file: file.percent)[:most]:
        if file.covered < file.total:
            click.echo(f"  {file.percent:5.1f} % of {file.total:4} {file.name}: {_ranges(file.missing)}")
    lowest = 100.0
    for layer in ("Python", "Cython", "C"):
        total = sum(file.total for file in files if file.layer == layer)
        percent = 100 * sum(file.covered for file in files if file.layer == layer) / total
        lowest = min(lowest, percent)
        click.echo(f"{layer:6} {percent:5.1f} % of {total:,} {'lines and branches' if layer == 'Python' else 'lines'}")
    if run.returncode:
        raise click.ClickException("tests failed: the figures include only the code that ran")
    if lowest < MINIMUM:
        raise click.ClickException(f"expected a coverage of at least {MINIMUM} % of Python, of Cython and of C")


if __name__ == "__main__":
    main()
