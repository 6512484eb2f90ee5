"""Hands and boards as text, many at once."""

import json

import numpy as np

import cpoker_fast as cp
from cpoker_fast import notation
from cpoker_fast.board_arrays import DEAD_HAND
from cpoker_fast.engines import board_texts
from cpoker_fast.engines.card_texts import boards_in_texts, hands_in_json


def test_hands_are_texts_in_the_order_of_their_cards(deal):
    hands = deal(300, 13)
    texts = json.loads(b"[" + hands_in_json(hands) + b"]")
    assert texts == ["".join(map(cp.format_card, hand)) for hand in hands.tolist()]
    assert hands_in_json(np.array([range(13)], np.uint8)) == b'"2c2d2h2s3c3d3h3s4c4d4h4s5c"'


def test_boards_are_read_back(deal):
    boards = deal(300, 13)
    texts = board_texts(boards)
    assert texts[0] == "/".join(
        "".join(map(cp.format_card, boards[0, begin:end].tolist())) for begin, end in ((0, 3), (3, 8), (8, 13))
    )
    read, problems = boards_in_texts(texts)
    assert (read == boards).all()
    assert problems == {}


def test_boards_in_any_spelling_are_those_of_the_parser(deal):
    boards = [cp.Board.of_cards(board) for board in deal(40, 13).tolist()]
    spellings = [str, lambda board: str(board).lower(), lambda board: f"{board:u}", notation.format_board]
    texts = [spellings[index % 4](board) for index, board in enumerate(boards)]
    read, problems = boards_in_texts(texts)
    assert [cp.Board.of_cards(cards) for cards in read.tolist()] == boards
    assert problems == {}


def test_rows_without_a_board_have_no_text():
    rows = np.array([[255] * 13, [254] * 13, range(13), [255, *range(12)]], np.uint8)
    assert [text is None for text in board_texts(rows)] == [True, True, False, True]


def test_problems_are_those_of_the_parser():
    texts = ["AhKd2c/9s9h4c4d3s/TsThTc5d5s", "AhKd2c/9s9h4c4d3s/TsThTc5d5", "AhKd2cx9s9h4c4d3s/TsThTc5d5s"]
    read, problems = boards_in_texts(texts)
    assert list(problems) == [1, 2]
    assert "back" in problems[1]
    assert (read[1:] == DEAD_HAND).all()
