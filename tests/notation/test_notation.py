"""Deals as text: read and written without loss; damage is refused with its place."""

import dataclasses
import pickle
import random
import re
import time

import pytest
from finished_deals import FLUSHES, PLAIN, placed_at_random, played
from hypothesis import given, settings, strategies as st

import cpoker_fast as cp
from cpoker_fast import Deal, Placement, errors
from cpoker_fast.errors import NotationError
from cpoker_fast.game import Move
from cpoker_fast.notation import Record, format_board, format_deal, parse_board, parse_deal
from cpoker_fast.notation.tags import KnownRules

OPEN_FACE = [name for name in cp.presets() if cp.rules(name).has_fantasyland]
OVER = """\
[Rules "pineapple"]
[Event "Friday"]
[Players ["Ann", "Bo"]]
[Button 2]
[Fantasyland [14, 0]]
[Points [18, -18]]
[NextFantasyland [0, 0]]
1: Jd0 Jc0 6c0 / Kh0 Qd0 Qc0 Td0 7h0 / 9s0 9c0 5s0 5d0 5c0 discards 3h0
2: Tc2 6h2 Ah4 / Ks3 8s3 7d4 Ac5 Js5 / 9d1 6d1 4h1 4c1 3s1 discards 5h2 4d3 4s4 3d5"""
IN_PLAY = """\
[Rules "pineapple"]
[Button 1]
1: Kh1 / 3c1 2c1 / 5c1 4c1 hand 9h 9c Ts
2: Qs1 2d2 / 9d1 3d2 / Tc1 8h1 6s1 discards 4d2"""
HIDDEN = """\
[Rules "pineapple"]
[Button 2]
[Fantasyland [14, 0]]
1: ? / ? / ? discards ?0
2: Ah1 Tc1 6h1 / - / 9d1 6d1"""
LATE = """\
[Rules "turbo"]
[Button 1]
[TimedOut [[], [1]]]
1: - / - / - hand Jd 9c Kh 3h 6c
2: - / - / Qd1 Qc1 Jc1 9s1 5d1"""
SURRENDERED = """\
[Rules "two-four"]
[Players ["Ann", "Bo", "Cy"]]
[Button 1]
[Points [6, -4, -2]]
[NextFantasyland [0, 0, 0]]
1: As1 Ad1 2c1 / Ks1 Kd1 Kc1 4c1 3d1 / Js1 Jh1 Jd1 9h1 9c1
2: surrender
3: Qs1 8d1 2h1 / Ts1 Th1 7d1 6c1 4s1 / Td1 Tc1 8h1 5s1 5h1"""
FOUR = '[Rules "standard"]\n[Button 1]\n[Fantasyland [13, 13, 13, 13]]\n' + "\n".join(f"{n}: - / - / -" for n in range(1, 5))
DECLARED = format_deal(played("face-up", [FLUSHES, PLAIN], declare=True))
COMPARED = format_deal(played("face-up", [FLUSHES, PLAIN]))


THIRTEEN = dataclasses.replace(cp.rules("standard"), name="thirteen", streets=((1, 1),) * 13, players=2)


def random_deal(rules, seed):
    rng = random.Random(f"{rules if isinstance(rules, str) else rules.name} {seed}")
    rules = cp.rules(rules) if isinstance(rules, str) else rules
    players = rng.randint(2, rules.players)
    sizes = [0, 0, 0, 13, 13 if rules.players == 4 else 14] if rules.fantasyland else [0]
    fantasyland = [rng.choice(sizes) for _ in range(players)] if rng.random() < 0.5 else []
    stays = [rng.randrange(3) for _ in range(players)] if any(fantasyland) else []
    deal = Deal(rules, players, seed=seed, button=rng.randrange(players), fantasyland=fantasyland, stays=stays)
    moves = 1000 if rng.random() < 0.5 else rng.randrange(players * len(rules.streets))
    while not deal.is_over and len(deal.moves) < moves:
        placed_at_random(deal, rng)
    return deal


def cards_in_text(text):
    """Return the place and street of each card in a text, read independently of the parser."""
    place_of_card = {}
    for seat, line in enumerate(re.findall(r"(?m)^\d: (.*)$", text)):
        placed, _, hand = line.partition(" hand ")
        rows, _, away = placed.partition(" discards ")
        for row, part in enumerate([*rows.split("/"), away]):
            for card, street in re.findall(r"\b(\w[cdhs])(\d+)", part):
                place_of_card[card] = (seat, row, int(street))
        place_of_card |= dict.fromkeys(hand.split(), (seat, "hand", None))
    return place_of_card


def cards_of(deal):
    place_of_card = {}
    for move in deal.moves:
        street = 0 if deal.fantasyland[move.seat] else move.street + 1
        for row, cards in enumerate((*move.placement.rows, move.placement.discards)):
            place_of_card |= dict.fromkeys(str(cards).split(), (move.seat, row, street))
    if (turn := deal.turn) is not None:
        place_of_card |= dict.fromkeys(str(deal.position().hand).split(), (turn, "hand", None))
    return place_of_card


def finished(deal):
    while not deal.is_over:
        deal.time_out()
    return deal


@pytest.mark.parametrize("rules", [*OPEN_FACE, THIRTEEN], ids=str)
def test_a_deal_is_read_back_as_it_was(rules):
    for seed in range(30):
        deal = random_deal(rules, seed)
        text = format_deal(deal)
        assert cards_in_text(text) == cards_of(deal)
        record = parse_deal(text)
        assert (record, format_deal(record)) == (Record.of_deal(deal), text)
        assert (record.rules, record.rules.name, record.is_whole) == (deal.rules, deal.rules.name, deal.is_over)
        again = record.deal(seed=1)
        for name in ("moves", "boards", "discards", "turn", "button", "fantasyland", "stays"):
            assert getattr(again, name) == getattr(deal, name), name
        if deal.is_over:
            assert record.settlement().points == again.settlement().points == deal.settlement().points
            assert record.next_fantasyland == again.next_fantasyland == deal.next_fantasyland
        else:
            assert again.position() == deal.position()


@pytest.mark.parametrize("rules", OPEN_FACE)
def test_with_the_order_of_cards_a_deal_in_play_continues_exactly(rules):
    for seed in range(20):
        deal = random_deal(rules, seed)
        text = format_deal(deal, dealt=True)
        record = parse_deal(text)
        assert record.is_whole
        assert format_deal(record) == text
        again = record.deal()
        assert (again.stacks, again.moves) == (deal.stacks, deal.moves)
        while not deal.is_over:
            assert deal.time_out() == again.time_out()


@pytest.mark.parametrize("rules", OPEN_FACE)
def test_a_view_shows_only_the_information_of_the_player(rules):
    hidden = 0
    for seed in range(40):
        deal = random_deal(rules, seed)
        for viewer in range(deal.players):
            text = format_deal(deal, viewer=viewer)
            record = parse_deal(text)
            assert (record, format_deal(record)) == (Record.of_deal(deal, viewer=viewer), text)
            position = deal.position(viewer)
            assert cp.CardSet("".join(cards_in_text(text))) == position.seen
            assert record.deal(seed=seed).position(viewer) == position
            shown = [board for seat, board in enumerate(position.boards) if record.boards()[seat] is not None]
            assert [board for board in record.boards() if board is not None] == shown
            hidden += None in record.boards()
    assert hidden


def test_boards_are_hidden_until_the_players_show_them_after_the_last_placement():
    head, seats = OVER.partition("1: ")[0].partition("[Points")[0], OVER.partition("\n2: ")[2]
    text = f"{head}1: ? / ? / ? discards ?0\n2: {seats}"
    record = parse_deal(text)
    assert (record.turn, record.is_over, record.is_whole, record.boards()[0]) == (None, False, False, None)
    assert (format_deal(record), "showdown" in repr(record), "settlement" in record.to_dict()) == (text, True, False)
    with pytest.raises(errors.TableError, match="the deal is not over: boards are still hidden"):
        record.settlement()


def test_names_and_tags_are_kept():
    names = ["Ann", 'Bo "the\\x" ]', "Çy 🂡"]
    tags = {"Event": 'a [b] \\ " \n ü', "Date": "2026-11-20", "Unit": 5, "Rate": 0.25, "Live": True}
    text = format_deal(Deal("pineapple", 3, seed=1), names, tags=tags)
    record = parse_deal(text)
    assert (record.names, record.tags, list(record.tags)) == (tuple(names), tags, list(tags))
    assert (format_deal(record), pickle.loads(pickle.dumps(record))) == (text, record)
    assert len({record, parse_deal(text)}) == 1
    record = dataclasses.replace(parse_deal(IN_PLAY), tags={"Note": "x"}, names=("A", "B"))
    assert parse_deal(format_deal(record)) == record


def test_the_words_of_a_text():
    record = parse_deal(OVER)
    assert format_deal(record) == OVER
    assert (record.button, record.fantasyland, record.names) == (1, (14, 0), ("Ann", "Bo"))
    first = Placement("Jd Jc 6c", "Kh Qd Qc Td 7h", "9s 9c 5s 5d 5c", "3h")
    assert record.moves[0] == Move(0, 0, first)  # Fantasyland comes first
    assert record.moves[-1] == Move(1, 4, Placement("", "Ac Js", "", "3d"))
    assert record.settlement().explain().startswith("Ann v Bo: +18")
    assert [str(board) for board in record.boards(0)] == [
        "Jd Jc 6c / Kh Qd Qc Td 7h / 9s 9c 5s 5d 5c", "- / - / 9d 6d 4h 4c 3s",
    ]  # fmt: skip
    playing = parse_deal(IN_PLAY)
    assert (playing.turn, playing.hand) == (0, tuple(cp.parse_cards("9h 9c Ts")))  # in the order dealt
    assert format_deal(playing) == IN_PLAY
    assert parse_deal(FOUR).turn == 1  # all cards
    assert parse_deal(HIDDEN).boards()[0] is None
    assert format_deal(parse_deal(HIDDEN)) == HIDDEN


@pytest.mark.parametrize("changes", [
    {"\n": "\r\n"}, {"[Rules": "\n\n[Rules", "4d2": "4d2\n\n\n"}, {" / ": "/", "1: ": "  1 :  "},
    {"Tc1": "10c1", "9d1": "9♦1", "Kh1": "kH1"}, {"3c1 2c1": "2c1   3c1", "Qs1 2d2": "2d2\tQs1"},
    {"[Rules": "# a comment\n[Rules", "\n1:": "\n# another\n1:"}, {"[Button 1]": "[Button  1]  \n[Version 1]"},
    {'[Rules "pineapple"]\n[Button 1]': '[Button 1]\n[Rules "pineapple"]'},  # tags in another order
    {'"pineapple"': '"Pineapple"'}, {'"pineapple"': '{"base": "pineapple"}'},
])  # fmt: skip
def test_other_spellings_mean_the_same(changes):
    text = IN_PLAY
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    assert (parse_deal(text), format_deal(parse_deal(text))) == (parse_deal(IN_PLAY), IN_PLAY)


def test_unknown_cards_are_sampled():
    record = parse_deal(HIDDEN)
    samples, known = [record.deal(seed=seed) for seed in range(20)], cp.CardSet("Tc 6h Ah 9d 6d")
    assert len({deal.boards[0] for deal in samples}) == 20
    for deal in samples:
        assert deal.boards[1].cards == known
        assert not deal.boards[0].cards & known
        assert len(deal.discards[0]) == 1
    assert record.deal(seed=3).stacks == samples[3].stacks


def test_house_rules_are_written_in_full_or_by_name():
    ours = dataclasses.replace(cp.rules("pineapple"), name="ours", foul=9, note="of the house")
    deal = Deal(ours, 2, seed=1)
    text, short = format_deal(deal), format_deal(deal, full=False)
    record = parse_deal(text)
    assert (record.rules, record.rules.name, record.rules.note) == (ours, "ours", "of the house")
    assert format_deal(record) == text
    assert short.startswith('[Rules "ours"]\n')
    assert parse_deal(short, ours).rules is ours
    assert parse_deal(IN_PLAY, ours).rules.name == "pineapple"
    assert format_deal(parse_deal(short, ours), full=False) == short
    with pytest.raises(NotationError, match="line 1, column 8: unknown rules 'ours'"):
        parse_deal(short)


OTHER = dataclasses.replace(cp.rules("pineapple"), foul=9)


def test_rules_named_like_a_preset_are_not_confused_with_it():
    again = parse_deal(format_deal(Deal(OTHER, 2, seed=1))).rules
    assert (again, again.name, again.note) == (OTHER, "pineapple, changed", "")
    assert parse_deal(IN_PLAY, cp.rules("pineapple")) == parse_deal(IN_PLAY)
    text = format_deal(Deal(dataclasses.replace(cp.rules("turbo"), note="x"), 2, seed=1))
    assert '"note": "x"' in text.splitlines()[0]


def test_rules_that_are_equal_in_python_are_distinguished():
    """Python's 1 and True are equal."""
    known, place = KnownRules(None), type("Place", (), {"error": staticmethod(NotationError)})()
    known.find({"base": "pineapple", "scoop_times": 1}, '{"base": "pineapple", "scoop_times": 1}', place)
    with pytest.raises(NotationError, match="scoop_times"):
        known.find({"base": "pineapple", "scoop_times": True}, '{"base": "pineapple", "scoop_times": true}', place)


def test_streets_beyond_the_ninth_have_two_digits():
    deal = finished(random_deal(THIRTEEN, 0))
    streets = {int(street) for street in re.findall(r"[cdhs](\d+)\b", format_deal(deal))}
    assert streets == (set() if all(deal.fantasyland) else {*range(1, 14)})


# Text, old and new part of it, and line and first characters of the place that the error names ("" is the end of the line).
DAMAGE = [
    (OVER, '"pineapple"', "pineapple", 1, "pineapple", "expected a JSON value: Expecting value"),
    (OVER, '"pineapple"', '"pineaple"', 1, '"pineaple', "did you mean 'pineapple'"),
    (OVER, '"pineapple"', '"pagat"', 5, "[14, 0]", "expected 0 under rules without Fantasyland"),
    (OVER, '"pineapple"', '{"foul": -1}', 1, "{", "foul: expected"),
    (OVER, '"pineapple"', '{"foul": 1, "foul": 2}', 1, "{", "duplicate key"),
    (OVER, '"pineapple"', "5", 1, "5", "expected the name of rules, or an object with their options"),
    (OVER, '"pineapple"]', '"pineapple"', 1, "[", "expected a tag such as '[Button 1]', got '[Rules"),
    (OVER, '[Rules "pineapple"]\n', "", 7, "1:", "expected a tag Rules before the seats"),
    (OVER, "[Button 2]\n", "", 7, "1:", "expected a tag Button before the seats"),
    (OVER, "[Button 2]", "[Button 3]", 4, "3", "Button: expected a seat from 1 to 2, got '3'"),
    (OVER, "[Button 2]", "[Button true]", 4, "true", "Button: expected a seat from 1 to 2, got 'True'"),
    (OVER, "[Button 2]", "[button 2]", 4, "button", "the notation defines the tag 'Button'"),
    (OVER, "[Button 2]", "[Button 2]\n[Button 2]", 5, "Button", "duplicate tag Button: it is in line 4 already"),
    (OVER, "[Button 2]", "[Button NaN]", 4, "NaN", "NaN is not JSON"),
    (OVER, "[Button 2]", "[Button [1 2]]", 4, "2]", "expected a JSON value"),
    (OVER, "[Button 2]", "[Button 2]\n[Version 2]", 5, "2", "expected version 1 of the notation"),
    *((OVER, "[Button 2]", f"[Button {'[' * n}{']' * n}]", 4, "[[", "at most 15 levels") for n in (50, 10**5)),
    (OVER, "[Button 2]", f"[Button {'1' * 9999}]", 4, "11", "expected a JSON value"),
    *((OVER, '"Friday"', value, 2, "Event", "tag Event: expected text without surrogates")
      for value in ("[1]", "null", "1e999", '"\\ud800"')),
    (OVER, '"Bo"', '"Ann"', 3, '["Ann', "Players: names: expected different names, got Ann, Ann"),
    (OVER, '"Bo"', '" Bo"', 3, '["Ann', "Players: names: expected non-empty printable text in one line"),
    (OVER, '["Ann", "Bo"]', '["Ann"]', 3, '["Ann', "Players: names: expected a name for each of 2 seats"),
    *((OVER, "[14, 0]", new, 5, new, "Fantasyland: expected 0, or 13 to 17 for each of 2 seats")
      for new in ("[12, 0]", "[14]")),
    (OVER, "[14, 0]", "[13, 0]", 8, "3h0", "expected 0 cards discarded on street 0, got 1"),
    (OVER, "[14, 0]", "[15, 0]", 8, "3h0", "expected 2 cards discarded on street 0, got 1"),
    (OVER, "[Fantasyland [14, 0]]\n", "", 7, "Jd0", "bad street 0 of Jd0: expected 1 to 5 under 'pineapple', or a tag"),
    (OVER, "[18, -18]", "[18, -17]", 6, "[18", "Points: expected [18, -18], the result of the boards, got [18, -17]"),
    (OVER, "[0, 0]", "[14, 0]", 7, "[14", "NextFantasyland: expected [0, 0], the result of the boards, got [14, 0]"),
    *((OVER, "\n2:", f"\n{seat}:", 9, f"{seat}:", "expected the line of seat 2, such as") for seat in ("3", "02", "Bo")),
    (OVER, "\n2:", "\n[X 1]\n2:", 9, "[X", "expected the line of seat 2, such as"),
    (OVER, "\n2:", "\n\n2:", 8, "", "expected the lines of 2 to 3 seats under 'pineapple', got 1"),
    (OVER, "Jd0 ", "", 8, "Jc0", "expected 13 cards placed on street 0, got 12"),
    (OVER, "Jd0 ", "Jd1 ", 8, "Jd1", "bad street 1 of Jd1: expected 0, since seat 1 is in Fantasyland"),
    (OVER, "Jd0 ", "Ah0 ", 9, "Ah4", "duplicate card Ah: it is in line 8, column 4 already"),
    (OVER, "Jd0 ", "Jd ", 8, " Jc0", "expected the street after Jd, such as Jd1, got none"),
    (OVER, "Jd0 ", "Jd00 ", 8, "00", "expected the street after Jd, such as Jd1, got '00'"),
    (OVER, "Jd0 ", f"Jd{'1' * 5000} ", 8, "11", "expected the street after Jd, such as Jd1, got '1111"),
    (OVER, "Jd0 ", "Xd0 ", 8, "Xd0", "expected a card such as Jh or Ts, got 'Xd'"),
    (OVER, "Jd0 ", "100 ", 8, "100", "expected a card such as Jh or Ts, got ''"),
    (OVER, "Jd0 ", "?0 ", 8, "?0", "only a discard can be unknown, got '?0' in a row"),
    (OVER, "Jd0 Jc0 6c0 / ", "", 8, "discards", "unexpected 'discards'"),
    (OVER, "Jd0 Jc0 6c0 / Kh0 Qd0 Qc0 Td0 7h0 / 9s0 9c0 5s0 5d0 5c0 discards 3h0", "Jd0 / Jc0", 8, "",
     "expected three rows with '/' between them, got 2"),
    (OVER, " discards 3h0", " / 3h0", 8, "/ 3h0", "unexpected '/'"),
    (OVER, " discards 3h0", " discards", 8, "", "discards: expected cards"),
    (OVER, " discards 3h0", " discards 3h0 discards 2h0", 8, "discards 2h0", "unexpected 'discards'"),
    (OVER, "Jd0 Jc0 6c0", "", 8, "/ Kh0", "front: expected cards, '-' or '?'"),
    (OVER, "Tc2 6h2 Ah4", "Tc2 6h2 Ah4 2d5", 9, "2d5", "front: expected at most 3 cards, got 4"),
    (OVER, "Ac5 Js5", "Ac5 Js6", 9, "Js6", "bad street 6 of Js6: expected 1 to 5 under 'pineapple'"),
    (OVER, "Ac5 Js5", "Ac5 Js4", 9, "Js4", "expected 2 cards placed on street 4, got 3"),
    (OVER, "7d4 Ac5", "7d5 Ac5", 9, "Ah4", "expected 2 cards placed on street 4, got 1"),
    (OVER, " 4s4 3d5", " 4s5 3d5", 9, "Ah4", "expected 1 card discarded on street 4, got 0"),
    (OVER, " 4s4 3d5", " 4s4 3d5 2d5", 9, "2d5", "expected 1 card discarded on street 5, got 2"),
    (OVER, " 4s4 3d5", " 4s4 ?4", 9, "?4", "expected 1 card discarded on street 4, got 2"),
    (OVER, "3d5", "3d5 hand 2c", 9, "hand", "the board is complete: expected no hand"),
    (OVER, "1: Jd0 Jc0 6c0 / Kh0 Qd0 Qc0 Td0 7h0 / 9s0 9c0 5s0 5d0 5c0 discards 3h0", "1: ? / ? / ? discards ?0", 6, "[18",
     "Points: expected no result before the deal is over"),
    (IN_PLAY, "hand 9h 9c Ts", "hand 9h 9c", 3, "hand", "expected 3 cards in hand, got 2"),
    (IN_PLAY, "hand 9h 9c Ts", "hand Ts 9c Ts", 3, "Ts", "duplicate card Ts"),
    (IN_PLAY, "hand 9h 9c Ts", "hand 9h 9c Ts2", 3, "Ts2", "expected a card such as Jh or Ts, got 'Ts2'"),
    (IN_PLAY, "4d2", "4d2 hand Ah Ad Ac", 4, "hand", "expected a hand only at the seat that places now, seat 1"),
    (IN_PLAY, " 2d2", " 2d3", 4, "3d2", "expected 2 cards placed on street 2, got 1"),
    (IN_PLAY, "Kh1 / 3c1 2c1 / 5c1 4c1 hand 9h 9c Ts", "- / - / -", 4, "2d2",
     "seat 2 has placed these cards out of turn: it is the turn of seat 1"),
    (IN_PLAY, "[Button 1]", "[Button 1]\n[Points [0, 0]]", 3, "[0", "Points: expected no result before the deal is over"),
    (IN_PLAY, "[Button 1]", '[Button 1]\n[Dealt ["Kh 2c"]]', 3, '["Kh', "Dealt: expected the cards of each of 2 seats"),
    (IN_PLAY, "[Button 1]", '[Button 1]\n[Dealt ["Kh 2c", "Xx"]]', 3, '["Kh', "Dealt: bad card 'Xx'"),
    (IN_PLAY, "[Button 1]", '[Button 1]\n[Dealt ["Kh 2c 3c 4c 6c", "Qs"]]', 4, "5c1",
     "5c1: expected a card of this street in the tag Dealt: Kh 6c 4c 3c 2c"),
    (IN_PLAY, "[Button 1]", '[Button 1]\n[Dealt ["Kh 2c 3c 4c 5c 9c 9h Ts", "Qs"]]', 4, "9h",
     "hand: expected the cards of this street in the tag Dealt, in the same order"),
    (IN_PLAY, "[Button 1]", '[Button 1]\n[Dealt ["Kh 2c 3c 4c 5c 9h 9c Ts", "Qs 9d Tc 8h 6s 2d 3d 4d"]]', 3, '["Kh',
     "stacks[0]: expected at least 17 cards, got 8"),
    (HIDDEN, "[Fantasyland [14, 0]]\n", "", 3, "1:", "only boards in Fantasyland can be hidden, and seat 1 is not in"),
    (HIDDEN, " discards ?0", "", 4, "1:", "expected 1 card discarded on street 0, got 0"),
    (HIDDEN, "? / ? / ? discards ?0", "? / ? / - discards ?0", 4, "1:", "a hidden board has the rows '? / ? / ?'"),
    (HIDDEN, "? / ? / ? discards ?0", "? / 2c0 / ? discards ?0", 4, "1:", "a hidden board has the rows"),
    (HIDDEN, "[Fantasyland [14, 0]]", '[Fantasyland [14, 0]]\n[Dealt ["2c", "3c"]]', 4, '["2c',
     "expected no such tag in a deal with unknown cards"),
    (HIDDEN, "[14, 0]", "[14, 17]", 5, "Ah1", "bad street 1 of Ah1: expected 0, since seat 2 is in Fantasyland"),
    (FOUR, "13, 13", "14, 13", 3, "[14", "Fantasyland: expected a deal of at most 52 cards, got 53"),
    (COMPARED, "[null, null]", "[null]", 3, "[null]",
     "Declared: expected the name of a natural, or null, for each of 2 seats"),
    (COMPARED, "[null, null]", "[null, true]", 3, "[null", "Declared: expected the name of a natural"),
    (COMPARED, "[null, null]", '["if better", null]', 3, '["if', "Declared: expected the name of a natural, not 'if"),
    (COMPARED, "[null, null]", "5", 3, "5", "Declared: expected the name of a natural"),
    (COMPARED, "[null, null]", '["flushes", null]', 3, '["fl', "Declared: the rules 'face-up' have no natural 'flushes'"),
    (COMPARED, "[null, null]", '[null, "dragon"]', 3, "[null",
     "Declared: the board may not declare 'dragon' under these rules: it may declare none"),
    (COMPARED, "[null, null]", '["three flushes", null]', 4, "[13",
     "Points: expected [3, -3], the result of the boards, got [13, -13]"),
    (IN_PLAY, "[Button 1]", "[Button 1]\n[Declared [null, null]]", 3, "[null",
     "Declared: expected no such tag before the deal is over"),
    (LATE, "[[], [1]]", "5", 3, "5", "TimedOut: expected a list of streets for each of 2 seats, got '5'"),
    (LATE, "[[], [1]]", "[[1]]", 3, "[[1]]", "TimedOut: expected a list of streets for each of 2 seats, got '[[1]]'"),
    (LATE, "[[], [1]]", "[[], [true]]", 3, "[[]", "TimedOut: expected a list of streets for each of 2 seats"),
    (LATE, "[[], [1]]", "[[1], [1]]", 3, "[[1]", "TimedOut: seat 1: expected no streets, got '[1]'"),
    (LATE, "[[], [1]]", "[[], [2]]", 3, "[[]", "TimedOut: seat 2: expected ascending streets out of [1], got '[2]'"),
    *((LATE, "[[], [1]]", new, 3, "[[]", "TimedOut: seat 2: expected ascending streets out of [1]")
      for new in ("[[], [1, 1]]", "[[], [0]]")),
    (LATE, "- / - / Qd1 Qc1 Jc1 9s1 5d1", "5d1 / - / Qd1 Qc1 Jc1 9s1", 3, "[[]",
     "TimedOut: seat 2, street 1: the rules place - / - / Qd Qc"),
    (SURRENDERED, "two-four", "pagat", 7, "surrender", "seat 2 surrenders, which the rules 'pagat' do not allow"),
    (SURRENDERED, "2: surrender", "2: surrender hand As", 7, "hand",
     "unexpected 'hand': expected nothing after 'surrender'"),
    (SURRENDERED, "2: surrender", "2: surrender / - / -", 7, "/", "unexpected '/': expected nothing after 'surrender'"),
    *((SURRENDERED, "surrender", new, 7, "", "expected three rows with '/' between them, got 1")
      for new in ("surrenders", "Surrender")),
    (SURRENDERED, "[6, -4, -2]", "[6, -2, -4]", 4, "[6", "Points: expected [6, -4, -2], the result of the boards"),
    (SURRENDERED, "[Button 1]", "[Button 1]\n[TimedOut [[], [1], []]]", 4, "[[]",
     "TimedOut: seat 2: expected no streets, got '[1]'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "line", "place", "message"), DAMAGE)
def test_damage_is_refused_with_its_place(text, old, new, line, place, message):
    assert old in text
    damaged = text.replace(old, new, 1)
    with pytest.raises(NotationError) as caught:
        parse_deal(damaged)
    named = damaged.split("\n")[line - 1]
    # If the line has these characters more than once, the place is the last one.
    column = (named.rindex(place) if place in ("Ts", "Ah4", "?4") else named.index(place) if place else len(named)) + 1
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")
    assert len(str(caught.value)) < 500


def test_every_half_of_a_text_is_refused_or_a_deal_in_play():
    for text in (OVER, IN_PLAY, HIDDEN):
        for end in range(len(text)):
            try:
                record = parse_deal(text[:end])
            except NotationError as error:
                assert error.line is not None
            else:
                assert text[:end].rstrip(" ") != text
                assert not record.is_over or record == parse_deal(text)


@pytest.mark.parametrize("part", [
    "1" * 300_000, "A" * 300_000, "1x" * 150_000, "[" * 300_000, "Ah1 " * 75_000, "/" * 300_000, " " * 300_000 + "x",
    "]" * 300_000, "?" * 300_000, "\n" * 300_000 + "x", "[X 1]\n" * 50_000, "\0" * 300_000, "9" * 300_000 + "h1",
])  # fmt: skip
def test_huge_texts_are_refused_at_once(part):
    started = time.process_time()
    rules = ('"pineapple"', f'{{"foul": "{part}"}}')
    places = [("Kh1", part), ("[Button 1]", f"[Button {part}]"), ("pineapple", part), rules]
    for text in (part, IN_PLAY + part, *(IN_PLAY.replace(*place) for place in places)):
        with pytest.raises(NotationError) as caught:
            parse_deal(text)
        assert len(str(caught.value)) < 1000
    assert time.process_time() - started < 10


LETTERS = st.sampled_from(
    list('0123456789TJQKAcdhs /-?:[]{}",\\\n\r\t.#é♠') + ["\0", "\ud800", "\u2028", "discards ", "hand "]
)
TEXTS = st.sampled_from(
    [OVER, IN_PLAY, HIDDEN]
    + [format_deal(random_deal(rules, seed), tags={"X": "y"}, dealt=True)
       for rules in ("pineapple", "standard", "progressive", "turbo") for seed in range(3)]
    + [format_deal(random_deal("pineapple", seed), viewer=1) for seed in range(6)]
    + [format_deal(random_deal(THIRTEEN, 1))]
)  # fmt: skip


@st.composite
def damaged(draw):
    text = draw(TEXTS)
    for _ in range(draw(st.integers(1, 4))):
        kind, begin = draw(st.integers(0, 4)), draw(st.integers(0, len(text)))
        end = min(len(text), begin + draw(st.integers(0, 6)))
        if kind <= 1:
            text = text[:begin] + "".join(draw(st.lists(LETTERS, max_size=4))) + text[end:]
        elif kind == 2:
            parts = re.split(r"(\s+)", text)
            first, second = (draw(st.integers(0, len(parts) - 1)) for _ in range(2))
            parts[first], parts[second] = parts[second], parts[first]
            text = "".join(parts)
        else:
            lines = text.split("\n")
            source, target = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines)))
            line = lines[source] if kind == 3 else lines.pop(source)
            lines.insert(min(target, len(lines)), line)
            text = "\n".join(lines)
    return text


@settings(max_examples=600, deadline=None)
@given(damaged())
def test_damaged_texts_are_refused_with_a_place_or_are_other_deals(text):
    try:
        record = parse_deal(text)
    except NotationError as error:
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1
        assert str(error)
    else:
        canonical = format_deal(record)
        assert (parse_deal(canonical), format_deal(parse_deal(canonical))) == (record, canonical)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=200), st.text(alphabet='[]{}:",0123456789 \nRulesButton/-?AKhs', max_size=300)))
def test_any_text_is_refused(text):
    with pytest.raises(NotationError):
        parse_deal(text)


DEAL = Deal("pineapple", 2, seed=1)
OF_DEAL = [
    ({"names": ["A"]}, "names: expected a name for each of 2 seats"),
    ({"names": ["A", "A"]}, "names: expected different names"),
    ({"names": ["A", "B\n"]}, "names: expected non-empty printable text in one line"),
    ({"tags": {"Button": 1}}, "the notation defines the tag 'Button'"),
    ({"tags": {"rules": 1}}, "the notation defines the tag 'Rules'"),
    *(({"tags": {name: 1}}, "tags: expected a name of ASCII letters and digits") for name in ("a b", 1)),
    *(({"tags": {"X": value}}, "tag X: expected text without surrogates")
      for value in ([1], float("nan"), 10**5000, "\ud800")),
    ({"tags": "X"}, "tags: expected a mapping of names to values"), ({"viewer": 2}, "viewer: expected a seat from 0 to 1"),
    ({"viewer": 0, "dealt": True}, "dealt: expected False with a viewer, got True"),
    ({"full": 1}, "full: expected True or False"),
]  # fmt: skip
OF_OTHERS = [
    (lambda: format_deal(parse_deal(OVER), ["A", "B"]), NotationError,
     "expected no names, tags, viewer or dealt with a Record"),
    (lambda: format_deal(5), NotationError, "expected a Deal, got 5"),
    (lambda: format_deal(Deal(OTHER, 2, seed=1), full=False), NotationError,
     "full: expected True, or rules with a name of their own, got 'pineapple, changed'"),
    (lambda: parse_deal(IN_PLAY, OTHER), errors.RulesError,
     "rules: expected rules with a name of their own, got 'pineapple, changed'"),
    (lambda: parse_deal(IN_PLAY, "pineapple"), errors.RulesError, "rules: expected Rules or None, got 'pineapple'"),
    (lambda: parse_deal(HIDDEN).settlement(), errors.TableError, "the deal is not over"),
    (lambda: parse_deal(HIDDEN).boards(5), errors.TableError, "street: expected an int from 0 to 4, got 5"),
    *((lambda wrong=wrong: dataclasses.replace(parse_deal(IN_PLAY), **wrong), NotationError, "")
      for wrong in ({"tags": {"Rules": "x"}}, {"names": ("A", "A")})),
    *((lambda text=text: parse_deal(text), NotationError, "line 1, column 1: expected a deal, got nothing")
      for text in ("", "\n\n", "# nothing\n")),
    (lambda: parse_deal(f"{IN_PLAY}\n\n{IN_PLAY}"), NotationError,
     "line 6, column 1: expected one deal, got another one after an empty line"),
    (lambda: parse_deal('[Rules "two-four"]\n[Button 1]\n1: surrender\n2: - / - / -'), NotationError,
     "line 3, column 4: seat 1 gave up the hand out of turn: it is the turn of seat 2"),
    (lambda: parse_deal('[Rules "pineapple"]\n[Button 1]\n1: - / - / -\n2: surrender'), NotationError,
     "line 4, column 4: seat 2 surrenders, which the rules 'pineapple' do not allow"),
    *((lambda arguments=arguments: format_deal(DEAL, **arguments), cp.CpokerError, text) for arguments, text in OF_DEAL),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "message"), OF_OTHERS)
def test_calls_that_are_refused(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)


SHORT = "Jh4s3h-As5c4c3c2h-KdJd9d7d3d"


def test_finished_boards():
    board = cp.Board("Jh 4s 3h", "As 5c 4c 3c 2h", "Kd Jd 9d 7d 3d")
    assert format_board(board) == format_board(str(board)) == SHORT
    assert parse_board(SHORT) == cp.Board.parse(SHORT) == cp.Board.parse(SHORT.replace("-", " - ")) == board
    assert cp.settle([SHORT, "QhQd2c-8s8h7c7s6d-TsThTc5d5s"], "pineapple").points == (-6, 6)


@given(st.permutations(range(52)))
def test_boards_round_trip(cards):
    board = cp.Board.of_cards(cards[:13])
    assert parse_board(format_board(board)) == cp.Board.parse(format_board(board)) == board


@pytest.mark.parametrize(("text", "column", "message"), [
    ("Jh4s3h-As5c4c3c2h", 1, "expected three rows with '-' between them, got 2"),
    ("Jh4s3-As5c4c3c2h-KdJd9d7d3d", 5, "front: bad card '3'"), ("Jh4s3h-As5c4c3c2x-KdJd9d7d3d", 16, "middle: bad card '2x'"),
    ("Jh4s3h-As5c4c3c2h-KdJd9d7d3d2d", 19, "back: expected 5 cards, got 6"),
    ("Jh4s3h-As5c4c3c3h-KdJd9d7d3d", 1, "card 3h is both in the front and in the middle"),
    ("Jh4s3h-As5cAs3c3h-KdJd9d7d3d", 12, "middle: card As appears twice"), ("", 1, "expected three rows"),
    ("--", 1, "front: expected 3 cards, got 0"),
])  # fmt: skip
def test_bad_boards(text, column, message):
    with pytest.raises(NotationError) as caught:
        parse_board(text)
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (1, column)
    with pytest.raises(errors.BoardError):
        cp.Board.parse(text)


@pytest.mark.parametrize("text", [
    "- / - / -", "Jh 4s 3h / - / -", "Jh4s3h-As5c4c3c2h/KdJd9d7d3d", "Jh4s3h-As5c4c3c2h-KdJd9d7d3d-2c", "Jh-4s-3h",
    "Jh4s3h - As5c4c3c2h", "-", "Jh-4s3h/As5c4c3c2h/KdJd9d7d3d", "4-3h 3h 2h-As5c4c3c2h-KdJd9d7d3d",
])  # fmt: skip
def test_dashes_do_not_make_bad_boards_good(text):
    with pytest.raises(errors.BoardError):
        cp.Board.parse(text)
    with pytest.raises(cp.CpokerError):
        cp.settle([text, text], "pineapple")


def test_the_tag_of_declarations():
    assert '[Declared ["three flushes", null]]\n[Points [3, -3]]' in DECLARED
    assert "[Declared [null, null]]\n[Points [13, -13]]" in COMPARED
    for text, natural in ((DECLARED, cp.rulebook.Pattern.THREE_FLUSHES), (COMPARED, None)):
        record = parse_deal(text)
        assert (record.declared, record.settlement().seats[0].natural) == ((natural, None), natural)
        assert format_deal(record) == format_deal(record.deal()) == text
        assert record.deal().declarations == (natural or False, False)
    # Without the tag, players declare if it pays them more.
    assert parse_deal(COMPARED.replace("[Declared [null, null]]\n", "")) == parse_deal(COMPARED)
    # Boards that may declare nothing need no tag, nor do rules without naturals.
    text = format_deal(played("face-up", ["2c 3d 5h / 3c 3h 9c Kc 9h / Ad Ac 8d 4d 2d", PLAIN]))
    assert "Declared" not in text
    assert (parse_deal(text).declared, parse_deal(OVER).declared) == ((None, None), ())


def test_nothing_is_declared_before_the_showdown():
    deal = Deal("face-up", 2, seed=1, declare=False)
    text = format_deal(deal, dealt=True)
    assert "Declared" not in text
    again = parse_deal(text).deal()
    assert (again.stacks, again.declarations) == (deal.stacks, ("if better", "if better"))
    assert again.declare(False).declarations == deal.declarations


def test_a_record_has_the_declarations_of_placements():
    """In `declared`, not in its moves: the text does not say when they were made."""
    deal = played("face-up", [FLUSHES, PLAIN])
    move = deal.undo()
    deal.place(move.placement.__replace__(declare=True))
    text = format_deal(deal)
    assert text == (DECLARED if move.seat == 0 else COMPARED)
    record = parse_deal(text)
    assert record == Record.of_deal(deal) == Record.of_deal(record.deal())
    assert {recorded.placement.declare for recorded in record.moves} == {"if better"}


def test_time_outs_are_written():
    deal = Deal("turbo", 2, seed=2)
    deal.time_out()
    assert format_deal(deal) == LATE
    record = parse_deal(LATE)
    assert record == Record.of_deal(deal) == Record.of_deal(deal, viewer=0)
    assert (record.moves[0].timed_out, record.deal(seed=1).moves == deal.moves) == (True, True)
    assert record.to_dict()["moves"][0]["timed_out"] is True
    deal.place("- / 3h 6c / Jd 9c Kh").time_out()
    assert "[TimedOut [[], [1, 2]]]" in format_deal(deal)
    assert "timed_out" not in Record.of_deal(deal).to_dict()["moves"][1]
    early = Deal("pineapple", 2, seed=2, fantasyland=(14, 0))
    early.time_out()
    assert "[TimedOut [[0], []]]" in format_deal(early, viewer=1)
    for text in (format_deal(early), format_deal(early, viewer=1), format_deal(early, dealt=True)):
        assert format_deal(parse_deal(text)) == text
        assert parse_deal(text).moves[0].timed_out


def test_cards_of_a_time_out_are_placed_by_the_rules():
    deal = Deal("pineapple", 2, seed=2)
    for _ in range(4):
        deal.time_out()
    assert parse_deal(format_deal(deal)).moves == tuple(deal.moves)  # without the order of the dealt cards
    assert parse_deal(format_deal(deal, dealt=True)).deal().moves == deal.moves


def test_a_complete_record_shows_the_picture_of_its_deal():
    deal = finished(random_deal("pineapple", 3))
    names = [f"player {seat + 1}" for seat in range(deal.players)]
    assert Record.of_deal(deal)._repr_html_() == deal.to_svg()
    assert Record.of_deal(deal, names)._repr_html_() == deal.to_svg(names=names)
    half = Deal("face-up", 3, seed=7)
    for _ in range(4):
        half.time_out()
    assert Record.of_deal(half)._repr_html_() == half.to_svg()


def test_records_show_no_unknown_cards():
    hidden = parse_deal(HIDDEN)._repr_html_()
    assert "Fantasyland: 14 cards" in hidden
    known = "Jd0 Jc0 6c0 / Kh0 Qd0 Qc0 Td0 7h0 / 9s0 9c0 5s0 5d0 5c0 discards 3h0"
    assert hidden != parse_deal(HIDDEN.replace("? / ? / ? discards ?0", known))._repr_html_()
    seen = parse_deal(IN_PLAY)._repr_html_()
    assert "hand of player 1: place 2, discard 1" in seen
    assert "discards of player 2" in seen
    assert "discards of player 1" not in seen
    assert "pineapple, turn of player 1" in seen


def test_a_surrender_is_read_and_written():
    """A surrender pays 2 to each opponent; seat 0 wins three rows and the overall point against seat 2 (rules 2-4)."""
    boards = ["As Ad 2c / Ks Kd Kc 3d 4c / Js Jd Jh 9c 9h", None, "Qs 8d 2h / Ts Th 7d 6c 4s / Td Tc 8h 5s 5h"]
    record = parse_deal(SURRENDERED)
    assert format_deal(record) == SURRENDERED
    assert (record.surrendered, record.moves[0], record.next_fantasyland) == (
        (1,), Move(1, 0, Placement.surrender()), (0, 0, 0),
    )  # fmt: skip
    assert record.settlement().points == cp.settle(boards, "two-four").points == (6, -4, -2)
    assert record.to_dict()["moves"][0] == {"seat": 1, "street": 0, "surrender": True}
    assert record.to_dict()["settlement"]["points"] == [6, -4, -2]
    assert [board.is_complete for board in record.boards()] == [True, False, True]
    assert "surrender, -4 points" in record._repr_html_()
    assert parse_deal(SURRENDERED.replace("surrender", "  surrender\t")) == record
    assert pickle.loads(pickle.dumps(record)) == record
    assert not record.is_whole  # the cards of seat 1 are unknown
    for seed in range(3):
        deal = record.deal(seed=seed)
        assert Record.of_deal(deal, record.names) == record
        assert not {*deal.stacks[1]} & {*deal.stacks[0], *deal.stacks[2]}
    whole = parse_deal(format_deal(deal, dealt=True))
    assert whole.is_whole
    assert whole.deal().stacks == deal.stacks


def test_a_view_hides_surrenders_until_the_showdown():
    deal = Deal("two-four", 3, seed=1, button=0).place("surrender")
    lines = {viewer: format_deal(deal, viewer=viewer).splitlines()[-3:] for viewer in range(3)}
    assert [lines[viewer][1] for viewer in range(3)] == ["2: ? / ? / ?", "2: surrender", "2: ? / ? / ?"]
    for viewer in range(3):
        record = Record.of_deal(deal, viewer=viewer)
        assert (parse_deal(format_deal(record)), record.surrendered) == (record, deal.position(viewer).surrendered)
        assert record.deal(seed=1).position(viewer) == deal.position(viewer)
        if viewer != 1:
            assert record.boards()[1] is None
            assert record.to_dict()["moves"] == [{"seat": 1, "street": 0, "hidden": True}]
    deal.time_out()
    deal.time_out()
    for viewer in range(3):
        assert Record.of_deal(deal, viewer=viewer) == Record.of_deal(deal)


@pytest.mark.parametrize("seed", range(30))
def test_deals_with_surrenders_are_read_back_as_they_were(seed):
    rng, rules = random.Random(seed), dataclasses.replace(cp.rules("closed"), name="ours", surrender=2)
    players = rng.randint(2, 3)
    lands = [rng.choice([0, 0, 13, 14]) for _ in range(players)]
    deal = Deal(rules, players, seed=seed, button=rng.randrange(players), fantasyland=lands)
    for _ in range(rng.randint(1, players)):
        deal.place("surrender") if rng.random() < 0.5 else placed_at_random(deal, rng)
    for viewer in (None, *range(players)):
        text = format_deal(deal, viewer=viewer)
        record = parse_deal(text)
        assert (record, format_deal(record)) == (Record.of_deal(deal, viewer=viewer), text)
        again = record.deal(seed=seed)
        if viewer is None:
            assert (again.moves, again.boards, again.surrendered) == (deal.moves, deal.boards, deal.surrendered)
        else:
            assert again.position(viewer) == deal.position(viewer)
    assert parse_deal(format_deal(deal, dealt=True)).deal().stacks == deal.stacks


def test_a_player_who_surrenders_declares_nothing():
    ours = dataclasses.replace(cp.rules("pagat"), name="ours", surrender=2)
    text = format_deal(finished(Deal(ours, 2, seed=1).place("surrender")), full=False)
    with pytest.raises(NotationError, match="Declared: the board may not declare 'dragon' under these rules"):
        parse_deal(text.replace("[Points", '[Declared [null, "dragon"]]\n[Points'), ours)
    assert parse_deal(text, ours).declared == (None, None)
