"""Many positions as arrays."""

import copy
import dataclasses
import pickle

import numpy as np
import pytest
from hypothesis import given, strategies as st

import cpoker_fast as cp
from cpoker_fast import Deal, errors
from cpoker_fast.game import Positions
from cpoker_fast.players import PolicyBot, Referee

RNG = np.random.default_rng
ROWS = ((0, 3), (3, 8), (8, 13))


def positions_of(rules, players, seed, street):
    """Return positions of some deals, at the first turn of a street, as `careful` plays."""
    positions, careful, rng = [], cp.bot("careful"), RNG(seed)
    for number in range(5):
        deal = Deal(rules, players, seed=[seed, number], button=number % players)
        while deal.position().street < street:
            deal.place(careful.place(deal.position(), rng))
        positions.append(deal.position())
    return positions


@pytest.mark.parametrize(
    ("rules", "players"), [("pineapple", 3), ("standard", 4), ("face-up", 2), ("turbo", 2), ("pagat", 4)]
)
@pytest.mark.parametrize("street", [0, 1, 2])
def test_arrays_have_what_single_positions_have(rules, players, street):
    if street >= len(cp.rules(rules).streets):
        pytest.skip("no such street")
    singles = positions_of(rules, players, 1, street)
    positions = Positions.of(singles)
    assert (len(positions), positions.players, positions.rules.name, [*positions]) == (5, players, rules, singles)
    for index, position in enumerate(singles):
        assert (set(positions.hands[index].tolist()), positions.to_place) == ({*position.hand}, position.to_place)
        assert (positions.seats[index], positions.buttons[index]) == (position.seat, position.button)
        assert positions.streets[index] == position.street == street
        assert positions.room[index].tolist() == [*position.own.room]
        assert positions.fantasyland[index].tolist() == [*position.fantasyland]
        sets = [(positions.open_hands[:, seat], position.open_hands[seat]) for seat in range(players)]
        sets += [(positions.seen, position.seen), (positions.in_hand, position.hand)]
        for flags, cards in (*sets, (positions.discarded, position.discards)):
            assert (flags.dtype, set(np.flatnonzero(flags[index]).tolist())) == (bool, {*cards})
        for seat, board in enumerate(position.boards):
            for (begin, end), row in zip(ROWS, board.rows, strict=True):
                places = positions.boards[index, seat, begin:end].tolist()
                assert places == sorted(row) + [255] * (end - begin - len(row))
        assert (positions.own_boards[index] == positions.boards[index, position.seat]).all()


def test_slices_and_masks():
    positions = Positions.of(positions_of("pineapple", 2, 1, 2))
    of_seat = [number for number, position in enumerate(positions) if position.seat == 0]
    for index, numbers in (
        (slice(1, 3), [1, 2]), (np.array([4, 0]), [4, 0]), (positions.seats == 0, of_seat),
        (slice(5, None), []), ([4, 0], [4, 0]), ([True, False, False, False, True], [0, 4]), ([], []),
    ):  # fmt: skip
        assert [*positions[index]] == [positions[number] for number in numbers]
    assert positions[-1] == positions[4]

    none = positions[:0]
    assert (none.seen.shape, none.boards.shape, none.room.shape) == ((0, 52), (0, 2, 13), (0, 3))
    assert PolicyBot(lambda observations, masks: masks.argmax(axis=1)).place_many(none, RNG(1)) == []
    with pytest.raises(IndexError):
        positions[5]
    for index in (np.zeros((2, 2), int), np.zeros(5), [[0, 1]]):
        with pytest.raises(errors.ArrayError, match="index: expected an int, a slice, or a list or array of ints or bools"):
            positions[index]


@pytest.mark.parametrize("copied", [lambda value: value, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_nothing_can_be_changed(copied):
    """The referee judges answers against the positions that it gave to the bot."""
    positions = copied(Positions.of(positions_of("pineapple", 2, 1, 2)))
    assert [*positions] == positions_of("pineapple", 2, 1, 2)
    for name in ("hands", "seats", "to_place", "rules"):
        with pytest.raises(AttributeError):
            setattr(positions, name, 0)
    with pytest.raises(AttributeError):
        del positions.hands
    for array in (positions.hands, positions.seats, positions.buttons, positions.streets, positions.fantasyland):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True


def test_hands_of_closed_games():
    hands = cp.deal_many(1, 4, 13, seed=1)[0]
    positions = Positions.of_hands(hands, "house", 3, seat=1, button=2)
    assert [{*position.hand} for position in positions] == [set(hand) for hand in hands.tolist()]
    assert {(p.seat, p.button, p.street, p.players, p.rules.name) for p in positions} == {(1, 2, 0, 3, "house")}
    deal = Deal("house", 3, button=2, stacks=[hands[2].tolist(), hands[0].tolist(), hands[3].tolist()])
    assert positions[0] == deal.place(str(cp.best_royalties(deal.position().hand, "house"))).position(1)


FIRST, OTHER_RULES = (Deal(name, 2, seed=1).position() for name in ("pineapple", "turbo"))
DIFFERS = r"positions\[1\]: expected the rules and the numbers"


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda: Positions.of_hands([[0] * 13], "pagat"), errors.CardError, "hand index 0: card 0 appears twice"),
    (lambda: Positions.of_hands([range(40, 53)], "pagat"), errors.CardError, "hand index 0: bad card 52 at index 12"),
    (lambda: Positions.of_hands([[0] * 12], "pagat"), errors.ArrayError, r"bad shape \(1, 12\)"),
    (lambda: Positions.of_hands([range(13)], "pineapple"), errors.RulesError,
     "rules: expected a closed game, got 'pineapple'"),
    (lambda: Positions.of_hands([range(13)], "pagat", 5), errors.TableError, "players: expected an int from 2 to 4, got 5"),
    (lambda: Positions.of_hands([range(13)], "no such"), errors.RulesError, "unknown rules"),
    (lambda: Positions.of_hands([range(13)], "pagat", seat=2), errors.TableError, "seat: "),
    (lambda: Positions.of_hands([range(13)], "pagat", button=-1), errors.TableError, "button: "),
    *[(lambda positions=positions: Positions.of(positions), errors.PlacementError, message) for positions, message in [
        ([], "positions: expected a sequence of at least one position"),
        (5, "positions: expected a sequence of at least one position, got 5"), ([5], "bad position 5: expected a Position"),
        ([FIRST, Deal("pineapple", 2, seed=1).position(0)], r"positions\[1\]: expected cards in hand"),
        ([FIRST, OTHER_RULES], f"{DIFFERS} of players and cards of the first position"),
        ([FIRST, Deal("pineapple", 3, seed=1).position()], DIFFERS),
    ]],
])  # fmt: skip
def test_bad_hands_and_positions(call, error, message):
    with pytest.raises(error, match=message):
        call()


# ---- answers as arrays ----
class Answering:
    def __init__(self, answer):
        self.answer = answer

    def place_many(self, positions, rng):
        return self.answer(positions)


def placed(answer, positions):
    return Referee().ask(Answering(answer), "mine", positions, RNG(1))


def boards_after(positions, placements):
    """Return the boards after placements as an array, with 255 for empty places."""
    boards = np.full((len(placements), 13), 255, np.uint8)
    for index, (position, placement) in enumerate(zip(positions, placements, strict=True)):
        for cards, (begin, _) in zip(position.after(placement).own.rows, ROWS, strict=True):
            boards[index, begin : begin + len(cards)] = [*cards]
    return boards


@pytest.mark.parametrize(
    ("rules", "street"), [("pineapple", 0), ("pineapple", 3), ("turbo", 1), ("standard", 4), ("pagat", 0)]
)
def test_all_forms_of_an_answer_are_the_same_placement(rules, street):
    positions = Positions.of(positions_of(rules, 2, 2, street))
    placements = [position.placements()[index % 2] for index, position in enumerate(positions)]
    boards, places = boards_after(positions, placements), np.full(positions.hands.shape, 3)
    for index, placement in enumerate(placements):
        for row, cards in enumerate(placement.rows):
            places[index, np.isin(positions.hands[index], [*cards])] = row
    expected = placed(lambda _: placements, positions)
    assert not expected.faults.any()
    integers = boards.astype(np.int64), places.astype(np.uint8)
    for answer in (boards, *integers, places, places.tolist(), [*map(str, placements)]):
        assert (np.sort(placed(lambda _, answer=answer: answer, positions).boards) == np.sort(expected.boards)).all()


@given(st.data())
def test_arrays_are_judged_as_positions_judge_placements(data):
    """A row for each card, at random, is a fault exactly where `Position.placement` refuses it."""
    positions = Positions.of(POSITIONS[data.draw(st.sampled_from(sorted(POSITIONS)))])
    k = positions.hands.shape[1]
    rows = np.array(data.draw(st.lists(st.lists(st.integers(0, 3), min_size=k, max_size=k), min_size=5, max_size=5)))
    answers = Referee(faults_are_fouls=True).ask(Answering(lambda _: rows), "mine", positions, RNG(1))
    for index, position in enumerate(positions):
        parts = [positions.hands[index][rows[index] == row].tolist() for row in range(4)]
        try:
            after = position.after(position.placement(parts[:3], parts[3]))
        except cp.CpokerError:
            assert answers.faults[index]
        else:
            assert not answers.faults[index]
            assert {*answers.boards[index].tolist()} - {255} == {*after.own.cards}


POSITIONS = {(rules, street): positions_of(rules, 2, 3, street) for rules, street in (("pineapple", 1), ("turbo", 2))}


@given(st.data())
def test_boards_are_judged_as_positions_judge_placements(data):
    """Boards with a few changed bytes are a fault exactly where they are no board after a placement."""
    singles = POSITIONS[data.draw(st.sampled_from(sorted(POSITIONS)))]
    boards = boards_after(singles, [position.placements()[0] for position in singles])
    for _ in range(data.draw(st.integers(0, 4))):
        index, place = data.draw(st.integers(0, 4)), data.draw(st.integers(0, 12))
        boards[index, place] = data.draw(st.one_of(st.integers(0, 255), st.sampled_from([255, *singles[index].hand])))
    answers = Referee(faults_are_fouls=True).ask(Answering(lambda _: boards), "mine", Positions.of(singles), RNG(1))
    for index, position in enumerate(singles):
        rows = [[card for card in boards[index, begin:end].tolist() if card != 255] for begin, end in ROWS]
        before = [[*row] for row in position.own.rows]
        added = [[card for card in row if card not in old] for row, old in zip(rows, before, strict=True)]
        keeps = all({*old} <= {*row} for row, old in zip(rows, before, strict=True))
        try:
            position.placement(added)
            is_legal = keeps and len({*boards[index].tolist()} - {255}) == (boards[index] != 255).sum()
        except cp.CpokerError:
            is_legal = False
        assert answers.faults[index] == (not is_legal)


def test_closed_games_with_larger_fantasylands():
    """Whole-hand bots play them, too, in turn."""
    fantasyland = cp.rules("pineapple").fantasyland
    rules = dataclasses.replace(cp.rules("closed"), name="ours", players=3, fantasyland=fantasyland)
    result = cp.simulate(rules, ["royalties", "balanced", "random"], 40, seed=1)
    assert result.counts.placed[:2, 1, 0].min() > 0
    assert not result.counts.faults.any()
    field = cp.fields.Field(rules, ["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"])
    assert cp.simulate(rules, [cp.bot("expert", field), "random"], 40, seed=1).points(0).mean > 0
