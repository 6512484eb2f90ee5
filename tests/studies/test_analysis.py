"""Analyses of all kinds of positions have one result: tables, texts, files and charts; and one set of arguments."""

import csv
import io
import json
import re
import sys
from dataclasses import replace

import numpy as np
import pytest
from drawn_charts import dots_of
from known_boards import PAGAT_WITH_SURRENDER

import cpoker_fast as cp
from cpoker_fast import Deal, Position, errors
from cpoker_fast.studies import Estimate
from cpoker_fast.system.extras import install_command

HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
FOUL = "As Ks Qs / Js 9s 8d 8h 5c / 5h 3d 3h 2c 7h"
DRAGON = "2s 3h 4s 5c 6h 7s 8h 9c Td Jh Qh Kc Ac"
FIRST = Position("pineapple", seat=0, button=1, street=0, boards=["- / - / -"] * 2, hand="Ah Kc Qs 8h 7c")
LAST = Position.parse(
    "rules pineapple; seat 1; button 2; street 5; board Kh Qd / 7c 7d 2h 3c / As Ts 9s 4s 3s;"
    " board Qh 4c 2c / 8c 3d 8s 8h / Th Td 6s 6c; discards 2s 3h 4d; hand 7s Ks 5d"
)
FANTASYLAND = Deal("pineapple", 2, seed=2, fantasyland=(14, 0)).position()
BAD = "Ah Kc Qs / 8h 7c / -"  # on the first street
ANALYSES = {
    "hand": cp.analyze(DRAGON, PAGAT_WITH_SURRENDER, deals=200, seed=1),
    "first street": cp.analyze(FIRST, rollouts=96, also=[BAD], seed=1),
    "last street": cp.analyze(LAST, worths=9.5),
    "fantasyland": cp.analyze(FANTASYLAND),
}


@pytest.fixture(params=ANALYSES)
def any_analysis(request):
    return ANALYSES[request.param]


@pytest.fixture(scope="module")
def analysis():
    return ANALYSES["hand"]


def test_what_the_points_are_based_on():
    assert {name: analysis.based_on for name, analysis in ANALYSES.items()} == {
        "hand": "deals", "first street": "rollouts", "last street": "exact", "fantasyland": "exact",
    }  # fmt: skip
    assert {name: analysis.title.partition(": ")[2] for name, analysis in ANALYSES.items()} == {
        "hand": "pagat, changed, 3 opponents, 200 deals",
        "first street": "pineapple, street 1 of 5, 1 opponent, rollouts by swift",
        "last street": "pineapple, street 5 of 5, 1 opponent, exact",
        "fantasyland": "pineapple, Fantasyland of 14 cards, 1 opponent, exact",
    }


def test_points_and_gaps_agree(any_analysis):
    """Points are those of the best candidate minus the gap, also for candidates that were dropped early."""
    best = any_analysis.best
    assert best.behind == (0.0, 0.0)
    for candidate in any_analysis.candidates:
        assert best.points.mean - candidate.points.mean == pytest.approx(candidate.behind.mean)
        assert candidate.per_opponent == candidate.points.mean / any_analysis.opponents
        assert any_analysis.is_exact <= (candidate.points.margin == candidate.behind.margin == candidate.samples == 0)
        for placement in (candidate.placement, str(candidate.placement)):
            assert any_analysis.candidate(placement) is candidate


def test_a_placement_that_was_not_compared(analysis):
    other, few = cp.analyze(HAND, "simple", deals=50, seed=1), cp.analyze(FIRST, rollouts=24, among=[BAD], seed=1)
    missing = f"{cp.Board.parse(FOUL)} is not a candidate: pass more placements as also="
    for searched, placement, error, problem in (
        (other, FOUL, errors.AnalysisError, missing), (analysis, FOUL, errors.PlacementError, "is not in the hand"),
        (few, "Qs / Kc 7c / Ah 8h", errors.AnalysisError, "Qs / Kc 7c / Ah 8h is not a candidate"),
    ):  # fmt: skip
        with pytest.raises(error, match=problem):
            searched.candidate(placement)


def test_all_views_show_95_percent_margins(any_analysis):
    columns, rows = any_analysis.table()
    assert columns[:5] == ["", "points", "+- 95%", "behind", "+- 95%"]
    for row, candidate in zip(rows[:10], any_analysis.candidates, strict=False):
        assert row[0].removesuffix(" *") == candidate.label
        for estimate, mean, margin in ((candidate.points, *row[1:3]), (candidate.behind, *row[3:5])):
            low, high = estimate.interval()
            assert float(mean) == pytest.approx(estimate.mean, abs=0.0005)
            assert float(margin) == pytest.approx((high - low) / 2, abs=0.0005)
    shown = [any_analysis.title, " ".join(columns), *map(" ".join, rows), any_analysis.note]
    assert str(any_analysis).split() == " ".join(shown).split()
    assert max(map(len, str(any_analysis).splitlines())) <= 80
    page = any_analysis._repr_html_()
    assert all(f">{cell}</td>" in page for row in rows for cell in row[1:])
    assert page.count("+- 95%") == 2
    console = pytest.importorskip("rich.console").Console(width=200, file=io.StringIO())
    console.print(any_analysis)
    printed = [line.split() for line in console.file.getvalue().splitlines()]
    assert printed[: 2 + len(rows)] == [line.split() for line in shown[: 2 + len(rows)]]


def test_columns_that_only_some_analyses_have():
    columns = {name: analysis.table()[0][5:] for name, analysis in ANALYSES.items()}
    assert columns == {
        "hand": ["front", "middle", "back", "scoops", "scooped", "royalties each", "best"],
        "first street": ["rollouts"], "last street": [], "fantasyland": [],
    }  # fmt: skip
    street = ANALYSES["first street"]
    assert [row[5] for row in street.table()[1][:10]] == [str(item.samples or "-") for item in street.candidates[:10]]
    has = {
        name: {part for part in ("is_foul", "chances", "estimate") if getattr(analysis.best, part) is not None}
        for name, analysis in ANALYSES.items()
    }
    assert has == {
        "hand": {"is_foul", "chances"}, "first street": {"estimate"}, "last street": set(), "fantasyland": set(),
    }  # fmt: skip


def test_the_note_explains_placements_without_rollouts():
    street = cp.analyze(FIRST, rollouts=96, seed=1)
    with_rollouts = sum(candidate.samples > 0 for candidate in street.candidates)
    first_without = [candidate.samples > 0 for candidate in street.candidates].index(False)
    assert 0 < first_without <= with_rollouts < len(street.candidates)
    assert "first estimate" not in street.note_below(first_without)
    assert street.note_below(first_without + 1).endswith("more; -: first estimate")
    assert "more" not in street.note_below(len(street.candidates))
    assert (street.note, ANALYSES["last street"].note_below(4)) == (street.note_below(10), "and 2 more")


def test_placements_that_the_caller_adds_are_in_every_table():
    """They are shown also if they are not among the best."""
    hand = cp.analyze(HAND, "pagat", deals=50, seed=1, also=[FOUL])
    for analysis, added in ((hand, FOUL), (ANALYSES["first street"], BAD)):
        candidate = analysis.candidate(added)
        assert analysis.also == (candidate.placement,)
        assert analysis.candidates.index(candidate) >= 3
        for limit in (1, 3):
            shown = [*analysis.candidates[:limit], candidate]
            assert [row[0].removesuffix(" *") for row in analysis.table(limit=limit)[1]] == [item.label for item in shown]
            assert analysis.note_below(limit).startswith(f"and {len(analysis.candidates) - limit - 1} more")
        assert candidate.label in str(analysis)
    assert ANALYSES["first street"].candidate(BAD).samples > 0  # even if its first estimate is bad
    assert hand.candidate(FOUL).label == f"{cp.Board.parse(FOUL)} (a foul)"
    everything = len(hand.candidates)
    assert "more" not in hand.note_below(everything)
    assert len(hand.table(limit=everything)[1]) == everything
    best = cp.analyze(HAND, "pagat", deals=50, seed=1, also=[hand.best.board])
    assert [row[0] for row in best.table(limit=2)[1]] == [candidate.label for candidate in best.candidates[:2]]


def test_labels(analysis):
    assert (analysis.best.label, analysis.candidate("surrender").label) == ("declare dragon", "surrender")
    assert str(analysis).splitlines()[-1] == f"and {len(analysis.candidates) - 10} more; * dropped after fewer deals"


def test_no_number_is_a_negative_zero(analysis):
    """Candidates with equal points may differ by rounding errors, which are below zero for the best one."""
    best = analysis.best

    def cells(candidate):
        return replace(analysis, candidates=(candidate,)).table()[1][0]

    for tiny in (-0.0, -1e-17, -0.0004):
        chances = best.chances._replace(royalties_won=0.0, royalties_paid=-tiny)
        tied = replace(best, points=Estimate(tiny, 0.0), behind=Estimate(tiny, 0.0), chances=chances)
        _, points, _, behind, *_, royalties, _ = cells(tied)
        assert (points, behind, royalties) == ("+0.000", "0.000", "+0.00")
    assert cells(replace(best, behind=Estimate(-0.0006, 0.0)))[3] == "-0.001"


def test_plain_values(any_analysis):
    plain = json.loads(json.dumps(any_analysis.to_dict()))
    assert Position.parse(plain["position"], any_analysis.rules) == any_analysis.position
    assert plain["based_on"] == any_analysis.based_on
    assert plain["candidates"][0]["points"] == any_analysis.best.points.mean
    assert [item["placement"] for item in plain["candidates"]] == [str(item.placement) for item in any_analysis.candidates]


def test_arrays(any_analysis):
    arrays, position = any_analysis.to_arrays(), any_analysis.position
    n = len(any_analysis.candidates)
    assert {len(values) for values in arrays.values()} == {n}
    assert (arrays["boards"].dtype, arrays["boards"].shape) == (np.uint8, (n, 13))
    for board, candidate in zip(arrays["boards"].tolist(), any_analysis.candidates, strict=True):
        rows = [sorted({*board[begin:end]} - {255}) for begin, end in ((0, 3), (3, 8), (8, 13))]
        placed = [()] * 3 if candidate.placement.is_surrender else position.own.with_cards(candidate.placement).rows
        assert rows == [sorted(row) for row in placed]
    assert arrays["points"].tolist() == [candidate.points.mean for candidate in any_analysis.candidates]
    assert arrays["samples"].tolist() == [candidate.samples for candidate in any_analysis.candidates]
    assert ("won" in arrays, "estimate" in arrays) == (any_analysis.based_on == "deals", any_analysis.based_on == "rollouts")
    if "won" in arrays:
        assert arrays["won"].shape == (n, 3)
        assert arrays["best_chance"].tolist() == [candidate.chances.best for candidate in any_analysis.candidates]


def test_csv(any_analysis, tmp_path):
    text = any_analysis.to_csv(tmp_path / "hand.csv")
    assert (tmp_path / "hand.csv").read_text() == text == any_analysis.to_csv()
    for candidate, row in zip(any_analysis.candidates, csv.DictReader(io.StringIO(text)), strict=True):
        assert row["placement"] == str(candidate.placement)
        for name, estimate in (("", candidate.points), ("behind_", candidate.behind)):
            assert float(row[f"{name or 'points_'}"[:-1]]) == estimate.mean
            assert float(row[f"{name}standard_error"]) == estimate.standard_error
            ends = float(row[f"{name}confidence_95.low"]), float(row[f"{name}confidence_95.high"])
            assert ends == estimate.interval()
        assert candidate.chances is None or float(row["rows.back.won"]) == candidate.chances.won[2]
    for path in (tmp_path / "none" / "hand.csv", tmp_path / "hand.csv" / "hand.csv", tmp_path):
        with pytest.raises(errors.FileError, match=rf"^{re.escape(str(path))}: \w"):
            any_analysis.to_csv(path)
    assert [path.name for path in tmp_path.iterdir()] == ["hand.csv"]


def test_narrow_terminals_leave_the_gap_with_its_margin(analysis):
    shows_points, rich = [], pytest.importorskip("rich.console")
    for width in range(64, 82):
        console = rich.Console(width=width, file=io.StringIO())
        console.print(analysis)
        head = next(line for line in console.file.getvalue().splitlines() if "  +- 95%" in line)
        assert "  behind  +- 95%" in head
        shows_points.append("points  +- 95%" in head)
    assert (shows_points, set(shows_points)) == (sorted(shows_points), {False, True})


def analysis_of(*behind):
    """Return an analysis whose candidates have these gaps to the best, each with its standard error."""
    analysis = cp.analyze(HAND, "pagat", deals=50, seed=1)
    candidates = tuple(replace(analysis.best, behind=Estimate(mean, error)) for mean, error in behind)
    return replace(analysis, candidates=candidates)


@pytest.mark.parametrize("kind", ["hand", "first street", "last street"])
def test_a_chart_shows_how_far_candidates_are_behind(plt, kind):
    analysis = cp.analyze(HAND, "pagat", deals=200, seed=1, all=True) if kind == "hand" else ANALYSES[kind]
    (axes,) = analysis.plot(limit=4).axes
    shown, n = analysis.candidates[:4], len(analysis.candidates)
    assert axes.get_xlabel() == "points behind the best, 95 % interval"
    expected = [(y, item.behind.mean, *item.behind.interval()) for y, item in enumerate(shown)]
    assert dots_of(axes) == pytest.approx(np.array(expected))
    assert axes.yaxis_inverted()
    assert [name.get_text() for name in axes.get_yticklabels()] == [candidate.label for candidate in shown]
    assert any(set(line.get_xdata()) == {0} for line in axes.lines)
    assert not axes.texts
    assert axes.get_title("left").splitlines() == [*analysis.title.split(": "), *[f"the best 4 of {n} candidates"] * (n > 4)]


def test_hopeless_boards_are_numbers_at_the_edge(plt):
    (axes,) = analysis_of((0, 0), (0.02, 0.02), (0.1, 0.01), (0.8, 0.1), (9.5, 0.1), (20, 0)).plot().axes
    assert [dot[0] for dot in dots_of(axes)] == [0, 1, 2]
    assert axes.get_xlim()[1] < 0.2
    texts = [(text.xy, text.get_text()) for text in axes.texts]
    assert texts == [((1, 3), "0.80 ± 0.20"), ((1, 4), "9.50 ± 0.20"), ((1, 5), "20.00 ± 0.00")]


@pytest.mark.parametrize(("behind", "drawn"), [
    ([(0, 0)], 1), ([(0, 0)] * 3, 3), ([(0, 0), (8, 0.1)], 2), ([(0, 0), (3, 0), (4, 0)], 3),  # the last has exact results
    ([(0, 0), (0.1, 0.001), (0.2, 0.001), (8, 0.1)], 3),  # the best is certain
])  # fmt: skip
def test_boards_that_are_drawn_as_dots(plt, behind, drawn):
    (axes,) = analysis_of(*behind).plot().axes
    assert (len(dots_of(axes)), len(axes.texts)) == (drawn, len(behind) - drawn)


@pytest.mark.parametrize("behind", [[(0, 0)] * 3, [(0, 0), (1e-4, 1e-4), (3e-4, 1e-4)], [(0, 0), (0.04, 0.001), (0.05, 0)]])
def test_near_ties_have_an_axis_of_at_least_a_tenth_of_a_point(plt, behind):
    (axes,) = analysis_of(*behind).plot().axes
    low, high = axes.get_xlim()
    assert low <= 0
    assert 0.1 <= high < 0.2
    assert len(dots_of(axes)) == 3


def test_charts_of_many_candidates(plt, analysis):
    n = len(analysis.candidates)
    for limit, title in ((5, f"the best 5 of {n} candidates"), (n, "pagat, changed, 3 opponents, 200 deals")):
        (axes,) = analysis.plot(limit).axes
        assert (len(axes.get_yticks()), axes.get_title("left").splitlines()[-1]) == (limit, title)
    assert len(analysis.plot().axes[0].get_yticks()) == 10


def test_bad_limits_and_axes(plt, analysis):
    for limit in (0, 1001, True, 1.5, "3", 10**6):
        for call in (analysis.table, analysis.note_below, analysis.plot):
            with pytest.raises(errors.AnalysisError, match="limit: expected an int from 1 to 1000, got"):
                call(limit=limit)
    with pytest.raises(errors.AnalysisError, match="ax: expected an Axes of Matplotlib, got 5"):
        analysis.plot(ax=5)


def test_charts_are_legible_in_a_narrow_window(plt, analysis):
    """At 350 pixels, a line of a phone, the smallest letters have 8 pixels, and no name is cut."""
    figure = analysis.plot()
    figure.canvas.draw()
    (axes,) = figure.axes
    shrunk = 350 / (96 * figure.get_figwidth())  # of an SVG, whose inch has 96 pixels
    texts = [*axes.get_yticklabels(), *axes.get_xticklabels(), axes.xaxis.label, axes.title]
    assert min(text.get_fontsize() for text in texts) * 96 / 72 * shrunk >= 8
    frame = axes.get_window_extent()
    for name in axes.get_yticklabels():
        box = name.get_window_extent()
        assert frame.x0 <= box.x0
        assert box.x1 <= frame.x1


def test_charts_on_given_axes(plt, analysis):
    figure, (empty, used) = plt.subplots(1, 2, figsize=(8, 4), layout="constrained")
    before = dict(plt.rcParams)
    assert analysis.plot(ax=used) is figure
    assert (bool(used.get_xlabel()), bool(empty.get_xlabel())) == (True, False)
    assert plt.get_fignums() == [figure.number]
    figure.canvas.draw()
    inside = used.get_window_extent()
    assert inside.width > 300  # names are outside of the axes
    corners = [corner for name in used.get_yticklabels() for corner in name.get_window_extent().get_points()]
    assert all(inside.contains(*corner) for corner in corners)
    assert dict(plt.rcParams) == before
    half = plt.figure().subfigures(1, 2)[1]
    assert analysis.plot(ax=half.subplots()) is half.figure


def test_charts_are_shown_by_pyplot(plt, analysis, monkeypatch):
    figure = analysis.plot()
    assert plt.gcf() is figure
    figure._repr_mimebundle_(include=None, exclude=None)
    assert plt.get_fignums() == [figure.number]
    monkeypatch.setattr("matplotlib.get_backend", lambda: "inline")  # of notebooks, which show open figures after a cell
    assert (figure._repr_mimebundle_(include=None, exclude=None), plt.get_fignums()) == ({}, [])


def test_no_chart_without_matplotlib(analysis, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.axes", None)
    with pytest.raises(
        cp.CpokerError, match=re.escape(f"a chart needs the library Matplotlib: run `{install_command('plot')}`")
    ):
        analysis.plot()


def position_of_hand(rules, hand, opponents, button, **options):
    boards = ["- / - / -"] * (opponents + 1)
    return Position(rules, seat=0, button=button, street=0, boards=boards, hand=hand, **options)


def test_a_hand_is_short_for_its_position():
    """By default, a hand of 13 cards has three opponents, the first with the button, and other hands have one."""
    short = cp.analyze(HAND, "malayan", deals=50, seed=1)
    assert short == cp.analyze(position_of_hand("malayan", HAND, 3, 1), deals=50, seed=1)
    short = cp.analyze(HAND, "malayan", 2, has_button=True, deals=50, seed=1)
    assert short == cp.analyze(position_of_hand("malayan", HAND, 2, 0), deals=50, seed=1)
    cards = "Ah Kc Qs 8h 7c"
    assert cp.analyze(cards, "pineapple", rollouts=96, seed=1) == cp.analyze(FIRST, rollouts=96, seed=1)
    hidden = position_of_hand("pineapple", cards, 2, 0, hides_opponents=True)
    assert cp.analyze(cards, "pineapple", 2, has_button=True, rollouts=96, seed=1) == cp.analyze(hidden, rollouts=96, seed=1)
    assert cp.analyze(cards, "pineapple", 2, rollouts=96, seed=1).position == position_of_hand("pineapple", cards, 2, 2)
    at_once = cp.analyze(HAND, "pineapple", deals=50, seed=1).rules
    assert (at_once.name, at_once.streets, at_once.fantasyland) == ("pineapple, 13 cards at once", ((13, 13),), None)
    assert at_once.pays_like(cp.rules("pineapple"))


HAND_OPTIONS = {"deals": 50, "field": 5, "bot": "random", "dead": "2s", "known": ["2s"], "all": True}
STREET_OPTIONS = {"seconds": 1, "rollouts": 96, "worths": 8.0, "tolerance": 0}


@pytest.mark.parametrize("name", HAND_OPTIONS | STREET_OPTIONS)
def test_arguments_of_the_other_kind_are_refused(name):
    at_once = position_of_hand("pagat", HAND, 3, 1)
    for position in [at_once] if name in STREET_OPTIONS else [FIRST, FANTASYLAND]:
        with pytest.raises(errors.AnalysisError, match=f"^{name}: expected none, since .* placed at once, got ") as caught:
            cp.analyze(position, **{name: (HAND_OPTIONS | STREET_OPTIONS)[name]})
        assert caught.value.argument == name


@pytest.mark.parametrize(("options", "error", "message"), [
    ({"rules": "pagat"}, errors.AnalysisError, "rules: expected none, since a position has its own, got 'pagat'"),
    ({"opponents": 1}, errors.AnalysisError, "opponents: expected none, since a position"),
    ({"has_button": True}, errors.AnalysisError, "has_button: expected none, since a position"),
    ({"seed": -1}, errors.SeedError, "seed: .*"), ({"threads": -1}, errors.ArrayError, "threads"),
    ({"also": 5}, errors.AnalysisError, "also: expected a sequence of placements, got 5"),
    ({"also": "- / - / -"}, errors.AnalysisError, "also: expected a sequence of placements, got '- / - / -'"),
    ({"also": [5]}, errors.PlacementError, r"also\[0\]: "),
    ({"also": ["2d / - / -"]}, errors.PlacementError, r"also\[0\]: card 2d is not in the hand"),
    ({"among": []}, errors.AnalysisError, r"among: expected a sequence of one or more placements, got \[\]"),
    ({"among": 5}, errors.AnalysisError, "among: expected a sequence of one or more placements, got 5"),
    ({"among": ["2d / - / -"]}, errors.PlacementError, r"among\[0\]: card 2d"),
])  # fmt: skip
@pytest.mark.parametrize("position", [position_of_hand("pagat", HAND, 3, 1), FIRST], ids=["hand", "street"])
def test_bad_arguments(position, options, error, message):
    with pytest.raises(error, match=message):
        cp.analyze(position, **options)


OTHER_FIELD = cp.fields.Field("simple", ["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"])


def fails(position, rng):
    return 1 // 0


@pytest.mark.parametrize(("known", "options", "error", "message"), [
    (FIRST.place("Qs / Kc 7c / Ah 8h"), {}, errors.PlacementError, "expected a position with cards to place"),
    (FIRST, {"also": [BAD], "among": [BAD]}, errors.AnalysisError, "expected also or among, not both"),
    (FIRST, {"seconds": 10**400}, errors.AnalysisError, "seconds: expected a number above 0, up to 1e9, got 1000"),
    (FIRST, {"seconds": 0}, errors.AnalysisError, "seconds: expected a number above 0, up to 1e9, got 0"),
    (FIRST, {"seconds": float("nan")}, errors.AnalysisError, "seconds: expected a number above 0, up to 1e9, got nan"),
    (FIRST, {"rollouts": 0}, errors.AnalysisError, "rollouts: expected an int from 1"),
    (FIRST, {"seconds": 1, "rollouts": 1}, errors.AnalysisError, "expected seconds or rollouts, not both"),
    (FIRST, {"worths": "9"}, errors.RulesError, "worths: expected a number"),
    (FIRST, {"worths": {13: 6.0}}, errors.RulesError, "worths: expected a value for a next deal of 14 cards"),
    (FIRST, {"tolerance": -0.1}, errors.AnalysisError, "tolerance: expected a number from 0 to 1e6, got -0.1"),
    (FIRST, {"tolerance": "0"}, errors.AnalysisError, "tolerance: expected a number from 0 to 1e6, got '0'"),
    (FIRST, {"tolerance": float("nan")}, errors.AnalysisError, "tolerance: expected a number from 0 to 1e6, got nan"),
    (HAND, {"rules": None}, errors.RulesError, "expected the rules of the hand, got None"),
    (HAND, {"rules": "x"}, errors.RulesError, "x"), ("Ax", {}, errors.CardError, "Ax"),
    ("As", {}, errors.CardError, "^bad hand: expected 13 cards, got 1"),
    ("As", {"rules": "pineapple"}, errors.CardError, "^bad hand: expected 13 cards, or 5 of the first street, got 1"),
    (f"{HAND} 2d", {"rules": "pineapple"}, errors.CardError,
     "^bad hand: expected 13 cards, or 5 of the first street, got 14: best_fantasyland sets hands"),
    ("Ah Kc Qs 8h 7c", {"rules": "pineapple", "opponents": 3}, errors.AnalysisError,
     "opponents: expected an int from 1 to 2, got 3"),
    (HAND, {"opponents": 0}, errors.AnalysisError, "opponents: expected an int from 1 to 3, got 0"),
    (HAND, {"opponents": 4}, errors.AnalysisError, "opponents: expected an int from 1 to 3, got 4"),
    (HAND, {"deals": 1}, errors.AnalysisError, "deals: expected an int from 2"),
    (HAND, {"field": 5}, errors.FieldError, "bad field: expected a Field, got int"),
    (HAND, {"field": OTHER_FIELD}, errors.FieldError, "the field is for other rules: expected 'pagat', got 'simple'"),
    (HAND, {"field": OTHER_FIELD, "bot": "expert"}, errors.AnalysisError, r"^expected field or bot, got both$"),
    (HAND, {"bot": "swift"}, errors.BotError, r"there are no networks for the rules 'pagat'"),
    (HAND, {"bot": fails}, errors.BotError, r"bot 'fails' raised ZeroDivisionError"),
    (HAND, {"dead": "As"}, errors.CardError, "dead: card As is in the hand"),
    (HAND, {"dead": "Ad"}, errors.CardError, "dead: 3 opponents have all other cards: expected 1 or 2 opponents"),
    (HAND, {"dead": "Xs"}, errors.CardError, "Xs"),
    (HAND, {"known": ["As"]}, errors.CardError, r"known\[0\]: card As is in the hand"),
    (HAND, {"known": ["Ad", "Ad"]}, errors.CardError, r"known\[1\]: card Ad is dead or held by another player"),
    (HAND, {"known": ["Ad"] * 4}, errors.AnalysisError, "known: expected cards, or None, for each of up to 3 opponents"),
    (HAND, {"has_button": 1}, errors.TableError, "has_button: expected True or False, got 1"),
    (HAND, {"all": 1}, errors.AnalysisError, "all: expected True or False, got 1"),
])  # fmt: skip
def test_bad_positions_and_hands(known, options, error, message):
    with pytest.raises(error, match=message):
        cp.analyze(known, **options if isinstance(known, Position) else {"rules": "pagat"} | options)
