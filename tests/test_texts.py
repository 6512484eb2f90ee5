"""Text of many cards against Python's own formatting."""

import json
import random

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast._texts import PlacementWriter, Words, read_lines, write_rows
from cpoker_fast.rulebook.compiling import compiled

BOARD = cp.Board.parse("7h 5h 5c / 8h 8d 3h 3d 2c / As Ks Qs Js 9s")


def writer():
    return PlacementWriter(compiled(cp.rules("simple")), "simple", (), (Words(cp.describe),) * 3, "3 opponents")


def write(points, *, as_json):
    n = len(points)
    hands, boards = np.full(n, BOARD.hand.mask, np.uint64), np.tile(BOARD.to_array(), (n, 1))
    return writer().write(hands, boards, np.zeros(n, np.uint8), np.array(points, float), as_json, True)


def test_numbers_are_those_of_python():
    rng = random.Random(1)
    points = [0.0, -0.0, -0.0004, 0.0005, 1.0005, -2.5, 1e22, 1.5e-7, 123456.7895, -1e-300, 0.1 + 0.2]
    points += [rng.gauss(0, 10) for _ in range(300)] + [rng.randrange(-9999, 9999) / 1000 + 0.0005 for _ in range(300)]
    lines = [line for line in write(points, as_json=False).splitlines() if "points" in line]
    assert [line.split()[0] for line in lines] == [f"{number:+.3f}" for number in points]
    for line, number in zip(write(points, as_json=True).splitlines(), points, strict=True):
        assert line.endswith(f'"points": {number!r}}}')
        assert json.loads(line)["points"] == number


def test_cards_that_are_not_on_the_board_are_discarded():
    hands, points = np.array([(BOARD.hand | "Td 4s").mask], np.uint64), np.full(1, np.nan)
    columns = hands, BOARD.to_array()[None], np.zeros(1, np.uint8), points
    assert writer().write(*columns, False, True).endswith("\nDiscarded: Td 4s.")
    assert json.loads(writer().write(*columns, True, True))["discarded"] == "Td 4s"


def test_descriptions_need_no_escapes_in_json():
    """The writers copy descriptions and names of naturals into JSON as they are."""
    lowball = map(cp.ranking.describe_lowball, range(7462))
    words = [*map(cp.describe, range(7917)), *lowball, *map(str, cp.rulebook.Pattern), "a dead row"]
    assert all(word.isascii() and json.dumps(word) == f'"{word}"' for word in words)


def test_every_strength_is_written():
    """Each row of the scale once, as text and as JSON; a description is made only once."""
    calls = []

    def describe(strength):
        calls.append(strength)
        return cp.describe(strength)

    rows = [cp.CardSet(cards) for cards in ("As Kd Qc", "4c 3d 2h", "Ts Th Tc 4d 4s", "As Ks Qs Js Ts", "9s 9h 4c")] * 2
    masks = np.array([row.mask for row in rows], np.uint64)
    strengths, words = cp.strengths(masks), Words(describe)
    text, lines = (write_rows(masks, strengths, words, 14, as_json, "lowest") for as_json in (False, True))
    lines = lines.splitlines()
    for row, value, shown, line in zip(rows, strengths.tolist(), text.splitlines(), lines, strict=True):
        assert shown == f"{row!s:14}  {value:8}  {cp.describe(value)}"
        assert line == json.dumps({"cards": str(row), "strength": value, "description": cp.describe(value)})
    assert sorted(calls) == sorted(set(strengths.tolist()))
    for strength in (-2, 7917, 1 << 15):
        with pytest.raises(ValueError, match="bad strength"):
            write_rows(masks[:1], np.array([strength], np.int32).astype(np.uint16), Words(cp.describe), 14, False, "lowest")


def test_reading_stops_at_a_bad_line():
    lines = ["As Kd Qc", "", "# note", "2c3c4c # low", "As Kd", "5c 6c 7c"]
    masks, sizes, indices, bad = read_lines(lines, 0, 1 << 3, 0, True)
    assert [str(cp.CardSet.from_mask(mask)) for mask in masks] == ["As Kd Qc", "4c 3c 2c"]
    assert (sizes.tolist(), indices.tolist(), bad) == ([3, 3], [0, 3], 4)
    assert read_lines(lines, 0, 1 << 3 | 1 << 2, 0, True)[3] == 6
    assert read_lines(lines, 0, 1 << 3 | 1 << 2, cp.CardSet("3c").mask, True)[3] == 3
    assert read_lines(lines, 0, 1 << 3, 0, False)[3] == 1  # an empty text that is not a line of a file
    for size in range(1, 53):  # numbers of cards that differ by 32 are not confused
        line = str(cp.CardSet(range(size)))
        assert [other for other in range(1, 53) if read_lines([line], 0, 1 << other, 0, False)[3]] == [size]
