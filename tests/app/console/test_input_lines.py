"""Reading lines in parts, against Python's text files."""

import os
import sys

import pytest

from cpoker_fast.app.console import input_lines
from cpoker_fast.app.console.input_lines import lists_of_lines
from cpoker_fast.errors import CpokerError


def read(path, report=lambda _position, _size: None, size=0):
    return [line for lines in lists_of_lines(str(path), report, size) for line in lines]


@pytest.mark.parametrize("most_bytes", [1, 2, 3, 5, 64, 1 << 17])
@pytest.mark.parametrize("text", [
    "", "\n", "a", "a\n", "\n\na\n\n", "a\r\nb\rc\nd\r", "\ufeff", "\ufeffa\r\n\ufeffb", "A♠ 李\u2028x\x0b\r\r\n\x85é",
    "é" * 99 + "\n",
], ids=repr)  # fmt: skip
def test_lines_are_those_of_a_text_file(tmp_path, monkeypatch, text, most_bytes):
    """Line breaks, a byte order mark and characters of several bytes may be split between two reads."""
    monkeypatch.setattr(input_lines, "_MOST_BYTES", most_bytes)
    path = tmp_path / "text"
    path.write_bytes(text.encode())
    with path.open(encoding="utf-8-sig") as stream:
        assert read(path) == [line.removesuffix("\n") for line in stream]


@pytest.mark.parametrize("most_bytes", [1, 3, 1 << 17])
@pytest.mark.parametrize(("data", "lines", "message"), [
    (b"a\nb\xffc\nd", ["a"], "invalid start byte at byte 4"),
    (b"\xef\xbb\xbfa\n\xe2\x99x", ["a"], "invalid continuation byte at byte 6"),
    (b"a\r\n\xe2\x99", ["a"], "unexpected end of data at byte 4"),
])  # fmt: skip
def test_bytes_that_are_no_text(tmp_path, monkeypatch, data, lines, message, most_bytes):
    monkeypatch.setattr(input_lines, "_MOST_BYTES", most_bytes)
    path = tmp_path / "text"
    path.write_bytes(data)
    seen = []
    with pytest.raises(CpokerError, match=f"^not UTF-8 text: {message}$"):
        seen.extend(line for part in lists_of_lines(str(path), lambda _position, _size: None, 0) for line in part)
    assert seen == lines


def test_the_progress_counts_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(input_lines, "_MOST_BYTES", 4)
    path = tmp_path / "text"
    path.write_text("♠" * 4, encoding="utf-8")
    reports = []
    read(path, lambda *numbers: reports.append(numbers), 12)
    assert reports == [(0, 12), (4, 12), (8, 12), (12, 12)]


@pytest.mark.skipif(sys.platform != "linux", reason="no /dev/fd")
def test_lines_of_a_pipe_arrive_at_once():
    """A line is read before the writer has closed the pipe, or has written the next line."""
    theirs, ours = os.pipe()
    lists = lists_of_lines(f"/dev/fd/{theirs}", lambda _position, _size: None, 0)
    try:
        os.write(ours, b"first\nsec")
        assert next(lists) == ["first"]
        os.write(ours, b"ond\nthird\n")
        assert next(lists) == ["second", "third"]
    finally:
        os.close(ours)
    assert list(lists) == []
    os.close(theirs)
