"""Thousands of open-face deals in parallel, with the interface of Gymnasium's vector environments."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cpoker_fast._arguments import available_threads, check_flag, check_whole
from cpoker_fast._arrays import as_array, holds_whole_numbers, result_out
from cpoker_fast.dealing import Seed
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import ArrayError, PlacementError, SeedError, TableError
from cpoker_fast.openface.game.deal import Deal
from cpoker_fast.openface.learning.env_arguments import ACTIONS, BySize, EnvTerms, deal_in, problem_of, seed_environments
from cpoker_fast.rulebook import Rules

__all__ = ["VectorEnv"]

_MODES = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED)  # as the core numbers them
_MOST_ENVS = 1 << 24
_DTYPES = ("uint8", "float32")


class VectorEnv(GymnasiumVectorEnv):  # type: ignore[misc] # Any if Gymnasium is not installed
    """Open-face deals in parallel, in C: in each step of each environment, the player to act places one card.

    An action places the highest card of the player's hand: 0 in the front, 1 in the middle, 2 in the back; 3 discards it.
    An episode is one deal. An observation shows what the player to act can see; `Observation` (the attribute `bits`)
    describes its bits.

    Parameters
    ----------
    num_envs : int
        Number of environments.
    rules : Rules or str
        Rules with streets, or the name of a preset.
    players : int
        Number of players in each deal.
    button : int, optional
        Seat with the button. By default, it is drawn at random for each deal.
    fantasyland : float or mapping of int to float
        Probability that a player begins a deal in Fantasyland, independently of the other players. One number is divided
        equally among the sizes that the rules allow at entry; a mapping has a probability for each size (13 to 17 cards).
    fantasyland_worth : float or mapping of int to float
        Points added to the reward of a player who enters Fantasyland or stays in it: one number, or numbers by cards.
    autoreset_mode : gymnasium.vector.AutoresetMode or str
        ``"SameStep"``: the step that ends a deal also begins the next deal, and returns its first observation.
        ``"NextStep"``: the next step begins the next deal and ignores the action. ``"Disabled"``: only `reset` begins deals.
    dtype : str
        Dtype of observations: ``"uint8"``, or ``"float32"``, which takes longer to write.
    copy : bool
        Whether each step returns new arrays. Otherwise every step overwrites the same arrays.
    threads : int
        Number of threads; 0 for one per CPU. The results are the same for any number.

    Attributes
    ----------
    num_envs, players : int
    rules : Rules
    bits : Observation
        Layout of observations.
    single_observation_space, observation_space : gymnasium.spaces.Box
        Spaces of shape ``(bits.size,)`` and ``(num_envs, bits.size)``.
    single_action_space, action_space : gymnasium.spaces.Discrete, gymnasium.spaces.MultiDiscrete
    metadata : dict
        Holds ``"autoreset_mode"``.

    Raises
    ------
    RulesError
        If the rules are unknown or not open-face, a street has too many placements, or `fantasyland_worth` is invalid.
    ArrayError
        If `dtype` or `threads` is invalid.
    TableError
        If any other argument is invalid.

    Notes
    -----
    ``infos["action_mask"]``, int8[num_envs, 4], has a 1 for each legal action; ``infos["to_act"]``, int8[num_envs], is the
    seat of the player to act, -1 where a deal is over. Rewards are float32[num_envs, players]: 0 until the end of a deal,
    then the points of each player, plus `fantasyland_worth` for an earned Fantasyland. No episode is truncated.

    Where ``infos["_final_info"]`` is True, a deal is over, and ``infos["final_info"]`` describes it: ``"boards"`` are
    uint8[num_envs, players, 13], and ``"fantasyland"``, uint8[num_envs, players], has the number of cards of the Fantasyland
    that each board earned, or 0. There is no ``final_obs``, because no player acts after a deal.

    Random bits come from NumPy's PCG64, with separate streams for each group of 64 environments.

    Examples
    --------
    >>> from cpoker_fast.openface.learning import VectorEnv
    >>> environments = VectorEnv(1000, "pineapple", 2)
    >>> observations, infos = environments.reset(seed=1)
    >>> observations.shape, infos["to_act"][:4].tolist()
    ((1000, 487), [1, 1, 1, 1])
    >>> for _ in range(34):
    ...     actions = environments.sample_actions()
    ...     observations, rewards, terminations, truncations, infos = environments.step(actions)
    >>> bool(terminations.all()), float(rewards.sum())
    (True, 0.0)
    """

    def __init__(
        self,
        num_envs: int,
        rules: Rules | str = "pineapple",
        players: int = 2,
        *,
        button: int | None = None,
        fantasyland: BySize = 0.0,
        fantasyland_worth: BySize = 0.0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        dtype: str = "uint8",
        copy: bool = True,
        threads: int = 1,
    ) -> None:
        check_whole("num_envs", num_envs, 1, _MOST_ENVS, TableError)
        terms = EnvTerms.of(rules, players, button, fantasyland, fantasyland_worth)
        mode = _mode_of(autoreset_mode)
        if not isinstance(dtype, str) or dtype not in _DTYPES:
            raise ArrayError(f"bad dtype {quote(dtype)}: expected 'uint8' or 'float32'")
        check_flag("copy", copy, TableError)
        available_threads(threads)
        self.num_envs, self.rules, self.players, self.threads = num_envs, terms.rules, players, threads
        self.metadata = {"autoreset_mode": mode}
        self.copy, self.bits = copy, terms.observation()
        self.single_observation_space = spaces.Box(0, 1, (self.bits.size,), np.dtype(dtype).type)
        self.single_action_space = spaces.Discrete(len(ACTIONS))
        self._table = terms.environments(num_envs, autoreset=_MODES.index(mode), are_floats=dtype == "float32")
        self._dtype, self._has_reset = dtype, False
        self._arrays: dict[str, NDArray[Any]] = {}

    @cached_property
    def observation_space(self) -> Any:
        """The space of the observations of all environments."""
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Any:
        """The space of the actions of all environments. Its samples ignore action masks; `sample_actions` obeys them."""
        return batch_space(self.single_action_space, self.num_envs)

    # ---- arrays ----

    def _array(self, name: str, dtype: str, *shape: int) -> NDArray[Any]:
        """Return a new array with an entry for each environment; without `copy`, the same array for the same name."""
        if self.copy:
            return np.zeros((self.num_envs, *shape), dtype)
        if name not in self._arrays:
            self._arrays[name] = np.zeros((self.num_envs, *shape), dtype)
        return self._arrays[name]

    def _observation_arrays(self, out: object) -> tuple[NDArray[Any], NDArray[np.int8], NDArray[np.int8]]:
        """Return arrays for observations, action masks and the players to act."""
        if out is None:
            observations = self._array("observations", self._dtype, self.bits.size)
        else:
            observations = result_out(out, (self.num_envs, self.bits.size), dtype=self._dtype)
        return observations, self._array("masks", "int8", len(ACTIONS)), self._array("to_act", "int8")

    # ---- Gymnasium's interface ----

    def reset(
        self,
        *,
        seed: Seed = None,
        options: Mapping[str, Any] | None = None,
        out: NDArray[Any] | None = None,
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin new deals.

        Parameters
        ----------
        seed : int, sequence of int or numpy.random.SeedSequence, optional
            Seed of all deals from now on, and of `sample_actions`. By default, the random streams continue, or begin with
            an unpredictable seed.
        options : mapping, optional
            ``"reset_mask"``: bool[num_envs], True for the environments to reset; all by default.
        out : array, shape (num_envs, bits.size), optional
            Array that receives the observations: C-contiguous, of dtype `dtype`.

        Returns
        -------
        observations : array, shape (num_envs, bits.size)
        infos : dict

        Raises
        ------
        SeedError
            If the seed is invalid, or given with a mask.
        TableError
            If the options are invalid, or a mask is given before the first reset of all environments.
        ArrayError
            If the shape or dtype of an array is wrong.
        """
        mask = self._reset_mask(options)
        arrays = self._observation_arrays(out)
        if mask is not None and seed is not None:
            raise SeedError("expected seed or reset_mask, got both: a seed resets all environments")
        if mask is not None and not self._has_reset:
            raise TableError("reset_mask: expected an earlier reset of all environments")
        if seed is not None or not self._has_reset:
            seed_environments(self._table, self.num_envs, seed)
        self._table.reset(mask, _as_bytes(arrays), self.threads)
        self._has_reset = True
        return arrays[0], {"action_mask": arrays[1], "to_act": arrays[2]}

    def _reset_mask(self, options: Mapping[str, Any] | None) -> NDArray[np.uint8] | None:
        if options is None:
            return None
        if not isinstance(options, Mapping):
            raise TableError(f"options: expected a mapping, got {quote(options)}")
        for name in options:
            if name != "reset_mask":
                raise TableError(f"unknown option {quote(name)}: {did_you_mean(name, ['reset_mask'])}")
        if "reset_mask" not in options:
            return None
        mask = as_array(options["reset_mask"], "reset_mask")
        if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise ArrayError(f"bad reset_mask: expected bool[{self.num_envs}], got {mask.dtype}{list(mask.shape)}")
        return mask.view(np.uint8)

    def step(
        self, actions: Any, *, out: NDArray[Any] | None = None
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take one action in each environment.

        Parameters
        ----------
        actions : array of int, shape (num_envs,)
            Actions; other integer dtypes are converted to int64.
        out : array, shape (num_envs, bits.size), optional
            Array that receives the observations, such as a slice of a training batch: C-contiguous, of dtype `dtype`.

        Returns
        -------
        observations : array, shape (num_envs, bits.size)
        rewards : array of float32, shape (num_envs, players)
        terminations, truncations : array of bool, shape (num_envs,)
        infos : dict

        Raises
        ------
        PlacementError
            If an action is illegal; the message names the environment and the reason, and no environment changes.
        TableError
            Before the first `reset`.
        ArrayError
            If the shape or dtype of an array is wrong.
        """
        if not self._has_reset:
            raise TableError("expected a reset before the first step")
        action_array = self._checked_actions(actions)
        observations, masks, to_act = self._observation_arrays(out)
        rewards, terminations = self._array("rewards", "float32", self.players), self._array("terminations", "bool")
        boards = self._array("boards", "uint8", self.players, 13)
        earned = self._array("earned", "uint8", self.players)
        arrays = (*_as_bytes((observations, masks, to_act)), rewards, terminations.view(np.uint8), boards, earned)
        if (bad := self._table.step(action_array, arrays, self.threads)) >= 0:
            raise PlacementError(f"environment {bad}: {problem_of(self._table, bad, int(action_array[bad]))}")
        infos = {
            "action_mask": masks,
            "to_act": to_act,
            "final_info": {"boards": boards, "fantasyland": earned},
            "_final_info": terminations,
        }
        return observations, rewards, terminations, self._array("truncations", "bool"), infos

    def _checked_actions(self, actions: object) -> NDArray[np.int64]:
        array = as_array(actions, "actions")
        if array.shape != (self.num_envs,) or not holds_whole_numbers(array):
            raise ArrayError(f"bad actions: expected int64[{self.num_envs}], got {array.dtype}{list(array.shape)}")
        return array.astype(np.int64, copy=False)

    # ---- beyond Gymnasium's interface ----

    def sample_actions(
        self, rng: np.random.Generator | None = None, *, out: NDArray[np.int64] | None = None
    ) -> NDArray[np.int64]:
        """Sample a legal action for each environment, uniformly.

        Parameters
        ----------
        rng : numpy.random.Generator, optional
            Source of random bits; sampling then uses one thread. By default, the streams that `reset` has seeded.
        out : array of int64, shape (num_envs,), optional
            Array that receives the actions: C-contiguous.

        Returns
        -------
        array of int64, shape (num_envs,)
            Actions; 0 where a deal is over.

        Raises
        ------
        SeedError
            If `rng` is not a generator.
        TableError
            Before the first `reset`.
        ArrayError
            If the shape or dtype of `out` is wrong.
        """
        if not self._has_reset:
            raise TableError("expected a reset before sample_actions()")
        if rng is not None and not isinstance(rng, np.random.Generator):
            raise SeedError(f"bad rng: expected a numpy.random.Generator, got {type(rng).__name__}")
        actions = result_out(out, (self.num_envs,), dtype="int64")
        self._table.sample(rng, actions, self.threads)
        return actions

    def deal(self, index: int) -> Deal:
        """Return the deal of an environment up to its last complete street; TableError for a bad index or before a reset."""
        check_whole("index", index, 0, self.num_envs - 1, TableError)
        if not self._has_reset:
            raise TableError("expected a reset before deal()")
        return deal_in(self._table, index, self.rules)


def _mode_of(argument: AutoresetMode | str) -> AutoresetMode:
    value = argument.value if isinstance(argument, Enum) else argument
    for mode in _MODES:
        if isinstance(value, str) and mode.value == value:
            return mode
    raise TableError(f"bad autoreset_mode {quote(argument)}: expected {', '.join(mode.value for mode in _MODES)}")


def _as_bytes(arrays: tuple[NDArray[Any], NDArray[np.int8], NDArray[np.int8]]) -> Any:
    return arrays[0].view(np.uint8), *arrays[1:]
