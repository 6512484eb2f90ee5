"""Options: descriptions as in files, values in rules and presets."""

import pytest

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.rulebook.option_index import all_options, presets_by_value
from cpoker_fast.rulebook.options import ABSENT, REQUIRED


def test_descriptions_have_the_values_of_files():
    options = all_options()
    assert options["surrender"].description == "Payment of a surrender to each opponent; false if it is not allowed."
    assert '; "as a scoop" for the cost of losing' in options["foul"].description
    assert "[] for no payment for aces" in options["aces"].description
    for path, option in options.items():
        assert option.description[-1] == ".", path
        assert "None" not in option.description
        assert "()" not in option.description


def test_every_option_has_a_description_of_its_own_or_that_of_a_list():
    shared = {option.together for option in all_options().values() if len(option.together) > 1}
    assert shared == {("front", "middle", "back"), ("loser", "winner", "table")}


def test_values_in_rules():
    options = all_options()
    pagat, pineapple = cp.rules("pagat"), cp.rules("pineapple")
    assert options["royalties.front"].plain_in(pagat) == {"three of a kind": 2}
    assert options["players"].plain_in(pagat) == 4
    assert options["players"].plain_in(pineapple) == 3
    assert options["fantasyland"].plain_in(pagat) is False
    assert options["fantasyland.most_stays"].plain_in(pagat) is ABSENT
    assert options["naturals.points"].plain_in(pagat) is ABSENT
    assert options["base"].plain_in(pagat) is ABSENT
    assert options["naturals.pattern"].default is REQUIRED
    assert options["foul"].default == "as a scoop"


def test_zero_is_not_false():
    option = all_options()["surrender"]
    assert option.is_default(False)
    assert not option.is_default(0)
    free = cp.Rules(surrender=0)
    assert "\nsurrender = 0\n" in free.to_toml(explained=True)
    assert "\n#surrender = false\n" in cp.Rules().to_toml(explained=True)


def test_values_in_presets():
    options = all_options()
    assert presets_by_value(options["scoop_times"]) == [(2, ["vietnamese", "thirteen-water"])]
    assert presets_by_value(options["row_ties"]) == [("house", ["malayan", "house"]), ("button", ["face-up"])]
    assert presets_by_value(options["aces"]) == presets_by_value(options["name"]) == []


@pytest.mark.parametrize("name", ["pagat", None, 5])
def test_the_base_is_a_preset(name):
    kind = all_options()["base"].kind
    if name == "pagat":
        assert kind.read("base", name) == "pagat"
    else:
        with pytest.raises(errors.RulesError, match="base: expected the name of a preset, got"):
            kind.read("base", name)
