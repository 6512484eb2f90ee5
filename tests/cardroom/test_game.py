"""Games of a person: settlements and judgements."""

import pytest
from known_boards import DRAGON, HIGH, PAGAT_WITH_SURRENDER

import cpoker_fast as cp
from cpoker_fast import errors

FIRST = cp.Board.parse(HIGH)


# ---- games ----


def test_a_game_is_settled_like_any_table():
    game = cp.cardroom.Game("pagat", ["expert", "royalties"], name="Ann", seed=1)
    assert [name.partition(" (")[2] for name in game.names] == ["", "expert)", "royalties)"]
    totals, buttons = [0, 0, 0], []
    for _ in range(6):
        hands = game._hands
        assert game.hand == hands[0]
        buttons.append(game.button)
        board = cp.best_royalties(game.hand, "pagat")
        settled = game.settle(board)
        assert settled.seats[0].board == board
        assert settled.seats[2].board == cp.best_royalties(hands[2], "pagat")
        expert = cp.arrange(hands[1], "pagat", opponents=2, has_button=(1 - buttons[-1]) % 3 == 0)
        assert settled.seats[1].board == expert.board
        assert settled.button == buttons[-1]
        totals = [total + points for total, points in zip(totals, settled.points, strict=True)]
        game.deal()
    assert game.totals == totals
    assert game.deals == 6
    assert buttons == [0, 1, 2, 0, 1, 2]


def test_a_pool_carries_over():
    rules = cp.Rules(pairings="pool", pool_ties="carry over", scoop_bonus=3)
    game = cp.cardroom.Game(rules, [lambda position, rng: cp.best_royalties(position.hand, rules)], seed=1)
    paid = 0
    for _ in range(200):
        settled = game.settle(cp.best_royalties(game.hand, rules))
        paid += sum(settled.points)
        game.deal()
    assert paid + sum(game._carried) == 0


def test_declaring_surrendering_and_suggestions():
    game = cp.cardroom.Game(PAGAT_WITH_SURRENDER, seed=2)
    assert game.suggestion() == cp.arrange(game.hand, PAGAT_WITH_SURRENDER, opponents=1, has_button=True)
    assert game.settle(None).points[0] <= 0
    with pytest.raises(errors.TableError, match="the hand is already settled"):
        game.settle(None)
    assert game.deals == 1
    game.deal()
    dragon = "2s 3h 4s / 5c 6h 7s 8h 9c / Td Jh Qh Kc Ac"
    game.hand = cp.Board.parse(dragon).hand
    game._hands = (game.hand, cp.CardSet("2c 2d 3c 3d 4c 4d 5d 5h 6c 6d 7c 7d 8c"))
    assert game.settle(cp.Board.parse(dragon), declare=True).seats[0].natural == "dragon"
    game.deal()
    with pytest.raises(cp.BoardError, match="expected the cards"):
        game.settle(FIRST)
    with pytest.raises(cp.RulesError, match="surrender"):
        cp.cardroom.Game("one-six").settle(None)


def test_a_bot_that_fails_is_named():
    def clumsy(position, rng):
        raise RuntimeError("oh")

    game = cp.cardroom.Game("pagat", [clumsy], seed=1)
    with pytest.raises(errors.BotError, match=r"bot '\w+ \(clumsy\)' raised RuntimeError: oh"):
        game.settle(cp.best_royalties(game.hand, "pagat"))
    assert game.deals == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"rules": "x"}, cp.RulesError),
        ({"opponents": []}, errors.TableError),
        ({"opponents": ["expert"] * 4}, errors.TableError),
        ({"opponents": "expert"}, errors.TableError),
        ({"opponents": ["x"]}, errors.BotError),
        ({"name": ""}, errors.TableError),
        ({"name": " "}, errors.TableError),
        ({"name": "Ann\nBob"}, errors.TableError),
        ({"seed": -1}, errors.SeedError),
    ],
)
def test_bad_games(arguments, error):
    with pytest.raises(error):
        cp.cardroom.Game(**{"rules": "pagat"} | arguments)


def test_practice():
    drill = cp.cardroom.Drill("one-six", 2, seed=3)
    field = cp.Field.equilibrium("one-six")
    for _ in range(5):
        best = cp.arrange(drill.hand, "one-six", opponents=2)
        assert drill.judge(best.board, declare=bool(best.declare)).cost == pytest.approx(0, abs=1e-9)
        worse = cp.undominated(drill.hand, "one-six")[0]
        verdict = drill.judge(worse)
        assert verdict.points == field.points([worse], declare=False, opponents=2)[0]
        assert verdict.best == best
        assert verdict.cost == pytest.approx(best.points - verdict.points)
        drill.deal()
    assert len(drill.verdicts) == 10
    with pytest.raises(cp.BoardError):
        drill.judge(FIRST)
    assert drill.deals == 10
    assert drill.cost == pytest.approx(sum(verdict.cost for verdict in drill.verdicts) / 10)


@pytest.mark.parametrize("opponents", [0, 4, 5, 1.0, True])
def test_practice_against_too_many_is_refused_at_once(opponents):
    with pytest.raises(errors.FieldError, match=f"opponents: expected an int from 1 to 3, got {opponents}"):
        cp.cardroom.Drill("pagat", opponents)


def test_the_natural_of_a_hand():
    game = cp.cardroom.Game("pagat", seed=1)
    assert game.natural() is None
    game.hand = cp.Board.parse(DRAGON).hand
    assert game.natural() == cp.rules("pagat").naturals[-1]
    shown = cp.rules("house-rules")  # rules whose rows must show a natural
    game = cp.cardroom.Game(shown, seed=1)
    game.hand = cp.CardSet("2s 3s 4s 5s 6s 7h 8h 9h Th Jh Qd Kd Ad")
    assert game.natural().pattern in cp.read_seat(game.hurried(), shown).naturals


def test_tallies():
    game = cp.cardroom.Game("pagat", ["royalties"], name="Zoë", seed=1)
    game.settle(cp.best_royalties(game.hand, "pagat"))
    points, bot = game.totals[0], game.names[1]
    assert game.tally().splitlines() == ["pagat, 1 deal", f"{'Zoë':{len(bot)}}  {points:+d}", f"{bot}  {-points:+d}"]
    drill = cp.cardroom.Drill("pagat", seed=1)
    drill.judge(drill.suggestion().board)
    drill.seconds = 7.4
    assert drill.tally().splitlines() == ["pagat, 1 hand of practice", "cost  0.000 points per hand", "time  7 s per hand"]
