"""The protocols for your own bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from cpoker_fast.boards import Foul, Rows
from cpoker_fast.cards import CardSet
from cpoker_fast.decisions import Decision, Decisions
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["BatchBot", "BoardFunction", "Bot"]

BoardFunction: TypeAlias = Callable[[CardSet, Rules, int, "np.random.Generator"], Rows | Decision | Foul]
"""A function that is used as a bot; it takes the arguments of `Bot.set_board`."""


@runtime_checkable
class Bot(Protocol):
    """A bot that sets hands of a closed game. A plain function with the arguments of ``set_board`` is also a bot.

    These attributes are optional:

    - ``name``: a text, which results show; without it, the name of the class or the function;
    - ``prepare(rules, players)``: a method that is called once, before the first hand and before bots are sent to threads,
      processes or a cluster. It returns the bot that plays: the same bot, or a copy with tables for these rules;
    - ``set_boards``: a method for many hands at once, which is much faster (`BatchBot`). A bot may have only this method.

    `simulate` lists what counts as a failure of a bot. `ClosedPolicyBot` makes a bot of the policy of a learner.

    Examples
    --------
    >>> class Royal:
    ...     name = "royal"
    ...
    ...     def prepare(self, rules, players):
    ...         return self
    ...
    ...     def set_board(self, hand, rules, seat, rng):
    ...         return best_royalties(hand, rules)
    >>> isinstance(Royal(), Bot), isinstance(Royal(), BatchBot)
    (True, False)
    >>> simulate("pagat", [Royal(), "random"], 100, seed=1).players
    ('royal', 'random')
    """

    def set_board(self, hand: CardSet, rules: Rules, seat: int, rng: np.random.Generator, /) -> Rows | Decision | Foul:
        """Set a hand of 13 cards.

        Parameters
        ----------
        hand : CardSet
            The cards to set.
        rules : Rules
            Rules of the game.
        seat : int
            Seat of the player, counted clockwise from the button, which is seat 0.
        rng : numpy.random.Generator
            Source of random numbers. If the bot uses no other one, results can be reproduced.

        Returns
        -------
        Board, str, rows, cards, FOUL or Decision
            A board of the hand in any form that `settle` reads. Its best natural is declared, unless comparing the rows pays
            more; ``Decision(board, declare=False)`` compares the rows, and ``declare=True`` declares in any case.
            ``Decision(None)`` is a surrender, if the rules allow it.
        """


@runtime_checkable
class BatchBot(Protocol):
    """A bot that sets many hands in one call, which is much faster. It needs no ``set_board``.

    Examples
    --------
    >>> class Royal:
    ...     def set_boards(self, hands, rules, seat, rng):
    ...         return best_royalties_many(hands, rules)
    >>> isinstance(Royal(), BatchBot)
    True
    """

    def set_boards(
        self, hands: NDArray[np.uint8], rules: Rules, seat: int, rng: np.random.Generator, /
    ) -> NDArray[np.uint8] | Decisions | Sequence[Rows | Decision | Foul]:
        """Set hands of 13 cards, all dealt to the same seat.

        Parameters
        ----------
        hands : array of uint8, shape (n, 13)
            The cards of each hand, in any order. The bot may change the array.
        rules, seat, rng
            As for ``set_board``.

        Returns
        -------
        array of uint8, shape (n, 13), Decisions, or list
            Boards, 13 times 255 for a surrender; or `Decisions`, whose `declare` is bool[n]; or a list of what
            `Bot.set_board` returns.
        """
