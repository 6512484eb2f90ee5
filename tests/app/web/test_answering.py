"""Questions that no use of the page asks."""

import json

import pytest

from cpoker_fast.app.web.answering import answer

HALF = "\\ud800"  # in JSON, half of a character


def error(text):
    return json.loads(answer(text))["error"]


@pytest.mark.parametrize(
    "text",
    [
        f'{{"what": "cards", "text": "{HALF}"}}',
        f'{{"what": "rules", "rules": {{"file": "{HALF}.toml", "text": ""}}}}',
        f'{{"what": "rules", "rules": {{"file": "a.toml", "text": "note = \'{HALF}\'"}}}}',
        f'{{"what": "continue_game", "game": "{HALF}"}}',
        f'{{"what": "practice_hand", "drill": "{HALF}"}}',
        f'{{"what": "boards_in_text", "text": "{HALF}: As"}}',
        '{"what": "rules", "rules": {"file": "a\\u0000.json", "text": ""}}',
    ],
)
def test_text_that_no_file_can_have_is_an_error(text):
    assert error(text)


@pytest.mark.parametrize(
    ("rules", "named"),
    [
        ({"file": "club.toml", "text": "base = 'pagat'\nscoop_bonus = 3"}, "club"),
        ({"file": "CLUB.JSON", "text": '{"base": "pagat", "scoop_bonus": 3}'}, "CLUB"),
    ],
)
def test_rules_of_a_file_have_its_name(rules, named):
    assert json.loads(answer(json.dumps({"what": "rules", "rules": rules})))["name"] == named


def test_a_fault_in_a_rules_file_is_named_with_its_line():
    rules = {"file": "club.toml", "text": "base = 'pagat'\nscoop_bonuss = 3"}
    assert error(json.dumps({"what": "rules", "rules": rules})).startswith("club.toml, line 2: scoop_bonuss: unknown key")


def test_names_and_opponents_of_a_game_have_limits():
    game = {"what": "begin_game", "rules": "pagat"}
    assert error(json.dumps({**game, "opponents": ["expert"], "name": "A" * 41})) == (
        "name: expected at most 40 characters, got 41"
    )
    assert error(json.dumps({**game, "opponents": ["expert"] * 4, "name": "Ann"}))
