"""Analyses: exhaustive comparisons, correct errors, and refused arguments."""

import csv
import io
import itertools
import json
import re
import sys
from dataclasses import replace

import numpy as np
import pytest
from drawn_charts import dots_of
from known_boards import PAGAT_WITH_SURRENDER

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.game.positions import Positions
from cpoker_fast.studies import Estimate
from cpoker_fast.system.extras import install_command

HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
FOUL = "As Ks Qs / Js 9s 8d 8h 5c / 5h 3d 3h 2c 7h"
DRAGON = "2s 3h 4s 5c 6h 7s 8h 9c Td Jh Qh Kc Ac"


def candidates_of(hand, rules, extra=()):
    """Return each board and whether it declares; None for a surrender."""
    rules = cp.rules(rules)
    boards = [(board, False) for board in [*cp.undominated(hand, rules), *map(cp.Board.parse, extra)]]
    if cp.naturals(hand, [natural.pattern for natural in rules.naturals]):
        boards.append((boards[0][0], True))
    return boards + [(None, False)] * (rules.surrender is not None)


def candidate_of(analysis, board, declares):
    (match,) = [item for item in analysis.candidates if item.board == board and (bool(item.declare)) == declares]
    return match


@pytest.mark.parametrize("rules", ["pagat", "one-six", "hawaiian-gardens", "malayan", "face-up", "pool", "single-winner"])
@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_known_opponents_are_settled_exactly(rules, opponents):
    for hand, seed in ((HAND, 1), (DRAGON, 2)):
        theirs = cp.deal(opponents, 13, seed=seed, dead=hand)
        analysis = cp.analyze(hand, rules, opponents, known=theirs, boards=[FOUL] if hand == HAND else (), all=True)
        assert analysis.deals == 1
        settings = [cp.arrange(cards, rules, opponents=opponents, has_button=not i) for i, cards in enumerate(theirs)]
        boards = [setting.board for setting in settings]
        declared = [bool(setting.declare) for setting in settings]
        best = -1000
        for board, declares in candidates_of(hand, rules, [FOUL] if hand == HAND else []):
            settled = cp.settle([board, *boards], rules, button=1, declare=[declares, *declared])
            candidate = candidate_of(analysis, board, declares)
            assert candidate.points == (settled.points[0], 0.0)
            assert candidate.per_opponent == settled.points[0] / opponents
            assert candidate.scoops == sum(pair.scoop > 0 for pair in settled.pairs if pair.first == 0) / opponents
            best = max(best, settled.points[0])
        assert analysis.best.points.mean == best
        assert sum(candidate.best_chance for candidate in analysis.candidates) == pytest.approx(1)


class Sorted:
    """Sets the cards as they are in the hand, which starts with the highest; surrenders with the button."""

    def __init__(self):
        self.seats = set()

    def place(self, position, rng):
        hand, seat = position.hand, (position.seat - position.button) % position.seats
        self.seats.add(seat)
        cards = [*hand]
        return cp.Decision(None) if seat == 0 else cp.Board(cards[10:], cards[5:10], cards[:5])


@pytest.mark.parametrize("has_button", [False, True])
def test_a_bot_sets_the_hands_of_opponents(has_button):
    rules = replace(PAGAT_WITH_SURRENDER, row_ties="button")
    theirs, bot = cp.deal(2, 13, seed=5, dead=HAND), Sorted()
    analysis = cp.analyze(HAND, rules, 2, known=theirs, bot=bot, has_button=has_button)
    assert bot.seats == ({1} if has_button else {0, 1})
    seats = (1, 1) if has_button else (0, 1)
    positions = [Positions.of_hands([hand], rules, seat=seat, button=0)[0] for hand, seat in zip(theirs, seats, strict=True)]
    boards = [Sorted().place(position, None) for position in positions]
    boards = [board.board if isinstance(board, cp.Decision) else board for board in boards]
    for candidate in analysis.candidates:
        declare = [bool(candidate.declare), False, False]
        settled = cp.settle([candidate.board, *boards], rules, button=0 if has_button else 1, declare=declare)
        assert candidate.points == (settled.points[0], 0.0)
    assert (analysis.field, analysis.bot) == (None, "Sorted")
    assert analysis.title.endswith("2 opponents, 1 deal, bot Sorted")
    assert (analysis.to_dict()["field"], analysis.to_dict()["bot"]) == (None, "Sorted")


def test_the_expert_plays_the_best_response_to_the_equilibrium():
    expected = cp.analyze(HAND, "pagat", deals=100, seed=1)
    analysis = cp.analyze(HAND, "pagat", deals=100, seed=1, bot="expert")
    assert analysis.candidates == expected.candidates
    assert (expected.bot, expected.to_dict()["bot"]) == ("", None)
    again = [cp.analyze(HAND, "pineapple", deals=50, seed=2, bot="random").candidates for _ in range(2)]
    assert again[0] == again[1]


def test_bots_of_analyses_are_refused():
    with pytest.raises(errors.AnalysisError, match=r"^expected field or bot, got both$"):
        cp.analyze(HAND, "pagat", field=cp.Field.equilibrium("pagat"), bot="expert")
    with pytest.raises(errors.BotError, match=r"there are no networks for the rules 'pagat'"):
        cp.analyze(HAND, "pagat", bot="swift")
    with pytest.raises(errors.BotError, match=r"bot 'fails' raised ZeroDivisionError"):
        cp.analyze(HAND, "pagat", bot=fails)


def fails(position, rng):
    return 1 // 0


def test_the_button():
    theirs = cp.deal(2, 13, seed=3, dead=HAND)
    analysis = cp.analyze(HAND, "face-up", 2, known=theirs, has_button=True)
    boards = [cp.arrange(cards, "face-up", opponents=2).board for cards in theirs]
    settled = cp.settle([analysis.best.board, *boards], "face-up", button=0)
    assert analysis.best.points.mean == settled.points[0]


@pytest.fixture(scope="module")
def small_game():
    """Return dead cards that leave 15 for one opponent, and each candidate's points against these 105 hands."""
    live = cp.CardSet("Ac Kd Kh Qc Qd Td 9c 9h 6c 6d 6s 4c 4h 2d 7c")
    dead = cp.CardSet(range(52)) - cp.CardSet(HAND) - live
    points = {key: [] for key in candidates_of(HAND, "one-six", [FOUL])}
    for theirs in itertools.combinations(live, 13):
        setting = cp.arrange(theirs, "one-six", opponents=1)
        for board, declares in points:
            declare = [declares, bool(setting.declare)]
            points[board, declares].append(cp.settle([board, setting.board], "one-six", button=1, declare=declare).points[0])
    return dead, {key: np.array(values) for key, values in points.items()}


def test_against_exhaustive_truth(small_game):
    dead, truth = small_game
    runs = [cp.analyze(HAND, "one-six", 1, deals=3000, seed=seed, dead=dead, boards=[FOUL], all=True) for seed in (1, 2)]
    best = max(truth, key=lambda key: truth[key].mean())
    for analysis in runs:
        leader = (analysis.best.board, bool(analysis.best.declare))
        for key, points in truth.items():
            candidate = candidate_of(analysis, *key)
            assert abs(candidate.points.mean - points.mean()) <= 4.5 * candidate.points.standard_error + 1e-9
            assert candidate.points.standard_error == pytest.approx(points.std() / 3000**0.5, rel=0.1, abs=1e-9)
            behind = (truth[leader] - points).mean()
            assert abs(candidate.behind.mean - behind) <= 4.5 * candidate.behind.standard_error + 1e-9
            error = (truth[leader] - points).std() / 3000**0.5
            assert candidate.behind.standard_error == pytest.approx(error, rel=0.1, abs=1e-9)
        assert truth[leader].mean() == pytest.approx(truth[best].mean(), abs=0.05)
    for candidate in runs[0].candidates:
        other = candidate_of(runs[1], candidate.board, bool(candidate.declare))
        error = np.hypot(candidate.points.standard_error, other.points.standard_error)
        assert abs(candidate.points.mean - other.points.mean) <= 4.5 * error + 1e-9


def test_errors_are_honest():
    """Over many runs, results spread as much as their standard errors say."""
    runs = [cp.analyze(HAND, "one-six", deals=150, seed=[4, run], all=True) for run in range(80)]
    board = cp.undominated(HAND, "one-six")[0]
    points = [run.candidate(board).points for run in runs]
    means = np.array([estimate.mean for estimate in points])
    assert means.std(ddof=1) == pytest.approx(np.mean([estimate.standard_error for estimate in points]), rel=0.3)


def test_eliminations_do_not_change_the_other_candidates():
    for seed in range(3):
        (hand,) = cp.deal(1, 13, seed=seed)
        everything = cp.analyze(hand, "pagat", deals=600, seed=seed, all=True)
        analysis = cp.analyze(hand, "pagat", deals=600, seed=seed)
        assert all(candidate.deals == 600 for candidate in everything.candidates)
        assert analysis.best.board == everything.best.board
        assert {len(analysis.candidates), len(everything.candidates)} == {len(analysis.candidates)}
        remaining = [candidate for candidate in analysis.candidates if candidate.deals == 600]
        assert len(remaining) < len(analysis.candidates)
        for candidate in remaining:
            other = candidate_of(everything, candidate.board, bool(candidate.declare))
            assert candidate.points == other.points
            assert candidate.behind == other.behind
            assert candidate.won == other.won
        for candidate in analysis.candidates[len(remaining) :]:
            assert candidate.best_chance == 0
            assert candidate_of(everything, candidate.board, bool(candidate.declare)).points.mean < analysis.best.points.mean


def test_fewer_opponents_make_more_tables_of_a_deal():
    three, two, heads_up = (cp.analyze(HAND, "pagat", opponents, deals=400, seed=5, all=True) for opponents in (3, 2, 1))
    for candidate in three.candidates:
        for other in (two, heads_up):
            same = candidate_of(other, candidate.board, bool(candidate.declare))
            assert same.per_opponent == pytest.approx(candidate.per_opponent)  # a pairing does not depend on other players
            assert same.won == pytest.approx(candidate.won)
            assert same.scooped == pytest.approx(candidate.scooped)


def test_many_candidates():
    """Some hands have thousands of candidates, and `all` compares all of them."""
    hand = max(
        (hands[0] for hands in (cp.deal(1, 13, seed=seed) for seed in range(60))), key=lambda h: len(cp.undominated(h))
    )
    assert len(cp.undominated(hand)) > 300
    analysis = cp.analyze(hand, "pagat", deals=70, seed=1, all=True)
    assert len(analysis.candidates) > 300
    assert sum(candidate.best_chance for candidate in analysis.candidates) == pytest.approx(1)


def test_rates_add_up():
    analysis = cp.analyze(HAND, "russian", deals=200, seed=6)
    for candidate in analysis.candidates:
        for rates in zip(candidate.won, candidate.tied, candidate.lost, strict=True):
            assert sum(rates) == pytest.approx(1)
    best = analysis.best
    assert best.behind == (0.0, 0.0)
    assert sum(candidate.best_chance for candidate in analysis.candidates) == pytest.approx(1)
    assert max(analysis.candidates, key=lambda candidate: candidate.best_chance).points.mean > best.points.mean - 0.2


def test_the_same_seed_is_the_same_analysis(kernel):
    single, threaded = (cp.analyze(HAND, "pagat", deals=300, seed=7, threads=threads) for threads in (1, 2))
    assert single == threaded
    assert single != cp.analyze(HAND, "pagat", deals=300, seed=8)


def test_known_cards_and_dead_cards():
    royal = "Ad Kd Qd Jd Td"
    analysis = cp.analyze(HAND, "simple", 2, deals=300, seed=9, known=[royal], dead="Ac Ah")
    free = cp.analyze(HAND, "simple", 2, deals=300, seed=9)
    assert analysis.candidate(analysis.best.board).won[2] < free.best.won[2]


def test_a_custom_field():
    field = cp.Field("simple", ["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"])
    assert cp.analyze(HAND, "simple", deals=50, seed=1, field=field) != cp.analyze(HAND, "simple", deals=50, seed=1)
    with pytest.raises(errors.FieldError, match="the field is for other rules: expected 'pagat', got 'simple'"):
        cp.analyze(HAND, "pagat", field=field)


def test_results_name_the_field(tmp_path):
    board = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"
    table = cp.cardroom.Table("simple", ledger=tmp_path / "evening.jsonl")
    for name in ("Ann", "Bo"):
        table.sit(name, 100)
    table.settle({"Ann": board, "Bo": "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h"})
    of_friends = cp.Field.from_ledger(tmp_path / "evening.jsonl")
    for field, title, boards, made_by in (
        (None, "simple, 3 opponents, 50 deals", 4096, "Field.equilibrium('simple', size=4096"),
        (cp.Field("simple", [board]), "simple, 3 opponents, 50 deals, field of 1 board", 1, ""),
        (of_friends, "simple, 3 opponents, 50 deals, field of 2 boards", 2, "Field.from_ledger("),
    ):
        analysis = cp.analyze(HAND, "simple", deals=50, seed=1, field=field)
        assert analysis.title == f"{cp.CardSet(HAND)}: {title}"
        assert str(analysis).splitlines()[0] == analysis.title
        assert title in analysis._repr_html_()
        plain = analysis.to_dict()["field"]
        assert plain["boards"] == len(analysis.field) == boards
        assert plain["made_by"].startswith(made_by)
        assert field is None or analysis.field == field


def test_the_table_says_which_points_are_from_each_opponent():
    analysis = cp.analyze(HAND, "pagat", 3, deals=100, seed=1)
    columns, rows = analysis.table()
    best = analysis.best
    assert float(rows[0][columns.index("royalties each")]) == pytest.approx(
        best.royalties_won - best.royalties_paid, abs=0.0051
    )
    assert float(rows[0][columns.index("points")]) == pytest.approx(3 * best.per_opponent, abs=0.00051)


def test_no_legal_board():
    hand = "2c 2d 2h 2s 9c 9d 9h 9s Kc Kd Kh Ks As"
    with pytest.raises(cp.BoardError, match="no board of this hand is legal"):
        cp.analyze(hand, "deuce-to-seven")
    analysis = cp.analyze(hand, "deuce-to-seven", boards=["2c 2d 2h / 9c 9d 9h 9s 2s / Kc Kd Kh Ks As"], deals=50)
    assert analysis.best.is_foul
    assert analysis.best.best_chance == 1


# ---- what comes out ----


@pytest.fixture(scope="module")
def analysis():
    return cp.analyze(DRAGON, PAGAT_WITH_SURRENDER, deals=200, seed=1)


def test_names_and_text(analysis):
    assert analysis.best.name == "declare dragon"
    assert analysis.candidate(None).name == "surrender"
    text = str(analysis)
    assert text.startswith(f"{cp.CardSet(DRAGON)}: pagat, changed, 3 opponents, 200 deals\n")
    assert text.splitlines()[2].startswith("declare dragon")
    assert text.splitlines()[-1] == f"and {len(analysis.candidates) - 10} more; * dropped after fewer deals"
    foul = cp.analyze(HAND, "simple", deals=50, boards=[FOUL], all=True)
    assert f"{cp.Board.parse(FOUL)} (a foul)" in {candidate.cells()[0] for candidate in foul.candidates}
    with pytest.raises(
        errors.AnalysisError, match=f"{cp.Board.parse(FOUL)} is not a candidate: pass more boards as boards="
    ):
        analysis.candidate(FOUL)


def test_added_boards_are_in_every_table():
    """A board that the caller adds is shown also if it is not among the best ten."""
    analysis = cp.analyze(HAND, "pagat", deals=50, seed=1, boards=[FOUL])
    foul = cp.Board.parse(FOUL)
    assert analysis.added == (foul,)
    assert analysis.candidates[-1].board == foul
    for limit in (1, 3):
        _, rows = analysis.table(limit=limit)
        assert [row[0].removesuffix(" *") for row in rows] == [
            *(candidate.label for candidate in analysis.candidates[:limit]), f"{foul} (a foul)",
        ]  # fmt: skip
        assert analysis.note_below(limit).startswith(f"and {len(analysis.candidates) - limit - 1} more")
    assert str(foul) in str(analysis)
    everything = len(analysis.candidates)
    assert "more" not in analysis.note_below(everything)
    assert len(analysis.table(limit=everything)[1]) == everything
    best = cp.analyze(HAND, "pagat", deals=50, seed=1, boards=[analysis.best.board])
    assert [row[0] for row in best.table(limit=2)[1]] == [candidate.label for candidate in best.candidates[:2]]
    for limit in (0, 1001, True, "3"):
        with pytest.raises(errors.AnalysisError, match="limit: expected an int from 1 to 1000"):
            analysis.table(limit=limit)
        with pytest.raises(errors.AnalysisError, match="limit: expected an int from 1 to 1000"):
            analysis.note_below(limit)


def test_no_number_is_a_negative_zero(analysis):
    """Boards with equal points may differ by rounding errors, which are below zero for the best board."""
    best = analysis.best
    for tiny in (-0.0, -1e-17, -0.0004):
        tied = replace(best, points=Estimate(tiny, 0.0), behind=Estimate(tiny, 0.0), royalties_won=0.0, royalties_paid=-tiny)
        _, points, _, behind, *_, royalties, _ = tied.cells()
        assert (points, behind, royalties) == ("+0.000", "0.000", "+0.00")
    assert replace(best, behind=Estimate(-0.0006, 0.0)).cells()[3] == "-0.001"


def test_rich(analysis):
    console = pytest.importorskip("rich.console").Console(width=200, record=True, file=io.StringIO())
    console.print(analysis)
    assert "declare dragon" in console.export_text()


def test_plain_values(analysis):
    plain = json.loads(json.dumps(analysis.to_dict()))
    assert plain["candidates"][0]["declare"] == "dragon"
    assert plain["candidates"][0]["points"] == analysis.best.points.mean
    assert len(plain["candidates"]) == len(analysis.candidates)


def test_arrays(analysis):
    arrays = analysis.to_arrays()
    n = len(analysis.candidates)
    assert all(len(values) == n for values in arrays.values())
    assert arrays["boards"].dtype == np.uint8
    assert arrays["boards"][0].tolist() == analysis.best.board.cards()
    assert arrays["won"].shape == (n, 3)
    surrender = [candidate.board for candidate in analysis.candidates].index(None)
    assert (arrays["boards"][surrender] == 255).all()
    assert arrays["points"].tolist() == [candidate.points.mean for candidate in analysis.candidates]


def test_dropped_candidates_come_last_in_the_order_of_their_points():
    candidates = cp.analyze(HAND, "pagat", deals=20_000, seed=5).candidates
    order = [(candidate.deals < 20_000, -candidate.points.mean) for candidate in candidates]
    assert order == sorted(order)
    assert len({candidate.deals for candidate in candidates}) > 2


def test_points_and_gaps_agree():
    """Points equal those of the best board minus the gap, also for boards that were eliminated early."""
    analysis = cp.analyze(HAND, "pagat", deals=600, seed=1)
    best = analysis.best.points.mean
    assert any(candidate.deals < 600 for candidate in analysis.candidates)
    for candidate in analysis.candidates:
        assert best - candidate.points.mean == pytest.approx(candidate.behind.mean)
        assert candidate.per_opponent == candidate.points.mean / 3
    everything = cp.analyze(HAND, "pagat", deals=600, seed=1, all=True)
    for candidate in analysis.candidates:
        points = candidate.points
        other = candidate_of(everything, candidate.board, bool(candidate.declare)).points
        assert abs(points.mean - other.mean) <= 4.5 * max(points.standard_error, other.standard_error)


def test_narrow_terminals_leave_the_gap_with_its_margin(analysis):
    shows_points = []
    for width in range(64, 82):
        console = pytest.importorskip("rich.console").Console(width=width, file=io.StringIO())
        console.print(analysis)
        head = next(line for line in console.file.getvalue().splitlines() if "  +- 95%" in line)
        assert "  behind  +- 95%" in head
        shows_points.append("points  +- 95%" in head)
    assert shows_points == sorted(shows_points)
    assert set(shows_points) == {False, True}


def test_texts_show_95_percent_intervals(analysis):
    columns, rows = analysis.table()
    assert columns[:5] == ["", "points", "+- 95%", "behind", "+- 95%"]
    for candidate, row in zip(analysis.candidates, rows, strict=False):
        for estimate, cell in ((candidate.points, row[2]), (candidate.behind, row[4])):
            low, high = estimate.interval()
            assert float(cell) == pytest.approx((high - low) / 2, abs=0.0005)


def test_csv(analysis, tmp_path):
    text = analysis.to_csv(tmp_path / "hand.csv")
    assert (tmp_path / "hand.csv").read_text() == text == analysis.to_csv()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == len(analysis.candidates)
    for candidate, row in zip(analysis.candidates, rows, strict=True):
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
            analysis.to_csv(path)
        assert isinstance(caught.value, cp.CpokerError)
    assert [path.name for path in tmp_path.iterdir()] == ["hand.csv"]


# ---- charts ----


def analysis_of(*behind):
    """Return an analysis whose candidates have these gaps to the best, each with its standard error."""
    (candidate, *_) = cp.analyze(HAND, "pagat", deals=50, seed=1).candidates
    candidates = tuple(replace(candidate, behind=Estimate(mean, error)) for mean, error in behind)
    field, rules = cp.Field.equilibrium("pagat"), cp.rules("pagat")
    return cp.Analysis(hand=cp.CardSet(HAND), rules=rules, opponents=3, deals=50, candidates=candidates, field=field)


def test_a_chart_shows_how_far_candidates_are_behind(plt):
    analysis = cp.analyze(HAND, "pagat", deals=200, seed=1, all=True)
    figure = analysis.plot()
    (axes,) = figure.axes
    assert axes.get_xlabel() == "points behind the best, 95 % interval"
    expected = [(y, item.behind.mean, *item.behind.interval()) for y, item in enumerate(analysis.candidates)]
    assert dots_of(axes) == pytest.approx(np.array(expected))
    assert axes.yaxis_inverted()
    assert [name.get_text() for name in axes.get_yticklabels()] == [candidate.name for candidate in analysis.candidates]
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
def test_boards_that_are_drawn_as_dots(plt, behind, drawn):
    (axes,) = analysis_of(*behind).plot().axes
    assert len(dots_of(axes)) == drawn
    assert len(axes.texts) == len(behind) - drawn


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
        assert len(axes.get_yticks()) == limit
        assert axes.get_title("left").splitlines()[-1] == title
    assert len(analysis.plot().axes[0].get_yticks()) == 10
    for limit in (0, 1.5, "5", 10**6):
        with pytest.raises(errors.AnalysisError, match="limit: expected an int from 1 to 1000, got"):
            analysis.plot(limit)


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
    assert used.get_xlabel()
    assert not empty.get_xlabel()
    assert plt.get_fignums() == [figure.number]
    figure.canvas.draw()
    inside = used.get_window_extent()
    assert inside.width > 300  # names are outside of the axes
    assert all(
        inside.contains(*corner) for name in used.get_yticklabels() for corner in name.get_window_extent().get_points()
    )
    assert dict(plt.rcParams) == before
    with pytest.raises(errors.AnalysisError, match="ax: expected an Axes of Matplotlib, got 5"):
        analysis.plot(ax=5)
    half = plt.figure().subfigures(1, 2)[1]
    assert analysis.plot(ax=half.subplots()) is half.figure


def test_charts_are_shown_by_pyplot(plt, analysis, monkeypatch):
    figure = analysis.plot()
    assert plt.gcf() is figure
    figure._repr_mimebundle_(include=None, exclude=None)
    assert plt.get_fignums() == [figure.number]
    monkeypatch.setattr("matplotlib.get_backend", lambda: "inline")  # of notebooks, which show open figures after a cell
    assert figure._repr_mimebundle_(include=None, exclude=None) == {}
    assert plt.get_fignums() == []


def test_no_chart_without_matplotlib(analysis, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.axes", None)
    with pytest.raises(cp.CpokerError, match=re.escape(f"a chart needs one more library: run `{install_command('plot')}`")):
        analysis.plot()


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"hand": "As"}, cp.CardError, "bad hand: expected 13 cards, got 1"),
        ({"rules": "x"}, cp.RulesError, "x"),
        ({"opponents": 0}, errors.AnalysisError, "opponents: expected an int from 1 to 3, got 0"),
        ({"opponents": 4}, errors.AnalysisError, "opponents: expected an int from 1 to 3, got 4"),
        ({"deals": 1}, errors.AnalysisError, "deals: expected an int from 2"),
        ({"seed": -1}, errors.SeedError, "seed: .*, got -1"),
        ({"field": 5}, errors.FieldError, "bad field: expected a Field, got int"),
        ({"boards": 5}, cp.BoardError, "boards: expected a sequence of boards, got 5"),
        ({"boards": [5]}, cp.BoardError, "board 1: expected a Board, text, three rows or 13 cards, got 5"),
        ({"boards": ["As"]}, cp.BoardError, "board 1: bad board 'As'"),
        ({"boards": [cp.Board.parse("Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s")]}, cp.BoardError, "expected the cards of"),
        ({"dead": "As"}, cp.CardError, "dead: card As is in the hand"),
        ({"dead": "Ad"}, cp.CardError, "dead: 3 opponents have all other cards: expected 1 or 2 opponents"),
        ({"dead": "Xs"}, cp.CardError, "Xs"),
        ({"known": ["As"]}, cp.CardError, r"known\[0\]: card As is in the hand"),
        ({"known": ["Ad", "Ad"]}, cp.CardError, r"known\[1\]: card Ad is dead or held by another player"),
        ({"known": ["Ad"] * 4}, errors.AnalysisError, "known: expected cards, or None, for each of up to 3 opponents"),
        ({"has_button": 1}, errors.TableError, "has_button: expected True or False, got 1"),
        ({"all": 1}, errors.AnalysisError, "all: expected True or False, got 1"),
        ({"threads": -1}, errors.ArrayError, "threads"),
    ],
)
def test_bad_input(change, error, message):
    with pytest.raises(error, match=message):
        cp.analyze(**{"hand": HAND, "rules": "pagat"} | change)


def test_eliminated_candidates_have_a_star():
    analysis = cp.analyze("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h", "american", 1, deals=400, seed=1)
    assert analysis.candidates[0].deals == 400
    rows = dict(zip((row[0] for row in analysis.table()[1]), analysis.candidates, strict=False))
    assert any(candidate.deals < 400 for candidate in rows.values())
    for label, candidate in rows.items():
        assert label == candidate.label + (" *" if candidate.deals < 400 else "")
    assert str(analysis).endswith("* dropped after fewer deals")
    every = cp.analyze("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h", "american", 1, deals=40, seed=1, all=True)
    assert "*" not in str(every)


def test_a_candidate_is_in_the_table_once():
    analysis = cp.analyze("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h", "american", 1, deals=400, seed=1)
    dropped = next(candidate for candidate in analysis.candidates[:10] if candidate.deals < 400)
    assert analysis.table(dropped) == analysis.table()
    if len(analysis.candidates) > 10:
        *best, last = analysis.table(analysis.candidates[-1])[1]
        assert best == analysis.table()[1]
        assert last[0].startswith(analysis.candidates[-1].label)
