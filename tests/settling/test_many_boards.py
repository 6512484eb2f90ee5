"""Strengths, royalties and fouls of arrays of boards, and royalties of rows, against the functions for one board."""

import array

import numpy as np
import pytest
import reference
from house_options import OPTIONS
from known_boards import FOUL, HIGH, LOW

import cpoker_fast as cp
from cpoker_fast import errors

FUNCTIONS = [
    cp.settling.board_strengths, cp.settling.royalties_many, cp.settling.total_royalties_many, cp.settling.fouls_many,
]  # fmt: skip
RULES = [*map(cp.rules, cp.presets()), *(cp.Rules(name=f"options {n}", **options) for n, options in enumerate(OPTIONS))]


def boards_for(rules, seed):
    """Return random boards, mostly fouls, and legal boards of the same hands, also with naturals."""
    hands = cp.deal_many(60, 1, seed=seed)[:, 0]
    naturals = ["2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As", "2c 3c 4c 5h 6h 7h 8h 9h Ts Js Qs Ks As"]
    hands = np.vstack([hands, [list(cp.CardSet(hand)) for hand in naturals]]).astype(np.uint8)
    legal = cp.best_royalties_many(hands, rules)
    return np.vstack([hands, legal[legal[:, 0] < 52]])


def masks_of(boards):
    rows = [[cp.CardSet(cards[start:end]).mask for start, end in ((0, 3), (3, 8), (8, 13))] for cards in boards.tolist()]
    return np.array(rows, np.uint64)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_many_boards_are_read_like_single_boards(rules):
    boards = boards_for(rules, seed=len(rules.name))
    seats = [cp.settling.read_seat(cp.Board.of_cards(cards), rules) for cards in boards.tolist()]
    strengths = cp.settling.board_strengths(boards, rules)
    assert strengths.dtype == np.uint16
    for seat, values in zip(seats, strengths.tolist(), strict=True):
        for value, alive in zip(values, seat.strengths, strict=True):
            assert alive in (value, -1)  # the strength of a dead row is that of its cards
            assert alive >= 0 or rules.dead_rows == "out of order"
    royalties, totals, fouls = (function(boards, rules) for function in FUNCTIONS[1:])
    assert (royalties.dtype, totals.dtype, fouls.dtype) == (np.int32, np.int32, np.bool_)
    assert royalties.tolist() == [list(seat.royalties) for seat in seats]
    pays_fouls = rules.dead_rows == "out of order"  # the rows that are not dead
    assert totals.tolist() == [sum(seat.royalties) if pays_fouls or not seat.is_foul else 0 for seat in seats]
    assert fouls.tolist() == [seat.is_foul for seat in seats]
    assert 0 < fouls.sum() < len(fouls)
    masks = masks_of(boards)
    for function, result in zip(FUNCTIONS, (strengths, royalties, totals, fouls), strict=True):
        assert function(masks, rules).tolist() == result.tolist()
    by_row = np.column_stack([
        cp.settling.row_royalties(row, strengths[:, index], rules) for index, row in enumerate(("front", "middle", "back"))
    ])  # fmt: skip
    assert by_row.dtype == np.int32
    for board, values, looked_up in zip(boards.tolist(), royalties.tolist(), by_row.tolist(), strict=True):
        if not (rules.deuce_of_spades and 3 in board):  # card 3 is the deuce of spades
            dead = rules.dead_rows == "out of order"
            assert all(a == b or (dead and a == 0) for a, b in zip(values, looked_up, strict=True))


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_royalties_of_rows_are_those_of_the_reference(rules):
    """A row of each category, and some of the lowest ones, in each place."""
    kinds = {
        3: ["4s 3h 2c", "5s 5h 2c", "6s 6h 2c", "Qs Qh Kc", "As Ah Kc", "2s 2h 2c", "As Ah Ac"],
        5: ["7s 5h 4c 3d 2s", "8s 6h 4c 3d 2s", "As Kh 9c 3d 2s", "9s 9h 4c 3d 2s", "9s 9h 4c 4d 2s", "2s 2h 2c Ad Ks",
            "5s 4h 3c 2d As", "As Kh Qc Jd Ts", "9h 7h 5h 3h 2h", "2s 2h 2c 9d 9s", "2s 2h 2c 2d Ks", "As Ah Ac Ad Ks",
            "5s 4s 3s 2s As", "9s 8s 7s 6s 5s", "As Ks Qs Js Ts"],
    }  # fmt: skip
    for row, size in (("front", 3), ("middle", 5), ("back", 5)):
        is_low = row == "middle" and rules.lowball_middle
        values = cp.ranking.lowball_strengths(kinds[size]) if is_low else cp.strengths(kinds[size], wheel=rules.wheel)
        table = getattr(rules.royalties, row)
        keys = [reference.lowball_key(cards) if is_low else reference.key(cards, rules.wheel)
                for cards in map(reference.cards, kinds[size])]  # fmt: skip
        expected = [reference.royalty(table, key, lowball=is_low) for key in keys]
        assert cp.settling.row_royalties(row, values, rules).tolist() == expected
        assert cp.settling.row_royalties(row, values.reshape(1, -1, 1), rules)[0, :, 0].tolist() == expected


@pytest.mark.parametrize(("arguments", "error", "message"), [
    (("top", [1], "pagat"), errors.BoardError, "bad row 'top': expected one of front, middle, back"),
    ((["front"], [1], "pagat"), errors.BoardError, "bad row"),
    ((np.array(["front", "x"]), [1], "pagat"), errors.BoardError, "bad row"),
    (("back", [[1, 7917]], "pagat"), errors.StrengthError, r"strengths\[0, 1\]: bad strength 7917: expected 0 to 7916"),
    (("middle", [7462], "lowball-middle"), errors.StrengthError, r"strengths\[0\]: bad strength 7462: expected 0 to 7461"),
    (("back", [1.0], "pagat"), errors.StrengthError, "bad dtype float64 of strengths"),
    (("back", 5, "pagat"), errors.ArrayError, "bad strengths: expected an array"),
    (("back", [1], "x"), errors.RulesError, "unknown rules 'x'"),
])  # fmt: skip
def test_bad_strengths_of_rows(arguments, error, message):
    with pytest.raises(error, match=message):
        cp.settling.row_royalties(*arguments)


def test_without_rules_strengths_are_those_of_a_board():
    boards = boards_for(cp.rules("simple"), seed=1)
    expected = [list(cp.Board.of_cards(cards).strengths) for cards in boards.tolist()]
    for arguments in ((boards,), (boards, "simple")):
        assert cp.settling.board_strengths(*arguments).tolist() == expected


@pytest.mark.parametrize("function", FUNCTIONS)
def test_layouts_and_types(function):
    """Boards along any number of axes, in any buffer, as numbers, masks, text or boards."""
    boards = boards_for(cp.rules("pagat"), seed=2)[:24]
    expected = function(boards, "pagat")
    tail = expected.shape[1:]
    assert function(boards.reshape(2, 3, 4, 13), "pagat").tolist() == expected.reshape(2, 3, 4, *tail).tolist()
    assert function(masks_of(boards).reshape(2, 12, 3), "pagat").tolist() == expected.reshape(2, 12, *tail).tolist()
    assert function(boards[0], "pagat").tolist() == expected[0].tolist()
    assert function(masks_of(boards)[0], "pagat").tolist() == expected[0].tolist()
    objects = [cp.Board.of_cards(cards) for cards in boards.tolist()]
    texts, masks = list(map(str, objects)), masks_of(boards)
    shifted = np.frombuffer(b"\0" + masks.tobytes(), np.uint8)[1:].view(np.uint64).reshape(-1, 3)  # at an odd address
    for value in (
        boards.astype(np.int64), boards.astype(np.uint64), np.repeat(boards, 2, axis=0)[::2], boards.tolist(), objects,
        texts, tuple(texts), np.array(texts), np.array(objects, object), memoryview(boards), memoryview(masks), shifted,
        masks.astype(">u8"), np.repeat(masks, 2, axis=0)[::2],
    ):  # fmt: skip
        assert function(value, "pagat").tolist() == expected.tolist()
    assert function(array.array("B", boards[0].tobytes()), "pagat").tolist() == expected[0].tolist()
    for nothing in ([], boards[:0], masks[:0]):
        assert function(nothing, "pagat").shape == (0, *tail)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_own_arrays_and_threads(function):
    boards = np.tile(boards_for(cp.rules("two-four"), seed=3), (200, 1))
    expected = function(boards, "two-four")
    out, overlapping = np.empty_like(expected), np.zeros(boards.size * 4, np.uint8)
    for threads in (1, 2, 0):
        out[...] = 0
        assert function(boards, "two-four", out=out, threads=threads) is out
        assert out.tolist() == expected.tolist()
    inside = overlapping[: out.nbytes].view(out.dtype).reshape(out.shape)
    overlapping[: boards.size] = boards.ravel()
    for value, options, message in (
        *((boards, {"out": wrong}, "out")
          for wrong in (out[:-1], out.astype(np.float32), np.repeat(out, 2, axis=0)[::2], out.tolist())),
        (overlapping[: boards.size].reshape(-1, 13), {"out": inside}, "bad out: it overlaps with the input"),
        (boards, {"threads": -1}, "threads: .*, got -1"),
    ):  # fmt: skip
        with pytest.raises(errors.ArrayError, match=message):
            function(value, "two-four", **options)


def test_missing_boards():
    """Dead hands and surrenders have no royalties; of the two, only a dead hand is a foul."""
    boards = np.array([[254] * 13, [255] * 13, cp.Board.parse(HIGH).cards()], np.uint8)
    for value in (boards, [cp.FOUL, None, HIGH]):
        assert cp.settling.royalties_many(value, "pineapple").tolist() == [[0, 0, 0], [0, 0, 0], [0, 0, 6]]
        assert cp.settling.total_royalties_many(value, "pineapple").tolist() == [0, 0, 6]
        for rules in ("pagat", "two-four", cp.Rules(dead_rows="out of order")):
            assert cp.settling.fouls_many(value, rules).tolist() == [True, False, False]
    for value, index, problem in (
        (boards, 0, r"a dead hand \(254\)"), ([cp.FOUL, None, HIGH], 0, r"a dead hand \(254\)"),
        ([HIGH, None], 1, r"a surrender \(255\)"),
    ):  # fmt: skip
        with pytest.raises(errors.BoardError, match=f"^board index {index}: expected a board, got {problem}$") as caught:
            cp.settling.board_strengths(value)
        assert caught.value.index == index


GOOD = cp.Board.parse(HIGH).to_array()


def boards_with(changes):
    """Return nine boards, of which two have changed cards."""
    boards = np.tile(GOOD, (9, 1))
    for place, card in changes.items():
        boards[2, place] = boards[5, place] = card
    return boards


def masks_with(row, mask):
    masks = masks_of(np.tile(GOOD, (3, 1)))
    masks[2, row] = mask
    return masks


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(("boards", "error", "message"), [
    (boards_with({4: 52}), errors.CardError, "bad card 52 at index 4: expected 0 to 51"),
    (boards_with({12: 253}), errors.CardError, "bad card 253 at index 12"),
    (boards_with({3: GOOD[0]}), errors.CardError, f"card {GOOD[0]} appears twice: again at index 3"),
    (boards_with({0: 255}), errors.BoardError, r"a surrender \(255\) must fill the whole board"),
    (boards_with({0: 254}), errors.BoardError, r"a dead hand \(254\) must fill the whole board"),
    (boards_with(dict.fromkeys(range(13), 253)), errors.CardError, "bad card 253 at index 0"),
    (masks_with(0, 1 << 13 | 3), errors.CardError, "front: mask 0x2003 has bits that stand for no card$"),
    (masks_with(1, 7), errors.CardError, r"middle: mask 0x7 \(4c 3c 2c\) has 3 cards, expected 5$"),
    (masks_with(2, 0), errors.CardError, r"back: mask 0x0 \(\) has 0 cards, expected 5$"),
    (masks_with(2, cp.Board.parse(HIGH).middle.mask), errors.BoardError, "card 3s is both in the middle and in the back$"),
])  # fmt: skip
def test_bad_cards_and_masks(function, boards, error, message):
    for threads in (1, 2):
        with pytest.raises(error, match=f"^board index 2: {message}") as caught:
            function(boards, "two-four", threads=threads)
        assert caught.value.index == 2


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(("boards", "error", "message"), [
    (np.zeros((2, 12), np.uint8), errors.ArrayError, r"bad shape \(2, 12\) of boards: expected \(..., 13 cards\), or"),
    (np.uint8(3), errors.ArrayError, r"bad shape \(\) of boards"),
    (np.zeros((2, 3), np.int64), errors.ArrayError, r"bad shape \(2, 3\) of boards"),
    (np.zeros((2, 13)), errors.ArrayError, "bad dtype float64 of boards"),
    (np.full((1, 13), 300), errors.CardError, r"boards\[0, 0\]: bad card 300"),
    (7, errors.ArrayError, "bad boards: expected an array"),
    ([HIGH, "As"], errors.BoardError, "board index 1: bad board 'As'"),
    ([HIGH, 5], errors.BoardError, "board index 1: expected a Board, text, three rows, 13 cards, None or FOUL, got 5"),
])  # fmt: skip
def test_bad_boards_and_rules(function, boards, error, message):
    with pytest.raises(error, match=f"^{message}"):
        function(boards, "pagat")
    with pytest.raises(errors.RulesError, match="unknown rules 'x'"):
        function([HIGH, LOW, FOUL], "x")
