"""Best responses, compared with all boards of a hand, settled one by one."""

import random
from dataclasses import replace
from itertools import combinations

import brute_force
import numpy as np
import pytest
from known_boards import PAGAT_WITH_SURRENDER, SIX_PAIRS, A, B
from making import make_natural

import cpoker_fast as cp
from cpoker_fast import errors

HAND = "6s 6h 6d 4s 4h 4d 9c 9h Ks Kh Kd 8s 8c"  # the hand of A


def board_of(cards):
    return cp.Board(cards[:3], cards[3:8], cards[8:])


def table(deal, rules, players):
    """Return a hand and the boards of the other players: best by royalties, as dealt, or a surrender."""
    cards, boards = deal(1, 52)[0].tolist(), []
    for number in range(1, players):
        hand, choice = cards[13 * number : 13 * number + 13], cards[-number] % 5
        try:
            board = board_of(hand) if choice == 0 else cp.best_royalties(hand, rules)
        except errors.BoardError:
            board = board_of(hand)
        boards.append(None if choice == 1 and rules.surrender is not None else board)
    return sorted(cards[:13]), boards


def insert_board(other_boards, seat, board):
    return [*other_boards[:seat], board, *other_boards[seat:]]


def check(response, hand, rules, other_boards, seat, button):
    """Assert that a response is paid its points, and that no other board is paid more."""
    declared = [True] * (len(other_boards) + 1)
    declared[seat] = response.declare
    boards = insert_board(other_boards, seat, response.board)
    assert cp.settle(boards, rules, button=button, declare=declared).points[seat] == response.points

    every, surrendered = brute_force.of_rules(hand, rules), [255] * 13
    tables = np.array([[surrendered if board is None else board.cards() for board in boards]], np.uint8)
    tables = np.repeat(tables, len(every), axis=0)
    tables[:, seat] = every.boards()
    points = {}
    for declares in (False, True):
        declared[seat] = declares
        points[declares] = cp.settle_many(tables, rules, button=button, declare=declared)[:, seat]
    best = every.best(points[False])
    if not response.declare and response.board is not None:
        assert (response.board.cards(), response.points) == (every.board(best), points[False][best])
    assert response.points >= max(points[False].max(), points[True].max())
    if rules.surrender is not None:
        given_up = cp.settle(insert_board(other_boards, seat, None), rules, button=button).points[seat]
        assert response.points == max(response.points, given_up)
        assert response.board is not None or response.points == given_up > max(points[False].max(), points[True].max())


HOUSE_RULES = {
    "deuce of spades": replace(cp.rules("russian"), deuce_of_spades=True),
    "aces and dealer": replace(cp.rules("pagat"), aces=(1, 2, 6, 8), dealer_compensation=1),
    "overall with extras": replace(cp.rules("pagat-always"), overall_points=3),
    "match and home run": replace(cp.rules("hawaiian-gardens"), match_points=2, home_run_times=3, home_run_bonus=0),
    "wheel second, button wins ties": cp.Rules(wheel="second", row_ties="button", scoop_times=2),
}


@pytest.mark.parametrize("name", [*cp.presets(), *HOUSE_RULES])
def test_best_of_all_boards(deal, name):
    rules = HOUSE_RULES.get(name) or cp.rules(name)
    for round_ in range(6):
        players = 4 if name in HOUSE_RULES else 2 + round_ % 3
        if players > rules.players:
            continue
        seat, button = round_ % players, (round_ + round_ // 3) % players
        hand, other_boards = table(deal, rules, players)
        if name == "deuce of spades" and 3 not in hand:
            other_boards = [board_of([hand[0] if card == 3 else card for card in board.cards()]) for board in other_boards]
            hand = sorted([3, *hand[1:]])
        try:
            response = cp.arranging.best_response(hand, rules, other_boards, seat=seat, button=button)
        except errors.BoardError:
            assert not len(brute_force.of_rules(hand, rules))
            continue
        check(response, hand, rules, other_boards, seat, button)


def test_the_deuce_of_spades_is_set_where_it_costs_least():
    """In a row without a royalty, it doubles the other player's: 9 in front, 12 in the middle, 8 in the back."""
    rules = HOUSE_RULES["deuce of spades"]
    hand = sorted(cp.CardSet("2s 4c 7h 8c Jh Qc Kd 3h 6c Td 4h 8d Jd"))
    other = cp.Board.parse("As Ad 3c / 5s 5h 5c 6s 6d / 9s 9h 9c 9d Ks")
    response = cp.arranging.best_response(hand, rules, [other])
    check(response, hand, rules, [other], 0, 0)
    assert "2s" in str(response.board.back)


@pytest.mark.parametrize("rules", ["pagat", "house-rules", "one-six", "malayan", "face-up"])
def test_naturals_are_declared_if_they_pay(rules):
    rng, rules = random.Random(5), cp.rules(rules)
    for natural in rules.naturals:
        deck, hand = list(range(52)), None
        rng.shuffle(deck)
        while hand is None:
            hand = make_natural(rng, natural.name, deck)
        hand.sort()
        rest = [card for card in deck if card not in hand]
        other_boards = [cp.best_royalties(rest[:13], rules), cp.best_royalties(rest[13:26], rules)]
        check(cp.arranging.best_response(hand, rules, other_boards), hand, rules, other_boards, 0, 0)


def test_a_natural_is_declared_only_if_it_pays_more():
    hand, low = "As Ks Qs Js 9s 8s 7s 6s 5s 3s Ah Kh Qh", "2c 3d 5d / 4c 4d 6c 7c 8d / 9c 9d Tc Jd 2d"
    assert cp.rulebook.Pattern("three flushes") in cp.naturals(hand)
    for preset, points, declare in (("pagat", 3, False), ("house-rules", 9, "three flushes")):
        rules = replace(cp.rules(preset), royalties=cp.rulebook.Royalties())
        response = cp.arranging.best_response(hand, rules, [low])
        assert (response.points, response.declare) == (points, declare)


def test_surrenders_fouls_and_declarations():
    assert cp.arranging.best_response(HAND, PAGAT_WITH_SURRENDER, [B]) == cp.Placement.surrender(points=-1)
    assert cp.arranging.best_response(HAND, "vietnamese", [B]).board is not None
    foul = "Ac Ad 2h / Qc Qh 3d 4c 6c / Qs 9d 8d 7c 5d"
    assert cp.arranging.best_response(HAND, "pagat", [foul]).points == 3 + 2 + 1  # a scoop with royalties
    assert cp.arranging.best_response(HAND, PAGAT_WITH_SURRENDER, [None]).points == 1
    hand = "2c 3h 4d 5c 6h 7h 8c 9c Tc Js Qc As Ah"
    declared, played = (
        cp.arranging.best_response(hand, PAGAT_WITH_SURRENDER, [SIX_PAIRS], declare=says).points for says in (True, False)
    )
    assert declared == -1 < played  # better than to pay three


def test_a_pool_with_carried_points():
    for carried in ((0, 0, 0), (50, 0, 0)):
        response = cp.arranging.best_response(HAND, "pool", [B], carried=carried)
        assert response.points == cp.settle([response.board, B], "pool", carried=carried).points[0]
        won = [ours > theirs for ours, theirs in zip(response.board.strengths, cp.Board.parse(B).strengths, strict=True)]
        assert all(won[row] for row in range(3) if carried[row])


def test_hands_with_discards():
    """The response is the best one of all sets of 13 cards."""
    hand, other = f"{HAND} Ac", B.replace("As", "Ts")
    response = cp.arranging.best_response(hand, "russian", [other])
    hands = [cp.CardSet(hand) - cp.CardSet([card]) for card in cp.CardSet(hand)]
    assert response.points == max(cp.arranging.best_response(cards, "russian", [other]).points for cards in hands)


# Rules that pay each of 286 fronts differently.
FRONTS = {"-".join(three): units for units, three in enumerate(combinations("AKQJT98765432", 3), 1)}
DRAGON_HAND = cp.CardSet("2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As")


@pytest.mark.parametrize(("arguments", "options", "error", "message"), [
    ((HAND, "vietnamese", []), {}, errors.BoardError, "expected 1 to 3 boards, got 0 boards"),
    ((HAND, "vietnamese", [B] * 4), {}, errors.BoardError, "expected 1 to 3 boards, got 4 boards"),
    ((HAND, "vietnamese", [A]), {}, errors.BoardError, "card 4d is both in the hand and in board 1"),
    ((HAND, "vietnamese", [B, B]), {}, errors.BoardError, "is both in board 1 and in board 2"),
    ((HAND, "vietnamese", [None]), {}, errors.RulesError, "board 1: a surrender"),
    ((HAND, "vietnamese", ["As"]), {}, errors.BoardError, "board 1: bad board 'As': expected three rows"),
    *(((HAND, "simple", [B]), {name: seat}, errors.TableError, f"{name}: expected a seat from 0 to 1, got {seat!r}")
      for seat in (-1, 2, True, "0") for name in ("seat", "button")),
    ((HAND, "pagat", [B]), {"declare": "dragon"}, errors.RulesError,
     r"declare\[0\]: the board may not declare 'dragon' under these rules"),
    ((HAND, "simple", [B]), {"carried": (1, 0, 0)}, errors.TableError, "carried: the rules 'simple' have no pool"),
    (("Ac", "simple", [B]), {}, errors.CardError, "expected 13 to 17 cards, got 1"),
    ((f"{HAND} Ac", "pagat", [B.replace("As", "Ts")]), {}, errors.RulesError,
     "expected 13 cards, got 14: naturals, side payments and the horse card depend on the disc"),
    ((DRAGON_HAND, cp.Rules(royalties=cp.rulebook.Royalties(front=FRONTS)), ["2c 3c 4c / 5d 6c 7c 8c Tc / 9s Jc Qc Kh Ac"]),
     {}, errors.RulesError, "distinguish too many kinds of rows: expected at most 256 for a row"),
])  # fmt: skip
def test_bad_arguments(arguments, options, error, message):
    with pytest.raises(error, match=message):
        cp.arranging.best_response(*arguments, **options)
