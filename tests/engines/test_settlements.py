"""The results of deals, as engines receive them."""

import numpy as np

import cpoker_fast as cp
from cpoker_fast.engines import board_texts, settlement_records


def test_lists_are_clockwise_from_the_button():
    boards = np.sort(cp.deal_many(2, 3, 13, seed=1), axis=2)[..., ::-1]  # each row has its highest card first
    points, faults = np.array([[5, -2, -3], [0, 4, -4]], np.int32), np.zeros((2, 3), np.uint8)
    faults[1, 0] = 1
    fantasylands = np.array([[0, 14, 0], [0, 0, 0]], np.uint8)
    first, second = settlement_records(2, np.array([1, 0], np.int8), boards, faults, points, fantasylands)
    texts = board_texts(boards[0])
    assert first == {
        "seat": 1,  # the button is at player 1, and player 2 is the next one
        "boards": [texts[1], texts[2], texts[0]],
        "points": [-2, -3, 5],
        "fantasyland": [14, 0, 0],
    }
    assert (second["seat"], second["points"], second["fantasyland"]) == (2, [0, 4, -4], [0, 0, 0])
    assert second["boards"] == [None, *board_texts(boards[1, 1:])]
    assert "fantasyland" not in settlement_records(0, np.array([1, 0]), boards, faults, points)[0]
