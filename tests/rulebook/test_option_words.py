"""Options in words, and as TOML."""

import tomllib

import pytest

from cpoker_fast.rulebook.option_index import all_options
from cpoker_fast.rulebook.option_words import (
    default_in_words,
    first_clause,
    streets_in_words,
    toml_line,
    toml_value,
    unset_value,
    valid_values,
    value_in_words,
    with_unit,
)


@pytest.mark.parametrize(("path", "value", "words"), [
    ("row_points", 1, "1 point"), ("row_points", 3, "3 points"), ("scoop_times", 2, "times 2"),
    ("table.rake.jackpot.loser", 50, "50 percent"), ("surrender", False, "not allowed"), ("surrender", 0, "0 points"),
    ("match_points", False, "not used"), ("lowball_qualifier", False, "no limit"), ("foul", "as a scoop", "as a scoop"),
    ("fantasyland", False, "none"), ("wheel", "second", "second"), ("deuce_of_spades", True, "yes"),
    ("aces", [1, 2, 6, 8], "1, 2, 6 and 8 points"), ("aces", [], "none"),
    ("streets", [[5, 5], [3, 2], [3, 2]], "5, then 2 times 3 (1 discarded)"),
    ("table.fees.by_limit", [[1, 2], [5, 8]], "1: 2, 5: 8"),
    ("royalties.front", {"pair Q": 1, "pair K": 2, "pair A": 3}, "pair Q to A: 1 to 3"),
    ("royalties.front", {}, "none"),
    ("naturals", [{"pattern": "six pairs", "points": 3}, {"pattern": "dragon"}], "six pairs 3; dragon"),
    ("table.rake.jackpot.back", "", "any row"), ("table.rake.jackpot.back", "flush", "flush"),
])  # fmt: skip
def test_values_in_words(path, value, words):
    assert value_in_words(all_options()[path], value) == words


def test_numbers_with_units():
    assert [with_unit(1, "chips"), with_unit(2, "chips"), with_unit(5, "percent"), with_unit(1, "times")] == [
        "1 chip", "2 chips", "5 percent", "times 1",
    ]  # fmt: skip
    assert with_unit(1000, "") == "1,000"


def test_streets():
    assert streets_in_words([[13, 13]]) == "13 at once"
    assert streets_in_words([[5, 5], [4, 4], [4, 4]]) == "5, then 2 times 4"


@pytest.mark.parametrize(("path", "values", "unset", "default"), [
    ("row_points", "0 to 1,000 points", "", "`1`"), ("match_points", "1 to 1,000 points", "false", "`false`"),
    ("foul", "0 to 1,000 points", '"as a scoop"', '`"as a scoop"`'),
    ("wheel", '`"lowest"`, `"second"`', "", '`"lowest"`'),
    ("aces", "a list of 4 numbers of 0 to 1,000 points, or `[]`", "", "`[]`"),
    ("streets", "a list of 1 to 13 pairs of numbers: cards dealt, and cards placed", "", "`[[13, 13]]`"),
    ("royalties.front", "a table from kinds of rows to numbers of 0 to 10,000 points", "", ""),
    ("naturals.pattern", '`"six pairs"`', "", "none; the key is required"),
    ("name", "text in one line", "", '`"custom"`; in a file, the name of the file'),
])  # fmt: skip
def test_valid_values(path, values, unset, default):
    option = all_options()[path]
    assert valid_values(option).startswith(values)
    assert unset_value(option) == unset
    assert default_in_words(option).startswith(default)


@pytest.mark.parametrize("value", [True, 5, 'a "quoted" word', [1, [2]], {"pair A": 1, "flush": 2, "á": "ß"}, []])
def test_toml_in_one_line(value):
    assert "\n" not in toml_value(value)
    assert tomllib.loads(toml_line("key", value)) == {"key": value}


def test_first_clauses():
    assert first_clause("A row; a second clause. More.") == "A row"
    assert first_clause("A row.") == "A row"
    assert first_clause("A sentence (see it). More.") == "A sentence (see it)"
