"""Open-face bots that are engines."""

import json
import pickle
import time

import numpy as np
import pytest
from made_engines import greeting, made_engine

import cpoker_fast as cp
from cpoker_fast import errors, openface
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.timeout import placement_at_timeout
from cpoker_fast.players import identity_of, name_of, prepared
from cpoker_fast.rulebook import Timeout

RNG = np.random.default_rng
PINEAPPLE = cp.rules("pineapple")


def engine_of(folder, changes=""):
    return f"exec:{made_engine(folder, changes)}"


class BackFirst:
    """The bot that the made engine is: it fills the back, then the middle, then the front, in descending order."""

    name = "Made"

    def place(self, position, rng):
        return placement_at_timeout(Timeout.HIGHEST_FIRST, list(position.hand), position.to_place, position.own.room)


def test_names(tmp_path):
    name = engine_of(tmp_path)
    bot = cp.bot(name)
    assert isinstance(bot, cp.players.EngineBot)
    assert isinstance(bot, cp.BatchBot)
    player = prepared(bot, PINEAPPLE, 2)
    assert (name_of(player), identity_of(player), identity_of(bot)) == ("Made", name, name)
    with pytest.raises(errors.BotError, match="the bot 'exec:.*takes no seconds"):
        cp.bot(name, seconds=1)
    with pytest.raises(errors.BotError, match="bad command"):
        cp.bot("exec:'")


@pytest.mark.parametrize(("rules", "players"), [("pineapple", 2), ("standard", 3), ("turbo", 2)])
def test_an_engine_plays_as_the_same_bot_in_this_process(rules, players, tmp_path):
    others = ["careful"] * (players - 1)
    result = cp.simulate(rules, [engine_of(tmp_path), *others], 25, seed=1)
    assert result.counts == cp.simulate(rules, [BackFirst(), *others], 25, seed=1).counts
    assert result.players[0] == "Made"


def test_threads(tmp_path):
    bots = [engine_of(tmp_path), "random"]
    alone = cp.simulate("pineapple", bots, 1030, seed=1, duplicate=False)
    assert cp.simulate("pineapple", bots, 1030, seed=1, duplicate=False, workers=2) == alone


def test_fantasyland(tmp_path):
    """A hand in Fantasyland is set at once."""
    bot = cp.bot(engine_of(tmp_path)).prepare(PINEAPPLE, 2)
    deal = openface.Deal("pineapple", 2, seed=1, fantasyland=[14, 0])
    position = deal.position(0)
    placement = bot.place(position, RNG(1))
    assert (len(placement.cards), len(placement.discards)) == (13, 1)
    bot.close()


def test_single_positions_and_many(tmp_path):
    bot = cp.bot(engine_of(tmp_path)).prepare(PINEAPPLE, 2)
    positions = [openface.Deal("pineapple", 2, seed=seed).position() for seed in range(5)]
    placements = bot.place_many(positions, RNG(1))
    assert placements == [BackFirst().place(position, None) for position in positions]
    assert bot.place(positions[2], RNG(1)) == placements[2]
    assert isinstance(placements[0], Placement)
    assert bot.place_many(openface.Positions.of(positions), RNG(1)) == placements
    other = pickle.loads(pickle.dumps(bot))
    assert other.place(positions[0], RNG(1)) == placements[0]
    for call, error, message in (
        (lambda: bot.place(positions[0], 5), errors.SeedError, "bad rng"),
        (lambda: bot.place("text", RNG(1)), errors.PlacementError, "expected a position with cards to place"),
        (
            lambda: bot.place_many(5, RNG(1)),
            errors.PlacementError,
            "positions: expected a sequence of at least one position",
        ),
        (lambda: bot.place_many([], RNG(1)), errors.PlacementError, "positions: expected a sequence of at least one"),
    ):
        with pytest.raises(error, match=message):
            call()
    bot.close()
    other.close()


FAULTS = [
    ("placements[0] = 'As / - / -'", "placed wrongly: "),
    ("placements[0] = ''", r"gave no placement \(an empty text\)"),
    ("placements[0] = None", "placed None: expected text"),
    ("placements[0] = ['As', 'Kd', '']", r"placed \['As', 'Kd', ''\]: expected text"),
    ("placements.pop()", "replied with 0 placements: expected 1"),
    ("reply.update(type='error', message='lost')", "reported an error: lost"),
    ("sys.exit('gone')", r"ended with exit code 1 \(stderr: gone\)"),
    ("time.sleep(60)", r"gave no reply within 0\.3 s"),
]


@pytest.mark.parametrize(("change", "problem"), FAULTS)
def test_faults(change, problem, tmp_path):
    """The second request has the fault, and both ways to play report it."""
    faulty = (
        f"n = 0\ngood = place\ndef place(message):\n    global n\n    n += 1\n    reply = good(message)\n"
        f"    placements = reply['placements']\n    if n == 2:\n        {change}\n    return reply\n"
    )
    bots = [engine_of(tmp_path, faulty), lambda position, rng: position.placements()[0]]
    ending = r", at seat 1, on street 2, with the hand \w\w \w\w \w\w$"
    with pytest.raises(errors.BotError, match=f"^bot 'Made' {problem}.*{ending}") as caught:
        cp.simulate("pineapple", bots, 1, seed=1, duplicate=False, time_limit=0.3)
    assert openface.Position.parse(caught.value.position).street == 1
    result = cp.simulate("pineapple", bots, 1, seed=1, duplicate=False, time_limit=0.3, on_fault="foul")
    assert result.counts.faults.tolist() == [1, 0]


def test_a_fault_of_a_message_names_no_hand(tmp_path):
    name = engine_of(tmp_path, "def place(message):\n    sys.exit('gone')\n")
    player = prepared(cp.bot(name), PINEAPPLE, 2)
    position = openface.Deal(PINEAPPLE, 2, seed=1).position()
    for count, ending in (
        (3, "in a request with 3 hands"),
        (1, f"at seat 2, on street 1, with the hand {position.hand}"),
    ):
        with pytest.raises(errors.BotError) as caught:
            player.place_many([position] * count, RNG(1))
        assert str(caught.value) == f"bot 'Made' ended with exit code 1 (stderr: gone), {ending}"
    player.close()


def test_a_time_limit_is_for_each_placement_on_average(tmp_path):
    slow = "good = place\ndef place(message):\n    time.sleep(0.02 * len(message['positions']))\n    return good(message)\n"
    bots, started = [engine_of(tmp_path, slow), "random"], time.monotonic()
    assert cp.simulate("pineapple", bots, 10, seed=1, time_limit=0.2, duplicate=False).counts.faults.tolist() == [0, 0]
    with pytest.raises(errors.BotError, match=r"gave no reply within 0\.0\d s"):
        cp.simulate("pineapple", bots, 10, seed=1, time_limit=0.01, duplicate=False)
    assert time.monotonic() - started < 10


def test_engines_of_closed_games_are_refused(tmp_path):
    closed = greeting(games=["closed"])
    with pytest.raises(errors.BotError, match="does not play open-face games: its games are closed"):
        cp.simulate("pineapple", [engine_of(tmp_path, closed), "random"], 1, seed=1)


SETTLED = (
    greeting(settlements=True)
    + "def settled(message):\n    with open(__file__ + '.log', 'a') as log:\n"
    + "        for deal in message['deals']:\n            log.write(json.dumps(deal) + '\\n')\n"
)


def settled_in(folder):
    (log,) = folder.glob("*.log")
    return [json.loads(line) for line in log.read_text().splitlines()]


def test_settlements_have_fantasylands(tmp_path):
    result = cp.simulate("pineapple", [engine_of(tmp_path, SETTLED), "careful"], 200, seed=1, duplicate=False)
    deals = settled_in(tmp_path)
    assert set(deals[0]) == {"seat", "boards", "points", "fantasyland"}
    assert sum(deal["points"][deal["seat"]] for deal in deals) == round(result.points(0).mean * 200)
    in_fantasyland = [deal for deal in deals if any(deal["fantasyland"])]
    assert len(in_fantasyland) == len(deals) - 200 > 0
    for deal in deals[:20]:
        settlement = cp.settle(deal["boards"], "pineapple")
        assert list(settlement.points) == deal["points"]


def test_games_against_engines(tmp_path):
    game = cp.cardroom.Game("pineapple", [engine_of(tmp_path, SETTLED)], name="Ann", seed=1)
    while not game.is_settled:
        game.place(game.suggestion())
    (deal,) = settled_in_time(tmp_path)
    boards = [str(board.board()).replace(" ", "") for board in game.deal.boards]
    assert (deal["seat"], deal["points"]) == (1, list(game.settled.points))
    assert deal["boards"] == boards
    plain = game.to_dict()
    with pytest.raises(errors.SessionError, match="'exec:.*is a bot of your own: give it again"):
        cp.cardroom.Game.from_dict(plain)


def settled_in_time(folder):
    deadline = time.monotonic() + 10
    while not any(path.stat().st_size for path in folder.glob("*.log")):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return settled_in(folder)


def test_environments(tmp_path):
    pytest.importorskip("gymnasium")
    from cpoker_fast.learning import VectorEnv

    envs = VectorEnv(20, "pineapple", opponent=engine_of(tmp_path))
    envs.reset(seed=1)
    for _ in range(10):
        envs.step(envs.sample_actions())
    assert name_of(envs.opponents[0]) == "Made"
