"""Lessons: boards between two streets, and what they are worth by the streets that follow."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cpoker_fast import best_values_many
from cpoker_fast._networks import choose_ways, count_ways, deal_unseen, final_draws, has_final_draw, placed
from cpoker_fast._openface import Plan
from cpoker_fast.boards import ROW_SPANS
from cpoker_fast.openface.thinking.masks import BIT_OF_CARD, masks_of_cards
from cpoker_fast.openface.thinking.row_payoffs import RowPayoffs, row_values
from cpoker_fast.rulebook import Rules

__all__ = ["Boards", "Teacher"]

_BIT = np.array(BIT_OF_CARD, np.uint64)
_HINDSIGHT = 20_000  # hands that are set in hindsight, of which several beginnings are taken


class Boards(NamedTuple):
    """Boards between two streets."""

    rows: NDArray[np.uint64]
    """Masks, shape (n, 3)."""
    seen: NDArray[np.uint64]
    """Masks of all cards that the player has seen, shape (n,)."""

    @staticmethod
    def together(parts: list[Boards]) -> Boards:
        """All of some."""
        return Boards(np.concatenate([part.rows for part in parts]), np.concatenate([part.seen for part in parts]))

    def halves(self) -> list[Boards]:
        """Two halves, one for each of two threads."""
        return [Boards(*half) for half in zip(np.array_split(self.rows, 2), np.array_split(self.seen, 2), strict=True)]


@dataclass
class Teacher:
    """Makes lessons: boards that are played by the networks of one plan, and valued by those of another."""

    rules: Rules
    player: Plan
    plan: Plan
    streets: tuple[tuple[int, int], ...]
    rng: np.random.Generator

    def _others(self, seats: int, street: int, *, acts_first: bool) -> int:
        """How many cards of other players are seen by one who is about to place a street."""
        done = sum(number for _, number in self.streets[: street + (not acts_first)])
        return (seats - 1) * done

    def play(self, street: int, n: int, explore: float, last_explore: float) -> Boards:
        """Boards after a street by the networks' choices, some of them by chance instead, at tables of various kinds."""
        tables = [(2, True), (2, False), (2, True), (2, False), (3, True), (3, False)]
        share = np.array_split(np.arange(n), len(tables))
        parts = [(len(part), *table) for part, table in zip(share, tables, strict=True)]
        rngs = self.rng.spawn(len(parts))

        def work(part: tuple[int, int, bool], rng: np.random.Generator) -> Boards:
            return self._play(street, *part, explore, last_explore, rng)

        with ThreadPoolExecutor(2) as pool:
            return Boards.together(list(pool.map(work, parts, rngs)))

    def _play(
        self, last: int, n: int, seats: int, acts_first: bool, explore: float, last_explore: float, rng: np.random.Generator
    ) -> Boards:
        rows, seen = np.zeros((n, 3), np.uint64), np.zeros(n, np.uint64)
        for street in range(last + 1):
            more = self._others(seats, street, acts_first=acts_first) - (
                self._others(seats, street - 1, acts_first=acts_first) if street else 0
            )
            seen |= masks_of_cards(deal_unseen(seen, more, rng))
            cards = deal_unseen(seen, self.streets[street][0], rng)
            seen |= masks_of_cards(cards)
            ways, _ = choose_ways(self.player, street, rows, seen, cards)
            by_chance = rng.random(n) < (last_explore if street == last else explore)
            random = rng.integers(count_ways(self.player, street, rows)).astype(np.int32)
            rows = placed(self.player, street, rows, seen, cards, np.where(by_chance, random, ways))
        return Boards(rows, seen)

    def beginnings(self, street: int, n: int, payoffs: RowPayoffs) -> Boards:
        """Boards after a street that could have become good boards: parts of boards that were set in hindsight.

        Half of them place the street itself by chance, so that the networks learn what is bad as well.
        """
        dealt = sum(cards for cards, _ in self.streets)
        sizes = (17, 16, 15) if dealt >= 17 else (15, 14, 13)
        return Boards.together([self._beginnings(street, n // 3, size, payoffs) for size in sizes])

    def _beginnings(self, street: int, n: int, size: int, payoffs: RowPayoffs) -> Boards:
        rng = self.rng
        hands = np.argsort(rng.random((min(n, _HINDSIGHT), 52)), axis=1)[:, :size].astype(np.uint8)
        found = best_values_many(hands, **row_values(self.rules, payoffs.rows), rules=self.rules, threads=2).boards
        found = found[found[:, 0] < 52]  # where a legal board exists
        boards = found[rng.integers(len(found), size=n)]
        by_chance = rng.random(n) < 0.5 if street else np.zeros(n, bool)
        parts = []
        for again in (False, True):
            some = boards[by_chance == again]
            if not len(some):
                continue
            begun = self._begin(some, street - again)
            parts.append(self._place_by_chance(begun, street) if again else begun)
        return Boards.together(parts)

    def _begin(self, boards: NDArray[np.uint8], street: int) -> Boards:
        """Sample positions after a street: some cards of each board, discards, and perhaps cards of others."""
        n, rng = len(boards), self.rng
        count = sum(number for _, number in self.streets[: street + 1])
        chosen = np.argsort(rng.random((n, 13)), axis=1)[:, :count]
        is_in = np.zeros((n, 13), bool)
        np.put_along_axis(is_in, chosen, values=True, axis=1)
        bits = np.where(is_in, _BIT[boards], np.uint64(0))
        rows = np.stack([np.bitwise_or.reduce(bits[:, a:b], axis=1) for a, b in ROW_SPANS], axis=1)
        seen = np.bitwise_or.reduce(rows, axis=1)
        away = sum(cards - number for cards, number in self.streets[: street + 1])
        seen |= masks_of_cards(deal_unseen(seen, away, rng))
        half = n // 2
        seen[:half] |= masks_of_cards(deal_unseen(seen[:half], count, rng))  # those of another player
        return Boards(rows, seen)

    def _place_by_chance(self, boards: Boards, street: int) -> Boards:
        cards = deal_unseen(boards.seen, self.streets[street][0], self.rng)
        seen = boards.seen | masks_of_cards(cards)
        ways = self.rng.integers(count_ways(self.plan, street, boards.rows)).astype(np.int32)
        return Boards(placed(self.plan, street, boards.rows, seen, cards, ways), seen)

    def worth(self, boards: Boards, street: int, draws: int) -> NDArray[np.float32]:
        """Return the values of boards after a street: the mean over draws of the best placement of the next street.

        Exact before the last street, where that is known; a draw of the street before that is valued exactly after it.
        """
        halves, rngs = boards.halves(), self.rng.spawn(2)
        with ThreadPoolExecutor(2) as pool:
            parts = list(pool.map(lambda half, rng: self._worth(half, street, draws, rng), halves, rngs))
        return np.concatenate(parts).astype(np.float32)

    def _worth(self, boards: Boards, street: int, draws: int, rng: np.random.Generator) -> NDArray[np.float64]:
        last = len(self.streets) - 1
        if street == last - 1 and has_final_draw(self.plan):
            return final_draws(self.plan, boards.rows, boards.seen)
        total = np.zeros(len(boards.rows))
        for _ in range(draws):
            cards = deal_unseen(boards.seen, self.streets[street + 1][0], rng)
            seen = boards.seen | masks_of_cards(cards)
            ways, found = choose_ways(self.plan, street + 1, boards.rows, seen, cards)
            if street == last - 2 and has_final_draw(self.plan):
                found = final_draws(self.plan, placed(self.plan, street + 1, boards.rows, seen, cards, ways), seen)
            total += found
        return total / draws
