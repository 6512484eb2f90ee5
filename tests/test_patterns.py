"""Naturals: the detector compared with the reference and with exact counts."""

import pickle
import random
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
import pytest
import reference
from hypothesis import given, strategies as st
from making import MAKERS, make_natural

import cpoker_fast as cp
from cpoker_fast import _rules, _settling
from cpoker_fast.errors import ArrayError, CardError, RulesError
from cpoker_fast.rulebook import Conditions, Natural, Pattern
from cpoker_fast.rulebook.conditions import for_core

BIT = {pattern: 1 << index for index, pattern in enumerate(Pattern)}


def test_the_enum_is_the_reference():
    assert [str(pattern) for pattern in Pattern] == list(reference.PATTERNS) == list(MAKERS)


@pytest.fixture(scope="module")
def rich_hands():
    """Return hands that contain every pattern."""
    rng = np.random.default_rng(20261121)
    suits, even = ((0, 1), (1, 2), (0, 3)), [c for c in range(52) if c // 4 % 2 == 0]
    decks = [range(52), *([c for c in range(52) if c % 4 in two] for two in suits), range(28), range(32), range(36),
             range(24, 52), range(36, 52), even, [*range(36, 48), 1, 2, 3, 4], range(16), range(20)]  # fmt: skip
    hands = [rng.permutation(list(deck))[:13].tolist() for deck in decks for _ in range(40)]
    seeded = random.Random(20261121)
    for pattern in MAKERS:  # only four hands are of one suit, and they take long
        hands += [make_natural(seeded, pattern, range(52)) for _ in range(4 if pattern == "one suit" else 40)]
    ranks = rng.permutation(13).tolist()
    for _ in range(40):  # quads, which some rules count as two of six pairs
        pairs, quads = [c for r in ranks[:4] for c in (4 * r, 4 * r + 1)], [4 * ranks[5] + s for s in range(4)]
        hands.append([*pairs, *quads, 4 * ranks[6]])
        ranks = rng.permutation(13).tolist()
    return hands


@pytest.mark.parametrize("pattern", Pattern)
def test_against_the_reference(rich_hands, pattern):
    expected = [reference.PATTERNS[pattern](hand) for hand in rich_hands]
    assert [pattern in cp.naturals(hand) for hand in rich_hands] == expected
    assert any(expected)
    assert not all(expected)


def test_many_hands_and_masks_are_single_hands(rich_hands):
    expected = [sum(BIT[pattern] for pattern in cp.naturals(hand)) for hand in rich_hands]
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
    for pattern in Pattern:
        assert (cp.settling.naturals_many(array, pattern) == (every & BIT[pattern] != 0)).all()
    pagat = cp.rules("pagat").naturals
    bits = [sum((natural.name in cp.naturals(hand)) << k for k, natural in enumerate(pagat)) for hand in rich_hands]
    for same in (pagat, [natural.name for natural in pagat], iter(pagat)):
        assert cp.settling.naturals_many(array, same).tolist() == bits
    assert not cp.settling.naturals_many(array, []).any()
    assert cp.naturals(list(range(0, 52, 4)), ["dragon", "one suit"]) == (Pattern.DRAGON, Pattern.ONE_SUIT)


@pytest.mark.parametrize("pattern", Pattern)
def test_equal_naturals_are_compared_as_the_reference_does(pattern):
    """Most patterns have no order, and of some, the deck has only one hand."""
    rng = random.Random(1)
    rules = cp.Rules(naturals=[Natural(name=pattern, points=3)], natural_ties="compare")
    for _ in range(30):
        first = make_natural(rng, pattern, range(52))
        second = make_natural(rng, pattern, [c for c in range(52) if c not in first])
        if second:
            side = reference.compare(
                *(reference.natural_order(rules.naturals[0], [hand], rules) for hand in (first, second))
            )
            boards = [cp.Board(hand[:3], hand[3:8], hand[8:]) for hand in (first, second)]
            assert cp.settle(boards, rules).points == (3 * side, -3 * side)


MASK = cp.CardSet(range(13)).mask


@pytest.mark.parametrize(
    ("call", "argument", "error", "message"),
    [(cp.settling.naturals_many, np.array([[*range(12), 52]], np.uint8), CardError,
      "hand index 0: bad card 52 at index 12"),
     (cp.settling.naturals_many, np.array([range(13), [*range(12), 3]], np.uint8), CardError,
      "hand index 1: card 3 appears twice: again at index 12"),
     (cp.settling.naturals_many, np.array([range(12)], np.uint8), ArrayError, "bad shape"),
     (cp.settling.naturals_many, np.array([[1.5] * 13]), CardError, r"cards\[0, 0\]: bad card 1.5: expected 0 to 51"),
     (cp.settling.naturals_many, np.array([[1.0] * 13]), ArrayError, "bad dtype float64"),
     (cp.settling.naturals_many, np.array([MASK, MASK & (MASK - 1)], np.uint64), CardError,
      "hand index 1: mask .* has 12 cards, expected 13"),
     (cp.settling.naturals_many, np.array([MASK, 1 << 13], np.uint64), CardError,
      "hand index 1: mask .* bits that stand for no card"),
     (cp.settling.naturals_many, np.random.default_rng(3).integers(0, 2**63, 50, dtype=np.uint64), CardError, "mask"),
     (cp.naturals, "As Kd", CardError, "bad hand: expected 13 cards, got 2"),
     (lambda patterns: cp.naturals(range(13), patterns), ["draogn"], RulesError,
      "unknown pattern 'draogn': did you mean 'dragon'. expected one of 'six pairs', .*'one suit', or a Natural"),
     (lambda patterns: cp.naturals(range(13), patterns), [5], RulesError, "unknown pattern 5"),
     (lambda pattern: cp.settling.natural_board(range(13), pattern), "dragon", RulesError,
      "'dragon' is not shown by rows: expected one of '"),
     (lambda hand: cp.settling.natural_board(hand, "three flushes"), range(12), CardError,
      "bad hand: expected 13 cards, got 12"),
     (lambda wheel: cp.settling.natural_board(range(13), "three flushes", wheel=wheel), "x", cp.CpokerError,
      "bad wheel 'x'")],
)  # fmt: skip
def test_bad_calls(call, argument, error, message):
    with pytest.raises(error, match=message) as caught:
        call(argument)
    if call is cp.settling.naturals_many and error is CardError and message != "mask":
        assert caught.value.index == len(argument) - 1


@pytest.mark.parametrize("pattern", ["three straights", "three flushes", "three straight flushes"])
def test_the_board_that_shows_a_natural(rich_hands, pattern):
    """Hands that make the pattern have such a board; it is legal and the best one by the reference."""
    natural = Natural(name=pattern)
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
            best = max(reference.natural_order(natural, rows, rules) for rows in legal)
            assert reference.natural_order(natural, board.rows, rules) == best


def make_hands(shape):
    """Return hands with these counts of ranks, one for each choice of suits."""
    return product(*(combinations(range(4 * rank, 4 * rank + 4), n) for rank, n in shape))


@pytest.mark.parametrize(
    ("pattern", "count", "family"),
    [(Pattern.THREE_QUADS, 11_440, [
        sum(hand, ()) for a, b, c in combinations(range(13), 3) for d in range(13) if d not in (a, b, c)
        for hand in make_hands(((a, 4), (b, 4), (c, 4), (d, 1)))]),
     (Pattern.TWELVE_PICTURES, 40, [
         sum(hand, ()) for d in (*range(9), 12) for hand in make_hands(((9, 4), (10, 4), (11, 4), (d, 1)))]),
     (Pattern.ONE_SUIT, 4, [[4 * rank + suit for rank in range(13)] for suit in range(4)])],
    ids=lambda value: str(value)[:20],
)  # fmt: skip
def test_exact_counts_of_small_families(pattern, count, family):
    assert len({frozenset(hand) for hand in family}) == count
    assert (cp.settling.naturals_many(np.array(family, dtype=np.uint8)) & BIT[pattern]).all()


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
        count += int((cp.settling.naturals_many(hands, Pattern.FOUR_TRIPS) != 0).sum())
    assert count == 6_589_440


def test_three_straight_flushes_are_22060():
    """The test builds all triples of suited runs, and the detector counts them."""
    threes, fives = (
        [sum(1 << (16 * suit + (low + i) % 13) for i in range(size)) for suit in range(4) for low in range(-1, 14 - size)]
        for size in (3, 5)
    )
    masks = {a | b | c for a, b in combinations(fives, 2) if not a & b for c in threes if not c & (a | b)}
    assert len(masks) == 22_060
    assert (cp.settling.naturals_many(np.array(sorted(masks), dtype=np.uint64), "three straight flushes") != 0).all()


COUNTS = {
    Pattern.DRAGON: 67_108_864, Pattern.SIX_PAIRS: 2_241_727_488, Pattern.SIX_PAIRS_LOOSE: 2_856_863_152,
    Pattern.THREE_STRAIGHTS: 2_029_579_776, Pattern.THREE_FLUSHES: 5_705_516_392, Pattern.NO_PICTURES: 12_033_222_880,
    Pattern.SMALL_9: 347_373_600, Pattern.SMALL_8: 37_442_160, Pattern.ONE_COLOUR: 20_801_200,
    Pattern.TWELVE_OF_ONE_COLOUR: 502_200_400, Pattern.FIVE_PAIRS_AND_TRIPS: 320_246_784, Pattern.FOUR_TRIPS: 6_589_440,
}  # fmt: skip


@pytest.mark.parametrize("pattern", Pattern)
def test_exact_numbers_of_hands(pattern):
    others = {
        Pattern.THREE_QUADS: 11_440, Pattern.SMALL_10: 2_310_789_600, Pattern.BIG_8: 37_442_160, Pattern.TWELVE_PICTURES: 40,
        Pattern.ALL_HIGH: 560, Pattern.THREE_STRAIGHT_FLUSHES: 22_060, Pattern.ONE_SUIT: 4,
    }  # fmt: skip
    assert cp.settling.count_hands(pattern) == cp.settling.count_hands(str(pattern)) == (COUNTS | others)[pattern]


def test_exact_numbers_of_hands_of_other_naturals():
    """Ranks with equal numbers of cards are chosen in any order: 2! * 3! = 12 orders."""
    hands_of = cp.settling.count_hands
    assert hands_of(Conditions()) == 635_013_559_600
    assert hands_of(Conditions(counts=[[3, 3, 2, 2, 2, 1]])) == 13 * 12 * 11 * 10 * 9 * 8 // 12 * 4**2 * 6**3 * 4
    assert hands_of(Conditions(counts=[[3, 3, 3, 2, 2]])) == 13 * 12 * 11 * 10 * 9 // 12 * 4**3 * 6**2
    two_suits = [[13 - n, n] for n in range(1, 7)]
    assert hands_of(Conditions(suits=two_suits)) == 6 * (comb(26, 13) - 2)
    assert hands_of(Conditions(ranks="A-8")) == comb(8 * 4, 13)
    assert hands_of(Conditions(red=[0], left_out="Ah Ad")) == comb(26, 13) + 2 * comb(26, 12) + comb(26, 11)
    assert hands_of(Conditions(required="As", excluded="Ks")) == comb(50, 12)


def test_cards_of_conditions_are_kept_as_text():
    """Equal conditions share a cache entry."""
    conditions = Conditions(required="As")
    for same in (Conditions(required="AS"), Conditions(required=cp.CardSet("As"))):
        assert same == conditions
        assert hash(same) == hash(conditions)
        assert pickle.loads(pickle.dumps(same)) == conditions
    assert cp.settling.count_hands(conditions) == comb(51, 12)
    assert conditions.required == "As"


def partitions(cards, most):
    """Return the ways to write a number of cards as a sum of at most 13 numbers up to `most`."""
    if not cards:
        return [[]]
    return [[n, *rest] for n in range(min(cards, most), 0, -1) for rest in partitions(cards - n, n)]


@pytest.mark.parametrize(
    "parts",
    [[Conditions(counts=[part]) for part in partitions(13, 4)],
     [Conditions(suits=[part for part in partitions(13, 13) if len(part) == n]) for n in range(1, 5)],
     [Conditions(red=[n], ranks="3-7", others=range(14)) for n in range(14)],
     [Conditions(ranks="T-A", others=[n], excluded="Ts 2h") for n in range(14)]],
)  # fmt: skip
def test_every_hand_is_in_one_part(parts):
    assert sum(map(cp.settling.count_hands, parts)) == comb(50 if parts[0].excluded else 52, 13)


CARD_TEXTS = st.lists(st.sampled_from([f"{r}{s}" for r in "23456789TJQKA" for s in "cdhs"]), max_size=4, unique=True)
ANY_CONDITIONS = st.builds(
    lambda required, excluded, **others: Conditions(
        required=" ".join(required - excluded), excluded=" ".join(excluded), **others
    ),
    counts=st.lists(st.sampled_from(partitions(13, 4)), max_size=6),
    suits=st.lists(st.sampled_from([part for part in partitions(13, 13) if len(part) <= 4]), max_size=6),
    ranks=st.sampled_from(["2-A", "2-8", "A-T", "8-A", "J-K", "5-5"]),
    others=st.lists(st.integers(0, 13), min_size=1, max_size=14),
    red=st.lists(st.integers(0, 13), max_size=14),
    required=CARD_TEXTS.map(lambda cards: {*cards[:1]}),
    excluded=CARD_TEXTS.map(set),
    left_out=CARD_TEXTS.map(" ".join),
)


@given(st.lists(ANY_CONDITIONS, min_size=1, max_size=32))
def test_hands_are_found_by_any_conditions(conditions):
    rng = random.Random(len(conditions))
    decks = [range(52), range(0, 52, 2), range(32), [card for card in range(52) if card % 4 in (0, 3)]]
    hands = [rng.sample(deck, 13) for deck in decks for _ in range(8)]
    made = _settling.patterns_of_array(
        _rules.PatternSet({number: for_core(of) for number, of in enumerate(conditions)}), hands, None, 1
    )
    assert made.tolist() == [sum(reference.meets(of, hand) << i for i, of in enumerate(conditions)) for hand in hands]


@pytest.mark.parametrize(
    ("conditions", "message"),
    [({"counts": [[5, 4, 4]]}, r"counts\[0\]: expected a list of numbers from 0 to 4, got \[5, 4, 4\]"),
     ({"counts": [[4, 4, 4]]}, r"counts\[0\]: expected numbers that add up to 13, got \[4, 4, 4\]"),
     ({"counts": 5}, "counts: expected a list of lists of numbers of cards, got 5"),
     ({"suits": [[13], 7]}, r"suits\[1\]: expected a list of numbers"),
     ({"suits": [[9, 1, 1, 1, 1]]}, r"suits\[0\]: expected numbers that add up to 13"),
     ({"others": []}, "others: expected a list of 1 to 14 values, got 0"),
     ({"red": [14]}, r"red\[0\]: expected 0 to 13, got 14"),
     ({"ranks": "8"}, "ranks: expected the first and the last rank, such as '8-A', got '8'"),
     ({"ranks": "9-2"}, "ranks: expected the lower rank first, got '9-2'"), ({"ranks": 8}, "ranks: expected the first"),
     ({"rows": "pairs"}, "rows: expected one of 'straights', 'flushes', 'straight flushes', got 'pairs'"),
     ({"required": "Ax"}, "required: "), ({"compared_by": True}, "compared_by: expected one of 'pairs', 'ranks', got True"),
     ({"rows": []}, "rows: expected one of"), ({"required": [51]}, "required: expected cards as text, such as 'Ah Ad'"),
     ({"rows": "flushes", "compared_by": "pairs"}, "compared_by: not allowed with rows, which are compared"),
     ({"required": "As Ks", "excluded": "2c As"}, "excluded: expected no required cards, got As"),
     ({"left_out": "As As"}, "left_out: ")],
)  # fmt: skip
def test_conditions_that_are_refused(conditions, message):
    with pytest.raises(cp.CpokerError, match=f"^{message}"):
        Conditions(**conditions)


@pytest.mark.slow
def test_frequencies_in_twenty_million_random_hands():
    """Frequencies are within four standard errors of the exact counts."""
    rng = np.random.default_rng(7)
    n, frequencies = 20_000_000, dict.fromkeys(COUNTS, 0)
    for _ in range(20):
        keys = rng.random((n // 80, 52), dtype=np.float32)
        hands = np.argsort(keys, axis=1).astype(np.uint8).reshape(-1, 13)  # each shuffled deck makes four hands
        bits = cp.settling.naturals_many(hands, list(COUNTS), threads=0)
        for index, pattern in enumerate(COUNTS):
            frequencies[pattern] += int(np.count_nonzero(bits & 1 << index))
    for pattern, count in COUNTS.items():
        chance = count / 635_013_559_600
        error = np.sqrt(n * chance * (1 - chance))
        assert abs(frequencies[pattern] - n * chance) < 4 * max(error, 1), pattern
