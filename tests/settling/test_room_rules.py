"""Rules that rooms use: the horse card, limits, suits that break ties, and the first of two equal naturals."""

import dataclasses

import numpy as np
import pytest
import reference
from house_options import OPTIONS_BY_CARDS

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.game import Position, last_street
from cpoker_fast.rulebook import Natural, Rules

PAGAT = cp.rules("pagat")
HIGH = "As Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"
LOW = "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad Ah 7h 7c 4h"  # loses all three rows against HIGH
DRAGON = "4s 3h 2h / 9c 8h 7d 6h 5h / Ac Kc Qs Js Td"
OTHER_DRAGON = "4h 3s 2d / 9h 8c 7c 6s 5c / Ad Kh Qd Jc Th"
FOUL = "Ks Kh 2s / Qh 9d 8d 6d 3d / Js Jh 7s 7h 4s"  # the middle is weaker than the front


def ours(**options):
    return dataclasses.replace(PAGAT, name="ours", **options)


# ---- the horse card ----


@pytest.mark.parametrize(("card", "times", "points"), [("As", 2, 6), ("4h", 3, 9), ("2s", 2, 3), ("ah", 2, 6)])
def test_the_horse_card_multiplies_the_pairings_of_its_holder(card, times, points):
    """Three rows pay 3 points; the deuce of spades is in no hand."""
    rules = ours(horse_card=card, horse_times=times)
    assert cp.settle([HIGH, LOW], rules).points == (points, -points)
    assert cp.settle_many([[HIGH, LOW]] * 20, rules).tolist() == [[points, -points]] * 20


def test_the_horse_card_multiplies_naturals_and_fouls_but_no_surrender():
    """A dragon pays 13. A foul costs three rows and the royalties of HIGH, which has none."""
    assert cp.settle([DRAGON, HIGH], ours(horse_card="As")).points == (26, -26)
    assert cp.settle([HIGH, FOUL], ours(horse_card="Ks")).points == (6, -6)
    surrenders = ours(horse_card="As", surrender=4)
    assert cp.settle([HIGH, None], surrenders).points == (4, -4)
    assert cp.settle([HIGH, cp.FOUL], surrenders).points == (6, -6)  # a dead hand is a foul


def test_the_horse_card_multiplies_scoops_and_home_runs():
    """A scoop doubles, a home run trebles, and the horse card doubles again; only the pairings of its holder."""
    third = "Jh 7d 2h / Qs Qd 8c 5h 3d / Kh Ks 8d 6s 3c"
    rules = cp.rules("simple")
    rules = dataclasses.replace(rules, name="ours", scoop_times=2, home_run_times=3)
    plain = cp.settle([HIGH, LOW, third], rules)
    with_horse = cp.settle([HIGH, LOW, third], dataclasses.replace(rules, horse_card="Qc"))
    for before, after in zip(plain.pairs, with_horse.pairs, strict=True):
        factor = 2 if 1 in (before.first, before.second) else 1
        assert (after.points, after.times) == (factor * before.points, factor * before.times)


def test_the_horse_card_does_not_multiply_side_payments():
    rules = ours(horse_card="As", aces=(1, 2, 6, 8))
    settled = cp.settle([HIGH, LOW], rules)
    assert settled.points == (6 - 1, -6 + 1)  # one ace against two: 1 - 2
    assert "Player 1 has the horse card: As\n  all times 2\n  aces: -1" in settled.explain()
    assert cp.settle([HIGH, LOW], rules, stacks=[100, 100]).chips == (5, -5)


# ---- limits ----


@pytest.mark.parametrize(("options", "points"), [
    ({"most_points": 2}, 2), ({"most_points": 3}, 3), ({"most_points": 4}, 3),
    ({"most_points": 2, "horse_card": "As"}, 2), ({"most_points": 5, "horse_card": "As"}, 5),
])  # fmt: skip
def test_a_limit_of_each_pairing(options, points):
    settled = cp.settle([HIGH, LOW], ours(**options))
    assert settled.points == (points, -points)
    assert settled.pairs[0].limit == points - 3 * settled.pairs[0].times
    assert settled.to_dict()["pairs"][0]["limit"] == settled.pairs[0].limit


def test_a_limit_of_home_runs_and_side_payments():
    """Under `one-six`, a scoop pays 6 and a home run 3 more; each pairing is limited to 7, and that of a home run to 8."""
    third = "Jh 7d 2h / Qs Jc 8c 5h 3d / Kh Ks 8d 6s 3c"
    rules = dataclasses.replace(cp.rules("one-six"), name="ours", home_run_bonus=3, most_points=5, aces=(1, 2, 6, 8))
    assert cp.settle([HIGH, LOW], rules).points == (5 - 1, -5 + 1)
    three = cp.settle([HIGH, LOW, third], rules)
    assert [pair.points for pair in three.pairs][:2] == [5 - 1, 5 + 1]
    assert [pair.points for pair in cp.settle([HIGH, LOW, third], dataclasses.replace(rules, most_home_run_points=8)).pairs][
        :2
    ] == [8 - 1, 8 + 1]


def test_a_limited_natural_at_table_stakes():
    """The natural of 13 is limited to 8 points, which are paid before everything else."""
    settled = cp.settle([DRAGON, HIGH], ours(most_points=8), stacks=[100, 100])
    assert settled.chips == (8, -8)
    assert [payment.due for payment in settled.payments if payment.is_natural] == [8]


# ---- suits break ties ----

TIED = "As Kd 2c / 9s 9h 8c 7d 3s / Ts Th 6c 5d 4s"
OTHER = "Ah Kh 2d / 9c 9d 8h 7c 3h / Tc Td 6d 5c 4h"


def test_suits_break_ties():
    """The highest card that decides has spades in front, and in the pairs of both other rows."""
    rules = ours(row_ties="suits")
    assert cp.settle([TIED, OTHER], PAGAT).points == (0, 0)
    settled = cp.settle([TIED, OTHER], rules)
    assert settled.points == (3, -3)
    assert "middle: pair, nines with eight seven three on both sides, won by Player 1, by suits" in settled.explain()
    assert cp.settle_many([[OTHER, TIED]] * 9, rules).tolist() == [[-3, 3]] * 9


@pytest.mark.parametrize(("front", "other", "diamonds_lowest", "clubs_lowest"), [
    ("Ac Kd 2h", "Ad Kc 2s", 1, -1), ("Ah Kc 2c", "Ac Kh 2h", 1, 1), ("3c 3d 2s", "3h 3s 2c", -1, -1),
    ("3c 3d 2s", "2c 2d Ah", 1, 1),
])  # fmt: skip
def test_orders_of_suits(front, other, diamonds_lowest, clubs_lowest):
    """Only the front differs; middle and back of equal ranks are decided by the same suits in both orders."""
    rest = ("7s 7h 6s 5s 4s / Ts Th 6h 5h 4h", "7c 7d 6c 5c 4c / Tc Td 6d 5d 4d")
    boards = [f"{row} / {lower}" for row, lower in zip((front, other), rest, strict=True)]
    for order, won in (
        ("diamonds, clubs, hearts, spades", diamonds_lowest),
        ("clubs, diamonds, hearts, spades", clubs_lowest),
    ):
        settled = cp.settle(boards, ours(row_ties="suits", suit_order=order), declare=False)
        assert settled.pairs[0].rows == (won, 1, 1)


@pytest.mark.parametrize(("wheel", "winner"), [("lowest", -1), ("second", 1)])
def test_the_highest_card_of_a_wheel(wheel, winner):
    """As 5c against Ah 5s: the five is the highest card of the lowest straight, the ace that of the second highest."""
    first, second = "Kd Qd 7h / 9c 9d 8c 7d 6h / As 2c 3d 4h 5c", "Kc Qc 2d / Tc Td 8h 7s 6c / Ah 2s 3h 4s 5s"
    assert cp.settle([first, second], ours(row_ties="suits", wheel=wheel)).pairs[0].rows[2] == winner


def test_dead_rows_stay_tied():
    rules = ours(row_ties="suits", dead_rows="out of order")
    fouls = "Ks Kh 2s / Qh 9d 8d 6d 3d / Js Jh 7s 7h 4s", "Kc Kd 2h / Qd 9c 8c 6c 3c / Jc Jd 7c 7d 4c"
    assert cp.settle(fouls, rules).pairs[0].rows == (0, 0, 1)


# ---- the first natural ----


@pytest.mark.parametrize(("button", "points"), [(0, (-13, 13)), (1, (13, -13))])
def test_the_first_of_two_equal_naturals_wins(button, points):
    """The player on the button acts last."""
    rules = ours(natural_ties="first to act")
    assert cp.settle([DRAGON, OTHER_DRAGON], rules, button=button).points == points
    assert cp.settle_many([[DRAGON, OTHER_DRAGON]] * 9, rules, button=button).tolist() == [list(points)] * 9
    assert cp.settle([DRAGON, OTHER_DRAGON], PAGAT, button=button).points == (0, 0)


def test_naturals_of_one_level_and_three_seats():
    pairs, dragon = "As Ah 6d / Kd Ks 8s 8d 6c / 9h 9d 7h 7s 5s", "4d 3c 2c / 9s 8c 7c 6h 5c / Ac Kc Qc Jc Tc"
    naturals = [Natural(name="six pairs", points=3, level=1), Natural(name="dragon", points=5, level=1)]
    rules = Rules(naturals=naturals, natural_ties="first to act")
    third = "Kh Jd 2h / Td Th 5d 3s 3d / Qh Qd Js Jh 4h"
    settled = cp.settle([pairs, dragon, third], rules, button=2, declare=True)
    assert settled.points == (3 + 3, -3 + 5, -3 - 5)  # seat 0 acts first
    settled = cp.settle([pairs, dragon, third], rules, button=0, declare=True)
    assert settled.points == (-5 + 3, 5 + 5, -3 - 5)


# ---- everything else ----


@pytest.mark.parametrize("options", OPTIONS_BY_CARDS)
def test_tables_are_settled_as_by_the_reference(options):
    """Ties of all rows are frequent with sorted hands from two suits of low and high cards."""
    rules, rng = Rules(**options), np.random.default_rng(3)
    decks = [range(52), [c for c in range(52) if c % 4 < 2 or c > 25], range(39)]
    for number in range(90):
        cards = rng.permutation(list(decks[number % 3])).tolist()
        seats = 2 + number % (len(cards) // 13 - 1)
        hands = [sorted(cards[13 * seat : 13 * seat + 13]) for seat in range(seats)]
        boards = [[hand[:3], hand[3:8], hand[8:]] for hand in hands]
        if rules.surrender is not None and number % 5 == 0:
            boards[0] = None
        button = number % seats
        expected = reference.settle(boards, rules, button)
        assert list(cp.settle(boards, rules, button=button, declare=True).points) == expected
        tables = np.array([[[255] * 13 if board is None else sum(board, []) for board in boards]] * 9, np.uint8)
        assert cp.settle_many(tables, rules, button=button, declare=True).tolist() == [expected] * 9


@pytest.mark.parametrize("options", OPTIONS_BY_CARDS)
def test_best_responses_are_the_best_boards(options):
    rules, rng = Rules(**options), np.random.default_rng(8)
    for seat in (0, 1):
        cards = rng.permutation(52)[:26].tolist()
        hand, other = cards[:13], cp.best_royalties(cards[13:], "pagat")
        best = cp.arranging.best_response(hand, rules, [other], seat=seat, declare=True)
        tables = [best, other] if seat == 0 else [other, best]
        assert cp.settle(tables, rules, declare=[None, True] if seat == 0 else [True, None]).points[seat] == best.points
        boards = list(cp.arrangements(hand, rules))[::97]
        points = [
            cp.settle([board, other] if seat == 0 else [other, board], rules, declare=[False, True][:: 1 - 2 * seat]).points
            for board in boards
        ]
        assert best.points >= max(row[seat] for row in points)


def test_fields_expect_an_average_of_the_horse_card():
    """A hand with the card pays twice as much; of other hands, each opponent has the card with probability 1/3."""
    plain, rules = cp.rules("pagat"), ours(horse_card="As")
    field = cp.fields.Field.equilibrium("pagat")
    with_horse = cp.fields.Field(rules, field.boards, declare=field.declare)
    without = cp.fields.Field(plain, field.boards, declare=field.declare)
    for hand, times in (("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", 2), ("Ac Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", 4 / 3)):
        expected = cp.arrange(hand, plain, field=without, opponents=3, own_cards=False)
        found = cp.arrange(hand, rules, field=with_horse, opponents=3, own_cards=False)
        assert found == expected
        assert found.points == pytest.approx(times * expected.points)


def test_analyses_settle_deals_exactly():
    """The board of this hand ties no row without suits."""
    analysis = cp.analyze(cp.Board.parse(HIGH).hand, ours(horse_card="As", most_points=4), opponents=1, seed=1)
    assert abs(analysis.best.points.mean) <= 4


@pytest.mark.parametrize(("options", "message"), [
    ({"horse_card": "Ax"}, "horse_card: bad card 'Ax'"), ({"horse_card": 5}, "horse_card: "),
    ({"horse_card": "As", "horse_times": 11}, "horse_times: expected 2 to 10, got 11"),
    ({"most_points": 0}, "most_points: expected 1 to 100000, got 0"),
    ({"most_home_run_points": 5}, "most_home_run_points: requires most_points, the limit of other pairings"),
    ({"suit_order": "spades"}, "suit_order: .*expected one of 'diamonds, clubs, hearts, spades'"),
    ({"pairings": "pool", "horse_card": "As"}, "horse_card: not allowed with pairings 'pool'"),
    ({"pairings": "pool", "most_points": 5}, "most_points: not allowed with pairings 'pool'"),
    ({"pairings": "pool", "row_ties": "suits"}, "row_ties: not allowed with pairings 'pool'"),
])  # fmt: skip
def test_options_that_are_refused(options, message):
    with pytest.raises(errors.RulesError, match=f"^{message}"):
        Rules(**options)


def test_a_horse_card_among_fourteen_cards():
    rules = dataclasses.replace(cp.rules("pineapple"), name="ours", horse_card="Ah")
    message = "the hand: expected 13 cards, got 14: naturals, side payments and the horse card depend on the discards"
    for best in (cp.arranging.best_response, cp.arranging.best_fantasyland):
        arguments = {"boards": ["2s 2d 3s / 4s 4d 5s 5d 6s / 7s 7d 8s 8d 9s"]}
        with pytest.raises(errors.RulesError, match=message):
            best(range(38, 52), rules, **arguments)


def test_best_fantasyland_against_boards_ignores_no_suits():
    rules = dataclasses.replace(cp.rules("american"), name="ours", row_ties="suits")
    with pytest.raises(errors.RulesError, match="row_ties: expected rows that suits do not decide: use best_response"):
        cp.arranging.best_fantasyland(range(39, 52), rules, boards=["2s 2d 3s / 4s 4d 5s 5d 6s / 7s 7d 8s 8d 9s"])


def test_a_hand_without_legal_boards_has_no_best_response():
    rules = dataclasses.replace(
        cp.rules("closed"), name="ours", lowball_middle=True, lowball_qualifier="7", row_ties="suits"
    )
    with pytest.raises(errors.BoardError, match="no board of this hand is legal under these rules"):
        cp.arranging.best_response(
            "As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd Qc Js", rules, ["2s 2d 3s / 4s 4d 5s 5d 6s / 7s 7d 8s 8d 9s"]
        )


# ---- positions and fields ----


def test_suits_tell_placements_apart():
    """The front Ks 2c wins by suits against Kh 2d; Kc 2c, with the same ranks, does not."""
    options = {"royalties": cp.rulebook.Royalties(), "fantasyland": None}
    text = (
        "seat 1; button 1; street 3; board Qd / 7c 7d 2s / As Ad 9s 9c 4d; board Kh Qh 2d / 8c 3d 8s 8h 4s / Th Td 6s 6c 6h;"
        " hand Kc Ks 2c 3c"
    )
    rules = dataclasses.replace(cp.rules("turbo"), name="ours", **options)
    number = len(Position.parse(text, rules).placements())
    by_suits = dataclasses.replace(rules, row_ties="suits")
    position = Position.parse(text, by_suits)
    assert len(position.placements()) > number
    theirs = cp.Board.of_rows(*position.boards[1].rows)
    for placement in last_street(position).placements:
        mine = position.after(placement).own.board()
        assert placement.points == cp.settle([mine, theirs], by_suits, button=0).points[0]


@pytest.mark.parametrize("front", ["Kh Qd", "Kd Qc"])
def test_an_unseen_board_ties_all_rows_under_rules_of_suits(front):
    rules = dataclasses.replace(
        cp.rules("pineapple"), name="ours", royalties=cp.rulebook.Royalties(), fantasyland=None, row_ties="suits"
    )
    text = (
        f"seat 1; button 2; street 5; board {front} / 7c 7d 2h 3c / As 9d 9s 9c 4h; board - / - / -; fantasyland 0 14;"
        " discards 2s 3s 4s; hand Jc 5h 5d"
    )
    with_fantasyland = dataclasses.replace(rules, fantasyland=cp.rules("pineapple").fantasyland)
    assert {placement.points for placement in last_street(Position.parse(text, with_fantasyland), 0.0).placements} == {0}


def test_the_first_to_act_where_the_button_is_in_an_unseen_fantasyland():
    """Seat 0 acts before seat 1, and both make the natural: seat 1 loses 50 points to seat 0, and wins 50 from seat 2."""
    counts = [[3, 3, 2, 1, 1, 1, 1, 1], [3, 2, 2, 1, 1, 1, 1, 1, 1]]
    rules = dataclasses.replace(
        cp.rules("pineapple"),
        name="ours",
        royalties=cp.rulebook.Royalties(),
        naturals=[Natural(name="trips and pairs", counts=counts, points=50)],
        natural_ties="first to act",
    )
    first, second = "Kc Qs 4s / 8c 3d 8s 8h 2c / Th Td 6s 6c 6h", "Kh Qd / 7c 7d 2h 3c / As 9d 9s 9c 4h"
    text = (
        f"seat 2; button 3; street 5; board {first}; board {second}; board - / - / -; fantasyland 0 0 14;"
        " discards 2s 3s 4d; hand Jc 5h 5d"
    )
    position = Position.parse(text, rules)
    best = last_street(position, 0.0).placements[0]
    hands = [cp.Board.parse(first).hand, position.after(best).own.board().hand]
    assert all(cp.naturals(hand, rules.naturals) for hand in hands)
    assert best.points == 0


@pytest.mark.parametrize(("hand", "factor"), [
    ("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", 2), ("Ac Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", 4 / 3),
])  # fmt: skip
def test_the_horse_card_is_a_factor_of_equilibria_and_their_card_removal(hand, factor):
    rules = ours(horse_card="As")
    for own_cards in (False, True):
        plain, multiplied = cp.arrange(hand, PAGAT, own_cards=own_cards), cp.arrange(hand, rules, own_cards=own_cards)
        assert multiplied.board == plain.board
        assert multiplied.points == pytest.approx(factor * plain.points)


def test_an_ace_is_the_highest_card_of_a_lowball_row_with_a_wheel():
    boards = ["Kd Qd 9c / As 2c 3d 4h 5c / 8s 8h 8d 6c 6d", "Kh Qh 9d / Ah 2s 3h 4s 5s / 7s 7h 7d Jc Jd"]
    assert cp.settle(boards, ours(lowball_middle=True, row_ties="suits")).pairs[0].rows[1] == 1
