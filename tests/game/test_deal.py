"""Deals from the shuffle to the settlement: each rule about dealing and placing."""

import dataclasses

import numpy as np
import pytest
from finished_deals import FLUSHES, PLAIN, played

import cpoker_fast as cp
from cpoker_fast import Deal, errors
from cpoker_fast.game import PartialBoard
from cpoker_fast.rulebook import Fantasyland, RowTables, Timeout

DECK = cp.game.Deck(seed=11).in_order()


def changed(name, **fantasyland):
    """Return a preset whose Fantasyland is changed."""
    rules = cp.rules(name)
    land = dataclasses.replace(rules.fantasyland, **fantasyland)
    return dataclasses.replace(rules, name="ours", fantasyland=land)


ACES_IN_FRONT = "As Ad 2c / Ks Kd 3c 3d 4c / Js Jd Jh 9c 8c"
NO_QUEENS = "Jc Td 7c / Kd Kc 9d 9c Jd / As Ah Ad Jh Th"
QUEENS_IN_FRONT = "Qs Qd 2h / Kh Kc 3h 3s 4d / Ts Td Th 9d 8d"
NOTHING = "9h 7h 2d / 4s 4h 6c 7c 8h / 5s 5d 6d 6h Jc"


# ---- dealing ----
@pytest.mark.parametrize(("rules", "most", "streets"), [
    ("standard", 4, [(5, 5), *[(1, 1)] * 8]), ("pineapple", 3, [(5, 5), *[(3, 2)] * 4]),
    ("turbo", 4, [(5, 5), (4, 4), (4, 4)]), ("closed", 4, [(13, 13)]),
])  # fmt: skip
def test_streets(rules, most, streets):
    for players in range(2, most + 1):
        deal, seen = Deal(rules, players, seed=players), []
        while not deal.is_over:
            position = deal.position()
            seen.append((deal.turn, len(position.hand), position.to_place))
            deal.time_out()
        turns = [*range(1, players), 0]  # clockwise from the button's left
        assert seen == [(seat, dealt, placed) for dealt, placed in streets for seat in turns]
        assert all(len(away) == sum(dealt - placed for dealt, placed in streets) for away in deal.discards)
        cards = [card for stack in deal.stacks for card in stack]
        assert len(cards) == len({*cards})
    with pytest.raises(errors.TableError, match=rf"players: expected an int from 2 to {most}"):
        Deal(rules, most + 1)


def test_players_in_fantasyland_are_dealt_first_and_set_first():
    deal = Deal("pineapple", 3, deck=DECK, button=0, fantasyland=(14, 0, 14))
    assert (deal.turn, deal.dealt(2, 0), deal.dealt(0, 0)) == (2, tuple(DECK[:14]), tuple(DECK[14:28]))
    assert deal.dealt(1, 0) == tuple(DECK[28:33])
    board = cp.arranging.best_fantasyland(deal.position().hand, "pineapple").board
    deal.place(board)
    assert deal.turn == 0
    assert deal.position(1).boards[2] == PartialBoard()  # hidden
    assert deal.position(2).boards[2].board() == board  # but for its owner
    while not deal.is_over:
        deal.time_out()
    assert deal.position(1).boards[2].board() == board  # the showdown
    assert [move.seat for move in deal.moves] == [2, 0, *[1] * 5]


def test_a_seed_or_a_deck_determines_the_cards():
    assert Deal("pineapple", seed=5).stacks == Deal("pineapple", seed=5).stacks != Deal("pineapple", seed=6).stacks
    assert Deal("pineapple", rng=np.random.default_rng(5)).stacks == Deal("pineapple", seed=5).stacks
    assert Deal("pineapple").stacks != Deal("pineapple").stacks
    deal = Deal("pineapple", 3, deck=DECK, button=1)
    assert [deal.dealt(seat, 0) for seat in (2, 0, 1)] == [tuple(DECK[i : i + 5]) for i in (0, 5, 10)]
    assert ([deal.dealt(seat, 1) for seat in (2, 0, 1)], deal.turn) == ([tuple(DECK[i : i + 3]) for i in (15, 18, 21)], 2)
    for cards in ({"deck": " ".join(map(cp.format_card, DECK))}, {"stacks": deal.stacks}):
        assert Deal("pineapple", 3, **cards, button=1).stacks == deal.stacks


def test_discards_are_seen_by_their_owner_only():
    deal = Deal("pineapple", 2, seed=4)
    for _ in range(4):
        deal.time_out()
    assert len(deal.position(0).discards) == len(deal.position(1).discards) == 1
    assert not deal.position(0).seen & deal.position(1).discards


# ---- refused actions change nothing ----
@pytest.mark.parametrize(("act", "error", "message"), [
    (lambda deal: deal.place("- / - / -"), errors.PlacementError, "expected 5 of 5 cards to be placed, got 0"),
    (lambda deal: deal.place("- / - / -", seat=0), errors.PlacementError, "expected seat=1, whose turn it is, got seat=0"),
    (lambda deal: deal.place("- / - / -", seat=7), errors.TableError, "seat: expected a seat from 0 to 1"),
    (lambda deal: deal.place("2c / - / -"), errors.PlacementError, "card 2c is not in the hand"),
    (lambda deal: deal.undo(), errors.PlacementError, "no placement to undo"),
    (lambda deal: deal.settlement(), errors.TableError, "the deal is not over: expected 26 more cards to be placed"),
    (lambda deal: deal.next_fantasyland, errors.TableError, "the deal is not over"),
    (lambda deal: deal.position(2), errors.TableError, "seat: expected a seat from 0 to 1"),
    (lambda deal: deal.dealt(0, 5), errors.TableError, "street: expected an int from 0 to 4"),
])  # fmt: skip
def test_refused_actions(act, error, message):
    deal = Deal("pineapple", 2, seed=1)
    with pytest.raises(error, match=message):
        act(deal)
    assert (deal.moves, deal.boards, deal.turn) == ([], (PartialBoard(), PartialBoard()), 1)


FOURTEEN_EACH = dataclasses.replace(cp.rules("standard"), fantasyland=Fantasyland(entry=RowTables(front={"pair A": 14})))


@pytest.mark.parametrize(("arguments", "error", "message"), [
    ({"deck": "As Kd"}, errors.CardError, "deck: expected at least 34 cards for this deal, got 2"),
    ({"deck": "As As"}, errors.CardError, "deck: .*twice"), ({"deck": 5}, errors.CardError, "deck: cannot read cards"),
    ({"stacks": ["As"]}, errors.CardError, "stacks: expected cards for each of 2 seats"),
    ({"stacks": ["As", "Kd"]}, errors.CardError, r"stacks\[0\]: expected at least 17 cards, got 1"),
    ({"stacks": [range(17), range(16, 33)]}, errors.CardError, r"stacks\[1\]: card 6c is in another stack"),
    ({"deck": DECK, "seed": 1}, errors.TableError, "expected only one of: seed or rng, deck, stacks"),
    ({"fantasyland": (14,)}, errors.TableError, "fantasyland: expected a number for each of 2 seats"),
    ({"fantasyland": (12, 0)}, errors.TableError, "fantasyland: expected 0, or 13 to 17"),
    ({"stays": (-1, 0)}, errors.TableError, "stays: expected an int from 0"),
    ({"button": 2}, errors.TableError, "button: expected a seat from 0 to 1"),
    ({"seed": "x"}, errors.SeedError, "seed: expected"),
    ({"rules": FOURTEEN_EACH}, errors.RulesError, "players: 4 players in Fantasyland would be dealt 56 cards of 52"),
])  # fmt: skip
def test_bad_deals(arguments, error, message):
    with pytest.raises(error, match=message):
        Deal(**{"rules": "pineapple", "players": 2, **arguments})
    with pytest.raises(errors.RulesError, match=r"streets\[0\]: expected at most 13 cards, got 15"):
        dataclasses.replace(cp.rules("pineapple"), players=2, streets=((15, 13),), fantasyland=None)


# ---- undoing ----
def test_undo_restores():
    rng, deal = np.random.default_rng(2), Deal("pineapple", 3, seed=9, fantasyland=(0, 14, 0))
    states = []
    while not deal.is_over:
        states.append([str(deal.position(seat)) for seat in range(3)])
        position = deal.position()
        if position.in_fantasyland:
            deal.time_out()
        else:
            placements = position.placements()
            deal.place(placements[rng.integers(len(placements))])
    for state in reversed(states):
        deal.undo()
        assert [str(deal.position(seat)) for seat in range(3)] == state
    assert not deal.moves


# ---- time-outs ----
def test_time_outs_follow_the_rules():
    stack = "2c Kd 7h As 9s 3c Qd 4h 8c 5d Jh Th 6d 2s 3h 4d 5c"
    other = [*cp.CardSet(range(52)) - cp.CardSet(stack)]
    deal = Deal("pineapple", stacks=[stack, other], button=1)
    first, _, placed = (deal.time_out() for _ in range(3))  # the first two as dealt, the third is discarded
    assert (str(first), placed.middle, placed.discards) == (
        "- / - / As Kd 9s 7h 2c", cp.CardSet("3c Qd"), cp.CardSet("4h"),
    )  # fmt: skip
    assert Timeout.AS_DEALT is cp.rules("pineapple").timeout
    deal = Deal("turbo", stacks=[stack, other], button=1)
    placements = [str(deal.time_out()) for _ in range(6)]
    assert placements[2::2] == ["- / Qd 8c 4h 3c / -", "Th 6d 5d / Jh / -"]  # highest first
    assert deal.is_over
    with pytest.raises(errors.PlacementError, match="the deal is over"):
        deal.time_out()


def test_a_board_after_time_outs_is_not_thereby_a_foul():
    stack = "As Ks Qs Js 9s 8d 8c 7h 6h 5c 4d 3d 2h"
    other = cp.CardSet(range(52)) - cp.CardSet(stack)
    deal = Deal("standard", stacks=[stack, list(other)])
    while not deal.is_over:
        deal.time_out()
    assert str(deal.boards[0]) == "4d 3d 2h / 8d 8c 7h 6h 5c / As Ks Qs Js 9s"
    assert not deal.settlement().seats[0].is_foul


# ---- settling ----
def test_a_deal_is_settled_by_its_rules():
    boards = [ACES_IN_FRONT, QUEENS_IN_FRONT]
    deal = played("pineapple", boards)
    assert deal.settlement().points == cp.settle(boards, "pineapple", button=0).points
    assert deal.settlement(stacks=[1, 100]).chips == cp.settle(boards, "pineapple", stacks=[1, 100]).chips


def test_the_button_wins_ties_in_face_up():
    board, other_board = "Kh Qd 2c / 9s 9h 4c 4d 3s / Ts Th 5c 5d 7s", "Ks Qc 2d / 9d 9c 4h 4s 3h / Td Tc 5h 5s 7d"
    for button in (0, 1):
        points = played("face-up", [board, other_board], button=button).settlement().points
        assert points[button] == 3


def test_naturals_are_declared_if_that_pays_more():
    """Three flushes pay 3 as a natural; as rows, 4 + 8 in royalties, and they win two rows to one (`face-up`)."""
    deal = played("face-up", [FLUSHES, PLAIN])
    assert (deal.declarations, deal.settlement().points) == (("if better", "if better"), (13, -13))
    assert deal.settlement().seats[0].natural is None
    assert (deal.declare(True, seat=0).declarations, deal.settlement().points) == ((True, "if better"), (3, -3))
    deal.declare([cp.rulebook.Pattern.THREE_FLUSHES, None])
    assert deal.settlement().seats[0].natural is cp.rulebook.Pattern.THREE_FLUSHES
    deal.undo()
    assert deal.declarations == (cp.rulebook.Pattern.THREE_FLUSHES, "if better")
    assert deal.declare(None).declarations == ("if better", "if better")
    for declare, won in ((None, 13), (True, 3), ([False, True], 13), (["three flushes", False], 3)):
        assert played("face-up", [FLUSHES, PLAIN], declare=declare).settlement().points == (won, -won)
    strong = "Ah Jh Td / Ts Th 6d 6c 5d / Kh Kd Qc Qs 4d"
    # These six pairs have no royalties and win no row, so the natural pays more.
    pairs = "2c 2d 9h / 3d 3s 4c 4h 5c / 7h 7s 8d 8h 9s"
    assert played("face-up", [strong, pairs], button=1).settlement().points == (-3, 3)


@pytest.mark.parametrize(("declare", "message"), [
    ("maybe", "declare: the rules 'face-up' have no natural 'maybe': expected 'six"),
    ([True], "declare: expected True, False, the name of a natural, 'if better', or a list of these for 2 boards"),
    ([True, 7], r"declare\[1\]: expected True, False, 'if better' or the name of a natural, got 7"),
])  # fmt: skip
def test_bad_declarations(declare, message):
    deal = played("face-up", [FLUSHES, PLAIN])
    for call, error, text in (
        (lambda: deal.declare(declare), errors.RulesError, message),
        (lambda: Deal("face-up", 2, declare=declare), errors.RulesError, message),
        (lambda: deal.declare([True], seat=0), errors.RulesError,
         r"declare: expected the declaration of one seat, got \[True\]"),
        (lambda: deal.declare(True, seat=2), errors.TableError, "seat"),
        (lambda: played("face-up", [FLUSHES, PLAIN], declare=[None, "dragon"]).settlement(), errors.RulesError,
         r"declare\[1\]: the board may not declare 'dragon'"),
    ):  # fmt: skip
        with pytest.raises(error, match=text):
            call()
        assert deal.declarations == ("if better", "if better")


# ---- Fantasyland ----
@pytest.mark.parametrize(("rules", "front", "cards"), [
    ("standard", "Qs Qd 2c", 13), ("standard", "Js Jd 2c", 0), ("pineapple", "Qs Qd 2c", 14),
    ("pineapple", "2s 2d 2c", 14), ("progressive", "Qs Qd 2c", 14), ("progressive", "Ks Kd 2c", 15),
    ("progressive", "As Ad 2c", 16), ("progressive", "2s 2d 2c", 17), ("deuce-to-seven", "Qs Qd 2c", 0),
    ("deuce-to-seven", "Ks Kd 2c", 14), ("face-up", "Qs Qd 2c", 13), ("turbo", "As Ad 2c", 13), ("closed", "Qs Qd 2c", 13),
])  # fmt: skip
def test_entry(rules, front, cards):
    middle = "9s 8h 4c 3d Th" if cp.rules(rules).lowball_middle else "3s 3h 3d 4c 9s"
    deal = played(rules, [f"{front} / {middle} / 5s 5h 5d 5c 8c", "Jh 9h 2h / 6s 6h 7c 8d Kh / 7s 7h Tc Jc Kc"])
    assert deal.next_fantasyland == (cards, 0)


def test_only_a_legal_board_enters():
    foul = "Qs Qd 2c / Ks Kd 4d 4c 9s / 5s 5h 6d 6c 8c"
    deal = played("pineapple", [foul, "Jc Td 7c / Kh Kc 9d 9c Jd / As Ah Ad Jh Th"])
    assert (deal.settlement().seats[0].is_foul, deal.next_fantasyland[0]) == (True, 0)


def test_entry_may_need_aces_or_anything():
    anything = {"high card": 14, "pair": 14, "three of a kind": 14}
    for front, cards in (({"pair A": 14}, (0, 0)), (anything, (14, 14))):
        rules = changed("pineapple", entry=RowTables(front=front))
        assert played(rules, [QUEENS_IN_FRONT, NOTHING]).next_fantasyland == cards
    both = "Ks Kd 9c / 7s 5h 4d 3c 2s / As Ah 5d 5c 8c"  # deuce-to-seven deals another card for two rows
    middle = "Jh 9h 8h / 7h 5s 4h 3h 2d / Qs Qh Qc 6d 6h"
    assert played("deuce-to-seven", [both, middle]).next_fantasyland == (15, 14)


STAYS = {
    "trips in front": "2s 2d 2c / 3s 3h 3d 4c 9s / 5s 5h 5d 6c 6s",
    "full house in the middle": "Ks Qd 2c / 3s 3h 3d 4c 4s / 5s 5h 5d 6c 6s",
    "quads in the middle": "Ks Qd 2c / 3s 3h 3d 3c 4s / 5s 5h 5d 5c 6s",
    "quads in the back": "Ks Qd 2c / 3s 3h 8d 8c 4s / 5s 5h 5d 5c 6s",
    "straight flush in the back": "Ks Qd 2c / 3s 3h 8d 8c 4s / 5h 6h 7h 8h 9h",
    "full house in the back": "Ks Qd 2c / 3s 3h 8d 8c 4s / 5s 5h 5d 6c 6s",
    "queens in front": "Qs Qd 2c / Ks Kh 8d 8c 4s / 5s 5h 5d 6c 6s",
}
QUADS = [STAYS["quads in the back"], NO_QUEENS]
FLUSH = ["Ks Qd 2c / 3s 3h 8d 8c 4s / 5h 6h 7h 8h Th", "Jc Td 7c / Kd Kc 9d 9c Jd / As Ah Ad Jh 9h"]


@pytest.mark.parametrize(("name", "board"), STAYS.items(), ids=STAYS)
@pytest.mark.parametrize("rules", ["standard", "pineapple", "progressive", "face-up", "turbo"])
def test_staying(rules, name, board):
    cards = 14 if "pine" in rules or rules == "progressive" else 13
    stays = name in ("trips in front", "quads in the middle", "quads in the back", "straight flush in the back") or (
        name == "full house in the middle" and cards == 13
    )
    deal = played(rules, [board, NO_QUEENS], fantasyland=(cards, 0))
    assert deal.next_fantasyland == (cards if stays else 0, 0)


@pytest.mark.parametrize(("name", "changes", "boards", "cards", "stays", "expected"), [
    ("progressive", {}, QUADS, 17, 0, 14), ("progressive", {"stay_keeps_cards": True}, QUADS, 17, 0, 17),
    ("pineapple", {"stay_royalty_over": 3}, FLUSH, 14, 0, 14),  # by one row worth more
    ("pineapple", {"stay_royalty_over": 4}, FLUSH, 14, 0, 0),
    ("pineapple", {"most_stays": 1}, QUADS, 14, 0, 14), ("pineapple", {"most_stays": 1}, QUADS, 14, 1, 0),
])  # fmt: skip
def test_options_of_staying(name, changes, boards, cards, stays, expected):
    deal = played(changed(name, **changes), boards, fantasyland=(cards, 0), stays=(stays, 0))
    assert deal.next_fantasyland == (expected, 0)


def test_a_deal_is_shown_in_lines():
    deal = Deal("pineapple", 2, seed=2, fantasyland=(0, 14))
    deal.time_out(), deal.time_out()
    head, first, second = str(deal).splitlines()
    assert head == "pineapple, turn of player 1"
    for words, line in (("player 1", first), ("(button)", first), ("Fantasyland, 14 cards", second), ("discards", second)):
        assert words in line
