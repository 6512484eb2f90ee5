"""The pages that the build of the documentation makes from the data of the package."""

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

for library in ("sphinx", "click", "rich", "tomli_w", "gymnasium", "pettingzoo"):
    pytest.importorskip(library)
if not (DOCS / "_extensions").exists():
    pytest.skip("the documentation is not here", allow_module_level=True)

sys.path.insert(0, str(DOCS / "_extensions"))
import generated_pages  # noqa: E402


@pytest.fixture(scope="module")
def pages():
    return generated_pages.generated_pages()


def preset_text(pages, name):
    return pages[f"rules/presets/{name}.md"]


def keys_of(schema, path=""):
    """Yield the keys of a JSON Schema, with those of the tables inside."""
    for key, value in schema["properties"].items():
        full = f"{path}.{key}".lstrip(".")
        yield full
        inner = next(
            (part for part in (value, *value.get("anyOf", ()), value.get("items", {})) if "properties" in part), None
        )
        if inner is not None:
            yield from keys_of(inner, full)


# ---- presets ----


def test_every_preset_has_a_page_and_a_line(pages):
    index = pages["rules/presets/index.md"]
    toctree = next(content for kind, content in blocks(index) if kind == "{toctree}")
    assert toctree.split()[1:] == [
        "which_one",
        "open_face",
        *sorted(cp.presets(), key=lambda name: not cp.rules(name).is_closed),
    ]
    for name in cp.presets():
        assert f"# {name}\n" in preset_text(pages, name)
        assert f"| [{name}]({name}.md) |" in index


def test_the_page_of_names_and_questions_leads_to_presets(pages):
    """In the games of Vietnam, a scoop is doubled, and a dragon pays 13 or 12."""
    page = pages["rules/presets/which_one.md"]
    for line in (
        "| xap xam | Vietnam | [vietnamese](vietnamese.md) |",
        "| sap sam cheung | Hong Kong | [hong-kong](hong-kong.md) |",
        "| [vietnamese](vietnamese.md) | each other | 1 | 6 | 9 | only on a win | 13 |",
        "| [mau-binh](mau-binh.md) | each other | 1 | 6 | 12 | only on a win | 12 |",
        "| [one-six](one-six.md) | each other | 1 | 6 | no | none | as a scoop |",
        "| [pagat-always](pagat-always.md) | each other | 2 | 4 | no | win or lose | 13 |",
        "| [hong-kong](hong-kong.md) | the banker | 1 | 3 | no | only on a win | 13 |",
        "| [simple](simple.md) | each other | 1 | 3 | no | none | nothing |",
        "| [pool](pool.md) | a pool | 1 | 6 | no | none | nothing |",
        (
            "| [western](western.md) | [russian](russian.md) "
            "| [`match_points`](#key-match_points), [`scoop_bonus`](#key-scoop_bonus) |"
        ),
        "| [turbo](turbo.md) | [standard](standard.md) | [`streets`](#key-streets) |",
        "| [american](american.md) | [standard](standard.md) | none: two names of the same rules |",
    ):
        assert f"{line}\n" in page
    for name in cp.presets():
        assert f"| [{name}]({name}.md) |" in page


def test_pages_of_presets_have_their_values(pages):
    pagat = preset_text(pages, "pagat")
    assert "| four of a kind |  | 3 | 3 |" in pagat
    assert "| dragon | One card of each rank; also called complete straight. | 9,462 | 13 |" in pagat
    assert "Source: a survey of games with 13 cards, from the simplest scoring to the games of Malaya, Vietnam" in pagat
    assert "[PG]" not in pagat
    assert "| 2 to 5 | 3 | 2 | 1 |" in preset_text(pages, "pineapple")
    assert "[`royalties.on`](#key-royalties.on) | win | always |" in pagat
    assert "pay each other nothing" in pagat


def test_open_face_presets_are_compared(pages):
    """The values are from RULES.md, section 3. Short pages leave royalties to the page that compares."""
    page = pages["rules/presets/open_face.md"]
    openface = [name for name in cp.presets() if not cp.rules(name).is_closed]
    for name in openface:
        assert f"| [{name}]({name}.md) |" in page
    for line in (
        "| [western](western.md) | 5, then 8 times 1 | 4 | 1 | 6 | 6 | 13 |",
        "| [progressive](progressive.md) | 5, then 4 times 3 (1 discarded) | 3 | 1 | 6 | 6 | 14 to 17 |",
        "`russian`, `western`:",
        "- All but `western`: A won row pays 1 point. A tied row pays nothing.",
        "- `western`: A scoop pays 5 points more: 6 in all.",
        "- Two players who foul pay each other nothing.",
        "| pair Q | 14 |  |  |",
        "| pair K | 15 |  |  |",
        "| pair A | 16 |  |  |",
    ):
        assert f"{line}\n" in page
    short = [name for name in openface if "(open_face.md)" in preset_text(pages, name)]
    assert sorted(short) == ["american", "progressive", "russian", "standard", "turbo", "western"]
    assert all("## Royalties" not in preset_text(pages, name) for name in short)


def test_results_of_weak_rows_are_those_of_the_rules(pages):
    assert "winning two rows, tying one | +2 |" in preset_text(pages, "pineapple")
    assert "a scoop | +6 |" in preset_text(pages, "pineapple")
    assert "against three opponents: a home run | +27 |" in preset_text(pages, "hawaiian-gardens")
    assert "against two opponents | +12 |" in preset_text(pages, "pineapple")


CHANGES = {
    "pagat": [
        {"wheel": "second"},
        {"lowball_middle": True},
        {"equal_rows": "foul"},
        {"dead_rows": "out of order"},
        {"pairings": "banker"},
        {"row_ties": "button"},
        {"row_points": 2},
        {"match_points": 1},
        {"scoop_bonus": 3},
        {"scoop_times": 2},
        {"home_run_bonus": 3},
        {"home_run_times": 2},
        {"overall_points": 1},
        {"royalties": {"front": {"pair A": 1}}},
        {"royalties": {"middle": {"flush": 1}}},
        {"royalties": {"back": {"flush": 1}}},
        {"royalties": {"on": "always"}},
        {"deuce_of_spades": True},
        {"foul": 6},
        {"foul_pays_naturals": True},
        {"foul_keeps_natural": False},
        {"naturals_by_rows": True},
        {"naturals": [{"name": "dragon", "points": 13}]},
        {"naturals": [{"name": "dragon", "points": 13, "level": 2}]},
        {"naturals": [{"name": "ours", "points": 2, "counts": [[3, 3, 3, 2, 2]], "compared_by": "pairs"}]},
        {"naturals": [{"name": "ours", "points": 2, "suits": [[7, 6]], "required": "As", "excluded": "2s"}]},
        {"naturals": [{"name": "ours", "points": 2, "ranks": "A-9", "others": [0, 1], "red": [13], "left_out": "Ks"}]},
        {"naturals": [{"name": "ours", "points": 2, "rows": "flushes", "red": [13]}]},
        {"row_ties": "suits"},
        {"row_ties": "suits", "suit_order": "clubs, diamonds, hearts, spades"},
        {"horse_card": "Ah", "horse_times": 3},
        {"most_points": 20, "most_home_run_points": 40},
        {"natural_mode": "difference"},
        {"natural_ties": "push"},
        {"surrender": 1},
        {"aces": [1, 2, 6, 8]},
        {"dealer_compensation": 1},
        {"table": {"seats": 5}},
        {"table": {"dealt_in": 3}},
        {"table": {"two_hands": True}},
        {"table": {"least_to_play": 5}},
        {"table": {"buy_in_least": 5}},
        {"table": {"buy_in_most": 500}},
        {"table": {"rebuy_least": 5}},
        {"table": {"fees": {"by_limit": [[1, 2]]}}},
        {"table": {"fees": {"minutes": 30}}},
        {"table": {"fees": {"half_after": 10}}},
        {"table": {"rake": {"chips": 2}}},
        {"table": {"rake": {"percent": 5}}},
        {"table": {"rake": {"percent": 5, "cap": 30}}},
        {"table": {"rake": {"chips": 2, "to_jackpot": 1, "jackpot": {"front": "pair", "loser": 40}}}},
        {"table": {"rake": {"jackpot": {"middle": "flush", "winner": 20}}}},
        {"table": {"rake": {"jackpot": {"back": "flush", "table": 20}}}},
        {"table": {"freezeout": {"chips": 200, "levels": [[1, 8], [2, 8]], "levels_in": "minutes"}}},
        {"table": {"freezeout": {"entry": 10, "prizes": [70, 30]}}},
    ],
    "pagat-always": [{"overall": "rows"}],
    "deuce-to-seven": [{"lowball_qualifier": "9"}],
    "pool": [{"pool_ties": "carry over"}],
    "thirteen-water": [{"home_run_players": 3}],
    "face-up": [{"foul_pays_royalties": False}],
    "pineapple": [
        {"players": 2},
        {"streets": [[5, 5], [4, 4], [4, 4]]},
        {"first_street_open": True},
        {"timeout": "highest card first"},
        {"fantasyland": False},
        {"fantasyland": {"entry": {"front": {"pair A": 14}}}},
        {"fantasyland": {"entry": {"middle": {"full house": 14}}}},
        {"fantasyland": {"entry": {"back": {"full house": 14}}}},
        {"fantasyland": {"entry_by_more": 15}},
        {"fantasyland": {"stay": {"front": {"pair A": 14}}}},
        {"fantasyland": {"stay": {"middle": {"full house": 14}}}},
        {"fantasyland": {"stay": {"back": {"full house": 14}}}},
        {"fantasyland": {"stay_keeps_cards": True}},
        {"fantasyland": {"stay_royalty_over": 10}},
        {"fantasyland": {"most_stays": 3}},
        {"fantasyland": {"button_moves": True}},
    ],
}
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
    assert generated_pages.preset_page(changed) != generated_pages.preset_page(base)


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


# ---- keys and errors ----


def test_every_key_is_on_the_page_once(pages):
    text = pages["reference/rules_keys.md"]
    keys = [key for key in keys_of(cp.Rules.json_schema()) if key != "$schema"]  # no rule
    assert "fantasyland.stay.back" in keys
    assert sorted(re.findall(r"(?m)^### `(.*)`$", text)) == sorted(keys)
    assert sorted(re.findall(r"(?m)^\(key-(.*)\)=$", text)) == sorted(keys)


def test_examples_of_keys_are_rules(pages):
    examples = [content for kind, content in blocks(pages["reference/rules_keys.md"]) if kind == "toml"]
    assert len(examples) >= 10
    for example in examples:
        assert cp.Rules.from_dict(tomllib.loads(example)).is_changed_preset or "name" in tomllib.loads(example)


def test_keys_name_the_presets_that_change_them(pages):
    text = pages["reference/rules_keys.md"]
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


def test_errors_name_the_functions_that_raise_them(pages):
    section = re.search(r"(?s)## StrengthError\n.*?(?=\n## )", pages["reference/errors.md"])[0]
    assert "`describe <cpoker_fast.describe>`" in section
    assert "`settle <cpoker_fast.settle>`" not in section


# ---- all pages ----


def test_examples_on_pages_run(pages, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    for name, text in pages.items():
        if "\n>>> " in text:
            path = tmp_path / Path(name).name
            path.write_text(text, encoding="utf-8")
            assert run_examples(path) == len(re.findall(r"(?m)^>>> ", text))


def test_only_changed_pages_are_written(pages, monkeypatch, tmp_path):
    monkeypatch.setattr(generated_pages, "generated_pages", lambda: pages)
    assert generated_pages.write_pages(tmp_path) == list(pages)
    assert generated_pages.write_pages(tmp_path) == []
    old, changed = tmp_path / "rules/presets/old-preset.md", "rules/presets/pagat.md"
    old.write_text("# old-preset\n", encoding="utf-8")
    (tmp_path / changed).write_text("# pagat\n", encoding="utf-8")
    assert generated_pages.write_pages(tmp_path) == [changed]
    assert not old.exists()


def test_pages_are_the_same_in_each_build(pages):
    assert generated_pages.generated_pages() == pages


def test_pages_are_ignored_by_git(pages):
    if not (ROOT / ".git").exists():
        pytest.skip("not a repository")
    paths = [f"docs/{name}" for name in pages]
    ignored = subprocess.run(["git", "check-ignore", *paths], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert ignored.split() == paths
