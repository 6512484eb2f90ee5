"""The pages of docs/: every block is run or read, here or by the build of the site; every name and command is shown."""

import importlib
import json
import os
import re
import subprocess
import sys
import tomllib
from types import ModuleType

import pytest
from documentation.pages import ROOT, blocks, run_command, run_examples
from public_face import namespaces

import cpoker_fast as cp
from cpoker_fast import notation
from cpoker_fast.notation.naming import DEFINED_TAGS
from cpoker_fast.rulebook.presets import LOCAL_NAMES

DOCS = ROOT / "docs"
GENERATED = ("reference/api", "reference/errors", "reference/rules_keys", "rules/presets")
"""Beginnings of the names of pages that the build writes; their own tests check them."""

PAGES = {
    path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(DOCS.rglob("*.md"))
    if not path.relative_to(DOCS).as_posix().startswith(GENERATED)
}

BUILT = (
    "{code-cell} python", "{terminal}", "{file}", "{board}", "{position}", "{play}", "{screenshot}", "{payments}",
    "{messages}", "{floors}", "{check}", "{eval-rst}",
)  # fmt: skip
"""Beginnings of the kinds of blocks that the build of the site runs or reads."""

PROSE = (
    "{admonition}", "{button", "{card}", "{contents}", "{csv-table}", "{dropdown}", "{figure}", "{glossary}", "{grid",
    "{important}", "{include}", "{list-table}", "{literalinclude}", "{margin}", "{math}", "{note}", "{only}", "{seealso}",
    "{tab-", "{tip}", "{toctree}", "{warning}",
)  # fmt: skip
"""Beginnings of the kinds of blocks without code."""

SHELL = re.compile(
    r"(python3? -m venv|pip install|pyinstaller |\. \.venv/bin/activate|dask |eval |ssh |#|$)"
    r"|cpoker (play|table|record|bench|web)|cpoker simulate .* --deals 10{7,8} |  --"
)
"""Lines of ``sh`` blocks, which are not run: they install, need a terminal or a cluster, or take minutes."""


@pytest.mark.parametrize("page", [name for name, text in PAGES.items() if ">>> " in text])
def test_examples_in_pages(monkeypatch, tmp_path, page):
    libraries = [
        ("learning", "gymnasium"), ("learning", "pettingzoo"), ("to_toml", "tomli_w"), ("import pyarrow", "pyarrow"),
    ]  # fmt: skip
    for word, library in libraries:
        if word in PAGES[page]:
            pytest.importorskip(library)
    monkeypatch.chdir(ROOT)  # the examples name files in examples/
    assert run_examples(DOCS / page, tmp_path) >= PAGES[page].count("\n>>> ")


@pytest.mark.parametrize("page", PAGES)
def test_every_block_is_run_or_read(page):
    for kind, content in blocks(PAGES[page]):
        if kind == "python":
            assert content.startswith(">>> "), content
        elif kind == "toml":
            tomllib.loads(content)
        elif kind == "json":
            json.loads(content)
        elif kind == "ofc":
            notation.parse_deal(content)
        elif kind == "sh":
            assert [line for line in content.splitlines() if not SHELL.match(line)] == []
        else:
            assert kind in ("text", "ebnf", "") or kind.startswith(BUILT + PROSE), kind


COMMANDS = re.findall(r"(?m)\| `(cpoker [^`]*)` \|$", PAGES["guides/command_line.md"])


def test_every_command_and_every_example_is_shown():
    commands = pytest.importorskip("cpoker_fast.app.commands").cpoker.commands
    assert sorted(line.split()[1] for line in COMMANDS) == sorted(commands)
    shown = "\n".join(f"{kind}\n{content}" for page in PAGES.values() for kind, content in blocks(page))
    for name in ("hands.txt", "rows.txt", "tables.txt", "house.toml", "cardroom.toml", "tournament.toml", "deals.ofc"):
        assert f"examples/{name}" in shown + " ".join(COMMANDS), name


@pytest.mark.skipif(sys.platform == "win32", reason="no POSIX shell")
@pytest.mark.parametrize("line", [line for line in COMMANDS if line.split()[1] not in ("play", "bench", "record", "web")])
def test_commands_of_the_guide_run(tmp_path, line):
    """`play` needs a terminal, `record` input; `bench` takes a minute, and `web` serves until Ctrl-C."""
    pytest.importorskip("click")
    run_command(line, tmp_path)


def test_the_reference_lists_every_public_name():
    """Errors have a generated page."""
    pytest.importorskip("pettingzoo")  # for learning
    summaries = [content for text in PAGES.values() for kind, content in blocks(text) if ".. autosummary::" in content]
    listed = [name for text in summaries for name in re.findall(r"(?m)^   ([\w.]+)$", text)]
    public = {}
    for namespace in ("", *namespaces(), "c_interface", "learning"):
        module = importlib.import_module(f"cpoker_fast.{namespace}".rstrip("."))
        for name in module.__all__:
            value = getattr(module, name)
            is_error = isinstance(value, type) and issubclass(value, Exception)
            if not (isinstance(value, ModuleType) or is_error):
                key = name if isinstance(value, int) else id(value)  # Python has only one 1
                public.setdefault(key, f"{namespace}.{name}".lstrip("."))
    assert sorted(listed) == sorted(set(public.values()))


def test_the_number_of_presets():
    assert {"index.md", "reference/notation.md", "tutorials/closed_bot.md"} < PAGES.keys()
    numbers = [number for text in PAGES.values() for number in re.findall(r"(\d+)\s+(?:presets|\{term\}`presets)", text)]
    assert numbers
    assert set(numbers) == {str(len(cp.presets()))}


PLAYERS_WORDS = (
    "Chinese poker", "EV", "GTO", "Monte Carlo", "Nash", "OFC", "PPPoker", "bonus", "bottom", "calculator", "chances",
    "expected value", "hand history", "kicker", "licence", "license", "odds", "range", "reproducible", "solver", "top",
    "variance",
)  # fmt: skip
"""Words that readers know from elsewhere, and look up."""


@pytest.mark.parametrize("word", [*PLAYERS_WORDS, *LOCAL_NAMES])
def test_words_of_players_are_in_the_glossary(word):
    assert re.search(rf"(?mi)^{re.escape(word)}$", PAGES["rules/glossary.md"])


def test_deals_in_the_notation_are_in_canonical_form():
    deals = [content.rstrip("\n") for kind, content in blocks(PAGES["reference/notation.md"]) if kind == "ofc"]
    assert len(deals) == 5
    for deal in deals:
        assert notation.format_deal(notation.parse_deal(deal)) == deal
    files = (ROOT / "examples").glob("*.ofc")
    examples = [deal for path in files for deal in notation.read_deals(path)]
    assert deals[0] == notation.format_deal(examples[0])


def test_the_table_of_functions_for_arrays_is_complete():
    named = set(re.findall(r"(?m)^\| `([\w.]+)` \|", PAGES["guides/arrays_and_threads.md"]))
    names = {name for space in (cp, cp.arranging, cp.ranking, cp.settling) for name in space.__all__}
    batches = {name for name in names if name.endswith(("_many", "strengths"))} - {"fouls_many"}
    assert batches - {name.rpartition(".")[2] for name in named} == {"describe_many", "describe_lowball_many"}


def test_the_tags_and_variants_of_the_notation_are_documented():
    text = PAGES["reference/notation.md"]
    assert set(re.findall(r"(?m)^\| `([A-Z]\w*)` \|", text)) == set(DEFINED_TAGS)
    variants = dict(re.findall(r"(?m)^\| (`[^|]*`) \| (\d+/\d+[^|]*) \|", text))
    documented = {name: streets for names, streets in variants.items() for name in re.findall(r"`([\w-]+)`", names)}
    rules = {name: cp.rules(name) for name in cp.presets() if cp.rules(name).has_fantasyland}
    assert set(documented) == set(rules)
    numbers = (None, "two", "three", "four", "five", "six", "seven", "eight")  # without a number: once
    for name, openface_rules in rules.items():
        streets = []
        for part in documented[name].split(", "):
            times, street = re.fullmatch(r"(?:then (\w+) of )?(\d+/\d+)", part).groups()
            streets += [tuple(map(int, street.split("/")))] * (numbers.index(times) + 1)
        assert tuple(streets) == openface_rules.streets


def test_the_reference_of_the_command_line_has_every_option(tmp_path):
    pytest.importorskip("sphinx_click")
    pytest.importorskip("myst_parser")
    commands = pytest.importorskip("cpoker_fast.app.commands")
    settings = ["-C", "-Dextensions=myst_parser,sphinx_click", "-Droot_doc=command_line"]
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "command_line.md").write_text(PAGES["reference/command_line.md"], encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(DOCS / "_extensions")}
    run = [sys.executable, "-P", "-m", "sphinx", "-q", "-b", "text", *settings, pages, tmp_path / "text"]
    subprocess.run(run, check=True, env=environment, capture_output=True)
    text = (tmp_path / "text" / "command_line.txt").read_text(encoding="utf-8")
    for name in commands.cpoker.commands:
        command = commands.cpoker.get_command(None, name)
        section = text.partition(f"\n{name}\n")[2]
        options = [option for parameter in command.params for option in parameter.opts if option.startswith("--")]
        assert [option for option in options if option not in section] == [], name
