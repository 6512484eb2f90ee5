"""Freezeouts: levels by deals and by a clock, players who go out, places and prizes (RULES.md, section 5: Tournament)."""

import itertools
import json
import random

import pytest
from hypothesis import given, settings, strategies as st
from known_boards import HIGH, LOW

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.app.table import Table
from cpoker_fast.players import bot

FOUL = cp.FOUL


def rules_of(base="pagat", **freezeout):
    return cp.Rules.from_dict({"base": base, "table": {"freezeout": freezeout}})


def freezeout_of(number=3, base="pagat", *, clock=None, ledger=None, **freezeout):
    table = Table(rules_of(base, **freezeout), ledger=ledger, **({} if clock is None else {"clock": clock}))
    for name in "ABCD"[:number]:
        table.sit(name)
    return table


def settle(table, *boards):
    """Settle a deal with the boards of A, B, and so on, without those of players who are out."""
    by_name = dict(zip("ABCD", boards, strict=False))
    return table.settle({name: by_name[name] for name in (table.current or table.deal()).players})


def places(table):
    return [(place.name, place.place, place.prize, place.deal) for place in table.places]


def test_three_players_and_levels_by_deals(refuses):
    """In `pagat`, a scoop pays 3 points, and so does a foul; each step is worked out by hand from table stakes."""
    table = freezeout_of(chips=12, levels=[(1, 2), (2, 2), (5, 1)], entry=10, prizes=[70, 30])
    assert (table.unit, table.level.number, table.level.deals_left, table.level.next_unit) == (1, 1, 2, 2)
    settle(table, HIGH, LOW, FOUL)
    assert (table.stacks, table.button) == ({"A": 18, "B": 12, "C": 6}, 1)
    settle(table, LOW, FOUL, HIGH)
    assert (table.stacks, table.button, table.level.deals_left) == ({"A": 18, "B": 6, "C": 12}, 2, 0)
    # A point is worth 2 chips. C, with the button, pays A 6 and B 6; B then has nothing uncommitted for A.
    settle(table, HIGH, LOW, FOUL)
    assert (table.unit, table.level.number) == (2, 2)
    assert (table.stacks, places(table)) == ({"A": 24, "B": 12, "C": 0}, [("C", 3, 0, 3)])
    assert table.button == 0  # clockwise from C, who is out
    assert table.deal().players == ("B", "A")
    settle(table, HIGH, FOUL)
    assert (table.stacks, table.button, table.is_over) == ({"A": 30, "B": 6, "C": 0}, 1, False)
    settle(table, HIGH, FOUL)  # 15 chips at 5 per point, of which B has 6
    assert (table.unit, table.level.next_unit, table.is_over) == (5, None, True)
    assert places(table) == [("A", 1, 21, 5), ("B", 2, 9, 5), ("C", 3, 0, 3)]
    refuses(errors.TableError, "deal: the freezeout is over: 'A' has won", table.deal)
    assert [event["number"] for event in table.events if event["event"] == "level"] == [1, 2, 3]
    assert table.check() == 5
    assert all(f"place {place}" in table._repr_html_() for place in (1, 2, 3))
    table.undo()
    assert (table.is_over, places(table), table.current.number) == (False, [("C", 3, 0, 3)], 5)


@pytest.mark.parametrize(("first", "entry", "expected"), [
    # A wins 3 from each of B and C, who then have 6 chips: they share 30 and 20 percent of 27, which are 8 and 5.
    # C, to the left of the button, gets the odd one.
    ((HIGH, FOUL, FOUL), 9, [("A", 1, 14, 2), ("C", 2, 7, 2), ("B", 2, 6, 2)]),
    # B ties nothing with A's 3 and C's 3, and has 9 chips before the second deal; C has 3.
    ((HIGH, LOW, FOUL), 9, [("A", 1, 14, 2), ("B", 2, 8, 2), ("C", 3, 5, 2)]),
    ((HIGH, LOW, FOUL), 0, [("A", 1, 0, 2), ("B", 2, 0, 2), ("C", 3, 0, 2)]),
])  # fmt: skip
def test_players_who_go_out_in_the_same_deal(first, entry, expected):
    """More chips before the deal mean a better place; equal chips share places and prizes."""
    table = freezeout_of(chips=9, levels=[(1, 1), (5, 1)], entry=entry, prizes=[50, 30, 20])
    settle(table, *first)
    settle(table, HIGH, FOUL, FOUL)
    assert places(table) == expected
    assert table.stacks == {"A": 27, "B": 0, "C": 0}


def test_prizes_add_up_to_the_pool():
    for entry, players in itertools.product((0, 1, 7, 100), range(2, 7)):
        prizes = cp.rulebook.Freezeout(entry=entry, prizes=(41, 33, 26)).prizes_of(players)
        assert sum(prizes) == entry * players
        assert [*prizes] == sorted(prizes, reverse=True)
    assert cp.rulebook.Freezeout(entry=10, prizes=(50, 30, 20)).prizes_of(2) == (14, 6)


class Clock:
    """A clock that tests set."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


def test_levels_by_minutes(tmp_path, refuses):
    """A level begins with the first deal after its time; pauses do not count, and a resumed table knows the time."""
    path, clock = tmp_path / "table.jsonl", Clock()
    terms = {"chips": 100, "levels": [[1, 30], [2, 30], [5, 30], [9, 30]], "levels_in": "minutes"}
    table = freezeout_of(2, ledger=path, clock=clock, **terms)
    clock.now += 3600  # nothing has begun
    assert table.level.seconds_left == 1800
    refuses(errors.TableError, "pause: the clock does not run: it starts with the next deal", table.pause)
    table.deal()
    clock.now += 1799
    settle(table, HIGH, LOW)
    assert (table.level.seconds_left, table.stacks) == (1, {"A": 103, "B": 97})
    table.deal()
    clock.now += 61  # the time is over in the middle of a deal
    assert (table.level.seconds_left, table.level.number) == (0, 1)
    settle(table, HIGH, LOW)
    assert table.stacks == {"A": 106, "B": 94}
    settle(table, HIGH, LOW)
    assert (table.level.number, table.unit, table.stacks) == (2, 2, {"A": 112, "B": 88})
    assert table.level.seconds_left == 3600 - 1860  # level 2 ends an hour after the beginning
    table.pause()
    clock.now += 10**6
    table = Table.from_ledger(path, clock=clock)
    assert (table.level.number, table.level.seconds_left, table.level.is_paused) == (2, 1740, True)
    table.deal()
    clock.now += 1740 + 1800
    assert (table.level.number, table.level.is_paused) == (2, False)
    settle(table, HIGH, LOW)
    table.deal()  # an hour and a half: level 3 has passed
    assert (table.level.number, table.unit, table.level.seconds_left) == (4, 9, None)
    assert [event["seconds"] for event in table.events if event["event"] == "level"] == [0, 1860, 1860, 5400]
    assert table.undo()["event"] == "begin"  # and the level that began with it
    assert (table.unit, table.level.seconds_left) == (2, 0)
    clock.now = 0.0  # a clock that goes back stands still
    assert table.level.seconds_left == 1740


@settings(max_examples=30)
@given(st.integers(2, 4), st.sampled_from(["deals", "minutes"]), st.integers(0, 2**32))
def test_random_freezeouts(players, levels_in, seed):
    """Chips are constant, `undo` restores every state, a resumed table is the same, and the last player wins all prizes."""
    rng, clock = random.Random(seed), Clock()
    terms = {"chips": 12, "levels": [[1, 2], [3, 2], [10, 2]], "entry": 7, "prizes": [60, 40], "levels_in": levels_in}
    table = freezeout_of(players, clock=clock, **terms)
    states, boards = [], [HIGH, LOW, FOUL, FOUL]
    for _ in range(300):
        if table.is_over:
            break
        states.append((len(table.events), table._state))
        clock.now += rng.randrange(90)
        rng.shuffle(boards)
        settle(table, *boards)
        assert sum(table.stacks.values()) == 12 * players
        assert {place.name for place in table.places} >= {name for name, chips in table.stacks.items() if not chips}
        table = Table.from_events(json.loads(json.dumps(table.events)), clock=clock)
        if rng.random() < 0.2:  # back to an earlier deal
            lines, state = states.pop(rng.randrange(len(states)))
            events = table.events[lines:]
            undone = [table.events[event["line"] - 1] for event in events if event["event"] == "undo"]
            entries = [[event for event in part if event["event"] not in ("undo", "level")] for part in (events, undone)]
            for _ in range(len(entries[0]) - len(entries[1])):
                table.undo()
            assert table._state == state
            states = [(line, old) for line, old in states if line < lines]
            lines = len(table.events)
    if table.is_over:
        assert sum(place.prize for place in table.places) == 7 * players
        assert max(table.stacks.values()) == 12 * players


@pytest.mark.parametrize("base", ["pineapple", "face-up", "hawaiian-gardens"])
def test_bots_play_a_freezeout(base):
    """Fantasylands of players who are out lapse; the game goes on after time-outs."""
    table, rng = freezeout_of(3, base, chips=20, levels=[(1, 2), (2, 2), (20, 1)]), cp.dealing.generator_of(None, 5)
    while not table.is_over:
        table.deal(cards=True, rng=rng)
        while table.turn is not None:
            if table.is_played_in_turn and rng.random() < 0.1:
                table.time_out()
            else:
                table.place(bot("careful" if base == "pineapple" else "random").place(table.playing.position(), rng))
        table.settle()
        assert sum(table.stacks.values()) == 60
        assert all(table.stacks[name] for name in table.fantasyland)
        assert table.is_over or table.stacks[next(p.name for p in table.players if p.seat == table.button)]
    assert sorted(place.place for place in table.places) in ([1, 2, 3], [1, 2, 2])
    assert table.check() == table.deals


def test_records_have_the_level_and_the_unit():
    table = freezeout_of(2, levels=[(3, 1), (4, 1)])
    for _ in range(2):
        settle(table, HIGH, LOW)
    table.deal(cards=True, seed=1)
    table.settle({name: cp.best_royalties(hand, "pagat") for name, (hand,) in table.current.cards.items()})
    assert [record.tags for record in table.records().values()] == [
        {"Level": 1, "Unit": 3}, {"Level": 2, "Unit": 4}, {"Level": 2, "Unit": 4},
    ]  # fmt: skip
    pagat = Table("pagat")
    pagat.sit("A", 50), pagat.sit("B", 50)
    settle(pagat, HIGH, LOW)
    assert pagat.records()[1].tags == {}


def begun():
    table = freezeout_of(chips=10)
    settle(table, HIGH, LOW, FOUL)
    return table


@pytest.mark.parametrize(("make", "act", "message"), [
    (begun, lambda table: table.sit("D"), "sit 'D': the freezeout has begun, and nobody joins"),
    (begun, lambda table: table.leave("A"), "leave 'A': the freezeout has begun, and nobody leaves"),
    (begun, lambda table: table.buy("C", 10), "buy: a freezeout has no later buy-ins and no fees"),
    (begun, lambda table: table.deal(sitting_out=["A"]), "nobody sits out in a freezeout"),
    (begun, lambda table: table.change(unit=5), "unit: expected 1, that of the level of the freezeout, got 5"),
    (begun, lambda table: table.change("pagat"), "rules: a freezeout cannot begin, change or end at a table"),
    (begun, lambda table: table.pause(), "pause: there is no clock, because the levels are counted in deals"),
    (freezeout_of, lambda table: table.sit("D", 5), "chips: sit: expected the 100 chips of the freezeout, got 5"),
    (lambda: Table("pagat"), lambda table: table.pause(), "the rules 'pagat' have no freezeout"),
    (lambda: Table("pagat"), lambda table: table.change(rules_of()), "rules: a freezeout cannot begin, change or end"),
])  # fmt: skip
def test_what_a_freezeout_refuses(refuses, make, act, message):
    table = make()
    refuses(errors.TableError, message, act, table)


@pytest.mark.parametrize(("options", "message"), [
    ({"stakes": False}, "stakes: expected True in a freezeout"), ({"unit": 5}, "unit: expected 1 in a freezeout"),
    ({"clock": 5}, "clock: expected a function that returns seconds, got 5"),
])  # fmt: skip
def test_bad_tables(refuses, options, message):
    refuses(errors.TableError, message, Table, rules_of(), **options)


@pytest.mark.parametrize("reading", [None, "12", float("nan"), float("inf"), True, 10**400])
def test_bad_clocks(refuses, reading):
    table = freezeout_of(levels_in="minutes", clock=lambda: reading)
    refuses(errors.TableError, "clock: expected a function that returns seconds, got .* from it", table.deal)
    assert table.current is None


@pytest.mark.parametrize(("line", "change", "message"), [
    (4, {"number": 2}, "level: expected {"), (4, {"unit": 2}, "level: expected {"), (4, {"seconds": 5.0}, "level: "),
    (4, {"time": "now"}, "clock: expected a function"), (4, None, "expected the beginning of the clock before deal 1"),
    (5, {"seconds": 9}, "unknown event"),
])  # fmt: skip
def test_damaged_levels(line, change, message):
    table = freezeout_of(levels_in="minutes", clock=Clock())
    settle(table, HIGH, LOW, FOUL)
    events = list(table.events)
    assert events[line]["event"] == ("level" if line == 4 else "begin")
    events[line : line + 1] = [] if change is None else [events[line] | change]
    if message == "unknown event":
        events[line]["event"] = "break"
    with pytest.raises(errors.LedgerError, match=f"line 5|line 6.*{message}"):
        Table.from_events(events)


@pytest.mark.parametrize(("terms", "message"), [
    ({"levels": []}, r"freezeout.levels: expected a list of 1 to 100 values, got 0"),
    ({"levels": [[2, 5], [2, 5]]}, r"freezeout.levels\[1\]: expected more chips per point than in the level before \(2\)"),
    ({"levels": [[1, 0]]}, r"freezeout.levels\[0\]: expected 1 to 1000000, got 0"),
    ({"prizes": [50, 30]}, "freezeout.prizes: expected 100 percent together, got 80"),
    ({"prizes": [30, 70]}, r"freezeout.prizes\[1\]: expected at most the percentage of the place before \(30\), got 70"),
    ({"levels_in": "hours"}, "freezeout.levels_in: expected one of 'deals', 'minutes', got 'hours'"),
    ({"chips": 0}, "freezeout.chips: expected 1 to 1000000000, got 0"),
])  # fmt: skip
def test_bad_terms(terms, message):
    with pytest.raises(errors.RulesError, match=message):
        rules_of(**terms)


@pytest.mark.parametrize("plain", [
    {"base": "pool", "table": {"freezeout": {}}}, {"base": "pagat", "table": {"freezeout": {}, "rake": {"percent": 5}}},
])  # fmt: skip
def test_a_freezeout_has_no_pool_and_no_rake(plain):
    with pytest.raises(errors.RulesError, match=r"table.freezeout: not allowed with "):
        cp.Rules.from_dict(plain)
