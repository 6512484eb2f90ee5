"""The examples in docstrings and README.md run as shown; the counts and figures of README.md are right."""

import doctest
import importlib
import pkgutil
import re
import sys

import pytest
from documentation.pages import OPTIONS, ROOT, run_command, run_examples

import cpoker_fast
from cpoker_fast import openface
from cpoker_fast._compiled import MODULES as COMPILED

README = ROOT / "README.md"


def modules():
    yield from sorted(COMPILED)
    for info in pkgutil.walk_packages(cpoker_fast.__path__, "cpoker_fast."):
        if not info.name.endswith("__main__"):
            yield info.name


@pytest.mark.parametrize("name", ["cpoker_fast", *modules()])
def test_docstrings(name):
    for part, library in (
        ("commands", "click"),
        ("charts", "matplotlib"),
        ("terminal", "textual"),
        ("_env", "pettingzoo"),
        ("learning", "pettingzoo"),
    ):
        if part in name:
            pytest.importorskip(library)
    module = importlib.import_module(name)
    namespaces = [cpoker_fast.cardroom, cpoker_fast, *([openface] if "openface" in name else [])]
    names = {public: getattr(namespace, public) for namespace in namespaces for public in namespace.__all__}
    result = doctest.testmod(module, extraglobs=names, optionflags=OPTIONS)
    assert result.failed == 0


def test_the_docstrings_of_compiled_modules_are_run():
    finder = doctest.DocTestFinder()
    tests = finder.find(importlib.import_module("cpoker_fast._ranking"))
    assert sum(bool(test.examples) for test in tests) >= 3


def test_examples_in_readme(monkeypatch):
    monkeypatch.chdir(ROOT)  # the examples name files in examples/
    assert run_examples(README) > 15


def test_readme_is_short():
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 150


def speeds_by_evaluator(text):
    """Return the million hands/s of each row of the tables, by the first word of its evaluator and its function."""
    rows = re.findall(r"(?m)^\| \**(\w+)\** `([\w.]+)[^|]*\| \**([\d.,]+)\** \|", text)
    return {(package, function, speed) for package, function, speed in rows}


def test_counts_and_figures_of_readme():
    """The package has that many presets, and the page of all figures has the same speeds."""
    text = README.read_text(encoding="utf-8")
    assert re.findall(r"(\d+) presets", text) == [str(len(cpoker_fast.presets()))]
    figures = (ROOT / "docs" / "background" / "figures.md").read_text(encoding="utf-8")
    speeds = speeds_by_evaluator(text)
    assert len(speeds) == 7
    assert speeds - speeds_by_evaluator(figures) == set()
    ratios = re.findall(r"\| \**([\d.,]+)\** \| ([\d.]+) \|$", text, re.MULTILINE)
    single = next(float(speed) for speed, ratio in ratios if ratio == "1")
    for speed, ratio in ratios:
        assert float(ratio) == pytest.approx(float(speed.replace(",", "")) / single, rel=0.08)


def test_the_picture_of_readme_is_made_by_the_package():
    """It is the board of the hand that README.md sets, by `arrange` and by `analyze`."""
    text = README.read_text(encoding="utf-8")
    (hand,) = re.findall(r'>>> hand = "(.*)"', text)
    board = cpoker_fast.arrange(hand, "pagat").board
    assert (ROOT / "docs" / "_static" / "board.svg").read_text(encoding="utf-8") == board.to_svg()
    assert "![A board of thirteen cards in three rows](docs/_static/board.svg)" in text
    assert [len(row) for row in board.rows] == [3, 5, 5]
    for seed in range(5):
        best, second, *_ = cpoker_fast.analyze(hand, "pagat", seed=seed).candidates
        assert best.board == board
        assert second.behind.mean > 2 * second.behind.margin


def test_readme_names_files_that_exist():
    text = README.read_text(encoding="utf-8")
    for name in re.findall(r"\]\((?!http)([^)#]+)\)|(?<=--file )(\S+)", text):
        path = name[0] or name[1]
        if path.startswith(".github/") and not (ROOT / ".github").exists():  # the sdist lacks it
            continue
        assert (ROOT / path).exists(), path


def commands_of_examples():
    """Return the commands in comments of examples/."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").glob("*.*"))]
    return [
        command
        for text in texts
        for command in re.findall(r"(?m)^# .*?(cpoker [^:.]*\.(?:txt|toml|ofc)(?: --file [\w/.]+)?)$", text)
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="no POSIX shell")
@pytest.mark.parametrize("line", commands_of_examples())
def test_commands_of_examples_run(tmp_path, line):
    pytest.importorskip("click")
    run_command(line, tmp_path)


def test_every_example_shows_a_command():
    assert len(commands_of_examples()) == len(list((ROOT / "examples").glob("*.[to]*")))


def test_changelog_has_this_version():
    assert f"## {cpoker_fast.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
