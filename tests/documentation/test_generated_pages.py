"""The pages that the build of the documentation makes from the data of the package."""

import importlib
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from documentation.pages import blocks, run_examples

import cpoker_fast as cp
from cpoker_fast import errors

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

for library in ("sphinx", "matplotlib", "click", "rich", "tomli_w", "gymnasium", "pettingzoo"):
    pytest.importorskip(library)
if not (DOCS / "_extensions").exists() or not (ROOT / "benchmarks" / "openface.json").exists():
    pytest.skip("the documentation or the benchmarks are not here", allow_module_level=True)

sys.path.insert(0, str(DOCS / "_extensions"))
import generated_pages  # noqa: E402
from preset_pages import preset_page  # noqa: E402


@pytest.fixture(scope="module")
def pages():
    return generated_pages.generated_pages(DOCS)


def preset_text(pages, name):
    return pages[f"rules/presets/{name}.md"]


def keys_of(schema, path=""):
    """Yield the keys of a JSON Schema, with those of the tables inside."""
    for key, value in schema["properties"].items():
        full = f"{path}.{key}".lstrip(".")
        yield full
        parts = (value, *value.get("anyOf", ()), value.get("items", {}))
        for inner in [part for part in parts if "properties" in part][:1]:
            yield from keys_of(inner, full)


def test_every_preset_has_a_page_and_a_line(pages):
    index = pages["rules/presets/index.md"]
    toctree = next(content for kind, content in blocks(index) if kind == "{toctree}")
    assert toctree.split()[1:] == sorted(cp.presets(), key=lambda name: not cp.rules(name).is_closed)
    for name in cp.presets():
        assert f"# {name}\n" in preset_text(pages, name)
        assert f"| [{name}]({name}.md) |" in index


def test_pages_of_presets_have_their_values(pages):
    pagat = preset_text(pages, "pagat")
    assert "[PG]" not in pagat
    for name, line in (
        ("pagat", "| four of a kind |  | 3 | 3 |"), ("pagat", "pay each other nothing"),
        ("pagat", "| dragon | One card of each rank; also called complete straight. | 13 |"),
        ("pagat", "Source: a survey of games with 13 cards, from the simplest scoring to the games of Malaya, Vietnam"),
        ("pagat", "[`royalties.on`](#key-royalties.on) | win | always |"),
        ("progressive", "| pair Q to A | 14 to 16 |  |  |"), ("pineapple", "| 2 to 5 | 3 | 2 | 1 |"),
        # results of weak rows
        ("western", "winning two rows, tying one | +1 |"), ("western", "a scoop | +6 |"),
        ("hawaiian-gardens", "against three opponents: a home run | +27 |"), ("pineapple", "against two opponents | +12 |"),
    ):  # fmt: skip
        assert line in preset_text(pages, name)


CHANGES = {
    "pagat": [
        {"wheel": "second"}, {"lowball_middle": True}, {"equal_rows": "foul"}, {"dead_rows": "out of order"},
        {"pairings": "banker"}, {"row_ties": "button"}, {"row_points": 2}, {"match_points": 1}, {"scoop_bonus": 3},
        {"scoop_times": 2}, {"home_run_bonus": 3}, {"home_run_times": 2}, {"overall_points": 1},
        {"royalties": {"front": {"pair A": 1}}}, {"royalties": {"middle": {"flush": 1}}},
        {"royalties": {"back": {"flush": 1}}}, {"royalties": {"on": "always"}}, {"deuce_of_spades": True}, {"foul": 6},
        {"foul_pays_naturals": True}, {"foul_keeps_natural": False}, {"naturals_by_rows": True},
        {"naturals": [{"pattern": "dragon", "points": 13}]}, {"naturals": [{"pattern": "dragon", "points": 13, "level": 2}]},
        {"natural_mode": "difference"}, {"natural_ties": "push"}, {"surrender": 1}, {"aces": [1, 2, 6, 8]},
        {"dealer_compensation": 1},
        *({"table": terms} for terms in (
            {"seats": 5}, {"dealt_in": 3}, {"two_hands": True}, {"least_to_play": 5}, {"buy_in_least": 5},
            {"buy_in_most": 500}, {"rebuy_least": 5}, {"fees": {"by_limit": [[1, 2]]}}, {"fees": {"minutes": 30}},
            {"fees": {"half_after": 10}}, {"rake": {"chips": 2}}, {"rake": {"percent": 5}},
            {"rake": {"percent": 5, "cap": 30}},
            {"rake": {"chips": 2, "to_jackpot": 1, "jackpot": {"front": "pair", "loser": 40}}},
            {"rake": {"jackpot": {"middle": "flush", "winner": 20}}}, {"rake": {"jackpot": {"back": "flush", "table": 20}}},
        )),
    ],
    "pagat-always": [{"overall": "rows"}], "deuce-to-seven": [{"lowball_qualifier": "9"}],
    "pool": [{"pool_ties": "carry over"}], "thirteen-water": [{"home_run_players": 3}],
    "face-up": [{"foul_pays_royalties": False}],
    "pineapple": [
        {"players": 2}, {"streets": [[5, 5], [4, 4], [4, 4]]}, {"first_street_open": True},
        {"timeout": "highest card first"},
        *({"fantasyland": land} for land in (
            False, {"entry": {"front": {"pair A": 14}}}, {"entry": {"middle": {"full house": 14}}},
            {"entry": {"back": {"full house": 14}}}, {"entry_by_more": 15}, {"stay": {"front": {"pair A": 14}}},
            {"stay": {"middle": {"full house": 14}}}, {"stay": {"back": {"full house": 14}}}, {"stay_keeps_cards": True},
            {"stay_royalty_over": 10}, {"most_stays": 3}, {"button_moves": True},
        )),
    ],
}  # fmt: skip
"""Changes of a preset, one option each, except that an option may need another one."""


def paths_in(change, path=""):
    items = [change] if isinstance(change, dict) else change if isinstance(change, list) else []
    for item in items:
        for key, value in item.items() if isinstance(item, dict) else ():
            full = f"{path}.{key}".lstrip(".")
            yield full
            yield from paths_in(value, full)


@pytest.mark.parametrize(("name", "change"), [(name, change) for name, changes in CHANGES.items() for change in changes])
def test_a_changed_option_changes_the_page(name, change):
    base = cp.Rules.from_dict({"base": name, "name": "ours"})
    changed = cp.Rules.from_dict({"base": name, "name": "ours", **change})
    assert changed != base
    assert preset_page(changed) != preset_page(base)


def test_every_option_is_changed_by_a_test():
    changed = {path for changes in CHANGES.values() for change in changes for path in paths_in(change)}
    assert set(keys_of(cp.Rules.json_schema())) - {"$schema", "base", "name", "note"} - changed == set()


@pytest.mark.parametrize("name", cp.presets())
def test_commands_on_pages_of_presets_run(pages, name, monkeypatch, tmp_path):
    from click.testing import CliRunner

    from cpoker_fast.app.commands import cpoker

    monkeypatch.chdir(tmp_path)
    lines = next(content for kind, content in blocks(preset_text(pages, name)) if kind == "sh").splitlines()
    commands = [shlex.split(line.partition(" > ")[0])[1:] for line in lines]
    assert [command[0] for command in commands] == ["rules", "score", "simulate", "play", "rules"]
    for command in commands:
        if command[0] != "play":  # needs a terminal
            result = CliRunner().invoke(cpoker, command)
            assert (result.exit_code, bool(result.output)) == (0, True), (command, result.output)


def test_keys_are_on_the_page_once_with_examples_and_the_presets_that_change_them(pages):
    text = pages["reference/rules_keys.md"]
    keys = [key for key in keys_of(cp.Rules.json_schema()) if key != "$schema"]  # no rule
    assert "fantasyland.stay.back" in keys
    assert sorted(re.findall(r"(?m)^### `(.*)`$", text)) == sorted(keys)
    assert sorted(re.findall(r"(?m)^\(key-(.*)\)=$", text)) == sorted(keys)
    examples = [tomllib.loads(content) for kind, content in blocks(text) if kind == "toml"]
    assert len(examples) >= 10
    for example in examples:
        assert cp.Rules.from_dict(example).is_changed_preset or "name" in example
    section = re.search(r"(?s)### `scoop_times`.*?(?=\n### )", text)[0]
    assert "Values: 1 to 100 times" in section
    assert "Default: `1`" in section
    assert re.findall(r"\[([\w-]+)\]", section) == [n for n in cp.presets() if cp.rules(n).scoop_times == 2]


def test_every_error_is_listed_with_a_message(pages):
    text = pages["reference/errors.md"]
    headings = re.findall(r"(?m)^## (\w+(?:Error|Warning))$", text)
    assert headings == list(errors.__all__)
    messages = set(re.findall(r"(?m)^cpoker_fast\.errors\.(\w+): .", text))
    assert messages == set(errors.__all__) - {"CpokerError", "LedgerWarning", "NetworkError"}  # of a damaged installation
    for name in headings:
        assert f".. autoexception:: cpoker_fast.errors.{name}()" in text
    section = re.search(r"(?s)## StrengthError\n.*?(?=\n## )", text)[0]
    assert "`describe <cpoker_fast.describe>`" in section
    assert "`settle <cpoker_fast.settle>`" not in section


def table_lines(text):
    """Return the lines of all tables, with plain spaces."""
    return [line for line in text.replace("\N{NO-BREAK SPACE}", " ").splitlines() if line.startswith("|")]


def test_reports_are_made_from_their_records(pages):
    """The files in benchmarks/ are written by the same functions; the page has the same tables."""
    speed, strength, tournaments, own_cards = map(
        importlib.import_module, ("report", "openface", "tournaments", "own_cards")
    )
    of_closed_games = "\n".join([*tournaments.tables(tournaments.recorded()), own_cards.table(own_cards.recorded())])
    text_of_own_cards = own_cards.report_text(own_cards.recorded())
    assert (ROOT / "benchmarks" / "OWN_CARDS.md").read_text(encoding="utf-8") == text_of_own_cards
    for name, report, text, more in (
        ("background/speed", "REPORT.md", speed.report_text(speed.read_record()), ""),
        ("background/strength", "OPENFACE.md", strength.report_text(strength.recorded()), of_closed_games),
    ):
        assert (ROOT / "benchmarks" / report).read_text(encoding="utf-8") == text
        assert table_lines(pages[f"{name}.md"]) == table_lines(f"{text}\n{more}")
        assert f"{{image}} {Path(name).name}.svg" in pages[f"{name}.md"]
        assert pages[f"{name}.svg"].startswith("<?xml")


def test_the_page_of_strength(pages):
    """Placements lose less with more time, as it says and the alternative text of its chart; and tournaments of all bots."""
    assert "less with more time, for each preset" in pages["background/strength.md"]
    report, records = importlib.import_module("openface_report"), importlib.import_module("openface").recorded()
    for rules, record in records.items():
        lost = {name: points for name, (points, _) in report.total_losses(record, 2).items()}
        experts = sorted((name for name in lost if name.startswith("expert ")), key=lambda name: float(name.split()[1]))
        by_strength = [lost[name] for name in ("careful", "swift", *experts)]
        assert by_strength == sorted(by_strength, reverse=True), rules
    results = importlib.import_module("tournaments").recorded()
    assert {rules: set(result.bots) for rules, result in results.items()} == {
        rules: set(cp.bots(rules)) for rules in ("pagat", "pineapple")
    }
    for rules, result in results.items():
        assert result.ranks(result.bots.index("expert"))[0] == 1
        assert f"### {rules}, all bots\n\n{result.title}.\n" in pages["background/strength.md"]
        assert pages[f"background/strength-{rules}.svg"].startswith("<?xml")


def test_examples_on_pages_run(pages, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    for name, text in pages.items():
        if "\n>>> " in text:
            path = tmp_path / Path(name).name
            path.write_text(text, encoding="utf-8")
            assert run_examples(path) == len(re.findall(r"(?m)^>>> ", text))


def test_only_changed_pages_are_written(pages, monkeypatch, tmp_path):
    monkeypatch.setattr(generated_pages, "generated_pages", lambda source: pages)
    assert generated_pages.write_pages(tmp_path) == list(pages)
    assert generated_pages.write_pages(tmp_path) == []
    old, changed = tmp_path / "rules/presets/old-preset.md", "rules/presets/pagat.md"
    old.write_text("# old-preset\n", encoding="utf-8")
    (tmp_path / changed).write_text("# pagat\n", encoding="utf-8")
    assert generated_pages.write_pages(tmp_path) == [changed]
    assert not old.exists()


def test_pages_are_the_same_in_each_build_and_ignored_by_git(pages):
    assert generated_pages.generated_pages(DOCS) == pages
    if not (ROOT / ".git").exists():
        pytest.skip("not a repository")
    paths = [f"docs/{name}" for name in pages]
    ignored = subprocess.run(["git", "check-ignore", *paths], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert ignored.split() == paths
