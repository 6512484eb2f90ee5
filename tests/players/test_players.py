"""Bots: their boards, and errors of bots that fail."""

import dataclasses
import functools
import json
import pickle
import sys
from collections import Counter

import numpy as np
import pytest
import reference
from known_boards import PAGAT_WITH_SURRENDER
from one_street import on_one_street

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.game import Position
from cpoker_fast.game.positions import Positions
from cpoker_fast.players.preparing import are_alike, prepared
from cpoker_fast.players.referee import Referee
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.thinking.networks import has_networks

RNG = np.random.default_rng


def hands_of(n, seed=1):
    return cp.deal_many(n // 4, seed=seed).reshape(-1, 13)


def placed_by(bot, hands, rules, seat, rng, players=2):
    """Return what a bot places for hands of a closed game; `seat` is counted clockwise from the button."""
    return bot.place_many(Positions.of_hands(hands, rules, players, seat=seat, button=0), rng)


WHOLE_HAND_BOTS = [name for name in cp.bots("pagat") if name != "careful"]


@pytest.mark.parametrize("rules", cp.presets())
@pytest.mark.parametrize("name", WHOLE_HAND_BOTS)
def test_bots_set_legal_boards_of_their_hands(name, rules):
    rules = on_one_street(rules)
    hands, players = hands_of(48), rules.players
    ready = prepared(name, rules, players)
    decisions = placed_by(ready, hands, rules, 1, RNG(1), players)
    for hand, board, declares in zip(hands.tolist(), decisions.boards.tolist(), decisions.declare.tolist(), strict=True):
        if board[0] == 255:
            assert name == "expert"
            assert rules.surrender is not None
            continue
        rows = cp.Board(board[:3], board[3:8], board[8:])
        assert rows.hand == cp.CardSet(hand)
        seat = cp.settling.read_seat(rows, rules)
        assert not seat.is_foul or cp.count_arrangements(hand, rules) < 1000
        assert declares or name == "expert"
    assert (placed_by(ready, hands, rules, 1, RNG(1), players).boards == decisions.boards).all()


@pytest.mark.parametrize("name", ["royalties", "balanced", "expert"])
def test_one_hand_is_a_batch_of_one(name):
    ready = prepared(name, cp.rules("pagat"), 3)
    for hand in hands_of(20):
        positions = Positions.of_hands(hand[None], "pagat", 3, seat=0, button=0)
        decisions, decision = ready.place_many(positions, RNG()), ready.place(positions[0], RNG())
        assert decision.declare == decisions.declare[0]
        assert decisions.boards[0].tolist() == ([255] * 13 if decision.board is None else decision.board.cards())
        unprepared = cp.bot(name).place(positions[0], RNG())
        assert (unprepared.board, unprepared.declare) == (decision.board, decision.declare)


def test_random_boards_are_uniform():
    """A hand has few legal boards; over many tries, each of them is equally likely."""
    rules = cp.Rules(lowball_middle=True, lowball_qualifier="7")
    hand = cp.CardSet("2c 3c 4c 5d 7h Ts Tc Td Jh Jd Qs Qd Kc")
    legal = {board.rows for board in cp.arrangements(hand, rules)}
    assert 10 < len(legal) < 2000
    decisions = placed_by(cp.bot("random").prepare(rules, 2), [hand] * 40 * len(legal), rules, 0, RNG(3))
    counts = Counter(cp.Board(board[:3], board[3:8], board[8:]).rows for board in decisions.boards.tolist())
    assert counts.keys() <= legal
    assert abs(sum((counts[rows] - 40) ** 2 / 40 for rows in legal) - len(legal)) < 5 * (2 * len(legal)) ** 0.5


FIELD = cp.fields.Field("pagat", ["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"])


def test_royalties_and_the_expert_are_functions_of_arranging():
    """The expert plays its field."""
    rules, hands = cp.rules("pagat"), hands_of(40)
    decisions = placed_by(cp.bot("royalties"), hands, on_one_street("russian"), 0, RNG())
    assert (decisions.boards == cp.best_royalties_many(hands, "russian")).all()
    for seat, players in ((0, 2), (1, 2), (2, 4)):
        decisions = placed_by(prepared(cp.bot("expert", FIELD), rules, players), hands, rules, seat, RNG(), players)
        expected = cp.arrange_many(hands, "pagat", FIELD, opponents=players - 1, has_button=seat == 0)
        assert (decisions.boards == expected.boards).all()
        assert (decisions.declare == expected.declare).all()


def test_the_expert_with_the_button_on_some_seats():
    """Under `house`, the button pays twice as much, so the best boards differ."""
    rules, hands = cp.rules("house"), hands_of(80)
    places = enumerate((seat, button) for seat in range(2) for button in range(2))
    positions = [Positions.of_hands(hands, rules, seat=seat, button=button)[index] for index, (seat, button) in places]
    together = prepared("expert", rules, 2).place_many(Positions.of(positions), RNG())
    for decision, position in zip(together, positions, strict=True):
        has_button = position.seat == position.button
        assert decision.board == cp.arrange(position.hand, rules, opponents=1, has_button=has_button).board


def test_the_expert_places_alike_with_any_number_of_threads():
    """Of closed games, the first street, later streets, last streets and Fantasylands."""
    one, two, every = (cp.bot("expert", threads=threads) for threads in (1, 2, 0))
    positions = Positions.of_hands(hands_of(600), cp.rules("pagat"), seat=0, button=1)
    expected = one.place_many(positions, RNG(1))
    for player in (two, every):
        placements = player.place_many(positions, RNG(1))
        for name in ("boards", "declare", "points"):
            np.testing.assert_array_equal(getattr(placements, name), getattr(expected, name))
    for name in ("pineapple", "russian"):
        one, two = (cp.bot("expert", rollouts=96, book=False, threads=threads) for threads in (1, 2))
        positions = positions_of_a_deal(name)
        assert [one.place(p, RNG(1)) for p in positions] == [two.place(p, RNG(1)) for p in positions]
        for street in {p.street for p in positions}:
            of_street = [p for p in positions if p.street == street]
            assert one.place_many(of_street, RNG(1)) == two.place_many(of_street, RNG(1))
    in_fantasyland = Position(
        "pineapple", seat=0, button=1, street=0, boards=["- / - / -"] * 2, fantasyland=(14, 0),
        hand="As Ks Qh Js 9s 8d 8h 5c 5h 3d 3h 2c 7h 7d",
    )  # fmt: skip
    assert one.place(in_fantasyland, RNG(1)) == two.place(in_fantasyland, RNG(1))
    assert one.identity() == two.identity()
    assert are_alike([prepared(player, cp.rules("pineapple"), 2) for player in (one, two)])


def positions_of_a_deal(name):
    """Return the positions of a deal for two careful players."""
    deal, positions = cp.Deal(name, 2, seed=3), []
    while not deal.is_over:
        positions.append(deal.position())
        deal.place(cp.bot("careful").place(positions[-1], RNG(1)))
    return positions


def test_bots_by_name():
    assert repr(cp.bot("expert", threads=2)) == "bot('expert', threads=2)"
    assert repr(prepared(cp.bot("expert", threads=2), cp.rules("pineapple"), 2)) == "bot('expert', rollouts=200, threads=2)"
    with pytest.raises(errors.BotError, match="the bot 'random' takes no threads: expected threads for 'expert' only"):
        cp.bot("random", threads=1)
    for threads in (-1, 257, "2", 1.0):
        with pytest.raises(errors.ArrayError, match=r"threads: expected an int from 0 \(all CPUs\) to 256"):
            cp.bot("expert", threads=threads)
    assert repr(cp.bot("expert")) == "bot('expert')"
    assert pickle.loads(pickle.dumps(cp.bot("balanced"))).name == "balanced"
    expected = f"{', '.join(map(repr, cp.bots()))}, 'exec:COMMAND', or your own function or object"
    similar = {"exprt": "expert", "experts": "expert", "Careful": "careful"}
    for name in (*similar, 5, None, ""):
        meant = rf"did you mean '{similar[name]}'\? " if name in similar else ""
        with pytest.raises(errors.BotError, match=f"unknown bot {name!r}: {meant}expected one of {expected}$"):
            cp.bot(name)
    with pytest.raises(errors.BotError, match="the bot 'random' takes no field: expected field for 'expert' only"):
        cp.bot("random", FIELD)
    with pytest.raises(errors.FieldError, match="the field is for other rules: expected 'simple', got 'pagat'"):
        prepared(cp.bot("expert", FIELD), cp.rules("simple"), 2)


@pytest.mark.parametrize(("bot", "rules", "message"), [
    (cp.bot("expert", seconds=1), "pagat", "the bot 'expert' takes no seconds under the rules 'pagat'"),
    (cp.bot("expert", rollouts=100), "pagat", "takes no rollouts under the rules 'pagat'"),
    (cp.bot("expert", book=False), "pagat", "takes no book under the rules 'pagat'"),
    (cp.bot("expert", FIELD), "pineapple", "takes no field under the rules 'pineapple'"),
    (cp.bot("royalties"), "pineapple", "the bot 'royalties' does not play 'pineapple': expected a closed game"),
    (cp.bot("balanced"), "pineapple", "the bot 'balanced' does not play 'pineapple': expected a closed game"),
    ("royalties", "pineapple", "the bot 'royalties' does not play 'pineapple': expected a closed game"),
    (cp.bot("balanced"), "face-up", "the bot 'balanced' does not play 'face-up': expected a closed game"),
    (5, "pagat", "bot: expected a name, a function, or an object with place or place_many, got 5"),
    (5, "pineapple", "bot: expected a name, a function, or an object with place or place_many, got 5"),
])  # fmt: skip
def test_bots_refuse_other_rules(bot, rules, message):
    for play in (lambda: prepared(bot, cp.rules(rules), 2), lambda: cp.simulate(rules, [bot, "random"], 1),
                 lambda: cp.tournament(rules, [bot, "random"], 1)):  # fmt: skip
        with pytest.raises(errors.BotError, match=message) as caught:
            play()
        assert caught.value.bot == getattr(bot, "name", "" if bot == 5 else bot)


def test_bots_by_rules():
    assert set(cp.bots("pagat")) == {"random", "careful", "royalties", "balanced", "expert"}
    for name in cp.presets():
        assert ("balanced" in cp.bots(name)) is cp.rules(name).is_closed
        assert ("swift" in cp.bots(name)) is has_networks(cp.rules(name))
        assert {"random", "careful", "expert"} <= {*cp.bots(name)} <= {*cp.bots()}


def greedy(position, rng):
    return cp.best_royalties(position.hand, position.rules)


class Batched:
    name = "batched"

    def __init__(self, change=lambda boards, declare: (boards, declare)):
        self.change = change

    def place(self, position, rng):
        raise AssertionError("it is asked for many hands at once")

    def place_many(self, positions, rng):
        hands, rules = positions.hands, positions.rules
        changed = self.change(cp.best_royalties_many(hands, rules), np.ones(len(hands), bool))
        return cp.game.Placements(*changed) if isinstance(changed, tuple) else changed


def ask(bot, rules="pagat", *, fouls=False, limit=None, n=8):
    rules = as_rules(rules)
    positions = Positions.of_hands(hands_of(n), rules, seat=1, button=0)
    return Referee(fouls, limit).ask(prepared(bot, rules, 2), "Ann", positions, RNG(1))


def test_a_function_is_a_bot():
    seats = []

    def function(position, rng):
        seats.append(position.seat)
        assert len(position.hand) == position.to_place == 13
        assert not any(board.cards for board in position.boards)
        assert isinstance(rng, np.random.Generator)
        board = greedy(position, rng)
        return [board, cp.Placement(*board.rows, declare=True), cp.Placement.surrender()][len(seats) % 3]

    asked = ask(function, PAGAT_WITH_SURRENDER)
    assert seats == [1] * 8
    assert not asked.faults.any()
    assert asked.declared.tolist() == [-2, -1, -3, -2, -1, -3, -2, -1]
    expected = cp.best_royalties_many(hands_of(8), "pagat")
    expected[[1, 4, 7]] = 255
    assert (asked.boards == expected).all()
    assert (ask(Batched()).boards == cp.best_royalties_many(hands_of(8), "pagat")).all()


def raising(position, rng):
    raise ZeroDivisionError("oh")


def raising_nothing(position, rng):
    raise RuntimeError


@pytest.mark.parametrize(("bot", "options", "message"), [
    (raising_nothing, {}, r"bot 'Ann' raised RuntimeError \(test_players\.py, line \d+\), at seat 2, with the hand \w\w "),
    (raising, {}, r"bot 'Ann' raised ZeroDivisionError: oh \(test_players\.py, line \d+\), at seat 2, with the hand \w\w "),
    (lambda *_: cp.Board.parse("As Ah Ad / Kc Kd Kh Ks 2c / Qs Qh Qd Qc 2d"), {},
     r"bot 'Ann' placed wrongly: card \w\w is not in the hand: "),
    (lambda *_: cp.Placement.surrender(), {"rules": "one-six"}, "bot 'Ann' surrendered, which the rules 'one-six' do not"),
    (lambda *_: None, {"rules": "two-four"},
     r"bot 'Ann' returned nothing: expected a placement, or Placement.surrender\(\)"),
    (lambda *_: 5, {}, "bot 'Ann' placed wrongly: bad rows 5: expected text with three rows"),
    (lambda *_: "As Kd", {}, "bot 'Ann' placed wrongly: bad rows 'As Kd': expected three rows, .*, at seat 2, with"),
    (lambda *_: cp.Placement("As Kd"), {}, "placed wrongly: card Kd is not in the hand"),
    (lambda *asked: cp.Placement(*greedy(*asked).rows, declare=cp.rulebook.Pattern.DRAGON), {},
     "placed wrongly: declare: the board may not declare 'dragon'"),
    (lambda *_: Strange(), {}, "bot 'Ann' returned Strange: 'strange'"),
    (Batched(lambda boards, declare: 1 / 0), {}, "bot 'Ann' raised ZeroDivisionError: division by zero"),
    (Batched(lambda boards, declare: None), {}, "returned nothing: expected a placement"),
    (Batched(lambda boards, declare: boards / 2), {},
     r"returned ndarray: expected boards of uint8, \(8, 13\), or a row .* for each card, \(8, 13\), got float"),
    (Batched(lambda boards, declare: [5] * 8), {}, "placed wrongly: bad rows 5"),
    (Batched(lambda boards, declare: [*boards[:7], "x"]), {}, "placed wrongly: bad rows 'x'"),
    (Batched(lambda boards, declare: (boards[:3], declare)), {}, r"declare: expected the shape|got uint8, shape \(3, 13\)"),
    (Batched(lambda boards, declare: boards[:3]), {}, r"uint8, \(8, 13\), .*, got uint8, shape \(3, 13\)"),
    (Batched(lambda boards, declare: [*boards[:3]]), {}, r"uint8, \(8, 13\), .*, got uint8, shape \(3, 13\)"),
    (Batched(lambda boards, declare: ["x"] * 3), {}, "returned 3 placements: expected a placement for each of 8 positions"),
    (Batched(lambda boards, declare: 5), {}, "returned int: "),
    (Batched(lambda boards, declare: boards.astype(int) + 500), {},
     "placed wrongly: expected cards from 0 to 51, or 255 .*, got"),
    (Batched(lambda boards, declare: ([[1, 2], [3]] * 4, declare)), {}, r"placed wrongly: bad rows \[1, 2\]"),
    (Batched(lambda boards, declare: errors.BotError("oh")), {}, "returned BotError: bad boards: expected an array"),
    (Batched(lambda boards, declare: (boards, declare[:3])), {}, r"declare: expected the shape \(8,\)"),
    (Batched(lambda boards, declare: boards * 0 + 4), {}, "placed wrongly: card 3c is on the board twice"),
    (Batched(lambda boards, declare: boards * 0), {}, "placed wrongly: front: expected at most 3 "),
    (Batched(lambda boards, declare: boards // 4 * 0 + 2), {}, "placed wrongly: back: expected at most 5 "),
    (Batched(lambda boards, declare: boards * 0 + 77), {}, "placed wrongly: expected cards from 0 to 51, .* got 77"),
    (Batched(lambda boards, declare: np.where(boards < 20, 255, boards)), {}, r"expected 13 of 13 cards to be placed"),
    (Batched(lambda boards, declare: (boards | 255, declare)), {"rules": "one-six"}, "surrendered, which the rules"),
])  # fmt: skip
def test_faults(bot, options, message):
    with pytest.raises(errors.BotError, match=message) as caught:
        ask(bot, **options)
    assert (caught.value.bot, pickle.loads(pickle.dumps(caught.value)).hand) == ("Ann", caught.value.hand)
    asked = ask(bot, **options, fouls=True)
    assert asked.faults.all() or (message.endswith("'x'") and asked.faults.tolist() == [False] * 7 + [True])


class Strange:
    def __iter__(self):
        raise KeyError("strange")


def answers_of(hand, board):
    """Return a board in all forms that `settle` reads."""
    rows, cards = [str(row) for row in board.rows], board.cards()
    return [board, str(board), rows, [row.split() for row in rows], cards, np.array(cards), [*map(cp.format_card, cards)]]


@pytest.mark.parametrize("form", range(7))
def test_answers_are_read_as_settle_reads_boards(form):
    def one(position, rng):
        return answers_of(position.hand, greedy(position, rng))[form]

    def many(positions, rng):
        return [one(position, rng) for position in positions]

    def array(positions, rng):
        return np.array([greedy(position, rng).cards() for position in positions], np.int64)

    def rows_by_card(positions, rng):
        rows = np.repeat([0, 1, 2], [3, 5, 5])
        pairs = zip(positions.hands.tolist(), array(positions, rng).tolist(), strict=True)
        return np.array([rows[[board.index(card) for card in hand]] for hand, board in pairs])

    by_many = (many, array, lambda *asked: iter(many(*asked)), lambda *asked: memoryview(array(*asked)), rows_by_card)
    for bot in (one, *(Own(place_many=function) for function in by_many)):
        asked = ask(bot)
        assert (asked.boards == cp.best_royalties_many(hands_of(8), "pagat")).all()
        assert asked.declared.tolist() == [-3] * 8  # if that pays more
        assert not asked.faults.any()


def test_faults_name_the_line_of_the_bot():
    """Not that of a library which the bot calls, and the last line that led to them, not the largest number."""

    def divide():
        return 1 / 0

    line = divide.__code__.co_firstlineno + 1
    for bot, error, number in (
        (lambda *_: json.loads("x"), r"\w+: .*", r"\d+"), (lambda *_: np.stack([]), r"\w+: .*", r"\d+"),
        (lambda *_: cp.Board("junk", "", ""), r"\w+: .*", r"\d+"),
        (lambda *_: divide(), "ZeroDivisionError: division by zero", line),
    ):  # fmt: skip
        with pytest.raises(errors.BotError, match=rf"raised {error} \(test_players\.py, line {number}\), at seat"):
            ask(bot)


def test_a_missing_answer_is_no_surrender():
    """It is often a missing return statement; Placement.surrender() surrenders."""
    nothing = Batched(lambda boards, declare: [*boards.tolist()[:-1], None])
    with pytest.raises(errors.BotError, match=r"returned nothing: expected a placement, or Placement.surrender\(\)"):
        ask(nothing, rules=cp.rules("two-four"))
    surrenders = Batched(lambda boards, declare: [cp.Placement.surrender()] * len(boards))
    assert (ask(surrenders, rules=cp.rules("two-four")).boards == 255).all()


def test_a_bot_may_give_up_a_hand():
    """FOUL is a dead hand, which is settled as one, and no fault."""
    for bot in (lambda *_: cp.FOUL, Batched(lambda boards, declare: [cp.FOUL] * len(boards))):
        asked = ask(bot)
        assert not asked.faults.any()
        assert (asked.boards == 254).all()
    fouls = cp.simulate("simple", [lambda *_: cp.FOUL, "royalties"], 30, seed=1)
    assert (fouls.points(0).mean, fouls.summary(0)["fouls"]) == (-3, 1.0)
    assert not fouls.counts.faults.any()


def test_boards_declare_naturals_if_that_pays_more():
    """By default, the same for bots, `settle` and `settle_many`: 20,000 deals against `balanced`."""
    default, best, rows = (
        cp.simulate("pagat", [Batched(answer), "balanced"], 20_000, seed=1, workers=0).points(0).mean
        for answer in (
            lambda boards, _: boards,
            lambda boards, _: cp.game.Placements(boards, np.ones(len(boards), bool)),
            lambda boards, _: cp.game.Placements(boards, np.zeros(len(boards), bool)),
        )
    )
    assert rows + 0.03 < best <= default + 0.001


@pytest.mark.parametrize(("is_batched", "message"), [
    (False, r"bot 'Ann' took 0\.75 seconds, over its limit of 0\.5, at seat 2, with the hand \w\w "),
    (True, r"bot 'Ann' took 0\.75 seconds for each hand, over its limit of 0\.5, in a request with 8 hands$"),
])  # fmt: skip
def test_bots_that_are_too_slow(is_batched, message, clock, monkeypatch):
    monkeypatch.setattr(sys.modules[Referee.__module__], "perf_counter", clock)

    def bot(seconds):
        def one(*asked):
            clock.now += seconds
            return greedy(*asked)

        def many(boards, declare):
            clock.now += seconds * len(boards)
            return boards, declare

        return Batched(many) if is_batched else one

    with pytest.raises(errors.BotError, match=message):
        ask(bot(0.75), limit=0.5)
    assert ask(bot(0.75), limit=0.5, fouls=True).faults.all()
    assert not ask(bot(0.5), limit=0.5).faults.any()


def test_one_fault_among_good_boards():
    def one_wrong(boards, declare):
        boards[3] = 7
        return boards, declare

    asked = ask(Batched(one_wrong), fouls=True)
    assert asked.faults.tolist() == [False] * 3 + [True] + [False] * 4
    assert asked.declared[~asked.faults].tolist() == [-2] * 7
    with pytest.raises(errors.BotError, match=f"at seat 2, with the hand {cp.CardSet(hands_of(8)[3].tolist())}$"):
        ask(Batched(one_wrong))


def test_bots_cannot_change_the_positions():
    def spoil(positions, rng):
        positions.hands[:] = 0

    with pytest.raises(errors.BotError, match="raised ValueError: assignment destination is read-only"):
        ask(Own(place_many=spoil))


def test_prepare():
    class Prepared(Batched):
        def prepare(self, rules, players):
            self.players = players
            return Batched() if rules.name == "pagat" else 5

    bot = Prepared()
    assert (type(prepared(bot, cp.rules("pagat"), 3)), bot.players) == (Batched, 3)
    with pytest.raises(errors.BotError, match="returned 5: expected a bot"):
        prepared(bot, cp.rules("simple"), 3)


class Own:
    def __init__(self, **methods):
        for name, method in methods.items():
            setattr(self, name, method)


def keyword_only(position, *, rng):
    return greedy(position, rng)


def annotated(hand: cp.CardSet) -> cp.Board:
    return cp.best_royalties(hand, "pagat")


@pytest.mark.parametrize("rules", ["pagat", "pineapple"])
@pytest.mark.parametrize(("bot", "message"), [
    (lambda a: 1, r"bot '<lambda>': expected the parameters \(position, rng\), got \(a\); if this is a policy, wrap"),
    (lambda position: 1, r"bot '<lambda>': expected .* \(position, rng\), got \(position\); if this is a policy, wrap"),
    (lambda a, b, c: 1, r"bot '<lambda>': expected .* \(position, rng\), got \(a, b, c\); if this is a policy, wrap"),
    (lambda: 1, r"bot '<lambda>': expected the parameters \(position, rng\), got \(\); if this is a policy, wrap"),
    (annotated, r"bot 'annotated': expected the parameters .*, got \(hand\); if this is a policy, wrap"),
    (lambda observations, masks: 1,
     r"bot '<lambda>': expected the parameters \(position, rng\), got \(observations, masks\); if this is a policy, wrap"),
    (keyword_only, r"bot 'keyword_only': expected the parameters .*, got \(position, \*, rng\); if this is a policy, wrap"),
    (functools.partial(greedy, 1), r"bot 'partial': expected the parameters .*, got \(rng\); if this is a policy, wrap"),
    (Own(place=lambda hand: 1), r"bot 'Own': place: expected the parameters \(position, rng\), got \(hand\)$"),
    (Own(place=lambda: 1), r"bot 'Own': place: expected the parameters \(position, rng\), got \(\)$"),
    (Own(place=greedy, place_many=lambda hands: 1),
     r"bot 'Own': place_many: expected the parameters \(positions, rng\), got \(hands\)$"),
    (Own(place=greedy, prepare=lambda: 1), r"bot 'Own': prepare: expected the parameters \(rules, players\), got \(\)$"),
    (Batched, r"bot: expected an object of the class, such as Batched\(\), got <class '.*Batched'>$"),
])  # fmt: skip
def test_parameters_are_checked_before_the_first_hand(bot, message, rules):
    for play in (
        lambda: prepared(bot, cp.rules(rules), 2), lambda: cp.simulate(rules, ["careful", bot], 5, seed=1),
        lambda: cp.tournament(rules, [bot, "random"], 1), lambda: cp.app.play.Game(rules, [bot], seed=1),
    ):  # fmt: skip
        with pytest.raises(errors.BotError, match=message) as caught:
            play()
        assert len(str(caught.value)) <= 300
        assert not message.endswith("wrap") or str(caught.value).endswith("wrap it: PolicyBot(policy)")


def test_parameters_that_fit():
    def with_defaults(position, rng, depth=3, masks=None):
        return greedy(position, rng)

    class Callable:
        def __call__(self, position, rng):
            return greedy(position, rng)

    for bot in (with_defaults, Callable(), functools.partial(with_defaults, depth=1), lambda *asked: greedy(*asked), greedy):
        assert not ask(bot).faults.any()
    with pytest.raises(errors.BotError, match="bot 'max' raised TypeError"):  # functions in C may hide their parameters
        cp.simulate("pagat", [max, "random"], 1)


class BoastfulError(Exception):
    def __repr__(self):
        return "x\n" * 10_000

    __str__ = __repr__


class MuteError(Exception):
    def __str__(self):
        raise ZeroDivisionError

    __repr__ = __str__


@pytest.mark.parametrize("answer", [[0] * 100_000, "A" * 100_000, BoastfulError(), MuteError(), cp.Placement([*range(52)])])
@pytest.mark.parametrize("is_batched", [False, True])
def test_errors_of_bots_are_short(answer, is_batched):
    def answering(*_):
        if isinstance(answer, Exception):
            raise answer
        return answer

    bot = Batched(answering) if is_batched else answering
    setattr(bot, "name" if is_batched else "__name__", "a very long name " * 1000)
    with pytest.raises(errors.BotError, match="^bot 'a very long ") as caught:
        cp.simulate(dataclasses.replace(cp.rules("pagat"), name="x" * 10_000), ["random", bot], 1, seed=1)
    text = str(caught.value)
    assert len(text) <= 300
    assert "\n" not in text
    assert text.endswith(", in a request with 2 hands" if is_batched else f", with the hand {caught.value.hand}")
    assert is_batched or ", at seat " in text


def test_the_balanced_heuristic_follows_its_description():
    """It weakens neither the front nor the middle too much: of this hand, two pair stay in the middle."""
    hand = cp.CardSet("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h")
    board = placed_by(cp.bot("balanced"), [hand], "simple", 0, RNG())[0].board
    kinds = [reference.key(list(row))[0] for row in (board.back, board.middle, board.front)]
    assert kinds == [reference.FLUSH, reference.TWO_PAIR, reference.PAIR]
