"""`cpoker engine --check`: good engines pass, and each check fails for an engine that breaks its rule."""

import json
import os
import subprocess
import sys

import pytest
from command_line import cpoker, objects
from made_engines import greeting, made_engine, reply_of
from terminals import lines_in_terminal

import cpoker_fast as cp

pytest.importorskip("click")
from cpoker_fast.commands import engine_check
from cpoker_fast.commands.engine_check import EngineCheck
from cpoker_fast.engines import engine

PAGAT, PINEAPPLE = [cp.rules("pagat")], [cp.rules("pineapple")]
BOTH = [*PAGAT, *PINEAPPLE]
SETTLEMENTS = """
def hello(message):
    return {"type": "hello", "protocol": 1, "name": "Made", "games": ["closed", "open-face"], "settlements": True}
"""


def results(command, rules=BOTH, only=""):
    return {result.title: result for result in EngineCheck(command, rules, only)}


def test_a_good_engine_passes(tmp_path):
    checked = results(made_engine(tmp_path, SETTLEMENTS))
    assert [result for result in checked.values() if not result.has_passed] == []
    assert len(checked) == 27
    assert checked["hello: says what it is"].note == "Made; closed, open-face; requests settlements"
    assert checked["set: 1,024 hands"].note.endswith(" fouls")
    assert checked["place: all rules and numbers of players"].note.endswith(" in 30 boards")


def test_checks_that_are_not_run(tmp_path):
    """Hosts send results only on request; and the engine may play one kind of game, or refuse a time limit."""
    checked = results(made_engine(tmp_path), PAGAT, "settled")
    assert [(result.has_passed, result.note) for result in checked.values()][1:] == [
        (None, "the engine does not request settlements"),
        (None, "--rules has no rules of open-face games"),
    ]
    refusing = results(made_engine(tmp_path, reply_of("match", '{"type": "error", "message": "no"}')), BOTH)
    assert [title for title in refusing if title.startswith(("match", "set", "place", "settled"))] == [
        "match: accepts rules of closed games",
        "match: accepts rules of open-face games",
    ]
    closed = made_engine(tmp_path, reply_of("hello", '{"type": "hello", "protocol": 1, "name": "M", "games": ["closed"]}'))
    assert not any("place" in title for title in results(closed, PAGAT))
    slow = changed("match", 'message["time_limit"]', '{"type": "error", "id": 0, "message": "slow"}', '{"type": "ready"}')
    limited = results(made_engine(tmp_path, slow), PAGAT, "time limit")["set: respects a time limit of 1 s"]
    assert (limited.has_passed, limited.note) == (None, "the engine refuses this limit: it reported an error: slow")


def changed(kind, condition, value, good):
    """Return the change of an engine that replies otherwise under a condition."""
    return f"good_{kind} = {kind}\ndef {kind}(message):\n    return {value} if {condition} else {good}\n"


GOOD_SET = "good_set(message)"
WRONG_CARDS = '{**good_set(message), "boards": ["AsKsQs/JsTs9s8s7s/6s5s4s3s2s"] * len(message["hands"])}'
OTHER_BOARDS = '{**good_set(message), "boards": [board(hand[2:] + hand[:2]) for hand in message["hands"]]}'
COUNTED = """
matches = 0
def match(message):
    global matches
    matches += 1
    return {"type": "ready"}
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
WAITING = """
import atexit
atexit.register(time.sleep, 60)
def quit(message):
    os._exit(0)
"""


def boards_of(boards):
    """Return the change of an engine that sets other boards."""
    return reply_of("set", f'{{"type": "boards", "id": message["id"], "boards": {boards}}}')


def placements_of(placements):
    """Return the change of an engine that places otherwise."""
    return reply_of("place", f'{{"type": "placements", "id": message["id"], "placements": {placements}}}')


BROKEN = {
    "hello: says what it is": [
        (reply_of("hello", '{"type": "hello", "protocol": 2, "name": "M", "games": ["closed"]}'), "2: expected 1"),
        (reply_of("hello", '{"type": "hello", "protocol": 1, "name": "M", "games": ["go"]}'), "has the games ['go']"),
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
    "silence: writes nothing without a request": [
        (LATER, "thinking"),
    ],
    "match: accepts rules of closed games": [
        (reply_of("match", '{"type": "error", "message": "never"}'), "refuses all rules, such as 'pagat': reported an"),
        (changed("match", "message['players'] == 4", "sys.exit(4)", '{"type": "ready"}'), "ended with exit code 4"),
        (reply_of("match", '{"type": "boards", "id": 1, "boards": []}'), "type 'boards': expected 'ready'"),
    ],
    "set: one hand": [
        (changed("set", "message['seat'] == 1", WRONG_CARDS, GOOD_SET), "boards[0]: set 'AsKsQs/JsTs9s8s7s/6s5s4s3s2s'"),
        (boards_of([None]), "boards[0]: a surrender, which the"),
        (boards_of(["no"]), "boards[0]: set 'no': bad board"),
        (reply_of("set", '{"type": "boards", "id": message["id"] + 1, "boards": []}'), "replied with the id"),
        ("def set(message):\n    write('thinking\\n')\n    return {'type': 'boards'}", "not JSON"),
        (
            "good_set = set\n" + reply_of("set", '{**good_set(message), "declare": ["dragon"]}'),
            "boards[0]: declared 'dragon': expected a natural of the board under these rules, got none",
        ),
    ],
    "set: 1,024 hands": [
        (
            changed("set", "len(message['hands']) > 1000", '{**good_set(message), "boards": ["-"]}', GOOD_SET),
            "replied with 1 board: expected 1024",
        ),
    ],
    "set: all rules and numbers of players": [
        (changed("set", "message['seat'] == 3", WRONG_CARDS, GOOD_SET), "expected the cards"),
    ],
    "set: ignores unknown fields": [
        (changed("set", "'new' in message", OTHER_BOARDS, GOOD_SET), "otherwise than without unknown fields"),
    ],
    "set: a line of 1 MiB": [
        (
            changed("set", "len(message.get('padding', '')) > 1 << 19", '{"type": "error", "message": "long"}', GOOD_SET),
            "reported an error: long",
        ),
    ],
    "set: the same seed, the same reply": [
        ("calls = []\n" + changed("set", "calls.append(0) or len(calls) > 2", OTHER_BOARDS, GOOD_SET), "with the same seed"),
        (STARTS + changed("set", "starts % 2", OTHER_BOARDS, GOOD_SET), "otherwise than another process"),
    ],
    "set: no reply depends on earlier matches": [
        (COUNTED + changed("set", "matches % 3", OTHER_BOARDS, GOOD_SET), "otherwise than in an earlier match"),
    ],
    "set: respects a time limit of 1 s": [
        (changed("set", "time.sleep(1.1)", "None", GOOD_SET), "gave no reply within 1 s"),
    ],
    "settled: has no reply, closed": [
        (SETTLEMENTS + reply_of("settled", '{"type": "thanks"}'), '{"type": "thanks"}'),
    ],
    "match: accepts rules of open-face games": [
        (changed("match", "message['game'] == 'open-face'", "sys.exit(5)", '{"type": "ready"}'), "ended with exit code 5"),
    ],
    "place: one position": [
        (placements_of(["- / - / -"]), "of 5 cards to be"),
        (placements_of([None]), "placed None: expected text"),
    ],
    "place: 1,024 positions": [
        (
            changed("place", "len(message['positions']) > 1000", "sys.exit(6)", "good_place(message)"),
            "ended with exit code 6",
        ),
    ],
    "place: all rules and numbers of players": [
        (
            changed("placement", "'fantasyland 14' in message", "'2c / - / -'", "good_placement(message)"),
            "placed '2c / - / -'",
        ),
    ],
    "quit: ends within 2 seconds": [
        (reply_of("quit", "None"), "still runs after 0.4 seconds"),
        ("def quit(message):\n    write('bye\\n')\n    sys.exit()", "wrote without a request: 'bye"),
    ],
    "end of input: ends within 2 seconds": [
        (WAITING, "still runs after 0.4 seconds"),
    ],
}  # fmt: skip
CASES = [(title, change, problem) for title, cases in BROKEN.items() for change, problem in cases]


@pytest.mark.parametrize(("title", "change", "problem"), CASES, ids=[f"{title}-{problem}" for title, _, problem in CASES])
def test_each_check_finds_its_fault(tmp_path, monkeypatch, title, change, problem):
    if problem.startswith("still runs"):
        for module in (engine_check, engine):
            monkeypatch.setattr(module, "QUIT_SECONDS", 0.4)
    result = results(made_engine(tmp_path, change), only=title)[title]
    assert result.has_passed is False
    assert problem in result.problem


def test_there_is_a_broken_engine_for_every_check(tmp_path):
    """Checks of open-face games that are those of closed games are tested with these."""
    titles = {check.title for check in EngineCheck(made_engine(tmp_path, SETTLEMENTS), BOTH)._checks()}
    shared = {title.replace("set:", "place:").replace("closed", "open-face") for title in BROKEN if title[:3] == "set"}
    assert titles - shared - {*BROKEN} == set()


def test_a_failure_shows_the_messages(tmp_path):
    complaint = (
        "good_set = set\ndef set(message):\n    complain('confused\\n')\n    return {**good_set(message), 'boards': []}"
    )
    result = results(made_engine(tmp_path, complaint), PAGAT, "one hand")["set: one hand"]
    assert result.problem == "replied with 0 boards: expected 1"
    assert json.loads(result.sent)["type"] == "set"
    assert json.loads(result.received)["boards"] == []
    assert result.stderr == "confused"


def test_the_report_in_a_terminal(tmp_path):
    command = made_engine(tmp_path, reply_of("place", '{"type": "placements", "id": 0, "placements": []}'))
    options = ["--rules", "pagat", "--rules", "pineapple", "--only", "one"]
    result = cpoker("engine", "--check", command, *options)
    assert result.returncode == 1
    text = result.stdout
    assert text.startswith("ok      hello: says what it is\n        Made; closed, open-face\n")
    assert "ok      set: one hand\n" in text
    assert "FAILED  place: one position\n        replied with the id 0: expected " in text
    assert '\n        sent      {"type":"place","id":' in text
    assert '\n        received  {"type": "placements", "id": 0, "placements": []}\n' in text
    assert "hands, one in a message: " in text
    assert text.endswith("passed, 1 failed\n")
    good = lines_in_terminal("engine", "--check", made_engine(tmp_path), *options[:2], "--only", "set: one hand")
    assert good[-1] == "2 checks: 2 passed"
    assert max(map(len, good)) <= 80


RED = "\\x1b]0;title\\x07\\x9b31m\\u202ered"
HOSTILE = {
    "games": (greeting(games=["closed", "\x9b31mred"], version="\x1b[2J"), "ping"),
    "text that is not JSON": (f"def ping(message):\n    write('{RED}\\n')\n", "ping"),
    "a wrong reply": (
        f"""
def set(message):
    complain('{RED} log\\n')
    write(json.dumps({{"type": "boards", "id": message["id"], "boards": [], "x": "{RED}"}}, ensure_ascii=False) + "\\n")
""",
        "one hand",
    ),
}


@pytest.mark.parametrize(("fault", "options"), [*((fault, []) for fault in HOSTILE), ("a wrong reply", ["--json"])])
def test_engines_do_not_control_the_terminal(tmp_path, fault, options):
    changes, only = HOSTILE[fault]
    result = cpoker("engine", "--check", made_engine(tmp_path, changes), "--only", only, "--rules", "pagat", *options)
    assert result.stderr == ""
    assert "red" in result.stdout
    assert all(line.isprintable() for line in result.stdout.split("\n")), result.stdout
    if options:
        assert "\x9b31m\u202ered" in json.loads(result.stdout)["checks"][-1]["received"]
    elif fault == "a wrong reply":
        assert "  stderr    ?]0;title??31m?red log\n" in result.stdout


def test_the_report_as_json(tmp_path):
    command = made_engine(tmp_path)
    (report,) = objects(cpoker("engine", "--check", command, "--rules", "pagat", "--only", "set: one", "--json"))
    assert (report["command"], report["passed"]) == (command, True)
    assert [check["check"] for check in report["checks"]] == ["hello: says what it is", "set: one hand"]
    assert report["speeds"]["hands, one in a message"] > 0
    result = cpoker("engine", "--check", "no-such-engine", "--json")
    assert result.returncode == 1
    (check,) = json.loads(result.stdout)["checks"]
    assert check["problem"].startswith("cannot be started: No such file")


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("boards", "text.lower()"),
        ("boards", "text.replace('T', '10')"),
        ("boards", "text.replace('s', '♠')"),
        ("boards", "text[:2] + ',' + text[2:]"),
        ("placements", "text.lower()"),
        ("placements", "text.replace('discards', 'discard')"),
        ("placements", "text.replace('- ', ' ', 1)"),
    ],
)
def test_texts_that_other_hosts_do_not_read_are_failures(tmp_path, kind, change):
    request = {"boards": "set", "placements": "place"}[kind]
    changes = f"good = {request}\ndef {request}(message):\n    reply = good(message)\n"
    changes += f"    return {{**reply, '{kind}': [{change} for text in reply['{kind}']]}}\n"
    titles = [f"{request}: one {'hand' if kind == 'boards' else 'position'}", f"{request}: all rules and numbers of players"]
    checked = [results(made_engine(tmp_path, changes), only=title)[title] for title in titles]
    assert any(result.has_passed is False for result in checked)
    assert all(result.has_passed or f"{kind}[" in result.problem for result in checked)


def test_texts_with_any_spaces_pass(tmp_path):
    spaces = """
good_set, good_place = set, place
def set(message):
    reply = good_set(message)
    return {**reply, "boards": [text[:6] + "  /" + text[7:9] + " " + text[9:] for text in reply["boards"]]}
def place(message):
    reply = good_place(message)
    placements = [text.replace(" / ", "/").replace("discards ", "discards  ") for text in reply["placements"]]
    return {**reply, "placements": placements}
"""
    checked = results(made_engine(tmp_path, spaces), only="all rules and numbers")
    assert [result.has_passed for result in checked.values()] == [True] * 3


def test_only_with_the_title_of_a_check_that_the_games_exclude(tmp_path):
    command = made_engine(tmp_path, greeting(games=["closed"]))
    result = cpoker("engine", "--check", command, "--only", "place: one")
    assert result.returncode == 0
    assert "-       place: one position\n        the engine plays no open-face games\n" in result.stdout
    assert result.stdout.endswith("2 checks: 1 passed, 1 not run\n")


def test_an_engine_that_does_not_repeat_itself_fails_once(tmp_path):
    turned = "board(hand[2 * (len(calls) % 13) :] + hand[: 2 * (len(calls) % 13)])"
    other_each_time = OTHER_BOARDS.replace("board(hand[2:] + hand[:2])", turned)
    change = "calls = []\n" + changed("set", "calls.append(0) or True", other_each_time, GOOD_SET)
    checked = results(made_engine(tmp_path, change), PAGAT)
    assert [title for title, result in checked.items() if result.has_passed is False] == [
        "set: the same seed, the same reply"
    ]
    assert checked["set: ignores unknown fields"].has_passed is None
    assert "cannot be compared" in checked["set: ignores unknown fields"].note


def test_the_same_problem_is_shown_once(tmp_path):
    command = made_engine(tmp_path, boards_of("[]"))
    text = cpoker("engine", "--check", command, "--rules", "pagat", "--only", "set: ").stdout
    assert text.count("received") == 1 < text.count("FAILED")
    assert "FAILED  set: a line of 1 MiB (the same problem)\n" in text


def test_fouls_are_out_of_the_hands_of_the_check(tmp_path):
    note = results(made_engine(tmp_path), PAGAT, "set: one")["set: one hand"].note
    assert note.endswith(" in 8 hands")
    assert 1 <= int(note.split()[0]) <= 8


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
    assert shown.startswith(b"...     hello: says what it is\r ")
