"""Bots of closed games that are engines: prepared, in simulations, in other processes, and their faults."""

import concurrent.futures
import copy
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
from cpoker_fast import errors
from cpoker_fast.engines import Engine
from cpoker_fast.game.positions import whole_hands
from cpoker_fast.players import Referee, are_alike, identity_of, name_of, prepared
from cpoker_fast.players.engine_bot import EngineBot

RNG = np.random.default_rng
HANDS = cp.deal_many(4, 2, seed=1).reshape(-1, 13)
AS_DEALT = [cp.Board.of_cards(hand) for hand in HANDS.tolist()]
PAGAT = cp.rules("pagat")

# An engine whose boards depend on its random numbers: cards in a random order.
SHUFFLING = (
    "import random\ndef set(message):\n    rng = random.Random(message['seed'])\n    boards = []\n"
    "    for hand in message['hands']:\n        cards = [hand[at : at + 2] for at in range(0, 26, 2)]\n"
    "        rng.shuffle(cards)\n        boards.append(board(''.join(cards)))\n"
    "    return {'type': 'boards', 'id': message['id'], 'boards': boards}\n"
)


def in_order(position, rng):
    """Set the cards in ascending order, as the made engine sets those of sorted hands."""
    hand = position.hand
    return cp.Board.of_cards(sorted(hand))


class InOrder:
    name = "Made"

    def place_many(self, positions, rng):
        return positions.hands


def dealt(hands=HANDS, rules=PAGAT, seat=0):
    """Return positions with hands in the order dealt; seat 0 has the button."""
    return whole_hands(rules, 2, hands, seat, 0)


def boards_in(decisions):
    assert {decision.declare for decision in decisions} == {"if better"}
    return [decision.board for decision in decisions]


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


# ---- names ----


def test_names(tmp_path):
    name = engine_of(tmp_path)
    bot = cp.bot(name)
    assert type(bot) is EngineBot
    assert isinstance(bot, cp.BatchBot)
    assert (bot.name, bot.command, identity_of(bot)) == (name, name.removeprefix("exec:"), name)
    player = prepared(name, PAGAT, 2)
    assert (name_of(player), identity_of(player)) == ("Made", name)
    assert are_alike([player, prepared(name, PAGAT, 2)])
    assert not are_alike([player, prepared(engine_of(tmp_path), PAGAT, 2)])
    with pytest.raises(errors.BotError, match="takes no field"):
        cp.bot(name, cp.Field("pagat", ["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"]))
    for bad in (["a"], None, b"a"):
        with pytest.raises(errors.BotError, match="command: expected text, got"):
            EngineBot(bad)
    for bad in ("exec:", "exec: ", "exec:'a"):
        with pytest.raises(errors.BotError, match="bad command"):
            cp.bot(bad)


def test_a_name_starts_nothing(started):
    cp.bot("exec:no-such-program")
    assert started == []


# ---- simulations ----


@pytest.mark.parametrize("players", [2, 3])
def test_an_engine_plays_as_the_same_bot_in_this_process(players, tmp_path, started):
    bots = [engine_of(tmp_path), *["balanced"] * (players - 1)]
    result = cp.simulate("pagat", bots, 1030, seed=1)
    expected = cp.simulate("pagat", [InOrder(), *bots[1:]], 1030, seed=1)
    assert result.counts == expected.counts
    assert result.players[0] == "Made"
    assert len(started) == 1
    assert not started[0].is_running


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
    assert boards_in(copies[0].place_many(dealt(seat=1), RNG(1))) == AS_DEALT


def test_the_time_limit_is_in_the_match_and_kills(tmp_path):
    slow = "def match(message):\n    global limit\n    limit = message['time_limit']\n    return {'type': 'ready'}\n"
    slow += "good = set\ndef set(message):\n    time.sleep(2 * limit * len(message['hands']))\n    return good(message)\n"
    bots, started = [engine_of(tmp_path, slow), "random"], time.monotonic()
    with pytest.raises(errors.BotError, match=r"bot 'Made' gave no reply within 0\.2 s, in a request with 10 hands$"):
        cp.simulate("pagat", bots, 20, seed=1, time_limit=0.02, duplicate=False)
    result = cp.simulate("pagat", bots, 20, seed=1, time_limit=0.02, on_fault="foul", duplicate=False)
    assert result.counts.faults.tolist() == [20, 0]
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("limit", [float("inf"), 10**400, np.float64(5.0), 5])
def test_limits_of_any_size_and_type(limit, tmp_path):
    result = cp.simulate("pagat", [engine_of(tmp_path), "random"], 5, seed=1, time_limit=limit, on_fault="foul")
    assert result.counts.faults.tolist() == [0, 0]


def test_engines_end_when_a_simulation_fails(tmp_path, started):
    def broken(position, rng):
        raise ValueError("oh")

    with pytest.raises(errors.BotError, match="oh"):
        cp.simulate("pagat", [engine_of(tmp_path), broken], 10, seed=1)
    with pytest.raises(errors.BotError, match="unknown bot"):
        cp.simulate("pagat", [engine_of(tmp_path), "nonsense"], 10, seed=1)
    assert len(started) == 2
    assert not any(engine.is_running for engine in started)


def test_an_interrupt_ends_engines_of_other_threads(tmp_path, started):
    """The first chunk is played at once; then engines think for a minute."""
    slow = (
        "n = 0\ngood = set\ndef set(message):\n    global n\n    n += 1\n    if n > 2:\n        time.sleep(60)\n"
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


INTERRUPTED = """
import sys
import cpoker_fast as cp
print("ready", flush=True)
cp.simulate("pagat", [sys.argv[1], "random"], 100, seed=1)
"""


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGINT")
def test_ctrl_c_in_the_middle_of_a_request(tmp_path):
    thinking = "def set(message):\n    open(__file__ + '.id', 'w').write(str(os.getpid()))\n    time.sleep(60)\n"
    command = engine_of(tmp_path, thinking)
    process = subprocess.Popen([sys.executable, "-P", "-c", INTERRUPTED, command], stderr=subprocess.PIPE, text=True)
    until(lambda: any(path.stat().st_size for path in tmp_path.glob("*.id")), 30)
    number = int(next(tmp_path.glob("*.id")).read_text())
    process.send_signal(signal.SIGINT)
    _, output = process.communicate(timeout=30)
    assert "KeyboardInterrupt" in output
    assert ends(number)


def test_tournaments(tmp_path, started):
    bots = [engine_of(tmp_path, SHUFFLING), engine_of(tmp_path), "random"]
    alone = cp.tournament("pagat", bots, 1100, seed=1)
    assert cp.tournament("pagat", bots, 1100, seed=1, workers=2) == alone
    with pytest.raises(errors.BotError, match="unknown bot"):
        cp.tournament("pagat", [*bots, "nonsense"], 10)
    assert len(started) >= 6
    assert not any(engine.is_running for engine in started)


# ---- preparation ----


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ("sys.exit('no licence')\n", r"ended with exit code 1 \(stderr: no licence\)$"),
        (greeting(name="x\n"), r"has the name 'x\\n'"),
        (greeting(games=["open-face"]), "does not play closed games: its games are open-face"),
        (
            reply_of("match", "{'type': 'error', 'message': 'only pusoy'}"),
            "refuses the rules 'pagat' with 2 players: reported an error: only pusoy",
        ),
        ("def match(message):\n    raise MemoryError\n", r"ended with exit code 1 \(stderr: MemoryError\)"),
    ],
)
def test_engines_that_cannot_play(changes, problem, tmp_path, started):
    name = engine_of(tmp_path, changes)
    with pytest.raises(errors.BotError, match=f"^bot 'exec:.*{problem}") as caught:
        cp.simulate("pagat", [name, "random"], 10, seed=1, on_fault="foul")
    assert caught.value.bot == name
    assert not any(engine.is_running for engine in started)


def test_programs_that_do_not_exist():
    with pytest.raises(errors.BotError, match="^bot 'exec:no-such-program' cannot be started: No such file or directory$"):
        cp.simulate("pagat", ["exec:no-such-program", "random"], 10, seed=1)


def test_a_bot_needs_its_number_of_players(tmp_path):
    bot = cp.bot(engine_of(tmp_path))
    with pytest.raises(errors.BotError, match=r": call player = bot\.prepare\(rules, players\) first, and use player$"):
        bot.place(dealt()[0], RNG(1))
    player = bot.prepare(PAGAT, 2)
    assert player.place(dealt(np.arange(13, dtype=np.uint8)[None])[0], RNG(1)).board.hand == cp.CardSet(range(13))
    assert boards_in(player.place_many(dealt(), RNG(1))) == AS_DEALT
    player.close()
    assert boards_in(player.place_many(dealt(), RNG(1))) == AS_DEALT  # it starts again
    player.close()


# ---- faults ----


def boards_with(change):
    """Return the change of an engine that changes its good reply."""
    lines = ["reply = good(message)", "boards = reply['boards']", change, "return reply"]
    return "good = set\ndef set(message):\n" + "".join(f"    {line}\n" for line in lines)


FAULTS = [
    ("boards[1] = 'As'", "pagat", [1], "set 'As': "),
    ("boards[1] = 5", "pagat", [1], "set 5: "),
    ("boards[1] = boards[0]", "pagat", [1], r"placed wrongly: card \w\w is not in the hand: "),
    (
        "boards[1] = 'AhAhAh/AhAhAhAhAh/AhAhAhAhAh'",
        "pagat",
        [1],
        r"placed wrongly: card Ah is on the board twice",
    ),
    ("boards[1] = ''", "pagat", [1], r"gave no board \(an empty text\), at"),
    ("boards[1] = None", "pagat", [1], "surrendered, which the rules 'pagat' do not allow"),
    ("boards[1] = None", "two-four", [], ""),
    ("reply['declare'] = [False, 'dragon'] + [True] * 6", "pagat", [1], "declared 'dragon', which it does not make under"),
    ("reply['declare'] = [False, 'dargon'] + [True] * 6", "pagat", [1], "declared 'dargon': unknown pattern 'dargon': "),
    ("boards.pop()", "pagat", range(8), "replied with 7 boards: expected 8"),
    ("reply.update(type='error', message='no idea')", "pagat", range(8), "reported an error: no idea"),
    ("reply['id'] += 1", "pagat", range(8), "replied with the id 2: expected 1"),
    ("time.sleep(60)", "pagat", range(8), r"gave no reply within 0\.4 s"),
    ("sys.exit('out of luck')", "pagat", range(8), r"ended with exit code 1 \(stderr: out of luck\)"),
]


@pytest.mark.parametrize(("change", "rules", "faulty", "problem"), FAULTS)
def test_faults(change, rules, faulty, problem, tmp_path):
    rules = cp.rules(rules)
    player = prepared(engine_of(tmp_path, boards_with(change)), rules, 2)
    positions = dealt(rules=rules, seat=1)
    answers = Referee(faults_are_fouls=True, time_limit=0.05).ask(player, "Ann", positions, RNG(1))
    assert answers.faults.nonzero()[0].tolist() == [*faulty]
    good = ~answers.faults & (answers.boards[:, 0] != 255)
    assert (answers.boards[good] == HANDS[good]).all()
    if faulty:
        with pytest.raises(errors.BotError, match=f"^bot 'Ann' {problem}") as caught:
            Referee(time_limit=0.05).ask(player, "Ann", positions, RNG(1))
        hand, is_message = cp.CardSet(HANDS[faulty[0]].tolist()), len(faulty) == len(HANDS)
        assert (caught.value.bot, caught.value.hand) == ("Ann", "" if is_message else str(hand))
        ending = f", in a request with {len(HANDS)} hands" if is_message else f", at seat 2, with the hand {hand}"
        assert str(caught.value).endswith(ending)
    player.close()


def test_faults_are_counted(tmp_path):
    name = engine_of(tmp_path, boards_with("boards[0] = 'x'"))
    result = cp.simulate("pagat", [name, "random"], 100, seed=1, on_fault="foul", duplicate=False)
    assert result.counts.faults.tolist() == [2, 0]  # a message for each seat
    with pytest.raises(errors.BotError, match="^bot 'Made' set 'x': "):
        cp.simulate("pagat", [name, "random"], 100, seed=1)


def test_a_failing_bot_without_a_referee(tmp_path):
    player = prepared(engine_of(tmp_path, boards_with("boards[0] = 'x'")), PAGAT, 2)
    with pytest.raises(errors.BotError, match="^bot 'Made' set 'x': .*, at seat 1, with the hand"):
        player.place_many(dealt(), RNG(1))
    with pytest.raises(errors.BotError, match="^bot 'Made' set 'x': .*, at seat 1, with the hand"):
        player.place(dealt()[0], RNG(1))
    player.close()


@pytest.mark.parametrize("board", ["'AhAhAh/AhAhAhAhAh/AhAhAhAhAh'", "'AsKsQs/JsTs9s8s7s/6s5s4s3s2s'", "None"])
def test_illegal_boards_without_a_referee(board, tmp_path):
    player = prepared(engine_of(tmp_path, boards_with(f"boards[0] = {board}")), PAGAT, 2)
    hand = cp.CardSet(HANDS[0].tolist())
    problem = f"^bot 'Made' (placed wrongly: card|surrendered).*, at seat 1, with the hand {hand}$"
    with pytest.raises(errors.BotError, match=problem):
        player.place(dealt()[0], RNG(1))
    with pytest.raises(errors.BotError, match=problem):
        player.place_many(dealt(), RNG(1))
    player.close()


def test_declarations(tmp_path):
    """The engine declares a dragon by name, and the best natural."""
    rules, dragon = PAGAT, cp.CardSet("2c 3c 4c 5d 6d 7d 8d 9d Th Jh Qh Kh Ah")
    assert cp.Pattern("dragon") in cp.naturals(dragon)
    hands = np.array([list(dragon)] * 3, np.uint8)
    bot = engine_of(tmp_path, boards_with("reply['declare'] = (['dragon', True, False] * 9)[:len(boards)]"))
    player = prepared(bot, rules, 2)
    positions = dealt(hands, rules)
    answers = Referee().ask(player, "Ann", positions, RNG(1))
    assert answers.declared.tolist() == [cp.Pattern("dragon").place, -2, -1]
    assert player.place(positions[0], RNG(1)).declare is cp.Pattern("dragon")
    decisions = player.place_many(positions, RNG(1))
    assert [decision.declare for decision in decisions] == [cp.Pattern("dragon"), True, False]
    player.close()


@pytest.mark.parametrize("study", ["simulate", "tournament"])
def test_a_refused_time_limit_is_an_error_at_the_start(study, tmp_path):
    refusing = "def match(message):\n    if message['time_limit'] is None:\n        return {'type': 'ready'}\n"
    refusing += "    return {'type': 'error', 'message': 'too fast for me'}\n"
    name = engine_of(tmp_path, refusing)
    problem = "refuses the rules 'pagat' with 2 players and the time limit 0.5 s: reported an error: too fast for me"
    with pytest.raises(errors.BotError, match=problem):
        getattr(cp, study)("pagat", [name, "random"], 10, seed=1, time_limit=0.5, on_fault="foul")
    assert cp.simulate("pagat", [name, "random"], 10, seed=1, on_fault="foul").counts.faults.tolist() == [0, 0]


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


# ---- settlements ----

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


def test_results_do_not_depend_on_settlements(tmp_path):
    plain = cp.simulate("pagat", [engine_of(tmp_path), "random"], 600, seed=1)
    assert cp.simulate("pagat", [engine_of(tmp_path, SETTLED), "random"], 600, seed=1).counts == plain.counts


def test_an_engine_that_ends_at_a_settlement_starts_again(tmp_path):
    ending = SETTLED + "def settled(message):\n    sys.exit(1)\n"
    result = cp.simulate("pagat", [engine_of(tmp_path, ending), "random"], 3000, seed=1, on_fault="foul")
    assert result.counts.faults.tolist() == [0, 0]


# ---- games ----


def test_games_against_engines(tmp_path):
    name = engine_of(tmp_path, SETTLED)
    game = cp.cardroom.Game("pagat", [name, "random"], name="Ann", seed=1)
    points = []
    for _ in range(3):
        game.place(game.suggestion())
        points.append(game.settled.points)
        game.next_deal()
    assert game.names[1].endswith("(A)")
    until(lambda: len(settled_in(tmp_path)) == 5)
    *_, first, second, third = settled_in(tmp_path)
    assert [deal["seat"] for deal in (first, second, third)] == [1, 0, 2]
    assert first["points"] == list(points[0])
    assert second["points"] == [*points[1][1:], points[1][0]]


@pytest.mark.parametrize("as_opponent", [lambda name: name, lambda name: cp.cardroom.UserBot(name, cp.bot(name))])
def test_a_saved_game_starts_no_program(as_opponent, tmp_path, started):
    name, path = engine_of(tmp_path), tmp_path / "evening.json"
    game = cp.cardroom.Game("pagat", [as_opponent(name)], seed=1)
    cp.cardroom.save_session(game, path)
    assert len(started) == 1
    with pytest.raises(errors.SessionError, match="opponents: 'exec:.*is a bot of your own: give it again"):
        cp.cardroom.load_session(path)
    assert len(started) == 1
    resumed = cp.cardroom.load_session(path, {name: name})
    assert resumed.position == game.position
    assert len(started) == 2


def test_files_name_no_programs(tmp_path, started):
    """Checkpoints, rules and ledgers have names, but none of them starts a program."""
    name, checkpoint, ledger = engine_of(tmp_path), tmp_path / "run.json", tmp_path / "ledger"
    cp.simulate("pagat", ["random", "balanced"], 10, seed=1, checkpoint=checkpoint)
    checkpoint.write_text(checkpoint.read_text().replace("balanced", name))
    with pytest.raises(errors.SimulationError):
        cp.simulate("pagat", ["random", "balanced"], 10, seed=1, checkpoint=checkpoint)
    table = cp.cardroom.Table(cp.Rules.from_dict({"base": "pagat", "name": name}), ledger=ledger)
    table.sit("Ann", 50)
    assert cp.cardroom.Table.from_ledger(ledger).rules.name == name
    assert started == []


def test_environments(tmp_path):
    pytest.importorskip("gymnasium")
    from cpoker_fast.learning import VectorEnv

    envs = VectorEnv(50, "pagat", actions="boards", opponent=engine_of(tmp_path))
    envs.reset(seed=1)
    _, rewards, *_ = envs.step(envs.sample_actions())
    assert len(rewards) == 50
    assert name_of(envs.opponents[0]) == "Made"


def test_importing_players_starts_no_engine_modules():
    code = "import sys, cpoker_fast as cp; cp.bot('random'); cp.simulate; print('cpoker_fast.engines' in sys.modules)"
    process = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout == "False\n"
