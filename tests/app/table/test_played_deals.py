"""Deals that the table deals and plays turn by turn: the button, Fantasylands, time-outs, points, and ledgers."""

import itertools
import json
from dataclasses import replace

import numpy as np
import pytest
from finished_deals import FLUSHES, PLAIN, played
from hypothesis import given, settings, strategies as st
from known_boards import HIGH, LOW
from tables import replace_deal, table_of

import cpoker_fast as cp
from cpoker_fast import Deal, errors
from cpoker_fast.app.table import Table
from cpoker_fast.players import bot

OPEN_FACE = [name for name in cp.presets() if not cp.rules(name).is_closed]


def for_points(rules, players=2, **options):
    return table_of(*[0] * players, rules=rules, stakes=False, **options)


def play(table, rng, name="careful"):
    """Play the deal in progress to its end, and settle it."""
    while not table.playing.is_over:
        table.place(bot(name).place(table.playing.position(), rng))
    return table.settle()


def resumed(table):
    return Table.from_events(json.loads(json.dumps(table.events)))


def test_the_button_moves_but_not_while_anyone_is_in_fantasyland():
    table, rng = for_points("pineapple", 3), np.random.default_rng(1)
    buttons, lands = [], []
    for _ in range(120):
        table.deal(cards=True, rng=rng)
        buttons.append(table.playing.button)
        lands.append(any(table.playing.fantasyland))
        assert dict(zip("ABC", table.playing.fantasyland, strict=True)) == {
            name: table.fantasyland.get(name, (0,))[0] for name in "ABC"
        }
        deal = table.playing
        play(table, rng)
        assert deal.button == buttons[-1]
    assert any(lands)
    for (before, after), is_land in zip(itertools.pairwise(buttons), lands[1:], strict=True):
        assert after == (before if is_land else (before + 1) % 3)


def test_the_button_moves_after_every_deal_in_face_up():
    """By default, the button stays while anyone is in Fantasyland; face-up sets the option that moves it."""
    trips = "2s 2d 2c / 3s 3h 3d 4c 9s / 5s 5h 5d 6c 6s"
    hand = cp.Board.parse(trips).cards()
    rest = [card for card in range(52) if card not in hand]
    for name in OPEN_FACE:
        land = cp.rules(name).fantasyland
        assert land is None or land.button_moves == (name == "face-up")
    for name, buttons in (("american", [0, 0, 0]), ("face-up", [1, 2, 0])):
        table = for_points(name, 3)
        for button in buttons:
            stacks = [hand, rest[:17], rest[17:34]]
            replace_deal(table, Deal(name, 3, stacks=stacks, fantasyland=(13, 0, 0), button=table.button))
            table.place(cp.Board.parse(trips))
            play(table, np.random.default_rng(1))
            assert (table.fantasyland["A"], table.button) == ((13,), button)


def test_stays_are_counted():
    trips = "2s 2d 2c / 3s 3h 3d 4c 9s / 5s 5h 5d 6c 6s"
    hand = [*cp.Board.parse(trips).cards(), cp.parse_card("Kh")]
    rest = [card for card in range(52) if card not in hand]
    for stays in range(3):
        table = for_points("pineapple")
        replace_deal(table, Deal("pineapple", stacks=[hand, rest], fantasyland=(14, 0), stays=(stays, 0)))
        table.place(cp.Board.parse(trips))
        play(table, np.random.default_rng(1))
        assert (table.deal(cards=True).number, table.playing.stays) == (table.current.number, (stays + 1, 0))


def test_tables_without_stakes_have_no_chips(refuses):
    rake = cp.rulebook.Rake(chips=2)
    rules = replace(cp.rules("hawaiian-gardens"), name="ours", table=cp.rulebook.TableTerms(rake=rake, buy_in_least=50))
    table = for_points(rules)
    for wrong in (lambda: table.sit("C", 5), lambda: table.buy("A", 5)):
        refuses(errors.TableError, "chips: (sit|buy): expected none at a table without stakes, got", wrong)
    refuses(errors.TableError, "unit: expected 1 without stakes", table.change, unit=2)
    refuses(errors.TableError, "unit: expected 1 without stakes", Table, "pagat", unit=2, stakes=False)
    refuses(errors.TableError, "stakes: expected True or False, got None", Table, "pagat", stakes=None)
    settled = table.settle({"A": HIGH, "B": LOW})
    assert (settled.chips, settled.payments, "chip" in settled.explain()) == (None, (), False)
    assert "for points" in table._repr_html_()
    points = settled.points  # in the order of play: B first
    assert (table.stacks, table.rake, table.jackpot) == ({"A": points[1], "B": points[0]}, 0, 0)
    assert (table.leave("B"), table.sit("B")) == (points[0], 1)
    assert {standing.name: standing.won for standing in table.standings()} == {"A": points[1], "B": points[0]}
    # For points, everything counts; with stakes, nobody loses more than their stack.
    rng = np.random.default_rng(4)
    points, chips = for_points("pineapple", 3), table_of(60, 60, 60, rules="pineapple", unit=2)
    for table in (points, chips):
        for number in range(12):
            table.deal(cards=True, seed=number)
            settled = play(table, rng)
            assert sum(settled.points) == 0
            assert sum(table.stacks.values()) == (0 if table is points else 180)
            if any(stack < 2 for stack in chips.stacks.values()):
                break
    assert min(points.stacks.values()) < 0 <= min(chips.stacks.values())
    assert [standing.won for standing in points.standings()] == [*points.stacks.values()]
    assert points.check() == points.deals


def test_closed_hands_are_entered_in_any_order_or_placed_in_turn(refuses):
    for places in (False, True):
        table = for_points("pagat")
        deal = table.deal(cards=True, seed=3)
        boards = {name: cp.best_royalties(hand, "pagat") for name, (hand,) in deal.cards.items()}
        if places:
            table.place(boards["B"])
            refuses(errors.TableError, "this deal is played turn by turn", table.enter, "A", boards["A"])
            table.place(boards["A"])
            refuses(errors.TableError, "boards: expected none, since this deal is played turn by turn", table.settle, boards)
        else:
            assert table.turn == "B"
            table.enter("A", boards["A"])
            assert table.turn is None
            refuses(errors.TableError, "boards of A were entered: enter the others, too", table.place, "no board")
            table.enter("B", boards["B"])
        assert table.settle().points == cp.settle([boards["B"], boards["A"]], "pagat", button=1).points


def test_refused_actions(refuses):
    table = for_points("pineapple")
    refuses(errors.TableError, r"there is no deal to play: deal\(cards=True\)", table.place, "As / - / -")
    for argument, value in (("seed", 1), ("rng", np.random.default_rng(1))):
        refuses(errors.TableError, f"^{argument}: expected none without cards=True", table.deal, **{argument: value})
    table.deal()
    refuses(errors.TableError, "there is no deal to play", table.time_out)
    assert table.playing is None
    table.cancel()
    table.deal(cards=True, seed=1)
    refuses(errors.TableError, "this deal is played turn by turn: place cards, and enter no boards", table.enter, "A", HIGH)
    refuses(errors.TableError, "the deal is not over: expected a placement of 'B'", table.settle)
    refuses(errors.PlacementError, "is not in the hand", table.place, "2c 3c 4c / 5c 6c / -")
    before = table.events
    while not table.playing.is_over:
        table.time_out()
    for call in (table.time_out, lambda: table.place("As / - / -")):
        with pytest.raises(errors.PlacementError):
            call()
    table.settle()
    while (len(table.events) > 0 and table.current is None) or table.playing.moves:
        table.undo()
    assert table.playing.position() == resumed(table).playing.position()
    assert len(table.events) > len(before)


def test_the_copy_of_a_deal_does_not_change_the_table_and_second_hands_are_those_of_closed_games(refuses):
    table = for_points("pineapple")
    table.deal(cards=True, seed=1)
    table.playing.time_out()
    assert table.playing.moves == []
    table = table_of(50, 50, rules="face-up")
    refuses(errors.TableError, "cards: the table deals second hands of 13 cards only", table.deal, 2, cards=True)


@pytest.mark.parametrize(("options", "message"), [
    ({"seed": 1, "rng": np.random.default_rng(1)}, "got both"),
    ({"rng": 5}, "bad rng: expected a numpy.random.Generator, got int"), ({"seed": -1}, "seed"),
])  # fmt: skip
def test_bad_sources_of_cards(refuses, options, message):
    table = for_points("pineapple")
    refuses(errors.SeedError, message, table.deal, cards=True, **options)
    assert table.current is None


@pytest.mark.slow
@given(
    st.sampled_from([*OPEN_FACE, "pagat", "closed"]), st.integers(2, 4), st.integers(0, 2**32),
    st.sampled_from(["random", "careful"]), st.integers(1, 30),
)  # fmt: skip
@settings(max_examples=40)
def test_random_tables_break_nothing(rules, players, seed, name, steps):
    """Each card occurs once, points are zero-sum, `undo` takes turns back, and a resumed table is the same."""
    players = min(players, cp.rules(rules).players)
    table, rng = for_points(rules, players), np.random.default_rng(seed)
    table.deal(cards=True, rng=rng)
    for _ in range(steps):
        if table.playing.is_over:
            table.settle()
            assert sum(table.stacks.values()) == 0
            table.deal(cards=True, rng=rng)
        before = [str(table.playing.position(seat)) for seat in range(players)]
        table.place(bot(name).place(table.playing.position(), rng))
        placement = table.playing.moves[-1].placement
        assert table.undo()["event"] == "turn"
        assert [str(table.playing.position(seat)) for seat in range(players)] == before
        table = resumed(table)
        assert [str(table.playing.position(seat)) for seat in range(players)] == before
        table.place(placement)
        deal = table.playing
        cards = [card for board in deal.boards for card in board.cards]
        away = [card for cards in deal.discards for card in cards]
        assert len({*cards, *away}) == len(cards) + len(away)


def test_a_ledger_continues_in_the_middle_of_a_deal(tmp_path):
    path, rng = tmp_path / "table.jsonl", np.random.default_rng(8)
    table = table_of(500, 500, rules="progressive", ledger=path)
    for _ in range(45):
        if table.current is None:
            table.deal(cards=True, rng=rng)
        elif table.playing.is_over:
            table.settle()
        else:
            table.place(bot("careful").place(table.playing.position(), rng))
        again = Table.from_ledger(path)
        assert (again.events, again.stacks) == (table.events, table.stacks)
        if table.current:
            assert again.playing.moves == table.playing.moves
    assert table.check() == table.deals > 1
    records = Table.from_ledger(path).records()
    assert [*records] == [*range(1, table.deals + 1)]
    assert all(record.is_whole and record.is_over for record in records.values())
    assert len(cp.review(records[1], rollouts=24, seed=1).moves) == len(records[1].moves)


def test_declarations_and_surrenders_of_turns(refuses):
    """Three flushes pay 13 points with rows and royalties, 3 as a natural."""
    for declare, points in ((None, 13), ({"A": True}, 3)):
        table = for_points("face-up")
        replace_deal(table, played("face-up", [FLUSHES, PLAIN]))
        settled = table.settle(declare=declare)
        assert dict(zip(table.events[-1]["players"], settled.points, strict=True))["A"] == points
        assert table.records()[table.deals].settlement().points[0] == points
    table = for_points("face-up")
    replace_deal(table, played("face-up", [FLUSHES, PLAIN]))
    for declare in ({"A": "dragon"}, {"B": "three flushes"}):
        refuses(errors.RulesError, "the board may not declare", table.settle, declare=declare)
    assert table.playing.is_over
    table = table_of(10, 10, rules="two-four", unit=2)
    table.deal(cards=True, seed=1)
    table.place("surrender")
    again = resumed(table)
    assert again.playing.surrendered == (1,)
    for running in (table, again):
        running.time_out()
        assert (running.settle().chips, running.stacks) == ((-4, 4), {"A": 14, "B": 6})


def test_a_pool_carries_points_to_the_next_deal():
    rules = cp.Rules.from_dict({"base": "pool", "name": "ours", "pool_ties": "carry over"})
    table, rng, deals = for_points(rules, 3), np.random.default_rng(1), 0
    while not (any(table.carried) and deals > 20) and deals < 1000:
        carried = table.carried
        table.deal(cards=True, rng=rng)
        boards = {}
        while not table.playing.is_over:
            board = cp.best_royalties(table.playing.position().hand, rules)
            boards[table.current.players[len(boards)]] = board
            table.place(board)
        assert table.settle().points == cp.settle([*boards.values()], rules, button=2, carried=carried).points
        assert (sum(table.stacks.values()) + sum(table.carried), resumed(table).carried) == (0, table.carried)
        deals += 1
    assert any(table.carried)


# ---- out of time ----
LATE = "As Ah Ad Ks Kh Qs Qh Qd Js Jh 2s 2h 2d 2c"  # a time-out sets them in this order from the back; trips in front stay
STAYING = "3s 3h 3d / 4s 4h 4d 8c 9h / Ts Th Td 6c 6d"
LEAVING = "4c 5d 7h / 8c 8d 9h 3c 3d / Tc Td Th 6c 6d"


def play_out_of_time(table, board):
    """Settle a deal in which both are in Fantasyland: the first player times out, the second one sets a board."""
    hand = [*cp.Board.parse(board).cards(), cp.parse_card("9c")]
    replace_deal(table, Deal("pineapple", 2, stacks=[LATE, hand], fantasyland=(14, 14)))
    table.place(cp.Board.parse(board))
    table.time_out()
    table.settle()
    assert table.fantasyland["A"] == (14,)


def play_on(table, board):
    """Settle the next deal, in which the second player sets a board in Fantasyland."""
    cards = cp.Board.parse(board).cards()
    deal = table.deal(cards=True)
    assert table.playing.fantasyland[1] == 14
    hand = [*cards, cp.parse_card("9c")]
    rest = [card for card in range(52) if card not in hand]
    lands = table.playing.fantasyland
    button = table.playing.button
    assert deal.hands == 1
    replace_deal(table, Deal("pineapple", 2, stacks=[rest, hand], fantasyland=lands, button=button))
    while not table.playing.is_over:
        seat = table.playing.turn
        if seat == 1:
            table.place(cp.Board.parse(board))
        else:
            table.place(bot("careful").place(table.playing.position(), np.random.default_rng(1)))
    table.settle()


def test_a_game_ends_after_the_deal_in_which_a_player_timed_out():
    table, rng = for_points("pineapple"), np.random.default_rng(1)
    table.deal(cards=True, seed=1)
    assert (table.is_over, table.timed_out) == (False, ())
    table.time_out()
    assert (table.is_over, table.timed_out) == (False, ("B",))  # the deal is played out
    table.undo()
    assert table.timed_out == ()
    table.time_out()
    play(table, rng)
    reviewed = cp.review(table.records()[1], rollouts=24, seed=1)
    assert [move.number for move in reviewed.moves if move.timed_out] == [0]
    assert ", street 1 of 5, timed out: " in repr(reviewed.moves[0])
    assert (table.is_over, table.timed_out) == (True, ("B",))
    assert (resumed(table).is_over, resumed(table).timed_out) == (True, ("B",))
    table.deal(cards=True, seed=2)  # another game begins
    assert (table.is_over, table.timed_out) == (False, ())
    play(table, rng)
    assert not table.is_over


def test_fantasylands_of_the_others_are_played_before_a_game_ends():
    table = for_points("pineapple")
    play_out_of_time(table, STAYING)
    for held in (table, resumed(table)):
        assert (held.is_over, held.timed_out, held.fantasyland) == (False, ("A",), {"A": (14,), "B": (14,)})
    play_on(table, LEAVING)
    assert "B" not in table.fantasyland
    for held in (table, resumed(table)):
        assert (held.is_over, held.timed_out) == (True, ("A",))
    table.leave("A")
    assert table.timed_out == ()
    table = for_points("pineapple")
    play_out_of_time(table, LEAVING)
    assert table.fantasyland == {"A": (14,)}
    assert table.is_over


# ---- damaged ledgers ----
def damaged(change):
    table = for_points("pineapple")
    table.deal(cards=True, seed=1)
    play(table, np.random.default_rng(1))
    events = json.loads(json.dumps(table.events))
    change(events)
    return events


@pytest.mark.parametrize(("change", "message"), [
    (lambda events: events[0].pop("stakes"), "line 1: missing key 'stakes'"),
    (lambda events: events[3]["cards"].pop("A"), "line 4: cards: expected 1 hand for each of B, A"),
    (lambda events: events[3]["cards"].update(A=events[3]["cards"]["B"]), "line 4: cards: expected each card at most once"),
    (lambda events: events[3]["cards"].update(A=["As"]),
     r"line 4: (stacks\[0\]: expected at least 17 cards, got 1|cards: )"),
    (lambda events: events[3]["cards"].update(A=[5]), "line 4: "),
    (lambda events: events.pop(4), "line 5: expected a placement of 'B', whose turn it is, got one of 'A'"),
    (lambda events: events[4].update(placement="As / - / -"), "line 5: "),
    (lambda events: events[4].update(placement=5), "line 5: bad placement 5"),
    (lambda events: events.insert(14, dict(events[13])), "line 15: '.' has no turn: all cards are placed"),
    (lambda events: events.pop(13), "line 14: the deal is not over"),
    (lambda events: events[-1]["boards"].reverse(), "boards: expected those that were placed"),
])  # fmt: skip
def test_damaged_turns_are_refused(refuses, change, message):
    refuses(errors.LedgerError, message, Table.from_events, damaged(change))


@pytest.mark.parametrize("events", [None, [], [5], [{}], {}, "x", [{"event": 5}]])
def test_events_of_no_table(refuses, events):
    refuses(errors.LedgerError, "expected the events of a table, got", Table.from_events, events)
