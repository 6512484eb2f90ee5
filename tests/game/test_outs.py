"""Categories that rows can reach, compared with all sets of drawn cards."""

import math
import random
from functools import cache
from itertools import combinations

import numpy as np
import pytest
import reference

import cpoker_fast as cp
from cpoker_fast import _openface, errors
from cpoker_fast.game import Low

DECK = range(52)


@cache
def category_of(row):
    kind, first, *_ = reference.key(row)
    return cp.ranking.Category.ROYAL_FLUSH if (kind, first) == (reference.STRAIGHT_FLUSH, reference.ACE) else kind


@cache
def low_of(row):
    kind, *ranks = reference.lowball_key(row)
    if kind:
        return Low.NO_LOW
    return Low.SEVEN_FIVE_LOW if [-rank for rank in ranks] == [5, 3, 2, 1, 0] else Low(13 + ranks[0])


def counts_by_force(row, size, hand, unseen, draws, kind_of):
    counts = [0] * 10
    for drawn in combinations(unseen, draws):
        rows = combinations((*hand, *drawn), size - len(row))
        counts[max(kind_of(tuple(sorted((*row, *more)))) for more in rows)] += 1
    return tuple(counts)


def count(row, size, hand, unseen, draws, *, low=False):
    return _openface.outs(cp.CardSet(row), size, cp.CardSet(hand), cp.CardSet(unseen), draws, low)[0]


def small_decks(rng, size):
    """Yield cards of few ranks or few suits, which reach every category of a row."""
    while True:
        first, ranks, suits = rng.randrange(13), rng.randint(2, 7), rng.sample(range(4), rng.choice((1, 1, 2, 2, 3, 4)))
        deck = [4 * ((first + i) % 13) + suit for i in range(ranks) for suit in suits]
        deck = list({*deck, *rng.sample(DECK, 3)})
        rng.shuffle(deck)
        cards, held = rng.randint(0, size), rng.randint(0, 5)
        row, hand, unseen = deck[:cards], deck[cards : cards + held], deck[cards + held : cards + held + rng.randint(0, 9)]
        draws = rng.randint(0, len(unseen))
        if len(row) == cards and len(hand) + draws >= size - cards:
            yield row, size, hand, unseen, draws


@pytest.mark.parametrize(
    ("seed", "sizes", "cases", "kind_of", "least"),
    [(1, (3, 5, 5, 5, 5), 400, category_of, 10), (2, [5], 1500, low_of, 3)],
    ids=["high", "low"],
)
def test_rows_of_small_decks(seed, sizes, cases, kind_of, least):
    rng, seen = random.Random(seed), [0] * 10
    for size in sizes:
        decks = small_decks(rng, size)
        for _ in range(cases):
            case = next(decks)
            expected = counts_by_force(*case, kind_of)
            assert count(*case, low=kind_of is low_of) == expected, case
            seen = [a + (b > 0) for a, b in zip(seen, expected, strict=True)]
    assert min(seen) >= least  # every category was met


def test_lows_that_are_flushes_or_straights_by_a_card():
    """Clubs of the seven lowest ranks and two cards of other suits: one card decides whether there is a low."""
    rng = random.Random(3)
    for _ in range(60):
        clubs = [4 * rank for rank in range(7)]
        other_suits = rng.sample([card for card in range(28) if card % 4], 2)
        unseen = rng.sample(clubs, rng.randint(5, 7)) + other_suits
        for draws in (5, 6, 7):
            case = [], 5, [], unseen, draws
            assert count(*case, low=True) == counts_by_force(*case, low_of), case


def test_hands_of_five_and_seven_cards_of_a_whole_deck():
    """Counts are the well-known ones."""
    five = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4)
    seven = (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324)
    assert (count([], 5, [], DECK, 5), count([], 5, [], DECK, 7)) == (five, seven)
    assert count([], 3, [], DECK, 3) == (18304, 3744, 0, 52, 0, 0, 0, 0, 0, 0)
    lows = count([], 5, [], DECK, 5, low=True)
    assert lows[Low.SEVEN_FIVE_LOW] == 4**5 - 4  # all suits, but for flushes
    for low in range(Low.ACE_LOW, Low.SEVEN_LOW):  # four ranks below the highest, but for the straight
        assert lows[low] == (math.comb(13 - low, 4) - 1) * 1020
    assert sum(lows) == sum(five)


@pytest.mark.parametrize("cards", range(5))
def test_rows_of_a_whole_deck_against_samples(cards):
    rng = np.random.default_rng(cards)
    dealt = rng.permutation(52)
    row, hand, unseen, draws = dealt[:cards], dealt[cards:8], dealt[8:], 12
    samples = (100, 200, 500, 1000, 2000)[cards]
    sampled, low_at = np.zeros((2, 10)), np.array([low_place(s) for s in range(7462)])
    for _ in range(samples):
        available = np.concatenate([hand, rng.choice(unseen, draws, replace=False)])
        more = np.array(list(combinations(available, 5 - cards)), np.uint8)
        rows = np.ascontiguousarray(np.hstack([np.tile(row.astype(np.uint8), (len(more), 1)), more]))
        sampled[0, cp.ranking.categories(cp.strengths(rows)).max()] += 1
        sampled[1, low_at[cp.ranking.lowball_strengths(rows).max()]] += 1
    for low in (False, True):
        by_count = np.array(count(row, 5, hand, unseen, draws, low=low)) / math.comb(44, 12)
        assert by_count.sum() == pytest.approx(1)
        error = np.sqrt(by_count * (1 - by_count) / samples)
        assert (abs(by_count - sampled[int(low)] / samples) <= 5 * error + 5 / samples).all()


RANK_NAMES = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]


def low_place(strength):
    """Return the kind of low of a 2-7 strength, from its description."""
    words = cp.ranking.describe_lowball(strength)
    if not words.startswith("high card"):
        return Low.NO_LOW
    ranks = [RANK_NAMES.index(word) for word in words.removeprefix("high card, ").split()]
    return low_of(tuple(4 * rank + place % 2 for place, rank in enumerate(sorted(ranks))))


def played_to(rules, street, seed, players=2):
    """Return a position of a player on a street, after random placements."""
    deal, rng = cp.Deal(rules, players, seed=seed), random.Random(seed)
    while (position := deal.position()).street < street:
        deal.place(rng.choice(position.placements()))
    return position


@pytest.mark.parametrize("rules", ["pineapple", "deuce-to-seven", "standard"])
def test_rows_of_positions(rules):
    streets = len(cp.rules(rules).streets)
    for seed in range(2 if rules == "standard" else 6):
        position = played_to(rules, streets - (2 if rules == "standard" or seed < 2 else 1), seed)
        if seed % 2:
            position = position.after(position.placements()[0])  # without a hand
        if position.to_draw > 3:
            continue
        for place, row in enumerate(cp.boards.ROWS):
            row_outs = cp.game.outs(position, row)
            is_low = rules == "deuce-to-seven" and row == "middle"
            assert row_outs.kinds is (Low if is_low else cp.ranking.Category)
            args = position.own.rows[place], (3, 5, 5)[place], position.hand, position.unseen, position.to_draw
            assert row_outs.counts == counts_by_force(*args, low_of if is_low else category_of)
            assert row_outs.draws == math.comb(len(position.unseen), position.to_draw)
            assert sum(row_outs.chances) == pytest.approx(1)
            for kind in row_outs.kinds:
                assert row_outs.at_least(kind) == pytest.approx(sum(row_outs.chances[kind:]))
                assert row_outs.chances[kind] == row_outs.counts[kind] / row_outs.draws


FOUR_SPADES = (
    "rules pineapple; seat 1; button 1; street 5; board Kh Kd 2c / 7c 7d 2h 3c / As Ts 9s 4s;"
    " board Qh 4c / 8c 3d 8s 8h / Th Td 6s 6c 6h; discards 2s 3s 4d"
)


def test_cards_that_improve_a_row():
    position, kinds = cp.Position.parse(FOUR_SPADES), cp.ranking.Category
    back, middle, front = (cp.game.outs(position, row) for row in ("back", "middle", "front"))
    assert back.cards[kinds.FLUSH] == cp.CardSet("Ks Qs Js 8s 7s 6s 5s 3s 2s") & position.unseen
    assert back.cards[kinds.PAIR] == cp.CardSet("Ah Ad Ac Tc 9h 9d 9c 4h")
    assert not back.cards[kinds.HIGH_CARD]
    assert (middle.cards[kinds.THREE_OF_A_KIND], middle.cards[kinds.TWO_PAIR]) == (cp.CardSet("7s 7h"), cp.CardSet("2d 3h"))
    assert (front.counts, front.qualifies) == ((0, 2925, *[0] * 8), 1)  # complete
    assert not any(front.cards)


def test_cards_that_complete_a_low():
    text = FOUR_SPADES.replace("pineapple", "deuce-to-seven").replace("7c 7d 2h 3c", "7c 5d 2h 3c")
    middle = cp.game.outs(cp.Position.parse(text), "middle")
    assert (middle.cards[Low.SEVEN_FIVE_LOW], middle.cards[Low.SEVEN_LOW]) == (cp.CardSet("4h"), cp.CardSet("6d"))
    assert middle.cards[Low.EIGHT_LOW] == cp.CardSet("8d")
    assert not middle.cards[Low.NO_LOW]
    assert middle.qualifies == middle.at_least(Low.TEN_LOW) > middle.at_least(Low.NINE_LOW)
    assert str(middle).startswith("middle: 7-5-4-3-2 11.11%, seven low 10.26%, eight low 9.44%, ")
    for cards, fewer_cards in (("2h 3c", "2h"), ("street 5", "street 4"), ("As Ts", "As"), ("discards 2s", "discards")):
        text = text.replace(cards, fewer_cards)
    assert not any(cp.game.outs(cp.Position.parse(text), "middle").cards)


def test_a_fantasyland_in_hand_is_certain():
    hand = "As Ks Qs Js Ts 2c 2d 2h 2s 3c 3d 4c 5h 6d"
    position = cp.Position("pineapple", seat=0, button=0, street=0, boards=["- / - / -"] * 2, hand=hand, fantasyland=(14, 0))
    assert cp.game.outs(position, "back").counts == (0,) * 9 + (1,)
    assert cp.game.outs(position, "front").counts == (0, 0, 0, 1, *[0] * 6)


POSITION, SPADES, NONE, TWO = cp.Position.parse(FOUR_SPADES), cp.CardSet("As Ks Qs"), cp.CardSet(), cp.CardSet("2c 3c")


@pytest.mark.parametrize(("function", "arguments", "error", "message"), [
    (cp.game.outs, ("x", "back"), errors.PlacementError, "bad position 'x': expected a Position"),
    (cp.game.outs, (POSITION, "bck"), errors.PlacementError, "bad row 'bck': did you mean 'back'?"),
    (cp.game.outs, (POSITION, 1), errors.PlacementError, "bad row 1: expected one of front"),
    (cp.game.outs, (POSITION, []), errors.PlacementError, r"bad row \[\]"),
    *[(cp.game.outs(POSITION, "back").at_least, (kind,), errors.AnalysisError,
       "kind: expected a Category for this back") for kind in (5, Low.TEN_LOW, "flush")],
    *[(_openface.outs, arguments, cp.CpokerError, message) for arguments, message in [
        ((SPADES, 5, SPADES, SPADES, 1, False), "expected three sets of different cards"),
        ((SPADES, 4, NONE, TWO, 2, False), "expected three sets of different cards"),
        ((SPADES, 3, NONE, TWO, 2, True), "expected three sets of different cards"),
        ((SPADES, 5, NONE, TWO, 3, False), "expected 0 to 17 cards to be drawn of 2, got 3"),
        ((SPADES, 5, NONE, TWO, 1, False), "1 cards cannot complete"),
        ((cp.CardSet("As Ks Qs 2c"), 3, NONE, NONE, 0, False), "0 cards cannot complete"),
    ]],
])  # fmt: skip
def test_bad_arguments(function, arguments, error, message):
    with pytest.raises(error, match=message):
        function(*arguments)
