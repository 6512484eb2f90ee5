"""The page of odds: exact counts against those of the package and random hands, and samples against their script."""

from collections import Counter
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast.ranking import Category, categories
from cpoker_fast.rulebook import Pattern
from cpoker_fast.settling import count_hands, naturals_many, read_seat
from cpoker_fast.studies import Estimate

hand_counts = pytest.importorskip("hand_counts", reason="the benchmarks are not here", exc_type=ImportError)
odds = pytest.importorskip("odds", exc_type=ImportError)  # needs click
odds_report = pytest.importorskip("odds_report", exc_type=ImportError)
HANDS = comb(52, 13)
SAMPLE = 1_000_000


def check(found, expected, n):
    """Assert that numbers of n random cases are within five standard errors of their shares; rare kinds together."""
    assert found.keys() <= {kind for kind, share in expected.items() if share}
    rare = {kind for kind, share in expected.items() if share * n < 25}
    shares = {kind: share for kind, share in expected.items() if kind not in rare}
    shares["rare"] = sum(expected[kind] for kind in rare)
    counted = Counter({kind: number for kind, number in found.items() if kind not in rare})
    counted["rare"] = sum(found[kind] for kind in rare & found.keys())
    for kind, share in shares.items():
        assert abs(counted[kind] - n * share) <= 5 * sqrt(n * share * (1 - share)) + 1, kind


@pytest.fixture(scope="module")
def together():
    return hand_counts.naturals_together()


@pytest.fixture(scope="module")
def hands():
    return cp.deal_many(SAMPLE // 4, seed=2026).reshape(-1, 13)


@pytest.fixture(scope="module")
def made(hands):
    """Return the patterns that the random hands make, and an example of each set of patterns."""
    masks, first, numbers = np.unique(naturals_many(hands), return_index=True, return_counts=True)
    sets = [frozenset(p for bit, p in enumerate(Pattern) if mask >> bit & 1) for mask in masks.tolist()]
    return dict(zip(sets, numbers.tolist(), strict=True)), dict(zip(sets, hands[first].tolist(), strict=True))


def test_naturals_are_those_that_the_package_counts(together):
    assert sum(together.values()) == HANDS
    for pattern in Pattern:
        assert odds_report.hands_with(together, pattern) == count_hands(pattern), pattern
    both = cp.rulebook.Conditions(counts=[[2, 2, 2, 2, 2, 2, 1]], rows="flushes")
    assert odds_report.hands_with(together, Pattern.SIX_PAIRS, Pattern.THREE_FLUSHES) == count_hands(both)
    assert together[frozenset({Pattern.SIX_PAIRS, Pattern.THREE_STRAIGHTS})] == 0


def test_naturals_of_random_hands(together, made):
    check(made[0], {patterns: number / HANDS for patterns, number in together.items()}, SAMPLE)


@pytest.mark.parametrize("name", [name for name in cp.presets() if cp.rules(name).naturals and name != "house-rules"])
def test_the_natural_that_counts(name, together, made):
    """The package settles an example of each set of patterns. Under house-rules, it depends on how the rows are set."""
    rules = cp.rules(name)
    order = [str(natural.name) for natural in hand_counts.by_priority(rules)]
    for patterns, hand in made[1].items():
        expected = next((natural for natural in order if natural in patterns), None)
        assert read_seat(cp.best_royalties(hand, rules), rules).natural == expected
    counted = hand_counts.naturals_counted(rules, together)
    none = sum(number for patterns, number in together.items() if not patterns.intersection(counted))
    assert sum(counted.values()) + none == HANDS


def test_best_and_possible_rows(hands):
    """All 1,287 rows of some random hands."""
    possible, best = hand_counts.possible_rows(), hand_counts.best_rows()
    rows = np.array([*combinations(range(13), 5)])
    n, ranked = 10_000, np.zeros((0, 10), bool)
    for chunk in np.split(hands[:n], 10):
        found = categories(cp.strengths(chunk[:, rows]))
        ranked = np.vstack([ranked, np.stack([(found == category).any(axis=1) for category in range(10)], axis=1)])
    strongest = 9 - ranked[:, ::-1].argmax(axis=1)
    check(Counter(map(Category, strongest.tolist())), {row: number / HANDS for row, number in best.items()}, n)
    also = {
        Category.STRAIGHT_FLUSH: [9],
        Category.FLUSH: [8, 9],
        Category.STRAIGHT: [8, 9],
        Category.THREE_OF_A_KIND: [6, 7],
    }
    for row, number in possible.items():
        with_row = int(ranked[:, [row, *also.get(row, [])]].any(axis=1).sum())
        check({True: with_row, False: n - with_row}, {True: number / HANDS, False: 1 - number / HANDS}, n)
    assert best[Category.ROYAL_FLUSH] == possible[Category.ROYAL_FLUSH] == 4 * comb(47, 8) - 6 * comb(42, 3)


def test_ranks_and_suits(together):
    """Chances of suits are those of bridge; a hand without pairs is a dragon."""
    lengths = hand_counts.suit_lengths()
    assert sum(lengths.values()) == HANDS == sum(ways * hand_counts.hands_of_shape(s) for s, ways in hand_counts.shapes())
    assert (lengths[4, 4, 3, 2], lengths[4, 3, 3, 3], lengths[13, 0, 0, 0]) == (136_852_887_600, 66_905_856_160, 4)
    assert "| no pair: the dragon | 0.011% | 9,462 | 67,108,864 |" in odds_report.equal_ranks()
    no_quads = sum((-1) ** i * comb(13, i) * comb(52 - 4 * i, 13 - 4 * i) for i in range(4))
    assert f"| four of a kind, once or more | 3.42% | 29.2 | {HANDS - no_quads:,} |" in odds_report.equal_ranks()


def test_rows_at_random():
    three, five = hand_counts.random_rows(3), hand_counts.random_rows(5)
    assert three == {0: comb(13, 3) * 64, 1: 13 * 6 * 48, 3: 13 * 4}
    assert (five[0], five[4], five[5]) == ((comb(13, 5) - 10) * (4**5 - 4), 10 * (4**5 - 4), 4 * (comb(13, 5) - 10))
    assert (five[6], five[7], five[8], five[9], sum(five.values())) == (13 * 4 * 12 * 6, 13 * 48, 36, 4, comb(52, 5))


def test_estimates():
    """Arithmetic: 2 of 8; values 0 and 2; batches of 1 and 3 in 10, whose mean is 0.2 ± 1.96 * 0.1."""
    assert odds_report.share_of(2, 8) == pytest.approx((0.25, sqrt(0.25 * 0.75 / 8)))
    assert odds_report.mean_of({"0": 50, "2": 50}) == pytest.approx((1, 0.1))
    assert odds_report.ratio_of([(1, 10), (3, 10)]) == pytest.approx((0.2, 0.1))
    assert [odds_report.one_in(n, 10_000) for n in (0, 1, 3000, 400, 10_000)] == ["never", "10,000", "3.33", "25.0", "1.00"]
    texts = {
        "25.0% ± 2.0%": odds_report.in_percent(Estimate(0.25, 0.01)),
        "25.0000% ± 0.0002%": odds_report.in_percent(Estimate(0.25, 1e-6)),
        "25.0 ± 2.0": odds_report.in_hundred(Estimate(0.25, 0.01)),
        "< 0.01": odds_report.in_hundred(Estimate(0.00001, 0.00001)),
        "4.25 ± 0.02": odds_report.in_points(Estimate(4.25, 0.01)),
    }
    assert [text.replace("\N{NO-BREAK SPACE}", " ") for text in texts.values()] == [*texts]


# ---- samples ----

RECORD = odds.recorded()


def test_the_record_has_all_parts():
    assert {part: [*presets] for part, presets in RECORD.items()} == {
        part: [*names] for part, (_, names) in odds.PARTS.items()
    }


def shares(counts):
    return {kind: number / sum(counts.values()) for kind, number in counts.items()}


def test_boards_are_those_of_the_script():
    record, again = RECORD["boards"]["pagat"], odds.boards_of("pagat", 20_000)
    assert (record["hands"], again["surrenders"]) == (odds.HANDS, record["surrenders"])
    for part in ("categories", "royalties"):
        for row, counts in again[part].items():
            check(counts, shares(record[part][row]), sum(counts.values()))
    assert abs(again["naturals"] - record["naturals"] / 50) < 5 * sqrt(record["naturals"] / 50)


def test_naturals_declared_and_at_tables_are_those_of_exact_counts(together):
    """Hands that make a natural of pagat hardly ever compare rows; four hands of a deal seldom have two."""
    hands = sum(hand_counts.naturals_counted(cp.rules("pagat"), together).values()) / HANDS
    assert 0.95 * hands < RECORD["boards"]["pagat"]["naturals"] / odds.HANDS < 1.01 * hands
    for name, counts in RECORD["tables"].items():
        hands = sum(hand_counts.naturals_counted(cp.rules(name), together).values()) / HANDS
        assert counts["with a natural"] / counts["deals"] == pytest.approx(1 - (1 - hands) ** 4, rel=0.02)
    again = odds.tables_of("pagat", 100_000)
    share = RECORD["tables"]["pagat"]["with a natural"] / odds.TABLES
    check({True: again["with a natural"]}, {True: share}, again["deals"])


def test_open_face_deals_are_those_of_the_script():
    record, again = RECORD["openface"]["pineapple"], odds.openface_of("pineapple", batches=2)
    assert len(record["outside"]) == len(record["earned"]["14"]) == odds.BATCHES
    for place, column in (("outside", "fouls"), ("outside", "earned"), ("outside", "royalties"), ("inside", "royalties")):
        estimate = odds_report.a_board(record[place], column)
        error = estimate.standard_error * sqrt(odds.BATCHES / 2)
        assert abs(odds_report.a_board(again[place], column).mean - estimate.mean) < 5 * error
    outside, inside = np.array(record["outside"]), np.array(record["inside"])
    assert inside[:, 1].sum() == 0  # a hand in Fantasyland always has a legal board
    assert outside[:, 2].sum() + inside[:, 2].sum() == inside[:, 0].sum()  # each Fantasyland that is earned is played
    assert outside[:, 2].sum() == sum(map(sum, record["earned"].values()))
    legal = int((outside[:, 0] - outside[:, 1]).sum())
    assert {sum(counts.values()) for counts in record["categories"].values()} == {legal}


def test_fantasylands_are_those_of_the_script():
    again = odds.fantasylands_of("progressive", 5_000)
    for cards, counts in RECORD["fantasylands"]["progressive"].items():
        assert counts["hands"] == odds.LANDS
        stays = shares({True: counts["stays"], False: counts["hands"] - counts["stays"]})
        check({True: again[cards]["stays"], False: 5_000 - again[cards]["stays"]}, stays, 5_000)
        assert odds_report.mean_of(again[cards]["royalties"]).mean == pytest.approx(
            odds_report.mean_of(counts["royalties"]).mean, abs=0.5
        )
