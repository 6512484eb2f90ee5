"""A first street dealt face up before anybody places: the cards that players know, and their use in the package."""

import dataclasses
import math

import numpy as np
import pytest
from openface_tables import played_as_deals, played_side_by_side, with_options

import cpoker_fast as cp
from cpoker_fast import Deal, Position, analyze, errors, review
from cpoker_fast.game import outs
from cpoker_fast.notation import Record, format_deal, parse_deal
from cpoker_fast.players import bot
from cpoker_fast.thinking.network_archive import networks_name
from cpoker_fast.thinking.opponent_boards import OpponentBoards

EMPTY = "- / - / -"
HANDS = "As Kd 9h 5c 2c", "Qs Qd 8h 4c 3s", "Js Jc Th 7d 6d"


def dealt(rules="face-up", **options):
    """Return a deal in which the seats begin with HANDS."""
    first = [cp.parse_cards(hand) for hand in HANDS]
    rest = [card for card in range(52) if card not in {card for hand in first for card in hand}]
    stacks = [[*hand, *rest[seat * 8 : seat * 8 + 8]] for seat, hand in enumerate(first)]
    return Deal(rules, 3, stacks=stacks, button=2, **options)


# ---- what players know ----
def test_the_preset_face_up_deals_an_open_first_street():
    """Under other rules, first streets are hidden; the cards of a seed are the same."""
    for name in ("standard", "pineapple", "american", "face-up"):
        assert cp.rules(name).first_street_open == (name == "face-up")
    deal = dealt("american")
    assert (deal.position(0).seen, deal.position(1).seen) == (cp.CardSet(HANDS[0]), cp.CardSet())
    assert deal.open_hands == ((), (), ())
    for seed in range(5):
        assert Deal("face-up", 3, seed=seed).stacks == Deal("american", 3, seed=seed).stacks


def test_all_see_the_first_five_cards_before_anybody_places():
    deal, hands = dealt(), [cp.CardSet(hand) for hand in HANDS]
    first, second, third = map(deal.position, range(3))
    assert (first.hand, first.open_hands) == (hands[0], (cp.CardSet(), hands[1], hands[2]))
    assert (second.hand, second.open_hands) == (cp.CardSet(), tuple(hands))
    assert first.seen == second.seen == third.seen == hands[0] | hands[1] | hands[2]
    assert (len(first.unseen), [position.to_draw for position in (first, second, third)]) == (37, [8, 8, 8])
    deal.place("9h / As / Kd 5c 2c")
    assert deal.position(1).open_hands == (cp.CardSet(), cp.CardSet(), hands[2])
    assert deal.position(0).open_hands == (cp.CardSet(), hands[1], hands[2])
    deal.place("8h / 3s 4c / Qs Qd").place("- / 7d 6d / Jc Js Th")
    assert not any(deal.position(seat).open_hands[other] for seat in range(3) for other in range(3))
    assert deal.position(1).seen == hands[0] | hands[1] | hands[2]  # later cards stay hidden
    deal.undo()
    assert deal.position(1).open_hands[2] == hands[2]


def test_players_in_fantasyland_place_before_the_first_street_is_dealt():
    """The 13 cards are set before any are dealt to the others, who then see each other's first five cards."""
    deal = Deal("face-up", 2, button=0, fantasyland=[13, 0], seed=1)
    early = deal.position()
    assert (deal.turn, early.seat, any(early.open_hands), len(early.unseen)) == (0, 0, False, 39)
    assert not any(deal.position(1).open_hands)
    assert (deal.position(1).seen, Position.parse(str(early))) == (cp.CardSet(), early)
    deal.time_out()
    waiting, player = deal.position(0), deal.position(1)
    assert (player.hand, len(player.unseen)) == (cp.CardSet(deal.dealt(1, 0)), 47)
    assert waiting.open_hands == (cp.CardSet(), player.hand)
    deal.undo()
    assert deal.open_hands == ((), ())


def test_all_players_in_fantasyland_place_before_the_first_street_is_dealt():
    deal = Deal("face-up", 4, seed=5, button=3, fantasyland=(0, 13, 0, 13))
    for turn in (1, 3):
        assert deal.turn == turn
        assert not any(deal.position(seat).open_hands[other] for seat in range(4) for other in range(4))
        deal.time_out()
    hands = [cp.CardSet(deal.dealt(seat, 0)) for seat in (0, 2)]
    player, early, other, late = map(deal.position, range(4))
    assert (player.hand, player.open_hands[2]) == tuple(hands)
    assert early.open_hands == late.open_hands == other.open_hands == (hands[0], cp.CardSet(), hands[1], cp.CardSet())
    assert not player.seen & (early.seen - hands[0] - hands[1])


def test_rules_with_an_open_first_street():
    with pytest.raises(errors.RulesError, match=r"first_street_open: expected False where cards of the first street"):
        with_options("standard", first_street_open=True, streets=((6, 5), *(((1, 1),) * 8)))
    rules = with_options("pineapple", first_street_open=True)
    assert cp.Rules.from_dict(rules.to_dict()) == rules
    assert not rules.plays_like(cp.rules("pineapple"))
    land = dataclasses.replace(cp.rules("standard").fantasyland, button_moves=True)
    assert networks_name(with_options("standard", first_street_open=True, fantasyland=land)) == "standard"
    assert networks_name(with_options("pineapple", first_street_open=True)) == "pineapple"
    assert networks_name(cp.rules("face-up")) is networks_name(cp.rules("pagat")) is None


# ---- positions as values ----
def position(**parts):
    usual = {"seat": 0, "button": 2, "street": 0, "boards": [EMPTY] * 3, "hand": HANDS[0], "open_hands": ("", *HANDS[1:])}
    return Position("face-up", **(usual | parts))


def test_positions_differ_by_open_hands():
    assert position() == dealt().position(0)
    assert position(open_hands=("", HANDS[2], HANDS[1])) != position()
    assert position(open_hands=()) != position()
    assert len({position(), position(open_hands=()), dealt().position(0)}) == 2
    for value in (position(), position(open_hands=()), position(open_hands=("", "", HANDS[2]))):
        assert (Position.parse(str(value)), eval(repr(value), {"Position": Position})) == (value, value)
        assert dataclasses.replace(value) == value
    assert "; open 2 Qs Qd 8h 4c 3s; open 3 Js Jc Th 7d 6d; hand" in str(position())
    waiting = dealt().position(1)
    assert outs(waiting, "back").counts[cp.ranking.Category.HIGH_CARD] == 0  # the hand has a pair of queens
    assert outs(waiting, "back").draws == math.comb(37, 8)
    assert waiting.can_be_legal


IN_HAND = "expected no face-up cards of a player with cards in hand"


@pytest.mark.parametrize(("parts", "message"), [
    ({"open_hands": HANDS[:1]}, "open_hands: expected cards for each of 3 seats, got 1"),
    ({"open_hands": 5}, "open_hands: expected cards by seat, got 5"),
    ({"open_hands": ("", "xx", "")}, r"open_hands\[1\]: .*xx"),
    ({"open_hands": ("", "Qs Qd", "")}, "open hand 2: expected 5 face-up cards, as dealt on street 1, got 2"),
    ({"open_hands": (HANDS[2], "", "")}, f"open hand 1: {IN_HAND}"),
    ({"open_hands": ("", HANDS[1], HANDS[1])}, "duplicate card 3s|duplicate card Qs"),
    ({"open_hands": ("", HANDS[0], "")}, "duplicate card .*: in the open hand of player 2 and in the hand"),
    ({"boards": [EMPTY, "Ac / - / -", EMPTY]}, f"open hand 2: {IN_HAND} or on"),
    ({"fantasyland": (0, 13, 0)}, "open hand 2: expected no face-up cards of a player in Fantasyland"),
    ({"fantasyland": (13, 0, 0), "hand": "As Kd 9h 5c 2c 3c 2h 6c 7c 8c 9c Tc Jd"},
     "^expected no face-up cards until all players in Fantasyland have placed theirs$"),
    ({"hides_opponents": True}, "hides_opponents: expected no cards of player 2, got Qs Qd 8h 4c 3s"),
    (("open 3", "open 2"), "duplicate part 'open 2'"), (("open 3", "open x"), "open: expected a number, got 'x'"),
    (("open 3", "open 4"), "open: expected a number from 1 to 3, got 4"),
    (("rules face-up", "rules american"), "open_hands: the rules 'american' deal no cards face up"),
])  # fmt: skip
def test_bad_open_hands(parts, message):
    with pytest.raises(errors.PlacementError, match=message):
        position(**parts) if isinstance(parts, dict) else Position.parse(str(position()).replace(*parts))


# ---- bots and analyses ----
@pytest.mark.parametrize(("name", "rules"), [("careful", "face-up"), ("swift", "standard"), ("swift", "pineapple")])
def test_tables_side_by_side_are_played_as_deals(name, rules):
    """The compiled core knows the open hands that a `Position` has, and they change some of the boards."""
    open_rules, hidden_rules = (with_options(rules, first_street_open=is_open) for is_open in (True, False))
    stacks, boards = played_side_by_side(open_rules, name, 60)
    assert played_as_deals(open_rules, name, stacks) == [[*map(cp.Board.of_cards, table)] for table in boards.tolist()]
    assert (boards != played_side_by_side(hidden_rules, name, 60)[1]).any()


def test_opponents_who_hold_known_cards_are_sampled_with_them():
    asked = dealt().position(0)
    opponent_boards = OpponentBoards.of(asked, {})
    for seat, boards in zip((1, 2), opponent_boards.sample(30, np.random.default_rng(1), 1), strict=True):
        for board in boards.tolist():
            assert set(cp.parse_cards(HANDS[seat])) <= set(board)
            assert not {*cp.parse_cards(HANDS[0]), *cp.parse_cards(HANDS[3 - seat])} & set(board)
        assert len({tuple(board) for board in boards.tolist()}) == 30


def test_known_hands_change_the_values_of_placements():
    """An opponent starts with a royal flush. All thirteen cards are dealt at once, so the analysis is exact."""
    closed = with_options("closed", first_street_open=True, players=2)
    strong = "As Ks Qs Js Ts Ah Ac Ad Kh Kd Qh Qd Qc"
    hand = "9c 9d 8c 8d 7h 7s 6h 6s 5c 4d 3h 2c 2d"
    asked = Position(closed, seat=0, button=1, street=0, boards=[EMPTY] * 2, hand=hand, open_hands=("", strong))
    unknown = dataclasses.replace(asked, open_hands=())
    means = [analyze(position, rollouts=1, seed=1).best.points.mean for position in (asked, unknown)]
    assert means[0] < means[1] - 10


def test_the_expert_plays_with_open_hands():
    deal = dealt()
    while not deal.is_over:
        deal.place(bot("expert", rollouts=1).place(deal.position(), np.random.default_rng(1)))
    deal = Deal("face-up", 2, seed=1, fantasyland=(0, 13))
    assert bot("expert", rollouts=1).place(deal.position(), np.random.default_rng(1)).cards


# ---- notation and reviews ----
def test_notation_shows_open_hands():
    deal = dealt()
    text = format_deal(deal, viewer=1)
    assert text.split("\n")[2:] == [f"{seat}: - / - / - hand {hand}" for seat, hand in enumerate(HANDS, 1)]
    record = parse_deal(text)
    assert record == Record.of_deal(deal, viewer=1)
    assert (record.turn, record.open_hands) == (0, ((), *(tuple(cp.parse_cards(hand)) for hand in HANDS[1:])))
    assert record.to_dict()["open_hands"] == [[], HANDS[1].split(), HANDS[2].split()]
    assert record.deal(seed=1).position(2) == deal.position(2)
    assert parse_deal(format_deal(deal, dealt=True)).deal().stacks == deal.stacks
    deal.place("9h / As / Kd 5c 2c")
    assert format_deal(deal).split("\n")[2].endswith("1: 9h1 / As1 / Kd1 5c1 2c1")
    assert parse_deal(format_deal(deal)).deal(seed=1).position() == deal.position()
    hidden = parse_deal("\n".join([*format_deal(deal).split("\n")[:-1], f"3: {EMPTY}"]))
    assert not parse_deal(format_deal(deal)).hides_open_hands
    assert hidden.hides_open_hands
    assert hidden.deal(seed=1).position(0).open_hands[2] != hidden.deal(seed=2).position(0).open_hands[2]


def test_no_cards_are_open_in_the_notation_before_fantasylands_are_set():
    """Nor are they under other rules: only the player to place has a hand."""
    deal = Deal("face-up", 2, button=0, fantasyland=[13, 0], seed=1)
    text = format_deal(deal)
    assert text.split("\n")[-2:] == [f"1: {EMPTY} hand {' '.join(map(cp.format_card, deal.dealt(0, 0)))}", f"2: {EMPTY}"]
    record = parse_deal(text)
    assert (record.open_hands, record.hides_open_hands, record.deal(seed=1).position(0)) == ((), False, deal.position(0))
    with_hand, message = f"{text} hand {' '.join(map(cp.format_card, deal.dealt(1, 0)))}", "expected a hand only at the seat"
    american = format_deal(dealt(), viewer=1).replace("face-up", "american")
    for bad_text, place in ((with_hand, ""), (american, "line 4, column 14: ")):
        with pytest.raises(errors.NotationError, match=f"{place}{message} that places now, seat 1"):
            parse_deal(bad_text)


def test_reviews_skip_placements_that_depended_on_missing_open_hands():
    deal = dealt().place("9h / As / Kd 5c 2c")
    text = format_deal(deal)
    assert len(review(parse_deal(text), rollouts=1, seed=1).moves) == 1
    assert review(deal, rollouts=1, seed=1).moves[0].position == dealt().position(0)
    incomplete = "\n".join([*text.split("\n")[:-1], f"3: {EMPTY}"])
    assert not review(parse_deal(incomplete), rollouts=1, seed=1).moves
