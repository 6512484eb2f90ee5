"""`cpoker analyze`: hands of 13 cards in a process of its own, and positions in this process."""

import json
import os
import re
import shlex

import pytest
from click.testing import CliRunner
from command_line import cpoker, objects
from known_boards import HIGH, LOW
from terminals import lines_in_terminal

import cpoker_fast as cp
from cpoker_fast.app import commands
from cpoker_fast.arranging.fantasyland_worths import assumed_worths

HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
FOUL = "As Ks Qs / Js 9s 8d 8h 5c / 5h 3d 3h 2c 7h"


def test_analyze(tmp_path):
    result = cpoker("analyze", *HAND.split(), "--seed", "1", "--deals", "200")
    assert result.returncode == 0
    assert "pagat, 3 opponents, 200 deals" in result.stdout
    best = cp.analyze(HAND, "pagat", deals=200, seed=1).best
    assert re.search(rf"{re.escape(str(best.board))} +{re.escape(f'{best.points.mean:+.3f}')} ", result.stdout)
    field = cp.fields.Field("one-six", [HIGH, LOW])
    field.save(tmp_path / "field.npz")
    (plain,) = objects(cpoker(
        "analyze", "--json", "--rules", "one-six", "--opponents", "2", "--deals", "60", "--seed", "3", "--also", FOUL,
        "--all", "--against", str(tmp_path / "field.npz"), "--dead", "Ac", "--dead", "Ah", "--known", "Ad", "--known", "Kd",
        "--has-button", "--threads", "2", HAND,
    ))  # fmt: skip
    expected = cp.analyze(
        HAND, "one-six", 2, deals=60, seed=3, also=[FOUL], field=field, dead="Ac Ah", known=["Ad", "Kd"], has_button=True,
        all=True,
    )  # fmt: skip
    assert plain == json.loads(json.dumps(expected.to_dict()))


COLUMNS = ["points", "+- 95%", "behind", "+- 95%", "front", "middle", "back", "scoops", "scooped", "royalties each", "best"]
MANY = "Ks Kd Jh Tc 9c 8h 8d 7c 6s 5h 5d 4h 2d"  # more than ten boards
EIGHT = ("--seed", "1", "--deals", "200")


def words_of(cells):
    """Return the words of a row of a table, without the label."""
    return " ".join(cells[1:]).split()


def test_a_small_terminal_has_every_column_on_two_lines_a_board():
    """80 columns and 24 lines have a title, two lines for the names of columns, eight boards, a note and the prompt."""
    lines = lines_in_terminal("analyze", MANY, *EIGHT)
    analysis = cp.analyze(MANY, "pagat", deals=200, seed=1)
    _, rows = analysis.table()
    assert len(rows) == 10
    assert max(map(len, lines)) <= 80
    assert len(lines) < 24
    assert " ".join(lines[1:3]).split() == " ".join(COLUMNS).split()
    for row, first, second in zip(rows[:8], lines[3::2], lines[4::2], strict=False):
        assert first.startswith(row[0])
        assert [*first.removeprefix(row[0]).split(), *second.split()] == words_of(row)
    more = len(analysis.candidates) - 8
    assert re.match(rf"and {more} more", lines[-1])


def test_a_wide_terminal_has_one_line_a_board_and_a_narrow_one_wraps_the_title():
    lines = lines_in_terminal("analyze", MANY, *EIGHT, columns=140)
    _, rows = cp.analyze(MANY, "pagat", deals=200, seed=1).table()
    assert [line.split()[-11:] for line in lines[2:12]] == [words_of(row) for row in rows]
    assert cpoker("analyze", MANY, *EIGHT).stdout.splitlines() == lines
    lines = lines_in_terminal("analyze", HAND, *EIGHT, columns=50)
    assert lines[:2] == ["As Ks Qs Js 9s 8h 8d 7h 5h 5c 3h 3d 2c: pagat, 3", "  opponents, 200 deals"]


@pytest.mark.parametrize("columns", [40, 80, 100])
def test_text_that_is_not_in_a_terminal_has_the_width_of_the_environment(columns):
    result = cpoker("analyze", MANY, *EIGHT, env={**os.environ, "COLUMNS": str(columns)})
    lines = result.stdout.splitlines()
    assert lines == lines_in_terminal("analyze", MANY, *EIGHT, columns=columns)
    assert max(len(line) for line in lines if "/" not in line) <= columns


def test_columns_are_chosen_by_name_and_added_boards_are_always_shown(assert_refused):
    _, rows = cp.analyze(MANY, "pagat", deals=200, seed=1).table(limit=3)
    lines = lines_in_terminal("analyze", MANY, *EIGHT, "--columns", "best, behind,front", "--top", "3")
    assert lines[1].split() == ["best", "behind", "+-", "95%", "front"]
    for line, (label, _, _, behind, margin, front, *_, best) in zip(lines[2:5], rows, strict=True):
        assert line.startswith(label)
        assert line.removeprefix(label).split() == [best, behind, margin, front]
    assert re.match(r"and \d+ more", lines[5])
    each = lines_in_terminal("analyze", MANY, *EIGHT, "--columns", "royalties", "--top", "3")
    assert each[1].split() == ["royalties", "each"]
    assert [line.split()[-1] for line in each[2:5]] == [row[-2] for row in rows]
    every = cpoker("analyze", MANY, *EIGHT, "--columns", "all").stdout
    assert every == cpoker("analyze", MANY, *EIGHT).stdout
    for columns, message in (
        ("front,midle", "did you mean 'middle'? expected one of all, points, behind, front, middle, back, scoops"),
        ("", "expected one of all, points"),
        ("all,front", "expected one of"),
        ("front,front", "expected each column once, got 'front' again"),
    ):
        assert_refused(cpoker("analyze", HAND, "--columns", columns), f"Error: --columns {shlex.quote(columns)}: ", message)
    shown = cpoker("analyze", "--help").stdout
    assert all(name.split()[0] in shown.partition("--columns")[2] for name in COLUMNS if "95%" not in name)
    # The foul is the last of all candidates, and not among the best two.
    result = cpoker("analyze", MANY, *EIGHT, "--top", "2", "--also", "Ks Kd Jh / Tc 9c 8h 8d 7c / 6s 5h 5d 4h 2d")
    _, _, *rows, note = result.stdout.splitlines()
    analysis = cp.analyze(MANY, "pagat", deals=200, seed=1)
    assert len(rows) == 3
    assert rows[2].startswith("Ks Kd Jh / Tc 9c 8h 8d 7c / 6s 5h 5d 4h 2d (a foul) *")
    assert note == f"and {len(analysis.candidates) - 2} more; * dropped after fewer deals"


def test_analyze_draws(assert_refused, tmp_path):
    pytest.importorskip("matplotlib")
    result = cpoker("analyze", HAND, "--deals", "50", "--plot", str(tmp_path / "chart.png"))
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "chart.png").stat().st_size > 1000
    for arguments, message in (
        ([HAND, "--plot", str(tmp_path / "none" / "chart.png")], "--plot"),
        ([HAND, "--plot", str(tmp_path / "chart.xyz")], "--plot"),
        ([HAND, HAND, "--plot", str(tmp_path / "chart.png")], "--plot: expected one hand, got 2"),
    ):
        assert_refused(cpoker("analyze", "--deals", "50", *arguments), message)


@pytest.mark.parametrize(("arguments", "message"), [
    (["As"], "bad hand: expected 13 cards, or 5 of the first street, got 1"),
    (["As", "--rules", "pagat"], "bad hand: expected 13 cards, got 1"),
    ([HAND, "--opponents", "4"], "Error: --opponents 4: expected an int from 1 to 3"),
    ([HAND, "--dead", "As"], "Error: --dead As: card As is in the hand"),
    ([HAND, "--also", FOUL, "--also", "As"],
     "Error: --also As: bad rows 'As': expected three rows, such as 'As Kd / 7c / -', got 1"),
    ([HAND, "--also", "As Ks / Qs / Js"], "Error: --also 'As Ks / Qs / Js': expected 13 of 13 cards to be placed, got 4"),
    ([HAND, "--known", "2s", "--known", "2s"], "Error: --known 2s: card 2s is dead or held by another player"),
    ([HAND, "--known", "2s", "--known", "Xx"], "Error: --known Xx: bad card 'Xx' at character 1"),
    ([HAND, "--dead", "2s Xx"], "Error: --dead '2s Xx': bad card 'Xx' at character 4"),
    ([HAND, "--opponents", "1", "--known", "2s", "--known", "2d"],
     "--known: expected cards, or None, for each of up to 1 opponents, got ('2s', '2d')"),
    ([HAND, "--deals", "1"], "Error: --deals 1: expected an int from 2"),
    ([HAND, "--threads", "-1"], "Error: --threads -1: expected an int from 0 (all CPUs)"),
    ([HAND, "--against", ""], "Error: --against '': expected a path"),
    ([HAND, "--rules", ""], "Error: unknown rules '': expected one of simple"),
    ([HAND, "--also", "As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 2d"], "7s 7h 7d 5h 2d': card "),
    ([HAND, "--against", "missing.npz"], "missing.npz: No such file"),
    ([HAND, "--against", "swift"], "--against swift: does not play pagat: expected one of random, careful, royalties"),
    ([HAND, "--against", "exec:"], "bad command ''"),
    ([HAND, "--against", "sys:version_info"], "--against sys:version_info: expected a name, a function, or an object"),
    ([HAND, "--against", __file__], "test_analyze.py: not a field, or a damaged one"),
])  # fmt: skip
def test_analyze_refuses(assert_refused, arguments, message):
    assert_refused(cpoker("analyze", *arguments), message)


# ---- street by street ----
FIVE = "Ah Kc Qs 8h 7c"
FIRST = f"rules pineapple; seat 1; button 2; street 1; board - / - / -; board - / - / -; hand {FIVE}"
SECOND = "rules pineapple; seat 1; button 2; street 2; board Ah / Kc / Qs 8h 7c; board - / 6s 6d / Jh Tc 2c; hand Ac 3d 9s"
LAST = (
    "rules pineapple; seat 1; button 2; street 5; board Kh Qd / 7c 7d 2h 3c / As Ts 9s 4s 3s;"
    " board Qh 4c 2c / 8c 3d 8s 8h / Th Td 6s 6c; discards 2s 3h 4d; hand 7s Ks 5d"
)
CARDS = "Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c"
SET = f"rules pineapple; seat 1; button 1; street 1; board - / - / -; board - / - / -; hand {CARDS}; fantasyland 14 0"
BUDGET = ("--rollouts", "100", "--seed", "3")


def run(*arguments, stdin=""):
    return CliRunner().invoke(commands.cpoker, ["analyze", *arguments], input=stdin)


def plain_of(*arguments, stdin=""):
    result = run("--json", *arguments, stdin=stdin)
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def margin_of(estimate):
    """Return the printed margin of error: half the width of the 95 % confidence interval."""
    low, high = estimate.interval(0.95)
    return f"{(high - low) / 2:.3f}"


@pytest.mark.parametrize("text", [FIRST, SECOND, LAST])
def test_json_is_the_result_of_analyze(text):
    (plain,) = plain_of(text, *BUDGET)
    position = cp.Position.parse(text)
    assert plain == json.loads(json.dumps(cp.analyze(position, rollouts=100, seed=3).to_dict()))


def test_the_best_placements_in_a_table():
    lines = run(SECOND, *BUDGET, "--top", "4").stdout.splitlines()
    analysis = cp.analyze(cp.Position.parse(SECOND), rollouts=100, seed=3)
    assert lines[0] == "Ac 9s 3d: pineapple, street 2 of 5, 1 opponent, rollouts by swift"
    assert lines[1].split() == ["points", "+-", "95%", "behind", "+-", "95%", "rollouts"]
    for line, value in zip(lines[2:6], analysis.candidates, strict=False):
        cells = [*str(value.placement).split(), f"{value.points.mean:+.3f}", margin_of(value.points)]
        assert line.split() == [*cells, f"{value.behind.mean:.3f}", margin_of(value.behind), str(value.samples or "-")]
    assert lines[6].startswith(f"and {len(analysis.candidates) - 4} more")
    assert lines[7] == "--rollouts 100 is rounded up to 120: batches of 24, at least four batches."
    assert lines[-1] == f"A Fantasyland of 14 cards counts {cp.studies.worth('pineapple').points[14]:.4g} points (measured)."


def test_output_and_help_say_how_rollouts_are_rounded():
    for asked, rounded in ((1, 96), (10, 96), (96, 96), (97, 120), (120, 120)):
        shown = run(SECOND, "--rollouts", str(asked), "--seed", "3", "--tolerance", "0", "--top", "1").stdout
        assert shown.splitlines()[2].split()[-1] == str(rounded)
        sentence = f"--rollouts {asked} is rounded up to {rounded}: batches of 24, at least four batches.\n"
        assert f" more\n{sentence if asked != rounded else ''}A Fantasyland" in shown
    for command, end in (("analyze", ""), ("review", ""), ("engine", " [default: 200]")):
        words = " ".join(CliRunner().invoke(commands.cpoker, [command, "--help"]).stdout.split())
        assert f"rounded up to batches of 24, at least four batches.{end}" in words


def test_placements_fit_terminals_of_80_and_55_columns():
    for text in (FIRST, SECOND, LAST, SET):
        lines = lines_in_terminal("analyze", text, *BUDGET)
        assert len(lines) < 24
        assert max(map(len, lines)) <= 80
    worth = "14=8.125,15=11.125,16=15.125,17=20.125"
    for arguments in (("--rules", "progressive", "--worth", worth), ("--rules", "russian")):
        assert max(map(len, lines_in_terminal("analyze", FIVE, *arguments, *BUDGET))) <= 80
    lines = lines_in_terminal("analyze", SECOND, *BUDGET, "--top", "3", columns=55)
    assert (lines[2].split(), lines[3].split()) == (["points", "+-", "95%"], ["behind", "+-", "95%", "rollouts"])
    analysis = cp.analyze(cp.Position.parse(SECOND), rollouts=100, seed=3)
    for first, second, value in zip(lines[4:10:2], lines[5:10:2], analysis.candidates, strict=False):
        assert first.split()[-2:] == [f"{value.points.mean:+.3f}", margin_of(value.points)]
        assert second.split()[:2] == [f"{value.behind.mean:.3f}", margin_of(value.behind)]
    assert max(map(len, lines)) <= 55


def test_the_last_street_is_exact_and_rules_without_networks_have_rollouts_by_careful():
    shown = run(LAST).stdout
    best = cp.game.last_street(cp.Position.parse(LAST), assumed_worths(cp.rules("pineapple"), 2)).placements[0]
    assert f"\nKs / 7s / - discards 5d  {best.points:+.3f}   0.000   0.000   0.000\n" in shown
    assert shown.startswith("Ks 7s 5d: pineapple, street 5 of 5, 1 opponent, exact\n")
    assert "more" not in shown
    shown = run(FIVE, "--rules", "russian", *BUDGET).stdout
    assert shown.startswith(f"{FIVE}: russian, street 1 of 9, 1 opponent, rollouts by careful\n")
    assert shown.endswith("\nA Fantasyland of 13 cards counts 6 points (an estimate: --worth sets it).\n")


def test_hands_stand_for_positions():
    for arguments in ([FIVE], FIVE.split(), [FIVE, "--rules", "pineapple"]):
        (plain,) = plain_of(*arguments, *BUDGET)
        assert plain["position"] == FIRST
    (plain,) = plain_of(FIVE, "--has-button", "--rules", "turbo", *BUDGET)
    assert plain["position"] == FIRST.replace("pineapple", "turbo").replace("button 2", "button 1") + "; opponents hidden"
    text = FIRST.replace("pineapple", "pagat").replace(FIVE, HAND)
    assert plain_of(text, "--seed", "3") == plain_of(HAND, "--seed", "3", "--opponents", "1")
    (plain,) = plain_of(FIVE, "--opponents", "2", *BUDGET)
    assert plain == json.loads(json.dumps(cp.analyze(FIVE, "pineapple", 2, rollouts=100, seed=3).to_dict()))
    result = run(SECOND, "--opponents", "2")
    assert (result.exit_code, result.stderr) == (2, "Error: --opponents 2: expected none, since a position has its own\n")
    # Each line is read as if it were alone.
    hand, placements = plain_of("--seed", "3", stdin=f"{HAND}\n{FIVE}\n")
    assert (hand["rules"], placements["position"]) == ("pagat", FIRST)
    assert hand == json.loads(json.dumps(cp.analyze(HAND, "pagat", seed=3).to_dict()))
    text = run("--top", "2", stdin=f"{HAND}\n{FIVE}\n").stdout
    assert f"\n\n{FIVE}: pineapple, street 1 of 5, 1 opponent" in text


def test_positions_come_from_files_and_standard_input(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_text(f"# positions\n{SECOND}  # the second street\n\n{FIVE}\n", encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    outputs = [plain_of("--file", str(path), *BUDGET)]
    outputs += [plain_of(*arguments, *BUDGET, stdin=text) for arguments in ([], ["-"], ["--file", "-"])]
    assert [plain["position"] for plain in outputs[0]] == [str(cp.Position.parse(line)) for line in (SECOND, FIRST)]
    assert all(output == outputs[0] for output in outputs)
    assert run("-", *BUDGET, stdin=text).stdout.count(": pineapple, street 1 of 5") == 1
    result = run("--json", "--rules", "pineapple", *BUDGET, stdin=f"{FIVE}\n{FIVE} 2c\n")
    assert (result.exit_code, len(result.stdout.splitlines())) == (2, 1)
    assert "<stdin>:2: bad hand: expected 13 cards, or 5 of the first street, got 6" in result.stderr


def test_the_worth_of_a_fantasyland_decides_and_every_opponent_shares_it():
    queens = (
        "rules pineapple; seat 1; button 1; street 5; board Qs Qh / Kd Kc 7c 5d / As Ah Td 9c 4s;"
        " board 2c 3d 4d / 8c 8d 7h 6h 2s / Jc Jd Js 5h 5c; discards 2d 2h 3c; hand 3h 6c Kh"
    )
    points = []
    for worth in ("0", "20", "14=5.5"):
        (plain,) = plain_of(queens, "--worth", worth)
        number = {"0": 0, "20": 20, "14=5.5": {14: 5.5}}[worth]
        assert plain == json.loads(json.dumps(cp.analyze(cp.Position.parse(queens), worths=number).to_dict()))
        points.append(plain["candidates"][0]["points"])
    assert (points[1] - points[0], points[2] - points[0]) == (20, 5.5)
    three = SET.replace("button 1;", "button 2;").replace("; hand", "; board - / - / -; hand") + " 0"
    (plain,) = plain_of(three, "--worth", "6")
    best = cp.arranging.best_fantasyland(CARDS, "pineapple", 3)
    assert plain["candidates"][0]["points"] == 2 * best.value
    for rules, worth in (("pineapple", "7.5"), ("progressive", "14=8, 15=11, 16=15, 17=20")):
        lines = run(FIVE, "--rules", rules, "--worth", worth.replace(" ", ""), *BUDGET).stdout.splitlines()
        assert lines[-1] == f"A Fantasyland counts {worth} points."


@pytest.mark.parametrize("worth", [None, "0", "3", "14=2"])
def test_fantasyland_gets_its_best_board(worth):
    options = [] if worth is None else ["--worth", worth]
    bonus = {None: assumed_worths(cp.rules("pineapple"), 2), "0": 0, "3": 3, "14=2": {14: 2}}[worth]
    best = cp.arranging.best_fantasyland(CARDS, "pineapple", bonus)
    (plain,) = plain_of(SET, *options)
    (candidate,) = plain["candidates"]
    assert candidate["placement"] == f"{best.board} discards {best.discarded}"
    assert (plain["based_on"], candidate["points"], candidate["standard_error"]) == ("exact", best.value, 0.0)
    shown = run(SET, *options).stdout
    assert " ".join(shown.split()).startswith(f"{CARDS}: pineapple, Fantasyland of 14 cards, 1 opponent, exact ")
    assert f"\n{best.board} discards {best.discarded}  {best.value:+.3f}   0.000" in shown


@pytest.mark.parametrize(("arguments", "message"), [
    (["Ah Kc", "--rules", "pineapple"], "Error: bad hand: expected 13 cards, or 5 of the first street, got 2"),
    (["Ah Kc Qs 8h 7x"], "bad card"),
    (["rules pineapple; seat 1"], "bad position: expected a part 'button'"),
    ([FIRST.partition("; hand")[0]], "expected a position with cards to place"),
    ([FIRST, "--rules", "turbo"], "--rules: expected 'pineapple', as in the position, got 'turbo'"),
    (["rules pineapple, seat 1"], "bad position 'rules pineapple, seat 1': expected ';' between its parts"),
    ([FIVE, "--rules", "pagat"], "Error: bad hand: expected 13 cards, got 5"),
    ([FIVE, "--seconds", "1", "--rollouts", "1"], "give --seconds or --rollouts, not both"),
    ([FIVE, "--seconds", "0"], "Error: --seconds 0: expected a number above 0"),
    ([FIVE, "--seed", "-1"], "Error: --seed -1: expected numbers of at least 0"),
    ([FIVE, "--threads", "-1"], "threads"),
    ([FIVE, "--worth", "14=3,14=5"], "'--worth': expected each number of cards once, got '14=3,14=5'"),
    ([FIRST, "--has-button"], "Error: --has-button: expected none, since a position has its own\n"),
    ([FIRST.partition("; board")[0]], "Error: boards: expected 2 to 3 under 'pineapple', got 0"),
    (["rules pagat"], "bad position 'rules pagat': expected ';' between its parts"),
    ([FIVE, "--worth", "much"], "'--worth': expected points, or points by number of cards such as 14=8,15=11, got"),
    ([FIVE, "--worth", "99=1"], "Error: --worth 99=1: expected a number from -1e9 to 1e9, or one for each size of"),
    ([FIVE, "--worth", "15=8"], "Error: --worth 15=8: expected a value for a next deal of 14 cards"),
    ([FIVE, "--top", "0"], "--top"),
    (["--file", "nowhere.txt"], "nowhere.txt: No such file"),
    *[([CARDS, *rules], f"Error: bad hand: expected 13 cards{expected}") for rules, expected in (
        (["--rules", "pineapple"], ", or 5 of the first street, got 14: best_fantasyland sets hands of"),
        (["--rules", "closed"], ", got 14: best_fantasyland sets hands of Fantasyland\n"),
        (["--rules", "pagat"], ", got 14\n"),
        ([], ", or 5 of the first street, got 14: best_fantasyland sets hands of Fantasyland\n"),
    )],
])  # fmt: skip
def test_bad_input_street_by_street(assert_refused, arguments, message):
    assert_refused(run(*arguments), message)


@pytest.mark.parametrize(
    "options",
    [["--deals", "50"], ["--against", "random"], ["--dead", "2s"], ["--known", "2s"], ["--all"]],
    ids=lambda options: options[0],
)
def test_options_for_hands_are_refused_street_by_street(options):
    for text in (FIVE, SECOND):
        result = run(text, *options)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"Error: {options[0]}")
        assert "expected none, since it is for 13 cards that are placed at once" in result.stderr


@pytest.mark.parametrize("option", ["--seconds", "--rollouts", "--worth", "--tolerance"])
def test_options_for_streets_are_refused_for_hands(option):
    result = run(option, "20", "--deals", "20", stdin=f"# a hand\n{HAND}\n")
    message = f"Error: <stdin>:2: {option} 20: expected none, since the 13 cards are placed at once\n"
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", message)


def test_placements_have_charts_columns_and_rows_of_their_own(assert_refused, tmp_path):
    pytest.importorskip("matplotlib")
    bad = "Ah Kc Qs / 8h 7c / -"
    options = (FIVE, *BUDGET, "--top", "1", "--also", bad, "--columns", "rollouts,behind")
    _, head, best, also, *_ = run(*options, "--plot", str(tmp_path / "chart.svg")).stdout.splitlines()
    assert (head.split(), best.split()[-2:]) == (["rollouts", "behind", "+-", "95%"], ["0.000", "0.000"])
    assert also.startswith(bad)
    assert (tmp_path / "chart.svg").stat().st_size > 1000
    message = "--columns: expected one of points, behind, rollouts, for"
    assert_refused(run(FIVE, *BUDGET, "--columns", "front"), message)


def test_open_hands_of_others_are_printed(assert_refused):
    text = (
        "rules face-up; seat 2; button 1; street 1; board - / - / -; board - / - / -; board - / - / -;"
        " open 1 Qs Qd 8h 4c 3s; open 3 Js Jc Th 7d 6d; hand As Kd 9h 5c 2c"
    )
    lines = run(text, *BUDGET).stdout.splitlines()
    assert lines[:2] == [
        "As Kd 9h 5c 2c: face-up, street 1 of 9, 2 opponents, rollouts by careful",
        "Opponents still have to place, clockwise: Js Jc Th 7d 6d; Qs Qd 8h 4c 3s.",
    ]
    (plain,) = plain_of(text, *BUDGET)
    assert plain["position"] == text
    (unknown,) = plain_of(text.replace(" open 1 Qs Qd 8h 4c 3s;", "").replace(" open 3 Js Jc Th 7d 6d;", ""), *BUDGET)
    assert unknown["candidates"] != plain["candidates"]
    assert "clockwise" not in run(unknown["position"], *BUDGET).stdout
    assert_refused(run(text.replace("open 3", "open 5")), "open: expected a number from 1 to 3, got 5")


# ---- losses ----

WORSE = "As Kh 8c / Qs Jd Td 5h 5c / 9c 7s 7h 7d 6h"
WORST = "As Kh Qs / Jd Td 9c 8c 6h / 7s 7h 7d 5h 5c"


def run_losses(*arguments, **options):
    return CliRunner().invoke(commands.cpoker, ["analyze", "--losses", *arguments], **options)


def test_losses_of_boards(tmp_path):
    path = tmp_path / "boards.txt"
    path.write_text(f"# two boards\n{WORSE}\n{WORST}\n")
    boards = [cp.Board.parse(text) for text in (WORSE, WORST)]
    expected = cp.analyze_many([board.hand for board in boards], "one-six", boards, opponents=2, has_button=True, seed=4)
    options = ["--rules", "one-six", "--opponents", "2", "--has-button", "--seed", "4", "--threads", "2"]
    plain = json.loads(run_losses(*options, "--json", "--file", str(path)).output)
    assert plain == json.loads(json.dumps(expected.to_dict()))
    title, text = run_losses(*options, "--file", str(path)).output.split("\n", 1)
    assert title == expected.title
    assert text.index(f"{expected.losses.max():.3f}") < text.index(f"{expected.losses.min():.3f}")  # the largest loss first
    assert re.findall(r"(?m)^ *(\d+)  ", text) == ["3", "2"]  # lines of the file
    assert "and 1 more" in run_losses(*options, "--top", "1", "--file", str(path)).output


def test_losses_against_a_field_of_tables(tmp_path):
    """Under rules with a pool, --deals is the number of tables."""
    field = cp.fields.Field("pool", [HIGH, LOW])
    field.save(tmp_path / "field.npz")
    boards = [cp.Board.parse(WORSE)]
    expected = cp.analyze_many([boards[0].hand], "pool", boards, field=field, tables=100)
    options = ["--rules", "pool", "--deals", "100", "--against", str(tmp_path / "field.npz"), "--json"]
    plain = json.loads(run_losses(*options, WORSE).output)
    assert plain == json.loads(json.dumps(expected.to_dict()))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((HAND,), "expected three rows separated by '/'"),
        ((WORSE, "--also", WORST), "give --losses or --also, not both"),
        ((WORSE, "--dead", "Ac"), "give --losses or --dead, not both"),
        ((WORSE, "--seconds", "1"), "give --losses or --seconds, not both"),
        ((WORSE, "--opponents", "4"), "--opponents 4: expected an int from 1 to 3"),
        ((WORSE, "--deals", "1"), "--deals 1: expected an int from 100 to 65536"),
        ((WORSE, "--against", "expert"), "--against expert: expected a file of boards with --losses, got a bot"),
    ],
)
def test_losses_of_bad_input(arguments, message):
    result = run_losses(*arguments)
    assert result.exit_code != 0
    assert message in result.output
