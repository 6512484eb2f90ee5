"""Open-face games of a person against bots, without an interface: turns of bots, Fantasyland and files."""

import json

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import errors, openface
from cpoker_fast.cardroom import OpenFaceGame, load_session, save_session

GAMES = [("pineapple", ["careful", "random"]), ("standard", ["random"] * 3), ("turbo", ["careful"])]


def in_fantasyland(rules, opponents, cards, seed=1):
    """Return a game in which some players are in Fantasyland."""
    game = OpenFaceGame(rules, opponents, seed=seed)
    game.session.deal = openface.Deal(rules, len(opponents) + 1, seed=seed, fantasyland=cards)
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
    game = OpenFaceGame(rules, opponents, name="Ann", seed=3)
    streets = len(cp.rules(rules).streets)
    for deal in range(3):
        for street in range(1 if game.position.in_fantasyland else streets):
            assert game.deal.turn == 0
            assert game.position.street == street
            assert not game.is_settled
            game.place(game.suggestion())
        assert game.is_settled
        assert game.deals == deal + 1
        assert game.settled.points == game.deal.settlement().points
        assert sum(game.totals) == 0
        button = game.button
        game.next_deal()
        assert game.button == (button + 1) % len(game.names) or any(game.deal.fantasyland)
    assert game.names[0] == "Ann"
    assert f"Ann  {game.totals[0]:+d}".split() in [line.split() for line in game.tally().splitlines()]


@pytest.mark.parametrize(("rules", "opponents"), GAMES)
def test_a_game_killed_after_any_placement_resumes_unchanged(rules, opponents, tmp_path):
    path = tmp_path / "evening.json"
    game = OpenFaceGame(rules, opponents, seed=5)
    for _ in range(2 * len(cp.rules(rules).streets) + 2):
        save_session(game, path)
        killed = load_session(path)
        assert type(killed) is OpenFaceGame
        if game.is_settled:  # the next deal follows
            step(game)
        assert (killed.position, killed.totals, killed.deals) == (game.position, game.totals, game.deals)
        step(game)
        step(killed)
        assert killed.to_dict() == game.to_dict()
        assert killed.settled == game.settled


def test_fantasyland_is_set_at_once_and_is_saved(tmp_path):
    game = in_fantasyland("progressive", ["careful", "random"], [17, 0, 0])
    assert game.position.in_fantasyland
    assert game.answers == []
    save_session(game, tmp_path / "evening.json")
    assert load_session(tmp_path / "evening.json").position == game.position
    game.place(game.suggestion())
    assert game.is_settled  # all other players have played their streets
    best = cp.openface_fantasyland(game.deal.stacks[0], "progressive", {14: 8.0})
    assert game.deal.boards[0].board() == best.board


def test_advice():
    game = OpenFaceGame("pineapple", ["careful"], seed=1)
    assert game.adviser == "swift"
    assert game.suggestion() == cp.bot("swift").place(game.position, np.random.default_rng(0))
    assert game.analysis(rollouts=100, seed=3) == cp.analyze(game.position, rollouts=100, seed=3)
    assert OpenFaceGame("russian", ["careful"], seed=1).adviser == "careful"  # russian has no networks
    game = in_fantasyland("pineapple", ["careful"], [14, 0])
    assert game.analysis(rollouts=1).is_exact


def test_the_board_of_a_bot_in_fantasyland_is_hidden():
    game = in_fantasyland("pineapple", ["careful"], [0, 14])
    assert not game.position.boards[1].cards
    assert game.deal.boards[1].is_complete
    while not game.is_settled:
        game.place(game.suggestion())
    assert game.position.boards[1].is_complete


def test_time_outs_follow_the_rules():
    game = OpenFaceGame("standard", ["random"], seed=2)
    highest = sorted(game.position.hand, reverse=True)
    assert sorted(game.time_out().back, reverse=True) == highest
    assert game.deal.turn == 0


def test_rules_that_cannot_be_played():
    for opponents in ([], ["careful"] * 3, "careful", None):
        with pytest.raises(errors.TableError, match="opponents: expected one or two bots, got "):
            OpenFaceGame("pineapple", opponents)
    with pytest.raises(errors.BotError, match="unknown bot 'genius'"):
        OpenFaceGame("pineapple", ["genius"])
    game = OpenFaceGame("turbo", [lambda position, rng: position.placements()[0]], seed=1)
    with pytest.raises(errors.TableError, match="the deal is not settled"):
        game.next_deal()
    with pytest.raises(errors.PlacementError, match="is not in the hand"):
        game.place("As Ks Qs / Ah / 2d" if "As" not in game.position.hand else "Kd Ks Qs / Ah / 2d")
    while not game.is_settled:
        game.place(game.suggestion())
    for call in (game.suggestion, game.analysis, lambda: game.place("- / - / -"), game.time_out):
        with pytest.raises(cp.CpokerError, match="the deal is over"):
            call()
    with pytest.raises(
        errors.SessionError, match="opponents: only bots given by name, or as a UserBot, can be saved, got <function"
    ):
        game.to_dict()
    with pytest.raises(errors.BotError, match=r"bot '\w+ \(bad\)' placed wrongly"):
        OpenFaceGame("turbo", [type("Bad", (), {"name": "bad", "place": lambda *_: "- / - / -"})()], seed=1)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("session", None, "expected a JSON object, got None"),
        ("opponents", "careful", "opponents: expected a list, got 'careful'"),
        ("opponents", ["genius"], "unknown bot 'genius'"),
        ("opponents", ["careful", "careful"], "session.names: expected "),
        ("opponents", ["mine:bot"], "opponents: 'mine:bot' is a bot of your own: give it again, in bots or with --against"),
        ("session.stacks", [50, 50], "session.stacks: expected none, got \\[50, 50\\]"),
        ("session.totals", [1, 1], "totals: expected a sum of 0"),
        ("session.deal.moves", ["As / Kd"], "bad rows 'As / Kd'"),
        ("session.deal.stacks", ["As", "As"], "stacks"),
        ("seconds", -1, "seconds: expected a number from 0"),
        ("random", {}, "random.bit_generator: missing"),
    ],
)
def test_damaged_games_are_refused(key, value, message, tmp_path):
    path = tmp_path / "evening.json"
    plain = OpenFaceGame("pineapple", ["careful"], name="Ann", seed=1).to_dict()
    *folders, last = key.split(".")
    inner = plain
    for folder in folders:
        inner = inner[folder]
    inner[last] = value
    path.write_text(json.dumps({"format": "cpoker_fast session 1", "kind": "open-face", "open-face": plain}))
    with pytest.raises(errors.SessionError, match=message):
        load_session(path)


def test_a_bot_that_fails_is_called_again():
    failures = [True]

    class Flaky:
        name = "flaky"

        def place(self, position, rng):
            if position.street == 1 and failures:
                failures.pop()
                raise ValueError("not now")
            return cp.bot("random").place(position, rng)

    game = OpenFaceGame("pineapple", [Flaky()], seed=1)
    with pytest.raises(errors.BotError, match="not now"):
        game.place(game.suggestion())
    assert game.deal.turn == 1
    hand = game.deal.dealt(0, 1)
    assert game.time_out().cards <= cp.CardSet(hand)
    assert [move.seat for move in game.deal.moves] == [1, 0, 1, 0, 1]


def test_players_surrender():
    """Under `two-four`, a surrender pays 2."""
    game = OpenFaceGame("two-four", [lambda position, rng: "surrender"], seed=1)
    game.time_out()
    assert (game.settled.points, game.deal.surrendered) == ((2, -2), (1,))
    game.next_deal()
    game.place("surrender")
    assert (game.deal.surrendered, game.totals) == ((0, 1), [2, -2])
