"""Bots that play policies: they play what the policy plays in an environment, wherever bots play."""

import concurrent.futures
import multiprocessing
import pickle
import time
from dataclasses import replace

import numpy as np
import pytest
from openface_tables import TABLES, sizes_that_fit
from tables import table_of

import cpoker_fast as cp
from cpoker_fast import Deal, Position, errors
from cpoker_fast.players import BoardActions, Observation, PolicyBot, bot


def varied(observations, masks):
    """Choose a legal action that depends on every bit of the observation."""
    weights = np.arange(1, observations.shape[1] + 1) ** 2 % 1009
    scores = (observations.astype(np.int64) @ weights)[:, None] * np.array([3, 7, 11, 13]) % 101
    return np.where(masks == 1, scores, -1).argmax(axis=1)


def at_random(observations, masks, rng):
    return np.where(masks == 1, rng.random(masks.shape), -1).argmax(axis=1)


class OneByOne:
    """The bot of a policy without `place_many`, so that `simulate` plays table by table."""

    name = "varied"

    def __init__(self, policy, **options):
        self.place = PolicyBot(policy, **options).place


def scores(observations):
    """Return scores that put high cards behind."""
    return np.broadcast_to(np.outer(np.arange(13, 0, -1), [0.0, 1.0, 2.0]), (len(observations), 13, 3))


def first_legal(observations, masks):
    return masks.argmax(axis=1)


@pytest.mark.parametrize("with_fantasyland", [False, True])
@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_placements_are_the_actions_in_the_environment(rules, players, with_fantasyland):
    pytest.importorskip("pettingzoo")
    from cpoker_fast.learning import raw_env

    chances = sizes_that_fit(rules, players) if with_fantasyland else 0.0
    environment, player = raw_env(rules, players, fantasyland=chances), PolicyBot(varied, fantasyland_bot=None)
    for seed in range(2 if rules == "closed" else 4):
        environment.reset(seed=seed)
        deal = environment.deal()
        while environment.agents and not environment.terminations[environment.agent_selection]:
            seen, *_ = environment.last()
            environment.step(int(varied(seen["observation"][None], seen["action_mask"][None])[0]))
        while not deal.is_over:
            deal.place(player.place(deal.position(), np.random.default_rng(1)))
        assert (deal.boards, deal.discards) == (environment.deal().boards, environment.deal().discards)
        assert list(deal.settlement().points) == list(environment.rewards.values())


@pytest.mark.parametrize("rules", ["pagat", "house-rules", "one-six"])
def test_policies_play_their_boards(rules):
    actions, rng = BoardActions(rules), np.random.default_rng(1)
    positions = [Deal(rules, 3, seed=seed).position() for seed in range(30)]
    hands = np.array([list(position.hand) for position in positions], np.uint8)
    for policy, options, numbers in (
        (scores, {}, actions.highest(hands, scores(hands))),
        (first_legal, {"takes_masks": True}, actions.masks(hands).argmax(axis=1)),
        (lambda observations: np.full(len(observations), 7), {"dtype": "float32"}, np.full(30, 7)),
    ):
        player = PolicyBot(policy, actions="boards", **options).prepare(cp.rules(rules), 3)
        expected = [cp.Board.of_cards(board) for board in actions.boards(hands, numbers).tolist()]
        placements = player.place_many(positions, rng)
        assert [cp.Board(*placement.rows) for placement in placements] == expected
        assert player.place(positions[3], rng) == placements[3]
        assert {placement.declare for placement in placements} == {"if better"}


def test_observations_of_a_policy_for_boards():
    """Those of the environments."""
    seen = []

    def recording(observations):
        seen.append(observations)
        return scores(observations)

    cp.simulate("pagat", [PolicyBot(recording, actions="boards"), "random", "random"], 90, seed=1)
    bits = Observation("pagat", 3)
    assert sum(map(len, seen)) == 270
    assert len(seen) == 3  # a call for each place in the order of play
    assert {(array.dtype, array.shape[1:]) for array in seen} == {(np.dtype("uint8"), (bits.size,))}
    assert all(bits.hands(array).shape == (len(array), 13) for array in seen)
    assert [array[:, bits.parts["place"]].argmax(axis=1).tolist() for array in seen] == [[i] * 90 for i in range(3)]


def test_policies_of_boards_in_matches():
    result = cp.simulate("pagat", [PolicyBot(scores, actions="boards"), "random"], 300, seed=1)
    assert result.players == ("scores", "random")
    assert result.points(0).interval()[0] > 0
    assert result.counts.faults.sum() == 0

    def any_legal(observations, masks, rng):
        return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])

    bots = [PolicyBot(any_legal, actions="boards", takes_masks=True, takes_rng=True, name="mine"), "balanced"]
    results = [cp.simulate("pagat", bots, 60, seed=seed) for seed in (1, 1, 2)]
    assert results[0] == results[1] != results[2]
    assert results[0].points(0).mean < 0
    with_fantasyland = cp.simulate("closed", [PolicyBot(scores, actions="boards"), "careful"], 300, seed=1)
    assert with_fantasyland.counts.placed[:, 1].sum() > 0


@pytest.mark.parametrize(("policy", "actions"), [(varied, "cards"), (scores, "boards")])
def test_declarations(policy, actions):
    cheap = cp.rulebook.Natural(name=cp.rulebook.Pattern.NO_PICTURES, points=1)
    rules, points = replace(cp.rules("pagat"), name="ours", naturals=(cheap,)), []
    for declare in (True, False, "if better"):
        player, rng = PolicyBot(policy, actions=actions, declare=declare), np.random.default_rng(1)
        assert player.place(Deal("pagat", 2, seed=1).position(), rng).declare == declare
        if actions == "cards":  # a first street does not complete the board
            assert player.place(Deal("pineapple", 2, seed=1).position(), rng).declare == "if better"
        points.append(cp.simulate(rules, [player, "careful"], 2000, seed=1).points(0).mean)
    assert points[0] != points[1]
    assert points[2] >= max(points[:2])


@pytest.mark.parametrize(("rules", "players", "policy", "options"), [
    *((rules, players, varied, options)
      for rules, players in (("pineapple", 2), ("progressive", 3), ("standard", 4), ("face-up", 3), ("turbo", 2))
      for options in ({}, {"fantasyland_bot": None}, {"dtype": "float32"})),
    *((rules, 2, policy, {"actions": actions})
      for rules in ("pagat", "closed") for policy, actions in ((varied, "cards"), (scores, "boards"))),
])  # fmt: skip
def test_simulations_of_many_tables_at_once(rules, players, policy, options):
    """The same result as table by table, since neither the policy nor `careful` chooses at random."""
    bots = [[kind(policy, **options), *["careful"] * (players - 1)] for kind in (PolicyBot, OneByOne)]
    together, one_by_one = (cp.simulate(rules, players, 60, seed=3).counts for players in bots)
    assert (together.totals == one_by_one.totals).all()
    assert (together.placed == one_by_one.placed).all()
    assert "actions" in options or together.placed[:, 1].sum() > 0  # boards in Fantasyland


def test_policies_are_called_with_many_rows():
    rows, dtypes = [], set()

    def recording(observations, masks):
        rows.append(len(observations))
        dtypes.add((observations.dtype, masks.dtype, observations.shape[1:], masks.shape[1:]))
        masks[:, 3] = 1  # the policy may change its arguments
        observations[:] = 0
        return masks.argmax(axis=1)

    cp.simulate("pineapple", [PolicyBot(recording), "careful"], 1000, seed=1)
    assert max(rows) == 1000  # of 2,000 tables, half begin with the opponent
    assert len(rows) < 200  # for 34,000 actions
    assert dtypes == {(np.dtype("uint8"), np.dtype("int8"), (487,), (4,))}


def test_two_policies_and_a_function_at_one_table():
    def first(position, rng):
        return bot("careful").place(position, rng)

    result = cp.simulate("pineapple", [PolicyBot(varied), first, PolicyBot(varied, name="twin")], 40, seed=1)
    assert result.players == ("varied", "first", "twin")
    assert result.points(1).mean > 0


def test_identical_results_on_threads_and_in_processes():
    bots = [PolicyBot(at_random, takes_rng=True), "random"]
    expected = cp.simulate("pineapple", bots, 2100, seed=5)
    assert cp.simulate("pineapple", bots, 2100, seed=5, workers=2) == expected
    assert cp.simulate("pineapple", bots, 2100, seed=6) != expected
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as pool:
        assert cp.simulate("pineapple", bots, 2100, seed=5, executor=pool) == expected


def test_all_bots_of_the_package_play_with_policies():
    for name, deals in (("random", 300), ("careful", 100), ("swift", 100), ("expert", 1)):
        opponent = bot("expert", rollouts=10) if name == "expert" else name
        result = cp.simulate("pineapple", [PolicyBot(varied), opponent], deals, seed=1)
        assert result.deals == deals
    assert result.counts.faults.sum() == 0


def test_policies_play_at_tables():
    table = table_of(0, 0, rules="pineapple", stakes=False)
    players, rng = [PolicyBot(varied), bot("careful")], np.random.default_rng(1)
    for _ in range(3):
        table.deal(cards=True, rng=rng)
        while (seat := table.playing.turn) is not None:
            table.place(players[seat].place(table.playing.position(), rng))
        table.settle()
    assert table.deals == 3
    game = cp.app.play.Game("turbo", [PolicyBot(varied)], seed=1)
    while not game.is_settled:
        game.place(game.suggestion())
    assert game.names[1].endswith(" (varied)")


def test_preparation_and_copies():
    player, rng = PolicyBot(varied, bits=Observation("pineapple", 2), name="mine", dtype="float32"), np.random.default_rng(1)
    prepared = player.prepare(cp.rules("progressive"), 2)  # the same layout
    assert (prepared.name, prepared.dtype, prepared.policy, repr(player)) == ("mine", "float32", varied, "PolicyBot(mine)")
    position = Deal("progressive", 2, seed=1).position()
    expected = player.place(position, rng)
    assert prepared.place(position, rng) == pickle.loads(pickle.dumps(prepared)).place(position, rng) == expected
    assert prepared.place_many([position] * 3, rng) == [expected] * 3
    for_boards = PolicyBot(scores, actions="boards").prepare(cp.rules("pagat"), 2)
    position = Deal("pagat", 2, seed=1).position()
    assert pickle.loads(pickle.dumps(for_boards)).place(position, rng) == for_boards.place(position, rng)


def test_fantasylands_are_set_by_another_bot():
    position, rng = Deal("pineapple", 2, seed=1, button=1, fantasyland=[14, 0]).position(), np.random.default_rng(1)
    by_default = PolicyBot(varied).place(position, rng)
    assert by_default == bot("careful").place(position, rng)
    assert PolicyBot(varied, fantasyland_bot=None).place(position, rng) != by_default
    cards = sorted(position.hand)
    foul = PolicyBot(varied, fantasyland_bot=lambda *_: (cards[-3:], cards[:5], cards[5:10])).place(position, rng)
    assert str(foul.front) == str(cp.CardSet(cards[-3:]))

    class Many:
        def place_many(self, positions, rng):
            return np.array([[0] * 3 + [1] * 5 + [2] * 5 + [3] * (hand.size - 13) for hand in positions.hands])

    boards = ["- / - / -"] * 2
    position = Position("pineapple", seat=0, button=1, street=0, boards=boards, hand=[*range(14)], fantasyland=[14, 0])
    placement = PolicyBot(varied, fantasyland_bot=Many()).place(position, rng)
    assert [*map(set, placement.rows)] == [{0, 1, 2}, {*range(3, 8)}, {*range(8, 13)}]


@pytest.mark.parametrize(("arguments", "problem"), [
    ({"policy": 5}, "bad policy 5: expected a function of observations and masks"), ({"policy": PolicyBot}, "bad policy"),
    ({"actions": "rows"}, "bad actions 'rows': expected 'cards' or 'boards'"),
    ({"takes_masks": 1}, "takes_masks: expected True or False"), ({"takes_rng": 1}, "takes_rng: expected True or False"),
    ({"declare": "yes"}, "declare: expected True, False or 'if better', got 'yes'"),
    ({"actions": "boards"}, r"\(observations\), got \(observations, masks\): takes_masks=True adds masks"),
    ({"takes_masks": False}, r"expected the parameters \(observations\), got \(observations, masks\)"),
    ({"bits": 487}, "bits: expected an Observation"), ({"name": 5}, "name: expected text"),
    ({"policy": lambda observations, masks, rng: 0},
     r"the parameters \(observations, masks\), got \(observations, masks, rng\): .*, takes_rng=True adds rng$"),
    ({"takes_rng": True}, r"expected the parameters \(observations, masks, rng\), got \(observations, masks\)"),
    ({"policy": lambda observations: 0}, r"policy '<lambda>': expected the parameters \(observations, masks\)"),
])  # fmt: skip
def test_bad_arguments(arguments, problem):
    with pytest.raises(errors.BotError, match=problem):
        PolicyBot(**{"policy": varied} | arguments)


FOR_TWO = "reads the 487 bits of 'pineapple' with 2 players, and cannot play 'pineapple' with 3, which has 650"


@pytest.mark.parametrize(("call", "error", "problem"), [
    (lambda: PolicyBot(varied, dtype="int8"), errors.ArrayError, "bad dtype 'int8'"),
    (lambda: cp.simulate("pineapple", [PolicyBot(varied, fantasyland_bot="careless"), "random"], 1),
     errors.BotError, "unknown bot 'careless'"),
    (lambda: cp.simulate("pineapple", [PolicyBot(varied, bits=Observation("pineapple", 2)), "random", "random"], 1),
     errors.BotError, FOR_TWO),
    (lambda: PolicyBot(varied).place(Deal("pineapple", 2, seed=1).position(), None), errors.SeedError, "bad rng"),
    (lambda: PolicyBot(varied).place(Deal("pineapple", 2, seed=1).position(0), np.random.default_rng(1)),
     errors.PlacementError, "expected a position with cards to place"),
    (lambda: cp.simulate("turbo", [PolicyBot(scores, actions="boards"), "random"], 5),
     errors.RulesError, "expected rules of one street, on which 13 cards are placed, got 'turbo'"),
    (lambda: cp.simulate("closed", [PolicyBot(scores, actions="boards", fantasyland_bot=None), "random"], 5),
     errors.BotError, "sets hands of 13 cards: expected a fantasyland_bot, too"),
])  # fmt: skip
def test_rules_and_calls_that_a_policy_does_not_play(call, error, problem):
    with pytest.raises(error, match=problem):
        call()


@pytest.mark.parametrize(("policy", "problem"), [
    (lambda observations, masks: None,
     r"raised BotError: policy '<lambda>' returned None: expected int64\[\d+\], in a request"),
    (lambda observations, masks: [[1], [1, 2]], r"returned \[\[1\], \[1, 2\]\]: expected int64\["),
    (lambda observations, masks: masks, r"returned int8\[\d+, 4\]: expected int64\["),
    (lambda observations, masks: masks[:, 0] * 1.0,
     r"returned float64\[(\d)\]: expected int64\[\1\], in a request with \1 hands"),
    (lambda observations, masks: np.full(len(masks), 4), "bad action 4: expected 0"),
    (lambda observations, masks: np.full(len(masks), -1), "bad action -1: expected 0"),
    (lambda observations, masks: np.full(len(masks), 3), r"action 3 \(discard\) for \w+: expected a row"),
    (lambda observations, masks: len(5), "raised TypeError"),
    (lambda observations, masks: 1 // 0, "raised ZeroDivisionError"),
])  # fmt: skip
def test_faults_of_policies(policy, problem):
    with pytest.raises(errors.BotError, match=problem):
        cp.simulate("pineapple", [PolicyBot(policy), "random"], 5, seed=1)
    with pytest.raises((errors.CpokerError, TypeError, ZeroDivisionError)):
        PolicyBot(policy).place(Deal("pineapple", 2, seed=1).position(), np.random.default_rng(1))
    fouled = cp.simulate("pineapple", [PolicyBot(policy), "random"], 5, seed=1, on_fault="foul")
    assert fouled.counts.faults.tolist() == [10, 0]


@pytest.mark.parametrize(("policy", "problem"), [
    (lambda seen: seen, r"raised BotError: policy '<lambda>' returned uint8\[\d+, 483\]: expected int64"),
    (lambda seen: None, r"policy '<lambda>' returned None: expected int64\[\d+\], or float32\[\d+, 13, 3\], in a request"),
    (lambda seen: [[1], [1, 2]], r"returned \[\[1\], \[1, 2\]\]: expected int64\["),
    (lambda seen: np.zeros(len(seen)), r"returned float64\["),
    (lambda seen: np.full(len(seen), 72_072), r"raised ArrayError: actions\[0\]: expected a number from 0"),
    (lambda seen: np.full((len(seen), 13, 3), np.inf), "raised ArrayError: bad scores: expected finite"),
])  # fmt: skip
def test_faults_of_policies_for_boards(policy, problem):
    players = [PolicyBot(policy, actions="boards"), "random"]
    with pytest.raises(errors.BotError, match=problem):
        cp.simulate("pagat", players, 5, seed=1)
    assert cp.simulate("pagat", players, 5, seed=1, on_fault="foul").counts.faults.tolist() == [10, 0]


def test_a_policy_for_boards_needs_no_bot_for_fantasylands_without_them():
    assert cp.simulate("pagat", [PolicyBot(scores, actions="boards", fantasyland_bot=None), "random"], 5).deals == 5


def test_only_the_table_of_an_illegal_action_is_a_foul():
    """A fault after some cards of the street: the hand is placed as after a time-out, like that of a bot with `place`."""

    def sometimes_wrong(observations, masks):
        actions = varied(observations, masks)
        actions[(observations.sum(axis=1) == 24) & (masks[:, 3] == 0)] = 3
        return actions

    together, one_by_one = (
        cp.simulate("pineapple", [kind(sometimes_wrong), "careful"], 100, seed=1, on_fault="foul").counts
        for kind in (PolicyBot, OneByOne)
    )
    assert 0 < together.faults[0] < 200
    assert (together.faults == one_by_one.faults).all()
    assert (together.totals == one_by_one.totals).all()
    with pytest.raises(errors.BotError, match=r"bot 'sometimes_wrong' chose wrongly: action 3 .* at seat 1, on street \d"):
        cp.simulate("pineapple", [PolicyBot(sometimes_wrong), "careful"], 100, seed=1)


def test_a_policy_that_is_not_wrapped():
    def with_a_generator(position, rng, masks=None):
        return cp.bot("careful").place(position, rng)

    for players, rules in (([varied, "random"], "pineapple"), (["random", varied], "turbo"), ([varied, "random"], "pagat")):
        problem = r"'varied': expected the parameters \(position, rng\), got .*PolicyBot\(policy\)"
        with pytest.raises(errors.BotError, match=problem):
            cp.simulate(rules, players, 5, seed=1)
    assert cp.simulate("pineapple", [with_a_generator, "careful"], 2, seed=1).deals == 2


def test_the_time_of_a_policy_is_that_of_all_tables():
    def slow(observations, masks):
        time.sleep(0.02)
        return varied(observations, masks)

    rules = replace(cp.rules("turbo"), name="mine", fantasyland=None)
    result = cp.simulate(rules, [PolicyBot(slow), "random"], 200, seed=1, time_limit=0.02)
    assert result.counts.faults.sum() == 0  # on average over 200 tables, each placement is fast
