"""Results as CSV, Parquet and data frames: one row for each candidate, placement or player, in plain columns."""

import csv
import io
import re
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from known_boards import FOUR_MORE, HIGH, LOW, PAGAT_WITH_SURRENDER

import cpoker_fast as cp
from cpoker_fast import errors, notation
from cpoker_fast.system.extras import install_command

HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
ENDING = cp.Position.parse(
    "rules pineapple; seat 1; button 1; street 5; board Kh Kd / 7c 7d 2h 3c / As 9d 9s 9c 4h;"
    " board Qh 4c Qc / 8c 3d 8s 8h Ac / Th Td 6s 6c 6h; discards 2s 3s 4s; hand 7h Jc 5d"
)


@pytest.fixture(scope="module")
def results():
    """Return a result of each type with its number of rows."""
    deal, dealt = cp.Deal("pineapple", 2, seed=1), "Ac Kc Jd / Ad Kd Qc Qd Jc / Ah Kh Qh Jh Td"
    record = notation.Record.of_deal(deal.place(deal.position().placements()[0]), ["Ann", "Bo"])
    return {
        "analysis": (analysis := cp.analyze(HAND, PAGAT_WITH_SURRENDER, deals=20, seed=1), len(analysis.candidates)),
        "simulation": (cp.simulate("pagat", ["expert", "balanced", "random"], 20, seed=1), 3),
        "tournament": (cp.tournament("pagat", ["expert", "balanced", "random"], 20, seed=1), 3),
        "settlement": (cp.settle({"Ann": HIGH, "Bob": LOW, "Cy": None}, PAGAT_WITH_SURRENDER, stacks=[9, 9, 9]), 3),
        "decisions": (cp.arrange_many([HAND, dealt.replace("/", "")], "pagat"), 2),
        "open-face analysis": (placed := cp.analyze(ENDING, seed=1), len(placed.candidates)),
        "last street": (cp.game.last_street(ENDING), len(ENDING.placements())),
        "review": (cp.review(record, rollouts=4, seed=1), 1),
        "outs": (cp.game.outs(ENDING, "back"), len(cp.ranking.Category)),
        "worth": (cp.studies.worth("progressive", 3), 4),
        "deals": (
            cp.simulate("pineapple", ["careful"] * 3, 5, seed=1, deals_to=cp.studies.DealFilter(worst=4)).kept_deals,
            4,
        ),
    }


NAMES = (
    "analysis", "simulation", "tournament", "settlement", "decisions", "open-face analysis", "last street", "review",
    "outs", "worth", "deals",
)  # fmt: skip


def rows_of(result):
    """Return the rows of the CSV text: a dict of texts each."""
    return list(csv.DictReader(io.StringIO(result.to_csv())))


@pytest.fixture
def library(monkeypatch):
    """Return a function that installs stand-ins for libraries of data frames; the others are missing."""

    def install(*installed):
        for name in ("pandas", "polars"):
            module = SimpleNamespace(DataFrame=lambda columns, name=name: (name, columns)) if name in installed else None
            monkeypatch.setitem(sys.modules, name, module)

    return install


@pytest.mark.parametrize("name", NAMES)
def test_a_frame_has_the_columns_of_the_csv_and_plain_values(results, library, name):
    library("pandas")
    result, n = results[name]
    _, columns = result.to_frame()
    rows = rows_of(result)
    assert (len(rows), list(columns)) == (n, list(rows[0]))
    for column, values in columns.items():
        assert ["" if value is None else str(value) for value in values] == [row[column] for row in rows]
        assert {type(value) for value in values} <= {int, float, bool, str, type(None)}, column


def test_the_library_that_is_installed_is_used(results, library):
    simulation, _ = results["simulation"]
    for installed, asked, used in [
        (("pandas", "polars"), None, "pandas"), (("pandas", "polars"), "polars", "polars"),
        (("pandas", "polars"), "pandas", "pandas"), (("polars",), None, "polars"), (("pandas",), None, "pandas"),
    ]:  # fmt: skip
        library(*installed)
        assert (simulation.to_frame(asked)[0], simulation.to_frame(library=asked)[0]) == (used, used)
    pandas, polars = (f"`{install_command(name)}`" for name in ("pandas", "polars"))
    for installed, asked, message in (
        ((), None, f"a data frame needs pandas or Polars: run {pandas} or {polars}"),
        (("pandas",), "polars", f"a data frame needs the library polars: run {polars}"),
        *[(("pandas",), unknown, "library: expected 'pandas' or 'polars', got")
          for unknown in ("dask", 5, ["pandas"], np.arange(2), "")],
    ):  # fmt: skip
        library(*installed)
        with pytest.raises(cp.CpokerError, match=re.escape(message)):
            simulation.to_frame(asked)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("library_name", ["pandas", "polars", "pyarrow.parquet"])
def test_frames_and_files_of_libraries(results, tmp_path, library_name, name):
    library, (result, n) = pytest.importorskip(library_name), results[name]
    if library_name == "pyarrow.parquet":
        result.to_parquet(tmp_path / "result.parquet")
        table = library.read_table(tmp_path / "result.parquet")
        assert (table.num_rows, table.column_names) == (n, list(rows_of(result)[0]))
        return
    frame = result.to_frame(library_name)
    assert isinstance(frame, library.DataFrame)
    assert (frame.shape[0], list(frame.columns)) == (n, list(rows_of(result)[0]))
    numbers = [column for column in frame.columns if column.startswith(("points", "standard_error", "mean", "chance"))]
    assert numbers
    assert library_name == "polars" or all(library.api.types.is_numeric_dtype(frame[column]) for column in numbers)


# ---- the rows of each result ----
def test_rows_of_a_settlement(results, tmp_path):
    settlement, _ = results["settlement"]
    ann, _, cy = rows = rows_of(settlement)
    assert [row["player"] for row in rows] == ["Ann", "Bob", "Cy"]
    assert [(int(row["points"]), int(row["chips"])) for row in rows] == [
        *zip(settlement.points, settlement.chips, strict=True)
    ]
    assert (ann["board"], ann["rows.back"]) == (str(cp.Board.parse(HIGH)), "full house, tens over fives")
    assert int(ann["strengths.back"]) == cp.strength("Ts Th Tc 5d 5s")
    assert (cy["board"], cy["rows.front"], cy["strengths.middle"], cy["royalties.back"]) == ("",) * 4
    foul = cp.settle([HIGH, cp.FOUL], "pagat")
    assert [row["board"] for row in rows_of(foul)] == [str(cp.Board.parse(HIGH)), "foul"]
    two_hands = cp.settle([HIGH, LOW, FOUR_MORE], "pagat", owners=[0, 0, 1])
    assert [row["player"] for row in rows_of(two_hands)] == ["Player 1, hand 1", "Player 1, hand 2", "Player 2"]
    with pytest.raises(errors.FileError, match=re.escape(str(tmp_path / "none"))):
        settlement.to_csv(tmp_path / "none" / "result.csv")


def test_rows_of_a_review_have_the_names_of_the_record(results):
    review, _ = results["review"]
    (row,) = rows_of(review)
    assert (row["player"], row["seat"], row["move"], row["street"]) == ("Bo", "1", "1", "0")
    assert float(row["lost"]) == review.moves[0].lost.mean
    unnamed = cp.review(cp.Deal("pineapple", 2, seed=1).place("Qs / 9d / Tc 8h 6s"), rollouts=4, seed=1)
    assert [row["player"] for row in rows_of(unnamed)] == ["Player 2"]


def test_rows_of_analyses_and_decisions(results):
    (outs, _), (last_street, _), (worth, _) = (results[name] for name in ("outs", "last street", "worth"))
    assert sum(int(row["count"]) for row in rows_of(outs)) == outs.draws
    assert [row["kind"] for row in rows_of(outs)][:2] == ["high card", "pair"]
    points = [placement.points for placement in last_street.placements]
    assert [float(row["points"]) for row in rows_of(last_street)] == points
    assert [int(row["cards"]) for row in rows_of(worth)] == [14, 15, 16, 17]
    assert float(rows_of(worth)[0]["confidence_95.high"]) == pytest.approx(worth.points[14] + worth.margins[14])
    analysis, _ = results["open-face analysis"]
    rows = rows_of(analysis)
    assert [row["placement"] for row in rows] == [str(value.placement) for value in analysis.candidates]
    assert [float(row["behind"]) for row in rows] == [value.behind.mean for value in analysis.candidates]
    decisions, _ = results["decisions"]
    assert [row["board"] for row in rows_of(decisions)] == [str(decision.board) for decision in decisions]
    surrender = cp.game.Placements(np.full((1, 13), 255, np.uint8), np.array([False]))
    assert rows_of(surrender) == [{"board": "", "declare": "False", "points": "nan"}]
