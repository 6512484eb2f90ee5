"""Bots that are engines: prepared, in simulations, in other processes, and their faults."""

import concurrent.futures
import copy
import dataclasses
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from made_engines import ends, greeting, made_engine, reply_of, until

import cpoker_fast as cp
from cpoker_fast import Deal, Placement, Position, errors
from cpoker_fast.engines import Engine
from cpoker_fast.game import Positions
from cpoker_fast.game.placement import placement_at_timeout
from cpoker_fast.game.positions import whole_hands
from cpoker_fast.players import Referee, are_alike, name_of
from cpoker_fast.players.engine_bot import EngineBot
from cpoker_fast.players.preparing import identity_of, prepared
from cpoker_fast.rulebook import Timeout

RNG = np.random.default_rng
HANDS = np.sort(cp.deal_many(4, 2, seed=1).reshape(-1, 13), axis=1)[:, ::-1]
BACK_FIRST = np.concatenate([HANDS[:, 10:], HANDS[:, 5:10], HANDS[:, :5]], axis=1)
"""Boards of the made engine, which begins with the highest cards in the back."""
PLACED = [Placement.parse(str(cp.Board.of_cards(board))) for board in BACK_FIRST.tolist()]
PAGAT = cp.rules("pagat")

# An engine whose boards depend on its random numbers: cards in a random order.
SHUFFLING = (
    "import random\ndef place(message):\n    rng = random.Random(message['seed'])\n    placements = []\n"
    "    for text in message['positions']:\n        begin, _, hand = (message['shared'] + text).partition('hand ')\n"
    "        cards = hand.split()\n        rng.shuffle(cards)\n"
    "        placements.append(placement(begin + 'hand ' + ' '.join(cards)))\n"
    "    return {'type': 'placements', 'id': message['id'], 'placements': placements}\n"
)


class BackFirst:
    """The bot that the made engine is: it fills the back, then the middle, then the front, in descending order."""

    name = "Made"

    def place(self, position, rng):
        return placement_at_timeout(Timeout.HIGHEST_FIRST, list(position.hand), position.to_place, position.own.room)


def dealt(hands=HANDS, rules=PAGAT, seat=0):
    """Return positions with hands in the order dealt; seat 0 has the button."""
    return whole_hands(rules, 2, hands, seat, 0)


def engine_of(folder, changes=""):
    return f"exec:{made_engine(folder, changes)}"


@pytest.fixture
def started(monkeypatch):
    """Return the engines that are started in this process."""
    engines, real = [], Engine.__init__

    def noted(engine, command):
        real(engine, command)
        engines.append(engine)

    monkeypatch.setattr(Engine, "__init__", noted)
    return engines


def test_names(tmp_path, started):
    cp.bot("exec:no-such-program")
    assert started == []
    name = engine_of(tmp_path)
    bot = cp.bot(name)
    assert (type(bot), isinstance(bot, cp.players.BatchBot)) == (EngineBot, True)
    assert (bot.name, bot.command, identity_of(bot)) == (name, name.removeprefix("exec:"), name)
    player = prepared(name, PAGAT, 2)
    assert (name_of(player), identity_of(player)) == ("Made", name)
    assert are_alike([player, prepared(name, PAGAT, 2)])
    assert not are_alike([player, prepared(engine_of(tmp_path), PAGAT, 2)])
    field = cp.fields.Field("pagat", ["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"])
    for function, arguments, problem in (
        (cp.bot, (name, field), "takes no field"),
        *((EngineBot, (bad,), "command: expected text, got") for bad in (["a"], None, b"a")),
        *((cp.bot, (bad,), "bad command") for bad in ("exec:", "exec: ", "exec:'a")),
    ):
        with pytest.raises(errors.BotError, match=problem):
            function(*arguments)


@pytest.mark.parametrize(("rules", "others", "deals"), [
    ("pagat", ["balanced"], 1030), ("pagat", ["balanced"] * 2, 1030), ("pineapple", ["careful"], 25),
    ("standard", ["careful"] * 2, 25), ("turbo", ["careful"], 25), ("closed", ["expert"], 200),  # with large Fantasylands
])  # fmt: skip
def test_an_engine_plays_as_the_same_bot_in_this_process(rules, others, deals, tmp_path, started):
    result = cp.simulate(rules, [engine_of(tmp_path), *others], deals, seed=1)
    assert result.counts == cp.simulate(rules, [BackFirst(), *others], deals, seed=1).counts
    assert result.players[0] == "Made"
    assert [engine.is_running for engine in started] == [False]


def test_workers_and_processes(tmp_path, started):
    bots = [engine_of(tmp_path, SHUFFLING), "random"]
    alone = cp.simulate("pagat", bots, 3000, seed=1)
    assert cp.simulate("pagat", bots, 3000, seed=1, workers=3) == alone
    assert not any(engine.is_running for engine in started)
    context = multiprocessing.get_context(multiprocessing.get_all_start_methods()[0])  # fork, where it is possible
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        assert cp.simulate("pagat", bots, 3000, seed=1, executor=pool, workers=2) == alone
    assert cp.simulate("pagat", bots, 3000, seed=2) != alone


def test_a_checkpoint_names_the_command(tmp_path):
    path, bots = tmp_path / "run.json", [engine_of(tmp_path, SHUFFLING), "random"]
    cp.simulate("pagat", bots, 1024, seed=1, checkpoint=path)
    assert cp.simulate("pagat", bots, 2048, seed=1, checkpoint=path) == cp.simulate("pagat", bots, 2048, seed=1)
    assert bots[0].removeprefix("exec:").split()[0] in path.read_text()
    with pytest.raises(errors.SimulationError, match="another simulation|players"):
        cp.simulate("pagat", [engine_of(tmp_path), "random"], 2048, seed=1, checkpoint=path)


def test_a_bot_is_sent_as_its_command(tmp_path):
    player = prepared(engine_of(tmp_path), PAGAT, 2)
    copies = [pickle.loads(pickle.dumps(player)), copy.copy(player), copy.deepcopy(player)]
    for other in copies:
        assert (other.name, other.command, other.players) == ("Made", player.command, 2)
        assert other._pool is not player._pool
    assert len(pickle.dumps(player)) < 600
    assert copies[0].place_many(dealt(seat=1), RNG(1)) == PLACED


def test_the_time_limit_is_in_the_match_and_kills(tmp_path):
    slow = (
        "def match(message):\n    global limit\n    limit = message['time_limit']\n    return {'type': 'ready'}\n"
        "good = place\ndef place(message):\n"
        "    time.sleep(2 * limit * len(message['positions']))\n    return good(message)\n"
    )
    bots, options = [engine_of(tmp_path, slow), "random"], {"time_limit": 0.02, "duplicate": False}
    started = time.monotonic()
    with pytest.raises(errors.BotError, match=r"bot 'Made' gave no reply within 0\.2 s, in a request with 10 hands$"):
        cp.simulate("pagat", bots, 20, seed=1, **options)
    assert cp.simulate("pagat", bots, 20, seed=1, on_fault="foul", **options).counts.faults.tolist() == [20, 0]
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("limit", [float("inf"), 10**400, np.float64(5.0), 5])
def test_limits_of_any_size_and_type(limit, tmp_path):
    result = cp.simulate("pagat", [engine_of(tmp_path), "random"], 5, seed=1, time_limit=limit, on_fault="foul")
    assert result.counts.faults.tolist() == [0, 0]


@pytest.mark.parametrize(("other", "problem"), [(lambda position, rng: 1 // 0, "by zero"), ("nonsense", "unknown bot")])
def test_engines_end_when_a_simulation_fails(other, problem, tmp_path, started):
    with pytest.raises(errors.BotError, match=problem):
        cp.simulate("pagat", [engine_of(tmp_path), other], 10, seed=1)
    assert [engine.is_running for engine in started] == [False]


def test_an_interrupt_ends_engines_of_other_threads(tmp_path, started):
    """The first chunk is played at once; then engines think for a minute."""
    slow = (
        "n = 0\ngood = place\ndef place(message):\n    global n\n    n += 1\n    if n > 2:\n        time.sleep(60)\n"
        "    return good(message)\n"
    )

    def interrupt(count, total):
        if count:
            raise KeyboardInterrupt

    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        cp.simulate("pagat", [engine_of(tmp_path, slow), "random"], 9000, seed=1, workers=2, progress=interrupt)
    assert time.monotonic() - begun < 10
    assert not any(engine.is_running for engine in started)


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGINT")
def test_ctrl_c_in_the_middle_of_a_request(tmp_path):
    thinking = "def place(message):\n    open(__file__ + '.id', 'w').write(str(os.getpid()))\n    time.sleep(60)\n"
    code = "import sys, cpoker_fast as cp; cp.simulate('pagat', [sys.argv[1], 'random'], 100, seed=1)"
    command = [sys.executable, "-P", "-c", code, engine_of(tmp_path, thinking)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    until(lambda: any(path.stat().st_size for path in tmp_path.glob("*.id")), 30)
    number = int(next(tmp_path.glob("*.id")).read_text())
    process.send_signal(signal.SIGINT)
    _, output = process.communicate(timeout=30)
    assert "KeyboardInterrupt" in output
    assert ends(number)


def test_tournaments(tmp_path, started):
    bots = [engine_of(tmp_path, SHUFFLING), engine_of(tmp_path), "random"]
    assert cp.tournament("pagat", bots, 1100, seed=1, workers=2) == cp.tournament("pagat", bots, 1100, seed=1)
    with pytest.raises(errors.BotError, match="unknown bot"):
        cp.tournament("pagat", [*bots, "nonsense"], 10)
    assert len(started) >= 6
    assert not any(engine.is_running for engine in started)


@pytest.mark.parametrize(("changes", "problem"), [
    ("sys.exit('no licence')\n", r"ended with exit code 1 \(stderr: no licence\)$"),
    (greeting(name="x\n"), r"replied with the name 'x\\n'"),
    (reply_of("match", "{'type': 'error', 'message': 'only pusoy'}"),
     "refuses the rules 'pagat' with 2 players: reported an error: only pusoy"),
    ("def match(message):\n    raise MemoryError\n", r"ended with exit code 1 \(stderr: MemoryError\)"),
    (None, "no-such-program' cannot be started: No such file or directory$"),
])  # fmt: skip
def test_engines_that_cannot_play(changes, problem, tmp_path, started):
    name = engine_of(tmp_path, changes) if changes else "exec:no-such-program"
    with pytest.raises(errors.BotError, match=f"^bot 'exec:.*{problem}") as caught:
        cp.simulate("pagat", [name, "random"], 10, seed=1, on_fault="foul")
    assert caught.value.bot == name
    assert not any(engine.is_running for engine in started)


def test_a_bot_needs_its_number_of_players(tmp_path):
    bot = cp.bot(engine_of(tmp_path))
    with pytest.raises(errors.BotError, match=r": call player = bot\.prepare\(rules, players\) first, and use player$"):
        bot.place(dealt()[0], RNG(1))
    player = bot.prepare(PAGAT, 2)
    assert player.place(dealt(np.arange(13, dtype=np.uint8)[None])[0], RNG(1)).cards == cp.CardSet(range(13))
    assert player.place_many(dealt(), RNG(1)) == PLACED
    player.close()
    assert player.place_many(dealt(), RNG(1)) == PLACED  # it starts again
    player.close()


def placements_with(change):
    """Return the change of an engine that changes its good reply."""
    lines = ["reply = good(message)", "placements = reply['placements']", change, "return reply"]
    return "good = place\ndef place(message):\n" + "".join(f"    {line}\n" for line in lines)


NAMES = [natural.name for natural in cp.rules("pagat").naturals]
NOT_IN_HAND = "'2c 2d 2h / 2s 3c 3d 3h 3s / 4c 4d 4h 4s 5c'"


@pytest.mark.parametrize(("change", "rules", "faulty", "problem"), [
    ("placements[1] = 'As'", "pagat", [1], "placed wrongly: bad rows 'As': "),
    ("placements[1] = 5", "pagat", [1], "placed 5: expected text"),
    ("placements[1] = None", "pagat", [1], "placed None: expected text"),
    ("placements[1] = ['As', 'Kd', '']", "pagat", [1], r"placed \['As', 'Kd', ''\]: expected text"),
    ("placements[1] = placements[0]", "pagat", [1], r"placed wrongly: card \w\w is not in the hand: "),
    (f"placements[1] = {NOT_IN_HAND}", "pagat", [1], r"placed wrongly: card \w\w is not in the hand: "),
    ("placements[1] = 'Ah Ah Ah / Ah Ah Ah Ah Ah / Ah Ah Ah Ah Ah'", "pagat", [1],
     "placed wrongly: card Ah is on the board"),
    ("placements[1] = ''", "pagat", [1], r"gave no placement \(an empty text\), at"),
    ("placements[1] = 'surrender'", "pagat", [1], "surrendered, which the rules 'pagat' do not allow"),
    ("placements[1] = 'surrender'", "two-four", [], ""),
    ("placements[1] += ' declares dragon'", "pagat", [1], "declared 'dragon', which it does not make under"),
    ("placements[1] += ' declares dargon'", "pagat", [1], "placed wrongly: the rules 'pagat' have no natural 'dargon': "),
    ("placements[1] += ' discards 2c'", "pagat", [1], "placed wrongly: "),
    ("placements.pop()", "pagat", range(8), "replied with 7 placements: expected 8"),
    ("reply.update(type='error', message='no idea')", "pagat", range(8), "reported an error: no idea"),
    ("reply['id'] += 1", "pagat", range(8), "replied with the id 2: expected 1"),
    ("time.sleep(60)", "pagat", range(8), r"gave no reply within 0\.4 s"),
    ("sys.exit('out of luck')", "pagat", range(8), r"ended with exit code 1 \(stderr: out of luck\)"),
])  # fmt: skip
def test_faults(change, rules, faulty, problem, tmp_path):
    rules = cp.rules(rules)
    player = prepared(engine_of(tmp_path, placements_with(change)), rules, 2)
    positions = dealt(rules=rules, seat=1)
    answers = Referee(faults_are_fouls=True, time_limit=0.05).ask(player, "Ann", positions, RNG(1))
    assert answers.faults.nonzero()[0].tolist() == [*faulty]
    good = ~answers.faults & (answers.boards[:, 0] != 255)
    assert (answers.boards[good] == BACK_FIRST[good]).all()
    if faulty:
        with pytest.raises(errors.BotError, match=f"^bot 'Ann' {problem}") as caught:
            Referee(time_limit=0.05).ask(player, "Ann", positions, RNG(1))
        hand, is_message = cp.CardSet(HANDS[faulty[0]].tolist()), len(faulty) == len(HANDS)
        assert (caught.value.bot, caught.value.hand) == ("Ann", "" if is_message else str(hand))
        ending = f", in a request with {len(HANDS)} hands" if is_message else f", at seat 2, with the hand {hand}"
        assert str(caught.value).endswith(ending)
    player.close()


@pytest.mark.parametrize(("change", "problem"), [
    ("placements[0] = 'As / - / -'", "placed wrongly: "), ("placements[0] = ''", r"gave no placement \(an empty text\)"),
    ("placements[0] += ' declares nothing'", "placed wrongly: declare: expected a complete board"),
    ("placements[0] = 'surrender'", "surrendered, which the rules 'pineapple' do not allow"),
    ("placements.pop()", "replied with 0 placements: expected 1"),
    ("reply.update(type='error', message='lost')", "reported an error: lost"),
    ("sys.exit('gone')", r"ended with exit code 1 \(stderr: gone\)"), ("time.sleep(60)", r"gave no reply within 0\.3 s"),
])  # fmt: skip
def test_faults_street_by_street(change, problem, tmp_path):
    """The second request has the fault, and both ways to play report it."""
    faulty = (
        f"n = 0\ngood = place\ndef place(message):\n    global n\n    n += 1\n    reply = good(message)\n"
        f"    placements = reply['placements']\n    if n == 2:\n        {change}\n    return reply\n"
    )
    bots = [engine_of(tmp_path, faulty), lambda position, rng: position.placements()[0]]
    ending = r", at seat 1, on street 2, with the hand \w\w \w\w \w\w$"
    with pytest.raises(errors.BotError, match=f"^bot 'Made' {problem}.*{ending}") as caught:
        cp.simulate("pineapple", bots, 1, seed=1, duplicate=False, time_limit=0.3)
    assert Position.parse(caught.value.position).street == 1
    result = cp.simulate("pineapple", bots, 1, seed=1, duplicate=False, time_limit=0.3, on_fault="foul")
    assert result.counts.faults.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("count", "ending"), [(3, "in a request with 3 hands"), (1, "at seat 2, on street 1, with the hand ")]
)
def test_a_fault_of_a_message_names_no_hand(count, ending, tmp_path):
    player = prepared(engine_of(tmp_path, "def place(message):\n    sys.exit('gone')\n"), cp.rules("pineapple"), 2)
    position = Deal("pineapple", 2, seed=1).position()
    with pytest.raises(errors.BotError) as caught:
        player.place_many([position] * count, RNG(1))
    hand = str(position.hand) * (count == 1)
    assert str(caught.value) == f"bot 'Made' ended with exit code 1 (stderr: gone), {ending}{hand}"
    player.close()


def test_a_time_limit_is_for_each_placement_on_average(tmp_path):
    slow = "good = place\ndef place(message):\n    time.sleep(0.02 * len(message['positions']))\n    return good(message)\n"
    bots, started = [engine_of(tmp_path, slow), "random"], time.monotonic()
    assert cp.simulate("pineapple", bots, 10, seed=1, time_limit=0.2, duplicate=False).counts.faults.tolist() == [0, 0]
    with pytest.raises(errors.BotError, match=r"gave no reply within 0\.0\d s"):
        cp.simulate("pineapple", bots, 10, seed=1, time_limit=0.01, duplicate=False)
    assert time.monotonic() - started < 10


def test_faults_are_counted(tmp_path):
    name = engine_of(tmp_path, placements_with("placements[0] = 'x'"))
    result = cp.simulate("pagat", [name, "random"], 100, seed=1, on_fault="foul", duplicate=False)
    assert result.counts.faults.tolist() == [2, 0]  # a message for each turn
    with pytest.raises(errors.BotError, match="^bot 'Made' placed wrongly: bad rows 'x': "):
        cp.simulate("pagat", [name, "random"], 100, seed=1)


@pytest.mark.parametrize("text", ["'x'", NOT_IN_HAND, "'surrender'"])
def test_faults_without_a_referee(text, tmp_path):
    player = prepared(engine_of(tmp_path, placements_with(f"placements[0] = {text}")), PAGAT, 2)
    problem = f"^bot 'Made' (placed wrongly: |surrendered).*, at seat 1, with the hand {cp.CardSet(HANDS[0].tolist())}$"
    for call in (lambda: player.place(dealt()[0], RNG(1)), lambda: player.place_many(dealt(), RNG(1))):
        with pytest.raises(errors.BotError, match=problem):
            call()
    player.close()


def test_declarations_and_surrenders(tmp_path):
    """The engine declares a dragon by name, the best natural, and none; and surrenders."""
    rules, hand = dataclasses.replace(PAGAT, surrender=3), cp.CardSet("2c 3c 4c 5d 6d 7d 8d 9d Th Jh Qh Kh Ah")
    dragon = cp.rulebook.Pattern("dragon")
    assert dragon in cp.naturals(hand)
    endings = ("dragon", "the best natural", "nothing")
    change = f"placements[:3] = [f'{{text}} declares {{words}}' for text, words in zip(placements, {endings})]"
    change += "; placements[4:] = ['surrender'] * len(placements[4:])"
    player = prepared(engine_of(tmp_path, placements_with(change)), rules, 2)
    positions = dealt(np.array([list(hand)] * 5, np.uint8), rules)
    answers = Referee().ask(player, "Ann", positions, RNG(1))
    assert answers.declared[:4].tolist() == [NAMES.index(dragon), -2, -1, -3]
    assert answers.boards[4].tolist() == [255] * 13
    *placements, surrender = player.place_many(positions, RNG(1))
    assert [placement.declare for placement in placements] == [dragon, True, False, "if better"]
    assert surrender.is_surrender
    assert {placement.cards for placement in placements} == {hand}
    player.close()


@pytest.mark.parametrize("size", [14, 17])
def test_fantasylands_of_closed_games(size, tmp_path):
    """All hands of 13 to 17 cards are placed at once, also where one street is dealt."""
    rules = cp.rules("closed")
    player = prepared(engine_of(tmp_path), rules, 2)
    position = Deal(rules, 2, seed=1, fantasyland=[size, 0]).position(0)
    placement = player.place(position, RNG(1))
    assert placement == BackFirst().place(position, None)
    assert (len(placement.cards), len(placement.discards)) == (13, size - 13)
    player.close()


def test_single_positions_and_many(tmp_path):
    rules = cp.rules("pineapple")
    player = cp.bot(engine_of(tmp_path)).prepare(rules, 2)
    positions = [Deal(rules, 2, seed=seed).position() for seed in range(5)]
    placements = player.place_many(positions, RNG(1))
    assert placements == [BackFirst().place(position, None) for position in positions]
    assert player.place(positions[2], RNG(1)) == placements[2]
    assert player.place_many(Positions.of(positions), RNG(1)) == placements
    for call, error, message in (
        (lambda: player.place(positions[0], 5), errors.SeedError, "bad rng"),
        (lambda: player.place("text", RNG(1)), errors.PlacementError, "expected a position with cards to place"),
        (lambda: player.place_many(5, RNG(1)), errors.PlacementError, "positions: expected a sequence of at least one"),
        (lambda: player.place_many([], RNG(1)), errors.PlacementError, "positions: expected a sequence of at least one"),
    ):
        with pytest.raises(error, match=message):
            call()
    player.close()


@pytest.mark.parametrize("study", [cp.simulate, cp.tournament])
def test_a_refused_time_limit_is_an_error_at_the_start(study, tmp_path):
    refusing = "def match(message):\n    if message['time_limit'] is None:\n        return {'type': 'ready'}\n"
    bots = [engine_of(tmp_path, f"{refusing}    return {{'type': 'error', 'message': 'too fast for me'}}\n"), "random"]
    problem = "refuses the rules 'pagat' with 2 players and the time limit 0.5 s: reported an error: too fast for me"
    with pytest.raises(errors.BotError, match=problem):
        study("pagat", bots, 10, seed=1, time_limit=0.5, on_fault="foul")
    assert cp.simulate("pagat", bots, 10, seed=1, on_fault="foul").counts.faults.tolist() == [0, 0]


def test_engines_in_executors_end(tmp_path):
    """With threads, engines end with the simulation; in processes, with the next simulation of other bots."""
    noting = "open(__file__ + '.' + str(os.getpid()), 'w').close()\n"

    def running():
        return [path for path in tmp_path.glob("*.py.*") if not ends(int(path.suffix[1:]), 0)]

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        cp.simulate("pagat", [engine_of(tmp_path, noting), "random"], 2000, seed=1, executor=pool, workers=2)
        assert list(tmp_path.glob("*.py.*"))
        assert running() == []
    context = multiprocessing.get_context(multiprocessing.get_all_start_methods()[0])
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        for _ in range(2):
            cp.simulate("pagat", [engine_of(tmp_path, noting), "random"], 100, seed=1, executor=pool)
            assert len(running()) == 1


SETTLED = (
    greeting(name="A", settlements=True)
    + "def match(message):\n    write_log(['match'])\n    return {'type': 'ready'}\n"
    + "def settled(message):\n    write_log(message['deals'])\n"
    + "def write_log(lines):\n    with open(__file__ + '.log', 'a') as log:\n"
    + "        for line in lines:\n            log.write(json.dumps(line) + '\\n')\n"
)


def settled_in(folder):
    (log,) = folder.glob("*.log")
    return [json.loads(line) for line in log.read_text().splitlines()]


@pytest.mark.parametrize("duplicate", [False, True])
def test_settlements_of_a_simulation(duplicate, tmp_path):
    bots = [engine_of(tmp_path, SETTLED), "balanced", "random"]
    result = cp.simulate("pagat", bots, 1100, seed=1, duplicate=duplicate)
    lines = settled_in(tmp_path)
    assert [index for index, line in enumerate(lines) if line == "match"] == [0, 1, 1 + 1024 * (3 if duplicate else 1) + 1]
    deals = [line for line in lines if line != "match"]
    assert len(deals) == 1100 * (3 if duplicate else 1)
    assert sum(deal["points"][deal["seat"]] for deal in deals) == pytest.approx(result.points(0).mean * len(deals))
    for deal in deals[::97]:
        assert set(deal) == {"seat", "boards", "points"}
        declared = ["if better" if seat == deal["seat"] else True for seat in range(3)]
        assert list(cp.settle(deal["boards"], "pagat", declare=declared).points) == deal["points"]
    assert {deal["seat"] for deal in deals} == {0, 1, 2}


def test_settlements_have_fantasylands(tmp_path):
    result = cp.simulate("pineapple", [engine_of(tmp_path, SETTLED), "careful"], 200, seed=1, duplicate=False)
    deals = [line for line in settled_in(tmp_path) if line != "match"]
    assert set(deals[0]) == {"seat", "boards", "points", "fantasyland"}
    assert sum(deal["points"][deal["seat"]] for deal in deals) == round(result.points(0).mean * 200)
    assert sum(any(deal["fantasyland"]) for deal in deals) == len(deals) - 200 > 0
    for deal in deals[:20]:
        assert list(cp.settle(deal["boards"], "pineapple").points) == deal["points"]


def test_results_do_not_depend_on_settlements(tmp_path):
    plain = cp.simulate("pagat", [engine_of(tmp_path), "random"], 600, seed=1)
    assert cp.simulate("pagat", [engine_of(tmp_path, SETTLED), "random"], 600, seed=1).counts == plain.counts
    ending = SETTLED + "def settled(message):\n    sys.exit(1)\n"  # the engine starts again
    result = cp.simulate("pagat", [engine_of(tmp_path, ending), "random"], 3000, seed=1, on_fault="foul")
    assert result.counts.faults.tolist() == [0, 0]


def test_games_against_engines(tmp_path):
    game, points = cp.app.play.Game("pagat", [engine_of(tmp_path, SETTLED), "random"], name="Ann", seed=1), []
    for _ in range(3):
        game.place(game.suggestion())
        points.append(game.settled.points)
        game.next_deal()
    assert game.names[1].endswith("(A)")
    until(lambda: len(settled_in(tmp_path)) == 5)
    deals = settled_in(tmp_path)[-3:]
    assert not any("fantasyland" in deal for deal in deals)  # pagat has none
    assert [deal["seat"] for deal in deals] == [1, 0, 2]
    assert [deal["points"] for deal in deals[:2]] == [list(points[0]), [*points[1][1:], points[1][0]]]


def test_games_street_by_street_against_engines(tmp_path):
    game = cp.app.play.Game("pineapple", [engine_of(tmp_path, SETTLED)], name="Ann", seed=1)
    while not game.is_settled:
        game.place(game.suggestion())
    until(lambda: settled_in(tmp_path)[-1] != "match")
    deal, boards = settled_in(tmp_path)[-1], [str(board.board()) for board in game.deal.boards]
    assert (deal["seat"], deal["points"], deal["boards"]) == (1, list(game.settled.points), boards)
    plain = game.to_dict()
    with pytest.raises(errors.SessionError, match="'exec:.*is a bot of your own: give it again"):
        cp.app.play.Game.from_dict(plain)


@pytest.mark.parametrize("as_opponent", [lambda name: name, lambda name: cp.app.play.UserBot(name, cp.bot(name))])
def test_a_saved_game_starts_no_program(as_opponent, tmp_path, started):
    name, path = engine_of(tmp_path), tmp_path / "evening.json"
    game = cp.app.play.Game("pagat", [as_opponent(name)], seed=1)
    cp.app.play.save_session(game, path)
    with pytest.raises(errors.SessionError, match="opponents: 'exec:.*is a bot of your own: give it again"):
        cp.app.play.load_session(path)
    assert (len(started), cp.app.play.load_session(path, {name: name}).position) == (1, game.position)
    assert len(started) == 2


def test_files_name_no_programs(tmp_path, started):
    """Checkpoints, rules and ledgers have names, but none of them starts a program."""
    name, checkpoint, ledger = engine_of(tmp_path), tmp_path / "run.json", tmp_path / "ledger"
    cp.simulate("pagat", ["random", "balanced"], 10, seed=1, checkpoint=checkpoint)
    checkpoint.write_text(checkpoint.read_text().replace("balanced", name))
    with pytest.raises(errors.SimulationError):
        cp.simulate("pagat", ["random", "balanced"], 10, seed=1, checkpoint=checkpoint)
    cp.app.table.Table(cp.Rules.from_dict({"base": "pagat", "name": name}), ledger=ledger).sit("Ann", 50)
    assert (cp.app.table.Table.from_ledger(ledger).rules.name, started) == (name, [])


@pytest.mark.parametrize(("rules", "options"), [("pagat", {"actions": "boards"}), ("pineapple", {})])
def test_environments(rules, options, tmp_path):
    pytest.importorskip("gymnasium")
    from cpoker_fast.learning import VectorEnv

    envs = VectorEnv(20, rules, opponent=engine_of(tmp_path), **options)
    envs.reset(seed=1)
    for _ in range(10):
        _, rewards, *_ = envs.step(envs.sample_actions())
    assert (len(rewards), name_of(envs.opponents[0])) == (20, "Made")


def test_importing_players_starts_no_engine_modules():
    code = "import sys, cpoker_fast as cp; cp.bot('random'); cp.simulate; print('cpoker_fast.engines' in sys.modules)"
    process = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout == "False\n"
