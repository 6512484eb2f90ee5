"""The page "How to play Pineapple": its record belongs to the script, and its sentences quote only figures of the record."""

import json
import re
from itertools import islice

import numpy as np
import pytest
from documentation.pages import ROOT

import cpoker_fast as cp

if not (ROOT / "benchmarks" / "strategy" / "strategy_pineapple.json").exists():
    pytest.skip("the benchmarks are not here", allow_module_level=True)
script = pytest.importorskip("strategy_pineapple", exc_type=ImportError)  # needs click
deals = pytest.importorskip("pineapple_deals")
habits = pytest.importorskip("pineapple_habits")
page = pytest.importorskip("pineapple_page", exc_type=ImportError)  # needs Matplotlib

PAGE = (ROOT / "docs" / "strategy" / "pineapple.md").read_text(encoding="utf-8")
RECORD = script.recorded()


def plain(value):
    """Return a value as JSON has it."""
    return json.loads(json.dumps(value))


# ---- the record ----


def test_counts_of_the_book_are_recorded():
    assert plain(script.pineapple_book.counts()) == RECORD["book"]
    assert sum(RECORD["book"]["sizes"].values()) == 2_598_960
    assert sum(RECORD["book"]["trips"].values()) == 54_912
    assert sum(RECORD["book"]["two pairs"].values()) == 123_552
    assert sum(sum(counted.values()) for counted in RECORD["book"]["pairs"].values()) == 1_098_240


@pytest.mark.parametrize("name", script.BOTS)
def test_counts_of_deals_are_recorded(name):
    first = script.counts(script.Boards.played(script.BOTS[name], range(script.CHECKED[name])))
    assert plain(first) == RECORD[name]["first"]
    assert RECORD[name]["boards"] == 2 * script.DEALS[name]
    for fronts in RECORD[name]["fronts"]:
        assert [sum(column) for column in zip(*fronts.values(), strict=True)] == [
            RECORD[name][total] for total in ("boards", "fouls", "Fantasylands")
        ]


@pytest.mark.parametrize("players", script.BUTTON_BATCHES)
def test_results_by_seat_are_recorded(players):
    results = RECORD["button"][str(players)]
    first, recorded = plain(script.swift_by_seat(players, script.CHECKED["button"])), dict(results["first"])
    for name in ("points", "lost blind"):
        assert np.array(first.pop(name)) == pytest.approx(np.array(recorded.pop(name)))
    assert first == recorded
    assert results["deals"] == script.BUTTON_BATCHES[players] * deals.TABLES * players
    assert sum(mean for mean, _ in results["points"]) == pytest.approx(0, abs=1e-9)


def test_losses_of_habits_are_recorded():
    assert list(RECORD["habits"]) == list(RECORD["changes"]) == [habit.name for habit in script.HABITS]
    habit = next(habit for habit in script.HABITS if habit.name == "high pair late")
    assert list(script.loss_in_deals(habit, script.CHECKED["habit"], script.SEED)) == RECORD["habits"][habit.name]["first"]
    changes = RECORD["changes"][habit.name]
    assert [list(loss) for loss in script.losses_of(islice(script.changed(habit), 3))] == changes["losses"][:3]
    worst = changes["worst"]
    assert script.worst_case(cp.Position.parse(worst["position"]), cp.Placement.parse(worst["habit"])) == worst


def test_losses_by_row_are_recorded():
    for kind, cards in (("pair Q", 2), ("single A", 1)):
        assert script.losses(kind[-1], cards, 1, script.SEED) == RECORD["rows"][kind][:1]
    assert all(min(of_hand) == 0 for of_hands in RECORD["rows"].values() for of_hand in of_hands)


# ---- seats ----


@pytest.mark.parametrize("blind", [None, 1])
@pytest.mark.parametrize("players", script.BUTTON_BATCHES)
def test_seats_are_played_by_bots(players, blind):
    stacks = cp.deal_many(3, players, 17, seed=1)
    rows = deals.SeatBoards.played(stacks, blind).rows
    blind_bot = habits.HabitBot(next(habit for habit in script.HABITS if habit.name == "blind"))
    bots = [blind_bot if seat == blind else script.BOTS["swift"] for seat in range(players)]
    for table, hands in enumerate(stacks.tolist()):
        deal, rng = cp.Deal("pineapple", players, stacks=hands, button=players - 1), np.random.default_rng(1)
        while deal.turn is not None:
            position = deal.position()
            deal.place(bots[position.seat].place(position, rng))
            placed = [row.mask for row in deal.boards[position.seat].rows]
            assert placed == rows[position.street, position.seat, table].tolist()


# ---- habits ----


@pytest.mark.parametrize("habit", script.HABITS, ids=lambda habit: habit.name)
def test_a_habit_changes_only_placements_of_its_streets(habit):
    changes = RECORD["changes"][habit.name]["changes"]
    assert [street for street, number in enumerate(changes) if number and street not in habit.streets] == []
    assert sum(changes) > 0


@pytest.mark.parametrize(
    ("name", "hand", "placed"),
    [
        ("all in back", "Ks 9h 6s 5s 4s", "- / - / Ks 9h 6s 5s 4s"),
        ("pair in front", "Th Td 8s 5c 3s", "Th Td / "),
        ("ace in front", "As Ad Tc 6h 3d", "A"),
        ("suited in back", "Kh Qh 4h Kc 6d", " / Kh Qh 4h"),
        ("two suited", "Ks 9h 9d 4s 3c", " / Ks 4s"),
    ],
)
def test_habits_on_the_first_street(name, hand, placed):
    habit = next(habit for habit in script.HABITS if habit.name == name)
    position = cp.Position("pineapple", seat=0, button=1, street=0, boards=["- / - / -"] * 2, hand=hand)
    choice = script.Choice.of(habit, position, np.random.default_rng(1))
    assert placed in str(choice.by_habit)


def test_rows_in_order():
    def masks(text):
        return [row.mask for row in cp.game.PartialBoard.parse(text).rows]

    boards = {"Qs Qd / 9s / 9c 2c": False, "As / Qs Qd / Kc Kd 2s": True, "2s 2d / 3s 3d / 5s 5d 4s 4d": True}
    boards |= {"9s 9d / 8s 8d 7s 7d / 6s 6d 6c": True, "- / 4s 4d 4c 2s 2d / As Ad Ac": False}
    array = np.array([masks(board) for board in boards], "uint64")
    assert deals.are_in_order(array).tolist() == list(boards.values())
    rows = ["7s", "2s 2d", "3s 3d", "3s 3d 2s 2d", "2s 2d 2c", "2s 2d 2c 3s 3d", "2s 2d 2c 2h"]
    made = deals.made_hands(np.array([cp.CardSet(row).mask for row in rows], "uint64"))
    assert made.tolist() == sorted({*made.tolist()})


# ---- the page ----


def test_sentences_quote_figures_of_the_record():
    figures = page.figures(RECORD)
    quoted = set(re.findall(r"\{glue:text\}`([^`]*)`", PAGE))
    assert len(quoted) > 20
    assert quoted <= figures.keys()
    prose = re.sub(r"(?s)```.*?\n```", "", PAGE)
    assert re.findall(r"\d+(?:\.\d+)? ?%|\d+\.\d+", prose) == ["95 %"] * prose.count("95 %")


def test_positions_on_the_page():
    assert 6 <= len(page.SHOWN_HABITS) <= 10
    for name in page.SHOWN_HABITS:
        mean, error = RECORD["changes"][name]["worst"]["loss"]
        assert mean - 2 * error > 2
