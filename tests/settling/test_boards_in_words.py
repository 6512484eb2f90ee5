"""Rows and fouls in words."""

import pytest
from known_boards import HIGH

import cpoker_fast as cp
from cpoker_fast.settling.boards_in_words import foul_in_words, row_in_words


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
