"""The book of the first street."""

import dataclasses
from itertools import chain, combinations, permutations

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import Placement, Position, analyze
from cpoker_fast.errors import BotError
from cpoker_fast.game.placement import index_in_list
from cpoker_fast.players import bot, expert
from cpoker_fast.thinking.book import Book, class_masks, hands_in_classes, placement_in_book

BOOK = Book.read()
SUITS = list(permutations(range(4)))
EMPTY = "- / - / -"


def exchanged(cards, suits):
    return cp.CardSet([card // 4 * 4 + suits[card % 4] for card in cards])


def empty_book(origin):
    return Book(np.zeros(len(class_masks()), np.uint8), origin)


def random_hands(n, seed):
    rng = np.random.default_rng(seed)
    return [cp.CardSet(rng.choice(52, 5, replace=False).tolist()) for _ in range(n)]


def first_street(hand, rules="pineapple", players=2, **parts):
    return Position(rules, **{"seat": 0, "button": 1, "street": 0, "boards": [EMPTY] * players, "hand": hand, **parts})


def placement_of_swift(hand):
    return first_street(hand).placement(bot("swift").place(first_street(hand), np.random.default_rng(1)))


KNOWN = random_hands(1, seed=1)[0]


def up_to_suits(placement):
    """Return a value that is the same for placements that differ only in the names of suits."""
    return min(tuple(exchanged(row, suits).mask for row in placement.rows) for suits in SUITS)


def test_classes_of_all_hands():
    hands = chain.from_iterable(combinations(range(52), 5))
    cards = np.fromiter(hands, np.uint8, 5 * 2_598_960).reshape(-1, 5)
    suits, numbers = np.zeros((len(cards), 4), "<u2"), np.arange(len(cards))
    for column in cards.T:
        suits[numbers, column % 4] |= (1 << (column // 4).astype(np.uint16)).astype(np.uint16)
    masks, counts = np.unique(np.sort(suits, axis=1).view("<u8"), return_counts=True)
    assert len(masks) == 134_459
    assert np.array_equal(masks, class_masks())
    assert np.array_equal(counts, hands_in_classes())


def test_every_placement_is_legal():
    codes = BOOK.codes.astype(np.int64)
    rows = codes[:, None] // 3 ** np.arange(5) % 3
    assert codes.max() < 3**5
    assert (rows == 0).sum(axis=1).max() <= 3
    for hand in random_hands(100, seed=2):
        assert index_in_list(BOOK.placement(hand), first_street(hand).placements(), first_street(hand).own) >= 0


def test_suits_of_the_hand_are_those_of_the_placement():
    for hand in random_hands(30, seed=3):
        placement, hands = BOOK.placement(hand), {exchanged(hand, suits) for suits in SUITS}
        for suits in SUITS:
            other = BOOK.placement(exchanged(hand, suits))
            assert up_to_suits(other) == up_to_suits(placement)
            assert len(hands) < 24 or other.rows == tuple(exchanged(row, suits) for row in placement.rows)


def test_a_placement_is_stored_for_the_whole_class():
    book, rng = empty_book({}), np.random.default_rng(4)
    for hand in random_hands(30, seed=4):
        placements = first_street(hand).placements()
        placement = placements[rng.integers(len(placements))]
        book.set(hand, placement)
        assert book.placement(hand) == placement
        suits = SUITS[rng.integers(24)]
        assert up_to_suits(book.placement(exchanged(hand, suits))) == up_to_suits(placement)


def test_round_trip(tmp_path):
    book = empty_book({"seed": 5})
    for hand in random_hands(30, seed=11):
        book.set(hand, first_street(hand).placements()[0])
    book.write(tmp_path / "book.npz")
    copy = Book.read(tmp_path / "book.npz")
    assert np.array_equal(copy.codes, book.codes)
    assert copy.origin == {"seed": 5}


def test_damaged_books(tmp_path):
    path = tmp_path / "book.npz"
    with pytest.raises(BotError, match=r"book\.npz: the book cannot be read: .*No such file.*Install the package again"):
        Book.read(path)
    for damaged in (b"", b"PK", b"what is this"):
        path.write_bytes(damaged)
        with pytest.raises(BotError, match="the book cannot be read"):
            Book.read(path)
    Book(np.zeros(5, np.uint8), {}).write(path)
    with pytest.raises(BotError, match="the book cannot be read: wrong number of classes"):
        Book.read(path)


# ---- the bot ----
def test_expert_plays_the_book(monkeypatch):
    monkeypatch.setattr(expert, "best_placement", None)  # not called
    for hand in random_hands(10, seed=6):
        for limits in ({}, {"seconds": 0.5}):
            assert bot("expert", **limits).place(first_street(hand), np.random.default_rng(1)) == BOOK.placement(hand)
    searched = Placement.parse("- / - / As")
    monkeypatch.setattr(expert, "best_placement", lambda *_: searched)
    assert bot("expert", book=False).place(first_street(KNOWN), np.random.default_rng(1)) is searched
    monkeypatch.setattr(expert, "placement_in_book", lambda _: None)
    assert bot("expert").place(first_street(KNOWN), np.random.default_rng(1)) is searched


def test_rules_and_seats_of_the_book():
    rules = cp.rules("pineapple")
    renamed, open_hands, other_bonus = (
        dataclasses.replace(rules, **changes)
        for changes in ({"name": "ours"}, {"first_street_open": True}, {"scoop_bonus": rules.scoop_bonus + 1})
    )
    for position in (
        first_street(KNOWN), first_street(KNOWN, renamed), first_street(KNOWN, seat=1, button=0),
        first_street(KNOWN, button=0, hides_opponents=True),
    ):  # fmt: skip
        assert placement_in_book(position) == BOOK.placement(KNOWN)
    other = next(hand for hand in random_hands(20, seed=7) if hand.isdisjoint(KNOWN))
    second_hand, boards = list(cp.CardSet(range(52)) - KNOWN)[:3], [f"{BOOK.placement(KNOWN)}", EMPTY]
    for position in (
        first_street(KNOWN, players=3, button=2), first_street(KNOWN, fantasyland=(0, 14)),
        first_street(KNOWN, seat=0, button=0, boards=[EMPTY, str(first_street(other).placements()[0])]),
        first_street(second_hand, street=1, boards=boards, hides_opponents=True),
        *(first_street(KNOWN, each) for each in (open_hands, other_bonus, "progressive", "deuce-to-seven", "standard")),
    ):  # fmt: skip
        assert placement_in_book(position) is None


def test_only_expert_has_a_book():
    assert repr(bot("expert", rollouts=9, book=False)) == "bot('expert', rollouts=9, book=False)"
    assert bot("expert").identity() != bot("expert", book=False).identity()
    with pytest.raises(BotError, match="the bot 'swift' takes no book: expected book for 'expert' only"):
        bot("swift", book=False)
    with pytest.raises(BotError, match="book: expected True or False, got 0"):
        bot("expert", book=0)


# ---- the placements ----
def test_the_book_can_be_reproduced():
    make_book = pytest.importorskip("make_book", exc_type=ImportError)  # requires click
    assert BOOK.origin == make_book.started_book().origin
    passes, rest = divmod(BOOK.origin["analyzed"], len(BOOK.codes))
    assert passes >= 1
    assert rest == 0
    numbers = np.random.default_rng(8).choice(len(BOOK.codes), 200).tolist()
    hands = [cp.CardSet.from_mask(int(class_masks()[number])) for number in numbers]
    first = [placement_of_swift(hand) for hand in hands]
    changed = [index for index, hand in enumerate(hands) if BOOK.placement(hand) != first[index]]
    assert len(changed) > 2
    for index in (0, 1, *changed[:2]):
        placement = first[index]
        for which_pass in range(1, passes + 1):
            placement = make_book.improved_placement(numbers[index], which_pass, placement)
        assert placement == BOOK.placement(hands[index])


def test_the_book_begins_with_swift(monkeypatch):
    make_book = pytest.importorskip("make_book", exc_type=ImportError)
    monkeypatch.setattr(make_book, "class_masks", lambda: class_masks()[:50])
    book = make_book.book_of_swift({})
    assert len(book.codes) == 50
    for hand in map(cp.CardSet.from_mask, class_masks()[:50].tolist()):
        assert book.placement(hand) == placement_of_swift(hand)


def test_the_largest_classes_are_first():
    make_book = pytest.importorskip("make_book", exc_type=ImportError)
    classes = make_book.ordered_classes()
    assert sorted(classes) == list(range(134_459))
    assert (np.diff(hands_in_classes()[classes]) <= 0).all()


def test_losses():
    """By an analysis with another seed, placements of the book lose little to the best of another analysis."""
    losses, variances = [], []
    for number, hand in enumerate(random_hands(20, seed=9)):
        position = first_street(hand)
        among = [analyze(position, rollouts=600, seed=(9, number)).best.placement, BOOK.placement(hand)]
        values = analyze(position, among=among, tolerance=0, rollouts=1200, seed=(10, number)).candidates
        placements = [value.placement for value in values]
        best, ours = (values[index_in_list(placement, placements, position.own)] for placement in among)
        losses.append(best.points.mean - ours.points.mean)
        variances.append(best.behind.standard_error**2 + ours.behind.standard_error**2)
    mean, margin = np.mean(losses), 1.96 * np.sqrt(np.sum(variances)) / len(losses)
    assert mean - margin < 0.03, f"{mean:.3f} ± {margin:.3f} points"
    assert max(losses) < 1.0
