"""`cpoker engine`: bots that play for other programs, by the engine protocol."""

import json
import os
import random
import re
import shlex
import subprocess
import sys

import numpy as np
import pytest
from command_line import cpoker

import cpoker_fast as cp
from cpoker_fast import Deal, Placement, Position

HELLO = {"type": "hello", "protocol": 1, "host": "a test"}
HANDS = ["As Ks Qs Js 9s 8d 8h 7h 5c 5h 3d 3h 2c", "As Kc Qd Jh Ts 9c 8d 7h 6s 5c 4d 3h 2s"]
WHOLE = {"type": "place", "id": 1, "seed": 5, "shared": "seat 1; button 1; street 1; board - / - / -; board - / - / -; "}
WHOLE["positions"] = [f"hand {hand}" for hand in HANDS]
POSITION = "seat 1; button 2; street 1; board - / - / -; board - / - / -; hand As Ad Kc 7c 2h"
PLACE = {"type": "place", "id": 2, "seed": 5, "shared": "", "positions": [POSITION]}
PING, PONG = {"type": "ping", "id": 4}, {"type": "pong", "id": 4}
ALL_BOTS = ", ".join(cp.bots())
COMMAND = [sys.executable, "-P", "-m", "cpoker_fast", "engine"]


def match(rules="pagat", players=2, **fields):
    return {"type": "match", "rules": cp.rules(rules).to_dict(complete=True), "players": players, **fields}


def lines(messages):
    return "".join((text if isinstance(text, str) else json.dumps(text)) + "\n" for text in messages)


def talk(*messages, bot="random", options=(), **where):
    """Return the replies of an engine to `hello` and the messages, without that to `hello`."""
    result = cpoker("engine", bot, *options, stdin=lines([HELLO, *messages]), **where)
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()][1:]


def engine_bot(*arguments):
    return f"exec:{shlex.join([*COMMAND, *arguments])}"


def whole_hands(hands, **fields):
    """Return a request with hands of 13 cards."""
    return {**WHOLE, "positions": [f"hand {cp.CardSet(hand)}" for hand in hands], **fields}


def placements_in(reply):
    return [Placement.parse(text) for text in reply["placements"]]


def boards_in(reply):
    return [cp.Board(*placement.rows) for placement in placements_in(reply)]


def position_of(text):
    return Position.parse(text, cp.rules("pineapple"))


# ---- bots of the package ----


def test_a_bot_plays_all_games():
    ready, boards, again, placements = talk(match(), WHOLE, match("pineapple"), PLACE)
    assert ready == again == {"type": "ready"}
    assert (boards["type"], boards["id"]) == ("placements", 1)
    assert [board.hand for board in boards_in(boards)] == [cp.CardSet(hand) for hand in HANDS]
    assert not any(board.is_foul for board in boards_in(boards))
    assert [placement.declare for placement in placements_in(boards)] == [True, True]
    assert (placements["type"], placements["id"]) == ("placements", 2)
    assert position_of(POSITION).placement(placements["placements"][0])


@pytest.mark.parametrize(
    ("bot", "rules", "problem"),
    [
        ("royalties", "pineapple", "the bot 'royalties' does not play 'pineapple': expected a closed game"),
        ("swift", "pagat", "there are no networks for the rules 'pagat'"),
    ],
)
def test_matches_that_the_bot_does_not_play_are_refused(bot, rules, problem):
    refusal, error = talk(match(rules), WHOLE, bot=bot)
    assert refusal["type"] == "error"
    assert problem in refusal["message"]
    assert error["message"] == "place: expected a match first"


def test_a_fantasyland_is_placed_in_all_games():
    """Also where one street is dealt, and by the bot that a user names for whole hands."""
    for rules, bot in (("closed", "balanced"), ("closed", "expert"), ("pineapple", "swift")):
        deal = Deal(rules, 2, seed=1, fantasyland=[15, 0])
        text = str(deal.position(0)).removeprefix(f"rules {rules}; ")
        _, reply = talk(match(rules), {**PLACE, "positions": [text]}, bot=bot)
        (placement,) = placements_in(reply)
        assert (len(placement.cards), len(placement.discards)) == (13, 2)
        assert deal.position(0).placement(placement)


def test_boards_are_those_of_the_bot_in_this_process():
    hands = cp.deal_many(200, 1, seed=1)[:, 0]
    shared = "seat 2; button 1; street 1; board - / - / -; board - / - / -; board - / - / -; "
    _, reply = talk(match("two-four", 3), whole_hands(hands.tolist(), shared=shared), bot="expert")
    decisions = cp.arrange_many(hands, "two-four", opponents=2)
    expected = [None if decision.board is None else decision.board.rows for decision in decisions]
    assert None in expected  # a surrender
    assert [None if placed.is_surrender else placed.rows for placed in placements_in(reply)] == expected


def test_simulations_with_an_engine_are_those_with_its_bot():
    """The same deals, so the same counts, also of Fantasylands."""
    for rules, bot, other in (("pineapple", "swift", "careful"), ("pagat", "balanced", "royalties")):
        plain = cp.simulate(rules, [bot, other], 10, seed=1)
        simulation = cp.simulate(rules, [engine_bot(bot), other], 10, seed=1)
        assert simulation.table() == plain.table()


def test_replies_depend_on_the_seed_of_the_request_only():
    requests = [WHOLE, {**WHOLE, "seed": 6}, WHOLE]
    (_, first, other, again), (_, alone) = talk(match(), *requests), talk(match(), WHOLE)
    assert first == again == alone
    assert other != first
    requests = [PLACE, {**PLACE, "positions": [POSITION] * 9}, PLACE]
    _, first, others, again = talk(match("pineapple"), *requests)
    assert first == again
    assert len({*others["placements"]}) > 1


def test_options_of_expert(tmp_path):
    hands = cp.deal_many(50, 2, seed=1)
    field, path = cp.fields.Field("pagat", cp.best_royalties_many(hands[:, 1], "pagat")), tmp_path / "field.npz"
    field.save(path)
    options = ["--rollouts", "20", "--against", str(path), "--threads", "2"]
    messages = match(), whole_hands(hands[:, 0].tolist()), match("pineapple"), PLACE
    _, boards, _, placements = talk(*messages, bot="expert", options=options)
    decisions = [cp.arrange_many(hands[:, 0], "pagat", field, opponents=1, has_button=True) for field in (field, None)]
    expected, others = ([decision.board for decision in some] for some in decisions)
    assert boards_in(boards) == expected != others
    rng = np.random.default_rng(5)
    best = cp.bot("expert", rollouts=20).place(position_of(POSITION), rng)
    assert placements["placements"] == [str(best)]


# ---- bots of the user ----

BOTS = """
import sys
import cpoker_fast as cp

print("imported")

def closed(position, rng):
    print("thinking", input("reads nothing: ") if position.rules.name == "simple" else "")
    return cp.best_royalties(position.hand, position.rules)

def placing(position, rng):
    return position.placements()[0]

def wrong(hand, rules, rng):
    return None

def dead(position, rng):
    return cp.FOUL if "2h" in position.hand else cp.best_royalties(position.hand, position.rules)

def late(position, rng):
    if position.street == 1:
        raise KeyError("no second street")
    return position.placements()[0]

def failing(position, rng):
    if "2h" in position.hand:
        raise KeyError("no twos\\n")
    return cp.best_royalties(position.hand, position.rules)

def deciding(position, rng):
    hand, rules = position.hand, position.rules
    if "As" not in hand:
        return cp.Placement.surrender()
    declare = "dragon" in cp.naturals(hand) and cp.rulebook.Pattern.DRAGON
    return cp.Placement(*cp.best_royalties(hand, rules).rows, declare=declare)

class Both:
    name = "both\\tof them"

    def prepare(self, rules, players):
        self.rules = rules.name
        return self

    def place_many(self, positions, rng):
        return [position.placements()[-1] for position in positions][: 2 if len(positions) == 3 else None]

    def place(self, position, rng):
        return self.place_many([position], rng)[0]

both = Both()
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mine.py").write_text(BOTS, encoding="utf-8")
    return tmp_path


def test_bots_that_print_and_read_do_not_disturb_the_messages(folder):
    result = cpoker("engine", "mine:closed", stdin=lines([HELLO, match(), WHOLE, match("simple"), WHOLE, PING]), cwd=folder)
    _, _, boards, _, error, pong = [json.loads(line) for line in result.stdout.splitlines()]
    assert boards_in(boards) == [cp.best_royalties(hand, "pagat") for hand in HANDS]
    assert re.search("imported\n.*thinking", result.stderr, re.DOTALL)
    assert "raised EOFError" in error["message"]
    assert pong == PONG


def test_a_bot_that_places_many_hands(folder):
    messages = match("pineapple"), PLACE, {**PLACE, "id": 9, "positions": [POSITION] * 3}
    _, placements, error = talk(*messages, bot="mine:both", cwd=folder)
    assert placements["placements"] == [str(position_of(POSITION).placements()[-1])]
    problem = "bot 'both\\tof them' returned 2 placements: expected a placement for each of 3 positions"
    assert error == {"type": "error", "id": 9, "message": f"{problem}, in a request with 3 hands"}


@pytest.mark.parametrize(
    ("bot", "problem"),
    [("mine:failing", "raised KeyError: 'no twos"), ("mine:dead", "returned FOUL, a dead hand: expected a placement of")],
)
def test_a_fault_of_the_bot_is_a_fault_of_the_hand_only(folder, bot, problem):
    with_two = "Ah 3h 2h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc"
    requests = [whole_hands([HANDS[0], with_two]), whole_hands([with_two])]
    result = cpoker("engine", bot, stdin=lines([HELLO, match(), *requests]), cwd=folder)
    *_, reply, error = [json.loads(line) for line in result.stdout.splitlines()]
    text, empty = reply["placements"]
    assert (Placement.parse(text).rows, empty) == (cp.best_royalties(HANDS[0], "pagat").rows, "")
    assert error["type"] == "error"
    assert problem in error["message"]
    assert problem in result.stderr


def test_declarations_by_name_and_surrenders(folder):
    request = whole_hands([HANDS[0], HANDS[0].replace("As", "Ad")])
    _, reply = talk(match("two-four"), request, bot="mine:deciding", cwd=folder)
    assert reply["placements"][0].endswith(" declares nothing")
    assert reply["placements"][1] == "surrender"
    for bot, declared in (
        ("balanced", [True, True]),
        ("mine:closed", ["if better", "if better"]),  # naturals are declared if that pays more
        ("mine:deciding", [False, cp.rulebook.Pattern("dragon")]),
    ):
        _, reply = talk(match(), WHOLE, bot=bot, cwd=folder)
        assert [placement.declare for placement in placements_in(reply)] == declared


def test_faults_at_all_positions_of_one_street_leave_the_others(folder):
    second = "seat 1; button 2; street 2; board - / Kc 7c 2h / As Ad; board 9s / 6s 6d / Jh Tc; hand Qd 9h 4s"
    third = (
        "seat 1; button 2; street 3; board - / Kc 7c 2h Qd / As Ad 9h; board 9s / 6s 6d / Jh Tc Th 5c; discards 4s; "
        "hand 8d 8c 3s"
    )
    requests = [{**PLACE, "positions": [second, third, second]}, {**PLACE, "positions": [second]}]
    result = cpoker("engine", "mine:late", stdin=lines([HELLO, match("pineapple"), *requests]), cwd=folder)
    *_, placements, error = [json.loads(line) for line in result.stdout.splitlines()]
    assert placements["placements"] == ["", str(position_of(third).placements()[0]), ""]
    assert error["type"] == "error"
    assert "raised KeyError: 'no second street'" in error["message"]


# ---- messages that are wrong ----


WRONG = [
    (["not JSON"], "expected a JSON object in UTF-8: Expecting value: line 1 column 1 (char 0)"),
    ([""], "expected a JSON object in UTF-8: Expecting value"),
    (["[1]"], "expected a JSON object, got [1]"),
    (['{"type":NaN}'], "expected a JSON object in UTF-8: NaN is not a number of JSON"),
    (["[" * 100_000], "expected a JSON object, got too many lists or objects inside each other"),
    (['{"type":"' + "x" * (1 << 20) + '"}'], "expected a line of at most 1048576 bytes"),
    (["{}"], "type: expected one of 'hello', 'match', 'place', 'settled', 'ping', 'quit', got None"),
    ([{"type": ["ping"]}], "got ['ping']"),
    ([{"type": "hello", "protocol": "1"}], "protocol: expected an int from 1 to 9007199254740991, got '1'"),
    ([{"type": "ping"}], "id: expected an int from 0 to 9007199254740991, got None"),
    ([{"type": "ping", "id": True}], "id: expected an int from 0 to 9007199254740991, got True"),
    ([WHOLE], "place: expected a match first"),
    ([match(), match("pineapple", players=4), WHOLE], "place: expected a match first"),
    ([{"type": "set", "id": 1, "hands": []}], "type: expected one of 'hello', 'match', 'place', 'settled', 'ping', 'quit'"),
    ([{**match(), "rules": None}], "rules: expected a table of rules, got None"),
    ([{**match(), "rules": {"foul": "x"}}], "rules: foul: expected an int or 'as a scoop', got 'x'"),
    ([{**match(), "rules": {"name": "pagat"}}], "rules: expected options beside the name 'pagat', or the name of a preset"),
    ([match(players=5)], "players: expected an int from 2 to 4, got 5"),
    ([match("pineapple", players=4)], "players: expected an int from 2 to 3, got 4"),
    ([match(time_limit=0)], "time_limit: expected seconds above 0, or null, got 0"),
    ([match(time_limit="1")], "time_limit: expected seconds above 0, or null, got '1'"),
    ([match(), {**WHOLE, "seed": -1}], "seed: expected an int from 0 to 9007199254740991, got -1"),
    ([match(), {**WHOLE, "shared": None}], "shared: expected text, got None"),
    ([match(), {**WHOLE, "positions": []}], "positions: expected a list of 1 to 1024 texts, got a list of 0"),
    ([match(), {**WHOLE, "positions": HANDS[:1] * 1025}], "expected a list of 1 to 1024 texts, got a list of 1025"),
    ([match(), {**WHOLE, "positions": "As"}], "positions: expected a list of 1 to 1024 texts, got 'As'"),
    ([match(), {**WHOLE, "positions": [f"hand {HANDS[0]}", 5]}], "positions[1]: expected text, got 5"),
    ([match(), {**WHOLE, "positions": [f"hand {HANDS[0]}", "hand As As"]}], "positions[1]: hand: card As appears twice"),
    ([match(), whole_hands([HANDS[0], "As Ks"])], "positions[1]: hand: expected 13 cards on street 1 of 1, got 2"),
    ([match(), {**WHOLE, "shared": "seat 3; " + WHOLE["shared"][8:]}], "positions[0]: seat: expected a number from 1 to 2"),
    ([match("pineapple"), WHOLE], "positions[0]: hand: expected 5 cards on street 1 of 5, got 13"),
    ([match("pineapple"), {**PLACE, "positions": [POSITION, "x"]}], "positions[1]: bad position"),
    (
        [match("turbo"), {**PLACE, "shared": "rules pineapple; "}],
        "positions[0]: rules: expected 'pineapple', as in the position, got 'turbo'",
    ),
    ([match("pineapple", 3), PLACE], "positions[0]: expected 3 boards, as in the match, got 2"),
    ([match("pineapple"), {**PLACE, "positions": [POSITION[:-21]]}], "positions[0]: expected cards in hand"),
]
NO_MATCH = {"type": "match"}


@pytest.fixture(scope="module")
def replies_to_wrong_messages():
    """Return the replies to the messages of each case, which end with a ping: all cases are one conversation."""
    replies = iter(talk(*(message for messages, _ in WRONG for message in [NO_MATCH, *messages, PING])))
    return [[next(replies) for _ in range(len(messages) + 2)] for messages, _ in WRONG]


@pytest.mark.parametrize("number", range(len(WRONG)), ids=[problem for _, problem in WRONG])
def test_errors_are_replies_and_the_engine_goes_on(replies_to_wrong_messages, number):
    (messages, problem), (*_, error, pong) = WRONG[number], replies_to_wrong_messages[number]
    assert error["type"] == "error"
    assert problem in error["message"]
    assert len(error["message"]) < 400
    assert pong == PONG
    request = json.loads(messages[-1]) if messages[-1] == "{}" else messages[-1]
    has_id = isinstance(request, dict) and type(request.get("id")) is int
    assert error.get("id") == (request["id"] if has_id else None)


def test_unknown_fields_are_ignored():
    messages, new = (match(), WHOLE, PING), {"new": {"type": "quit", "id": 3}, "zzz": None}
    assert talk(*({**message, **new} for message in messages)) == talk(*messages)


def test_any_bytes_have_one_reply_each():
    """Changed, cut and repeated parts of messages; `settled` has no reply, and `quit` does not occur."""
    rng = random.Random(1)
    messages = (match(), match("pineapple"), WHOLE, PLACE, {"type": "ping", "id": 1})
    good = [json.dumps(message).encode() for message in messages]
    mutants = []
    for _ in range(250):
        line = bytearray(rng.choice(good))
        for _ in range(rng.randrange(4)):
            place, kind = rng.randrange(len(line)), rng.randrange(4)
            if kind == 0:
                line[place] = rng.randrange(256)
            elif kind == 1:
                del line[place : place + rng.randrange(1, 9)]
            elif kind == 2:
                line[place:place] = line[place : place + 9]
            else:
                line[place:place] = rng.choice(
                    [b'"', b"{", b"[", b"1e999", b"null", b"-1", b"\\ud800", b"\xff", b"99999999999999999"]
                )
        mutants.append(bytes(line).replace(b"\n", b" "))
    process = subprocess.run(
        [*COMMAND, "random"], input=b"\n".join([json.dumps(HELLO).encode(), *mutants, b""]), capture_output=True, check=False
    )
    replies = [json.loads(line) for line in process.stdout.splitlines()]
    assert (process.returncode, len(replies)) == (0, len(mutants) + 1)
    kinds = [reply["type"] for reply in replies]
    assert {"ready", "placements", "pong", "error"} <= set(kinds)
    assert "Traceback" not in process.stderr.decode()


# ---- beginning and end ----


def greeting(name):
    return {"type": "hello", "protocol": 1, "name": name, "version": cp.__version__, "author": "cpoker_fast"}


NAMES = {"closed": "closed", "placing": "placing", "both": "both of them"}
TOO_EARLY = {"type": "error", "id": 4, "message": "expected the message 'hello' first, got 'ping'"}
TOO_FAST = {"type": "error", "message": "time_limit: expected at least 0.5 seconds, as in --seconds, got 0.2"}


@pytest.mark.parametrize(
    ("bot", "messages", "replies"),
    [
        *((name, [HELLO], [greeting(name)]) for name in ("random", "royalties", "swift", "expert")),
        *((f"mine:{bot}", [HELLO], [{"type": "hello", "protocol": 1, "name": name}]) for bot, name in NAMES.items()),
        ("random", [{**HELLO, "protocol": 2, "new": {}}], [greeting("random")]),  # hosts of later versions decide
        ("random", [HELLO, {"type": "settled", "deals": []}, {"type": "quit"}, PING], [greeting("random")]),
        ("random", [PING, HELLO, PING], [TOO_EARLY, greeting("random"), PONG]),
        (
            "expert --seconds 0.5", [HELLO, *(match("pineapple", time_limit=limit) for limit in (0.2, 0.5))],
            [greeting("expert"), TOO_FAST, {"type": "ready"}],
        ),
    ],
)  # fmt: skip
def test_conversations(folder, bot, messages, replies):
    """The last line has no end, which is allowed."""
    result = cpoker("engine", *bot.split(), stdin=lines(messages).removesuffix("\n"), cwd=folder)
    assert [json.loads(line) for line in result.stdout.splitlines()] == replies


def test_the_engine_ends_silently_if_the_host_is_gone():
    process = subprocess.Popen([*COMMAND, "random"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(lines([HELLO]).encode())
    process.stdin.flush()
    assert b"hello" in process.stdout.readline()
    process.stdout.close()
    process.stdin.write(lines([{"type": "ping", "id": 1}]).encode())
    process.stdin.flush()
    assert process.wait(20) == 0
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no POSIX shell")
@pytest.mark.parametrize("streams", ["<&-", "2>&-"])
def test_closed_streams(streams):
    command = f"echo '{json.dumps(HELLO)}' | {shlex.join([*COMMAND, 'random'])} {streams}"
    process = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stderr) == (0, "")
    assert bool(process.stdout) == (streams == "2>&-")


def test_a_person_is_told_what_waits():
    pty = pytest.importorskip("pty", reason="there are no terminals to open")
    ours, theirs = pty.openpty()
    process = subprocess.Popen([*COMMAND, "swift"], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.close(theirs)
    notice = process.stderr.readline().decode()
    assert notice == "Engine swift: waiting for messages of a host program; Ctrl-C ends it.\n"
    os.write(ours, b'{"type":"quit"}\n')
    assert process.wait(20) == 0
    assert process.stdout.read() == b""
    process.stdout.close()
    process.stderr.close()
    os.close(ours)


CHECK = "--check ./engine"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "give the name of a bot, or --check COMMAND"),
        (f"swift {CHECK}", "give the name of a bot, or --check COMMAND, not both"),
        ("swift --seconds 1", "--seconds is an option of expert, not of swift"),
        ("balanced --against x.npz", "--against is an option of expert, not of balanced"),
        ("mine:bot --rollouts 5", "--rollouts is an option of expert, not of mine:bot"),
        ("expert --against nowhere.npz", "nowhere.npz: No such file or directory"),
        ("expert --rollouts 0", "--rollouts 0: expected an int from 1"),
        ("careful --threads 2", "--threads is an option of expert, not of careful"),
        ("expert --threads 257", "257 is not in the range 0<=x<=256"),
        ("expert --seconds 1 --rollouts 5", "expected seconds or rollouts, not both"),
        ("swift --json", "--json is not an option of a bot: it belongs to --check"),
        ("swift --rules pagat", "--rules is not an option of a bot: it belongs to --check"),
        (f"{CHECK} --seconds 1", "--seconds is not an option of --check"),
        (f"{CHECK} --threads 1", "--threads is not an option of --check"),
        (f"{CHECK} --rules x", "unknown rules 'x'"),
        (f"{CHECK} --only zzz", "--only zzz: no check has this text in its title"),
        ("--check '", 'bad command "\'": No closing quotation'),
        ("mine:Both", "bot: expected an object of the class, such as Both(), got <class 'mine.Both'>"),
        ("mine:nothing", "NAME mine:nothing: module 'mine' has no attribute 'nothing'"),
        ("mine:sys", "NAME mine:sys: expected a bot, got a module"),
        ("mine:wrong", "got (hand, rules, rng); if this is a policy, wrap it: PolicyBot(policy)"),
        ("mine.py:closed", "did you mean 'mine:closed'?"),
        ("exec:./engine", "exec:./engine: expected a bot, got an engine; --check COMMAND checks an engine"),
        ("swif", f"swif: unknown bot: did you mean 'swift'? expected one of {ALL_BOTS}, or module:function"),
    ],
)
def test_wrong_usage(folder, arguments, message):
    result = cpoker("engine", *arguments.split(), stdin=lines([HELLO]), cwd=folder)
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_help_lists_all_bots():
    text = " ".join(cpoker("engine", "--help").stdout.split())
    closed, open_face = (", ".join(names) for names in (cp.bots("pagat"), cp.bots("pineapple")))
    assert f"Closed games: {closed}. Other games: {open_face}." in text
    assert 'cpoker engine --check "python my_engine.py"' in text
