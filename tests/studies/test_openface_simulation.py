"""Simulations of open-face games: identical results on threads, processes and in parts, and their counts."""

import concurrent.futures
import dataclasses
import multiprocessing
import pickle
import time

import pytest
import reference

import cpoker_fast as cp
from cpoker_fast import Position, errors
from cpoker_fast.rulebook import RowTables

BOTS = ["careful", "random"]
OPEN_FACE = [name for name in cp.presets() if not cp.rules(name).is_closed]


def first(position: Position, rng):
    """Return the first placement; in Fantasyland, the board of most royalties."""
    if position.in_fantasyland:
        return cp.arranging.best_fantasyland(position.hand, position.rules, 0).board
    return position.placements()[0]


@pytest.mark.parametrize("rules", OPEN_FACE)
def test_every_game_and_number_of_players(rules):
    for players in range(2, cp.rules(rules).players + 1):
        result = cp.simulate(rules, ["careful", *["random"] * (players - 1)], 60, seed=3)
        assert abs(sum(result.points(player).mean for player in range(players))) < 1e-9
        assert result.counts.placed[:, 0, 0].min() >= 60 * players
        assert result.points(0).mean > 0


def test_identical_results_on_threads_processes_and_in_parts(tmp_path):
    expected = cp.simulate("pineapple", BOTS, 3000, seed=5)
    assert cp.simulate("pineapple", BOTS, 3000, seed=5, workers=2) == expected
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert cp.simulate("pineapple", BOTS, 3000, seed=5, executor=pool, workers=2) == expected
    path = tmp_path / "checkpoint"
    cp.simulate("pineapple", BOTS, 1500, seed=5, checkpoint=path)
    assert cp.simulate("pineapple", BOTS, 3000, checkpoint=path) == expected
    assert cp.simulate("pineapple", BOTS, 3000, seed=6) != expected


@pytest.mark.parametrize("rules", ["pineapple", "closed"])
def test_a_custom_bot_plays_like_the_same_bot_of_the_package(rules):
    """`careful`, called with positions, plays the same as in the compiled core, also in the Fantasylands that follow."""
    compiled, asked = (
        cp.simulate(rules, [player, "careful"], 150, seed=7, duplicate=False).counts
        for player in ("careful", cp.bot("careful").place)
    )
    assert compiled.placed[:, 1, 0].sum() > 0
    assert (asked.placed == compiled.placed).all()
    assert (asked.totals == compiled.totals).all()


def test_naturals_are_declared_if_that_pays_more():
    """Only boards whose rows win less than 1 declare a natural that pays 1."""
    cheap = cp.rulebook.Natural(name=cp.rulebook.Pattern.NO_PICTURES, points=1)
    rules = dataclasses.replace(cp.rules("turbo"), name="ours", naturals=(cheap,), fantasyland=None)
    tables = []

    def careful(position, rng):
        """Place like the package's bot, and record the button and the complete boards by seat."""
        placement = cp.bot("careful").place(position, rng)
        after = position.after(placement)
        if all(board.is_complete for board in after.boards):
            tables.append((position.button, [[*map(list, board.rows)] for board in after.boards]))
        return placement

    result = cp.simulate(rules, [careful, careful], 600, seed=4, duplicate=False)
    points = choices = 0
    assert len(tables) == 600
    for button, rows in tables:
        declare = reference.declared_if_better(rows, rules, button)
        points += reference.settle(rows, rules, button, declare)[0]
        choices += not all(declare)
    assert choices >= 5
    assert result.points(0).mean * 600 == pytest.approx(points)


def test_duplicate_deals_turn_the_same_cards_round_the_table():
    result = cp.simulate("standard", [first, first], 20, seed=1, duplicate=True)
    assert result.tables == 40
    assert result.points(0).mean == pytest.approx(-result.points(1).mean)
    plain = dataclasses.replace(cp.rules("turbo"), name="plain", fantasyland=None)
    result = cp.simulate(plain, ["careful", "careful"], 200, seed=2, duplicate=True)
    # equal players win the same with the same cards, except for the order of play
    assert abs(result.points(0).mean) < 4 * cp.simulate(plain, ["careful", "careful"], 200, seed=2).points(0).standard_error


def test_fantasyland_follows_until_nobody_is_in_it():
    result = cp.simulate("pineapple", ["careful", "careful"], 4000, seed=9)
    outside, inside = result.counts.placed[:, 0], result.counts.placed[:, 1]
    assert (
        inside[:, 0].sum() == outside[:, -1].sum() + inside[:, -1].sum()
    )  # each Fantasyland, entered or stayed in, is played
    assert (outside[:, 0] + inside[:, 0]).tolist() == [int(outside[0, 0] + inside[0, 0])] * 2  # both are at each table
    assert inside[:, 1].sum() == 0  # careful does not foul in Fantasyland
    in_fantasyland = result.summary(0)["in_fantasyland"]
    assert in_fantasyland["boards"] == inside[0, 0]
    assert 10 < sum(in_fantasyland["royalties"].values()) < 14
    assert "Fantasyland" in result.table()[0]
    assert "Fantasyland" in result._repr_html_()
    assert result.to_csv().count("\n") == 3


def test_rules_that_never_leave_fantasyland_are_detected():
    rules = where_anything_earns("pineapple", 14)
    with pytest.raises(errors.SimulationError, match="in Fantasyland for 1000 consecutive deals"):
        cp.simulate(rules, ["careful", "careful"], 2, seed=1)


@pytest.mark.parametrize(("bot", "message"), [
    (lambda position, rng: None, "returned nothing"), (lambda position, rng: "As / - / -", "placed wrongly"),
    (lambda position, rng: 5, "placed wrongly: bad rows 5"),
    (lambda position, rng: 1 / 0, "raised ZeroDivisionError: division by zero"),
    (lambda position, rng: "A" * 100_000, r"placed wrongly: bad rows 'AAA.*\.\.\..*AAA': expected three rows"),
    (lambda position, rng: [0] * 100_000, r"placed wrongly: bad rows \[0, 0, .*: expected three rows"),
    (lambda position, rng: (number / 0 for number in range(3)), "returned generator: division by zero"),
    (lambda position, rng: {"front": "A" * 100_000}, "placed wrongly: front: bad card 'A"),
    (lambda position, rng: position, "placed wrongly: bad rows Position"),
])  # fmt: skip
def test_faults_of_bots(bot, message):
    with pytest.raises(
        errors.BotError, match=rf"bot '<lambda>' {message}.*, at seat 2, on street 1, with the hand \w\w "
    ) as caught:
        cp.simulate("pineapple", ["careful", bot], 5, seed=1)
    error = pickle.loads(pickle.dumps(caught.value))
    position = Position.parse(error.position)
    assert (position.seat, position.street, str(position.hand)) == (1, 0, error.hand)
    assert len(str(error)) <= 300
    result = cp.simulate("pineapple", ["careful", bot], 5, seed=1, on_fault="foul")
    assert str(result).endswith(f"points per table, {result.summary(1)['faults']} faults")
    assert result.counts.faults.tolist() == [0, result.counts.placed[1, 0, 0]]
    assert result.summary(1)["outside_fantasyland"]["fouls"] == 1


def failing(*asked):
    raise ValueError


class FailingAtOnce:
    """Bot that places many hands at once."""

    name = "failing"
    place = place_many = failing


@pytest.mark.parametrize(
    ("rules", "bot"), [("face-up", failing), ("singapore", failing), ("singapore", FailingAtOnce()), ("keeping", failing)]
)
def test_hands_that_no_bot_set_are_fouls_without_naturals(rules, bot):
    """Two fouls pay each other nothing, although many hands make a natural and some rules allow fouls to declare it."""
    if rules == "keeping":
        rules = dataclasses.replace(cp.rules("face-up"), name=rules, foul_keeps_natural=True)
    result = cp.simulate(rules, [bot, bot], 3000, seed=1, duplicate=False, on_fault="foul")
    assert (result.counts.faults.tolist(), result.counts.totals.tolist()) == ([3000, 3000], [0, 0])
    for player in (0, 1):
        assert result.summary(player)["fouls"] == 1
        assert not any(result.summary(player)["naturals"].values())


def test_slow_bots():
    def slow(position, rng):
        time.sleep(0.01)
        return first(position, rng)

    with pytest.raises(errors.BotError, match=r"took 0\.\d+ seconds, over its limit of 0.001"):
        cp.simulate("pineapple", ["careful", slow], 2, seed=1, time_limit=0.001)


def where_anything_earns(name, cards, **options):
    """Return rules under which each board that is no foul enters Fantasyland, and stays in it."""
    anything = RowTables(front={"high card": cards, "pair": cards, "three of a kind": cards})
    land = dataclasses.replace(cp.rules(name).fantasyland, entry=anything, stay=anything, **options)
    return dataclasses.replace(cp.rules(name), name="ours", fantasyland=land)


@pytest.mark.parametrize(("button_moves", "expected"), [(False, [0, 0]), (True, [1, 0])])
def test_the_button_of_deals_in_fantasyland(button_moves, expected):
    """Both players enter and stay once, so two deals follow; the button stays or moves."""
    rules = where_anything_earns("american", 13, most_stays=1, button_moves=button_moves)
    rules, buttons = dataclasses.replace(rules, row_ties="button"), []

    def place(position, rng):
        if position.in_fantasyland:
            buttons.append(position.button)
        return cp.bot("careful").place(position, rng)

    cp.simulate(rules, [place, "careful"], 1, seed=1, duplicate=False)  # the button of the first deal is seat 0
    assert buttons == expected
    compiled, asked = (
        cp.simulate(rules, ["careful", player], 100, seed=1, duplicate=False).counts for player in ("careful", place)
    )
    assert (compiled.totals == asked.totals).all()
