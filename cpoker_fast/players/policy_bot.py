"""Bots that play a policy: a function of the observations of environments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from cpoker_fast._arguments import check_flag
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.errors import BotError
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position, check_bot_arguments
from cpoker_fast.game.positions import Positions, positions_for_bot
from cpoker_fast.players.answers import placement_in
from cpoker_fast.players.board_actions import BOARDS, BoardActions, kind_of_actions
from cpoker_fast.players.observation import Observation, checked_dtype
from cpoker_fast.players.parameters import check_parameters
from cpoker_fast.players.preparing import as_bot, name_of, prepared
from cpoker_fast.players.protocol import Bot, BotFunction
from cpoker_fast.players.referee import Referee
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling.declarations import IF_BETTER, code_of_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Policy", "PolicyBot"]

Policy: TypeAlias = Callable[..., "NDArray[Any]"]
"""Type of a policy: a function of observations, and perhaps action masks, that returns actions; see `PolicyBot`."""

_DTYPES = {"i": "int64", "u": "int64", "f": "float32"}  # names of dtypes in messages, by their kinds


class PolicyBot:
    """A bot that plays a policy, such as a policy that was trained in an environment of the package.

    The policy receives the same bits as in the environments, and returns actions of the same kind. So a trained policy plays
    wherever bots play: in `simulate`, against people, and as an opponent in environments. `simulate` and environments call
    it with the observations of many tables. With several workers of `simulate`, threads call it at the same time.

    Parameters
    ----------
    policy : function
        Function that is called as ``policy(observations, masks)``, and returns an action for each row: int[n], in any
        integer dtype. The observations have the shape (n, bits.size), the dtype `dtype`, and the layout of `Observation`.
        The masks are int8[n, 4], with a 1 for each legal action: front (0), middle (1), back (2), discard (3). The policy
        may change both arrays.
    actions : {'cards', 'boards'}
        Kind of actions, as in the environments. With ``"cards"``, an action places the highest card of the hand. With
        ``"boards"``, an action places all 13 cards, under rules of one street. A policy for boards is called as
        ``policy(observations)``. It returns actions of `BoardActions`, or a score for each card in each row, float[n, 13,
        3]. The bot plays the boards that `BoardActions.highest` chooses by these scores.
    bits : Observation, optional
        Layout of the observations that the policy reads, such as the attribute `bits` of an environment. The bot raises
        BotError in games with another layout. Without `bits`, the policy gets the layout of each game.
    name : str, optional
        Name of the bot in results; by default the name of the function.
    dtype : {'uint8', 'float32'}
        Dtype of the observations.
    takes_masks : bool, optional
        Whether masks are the second argument of the policy. The default is True for cards, and False for boards. Masks of
        boards take 72 KB for each hand.
    takes_rng : bool
        Whether a numpy.random.Generator is the last argument of the policy, for a policy that chooses at random. Results can
        be reproduced if the policy has no other random numbers.
    declare : bool or "if better"
        Whether the bot declares the best natural of its board. With the default, ``"if better"``, it declares the natural
        unless comparing the rows pays more.
    fantasyland_bot : str, Bot, function or None
        Bot that sets Fantasyland hands, since a policy rarely learns to set 13 to 17 cards one by one. The default,
        'careful', maximizes royalties plus the worth of staying. With None, the policy sets these hands, too, card by card.

    Attributes
    ----------
    name, actions : str

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

    A policy for whole boards:

    >>> def high_cards_behind(observations):
    ...     scores = np.zeros((len(observations), 13, 3))
    ...     scores[:, :5, 2] = scores[:, 5:10, 1] = 1
    ...     return scores
    >>> player = PolicyBot(high_cards_behind, actions="boards")
    >>> print(player.place(Deal("pagat", 2, seed=1).position(), rng))
    6s 6h 2s / Tc 9s 9d 8h 8d / Ad Ac Qs Js Jd
    """

    bits: Observation | None
    declare: bool | str
    policy: Policy
    takes_rng: bool

    def __init__(
        self,
        policy: Policy,
        *,
        actions: str = "cards",
        bits: Observation | None = None,
        name: str | None = None,
        dtype: str = "uint8",
        takes_masks: bool | None = None,
        takes_rng: bool = False,
        declare: bool | str = IF_BETTER,
        fantasyland_bot: str | Bot | BotFunction | None = "careful",
    ) -> None:
        self.actions: str = kind_of_actions(actions, BotError)
        self.takes_masks: bool = actions != BOARDS if takes_masks is None else takes_masks
        check_flag("takes_masks", self.takes_masks, BotError)
        check_flag("takes_rng", takes_rng, BotError)
        parameters = ["observations", *["masks"] * self.takes_masks, *["rng"] * takes_rng]
        if not callable(policy) or isinstance(policy, type):
            raise BotError(f"bad policy {quote(policy)}: expected a function of {' and '.join(parameters)}")
        if name is not None and not isinstance(name, str):
            raise BotError.about("name", f"expected text, got {quote(name)}")
        if bits is not None and not isinstance(bits, Observation):
            raise BotError.about(
                "bits", f"expected an Observation, such as the attribute bits of an environment, got {quote(bits)}"
            )
        code_of_all(declare, BotError)
        self.policy, self.takes_rng, self.bits, self.declare = policy, takes_rng, bits, declare
        self.name: str = getattr(policy, "__name__", type(policy).__name__) if name is None else name
        hint = ": takes_masks=True adds masks, takes_rng=True adds rng"
        check_parameters(f"policy {quote(self.name)}", policy, parameters, hint=hint)
        self.fantasyland_bot: Any = None if fantasyland_bot is None else as_bot(fantasyland_bot)
        self.dtype: str = checked_dtype(dtype)
        self._layout: Observation | None = None

    def __repr__(self) -> str:
        return f"PolicyBot({shorten(self.name)})"

    # ---- preparation ----

    def layout(self, rules: Rules, players: int) -> Observation:
        """Return the layout of the observations of a game; BotError or RulesError if the policy cannot play it."""
        if self._layout is not None and (self._layout.players, self._layout.rules) == (players, rules):
            return self._layout
        layout = Observation(rules, players)
        if self.bits is not None and self.bits.parts != layout.parts:
            raise BotError(
                f"policy {quote(self.name)} reads the {self.bits.size} bits of {quote(self.bits.rules.name)} with "
                f"{self.bits.players} players, and cannot play {quote(rules.name)} with {players}, which has {layout.size}"
            )
        if self.actions == BOARDS:
            BoardActions(rules)
            if rules.has_fantasyland and self.fantasyland_bot is None:
                hands = "a policy for boards sets hands of 13 cards"
                raise BotError(f"policy {quote(self.name)}: {hands}: expected a fantasyland_bot, too")
        return layout

    def prepare(self, rules: Rules, players: int) -> PolicyBot:
        """Return a bot for these rules and number of players; BotError or RulesError if the policy cannot play by them."""
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
        ArrayError
            If the policy chooses a board by an invalid action or invalid scores.
        BotError
            If the policy does not return an action for each row, or reads another layout of bits. Also if the bot that sets
            Fantasylands fails.
        RulesError
            If the policy sets whole boards, and the rules do not place 13 cards on one street.
        SeedError
            If `rng` is not a NumPy generator.
        """
        check_bot_arguments(position, rng)
        return self.place_many(Positions.of([position]), rng)[0]

    def place_many(self, positions: Positions | Sequence[Position], rng: np.random.Generator) -> list[Placement]:
        """Return a placement for each position. For errors, see `place`."""
        listed = [*positions_for_bot(positions, rng)]
        if not listed:
            return []
        bot = self.prepare(listed[0].rules, listed[0].players) if self._layout is None else self
        layout = bot.layout(listed[0].rules, listed[0].players)
        placements: list[Any] = [None] * len(listed)
        actions: list[list[int]] = [[] for _ in listed]
        waiting = []
        for index, position in enumerate(listed):
            if position.in_fantasyland and bot.fantasyland_bot is not None:
                setter = bot.fantasyland_bot
                placements[index] = Referee().placement(setter, name_of(setter), position, rng)
            else:
                waiting.append(index)
        while waiting:
            observations, masks = layout.write_many(
                [listed[index] for index in waiting], [actions[index] for index in waiting], dtype=self.dtype
            )
            for index, chosen in zip(waiting, self.choose(layout, observations, masks, rng).tolist(), strict=True):
                if isinstance(chosen, list):
                    placements[index] = placement_in(chosen, code_of_all(self.declare, BotError), listed[index])
                    continue
                actions[index].append(chosen)
                if len(actions[index]) == len(listed[index].hand):
                    placement = layout.placement(listed[index], actions[index])
                    completes = listed[index].own.with_cards(placement).is_complete
                    places = (*placement.rows, placement.discards)
                    placements[index] = Placement.of_cards(*places, self.declare) if completes else placement
            waiting = [index for index in waiting if placements[index] is None]
        return placements

    def choose(
        self, layout: Observation, observations: NDArray[Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[Any]:
        """Return the choices of the policy: actions for cards, int64[n], or boards, uint8[n, 13].

        `masks` are those for cards, int8[n, 4]. Raises BotError if the policy does not return such actions, or scores for
        boards, and ArrayError for bad actions for boards or bad scores.
        """
        n = len(observations)
        if self.actions != BOARDS:
            return self._ask([observations, masks], rng, {"int64": (n,)}).astype("int64", copy=False)
        actions, hands = BoardActions(layout.rules), layout.hands(observations)
        masks = actions.masks(hands) if self.takes_masks else masks
        returned = self._ask([observations, masks], rng, {"int64": (n,), "float32": (n, 13, 3)})
        return actions.boards(hands, actions.highest(hands, returned) if returned.dtype.kind == "f" else returned)

    def _ask(
        self, arrays: list[NDArray[Any]], rng: np.random.Generator, expected: dict[str, tuple[int, ...]]
    ) -> NDArray[Any]:
        """Return the array that the policy returns; BotError if it is not one of the `expected` arrays.

        `expected` has their shapes by dtype: "int64" stands for all integers, "float32" for all floats.
        """
        answer = self.policy(*arrays[: 1 + self.takes_masks], *[rng] * self.takes_rng)
        try:
            array = np.asarray(answer)
        except ValueError:  # a list of lists of different lengths
            array = np.empty(0, object)
        dtype = _DTYPES.get(array.dtype.kind, "")
        if expected.get(dtype) == array.shape:
            return array
        got = f"{array.dtype}{list(array.shape)}" if dtype else quote(answer)
        shapes = ", or ".join(f"{name}{list(shape)}" for name, shape in expected.items())
        raise BotError(f"policy {quote(self.name)} returned {got}: expected {shapes}")
