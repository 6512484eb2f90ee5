"""Costs of fouls, naturals that a board may declare, and dead rows."""

import dataclasses
import itertools

import numpy as np
import pytest
import reference
from finished_deals import FLUSHES, PLAIN
from hypothesis import given, strategies as st
from known_boards import DRAGON, FOUL, HIGH, rows_of

import cpoker_fast as cp
from cpoker_fast import errors, rulebook
from cpoker_fast.game.positions import Positions
from cpoker_fast.players.preparing import prepared

CLOSED = [name for name in cp.presets() if not cp.rules(name).has_fantasyland and not cp.rules(name).has_pool]
STRAIGHTS = "2c 3c 4c / 4h 5d 6h 7c 8c / 9d Tc Js Qc Kc"


def another(board, rules="simple"):
    """Return a legal board of cards that are not in `board`, without a natural of most rules."""
    deck = cp.CardSet(range(52)) - cp.Board.parse(str(board)).hand
    return next(
        legal
        for hand in itertools.combinations(list(deck)[::3] + list(deck)[1::3], 13)
        if not cp.naturals(hand) and not (legal := cp.best_royalties(hand, rules)).is_foul
    )


def a_foul_beside(board):
    """Return a foul of cards that are not in `board`: middle and back are exchanged."""
    legal = another(board)
    return cp.Board(legal.front, legal.back, legal.middle)


def points(boards, rules, **options):
    return cp.settle(boards, rules, **options).points


def declared_naturals(board, rules):
    return cp.settling.read_seat(board, rules).naturals


def test_a_foul_costs_as_much_as_a_scoop():
    """Royalties count: 3 rows, 2 for trips in front, 1 for a full house in the middle, 4 for a straight flush."""
    boards = ["6s 6h 6d / 4s 4h 4d 9c 9h / Kd Qd Jd Td 9d", "Ac 3c 2h / Ks Kh 7s 2s 9s / Qc Jh Js Kc 5d"]
    fixed = dataclasses.replace(cp.rules("pagat"), foul=3)
    for rules, price in (
        ("pagat", 3 + 2 + 1 + 4), ("vietnamese", 2 * (3 + 2 + 1 + 4)), (fixed, 3),
        (dataclasses.replace(fixed, foul_pays_royalties=True), 10),
    ):  # fmt: skip
        assert points(boards, rules) == (price, -price)
    assert points([HIGH, FOUL], dataclasses.replace(cp.rules("two-four"), overall="rows and extras")) == (4, -4)


@given(st.sampled_from(CLOSED), st.randoms(use_true_random=False), st.integers(0, 1))
def test_fouling_is_never_cheaper_than_losing(name, random, button):
    """A foul pays the opponent at least as much as a board that loses every row."""
    rules, cards = dataclasses.replace(cp.rules(name), naturals=()), random.sample(range(52), 26)
    board = cp.best_royalties(cards[:13], rules)
    other, legal = cp.Board(cards[13:16], cards[16:21], cards[21:]), cp.best_royalties(cards[13:], rules)
    if not cp.settling.is_foul_under(other, rules):
        return
    paid = points([board, other], rules, button=button)[0]
    result = cp.settle([board, legal], rules, button=button)
    scoop = result.points[0] if result.pairs[0].scoop == 1 else 0
    assert paid >= scoop
    royalties = sum(cp.settling.read_seat(board, rules).royalties)
    lost = (rules.match_points or 3 * rules.row_points) + rules.scoop_bonus + rules.overall_points + royalties
    assert paid == lost * rules.scoop_times


def test_no_natural_on_a_foul():
    sixes = "Kh Kd 5h / 9s 9h 2h 2d Jc / 3s 3d 5s 6c 6d"  # six pairs, out of order
    assert points([sixes, another(sixes)], "pagat") == (3, -3)
    for name in ("house-rules", "face-up"):
        assert declared_naturals(sixes, name) == ()
        assert points([sixes, another(sixes)], name)[0] < 0
    foul, board = "9s 9h 9c / Js 7h 5s 7s Jh / As Ah Ac 5h Jc", "Kd Qd 2h / 8d 8c 4d 4c 3d / Td Tc 6d 6c Kh"
    assert "three flushes" in cp.naturals(cp.Board.parse(foul).hand)
    assert cp.settling.is_foul_under(foul, "house-rules")
    result = cp.settle([foul, board], "house-rules")
    assert (result.points, result.seats[0].naturals) == ((-6, 6), ())


@pytest.mark.parametrize(("board", "pattern"), [(FLUSHES, "three flushes"), (STRAIGHTS, "three straights")])
def test_house_rules_read_straights_and_flushes_from_the_rows(board, pattern):
    shown = cp.Board.parse(board)
    hidden = cp.best_royalties(shown.hand, cp.Rules(royalties=cp.rulebook.Royalties(front={"pair": 1})))
    assert (declared_naturals(shown, "house-rules"), declared_naturals(hidden, "house-rules")) == ((pattern,), ())
    assert pattern in declared_naturals(hidden, "pagat")
    with pytest.raises(errors.RulesError, match="may not declare 'three"):
        cp.settle([hidden, another(hidden)], "house-rules", declare=[pattern, False])


def test_a_natural_is_paid_its_value_against_a_foul():
    """In face-up, three flushes whose rows earn royalties are paid 3 and 9 by a foul, and nothing else."""
    for board in (FLUSHES, "2s 5s 9s / Kh 9h 5h 4h 2h / Ad Kd Qd Jd Td"):
        assert points([board, a_foul_beside(board)], "face-up", declare=True) == (9 + 3, -12)
    assert points([DRAGON, a_foul_beside(DRAGON)], "pagat") == (13, -13)
    # In one-six, a dragon scoops for 6 points; a fixed price of 2 is added.
    rules = dataclasses.replace(cp.rules("one-six"), foul=2, foul_pays_naturals=True)
    assert points([DRAGON, another(DRAGON)], rules) == (6, -6)
    assert points([DRAGON, a_foul_beside(DRAGON)], rules) == (6 + 2, -8)


SWITCHES = ("foul_pays_naturals", "foul_pays_royalties", "foul_keeps_natural")


@pytest.mark.parametrize("mode", rulebook.NaturalMode)
@pytest.mark.parametrize("foul", [None, 2])
@pytest.mark.parametrize("dead_rows", rulebook.DeadRows)
@pytest.mark.parametrize("times", [1, 3])
def test_a_foul_pays_its_price_in_addition_to_any_natural(mode, foul, dead_rows, times):
    """A row pays 1, a scoop 3 more, and a dragon 5 or a scoop; royalties are never paid with a natural."""
    loser, high, straight = a_foul_beside(DRAGON), {"high card": 7}, {"straight": 7}
    rich = cp.rulebook.Royalties(front=high, middle=high | straight, back=straight, on="always")
    for switches in itertools.product([False, True], repeat=len(SWITCHES)):
        rules = cp.Rules(
            naturals=(rulebook.Natural(name="dragon", points=5),), natural_mode=mode, foul=foul, dead_rows=dead_rows,
            scoop_bonus=3, scoop_times=times, royalties=rich, **dict(zip(SWITCHES, switches, strict=True)),
        )  # fmt: skip
        scoops = mode is rulebook.NaturalMode.SCOOP
        natural = 6 if scoops else 5
        is_paid = rules.foul_pays_naturals and dead_rows is rulebook.DeadRows.ALL  # dead rows pay nothing for the foul
        price = (6 if foul is None else foul) * is_paid
        factor = times if scoops or (is_paid and foul is None) else 1
        paid, legal = (natural + price) * factor, natural * (times if scoops else 1)
        assert points([DRAGON, loser], rules, declare=True) == (paid, -paid), rules
        assert points([loser, DRAGON], rules, declare=True) == (-paid, paid), rules
        assert points([DRAGON, another(DRAGON)], rules, declare=True) == (legal, -legal), rules
        assert points([DRAGON, loser], rules)[0] == max(paid, points([DRAGON, loser], rules, declare=False)[0])
        assert paid >= legal
        tables = np.array([[board.cards() for board in (cp.Board.parse(DRAGON), loser)]] * 9, np.uint8)
        assert cp.settle_many(tables, rules, declare=True).tolist() == [[paid, -paid]] * 9
        assert cp.fields.Field(rules, [loser], declare=False).points([DRAGON], opponents=1)[0] == paid
        assert cp.arranging.best_response(cp.Board.parse(DRAGON).hand, rules, [loser], declare=False).points >= paid


def test_three_straights_are_compared_as_straights():
    """A straight flush up to nine in the back is a nine-high straight."""
    low = "Ah Kh Qh / 9s Td Jc Qd Kd / 5c 6c 7c 8c 9c"  # the hand has Q-K-A, K-high, 9-high
    high = "2d 3d 4d / 4s 5s 6s 7s 8d / Ts Jd Qs Ks Ac"  # A-high first
    by_rows = dataclasses.replace(cp.rules("pagat"), naturals_by_rows=True)
    for board in (low, high):
        assert cp.settling.read_seat(board, by_rows).natural is cp.rulebook.Pattern.THREE_STRAIGHTS
    other = "2d 3d 4d / 5s 6s 7s 8d 9d / 6d 7d 8s 9h Th"  # as set, `low` has the nine-high straight flush in the back
    for boards, rules, won in (([low, high], "pagat", -3), ([low, other], by_rows, -3), ([low, other], "pagat", 3)):
        assert points(boards, rules, declare="three straights") == (won, -won)


def test_best_boards_show_their_naturals():
    """Under rules whose rows must show naturals, every engine sets a board that shows the declared one."""
    hand, flushes = cp.Board.parse(FLUSHES).hand, cp.rulebook.Pattern.THREE_FLUSHES
    decision = cp.arrange(hand, "house-rules")
    many = cp.arrange_many(np.array([list(hand)] * 3, np.uint8), "house-rules")
    assert [same.board for same in many] == [decision.board] * 3
    assert many.declare.all()
    response = cp.arranging.best_response(hand, "house-rules", [another(decision.board)])
    assert response.declare is flushes
    analysis = cp.analyze(hand, "house-rules", deals=50, seed=1)
    assert any(candidate.natural is flushes for candidate in analysis.candidates)
    placements = {"arrange": decision, "best response": response}
    rules, hands = cp.rules("house-rules"), np.array([list(hand)], np.uint8)
    for name in ("random", "royalties", "balanced", "expert"):
        positions = Positions.of_hands(hands, rules, seat=0, button=0)
        (placements[name],) = prepared(cp.bot(name), rules, 2).place_many(positions, np.random.default_rng(1))
    for name, placement in placements.items():
        assert placement.declare, name
        assert cp.settling.read_seat(placement.board, rules).natural is flushes, name


def test_the_best_response_may_declare_another_natural_than_the_best():
    """The board that shows three straight flushes also shows three flushes, which pay more here."""
    patterns = (("three flushes", 10, 1), ("three straight flushes", 3, 2))
    naturals = [rulebook.Natural(name=pattern, points=points, level=level) for pattern, points, level in patterns]
    hand, other = "2c 3c 4c 5d 6d 7d 8d 9d Ts Js Qs Ks As", "Qc Jd 2d / 8s 8h 6c 6s 3h / Ad Ac 7h 7c 4h"
    for by_rows in (False, True):
        rules = cp.Rules(naturals=naturals, naturals_by_rows=by_rows)
        response = cp.arranging.best_response(hand, rules, [other])
        assert (response.declare, response.points) == (cp.rulebook.Pattern.THREE_FLUSHES, 10)
        assert cp.settle([response.board, other], rules, declare=[response.declare, True]).points == (10, -10)


@pytest.mark.parametrize("qualifier", ["9", None])
def test_boards_that_show_naturals_are_legal_with_a_lowball_middle(qualifier):
    naturals = [rulebook.Natural(name="three flushes", points=5)]
    rules = cp.Rules(lowball_middle=True, lowball_qualifier=qualifier, naturals_by_rows=True, naturals=naturals)
    hand, other = "Ac Qc Tc 9d 9c 8c 7c 6d 6c 4c 3c 2d 2c", "Qs Jd 3d / 8s 7h 5d 4s 3h / Ad Ah 7d Kc 4h"
    decisions = [cp.arrange(hand, rules), cp.arranging.best_response(hand, rules, [other])]
    assert not any(cp.settling.is_foul_under(decision.board, rules) for decision in decisions)
    # A flush never qualifies; without a qualifier, any front that is not above the back is legal.
    assert bool(decisions[1].declare) == (qualifier is None)


def test_a_board_is_read_from_text_and_a_surrender_is_none():
    assert cp.settling.read_seat(FLUSHES, "pagat") == cp.settling.read_seat(cp.Board.parse(FLUSHES), "pagat")
    for read, wrong in itertools.product((cp.settling.read_seat, cp.settling.is_foul_under), (None, 5, ["As"])):
        with pytest.raises(errors.BoardError, match="expected a Board, text, three rows or 13 cards, got"):
            read(wrong, "pagat")


def test_equal_rows():
    board = "2c 3d 4h / Ah Kd 9s 8h 7c / As Kh 9d 8c 7s"
    assert [cp.settling.is_foul_under(board, rules) for rules in ("simple", "russian", "face-up")] == [False, False, True]
    assert points([board, "Qc Jd 2d / 8s 8d 6c 6d 3h / Ad Ac 7h 7d 4c"], "face-up") == (-9, 9)


DEAD = cp.Rules(
    dead_rows="out of order", scoop_bonus=3,
    royalties=cp.rulebook.Royalties(front={"pair": 2}, back={"flush": 4}, on="always"),
)  # fmt: skip


def test_only_rows_out_of_order_are_dead():
    """The pair in front beats the middle: both are dead; the flush in the back wins and is paid."""
    partly, other = "Kc Kd 2h / Qs Jd 9h 8c 7s / As Ts 8s 5s 3s", "Qc Jc 2d / 8d 8h 6c 6d 3h / Ad Ac 7h 7d 4c"
    seat = cp.settling.read_seat(partly, DEAD)
    assert (seat.is_foul, seat.royalties, seat.strengths[:2]) == (True, (0, 0, 4), (-1, -1))
    assert seat.descriptions[:2] == ("a dead row", "a dead row")
    result = cp.settle([partly, other], DEAD)
    assert (result.pairs[0].rows, result.points) == ((-1, -1, 1), (-1 + 4, -3))
    two_dead = cp.settle([partly, "Qh Qd 3h / Ad Jc 9d 8d 7d / Ac Ah 5h 5d 4c"], DEAD)
    assert two_dead.pairs[0].rows == (0, 0, 1)
    assert "a dead row on both sides, a tie" in two_dead.explain()
    all_dead = "Kc Kd 2h / Qs Jd 9h 8c 7s / 2s 3s 4d 5d Tc"
    assert cp.settling.read_seat(all_dead, DEAD).strengths == (-1, -1, -1)
    assert points([all_dead, other], DEAD) == (-6, 6)
    assert points([partly, other], dataclasses.replace(DEAD, dead_rows="all")) == (-6, 6)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: cp.Rules(pairings="pool", dead_rows="out of order"), "dead_rows: not allowed with pairings 'pool'"),
    (lambda: cp.Rules(lowball_middle=True, equal_rows="foul"), "equal_rows: not allowed with lowball_middle"),
    (lambda: cp.arranging.best_response(cp.Board.parse(FLUSHES).hand, "face-up", [another(FLUSHES)], declare="if better"),
     "declare: expected True, False or names of naturals: 'if better' depends on"),
])  # fmt: skip
def test_rules_of_fouls_that_are_refused(call, message):
    with pytest.raises(errors.RulesError, match=message):
        call()


def test_options_of_fouls_in_files():
    plain = {"equal_rows": "foul", "dead_rows": "out of order", "foul_keeps_natural": False, "naturals_by_rows": True}
    assert (cp.Rules(**plain).to_dict(), cp.Rules.from_dict(plain)) == (plain, cp.Rules(**plain))


def test_western():
    """Western has russian royalties, 1 point for two rows of three, even with ties, and 6 for all rows."""
    two, other = "Ah Kd 2c / 9s 9h 4c 4d 3s / Qd Qh 3h 3c 5s", "Qc Jd 2d / 8s 8h 6c 7d 3d / Ad As 7h 7c 4h"
    assert points([two, other], "western") == (1, -1)
    assert points([HIGH, "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h"], "western") == (6 + 6, -12)  # a full house
    one_tied = ["As Kh 2s / 8s 8h 7s 7h 3h / Jc Jd 4c 4d 5c", "Ad Kc 2h / 9d 9c 6c 6d 3d / Ts Th 4s 4h 5h"]
    settled = cp.settle(one_tied, "western")
    assert (settled.pairs[0].rows, settled.points) == ((0, -1, 1), (0, 0))


def test_trips_in_the_middle_of_american():
    trips = "Ah Kd 2c / 9s 9h 9c 4d 3s / Qd Qh Qs 3c 5s"
    assert points([trips, "Qc Jd 2d / 8s 8h 6c 7d 3d / Ad As 7h 7c 4h"], "american") == (6 + 2, -8)


def test_naturals_are_paid_first_and_nothing_else_with_them():
    """With stacks of 8, 100 and 100, aces are paid after all naturals."""
    rules = dataclasses.replace(cp.rules("hawaiian-gardens"), aces=(1, 2, 6, 8))
    boards = [
        "7d 6d 2d / 9s 9h 4c 4d 3s / Ts Th 7h 6c Qc", "Ah 8h 4h / 2s 5s 8s Js As / 2h 5h Jh Kh Qh",
        "Tc 9c 2c / 3c 5c 8c Jc Ac / Kd Jd 8d Td 5d",
    ]  # fmt: skip
    settled = cp.settle(boards, rules, stacks=[8, 100, 100])
    assert settled.chips == (-8, 5, 3)
    _, pairs, _ = reference.settle_pairs(rows_of([cp.Board.parse(board) for board in boards]), rules)
    assert reference.pay_stakes(pairs, [8, 100, 100], 0, 3) == [-8, 5, 3]
    naturals = [payment for payment in settled.payments if payment.is_natural]
    assert [(payment.first, payment.second, payment.chips) for payment in naturals] == [(0, 1, -4), (0, 2, -4)]
    text = settled.explain(["Ann", "Ben", "Cy"])
    assert "  Ann pays Ben 4 chips for the natural\n" in text
    assert "  Ann pays Ben 0 chips of 2 for the rest: Ann has no chips left\n" in text
    (plain,) = [pair["payments"] for pair in settled.to_dict()["pairs"] if pair["seats"] == [0, 1]]
    assert [payment["natural"] for payment in plain] == [True, False]


def rules_with(pattern, **options):
    return cp.Rules(naturals=(rulebook.Natural(name=pattern, points=30),), foul_keeps_natural=False, **options)


@pytest.mark.parametrize(("rules", "hand", "other", "points"), [
    # two dragons push in any order of the cards
    (rules_with("dragon", natural_ties="compare"),
     "2c 3d 4h 5s 6s 7s 8s 9s Th Jc Qd Kd Ac", "4c 3c 2d / 9c 8d 7h 6h 5c / As Kh Qh Js Td", None),
    # breaking the straight flush makes a higher straight in the back
    (rules_with("three straights", naturals_by_rows=True, natural_ties="compare"),
     "5c 6c 7c 8c 9c 9s Td Jh Qd Kd 2d 3h 4h", "4c 3c 2c / 5s 6s 7d 8d 9d / 8s 9h Tc Jc Qc", 30),
    # equal flushes are a foul here, unequal ones are legal
    (rules_with("three flushes", naturals_by_rows=True, equal_rows="foul"),
     "Ac Qc Tc 8c 6c 4c 3c 2c Ad Qd Td 8d 6d", "9s 7s 2s / Kd Kc Js Jh Th / Ah As Qh Qs 4s", 30),
])  # fmt: skip
def test_best_responses_that_depend_on_the_rows_of_a_natural(rules, hand, other, points):
    response = cp.arranging.best_response(hand, rules, [other])
    declare = [response.declare, True] if response.declare is not False else [False, True]
    assert cp.settle([response.board, other], rules, declare=declare).points[0] == response.points
    assert points is None or response.points == points


def test_a_natural_is_declared_if_that_pays_more():
    """In face-up, three flushes pay 3 as a natural, or 4 + 8 in royalties in addition to the rows."""
    assert points([FLUSHES, PLAIN], "face-up", declare=True) == (3, -3)
    for declare in (None, "if better", ["if better", True], [None, True], {"Ann": "if better"}):
        boards = {"Ann": FLUSHES, "Bo": PLAIN} if isinstance(declare, dict) else [FLUSHES, PLAIN]
        settled = cp.settle(boards, "face-up", declare=declare)
        assert settled.points == (2 - 1 + 4 + 8, -13)
        assert (settled.seats[0].natural, settled.seats[0].naturals) == (None, (cp.rulebook.Pattern.THREE_FLUSHES,))
    # a dragon, 13 points, whose rows have no royalties
    settled = cp.settle([DRAGON, another(DRAGON)], "face-up", declare="if better")
    assert (settled.points, settled.seats[0].natural) == ((13, -13), cp.rulebook.Pattern.DRAGON)


def test_players_choose_in_the_order_of_play():
    """Of two players whose naturals push, neither gives up the natural, unless a third player pays for that."""
    straights = "2c 3c 4c / 3h 4s 5c 6c 7s / Ts Jh Qs Kc Ac"
    assert points([FLUSHES, straights], "face-up", declare=[True, False]) == (3, -3)
    assert points([FLUSHES, straights], "face-up", declare="if better") == (0, 0)
    # The flushes pay 3 to the straights; the third player pays them 4 + 8 in royalties, and two rows to one.
    for button in range(3):
        settled = cp.settle([FLUSHES, straights, PLAIN], "face-up", button=button, declare="if better")
        assert settled.points == (-3 + 13, 3 + 3, -13 - 3)
        assert [seat.natural for seat in settled.seats] == [None, "three straights", None]
