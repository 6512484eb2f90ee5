"""Value networks, exact final draws and the bot `swift`, against slow references."""

import concurrent.futures
import itertools
import multiprocessing
import random
import threading
from math import comb

import network_reference
import numpy as np
import pytest
import reference
from random_networks import (
    GAMES,
    SIZES,
    as_arrays,
    board_arguments,
    mask,
    masks,
    ordered_board,
    placed_before,
    plan_with,
    random_board,
    random_boards,
    random_whole,
    seen_of,
)

import cpoker_fast as cp
from cpoker_fast import Deal, _networks
from cpoker_fast._openface import choose_placement, play_deals
from cpoker_fast.errors import BoardError, BotError
from cpoker_fast.game import PartialBoard
from cpoker_fast.game.plan import make_plan, plan_of
from cpoker_fast.players import bot
from cpoker_fast.thinking.network_archive import NETWORKS, read_networks
from cpoker_fast.thinking.networks import attach_networks, has_networks

# ---- features ----
# Fewest features of each kind that rich boards have.
MET = {
    "counts": 110, "room": 16, "kinds": 280, "suited": 60, "no flush": 2, "straight by": 25, "pairing": 30, "improving": 15,
    "live ranks": 65, "live cards": 27, "ahead": 340,
}  # fmt: skip


@pytest.mark.parametrize("rules", ["pineapple", "deuce-to-seven"])
def test_features(rules):
    rng = random.Random(1)
    boards, rows, seen, _ = random_boards(rng, 2500, lambda: rng.randint(0, 13))
    lists = _networks.features(make_plan(cp.rules(rules)), rows, seen)
    assert (lists.dtype, lists.shape) == (np.uint16, (2500, _networks.MOST_FEATURES))
    assert _networks.FEATURES == network_reference.FEATURES
    met = set()
    for (board, _, known), numbers in zip(boards, lists.tolist(), strict=True):
        expected = network_reference.features(board, known, lowball=rules == "deuce-to-seven")
        assert numbers[: len(expected)] == sorted(numbers[: len(expected)], key=numbers.index)  # each once
        assert sorted(numbers[: len(expected)]) == sorted(expected), (board, known)
        assert set(numbers[len(expected) :]) <= {_networks.FEATURES}
        met.update(expected)
    for block, least in MET.items():
        first = network_reference.FIRST[block]
        assert len(met & set(range(first, first + network_reference.BLOCKS[block]))) >= least, block


def test_features_of_a_board_by_hand():
    """The front is empty, the middle has two suited cards, the back a pair, an ace and a king; all others are unseen."""
    board = [[], reference.cards("5h 6h"), reference.cards("9c 9d Kc As")]
    seen = {*board[1], *board[2]}
    numbers = set(_networks.features(make_plan(cp.rules("pineapple")), masks([board]), seen_of([seen]))[0].tolist())
    first, width = network_reference.FIRST, {"room": 6, "counts": 52, "kinds": 208, "suited": 55, "pairing": 16}
    # In the middle: the straights 2-6, 3-7, 4-8 and 5-9 are possible; 11 hearts are live, 10 at most.
    expected = {
        first[block] + row * width[block] + number
        for block, row, number in (
            ("room", 0, 3), ("kinds", 0, 0),
            ("room", 1, 3), ("counts", 1, 4 * 3), ("counts", 1, 4 * 4), ("kinds", 1, 6 * 4 + 4), ("suited", 1, 11 + 10),
            ("pairing", 1, 6), ("room", 2, 1), ("counts", 2, 4 * 7 + 1), ("kinds", 2, 78 + 13 + 7), ("pairing", 2, 6),
        )
    }  # fmt: skip
    expected |= {first["no flush"] + 2, first["improving"] + 2 * 15 + 4, first["live cards"] + 23}
    expected.add(first["ahead"] + 41 * (9 + 3 * 2 + 1) + 25)  # ahead by one category, with a card to come
    assert expected <= numbers


# ---- values ----
@pytest.mark.parametrize(
    ("rules", "kind"),
    [(rules, kind) for rules in ("deuce-to-seven", "turbo") for kind in ("random", "extreme")]
    + [(rules, "shipped") for rules in NETWORKS],
)
def test_values(rules, kind, kernels):
    networks = read_networks(cp.rules(rules)) if kind == "shipped" else random_whole(rules, extreme=kind == "extreme")
    rng, heads, expected = random.Random(2), {head[0]: head for head in networks.heads}, []
    boards, rows, seen, _ = random_boards(rng, 300, lambda: rng.choice(list(heads)))
    for board, _, known in boards:
        numbers = network_reference.features(board, known, lowball=cp.rules(rules).lowball_middle)
        value = network_reference.forward(networks.first, heads[sum(map(len, board))], numbers, _networks.SECOND_SHIFT)
        expected.append(value / _networks.VALUE_SCALE)
    assert len(set(expected)) > 100
    for kernel in kernels():
        assert _networks.values(plan_with(rules, networks), rows, seen).tolist() == expected, kernel


# ---- ways ----
def placements(board, cards, placed):
    """Yield all boards after a street, in the order of the places of its cards."""
    for places in itertools.product(range(4), repeat=len(cards)):
        after = [*map(list, board), []]
        for card, place in zip(cards, places, strict=True):
            after[place].append(card)
        if len(after[3]) == len(cards) - placed and all(len(row) <= size for row, size in zip(after, SIZES, strict=False)):
            yield after[:3]


def payoff_of(networks, rules, board):
    """Return the payoff of a complete board in units of 1 / PAYOFF_POINT; the reference decides whether it is legal."""
    keys, ranked = [reference.key(row, str(rules.wheel)) for row in board], [cp.strength(row) for row in board]
    if rules.lowball_middle:
        keys[1], ranked[1] = reference.lowball_key(board[1]), cp.lowball_strength(board[1])
    if reference.is_foul(keys, rules):
        return networks.foul
    return sum(int(networks.payoffs[row, strength]) for row, strength in enumerate(ranked))


def best_on_average(plan, rows, seen, values):
    """Return the best way before the last street, one of up to three within a point of the best, and the exact values."""
    highest = sorted(range(len(values)), key=lambda way: -values[way])[:3]
    near = [way for way in highest if values[way] >= values[highest[0]] - 1]
    exact = _networks.final_draws(plan, rows, seen)
    return max(near, key=lambda way: exact[way]), exact.tolist()


@pytest.mark.parametrize("rules", GAMES)
def test_the_first_best_way_is_chosen(rules, kernels):
    networks, rng = random_whole(rules), random.Random(3)
    preset, before, plan = cp.rules(rules), placed_before(rules), plan_with(rules, networks)
    legal = ties = 0
    for street, (dealt, placed) in enumerate(preset.streets):
        n, is_last = 5 if dealt > 3 else 12, before[street] + placed == 13
        if is_last:
            cases = [ordered_board(rng, placed, dealt, 9, lowball=preset.lowball_middle) for _ in range(n)]
        else:
            cases = [random_board(rng, before[street], dealt) for _ in range(n)]
        _, rows, seen, hands = as_arrays(cases)
        after = [list(placements(board, cards, placed)) for board, cards, _ in cases]
        counts = _networks.count_ways(plan, street, rows)
        assert counts.tolist() == list(map(len, after))
        expected = []
        for at, boards in enumerate(after):
            many = [np.repeat(array[at : at + 1], len(boards), axis=0) for array in (rows, seen, hands)]
            numbers = np.arange(len(boards), dtype=np.int32)
            assert _networks.placed(plan, street, *many, numbers).tolist() == masks(boards).tolist()
            if is_last:
                values = [payoff_of(networks, preset, board) / _networks.PAYOFF_POINT for board in boards]
                ties += values.count(max(values)) > 1
                legal += len(set(values)) > 1
            else:
                values = _networks.values(plan, masks(boards), many[1]).tolist()
            best = values.index(max(values))
            if street + 2 == len(preset.streets) and _networks.has_final_draw(plan):
                best, values = best_on_average(plan, masks(boards), many[1], values)
            expected.append((best, values[best]))
        for kernel in kernels():
            ways, worth = _networks.choose_ways(plan_with(rules, networks), street, rows, seen, hands)
            assert list(zip(ways.tolist(), worth.tolist(), strict=True)) == expected, (street, kernel)
    assert placed == 1 or (ties and legal > 1)


def test_too_few_cards_for_a_last_street():
    """Then networks choose on the street before it."""
    plan, rng = plan_with("pineapple", random_whole("pineapple")), random.Random(12)
    for unseen in (2, 3):
        board, cards, _ = random_board(rng, 9, 3)
        own = {*itertools.chain(*board), *cards}
        known = [card for card in range(52) if card not in own][unseen:] + [*own]
        _, rows, seen, hands = as_arrays([(board, cards, known)])
        way, value = (result.tolist()[0] for result in _networks.choose_ways(plan, 3, rows, seen, hands))
        boards = masks(list(placements(board, cards, 2)))
        many = np.repeat(seen, len(boards))
        values = _networks.values(plan, boards, many).tolist()
        best = values.index(max(values))
        if unseen == 3:
            best, values = best_on_average(plan, boards, many, values)
        assert (way, value) == (best, values[best])


@pytest.mark.parametrize("rules", ["pineapple", "turbo"])
def test_swift_chooses_the_best_way(rules, kernel):
    networks, rng = random_whole(rules), random.Random(4)
    plan, before = plan_with(rules, networks), placed_before(rules)
    for street, (dealt, _) in enumerate(cp.rules(rules).streets):
        boards, rows, seen, hands = random_boards(rng, 5, before[street], dealt)
        ways, _ = _networks.choose_ways(plan, street, rows, seen, hands)
        after = _networks.placed(plan, street, rows, seen, hands, ways)
        for (board, cards, known), expected in zip(boards, after.tolist(), strict=True):
            args = PartialBoard(*board), cp.CardSet(cards), cp.CardSet(known)
            placement = choose_placement(plan, "swift", street, *args, np.random.default_rng(1))
            assert [mask([*row, *more]) for row, more in zip(board, placement.rows, strict=True)] == expected


# ---- final draws ----
@pytest.mark.parametrize("rules", ["pineapple", "deuce-to-seven", "standard"])
def test_endings(rules):
    """The value is the mean of the best placement over all draws, of which there are few."""
    networks, rng = random_whole(rules), random.Random(5)
    preset, (dealt, placed) = cp.rules(rules), cp.rules(rules).streets[-1]
    plan = plan_with(rules, networks)
    assert _networks.has_final_draw(plan)
    rooms, legal = set(), 0
    for n in range(40):
        unseen = rng.randint(dealt, 9) if dealt > 1 else rng.randint(1, 39)
        board, _, known = ordered_board(rng, placed, 0, 39 + placed - unseen, lowball=preset.lowball_middle)
        rooms.add(tuple(map(len, board)))
        draws = list(itertools.combinations([card for card in range(52) if card not in known], dealt))
        values = [max(payoff_of(networks, preset, after) for after in placements(board, draw, placed)) for draw in draws]
        assert len(values) == comb(unseen, dealt)
        legal += len(set(values)) > 1
        value = _networks.final_draws(plan, *board_arguments(board, known))[0]
        assert value == pytest.approx(np.mean(values) / _networks.PAYOFF_POINT, abs=1e-12), n
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
    with pytest.raises(BoardError, match="expected a last street that places 1 of 1 card or 2 of 3 cards, got 4 of 4"):
        _networks.final_draws(plan, np.zeros((0, 3), np.uint64), np.zeros(0, np.uint64))
    # Units of the second layer, shifted, times those of the third layer are units of values.
    hidden = _networks.FIRST_SCALE * _networks.SECOND_SCALE >> _networks.SECOND_SHIFT
    assert hidden * _networks.THIRD_SCALE == _networks.VALUE_SCALE


# ---- dealing ----
def test_dealt_cards_are_unseen_and_ascending():
    rng = random.Random(7)
    for cards in (0, 1, 5, 17):
        known = [set(rng.sample(range(52), rng.randint(0, 52 - cards))) for _ in range(200)]
        hands = _networks.deal_unseen(seen_of(known), cards, np.random.default_rng(1))
        assert (hands.dtype, hands.shape) == (np.uint8, (200, cards))
        for hand, gone in zip(hands.tolist(), known, strict=True):
            assert hand == sorted(set(hand) - gone)
    everything = _networks.deal_unseen(np.zeros(1, np.uint64), 52, np.random.default_rng(1))
    assert everything.tolist() == [list(range(52))]


def test_every_set_of_unseen_cards_is_equally_likely():
    free = reference.cards("2c 7d Kh As 3s 9c 9d")
    seen = np.repeat(seen_of([set(range(52)) - set(free)]), 35000)
    hands, again, other = (_networks.deal_unseen(seen, 3, np.random.default_rng(seed)) for seed in (8, 8, 9))
    counts = np.unique(hands, axis=0, return_counts=True)[1]
    assert len(counts) == 35
    assert ((counts - 1000) ** 2 / 1000).sum() < 75  # 34 degrees of freedom: once in 10,000 seeds
    assert np.array_equal(hands, again)
    assert not np.array_equal(hands, other)


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
    assert rng.random() == np.random.default_rng(1).random()  # swift uses no random numbers


def test_swift_is_better_than_careful():
    assert cp.simulate("pineapple", ["swift", "careful"], 1000, seed=2).points(0).mean > 2


@pytest.mark.parametrize("players", [2, 3])
def test_whole_deals_of_the_core_are_those_of_single_placements(players):
    rules, rng = cp.rules("pineapple"), np.random.default_rng(10)
    attach_networks(rules)
    stacks = np.array([rng.permutation(52)[: 17 * players].reshape(players, 17) for _ in range(5)], np.uint8)
    boards, generators = np.zeros((5, players, 13), np.uint8), [np.random.default_rng(1)] * players
    assert rules.most_cards() == 17
    button = np.array([1, 0, 1, players - 1, 0], np.int8)
    play_deals(plan_of(rules), ["swift"] * players, generators, button, stacks, np.zeros((5, players), np.uint8), boards)
    for dealt, cards_of_seats, seat in zip(stacks.tolist(), boards.tolist(), button.tolist(), strict=True):
        deal = Deal(rules, players, stacks=dealt, button=seat)
        while not deal.is_over:
            deal.place(bot("swift").place(deal.position(), rng))
        for board, cards in zip(deal.boards, cards_of_seats, strict=True):
            assert [set(row) for row in board.rows] == [set(cards[:3]), set(cards[3:8]), set(cards[8:])]


@pytest.mark.parametrize("seed", range(3))
def test_hidden_cards_do_not_change_the_choice_of_swift(seed):
    """At each placement, future cards and the opponents' discards are exchanged at random."""
    rng, deal, hidden = random.Random(seed), Deal("pineapple", 3, seed=seed), 0
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
        assert (other.turn, other.position()) == (deal.turn, position)
        assert bot("swift").place(other.position(), np.random.default_rng(2)) == placed
        hidden += other.discards != deal.discards
        deal.place(placed)
    assert hidden > 5


@pytest.mark.parametrize("rules", ["russian", "closed"])
def test_rules_without_networks(rules):
    assert not has_networks(cp.rules(rules))
    message = rf"there are no networks for the rules '{rules}': expected rules .* like pineapple"
    for call in (
        lambda: bot("swift").prepare(cp.rules(rules), 2),
        lambda: bot("swift").place(Deal(rules, 2, seed=1).position(), np.random.default_rng(1)),
    ):
        with pytest.raises(BotError, match=message) as caught:
            call()
        assert caught.value.bot == "swift"
    with pytest.raises(BotError, match="there are no networks"):
        cp.simulate(rules, ["random", "swift"], 10, seed=1)


def test_every_number_of_workers_plays_the_same():
    def play(**options):
        return cp.simulate("pineapple", ["swift", "careful"], 1500, seed=3, **options).summary(0)

    expected = play(workers=1)
    assert play(workers=2) == expected
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert play(executor=pool) == expected  # the rules are pickled without their networks


def test_swift_is_the_same_with_every_kernel(kernels):
    networks = read_networks(cp.rules("pineapple"))
    rng, results = random.Random(11), []
    _, rows, seen, hands = random_boards(rng, 200, 7, 3)
    for _ in kernels():
        ways, values = _networks.choose_ways(plan_with("pineapple", networks), 2, rows, seen, hands)
        results.append((ways.tolist(), values.tolist()))
    assert all(result == results[0] for result in results)
    assert len(set(results[0][0])) > 10


def test_a_call_uses_the_same_networks_while_others_are_attached():
    plan, board = plan_with("pineapple", random_whole("pineapple")), board_arguments()
    rows, seen = (np.repeat(array, 3000, axis=0) for array in board)
    new_networks = [_networks.Networks(*random_whole("pineapple", seed)) for seed in (2, 3)]
    over = threading.Event()

    def change():
        while not over.is_set():
            for networks in new_networks:
                _networks.attach(plan, networks)

    changing = threading.Thread(target=change)
    changing.start()
    try:
        for _ in range(100):
            assert len(set(_networks.values(plan, rows, seen, threads=2).tolist())) == 1
    finally:
        over.set()
        changing.join()
