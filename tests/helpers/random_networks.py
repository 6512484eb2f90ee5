"""Random boards and value networks."""

import itertools
from collections import Counter

import network_reference
import numpy as np
import reference

import cpoker_fast as cp
from cpoker_fast import _networks
from cpoker_fast._ranking import STRENGTHS
from cpoker_fast.game.plan import make_plan
from cpoker_fast.thinking.network_archive import IntegerNetworks

GAMES = ("pineapple", "deuce-to-seven", "turbo", "standard")
SIZES = network_reference.SIZES


def mask(cards):
    return sum(1 << 16 * (card % 4) + card // 4 for card in cards)


def masks(boards):
    """Return boards, each of three lists of cards, as an array for the compiled functions."""
    return np.array([[mask(row) for row in board] for board in boards], np.uint64).reshape(-1, 3)


def seen_of(sets):
    return np.array([mask(cards) for cards in sets], np.uint64)


def rich_deck(rng):
    """Return all cards in random order, often with one or two suits or a few ranks first."""
    deck = rng.sample(range(52), 52)
    suits, first, ranks = rng.sample(range(4), rng.randint(1, 2)), rng.randrange(13), rng.randint(3, 5)
    kind = rng.randrange(4)
    if kind == 0:
        return deck
    return sorted(deck, key=lambda card: card % 4 not in suits if kind == 1 else (card // 4 - first) % 13 >= ranks)


def random_board(rng, placed, hand=0):
    """Return a board of `placed` cards, a hand in ascending order, and the seen cards: these and some others."""
    deck = iter(rich_deck(rng))
    rows = [[], [], []]
    while placed:
        row = rng.randrange(3)
        if len(rows[row]) < SIZES[row]:
            rows[row].append(next(deck))
            placed -= 1
    cards, remaining = sorted(itertools.islice(deck, hand)), list(deck)
    return rows, cards, {*itertools.chain(*rows), *cards, *remaining[: rng.randint(0, len(remaining))]}


def ordered_board(rng, lacks, hand, also_seen, *, lowball):
    """Return the same for a board that lacks few cards, with rows that are mostly in order."""
    deck = rng.sample(range(52), 52)
    counts = Counter(card // 4 for card in deck[:13])
    cards = sorted(deck[:13], key=lambda card: (counts[card // 4], card))
    rows = [cards[5:8], cards[:5], cards[8:]] if lowball else [cards[:3], cards[3:8], cards[8:]]
    for _ in range(lacks):
        row = rng.choice([row for row in rows if row])
        row.remove(rng.choice(row))
    remaining = [card for card in deck if card not in itertools.chain(*rows)]
    return rows, sorted(remaining[:hand]), {*itertools.chain(*rows), *remaining[: hand + also_seen]}


def random_boards(rng, n, placed, hand=0):
    """Return random boards, as tuples and as arrays."""
    return as_arrays([random_board(rng, placed() if callable(placed) else placed, hand) for _ in range(n)])


def as_arrays(boards_hands_seen):
    boards, hands, sets = zip(*boards_hands_seen, strict=True)
    return boards_hands_seen, masks(boards), seen_of(sets), np.array(hands, np.uint8)


def placed_before(rules):
    """Return the number of cards on a board before each street, and at the end."""
    return [0, *itertools.accumulate(placed for _, placed in cp.rules(rules).streets)]


def random_whole(rules, seed=1, extreme=False):
    """Return networks of random weights; payoffs have few values, so that boards often tie."""
    rng = np.random.default_rng(seed)

    def weights(shape, most, dtype):
        numbers = rng.integers(-most, most + 1, shape)
        return (np.where(numbers < 0, -most, most) if extreme else numbers).astype(dtype)

    first = weights((_networks.FEATURES, _networks.UNITS), 127, np.int8)
    units, second = _networks.UNITS, _networks.SECOND_UNITS
    heads = [
        (placed, weights(units, 20000 if extreme else 600, np.int16),
         weights((second, units), 1024 if extreme else 300, np.int16), weights(second, 60000, np.int32),
         weights(second, 2000, np.int16), int(weights(1, 60000, np.int32)[0]))
        for placed in placed_before(rules)[1:-1]
    ]  # fmt: skip
    payoffs = rng.choice([-700, 0, 5, 1000], (3, STRENGTHS)).astype(np.int16)
    return IntegerNetworks(first, heads, payoffs, -100)


def plan_with(rules, networks):
    plan = make_plan(cp.rules(rules))
    _networks.attach(plan, _networks.Networks(*networks))
    return plan


def same(ours, theirs):
    """Whether two whole networks are equal in all their numbers."""
    heads = [zip(*both, strict=True) for both in zip(ours.heads, theirs.heads, strict=True)]
    arrays = [(ours.first, theirs.first), (ours.payoffs, theirs.payoffs), *itertools.chain(*heads)]
    return ours.foul == theirs.foul and all(np.array_equal(our_array, their_array) for our_array, their_array in arrays)


ROWS = [reference.cards(row) for row in ("As Ad", "Kh Kd 2c", "Ts Td Th 9c")]  # before the second to last street
HAND = sorted(reference.cards("3h 4h 5h"))
SEEN = {*itertools.chain(*ROWS), *HAND}


def board_arguments(rows=ROWS, seen=SEEN):
    return masks([rows]), seen_of([seen])


def arguments(rows=ROWS, seen=SEEN, hand=HAND):
    return *board_arguments(rows, seen), np.array([hand], np.uint8)
