"""Information that players have, and the placements that they can make."""

import dataclasses
import itertools
import re

import numpy as np
import openface_reference as reference
import pytest
from hypothesis import given, settings, strategies as st

import cpoker_fast as cp
from cpoker_fast import Deal, Placement, Position, errors
from cpoker_fast._openface import can_be_legal
from cpoker_fast.game import PartialBoard
from cpoker_fast.game.plan import plan_of

OPEN_FACE = [name for name in cp.presets() if not cp.rules(name).is_closed]
EMPTY = ["- / - / -", "- / - / -"]
LAST_STREET = (
    "rules pineapple; seat 1; button 2; street 5; board Kh Kd / 7c 7d 2h 3c / As {back}; "
    "board Qh 4c / 8c 3d 8s 8h / Th Td 6s 6c 6h; discards 2s 3s 4s; hand {hand}"
)


def first_street(hand, rules="pineapple"):
    return Position(rules, seat=0, button=1, street=0, boards=EMPTY, hand=hand)


@st.composite
def streets(draw):
    """Draw rules, a street, rows, discards and a hand; in decks of few ranks, many placements are equivalent."""
    rules = cp.rules(draw(st.sampled_from(["pineapple", "standard", "turbo"])))
    street = draw(st.integers(0, len(rules.streets) - 1))
    before = rules.streets[:street]
    placed = sum(to_place for _, to_place in before)
    away = sum(dealt for dealt, _ in before) - placed
    front = draw(st.integers(max(0, placed - 10), min(3, placed)))
    middle = draw(st.integers(max(0, placed - front - 5), min(5, placed - front)))
    deck = draw(st.permutations(range(52 if draw(st.booleans()) else 28)))
    rows = deck[:front], deck[front : front + middle], deck[front + middle : placed]
    dealt, to_place = rules.streets[street]
    return rules, street, rows, deck[placed : placed + away], deck[placed + away : placed + away + dealt], to_place


@given(streets())
@settings(max_examples=150)
def test_placements_are_those_of_the_reference(case):
    rules, street, rows, discards, hand, to_place = case
    boards, kinds = [PartialBoard(*rows), PartialBoard()], {"hand": hand, "discards": discards, "hides_opponents": True}
    position = Position(rules, seat=0, button=1, street=street, boards=boards, **kinds)
    results = {
        (tuple(tuple(sorted(row)) for row in position.after(placement).own.rows), tuple(sorted(placement.discards)))
        for placement in position.placements()
    }
    expected = {(tuple(after), away) for after, away in reference.placements(rows, hand, to_place)}
    assert (results, len(position.placements())) == (expected, len(results))


def test_five_cards_can_be_placed_in_at_most_232_ways():
    assert len(first_street("As Kd Qh 7c 2d").placements()) == 232
    assert len(first_street("As Ad Qh 7c 2d").placements()) == 196  # suits of the aces matter only for a flush
    house = dataclasses.replace(cp.rules("pineapple"), name="ours", deuce_of_spades=True)
    assert (len(first_street("As Ad Qh 7c 2d", house).placements()), first_street(()).placements()) == (232, [])


@pytest.mark.parametrize(("rows", "expected"), [
    ("As Ad / Ks Kd 2c 3c 4c / -", False),  # the middle stays a pair of kings, below the aces
    ("As Ad / Ks Kd 2c 3c / -", True),
    ("Qs Qd 2c / Ks Kd / Jc Jd Th 9h 8h", False),  # the back stays a pair of jacks, below the kings
    ("Qs Qd 2c / 9s 9d / Jc Jd Jh 9h", True), ("- / - / -", True),
])  # fmt: skip
def test_boards_that_can_still_be_legal(rows, expected):
    board = PartialBoard.parse(rows)
    assert can_be_legal(plan_of(cp.rules("pineapple")), board, cp.CardSet(range(52)) - board.cards) is expected


@given(st.permutations(range(52)), st.integers(1, 3), st.integers(9, 16))
@settings(max_examples=60)
def test_completions_against_all_of_them(deck, missing, live):
    """All completions of boards that lack one to three cards are tried."""
    rules, live_cards = cp.rules("pineapple"), deck[13 : 13 + live]
    rows = [deck[:3], deck[3:8], deck[8:13]]
    open_rows = [0, 1, 2, 1, 2, 2][missing : 2 * missing] if missing < 3 else [0, 1, 2]
    for row in open_rows[:missing]:
        rows[row] = rows[row][:-1]
    ends = [*itertools.accumulate(size - len(row) for row, size in zip(rows, (3, 5, 5), strict=True))]
    begins = [0, *ends]
    expected = any(
        not cp.settling.is_foul_under(cp.Board(*([*rows[i], *drawn[begins[i] : ends[i]]] for i in range(3))), rules)
        for drawn in itertools.permutations(live_cards, ends[-1])
    )
    assert can_be_legal(plan_of(rules), PartialBoard(*rows), cp.CardSet(live_cards)) is expected


# ---- placing ----
def test_placing_returns_another_position():
    position = first_street("As Kd Kc 7c 2h")
    after = position.place("- / 7c 2h / As Kd Kc")
    assert str(after.own) == "- / 7c 2h / As Kd Kc"
    assert (after.street, after.hand, position.hand) == (1, cp.CardSet(), cp.CardSet("As Kd Kc 7c 2h"))
    assert position.place({"middle": "7c 2h", "back": "As Kd Kc"}) == after
    assert position.place([(), ["7c", "2h"], "As Kd Kc"]) == after == position.after(Placement((), "7c 2h", "As Kd Kc"))
    assert hash(position.place("- / 7c 2h / As Kd Kc")) == hash(after)
    position = second_street()
    assert position.place("4c / 5d / -").discards == cp.CardSet("Jh")
    assert position.place("4c / 5d / -", discard="Jh") == position.place("4c / 5d / - discards Jh")


def second_street(hand="4c 5d Jh", discards=()):
    boards = ["Kh / 7c 7d / As Ad", "2c 3c / 9h 9d Th / -"]
    return Position("pineapple", seat=0, button=1, street=1, boards=boards, hand=hand, discards=discards)


@pytest.mark.parametrize(("rows", "discard", "message"), [
    ("4c / 5c / -", None, r"card 5c is not in the hand: Jh 5d 4c"),
    ("4c / 4c / -", None, r"card 4c is placed twice: front and middle"),
    ("4c Jh 5d / - / -", None, r"front: expected at most 2 more cards, got 3"),
    ("4c / - / -", None, r"expected 2 of 3 cards to be placed, got 1 \(4c\)"),
    ("4c / 5d / Jh", None, r"expected 2 of 3 cards to be placed, got 3"),
    ("7c / 5d / -", None, r"card 7c is already in the middle: only cards in the hand can be placed"),
    ("4c / 5d / -", "4c", r"discards: expected Jh, the rest of the hand, got 4c"),
    ("4c / 5d / - discards 4c", None, r"card 4c is both in|is placed twice|both"),
    ("4c / 5d / -", "Zz", r"discard: bad card"), ("4c 5d", None, r"expected three rows"), (5, None, r"bad rows 5"),
    (cp.CardSet("4c 5d"), None, r"bad rows"),
])  # fmt: skip
def test_refused_placements(rows, discard, message):
    position = second_street()
    before = str(position)
    with pytest.raises(errors.PlacementError, match=message):
        position.place(rows, discard)
    assert str(position) == before
    with pytest.raises(errors.PlacementError, match="no cards to place: it is not their turn"):
        second_street(hand=()).place("4c / 5d / -")


# ---- text and values ----
@pytest.mark.parametrize("rules", OPEN_FACE)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_survive_text(rules, players):
    if players > cp.rules(rules).players:
        with pytest.raises(errors.TableError):
            Deal(rules, players)
        return
    fantasyland = (13 if "pine" not in rules else 14, *[0] * (players - 1))
    for lands in ((), fantasyland):
        deal = Deal(rules, players, seed=players, fantasyland=lands)
        while not deal.is_over:
            for seat in range(players):
                position = deal.position(seat)
                assert (Position.parse(str(position)), eval(repr(position))) == (position, position)
            deal.time_out()


@pytest.mark.parametrize(("name", "head", "messages"), [
    ("ours", "ours", ["unknown rules 'ours'", "rules: expected 'ours', as in the position, got 'pineapple'"]),
    ("pineapple", "pineapple, changed", ["'pineapple, changed'"] * 2),
])  # fmt: skip
def test_house_rules_are_given_with_the_text(name, head, messages):
    rules = dataclasses.replace(cp.rules("pineapple"), name=name, scoop_bonus=4)
    position = Deal(rules, seed=1).position()
    assert str(position).startswith(f"rules {head}; seat ")
    assert Position.parse(str(position), rules) == position
    for other, message in zip((None, "pineapple"), messages, strict=True):
        with pytest.raises(errors.RulesError, match=message):
            Position.parse(str(position), other)


GOOD = "rules pineapple; seat 1; button 2; street 2; board Kh / 7c 7d / As Ad; board 2c 3c / 9h 9d Th / -; hand 4c 5d Jh"


@pytest.mark.parametrize(("old", "new", "message"), [
    ("seat 1", "seat 3", "seat: expected a number from 1 to 2, got 3"), ("seat 1; ", "", "expected a part 'seat'"),
    ("seat 1", "seat x", "seat: expected a number, got 'x'"), ("seat 1", "seat 1; seat 2", "duplicate part 'seat'"),
    ("seat 1", "seat 0", "seat: expected a number from 1 to 2, got 0"),
    ("street 2", "street 3", "street 3 of 5: expected 7 cards on the player's board and 1 discard"),
    ("street 2", "street 7", "street: expected a number from 1 to 6, got 7"),
    ("hand 4c 5d Jh", "hand 4c 5d", "hand: expected 3 cards on street 2 of 5, got 2"),
    ("hand 4c", "hand 7c", "duplicate card 7c: in board 1 and in the hand"), ("hand 4c", "hnd 4c", "unknown part 'hnd'"),
    ("board 2c 3c / 9h 9d Th / -; ", "", "boards: expected 2 to 3 under 'pineapple', got 1"),
    ("hand 4c 5d Jh", "fantasyland 12", "fantasyland: expected a number for each of 2 seats, got 1$"),
    ("hand 4c 5d Jh", "fantasyland 14 0", "in Fantasyland"),
    ("hand 4c 5d Jh", "fantasyland 0 12", "fantasyland: expected 0, or 13 to 17 cards"),
    ("hand 4c", "opponents shown; hand 4c", "opponents: expected 'hidden', got 'shown'"),
    ("hand 4c", "opponents; hand 4c", "opponents: expected 'hidden', got ''"),
])  # fmt: skip
def test_bad_positions(old, new, message):
    assert old in GOOD
    with pytest.raises(errors.PlacementError, match=message):
        Position.parse(GOOD.replace(old, new))


# ---- moments of a deal ----
def board_of(number, deck):
    """Return a board with a number of cards of a deck, which fill the back first."""
    cards = [next(deck) for _ in range(number)]
    return PartialBoard(cards[10:], cards[5:10], cards[:5])


def key_of(position):
    """Return what the check of moments depends on: the seat, its street, whether it has a hand, and cards on boards."""
    return position.seat, position.street, bool(position.hand), tuple(len(board.cards) for board in position.boards)


def keys_of_deal(rules, players, button, fantasyland):
    """Return the keys of all positions that players can have in a deal, and the discards and hands of each."""
    deal, keys = Deal(rules, players, seed=1, button=button, fantasyland=fantasyland), {}
    while True:
        for seat in range(players):
            position = deal.position(seat)
            keys[key_of(position)] = position
            if position.hand:  # before the cards are dealt
                keys[key_of(dataclasses.replace(position, hand=()))] = dataclasses.replace(position, hand=())
        if deal.is_over:
            break
        position = deal.position()
        deal.time_out()
        after = position.after(deal.moves[-1].placement)
        keys[key_of(after)] = after
    for seat in range(players):  # before boards in Fantasyland are shown
        boards = [
            PartialBoard() if cards and other != seat else board
            for other, (board, cards) in enumerate(zip(deal.boards, fantasyland, strict=True))
        ]
        hidden = dataclasses.replace(deal.position(seat), boards=boards)
        keys[key_of(hidden)] = hidden
    return keys


@pytest.mark.parametrize(("rules", "players", "fantasylands"), [
    ("pineapple", 2, [(0, 0), (14, 0), (0, 14), (14, 14)]),
    ("pineapple", 3, [(0, 0, 0), (0, 17, 0), (14, 0, 14), (14, 14, 14)]),
    ("turbo", 4, [(0, 0, 0, 0), (0, 0, 13, 0), (13, 0, 0, 13)]), ("standard", 3, [(0, 0, 0), (0, 0, 14)]),
])  # fmt: skip
def test_positions_are_those_of_some_moment_of_a_deal(rules, players, fantasylands):
    """All numbers of cards on the boards of opponents are tried for each street of a player."""
    counted = 0
    for fantasyland, button in itertools.product(fantasylands, range(players)):
        keys = keys_of_deal(rules, players, button, fantasyland)
        parts_of_player = {
            (seat, street, has_hand, numbers[seat]): keys[seat, street, has_hand, numbers]
            for seat, street, has_hand, numbers in keys
        }
        placed = {0, 13, *itertools.accumulate(street[1] for street in cp.rules(rules).streets)}
        for (seat, street, has_hand, number), position in parts_of_player.items():
            for others in itertools.product({*placed, 1, 8}, repeat=players - 1):
                numbers = (*others[:seat], number, *others[seat:])
                deck = iter(range(52))
                boards, free = [board_of(cards, deck) for cards in numbers], list(deck)
                if len(free) < len(position.hand) + len(position.discards):
                    continue
                parts = {
                    "seat": seat, "button": button, "street": street, "boards": boards, "hand": free[: len(position.hand)],
                    "discards": free[len(position.hand) :][: len(position.discards)], "fantasyland": fantasyland,
                }  # fmt: skip
                try:
                    Position(rules, **parts)
                    is_accepted = True
                except errors.PlacementError as error:
                    assert re.match(r"board \d: expected ", str(error))
                    is_accepted = False
                assert is_accepted == ((seat, street, has_hand, numbers) in keys), (seat, street, has_hand, numbers)
                counted += is_accepted
    assert counted > 20


THIRD_STREET = {"seat": 0, "street": 2, "discards": "2d", "hand": "Qd Th 4h"}
OWN = "Qs / Kc Kd 7c / Ah 8h 3h"


def opponent_with(number):
    return board_of(number, iter(cp.parse_cards("Kh 9s 9d Jc Jd 6s 6h 2s 2c 3c 3s 4s 4c")))


@pytest.mark.parametrize("number", range(14))
@pytest.mark.parametrize(("button", "expected", "order"), [(0, 9, "earlier"), (1, 7, "later")])
def test_only_boards_that_follow_from_the_button_are_accepted(button, expected, order, number):
    boards = [OWN, opponent_with(number)]
    if number == expected:
        assert Position("pineapple", button=button, boards=boards, **THIRD_STREET).hand
        return
    reason = f"with this button, this opponent acts {order} on street 3 of 5"
    problem = f"expected {expected} cards, got {number}: {reason}{'' if number else ' (or hide all opponents)'}"
    with pytest.raises(errors.PlacementError) as caught:
        Position("pineapple", button=button, boards=boards, **THIRD_STREET)
    assert (str(caught.value), caught.value.problem, caught.value.seat) == (f"board 2: {problem}", problem, 1)


SHOWN = "hides_opponents: expected no cards of player 2, got "


@pytest.mark.parametrize(("parts", "message"), [
    ({"boards": [EMPTY[0], opponent_with(5)], "hand": range(14), "fantasyland": (14, 0)},
     "board 2: expected 0 cards, got 5: players in Fantasyland place before all others$"),
    ({"boards": [EMPTY[0], opponent_with(5)], "hand": "As Ks Qd 7c 2h", "fantasyland": (0, 14)},
     "board 2: expected 0 cards, got 5: boards in Fantasyland are hidden until the showdown$"),
    ({"boards": [opponent_with(5), EMPTY[0]], "street": 1},
     r"board 2: expected 5 or 7 cards, got 0: .* \(or hide all opponents\)$"),
    ({"boards": [opponent_with(5), "As Ks Kd / 2d 3d 4d 5d 7d / 7h 8h 9h Th Jh"], "street": 1},
     "board 2: expected 5 or 7 cards, got 13: "),
    ({"boards": [opponent_with(13), "As / - / -"], "street": 5, "discards": "8s 8c 8d 8h"},
     "board 2: expected 13 cards, got 1: .* this opponent acts earlier, and the player has placed all cards$"),
    ({"boards": EMPTY, "hand": range(14), "fantasyland": (14, 0), "street": 3},
     "in Fantasyland: expected street 1, got street 4 of 5"),
    ({"boards": EMPTY * 2, "rules": "standard", "fantasyland": (0, 17, 0, 0)},
     "fantasyland: expected a deal of at most 52 cards, got 56"),
    ({"boards": EMPTY, "hides_opponents": 1}, "hides_opponents: expected True or False, got 1"),
    ({"boards": [OWN, opponent_with(7)], "hides_opponents": True, **THIRD_STREET}, SHOWN),
    ({"boards": [OWN, opponent_with(9)], "hides_opponents": True, **THIRD_STREET}, SHOWN),
])  # fmt: skip
def test_positions_that_no_deal_has(parts, message):
    usual = {"rules": "pineapple", "seat": 0, "button": 0, "street": 0}
    with pytest.raises(errors.PlacementError, match=message):
        Position(**(usual | parts))


def test_a_study_of_a_hand_hides_all_opponents():
    study = Position("pineapple", button=0, boards=[OWN, EMPTY[0]], hides_opponents=True, **THIRD_STREET)
    assert str(study).endswith("; hand Qd Th 4h; opponents hidden")
    assert Position.parse(str(study)) == eval(repr(study)) == dataclasses.replace(study) == study
    assert study != dataclasses.replace(study, button=1)
    assert study.after(study.placements()[0]).hides_opponents
    assert len(study.unseen) == 52 - 7 - 1 - 3
    analysis = cp.analyze(study, rollouts=100, seed=1)
    assert str(analysis.best.placement).startswith("Qd / - / ")  # enters Fantasyland, as against a known board
    assert "hidden" in study.to_svg()


def test_cards_to_be_drawn():
    deal = Deal("pineapple", seed=3, fantasyland=(14, 0))
    assert (deal.position(0).to_draw, deal.position(0).to_place, deal.position(1).to_draw) == (0, 13, 17)
    deal.time_out()
    assert (deal.position(0).to_draw, deal.position(1).to_draw, deal.position(1).to_place) == (0, 12, 5)


# ---- what a player may not see ----
@pytest.mark.parametrize("rules", OPEN_FACE)
def test_positions_are_equal_if_only_hidden_cards_differ(rules):
    """Stacks, discards of others and boards in Fantasyland are exchanged: positions before the showdown stay equal."""
    rng, size = np.random.default_rng(5), {"standard": 13}.get(rules, 17)
    in_fantasyland = 13 if cp.rules(rules).players == 4 else 14
    for lands in ((0, 0), (in_fantasyland, 0)):
        cards = rng.permutation(52).tolist()
        first, second, unseen = cards[:size], cards[size : 2 * size], cards[2 * size :]
        if lands[0]:
            other = [[*unseen[:in_fantasyland], *first[in_fantasyland:]][:size], second]
        else:
            other = [first, [*second[:5], *unseen[: size - 5]][:size]]  # other cards of seat 1 after the first street
        deals = [Deal(rules, 2, stacks=stacks, fantasyland=lands, button=1) for stacks in ([first, second], other)]
        viewer = 1 if lands[0] else 0
        assert deals[0].position(viewer) == deals[1].position(viewer)
        for deal in deals:
            deal.time_out()
        assert deals[0].position(viewer) == deals[1].position(viewer)
        assert hash(deals[0].position(viewer)) == hash(deals[1].position(viewer))


def test_only_cards_in_hand_or_to_be_dealt_are_live():
    """On the last street and in Fantasyland, only the cards in hand count."""
    text = LAST_STREET.format(back="Ad 9s 9c 4h", hand="Jh Jc 5d")  # another seven would be needed
    assert Position.parse(text).to_draw == 0
    for hand in ("Jh Jc 5d", "Ks Jc 5d", "Jh Kc 5d"):
        assert Position.parse(text.replace("Jh Jc 5d", hand)).can_be_legal is False
    before = text.replace("; hand Jh Jc 5d", "").replace("7c 7d 2h 3c", "7c 7d 2h").replace("9c 4h", "9c")
    before = before.replace("street 5", "street 4").replace("8c 3d 8s 8h", "8c 3d").replace("2s 3s 4s", "2s 3s")
    assert Position.parse(before).can_be_legal
    position = Position.parse(LAST_STREET.format(back="9d 9s 9c 4h", hand="7h Jc 5d"))
    assert position.can_be_legal
    alive = [str(placement) for placement in position.placements() if position.after(placement).can_be_legal]
    assert alive == ["5d / 7h / - discards Jc", "Jc / 7h / - discards 5d"]
