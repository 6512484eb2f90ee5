"""Table stakes: the order of payments, and payments cut to the stacks."""

import pytest
import reference
from known_boards import HIGH, LOW

import cpoker_fast as cp
from cpoker_fast import errors


def test_naturals_are_paid_first():
    """A, the dealer, loses their last chips to C's natural before A and B settle their rows."""
    a, b = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Qc Jd 2d / 8s 8h 6c 6d 3d / Ad As 7h 7c 4h"
    dragon = "2s 3h 4s / 5c 6h 7s 8d 9c / Td Jh Qh Kc Ac"
    settled = cp.settle([a, b, dragon], "pagat", stacks=[13, 50, 50])
    assert [(payment.first, payment.second) for payment in settled.payments] == [(0, 2), (1, 2), (0, 1)]
    assert settled.chips == (-13, -13, 26)
    assert cp.settle([a, b, dragon], "pagat", stacks=[14, 50, 50]).chips == (-13 + 1, -13 - 1, 26)
    assert cp.settle([a, b, dragon], "pagat", stacks=[1000, 1000, 1000], unit=10).chips == (-130 + 30, -130 - 30, 260)


def test_stakes_of_two_hands_each():
    """With both hands, A wins all chips of B, but no more."""
    boards = [
        "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Jc Td 3d / 5h 5c 6h 8c 9d / Qs Qh 6s 8d 4s",
        "Qc Jd 2d / 8s 8h 7d 6c 3h / Ad As 7h 7c 4h", "Qd 9c 7s / 2h 2s 3c Js Kc / Kh Ks Jh 6d Ac",
    ]  # fmt: skip
    settled = cp.settle(boards, "simple", owners=[0, 1, 0, 1], stacks=[50, 4])
    rows = {(p.first, p.second): p.rows for p in settled.pairs if p.decided_by is cp.settling.DecidedBy.ROWS}
    assert rows == {(0, 1): (1, 1, 1), (0, 3): (1, 1, 1), (1, 2): (-1, -1, -1), (2, 3): (1, 1, 1)}
    assert settled.points == (6, -6, 6, -6)
    assert settled.chips == (4, -4)
    pairs = {(pair.first, pair.second): pair.decided_by for pair in settled.pairs}
    assert pairs[0, 2] is pairs[1, 3] is cp.settling.DecidedBy.NOTHING
    assert "Player 1 v Player 3" not in settled.explain()


@pytest.mark.parametrize(("options", "message"), [
    ({"stacks": [1]}, r"stacks: expected chips for each of 2 players, got \[1\]"),
    ({"stacks": [1, -1]}, r"stacks\[1\]: expected an int of at least 0, got -1"),
    ({"stacks": [1, 1.5]}, r"stacks\[1\]: expected an int of at least 0, got 1.5"),
    ({"stacks": [1, 2], "unit": 0}, "unit: expected chips per point, an int from 1 to 1000000000000, got 0"),
    ({"owners": [0]},
     r"owners: expected a player \(0, 1, \.\.\.\) for each of 2 boards, and at least two players, got \[0\]"),
    ({"owners": [0, 0]}, "owners: expected"), ({"owners": [0, 2]}, "owners: expected"),
    ({"owners": ["a", "b"]}, "owners: expected"),
    ({"carried": (1, 2)}, "carried: expected the points of three rows, from 0 to"),
    ({"carried": (1, 2, -3)}, "carried: expected the points of three rows"),
    ({"carried": (1, 0, 0)}, "carried: the rules 'simple' have no pool"),
])  # fmt: skip
def test_bad_stakes(options, message):
    with pytest.raises(errors.TableError, match=message):
        cp.settle([HIGH, LOW], "simple", **options)


def test_a_pool_needs_its_stake():
    with pytest.raises(errors.TableError, match=r"stacks\[1\]: expected at least 6 chips, the stake of the pool, got 5"):
        cp.settle([HIGH, LOW], "pool", stacks=[6, 5], unit=2)
    settled = cp.settle([HIGH, LOW], "pool", stacks=[7, 8], unit=2)  # 6 from the pool, and 1 of the other 6
    assert settled.points == (6, -6)
    assert settled.chips == (6 + 1, -6 - 1)


def test_stakes_by_the_reference():
    """Payments equal those of tests/reference.py for the example of the rules, from another seat."""
    dues = {(0, 1): (0, 6), (0, 2): (0, -6), (0, 3): (0, 5), (2, 3): (9, 0)}
    assert reference.pay_stakes(dues, [8, 100, 100, 4], 0, 4) == [6 - 2, -6, 2 + 4, -4]
