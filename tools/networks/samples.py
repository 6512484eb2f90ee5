"""Training samples: boards between two streets, and their values by the networks of the next street."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cpoker_fast._networks import choose_ways, count_ways, deal_unseen, final_draws, has_final_draw, placed
from cpoker_fast._openface import Plan
from cpoker_fast.arranging import best_values_many
from cpoker_fast.boards import ROW_SPANS
from cpoker_fast.game.positions import masks_of_cards
from cpoker_fast.rulebook import Rules
from cpoker_fast.thinking.row_payoffs import RowPayoffs, row_values

__all__ = ["Boards", "Teacher"]

_BIT = masks_of_cards(np.arange(52, dtype=np.uint8)[:, None])
_HINDSIGHT_HANDS = 20_000  # most hands that are set in hindsight; several samples may come from one hand


class Boards(NamedTuple):
    """Boards between two streets."""

    rows: NDArray[np.uint64]
    """Masks of front, middle and back, shape (n, 3)."""
    seen: NDArray[np.uint64]
    """Masks of all cards that the player has seen, shape (n,)."""

    @staticmethod
    def concatenate(parts: list[Boards]) -> Boards:
        """Return the boards of all parts."""
        return Boards(np.concatenate([part.rows for part in parts]), np.concatenate([part.seen for part in parts]))

    def halves(self) -> list[Boards]:
        """Return two halves, one for each of two threads."""
        return [Boards(*half) for half in zip(np.array_split(self.rows, 2), np.array_split(self.seen, 2), strict=True)]


@dataclass
class Teacher:
    """Source of training samples: boards from play by `playing_plan` or in hindsight, and their values by `valuing_plan`."""

    rules: Rules
    playing_plan: Plan
    valuing_plan: Plan
    streets: tuple[tuple[int, int], ...]
    rng: np.random.Generator

    def _cards_of_others(self, seats: int, street: int, *, acts_first: bool) -> int:
        """Count the cards of other players that a player sees before placing a street."""
        return (seats - 1) * sum(number for _, number in self.streets[: street + (not acts_first)])

    def play(self, street: int, n: int, explore: float, last_explore: float) -> Boards:
        """Play to the end of a street, acting first or last against one or two opponents, and return the boards.

        The networks choose placements, except for a share of random ones: `last_explore` on this street, `explore` before.
        """
        tables = [(2, True), (2, False), (2, True), (2, False), (3, True), (3, False)]
        counts = [len(part) for part in np.array_split(np.arange(n), len(tables))]
        rngs = self.rng.spawn(len(tables))

        def play_table(count: int, table: tuple[int, bool], rng: np.random.Generator) -> Boards:
            return self._play(street, count, *table, explore, last_explore, rng)

        with ThreadPoolExecutor(2) as pool:
            return Boards.concatenate(list(pool.map(play_table, counts, tables, rngs)))

    def _play(
        self, last: int, n: int, seats: int, acts_first: bool, explore: float, last_explore: float, rng: np.random.Generator
    ) -> Boards:
        rows, seen = np.zeros((n, 3), np.uint64), np.zeros(n, np.uint64)
        seen_of_others = 0
        for street in range(last + 1):
            new_of_others = self._cards_of_others(seats, street, acts_first=acts_first) - seen_of_others
            seen_of_others += new_of_others
            seen |= masks_of_cards(deal_unseen(seen, new_of_others, rng))
            cards = deal_unseen(seen, self.streets[street][0], rng)
            seen |= masks_of_cards(cards)
            ways, _ = choose_ways(self.playing_plan, street, rows, seen, cards)
            is_random = rng.random(n) < (last_explore if street == last else explore)
            random_ways = rng.integers(count_ways(self.playing_plan, street, rows)).astype(np.int32)
            rows = placed(self.playing_plan, street, rows, seen, cards, np.where(is_random, random_ways, ways))
        return Boards(rows, seen)

    def hindsight_boards(self, street: int, n: int, payoffs: RowPayoffs) -> Boards:
        """Return boards after a street that are parts of the best boards of random hands, in a random order.

        From the second street on, about half of them have the street placed at random, as examples of bad placements.
        """
        dealt = sum(cards for cards, _ in self.streets)
        sizes = (17, 16, 15) if dealt >= 17 else (15, 14, 13)
        boards = Boards.concatenate([self._hindsight_boards(street, n // 3, size, payoffs) for size in sizes])
        order = self.rng.permutation(len(boards.rows))
        return Boards(boards.rows[order], boards.seen[order])

    def _hindsight_boards(self, street: int, n: int, size: int, payoffs: RowPayoffs) -> Boards:
        rng = self.rng
        hands = np.argsort(rng.random((min(n, _HINDSIGHT_HANDS), 52)), axis=1)[:, :size].astype(np.uint8)
        best = best_values_many(hands, **row_values(self.rules, payoffs.rows), rules=self.rules, threads=2).boards
        best = best[best[:, 0] < 52]  # hands with a legal board
        boards = best[rng.integers(len(best), size=n)]
        is_random = rng.random(n) < 0.5 if street else np.zeros(n, bool)
        parts = []
        for with_random_street in (False, True):
            complete = boards[is_random == with_random_street]
            if not len(complete):
                continue
            part = self._sample_parts(complete, street - with_random_street)
            parts.append(self._place_at_random(part, street) if with_random_street else part)
        return Boards.concatenate(parts)

    def _sample_parts(self, boards: NDArray[np.uint8], street: int) -> Boards:
        """Sample boards after a street: random cards of complete boards. For half of them, an opponent's cards are seen."""
        n, rng = len(boards), self.rng
        count = sum(number for _, number in self.streets[: street + 1])
        chosen = np.argsort(rng.random((n, 13)), axis=1)[:, :count]
        is_chosen = np.zeros((n, 13), bool)
        np.put_along_axis(is_chosen, chosen, values=True, axis=1)
        bits = np.where(is_chosen, _BIT[boards], np.uint64(0))
        rows = np.stack([np.bitwise_or.reduce(bits[:, begin:end], axis=1) for begin, end in ROW_SPANS], axis=1)
        seen = np.bitwise_or.reduce(rows, axis=1)
        discards = sum(cards - number for cards, number in self.streets[: street + 1])
        seen |= masks_of_cards(deal_unseen(seen, discards, rng))
        half = n // 2
        seen[:half] |= masks_of_cards(deal_unseen(seen[:half], count, rng))  # the opponent's cards
        return Boards(rows, seen)

    def _place_at_random(self, boards: Boards, street: int) -> Boards:
        cards = deal_unseen(boards.seen, self.streets[street][0], self.rng)
        seen = boards.seen | masks_of_cards(cards)
        ways = self.rng.integers(count_ways(self.valuing_plan, street, boards.rows)).astype(np.int32)
        return Boards(placed(self.valuing_plan, street, boards.rows, seen, cards, ways), seen)

    def values(self, boards: Boards, street: int, draws: int) -> NDArray[np.float32]:
        """Return the values of boards after a street: means over random draws of the next street, each placed best.

        If `final_draws` supports the rules, boards before the last street have exact values.
        """
        halves, rngs = boards.halves(), self.rng.spawn(2)
        with ThreadPoolExecutor(2) as pool:
            parts = list(pool.map(lambda half, rng: self._values(half, street, draws, rng), halves, rngs))
        return np.concatenate(parts).astype(np.float32)

    def _values(self, boards: Boards, street: int, draws: int, rng: np.random.Generator) -> NDArray[np.float64]:
        last = len(self.streets) - 1
        if street == last - 1 and has_final_draw(self.valuing_plan):
            return final_draws(self.valuing_plan, boards.rows, boards.seen)
        total = np.zeros(len(boards.rows))
        for _ in range(draws):
            cards = deal_unseen(boards.seen, self.streets[street + 1][0], rng)
            seen = boards.seen | masks_of_cards(cards)
            total += choose_ways(self.valuing_plan, street + 1, boards.rows, seen, cards)[1]
        return total / draws
