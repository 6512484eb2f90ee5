"""Analyses: against exhaustive truth, with honest errors, and what is refused."""

import csv
import io
import itertools
import json
import re
import sys
from dataclasses import replace

import numpy as np
import pytest
from known_boards import PAGAT_WITH_SURRENDER

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.studies import Estimate
from cpoker_fast.system.extras import install_command

HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
FOUL = "As Ks Qs / Js 9s 8d 8h 5c / 5h 3d 3h 2c 7h"
DRAGON = "2s 3h 4s 5c 6h 7s 8h 9c Td Jh Qh Kc Ac"


def candidates_of(hand, rules, extra=()):
    """Board and whether it declares; None for a surrender."""
    rules = cp.rules(rules)
    boards = [(board, False) for board in [*cp.undominated(hand, rules), *map(cp.Board.parse, extra)]]
    if cp.naturals(hand, [natural.pattern for natural in rules.naturals]):
        boards.append((boards[0][0], True))
    return boards + [(None, False)] * (rules.surrender is not None)


def of(analysis, board, declares):
    (found,) = [one for one in analysis.candidates if one.board == board and (bool(one.declare)) == declares]
    return found


@pytest.mark.parametrize("rules", ["pagat", "one-six", "hawaiian-gardens", "malayan", "face-up", "pool", "single-winner"])
@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_known_opponents_are_settled_exactly(rules, opponents):
    for hand, seed in ((HAND, 1), (DRAGON, 2)):
        theirs = cp.deal(opponents, 13, seed=seed, dead=hand)
        found = cp.analyze(hand, rules, opponents, known=theirs, boards=[FOUL] if hand == HAND else (), all=True)
        assert found.deals == 1
        settings = [cp.arrange(cards, rules, opponents=opponents, has_button=not i) for i, cards in enumerate(theirs)]
        boards = [setting.board for setting in settings]
        declared = [bool(setting.declare) for setting in settings]
        best = -1000
        for board, declares in candidates_of(hand, rules, [FOUL] if hand == HAND else []):
            settled = cp.settle([board, *boards], rules, button=1, declare=[declares, *declared])
            candidate = of(found, board, declares)
            assert candidate.points == (settled.points[0], 0.0)
            assert candidate.per_opponent == settled.points[0] / opponents
            assert candidate.scoops == sum(pair.scoop > 0 for pair in settled.pairs if pair.first == 0) / opponents
            best = max(best, settled.points[0])
        assert found.best.points.mean == best
        assert sum(candidate.best_chance for candidate in found.candidates) == pytest.approx(1)


def test_the_button():
    theirs = cp.deal(2, 13, seed=3, dead=HAND)
    found = cp.analyze(HAND, "face-up", 2, known=theirs, has_button=True)
    boards = [cp.arrange(cards, "face-up", opponents=2).board for cards in theirs]
    settled = cp.settle([found.best.board, *boards], "face-up", button=0)
    assert found.best.points.mean == settled.points[0]


@pytest.fixture(scope="module")
def small_game():
    """One opponent, and 15 cards left: 105 hands. What each candidate is paid on average, and the analysis."""
    left = cp.CardSet("Ac Kd Kh Qc Qd Td 9c 9h 6c 6d 6s 4c 4h 2d 7c")
    dead = cp.CardSet(range(52)) - cp.CardSet(HAND) - left
    points = {key: [] for key in candidates_of(HAND, "one-six", [FOUL])}
    for theirs in itertools.combinations(left, 13):
        setting = cp.arrange(theirs, "one-six", opponents=1)
        for board, declares in points:
            declare = [declares, bool(setting.declare)]
            points[board, declares].append(cp.settle([board, setting.board], "one-six", button=1, declare=declare).points[0])
    return dead, {key: np.array(values) for key, values in points.items()}


def test_against_exhaustive_truth(small_game):
    dead, truth = small_game
    runs = [cp.analyze(HAND, "one-six", 1, deals=3000, seed=seed, dead=dead, boards=[FOUL], all=True) for seed in (1, 2)]
    best = max(truth, key=lambda key: truth[key].mean())
    for found in runs:
        leader = (found.best.board, bool(found.best.declare))
        for key, points in truth.items():
            candidate = of(found, *key)
            assert abs(candidate.points.mean - points.mean()) <= 4.5 * candidate.points.standard_error + 1e-9
            assert candidate.points.standard_error == pytest.approx(points.std() / 3000**0.5, rel=0.1, abs=1e-9)
            behind = (truth[leader] - points).mean()
            assert abs(candidate.behind.mean - behind) <= 4.5 * candidate.behind.standard_error + 1e-9
            error = (truth[leader] - points).std() / 3000**0.5
            assert candidate.behind.standard_error == pytest.approx(error, rel=0.1, abs=1e-9)
        assert truth[leader].mean() == pytest.approx(truth[best].mean(), abs=0.05)
    for one in runs[0].candidates:
        other = of(runs[1], one.board, bool(one.declare))
        error = np.hypot(one.points.standard_error, other.points.standard_error)
        assert abs(one.points.mean - other.points.mean) <= 4.5 * error + 1e-9


def test_errors_are_honest():
    """Over many runs, results spread as much as their errors say."""
    runs = [cp.analyze(HAND, "one-six", deals=150, seed=[4, run], all=True) for run in range(80)]
    board = cp.undominated(HAND, "one-six")[0]
    points = [run.candidate(board).points for run in runs]
    means = np.array([estimate.mean for estimate in points])
    assert means.std(ddof=1) == pytest.approx(np.mean([estimate.standard_error for estimate in points]), rel=0.3)


def test_dropping_changes_nothing_about_the_others():
    for seed in range(3):
        (hand,) = cp.deal(1, 13, seed=seed)
        everything = cp.analyze(hand, "pagat", deals=600, seed=seed, all=True)
        found = cp.analyze(hand, "pagat", deals=600, seed=seed)
        assert all(candidate.deals == 600 for candidate in everything.candidates)
        assert found.best.board == everything.best.board
        assert {len(found.candidates), len(everything.candidates)} == {len(found.candidates)}
        kept = [candidate for candidate in found.candidates if candidate.deals == 600]
        assert len(kept) < len(found.candidates)
        for candidate in kept:
            other = of(everything, candidate.board, bool(candidate.declare))
            assert candidate.points == other.points
            assert candidate.behind == other.behind
            assert candidate.won == other.won
        for candidate in found.candidates[len(kept) :]:
            assert candidate.best_chance == 0
            assert of(everything, candidate.board, bool(candidate.declare)).points.mean < found.best.points.mean


def test_fewer_opponents_make_more_tables_of_a_deal():
    three, two, one = (cp.analyze(HAND, "pagat", opponents, deals=400, seed=5, all=True) for opponents in (3, 2, 1))
    for candidate in three.candidates:
        for other in (two, one):
            same = of(other, candidate.board, bool(candidate.declare))
            assert same.per_opponent == pytest.approx(candidate.per_opponent)  # of pairings, what the others do is no matter
            assert same.won == pytest.approx(candidate.won)
            assert same.scooped == pytest.approx(candidate.scooped)


def test_many_candidates():
    """Some hands have thousands: all of them are compared if that is wanted."""
    hand = max(
        (hands[0] for hands in (cp.deal(1, 13, seed=seed) for seed in range(60))), key=lambda h: len(cp.undominated(h))
    )
    assert len(cp.undominated(hand)) > 300
    found = cp.analyze(hand, "pagat", deals=70, seed=1, all=True)
    assert len(found.candidates) > 300
    assert sum(candidate.best_chance for candidate in found.candidates) == pytest.approx(1)


def test_rates_add_up():
    found = cp.analyze(HAND, "russian", deals=200, seed=6)
    for candidate in found.candidates:
        for rates in zip(candidate.won, candidate.tied, candidate.lost, strict=True):
            assert sum(rates) == pytest.approx(1)
    best = found.best
    assert best.behind == (0.0, 0.0)
    assert sum(candidate.best_chance for candidate in found.candidates) == pytest.approx(1)
    assert max(found.candidates, key=lambda candidate: candidate.best_chance).points.mean > best.points.mean - 0.2


def test_the_same_seed_is_the_same_analysis(kernel):
    one, other = (cp.analyze(HAND, "pagat", deals=300, seed=7, threads=threads) for threads in (1, 2))
    assert one == other
    assert one != cp.analyze(HAND, "pagat", deals=300, seed=8)


def test_known_cards_and_dead_cards():
    royal = "Ad Kd Qd Jd Td"
    found = cp.analyze(HAND, "simple", 2, deals=300, seed=9, known=[royal], dead="Ac Ah")
    free = cp.analyze(HAND, "simple", 2, deals=300, seed=9)
    assert found.candidate(found.best.board).won[2] < free.best.won[2]


def test_a_field_of_your_own():
    field = cp.Field("simple", ["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"])
    assert cp.analyze(HAND, "simple", deals=50, seed=1, field=field) != cp.analyze(HAND, "simple", deals=50, seed=1)
    with pytest.raises(errors.FieldError, match="the field is for other rules: expected 'pagat', got 'simple'"):
        cp.analyze(HAND, "pagat", field=field)


def test_no_legal_board():
    hand = "2c 2d 2h 2s 9c 9d 9h 9s Kc Kd Kh Ks As"
    with pytest.raises(cp.BoardError, match="no board of this hand is legal"):
        cp.analyze(hand, "deuce-to-seven")
    found = cp.analyze(hand, "deuce-to-seven", boards=["2c 2d 2h / 9c 9d 9h 9s 2s / Kc Kd Kh Ks As"], deals=50)
    assert found.best.is_foul
    assert found.best.best_chance == 1


# ---- what comes out ----


@pytest.fixture(scope="module")
def found():
    return cp.analyze(DRAGON, PAGAT_WITH_SURRENDER, deals=200, seed=1)


def test_names_and_text(found):
    assert found.best.name == "declare dragon"
    assert found.candidate(None).name == "surrender"
    text = str(found)
    assert text.startswith(f"{cp.CardSet(DRAGON)}: pagat, changed, 3 opponents, 200 deals\n")
    assert text.splitlines()[2].startswith("declare dragon")
    assert text.splitlines()[-1] == f"and {len(found.candidates) - 10} more; * dropped after fewer deals"
    foul = cp.analyze(HAND, "simple", deals=50, boards=[FOUL], all=True)
    assert f"{cp.Board.parse(FOUL)} (a foul)" in {candidate.cells()[0] for candidate in foul.candidates}
    with pytest.raises(
        errors.AnalysisError, match=f"{cp.Board.parse(FOUL)} is not a candidate: pass more boards as boards="
    ):
        found.candidate(FOUL)


def test_rich(found):
    console = pytest.importorskip("rich.console").Console(width=200, record=True, file=io.StringIO())
    console.print(found)
    assert "declare dragon" in console.export_text()


def test_plain_values(found):
    plain = json.loads(json.dumps(found.to_dict()))
    assert plain["candidates"][0]["declare"] == "dragon"
    assert plain["candidates"][0]["points"] == found.best.points.mean
    assert len(plain["candidates"]) == len(found.candidates)


def test_arrays(found):
    arrays = found.to_arrays()
    n = len(found.candidates)
    assert all(len(values) == n for values in arrays.values())
    assert arrays["boards"].dtype == np.uint8
    assert arrays["boards"][0].tolist() == found.best.board.cards()
    assert arrays["won"].shape == (n, 3)
    surrender = [candidate.board for candidate in found.candidates].index(None)
    assert (arrays["boards"][surrender] == 255).all()
    assert arrays["points"].tolist() == [candidate.points.mean for candidate in found.candidates]


def test_points_and_gaps_agree():
    """Also those of boards that were dropped early: points are those of the best less the gap."""
    found = cp.analyze(HAND, "pagat", deals=600, seed=1)
    best = found.best.points.mean
    assert any(one.deals < 600 for one in found.candidates)
    for one in found.candidates:
        assert best - one.points.mean == pytest.approx(one.behind.mean)
        assert one.per_opponent == one.points.mean / 3
    everything = cp.analyze(HAND, "pagat", deals=600, seed=1, all=True)
    for one in found.candidates:
        other = of(everything, one.board, bool(one.declare))
        assert abs(one.points.mean - other.points.mean) <= 4.5 * max(one.points.standard_error, other.points.standard_error)


def test_narrow_terminals_leave_the_gap_with_its_margin(found):
    shows_points = []
    for width in range(64, 82):
        console = pytest.importorskip("rich.console").Console(width=width, file=io.StringIO())
        console.print(found)
        head = next(line for line in console.file.getvalue().splitlines() if "  +- 95%" in line)
        assert "  behind  +- 95%" in head
        shows_points.append("points  +- 95%" in head)
    assert shows_points == sorted(shows_points)
    assert set(shows_points) == {False, True}


def test_texts_show_95_percent_intervals(found):
    columns, rows = found.table()
    assert columns[:5] == ["", "points", "+- 95%", "behind", "+- 95%"]
    for candidate, row in zip(found.candidates, rows, strict=False):
        for estimate, cell in ((candidate.points, row[2]), (candidate.behind, row[4])):
            low, high = estimate.interval()
            assert float(cell) == pytest.approx((high - low) / 2, abs=0.0005)


def test_csv(found, tmp_path):
    text = found.to_csv(tmp_path / "hand.csv")
    assert (tmp_path / "hand.csv").read_text() == text == found.to_csv()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == len(found.candidates)
    for candidate, row in zip(found.candidates, rows, strict=True):
        assert row["board"] == ("" if candidate.board is None else str(candidate.board))
        assert row["declare"] == (str(candidate.declare) if candidate.declare else "")
        for name, estimate in (("", candidate.points), ("behind_", candidate.behind)):
            assert float(row[f"{name or 'points_'}"[:-1]]) == estimate.mean
            assert float(row[f"{name}standard_error"]) == estimate.standard_error
            ends = float(row[f"{name}confidence_95.low"]), float(row[f"{name}confidence_95.high"])
            assert ends == estimate.interval()
        assert float(row["rows.back.won"]) == candidate.won[2]
    for path in (tmp_path / "none" / "hand.csv", tmp_path / "hand.csv" / "hand.csv", tmp_path):
        with pytest.raises(errors.FileError, match=rf"^{re.escape(str(path))}: \w") as caught:
            found.to_csv(path)
        assert isinstance(caught.value, cp.CpokerError)
    assert [path.name for path in tmp_path.iterdir()] == ["hand.csv"]


# ---- charts ----


@pytest.fixture
def plt():
    pytest.importorskip("matplotlib").use("agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


def dots_of(axes):
    """Of each dot: its line, where it is, and the ends of its interval."""
    (bars,) = axes.containers
    dots, _, (lines,) = bars.lines
    ends = [tuple(segment[:, 0]) for segment in lines.get_segments()]
    return [(y, x, *both) for x, y, both in zip(*dots.get_data(), ends, strict=True)]


def analysis_of(*behind):
    """An analysis whose candidates are so far behind the best, each with its standard error."""
    (one, *_) = cp.analyze(HAND, "pagat", deals=50, seed=1).candidates
    candidates = tuple(replace(one, behind=Estimate(mean, error)) for mean, error in behind)
    return cp.Analysis(hand=cp.CardSet(HAND), rules=cp.rules("pagat"), opponents=3, deals=50, candidates=candidates)


def test_a_chart_shows_how_far_candidates_are_behind(plt):
    found = cp.analyze(HAND, "pagat", deals=200, seed=1, all=True)
    figure = found.plot()
    (axes,) = figure.axes
    assert axes.get_xlabel() == "points behind the best, 95 % interval"
    expected = [(y, one.behind.mean, *one.behind.interval()) for y, one in enumerate(found.candidates)]
    assert dots_of(axes) == pytest.approx(np.array(expected))
    assert axes.yaxis_inverted()
    assert [name.get_text() for name in axes.get_yticklabels()] == [one.name for one in found.candidates]
    assert any(set(line.get_xdata()) == {0} for line in axes.lines)
    assert not axes.texts


def test_hopeless_boards_are_numbers_at_the_edge(plt):
    (axes,) = analysis_of((0, 0), (0.02, 0.02), (0.1, 0.01), (0.8, 0.1), (9.5, 0.1), (20, 0)).plot().axes
    assert [dot[0] for dot in dots_of(axes)] == [0, 1, 2]
    assert axes.get_xlim()[1] < 0.2
    assert [text.get_text() for text in axes.texts] == ["0.80 ± 0.20", "9.50 ± 0.20", "20.00 ± 0.00"]
    assert [text.xy for text in axes.texts] == [(1, 3), (1, 4), (1, 5)]


@pytest.mark.parametrize(
    ("behind", "drawn"),
    [
        ([(0, 0)], 1),
        ([(0, 0)] * 3, 3),
        ([(0, 0), (3, 0), (4, 0)], 3),  # exact results
        ([(0, 0), (0.1, 0.001), (0.2, 0.001), (8, 0.1)], 3),  # the best is certain
        ([(0, 0), (8, 0.1)], 2),
    ],
)
def test_what_is_not_hopeless(plt, behind, drawn):
    (axes,) = analysis_of(*behind).plot().axes
    assert len(dots_of(axes)) == drawn
    assert len(axes.texts) == len(behind) - drawn


def test_charts_of_many_candidates(plt, found):
    n = len(found.candidates)
    for limit, title in ((5, f"the best 5 of {n} candidates"), (n, "pagat, changed, 3 opponents, 200 deals")):
        (axes,) = found.plot(limit).axes
        assert len(axes.get_yticks()) == limit
        assert axes.get_title("left").splitlines()[-1] == title
    assert len(found.plot().axes[0].get_yticks()) == 10
    for limit in (0, 1.5, "5", 10**6):
        with pytest.raises(errors.AnalysisError, match="limit: expected an int from 1 to 1000, got"):
            found.plot(limit)


def test_charts_on_axes_of_ones_own(plt, found):
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 4), layout="constrained")
    before = dict(plt.rcParams)
    assert found.plot(ax=right) is figure
    assert right.get_xlabel()
    assert not left.get_xlabel()
    assert plt.get_fignums() == [figure.number]
    figure.canvas.draw()
    inside = right.get_window_extent()
    assert inside.width > 300  # names take nothing from it
    assert all(
        inside.contains(*corner) for name in right.get_yticklabels() for corner in name.get_window_extent().get_points()
    )
    assert dict(plt.rcParams) == before
    with pytest.raises(errors.AnalysisError, match="ax: expected an Axes of Matplotlib, got 5"):
        found.plot(ax=5)
    half = plt.figure().subfigures(1, 2)[1]
    assert found.plot(ax=half.subplots()) is half.figure


def test_charts_are_shown_by_pyplot(plt, found, monkeypatch):
    figure = found.plot()
    assert plt.gcf() is figure
    figure._repr_mimebundle_(include=None, exclude=None)
    assert plt.get_fignums() == [figure.number]
    monkeypatch.setattr("matplotlib.get_backend", lambda: "inline")  # of notebooks, which show what is open after a cell
    assert figure._repr_mimebundle_(include=None, exclude=None) == {}
    assert plt.get_fignums() == []


def test_no_chart_without_matplotlib(found, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.axes", None)
    with pytest.raises(cp.CpokerError, match=re.escape(f"a chart needs one more library: run `{install_command('plot')}`")):
        found.plot()


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"hand": "As"}, cp.CardError, "bad hand: expected 13 cards, got 1"),
        ({"rules": "x"}, cp.RulesError, "x"),
        ({"opponents": 0}, errors.AnalysisError, "opponents: expected an int from 1 to 3, got 0"),
        ({"opponents": 4}, errors.AnalysisError, "opponents: expected an int from 1 to 3, got 4"),
        ({"deals": 1}, errors.AnalysisError, "deals: expected an int from 2"),
        ({"seed": -1}, errors.SeedError, "bad seed -1"),
        ({"field": 5}, errors.FieldError, "bad field: expected a Field, got int"),
        ({"boards": 5}, cp.BoardError, "boards: expected a sequence of boards, got 5"),
        ({"boards": [5]}, cp.BoardError, "board 1: expected a Board or text, got 5"),
        ({"boards": ["As"]}, cp.BoardError, "board 1: bad board 'As'"),
        ({"boards": [cp.Board.parse("Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s")]}, cp.BoardError, "expected the cards of"),
        ({"dead": "As"}, cp.CardError, "card As is both in the hand and among the dead cards"),
        ({"dead": "Xs"}, cp.CardError, "Xs"),
        ({"dead": cp.CardSet(range(52)) - cp.CardSet(HAND)}, cp.CardError, "39 cards are to be dealt"),
        ({"known": ["As"]}, cp.CardError, r"known\[0\]: card As is in the hand"),
        ({"known": ["Ad", "Ad"]}, cp.CardError, r"known\[1\]: card Ad is dead or held by another player"),
        ({"known": ["Ad"] * 4}, errors.AnalysisError, "known: expected cards, or None, for each of up to 3 opponents"),
        ({"has_button": 1}, errors.TableError, "has_button: expected True or False, got 1"),
        ({"all": 1}, errors.AnalysisError, "all: expected True or False, got 1"),
        ({"threads": -1}, errors.ArrayError, "threads"),
    ],
)
def test_what_is_refused(change, error, message):
    with pytest.raises(error, match=message):
        cp.analyze(**{"hand": HAND, "rules": "pagat"} | change)


def test_candidates_that_were_dropped_have_a_star():
    found = cp.analyze("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h", "american", 1, deals=400, seed=1)
    assert found.candidates[0].deals == 400
    rows = dict(zip((row[0] for row in found.table()[1]), found.candidates, strict=False))
    assert any(one.deals < 400 for one in rows.values())
    for label, one in rows.items():
        assert label == one.label + (" *" if one.deals < 400 else "")
    assert str(found).endswith("* dropped after fewer deals")
    every = cp.analyze("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h", "american", 1, deals=40, seed=1, all=True)
    assert "*" not in str(every)


def test_a_candidate_is_in_the_table_once():
    found = cp.analyze("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h", "american", 1, deals=400, seed=1)
    dropped = next(one for one in found.candidates[:10] if one.deals < 400)
    assert found.table(dropped) == found.table()
    if len(found.candidates) > 10:
        *best, last = found.table(found.candidates[-1])[1]
        assert best == found.table()[1]
        assert last[0].startswith(found.candidates[-1].label)
