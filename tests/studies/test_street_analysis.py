"""Analyses street by street, and the bot `expert`, which plays by them."""

import dataclasses
from itertools import combinations

import numpy as np
import pytest
from known_boards import FOUR_MORE, HIGH, LOW, REST

import cpoker_fast as cp
from cpoker_fast import Deal, Position, analyze, errors
from cpoker_fast.game import PartialBoard, last_street
from cpoker_fast.game.plan import earned_cards
from cpoker_fast.players import bot
from cpoker_fast.rulebook import Pairings, RowTies
from cpoker_fast.thinking.opponent_boards import OpponentBoards, _tie_with, opponents_of

PARTS = {"seat": 0, "button": 1, "street": 0, "boards": ["- / - / -"] * 2, "hand": "Ah Kc Qs 8h 7c"}
FIRST = Position("pineapple", **PARTS)
MIDDLE = Position.parse(
    "rules pineapple; seat 1; button 2; street 3; board Qs 4d / 7c 7d / As 8s 3s; board Kh / 2d 2h 9c / Td Jd Qd;"
    " discards 5h; hand Qc 9s 2c"
)


def constructed(rules, board, other_boards, hand, *, street, button=0, discards=""):
    """Return a position that no deal has: opponents' boards are complete too early, so that results have no error."""
    boards = tuple(map(PartialBoard.parse, (board, *other_boards)))
    return Position.of_parts(
        rules=cp.rules(rules) if isinstance(rules, str) else rules, seat=0, button=button, street=street, boards=boards,
        hand=cp.CardSet(hand), discards=cp.CardSet(discards), fantasyland=(0,) * len(boards),
        open_hands=(cp.CardSet(),) * len(boards),
    )  # fmt: skip


ENDING = constructed(
    "pineapple", "Qs 4d / 7c 7d 5c / As 8s 3s 2s", ["Kh 6d 3d / 2d 2h 9c 9d 4c / Td Jd Qd Ad 5d"], "Qc 9s 7h",
    street=3, discards="5h 6c",
)  # fmt: skip
LAST = Position.parse(
    "rules pineapple; seat 1; button 2; street 5; board Kh Qd / 7c 7d 2h 3c / As Ts 9s 4s 3s;"
    " board Qh 4c 2c / 8c 3d 8s 8h / Th Td 6s 6c; discards 2s 3h 4d; hand 7s Ks 5d"
)
WORTH = 9.5


def by_placement(analysis):
    return {str(analyzed.placement): analyzed for analyzed in analysis.candidates}


def after_the_last_street(position, placement, draws):
    """Return the points of the best placement of each draw of the last street, settling all placements."""
    board, opponent = position.after(placement).own, position.boards[1].board().cards()
    room = [row for row, free in enumerate(board.room) for _ in range(free)]
    best = np.full(len(draws), -np.inf)
    for first, second in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]:
        rows = [np.tile(np.array(list(row), np.uint8), (len(draws), 1)) for row in board.rows]
        for row, card in zip(room, (first, second), strict=True):
            rows[row] = np.column_stack([rows[row], draws[:, card]])
        boards = np.concatenate(rows, axis=1)
        tables = np.stack([boards, np.tile(np.array(opponent, np.uint8), (len(draws), 1))], axis=1)
        points = cp.settle_many(tables, position.rules)[:, 0].astype(float)
        front, middle, back = (cp.strengths(np.ascontiguousarray(row)) for row in rows)
        earns = (front <= middle) & (middle <= back) & (front >= cp.strength("Qs Qd 2c"))
        best = np.maximum(best, points + WORTH * earns)
    return best


def test_the_street_before_the_last_is_exact():
    """Against a known board, a placement's value is the mean over all draws of its best settled ending."""
    analyzed = by_placement(analyze(ENDING, rollouts=1, worths=WORTH, seed=1))
    assert len(analyzed) == len(ENDING.placements()) > 15
    for placement in ENDING.placements()[::3]:
        draws = np.array(list(combinations(list(ENDING.unseen), 3)), np.uint8)
        points = analyzed[str(placement)].points
        assert points.mean == pytest.approx(after_the_last_street(ENDING, placement, draws).mean(), abs=1e-9)
        assert points.standard_error == 0.0


SINGLE = "Kh Kd / 9c 9d 9h 2d 2s / As Ad Ah Ac"
ALL_LOST = ["2c 3c 5d / 4c 6d 8s Th Jc / 5h 5s 7d 8c Tc", "4d 4h Qd / Js Jd 3h 3d 6s / Ks Qs Ts 9s 6c",
            "8h 8d Qc / 7s 7c 4s Kc Jh / Qh Td 6h 5c 3s"]  # fmt: skip
TWO_ROWS_LOST = ["Qc Qd Jh / Ks Kc 5d 6s 8d / 7h 7c 7d Js Jc"]
TIES = "Qh Jd / As Kd 9h 7c 2d / Th Ts 8h 6c"
TIED = ["Qs Jc 3h / Ah Kc 9d 7s 2c / Td Tc 8s 6h 4h"]
MORE_TIED = [*TIED, "Qc Js 5d / Ac Kh 9s 7d 2h / 8c 8d 6s 6d 4c"]
LOWEST_TIED = ["4c 3c 2h / Ah Kc 9d 7s 2c / Td Tc 8s 6h 5h"]
FOUL = ["Qc Qd Jh / 3c 4c 5d 6s 8d / 7d Td Jd 2c 2h"]


@pytest.mark.parametrize(("base", "changes", "board", "other_boards"), [
    ("standard", {}, SINGLE, ALL_LOST[:1]), ("standard", {}, SINGLE, ALL_LOST),
    ("standard", {}, "3c 4d / 9c 9d 9h 2d 2s / As Ad Ah Ac", TWO_ROWS_LOST), ("standard", {}, SINGLE, FOUL),
    ("standard", {"foul_pays_royalties": False}, SINGLE, FOUL),
    ("standard", {"foul_pays_royalties": False}, "Kh Kd / 9c 9d 9h 2d 2s / 4s Ad Ah 3s", TWO_ROWS_LOST),
    ("standard", {"foul": "as a scoop"}, "Kh Kd / 9c 9d 9h 2d 2s / 4s Ad Ah 3s", TWO_ROWS_LOST),
    ("standard", {"row_points": 0, "scoop_bonus": 1}, SINGLE, ALL_LOST[:2]),
    ("standard", {"pairings": "banker"}, SINGLE, ALL_LOST), ("russian", {}, SINGLE, ALL_LOST),
    ("western", {}, SINGLE, ALL_LOST), ("western", {}, TIES, TIED), ("western", {}, TIES, MORE_TIED),
    ("western", {"match_points": 2, "scoop_bonus": 4}, SINGLE, ALL_LOST[:1]),
    ("western", {"match_points": 2, "scoop_bonus": 4}, "3c 4d / 9c 9d 9h 2d 2s / As Ad Ah Ac", TWO_ROWS_LOST),
    ("western", {"row_points": 1000, "scoop_bonus": 0}, SINGLE, ALL_LOST),
    ("western", {"row_ties": "button"}, TIES, MORE_TIED), ("standard", {"row_ties": "button"}, TIES, MORE_TIED),
    ("standard", {"row_ties": "button"}, "4h 3h / As Kd 9h 7c 2d / Th Ts 8h 6c", LOWEST_TIED),
    ("standard", {"overall_points": 3}, TIES, MORE_TIED),
    ("standard", {"overall_points": 3, "row_ties": "button"}, SINGLE, FOUL),
    ("standard", {"royalties": {"on": "win"}}, TIES, MORE_TIED),
    ("standard", {"royalties": {"on": "win"}, "row_ties": "button"}, SINGLE, ALL_LOST),
    ("standard", {"royalties": {"on": "win"}, "foul_pays_royalties": False}, SINGLE, ALL_LOST[1:]),
    ("standard", {"royalties": {"on": "win"}, "foul_pays_royalties": False}, SINGLE, FOUL),
    ("standard", {"royalties": {"on": "win"}}, "Kh Kd / 9c 9d 9h 2d 2s / 4s Ad Ah 3s", TWO_ROWS_LOST),
    ("standard", {"royalties": {"on": "win"}, "foul": "as a scoop"}, SINGLE, FOUL),
])  # fmt: skip
def test_single_cards_before_the_last(base, changes, board, other_boards):
    """The same holds where one card is placed at a time; the test settles with each unseen card."""
    rules = cp.Rules.from_dict({"base": base, "name": "mine", **changes})
    hand = "7h" if any("7s" in other for other in other_boards) else "7s"
    for button in (0, 1):
        position = constructed(rules, board, other_boards, hand, street=7, button=button)
        analysis = analyze(position, rollouts=1, worths=0.0, seed=1)
        for value in analysis.candidates:
            after = position.after(value.placement).own
            room, points = [number for number, free in enumerate(after.room) if free], []
            for card in position.unseen:
                rows = [list(row) for row in after.rows]
                rows[room[0]].append(card)
                complete = cp.Board.of_cards([card for row in rows for card in row])
                table = [complete, *(other.board() for other in position.boards[1:])]
                points.append(cp.settle(table, rules, button=button).points[0])
            assert value.points.mean == pytest.approx(np.mean(points), abs=1e-9)


@pytest.mark.parametrize("pairings", Pairings)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_opponents_are_those_of_the_settlement(pairings, seats):
    rules = cp.Rules(pairings=pairings, streets=cp.rules("standard").streets)
    table = cp.settle([LOW, HIGH, FOUR_MORE, REST][:seats], rules, button=0)
    position = Position(rules, seat=1, button=0, street=0, boards=["- / - / -"] * seats, hand="Ah Kc Qs 8h 7c")
    assert table.points[1] == 3 * len(opponents_of(position))


@pytest.mark.parametrize("row_ties", RowTies)
@pytest.mark.parametrize("button", [0, 1])
def test_tied_rows_are_won_as_in_the_settlement(row_ties, button):
    pairings = "banker" if row_ties is RowTies.HOUSE else "all against all"
    rules = cp.Rules(pairings=pairings, row_ties=row_ties, streets=cp.rules("standard").streets)
    tied = ["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th 5c 5d 7s", "As Kc 2d / 9c 9d 4s 4h 3d / Td Tc 5s 5h 7d"]
    position = Position(rules, seat=0, button=button, street=0, boards=["- / - / -"] * 2, hides_opponents=True)
    points = 0 if row_ties is RowTies.SUITS else cp.settle(tied, rules, button=button).points[0]  # suits count as a push
    assert points == 3 * _tie_with(1, position)


def values_of_the_last_street(position, worths):
    """Return the candidates of an analysis, which are the placements of `last_street`, with the same points."""
    analysis, exact = analyze(position, worths=worths, seed=1), last_street(position, worths)
    assert analysis.is_exact
    values = [(value.placement, value.points.mean) for value in analysis.candidates]
    assert values == [(placement, placement.points) for placement in exact.placements]
    return analysis.candidates


def test_the_last_street_is_exact():
    values = values_of_the_last_street(LAST, 8.0)
    assert {(value.points.margin, value.behind.margin, value.samples) for value in values} == {(0.0, 0.0, 0)}
    assert values[-1].behind.mean == values[0].points.mean - values[-1].points.mean


def test_all_72072_placements_of_thirteen_cards_are_exact():
    """The second player sets thirteen cards against a complete board; the list is too long for work on all of its pairs."""
    deal = Deal(dataclasses.replace(cp.rules("closed"), name="face up", first_street_open=True), 2, seed=1)
    deal.place(bot("careful").place(deal.position(), np.random.default_rng(1)))
    assert len(values_of_the_last_street(deal.position(), 6.0)) == 72_072


def test_the_last_street_against_sampled_boards():
    """The opponent is hidden, so their boards are sampled, and the points have an error."""
    position = Position.parse(
        "rules pineapple; seat 1; button 2; street 5; board Kh Qd / 7c 7d 2h 3c / As Ts 9s 4s 3s; board - / - / -;"
        " discards 2s 3h 4d; hand 7s Ks 5d; opponents hidden"
    )
    runs = [analyze(position, rollouts=200, worths=8.0, seed=seed) for seed in range(30)]
    assert not any(run.is_exact for run in runs)
    assert {str(run.best.placement) for run in runs} == {"Ks / 7s / - discards 5d"}
    points = np.array([run.candidates[0].points.mean for run in runs])
    stated = np.mean([run.candidates[0].points.standard_error for run in runs])
    assert 0.6 * stated < points.std(ddof=1) < 1.6 * stated


def test_errors_are_honest():
    """Repeated runs spread as their standard errors say, around the result of a long run."""
    long = by_placement(analyze(FIRST, rollouts=3000, seed=0, threads=0))
    runs = [by_placement(analyze(FIRST, rollouts=192, seed=seed)) for seed in range(1, 41)]
    names = [name for name in long if all(run[name].samples for run in runs)]
    best = max(long, key=lambda name: long[name].points.mean)
    second = max((name for name in names if name != best), key=lambda name: long[name].points.mean)
    gaps = np.array([run[best].points.mean - run[second].points.mean for run in runs])
    stated = np.array([max(run[name].behind.standard_error for name in (best, second)) for run in runs])
    assert 0.7 < gaps.std(ddof=1) / np.sqrt((stated**2).mean()) < 1.4
    error = np.hypot(gaps.std(ddof=1) / 40**0.5, long[second].behind.standard_error)
    assert abs(gaps.mean() - long[second].behind.mean) < 4.0 * error


def test_a_first_street_with_a_published_solution():
    """The solution puts the queen in front, 0.19 +- 0.1 points ahead of `Qs / Ah Kc / 8h 7c`."""
    analysis = analyze(FIRST, rollouts=3000, seed=1, threads=0)
    assert str(analysis.best.placement) == "Qs / Kc 7c / Ah 8h"
    assert len(analysis.candidates) == len(FIRST.placements())
    for any_analysis in (analysis, *(analyze(FIRST, rollouts=96, seed=seed) for seed in range(10))):
        behind = [analyzed.behind.mean for analyzed in any_analysis.candidates]
        assert behind == sorted(behind)
        assert (behind[0], any_analysis.best.placement) == (0.0, any_analysis.candidates[0].placement)


@pytest.mark.parametrize("position", [FIRST, MIDDLE, ENDING], ids=["first", "middle", "ending"])
def test_threads_and_seeds(position):
    analysis = analyze(position, rollouts=96, seed=5, threads=1)
    assert analyze(position, rollouts=96, seed=5, threads=2) == analysis
    assert analyze(position, rollouts=96, seed=5) == analysis
    if position is not ENDING:
        assert analyze(position, rollouts=96, seed=6) != analysis


def test_hidden_cards_change_nothing():
    """Two deals differ only in the opponent's discards and in the cards to come."""
    cards = np.random.default_rng(3).permutation(52)[:34].reshape(2, 17)
    other = cards.copy()
    other[1, [7, 16]] = cards[1, [16, 7]]  # seat 1 discards their eighth card
    other[0, 11:] = cards[0, 11:][::-1]
    discards, results = [], []
    for stacks in (cards.tolist(), other.tolist()):
        deal = Deal("pineapple", 2, stacks=stacks, button=1)
        for stack in stacks:
            deal.place((stack[:1], stack[1:3], stack[3:5]))
        for stack in stacks:
            deal.place((stack[5:6], stack[6:7], ()))
        rng = np.random.default_rng(1)
        chosen = [bot(name).place(deal.position(), rng) for name in ("swift", "careful")]
        discards.append(deal.discards[1])
        results.append((analyze(deal.position(), rollouts=48, seed=2), chosen))
    assert discards[0] != discards[1]
    assert results[0] == results[1]


def test_the_expert_in_fantasyland():
    deal = Deal("pineapple", 2, seed=2, fantasyland=(14, 0))
    placement = bot("expert").place(deal.position(), np.random.default_rng(1))
    deal.place(placement)
    assert PartialBoard(*placement.rows).is_complete
    assert analyze(deal.position(), rollouts=24, seed=1).candidates  # against an opponent in Fantasyland


def test_the_expert_in_fantasyland_looks_at_rows(monkeypatch):
    """Against a board that is always the same, the expert wins more than by royalties and the worth of staying alone."""
    theirs = cp.Board("Kh Kd 4c", "9c 9d 9h 2d 3s", "As Ad Ah Ac 5d")
    unknown_cards = [card for card in range(52) if card not in theirs.hand]
    cards = np.array(theirs.cards(), np.uint8)
    monkeypatch.setattr(OpponentBoards, "sample", lambda _, n, rng, threads: [np.tile(cards, (n, 1))])
    options = {"seat": 0, "button": 0, "street": 0, "boards": ["- / - / -"] * 2, "fantasyland": (14, 0)}
    worths, gained = cp.studies.worth("pineapple").points, []
    for seed in range(30):
        rng, points = np.random.default_rng(seed), []
        position = Position("pineapple", hand=rng.choice(unknown_cards, 14, replace=False).tolist(), **options)
        for name in ("expert", "swift"):
            board = PartialBoard(*bot(name).place(position, rng).rows).board()
            (stays,) = earned_cards(position.rules, [board], [14], [0])
            points.append(cp.settle([board, theirs], "pineapple").points[0] + worths.get(stays, 0.0))
        gained.append(points[0] - points[1])
    assert min(gained) >= 0
    assert np.mean(gained) > 0.1


@pytest.mark.slow
def test_an_expert_beats_careful():
    points = cp.simulate("pineapple", [bot("expert", rollouts=24), "careful"], 48, seed=1, workers=0).points(0)
    assert points.mean > 3 * points.standard_error


def test_rules_without_networks():
    analysis = analyze(Position("russian", **PARTS), rollouts=24, seed=1)
    assert (analysis.bot, analyze(FIRST, rollouts=24, seed=1).bot) == ("careful", "swift")
    assert all(analyzed.samples or analyzed.behind.standard_error >= 1.0 for analyzed in analysis.candidates)


@pytest.mark.parametrize("worths", [8.0, {14: 8.0}])
def test_worths_of_stays(worths):
    """One number is the worth of all sizes, including those that only a stay earns."""
    land = {"stay": {"front": {"three of a kind": 16}}}
    rules = cp.Rules.from_dict({"base": "pineapple", "name": "ours", "fantasyland": land})
    assert analyze(Position(rules, fantasyland=(0, 14), **PARTS), rollouts=24, worths=worths, seed=1).candidates


@pytest.mark.parametrize(("base", "changes"), [
    ("pineapple", {"foul": 1000}), ("pineapple", {"scoop_bonus": 1000}), ("pineapple", {"row_points": 100}),
    ("russian", {"royalties": {"back": {"flush": 900}}}),
], ids=["foul", "scoop", "rows", "royalties"])  # fmt: skip
def test_high_stakes(base, changes):
    """Points that exceed the numbers of the core are scaled."""
    rules = cp.Rules.from_dict({"base": base, "name": "high", **changes})
    high, usual = (analyze(Position(game, **PARTS), rollouts=24, seed=1) for game in (rules, base))
    assert by_placement(high).keys() == by_placement(usual).keys()
    assert high.candidates[0].points.standard_error > 3 * usual.candidates[0].points.standard_error


def test_time_runs_out():
    """Long analyses end at their time limit, or as soon as the choice is decided."""
    assert analyze(ENDING, seconds=60.0, seed=1).candidates[0].samples < 1000
    assert analyze(FIRST, seconds=1e-6, seed=1).candidates[0].samples == 48  # four batches of half the size


@pytest.mark.slow
def test_early_ends_are_honest():
    """Analyses that end early, at any time, state gaps to the best placement that hold on average.

    Their mean error is 0 although the best placement is chosen by the same rollouts, and about 95 % are within the margins.
    """
    errors_of_gaps, within = [], []
    for seed in range(8):
        position = Deal("pineapple", 2, seed=seed).position()
        runs = [analyze(position, rollouts=rollouts, seed=seed) for rollouts in (96, 240)]
        for run in runs:
            second = next((value for value in run.candidates[1:] if value.samples), None)
            if second is None:  # all other first estimates are far behind
                continue
            among = [run.best.placement, second.placement]
            judged = analyze(position, among=among, tolerance=0, rollouts=2400, seed=(seed, 1), threads=0)
            points = {value.placement: value.points.mean for value in judged.candidates}
            errors_of_gaps.append(second.behind.mean - (points[run.best.placement] - points[second.placement]))
            within.append(abs(errors_of_gaps[-1]) < 1.96 * np.hypot(second.behind.standard_error, 0.1))
    assert abs(np.mean(errors_of_gaps)) < 3.0 * np.std(errors_of_gaps, ddof=1) / len(errors_of_gaps) ** 0.5
    assert np.mean(within) > 0.8


def test_tolerance():
    """An analysis ends when a wrong choice is expected to cost no more; without tolerance, all rollouts are played."""
    rollouts = [
        max(value.samples for value in analyze(FIRST, rollouts=2400, tolerance=tolerance, seed=1, threads=0).candidates)
        for tolerance in (1.0, 0.002, 0)
    ]
    assert rollouts[0] < rollouts[1] < rollouts[2] == 2400
    everything = analyze(FIRST, rollouts=120, tolerance=0, seed=1)
    assert {value.samples for value in everything.candidates} == {0, 120}
    assert {value.samples for value in analyze(ENDING, rollouts=240, tolerance=0, seed=1).candidates} == {96}


def test_some_placements_are_compared():
    names = ["Kc / Qs 8h / Ah 7c", "- / Kc Qs / Ah 8h 7c", "Kc / 8h Qs / 7c Ah"]
    analysis = analyze(FIRST, rollouts=120, among=names, tolerance=0, seed=1)
    assert {str(value.placement) for value in analysis.candidates} == {str(FIRST.placement(name)) for name in names[:2]}
    assert [value.samples for value in analysis.candidates] == [120, 120]
    (alone,) = analyze(FIRST, rollouts=120, among=names[:1], seed=1).candidates
    assert (alone.samples, alone.behind) == (96, (0.0, 0.0))
    exact = [analyze(LAST, worths=8.0).candidates[index] for index in (1, 3)]
    two = analyze(LAST, worths=8.0, among=[exact[1].placement, exact[0].placement])
    assert two.is_exact
    assert [value.points for value in two.candidates] == [value.points for value in exact]
    assert [value.behind.mean for value in two.candidates] == [0.0, exact[1].behind.mean - exact[0].behind.mean]


FANTASYLAND = Deal("pineapple", 3, seed=2, button=0, fantasyland=(14, 0, 14)).position(2)


def test_boards_in_fantasyland_are_compared_by_royalties_and_the_worth_of_staying():
    """Each opponent pays the royalties; the worth is that of all opponents together."""
    best = cp.arranging.best_fantasyland(FANTASYLAND.hand, "pineapple", 4.0)
    royal = cp.arranging.best_fantasyland(FANTASYLAND.hand, "pineapple", 0.0)
    cards = sorted(FANTASYLAND.hand)
    foul = cp.Board.of_cards([*cards[-3:], *cards[:10]])
    analysis = analyze(FANTASYLAND, worths=8.0, also=[royal.board, foul])
    assert (analysis.is_exact, analysis.opponents, analysis.best.board) == (True, 2, best.board)
    expected = [2 * best.royalties + 8.0 * bool(best.stays), 2 * royal.royalties + 8.0 * bool(royal.stays), -2 * 6.0]
    points = [analysis.candidate(board).points for board in (best.board, royal.board, foul)]
    assert points == [(mean, 0.0) for mean in expected]
    (alone,) = analyze(FANTASYLAND, worths=8.0, among=[foul]).candidates
    assert (alone.board, alone.behind) == (foul, (0.0, 0.0))
    assert "without points for rows" in str(analysis)


def test_bad_bots():
    assert repr(bot("expert", seconds=0.5)) == "bot('expert', seconds=0.5)"
    for call, error, message in (
        (lambda: bot("swift", seconds=1), errors.BotError, "the bot 'swift' takes no seconds"),
        (lambda: bot("expert", rollouts=0), errors.AnalysisError, "rollouts"),
        (lambda: bot("expert").place(FIRST, None), errors.SeedError, "bad rng"),
        (lambda: bot("expert").place(FIRST.place("Qs / Kc 7c / Ah 8h"), np.random.default_rng(1)),
         errors.PlacementError, "expected a position with cards to place"),
    ):  # fmt: skip
        with pytest.raises(error, match=message):
            call()
