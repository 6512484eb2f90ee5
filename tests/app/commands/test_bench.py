"""`cpoker bench`: hands of files, functions of the user, and errors of both."""

import os
import re
from functools import partial

import pytest

import cpoker_fast as cp

pytest.importorskip("click")
from command_line import cpoker, objects

from cpoker_fast.app.bench.evaluators import SIZES, package_evaluators
from cpoker_fast.app.bench.measuring import Measurement, speed_rows

MINE = """
import numpy as np
import cpoker_fast as cp

def of_list(cards):
    return -cp.strength(cards)

def of_array(cards):
    return cp.strengths(cards)

def of_array_lower(cards):
    return 1 / (1 + cp.strengths(cards).astype(float))

def by_suits(cards):
    return cards[:, 0].astype(int)

def short(cards):
    return cp.strengths(np.atleast_2d(cards))[:-1]

def same(cards):
    return 1

def late(cards):
    if 0 in cards and 17 in cards:
        raise KeyError("no seventeen")
    return cp.strength(cards)

def texts(cards):
    return "high"

number = 5
"""


@pytest.fixture
def bench(tmp_path, monkeypatch):
    """Run the command in a folder with `mine.py`, on few hands."""
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    return partial(cpoker, "bench", "--hands", "300", "--single", "200", "--repeat", "1")


def rows(result):
    return {row["evaluator"]: row for row in objects(result) if "evaluator" in row}


def test_functions_of_one_hand_and_of_arrays(bench):
    functions = ("mine:of_list", "mine.py:of_list", "mine.py:of_array", "mine:of_array_lower", "cpoker_fast:strengths")
    by_name = rows(bench("--json", *functions))
    ours = [evaluator.name for evaluator in package_evaluators()]
    given = {name: "list of ints" if name.endswith("of_list") else "uint8[n, 5]" for name in functions}
    assert [*by_name] == [*ours, *(f"{name} ({what})" for name, what in given.items())]
    for name, row in by_name.items():
        assert (row["disagreements"], row["pairs"], row["cards"]) == (0, 200, 5)
        assert row["hands"] == "random hands of 5 cards, seed 1"
        assert row["hands_per_second"] > 0
        assert row["batch"] == ("[n" in name)


def test_an_evaluator_is_measured_beside_the_named_packages(bench):
    by_name = rows(bench("--json", "mine:of_list", "--evaluator", "mine.py:of_array", "--evaluator", "mine.py:by_suits"))
    array = "(uint8[n, 5])"
    assert [*by_name][-3:] == ["mine:of_list (list of ints)", f"mine.py:of_array {array}", f"mine.py:by_suits {array}"]
    assert by_name["mine.py:by_suits (uint8[n, 5])"]["disagreements"] > 50
    text = bench("mine:of_list", "--evaluator", "mine.py:by_suits").stdout
    assert re.search(r"mine:of_list \(list of ints\) +[\d.]+ +[\d.]+ +0 of 200", text)
    assert re.search(r"mine.py:by_suits \(uint8\[n, 5\]\) +[\d,.]+ +[\d.]+ +\d+ of 200", text)
    assert re.search(r"cpoker_fast.strengths \(uint8\[n, 5\]\), \w+ +[\d,.]+ +[\d.]+ +0 of 200", text)
    for title in ("Hands: random hands of 5 cards, seed 1\n", "\nSingle calls\n", "\nBatches of 300 hands\n"):
        assert title in text


def test_the_reference_is_another_package_or_this_one_but_no_function_of_the_user():
    def measured(name, speed, *, is_users=False):
        return Measurement(
            evaluator=name, is_batch=False, hands_per_second=speed, disagreements=0, pairs=9, is_users=is_users
        )

    ours, users, other = (
        measured("cpoker_fast.strength", 4e6),
        measured("mine:rank", 8e6, is_users=True),
        measured("eval7", 2e6),
    )
    for measurements, relative in (
        ((ours, users, other), ["4", "2", "1"]), ((ours, users), ["2", "1"]), ((users,), ["1"]), ((), []),
    ):  # fmt: skip
        assert [row[2] for row in speed_rows(measurements, is_batch=False)] == relative


def test_names_are_whole_in_a_narrow_terminal(bench):
    lines = bench("mine:of_list", env={**os.environ, "COLUMNS": "80"}).stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("cpoker_fast.strengths (prepared masks, uint64[n]) ") for line in lines)


@pytest.mark.parametrize("cards", SIZES)
def test_hands_of_each_size(bench, cards):
    result = bench("--json", "--cards", str(cards), "--evaluator", "mine.py:of_array", "treys")
    by_name = rows(result)
    assert all(row["disagreements"] == 0 and row["cards"] == cards for row in by_name.values())
    assert f"mine.py:of_array (uint8[n, {cards}])" in by_name
    missing = [row for row in objects(result) if "missing" in row]
    if cards == 3:
        assert missing == [{"missing": "treys", "reason": "it ranks hands of 5, 6 or 7 cards"}]


SPELLINGS = """# my hands
As Ks Qs Js 10s   # the best
9s9h4c4d2s

A♠ 2♣ 3♦ 4♥ 5♠
Ts, Th, Tc, 5d, 5s
"""


def test_hands_of_a_file(bench, tmp_path):
    (tmp_path / "five.txt").write_text(SPELLINGS, encoding="utf-8")
    (tmp_path / "three.txt").write_text("As Ks Qs\n9s 9h 4c\n" * 200, encoding="utf-8")
    by_name = rows(bench("--json", "mine:of_list", "--file", "five.txt"))
    assert {row["hands"] for row in by_name.values()} == {"4 hands of 5 cards from five.txt, repeated to 300"}
    assert {(row["disagreements"], row["pairs"]) for row in by_name.values()} == {(0, 200)}
    for options in ((), ("--cards", "3")):
        by_name = rows(bench("--json", "mine:of_list", "-f", "three.txt", *options))
        assert {row["hands"] for row in by_name.values()} == {"300 hands of 3 cards from three.txt"}
        assert {row["cards"] for row in by_name.values()} == {3}
    piped = bench("mine:of_list", "-f", "-", stdin=SPELLINGS)
    assert "Hands: 4 hands of 5 cards from <stdin>, repeated to 300\n" in piped.stdout


def test_wrong_orders_are_counted_on_the_hands_of_the_file(bench, tmp_path):
    """Of three hands in a circle, the function exchanges two: of 200 pairs, each third is wrong."""
    rows_of_file = ["2c 3d 4h 5s 7d", "2c 2d 3h 4s 5d", "As Ad Ah Ac Ks"]
    (tmp_path / "file.txt").write_text("\n".join(rows_of_file))
    code = "def exchanged(cards):\n    s = cp.strength(cards)\n    return {low: pair, pair: low}.get(s, s)\n"
    low, pair = (cp.strength(row) for row in rows_of_file[:2])
    (tmp_path / "wrong.py").write_text(f"import cpoker_fast as cp\nlow, pair = {low}, {pair}\n{code}")
    by_name = rows(bench("--json", "wrong.py:exchanged", "--file", "file.txt"))
    assert by_name["wrong.py:exchanged (list of ints)"]["disagreements"] == 67


@pytest.mark.parametrize(("arguments", "message"), [
    (["nonsense"], "bad evaluator 'nonsense': expected module:function, file.py:function or one of eval7, pkrbot, "),
    (["os:nonsense"], "bad evaluator 'os:nonsense': module 'os' has no attribute 'nonsense'"),
    (["mine.py:number"], "bad evaluator 'mine.py:number': expected a function"),
    (["--evaluator", "nowhere/x.py:rank"], "bad evaluator 'nowhere/x.py:rank': "),
    (["--evaluator", "mine.py:"], "expected module:function, file.py:function or one of"),
    (["mine:short"], "bad evaluator 'mine:short': it does not rank hands of five cards: given uint8[n, 5], it returned"),
    (["mine:short"], "shape (10,), expected (11,); given list of ints, it returned values of shape (11, 0), expected (11,)"),
    (["mine:same"], "bad evaluator 'mine:same': given list of ints, it returned 1 for the best hand and for a weak one"),
    (["mine:texts"], "given list of ints, it returned values of dtype <U4, expected whole numbers of 64 bits, or floats"),
    (["mine:late", "--single", "5000"], "evaluator mine:late (list of ints): it raised KeyError: 'no seventeen' (for "),
    (["-f", "none.txt"], "none.txt: No such file or directory"),
    (["-f", "empty.txt"], "empty.txt: expected at least one line"),
    (["-f", "mixed.txt"], "mixed.txt:3: expected 3 cards, as in the first hand, got 5"),
    (["-f", "mixed.txt", "--cards", "5"], "mixed.txt:2: expected 5 cards (--cards), got 3"),
    (["-f", "bad.txt"], "bad.txt:2: "), (["-f", "four.txt"], "four.txt:1: bad row: expected 3, 5, 6 or 7 cards, got 4"),
    (["-f", "mixed.txt", "--seed", "1"], "--seed is for random hands, not for --file"),
    (["--cards", "4"], "'4' is not one of '3', '5'"),
])  # fmt: skip
def test_errors(bench, tmp_path, arguments, message):
    files = {
        "mixed": "# three\nAs Ks Qs\nAs Ks Qs Js Ts\n",
        "bad": "As Ks Qs\nAs Ks Qx\n",
        "four": "As Ks Qs Js\n",
        "empty": "#\n",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.txt").write_text(text)
    result = bench(*arguments)
    assert result.returncode == 2, result.stdout
    assert message in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr
