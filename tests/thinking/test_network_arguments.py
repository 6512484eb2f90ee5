"""Value networks: arguments that the compiled core refuses."""

import concurrent.futures
import itertools

import numpy as np
import pytest
import reference
from random_networks import HAND, ROWS, SEEN, arguments, board_arguments, masks, plan_with, random_whole, seen_of

import cpoker_fast as cp
from cpoker_fast import _networks
from cpoker_fast._openface import choose_placement, play_deals
from cpoker_fast._ranking import STRENGTHS
from cpoker_fast.errors import BoardError, CardError, NetworkError
from cpoker_fast.game import PartialBoard
from cpoker_fast.game.plan import make_plan
from cpoker_fast.game.positions import masks_of_cards


@pytest.fixture(scope="module")
def plan():
    return plan_with("pineapple", random_whole("pineapple"))


def test_the_example_is_good(plan):
    assert _networks.values(plan, *board_arguments()).shape == (1,)
    assert _networks.features(plan, *board_arguments()).shape == (1, _networks.MOST_FEATURES)
    ways, _ = _networks.choose_ways(plan, 3, *arguments())
    assert _networks.placed(plan, 3, *arguments(), ways).shape == (1, 3)
    counts = [_networks.count_ways(plan, street, board_arguments()[0]).tolist() for street in range(5)]
    assert counts == [[0], [0], [0], [3 * 7], [0]]
    assert _networks.final_draws(plan, *board_arguments(COMPLETE, range(49))).shape == (1,)


OVERFULL = [ROWS[0], reference.cards("Kh Kd 2c 3c 4c 5c"), []]
COMPLETE = [[0, 1], [2, 3, 4, 5], [6, 7, 8, 9, 10]]  # but for two cards
TWICE = [ROWS[0], ROWS[1], ROWS[2][:3] + ROWS[0][:1]]
BEYOND = np.uint64(1 << 13)  # a bit of no card


GOOD_ROWS, GOOD_SEEN, GOOD_HANDS = arguments()
CALLS = {
    "features": lambda plan, street, rows, seen, *_: _networks.features(plan, rows, seen),
    "values": lambda plan, street, rows, seen, *_: _networks.values(plan, rows, seen),
    "final_draws": lambda plan, street, rows, seen, *_: _networks.final_draws(plan, rows, seen),
    "choose_ways": lambda plan, street, rows, seen, hands, _: _networks.choose_ways(plan, street, rows, seen, hands),
    "placed": _networks.placed,  # the plan, the index of a street, rows, seen cards, hands and numbers of ways
    "count_ways": lambda plan, street, rows, *_: _networks.count_ways(plan, street, rows),
}
OF_BOARDS, OF_HANDS = "features values final_draws choose_ways placed", "choose_ways placed"
MOST, LEAST = 2**31 - 1, -(2**31)


def of_board(rows=ROWS, seen=SEEN, hand=HAND):
    """Return the arguments for a board, its seen cards and a hand."""
    return dict(zip(("rows", "seen", "hands"), arguments(rows, seen, hand), strict=True))


def of_street(street):
    """Return a street before or after that of the board, with as many cards in hand."""
    hand = sorted(reference.cards("3h 4h 5h 6h 7h"))[: 3 if street else 5]
    return {"street": street, **of_board(seen={*SEEN, *hand}, hand=hand)}


@pytest.mark.parametrize(("names", "error", "message", "changes"), [
    *[(OF_BOARDS, BoardError, r"bad board 0: expected different cards in its rows|expected masks of 3 rows",
       {"rows": rows, "seen": seen})
      for rows, seen in [
          board_arguments(OVERFULL, range(52)), board_arguments(TWICE), board_arguments(seen=SEEN - {ROWS[0][0]}),
          (GOOD_ROWS | BEYOND, GOOD_SEEN | BEYOND), (GOOD_ROWS, GOOD_SEEN | BEYOND), (GOOD_ROWS | BEYOND, GOOD_SEEN),
          (GOOD_ROWS, seen_of([SEEN, SEEN])), (GOOD_ROWS[:, :2].copy(), GOOD_SEEN), (masks([]), GOOD_SEEN),
          (np.zeros((1, 4), np.uint64), GOOD_SEEN),
          (np.full((1, 3), 2**64 - 1, np.uint64), np.full(1, 2**64 - 1, np.uint64)),
      ]],
    ("values", BoardError, "bad board 1", {"rows": masks([ROWS, TWICE, ROWS]), "seen": seen_of([SEEN] * 3)}),
    *[("choose_ways placed count_ways", BoardError, "bad street .*expected 0 to 4", {"street": street})
      for street in (-1, 5, MOST, LEAST)],
    *[(OF_HANDS, BoardError, f"bad board 0: expected a board at street index {street}", of_street(street))
      for street in (0, 1, 2, 4)],
    *[(OF_HANDS, error, r"and seen cards, ascending|bad cards: expected 3 for each board", of_board(hand=hand))
      for hand, error in [
          (HAND[::-1], BoardError), ([HAND[0], HAND[0], HAND[1]], BoardError), ([*HAND[:2], 52], BoardError),
          ([*HAND[:2], 255], BoardError), (sorted([*HAND[:2], ROWS[0][0]]), BoardError),
          (sorted([*HAND[:2], reference.card("8s")]), BoardError),  # unseen
          (HAND[:2], CardError), ([*HAND, 51], CardError), ([], CardError),
      ]],
    *[("placed", BoardError, f"bad way {way} of board 0", {"ways": np.array([way], np.int32)})
      for way in (-1, 21, MOST, LEAST)],
    *[("placed", BoardError, "expected a way for each board", {"ways": np.zeros(n, np.int32)}) for n in (0, 2)],
    *[("values", BoardError, "bad board 0: expected a board between two streets", of_board(rows, range(52)))
      for rows in ([[], [], []], [[*ROWS[0], 4], *ROWS[1:]], [ROWS[0], ROWS[1], ROWS[2][:3]])],
    *[("final_draws", BoardError, "bad board 0: expected a board that lacks 2 cards, and 3 unseen cards",
       of_board(*board)) for board in ((ROWS, SEEN), (COMPLETE, range(50)), (COMPLETE, range(52)))],
    *[(name, ValueError, r"Buffer|ndarray", changes) for name, changes in [
        ("values", {"rows": GOOD_ROWS.astype(np.int64)}), ("values", {"rows": GOOD_ROWS.astype(float)}),
        ("values", {"rows": np.asfortranarray(masks([ROWS] * 2)), "seen": seen_of([SEEN] * 2)}),
        ("values", {"rows": GOOD_ROWS[0]}), ("features", {"seen": GOOD_SEEN.astype(np.uint32)}),
        ("final_draws", {"seen": GOOD_SEEN[:, None]}), ("choose_ways", {"hands": GOOD_HANDS.astype(np.int64)}),
        ("placed", {"ways": np.zeros(1)}), ("count_ways", {"rows": GOOD_ROWS.astype(np.int32)}),
    ]],
    *[(name, TypeError, None, changes) for name, changes in [
        ("values", {"plan": None}), ("values", {"plan": "pineapple"}), ("values", {"rows": None}),
        ("values", {"seen": list(GOOD_SEEN)}), ("choose_ways", {"street": "3"}), ("choose_ways", {"hands": None}),
    ]],
])  # fmt: skip
def test_refused_arguments(plan, names, error, message, changes):
    rows = changes.get("rows", GOOD_ROWS)
    n = 1 if rows is None else len(rows)
    usual = {"plan": plan, "street": 3, "rows": rows, "seen": GOOD_SEEN, "hands": np.repeat(GOOD_HANDS, n, axis=0)}
    call_arguments = usual | {"ways": np.zeros(n, np.int32)} | changes
    for name in names.split():
        with pytest.raises(error, match=message):
            CALLS[name](*call_arguments.values())


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


def test_plans_and_generators_of_other_types(plan):
    for call in (
        lambda: _networks.attach(plan, None), lambda: _networks.attach(None, plan.networks),
        lambda: _networks.deal_unseen(GOOD_SEEN, 3, None),
    ):  # fmt: skip
        with pytest.raises(TypeError):
            call()


def test_no_boards_at_all(plan):
    rows, seen, hands = np.zeros((0, 3), np.uint64), np.zeros(0, np.uint64), np.zeros((0, 3), np.uint8)
    assert _networks.features(plan, rows, seen).shape == (0, _networks.MOST_FEATURES)
    assert _networks.values(plan, rows, seen).shape == _networks.final_draws(plan, rows, seen).shape == (0,)
    assert [array.shape for array in _networks.choose_ways(plan, 3, rows, seen, hands)] == [(0,), (0,)]
    assert _networks.placed(plan, 3, rows, seen, hands, np.zeros(0, np.int32)).shape == (0, 3)
    assert _networks.count_ways(plan, 3, rows).shape == (0,)
    assert _networks.deal_unseen(seen, 3, np.random.default_rng(1)).shape == (0, 3)


@pytest.mark.parametrize(("seen", "cards", "error", "message"), [
    (seen_of([()]), -1, CardError, "bad number of cards: expected 0 to 52, got -1"),
    (seen_of([()]), 53, CardError, "bad number of cards: expected 0 to 52, got 53"),
    (seen_of([(), range(50)]), 3, CardError, "bad seen 1: fewer than 3 cards are left"),
    (seen_of([range(52)]), 1, CardError, "bad seen 0: fewer than 1 cards are left"),
    (GOOD_ROWS, 3, ValueError, r"Buffer|ndarray"),
])  # fmt: skip
def test_bad_dealing(seen, cards, error, message):
    with pytest.raises(error, match=message):
        _networks.deal_unseen(seen, cards, np.random.default_rng(1))


def changed(part, change):
    """Return networks with another part, or with a changed part of the last head, by its number."""
    parts = random_whole("pineapple")
    if isinstance(part, str):
        return parts._replace(**{part: change})
    *heads, last = parts.heads
    return parts._replace(heads=[*heads, (*last[:part], change(last[part]), *last[part + 1 :])])


def filled(extreme):
    """Return a function that fills an array with the largest or lowest number of its type."""
    return lambda array: np.full_like(array, extreme(np.iinfo(array.dtype)))


BEYOND_PAYOFFS = _networks.MOST_PAYOFF + 1  # the sum of three rows exceeds an int16


@pytest.mark.parametrize(("part", "change", "error", "message"), [
    *[(0, lambda placed, number=number: number, NetworkError, "bad head: .*expected 1 to 12 cards placed")
      for number in (0, 13, -1, MOST)],
    (0, lambda placed: 2**40, OverflowError, None),
    *[(part, change, error, message) for part in (1, 2, 3, 4) for change, error, message in [
        (lambda array: array[:-1], NetworkError, "bad head: .*expected layers of 64 and 32 units"),
        (filled(lambda info: info.max), NetworkError, "bad head: .*sums may overflow"),
        (filled(lambda info: info.min), NetworkError, "bad head: .*sums may overflow"),
        (lambda array: array.astype(np.int64), ValueError, "Buffer"), (lambda array: None, NetworkError, "bad head"),
        (lambda array: array.tolist(), TypeError, None), (lambda array: array[..., None], ValueError, "Buffer"),
    ]],
    (2, lambda array: array[:, :-1].copy(), NetworkError, "bad head: .*expected layers"),
    *[(5, lambda bias, number=number: number, NetworkError, "bad head: .*expected layers")
      for number in (2**31, -(2**31), 2**62)],
    (5, lambda bias: 2**31 - 1, NetworkError, "bad head: .*sums may overflow"),
    *[("first", np.zeros(shape, np.int8), NetworkError, "bad first layer")
      for shape in [(_networks.FEATURES + 1, _networks.UNITS), (_networks.FEATURES, _networks.UNITS - 1)]],
    *[("payoffs", payoffs.astype(np.int16), NetworkError, "bad payoffs") for payoffs in [
        np.zeros((2, STRENGTHS)), np.zeros((3, STRENGTHS - 1)), np.full((3, STRENGTHS), BEYOND_PAYOFFS),
        np.full((3, STRENGTHS), -BEYOND_PAYOFFS), np.full((3, STRENGTHS), -(2**15)),
    ]],
    *[("foul", foul, NetworkError, "bad payoffs") for foul in (BEYOND_PAYOFFS, -BEYOND_PAYOFFS, LEAST)],
    *[("heads", heads, (TypeError, ValueError), None) for heads in ([()], [(5,)], [None], [5], None)],
])  # fmt: skip
def test_bad_networks(part, change, error, message):
    with pytest.raises(error, match=message):
        _networks.Networks(*changed(part, change))


def test_heads_that_are_no_heads():
    parts = random_whole("pineapple")
    for heads in ([parts.heads[0][:-1]], [(*parts.heads[0], 1)], tuple(parts.heads)):
        with pytest.raises((TypeError, ValueError)):
            _networks.Networks(*parts._replace(heads=heads))
    with pytest.raises(OverflowError):
        _networks.Networks(*changed(0, lambda placed: 2**40))


@pytest.mark.parametrize(("rests", "boards", "message"), [
    ([(26, -(2**31))], 1, "all boards of the field together"), ([(26, 2**31 - 1)], 2, "all boards of the field together"),
    ([(26, _networks.MOST_PAYOFF + 1)], 0, "all boards of the field together"),
    ([(14, 1), (26, -1000)], 9, "all boards of the field together"), ([(13, 1)], 1, "triples from 14 to 26, got 13"),
    ([(27, 1)], 1, "triples from 14 to 26, got 27"), ([(14, 1)] * 14, 1, "at most 13 triples, got 14"),
])  # fmt: skip
def test_bad_rests(plan, rests, boards, message):
    payoffs = np.zeros((3, STRENGTHS), np.int16), 0, rests, np.zeros((boards, 3), np.uint16), 1.0
    call_arguments = board_arguments(COMPLETE, range(11))
    runouts = np.zeros((1, _networks.cards_to_play(plan, 4, False)), np.uint8)
    with pytest.raises(NetworkError, match=f"bad payoffs: .*{message}"):
        _networks.rollout_values(plan, False, payoffs, 4, *call_arguments, runouts, 1)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_payoffs(sign):
    """Final draws sum them without overflow."""
    payoffs = np.full((3, STRENGTHS), sign * _networks.MOST_PAYOFF, np.int16)
    plan = plan_with("pineapple", random_whole("pineapple")._replace(payoffs=payoffs, foul=sign * _networks.MOST_PAYOFF))
    board = [reference.cards(row) for row in ("2c 2d", "9d 9h 9s 3h", "Tc Jc Qc Kc Ac")]  # legal with any draw
    value = _networks.final_draws(plan, *board_arguments(board, itertools.chain(*board)))[0]
    assert value == 3 * sign * _networks.MOST_PAYOFF / _networks.PAYOFF_POINT
    foul = [reference.cards(row) for row in ("Ac Ad As", "2c 7c Jd", "Tc Td Th Kc Kd")]  # with any draw
    value = _networks.final_draws(plan, *board_arguments(foul, itertools.chain(*foul)))[0]
    assert value == sign * _networks.MOST_PAYOFF / _networks.PAYOFF_POINT


@pytest.mark.parametrize("tie", [1, 0, -1])
@pytest.mark.parametrize("only_winners", [True, False])
def test_row_payoffs(only_winners, tie, rng):
    """Each strength gets the price of the row, and the royalties of winners, averaged over the sampled rows."""
    strengths, earned = rng.integers(0, 40, (30, 3)), rng.integers(0, 5, (30, 3)).astype(np.int32)
    royalties, payoffs = rng.integers(0, 9, (3, STRENGTHS)).astype(float), np.ones((3, STRENGTHS))
    prices = [2.0, 3.0, 5.0]
    _networks.add_row_payoffs(payoffs, strengths, earned, royalties if only_winners else None, prices, 0.75, tie)
    for row, price in enumerate(prices):
        for strength in range(50):
            expected = 1.0
            for other, owed in zip(strengths[:, row].tolist(), earned[:, row].tolist(), strict=True):
                won = (strength > other) - (strength < other) or tie
                expected += price * won / 30
                if only_winners and won:
                    expected += 0.75 * (royalties[row, strength] if won > 0 else -owed) / 30
            assert payoffs[row, strength] == pytest.approx(expected)


def test_rounded_payoffs():
    """Payoffs are rounded to the nearest whole number, ties to even."""
    payoffs = np.zeros((3, STRENGTHS))
    payoffs[:, :6] = [0.5, 1.5, -0.5, -1.5, 7.26, -8191.0]
    rounded = _networks.round_payoffs(payoffs, 1.0)
    assert rounded[:, :6].tolist() == [[0, 2, 0, -2, 7, -8191]] * 3
    assert _networks.round_payoffs(payoffs, 64.0)[0, :5].tolist() == [32, 96, -32, -96, 465]


@pytest.mark.parametrize("changes", [
    {"rows": np.zeros((2, STRENGTHS))}, {"rows": np.zeros((3, 5))}, {"strengths": np.full((4, 3), STRENGTHS)},
    {"strengths": np.full((4, 3), -1)}, {"strengths": np.zeros((0, 3), np.intp)},
    {"strengths": np.zeros((4, 2), np.intp)}, {"earned": np.zeros((3, 3), np.int32)}, {"royalties": np.zeros((3, 7))},
    {"prices": [1.0, 2.0]},
])  # fmt: skip
def test_bad_row_payoffs(changes):
    good = {
        "rows": np.zeros((3, STRENGTHS)), "strengths": np.zeros((4, 3), np.intp), "earned": np.zeros((4, 3), np.int32),
        "royalties": None, "prices": [1.0, 2.0, 3.0], "share": 1.0, "tie": 0,
    }  # fmt: skip
    _networks.add_row_payoffs(**good)
    with pytest.raises(NetworkError, match="bad"):
        _networks.add_row_payoffs(**good | changes)
    if "rows" in changes:
        with pytest.raises(NetworkError, match="bad payoffs"):
            _networks.round_payoffs(changes["rows"], 64.0)


def test_networks_of_other_streets():
    parts = random_whole("pineapple")
    without = [(rest, [head for head in parts.heads if head is not rest]) for rest in parts.heads]
    for rules, placed, heads in (("standard", 6, parts.heads), *(("pineapple", rest[0], heads) for rest, heads in without)):
        plan = make_plan(cp.rules(rules))
        message = rf"expected a network for boards of {placed} cards, got networks for .* cards"
        with pytest.raises(NetworkError, match=message):
            _networks.attach(plan, _networks.Networks(*parts._replace(heads=heads)))
        assert plan.networks is None
    with pytest.raises(NetworkError, match="got networks for no cards"):
        _networks.attach(make_plan(cp.rules("turbo")), _networks.Networks(*parts._replace(heads=[])))
    _networks.attach(make_plan(cp.rules("closed")), _networks.Networks(*parts._replace(heads=[])))  # one street


def test_a_plan_gets_other_networks():
    plan = plan_with("pineapple", random_whole("pineapple"))
    before = _networks.values(plan, *board_arguments())
    other = _networks.Networks(*random_whole("pineapple", seed=2))
    _networks.attach(plan, other)
    assert plan.networks is other
    assert _networks.values(plan, *board_arguments()) != before


class Fresh:
    """Generator that returns a new bit generator at each access."""

    @property
    def bit_generator(self):
        return np.random.PCG64(1)


def test_bit_generators_are_kept_alive():
    dealt = [_networks.deal_unseen(np.zeros(1000, np.uint64), 17, Fresh()) for _ in range(20)]
    assert all((cards == dealt[0]).all() for cards in dealt)


def test_heads_that_grow():
    parts, heads = random_whole("pineapple"), []

    class Growing:
        def __iter__(self):
            heads.extend(parts.heads)
            return iter(parts.heads[0])

    heads.append(Growing())
    _networks.Networks(parts.first, heads, parts.payoffs, parts.foul)
    assert len(heads) > 1


def test_networks_are_kept_alive_while_another_thread_uses_them():
    parts = random_whole("pineapple")
    plan, seen = plan_with("pineapple", parts), np.zeros(4000, np.uint64)
    cards = _networks.deal_unseen(seen, 5, np.random.default_rng(1))
    rows, seen = np.zeros((4000, 3), np.uint64), masks_of_cards(cards)
    expected = _networks.choose_ways(plan, 0, rows, seen, cards)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        play = pool.submit(lambda: [_networks.choose_ways(plan, 0, rows, seen, cards) for _ in range(3)])
        while not play.done():
            _networks.attach(plan, _networks.Networks(*parts))
            np.ones(300_000)  # reuses the memory if the networks were freed
    for result in play.result():
        assert all((array == expected_array).all() for array, expected_array in zip(result, expected, strict=True))


def test_networks_cannot_be_pickled(plan):
    with pytest.raises(TypeError, match="Networks cannot be pickled"):
        plan.networks.__reduce__()
