"""Simulations: counts, identical results of all ways to run them, and faults."""

import concurrent.futures
import csv
import gc
import itertools
import json
import math
import multiprocessing
import os
import pickle
import re
import subprocess
import sys
import textwrap
import time
import weakref
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn_charts import dots_of
from dying import KILL, run_until_killed
from one_street import on_one_street

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast._settling import tally_counters
from cpoker_fast.studies import checkpoint as checkpoints
from cpoker_fast.studies.counts import COUNTERS, counter_of
from cpoker_fast.system.extras import install_command

CLOSED = [name for name in cp.presets() if cp.rules(name).is_closed]
FOUR = ["expert", "royalties", "balanced", "random"]


def test_counters_are_those_of_the_compiled_tally():
    assert list(tally_counters().items()) == [(name, math.prod(shape)) for name, shape in COUNTERS.items()]


def same(result, other):
    return result.counts.to_dict() == other.counts.to_dict() and result.to_dict() == other.to_dict()


class Recording:
    """Bot that records its boards."""

    def __init__(self, name, change=None):
        self.name, self.asked, self.change = name, [], change

    def place(self, position, rng):
        hand, rules, seat = position.hand, position.rules, (position.seat - position.button) % position.players
        boards, cards = cp.arrangements(hand, rules), list(hand)
        board = next(boards, cp.Board(cards[:3], cards[3:8], cards[8:]))  # deuce-to-seven may allow no board
        choice = cp.Placement(*board.rows, declare=bool(rng.integers(4)))
        if self.change:
            choice = self.change(hand, rules, choice, len(self.asked))
        self.asked.append((hand, seat, choice))
        return choice


def sometimes(hand, rules, choice, number):
    if rules.surrender is not None and number % 7 == 3:
        return cp.Placement.surrender()
    if number % 5 == 2:
        cards = sorted(hand)
        return cp.Placement(cards[-3:], cards[:5], cards[5:10], declare=choice.declare)  # a foul
    return choice


@pytest.mark.parametrize("rules", [*CLOSED, "american", "face-up", "deuce-to-seven"])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("duplicate", [False, True])
def test_all_counts(rules, players, duplicate):
    rules = replace(on_one_street(rules), name="ours", fantasyland=None)
    bots, deals = [Recording(f"bot {i}", sometimes if i % 2 else None) for i in range(players)], 9
    result = cp.simulate(rules, bots, deals, seed=5, duplicate=duplicate)
    tables = deals * (players if duplicate else 1)
    assert result.tables == tables
    settled = list(settle_again(rules, bots, deals, players, duplicate))
    assert len(settled) == tables
    by_deal = np.zeros((deals, players))
    for deal, s in settled:
        by_deal[deal] += s.points
    for player in range(players):
        expected = expected_summary(player, [s for _, s in settled], tables)
        summary = result.summary(player)
        summary |= {f"{row} {name}": rate for row, rates in summary["rows"].items() for name, rate in rates.items()}
        for key, value in expected.items():
            assert summary[key] == pytest.approx(value), key
        replays = tables // deals
        error = by_deal[:, player].std(ddof=1) / math.sqrt(deals) / replays
        assert summary["standard_error"] == pytest.approx(error)
        other = (player + 1) % players
        difference = result.difference(player, other)
        assert difference.mean == pytest.approx((by_deal[:, player] - by_deal[:, other]).sum() / tables)
        error = (by_deal[:, player] - by_deal[:, other]).std(ddof=1) / math.sqrt(deals) / replays
        assert difference.standard_error == pytest.approx(error, abs=1e-12)


def settle_again(rules, bots, deals, players, duplicate):
    """Yield each table, settled separately with the recorded boards of its hands."""
    answers = [{} for _ in bots]
    for bot, known in zip(bots, answers, strict=True):
        for hand, seat, choice in bot.asked:
            known.setdefault((hand, seat), []).append(choice)
    first = [{hand for hand, _ in known} for known in answers]
    hands = cp.deal_many(deals, players, 13, np.random.default_rng(np.random.SeedSequence(5, spawn_key=(0,)).spawn(1)[0]))
    for deal, dealt in enumerate(hands.tolist()):
        hands_of_deal, button = [cp.CardSet(hand) for hand in dealt], deal % players
        for turn in range(players if duplicate else 1):
            choices = []
            for seat in range(players):
                hand = hands_of_deal[(seat - turn) % players]
                assert hand in first[seat]
                choices.append(answers[seat][hand, (seat - button) % players][0])
            declare = [choice.declare for choice in choices]
            yield deal, cp.settle([choice.board for choice in choices], rules, button=button, declare=declare)


def expected_summary(player, settled, tables):
    def sided(pair):
        return (1, pair) if pair.first == player else (-1, pair)

    pairs = [sided(pair) for s in settled for pair in s.pairs if player in (pair.first, pair.second)]
    seats = [s.seats[player] for s in settled]
    royalties = [side * royalty * pair.times for side, pair in pairs for royalty in pair.royalties]
    compared = [(side, pair) for side, pair in pairs if pair.decided_by == "rows"]
    natural = [str(seat.natural) for seat in seats if seat.natural]
    points = [s.points[player] for s in settled]
    return {
        "mean": sum(points) / tables,
        "standard_deviation": float(np.std(points)),
        "scoops": sum(side * pair.scoop == 1 for side, pair in pairs) / tables,
        "scooped": sum(side * pair.scoop == -1 for side, pair in pairs) / tables,
        "home_runs": sum(side * pair.home_run == 1 for side, pair in pairs) / tables,
        "home_runs_against": sum(side * pair.home_run == -1 for side, pair in pairs) / tables,
        "fouls": sum(seat.is_foul and not seat.natural for seat in seats) / tables,
        "surrenders": sum(seat.board is None for seat in seats) / tables,
        "naturals": {name: natural.count(name) / tables for name in natural},
        "royalties_won": sum(max(0, points) for points in royalties) / tables,
        "royalties_paid": sum(max(0, -points) for points in royalties) / tables,
    } | {
        f"{row} {name}": sum(side * pair.rows[place] == sign for side, pair in compared) / max(1, len(compared))
        for place, row in enumerate(("front", "middle", "back"))
        for name, sign in (("lost", -1), ("tied", 0), ("won", 1))
    }


def test_categories_and_pairings():
    result = cp.simulate("pagat", ["royalties", "balanced"], 300, seed=2, duplicate=False)
    hands = cp.deal_many(300, 2, 13, np.random.default_rng(np.random.SeedSequence(2, spawn_key=(0,)).spawn(1)[0]))
    boards = cp.best_royalties_many(hands[:, 0], "pagat")
    for row, cards in (("front", boards[:, :3]), ("middle", boards[:, 3:8]), ("back", boards[:, 8:])):
        names = [cp.category(int(s)).label for s in cp.strengths(np.ascontiguousarray(cards))]
        assert result.summary(0)["categories"][row] == pytest.approx({name: names.count(name) / 300 for name in names}), row
    assert result.against(0, 1) == result.points(0).mean == -result.against(1, 0)


def test_duplicate_deals_reduce_the_luck_of_the_cards():
    """Duplicate deals have a smaller error, which is the spread of repeated simulations."""
    runs = [cp.simulate("pagat", ["royalties", "balanced"], 400, seed=[7, i]) for i in range(40)]
    means = np.array([run.points(0).mean for run in runs])
    error = np.mean([run.points(0).standard_error for run in runs])
    assert means.std(ddof=1) == pytest.approx(error, rel=0.35)
    plain = cp.simulate("pagat", ["royalties", "balanced"], 400, seed=7, duplicate=False)
    assert error * 1.2 < plain.points(0).standard_error
    low, high = runs[0].points(0).interval(0.9)
    assert high - low == pytest.approx(2 * 1.6449 * runs[0].points(0).standard_error, rel=1e-3)


def test_frequencies_of_naturals():
    """Frequencies agree with the known numbers of hands that make each pattern."""
    hands = 635_013_559_600
    counted = {"six pairs": 2_241_727_488, "three straights": 2_029_579_776, "three flushes": 5_705_516_392}
    naturals = tuple(cp.rulebook.Natural(name=name, points=i + 1) for i, name in enumerate(counted))
    result = cp.simulate(cp.Rules(naturals=naturals, natural_mode="difference"), ["royalties"] * 4, 40_000, seed=3)
    for name, count in counted.items():
        rate = sum(result.summary(player)["naturals"].get(name, 0) for player in range(4)) / 4
        expected = count / hands  # a few hands make two patterns and declare the higher one
        assert abs(rate - expected) < 5 * math.sqrt(expected / 160_000) + 0.0001, name


def test_equal_players_win_nothing():
    result = cp.simulate("pagat", ["balanced"] * 3, 5000, seed=4)
    assert not result.duplicate
    points = [result.points(player) for player in range(3)]
    assert sum(estimate.mean for estimate in points) == pytest.approx(0)
    assert all(abs(estimate.mean) < 4 * estimate.standard_error for estimate in points)
    assert cp.simulate("pagat", ["balanced"] * 3, 100, seed=4, duplicate=True).points(1).mean == 0


@pytest.mark.parametrize(
    "rules", ["simple", "pagat", "one-six", "lowball-middle", "hawaiian-gardens", "single-winner", "pool"]
)
def test_the_expert_wins(rules):
    for other in ("balanced", "royalties", "random"):
        points = cp.simulate(rules, ["expert", other], 6000, seed=5, workers=2).points(0)
        assert points.mean > 3 * points.standard_error, other  # benchmarks test this with more deals


@pytest.fixture(scope="module")
def alone():
    return cp.simulate("pagat", FOUR, 5000, seed=6)


def test_threads_and_processes(alone):
    for workers in (2, 3, 0):
        assert same(alone, cp.simulate("pagat", FOUR, 5000, seed=6, workers=workers))
    with concurrent.futures.ProcessPoolExecutor(4, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert same(alone, cp.simulate("pagat", FOUR, 5000, seed=6, executor=pool, workers=4))


def test_kernels(alone, kernel):
    assert same(alone, cp.simulate("pagat", FOUR, 5000, seed=6))


def test_seeds(alone):
    assert same(alone, cp.simulate(cp.rules("pagat"), FOUR, 5000, seed=np.random.SeedSequence(6)))
    other = cp.simulate("pagat", FOUR, 100, seed=[6, 1])
    spawned = cp.simulate("pagat", FOUR, 100, seed=np.random.SeedSequence(6).spawn(2)[1])
    assert (other.seed, spawned.seed) == ([6, 1], {"entropy": 6, "spawn_key": [1]})
    assert same(spawned, cp.simulate("pagat", FOUR, 100, seed=np.random.SeedSequence(6, spawn_key=(1,))))
    assert not same(other, spawned)
    free = cp.simulate("pagat", ["royalties", "balanced"], 100)
    assert same(free, cp.simulate("pagat", ["royalties", "balanced"], 100, seed=free.seed))


def test_progress(alone):
    seen = []
    cp.simulate("pagat", FOUR, 2500, seed=6, progress=lambda *call: seen.append(call))
    assert seen == [(0, 2500), (1024, 2500), (2048, 2500), (2500, 2500)]
    assert same(alone, cp.simulate("pagat", FOUR, 5000, seed=6, progress=True))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc here")
def test_memory_is_flat():
    """The peak memory of a process grows by less than the size of the hands that it deals."""
    deals = 100_000
    code = textwrap.dedent(f"""
        import cpoker_fast as cp

        def most_used(deals):  # ru_maxrss would be that of pytest, which starts this process
            cp.simulate("simple", ["royalties"] * 2, deals, seed=1)
            with open("/proc/self/status") as lines:
                return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))

        before = most_used(20_000)
        print(most_used({deals}) - before)
    """)
    command = [sys.executable, "-P", "-c", code]
    assert int(subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout) < deals * 2 * 13


@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
def test_a_dask_cluster_whose_worker_is_killed(alone):
    distributed, killed = pytest.importorskip("distributed"), []
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": ":0"}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:

        def kill_one(count, total):
            if count and not killed:
                killed.append(next(iter(client.run(os.getpid).values())))
                os.kill(killed[0], KILL)

        executor = client.get_executor()
        assert same(alone, cp.simulate("pagat", FOUR, 5000, seed=6, executor=executor, workers=2, progress=kill_one))
        assert killed
    gc.collect()  # warnings about resources that the cluster leaves open belong to this test


def deals_in(path):
    return json.loads(path.read_text())["counts"]["deals"] if path.exists() else 0


def test_a_killed_process_continues(tmp_path):
    """A process is killed before, while, after and between writing checkpoints; the final result is identical."""
    path, deals, chunk = tmp_path / "checkpoint.json", 16_000, 1024
    code = textwrap.dedent(f"""
        import cpoker_fast as cp
        import {checkpoints.__name__} as checkpoints

        checkpoints._SECONDS = checkpoints._WRITES = 0  # a checkpoint after each chunk
        path, last = sys.argv[1], int(sys.argv[2])
        progress = lambda done, of: dying.die() if done >= last else None
        cp.simulate("pagat", {FOUR}, {deals}, seed=6, checkpoint=path, workers=2, progress=progress)
    """)
    for at, chunks in (  # a moment, or None between chunks, and how many chunks more are then in the file
        (("torn", 1), 0), (("torn", 3), 1), (("torn", 3), 2), (("written", 3), 2), (("synced", 3), 2), (("renamed", 3), 3),
        (None, 3),
    ):  # fmt: skip
        last = deals_in(path) + chunks * chunk
        run_until_killed(code, path, deals if at else last, at=at)
        assert deals_in(path) == last
        assert path.exists() == (chunks > 0)  # the first file is written before the first chunk
    result = cp.simulate("pagat", FOUR, deals, seed=6, checkpoint=path)
    assert same(result, cp.simulate("pagat", FOUR, deals, seed=6, workers=2))
    assert [file.name for file in tmp_path.iterdir() if not file.name.startswith(".")] == ["checkpoint.json"]
    seen = []
    cp.simulate("pagat", FOUR, deals, seed=6, checkpoint=path, progress=lambda count, total: seen.append(count))
    assert seen == [deals]  # all deals are complete


def test_a_player_that_raises_loses_nothing(tmp_path):
    path, broken, seen = tmp_path / "checkpoint.json", [True], []

    def function(position, rng):
        if broken[0] and rng.integers(3000) == 0:
            raise RuntimeError("oh")
        return cp.best_royalties(position.hand, position.rules)

    arguments = {"rules": "pagat", "players": ["balanced", function], "deals": 4000, "seed": 8, "checkpoint": path}
    with pytest.raises(errors.BotError, match="bot 'function' raised RuntimeError: oh"):
        cp.simulate(**arguments)
    before, broken[0] = deals_in(path), False
    result = cp.simulate(**arguments, progress=lambda count, total: seen.append(count))
    assert seen[0] == before
    assert same(result, cp.simulate(**arguments | {"checkpoint": None}))


def test_a_process_of_a_pool_that_is_killed(alone, tmp_path):
    path, killed = tmp_path / "checkpoint.json", []
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:

        def kill_one(count, total):
            if count and not killed:
                killed.append(next(iter(pool._processes)))
                manager = pool._executor_manager_thread
                os.kill(killed[0], KILL)
                manager.join(600)  # the manager ends after it has noticed the dead process

        with pytest.raises(concurrent.futures.BrokenExecutor):  # up to four of five chunks can be complete by then
            cp.simulate("pagat", FOUR, 5000, seed=6, executor=pool, workers=2, checkpoint=path, progress=kill_one)
    assert 0 < deals_in(path) < 5000
    assert same(alone, cp.simulate("pagat", FOUR, 5000, seed=6, checkpoint=path))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk(tmp_path, request):
    path = tmp_path / "checkpoint.json"
    cp.simulate("pagat", ["royalties", "random"], 1000, seed=6, checkpoint=path)
    before = path.read_bytes()
    request.getfixturevalue("full_disk")
    with pytest.raises(OSError, match="No space left"):
        cp.simulate("pagat", ["royalties", "random"], 3000, seed=6, checkpoint=tmp_path / "other.json")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["checkpoint.json"]


@pytest.mark.parametrize("first", [1, 1024, 1500, 2048])
def test_a_finished_simulation_is_extended(tmp_path, first):
    """More deals give the same result as one run; a part of a chunk is played again."""
    path = tmp_path / "checkpoint.json"
    arguments = {"rules": "pagat", "players": ["royalties", Recording("random")], "seed": 6}
    before = cp.simulate(**arguments, deals=first, checkpoint=path)
    for deals in (first, 3000, 3001):
        result = cp.simulate(**arguments, deals=deals, checkpoint=path)
        assert result.to_dict() == cp.simulate(**arguments, deals=deals).to_dict()
        assert json.loads(path.read_text())["counts"]["deals"] == deals
    assert before.deals == first


@pytest.fixture
def checkpoint(tmp_path):
    """Return the arguments of a simulation that is finished."""
    arguments = {"rules": "pagat", "players": ["royalties", "random"], "deals": 100, "seed": 6}
    arguments["checkpoint"] = tmp_path / "checkpoint.json"
    cp.simulate(**arguments)
    return arguments


def test_foreign_checkpoints_are_refused(checkpoint, monkeypatch):
    before = checkpoint["checkpoint"].read_bytes()
    for change, key in (
        ({"rules": "simple"}, "rules"), ({"rules": "pineapple", "players": ["random"] * 2}, "rules"),
        ({"players": ["random", "royalties"]}, "players"), ({"players": ["royalties", "random", "random"]}, "players"),
        ({"players": [Recording("royalties"), "random"]}, "players"), ({"duplicate": False}, "duplicate"),
        ({"seed": 7}, "seed"), ({"on_fault": "foul"}, "on_fault"),
    ):  # fmt: skip
        with pytest.raises(errors.SimulationError, match=rf"checkpoint differs in {key}: .* in the file, .* asked for"):
            cp.simulate(**checkpoint | change)
    with pytest.raises(errors.SimulationError, match=r"checkpoint\.json: checkpoint of more deals: 100 in the file"):
        cp.simulate(**checkpoint | {"deals": 99})
    monkeypatch.setattr("cpoker_fast.studies.arguments.__version__", "0.0.9")
    problem = r"checkpoint\.json: checkpoint differs in version: .* in the file, '0\.0\.9' asked for"
    with pytest.raises(errors.SimulationError, match=problem):
        cp.simulate(**checkpoint)
    assert checkpoint["checkpoint"].read_bytes() == before


@pytest.mark.parametrize("damage", [
    lambda text: "", lambda text: text[: len(text) // 2], lambda text: "[]",
    lambda text: text.replace('"cpoker_fast checkpoint 1"', '"other"'), lambda text: text.replace('"totals"', '"total"'),
    lambda text: text.replace('"done": [\n  [\n   0,\n   0', '"done": [\n  [\n   0,\n   99999999999'),
    lambda text: text.replace('"products": [\n   [', '"products": [\n   [1,'),
])  # fmt: skip
def test_damaged_checkpoints_are_refused(checkpoint, damage):
    path, text = checkpoint["checkpoint"], checkpoint["checkpoint"].read_text()
    assert damage(text) != text
    path.write_text(damage(text))
    with pytest.raises(errors.SimulationError):
        cp.simulate(**checkpoint)
    assert path.read_text() == damage(text)


def test_ranges():
    for numbers, ranges in (([5, 1, 2, 3, 9, 8], [[1, 3], [5, 5], [8, 9]]), ([], []), ([0], [[0, 0]])):
        assert list(checkpoints._ranges(numbers)) == ranges


def test_plain_values_and_text(alone):
    plain = json.loads(json.dumps(alone.to_dict()))
    assert (plain["rules"], plain["tables"], [player["name"] for player in plain["players"]]) == ("pagat", 20_000, FOUR)
    assert sum(player["mean"] for player in plain["players"]) == pytest.approx(0)
    first, second, *_ = str(alone).splitlines()
    assert first == "pagat, 5000 deals, each played 4 times"
    mean, error = alone.points(0).mean, alone.points(0).standard_error
    assert second.startswith(f"expert     {mean:+.4f} +- {1.96 * error:.4f} (95 %) points per table")


@pytest.mark.parametrize("rules", ["pagat", "pineapple"])
def test_one_deal_has_no_margin(rules, plt):
    result = cp.simulate(rules, ["random", "random"], 1, seed=1, duplicate=False)
    columns, rows = result.table()
    assert [row[columns.index("+- 95%")] for row in rows] == ["", ""]
    assert f"{result.points(0).mean:+.4f} points per table" in str(result)
    assert json.loads(json.dumps(result.to_dict(), allow_nan=False))["players"][0]["confidence_95"] == [None, None]
    assert result.to_csv().splitlines()[1].count(",,") >= 1
    assert result.plot() is plt.gcf()


def test_csv(alone, tmp_path):
    """Rates have the order of analyses: won, tied, lost. Nobody plays against themselves."""
    text = alone.to_csv(tmp_path / "result.csv")
    assert text == alone.to_csv() == (tmp_path / "result.csv").read_text()
    names, rows = text.splitlines()[0].split(","), list(csv.DictReader(text.splitlines()))
    assert [row["name"] for row in rows] == FOUR
    assert float(rows[2]["mean"]) == alone.points(2).mean
    assert float(rows[0]["rows.back.won"]) == alone.summary(0)["rows"]["back"]["won"]
    assert float(rows[0]["confidence_95.low"]) == alone.points(0).interval()[0]
    first = names.index("rows.front.won")
    assert names[first : first + 3] == ["rows.front.won", "rows.front.tied", "rows.front.lost"]
    assert [name for name in names if name.startswith("against.")] == [f"against.{other}" for other in range(4)]
    for player, other in itertools.product(range(4), repeat=2):
        assert rows[player][f"against.{other}"] == ("" if other == player else str(alone.against(player, other)))
    assert all(row["naturals.dragon"] for row in rows if "naturals.dragon" in names)  # 0 without a dragon, not missing
    assert "0" not in alone.to_dict()["players"][0]["against"]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_no_points_against_oneself_in_data_frames(alone, library):
    pytest.importorskip(library)
    column = alone.to_frame(library)["against.1"]
    missing = column.isna() if library == "pandas" else column.is_null()
    assert missing.to_list() == [False, True, False, False]


def test_parquet(alone, tmp_path, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet")
    alone.to_parquet(tmp_path / "result.parquet")
    columns = parquet.read_table(tmp_path / "result.parquet").to_pydict()
    assert (columns["name"], columns["mean"]) == (FOUR, [alone.points(player).mean for player in range(4)])
    with pytest.raises(errors.FileError, match="none"):
        alone.to_parquet(tmp_path / "none" / "result.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(cp.CpokerError, match=re.escape(f"needs the library pyarrow: run `{install_command('parquet')}`")):
        alone.to_parquet(tmp_path / "result.parquet")


def test_files_that_cannot_be_written(alone, tmp_path):
    path = tmp_path / "none" / "result.csv"
    with pytest.raises(errors.FileError, match=rf"^{re.escape(str(path))}: No such file") as caught:
        alone.to_csv(path)
    error = pickle.loads(pickle.dumps(caught.value))
    assert (isinstance(error, cp.CpokerError), isinstance(error, OSError)) == (True, True)
    assert (error.filename, str(error)) == (str(path), str(caught.value))
    with pytest.raises(errors.FileError, match=re.escape(str(path))):
        cp.simulate("pagat", ["royalties", "random"], 10, checkpoint=path)


def test_equality(alone):
    again = cp.simulate("pagat", FOUR, 5000, seed=6, workers=2)
    assert alone == again == pickle.loads(pickle.dumps(alone))
    assert (hash(alone), len({alone, again})) == (hash(again), 1)
    arguments = {"rules": "pagat", "players": ["royalties", "random"], "deals": 10, "seed": [6, 1]}
    seeded = cp.simulate(**arguments)
    assert hash(seeded) == hash(cp.simulate(**arguments))
    for change in ({"rules": "simple"}, {"players": ["random"] * 2}, {"deals": 11}, {"seed": 6}, {"duplicate": False}):
        assert seeded != cp.simulate(**arguments | change)
    assert seeded != "a simulation"
    assert seeded.__eq__(5) is NotImplemented
    with pytest.raises(TypeError, match="unhashable"):
        hash(seeded.counts)


def test_plot(alone, tmp_path, plt):
    figure = alone.plot()
    points, rows = figure.axes
    assert plt.get_fignums() == [figure.number]
    estimates = [alone.points(player) for player in range(4)]
    dots = [(y, estimate.mean, *estimate.interval()) for y, estimate in enumerate(estimates)]
    assert dots_of(points) == pytest.approx(np.array(dots))
    assert points.get_xlabel() == "points per table, 95 % interval"
    assert [name.get_text() for name in points.get_yticklabels()] == FOUR  # no numbers, since the names differ
    assert points.get_title("left") == "pagat, 5000 deals, each played 4 times"
    assert any(set(line.get_xdata()) == {0} for line in points.lines)
    assert (
        points.get_window_extent().y0 > rows.get_window_extent().y1
    )  # below each other: half the width would be too narrow
    for row in ("front", "middle", "back"):
        rates = [alone.summary(player)["rows"][row] for player in range(4)]
        (shown,) = [line for line in rows.lines if line.get_label() == row]
        assert list(shown.get_xdata()) == pytest.approx([rate["won"] + rate["tied"] / 2 for rate in rates]), row
    figure.savefig(tmp_path / "result.png")
    assert (tmp_path / "result.png").read_bytes()[:4] == b"\x89PNG"
    assert rows.get_xticklabels()[1].get_text().endswith("%")


def test_names_with_dollar_signs_are_no_formulas(plt):
    result = cp.simulate(replace(cp.rules("pagat"), name="$\\pot$"), [Recording("$\\big$"), "random"], 10, seed=1)
    result.plot().canvas.draw()
    result.plot(ax=plt.subplots()[1]).canvas.draw()


def test_plot_on_given_axes(alone, plt):
    figure, (used, empty) = plt.subplots(1, 2, sharey=True)
    assert alone.plot(ax=used) is figure
    assert (used.get_xlabel(), empty.get_xlabel()) == ("points per table, 95 % interval", "")
    assert alone.plot(ax=plt.subplots(1, 2)[1]) is plt.gcf()
    assert [axes.get_xlabel() for axes in plt.gcf().axes] == ["points per table, 95 % interval", "rows won, ties count half"]
    assert all(axes.yaxis_inverted() for axes in [used, *plt.gcf().axes])


def test_bad_calls_of_results(alone, plt):
    axes, player = plt.subplots()[1], "player: expected an int from 0 to 3"
    for function, value, problem in (
        (alone.points, 4, player), (alone.points, -1, player), (alone.points, True, player), (alone.summary, "x", player),
        (alone.points(0).interval, 95, "level: expected a number between 0 and 1, got 95"),
        *((lambda ax: alone.plot(ax=ax), bad, "ax: expected one or two Axes of Matplotlib, got ")
          for bad in (5, [], [axes] * 3, [axes, 5], "ax")),
    ):  # fmt: skip
        with pytest.raises(errors.SimulationError, match=problem):
            function(value)


@pytest.mark.parametrize(("change", "error", "message"), [
    ({"rules": "x"}, errors.RulesError, "x"), ({"deals": 0}, errors.SimulationError, "deals: expected an int from 1"),
    ({"deals": 1.5}, errors.SimulationError, "deals: expected an int from 1"),
    ({"seed": -1}, errors.SeedError, "seed: .*, got -1"),
    ({"workers": -1}, errors.SimulationError, "workers: expected an int from 0"),
    ({"executor": 5}, errors.SimulationError, "executor: expected a concurrent.futures.Executor, got int"),
    ({"checkpoint": 5}, errors.SimulationError, "checkpoint: expected a path, got 5"),
    ({"checkpoint": "A" * 5000}, errors.FileError, r"^A+\.\.\.A+: "),
    ({"checkpoint": "A" * 5000, "seed": 1}, errors.FileError, r"^A+\.\.\.A+: "),
    ({"progress": 5}, errors.SimulationError, "progress: expected True, False or a function"),
    ({"on_fault": "x"}, errors.SimulationError, "on_fault: expected 'error' or 'foul', got 'x'"),
    ({"time_limit": 0}, errors.SimulationError, "time_limit: expected a number of seconds above 0, got 0"),
])  # fmt: skip
@pytest.mark.parametrize(("study", "argument"), [(cp.simulate, "players"), (cp.tournament, "bots")])
def test_bad_arguments_of_studies(study, argument, change, error, message):
    with pytest.raises(error, match=message):
        study(**{"rules": "pagat", argument: ["royalties", "random"], "deals": 10} | change)


@pytest.mark.parametrize(("change", "error", "message"), [
    ({"players": ["expert"]}, errors.SimulationError, "players: expected two to four"),
    ({"players": "expert"}, errors.SimulationError, "players: expected two to four"),
    ({"rules": "pineapple", "players": ["random"] * 4}, errors.SimulationError, "players: expected two or three"),
    ({"players": ["expert", "x"]}, errors.BotError, "unknown bot 'x'"),
    ({"duplicate": 1}, errors.SimulationError, "duplicate: expected True, False or None"),
])  # fmt: skip
def test_bad_input(change, error, message):
    with pytest.raises(error, match=message):
        cp.simulate(**{"rules": "pagat", "players": ["royalties", "random"], "deals": 10} | change)


@pytest.mark.parametrize("seed", [None, 5, [3, 4], np.random.SeedSequence(7, spawn_key=(1, 2))])
def test_the_same_call_continues_without_a_seed(tmp_path, seed):
    path = tmp_path / "run.json"
    first = cp.simulate("simple", ["random"] * 2, 50, seed=seed, checkpoint=path)
    on = cp.simulate("simple", ["random"] * 2, 80, checkpoint=path)
    assert (on.seed, on.deals) == (first.seed, 80)
    damaged = "not a checkpoint, or a damaged one"
    for text, problem in (
        ("{}", damaged), ("[" * 100_000, damaged), (path.read_text().replace('"deals": 80', '"deals": 1e999'), damaged),
        ("{\nx", r"a damaged one: not JSON: .* at line 2, character 1$"),
    ):  # fmt: skip
        path.write_text(text)
        with pytest.raises(errors.SimulationError, match=problem):
            cp.simulate("simple", ["random"] * 2, 50, checkpoint=path)


def test_bots_are_not_called_after_an_interrupt():
    asked = []

    def slow(position, rng):
        asked.append(position.seat)
        time.sleep(0.0005)
        return cp.best_royalties(position.hand, position.rules)

    def interrupt(count, total):
        if count:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cp.simulate("pagat", ["royalties", slow], 20 * 1024, seed=1, workers=2, progress=interrupt, duplicate=False)
    assert len(asked) < 2.5 * 1024  # one chunk, and a part of another
    before = len(asked)
    time.sleep(0.05)
    assert len(asked) == before


def test_an_error_on_a_thread_does_not_keep_objects_alive():
    class Seen:
        pass

    seen = Seen()
    gone = weakref.ref(seen)

    def fails(position, rng, seen=seen):
        raise RuntimeError("no")

    del seen
    gc.disable()
    try:
        with pytest.raises(errors.BotError, match="no"):
            cp.simulate("pagat", ["royalties", fails], 3000, seed=1, workers=2)
        del fails
        assert gone() is None
    finally:
        gc.enable()


@pytest.mark.parametrize(("answer", "counter"), [(cp.Placement.surrender(), "surrenders"), (cp.FOUL, "fouls")])
def test_hands_are_given_up_in_turn_too(answer, counter):
    """Under rules of one street with a Fantasyland, deals with a player in Fantasyland are played turn by turn."""
    rules = replace(cp.rules("closed"), name="ours", surrender=cp.rules("two-four").surrender)
    players = [lambda position, rng: answer, "royalties", "royalties"]
    counts = cp.simulate(rules, players, 60, seed=1, duplicate=False).counts
    assert counts.placed[1:, 1, 0].sum() > 10  # boards in Fantasyland
    assert counter_of(counts.tallies[0], counter) == counts.placed[0, :, 0].sum() > 60
    assert not counts.faults.any()
