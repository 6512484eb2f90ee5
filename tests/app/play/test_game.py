"""Games of a person against bots, without an interface: turns of bots, Fantasyland, files, and practice."""

import numpy as np
import pytest
from closed_games import game_with
from known_boards import DRAGON, HIGH, PAGAT_WITH_SURRENDER
from tables import replace_deal

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.app.play import Drill, Game, load_session, save_session
from cpoker_fast.app.play.game import natural_at, quick_placement

GAMES = [
    ("pineapple", ["careful", "random"]), ("standard", ["random"] * 3), ("turbo", ["careful"]), ("pagat", ["random"] * 3),
]  # fmt: skip


def in_fantasyland(rules, opponents, cards, seed=1):
    """Return a game in which some players are in Fantasyland."""
    game = Game(rules, opponents, seed=seed)
    replace_deal(game.table, cp.Deal(rules, len(opponents) + 1, seed=seed, fantasyland=cards))
    game._play_bots()
    return game


def step(game):
    """Place or deal once, and return everything that could differ."""
    if game.is_settled:
        game.next_deal()
    else:
        game.place(game.suggestion())
    return game.position, game.answers, game.totals, game.settled and game.settled.points


@pytest.mark.parametrize(("rules", "opponents"), GAMES)
def test_bots_place_in_their_turn_and_deals_are_settled(rules, opponents):
    game = Game(rules, opponents, name="Ann", seed=3)
    assert repr(game).startswith(f"<Game of 0 deals, rules {rules!r}: Ann +0, ")
    streets = len(cp.rules(rules).streets)
    for deal in range(3):
        for street in range(1 if game.position.in_fantasyland else streets):
            assert (game.deal.turn, game.position.street) == (0, street)
            assert not game.is_settled
            game.place(game.suggestion())
        assert game.is_settled
        assert (game.deals, game.settled.points) == (deal + 1, game.deal.settlement().points)
        assert sum(game.totals) == 0
        button = game.button
        game.next_deal()
        assert game.button == (button + 1) % len(game.names) or any(game.deal.fantasyland)
    assert game.names[0] == "Ann"
    assert f"Ann  {game.totals[0]:+d}".split() in [line.split() for line in game.tally().splitlines()]


@pytest.mark.parametrize(("rules", "opponents"), GAMES)
def test_a_game_killed_after_any_placement_resumes_unchanged(rules, opponents, path):
    game = Game(rules, opponents, seed=5)
    for _ in range(2 * len(cp.rules(rules).streets) + 2):
        save_session(game, path)
        killed = load_session(path)
        assert type(killed) is Game
        if game.is_settled:  # the next deal follows
            step(game)
        assert (killed.position, killed.totals, killed.deals) == (game.position, game.totals, game.deals)
        step(game)
        step(killed)
        assert (killed.to_dict(), killed.settled) == (game.to_dict(), game.settled)


def test_fantasyland_is_set_at_once_and_hidden_from_others(tmp_path):
    game = in_fantasyland("progressive", ["careful", "random"], [17, 0, 0])
    assert game.position.in_fantasyland
    assert game.answers == []
    save_session(game, tmp_path / "evening.json")
    assert load_session(tmp_path / "evening.json").position == game.position
    game.place(game.suggestion())
    assert game.is_settled  # all other players have played their streets
    best = cp.arranging.best_fantasyland(game.deal.stacks[0], "progressive", {14: 8.0})
    assert game.deal.boards[0].board() == best.board
    game = in_fantasyland("pineapple", ["careful"], [0, 14])
    assert not game.position.boards[1].cards
    assert game.deal.boards[1].is_complete
    while not game.is_settled:
        game.place(game.suggestion())
    assert game.position.boards[1].is_complete


def test_advice():
    game = Game("pineapple", ["careful"], seed=1)
    assert game.suggestion() == cp.bot("swift").place(game.position, np.random.default_rng(0))
    assert game.analysis(rollouts=100, seed=3) == cp.analyze(game.position, rollouts=100, seed=3)
    game = Game("russian", ["careful"], seed=1)  # russian has no networks
    assert game.suggestion() == cp.bot("careful").place(game.position, np.random.default_rng(0))
    game = Game("pagat", ["random"] * 2, seed=1)
    best = cp.arrange(game.position.hand, "pagat", opponents=2, has_button=True)
    assert game.suggestion().rows == best.board.rows
    worst = cp.undominated(game.position.hand, "pagat")[-1]
    analysis = game.analysis(worst, deals=50, seed=1)
    assert analysis == cp.analyze(game.position, deals=50, seed=1, also=[worst])
    game.place(worst)
    assert game.analysis(worst, deals=50, seed=1) == analysis  # of the last turn
    game = in_fantasyland("pineapple", ["careful"], [14, 0])
    assert game.analysis(rollouts=1).best.placement == game.suggestion()


def test_time_outs_follow_the_rules_and_closed_hands_are_set_well():
    game = Game("standard", ["random"], seed=2)
    highest = sorted(game.position.hand, reverse=True)
    assert (sorted(game.time_out().back, reverse=True), game.deal.turn) == (highest, 0)
    game = game_with(DRAGON)
    assert game.time_out().rows == quick_placement(game_with(DRAGON).position).rows
    assert (game.totals[0], game.table.is_over) == (13, False)
    assert "declares" not in str(Game("pagat", ["random"], seed=6).time_out())  # a hand without a natural
    game = in_fantasyland("closed", ["careful"], [14, 0])
    highest = sorted(game.position.hand, reverse=True)
    assert sorted(game.time_out().back, reverse=True) == highest[:5]  # by the rules


def test_rules_that_cannot_be_played(refuses):
    for opponents in ([], ["careful"] * 3, "careful", None):
        refuses(errors.TableError, "opponents: expected one or two bots, got ", Game, "pineapple", opponents)
    refuses(errors.BotError, "unknown bot 'genius'", Game, "pineapple", ["genius"])
    game = Game("turbo", [lambda position, rng: position.placements()[0]], seed=1)
    refuses(errors.TableError, "the deal is not settled", game.next_deal)
    missing = "Kd" if "As" in game.position.hand else "As"
    refuses(errors.PlacementError, "is not in the hand", game.place, f"{missing} Ks Qs / Ah / 2d")
    while not game.is_settled:
        game.place(game.suggestion())
    for call in (game.suggestion, lambda: game.place("- / - / -"), game.time_out):
        refuses(cp.CpokerError, "the deal is over", call)
    message = "opponents: only bots given by name, or as a UserBot, can be saved, got <function"
    refuses(errors.SessionError, message, game.to_dict)
    bad = type("Bad", (), {"name": "bad", "place": lambda *_: "- / - / -"})()
    refuses(errors.BotError, r"bot '\w+ \(bad\)' placed wrongly", Game, "turbo", [bad], seed=1)


def test_a_bot_that_fails_is_named_and_called_again(refuses):
    failures = [True]

    class Flaky:
        name = "flaky"

        def place(self, position, rng):
            if position.street == 1 and failures:
                failures.pop()
                raise ValueError("not now")
            return cp.bot("random").place(position, rng)

    game = Game("pineapple", [Flaky()], seed=1)
    refuses(errors.BotError, "not now", game.place, game.suggestion())
    assert game.deal.turn == 1
    hand = game.deal.dealt(0, 1)
    assert game.time_out().cards <= cp.CardSet(hand)
    assert [move.seat for move in game.deal.moves] == [1, 0, 1, 0, 1]

    def clumsy(position, rng):
        raise RuntimeError("oh")

    refuses(errors.BotError, r"bot '\w+ \(clumsy\)' raised RuntimeError: oh", Game, "pagat", [clumsy], seed=1)


def test_a_closed_game_is_settled_like_any_table():
    game = Game("pagat", ["expert", "royalties"], name="Ann", seed=1)
    assert [name.partition(" (")[2] for name in game.names] == ["", "expert)", "royalties)"]
    totals, buttons = [0, 0, 0], []
    for _ in range(6):
        hands = [cp.CardSet(cards) for cards in game.deal.stacks]
        assert game.position.hand == hands[0]
        buttons.append(game.button)
        board = cp.best_royalties(hands[0], "pagat")
        game.place(board)
        settled = game.settled
        assert (settled.seats[0].board, settled.seats[2].board) == (board, cp.best_royalties(hands[2], "pagat"))
        expert = cp.arrange(hands[1], "pagat", opponents=2, has_button=buttons[-1] == 1)
        assert (settled.seats[1].board, settled.button) == (expert.board, buttons[-1])
        totals = [total + points for total, points in zip(totals, settled.points, strict=True)]
        game.next_deal()
    assert (game.totals, game.deals, buttons) == (totals, 6, [0, 1, 2, 0, 1, 2])


def test_a_pool_carries_over(tmp_path):
    """In the first deal of this seed, two players tie for the highest front."""
    rules = cp.Rules(name="ours", pairings="pool", pool_ties="carry over", scoop_bonus=3)
    game = Game(rules, ["balanced"] * 3, seed=104)
    carried = 0
    for expected in ((4, 0, 0), (0, 0, 0), (0, 0, 0)):
        game.place(cp.best_royalties(game.position.hand, rules))
        assert game.table.carried == expected
        assert sum(game.settled.points) == carried - sum(row.carried for row in game.settled.pool)
        carried = sum(expected)
        assert sum(game.totals) + carried == 0
        save_session(game, tmp_path / "evening.json")
        assert load_session(tmp_path / "evening.json").table.carried == game.table.carried
        game.next_deal()


def test_naturals_declarations_and_surrenders(refuses):
    game = game_with(DRAGON, PAGAT_WITH_SURRENDER)
    board = game.position.placement(DRAGON)
    game.place(cp.Placement(*cp.Board.parse(DRAGON).rows, declare=True))
    assert game.settled.seats[0].natural == "dragon"
    game = game_with(DRAGON, PAGAT_WITH_SURRENDER)
    game.place(cp.Placement(*board.rows, declare=False))
    assert game.deal.declarations[0] is False
    game.next_deal()
    game.place("surrender")
    assert game.settled.points[0] <= 0
    refuses(errors.PlacementError, "the deal is over", game.place, "surrender")
    assert game.deals == 2
    refuses(errors.PlacementError, "surrender", Game("one-six").place, "surrender")
    # Under `two-four`, a surrender pays 2.
    game = Game("two-four", [lambda position, rng: "surrender"], seed=1)
    game.time_out()
    assert (game.settled.points, game.deal.surrendered) == ((2, -2), (1,))
    game.next_deal()
    game.place("surrender")
    assert (game.deal.surrendered, game.totals) == ((0, 1), [2, -2])
    assert natural_at(Game("pagat", seed=1).position) is None
    assert natural_at(game_with(DRAGON).position) == cp.rules("pagat").naturals[-1]
    shown = cp.rules("house-rules")  # rules whose rows must show a natural
    position = game_with("4s 3s 2s / 9h 8h 7h 6s 5s / Ad Kd Qd Jh Th", shown).position
    board = position.own.with_cards(quick_placement(position)).board()
    assert natural_at(position).name in cp.settling.read_seat(board, shown).naturals


@pytest.mark.parametrize(("arguments", "error"), [
    ({"rules": "x"}, cp.errors.RulesError), ({"opponents": []}, errors.TableError),
    ({"opponents": ["expert"] * 4}, errors.TableError), ({"opponents": "expert"}, errors.TableError),
    ({"opponents": ["x"]}, errors.BotError), ({"name": ""}, errors.TableError), ({"name": " "}, errors.TableError),
    ({"name": "Ann\nBob"}, errors.TableError), ({"seed": -1}, errors.SeedError),
])  # fmt: skip
def test_bad_games(arguments, error):
    with pytest.raises(error):
        Game(**{"rules": "pagat"} | arguments)


def test_practice_and_tallies(refuses):
    drill = Drill("one-six", 2, seed=3)
    field = cp.fields.Field.equilibrium("one-six")
    for _ in range(5):
        hand = drill.position.hand
        best = cp.arrange(hand, "one-six", opponents=2)
        assert drill.judge(best).cost == pytest.approx(0, abs=1e-9)
        worse = cp.undominated(hand, "one-six")[0]
        verdict = drill.judge(worse)
        assert (verdict.points, verdict.best) == (field.points([worse], declare=False, opponents=2)[0], best)
        assert verdict.cost == pytest.approx(best.points - verdict.points)
        drill.next_deal()
    assert len(drill.verdicts) == 10
    assert drill.next_deal(worse.hand).hand == hand  # again
    refuses(errors.CardError, "hand: expected 13 cards, got 2", drill.next_deal, "As Kd")
    refuses(errors.CardError, "hand: ", drill.next_deal, 7)
    assert drill.position.hand == hand
    refuses(errors.PlacementError, "is not in the hand", drill.judge, HIGH)
    assert drill.deals == 10
    assert drill.cost == pytest.approx(sum(verdict.cost for verdict in drill.verdicts) / 10)
    for opponents in (0, 4, 5, 1.0, True):
        refuses(errors.FieldError, f"opponents: expected an int from 1 to 3, got {opponents}", Drill, "pagat", opponents)
    game = Game("pagat", ["royalties"], name="Zoë", seed=1)
    game.place(game.suggestion())
    points, bot = game.totals[0], game.names[1]
    assert game.tally().splitlines() == ["pagat, 1 deal", f"{'Zoë':{len(bot)}}  {points:+d}", f"{bot}  {-points:+d}"]
    drill = Drill("pagat", seed=1)
    drill.judge(drill.suggestion())
    drill.seconds = 7.4
    assert drill.tally().splitlines() == ["pagat, 1 hand of practice", "cost  0.000 points per hand", "time  7 s per hand"]


def test_a_freezeout_against_bots(path, refuses):
    """Bots without chips leave, the chips are constant, and minutes are those of the person."""
    terms = {"chips": 15, "levels": [[1, 1], [4, 1], [20, 1]], "levels_in": "minutes", "entry": 5, "prizes": [60, 40]}
    game = Game(cp.Rules.from_dict({"base": "pineapple", "table": {"freezeout": terms}}), ["careful", "random"], seed=1)
    assert (game.totals, game.table.level.unit) == ([15] * 3, 1)
    while True:
        while not game.is_settled:
            game.place(game.suggestion())
        assert sum(game.table.stacks.values()) == 45
        assert sum(game.settled.chips) == 0
        assert game.is_over == (game.totals[0] == 0 or max(game.totals) == 45)
        if game.is_over:
            break
        game.seconds += 60
        game.next_deal()
        assert all(game.totals)
        assert game.table.level.number == min(3, game.deals + 1)
        assert len(game.names) == game.deal.players
        save_session(game, path)
        game = load_session(path)
    assert game.tally().splitlines()[1].split() == ["place", "player", "chips", "prize", "deal"]
    refuses(errors.TableError, "the freezeout is over for 'Player', in place", game.next_deal)
    save_session(game, path)
    refuses(errors.SessionError, "the freezeout is over for 'Player', in place", load_session, path)
