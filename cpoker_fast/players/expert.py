"""The bot `expert`: it plays the book, or the best placement of `analyze`, and sets Fantasylands against sampled boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position, check_bot_arguments
from cpoker_fast.players import NamedBot
from cpoker_fast.thinking.analysis import best_placement
from cpoker_fast.thinking.book import placement_in_book
from cpoker_fast.thinking.fantasyland_play import best_fantasyland
from cpoker_fast.thinking.rollouts import Budget

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Expert"]


class Expert(NamedBot):
    """A bot that looks positions up in the book, and analyzes all others, within a limit of seconds or rollouts."""

    name = "expert"

    def __init__(self, seconds: float | None = None, rollouts: int | None = None, *, book: bool = True) -> None:
        Budget.of(seconds, rollouts)
        self.seconds, self.rollouts, self.book = seconds, rollouts, book
        if seconds is None and rollouts is None:
            self.rollouts = _DEFAULT_ROLLOUTS

    def __repr__(self) -> str:
        limit = f"seconds={self.seconds}" if self.seconds is not None else f"rollouts={self.rollouts}"
        return f"openface.bot('expert', {limit}{'' if self.book else ', book=False'})"

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
        if self.book and (placement := placement_in_book(position)) is not None:
            return placement
        return best_placement(position, self.seconds, self.rollouts, seed)


_DEFAULT_ROLLOUTS = 200
