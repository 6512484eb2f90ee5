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
    assert _networks.count_ways(plan, 3, board_arguments()[0]).tolist() == [3 * 7]


OVERFULL = [ROWS[0], reference.cards("Kh Kd 2c 3c 4c 5c"), []]
TWICE = [ROWS[0], ROWS[1], ROWS[2][:3] + ROWS[0][:1]]
BEYOND = np.uint64(1 << 13)  # a bit of no card


@pytest.mark.parametrize(
    ("rows", "seen"),
    [
        board_arguments(OVERFULL, range(52)), board_arguments(TWICE), board_arguments(seen=SEEN - {ROWS[0][0]}),
        (masks([ROWS]) | BEYOND, seen_of([SEEN]) | BEYOND), (masks([ROWS]), seen_of([SEEN]) | BEYOND),
        (masks([ROWS]) | BEYOND, seen_of([SEEN])), (masks([ROWS]), seen_of([SEEN, SEEN])),
        (masks([ROWS])[:, :2].copy(), seen_of([SEEN])), (np.zeros((1, 4), np.uint64), seen_of([SEEN])),
        (masks([]), seen_of([SEEN])), (np.full((1, 3), 2**64 - 1, np.uint64), np.full(1, 2**64 - 1, np.uint64)),
    ],
)  # fmt: skip
def test_bad_boards(plan, rows, seen):
    hands, ways = np.repeat(arguments()[2], len(rows), axis=0), np.zeros(len(rows), np.int32)
    for call in (
        lambda: _networks.features(plan, rows, seen), lambda: _networks.values(plan, rows, seen),
        lambda: _networks.final_draws(plan, rows, seen), lambda: _networks.choose_ways(plan, 3, rows, seen, hands),
        lambda: _networks.placed(plan, 3, rows, seen, hands, ways),
    ):  # fmt: skip
        with pytest.raises(BoardError, match=r"bad board 0: expected different cards in its rows|expected masks of 3 rows"):
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
    call_arguments = arguments(seen={*SEEN, *hand}, hand=hand)
    assert _networks.count_ways(plan, street, call_arguments[0]).tolist() == [0]
    with pytest.raises(BoardError, match=f"bad board 0: expected a board at street index {street}"):
        _networks.choose_ways(plan, street, *call_arguments)
    with pytest.raises(BoardError, match=f"bad board 0: expected a board at street index {street}"):
        _networks.placed(plan, street, *call_arguments, np.zeros(1, np.int32))


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
    call_arguments = arguments(hand=hand)
    for call in (
        lambda: _networks.choose_ways(plan, 3, *call_arguments),
        lambda: _networks.placed(plan, 3, *call_arguments, np.zeros(1, np.int32)),
    ):
        with pytest.raises(error, match=r"and seen cards, ascending|bad cards: expected 3 for each board"):
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
        with pytest.raises(BoardError, match="bad board 0: expected a board between two streets"):
            _networks.values(plan, *board_arguments(rows, range(52)))


def test_boards_without_an_ending(plan):
    complete = [[0, 1], [2, 3, 4, 5], [6, 7, 8, 9, 10]]
    assert _networks.final_draws(plan, *board_arguments(complete, range(49))).shape == (1,)
    for rows, seen in ((ROWS, SEEN), (complete, range(50)), (complete, range(52))):
        with pytest.raises(BoardError, match="bad board 0: expected a board that lacks 2 cards, and 3 unseen cards"):
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
        lambda: _networks.values(None, rows, seen), lambda: _networks.values("pineapple", rows, seen),
        lambda: _networks.values(plan, None, seen), lambda: _networks.values(plan, rows, list(seen)),
        lambda: _networks.choose_ways(plan, "3", rows, seen, hands),
        lambda: _networks.choose_ways(plan, 3, rows, seen, None), lambda: _networks.attach(plan, None),
        lambda: _networks.attach(None, plan.networks), lambda: _networks.deal_unseen(seen, 3, None),
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
    """Return networks with a changed part of the last head."""
    parts = random_whole("pineapple")
    last = parts.heads[-1]
    return parts._replace(heads=[*parts.heads[:-1], changed_head(last, part, change(last[part]))])


def largest(array):
    return np.full_like(array, np.iinfo(array.dtype).max)


def lowest(array):
    return np.full_like(array, np.iinfo(array.dtype).min)


@pytest.mark.parametrize(
    ("part", "change", "message"),
    [
        *[(0, lambda placed, number=number: number, "expected 1 to 12 cards placed") for number in (0, 13, -1, 2**31 - 1)],
        *[(part, lambda array: array[:-1], "expected layers of 64 and 32 units") for part in (1, 2, 3, 4)],
        (2, lambda array: array[:, :-1].copy(), "expected layers"),
        *[(5, lambda bias, number=number: number, "expected layers") for number in (2**31, -(2**31), 2**62)],
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
    parts = random_whole("pineapple")
    for heads in ([()], [(5,)], [parts.heads[0][:-1]], [(*parts.heads[0], 1)], [None], [5], None, tuple(parts.heads)):
        with pytest.raises((TypeError, ValueError)):
            _networks.Networks(*parts._replace(heads=heads))
    with pytest.raises(OverflowError):
        _networks.Networks(*changed(0, lambda placed: 2**40))


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("first", np.zeros((_networks.FEATURES + 1, _networks.UNITS), np.int8)),
        ("first", np.zeros((_networks.FEATURES, _networks.UNITS - 1), np.int8)),
        ("payoffs", np.zeros((2, STRENGTHS), np.int16)),
        ("payoffs", np.zeros((3, STRENGTHS - 1), np.int16)),
        ("payoffs", np.full((3, STRENGTHS), _networks.MOST_PAYOFF + 1, np.int16)),  # the sum of three rows exceeds an int16
        ("payoffs", np.full((3, STRENGTHS), -_networks.MOST_PAYOFF - 1, np.int16)),
        ("payoffs", np.full((3, STRENGTHS), -(2**15), np.int16)),
        ("foul", _networks.MOST_PAYOFF + 1),
        ("foul", -_networks.MOST_PAYOFF - 1),
        ("foul", -(2**31)),
    ],
)
def test_bad_layers_and_payoffs(part, value):
    parts = random_whole("pineapple")
    with pytest.raises(NetworkError, match="bad first layer" if part == "first" else "bad payoffs"):
        _networks.Networks(*parts._replace(**{part: value}))


@pytest.mark.parametrize(
    ("rests", "boards", "message"),
    [
        ([(26, -(2**31))], 1, "all boards of the field together"),
        ([(26, 2**31 - 1)], 2, "all boards of the field together"),
        ([(26, _networks.MOST_PAYOFF + 1)], 0, "all boards of the field together"),
        ([(14, 1), (26, -1000)], 9, "all boards of the field together"), ([(13, 1)], 1, "triples from 14 to 26, got 13"),
        ([(27, 1)], 1, "triples from 14 to 26, got 27"), ([(14, 1)] * 14, 1, "at most 13 triples, got 14"),
    ],
)  # fmt: skip
def test_bad_rests(plan, rests, boards, message):
    payoffs = np.zeros((3, STRENGTHS), np.int16), 0, rests, np.zeros((boards, 3), np.uint16), 1.0
    call_arguments = board_arguments([[0, 1], [2, 3, 4, 5], [6, 7, 8, 9, 10]], range(11))
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
    strengths = rng.integers(0, 40, (30, 3))
    earned = rng.integers(0, 5, (30, 3)).astype(np.int32)
    royalties = rng.integers(0, 9, (3, STRENGTHS)).astype(float)
    payoffs = np.ones((3, STRENGTHS))
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


@pytest.mark.parametrize(
    "changes",
    [
        {"rows": np.zeros((2, STRENGTHS))}, {"rows": np.zeros((3, 5))}, {"strengths": np.full((4, 3), STRENGTHS)},
        {"strengths": np.full((4, 3), -1)}, {"strengths": np.zeros((0, 3), np.intp)},
        {"strengths": np.zeros((4, 2), np.intp)}, {"earned": np.zeros((3, 3), np.int32)}, {"royalties": np.zeros((3, 7))},
        {"prices": [1.0, 2.0]},
    ],
)  # fmt: skip
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
        with pytest.raises(
            NetworkError, match=rf"expected a network for boards of {placed} cards, got networks for .* cards"
        ):
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
