"""`cpoker replay`, and `cpoker score` of open-face boards."""

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from command_line import cpoker as process
from terminals import lines_in_terminal

import cpoker_fast as cp
from cpoker_fast import notation
from cpoker_fast.boards import ROWS

EXAMPLES = Path(__file__).parents[3] / "examples"
DEALS = EXAMPLES / "deals.ofc"
TEXT = DEALS.read_text(encoding="utf-8")


def cpoker(*arguments, **options):
    return process(*map(str, arguments), **options)


def lines_of(result):
    assert (result.returncode, result.stderr) == (0, "")
    return [line.rstrip() for line in result.stdout.splitlines()]


def test_a_deal_is_shown_street_by_street():
    lines = lines_of(cpoker("replay", DEALS))
    heads = [line for line in lines if re.match(r"Deal \d|street|before|showdown|It is", line)]
    assert [re.sub(r"  .*|, [^,]*deals.ofc", "", line) for line in heads] == [
        "Deal 1:2: pineapple, Bo has the button", *(f"street {street}" for street in range(1, 6)), "showdown",
        "Deal 2:13: pineapple, Bo has the button", "before", *(f"street {street}" for street in range(1, 6)), "showdown",
        "Deal 3:25: standard, Di has the button", *(f"street {street}" for street in range(1, 6)),
        "It is the turn of Ed, with Ac",
    ]  # fmt: skip
    begin = lines.index("street 3  Ann             Bo              Cy")
    assert lines[begin + 1 : begin + 5] == [
        "front     Ad 6c           Js              2c 2d", "middle    7c Td           Qs 9c 2h        9h 9d",
        "back      Jh 8h 7h 6h 5h  Kh Qh 6s 4s 2s  Ks Qd 4h 4c Qc", "discards  4d 3d           7s As           3s 3h",
    ]  # fmt: skip
    shown = "\n".join(lines)
    assert "Event Friday night, Date 2026-11-20\n" in shown
    assert "Fantasyland: Ann sets 14 cards\n" in shown
    begin = lines.index("showdown")
    assert lines[begin + 1 : begin + 11] == [
        "Ann       front   pair, aces with six, royalty 9", "          middle  two pair, tens and eights with seven",
        "          back    flush, jack eight seven six five, royalty 4", "Bo        front   high card, king jack ten",
        "          middle  high card, king queen ten nine two", "          back    high card, king queen six four two",
        "                  foul", "Cy        front   pair, twos with eight",
        "          middle  pair, nines with jack seven five", "          back    two pair, queens and fours with king",
    ]  # fmt: skip
    assert "Ann: +38; Bo: -25; Cy: -13\nFantasyland next: Ann with 14 cards\n" in shown
    assert "Ann: +36; Bo: -17; Cy: -19\nFantasyland next: nobody\n" in shown


def played(rules, names, seed, **options):
    """Return a deal played by a bot, as text."""
    deal, rng = cp.Deal(rules, len(names), seed=seed, **options), np.random.default_rng(seed)
    while not deal.is_over:
        deal.place(cp.bot("careful").place(deal.position(), rng))
    return notation.format_deal(deal, names=names)


LONG = ["Alexandra the First", "Bartholomew Jones III", "Christina", "Dora"]


@pytest.mark.parametrize(
    "text",
    [TEXT, played("standard", ["Ann", "Bo", "Cy", "Di"], 1), played("standard", LONG, 2),
     played("pineapple", LONG[:3], 3, fantasyland=(14, 0, 0)),
     played("progressive", ["Ann", "Bo"], 6, fantasyland=(17, 15))],
    ids=["examples", "four players", "long names", "fantasyland", "both in fantasyland"],
)  # fmt: skip
def test_deals_fit_a_small_terminal(tmp_path, text):
    """No line is longer than the terminal, and no cell of a table is folded."""
    path = tmp_path / "deals.ofc"
    path.write_text(text, encoding="utf-8")
    lines = lines_in_terminal("replay", path)
    assert max(map(len, lines)) <= 80
    for record in notation.read_deals(path):
        if not record.is_over:
            continue
        seats = record.settlement().seats
        rows = [(row, words) for seat in seats for row, words in zip(ROWS, seat.descriptions, strict=True)]
        begin = lines.index("showdown")
        shown = [match for line in lines[begin + 1 : begin + 18] if (match := re.search(r"(front|middle|back) +(.*)", line))]
        for (row, words), match in zip(rows, shown, strict=False):
            assert (match[1], re.sub(r", royalty \d+$", "", match[2])) == (row, words)
        del lines[: begin + 1]


def test_pairings_that_are_too_wide_are_written_as_text(tmp_path):
    path = tmp_path / "deals.ofc"
    path.write_text(played("standard", LONG, 2), encoding="utf-8")
    shown = "\n".join(lines_in_terminal("replay", path))
    pairing = (
        "Bartholomew Jones III v Christina: +6\n  Christina fouls: the front is stronger than the middle\n"
        "  Bartholomew Jones III scoops\n  foul: +6\n"
    )
    assert pairing in shown
    assert "\nTotal\n  Alexandra the First: +13\n  Bartholomew Jones III: +11\n  Christina: -12\n  Dora: -12\n" in shown


def test_one_deal_one_street_or_the_view_of_a_player():
    (head, _, _, _, *rows) = lines_of(cpoker("replay", "--deal", 2, "--street", 1, DEALS))
    assert head.startswith("Deal 2, ")
    assert rows == [
        "street 1  Ann             Bo              Cy", "front     Jd Jc 6c        -               -",
        "middle    Kh Qd Qc Td 7h  -               -", "back      9s 9c 5s 5d 5c  9d 6d 4h 4c 3s  Th 8c 6s 2s 2h",
        "discards  3h",
    ]  # fmt: skip
    street_lines = lines_of(cpoker("replay", "--street", 3, "-", stdin=TEXT))
    assert sum(line.startswith("street") for line in street_lines) == 3
    assert not any("showdown" in line for line in street_lines)
    deal = cp.Deal("pineapple", 2, seed=1, fantasyland=[14, 0], button=1)
    for _ in range(3):
        deal.time_out()
    shown = "\n".join(lines_of(cpoker("replay", "-", stdin=notation.format_deal(deal, viewer=1))))
    assert re.search(r"before +Player 1 +Player 2\nfront +\? +-\nmiddle +\? +-\nback +\? +-\ndiscards +\?\n", shown)
    assert "It is the turn of Player 2, with " in shown
    shown = "\n".join(lines_of(cpoker("replay", "-", stdin=notation.format_deal(deal, viewer=0))))
    assert re.search(r"discards +\w\w +\?\n", shown)
    assert shown.endswith("\n\nIt is the turn of Player 2")


def test_json():
    deals = [json.loads(line) for line in lines_of(cpoker("replay", "--json", DEALS))]
    records = list(notation.read_deals(DEALS))
    assert [deal["deal"] for deal in deals] == [1, 2, 3]
    assert [deal["place"].rpartition(":")[2] for deal in deals] == ["2", "13", "25"]
    for deal, record in zip(deals, records, strict=True):
        assert {key: deal[key] for key in deal if key not in ("deal", "place")} == record.to_dict()
    assert deals[0]["settlement"]["points"] == [38, -25, -13]
    assert deals[0]["moves"][1] == {
        "seat": 0, "street": 0, "front": "", "middle": "", "back": "Jh 8h 7h 6h 5h", "discards": "",
    }  # fmt: skip
    assert "settlement" not in deals[2]
    assert (deals[2]["turn"], deals[2]["hand"]) == (1, ["Ac"])


def test_check_and_damaged_deals():
    assert lines_of(cpoker("replay", "--check", DEALS)) == ["3 deals, all valid"]
    damaged = TEXT.replace("[Button 2]", "[Button 4]", 1).replace("hand Ac", "hand Ad")
    result = cpoker("replay", "--check", stdin=damaged)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        "<stdin>:6:9: Button: expected a seat from 1 to 3, got '4'",
        "<stdin>:30:49: duplicate card Ad: it is in line 29, column 40 already",
        "Error: 2 deals of 3 cannot be read",
    ]
    result = cpoker("replay", "--check", "--json", stdin=damaged)
    deals = [json.loads(line) for line in result.stdout.splitlines()]
    assert (result.returncode, [deal["valid"] for deal in deals]) == (2, [False, True, False])
    assert deals[0] == {
        "deal": 1, "place": "<stdin>:6:9", "valid": False, "problem": "Button: expected a seat from 1 to 3, got '4'",
    }  # fmt: skip
    result = cpoker("replay", stdin=TEXT.replace("Kh0", "Kh1"))
    assert result.returncode == 2
    assert result.stdout.startswith("Deal 1")
    assert "Deal 2" not in result.stdout
    assert result.stderr == "Error: <stdin>:21:18: bad street 1 of Kh1: expected 0, since seat 1 is in Fantasyland\n"


def test_house_rules(assert_refused, tmp_path):
    ours = replace(cp.rules("pineapple"), name="ours", foul=9)
    rules, path = tmp_path / "ours.toml", tmp_path / "deals.ofc"
    pytest.importorskip("tomli_w")
    ours.to_toml(rules, base="pineapple")
    path.write_text(notation.format_deal(cp.Deal(ours, 2, seed=1), full=False), encoding="utf-8")
    assert lines_of(cpoker("replay", "--check", "--rules", rules, path)) == ["1 deal, all valid"]
    assert "unknown rules 'ours'" in cpoker("replay", "--check", path).stderr
    rules.write_text('base = "pineapple"\nname = "pineapple"\nfoul = 9\n')
    message = "Error: --rules: expected rules with a name of their own, got 'pineapple, changed'"
    assert_refused(cpoker("replay", "--check", "--rules", rules, path), message)


@pytest.mark.parametrize(("arguments", "message"), [
    (["nowhere.ofc"], "nowhere.ofc: No such file or directory"), (["--deal", "9", DEALS], "--deal: expected 1 to 3, got 9"),
    (["--deal", "3", "--street", "10", DEALS], "--street: expected 1 to 9 in deal 3, got 10"),
    (["--check", "--deal", "1", DEALS], "--check reads all deals"),
    ([os.devnull], f"{os.devnull}: expected at least one deal, got none"),
    (["--check", "-"], "<stdin>: expected at least one deal, got none"),
])  # fmt: skip
def test_bad_input(assert_refused, arguments, message):
    assert_refused(cpoker("replay", *arguments), message)


# ---- score ----
SHORT = ["Ann: QhQd2c-8s8h7c7s6d-TsThTc5d5s", "Bo: Jh4s3h-As5c4c3c2h-KdJd9d7d3d"]


@pytest.mark.parametrize("options", [(), ("--table",)], ids=["in words", "as a table"])
@pytest.mark.parametrize("columns", [80, 100])
def test_scores_fit_a_terminal(options, columns):
    boards = [
        f"{LONG[0]}: Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s",
        f"{LONG[1]}: 9d 9c 4h / Ac Kh Qc 7h 2d / Td 8s 8d 8h 5c",
        f"{LONG[2]}: 2s 3h 4s / 5h 6c 7s 8c Qd / Kc Ks As Ad 2h",
    ]
    command = ["score", "--rules", "face-up", "--stacks", "500,500,500", "--unit", "5", *options, *boards]
    lines = lines_in_terminal(*command, columns=columns)
    assert max(map(len, lines)) <= columns
    assert " ".join(lines).count("foul: the front is stronger than the middle") >= len(options)
    assert max(map(len, cpoker(*command).stdout.splitlines())) > columns


def test_open_face_boards_and_their_fantasylands_are_scored(assert_refused):
    shown = cpoker("score", "--rules", "pineapple", *SHORT).stdout
    assert "  front: Ann with pair, queens with two, against high card, jack four three, royalty +7\n" in shown
    assert shown.endswith("Total\n  Ann: +6\n  Bo: -6\n\nFantasyland next: Ann with 14 cards\n")
    shown = cpoker("score", "--table", "--rules", "pineapple", SHORT[0], "Bo: AhAd2d-9d8c7h6h4h-KsQs9s8d3s").stdout
    assert re.search(r"Bo +Ah Ad 2d .* foul: the front is stronger than the middle\n", shown)
    assert shown.endswith("Ann: +19; Bo: -19\nFantasyland next: Ann with 14 cards\n")
    trips = "Ann: 2d2s2c-8s8h8c7c7s-TsThTc5d5s"
    for cards, next_cards in ((None, [14, 0]), ("14,0", [14, 0]), ("0,14", [14, 0])):
        options = [] if cards is None else ["--fantasyland", cards]
        (line,) = lines_of(cpoker("score", "--json", "--rules", "pineapple", *options, trips, SHORT[1]))
        assert json.loads(line)["next_fantasyland"] == next_cards
    (line,) = lines_of(cpoker("score", "--json", "--rules", "pineapple", "--fantasyland", "14,0", *SHORT))
    assert json.loads(line)["next_fantasyland"] == [0, 0]  # queens enter, but do not stay
    assert "Fantasyland" not in cpoker("score", *SHORT).stdout
    assert_refused(cpoker("score", "--fantasyland", "14,0", *SHORT), "--fantasyland: rules 'pagat' have no Fantasyland")
    for cards in ("14", "14,0,0", "12,0", "1,x", "99,0"):
        assert_refused(cpoker("score", "--rules", "pineapple", "--fantasyland", cards, *SHORT), "--fantasyland")


def test_open_hands_time_outs_and_surrenders():
    deal = cp.Deal("face-up", 3, seed=1)
    deal.time_out()
    text = notation.format_deal(deal, ["Ann", "Bo", "Cy"])
    lines = lines_of(cpoker("replay", stdin=text))
    assert lines[1] == "Out of time: Bo on street 1"
    assert lines[-2:] == ["It is the turn of Cy, with 9s Jd 8d 6h 2s", "Ann has to place Ad Ac Js 4h Jh"]
    (plain,) = [json.loads(line) for line in lines_of(cpoker("replay", "--json", stdin=text))]
    assert plain["open_hands"] == [["Ad", "Ac", "Js", "4h", "Jh"], [], []]
    assert plain["moves"][0]["timed_out"] is True
    early = cp.Deal("pineapple", 2, seed=1, fantasyland=(14, 0))
    early.time_out()
    assert "Out of time: Player 1 in Fantasyland" in lines_of(cpoker("replay", stdin=notation.format_deal(early)))
    board = "As1 Ad1 2c1 / Ks1 Kd1 Kc1 4c1 3d1 / Js1 Jh1 Jd1 9h1 9c1"
    lines = lines_of(cpoker("replay", stdin=f'[Rules "two-four"]\n[Button 1]\n1: surrender\n2: {board}\n'))
    assert lines[2:4] == ["boards  Player 1  Player 2", "front   -         As Ad 2c"]
    assert "Player 1  front   surrenders" in lines
    assert lines[-2:] == ["Player 1: surrenders", "Player 1: -2; Player 2: +2"]
