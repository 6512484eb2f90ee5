"""The last street, against every set of cards that opponents may be dealt, settled by `settle`."""

import random
from dataclasses import replace
from itertools import combinations, product

import pytest

import cpoker_fast as cp
from cpoker_fast import errors, openface

FACE_UP_WITHOUT_TIES = replace(cp.rules("face-up"), row_ties=cp.rulebook.RowTies.PUSH)
WORTH = {"pineapple": 7.5, "progressive": {14: 7.25, 15: 9.5, 16: 12.0, 17: 20.0}, "deuce-to-seven": {14: 7.0, 15: 11.0}}


def entry(board, rules):
    """The cards of the Fantasyland that a board earns, by the words of the rules (RULES.md)."""
    if cp.is_foul_under(board, rules):
        return 0
    pair = cp.describe(board.strengths[0]).split(" with ")[0]
    trips = pair.startswith("three of a kind")
    if rules.name == "deuce-to-seven":
        in_front, in_middle = trips or pair in ("pair, kings", "pair, aces"), board_is_best_low(board)
        return 15 if in_front and in_middle else 14 if in_front or in_middle else 0
    if rules.name == "progressive":
        return 17 if trips else {"pair, queens": 14, "pair, kings": 15, "pair, aces": 16}.get(pair, 0)
    sizes = {"pineapple": 14, "standard": 13, "face-up": 13, "turbo": 13, "american": 13, "russian": 13}
    return sizes[rules.name] if trips or pair in ("pair, queens", "pair, kings", "pair, aces") else 0


def board_is_best_low(board):
    return cp.lowball_strength(board.middle) == 7461


def value_of(worth, cards):
    return 0.0 if not cards else worth[cards] if isinstance(worth, dict) else worth


def points_at(boards, rules, button, seat):
    """What a seat wins at a table of the boards that are not None."""
    seats = [place for place, board in enumerate(boards) if board is not None]
    if len(seats) < 2:
        return 0
    if button not in seats and rules.name == "face-up":
        rules = FACE_UP_WITHOUT_TIES
    settled = cp.settle(
        [boards[place] for place in seats],
        rules,
        button=seats.index(button) if button in seats else 0,
        declare="if better",
    )
    return settled.points[seats.index(seat)]


def points_by_force(position, worth):
    """Each placement with its average points, in the order of `placements`; and the seats that count."""
    rules, me, (dealt, placed) = position.rules, position.seat, position.rules.openface.streets[-1]
    others = [seat for seat in range(position.seats) if seat != me]
    complete = [seat for seat in others if position.boards[seat].is_complete]
    lacking = [
        seat for seat in others if sum(position.boards[seat].room) == placed and dealt < 5 and not position.fantasyland[seat]
    ]
    found = []
    for placement in position.placements():
        board = position.own.with_cards(placement).board()
        table = [position.boards[seat].board() if seat in complete else None for seat in range(position.seats)]
        table[me] = board
        replies = {seat: [reply_to(table, position, seat, hand, worth) for hand in hands_of(position)] for seat in lacking}
        points = average(table, replies, position) + value_of(worth, entry(board, rules))
        for _ in set(others) - {*complete, *lacking}:
            legal = not cp.is_foul_under(board, rules)
            points += sum(cp.read_seat(board, rules).royalties) if legal else -price_of_a_foul(rules)
        found.append((placement, points))
    return found, tuple(sorted(complete + lacking))


def hands_of(position):
    """The sets of cards that an opponent may be dealt."""
    return combinations(position.unseen, position.rules.openface.streets[-1][0])


def reply_to(table, position, seat, hand, worth):
    """The cards of an opponent's last street, and the board that is then best for them against those of the table."""
    rules, their = position.rules, replace_seat(position, seat, hand)
    replies = [their.own.with_cards(reply).board() for reply in their.placements()]
    tables = [[board if place == seat else one for place, one in enumerate(table)] for board in replies]
    values = [points_at(each, rules, position.button, seat) + value_of(worth, entry(each[seat], rules)) for each in tables]
    return hand, replies[values.index(max(values))]


def average(table, replies, position):
    """The player's average points over all that opponents may be dealt.

    Where a table pays what its pairs of boards pay each other, one opponent may be looked at after the other. With naturals,
    everybody declares against all others or none; a home run is won, and a game with one winner, against all others.
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


def price_of_a_foul(rules):
    return 9 if rules.name == "face-up" else 6


def replace_seat(position, seat, hand):
    """The position of an opponent on the last street, as far as placements depend on it."""
    boards = [openface.PartialBoard()] * position.seats
    boards[seat] = position.boards[seat]
    gone = sum(dealt - placed for dealt, placed in position.rules.openface.streets[:-1])
    held = [card for card in range(52) if card not in hand and card not in boards[seat].cards]
    return openface.Position(
        position.rules, seat=seat, button=position.button, street=position.street, boards=boards, hand=hand,
        discards=held[:gone],
    )  # fmt: skip


def on_the_last_street(rules, players, turn, seed):
    """A position on the last street, after `turn` others have placed theirs at random, but not to be fouls."""
    deal, rng = openface.Deal(rules, players, seed=seed, button=seed % players), random.Random(seed)
    streets = len(deal.rules.openface.streets)
    while len(deal.moves) < (streets - 1) * players + turn:
        position = deal.position()
        sensible = [one for one in position.placements() if position.after(one).can_be_legal]
        deal.place(rng.choice(sensible[:3] or position.placements()))
    return deal.position()


def agrees(position, worth):
    found = openface.last_street(position, worth)
    expected, against = points_by_force(position, worth)
    assert found.against == against
    by_placement = dict(expected)
    assert len(by_placement) == len(found.placements)
    for placement, points in found.placements:
        assert points == pytest.approx(by_placement[placement], abs=1e-9)
    order = [placement for placement, _ in expected]
    ranks = [(-points, order.index(placement)) for placement, points in found.placements]
    assert ranks == sorted(ranks)
    assert found.best == found.placements[0].placement
    return found


@pytest.mark.parametrize("rules", ["pineapple", "progressive", "deuce-to-seven"])
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_three_players(rules, turn):
    for seed in range(1 if turn == 0 else 3):
        agrees(on_the_last_street(rules, 3, turn, seed), WORTH[rules])


@pytest.mark.parametrize(("rules", "players"), [("standard", 4), ("face-up", 4), ("face-up", 3), ("russian", 2)])
def test_streets_of_one_card(rules, players):
    for seed in range(4):
        for turn in range(players):
            agrees(on_the_last_street(rules, players, turn, seed), 6.5)


def test_naturals_are_declared_if_that_pays_more():
    """Three flushes in the rows: 4 + 8 in royalties and two rows of three, not 3 as a natural."""
    text = (
        "rules face-up; seat 0; button 1; street 8; board 2s 5s 9s / Kh 9h 5h 4h 2h / Ad Kd 8d 4d;"
        " board Th 7d 6h / 6s 6d 8c Tc 9d / Jc Js Qc 7c 3s; hand 3d"
    )
    position = openface.Position.parse(text)
    assert agrees(position, 0).placements[0].points == 2 - 1 + 4 + 8
    # So does an opponent whose last card makes them: each of five diamonds of 26 unseen cards.
    text = (
        "rules face-up; seat 0; button 1; street 8; board Th 7d 6h / 6s 6d 8c Tc 9d / Jc Js Qc 7c;"
        " board 2s 5s 9s / Kh 9h 5h 4h 2h / Ad Kd 8d 4d; hand 3s"
    )
    assert agrees(openface.Position.parse(text), 0).against == (1,)


# Of face-up, 4 + 8 in royalties as rows, 3 as a natural; with an ace, straights, which pay 3, or 4 + 2 in royalties.
FLUSHES, STRAIGHTS = "2s 5s 9s / Kh 9h 5h 4h 2h / Ad Kd 8d 4d", "2c 3c 4c / 3h 4s 5c 6c 7s / Ts Jh Qs Kc"


def test_a_natural_is_declared_against_all_players_or_none():
    """Two opponents who may still make naturals, or not, with the card that each lacks: all pairs of cards count."""
    third = "Th 7d 6h / 6s 6d 8c Tc 9d / Jc Js Qc 7c"
    position = openface.Position("face-up", seat=0, button=2, street=8, hand="3d", boards=[FLUSHES, STRAIGHTS, third])
    assert agrees(position, 0).is_exact
    tables = [
        [FLUSHES + " 3d", f"{STRAIGHTS} {cp.format_card(second)}", f"{third} {cp.format_card(last)}"]
        for second in position.unseen
        for last in position.unseen
        if second != last
    ]
    points = [cp.settle(boards, "face-up", button=2, declare="if better").points[0] for boards in tables]
    assert openface.last_street(position).placements[0].points == pytest.approx(sum(points) / len(points))
    assert openface.analyze(position).placements[0].points.mean == pytest.approx(sum(points) / len(points))


def test_a_natural_is_declared_or_not_also_against_those_of_whom_nothing_is_known():
    """Declared, it pays 0 against straights that are declared, and 3; not declared, -3 and the royalties, 12."""
    boards = [STRAIGHTS + " Ac", FLUSHES, "- / - / -"]
    position = openface.Position("face-up", seat=1, button=2, street=8, hand="3d", fantasyland=(0, 0, 13), boards=boards)
    found = openface.last_street(position)
    assert found.against == (0,)
    assert found.placements[0].points == -3 + 12


@pytest.mark.parametrize("seats", [(0, 1, 2), (1, 2, 0), (2, 0, 1)])
def test_players_choose_in_the_order_of_play(seats):
    """The player before the dragon, and after somebody in Fantasyland, who has the button: the seats may be numbered anyhow.

    The dragon is worth 13, or 29 as rows. The player declares, for 3 from the third, lest the second has the rows compared.
    """
    dragon = "2c 3c 4c / 5c 6c 7c 8c 9c / Ts Js Qs Ks As"
    boards, fantasyland = ["", "", ""], [0, 0, 0]
    for seat, board in zip(seats, (FLUSHES, dragon, "- / - / -"), strict=True):
        boards[seat] = board
    fantasyland[seats[2]] = 13
    position = openface.Position(
        "face-up", seat=seats[0], button=seats[2], street=8, hand="3d", fantasyland=fantasyland, boards=boards
    )
    assert openface.last_street(position).placements[0].points == -13 + 3


@pytest.mark.parametrize("options", [{"home_run_bonus": 5}, {"pairings": "single winner"}], ids=str)
def test_what_is_won_from_all_opponents_at_once(options):
    rules = replace(cp.rules("standard"), **options)
    for seed in range(3):
        agrees(on_the_last_street(rules, 3, 0, seed), 6.5)


def test_points_that_are_not_exact_are_called_so():
    """Two opponents who are each dealt four of 21 cards: too many tables to settle, though none of them has a natural."""
    natural = cp.rulebook.Natural(pattern="dragon", points=3)
    plain, with_naturals = (
        openface.last_street(on_the_last_street(replace(cp.rules("turbo"), naturals=naturals), 3, 0, 3))
        for naturals in ((), (natural,))
    )
    assert plain.is_exact
    assert not with_naturals.is_exact
    assert plain.placements == with_naturals.placements


def test_turbo_against_complete_boards():
    for seed in range(3):
        agrees(on_the_last_street("turbo", 3, 2, seed), 6.5)


def test_two_players_by_all_draws():
    """An opponent who is dealt one of 2,024 sets of cards."""
    found = agrees(on_the_last_street("pineapple", 2, 0, 5), 7.5)
    assert found.against == ((1,) if on_the_last_street("pineapple", 2, 0, 5).seat == 0 else (0,))


def test_the_worth_of_a_fantasyland_decides():
    text = (
        "rules pineapple; seat 0; button 1; street 4; board Qh Kd / 7c 7d 2h 2c / As Ts 9s 4s 3s;"
        " board Jh 4c 5d / 8c 3d 8s 8h 6c / Th Td 6s 6d 6h; discards 2s 3h 4d; hand Qs 7h 5c"
    )
    position = openface.Position.parse(text)
    agrees(position, 0)
    agrees(position, 30)
    worths = [dict(openface.last_street(position, worth).placements) for worth in (0, 30)]
    gains = {str(placement): worths[1][placement] - points for placement, points in worths[0].items()}
    assert gains["Qs / 5c / - discards 7h"] == 30
    assert gains["Qs / 7h / - discards 5c"] == 0  # a foul: a full house before a flush
    assert gains["7h / 5c / - discards Qs"] == 0


def test_the_worth_decides_for_opponents_too():
    """A queen makes him a pair in front or a full house in the middle, which pays him one more, and the player less."""
    text = (
        "rules pineapple; seat 0; button 2; street 4; board Kh Jh / 7c 7d 7h 2c / As Ts 9s 4s 3s;"
        " board Qh 4c / 8c 8s 8h Qd / 6s 6c 6h 6d Th; board Jc Jd 9c / Tc Td 3c 3d Ac / Ks Kc 9h 9d 5h;"
        " discards 2s 3h 4d; hand 5c Kd 5d"
    )
    position = openface.Position.parse(text)
    found = [dict(agrees(position, worth).placements) for worth in (0, 1, 2)]  # with 1, he takes the first of equal ones
    alone = next(placement for placement in found[0] if not position.own.with_cards(placement).front & cp.CardSet("Kd"))
    assert found[0][alone] < found[1][alone] < found[2][alone]


def test_of_some_opponents_nothing_is_known():
    """One in Fantasyland, one who lacks more than a street: royalties, or the price of a foul, from each."""
    text = (
        "rules pineapple; seat 1; button 1; street 4; board - / - / -; board Qh Kd / 7c 7d 2h 2c / As Ts 9s 4s 3s;"
        " board Jh 4c / 8c 3d 8s / Th Td 6s 6d; discards 2s 3h 4d; hand Qs Jd 5c; fantasyland 14 0 0"
    )
    position = openface.Position.parse(text)
    found = agrees(position, 0)
    assert found.against == ()
    points = {str(placement): points for placement, points in found.placements}
    assert points["Qs / 5c / - discards Jd"] == 2 * (7 + 4)  # a pair of queens in front, a flush in the back
    agrees(openface.Position.parse(text.replace("Ts 9s 4s 3s", "Td 9s 4s 3c").replace("Th Td", "Th Tc")), 0)  # fouls


def test_a_natural_counts_in_place_of_royalties_where_nothing_is_known():
    """Face-up: a dragon pays 13; its straights, worth 4 in the middle and 2 in the back, are never compared."""
    position = openface.Position.parse(
        "rules face-up; seat 0; button 1; street 8; board 2s 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc;"
        " board Qh / 8c / -; hand As"
    )
    found = openface.last_street(position)
    assert [one.points for one in found.placements] == [13]
    assert found.against == ()


def test_the_fantasyland_of_an_opponent_at_the_showdown():
    """His board counts as soon as it lies open."""
    text = (
        "rules pineapple; seat 0; button 1; street 4; board Qh Kd / 7c 7d 2h 2c / As Ts 9s 4s 3s;"
        " board Jh 4c 5d / 8c 3d 8s 8h 6c / Th Td 6s 6d 6h; discards 2s 3h 4d; hand Qs 7h 5c; fantasyland 0 14"
    )
    assert agrees(openface.Position.parse(text), 2).against == (1,)


def test_a_closed_game_has_opponents_of_whom_nothing_is_known():
    hand = "As Ad Ah Kc Kd Qs Qd Jc 9c 9d 5h 4h 2c"
    position = openface.Position("closed", seat=0, button=0, street=0, boards=["- / - / -"] * 2, hand=hand)
    found = openface.last_street(position)
    assert found.against == ()
    assert len(found.placements) == 72072
    best = cp.best_royalties(hand, "closed")
    assert found.placements[0].points == sum(cp.read_seat(best, "closed").royalties)
    assert found.placements[-1].points == -6


LAST = "rules pineapple; seat 0; button 1; street 4; board Qh Kd / 7c 7d 2h 2c / As Ts 9s 4s 3s; board - / - / -"

FIRST = "rules pineapple; seat 0; button 1; street 0; board - / - / -; board - / - / -"


@pytest.mark.parametrize(
    ("position", "worth", "error", "message"),
    [
        (None, 0, errors.PlacementError, "bad position None: expected a Position"),
        (f"{LAST}; discards 2s 3h 4d", 0, errors.PlacementError, "which lacks 2 cards; 0 cards of the hand are placed"),
        (
            f"{FIRST}; hand As Ad Kc Kd 2c", 0,
            errors.PlacementError, "which lacks 13 cards; 5 cards of the hand are placed",
        ),
        (
            f"{FIRST}; fantasyland 14 0; hand As Ad Ah Kc Kd Qs Qd Jc 9c 9d 5h 4h 2c 2d", 0,
            errors.PlacementError, "a Fantasyland of 14 cards has too many placements",
        ),
        (f"{LAST}; discards 2s 3h 4d; hand 9h 5d 6d", "x", cp.RulesError, "fantasyland_worth: expected a number from -1e9"),
        (f"{LAST}; discards 2s 3h 4d; hand 9h 5d 6d", {13: 1}, cp.RulesError, "a value for a next deal of 14 cards"),
        (f"{LAST}; discards 2s 3h 4d; hand 9h 5d 6d", {12: 1}, cp.RulesError, r"\(13 to 17\), got \{12: 1\}"),
        (f"{LAST}; discards 2s 3h 4d; hand 9h 5d 6d", float("nan"), cp.RulesError, "fantasyland_worth: expected a number"),
    ],
)  # fmt: skip
def test_bad_arguments(position, worth, error, message):
    if position is not None:
        position = openface.Position.parse(position)
    with pytest.raises(error, match=message):
        openface.last_street(position, worth)
