"""Decisions: boards, declarations and points of players, and values in arrays without a board."""

import math

import numpy as np
import pytest
from known_boards import DRAGON, HIGH

import cpoker_fast as cp
from cpoker_fast.board_arrays import array_of_boards, board_of_cards, fouls_where_none, has_no_board
from cpoker_fast.decisions import declaration_code, declaration_codes, declaration_of
from cpoker_fast.game.positions import Positions

OTHER = "Ah Kd 2c / 9s 9h 4c 4h 3s / Td Th Tc 5d 5s"  # shares no card with the dragon


@pytest.mark.parametrize(
    ("declare", "points"), [(True, 13), (cp.rulebook.Pattern.DRAGON, 13), ("dragon", 13), ("if better", 13), (False, -1)]
)
def test_settle_takes_decisions(declare, points):
    """In lists and mappings, for one table or many. An argument `declare` takes the place of the decision's."""
    decision = cp.Decision(cp.Board.parse(DRAGON), declare)
    tables = [[decision, OTHER], [decision, cp.Decision(cp.Board.parse(OTHER))]]
    for table in tables:
        assert cp.settle(table, "pagat").points == (points, -points)
        assert cp.settle(dict(zip(["Ann", "Bob"], table, strict=True)), "pagat").points == (points, -points)
        assert cp.settle(table, "pagat", declare=[None, False]).points == (points, -points)
        assert cp.settle(table, "pagat", declare=False).points == (-1, 1)
    assert cp.settle_many(tables, "pagat").tolist() == [[points, -points]] * 2
    assert cp.settle_many(tables, "pagat", declare=False).tolist() == [[-1, 1]] * 2


def test_decisions_that_cannot_be_settled():
    for decision in (cp.Decision(cp.Board.parse(OTHER), "dragon"), cp.Decision(cp.Board.parse(OTHER), "drgon")):
        for call in (lambda table: cp.settle(table, "pagat"), lambda table: cp.settle_many([table], "pagat")):
            problems = r"declare\[(0, )?1\]: the board may not declare 'dragon'|boards\[(0, )?1\](\.declare)?: .*'drgon'"
            with pytest.raises(cp.errors.RulesError, match=problems):
                call([DRAGON, decision])


def test_results_of_searches_go_into_settle():
    """As they are, also if a natural pays less than the rows, and the decision says so."""
    hand, other = cp.deal(2, seed=5)
    decision, answer = (
        cp.arrange(hand, "pagat", opponents=1),
        cp.arranging.best_response(hand, "pagat", [cp.arrange(other, "pagat")]),
    )
    theirs = cp.arrange(other, "pagat")
    assert cp.settle([answer, theirs], "pagat").points[0] == answer.points
    expected = cp.settle([decision.board, theirs.board], "pagat", declare=[decision.declare, theirs.declare]).points
    assert cp.settle({"Ann": decision, "Bob": theirs}, "pagat").points == expected
    assert cp.settle([cp.Decision(None), theirs], "hawaiian-gardens").points == (-3, 3)


def test_a_decision_declares_if_that_pays_more():
    decision = cp.Decision(cp.Board.parse(DRAGON))
    assert decision.declare == "if better"
    assert math.isnan(decision.points)


def test_all_functions_that_choose_boards_return_decisions():
    hand = cp.Board.parse(DRAGON).hand
    decision, answer = cp.arrange(hand, "pagat"), cp.arranging.best_response(hand, "pagat", [OTHER])
    many = cp.arrange_many(np.array([list(hand)], np.uint8), "pagat")
    assert isinstance(decision, cp.Decision)
    assert isinstance(answer, cp.Decision)
    assert (decision.declare, answer.declare, many[0].declare) == (
        cp.rulebook.Pattern.DRAGON,
        cp.rulebook.Pattern.DRAGON,
        True,
    )
    assert decision.points == many.points[0] == many[0].points
    assert answer.points == 13
    assert (
        cp.bot("expert").place_many(Positions.of_hands([hand], "pagat", 4), np.random.default_rng())[0].board
        == many[0].board
    )


def test_many_decisions():
    boards = array_of_boards([cp.Board.parse(HIGH), None])
    decisions = cp.fields.Decisions(boards, np.array([True, False]))
    assert len(decisions) == 2
    assert np.isnan(decisions.points).all()
    assert (decisions[0].board, decisions[0].declare) == (cp.Board.parse(HIGH), True)
    assert decisions[1].board is None
    with pytest.raises(IndexError):
        decisions[2]


def test_no_board_in_arrays():
    boards = array_of_boards([None, cp.Board.parse(HIGH)])
    assert boards.tolist() == [[255] * 13, cp.Board.parse(HIGH).cards()]
    assert has_no_board(boards).tolist() == [True, False]
    assert [board_of_cards(cards) for cards in boards] == [None, cp.Board.parse(HIGH)]
    hands = np.arange(26, dtype=np.uint8).reshape(2, 13)
    assert fouls_where_none(boards, hands).tolist() == [list(range(13)), cp.Board.parse(HIGH).cards()]
    assert array_of_boards([]).shape == (0, 13)


def test_notebooks_show_decisions():
    board = cp.Board.parse(HIGH)
    shown = cp.Decision(board, declare=True, points=1.234)._repr_html_()
    assert shown.startswith("<svg")
    assert shown.endswith("<p>declares the best natural, +1.23 points</p>")
    assert cp.Decision(board)._repr_html_() == board.to_svg()
    assert cp.Decision(board, cp.rulebook.Pattern.DRAGON)._repr_html_().endswith("<p>declares dragon</p>")
    assert cp.Decision(None, points=-3.0)._repr_html_() == "<p>surrender, -3.00 points</p>"


def test_codes_of_declarations():
    for declare in (True, False, *cp.rulebook.Pattern):
        assert declaration_of(declaration_code(declare)) == declare
    assert declaration_codes(np.array([True, False])).tolist() == [declaration_code(True), declaration_code(False)]
