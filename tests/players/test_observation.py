"""Observations of positions: the bits and the masks of the environments."""

import pickle

import numpy as np
import pytest

from cpoker_fast import Deal, Placement, Position, errors
from cpoker_fast.players import Observation

LAST_STREET = Position.parse(
    "rules pineapple; seat 1; button 2; street 5; board Kh Kd / 7c 7d 2h 3c / As 9d 9s 9c 4h;"
    " board Qh 4c / 8c 3d 8s 8h / Th Td 6s 6c 6h; discards 2s 3s 4s; hand 7h Jc 5d"
)


def test_bits_of_a_position_by_hand():
    """The bits are those that the docstring of Observation describes."""
    bits = Observation("pineapple", 2)
    seen = bits.read(bits.write(LAST_STREET, [3]))  # the jack is discarded
    assert [str(board) for board in seen.boards] == [str(board) for board in LAST_STREET.boards]
    assert (str(seen.discards), str(seen.hand), seen.card) == ("Jc 4s 3s 2s", "7h 5d", 4 * 5 + 2)
    assert (seen.street, seen.place, seen.to_act, seen.fantasyland) == (4, 0, 0, (0, 0))
    for actions, mask in (([], [1, 1, 0, 1]), ([3], [1, 1, 0, 0]), ([1], [1, 0, 0, 1]), ([1, 0], [0, 0, 0, 1])):
        assert bits.action_mask(LAST_STREET, actions).tolist() == mask
    observations, masks = bits.write_many([])
    assert (observations.shape, masks.shape) == ((0, 487), (0, 4))


def test_actions_of_a_placement_by_hand():
    bits, position = Observation("pineapple", 2), Deal("pineapple", 2, seed=1).position()
    assert (str(position.hand), bits.actions(position, "6s / 9d 8h / Qs Tc")) == ("Qs Tc 9d 8h 6s", [2, 2, 1, 1, 0])
    assert bits.placement(position, np.array([2, 2, 1, 1, 0])) == Placement.parse("6s / 9d 8h / Qs Tc")
    assert bits.placement(LAST_STREET, (3, 1, 0)) == Placement("5d", "7h", (), "Jc")
    position = Deal("progressive", 2, seed=1).position()
    assert (Observation("pineapple", 2).write(position) == Observation("progressive", 2).write(position)).all()
    bits, position = Observation("face-up", 3), Deal("face-up", 3, seed=2).position()
    assert (pickle.loads(pickle.dumps(bits)).write(position) == bits.write(position)).all()


def over(rules):
    """Return a deal that has been played to its end."""
    deal = Deal(rules, 2, seed=1)
    while not deal.is_over:
        deal.time_out()
    return deal


BITS, POSITION, WAITING = Observation("pineapple", 2), *(Deal("pineapple", 2, seed=1).position(seat) for seat in (1, 0))


@pytest.mark.parametrize(("call", "problem"), [
    *[(lambda position=position: BITS.write(position), problem) for position, problem in [
        (5, "bad position 5: expected a Position"), (WAITING, "expected a position with cards to place"),
        (Deal("pineapple", 3, seed=1).position(),
         "expected a position of 2 players, dealt as under 'pineapple', got 'pineapple' with 3 players"),
        (Deal("turbo", 2, seed=1).position(), "got 'turbo' with 2 players"),
    ]],
    (lambda: Observation("turbo", 2).write(over("turbo").position(0)), "cards to place"),
    *[(lambda actions=actions: BITS.write(POSITION, actions), problem) for actions, problem in [
        ([3], r"action 3 \(discard\) for Qs: expected a row"),
        ([0, 0, 0, 0], r"action 0 \(front\) for 8h: the row is full"), ([1] * 5, "expected fewer than 5"),
        ([1] * 6, "expected at most 5 actions, one for each card"), ([4], "bad action 4: expected 0"),
        (["a"], r"actions\[0\]: bad action 'a': expected an int from 0 to 3"),
        ([1, 2**40], "bad action 1099511627776: expected 0"), ([1, 1.5], r"actions\[1\]: bad action 1.5: expected an int"),
    ]],
    (lambda: BITS.action_mask(LAST_STREET, [3, 3]), r"action 3 \(discard\) for 7h: expected a row"),
    (lambda: BITS.action_mask(LAST_STREET, [1, 2]), r"action 2 \(back\) for 7h: the row is full"),
    *[(lambda arguments=arguments: BITS.write_many(*arguments), problem) for arguments, problem in [
        (([POSITION] * 2, [[1], [3]]), r"positions\[1\]: action 3 \(discard"),
        (([POSITION] * 2, [[1], [1] * 5]), r"positions\[1\]: actions: expected fewer than 5"),
        ((POSITION,), "positions: expected a sequence of positions"),
        (([POSITION, WAITING],), r"positions\[1\]: expected a position with"),
        (([POSITION], []), "expected a sequence for each of 1 position"),
    ]],
    (lambda: BITS.placement(POSITION, [1, 1]), "expected 5, one for each card of the hand, got 2"),
    (lambda: BITS.actions(POSITION, "Qs / Tc / 9d 8h"), "5 of 5 cards to be placed"),
])  # fmt: skip
def test_bad_arguments(call, problem):
    with pytest.raises(errors.PlacementError, match=problem):
        call()


def test_only_bits_are_read():
    for options, problem in (
        ({"dtype": "int8"}, "bad dtype 'int8'"),
        ({"out": np.empty(5, np.uint8)}, r"bad shape \(5,\) of out"),
    ):
        with pytest.raises(errors.ArrayError, match=problem):
            BITS.write(POSITION, **options)
    for dtype, wrong in (("uint8", 2), ("float32", 0.5), ("float32", np.nan), ("float32", -1)):
        observation = BITS.write(POSITION, dtype=dtype)
        assert BITS.read(observation).place == 0
        observation[100] = wrong
        with pytest.raises(errors.ArrayError, match="bad observation: expected zeros and ones, got"):
            BITS.read(observation)
