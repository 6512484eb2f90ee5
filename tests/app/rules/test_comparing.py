"""Differences between rules."""

import dataclasses

import pytest

import cpoker_fast as cp
from cpoker_fast.app.rules.comparing import differences, in_lines
from cpoker_fast.rulebook import Natural


def words_of(first, second):
    return {row.path: tuple(value.words for value in row.values) for row in differences(first, second)}


@pytest.mark.parametrize("name", cp.presets())
def test_only_different_rules_have_differences(name):
    rules = cp.rules(name)
    assert differences(rules, dataclasses.replace(rules, name="ours", note="of the club")) == []
    for other in map(cp.rules, cp.presets()):
        assert (differences(rules, other) == []) == (rules == other)
        ours, theirs = differences(rules, other), differences(other, rules)
        assert {row.path: row.values for row in ours} == {row.path: row.values[::-1] for row in theirs}


def test_values_and_naturals_in_words():
    pagat = cp.rules("pagat")
    ours = dataclasses.replace(
        pagat, foul=6, surrender=1, royalties=cp.rulebook.Royalties(front={"pair A": 1}, middle=pagat.royalties.middle)
    )
    assert words_of(pagat, ours) == {
        "royalties.front.three of a kind": ("2 points", "not listed"), "royalties.front.pair A": ("not listed", "1 point"),
        "royalties.back.four of a kind": ("3 points", "not listed"),
        "royalties.back.straight flush": ("4 points", "not listed"), "foul": ("as a scoop", "6 points"),
        "surrender": ("not allowed", "1 point"),
    }  # fmt: skip
    simple = cp.rules("simple")
    two = (Natural(name="six pairs", points=3), Natural(name="dragon", points=13))
    full, turned = dataclasses.replace(simple, naturals=two), dataclasses.replace(simple, naturals=two[::-1])
    assert words_of(full, turned) == {
        "naturals.six pairs": ("3 points (level 0)", "3 points (level 1)"),
        "naturals.dragon": ("13 points (level 1)", "13 points (level 0)"),
    }
    assert words_of(simple, dataclasses.replace(full, natural_mode="difference")) == {
        "naturals.six pairs": ("not listed", "3 points"),
        "naturals.dragon": ("not listed", "13 points"),
        "natural_mode": ("winner takes full", "difference"),
    }


def test_tables_that_one_of_the_rules_lacks_and_ranks_that_share_a_line():
    pineapple = cp.rules("pineapple")
    no_land = dataclasses.replace(pineapple, fantasyland=None)
    rows = words_of(no_land, pineapple)
    assert rows["fantasyland"] == ("none", "yes")
    assert rows["fantasyland.stay.back.four of a kind"] == ("none", "14 cards")
    assert "fantasyland.most_stays" not in rows
    empty = dataclasses.replace(pineapple, fantasyland=cp.rulebook.Fantasyland())
    assert words_of(no_land, empty) == {"fantasyland": ("none", "yes")}
    rows = differences(cp.rules("simple"), cp.rules("face-up"))
    front = [row for row in in_lines(rows) if row.option.path == "royalties.front"]
    assert [(row.part, row.values[0].words, row.values[1].words) for row in front] == [
        ("pair 6 to A", "not listed", "1 to 9 points"),
        ("three of a kind 2 to A", "not listed", "10 to 22 points"),
    ]
    lines = [row.path for row in in_lines(rows)]
    assert "fantasyland.entry.front.pair Q to A" in lines
    assert [row.path for row in rows if "royalties" not in row.path and "entry" not in row.path] == [
        path for path in lines if "royalties" not in path and "entry" not in path
    ]
