"""Naturals: the detector against the reference, and against exact counts where a family is small enough to count."""

from itertools import combinations, product

import numpy as np
import pytest
import reference

import cpoker_fast as cp
from cpoker_fast import rulebook


def pattern_of(pattern):
    """A detector of one pattern, through the public face: rules that know no other natural."""
    rules = cp.Rules(naturals=(rulebook.Natural(pattern=pattern, points=1),))

    def detect(hand):
        hand = list(hand)
        return cp.read_seat(cp.Board(hand[:3], hand[3:8], hand[8:]), rules).natural is pattern

    return detect


def test_the_enum_is_the_reference():
    assert [str(pattern) for pattern in cp.Pattern] == list(reference.PATTERNS)


@pytest.fixture(scope="module")
def rich_hands(rng):
    """Hands among which every pattern that is not too rare turns up."""
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
    hands = [rng.permutation(list(deck))[:13].tolist() for deck in decks for _ in range(60)]
    hands += [[4 * rank + int(rng.integers(4)) for rank in range(13)] for _ in range(20)]
    hands += [[4 * rank + suit for rank in range(13)] for suit in range(4)]
    for _ in range(60):
        hands.append(three_straights(rng))
        ranks = rng.permutation(13).tolist()
        hands.append([c for r in ranks[:6] for c in (4 * r, 4 * r + int(rng.integers(1, 4)))] + [4 * ranks[6]])
        hands.append([c for r in ranks[:5] for c in (4 * r, 4 * r + 3)] + [4 * ranks[5] + s for s in range(3)])
        hands.append([4 * r + s for r in ranks[:4] for s in range(3)] + [4 * ranks[4]])
        hands.append([4 * r + s for r in ranks[:3] for s in range(4)] + [4 * ranks[4]])
        hands.append(
            [c for r in ranks[:4] for c in (4 * r, 4 * r + 1)] + [4 * ranks[5] + s for s in range(4)] + [4 * ranks[6]]
        )
    return hands


def three_straights(rng):
    while True:
        suited = rng.random() < 0.3
        cards = []
        for size in (3, 5, 5):
            low = int(rng.integers(-1, 14 - size))
            suit = int(rng.integers(4))
            cards += [4 * ((low + i) % 13) + (suit if suited else int(rng.integers(4))) for i in range(size)]
        if len(set(cards)) == 13:
            return cards


@pytest.mark.parametrize("pattern", cp.Pattern)
def test_against_the_reference(rich_hands, pattern):
    detect, expected = pattern_of(pattern), reference.PATTERNS[pattern]
    found = [detect(hand) for hand in rich_hands]
    assert found == [expected(hand) for hand in rich_hands]
    assert any(found)
    assert not all(found)


def make_hands(shape):
    """Rank counts to hands, one for each choice of suits."""
    return product(*(combinations(range(4 * rank, 4 * rank + 4), n) for rank, n in shape))


@pytest.mark.parametrize(
    ("pattern", "count", "hands"),
    [
        (cp.Pattern.THREE_QUADS, 11_440, [((a, 4), (b, 4), (c, 4), (d, 1)) for a, b, c in combinations(range(13), 3)
                                          for d in range(13) if d not in (a, b, c)]),
        (cp.Pattern.TWELVE_PICTURES, 40, [((9, 4), (10, 4), (11, 4), (d, 1)) for d in (*range(9), 12)]),
        (cp.Pattern.ONE_SUIT, 4, None),
    ],
    ids=lambda value: str(value)[:20],
)  # fmt: skip
def test_exact_counts_of_small_families(pattern, count, hands):
    detect = pattern_of(pattern)
    if hands is None:
        family = [[4 * rank + suit for rank in range(13)] for suit in range(4)]
    else:
        family = [sum(choice, ()) for shape in hands for choice in make_hands(shape)]
    assert len({frozenset(hand) for hand in family}) == count
    assert all(detect(hand) for hand in family)


def test_three_straight_flushes_are_22060():
    """Built from all triples of suited runs, then counted by the detector."""
    runs = {
        size: [
            sum(1 << (16 * suit + (low + i) % 13) for i in range(size)) for suit in range(4) for low in range(-1, 14 - size)
        ]
        for size in (3, 5)
    }
    masks = {a | b | c for a, b in combinations(runs[5], 2) if not a & b for c in runs[3] if not c & (a | b)}
    detect = pattern_of(cp.Pattern.THREE_STRAIGHT_FLUSHES)
    assert len(masks) == 22_060
    assert all(detect(cp.CardSet.from_mask(mask)) for mask in list(masks)[::10])


@pytest.mark.parametrize(
    ("pattern", "count"),
    [
        (cp.Pattern.DRAGON, 67_108_864),
        (cp.Pattern.SIX_PAIRS, 2_241_727_488),
        (cp.Pattern.SIX_PAIRS_LOOSE, 2_514_171_088),
        (cp.Pattern.THREE_STRAIGHTS, 2_029_579_776),
        (cp.Pattern.THREE_FLUSHES, 5_705_516_392),
        (cp.Pattern.NO_PICTURES, 12_033_222_880),
        (cp.Pattern.SMALL_9, 347_373_600),
        (cp.Pattern.SMALL_8, 37_442_160),
        (cp.Pattern.ONE_COLOUR, 20_801_200),
        (cp.Pattern.TWELVE_OF_ONE_COLOUR, 502_200_400),
        (cp.Pattern.FIVE_PAIRS_AND_TRIPS, 320_246_784),
        (cp.Pattern.FOUR_TRIPS, 6_589_440),
    ],
)
def test_frequencies_in_random_hands(pattern, count):
    """RULES.md's exact counts, within five standard errors, over 2.4 million hands settled by the batch kernel."""
    rules = cp.Rules(naturals=(rulebook.Natural(pattern=pattern, points=1000),))
    rng = np.random.default_rng(7)
    n, found = 600_000, 0
    for _ in range(6):
        decks = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (n // 6, 1)), axis=1).reshape(-1, 4, 13)
        points = cp.settle_many(decks, rules, threads=0)
        # A natural is paid 1000 by each of the others who has none: naturals of one level push.
        found += int((points > 400).sum())
    probability = count / 635_013_559_600
    expected = 4 * n * probability
    # The few tables where all four hold the natural show nothing; they are far below the error.
    assert abs(found - expected) < 5 * np.sqrt(expected * (1 - probability)) + 4 * n * probability**4 + 1
