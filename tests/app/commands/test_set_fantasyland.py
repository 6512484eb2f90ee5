"""Hands of Fantasyland in `cpoker set`, run in this process."""

import json

import pytest
from click.testing import CliRunner
from terminals import lines_in_terminal

import cpoker_fast as cp
from cpoker_fast.app.commands import cpoker

HAND = "Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c"
THIRTEEN = "Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 5h"
THEIRS = ["Kh Kd 2c / As Ah 9s 9h 4c / Ts Th Td 8c 8d", "2s 3s 4s / 2h 3h 4h 7s 9d / 2d 3d 7d 9c Jc"]


def fantasyland(*arguments, stdin=""):
    return CliRunner().invoke(cpoker, ["set", "--rules", "pineapple", *arguments], input=stdin)


def objects(*arguments, stdin=""):
    result = fantasyland("--json", *arguments, stdin=stdin)
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def assert_is(plain, result):
    assert (plain["board"], plain["discarded"]) == (str(result.board), str(result.discarded))
    assert (plain["royalties"], plain["stays"], plain["value"]) == (result.royalties, result.stays, result.value)


def test_the_best_board_with_and_without_the_bonus():
    result = fantasyland(*HAND.split(), "--stay-bonus", "8")
    assert result.stdout == (
        "front   Tc 7h 4d        high card, ten seven four\n"
        "middle  Qh Qd Jd 5s 5d  two pair, queens and fives with jack\n"
        "back    Ks 6s 6h 6d 6c  four of a kind, sixes with king, royalty +10\n"
        "Discarded: 3c.\n"
        "10 royalty points; stays in Fantasyland, with 14 cards, worth 8; value +18\n"
        "Without the bonus: Qh Qd Tc / Ks Jd 6s 6h 6d / 7h 6c 5d 4d 3c\n"
        "  11 royalty points; leaves Fantasyland; value +11\n"
    )
    assert "Without" not in fantasyland(HAND, "--stay-bonus", "0").stdout
    (plain,) = objects(HAND)
    assert_is(plain, cp.arranging.best_fantasyland(HAND, "pineapple"))
    assert_is(plain["without_bonus"], cp.arranging.best_fantasyland(HAND, "pineapple", 0))
    worth = round(cp.studies.worth("pineapple").points[14], 2)
    value = f"10 royalty points; stays in Fantasyland, with 14 cards, worth {worth:g}; value +{10 + worth:g}\n"
    assert value in fantasyland(HAND).stdout
    (plain,) = objects(HAND, "--stay-bonus", "8")
    assert_is(plain, cp.arranging.best_fantasyland(HAND, "pineapple", 8))
    assert_is(plain["without_bonus"], cp.arranging.best_fantasyland(HAND, "pineapple", 0))
    assert [row["row"] for row in plain["rows"]] == ["front", "middle", "back"]
    (plain,) = objects(HAND, "--stay-bonus", "0")
    assert plain["without_bonus"] is None


@pytest.mark.parametrize("number", [1, 2])
def test_against_known_boards(number):
    hand = THIRTEEN
    against = [part for board in THEIRS[:number] for part in ("--against", board)]
    (plain,) = objects(hand, *against, "--stay-bonus", "3")
    assert_is(plain, cp.arranging.best_fantasyland(hand, "pineapple", 3, boards=THEIRS[:number]))
    assert "against the known boards" in " ".join(fantasyland(hand, *against).stdout.split())


def test_hands_of_all_sizes_from_a_file(tmp_path):
    hands = [" ".join(map(cp.format_card, cp.deal(1, size, seed=size)[0])) for size in (14, 17, 13, 15, 16)]
    path = tmp_path / "hands.txt"
    path.write_text("# hands\n" + "\n".join(hands))
    bonus = {14: 8, 15: 11, 16: 15, 17: 20}
    plains = objects("--rules", "progressive", "--stay-bonus", "14=8,15=11,16=15,17=20", "--file", str(path))
    for plain, hand in zip(plains, hands, strict=True):
        assert_is(plain, cp.arranging.best_fantasyland(hand, "progressive", bonus))
    assert fantasyland(stdin="\n".join(hands)).stdout.count("\n\nfront ") == 4


def test_fouls_bad_lines_and_rules_without_a_fantasyland(tmp_path):
    hand = "As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd Qc Js"
    assert fantasyland(hand, "--rules", "deuce-to-seven").stdout == "every board of this hand is a foul\n"
    assert objects(hand, "--rules", "deuce-to-seven")[0]["board"] is None
    result = fantasyland("--json", stdin=f"{HAND}\n{HAND} 2d\nKs Ks\n{HAND}\n")
    assert (result.exit_code, len(result.stdout.splitlines())) == (2, 2)
    assert "<stdin>:3: " in result.stderr
    path = tmp_path / "rules.toml"
    path.write_text('base = "simple"\nname = "streets"\nstreets = [[8, 8], [5, 5]]\n')
    result = fantasyland("--rules", str(path), THIRTEEN)
    assert (result.exit_code, result.stderr) == (2, "Error: the rules 'streets' have no Fantasyland\n")


@pytest.mark.parametrize(("arguments", "message"), [
    (["As Ks"], "bad hand: expected 13 to 17 cards, got 2"),
    ([HAND + " 9d", "--rules", "pagat"],
     "Error: bad hand: expected 13 cards, got 15: the rules 'pagat' have no Fantasyland"),
    ([HAND, "--stay-bonus", "nan"], "Error: --stay-bonus nan: expected a number from -1e9 to 1e9"),
    ([HAND, "--stay-bonus", "14=8=9"], "'--stay-bonus': expected points, or points by number of cards such as 14=8,15=11"),
    ([HAND, "--stay-bonus", "15=8"], "Error: --stay-bonus 15=8: expected a value for a next deal of 14 cards"),
    ([HAND, "--against", "As / Kd"], "--against: bad board"),
    ([HAND, "--against", THEIRS[0], "--against", THEIRS[0]], "--against: "),
    ([HAND.replace("Ks", "As"), "--against", THEIRS[0]], "bad hand: As is also in the board Kh Kd 2c"),
    ([HAND, "--rules", "face-up", "--against", THEIRS[0]], "expected 13 cards, got 14: naturals, side payments"),
    ([HAND, "--by", "points"], "--by is for hands that are dealt, got a hand of Fantasyland: 14 cards under the rules"),
    ([HAND, "--opponents", "2"], "--opponents is for hands that are dealt, got a hand of Fantasyland: 14 cards under"),
    ([HAND, "--has-button"], "--has-button is for hands that are dealt, got a hand of Fantasyland: 14 cards under the"),
    ([THIRTEEN, "--rules", "closed", "--by", "points", "--stay-bonus", "8"], "--by is for hands that are dealt, got a"),
    ([THIRTEEN, "--rules", "pagat", "--stay-bonus", "8"],
     "--stay-bonus is for hands of Fantasyland, got 13 cards under the rules 'pagat'\n"),
    ([THIRTEEN, "--rules", "pagat", "--against", "As Ah 2c / 9s 9h 9d 9c 4c / Ts Th Td 8c 8d"],
     "--against is for hands of Fantasyland, got 13 cards under the rules 'pagat'\n"),
    (["As Ks Qc 7d 7c"], "bad hand: expected 13 to 17 cards, got 5: `cpoker analyze` compares placements\n"),
    ([HAND, *(part for board in THEIRS * 2 for part in ("--against", board))], "--against: "),
])  # fmt: skip
def test_bad_input(assert_refused, arguments, message):
    assert_refused(fantasyland(*arguments), message)


def test_it_fits_a_small_terminal_and_threads_do_not_change_it():
    lines = lines_in_terminal("set", "--rules", "pineapple", HAND, "--against", THEIRS[0])
    assert max(map(len, lines)) <= 80
    assert "stays in Fantasyland, with 14 cards; value" in " ".join(" ".join(lines).split())
    assert lines[-1].endswith(" against the known boards")
    stdin = "\n".join([HAND] * 30)
    assert fantasyland("--threads", "2", stdin=stdin).stdout == fantasyland(stdin=stdin).stdout


def test_rules_and_cards_say_which_hands_are_those_of_fantasyland():
    """Rules of one street deal 13 cards; more are a Fantasyland, if the rules have one."""
    thirteen, more = THIRTEEN, HAND
    lines = [thirteen, more, more, thirteen, thirteen, more]
    plains = objects("--rules", "closed", stdin="\n".join(lines))
    assert ["stays" in plain for plain in plains] == [False, True, True, False, False, True]
    assert_is(plains[1], cp.arranging.best_fantasyland(more, "closed"))
    assert plains[0]["points"] == cp.arrange(thirteen, "closed").points
    assert all("stays" in plain for plain in objects("--rules", "closed", "--stay-bonus", "9", stdin="\n".join(lines)))
    assert "stays" in objects("--rules", "pineapple", thirteen)[0]
    text = fantasyland("--rules", "closed", stdin="\n".join(lines)).stdout
    assert text.count("\n\nfront ") == len(lines) - 1
