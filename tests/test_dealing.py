"""Dealing: uniform, from the remaining cards, and equal for equal random bits."""

import math

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast.errors import ArrayError, CardError, SeedError, TableError


def chi_square_is_usual(counts, expected):
    """Return whether chi-square is within five standard deviations of its expectation."""
    cells = counts.size
    statistic = ((counts - expected) ** 2 / expected).sum()
    return abs(statistic - cells) < 5 * math.sqrt(2 * cells)


def plainly_dealt(bits, deck, draws):
    """Deal by the same algorithm with Python's ints: 64 bits give as many draws as have up to 2^58 outcomes."""
    deck, place = list(deck), 0
    while place < draws:
        end, outcomes = place, 1
        while end < draws and outcomes * (len(deck) - end) <= 2**58:
            outcomes *= len(deck) - end
            end += 1
        while True:
            random, drawn = int(bits.random_raw()), []
            for k in range(place, end):
                offset, random = divmod(random * (len(deck) - k), 2**64)
                drawn.append(offset)
            if random >= 2**64 % outcomes:
                break
        for k, offset in zip(range(place, end), drawn, strict=True):
            deck[k], deck[k + offset] = deck[k + offset], deck[k]
        place = end
    return deck[:draws]


@pytest.mark.parametrize(("players", "cards"), [(4, 13), (1, 5), (2, 17), (52, 1), (3, 13)])
def test_deals_follow_from_the_random_bits(players, cards):
    bits = np.random.PCG64(5)
    plain = [plainly_dealt(bits, range(52), players * cards) for _ in range(200)]
    deals = cp.deal_many(200, players, cards, np.random.Generator(np.random.PCG64(5)))
    assert deals.shape == (200, players, cards)
    assert deals.dtype == np.uint8
    assert deals.reshape(200, -1).tolist() == plain


def test_every_card_is_as_likely_at_every_place():
    n = 200_000
    deals = cp.deal_many(n, seed=11).reshape(n, 52)
    counts = np.stack([np.bincount(deals[:, place], minlength=52) for place in range(52)])
    assert (counts.sum(axis=0) == n).all()  # no card is dealt twice
    assert chi_square_is_usual(counts, n / 52)


@pytest.mark.parametrize("places", [(0, 1), (0, 51), (12, 13), (9, 10), (38, 39), (50, 51)])
def test_every_pair_of_cards_is_as_likely_at_every_pair_of_places(places):
    n = 300_000
    deals = cp.deal_many(n, seed=12).reshape(n, 52)
    cards, other_cards = (deals[:, place].astype(np.int64) for place in places)
    counts = np.bincount(52 * cards + other_cards, minlength=52 * 52).reshape(52, 52)
    assert (counts.diagonal() == 0).all()
    assert chi_square_is_usual(counts[~np.eye(52, dtype=bool)], n / (52 * 51))


def test_dead_and_known_cards():
    n = 50_000
    dead, mine, theirs = cp.CardSet("2c 3c 4c"), cp.CardSet("As Ks Qs"), cp.CardSet("Ah")
    deals = cp.deal_many(n, 3, 13, seed=1, dead=dead, known=[mine, None, theirs])
    assert (deals[:, 0, :3] == list(mine)).all()
    assert (deals[:, 2, 0] == list(theirs)).all()
    assert not np.isin(deals, list(dead)).any()
    assert (np.sort(deals.reshape(n, 39), axis=1)[:, 1:] > np.sort(deals.reshape(n, 39), axis=1)[:, :-1]).all()
    live = [card for card in range(52) if card not in dead | mine | theirs]
    counts = np.bincount(deals[:, 1, 5], minlength=52)[live]
    assert counts.sum() == n
    assert chi_square_is_usual(counts, n / len(live))


def test_one_deal():
    hands = cp.deal(3, 14, seed=3)
    assert hands == tuple(cp.CardSet(hand) for hand in cp.deal_many(1, 3, 14, seed=3)[0].tolist())
    assert [len(hand) for hand in hands] == [14] * 3
    assert len(hands[0] | hands[1] | hands[2]) == 42
    known = [cp.CardSet(range(start, start + 13)) for start in (0, 13, 26, 39)]
    assert cp.deal(known=known) == tuple(known)
    assert cp.deal(2, 2, dead=range(48), seed=1) in {
        (cp.CardSet(hand), cp.CardSet("As Ah Ad Ac") - cp.CardSet(hand))
        for hand in ("As Ah", "As Ad", "As Ac", "Ah Ad", "Ah Ac", "Ad Ac")
    }


def test_generators_and_seeds():
    first = cp.deal_many(10, seed=1)
    assert (first == cp.deal_many(10, seed=np.random.SeedSequence(1))).all()
    assert (first == cp.deal_many(10, rng=np.random.default_rng(1))).all()
    assert (first != cp.deal_many(10, seed=[1, 2])).any()
    assert (cp.deal_many(10) != cp.deal_many(10)).any()
    rng, out = np.random.default_rng(1), np.empty((4, 4, 13), np.uint8)
    assert cp.deal_many(4, rng=rng, out=out) is out
    assert (out == first[:4]).all()
    assert (cp.deal_many(6, rng=rng) == first[4:]).all()  # a generator continues
    for other in (np.random.MT19937, np.random.Philox, np.random.SFC64, np.random.PCG64DXSM):
        deals = cp.deal_many(1000, rng=np.random.Generator(other(1))).reshape(-1, 52)
        assert (np.sort(deals, axis=1) == np.arange(52)).all()
    assert cp.deal_many(0).shape == (0, 4, 13)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [({"n": -1}, TableError, "n: expected an int from 0 to .*, got -1"),
     ({"players": 0}, TableError, "players: expected an int from 1 to 52, got 0"),
     ({"cards": 53}, TableError, "cards: expected an int from 1 to 52, got 53"),
     ({"players": 4, "cards": 14}, TableError, "4 players with 14 cards each: the deck has 52 cards"),
     ({"dead": "As"}, CardError, "dead: 52 cards must be dealt, but only 51 are left"), ({"dead": "As Xs"}, CardError, "Xs"),
     ({"known": ["As", "As"]}, CardError, r"known\[1\]: card As is dead or held by another player"),
     ({"players": 2, "dead": "As", "known": ["As"]}, CardError, r"known\[0\]: card As is dead"),
     ({"players": 2, "cards": 2, "known": ["As Ks Qs"]}, CardError, r"known\[0\]: expected up to 2 cards, got 3"),
     ({"known": ["As"] * 5}, TableError, "known: expected cards, or None, for each of up to 4 players"),
     ({"rng": 5}, SeedError, "bad rng: expected a numpy.random.Generator, got int"),
     ({"rng": np.random.default_rng(), "seed": 5}, SeedError, "expected rng or seed, got both"),
     ({"seed": -1}, SeedError, "seed: .*, got -1"), ({"seed": "x"}, SeedError, "seed: .*, got 'x'"),
     ({"out": np.empty((1, 4, 12), np.uint8)}, ArrayError, "bad shape .* of out: expected")],
)  # fmt: skip
def test_bad_input(arguments, error, message):
    with pytest.raises(error, match=message):
        cp.deal_many(**{"n": 1} | arguments)
    if error is SeedError or arguments == {"dead": "As Xs"}:
        with pytest.raises(error, match=message):
            cp.game.Deck(**arguments)


def test_a_deck_deals_every_card_once():
    deck = cp.game.Deck(seed=1)
    hands = [deck.draw(13) for _ in range(4)]
    assert [len(hand) for hand in hands] == [13] * 4
    assert hands[0] | hands[1] | hands[2] | hands[3] == cp.CardSet(range(52))
    assert len(deck) == 0
    assert deck.left == deck.draw(0) == cp.CardSet()
    with pytest.raises(TableError, match="cards: expected an int from 0 to 0, got 1"):
        deck.draw()


def test_the_order_of_a_deck_does_not_depend_on_how_many_are_drawn_at_once():
    deck, single_deck = cp.game.Deck(seed=[3, 4]), cp.game.Deck(seed=[3, 4])
    singles = [single_deck.draw()[0] for _ in range(52)]
    for end in (5, 8, 9, 52):
        begin = 52 - len(deck)
        assert deck.draw(end - begin) == cp.CardSet(singles[begin:end])
    deck.shuffle(), single_deck.shuffle()
    assert len(deck) == 52
    again = [single_deck.draw()[0] for _ in range(52)]
    assert deck.draw(9) == cp.CardSet(again[:9])
    assert again != singles
    assert str(cp.game.Deck(np.random.Generator(np.random.PCG64(7))).draw(5)) == "Js Ts Tc 8h 6d"  # everywhere


def test_a_deck_without_some_cards():
    deck = cp.game.Deck(np.random.default_rng(5), dead="As Kd")
    assert repr(deck) == "<Deck with 50 cards left>"
    for _ in range(2):
        drawn = deck.draw(49)
        assert drawn.isdisjoint("As Kd")
        assert len(deck.left) == 1
        assert deck.left == cp.CardSet(range(52)) - "As Kd" - str(drawn)
        with pytest.raises(TableError, match="cards: expected an int from 0 to 1, got 2"):
            deck.draw(2)
        assert len(deck) == 1  # none were drawn
        deck.shuffle()
    assert len(cp.game.Deck(dead=range(52))) == 0


def test_every_card_is_as_likely_on_top_as_any_other():
    deck = cp.game.Deck(seed=2)
    counts = np.zeros(52, int)
    for _ in range(5200):
        deck.shuffle()
        counts[deck.draw()[0]] += 1
    assert chi_square_is_usual(counts, 100)
