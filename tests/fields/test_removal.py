"""Card removal: own cards and dead cards change expected points, compared with a slow reference and with deals."""

import itertools
import pickle
from math import comb

import numpy as np
import pytest
from field_rules import boards_of
from known_boards import DRAGON, FOUL

import cpoker_fast as cp
from cpoker_fast import errors

HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
ALL_BUT_HAND = list(set(range(52)) - set(cp.CardSet(HAND)))
SHAPE = (3, 27, 32)


def features(cards):
    """Return the features of a hand: ranks, pairs that are left, and the inequality of suits, minus their means; and 1."""
    ranks = [sum(card // 4 == rank for card in cards) for rank in range(13)]
    suits = [sum(card % 4 == suit for card in cards) for suit in range(4)]
    mean_of_pairs = sum(comb(n, 2) * comb(4, n) * comb(48, 39 - n) for n in range(5)) / comb(52, 39)
    suited = sum(comb(13 - n, 2) for n in suits)
    mean_suited = 4 * sum(comb(n, 2) * comb(13, n) * comb(39, 39 - n) for n in range(14)) / comb(52, 39)
    return np.array(
        [*(n - 1 for n in ranks[:12]), *(comb(4 - n, 2) - mean_of_pairs for n in ranks), 2 * (suited - mean_suited), 1.0]
    )


class Reference:
    """Shifts of boards, from the tables of a field: interpolated by the share of the field with weaker rows."""

    def __init__(self, field):
        self.removal = field.removal.astype(np.float64)
        boards = field.boards[(field.boards[:, 0] < 52) & ~field.declare]
        strengths = [cp.Board.of_cards(board).strengths for board in boards.tolist()]
        self.rows = np.sort(np.array(strengths), axis=0)

    def shift(self, board):
        return self.sum_over_rows(board, features(board.hand))

    def correction(self, board):
        """Return the part of shifts that does not depend on the hand."""
        return self.sum_over_rows(board, np.eye(SHAPE[1])[-1])

    def sum_over_rows(self, board, features_of_hand):
        total = 0.0
        for row, strength in enumerate(board.strengths):
            column = self.rows[:, row]
            below, up_to = np.searchsorted(column, strength), np.searchsorted(column, strength, side="right")
            place = min((below + up_to) / 2 / len(column) * 31, 31 - 1 / 256)
            at_knots = features_of_hand @ self.removal[row]
            total += np.interp(np.floor(place * 256) / 256, np.arange(32), at_knots)
        return total


def random_removal(seed):
    return np.random.default_rng(seed).uniform(-0.05, 0.05, SHAPE).astype(np.float16)


@pytest.mark.parametrize("name", ["simple", "pagat", "two-four"])
def test_arrange_finds_the_best_of_all_boards_with_shifts(name, kernels):
    field = cp.fields.Field.equilibrium(name)
    reference, boards = Reference(field), cp.undominated(HAND, name)
    points = field.points(boards, opponents=2, own_cards=False)
    worth = [value + 2 * reference.shift(board) for board, value in zip(boards, points.tolist(), strict=True)]
    for kernel in kernels():
        decision = cp.arrange(HAND, name, opponents=2)
        assert decision.points == pytest.approx(max(worth), abs=1e-4), kernel
        assert worth[boards.index(decision.board)] == max(worth)


def test_points_agree_better_with_deals_than_without_own_cards():
    field, errors_of = cp.fields.Field.equilibrium("simple"), {True: [], False: []}
    for index, hand in enumerate(cp.deal_many(40, 1, 13, seed=8)[:, 0].tolist()):
        dealt = cp.deal_many(1500, 3, 13, seed=index, dead=hand).reshape(-1, 13)
        truth = cp.fields.Field("simple", cp.arrange_many(dealt, "simple").boards)
        for own_cards, differences in errors_of.items():
            decision = cp.arrange(hand, "simple", own_cards=own_cards)
            differences.append(decision.points - truth.points([decision.board])[0])
    assert field.removal is not None
    assert np.square(errors_of[True]).mean() < 0.25 * np.square(errors_of[False]).mean()


def test_the_cards_of_a_hand_change_what_opponents_are_likely_to_have():
    """Opponents of four aces cannot have an ace in front, so other high cards win there more often."""
    aces = "As Ah Ad Ac Kh 9d 8s 7c 6h 4d 3s 3c 2h"
    assert cp.arrange(aces, "simple").points > cp.arrange(aces, "simple", own_cards=False).points + 0.3
    # An opponent who showed four aces before folding leaves weaker hands to the others.
    weak = "Kd Qh Js 9c 8d 7h 6s 5c 4d 3h 3s 2c 2d"
    known = cp.arrange(weak, "simple", opponents=2, dead="As Ah Ad Ac").points
    assert known > cp.arrange(weak, "simple", opponents=2).points + 0.1
    assert known == cp.arrange(weak, "simple", opponents=2, dead=cp.CardSet("AcAdAhAs")).points


@pytest.mark.parametrize("name", ["simple", "pagat", "two-four", "lowball-middle"])
def test_points_of_boards_with_own_cards(name):
    """By default, the best board has the points of `arrange`. Fouls, surrenders and naturals have no shift."""
    field, hands = cp.fields.Field.equilibrium(name), cp.deal_many(20, seed=5).reshape(-1, 13)
    decisions = cp.arrange_many(hands, name, opponents=2)
    points = field.points(decisions.boards, declare=decisions.declare, opponents=2)
    assert points == pytest.approx(decisions.points, abs=1e-9)
    exact = field.points(decisions.boards, declare=decisions.declare, opponents=2, own_cards=False)
    compared = (decisions.boards[:, 0] < 52) & ~decisions.declare
    assert (points != exact).tolist() == compared.tolist()
    assert field.points([FOUL]).tolist() == field.points([FOUL], own_cards=False).tolist()
    without_tables = cp.fields.Field("pagat", [DRAGON])
    assert without_tables.points([DRAGON]).tolist() == without_tables.points([DRAGON], own_cards=False).tolist()


@pytest.mark.parametrize("name", ["pagat", "one-six"])
def test_corrections_of_the_field_are_neither_too_large_nor_too_small(name):
    """They are the difference between points against dealt opponents, who know their own cards, and against the field."""
    field = cp.fields.Field.equilibrium(name)
    opponents = cp.arrange_many(cp.deal_many(8000, 4, 13, seed=1).reshape(-1, 13), name)
    played = cp.arrange_many(cp.deal_many(250, 4, 13, seed=2).reshape(-1, 13), name)
    boards, dealt = played.boards[~played.declare], cp.fields.Field(name, opponents.boards, declare=opponents.declare)
    measured = dealt.points(boards, declare=False, opponents=1)
    measured -= field.points(boards, declare=False, opponents=1, own_cards=False)
    reference = Reference(field)
    corrections = np.array([reference.correction(cp.Board.of_cards(cards)) for cards in boards.tolist()])
    slope, _ = np.polyfit(corrections, measured, 1)
    assert 0.75 < slope < 1.25


@pytest.mark.parametrize("has_button", [False, True])
@pytest.mark.parametrize("name", ["pagat", "thirteen-water", "single-winner", "house", "face-up", "lowball-middle"])
def test_with_26_dead_cards_the_opponent_is_known(name, has_button):
    for cards in cp.deal_many(10, 1, 39, seed=6)[:, 0].tolist():
        hand, dead = cards[:13], cards[13:]
        theirs = cp.arrange(cp.CardSet(range(52)) - cp.CardSet(cards), name, opponents=1, has_button=not has_button)
        truth = cp.fields.Field(name, [theirs.board], declare=bool(theirs.declare))
        best = cp.arrange(hand, name, truth, opponents=1, has_button=has_button)
        assert cp.arrange(hand, name, opponents=1, has_button=has_button, dead=dead) == best


@pytest.mark.parametrize("name", ["pagat", "two-four", "house", "vietnamese", "deuce-to-seven"])
def test_points_with_dead_cards_and_two_opponents_agree_with_deals(name, kernels):
    for cards in cp.deal_many(2, 1, 22, seed=8)[:, 0].tolist():
        hand, dead = cards[:13], cards[13:]
        decision = cp.arrange(hand, name, opponents=2, dead=dead)
        for kernel in kernels():
            assert cp.arrange(hand, name, opponents=2, dead=dead) == decision, kernel
        analysis = cp.analyze(hand, name, 2, deals=2000, seed=1, dead=dead)
        candidate = analysis.candidate(decision)
        assert (candidate.natural is not None) == bool(decision.declare)
        assert candidate.behind.mean < 0.2
        assert decision.points == pytest.approx(candidate.points.mean, abs=0.5)


@pytest.mark.parametrize("name", ["simple", "pagat", "two-four"])
def test_points_against_all_hands_of_a_tiny_deck(name):
    """If 15 cards are left, the opponent has one of 105 hands. Their mean result against a board is that of `arrange`."""
    rng, differences, losses = np.random.default_rng(3), [], []
    for _ in range(10):
        hand, left, dead = np.split(rng.permutation(52), [13, 28])
        hands = np.array(list(itertools.combinations(np.sort(left), 13)), np.uint8)
        opponents = cp.arrange_many(hands, name, opponents=1)
        truth = cp.fields.Field(name, opponents.boards, declare=opponents.declare)
        best = cp.arrange(hand.tolist(), name, truth, opponents=1, own_cards=False)
        decision = cp.arrange(hand.tolist(), name, opponents=1, dead=dead.tolist())
        exact = truth.points([decision.board], declare=bool(decision.declare), opponents=1)[0]
        differences.append(decision.points - exact)
        losses.append(best.points - exact)
    assert np.abs(differences).max() < 0.15  # about 4 standard errors of the mean of 4,096 results
    assert min(losses) > -1e-9
    assert max(losses) < 0.03


def test_without_own_cards_points_are_those_of_the_field():
    field = cp.fields.Field.equilibrium("one-six")
    for hand in cp.deal_many(5, seed=3).reshape(-1, 13).tolist():
        decision = cp.arrange(hand, "one-six", own_cards=False)
        assert decision.points == pytest.approx(field.points(cp.undominated(hand, "one-six"), own_cards=False).max())
        assert cp.arrange_many([hand], "one-six", own_cards=False).points.tolist() == [decision.points]


def test_your_own_boards_and_rules_with_a_single_winner_have_no_shifts():
    field = cp.fields.Field("pagat", boards_of(cp.rules("pagat"), 50, seed=1))
    assert field.removal is None
    for name in cp.presets():
        assert (cp.fields.Field.equilibrium(name).removal is None) == cp.rules(name).has_single_winner
    for name, board_field in (("pagat", field), ("single-winner", None)):
        assert cp.arrange(HAND, name, board_field) == cp.arrange(HAND, name, board_field, own_cards=False)


def test_one_pairing_counts_where_only_the_banker_pays():
    """Without the button, a player settles with the banker alone, so the shift is that of one opponent."""
    rules, removal = cp.Rules(name="banker", pairings="banker"), random_removal(2)
    boards = boards_of(rules, 60, seed=2)
    plain, shifted = cp.fields.Field(rules, boards), cp.fields.Field(rules, boards, removal=removal)
    changes = {}
    for opponents, button in itertools.product((1, 3), (False, True)):
        decision = cp.arrange(HAND, rules, shifted, opponents=opponents, has_button=button)
        before = plain.points([decision.board], opponents=opponents, has_button=button)[0]
        changes[opponents, button] = decision.points - before
    assert changes[3, False] == pytest.approx(changes[1, False])
    assert changes[3, True] > 2.5 * changes[1, True] > 0


def test_equilibria_of_other_rules_have_card_removal(tmp_path, monkeypatch):
    monkeypatch.setenv("CPOKER_FAST_CACHE", str(tmp_path))
    rules = cp.Rules(name="scoops", scoop_bonus=2)
    field = cp.fields.Field.equilibrium(rules, size=512, rounds=3)
    assert (field.removal.shape, field.removal.dtype) == (SHAPE, np.float16)
    again = cp.fields.Field.equilibrium(rules, size=512, rounds=3, cache=False, threads=2)
    assert np.array_equal(field.removal, again.removal)
    assert not np.array_equal(field.removal, cp.fields.Field.equilibrium("simple").removal)


@pytest.mark.slow
@pytest.mark.parametrize("options", [
    {"surrender": 0}, {"pairings": "banker", "scoop_bonus": 2}, {"row_points": 1000, "scoop_times": 9, "surrender": 1},
    {"row_points": 1000, "scoop_bonus": 1000, "home_run_bonus": 1000, "overall_points": 1000},
])  # fmt: skip
def test_card_removal_corrects_a_small_field(options):
    """Points against 4 boards are far from those against dealt opponents, also with large payments and with a banker."""
    rules = cp.Rules(name="ours", **options)
    field = cp.fields.Field.equilibrium(rules, size=4, rounds=2, cache=False)
    hands = cp.deal_many(200, seed=6).reshape(-1, 13)
    others = cp.arrange_many(hands, rules, field)
    truth = cp.fields.Field(rules, others.boards, declare=others.declare)
    boards = cp.best_royalties_many(cp.deal_many(25, seed=7).reshape(-1, 13), "simple")
    with_cards, without = (field.points(boards, opponents=1, own_cards=own_cards) for own_cards in (True, False))
    exact = truth.points(boards, opponents=1)
    assert np.square(with_cards - exact).mean() < 0.8 * np.square(without - exact).mean()


def test_card_removal_is_saved_and_compared(tmp_path):
    path, boards = tmp_path / "field.npz", boards_of(cp.rules("pagat"), 50, seed=1)
    field = cp.fields.Field("pagat", boards, removal=random_removal(3))
    field.save(path)
    for same in (cp.fields.Field.load(path), pickle.loads(pickle.dumps(field))):
        assert (same, hash(same)) == (field, hash(field))
        assert np.array_equal(same.removal, field.removal)
        assert cp.arrange(HAND, "pagat", same) == cp.arrange(HAND, "pagat", field)
    assert field != cp.fields.Field("pagat", boards)
    assert field != cp.fields.Field("pagat", boards, removal=random_removal(4))
    with pytest.raises(ValueError, match="read-only"):
        field.removal[0, 0, 0] = 1


@pytest.mark.parametrize("removal", [
    random_removal(1).astype(np.float32), random_removal(1)[:, :25], np.full(SHAPE, np.nan, np.float16),
    np.full(SHAPE, np.inf, np.float16), "large",
])  # fmt: skip
def test_bad_card_removal(removal, tmp_path):
    with pytest.raises(errors.FieldError, match="bad removal: expected finite numbers of float16 with the shape"):
        cp.fields.Field("pagat", [DRAGON], removal=removal)
    if isinstance(removal, np.ndarray):
        path = tmp_path / "field.npz"
        cp.fields.Field("pagat", [DRAGON]).save(path)
        with np.load(path) as arrays:
            content = dict(arrays)
        np.savez(path, **content, removal=removal)
        with pytest.raises(errors.FieldError, match="bad removal"):
            cp.fields.Field.load(path)


def test_the_largest_coefficients_do_no_harm(kernels):
    removal = np.full(SHAPE, 65504, np.float16)
    removal[1] = -65504
    field = cp.fields.Field("simple", boards_of(cp.rules("simple"), 50, seed=1), removal=removal)
    hands = cp.deal_many(5, seed=1).reshape(-1, 13)
    for kernel in kernels():
        many = cp.arrange_many(hands, "simple", field)
        assert np.isfinite(many.points).all(), kernel
        assert [cp.Board.of_cards(board).is_foul for board in many.boards.tolist()] == [False] * len(hands)


OWN = cp.fields.Field("pagat", [DRAGON], removal=random_removal(1))


@pytest.mark.parametrize(("arguments", "error", "message"), [
    ({"dead": "As"}, errors.CardError, "dead: card As is in the hand$"), ({"dead": "Xx"}, errors.CardError, "^dead: .*Xx"),
    ({"dead": "Ad Ac", "own_cards": False, "opponents": 2}, errors.FieldError, "dead: expected own_cards=True$"),
    ({"dead": "Ad", "field": OWN, "opponents": 2}, errors.FieldError,
     r"dead: expected an equilibrium; for your own boards, use analyze\(field=..., dead=...\)$"),
    ({"dead": "Ad"}, errors.CardError, "dead: 3 opponents have all other cards: expected 1 or 2 opponents$"),
    ({"dead": ALL_BUT_HAND[:27], "opponents": 1}, errors.CardError, "at most 26 cards with 1 opponent, got 27$"),
    ({"own_cards": "yes"}, errors.FieldError, "own_cards: expected True or False"),
])  # fmt: skip
def test_bad_calls(arguments, error, message):
    with pytest.raises(error, match=message):
        cp.arrange(HAND, "pagat", **arguments)
