"""Engines: one process, its messages and its faults."""

import dataclasses
import json
import random
import shlex
import sys
import time
from pathlib import Path
from threading import Event, Timer

import pytest
from made_engines import ends, greeting, is_alive, made_engine, reply_of, until
from one_street import on_one_street

import cpoker_fast as cp
from cpoker_fast import Deal, Position, errors
from cpoker_fast.engines import Engine, engine as engine_module
from cpoker_fast.engines.engine import arguments_of
from cpoker_fast.engines.polled_lines import PolledLines
from cpoker_fast.engines.threaded_lines import ThreadedLines
from cpoker_fast.errors import EngineError
from cpoker_fast.game import Positions
from cpoker_fast.players.answers import reply_in_texts

HANDS = cp.deal_many(1, 3, seed=1)[0]
EMPTY = "; ".join(["board - / - / -"] * 3)


@pytest.fixture(params=[ThreadedLines, PolledLines][: 1 + (sys.platform != "win32")], ids=lambda kind: kind.__name__)
def lines(request, monkeypatch):
    """Use each way to wait for pipes."""
    monkeypatch.setattr(engine_module, "open_lines", request.param)


@pytest.fixture(scope="module")
def in_match(tmp_path_factory):
    """Return an engine in a match of a closed game, for calls that change nothing."""
    with Engine(made_engine(tmp_path_factory.mktemp("engine"))) as engine:
        engine.match("pagat", 2)
        yield engine


def message_of(engine):
    return json.loads(engine.sent)


def dealt(players=3, hands=HANDS, **place):
    """Return positions of whole hands."""
    return Positions.of_hands(hands, "pagat", players, **place)


def back_first(hand):
    """Return the placement of the made engine for a whole hand: the highest cards in the back."""
    cards = [cp.format_card(card) for card in sorted(hand, reverse=True)]
    return " / ".join(" ".join(cards[begin:end]) for begin, end in ((10, 13), (5, 10), (0, 5)))


def street(number, seed=1):
    """Return a position of pineapple on a street."""
    deal = Deal("pineapple", 2, seed=seed)
    while deal.position().street < number:
        deal.place(deal.position().placements()[0])
    return deal.position()


# ---- good engines ----
def test_a_match(lines, tmp_path):
    with Engine(made_engine(tmp_path)) as engine:
        assert message_of(engine) == {"type": "hello", "protocol": 1, "host": f"cpoker_fast {cp.__version__}"}
        assert (engine.name, engine.settlements) == ("Made", False)
        engine.match("pagat", 3, time_limit=0.5)
        sent = message_of(engine)
        assert cp.Rules.from_dict(sent.pop("rules")) == cp.rules("pagat")
        assert sent == {"type": "match", "players": 3, "time_limit": 0.5}
        reply = engine.place(dealt(seat=2, button=1), seed=123)
        assert reply == ([back_first(hand) for hand in HANDS.tolist()], {}, {})
        engine.ping()
        assert message_of(engine) == {"type": "ping", "id": 2}
        engine.settled([{"seat": 0}])  # not requested
        assert message_of(engine)["type"] == "ping"
        number = engine._child.id
    assert not engine.is_running
    assert not is_alive(number)


def test_whole_hands_share_all_but_their_cards(in_match):
    in_match.match("pagat", 3)
    in_match.place(dealt(seat=2, button=1), seed=123)
    message, hands = message_of(in_match), [f"hand {cp.CardSet(hand)}" for hand in HANDS.tolist()]
    shared = f"seat 3; button 2; street 1; {EMPTY}; "
    assert message.pop("id") > 0
    assert message == {"type": "place", "seed": 123, "shared": shared, "positions": hands}
    assert in_match.sent.endswith(b"]}\n")
    in_match.place(Positions.of([dealt(seat=seat)[0] for seat in (0, 2, 0, 2, 0, 2)]), seed=1)
    message = message_of(in_match)
    assert (message["shared"], message["positions"][1]) == (f"button 2; street 1; {EMPTY}; ", f"seat 3; {hands[0]}")
    in_match.match("pagat", 2)


def test_positions_of_all_streets_and_fantasyland(lines, tmp_path):
    with Engine(made_engine(tmp_path)) as engine:
        engine.match("pineapple", 2)
        assert message_of(engine)["time_limit"] is None
        in_fantasyland = Deal("pineapple", 2, seed=1, fantasyland=[14, 0]).position(0)
        for number, positions in enumerate(([street(0)] * 4, [street(1), street(2)], [street(4)], [in_fantasyland]), 1):
            reply, message = engine.place(positions, seed=2**53 - 1), message_of(engine)
            assert (message["id"], message["seed"], reply.problems) == (number, 2**53 - 1, {})
            for position, text, placement in zip(positions, message["positions"], reply.placements, strict=True):
                assert Position.parse(message["shared"] + text, position.rules) == position
                assert len(position.placement(placement).cards) == position.to_place


def test_all_options_of_the_rules_are_sent(tmp_path):
    with Engine(made_engine(tmp_path)) as engine:
        for name in ("pagat", "pineapple"):
            engine.match(cp.rules(name), 2)
            plain = message_of(engine)["rules"]
            assert (set(plain), plain["name"]) == (set(cp.Rules.kinds()), name)
            assert set(plain["royalties"]) >= {"front", "middle", "back"}
        assert set(plain["fantasyland"]) == set(cp.rulebook.Fantasyland.kinds())
        engine.match(on_one_street("pineapple"), 4)
        assert message_of(engine)["rules"]["streets"] == [[13, 13]]
        rules = dataclasses.replace(cp.rules("pagat"), name="street 2; hand As")  # no part of positions
        engine.match(rules, 2)
        reply = engine.place(Positions.of_hands(HANDS, rules), seed=1)
        assert reply.placements == [back_first(hand) for hand in HANDS.tolist()]


def test_settlements_are_sent_in_messages_of_1024(tmp_path):
    hello = greeting(settlements=True)
    count = "n = 0\ndef settled(message):\n    global n\n    n += len(message['deals'])\n"
    pong = "def ping(message):\n    complain(f'{n}')\n    return {'type': 'pong', 'id': message['id']}\n"
    with Engine(made_engine(tmp_path, hello + count + pong)) as engine:
        engine.settled([{"seat": 0, "boards": [None, None], "points": [1, -1]}] * 1500)
        assert len(message_of(engine)["deals"]) == 476
        engine.ping()
        assert engine.stderr == "1500"


@pytest.mark.parametrize("changes", [
    "    reply['unknown'] = {'more': [1, 2.5, None]}\n    write(' ' + json.dumps(reply, indent=None) + ' \\r\\n')\n",
    "    for letter in json.dumps(reply) + '\\n':\n        write(letter)\n",
], ids=["unknown fields and line ends of Windows", "small pieces"])  # fmt: skip
def test_unusual_replies(changes, lines, tmp_path):
    with Engine(made_engine(tmp_path, "def say(reply):\n" + changes)) as engine:
        engine.match("pagat", 3)
        assert engine.place(dealt(), seed=1).placements == [back_first(hand) for hand in HANDS.tolist()]


def test_large_requests_and_replies(lines, tmp_path):
    hands = cp.deal_many(256, 4, seed=1).reshape(-1, 13)
    spelled = "good_placement = placement\ndef placement(position):\n    return good_placement(position) + ' ' * 900\n"
    with Engine(made_engine(tmp_path, spelled)) as engine:
        engine.match("pagat", 3)
        reply = engine.place(dealt(hands=hands), seed=1)
        assert [text.rstrip() for text in reply.placements] == [back_first(hand) for hand in hands.tolist()]
        assert len(engine.received) > 900_000


def test_any_message_and_its_reply(tmp_path):
    with Engine(made_engine(tmp_path)) as engine:
        assert engine.request({"type": "ping", "id": 99, "more": None}) == {"type": "pong", "id": 99}
        engine.send({"type": "settled", "deals": []})
        engine.ping()
        with pytest.raises(EngineError, match="cannot receive a message of 1100039 bytes: at most 1048576 are allowed"):
            engine.request({"type": "place", "id": 1, "positions": "x" * 1_100_000})
        engine.ping()


# ---- commands ----
def test_commands(tmp_path):
    assert arguments_of("a 'b c' \"d, e\" --f='g h'") == ["a", "b c", "d, e", "--f=g h"]
    assert (arguments_of("a # b"), arguments_of(["a b", ""])) == (["a", "#", "b"], ["a b", ""])
    for bad in ("", "  ", "'a", [], ["", "a"], ["a", 5], 5, None, "a\0b"):
        with pytest.raises(EngineError, match="bad command "):
            arguments_of(bad)
    for command, reason in (("no-such-program --x", "No such file or directory"), (str(tmp_path), "Permission denied")):
        with pytest.raises(EngineError) as caught:
            Engine(command)
        problem = f"cannot be started: {reason}"
        assert (caught.value.problem, str(caught.value)) == (problem, f"engine {command!r} {problem}")
        assert (caught.value.command, caught.value.has_ended) == (command, True)


def test_there_is_no_shell(tmp_path):
    named = "good = hello\ndef hello(message):\n    return dict(good(message), name=sys.argv[1])\n"
    command = made_engine(tmp_path, named)
    with Engine(f"{command} '$HOME;`ls`' > {tmp_path}/file") as engine:
        assert engine.name == "$HOME;`ls`"
    assert not (tmp_path / "file").exists()
    assert Engine([*shlex.split(command), "*"]).name == "*"


# ---- faults of the process ----
FAULTS = {
    "ends": ("sys.exit(3)", "ended with exit code 3"),
    "raises": ("return {}['moves']", r"ended with exit code 1 \(stderr: KeyError: 'moves'\)"),
    "is killed": ("os.kill(os.getpid(), 9)", "was ended by signal 9"),
    "is silent": ("pass", r"gave no reply within 0\.3 s"),
    "sleeps": ("complain('thinking\\n\\n'), time.sleep(60)", r"0\.3 s \(stderr: thinking\)"),
    "drips": (
        "while True: write('x'), time.sleep(.01)",
        r"gave no reply within 0\.3 s: wrote \d+ bytes? without a line end$",
    ),
    "line without end": ("while True: write('x' * 65536)", "replied with a line of more than 68608 bytes"),
    "many lines": ("while True: write('x' * 65536 + '\\n')", "wrote a line that is not JSON: 'x"),
    "much stderr": ("while True: complain('x' * 65536)", r"gave no reply within 0\.3 s \(stderr: xxx"),
    "closes its output": ("os.close(1), time.sleep(60)", "closed its standard output"),
    "no json": ("write('e2e4\\n')", r"wrote a line that is not JSON: 'e2e4' \(logs belong on standard error\)$"),
    "empty line": ("write('\\n')", "wrote an empty line$"),
    "no utf-8": ("write(b'\\xff\\n')", "replied with bytes that are not UTF-8"),
    "another type": ("return {'type': 'boards', 'id': message['id']}", "replied with the type 'boards'"),
    "another id": ("return {'type': 'placements', 'id': 77}", "replied with the id 77: expected 1"),
    "debugging": ("complain('\\x1b[31mred\\n'); return 5", r"object \(stderr: \?\[31mred\)"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_of_the_process(fault, lines, tmp_path):
    statements, problem = FAULTS[fault]
    engine = Engine(made_engine(tmp_path, f"def place(message):\n    {statements}\n"))
    engine.match("pagat", 3, time_limit=0.1)
    started = time.monotonic()
    with pytest.raises(EngineError, match=problem) as caught:
        engine.place(dealt(), seed=1)
    assert time.monotonic() - started < 5
    assert caught.value.has_ended
    assert str(caught.value).startswith("engine '")
    assert len(caught.value.problem) < 400
    assert (engine.is_running, is_alive(engine._child.id)) == (False, False)
    for use in (engine.ping, lambda: engine.match("pagat", 2), lambda: engine.place(dealt(), seed=1)):
        with pytest.raises(EngineError, match="has ended") as caught:
            use()
        assert caught.value.has_ended
    assert engine.quit() is None
    assert len(engine.stderr) <= 4096


@pytest.mark.parametrize(("changes", "problem"), [
    ("sys.exit('no licence')\n", r"ended with exit code 1 \(stderr: no licence\)"),
    ("print('Welcome to Made 1.0', flush=True)\n", "Welcome to Made"),
    (reply_of("hello", "{'type': 'uciok'}"), "replied with the type 'uciok': expected 'hello'"),
    (reply_of("hello", "{'type': 'error', 'message': 'unknown protocol'}"), "reported an error: unknown protocol"),
    (greeting(protocol=9), "replied with the protocol 9: expected 1"),
    ("def hello(message):\n    pass\n", r"gave no reply within 0\.3 s \(does it flush its output\?\)$"),
])  # fmt: skip
def test_programs_that_do_not_greet(changes, problem, lines, tmp_path, monkeypatch):
    if "pass" in changes:
        monkeypatch.setattr("cpoker_fast.engines.engine.HELLO_SECONDS", 0.3)
    with pytest.raises(EngineError, match=problem) as caught:
        Engine(made_engine(tmp_path, changes))
    assert caught.value.has_ended


def test_unasked_lines_are_faults(tmp_path):
    again = "def place(message):\n    say({'type': 'placements', 'id': 1, 'placements': []})\n    return {'type': 'pong'}\n"
    engine = Engine(made_engine(tmp_path, again))
    engine.match("pagat", 3)
    for use, problem, has_ended in (
        (lambda: engine.place(dealt(), seed=1), "replied with 0 placements: expected 3", False),
        (engine.ping, "wrote without a request: .*pong", True),
    ):
        with pytest.raises(EngineError, match=problem) as caught:
            use()
        assert caught.value.has_ended == has_ended
        time.sleep(0.05)


NEVER_READS = "good = hello\ndef hello(message):\n    say(good(message))\n    "
LONG_REQUEST = {"type": "place", "positions": "x" * 900_000}


def test_an_engine_that_does_not_read(lines, tmp_path):
    """A request that is longer than a pipe holds is not written in time."""
    engine = Engine(made_engine(tmp_path, NEVER_READS + "time.sleep(60)\n"))
    with pytest.raises(EngineError, match=r"gave no reply within 0\.2 s"):
        engine.request(LONG_REQUEST, seconds=0.2)
    assert not engine.is_running


def test_an_engine_that_writes_without_reading(tmp_path):
    engine = Engine(made_engine(tmp_path, NEVER_READS + "time.sleep(0.1)\n    while True: write('x' * 65536)\n"))
    with pytest.raises(EngineError, match="wrote (without a request|[0-9]+ bytes, but did not read)"):
        engine.request(LONG_REQUEST, seconds=20)


def test_a_wait_can_be_stopped(lines, tmp_path):
    engine, stop = Engine(made_engine(tmp_path, "def place(message):\n    time.sleep(60)\n")), Event()
    engine.match("pagat", 2)
    Timer(0.1, stop.set).start()
    started = time.monotonic()
    with pytest.raises(EngineError, match="was stopped"):
        engine.place(dealt(2), seed=1, stop=stop)
    assert time.monotonic() - started < 5
    assert not engine.is_running


def test_an_interrupt_in_a_request_kills_the_engine(tmp_path, monkeypatch):
    engine = Engine(made_engine(tmp_path))
    monkeypatch.setattr(type(engine._lines), "_read", lambda lines: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        engine.ping()
    assert not engine.is_running
    assert ends(engine._child.id)


# ---- faults of messages ----
def test_an_error_ends_the_request_only(lines, tmp_path):
    errors_in_turn = (
        "good = place\nfaults = [{'message': 'what?'}, {'id': 1, 'message': 'too hard'}]\n"
        "def place(message):\n    return {'type': 'error', **faults.pop()} if faults else good(message)\n"
    )
    with Engine(made_engine(tmp_path, errors_in_turn)) as engine:
        engine.match("pagat", 3)
        for problem in ("reported an error: too hard", "reported an error: what[?]"):
            with pytest.raises(EngineError, match=problem) as caught:
                engine.place(dealt(), seed=1)
            assert not caught.value.has_ended
        assert engine.place(dealt(), seed=1).problems == {}


def test_refused_matches(tmp_path):
    refusal = "{'type': 'error', 'message': 'two players only'}"
    changes = reply_of("match", f"{{'type': 'ready'}} if message['players'] == 2 else {refusal}")
    reason = "' refuses the rules 'pagat' with 3 players: reported an error: two players only$"
    with Engine(made_engine(tmp_path, changes)) as engine:
        for call, problem in (
            (lambda: engine.place(dealt(2), seed=1), "is in no match: expected match"),
            (lambda: engine.match("pagat", 3), reason),
            (lambda: engine.place(dealt(2), seed=1), "is in no match: expected match"),
        ):
            with pytest.raises(EngineError, match=problem):
                call()
        engine.match("pagat", 2)
        assert engine.is_running


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda e: e.match("nonsense", 2), errors.RulesError, "nonsense"),
    (lambda e: e.match("pagat", 5), errors.TableError, "players: expected an int from 2 to 4, got 5"),
    (lambda e: e.match("pineapple", 4), errors.TableError, "players: expected an int from 2 to 3, got 4"),
    (lambda e: e.match("pagat", 2, time_limit=0), errors.EngineError,
     "time_limit: expected seconds above 0, up to 1e.09, got 0"),
    (lambda e: e.match("pagat", 2, time_limit=float("inf")), EngineError, "time_limit: expected"),
    (lambda e: e.place(dealt(2), seed=2**53), errors.SeedError, "seed: expected an int from 0 to"),
    (lambda e: e.place(dealt(3), seed=1), errors.PlacementError, "expected 'pagat' with 2 players, as in the match"),
    (lambda e: e.place([street(0)], seed=1), errors.PlacementError, "as in the match, got 'pineapple' with 2"),
    (lambda e: e.place([], seed=1), errors.PlacementError, "positions: expected a sequence of at least one position"),
    (lambda e: e.place("text", seed=1), errors.PlacementError, "positions: expected a sequence"),
    (lambda e: e.place(dealt(2, HANDS.repeat(342, 0)), seed=1), errors.PlacementError, "at most 1024, got 1026"),
])  # fmt: skip
def test_bad_arguments(call, error, message, in_match):
    with pytest.raises(error, match=message):
        call(in_match)
    in_match.ping()


# ---- the end ----
@pytest.mark.parametrize(
    ("changes", "code"),
    [("", 0), ("def quit(message):\n    sys.exit(7)\n", 7), ("def quit(message):\n    time.sleep(60)\n", None)],
)
def test_quit(changes, code, lines, monkeypatch, tmp_path):
    monkeypatch.setattr(engine_module, "QUIT_SECONDS", 0.3)
    engine = Engine(made_engine(tmp_path, changes))
    number = engine._child.id
    assert engine.quit() == code
    assert not engine.is_running
    assert not is_alive(number)
    assert engine.quit() is None
    assert repr(engine).endswith(", ended>")


def test_a_child_of_an_engine_ends_with_it(lines, tmp_path):
    changes = (
        "import subprocess\nchild = subprocess.Popen([sys.executable, '-I', '-S', '-c', 'import time; time.sleep(60)'])\n"
        "def ping(message):\n    complain(str(child.pid))\n    return {'type': 'pong', 'id': message['id']}\n"
    )
    engine = Engine(made_engine(tmp_path, changes))
    engine.ping()
    until(lambda: engine.stderr)  # a thread of ThreadedLines reads it
    number = int(engine.stderr)
    assert is_alive(number)
    engine.quit()
    assert ends(number)


# ---- fuzzing ----
FUZZED = """
RECORDS = open(os.path.join(os.path.dirname(__file__), "records"), "rb").read().split(b"\\n")
def place(message):
    write(RECORDS[message["seed"]].replace(b"IDENTITY", str(message["id"]).encode()) + b"\\n")
"""


def test_hostile_replies(tmp_path):
    """Most changes are inside of texts, so that the engine is killed, and started again, only a few times.

    Direct tests of the reading functions, which are faster, have the other changes.
    """
    rng, positions = random.Random(20261126), dealt(2, HANDS[:2])
    texts = [back_first(hand) for hand in HANDS[:2].tolist()]
    good = json.dumps({"type": "placements", "id": 0, "placements": [texts[0], f"{texts[1]} declares dragon"]})
    good = good.replace(": 0,", ": IDENTITY,")
    begin, records = good.index(texts[0]), []
    for number in range(900):
        record = bytearray(good.encode())
        for _ in range(rng.choice((1, 1, 3))):
            inside = number % 60
            at = rng.randrange(begin, begin + len(texts[0])) if inside else rng.randrange(len(record))
            record[at] = rng.choice(b"AKQJT98765432cdhs/ -\xc3\xa9\x7f" if not inside else b"AKQJT98765432cdhs/ -x10")
        records.append(bytes(record).replace(b"\n", b" "))
    Path(tmp_path, "records").write_bytes(b"\n".join(records))
    command, engine, ended, problems = made_engine(tmp_path, FUZZED), None, 0, 0
    for number in range(len(records)):
        if engine is None or not engine.is_running:
            engine = Engine(command)
            engine.match("pagat", 2)
        try:
            reply = engine.place(positions, seed=number)
        except EngineError as error:
            assert error.has_ended == (not engine.is_running)
            ended += error.has_ended
        else:
            answers = reply_in_texts(reply.placements, positions)
            problems += len(answers.problems)
            assert all((answers.boards[index] < 52).all() for index in {0, 1} - {*answers.problems})
    engine.quit()
    assert 3 < ended < 50
    assert problems > 400
