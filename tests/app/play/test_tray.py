"""Hands while they are set: places of cards, rows in words, and reasons of fouls."""

import pytest
from closed_games import game_with
from known_boards import HIGH

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.settling import foul_in_words
from cpoker_fast.settling.readout import row_in_words

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


@pytest.mark.parametrize(("row", "cards", "rules", "words"), [
    ("front", "9s 9h 4c", "pagat", "pair, nines with four"),
    ("front", "9s 9h", "pagat", ""),
    ("middle", "7s 5h 4c 3d 2s", "pagat", "high card, seven five four three two"),
    ("middle", "7s 5h 4c 3d", "pagat", ""),
    ("middle", "8s 5h 4c 3d 2s", "lowball-middle", "high card, eight five four three two"),
    ("middle", "As 5h 4c 3d 2s", "lowball-middle", "high card, ace five four three two"),  # no straight
    ("back", "As 5h 4c 3d 2s", "lowball-middle", "straight, five high"),
    ("back", "Ts Th Tc 4d 4s", "one-six", "full house, tens over fours"),
])  # fmt: skip
def test_rows_in_words(row, cards, rules, words):
    assert row_in_words(row, list(cp.CardSet(cards)), cp.rules(rules)) == words


@pytest.mark.parametrize(("board", "rules", "words"), [
    (HIGH, "pagat", ""), ("9s 9h 4c / Ah Kd Qc 7h 2d / Ts Th Tc 5d 5s", "pagat", "the front is stronger than the middle"),
    ("9s 8h 4c / Ts Th Tc 5d 5s / Ah Kd Qc 7h 2d", "pagat", "the middle is stronger than the back"),
    ("4h 3d 2c / Ah Kd 9s 8h 7c / As Kh 9d 8c 7s", "pagat", ""),
    ("4h 3d 2c / Ah Kd 9s 8h 7c / As Kh 9d 8c 7s", "face-up", "the middle is as strong as the back"),
    ("9s 9h 4c / 8h 6d 5c 3h 2d / Ah Kd Qc 7h 2s", "lowball-middle", "the front is stronger than the back"),
    ("9s 8h 4c / Ts Th Tc 5d 5s / Ah Kd Qc 7h 2d", "lowball-middle", ""),
    ("9s 8h 4c / Ts Th Tc 5d 5s / Ah Kd Qc 7h 2d", "deuce-to-seven", "the middle is not T-low or better"),
])  # fmt: skip
def test_fouls_in_words(board, rules, words):
    assert foul_in_words(cp.Board.parse(board), cp.rules(rules)) == words
    assert bool(words) == cp.settling.is_foul_under(board, rules)
