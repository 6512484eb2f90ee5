"""Bots of closed games that play a policy: a function of the observations of environments."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, Any, TypeAlias

from cpoker_fast._arguments import check_flag
from cpoker_fast.board_arrays import board_of_cards
from cpoker_fast.decisions import IF_BETTER, Decision, Decisions, code_of_all
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BotError
from cpoker_fast.game.position import Position, check_bot_arguments
from cpoker_fast.game.positions import Positions
from cpoker_fast.players.answers import reply_in
from cpoker_fast.players.closed_actions import ClosedActions
from cpoker_fast.players.policies import PlaysPolicy
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ClosedPolicy", "ClosedPolicyBot"]

ClosedPolicy: TypeAlias = Callable[..., "NDArray[Any]"]
"""Type of a policy of closed games: a function of observations that returns actions or scores; see `ClosedPolicyBot`."""


class ClosedPolicyBot(PlaysPolicy):
    """A bot for closed games that plays a policy, such as one trained in `learning.ClosedEnv`.

    Parameters
    ----------
    policy : function
        Called as ``policy(observations)`` with uint8[n, bits], in the layout of `ClosedActions`. Returns an action for each
        hand: int[n], in any integer dtype. Or it returns the scores of each card in each row, float[n, 13, 3], and the bot
        then plays `ClosedActions.highest`.
    name : str, optional
        Name of the bot in results; by default the name of the function.
    takes_masks : bool
        Whether to call ``policy(observations, masks)``, with int8[n, size], a 1 for each legal action. Masks take 72 KB for
        each hand.
    takes_rng : bool
        Whether a numpy.random.Generator is the last argument of the policy, for a policy that chooses at random. With this
        generator as the only source of random numbers, results can be reproduced.
    declare : bool or "if better"
        Whether the bot declares the best natural of its board; by default, unless comparing the rows pays more.

    Raises
    ------
    BotError
        If an argument is invalid; while playing, if the policy returns neither actions nor scores.

    Examples
    --------
    >>> import numpy as np
    >>> def high_cards_behind(observations):
    ...     scores = np.zeros((len(observations), 13, 3))
    ...     scores[:, :5, 2] = scores[:, 5:10, 1] = 1
    ...     return scores
    >>> player = ClosedPolicyBot(high_cards_behind).prepare(rules("pagat"), 2)
    >>> hand = "As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c"
    >>> position = Position("pagat", seat=1, button=0, street=0, boards=["- / - / -"] * 2, hand=hand)
    >>> str(player.place(position, np.random.default_rng(1)).board)
    '6h 5h 5c / 9c 8c 7s 7h 7d / As Kh Qs Jd Td'
    >>> player.place_many(Positions.of([position] * 3), np.random.default_rng(1)).shape
    (3, 13)
    """

    def __init__(
        self,
        policy: ClosedPolicy,
        *,
        name: str | None = None,
        takes_masks: bool = False,
        takes_rng: bool = False,
        declare: bool | str = IF_BETTER,
    ) -> None:
        check_flag("takes_masks", takes_masks, BotError)
        code_of_all(declare, BotError)
        parameters = ["observations", *["masks"] * takes_masks]
        hint = ": takes_masks=True adds masks, takes_rng=True adds rng"
        super().__init__(policy, name, takes_rng=takes_rng, parameters=parameters, hint=hint)
        self.takes_masks, self.declare = takes_masks, declare
        self._actions: ClosedActions | None = None

    def prepare(self, rules: Rules, players: int) -> ClosedPolicyBot:
        """Return a bot for these rules and number of players; RulesError for open-face rules."""
        bot = copy(self)
        vars(bot).update(_actions=ClosedActions(rules, players))
        return bot

    def place_many(self, positions: Positions, rng: np.random.Generator) -> Decisions | NDArray[np.uint8]:
        """Set the hands of positions; return boards alone if their naturals are declared if that pays more.

        Raises
        ------
        BotError
            If the bot was not prepared for these rules, or the policy returns neither actions nor scores.
        ArrayError
            If an action is not a number from 0 to ``size - 1``, or a score is not finite.
        """
        import numpy as np

        actions, rules, hands = self._actions, positions.rules, positions.hands
        if actions is None or actions.rules != rules:
            raise BotError(
                f"{self!r}: expected a call of prepare({quote(rules.name)}, players) first, and its result as the bot"
            )
        arrays: list[Any] = [actions.observations(hands, (positions.seats - positions.buttons) % positions.players)]
        if self.takes_masks:
            arrays.append(actions.masks(hands))
        n = len(hands)
        returned = self._ask(arrays, rng, {"int64": (n,), "float32": (n, 13, 3)})
        numbers = actions.highest(hands, returned) if returned.dtype.kind == "f" else returned
        boards = actions.boards(hands, numbers)
        return Decisions(boards, np.full(n, self.declare)) if isinstance(self.declare, bool) else boards

    def place(self, position: Position, rng: np.random.Generator) -> Decision:
        """Set one hand; see `place_many`."""
        check_bot_arguments(position, rng)
        positions = Positions.of([position])
        reply = reply_in(self.place_many(positions, rng), positions)
        return Decision(board_of_cards(reply.boards[0]), self.declare)
