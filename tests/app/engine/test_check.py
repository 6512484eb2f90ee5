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


# ---- changes of a good engine ----


def changed(kind, condition, value, good=None):
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


# ---- engines that pass ----


def test_a_good_engine_passes(tmp_path):
    checked = results(made_engine(tmp_path, SETTLEMENTS))
    assert [result for result in checked.values() if not result.passed] == []
    assert len(checked) == 17


ONE_STREET = changed("match", "m['rules']['streets'][1:]", error("no"))
SPACES = placing('text.replace(" / ", "/  ").replace("discards ", "discards  ")')


@pytest.mark.parametrize(
    ("change", "rules", "title", "passed", "note"),
    [
        (SETTLEMENTS, BOTH, "hello: says", True, "Made; requests settlements"),
        ("", BOTH, "match: accepts", True, "plays by 2 sets of rules"),
        ("", [PAGAT], "place: one", True, r"pagat: ([1-9]|1[0-6]) fouls? in 16 boards"),
        ("", BOTH, "place: 1,024", True, r"pagat: \d+ fouls in 1024 boards; pineapple: .* boards"),
        ("", BOTH, "place: all rules", True, ".* boards"),
        (SPACES, BOTH, "place: all rules", True, ".* boards"),
        (DECLARING, [PAGAT], "place: 1,024", True, r"pagat: \d+ fouls, [2-9] declarations in 1024 boards"),
        (DECLARING, [PAGAT], "place: all rules", True, ".* boards"),
        (placing("'surrender'", "'As' in m"), [SURRENDER], "place: 1,024", True, r".* \d+ surrenders in \d+ boards"),
        (placing("'surrender'", "'As' in m"), [SURRENDER], "place: all rules", True, ".* surrenders in .*"),
        (ONE_STREET, BOTH, "match: accepts", True, r"plays by 1 .*; refuses pineapple \(reported an error: no\)"),
        (ONE_STREET, BOTH, "place: one", True, r"pagat: \d+ fouls? in 16 boards"),
        ("", BOTH, "settled: has no reply", None, "the engine does not request settlements"),
        (
            changed("match", "m['time_limit']", error("slow")), BOTH, "place: respects a time limit", None,
            "the engine refuses this limit: it reported an error: slow",
        ),
    ],
)  # fmt: skip
def test_notes(tmp_path, change, rules, title, passed, note):
    *_, result = results(made_engine(tmp_path, change), rules, title).values()
    assert result.passed is passed, result.problem
    assert re.fullmatch(note, result.note)


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


def test_nothing_else_is_checked_in_matches_if_all_rules_are_refused(tmp_path):
    titles = [*results(made_engine(tmp_path, reply_of("match", '{"type": "error", "message": "no"}')))]
    assert titles[-3:] == ["match: accepts rules", "quit: ends within 2 seconds", "end of input: ends within 2 seconds"]


def test_an_engine_that_does_not_repeat_itself_fails_once(tmp_path):
    change = TURNED + changed("place", "calls.append(0) or True", "good_place(turned(m, len(calls) % 13))")
    checked = results(made_engine(tmp_path, change), [PAGAT])
    failures = [title for title, result in checked.items() if result.passed is False]
    assert failures == ["place: the same seed, the same reply"]
    assert checked["place: ignores unknown fields"].passed is None
    assert "cannot be compared" in checked["place: ignores unknown fields"].note


# ---- the report ----


COMPLAINT = reply_of("complain", "sys.stderr.write('confused\\n')") + changed(
    "place", "complain('')", '{**good_place(m), "placements": []}'
)


def test_the_report_in_a_terminal(tmp_path):
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


def test_the_same_problem_is_shown_once(tmp_path):
    command = made_engine(tmp_path, placements_of("[]"))
    text = cpoker("engine", "--check", command, "--rules", "pagat", "--only", "place: ").stdout
    assert text.count("received") == 1 < text.count("FAILED")
    assert "FAILED  place: a line of 1 MiB (the same problem)\n" in text


def test_the_report_as_json(tmp_path):
    command = made_engine(tmp_path)
    (report,) = objects(cpoker("engine", "--check", command, "--rules", "pagat", "--only", "place: one", "--json"))
    assert (report["command"], report["passed"]) == (command, True)
    assert [check["check"] for check in report["checks"]] == ["hello: says what it is", "place: one position"]
    assert report["speeds"]["pagat: positions, one in a message"] > 0
    result = cpoker("engine", "--check", "no-such-engine", "--json")
    assert result.returncode == 1
    (check,) = json.loads(result.stdout)["checks"]
    problem = "cannot be started: No such file or directory"
    texts = {"note": "", "problem": problem, "sent": "", "received": "", "stderr": ""}
    assert check == {"check": "hello: says what it is", "passed": False, **texts}


def test_a_bad_greeting_is_shown(tmp_path):
    (result,) = EngineCheck(made_engine(tmp_path, reply_of("hello", GREETING)), BOTH)
    assert json.loads(result.sent)["type"] == "hello"
    assert result.received == GREETING


RED = "\\x1b]0;title\\x07\\x9b31m\\u202ered"
WRONG_REPLY = f"""
def place(message):
    complain('{RED} log\\n')
    reply = {{"type": "placements", "id": message["id"], "placements": [], "x": "{RED}"}}
    write(json.dumps(reply, ensure_ascii=False) + "\\n")
"""


@pytest.mark.parametrize(
    ("changes", "options", "text"),
    [
        (greeting(version="\x1b[2J\x9b31mred"), ["--only", "ping"], "red"),
        (f"def ping(message):\n    write('{RED}\\n')\n", ["--only", "ping"], "red"),
        (WRONG_REPLY, ["--only", "one position"], "  stderr    ?]0;title??31m?red log\n"),
        (WRONG_REPLY, ["--only", "one position", "--json"], r"\u009b31m\u202ered"),
    ],
)
def test_engines_do_not_control_the_terminal(tmp_path, changes, options, text):
    result = cpoker("engine", "--check", made_engine(tmp_path, changes), "--rules", "pagat", *options)
    assert result.stderr == ""
    assert text in result.stdout
    assert all(line.isprintable() for line in result.stdout.split("\n")), result.stdout


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
