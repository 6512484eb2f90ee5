"""Rows, partial boards and placements: accepted and refused texts."""

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import Placement, errors
from cpoker_fast.game import PartialBoard


def test_rows_can_be_spelled_in_several_ways():
    board = PartialBoard("As Kd", "7c", ())
    assert PartialBoard.parse("As Kd / 7c / -") == PartialBoard(["As", "Kd"], [cp.parse_card("7c")]) == board
    assert PartialBoard.parse("As Kd | 7c | ") == PartialBoard.parse("Kd As\n7c\n-") == board
    assert (str(board), eval(repr(board)), f"{board:u}") == ("As Kd / 7c / -", board, "A♠ K♦ / 7♣ / -")
    assert len({board, PartialBoard.parse(str(board))}) == 1


def test_placements_hold_discards():
    placement = Placement("As Kd", "7c", discards="2h")
    assert Placement.parse("As Kd / 7c / - discards 2h") == placement == eval(repr(placement))
    assert (Placement.parse("As Kd / 7c / - discard 2h"), placement.cards) == (placement, cp.CardSet("As Kd 7c"))
    assert str(placement) == "As Kd / 7c / - discards 2h"
    surrender = Placement.surrender()  # has no cards
    assert surrender.is_surrender
    assert surrender == Placement.parse("surrender") == Placement.parse(" Surrender\n") == eval(repr(surrender))
    assert surrender not in (Placement(), Placement(declare=False))
    assert (str(surrender), str(surrender.cards), str(surrender.discards), surrender.declare) == ("surrender", "", "", False)
    assert len({surrender, Placement(), Placement(declare=False), Placement.surrender()}) == 3


DECLARED = {
    "": "if better", " declares nothing": False, " declares the best natural": True,
    **{f" declares {pattern}": pattern for pattern in cp.rulebook.Pattern},
}  # fmt: skip


@pytest.mark.parametrize(("words", "declare"), DECLARED.items())
@pytest.mark.parametrize("discards", ["", " discards 2h"])
def test_placements_declare_naturals(words, declare, discards):
    text = f"As Kd / 7c / -{discards}{words}"
    placement = Placement("As Kd", "7c", discards=discards[-2:].strip(), declare=declare)
    assert str(placement) == text
    assert Placement.parse(text) == Placement.parse(f" {text.upper()} ") == placement == eval(repr(placement))
    assert placement.declare == declare
    assert type(placement.declare) is type(declare)
    assert not placement.is_surrender
    others = [Placement("As Kd", "7c", discards=placement.discards, declare=other) for other in DECLARED.values()]
    assert [other == placement for other in others] == [other == declare for other in DECLARED.values()]
    assert len({placement, *others}) == len(DECLARED)


def test_declarations_are_patterns_or_their_names():
    placement = Placement("As", declare=cp.rulebook.Pattern.DRAGON)
    assert Placement("As", declare="dragon") == placement
    assert Placement("As", declare="dragon").declare is cp.rulebook.Pattern.DRAGON
    assert Placement("As", declare=np.True_).declare is True
    cards = cp.CardSet("As"), cp.CardSet(), cp.CardSet(), cp.CardSet()
    assert Placement("As", declare="if better") == Placement("As") == Placement.of_cards(*cards)
    assert Placement.of_cards(*cards, declare="dragon") == placement
    assert Placement.parse("As / - / - Declare six   pairs, LOOSE").declare is cp.rulebook.Pattern.SIX_PAIRS_LOOSE
    match placement:
        case Placement(front, declare=declare):
            assert (front, declare) == (placement.front, cp.rulebook.Pattern.DRAGON)


def test_a_board_grows_and_is_complete():
    board = PartialBoard.parse("Kh Kd / 9c 9d 9h 4c 4d / As Ah Ad 8s")
    after = board.with_cards(Placement("2c", (), "8c"))
    assert board.room == (1, 0, 1)
    assert after.is_complete
    assert after.board() == cp.Board.parse("Kh Kd 2c / 9c 9d 9h 4c 4d / As Ah Ad 8s 8c")


@pytest.mark.parametrize(("act", "message"), [
    (lambda: PartialBoard.parse("Kh Kd / 9c 9d 9h 4c 4d / As Ah Ad 8s").board(), r"lacks 2 cards"),
    (lambda: PartialBoard("As Kd Qc 2c"), r"front: expected at most 3 cards, got 4"),
    (lambda: PartialBoard("As", "As"), r"card As is placed twice: front and middle"),
    (lambda: PartialBoard("As", (), "Kd As"), r"card As is placed twice: front and back"),
    (lambda: PartialBoard("As", "Xx"), r"middle: bad card 'Xx'"),
    (lambda: PartialBoard.parse("As / Kd"), r"expected three rows, such as 'As Kd / 7c / -', got 2"),
    (lambda: PartialBoard.parse(5), r"bad board 5: expected text"),
    (lambda: Placement("As", discards="As"), r"card As is both in the front and discarded"),
    *[(lambda text=text: Placement.parse(text), message) for text, message in [
        (None, r"bad placement None: expected text"), ("- / - / As discards 2c discards 3c", r"expected 'discards' once"),
        ("- / - / - declares", r"declares: expected the name of a natural, .*, got '', or 'nothing' or 'the best natural'$"),
        ("- / - / - declares dragon declares dragon", r"then 'declares' once, if at all"),
        ("- / - / - declares dragon discards 2c", r"expected 'discards' once, then 'declares'"),
        ("declares dragon", r"bad rows '': expected three rows"),
        *[(text, r"expected nothing beside 'surrender'") for text in (
            "surrender As / - / -", "- / - / - surrender", "surrender surrender", "surrender declares nothing",
        )],
    ]],
    *[(lambda name=name: Placement(declare=name), f"declare: expected the name of a natural, .*, got '{name}'$")
      for name in ("a/b", "a|b", "a; b", "two  spaces", "-", "x" * 41, "nothing", "surrender at once", "declares it")],
    (lambda: Placement(declare="Dragon"), "declare: expected the name of a natural in lower case, got 'Dragon'"),
    (lambda: Placement(declare=None), "declare: expected True, False, 'if better' or the name of a natural, got None"),
    (lambda: Placement(declare=5), "declare: expected True, False, 'if better' or the name of a natural, got 5"),
    (lambda: Placement.of_cards(*[cp.CardSet()] * 4, declare=5), "declare: expected True, .* got 5"),
    (lambda: PartialBoard().with_cards(Placement.surrender()), r"expected a placement of cards, got a surrender"),
    (lambda: PartialBoard.parse("Ks / - / -").with_cards(Placement("Ks")), r"card Ks is already in the front"),
    (lambda: PartialBoard.parse("Ks Kd / - / -").with_cards(Placement("2c 3c")),
     r"front: expected at most 1 more card, got 2 \(3c 2c\)"),
])  # fmt: skip
def test_cards_that_make_no_board_are_refused(act, message):
    with pytest.raises(errors.PlacementError, match=message):
        act()
