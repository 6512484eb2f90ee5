"""Options: descriptions as in files, values in rules and presets, words, groups and units."""

import tomllib

import pytest

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.rulebook.option_groups import _UNITS, GROUPS, unit_of
from cpoker_fast.rulebook.option_index import all_options, presets_by_value
from cpoker_fast.rulebook.option_words import (
    default_in_words,
    first_clause,
    in_runs,
    streets_in_words,
    unset_value,
    valid_values,
    value_in_words,
    with_unit,
)
from cpoker_fast.rulebook.options import ABSENT, REQUIRED, options_of


def test_descriptions_have_the_values_of_files():
    options = all_options()
    assert options["surrender"].description == "Payment of a surrender to each opponent. With false, nobody may surrender."
    assert 'With "as a scoop", a foul costs as much as losing all three rows' in options["foul"].description
    assert "With [], there is no payment for aces." in options["aces"].description
    for path, option in options.items():
        assert option.description[-1] == ".", path
        assert not any(text in option.description for text in ("None", "()"))
    shared = {option.together for option in options.values() if len(option.together) > 1}
    assert shared == {("front", "middle", "back"), ("loser", "winner", "table")}


def test_values_in_rules():
    options = all_options()
    pagat, pineapple = cp.rules("pagat"), cp.rules("pineapple")
    for path, rules, value in (
        ("royalties.front", pagat, {"three of a kind": 2}), ("players", pagat, 4), ("players", pineapple, 3),
        ("fantasyland", pagat, False), ("fantasyland.most_stays", pagat, ABSENT), ("naturals.points", pagat, ABSENT),
        ("base", pagat, ABSENT),
    ):  # fmt: skip
        assert options[path].plain_in(rules) == value
    assert (options["naturals.name"].default, options["foul"].default) == (REQUIRED, "as a scoop")


def test_zero_is_not_false():
    option = all_options()["surrender"]
    assert option.is_default(False)
    assert not option.is_default(0)
    free = cp.Rules(surrender=0)
    assert "\nsurrender = 0\n" in free.to_toml(explained=True)
    assert "\n#surrender = false\n" in cp.Rules().to_toml(explained=True)


def test_values_in_presets():
    options = all_options()
    assert presets_by_value(options["scoop_times"]) == [(2, ["vietnamese", "thirteen-water", "mau-binh"])]
    assert presets_by_value(options["row_ties"]) == [("house", ["malayan", "house", "hong-kong"]), ("button", ["face-up"])]
    assert presets_by_value(options["aces"]) == presets_by_value(options["name"]) == []


def test_the_base_is_a_preset():
    kind = all_options()["base"].kind
    assert kind.read("base", "pagat") == "pagat"
    for name in (None, 5):
        with pytest.raises(errors.RulesError, match="base: expected the name of a preset, got"):
            kind.read("base", name)


@pytest.mark.parametrize(("path", "value", "words"), [
    ("row_points", 1, "1 point"), ("row_points", 3, "3 points"), ("scoop_times", 2, "times 2"),
    ("table.rake.jackpot.loser", 50, "50 percent"), ("surrender", False, "not allowed"), ("surrender", 0, "0 points"),
    ("match_points", False, "not used"), ("lowball_qualifier", False, "no limit"), ("foul", "as a scoop", "as a scoop"),
    ("fantasyland", False, "none"), ("wheel", "second", "second"), ("deuce_of_spades", True, "yes"),
    ("aces", [1, 2, 6, 8], "1, 2, 6 and 8 points"), ("aces", [], "none"),
    ("streets", [[5, 5], [3, 2], [3, 2]], "5, then 2 times 3 (1 discarded)"),
    ("table.fees.by_limit", [[1, 2], [5, 8]], "1: 2, 5: 8"), ("table.freezeout", False, "none"),
    ("table.freezeout.levels", [[1, 8], [2, 6]], "1: 8, 2: 6"), ("table.freezeout.entry", 10, "10 units of money"),
    ("royalties.front", {"pair Q": 1, "pair K": 2, "pair A": 3}, "pair Q: 1, pair K: 2, pair A: 3"),
    ("royalties.front", {}, "none"),
    ("naturals", [{"name": "six pairs", "points": 3}, {"name": "dragon"}], "six pairs 3; dragon"),
    ("table.rake.jackpot.back", "", "any row"), ("table.rake.jackpot.back", "flush", "flush"),
])  # fmt: skip
def test_values_in_words(path, value, words):
    assert value_in_words(all_options()[path], value) == words


def test_numbers_with_units():
    numbers = ((1, "chips", "1 chip"), (2, "chips", "2 chips"), (5, "percent", "5 percent"), (1, "times", "times 1"))
    for number, unit, words in (*numbers, (1000, "", "1,000")):
        assert with_unit(number, unit) == words
    assert streets_in_words([[13, 13]]) == "13 at once"
    assert streets_in_words([[5, 5], [4, 4], [4, 4]]) == "5, then 2 times 4"


@pytest.mark.parametrize(("path", "values", "unset", "default"), [
    ("row_points", "0 to 1,000 points", "", "`1`"), ("match_points", "1 to 1,000 points", "false", "`false`"),
    ("foul", "0 to 1,000 points", '"as a scoop"', '`"as a scoop"`'), ("wheel", '`"lowest"`, `"second"`', "", '`"lowest"`'),
    ("aces", "a list of 4 numbers of 0 to 1,000 points, or `[]`", "", "`[]`"),
    ("streets", "a list of 1 to 13 pairs of numbers: cards dealt, and cards placed", "", "`[[13, 13]]`"),
    ("royalties.front", "a table from kinds of rows to numbers of 0 to 10,000 points", "", ""),
    ("naturals.name", '`"six pairs"`', "", "none; the key is required"),
    ("name", "text in one line", "", '`"custom"`; in a file, the name of the file'),
])  # fmt: skip
def test_valid_values(path, values, unset, default):
    option = all_options()[path]
    assert valid_values(option).startswith(values)
    assert unset_value(option) == unset
    assert default_in_words(option).startswith(default)


def test_first_clauses():
    for text, clause in (
        ("A row; a second clause. More.", "A row"), ("A row.", "A row"),
        ("A sentence (see it). More.", "A sentence (see it)"),
    ):  # fmt: skip
        assert first_clause(text) == clause


@pytest.mark.parametrize(("pairs", "lines"), [
    ({"pair Q": 1, "pair K": 2, "pair A": 3}, {"pair Q": "1", "pair K": "2", "pair A": "3"}),
    ({"pair J": 1, "pair Q": 2, "pair K": 3, "pair A": 4}, {"pair J to A": "1 to 4"}),
    ({"pair Q": 14, "pair K": 14, "pair A": 14, "three of a kind": 14}, {"pair Q to A": "14", "three of a kind": "14"}),
    ({"pair Q": 1, "pair A": 2}, {"pair Q": "1", "pair A": "2"}),
    ({"pair Q": 1, "pair K": 3, "pair A": 5}, {"pair Q": "1", "pair K": "3", "pair A": "5"}),
    ({"7-5-4-3-2": 8, "high card 7": 1000}, {"7-5-4-3-2": "8", "high card 7": "1,000"}), ({}, {}),
])  # fmt: skip
def test_consecutive_ranks_share_a_line(pairs, lines):
    assert in_runs(pairs) == lines


def paths():
    return ["base", *(option.path for option in options_of(cp.Rules))]


def test_every_option_is_in_one_group_and_every_key_of_a_group_stands_for_options():
    assert sorted(path for group in GROUPS for path in group.paths_in(paths())) == sorted(paths())
    assert len(paths()) > 60
    for group in GROUPS:
        assert group.paths_in(paths())
        for key in group.keys.split():
            assert any(path == key or path.startswith(key) for path in paths()), key
    named = [path for group in _UNITS.values() for path in group.split()]
    assert set(named) <= set(paths())
    assert len(named) == len(set(named))
    assert (unit_of("foul"), unit_of("table.seats"), unit_of("wheel")) == ("points", "seats", "")


def test_inner_tables_have_their_own_group():
    groups = {group.name: group.paths_in(paths()) for group in GROUPS}
    for name, first, inner in (
        ("tables", "table", "table.fees.minutes"), ("rake", "table.rake", "table.rake.jackpot.loser"),
        ("fantasyland", "fantasyland", "fantasyland"),
    ):  # fmt: skip
        assert groups[name][0] == first
        assert inner in groups[name]
    tables = [group.table for group in GROUPS if group.table]
    assert tables == ["royalties", "naturals", "fantasyland", "table", "table.rake", "table.freezeout"]


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_the_example_of_a_group_changes_its_options(group):
    plain = tomllib.loads(group.example)
    rules, base = cp.Rules.from_dict(plain), cp.rules(plain["base"])
    assert rules != base or rules.name != base.name
    keys = {path for path in keys_in(plain) if path != "base"}
    assert keys <= set(group.paths_in(paths())) | {"base", "naturals"}


def keys_in(plain, table=""):
    for key, value in plain.items():
        path = f"{table}.{key}".lstrip(".")
        yield from keys_in(value, path) if isinstance(value, dict) and path in paths() and path[-5:] != "front" else [path]
