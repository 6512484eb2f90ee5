"""Statistics of players: sums over settled deals, with expected values computed by hand."""

import dataclasses
import math
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from known_boards import DRAGON, FOUL, HIGH, LOW

import cpoker_fast as cp
from cpoker_fast import errors, notation
from cpoker_fast.studies import statistics

FRIDAY = list(notation.read_deals(Path(__file__).parents[2] / "examples" / "deals.ofc"))


def record(boards, rules="pagat"):
    """Return the record of a closed deal of two boards, by name."""
    placed = [cp.Board.parse(board) for board in boards.values()]
    deal = cp.Deal(rules, 2, stacks=[list(board.hand) for board in placed], button=1)
    for board in placed:
        deal.place(cp.Placement(*board.rows, declare=True))
    return notation.Record.of_deal(deal, [*boards])


def test_points_are_summed_by_name():
    """Each scoop under pagat is three rows, and a foul pays as one: Ann wins 3, loses 3, wins 3 and wins 3."""
    deals = [{"Ann": HIGH, "Bo": LOW}, {"Bo": HIGH, "Ann": LOW}, {"Ann": HIGH, "Cy": FOUL}, {"Ann": HIGH, "Bo": LOW}]
    ann, bo, cy = statistics([record(boards) for boards in deals]).players
    assert (ann.name, ann.deals, ann.points, ann.won) == ("Ann", 4, 6, 3)
    assert (ann.scoops, ann.scooped, ann.fouls, ann.royalties, ann.naturals, ann.surrenders) == (3, 1, 0, 0, 0, 0)
    # variance (36 / 4 - 1.5^2) 4 / 3 = 9, error sqrt(9 / 4), widened by sqrt(3 / 1) for four deals
    assert ann.mean == pytest.approx((1.5, 1.5 * 3**0.5))
    assert (bo.deals, bo.points, bo.scoops, bo.scooped) == (3, -3, 1, 2)
    assert (cy.deals, cy.points, cy.fouls, cy.won) == (1, -3, 1, 0)
    assert math.isnan(bo.mean.margin)
    assert cy.to_dict()["confidence_95"] == [None, None]


def test_naturals_and_surrenders():
    ann, bo = statistics(record({"Ann": DRAGON, "Bo": "Ah Ad 2c / Qs Qh Jd 7c 9s / Kh Kd Th Td 9h"})).players
    assert (ann.naturals, bo.naturals) == (1, 0)
    deal = cp.Deal("two-four", 2, seed=1, button=0).place("surrender")
    deal.place(cp.best_royalties(deal.position().hand, "two-four"))
    surrendered = statistics(deal).players
    assert [player.surrenders for player in surrendered] == [0, 1]
    assert sum(player.points for player in surrendered) == 0


def test_open_face_deals():
    """AA in front (9) and a flush (4) send Ann to Fantasyland, with JJ in front (6) and a full house (6) there."""
    result = statistics(FRIDAY)
    assert (result.deals, result.unfinished, result.rules) == (2, 1, ("pineapple",))
    ann, bo, cy = result.players
    assert (ann.points, bo.points, cy.points) == (38 + 36, -25 - 17, -13 - 19)
    assert (ann.royalties, bo.royalties, cy.royalties) == (9 + 4 + 6 + 6, 0, 0)
    assert (ann.fouls, bo.fouls, cy.fouls) == (0, 1, 0)
    assert [(player.scoops, player.scooped) for player in result.players] == [(4, 0), (0, 3), (1, 2)]
    assert [(player.fantasylands, player.earned) for player in result.players] == [(1, 1), (0, 0), (0, 0)]
    assert result.title == "2 deals (1 unfinished deal left out): pineapple"


@given(st.lists(st.booleans(), min_size=4, max_size=12))
def test_the_margin_is_that_of_independent_deals(wins):
    boards = record({"Ann": HIGH, "Bo": LOW}), record({"Bo": HIGH, "Ann": LOW})
    estimate = {player.name: player for player in statistics([boards[not won] for won in wins]).players}["Ann"].mean
    values = [3 if won else -3 for won in wins]
    n, mean = len(values), sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (n - 1)
    assert estimate == pytest.approx((mean, math.sqrt(variance / n * (n - 1) / (n - 3))))


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 3)), min_size=4, max_size=8))
def test_consecutive_deals_with_the_same_number_count_as_one(deals):
    """Error of a ratio: the deviations of the groups from the mean of all deals, by the number of all deals."""
    records, groups = [], []
    for number, (won, copies) in enumerate(deals):
        boards = {"Ann": HIGH, "Bo": LOW} if won else {"Ann": LOW, "Bo": HIGH}
        records += [dataclasses.replace(record(boards), tags={"Number": number % 3, "Rotation": i}) for i in range(copies)]
        groups.append((3 * copies if won else -3 * copies, copies))
    estimate, n = statistics(records).players[0].mean, len(groups)
    mean = sum(points for points, _ in groups) / len(records)
    squares = sum((points - mean * copies) ** 2 for points, copies in groups)
    assert estimate == pytest.approx((mean, math.sqrt(n / (n - 1) * squares * (n - 1) / (n - 3)) / len(records)))


def test_only_finished_deals_of_the_review_count():
    """The third deal is unfinished; the review of others is rejected."""
    review = cp.review(FRIDAY, rollouts=24, seed=1)
    assert any(move.deal == 3 for move in review.moves)
    for player in statistics(FRIDAY, review).players:
        lost = [move.lost.mean for move in review.mistakes if move.deal < 3 and move.player == player.name]
        assert (player.losses.mistakes, player.losses.lost.mean) == (len(lost), pytest.approx(sum(lost)))
    message = "review: expected a review of the deals of `records`, by the same numbers, got deal 3 of 'Di', 'Ed'"
    with pytest.raises(errors.AnalysisError, match=message):
        statistics(FRIDAY[:2], review)


def test_views_and_losses():
    records = [record({"<b>Ann": HIGH, "Bo": LOW}), record({"Bo": HIGH, "Cy": LOW})]
    result = statistics(records)
    columns, rows = result.table()
    assert columns == ["player", "deals", "points", "mean", "+- 95%", "won", "scoops"]
    assert rows == [["<b>Ann", "1", "+3", "+3.00", "", "1", "1"], ["Bo", "2", "+0", "+0.00", "", "1", "1"],
                    ["Cy", "1", "-3", "-3.00", "", "0", "0"]]  # fmt: skip
    assert str(result).splitlines()[0] == "2 deals: pagat"
    assert "&lt;b&gt;Ann" in result._repr_html_()
    assert "<b>Ann" not in result._repr_html_()
    review = cp.review(records, deals=512, seed=1, players=["Bo"])
    reviewed = statistics(records, review)
    (bo,) = review.players
    assert reviewed.table()[0][-3:] == ["mistakes", "lost", "+- 95%"]
    assert reviewed.table()[1][1][-3:] == [str(bo.mistakes), f"{bo.lost.mean:.2f}", f"{bo.lost.margin:.2f}"]
    assert [player.losses.placements for player in reviewed.players] == [0, 2, 0]
    assert [row[-3:] for row in reviewed.table()[1][::2]] == [["", "", ""]] * 2
    assert reviewed.to_dict()["players"][1]["losses"]["lost"] == bo.lost.mean
    assert reviewed.to_csv().startswith("player,deals,points,mean,standard_error,")


def test_nothing_and_bad_arguments():
    assert statistics([]).title == "0 deals: no rules"
    assert statistics([FRIDAY[2]]).players == ()
    with pytest.raises(errors.AnalysisError, match="deal 2: expected a Deal or a Record, got 'x'"):
        statistics([FRIDAY[0], "x"])
    with pytest.raises(errors.AnalysisError, match="review: expected a Review, or None, got 1"):
        statistics(FRIDAY, 1)
