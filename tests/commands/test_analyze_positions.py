"""Positions in `cpoker analyze`, run in this process."""

import json

import pytest
from click.testing import CliRunner
from terminals import lines_in_terminal

import cpoker_fast as cp
from cpoker_fast import openface
from cpoker_fast.arranging import assumed_worths
from cpoker_fast.commands import cpoker

HAND = "Ah Kc Qs 8h 7c"
FIRST = f"rules pineapple; seat 0; button 1; street 0; board - / - / -; board - / - / -; hand {HAND}"
SECOND = "rules pineapple; seat 0; button 1; street 1; board Ah / Kc / Qs 8h 7c; board - / 6s 6d / Jh Tc 2c; hand Ac 3d 9s"
LAST = (
    "rules pineapple; seat 0; button 1; street 4; board Kh Qd / 7c 7d 2h 3c / As Ts 9s 4s 3s;"
    " board Qh 4c 2c / 8c 3d 8s 8h / Th Td 6s 6c; discards 2s 3h 4d; hand 7s Ks 5d"
)
CARDS = "Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c"
SET = f"rules pineapple; seat 0; button 0; street 0; board - / - / -; board - / - / -; hand {CARDS}; fantasyland 14 0"
BUDGET = ("--rollouts", "100", "--seed", "3")


def analyze(*arguments, stdin=""):
    return CliRunner().invoke(cpoker, ["analyze", *arguments], input=stdin)


def objects(*arguments, stdin=""):
    result = analyze("--json", *arguments, stdin=stdin)
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def assert_is(plain, analysis):
    assert (plain["best"], plain["is_exact"], plain["played_by"]) == (
        str(analysis.best),
        analysis.is_exact,
        analysis.played_by,
    )
    for placement, value in zip(plain["placements"], analysis.placements, strict=True):
        assert placement == {
            "placement": str(value.placement),
            "points": value.points.mean,
            "standard_error": value.points.standard_error,
            "confidence_95": list(value.points.interval()),
            "behind": value.behind.mean,
            "behind_standard_error": value.behind.standard_error,
            "behind_confidence_95": list(value.behind.interval()),
            "rollouts": value.rollouts,
            "estimate": value.estimate,
        }


def margin_of(estimate):
    """Return the printed margin of error: half the width of the 95 % confidence interval."""
    low, high = estimate.interval(0.95)
    return f"{(high - low) / 2:.2f}"


@pytest.mark.parametrize("text", [FIRST, SECOND, LAST])
def test_json_is_the_result_of_analyze(text):
    (plain,) = objects(text, *BUDGET)
    position = openface.Position.parse(text)
    assert plain["position"] == str(position)
    assert_is(plain, openface.analyze(position, rollouts=100, seed=3))


def test_the_best_placements_in_a_table():
    lines = analyze(SECOND, *BUDGET, "--top", "4").stdout.splitlines()
    analysis = openface.analyze(openface.Position.parse(SECOND), rollouts=100, seed=3)
    assert lines[0] == "pineapple, street 2 of 5, 2 players: Ac 9s 3d"
    assert lines[1].split() == ["#", "placement", "points", "+-", "95%", "behind", "+-", "95%", "rollouts"]
    for rank, (line, value) in enumerate(zip(lines[2:6], analysis.placements, strict=False), 1):
        cells = [str(rank), *str(value.placement).split(), f"{value.points.mean:+.2f}", margin_of(value.points)]
        assert line.split() == [*cells, f"{value.behind.mean:.2f}", margin_of(value.behind), str(value.rollouts or "-")]
    more = len(analysis.placements) - 4
    assert lines[6].startswith(f"and {more} more placements")
    assert lines[7:9] == ["Rollouts by the bot swift.", "--rollouts 100 is rounded up to 120: batches of 24, at least four."]
    assert lines[-1] == f"A Fantasyland of 14 cards counts {openface.worth('pineapple').points[14]:.4g} points (measured)."


@pytest.mark.parametrize(
    ("asked", "rounded", "sentence"),
    [
        (1, 96, "--rollouts 1 is rounded up to 96: batches of 24, at least four.\n"),
        (10, 96, "--rollouts 10 is rounded up to 96: batches of 24, at least four.\n"),
        (96, 96, ""),
        (97, 120, "--rollouts 97 is rounded up to 120: batches of 24, at least four.\n"),
        (120, 120, ""),
    ],
)
def test_the_output_says_how_rollouts_are_rounded(asked, rounded, sentence):
    shown = analyze(SECOND, "--rollouts", str(asked), "--seed", "3", "--tolerance", "0", "--top", "1").stdout
    assert shown.splitlines()[2].split()[-1] == str(rounded)
    assert f"\nRollouts by the bot swift.\n{sentence}A Fantasyland" in shown


def test_help_says_how_rollouts_are_rounded():
    for command, end in (("analyze", ""), ("review", ""), ("engine", " [default: 200]")):
        words = " ".join(CliRunner().invoke(cpoker, [command, "--help"]).stdout.split())
        assert f"rounded up to batches of 24, at least four.{end}" in words


def test_the_output_fits_a_small_terminal():
    for text in (FIRST, SECOND, LAST, SET):
        lines = analyze(text, *BUDGET).stdout.splitlines()
        assert len(lines) < 24
        assert max(map(len, lines)) <= 80


def test_a_narrow_terminal_has_two_lines_a_placement():
    lines = lines_in_terminal("analyze", SECOND, *BUDGET, "--top", "3", columns=55)
    assert lines[1].split() == ["#", "placement", "points", "+-", "95%"]
    assert lines[2].split() == ["behind", "+-", "95%", "rollouts"]
    analysis = openface.analyze(openface.Position.parse(SECOND), rollouts=100, seed=3)
    for first, second, value in zip(lines[3:9:2], lines[4:9:2], analysis.placements, strict=False):
        assert first.split()[-2:] == [f"{value.points.mean:+.2f}", margin_of(value.points)]
        assert second.split()[:2] == [f"{value.behind.mean:.2f}", margin_of(value.behind)]
    assert max(map(len, lines)) <= 55


def test_sentences_fit_a_small_terminal():
    worth = "14=8.125,15=11.125,16=15.125,17=20.125"
    for arguments in (("--rules", "progressive", "--worth", worth), ("--rules", "russian")):
        assert max(map(len, lines_in_terminal("analyze", HAND, *arguments, *BUDGET))) <= 80


def test_the_last_street_is_exact():
    shown = analyze(LAST).stdout
    best = openface.last_street(openface.Position.parse(LAST), assumed_worths(cp.rules("pineapple"), 2)).placements[0]
    assert f" 1  Ks / 7s / - discards 5d  {best.points:+.2f}    0.00    0.00    0.00         -\n" in shown
    assert "\nExact: every set of cards that may come was counted.\n" in shown
    assert "more placement" not in shown


def test_rules_without_networks():
    shown = analyze(HAND, "--rules", "russian", *BUDGET).stdout
    assert "\nRollouts by the bot careful: there are no networks for 'russian'.\n" in shown
    assert shown.endswith("\nA Fantasyland of 13 cards counts 6 points (an estimate: --worth sets it).\n")


@pytest.mark.parametrize(
    ("rules", "worth", "line"),
    [
        ("pineapple", "7.5", "A Fantasyland counts 7.5 points."),
        ("progressive", "14=8,15=11,16=15,17=20", "A Fantasyland counts 14=8, 15=11, 16=15, 17=20 points."),
    ],
)
def test_the_worth_of_a_fantasyland_is_printed(rules, worth, line):
    assert analyze(HAND, "--rules", rules, "--worth", worth, *BUDGET).stdout.splitlines()[-1] == line


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (["--rules", "pineapple"], "5 cards of the first street, got 14: `cpoker set` sets hands of Fantasyland\n"),
        (["--rules", "closed"], "13 cards, got 14: `cpoker set` sets hands of Fantasyland\n"),
        (["--rules", "pagat"], "13 cards, got 14\n"),
        ([], "13 cards (rules pagat) or 5 cards of the first street (rules pineapple), got 14: `cpoker set` sets hands of"),
    ],
)
def test_hands_of_fantasyland_belong_to_another_command(rules, expected):
    result = analyze(CARDS, *rules)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"Error: bad hand: expected {expected}" in result.stderr


def test_a_hand_alone_is_one_of_the_first_street():
    for arguments in ([HAND], HAND.split(), [HAND, "--rules", "pineapple"]):
        (plain,) = objects(*arguments, *BUDGET)
        assert plain["position"] == FIRST
    (plain,) = objects(HAND, "--has-button", "--rules", "turbo", *BUDGET)
    assert plain["position"] == FIRST.replace("pineapple", "turbo").replace("button 1", "button 0") + "; opponents hidden"


def test_positions_come_from_files_and_standard_input(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_text(f"# positions\n{SECOND}  # the second street\n\n{HAND}\n", encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    outputs = [objects("--file", str(path), *BUDGET)]
    outputs += [objects(*arguments, *BUDGET, stdin=text) for arguments in ([], ["-"], ["--file", "-"])]
    assert [plain["position"] for plain in outputs[0]] == [str(openface.Position.parse(line)) for line in (SECOND, FIRST)]
    assert all(output == outputs[0] for output in outputs)
    assert analyze("-", *BUDGET, stdin=text).stdout.count("\n\npineapple, street 1 of 5") == 1


def test_the_worth_of_a_fantasyland_decides():
    queens = (
        "rules pineapple; seat 0; button 0; street 4; board Qs Qh / Kd Kc 7c 5d / As Ah Td 9c 4s;"
        " board 2c 3d 4d / 8c 8d 7h 6h 2s / Jc Jd Js 5h 5c; discards 2d 2h 3c; hand 3h 6c Kh"
    )
    points = []
    for worth in ("0", "20", "14=5.5"):
        (plain,) = objects(queens, "--worth", worth)
        number = {"0": 0, "20": 20, "14=5.5": {14: 5.5}}[worth]
        assert_is(plain, openface.analyze(openface.Position.parse(queens), worths=number))
        points.append(plain["placements"][0]["points"])
    assert points[1] - points[0] == 20
    assert points[2] - points[0] == 5.5


@pytest.mark.parametrize("worth", [None, "0", "3", "14=2"])
def test_fantasyland_gets_its_best_board(worth):
    options = [] if worth is None else ["--worth", worth]
    bonus = {None: assumed_worths(cp.rules("pineapple"), 2), "0": 0, "3": 3, "14=2": {14: 2}}[worth]
    best = cp.openface_fantasyland(CARDS, "pineapple", bonus)
    (plain,) = objects(SET, *options)
    assert plain["best"] == f"{best.board} discards {best.discarded}"
    assert (plain["royalties"], plain["stays"], plain["points"]) == (best.royalties, best.stays, best.value)
    assert plain["in_fantasyland"]
    shown = analyze(SET, *options).stdout
    assert shown.startswith("pineapple, Fantasyland of 14 cards, 2 players\nfront   ")
    assert f"{best.royalties} royalty points from each opponent; {'stays in' if best.stays else 'leaves'} Fant" in shown


def test_every_opponent_shares_the_worth_of_staying():
    three = SET.replace("button 0;", "button 1;").replace("; hand", "; board - / - / -; hand") + " 0"
    (plain,) = objects(three, "--worth", "6")
    best = cp.openface_fantasyland(CARDS, "pineapple", 3)
    assert plain["points"] == 2 * best.value


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Ah Kc", "--rules", "pineapple"], "Error: bad hand: expected 5 cards of the first street, got 2"),
        (["Ah Kc Qs 8h 7x"], "bad card"),
        (["rules pineapple; seat 0"], "bad position: expected a part 'button'"),
        ([FIRST.partition("; hand")[0]], "expected a position with cards to place"),
        ([FIRST, "--rules", "turbo"], "--rules: expected 'pineapple', as in the position, got 'turbo'"),
        (["rules pineapple, seat 0"], "bad position 'rules pineapple, seat 0': expected ';' between its parts"),
        ([HAND, "--rules", "pagat"], "Error: bad hand: expected 13 cards, got 5"),
        ([HAND, "--seconds", "1", "--rollouts", "1"], "give --seconds or --rollouts, not both"),
        ([HAND, "--seconds", "0"], "Error: --seconds 0: expected a number above 0"),
        ([HAND, "--seed", "-1"], "Error: --seed -1: expected numbers of at least 0"),
        ([HAND, "--threads", "-1"], "threads"),
        ([HAND, "--worth", "14=3,14=5"], "'--worth': expected each number of cards once, got '14=3,14=5'"),
        ([FIRST, "--has-button"], "--has-button is for hands, got a position, which names the button itself"),
        ([FIRST.partition("; board")[0]], "Error: boards: expected 2 to 3 under 'pineapple', got 0"),
        (["rules pagat"], "bad position 'rules pagat': expected ';' between its parts"),
        ([HAND, "--worth", "much"], "'--worth': expected points, or points by number of cards such as 14=8,15=11, got"),
        ([HAND, "--worth", "99=1"], "Error: --worth 99=1: expected a number from -1e9 to 1e9, or one for each size of"),
        ([HAND, "--worth", "15=8"], "Error: --worth 15=8: expected a value for a next deal of 14 cards"),
        ([HAND, "--top", "0"], "--top"),
        (["--file", "nowhere.txt"], "nowhere.txt: No such file"),
    ],
)  # fmt: skip
def test_bad_input(arguments, message):
    result = analyze(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_bad_line_is_named():
    result = analyze("--json", "--rules", "pineapple", *BUDGET, stdin=f"{HAND}\n{HAND} 2c\n")
    assert (result.exit_code, len(result.stdout.splitlines())) == (2, 1)
    assert "<stdin>:2: bad hand: expected 5 cards of the first street, got 6" in result.stderr


THIRTEEN = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"


def test_a_hand_of_13_cards_is_analyzed_under_pagat_and_others_under_pineapple():
    """Each line is read as if it were alone."""
    hand, placements = objects("--seed", "3", stdin=f"{THIRTEEN}\n{HAND}\n")
    assert (hand["rules"], placements["position"]) == ("pagat", FIRST)
    assert hand == json.loads(json.dumps(cp.analyze(THIRTEEN, "pagat", seed=3).to_dict()))
    text = analyze("--top", "2", stdin=f"{THIRTEEN}\n{HAND}\n").stdout
    assert "\n\npineapple, street 1 of 5, 2 players" in text


def test_a_position_of_one_street_has_placements():
    text = FIRST.replace("pineapple", "pagat").replace(HAND, THIRTEEN)
    (plain,) = objects(text, *BUDGET)
    assert (plain["rules"], len(plain["placements"])) == ("pagat", 72072)


@pytest.mark.parametrize(
    "options",
    [
        ["--opponents", "2"], ["--deals", "50"], ["--against", "random"], ["--board", "As"], ["--dead", "As"],
        ["--known", "As"], ["--columns", "best"], ["--all"], ["--plot", "chart.png"],
    ],
    ids=lambda options: options[0],
)  # fmt: skip
def test_options_for_boards_are_refused_for_placements(options):
    for text, subject in ((HAND, "5 cards under the rules 'pineapple'"), (SECOND, "a position")):
        result = analyze(text, *options)
        message = f"Error: {options[0]} is for hands under rules of one street, got {subject}\n"
        assert (result.exit_code, result.stdout, result.stderr) == (2, "", message)


@pytest.mark.parametrize("option", ["--seconds", "--rollouts", "--worth", "--tolerance"])
def test_options_for_placements_are_refused_for_boards(option):
    result = analyze(option, "20", "--deals", "20", stdin=f"# a hand\n{THIRTEEN}\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"Error: <stdin>:2: {option} is for positions and hands under rules of several streets, "
        "got 13 cards under the rules 'pagat'\n"
    )


def test_open_hands_of_others_are_printed():
    text = (
        "rules face-up; seat 1; button 0; street 0; board - / - / -; board - / - / -; board - / - / -;"
        " open 0 Qs Qd 8h 4c 3s; open 2 Js Jc Th 7d 6d; hand As Kd 9h 5c 2c"
    )
    lines = analyze(text, *BUDGET).stdout.splitlines()
    assert lines[:2] == [
        "face-up, street 1 of 9, 3 players: As Kd 9h 5c 2c",
        "Opponents still have to place, clockwise: Js Jc Th 7d 6d; Qs Qd 8h 4c 3s.",
    ]
    (plain,) = objects(text, *BUDGET)
    assert plain["position"] == text
    (unknown,) = objects(text.replace(" open 0 Qs Qd 8h 4c 3s;", "").replace(" open 2 Js Jc Th 7d 6d;", ""), *BUDGET)
    assert unknown["placements"] != plain["placements"]
    assert "clockwise" not in analyze(unknown["position"], *BUDGET).stdout
    wrong = analyze(text.replace("open 2", "open 5"))
    assert (wrong.exit_code, "bad position: open: expected a seat from 0 to 2, got 5" in wrong.stderr) == (2, True)
