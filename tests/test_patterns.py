"""Naturals: the detector compared with the reference and with exact counts."""

import random
import re
from functools import cache
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
import reference
from making import MAKERS, make_natural

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.rulebook import Natural

LIST_OF_THE_CORE = Path(__file__).parent.parent / "src" / "cpf_patterns.h"


def detect(pattern, hand):
    return pattern in cp.naturals(list(hand))


def test_the_enum_is_the_reference():
    assert [str(pattern) for pattern in cp.rulebook.Pattern] == list(reference.PATTERNS) == list(MAKERS)
    assert [pattern.bit for pattern in cp.rulebook.Pattern] == [1 << i for i in range(len(cp.rulebook.Pattern))]


@pytest.mark.skipif(not LIST_OF_THE_CORE.exists(), reason="the sources are not here")
def test_the_enum_is_the_list_of_the_core():
    names = re.findall(r"^    PATTERN\((\w+),", LIST_OF_THE_CORE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [pattern.name for pattern in cp.rulebook.Pattern] == names


@pytest.fixture(scope="module")
def rich_hands():
    """Return hands that contain every pattern."""
    rng = np.random.default_rng(20261121)
    decks = [
        range(52),
        [c for c in range(52) if c % 4 < 2],
        [c for c in range(52) if c % 4 in (1, 2)],
        range(28),
        range(32),
        range(36),
        range(24, 52),
        range(36, 52),
        [c for c in range(52) if c % 4 == 3 or c % 4 == 0],
        [c for c in range(52) if c // 4 % 2 == 0],
        [*range(36, 48), 1, 2, 3, 4],
        range(16),
        range(20),
    ]
    hands = [rng.permutation(list(deck))[:13].tolist() for deck in decks for _ in range(40)]
    seeded = random.Random(20261121)
    for pattern in MAKERS:  # only four hands are of one suit, and they take long
        hands += [make_natural(seeded, pattern, range(52)) for _ in range(4 if pattern == "one suit" else 40)]
    ranks = rng.permutation(13).tolist()
    for _ in range(40):  # quads, which some rules count as two of six pairs
        hands.append(
            [c for r in ranks[:4] for c in (4 * r, 4 * r + 1)] + [4 * ranks[5] + s for s in range(4)] + [4 * ranks[6]]
        )
        ranks = rng.permutation(13).tolist()
    return hands


@pytest.mark.parametrize("pattern", cp.rulebook.Pattern)
def test_against_the_reference(rich_hands, pattern):
    expected = [reference.PATTERNS[pattern](hand) for hand in rich_hands]
    assert [detect(pattern, hand) for hand in rich_hands] == expected
    assert any(expected)
    assert not all(expected)


def test_many_hands_and_masks_are_single_hands(rich_hands):
    expected = [sum(pattern.bit for pattern in cp.naturals(hand)) for hand in rich_hands]
    array = np.array(rich_hands, dtype=np.uint8)
    masks = np.array([cp.CardSet(hand).mask for hand in rich_hands], dtype=np.uint64)
    for hands in (array, masks):
        patterns = cp.settling.naturals_many(hands)
        assert patterns.dtype == np.uint32
        assert patterns.tolist() == expected
        out = np.zeros(len(expected), np.uint32)
        assert cp.settling.naturals_many(hands, out=out, threads=2) is out
        assert out.tolist() == expected
    shaped = cp.settling.naturals_many(array[:12].reshape(3, 4, 13))
    assert shaped.tolist() == np.array(expected[:12]).reshape(3, 4).tolist()
    assert cp.settling.naturals_many(array[::-1]).tolist() == expected[::-1]
    assert cp.settling.naturals_many(array[:0]).shape == (0,)
    assert cp.settling.naturals_many(np.tile(array, (20, 1)), threads=0).tolist() == expected * 20


def test_only_selected_patterns_are_detected(rich_hands):
    array = np.array(rich_hands, dtype=np.uint8)
    every = cp.settling.naturals_many(array)
    for pattern in cp.rulebook.Pattern:
        assert (cp.settling.naturals_many(array, pattern) == every & pattern.bit).all()
    pagat = [natural.pattern for natural in cp.rules("pagat").naturals]
    assert (cp.settling.naturals_many(array, pagat) == every & sum(p.bit for p in pagat)).all()
    assert not cp.settling.naturals_many(array, []).any()
    assert cp.naturals(list(range(0, 52, 4)), ["dragon", "one suit"]) == (
        cp.rulebook.Pattern.DRAGON,
        cp.rulebook.Pattern.ONE_SUIT,
    )


@pytest.mark.parametrize("pattern", cp.rulebook.Pattern)
def test_equal_naturals_are_compared_as_the_reference_does(pattern):
    """Most patterns have no order, and of some, the deck has only one hand."""
    rng = random.Random(1)
    rules = cp.Rules(naturals=[Natural(pattern=pattern, points=3)], natural_ties="compare")
    for _ in range(30):
        first = make_natural(rng, pattern, range(52))
        second = make_natural(rng, pattern, [c for c in range(52) if c not in first])
        if second:
            side = reference.compare(*(reference.natural_order(pattern, [hand], rules) for hand in (first, second)))
            boards = [cp.Board(hand[:3], hand[3:8], hand[8:]) for hand in (first, second)]
            assert cp.settle(boards, rules).points == (3 * side, -3 * side)


@pytest.mark.parametrize(
    ("hands", "error", "message"),
    [
        ([[*range(12), 52]], cp.errors.CardError, "hand index 0: bad card 52 at index 12"),
        ([range(13), [*range(12), 3]], cp.errors.CardError, "hand index 1: card 3 appears twice: again at index 12"),
        ([range(12)], errors.ArrayError, "bad shape"),
        ([[1.5] * 13], cp.errors.CardError, r"cards\[0, 0\]: bad card 1.5: expected 0 to 51"),
        ([[1.0] * 13], errors.ArrayError, "bad dtype float64"),
    ],
)
def test_bad_hands(hands, error, message):
    array = np.array(hands)
    array = array if array.dtype == float else array.astype(np.uint8)
    with pytest.raises(error, match=message) as caught:
        cp.settling.naturals_many(array)
    if error is cp.errors.CardError:
        assert caught.value.index == len(hands) - 1


def test_bad_masks():
    good = cp.CardSet(range(13)).mask
    for bad, message in ((good & (good - 1), "has 12 cards, expected 13"), (1 << 13, "bits that stand for no card")):
        with pytest.raises(cp.errors.CardError, match=f"hand index 1: mask .* {message}"):
            cp.settling.naturals_many(np.array([good, bad], dtype=np.uint64))
    for _ in range(200):
        masks = np.random.default_rng(3).integers(0, 2**63, 50, dtype=np.uint64)
        with pytest.raises(cp.errors.CardError):
            cp.settling.naturals_many(masks)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: cp.naturals("As Kd"), cp.errors.CardError, "bad hand: expected 13 cards, got 2"),
        (
            lambda: cp.naturals(range(13), ["draogn"]),
            cp.errors.RulesError,
            "unknown pattern 'draogn': expected one of 'six pairs'",
        ),
        (lambda: cp.naturals(range(13), [5]), cp.errors.RulesError, "unknown pattern 5"),
        (
            lambda: cp.settling.natural_board(range(13), "dragon"),
            cp.errors.RulesError,
            "'dragon' is not shown by rows: expected one of '",
        ),
        (
            lambda: cp.settling.natural_board(range(12), "three flushes"),
            cp.errors.CardError,
            "bad hand: expected 13 cards, got 12",
        ),
        (lambda: cp.settling.natural_board(range(13), "three flushes", wheel="x"), cp.CpokerError, "bad wheel 'x'"),
    ],
)
def test_bad_calls(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize("pattern", ["three straights", "three flushes", "three straight flushes"])
def test_the_board_that_shows_a_natural(rich_hands, pattern):
    """Hands that make the pattern have such a board; it is legal and the best one by the reference."""
    making = [hand for hand in rich_hands if reference.PATTERNS[pattern](hand)]
    one_suit = [hand for hand in making if reference.is_suited(hand)]  # all 72,072 boards are flushes, so one hand suffices
    mixed = [hand for hand in making if hand not in one_suit]
    assert len(mixed) > 10
    for hand in rich_hands[::20]:
        assert (cp.settling.natural_board(hand, pattern) is not None) == (hand in making)
    straight, flush = "straight" in pattern, "flush" in pattern
    key = cache(reference.key)
    for hand in mixed[::6] + one_suit[:1]:
        showing = list(reference.three_rows(hand, straight, flush))
        boards_showing = {tuple(map(frozenset, rows)) for rows in showing}
        for wheel in ("lowest", "second"):
            board = cp.settling.natural_board(hand, pattern, wheel=wheel)
            assert tuple(map(frozenset, board.rows)) in boards_showing
            assert sorted(board.cards()) == sorted(hand)
            assert not cp.settling.read_seat(board, cp.Rules(wheel=wheel)).is_foul
            rules = cp.Rules(wheel=wheel, naturals_by_rows=True)
            legal = [rows for rows in showing if not reference.is_foul([key(row, wheel) for row in rows], rules)]
            best = max(reference.natural_order(pattern, rows, rules) for rows in legal)
            assert reference.natural_order(pattern, board.rows, rules) == best


def make_hands(shape):
    """Return hands with these counts of ranks, one for each choice of suits."""
    return product(*(combinations(range(4 * rank, 4 * rank + 4), n) for rank, n in shape))


@pytest.mark.parametrize(
    ("pattern", "count", "hands"),
    [
        (cp.rulebook.Pattern.THREE_QUADS, 11_440, [((a, 4), (b, 4), (c, 4), (d, 1)) for a, b, c in combinations(range(13), 3)
                                          for d in range(13) if d not in (a, b, c)]),
        (cp.rulebook.Pattern.TWELVE_PICTURES, 40, [((9, 4), (10, 4), (11, 4), (d, 1)) for d in (*range(9), 12)]),
        (cp.rulebook.Pattern.ONE_SUIT, 4, None),
    ],
    ids=lambda value: str(value)[:20],
)  # fmt: skip
def test_exact_counts_of_small_families(pattern, count, hands):
    if hands is None:
        family = [[4 * rank + suit for rank in range(13)] for suit in range(4)]
    else:
        family = [sum(choice, ()) for shape in hands for choice in make_hands(shape)]
    assert len({frozenset(hand) for hand in family}) == count
    assert (cp.settling.naturals_many(np.array(family, dtype=np.uint8)) & pattern.bit).all()


def test_all_hands_of_one_colour():
    """The test counts all black hands, which are half of the family: clubs, and spades for the other cards."""
    suit = np.arange(1 << 13, dtype=np.uint64)
    size = np.array([number.bit_count() for number in range(1 << 13)])
    count = 0
    for clubs in range(14):
        hands = suit[size == clubs][:, None] | suit[size == 13 - clubs] << np.uint64(48)
        count += np.count_nonzero(cp.settling.naturals_many(hands, "one colour"))
    assert 2 * count == 20_801_200


def test_all_hands_of_four_trips():
    """The test counts all ranks, all suits of the trips and all odd cards."""
    suits = np.array(list(product(range(4), repeat=4)), dtype=np.uint8)  # the missing suit of each of the trips
    count = 0
    for ranks in combinations(range(13), 4):
        trips = [
            np.array([[4 * rank + s for s in range(4) if s != missing] for missing in suits[:, i]], dtype=np.uint8)
            for i, rank in enumerate(ranks)
        ]
        odd = [c for c in range(52) if c // 4 not in ranks]
        hands = np.concatenate([np.column_stack([*trips, np.full(256, c, np.uint8)]) for c in odd])
        count += int((cp.settling.naturals_many(hands, cp.rulebook.Pattern.FOUR_TRIPS) != 0).sum())
    assert count == 6_589_440


def test_three_straight_flushes_are_22060():
    """The test builds all triples of suited runs, and the detector counts them."""
    runs = {
        size: [
            sum(1 << (16 * suit + (low + i) % 13) for i in range(size)) for suit in range(4) for low in range(-1, 14 - size)
        ]
        for size in (3, 5)
    }
    masks = {a | b | c for a, b in combinations(runs[5], 2) if not a & b for c in runs[3] if not c & (a | b)}
    assert len(masks) == 22_060
    assert (cp.settling.naturals_many(np.array(sorted(masks), dtype=np.uint64), "three straight flushes") != 0).all()


COUNTS = {
    cp.rulebook.Pattern.DRAGON: 67_108_864,
    cp.rulebook.Pattern.SIX_PAIRS: 2_241_727_488,
    cp.rulebook.Pattern.SIX_PAIRS_LOOSE: 2_856_863_152,
    cp.rulebook.Pattern.THREE_STRAIGHTS: 2_029_579_776,
    cp.rulebook.Pattern.THREE_FLUSHES: 5_705_516_392,
    cp.rulebook.Pattern.NO_PICTURES: 12_033_222_880,
    cp.rulebook.Pattern.SMALL_9: 347_373_600,
    cp.rulebook.Pattern.SMALL_8: 37_442_160,
    cp.rulebook.Pattern.ONE_COLOUR: 20_801_200,
    cp.rulebook.Pattern.TWELVE_OF_ONE_COLOUR: 502_200_400,
    cp.rulebook.Pattern.FIVE_PAIRS_AND_TRIPS: 320_246_784,
    cp.rulebook.Pattern.FOUR_TRIPS: 6_589_440,
}


def test_frequencies_in_twenty_million_random_hands():
    """Frequencies are within four standard errors of the exact counts."""
    rng = np.random.default_rng(7)
    n, frequencies = 20_000_000, dict.fromkeys(COUNTS, 0)
    for _ in range(20):
        keys = rng.random((n // 80, 52), dtype=np.float32)
        hands = np.argsort(keys, axis=1).astype(np.uint8).reshape(-1, 13)  # each shuffled deck makes four hands
        bits = cp.settling.naturals_many(hands, list(COUNTS), threads=0)
        for pattern in COUNTS:
            frequencies[pattern] += int(np.count_nonzero(bits & pattern.bit))
    for pattern, count in COUNTS.items():
        chance = count / 635_013_559_600
        error = np.sqrt(n * chance * (1 - chance))
        assert abs(frequencies[pattern] - n * chance) < 4 * max(error, 1), pattern
