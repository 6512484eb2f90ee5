"""Dealt hands in `cpoker set`, against the functions that set and describe single hands."""

import json
import random
import subprocess
import sys
from math import isnan

import pytest
from click.testing import CliRunner
from command_line import cpoker as process

import cpoker_fast as cp
from cpoker_fast.app.commands import cpoker
from cpoker_fast.boards import ROWS

HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
NATURALS = [
    "2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As",
    "2s 2d 4s 4d 6s 6d 8s 8d Ts Td Qs Qd As",
    "2c 3c 4c 5h 6h 7h 8h 9h Ts Js Qs Ks As",
]
LOWBALL = cp.Rules(name="löw", lowball_middle=True)
DEAD_ROWS = cp.Rules(name="dead", lowball_middle=True, lowball_qualifier="9", dead_rows="out of order")


def set_hands(*arguments, stdin=""):
    return CliRunner().invoke(cpoker, ["set", *arguments], input=stdin)


def deal(number, size, seed):
    return [" ".join(map(cp.format_card, hand)) for hand in cp.deal_many(number, 1, cards=size, seed=seed)[:, 0].tolist()]


def decide(hand, rules, by, options):
    """Return a placement by the functions for one hand."""
    if by == "points":
        return cp.arrange(hand, rules, **options)
    return cp.Placement(*cp.best_royalties(hand, rules).rows)


def in_words(hand, decision, rules, opponents):
    against = f"against {opponents} opponent{'s' * (opponents > 1)}"
    if decision.board is None:
        return f"surrender  {decision.points:+.3f} points {against}\n"
    seat = cp.settling.read_seat(decision.board, rules)
    lines = []
    for row, cards, words, royalty in zip(ROWS, decision.board.rows, seat.descriptions, seat.royalties, strict=True):
        lines.append(f"{row:6}  {cards!s:14}  {words}" + (f", royalty {royalty:+d}" if royalty else ""))
    if seat.natural is not None:
        hidden = not isnan(decision.points) and not decision.declare
        lines.append(f"The hand makes a natural: {seat.natural}.")
        lines += ["It is not declared: the rows pay more."] * hidden
    if not isnan(decision.points):
        lines.append(f"{decision.points:+.3f} points expected {against}")
    return "".join(f"{line}\n" for line in lines)


def in_json(hand, decision, rules):
    plain = {"rules": rules.name, "board": None, "rows": [], "royalties": 0, "discarded": "", "natural": None}
    if decision.board is not None:
        seat = cp.settling.read_seat(decision.board, rules)
        rows = zip(ROWS, decision.board.rows, seat.descriptions, seat.royalties, strict=True)
        plain["board"] = str(decision.board)
        plain["rows"] = [
            {"row": row, "cards": str(cards), "description": words, "royalties": royalty}
            for row, cards, words, royalty in rows
        ]
        plain["royalties"] = sum(seat.royalties)
        plain["natural"] = None if seat.natural is None else str(seat.natural)
    plain["declare"] = None if isnan(decision.points) else bool(decision.declare) and decision.board is not None
    plain["points"] = None if isnan(decision.points) else decision.points
    return json.dumps(plain, ensure_ascii=False) + "\n"


def expected(texts, rules, by, as_json, **options):
    """Return the output for hands, by the functions for one hand."""
    hands = list(map(cp.CardSet, texts))
    decisions = [decide(hand, rules, by, options) for hand in hands]
    if as_json:
        return "".join(in_json(hand, decision, rules) for hand, decision in zip(hands, decisions, strict=True))
    opponents = options.get("opponents", 3)
    return "\n".join(in_words(hand, decision, rules, opponents) for hand, decision in zip(hands, decisions, strict=True))


HANDS = [*NATURALS, *deal(60, 13, seed=13), *deal(60, 13, seed=1)]


@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
@pytest.mark.parametrize("by", ["points", "royalties"])
@pytest.mark.parametrize("name", ["pagat", "two-four", "malayan", "hawaiian-gardens"])
def test_many_hands_are_set_like_single_hands(name, by, as_json):
    rules = cp.rules(name)
    result = set_hands("--rules", name, "--by", by, *["--json"] * as_json, stdin="\n".join(HANDS))
    assert result.exit_code == 0, result.stderr
    assert result.stdout == expected(HANDS, rules, by, as_json)


@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
@pytest.mark.parametrize("rules", [LOWBALL, DEAD_ROWS], ids=["lowball", "dead rows"])
def test_rows_of_other_scales(tmp_path, rules, as_json):
    """A lowball middle has its own words; of the rows of a foul, some may be dead."""
    path = tmp_path / "rules.toml"
    path.write_text(rules.to_toml(), encoding="utf-8")
    hands = deal(20, 13, seed=3)
    options = ["--rules", str(path), *["--json"] * as_json]
    result = set_hands(*options, "--opponents", "1", "--has-button", stdin="\n".join(hands))
    assert result.stdout == expected(hands, rules, "points", as_json, opponents=1, has_button=True)
    if rules.dead_rows == "out of order":
        assert "a dead row" in result.stdout


def spellings(hands):
    """Return lines with the hands in all valid spellings, between comments and blank lines."""
    rng = random.Random(4)
    lines = ["# hands of Friday", ""]
    for hand in hands:
        cards = []
        for card in hand.split():
            rank, suit = card
            rank = rng.choice([rank, "10" if rank == "T" else rank.lower()])
            place = "cdhs".index(suit)
            cards.append(rank + rng.choice([suit, suit.upper(), "♣♦♥♠"[place], "♧♢♡♤"[place] + "\ufe0f"]))
        text = rng.choice([" ", ",", ", ", "", "\t", "\u3000"]).join(cards)
        lines += [rng.choice(["", "  "]) + text + rng.choice(["", " ", "# a note, # and another"])]
        lines += [rng.choice(["", " \t", "  # only a note"])] * rng.randrange(2)
    return lines


@pytest.mark.parametrize(("start", "end"), [("", "\n"), ("\ufeff", "\r\n"), ("", "\r")], ids=["LF", "BOM and CRLF", "CR"])
def test_spellings_comments_and_line_ends(tmp_path, start, end):
    path = tmp_path / "hands.txt"
    path.write_bytes((start + end.join(spellings(HANDS))).encode())
    output = expected(HANDS, cp.rules("pagat"), "royalties", False)
    assert set_hands("--by", "royalties", "--file", str(path)).stdout == output
    assert set_hands("--by", "royalties", "--file", "-", stdin=path.read_bytes()).stdout == output


def test_very_long_lines(tmp_path):
    """A line of a million characters, mostly a comment or separators, takes many reads."""
    path = tmp_path / "hands.txt"
    blank = " " * 1_000_000
    path.write_text(f"{HAND} # {'x' * 1_000_000}\n{blank}{HAND}{',' * 1_000_000}\n{blank}\n{HAND}")
    shown = expected([HAND] * 3, cp.rules("pagat"), "royalties", False)
    assert set_hands("--by", "royalties", "--file", str(path)).stdout == shown


@pytest.mark.parametrize(("bad", "message"), [
    ("As Xx", "bad card 'Xx' at character 4: expected a rank"),
    ("  As 10h Th # twice", "card Th appears twice: again at character 8"),
    (",", "bad hand: expected 13 to 17 cards, got 0"), ("As Kd", "bad hand: expected 13 to 17 cards, got 2"),
    (deal(1, 18, seed=1)[0], "bad hand: expected 13 to 17 cards, got 18"), ("As\0", r"bad card '\x00' at character 3"),
    (deal(1, 5, seed=1)[0], "bad hand: expected 13 to 17 cards, got 5: `cpoker analyze` compares placements\n"),
])  # fmt: skip
@pytest.mark.parametrize("by", ["points", "royalties"])
def test_a_bad_line_ends_the_output(tmp_path, bad, message, by):
    """The hands before the line are set; the error names the file and the line, comments and blank lines counted."""
    path = tmp_path / "hands.txt"
    path.write_text("\n".join(["# hands", *HANDS[:30], "", bad, HAND]))
    result = set_hands("--by", by, "--json", "--file", str(path))
    assert (result.exit_code, result.stdout) == (2, expected(HANDS[:30], cp.rules("pagat"), by, True))
    assert f"Error: {path}:33: {message}" in result.stderr


@pytest.mark.parametrize("name", ["pagat", "two-four"])
@pytest.mark.parametrize("size", [12, 14, 17, 18])
def test_rules_without_a_fantasyland_deal_13_cards(name, size):
    hint = f": the rules '{name}' have no Fantasyland" if size in (14, 17) else ""
    for by in ("points", "royalties"):
        result = set_hands("--rules", name, "--by", by, "--json", stdin=f"{HAND}\n{deal(1, size, seed=2)[0]}\n")
        assert (result.exit_code, len(result.stdout.splitlines())) == (2, 1)
        assert result.stderr == f"Error: <stdin>:2: bad hand: expected 13 cards, got {size}{hint}\n"


def test_without_rules_13_cards_are_set_under_pagat_and_more_under_pineapple():
    """Each line is set as if it were alone."""
    hands = [HAND, *deal(2, 14, seed=3), HAND]
    result = set_hands("--json", stdin="\n".join(hands))
    assert [json.loads(line)["rules"] for line in result.stdout.splitlines()] == ["pagat", "pineapple", "pineapple", "pagat"]
    assert result.stdout == "".join(set_hands("--json", hand).stdout for hand in hands)
    assert set_hands(stdin="\n".join(hands)).stdout == "\n".join(set_hands(hand).stdout for hand in hands)
    assert set_hands("-", stdin=HAND).stdout == set_hands(HAND).stdout


def test_hands_without_a_legal_board_and_bytes_that_are_no_text_end_the_output(tmp_path):
    """By royalties, a hand that can only be a foul is an error; by points, the foul is set."""
    path = tmp_path / "rules.toml"
    path.write_text('base = "simple"\nlowball_middle = true\nlowball_qualifier = "7"\n')
    legal, hopeless = "2c 3d 4h 5s 7c As Ah Ad Ks Kh Kd Qs Qh", "As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd Qc Js"
    arguments = ["--rules", str(path), "--by", "royalties", "--json"]
    result = set_hands(*arguments, stdin=f"{legal}\n# none\n{legal}\n{hopeless}\n{legal}\nXx\n")
    assert (result.exit_code, len(result.stdout.splitlines())) == (2, 2)
    assert "<stdin>:4: no board of this hand is legal under these rules" in result.stderr
    assert set_hands("--rules", str(path), hopeless).exit_code == 0
    # All hands on lines before them are set; the position counts from the start of the file.
    path = tmp_path / "hands.txt"
    start = f"{HAND}\n".encode() * 5000
    path.write_bytes("\ufeff".encode() + start + b"As \xff\n" + start)
    result = set_hands("--by", "royalties", "--json", "--file", str(path))
    assert (result.exit_code, len(result.stdout.splitlines())) == (2, 5000)
    assert f"hands.txt: not UTF-8 text: invalid start byte at byte {3 + len(start) + 3 + 1}\n" in result.stderr
    path.write_bytes(start + "♠".encode()[:2])
    assert f"unexpected end of data at byte {len(start) + 1}\n" in set_hands("--file", str(path)).stderr


def test_arguments_are_texts_and_points_name_the_opponents():
    """In arguments, # begins no comment, and an empty text among others is an error."""
    shown = expected([HAND, HANDS[0]], cp.rules("pagat"), "royalties", False)
    assert set_hands("--by", "royalties", HAND, HANDS[0]).stdout == shown
    assert "Error: bad hand: expected 13 to 17 cards, got 0" in set_hands(HAND, "").stderr
    assert "Error: bad card '#' at character 40" in set_hands(f"{HAND} # mine").stderr
    assert set_hands(HAND).stdout.endswith(" points expected against 3 opponents\n")
    assert set_hands("--opponents", "1", HAND).stdout.endswith(" points expected against 1 opponent\n")
    weak = "2s 3h 4d 5c 7s 8h 9d Tc Qs Kh 2c 3d 4s"
    surrender = set_hands("--rules", "two-four", "--opponents", "2", weak).stdout
    assert surrender.startswith("surrender  -")
    assert surrender.endswith(" points against 2 opponents\n")
    assert "opponent" not in set_hands("--by", "royalties", HAND).stdout


def test_threads_and_pipes_do_not_change_the_output():
    stdin = "\n".join(HANDS)
    assert set_hands("--threads", "2", stdin=stdin).stdout == set_hands(stdin=stdin).stdout
    assert "'--threads': -1 is not in the range" in set_hands("--threads", "-1", HAND).stderr
    stdin = "\n".join(HANDS[:20])
    assert process("set", "--by", "royalties", stdin=stdin).stdout == set_hands("--by", "royalties", stdin=stdin).stdout


def test_a_stream_needs_little_memory(tmp_path):
    """The peak does not grow with the number of hands: neither input nor output is held in memory."""
    pytest.importorskip("resource", reason="Windows does not report peaks this way")
    peaks = []
    for number in (4_000, 80_000):
        path = tmp_path / "hands.txt"
        path.write_text(f"{HAND}\n" * number)
        code = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True);"
        code += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        command = [sys.executable, "-P", "-m", "cpoker_fast", "set", "--by", "royalties", "--file", str(path)]
        result = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, check=True)
        peaks.append(int(result.stdout) * (1 if sys.platform == "darwin" else 1024))
    assert peaks[1] - peaks[0] < 4_000_000  # 80,000 hands are 3 MB of input and 12 MB of output
