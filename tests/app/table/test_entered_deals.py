"""Tables: deals in progress in the ledger, dealt cards, corrections and standings."""

import json
from dataclasses import replace

import numpy as np
import pytest
from dying import run_until_killed
from known_boards import HIGH, LOW
from one_street import on_one_street
from tables import FOUR, chips_of, raked, table_of

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.app.table import Table

BOARD = {"event": "board", "player": "A", "declare": True, "reserved": None}
STATE = ("players", "button", "fees", "rake", "jackpot", "carried", "reserved", "current", "entered", "events")


def state_of(table):
    return {name: getattr(table, name) for name in STATE}


def test_entered_boards_are_in_the_ledger_until_the_deal_is_settled(path):
    table = table_of(50, 50, 50, rules="pagat", ledger=path)
    deal = table.deal(sitting_out=["C"])
    assert table.current == deal
    table.enter("A", HIGH)
    table.enter("B", cp.FOUL)
    again = Table.from_ledger(path)
    assert again.current == table.current == deal
    assert again.entered == {"A": (cp.Board.parse(HIGH),), "B": (cp.FOUL,)}
    again.enter("B", LOW)  # replaces the dead hand
    assert (again.settle().points, again.stacks) == ((-3, 3), {"A": 53, "B": 47, "C": 50})
    assert (again.current, again.entered, state_of(Table.from_ledger(path))) == (None, {}, state_of(again))


def test_boards_of_settle_replace_entered_ones(refuses):
    table = table_of(50, 50, rules="pagat")
    table.enter("A", LOW)
    refuses(errors.TableError, "expected a board for 'B'", table.settle)
    assert table.settle({"A": HIGH, "B": LOW}).points == (-3, 3)
    dragon = cp.Board.parse("2s 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc As")
    other = "Qs Qh 7d / Ks Kh Kd 2c 2h / 5s 5h 5d 8s Ac"
    for first, answer in (
        (True, cp.Placement(*dragon.rows, declare=False)), (False, cp.Placement(*dragon.rows)), (False, dragon),
    ):  # fmt: skip
        table = table_of(500, 500, rules="pagat")
        table.enter("A", dragon, declare=first)
        table.enter("B", other)
        once = table_of(500, 500, rules="pagat").settle({"A": answer, "B": other})
        assert table.settle({"A": answer}).points == once.points


def test_declarations_of_entered_boards(refuses):
    table = table_of(50, 50, rules="pagat")
    table.enter("A", "2s 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc As", declare="dragon")
    table.enter("B", cp.FOUL, declare=False)
    assert table.declared == {"A": ("dragon",), "B": (False,)}
    message = "declare: the board may not declare 'dragon' under these rules: it may declare none"
    other = "Qs Qh 7d / Ks Kh Kd 2c 2h / 5s 5h 5d 8s Ac"
    for board in (other, cp.FOUL):
        refuses(cp.errors.RulesError, message, table.enter, "B", board, declare="dragon")
    refuses(cp.errors.RulesError, message, table.enter, "B", cp.Placement(*cp.Board.parse(other).rows, declare="dragon"))
    assert table.declared["B"] == (False,)
    dragon, other = "2s 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc As", "Qs Qh 7d / Ks Kh Kd 2c 2h / 5s 5h 5d 8s Ac"
    points = {}
    for declare in (True, cp.rulebook.Pattern.THREE_STRAIGHTS, False):
        table = table_of(50, 50, rules="pagat")
        table.enter("A", dragon, declare=declare)
        table.enter("B", cp.FOUL)
        points[declare] = table.settle().points
    assert points == {True: (-13, 13), cp.rulebook.Pattern.THREE_STRAIGHTS: (-3, 3), False: (-3, 3)}
    table.enter("A", dragon, declare=False)
    table.settle({"B": other}, declare={"A": True})
    assert table.stacks == {"A": 50 + 3 + 13, "B": 50 - 3 - 13}
    table = table_of(500, 500, rules=on_one_street("face-up"))
    hands = cp.deal_many(1, 4, 13, seed=1)[0]
    boards = [cp.best_royalties(hand, "pagat") for hand in hands]
    first, second, *others = [cp.Placement(*board.rows, declare=bool(n)) for n, board in enumerate(boards)]
    table.deal(hands=2)
    table.enter("A", [first, second])
    table.enter("B", [others[0].board, others[1].board])
    assert [event["declare"] for event in table.events[-2:]] == [[False, True], "if better"]
    table.settle()
    assert table.events[-1]["declare"] == [*("if better", False), *("if better", True)]


def test_declarations_are_plain_in_the_ledger(tmp_path):
    """Bools of NumPy, lists for one hand, and None for the declaration of the board."""
    dragon = cp.Board.parse("2s 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc As")
    for declare, plain in ((np.True_, True), ([np.False_], False), ([None], "if better"), (("dragon",), "dragon")):
        path = tmp_path / f"{plain}.jsonl"
        table = table_of(500, 500, rules="pagat", ledger=path)
        table.enter("A", dragon, declare=declare)
        assert table.declared == Table.from_ledger(path).declared == {"A": (plain,)}
        table.enter("A", cp.Placement(*dragon.rows, declare=np.True_))
        assert table.declared == {"A": (True,)}
        table.settle({"B": cp.FOUL}, declare={"A": np.False_})
        assert Table.from_ledger(path).stacks == table.stacks


@pytest.mark.parametrize("entered", [False, True])
def test_answers_are_boards_with_declarations(entered):
    """What `arrange` and bots return, and boards in any form that `settle` reads; a declaration by name has precedence."""
    dragon, other = "2s 3h 4s / 5c 6h 7s 8h 9c / Td Jh Qh Kc Ac", "2c 3c 5d / 4c 4d 6s 6d 8s / 7d 7c 7h 9s 9d"
    rows = [row.split() for row in other.split(" / ")]
    for answer, declare, event in (
        (dragon, None, "if better"),
        (cp.Placement(*cp.Board.parse(dragon).rows), None, "if better"),
        (cp.Placement(*cp.Board.parse(dragon).rows, declare=False), None, False),
        (cp.Placement(*cp.Board.parse(dragon).rows, declare=cp.rulebook.Pattern.DRAGON), None, "dragon"),
        (cp.Placement(*cp.Board.parse(dragon).rows, declare=False), True, True),
    ):
        table = table_of(500, 500, rules="pagat")
        if entered:
            table.enter("A", answer, declare=declare)
            table.enter("B", rows)
            settled = table.settle()
        else:
            settled = table.settle({"A": answer, "B": rows}, declare={} if declare is None else {"A": declare})
        assert table.events[-1]["declare"][table.events[-1]["players"].index("A")] == event
        expected = cp.settle([other, dragon], "pagat", button=1, declare=["if better", event])
        assert dict(zip("BA", settled.points, strict=True)) == dict(zip("BA", expected.points, strict=True))


@pytest.mark.parametrize(("name", "board", "options", "message"), [
    ("D", HIGH, {}, "'D' is not dealt in: expected one of C, A"),
    ("B", HIGH, {}, "'B' is not dealt in: expected one of C, A"), (5, HIGH, {}, "5 is not dealt in: expected one of C, A"),
    ("A", "nonsense", {}, "bad board 'nonsense'"),
    ("A", 5, {}, "the board of A: expected a Board, text, three rows, 13 cards, None or FOUL, got 5"),
    ("A", [HIGH, LOW], {}, "the board of A: expected a Board, text, three rows, 13 cards, None or FOUL, got"),
    ("A", "As / Kd / Qc", {}, "the board of A: front: expected 3 cards, got 1 .*; pass FOUL for a dead hand"),
    ("A", None, {}, "the board of A: a surrender, which the rules 'pagat' do not allow"),
    ("A", "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5h", {}, "is both in the board of C and in the board of A"),
    ("A", LOW, {"declare": "party"}, "declare: the rules '.*' have no natural 'party'"),
    ("A", LOW, {"reserved": HIGH.replace("/", "")}, "reserved: expected none, because hands cannot be reserved"),
])  # fmt: skip
def test_boards_that_cannot_be_entered(refuses, tmp_path, name, board, options, message):
    table = table_of(50, 50, 50, rules="pagat", ledger=tmp_path / "table.jsonl")
    table.deal(sitting_out=["B"])
    table.enter("C", HIGH)
    before = state_of(table)
    refuses(cp.CpokerError, message, table.enter, name, board, **options)
    assert state_of(table) == before == state_of(Table.from_ledger(tmp_path / "table.jsonl"))


def test_the_table_deals_cards(refuses, path):
    table = table_of(50, 50, 50, rules="pagat", ledger=path)
    deal = table.deal(cards=True, seed=7)
    assert set(deal.cards) == set(deal.players) == {"A", "B", "C"}
    hands = [hand for hands in deal.cards.values() for hand in hands]
    assert [len(hand) for hand in hands] == [13, 13, 13]
    assert len(frozenset(card for hand in hands for card in hand)) == 39
    again = Table.from_ledger(path)  # a restart does not change the cards that players have seen
    assert again.current.cards == deal.cards
    boards = {name: cp.best_royalties(cards[0], "pagat") for name, cards in deal.cards.items()}
    refuses(errors.TableError, "'A' was dealt other cards: expected ", again.enter, "A", boards["B"])
    with pytest.raises(errors.TableError, match="'[AB]' was dealt other cards: expected "):
        again.settle(boards | {"A": boards["B"], "B": boards["A"]})
    for name, board in boards.items():
        again.enter(name, board)
    again.settle()
    assert Table.from_ledger(path).stacks == again.stacks
    assert table_of(50, 50, 50, rules="pagat").deal(cards=True, seed=7).cards == deal.cards
    assert table_of(50, 50, 50, rules="pagat").deal(cards=True).cards != deal.cards


def test_two_hands_are_dealt_and_entered(refuses, path):
    table = table_of(50, 50, rules="hawaiian-gardens", ledger=path)
    rules = replace(table.rules, table=replace(table.rules.table, two_hands=True))
    path.unlink()
    table = table_of(50, 50, rules=rules, ledger=path)
    table.deal(2, cards=True, seed=1)
    for name, hands in table.current.cards.items():
        assert len(hands) == 2
        table.enter(name, [cp.best_royalties(hand, rules) for hand in hands], declare=[True, False])
    assert Table.from_ledger(path).entered == table.entered
    refuses(errors.TableError, "'A': expected 2 boards, got 1", table.enter, "A", HIGH)
    assert (len(table.settle().seats), Table.from_ledger(path).stacks) == (4, table.stacks)


def test_dealt_cards_are_reserved_for_the_next_deal(refuses, path):
    table = table_of(90, 90, rules="pagat", ledger=path, reserve_hands=True)
    deal = table.deal(cards=True, seed=3)
    reserved = {name: hands[1] for name, hands in deal.cards.items()}
    for name, (hand, _) in deal.cards.items():
        table.enter(name, cp.best_royalties(hand, "pagat"))
    table.settle()
    assert table.reserved == reserved
    deal = table.deal(cards=True)
    assert (deal.reserved, deal.cards) == (reserved, {})  # they play the reserved hands
    refuses(errors.TableError, "'A' plays a reserved hand: expected", table.enter, "A", HIGH)
    for name, hand in reserved.items():
        table.enter(name, cp.best_royalties(hand, "pagat"))
    table.settle()
    assert (table.reserved, state_of(Table.from_ledger(path))) == ({}, state_of(table))


def test_boards_and_reserved_hands_are_entered_together(refuses):
    table = table_of(90, 90, rules="pagat", reserve_hands=True)
    spare = [str(hand) for hand in cp.deal(2, dead=[*cp.CardSet(HIGH.replace("/", "")), *cp.CardSet(LOW.replace("/", ""))])]
    table.enter("A", HIGH, reserved=spare[0])
    refuses(errors.TableError, r"reserved\['B'\]: another hand of this deal has ", table.enter, "B", LOW, reserved=spare[0])
    refuses(errors.TableError, r"reserved\['B'\]: expected 13 cards, got 1", table.enter, "B", LOW, reserved="As")
    table.enter("B", LOW, reserved=spare[1])
    table.settle()
    assert table.reserved == {"A": cp.CardSet(spare[0]), "B": cp.CardSet(spare[1])}
    table = table_of(50, 50, rules=on_one_street("face-up"))
    table.deal(2)
    for board, got in (
        (cp.Placement(*cp.Board.parse(HIGH).rows), "1 item"), (HIGH, "1 item"), (HIGH.split(" / "), "3 items"),
    ):  # fmt: skip
        refuses(errors.TableError, f"'A': expected 2 boards, got {got}", table.enter, "A", board)
    table = table_of(50, 50, rules="pagat", reserve_hands=True)
    with pytest.raises(cp.errors.CardError, match="reserved: bad card 'xx' at character 1") as caught:
        table.enter("A", HIGH, reserved="xx")
    assert caught.value.argument == "reserved"
    with pytest.raises(cp.errors.CardError, match=r"reserved\['[AB]'\]: cannot read cards from 3"):
        table.settle({"A": HIGH, "B": LOW}, reserved={"A": 3, "B": 3})


# ---- corrections ----
def test_undo_reverses_one_event_after_the_other(refuses, path):
    table = Table(raked(chips=3), ledger=path)
    states = [state_of(table) | {"events": None}]
    acts = [
        lambda: table.sit("A", 90), lambda: table.sit("B", 90), lambda: table.settle({"A": HIGH, "B": LOW}),
        lambda: table.buy("A", 20), lambda: table.sit("C", 50), lambda: table.deal(cards=True, seed=2),
        lambda: table.enter("B", cp.best_royalties(table.current.cards["B"][0], "pagat")), lambda: table.cancel(),
        lambda: table.leave("B"),
    ]  # fmt: skip
    for act in acts:
        act()
        states.append(state_of(table) | {"events": None})
    lines = len(table.events)
    for state in states[-2::-1]:
        undone = table.undo()
        assert state_of(table) | {"events": None} == state
        assert undone["event"] != "undo"
        assert state_of(Table.from_ledger(path)) == state_of(table)
    refuses(errors.TableError, "undo: there is no event to undo", table.undo)
    assert [event["event"] for event in table.events[lines:]] == ["undo"] * len(acts)
    assert [event["line"] for event in table.events[lines:]] == list(range(lines, 1, -1))


def test_a_settled_deal_can_be_corrected_and_standings_count_it():
    table = table_of(50, 50, rules="pagat")
    table.enter("A", HIGH)
    table.enter("B", cp.FOUL)
    table.settle()
    assert (table.stacks, table.undo()["event"], set(table.entered)) == ({"A": 53, "B": 47}, "deal", {"A", "B"})
    table.enter("B", "Ac Ad 3c / Ks Kh Kc 9d 8c / Qh Jh 8h 7h 6h")  # wins front and middle
    table.settle()
    assert table.stacks == {"A": 49, "B": 51}
    assert [(entry.event, entry.deal, entry.other, entry.chips, entry.stack) for entry in table.trace("A")] == [
        ("sit", 0, None, 50, 50), ("deal", 1, "B", 3, 53), ("undo deal", 1, "B", -3, 50), ("deal", 1, "B", -1, 49),
    ]  # fmt: skip
    table = table_of(50, 50, 50, rules="pagat", unit=2)
    table.settle({"A": HIGH, "B": LOW, "C": cp.FOUL})
    table.leave("C")
    table.buy("B", 10)
    rows = [(row.name, row.seat, row.stack, row.bought, row.left_with, row.deals, row.won) for row in table.standings()]
    assert rows == [("A", 0, 62, 50, 0, 1, 12), ("B", 1, 60, 60, 0, 1, 0), ("C", None, 0, 50, 38, 1, -12)]
    table.undo()
    table.undo()
    assert [(row.name, row.seat, row.bought) for row in table.standings()] == [("A", 0, 50), ("B", 1, 50), ("C", 2, 50)]


# ---- ledgers ----
@pytest.mark.parametrize(("event", "message"), [
    ({"event": "undo", "line": 2}, "undo: expected line 5, the last event, got 2"),
    ({"event": "undo", "line": True}, "undo: expected line 5, the last event, got True"),
    ({"event": "undo"}, "missing key 'line'"), ({"event": "begin"}, "deal 1 is in progress"),
    ({"event": "board", "player": "A", "boards": [], "declare": True, "reserved": None}, "'A': expected 1 board, got 0"),
    ({"event": "board", "player": "A", "boards": [5], "declare": True, "reserved": None}, "the board of A: "),
    ({"event": "sit", "player": "C", "seat": 2, "chips": 5}, "deal 1 is in progress"), ({"event": "cancel", "x": 1}, None),
])  # fmt: skip
def test_events_of_deals_in_a_ledger_are_checked(refuses, path, event, message):
    table = table_of(50, 50, rules="pagat", ledger=path)
    table.enter("B", HIGH)
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(event) + "\n")
    if message is None:
        assert Table.from_ledger(path).current is None
        return
    refuses(errors.LedgerError, f"line 6: {message}", Table.from_ledger, path)


@pytest.mark.parametrize("change", [
    lambda cards: cards.pop("A"), lambda cards: cards["A"].append(cards["A"][0]), lambda cards: cards.update(A=cards["B"]),
    lambda cards: cards.update(A=["As Kd"]),
])  # fmt: skip
def test_dealt_cards_in_a_ledger_are_checked(refuses, path, change):
    table_of(50, 50, rules="pagat", ledger=path).deal(cards=True)
    lines = path.read_text(encoding="utf-8").splitlines()
    event = json.loads(lines[-1])
    change(event["cards"])
    path.write_text("\n".join([*lines[:-1], json.dumps(event)]) + "\n", encoding="utf-8")
    refuses(errors.LedgerError, "line 4: (cards|stacks.0.): expected ", Table.from_ledger, path)


@pytest.mark.parametrize("moment", ["torn", "written", "synced"])
def test_a_kill_while_boards_are_entered_loses_no_written_event(path, moment):
    table_of(50, 50, 50, 50, rules="pagat", ledger=path)
    code = (
        "import cpoker_fast as cp\n"
        "table = cp.app.table.Table.from_ledger(sys.argv[1])\n"
        f"for name, board in zip('ABCD', {FOUR!r}): table.enter(name, board)\n"
    )
    run_until_killed(code, path, at=(moment, 4))  # the beginning of the deal, then the boards of A, B and C
    with pytest.warns(errors.LedgerWarning) if moment == "torn" else pytest.MonkeyPatch.context():
        table = Table.from_ledger(path)
    assert [*table.entered] == (["A", "B"] if moment == "torn" else ["A", "B", "C"])
    for name, board in zip("ABCD", FOUR, strict=True):
        table.enter(name, board)
    table.settle()
    assert chips_of(table) == 200


# ---- the rake of winnings ----
def test_a_percentage_of_winnings_has_a_cap(path):
    table = table_of(100, 100, 100, rules=raked(percent=10, cap=4), unit=5, ledger=path)
    settled = table.settle({"A": HIGH, "B": LOW, "C": cp.FOUL})
    chips = dict(zip(table.events[-1]["players"], settled.chips, strict=True))
    assert chips["A"] > 40  # 10 percent are more than the cap
    assert chips["C"] < 0
    expected = {name: min(max(won, 0) * 10 // 100, 4) for name, won in chips.items()}
    assert table.stacks == {name: 100 + won - expected[name] for name, won in chips.items()}
    assert table.rake == sum(expected.values()) > 0
    assert [(entry.event, entry.chips) for entry in table.trace("A")][-1] == ("rake", -4)
    assert (chips_of(table), Table.from_ledger(path).rake) == (300, table.rake)


def test_a_percentage_is_rounded_down_and_a_cap_requires_one(refuses):
    winnings = {-50: 0, 0: 0, 9: 0, 10: 1, 19: 1, 200: 20, 10_000: 30}
    assert {won: cp.rulebook.Rake(percent=10, cap=30).of_winnings(won) for won in winnings} == winnings
    refuses(cp.errors.RulesError, "table.rake.cap: requires `percent`", cp.rulebook.Rake, cap=5)
    refuses(cp.errors.RulesError, "table.rake.percent: expected 0 to 100, got 101", cp.rulebook.Rake, percent=101)
