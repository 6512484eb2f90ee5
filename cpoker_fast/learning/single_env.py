"""A single deal against bots, with the interface of Gymnasium's environments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import Env, spaces
from gymnasium.utils import EzPickle
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import PlacementError, TableError
from cpoker_fast.game.deal import Deal
from cpoker_fast.learning.env_arguments import BySize
from cpoker_fast.learning.opponents import Opponent, Seat
from cpoker_fast.learning.rendering import text_of
from cpoker_fast.learning.vector_env import VectorEnv
from cpoker_fast.players import name_of
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.gymnasium_support import RENDER_MODES, TextRendering, check_no_options, check_render_mode
from cpoker_fast.thinking.card_actions import ACTIONS, action_index

__all__ = ["OpenFaceEnv"]

_ON_ILLEGAL = ("replace", "error")


class OpenFaceEnv(TextRendering, Env, EzPickle):  # type: ignore[misc] # Any if Gymnasium is not installed
    """One deal against bots, for libraries that train in single environments.

    An episode is a deal; in each step, the learner places the highest card of the hand: 0 in the front, 1 in the middle, 2
    in the back; 3 discards it. An illegal action is replaced by the next legal one, or raises PlacementError (`on_illegal`).
    Opponents place within the step. The reward is 0 until the showdown, then the points of the learner, plus
    `fantasyland_worth` for an earned Fantasyland. `VectorEnv`, which plays thousands of deals at once, is much faster.
    ``gymnasium.make("cpoker_fast.learning:cpoker_fast/OpenFace-v0")`` makes this environment, and ``make_vec`` a
    `VectorEnv`, both with the same arguments.

    Parameters
    ----------
    rules, players, opponent, seat, button, fantasyland, fantasyland_worth, dtype
        As for `VectorEnv`. The default opponent is 'careful'.
    on_illegal : {'replace', 'error'}
        What `step` does with an illegal action. ``"replace"``: it takes the next legal one, in the order 0, 1, 2, 3, 0, ...,
        and reports it in its infos, since libraries without action masks try every action of the space. ``"error"``: it
        raises PlacementError.
    render_mode : str, optional
        ``"ansi"``: `render` returns text. ``"human"``: `render`, `reset` and `step` print the text.

    Attributes
    ----------
    rules : Rules
    bits : Observation
        Layout of observations.
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
    ``info["action_mask"]``, int8[4], has a 1 for each legal action; `action_masks` returns it as bool[4], as the masked
    algorithms of SB3-Contrib expect. ``info["seat"]`` is the learner's seat. ``info["replaced"]`` states whether the action
    was illegal, and replaced; False after a reset. The info at the end of a deal also has ``"boards"``, uint8[players, 13],
    ``"fantasyland"``, uint8[players], the sizes of the Fantasylands that the boards earned, and ``"rewards"``,
    float32[players].

    Seeds give the same deals as in a `VectorEnv` with one environment. A copied or unpickled environment is a new one with
    the same arguments.

    Examples
    --------
    >>> import numpy as np
    >>> from cpoker_fast.learning import OpenFaceEnv
    >>> environment = OpenFaceEnv("pineapple", opponent="careful", button=0, render_mode="ansi")
    >>> observation, info = environment.reset(seed=1)
    >>> observation.shape, info["action_mask"].tolist(), info["seat"]
    ((487,), [1, 1, 1, 0], 0)
    >>> terminated = False
    >>> while not terminated:
    ...     action = int(np.flatnonzero(info["action_mask"])[-1])
    ...     observation, reward, terminated, truncated, info = environment.step(action)
    >>> reward == float(info["rewards"][0])
    True
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        rules: Rules | str = "pineapple",
        players: int = 2,
        *,
        opponent: Opponent | Sequence[Opponent] = "careful",
        seat: Seat | None = None,
        button: int | None = None,
        fantasyland: BySize = 0.0,
        fantasyland_worth: BySize = 0.0,
        dtype: str = "uint8",
        on_illegal: str = "replace",
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            rules,
            players,
            opponent=opponent,
            seat=seat,
            button=button,
            fantasyland=fantasyland,
            fantasyland_worth=fantasyland_worth,
            dtype=dtype,
            on_illegal=on_illegal,
            render_mode=render_mode,
        )
        if opponent is None:
            raise TableError.about("opponent", "expected a bot; VectorEnv and raw_env also let the caller play every seat")
        if not isinstance(on_illegal, str) or on_illegal not in _ON_ILLEGAL:
            raise TableError(f"bad on_illegal {quote(on_illegal)}: expected 'replace' or 'error'")
        check_render_mode(render_mode)
        self._envs = VectorEnv(
            1,
            rules,
            players,
            opponent=opponent,
            seat=seat,
            button=button,
            fantasyland=fantasyland,
            fantasyland_worth=fantasyland_worth,
            autoreset_mode=AutoresetMode.DISABLED,
            dtype=dtype,
        )
        self.rules, self.bits, self.opponents = self._envs.rules, self._envs.bits, self._envs.opponents
        self.on_illegal, self.render_mode = on_illegal, render_mode
        self.observation_space = self._envs.single_observation_space
        self.action_space = spaces.Discrete(len(ACTIONS))
        self._observation = np.zeros(self.bits.size, dtype)
        self._mask, self._seat, self._has_reset = np.zeros(len(ACTIONS), np.int8), 0, False

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
            There are no options: expected None or an empty mapping.

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
        self._has_reset = True
        return self._shown(observations, infos, {"replaced": False})

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Place or discard the next card.

        Raises
        ------
        PlacementError
            If the action is not an int from 0 to 3, or illegal with `on_illegal` 'error'; the environment stays unchanged.
        TableError
            Before the first `reset`, or after the end of a deal.
        BotError
            If an opponent fails.
        """
        if not self._mask.any():
            raise TableError("expected a reset before a step: there is no deal, or it is over")
        index = action_index(action)
        legal = np.flatnonzero(self._mask)
        is_replaced = index not in legal and 0 <= index < len(ACTIONS) and self.on_illegal == "replace"
        if is_replaced:
            index = int(legal[(legal > index).argmax()])
        try:
            observations, rewards, terminations, _, infos = self._envs.step([index])
        except PlacementError as error:
            raise PlacementError(str(error).removeprefix("environment 0: ")) from None
        more: dict[str, Any] = {"replaced": is_replaced}
        if terminations[0]:
            more |= {name: array[0] for name, array in infos["final_info"].items() if name != "seat"}
        observation, info = self._shown(observations, infos, more)
        return observation, float(rewards[0]), bool(terminations[0]), False, info

    def _shown(
        self, observations: NDArray[Any], infos: dict[str, Any], more: dict[str, Any]
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Return the observation and the info of a step or a reset."""
        self._observation, self._seat = observations[0], int(infos["seat"][0])
        self._mask = infos["action_mask"][0]
        self._show()
        return self._observation.copy(), {"action_mask": self._mask.copy(), "seat": self._seat, **more}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether each action is legal, bool[4]; all False when the deal is over."""
        return self._mask.astype(bool)

    def deal(self) -> Deal:
        """Return the deal up to its last complete street; TableError before the first `reset`."""
        return self._envs.deal(0)

    # ---- display ----

    def _text(self) -> str:
        opponents = [name_of(bot) for bot in self.opponents]
        clockwise = ["learner", *opponents]
        names = [clockwise[(seat - self._seat) % len(clockwise)] for seat in range(len(clockwise))]
        return text_of(self.bits.read(self._observation), self._seat, names)

    def close(self) -> None:
        """Do nothing: no resource is open."""
