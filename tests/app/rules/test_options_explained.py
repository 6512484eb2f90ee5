"""`cpoker rules --explain`: options, groups and values in words."""

import json
import re

import pytest

pytest.importorskip("click")

from click.shell_completion import ShellComplete
from click.testing import CliRunner

import cpoker_fast as cp
from cpoker_fast.app.commands import cpoker
from cpoker_fast.rulebook.option_groups import GROUPS
from cpoker_fast.rulebook.option_index import all_options


def run(*arguments):
    return CliRunner().invoke(cpoker, ["rules", *arguments])


def explained(*arguments):
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


def test_options_and_values_are_explained(tmp_path):
    text = explained("--explain", "scoop_bonus")
    assert text.startswith("scoop_bonus Extra points for winning all three rows. values 0 to 1,000 points default 0 presets")
    assert re.search("presets 3 points in one-six, .* 1 point in one-four.* 5 points in hawaiian-gardens, ", text)
    assert text.endswith("in a file scoop_bonus = 3")
    path = tmp_path / "ours.json"
    path.write_text('{"base": "pagat", "foul": 6}', encoding="utf-8")
    text = explained("pagat", str(path), "--explain", "foul", "--explain", "surrender")
    assert "in pagat as a scoop in ours 6 points in a file foul = 6 Surrender The price of giving up a hand." in text
    assert "false: not allowed default false" in text
    assert "in pagat not allowed in ours not allowed" in text
    assert "in pagat none" in explained("pagat", "--explain", "most_stays")
    text = explained("pagat", "pineapple", "--explain", "fantasyland")
    assert "in pagat none in pineapple see its keys in a file" in text
    assert "{" not in text
    text = explained("--explain", "natural_mode")
    assert '"difference": The difference between the values of the two players' in text
    assert 'default "winner takes full"' in text
    lines = run("--explain", "winner takes full").output.splitlines()
    assert lines[:3] == [
        'natural_mode = "winner takes full"', "  The full value of the higher natural; the lower one is ignored.", "",
    ]  # fmt: skip
    assert "natural_mode" in lines
    assert run("--explain", "'House'").output.startswith('row_ties = "house"\n')
    text = explained("--explain", "push")
    assert text.startswith('natural_ties = "push" Neither is paid. natural_ties Payment')


@pytest.mark.parametrize(("name", "option"), [
    ("royalties.back", "royalties.back"), ("Scoop bonus", "scoop_bonus"), ("most-stays", "fantasyland.most_stays"),
    ("half_after", "table.fees.half_after"), ("royalties.back.full house", "royalties.back"),
    ("naturals[2].points", "naturals.points"), ("naturals.dragon", "naturals"), ("base", "base"), ("timeout", "timeout"),
])  # fmt: skip
def test_names_of_options(name, option):
    assert run("--explain", name).output.splitlines()[0] == option


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_a_group_has_all_of_its_options(group):
    for name in (group.name, group.title, group.name.upper()):
        lines = run("--explain", name).output.splitlines()
        assert lines[0] == group.title
        options = [line for line in lines[1:] if line and not line.startswith(" ")]
        assert options == [path for path, option in all_options().items() if option.group is group]


@pytest.mark.parametrize(("name", "message"), [
    ("scop_bonus", "--explain scop_bonus: unknown option: did you mean 'scoop_bonus'? expected an option, a"),
    ("half_afer", "unknown option: did you mean 'half_after'? "), ("scoopp", "unknown option: did you mean 'scoops'? "),
    ("winner take full", "--explain 'winner take full': unknown option: did you mean 'winner takes full'? "),
    ("xyz", "unknown option: expected an option, a value of an option, or one of the groups file, pairings, rows, "),
    ("back", "--explain back: expected one of royalties.back, fantasyland.entry.back, "),
    ("", "--explain '': unknown option: "),
])  # fmt: skip
def test_unknown_names(name, message):
    result = run("--explain", name)
    assert (result.exit_code, result.output.count("\n")) == (2, 1)
    assert message in result.output


@pytest.mark.parametrize("other", ["--compare", "--toml", "--schema"])
def test_one_thing_at_a_time(other):
    assert f"give {' or '.join(sorted(['--explain', other]))}, not both" in run("pagat", other, "--explain", "foul").output


def test_json():
    result = run("pagat", "pineapple", "--explain", "players", "--explain", "row_ties", "--json")
    players, ties = map(json.loads, result.output.splitlines())
    assert players.pop("presets").items() >= {"pineapple": 3, "progressive": 3, "deuce-to-seven": 3}.items()
    assert players == {
        "option": "players", "group": "streets", "description": players["description"], "unit": "players",
        "values": {"type": "integer", "minimum": 2, "maximum": 4}, "choices": {}, "default": 4,
        "example": "players = 3", "rules": {"pagat": 4, "pineapple": 3},
    }  # fmt: skip
    assert ties["choices"]["nobody"] == "A tied row pays nothing."
    lines = run("--explain", "fouls", "--explain", "foul", "--json").output.splitlines()
    fouls = [path for path, option in all_options().items() if option.group.name == "fouls"]
    assert [json.loads(line)["option"] for line in lines] == fouls


@pytest.mark.parametrize("option", all_options().values(), ids=lambda option: option.path)
def test_every_option_is_explained_in_80_columns(option, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("pagat", "face-up", "--explain", option.path).output.splitlines()
    assert option.path in lines  # in a group of this name, not the first
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("  in a file  ") for line in lines)
    assert any(line.startswith("  values     ") for line in lines)


def test_completion_of_options():
    completion = ShellComplete(cpoker, {}, "cpoker", "_CPOKER_COMPLETE")
    names = {item.value: item.help for item in completion.get_completions(["rules", "--explain"], "scoop")}
    assert names == {
        "scoops": "Scoops and the net winner", "scoop_bonus": "Extra points for winning all three rows",
        "scoop_times": "Factor that multiplies all points of the pairing if a player wins all three rows",
    }  # fmt: skip
    everything = {item.value for item in completion.get_completions(["rules", "--explain"], "")}
    assert everything == {*all_options(), *(group.name for group in GROUPS)}


def test_without_presets_and_unit_an_option_is_explained(monkeypatch):
    """A new option appears without further entries."""
    monkeypatch.setattr("cpoker_fast.rulebook.option_groups._UNIT_OF", {})
    assert "values 0 to 1,000 default 0" in explained("--explain", "dealer_compensation")
    assert cp.rules("pagat").to_toml(explained=True)
    assert "dealer_compensation (0)" in explained("pagat")
