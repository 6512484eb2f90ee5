"""Environments for learning: observations and rewards are compared with `Deal`, which is written in Python."""

import dataclasses
import re
import subprocess
import sys
import zlib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from openface_tables import TABLES, VARIANTS, sizes_that_fit

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.openface import Deal, PartialBoard, Placement
from cpoker_fast.system.extras import install_command

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")


from cpoker_fast.learning import Observation, VectorEnv, env, raw_env

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_openface.py"


def test_all_variants_have_environments():
    assert {"standard", "pineapple", "progressive", "deuce-to-seven", "turbo", "closed", "russian"} < set(VARIANTS)
    assert ("standard", 4) in TABLES
    assert ("pineapple", 3) in TABLES


# ---- what a player sees, once more ----


def expected_bits(position, deal, placed):
    """Return the bits of a position; `placed` has (card, place) of the cards that were placed on this street."""
    rules, seats, seat = deal.rules, deal.seats, position.seat
    rows = [set(row) for row in position.own.rows]
    away, hand = set(position.discards), set(position.hand)
    for card, place in placed:
        hand.remove(card)
        (rows + [away])[place].add(card)
    clockwise = [(seat + i) % seats for i in range(seats)]
    planes = [*rows, away, hand, {max(hand)} if hand else set()]
    for other in clockwise[1:]:
        planes += position.boards[other].rows
    if rules.first_street_open:
        planes[4] = set(position.unplaced) - {card for card, _ in placed}
        planes += [position.open_hands[other] for other in clockwise[1:]]
    bits = [card in plane for plane in planes for card in range(52)]
    early = deal.turn is not None and deal.fantasyland[deal.turn] > 0
    street = None if early or deal.is_over else sum(move.seat == deal.turn for move in deal.moves)
    bits += [i == street for i in range(len(rules.streets))]
    bits += [(position.button + 1 + i) % seats == seat for i in range(seats)]
    bits += [other == deal.turn for other in clockwise]
    bits += [position.fantasyland[other] == cards for other in clockwise for cards in range(13, 18)]
    return np.array(bits, np.uint8)


def expected_mask(position, placed):
    room = np.array(position.own.room) - [sum(place == row for _, place in placed) for row in range(3)]
    away = sum(place == 3 for _, place in placed)
    may_place = position.to_place > len(placed) - away
    return [*(int(may_place and free > 0) for free in room), int(len(position.hand) - position.to_place > away)]


class Shadow:
    """`Deal` that is played card by card in parallel with an environment."""

    def __init__(self, deal):
        self.deal, self.placed = deal, []

    def bits(self, seat):
        return expected_bits(self.deal.position(seat), self.deal, self.placed if seat == self.deal.turn else [])

    def mask(self):
        return [0] * 4 if self.deal.is_over else expected_mask(self.deal.position(), self.placed)

    def place(self, action):
        position = self.deal.position()
        hand = sorted(position.hand, reverse=True)
        self.placed.append((hand[len(self.placed)], action))
        if len(self.placed) == len(hand):
            rows = [[card for card, place in self.placed if place == row] for row in range(4)]
            self.deal.place(rows[:3], rows[3])
            self.placed = []

    def rewards(self, worth):
        earned = self.deal.next_fantasyland
        return [points + worth.get(cards, 0.0) for points, cards in zip(self.deal.settlement().points, earned, strict=True)]


WORTH = {13: 2.0, 14: 7.5, 15: 10.25, 16: 12.5, 17: 20.0}


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_vectors_are_deals(rules, players):
    chances = sizes_that_fit(rules, players)
    envs = VectorEnv(5, rules, players, fantasyland=chances, fantasyland_worth=WORTH)
    observations, infos = envs.reset(seed=len(str(rules)) + players)
    shadows = [Shadow(envs.deal(i)) for i in range(5)]
    over, early = 0, 0
    assert all(not shadow.deal.moves for shadow in shadows)
    for _ in range(110):
        for shadow, observation, mask, seat in zip(
            shadows, observations, infos["action_mask"], infos["to_act"].tolist(), strict=True
        ):
            assert seat == shadow.deal.turn
            assert observation.tolist() == shadow.bits(seat).tolist()
            assert mask.tolist() == shadow.mask()
        actions = envs.sample_actions()
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert not truncations.any()
        for i, (shadow, action) in enumerate(zip(shadows, actions.tolist(), strict=True)):
            shadow.place(action)
            assert terminations[i] == shadow.deal.is_over
            if not terminations[i]:
                assert not rewards[i].any()
                continue
            over += 1
            early += any(shadow.deal.fantasyland)
            assert rewards[i].tolist() == shadow.rewards(WORTH)
            boards = infos["final_info"]["boards"][i]
            assert [cp.Board.of_cards(board) for board in boards.tolist()] == [board.board() for board in shadow.deal.boards]
            assert tuple(infos["final_info"]["fantasyland"][i]) == shadow.deal.next_fantasyland
            shadows[i] = Shadow(envs.deal(i))
    assert over >= 10
    assert early > 0 or not chances


def test_naturals_are_declared_if_that_pays_more():
    """Boards whose rows win more than 1 do not declare a natural that pays 1."""
    cheap = cp.rulebook.Natural(pattern=cp.Pattern.NO_PICTURES, points=1)
    rules = dataclasses.replace(cp.rules("closed"), name="ours", naturals=(cheap,))
    envs = VectorEnv(4000, rules, 2, button=0)
    envs.reset(seed=5)
    terminations = np.array([False])
    while not terminations.any():
        _, rewards, terminations, _, infos = envs.step(envs.sample_actions())
    boards = infos["final_info"]["boards"]
    assert (rewards == cp.settle_many(boards, rules, declare="if better")).all()
    assert (rewards != cp.settle_many(boards, rules, declare=True)).any()


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_pettingzoo_shows_deals(rules, players):
    """Observations of all players are compared, also of those who do not act, and at the showdown."""
    worth = 3.5
    environment = raw_env(rules, players, fantasyland=sizes_that_fit(rules, players), fantasyland_worth=worth)
    for seed in range(3):
        environment.reset(seed=seed)
        rng, shadow = np.random.default_rng(seed), Shadow(environment.deal())
        while not shadow.deal.is_over:
            assert environment.agent_selection == f"player_{shadow.deal.turn}"
            for seat in range(players):
                seen = environment.observe(f"player_{seat}")
                bits = shadow.bits(seat)
                for card, place in shadow.placed if seat != shadow.deal.turn else ():  # cards are open once they are placed
                    i = (shadow.deal.turn - seat) % players
                    if place < 3 and not shadow.deal.hides_board(shadow.deal.turn):
                        bits[52 * (6 + 3 * (i - 1) + place) + card] = 1
                        if any(shadow.deal.open_hands):
                            bits[environment.bits.parts[f"hand {i}"]][card] = 0
                assert seen["observation"].tolist() == bits.tolist()
                assert seen["action_mask"].tolist() == (shadow.mask() if seat == shadow.deal.turn else [0] * 4)
            action = int(rng.choice(np.flatnonzero(shadow.mask())))
            environment.step(action)
            shadow.place(action)
        assert list(environment.rewards.values()) == shadow.rewards(dict.fromkeys(range(13, 18), worth))
        assert all(environment.terminations.values())
        for seat in range(players):
            seen = environment.observe(f"player_{seat}")
            assert seen["observation"].tolist() == shadow.bits(seat).tolist()
            assert not seen["action_mask"].any()


def test_a_street_of_a_given_position():
    """The bits are those of the docstring, set by hand."""
    stacks = ["9s 9h 8c 4d 3s Ac Ad Ah 6c 6d 6h Tc Td Th Jd Js 5s", "As Kd 7c 7d 2h Qh Jc 5d 2c 2d 2s 3c 3d 3h 4c 4h 4s"]
    deal = Deal("pineapple", 2, stacks=stacks, button=0)
    deal.place("Kd / 7c 7d / As 2h").place("3s / 8c 4d / 9s 9h")
    environment = raw_env("pineapple", 2)
    environment.reset(options={"deal": deal})
    assert environment.agent_selection == "player_1"
    environment.step(3)  # the queen
    seen = environment.bits.read(environment.observe("player_1")["observation"])
    assert seen.boards == (PartialBoard.parse("Kd / 7c 7d / As 2h"), PartialBoard.parse("3s / 8c 4d / 9s 9h"))
    assert (str(seen.discards), str(seen.hand), seen.card) == ("Qh", "Jc 5d", 4 * 9)
    assert (seen.street, seen.place, seen.to_act, seen.fantasyland) == (1, 0, 0, (0, 0))
    other = environment.bits.read(environment.observe("player_0")["observation"])
    assert (other.discards, other.hand, other.card, other.place, other.to_act) == (cp.CardSet(), cp.CardSet(), None, 1, 1)
    bits = environment.observe("player_1")["observation"]
    parts = environment.bits.parts
    assert bits[parts["discards"]].nonzero()[0].tolist() == [4 * 10 + 2]
    assert bits[parts["street"]].tolist() == [0, 1, 0, 0, 0]
    assert environment.observe("player_1")["action_mask"].tolist() == [1, 1, 1, 0]
    assert environment.deal().moves == deal.moves  # the street is not complete


# ---- hidden information ----


def played_at_random(rules, players, rng):
    """Return a random deal in play."""
    chances = sizes_that_fit(rules, players)
    sizes = [int(rng.choice([0, *chances])) if chances else 0 for _ in range(players)]
    deal = Deal(rules, players, rng=rng, button=int(rng.integers(players)), fantasyland=sizes)
    environment = raw_env(rules, players)
    environment.reset(options={"deal": deal})
    for _ in range(int(rng.integers(13 * players))):
        mask = environment.observe(environment.agent_selection)["action_mask"]
        environment.step(int(rng.choice(np.flatnonzero(mask))))
    return environment.deal()


def with_other_hidden_cards(deal, viewer, rng):
    """Return a deal that looks the same to the viewer, with all cards exchanged that they have not seen."""
    unseen = list(deal.position(viewer).unseen)
    to = dict(zip(unseen, rng.permutation(unseen).tolist(), strict=True))

    def moved(cards):
        return [to.get(card, card) for card in cards]

    other = Deal(
        deal.rules,
        deal.seats,
        stacks=[moved(stack) for stack in deal.stacks],
        button=deal.button,
        fantasyland=deal.fantasyland,
    )
    for move in deal.moves:
        other.place(Placement(*map(moved, move.placement.rows), moved(move.placement.discards)))
    return other


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_hidden_cards_are_not_seen(rules, players):
    rng = np.random.default_rng(players)
    first, second = raw_env(rules, players), raw_env(rules, players)
    differs = 0
    for _ in range(25):
        deal = played_at_random(rules, players, rng)
        for viewer in range(players):
            first.reset(options={"deal": deal})
            second.reset(options={"deal": with_other_hidden_cards(deal, viewer, rng)})
            view, other_view = (environment.observe(f"player_{viewer}") for environment in (first, second))
            assert view["observation"].tolist() == other_view["observation"].tolist()
            assert view["action_mask"].tolist() == other_view["action_mask"].tolist()
            acting = first.agent_selection
            differs += not np.array_equal(*(e.observe(acting)["observation"] for e in (first, second)))
    assert differs > 0  # players who act see other cards


# ---- batches ----


def play(envs, steps, seed=1):
    """Return everything that some random steps return."""
    results = [envs.reset(seed=seed)]
    for _ in range(steps):
        actions = envs.sample_actions()
        results += [actions, envs.step(actions)]
    return results


def same(result, other):
    if isinstance(result, dict):
        assert result.keys() == other.keys()
        return all(same(result[key], other[key]) for key in result)
    if isinstance(result, list | tuple):
        assert len(result) == len(other)
        return all(map(same, result, other))
    assert result.dtype == other.dtype
    return np.array_equal(result, other)


OPTIONS = {"rules": "progressive", "players": 3, "fantasyland": {14: 0.1, 17: 0.1}, "fantasyland_worth": 4.0}


@pytest.mark.parametrize("threads", [0, 2, 5])
def test_threads_change_nothing(threads):
    single, parallel = (play(VectorEnv(1000, threads=count, **OPTIONS), 60) for count in (1, threads))
    assert same(single, parallel)


def test_threads_sample_the_same_actions():
    batches = [VectorEnv(20_000, threads=count) for count in (1, 2)]  # enough for each thread to take some
    for batch in batches:
        batch.reset(seed=3)
    for _ in range(3):
        actions, other_actions = (batch.sample_actions() for batch in batches)
        assert np.array_equal(actions, other_actions)
        for batch in batches:
            batch.step(actions)


def test_a_seed_means_the_same_everywhere():
    checksum = zlib.crc32(b"")
    for step in play(VectorEnv(100, **OPTIONS), 60)[1:]:
        for array in step[:2] if isinstance(step, tuple) else [step.astype("<i8")]:
            checksum = zlib.crc32(array.astype("<i8").tobytes(), checksum)
    assert checksum == 0xDC59A94E


def test_seeds_of_batches():
    first, again, other = (play(VectorEnv(100), 40, seed) for seed in (1, 1, 2))
    assert same(first, again)
    assert not same(first[0][0], other[0][0])
    envs = VectorEnv(100)
    begun, _ = envs.reset(seed=1)
    following, _ = envs.reset()
    assert not same(begun, following)
    assert same(begun, envs.reset(seed=1)[0])
    assert not same(VectorEnv(100).reset()[0], VectorEnv(100).reset()[0])
    assert same(envs.reset(seed=np.random.SeedSequence(4))[0], VectorEnv(100).reset(seed=4)[0])


def test_deals_of_environments_are_different():
    observations, _ = VectorEnv(1000, "standard", 2, button=0).reset(seed=1)
    assert len(np.unique(observations, axis=0)) > 995


def test_every_card_is_as_likely_in_each_hand():
    envs = VectorEnv(20_000, "pineapple", 3)
    observations, infos = envs.reset(seed=3)
    counts = observations[:, envs.bits.parts["hand"]].sum(axis=0)
    assert abs(counts - 20_000 * 5 / 52).max() < 5 * np.sqrt(20_000 * 5 / 52)
    seats = np.bincount(infos["to_act"], minlength=3)
    assert abs(seats - 20_000 / 3).max() < 5 * np.sqrt(20_000 * 2 / 9)


def test_float_observations_are_the_same():
    for rules, players in (("pineapple", 2), ("standard", 4), ("closed", 3)):
        bits, floats = (play(VectorEnv(70, rules, players, dtype=dtype), 60) for dtype in ("uint8", "float32"))
        for bit_step, float_step in zip(bits[0::2], floats[0::2], strict=True):
            assert float_step[0].dtype == np.float32
            assert np.array_equal(bit_step[0], float_step[0])
        assert same([step[1:] for step in bits[2::2]], [step[1:] for step in floats[2::2]])


def test_arrays_are_new_or_reused():
    for is_new in (True, False):
        envs = VectorEnv(64, copy=is_new)
        before = envs.reset(seed=1)[0]
        steps = [envs.step(envs.sample_actions()) for _ in range(3)]
        assert all((step[0] is not next_step[0]) == is_new for step, next_step in pairwise(steps))
        assert (before is not steps[0][0]) == is_new
        assert all((step[1] is not next_step[1]) == is_new for step, next_step in pairwise(steps))
    assert same(play(VectorEnv(64, copy=True), 40)[-1][:4], play(VectorEnv(64, copy=False), 40)[-1][:4])


def test_observations_into_an_array():
    envs, twin = VectorEnv(100), VectorEnv(100)
    rollout = np.full((5, 100, envs.bits.size), 7, np.uint8)
    assert np.shares_memory(envs.reset(seed=1, out=rollout[0])[0], rollout)
    assert same(twin.reset(seed=1)[0], rollout[0])
    for t in range(1, 5):
        actions = envs.sample_actions()
        assert np.shares_memory(envs.step(actions, out=rollout[t])[0], rollout[t])
        assert same(twin.step(actions)[0], rollout[t])
    with pytest.raises(errors.ArrayError, match="expected an array of uint8, got float32"):
        envs.step(envs.sample_actions(), out=rollout[0].astype(np.float32))
    with pytest.raises(errors.ArrayError, match=r"bad shape \(99, 487\) of out"):
        envs.reset(out=rollout[0, :99])


# ---- autoreset ----


def last_steps(mode):
    """Return the last steps of two deals; one ends earlier, since a player in Fantasyland acts fewer times."""
    envs = VectorEnv(64, "pineapple", 2, fantasyland={14: 0.5}, autoreset_mode=mode)
    envs.reset(seed=2)
    lengths = np.array([sum(size or 17 for size in envs.deal(i).fantasyland) for i in range(64)])
    assert set(lengths) == {28, 31, 34}
    return envs, lengths


def test_autoreset_in_the_same_step():
    envs, lengths = last_steps("SameStep")
    for step in range(1, 29):
        _, rewards, terminations, _, infos = envs.step(envs.sample_actions())
        assert np.array_equal(terminations, lengths == step)
    assert rewards[terminations].any()
    assert not rewards[~terminations].any()
    assert (infos["to_act"] >= 0).all()
    assert infos["action_mask"].any(axis=1).all()
    assert [bool(envs.deal(i).moves) for i in range(64)] == (~terminations).tolist()
    assert same(infos["_final_info"], terminations)


def test_autoreset_in_the_next_step():
    envs, lengths = last_steps("NextStep")
    for _ in range(28):
        observations, rewards, terminations, _, infos = envs.step(envs.sample_actions())
    over = lengths == 28
    assert np.array_equal(terminations, over)
    assert np.array_equal(infos["to_act"] < 0, over)
    assert np.array_equal(~infos["action_mask"].any(axis=1), over)
    assert all(envs.deal(i).is_over == over[i] for i in range(64))
    seen = envs.bits.read(observations[np.flatnonzero(over)[0]])
    assert all(board.is_complete for board in seen.boards)
    assert seen.to_act is None
    actions = envs.sample_actions()
    assert not actions[over].any()
    actions[over] = np.resize([3, 4, -1, 2**62], over.sum())  # the actions do not count
    observations, rewards, terminations, _, infos = envs.step(actions)
    assert not terminations.any()
    assert not rewards.any()
    assert (infos["to_act"] >= 0).all()
    assert all(not envs.deal(i).moves for i in np.flatnonzero(over).tolist())
    with pytest.raises(errors.PlacementError, match="environment 0: bad action 4"):
        envs.step(np.full(64, 4))


def test_no_autoreset():
    envs, _lengths = last_steps("Disabled")
    for _ in range(28):
        observations, _, terminations, _, infos = envs.step(envs.sample_actions())
    first = int(np.flatnonzero(terminations)[0])
    with pytest.raises(errors.PlacementError, match=f"environment {first}: the deal is over: expected a reset"):
        envs.step(envs.sample_actions())
    again, infos = envs.reset(options={"reset_mask": terminations})
    assert np.array_equal(again[~terminations], observations[~terminations])
    assert not (again[terminations] == observations[terminations]).all(axis=1).any()
    assert (infos["to_act"] >= 0).all()
    envs.step(envs.sample_actions())


# ---- Fantasyland ----


def test_chances_of_fantasyland():
    envs = VectorEnv(20_000, "pineapple", 3, fantasyland={14: 0.2, 16: 0.05})
    envs.reset(seed=1)
    sizes = np.array([envs.deal(i).fantasyland for i in range(2000)])
    assert abs((sizes == 14).mean() - 0.2) < 0.02
    assert abs((sizes == 16).mean() - 0.05) < 0.01
    assert set(np.unique(sizes)) == {0, 14, 16}
    certain = VectorEnv(200, "progressive", 2, fantasyland=1.0)
    certain.reset(seed=1)
    sizes = np.array([certain.deal(i).fantasyland for i in range(200)])
    assert {14, 15, 16, 17} == set(np.unique(sizes))
    assert abs((sizes == 14).mean() - 0.25) < 0.12


# ---- random actions ----


def test_random_actions_are_legal_and_equally_likely():
    envs = VectorEnv(30_000, "pineapple", 2)
    envs.reset(seed=1)
    for rng in (None, np.random.default_rng(5)):
        counts = np.bincount(envs.sample_actions(rng), minlength=4)
        assert counts[3] == 0
        assert abs(counts[:3] - 10_000).max() < 500
    for _ in range(12):
        _, _, _, _, infos = envs.step(envs.sample_actions())
        for rng in (None, np.random.default_rng(5)):
            actions = envs.sample_actions(rng)
            assert infos["action_mask"][np.arange(30_000), actions].all()
    discards = np.bincount(actions, minlength=4)
    assert discards[3] > 0
    out = np.empty(30_000, np.int64)
    assert envs.sample_actions(out=out) is out
    same_rng = [envs.sample_actions(np.random.default_rng(6)) for _ in range(2)]
    assert same(*same_rng)


# ---- what is refused ----


def test_illegal_actions_change_nothing():
    envs, twin = VectorEnv(70, "pineapple", 2, button=0), VectorEnv(70, "pineapple", 2, button=0)
    for environments in (envs, twin):
        environments.reset(seed=1)
        for _ in range(3):
            environments.step(np.zeros(70, np.int64))
    card = envs.bits.read(envs.step(np.ones(70, np.int64))[0][69]).card
    twin.step(np.ones(70, np.int64))
    bad = np.full(70, 2)
    for action, problem in (
        (0, rf"environment 69: action 0 \(front\) for {cp.format_card(card)}: the row is full"),
        (3, r"environment 69: action 3 \(discard\) for \S+: expected a row, since 1 card must still be placed"),
        (4, "environment 69: bad action 4: expected 0"),
        (-1, "environment 69: bad action -1: expected 0"),
        (2**62, "environment 69: bad action 4611686018427387904"),
    ):
        bad[69] = action
        with pytest.raises(errors.PlacementError, match=problem):
            envs.step(bad)
    assert same(envs.step(np.full(70, 2)), twin.step(np.full(70, 2)))
    lost = raw_env("pineapple", 2)
    lost.reset(seed=1)
    for _ in range(10):
        lost.step(2 if lost.observe(lost.agent_selection)["action_mask"][2] else 1)
    lost.step(3)
    before = lost.observe(lost.agent_selection)
    for action, problem in (
        (3, "2 cards must still be placed and none discarded"),
        (4, "bad action 4"),
        (-1, "bad action -1"),
        (2, "the row is full"),
        ("x", "bad action 'x': expected an int"),
        (None, "bad action None"),
        (1.0, "bad action 1.0"),
    ):
        with pytest.raises(errors.PlacementError, match=problem):
            lost.step(action)
        assert same(before, lost.observe(lost.agent_selection))
    lost.step(np.int32(0))
    lost.step(1)
    lost.step(0), lost.step(0)
    with pytest.raises(errors.PlacementError, match="1 card must still be discarded and none placed"):
        lost.step(0)


@pytest.mark.parametrize(
    ("arguments", "error", "problem"),
    [
        ({"rules": 5}, cp.RulesError, "expected"),
        ({"players": 4}, errors.TableError, "players: expected an int from 2 to 3"),
        ({"players": 2.0}, errors.TableError, "players"),
        ({"button": 2}, errors.TableError, "button: expected a seat from 0 to 1, got 2"),
        ({"fantasyland": 1.5}, errors.TableError, "fantasyland: expected a number from 0 to 1, .*got 1.5"),
        ({"fantasyland": float("nan")}, errors.TableError, "got nan"),
        ({"fantasyland": True}, errors.TableError, "got True"),
        ({"fantasyland": "x"}, errors.TableError, "got 'x'"),
        ({"fantasyland": {12: 0.5}}, errors.TableError, "fantasyland: cards: expected an int from 13 to 17, got 12"),
        ({"fantasyland": {14: 0.6, 15: 0.6}}, errors.TableError, "a sum of at most 1"),
        ({"fantasyland": {14: -0.1}}, errors.TableError, r"fantasyland\[14\]: expected a number from 0 to 1"),
        (
            {"rules": "standard", "players": 4, "fantasyland": {14: 0.5}},
            errors.TableError,
            "4 players with 14 cards each",
        ),
        ({"fantasyland_worth": 2e9}, cp.RulesError, "fantasyland_worth: expected a number from -1e"),
        ({"fantasyland_worth": None}, cp.RulesError, "fantasyland_worth"),
        ({"rules": "progressive", "fantasyland_worth": {14: 8}}, cp.RulesError, "a next deal of 15 cards"),
    ],
)
def test_bad_arguments(arguments, error, problem):
    for make in (raw_env, env, lambda **options: VectorEnv(5, **options)):
        with pytest.raises(error, match=problem):
            make(**arguments)


def test_rules_without_fantasyland():
    turbo = cp.rules("turbo")
    plain = replace(turbo, name="mine", fantasyland=None)
    with pytest.raises(errors.TableError, match="fantasyland: rules 'mine' have no Fantasyland"):
        raw_env(plain, fantasyland=0.5)
    with pytest.raises(errors.TableError, match="have no Fantasyland"):
        raw_env(plain, fantasyland={13: 0.5})
    raw_env(plain).reset(seed=1)


def junk():
    return [
        None, True, -1, 2**70, 1.5, float("nan"), 1j, "", "x", b"x", object(), [], [None], [[1]], ["a"], (1, 2), {},
        {"A": 1}, {1: "A"}, {14: "x"}, {1, 2}, range(3), iter([1]), np.arange(2), np.arange(3.0), np.array(None),
        np.array("x"), np.int64(3), np.bool_(True), np.zeros((2, 0)), np.full(5, 9), cp.CardSet(), cp.rules("simple"),
        ValueError("x"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "parameter", ["num_envs", "rules", "players", "button", "fantasyland", "fantasyland_worth", "autoreset_mode", "dtype"]
    + ["copy", "threads", "render_mode", "seed", "options", "reset_mask", "actions", "out", "rng", "index", "observation"]
)  # fmt: skip
def test_any_value_is_accepted_or_refused(parameter):
    envs, environment = VectorEnv(5), raw_env("pineapple")
    envs.reset(seed=1)
    environment.reset(seed=1)
    calls = {
        "render_mode": [lambda value: raw_env(render_mode=value)],
        "seed": [lambda value: envs.reset(seed=value), lambda value: environment.reset(seed=value)],
        "options": [lambda value: envs.reset(options=value)],
        "reset_mask": [lambda value: envs.reset(options={"reset_mask": value})],
        "actions": [envs.step, environment.step],
        "out": [
            lambda value: envs.step(envs.sample_actions(), out=value),
            lambda value: envs.reset(out=value),
            lambda value: envs.sample_actions(out=value),
        ],
        "rng": [envs.sample_actions],
        "index": [envs.deal],
        "observation": [envs.bits.read],
        "seat": [lambda value: VectorEnv(5, opponent="random", seat=value)],
    }
    constructor_parameters = {"rules", "players", "button", "fantasyland", "fantasyland_worth"}
    usual = [lambda value: VectorEnv(**{"num_envs": 5, parameter: value})]
    usual += [lambda value: raw_env(**{parameter: value})] if parameter in constructor_parameters else []
    for call in calls.get(parameter, usual):
        refused = 0
        for anything in junk():
            try:
                call(anything)
            except cp.CpokerError as error:
                assert str(error)
                refused += 1
        assert refused > 3


def test_bad_arguments_of_batches():
    for arguments, error, problem in (
        ({"num_envs": 0}, errors.TableError, "num_envs: expected an int from 1"),
        ({"num_envs": 1.5}, errors.TableError, "num_envs"),
        ({"num_envs": 5, "dtype": "int8"}, errors.ArrayError, "bad dtype 'int8': expected 'uint8' or 'float32'"),
        ({"num_envs": 5, "dtype": None}, errors.ArrayError, "bad dtype"),
        (
            {"num_envs": 5, "autoreset_mode": "x"},
            errors.TableError,
            "bad autoreset_mode 'x': expected SameStep, NextStep",
        ),
        ({"num_envs": 5, "threads": -1}, errors.ArrayError, "threads: expected"),
        ({"num_envs": 5, "copy": 1}, errors.TableError, "copy: expected True or False"),
    ):
        with pytest.raises(error, match=problem):
            VectorEnv(**arguments)
    envs = VectorEnv(5)
    for call in (lambda: envs.step([0] * 5), envs.sample_actions, lambda: envs.deal(0)):
        with pytest.raises(errors.TableError, match="expected a reset before"):
            call()
    with pytest.raises(errors.TableError, match="reset_mask: expected an earlier reset of all"):
        envs.reset(options={"reset_mask": np.ones(5, bool)})
    envs.reset(seed=1)
    for call, error, problem in (
        (lambda: envs.step([0] * 4), errors.ArrayError, r"bad actions: expected int64\[5\], got int64\[4\]"),
        (lambda: envs.step([0.0] * 5), errors.ArrayError, "bad actions"),
        (lambda: envs.step(None), errors.ArrayError, "bad actions"),
        (lambda: envs.step("x"), errors.ArrayError, "bad actions"),
        (lambda: envs.step(np.full(5, 2**64 - 1, np.uint64)), errors.PlacementError, "environment 0: bad action"),
        (lambda: envs.reset(seed=-1), errors.SeedError, "seed: expected"),
        (lambda: envs.reset(options=5), errors.TableError, "options: expected a mapping"),
        (lambda: envs.reset(options={"mask": 1}), errors.TableError, "unknown option 'mask'"),
        (lambda: envs.reset(options={"reset_mask": [1] * 5}), errors.ArrayError, "bad reset_mask"),
        (
            lambda: envs.reset(options={"reset_mask": np.ones(4, bool)}),
            errors.ArrayError,
            r"expected bool\[5\], got bool\[4\]",
        ),
        (lambda: envs.reset(seed=1, options={"reset_mask": np.ones(5, bool)}), errors.SeedError, "got both"),
        (lambda: envs.sample_actions(5), errors.SeedError, "bad rng"),
        (lambda: envs.sample_actions(out=np.empty(5, np.int32)), errors.ArrayError, "expected an array of int64"),
        (lambda: envs.deal(5), errors.TableError, "index: expected an int from 0 to 4"),
        (lambda: envs.bits.read(np.zeros(3)), errors.ArrayError, r"expected an array of shape \(487,\)"),
        (lambda: envs.bits.read(np.zeros(487)), errors.ArrayError, "expected a bit for the player's place"),
        (lambda: Observation("pineapple", 5), errors.TableError, "players"),
    ):
        with pytest.raises(error, match=problem):
            call()
    assert envs.step(np.zeros(5, np.uint8))[0].shape == (5, 487)


def test_bad_arguments_of_pettingzoo():
    environment = raw_env("pineapple", 2)
    with pytest.raises(errors.TableError, match="expected a reset"):
        environment.deal()
    with pytest.raises(errors.TableError, match="bad render_mode 'x'"):
        raw_env(render_mode="x")
    with pytest.raises(AttributeError, match="before reset"):
        _ = env().agent_selection
    with pytest.raises(errors.SeedError):
        environment.reset(seed="x")
    environment.reset(seed=1)
    for agent in ("player_2", 0, None):
        for call in (environment.observe, environment.observation_space, environment.action_space):
            with pytest.raises(errors.TableError, match="unknown player"):
                call(agent)
    over = Deal("pineapple", 2, seed=1)
    while not over.is_over:
        over.time_out()
    for deal in (5, Deal("pineapple", 3, seed=1), Deal("progressive", 2, seed=1), over):
        with pytest.raises(errors.TableError, match=r"options\['deal'\]"):
            environment.reset(options={"deal": deal})


# ---- the rest ----


def test_gymnasium_accepts_the_environment():
    import gymnasium

    envs = VectorEnv(6, "turbo", 4)
    assert isinstance(envs, gymnasium.vector.VectorEnv)
    assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    observations, _ = envs.reset(seed=1)
    assert observations in envs.observation_space
    assert observations[0] in envs.single_observation_space
    assert envs.sample_actions() in envs.action_space
    assert envs.single_action_space == gymnasium.spaces.Discrete(4)
    envs = VectorEnv(6, "turbo", 4, autoreset_mode=gymnasium.vector.AutoresetMode.NEXT_STEP)  # required by its wrappers
    wrapped = gymnasium.wrappers.vector.TransformObservation(envs, lambda seen: seen)
    assert same(wrapped.reset(seed=1)[0], observations)
    envs.close()


def test_parts_of_observations_follow_each_other():
    for rules, players in TABLES:
        bits = Observation(rules, players)
        parts = list(bits.parts.values())
        assert parts[0].start == 0
        assert parts[-1].stop == bits.size
        assert all(before.stop == after.start for before, after in pairwise(parts))


def test_importing_openface_imports_no_framework():
    code = "import sys, cpoker_fast.openface; print({'gymnasium', 'pettingzoo', 'numpy'} & sys.modules.keys())"
    assert subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_errors_name_the_libraries_to_install(missing):
    code = f"import sys; sys.modules[{missing!r}] = None; import cpoker_fast.learning"
    process = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert "ImportError: environments require more libraries" in process.stderr
    assert f"run `{install_command('rl')}`" in process.stderr


@pytest.mark.skipif(not EXAMPLE.exists(), reason="the examples are not here")
def test_the_example_learns(tmp_path):
    """80 updates of 1,200: the points against `careful` rise, and the policy wins its match against random placements."""
    command = [sys.executable, "-W", "error", str(EXAMPLE), "--updates", "80", "--save", str(tmp_path / "weights.npz")]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    progress = [
        float(points) for points in re.findall(r"deals: ([+-][\d.]+) \+- 0\.\d+ points a deal against careful", printed)
    ]
    assert len(progress) == 10
    assert progress[0] < -7.2
    assert progress[-1] > progress[0] + 0.7
    matches = [float(points) for points in re.findall(r"learned +([+-][\d.]+) \+- \d\.\d+ \(95 %\)", printed)]
    assert len(matches) == 3
    assert matches[0] > 1 > -3 > matches[1] > matches[2]
    with np.load(tmp_path / "weights.npz") as weights:
        assert [array.shape for array in weights.values()] == [(96, 64), (64,), (64, 4)]
