"""Tables: what players have won from each other, and who pays whom in the fewest transfers."""

import random

import pytest
from hypothesis import given, settings, strategies as st
from known_boards import HIGH, LOW
from one_street import on_one_street
from tables import RAKED, play, table_of

import cpoker_fast as cp
from cpoker_fast.app.table import Table
from cpoker_fast.app.table.settling_up import fewest_transfers

CARRIED = cp.Rules(name="carried", pairings="pool", pool_ties="carry over", scoop_bonus=3)
RULES = [
    *(on_one_street(name) for name in cp.presets()),
    *(cp.rules(n) for n in ("pineapple", "progressive")),
    RAKED,
    CARRIED,
]


def least_transfers(balances):
    """Return the least number of transfers: the first party pays, or is paid by, each of the others in turn."""
    first, *rest = [chips for chips in balances if chips] or [0]
    others = [place for place, chips in enumerate(rest) if chips * first < 0]
    further = ([*rest[:place], rest[place] + first, *rest[place + 1 :]] for place in others)
    return 1 + min(map(least_transfers, further)) if first else 0


def names_of(chips):
    """Return chips won by name; the house receives what is left, so that their sum is not positive."""
    return {f"P{place}": -won if sum(chips) > 0 else won for place, won in enumerate(chips)}


def after(won, transfers):
    """Return the chips that players and the house still have to pay or receive after transfers."""
    left = {**won, None: -sum(won.values())}
    for transfer in transfers:
        assert transfer.chips > 0
        left[transfer.payer] += transfer.chips
        left[transfer.payee] -= transfer.chips
    return {party: chips for party, chips in left.items() if chips}


@given(st.lists(st.integers(-6, 6), max_size=7))
def test_there_are_no_fewer_transfers(chips):
    won = names_of(chips)
    transfers = fewest_transfers(won)
    assert after(won, transfers) == {}
    assert len(transfers) == least_transfers([*won.values(), -sum(won.values())])


@pytest.mark.parametrize(("chips", "count"), [
    ([], 0), ([0, 0], 0), ([5, -5], 1), ([-5], 1), ([3, -5, 3, -1], 3),
    ([9, 5, -4, 4, -7, -7], 4),  # 9 + 5 - 7 - 7 and 4 - 4
    ([1, 2, 4, 8, 16, 32, -3, -12, -48], 6),  # 1 + 2 - 3, 4 + 8 - 12, 16 + 32 - 48
    ([*range(1, 41), *range(-40, 0)], 40),  # opposite results, however many
])  # fmt: skip
def test_groups_that_pay_among_themselves(chips, count):
    won = names_of(chips)
    assert len(fewest_transfers(won)) == count
    assert after(won, fewest_transfers(won)) == {}


def test_many_players_have_fewer_transfers_than_players():
    won = names_of([random.Random(seed).randrange(-(10**6), 10**6) for seed in range(60)])
    assert after(won, fewest_transfers(won)) == {}
    assert len(fewest_transfers(won)) <= 60


def test_example_1():
    """North, East, South and West of RULES.md: N +3, E -5, S +3, W -1."""
    boards = {
        "North": "Qh 8c 5c / Ts 7s 7c 6h 2d / Ks Kd 9s 9h 4d", "East": "Jd 4h 2h / Jc 6s 5d 4c 2c / Qs Qc Jh 5s 2s",
        "South": "Kh 8h 7h / Kc Js 8s 8d 3d / Qd Th Td 6c 5h", "West": "Tc 9d 3s / Ah 9c 7d 3h 3c / As Ad Ac 6d 4s",
    }  # fmt: skip
    table = Table("simple")
    assert [table.sit(name, 100) for name in boards] == [0, 1, 2, 3]
    table.settle(boards)
    cross_table = table.cross_table()
    assert cross_table.names == ("North", "East", "South", "West")
    assert cross_table.chips == ((0, 3, -1, 1), (-3, 0, -1, -1), (1, 1, 0, 1), (-1, 1, -1, 0))
    assert cross_table.won == (3, -5, 3, -1)
    assert [(line.payer, line.payee, line.chips) for line in table.transfers()] == [
        ("East", "North", 3), ("East", "South", 2), ("West", "South", 1),
    ]  # fmt: skip


def test_example_3():
    """A has 8 chips, scoops B for 6, and pays C only 2, the rest of these chips; D and A neither pay nor collect."""
    table = table_of(8, 100, 100, 100, rules=cp.Rules(scoop_bonus=3))
    table.settle({
        "A": "Jh Td 3c / 5s 5h 4c 4d 8h / Qs Qh 7c 7d 4h", "B": "9c 8c 2c / 3s 3h Tc 7h 6s / Js Jd 9d 8d 2h",
        "C": "Ah Kd 2s / 9s 9h 6c 6d 3d / As Ad 5c 5d Qd", "D": "Ac Qc 2d / 8s 6h 4s 7s Jc / Kc Ks Kh Ts Th",
    })  # fmt: skip
    assert table.cross_table().chips[0] == (0, 6, -2, 0)
    table.undo()
    assert not any(map(any, table.cross_table().chips))
    assert table.transfers() == ()


def test_the_house_has_fees_rake_and_the_jackpot_and_a_pool_is_apart():
    """A wins 6 from B (hawaiian-gardens), each pays a rake of 3, and half of the jackpot of 2 is for the loser."""
    table = table_of(100, 100, rules=RAKED)
    table.settle({"A": HIGH, "B": LOW})
    assert table.cross_table().to_dict() == {
        "names": ["A", "B"], "chips": [[0, 6], [-6, 0]], "pool": [0, 0], "house": [-3, -2], "won": [3, -8],
    }  # fmt: skip
    assert [(line.payer, line.payee, line.chips) for line in table.transfers()] == [("B", "A", 3), ("B", None, 5)]
    # Each row of a pool pays A the point of B, and all three rows pay a bonus.
    table = table_of(100, 100, rules=CARRIED)
    table.settle({"A": HIGH, "B": LOW})
    cross_table = table.cross_table()
    assert (cross_table.chips, cross_table.pool, cross_table.house) == (((0, 3), (-3, 0)), (3, -3), (0, 0))


@settings(max_examples=60)
@given(st.sampled_from(RULES), st.integers(0, 2**32), st.booleans())
def test_rows_of_the_cross_table_add_up(rules, seed, stakes):
    table = Table(rules, unit=5 if stakes else 1, stakes=stakes)  # a limit of the fees of face-up
    rng = random.Random(seed)
    if stakes:
        play(table, rng, 4)
    else:
        for name in ("A", "B"):
            table.sit(name)
        for _ in range(4):
            table.settle(dict(zip("AB", (HIGH, LOW) if rng.random() < 0.5 else (cp.FOUL, HIGH), strict=True)))
    cross_table, standings = table.cross_table(), table.standings()
    assert cross_table.names == tuple(standing.name for standing in standings)
    assert cross_table.won == tuple(standing.won for standing in standings)
    assert all(cross_table.chips[i][j] == -cross_table.chips[j][i] for i in range(len(standings)) for j in range(i + 1))
    assert sum(cross_table.house) == -(table.fees + table.rake + table.jackpot)
    assert sum(cross_table.pool) == -sum(table.carried) * table.unit
    won = {standing.name: standing.won for standing in standings}
    assert after(won, table.transfers()) == {}
    again = Table.from_events(table.events)
    assert (again.cross_table(), again.transfers()) == (cross_table, table.transfers())
