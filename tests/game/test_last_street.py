"""The last street, compared with `settle` over every set of cards that opponents may be dealt."""

import random
from dataclasses import replace
from itertools import combinations, product

import pytest

import cpoker_fast as cp
from cpoker_fast import errors

LAST = "rules pineapple; seat 1; button {}; street 5; board Qh Kd / 7c 7d 2h 2c / As Ts 9s 4s 3s; board Jh {} / 8c 3d 8s 8h"
FIRST = "rules pineapple; seat 1; button 2; street 1; board - / - / -; board - / - / -"
FACE_UP_WITHOUT_TIES = replace(cp.rules("face-up"), row_ties=cp.rulebook.RowTies.PUSH)
WORTH = {"pineapple": 7.5, "progressive": {14: 7.25, 15: 9.5, 16: 12.0, 17: 20.0}, "deuce-to-seven": {14: 7.0, 15: 11.0}}


def entry(board, rules):
    """Return the cards of the Fantasyland that a board earns, by the rules as written (tests/rules_and_tests.md)."""
    if cp.settling.is_foul_under(board, rules):
        return 0
    pair = cp.describe(board.strengths[0]).split(" with ")[0]
    trips = pair.startswith("three of a kind")
    if rules.name == "deuce-to-seven":
        in_front, in_middle = trips or pair in ("pair, kings", "pair, aces"), cp.lowball_strength(board.middle) == 7461
        return 15 if in_front and in_middle else 14 if in_front or in_middle else 0
    if rules.name == "progressive":
        return 17 if trips else {"pair, queens": 14, "pair, kings": 15, "pair, aces": 16}.get(pair, 0)
    sizes = {"pineapple": 14, "standard": 13, "face-up": 13, "turbo": 13, "american": 13, "russian": 13}
    return sizes[rules.name] if trips or pair in ("pair, queens", "pair, kings", "pair, aces") else 0


def value_of(worth, board, rules):
    """Return the worth of the next deal of a board."""
    cards = entry(board, rules)
    return 0.0 if not cards else worth[cards] if isinstance(worth, dict) else worth


def points_at(boards, rules, button, seat):
    """Return the points of a seat at a table of the boards that are not None."""
    seats = [place for place, board in enumerate(boards) if board is not None]
    if len(seats) < 2:
        return 0
    if button not in seats and rules.name == "face-up":
        rules = FACE_UP_WITHOUT_TIES
    at = seats.index(button) if button in seats else 0
    settled = cp.settle([boards[place] for place in seats], rules, button=at, declare="if better")
    return settled.points[seats.index(seat)]


def points_by_force(position, worth):
    """Return each placement with its average points, in the order of `placements`, and the seats that count."""
    rules, me, (dealt, placed) = position.rules, position.seat, position.rules.streets[-1]
    opponents = [seat for seat in range(position.players) if seat != me]
    complete = [seat for seat in opponents if position.boards[seat].is_complete]
    placing = [seat for seat in opponents if dealt < 5 and not position.fantasyland[seat]]
    lacking, averages = [seat for seat in placing if sum(position.boards[seat].room) == placed], []
    for placement in position.placements():
        board = position.own.with_cards(placement).board()
        table = [position.boards[seat].board() if seat in complete else None for seat in range(position.players)]
        table[me] = board
        hands = [*combinations(position.unseen, dealt)]  # that an opponent may be dealt
        replies = {seat: [reply_to(table, position, seat, hand, worth) for hand in hands] for seat in lacking}
        points = average(table, replies, position) + value_of(worth, board, rules)
        for _ in set(opponents) - {*complete, *lacking}:
            legal = not cp.settling.is_foul_under(board, rules)
            price_of_a_foul = 9 if rules.name == "face-up" else 6
            points += sum(cp.settling.read_seat(board, rules).royalties) if legal else -price_of_a_foul
        averages.append((placement, points))
    return averages, tuple(sorted(complete + lacking))


def reply_to(table, position, seat, hand, worth):
    """Return the cards of an opponent's last street, and the board that is then best for them against the table."""
    rules, their = position.rules, replace_seat(position, seat, hand)
    replies = [their.own.with_cards(placement).board() for placement in their.placements()]
    tables = [[reply if place == seat else board for place, board in enumerate(table)] for reply in replies]
    points = [points_at(boards, rules, position.button, seat) for boards in tables]
    values = [won + value_of(worth, reply, rules) for won, reply in zip(points, replies, strict=True)]
    return hand, replies[values.index(max(values))]


def average(table, replies, position):
    """Return the player's average points over all cards that opponents may be dealt.

    Where the points of a table are the sum over its pairs of boards, opponents are independent. They are not with naturals,
    which are declared against all others or none, with home runs, and in games with a single winner.
    """
    rules = position.rules
    pairs_add_up = not rules.naturals and not rules.home_run_bonus and rules.pairings == "all against all"
    if pairs_add_up and len(replies) > 1:
        known = average(table, {}, position)
        return known + sum(average(table, {seat: hands}, position) - known for seat, hands in replies.items())
    points = []
    for drawn in product(*replies.values()):
        if len({card for hand, _ in drawn for card in hand}) == sum(len(hand) for hand, _ in drawn):
            boards = list(table)
            for seat, (_, board) in zip(replies, drawn, strict=True):
                boards[seat] = board
            points.append(points_at(boards, position.rules, position.button, position.seat))
    return sum(points) / len(points)


def replace_seat(position, seat, hand):
    """Return the position of an opponent on the last street, as far as placements depend on it."""
    boards = [cp.game.PartialBoard()] * position.players
    boards[seat] = position.boards[seat]
    gone = sum(dealt - placed for dealt, placed in position.rules.streets[:-1])
    held = [card for card in range(52) if card not in hand and card not in boards[seat].cards]
    return cp.Position(
        position.rules, seat=seat, button=position.button, street=position.street, boards=boards, hand=hand,
        discards=held[:gone], hides_opponents=True,
    )  # fmt: skip


def on_the_last_street(rules, players, turn, seed):
    """Return a position on the last street, after `turn` other players placed theirs at random, avoiding fouls."""
    deal, rng = cp.Deal(rules, players, seed=seed, button=seed % players), random.Random(seed)
    streets = len(deal.rules.streets)
    while len(deal.moves) < (streets - 1) * players + turn:
        position = deal.position()
        sensible = [placement for placement in position.placements() if position.after(placement).can_be_legal]
        deal.place(rng.choice(sensible[:3] or position.placements()))
    return deal.position()


def points_of(result):
    return {placement: placement.points for placement in result.placements}


def agrees(position, worth):
    result = cp.game.last_street(position, worth)
    expected, against = points_by_force(position, worth)
    assert (result.against, result.best, len(dict(expected))) == (against, result.placements[0], len(result.placements))
    for placement in result.placements:
        assert placement.points == pytest.approx(dict(expected)[placement], abs=1e-9)
    order = [placement for placement, _ in expected]
    ranks = [(-placement.points, order.index(placement)) for placement in result.placements]
    assert ranks == sorted(ranks)
    return result


@pytest.mark.parametrize(("rules", "players", "turns", "seeds"), [
    *[(rules, 3, [turn], range(1 if turn == 0 else 3)) for rules in WORTH for turn in range(3)],
    *[(rules, n, range(n), range(4)) for rules, n in (("standard", 4), ("face-up", 4), ("face-up", 3), ("russian", 2))],
    ("turbo", 3, [2], range(3)),  # against complete boards
    *[(replace(cp.rules("standard"), **options), 3, [0], range(3))  # with bonuses against all opponents at once
      for options in ({"home_run_bonus": 5}, {"pairings": "single winner"})],
], ids=str)  # fmt: skip
def test_against_all_cards_that_opponents_may_be_dealt(rules, players, turns, seeds):
    for seed in seeds:
        for turn in turns:
            agrees(on_the_last_street(rules, players, turn, seed), WORTH.get(str(rules), 6.5))


def test_naturals_are_declared_if_that_pays_more():
    """Three flushes pay 4 + 8 in royalties and win two rows of three, which is more than 3 as a natural."""
    head, other = "rules face-up; seat 1; button {}; street 9; board ", "Th 7d 6h / 6s 6d 8c Tc 9d / Jc Js Qc 7c"
    text = f"{head.format(1)}{FLUSHES}; board {other} 3s; hand 3d"
    assert agrees(cp.Position.parse(text), 0).placements[0].points == 2 - 1 + 4 + 8
    # So does an opponent whose last card makes three flushes: any of five diamonds among 26 unseen cards.
    text = f"{head.format(2)}{other}; board {FLUSHES}; hand 3s"
    assert agrees(cp.Position.parse(text), 0).against == (1,)


# In face-up, the flushes pay 4 + 8 in royalties or 3 as a natural; with an ace, the straights pay 4 + 2, or 3 as a natural.
FLUSHES, STRAIGHTS = "2s 5s 9s / Kh 9h 5h 4h 2h / Ad Kd 8d 4d", "2c 3c 4c / 3h 4s 5c 6c 7s / Ts Jh Qs Kc"


def test_a_natural_is_declared_against_all_players_or_none():
    """Two opponents lack a card each, which may or may not make a natural: the average covers all pairs of cards."""
    third = "Th 7d 6h / 6s 6d 8c Tc 9d / Jc Js Qc 7c"
    position = cp.Position("face-up", seat=0, button=2, street=8, hand="3d", boards=[FLUSHES, STRAIGHTS, third])
    assert agrees(position, 0).is_exact
    tables = [
        [FLUSHES + " 3d", f"{STRAIGHTS} {cp.format_card(second)}", f"{third} {cp.format_card(last)}"]
        for second in position.unseen
        for last in position.unseen
        if second != last
    ]
    points = [cp.settle(boards, "face-up", button=2, declare="if better").points[0] for boards in tables]
    assert cp.game.last_street(position).placements[0].points == pytest.approx(sum(points) / len(points))
    assert cp.analyze(position).best.points.mean == pytest.approx(sum(points) / len(points))


def test_a_natural_is_declared_or_not_also_against_players_with_hidden_cards():
    """Declared, it pays 0 against the declared straights, and 3; not declared, it pays -3 and 12 in royalties."""
    boards = [STRAIGHTS + " Ac", FLUSHES, "- / - / -"]
    position = cp.Position("face-up", seat=1, button=2, street=8, hand="3d", fantasyland=(0, 0, 13), boards=boards)
    result = cp.game.last_street(position)
    assert (result.against, result.placements[0].points) == ((0,), -3 + 12)


@pytest.mark.parametrize("seats", [(2, 1, 0), (0, 2, 1), (1, 0, 2)])
def test_players_choose_in_the_order_of_play(seats):
    """The player acts after a dragon, and before a player in Fantasyland with the button, however seats are numbered.

    The dragon is worth 13, or 29 as rows. If it were compared, the player would declare. So it is declared, and the third
    player pays the royalties of the player's rows.
    """
    dragon = "2c 3c 4c / 5c 6c 7c 8c 9c / Ts Js Qs Ks As"
    boards, fantasyland = ["", "", ""], [0, 0, 0]
    for seat, board in zip(seats, (FLUSHES, dragon, "- / - / -"), strict=True):
        boards[seat] = board
    fantasyland[seats[2]] = 13
    parts = {"hand": "3d", "fantasyland": fantasyland, "boards": boards}
    position = cp.Position("face-up", seat=seats[0], button=seats[2], street=8, **parts)
    assert cp.game.last_street(position).placements[0].points == -13 + 4 + 8


def test_points_are_exact_unless_there_are_too_many_draws():
    """One opponent is dealt one of 2,024 sets of cards; two are each dealt four of 21 cards, and none has a natural."""
    position = on_the_last_street("pineapple", 2, 0, 5)
    assert agrees(position, 7.5).against == (1 - position.seat,)
    naturals = [(), (cp.rulebook.Natural(name="dragon", points=3),)]
    rules = [replace(cp.rules("turbo"), naturals=patterns) for patterns in naturals]
    plain, with_naturals = (cp.game.last_street(on_the_last_street(each, 3, 0, 3)) for each in rules)
    assert (plain.is_exact, with_naturals.is_exact, plain.placements) == (True, False, with_naturals.placements)


def test_the_worth_of_a_fantasyland_decides():
    position = cp.Position.parse(f"{LAST.format(1, '4c 5d')} 6c / Th Td 6s 6d 6h; discards 2s 3h 4d; hand Qs 7h 5c")
    before, after = (points_of(agrees(position, worth)) for worth in (0, 30))
    gains = {str(placement): after[placement] - points for placement, points in before.items()}
    assert gains["Qs / 5c / - discards 7h"] == 30
    assert gains["Qs / 7h / - discards 5c"] == 0  # a foul: a full house before a flush
    assert gains["7h / 5c / - discards Qs"] == 0


def test_the_worth_decides_for_opponents_too():
    """A queen makes the opponent a pair in front or a full house in the middle, which pays one point more."""
    text = (
        "rules pineapple; seat 1; button 2; street 5; board Kh Jh / 7c 7d 7h 2c / As Ts 9s 4s 3s;"
        " board Qh 4c / 8c 8s 8h Qd / 6s 6c 6h 6d Th; board Jc Jd 9c / Tc Td 3c 3d Ac / Ks Kc 9h 9d 5h;"
        " discards 2s 3h 4d; hand 5c Kd 5d"
    )
    position = cp.Position.parse(text)
    points = [points_of(agrees(position, worth)) for worth in (0, 1, 2)]  # with 1, the opponent is indifferent
    alone = next(placement for placement in points[0] if not position.own.with_cards(placement).front & cp.CardSet("Kd"))
    assert points[0][alone] < points[1][alone] < points[2][alone]


@pytest.mark.parametrize("fantasyland", ["", "; fantasyland 14 0 0"])
def test_hidden_opponents(fantasyland):
    """Each pays royalties or takes the price of a foul, in Fantasyland or not."""
    text = (
        "rules pineapple; seat 2; button 2; street 5; board - / - / -; board Qh Kd / 7c 7d 2h 2c / As Ts 9s 4s 3s;"
        f" board - / - / -; discards 2s 3h 4d; hand Qs Jd 5c{fantasyland}; opponents hidden"
    )
    position = cp.Position.parse(text)
    result = agrees(position, 0)
    assert result.against == ()
    points = {str(placement): placement.points for placement in result.placements}
    assert points["Qs / 5c / - discards Jd"] == 2 * (7 + 4)  # a pair of queens in front, a flush in the back
    agrees(cp.Position.parse(text.replace("Ts 9s 4s 3s", "Td 9s 4s 3c")), 0)  # fouls


def test_a_natural_counts_in_place_of_royalties_against_hidden_cards():
    """A dragon pays 13 in face-up; its straights, worth 4 in the middle and 2 in the back, are not compared."""
    position = cp.Position.parse(
        "rules face-up; seat 1; button 2; street 9; board 2s 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc;"
        " board - / - / -; hand As; opponents hidden"
    )
    result = cp.game.last_street(position)
    assert ([candidate.points for candidate in result.placements], result.against) == ([13], ())


def test_opponents_in_a_closed_game_have_hidden_cards():
    hand = "As Ad Ah Kc Kd Qs Qd Jc 9c 9d 5h 4h 2c"
    position = cp.Position("closed", seat=0, button=1, street=0, boards=["- / - / -"] * 2, hand=hand)
    result = cp.game.last_street(position)
    assert (result.against, len(result.placements)) == ((), 72072)
    best = cp.best_royalties(hand, "closed")
    assert result.placements[0].points == sum(cp.settling.read_seat(best, "closed").royalties)
    assert result.placements[-1].points == -6


THREE_CARDS = f"{LAST.format(2, '4c')} / Th Td 6s 6c 6h; discards 2s 3h 4d"
WITH_HAND = f"{THREE_CARDS}; hand 9h 5d 6d"


@pytest.mark.parametrize(("position", "worth", "error", "message"), [
    (None, 0, errors.PlacementError, "bad position None: expected a Position"),
    (THREE_CARDS, 0, errors.PlacementError, "the board lacks 2 cards, but the player places 0 cards"),
    (f"{FIRST}; hand As Ad Kc Kd 2c", 0, errors.PlacementError, "the board lacks 13 cards, but the player places 5 cards"),
    (f"{FIRST}; fantasyland 14 0; hand As Ad Ah Kc Kd Qs Qd Jc 9c 9d 5h 4h 2c 2d", 0, errors.PlacementError,
     "a Fantasyland of 14 cards has too many placements"),
    (WITH_HAND, "x", errors.RulesError, "fantasyland_worth: expected a number from -1e9"),
    (WITH_HAND, {13: 1}, errors.RulesError, "a value for a next deal of 14 cards"),
    (WITH_HAND, {12: 1}, errors.RulesError, r"\(13 to 17\), got \{12: 1\}"),
    (WITH_HAND, float("nan"), errors.RulesError, "fantasyland_worth: expected a number"),
])  # fmt: skip
def test_bad_arguments(position, worth, error, message):
    with pytest.raises(error, match=message):
        cp.game.last_street(position and cp.Position.parse(position), worth)
