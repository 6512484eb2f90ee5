"""Analyses of many hands: against a plain sum over the sample, against `analyze`, and the results."""

import dataclasses
from itertools import permutations

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast.errors import AnalysisError, ArrayError, BoardError, CardError, FieldError, RulesError, TableError

SMALL = 1 << 14
PAGAT = cp.rules("pagat")
HANDS = cp.deal_many(12, 1, 13, seed=5)[:, 0]
DRAGON = "Ah Kd Qc Js Tc 9h 8s 7c 6s 5d 4h 3c 2d"
PERMUTED = np.array(
    [[4 * (card // 4) + order[card % 4] for card in range(52)] for order in permutations(range(4))], np.uint8
)


def board_of(row):
    return cp.Board.of_cards(row.tolist())


def worse_boards(hands, rules):
    """Return boards that are legal, but rarely the best."""
    boards = [max(cp.undominated(cp.CardSet(hand.tolist()), rules), key=str) for hand in hands]
    return np.array([board.cards() for board in boards], np.uint8)


# ---- the sample ----


def sampled(seed, samples):
    """Return the hands of a sample: those of the first stream of the seed."""
    return cp.deal_many(samples, 1, 13, np.random.default_rng(np.random.SeedSequence(seed).spawn(1)[0]))[:, 0]


def by_permutations(board, others, opponents):
    """Return the weight of each other board, and the points from it, as sums over all permutations of suits."""
    weights, sums = np.zeros(len(others), int), np.zeros(len(others))
    taken = np.zeros(52, bool)
    taken[board] = True
    for moved in PERMUTED:
        moved_boards = moved[others.boards]
        apart = np.flatnonzero(~taken[moved_boards].any(axis=1))
        tables = np.stack([np.broadcast_to(board, (len(apart), 13)), moved_boards[apart]], axis=1)
        declare = np.stack([np.zeros(len(apart), bool), others.declare[apart]], axis=1)
        weights[apart] += 1
        sums[apart] += opponents * cp.settle_many(tables, PAGAT, declare=declare)[:, 0]
    return weights, sums


def weighted(weights, sums):
    """Return the mean of weighted values, and its standard error."""
    n, total, mean = np.count_nonzero(weights), weights.sum(), sums.sum() / weights.sum()
    return mean, np.sqrt(((sums - weights * mean) ** 2).sum() * n / (n - 1)) / total


@pytest.mark.parametrize("opponents", [1, 3])
def test_points_are_weighted_means_over_permuted_suits(opponents):
    """The opponents' boards are permuted, card by card, and settled beside the board."""
    samples, hands = 4096, HANDS[:3]
    given = worse_boards(hands, PAGAT)
    analyses = cp.analyze_many(hands, PAGAT, given, declare=False, opponents=opponents, samples=samples, seed=3)
    others = cp.arrange_many(sampled(3, samples), PAGAT, opponents=opponents)
    assert others.declare.any()
    for index in range(len(hands)):
        weights, points = by_permutations(analyses.best.boards[index], others, opponents)
        worse = by_permutations(given[index], others, opponents)
        assert (weights == worse[0]).all()
        assert analyses.points(index) == pytest.approx(weighted(weights, points))
        assert analyses.loss(index) == pytest.approx(weighted(weights, points - worse[1]))


def test_suits_that_matter_are_not_permuted():
    """Each option changes the payments of some suits; the means are those of dealt hands."""
    red = cp.rulebook.Natural(name="red", points=20, red=(9, 10, 11, 12, 13))
    hearts = cp.rulebook.Natural(name="hearts", points=20, required="Ah")
    for change in (
        {"deuce_of_spades": True},
        {"row_ties": "suits"},
        {"horse_card": "5h", "horse_times": 3},
        {"naturals": (red,)},
        {"naturals": (hearts,)},
        {"aces": (1, 2, 3, 8), "dealer_compensation": 3},
        {"most_points": 4},
    ):
        rules = house_rules(change)
        field = cp.fields.Field(rules, cp.arrange_many(cp.deal_many(64, 4, 13, seed=1).reshape(-1, 13), PAGAT).boards)
        agrees_with_analyze(rules, HANDS[:2], opponents=2, field=field, samples=1 << 16)


def house_rules(change):
    known = {field.name for field in dataclasses.fields(cp.Rules)}
    if not change.keys() <= known:
        pytest.fail(f"no such option: {change}")
    return dataclasses.replace(PAGAT, name="house", **change)


# ---- against analyze ----


def agrees_with_analyze(rules, hands, *, samples=1 << 15, **arguments):
    """Points and losses are the same as in `analyze`, within five standard errors of their difference."""
    given = worse_boards(hands, rules)
    analyses = cp.analyze_many(hands, rules, given, samples=samples, tables=500, declare=False, **arguments)
    for index, hand in enumerate(hands):
        # the same two placements, so that no selection is between the means
        best, worse = analyses.best[index], cp.Placement(*board_of(given[index]).rows, declare=False)
        analysis = cp.analyze(cp.CardSet(hand.tolist()), rules, **arguments, among=[best, worse], deals=500, seed=index)
        other = analysis.candidate(best)
        points, loss = analyses.points(index), analyses.loss(index)
        assert abs(other.points.mean - points.mean) < 5 * np.hypot(other.points.standard_error, points.standard_error)
        if len(analysis.candidates) > 1:
            gap = analysis.candidates[1].behind
            lost = gap.mean if analysis.best is other else -gap.mean
            assert abs(lost - loss.mean) < 5 * np.hypot(gap.standard_error, loss.standard_error) + 1e-9


@pytest.mark.parametrize("has_button", [False, True])
@pytest.mark.parametrize("opponents", [1, 2, 3])
@pytest.mark.parametrize(
    "name", ["pagat", "two-four", "house-rules", "malayan", "pagat-always", "thirteen-water", "single-winner", "pool"]
)
def test_points_and_losses_are_those_of_analyze(name, opponents, has_button):
    agrees_with_analyze(cp.rules(name), HANDS[:2], opponents=opponents, has_button=has_button)


def test_two_kinds_of_opponents():
    """If the button wins ties and no one is banker, one opponent of three has it."""
    rules = dataclasses.replace(PAGAT, name="ties", row_ties="button", natural_ties="first to act")
    field = cp.fields.Field(rules, cp.arrange_many(cp.deal_many(64, 4, 13, seed=1).reshape(-1, 13), PAGAT).boards)
    for has_button in (False, True):
        agrees_with_analyze(rules, HANDS[:3], opponents=3, has_button=has_button, field=field)


def test_the_best_boards_are_those_of_analyze():
    analyses = cp.analyze_many(HANDS, "pagat", samples=1 << 16)
    for hand, best in zip(HANDS, analyses.best, strict=True):
        analysis = cp.analyze(cp.CardSet(hand.tolist()), "pagat", also=[best], seed=1, deals=500)
        assert analysis.candidate(best).behind.mean < 0.1


# ---- candidates ----


def test_naturals_are_declared_and_their_boards_lose_otherwise():
    board = "Qc Js Tc / Ah Kd 9h 8s 7c / 6s 5d 4h 3c 2d"
    for declare in (False, True, "dragon", [cp.rulebook.Pattern.DRAGON]):
        analyses = cp.analyze_many([DRAGON], "pagat", [board], declare=declare, samples=SMALL)
        assert analyses.best.declare.tolist() == [True]
        assert analyses.points(0).mean > 3 * 10  # 13 points from each opponent, unless they have a natural, too
        if declare is False:
            assert analyses.loss(0).mean > 30
        else:
            assert analyses.loss(0) == (0, 0)


def test_surrenders():
    rules = dataclasses.replace(PAGAT, name="surrender", surrender=1)
    field = cp.fields.Field(rules, cp.arrange_many(cp.deal_many(64, 4, 13, seed=1).reshape(-1, 13), PAGAT).boards)
    weak = "Kc Qs Jc Th 8c 7d 6s 6h 5h 4c 3s 3h 2s"
    analyses = cp.analyze_many([weak, weak], rules, [None, cp.best_royalties(weak, rules)], field=field, samples=SMALL)
    assert [best.is_surrender for best in analyses.best] == [True, True]
    assert -3 < analyses.points(0).mean < -1.5  # 1 to each of three, unless they surrender, too
    assert analyses.losses[0] == 0 < analyses.losses[1]
    assert "surrender" in str(analyses)


def test_fouls_lose():
    foul = "9c 9h 9d / 2c 3d 4h 5s 7c / Ks Qd Jc 8h 6s"
    analyses = cp.analyze_many([cp.Board.parse(foul).hand], "pagat", [foul], samples=SMALL)
    assert analyses.losses[0] > 5
    assert not board_of(analyses.best.boards[0]).is_foul


def test_a_hand_without_a_legal_board_is_a_foul():
    rules = dataclasses.replace(cp.rules("lowball-middle"), name="low", lowball_qualifier="8")
    field = cp.fields.Field(rules, cp.arrange_many(HANDS, "lowball-middle").boards)
    high = "As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd Qc Js"
    analyses = cp.analyze_many([high], rules, field=field, samples=SMALL)
    assert analyses.points(0).mean < 0
    assert cp.settling.is_foul_under(board_of(analyses.best.boards[0]), rules)


def test_the_best_board_loses_nothing():
    best = cp.analyze_many(HANDS, "pagat", samples=SMALL).best
    analyses = cp.analyze_many(HANDS, "pagat", best.boards, declare=best.declare, samples=SMALL)
    assert (analyses.losses == 0).all()
    assert (analyses.best.boards == best.boards).all()
    assert (analyses.loss_standard_errors >= 0).all()
    assert (analyses.loss_standard_errors > 0).any()  # others may be better


def test_rules_of_several_streets_score_13_cards():
    analyses = cp.analyze_many(HANDS[:2], "pineapple", samples=4096, opponents=1)
    assert np.isfinite(analyses.best.points).all()


# ---- seeds, threads and arrays ----


@pytest.mark.parametrize("name", ["pagat", "thirteen-water", "pool"])
def test_results_do_not_depend_on_threads_or_batches(name):
    given = worse_boards(HANDS, cp.rules(name))
    arguments = {"samples": 4096, "tables": 100, "seed": (1, 2)}
    one = cp.analyze_many(HANDS, name, given, **arguments)
    many = cp.analyze_many(HANDS.astype(int).tolist(), name, [*map(board_of, given)], threads=3, **arguments)
    for key in ("standard_errors", "losses", "loss_standard_errors"):
        assert getattr(one, key).tolist() == getattr(many, key).tolist()
    assert one.best.boards.tolist() == many.best.boards.tolist()
    assert one.best.points.tolist() == many.best.points.tolist()
    alone = cp.analyze_many(HANDS[3:4], name, given[3:4], **arguments)
    assert alone.losses[0] == one.losses[3]
    assert cp.analyze_many(HANDS, name, **(arguments | {"seed": 7})).best.points.tolist() != one.best.points.tolist()


def test_no_seed_is_a_new_sample():
    first, second = (cp.analyze_many(HANDS[:1], "pagat", samples=4096, seed=None).points(0) for _ in range(2))
    assert first != second


def test_kernels_find_the_same(kernels):
    found = [cp.analyze_many(HANDS[:4], "pagat", samples=4096).best.points.tolist() for _ in kernels()]
    assert found.count(found[0]) == len(found)


def test_larger_samples_are_more_precise():
    small, large = (cp.analyze_many(HANDS, "pagat", samples=samples).standard_errors for samples in (4096, 65536))
    assert 3 < (small / large).mean() < 5  # 16 times as many: a quarter of the error


def test_no_hands():
    for boards in (None, np.empty((0, 13), np.uint8)):
        for name in ("pagat", "pool"):
            analyses = cp.analyze_many(np.empty((0, 13), np.uint8), name, boards, samples=4096)
            assert len(analyses) == 0
            assert analyses.to_dict()["hands"] == []
            assert str(analyses).startswith("0 hands")


# ---- results ----


def test_tables_begin_with_the_worst():
    given = worse_boards(HANDS, PAGAT)
    analyses = cp.analyze_many(HANDS, "pagat", given, samples=4096)
    columns, rows = analyses.table(3)
    assert columns == ["index", "board", "loss", "+- 95%", "best", "points", "+- 95%"]
    assert [float(row[2]) for row in rows] == sorted(analyses.losses.round(3).tolist(), reverse=True)[:3]
    assert rows[0][1] == str(board_of(given[analyses.worst_first()[0]]))
    assert analyses.note_below(3) == "and 9 more"
    assert "<table>" in analyses._repr_html_()
    without = cp.analyze_many(HANDS, "pagat", samples=4096)
    assert without.table()[0] == ["index", "best", "points", "+- 95%"]
    assert without.worst_first()[0] == without.best.points.argmax()
    with pytest.raises(AnalysisError, match="no loss without boards"):
        without.loss(0)
    for call in (without.table, without.note_below):
        with pytest.raises(AnalysisError, match="limit: expected an int from 1 to 1000, got 0"):
            call(0)
    for index in (12, -1, 1.0):
        with pytest.raises(AnalysisError, match=f"index: expected an int from 0 to 11, got {index}"):
            without.points(index)


def test_plain_values():
    given = worse_boards(HANDS, PAGAT)
    analyses = cp.analyze_many(HANDS, "pagat", given, opponents=2, has_button=True, samples=4096)
    plain = analyses.to_dict()
    assert (plain["rules"], plain["opponents"], plain["has_button"], plain["samples"]) == ("pagat", 2, True, 4096)
    first = plain["hands"][0]
    assert first["board"] == str(board_of(given[0]))
    assert first["loss"] == analyses.losses[0]
    low, high = first["loss_confidence_95"]
    assert high - low == pytest.approx(2 * analyses.loss(0).margin)
    assert len(analyses.to_csv().splitlines()) == 1 + len(HANDS)


# ---- bad input ----


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"hands": [[0] * 13]}, CardError, "hand index 0: card 0 appears twice"),
        ({"hands": [range(12)]}, ArrayError, "bad shape"),
        ({"boards": HANDS[:2]}, BoardError, "expected a board for each of 1 hands, got 2"),
        ({"boards": HANDS[1:2]}, BoardError, "board index 0: expected the cards of its hand, got"),
        ({"boards": [None]}, RulesError, "board index 0: a surrender, which the rules 'pagat' do not allow"),
        ({"boards": HANDS[:1], "declare": "dragon"}, RulesError, r"declare\[0\]: the board may not declare 'dragon'"),
        ({"boards": HANDS[:1], "declare": "if better"}, AnalysisError, "declare: expected True, False or names"),
        ({"boards": HANDS[:1], "declare": [True, False]}, ArrayError, "declare"),
        ({"rules": "nothing"}, RulesError, "nothing"),
        ({"opponents": 4}, AnalysisError, "opponents: expected an int from 1 to 3, got 4"),
        ({"has_button": 1}, TableError, "has_button"),
        ({"samples": 4095}, AnalysisError, "samples: expected an int from 4096 to 4194304, got 4095"),
        ({"samples": 1e6}, AnalysisError, "samples"),
        ({"tables": 1}, AnalysisError, "tables: expected an int from 100 to 65536, got 1"),
        ({"threads": -1}, ArrayError, "threads"),
        ({"seed": -1}, cp.errors.SeedError, "seed"),
        ({"field": "equilibrium"}, FieldError, "expected a Field"),
    ],
)  # fmt: skip
def test_bad_input(arguments, error, message):
    with pytest.raises(error, match=message):
        cp.analyze_many(**({"hands": HANDS[:1], "rules": "pagat", "samples": 4096} | arguments))


def test_dead_hands_lose_what_fouls_lose():
    """Under pagat, a foul loses all rows, and pays royalties: it does not matter which cards it has."""
    hand = "As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c"
    foul = "7s 7h 7d / As Kh Qs Jd 9c / Td 8c 6h 5h 5c"
    analyses = cp.analyze_many([hand] * 2, "pagat", [foul, cp.FOUL], declare=False, samples=1 << 12, opponents=1)
    assert analyses.losses[0] == pytest.approx(analyses.losses[1])
    assert [row["board"] for row in analyses.to_dict()["hands"]] == [str(cp.Board.parse(foul)), str(cp.FOUL)]
    assert str(cp.FOUL) in str(analyses)


def test_results_have_their_own_boards():
    boards = cp.best_royalties_many(cp.deal_many(3, 1, 13, seed=1)[:, 0], "pagat")
    analyses = cp.analyze_many(np.sort(boards, axis=1), "pagat", boards, samples=1 << 12)
    before = str(analyses)
    boards[:] = 60
    assert str(analyses) == before


def test_samples_of_long_seeds_differ():
    """NumPy shortens the text of long arrays."""
    hands, entropy = cp.deal_many(1, 1, 13, seed=1)[:, 0], np.arange(2000)
    points = []
    for word in (1000, 7):
        entropy[1000] = word
        seed = np.random.SeedSequence(entropy)
        points.append(cp.analyze_many(hands, "pagat", samples=1 << 12, seed=seed).best.points[0])
    assert points[0] != points[1]
