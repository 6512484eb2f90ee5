"""Hands while they are set: places of cards, and reasons of fouls."""

import pytest
from closed_games import game_with
from known_boards import HIGH

import cpoker_fast as cp
from cpoker_fast import errors

FIRST = cp.Board.parse(HIGH)


def new_tray():
    return cp.app.play.Tray(game_with(HIGH).position)


def test_a_tray(refuses):
    tray = new_tray()
    assert tray.left == sorted(FIRST.hand, reverse=True)
    for row, cards in zip(("front", "middle"), FIRST.rows[:2], strict=True):
        for card in cards:
            assert tray.placement() is None
            assert tray.has_room(row)
            assert tray.place(card, row)
        assert not tray.has_room(row)
    assert tray.placement().rows == FIRST.rows  # the remaining cards can only go to the back
    assert not tray.place(next(iter(FIRST.back)), "front")
    card = next(iter(FIRST.front))
    tray.take(card)
    assert card in tray.left
    assert tray.placement() is None
    assert tray.place(card, "back")
    assert tray.place(card, "front")  # from one row to another
    assert tray.board().board() == FIRST
    tray.clear()
    assert len(tray.left) == 13
    tray.fill(FIRST)
    assert tray.board().board() == FIRST
    assert not tray.has_room("discards")
    assert not tray.place(card, "discards")
    with pytest.raises(errors.PlacementError, match="is not in the hand"):
        tray.fill(cp.Board.parse("Ac Ad As / Kc Kd Kh Ks 2c / Qs Qh Qd Qc 2d"))
    refuses(cp.errors.BoardError, "row: expected one of front, middle, back, discards, got 'top'", tray.place, card, "top")
    tray = new_tray()
    for card in FIRST.middle:  # ascending
        tray.place(card, "middle")
    assert " ".join(map(cp.format_card, tray.rows["middle"])) == str(FIRST.middle)
    tray.fill(FIRST)
    for row in ("front", "middle", "back"):
        assert " ".join(map(cp.format_card, tray.rows[row])) == str(getattr(FIRST, row))


def test_fouls_that_cannot_be_avoided_are_named():
    tray = new_tray()  # Ah Kd Ts Th Tc 9s 9h 5s 5d 4d 4c 3s 2c
    for card in cp.CardSet("Ts Th Tc"):
        tray.place(card, "front")
    for card in cp.CardSet("9s 5s"):
        tray.place(card, "middle")
    assert tray.foul_in_words() == "no cards can make these rows legal any more"  # no middle beats three tens
    tray.clear()
    for card in cp.CardSet("9s 9h Ah"):
        tray.place(card, "front")
    assert tray.foul_in_words() == ""
    for card in cp.CardSet("5s 5d 2c 3s 4d"):
        tray.place(card, "middle")
    assert tray.foul_in_words() == "the front is stronger than the middle"
    street = cp.Deal("pineapple", 2, seed=1).position()
    tray = cp.app.play.Tray(street)
    for card in tray.left[:3]:
        tray.place(card, "front")
    assert tray.foul_in_words() == ""  # cards that are still to come can beat the front
