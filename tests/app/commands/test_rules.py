"""`cpoker rules`: lists, rules in words, files with all options, explanations and comparisons."""

import json
import os
import re
import tomllib
from pathlib import Path

import pytest
from command_line import cpoker, objects
from known_boards import HIGH, LOW
from terminals import lines_in_terminal

import cpoker_fast as cp
from cpoker_fast.rulebook.declaring import Model

EXAMPLES = Path(__file__).parents[3] / "examples"


def section_of(lines, title):
    """Return the lines below a title, up to the next one."""
    inner = lines[lines.index(title) + 1 :]
    return inner[: next((number for number, line in enumerate(inner) if line and line[0] not in " ["), len(inner))]


def file_with(tmp_path, text, name="ours.toml"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


# ---- lists ----
def test_the_list_of_rules_and_their_sources():
    listed = lines_in_terminal("rules")
    assert any(re.match(r"pagat +One point per row, royalties", line) for line in listed)
    closed, open_face = listed.index("Closed games: all 13 cards at once"), listed.index("Open-face games: street by street")
    others = listed.index("Other names of the game, and the nearest preset")
    assert listed[others + 1].startswith("pagat           capsa susun, chinese poker, good better best, ")
    names = {line.partition(" ")[0]: number for number, line in enumerate(listed[:others])}
    for name in cp.presets():
        assert (names[name] < open_face) == cp.rules(name).is_closed, name
        assert names[name] > closed
    assert max(map(len, listed)) <= 80
    sources = " ".join(" ".join(section_of(lines_in_terminal("rules"), "Sources")).split())
    for letters, words in (("PL", "PokerListings"), ("PG", "Hawaiian Gardens"), ("FU", "Face-Up Chinese Poker")):
        assert re.search(rf"\[{letters}\] [^\[]*{words}", sources)
    assert "[FU]" not in cpoker("rules", "pagat").stdout


def test_rules_and_their_schema_as_json():
    assert {rules["name"] for rules in objects(cpoker("rules", "--json"))} == set(cp.presets())
    (pagat,) = objects(cpoker("rules", "--json", "pagat"))
    assert pagat["royalties"]["front"] == {"three of a kind": 2}
    assert pagat["naturals"][3] == {"name": "dragon", "points": 13}
    assert cp.Rules.from_dict(pagat) == cp.rules("pagat")
    (schema,) = objects(cpoker("rules", "--schema"))
    assert schema["properties"]["base"]["enum"] == list(cp.presets())


# ---- the rules of a game ----
def test_rules_in_words_have_all_sections():
    lines = lines_in_terminal("rules", "pagat")
    assert max(map(len, lines)) <= 80
    text = " ".join(" ".join(lines).split())
    for words in (
        "Each player plays against every other player.", "A won row pays 1 point. A tied row pays nothing.",
        "Royalties are points for strong rows. They are paid only to the winner of the row.", "A player may not surrender.",
        "four of a kind 3 3 straight flush 4 4", "dragon 13 One card of each rank; also called complete straight.",
        "natural_ties compare Defaults: natural_mode (winner takes full)", "surrender (not allowed)",
    ):  # fmt: skip
        assert words in text
    assert section_of(lines, "Points without royalties")[2].split()[-1] == "+3"
    assert "Naturals" in lines
    assert " - " not in text
    lines = lines_in_terminal("rules", EXAMPLES / "cardroom.toml")
    rake = " ".join(" ".join(section_of(lines, "Rake and jackpot")).split())
    assert "table.rake.chips 3 chips" in rake
    assert "table.rake.to_jackpot 1 chip" in rake
    assert "table.rake.jackpot.back straight flush" in rake
    assert "table.rake.jackpot.loser (50 percent)" in rake


@pytest.mark.parametrize(("name", "words"), [
    ("one-six", "A scoop pays 3 points more."),
    ("vietnamese", "A home run multiplies all points of each pairing by 3, not by 2."),
    ("malayan", "Each player plays only against the banker: the player with the button."),
    ("pool", "Each hand puts 3 points into the pool."), ("house-rules", "For two naturals, the difference is paid."),
    ("two-four", "The player who wins more rows of the pairing gets 1 point more."),
    ("hawaiian-gardens", "A player may surrender, and then pays 3 points to each opponent."),
    ("thirteen-water", "A-2-3-4-5 is the second highest straight."),
    ("lowball-middle", "The middle is a 2-7 lowball row: the lowest row wins."),
    ("deuce-to-seven", "The middle must be a ten-low or better"),
    ("face-up", "A foul pays 9 points, and the opponent's royalties, to each opponent who does not foul."),
    ("face-up", "Different naturals of one level push."),
    ("face-up", "table.seats 5 seats Number of seats table.two_hands yes"),
    ("face-up", "table.fees.by_limit 1: 10, 5: 10, 10: 12,"),
    ("american", "foul 6 points foul_pays_royalties yes Defaults: equal_rows (legal)"),
    ("american", "pair 6 to A 1 to 9 three of a kind 2 to A 10 to 22 three of a kind 2"),
    ("pineapple", "Cards dealt to each player: 5, then 4 times 3 (1 discarded)."),
    ("progressive", "pair Q 14 pair K 15 pair A 16 three of a kind 17"),
    ("standard", "The button does not move while a player is in Fantasyland."),
    ("simple", "Cards dealt to each player: 13 at once. At most 4 players play. If a player runs out of time"),
])  # fmt: skip
def test_values_in_words(name, words):
    assert words in " ".join(" ".join(lines_in_terminal("rules", name)).split())


@pytest.mark.parametrize("name", ["pool", "hawaiian-gardens", "deuce-to-seven", "face-up"])
def test_every_option_is_shown(name):
    """Options that differ from the defaults come first; others follow in parentheses, royalties and naturals in tables."""
    text = cpoker("rules", name).stdout
    rules, plain = cp.rules(name), {}

    def read(value, path):
        for key, kind in value.kinds().items():
            inner = getattr(value, key)
            if isinstance(inner, Model):
                read(inner, f"{path}{key}.")
            elif not isinstance(kind.to_plain(inner, None), dict):
                plain[f"{path}{key}"] = inner

    read(rules, "")
    defaults = dict(re.findall(r"([\w.]+) \(((?:[^()]|\([^()]*\))*)\)", " ".join(text.split())))
    for path, value in plain.items():
        if path not in ("name", "note", "naturals"):
            shown = re.search(rf"(?m)^  {re.escape(path)} {{2,}}\S", text)
            assert (shown is None) == (path in defaults), path
            if path in ("scoop_bonus", "foul", "surrender", "match_points"):
                assert (shown is None) == (value == getattr(cp.Rules(), path))


def test_levels_of_naturals_are_those_that_decide(tmp_path):
    """A natural without a level has its index, from 0, also beside naturals with a level."""
    path = file_with(
        tmp_path,
        """base = "simple"
natural_mode = "winner takes full"
naturals = [{name = "dragon", points = 9, level = 1}, {name = "six pairs", points = 3}]
""",
    )
    hand = {
        "dragon": "2s 3h 4s / 5c 6h 7s 8h 9c / Td Jh Qh Kc Ac",
        "six pairs": "2c 2d 7c / 4c 4d 5d 5h Kd / 8c 8d 9d 9h Ks",
    }
    assert cp.settle([*hand.values()], cp.Rules.from_toml(path)).points == (0, 0)
    assert re.search(r"(?s)dragon +9 +1 .*six pairs +3 +1 ", cpoker("rules", path).stdout)


# ---- comparisons ----
def test_rules_compare_in_words_and_as_json(assert_refused):
    shown = lines_in_terminal("rules", "--compare", "american", "russian")
    assert [line.split() for line in shown[:3]] == [
        ["american", "russian"], ["Royalties", "[royalties]"],
        ["middle", "four", "of", "a", "kind", "20", "points", "16", "points"],
    ]  # fmt: skip
    assert not any("three of a kind" in line for line in shown)
    assert "the same rules" in cpoker("rules", "--compare", "american", "standard").stdout
    assert_refused(cpoker("rules", "--compare", "pagat"), "--compare: expected two rules, got 1")
    shown = " ".join(" ".join(lines_in_terminal("rules", "--compare", "one-six", "hawaiian-gardens")).split())
    for words in ("match_points not used 1 point", "surrender not allowed 3 points", "dragon as a scoop 13 points"):
        assert words in shown
    shown = lines_in_terminal("rules", "--compare", "pagat", "face-up")
    assert max(map(len, shown)) <= 80
    text = " ".join(" ".join(shown).split())
    assert "front pair 6 to A not listed 1 to 9 points" in text
    assert "foul as a scoop 9 points" in text
    assert "streets 13 at once 5, then 8 times 1" in text
    assert "fantasyland none yes" in text
    assert re.search(r"on +win: Only to the winner +always: Win or lose", "\n".join(shown))
    differences = objects(cpoker("rules", "--compare", "--json", "simple", "two-four"))
    assert differences == [
        {"key": "overall_points", "simple": 0, "two-four": 1}, {"key": "surrender", "simple": False, "two-four": 2},
    ]  # fmt: skip
    differences = objects(cpoker("rules", "--compare", "--json", "simple", "pineapple"))
    values = {row["key"]: (row["simple"], row["pineapple"]) for row in differences}
    assert (values["royalties.front.pair 7"], values["players"]) == ((None, 2), (4, 3))
    assert values["fantasyland"] == (False, True)


def test_compared_rules_of_one_name_are_called_by_their_paths(tmp_path):
    paths = [str(tmp_path / folder / "ours.toml") for folder in ("one", "other")]
    for path, foul in zip(paths, (7, 8), strict=True):
        Path(path).parent.mkdir()
        Path(path).write_text(f'base = "pagat"\nfoul = {foul}\n', encoding="utf-8")
    head, _, line = cpoker("rules", "--compare", *paths).stdout.splitlines()
    assert (head.split(), line.split()) == (paths, ["foul", "7", "points", "8", "points"])
    assert objects(cpoker("rules", "--compare", "--json", *paths)) == [{"key": "foul", paths[0]: 7, paths[1]: 8}]


# ---- files ----
def test_rules_from_a_file(assert_refused, tmp_path):
    path = file_with(tmp_path, 'base = "pagat"\nname = "ours"\nscoop_bonus = 3\n')
    (plain,) = objects(cpoker("score", "--json", "--rules", path, HIGH, LOW))
    assert (plain["rules"], plain["points"]) == ("ours", [6, -6])
    assert cpoker("set", "--rules", path, "2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As").returncode == 0
    assert re.search(r"scoop_bonus +3 points +0 points\n", cpoker("rules", "--compare", path, "pagat").stdout)
    path = file_with(tmp_path, 'base = "pagat"\nscoop_bonus = "three"\n')
    assert_refused(cpoker("score", "--rules", path, HIGH, LOW), f"{path}, line 2: scoop_bonus: expected an int, got 'three'")
    assert "No such file" in cpoker("score", "--rules", "nowhere.toml", HIGH, LOW).stderr
    path = file_with(tmp_path, json.dumps({"base": "pagat", "name": "ours", "scoop_bonus": 3}), "ours.json")
    (plain,) = objects(cpoker("score", "--json", "--rules", path, HIGH, LOW))
    assert (plain["rules"], plain["points"]) == ("ours", [6, -6])
    (plain,) = objects(cpoker("rules", "--json", path))
    assert file_with(tmp_path, json.dumps(plain), "again.json").endswith(".json")
    assert cpoker("rules", "--compare", path, str(tmp_path / "again.json")).stdout.endswith("the same rules\n")
    path = file_with(tmp_path, '{\n  "base": "pagat",\n  "scoop_bonus": "three"\n}', "wrong.JSON")
    result = cpoker("rules", path)
    assert (result.returncode, result.stderr) == (2, f"Error: {path}, line 3: scoop_bonus: expected an int, got 'three'\n")
    assert "nowhere.json: No such file" in cpoker("score", "--rules", "nowhere.json", HIGH, LOW).stderr


def test_a_printed_file_is_edited_and_used(tmp_path):
    printed = cpoker("rules", "--toml", "malayan")
    path = file_with(tmp_path, printed.stdout)
    assert cp.Rules.from_toml(path) == cp.rules("malayan")
    edited = printed.stdout.replace("#surrender = false", "surrender = 2")
    assert edited != printed.stdout
    path = file_with(tmp_path, edited)
    assert objects(cpoker("rules", "--compare", "--json", "malayan", path)) == [
        {"key": "surrender", "malayan": False, "ours": 2}
    ]
    assert "A player may surrender, and then pays 2 points" in cpoker("rules", path).stdout
    (tmp_path / "tomli_w.py").write_text("raise ModuleNotFoundError('no', name='tomli_w')")
    folders = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    result = cpoker("rules", "pagat", "--toml", env={**os.environ, "PYTHONPATH": folders})
    assert (result.returncode, result.stderr, tomllib.loads(result.stdout)["base"]) == (0, "", "pagat")
