"""Tournaments: tables of known outcome, errors from covariances, and identical results of all ways to play them."""

import concurrent.futures
import csv
import json
import math
import multiprocessing
import pickle
import re
import sys
import textwrap
from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest
from drawn_charts import dots_of
from dying import run_until_killed

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.game.positions import Positions
from cpoker_fast.studies import checkpoint as checkpoints
from cpoker_fast.studies.tournament_counts import TablePoints, TournamentCounts, TournamentSums
from cpoker_fast.studies.tournaments import TournamentTask

STRENGTHS = np.arange(7917)

WITH_SURRENDER = replace(cp.rules("simple"), name="ours", surrender=3)
THREE = ["royalties", "balanced", "random"]


class Folding:
    """A bot that surrenders every hand, for 3 points to each opponent who does not."""

    def __init__(self, name="folding"):
        self.name = name

    def place(self, position, rng):
        return cp.Placement.surrender()


def test_two_seats_by_hand():
    """Two bots surrender: each loses 3 to the third one, and nothing to the other."""
    result = cp.tournament(WITH_SURRENDER, [Folding(), "royalties", Folding()], 200, seed=1)
    assert result.bots == ("folding 1", "royalties", "folding 2")
    assert (result.tables, result.deals, result.players) == (3, 200, 2)
    assert [result.points(bot) for bot in range(3)] == [(-1.5, 0), (3, 0), (-1.5, 0)]
    pairs = [(1, 0), (1, 2), (0, 1), (0, 2)]
    assert [result.against(*pair) for pair in pairs] == [(3, 0), (3, 0), (-3, 0), (0, 0)]
    assert (result.difference(1, 0), result.ranking) == ((4.5, 0), (1, 0, 2))
    assert [result.ranks(bot) for bot in range(3)] == [(2, 3), (1, 1), (2, 3)]
    assert [summary["rank"] for summary in result.to_dict()["bots"]] == [2, 1, 2]
    assert (result.is_better(1, 0), result.is_better(0, 1), result.is_better(0, 2)) == (True, False, False)
    assert not result.is_settled


def test_three_seats_by_hand():
    """At each of four tables of three, a bot that plays gets 3 from each one that surrenders.

    Bot 1 plays with two of the bots 0, 2 and 3 at three tables, where it wins 6. At the table of the others, nobody is paid.
    """
    result = cp.tournament(WITH_SURRENDER, [Folding("a"), "royalties", Folding("b"), Folding("c")], 100, players=3, seed=1)
    assert result.tables == 4
    assert [result.points(bot) for bot in range(4)] == [(-2, 0), (6, 0), (-2, 0), (-2, 0)]
    # (6 - (-3)) / 3, at both common tables
    assert [result.against(*pair) for pair in ((1, 0), (2, 1), (0, 3))] == [(3, 0), (-3, 0), (0, 0)]
    assert sum(result.against(1, other).mean for other in (0, 2)) == 6  # the points of bot 1 at their table
    assert [result.ranks(bot) for bot in range(4)] == [(2, 4), (1, 1), (2, 4), (2, 4)]


def test_few_deals_prove_nothing():
    result = cp.tournament(WITH_SURRENDER, [Folding(), "royalties"], 29, seed=1)
    assert result.points(1) == (3, 0)
    assert [result.ranks(bot) for bot in range(2)] == [(1, 2), (1, 2)]
    assert cp.tournament(WITH_SURRENDER, [Folding(), "royalties"], 30, seed=1).is_settled


def test_one_deal_has_no_margin(tmp_path):
    """The spread of a single deal is unknown: margins are nan, empty in texts and null in JSON."""
    result = cp.tournament(WITH_SURRENDER, [Folding(), "royalties"], 1, seed=1)
    assert result.points(1).mean == result.against(1, 0).mean == 3
    margins = [result.points(1).margin, result.margin(1), result.difference(1, 0).margin, result.against(1, 0).margin]
    assert all(map(math.isnan, margins))
    assert result.ranks(1) == (1, 2)
    assert [row[1:3] for row in result.table()[1]] == [["+3.0000", ""], ["-3.0000", ""]]
    assert result.cross_table()[1][0] == ["1 royalties", "", "+3.000"]
    assert str(result).count("+-") == 1  # the head of a column
    plain = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert plain["bots"][1]["standard_error"] is None
    assert plain["bots"][1]["confidence_95"] == plain["bots"][1]["against"]["0"]["confidence_95"] == [None, None]
    assert next(csv.DictReader(result.to_csv().splitlines()))["confidence_95.low"] == ""


def points_at(rules, names, bots, deals, seed):
    """Return the points of bots that use no random numbers, for each deal: mean over both plays."""
    players, sequence = len(bots), np.random.SeedSequence(seed, spawn_key=(0,)).spawn(1)[0]
    hands, points = cp.deal_many(deals, players, 13, np.random.default_rng(sequence)), np.zeros((deals, players))
    orders = [(0, 1)] if players == 2 else [(0, 1, 2), (0, 2, 1)]
    for deal in range(deals):
        order = orders[deal // players % len(orders)]
        for turn in range(players):
            boards = []
            for place, player in enumerate(order):
                hand, seat = hands[deal, (place - turn) % players], (place - deal) % players
                positions = Positions.of_hands(hand[None], rules, players, seat=seat, button=0)
                decisions = bots[player].place_many(positions, np.random.default_rng(1))
                boards.append(cp.Board.of_cards(decisions.boards[0].tolist()))
            points[deal, list(order)] += cp.settle(boards, rules, button=deal % players, declare=True).points
    return points / players


@pytest.mark.parametrize(("bots", "players"), [(["royalties", "balanced", "expert"], 2),
                                               (["royalties", "balanced", "expert", "balanced"], 3)])  # fmt: skip
def test_means_and_errors_are_those_of_all_settlements(bots, players):
    """Points, differences and the cross-table have the means and the spread of separately settled deals."""
    rules, deals, n = cp.rules("pagat"), 60, len(bots)
    result = cp.tournament("pagat", bots, deals, players=players, seed=5)
    makers = [cp.bot(name).prepare(rules, players) for name in bots]
    total, pairs, tables = np.zeros((deals, n)), np.zeros((deals, n, n)), list(combinations(range(n), players))
    assert result.tables == len(tables)
    for table in tables:
        points = points_at(rules, [bots[bot] for bot in table], [makers[bot] for bot in table], deals, 5)
        for place, bot in enumerate(table):
            total[:, bot] += points[:, place]
            for other_place, other in enumerate(table):
                pairs[:, bot, other] += (points[:, place] - points[:, other_place]) / players
    of_bot, of_pair = math.comb(n - 1, players - 1), math.comb(n - 2, players - 2)
    for bot in range(n):
        assert_estimate(result.points(bot), total[:, bot] / of_bot)
    for bot, other in permutations(range(n), 2):
        assert_estimate(result.difference(bot, other), (total[:, bot] - total[:, other]) / of_bot)
        assert_estimate(result.against(bot, other), pairs[:, bot, other] / of_pair)
        assert result.against(bot, other).mean == -result.against(other, bot).mean
        assert result.counts.unequal[bot, other] == (~np.isclose(total[:, bot], total[:, other])).sum()


def assert_estimate(estimate, values):
    assert estimate.mean == pytest.approx(values.mean(), abs=1e-12)
    assert estimate.standard_error == pytest.approx(values.std(ddof=1) / math.sqrt(len(values)), abs=1e-9)


def test_the_cross_table_has_the_results_of_simulations():
    """Bots without random numbers play the same deals in a simulation with the same seed."""
    for rules, names, deals in (
        ("pagat", ["royalties", "balanced", "expert"], 1500), ("pagat", ["random", "royalties"], 1500),
        ("pineapple", ["swift", "careful"], 40),
    ):  # fmt: skip
        result = cp.tournament(rules, names, deals, seed=3)
        for bot, other in combinations(range(len(names)), 2):
            alone = cp.simulate(rules, [names[bot], names[other]], deals, seed=3, duplicate=True)
            assert result.against(bot, other) == pytest.approx(alone.points(0))
    # the order of the bots is that of the simulation until all three had the button
    three = cp.tournament("pineapple", ["careful", "swift", "swift"], 3, players=3, seed=7)
    expected = cp.simulate("pineapple", ["careful", "swift", "swift"], 3, seed=7)
    assert [three.points(bot).mean for bot in range(3)] == pytest.approx([expected.points(bot).mean for bot in range(3)])


def test_common_deals_make_differences_of_similar_bots_more_precise():
    """With different deals at each table, tables would be independent, and the errors of the cross-table would add up."""
    result = cp.tournament("pagat", ["expert", "balanced", "royalties"], 400, seed=1)
    errors_of_tables = [2 * result.against(0, 1).standard_error, *(result.against(bot, 2).standard_error for bot in (0, 1))]
    assert result.difference(0, 1).standard_error < 0.9 * math.hypot(*errors_of_tables) / 2


def test_random_numbers_differ_from_table_to_table():
    """Two random bots win different points from the same third bot."""
    result = cp.tournament("pagat", ["royalties", "random", "random"], 300, seed=1)
    assert result.against(0, 1).mean != result.against(0, 2).mean


@pytest.mark.parametrize("players", [3, 4])
def test_each_bot_sits_to_the_left_of_each_other_one(players):
    """Each bot sets the same hands at each seat as often as the others, with each other bot to its right."""
    asked, seats, left, at = [], Counter(), Counter(), {}

    class Watching(Folding):
        def place(self, position, rng):
            asked.append((position.hand, (position.seat - position.button) % position.players, self.name))
            return cp.Placement.surrender()

    cp.tournament(WITH_SURRENDER, [Watching(name) for name in "abcd"[:players]], 1000, players=players, seed=1)
    for hand, seat, name in asked:  # all seats of a play have different hands, and each hand comes to each seat's bot once
        seats[name, seat] += 1
        at.setdefault(tuple(hand), {}).setdefault(name, seat)
    assert len(asked) == 1000 * players**2
    assert max(seats.values()) - min(seats.values()) <= 2 * players
    for seat_of in at.values():
        order = sorted(seat_of, key=seat_of.__getitem__)
        left.update((order[place], order[(place + 1) % players]) for place in range(players))
    assert len(left) == players * (players - 1)
    assert max(left.values()) - min(left.values()) <= 2 * players**2


@pytest.fixture(scope="module")
def alone():
    return cp.tournament("pagat", THREE, 2500, seed=6)


def test_threads_and_processes(alone):
    assert cp.tournament("pagat", THREE, 2500, seed=6, workers=3) == alone
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert cp.tournament("pagat", THREE, 2500, seed=6, executor=pool, workers=2) == alone
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        result = cp.tournament("pagat", THREE, 2500, seed=6, executor=pool, workers=2)
    assert (result, hash(result), pickle.loads(pickle.dumps(result))) == (alone, hash(alone), result)
    assert cp.tournament("pagat", THREE, 2500, seed=7) != alone


def test_progress():
    seen = []
    cp.tournament("pagat", THREE, 1500, seed=6, progress=lambda *call: seen.append(call))
    assert seen == [(count, 4500) for count in (0, 1024, 2048, 3072, 3072 + 476, 3072 + 952, 4500)]


@pytest.mark.parametrize("first", [1, 1024, 1500])
def test_a_finished_tournament_is_extended(tmp_path, alone, first):
    path = tmp_path / "run.json"
    before = cp.tournament("pagat", THREE, first, seed=6, checkpoint=path)
    assert before == cp.tournament("pagat", THREE, first, seed=6)
    assert before == cp.tournament("pagat", THREE, first, checkpoint=path)
    assert cp.tournament("pagat", THREE, 2500, checkpoint=path) == alone


def test_a_killed_process_continues(tmp_path, alone):
    """A process is killed between two tables of a group of deals, and while a file is written."""
    path = tmp_path / "run.json"
    code = textwrap.dedent(f"""
        import cpoker_fast as cp
        import {checkpoints.__name__} as checkpoints

        checkpoints._SECONDS = checkpoints._WRITES = 0  # a checkpoint after each chunk
        path, last = sys.argv[1], int(sys.argv[2])
        progress = lambda done, of: dying.die() if done >= last else None
        cp.tournament("pagat", {THREE}, 2500, seed=6, checkpoint=path, progress=progress)
    """)
    run_until_killed(code, path, 2048)
    plain = json.loads(path.read_text())
    assert (plain["done"], plain["counts"]["deals"], plain["counts"]["groups"]["0"]["tables"]) == ([[0, 1]], 0, [0, 1])
    run_until_killed(code, path, 7500, at=("torn", 3))
    assert json.loads(path.read_text())["done"] == [[0, 3]]
    assert cp.tournament("pagat", THREE, 2500, checkpoint=path) == alone


def test_slow_checkpoints_are_rarely_written(tmp_path, monkeypatch):
    """The next write begins no sooner than ten times as long after a write as it took."""
    now, written = [0.0], []

    def write_slowly(path, write):
        written.append(now[0])
        now[0] += 7

    def progress(*_):
        now[0] += 1

    monkeypatch.setattr(checkpoints, "monotonic", lambda: now[0])
    monkeypatch.setattr(checkpoints, "write_file", write_slowly)
    cp.tournament("simple", ["royalties"] * 20, 1, seed=1, checkpoint=tmp_path / "run.json", progress=progress)
    assert written[:3] == [0, 7 + 70, 7 + 70 + 7 + 70]


@pytest.mark.parametrize("won", [2**31 - 1, 2**31, 2**40])
def test_large_points_in_checkpoints(won):
    """Points beyond 32 bits are saved as they are, although smaller ones take less space."""
    zeros, counts = np.zeros(2, np.int64), TournamentCounts(1, TournamentSums.zeros(2))
    counts.add(TablePoints(0, 0, (0, 1), np.array([[won, -won]]), zeros, zeros, zeros.astype(float), {}))
    again = TournamentCounts(1, TournamentSums.zeros(2)).like(json.loads(json.dumps(counts.to_dict())))
    assert (again.finished().totals.tolist(), again.finished().pair_totals[0, 1]) == ([won, -won], 2 * won)


def test_ctrl_c_within_a_sum(tmp_path, alone, monkeypatch):
    """Ctrl-C comes after the points of a chunk were added, and before the chunk is listed: the file stays as it was."""
    path, add, added = tmp_path / "run.json", TournamentCounts.add, []

    def interrupted(counts, result):
        add(counts, result)
        added.append(result)
        if len(added) == 5:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(TournamentCounts, "add", interrupted)
        patch.setattr(checkpoints, "_SECONDS", 1000)
        with pytest.raises(KeyboardInterrupt):
            cp.tournament("pagat", THREE, 2500, seed=6, checkpoint=path)
    assert json.loads(path.read_text())["done"] == []
    assert cp.tournament("pagat", THREE, 2500, checkpoint=path) == alone


def test_finished_deals_after_ctrl_c_within_a_sum():
    """Ctrl-C comes before each line of Python in turn while the last table of a group is added."""
    rules, bots = cp.rules("simple"), tuple(cp.bot("royalties") for _ in range(3))
    task = TournamentTask(rules, True, None, bots, tuple("abc"), 2048, 1, (), players=2)
    results = [task.play(chunk) for chunk in range(3)]

    def finished_after(line):
        counts, lines, tracer = task.zero_counts(), [], sys.gettrace()  # that of coverage, for the tests that follow

        def interrupt(frame, event, _):
            if event == "line":
                lines.append(frame.f_lineno)
                if len(lines) == line:
                    raise KeyboardInterrupt
            return interrupt

        counts.add(results[0])
        counts.add(results[1])
        sys.settrace(interrupt)
        try:
            counts.add(results[2])
        except KeyboardInterrupt:
            return counts.finished(), True
        finally:
            sys.settrace(tracer)
        return counts.finished(), False

    whole, _ = finished_after(0)
    line, seen = 1, set()
    while (after := finished_after(line))[1]:
        assert after[0] in (whole, task.zero_counts().finished()), line
        seen.add(after[0].deals)
        line += 1
    assert (seen, whole.deals) == ({0, 1024}, 1024)  # interrupts before and after the sums were replaced


def test_foreign_and_damaged_checkpoints_are_refused(tmp_path):
    path = tmp_path / "run.json"
    arguments = {"rules": "pagat", "bots": THREE, "deals": 100, "seed": 6, "checkpoint": path}
    cp.tournament(**arguments)
    for change, key in (
        ({"rules": "simple"}, "rules"), ({"bots": THREE[:2]}, "bots: 3 bots in the file, 2 asked for"),
        ({"bots": [*THREE[:2], "expert"]}, r"bots: bot 3: '\S+ \(\S+\)' in the file, 'expert \(expert.*\)' asked for"),
        ({"players": 3}, r"players at a table \(seats\)"), ({"until_settled": True}, "until_settled"), ({"seed": 7}, "seed"),
        ({"on_fault": "error"}, "on_fault"),
    ):  # fmt: skip
        with pytest.raises(errors.SimulationError, match=rf"checkpoint differs in {key}(: .* in the file, .* asked for)?$"):
            cp.tournament(**arguments | change)
    with pytest.raises(errors.SimulationError, match="checkpoint of more deals: 100 in the file"):
        cp.tournament(**arguments | {"deals": 99})
    with pytest.raises(errors.SimulationError, match="bad format 'cpoker_fast tournament 1': expected 'cpoker_fast check"):
        cp.simulate("pagat", THREE, 100, seed=6, checkpoint=path)
    good = path.read_text()
    for damage in (
        ('"unequal"', '"equal"'), ('"groups": {', '"groups": {"0": 5, "1": '), ('"points": "', '"points": "A'),
        ('"deals": 100,\n    "tables"', '"deals": 1e9,\n    "tables"'), ('"pair_points": "e', '"pair_points": "f'),
        ('"tables": [\n     0,', '"tables": [\n     7,'),
    ):  # fmt: skip
        assert good.count(damage[0]) >= 1, damage
        path.write_text(good.replace(*damage, 1))
        with pytest.raises(errors.SimulationError, match=r"bad counts of a tournament|damaged one"):
            cp.tournament(**arguments)


def test_a_note_says_that_few_deals_prove_nothing():
    few = "The points of balanced and random differ in 20 of 20 deals. Fewer than 30 such deals prove nothing: play more."
    arguments = {"rules": "pagat", "bots": ["balanced", "random"], "seed": 1}
    result = cp.tournament(deals=20, **arguments)
    assert (result.ranks(0), result.note, result.to_text(120).splitlines()[4]) == ((1, 2), few, few)
    assert " ".join(line.strip() for line in result.to_text().splitlines()[4:6]) == few
    assert few in result._repr_html_()
    settled = cp.tournament(deals=20, **arguments, until_settled=True)
    assert settled.note == f"The ranking is not settled after 20 of at most 20 deals. {few}"
    assert cp.tournament(deals=100, **arguments).note == ""
    assert cp.tournament("pagat", ["balanced", "balanced"], 20, seed=1).note == ""  # equal points, however many deals


def test_the_note_counts_the_deals_in_which_points_differ():
    """Bots that play nearly alike have equal points in most deals, so many deals may be too few."""

    def best(position, factor):
        rows = {"front": STRENGTHS, "middle": STRENGTHS, "back": factor * STRENGTHS}
        return cp.arranging.best_values(position.hand, **rows).board

    def plain(position, rng):
        return best(position, 1)

    def double_back(position, rng):
        return best(position, 2)

    result = cp.tournament("pagat", [plain, double_back, "royalties"], 60, seed=4)
    points = result.against(1, 0)
    assert points.mean > points.margin  # of this pair alone, as if the points were normal
    assert [result.ranks(bot) for bot in range(3)] == [(1, 2), (1, 2), (3, 3)]
    unequal = int(result.counts.unequal[1, 0])
    assert unequal < 30
    text = f"The points of double_back and plain differ in {unequal} of 60 deals"
    assert result.note == f"{text}. Fewer than 30 such deals prove nothing: play more."
    few = cp.tournament("pagat", [plain, double_back, "royalties"], 10, seed=1)
    text = f"The points of double_back and plain differ in {few.counts.unequal[1, 0]} of 10 deals"
    assert few.note == f"{text}, and those of 2 more pairs in too few. Fewer than 30 such deals prove nothing: play more."


def test_until_settled():
    arguments = {"rules": "pagat", "bots": ["random", "balanced", "royalties"], "seed": 1}
    result = cp.tournament(deals=100_000, **arguments, until_settled=True)
    assert (result.deals, result.looks, result.is_settled, result.ranking) == (1024, 8, True, (1, 2, 0))
    fixed = cp.tournament(deals=1024, **arguments)
    assert result.counts == fixed.counts
    assert result.margin(0) > 1.2 * fixed.margin(0)  # for eight tests, a margin of 99.4 % in place of 95 %
    assert result.note == "The ranking is settled after 1,024 deals (test 1 of at most 8)."


def test_equal_bots_play_to_the_end(tmp_path):
    path = tmp_path / "run.json"
    arguments = {"rules": "simple", "bots": ["random", "random"], "until_settled": True, "seed": 1}
    result = cp.tournament(deals=2500, **arguments, checkpoint=path)
    assert (result.deals, result.looks, result.is_settled) == (2500, 3, False)
    assert result.note == "The ranking is not settled after 2,500 of at most 2,500 deals."
    assert "1 table with 2,500 deals," in result.title
    more = cp.tournament(deals=4500, **arguments, checkpoint=path)
    assert more == cp.tournament(deals=4500, **arguments, workers=2)
    assert more.counts == cp.tournament("simple", ["random", "random"], 4500, seed=1).counts


def test_a_settled_tournament_stays_settled(tmp_path):
    path, seen = tmp_path / "run.json", []
    arguments = {"rules": "pagat", "bots": ["royalties", "balanced", "random"], "until_settled": True, "seed": 1}
    result = cp.tournament(deals=9000, **arguments, checkpoint=path)
    assert cp.tournament(deals=9000, **arguments, checkpoint=path, progress=lambda *call: seen.append(call)) == result
    assert seen == [(3 * result.deals, 27_000), (3 * result.deals, 3 * result.deals)]
    assert cp.tournament(deals=90_000, **arguments, checkpoint=path) == cp.tournament(deals=90_000, **arguments)


def test_faults_and_times():
    def careless(position, rng):
        if any(card >= 48 for card in position.hand):
            return cp.best_royalties(position.hand, position.rules)
        raise ValueError("no ace")

    result = cp.tournament("pagat", ["royalties", careless, "random"], 50, seed=1)
    assert result.faults(0) == result.faults(2) == 0
    assert 10 < result.faults(1) < 150
    ((bot, text),) = result.counts.first_faults.items()
    assert bot == "careless"
    assert text.startswith("bot 'careless' raised ValueError: no ace (test_tournaments.py, line ")
    assert result.counts.answers.tolist() == [200, 200, 200]
    assert result.seconds(1) > 0
    with pytest.raises(errors.BotError, match="bot 'careless' raised ValueError: no ace"):
        cp.tournament("pagat", ["royalties", careless], 50, seed=1, on_fault="error")


def test_faults_and_times_of_open_face_games():
    in_core = cp.tournament("pineapple", ["careful", "random"], 10, seed=1)
    assert (in_core.seconds(0), in_core.table()[1][0][-1]) == (None, "")

    def first(position, rng):
        if position.in_fantasyland:
            return cp.arranging.best_fantasyland(position.hand, position.rules)
        return position.placements()[0]

    def failing(position, rng):
        raise ValueError("no idea")

    problem = "bot 'failing' raised ValueError: no idea (test_tournaments.py, line "
    for opponent in (first, "careful"):  # table by table, and all tables together
        counts = cp.tournament("pineapple", [opponent, failing], 2, seed=1).counts
        assert counts.first_faults["failing"].startswith(problem)
    mixed = cp.tournament("pineapple", ["careful", first], 2, seed=1)
    assert mixed.counts.answers.min() >= 20  # two deals, each played twice, with five placements
    assert mixed.seconds(1) > 0


def test_plain_values_and_files(alone, tmp_path):
    plain = json.loads(json.dumps(alone.to_dict()))
    assert (plain["rules"], plain["players"], plain["tables"], plain["deals"], plain["looks"]) == ("pagat", 2, 3, 2500, 1)
    assert [bot["name"] for bot in plain["bots"]] == THREE
    assert sum(bot["mean"] for bot in plain["bots"]) == pytest.approx(0)
    low, high = plain["bots"][0]["confidence_95"]
    assert high - low == pytest.approx(2 * alone.margin(0))
    rows = list(csv.DictReader(alone.to_csv(tmp_path / "run.csv").splitlines()))
    assert [row["name"] for row in rows] == THREE
    assert rows[1]["against.1.mean"] == rows[1]["against.1.confidence_95.low"] == ""
    assert float(rows[1]["against.0.mean"]) == alone.against(1, 0).mean
    assert [row["rank"] for row in rows] == ["2", "1", "3"]


@pytest.fixture(scope="module")
def eight():
    names = ["Alexander the very great bot of a long name", *"bcdefgh"]
    bots = [Folding(names[0]), "royalties", "random", "balanced", *(Folding(name) for name in names[4:])]
    return cp.tournament(WITH_SURRENDER, bots, 40, seed=1)


def test_text_fits_a_terminal(alone, eight):
    lines = str(alone).splitlines()
    assert lines[0] == "pagat, 3 bots, 2 at a table, 3 tables with 2,500 deals, each played 2 times"
    assert lines[1].split() == ["bot", "points", "+-", "95%", "ranks", "faults", "ms"]
    points = re.escape(f"{alone.points(1).mean:+.4f}")
    assert re.match(rf"1 balanced +{points} +{alone.margin(1):.4f} +1 +0 +0\.\d\d\d$", lines[2])
    assert "Points of the row's bot from the column's bot, with 95 % margins of error:" in lines
    entry = alone.against(1, 0)
    assert f"{entry.mean:+.3f} +- {entry.margin:.3f}" in str(alone)
    lines = str(eight).splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("1 ") for line in lines) == 2  # the ranking and one block of the cross-table
    stacked = lines[lines.index("Points of the row's bot from the column's bot, 95 % margins of error below:") :]
    assert stacked[3].split() == [f"{eight.against(eight.ranking[0], bot).margin:.3f}" for bot in eight.ranking[1:]]
    narrow = eight.to_text(40).splitlines()
    assert max(map(len, narrow)) <= 40
    assert sum(line.startswith("8 ") for line in narrow) > 2


def test_bad_calls_of_results(alone):
    width, bot = "width: expected an int from 40 to 10000", "bot: expected an int from 0 to 2, got 3"
    other = "other: expected an int from 0 to 2, got -1"
    for call, arguments, problem in (
        *((alone.to_text, (value,), width) for value in (39, 10_001, "x", True)),
        *(
            (call, (3,), bot)
            for call in (alone.points, alone.margin, alone.ranks, alone.summary, alone.faults, alone.seconds)
        ),
        *((call, (0, -1), other) for call in (alone.difference, alone.against, alone.is_better)),
        (alone.against, (1, 1), "other: expected another bot than 1"),
    ):
        with pytest.raises(errors.SimulationError, match=problem):
            call(*arguments)


def test_plot(alone, plt):
    points, entries = alone.plot().axes
    order, estimates = alone.ranking, [(alone.points(bot).mean, alone.margin(bot)) for bot in alone.ranking]
    dots = [(y, mean, mean - margin, mean + margin) for y, (mean, margin) in enumerate(estimates)]
    assert dots_of(points) == pytest.approx(np.array(dots))
    assert {text.get_position(): text.get_text() for text in entries.texts} == {
        (column, row): f"{alone.against(order[row], order[column]).mean:+.2f}" for row, column in permutations(range(3), 2)
    }
    assert [label.get_text() for label in entries.get_yticklabels()] == ["1 balanced", "2 royalties", "3 random"]
    assert alone.plot(ax=plt.subplots()[1]) is plt.gcf()
    with pytest.raises(errors.SimulationError, match="ax: expected one or two Axes of Matplotlib, got 5"):
        alone.plot(ax=5)


@pytest.mark.parametrize(("change", "error", "message"), [
    ({"bots": ["random"]}, errors.SimulationError, r"bots: expected a list of at least 2 bots, got \['random'\]"),
    ({"bots": "random"}, errors.SimulationError, "bots: expected a list of at least 2 bots, got 'random'"),
    ({"bots": ["random"] * 2, "players": 3}, errors.SimulationError, "bots: expected a list of at least 3 bots"),
    ({"bots": ["random"] * 200}, errors.SimulationError, "200 bots, 2 at a table, make 19900 tables: at most 10000"),
    ({"bots": ["random", "x"]}, errors.BotError, "unknown bot 'x'"),
    ({"players": 5}, errors.SimulationError, "players: expected an int from 2 to 4, got 5"),
    ({"players": 1}, errors.SimulationError, "players: expected an int from 2 to 4, got 1"),
    ({"rules": "pineapple", "players": 4}, errors.SimulationError,
     r"players: expected an int from 2 to 3 \(pineapple is for 2 or 3 players\), got 4"),
    ({"until_settled": 1}, errors.SimulationError, "until_settled: expected True or False, got 1"),
])  # fmt: skip
def test_bad_input(change, error, message):
    """Arguments that simulations have, too, are in test_simulation.py."""
    with pytest.raises(error, match=message):
        cp.tournament(**{"rules": "pagat", "bots": ["royalties", "random"], "deals": 10} | change)
