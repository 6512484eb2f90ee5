"""Best boards of players in Fantasyland, against sampled opponent boards."""

from __future__ import annotations

from cpoker_fast.arranging import assumed_worths, best_fantasyland_many, best_values_many, from_each_opponent
from cpoker_fast.board_arrays import fouls_where_none
from cpoker_fast.boards import Board
from cpoker_fast.dealing import Seed, sequence_of
from cpoker_fast.game.plan import read_complete
from cpoker_fast.game.position import Position
from cpoker_fast.thinking.opponent_boards import OpponentBoards, fields_of, points_against
from cpoker_fast.thinking.row_payoffs import fantasyland_payoffs, payoffs_against, row_values

__all__ = ["board_in_fantasyland"]

_BOARDS = 256  # sampled boards of each opponent


def board_in_fantasyland(position: Position, seed: Seed) -> Board:
    """Return the better of two boards of a player in Fantasyland, by points against sampled opponent boards.

    One board has the highest sum of royalties and the worth of staying. The other one has the highest row payoffs against a
    first sample of opponent boards. A second sample decides between the two.
    """
    import numpy as np

    rules, rng = position.rules, np.random.default_rng(sequence_of(seed))
    worths = from_each_opponent(assumed_worths(rules, position.players), position.players)
    hand = np.array([list(position.hand)], np.uint8)
    opponent_boards = OpponentBoards.of(position, worths)
    fields = fields_of(opponent_boards.sample(_BOARDS, rng, 1), position)
    payoffs = np.sum([payoffs_against(rules, {}, field).rows for field in fields], axis=0)
    payoffs += len(fields) * fantasyland_payoffs(rules, worths, position.fantasyland[position.seat])
    candidates = [
        best_fantasyland_many(hand, rules, worths).boards,
        best_values_many(hand, **row_values(rules, payoffs), rules=rules).boards,
    ]
    boards = fouls_where_none(np.concatenate(candidates), np.repeat(hand[:, :13], 2, axis=0))
    _, _, earned = read_complete(rules, boards, position.fantasyland[position.seat])
    points = np.array([worths.get(cards, 0.0) * len(fields) for cards in earned.tolist()])
    second_sample = opponent_boards.sample(_BOARDS, rng, 1)  # one of the boards was fitted to the first sample
    points += points_against(boards, second_sample, position)
    return Board.of_cards(boards[int(points.argmax())].tolist())
