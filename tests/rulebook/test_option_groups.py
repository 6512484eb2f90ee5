"""Groups and units of options."""

import tomllib

import pytest

import cpoker_fast as cp
from cpoker_fast.rulebook.option_groups import _UNITS, GROUPS, unit_of
from cpoker_fast.rulebook.options import options_of


def paths():
    return ["base", *(option.path for option in options_of(cp.Rules))]


def test_every_option_is_in_one_group():
    assert sorted(path for group in GROUPS for path in group.paths_in(paths())) == sorted(paths())
    assert len(paths()) > 60


def test_every_key_of_a_group_stands_for_options():
    for group in GROUPS:
        assert group.paths_in(paths())
        for key in group.keys.split():
            assert any(path == key or path.startswith(key) for path in paths()), key


def test_inner_tables_have_their_own_group():
    groups = {group.name: group.paths_in(paths()) for group in GROUPS}
    assert groups["tables"][0] == "table"
    assert "table.fees.minutes" in groups["tables"]
    assert groups["rake"][0] == "table.rake"
    assert "table.rake.jackpot.loser" in groups["rake"]
    assert groups["fantasyland"][0] == "fantasyland"
    assert [group.table for group in GROUPS if group.table] == [
        "royalties", "naturals", "fantasyland", "table", "table.rake"
    ]  # fmt: skip


def test_units_are_those_of_options():
    named = [path for group in _UNITS.values() for path in group.split()]
    assert set(named) <= set(paths())
    assert len(named) == len(set(named))
    assert (unit_of("foul"), unit_of("table.seats"), unit_of("wheel")) == ("points", "seats", "")


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
