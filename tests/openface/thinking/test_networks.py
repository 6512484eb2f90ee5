"""Value networks, exact final draws and the bot `swift`, against slow references."""

import concurrent.futures
import dataclasses
import itertools
import multiprocessing
import random
import threading
from collections import Counter
from functools import partial
from math import comb

import network_reference
import numpy as np
import pytest
import reference

import cpoker_fast as cp
from cpoker_fast import _networks, errors
from cpoker_fast._openface import choose_placement, play_deals
from cpoker_fast._ranking import STRENGTHS
from cpoker_fast.errors import BoardError, CardError, NetworkError
from cpoker_fast.openface import Deal, PartialBoard, Position, analyze, bot
from cpoker_fast.openface.game.plan import make_plan, plan_of, stack_size
from cpoker_fast.openface.thinking import networks
from cpoker_fast.openface.thinking.masks import masks_of_cards
from cpoker_fast.openface.thinking.networks import (
    NETWORKS,
    WholeNetworks,
    attach_networks,
    has_networks,
    networks_name,
    read_networks,
    write_networks,
)

GAMES = ("pineapple", "deuce-to-seven", "turbo", "standard")
SIZES = network_reference.SIZES


# ---- boards and networks ----


def mask(cards):
    return sum(1 << 16 * (card % 4) + card // 4 for card in cards)


def masks(boards):
    """Boards, each of three lists of cards, as the compiled functions take them."""
    return np.array([[mask(row) for row in board] for board in boards], np.uint64).reshape(-1, 3)


def seen_of(sets):
    return np.array([mask(cards) for cards in sets], np.uint64)


def rich_deck(rng):
    """All cards, in an order in which often those of one or two suits, or of few ranks, come first."""
    deck = rng.sample(range(52), 52)
    suits, first, ranks = rng.sample(range(4), rng.randint(1, 2)), rng.randrange(13), rng.randint(3, 5)
    kind = rng.randrange(4)
    if kind == 0:
        return deck
    return sorted(deck, key=lambda card: card % 4 not in suits if kind == 1 else (card // 4 - first) % 13 >= ranks)


def random_board(rng, placed, hand=0):
    """A board of so many cards, cards of a hand, ascending, and what is seen with some others."""
    deck = iter(rich_deck(rng))
    rows = [[], [], []]
    while placed:
        row = rng.randrange(3)
        if len(rows[row]) < SIZES[row]:
            rows[row].append(next(deck))
            placed -= 1
    cards, left = sorted(itertools.islice(deck, hand)), list(deck)
    return rows, cards, {*itertools.chain(*rows), *cards, *left[: rng.randint(0, len(left))]}


def ordered_board(rng, lacks, hand, others, *, lowball):
    """The same for one that lacks few cards, and whose rows are about in order."""
    deck = rng.sample(range(52), 52)
    counts = Counter(card // 4 for card in deck[:13])
    cards = sorted(deck[:13], key=lambda card: (counts[card // 4], card))
    rows = [cards[5:8], cards[:5], cards[8:]] if lowball else [cards[:3], cards[3:8], cards[8:]]
    for _ in range(lacks):
        row = rng.choice([row for row in rows if row])
        row.remove(rng.choice(row))
    left = [card for card in deck if card not in itertools.chain(*rows)]
    return rows, sorted(left[:hand]), {*itertools.chain(*rows), *left[: hand + others]}


def random_boards(rng, n, placed, hand=0):
    """As arrays, too."""
    return as_arrays([random_board(rng, placed() if callable(placed) else placed, hand) for _ in range(n)])


def as_arrays(found):
    boards, hands, sets = zip(*found, strict=True)
    return found, masks(boards), seen_of(sets), np.array(hands, np.uint8)


def placed_before(rules):
    """The number of cards on a board before each street, and at the end."""
    return [0, *itertools.accumulate(placed for _, placed in cp.rules(rules).openface.streets)]


def random_whole(rules, seed=1, extreme=False):
    """Networks of any weights; the payoffs makes no difference between most boards, so that ties are met."""
    rng = np.random.default_rng(seed)

    def some(shape, most, dtype):
        found = rng.integers(-most, most + 1, shape)
        return (np.where(found < 0, -most, most) if extreme else found).astype(dtype)

    first = some((_networks.FEATURES, _networks.UNITS), 127, np.int8)
    heads = [
        (
            placed,
            some(_networks.UNITS, 20000 if extreme else 600, np.int16),
            some((_networks.SECOND_UNITS, _networks.UNITS), 1024 if extreme else 300, np.int16),
            some(_networks.SECOND_UNITS, 60000, np.int32),
            some(_networks.SECOND_UNITS, 2000, np.int16),
            int(some(1, 60000, np.int32)[0]),
        )
        for placed in placed_before(rules)[1:-1]
    ]
    payoffs = rng.choice([-700, 0, 5, 1000], (3, STRENGTHS)).astype(np.int16)
    return WholeNetworks(first, heads, payoffs, -100)


def plan_with(rules, whole):
    plan = make_plan(cp.rules(rules))
    _networks.attach(plan, _networks.Networks(*whole))
    return plan


def same(ours, theirs):
    """Whether two whole networks are equal in all their numbers."""
    heads = [(*one, *other) for one, other in zip(ours.heads, theirs.heads, strict=True)]
    return (
        np.array_equal(ours.first, theirs.first)
        and np.array_equal(ours.payoffs, theirs.payoffs)
        and ours.foul == theirs.foul
        and all(np.array_equal(head[part], head[part + 6]) for head in heads for part in range(6))
    )


# ---- features ----

# How many features of each kind rich boards have at least.
MET = {
    "counts": 110,
    "room": 16,
    "kinds": 280,
    "suited": 60,
    "no flush": 2,
    "straight by": 25,
    "pairing": 30,
    "improving": 15,
    "live ranks": 65,
    "live cards": 27,
    "ahead": 340,
}


@pytest.mark.parametrize("rules", ["pineapple", "deuce-to-seven"])
def test_features(rules):
    rng = random.Random(1)
    found, rows, seen, _ = random_boards(rng, 2500, lambda: rng.randint(0, 13))
    lists = _networks.features(make_plan(cp.rules(rules)), rows, seen)
    assert lists.dtype == np.uint16
    assert lists.shape == (2500, _networks.MOST_FEATURES)
    assert _networks.FEATURES == network_reference.FEATURES
    met = set()
    for (board, _, known), numbers in zip(found, lists.tolist(), strict=True):
        expected = network_reference.features(board, known, lowball=rules == "deuce-to-seven")
        assert numbers[: len(expected)] == sorted(numbers[: len(expected)], key=numbers.index)  # each once
        assert sorted(numbers[: len(expected)]) == sorted(expected), (board, known)
        assert set(numbers[len(expected) :]) <= {_networks.FEATURES}
        met.update(expected)
    for block, least in MET.items():
        first = network_reference.FIRST[block]
        assert len(met & set(range(first, first + network_reference.BLOCKS[block]))) >= least, block


def test_features_of_a_board_by_hand():
    """An empty front, two suited cards in a middle, and a pair with an ace and a king behind; nothing else is seen."""
    board = [[], reference.cards("5h 6h"), reference.cards("9c 9d Kc As")]
    seen = {*board[1], *board[2]}
    numbers = set(_networks.features(make_plan(cp.rules("pineapple")), masks([board]), seen_of([seen]))[0].tolist())
    first, width = network_reference.FIRST, {"room": 6, "counts": 52, "kinds": 208, "suited": 55, "pairing": 16}
    for block, row, number in (
        ("room", 0, 3),
        ("kinds", 0, 0),
        ("room", 1, 3),
        ("counts", 1, 4 * 3),
        ("counts", 1, 4 * 4),
        ("kinds", 1, 6 * 4 + 4),  # 2-6, 3-7, 4-8 and 5-9
        ("suited", 1, 11 + 10),  # 11 hearts are live, 10 at most
        ("pairing", 1, 6),
        ("room", 2, 1),
        ("counts", 2, 4 * 7 + 1),
        ("kinds", 2, 78 + 13 + 7),
        ("pairing", 2, 6),
    ):
        assert first[block] + row * width[block] + number in numbers
    assert first["no flush"] + 2 in numbers
    assert first["improving"] + 2 * 15 + 4 in numbers
    assert first["live cards"] + 23 in numbers
    assert first["ahead"] + 41 * (9 + 3 * 2 + 1) + 25 in numbers  # by one category, with a card to come


# ---- values ----


@pytest.mark.parametrize("rules", ["deuce-to-seven", "turbo"])
@pytest.mark.parametrize("extreme", [False, True])
def test_values(rules, extreme, kernels):
    whole = random_whole(rules, extreme=extreme)
    check_values(rules, whole, kernels)


@pytest.mark.parametrize("rules", NETWORKS)
def test_values_of_shipped_networks(rules, kernels):
    check_values(rules, read_networks(cp.rules(rules)), kernels)


def check_values(rules, whole, kernels):
    rng, heads = random.Random(2), {head[0]: head for head in whole.heads}
    found, rows, seen, _ = random_boards(rng, 300, lambda: rng.choice(list(heads)))
    expected = []
    for board, _, known in found:
        numbers = network_reference.features(board, known, lowball=cp.rules(rules).lowball_middle)
        head = heads[sum(map(len, board))]
        expected.append(
            network_reference.forward(whole.first, head, numbers, _networks.SECOND_SHIFT) / _networks.VALUE_SCALE
        )
    assert len(set(expected)) > 100
    for kernel in kernels():
        assert _networks.values(plan_with(rules, whole), rows, seen).tolist() == expected, kernel


def test_scales_fit_together():
    """Sums of the second layer, shifted, are in units that make the value with those of the third."""
    hidden = _networks.FIRST_SCALE * _networks.SECOND_SCALE >> _networks.SECOND_SHIFT
    assert hidden * _networks.THIRD_SCALE == _networks.VALUE_SCALE


# ---- ways ----


def placements(board, cards, placed):
    """All boards after a street, in the order of the places of its cards."""
    for places in itertools.product(range(4), repeat=len(cards)):
        after = [*map(list, board), []]
        for card, place in zip(cards, places, strict=True):
            after[place].append(card)
        if len(after[3]) == len(cards) - placed and all(len(row) <= size for row, size in zip(after, SIZES, strict=False)):
            yield after[:3]


def payoff_of(whole, rules, board):
    """What a complete board is worth, one over PAYOFF_POINT, legal or not by the reference."""
    front, middle, back = board
    wheel, is_low = str(rules.wheel), rules.lowball_middle
    keys = [reference.key(front, wheel), reference.key(middle, wheel), reference.key(back, wheel)]
    if is_low:
        keys[1] = reference.lowball_key(middle)
    if reference.is_foul(keys, rules):
        return whole.foul
    ranked = [cp.strength(row) for row in board]
    if is_low:
        ranked[1] = cp.lowball_strength(middle)
    return sum(int(whole.payoffs[row, strength]) for row, strength in enumerate(ranked))


@pytest.mark.parametrize("rules", GAMES)
def test_the_first_best_way_is_chosen(rules, kernels):
    whole, rng = random_whole(rules), random.Random(3)
    preset, before, plan = cp.rules(rules), placed_before(rules), plan_with(rules, whole)
    legal = ties = 0
    for street, (dealt, placed) in enumerate(preset.openface.streets):
        n, is_last = 5 if dealt > 3 else 12, before[street] + placed == 13
        if is_last:
            many = [ordered_board(rng, placed, dealt, 9, lowball=preset.lowball_middle) for _ in range(n)]
        else:
            many = [random_board(rng, before[street], dealt) for _ in range(n)]
        found, rows, seen, hands = as_arrays(many)
        after = [list(placements(board, cards, placed)) for board, cards, _ in found]
        counts = _networks.count_ways(plan, street, rows)
        assert counts.tolist() == list(map(len, after))
        expected = []
        for at, boards in enumerate(after):
            many = [np.repeat(array[at : at + 1], len(boards), axis=0) for array in (rows, seen, hands)]
            numbers = np.arange(len(boards), dtype=np.int32)
            assert _networks.placed(plan, street, *many, numbers).tolist() == masks(boards).tolist()
            if is_last:
                values = [payoff_of(whole, preset, board) / _networks.PAYOFF_POINT for board in boards]
                ties += values.count(max(values)) > 1
                legal += len(set(values)) > 1
            else:
                values = _networks.values(plan, masks(boards), many[1]).tolist()
            best = values.index(max(values))
            expected.append((best, values[best]))
        for kernel in kernels():
            ways, worth = _networks.choose_ways(plan_with(rules, whole), street, rows, seen, hands)
            assert list(zip(ways.tolist(), worth.tolist(), strict=True)) == expected, (street, kernel)
    assert placed == 1 or (ties and legal > 1)


def test_swift_chooses_that_way(kernel):
    whole, rng = random_whole("turbo"), random.Random(4)
    plan = plan_with("turbo", whole)
    for street, (dealt, _) in enumerate(cp.rules("turbo").openface.streets):
        found, rows, seen, hands = random_boards(rng, 5, 4 * street + (street > 0), dealt)
        ways, _ = _networks.choose_ways(plan, street, rows, seen, hands)
        after = _networks.placed(plan, street, rows, seen, hands, ways)
        for (board, cards, known), expected in zip(found, after.tolist(), strict=True):
            args = PartialBoard(*board), cp.CardSet(cards), cp.CardSet(known)
            placement = choose_placement(plan, "swift", street, *args, np.random.default_rng(1))
            assert [mask([*row, *more]) for row, more in zip(board, placement.rows, strict=True)] == expected
            assert not placement.discards


# ---- final draws ----


@pytest.mark.parametrize("rules", ["pineapple", "deuce-to-seven", "standard"])
def test_endings(rules):
    """The mean over all draws of the best placement; unseen are few cards, or in one case all."""
    whole, rng = random_whole(rules), random.Random(5)
    preset, (dealt, placed) = cp.rules(rules), cp.rules(rules).openface.streets[-1]
    plan = plan_with(rules, whole)
    assert _networks.has_final_draw(plan)
    rooms, legal = set(), 0
    for n in range(40):
        unseen = rng.randint(dealt, 9) if dealt > 1 else rng.randint(1, 39)
        board, _, known = ordered_board(rng, placed, 0, 39 + placed - unseen, lowball=preset.lowball_middle)
        rooms.add(tuple(map(len, board)))
        draws = list(itertools.combinations([card for card in range(52) if card not in known], dealt))
        values = [max(payoff_of(whole, preset, after) for after in placements(board, draw, placed)) for draw in draws]
        assert len(values) == comb(unseen, dealt)
        legal += len(set(values)) > 1
        found = _networks.final_draws(plan, *board_arguments(board, known))[0]
        assert found == pytest.approx(np.mean(values) / _networks.PAYOFF_POINT, abs=1e-12), n
    assert len(rooms) == (6 if placed == 2 else 3)
    assert legal > 10


def test_an_ending_from_the_deck_is_the_mean_of_many():
    plan = plan_with("pineapple", random_whole("pineapple"))
    board = [reference.cards(row) for row in ("Kh Kd 2c", "9c 9d 4h 3s", "As Ad 7c 7d")]
    rows, seen = board_arguments(board, itertools.chain(*board))
    many, known = (np.repeat(array, 40000, axis=0) for array in (rows, seen))
    hands = _networks.deal_unseen(known, 3, np.random.default_rng(1))
    now = known | np.bitwise_or.reduce(np.array([mask([card]) for card in range(52)], np.uint64)[hands], axis=1)
    _, values = _networks.choose_ways(plan, 4, many, now, hands)
    exact = _networks.final_draws(plan, rows, seen)[0]
    assert values.std() > 0
    assert abs(values.mean() - exact) < 5 * values.std() / 200


def test_rules_without_endings():
    plan = plan_with("turbo", random_whole("turbo"))
    assert not _networks.has_final_draw(plan)
    with pytest.raises(BoardError, match="these rules place 4 of 4"):
        _networks.final_draws(plan, np.zeros((0, 3), np.uint64), np.zeros(0, np.uint64))


# ---- dealing ----


def test_dealt_cards_are_unseen_and_ascending():
    rng = random.Random(7)
    for cards in (0, 1, 5, 17):
        known = [set(rng.sample(range(52), rng.randint(0, 52 - cards))) for _ in range(200)]
        hands = _networks.deal_unseen(seen_of(known), cards, np.random.default_rng(1))
        assert hands.dtype == np.uint8
        assert hands.shape == (200, cards)
        for hand, gone in zip(hands.tolist(), known, strict=True):
            assert hand == sorted(set(hand) - gone)
    everything = _networks.deal_unseen(np.zeros(1, np.uint64), 52, np.random.default_rng(1))
    assert everything.tolist() == [list(range(52))]


def test_every_set_of_unseen_cards_is_equally_likely():
    free = reference.cards("2c 7d Kh As 3s 9c 9d")
    seen = np.repeat(seen_of([set(range(52)) - set(free)]), 35000)
    hands = _networks.deal_unseen(seen, 3, np.random.default_rng(8))
    counts = np.unique(hands, axis=0, return_counts=True)[1]
    assert len(counts) == 35
    assert ((counts - 1000) ** 2 / 1000).sum() < 75  # 34 degrees of freedom: once in 10,000 seeds
    again = _networks.deal_unseen(seen, 3, np.random.default_rng(8))
    other = _networks.deal_unseen(seen, 3, np.random.default_rng(9))
    assert np.array_equal(hands, again)
    assert not np.array_equal(hands, other)


# ---- bad input ----

ROWS = [reference.cards(row) for row in ("As Ad", "Kh Kd 2c", "Ts Td Th 9c")]  # before the last street but one
HAND = sorted(reference.cards("3h 4h 5h"))
SEEN = {*itertools.chain(*ROWS), *HAND}


def board_arguments(rows=ROWS, seen=SEEN):
    return masks([rows]), seen_of([seen])


def arguments(rows=ROWS, seen=SEEN, hand=HAND):
    return *board_arguments(rows, seen), np.array([hand], np.uint8)


@pytest.fixture(scope="module")
def plan():
    return plan_with("pineapple", random_whole("pineapple"))


def test_the_example_is_good(plan):
    assert _networks.values(plan, *board_arguments()).shape == (1,)
    assert _networks.features(plan, *board_arguments()).shape == (1, _networks.MOST_FEATURES)
    ways, _ = _networks.choose_ways(plan, 3, *arguments())
    assert _networks.placed(plan, 3, *arguments(), ways).shape == (1, 3)
    assert _networks.count_ways(plan, 3, board_arguments()[0]).tolist() == [3 * 7]


OVERFULL = [ROWS[0], reference.cards("Kh Kd 2c 3c 4c 5c"), []]
TWICE = [ROWS[0], ROWS[1], ROWS[2][:3] + ROWS[0][:1]]
BEYOND = np.uint64(1 << 13)  # a bit that stands for no card


@pytest.mark.parametrize(
    ("rows", "seen"),
    [
        board_arguments(OVERFULL, range(52)),
        board_arguments(TWICE),
        board_arguments(seen=SEEN - {ROWS[0][0]}),
        (masks([ROWS]) | BEYOND, seen_of([SEEN]) | BEYOND),
        (masks([ROWS]), seen_of([SEEN]) | BEYOND),
        (masks([ROWS]) | BEYOND, seen_of([SEEN])),
        (masks([ROWS]), seen_of([SEEN, SEEN])),
        (masks([ROWS])[:, :2].copy(), seen_of([SEEN])),
        (np.zeros((1, 4), np.uint64), seen_of([SEEN])),
        (masks([]), seen_of([SEEN])),
        (np.full((1, 3), 2**64 - 1, np.uint64), np.full(1, 2**64 - 1, np.uint64)),
    ],
)
def test_bad_boards(plan, rows, seen):
    hands, ways = np.repeat(arguments()[2], len(rows), axis=0), np.zeros(len(rows), np.int32)
    for call in (
        lambda: _networks.features(plan, rows, seen),
        lambda: _networks.values(plan, rows, seen),
        lambda: _networks.final_draws(plan, rows, seen),
        lambda: _networks.choose_ways(plan, 3, rows, seen, hands),
        lambda: _networks.placed(plan, 3, rows, seen, hands, ways),
    ):
        with pytest.raises(
            BoardError, match=r"bad board 0: expected different cards in its rows|expected the masks of 3 rows"
        ):
            call()


def test_the_bad_board_is_named(plan):
    rows, seen = masks([ROWS, TWICE, ROWS]), seen_of([SEEN] * 3)
    with pytest.raises(BoardError, match="bad board 1"):
        _networks.values(plan, rows, seen)


@pytest.mark.parametrize("street", [-1, 5, 2**31 - 1, -(2**31)])
def test_bad_streets(plan, street):
    for call in (
        lambda: _networks.choose_ways(plan, street, *arguments()),
        lambda: _networks.placed(plan, street, *arguments(), np.zeros(1, np.int32)),
        lambda: _networks.count_ways(plan, street, board_arguments()[0]),
    ):
        with pytest.raises(BoardError, match="bad street .*expected 0 to 4"):
            call()


@pytest.mark.parametrize("street", [0, 1, 2, 4])
def test_boards_of_another_street(plan, street):
    hand = sorted(reference.cards("3h 4h 5h 6h 7h"))[: 3 if street else 5]
    given = arguments(seen={*SEEN, *hand}, hand=hand)
    assert _networks.count_ways(plan, street, given[0]).tolist() == [0]
    with pytest.raises(BoardError, match=f"bad board 0: expected one at street index {street}"):
        _networks.choose_ways(plan, street, *given)
    with pytest.raises(BoardError, match=f"bad board 0: expected one at street index {street}"):
        _networks.placed(plan, street, *given, np.zeros(1, np.int32))


@pytest.mark.parametrize(
    ("hand", "error"),
    [
        (HAND[::-1], BoardError),  # not ascending
        ([HAND[0], HAND[0], HAND[1]], BoardError),
        ([*HAND[:2], 52], BoardError),
        ([*HAND[:2], 255], BoardError),
        (sorted([*HAND[:2], ROWS[0][0]]), BoardError),  # on the board
        (sorted([*HAND[:2], reference.card("8s")]), BoardError),  # unseen
        (HAND[:2], CardError),
        ([*HAND, 51], CardError),
        ([], CardError),
    ],
)
def test_bad_hands(plan, hand, error):
    given = arguments(hand=hand)
    for call in (
        lambda: _networks.choose_ways(plan, 3, *given),
        lambda: _networks.placed(plan, 3, *given, np.zeros(1, np.int32)),
    ):
        with pytest.raises(error, match=r"and its cards, ascending and seen|bad cards: expected 3 for each board"):
            call()


@pytest.mark.parametrize("way", [-1, 21, 2**31 - 1, -(2**31)])
def test_bad_ways(plan, way):
    with pytest.raises(BoardError, match=f"bad way {way} of board 0"):
        _networks.placed(plan, 3, *arguments(), np.array([way], np.int32))


def test_as_many_ways_as_boards(plan):
    for n in (0, 2):
        with pytest.raises(BoardError, match="expected a way for each board"):
            _networks.placed(plan, 3, *arguments(), np.zeros(n, np.int32))


def test_boards_without_a_head(plan):
    for rows in ([[], [], []], [[*ROWS[0], 4], *ROWS[1:]], [ROWS[0], ROWS[1], ROWS[2][:3]]):
        with pytest.raises(BoardError, match="bad board 0: expected one between two streets"):
            _networks.values(plan, *board_arguments(rows, range(52)))


def test_boards_without_an_ending(plan):
    complete = [[0, 1], [2, 3, 4, 5], [6, 7, 8, 9, 10]]
    assert _networks.final_draws(plan, *board_arguments(complete, range(49))).shape == (1,)
    for rows, seen in ((ROWS, SEEN), (complete, range(50)), (complete, range(52))):
        with pytest.raises(BoardError, match="bad board 0: expected one that lacks 2 cards, and 3 unseen ones"):
            _networks.final_draws(plan, *board_arguments(rows, seen))


def test_plans_without_networks():
    bare = make_plan(cp.rules("pineapple"))
    assert bare.networks is None
    assert _networks.features(bare, *board_arguments()).shape == (1, _networks.MOST_FEATURES)
    assert _networks.placed(bare, 3, *arguments(), np.zeros(1, np.int32)).shape == (1, 3)
    rng = np.random.default_rng(1)
    tables = np.arange(34, dtype=np.uint8).reshape(1, 2, 17), np.zeros((1, 2), np.uint8), np.zeros((1, 2, 13), np.uint8)
    for call in (
        lambda: _networks.values(bare, *board_arguments()),
        lambda: _networks.final_draws(bare, *board_arguments()),
        lambda: _networks.choose_ways(bare, 3, *arguments()),
        lambda: choose_placement(bare, "swift", 3, PartialBoard(*ROWS), cp.CardSet(HAND), cp.CardSet(SEEN), rng),
        lambda: play_deals(bare, ["careful", "swift"], [rng, rng], np.zeros(1, np.int8), *tables),
    ):
        with pytest.raises(NetworkError, match="the plan has no networks"):
            call()


def test_bad_types(plan):
    rows, seen, hands = arguments()
    for call in (
        lambda: _networks.values(plan, rows.astype(np.int64), seen),
        lambda: _networks.values(plan, rows.astype(float), seen),
        lambda: _networks.values(plan, rows[0], seen),
        lambda: _networks.values(plan, np.asfortranarray(masks([ROWS] * 2)), seen_of([SEEN] * 2)),
        lambda: _networks.features(plan, rows, seen.astype(np.uint32)),
        lambda: _networks.final_draws(plan, rows, seen[:, None]),
        lambda: _networks.choose_ways(plan, 3, rows, seen, hands.astype(np.int64)),
        lambda: _networks.placed(plan, 3, rows, seen, hands, np.zeros(1)),
        lambda: _networks.count_ways(plan, 3, rows.astype(np.int32)),
        lambda: _networks.deal_unseen(rows, 3, np.random.default_rng(1)),
    ):
        with pytest.raises(ValueError, match=r"Buffer|ndarray"):
            call()
    for call in (
        lambda: _networks.values(None, rows, seen),
        lambda: _networks.values("pineapple", rows, seen),
        lambda: _networks.values(plan, None, seen),
        lambda: _networks.values(plan, rows, list(seen)),
        lambda: _networks.choose_ways(plan, "3", rows, seen, hands),
        lambda: _networks.choose_ways(plan, 3, rows, seen, None),
        lambda: _networks.attach(plan, None),
        lambda: _networks.attach(None, plan.networks),
        lambda: _networks.deal_unseen(seen, 3, None),
    ):
        with pytest.raises(TypeError):
            call()


def test_no_boards_at_all(plan):
    rows, seen, hands = np.zeros((0, 3), np.uint64), np.zeros(0, np.uint64), np.zeros((0, 3), np.uint8)
    assert _networks.features(plan, rows, seen).shape == (0, _networks.MOST_FEATURES)
    assert _networks.values(plan, rows, seen).shape == _networks.final_draws(plan, rows, seen).shape == (0,)
    assert [found.shape for found in _networks.choose_ways(plan, 3, rows, seen, hands)] == [(0,), (0,)]
    assert _networks.placed(plan, 3, rows, seen, hands, np.zeros(0, np.int32)).shape == (0, 3)
    assert _networks.count_ways(plan, 3, rows).shape == (0,)
    assert _networks.deal_unseen(seen, 3, np.random.default_rng(1)).shape == (0, 3)


@pytest.mark.parametrize(
    ("seen", "cards", "message"),
    [
        ([()], -1, "bad number of cards: expected 0 to 52, got -1"),
        ([()], 53, "bad number of cards: expected 0 to 52, got 53"),
        ([(), range(50)], 3, "bad seen 1: fewer than 3 cards are left"),
        ([range(52)], 1, "bad seen 0: fewer than 1 cards are left"),
    ],
)
def test_bad_dealing(seen, cards, message):
    with pytest.raises(CardError, match=message):
        _networks.deal_unseen(seen_of(seen), cards, np.random.default_rng(1))


def changed_head(head, part, value):
    return (*head[:part], value, *head[part + 1 :])


def changed(part, change):
    """Networks of which a part of the last head is changed."""
    whole = random_whole("pineapple")
    last = whole.heads[-1]
    return whole._replace(heads=[*whole.heads[:-1], changed_head(last, part, change(last[part]))])


def largest(array):
    return np.full_like(array, np.iinfo(array.dtype).max)


def lowest(array):
    return np.full_like(array, np.iinfo(array.dtype).min)


@pytest.mark.parametrize(
    ("part", "change", "message"),
    [
        *[(0, lambda placed, given=given: given, "expected 1 to 12 cards placed") for given in (0, 13, -1, 2**31 - 1)],
        *[(part, lambda array: array[:-1], "expected layers of 64 and 32 units") for part in (1, 2, 3, 4)],
        (2, lambda array: array[:, :-1].copy(), "expected layers"),
        *[(5, lambda bias, given=given: given, "expected layers") for given in (2**31, -(2**31), 2**62)],
        *[(part, largest, "sums may overflow") for part in (1, 2, 3, 4)],
        *[(part, lowest, "sums may overflow") for part in (1, 2, 3, 4)],
        (5, lambda bias: 2**31 - 1, "sums may overflow"),
    ],
)
def test_bad_heads(part, change, message):
    with pytest.raises(NetworkError, match=f"bad head: .*{message}"):
        _networks.Networks(*changed(part, change))


@pytest.mark.parametrize("part", [1, 2, 3, 4])
def test_heads_of_other_types(part):
    with pytest.raises(ValueError, match="Buffer"):
        _networks.Networks(*changed(part, lambda array: array.astype(np.int64)))
    with pytest.raises(NetworkError, match="bad head"):
        _networks.Networks(*changed(part, lambda array: None))
    with pytest.raises(TypeError):
        _networks.Networks(*changed(part, lambda array: array.tolist()))
    with pytest.raises(ValueError, match="Buffer"):
        _networks.Networks(*changed(part, lambda array: array[..., None]))


def test_heads_that_are_no_heads():
    whole = random_whole("pineapple")
    for heads in ([()], [(5,)], [whole.heads[0][:-1]], [(*whole.heads[0], 1)], [None], [5], None, tuple(whole.heads)):
        with pytest.raises((TypeError, ValueError)):
            _networks.Networks(*whole._replace(heads=heads))
    with pytest.raises(OverflowError):
        _networks.Networks(*changed(0, lambda placed: 2**40))


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("first", np.zeros((_networks.FEATURES + 1, _networks.UNITS), np.int8)),
        ("first", np.zeros((_networks.FEATURES, _networks.UNITS - 1), np.int8)),
        ("payoffs", np.zeros((2, STRENGTHS), np.int16)),
        ("payoffs", np.zeros((3, STRENGTHS - 1), np.int16)),
        ("payoffs", np.full((3, STRENGTHS), _networks.MOST_PAYOFF + 1, np.int16)),  # three rows are more than an int16
        ("payoffs", np.full((3, STRENGTHS), -_networks.MOST_PAYOFF - 1, np.int16)),
        ("payoffs", np.full((3, STRENGTHS), -(2**15), np.int16)),
        ("foul", _networks.MOST_PAYOFF + 1),
        ("foul", -_networks.MOST_PAYOFF - 1),
        ("foul", -(2**31)),
    ],
)
def test_bad_layers_and_aims(part, value):
    whole = random_whole("pineapple")
    with pytest.raises(NetworkError, match="bad first layer" if part == "first" else "bad payoffs"):
        _networks.Networks(*whole._replace(**{part: value}))


@pytest.mark.parametrize(
    ("rests", "boards", "message"),
    [
        ([(26, -(2**31))], 1, "all boards of the field together"),
        ([(26, 2**31 - 1)], 2, "all boards of the field together"),
        ([(26, _networks.MOST_PAYOFF + 1)], 0, "all boards of the field together"),
        ([(14, 1), (26, -1000)], 9, "all boards of the field together"),
        ([(13, 1)], 1, "triples from 14 to 26, got 13"),
        ([(27, 1)], 1, "triples from 14 to 26, got 27"),
        ([(14, 1)] * 14, 1, "at most 13 triples, got 14"),
    ],
)
def test_bad_rests(plan, rests, boards, message):
    payoffs = np.zeros((3, STRENGTHS), np.int16), 0, rests, np.zeros((boards, 3), np.uint16)
    given = board_arguments([[0, 1], [2, 3, 4, 5], [6, 7, 8, 9, 10]], range(11))
    runouts = np.zeros((1, _networks.cards_to_play(plan, 4, False)), np.uint8)
    with pytest.raises(NetworkError, match=f"bad payoffs: .*{message}"):
        _networks.rollout_values(plan, False, payoffs, 4, *given, runouts, 1)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_aims(sign):
    """Endings hold them as they are."""
    payoffs = np.full((3, STRENGTHS), sign * _networks.MOST_PAYOFF, np.int16)
    plan = plan_with("pineapple", random_whole("pineapple")._replace(payoffs=payoffs, foul=sign * _networks.MOST_PAYOFF))
    board = [reference.cards(row) for row in ("2c 2d", "9d 9h 9s 3h", "Tc Jc Qc Kc Ac")]  # legal whatever comes
    found = _networks.final_draws(plan, *board_arguments(board, itertools.chain(*board)))[0]
    assert found == 3 * sign * _networks.MOST_PAYOFF / _networks.PAYOFF_POINT
    foul = [reference.cards(row) for row in ("Ac Ad As", "2c 7c Jd", "Tc Td Th Kc Kd")]  # whatever comes
    found = _networks.final_draws(plan, *board_arguments(foul, itertools.chain(*foul)))[0]
    assert found == sign * _networks.MOST_PAYOFF / _networks.PAYOFF_POINT


def test_networks_of_other_streets():
    whole = random_whole("pineapple")
    without = [(rest, [head for head in whole.heads if head is not rest]) for rest in whole.heads]
    for rules, placed, heads in (("standard", 6, whole.heads), *(("pineapple", rest[0], heads) for rest, heads in without)):
        plan = make_plan(cp.rules(rules))
        with pytest.raises(NetworkError, match=rf"the networks value boards of .* cards, and these streets end at {placed}"):
            _networks.attach(plan, _networks.Networks(*whole._replace(heads=heads)))
        assert plan.networks is None
    with pytest.raises(NetworkError, match="boards of no cards"):
        _networks.attach(make_plan(cp.rules("turbo")), _networks.Networks(*whole._replace(heads=[])))
    _networks.attach(make_plan(cp.rules("closed")), _networks.Networks(*whole._replace(heads=[])))  # one street needs none


def test_a_plan_gets_other_networks():
    plan = plan_with("pineapple", random_whole("pineapple"))
    before = _networks.values(plan, *board_arguments())
    other = _networks.Networks(*random_whole("pineapple", seed=2))
    _networks.attach(plan, other)
    assert plan.networks is other
    assert _networks.values(plan, *board_arguments()) != before


class Fresh:
    """A generator whose bit generator is a new one whenever it is asked for."""

    @property
    def bit_generator(self):
        return np.random.PCG64(1)


def test_bit_generators_are_kept():
    dealt = [_networks.deal_unseen(np.zeros(1000, np.uint64), 17, Fresh()) for _ in range(20)]
    assert all((each == dealt[0]).all() for each in dealt)


def test_heads_that_grow():
    whole, heads = random_whole("pineapple"), []

    class Growing:
        def __iter__(self):
            heads.extend(whole.heads)
            return iter(whole.heads[0])

    heads.append(Growing())
    _networks.Networks(whole.first, heads, whole.payoffs, whole.foul)
    assert len(heads) > 1


def test_networks_are_kept_while_others_play_by_them():
    whole = random_whole("pineapple")
    plan, seen = plan_with("pineapple", whole), np.zeros(4000, np.uint64)
    cards = _networks.deal_unseen(seen, 5, np.random.default_rng(1))
    rows, seen = np.zeros((4000, 3), np.uint64), masks_of_cards(cards)
    expected = _networks.choose_ways(plan, 0, rows, seen, cards)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        play = pool.submit(lambda: [_networks.choose_ways(plan, 0, rows, seen, cards) for _ in range(3)])
        while not play.done():
            _networks.attach(plan, _networks.Networks(*whole))
            np.ones(300_000)  # where freed ones would be
    for found in play.result():
        assert all((one == other).all() for one, other in zip(found, expected, strict=True))


def test_networks_cannot_be_pickled(plan):
    with pytest.raises(TypeError, match="Networks cannot be pickled"):
        plan.networks.__reduce__()


# ---- the archive ----


@pytest.fixture
def archive(tmp_path):
    """An archive with networks of two rule sets."""
    path = tmp_path / "networks.npz"
    write_networks({name: random_whole(name, seed) for seed, name in enumerate(("turbo", "deuce-to-seven"))}, path)
    return path


def test_round_trip(archive):
    for seed, name in enumerate(("turbo", "deuce-to-seven")):
        found = read_networks(cp.rules(name), archive)
        assert same(found, random_whole(name, seed))
        assert not same(found, random_whole(name, seed + 1))
        _networks.Networks(*found)
    ours = dataclasses.replace(cp.rules("turbo"), name="ours")
    assert same(read_networks(ours, archive), random_whole("turbo", 0))


def test_networks_that_are_not_there(archive):
    assert read_networks(cp.rules("pineapple"), archive) is None
    assert read_networks(cp.rules("russian"), archive) is None


def test_damaged_archives(archive, tmp_path):
    content = archive.read_bytes()
    for missing in (tmp_path / "missing.npz", tmp_path):
        with pytest.raises(NetworkError, match="the networks of turbo cannot be read"):
            read_networks(cp.rules("turbo"), missing)
    for damaged in (b"", b"PK", b"what is this", content[: len(content) // 2], content[:-1], content[40:]):
        archive.write_bytes(damaged)
        with pytest.raises(NetworkError, match=r"networks\.npz: the networks of turbo cannot be read: .*Install"):
            read_networks(cp.rules("turbo"), archive)
    archive.write_bytes(content)
    assert read_networks(cp.rules("turbo"), archive) is not None


@pytest.mark.parametrize(
    "changes", [{"turbo_foul": np.array(1 << 40)}, {"turbo_third_bias": np.full(2, (1 << 64) - 1, np.uint64)}]
)
def test_damaged_networks_are_told_by_those_who_need_them(archive, monkeypatch, changes):
    """Nobody plays by rules of thumb instead."""
    rewritten(archive, **changes)
    monkeypatch.setattr(networks, "read_networks", partial(read_networks, path=archive))
    rules = cp.Rules.from_dict(cp.rules("turbo").to_dict())  # nobody has asked for its networks yet
    position = Position(rules, seat=0, button=0, street=0, boards=["- / - / -"] * 2, hand="Ah Kc Qs 8h 7c")
    for ask in (lambda: analyze(position, rollouts=24), lambda: bot("swift").place(position, np.random.default_rng(1))):
        with pytest.raises(NetworkError, match="the networks of turbo cannot be read"):
            ask()


def rewritten(archive, **changes):
    with np.load(archive, allow_pickle=False) as arrays:
        now = {**arrays} | {key.replace("_", " "): value for key, value in changes.items()}
    np.savez(archive, **{key: value for key, value in now.items() if value is not None})


def test_networks_for_rules_that_were_other_ones(archive):
    with np.load(archive, allow_pickle=False) as arrays:
        about = str(arrays["turbo about"])
    assert '"streets": [[5, 5], [4, 4], [4, 4]]' in about
    rewritten(archive, turbo_about=np.array(about.replace("[4, 4]", "[5, 4]")))
    assert read_networks(cp.rules("turbo"), archive) is None
    assert read_networks(cp.rules("deuce-to-seven"), archive) is not None
    rewritten(archive, turbo_about=np.array(about))
    assert read_networks(cp.rules("turbo"), archive) is not None
    for changes in ({"turbo_payoffs": None}, {"turbo_placed": np.array([5.5, 9.0])}, {"turbo_foul": np.array(0.5)}):
        before = archive.read_bytes()
        rewritten(archive, **changes)
        with pytest.raises(NetworkError, match="the networks of turbo cannot be read"):
            read_networks(cp.rules("turbo"), archive)
        archive.write_bytes(before)


class Trap:
    """Unpickled, it tells."""

    sprung = False

    def __reduce__(self):
        return spring, ()


def spring():
    Trap.sprung = True


def test_nothing_is_unpickled(archive):
    rewritten(archive, turbo_foul=np.array(Trap(), dtype=object))
    with pytest.raises(NetworkError, match="the networks of turbo cannot be read"):
        read_networks(cp.rules("turbo"), archive)
    assert not Trap.sprung


@pytest.mark.parametrize("name", NETWORKS)
def test_shipped_networks(name):
    rules = dataclasses.replace(cp.rules(name))  # with nothing kept
    found = read_networks(rules)
    assert [placed for placed, *_ in found.heads] == placed_before(name)[1:-1]
    assert has_networks(rules)
    assert plan_of(rules).networks is None  # a question changes nothing
    attach_networks(rules)
    attached = plan_of(rules).networks
    attach_networks(rules)
    assert plan_of(rules).networks is attached is not None
    assert networks_name(dataclasses.replace(rules, name="ours")) == name
    assert found.foul < 0
    assert found.payoffs.max(axis=1).min() > 0


def test_names_of_networks():
    for name in NETWORKS:
        assert networks_name(cp.rules(name)) == name
    for name in ("russian", "american", "western", "closed", "face-up"):
        alike = [other for other in NETWORKS if cp.rules(name).plays_like(cp.rules(other))]
        assert networks_name(cp.rules(name)) == (alike[0] if alike else None)
    assert networks_name(cp.rules("russian")) is None
    assert networks_name(cp.rules("closed")) is None
    assert networks_name(dataclasses.replace(cp.rules("turbo"), row_points=2)) is None


# ---- swift ----


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("lands", [False, True])
def test_swift_plays_whole_deals(players, lands):
    for seed in range(4):
        deal = Deal("pineapple", players, seed=seed, button=seed % players, fantasyland=(14, *[0] * (players - 1)) * lands)
        rng = np.random.default_rng(1)
        while not deal.is_over:
            deal.place(bot("swift").place(deal.position(), rng))  # an illegal placement raises
        assert sum(deal.settlement().points) == 0
    assert rng.random() == np.random.default_rng(1).random()  # it draws nothing


def test_swift_is_better_than_careful():
    result = cp.simulate("pineapple", ["swift", "careful"], 1000, seed=2)
    assert result.points(0).mean > 2


@pytest.mark.parametrize("players", [2, 3])
def test_whole_deals_of_the_core_are_those_of_single_placements(players):
    rules, rng = cp.rules("pineapple"), np.random.default_rng(10)
    attach_networks(rules)
    stacks = np.array([rng.permutation(52)[: 17 * players].reshape(players, 17) for _ in range(5)], np.uint8)
    boards = np.zeros((5, players, 13), np.uint8)
    generators = [np.random.default_rng(1)] * players
    assert stack_size(rules) == 17
    button = np.array([1, 0, 1, players - 1, 0], np.int8)
    play_deals(plan_of(rules), ["swift"] * players, generators, button, stacks, np.zeros((5, players), np.uint8), boards)
    for dealt, found, seat in zip(stacks.tolist(), boards.tolist(), button.tolist(), strict=True):
        deal = Deal(rules, players, stacks=dealt, button=seat)
        while not deal.is_over:
            deal.place(bot("swift").place(deal.position(), rng))
        for board, cards in zip(deal.boards, found, strict=True):
            assert [set(row) for row in board.rows] == [set(cards[:3]), set(cards[3:8]), set(cards[8:])]


@pytest.mark.parametrize("seed", range(3))
def test_what_swift_cannot_see_changes_nothing(seed):
    """At each placement, cards that are still to come and the opponents' discards are exchanged at random."""
    rng = random.Random(seed)
    deal = Deal("pineapple", 3, seed=seed)
    hidden = 0
    while not deal.is_over:
        position = deal.position()
        placed = bot("swift").place(position, np.random.default_rng(1))
        unseen = [card for card in range(52) if card not in position.seen]
        change = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
        stacks = [[change.get(card, card) for card in stack] for stack in deal.stacks]
        other = Deal("pineapple", 3, stacks=stacks)
        for move in deal.moves:
            rows = (move.placement.front, move.placement.middle, move.placement.back)
            assert not any(change.get(card, card) != card for row in rows for card in row)
            other.place(rows)
        assert other.turn == deal.turn
        assert other.position() == position
        assert bot("swift").place(other.position(), np.random.default_rng(2)) == placed
        hidden += other.discards != deal.discards
        deal.place(placed)
    assert hidden > 5


@pytest.mark.parametrize("rules", ["russian", "closed"])
def test_rules_without_networks(rules):
    assert not has_networks(cp.rules(rules))
    with pytest.raises(
        NetworkError, match=rf"there are no networks for the rules '{rules}': expected rules .* like pineapple"
    ):
        bot("swift").place(Deal(rules, 2, seed=1).position(), np.random.default_rng(1))
    with pytest.raises(NetworkError if rules == "russian" else errors.BotError, match="there are no networks|unknown bot"):
        cp.simulate(rules, ["random", "swift"], 10, seed=1)


def test_every_number_of_workers_plays_the_same():
    def play(**how):
        return cp.simulate("pineapple", ["swift", "careful"], 1500, seed=3, **how).summary(0)

    expected = play(workers=1)
    assert play(workers=2) == expected
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert play(executor=pool) == expected  # where the rules come without their networks


def test_swift_is_the_same_with_every_kernel(kernels):
    whole = read_networks(cp.rules("pineapple"))
    rng, found = random.Random(11), []
    _, rows, seen, hands = random_boards(rng, 200, 7, 3)
    for _ in kernels():
        ways, values = _networks.choose_ways(plan_with("pineapple", whole), 2, rows, seen, hands)
        found.append((ways.tolist(), values.tolist()))
    assert all(one == found[0] for one in found)
    assert len(set(found[0][0])) > 10


def test_a_call_is_by_the_same_networks_while_a_plan_gets_others():
    plan, board = plan_with("pineapple", random_whole("pineapple")), board_arguments()
    rows, seen = (np.repeat(array, 3000, axis=0) for array in board)
    others = [_networks.Networks(*random_whole("pineapple", seed)) for seed in (2, 3)]
    over = threading.Event()

    def change():
        while not over.is_set():
            for other in others:
                _networks.attach(plan, other)

    changing = threading.Thread(target=change)
    changing.start()
    try:
        for _ in range(100):
            assert len(set(_networks.values(plan, rows, seen, threads=2).tolist())) == 1
    finally:
        over.set()
        changing.join()
