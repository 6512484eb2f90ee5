"""A hand of a closed game against bots, with the interface of Gymnasium's environments."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import Env, spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray

from cpoker_fast.board_arrays import board_of_cards, board_or_foul
from cpoker_fast.boards import Board, Rows, board_of
from cpoker_fast.cards import CardSet
from cpoker_fast.decisions import IF_BETTER, declaration_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import ArrayError, TableError
from cpoker_fast.learning.closed_table import ClosedTables
from cpoker_fast.learning.opponents import Opponent
from cpoker_fast.players import name_of
from cpoker_fast.rulebook import Rules, as_closed_rules
from cpoker_fast.settling import settle
from cpoker_fast.system.gymnasium_support import RENDER_MODES, TextRendering, check_no_options, check_render_mode

__all__ = ["ClosedEnv"]

_THE_TABLE = np.zeros(1, np.intp)


class ClosedEnv(TextRendering, Env, EzPickle):  # type: ignore[misc] # Any if Gymnasium is not installed
    """A hand of a closed game against bots: one step sets the 13 cards, and pays the points.

    An action is the number of one of the 72,072 arrangements of the cards in descending order; `ClosedActions` (the
    attribute `actions`) describes actions and observations, and converts between actions, boards and scores. So each action
    of the space is a board, and an action mask excludes fouls. An illegal action is accepted, and costs what a foul costs.
    An action for each card would need a rule for rows with too many cards. To place card by card instead, use the same
    rules in a `cpoker_fast.learning.VectorEnv`.

    ``gymnasium.make("cpoker_fast.learning:cpoker_fast/Closed-v0")`` makes this environment, and ``make_vec`` a
    `ClosedVectorEnv`, which is much faster, both with the same arguments.

    Parameters
    ----------
    rules : Rules or str
        Rules of a closed game, or the name of a preset.
    players : int
        Number of players, 2 to 4.
    opponent : str, Bot, function or a sequence of them
        Bot that plays all seats but the learner's, or a bot for each of these seats, clockwise from the learner: what
        `simulate` accepts, such as ``"expert"``, your own `Bot` or a `ClosedPolicyBot`.
    seat : int, optional
        Seat of the learner, counted clockwise from the button, which is seat 0; by default, drawn for each deal.
    declare : bool or "if better"
        Whether the learner declares the best natural of their board; by default, unless comparing the rows pays more.
    render_mode : str, optional
        ``"ansi"``: `render` returns text: the hand, and after the step the settlement. ``"human"``: `render`, `reset` and
        `step` print the text.

    Attributes
    ----------
    rules : Rules
    actions : ClosedActions
    opponents : tuple of bots
        Prepared opponents, clockwise from the learner.
    observation_space : gymnasium.spaces.Box
        Space of shape ``(actions.bits,)``.
    action_space : gymnasium.spaces.Discrete
        The actions, with a surrender as the last one if the rules allow it.

    Raises
    ------
    RulesError
        If the rules are unknown or open-face rules.
    BotError
        If an opponent is not a bot; steps raise it if an opponent fails.
    TableError
        If any other argument is invalid.

    Notes
    -----
    The reward is the number of points of the learner from all opponents together. ``info["action_mask"]``,
    int8[actions.size], has a 1 for each legal action, and only zeros after a step, which ends the episode; `action_masks`
    returns it as bool, as the masked algorithms of SB3-Contrib expect. ``info["seat"]`` is the learner's seat. The info of a
    step also has, by seats, the ``"boards"``, uint8[players, 13], and the ``"points"``, int32[players].

    A copied or unpickled environment is a new one with the same arguments.

    Examples
    --------
    >>> from cpoker_fast.learning import ClosedEnv
    >>> environment = ClosedEnv("pagat", opponent="balanced", render_mode="ansi")
    >>> observation, info = environment.reset(seed=1)
    >>> observation.shape, int(info["action_mask"].sum())
    ((54,), 22604)
    >>> board = best_royalties(environment.hand, "pagat")
    >>> observation, reward, terminated, truncated, info = environment.step(environment.action_of(board))
    >>> reward == float(info["points"][info["seat"]]), terminated
    (True, True)
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        rules: Rules | str = "pagat",
        players: int = 2,
        *,
        opponent: Opponent | Sequence[Opponent] = "balanced",
        seat: int | None = None,
        declare: bool | str = IF_BETTER,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, rules, players, opponent=opponent, seat=seat, declare=declare, render_mode=render_mode)
        check_render_mode(render_mode)
        closed_rules = as_closed_rules(rules, "ClosedEnv", "learning.OpenFaceEnv")
        self._tables = ClosedTables(1, closed_rules, players, opponent, seat, declare)
        self.rules, self.actions, self.opponents = self._tables.rules, self._tables.actions, self._tables.bots
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 1, (self.actions.bits,), np.uint8)
        self.action_space = spaces.Discrete(self.actions.size)
        self._has_reset, self._is_over = False, True
        self._mask = np.zeros(self.actions.size, np.int8)
        self._settled: tuple[NDArray[np.uint8], NDArray[np.int8]] | None = None  # boards and declarations

    # ---- Gymnasium's interface ----

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deal a new hand.

        Parameters
        ----------
        seed : int, optional
            Seed of this hand and the following ones. By default, the random streams continue, or begin with an unpredictable
            seed.
        options : mapping, optional
            There are no options: expected None or an empty mapping.

        Raises
        ------
        SeedError, TableError
            If an argument is invalid.
        """
        check_no_options(options)
        if seed is not None or not self._has_reset:
            self._tables.begin(seed)
        super().reset(seed=seed)
        self._tables.deal(_THE_TABLE)
        self._has_reset, self._is_over, self._settled = True, False, None
        self._mask = self.actions.masks(self._tables.own)[0]
        self._show()
        return self._tables.observations()[0], self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.copy(), "seat": self._seat}

    @property
    def _seat(self) -> int:
        return int(self._tables.seats[0])

    def step(self, action: int) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Set the hand, and settle it.

        Raises
        ------
        ArrayError
            If the action is not an int from 0 to ``actions.size - 1``.
        TableError
            Before a `reset`.
        BotError
            If an opponent fails.
        """
        if self._is_over:
            raise TableError("expected a reset before a step: there is no hand, or it is settled")
        own_board = self.actions.boards(self._tables.own, [self._checked(action)])
        boards, declared, points = self._tables.settle(own_board, _THE_TABLE)
        self._is_over, self._settled = True, (boards[0], declared[0])
        self._mask = np.zeros_like(self._mask)
        self._show()
        info = {**self._info(), "boards": boards[0], "points": points[0]}
        return self._tables.observations()[0], float(points[0, self._seat]), True, False, info

    def _checked(self, action: object) -> int:
        try:
            index = operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            index = -1
        if not 0 <= index < self.actions.size:
            raise ArrayError(f"bad action {quote(action)}: expected an int from 0 to {self.actions.size - 1}")
        return index

    # ---- beyond Gymnasium's interface ----

    @property
    def hand(self) -> CardSet:
        """The hand of the learner; TableError before the first `reset`."""
        self._check_reset("hand")
        return CardSet(self._tables.own[0].tolist())

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether each action is legal, bool[actions.size]; all False after a step. TableError before a `reset`."""
        self._check_reset("action_masks()")
        return self._mask.astype(bool)

    def action_of(self, board: Rows) -> int:
        """Return the action that makes a board of the hand, such as one that another bot sets, in any form of `settle`.

        Raises BoardError if the board cannot be read, ArrayError if it has other cards than the hand, and TableError before
        the first `reset`.
        """
        self._check_reset("action_of()")
        return int(self.actions.numbers(self._tables.own, [board_of(board).cards()])[0])

    def board_of(self, action: int) -> Board | None:
        """Return the board that an action makes of the hand; None for a surrender.

        Raises ArrayError if the action is not an int from 0 to ``actions.size - 1``, and TableError before the first
        `reset`.
        """
        self._check_reset("board_of()")
        return board_of_cards(self.actions.boards(self._tables.own, [self._checked(action)])[0])

    # ---- display ----

    def _text(self) -> str:
        if self._settled is None:
            return f"learner, seat {self._seat + 1} of {self._tables.players}: {self.hand}"
        boards, declared = self._settled
        names = ["learner", *(f"{name_of(bot)} {place}" for place, bot in enumerate(self.opponents, start=1))]
        by_seat = [names[(seat - self._seat) % len(names)] for seat in range(len(names))]
        settlement = settle(
            dict(zip(by_seat, map(board_or_foul, boards), strict=True)),
            self.rules,
            declare=[declaration_of(code) for code in declared.tolist()],
        )
        return settlement.explain()

    def close(self) -> None:
        """Do nothing: no resource is open."""
