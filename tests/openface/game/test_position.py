"""Information that players have, and the placements that they can make."""

import dataclasses
import itertools

import numpy as np
import openface_reference as reference
import pytest
from hypothesis import given, settings, strategies as st

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast._openface import can_be_legal
from cpoker_fast.openface import Deal, PartialBoard, Placement, Position, plan_of

OPEN_FACE = [name for name in cp.presets() if cp.rules(name).is_open_face]
EMPTY = ["- / - / -", "- / - / -"]


def first_street(hand, rules="pineapple"):
    return Position(rules, seat=0, button=0, street=0, boards=EMPTY, hand=hand)


@st.composite
def streets(draw):
    """Draw rules, a street, rows, discards and a hand; in decks of few ranks, many placements are equivalent."""
    rules = cp.rules(draw(st.sampled_from(["pineapple", "standard", "turbo"])))
    street = draw(st.integers(0, len(rules.openface.streets) - 1))
    before = rules.openface.streets[:street]
    placed = sum(to_place for _, to_place in before)
    away = sum(dealt for dealt, _ in before) - placed
    front = draw(st.integers(max(0, placed - 10), min(3, placed)))
    middle = draw(st.integers(max(0, placed - front - 5), min(5, placed - front)))
    deck = draw(st.permutations(range(52 if draw(st.booleans()) else 28)))
    rows = deck[:front], deck[front : front + middle], deck[front + middle : placed]
    dealt, to_place = rules.openface.streets[street]
    return rules, street, rows, deck[placed : placed + away], deck[placed + away : placed + away + dealt], to_place


@given(streets())
@settings(max_examples=150)
def test_placements_are_those_of_the_reference(case):
    rules, street, rows, discards, hand, to_place = case
    boards = [PartialBoard(*rows), PartialBoard()]
    position = Position(rules, seat=0, button=1, street=street, boards=boards, hand=hand, discards=discards)
    results = {
        (tuple(tuple(sorted(row)) for row in position.after(placement).own.rows), tuple(sorted(placement.discards)))
        for placement in position.placements()
    }
    expected = {(tuple(after), away) for after, away in reference.placements(rows, hand, to_place)}
    assert results == expected
    assert len(position.placements()) == len(results)


def test_five_cards_can_be_placed_in_at_most_232_ways():
    assert len(first_street("As Kd Qh 7c 2d").placements()) == 232
    assert len(first_street("As Ad Qh 7c 2d").placements()) == 196  # suits of the aces matter only for a flush
    assert first_street(()).placements() == []


def test_placements_are_not_merged_where_suits_count():
    house = dataclasses.replace(cp.rules("pineapple"), name="ours", deuce_of_spades=True)
    assert len(first_street("As Ad Qh 7c 2d", house).placements()) == 232


def test_cards_in_hand_are_live():
    text = (
        "rules pineapple; seat 0; button 0; street 4; board Kh Kd / 7c 7d 2h 3c / As 9d 9s 9c 4h; "
        "board Qh 4c / 8c 3d 8s 8h / Th Td 6s 6c 6h; discards 2s 3s 4s; hand 7h Jc 5d"
    )
    position = Position.parse(text)
    assert position.can_be_legal
    alive = [str(placement) for placement in position.placements() if position.after(placement).can_be_legal]
    assert alive == ["5d / 7h / - discards Jc", "Jc / 7h / - discards 5d"]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("As Ad / Ks Kd 2c 3c 4c / -", False),  # the middle stays a pair of kings, below the aces
        ("As Ad / Ks Kd 2c 3c / -", True),
        ("Qs Qd 2c / Ks Kd / Jc Jd Th 9h 8h", False),  # the back stays a pair of jacks, below the kings
        ("Qs Qd 2c / 9s 9d / Jc Jd Jh 9h", True),
        ("- / - / -", True),
    ],
)
def test_boards_that_can_still_be_legal(rows, expected):
    board = PartialBoard.parse(rows)
    assert can_be_legal(plan_of(cp.rules("pineapple")), board, cp.CardSet(range(52)) - board.cards) is expected


@given(st.permutations(range(52)), st.integers(1, 3), st.integers(9, 16))
@settings(max_examples=60)
def test_completions_against_all_of_them(deck, missing, live):
    """All completions of boards that lack one to three cards are tried."""
    rules = cp.rules("pineapple")
    cards, live_cards = deck[:13], deck[13 : 13 + live]
    rows = [cards[:3], cards[3:8], cards[8:]]
    open_rows = [0, 1, 2, 1, 2, 2][missing : 2 * missing] if missing < 3 else [0, 1, 2]
    for row in open_rows[:missing]:
        rows[row] = rows[row][:-1]
    missing_in = [size - len(row) for row, size in zip(rows, (3, 5, 5), strict=True)]
    expected = False
    for drawn in itertools.permutations(live_cards, sum(missing_in)):
        begin, full = 0, []
        for row, lacking in zip(rows, missing_in, strict=True):
            full.append([*row, *drawn[begin : begin + lacking]])
            begin += lacking
        if not cp.is_foul_under(cp.Board(*full), rules):
            expected = True
            break
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


def second_street(hand="4c 5d Jh", discards=()):
    boards = ["Kh / 7c 7d / As Ad", "2c 3c / 9h 9d Th / -"]
    return Position("pineapple", seat=0, button=1, street=1, boards=boards, hand=hand, discards=discards)


def test_the_discard_may_be_left_out_or_named():
    position = second_street()
    assert position.place("4c / 5d / -").discards == cp.CardSet("Jh")
    assert position.place("4c / 5d / -", discard="Jh") == position.place("4c / 5d / - discards Jh")


@pytest.mark.parametrize(
    ("rows", "discard", "message"),
    [
        ("4c / 5c / -", None, r"card 5c is not in the hand: Jh 5d 4c"),
        ("4c / 4c / -", None, r"card 4c is placed twice: front and middle"),
        ("4c Jh 5d / - / -", None, r"front: expected at most 2 more cards, got 3"),
        ("4c / - / -", None, r"expected 2 of 3 cards to be placed, got 1 \(4c\)"),
        ("4c / 5d / Jh", None, r"expected 2 of 3 cards to be placed, got 3"),
        ("7c / 5d / -", None, r"card 7c is already in the middle: only cards in the hand can be placed"),
        ("4c / 5d / -", "4c", r"discards: expected Jh, the rest of the hand, got 4c"),
        ("4c / 5d / - discards 4c", None, r"card 4c is both in|is placed twice|both"),
        ("4c / 5d / -", "Zz", r"discard: bad card"),
        ("4c 5d", None, r"expected three rows"),
        (5, None, r"bad rows 5"),
        (cp.CardSet("4c 5d"), None, r"bad rows"),
    ],
)
def test_refused_placements(rows, discard, message):
    position = second_street()
    before = str(position)
    with pytest.raises(errors.PlacementError, match=message):
        position.place(rows, discard)
    assert str(position) == before


def test_nothing_can_be_placed_out_of_turn():
    with pytest.raises(errors.PlacementError, match="no cards to place: it is not their turn"):
        second_street(hand=()).place("4c / 5d / -")


# ---- text and values ----


@pytest.mark.parametrize("rules", OPEN_FACE)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_survive_text(rules, players):
    if players > cp.rules(rules).openface.players:
        with pytest.raises(errors.TableError):
            Deal(rules, players)
        return
    fantasyland = (13 if "pine" not in rules else 14, *[0] * (players - 1))
    for lands in ((), fantasyland):
        deal = Deal(rules, players, seed=players, fantasyland=lands)
        while not deal.is_over:
            for seat in range(players):
                position = deal.position(seat)
                assert Position.parse(str(position)) == position
                assert eval(repr(position)) == position
            deal.time_out()


def test_house_rules_are_given_with_the_text():
    ours = dataclasses.replace(cp.rules("pineapple"), name="ours", scoop_bonus=4)
    position = Deal(ours, seed=1).position()
    assert Position.parse(str(position), ours) == position
    with pytest.raises(cp.RulesError, match="unknown rules 'ours'"):
        Position.parse(str(position))
    with pytest.raises(cp.RulesError, match="rules: expected 'ours', as in the position, got 'pineapple'"):
        Position.parse(str(position), cp.rules("pineapple"))


def test_changed_rules_are_not_read_as_their_preset():
    changed = dataclasses.replace(cp.rules("pineapple"), scoop_bonus=4)
    position = Deal(changed, seed=1).position()
    assert str(position).startswith("rules pineapple, changed; seat ")
    assert Position.parse(str(position), changed) == position
    for rules in (None, "pineapple"):
        with pytest.raises(cp.RulesError, match="'pineapple, changed'"):
            Position.parse(str(position), rules)


GOOD = "rules pineapple; seat 0; button 1; street 1; board Kh / 7c 7d / As Ad; board - / - / -; hand 4c 5d Jh"


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        ("seat 0", "seat 2", errors.TableError, "seat: expected a seat from 0 to 1, got 2"),
        ("seat 0; ", "", errors.PlacementError, "expected a part 'seat'"),
        ("seat 0", "seat x", errors.PlacementError, "seat: expected a number, got 'x'"),
        ("seat 0", "seat 0; seat 1", errors.PlacementError, "duplicate part 'seat'"),
        (
            "street 1",
            "street 2",
            errors.PlacementError,
            "street 3 of 5: expected 7 cards on the player's board and 1 discard",
        ),
        ("street 1", "street 9", errors.PlacementError, "street index: expected an int from 0 to 5, got 9"),
        ("hand 4c 5d Jh", "hand 4c 5d", errors.PlacementError, "hand: expected 3 cards on street 2 of 5, got 2"),
        ("hand 4c", "hand 7c", errors.PlacementError, "duplicate card 7c: in board 1 and in the hand"),
        ("hand 4c", "hnd 4c", errors.PlacementError, "unknown part 'hnd'"),
        ("board - / - / -; ", "", errors.PlacementError, "boards: expected 2 to 3 under 'pineapple', got 1"),
        ("rules pineapple", "rules pagat", cp.RulesError, "closed game"),
        (
            "hand 4c 5d Jh",
            "fantasyland 12",
            errors.PlacementError,
            "fantasyland: expected a number for each of 2 seats, got 1$",
        ),
        ("hand 4c 5d Jh", "fantasyland 14 0", errors.PlacementError, "in Fantasyland"),
        ("hand 4c 5d Jh", "fantasyland 0 12", errors.PlacementError, "fantasyland: expected 0, or 13 to 17 cards"),
    ],
)
def test_bad_positions(old, new, error, message):
    assert old in GOOD
    with pytest.raises(error, match=message):
        Position.parse(GOOD.replace(old, new))


def test_cards_to_be_drawn():
    deal = Deal("pineapple", seed=3, fantasyland=(14, 0))
    assert (deal.position(0).to_draw, deal.position(0).to_place, deal.position(1).to_draw) == (0, 13, 17)
    deal.time_out()
    assert (deal.position(0).to_draw, deal.position(1).to_draw, deal.position(1).to_place) == (0, 12, 5)


# ---- what a player may not see ----


@pytest.mark.parametrize("rules", OPEN_FACE)
def test_positions_are_equal_if_only_hidden_cards_differ(rules):
    """Stacks, discards of others and boards in Fantasyland are exchanged: positions before the showdown stay equal."""
    rng = np.random.default_rng(5)
    players = 2
    size = {"standard": 13}.get(rules, 17)
    in_fantasyland = 13 if cp.rules(rules).openface.players == 4 else 14
    for lands in ((0, 0), (in_fantasyland, 0)):
        cards = rng.permutation(52).tolist()
        stacks = [cards[:size], cards[size : 2 * size]]
        unseen = cards[2 * size :]
        deals = [Deal(rules, players, stacks=stacks, fantasyland=lands, button=1)]
        other = [list(stacks[0]), list(stacks[1])]
        if lands[0]:
            other[0] = [*unseen[:in_fantasyland], *other[0][in_fantasyland:]][: len(other[0])]
        else:
            other[1] = [*other[1][:5], *unseen[: size - 5]][:size]  # cards that seat 1 is dealt after the first street
        deals.append(Deal(rules, players, stacks=other, fantasyland=lands, button=1))
        viewer = 1 if lands[0] else 0
        assert deals[0].position(viewer) == deals[1].position(viewer)
        for deal in deals:
            deal.time_out()
        assert deals[0].position(viewer) == deals[1].position(viewer)
        assert hash(deals[0].position(viewer)) == hash(deals[1].position(viewer))


def test_cards_that_will_not_be_dealt_save_no_board():
    """On the last street and in Fantasyland, only the cards in hand count."""
    text = (
        "rules pineapple; seat 0; button 0; street 4; board Kh Kd / 7c 7d 2h 3c / As Ad 9s 9c 4h; "
        "board Qh 4c / 8c 3d 8s 8h / Th Td 6s 6c 6h; discards 2s 3s 4s; hand Jh Jc 5d"
    )
    assert Position.parse(text).to_draw == 0
    assert Position.parse(text).can_be_legal is False  # another seven would be needed
    assert Position.parse(text.replace("hand Jh", "hand Ks")).can_be_legal is False
    assert Position.parse(text.replace("hand Jh Jc", "hand Jh Kc")).can_be_legal is False
    before = text.replace("; hand Jh Jc 5d", "").replace("7c 7d 2h 3c", "7c 7d 2h").replace("9c 4h", "9c")
    assert Position.parse(before.replace("street 4", "street 3").replace("discards 2s 3s 4s", "discards 2s 3s")).can_be_legal
