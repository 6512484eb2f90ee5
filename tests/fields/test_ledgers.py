"""Fields of the boards in ledgers."""

import dataclasses
import json

import pytest
from known_boards import DRAGON, FOUR_MORE, HIGH, LOW, PAGAT_WITH_SURRENDER, A, B

import cpoker_fast as cp
from cpoker_fast import errors


def boards_of(field):
    """Return the boards of a field with their declarations; None for a surrender."""
    return [
        (None if cards[0] == 255 else str(cp.Board.of_cards(cards)), declare)
        for cards, declare in zip(field.boards.tolist(), field.declare.tolist(), strict=True)
    ]


def text_of(board):
    return str(cp.Board.parse(board))


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


def test_boards_of_all_players_in_the_order_of_the_ledger(friday):
    field = cp.fields.Field.from_ledger(friday)
    assert field.rules == cp.rules("pagat")
    assert sorted(boards_of(field)[:2]) == sorted([(text_of(HIGH), False), (text_of(LOW), False)])
    assert sorted(boards_of(field)[2:]) == sorted([(text_of(A), False), (text_of(B), False)])
    assert "friday.jsonl" in field.made_by


def test_boards_of_some_players(friday):
    field = cp.fields.Field.from_ledger(friday, players=["Ann"])
    assert boards_of(field) == [(text_of(HIGH), False), (text_of(A), False)]
    assert field == cp.fields.Field("pagat", [HIGH, A])
    assert boards_of(cp.fields.Field.from_ledger(str(friday), players=("Cy", "Bob"))) == [
        (text_of(LOW), False), (text_of(B), False),
    ]  # fmt: skip
    others = cp.fields.Field("pagat", [LOW, B])
    for board in (HIGH, A):
        assert cp.fields.Field.from_ledger(friday, players=["Bob", "Cy"]).points([board]) == others.points([board])


def test_several_ledgers(friday, tmp_path):
    saturday = ledger(tmp_path / "saturday.jsonl", [{"Ann": FOUR_MORE, "Dan": HIGH}])
    field = cp.fields.Field.from_ledger(iter([friday, saturday]), players=["Ann"])
    assert boards_of(field) == [(text_of(board), False) for board in (HIGH, A, FOUR_MORE)]
    with pytest.raises(
        errors.FieldError, match="players: no board of 'Dane': did you mean 'Dan'. expected one of Bob, Ann, Cy, Dan"
    ):
        cp.fields.Field.from_ledger([friday, saturday], players=["Dane"])


def test_surrenders_count_and_dead_hands_are_skipped(tmp_path):
    deals = [{"Ann": None, "Bob": LOW}, {"Ann": cp.FOUL, "Bob": A}]
    path = ledger(tmp_path / "ledger", deals, PAGAT_WITH_SURRENDER)
    assert boards_of(cp.fields.Field.from_ledger(path, players=["Ann"])) == [(None, False)]
    assert [board for board, _ in boards_of(cp.fields.Field.from_ledger(path, players=["Bob"]))] == [
        text_of(LOW), text_of(A),
    ]  # fmt: skip
    with pytest.raises(errors.RulesError, match="board index 0: a surrender, which the rules 'pagat' do not allow"):
        cp.fields.Field.from_ledger(path, "pagat", players=["Ann"])


@pytest.mark.parametrize(("declare", "declared"), [(None, True), ({"Ann": True}, True), ({"Ann": False}, False)])
def test_naturals_are_declared_as_in_the_deal(tmp_path, declare, declared):
    plain = "Ah Kd Qc / Jc Js 9s 8h 7c / 6h 6d 5s 5h 4c"
    path = ledger(tmp_path / "ledger", [{"Ann": DRAGON, "Bob": plain}], declare=declare)
    assert boards_of(cp.fields.Field.from_ledger(path, players=["Ann"])) == [(text_of(DRAGON), declared)]


def test_two_hands_of_a_player(tmp_path):
    rules = dataclasses.replace(cp.rules("pagat"), table=cp.rulebook.TableTerms(two_hands=True))
    table = cp.app.table.Table(rules, ledger=tmp_path / "ledger")
    table.sit("Ann", 100), table.sit("Bob", 100)
    hands = cp.deal(4, seed=1)
    ann, bob, ann_too, bob_too = (cp.best_royalties(hand, "pagat") for hand in hands)
    table.deal(hands=2)
    table.settle({"Ann": [ann, ann_too], "Bob": [bob, bob_too]})
    field = cp.fields.Field.from_ledger(tmp_path / "ledger", players=["Bob"])
    assert [board for board, _ in boards_of(field)] == [str(bob), str(bob_too)]


def test_rules_of_ledgers(friday, tmp_path):
    renamed = dataclasses.replace(cp.rules("pagat"), name="ours", table=cp.rulebook.TableTerms(buy_in_least=2))
    alike = ledger(tmp_path / "alike", [{"Ann": LOW, "Bob": HIGH}], renamed)
    assert len(cp.fields.Field.from_ledger([friday, alike])) == 6
    assert cp.fields.Field.from_ledger([alike, friday]).rules.name == "ours"
    other = ledger(tmp_path / "other", [{"Ann": LOW, "Bob": HIGH}], "one-six")
    expected = "expected rules that pay like 'pagat' in .*friday.jsonl, line 6, got 'one-six': pass rules= to choose"
    with pytest.raises(errors.FieldError, match=f"other, line 5: {expected}"):
        cp.fields.Field.from_ledger([friday, other])
    assert cp.fields.Field.from_ledger([friday, other], "one-six").rules == cp.rules("one-six")
    assert len(cp.fields.Field.from_ledger([friday, other], cp.rules("simple"))) == 6


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
    assert (cp.fields.Field.from_ledger(path).rules, len(cp.fields.Field.from_ledger(path))) == (cp.rules("one-six"), 6)
    table.change("pagat")
    assert len(cp.fields.Field.from_ledger(path)) == 6
    table.settle({"Ann": A, "Bob": B})
    expected = "expected rules that pay like 'one-six' in .*ledger, line 5, got 'pagat': pass rules= to choose"
    with pytest.raises(errors.FieldError, match=f"ledger, line 12: {expected}"):
        cp.fields.Field.from_ledger(path)
    assert len(cp.fields.Field.from_ledger(path, "pagat")) == 8


def test_a_field_from_a_ledger_is_used_and_saved_as_any_other(friday, tmp_path):
    field = cp.fields.Field.from_ledger(friday)
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
    assert len(cp.fields.Field.from_ledger(tmp_path / "ledger")) == 2
    assert (tmp_path / "ledger").read_bytes() == before
    table.settle({"Ann": A, "Bob": B})
    with (tmp_path / "ledger").open("ab") as file:
        file.write(b'{"event": "de')
    with pytest.warns(errors.LedgerWarning, match="dropped the unreadable last line"):
        assert len(cp.fields.Field.from_ledger(tmp_path / "ledger")) == 4


@pytest.mark.parametrize(("change", "problem"), [
    ({"boards": 5}, ""),
    ({"boards": ["As / Kd / Qc"] * 2}, "front: expected 3 cards, got 1"),
    ({"declare": []}, ""), ({"players": []}, ""), ({"players": None}, ""), ({"declare": None}, ""),
])  # fmt: skip
def test_damaged_deals_are_named(friday, change, problem):
    lines = friday.read_text().splitlines()
    lines = [line for line in lines if '"sit"' not in line or "Cy" not in line]
    index = next(number for number, line in enumerate(lines) if '"deal"' in line)
    lines[index] = json.dumps(json.loads(lines[index]) | change)
    friday.write_text("\n".join(lines))
    with pytest.raises(errors.LedgerError, match=f"friday.jsonl, line {index + 1}: {problem}") as caught:
        cp.fields.Field.from_ledger(friday)
    assert caught.value.line == index + 1


def test_deals_that_were_undone_do_not_count(friday):
    lines = friday.read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if '"deal"' in text and f'"{text_of(A)}"' in text)
    friday.write_text("\n".join([*lines, json.dumps({"event": "undo", "line": line}), lines[line - 1]]))
    assert len(cp.fields.Field.from_ledger(friday)) == 4  # the deal was entered again
    friday.write_text("\n".join([*lines, json.dumps({"event": "undo", "line": line})]))
    assert [board for board, _ in boards_of(cp.fields.Field.from_ledger(friday, players=["Ann"]))] == [text_of(HIGH)]


def test_keys_that_are_missing(friday):
    lines = friday.read_text().splitlines()
    friday.write_text('{"event": "table", "version": 5}\n')
    with pytest.raises(errors.LedgerError, match="line 1: missing key 'rules'"):
        cp.fields.Field.from_ledger(friday)
    friday.write_text("\n".join([lines[0].replace('"version": 5', '"version": 4'), *lines[1:]]))
    with pytest.raises(errors.LedgerError, match="line 1: expected a table of version 5, got 'table' of version 4"):
        cp.fields.Field.from_ledger(friday)
    for old, new in (('"hands": 1', '"hands": 1000000000000'), ('"players": ["', '"players": [[], "')):
        friday.write_text("\n".join([line.replace(old, new) if '"event": "deal"' in line else line for line in lines]))
        with pytest.raises(errors.LedgerError, match=r"line \d+: (hands: expected an int|players: expected non-empty)"):
            cp.fields.Field.from_ledger(friday)
    friday.write_text("\n".join([*lines, '{"event": "undo", "line": 1}']))
    with pytest.raises(errors.LedgerError, match="undo: expected an int from 2"):
        cp.fields.Field.from_ledger(friday)
    friday.write_text(f'{lines[0]}\n{{"event": "deal"}}\n')
    with pytest.raises(errors.LedgerError, match="line 2: missing key 'hands'"):
        cp.fields.Field.from_ledger(friday)


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
    with pytest.raises(errors.FieldError, match="ledger: expected a settled deal, got none"):
        cp.fields.Field.from_ledger(tmp_path / "ledger")
    with pytest.raises(errors.FieldError, match="players: no board of 'Ann': the ledgers have no boards"):
        cp.fields.Field.from_ledger(tmp_path / "ledger", players=["Ann"])
    (tmp_path / "empty").touch()
    with pytest.raises(errors.LedgerError, match="empty, line 1: expected a table of version 5, got no event"):
        cp.fields.Field.from_ledger(tmp_path / "empty")
