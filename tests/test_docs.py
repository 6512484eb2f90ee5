"""The examples in docstrings and README.md run as shown; the counts and figures of README.md are right."""

import doctest
import importlib
import importlib.metadata
import json
import pkgutil
import re
import sys

import pytest
from documentation.pages import OPTIONS, ROOT, run_command, run_examples

import cpoker_fast
from cpoker_fast._compiled import MODULES as COMPILED
from cpoker_fast.app.bench.measuring import COLUMNS, Measurement, speed_rows

README = ROOT / "README.md"


def modules():
    yield from sorted(COMPILED)
    for info in pkgutil.walk_packages(cpoker_fast.__path__, "cpoker_fast."):
        if not info.name.endswith("__main__"):
            yield info.name


@pytest.mark.parametrize("name", ["cpoker_fast", *modules()])
def test_docstrings(name):
    libraries = {
        "commands": "click", "charts": "matplotlib", "terminal": "textual", "_env": "pettingzoo", "learning": "pettingzoo",
    }  # fmt: skip
    for part, library in libraries.items():
        if part in name:
            pytest.importorskip(library)
    module, app = importlib.import_module(name), cpoker_fast.app
    namespaces = (app.play, app.table, cpoker_fast.game, cpoker_fast.players, cpoker_fast.studies, cpoker_fast)
    names = {public: getattr(namespace, public) for namespace in namespaces for public in namespace.__all__}
    assert doctest.testmod(module, extraglobs=names, optionflags=OPTIONS).failed == 0


def test_the_docstrings_of_compiled_modules_are_run():
    tests = doctest.DocTestFinder().find(importlib.import_module("cpoker_fast._ranking"))
    assert sum(bool(test.examples) for test in tests) >= 3


def test_examples_in_readme(monkeypatch):
    monkeypatch.chdir(ROOT)  # the examples name files in examples/
    assert run_examples(README) > 15


def test_the_number_of_presets_in_readme_and_other_texts():
    text = README.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 130
    assert re.findall(r"(\d+) presets", text) == [str(len(cpoker_fast.presets()))]
    assert f"## {cpoker_fast.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert len(COMMANDS) == len(list((ROOT / "examples").glob("*.[to]*")))  # every example shows a command


def test_links_of_the_readme_on_package_indexes():
    """The description of the installed package has the address of each picture and page that README.md names by its path."""
    text = README.read_text(encoding="utf-8")
    paths = {path for path in re.findall(r"\]\(([^)]+)\)", text) if not re.match("https?:", path)}
    assert len(paths) > 5
    found = importlib.metadata.distributions(name="cpoker_fast")
    shown = "".join(installed.read_text("METADATA") or "" for installed in found)
    for path in paths:
        assert (ROOT / path).exists(), path
        kind = "raw" if path.endswith(".svg") else "blob"
        assert f"](https://github.com/cpoker-fast/cpoker_fast/{kind}/HEAD/{path})" in shown
    assert not re.search(r"\]\((?!https?:)", shown)


def benchmark_module(name, monkeypatch):
    """Return a module of benchmarks/, which the sdist lacks."""
    if not (ROOT / "benchmarks" / "report.json").exists():
        pytest.skip("the benchmarks are not here")
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    return importlib.import_module(name)


def test_speeds_of_readme_are_those_of_the_records(monkeypatch):
    """Speeds of evaluators have one source, report.json; those of other functions figures.json."""
    text = README.read_text(encoding="utf-8")
    figures_report = benchmark_module("figures_report", monkeypatch)
    comparison = json.loads((ROOT / "benchmarks" / "report.json").read_text(encoding="utf-8"))
    speeds = [Measurement(**speed) for speed in comparison["speeds"]]
    shown = re.findall(r"(?m)^\| `([\w.]+ \([^`]*)` \| (.*) \| (.*) \| (.*) \|$", text)
    assert shown == speed_rows(speeds, is_batch=False)
    (packages,) = re.findall(r"(?m)^\| \| (cpoker_fast \| .*) \|$", text)
    fastest = [
        next(speed for name, speed, _, _ in shown if name.startswith(f"{package}.")) for package in packages.split(" | ")
    ]
    assert f"| million five-card hands/s, below | {' | '.join(fastest)} |" in text
    assert f"| {' | '.join(COLUMNS)} |" in text
    (batch,) = [
        f"{speed.hands_per_second / 1e6:,.0f} million hands a second"
        for speed in speeds
        if speed.evaluator.startswith("cpoker_fast.strengths (uint8") and "threads" not in speed.evaluator
    ]
    words = " ".join(text.split())
    assert f"A batch of {comparison['hands']:,} hands is ranked at {batch}" in words
    assert comparison["machine"].startswith("AMD EPYC (Zen 5),")
    assert "on one core of an AMD EPYC (Zen 5)." in words
    record, _ = figures_report.read_record()
    settling = figures_report.rounded(1 / record.value("settle_many, four players, pagat, at random"))
    analysis = f"an analysis of 1,000 deals {record('analyze, pagat, median')} milliseconds"
    assert f"arrangements of a hand takes {record('best_royalties, median, slowest preset')} microseconds" in words
    assert f"in a batch {settling} microseconds, and {analysis}" in words


def test_the_page_of_figures_is_made_from_the_record(monkeypatch):
    figures_report = benchmark_module("figures_report", monkeypatch)
    page = (ROOT / "docs" / "background" / "speed.md").read_text(encoding="utf-8")
    assert page == figures_report.page_text(page)
    assert len(re.findall(r"(?m)^\| .* \| [\d.,]+", page)) >= 30
    assert [figures_report.rounded(value) for value in (9.53, 42.3, 166_400, 0.104, 0.996, 1e6)] == [
        "9.5", "42", "170,000", "0.10", "1.0", "1,000,000",
    ]  # fmt: skip


def test_the_command_prints_the_rows_of_the_report(monkeypatch):
    """`cpoker bench` without options measures what report.py measures, and prints the same rows."""
    pytest.importorskip("matplotlib")
    pytest.importorskip("click")
    from cpoker_fast.app.commands import bench

    monkeypatch.setenv("COLUMNS", "200")
    report = benchmark_module("report", monkeypatch)
    comparison = report.read_record()
    defaults = {parameter.name: parameter.default for parameter in bench.bench.params}
    assert {name: defaults[name] for name in ("hands", "single", "repeat")} == {
        "hands": comparison.hands, "single": comparison.single, "repeat": comparison.repeat,
    }  # fmt: skip
    sample = bench._Sample([(0, 4, 8, 12, 17)] * comparison.hands, "random hands")
    lines = bench._lines(list(comparison.speeds), [], sample)
    printed = [re.split(r"  +", line) for line in lines if " of 100,000" in line]
    tables = [re.findall(r"`([^`]*)` \| (.*) \| (.*) \| (.*) \|", line) for line in report.tables(comparison)]
    assert printed == [list(row) for rows in tables for row in rows]


def test_arrange_and_analyze_agree_on_the_hand_of_readme():
    (hand,) = re.findall(r'>>> hand = "(.*)"', README.read_text(encoding="utf-8"))
    board = cpoker_fast.arrange(hand, "pagat").board
    for seed in range(5):
        best, second, *_ = cpoker_fast.analyze(hand, "pagat", seed=seed).candidates
        assert best.board == board
        assert second.behind.mean > 2 * second.behind.margin


def test_readme_names_files_that_exist():
    text = README.read_text(encoding="utf-8")
    for path in map("".join, re.findall(r"\]\((?!http)([^)#]+)\)|(?<=--file )(\S+)", text)):
        assert (ROOT / path).exists(), path


@pytest.mark.skipif(not (ROOT / "tools").exists(), reason="the sources are not here")
def test_lists_of_contributing_name_files_and_functions_that_exist():
    lists = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Make a change")[2]
    quoted = {
        name.removesuffix("()") for name in re.findall(r"`([\w./]+)`", lists) if not re.search(r"NAME|COMMAND|^\.", name)
    }
    paths = {name for name in quoted if "/" in name}
    assert {path for path in paths if not (ROOT / path).exists()} == set()
    files = [
        path
        for folder in ("cpoker_fast", "src", "tests", "tools", "benchmarks")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".pyi", ".pyx", ".pxd", ".c", ".h"}
    ]
    words = {word for path in files for word in re.findall(r"\w+", f"{path.name} {path.read_text(encoding='utf-8')}")}
    names = {word for name in quoted - paths for word in name.split(".") if word}
    assert len(paths) > 40
    assert len(names) > 80
    assert names - words == set()


COMMANDS = [
    command
    for path in sorted((ROOT / "examples").glob("*.*"))
    for command in re.findall(
        r"(?m)^# .*?(cpoker [^:.]*\.(?:txt|toml|ofc)(?: --file [\w/.]+)?)$", path.read_text(encoding="utf-8")
    )
]
"""The commands in comments of examples/."""


@pytest.mark.skipif(sys.platform == "win32", reason="no POSIX shell")
@pytest.mark.parametrize("line", COMMANDS)
def test_commands_of_examples_run(tmp_path, line):
    pytest.importorskip("click")
    run_command(line, tmp_path)
