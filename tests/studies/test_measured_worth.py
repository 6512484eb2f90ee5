"""The worth of a Fantasyland, and rules that play alike."""

import dataclasses
import json
import math
import pickle
import sys

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast._openface import read_boards
from cpoker_fast.arranging import fantasyland_worths
from cpoker_fast.arranging.fantasyland_worths import shipped_worth
from cpoker_fast.game.plan import fantasyland_sizes
from cpoker_fast.players import CoreBot, table_batches
from cpoker_fast.rulebook import Fantasyland, RowTables
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.studies import measure_worth, worth

measuring = sys.modules[measure_worth.__module__]


def changed(name, **options):
    """Return a preset whose open-face part is changed."""
    return dataclasses.replace(cp.rules(name), name="ours", **options)


def with_land(name, **options):
    return changed(name, fantasyland=dataclasses.replace(cp.rules(name).fantasyland, **options))


def test_a_measured_worth_is_plausible():
    calls = []
    measured = measure_worth("pineapple", standard_error=0.5, seed=1, progress=lambda *numbers: calls.append(numbers))
    assert set(measured.points) == set(measured.standard_errors) == {14}
    assert 8.5 < measured.points[14] < 10.5
    assert 0.05 < measured.standard_errors[14] <= 0.5
    assert (measured.players, measured.played_by) == (2, "swift")
    assert str(measured) == f"14 cards {measured.points[14]:6.2f} +- {1.96 * measured.standard_errors[14]:.2f}"
    assert measured.margins[14] == pytest.approx(1.96 * measured.standard_errors[14], rel=1e-4)
    assert calls == [(1, 3), (2, 3), (3, 3)]
    with pytest.raises(TypeError):
        measured.points[14] = 1.0
    assert pickle.loads(pickle.dumps(measured)) == measured
    assert len({measured, pickle.loads(pickle.dumps(measured))}) == 1


@pytest.fixture
def few_tables(monkeypatch):
    monkeypatch.setattr(measuring, "_BATCH", 256)


def test_a_seed_determines_the_measurement(few_tables):
    seeds = (1, 1, np.random.SeedSequence(1), 2, None, None)
    first, *same, second, third, fourth = (measure_worth("pineapple", standard_error=0.9, seed=seed) for seed in seeds)
    assert same == [first, first]
    assert first != second
    assert third != fourth


def test_an_error_that_is_not_reached_takes_more_tables(few_tables):
    few, many = (measure_worth("pineapple", standard_error=error, seed=1).standard_errors[14] for error in (5, 0.4))
    assert many <= 0.4 < few < 1.5


def test_more_players_and_cards_are_worth_more(few_tables):
    two, three = (measure_worth("pineapple", players, standard_error=1, seed=1).points[14] for players in (2, 3))
    assert three > two + 2
    points = measure_worth("progressive", standard_error=1.5, seed=1).points
    assert list(points) == [14, 15, 16, 17]
    assert list(points.values()) == sorted(points.values())
    assert points[17] > points[14] + 5


def test_rules_without_networks_are_measured_by_careful(few_tables):
    measured = measure_worth("russian", standard_error=3, seed=1)
    assert (measured.played_by, measured.points[13] > 1) == ("careful", True)


def test_a_worth_follows_from_one_deal(few_tables):
    """Without stays and entries, a worth is the points of the first player, who is in Fantasyland, in one deal."""
    rules = with_land("pineapple", entry=RowTables(front={"three of a kind": 14}), stay=RowTables(), most_stays=None)
    measured = measure_worth(rules, standard_error=0.2, seed=1).points[14]
    rng, gained = np.random.default_rng(1), []
    for deal_seed in range(400):
        deal = cp.Deal(rules, seed=deal_seed, button=deal_seed % 2, fantasyland=(14, 0))
        while not deal.is_over:
            deal.place(CoreBot("careful").place(deal.position(), rng))
        gained.append(deal.settlement().points[0])
    assert abs(np.mean(gained) - measured) < 4 * math.hypot(np.std(gained) / 20, 0.2)


def test_a_player_who_always_stays(monkeypatch):
    monkeypatch.setattr(measuring, "_BATCH", 32)
    monkeypatch.setattr(table_batches, "_MOST_CONSECUTIVE", 4)
    rules = with_land("pineapple", stay=RowTables(back={"pair": 14, "two pair": 14, "three of a kind": 14, "straight": 14}))
    with pytest.raises(errors.SimulationError, match="a player was in Fantasyland for 4 consecutive deals"):
        measure_worth(rules, standard_error=1, seed=1)


@pytest.mark.parametrize("function", [worth, lambda rules, *players: measure_worth(rules, *players, standard_error=1)])
def test_bad_rules_and_players(function):
    for arguments, error, problem in (
        ((changed("pineapple", fantasyland=None),), errors.RulesError, "have no Fantasyland"),
        (("pagat",), errors.RulesError, "the rules 'pagat' have no Fantasyland"),
        (("no such rules",), errors.RulesError, "no such rules"),
        *((("pineapple", players), errors.SimulationError, "players: expected an int from 2 to 3")
          for players in (1, 0, -2, 4, 2.0, "2", True, None)),
    ):  # fmt: skip
        with pytest.raises(error, match=problem):
            function(*arguments)


def test_bad_errors_and_seeds():
    for options, error, problem in (
        *(({"standard_error": bad}, errors.SimulationError, "^standard_error: expected a number above 0")
          for bad in (0, -1, 0.0, math.nan, math.inf, True, "0.1", None)),
        *(({"standard_error": 1, "seed": seed}, errors.SeedError, "seed") for seed in (-1, 1.5, "x")),
    ):  # fmt: skip
        with pytest.raises(error, match=problem):
            measure_worth("pineapple", **options)


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Return the path of a file with the worth of one preset."""
    path = tmp_path / "worths.json"
    path.write_text(json.dumps({"progressive": {"2": {"14": [9.5, 0.02], "17": [20.25, 0.03]}}}), encoding="utf-8")
    monkeypatch.setattr(fantasyland_worths, "SHIPPED_WORTHS", path)
    fantasyland_worths._read_worths_once.cache_clear()
    yield path
    fantasyland_worths._read_worths_once.cache_clear()


def test_the_worth_of_a_preset_is_read(shipped, monkeypatch):
    monkeypatch.setattr(measuring, "measure_worth", None)
    for rules in ("progressive", cp.rules("progressive"), dataclasses.replace(cp.rules("progressive"), name="ours")):
        preset_worth = worth(rules)
        assert preset_worth.points == {14: 9.5, 17: 20.25}
        assert preset_worth.standard_errors == {14: 0.02, 17: 0.03}
        assert (preset_worth.players, preset_worth.played_by) == (2, "swift")
        with pytest.raises(TypeError):
            preset_worth.points[14] = 1.0


def test_worths_that_are_not_shipped_are_measured(shipped, monkeypatch):
    calls = []
    monkeypatch.setattr(measuring, "measure_worth", lambda *args, **options: calls.append((*args, options)))
    pays_other = dataclasses.replace(cp.rules("progressive"), row_points=2)
    for rules, players in ((cp.rules("progressive"), 3), (pays_other, 2), (cp.rules("turbo"), 2)):
        assert shipped_worth(rules, players) is None
        worth(rules, players)
        assert calls.pop() == (rules, players, {"standard_error": 0.1, "seed": 0})


def test_the_package_has_worths_of_presets():
    for name, by_players in json.loads(fantasyland_worths.SHIPPED_WORTHS.read_text(encoding="utf-8")).items():
        rules = cp.rules(name)
        for players, worths in by_players.items():
            assert 2 <= int(players) <= rules.players
            assert tuple(map(int, worths)) == fantasyland_sizes(rules)
            assert all(0 < error < 0.13 * (int(players) - 1) and 1 < points < 60 for points, error in worths.values())


def test_bots_stay_if_that_is_worth_it():
    """The worth comes from all opponents together, and royalties from each of them."""
    rules, hands = cp.rules("progressive"), cp.deal_many(300, 1, 17, np.random.default_rng(1))[:, 0]

    def boards(points, players):
        worths = dict.fromkeys((14, 15, 16, 17), points)
        return CoreBot("careful", worths).set_fantasylands(hands, rules, players, np.random.default_rng(1))

    def stays(boards):
        now = np.full(300, 17, np.uint8), np.zeros(300, np.int32)
        return (read_boards(compiled(rules), boards, np.zeros(300, np.uint8), *now)[2] > 0).sum()

    never, sometimes, always = (boards(points, 2) for points in (0.0, 6.0, 1000.0))
    assert stays(never) < stays(sometimes) < stays(always)
    assert np.array_equal(boards(12.0, 3), sometimes)
    assert not np.array_equal(boards(6.0, 3), sometimes)


def test_bots_use_shipped_worths(shipped):
    hands = cp.deal_many(300, 1, 17, np.random.default_rng(1))[:, 0]
    assert shipped_worth(cp.rules("progressive"), 3) is None

    def boards(worths, players=2):
        return CoreBot("careful", worths).set_fantasylands(hands, cp.rules("progressive"), players, np.random.default_rng(1))

    by_heuristic, worthless = boards(None, 3), dict.fromkeys((14, 15, 16, 17), 0.0)
    content = {"progressive": {"2": {str(cards): [points, 1.0] for cards, points in worthless.items()}}}
    shipped.write_text(json.dumps(content), encoding="utf-8")
    fantasyland_worths._read_worths_once.cache_clear()
    assert np.array_equal(boards(None), boards(worthless))
    assert not np.array_equal(boards(None), by_heuristic)


def test_bots_with_other_worths_are_other_bots():
    assert len({CoreBot("swift", worths).identity() for worths in (None, {14: 9.0}, {14: 9.5}, {})}) == 4
    assert CoreBot("swift").identity() != CoreBot("careful").identity()


def test_names_numbers_of_players_and_timeouts_make_no_difference():
    pineapple = cp.rules("pineapple")
    assert pineapple.plays_like(pineapple)
    for options in ({}, {"players": 2}, {"timeout": cp.rules("standard").timeout}):
        other = changed("pineapple", **options)
        assert other.to_dict() != pineapple.to_dict()
        assert (pineapple.plays_like(other), other.plays_like(pineapple)) == (True, True)


def test_dealing_fantasylands_and_scoring_make_a_difference():
    pineapple = cp.rules("pineapple")
    land = pineapple.fantasyland
    for other in (
        *(changed("pineapple", **options) for options in (
            {"row_points": 2}, {"scoop_bonus": 0}, {"foul": 7}, {"streets": ((5, 5), (2, 2), (3, 2), (3, 2), (3, 2))},
            {"streets": cp.rules("standard").streets}, {"fantasyland": None},
            {"fantasyland": Fantasyland(entry=land.stay, stay=land.stay)},
        )),
        with_land("pineapple", most_stays=1), with_land("pineapple", stay_keeps_cards=True),
        *map(cp.rules, ("progressive", "standard", "pagat")),
    ):  # fmt: skip
        assert (pineapple.plays_like(other), other.plays_like(pineapple)) == (False, False)
    for other in ("pineapple", None, 5):
        with pytest.raises(errors.RulesError, match="expected Rules"):
            pineapple.plays_like(other)
