"""A deal as a PettingZoo environment, in which players act one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from cpoker_fast.dealing import Seed
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import PlacementError, TableError
from cpoker_fast.game.deal import Deal
from cpoker_fast.learning.board_steps import played_boards
from cpoker_fast.learning.env_arguments import BySize, EnvTerms, begin_deal, deal_in, record_of, seed_environments
from cpoker_fast.learning.gymnasium_support import RENDER_MODES, TextRendering, check_render_mode
from cpoker_fast.learning.rendering import text_of
from cpoker_fast.notation import Record
from cpoker_fast.players import BoardActions, Observation
from cpoker_fast.players.card_actions import ACTIONS, action_index
from cpoker_fast.players.table_turns import problem_of
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling.declarations import IF_BETTER

__all__ = ["env", "raw_env"]


class raw_env(TextRendering, AECEnv, EzPickle):  # type: ignore[misc] # noqa: N801 # a name that PettingZoo requires
    """One deal: in each step, the player to act places one card, or all 13 cards.

    An action places the highest card of the hand in the front (0), the middle (1) or the back (2), or discards it (3). With
    ``actions="boards"``, an action is a whole board. A player does not see the discards of opponents. Until the deal is
    over, opponents' boards in Fantasyland are hidden, too. Under rules of one street, all boards of opponents are hidden
    until then.

    An observation is a dictionary. ``"observation"``, uint8[bits.size], shows what the player can see. The attribute `bits`,
    an `Observation`, describes its bits. ``"action_mask"``, int8[number of actions], has a 1 for each legal action. When it
    is not the player's turn, the mask has only zeros.

    Rewards are 0 until the showdown. At the showdown, the reward of a player is their points, plus `fantasyland_worth` for
    an earned Fantasyland. The points of all players add up to 0.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    players : int
        Number of players, who are named ``player_0`` and so on.
    actions, button, declare, fantasyland, fantasyland_worth, on_illegal
        As for `VectorEnv`. With `on_illegal` 'replace', ``"replaced"`` in the infos of a player states whether their last
        action was replaced.
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

    Raises
    ------
    RulesError
        If the rules are unknown, a street has too many placements, `actions` do not fit the rules, or `fantasyland_worth`
        is invalid.
    TableError
        If any other argument is invalid.

    Notes
    -----
    A copied or unpickled environment is a new one with the same arguments.

    Examples
    --------
    >>> from cpoker_fast.learning import raw_env
    >>> environment = raw_env("pineapple", 2, button=0, render_mode="ansi")
    >>> environment.reset(seed=1)
    >>> observation, reward, termination, truncation, info = environment.last()
    >>> environment.agent_selection, observation["action_mask"].tolist()
    ('player_1', [1, 1, 1, 0])
    >>> environment.step(2)
    >>> print(environment.render())
    player_0 (button): - / - / -
    player_1: - / - / Ah, to place Ad Qc 9h 8d, next Ad
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "name": "chinese_poker_v0", "is_parallelizable": False}  # noqa: RUF012

    bits: Observation
    render_mode: str | None
    rules: Rules
    board_actions: BoardActions | None
    on_illegal: str
    truncations: dict[str, bool]
    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]

    def __init__(
        self,
        rules: Rules | str = "pineapple",
        players: int = 2,
        *,
        actions: str = "cards",
        button: int | None = None,
        declare: bool | str = IF_BETTER,
        fantasyland: BySize = 0.0,
        fantasyland_worth: BySize = 0.0,
        on_illegal: str = "error",
        render_mode: str | None = None,
    ) -> None:
        options: dict[str, Any] = {
            "actions": actions,
            "button": button,
            "declare": declare,
            "fantasyland": fantasyland,
            "fantasyland_worth": fantasyland_worth,
            "on_illegal": on_illegal,
        }
        EzPickle.__init__(self, rules, players, **options, render_mode=render_mode)
        AECEnv.__init__(self)
        terms = EnvTerms.of(rules, players, **options)
        check_render_mode(render_mode)
        self.rules, self.bits, self.render_mode = terms.rules, terms.observation(), render_mode
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.board_actions, self.on_illegal, self._size = terms.boards, on_illegal, terms.size
        self._table = terms.environments(1, autoreset=2, are_floats=False)
        self._has_reset = False
        self._spaces = {agent: (self._observation_space(), spaces.Discrete(self._size)) for agent in self.possible_agents}

    def _observation_space(self) -> Any:
        bits = spaces.Box(0, 1, (self.bits.size,), np.uint8)
        return spaces.Dict({"observation": bits, "action_mask": spaces.Box(0, 1, (self._size,), np.int8)})

    def observation_space(self, agent: str) -> Any:
        """Return the space of a player's observations, always the same object; TableError for an unknown player."""
        return self._spaces[self._checked(agent)][0]

    def action_space(self, agent: str) -> Any:
        """Return the space of a player's actions, always the same object; TableError for an unknown player."""
        return self._spaces[self._checked(agent)][1]

    def _checked(self, agent: str) -> str:
        if not isinstance(agent, str) or agent not in self._seats:
            raise TableError(f"unknown player {quote(agent)}: expected one of {', '.join(self._seats)}")
        return agent

    # ---- playing ----

    def reset(self, seed: Seed = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new deal.

        Parameters
        ----------
        seed : int, sequence of int or numpy.random.SeedSequence, optional
            Seed of this deal and the following ones. By default, the random stream continues, or begins with
            an unpredictable seed.
        options : mapping, optional
            Options of the reset. ``"deal"`` is a `Deal` with the same rules and number of players, which is continued
            instead of a random deal. Other options are ignored.

        Raises
        ------
        SeedError
            If the seed is invalid.
        TableError
            If the deal is over, or has other rules, another number of players, or a dead hand. Also if it has `Deal.stays`
            under rules that limit stays.
        """
        deal = options.get("deal") if isinstance(options, Mapping) else None
        if deal is not None:
            self._check_deal(deal)
        if seed is not None or not self._has_reset:
            seed_environments(self._table, 1, seed)
            self._has_reset = True
        if deal is None:
            arrays = (np.empty((1, self.bits.size), np.uint8), np.empty((1, len(ACTIONS)), np.int8), np.empty(1, np.int8))
            self._table.reset(None, (*arrays, None), 1)
        else:
            begin_deal(self._table, deal)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        if self.on_illegal == "replace":
            self.infos = {agent: {"replaced": False} for agent in self.agents}
        self._select()
        self._show()

    def _check_deal(self, deal: object) -> None:
        if not isinstance(deal, Deal) or deal.rules != self.rules or deal.players != len(self.possible_agents):
            expected = f"a Deal of {quote(self.rules.name)} with {len(self.possible_agents)} players"
            raise TableError.about("options['deal']", f"expected {expected}, got {quote(deal)}")
        if deal.is_over:
            raise TableError("options['deal']: expected a deal in play, got a deal that is over")
        if deal.dead:
            raise TableError("options['deal']: expected a deal without dead hands")
        land = self.rules.fantasyland
        if any(deal.stays) and land is not None and land.most_stays is not None:
            raise TableError("options['deal']: expected no earlier stays, which environments do not count")

    def _select(self) -> None:
        seat = self._table.turn(0)
        self.agent_selection = self.possible_agents[seat or 0]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return the observation of a player; TableError for an unknown player."""
        seat = self._seats[self._checked(agent)]
        bits, mask = np.empty(self.bits.size, np.uint8), np.zeros(self._size, np.int8)
        self._table.observe(0, seat, bits)
        if self._table.turn(0) == seat:
            if self.board_actions:
                mask[:] = self.board_actions.masks(self._hand())[0]
            else:
                self._table.masks(mask[None])
        return {"observation": bits, "action_mask": mask}

    def _hand(self) -> NDArray[np.uint8]:
        """Return the hand of the player to act, uint8[1, 13]."""
        return np.array([self._table.dealt(0)], np.uint8)

    def step(self, action: int | None) -> None:
        """Place the next card, or all cards, of the player to act. After the deal, a step with None removes the player.

        Raises PlacementError for an action that does not exist, or is illegal with `on_illegal` 'error', and TableError if
        there is no deal; the environment stays unchanged.
        """
        if not self.agents:
            raise TableError("expected a reset before a step")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        index = action_index(action, highest=self._size - 1)
        if self.board_actions:
            points = self._place_board(self.board_actions, index)
        else:
            legal = self._table.legal(0)
            if self.on_illegal == "replace" and 0 <= index < len(ACTIONS):
                index = self._next_legal(legal, index)
            if not 0 <= index < len(ACTIONS) or not legal >> index & 1:
                raise PlacementError(problem_of(self._table, 0, index))
            points = self._table.act(0, index)
        self._cumulative_rewards[agent] = 0.0
        if points is not None:
            self.rewards = dict(zip(self.agents, points, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self._select()
        self._show()

    def _next_legal(self, legal: int, action: int) -> int:
        """Return the first legal action from this one on, and after the last one from 0 on."""
        played = action
        while not legal >> played & 1:
            played = (played + 1) % len(ACTIONS)
        self.infos[self.agent_selection]["replaced"] = played != action
        return played

    def _place_board(self, actions: BoardActions, number: int) -> list[float] | None:
        """Place a board, and return the rewards if the deal is over."""
        numbers = np.array([number], np.int64)
        boards, replaced = played_boards(actions, self._hand(), numbers, self.on_illegal, lambda _: "")
        if self.on_illegal == "replace":
            self.infos[self.agent_selection]["replaced"] = len(replaced) > 0
        self._table.lay_boards(np.zeros(1, np.intp), boards)
        return self._table.end_turn(0)

    # ---- display ----

    def deal(self) -> Deal:
        """Return the deal up to its last complete street; TableError before the first `reset`."""
        self._check_reset("deal()")
        return deal_in(self._table, 0, self.rules)

    def record(self) -> Record:
        """Return the record of `deal`, with the names of the agents; TableError before the first `reset`."""
        return record_of(self.deal(), self.possible_agents)

    def _text(self) -> str:
        agent = self.agent_selection if self.agents else self.possible_agents[0]
        return text_of(self.bits.read(self.observe(agent)["observation"]), self._seats[agent], self.possible_agents)


def env(rules: Rules | str = "pineapple", players: int = 2, **options: Any) -> OrderEnforcingWrapper:
    """Return a `raw_env` in PettingZoo's ``OrderEnforcingWrapper``, which raises an error for a step before a reset.

    Parameters
    ----------
    rules, players, **options
        Arguments of `raw_env`.

    Raises
    ------
    RulesError, TableError
        As for `raw_env`.

    Examples
    --------
    >>> from cpoker_fast.learning import env
    >>> environment = env("standard", 3)
    >>> environment.reset(seed=1)
    >>> rewards = dict.fromkeys(environment.possible_agents, 0.0)
    >>> for agent in environment.agent_iter():
    ...     observation, reward, termination, truncation, info = environment.last()
    ...     rewards[agent] += reward
    ...     action = None if termination else environment.action_space(agent).sample(observation["action_mask"])
    ...     environment.step(action)
    >>> sum(rewards.values())
    0.0
    """
    return OrderEnforcingWrapper(raw_env(rules, players, **options))
