"""Ledgers: reading and appending events, and dropping a torn last line. See also test_table.py."""

import json

import pytest

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.app.table.ledger import Ledger


def test_broken_and_missing_files(refuses, path, tmp_path):
    path.write_text('{"event": "table"}\n{"event": "si\n{"event": "sit"}\n', encoding="utf-8")
    with pytest.raises(errors.LedgerError, match="line 2: not JSON: .* at character 11$") as caught:
        cp.app.table.read_ledger(path)
    assert caught.value.line == 2
    path.write_bytes(b"[" * 200_000 + b"\n{}\n")
    refuses(errors.LedgerError, "line 1: not JSON", cp.app.table.read_ledger, path)
    with pytest.raises(FileNotFoundError):
        cp.app.table.read_ledger(tmp_path / "nothing")
    path = tmp_path / "events.jsonl"
    ledger = Ledger(path, {"event": "first"})
    path.unlink()
    with pytest.raises(FileNotFoundError):
        ledger.append({"event": "x"})
    assert len(ledger.events) == 1


def test_events_are_appended_and_read(tmp_path):
    path = tmp_path / "events.jsonl"
    ledger = Ledger(path, {"event": "first"})
    for number in range(3):
        ledger.append({"event": "é\u2028", "number": number})
    assert cp.app.table.read_ledger(path) == ledger.events
    assert [json.loads(line) for line in path.read_bytes().splitlines()] == ledger.events
    again = Ledger.resume(path)
    again.append({"event": "more"})
    assert cp.app.table.read_ledger(path) == [*ledger.events, {"event": "more"}]
    path.write_bytes(path.read_bytes() + b"\n\n")  # empty lines are skipped
    assert len(cp.app.table.read_ledger(path)) == 5
    ledger = Ledger(None, {"event": "x"})
    ledger.append({"event": "y"})
    assert (ledger.path, ledger.events) == (None, [{"event": "x"}, {"event": "y"}])


def test_two_programs_do_not_write_over_each_other(refuses, tmp_path):
    path = tmp_path / "events.jsonl"
    ledger = Ledger(path, {"event": "first"})
    other = Ledger.resume(path)
    other.append({"event": "x"})
    refuses(errors.LedgerError, "another program has written to this ledger: read it again", ledger.append, {"event": "y"})
    other.append({"event": "z"})
    assert [event["event"] for event in cp.app.table.read_ledger(path)] == ["first", "x", "z"]
    assert ledger.events == [{"event": "first"}]


def test_a_first_line_that_was_torn_is_written_again(refuses, tmp_path):
    path = tmp_path / "events.jsonl"
    line = json.dumps({"event": "first"}).encode() + b"\n"
    for size in (0, 5, len(line) - 1):
        path.write_bytes(line[:size])
        Ledger(path, {"event": "first"}).append({"event": "x"})
        assert cp.app.table.read_ledger(path) == [{"event": "first"}, {"event": "x"}]
    for other in (line, b"notes\n", line[:5] + b"x"):
        path.write_bytes(other)
        refuses(errors.LedgerError, "the file exists", Ledger, path, {"event": "first"})
        assert path.read_bytes() == other
