"""What the docs show is what happens: docstrings, README.md, and the commands that README.md names."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import cpoker_fast

ROOT = Path(__file__).parent.parent
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def modules():
    for info in pkgutil.walk_packages(cpoker_fast.__path__, "cpoker_fast."):
        if not info.name.endswith("__main__"):
            yield info.name


@pytest.mark.parametrize("name", ["cpoker_fast", *modules()])
def test_docstrings(name):
    for part, library in (("commands", "click"), ("charts", "matplotlib"), ("terminal", "textual")):
        if part in name:
            pytest.importorskip(library)
    module = importlib.import_module(name)
    names = {**vars(cpoker_fast.cardroom), **{each: getattr(cpoker_fast, each) for each in cpoker_fast.__all__}}
    result = doctest.testmod(module, extraglobs=names, optionflags=OPTIONS)
    assert result.failed == 0


def test_the_docstrings_of_compiled_modules_are_run():
    finder = doctest.DocTestFinder()
    tests = finder.find(importlib.import_module("cpoker_fast._ranking"))
    assert sum(bool(test.examples) for test in tests) >= 3


def test_readme(monkeypatch):
    monkeypatch.chdir(ROOT)  # it names examples/house.toml
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=OPTIONS, encoding="utf-8")
    assert result.attempted > 10
    assert result.failed == 0


def test_readme_names_files_that_exist():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in re.findall(r"\]\((?!http)([^)#]+)\)|(?<=--file )(\S+)", text):
        path = name[0] or name[1]
        assert (ROOT / path).exists(), path


def test_changelog_has_this_version():
    assert f"## {cpoker_fast.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
