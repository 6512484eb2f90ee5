"""Opponents in environments: they play as in deals, and the learner sees only its own steps."""

import itertools

import numpy as np
import pytest
from environment_cases import BOARD_RULES, KINDS, WORTH, ShadowDeal, last_of
from openface_tables import TABLES, sizes_that_fit

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.players import PolicyBot, bot

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from cpoker_fast.learning import VectorEnv


def back_first(observations, masks):
    order = np.array([2, 1, 0, 3])
    return order[masks[:, order].argmax(axis=1)]


def careful(position, rng):
    return bot("careful").place(position, rng)


class Many:
    """A bot that places at many tables in one call."""

    name, place = "many", staticmethod(careful)

    def place_many(self, positions, rng):
        return [careful(position, rng) for position in positions]


class Shadow(ShadowDeal):
    """A deal with the cards of an environment, in which the opponents play by `Bot.place`."""

    def __init__(self, deal, seat, envs, declare=None):
        while deal.moves:
            deal.undo()
        super().__init__(deal, envs.board_actions)
        self.seat, self.envs = seat, envs
        if declare is not None:
            self.deal.declare(declare, seat=seat)
        self.let_opponents_place()

    def let_opponents_place(self):
        while self.deal.turn not in (self.seat, None):
            opponent = self.envs.opponents[(self.deal.turn - self.seat) % self.deal.players - 1]
            self.deal.place(opponent.place(self.deal.position(), np.random.default_rng(1)))

    def check_turn(self, observation, mask):
        position, bits = self.deal.position(), self.envs.bits
        assert position.seat == self.seat
        assert (bits.write(position, self.actions) == observation).all()
        if self.boards is None:
            assert (bits.action_mask(position, self.actions) == mask).all()
        else:  # without the surrender
            assert mask[:72_072].sum() == cp.count_arrangements(position.hand, position.rules)

    def step(self, action):
        self.place(action)
        self.let_opponents_place()

    def check_end(self, reward, final):
        expected, earned = self.rewards(WORTH), self.deal.next_fantasyland
        assert (final["rewards"].tolist(), reward, final["seat"]) == (expected, expected[self.seat], self.seat)
        boards = [cp.Board.of_cards(board) for board in final["boards"].tolist()]
        assert (boards, tuple(final["fantasyland"])) == ([board.board() for board in self.deal.boards], earned)


def played(rules, players, opponent, **options):
    """Play random actions against opponents, in environments and in deals; check that both agree, and count the deals."""
    envs = VectorEnv(5, rules, players, opponent=opponent, fantasyland_worth=WORTH, **options)
    observations, infos = envs.reset(seed=7)
    declare = options.get("declare")
    shadows = [Shadow(envs.deal(i), seat, envs, declare) for i, seat in enumerate(infos["seat"].tolist())]
    over = 0
    for _ in range(60 if envs.board_actions is None else 4):
        assert (infos["to_act"] == infos["seat"]).all()
        for shadow, observation, mask in zip(shadows, observations, envs.action_masks(), strict=True):
            shadow.check_turn(observation, mask)
        actions = envs.sample_actions()
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert (rewards.shape, rewards.dtype) == ((5,), np.float32)
        assert not truncations.any()
        for i, action in enumerate(actions.tolist()):
            shadows[i].step(action)
            assert terminations[i] == shadows[i].deal.is_over
            if terminations[i]:
                shadows[i].check_end(rewards[i], {name: array[i] for name, array in infos["final_info"].items()})
                shadows[i] = Shadow(envs.deal(i), int(infos["seat"][i]), envs, declare)
                over += 1
            else:
                assert rewards[i] == 0
    return over


@pytest.mark.parametrize(("rules", "players", "name"), [
    *((*table, "careful") for table in TABLES), ("pineapple", 3, "swift"), ("progressive", 2, "swift"),
    ("standard", 4, "swift"),
])  # fmt: skip
def test_bots_of_the_core_play_as_in_deals(rules, players, name):
    assert played(rules, players, name, fantasyland=sizes_that_fit(rules, players)) >= 10


@pytest.mark.parametrize("kind", ["cards", "boards"])
@pytest.mark.parametrize("opponent", ["balanced", ["royalties", "balanced"], ["balanced", careful]])
@pytest.mark.parametrize("rules", BOARD_RULES)
def test_bots_of_whole_hands_play_as_in_deals(rules, opponent, kind):
    """Also those that declare every natural, as 'balanced' does."""
    players = 3 if isinstance(opponent, list) else 2
    options = {"actions": kind, "declare": False} if rules == "house-rules" else {"actions": kind}
    assert played(rules, players, opponent, seat="alternate", **options) >= 10


@pytest.mark.parametrize("opponent", [
    careful, Many(), PolicyBot(back_first), PolicyBot(back_first, fantasyland_bot=None),
    ["careful", careful], [PolicyBot(back_first), "careful"], ["careful", Many()], [careful, PolicyBot(back_first)],
])  # fmt: skip
def test_your_own_bots_play_as_in_deals(opponent):
    assert played("pineapple", 3, opponent, seat="random", fantasyland={14: 0.2, 17: 0.1}) >= 10


def test_a_policy_plays_the_same_with_both_dtypes():
    results = []
    for env_dtype, dtype in itertools.product(("uint8", "float32"), repeat=2):
        envs = VectorEnv(50, opponent=PolicyBot(back_first, dtype=dtype), dtype=env_dtype)
        envs.reset(seed=1)
        results.append([envs.step(envs.sample_actions())[1].tolist() for _ in range(17)])
    assert results == [results[0]] * 4


def test_expert_with_a_limit():
    envs = VectorEnv(2, opponent=bot("expert", rollouts=8))
    envs.reset(seed=1)
    _, _, terminations, *_ = last_of(envs, 17)
    assert terminations.all()
    assert envs.opponents[0].rollouts == 8


# ---- seats ----
def seats_of(**options):
    """Return the seats of the learner in five consecutive deals of three environments."""
    envs = VectorEnv(3, "turbo", 4, opponent="random", **options)
    seats = [envs.reset(seed=1)[1]["seat"].tolist()]
    while len(seats) < 5:
        _, _, terminations, _, infos = envs.step(envs.sample_actions())
        if terminations.all():
            assert infos["final_info"]["seat"].tolist() == seats[-1]
            seats.append(infos["seat"].tolist())
    return seats


def test_seats_of_the_learner():
    assert (seats_of(), seats_of(seat=2)) == ([[0, 0, 0]] * 5, [[2, 2, 2]] * 5)
    assert seats_of(seat="alternate") == [[0, 1, 2], [1, 2, 3], [2, 3, 0], [3, 0, 1], [0, 1, 2]]
    drawn = seats_of(seat="random")
    assert (drawn, len({seat for seats in drawn for seat in seats})) == (seats_of(seat="random"), 4)
    envs = VectorEnv(2, "turbo", 4, opponent="random", seat="alternate")
    for _ in range(2):  # a seed begins with the same seats again
        assert (envs.reset(seed=1)[1]["seat"].tolist(), envs.reset()[1]["seat"].tolist()) == ([0, 1], [1, 2])
    seats = VectorEnv(20_000, "standard", 4, opponent="random", seat="random").reset(seed=1)[1]["seat"]
    assert abs(np.bincount(seats, minlength=4) - 5000).max() < 5 * np.sqrt(20_000 * 3 / 16)


# ---- seeds and threads ----
@pytest.mark.parametrize("opponent", ["random", "careful", ["swift", "random"], [careful, "random"]])
def test_a_seed_gives_the_same_steps_on_any_number_of_threads(opponent):
    players = 3 if isinstance(opponent, list) else 2
    n = 100 if opponent == [careful, "random"] else 600

    def steps(threads, seed=4):
        envs = VectorEnv(n, "pineapple", players, opponent=opponent, fantasyland=0.1, threads=threads)
        results = [envs.reset(seed=seed)[0]]
        for _ in range(20):
            observations, rewards, *_ = envs.step(envs.sample_actions())
            results += [observations, rewards]
        return results

    first, again, other = steps(1), steps(3), steps(1, seed=5)
    assert all(map(np.array_equal, first, again))
    assert not np.array_equal(first[0], other[0])


@pytest.mark.parametrize(("rules", "kind"), KINDS)
def test_a_seed_gives_the_same_deals_with_any_opponents(rules, kind):
    stacks = []
    for opponent in (None, "random", "careful"):
        envs = VectorEnv(10, rules, opponent=opponent, actions=kind)
        envs.reset(seed=3)
        stacks.append([envs.deal(i).stacks for i in range(10)])
    assert stacks[0] == stacks[1] == stacks[2]


def test_a_policy_leaves_its_environment():
    """The rewards of a policy in the environment agree with its points in a simulation."""

    def scores(observations):
        return np.broadcast_to(np.outer(np.arange(13, 0, -1), [0.0, 1.0, 2.0]), (len(observations), 13, 3))

    envs = VectorEnv(3000, "pagat", actions="boards", opponent="balanced")
    observations, _ = envs.reset(seed=1)
    actions = envs.board_actions.highest(envs.bits.hands(observations), scores(observations))
    rewards = envs.step(actions)[1]
    match = cp.simulate("pagat", [PolicyBot(scores, actions="boards"), "balanced"], 3000, seed=1).points(0)
    assert abs(rewards.mean() - match.mean) < 4 * np.hypot(rewards.std() / 3000**0.5, match.standard_error)
    against = VectorEnv(3000, "pagat", actions="boards", opponent=PolicyBot(scores, actions="boards"))
    _, rewards, *_, infos = [against.reset(seed=1), against.step(against.sample_actions())][1]
    assert (rewards == infos["final_info"]["rewards"][np.arange(3000), infos["final_info"]["seat"]]).all()
    assert rewards.mean() < -0.5  # random boards against it


# ---- autoreset ----
def test_the_next_step_begins_the_next_deal():
    envs = VectorEnv(8, opponent="careful", seat="alternate", autoreset_mode="NextStep")
    before = envs.reset(seed=1)[1]["seat"]
    observations, rewards, terminations, _, infos = last_of(envs, 17)
    assert terminations.all()
    assert (infos["to_act"].tolist(), infos["seat"].tolist()) == ([-1] * 8, before.tolist())
    assert not infos["action_mask"].any()
    for i in range(8):
        seen = envs.bits.read(observations[i])
        assert [board.board() for board in seen.boards] == [  # the learner's board comes first
            cp.Board.of_cards(infos["final_info"]["boards"][i, (before[i] + turn) % 2].tolist()) for turn in range(2)
        ]
    assert rewards.any()
    observations, rewards, terminations, _, infos = envs.step(np.full(8, 3))
    assert not terminations.any() | rewards.any()
    assert infos["seat"].tolist() == infos["to_act"].tolist() == (1 - before).tolist()


# ---- what is refused ----
@pytest.mark.parametrize(("options", "error", "problem"), [
    ({"opponent": "careless"}, errors.BotError, "unknown bot 'careless'"),
    ({"opponent": 5}, errors.BotError, "bot: expected .*, got 5"),
    ({"opponent": []}, errors.TableError,
     "opponent: expected one bot, or a list of 2, clockwise from the learner, got a list of 0"),
    *[({"opponent": ["careful"] * n}, errors.TableError, f"expected one bot, or a list of 2, .* got a list of {n}")
      for n in (1, 3)],
    ({"opponent": [], "players": 2}, errors.TableError, "opponent: expected one bot, got a list of 0$"),
    ({"opponent": "swift", "rules": "russian"}, errors.BotError, "no networks"),
    ({"opponent": "careful", "seat": 3}, errors.TableError, "seat: expected a seat from 0 to 2, got 3"),
    ({"opponent": "careful", "seat": "last"}, errors.TableError, "bad seat 'last': expected a seat from 0 to 2, 'altern"),
    ({"opponent": "careful", "seat": True}, errors.TableError, "seat: expected a seat"),
    ({"seat": 0}, errors.TableError, "seat: expected an opponent, too"),
    ({"opponent": PolicyBot(back_first, bits=cp.players.Observation("pineapple", 2))}, errors.BotError,
     "cannot play 'pineapple' with 3"),
])  # fmt: skip
def test_bad_opponents(options, error, problem):
    with pytest.raises(error, match=problem):
        VectorEnv(5, **{"rules": "pineapple", "players": 3} | options)


@pytest.mark.parametrize(("options", "good_calls", "place"), [
    ({"rules": "pagat", "actions": "boards", "seat": 0, "button": 1}, 0, "with the hand"), ({}, 11, r"on street \d"),
])  # fmt: skip
def test_an_opponent_that_fails(options, good_calls, place):
    calls = []

    def failing(position, rng):
        calls.append(position)
        if len(calls) > good_calls:
            raise ValueError("tired")
        return careful(position, rng)

    envs = VectorEnv(3, opponent=failing, **options)
    first, _ = envs.reset(seed=1)
    message = rf"bot 'failing' raised ValueError: tired \(test_opponents\.py, line \d+\), at seat 2, {place}"
    with pytest.raises(errors.BotError, match=message):
        last_of(envs, 17)
    with pytest.raises(errors.TableError, match="expected a reset before the first step"):
        envs.step(np.zeros(3, np.int64))
    calls.clear()
    assert np.array_equal(envs.reset(seed=1)[0], first)
    assert good_calls == 0 or envs.step(envs.sample_actions())


def test_ctrl_c_in_an_opponent():
    """The learner cannot play the turn that the opponent did not end."""
    is_pressed = False

    def interrupted(position, rng):
        if is_pressed:
            raise KeyboardInterrupt
        return careful(position, rng)

    envs = VectorEnv(4, opponent=interrupted)
    envs.reset(seed=1)
    is_pressed = True
    with pytest.raises(KeyboardInterrupt):
        last_of(envs, 17)
    is_pressed = False
    for _ in range(3):
        with pytest.raises(errors.TableError, match="expected a reset before the first step"):
            envs.step(np.zeros(4, np.int64))
    envs.reset()
    last_of(envs, 17)


@pytest.mark.parametrize("kind", ["cards", "boards"])
@pytest.mark.parametrize("given_up", [cp.Placement.surrender(), cp.FOUL])
def test_opponents_give_up_hands(kind, given_up):
    """By a surrender, which costs a fixed number of points, or by a dead hand."""
    envs = VectorEnv(4, "two-four", 2, actions=kind, opponent=lambda position, rng: given_up, button=0)
    envs.reset(seed=1)
    _, rewards, terminations, _, infos = last_of(envs, 13 if kind == "cards" else 1)
    assert terminations.all()
    boards = infos["final_info"]["boards"]
    assert (boards[:, 1] == (254 if given_up is cp.FOUL else 255)).all()
    tables = [[cp.Board.of_cards(board), given_up] for board in boards[:, 0].tolist()]
    assert rewards.tolist() == [cp.settle(table, "two-four", button=0).points[0] for table in tables]
    assert (rewards > 0).all() or kind == "cards"
