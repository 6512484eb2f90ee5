"""The player `expert`: what `analyze` finds, and Fantasylands set against the boards that others will have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpoker_fast.openface.analysis import analyze
from cpoker_fast.openface.placement import Placement
from cpoker_fast.openface.position import Position, check_asked
from cpoker_fast.openface.race import Budget
from cpoker_fast.openface.setting import best_fantasyland
from cpoker_fast.players import NamedBot

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Expert"]


class Expert(NamedBot):
    """A bot that thinks for so many seconds, or by so many play-outs, about each placement."""

    name = "expert"

    def __init__(self, seconds: float | None = None, playouts: int | None = None) -> None:
        Budget.of(seconds, playouts)
        self.seconds, self.playouts = seconds, playouts
        if seconds is None and playouts is None:
            self.playouts = _PLAYOUTS

    def __repr__(self) -> str:
        how = f"seconds={self.seconds}" if self.seconds is not None else f"playouts={self.playouts}"
        return f"openface.bot('expert', {how})"

    def identity(self) -> str:
        """A text that differs between bots that play differently."""
        return repr(self)

    def place(self, position: Position, rng: np.random.Generator) -> Placement:
        """Place the cards in hand; PlacementError if there are none, SeedError if `rng` is no generator."""
        check_asked(position, rng)
        seed = int(rng.integers(1 << 63))
        if position.in_fantasyland:
            board = best_fantasyland(position, seed)
            return Placement.of_cards(*board.rows, position.hand - board.hand)
        return analyze(position, seconds=self.seconds, playouts=self.playouts, seed=seed).choice


_PLAYOUTS = 200
