"""Placements of whole hands: boards, declarations and points, also of many hands, and values in arrays without a board."""

import copy
import math
import pickle

import numpy as np
import pytest
from known_boards import DRAGON, HIGH

import cpoker_fast as cp
from cpoker_fast.board_arrays import array_of_boards, board_of_cards, fouls_where_none, has_no_board
from cpoker_fast.errors import BoardError, PlacementError, RulesError
from cpoker_fast.game.positions import Positions
from cpoker_fast.rulebook import Pattern
from cpoker_fast.settling.declarations import declaration_code, declaration_codes, declaration_of

OTHER = "Ah Kd 2c / 9s 9h 4c 4h 3s / Td Th Tc 5d 5s"  # shares no card with the dragon
ROWS = cp.Board.parse(OTHER).rows


class Derived(cp.Placement):
    """User-defined class derived from Placement."""


CALLS = (lambda table: cp.settle(table, "pagat").points, lambda table: tuple(cp.settle_many([table], "pagat")[0]))


@pytest.mark.parametrize(
    ("declare", "points"), [(True, 13), (Pattern.DRAGON, 13), ("dragon", 13), ("if better", 13), (False, -1)]
)
def test_settle_takes_placements(declare, points):
    """In lists and mappings, for one table or many. An argument `declare` takes the place of the placement's."""
    rows = cp.Board.parse(DRAGON).rows
    placement, derived = cp.Placement(*rows, declare=declare), Derived(*rows, declare=declare)
    tables = [[placement, OTHER], [placement, cp.Placement(*ROWS)], [derived, OTHER]]
    for table in tables:
        assert cp.settle(table, "pagat").points == (points, -points)
        assert cp.settle(dict(zip(["Ann", "Bob"], table, strict=True)), "pagat").points == (points, -points)
        assert cp.settle(table, "pagat", declare=[None, False]).points == (points, -points)
        assert cp.settle(table, "pagat", declare=False).points == (-1, 1)
    assert cp.settle_many(tables, "pagat").tolist() == [[points, -points]] * 3
    assert cp.settle_many(tables, "pagat", declare=False).tolist() == [[-1, 1]] * 3


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [*((lambda call=call: call([DRAGON, cp.Placement(*ROWS, declare="dragon")]), RulesError,
        r"boards\[(0, )?1\]: the board may not declare 'dragon'") for call in CALLS),
     *((lambda call=call: call([DRAGON, cp.Placement.parse("Ah Kd / 9s / -")]), BoardError,
        r"(board 2|board index 1): expected a placement of 13 cards, 3 / 5 / 5") for call in CALLS),
     (lambda: cp.Placement(*ROWS, declare="a/b"), PlacementError, "declare: expected the name of a natural, at most 40"),
     (lambda: cp.Placement(*ROWS, declare=5), PlacementError, "declare: expected True, False, 'if better' or the name"),
     *((lambda points=points: cp.Placement(*ROWS, points=points), PlacementError,
        "points: expected an int or a float from -1e") for points in ("1", True, 10**400, float("inf"), 1j, np.True_)),
     (lambda: cp.Placement.surrender().__replace__(front="As", points=1), PlacementError,
      "a surrender has no front: expected points alone"),
     (lambda: cp.Placement.parse("As / - / -").board, PlacementError,
      "expected a placement of 13 cards, 3 / 5 / 5, got As / - / -")],
)  # fmt: skip
def test_placements_that_are_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_results_of_searches_go_into_settle():
    """As they are, also if a natural pays less than the rows, and the placement says so."""
    hand, other = cp.deal(2, seed=5)
    placement, theirs = cp.arrange(hand, "pagat", opponents=1), cp.arrange(other, "pagat")
    answer = cp.arranging.best_response(hand, "pagat", [theirs])
    assert cp.settle([answer, theirs], "pagat").points[0] == answer.points
    expected = cp.settle([placement.board, theirs.board], "pagat", declare=[placement.declare, theirs.declare]).points
    assert cp.settle({"Ann": placement, "Bob": theirs}, "pagat").points == expected
    for kind in (cp.Placement, Derived):
        assert cp.settle([kind.surrender(), theirs], "hawaiian-gardens").points == (-3, 3)


def test_points_are_kept_but_not_compared():
    placement, same = cp.Placement.parse(OTHER, points=1.5), cp.Placement.parse(OTHER, points=-2)
    assert placement.declare == cp.Placement(*ROWS).declare == "if better"
    assert placement.board == cp.Board.parse(OTHER)
    assert cp.Placement.surrender().board is None
    assert math.isnan(cp.Placement(*ROWS).points)
    assert placement == same == cp.Placement.parse(OTHER)
    assert hash(placement) == hash(same)
    for copied in (pickle.loads(pickle.dumps(placement)), eval(repr(placement), {"Placement": cp.Placement})):
        assert (copied, copied.points) == (placement, 1.5)
    assert math.isnan(placement.__replace__(declare=True).points)  # those of the old placement do not fit
    assert placement.__replace__().points == 1.5
    assert placement.__replace__(points=np.float32(0.5)).points == 0.5
    assert cp.Placement.surrender(-3).points == -3
    assert cp.Placement.surrender(-3).__replace__(points=np.int32(3)).points == 3
    assert cp.Placement.of_cards(*placement.rows, cp.CardSet(), points=2.5).points == 2.5
    same.__init__("As")
    assert math.isnan(same.points)


def test_suit_signs_replace_suits_alone():
    text = f"{cp.Placement.parse(OTHER + ' discards 2d declares three straights'):u}"
    assert text.startswith("A♥ K♦ 2♣ / 9♠ 9♥ 4♥ 4♣ 3♠ / ")
    assert text.endswith(" discards 2♦ declares three straights")


def test_all_functions_that_choose_boards_return_placements():
    hand = cp.Board.parse(DRAGON).hand
    placement, answer = cp.arrange(hand, "pagat"), cp.arranging.best_response(hand, "pagat", [OTHER])
    many = cp.arrange_many(np.array([list(hand)], np.uint8), "pagat")
    assert isinstance(placement, cp.Placement)
    assert isinstance(answer, cp.Placement)
    assert (placement.declare, answer.declare, many[0].declare) == (Pattern.DRAGON, Pattern.DRAGON, True)
    assert placement.points == many.points[0] == many[0].points
    assert answer.points == 13
    positions = Positions.of_hands([hand], "pagat", 4)
    assert cp.bot("expert").place_many(positions, np.random.default_rng())[0].board == many[0].board


def test_many_placements():
    placements = cp.game.Placements(array_of_boards([cp.Board.parse(HIGH), None]), np.array([True, False]))
    assert len(placements) == 2
    assert np.isnan(placements.points).all()
    assert (placements[0].board, placements[0].declare) == (cp.Board.parse(HIGH), True)
    assert placements[1].board is None
    with pytest.raises(IndexError):
        placements[2]


def test_no_board_in_arrays():
    boards = array_of_boards([None, cp.Board.parse(HIGH)])
    assert boards.tolist() == [[255] * 13, cp.Board.parse(HIGH).cards()]
    assert has_no_board(boards).tolist() == [True, False]
    assert [board_of_cards(cards) for cards in boards] == [None, cp.Board.parse(HIGH)]
    hands = np.arange(26, dtype=np.uint8).reshape(2, 13)
    assert fouls_where_none(boards, hands).tolist() == [list(range(13)), cp.Board.parse(HIGH).cards()]
    assert array_of_boards([]).shape == (0, 13)


def test_notebooks_show_placements():
    board = cp.Board.parse(HIGH)
    shown = cp.Placement(*board.rows, declare=True, points=1.234)._repr_html_()
    assert shown.startswith("<svg")
    assert shown.endswith("<p>declares the best natural, +1.23 points</p>")
    assert cp.Placement(*board.rows)._repr_html_() == board.to_svg()
    assert cp.Placement(*board.rows, declare=Pattern.DRAGON)._repr_html_().endswith("<p>declares dragon</p>")
    assert cp.Placement.surrender(points=-3.0)._repr_html_() == "<p>surrender, -3.00 points</p>"
    assert cp.Placement.parse("As / - / - discards 2c")._repr_html_().endswith("<p>discards 2c</p>")
    assert cp.Placement.parse("As Ks Qs Js / - / -")._repr_html_() == "<p>As Ks Qs Js / - / -</p>"  # too many for a row


def test_codes_of_declarations():
    rules = cp.rules("pagat")
    for declare in (True, False, "if better", *(natural.name for natural in rules.naturals)):
        assert declaration_of(declaration_code(declare, rules), rules) == declare
    codes = [declaration_code(True, rules), declaration_code(False, rules)]
    assert declaration_codes(np.array([True, False])).tolist() == codes


def test_any_name_of_a_natural_is_a_declaration():
    """Only rules know their names. Pickling, copying, texts and comparisons do not need them."""
    for name in ("two trips and three pairs", "三同花", "dragon"):
        placement = cp.Placement(*cp.Board.parse(DRAGON).rows, declare=name)
        assert placement.declare == name
        for same in (cp.Placement.parse(str(placement)), pickle.loads(pickle.dumps(placement)), copy.copy(placement)):
            assert same == placement
            assert hash(same) == hash(placement)
        assert placement != cp.Placement(*placement.rows, declare=True)
