"""Arranging, compared with all arrangements of hundreds of hands, for every preset and kernel."""

from itertools import combinations

import brute_force
import numpy as np
import pytest

import cpoker_fast as cp

HANDS = 250
PRESETS = [cp.rules(name) for name in cp.presets()]
FINNISH = cp.Rules(name="finnish", royalties=cp.rules("russian").royalties, deuce_of_spades=True)


def random_hands(n, size, seed):
    rng = np.random.default_rng(seed)
    return np.sort(rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (n, 1)), axis=1)[:, :size], axis=1)


@pytest.fixture(scope="module")
def hands():
    return [*brute_force.adversarial(), *random_hands(HANDS, 13, 20261121).tolist()]


@pytest.mark.parametrize("order", sorted({brute_force.order_of(rules) for rules in PRESETS}, key=str), ids=str)
def test_best_royalties_counts_and_undominated(hands, kernels, order):
    """The test covers all presets with equal legality; presets with equal royalties have the same expected boards."""
    presets = [rules for rules in (*PRESETS, FINNISH) if brute_force.order_of(rules) == order]
    by_royalties = {(rules.royalties, rules.deuce_of_spades): rules for rules in presets}
    expected = {rules: [] for rules in by_royalties.values()}
    counts, frontiers = [], []
    for hand in hands:
        every = brute_force.of_rules(hand, presets[0])
        counts.append(len(every))
        for rules, boards in expected.items():
            boards.append(every.board(every.best(every.royalties(rules))) if len(every) else [255] * 13)
        if len(frontiers) < HANDS // 5:
            frontiers.append(every.undominated_boards())
    array = np.array(hands, np.uint8)
    for kernel in kernels():
        for rules in presets:
            same = by_royalties[rules.royalties, rules.deuce_of_spades]
            assert cp.best_royalties_many(array, rules).tolist() == expected[same], (kernel, rules.name)
        assert cp.arranging.count_arrangements_many(array, presets[0]).tolist() == counts, kernel
        undominated, offsets = cp.arranging.undominated_many(array[: len(frontiers)], presets[0])
        for number, boards in enumerate(frontiers):
            assert undominated[offsets[number] : offsets[number + 1]].tolist() == boards, (kernel, number)


def rows_of(boards, rules):
    """Return the strengths (back, middle, front) on the scales of brute_force."""
    wheels = (rules.wheel, "lowball" if rules.lowball_middle else rules.wheel, rules.wheel)
    columns = [
        [brute_force.strengths(row, len(row), wheel)[0] for row in boards[:, begin:end].tolist()]
        for (begin, end), wheel in zip(((0, 3), (3, 8), (8, 13)), wheels, strict=True)
    ]
    return list(zip(*reversed(columns), strict=True))


WITH_DISCARDS = [*map(cp.rules, ("russian", "deuce-to-seven", "pagat", "thirteen-water", "lowball-middle")), FINNISH]
with_discards = pytest.mark.parametrize("rules", WITH_DISCARDS, ids=lambda rules: rules.name)


def rank_of(value, board, rules, hand):
    """Return what the best board has most of: its value, its strengths (back, middle, front), and cards of lower suits."""
    sets = (sum(1 << hand.index(card) for card in row) for row in (board[8:], board[3:8], board[:3]))
    return value, *rows_of(np.array([board]), rules)[0], *(-bits for bits in sets)


@pytest.mark.parametrize(("size", "n"), [(14, 4), (15, 1)])
@with_discards
def test_hands_with_discards(kernels, size, n, rules):
    """The result is the best one of all sets of 13 cards."""
    hands = random_hands(n, size, size)
    expected, frontiers, counts = [], [], []
    for hand in hands.tolist():
        best, triples, count = None, [np.empty((0, 3), int)], 0
        for cards in combinations(hand, 13):
            every = brute_force.of_rules(list(cards), rules)
            count += len(every)
            if not len(every):
                continue
            values = every.royalties(rules)
            place = every.best(values)
            board = every.board(place)
            rank = rank_of(values[place], board, rules, hand)
            best = max(best or (rank, board), (rank, board))
            triples.append(np.array(every.undominated()))
        expected.append(best[1] if best else [255] * 13)
        frontiers.append(brute_force.frontier(np.concatenate(triples)))
        counts.append(count)
    for kernel in kernels():
        assert cp.best_royalties_many(hands, rules).tolist() == expected, kernel
        assert cp.arranging.count_arrangements_many(hands, rules).tolist() == counts, kernel
        undominated, offsets = cp.arranging.undominated_many(hands, rules)
        for number, frontier in enumerate(frontiers):
            assert rows_of(undominated[offsets[number] : offsets[number + 1]], rules) == frontier, kernel
        for hand, board in zip(hands.tolist(), expected, strict=True):
            assert board[0] == 255 or cp.best_royalties(hand, rules).cards() == board, kernel


@pytest.mark.parametrize(("size", "n"), [(15, 2), (16, 1), (17, 1)])
@with_discards
def test_a_hand_is_as_good_as_the_best_hand_of_one_card_less(kernels, size, n, rules):
    """So results for 15 to 17 cards follow from those for 14 cards, which are compared with all sets of 13 cards."""
    hands = random_hands(n, size, size)
    for hand in hands.tolist():
        smaller = np.array(list(combinations(hand, size - 1)), np.uint8)
        boards = [board for board in cp.best_royalties_many(smaller, rules).tolist() if board[0] != 255]
        royalties = cp.settling.royalties_many(np.array(boards, np.uint8).reshape(-1, 13), rules).sum(axis=1)
        ranked = [(rank_of(value, board, rules, hand), board) for value, board in zip(royalties, boards, strict=True)]
        expected = max(ranked)[1] if ranked else [255] * 13
        undominated = cp.arranging.undominated_many(smaller, rules).boards
        frontier = brute_force.frontier(np.array(rows_of(undominated, rules)).reshape(-1, 3))
        # Each set of 13 cards is in several hands.
        count = cp.arranging.count_arrangements_many(smaller, rules).sum() / (size - 13)
        for kernel in kernels():
            assert cp.best_royalties_many([hand], rules).tolist() == [expected], kernel
            assert cp.arranging.count_arrangements_many([hand], rules).tolist() == [count], kernel
            assert rows_of(cp.arranging.undominated_many([hand], rules).boards, rules) == frontier, kernel
