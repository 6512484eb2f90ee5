"""Closed games of a person in tests."""

from tables import replace_deal

import cpoker_fast as cp


def game_with(board, rules="pagat"):
    """Return a game for two whose person holds the cards of a board."""
    game = cp.app.play.Game(rules, ["royalties"], seed=1)
    hands = cp.deal(2, seed=1, known=[cp.Board.parse(board).hand])
    replace_deal(game.table, cp.Deal(rules, 2, stacks=hands))
    game._play_bots()
    return game


def words_of(cards):
    return " ".join(map(cp.format_card, cards))
