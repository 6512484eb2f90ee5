"""Rows, partial boards and placements: accepted and refused texts."""

import pytest

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.openface import PartialBoard, Placement


def test_rows_can_be_spelled_in_several_ways():
    board = PartialBoard("As Kd", "7c", ())
    assert PartialBoard.parse("As Kd / 7c / -") == PartialBoard(["As", "Kd"], [cp.parse_card("7c")]) == board
    assert PartialBoard.parse("As Kd | 7c | ") == PartialBoard.parse("Kd As\n7c\n-") == board
    assert str(board) == "As Kd / 7c / -"
    assert eval(repr(board)) == board
    assert f"{board:u}" == "A♠ K♦ / 7♣ / -"
    assert len({board, PartialBoard.parse(str(board))}) == 1


def test_placements_hold_discards():
    placement = Placement("As Kd", "7c", discards="2h")
    assert Placement.parse("As Kd / 7c / - discards 2h") == placement == eval(repr(placement))
    assert Placement.parse("As Kd / 7c / - discard 2h") == placement
    assert placement.cards == cp.CardSet("As Kd 7c")
    assert str(placement) == "As Kd / 7c / - discards 2h"


def test_a_board_grows_and_is_complete():
    board = PartialBoard.parse("Kh Kd / 9c 9d 9h 4c 4d / As Ah Ad 8s")
    after = board.with_cards(Placement("2c", (), "8c"))
    assert board.room == (1, 0, 1)
    assert after.is_complete
    assert after.board() == cp.Board.parse("Kh Kd 2c / 9c 9d 9h 4c 4d / As Ah Ad 8s 8c")
    with pytest.raises(errors.PlacementError, match=r"lacks 2 cards"):
        board.board()


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: PartialBoard("As Kd Qc 2c"), r"front: expected at most 3 cards, got 4"),
        (lambda: PartialBoard("As", "As"), r"card As is placed twice: front and middle"),
        (lambda: PartialBoard("As", (), "Kd As"), r"card As is placed twice: front and back"),
        (lambda: PartialBoard("As", "Xx"), r"middle: bad card 'Xx'"),
        (lambda: PartialBoard.parse("As / Kd"), r"expected three rows, such as 'As Kd / 7c / -', got 2"),
        (lambda: PartialBoard.parse(5), r"bad board 5: expected text"),
        (lambda: Placement("As", discards="As"), r"card As is both in the front and discarded"),
        (lambda: Placement.parse("- / - / As discards 2c discards 3c"), r"expected 'discards' once"),
        (lambda: Placement.parse(None), r"bad placement None: expected text"),
        (lambda: PartialBoard.parse("Ks / - / -").with_cards(Placement("Ks")), r"card Ks is already in the front"),
        (
            lambda: PartialBoard.parse("Ks Kd / - / -").with_cards(Placement("2c 3c")),
            r"front: expected at most 1 more card, got 2 \(3c 2c\)",
        ),
    ],
)
def test_cards_that_make_no_board_are_refused(act, message):
    with pytest.raises(errors.PlacementError, match=message):
        act()
