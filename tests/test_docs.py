"""The examples in docstrings and documents, and the commands in README.md, run as shown."""

import doctest
import importlib
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cpoker_fast
from cpoker_fast import openface
from cpoker_fast._compiled import MODULES as COMPILED
from cpoker_fast.openface.notation.naming import DEFINED_TAGS

ROOT = Path(__file__).parent.parent
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


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
    names = {**vars(cpoker_fast.cardroom), **{public: getattr(cpoker_fast, public) for public in cpoker_fast.__all__}}
    if "openface" in name:
        names |= vars(openface)
    result = doctest.testmod(module, extraglobs=names, optionflags=OPTIONS)
    assert result.failed == 0


def test_the_docstrings_of_compiled_modules_are_run():
    finder = doctest.DocTestFinder()
    tests = finder.find(importlib.import_module("cpoker_fast._ranking"))
    assert sum(bool(test.examples) for test in tests) >= 3


@pytest.mark.parametrize("name", ["README.md", "NOTATION.md"])
def test_examples_in_documents(monkeypatch, name):
    monkeypatch.chdir(ROOT)  # the examples name files in examples/
    result = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=OPTIONS, encoding="utf-8")
    assert result.attempted > 10
    assert result.failed == 0


def test_deals_in_documents_are_in_canonical_form():
    text = (ROOT / "NOTATION.md").read_text(encoding="utf-8")
    deals = re.findall(r"(?ms)^```ofc\n(.*?)\n```$", text)
    assert len(deals) == 3
    for deal in deals:
        assert openface.format_deal(openface.parse_deal(deal)) == deal
    files = (ROOT / "examples").glob("*.ofc")
    examples = [deal for path in files for deal in openface.read_deals(path)]
    assert deals[0] == openface.format_deal(examples[0])


def test_the_tags_and_variants_of_the_notation_are_documented():
    text = (ROOT / "NOTATION.md").read_text(encoding="utf-8")
    assert set(re.findall(r"(?m)^\| `([A-Z]\w*)` \|", text)) == set(DEFINED_TAGS)
    variants = dict(re.findall(r"(?m)^\| (`[^|]*`) \| (\d+/\d+[^|]*) \|", text))
    documented = {name: streets for names, streets in variants.items() for name in re.findall(r"`([\w-]+)`", names)}
    rules = {name: cpoker_fast.rules(name).openface for name in cpoker_fast.presets() if cpoker_fast.rules(name).openface}
    assert set(documented) == set(rules)
    numbers = {"eight": 8, "four": 4}
    for name, openface_rules in rules.items():
        streets = []
        for part in documented[name].split(", "):
            times, street = re.fullmatch(r"(?:then (\w+) of )?(\d+/\d+)", part).groups()
            streets += [tuple(map(int, street.split("/")))] * numbers.get(times, 1)
        assert tuple(streets) == openface_rules.streets


def commands_shown():
    """Return the commands of README.md and of comments in examples/, except those that need a terminal or take a minute."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line for block in re.findall(r"(?ms)^```sh\n(.*?)^```", readme) for line in block.splitlines()]
    for path in sorted((ROOT / "examples").glob("*.*")):
        text = path.read_text(encoding="utf-8")
        lines += re.findall(r"(?m)^# .*?(cpoker [^:.]*\.(?:txt|toml)(?: --file [\w/.]+)?)$", text)
    commands = [line.partition("#")[0].strip() for line in lines if line.startswith("cpoker ")]
    return [line for line in dict.fromkeys(commands) if line.split()[1] not in ("play", "bench")]


@pytest.mark.skipif(sys.platform == "win32", reason="no POSIX shell")
@pytest.mark.parametrize("line", commands_shown())
def test_commands_that_are_shown_run(tmp_path, line):
    pytest.importorskip("click")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    run = f"{shlex.quote(sys.executable)} -P -m cpoker_fast"
    process = subprocess.run(
        line.replace("cpoker ", f"{run} ", 1), shell=True, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout or ">" in line


def test_every_command_is_shown():
    commands = commands_shown()
    assert {line.split()[1] for line in commands} == {
        "rank",
        "set",
        "score",
        "analyze",
        "simulate",
        "rules",
        "replay",
        "fantasyland",
        "advise",
        "review",
    }
    for name in ("hands.txt", "rows.txt", "tables.txt", "house.toml", "cardroom.toml", "deals.ofc"):
        assert any(name in line for line in commands), name


def test_readme_names_files_that_exist():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in re.findall(r"\]\((?!http)([^)#]+)\)|(?<=--file )(\S+)", text):
        path = name[0] or name[1]
        if path.startswith(".github/") and not (ROOT / ".github").exists():  # the sdist lacks it
            continue
        assert (ROOT / path).exists(), path


def test_changelog_has_this_version():
    assert f"## {cpoker_fast.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
