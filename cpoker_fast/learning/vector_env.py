"""Thousands of deals in parallel, with the interface of Gymnasium's vector environments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from cpoker_fast.errors import ArrayError, PlacementError, TableError
from cpoker_fast.game.deal import Deal
from cpoker_fast.game.position import check_generator
from cpoker_fast.learning.board_steps import played_boards, random_boards
from cpoker_fast.learning.env_arguments import BySize, EnvTerms, deal_in, seed_environments
from cpoker_fast.learning.gymnasium_support import (
    AUTORESET_MODES,
    ResetFirst,
    autoreset_mode_of,
    reset_mask_of,
)
from cpoker_fast.learning.opponents import Opponent, OpposingBots, Seat
from cpoker_fast.players import BoardActions, Observation, Referee
from cpoker_fast.players.card_actions import ACTIONS
from cpoker_fast.players.observation import checked_dtype
from cpoker_fast.players.table_turns import TableTurns, problem_of
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling.declarations import IF_BETTER

__all__ = ["VectorEnv"]

_MOST_ENVS = 1 << 24


class VectorEnv(ResetFirst, GymnasiumVectorEnv):  # type: ignore[misc] # Any if Gymnasium is not installed
    """Deals that are played in parallel, in C.

    In each step of each environment, the player to act places a card, or all cards of a board.

    An action places the highest card of the player's hand in the front (0), the middle (1) or the back (2), or discards it
    (3). Under rules of one street, on which 13 cards are placed, an action may also be a whole board (`actions`). An episode
    is one deal. An observation shows what the player to act can see. The attribute `bits`, an `Observation`, describes its
    bits.

    Parameters
    ----------
    num_envs : int
        Number of environments.
    rules : Rules or str
        Rules, or the name of a preset.
    players : int
        Number of players in each deal.
    actions : {'cards', 'boards'}
        Kind of actions. With ``"cards"``, an action places one card, under all rules. With ``"boards"``, an action places
        all 13 cards of a hand, under rules of one street. The attribute `board_actions`, a `BoardActions`, then numbers the
        72,072 boards of a hand. It converts between actions, boards and scores.
    opponent : str, Bot, function or a sequence of them, optional
        Bot that plays all seats but the learner's, or a bot for each of these seats, clockwise from the learner. Bots are
        given as in `simulate`, such as ``"careful"``, ``cp.bot("expert", seconds=0.01)`` or a `PolicyBot`. With opponents,
        only the learner takes steps. By default, the caller plays every seat.
    seat : int, 'alternate' or 'random', optional
        Seat of the learner, by default 0. It requires `opponent`. With ``"alternate"``, the learner takes the next seat in
        each deal, and environment i starts with seat ``i % players``. With ``"random"``, the seat is drawn for each deal. If
        the button is drawn at random, all seats are equally good.
    button : int, optional
        Seat with the button. By default, it is drawn at random for each deal.
    declare : bool or "if better"
        Whether the learner (without opponents, each player) declares the best natural of a board. With the default, ``"if
        better"``, the natural is declared unless comparing the rows pays more.
    fantasyland : float or mapping of int to float
        Probability that a player begins a deal in Fantasyland, independently of the other players. A single number is
        divided equally among the sizes with which players can enter. A mapping has a probability for each size (13 to 17
        cards).
    fantasyland_worth : float or mapping of int to float
        Points added to the reward of a player who enters Fantasyland or stays in it: one number, or a number for each size.
    rewards : {'own', 'all'}, optional
        Rewards that a step returns. With ``"own"``, they are float32[num_envs]: the rewards of the learner or, without
        opponents, of the players who act in this step. Wrappers of Gymnasium require ``"own"``. With ``"all"``, the rewards
        are float32[num_envs, players], by seats. The default is ``"own"`` with opponents, and ``"all"`` without opponents.
    on_illegal : {'error', 'replace', 'foul'}
        Treatment of illegal actions, which have a 0 in the mask. With ``"error"``, the step raises PlacementError, and no
        environment changes. With ``"replace"``, the step takes the next legal action in ascending order; the first action
        follows the last one. ``infos["replaced"]``, bool[num_envs], marks the replaced actions. With ``"foul"``, which is
        for boards only, the step sets the board, which is settled as a foul. Where all boards of a hand are fouls, any board
        may be set.
    autoreset_mode : gymnasium.vector.AutoresetMode or str
        Step that begins the next deal. With ``"SameStep"``, the step that ends a deal also begins the next deal, and returns
        its first observation. With ``"NextStep"``, the next step begins the next deal, and ignores the action. With
        ``"Disabled"``, only `reset` begins deals.
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
    opponents : tuple of bots
        Prepared opponents, clockwise from the learner; empty if the caller plays every seat.
    bits : Observation
        Layout of observations.
    board_actions : BoardActions or None
        The actions, if they are boards.
    single_observation_space, observation_space : gymnasium.spaces.Box
        Spaces of shape ``(bits.size,)`` and ``(num_envs, bits.size)``.
    single_action_space, action_space : gymnasium.spaces.Discrete, gymnasium.spaces.MultiDiscrete
    metadata : dict
        Dictionary with the key ``"autoreset_mode"``.

    Raises
    ------
    RulesError
        If the rules are unknown, a street has too many placements, `actions` do not fit the rules, or `fantasyland_worth`
        is invalid.
    ArrayError
        If `dtype` or `threads` is invalid.
    BotError
        If an opponent is not a bot or does not support the rules; steps and resets raise BotError if an opponent fails. All
        environments must then be reset.
    TableError
        If any other argument is invalid.

    Notes
    -----
    ``infos["action_mask"]``, int8[num_envs, 4], has a 1 for each legal action. Masks of boards take 72 KB for each
    environment, so only `action_masks` makes them. ``infos["to_act"]``, int8[num_envs], is the seat of the player to act, or
    -1 where a deal is over. Rewards are 0 until the end of a deal. At its end, a reward is the points of a player, plus
    `fantasyland_worth` for an earned Fantasyland. No episode is truncated.

    Where ``infos["_final_info"]`` is True, a deal is over, and ``infos["final_info"]`` describes it by seats:

    - ``"boards"``, uint8[num_envs, players, 13], has the boards, with 255 for a surrender and 254 for a dead hand;
    - ``"rewards"``, float32[num_envs, players], has the rewards of all players;
    - ``"fantasyland"``, uint8[num_envs, players], has the number of cards of the Fantasyland that each board earned, or 0.

    There is no ``final_obs``, because no player acts after a deal.

    With opponents, ``infos["seat"]``, int8[num_envs], is the seat of the learner in the current deal, and ``"seat"`` in
    ``infos["final_info"]`` is the learner's seat in the deal that is over. Opponents place within the step, also in the next
    deal, so it is always the learner's turn. 'random', 'careful' and 'swift' play in C under rules of several streets; other
    bots are slower. Bots with `BatchBot.place_many`, such as `PolicyBot`, place in many environments in one call.

    Random bits come from NumPy's PCG64, with separate streams for each group of 64 environments. Opponents have other
    streams than the deals, so a seed gives the same deals with any opponents.

    Examples
    --------
    >>> from cpoker_fast.learning import VectorEnv
    >>> environments = VectorEnv(1000, "pineapple", 2)
    >>> observations, infos = environments.reset(seed=1)
    >>> observations.shape, infos["to_act"][:4].tolist()
    ((1000, 487), [1, 1, 1, 1])
    >>> for _ in range(34):
    ...     actions = environments.sample_actions()
    ...     observations, rewards, terminations, truncations, infos = environments.step(actions)
    >>> bool(terminations.all()), float(rewards.sum())
    (True, 0.0)
    >>> environments = VectorEnv(1000, "pineapple", 2, opponent="careful")
    >>> observations, infos = environments.reset(seed=1)
    >>> for _ in range(17):
    ...     actions = environments.sample_actions()
    ...     observations, rewards, terminations, truncations, infos = environments.step(actions)
    >>> rewards.shape, bool(terminations.all()), bool(rewards.mean() < -5)
    ((1000,), True, True)
    >>> environments = VectorEnv(1000, "pagat", actions="boards", opponent="balanced")
    >>> observations, infos = environments.reset(seed=1)
    >>> actions = environments.sample_actions()  # random legal boards
    >>> observations, rewards, terminations, truncations, infos = environments.step(actions)
    >>> rewards.shape, bool(terminations.all()), bool(rewards.mean() < -2)
    ((1000,), True, True)
    """

    num_envs: int
    players: int
    rules: Rules
    threads: int
    bits: Observation
    copy: bool
    board_actions: BoardActions | None
    on_illegal: str

    def __init__(
        self,
        num_envs: int,
        rules: Rules | str = "pineapple",
        players: int = 2,
        *,
        actions: str = "cards",
        opponent: Opponent | Sequence[Opponent] | None = None,
        seat: Seat | None = None,
        button: int | None = None,
        declare: bool | str = IF_BETTER,
        fantasyland: BySize = 0.0,
        fantasyland_worth: BySize = 0.0,
        rewards: str | None = None,
        on_illegal: str = "error",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        dtype: str = "uint8",
        copy: bool = True,
        threads: int = 1,
    ) -> None:
        check_whole("num_envs", num_envs, 1, _MOST_ENVS, TableError)
        terms = EnvTerms.of(
            rules,
            players,
            actions=actions,
            button=button,
            declare=declare,
            fantasyland=fantasyland,
            fantasyland_worth=fantasyland_worth,
            on_illegal=on_illegal,
        )
        self._mode = autoreset_mode_of(autoreset_mode)
        checked_dtype(dtype)
        check_flag("copy", copy, TableError)
        available_threads(threads)
        if rewards is not None and (not isinstance(rewards, str) or rewards not in ("own", "all")):
            raise TableError(f"bad rewards {quote(rewards)}: expected 'own' or 'all'")
        self.num_envs, self.rules, self.players, self.threads = num_envs, terms.rules, players, threads
        self.metadata: dict[str, Any] = {"autoreset_mode": self._mode}
        self.copy, self.bits = copy, terms.observation()
        self.single_observation_space: spaces.Space[Any] = spaces.Box(0, 1, (self.bits.size,), np.dtype(dtype).type)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(terms.size)
        self._opponents = OpposingBots.of(opponent, seat, self.rules, players)
        self.opponents: tuple[Any, ...] = () if self._opponents is None else self._opponents.bots
        self.board_actions, self.on_illegal = terms.boards, terms.on_illegal
        self._rewards = rewards or ("all" if self._opponents is None else "own")
        self._table = terms.environments(
            num_envs, autoreset=AUTORESET_MODES.index(self._mode), are_floats=dtype == "float32", opponents=self._opponents
        )
        self._turns = TableTurns(self._table, self.rules, players, Referee(), dtype)
        self._seats = None if self._opponents is None else np.zeros(num_envs, np.int8)  # of the learner
        self._rng = self._sampler = np.random.default_rng(0)  # of opponents, and of sampled boards; `reset` replaces both
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
            Options of the reset. ``"reset_mask"``, bool[num_envs], is True for the environments to reset. By default, all
            are reset.
        out : array, shape (num_envs, bits.size), optional
            C-contiguous array of dtype `dtype` that receives the observations.

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
        mask = reset_mask_of(options, self.num_envs, seed, has_reset=self._has_reset)
        arrays = self._observation_arrays(out)
        if seed is not None or not self._has_reset:
            have_opponents = self._opponents is not None
            others = seed_environments(self._table, self.num_envs, seed, have_opponents=have_opponents)
            self._rng, self._sampler = (np.random.Generator(np.random.PCG64(child)) for child in others)
        shown = (*_as_bytes(arrays), self._seats)
        self._table.reset(None if mask is None else mask.view(np.uint8), shown, self.threads)
        self._has_reset = True
        infos = self._infos(arrays)
        if self.on_illegal == "replace":
            infos["replaced"] = self._array("replaced", "bool")
            infos["replaced"][:] = False
        if self._opponents is not None:
            self._let_opponents_place((*shown, *self._result_arrays()))
            infos["seat"] = self._shown_seats("seat", self._seats)
        return arrays[0], infos

    def step(
        self, actions: Any, *, out: NDArray[Any] | None = None
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take an action in each environment.

        Parameters
        ----------
        actions : array of int, shape (num_envs,)
            Actions, which are converted to int64. Where a step begins the next deal, the action is ignored.
        out : array, shape (num_envs, bits.size), optional
            C-contiguous array of dtype `dtype` that receives the observations, such as a slice of a training batch.

        Returns
        -------
        observations : array, shape (num_envs, bits.size)
        rewards : array of float32, shape (num_envs,) or (num_envs, players)
        terminations, truncations : array of bool, shape (num_envs,)
        infos : dict

        Raises
        ------
        PlacementError
            If an action does not exist, or is illegal with `on_illegal` 'error'. Also if a deal is over and `autoreset_mode`
            is ``"Disabled"``. The message names the environment and the reason, and no environment changes.
        TableError
            Before the first `reset`.
        ArrayError
            If the shape or dtype of an array is wrong.
        """
        self._check_reset("the first step")
        action_array = self._checked_actions(actions)
        observations, masks, to_act = self._observation_arrays(out)
        shown = (*_as_bytes((observations, masks, to_act)), self._seats)
        results = rewards, over, boards, earned = self._result_arrays()
        seats_before = self._seats_to_act() if self._seats is None and self._rewards == "own" else self._seats
        if seats_before is not None:
            seats_before = self._shown_seats("final seat", seats_before)
        replaced = self._array("replaced", "bool") if self.on_illegal == "replace" else None
        if self.board_actions is None:
            if replaced is not None:
                asked, action_array = action_array, action_array.copy()
                self._table.replace(action_array)
                np.not_equal(asked, action_array, out=replaced)
            if (bad := self._table.step(action_array, (*shown, *results), self.threads)) >= 0:
                raise PlacementError(f"environment {bad}: {problem_of(self._table, bad, int(action_array[bad]))}")
        else:
            self._place_boards(self.board_actions, action_array, replaced)
            self._table.step(None, (*shown, *results), self.threads)
            self._has_reset = True
        terminations = over.view(np.bool_)
        final_info: dict[str, Any] = {"boards": boards, "fantasyland": earned, "rewards": rewards}
        infos = {**self._infos((observations, masks, to_act)), "final_info": final_info, "_final_info": terminations}
        if replaced is not None:
            infos["replaced"] = replaced
        if self._seats is not None:
            self._let_opponents_place((*shown, *results))
            infos["seat"] = self._shown_seats("seat", self._seats)
            final_info["seat"] = seats_before
        if self._rewards == "own":
            rewards, of_all = self._array("own rewards", "float32"), rewards
            rewards[:] = of_all[np.arange(self.num_envs), seats_before]
        return observations, rewards, terminations, self._array("truncations", "bool"), infos

    def _infos(self, arrays: tuple[NDArray[Any], NDArray[np.int8], NDArray[np.int8]]) -> dict[str, Any]:
        """Return what the infos of a reset and a step have."""
        return {"action_mask": arrays[1], "to_act": arrays[2]} if self.board_actions is None else {"to_act": arrays[2]}

    def _seats_to_act(self) -> NDArray[np.int8]:
        """Return the seats to act; -1 where a deal is over."""
        seats = np.empty(self.num_envs, np.int8)
        self._table.turns(seats)
        return seats

    def _place_boards(self, actions: BoardActions, numbers: NDArray[np.int64], replaced: NDArray[np.bool_] | None) -> None:
        """Place the hands of the players to act; `replaced` receives where an illegal action was replaced."""
        seats = self._seats_to_act()
        playing = np.flatnonzero(seats >= 0)
        if len(playing) < self.num_envs and self._mode is AutoresetMode.DISABLED:
            raise PlacementError(f"environment {int((seats < 0).argmax())}: the deal is over: expected a reset")
        boards, illegal = played_boards(
            actions, self._hands(playing), numbers[playing], self.on_illegal, lambda k: f"environment {playing[k]}: "
        )
        if replaced is not None:
            replaced[:] = False
            replaced[playing[illegal]] = True
        self._has_reset = False  # Ctrl-C before the end of the step leaves hands that only a reset ends
        self._table.lay_boards(playing, boards)

    def _hands(self, playing: NDArray[np.intp]) -> NDArray[np.uint8]:
        """Return the hands of 13 cards of the players to act in some environments."""
        return self._turns.positions(playing, 13, 13).hands

    def _result_arrays(self) -> tuple[NDArray[Any], ...]:
        """Return arrays for the results of deals: rewards, whether they are over, boards and earned Fantasylands."""
        return (
            self._array("rewards", "float32", self.players),
            self._array("terminations", "uint8"),
            self._array("boards", "uint8", self.players, 13),
            self._array("earned", "uint8", self.players),
        )

    def _shown_seats(self, name: str, seats: NDArray[np.int8] | None) -> NDArray[np.int8]:
        """Return a copy of seats, since the next step changes them."""
        array = self._array(name, "int8")
        array[:] = seats
        return array

    def _let_opponents_place(self, arrays: Any) -> None:
        """Let opponents place, and go on, until it is the learner's turn in each environment, or the deal is over."""
        opponents, seats, to_act = self._opponents, self._seats, arrays[2]
        assert opponents is not None  # for type checkers
        assert seats is not None
        self._has_reset = False  # an error, or Ctrl-C, leaves turns of opponents that only a reset ends
        while len(waiting := np.flatnonzero((to_act >= 0) & (to_act != seats))):
            opponents.place(self._turns, waiting, (to_act - seats)[waiting] % self.players, self._rng)
            selected = np.zeros(self.num_envs, np.uint8)
            selected[waiting] = 1
            self._table.go_on(selected, arrays, self.threads)
        self._has_reset = True

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
            Source of random bits, with which sampling uses one thread. By default, sampling uses the streams that `reset`
            has seeded.
        out : array of int64, shape (num_envs,), optional
            C-contiguous array that receives the actions.

        Returns
        -------
        array of int64, shape (num_envs,)
            Actions, with 0 where a deal is over. A board is a foul only if all boards of the hand are fouls.

        Raises
        ------
        SeedError
            If `rng` is not a generator.
        TableError
            Before the first `reset`.
        ArrayError
            If the shape or dtype of `out` is wrong.
        """
        self._check_reset("sample_actions()")
        if rng is not None:
            check_generator(rng)
        actions = result_out(out, (self.num_envs,), dtype="int64")
        if self.board_actions is None:
            self._table.sample(rng, actions, self.threads)
        else:
            playing = np.flatnonzero(self._seats_to_act() >= 0)
            generator = self._sampler if rng is None else rng
            actions[:] = 0
            actions[playing] = random_boards(self.board_actions, self._hands(playing), generator)
        return actions

    def action_masks(self) -> NDArray[np.int8]:
        """Return a 1 for each legal action, int8[num_envs, number of actions]; TableError before the first `reset`."""
        self._check_reset("action_masks()")
        if self.board_actions is None:
            masks = np.zeros((self.num_envs, len(ACTIONS)), np.int8)
            self._table.masks(masks)
            return masks
        playing = np.flatnonzero(self._seats_to_act() >= 0)
        of_playing = self.board_actions.masks(self._hands(playing), threads=self.threads)
        if len(playing) == self.num_envs:
            return of_playing
        masks = np.zeros((self.num_envs, self.board_actions.size), np.int8)
        masks[playing] = of_playing
        return masks

    def deal(self, index: int) -> Deal:
        """Return the deal of an environment up to its last complete street.

        Raises TableError for a bad index, and before a reset.
        """
        check_whole("index", index, 0, self.num_envs - 1, TableError)
        self._check_reset("deal()")
        return deal_in(self._table, index, self.rules)


def _as_bytes(arrays: tuple[NDArray[Any], NDArray[np.int8], NDArray[np.int8]]) -> Any:
    return arrays[0].view(np.uint8), *arrays[1:]
