"""Many hands of a closed game at once, with the interface of Gymnasium's vector environments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cpoker_fast._arguments import check_whole
from cpoker_fast._arrays import as_array
from cpoker_fast._settling import fouls_and_naturals
from cpoker_fast.dealing import Seed
from cpoker_fast.decisions import IF_BETTER
from cpoker_fast.errors import TableError
from cpoker_fast.learning.closed_table import ClosedTables
from cpoker_fast.learning.opponents import Opponent
from cpoker_fast.rulebook import Rules, as_closed_rules, compiled
from cpoker_fast.system.gymnasium_support import ResetFirst, autoreset_mode_of, check_generator, reset_mask_of

__all__ = ["ClosedVectorEnv"]

_MOST_ENVS = 1 << 20
_MOST_TRIES = 1000


class ClosedVectorEnv(ResetFirst, GymnasiumVectorEnv):  # type: ignore[misc] # Any if Gymnasium is not installed
    """Hands of a closed game in parallel: in each step, the learner sets the hand of each environment, against bots.

    An episode is one step. An action is the number of an arrangement of the 13 cards; `ClosedActions` (the attribute
    `actions`) describes actions and observations, converts between actions and boards, and marks legal actions. An illegal
    action is accepted: its board is a foul.

    Parameters
    ----------
    num_envs : int
        Number of environments.
    rules, players, opponent, seat, declare
        As for `ClosedEnv`.
    autoreset_mode : gymnasium.vector.AutoresetMode or str
        ``"SameStep"``: a step also deals the next hands, and returns their observations. ``"NextStep"``: every second step
        deals hands, and ignores the action. ``"Disabled"``: only `reset` deals hands.

    Attributes
    ----------
    num_envs, players : int
    rules : Rules
    actions : ClosedActions
    opponents : tuple of bots
        Prepared opponents, clockwise from the learner.
    single_observation_space, observation_space : gymnasium.spaces.Box
        Spaces of shape ``(actions.bits,)`` and ``(num_envs, actions.bits)``.
    single_action_space, action_space : gymnasium.spaces.Discrete, gymnasium.spaces.MultiDiscrete
    metadata : dict
        Holds ``"autoreset_mode"``.

    Raises
    ------
    RulesError, BotError, TableError
        As for `ClosedEnv`, and TableError for an invalid `num_envs` or `autoreset_mode`. Steps raise BotError if an opponent
        fails; no environment then changes.

    Notes
    -----
    Rewards are float32[num_envs]: the points of the learner from all opponents together. ``infos["seat"]``, int8[num_envs],
    is the learner's seat, counted clockwise from the button. Where ``infos["_final_info"]`` is True, hands were settled;
    ``infos["final_info"]`` then has, by seats, the ``"boards"``, uint8[num_envs, players, 13], and the ``"points"``,
    int32[num_envs, players], and the learner's ``"seat"``. Infos have no action masks, which would take 72 KB for each
    environment: `action_masks` makes them.

    Opponents with `BatchBot.place_many`, such as those of the package, set all hands in a few calls.

    Examples
    --------
    >>> from cpoker_fast.learning import ClosedVectorEnv
    >>> environments = ClosedVectorEnv(1000, "pagat", 2, opponent="balanced")
    >>> observations, infos = environments.reset(seed=1)
    >>> observations.shape
    (1000, 54)
    >>> actions = environments.sample_actions()  # random legal arrangements
    >>> observations, rewards, terminations, truncations, infos = environments.step(actions)
    >>> bool(terminations.all()), bool(rewards.mean() < -2)
    (True, True)
    """

    def __init__(
        self,
        num_envs: int,
        rules: Rules | str = "pagat",
        players: int = 2,
        *,
        opponent: Opponent | Sequence[Opponent] = "balanced",
        seat: int | None = None,
        declare: bool | str = IF_BETTER,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    ) -> None:
        check_whole("num_envs", num_envs, 1, _MOST_ENVS, TableError)
        self._mode = autoreset_mode_of(autoreset_mode)
        closed_rules = as_closed_rules(rules, "ClosedVectorEnv", "learning.VectorEnv")
        self._tables = ClosedTables(num_envs, closed_rules, players, opponent, seat, declare)
        self.num_envs, self.players, self.rules = num_envs, players, self._tables.rules
        self.actions, self.opponents = self._tables.actions, self._tables.bots
        self.metadata = {"autoreset_mode": self._mode}
        self.single_observation_space = spaces.Box(0, 1, (self.actions.bits,), np.uint8)
        self.single_action_space = spaces.Discrete(self.actions.size)
        self._is_over = np.ones(num_envs, bool)
        self._has_reset = False

    @cached_property
    def observation_space(self) -> Any:
        """The space of the observations of all environments."""
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Any:
        """The space of the actions of all environments. Its samples include fouls; those of `sample_actions` do not."""
        return batch_space(self.single_action_space, self.num_envs)

    # ---- Gymnasium's interface ----

    def reset(
        self, *, seed: Seed = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deal new hands.

        Parameters
        ----------
        seed : int, sequence of int or numpy.random.SeedSequence, optional
            Seed of all hands, opponents and sampled actions from now on. By default, the random streams continue, or begin
            with an unpredictable seed.
        options : mapping, optional
            ``"reset_mask"``: bool[num_envs], True for the environments to reset; all by default.

        Returns
        -------
        observations : array of uint8, shape (num_envs, actions.bits)
        infos : dict

        Raises
        ------
        SeedError
            If the seed is invalid, or given with a mask.
        TableError
            If the options are invalid, or a mask is given before the first reset of all environments.
        ArrayError
            If the shape or dtype of the mask is wrong.
        """
        mask = reset_mask_of(options, self.num_envs, seed, has_reset=self._has_reset)
        if seed is not None or not self._has_reset:
            self._tables.begin(seed)
        self._deal(np.arange(self.num_envs) if mask is None else np.flatnonzero(mask))
        self._has_reset = True
        return self._tables.observations(), {"seat": self._tables.seats.copy()}

    def _deal(self, selected: NDArray[np.intp]) -> None:
        self._tables.deal(selected)
        self._is_over[selected] = False

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Set the hand of each environment, and settle it.

        Parameters
        ----------
        actions : array of int, shape (num_envs,)
            Actions; other integer dtypes are converted to int64.

        Returns
        -------
        observations : array of uint8, shape (num_envs, actions.bits)
        rewards : array of float32, shape (num_envs,)
        terminations, truncations : array of bool, shape (num_envs,)
        infos : dict

        Raises
        ------
        ArrayError
            If the actions have a wrong shape or dtype, or one is not a number from 0 to ``actions.size - 1``.
        TableError
            Before the first `reset`, or if an episode is over and `autoreset_mode` is ``"Disabled"``.
        BotError
            If an opponent fails.
        """
        self._check_reset("the first step")
        if self._mode is AutoresetMode.DISABLED and self._is_over.any():
            raise TableError(f"environment {int(self._is_over.argmax())}: the hand is settled: expected a reset")
        own_boards = self.actions.boards(self._tables.own, self._where_playing(actions))
        playing, dealt = np.flatnonzero(~self._is_over), np.flatnonzero(self._is_over)
        seats = self._tables.seats.copy()
        boards = np.zeros((self.num_envs, self.players, 13), np.uint8)
        points, rewards = np.zeros((self.num_envs, self.players), np.int32), np.zeros(self.num_envs, np.float32)
        boards[playing], _, points[playing] = self._tables.settle(own_boards[playing], playing)
        rewards[playing] = points[playing, seats[playing]]
        terminations = ~self._is_over
        self._is_over[playing] = True
        self._deal(playing if self._mode is AutoresetMode.SAME_STEP else dealt)
        infos = {
            "seat": self._tables.seats.copy(),
            "final_info": {"boards": boards, "points": points, "seat": seats},
            "_final_info": terminations.copy(),
        }
        return self._tables.observations(), rewards, terminations, np.zeros(self.num_envs, bool), infos

    def _where_playing(self, actions: object) -> NDArray[Any]:
        """Return actions as an array, with 0 where the hand is settled: such actions are ignored."""
        array = as_array(actions, "actions")
        if array.shape == (self.num_envs,) and self._is_over.any():
            array = array.copy()
            array[self._is_over] = 0
        return array

    # ---- beyond Gymnasium's interface ----

    def action_masks(self) -> NDArray[np.int8]:
        """Return a 1 for each legal action, int8[num_envs, actions.size]; TableError before the first `reset`."""
        self._check_reset("action_masks()")
        return self.actions.masks(self._tables.own)

    def hands(self) -> NDArray[np.uint8]:
        """Return the hands of the learner, uint8[num_envs, 13], for the methods of `actions`; TableError before a reset."""
        self._check_reset("hands()")
        return self._tables.own.copy()

    def sample_actions(self, rng: np.random.Generator | None = None) -> NDArray[np.int64]:
        """Sample a legal arrangement for each environment, uniformly, int64[num_envs].

        `rng` is the source of random bits, by default the stream that `reset` has seeded. An arrangement is a foul only if
        all arrangements of the hand are. Raises SeedError if `rng` is not a generator; TableError before the first `reset`.
        """
        self._check_reset("sample_actions()")
        check_generator(rng)
        generator = self._tables.sampler if rng is None else rng
        actions = np.zeros(self.num_envs, np.int64)
        missing = np.arange(self.num_envs)
        for _ in range(_MOST_TRIES):  # about a third of all arrangements are legal
            actions[missing] = generator.integers(len(self.actions.places), size=len(missing))
            boards = self.actions.boards(self._tables.own[missing], actions[missing])
            missing = missing[fouls_and_naturals(compiled(self.rules), boards)[0]]
            if not len(missing):
                break
        return actions
