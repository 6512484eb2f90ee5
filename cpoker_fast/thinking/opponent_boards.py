"""Opponent boards at the end of a deal, sampled from the information that a player has."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from cpoker_fast._networks import cards_to_play, deal_unseen, finish_boards
from cpoker_fast.arranging import best_fantasyland_many
from cpoker_fast.board_arrays import fouls_where_none
from cpoker_fast.game.plan import plan_of
from cpoker_fast.game.position import Position
from cpoker_fast.game.positions import boards_of_masks, masks_of_cards
from cpoker_fast.settling import IF_BETTER, settle_many
from cpoker_fast.thinking.networks import attach_networks
from cpoker_fast.thinking.row_payoffs import (
    IntegerPayoffs,
    RowField,
    integer_payoffs,
    payoffs_against,
    row_field_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["OpponentBoards", "deal_runouts", "fields_of", "opponents_of", "points_against"]


def opponents_of(position: Position) -> list[int]:
    """Return the seats of opponents: only the banker if another player is the banker, otherwise all other seats."""
    others = [seat for seat in range(position.players) if seat != position.seat]
    if position.rules.has_banker and position.button != position.seat:
        return [position.button]
    return others


def deal_runouts(seen: NDArray[np.uint64], street_sizes: list[int], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return random unseen cards for coming streets, ascending within each street: uint8[n, sum(street_sizes)]."""
    parts = []
    for size in street_sizes:
        cards = deal_unseen(seen, size, rng)
        seen = seen | masks_of_cards(cards)
        parts.append(cards)
    return np.concatenate(parts, axis=1) if parts else np.empty((len(seen), 0), np.uint8)


@dataclass(frozen=True)
class OpponentBoards:
    """Sampler of opponent boards: `swift` plays them to the end, or `careful` under rules without networks."""

    position: Position
    payoffs: IntegerPayoffs | None
    """Payoffs by which `careful` chooses the last placement; None if `swift` plays."""
    worths: dict[int, float]
    """Worth of a Fantasyland, in points from each opponent, by its number of cards."""

    @classmethod
    def of(cls, position: Position, worths: dict[int, float]) -> OpponentBoards:
        """Return a sampler for the opponents of a position."""
        has_networks = attach_networks(position.rules)
        payoffs = None if has_networks else integer_payoffs(payoffs_against(position.rules, worths, None))
        return cls(position, payoffs, worths)

    def street_of(self, seat: int) -> int:
        """Return the next street of a player, by the number of cards on their board."""
        placed_before = [0, *accumulate(placed for _, placed in self.position.rules.streets)]
        return placed_before.index(len(self.position.boards[seat].cards))

    def _discards_before(self, street: int) -> int:
        """Return the number of cards that a player has discarded before a street."""
        return sum(dealt - placed for dealt, placed in self.position.rules.streets[:street])

    def _dealt_from(self, street: int) -> list[int]:
        """Return the numbers of cards that are dealt on a street and on each later street."""
        return [dealt for dealt, _ in self.position.rules.streets[street:]]

    def sample(self, n: int, rng: np.random.Generator, threads: int) -> list[NDArray[np.uint8]]:
        """Return n sampled boards of each opponent, uint8[n, 13]; a complete board is repeated n times."""
        return [self._sample_seat(seat, n, rng, threads) for seat in opponents_of(self.position)]

    def _sample_seat(self, seat: int, n: int, rng: np.random.Generator, threads: int) -> NDArray[np.uint8]:
        position, board = self.position, self.position.boards[seat]
        if board.is_complete:
            return np.tile(np.array(board.board().cards(), np.uint8), (n, 1))
        unseen = np.full(n, position.seen.mask, np.uint64)
        if cards := position.fantasyland[seat]:
            hands = deal_unseen(unseen, cards, rng)
            best = best_fantasyland_many(hands, position.rules, self.worths, threads=threads)
            return fouls_where_none(best.boards, hands[:, :13])
        discarded = self._discards_before(self.street_of(seat))
        discards = masks_of_cards(deal_unseen(unseen, discarded, rng)) if discarded else np.zeros(n, np.uint64)
        return self._play_on(seat, discards, unseen | discards, rng, threads)

    def _play_on(
        self,
        seat: int,
        discards: NDArray[np.uint64],
        out: NDArray[np.uint64],
        rng: np.random.Generator,
        threads: int,
    ) -> NDArray[np.uint8]:
        """Return boards of an opponent, who is dealt cards that are not `out`; `discards` and `out` are masks, uint64[n]."""
        street, n = self.street_of(seat), len(out)
        dealt, parts = self._dealt_from(street), []
        if hand := self.position.open_hands[seat]:
            parts.append(np.tile(np.array(sorted(hand), np.uint8), (n, 1)))
            del dealt[0]
        parts.append(deal_runouts(out, dealt, rng))
        seen, rows = self._seen_by(seat) | discards, [row.mask for row in self.position.boards[seat].rows]
        return self._play_to_end(rows, street, seen, np.concatenate(parts, axis=1), threads)

    def _seen_by(self, seat: int) -> np.uint64:
        """Return the mask of the cards that an opponent sees on all boards and in the open hands of other players."""
        position = self.position
        hands = [hand for player, hand in enumerate(position.open_hands) if player != seat]
        if position.rules.first_street_open and not position.own.cards and not position.in_fantasyland:
            hands.append(position.hand)
        masks = [row.mask for board in position.boards for row in board.rows] + [hand.mask for hand in hands]
        return np.uint64(sum(masks))

    def _play_to_end(
        self, rows: list[int], street: int, seen: NDArray[np.uint64], cards: NDArray[np.uint8], threads: int
    ) -> NDArray[np.uint8]:
        plan, boards = plan_of(self.position.rules), np.array([rows] * len(seen), np.uint64)
        assert cards.shape[1] == cards_to_play(plan, street, True)
        return boards_of_masks(finish_boards(plan, self.payoffs, street, boards, seen, cards, threads))


def fields_of(samples: list[NDArray[np.uint8]], position: Position) -> list[RowField]:
    """Return a field of sampled boards for each opponent."""
    return [
        row_field_of(boards, position.rules, _tie_with(seat, position))
        for seat, boards in zip(opponents_of(position), samples, strict=True)
    ]


def _tie_with(seat: int, position: Position) -> int:
    """Return the winner of equal rows: the player (1), the opponent (-1) or nobody (0)."""
    if not position.rules.row_ties.favours_button:
        return 0
    return (position.button == position.seat) - (position.button == seat)


def points_against(boards: NDArray[np.uint8], samples: list[NDArray[np.uint8]], position: Position) -> NDArray[np.float64]:
    """Return the expected points of complete boards, uint8[n, 13]: the sum over opponents of the mean over their samples."""
    points = np.zeros(len(boards))
    for seat, sample in zip(opponents_of(position), samples, strict=True):
        pairs = np.empty((len(boards), len(sample), 2, 13), np.uint8)
        pairs[:, :, 0], pairs[:, :, 1] = boards[:, None], sample[None]
        tables = pairs.reshape(-1, 2, 13)
        button = int(position.button == seat)
        points_of_tables = settle_many(tables, position.rules, button=button, declare=IF_BETTER)[:, 0]
        points += points_of_tables.reshape(len(boards), -1).mean(axis=1)
    return points
