"""Setting hands: 200 a round in single calls, 4,096 in batches, and plain code that does the same."""

from collections import deque

import numpy as np
import pytest
from plain_ways import numpy_best_royalties, numpy_count_arrangements, python_best_royalties

import cpoker_fast as cp


@pytest.fixture(scope="session")
def hands_of_13(decks):
    return np.ascontiguousarray(decks[:4096, :13])


def fantasylands(decks, size):
    return [cp.CardSet(hand) for hand in decks[:200, :size].tolist()]


@pytest.mark.benchmark(group="200 hands of 13 cards")
@pytest.mark.parametrize("rules", ["simple", "pagat", "lowball-middle", "russian"])
def test_best_royalties(benchmark, thirteens, rules):
    benchmark(lambda: [cp.best_royalties(hand, rules) for hand in thirteens])


@pytest.mark.benchmark(group="200 hands of 13 cards")
def test_count_arrangements(benchmark, thirteens):
    benchmark(lambda: [cp.count_arrangements(hand) for hand in thirteens])


@pytest.mark.benchmark(group="200 hands of 13 cards")
def test_undominated(benchmark, thirteens):
    benchmark(lambda: [cp.undominated(hand) for hand in thirteens])


@pytest.mark.benchmark(group="200 hands of 13 cards")
def test_best_response(benchmark, decks):
    tables = [(hand[:13], cp.Board(hand[13:16], hand[16:21], hand[21:26])) for hand in decks[:200].tolist()]
    benchmark(lambda: [cp.arranging.best_response(hand, "pagat", [board]) for hand, board in tables])


@pytest.mark.benchmark(group="200 hands in Fantasyland")
@pytest.mark.parametrize("size", [13, 14, 15, 16, 17])
def test_best_fantasyland(benchmark, decks, size):
    hands = fantasylands(decks, size)
    benchmark(lambda: [cp.arranging.best_fantasyland(hand, "pineapple", 8.0) for hand in hands])


@pytest.mark.benchmark(group="1,000 hands in Fantasyland")
@pytest.mark.parametrize("size", [13, 14, 15, 16, 17])
def test_best_fantasyland_many(benchmark, decks, size):
    hands = np.ascontiguousarray(decks[:1000, :size])
    benchmark(cp.arranging.best_fantasyland_many, hands, "pineapple", 8.0)


@pytest.mark.benchmark(group="200 hands in Fantasyland")
@pytest.mark.parametrize("size", [14, 17])
def test_best_fantasyland_against_a_board(benchmark, decks, size):
    hands, boards = np.ascontiguousarray(decks[:200, :size]), np.ascontiguousarray(decks[:200, None, 17:30])
    benchmark(cp.arranging.best_fantasyland_many, hands, "pineapple", 8.0, boards=boards)


@pytest.mark.benchmark(group="all legal boards of one hand")
@pytest.mark.parametrize("order", ["strength", "royalties"])
def test_arrangements(benchmark, thirteens, order):
    benchmark(lambda: deque(cp.arrangements(thirteens[0], "russian", order=order), maxlen=0))


@pytest.mark.benchmark(group="4,096 hands of 13 cards")
@pytest.mark.parametrize("rules", ["pagat", "lowball-middle", "russian"])
def test_best_royalties_many(benchmark, kernel, hands_of_13, rules):
    benchmark(cp.best_royalties_many, hands_of_13, rules)


@pytest.mark.benchmark(group="4,096 hands of 13 cards")
def test_count_arrangements_many(benchmark, kernel, hands_of_13):
    benchmark(cp.arranging.count_arrangements_many, hands_of_13)


@pytest.mark.benchmark(group="4,096 hands of 13 cards")
def test_undominated_many(benchmark, hands_of_13):
    benchmark(cp.arranging.undominated_many, hands_of_13)


@pytest.mark.benchmark(group="4,096 hands of 13 cards")
def test_best_values_many(benchmark, hands_of_13):
    rising = np.sort(np.random.default_rng(1).random((3, 7917)), axis=1)
    front, middle, back = rising
    benchmark(cp.arranging.best_values_many, hands_of_13, front=front, middle=middle, back=back)


@pytest.mark.benchmark(group="plain code, 20 hands")
def test_plain_numpy(benchmark, hands_of_13):
    """Both find boards with the same strengths."""
    boards = benchmark(numpy_best_royalties, hands_of_13[:20], cp.rules("russian"))
    rows = [[cp.strength(row) for row in (b[:3], b[3:8], b[8:])] for b in boards.tolist()]
    expected = cp.best_royalties_many(hands_of_13[:20], "russian").tolist()
    assert rows == [[cp.strength(row) for row in (b[:3], b[3:8], b[8:])] for b in expected]


@pytest.mark.benchmark(group="plain code, 20 hands")
def test_plain_numpy_counts(benchmark, hands_of_13):
    counts = benchmark(numpy_count_arrangements, hands_of_13[:20])
    assert counts.tolist() == cp.arranging.count_arrangements_many(hands_of_13[:20]).tolist()


@pytest.mark.benchmark(group="plain code, one hand")
def test_plain_python(benchmark, thirteens):
    board = benchmark.pedantic(python_best_royalties, (list(thirteens[0]), cp.rules("russian")), rounds=2)
    assert board.strengths == cp.best_royalties(thirteens[0], "russian").strengths
