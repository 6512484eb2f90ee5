"""Positions, boards and placements as text, many at once."""

import json

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import Deal, Position
from cpoker_fast.engines import board_texts
from cpoker_fast.engines.card_texts import boards_in_texts, positions_in_json, positions_in_texts, texts_of_boards
from cpoker_fast.errors import CpokerError
from cpoker_fast.game import Positions
from cpoker_fast.players.answers import reply_in_texts

PAGAT, PINEAPPLE = cp.rules("pagat"), cp.rules("pineapple")
NAMES = [natural.name for natural in PAGAT.naturals]
DECLARED = np.array([-3, -2, -1, *(NAMES.index(name) for name in ("dragon", "six pairs"))], np.int8)


def texts_of(positions):
    """Return the shared text and the other texts."""
    fields = json.loads(b"{" + positions_in_json(positions) + b"}")
    return fields["shared"], fields["positions"]


def positions_of(rules, n, seed=1, players=2, size=None):
    """Return positions of all seats, streets and Fantasylands with as many cards as the last street has, or `size`."""
    size, rng, positions = size or rules.streets[-1][0], np.random.default_rng(seed), []
    while len(positions) < n:
        fantasyland = [14 if size == 14 else 0, *[0] * (players - 1)]
        deal = Deal(rules, players, rng=rng, button=int(rng.integers(players)), fantasyland=fantasyland)
        while not deal.is_over:
            positions += [deal.position()] * (len(deal.position().hand) == size)
            deal.place(cp.bot("random").prepare(rules, players).place(deal.position(), rng))
    return Positions.of(positions[:n])


CASES = {
    "whole hands": lambda: positions_of(PAGAT, 40), "one whole hand": lambda: positions_of(PAGAT, 1),
    "three players": lambda: positions_of(PAGAT, 90, players=3), "street by street": lambda: positions_of(PINEAPPLE, 40),
    "first streets": lambda: positions_of(PINEAPPLE, 12, size=5),
    "first streets of first players": lambda: positions_of(PINEAPPLE, 40, size=5)[::2],
    "Fantasyland": lambda: positions_of(PINEAPPLE, 9, size=14),
    "Fantasyland of one street": lambda: positions_of(cp.rules("closed"), 9, size=14),
    "one card": lambda: positions_of(cp.rules("standard"), 40),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_positions_are_those_of_their_texts(case):
    positions = CASES[case]()
    shared, texts = texts_of(positions)
    rules = positions.rules
    assert [Position.parse(shared + text, rules) for text in texts] == list(positions)
    assert all((shared + text).endswith(f"; hand {position.hand}") for text, position in zip(texts, positions, strict=True))
    assert list(positions_in_texts(shared, texts, rules)) == list(positions)
    spelled = [text.replace("; ", ";").replace("hand ", "hand  ") for text in texts]
    assert list(positions_in_texts(shared, spelled, rules)) == list(positions)
    assert list(positions_in_texts("", [shared + text for text in texts], rules)) == list(positions)


def test_what_all_positions_have_is_not_repeated():
    shared, texts = texts_of(positions_of(PAGAT, 40))
    assert shared == "street 1; board - / - / -; board - / - / -; "
    starts = {f"seat {seat}; button {button}; hand " for seat in (1, 2) for button in (1, 2)}
    assert {text[: -len("As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s")] for text in texts} == starts


@pytest.mark.parametrize(("change", "problem"), [
    (lambda text: text.replace("As", "1s"), "hand: "), (lambda text: text[:-2] + text[-5:-3], "hand: card "),
    (lambda text: text[:-3], "hand: expected 13 cards "),
    (lambda text: text.replace("seat 1", "seat 4").replace("seat 2", "seat 4"), "seat: "),
    (lambda text: text.partition("; hand")[0], "expected cards in hand"), (lambda text: text + "; open 1 As", ""),
    (lambda text: "", "bad position: "),
])  # fmt: skip
def test_the_wrong_position_of_many_is_named(change, problem):
    shared, texts = texts_of(positions_of(PAGAT, 40))
    texts[7] = change(texts[7].replace(texts[7][-38:-36], "As") if "As" not in texts[7] else texts[7])
    with pytest.raises(CpokerError, match=rf"^positions\[7\]: {problem}"):
        positions_in_texts(shared, texts, PAGAT)
    for text in ("", "xx", "hand", "hand ", "As Ks Qs", "hand As Ks Qs"):
        with pytest.raises(CpokerError, match=r"^positions\[0\]: bad position: "):
            positions_in_texts("", [text] * 3, PAGAT)


def test_cards_of_a_hand_that_are_on_a_board_are_found():
    positions = positions_of(PINEAPPLE, 40)[1:2]
    shared, (text,) = texts_of(positions)
    card = next(iter(positions[0].boards[0].cards))
    begin, _, hand = text.partition("hand ")
    for texts in ([text, f"{begin}hand {cp.format_card(card)}{hand[2:]}"], [f"{begin}hand {hand[:2]}{hand[:2]}{hand[5:]}"]):
        with pytest.raises(CpokerError, match=rf"^positions\[{len(texts) - 1}\]: "):
            positions_in_texts(shared, texts, PINEAPPLE)
    five, three = (texts_of(positions_of(PINEAPPLE, n, size=size))[1] for n, size in ((2, 5), (1, 3)))
    with pytest.raises(CpokerError, match=r"positions\[2\]: expected the rules and the numbers of players and cards"):
        positions_in_texts("", [*five, *three], PINEAPPLE)


# ---- placements ----
def test_placements_of_whole_hands_are_read_back(deal):
    boards, codes = deal(300, 13), np.resize(DECLARED, 300)
    boards[7], boards[8] = 255, 255
    texts = texts_of_boards(boards, codes, PAGAT)
    cards = [cp.format_card(card) for card in boards[0].tolist()]
    assert texts[0] == " / ".join(" ".join(cards[begin:end]) for begin, end in ((0, 3), (3, 8), (8, 13)))
    assert texts[3].endswith(" declares dragon")
    assert texts[7] == texts[8] == "surrender"
    read, declared, is_read = boards_in_texts(texts, PAGAT)
    assert is_read.all()
    assert (read == boards).all()
    assert (declared == codes)[boards[:, 0] != 255].all()
    plain = texts_of_boards(boards, np.full(300, -3, np.int8), PAGAT)
    assert (boards_in_texts(plain, PAGAT)[0] == boards).all()


def test_placements_in_any_spelling_are_those_of_the_parser(deal):
    hands = np.sort(deal(40, 13))
    positions = Positions.of_hands(hands, "pagat")
    boards = [cp.Board.of_cards(board) for board in hands.tolist()]
    spellings = [
        str, lambda board: str(board).lower(), lambda board: f"{board:u}", lambda board: str(board).replace(" ", ""),
    ]  # fmt: skip
    texts = [spellings[index % 4](board) for index, board in enumerate(boards)]
    reply = reply_in_texts(texts, positions)
    assert (reply.problems, [cp.Board.of_cards(cards) for cards in reply.boards.tolist()]) == ({}, boards)
    assert boards_in_texts(texts, PAGAT)[2].tolist() == [index % 4 == 0 for index in range(40)]


GOOD = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"
WRONG = [
    GOOD[:-1], GOOD[:-1] + "x", GOOD.replace(" / 9s", " - 9s"), GOOD + " declares", GOOD + " declares dargon",
    GOOD + " declares dragon", GOOD + " discards 2d", GOOD.replace("Kd", "Ah"), GOOD.replace("2c", "3c"),
    GOOD.replace("5s", "\ud8005s"), "surrender", "surrenders",
]  # fmt: skip


def test_wrong_placements_leave_the_others():
    positions = Positions.of_hands([GOOD.replace("/", "")] * 2 * len(WRONG), PAGAT)
    reply = reply_in_texts([text for wrong in WRONG for text in (GOOD, wrong)], positions)
    assert sorted(reply.problems) == list(range(1, 2 * len(WRONG), 2))
    alone = [reply_in_texts([wrong], positions[:1]).problems[0] for wrong in WRONG]
    assert [reply.problems[index].text for index in sorted(reply.problems)] == [problem.text for problem in alone]
    assert [cp.Board.of_cards(cards) for cards in reply.boards[::2].tolist()] == [cp.Board.parse(GOOD)] * len(WRONG)


def test_any_number_of_placements_is_read(deal):
    hands = deal(2500, 13)
    positions = Positions.of_hands(hands, PAGAT)
    for n in (0, 1, 1024, 2500):
        reply = reply_in_texts(board_texts(hands[:n]), positions[:n])
        assert (reply.boards == hands[:n]).all()
        assert (len(reply.boards), len(reply.declared), reply.problems) == (n, n, {})
    rows = np.array([[255] * 13, [254] * 13, range(13), [255, *range(12)]], np.uint8)
    assert [text is None for text in board_texts(rows)] == [True, True, False, True]
