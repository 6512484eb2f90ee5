"""Hands of 13 cards in `cpoker analyze`, in a process of its own."""

import json
import os
import re
import shlex

import pytest
from command_line import cpoker, objects
from known_boards import HIGH, LOW
from terminals import lines_in_terminal

import cpoker_fast as cp

HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
FOUL = "As Ks Qs / Js 9s 8d 8h 5c / 5h 3d 3h 2c 7h"


def test_analyze():
    result = cpoker("analyze", *HAND.split(), "--seed", "1", "--deals", "200")
    assert result.returncode == 0
    assert "pagat, 3 opponents, 200 deals" in result.stdout
    best = cp.analyze(HAND, "pagat", deals=200, seed=1).best
    assert re.search(rf"{re.escape(str(best.board))} +{re.escape(f'{best.points.mean:+.3f}')} ", result.stdout)


def test_analyze_options(tmp_path):
    field = cp.Field("one-six", [HIGH, LOW])
    field.save(tmp_path / "field.npz")
    (plain,) = objects(
        cpoker(
            "analyze", "--json", "--rules", "one-six", "--opponents", "2", "--deals", "60", "--seed", "3", "--board", FOUL,
            "--all", "--against", str(tmp_path / "field.npz"), "--dead", "Ac", "--dead", "Ah", "--known", "Ad",
            "--known", "Kd", "--has-button", "--threads", "2", HAND,
        )
    )  # fmt: skip
    expected = cp.analyze(
        HAND,
        "one-six",
        2,
        deals=60,
        seed=3,
        boards=[FOUL],
        field=field,
        dead="Ac Ah",
        known=["Ad", "Kd"],
        has_button=True,
        all=True,
    )
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


def test_a_wide_terminal_has_one_line_a_board():
    lines = lines_in_terminal("analyze", MANY, *EIGHT, columns=140)
    _, rows = cp.analyze(MANY, "pagat", deals=200, seed=1).table()
    assert [line.split()[-11:] for line in lines[2:12]] == [words_of(row) for row in rows]
    assert cpoker("analyze", MANY, *EIGHT).stdout.splitlines() == lines


@pytest.mark.parametrize("columns", [40, 80, 100])
def test_text_that_is_not_in_a_terminal_has_the_width_of_the_environment(columns):
    result = cpoker("analyze", MANY, *EIGHT, env={**os.environ, "COLUMNS": str(columns)})
    lines = result.stdout.splitlines()
    assert lines == lines_in_terminal("analyze", MANY, *EIGHT, columns=columns)
    assert max(len(line) for line in lines if "/" not in line) <= columns


def test_columns_are_chosen_by_name():
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
        result = cpoker("analyze", HAND, "--columns", columns)
        assert (result.returncode, result.stdout) == (2, "")
        assert f"Error: --columns {shlex.quote(columns)}: " in result.stderr
        assert message in result.stderr
    shown = cpoker("analyze", "--help").stdout
    assert all(name.split()[0] in shown.partition("--columns")[2] for name in COLUMNS if "95%" not in name)


def test_added_boards_are_always_shown():
    """The foul is the last of all candidates, and not among the best two."""
    result = cpoker("analyze", MANY, *EIGHT, "--top", "2", "--board", "Ks Kd Jh / Tc 9c 8h 8d 7c / 6s 5h 5d 4h 2d")
    _, _, *rows, note = result.stdout.splitlines()
    analysis = cp.analyze(MANY, "pagat", deals=200, seed=1)
    assert len(rows) == 3
    assert rows[2].startswith("Ks Kd Jh / Tc 9c 8h 8d 7c / 6s 5h 5d 4h 2d (a foul) *")
    assert note == f"and {len(analysis.candidates) - 2} more; * dropped after fewer deals"


def test_the_title_is_wrapped():
    lines = lines_in_terminal("analyze", HAND, *EIGHT, columns=50)
    assert lines[:2] == ["As Ks Qs Js 9s 8h 8d 7h 5h 5c 3h 3d 2c: pagat, 3", "  opponents, 200 deals"]


def test_analyze_draws(tmp_path):
    pytest.importorskip("matplotlib")
    result = cpoker("analyze", HAND, "--deals", "50", "--plot", str(tmp_path / "chart.png"))
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "chart.png").stat().st_size > 1000
    for arguments, message in (
        ([HAND, "--plot", str(tmp_path / "none" / "chart.png")], "--plot"),
        ([HAND, "--plot", str(tmp_path / "chart.xyz")], "--plot"),
        ([HAND, HAND, "--plot", str(tmp_path / "chart.png")], "--plot: expected one hand, got 2"),
    ):
        result = cpoker("analyze", "--deals", "50", *arguments)
        assert result.returncode == 2
        assert message in result.stderr
        assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["As"], "bad hand: expected 13 cards (rules pagat) or 5 cards of the first street (rules pineapple), got 1"),
        (["As", "--rules", "pagat"], "bad hand: expected 13 cards, got 1"),
        ([HAND, "--opponents", "4"], "Error: --opponents 4: expected an int from 1 to 3"),
        ([HAND, "--dead", "As"], "Error: --dead As: card As is in the hand"),
        (
            [HAND, "--board", FOUL, "--board", "As"],
            "Error: --board As: bad board 'As': expected three rows separated by '/'",
        ),
        ([HAND, "--board", "As Kd / As / As"], "Error: --board 'As Kd / As / As': front: expected 3 cards, got 2 (As Kd)\n"),
        ([HAND, "--board", "As"], "Error: --board As: bad board 'As': expected three rows separated by '/', got 1"),
        ([HAND, "--known", "2s", "--known", "2s"], "Error: --known 2s: card 2s is dead or held by another player"),
        ([HAND, "--known", "2s", "--known", "Xx"], "Error: --known Xx: bad card 'Xx' at character 1"),
        ([HAND, "--dead", "2s Xx"], "Error: --dead '2s Xx': bad card 'Xx' at character 4"),
        (
            [HAND, "--opponents", "1", "--known", "2s", "--known", "2d"],
            "--known: expected at most 1, one for each opponent, got 2",
        ),
        ([HAND, "--deals", "1"], "Error: --deals 1: expected an int from 2"),
        ([HAND, "--threads", "-1"], "Error: --threads -1: expected an int from 0 (all CPUs)"),
        ([HAND, "--against", ""], "Error: --against '': expected a path"),
        ([HAND, "--rules", ""], "Error: unknown rules '': expected one of simple"),
        (
            [HAND, "--board", "As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 2d"],
            "7s 7h 7d 5h 2d': expected the cards of the hand, As Ks",
        ),
        ([HAND, "--against", "missing.npz"], "missing.npz: No such file"),
        ([HAND, "--against", "swift"], "--against swift: does not play pagat: expected one of random, careful, royalties"),
        ([HAND, "--against", "exec:"], "bad command ''"),
        ([HAND, "--against", "sys:version_info"], "--against sys:version_info: expected a name, a function, or an object"),
        ([HAND, "--against", __file__], "test_analyze.py: not a field, or a damaged one"),
    ],
)
def test_analyze_refuses(arguments, message):
    result = cpoker("analyze", *arguments)
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
