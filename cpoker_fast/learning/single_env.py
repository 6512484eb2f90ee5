"""A single deal against bots, with the interface of Gymnasium's environments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import Env as GymnasiumEnv, spaces
from gymnasium.utils import EzPickle
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from cpoker_fast.errors import PlacementError, TableError
from cpoker_fast.game.deal import Deal
from cpoker_fast.learning.env_arguments import BySize, record_of
from cpoker_fast.learning.gymnasium_support import RENDER_MODES, TextRendering, check_no_options, check_render_mode
from cpoker_fast.learning.opponents import Opponent, Seat
from cpoker_fast.learning.rendering import text_of
from cpoker_fast.learning.vector_env import VectorEnv
from cpoker_fast.notation import Record
from cpoker_fast.players import BoardActions, Observation, name_of
from cpoker_fast.players.card_actions import action_index
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling.declarations import IF_BETTER

__all__ = ["Env"]


class Env(TextRendering, GymnasiumEnv, EzPickle):  # type: ignore[misc] # Any if Gymnasium is not installed
    """One deal against bots, for libraries that train in single environments.

    An episode is a deal. In each step, the learner places the highest card of the hand, or all 13 cards (`actions`).
    Opponents place within the step. The reward is 0 until the showdown. At the showdown, it is the points of the learner,
    plus `fantasyland_worth` for an earned Fantasyland. `VectorEnv`, which plays thousands of deals at once, is much faster.
    ``gymnasium.make("cpoker_fast.learning:cpoker_fast/ChinesePoker-v0")`` makes this environment, and ``make_vec`` a
    `VectorEnv`, both with the same arguments.

    Parameters
    ----------
    rules, players, actions, opponent, seat, button, declare, fantasyland, fantasyland_worth, dtype
        As for `VectorEnv`. The default opponent is 'careful'.
    on_illegal : {'replace', 'error', 'foul'}
        As for `VectorEnv`. The default is ``"replace"``, since libraries without action masks try every action of the space.
    render_mode : str, optional
        Mode of rendering. With ``"ansi"``, `render` returns text. With ``"human"``, `render`, `reset` and `step` print the
        text.

    Attributes
    ----------
    rules : Rules
    bits : Observation
        Layout of observations.
    board_actions : BoardActions or None
        The actions, if they are boards.
    opponents : tuple of bots
        Prepared opponents, clockwise from the learner.
    observation_space : gymnasium.spaces.Box
        Space of shape ``(bits.size,)``.
    action_space : gymnasium.spaces.Discrete

    Raises
    ------
    RulesError, TableError, BotError, ArrayError
        As for `VectorEnv`.

    Notes
    -----
    ``info["action_mask"]``, int8[number of actions], has a 1 for each legal action. When the deal is over, the mask has only
    zeros. `action_masks` returns the mask as bool, as the masked algorithms of SB3-Contrib expect. ``info["seat"]`` is the
    learner's seat. With `on_illegal` 'replace', ``info["replaced"]`` states whether an illegal action was replaced. It is
    False after a reset. The info at the end of a deal also has ``"boards"``, uint8[players, 13], ``"rewards"``,
    float32[players], and ``"fantasyland"``, uint8[players], as in the ``"final_info"`` of `VectorEnv`.

    Seeds give the same deals as in a `VectorEnv` with one environment. A copied or unpickled environment is a new one with
    the same arguments.

    Examples
    --------
    >>> import numpy as np
    >>> from cpoker_fast.learning import Env
    >>> environment = Env("pineapple", opponent="careful", button=0, render_mode="ansi")
    >>> observation, info = environment.reset(seed=1)
    >>> observation.shape, info["action_mask"].tolist(), info["seat"]
    ((487,), [1, 1, 1, 0], 0)
    >>> terminated = False
    >>> while not terminated:
    ...     action = int(np.flatnonzero(info["action_mask"])[-1])
    ...     observation, reward, terminated, truncated, info = environment.step(action)
    >>> reward == float(info["rewards"][0])
    True
    >>> environment = Env("pagat", actions="boards", opponent="balanced")
    >>> observation, info = environment.reset(seed=1)
    >>> hand = environment.bits.read(observation).hand
    >>> int(info["action_mask"].sum()) == count_arrangements(hand, "pagat")
    True
    >>> action = environment.board_actions.numbers([hand], [best_royalties(hand, "pagat")])[0]
    >>> observation, reward, terminated, truncated, info = environment.step(action)
    >>> terminated, info["replaced"]
    (True, False)
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    bits: Observation
    opponents: tuple[Any, ...]
    rules: Rules
    board_actions: BoardActions | None
    render_mode: str | None
    action_space: spaces.Space[Any]
    observation_space: spaces.Space[Any]

    def __init__(
        self,
        rules: Rules | str = "pineapple",
        players: int = 2,
        *,
        actions: str = "cards",
        opponent: Opponent | Sequence[Opponent] = "careful",
        seat: Seat | None = None,
        button: int | None = None,
        declare: bool | str = IF_BETTER,
        fantasyland: BySize = 0.0,
        fantasyland_worth: BySize = 0.0,
        dtype: str = "uint8",
        on_illegal: str = "replace",
        render_mode: str | None = None,
    ) -> None:
        options: dict[str, Any] = {
            "actions": actions,
            "opponent": opponent,
            "seat": seat,
            "button": button,
            "declare": declare,
            "fantasyland": fantasyland,
            "fantasyland_worth": fantasyland_worth,
            "dtype": dtype,
            "on_illegal": on_illegal,
        }
        EzPickle.__init__(self, rules, players, **options, render_mode=render_mode)
        if opponent is None:
            raise TableError.about("opponent", "expected a bot; VectorEnv and raw_env also let the caller play every seat")
        check_render_mode(render_mode)
        self._envs = VectorEnv(1, rules, players, **options, autoreset_mode=AutoresetMode.DISABLED)
        self.rules, self.bits, self.opponents = self._envs.rules, self._envs.bits, self._envs.opponents
        self.board_actions, self.render_mode = self._envs.board_actions, render_mode
        self.observation_space, self.action_space = self._envs.single_observation_space, self._envs.single_action_space
        self._observation = np.zeros(self.bits.size, dtype)
        self._mask, self._seat = np.zeros(self.action_space.n, np.int8), 0
        self._has_reset, self._is_over = False, True

    # ---- Gymnasium's interface ----

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a new deal.

        Parameters
        ----------
        seed : int, optional
            Seed of this deal and the following ones. By default, the random streams continue, or begin with an unpredictable
            seed.
        options : mapping, optional
            None or an empty mapping, since there are no options.

        Raises
        ------
        SeedError, TableError
            If an argument is invalid.
        BotError
            If an opponent fails.
        """
        check_no_options(options)
        observations, infos = self._envs.reset(seed=seed)
        super().reset(seed=seed)
        self._has_reset, self._is_over = True, False
        return self._shown(observations, infos, {})

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Place or discard the next card, or place all cards.

        Raises
        ------
        PlacementError
            If the action does not exist, or is illegal with `on_illegal` 'error'; the environment stays unchanged.
        TableError
            Before the first `reset`, or after the end of a deal.
        BotError
            If an opponent fails.
        """
        if self._is_over:
            raise TableError("expected a reset before a step: there is no deal, or it is over")
        index = action_index(action, highest=self.action_space.n - 1)
        try:
            observations, rewards, terminations, _, infos = self._envs.step([index])
        except PlacementError as error:
            raise PlacementError(str(error).removeprefix("environment 0: ")) from None
        self._is_over = bool(terminations[0])
        final_info = infos["final_info"] if self._is_over else {}
        results = {name: array[0] for name, array in final_info.items() if name != "seat"}
        observation, info = self._shown(observations, infos, results)
        return observation, float(rewards[0]), self._is_over, False, info

    def _shown(
        self, observations: NDArray[Any], infos: dict[str, Any], results: dict[str, Any]
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Return the observation and the info of a step or a reset; `results` are those of the deal."""
        self._observation, self._seat = observations[0], int(infos["seat"][0])
        self._mask = (self._envs.action_masks() if self.board_actions else infos["action_mask"])[0]
        self._show()
        info = {"action_mask": self._mask.copy(), "seat": self._seat, **results}
        if "replaced" in infos:
            info["replaced"] = bool(infos["replaced"][0])
        return self._observation.copy(), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether each action is legal, bool[number of actions]; all False when the deal is over.

        Raises TableError before the first `reset`.
        """
        self._check_reset("action_masks()")
        return self._mask.astype(bool)

    def deal(self) -> Deal:
        """Return the deal up to its last complete street; TableError before the first `reset`."""
        return self._envs.deal(0)

    def record(self) -> Record:
        """Return the record of `deal`, with the names of the learner and the bots; TableError before the first `reset`.

        Examples
        --------
        >>> environment = Env("pagat", actions="boards", opponent="random", button=0)
        >>> observation, info = environment.reset(seed=1)
        >>> results = environment.step(int(info["action_mask"].argmax()))
        >>> record = environment.record()
        >>> record.names, record.settlement().points == tuple(results[-1]["rewards"].tolist())
        (('learner', 'random'), True)
        """
        return record_of(self.deal(), self._names())

    # ---- display ----

    def _names(self) -> list[str]:
        """Return the names of the players by seat."""
        opponents = [name_of(bot) for bot in self.opponents]
        if len(opponents) > 1:
            opponents = [f"{name} {place}" for place, name in enumerate(opponents, start=1)]
        clockwise = ["learner", *opponents]
        return [clockwise[(seat - self._seat) % len(clockwise)] for seat in range(len(clockwise))]

    def _text(self) -> str:
        names = self._names()
        text = text_of(self.bits.read(self._observation), self._seat, names)
        deal = self.deal()
        if not deal.is_over:
            return text
        return f"{text}\n\n{deal.settlement().explain(names)}"
