"""Tables: work that is not repeated, counted by parsed boards and settled tables."""

import pytest
from counting import counting
from tables import FOUR, table_of

import cpoker_fast as cp
from cpoker_fast.app.table import Table
from cpoker_fast.app.table.host import Host


@pytest.fixture
def counts(monkeypatch):
    return counting(monkeypatch)


def evening(path, deals):
    """Play deals of four players, whose boards are entered one by one."""
    table = table_of(500, 500, 500, 500, rules="pagat", ledger=path)
    for _ in range(deals):
        for name, board in zip("ABCD", FOUR, strict=True):
            table.enter(name, board)
        table.settle()
    return table


def test_a_board_that_is_typed_is_parsed_once(counts):
    """A host types a line for each board; none of the boards before it is parsed again, in any deal."""
    host = Host(Table("pagat"), as_json=False)
    for name in "ABCD":
        host.run(f"sit {name} 500")
    for _ in range(3):
        for name, board in zip("ABCD", FOUR, strict=True):
            counts.clear()
            host.run(f"{name}: {board}")
            assert counts == {"parse": 1}
        counts.clear()
        host.run("boards")
        host.run("settle")
        host.run("standings")
        assert counts == {"settle": 1}


def test_a_board_that_is_entered_is_parsed_once(counts):
    table = table_of(500, 500, rules="hawaiian-gardens")
    table.enter("A", FOUR[0])
    table.enter("B", FOUR[1])
    table.enter("A", FOUR[2])  # replaces the first board
    assert [board for boards in table.entered.values() for board in boards] == [*map(cp.Board.parse, FOUR[2:0:-1])]
    table.settle()
    assert counts == {"parse": 3, "settle": 1}
    counts.clear()
    table_of(50, 50, rules="pagat").settle({"A": FOUR[0], "B": cp.Board.parse(FOUR[1])})
    assert counts == {"parse": 1, "settle": 1}


def test_a_ledger_is_resumed_without_settling_its_deals_again(path, counts):
    table = evening(path, 5)
    table.enter("A", FOUR[0])
    counts.clear()
    again = Table.from_ledger(path)
    assert again.entered == table.entered
    assert counts == {"parse": 5 * 4 + 1}  # one for each entered board
    again.settle(dict(zip("BCD", FOUR[1:], strict=True)))
    assert counts["settle"] == 1
    counts.clear()
    assert (again.check(), counts["settle"]) == (6, 6)


@pytest.mark.parametrize("correction", ["undo", "cancel"])
def test_corrections_parse_and_settle_nothing(counts, correction):
    table = evening(None, 2)
    table.enter("A", FOUR[0])
    counts.clear()
    getattr(table, correction)()
    assert counts == {}
