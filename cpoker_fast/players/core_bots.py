"""Bots of the package that the compiled core plays, card by card and in whole deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from cpoker_fast._openface import PLAYERS, choose_placement
from cpoker_fast.arranging import best_fantasyland_many
from cpoker_fast.arranging.fantasyland_worths import assumed_worths, from_each_opponent
from cpoker_fast.board_arrays import fouls_where_none
from cpoker_fast.boards import Board
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BotError
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.plan import plan_of
from cpoker_fast.game.position import Position, check_bot_arguments
from cpoker_fast.players.protocol import NamedBot
from cpoker_fast.rulebook import Rules
from cpoker_fast.thinking.network_archive import NETWORKS
from cpoker_fast.thinking.networks import attach_networks

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CoreBot"]


class CoreBot(NamedBot):
    """A bot that the compiled core plays: `bot` creates it for 'careful', 'swift' and, in open-face games, 'random'.

    `worths` has the worth of a Fantasyland for each number of its cards, in points from all opponents together. With None,
    the bot uses the default of `analyze`.

    Examples
    --------
    >>> player = bot("swift").prepare(rules("pineapple"), 2)
    >>> import numpy as np
    >>> str(player.place(Deal("pineapple", 2, seed=1).position(), np.random.default_rng(1)))
    '- / Tc 9d 8h / Qs 6s'
    >>> player.identity() == bot("swift").identity()
    True
    """

    name: str
    worths: Mapping[int, float] | None

    def __init__(self, name: str, worths: Mapping[int, float] | None = None) -> None:
        if not isinstance(name, str) or name not in PLAYERS:
            raise BotError(f"bad player {quote(name)}: expected one of {', '.join(PLAYERS)}")
        self.name, self.worths = name, worths

    def identity(self) -> str:
        """Return a text that differs between bots that play differently."""
        return self.name if self.worths is None else f"{self.name} with {dict(self.worths)}"

    def prepare(self, rules: Rules, players: int) -> CoreBot:  # noqa: ARG002
        """Return this bot; raise BotError if it needs networks and the rules have none."""
        if PLAYERS[self.name]["needs_networks"] and not attach_networks(rules):
            expected = f"expected rules that are dealt and scored like {', '.join(NETWORKS)}"
            problem = f"there are no networks for the rules {quote(rules.name)}: {expected}"
            raise BotError(f"{problem}; the bots 'careful' and 'expert' need none", bot=self.name)
        return self

    def place(self, position: Position, rng: np.random.Generator) -> Placement:
        """Return the placement that the bot chooses for the cards in hand.

        Raises
        ------
        PlacementError
            If there are no cards in hand.
        SeedError
            If `rng` is not a NumPy generator.
        BotError
            If the bot needs networks and the rules have none.
        """
        check_bot_arguments(position, rng)
        if position.in_fantasyland:
            hands = np.array([list(position.hand)], np.uint8)
            board = Board.of_cards(self.set_fantasylands(hands, position.rules, position.players, rng)[0].tolist())
            return Placement.of_cards(*board.rows, position.hand - board.hand)
        self.prepare(position.rules, position.players)
        plan = plan_of(position.rules)
        return choose_placement(plan, self.name, position.street, position.own, position.hand, position.seen, rng)

    def set_fantasylands(
        self, hands: NDArray[np.uint8], rules: Rules, players: int, rng: np.random.Generator
    ) -> NDArray[np.uint8]:
        """Set Fantasyland hands, uint8[n, 13 to 17], and return the boards: uint8[n, 13]."""
        if PLAYERS[self.name]["is_random"]:
            return rng.permuted(hands, axis=1)[:, :13]
        return fouls_where_none(best_fantasyland_many(hands, rules, self._stay_bonus(rules, players)).boards, hands[:, :13])

    def _stay_bonus(self, rules: Rules, players: int) -> Mapping[int, float]:
        """Return the worth of staying in Fantasyland by its cards, in points from each opponent."""
        return from_each_opponent(assumed_worths(rules, players) if self.worths is None else self.worths, players)
