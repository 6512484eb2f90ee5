"""Records of the single deals of simulations and tournaments."""

import concurrent.futures
import dataclasses
import multiprocessing
import textwrap

import numpy as np
import pytest
from command_line import cpoker
from dying import MOMENTS, run_until_killed

import cpoker_fast as cp
from cpoker_fast import errors, notation
from cpoker_fast.studies import DealFilter, Deals

ALL = DealFilter()
SIMULATED = {"rules": "pineapple", "players": ["careful", "random"], "deals": 1100, "seed": 4, "duplicate": False}


class Failing:
    """Fails in a fifth of its placements; in closed games, it also gives hands up."""

    name = "failing"

    def place(self, position, rng):
        if rng.random() < 0.2:
            raise ValueError("no")
        if len(position.rules.streets) == 1 and not position.in_fantasyland and rng.random() < 0.2:
            return cp.Placement.surrender() if position.rules.has_surrender else cp.FOUL
        return cp.bot("random").place(position, rng)


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    path = tmp_path_factory.mktemp("records") / "deals.ofc"
    cp.simulate(**SIMULATED, records=path)
    return path.read_bytes()


def names_of(folder):
    return sorted(path.name for path in folder.iterdir() if path.name[0] != ".")


@pytest.mark.parametrize("rules", cp.presets())
def test_records_are_those_of_the_deals(rules, tmp_path):
    """Points, which the arrays have, follow from the boards; a Fantasyland that is earned is played in the next deal."""
    path, players = tmp_path / "deals.ofc", cp.rules(rules).players
    bots = ["royalties" if cp.rules(rules).is_closed else "careful", Failing(), *["random"] * (players - 2)]
    deals = cp.simulate(rules, bots, 15, seed=1, on_fault="foul", records=path, deals_to=ALL).kept_deals
    records = list(notation.read_deals(path))
    assert records == [*deals.records()]
    assert path.read_text(encoding="utf-8") == "\n\n".join(map(notation.format_deal, records)) + "\n"
    for row, record in enumerate(records):
        assert (record.names, record.button) == (deals.players, deals.button[row])
        assert list(record.settlement().points) == deals.points[row].tolist()
        for seat, board in enumerate(record.boards()):
            fault = int(deals.faults[row, seat])
            assert (seat in record.dead) == (fault > 0 or deals.boards[row, seat, 0] == 254)
            dead = [move.street + 1 for move in record.moves if move.seat == seat and move.dead]
            assert not fault or dead == [*range(fault, dead[-1] + 1)]
            if deals.boards[row, seat, 0] < 52:
                assert board.board() == cp.Board.of_cards(deals.boards[row, seat])
        if row + 1 < len(records) and deals.continuation[row + 1]:
            assert record.next_fantasyland == records[row + 1].fantasyland
            stays = [stay + 1 if old and new else 0 for stay, old, new in
                     zip(record.stays, record.fantasyland, record.next_fantasyland, strict=True)]  # fmt: skip
            assert records[row + 1].stays == tuple(stays)
    assert any(record.dead for record in records)


def test_the_cards_of_each_street_are_those_dealt():
    deals = cp.simulate(**SIMULATED, deals_to=DealFilter(where=lambda deals: deals.deal < 20)).kept_deals
    for row, record in enumerate(deals.records()):
        again = record.deal()
        for seat, stack in enumerate(again.stacks):
            dealt = [card for card in deals.hands[row, seat].tolist() if card < 52]
            assert sorted(stack) == sorted(dealt)
            if not record.fantasyland[seat]:
                for begin in (0, 5, 8, 11, 14):
                    end = begin + (3 if begin else 5)
                    assert {*stack[begin:end]} == {*dealt[begin:end]}


def test_the_file_does_not_depend_on_workers(tmp_path, expected):
    path = tmp_path / "deals.ofc"
    cp.simulate(**SIMULATED, records=path, workers=2)
    assert path.read_bytes() == expected
    with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        cp.simulate(**SIMULATED, records=path, executor=executor, workers=2)
    assert path.read_bytes() == expected
    assert names_of(tmp_path) == ["deals.ofc"]


def test_a_checkpoint_does_not_change_the_file(tmp_path, expected):
    """The counts come from the checkpoint, and the deals are played again."""
    path, checkpoint = tmp_path / "deals.ofc", tmp_path / "run.json"
    first = cp.simulate(**SIMULATED, checkpoint=checkpoint)
    assert cp.simulate(**SIMULATED, checkpoint=checkpoint, records=path) == first
    assert path.read_bytes() == expected


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_killed_simulation_leaves_no_part_of_a_file(moment, tmp_path, expected):
    path = tmp_path / "deals.ofc"
    code = textwrap.dedent(f"""
        import cpoker_fast as cp
        cp.simulate(**{SIMULATED}, records=sys.argv[1], workers=2)
    """)
    run_until_killed(code, path, at=(moment, 1))
    assert (path.read_bytes() if path.exists() else None) == (expected if moment == "renamed" else None)
    path.write_text("old")
    run_until_killed(code, path, at=(moment, 1))
    assert path.read_bytes() == (expected if moment == "renamed" else b"old")
    cp.simulate(**SIMULATED, records=path)
    assert path.read_bytes() == expected


@pytest.mark.parametrize("options", [{}, {"until_settled": True}])
def test_tournaments(options, tmp_path):
    """Each table plays each deal in as many rotations as it has players, in the order of chunks, tables and deals."""
    path, other = tmp_path / "deals.ofc", tmp_path / "other.ofc"
    bots, arguments = ["balanced", "random", "royalties"], {"seed": 1, "players": 2, **options}
    result = cp.tournament("pagat", bots, 1100, records=path, **arguments)
    cp.tournament("pagat", bots, 1100, records=other, workers=2, checkpoint=tmp_path / "run.json", **arguments)
    cp.tournament("pagat", bots, 1100, records=other, workers=2, checkpoint=tmp_path / "run.json", **arguments)
    assert path.read_bytes() == other.read_bytes()
    records = list(notation.read_deals(path))
    tables = [("balanced", "random"), ("balanced", "royalties"), ("random", "royalties")]
    chunks = [range(1024), range(1024, 1100)] if result.deals > 1024 else [range(1024)]
    keys = [(names, deal, turn) for chunk in chunks for names in tables for deal in chunk for turn in range(2)]
    assert [(record.names, record.tags["Number"], record.tags.get("Rotation", 0)) for record in records] == keys
    totals = dict.fromkeys(bots, 0)
    for record in records:
        for name, points in zip(record.names, record.settlement().points, strict=True):
            totals[name] += points
    for place, name in enumerate(bots):
        assert result.points(place).mean == pytest.approx(totals[name] / (4 * result.deals))


def test_tables_of_three_in_all_orders(tmp_path):
    path = tmp_path / "deals.ofc"
    cp.tournament("standard", ["careful", "random", "random"], 12, players=3, seed=1, records=path)
    records = list(notation.read_deals(path))
    numbers = [record.tags["Number"] for record in records if "Continuation" not in record.tags]
    assert numbers == sorted([*range(12)] * 3)
    assert {record.names for record in records} == {
        ("careful", "random 1", "random 2"), ("careful", "random 2", "random 1"),
    }  # fmt: skip


def test_changed_rules_are_in_the_file(tmp_path):
    path = tmp_path / "deals.ofc"
    rules = dataclasses.replace(cp.rules("pineapple"), foul=9)
    cp.simulate(rules, ["careful", "random"], 10, seed=1, records=path)
    assert {record.rules for record in notation.read_deals(path)} == {rules}
    result = cpoker("simulate", "--players", "expert,random", "--surrender", "2", "--deals", "5", "--records", str(path))
    assert (result.returncode, result.stderr) == (0, "")
    assert {record.rules.surrender for record in notation.read_deals(path)} == {2}
    assert cpoker("replay", "--check", str(path)).stdout == "10 deals, all valid\n"


@pytest.mark.parametrize(("path", "players", "error", "message"), [
    ("", ["random"] * 2, errors.SimulationError, "records: expected a path"),
    (".", ["random"] * 2, errors.SimulationError, "records: .: expected a file, got a folder"),
    ("none/deals.ofc", ["random"] * 2, errors.MissingFileError, "none/deals.ofc"),
    ("deals.ofc", [" x", "y"], errors.SimulationError, "records: a record cannot have these names of bots"),
])  # fmt: skip
def test_bad_arguments(path, players, error, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bots = [Failing() if name != "random" else name for name in players]
    for bot, name in zip(bots, players, strict=True):
        if not isinstance(bot, str):
            bot.name = name
    with pytest.raises(error) as caught:
        cp.simulate("pagat", bots, 10, records=path)
    assert message in str(caught.value)
    assert names_of(tmp_path) == []


def test_a_bot_that_fails_leaves_no_file(tmp_path):
    with pytest.raises(errors.BotError):
        cp.simulate("pagat", [Failing(), "random"], 10, records=tmp_path / "deals.ofc")
    assert [*tmp_path.iterdir()] == []


def test_a_folder_of_deals_has_the_same_records(tmp_path, expected):
    pytest.importorskip("pyarrow")
    cp.simulate(**SIMULATED, deals_to=tmp_path / "deals")
    deals = Deals.from_parquet(tmp_path / "deals")
    assert "\n\n".join(map(notation.format_deal, deals.records())).encode() + b"\n" == expected
    assert deals.stays.dtype == np.int32
