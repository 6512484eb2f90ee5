"""What a call for one hand or board reads, the call for many reads as a list of such things, and as an array of texts."""

import dataclasses
import re

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast.errors import ArrayError, BoardError, CardError, RulesError

HANDS = [
    "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h",
    "2s 3h 4s 5c 6h 7s 8h 9c Td Jh Qh Kc Ac",
    "As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c",
]
BOARDS = list(map(str, map(cp.Board.of_cards, cp.best_royalties_many(cp.deal_many(1, 4, 13, seed=1)[0], "pagat"))))
FIVES = ["Ts Th Tc 4d 4s", "Ks Qs 9s 8s 7s", "As 2d 3h 4c 5s"]
VALUES = np.arange(7917)


def plain(result):
    """Return an array, or the arrays of a result, as lists."""
    if isinstance(result, np.ndarray | cp.game.Placements):
        return result.tolist() if isinstance(result, np.ndarray) else list(result)
    return [field.tolist() for field in result if isinstance(field, np.ndarray)]


CALLS = {
    "strengths": (cp.strengths, FIVES),
    "lowball_strengths": (cp.ranking.lowball_strengths, FIVES),
    "arrange_many": (lambda hands: cp.arrange_many(hands, "pagat"), HANDS),
    "analyze_many": (lambda hands: cp.analyze_many(hands, "pagat", samples=4096).best, HANDS),
    "best_royalties_many": (lambda hands: cp.best_royalties_many(hands, "pagat"), HANDS),
    "best_values_many": (lambda hands: cp.arranging.best_values_many(hands, front=VALUES), HANDS),
    "count_arrangements_many": (cp.arranging.count_arrangements_many, HANDS),
    "naturals_many": (cp.settling.naturals_many, HANDS),
    "best_fantasyland_many": (lambda hands: cp.arranging.best_fantasyland_many(hands, "pineapple"), HANDS),
    "undominated_many": (lambda hands: cp.arranging.undominated_many(hands, "pagat"), HANDS),
}
EACH = pytest.mark.parametrize("call", CALLS)


def numbers_of(texts):
    return np.array([cp.parse_cards(text) for text in texts], np.uint8)


def test_all_batches_of_cards_are_here():
    spaces = (cp, cp.arranging, cp.ranking, cp.settling)
    names = {name for space in spaces for name in space.__all__ if name.endswith(("_many", "strengths"))}
    others = {"board_strengths", "fouls_many", "royalties_many", "settle_many", "total_royalties_many"}  # of boards: below
    assert names - others - {"deal_many", "describe_many", "describe_lowball_many"} == CALLS.keys()


@EACH
def test_lists_of_whatever_one_call_reads(call):
    function, texts = CALLS[call]
    expected = plain(function(numbers_of(texts)))
    masks = np.array([cp.CardSet(text).mask for text in texts], np.uint64)
    assert plain(function(masks)) == expected
    for items in (
        texts, tuple(texts), [text.split() for text in texts], [tuple(text.split()) for text in texts],
        [cp.CardSet(text) for text in texts], [cp.parse_cards(text) for text in texts],
        [np.array(cp.parse_cards(text)) for text in texts], [texts[0], cp.CardSet(texts[1]), texts[2].split()],
        np.array(texts), np.array(texts, object), np.array([text.split() for text in texts]),
        np.array([text.split() for text in texts], object),
    ):  # fmt: skip
        assert plain(function(items)) == expected


@EACH
@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_data_frames_with_a_card_per_column(call, library):
    module = pytest.importorskip(library)
    function, texts = CALLS[call]
    expected = plain(function(numbers_of(texts)))
    for rows in ([text.split() for text in texts], numbers_of(texts).tolist()):
        columns = {f"card {place}": list(column) for place, column in enumerate(zip(*rows, strict=True), 1)}
        assert plain(function(module.DataFrame(columns))) == expected
    assert plain(function(module.Series(texts))) == expected


@EACH
def test_missing_values_are_named(call):
    function, texts = CALLS[call]
    cards = [text.split() for text in texts]
    cards[1][2] = None
    floats = numbers_of(texts).astype(float)
    floats[1, 2] = np.nan
    none = r"\[1\]: bad card None as card 3: expected an int from 0 to 51, or text"
    nan = r"\[1, 2\]: bad card nan: expected 0 to 51"
    for missing, message in ((cards, none), (np.array(cards, object), none), (floats, nan)):
        with pytest.raises(CardError, match=message) as caught:
            function(missing)
        assert (caught.value.index, caught.value.position) == (1, 2)
    pandas = pytest.importorskip("pandas")
    for missing in (cards, floats):
        with pytest.raises(CardError, match=r"\[1.*: bad card (None|nan)"):
            function(pandas.DataFrame(missing))
    for gap in (None, np.nan):
        with pytest.raises(CardError, match=r"\[1\]: cannot read cards from (None|nan)"):
            function(pandas.Series([texts[0], gap, texts[2]], dtype=object))


@EACH
def test_bad_cards_have_their_index(call):
    function, texts = CALLS[call]
    cards = [text.split() for text in texts]
    for wrong, message in (
        ([cards[0], cards[1][:-1], cards[2]], r"\[1\]: expected .*cards, got \d+"),
        ([texts[0], texts[1], texts[2][:-2] + "Xx"], r"\[2\]: bad card 'Xx' at character \d+"),
        ([cards[0], cards[1], [*cards[2][:-1], cards[2][0]]], r"\[2\]: card As appears twice: again as card \d+"),
        ([cards[0], None], r"\[1\]: cannot read cards from None"),
    ):
        with pytest.raises(CardError, match=message) as caught:
            function(wrong)
        assert caught.value.index == int(message[2])


def test_texts_of_more_axes():
    """Strengths have the shape of the rows: the last axis has the cards. Numbers of NumPy and bytes are cards, too."""
    assert cp.strengths([[np.uint64(card) for card in range(5)]]).tolist() == [cp.strength(list(range(5)))]
    assert cp.strengths([bytes(range(5)), "As Ks Qs Js Ts"]).tolist() == [cp.strength(bytes(range(5))), 7916]
    texts = np.array([text.split() for text in FIVES])
    expected = cp.strengths(FIVES)
    for shape in ((1, 3), (3, 1), (1, 1, 3)):
        assert np.array_equal(cp.strengths(texts.reshape(*shape, 5)), expected.reshape(shape))
    texts[2, 4] = "Xx"
    with pytest.raises(CardError, match=r"cards\[0, 2\]: bad card 'Xx' as card 5") as caught:
        cp.strengths(texts[None])
    assert (caught.value.token, caught.value.position) == ("Xx", 4)


FORMS = {
    "texts": lambda texts: texts,
    "boards": lambda texts: [cp.Board.parse(text) for text in texts],
    "rows of texts": lambda texts: [text.split(" / ") for text in texts],
    "rows of lists": lambda texts: [[row.split() for row in text.split(" / ")] for text in texts],
    "rows of sets": lambda texts: [tuple(map(cp.CardSet, text.split(" / "))) for text in texts],
    "rows of ints": lambda texts: [[cp.parse_cards(row) for row in text.split(" / ")] for text in texts],
    "cards": lambda texts: [cp.parse_cards(text.replace("/", "")) for text in texts],
    "texts of cards": lambda texts: [text.replace("/", "").split() for text in texts],
    "placements": lambda texts: [cp.Placement(*cp.Board.parse(text).rows) for text in texts],
    "mixed": lambda texts: [texts[0], cp.Board.parse(texts[1]), *(text.split(" / ") for text in texts[2:])],
}


@pytest.mark.parametrize("form", FORMS)
def test_boards_in_any_form(form):
    boards = FORMS[form](BOARDS)
    arrays = np.array([cp.parse_cards(text.replace("/", "")) for text in BOARDS], np.uint8)
    expected = cp.settle(BOARDS, "pagat")
    assert cp.settle(boards, "pagat") == expected
    assert cp.settle(dict(zip("ABCD", boards, strict=True)), "pagat").points == expected.points
    tables = [boards, boards[::-1]]
    assert cp.settle_many(tables, "pagat").tolist() == [list(expected.points), list(expected.points)[::-1]]
    assert np.array_equal(cp.settling.board_strengths(boards), cp.settling.board_strengths(arrays))
    assert np.array_equal(cp.settling.royalties_many(boards, "pagat"), cp.settling.royalties_many(arrays, "pagat"))
    field = cp.fields.Field("pagat", boards)
    assert np.array_equal(field.points(boards), cp.fields.Field("pagat", arrays).points(arrays))


def test_answers_and_fouls_go_into_settlements():
    hands = [cp.CardSet(text.replace("/", "")) for text in BOARDS]
    answers = [cp.arrange(hand, "pagat") for hand in hands]
    expected = cp.settle(
        [answer.board for answer in answers], "pagat", declare=[answer.declare for answer in answers]
    ).points
    assert cp.settle(answers, "pagat").points == expected
    assert cp.settle_many([answers], "pagat").tolist() == [list(expected)]
    with_foul = [*BOARDS[:3], cp.FOUL]
    assert cp.settle_many([with_foul], "pagat").tolist() == [list(cp.settle(with_foul, "pagat").points)]


@pytest.mark.parametrize(
    ("board", "problem"),
    [("foul", "bad board 'foul': expected three rows separated by '/', got 1; pass FOUL for a dead hand"),
     ("As Ks / Qs", "bad board 'As Ks / Qs': expected three rows separated by '/', got 2"),
     (["As Ks Qs", "Js"], "expected a Board, text, three rows, 13 cards, None or FOUL, got ['As Ks Qs', 'Js']"),
     (5, "expected a Board, text, three rows, 13 cards, None or FOUL, got 5"),
     ([1, 2, 3], "front: cannot read cards from 1")],
)  # fmt: skip
def test_bad_boards_name_their_place(board, problem):
    with pytest.raises(BoardError, match=re.escape(f"board 2: {problem}")):
        cp.settle([BOARDS[0], board], "pagat")
    with pytest.raises(BoardError, match=re.escape(f"table index 1: board index 1: {problem}")):
        cp.settle_many([BOARDS[:2], [BOARDS[0], board]], "pagat")


@EACH
def test_batches_without_cards(call):
    """An array whose last axis is empty has rows without cards."""
    function, texts = CALLS[call]
    with pytest.raises(CardError, match=r"\[0\]: expected .*cards, got 0"):
        function(np.empty((2, 0), "U5"))
    with pytest.raises(cp.CpokerError):
        function(np.empty((2, 0), np.uint8))
    assert len(plain(function([]))) == len(plain(function(texts[:0])))
    assert cp.arranging.best_fantasyland_many([], "pineapple", boards=[]).boards.shape == (0, 13)


SURRENDERS = dataclasses.replace(cp.rules("pagat"), surrender=2)
NO_DECLARATION = r"declare\[{}\]: the board may not declare 'dragon' under these rules: it may declare none"
DRAGON = cp.Board.parse("2c 3d 4h / 5s 6c 7d 8h 9s / Tc Jd Qh Ks Ac")
WEAKER = "Qc Jc 2d / 8s 8d 6h 6d 3h / Ad As 7h 7c 4c"
DRAGONS = np.array([[DRAGON.cards(), cp.Board.parse(WEAKER).cards()]], np.uint8)
CANDIDATE = cp.analyze(cp.Board.parse(WEAKER).hand, "pagat", opponents=1, deals=20, seed=1).candidates[0]
CARDS = [cp.parse_cards(text.replace("/", "")) for text in BOARDS]
SET = {*map(cp.Board.parse, BOARDS[:2])}


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: cp.settle_many([CARDS[:2], CARDS[2:3]], "pagat"), BoardError,
         "table index 1: expected 2 boards, as in the first, got 1 board"),
        (lambda: cp.ranking.describe_many([[1, 2], [3]]), ArrayError,
         "expected a list of 2 at index 1, as at index 0, got a list of 1"),
        # the order of a set depends on hashes, and would seat the boards at random
        (lambda: cp.settle_many([SET], "pagat"), ArrayError, r"boards\[0\]: expected a list of boards, got \{"),
        (lambda: cp.settle_many([BOARDS[:2], SET], "pagat"), BoardError,
         "table index 1: expected 2 boards, as in the first, got set"),
        # a pattern does not hide a bad array
        *((lambda boards=boards, declare=declare: cp.settle_many(boards, "pagat", declare=declare), cp.CpokerError, message)
          for boards, message in ((DRAGONS[:, :, :3], r"bad shape \(1, 2, 3\) of boards"),
                                  (DRAGONS / 2, r"boards\[0, 0, \d+\]: bad card")) for declare in (None, "dragon")),
        (lambda: cp.settle_many(DRAGONS, "pagat", declare="dragon"), RulesError, NO_DECLARATION.format("0, 1")),
        (lambda: cp.settle([DRAGON, WEAKER], "pagat", declare=["dragon", "dragon"]), RulesError, NO_DECLARATION.format("1")),
        # surrenders and dead hands declare no pattern
        *((lambda board=board: cp.settle([board, WEAKER], SURRENDERS, declare=["dragon", False]), RulesError,
           NO_DECLARATION.format("0")) for board in (None, cp.FOUL)),
        *((lambda board=board: cp.settle_many([[board, WEAKER]], SURRENDERS, declare=[["dragon", False]]), RulesError,
           NO_DECLARATION.format("0, 0")) for board in (None, cp.FOUL)),
        *((lambda declare=declare: cp.settle_many([[None, WEAKER]], "pagat", declare=[[declare, False]]), RulesError,
           r"table index 0: board index 0 is a surrender \(255\), which these rules") for declare in (None, "dragon")),
        # other objects than answers have boards without the declaration that belongs to them
        *((lambda board=board: cp.settle([board, DRAGON], "pagat"), BoardError,
           "board 1: expected a Board, text, three rows")
          for board in (CANDIDATE, cp.game.PartialBoard.parse(BOARDS[0]), cp.Placement)),
    ],
)  # fmt: skip
def test_boards_that_are_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize("rules", ["house-rules", "pagat"])
@pytest.mark.parametrize("declare", [None, [None, None], [None, False], [True, None], np.array([False, True]), "if better"])
def test_declarations_of_answers(rules, declare):
    """None stands for the declaration of an answer, in one table as in many."""
    for declared in (False, True, "dragon", "if better", np.True_):
        table = [cp.Placement(*DRAGON.rows, declare=declared), WEAKER]
        expected = cp.settle(table, rules, declare=declare).points
        assert cp.settle_many([table, table], rules, declare=declare).tolist() == [list(expected)] * 2
        if declare is None:
            assert expected == cp.settle([DRAGON, WEAKER], rules, declare=[declared, None]).points


def test_declarations_of_known_boards_and_iterators():
    hand = cp.Board.parse(WEAKER).hand
    for declared, same in ((False, False), (True, True), ("if better", True), ("dragon", "dragon")):
        known = cp.arranging.best_response(hand, "house-rules", [cp.Placement(*DRAGON.rows, declare=declared)])
        assert known == cp.arranging.best_response(hand, "house-rules", [DRAGON], declare=same)
    assert cp.arranging.best_response(hand, "hawaiian-gardens", [None]).points == 3  # a surrender declares nothing
    table = [DRAGON, WEAKER]
    expected = cp.settle(table, "house-rules", declare=iter([False, True])).points
    assert cp.settle_many([table], "house-rules", declare=iter([False, True])).tolist() == [list(expected)]
    assert cp.settle_many([iter(BOARDS[:2]), iter(BOARDS[:2])], "pagat").shape == (2, 2)
    assert cp.settling.is_foul_under(cp.FOUL, "pagat")
