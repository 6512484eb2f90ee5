"""`cpoker engine --check`: good engines pass, and each check fails for an engine that breaks its rule."""

import dataclasses
import json
import os
import re
import subprocess
import sys

import pytest
from command_line import cpoker, objects
from made_engines import greeting, made_engine, reply_of
from terminals import lines_in_terminal

import cpoker_fast as cp

pytest.importorskip("click")
from cpoker_fast.app.engine import check as engine_check
from cpoker_fast.app.engine.check import EngineCheck
from cpoker_fast.engines import engine

PAGAT, PINEAPPLE, SURRENDER = cp.rules("pagat"), cp.rules("pineapple"), dataclasses.replace(cp.rules("pagat"), surrender=2)
BOTH = (PAGAT, PINEAPPLE)


def results(command, rules=BOTH, only=""):
    return {result.check: result for result in EngineCheck(command, rules, only)}


def test_good_engines_pass(tmp_path):
    checked = results(made_engine(tmp_path, SETTLEMENTS))
    assert ([result for result in checked.values() if not result.has_passed], len(checked)) == ([], 17)
    assert checked["hello: says what it is"].note == "Made; requests settlements"
    assert checked["match: accepts rules"].note == "plays by 2 sets of rules"
    assert re.fullmatch(r"pagat: \d+ fouls in 1024 boards; pineapple: .* boards", checked["place: 1,024 positions"].note)
    assert checked["place: all rules and numbers of players"].note.endswith(" boards")
    spaces = """
good_place = place
def place(message):
    reply = good_place(message)
    placements = [text.replace(" / ", "/  ").replace("discards ", "discards  ") for text in reply["placements"]]
    return {**reply, "placements": placements}
"""
    checked = results(made_engine(tmp_path, spaces), only="all rules and numbers")
    assert [result.has_passed for result in checked.values()] == [True] * 2
    note = results(made_engine(tmp_path), PAGAT, "place: one")["place: one position"].note
    fouls, boards = re.fullmatch(r"pagat: (\d+) fouls? in (\d+) boards", note).groups()
    assert 1 <= int(fouls) <= int(boards) == 16


def test_engines_may_declare_naturals_and_surrender(tmp_path):
    """Two of the hands of the check make a dragon."""
    deciding = """
good_placement = placement
def placement(position):
    hand = position.partition("hand ")[2].split()
    if len({card[0] for card in hand}) == 13:
        return good_placement(position) + " declares dragon"
    return "surrender" if SURRENDERS and "As" in hand else good_placement(position) + " declares nothing"
"""
    for rules, surrenders in ((cp.rules("pagat"), False), (dataclasses.replace(cp.rules("pagat"), surrender=2), True)):
        command = made_engine(tmp_path, f"SURRENDERS = {surrenders}\n{deciding}")
        checked = results(command, [rules], "place")
        assert [result for result in checked.values() if not result.has_passed] == []
        note = checked["place: 1,024 positions"].note
        assert re.search(r"\b[2-9] declarations in", note)
        assert ("surrenders" in note) == surrenders


def test_checks_that_are_not_run(tmp_path):
    """Hosts send results only on request; and the engine may refuse rules, or a time limit."""
    checked = results(made_engine(tmp_path), PAGAT, "settled")
    _, *others = [(result.has_passed, result.note) for result in checked.values()]
    assert others == [(None, "the engine does not request settlements")]
    refusing = results(made_engine(tmp_path, reply_of("match", '{"type": "error", "message": "no"}')), BOTH)
    assert [title for title in refusing if title.startswith(("match", "place", "settled"))] == ["match: accepts rules"]
    refusal = '{"type": "error", "message": "no"}'
    one_street = changed("match", "message['rules']['streets'][1:]", refusal, '{"type": "ready"}')
    checked = results(made_engine(tmp_path, one_street), BOTH)
    assert checked["match: accepts rules"].note == "plays by 1 set of rules; refuses pineapple (reported an error: no)"
    assert not any("pineapple" in result.note for title, result in checked.items() if title.startswith("place"))
    slow = changed("match", 'message["time_limit"]', '{"type": "error", "id": 0, "message": "slow"}', '{"type": "ready"}')
    limited = results(made_engine(tmp_path, slow), PAGAT, "time limit")["place: respects a time limit of 1 s"]
    assert (limited.has_passed, limited.note) == (None, "the engine refuses this limit: it reported an error: slow")


def changed(kind, condition, value, good):
    """Return the change of an engine that replies otherwise under a condition."""
    return f"good_{kind} = {kind}\ndef {kind}(m):\n    return {value} if {condition} else {good or f'good_{kind}(m)'}\n"


def placing(value, condition="True"):
    """Return the change of an engine that places otherwise, in terms of the position `m` and the good text."""
    good = "good_placement = placement\ndef placement(m):\n    text = good_placement(m)\n"
    return f"{good}    return {value} if {condition} else text\n"


def error(message):
    return f'{{"type": "error", "id": m.get("id", 0), "message": "{message}"}}'


def placements_of(placements):
    """Return the change of an engine that replies with other placements."""
    return reply_of("place", f'{{"type": "placements", "id": message["id"], "placements": {placements}}}')


SETTLEMENTS = greeting(settlements=True)
FEW = '{**good_place(m), "placements": ["-"]}'
LARGE = "len(m['positions']) > 1000"
WRONG = "2c 2d 2h / 2s 3c 3d 3h 3s / 4c 4d 4h 4s 5c"
# Two of the hands of the check make a dragon.
DECLARING = placing('text + (" declares dragon" if len({*m.split("hand ")[1][::3]}) == 13 else " declares nothing")')
# Place the last cards of the hands first.
TURNED = """
calls = []
def turned(message, n=1):
    texts = [message["shared"] + text for text in message["positions"]]
    hands = [text.partition("hand ")[2].partition(";")[0] for text in texts]
    others = [" ".join((2 * hand.split())[n : n + len(hand.split())]) for hand in hands]
    return {**message, "shared": "", "positions": [text.replace(*pair) for text, *pair in zip(texts, hands, others)]}
"""
STARTS = """
with open(__file__ + ".log", "a+") as log:
    log.write("x")
    starts = log.tell()
"""
LATER = """
import threading
def later():
    time.sleep(0.1)
    write("thinking\\n")
threading.Thread(target=later, daemon=True).start()
"""
WAITING = "import atexit\natexit.register(time.sleep, 60)\ndef quit(message):\n    os._exit(0)\n"


def turning(condition, count=""):
    """Return the change of an engine that turns hands under a condition; `count`: kind of messages that are counted."""
    counted = (
        f"count_{count} = {count}\ndef {count}(m):\n    calls.append(0)\n    return count_{count}(m)\n" if count else ""
    )
    return TURNED + changed("place", condition, "good_place(turned(m))") + counted


BROKEN = {
    "hello: says what it is": [
        (reply_of("hello", '{"type": "hello", "protocol": 2, "name": "M"}'), "2: expected 1"),
        ('write("Welcome!\\n")', "not JSON"),
    ],
    "hello: ignores unknown fields": [
        (changed("hello", "'new' in message", '{"type": "error", "message": "new?"}', "good_hello(message)"), "new?"),
    ],
    "ping: replies with the id": [
        (changed("ping", "message['id'] == 7", '{"type": "pong", "id": 8}', "good_ping(message)"), "id 8: expected 7"),
        (changed("ping", "message['id'] == 0", '{"type": "pong", "id": False}', "good_ping(message)"), "False: expected 0"),
    ],
    "unknown message: reports an error, and goes on": [
        (reply_of("unknown", '{"type": "pong", "id": message["id"]}'), "type 'pong': expected 'error'"),
        (reply_of("unknown", '{"type": "error", "message": "what?"}'), "id None: expected 1001"),
        (reply_of("unknown", '{"type": "error", "id": message["id"]}'), "message None: expected text"),
        (reply_of("unknown", "sys.exit(3)"), "ended with exit code 3"),
    ],
    "silence: writes nothing without a request": [(LATER, "thinking")],
    "match: accepts rules": [
        (reply_of("match", '{"type": "error", "message": "never"}'), "refuses all rules, such as 'pagat': reported an"),
        (changed("match", "message['players'] == 4", "sys.exit(4)", '{"type": "ready"}'), "ended with exit code 4"),
        (reply_of("match", '{"type": "placements", "id": 1}'), "type 'placements': expected 'ready'"),
    ],
    "place: one position": [
        (changed("place", "'seat 1' in message['positions'][0]", WRONG_CARDS, GOOD), f"placements[0]: placed '{WRONG}'"),
        (changed("place", "'street 4' in message['positions'][0]", WRONG_CARDS, GOOD), f"placements[0]: placed '{WRONG}'"),
        (placements_of(["surrender"]), "expected a placement of cards, got a surrender, which the rules 'pagat'"),
        (placements_of(["no"]), "placements[0]: placed 'no': bad rows"),
        (placements_of(["- / - / -"]), "of 13 cards to be"),
        (placements_of([None]), "placed None: expected text"),
        (reply_of("place", '{"type": "placements", "id": message["id"] + 1, "placements": []}'), "replied with the id"),
        ("def place(message):\n    write('thinking\\n')\n    return {'type': 'placements'}", "not JSON"),
        (placing("good_placement(position) + ' declares dragon'"), "declares dragon': declare: "),
    ],
    "place: 1,024 positions": [
        (changed("place", "len(message['positions']) > 1000", '{**good_place(message), "placements": ["-"]}', GOOD),
         "replied with 1 placement: expected 1024"),
        (changed("place", "len(message['positions']) > 1000", "sys.exit(6)", GOOD), "ended with exit code 6"),
    ],
    "place: all rules and numbers of players": [
        (placing(f"'{WRONG}'", "'seat 3' in position"), f"placed '{WRONG}'"),
        (placing("'2c / - / -'", "'fantasyland 14' in position"), "placed '2c / - / -'"),
    ],
    "place: ignores unknown fields": [
        (TURNED + changed("place", "'new' in message", OTHERS, GOOD), "otherwise than without unknown fields"),
    ],
    "place: a line of 1 MiB": [
        (changed("place", "len(message.get('padding', '')) > 1 << 19", '{"type": "error", "message": "long"}', GOOD),
         "reported an error: long"),
    ],
    "place: the same seed, the same reply": [
        (TURNED + "calls = []\n" + changed("place", "calls.append(0) or len(calls) > 2", OTHERS, GOOD),
         "with the same seed"),
        (TURNED + STARTS + changed("place", "starts % 2", OTHERS, GOOD), "otherwise than another process"),
    ],
    "place: no reply depends on earlier matches": [
        (TURNED + COUNTED + changed("place", "matches % 3", OTHERS, GOOD), "otherwise than in an earlier match"),
    ],
    "place: respects a time limit of 1 s": [(changed("place", "time.sleep(1.1)", "None", GOOD), "gave no reply within 1 s")],
    "settled: has no reply": [(SETTLEMENTS + reply_of("settled", '{"type": "thanks"}'), '{"type": "thanks"}')],
    "quit: ends within 2 seconds": [
        (reply_of("quit", "None"), "still runs after 0.4 seconds"),
        ("def quit(message):\n    write('bye\\n')\n    sys.exit()", "wrote without a request: 'bye"),
    ],
    "end of input: ends within 2 seconds": [(WAITING, "still runs after 0.4 seconds")],
}  # fmt: skip
CASES = [(title, change, problem) for title, cases in BROKEN.items() for change, problem in cases]


# ---- engines that fail ----


GREETING = '{"type": "hello", "protocol": 2, "name": "M"}'
BROKEN = [
    ("hello: says", reply_of("hello", GREETING), "protocol 2: expected 1"),
    ("hello: says", 'write("Welcome!\\n")', "not JSON"),
    ("hello: ignores", changed("hello", "'new' in m", error("new?")), "new?"),
    ("ping", changed("ping", "m['id'] == 7", '{"type": "pong", "id": 8}'), "id 8: expected 7"),
    ("ping", changed("ping", "m['id'] == 0", '{"type": "pong", "id": False}'), "False: expected 0"),
    ("unknown message", reply_of("unknown", '{"type": "pong", "id": message["id"]}'), "type 'pong': expected 'error'"),
    ("unknown message", reply_of("unknown", '{"type": "error", "message": "what?"}'), "id None: expected 1001"),
    ("unknown message", reply_of("unknown", '{"type": "error", "id": message["id"]}'), "message None: expected text"),
    ("unknown message", reply_of("unknown", "sys.exit(3)"), "ended with exit code 3"),
    ("silence", LATER, "thinking"),
    ("match:", reply_of("match", '{"type": "error", "message": "never"}'), "refuses all rules, such as 'pagat': reported"),
    ("match:", changed("match", "m['players'] == 4", "sys.exit(4)"), "ended with exit code 4"),
    ("match:", reply_of("match", '{"type": "placements", "id": 1}'), "type 'placements': expected 'ready'"),
    ("place: one", placing(f"'{WRONG}'", "'seat 1' in m"), f"placements[0]: placed '{WRONG}'"),
    ("place: one", placing(f"'{WRONG}'", "'street 4' in m"), f"placements[0]: placed '{WRONG}'"),
    ("place: one", placing("'surrender'"), "expected a placement of cards, got a surrender, which the rules 'pagat'"),
    ("place: one", placing("'no'"), "placements[0]: placed 'no': bad rows"),
    ("place: one", placing("'- / - / -'"), "of 13 cards to be"),
    ("place: one", placing("None"), "placements[0]: placed None: expected text"),
    ("place: one", changed("place", "True", "{**good_place(m), 'id': m['id'] + 1}"), "replied with the id"),
    ("place: one", changed("place", "write('thinking\\n')", "None"), "not JSON"),
    ("place: one", placing("text + ' declares dragon'"), "declares dragon': declare: "),
    ("place: 1,024", changed("place", LARGE, FEW), "replied with 1 placement: expected 1024"),
    ("place: 1,024", changed("place", LARGE, "sys.exit(6)"), "ended with exit code 6"),
    ("place: all rules", placing(f"'{WRONG}'", "'seat 3' in m"), f"placed '{WRONG}'"),
    ("place: all rules", placing("'2c / - / -'", "'fantasyland 14' in m"), "placed '2c / - / -'"),
    *(  # texts that this host reads
        ("place: all rules", placing(text), "which other hosts may not read")
        for text in (
            "text.lower()", "text.replace('T', '10')", "text.replace('s ', '♠ ')", "text[:2] + ',' + text[2:]",
            "text.replace('discards', 'discard')", "text.replace('- ', ' ', 1)",
            "text + ' DECLARES NOTHING' if '-' not in text else text",
        )
    ),
    ("place: ignores", turning("'new' in m"), "otherwise than without unknown fields"),
    ("place: a line", changed("place", "len(m.get('padding', '')) > 1 << 19", error("long")), "reported an error: long"),
    ("place: a line", changed("place", "m['id'] == 0", "{**good_place(m), 'id': None}"), "id None: expected 0"),
    ("place: the same", turning("len(calls) > 2", "place"), "otherwise than before to the same request with the same seed"),
    ("place: the same", STARTS + turning("starts % 2"), "otherwise than another process"),
    ("place: no reply", turning("len(calls) % 3", "match"), "otherwise than in an earlier match"),
    ("place: no reply", SETTLEMENTS + turning("calls", "settled"), "otherwise than in an earlier match"),
    ("place: respects", changed("place", "time.sleep(1.1)", "None"), "gave no reply within 1 s"),
    ("settled", SETTLEMENTS + reply_of("settled", '{"type": "thanks"}'), '{"type": "thanks"}'),
    ("quit", reply_of("quit", "None"), "still runs after 0.4 seconds"),
    ("quit", reply_of("quit", "write('bye\\n') or sys.exit()"), "wrote without a request: 'bye"),
    ("end of input", WAITING, "still runs after 0.4 seconds"),
]  # fmt: skip


@pytest.mark.parametrize(("title", "change", "problem"), BROKEN, ids=[f"{title}-{problem}" for title, _, problem in BROKEN])
def test_each_check_finds_its_fault(tmp_path, monkeypatch, title, change, problem):
    if problem.startswith("still runs"):
        for module in (engine_check, engine):
            monkeypatch.setattr(module, "QUIT_SECONDS", 0.4)
    *_, result = results(made_engine(tmp_path, change), only=title).values()
    assert result.passed is False
    assert problem in result.problem


def test_there_is_a_broken_engine_for_every_check():
    titles = EngineCheck("").titles
    assert [title for title in titles if not title.startswith(tuple(start for start, _, _ in BROKEN))] == []
    assert len(titles) == 17


def test_a_failure_shows_the_messages_once(tmp_path):
    complaint = "good_place = place\ndef place(message):\n    complain('confused\\n')\n"
    complaint += "    return {**good_place(message), 'placements': []}"
    result = results(made_engine(tmp_path, complaint), PAGAT, "one position")["place: one position"]
    assert result.problem == "replied with 0 placements: expected 1"
    assert (json.loads(result.sent)["type"], json.loads(result.received)["placements"]) == ("place", [])
    assert result.stderr == "confused"
    command = made_engine(tmp_path, placements_of("[]"))
    text = cpoker("engine", "--check", command, "--rules", "pagat", "--only", "place: ").stdout
    assert text.count("received") == 1 < text.count("FAILED")
    assert "FAILED  place: a line of 1 MiB (the same problem)\n" in text


def test_the_report_in_a_terminal_and_as_json(tmp_path):
    command = made_engine(tmp_path, reply_of("place", '{"type": "placements", "id": 0, "placements": []}'))
    options = ["--rules", "pagat", "--rules", "pineapple", "--only", "one"]
    result = cpoker("engine", "--check", made_engine(tmp_path, COMPLAINT), *options)
    assert result.returncode == 1
    assert re.fullmatch(
        r"ok      hello: says what it is\n        Made\nFAILED  place: one position\n"
        r"        replied with 0 placements: expected 1\n"
        r'        sent      \{"type":"place","id":1.*\n( {18}.*\n)*'
        r'        received  \{"type": "placements", "id": 1, "placements": \[\]\}\n'
        r"        stderr    confused\n\n2 checks: 1 passed, 1 failed\n",
        result.stdout,
    )
    good = lines_in_terminal("engine", "--check", made_engine(tmp_path), *options[:4], "--only", "place: one position")
    assert good[-1] == "2 checks: 2 passed"
    assert any(line.startswith("pagat: positions, one in a message: ") for line in good)
    assert max(map(len, good)) <= 80
    command = made_engine(tmp_path)
    (report,) = objects(cpoker("engine", "--check", command, "--rules", "pagat", "--only", "place: one", "--json"))
    assert (report["command"], report["passed"]) == (command, True)
    assert [check["check"] for check in report["checks"]] == ["hello: says what it is", "place: one position"]
    assert report["speeds"]["pagat: positions, one in a message"] > 0
    result = cpoker("engine", "--check", "no-such-engine", "--json")
    assert result.returncode == 1
    (check,) = json.loads(result.stdout)["checks"]
    assert check["problem"].startswith("cannot be started: No such file")


def test_the_same_problem_is_shown_once(tmp_path):
    command = made_engine(tmp_path, placements_of("[]"))
    text = cpoker("engine", "--check", command, "--rules", "pagat", "--only", "place: ").stdout
    assert text.count("received") == 1 < text.count("FAILED")
    assert "FAILED  place: a line of 1 MiB (the same problem)\n" in text


@pytest.mark.parametrize("change", [
    "text.lower()", "text.replace('T', '10')", "text.replace('s ', '♠ ')", "text[:2] + ',' + text[2:]",
    "text.replace('discards', 'discard')", "text.replace('- ', ' ', 1)",
    "text + ' DECLARES NOTHING' if '-' not in text else text",
])  # fmt: skip
def test_texts_that_other_hosts_do_not_read_are_failures(tmp_path, change):
    changes = "good = place\ndef place(message):\n    reply = good(message)\n"
    changes += f"    return {{**reply, 'placements': [{change} for text in reply['placements']]}}\n"
    titles = ["place: one position", "place: all rules and numbers of players"]
    checked = [results(made_engine(tmp_path, changes), only=title)[title] for title in titles]
    assert any(result.has_passed is False for result in checked)
    assert all(result.has_passed or "placements[" in result.problem for result in checked)


def test_an_engine_that_does_not_repeat_itself_fails_once(tmp_path):
    other_each_time = "good_place(turned(message, len(calls) % 13))"
    change = TURNED + "calls = []\n" + changed("place", "calls.append(0) or True", other_each_time, GOOD)
    checked = results(made_engine(tmp_path, change), PAGAT)
    failed = [title for title, result in checked.items() if result.has_passed is False]
    assert failed == ["place: the same seed, the same reply"]
    assert checked["place: ignores unknown fields"].has_passed is None
    assert "cannot be compared" in checked["place: ignores unknown fields"].note


def test_a_terminal_shows_the_running_check(tmp_path):
    pty = pytest.importorskip("pty", reason="there are no terminals to open")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-P", "-m", "cpoker_fast", "engine", "--check", made_engine(tmp_path), "--only", "ping"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while b"ping: replies with the id" not in shown:
            shown += os.read(ours, 1000)
        assert b"ok      ping: replies with the id\n" in process.stdout.read()
    os.close(ours)
    assert re.match(rb"\.\.\.     hello: says what it is +\r +\r\.\.\. ", shown)
