"""Bots of the package that place whole hands of 13 cards, by arrays, and the base of those that play all games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from cpoker_fast._ranking import LOWBALL_STRENGTHS, STRENGTHS
from cpoker_fast._settling import fouls_and_naturals, royalties_of_row, show_naturals
from cpoker_fast.arranging import arrangements, best_royalties_many, best_values_many
from cpoker_fast.board_arrays import Placements, fouls_where_none
from cpoker_fast.boards import HAND_SIZE, ROW_SPANS, ROWS
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BotError
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position, check_bot_arguments
from cpoker_fast.game.positions import Positions, positions_for_bot
from cpoker_fast.players.core_bots import CoreBot
from cpoker_fast.players.protocol import NamedBot
from cpoker_fast.ranking import Category, category
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.caching import cached_with
from cpoker_fast.rulebook.compiling import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Balanced", "BotOfAllGames", "MostRoyalties", "Random", "WholeHandBot"]


class WholeHandBot(NamedBot):
    """A bot that places hands of 13 cards at once. It places a single hand as a batch of one."""

    in_fantasyland: CoreBot = CoreBot("careful")
    """Bot that sets hands of more cards, which are those of Fantasyland."""

    @staticmethod
    def plays(rules: Rules) -> bool:
        """Whether bots of this kind play by some rules."""
        return rules.is_closed

    def prepare(self, rules: Rules, players: int) -> NamedBot:  # noqa: ARG002
        """Return this bot; raise BotError if the rules deal the cards street by street."""
        if not self.plays(rules):
            others = "expected a closed game, in which all cards are placed at once"
            raise BotError(f"the bot {self.name!r} does not play {quote(rules.name)}: {others}", bot=self.name)
        return self

    def place_many(self, positions: Positions | Sequence[Position], rng: np.random.Generator) -> Placements:
        """Return the boards of all hands, with their declarations."""
        positions = positions_for_bot(positions, rng)
        self.prepare(positions.rules, positions.players)
        if positions.hands.shape[1] == HAND_SIZE:
            return self._place_whole(positions, rng)
        rules = positions.rules
        boards = self.in_fantasyland.set_fantasylands(positions.hands, rules, positions.players, rng)
        return _declared(np.ascontiguousarray(boards), rules)

    def _place_whole(self, positions: Positions, rng: np.random.Generator) -> Placements:
        """Return the boards of hands of 13 cards, with their declarations."""
        raise NotImplementedError

    def place(self, position: Position, rng: np.random.Generator) -> Placement:
        """Return the board of a hand, with its declaration; PlacementError without cards, SeedError for a bad `rng`."""
        check_bot_arguments(position, rng)
        return self.place_many(Positions.of([position]), rng)[0]


def _declared(boards: NDArray[np.uint8], rules: Rules) -> Placements:
    """Return placements that declare every natural. If rows must show naturals, `boards` is changed in place."""
    show_naturals(compiled(rules), boards)
    return Placements(boards, np.ones(len(boards), bool))


class RandomBoards(WholeHandBot):
    """The bot `random` in closed games: sets each legal board with equal probability, and declares every natural."""

    name = "random"
    in_fantasyland: CoreBot = CoreBot("random")

    def _place_whole(self, positions: Positions, rng: np.random.Generator) -> Placements:
        hands, rules = positions.hands, positions.rules
        core, boards = compiled(rules), rng.permuted(hands, axis=1)
        fouls = np.flatnonzero(fouls_and_naturals(core, boards)[0])
        for _ in range(_MOST_TRIES):
            if not len(fouls):
                break
            boards[fouls] = rng.permuted(boards[fouls], axis=1)
            fouls = fouls[fouls_and_naturals(core, boards[fouls])[0]]
        for index in fouls.tolist():  # hands with few legal boards; a hand without any stays a foul
            legal = [board.cards() for board in arrangements(boards[index].tolist(), rules)]
            if legal:
                boards[index] = legal[rng.integers(len(legal))]
        for begin, end in ROW_SPANS:
            boards[:, begin:end].sort(axis=1)
        return _declared(boards, rules)


_MOST_TRIES = 300


class BotOfAllGames(NamedBot):
    """A bot that plays all games: `prepare` returns the bot that plays by some rules."""

    def place(self, position: Position, rng: np.random.Generator) -> Placement:
        """Return the placement of the cards in hand; PlacementError without cards, SeedError if `rng` is not a generator."""
        check_bot_arguments(position, rng)
        placed: Placement = self.prepare(position.rules, position.players).place(position, rng)
        return placed

    def place_many(
        self, positions: Positions | Sequence[Position], rng: np.random.Generator
    ) -> Placements | list[Placement]:
        """Return the placements of many positions; for errors see `place`."""
        positions = positions_for_bot(positions, rng)
        player = self.prepare(positions.rules, positions.players)
        if isinstance(player, WholeHandBot):
            return player.place_many(positions, rng)
        return [player.place(position, rng) for position in positions]


class Random(BotOfAllGames):
    """The bot `random`: chooses each placement with equal probability; in closed games, each legal board."""

    name = "random"

    def prepare(self, rules: Rules, players: int) -> RandomBoards | CoreBot:  # noqa: ARG002
        """Return the bot for these rules."""
        return RandomBoards() if RandomBoards.plays(rules) else CoreBot(self.name)


class MostRoyalties(WholeHandBot):
    """The bot `royalties`: maximizes royalties, then the strength of the back, and declares every natural."""

    name = "royalties"

    def _place_whole(self, positions: Positions, rng: np.random.Generator) -> Placements:  # noqa: ARG002
        hands, rules = positions.hands, positions.rules
        return _declared(fouls_where_none(best_royalties_many(hands, rules), hands), rules)


class Balanced(WholeHandBot):
    """The bot `balanced`: sets boards by a heuristic of row strengths and royalties, and declares every natural."""

    name = "balanced"

    def _place_whole(self, positions: Positions, rng: np.random.Generator) -> Placements:  # noqa: ARG002
        hands, rules = positions.hands, positions.rules
        front, middle, back = cached_with(
            rules, "heuristic values", None, lambda: [_heuristic_values(rules, row) for row in ROWS]
        )
        boards, _ = best_values_many(hands, front=front, middle=middle, back=back, rules=rules)
        return _declared(fouls_where_none(boards, hands), rules)


# Heuristic chance that the weakest row of each category wins; 1 for other categories. Stronger rows are interpolated.
_WIN_CHANCES = {
    "front": {Category.HIGH_CARD: 0.0, Category.PAIR: 0.55, Category.THREE_OF_A_KIND: 0.97},
    "middle": {
        Category.HIGH_CARD: 0.0, Category.PAIR: 0.1, Category.TWO_PAIR: 0.4, Category.THREE_OF_A_KIND: 0.65,
        Category.STRAIGHT: 0.75, Category.FLUSH: 0.85, Category.FULL_HOUSE: 0.95, Category.FOUR_OF_A_KIND: 0.99,
    },
    "back": {
        Category.HIGH_CARD: 0.0, Category.PAIR: 0.02, Category.TWO_PAIR: 0.05, Category.THREE_OF_A_KIND: 0.2,
        Category.STRAIGHT: 0.3, Category.FLUSH: 0.5, Category.FULL_HOUSE: 0.75, Category.FOUR_OF_A_KIND: 0.95,
    },
}  # fmt: skip


@cache
def _weakest_strengths() -> tuple[int, ...]:
    """Return the weakest strength of each category, in ascending order."""
    categories = [category(s) for s in range(STRENGTHS)]
    return 0, *(s for s in range(1, STRENGTHS) if categories[s] is not categories[s - 1])


def _heuristic_values(rules: Rules, row: str) -> NDArray[np.float64]:
    if row == "middle" and rules.lowball_middle:
        values = np.linspace(0.0, 1.0, LOWBALL_STRENGTHS) ** 4  # most middles have low cards
    else:
        by_category, weakest = _WIN_CHANCES[row], _weakest_strengths()
        chances = [by_category.get(category(s), 1.0) for s in weakest]
        values = np.interp(np.arange(STRENGTHS), [*weakest, STRENGTHS - 1], [*chances, 1.0])
    royalties = royalties_of_row(compiled(rules), ROWS.index(row))[: len(values)]
    return 2.0 * rules.row_points * values + values * royalties
