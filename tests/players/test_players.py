"""Bots: their boards, and errors of bots that fail."""

import dataclasses
import functools
import json
import pickle
import sys

import numpy as np
import pytest
import reference
from known_boards import PAGAT_WITH_SURRENDER

import cpoker_fast as cp
from cpoker_fast import errors, rulebook
from cpoker_fast.players.preparing import prepared
from cpoker_fast.players.referee import Referee

RNG = np.random.default_rng


def hands_of(n, seed=1):
    return cp.deal_many(n // 4, seed=seed).reshape(-1, 13)


@pytest.mark.parametrize("rules", cp.presets())
@pytest.mark.parametrize("name", cp.bots())
def test_bots_set_legal_boards_of_their_hands(name, rules):
    rules = cp.rules(rules)
    hands = hands_of(48)
    ready = prepared(name, rules, 4)
    decisions = ready.set_boards(hands, rules, 1, RNG(1))
    for hand, board, declares in zip(hands.tolist(), decisions.boards.tolist(), decisions.declare.tolist(), strict=True):
        if board[0] == 255:
            assert name == "expert"
            assert rules.surrender is not None
            continue
        rows = cp.Board(board[:3], board[3:8], board[8:])
        assert rows.hand == cp.CardSet(hand)
        seat = cp.read_seat(rows, rules)
        assert not seat.is_foul or cp.count_arrangements(hand, rules) < 1000
        assert declares or name == "expert"
    again = ready.set_boards(hands, rules, 1, RNG(1))
    assert (again.boards == decisions.boards).all()


def test_one_hand_is_a_batch_of_one():
    rules = cp.rules("pagat")
    for name in ("royalties", "balanced", "expert"):
        ready = prepared(name, rules, 3)
        for hand in hands_of(20):
            decisions = ready.set_boards(hand[None], rules, 0, RNG())
            decision = ready.set_board(cp.CardSet(hand.tolist()), rules, 0, RNG())
            assert decision.declare == decisions.declare[0]
            assert decisions.boards[0].tolist() == ([255] * 13 if decision.board is None else decision.board.cards())


def test_random_boards_are_uniform():
    """A hand has few legal boards; over many tries, each of them is equally likely."""
    rules = cp.Rules(lowball_middle=True, lowball_qualifier="7")
    hand = cp.CardSet("2c 3c 4c 5d 7h Ts Tc Td Jh Jd Qs Qd Kc")
    legal = {board.rows for board in cp.arrangements(hand, rules)}
    n = 40 * len(legal)
    assert 10 < len(legal) < 2000
    decisions = cp.bot("random").set_boards(np.repeat(np.array([list(hand)], np.uint8), n, axis=0), rules, 0, RNG(3))
    boards = [cp.Board(board[:3], board[3:8], board[8:]).rows for board in decisions.boards.tolist()]
    counts = dict.fromkeys(legal, 0)
    for rows in boards:
        counts[rows] += 1
    expected = n / len(legal)
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    assert abs(statistic - len(legal)) < 5 * (2 * len(legal)) ** 0.5


def test_royalties_is_best_royalties():
    hands = hands_of(40)
    decisions = cp.bot("royalties").set_boards(hands, cp.rules("russian"), 0, RNG())
    assert (decisions.boards == cp.best_royalties_many(hands, "russian")).all()


def test_the_expert_plays_its_field():
    rules = cp.rules("pagat")
    field = cp.Field("pagat", ["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"])
    hands = hands_of(40)
    for seat, players in ((0, 2), (1, 2), (2, 4)):
        decisions = prepared(cp.bot("expert", field), rules, players).set_boards(hands, rules, seat, RNG())
        expected = cp.arrange_many(hands, "pagat", field, opponents=players - 1, has_button=seat == 0)
        assert (decisions.boards == expected.boards).all()
        assert (decisions.declare == expected.declare).all()
    with pytest.raises(errors.FieldError, match="the field is for other rules: expected 'simple', got 'pagat'"):
        prepared(cp.bot("expert", field), cp.rules("simple"), 2)


def test_bots_by_name():
    assert repr(cp.bot("expert")) == "bot('expert')"
    assert pickle.loads(pickle.dumps(cp.bot("balanced"))).name == "balanced"
    expected = f"{', '.join(map(repr, cp.bots()))}, 'exec:COMMAND', or your own function or object"
    for name, meant in (("exprt", r"did you mean 'expert'\? "), (5, "")):
        with pytest.raises(errors.BotError, match=f"unknown bot {name!r}: {meant}expected one of {expected}$"):
            cp.bot(name)
    with pytest.raises(errors.BotError, match="the bot 'random' takes no field"):
        cp.bot("random", cp.Field("pagat", ["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"]))
    with pytest.raises(errors.BotError, match="bot: expected a name, a function, .*, got 5"):
        prepared(5, cp.rules("pagat"), 2)


# ---- bots of users ----


def greedy(hand, rules, seat, rng):
    return cp.best_royalties(hand, rules)


class Batched:
    name = "batched"

    def __init__(self, change=lambda boards, declare: (boards, declare)):
        self.change = change

    def set_board(self, hand, rules, seat, rng):
        raise AssertionError("it is asked for many hands at once")

    def set_boards(self, hands, rules, seat, rng):
        changed = self.change(cp.best_royalties_many(hands, rules), np.ones(len(hands), bool))
        return cp.Decisions(*changed) if isinstance(changed, tuple) else changed


def ask(bot, rules="pagat", *, fouls=False, limit=None, n=8):
    rules = rulebook.as_rules(rules)
    ready = prepared(bot, rules, 2)
    return Referee(rules, fouls, limit).ask(ready, "Ann", hands_of(n), 1, RNG(1))


def test_a_function_is_a_bot():
    seats = []

    def function(hand, rules, seat, rng):
        seats.append(seat)
        assert len(hand) == 13
        assert isinstance(rng, np.random.Generator)
        return [
            greedy(hand, rules, seat, rng),
            cp.Decision(greedy(hand, rules, seat, rng), declare=True),
            cp.Decision(None),
        ][len(seats) % 3]

    asked = ask(function, PAGAT_WITH_SURRENDER)
    assert seats == [1] * 8
    assert not asked.faults.any()
    assert asked.declared.tolist() == [-2, -3, -3, -2, -3, -3, -2, -3]
    expected = cp.best_royalties_many(hands_of(8), "pagat")
    expected[[1, 4, 7]] = 255
    assert (asked.boards == expected).all()
    assert (ask(Batched()).boards == cp.best_royalties_many(hands_of(8), "pagat")).all()


def raising(hand, rules, seat, rng):
    raise ZeroDivisionError("oh")


def raising_nothing(hand, rules, seat, rng):
    raise RuntimeError


def cheating(hand, rules, seat, rng):
    return cp.Board.parse("As Ah Ad / Kc Kd Kh Ks 2c / Qs Qh Qd Qc 2d")


@pytest.mark.parametrize(
    ("bot", "options", "message"),
    [
        (
            raising_nothing,
            {},
            r"bot 'Ann' raised RuntimeError \(test_players\.py, line \d+\), at seat 2, with the hand \w\w ",
        ),
        (
            raising,
            {},
            r"bot 'Ann' raised ZeroDivisionError: oh \(test_players\.py, line \d+\), at seat 2, with the hand \w\w ",
        ),
        (cheating, {}, "bot 'Ann' set other cards than its hand: As Ah Ad / "),
        (lambda *_: cp.Decision(None), {"rules": "one-six"}, "bot 'Ann' surrendered, which the rules 'one-six' do not"),
        (
            lambda *_: None,
            {"rules": "two-four"},
            r"bot 'Ann' returned nothing: expected .* Decision\(None\) for a surrender",
        ),
        (
            lambda *_: 5,
            {},
            "bot 'Ann' returned int: expected a Board, text, .*, a Decision or FOUL, got 5",
        ),
        (lambda *_: "As Kd", {}, "bot 'Ann' returned str: bad board 'As Kd': expected three rows .*, at seat 2, with"),
        (lambda *_: cp.Decision("As Kd"), {}, "returned Decision: bad board 'As Kd': expected three .*, at seat 2, with"),
        (lambda *_: cp.Decision(None, declare="yes"), {}, "returned Decision: unknown pattern 'yes': .*, at seat 2, with"),
        (lambda *asked: cp.Decision(greedy(*asked), cp.Pattern.DRAGON), {}, "declared 'dragon', which it does not make"),
        (Batched(lambda boards, declare: 1 / 0), {}, "bot 'Ann' raised ZeroDivisionError: division by zero"),
        (
            Batched(lambda boards, declare: None),
            {},
            "returned nothing: expected Decisions, an array of boards",
        ),
        (
            Batched(lambda boards, declare: boards / 2),
            {},
            r"returned ndarray: expected boards of uint8, .*, got float",
        ),
        (Batched(lambda boards, declare: [5] * 8), {}, r"returned list: expected boards of uint8, \(8, 13\), got int64"),
        (
            Batched(lambda boards, declare: [*boards[:7], "x"]),
            {},
            "returned list: board index 7: bad board 'x'",
        ),
        (
            Batched(lambda boards, declare: (boards[:3], declare)),
            {},
            r"uint8, \(8, 13\), got uint8, shape \(3, 13\)",
        ),
        (
            Batched(lambda boards, declare: ([[1, 2], [3]], declare)),
            {},
            r"board index 0: expected .*, got \[1, 2\]",
        ),
        (Batched(lambda boards, declare: errors.BotError("oh")), {}, "returned BotError: bad boards: expected an array"),
        (Batched(lambda boards, declare: (boards, declare[:3])), {}, r"declare: expected the shape \(8,\)"),
        (Batched(lambda boards, declare: (boards * 0, declare)), {}, r"set other cards than its hand: 2c 2c 2c / 2c "),
        (Batched(lambda boards, declare: (boards | 255, declare)), {"rules": "one-six"}, "surrendered, which the rules"),
    ],
)
def test_faults(bot, options, message):
    with pytest.raises(errors.BotError, match=message) as caught:
        ask(bot, **options)
    assert caught.value.bot == "Ann"
    assert pickle.loads(pickle.dumps(caught.value)).hand == caught.value.hand
    check_all_are_fouls(ask(bot, **options, fouls=True))


def answers_of(hand, board):
    """Return a board in all forms that `settle` reads."""
    rows = [str(row) for row in board.rows]
    cards = board.cards()
    return [board, str(board), rows, [row.split() for row in rows], cards, np.array(cards), [*map(cp.format_card, cards)]]


@pytest.mark.parametrize("form", range(7))
def test_answers_are_read_as_settle_reads_boards(form):
    def one(hand, rules, seat, rng):
        return answers_of(hand, greedy(hand, rules, seat, rng))[form]

    class Many:
        def set_boards(self, hands, rules, seat, rng):
            return [one(cp.CardSet(hand), rules, seat, rng) for hand in hands.tolist()]

    class Array:
        def set_boards(self, hands, rules, seat, rng):
            return np.array([greedy(cp.CardSet(hand), rules, seat, rng).cards() for hand in hands.tolist()], np.int64)

    class Lazy:
        def set_boards(self, hands, rules, seat, rng):
            return (one(cp.CardSet(hand), rules, seat, rng) for hand in hands.tolist())

    class Buffer(Array):
        def set_boards(self, hands, rules, seat, rng):
            return memoryview(super().set_boards(hands, rules, seat, rng))

    for bot in (one, Many(), Array(), Lazy(), Buffer()):
        asked = ask(bot)
        assert (asked.boards == cp.best_royalties_many(hands_of(8), "pagat")).all()
        assert asked.declared.tolist() == [-3] * 8  # if that pays more
        assert not asked.faults.any()


def test_faults_name_the_line_of_the_bot():
    """Not that of a library which the bot calls."""
    for bot in (lambda *_: json.loads("x"), lambda *_: np.stack([]), lambda *_: cp.Board("junk", "", "")):
        with pytest.raises(errors.BotError, match=r"raised \w+: .* \(test_players\.py, line \d+\), at seat"):
            ask(bot)


def test_faults_name_the_last_line_that_led_to_them():
    """Not the line with the largest number."""

    def divide():
        return 1 / 0

    def bot(hand, rules, seat, rng):
        return divide()

    line = divide.__code__.co_firstlineno + 1
    with pytest.raises(errors.BotError, match=rf"ZeroDivisionError: division by zero \(test_players\.py, line {line}\)"):
        ask(bot)


def test_a_missing_answer_is_no_surrender():
    """It is often a missing return statement; Decision(None) surrenders."""
    nothing = Batched(lambda boards, declare: [*boards.tolist()[:-1], None])
    with pytest.raises(errors.BotError, match=r"board index 7: expected a board, or a Decision, such as Decision\(None\)"):
        ask(nothing, rules=cp.rules("two-four"))
    surrenders = Batched(lambda boards, declare: [cp.Decision(None)] * len(boards))
    assert (ask(surrenders, rules=cp.rules("two-four")).boards == 255).all()


def test_a_bot_may_give_up_a_hand():
    """FOUL is a dead hand, which is settled as one, and no fault."""
    for bot in (lambda *_: cp.FOUL, Batched(lambda boards, declare: [cp.FOUL] * len(boards))):
        asked = ask(bot)
        assert not asked.faults.any()
        assert (asked.boards == 254).all()
    fouls = cp.simulate("simple", [lambda *_: cp.FOUL, "royalties"], 30, seed=1)
    assert fouls.points(0).mean == -3
    assert fouls.summary(0)["fouls"] == 1.0
    assert not fouls.counts.faults.any()


def test_boards_declare_naturals_if_that_pays_more():
    """By default, the same for bots, `settle` and `settle_many`: 20,000 deals against `balanced`."""

    def simulated(answer):
        bot = Batched(lambda boards, _: answer(boards))
        return cp.simulate("pagat", [bot, "balanced"], 20_000, seed=1, workers=0).points(0).mean

    default, best, rows = map(
        simulated,
        (
            lambda boards: boards,
            lambda boards: cp.Decisions(boards, np.ones(len(boards), bool)),
            lambda boards: cp.Decisions(boards, np.zeros(len(boards), bool)),
        ),
    )
    assert rows + 0.03 < best <= default + 0.001


def check_all_are_fouls(asked):
    assert asked.faults.tolist() == [True] * 8
    assert (asked.boards == hands_of(8)).all()


@pytest.mark.parametrize(
    ("is_batched", "message"),
    [
        (False, r"bot 'Ann' took 0\.75 seconds, over its limit of 0\.5, at seat 2, with the hand \w\w "),
        (True, r"bot 'Ann' took 0\.75 seconds per hand, over its limit of 0\.5, at seat 2$"),
    ],
)
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
    check_all_are_fouls(ask(bot(0.75), limit=0.5, fouls=True))
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


def test_bots_cannot_change_the_hands():
    def spoil(boards, declare):
        return boards, declare

    class Spoiling(Batched):
        def set_boards(self, hands, rules, seat, rng):
            answer = super().set_boards(hands, rules, seat, rng)
            hands[:] = 0
            return answer

    assert not ask(Spoiling(spoil)).faults.any()


def test_prepare():
    class Prepared(Batched):
        def prepare(self, rules, players):
            self.players = players
            return Batched() if rules.name == "pagat" else 5

    bot = Prepared()
    assert type(prepared(bot, cp.rules("pagat"), 3)) is Batched
    assert bot.players == 3
    with pytest.raises(errors.BotError, match="returned 5: expected a bot"):
        prepared(bot, cp.rules("simple"), 3)


# ---- what users get wrong ----


class Own:
    def __init__(self, **methods):
        for name, method in methods.items():
            setattr(self, name, method)


def keyword_only(hand, rules, *, seat, rng):
    return greedy(hand, rules, seat, rng)


def annotated(hand: cp.CardSet, deals: int = 5) -> cp.Board:
    return cp.best_royalties(hand, "pagat")


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (
            lambda a: 1,
            r"bot '<lambda>': expected the parameters \(hand, rules, seat, rng\), got \(a\): to play a policy, wrap",
        ),
        (
            lambda a, b, c, d, e: 1,
            r"bot '<lambda>': expected .* \(hand, rules, seat, rng\), got \(a, b, c, d, e\): to play a policy, wrap",
        ),
        (lambda: 1, r"bot '<lambda>': expected the parameters \(hand, rules, seat, rng\), got \(\): to play a policy, wrap"),
        (annotated, r"bot 'annotated': expected the parameters .*, got \(hand, deals=5\): to play a policy, wrap"),
        (
            keyword_only,
            r"bot 'keyword_only': expected the parameters .*, got \(hand, rules, \*, seat, rng\): to play a policy, wrap",
        ),
        (
            functools.partial(greedy, 1),
            r"bot 'partial': expected the parameters .*, got \(rules, seat, rng\): to play a policy, wrap",
        ),
        (Own(set_board=lambda hand: 1), r"bot 'Own': set_board: expected the parameters \(hand, .*, got \(hand\)$"),
        (
            Own(set_board=greedy, set_boards=lambda hands: 1),
            r"bot 'Own': set_boards: expected the parameters \(hands, rules, seat, rng\), got \(hands\)$",
        ),
        (
            Own(set_board=greedy, prepare=lambda: 1),
            r"bot 'Own': prepare: expected the parameters \(rules, players\), got \(\)$",
        ),
        (Batched, r"bot: expected an object of the class, such as Batched\(\), got <class '.*Batched'>$"),
    ],
)
def test_parameters_are_checked_before_the_first_hand(bot, message):
    with pytest.raises(errors.BotError, match=message) as caught:
        prepared(bot, cp.rules("pagat"), 2)
    assert len(str(caught.value)) <= 300


def test_parameters_that_fit():
    def with_defaults(hand, rules, seat, rng, depth=3):
        return greedy(hand, rules, seat, rng)

    class Callable:
        def __call__(self, hand, rules, seat, rng):
            return greedy(hand, rules, seat, rng)

    for bot in (
        with_defaults,
        Callable(),
        functools.partial(with_defaults, depth=1),
        lambda *asked: greedy(*asked),
        greedy,
    ):
        assert not ask(bot).faults.any()


def test_functions_in_c_may_hide_their_parameters():
    with pytest.raises(errors.BotError, match="bot 'max' raised TypeError"):
        cp.simulate("pagat", [max, "random"], 1)


class BoastfulError(Exception):
    def __repr__(self):
        return "x\n" * 10_000

    __str__ = __repr__


class MuteError(Exception):
    def __str__(self):
        raise ZeroDivisionError

    __repr__ = __str__


@pytest.mark.parametrize(
    "answer",
    [
        [0] * 100_000,
        "A" * 100_000,
        BoastfulError(),
        MuteError(),
        cp.Decision("x" * 100_000),
        cp.Decision(None, [0] * 100_000),
    ],
)
@pytest.mark.parametrize("is_batched", [False, True])
def test_errors_of_bots_are_short(answer, is_batched):
    def answering(*_):
        if isinstance(answer, Exception):
            raise answer
        return answer

    bot = Batched(answering) if is_batched else answering
    setattr(bot, "name" if is_batched else "__name__", "a very long name " * 1000)
    with pytest.raises(errors.BotError) as caught:
        cp.simulate(dataclasses.replace(cp.rules("pagat"), name="x" * 10_000), ["random", bot], 1, seed=1)
    error = caught.value
    assert len(str(error)) <= 300
    assert "\n" not in str(error)
    assert str(error).startswith("bot 'a very long ")
    assert ", at seat " in str(error)
    assert is_batched or str(error).endswith(f", with the hand {error.hand}")


def test_the_balanced_heuristic_follows_its_description():
    """It weakens neither the front nor the middle too much: of this hand, two pair stay in the middle."""
    board = (
        cp.bot("balanced")
        .set_board(cp.CardSet("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"), cp.rules("simple"), 0, RNG())
        .board
    )
    assert reference.key(list(board.back))[0] == reference.FLUSH
    assert reference.key(list(board.middle))[0] == reference.TWO_PAIR
    assert reference.key(list(board.front))[0] == reference.PAIR
