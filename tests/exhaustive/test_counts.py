"""All hands with every kernel: the counts of the documentation, and equivalence classes computed with NumPy."""

from collections import Counter
from itertools import chain, combinations, islice, product
from math import comb, factorial

import numpy as np
import pytest
import reference

import cpoker_fast as cp

FIVE = {
    "HIGH_CARD": 1_302_540, "PAIR": 1_098_240, "TWO_PAIR": 123_552, "THREE_OF_A_KIND": 54_912, "STRAIGHT": 10_200,
    "FLUSH": 5_108, "FULL_HOUSE": 3_744, "FOUR_OF_A_KIND": 624, "STRAIGHT_FLUSH": 36, "ROYAL_FLUSH": 4,
}  # fmt: skip
SIX = {
    "HIGH_CARD": 6_612_900, "PAIR": 9_730_740, "TWO_PAIR": 2_532_816, "THREE_OF_A_KIND": 732_160, "STRAIGHT": 361_620,
    "FLUSH": 205_792, "FULL_HOUSE": 165_984, "FOUR_OF_A_KIND": 14_664, "STRAIGHT_FLUSH": 1_656, "ROYAL_FLUSH": 188,
}  # fmt: skip
SEVEN = {
    "HIGH_CARD": 23_294_460, "PAIR": 58_627_800, "TWO_PAIR": 31_433_400, "THREE_OF_A_KIND": 6_461_620, "STRAIGHT": 6_180_020,
    "FLUSH": 4_047_644, "FULL_HOUSE": 3_473_184, "FOUR_OF_A_KIND": 224_848, "STRAIGHT_FLUSH": 37_260, "ROYAL_FLUSH": 4_324,
}  # fmt: skip
THREE = {"HIGH_CARD": 18_304, "PAIR": 3_744, "THREE_OF_A_KIND": 52}


def every_row(size, n):
    rows = np.fromiter(chain.from_iterable(combinations(range(52), size)), dtype=np.uint8, count=n * size)
    return rows.reshape(n, size)


@pytest.fixture(scope="module")
def fives():
    return every_row(5, 2_598_960)


@pytest.fixture(scope="module")
def threes():
    return every_row(3, 22_100)


def counts(values, wheel="lowest"):
    names = np.array([cp.category(s, wheel=wheel).name for s in range(7917)])
    categories, number = np.unique(names[values], return_counts=True)
    return dict(zip(categories.tolist(), number.tolist(), strict=True))


def check_classes(rows, values, key):
    """Assert that strengths are equal in a class and ascend with the reference's key; return the number of strengths.

    Rows of equal ranks, which ascend, are of one class if both are flushes or both are not.
    """
    classes = 2 * ((rows >> 2).astype(np.int64) @ 13 ** np.arange(rows.shape[1]))
    classes += (rows.shape[1] == 5) & (rows & 3 == rows[:, :1] & 3).all(axis=1)
    _, first, inverse = np.unique(classes, return_index=True, return_inverse=True)
    assert (values == values[first][inverse]).all()
    by_key = {}
    for row, value in zip(rows[first].tolist(), values[first].tolist(), strict=True):
        by_key.setdefault(key(row), set()).add(value)
    ascending = [by_key[k] for k in sorted(by_key)]
    assert all(len(strengths) == 1 for strengths in ascending)
    flat = [value for strengths in ascending for value in strengths]
    assert flat == sorted(set(flat))
    return len(flat)


@pytest.mark.parametrize("wheel", ["lowest", "second"])
def test_five_cards(kernels, fives, wheel):
    values = cp.strengths(fives, wheel=wheel, threads=0)
    assert counts(values, wheel) == FIVE
    assert check_classes(fives, values, lambda row: reference.key(row, wheel)) == 7462
    for kernel in kernels():
        assert (cp.strengths(fives, wheel=wheel, threads=0) == values).all(), kernel


def every_hand(fives, size):
    """Yield all hands of six or seven cards: those that begin with each card, or with each two, as an array."""
    for lowest in combinations(range(52), size - 5):
        rest = fives[np.searchsorted(fives[:, 0], lowest[-1], side="right") :]
        yield np.hstack((np.tile(np.array(lowest, np.uint8), (len(rest), 1)), rest))


def summed_counts(all_values, wheel):
    total = np.zeros(7917, np.int64)
    for values in all_values:
        total += np.bincount(values, minlength=7917)
    names = np.array([cp.category(s, wheel=wheel).name for s in range(7917)])
    return {name: int(total[names == name].sum()) for name in set(names.tolist())}


@pytest.mark.parametrize("wheel", ["lowest", "second"])
def test_six_cards(kernels, fives, wheel):
    """All 20,358,520 hands: by category, and as the strongest of their six rows."""

    def checked(hands):
        values = cp.strengths(hands, wheel=wheel)
        rows = [cp.strengths(np.delete(hands, dropped, axis=1), wheel=wheel) for dropped in range(6)]
        assert (values == np.max(rows, axis=0)).all()
        for kernel in kernels():
            assert (cp.strengths(hands, wheel=wheel) == values).all(), kernel
        return values

    assert summed_counts(map(checked, every_hand(fives, 6)), wheel) == SIX


def test_seven_cards(kernels, fives):
    """All 133,784,560 hands by category, and every thirtieth as the strongest of its seven hands of six."""

    def checked(hands):
        values = cp.strengths(hands, threads=0)
        for kernel in kernels():
            assert (cp.strengths(hands, threads=0) == values).all(), kernel
        sample = hands[::30]
        sixes = [cp.strengths(np.delete(sample, dropped, axis=1)) for dropped in range(7)]
        assert (values[::30] == np.max(sixes, axis=0)).all()
        return values

    assert summed_counts(map(checked, every_hand(fives, 7)), "lowest") == SEVEN


@pytest.mark.parametrize("wheel", ["lowest", "second"])
def test_three_cards(kernels, threes, wheel):
    values = cp.strengths(threes, wheel=wheel)
    assert counts(values) == THREE
    for kernel in kernels():
        assert (cp.strengths(threes, wheel=wheel) == values).all(), kernel
    assert check_classes(threes, values, reference.key) == 455


def test_lowball(kernels, fives):
    values = cp.ranking.lowball_strengths(fives, threads=0)
    for kernel in kernels():
        assert (cp.ranking.lowball_strengths(fives, threads=0) == values).all(), kernel
    assert check_classes(fives, values, reference.lowball_key) == 7462
    assert np.count_nonzero(values == 7461) == 4**5 - 4


def test_order_of_cards_does_not_matter(kernel, fives, rng):
    sample = fives[::101]
    assert (cp.strengths(rng.permuted(sample, axis=1)) == cp.strengths(sample)).all()


def test_both_sizes_make_7917_strengths_also_as_masks(fives, threes):
    assert len(np.union1d(cp.strengths(fives), cp.strengths(threes))) == 7917
    for rows in (fives, threes):
        masks = np.zeros(len(rows), dtype=np.uint64)
        for column in rows.T.astype(np.uint64):
            masks |= np.uint64(1) << (np.uint64(16) * (column & np.uint64(3)) + (column >> np.uint64(2)))
        assert (cp.strengths(masks, threads=0) == cp.strengths(rows)).all()
        if rows.shape[1] == 5:
            assert (cp.ranking.lowball_strengths(masks) == cp.ranking.lowball_strengths(rows)).all()


def lowest_others(rows, n):
    """Return, for each row of cards, the n lowest cards that are not in it."""
    deck = np.arange(rows.shape[1] + n, dtype=np.uint8)
    is_other = (rows[:, :, None] != deck).all(axis=1)
    return np.argsort(~is_other, axis=1, kind="stable")[:, :n].astype(np.uint8)


@pytest.mark.parametrize("row", [0, 1, 2])
def test_royalties_of_every_row(fives, threes, row):
    """Each row of five cards as a middle and as a back, and each of three as a front; royalties depend on its strength."""
    rows, place = ((threes, slice(0, 3)), (fives, slice(3, 8)), (fives, slice(8, 13)))[row]
    boards = np.empty((len(rows), 13), np.uint8)
    boards[:, place] = rows
    boards[:, np.delete(np.arange(13), place)] = lowest_others(rows, 13 - rows.shape[1])
    for rules in map(cp.rules, ("hawaiian-gardens", "russian", "pineapple", "face-up")):
        strengths = cp.settling.board_strengths(boards, rules, threads=2)[:, row]
        assert (strengths == cp.strengths(rows, wheel=rules.wheel)).all()
        board_of_strength = np.full(7917, -1)
        board_of_strength[strengths] = np.arange(len(boards))
        values = np.flatnonzero(board_of_strength >= 0)
        expected = np.zeros(7917, np.int32)
        for value, cards in zip(values, boards[board_of_strength[values]].tolist(), strict=True):
            expected[value] = cp.settling.read_seat(cp.Board.of_cards(cards), rules).royalties[row]
        assert (cp.settling.royalties_many(boards, rules, threads=2)[:, row] == expected[strengths]).all()
        assert len(values) == (455 if row == 0 else 7462)


def test_naturals_by_ranks():
    """The test covers naturals that depend on counts of ranks only: all shapes, each with its number of hands."""
    counted = Counter()
    shapes = [shape for shape in product(range(14), repeat=4) if sum(n * (i + 1) for i, n in enumerate(shape)) == 13]
    for shape in shapes:  # numbers of ranks with one, two, three and four cards
        ranks = iter(range(13))
        if sum(shape) > 13:
            continue
        hand = [4 * rank + suit for size, n in enumerate(shape, 1) for rank in islice(ranks, n) for suit in range(size)]
        hands = factorial(13) // factorial(13 - sum(shape))
        for size, n in enumerate(shape, 1):
            hands = hands * comb(4, size) ** n // factorial(n)
        counted.update(dict.fromkeys(cp.naturals(hand, BY_RANKS), hands))
        counted["all"] += hands
    assert counted == {
        "all": comb(52, 13), "six pairs": 2_241_727_488, "six pairs, loose": 2_856_863_152,
        "five pairs and trips": 320_246_784, "four trips": 6_589_440, "three quads": 11_440, "dragon": 67_108_864,
    }  # fmt: skip


BY_RANKS = ["six pairs", "six pairs, loose", "five pairs and trips", "four trips", "three quads", "dragon"]
