"""House rules without code: dictionaries, TOML and JSON files, and the JSON Schema."""

import dataclasses
import functools
import json
import os
import re
import sys
from importlib import resources
from pathlib import Path
from unittest.mock import Mock

import fastjsonschema
import pytest
from one_street import on_one_street

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.rulebook.royalties import RowTable
from cpoker_fast.system.extras import install_command

SCHEMA = json.loads(resources.files("cpoker_fast.rulebook").joinpath("rules.schema.json").read_text(encoding="utf-8"))
VALIDATE = fastjsonschema.compile(SCHEMA)


def from_toml(tmp_path, text):
    path = tmp_path / "rules.toml"
    path.write_text(text, encoding="utf-8")
    return cp.Rules.from_toml(path)


def from_json(tmp_path, text):
    path = tmp_path / "rules.json"
    path.write_text(text, encoding="utf-8")
    return cp.Rules.from_json(path)


def with_texts(rules):
    """Return rules with the name and the note, which do not count for equality."""
    return rules, rules.name, rules.note


@pytest.mark.parametrize("name", cp.presets())
def test_presets_are_read_back_exactly(tmp_path, name):
    rules = cp.rules(name)
    for base in (None, *cp.presets()):
        plain = rules.to_dict(base=base)
        VALIDATE(plain)
        for again in (cp.Rules.from_dict(plain), from_toml(tmp_path, rules.to_toml(base=base))):
            assert with_texts(again) == with_texts(rules)
    for plain in (rules.to_dict(base=name), {"name": name, **rules.to_dict()}):
        assert with_texts(from_json(tmp_path, json.dumps(plain))) == with_texts(rules)


def test_a_base_and_changes(tmp_path):
    text = """
        base = "hawaiian-gardens"
        name = "ours"
        match_points = false
        surrender = false
        foul = "as a scoop"
        aces = [1, 2, 6, 8]
        royalties = {on = "always", front = {"pair A" = 1}}
        naturals = [{name = "dragon", points = 20}]
    """
    rules, old = from_toml(tmp_path, text), cp.rules("hawaiian-gardens")
    assert (rules.name, rules.match_points, rules.surrender, rules.foul) == ("ours", None, None, None)
    assert (rules.aces, rules.home_run_bonus, old.home_run_bonus) == ((1, 2, 6, 8), 3, 3)
    tables = {"middle": old.royalties.middle, "back": old.royalties.back}
    assert rules.royalties == cp.rulebook.Royalties(front={"pair A": 1}, on="always", **tables)
    assert rules.naturals == (cp.rulebook.Natural(name="dragon", points=20),)


def test_a_file_without_a_name_names_the_rules_that_it_changes(tmp_path):
    changed, note = 'base = "pagat"\nscoop_bonus = 2', cp.rules("pagat").note
    for file, text, names in (
        ("friday", changed, ("friday", "")), ("friday", "scoop_bonus = 2", ("friday", "")),
        ("friday", f'{changed}\nname = "ours"', ("ours", "")), ("friday", 'base = "pagat"', ("pagat", note)),
        ("friday", f'{changed}\nname = "pagat"', ("pagat, changed", "")), ("pagat", changed, ("pagat, changed", "")),
        ("friday", f'{changed}\nnote = "of the club"', ("friday", "of the club")),
        ("friday", 'base = "pagat"\nscoop_bonus = 0', ("pagat", note)),
        ("House", changed, ("House.toml", "")),  # no changed form of the preset `house`
    ):  # fmt: skip
        path = tmp_path / f"{file}.toml"
        path.write_text(text)
        assert with_texts(cp.Rules.from_toml(path))[1:] == names


def test_names_and_notes_of_changed_rules_are_read_back_exactly(tmp_path):
    changed, path = functools.partial(dataclasses.replace, cp.rules("pagat")), tmp_path / "friday.toml"
    for rules in (
        cp.Rules(), changed(foul=4), changed(name="ours", foul=4), changed(name="ours", note="of the club", foul=4),
        changed(name="ours"), changed(note=""), on_one_street("pineapple"),
        dataclasses.replace(on_one_street("pineapple"), foul=4),
    ):  # fmt: skip
        for base in (None, "pagat", "pineapple"):
            rules.to_toml(path, base=base)
            for again in (cp.Rules.from_dict(rules.to_dict(base=base)), cp.Rules.from_toml(path)):
                assert with_texts(again) == with_texts(rules)


def test_open_face_games_and_tables_change_by_key(tmp_path):
    text = """
        base = "progressive"
        players = 2
        fantasyland = {stay_keeps_cards = true, entry = {front = {"pair A" = 14}}}
        table = {seats = 2, dealt_in = 2, fees = {by_limit = [[5, 10]]}}
    """
    rules = from_toml(tmp_path, text)
    land, old = rules.fantasyland, cp.rules("progressive").fantasyland
    assert (rules.players, rules.streets) == (2, cp.rules("pineapple").streets)
    assert (land.stay_keeps_cards, land.stay, dict(land.entry.front)) == (True, old.stay, {"pair A": 14})
    assert rules.table.fees.fee(5) == 10
    assert from_toml(tmp_path, 'base = "progressive"\nfantasyland = false').fantasyland is None


def test_to_toml_writes_the_differences():
    assert cp.Rules(name="plain").to_toml() == 'name = "plain"\n'
    assert cp.rules("standard").to_toml(base="american").splitlines()[0] == 'base = "american"'
    assert "surrender = false" in cp.rules("pool").to_toml(base="two-four")


BAD = [
    ("scoop_bonuss = 3", "scoop_bonuss: unknown key; did you mean 'scoop_bonus'? expected one of name, note, wheel"),
    ("home = 3\n", "home: unknown key; "),
    ("[table.rake]\npercent = 5\nscoop_bonus = 3",
     "table.rake.scoop_bonus: unknown key in table.rake; scoop_bonus belongs to no table: in a file, write it above"),
    ('[[naturals]]\nname = "dragon"\npoints = 3\nfoul = 6', "naturals[0].foul: unknown key in naturals[0]; foul belongs"),
    ("scoop_bonus = 3.5", "scoop_bonus: expected an int, got 3.5"),
    ("scoop_bonus = true", "scoop_bonus: expected an int, got True"),
    ("scoop_bonus = -1", "scoop_bonus: expected 0 to 1000, got -1"),
    ("match_points = true", "match_points: expected an int or false, got True"),
    ("foul = false", "foul: expected an int or 'as a scoop', got False"),
    ('surrender = "no"', "surrender: expected an int or false, got 'no'"),
    ('wheel = "third"', "wheel: expected one of 'lowest', 'second'"),
    ("deuce_of_spades = 1", "deuce_of_spades: expected True or False, got 1"),
    ('row_ties = "house"', "row_ties: 'house' requires pairings 'banker'"),
    ("royalties = 5", "royalties: expected a table, got 5"),
    ("[royalties.front]\nflush = 1", "royalties.front.flush: a front of three cards cannot hold 'flush'"),
    ("[royalties.back]\nfluhs = 1", "royalties.back.fluhs: unknown kind of row 'fluhs': did you mean 'flush'"),
    ("[royalties.front]\n'pair of aces' = 9",
     "royalties.front.pair of aces: unknown kind of row 'pair of aces': did you mean 'pair A'"),
    ("[royalties.back]\nflush = 1.5", "royalties.back.flush: expected an int, got 1.5"),
    ("[royalties.top]\nflush = 1", "royalties.top: unknown key; expected one of front, middle, back, on"),
    ('[[naturals]]\nname = "dragon"', "naturals[0]: 'dragon' requires at least 1 point"),
    ('[[naturals]]\nname = "draogn"\npoints = 1',
     "naturals[0].name: did you mean 'dragon'? expected one of 'six pairs'"),
    ("[[naturals]]\npoints = 1", "naturals[0]: the key name is missing"),
    ('naturals = ["dragon"]', "naturals[0]: expected a table, got 'dragon'"),
    ('naturals = "dragon"', "naturals: expected a list of tables, got 'dragon'"),
    ("aces = [1, 2]", "aces: expected four numbers, or none, got 2"),
    ("aces = [1, 2, 3, 4, 5]", "aces: expected a list of 0 to 4 values, got 5"),
    ("players = 5", "players: expected 2 to 4, got 5"),
    ("streets = [[5, 5]]", "streets: expected streets that place 13 cards, got 5"),
    ("streets = [[5, 6], [7, 7]]", "streets[0]: expected at most 5 cards to place, got 6"),
    ("streets = [[13]]", "streets[0]: expected a list of 2 values, got 1"),
    ("streets = [[17, 13]]", "streets[0]: expected at most 13 cards, got 17"),
    ("[fantasyland.stay.front]\nflush = 13", "fantasyland.stay.front.flush: a front of three cards"),
    ("[fantasyland.stay.front]\npair = 12", "fantasyland.stay.front.pair: expected 13 to 17, got 12"),
    ("[fantasyland]\nmost_stays = -1", "fantasyland.most_stays: expected 0 to 1000, got -1"),
    ("[table]\nbuy_in_least = 30\nbuy_in_most = 20", "table.buy_in_most: expected at least `buy_in_least` (30), got 20"),
    ("[table.fees]\nby_limit = [[1, 2], [1, 3]]", "table.fees.by_limit: a limit is listed twice"),
    ('base = "nobody"', "base: unknown rules 'nobody': expected one of simple"), ("base = 5", "base: unknown rules 5"),
    ('base = "pagat"\npairings = "pool"', "royalties: not allowed with pairings 'pool"), ('name = "ours', "not TOML: "),
    ("", "no rules: expected a name or a rule, such as base = 'pagat', the preset that other keys change"),
    ("# surrender = 2", "no rules: expected a name or a rule"), ("note = 'ours'", "no rules: expected a name or a rule"),
    (f"{'a.' * 900}a = {{}}", "no rules: expected a name or a rule"), (f"{'a.' * 900}a = 1", "a: unknown key"),
    ("[royalties.front]\n[table]", "no rules: expected a name or a rule"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD, ids=lambda value: value[:30])
def test_bad_values_are_refused_with_file_and_key(tmp_path, text, message):
    with pytest.raises(errors.RulesError) as caught:
        from_toml(tmp_path, text)
    problem = str(caught.value).removeprefix(f"{tmp_path / 'rules.toml'}")
    assert re.sub(r"^, line \d+", "", problem).startswith(f": {message}")


def test_all_problems_of_a_file_are_reported_with_their_lines(tmp_path):
    text = (
        '\ufeffbase = "pagat"\nscoop_bonus = "three"\naces = [\n    1, 2,\n    6,\n]\n\n'
        '[royalties.front]\n"three of a kind" = 2\n"flush" = 1\n\n'
        '[[naturals]]\nname = "dragon"\npoints = 13\n\n[[naturals]]\nname = "six pair"\n\n[rake]\nchips = 1\n'
    )
    with pytest.raises(errors.RulesError) as caught:
        from_toml(tmp_path, text)
    lines = [line.removeprefix(f"{tmp_path / 'rules.toml'}, line ") for line in str(caught.value).splitlines()]
    problems = [line.partition(";")[0] for line in lines]
    assert problems == [
        "2: scoop_bonus: expected an int, got 'three'", "6: aces: expected four numbers, or none, got 3",
        "10: royalties.front.flush: a front of three cards cannot hold 'flush'", problems[3], "19: rake: unknown key",
    ]  # fmt: skip
    assert problems[3].startswith("17: naturals[1].name: did you mean 'six pairs'? expected one of 'six pairs', 'six")
    assert "rake: unknown key; did you mean table.rake? expected one of name, note" in str(caught.value)


def test_items_of_a_list_have_lines_and_indices_of_their_own(tmp_path):
    first, second = '{name = "two suits", suits = [[7, 5]], points = 3}', '{name = "Dragon", points = 13}'
    for items, line, problem in (
        ((first, second), 4, "naturals[0].suits[0]: expected numbers that add up to 13, got [7, 5]"),
        (
            ('{name = "six pairs"}', second),
            5,
            "naturals[1].name: expected the name of a natural in lower case, got 'Dragon'",
        ),
    ):
        with pytest.raises(errors.RulesError) as caught:
            from_toml(tmp_path, f'base = "pagat"\nfoul = 1.5\nnaturals = [\n    {items[0]},\n    {items[1]},\n]\n')
        at = f"{tmp_path / 'rules.toml'}, line"
        foul, of_natural = str(caught.value).splitlines()
        assert foul.startswith(f"{at} 2: foul: ")
        assert of_natural == f"{at} {line}: {problem}"


def test_names_of_rules_in_any_case():
    with pytest.raises(errors.RulesError, match="unknown rules 'Pagot': did you mean 'pagat'[?] expected one of simple, "):
        cp.rules("Pagot")
    assert cp.rules("PAGAT") is cp.rules("pagat")


def test_errors_of_long_files_are_found_quickly(tmp_path):
    """Comments and empty lines are not read once for each line above the error."""
    text = cp.rules("face-up").to_toml(explained=True).replace("buy_in_least = 30", "buy_in_least = 0")
    with pytest.raises(errors.RulesError) as caught:
        from_toml(tmp_path, text)
    line = text[: text.index("buy_in_least = 0")].count("\n") + 1
    problem = "table.buy_in_least: expected 1 to 1000000000, got 0"
    assert str(caught.value) == f"{tmp_path / 'rules.toml'}, line {line}: {problem}"


def test_names_and_schemas_of_json_files(tmp_path):
    path = tmp_path / "friday.json"
    path.write_text('\ufeff{"$schema": "./rules.schema.json", "base": "pagat", "foul": 6}', encoding="utf-8")
    rules = cp.Rules.from_json(str(path))
    assert (rules.name, rules.foul, rules.note) == ("friday", 6, "")
    VALIDATE(json.loads(path.read_text(encoding="utf-8-sig")))
    assert from_toml(tmp_path, '"$schema" = "x"\nbase = "pagat"\nfoul = 6') == rules


def test_all_problems_of_a_json_file_are_reported_with_their_lines(tmp_path):
    text = (
        '{\n  "base": "pagat",\n  "scoop_bonus": "three",\n  "aces": [\n    1, 2,\n    6\n  ],\n'
        '  "royalties": {"front": {\n    "three of a kind": 2,\n    "flush": 1\n  }},\n'
        '  "naturals": [\n    {"name": "dragon", "points": 13},\n    {"name": "six pair"}\n  ],\n'
        '  "rake": {"chips": 1}, "wheel": "a \\"third\\" {[,:"\n}'
    )
    with pytest.raises(errors.RulesError) as caught:
        from_json(tmp_path, text)
    problems = [line.removeprefix(f"{tmp_path / 'rules.json'}, line ") for line in str(caught.value).splitlines()]
    assert [re.split(r"[;,?]", problem)[0] for problem in problems] == [
        "3: scoop_bonus: expected an int", "7: aces: expected four numbers",
        "10: royalties.front.flush: a front of three cards cannot hold 'flush'",
        "14: naturals[1].name: did you mean 'six pairs'", "16: rake: unknown key", "16: wheel: expected one of 'lowest'",
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), [
    ("", "rules.json: not JSON: Expecting value: line 1 column 1 (char 0)"),
    ('{"base": "pagat",}', "rules.json: not JSON: "),
    ('base = "pagat"', "rules.json: not JSON: Expecting value: line 1 column 1"),
    ('{"foul": NaN}', "rules.json: not JSON: NaN is not a number of JSON"),
    ('{"foul": 1.5}', "rules.json, line 1: foul: expected an int or 'as a scoop', got 1.5"),
    ('{"foul": 6,\n "foul": 7}', "rules.json, line 2: duplicate key 'foul'"),
    ('{"royalties":\n {"front":\n {"pair": 1, "pair": 2}}}', "rules.json, line 3: duplicate key 'pair' in royalties.front"),
    ("{}", "rules.json: no rules: expected a name or a rule, such as base = 'pagat'"),
    ('{"note": "ours", "$schema": "x"}', "rules.json: no rules: expected a name or a rule"),
    ('["pagat"]', "rules.json: expected a table of rules, got ['pagat']"),
    ('"pagat"', "rules.json: expected a table of rules, got 'pagat'"),
    ("null", "rules.json: expected a table of rules, got None"),
    ('{"foul": null}', "rules.json, line 1: foul: expected an int or 'as a scoop', got None"),
    ("[" * 100_000, "rules.json: not JSON: too many tables or lists inside each other"),
])  # fmt: skip
def test_bad_json_is_refused_with_file_and_line(tmp_path, text, message):
    with pytest.raises(errors.RulesError) as caught:
        from_json(tmp_path, text)
    assert str(caught.value).startswith(f"{tmp_path}{os.sep}{message}")


def test_files_and_values_that_cannot_be_read(tmp_path):
    deep, latin = tmp_path / "deep.toml", tmp_path / "rules.toml"
    deep.write_text(f"aces = {'[' * 100_000}")
    latin.write_bytes(b'name = "\xff"')
    for read, value, error, message in (
        (cp.Rules.from_toml, deep, errors.RulesError, "deep.toml: not TOML: too many tables or lists inside each other"),
        (cp.Rules.from_toml, latin, errors.RulesError, r"rules.toml: not UTF-8 text: invalid start byte at byte 9$"),
        (cp.Rules.from_toml, tmp_path / "nowhere.toml", FileNotFoundError, None),
        (cp.Rules.from_json, tmp_path / "nowhere.json", errors.MissingFileError, None),
        *((cp.Rules.from_dict, value, errors.RulesError, "expected a table of rules, got")
          for value in (None, [], "pagat", 5)),
    ):  # fmt: skip
        with pytest.raises(error, match=message):
            read(value)


def test_a_file_is_written_completely_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "rules.toml"
    cp.rules("simple").to_toml(path)
    monkeypatch.setattr("pathlib.Path.replace", Mock(side_effect=OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        cp.rules("pagat").to_toml(path)
    assert cp.Rules.from_toml(path) == cp.rules("simple")
    assert [file.name for file in tmp_path.iterdir()] == ["rules.toml"]


def test_writing_toml_without_its_library(monkeypatch):
    monkeypatch.setitem(sys.modules, "tomli_w", None)
    with pytest.raises(cp.CpokerError, match=re.escape(f"TOML needs the library tomli-w: run `{install_command('toml')}`")):
        cp.rules("simple").to_toml()


def tables_in(schema):
    """Yield all tables of a schema."""
    if isinstance(schema, dict) and "properties" in schema:
        yield schema["properties"]
    if isinstance(schema, dict | list):
        for value in schema.values() if isinstance(schema, dict) else schema:
            yield from tables_in(value)


def test_the_schema_is_that_of_the_model_and_describes_every_key():
    assert cp.Rules.json_schema() == SCHEMA
    assert SCHEMA["properties"]["row_points"]["description"] == "Points for each row won."
    tables = list(tables_in(SCHEMA))
    assert len(tables) > 6
    for key, value in ((key, value) for properties in tables for key, value in properties.items()):
        assert value["description"], key


@pytest.mark.parametrize("plain", [
    {"scoop_bonus": "three"}, {"scoop_bonus": -1}, {"unknown": 1}, {"base": "nobody"}, {"foul": False}, {"wheel": "third"},
    {"royalties": {"front": {"flush": 1}}}, {"royalties": {"back": {"fluhs": 1}}}, {"naturals": [{"points": 1}]},
    {"naturals": [{"name": "draogn", "points": 1}]}, {"aces": [1, 2, 3, 4, 5]}, {"streets": [[13]]},
    {"fantasyland": True}, {"table": {"seats": 9}},
])  # fmt: skip
def test_the_schema_refuses_the_same_values_as_the_model(plain):
    with pytest.raises(fastjsonschema.JsonSchemaException):
        VALIDATE(plain)
    with pytest.raises(errors.RulesError):
        cp.Rules.from_dict(plain)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_leaves_the_old_file(tmp_path, request):
    path = tmp_path / "ours.toml"
    cp.rules("pagat").to_toml(path)
    before = path.read_bytes()
    request.getfixturevalue("full_disk")
    with pytest.raises(errors.FileError, match=r"ours.toml: No space left"):
        cp.rules("simple").to_toml(path)
    assert (path.read_bytes(), [file.name for file in tmp_path.iterdir()]) == (before, ["ours.toml"])


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions")
@pytest.mark.skipif(sys.platform == "emscripten", reason="the file system of Pyodide ignores the umask")
def test_files_have_the_permissions_that_the_user_wants(tmp_path):
    before = os.umask(0o027)
    try:
        cp.rules("pagat").to_toml(tmp_path / "ours.toml")
    finally:
        os.umask(before)
    assert (tmp_path / "ours.toml").stat().st_mode & 0o777 == 0o640


def test_each_royalty_table_is_read_once(monkeypatch):
    reads, read = [], RowTable.read
    monkeypatch.setattr(RowTable, "read", lambda kind, path, value: (reads.append(path), read(kind, path, value))[1])
    tables = {row: {"full house": 6} if row != "front" else {"pair A": 1} for row in ("front", "middle", "back")}
    for base in ({}, {"base": "pagat"}, {"base": "pineapple"}):
        reads.clear()
        cp.Rules.from_dict({**base, "royalties": tables})
        assert sorted(reads) == ["royalties.back", "royalties.front", "royalties.middle"]
