"""Dead hands, settled as fouls without cards."""

import copy
import dataclasses
import io
import json
import pickle

import numpy as np
import pytest
from known_boards import DRAGON, FOUR_MORE, HIGH, LOW, PAGAT_WITH_SURRENDER
from one_street import on_one_street
from rich.console import Console

import cpoker_fast as cp
from cpoker_fast import errors

CLOSED = [name for name in cp.presets() if not cp.rules(name).has_fantasyland and not cp.rules(name).has_pool]

SHORT = "Qc Jd / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h"  # two cards in front


def points(boards, rules, **options):
    return cp.settle(boards, rules, **options).points


def test_there_is_one_dead_hand():
    assert repr(cp.FOUL) == "FOUL"
    assert cp.FOUL is pickle.loads(pickle.dumps(cp.FOUL)) is copy.deepcopy(cp.FOUL)
    settled = cp.settle([HIGH, cp.FOUL], "pagat")
    assert pickle.loads(pickle.dumps(settled)) == settled
    assert settled.seats[1].board is cp.FOUL
    assert cp.settling.is_foul_under(cp.FOUL, "pagat")


@pytest.mark.parametrize("name", CLOSED)
def test_a_dead_hand_costs_as_much_as_a_foul(name):
    """HIGH has no royalty under most rules and wins three rows, a scoop and the overall point, or the fixed price."""
    rules = dataclasses.replace(cp.rules(name), aces=(), dealer_compensation=0)
    royalties = sum(cp.settling.read_seat(HIGH, rules).royalties)
    row = (rules.match_points or 3 * rules.row_points) + rules.scoop_bonus + rules.overall_points + royalties
    price = row * rules.scoop_times if rules.foul is None else rules.foul + royalties * rules.foul_pays_royalties
    assert points([HIGH, cp.FOUL], rules) == (price, -price)
    assert points({"Ann": cp.FOUL, "Bob": HIGH}, rules, button="Bob") == (-price, price)
    assert points([cp.FOUL, cp.FOUL], rules) == (0, 0)


def test_in_many_tables():
    """Dead hands are settled in lists and arrays, in one table and many, together with a surrender."""
    tables = [[HIGH, cp.FOUL, None], [cp.FOUL, LOW, HIGH], [cp.FOUL, None, cp.FOUL]] * 5
    expected = [list(points(table, PAGAT_WITH_SURRENDER)) for table in tables]
    assert expected[0] == [4, -2, -2]
    codes = {None: [255] * 13, cp.FOUL: [254] * 13} | {board: cp.Board.parse(board).cards() for board in (HIGH, LOW)}
    array = np.array([[codes[board] for board in table] for table in tables], np.uint8)
    assert cp.settle_many(tables, PAGAT_WITH_SURRENDER).tolist() == expected
    for threads in (1, 2):
        assert cp.settle_many(array, PAGAT_WITH_SURRENDER, threads=threads).tolist() == expected
    assert cp.settle_many([[cp.FOUL, cp.FOUL]], "pagat").tolist() == [[0, 0]]


def test_a_dead_hand_has_no_natural_and_no_aces():
    for keeps in (False, True):
        rules = dataclasses.replace(cp.rules("pagat"), foul_keeps_natural=keeps)
        settled = cp.settle([DRAGON, cp.FOUL], rules)
        assert (settled.points, settled.seats[1].naturals) == ((13, -13), ())
        with pytest.raises(errors.RulesError, match=r"declare\[1\]: the board may not declare 'dragon'"):
            cp.settle([HIGH, cp.FOUL], rules, declare=[True, "dragon"])
    # HIGH has one ace, worth 1; LOW has two, worth 2, with the ace of spades; a dead hand pays the full difference.
    rules = cp.Rules(aces=(1, 2, 6, 8), dealer_compensation=5)
    assert (points([HIGH, cp.FOUL], rules), points([cp.FOUL, LOW], rules)) == ((3 + 1, -4), (-3 - 2 - 5, 10))
    assert points([cp.FOUL, cp.FOUL], rules) == (0, 0)


def test_all_rows_of_a_dead_hand_are_dead():
    """Where only rows out of order are dead, a dead hand loses three rows and pays nothing for the foul."""
    royalties = cp.rulebook.Royalties(front={"pair": 2}, back={"full house": 4}, on="always")
    rules = cp.Rules(dead_rows="out of order", scoop_bonus=3, royalties=royalties, foul=50, foul_pays_naturals=True)
    settled = cp.settle([HIGH, cp.FOUL, cp.FOUL], rules)
    assert settled.points == (2 * (6 + 4), -10, -10)
    assert (settled.pairs[0].rows, settled.pairs[2].rows) == ((1, 1, 1), (0, 0, 0))
    assert "a dead row on both sides, a tie" in settled.explain()
    assert cp.settle_many([[HIGH, cp.FOUL, cp.FOUL]] * 9, rules).tolist() == [[20, -10, -10]] * 9


def test_ways_to_pair():
    assert points([HIGH, cp.FOUL, LOW], "pool") == points([HIGH, FOUR_MORE, LOW], "pool") == (12, -6, -6)
    assert (points([cp.FOUL] * 3, "pool"), points([cp.FOUL, LOW], "pool")) == ((0, 0, 0), (-6, 6))
    banker = cp.Rules(pairings="banker", row_ties="house")
    assert points([HIGH, cp.FOUL, LOW], banker, button=1) == (3, -6, 3)
    assert points([HIGH, cp.FOUL, LOW], banker, button=2) == (3, -3, 0)
    assert points([HIGH, cp.FOUL, cp.FOUL], "single-winner") == points([HIGH, LOW, FOUR_MORE], "single-winner")
    assert points([HIGH, LOW, cp.FOUL], "hawaiian-gardens") == (18, -9 + 6, -15)  # a home run, 9 each; and a scoop
    assert points([cp.FOUL, HIGH, cp.FOUL], "singapore") == (-6, 12, -6)
    assert cp.settle([HIGH, cp.FOUL, LOW], "simple", stacks=[10, 2, 10]).chips == (5, -2, -3)


def table_of(rules, **options):
    table = cp.app.table.Table(rules, **options)
    table.sit("A", 300), table.sit("B", 300)
    return table


@pytest.mark.parametrize(("boards", "points"), [
    ({"A": cp.FOUL, "B": HIGH}, (9 + 6, -15)), ({"A": [cp.FOUL, HIGH], "B": [LOW, cp.FOUL]}, (10 - 8, -10, -15, 8 + 15)),
])  # fmt: skip
def test_a_dead_hand_is_recorded_in_the_ledger(tmp_path, boards, points):
    """A dead hand pays like a foul, its unknown cards move no button, and the ledger is read back."""
    rules = dataclasses.replace(on_one_street("face-up"), dealer_compensation=1)
    table = table_of(rules, ledger=tmp_path / "ledger")
    table.deal(len(points) // 2)
    assert table.settle(boards).points == points
    assert table.events[-1]["boards"].count("foul") == len(points) // 2
    again = cp.app.table.Table.from_ledger(tmp_path / "ledger")
    assert (again.stacks, again.button, again.events) == (table.stacks, table.button, table.events)
    assert sum(again.stacks.values()) == 600


def test_a_dead_hand_of_reserved_cards():
    table, deck = table_of("simple", reserve_hands=True), list(cp.CardSet(range(52)) - cp.Board.parse(HIGH).hand)
    table.settle({"A": HIGH, "B": cp.FOUL}, reserved={"A": deck[:13], "B": deck[13:26]})
    assert table.settle({"A": cp.FOUL, "B": cp.FOUL}).points == (0, 0)


def printed(settled):
    console = Console(width=400, file=io.StringIO())
    console.print(settled)
    return console.file.getvalue()


def test_readouts():
    settled = cp.settle({"Ann": HIGH, "Bob": cp.FOUL}, "simple")
    assert settled.explain().startswith("Ann v Bob: +3\n  Bob fouls: a dead hand\n  Ann scoops\n  rows: +3")
    assert "\nBob: foul: a dead hand\n" in settled.summary()
    assert "foul: a dead hand" in settled._repr_html_()
    assert "foul: a dead hand" in printed(settled)
    assert settled.seats[1].strengths == (-1, -1, -1)
    plain = json.loads(json.dumps(settled.to_dict()))
    assert [seat["board"] for seat in plain["seats"]] == [["Ah Kd 2c", "9s 9h 4d 4c 3s", "Ts Th Tc 5s 5d"], "foul"]
    assert plain["seats"][1]["foul"] is True
    assert "  front, 2 in the pool: Ann 1 with high card, ace king two" not in cp.settle([HIGH, cp.FOUL], "pool").explain()


HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
DEAD = np.full((1, 13), 254, np.uint8)
FEW = r"front: expected 3 cards, got 2 \(Qc Jd\)"
NO_DEAD_HAND = r"expected a Board.*, got FOUL|expected a board, got a dead hand"


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda: cp.settle([HIGH, SHORT], "simple"), errors.BoardError, f"board 2: {FEW}; pass FOUL for a dead hand"),
    (lambda: cp.settle_many([[HIGH, SHORT]], "simple"), errors.BoardError,
     f"table index 0: board index 1: {FEW}; pass FOUL for a dead hand"),
    *((lambda text=text: cp.settle([HIGH, text], "simple"), errors.BoardError,
       r"^board 2: bad board '.*': expected three rows .*; pass FOUL for a dead hand$") for text in ("foul", " FOUL")),
    (lambda: cp.arranging.best_response(HAND, "simple", [SHORT]), errors.BoardError, f"^board 1: {FEW}$"),
    (lambda: cp.arranging.best_response(HAND, "simple", [5]), errors.BoardError,
     "^board 1: expected a Board, text, three rows, 13 cards or None, got 5$"),
    (lambda: cp.arranging.best_response(HAND, "pagat", [cp.FOUL]), errors.BoardError, NO_DEAD_HAND),
    (lambda: cp.arranging.best_fantasyland(HAND, "pineapple", boards=[cp.FOUL]), errors.BoardError, NO_DEAD_HAND),
    *((lambda boards=boards: cp.arranging.best_fantasyland_many([HAND], "pineapple", boards=boards), errors.BoardError,
       NO_DEAD_HAND) for boards in ([[cp.FOUL]], DEAD[None])),
    (lambda: cp.fields.Field("pagat", [cp.FOUL]), errors.BoardError, NO_DEAD_HAND),
    (lambda: cp.fields.Field("pagat", DEAD), errors.BoardError, "board index 0: expected a board, got a dead hand"),
    (lambda: cp.fields.Field("pagat", [HIGH]).points([cp.FOUL]), errors.BoardError, NO_DEAD_HAND),
    (lambda: cp.settling.read_seat(cp.FOUL, "pagat"), errors.BoardError, NO_DEAD_HAND),
    (lambda: cp.analyze(HAND, "pagat", also=[cp.FOUL]), errors.PlacementError, r"^also\[0\]: bad rows FOUL"),
])  # fmt: skip
def test_missing_cards_and_dead_hands_are_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


FRONT, MIDDLE = "the front is stronger than the middle", "the middle is stronger than the back"


@pytest.mark.parametrize(("board", "rules", "words"), [
    ("9s 9h 4c / Ah Kd Qc 7h 2d / Ts Th Tc 5d 5s", "pagat", FRONT),
    ("9s 8h 4c / Ts Th Tc 5d 5s / Ah Kd Qc 7h 2d", "pagat", MIDDLE),
    ("9s 9h 4c / Ah Kd Qc 7h 2d / Ts 8d 6c 5d 3s", "pagat", f"{FRONT}, and {MIDDLE}"),
    ("4h 3d 2c / Ah Kd 9s 8h 7c / As Kh 9d 8c 7s", "face-up", "the middle is as strong as the back"),
    ("4h 3d 2c / 6c 5d 4c 3h 2d / As 5h 4s 3s 2h", "simple", MIDDLE),
    ("4h 3d 2c / 6c 5d 4c 3h 2d / As 5h 4s 3s 2h", "thirteen-water", ""),
    ("9s 9h 4c / 8h 6d 5c 3h 2d / Ah Kd Qc 7h 2s", "lowball-middle", "the front is stronger than the back"),
    ("9s 9h 4c / Jh 6d 5c 3h 2d / Ah Kd Qc 7h 2s", "deuce-to-seven",
     "the front is stronger than the back, and the middle is not T-low or better"),
])  # fmt: skip
def test_fouls_say_which_rows_are_out_of_order(board, rules, words):
    """Every readout names the rows, which depend on the order in the rules."""
    settled = cp.settle({"Ann": board, "Bob": cp.FOUL}, rules)
    if not words:
        assert "Ann fouls" not in settled.explain()
        return
    assert f"Ann: foul: {words}" in settled.summary()
    assert f"Ann fouls: {words}\n" in settled.explain()
    assert f"foul: {words}" in settled._repr_html_()
    assert f"foul: {words}" in printed(settled)


def test_dead_rows_have_a_reason():
    boards = {"Ann": "Kc Kd 2h / Qs Jd 9h 8c 7s / As Ts 8s 5s 3s", "Bob": cp.FOUL}
    assert cp.settle(boards, cp.Rules(dead_rows="out of order")).explain().splitlines()[1:4] == [
        f"  Ann fouls: {FRONT}", "  Bob fouls: a dead hand", "  front: a dead row on both sides, a tie",
    ]  # fmt: skip
