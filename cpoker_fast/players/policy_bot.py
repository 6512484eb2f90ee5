"""Bots that play a policy: a function of the observations of environments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, TypeAlias

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BotError
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position, check_bot_arguments
from cpoker_fast.game.positions import Positions, positions_for_bot
from cpoker_fast.players.policies import PlaysPolicy
from cpoker_fast.players.preparing import as_bot, prepared
from cpoker_fast.players.protocol import Bot, BotFunction
from cpoker_fast.rulebook import Rules
from cpoker_fast.thinking.observation import Observation, checked_dtype

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Policy", "PolicyBot"]

Policy: TypeAlias = Callable[..., "NDArray[Any]"]
"""Type of a policy: a function of observations and action masks that returns actions; see `PolicyBot`."""


class PolicyBot(PlaysPolicy):
    """A bot that plays a policy, such as a policy that was trained in an environment of the package.

    The policy receives the same bits as in the environments, and places card by card, the highest card of the hand first. So
    a trained policy plays wherever bots play: in `simulate`, against people, and as an opponent in environments. `simulate`
    and environments call it with the observations of many tables. With several workers of `simulate`, threads call it at
    the same time.

    Parameters
    ----------
    policy : function
        Called as ``policy(observations, masks)``; returns an action for each row: int[n], in any integer dtype. The
        observations have the shape (n, bits.size) and the dtype `dtype`, in the layout of `Observation`. The masks are
        int8[n, 4], with a 1 for each legal action: front (0), middle (1), back (2), discard (3). The policy may change both
        arrays.
    bits : Observation, optional
        Layout of the observations that the policy reads, such as the attribute `bits` of an environment. The bot then raises
        BotError if rules or a number of players have another layout; without `bits`, the policy gets the layout of each
        game.
    name : str, optional
        Name of the bot in results; by default the name of the function.
    dtype : {'uint8', 'float32'}
        Dtype of the observations.
    takes_rng : bool
        Whether to call ``policy(observations, masks, rng)``, for a policy that chooses at random. With this
        numpy.random.Generator as the only source of random numbers, results can be reproduced.
    fantasyland_bot : str, Bot, function or None
        Bot that sets Fantasyland hands, since a policy rarely learns to set 13 to 17 cards one by one. The default,
        'careful', maximizes royalties plus the worth of staying. None: the policy sets them, too.

    Attributes
    ----------
    policy : function
    bits : Observation or None
    name : str

    Raises
    ------
    BotError
        If the policy is not a function, or another argument is invalid.

    Examples
    --------
    >>> import numpy as np
    >>> def back_first(observations, masks):
    ...     order = [2, 1, 0, 3]
    ...     return np.take(order, masks[:, order].argmax(axis=1))
    >>> player, rng = PolicyBot(back_first, bits=Observation("pineapple", 2)), np.random.default_rng(1)
    >>> position = Deal("pineapple", 2, seed=1).position()
    >>> print(player.place(position, rng))
    - / - / Qs Tc 9d 8h 6s
    >>> placements = player.prepare(rules("pineapple"), 2).place_many(Positions.of([position] * 2), rng)
    >>> placements == [player.place(position, rng)] * 2
    True
    >>> simulate("pineapple", [player, "random"], 100, seed=1).players
    ('back_first', 'random')
    """

    def __init__(
        self,
        policy: Policy,
        *,
        bits: Observation | None = None,
        name: str | None = None,
        dtype: str = "uint8",
        takes_rng: bool = False,
        fantasyland_bot: str | Bot | BotFunction | None = "careful",
    ) -> None:
        super().__init__(
            policy, name, takes_rng=takes_rng, parameters=("observations", "masks"), hint=": takes_rng=True adds rng"
        )
        if bits is not None and not isinstance(bits, Observation):
            raise BotError.about(
                "bits", f"expected an Observation, such as the attribute bits of an environment, got {quote(bits)}"
            )
        self.bits = bits
        self.fantasyland_bot: Any = None if fantasyland_bot is None else as_bot(fantasyland_bot)
        self.dtype = checked_dtype(dtype)
        self._layout: Observation | None = None

    # ---- preparation ----

    def layout(self, rules: Rules, players: int) -> Observation:
        """Return the layout of the observations of a game; BotError if the policy reads another layout of bits."""
        if self._layout is not None and (self._layout.players, self._layout.rules) == (players, rules):
            return self._layout
        layout = Observation(rules, players)
        if self.bits is not None and self.bits.parts != layout.parts:
            raise BotError(
                f"policy {quote(self.name)} reads the {self.bits.size} bits of {quote(self.bits.rules.name)} with "
                f"{self.bits.players} players, and cannot play {quote(rules.name)} with {players}, which has {layout.size}"
            )
        return layout

    def prepare(self, rules: Rules, players: int) -> PolicyBot:
        """Return a bot for these rules and number of players; BotError if the policy reads another layout of bits."""
        bot, setter = copy(self), self.fantasyland_bot
        vars(bot).update(
            _layout=self.layout(rules, players),
            fantasyland_bot=None if setter is None else prepared(setter, rules, players),
        )
        return bot

    # ---- playing ----

    def place(self, position: Position, rng: np.random.Generator) -> Placement:
        """Return the placement of the cards in hand.

        Raises
        ------
        PlacementError
            If there are no cards in hand, or the policy chooses an illegal action.
        BotError
            If the policy does not return an action for each row, or reads another layout of bits.
        SeedError
            If `rng` is not a NumPy generator.
        """
        check_bot_arguments(position, rng)
        return self.place_many(Positions.of([position]), rng)[0]

    def place_many(self, positions: Positions | Sequence[Position], rng: np.random.Generator) -> list[Placement]:
        """Return a placement for each position. For errors, see `place`."""
        listed = [*positions_for_bot(positions, rng)]
        bot = self.prepare(listed[0].rules, listed[0].seats) if self._layout is None else self
        layout = bot.layout(listed[0].rules, listed[0].seats)
        placements: list[Any] = [None] * len(listed)
        actions: list[list[int]] = [[] for _ in listed]
        waiting = []
        for index, position in enumerate(listed):
            if position.in_fantasyland and bot.fantasyland_bot is not None:
                placements[index] = position.placement(bot.fantasyland_bot.place(position, rng))
            else:
                waiting.append(index)
        while waiting:
            observations, masks = layout.write_many(
                [listed[index] for index in waiting], [actions[index] for index in waiting], dtype=self.dtype
            )
            for index, action in zip(waiting, self.choose(observations, masks, rng).tolist(), strict=True):
                actions[index].append(action)
                if len(actions[index]) == len(listed[index].hand):
                    placements[index] = layout.placement(listed[index], actions[index])
            waiting = [index for index in waiting if placements[index] is None]
        return placements

    def choose(self, observations: NDArray[Any], masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
        """Return the actions of the policy, int64[n]; BotError if it does not return a whole number for each row."""
        actions = self._ask([observations, masks], rng, {"int64": (len(masks),)})
        return actions.astype("int64", copy=False)
