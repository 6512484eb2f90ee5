"""The bot `expert`: it plays the best placement of `analyze`, and sets Fantasylands against sampled opponent boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpoker_fast.openface.game.placement import Placement
from cpoker_fast.openface.game.position import Position, check_bot_arguments
from cpoker_fast.openface.thinking.analysis import best_placement
from cpoker_fast.openface.thinking.fantasyland_play import best_fantasyland
from cpoker_fast.openface.thinking.rollouts import Budget
from cpoker_fast.players import NamedBot

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Expert"]


class Expert(NamedBot):
    """A bot that analyzes each position, within a limit of seconds or rollouts."""

    name = "expert"

    def __init__(self, seconds: float | None = None, rollouts: int | None = None) -> None:
        Budget.of(seconds, rollouts)
        self.seconds, self.rollouts = seconds, rollouts
        if seconds is None and rollouts is None:
            self.rollouts = _DEFAULT_ROLLOUTS

    def __repr__(self) -> str:
        limit = f"seconds={self.seconds}" if self.seconds is not None else f"rollouts={self.rollouts}"
        return f"openface.bot('expert', {limit})"

    def identity(self) -> str:
        """Return a text that differs between bots that play differently."""
        return repr(self)

    def place(self, position: Position, rng: np.random.Generator) -> Placement:
        """Return the placement of the cards in hand; PlacementError without cards, SeedError if `rng` is not a generator."""
        check_bot_arguments(position, rng)
        seed = int(rng.integers(1 << 63))
        if position.in_fantasyland:
            board = best_fantasyland(position, seed)
            return Placement.of_cards(*board.rows, position.hand - board.hand)
        return best_placement(position, self.seconds, self.rollouts, seed)


_DEFAULT_ROLLOUTS = 200
