"""Best boards in Fantasyland, compared with every board of a hand, by royalties or points and the worth of staying."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import brute_force
import numpy as np
import pytest
import reference
from finished_deals import FLUSHES, PLAIN

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.arranging.fantasyland_worths import assumed_worths

HAND = "As Ah Ad Ks Kh Qd Jc Td 9c 9h 9s 2c 2d 5h"
BONUSES = {13: 1.0, 14: 2.5, 15: 4.0, 16: 20.0, 17: 50.0}


def with_fantasyland(rules, **changes):
    fantasyland = replace(cp.rules(rules).fantasyland, **changes)
    return replace(cp.rules(rules), fantasyland=fantasyland)


@cache
def stays_by_strength(rules, row):
    """Return the number of cards that a row earns, by its strength; 0: none."""
    wheel = "lowball" if row == "middle" and rules.lowball_middle else rules.wheel
    table = getattr(rules.fantasyland.stay, row)
    return np.array([reference.royalty(table, key, lowball=wheel == "lowball") for key in brute_force.scale(wheel)[0]])


def stays_of(every, hand, rules):
    """Return the cards of the next deal that each arrangement earns; 0: none."""
    fantasyland, stays = rules.fantasyland, np.zeros(len(every), int)
    for row, strengths in (("front", every.front), ("middle", every.middle), ("back", every.back)):
        stays = np.maximum(stays, stays_by_strength(rules, row)[strengths])
        if fantasyland.stay_royalty_over is not None:
            earned = brute_force.royalties_of_row(rules, row)[strengths] > fantasyland.stay_royalty_over
            stays = np.maximum(stays, 14 * earned)  # as all stays of these rules
    return np.where(stays, len(hand), 0) if fantasyland.stay_keeps_cards else stays


def paid_against(boards, rules, seat, button, declare=None):
    """Return the function of the points of arrangements against boards of other players."""

    def paid(every):
        tables = np.empty((len(every), len(boards) + 1, 13), np.uint8)
        tables[:, [place for place in range(len(boards) + 1) if place != seat]] = [board.cards() for board in boards]
        tables[:, seat] = every.boards()
        return cp.settle_many(tables, rules, button=button, declare=declare)[:, seat]

    return paid


def best_by_force(hand, rules, bonus, paid=None):
    """Return the best board of all sets of 13 cards: its rank, its cards, and the cards of the next deal.

    `paid` returns the points of arrangements; None: their royalties. `bonus` is a number, or one for each size of a deal.
    """
    best, bonuses = None, np.array([0.0] * 13 + [bonus[n] if isinstance(bonus, dict) else bonus for n in range(13, 18)])
    for cards in combinations(hand, 13):
        every = brute_force.of_rules(list(cards), rules)
        if not len(every):
            continue
        stays = stays_of(every, hand, rules)
        values = (every.royalties(rules) if paid is None else paid(every)) + bonuses[stays]
        place = every.best(values)
        board = every.board(place)
        sets = [sum(1 << hand.index(card) for card in row) for row in (board[8:], board[3:8], board[:3])]
        rank = (values[place], every.back[place], every.middle[place], every.front[place], *(-bits for bits in sets))
        best = max(best or (rank, board, 0), (rank, board, int(stays[place])))
    return best


# Pineapple in which a full house in the middle suffices to stay.
FULL_HOUSE_STAYS = with_fantasyland("pineapple", stay=cp.rulebook.RowTables(middle={"full house": 14}))

RULES = {
    "standard": cp.rules("standard"),
    "progressive": cp.rules("progressive"),
    "progressive, same number": with_fantasyland("progressive", stay_keeps_cards=True),
    "deuce-to-seven": cp.rules("deuce-to-seven"),
    "a row over ten": with_fantasyland("pineapple", stay_royalty_over=10),
    "two kinds of stays": with_fantasyland(
        "pineapple", stay=cp.rulebook.RowTables(
            front={"three of a kind": 17},
            middle={"full house": 15, "four of a kind": 16},
            back={"flush": 14, "four of a kind": 15},
        )
    ),
}  # fmt: skip


def check_by_force(result, expected, hand, rules):
    (value, *_), board, stays = expected
    assert (result.board.cards(), result.value) == (board, pytest.approx(value, abs=1e-12))
    assert result.royalties == sum(cp.settling.read_seat(result.board, rules).royalties)
    assert (result.discarded, result.stays or 0) == (cp.CardSet(hand) - cp.CardSet(board), stays)


@pytest.mark.parametrize("bonus", [0.0, 7.3, -30.5, BONUSES], ids=str)
@pytest.mark.parametrize("name", RULES)
def test_by_brute_force(kernels, deal, name, bonus):
    rules, hands = RULES[name], np.sort(deal(1, 14), axis=1).tolist()
    if isinstance(bonus, dict):  # two rows stay
        hands.append(sorted(cp.CardSet("As Ad Ah Ac Ks Kh Kd Qs Qd 7c 5h 3d 2c 9h")))
    for hand in hands:
        expected = best_by_force(hand, rules, bonus)
        if expected is None:
            with pytest.raises(errors.BoardError):
                cp.arranging.best_fantasyland(hand, rules, bonus)
            continue
        for _ in kernels():
            check_by_force(cp.arranging.best_fantasyland(hand, rules, bonus), expected, hand, rules)


@pytest.mark.parametrize("size", [13, 14, 15, 16, 17])
def test_a_bonus_changes_the_best_board(deal, size):
    """A larger bonus never lowers the value, and a large bonus is taken whenever possible."""
    for hand in deal(50, size).tolist():
        none, medium, large = (cp.arranging.best_fantasyland(hand, "pineapple", bonus) for bonus in (0, 8, 1000))
        assert (none.board, none.value) == (cp.best_royalties(hand, "pineapple"), none.royalties)
        assert len(none.discarded) == size - 13
        assert none.royalties >= medium.royalties >= large.royalties
        assert none.value <= medium.value <= large.value
        assert (medium.stays is None) <= (none.stays is None)
        assert large.stays is not None or none.stays is None
        assert large.value == large.royalties + (1000 if large.stays else 0)


def test_example():
    result = cp.arranging.best_fantasyland(HAND, "pineapple", stay_bonus=0)
    assert (str(result.board), result.stays) == ("As Ah Ks / Ad Kh Qd Jc Td / 9s 9h 9c 2d 2c", None)
    assert cp.arranging.best_fantasyland(HAND, "pineapple", stay_bonus=8).stays is None
    result = cp.arranging.best_fantasyland(HAND, FULL_HOUSE_STAYS, stay_bonus=8)
    assert (str(result.board), result.stays) == ("Qd Jc Td / 9s 9h 9c 2d 2c / As Ah Ad Ks Kh", 14)
    assert result.value == result.royalties + 8


def test_players_stay_only_by_the_rules():
    none = cp.arranging.best_fantasyland(HAND, "pineapple", 0)
    assert cp.arranging.best_fantasyland(HAND, with_fantasyland("pineapple", most_stays=0), 50) == none
    rules = with_fantasyland("pineapple", stay=cp.rulebook.RowTables())
    assert cp.arranging.best_fantasyland(HAND, rules, {14: 50.0}) == none
    rules = with_fantasyland("pineapple", stay=cp.rulebook.RowTables(), stay_royalty_over=10)
    result = cp.arranging.best_fantasyland(HAND, rules, {14: 50.0})
    assert (result.stays, result.value) == (14, result.royalties + 50)
    assert max(cp.settling.read_seat(result.board, rules).royalties) > 10


def test_bonuses_of_many_calls_are_not_mixed_up():
    for bonus in [*range(40), *range(40)]:
        result = cp.arranging.best_fantasyland(HAND, FULL_HOUSE_STAYS, bonus)
        assert result.value == max(19, 18 + bonus)


def check_rows(result, hands, rules, bonus, boards=None, **seats):
    """Assert that each row of a batch is the result of the single function."""
    for index, hand in enumerate(hands):
        row = (result.royalties[index], result.stays[index], result.values[index])
        table = None if boards is None else boards[index]
        try:
            single = cp.arranging.best_fantasyland(hand, rules, bonus, boards=table, **seats)
        except errors.BoardError:
            assert (result.boards[index] == 255).all()
            assert row[:2] == (0, 0)
            assert np.isnan(row[2])
            continue
        assert result.boards[index].tolist() == single.board.cards()
        assert row == (single.royalties, single.stays or 0, single.value)


@pytest.mark.parametrize("size", [13, 14, 15, 16, 17])
@pytest.mark.parametrize("name", RULES)
def test_many(kernel, deal, name, size):
    hands = deal(40, size)
    for bonus in (0.0, 7.3, -9.0, BONUSES):
        result = cp.arranging.best_fantasyland_many(hands, RULES[name], bonus)
        assert [array.dtype for array in result] == ["uint8", "int32", "uint8", "float64"]
        check_rows(result, hands.tolist(), RULES[name], bonus)


@pytest.mark.parametrize("name", RULES)
def test_many_of_different_sizes(deal, name):
    hands = [cp.CardSet(hand) for size in range(13, 18) for hand in deal(6, size).tolist()]
    result = cp.arranging.best_fantasyland_many(hands, RULES[name], BONUSES, threads=3)
    check_rows(result, hands, RULES[name], BONUSES)


def test_hands_in_which_most_rows_have_royalties():
    """Royalties begin with a pair of tens, and hands have four ranks: too many rows for lists of them."""
    middle = {"pair T": 1, "two pair": 2, "three of a kind": 4}
    many = cp.rulebook.Royalties(front={"pair": 2}, middle=middle, back={"two pair": 1})
    few_ranks = ["As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd Qc Js Jh Jd Jc Ts", "As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd Qc Js Jh"]
    for royalties in (many, cp.rulebook.Royalties(back={"high card": 3, "flush": 9}), cp.rulebook.Royalties()):
        rules = replace(cp.rules("pineapple"), royalties=royalties)
        for hand in few_ranks:
            result = cp.arranging.best_fantasyland(hand, rules, 8.0)
            assert cp.arranging.best_fantasyland_many([hand], rules, 8.0).values[0] == result.value
        (value, *_), board, stays = best_by_force(sorted(cp.CardSet(few_ranks[1])), rules, 8.0)
        assert (result.board.cards(), result.value, result.stays or 0) == (board, value, stays)


def test_threads_and_out(deal):
    hands = deal(3000, 14)
    single = cp.arranging.best_fantasyland_many(hands, "progressive", 7.5)
    out = np.empty((3000, 13), np.uint8)
    many = cp.arranging.best_fantasyland_many(hands, "progressive", 7.5, threads=4, out=out)
    assert many.boards is out
    for a, b in zip(single, many, strict=True):
        assert a.tobytes() == b.tobytes()
    shaped = cp.arranging.best_fantasyland_many(hands.reshape(30, 100, 14), "progressive", 7.5)
    assert [array.shape for array in shaped] == [(30, 100, 13), *[(30, 100)] * 3]
    assert shaped.boards.tobytes() == single.boards.tobytes()
    none = cp.arranging.best_fantasyland_many(np.empty((0, 14), np.uint8), "progressive", {15: 1.0})
    assert [array.shape for array in none] == [(0, 13), (0,), (0,), (0,)]


@pytest.mark.parametrize(("cards", "published"), [(13, 0.059), (14, 0.105), (15, 0.195), (16, 0.347), (17, 0.548)])
def test_share_of_random_hands_that_can_stay(deal, cards, published):
    """The share with trips in front or quads or better in another row is the published one, within four standard errors."""
    n = 20_000
    result = cp.arranging.best_fantasyland_many(deal(n, cards), "pineapple", 100.0)
    assert ((result.values >= 100) == (result.stays > 0)).all()
    error = (published * (1 - published) / n) ** 0.5
    assert abs((result.stays > 0).mean() - published) < 0.0005 + 4 * error


AGAINST = {
    **{name: cp.rules(name) for name in ("pineapple", "progressive", "deuce-to-seven", "standard", "russian")},
    "western, match points": replace(cp.rules("western"), naturals=(), match_points=2),
    "face-up, no naturals": replace(cp.rules("face-up"), naturals=()),
    "deuce of spades": replace(cp.rules("pineapple"), deuce_of_spades=True),
    "a row over ten": with_fantasyland("pineapple", stay_royalty_over=10),
}


def against(deal, rules, size, players, round_):
    """Return a hand of `size` cards and the boards of the other players, some of them fouls."""
    cards, boards = deal(1, 52)[0].tolist(), []
    for number in range(1, players):
        hand = [card for card in cards[size:] if all(card not in board.hand for board in boards)][:13]
        try:
            legal = cp.best_royalties(hand, rules)
        except errors.BoardError:
            legal = None
        boards.append(cp.Board(hand[:3], hand[3:8], hand[8:]) if legal is None or (round_ + number) % 4 == 0 else legal)
    return sorted(cards[:size]), boards


@pytest.mark.parametrize("name", AGAINST)
def test_against_known_boards(kernels, deal, name):
    rules = AGAINST[name]
    for round_, (size, bonus) in enumerate([(13, 0.0), (13, 6.5), (14, 6.5), (13, -4.0)]):
        players = 2 + round_ % ((52 - size) // 13)
        seats = {"seat": round_ % players, "button": (round_ + 1) % players}
        hand, other_boards = against(deal, rules, size, players, round_)
        expected = best_by_force(hand, rules, bonus, paid_against(other_boards, rules, **seats))
        for _ in kernels():
            if expected is None:
                with pytest.raises(errors.BoardError, match="no board of this hand is legal"):
                    cp.arranging.best_fantasyland(hand, rules, bonus, boards=other_boards, **seats)
                continue
            result = cp.arranging.best_fantasyland(hand, rules, bonus, boards=other_boards, **seats)
            check_by_force(result, expected, hand, rules)


@pytest.mark.parametrize("size", [13, 15, 17])
@pytest.mark.parametrize("name", AGAINST)
def test_many_against_known_boards(deal, name, size):
    rules, seats = AGAINST[name], {"seat": 1, "button": 2}
    hands, boards = zip(*(against(deal, rules, size, 3, round_) for round_ in range(12)), strict=True)
    arrays = np.array(hands, np.uint8), np.array([[board.cards() for board in table] for table in boards], np.uint8)
    result = cp.arranging.best_fantasyland_many(arrays[0], rules, 6.5, boards=arrays[1], **seats)
    check_rows(result, hands, rules, 6.5, boards, **seats)
    sets, lists = [cp.CardSet(hand) for hand in hands], list(map(list, boards))
    listed = cp.arranging.best_fantasyland_many(sets, rules, 6.5, boards=lists, threads=3, **seats)
    for a, b in zip(result, listed, strict=True):
        assert a.tobytes() == b.tobytes()


@pytest.mark.parametrize("size", [13, 14, 17])
@pytest.mark.parametrize("name", ["standard", "pineapple", "progressive", "deuce-to-seven", "a row over ten"])
def test_by_default_staying_counts_its_measured_worth(deal, name, size):
    rules = AGAINST[name]
    hands, boards = zip(*(against(deal, rules, size, 3, round_) for round_ in range(40)), strict=True)
    for players, tables in ((2, None), (3, list(map(list, boards)))):
        result = cp.arranging.best_fantasyland_many(np.array(hands, np.uint8), rules, boards=tables)
        check_rows(result, hands, rules, assumed_worths(rules, players), tables)
        check_rows(result, hands, rules, None, tables)
        assert result.stays.any()


@pytest.mark.parametrize("name", ["standard", "pineapple"])
def test_without_a_bonus_the_best_board_is_the_best_response(deal, name):
    for round_ in range(20):
        hand, other_boards = against(deal, cp.rules(name), 13, 2 + round_ % 3, round_)
        result = cp.arranging.best_fantasyland(hand, name, 0, boards=other_boards)
        response = cp.arranging.best_response(hand, name, other_boards)
        assert (result.board, result.value) == (response.board, response.points)


def test_an_opponent_may_have_surrendered():
    rules = replace(cp.rules("pineapple"), streets=((13, 13),), surrender=5)
    assert cp.arranging.best_fantasyland(HAND, rules, 2.0, boards=[None]).value == 5
    result = cp.arranging.best_fantasyland_many([HAND], rules, 2.0, boards=np.full((1, 1, 13), 255, np.uint8))
    assert result.values.tolist() == [5]


THEIRS = "Ac Kd Qs / 2h 3d 4c 6s 7h / 8c 8d 8h 8s Tc"
CARDS = np.array([sorted(cp.CardSet(HAND))], np.uint8)
BOARD = np.array([[cp.Board.parse(THEIRS).cards()]], np.uint8)


def changed(array, place, value):
    array = array.copy()
    array[place] = value
    return array


TWICE = changed(np.repeat(CARDS, 3, axis=0), (2, 4), CARDS[0, 3])


DISCARDS = "^the hand: expected 13 cards, got 14: naturals, side payments and the horse card depend on the discards$"
BY_ROWS = "^naturals_by_rows: expected False: .* use best_response under these rules$"
REFUSED_RULES = [
    (HAND, replace(cp.rules("pineapple"), aces=(1, 2, 6, 8)), DISCARDS), (HAND, cp.rules("face-up"), DISCARDS),
    (HAND[3:], replace(cp.rules("face-up"), naturals_by_rows=True), BY_ROWS),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "options", "error", "message"), [
    ((HAND, "pineapple"), {"boards": []}, errors.BoardError, "expected 1 to 3 boards, got 0 boards"),
    ((HAND, "pineapple"), {"boards": [THEIRS.replace("Ac", "As")]}, errors.BoardError,
     "card As is both in the hand and in board 1"),
    ((HAND, "pineapple"), {"boards": [THEIRS, THEIRS]}, errors.BoardError, "is both in board 1 and in board 2"),
    ((HAND, "pineapple"), {"boards": [None]}, errors.RulesError, "board 1: a surrender"),
    *(((HAND, "pineapple"), {"boards": [THEIRS], "seat": seat}, errors.TableError,
       f"seat: expected a seat from 0 to 1, got {seat!r}") for seat in (-1, 2, True, "0")),
    *(((hand, rules), {"boards": [THEIRS]}, errors.RulesError, message) for hand, rules, message in REFUSED_RULES),
    (("As", "pineapple"), {}, errors.CardError, "expected 13 to 17 cards, got 1"),
    ((HAND, "pagat"), {}, errors.RulesError, "fantasyland: the rules 'pagat' have no Fantasyland"),
    *(((HAND, "pineapple", bonus), {}, errors.RulesError, "stay_bonus: expected a number from -1e9 to 1e9, or one for")
      for bonus in (float("nan"), {14: "x"})),
    ((HAND, "pineapple", {12: 1.0}), {}, errors.RulesError,
     r"one for each size of the next deal \(13 to 17\), got \{12: 1.0\}"),
    ((HAND, "pineapple", {15: 1.0}), {}, errors.RulesError, "stay_bonus: expected a value for a next deal of 14 cards"),
])  # fmt: skip
def test_bad_arguments(arguments, options, error, message):
    with pytest.raises(error, match=message):
        cp.arranging.best_fantasyland(*arguments, **options)


@pytest.mark.parametrize(("arguments", "options", "error", "message"), [
    ((CARDS, "pineapple"), {"boards": BOARD[0]}, errors.ArrayError,
     r"bad shape \(1, 13\) of boards: expected \(1, 1 to 3 opponents, 13 cards\)"),
    ((CARDS, "pineapple"), {"boards": np.repeat(BOARD, 4, axis=1)}, errors.ArrayError, "1 to 3 opponents"),
    ((CARDS, "pineapple"), {"boards": np.repeat(BOARD, 2, axis=0)}, errors.ArrayError, r"bad shape \(2, 1, 13\) of boards"),
    ((CARDS, "pineapple"), {"boards": BOARD.astype(float)}, errors.ArrayError, "bad dtype float64 of boards"),
    ((CARDS, "pineapple"), {"boards": changed(BOARD, (0, 0, 3), CARDS[0, 5])}, errors.BoardError,
     "table index 0: card .* is both in the hand and in board index 0"),
    ((CARDS, "pineapple"), {"boards": changed(BOARD, (0, 0, 3), 52)}, errors.BoardError,
     "table index 0: board index 0: bad card 52 at index 3: expected 0 to 51"),
    ((CARDS, "pineapple"), {"boards": np.repeat(BOARD, 2, axis=1)}, errors.BoardError,
     "table index 0: card .* is in board index 0 and again in board index 1, card index 0"),
    ((CARDS, "pineapple"), {"boards": np.full((1, 1, 13), 255)}, errors.RulesError,
     "table index 0: board index 0 is a surrender .255., which these rules do not allow"),
    ((CARDS, "pineapple"), {"boards": changed(BOARD, (0, 0, 0), 255)}, errors.BoardError,
     "table index 0: board index 0: a surrender .255. must fill the whole board"),
    *((([HAND], "pineapple"), {"boards": [[THEIRS]], "button": seat}, errors.TableError,
       f"button: expected a seat from 0 to 1, got {seat!r}") for seat in (-1, 2, True, "0")),
    *((([hand], rules), {"boards": [[THEIRS]]}, errors.RulesError, message) for hand, rules, message in REFUSED_RULES),
    ((TWICE, "pineapple"), {}, errors.CardError, "hand index 2: card .* appears twice: again at index 4"),
    ((TWICE, "pineapple"), {"boards": np.repeat(BOARD, 3, axis=0)}, errors.CardError,
     "hand index 2: card .* appears twice: again at index 4"),
    ((np.array([cp.CardSet(HAND).mask, 3], np.uint64), "pineapple"), {}, errors.CardError,
     "hand index 1: mask 0x3 .* has 2 cards, expected 13 to 17"),
    ((BOARD[0], "pineapple"), {"out": BOARD[0]}, errors.ArrayError, "bad out: it overlaps with the input"),
    ((CARDS, "pineapple", {15: 1.0}), {}, errors.RulesError, "stay_bonus: expected a value for a next deal of 14 cards"),
    ((CARDS, "pagat"), {}, errors.RulesError, "fantasyland: the rules 'pagat' have no Fantasyland"),
])  # fmt: skip
def test_bad_arguments_of_many(arguments, options, error, message):
    with pytest.raises(error, match=message) as caught:
        cp.arranging.best_fantasyland_many(*arguments, **options)
    assert "hand index 2" not in message or caught.value.index == 2


WITH_NATURALS = {
    "face-up": cp.rules("face-up"),
    "fouls keep naturals, which are compared": replace(
        cp.rules("face-up"), foul_keeps_natural=True, natural_ties="compare", equal_rows="legal"
    ),
    "aces": replace(cp.rules("face-up"), aces=(1, 2, 6, 8), dealer_compensation=1),
}


@pytest.mark.parametrize("name", WITH_NATURALS)
def test_thirteen_cards_and_naturals_against_known_boards(deal, name):
    """The test settles all legal boards of the hand, and each player declares if that pays more."""
    rules, hands, tables, seats = WITH_NATURALS[name], [], [], {"seat": 1, "button": 2}
    while len(hands) < 8:
        hand, other_boards = against(deal, rules, 13, 3, len(hands))
        if any(cp.naturals(cards) for cards in (hand, *[board.hand for board in other_boards])):
            hands.append(hand)
            tables.append(other_boards)
    for hand, other_boards in zip(hands, tables, strict=True):
        expected = best_by_force(hand, rules, 6.5, paid_against(other_boards, rules, **seats, declare="if better"))
        result = cp.arranging.best_fantasyland(hand, rules, 6.5, boards=other_boards, **seats)
        check_by_force(result, expected, hand, rules)
    result = cp.arranging.best_fantasyland_many(np.array(hands, np.uint8), rules, 6.5, boards=tables, **seats)
    check_rows(result, hands, rules, 6.5, tables, **seats)


def test_a_natural_or_the_rows_against_a_known_board():
    """A dragon pays 13. Three flushes pay 3, or as rows one point and 12 in royalties, which their player prefers."""
    dragon, plain = "2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As", "2c 3s 4h / 5d 6d 8s 8h 9s / Tc Td Js Qs Kh"
    assert cp.arranging.best_fantasyland(dragon, "face-up", 0, boards=[plain]).value == 13
    assert cp.arranging.best_fantasyland(cp.Board.parse(FLUSHES).hand, "face-up", 0, boards=[PLAIN]).value == 13
    dragon, ordinary = "2s 3h 4d / 5c 6s 7c 8d 9c / Ts Jc Qh Kc As", "3c 4c 5d 6c 6h 7s 7h 8s Qs Qd Jd Jh Ac"
    assert cp.arranging.best_fantasyland(ordinary, "face-up", 0, boards=[dragon]).value == -13
