"""Fields of the boards in ledgers."""

import dataclasses
import json

import pytest
from known_boards import DRAGON, FOUR_MORE, HIGH, LOW, PAGAT_WITH_SURRENDER, A, B

import cpoker_fast as cp
from cpoker_fast import errors


def boards_of(field):
    """Return the boards of a field; None for a surrender."""
    return [None if cards[0] == 255 else cp.Board.of_cards(cards) for cards in field.boards.tolist()]


def parsed(*boards):
    return [cp.Board.parse(board) for board in boards]


def from_ledger(path, *arguments, players=None):
    return cp.fields.Field.from_ledger(path, *arguments, players=players)


def ledger(path, deals, rules="pagat", declare=None):
    """Write the ledger of a table at which these deals were played, a mapping of boards by player each."""
    table = cp.app.table.Table(rules, ledger=path)
    for name in dict.fromkeys(name for deal in deals for name in deal):
        table.sit(name, 1000)
    for deal in deals:
        table.deal(sitting_out=set(table.stacks) - set(deal))
        table.settle(deal, declare=declare)
    return path


@pytest.fixture
def friday(tmp_path):
    return ledger(tmp_path / "friday.jsonl", [{"Ann": HIGH, "Bob": LOW}, {"Ann": A, "Cy": B}])


def test_boards_of_all_or_some_players_in_the_order_of_the_ledger(friday):
    field, ann = from_ledger(friday), from_ledger(friday, players=["Ann"])
    assert field.rules == cp.rules("pagat")
    assert (set(boards_of(field)[:2]), set(boards_of(field)[2:])) == ({*parsed(HIGH, LOW)}, {*parsed(A, B)})
    assert not field.declare.any()
    assert "friday.jsonl" in field.made_by
    assert (boards_of(ann), ann) == (parsed(HIGH, A), cp.fields.Field("pagat", [HIGH, A]))
    assert boards_of(from_ledger(str(friday), players=("Cy", "Bob"))) == parsed(LOW, B)
    others = cp.fields.Field("pagat", [LOW, B])
    for board in (HIGH, A):
        assert from_ledger(friday, players=["Bob", "Cy"]).points([board]) == others.points([board])


def test_several_ledgers(friday, tmp_path):
    saturday = ledger(tmp_path / "saturday.jsonl", [{"Ann": FOUR_MORE, "Dan": HIGH}])
    assert boards_of(from_ledger(iter([friday, saturday]), players=["Ann"])) == parsed(HIGH, A, FOUR_MORE)
    message = "players: no board of 'Dane': did you mean 'Dan'. expected one of Bob, Ann, Cy, Dan"
    with pytest.raises(errors.FieldError, match=message):
        from_ledger([friday, saturday], players=["Dane"])


def test_surrenders_count_and_dead_hands_are_skipped(tmp_path):
    deals = [{"Ann": None, "Bob": LOW}, {"Ann": cp.FOUL, "Bob": A}]
    path = ledger(tmp_path / "ledger", deals, PAGAT_WITH_SURRENDER)
    assert boards_of(from_ledger(path, players=["Ann"])) == [None]
    assert boards_of(from_ledger(path, players=["Bob"])) == parsed(LOW, A)
    with pytest.raises(errors.RulesError, match="board index 0: a surrender, which the rules 'pagat' do not allow"):
        from_ledger(path, "pagat", players=["Ann"])


@pytest.mark.parametrize(("declare", "declared"), [(None, True), ({"Ann": True}, True), ({"Ann": False}, False)])
def test_naturals_are_declared_as_in_the_deal(tmp_path, declare, declared):
    plain = "Ah Kd Qc / Jc Js 9s 8h 7c / 6h 6d 5s 5h 4c"
    field = from_ledger(ledger(tmp_path / "ledger", [{"Ann": DRAGON, "Bob": plain}], declare=declare), players=["Ann"])
    assert (boards_of(field), field.declare.tolist()) == (parsed(DRAGON), [declared])


def test_two_hands_of_a_player(tmp_path):
    rules = dataclasses.replace(cp.rules("pagat"), table=cp.rulebook.TableTerms(two_hands=True))
    table = cp.app.table.Table(rules, ledger=tmp_path / "ledger")
    table.sit("Ann", 100), table.sit("Bob", 100)
    ann, bob, *other_hands = (cp.best_royalties(hand, "pagat") for hand in cp.deal(4, seed=1))
    table.deal(hands=2)
    table.settle({"Ann": [ann, other_hands[0]], "Bob": [bob, other_hands[1]]})
    assert boards_of(from_ledger(tmp_path / "ledger", players=["Bob"])) == [bob, other_hands[1]]


def test_rules_of_ledgers(friday, tmp_path):
    renamed = dataclasses.replace(cp.rules("pagat"), name="ours", table=cp.rulebook.TableTerms(buy_in_least=2))
    alike = ledger(tmp_path / "alike", [{"Ann": LOW, "Bob": HIGH}], renamed)
    assert (len(from_ledger([friday, alike])), from_ledger([alike, friday]).rules.name) == (6, "ours")
    other = ledger(tmp_path / "other", [{"Ann": LOW, "Bob": HIGH}], "one-six")
    expected = "expected rules that pay like 'pagat' in .*friday.jsonl, line 6, got 'one-six': pass rules= to choose"
    with pytest.raises(errors.FieldError, match=f"other, line 5: {expected}"):
        from_ledger([friday, other])
    assert from_ledger([friday, other], "one-six").rules == cp.rules("one-six")
    assert len(from_ledger([friday, other], cp.rules("simple"))) == 6


def test_rules_that_changed_during_an_evening(tmp_path):
    """The rules of a field are those of the deals."""
    path = tmp_path / "ledger"
    table = cp.app.table.Table("simple", ledger=path)
    table.sit("Ann", 100), table.sit("Bob", 100)
    table.change("one-six", unit=2)  # before the first deal
    table.settle({"Ann": HIGH, "Bob": LOW})
    table.change(dataclasses.replace(table.rules, table=cp.rulebook.TableTerms(seats=5)))  # pays alike
    table.settle({"Ann": HIGH, "Bob": LOW})
    table.change("pagat")
    table.undo()
    table.settle({"Ann": A, "Bob": B})
    assert (from_ledger(path).rules, len(from_ledger(path))) == (cp.rules("one-six"), 6)
    table.change("pagat")
    assert len(from_ledger(path)) == 6
    table.settle({"Ann": A, "Bob": B})
    expected = "expected rules that pay like 'one-six' in .*ledger, line 5, got 'pagat': pass rules= to choose"
    with pytest.raises(errors.FieldError, match=f"ledger, line 12: {expected}"):
        from_ledger(path)
    assert len(from_ledger(path, "pagat")) == 8


def test_a_field_from_a_ledger_is_used_and_saved_as_any_other(friday, tmp_path):
    field = from_ledger(friday)
    field.save(tmp_path / "field")
    assert cp.fields.Field.load(tmp_path / "field") == field
    assert cp.fields.Field.load(tmp_path / "field").made_by == field.made_by
    decision = cp.arrange("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h", "pagat", field)
    assert decision.points == field.points([decision.board])[0]


def test_a_table_in_use_is_only_read(tmp_path):
    table = cp.app.table.Table("pagat", ledger=tmp_path / "ledger")
    table.sit("Ann", 100), table.sit("Bob", 100)
    table.settle({"Ann": HIGH, "Bob": LOW})
    before = (tmp_path / "ledger").read_bytes()
    assert (len(from_ledger(tmp_path / "ledger")), (tmp_path / "ledger").read_bytes()) == (2, before)
    table.settle({"Ann": A, "Bob": B})
    with (tmp_path / "ledger").open("ab") as file:
        file.write(b'{"event": "de')
    with pytest.warns(errors.LedgerWarning, match="dropped the unreadable last line"):
        assert len(from_ledger(tmp_path / "ledger")) == 4


@pytest.mark.parametrize(("change", "problem"), [
    ({"boards": 5}, ""), ({"boards": ["As / Kd / Qc"] * 2}, "front: expected 3 cards, got 1"), ({"declare": []}, ""),
    ({"players": []}, ""), ({"players": None}, ""), ({"declare": None}, ""),
])  # fmt: skip
def test_damaged_deals_are_named(friday, change, problem):
    lines = friday.read_text().splitlines()
    lines = [line for line in lines if '"sit"' not in line or "Cy" not in line]
    index = next(number for number, line in enumerate(lines) if '"deal"' in line)
    lines[index] = json.dumps(json.loads(lines[index]) | change)
    friday.write_text("\n".join(lines))
    with pytest.raises(errors.LedgerError, match=f"friday.jsonl, line {index + 1}: {problem}") as caught:
        from_ledger(friday)
    assert caught.value.line == index + 1


def test_deals_that_were_undone_do_not_count(friday):
    lines, text = friday.read_text().splitlines(), f'"{cp.Board.parse(A)}"'
    number = next(number for number, line in enumerate(lines, 1) if '"deal"' in line and text in line)
    undo = json.dumps({"event": "undo", "line": number})
    friday.write_text("\n".join([*lines, undo, lines[number - 1]]))
    assert len(from_ledger(friday)) == 4  # the deal was entered again
    friday.write_text("\n".join([*lines, undo]))
    assert boards_of(from_ledger(friday, players=["Ann"])) == parsed(HIGH)


def test_keys_that_are_missing(friday):
    table, *others = friday.read_text().splitlines()
    deals = [
        "\n".join([table, *(line.replace(old, new) if '"event": "deal"' in line else line for line in others)])
        for old, new in (('"hands": 1', '"hands": 1000000000000'), ('"players": ["', '"players": [[], "'))
    ]
    for text, message in (
        ('{"event": "table", "version": 1}\n', "line 1: missing key 'rules'"),
        ("\n".join([table.replace('"version": 1', '"version": 4'), *others]),
         "line 1: expected a table of version 1, got 'table' of version 4"),
        *((text, r"line \d+: (hands: expected an int|players: expected non-empty)") for text in deals),
        ("\n".join([table, *others, '{"event": "undo", "line": 1}']), "undo: expected an int from 2"),
        (f'{table}\n{{"event": "deal"}}\n', "line 2: missing key 'hands'"),
    ):  # fmt: skip
        friday.write_text(text)
        with pytest.raises(errors.LedgerError, match=message):
            from_ledger(friday)


@pytest.mark.parametrize(("arguments", "error", "message"), [
    ({"path": 5}, errors.FieldError, "path: expected the path of a ledger, or several, got 5"),
    ({"path": [5]}, errors.FieldError, "path: expected a path, got 5"),
    ({"path": []}, errors.FieldError, "expected the path of a ledger, or several, got none"),
    ({"path": "/none/ledger"}, errors.MissingFileError, "/none/ledger: No such file"),
    ({"rules": "x"}, errors.RulesError, "unknown rules 'x'"),
    ({"players": "Ann"}, errors.FieldError, "players: expected names, got 'Ann'"),
    ({"players": []}, errors.FieldError, r"players: expected names, got \[\]"),
    ({"players": [5]}, errors.FieldError, "players: expected non-empty printable text"),
])  # fmt: skip
def test_bad_calls(friday, arguments, error, message):
    with pytest.raises(error, match=message):
        cp.fields.Field.from_ledger(**{"path": friday} | arguments)


def test_ledgers_without_boards(tmp_path):
    cp.app.table.Table("pagat", ledger=tmp_path / "ledger")
    (tmp_path / "empty").touch()
    for name, players, error, message in (
        ("ledger", None, errors.FieldError, "ledger: expected a settled deal, got none"),
        ("ledger", ["Ann"], errors.FieldError, "players: no board of 'Ann': the ledgers have no boards"),
        ("empty", None, errors.LedgerError, "empty, line 1: expected a table of version 1, got no event"),
    ):
        with pytest.raises(error, match=message):
            from_ledger(tmp_path / name, players=players)
