"""The protocols for your own bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from cpoker_fast.boards import Board
from cpoker_fast.cards import CardSet
from cpoker_fast.decisions import Decision, Decisions
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["BatchBot", "BoardFunction", "Bot"]

BoardFunction: TypeAlias = Callable[[CardSet, Rules, int, "np.random.Generator"], Board | Decision]
"""A function that is used as a bot; it takes the arguments of `Bot.set_board`."""


@runtime_checkable
class Bot(Protocol):
    """A bot that sets hands. A plain function with the arguments of ``set_board`` is also accepted.

    Optional attributes are ``name``, a text; ``set_boards``, for many hands at once (`BatchBot`); and
    ``prepare(rules, players)``, which is called before the first hand and returns the bot that plays.
    """

    def set_board(self, hand: CardSet, rules: Rules, seat: int, rng: np.random.Generator, /) -> Board | Decision:
        """Set a hand of 13 cards.

        Seats are counted clockwise from the button, which is seat 0. Take random numbers from `rng`, so that results can be
        reproduced. A returned `Board` declares nothing; ``Decision(None)`` is a surrender.
        """


@runtime_checkable
class BatchBot(Bot, Protocol):
    """A bot that sets many hands in one call, which is much faster."""

    def set_boards(self, hands: NDArray[np.uint8], rules: Rules, seat: int, rng: np.random.Generator, /) -> Decisions:
        """Set hands of 13 cards, all dealt to the same seat. `hands`: uint8[n, 13]."""
