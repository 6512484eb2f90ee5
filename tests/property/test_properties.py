"""Properties that must hold for any input of Hypothesis."""

import dataclasses
import itertools
import json
import pathlib
import tempfile

import brute_force
import fastjsonschema
import numpy as np
import pytest
import reference
from house_options import NATURALS
from hypothesis import given, settings, strategies as st
from known_boards import rows_of

import cpoker_fast as cp
from cpoker_fast import _core
from cpoker_fast.board_arrays import array_of_boards

VALIDATE = fastjsonschema.compile(cp.Rules.json_schema())

cards = st.integers(0, 51)
card_sets = st.sets(cards, max_size=52)
threes, fives = (st.lists(cards, min_size=k, max_size=k, unique=True) for k in (3, 5))
rows = st.one_of(threes, fives)
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
    except cp.errors.CardError as error:
        assert error.token is not None
        assert 0 <= error.position <= len(text)
    else:
        assert cp.CardSet(str(hand)) == hand


@given(rows, rows, fives, fives)
def test_strengths_order_rows_as_the_reference(a, b, c, d):
    for wheel in ("lowest", "second"):
        ours = cp.strength(a, wheel=wheel) - cp.strength(b, wheel=wheel)
        assert reference.sign(ours) == reference.compare(reference.key(a, wheel), reference.key(b, wheel))
    ours = cp.lowball_strength(c) - cp.lowball_strength(d)
    assert reference.sign(ours) == reference.compare(reference.lowball_key(c), reference.lowball_key(d))


@given(rows)
def test_all_ways_to_rank_agree(row):
    value = cp.strength(row)
    array = np.array([row], dtype=np.uint8)
    assert cp.strength(cp.CardSet(row)) == cp.strength(*row) == cp.strength(row[::-1]) == value
    assert cp.strengths(array)[0] == value
    assert cp.strengths(np.array([cp.CardSet(row).mask], dtype=np.uint64))[0] == value
    assert cp.category(value) == min(reference.key(row)[0], 8) or cp.category(value) is cp.ranking.Category.ROYAL_FLUSH


@given(st.binary(max_size=200).filter(lambda data: len(data) % 5 == 0))
def test_any_bytes_are_ranked_or_refused(data):
    array = np.frombuffer(data, dtype=np.uint8).reshape(-1, 5)
    good = [max(row, default=0) < 52 and len(set(row)) == 5 for row in array.tolist()]
    try:
        values = cp.strengths(array)
    except cp.errors.CardError as error:
        assert error.index == good.index(False)
    else:
        assert all(good)
        assert values.tolist() == [cp.strength(row) for row in array.tolist()]


@given(
    st.integers(0, 300), st.sampled_from([3, 5]), st.integers(0, 15), st.integers(1, 3),
    st.sampled_from(cp.ranking.cpu_features().supported), st.integers(0, 2**32),
)  # fmt: skip
def test_kernels_agree_on_unaligned_short_strided_and_empty_arrays(n, width, offset, step, kernel, seed):
    rows = np.random.default_rng(seed).permuted(np.tile(np.arange(52, dtype=np.uint8), (n, 1)), axis=1)[:, :width]
    memory = np.zeros(offset + n * step * width, dtype=np.uint8)
    view = memory[offset:].reshape(n * step, width)[::step]
    view[:] = rows
    active = cp.ranking.cpu_features().active
    _core.use_cpu_level(kernel)
    try:
        strengths = cp.strengths(view)
    finally:
        _core.use_cpu_level(active)
    assert strengths.tolist() == [cp.strength(row) for row in rows.tolist()]


def tables(deck, players):
    return [cp.Board.of_cards(deck[13 * i : 13 * i + 13]) for i in range(players)]


def royalties_of(low, high):
    five = st.sampled_from([
        "high card", "pair", "pair A", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
        "straight flush", "royal flush", "9-8-7-5-4", "K-Q-J-T-8",
    ])  # fmt: skip
    three = st.sampled_from(["high card", "high card K", "pair", "pair 6", "pair A", "three of a kind", "A-K-Q"])
    units = st.integers(low, high)
    return st.fixed_dictionaries(
        {"front": st.dictionaries(three, units, max_size=4)} | {
            row: st.dictionaries(five, units, max_size=5) for row in ("middle", "back")
        }
    )  # fmt: skip


@st.composite
def random_rules(draw):
    """Draw rules with any options that do not contradict each other."""
    plain = {
        "name": draw(st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=10).filter(str.isprintable)),
        "wheel": draw(st.sampled_from(cp.rulebook.Wheel)), "row_points": draw(st.integers(0, 5)),
        "scoop_bonus": draw(st.integers(0, 9)), "aces": draw(st.sampled_from([(), (1, 2, 6, 8), (0, 0, 0, 1000)])),
        "dealer_compensation": draw(st.integers(0, 2)), "lowball_middle": draw(st.booleans()),
        "pairings": draw(st.sampled_from(cp.rulebook.Pairings)),
    }  # fmt: skip
    if plain["pairings"] is cp.rulebook.Pairings.POOL:
        return cp.Rules(**plain, pool_ties=draw(st.sampled_from(cp.rulebook.PoolTies)))
    if not plain["lowball_middle"]:
        plain["equal_rows"] = draw(st.sampled_from(cp.rulebook.EqualRows))
    else:
        plain["lowball_qualifier"] = draw(st.sampled_from([None, "9", "T", "K"]))
    has_banker = plain["pairings"] == "banker"
    ties = [tie for tie in cp.rulebook.RowTies if tie != "house" or has_banker]
    listed = draw(st.lists(st.sampled_from(NATURALS), unique=True, max_size=8))
    levels = st.one_of(st.none(), st.integers(0, 3))
    numbers = {
        "match_points": st.one_of(st.none(), st.integers(1, 3)), "scoop_times": st.integers(1, 3),
        "home_run_bonus": st.integers(0, 0 if has_banker else 3), "home_run_times": st.integers(1, 1 if has_banker else 4),
        "home_run_players": st.integers(2, 4), "overall_points": st.integers(0, 2),
        "foul": st.one_of(st.none(), st.integers(0, 9)), "surrender": st.one_of(st.none(), st.integers(0, 3)),
    }  # fmt: skip
    switches = (
        "deuce_of_spades", "foul_pays_royalties", "foul_pays_naturals", "foul_keeps_natural", "naturals_by_rows",
    )  # fmt: skip
    naturals = [
        dataclasses.replace(natural, points=draw(st.sampled_from([1, 3, 3, 40])), level=draw(levels)) for natural in listed
    ]
    choices = {
        "row_ties": ties, "overall": cp.rulebook.OverallPoint, "dead_rows": cp.rulebook.DeadRows,
        "natural_mode": cp.rulebook.NaturalMode, "natural_ties": cp.rulebook.NaturalTies,
    }  # fmt: skip
    return cp.Rules(
        **plain, **{key: draw(values) for key, values in numbers.items()}, **{key: draw(st.booleans()) for key in switches},
        **{key: draw(st.sampled_from(values)) for key, values in choices.items()}, naturals=tuple(naturals),
        royalties=cp.rulebook.Royalties(**draw(royalties_of(0, 20)), on=draw(st.sampled_from(cp.rulebook.PaidOn))),
    )  # fmt: skip


small_decks = st.sampled_from([range(52), [c for c in range(52) if c % 4 < 2], range(28), range(24, 52)])


@st.composite
def any_tables(draw, rules, *, dead=False):
    """Draw boards of two to four hands, of all cards or some that make naturals: good, fouls, surrenders, dead hands."""
    deck = draw(small_decks)
    seats = draw(st.integers(2, len(deck) // 13))
    boards = tables(draw(st.randoms(use_true_random=False)).sample(list(deck), 13 * seats), seats)
    for seat, board in enumerate(boards):
        kind = draw(st.sampled_from(["as dealt", "best", "sorted", "surrender", *["dead"] * dead]))
        if kind == "surrender" and rules.surrender is not None:
            boards[seat] = None
        elif kind == "dead":
            boards[seat] = cp.FOUL
        elif kind == "best":
            boards[seat] = cp.best_royalties(board.hand, "american")
        elif kind == "sorted":
            boards[seat] = tables(sorted(board.hand), 1)[0]
    return boards


@given(st.data(), random_rules(), st.integers(0, 3))
@settings(max_examples=150)
def test_settle_is_the_reference_for_any_rules(data, rules, button):
    boards = data.draw(any_tables(rules, dead=True))
    seats, button = len(boards), button % len(boards)
    declare = data.draw(st.lists(st.booleans(), min_size=seats, max_size=seats))
    carried = data.draw(st.sampled_from([(0, 0, 0), (4, 0, 7)])) if rules.pairings == "pool" else (0, 0, 0)
    owners = data.draw(st.sampled_from([None, [0, 1, 0, 1]])) if seats == 4 else None
    points, _, pool_rest = reference.settle_pairs(rows_of(boards), rules, button, declare, owners, carried)
    settled = cp.settle(boards, rules, button=button, declare=declare, owners=owners, carried=carried)
    assert list(settled.points) == points
    assert [row.carried for row in settled.pool] == (pool_rest if rules.pairings == "pool" else [])
    assert sum(points) + sum(pool_rest) == sum(carried)
    for pair in settled.pairs:  # the parts of the readout add up to the points
        parts = pair.row_points + sum(pair.royalties) + pair.scoop_points + pair.overall + pair.fixed + pair.natural
        assert pair.points == parts * pair.times + pair.aces + pair.dealer
    assert settled.explain()
    if owners is None and not any(carried):
        array = array_of_boards(boards)[None]
        assert cp.settle_many(array, rules, button=button, declare=np.array(declare)).tolist() == [points]
        # Nine tables are settled side by side where no payment depends on several players.
        pair_rules = dataclasses.replace(rules, aces=(), dealer_compensation=0, home_run_bonus=0, home_run_times=1)
        points = reference.settle(rows_of(boards), pair_rules, button, declare)
        nine = np.repeat(array, 9, axis=0)
        assert cp.settle_many(nine, pair_rules, button=button, declare=np.array(declare)).tolist() == [points] * 9


@given(st.data(), random_rules(), st.integers(0, 3))
@settings(max_examples=100)
def test_players_declare_if_that_pays_more(data, rules, button):
    boards = data.draw(any_tables(rules))
    seats, button = len(boards), button % len(boards)
    owners = data.draw(st.sampled_from([None, [0, 1, 0, 1]])) if seats == 4 else None
    chosen = reference.declared_if_better(rows_of(boards), rules, button, owners)
    points = reference.settle(rows_of(boards), rules, button, chosen, owners)
    settled = cp.settle(boards, rules, button=button, declare="if better", owners=owners)
    assert list(settled.points) == points
    expected = cp.settle(boards, rules, button=button, declare=chosen, owners=owners)
    assert [seat.natural for seat in settled.seats] == [seat.natural for seat in expected.seats]
    if owners is None:
        array = np.array([[[255] * 13 if board is None else board.cards() for board in boards]] * 9, dtype=np.uint8)
        for tables in (array[:1], array):  # one by one, and side by side
            assert cp.settle_many(tables, rules, button=button, declare="if better").tolist() == [points] * len(tables)


@given(st.data(), random_rules(), st.integers(0, 3), st.randoms(use_true_random=False))
def test_seats_do_not_matter_except_for_the_button(data, rules, button, random):
    boards = data.draw(any_tables(rules))
    seats, button = len(boards), button % len(boards)
    points = cp.settle(boards, rules, button=button).points
    order = random.sample(range(seats), seats)
    moved = cp.settle([boards[i] for i in order], rules, button=order.index(button)).points
    if rules.pairings == "pool":  # odd points are given clockwise
        assert sum(moved) == sum(points)
        order = [(i + button) % seats for i in range(seats)]
        moved = cp.settle([boards[i] for i in order], rules, button=0).points
    assert moved == tuple(points[i] for i in order)


@given(random_rules())
@settings(max_examples=50)
def test_rules_are_read_back_from_toml_and_json(rules):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "rules.toml"
        assert rules.to_toml(path) == path.read_text(encoding="utf-8")
        for options in ({}, *({"base": base} for base in ("pool", "malayan", "deuce-to-seven")), {"explained": True}):
            rules.to_toml(path, **options)
            again = cp.Rules.from_toml(path)
            assert (again, again.name, again.note) == (rules, rules.name, rules.note)
    plain = json.loads(json.dumps(rules.to_dict()))
    VALIDATE(plain)
    assert cp.Rules.from_dict(plain) == rules


@given(st.data(), random_rules(), st.integers(0, 3), st.integers(1, 5))
@settings(max_examples=100)
def test_table_stakes_keep_all_chips(data, rules, button, unit):
    boards = data.draw(any_tables(rules, dead=True))
    seats, button = len(boards), button % len(boards)
    stacks = data.draw(st.lists(st.integers(0, 60), min_size=seats, max_size=seats))
    if rules.pairings == "pool":
        stacks = [stack + 3 * rules.row_points * unit for stack in stacks]
    settled = cp.settle(boards, rules, button=button, declare=True, stacks=stacks, unit=unit)
    _, pairs, pool_rest = reference.settle_pairs(rows_of(boards), rules, button)
    dues = {pair: (for_naturals * unit, rest * unit) for pair, (for_naturals, rest) in pairs.items()}
    assert sum(settled.chips) == -sum(pool_rest) * unit
    for stack, chips in zip(stacks, settled.chips, strict=True):
        assert stack + chips >= 0
        assert rules.pairings == "pool" or chips <= stack
    if rules.pairings != "pool":
        assert list(settled.chips) == reference.pay_stakes(dues, stacks, button, seats)
    rich = cp.settle(boards, rules, button=button, declare=True, stacks=[10**9] * seats, unit=unit)
    assert rich.chips == tuple(points * unit for points in settled.points)


@given(st.data(), random_rules(), small_decks)
@settings(max_examples=60)
def test_arranging_by_any_rules(data, rules, deck):
    """A hand is arranged alone and in a batch that fills SIMD lanes."""
    hand = sorted(data.draw(st.permutations(deck))[:13])
    every = brute_force.of_rules(hand, rules)
    expected = every.board(every.best(every.royalties(rules))) if len(every) else [255] * 13
    lanes = np.tile(np.array(hand, np.uint8), (70, 1))
    assert cp.best_royalties_many(lanes, rules).tolist() == [expected] * 70
    assert cp.arranging.count_arrangements_many(lanes, rules).tolist() == [len(every)] * 70
    assert cp.count_arrangements(hand, rules) == len(every)
    assert len(cp.undominated(hand, rules)) == len(every.undominated())
    if len(every):
        assert cp.best_royalties(hand, rules).cards() == expected
    else:
        with pytest.raises(cp.errors.BoardError, match="no board of this hand is legal"):
            cp.best_royalties(hand, rules)


@given(st.data(), random_rules(), small_decks, st.lists(st.floats(-1e12, 1e12), min_size=1, max_size=30))
@settings(max_examples=40)
def test_best_values_of_any_numbers(data, rules, deck, numbers):
    """Tables have few different numbers, so that many boards have the same value."""
    hand = sorted(data.draw(st.permutations(deck))[:13])
    front, middle, back = (np.resize(numbers[offset:] + numbers[:offset], 7917) for offset in (0, 1, 2))
    middle = middle[:7462] if rules.lowball_middle else middle
    every = brute_force.of_rules(hand, rules)
    if not len(every):
        return
    worth = (back[every.back] + middle[every.middle]) + front[every.front]
    place = every.best(worth)
    board, value = cp.arranging.best_values(hand, front=front, middle=middle, back=back, rules=rules)
    assert value == worth[place]
    assert board.cards() == every.board(place)


@given(st.data(), random_rules(), st.integers(0, 3), st.integers(0, 3))
@settings(max_examples=60)
def test_best_response_by_any_rules(data, rules, seat, button):
    """No board is paid more than the response, and the response is paid its points."""
    boards = data.draw(any_tables(rules))
    seat, button = seat % len(boards), button % len(boards)
    other_boards = boards[:seat] + boards[seat + 1 :]
    hand = sorted(boards[seat].hand) if boards[seat] else []
    every = brute_force.of_rules(hand, rules) if hand else ()
    if not len(every):
        return
    response = cp.arranging.best_response(hand, rules, other_boards, seat=seat, button=button)
    declare = [True] * len(boards)
    tables = np.array([[[255] * 13 if board is None else board.cards() for board in boards]] * len(every), np.uint8)
    tables[:, seat] = every.boards()
    most = []
    for declare[seat] in (False, True):
        points = cp.settle_many(tables, rules, button=button, declare=declare)[:, seat]
        most.append(points.max())
        if not declare[seat] and response.board and not response.declare:
            assert response.board.cards() == every.board(every.best(points))
    declare[seat] = response.declare
    table = boards[:seat] + [response.board] + boards[seat + 1 :]
    assert cp.settle(table, rules, button=button, declare=declare).points[seat] == response.points >= max(most)
