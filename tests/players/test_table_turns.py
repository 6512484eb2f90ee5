"""Bots that place at many tables in one call."""

import dataclasses
import time

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.players import BatchBot, bot

PLAIN = dataclasses.replace(cp.rules("turbo"), name="plain", fantasyland=None)


class Careful:
    """The bot `careful`, asked for many placements at once. `answer` changes what it returns."""

    name = "mine"

    def __init__(self, answer=lambda placements, positions: placements):
        self.answer, self.sizes = answer, []

    def place(self, position, rng):
        return bot("careful").place(position, rng)

    def place_many(self, positions, rng):
        self.sizes.append(len(positions))
        return self.answer([self.place(position, rng) for position in positions], positions)


def test_a_batch_bot_plays_like_a_bot():
    fantasylands = 0
    for rules, players in (("pineapple", 2), ("standard", 4), ("progressive", 3), ("face-up", 2)):
        mine, others = Careful(), ["careful"] * (players - 1)
        together = cp.simulate(rules, [mine, *others], 100, seed=2)
        expected = cp.simulate(rules, ["careful", *others], 100, seed=2, duplicate=True)
        assert (together.counts.totals == expected.counts.totals).all()
        assert (together.counts.placed == expected.counts.placed).all()
        fantasylands += together.counts.placed[:, 1, 0].sum()
        assert max(mine.sizes) >= 100
    assert fantasylands > 10
    assert isinstance(mine, BatchBot)


class OnlyMany:
    """The same bot without `place`. `answer` changes what it returns."""

    def __init__(self, answer=lambda placements: placements):
        self.place_many = Careful(lambda placements, positions: answer(placements)).place_many


def played_against(opponent):
    """Return a game whose first deal is over; the user always makes the first placement of the list."""
    game = cp.app.play.Game("pineapple", [opponent], seed=3)
    while not game.is_settled:
        game.place(game.position.placements()[0])
    return game


def test_a_batch_bot_needs_no_method_for_one_position():
    expected = cp.simulate("pineapple", ["careful", "careful"], 30, seed=2, duplicate=True)
    assert (cp.simulate("pineapple", [OnlyMany(), "careful"], 30, seed=2).counts.totals == expected.counts.totals).all()
    assert cp.tournament("pineapple", [OnlyMany(), "random"], 4, seed=1).bots == ("OnlyMany", "random")
    assert played_against(OnlyMany()).deal.boards == played_against("careful").deal.boards  # one position in each call
    nothing = "returned nothing: expected a placement"
    for answer, message in (
        (lambda placements: None, nothing), (lambda placements: [None], nothing),
        (lambda placements: placements[:-1], "returned 0 placements: expected a placement for each of 1 position"),
    ):  # fmt: skip
        with pytest.raises(errors.BotError, match=message):
            played_against(OnlyMany(answer))


def test_positions_are_those_of_deals():
    """A position has everything that the position of a deal has."""
    seen = []

    def record(placements, positions):
        seen.extend(positions)
        return placements

    cp.simulate("face-up", [Careful(record), "careful", "random"], 40, seed=1)
    cp.simulate("progressive", [Careful(record), "swift"], 40, seed=1)
    assert len(seen) > 600
    for position in seen:
        assert cp.Position.parse(str(position)) == position  # parsing checks all numbers
    assert any(any(position.open_hands) for position in seen)
    assert any(position.in_fantasyland for position in seen)


def test_rows_in_any_spelling():
    def as_text(placements, positions):
        return [" / ".join(map(str, placement.rows)) for placement in placements]

    expected = cp.simulate("turbo", [Careful(), "random"], 30, seed=1)
    for answer in (as_text, lambda placements, positions: iter(placements)):
        assert cp.simulate("turbo", [Careful(answer), "random"], 30, seed=1) == expected


def wrong_for_aces(placements, positions):
    return ["- / - / -" if "As" in position.hand else p for p, position in zip(placements, positions, strict=True)]


def raising(placements, positions):
    raise ValueError("tired")


class InOrder:
    """A bot that fills the rows in order. With an ace of spades in hand, it answers with a wrong number."""

    def __init__(self, wrong, as_boards):
        self.wrong, self.as_boards = wrong, as_boards

    def place_many(self, positions, rng):
        answers = np.full(positions.hands.shape, 3) if not self.as_boards else positions.own_boards.astype(int)
        for index, position in enumerate(positions):
            free = np.repeat([0, 1, 2], position.own.room)[: position.to_place]
            if not self.as_boards:
                answers[index, : len(free)] = free
            else:
                answers[index, np.flatnonzero(answers[index] == 255)[: len(free)]] = positions.hands[index, : len(free)]
            if "As" in position.hand:
                answers[index, 2] = self.wrong
        return answers


@pytest.mark.parametrize("name", ["pagat", "pineapple"])
@pytest.mark.parametrize(("as_boards", "wrong", "problem"), [
    *((False, number, f"expected a row from 0 to 3 for each card, got {number}") for number in (4, -1, 300)),
    *((True, number, f"expected cards from 0 to 51, or 255 for an empty place, got {number}") for number in (52, -1, 300)),
])  # fmt: skip
def test_a_wrong_number_in_an_array_is_a_fault_of_its_hand(name, as_boards, wrong, problem):
    bots = [InOrder(wrong, as_boards), "random"]
    with pytest.raises(errors.BotError, match=rf"bot 'InOrder' placed wrongly: {problem}, at seat .* with the hand .*As"):
        cp.simulate(name, bots, 20, seed=1)
    assert 0 < cp.simulate(name, bots, 200, seed=1, on_fault="foul").counts.faults[0] < 400


@pytest.mark.parametrize(("answer", "problem"), [
    (wrong_for_aces, r"bot 'mine' placed wrongly: expected \d+ of \d+ cards to be placed, got 0 .*, at seat 1, "),
    (raising, r"bot 'mine' raised ValueError: tired \(test_table_turns\.py, line \d+\), in a request with 40 hands$"),
    (lambda placements, positions: placements[1:], r"returned \d+ placements: expected a placement for each of \d+ posi"),
    (lambda placements, positions: None,
     "bot 'mine' returned nothing: expected a placement for each of 40 positions, in a request with 40 hands"),
    (lambda placements, positions: [None] * len(positions),
     "returned nothing: expected a placement, at seat 1, on street 1, with the hand"),
])  # fmt: skip
def test_faults(answer, problem):
    with pytest.raises(errors.BotError, match=problem):
        cp.simulate("pineapple", [Careful(answer), "random"], 40, seed=1)
    fouled = cp.simulate("pineapple", [Careful(answer), "random"], 40, seed=1, on_fault="foul")
    assert fouled.counts.faults[1] == 0
    if answer is wrong_for_aces:
        assert 0 < fouled.counts.faults[0] < 80
    else:
        assert fouled.counts.faults[0] >= 80
        assert fouled.points(0).mean < -1


def test_faulty_tables_are_played_like_one_by_one():
    class OneByOne:
        name = "mine"

        def place(self, position, rng):
            return "- / - / -" if "As" in position.hand else bot("careful").place(position, rng)

    together = cp.simulate("pineapple", [Careful(wrong_for_aces), "careful"], 60, seed=1, on_fault="foul")
    one_by_one = cp.simulate("pineapple", [OneByOne(), "careful"], 60, seed=1, on_fault="foul")
    assert (together.counts.faults == one_by_one.counts.faults).all()
    assert (together.counts.totals == one_by_one.counts.totals).all()


def test_time_limits_are_averages():
    def slow(placements, positions):
        time.sleep(0.05)
        return placements

    assert cp.simulate(PLAIN, [Careful(slow), "random"], 200, seed=1, time_limit=0.02).counts.faults.sum() == 0
    with pytest.raises(errors.BotError, match=r"took [\d.]+ seconds for each hand, over its limit of 1e-05"):
        cp.simulate(PLAIN, [Careful(slow), "random"], 5, seed=1, time_limit=1e-5)


def test_stops_of_simulations():
    """A fault on one thread ends the simulation on the other thread, too."""
    with pytest.raises(errors.BotError, match="tired"):
        cp.simulate("pineapple", [Careful(raising), Careful()], 20_000, seed=1, workers=2)


def test_seeds_of_mixed_tables():
    class AtRandom(Careful):
        def place_many(self, positions, rng):
            return [position.placements()[rng.integers(len(position.placements()))] for position in positions]

    results = [cp.simulate(PLAIN, [AtRandom(), "random"], 300, seed=seed) for seed in (1, 1, 2)]
    assert results[0] == results[1] != results[2]
    assert not np.array_equal(results[0].counts.totals, results[2].counts.totals)
