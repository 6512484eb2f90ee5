"""Environments for learning: observations and rewards are compared with `Deal`, which is written in Python."""

import dataclasses
import re
import subprocess
import sys
import zlib
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from environment_cases import CASES, KINDS, WORTH, ShadowDeal, last_of, same, until_over
from openface_tables import TABLES, VARIANTS, sizes_that_fit

import cpoker_fast as cp
from cpoker_fast import Deal, Placement, errors
from cpoker_fast.game import PartialBoard
from cpoker_fast.system.extras import install_command

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")


import gymnasium

from cpoker_fast.learning import VectorEnv, raw_env
from cpoker_fast.players import Observation

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_policy.py"


def test_parts_of_observations_follow_each_other():
    assert {"standard", "pineapple", "progressive", "deuce-to-seven", "turbo", "closed", "russian"} < set(VARIANTS)
    assert {("standard", 4), ("pineapple", 3)} < {*TABLES}
    for rules, players in TABLES:
        bits = Observation(rules, players)
        parts = list(bits.parts.values())
        assert (parts[0].start, parts[-1].stop) == (0, bits.size)
        assert all(before.stop == after.start for before, after in pairwise(parts))


# ---- what a player sees, once more ----
def expected_bits(position, deal, placed):
    """Return the bits of a position; `placed` has (card, place) of the cards that were placed on this street."""
    rules, seats, seat = deal.rules, deal.players, position.seat
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


class Shadow(ShadowDeal):
    """Deal with the bits and masks that an environment must show."""

    def bits(self, seat):
        return expected_bits(self.deal.position(seat), self.deal, self.placed if seat == self.deal.turn else [])

    def is_mask(self, mask):
        """Whether a mask of actions is right; the sum of a mask of boards, for speed."""
        if self.deal.is_over:
            return not mask.any()
        if self.boards is None:
            return mask.tolist() == expected_mask(self.deal.position(), self.placed)
        boards = cp.count_arrangements(self.deal.position().hand, self.deal.rules)
        return mask.sum() == boards + self.deal.rules.has_surrender


def check_written(bits, shadows, observations, masks):
    """Check that positions have the bits and masks of the environments."""
    positions, chosen = [shadow.deal.position() for shadow in shadows], [shadow.actions for shadow in shadows]
    floats = np.full(observations.shape, 7, np.float32)
    written, written_masks = bits.write_many(positions, chosen)
    assert same([written, written_masks], [observations, masks])
    assert bits.write_many(positions, chosen, dtype="float32", out=floats)[0] is floats
    assert (floats == observations).all()
    assert (bits.write(positions[0], chosen[0]) == observations[0]).all()
    assert (bits.action_mask(positions[0], chosen[0]) == masks[0]).all()


@pytest.mark.parametrize(("rules", "players", "kind"), CASES)
def test_vectors_are_deals(rules, players, kind):
    chances = sizes_that_fit(rules, players)
    chances = chances if kind == "cards" else {size: chance for size, chance in chances.items() if size == 13}
    envs = VectorEnv(5, rules, players, actions=kind, fantasyland=chances, fantasyland_worth=WORTH)
    observations, infos = envs.reset(seed=len(str(rules)) + players)
    shadows = [Shadow(envs.deal(i), envs.board_actions) for i in range(5)]
    over, early = 0, 0
    assert all(not shadow.deal.moves for shadow in shadows)
    for _ in range(110 if kind == "cards" else 4 * players):
        masks = envs.action_masks()
        if kind == "cards":
            assert (masks == infos["action_mask"]).all()
            check_written(envs.bits, shadows, observations, infos["action_mask"])
        for shadow, observation, mask, seat in zip(shadows, observations, masks, infos["to_act"].tolist(), strict=True):
            assert (seat, observation.tolist()) == (shadow.deal.turn, shadow.bits(seat).tolist())
            assert shadow.is_mask(mask)
        actions = envs.sample_actions()
        if kind == "boards" and envs.rules.has_surrender:
            actions[0] = 72_072
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert not truncations.any()
        for i, (shadow, action) in enumerate(zip(shadows, actions.tolist(), strict=True)):
            position, chosen = shadow.deal.position(), [*shadow.actions, action]
            shadow.place(action)
            if kind == "cards" and not shadow.placed:
                placement = shadow.deal.moves[-1].placement
                assert (envs.bits.placement(position, chosen), envs.bits.actions(position, placement)) == (placement, chosen)
            assert terminations[i] == shadow.deal.is_over
            if not terminations[i]:
                assert not rewards[i].any()
                continue
            over += 1
            early += any(shadow.deal.fantasyland)
            assert rewards[i].tolist() == infos["final_info"]["rewards"][i].tolist() == shadow.rewards(WORTH)
            boards = infos["final_info"]["boards"][i].tolist()
            assert [None if board[0] == 255 else cp.Board.of_cards(board) for board in boards] == [
                None if seat in shadow.deal.surrendered else board.board() for seat, board in enumerate(shadow.deal.boards)
            ]
            assert tuple(infos["final_info"]["fantasyland"][i]) == shadow.deal.next_fantasyland
            shadows[i] = Shadow(envs.deal(i), envs.board_actions)
    assert over >= 10
    assert early > 0 or not chances


def test_naturals_are_declared_if_that_pays_more():
    """Boards whose rows win more than 1 do not declare a natural that pays 1, unless `declare` is True."""
    cheap = cp.rulebook.Natural(name=cp.rulebook.Pattern.NO_PICTURES, points=1)
    rules = dataclasses.replace(cp.rules("closed"), name="ours", naturals=(cheap,))
    for kind in ("cards", "boards"):
        different = []
        for declare in ("if better", True, False):
            envs = VectorEnv(4000, rules, 2, actions=kind, button=0, declare=declare)
            envs.reset(seed=5)
            _, rewards, *_, infos = until_over(envs)
            assert (rewards == cp.settle_many(infos["final_info"]["boards"], rules, declare=declare)).all()
            different.append(rewards)
        assert (different[0] != different[1]).any()
        assert (different[1] != different[2]).any()


@pytest.mark.parametrize(("rules", "kind"), KINDS)
def test_own_rewards(rules, kind):
    """Those of the players who act, or of the learner."""
    for opponent in (None, "careful"):
        both = [VectorEnv(50, rules, actions=kind, opponent=opponent, rewards=rewards) for rewards in ("own", "all")]
        infos, is_over = [envs.reset(seed=1)[1] for envs in both], False
        while not is_over:
            seats, actions = infos[0]["to_act"], both[0].sample_actions()
            (_, rewards, terminations, _, info), (_, of_all, *_, other) = (envs.step(actions) for envs in both)
            assert (rewards.shape, rewards.dtype, of_all.shape, of_all.dtype) == ((50,), np.float32, (50, 2), np.float32)
            assert (rewards == of_all[np.arange(50), seats]).all()
            assert same([info["final_info"]["rewards"], other["final_info"]["rewards"]], [of_all, of_all])
            infos, is_over = [info], terminations.all()
        assert rewards.any()
        envs = VectorEnv(4, rules, actions=kind, opponent=opponent, rewards="own", autoreset_mode="NextStep")
        recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)  # it requires a reward for each environment
        recorded.reset(seed=1)
        terminations, steps = np.array([False]), 0
        while not terminations.any():
            _, rewards, terminations, _, infos = recorded.step(envs.sample_actions())
            steps += 1
        assert (infos["episode"]["r"].tolist(), infos["episode"]["l"].tolist()) == (rewards.tolist(), [steps] * 4)


def test_a_seed_gives_the_same_deals_for_cards_and_boards():
    for opponent in (None, "balanced"):
        both = [VectorEnv(100, "pagat", actions=kind, opponent=opponent) for kind in ("cards", "boards")]
        assert same(*(envs.reset(seed=1)[0] for envs in both))
        assert both[0].deal(7).stacks == both[1].deal(7).stacks
        assert both[0].single_observation_space == both[1].single_observation_space


@pytest.mark.parametrize(("rules", "players", "kind"), CASES)
def test_pettingzoo_shows_deals(rules, players, kind):
    """Observations of all players are compared, also of those who do not act, and at the showdown."""
    worth, chances = 3.5, sizes_that_fit(rules, players) if kind == "cards" else {}
    environment = raw_env(rules, players, actions=kind, fantasyland=chances, fantasyland_worth=worth)
    for seed in range(3):
        environment.reset(seed=seed)
        rng, shadow = np.random.default_rng(seed), Shadow(environment.deal(), environment.board_actions)
        while not shadow.deal.is_over:
            assert environment.agent_selection == f"player_{shadow.deal.turn}"
            for seat in range(players):
                seen, bits = environment.observe(f"player_{seat}"), shadow.bits(seat)
                for card, place in shadow.placed if seat != shadow.deal.turn else ():  # cards are open once they are placed
                    i = (shadow.deal.turn - seat) % players
                    if place < 3 and not shadow.deal.hides_board(shadow.deal.turn):
                        bits[52 * (6 + 3 * (i - 1) + place) + card] = 1
                        if any(shadow.deal.open_hands):
                            bits[environment.bits.parts[f"hand {i}"]][card] = 0
                assert seen["observation"].tolist() == bits.tolist()
                mask = seen["action_mask"]
                assert shadow.is_mask(mask) if seat == shadow.deal.turn else not mask.any()
                assert seen in environment.observation_space(f"player_{seat}")
            mask = environment.observe(environment.agent_selection)["action_mask"]
            action = int(rng.choice(np.flatnonzero(mask)))
            environment.step(action)
            shadow.place(action)
        assert list(environment.rewards.values()) == shadow.rewards(dict.fromkeys(range(13, 18), worth))
        assert all(environment.terminations.values())
        for seat in range(players):
            seen = environment.observe(f"player_{seat}")
            assert (seen["observation"].tolist(), seen["action_mask"].any()) == (shadow.bits(seat).tolist(), False)


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
    other, nothing = environment.bits.read(environment.observe("player_0")["observation"]), cp.CardSet()
    assert (other.discards, other.hand, other.card, other.place, other.to_act) == (nothing, nothing, None, 1, 1)
    bits, parts = environment.observe("player_1")["observation"], environment.bits.parts
    assert (bits[parts["discards"]].nonzero()[0].tolist(), bits[parts["street"]].tolist()) == ([4 * 10 + 2], [0, 1, 0, 0, 0])
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

    stacks = [moved(stack) for stack in deal.stacks]
    other = Deal(deal.rules, deal.players, stacks=stacks, button=deal.button, fantasyland=deal.fantasyland)
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
            assert same(*(environment.observe(f"player_{viewer}") for environment in (first, second)))
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


OPTIONS = {"rules": "progressive", "players": 3, "fantasyland": {14: 0.1, 17: 0.1}, "fantasyland_worth": 4.0}


@pytest.mark.parametrize("threads", [0, 2, 5])
def test_threads_change_nothing(threads):
    single, parallel = (play(VectorEnv(1000, threads=count, **OPTIONS), 60) for count in (1, threads))
    assert same(single, parallel)
    if threads == 2:
        assert same(*(play(VectorEnv(20_000, threads=count), 3, seed=3) for count in (1, 2)))  # each samples some actions


def test_a_seed_means_the_same_everywhere():
    checksum = zlib.crc32(b"")
    for step in play(VectorEnv(100, **OPTIONS), 60)[1:]:
        for array in step[:2] if isinstance(step, tuple) else [step.astype("<i8")]:
            checksum = zlib.crc32(array.astype("<i8").tobytes(), checksum)
    assert checksum == 0xDC59A94E
    first, again, other = (play(VectorEnv(100), 40, seed) for seed in (1, 1, 2))
    assert same(first, again)
    assert not same(first[0][0], other[0][0])
    envs = VectorEnv(100)
    begun, following, again = (envs.reset(seed=seed)[0] for seed in (1, None, 1))
    assert (same(begun, following), same(begun, again)) == (False, True)
    assert not same(VectorEnv(100).reset()[0], VectorEnv(100).reset()[0])
    assert same(envs.reset(seed=np.random.SeedSequence(4))[0], VectorEnv(100).reset(seed=4)[0])


def test_every_card_is_as_likely_in_each_hand():
    envs = VectorEnv(20_000, "pineapple", 3)
    observations, infos = envs.reset(seed=3)
    counts = observations[:, envs.bits.parts["hand"]].sum(axis=0)
    assert abs(counts - 20_000 * 5 / 52).max() < 5 * np.sqrt(20_000 * 5 / 52)
    seats = np.bincount(infos["to_act"], minlength=3)
    assert abs(seats - 20_000 / 3).max() < 5 * np.sqrt(20_000 * 2 / 9)
    observations, _ = VectorEnv(1000, "standard", 2, button=0).reset(seed=1)
    assert len(np.unique(observations, axis=0)) > 995


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
        before, steps = envs.reset(seed=1)[0], [envs.step(envs.sample_actions()) for _ in range(3)]
        assert (before is not steps[0][0]) == is_new
        for (observations, rewards, *_), (next_observations, next_rewards, *_) in pairwise(steps):
            assert (observations is not next_observations, rewards is not next_rewards) == (is_new, is_new)
    for options in ({}, {"opponent": "careful", "seat": "alternate"}):
        assert same(*(play(VectorEnv(64, copy=copy, **options), 34)[-1] for copy in (True, False)))


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
OVER = "environment {}: the deal is over: expected a reset"


@pytest.mark.parametrize("mode", ["SameStep", "NextStep", "Disabled"])
def test_autoreset_of_boards(mode):
    envs = VectorEnv(5, "pagat", actions="boards", opponent="balanced", autoreset_mode=mode)
    first, infos = envs.reset(seed=1)
    second, _, terminations, _, after = envs.step(envs.sample_actions())
    assert terminations.all()
    assert (after["final_info"]["seat"] == infos["seat"]).all()
    hands = [envs.bits.hands(observations) for observations in (first, second)]
    assert (hands[0].shape, hands[1].shape) == ((5, 13), (5, 13) if mode == "SameStep" else (5, 0))
    assert envs.action_masks().any() == (mode == "SameStep")
    ignored = np.array([-1, 10**9, 72_072, 0, 5])
    if mode == "SameStep":
        with pytest.raises(errors.PlacementError, match="environment 0: bad action -1: expected 0 to 72071"):
            envs.step(ignored)
    elif mode == "NextStep":
        assert not envs.sample_actions().any()
        third, rewards, terminations, _, infos = envs.step(ignored)
        assert ignored.tolist() == [-1, 10**9, 72_072, 0, 5]
        assert not any(array.any() for array in (terminations, rewards, infos["_final_info"]))
        assert envs.bits.hands(third).shape == (5, 13)
    else:
        mask, third = np.arange(5) == 2, second
        for _ in range(2):
            with pytest.raises(errors.PlacementError, match=OVER.format(0)):
                envs.step(np.zeros(5, np.int64))
            third, _ = envs.reset(options={"reset_mask": mask})
            assert (third != second).any(axis=1).tolist() == mask.tolist()


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
    assert (rewards[terminations].any(), rewards[~terminations].any()) == (True, False)
    assert (infos["to_act"] >= 0).all()
    assert infos["action_mask"].any(axis=1).all()
    assert [bool(envs.deal(i).moves) for i in range(64)] == (~terminations).tolist()
    assert same(infos["_final_info"], terminations)


def test_autoreset_in_the_next_step():
    envs, lengths = last_steps("NextStep")
    observations, rewards, terminations, _, infos = last_of(envs, 28)
    over = lengths == 28
    for array in (terminations, infos["to_act"] < 0, ~infos["action_mask"].any(axis=1)):
        assert np.array_equal(array, over)
    assert all(envs.deal(i).is_over == over[i] for i in range(64))
    seen = envs.bits.read(observations[np.flatnonzero(over)[0]])
    assert all(board.is_complete for board in seen.boards)
    assert seen.to_act is None
    actions = envs.sample_actions()
    assert not actions[over].any()
    actions[over] = np.resize([3, 4, -1, 2**62], over.sum())  # the actions do not count
    observations, rewards, terminations, _, infos = envs.step(actions)
    assert not (terminations.any() | rewards.any())
    assert (infos["to_act"] >= 0).all()
    assert all(not envs.deal(i).moves for i in np.flatnonzero(over).tolist())
    with pytest.raises(errors.PlacementError, match="environment 0: bad action 4"):
        envs.step(np.full(64, 4))


@pytest.mark.parametrize(("options", "steps"), [
    ({"fantasyland": {14: 0.5}}, 28),
    ({"opponent": lambda position, rng: cp.bot("careful").place(position, rng), "seat": "alternate"}, 17),
])  # fmt: skip
def test_no_autoreset(options, steps):
    envs = VectorEnv(64, autoreset_mode="Disabled", **options)
    envs.reset(seed=2)
    observations, _, terminations, *_ = last_of(envs, steps)
    with pytest.raises(errors.PlacementError, match=OVER.format(np.flatnonzero(terminations)[0])):
        envs.step(envs.sample_actions())
    mask = terminations if "fantasyland" in options else np.arange(64) < 3
    again, infos = envs.reset(options={"reset_mask": mask})
    assert np.array_equal(again[~mask], observations[~mask])
    assert not (again[mask] == observations[mask]).all(axis=1).any()
    assert ((infos["to_act"] >= 0) == (mask | ~terminations)).all()
    assert "seat" not in infos or (infos["to_act"] == np.where(mask, infos["seat"], -1)).all()
    if "opponent" in options:
        envs.reset()
    envs.step(envs.sample_actions())


# ---- Fantasyland ----
def test_chances_of_fantasyland():
    for rules, players, chances, n, expected in (
        ("pineapple", 3, {14: 0.2, 16: 0.05}, 2000, {14: (0.2, 0.02), 16: (0.05, 0.01), 0: (0.75, 1)}),
        ("progressive", 2, 1.0, 200, {14: (0.25, 0.12), 15: (0.25, 1), 16: (0.25, 1), 17: (0.25, 1)}),
    ):
        envs = VectorEnv(10 * n if players == 3 else n, rules, players, fantasyland=chances)
        envs.reset(seed=1)
        sizes = np.array([envs.deal(i).fantasyland for i in range(n)])
        assert set(np.unique(sizes)) == set(expected)
        assert all(abs((sizes == size).mean() - chance) < margin for size, (chance, margin) in expected.items())


# ---- the rest ----
def test_gymnasium_accepts_the_environment():
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


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_errors_name_the_libraries_to_install(missing):
    """Importing players imports no framework."""
    code = f"import sys, cpoker_fast.players; print({missing!r} in sys.modules); sys.modules[{missing!r}] = None"
    command = [sys.executable, "-P", "-c", f"{code}; import cpoker_fast.learning"]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert process.stdout == "False\n"
    assert "ImportError: environments require more libraries" in process.stderr
    assert f"run `{install_command('rl')}`" in process.stderr


@pytest.mark.slow
@pytest.mark.skipif(not EXAMPLE.exists(), reason="the examples are not here")
def test_the_example_learns(tmp_path):
    """80 updates of 1,200: the points against `careful` rise, and the policy wins its match against random placements."""
    command = [sys.executable, "-W", "error", str(EXAMPLE), "--updates", "80", "--save", str(tmp_path / "weights.npz")]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    progress, matches = (
        [float(points) for points in re.findall(rf"{before}([+-][\d.]+) \+- {after}", printed)]
        for before, after in (("deals: ", r"0\.\d+ points a deal against careful"), ("learned +", r"\d\.\d+ \(95 %\)"))
    )
    assert (len(progress), len(matches)) == (10, 3)
    assert progress[0] < -7.2
    assert progress[-1] > progress[0] + 0.7
    assert matches[0] > 1 > -3 > matches[1] > matches[2]
    with np.load(tmp_path / "weights.npz") as weights:
        assert [array.shape for array in weights.values()] == [(96, 64), (64,), (64, 4)]
