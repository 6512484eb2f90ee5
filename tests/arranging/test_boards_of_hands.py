"""Arranging: single functions. Best boards of hundreds of hands are tested in exhaustive/test_arranging.py."""

import signal
import threading
import traceback

import brute_force
import numpy as np
import pytest
import reference

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast._arranging import Splits
from cpoker_fast.rulebook.compiling import compiled

HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
QUADS = "As Ad Ah Ac Ks Kd Kh Kc Qs Qd Qh Qc Js"


def test_no_legal_board():
    rules = cp.rules("deuce-to-seven")  # QUADS have no ten-low
    assert cp.count_arrangements(QUADS, rules) == 0
    assert list(cp.arrangements(QUADS, rules)) == list(cp.arrangements(QUADS, rules, order="royalties")) == []
    assert len(list(cp.arrangements(QUADS, rules, order="royalties", legal=False))) == 72_072
    assert cp.undominated(QUADS, rules) == []
    for call in (cp.best_royalties, cp.arranging.best_fantasyland, cp.arranging.best_values):
        with pytest.raises(errors.BoardError, match="no board of this hand is legal"):
            call(QUADS, rules=rules)
    hands = np.array([sorted(cp.CardSet(QUADS)), sorted(cp.CardSet(HAND))], np.uint8)
    boards = cp.best_royalties_many(hands, rules)
    assert (boards[0] == 255).all()
    assert boards[1].tolist() == cp.best_royalties(HAND, rules).cards()
    boards, values = cp.arranging.best_values_many(hands, rules=rules)
    assert (boards[0] == 255).all()
    assert np.isnan(values[0])
    assert (values[1], cp.arranging.undominated_many(hands, rules).offsets[1]) == (0, 0)


FINNISH = cp.Rules(name="finnish", royalties=cp.rules("russian").royalties, deuce_of_spades=True)


def named(rules):
    return f"{rules.name} {rules.wheel}"


def by_rows(boards):
    return {tuple(map(tuple, board)) for board in boards}


def cards_of(boards):
    return [board.cards() for board in boards]


def splits_of(hand, **options):
    return [(board.front, board.middle, board.back) for board in cp.arrangements(hand, **options)]


@pytest.mark.parametrize("hand", [HAND, QUADS, "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"])
def test_arrangements_are_complete_and_unique(hand):
    assert cp.count_arrangements(hand, legal=False) == 72_072
    splits = splits_of(hand, legal=False)
    assert len(splits) == len(set(splits)) == 72_072
    assert {front | middle | back for front, middle, back in splits} == {cp.CardSet(hand)}
    legal = by_rows(splits_of(hand))
    assert legal == by_rows(tuple(map(sorted, split)) for split in reference.legal_splits(list(cp.CardSet(hand))))
    assert cp.count_arrangements(hand) == len(legal)


def test_arrangements_with_discards():
    counts = [cp.count_arrangements(range(n), legal=False) for n in range(13, 18)]
    assert counts == [72_072, 1_009_008, 7_567_560, 40_360_320, 171_531_360]
    splits = splits_of(f"{HAND} Tc")
    assert len(splits) == len(set(splits)) == cp.count_arrangements(f"{HAND} Tc")
    assert all(len(front | middle | back) == 13 for front, middle, back in splits)


@pytest.mark.parametrize("order", ["strength", "royalties"])
@pytest.mark.parametrize("legal", [True, False])
def test_order(order, legal):
    """Boards of equal value are ordered by strength of the back, then the middle, then the front."""
    rules, hand = cp.rules("russian"), "As Ad Qs Js Ts 8d 8h 8c 5h 3d 3h 2c 2s"
    place = {card: i for i, card in enumerate(cp.CardSet(hand))}
    last, n = None, 0
    for board in cp.arrangements(hand, rules, order=order, legal=legal):
        seat = cp.settling.read_seat(board, rules)
        value = sum(seat.royalties) if order == "royalties" and not seat.is_foul else 0
        sets = [-sum(1 << place[card] for card in row) for row in board.rows]
        now = (value, *(number for row in zip(reversed(seat.strengths), reversed(sets), strict=True) for number in row))
        assert last is None or now < last
        assert not (legal and seat.is_foul)
        last, n = now, n + 1
    assert n == cp.count_arrangements(hand, rules, legal=legal)


@pytest.mark.parametrize("hand", ["2s 2d 5h 3s 3d 5s 6c 6d 9s 9h Kh Kd Jc Ac", QUADS, range(3, 20)])
def test_order_by_royalties_begins_with_the_highest(hand):
    first, best = next(cp.arrangements(hand, "russian", order="royalties")), cp.best_royalties(hand, "russian")
    assert sum(cp.settling.read_seat(first, "russian").royalties) == sum(cp.settling.read_seat(best, "russian").royalties)
    assert cp.strength(first.back) == cp.strength(best.back)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: cp.arrangements(HAND, order="x"), "order: expected 'strength' or 'royalties', got 'x'"),
    (lambda: cp.arrangements(HAND, order="royalties"), "rules: expected rules for the order 'royalties'"),
    (lambda: cp.best_royalties(HAND, "x"), "unknown rules 'x'"), (lambda: cp.count_arrangements(HAND, 7), "unknown rules 7"),
])  # fmt: skip
def test_bad_rules_and_orders(call, message):
    with pytest.raises(errors.RulesError, match=message):
        call()


@pytest.mark.parametrize(("name", "table", "message"), [
    ("back", np.zeros(7916), r"bad shape \(7916,\) of back: expected \(7917,\), a value for each strength"),
    ("back", np.zeros((2, 7917)), r"bad shape \(2, 7917\) of back"),
    ("back", np.zeros(7917, complex), "bad dtype complex128 of back: expected real numbers"),
    ("back", ["x"] * 7917, "bad dtype <U1 of back"), ("back", [[1], [2, 3]], "bad back: setting an array element"),
    ("back", np.where(np.arange(7917) == 5, np.nan, 0), "expected numbers from -1e12 to 1e12, got nan for strength 5"),
    ("back", np.where(np.arange(7917) == 9, -np.inf, 0), "got -inf for strength 9"),
    ("back", np.full(7917, 2e12), "got 2000000000000.0 for strength 0"),
    ("middle", np.zeros(7917), r"bad shape \(7917,\) of middle: expected \(7462,\)"),
])  # fmt: skip
def test_bad_values(name, table, message):
    options = {name: table, "rules": "lowball-middle" if name == "middle" else "simple"}
    for function, hands in (
        (cp.arranging.best_values, HAND), (cp.arranging.best_values_many, np.arange(13, dtype=np.uint8)[None]),
    ):  # fmt: skip
        with pytest.raises(errors.ArrayError, match=message):
            function(hands, **options)


@pytest.mark.parametrize(("hand", "message"), [
    ("As Ks", "bad hand: expected 13 to 17 cards, got 2"), (range(18), "bad hand: expected 13 to 17 cards, got 18"),
    ("As As", "appears twice"), (None, "cannot read cards"),
])  # fmt: skip
@pytest.mark.parametrize("function", [
    cp.count_arrangements, lambda hand: cp.count_arrangements(hand, legal=False), cp.arrangements, cp.undominated,
    cp.arranging.best_values, lambda hand: cp.best_royalties(hand, "pagat"),
])  # fmt: skip
def test_bad_hands(function, hand, message):
    with pytest.raises(errors.CardError, match=message):
        function(hand)


def test_a_lowball_middle_that_must_qualify():
    rules = cp.rules("deuce-to-seven")
    for hand in (HAND, "2s 3d 4h 5c 7s 8d 9h Tc Js Qd Kh Ac 2d"):
        legal = brute_force.of_rules(sorted(cp.CardSet(hand)), rules)
        assert cp.count_arrangements(hand, rules) == len(legal) > 0
        boards = by_rows((board.front, board.middle, board.back) for board in cp.arrangements(hand, rules))
        assert boards == by_rows((b[:3], b[3:8], b[8:]) for b in legal.boards().tolist())


def test_example_hand():
    assert str(cp.best_royalties(HAND, "pagat")) == "3h 3d 2c / 8h 8d 7h 5h 5c / As Ks Qs Js 9s"
    trips_in_front = cp.best_royalties("Ts Th Tc 4d 4s 9s 9h 9c Kd Ks 2s 2h 2c", "pagat")
    assert cp.settling.read_seat(trips_in_front, "pagat").royalties == (2, 1, 0)
    assert cp.describe(trips_in_front.strengths[0]) == "three of a kind, twos"
    assert cp.best_royalties(np.arange(13, dtype=np.uint8), "pagat").hand == cp.CardSet(range(13))  # a row of NumPy


@pytest.mark.parametrize("size", [13, 14, 17])
@pytest.mark.parametrize("rules", [cp.rules("russian"), cp.rules("pagat"), cp.rules("deuce-to-seven"), FINNISH], ids=named)
def test_single_calls_agree_with_batches(kernels, deal, rules, size):
    """Results do not depend on the place of a hand in a batch, nor on threads."""
    hands = deal(150 if size < 17 else 50, size)  # large ones are slow
    counted = hands[:100] if size == 13 else hands[:2]
    counts = [cp.count_arrangements(hand, rules) for hand in counted]
    frontiers = [cards_of(cp.undominated(hand, rules)) for hand in hands[:10]]
    for kernel in kernels():
        boards = cp.best_royalties_many(hands, rules)
        for hand, board in zip(hands.tolist(), boards.tolist(), strict=True):
            if board[0] == 255:
                with pytest.raises(errors.BoardError):
                    cp.best_royalties(hand, rules)
            else:
                assert cp.best_royalties(hand, rules).cards() == board, kernel
        for begin, end in ((0, 1), (3, 20), (5, 6), (1, 100), (37, 150)):
            assert (cp.best_royalties_many(hands[begin:end], rules) == boards[begin:end]).all(), kernel
        assert (cp.best_royalties_many(hands, rules, threads=3) == boards).all(), kernel
        assert cp.arranging.count_arrangements_many(counted, rules).tolist() == counts, kernel
        undominated, offsets = cp.arranging.undominated_many(hands[:10], rules, threads=2)
        for number, frontier in enumerate(frontiers):
            assert undominated[offsets[number] : offsets[number + 1]].tolist() == frontier, kernel


def test_masks_are_hands(kernels, deal):
    """A batch may have hands of different numbers of cards."""
    numbers = ((20, 13), (6, 14), (4, 15), (20, 13))
    hands = [list(hand) for number, size in numbers for hand in deal(number, size).tolist()]
    masks = np.array([cp.CardSet(hand).mask for hand in hands], np.uint64)
    expected = [cp.best_royalties(hand, "russian").cards() for hand in hands]
    counts = [cp.count_arrangements(hand) for hand in hands]
    frontiers = [cards for hand in hands for cards in cards_of(cp.undominated(hand))]
    for kernel in kernels():
        assert cp.best_royalties_many(masks, "russian").tolist() == expected, kernel
        assert cp.best_royalties_many(masks.reshape(5, 10), "russian").reshape(-1, 13).tolist() == expected, kernel
        assert cp.arranging.count_arrangements_many(masks).tolist() == counts, kernel
        undominated, offsets = cp.arranging.undominated_many(masks)
        assert undominated.tolist() == frontiers, kernel
        assert offsets[-1] == len(undominated)


TABLES = {
    "whole numbers": lambda rng: rng.integers(-20, 20, (3, 7917)),
    "rising": lambda rng: np.sort(rng.random((3, 7917)), axis=1), "any": lambda rng: rng.normal(size=(3, 7917)) * 1e6,
    "few": lambda rng: (rng.random((3, 7917)) < 0.01) * rng.random((3, 7917)),
    "large and close": lambda rng: 1e11 + rng.integers(0, 3, (3, 7917)) / 1024,
    "sums that are rounded": lambda rng: 999_999_999_999 - rng.integers(0, 64, (3, 7917)) / 8192,
    "equal": lambda rng: np.full((3, 7917), -7.25), "whole and large": lambda rng: rng.integers(0, 10**6, (3, 7917)),
}  # fmt: skip


@pytest.mark.parametrize("rules", [cp.Rules(), cp.Rules(wheel="second"), cp.rules("deuce-to-seven"), FINNISH], ids=named)
@pytest.mark.parametrize("table", TABLES)
def test_best_values_by_brute_force(kernel, deal, table, rules):
    rng = np.random.default_rng(len(table))
    front, middle, back = TABLES[table](rng)
    middle = middle[:7462] if rules.lowball_middle else middle
    hands = np.sort(deal(40, 13), axis=1)
    boards, values = cp.arranging.best_values_many(hands, front=front, middle=middle, back=back, rules=rules)
    for number, hand in enumerate(hands.tolist()[:8]):
        every = brute_force.of_rules(hand, rules)
        if not len(every):
            assert boards[number, 0] == 255
            continue
        worth = (back[every.back].astype(float) + middle[every.middle]) + front[every.front]
        place = every.best(worth)
        assert (boards[number].tolist(), values[number]) == (every.board(place), worth[place])
        assert cp.arranging.best_values(hand, front=front, middle=middle, back=back, rules=rules) == (
            cp.Board(*(boards[number, i:j].tolist() for i, j in ((0, 3), (3, 8), (8, 13)))), worth[place],
        )  # fmt: skip


def test_best_values_without_tables_is_the_strongest_back():
    board, value = cp.arranging.best_values(HAND)
    assert value == 0
    assert board == next(cp.arrangements(HAND)) == cp.best_royalties(HAND, "simple")


BATCHES = {
    "best_royalties_many": lambda hands, **more: cp.best_royalties_many(hands, "russian", **more),
    "best_values_many": lambda hands, **more: cp.arranging.best_values_many(hands, back=np.arange(7917), **more),
    "count_arrangements_many": lambda hands, **more: cp.arranging.count_arrangements_many(hands, **more),
    "undominated_many": lambda hands, **more: cp.arranging.undominated_many(hands, **more),
}


@pytest.mark.parametrize("batch", BATCHES.values(), ids=BATCHES)
def test_bad_batches(batch, kernel, deal):
    hands = deal(700, 13)
    for index, place, card, message in ((600, 12, 52, "bad card 52"), (131, 0, 255, "bad card 255"), (0, 1, None, "twice")):
        bad = hands.copy()
        bad[index, place] = bad[index, place - 1] if card is None else card
        bad[index + 50, 3] = 77
        with pytest.raises(errors.CardError, match=f"hand index {index}: .*{message}") as caught:
            batch(bad, threads=2)
        assert caught.value.index == index
    masks = np.array([cp.CardSet(hand).mask for hand in hands.tolist()], np.uint64)
    for mask in (0, 2**64 - 1, 1 << 13, (1 << 12) - 1):
        bad = masks.copy()
        bad[99] = mask
        with pytest.raises(errors.CardError, match="hand index 99"):
            batch(bad)
    size = "expected 13 to 17 cards on the last axis"
    for wrong, options, message in (
        (hands[:, :12], {}, size), (np.zeros((3, 18), np.uint8), {}, size), ([1, 2], {}, size),
        (hands.astype(float), {}, "bad dtype float64 of cards: expected whole numbers, such as uint8"),
        (hands, {"threads": -1}, "threads: .*, got -1"),
    ):  # fmt: skip
        with pytest.raises(errors.ArrayError, match=message):
            batch(wrong, **options)
    for nothing in (np.empty((0, 13), np.uint8), np.empty(0, np.uint64)):
        result = batch(nothing)
        assert len(result[0] if isinstance(result, tuple) else result) == 0


@pytest.mark.parametrize("batch", BATCHES.values(), ids=BATCHES)
def test_hands_of_any_dtype_and_of_text(batch, deal):
    hands = deal(20, 13)
    expected, texts = batch(hands), [str(cp.CardSet(hand)) for hand in hands.tolist()]
    for value in (hands.astype(np.int64), hands.tolist(), texts, list(map(cp.CardSet, texts)), np.array(texts)):
        result = batch(value)
        for array, equal in zip(result, expected, strict=True) if isinstance(result, tuple) else [(result, expected)]:
            assert np.array_equal(array, equal)
    with pytest.raises(errors.CardError, match=r"cards\[3\]: bad card 'Xx' at character 1"):
        batch([*texts[:3], "Xx"])


def test_out(deal):
    hands = deal(100, 14).reshape(4, 25, 14)
    out, counts = np.empty((4, 25, 13), np.uint8), np.empty((4, 25), np.int64)
    assert cp.best_royalties_many(hands, "russian", out=out) is out
    assert (out == cp.best_royalties_many(hands, "russian")).all()
    tables = cp.best_royalties_many(deal(50, 52).reshape(50, 4, 13), "pagat")
    assert (cp.settle_many(tables, "pagat").sum(axis=1) == 0).all()
    assert cp.arranging.count_arrangements_many(hands, out=counts) is counts
    assert cp.arranging.best_values_many(hands, out=out).boards is out
    assert cp.arranging.best_values_many(hands).values.shape == (4, 25)
    both = np.zeros((4, 25, 14), np.uint8)
    for call, message in (
        (lambda: cp.best_royalties_many(hands, "russian", out=np.empty((4, 25), np.uint8)), r"bad shape \(4, 25\) of out"),
        (lambda: cp.arranging.count_arrangements_many(hands, out=np.empty((4, 25), np.int32)),
         "bad out: expected an array of int64, got int32 array"),
        (lambda: cp.best_royalties_many(both, "russian", out=both.reshape(-1)[:1300].reshape(4, 25, 13)),
         "overlaps with the input"),
        (lambda: cp.arranging.undominated_many(hands), "expected a list of hands"),
    ):  # fmt: skip
        with pytest.raises(errors.ArrayError, match=message):
            call()


def test_threads_may_share_an_iterator():
    splits, boards = Splits(HAND, compiled(cp.Rules()), True, None), []
    threads = [threading.Thread(target=lambda: boards.extend(list(splits))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(boards)) == len(boards) == cp.count_arrangements(HAND)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that sends a signal")
@pytest.mark.parametrize("batch", BATCHES.values(), ids=BATCHES)
def test_ctrl_c(batch, deal):
    """A signal ends a call before its last hand, and the next call works."""
    hands = np.tile(deal(100, 17), (1000, 1))
    hands[-1] = 77  # an error at the end, for a call that is not interrupted

    class SignalError(Exception):
        """Error in place of KeyboardInterrupt, which would end pytest if it came too late."""

    def interrupt(*_):
        raise SignalError

    def start(seconds):
        signal.setitimer(signal.ITIMER_REAL, seconds)
        batch(hands, threads=2)

    def is_interrupted_after(seconds):
        """Return whether the compiled code, and not Python before it, received the signal."""
        with pytest.raises(SignalError) as caught:
            start(seconds)
        return traceback.extract_tb(caught.tb)[-2].filename.endswith(".pyx")

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        assert any(is_interrupted_after(0.01 * 2**attempt) for attempt in range(10))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    batch(hands[:1])
