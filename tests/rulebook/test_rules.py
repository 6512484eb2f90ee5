import dataclasses
import inspect
import pickle
import re

import pytest
from one_street import on_one_street

import cpoker_fast as cp
from cpoker_fast import errors, rulebook
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.rulebook.declaring import Choice


def test_rules_are_values():
    house = dataclasses.replace(cp.rules("pagat"), name="ours", foul=4)
    assert house != cp.rules("pagat")
    assert dataclasses.replace(house, foul=None) == cp.rules("pagat")
    assert hash(dataclasses.replace(house, foul=None)) == hash(cp.rules("pagat"))
    assert pickle.loads(pickle.dumps(house)) == house
    with pytest.raises(dataclasses.FrozenInstanceError):
        house.foul = 5
    assert cp.settle(["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s",
                      "Ac Ad 2h / Ks Kh 3d 4h 6s / Qs 9d 8c 7c 6d"], house).points == (4, -4)  # fmt: skip


OPEN = [{"streets": cp.rules("pineapple").streets, "players": 3}, {"first_street_open": True}]


@pytest.mark.parametrize(("options", "message"), [
    ({"foul": -1}, "foul: expected 0 to 1000, got -1"), ({"foul": 1.5}, "foul: expected an int, got 1.5"),
    ({"foul": True}, "foul: expected an int, got True"), ({"row_points": None}, "row_points: expected an int, got None"),
    ({"scoop_times": 0}, "scoop_times: expected 1 to 100, got 0"),
    ({"home_run_players": 5}, "home_run_players: expected 2 to 4, got 5"),
    ({"match_points": 0}, "match_points: expected 1 to 1000, got 0"),
    ({"wheel": "third"}, "wheel: expected one of 'lowest', 'second'.*, got 'third'"),
    ({"pairings": None}, "pairings: expected one of 'all against all', 'banker', 'single winner', 'pool'.*, got None"),
    ({"lowball_middle": 1}, "lowball_middle: expected True or False, got 1"),
    ({"row_ties": "house"}, "row_ties: 'house' requires pairings 'banker'"),
    ({"royalties": {}}, "royalties: expected Royalties, got {}"),
    ({"naturals": 5}, "naturals: expected a tuple of Natural, got 5"),
    ({"naturals": ("dragon",)}, r"naturals\[0\]: expected Natural, got 'dragon'"),
    ({"naturals": (rulebook.Natural(name="dragon"),)}, r"naturals\[0\]: 'dragon' requires at least 1 point"),
    ({"naturals": (rulebook.Natural(name="dragon", points=1),) * 2}, r"naturals\[1\]: 'dragon' is listed twice"),
    ({"pairings": "banker", "home_run_bonus": 3}, "home_run_bonus: not allowed with pairings 'banker'"),
    ({"pairings": "banker", "home_run_times": 3}, "home_run_times: not allowed with pairings 'banker'"),
    ({"lowball_qualifier": "T"}, "lowball_qualifier: requires lowball_middle=True"),
    ({"lowball_middle": True, "lowball_qualifier": "6"}, "lowball_qualifier: expected one of '7', '8'"),
    ({"lowball_middle": True, "lowball_qualifier": "10"}, "lowball_qualifier: expected one of '7'"),
    ({"aces": (1, 2)}, "aces: expected four numbers, or none, got 2"),
    ({"aces": 5}, "aces: expected a list of 0 to 4 values, got 5"),
    ({"aces": (1, 2, 3, -4)}, r"aces\[3\]: expected 0 to 1000, got -4"),
    ({"pool_ties": "carry over"}, "pool_ties: 'carry over' requires pairings 'pool'"),
    ({"pairings": "pool", "surrender": 1}, "surrender: not allowed with pairings 'pool': expected None, got 1"),
    ({"pairings": "pool", "match_points": 1}, "match_points: not allowed with pairings 'pool': expected None, got 1"),
    ({"pairings": "pool", "royalties": cp.rulebook.Royalties(back={"flush": 1})},
     "royalties: not allowed with pairings 'pool'"),
    ({"pairings": "pool", "row_ties": "button"}, "row_ties: not allowed with pairings 'pool'"),
    ({"name": "two\nlines"}, "name: expected text in one line"), ({"note": 5}, "note: expected text in one line, got 5"),
    ({"fantasyland": {}}, "fantasyland: expected Fantasyland, got {}"),
    ({"table": None}, "table: expected TableTerms, got None"),
    *(({"surrender": 2, **options}, "^surrender: requires a closed game, in which boards are hidden") for options in OPEN),
    ({"name": "royal family"}, "natural.name: expected one of 'six pairs'"),
    ({"name": "dragon", "points": -1}, "natural.points: expected 0 to 10000"),
    ({"name": "dragon", "level": 1001}, "natural.level: expected 0 to 1000"),
])  # fmt: skip
def test_rules_and_naturals_that_do_not_fit(options, message):
    with pytest.raises(errors.RulesError, match=message):
        (rulebook.Natural if "natural." in message else cp.Rules)(**options)


def test_open_face_rules_are_not_silently_practised_as_closed_games():
    for rules in map(cp.rules, cp.presets()):
        message = rf"^practice requires a game of 13 cards that are dealt at once, .*, got the rules '{rules.name}'"
        for value in () if rules.is_closed else (rules, rules.name):
            with pytest.raises(errors.RulesError, match=message):
                cp.app.play.Drill(value)
    cp.app.play.Drill("closed")
    cp.app.play.Drill(on_one_street("turbo"))


def test_errors_have_key_and_problem():
    with pytest.raises(errors.RulesError) as caught:
        cp.Rules(foul=-1)
    assert (caught.value.path, caught.value.problem) == ("foul", "expected 0 to 1000, got -1")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.path) == (str(caught.value), "foul")


def test_rules_are_compiled_once():
    rules = cp.Rules(foul=7)
    assert compiled(rules) is compiled(rules)
    assert compiled(dataclasses.replace(rules)) is not compiled(rules)
    assert (dataclasses.asdict(rules)["foul"], pickle.loads(pickle.dumps(rules))) == (7, rules)
    with pytest.raises(TypeError, match="pickle the Rules"):
        pickle.dumps(compiled(rules))


def test_the_docstring_lists_the_values_of_each_choice():
    lists = dict(re.findall(r"(?m)^(\w+) : \{(.*)\}", inspect.getdoc(cp.Rules)))
    choices = {option: kind.choices for option, kind in cp.Rules.kinds().items() if isinstance(kind, Choice)}
    assert lists == {option: ", ".join(repr(str(member)) for member in members) for option, members in choices.items()}


def test_questions_about_rules():
    names = ("simple", "two-four", "malayan", "vietnamese", "single-winner", "pool", "closed", "face-up")
    for question, expected in (
        ("has_banker", ["malayan"]), ("has_pool", ["pool"]), ("has_single_winner", ["single-winner"]),
        ("has_home_run", ["vietnamese"]), ("button_matters", ["malayan", "face-up"]),
        ("has_surrender", ["two-four"]), ("is_closed", [*names[:-1]]),  # other rules have a surrender as an option
    ):  # fmt: skip
        assert [name for name in names if getattr(cp.rules(name), question)] == expected
    for options in OPEN:
        assert not dataclasses.replace(cp.rules("two-four"), surrender=None, **options).has_surrender


def test_rules_that_pay_alike():
    assert cp.rules("american").pays_like(cp.rules("turbo"))
    assert not cp.rules("american").pays_like(cp.rules("russian"))
    assert not cp.rules("pagat").pays_like(dataclasses.replace(cp.rules("pagat"), dealer_compensation=1))
    for rules in map(cp.rules, cp.presets()):
        for other in map(cp.rules, cp.presets()):
            assert rules.pays_like(other) == (rules.scoring() == other.scoring())


def test_players_and_fantasylands_of_a_deal():
    rules = [*map(cp.rules, ("pagat", "pineapple", "closed", "turbo")), on_one_street("pineapple")]
    assert [(value.players, value.has_fantasyland) for value in rules] == [
        (4, False), (3, True), (4, True), (4, True), (4, False),
    ]  # fmt: skip


def test_changed_rules_are_not_named_like_a_preset():
    pagat = cp.rules("pagat")
    changed = dataclasses.replace(pagat, scoop_bonus=2)
    assert (changed.name, changed.note, changed.is_changed_preset) == ("pagat, changed", "", True)
    assert dataclasses.replace(changed, foul=3).name == "pagat, changed"
    assert dataclasses.replace(changed, scoop_bonus=0).name == "pagat"
    assert dataclasses.replace(changed, name="PAGAT").name == "PAGAT, changed"
    assert cp.Rules(name="pagat").name == "pagat, changed"
    ours = dataclasses.replace(pagat, name="ours", scoop_bonus=2)
    assert (ours.name, ours.note, ours.is_changed_preset) == ("ours", "", False)
    assert dataclasses.replace(ours, note="of the club").note == "of the club"
    assert dataclasses.replace(pagat, name="ours").note == pagat.note  # the note fits these rules
    assert dataclasses.replace(pagat, note="x").name == "pagat"
    again = pickle.loads(pickle.dumps(changed))
    assert (again, again.name) == (changed, "pagat, changed")
    board = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"
    assert cp.settle([board, None], dataclasses.replace(pagat, surrender=1)).to_dict()["rules"] == "pagat, changed"


def test_rules_are_short_at_a_prompt():
    pagat, plain = cp.rules("pagat"), cp.Rules(scoop_bonus=3, aces=(1, 2, 6, 8))
    for rules, text in (
        (pagat, "<Rules 'pagat'>"), (dataclasses.replace(pagat, foul=4), "<Rules 'pagat' with foul=4>"),
        (dataclasses.replace(pagat, name="ours"), "<Rules 'ours'>"), (plain, "Rules(scoop_bonus=3, aces=(1, 2, 6, 8))"),
    ):  # fmt: skip
        assert repr(rules) == text
    assert eval(repr(plain), {"Rules": cp.Rules}) == plain
