"""Analyses of hands that are placed at once: exhaustive comparisons and correct errors (test_analysis.py has refusals)."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from known_boards import PAGAT_WITH_SURRENDER

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.game.positions import Positions

HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
FOUL = "As Ks Qs / Js 9s 8d 8h 5c / 5h 3d 3h 2c 7h"
DRAGON = "2s 3h 4s 5c 6h 7s 8h 9c Td Jh Qh Kc Ac"


def candidates_of(hand, rules, extra=()):
    """Return each board and whether it declares; None for a surrender."""
    rules = cp.rules(rules)
    boards = [(board, False) for board in [*cp.undominated(hand, rules), *map(cp.Board.parse, extra)]]
    if cp.naturals(hand, [natural.name for natural in rules.naturals]):
        boards.append((boards[0][0], True))
    return boards + [(None, False)] * (rules.surrender is not None)


def candidate_of(analysis, board, declares):
    (match,) = [item for item in analysis.candidates if item.board == board and bool(item.natural) == declares]
    return match


@pytest.mark.parametrize("rules", ["pagat", "one-six", "hawaiian-gardens", "malayan", "face-up", "pool", "single-winner"])
@pytest.mark.parametrize("opponents", [1, 2, 3])
@pytest.mark.parametrize(("hand", "seed", "also"), [(HAND, 1, [FOUL]), (DRAGON, 2, [])], ids=["hand", "dragon"])
def test_known_opponents_are_settled_exactly(rules, opponents, hand, seed, also):
    theirs = cp.deal(opponents, 13, seed=seed, dead=hand)
    analysis = cp.analyze(hand, rules, opponents, known=theirs, also=also, all=True)
    assert (analysis.is_exact, analysis.samples) == (True, 0)
    settings = [cp.arrange(cards, rules, opponents=opponents, has_button=not i) for i, cards in enumerate(theirs)]
    boards, declared = [setting.board for setting in settings], [bool(setting.declare) for setting in settings]
    best = -1000
    for board, declares in candidates_of(hand, rules, also):
        settled = cp.settle([board, *boards], rules, button=1, declare=[declares, *declared])
        candidate = candidate_of(analysis, board, declares)
        assert (candidate.points, candidate.per_opponent) == ((settled.points[0], 0.0), settled.points[0] / opponents)
        assert candidate.chances.scoops == sum(pair.scoop > 0 for pair in settled.pairs if pair.first == 0) / opponents
        best = max(best, settled.points[0])
    assert analysis.best.points.mean == best
    assert sum(candidate.chances.best for candidate in analysis.candidates) == pytest.approx(1)


class Sorted:
    """Sets the cards as they are in the hand, which starts with the highest; surrenders with the button."""

    def __init__(self):
        self.seats = set()

    def place(self, position, rng):
        hand, seat = position.hand, (position.seat - position.button) % position.players
        self.seats.add(seat)
        cards = [*hand]
        return cp.Placement.surrender() if seat == 0 else cp.Board(cards[10:], cards[5:10], cards[:5])


@pytest.mark.parametrize("has_button", [False, True])
def test_a_bot_sets_the_hands_of_opponents(has_button):
    rules = replace(PAGAT_WITH_SURRENDER, row_ties="button")
    theirs, bot = cp.deal(2, 13, seed=5, dead=HAND), Sorted()
    analysis = cp.analyze(HAND, rules, 2, known=theirs, bot=bot, has_button=has_button)
    assert bot.seats == ({1} if has_button else {0, 1})
    seats = (1, 1) if has_button else (0, 1)
    positions = [Positions.of_hands([hand], rules, seat=seat, button=0)[0] for hand, seat in zip(theirs, seats, strict=True)]
    boards = [Sorted().place(position, None) for position in positions]
    boards = [board.board if isinstance(board, cp.Placement) else board for board in boards]
    for candidate in analysis.candidates:
        declare = [bool(candidate.natural), False, False]
        settled = cp.settle([candidate.board, *boards], rules, button=0 if has_button else 1, declare=declare)
        assert candidate.points == (settled.points[0], 0.0)
    assert (analysis.field, analysis.bot) == (None, "Sorted")
    assert analysis.title.endswith("2 opponents, exact, bot Sorted")
    assert (analysis.to_dict()["field"], analysis.to_dict()["bot"]) == (None, "Sorted")


def test_the_expert_plays_the_best_response_to_the_equilibrium():
    expected = cp.analyze(HAND, "pagat", deals=100, seed=1)
    assert cp.analyze(HAND, "pagat", deals=100, seed=1, bot="expert").candidates == expected.candidates
    assert (expected.bot, expected.to_dict()["bot"]) == ("", None)
    again = [cp.analyze(HAND, "pineapple", deals=50, seed=2, bot="random").candidates for _ in range(2)]
    assert again[0] == again[1]


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
    runs = [cp.analyze(HAND, "one-six", 1, deals=3000, seed=seed, dead=dead, also=[FOUL], all=True) for seed in (1, 2)]
    best = max(truth, key=lambda key: truth[key].mean())
    for analysis in runs:
        leader = (analysis.best.board, bool(analysis.best.natural))
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
        other = candidate_of(runs[1], candidate.board, bool(candidate.natural))
        error = np.hypot(candidate.points.standard_error, other.points.standard_error)
        assert abs(candidate.points.mean - other.points.mean) <= 4.5 * error + 1e-9


def test_errors_are_honest():
    """Over many runs, results spread as much as their standard errors say."""
    runs = [cp.analyze(HAND, "one-six", deals=150, seed=[4, run], all=True) for run in range(80)]
    board = cp.undominated(HAND, "one-six")[0]
    points = [run.candidate(board).points for run in runs]
    means = np.array([estimate.mean for estimate in points])
    assert means.std(ddof=1) == pytest.approx(np.mean([estimate.standard_error for estimate in points]), rel=0.3)


@pytest.mark.parametrize(("hand", "seed"), [*((cp.deal(1, 13, seed=seed)[0], seed) for seed in range(3)), (HAND, 1)])
def test_eliminations_do_not_change_the_other_candidates(hand, seed):
    """Eliminated boards have the points of the best minus the gap, which full runs confirm."""
    everything, analysis = (cp.analyze(hand, "pagat", deals=600, seed=seed, all=is_all) for is_all in (True, False))
    assert {candidate.samples for candidate in everything.candidates} == {600}
    assert analysis.best.board == everything.best.board
    assert len(analysis.candidates) == len(everything.candidates)
    remaining = [candidate for candidate in analysis.candidates if candidate.samples == 600]
    assert len(remaining) < len(analysis.candidates)
    for place, candidate in enumerate(analysis.candidates):
        points, other = candidate.points, candidate_of(everything, candidate.board, bool(candidate.natural))
        if place < len(remaining):
            assert (points, candidate.behind, candidate.chances.won) == (other.points, other.behind, other.chances.won)
        else:
            assert candidate.chances.best == 0
            assert other.points.mean < analysis.best.points.mean
        most = 4.5 * max(points.standard_error, other.points.standard_error)
        assert abs(points.mean - other.points.mean) <= most


def test_fewer_opponents_make_more_tables_of_a_deal():
    three, two, heads_up = (cp.analyze(HAND, "pagat", opponents, deals=400, seed=5, all=True) for opponents in (3, 2, 1))
    for candidate in three.candidates:
        for other in (two, heads_up):
            same = candidate_of(other, candidate.board, bool(candidate.natural))
            assert same.per_opponent == pytest.approx(candidate.per_opponent)  # a pairing does not depend on other players
            assert same.chances.won == pytest.approx(candidate.chances.won)
            assert same.chances.scooped == pytest.approx(candidate.chances.scooped)


def test_many_candidates():
    """Some hands have thousands of candidates, and `all` compares all of them."""
    hand = max([cp.deal(1, 13, seed=seed)[0] for seed in range(60)], key=lambda hand: len(cp.undominated(hand)))
    assert len(cp.undominated(hand)) > 300
    analysis = cp.analyze(hand, "pagat", deals=70, seed=1, all=True)
    assert len(analysis.candidates) > 300
    assert sum(candidate.chances.best for candidate in analysis.candidates) == pytest.approx(1)


def test_rates_add_up():
    analysis = cp.analyze(HAND, "russian", deals=200, seed=6)
    for candidate in analysis.candidates:
        for rates in zip(candidate.chances.won, candidate.chances.tied, candidate.chances.lost, strict=True):
            assert sum(rates) == pytest.approx(1)
    best = analysis.best
    assert best.behind == (0.0, 0.0)
    assert sum(candidate.chances.best for candidate in analysis.candidates) == pytest.approx(1)
    assert max(analysis.candidates, key=lambda candidate: candidate.chances.best).points.mean > best.points.mean - 0.2


def test_the_same_seed_is_the_same_analysis(kernel):
    single, threaded = (cp.analyze(HAND, "pagat", deals=300, seed=7, threads=threads) for threads in (1, 2))
    assert single == threaded
    assert single != cp.analyze(HAND, "pagat", deals=300, seed=8)


def test_known_cards_and_dead_cards():
    analysis = cp.analyze(HAND, "simple", 2, deals=300, seed=9, known=["Ad Kd Qd Jd Td"], dead="Ac Ah")
    free = cp.analyze(HAND, "simple", 2, deals=300, seed=9)
    assert analysis.candidate(analysis.best.board).chances.won[2] < free.best.chances.won[2]


def test_a_custom_field():
    field = cp.fields.Field("simple", ["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"])
    assert cp.analyze(HAND, "simple", deals=50, seed=1, field=field) != cp.analyze(HAND, "simple", deals=50, seed=1)


def test_results_name_the_field(tmp_path):
    board = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"
    table = cp.app.table.Table("simple", ledger=tmp_path / "evening.jsonl")
    for name in ("Ann", "Bo"):
        table.sit(name, 100)
    table.settle({"Ann": board, "Bo": "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h"})
    of_friends = cp.fields.Field.from_ledger(tmp_path / "evening.jsonl")
    for field, title, boards, made_by in (
        (None, "simple, 3 opponents, 50 deals", 4096, "Field.equilibrium('simple', size=4096"),
        (cp.fields.Field("simple", [board]), "simple, 3 opponents, 50 deals, field of 1 board", 1, ""),
        (of_friends, "simple, 3 opponents, 50 deals, field of 2 boards", 2, "Field.from_ledger("),
    ):
        analysis = cp.analyze(HAND, "simple", deals=50, seed=1, field=field)
        assert analysis.title == f"{cp.CardSet(HAND)}: {title}"
        assert " ".join(str(analysis).split()).startswith(analysis.title)
        assert title in analysis._repr_html_()
        plain = analysis.to_dict()["field"]
        assert plain["boards"] == len(analysis.field) == boards
        assert plain["made_by"].startswith(made_by)
        assert field is None or analysis.field == field


def test_the_table_says_which_points_are_from_each_opponent():
    analysis = cp.analyze(HAND, "pagat", 3, deals=100, seed=1)
    columns, (row, *_) = analysis.table()
    cells, best = dict(zip(columns, row, strict=True)), analysis.best
    royalties = best.chances.royalties_won - best.chances.royalties_paid
    assert float(cells["royalties each"]) == pytest.approx(royalties, abs=0.0051)
    assert float(cells["points"]) == pytest.approx(3 * best.per_opponent, abs=0.00051)


def test_no_legal_board():
    hand, foul = "2c 2d 2h 2s 9c 9d 9h 9s Kc Kd Kh Ks As", "2c 2d 2h / 9c 9d 9h 9s 2s / Kc Kd Kh Ks As"
    with pytest.raises(errors.BoardError, match="no board of this hand is legal"):
        cp.analyze(hand, "deuce-to-seven")
    best = cp.analyze(hand, "deuce-to-seven", also=[foul], deals=50).best
    assert (best.is_foul, best.chances.best) == (True, 1)


def test_dropped_candidates_come_last_in_the_order_of_their_points():
    candidates = cp.analyze(HAND, "pagat", deals=20_000, seed=5).candidates
    order = [(candidate.samples < 20_000, -candidate.points.mean) for candidate in candidates]
    assert order == sorted(order)
    assert len({candidate.samples for candidate in candidates}) > 2


def test_eliminated_candidates_have_a_star():
    analysis = cp.analyze(HAND, "american", 1, deals=400, seed=1)
    assert analysis.candidates[0].samples == 400
    rows = dict(zip((row[0] for row in analysis.table()[1]), analysis.candidates, strict=False))
    assert any(candidate.samples < 400 for candidate in rows.values())
    for label, candidate in rows.items():
        assert label == candidate.label + (" *" if candidate.samples < 400 else "")
    assert str(analysis).endswith("* dropped after fewer deals")
    assert "*" not in str(cp.analyze(HAND, "american", 1, deals=40, seed=1, all=True))


def test_some_boards_are_compared():
    """A natural counts the same on any board of the dragon; "if better" finds the better way to count a board."""
    first, second, *_ = cp.undominated(DRAGON, PAGAT_WITH_SURRENDER)
    among = [second, f"{first} declares dragon", "surrender", f"{second} declares nothing"]
    analysis = cp.analyze(DRAGON, PAGAT_WITH_SURRENDER, deals=100, seed=1, among=among)
    everything = cp.analyze(DRAGON, PAGAT_WITH_SURRENDER, deals=100, seed=1, all=True)
    assert {candidate.label for candidate in analysis.candidates} == {"declare dragon", str(second), "surrender"}
    dragon = analysis.candidate(f"{second} declares dragon")
    assert dragon is analysis.best is analysis.candidate(second)
    assert dragon.points == everything.best.points
    rows = analysis.candidate(f"{second} declares nothing")
    assert (rows.natural, rows.board) == (None, second)


@pytest.mark.parametrize(("seat", "button"), [(2, 2), (2, 3), (2, 0), (2, 1), (0, 3)])
def test_the_seat_and_the_button_of_a_position(seat, button):
    """Known opponents are listed clockwise from the player. The button wins tied rows."""
    rules, theirs = replace(cp.rules("pagat"), row_ties="button"), cp.deal(3, 13, seed=3, dead=HAND)
    position = cp.Position(rules, seat=seat, button=button, street=0, boards=["- / - / -"] * 4, hand=HAND)
    turns = (button - seat) % 4
    settings = [cp.arrange(cards, rules, opponents=3, has_button=place == turns) for place, cards in enumerate(theirs, 1)]
    for candidate in cp.analyze(position, known=theirs).candidates:
        boards = [candidate.board, *(setting.board for setting in settings)]
        declare = [candidate.natural or False, *(setting.declare for setting in settings)]
        assert candidate.points.mean == cp.settle(boards, rules, button=turns, declare=declare).points[0]
