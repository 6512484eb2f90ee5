"""Properties that must hold for whatever Hypothesis thinks of."""

import itertools

import numpy as np
import reference
from hypothesis import given, settings, strategies as st

import cpoker_fast as cp
from cpoker_fast import _ranking

cards = st.integers(0, 51)
card_sets = st.sets(cards, max_size=52)
rows = st.one_of(st.lists(cards, min_size=k, max_size=k, unique=True) for k in (3, 5))
decks = st.permutations(range(52))
presets = st.sampled_from(cp.presets())


def text_of(card, style):
    rank, suit = "23456789TJQKA"[card // 4], "cdhs"[card % 4]
    rank = "10" if rank == "T" and style & 1 else rank
    suit = "♣♦♥♠"["cdhs".index(suit)] if style & 2 else suit
    return (rank + suit).lower() if style & 4 else (rank + suit).upper() if style & 8 else rank + suit


@given(card_sets)
def test_printed_sets_are_read_back(chosen):
    hand = cp.CardSet(chosen)
    assert set(hand) == chosen
    assert cp.CardSet(str(hand)) == hand
    assert cp.CardSet.from_mask(hand.mask) == hand
    assert list(hand) == sorted(chosen)
    assert eval(repr(hand), {"CardSet": cp.CardSet}) == hand


@given(
    st.lists(st.tuples(cards, st.integers(0, 15)), unique_by=lambda pair: pair[0]),
    st.lists(st.sampled_from([" ", ",", "", " , ", "\t"])),
)
def test_all_styles_are_read(styled, separators):
    between = itertools.chain(separators, itertools.repeat(""))
    text = "".join(text_of(card, style) + separator for (card, style), separator in zip(styled, between, strict=False))
    assert cp.parse_cards(text) == [card for card, _ in styled]


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text):
    try:
        hand = cp.CardSet(text)
    except cp.CardError as error:
        assert error.token is not None
        assert 0 <= error.position <= len(text)
    else:
        assert cp.CardSet(str(hand)) == hand


@given(card_sets, card_sets)
def test_set_algebra(a, b):
    x, y = cp.CardSet(a), cp.CardSet(b)
    assert set(x | y) == a | b
    assert set(x & y) == a & b
    assert set(x - y) == a - b
    assert set(x ^ y) == a ^ b
    assert (x <= y, x < y, x == y, x.isdisjoint(y)) == (a <= b, a < b, a == b, a.isdisjoint(b))
    assert (hash(x) == hash(y)) or x != y


@given(rows, rows, st.sampled_from(["lowest", "second"]))
def test_strengths_order_rows_as_the_reference(a, b, wheel):
    ours = cp.strength(a, wheel=wheel) - cp.strength(b, wheel=wheel)
    assert reference.sign(ours) == reference.compare(reference.key(a, wheel), reference.key(b, wheel))


@given(st.lists(cards, min_size=5, max_size=5, unique=True), st.lists(cards, min_size=5, max_size=5, unique=True))
def test_lowball_orders_rows_as_the_reference(a, b):
    ours = cp.lowball_strength(a) - cp.lowball_strength(b)
    assert reference.sign(ours) == reference.compare(reference.lowball_key(a), reference.lowball_key(b))


@given(rows)
def test_all_ways_to_rank_agree(row):
    value = cp.strength(row)
    array = np.array([row], dtype=np.uint8)
    assert cp.strength(cp.CardSet(row)) == cp.strength(*row) == cp.strength(row[::-1]) == value
    assert cp.strengths(array)[0] == value
    assert cp.strengths(np.array([cp.CardSet(row).mask], dtype=np.uint64))[0] == value
    assert cp.category(value) == min(reference.key(row)[0], 8) or cp.category(value) is cp.Category.ROYAL_FLUSH


@given(st.binary(max_size=200).filter(lambda data: len(data) % 5 == 0))
def test_any_bytes_are_ranked_or_refused(data):
    array = np.frombuffer(data, dtype=np.uint8).reshape(-1, 5)
    good = [max(row, default=0) < 52 and len(set(row)) == 5 for row in array.tolist()]
    try:
        values = cp.strengths(array)
    except cp.CardError as error:
        assert error.index == good.index(False)
    else:
        assert all(good)
        assert values.tolist() == [cp.strength(row) for row in array.tolist()]


@given(
    st.integers(0, 300),
    st.sampled_from([3, 5]),
    st.integers(0, 15),
    st.integers(1, 3),
    st.sampled_from(cp.cpu_features().supported),
    st.integers(0, 2**32),
)
def test_kernels_agree_on_unaligned_short_strided_and_empty_arrays(n, width, offset, step, kernel, seed):
    rows = np.random.default_rng(seed).permuted(np.tile(np.arange(52, dtype=np.uint8), (n, 1)), axis=1)[:, :width]
    memory = np.zeros(offset + n * step * width, dtype=np.uint8)
    view = memory[offset:].reshape(n * step, width)[::step]
    view[:] = rows
    active = cp.cpu_features().active
    _ranking.use_cpu_level(kernel)
    try:
        found = cp.strengths(view)
    finally:
        _ranking.use_cpu_level(active)
    assert found.tolist() == [cp.strength(row) for row in rows.tolist()]


def tables(deck, players):
    return [
        cp.Board(deck[13 * i : 13 * i + 3], deck[13 * i + 3 : 13 * i + 8], deck[13 * i + 8 : 13 * i + 13])
        for i in range(players)
    ]


@given(decks, presets, st.integers(2, 4), st.randoms(use_true_random=False))
def test_settle_is_zero_sum_and_seats_do_not_matter(deck, preset, players, random):
    boards = [cp.best_royalties(board.hand, preset) if random.random() < 0.7 else board for board in tables(deck, players)]
    points = cp.settle(boards, preset).points
    assert sum(points) == 0
    order = random.sample(range(players), players)
    assert cp.settle([boards[i] for i in order], preset).points == tuple(points[i] for i in order)
    assert list(points) == reference.settle([tuple(map(list, b.rows)) for b in boards], cp.rules(preset))


@given(decks, presets)
@settings(max_examples=5, deadline=None)
def test_best_royalties_is_the_best_arrangement(deck, preset):
    hand, rules = deck[:13], cp.rules(preset)

    def value(board):
        seat = cp.read_seat(board, rules)
        return sum(seat.royalties), *seat.strengths[::-1]

    assert value(cp.best_royalties(hand, rules)) == max(map(value, cp.arrangements(hand, rules)))


@given(decks)
@settings(max_examples=3, deadline=None)
def test_legal_arrangements_are_counted(deck):
    hand = deck[:13]
    assert cp.count_arrangements(hand) == sum(not board.is_foul for board in cp.arrangements(hand, legal=False))
