"""Single deals of simulations: arrays, filters, and Parquet files that survive interruptions."""

import concurrent.futures
import csv
import dataclasses
import gc
import io
import itertools
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from dying import run_until_killed
from hypothesis import given, settings, strategies as st

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.studies import DealFilter, Deals, deal_folder
from cpoker_fast.studies.deals import Selected
from cpoker_fast.system.extras import install_command

ALL = DealFilter()
CHUNK = 1024
BOTS = ["balanced", "random"]
SIMULATED = {"rules": "pagat", "players": BOTS, "seed": 6}


def deals_of(rules, players, deals, *, keep=ALL, **options):
    return cp.simulate(rules, players, deals, seed=3, deals_to=keep, **options).kept_deals


def dealt_to(deals, seat):
    """Return the cards that the player in a seat was dealt, a list for each deal."""
    return [[card for card in hand if card != 255] for hand in deals.hands[:, seat].tolist()]


# ---- what is kept ----


@pytest.mark.parametrize("rules", [name for name in cp.presets() if cp.rules(name).is_closed])
@pytest.mark.parametrize("duplicate", [False, True])
def test_deals_of_closed_games(rules, duplicate):
    """Hands are those of the seed, rotated; boards settle to the points, whose sums are those of the simulation."""
    players = cp.rules(rules).players
    bots = ["expert" if cp.rules(rules).is_closed else "careful", *["random"] * (players - 1)]
    result = cp.simulate(rules, bots, 60, seed=3, duplicate=duplicate, deals_to=ALL)
    deals, turns = result.kept_deals, players if duplicate else 1
    assert (deals.rules, deals.players) == (cp.rules(rules), result.players)
    first = deals.select(deals.continuation == 0)
    numbers, rotations = np.divmod(np.arange(60 * turns), turns)
    assert (first.deal.tolist(), first.rotation.tolist()) == (numbers.tolist(), rotations.tolist())
    assert (first.button == first.deal % players).all()
    generator = np.random.default_rng(np.random.SeedSequence(3, spawn_key=(0, 0)))
    size, dealt = cp.rules(rules).streets[0][0], cp.deal_many(60, players, cp.rules(rules).most_cards(), generator)
    for seat in range(players):
        expected = dealt[first.deal, (seat - first.rotation) % players]
        assert (first.hands[:, seat, :size] == expected[:, :size]).all()
        assert (first.hands[:, seat, size:] == 255).all()
    for seat, (boards, hands) in enumerate(
        zip(deals.boards.swapaxes(0, 1), map(dealt_to, [deals] * 4, range(4)), strict=False)
    ):
        for board, hand, surrendered in zip(boards.tolist(), hands, (boards == 255).all(axis=1), strict=True):
            assert surrendered or len(set(board)) == 13, seat
            assert surrendered or set(board) <= set(hand), seat
    settled = cp.settle_many(deals.boards, rules, button=deals.button, declare=deals.declarations)
    assert (settled == deals.points).all()
    assert deals.points.sum(axis=0).tolist() == result.counts.totals.tolist()
    assert not deals.faults.any()


@pytest.mark.parametrize("rules", [name for name in cp.presets() if not cp.rules(name).is_closed])
def test_deals_of_open_face_games(rules):
    """Those in Fantasyland follow their deal, with as many cards as the boards before have earned."""
    players = cp.rules(rules).players
    bots = ["careful", *["random"] * (players - 2), "careful"]
    result = cp.simulate(rules, bots, 150, seed=5, deals_to=ALL)
    deals, placed = result.kept_deals, result.counts.placed
    assert deals.points.sum(axis=0).tolist() == result.counts.totals.tolist()
    settled = cp.settle_many(deals.boards, rules, button=deals.button, declare=deals.declarations)
    assert (settled == deals.points).all()
    in_fantasyland = deals.fantasyland > 0
    assert (~in_fantasyland).sum(axis=0).tolist() == placed[:, 0, 0].tolist()
    assert in_fantasyland.sum(axis=0).tolist() == placed[:, 1, 0].tolist()
    assert not in_fantasyland[deals.continuation == 0].any()
    dealt = sum(cards for cards, _ in cp.rules(rules).streets)
    for seat in range(players):
        assert [len(cards) for cards in dealt_to(deals, seat)] == np.where(
            in_fantasyland[:, seat], deals.fantasyland[:, seat], dealt
        ).tolist()
        for board, hand in zip(deals.boards[:, seat].tolist(), dealt_to(deals, seat), strict=True):
            assert len(set(board)) == 13
            assert set(board) <= set(hand)
    keys = [*zip(deals.deal.tolist(), deals.rotation.tolist(), deals.continuation.tolist(), strict=True)]
    assert keys == sorted(set(keys))
    before = {key: row for row, key in enumerate(keys)}
    assert Counter(key[:2] for key in keys if not key[2]) == Counter({key[:2]: 1 for key in keys})
    for (deal, rotation, continuation), row in before.items():
        if continuation:
            assert (deal, rotation, continuation - 1) in before
            assert in_fantasyland[row].any()


def test_fantasylands_are_those_that_boards_earn():
    deals = deals_of("pineapple", ["careful", "careful"], 1500)
    following = np.flatnonzero(deals.continuation)
    assert len(following) > 10
    for row in following.tolist():
        for seat in range(2):
            board, stayed = deals.boards[row - 1, seat], deals.fantasyland[row - 1, seat] > 0
            strengths = cp.settling.board_strengths(board, "pineapple").tolist()
            is_foul = strengths[0] > strengths[1] or strengths[1] > strengths[2]
            front, kinds = cp.category(strengths[0]), cp.ranking.ranks_of([strengths[0]])[0]
            trips, back = front == cp.ranking.Category.THREE_OF_A_KIND, cp.category(strengths[2])
            enters = front == cp.ranking.Category.PAIR and kinds[0] >= 10
            stays = trips or back >= cp.ranking.Category.FOUR_OF_A_KIND
            expected = not is_foul and (stays if stayed else enters or trips)
            assert (deals.fantasyland[row, seat] > 0) == expected


def test_faults_surrenders_and_dead_hands():
    """A fault is a foul, whatever the rows; a bot may also surrender, or give up a hand."""
    kinds = ("fault", "surrender", "dead", "board")

    def answer(hand):
        return kinds[sum(hand) % 4]

    def bot(position, rng):
        board = cp.best_royalties(position.hand, position.rules)
        return {"fault": None, "surrender": cp.Placement.surrender(), "dead": cp.FOUL, "board": board}[answer(position.hand)]

    result = cp.simulate("two-four", [bot, "royalties"], 300, seed=3, on_fault="foul", deals_to=ALL)
    deals = result.kept_deals
    asked = [answer(hand) for hand in dealt_to(deals, 0)]
    assert set(asked) == set(kinds)
    assert deals.faults[:, 0].tolist() == [int(kind == "fault") for kind in asked]
    assert deals.faults.sum(axis=0).tolist() == result.counts.faults.tolist()
    for kind, board in zip(asked, deals.boards[:, 0], strict=True):
        assert (board == {"surrender": 255, "dead": 254}.get(kind, -1)).all() == (kind in ("surrender", "dead"))
    boards = deals.boards.copy()
    boards[deals.faults > 0] = 254
    settled = cp.settle_many(boards, "two-four", button=deals.button, declare=deals.declarations)
    assert (settled == deals.points).all()
    texts = deals.board_texts(0)
    assert [text == "surrender" for text in texts] == [kind == "surrender" for kind in asked]
    assert [text == "foul" for text in texts] == [kind == "dead" for kind in asked]


def test_declarations():
    codes = {True: [], False: [], "if better": []}

    def bot(position, rng):
        declared = [True, False, "if better"][sum(position.hand) % 3]
        codes[declared].append(position.hand)
        board = cp.best_royalties(position.hand, position.rules)
        return cp.Placement(*board.rows, declare=declared)

    deals = deals_of("pagat", [bot, "random"], 100)
    for declared, hand in zip(deals.declarations[:, 0].tolist(), dealt_to(deals, 0), strict=True):
        assert declared == [True, False, "if better"][sum(hand) % 3]
        assert cp.CardSet(hand) in codes[declared]


# ---- the same with any number of workers ----


@pytest.fixture(scope="module")
def alone():
    return cp.simulate(**SIMULATED, deals=5000, deals_to=ALL)


WORST = DealFilter(worst=7, player=1)


def high_cards(deals):
    """Return the deals of which a player has all four aces: a filter of a module, which can be sent."""
    return ((deals.hands // 4 == 12).sum(axis=2) == 4).any(axis=1)


ACES = DealFilter(where=high_cards, worst=5)


def files_in(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_threads_and_processes(alone, tmp_path):
    pytest.importorskip("pyarrow")
    assert cp.simulate(**SIMULATED, deals=5000) == alone  # the counts are the same with and without single deals
    filters = {"all": ALL, "worst": WORST, "aces": ACES}
    expected = {name: keep.select(alone.kept_deals) for name, keep in filters.items()}
    assert len(expected["aces"]) == 5
    cp.simulate(**SIMULATED, deals=5000, deals_to=tmp_path / "alone")
    for workers in (2, 3):
        for name, keep in filters.items():
            result = cp.simulate(**SIMULATED, deals=5000, deals_to=keep, workers=workers)
            assert (result, result.kept_deals) == (alone, expected[name])
        cp.simulate(**SIMULATED, deals=5000, deals_to=tmp_path / f"{workers}", workers=workers)
        assert files_in(tmp_path / f"{workers}") == files_in(tmp_path / "alone")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        for name, keep in filters.items():
            result = cp.simulate(**SIMULATED, deals=5000, deals_to=keep, executor=pool, workers=2)
            assert (result, result.kept_deals) == (alone, expected[name])
        cp.simulate(**SIMULATED, deals=5000, deals_to=tmp_path / "pool", executor=pool, workers=2)
    assert files_in(tmp_path / "pool") == files_in(tmp_path / "alone")


@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
def test_a_dask_cluster(alone, tmp_path):
    distributed = pytest.importorskip("distributed")
    pytest.importorskip("pyarrow")
    limit = 1  # of a closure, which is sent by value
    keep = DealFilter(where=lambda deals: deals.points[:, 1] >= limit)
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": ":0"}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        executor = client.get_executor()
        result = cp.simulate(**SIMULATED, deals=5000, executor=executor, workers=2, deals_to=keep)
        cp.simulate(**SIMULATED, deals=5000, executor=executor, workers=2, deals_to=tmp_path / "deals")
    gc.collect()  # warnings about resources that the cluster leaves open belong to this test
    assert len(result.kept_deals) == (alone.kept_deals.points[:, 1] >= limit).sum() > 0
    assert result.kept_deals == keep.select(alone.kept_deals)
    assert Deals.from_parquet(tmp_path / "deals") == alone.kept_deals


def test_open_face_games_on_threads(tmp_path):
    pytest.importorskip("pyarrow")
    arguments = {"rules": "pineapple", "players": ["careful", "random", "careful"], "deals": 2500, "seed": 2}
    alone = cp.simulate(**arguments, deals_to=ALL).kept_deals
    assert alone.continuation.max() > 0
    assert cp.simulate(**arguments, deals_to=ALL, workers=2).kept_deals == alone
    cp.simulate(**arguments, deals_to=tmp_path / "deals", workers=2)
    assert Deals.from_parquet(tmp_path / "deals") == alone


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc here")
@pytest.mark.parametrize("deals_to", ["DealFilter(worst=10)", "folder"])
def test_memory_is_flat(deals_to, tmp_path):
    """The peak memory of a process does not grow with the number of deals, of which each has 100 bytes."""
    pytest.importorskip("pyarrow")
    deals = 120_000
    code = textwrap.dedent(f"""
        import sys
        import cpoker_fast as cp
        from cpoker_fast.studies import DealFilter

        def most_used(deals):  # ru_maxrss would be that of pytest, which starts this process
            folder = f"{{sys.argv[1]}}/{{deals}}"
            cp.simulate("simple", ["royalties"] * 2, deals, seed=1, deals_to={deals_to})
            with open("/proc/self/status") as lines:
                return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))

        before = most_used(40_000)
        print(most_used({deals}) - before)
    """)
    command = [sys.executable, "-P", "-c", code, str(tmp_path)]
    options = {"env": {**os.environ, "ARROW_DEFAULT_MEMORY_POOL": "system"}}  # other pools keep what is freed
    grown = int(subprocess.run(command, capture_output=True, text=True, check=True, timeout=600, **options).stdout)
    assert grown < (deals - 40_000) * 50


# ---- filters ----


def plain_rows(deals):
    """Return the place of each deal with the points of the players, in Python."""
    places = zip(deals.deal.tolist(), deals.rotation.tolist(), deals.continuation.tolist(), strict=True)
    return [(points, place) for place, points in zip(places, deals.points.tolist(), strict=True)]


def test_the_worst_deals(alone):
    rows = plain_rows(alone.kept_deals)
    for player, worst in itertools.product(range(2), (1, 20, 20_000)):
        expected = sorted(rows, key=lambda row, player=player: (row[0][player], row[1]))[:worst]
        kept = cp.simulate(**SIMULATED, deals=5000, deals_to=DealFilter(worst=worst, player=player)).kept_deals
        assert plain_rows(kept) == expected


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_filters_of_parts_are_those_of_the_whole(data):
    """The deals of a filter do not depend on how the deals are divided into parts, nor on the order of the parts."""
    deals = _SOME.select(data.draw(st.permutations(range(len(_SOME)))))
    keep = DealFilter(
        where=data.draw(st.sampled_from([None, lambda deals: deals.points[:, 0] > 0, lambda deals: deals.deal % 3 == 1])),
        worst=data.draw(st.none() | st.integers(1, 40)),
        player=data.draw(st.integers(0, 1)),
    )
    ends = sorted(data.draw(st.lists(st.integers(0, len(deals)), max_size=6)))
    selected = Selected(keep)
    for first, last in itertools.pairwise([0, *ends, len(deals)]):
        selected.add(keep.select(deals.select(slice(first, last))))
    assert selected.deals == keep.select(_SOME)


_SOME = cp.simulate(**SIMULATED, deals=20, deals_to=ALL).kept_deals


def test_filters_drop_all_but_the_worst_while_they_collect(monkeypatch, alone):
    monkeypatch.setattr("cpoker_fast.studies.deals._CASES", 10)
    deals, selected = alone.kept_deals, Selected(WORST)
    for chunk in range(40):
        selected.add(WORST.select(deals.select(slice(chunk * 250, chunk * 250 + 250))))
        assert len(selected._parts) < 6
    assert selected.deals == WORST.select(deals)


def test_conditions(alone):
    kept = cp.simulate(**SIMULATED, deals=5000, deals_to=DealFilter(where=lambda deals: deals.button == 1)).kept_deals
    assert kept == alone.kept_deals.select(alone.kept_deals.button == 1)
    none = cp.simulate(**SIMULATED, deals=3000, deals_to=DealFilter(where=lambda deals: deals.points[:, 0] > 10**6))
    assert len(none.kept_deals) == 0
    assert str(none.kept_deals).splitlines()[0] == "pagat, balanced against random, 0 deals"
    assert none.kept_deals.to_dict()["deals"] == []


def broken(deals):
    raise ValueError("no such deals")


@pytest.mark.parametrize(("where", "message"), [
    (broken, r"where: raised ValueError: no such deals \(test_deals.py, line \d+\)"),
    (lambda deals: deals.points > 0, r"where: expected .* of bool of shape \(\d+,\), got bool array of shape \(\d+, 2\)"),
    (lambda deals: deals.deal, r"where: expected an array of bool of shape \(\d+,\), got int64 array"),
    (lambda deals: None, r"where: expected an array of bool of shape \(\d+,\), got object array"),
])  # fmt: skip
@pytest.mark.parametrize("workers", [1, 2])
def test_conditions_that_fail(where, message, workers):
    with pytest.raises(errors.SimulationError, match=message):
        cp.simulate(**SIMULATED, deals=3000, deals_to=DealFilter(where=where), workers=workers)


def test_a_filter_that_cannot_be_sent():
    class Locked:
        def __call__(self, deals):
            return deals.faults[:, 0]

        def __reduce__(self):
            raise TypeError("it is locked")

    message = "^the filter deals_to cannot be sent to other processes: it is locked"
    pool = concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    with pool, pytest.raises(errors.SimulationError, match=message):
        cp.simulate(**SIMULATED, deals=100, deals_to=DealFilter(where=Locked()), executor=pool)


@pytest.mark.parametrize(("arguments", "message"), [
    ({"where": 5}, "^where: expected a function or None, got 5"), ({"worst": 0}, "^worst: expected an int from 1 to"),
    ({"worst": 2.5}, "^worst: expected an int from 1 to"), ({"worst": True}, "^worst: expected an int"),
    ({"player": 4}, "^player: expected an int from 0 to 3, got 4"), ({"player": None}, "^player: expected an int"),
])  # fmt: skip
def test_bad_filters(arguments, message):
    with pytest.raises(errors.SimulationError, match=message):
        DealFilter(**arguments)


@pytest.mark.parametrize(("options", "message"), [
    ({"deals_to": 5}, "^deals_to: expected a path or a DealFilter, got 5"),
    ({"deals_to": ""}, "^deals_to: expected a path, got ''"),
    ({"deals_to": DealFilter(player=2)}, "^player: expected an int from 0 to 1, got 2"),
    ({"deals_to": ALL, "checkpoint": "run.json"}, "^deals_to: expected a path beside a checkpoint"),
])  # fmt: skip
def test_bad_arguments(options, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(errors.SimulationError, match=message):
        cp.simulate(**SIMULATED, deals=10, **options)
    assert not [*tmp_path.iterdir()]


def test_selecting(alone):
    deals = alone.kept_deals
    assert len(deals.select([3, 1])) == 2
    assert deals.select([3, 1]).deal.tolist() == [1, 0]
    assert deals.select(-1).deal.tolist() == [4999]
    assert Deals.join([deals.select(slice(5)), deals.select(slice(5, None))]) == deals
    assert deals != deals.select(slice(5))
    assert deals != 5
    for wrong in (len(deals), "x", [True], [[1]], 1.5, None):
        with pytest.raises(errors.SimulationError, match="^bad index of 10000 deals: "):
            deals.select(wrong)
    other = cp.simulate("simple", BOTS, 5, seed=1, deals_to=ALL).kept_deals
    for parts, message in (
        ([], r"^parts: expected one or more Deals, got \[\]"), ([deals, 5], "^parts: expected one or more Deals, got"),
        ([deals, other], "^parts: expected deals of the same rules and players$"),
    ):  # fmt: skip
        with pytest.raises(errors.SimulationError, match=message):
            Deals.join(parts)
    with pytest.raises(TypeError):
        hash(deals)


# ---- files ----


@pytest.fixture
def parquet():
    return pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def small_parts(parquet, monkeypatch):
    """Let a file have two chunks."""
    monkeypatch.setattr(deal_folder, "_CHUNKS", 2)
    return parquet


NAMES = ["deals-0000000000000.parquet", "deals-0000000002048.parquet", "deals-0000000004096.parquet"]


def test_files(alone, tmp_path, small_parts):
    folder = tmp_path / "deals"
    result = cp.simulate(**SIMULATED, deals=5000, deals_to=folder)
    assert (result, result.kept_deals) == (alone, None)
    assert sorted(files_in(folder)) == NAMES
    assert Deals.from_parquet(folder) == alone.kept_deals
    assert Deals.from_parquet(str(folder), WORST) == WORST.select(alone.kept_deals)
    assert Deals.from_parquet(folder, ACES) == ACES.select(alone.kept_deals)
    second = Deals.from_parquet(folder / NAMES[1])
    assert second == alone.kept_deals.select((alone.kept_deals.deal >= 2048) & (alone.kept_deals.deal < 4096))
    # Other programs read the folder as one table, in the order of the deals.
    table = small_parts.read_table(folder).to_pydict()
    deals = alone.kept_deals
    assert table["deal"] == deals.deal.tolist()
    for player in range(2):
        assert table[f"points.{player}"] == deals.points[:, player].tolist()
        assert table[f"board.{player}"] == deals.boards[:, player].tolist()
        assert table[f"hand.{player}"] == deals.hands[:, player].tolist()
        assert table[f"fault.{player}"] == [False] * len(deals)
        assert set(table[f"declared.{player}"]) <= {"if better", "True", "False"}


@pytest.mark.parametrize(("rules", "bots"), [
    ("pineapple", ["careful", "random"]), ("two-four", ["expert", "random", "random"]), ("turbo", ["careful", "careful"]),
])  # fmt: skip
def test_a_file_of_any_deals(rules, bots, tmp_path, parquet):
    naturals = (cp.rulebook.Natural(name=cp.rulebook.Pattern.NO_PICTURES, points=1),)
    for known in (cp.rules(rules), dataclasses.replace(cp.rules(rules), name="ours", naturals=naturals, surrender=None)):
        deals = cp.simulate(known, bots, 50, seed=1, deals_to=DealFilter(worst=30)).kept_deals
        deals.to_parquet(tmp_path / "worst.parquet")
        assert Deals.from_parquet(tmp_path / "worst.parquet", DealFilter(worst=30)) == deals
        if known.naturals:
            named = dataclasses.replace(deals, declared=np.zeros_like(deals.declared))
            named.to_parquet(tmp_path / "worst.parquet")
            assert Deals.from_parquet(tmp_path / "worst.parquet", DealFilter(worst=30)) == named
            assert named.declarations[0, 0] == known.naturals[0].name


def test_a_folder_is_extended(alone, tmp_path, small_parts):
    folder, checkpoint = tmp_path / "deals", tmp_path / "run.json"
    for deals in (1500, 3000, 3000, 5000):
        result = cp.simulate(**SIMULATED, deals=deals, deals_to=folder, checkpoint=checkpoint, workers=2)
        expected = cp.simulate(**SIMULATED, deals=deals, deals_to=ALL)
        assert (result, Deals.from_parquet(folder)) == (expected, expected.kept_deals)
    before = files_in(folder)
    assert cp.simulate(**SIMULATED, deals=5000, deals_to=folder, checkpoint=checkpoint) == alone
    assert cp.simulate(**SIMULATED, deals=5000, deals_to=folder) == alone  # without the checkpoint, all is played again
    assert files_in(folder) == before
    for missing in NAMES:  # deals that the checkpoint has are played again
        (folder / missing).unlink()
        assert cp.simulate(**SIMULATED, deals=5000, deals_to=folder, checkpoint=checkpoint) == alone
        assert files_in(folder) == before
    (tmp_path / "run.json").unlink()
    with pytest.raises(
        errors.SimulationError, match=rf"{NAMES[2]}: deals of a longer simulation: up to 5000, 4500 asked for"
    ):
        cp.simulate(**SIMULATED, deals=4500, deals_to=folder)
    with pytest.raises(
        errors.SimulationError, match=rf"{NAMES[1]}: deals of a longer simulation: up to 4096, 2048 asked for"
    ):
        cp.simulate(**SIMULATED, deals=2048, deals_to=folder)
    assert files_in(folder) == before


def test_an_interruption_leaves_whole_files(alone, tmp_path, small_parts):
    folder, checkpoint = tmp_path / "deals", tmp_path / "run.json"

    def interrupt(count, total):
        if count > 2500:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cp.simulate(**SIMULATED, deals=5000, deals_to=folder, checkpoint=checkpoint, progress=interrupt)
    assert [*files_in(folder)] == NAMES[:1]
    assert Deals.from_parquet(folder) == alone.kept_deals.select(alone.kept_deals.deal < 2048)
    assert json.loads(checkpoint.read_text())["counts"]["deals"] == 3072
    assert cp.simulate(**SIMULATED, deals=5000, deals_to=folder, checkpoint=checkpoint, workers=2) == alone
    assert Deals.from_parquet(folder) == alone.kept_deals


def test_a_killed_process_continues(alone, tmp_path, small_parts):
    """A process is killed before, while and after writing files; the final counts and files are identical."""
    folder, checkpoint = tmp_path / "deals", tmp_path / "run.json"
    code = textwrap.dedent(f"""
        import cpoker_fast as cp
        from cpoker_fast.studies import checkpoint, deal_folder

        checkpoint._SECONDS = checkpoint._WRITES = 0  # a checkpoint after each chunk
        deal_folder._CHUNKS = 2
        cp.simulate("pagat", {BOTS}, 5000, seed=6, deals_to=sys.argv[1], checkpoint=sys.argv[2], workers=2)
    """)
    cp.simulate(**SIMULATED, deals=5000, deals_to=tmp_path / "other")
    expected = files_in(tmp_path / "other")
    for moment, number in itertools.product(("torn", "written", "synced", "renamed"), (3, 4, 7)):
        shutil.rmtree(folder, ignore_errors=True)
        checkpoint.unlink(missing_ok=True)
        run_until_killed(code, folder, checkpoint, at=(moment, number))
        for _ in range(2):
            visible = {name: data for name, data in files_in(folder).items() if name[0] != "."}
            assert visible.items() <= expected.items()
            assert cp.simulate(**SIMULATED, deals=5000, deals_to=folder, checkpoint=checkpoint, workers=2) == alone
        assert visible == expected


def test_a_player_that_raises_leaves_whole_files(tmp_path, small_parts):
    calls = itertools.count()

    def bot(position, rng):
        if next(calls) > 2500:
            raise RuntimeError("oh")
        return cp.best_royalties(position.hand, position.rules)

    with pytest.raises(errors.BotError):
        cp.simulate("pagat", [bot, "random"], 5000, seed=1, duplicate=False, deals_to=tmp_path / "deals", workers=2)
    assert [*files_in(tmp_path / "deals")] in ([], NAMES[:1])


def test_folders_of_something_else_are_rejected(tmp_path, small_parts):
    folder = tmp_path / "deals"
    cp.simulate(**SIMULATED, deals=3000, deals_to=folder)
    before = files_in(folder)
    for change, message in (
        ({"seed": 7}, r": simulation differs in seed: 6 in the file, 7 asked for$"),
        ({"seed": None}, r": simulation differs in seed: 6 in the file"),
        ({"rules": "simple"}, r": simulation differs in rules: "),
        ({"players": ["balanced", "royalties"]}, r": simulation differs in players: player 2: 'random"),
        ({"duplicate": False}, r": simulation differs in duplicate: True in the file, False asked for$"),
    ):
        with pytest.raises(errors.SimulationError, match=message):
            cp.simulate(**SIMULATED | change, deals=3000, deals_to=folder)
    assert files_in(folder) == before
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(errors.SimulationError, match="expected no files but deals of this simulation, got 'notes.txt'"):
        cp.simulate(**SIMULATED, deals=3000, deals_to=folder)
    (folder / "notes.txt").unlink()
    os.truncate(folder / NAMES[1], 1000)
    with pytest.raises(errors.SimulationError, match=rf"{NAMES[1]}: not deals of a simulation, or damaged"):
        cp.simulate(**SIMULATED, deals=3000, deals_to=folder)
    (folder / NAMES[1]).unlink()
    Deals.from_parquet(folder / NAMES[0]).to_parquet(folder / NAMES[1])
    with pytest.raises(errors.SimulationError, match=rf"{NAMES[1]}: not deals of a simulation, or damaged: it has no sim"):
        cp.simulate(**SIMULATED, deals=3000, deals_to=folder)
    (folder / NAMES[1]).unlink()
    (folder / NAMES[0]).rename(folder / "deals-0000000000001.parquet")
    with pytest.raises(errors.SimulationError, match="deals-0000000000001.parquet: deals of a longer simulation"):
        cp.simulate(**SIMULATED, deals=3000, deals_to=folder)
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(errors.SimulationError, match="expected a folder, got a file"):
        cp.simulate(**SIMULATED, deals=30, deals_to=file)
    with pytest.raises(errors.MissingFileError, match="none"):
        cp.simulate(**SIMULATED, deals=30, deals_to=tmp_path / "none" / "deals")
    with pytest.raises(errors.FileError):
        cp.simulate(**SIMULATED, deals=30, deals_to=tmp_path / ("x" * 400))


def test_a_file_that_cannot_be_written(tmp_path, small_parts, monkeypatch):
    def fail(path, *arguments):
        raise errors.FileError(28, "No space left on device", str(path))

    folder, checkpoint = tmp_path / "deals", tmp_path / "run.json"
    monkeypatch.setattr(deal_folder, "write_deals", fail)
    with pytest.raises(errors.FileError, match=rf"{NAMES[0]}: No space left on device"):
        cp.simulate(**SIMULATED, deals=3000, deals_to=folder, checkpoint=checkpoint)
    monkeypatch.undo()
    monkeypatch.setattr(deal_folder, "_CHUNKS", 2)
    result = cp.simulate(**SIMULATED, deals=3000, deals_to=folder, checkpoint=checkpoint)
    assert result == cp.simulate(**SIMULATED, deals=3000)
    assert len(Deals.from_parquet(folder)) == 6000


def test_files_that_are_no_deals(tmp_path, parquet):
    import pyarrow as pa

    folder, file = tmp_path / "deals", tmp_path / "file.parquet"
    folder.mkdir()
    with pytest.raises(errors.SimulationError, match="no deals: expected a folder that simulate wrote"):
        Deals.from_parquet(folder)
    with pytest.raises(errors.MissingFileError, match="none"):
        Deals.from_parquet(tmp_path / "none")
    with pytest.raises(errors.SimulationError, match="^path: expected a path, got 5"):
        Deals.from_parquet(5)
    with pytest.raises(errors.SimulationError, match="^keep: expected a DealFilter or None, got 20"):
        Deals.from_parquet(folder, 20)
    file.write_bytes(b"something else")
    refused = "not deals of a simulation, or damaged"
    with pytest.raises(errors.SimulationError, match=refused):
        Deals.from_parquet(file)
    parquet.write_table(pa.table({"deal": [1]}), file)
    with pytest.raises(errors.SimulationError, match=refused):
        Deals.from_parquet(file)
    _SOME.to_parquet(file)
    good = parquet.read_table(file)
    plain = json.loads(good.schema.metadata[b"cpoker_fast"])
    places = {name: place for place, name in enumerate(good.column_names)}

    def with_column(name, values):
        field = good.schema.field(name)
        return good.set_column(places[name], field, pa.chunked_array([pa.array(values, field.type)]))

    bad_board, bad_hand = good["board.0"].to_pylist(), good["hand.1"].to_pylist()
    bad_board[3][5], bad_hand[4][2] = 77, 52
    for table, problem in (
        (good.drop_columns(["deal"]), "other columns"),
        (good.set_column(0, "deal", good["deal"].cast("int32")), "other columns"),
        (with_column("board.0", bad_board), "row 3: bad value in column board"),
        (with_column("hand.1", bad_hand), "row 4: bad value in column hand"),
        (with_column("button", [2] * len(good)), "row 0: bad value in column button"),
        (with_column("declared.1", ["perhaps"] * len(good)), "row 0: bad value in column declared"),
        *((good.replace_schema_metadata({"cpoker_fast": text}), "") for text in (
            "", "[]", "{}", json.dumps(plain | {"players": ["A"]}), json.dumps(plain | {"players": [1, 2]}),
            json.dumps(plain | {"players": "AB"}), json.dumps(plain | {"rules": {"x": 1}}), "[" * 10_000,
            json.dumps(plain | {"players": ["A", "B", "C"]}))),
    ):  # fmt: skip
        parquet.write_table(table, file)
        with pytest.raises(errors.SimulationError, match=f"file.parquet: {refused}: .*{problem}"):
            Deals.from_parquet(file)
    parquet.write_table(good.replace_schema_metadata({"cpoker_fast": json.dumps(plain | {"format": "x 2"})}), file)
    with pytest.raises(errors.SimulationError, match="bad format 'x 2': expected 'cpoker_fast deals 1'"):
        Deals.from_parquet(file)
    parquet.write_table(good, file)
    assert Deals.from_parquet(file) == _SOME
    data = file.read_bytes()
    for size in (0, 4, len(data) // 2, len(data) - 1):
        file.write_bytes(data[:size])
        with pytest.raises(errors.SimulationError, match=refused):
            Deals.from_parquet(file)


def test_a_flipped_bit_never_gives_other_deals(tmp_path, parquet, rng):
    deals = deals_of("pagat", BOTS, 300)
    path = tmp_path / "deals.parquet"
    deals.to_parquet(path)
    content, plain = path.read_bytes(), deals.to_dict()
    damaged = 0
    for place in rng.integers(0, len(content), 60).tolist():
        path.write_bytes(content[:place] + bytes([content[place] ^ 1 << place % 8]) + content[place + 1 :])
        try:
            assert Deals.from_parquet(path).to_dict() == plain  # of a byte that nobody reads
        except (errors.SimulationError, errors.FileError):
            damaged += 1
    assert damaged > 30


def test_arrays_that_are_no_deals_are_not_written(tmp_path, parquet):
    deals = deals_of("pagat", BOTS, 3)
    unknown = dataclasses.replace(deals, declared=np.full_like(deals.declared, 99))
    with pytest.raises(errors.SimulationError, match="declared: expected codes of the rules 'pagat', got 99"):
        unknown.to_parquet(tmp_path / "deals.parquet")
    with pytest.raises(errors.SimulationError, match="expected arrays of the same length, got"):
        dataclasses.replace(deals, faults=deals.faults[1:]).to_parquet(tmp_path / "deals.parquet")
    assert not list(tmp_path.iterdir())


def test_without_pyarrow(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    message = rf"needs the library pyarrow: run `{install_command('parquet')}`".replace("[", r"\[").replace("]", r"\]")
    (tmp_path / "x.parquet").write_bytes(b"")
    for call in (
        lambda: cp.simulate(**SIMULATED, deals=10, deals_to=tmp_path / "deals"), lambda: _SOME.to_parquet(tmp_path / "x"),
        lambda: Deals.from_parquet(tmp_path / "x.parquet"),
    ):  # fmt: skip
        with pytest.raises(cp.CpokerError, match=message):
            call()
    assert [file.name for file in tmp_path.iterdir()] == ["x.parquet"]


# ---- text, tables ----


def test_text_and_plain_values(alone):
    worst = DealFilter(worst=3).select(alone.kept_deals)
    lines = str(worst).splitlines()
    assert lines[0] == worst.title == "pagat, balanced against random, 3 deals"
    assert lines[1].split() == ["deal", "rotation", "player", "points", "board"]
    boards = [[str(cp.Board.of_cards(cards)) for cards in boards] for boards in worst.boards.tolist()]
    for row, line in enumerate(lines[2:]):
        deal, player = divmod(row, 2)
        words = line.split(None, 4)
        assert words[:4] == [
            str(worst.deal[deal]), str(worst.rotation[deal]), BOTS[player], f"{worst.points[deal, player]:+d}"
        ]  # fmt: skip
        assert words[4] == boards[deal][player]
    assert repr(worst) == "<Deals: pagat, balanced against random, 3 deals>"
    assert "The first 20 deals are shown." in str(alone.kept_deals)
    assert len(str(alone.kept_deals).splitlines()) == 2 + 40 + 1
    assert len(worst.table(2)[1]) == 4
    assert len(alone.kept_deals.select(slice(30)).table(None)[1]) == 60
    html = worst._repr_html_()
    assert html.count("<tr>") == 7
    for player in worst.to_dict()["deals"][0]["players"]:
        assert set(player) == {"name", "points", "board", "hand", "fantasyland", "stays", "declared", "fault"}
    plain = worst.to_dict()
    assert plain["rules"] == "pagat"
    assert [[player["board"] for player in deal["players"]] for deal in plain["deals"]] == boards
    assert json.loads(json.dumps(plain)) == plain
    rows = list(csv.DictReader(io.StringIO(worst.to_csv())))
    assert [row["board.1"] for row in rows] == [pair[1] for pair in boards]
    for player in range(2):
        hands = [cp.CardSet(row[f"hand.{player}"]) for row in rows]
        assert hands == [cp.CardSet(hand) for hand in worst.hands[:, player].tolist()]
        assert [int(row[f"points.{player}"]) for row in rows] == worst.points[:, player].tolist()
    open_face = deals_of("pineapple", ["careful", "random"], 20)
    assert "continuation" in open_face.table()[0]
    assert [len(text.split()) for text in open_face.hand_texts(0)] == (open_face.hands[:, 0] < 52).sum(axis=1).tolist()
    for call in (open_face.board_texts, open_face.hand_texts):
        with pytest.raises(errors.SimulationError, match="^player: expected an int from 0 to 1, got 2"):
            call(2)
    with pytest.raises(errors.SimulationError, match="^limit: expected an int from 1"):
        open_face.table(0)


def test_rich_tables(alone):
    console = pytest.importorskip("rich.console").Console(width=100, record=True, file=io.StringIO())
    console.print(DealFilter(worst=2).select(alone.kept_deals))
    text = console.export_text()
    assert "balanced against random, 2 deals" in text
    assert " / " in text
