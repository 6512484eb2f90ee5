"""Messages: lines of the host, and replies of engines, which may be any bytes."""

import contextlib
import json
import random
import time

import pytest

from cpoker_fast.engines import messages
from cpoker_fast.engines.messages import check_reply, error_line, line_of, read_hello, read_message, read_placements
from cpoker_fast.errors import EngineError

HELLO = {"type": "hello", "protocol": 1, "name": "Ann"}


@pytest.mark.parametrize(("line", "problem"), [
    (b"", "wrote an empty line"), (b" ", "wrote an empty line"),
    (b"hello", "wrote a line that is not JSON: 'hello' (logs belong on standard error)"),
    (b'{"a": 1} x', "not JSON: Extra data"), (b'{"a": NaN}', "not JSON: NaN is no number"),
    (b'{"a": -Infinity}', "not JSON: -Infinity is no number"), (b'{"a": 1, "b": 2, "a": 3}', "not JSON: duplicate key 'a'"),
    (b'{"a": {"b": 1, "b": 1}}', "not JSON: duplicate key 'b'"),
    (b'{"a": 1' + b"0" * 50_000 + b"}", "not JSON: a number of 50001 digits"), (b"[" * 60_000, "not JSON: '[[["),
    (b'{"a":' * 20_000, "not JSON: nested too deeply"), (b"\xef\xbb\xbf{}", "not JSON: "),
    (b'{"a": "\x00"}', "not JSON: Invalid control character"), (b"\xff\xfe{}", "not UTF-8: invalid start byte at byte 1"),
    (b'{"a": "\xed\xa0\x80"}', "not UTF-8: invalid continuation byte at byte 8"),
    (b"[1, 2]", "replied with [1, 2]: expected a JSON object"), (b"null", "replied with None: expected a JSON object"),
])  # fmt: skip
def test_lines_that_are_no_messages(line, problem):
    with pytest.raises(EngineError) as caught:
        read_message(line)
    assert problem in caught.value.problem
    assert len(str(caught.value)) < 250
    str(caught.value).encode()  # printable, also with surrogates


def test_the_longest_reply_with_a_duplicate_key_is_read_soon():
    most = messages.longest_reply(messages.MOST_POSITIONS)
    keys = [f'"{number:06x}":0' for number in range(most // 11 - 1)]
    line = f"{{{','.join([*keys, keys[-1]])}}}".encode()
    assert most - 20 < len(line) <= most
    started = time.process_time()
    with pytest.raises(EngineError, match=f"duplicate key '{len(keys) - 1:06x}'"):
        read_message(line)
    assert time.process_time() - started < 5  # comparisons of all keys with each other would take minutes


@pytest.mark.parametrize(("reply", "number", "problem", "has_ended"), [
    *[(reply, 7, f"replied with the type {kind}: expected 'placements'", True) for reply, kind in [
        ({"type": "pong", "id": 7}, "'pong'"), ({"id": 7}, "None"), ({"type": ["placements"], "id": 7}, "['placements']"),
    ]],
    *[(reply, 7, f"replied with the id {number}: expected 7", True) for reply, number in [
        ({"type": "placements", "id": 8}, "8"), ({"type": "placements"}, "None"),
        ({"type": "placements", "id": 7.0}, "7.0"), ({"type": "placements", "id": "7"}, "'7'"),
        ({"type": "error", "id": 8, "message": "no"}, "8"),
        ({"type": "error", "id": 7.0, "message": "no"}, "7.0"), ({"type": "error", "id": None, "message": "no"}, "None"),
    ]],
    *[({"type": kind, "id": True}, 1, "replied with the id True: expected 1", True) for kind in ("placements", "error")],
    ({"type": "error", "id": 7, "message": "no\x1b[31m\nway"}, 7, "reported an error: no?[31m way", False),
    ({"type": "error", "message": "\ud800"}, 7, "reported an error: ?", False),
    ({"type": "error", "id": 7, "message": {"a": 1}}, 7, "reported an error: {'a': 1}", False),
    ({"type": "error", "id": 7}, 7, "reported an error: ", False),
])  # fmt: skip
def test_replies_to_other_requests_and_errors(reply, number, problem, has_ended):
    with pytest.raises(EngineError) as caught:
        check_reply(reply, "placements", number)
    assert (caught.value.problem, caught.value.has_ended) == (problem, has_ended)
    check_reply({"type": "placements", "id": number}, "placements", number)


@pytest.mark.parametrize(("change", "problem"), [
    *[({"protocol": number}, f"replied with the protocol {number}: expected 1") for number in (2, True, None)],
    ({"name": ""}, "replied with the name '': expected 1 to 40 printable characters, without spaces around them"),
    ({"name": "x" * 41}, "replied with the name 'xxxxx"), ({"name": "two\nlines"}, r"replied with the name 'two\\nlines'"),
    ({"name": "\x1b[2J"}, r"replied with the name '\\x1b\[2J'"), ({"name": "\ud800"}, r"replied with the name '\\ud800'"),
    ({"name": " Ann"}, "replied with the name ' Ann'"), ({"name": 5}, "replied with the name 5"),
    ({"settlements": 1}, "replied with the settlements 1: expected true or false"),
    ({"version": 1.5}, "replied with the version 1.5: expected text"), ({"author": ["Ann"]}, "replied with the author"),
])  # fmt: skip
def test_bad_greetings(change, problem):
    with pytest.raises(EngineError, match=problem):
        read_hello(HELLO | change)


def test_good_lines_and_greetings():
    assert read_hello(HELLO) == ("Ann", "", "", False)
    more = {"version": "1.2\x07", "author": "Zoë", "settlements": True, "unknown": [1]}
    assert read_hello(HELLO | more) == ("Ann", "1.2?", "Zoë", True)
    assert read_hello(HELLO | {"name": "♠" * 40}).name == "♠" * 40
    assert line_of({"type": "ping", "id": 3}) == b'{"type":"ping","id":3}\n'
    assert read_message(line_of({"text": "Zoë ♠", "rest": [1, None, 0.5]})) == {"text": "Zoë ♠", "rest": [1, None, 0.5]}


def test_placements():
    for placements, texts, problems in (
        (["- / - / As", ""], ["- / - / As", ""], {1: "gave no placement (an empty text)"}),
        ([{"front": "As"}, "x"], ["", "x"], {0: "placed {'front': 'As'}: expected text"}),
    ):
        assert read_placements({"placements": placements}, 2) == (texts, problems, {})
    for n in (0, 2):
        with pytest.raises(EngineError, match="replied with .* placements?: expected 1") as caught:
            read_placements({"placements": [""] * n}, 1)
        assert not caught.value.has_ended
    for other in ({}, {"placements": "AB"}, {"placements": None}):
        with pytest.raises(EngineError, match="replied with placements .*: expected a list of 2 placements"):
            read_placements(other, 2)


@pytest.mark.parametrize("placement", [None, 5, True, ["Ah"], {"front": "Ah"}, "A" * 60_000 + "\ud800"])
def test_problems_of_placements_are_short_and_printable(placement):
    for problem in read_placements({"placements": [placement]}, 1).problems.values():
        assert problem.startswith("placed ")
        assert len(problem) < 300
        problem.encode()
    assert messages.printable("a\x1b]0;title\x07b\u202e\ud800") == "a?]0;title?b??"
    assert len(messages.printable("x" * 10_000)) <= 160


def mutated(rng, data):
    """Return bytes with a few random changes."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(5):
            case 0:
                data[at : at + 1] = bytes([rng.randrange(256)])
            case 1:
                del data[at : at + rng.choice((1, 3, 40))]
            case 2:
                pieces = (b'"', b"{", b"[", b"null", b"1e999", b"\\ud83d", b"9" * 30, b"\xf0\x9f", b",", b"/")
                data[at:at] = rng.choice(pieces)
            case 3:
                data[at:at] = data[at : at + rng.randrange(60)]
            case 4:
                end = rng.randrange(len(data) + 1)
                data[at:end] = data[at:end][::-1]
    return bytes(data)


def test_mutated_replies_raise_nothing_but_engine_errors():
    rng = random.Random(20261126)
    placements = {"type": "placements", "id": 7, "placements": ["As / - / -", "- / Kd / - discards 2c", ""]}
    outcomes = {True: 0, False: 0}
    for _ in range(6000):
        line = mutated(rng, json.dumps(placements).encode())
        try:
            message = read_message(line)
            check_reply(message, "placements", 7)
            reply = read_placements(message, 3)
        except EngineError as error:
            str(error).encode()
            outcomes[False] += 1
            continue
        outcomes[True] += 1
        assert all((text == "") == (index in reply.problems) for index, text in enumerate(reply.placements))
    assert min(outcomes.values()) > 300, outcomes


def test_mutated_greetings_raise_nothing_but_engine_errors():
    rng, good = random.Random(20261127), 0
    for _ in range(2000):
        with contextlib.suppress(EngineError):
            hello = read_hello(read_message(mutated(rng, json.dumps(HELLO | {"version": "1", "author": "A"}).encode())))
            assert "".join((hello.name, hello.version, hello.author)).isprintable()
            good += 1
    assert good > 100


@pytest.mark.parametrize(("text", "line"), [
    ("first\n  out of \x1b[31mluck \n\n", "out of ?[31mluck"), ("\n \n", ""),
    ("/a/b.js:3\n\nTypeError: x is not a function\n    at b (/a/b.js:3:5)\n\nNode.js v20.20.2\n",
     "TypeError: x is not a function"),
    ("thread 'main' panicked at a.rs:2:5:\nnote: run with `RUST_BACKTRACE=1`\n", "thread 'main' panicked at a.rs:2:5:"),
    ("ValueError: old\nKeyError: 'new'\nbye\n", "KeyError: 'new'"),
])  # fmt: skip
def test_the_line_of_standard_error_that_reports_an_error(text, line):
    assert error_line(text) == line
