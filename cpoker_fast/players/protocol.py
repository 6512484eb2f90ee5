"""The protocols for your own bots, and the base class of the bots of the package."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from cpoker_fast.board_arrays import Placements
from cpoker_fast.boards import Foul
from cpoker_fast.game.placement import Rows
from cpoker_fast.game.position import Position
from cpoker_fast.game.positions import Positions
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Answer", "BatchBot", "Bot", "BotFunction", "NamedBot"]

Answer: TypeAlias = Rows | Foul
"""Values that a bot may return for a position; see `Bot.place`."""

BotFunction: TypeAlias = Callable[[Position, "np.random.Generator"], Answer]
"""A function that is used as a bot; it takes the arguments of `Bot.place`."""


@runtime_checkable
class Bot(Protocol):
    """A bot for closed and open-face games. A plain function with the arguments of ``place`` is also a bot.

    These attributes are optional:

    - ``name``: a text, which results show. Without it, they show the name of the class or the function;
    - ``prepare(rules, players)``: a method that is called once, before the first deal and before bots are sent to threads,
      processes or a cluster. It returns the bot that plays: the same bot, or a copy with tables for these rules. It raises
      BotError if the bot does not play by the rules;
    - ``place_many``: a method for many positions at once, much faster than calls of ``place`` (`BatchBot`). A bot with
      this method needs no ``place``.

    The page of `simulate` lists the failures of bots. `PolicyBot` makes a bot of the policy of a learner.

    Examples
    --------
    >>> def back_first(position, rng):
    ...     cards = sorted(position.hand, reverse=True)[: position.to_place]
    ...     rows = {}
    ...     for row, room in zip(["back", "middle", "front"], reversed(position.own.room)):
    ...         rows[row], cards = cards[:room], cards[room:]
    ...     return rows
    >>> simulate("pagat", [back_first, "random"], 100, seed=1).players
    ('back_first', 'random')
    >>> simulate("pineapple", [back_first, "random"], 100, seed=1).players
    ('back_first', 'random')
    """

    def place(self, position: Position, rng: np.random.Generator, /) -> Answer:
        """Place the cards in hand.

        Parameters
        ----------
        position : Position
            The view of the player, with cards in hand. In a closed game, these are all 13 cards; in an open-face game, the
            cards of one street. In Fantasyland (`Position.in_fantasyland`), all cards are placed at once.
        rng : numpy.random.Generator
            Source of random numbers. If the bot uses no other source, results can be reproduced.

        Returns
        -------
        Placement, Board, str, rows, cards or FOUL
            One of ``position.placements()``, or what `Position.placement` reads, such as rows with the cards to add. If all
            13 cards are placed at once, a board is also accepted. The best natural of a complete board is declared, unless
            comparing the rows pays more. ``Placement(*board.rows, declare=False)`` never declares the natural, and
            ``declare=True`` always declares it. In closed games, ``Placement.surrender()`` is a surrender, if the rules
            allow it, and FOUL is a dead hand.
        """


@runtime_checkable
class BatchBot(Protocol):
    """A bot that places at many tables in one call, much faster than with a call for each table. It needs no ``place``.

    Examples
    --------
    >>> import numpy as np
    >>> class AtRandom:
    ...     def place_many(self, positions, rng):
    ...         rows = np.full(positions.hands.shape, 3)  # all discarded
    ...         is_free = np.arange(15) % 5 < np.repeat(positions.room, 5, axis=1)
    ...         places = np.argsort(np.where(is_free, rng.random(is_free.shape), 2))  # free places first, in random order
    ...         rows[:, : positions.to_place] = places[:, : positions.to_place] // 5
    ...         return rng.permuted(rows, axis=1)
    >>> simulate("pineapple", [AtRandom(), "careful"], 1000, seed=1).points(0).mean < -5
    True
    """

    def place_many(
        self, positions: Positions, rng: np.random.Generator, /
    ) -> NDArray[np.integer] | Placements | Sequence[Answer]:
        """Place the cards of many hands.

        Parameters
        ----------
        positions : Positions
            Positions at different tables, as arrays or one by one. All positions have the same rules, the same number of
            players, and the same number of cards in hand. They may be on different streets.
        rng : numpy.random.Generator
            As for ``place``.

        Returns
        -------
        array of int, shape (n, k), array of uint8, shape (n, 13), Placements, or sequence
            One of the following:

            - the row of each card of ``positions.hands``, int[n, k]: 0 for the front, 1 for the middle, 2 for the back, 3
              for a discard;
            - the boards after the placements, uint8[n, 13]. An empty place is 255. In closed games, 13 times 255 is a
              surrender;
            - `Placements` with such boards;
            - a sequence of what `Bot.place` returns.

            An array for 13 cards is read as rows if at least half of its numbers are from 0 to 3.
        """


class NamedBot:
    """Base class of the bots of the package."""

    name: str

    def __repr__(self) -> str:
        return f"bot({self.name!r})"

    def identity(self) -> str:
        """Return a text that identifies the strategy of the bot; bots with different strategies have different texts."""
        return self.name

    def prepare(self, rules: Rules, players: int) -> NamedBot:  # noqa: ARG002
        """Return the bot for these rules and number of players; BotError if it does not play by them."""
        return self

    def place(self, position: Position, rng: np.random.Generator) -> Any:
        """Place the cards in hand; PlacementError without cards in hand, SeedError if `rng` is not a generator."""
        raise NotImplementedError
