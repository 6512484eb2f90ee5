"""Reading lines in parts, against Python's text files."""

import os
import sys
from time import perf_counter

import pytest
from command_line import cpoker

from cpoker_fast import strength
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


HIGH, LOW = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h"
HAND = HIGH.replace("/ ", "")


@pytest.mark.parametrize(("command", "lines"), [
    ("rank", ["As Ks, Qs", "2c,2d 2h"]),
    ("set", [HAND, HAND.replace(" 9h", ",9h")]),
    ("analyze --deals 50 --seed 1", [HAND]),
    ("analyze --losses --deals 100 --seed 1", [HIGH, LOW.replace("/", "|")]),
    ("score", [f"王小明: {HIGH}", f"Bo:{LOW}"]),
    ("replay -", [f"王小明: {HIGH}", f"Bo:{LOW}", "", HIGH, LOW]),
    ("record", ["deal Ann Bo", "Bo: Ah Kd 2c 9s 9h", "2c / 9s 9h / Ah Kd"]),
])  # fmt: skip
def test_full_width_marks_are_read_like_ascii_ones(command, lines):
    """Input methods for Chinese type them. They are read alike in lines, in arguments and in commands."""
    wide = str.maketrans(dict(zip(":/|, ", "：／｜，\u3000", strict=True)))
    both = [lines, [line if line.startswith("deal") else line.translate(wide) for line in lines]]
    ascii_result, wide_result = (cpoker(*command.split(), stdin="\n".join([*some, ""])) for some in both)
    assert ascii_result.returncode == 0, ascii_result.stderr
    assert (wide_result.stdout, wide_result.stderr) == (ascii_result.stdout, ascii_result.stderr)
    if command == "score":
        assert cpoker(command, *both[1]).stdout == cpoker(command, *lines).stdout


def test_many_bad_lines_take_linear_time(tmp_path):
    """Each call of the reader ends at a bad line; it does not look at the lines after it."""
    lines = ["As Ax"] * (1 << 17)
    begin = perf_counter()
    batches = input_lines.cards_in_batches(tuple(lines), None, [3, 5], strength, report=lambda _error: None)
    assert [*batches] == []
    assert perf_counter() - begin < 30  # quadratic time would be minutes


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
