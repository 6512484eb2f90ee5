"""Dead hands in deals and their texts."""

import random

import pytest
from finished_deals import placed_at_random

import cpoker_fast as cp
from cpoker_fast import FOUL, Deal
from cpoker_fast.errors import NotationError, PlacementError
from cpoker_fast.game import Move
from cpoker_fast.notation import Record, format_deal, parse_deal

HIGH = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"
CLOSED = """\
[Rules "two-four"]
[Button 1]
[Points [4, -4]]
[NextFantasyland [0, 0]]
1: Ah1 Kd1 2c1 / 9s1 9h1 4d1 4c1 3s1 / Ts1 Th1 Tc1 5s1 5d1
2: foul1"""
IN_PLAY = """\
[Rules "turbo"]
[Button 1]
1: - / - / - hand Jd 9c Kh 3h 6c
2: - / - / Qd1 Qc1 Jc1 9s1 5d1 foul1"""


def test_a_dead_hand_is_settled_as_a_foul():
    """The rules place its cards; all later moves of the player are dead, too, and undoing the first one makes it live."""
    deal = Deal("turbo", 2, seed=2).place(FOUL)
    assert (deal.dead, deal.moves[0].dead, deal.moves[0].timed_out) == ((1,), True, False)
    assert deal.moves[0].placement == Deal("turbo", 2, seed=2).time_out()
    deal.time_out()
    placed_at_random(deal, random.Random(1))
    deal.time_out()
    assert [(move.seat, move.dead, move.timed_out) for move in deal.moves] == [
        (1, True, False), (0, False, True), (1, True, False), (0, False, True),
    ]  # fmt: skip
    while not deal.is_over:
        deal.time_out()
    live = [board.board() for board in deal.boards]
    assert deal.boards_to_settle() == [live[0], FOUL]
    assert deal.settlement().points == cp.settle([live[0], FOUL], "turbo").points
    assert deal.next_fantasyland[1] == 0
    assert "dead hand" in str(deal)
    assert "dead hand" in deal.to_svg()
    while len(deal.moves) > 1:
        deal.undo()
    assert (deal.undo().dead, deal.dead) == (True, ())
    with pytest.raises(PlacementError, match="discard: expected none with FOUL"):
        deal.place(FOUL, "2c")


def test_texts_of_dead_hands():
    """Without rows, the cards are unknown. The board of seat 1 wins three rows and the overall point (rules 2-4)."""
    record = parse_deal(CLOSED)
    assert format_deal(record) == CLOSED
    assert record == Record.of_boards([HIGH, FOUL], "two-four")
    assert (record.dead, record.is_whole, record.surrendered) == ((1,), False, ())
    assert record.to_dict()["moves"][0] == {"seat": 1, "street": 0, "dead": True}
    deal = record.deal(seed=1)
    assert (deal.dead, deal.settlement().points) == ((1,), record.settlement().points)
    whole = parse_deal(format_deal(deal, dealt=True))
    assert (whole.is_whole, whole.deal().stacks) == (True, deal.stacks)
    in_play = parse_deal(IN_PLAY)
    assert format_deal(in_play) == IN_PLAY
    assert in_play.moves == (Move(1, 0, cp.Placement("", "", "Qd Qc Jc 9s 5d"), dead=True),)
    assert in_play.to_dict()["moves"][0]["dead"] is True
    assert in_play == Record.of_deal(Deal("turbo", 2, seed=2).place(FOUL))


def test_others_do_not_see_a_dead_hand_that_is_hidden():
    deal = Deal("two-four", 3, seed=1).place(FOUL)
    lines = [format_deal(deal, viewer=viewer).splitlines()[-2] for viewer in range(3)]
    assert lines[0] == lines[2] == "2: ? / ? / ?"
    assert lines[1].endswith(" foul1")
    for viewer in range(3):
        record = Record.of_deal(deal, viewer=viewer)
        assert parse_deal(format_deal(record)) == record
        assert record.deal(seed=1).position(viewer) == deal.position(viewer)


@pytest.mark.parametrize("rules", ["closed", "two-four", "pineapple", "standard", "face-up", "turbo"])
def test_deals_with_dead_hands_are_read_back_as_they_were(rules):
    for seed in range(20):
        rng = random.Random(seed)
        lands = [rng.choice([0, 13]) for _ in range(2)] if cp.rules(rules).has_fantasyland else ()
        deal = Deal(rules, 2, seed=seed, button=rng.randrange(2), fantasyland=lands)
        for _ in range(rng.randint(1, 4)):
            if not deal.is_over:
                deal.place(FOUL) if rng.random() < 0.4 else placed_at_random(deal, rng)
        text = format_deal(deal)
        record = parse_deal(text)
        assert (record, format_deal(record)) == (Record.of_deal(deal), text)
        again = record.deal(seed=1)
        assert (again.moves, again.boards, again.dead) == (deal.moves, deal.boards, deal.dead)
        assert parse_deal(format_deal(deal, dealt=True)).deal().stacks == deal.stacks


@pytest.mark.parametrize(("text", "old", "new", "message"), [
    (CLOSED, "foul1", "foul", "line 6, column 8: expected the street after foul, such as foul1, got none"),
    (CLOSED, "foul1", "foul2", "line 6, column 4: bad street 2 of foul2: expected a street whose cards the line has"),
    (CLOSED, "foul1", "foul01", "line 6, column 8: expected the street after foul, such as foul1, got '01'"),
    (CLOSED, "foul1", "foul1 As1", "line 6, column 13: expected three rows with '/' between them, got 1"),
    (CLOSED, "4, -4", "3, -3", "line 3, column 9: Points: expected [4, -4], the result of the boards, got [3, -3]"),
    (CLOSED, "foul1", "? / ? / ? foul1", "line 6, column 14: a hidden board does not show that the hand is dead"),
    (IN_PLAY, "foul1", "foul2", "line 4, column 32: bad street 2 of foul2"),
    (IN_PLAY, "- / - / Qd1 Qc1 Jc1 9s1 5d1 foul1", "foul1", "line 4, column 1: expected rows before a dead hand"),
    (IN_PLAY, "- / - / - hand Jd 9c Kh 3h 6c", "- / - / - foul1", "line 3, column 1: expected rows before a dead hand"),
])  # fmt: skip
def test_bad_texts(text, old, new, message):
    assert old in text
    with pytest.raises(NotationError) as caught:
        parse_deal(text.replace(old, new))
    assert str(caught.value).startswith(message)


def test_boards_of_games_with_streets_have_no_record():
    with pytest.raises(NotationError, match="rules 'pineapple' place cards street by street"):
        Record.of_boards([HIGH, FOUL], "pineapple")
    record = Record.of_boards([HIGH, FOUL], "pineapple", fantasyland=[13, 14])
    assert [record.unknown_discards(move) for move in record.moves] == [0, 0]
    assert parse_deal(format_deal(record)) == record
