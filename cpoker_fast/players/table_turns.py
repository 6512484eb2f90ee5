"""Turns of bots at many tables of the compiled core: a bot places at all tables where it is its turn."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cpoker_fast._environments import Environments
from cpoker_fast._settling import DECLARE_IF_BETTER
from cpoker_fast.errors import BotError
from cpoker_fast.game.placement import placement_at_timeout
from cpoker_fast.game.plan import plan_of
from cpoker_fast.game.positions import Positions
from cpoker_fast.players.answers import Problem
from cpoker_fast.players.card_actions import ACTIONS, problem_with
from cpoker_fast.players.core_bots import CoreBot
from cpoker_fast.players.faults import raised
from cpoker_fast.players.policy_bot import PolicyBot
from cpoker_fast.players.referee import Referee
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling.declarations import code_of_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TableTurns", "new_tables", "problem_of"]

_NEVER = 2  # automatic resets of deals


def new_tables(rules: Rules, n: int, players: int) -> Environments:
    """Return tables at which the caller begins each deal, and plays every seat."""
    return Environments(plan_of(rules), n, players, -1, (0,) * 5, (0.0,) * 18, _NEVER, are_floats=False)


def problem_of(table: Environments, index: int, action: int) -> str:
    """Return the reason why an action at a table is illegal."""
    _, _, _, _, seat, hand, to_place, to_discard, *_ = table.look(index)
    if seat < 0 and 0 <= action < len(ACTIONS):
        return "the deal is over: expected a reset"
    return problem_with(action, hand.bit_length() - 1, to_place, to_discard)


class Placed(NamedTuple):
    """What a bot has placed in its turns."""

    faults: NDArray[np.bool_]
    """Whether the bot failed, bool[n]; the hand is then placed as after a time-out."""
    declared: NDArray[np.int8]
    """Codes of declarations, int8[n]. The code of the last turn of a deal counts."""


class TableTurns(NamedTuple):
    """Tables of the compiled core, at which bots are asked for placements."""

    table: Environments
    rules: Rules
    players: int
    referee: Referee
    dtype: str = "uint8"
    """Dtype of the observations of the tables."""

    def play(self, bot: Any, name: str, indices: NDArray[np.intp], rng: np.random.Generator) -> Placed:
        """Let a bot place the hands at the tables with these indices; the turns do not end."""
        n = len(indices)
        placed = Placed(np.zeros(n, bool), np.full(n, DECLARE_IF_BETTER, np.int8))
        if isinstance(bot, CoreBot):
            self._by_core(bot, indices, rng)
            return placed
        if isinstance(bot, PolicyBot):
            self._by_policy(bot, name, indices, rng, placed)
            return placed
        for selected, positions in self._groups(indices):
            answers, tables = self.referee.ask(bot, name, positions, rng), indices[selected]
            self.table.lay_boards(tables[~answers.faults], np.ascontiguousarray(answers.boards[~answers.faults]))
            for index in tables[answers.faults].tolist():
                self.time_out(index)
            placed.faults[selected], placed.declared[selected] = answers.faults, answers.declared
        return placed

    # ---- positions ----

    def positions(self, indices: NDArray[np.intp], cards: int, to_place: int) -> Positions:
        """Return the positions of players, at the beginning of their turns, who are dealt a number of cards."""
        n, players = len(indices), self.players
        hands, places = np.empty((n, cards), np.uint8), np.empty((n, 3), np.int8)
        rows, discards = np.empty((n, players, 3), np.uint64), np.empty(n, np.uint64)
        fantasylands, open_hands = np.empty((n, players), np.uint8), np.empty((n, players), np.uint64)
        self.table.positions(indices, hands, places, rows, discards, fantasylands, open_hands)
        return Positions(self.rules, to_place, hands, places, rows, discards, fantasylands, open_hands)

    def _groups(self, indices: NDArray[np.intp]) -> Iterator[tuple[NDArray[np.intp], Positions]]:
        """Group tables by numbers of cards in hand and to place; yield places in `indices`, and the positions there."""
        sizes = self._sizes(indices)
        keys = sizes[:, :2] @ np.array([32, 1], np.int64)
        for key in np.unique(keys):
            selected = np.flatnonzero(keys == key)
            cards, to_place, _ = sizes[selected[0]].tolist()
            yield selected, self.positions(indices[selected], cards, to_place)

    def _sizes(self, indices: NDArray[np.intp]) -> NDArray[np.uint8]:
        """Return, for the players to act, uint8[n, 3]: cards in hand, cards to place, and Fantasyland cards (0: none)."""
        sizes = np.empty((len(indices), 3), np.uint8)
        self.table.sizes(indices, sizes)
        return sizes

    # ---- kinds of bots ----

    def _by_core(self, bot: CoreBot, indices: NDArray[np.intp], rng: np.random.Generator) -> None:
        bot.prepare(self.rules, self.players)  # in a new process, the rules have no networks yet
        sizes = self._sizes(indices)[:, 2]
        self.table.let_place(indices[sizes == 0], bot.name, rng)
        for size in np.unique(sizes[sizes > 0]).tolist():
            selected = indices[sizes == size]
            hands = self.positions(selected, size, 13).hands
            boards = bot.set_fantasylands(hands, self.rules, self.players, rng)
            self.table.lay_boards(selected, np.ascontiguousarray(boards))

    def _by_policy(
        self, bot: PolicyBot, name: str, indices: NDArray[np.intp], rng: np.random.Generator, placed: Placed
    ) -> None:
        hands, _, fantasylands = self._sizes(indices).T.copy()
        waiting = np.arange(len(indices))
        if bot.fantasyland_bot is not None and fantasylands.any():
            selected = np.flatnonzero(fantasylands)
            others = self.play(bot.fantasyland_bot, name, indices[selected], rng)
            placed.faults[selected], placed.declared[selected] = others
            waiting = np.flatnonzero(fantasylands == 0)
        placed.declared[waiting] = code_of_all(bot.declare, BotError)
        layout = bot.layout(self.rules, self.players)
        started, placements = perf_counter(), len(waiting)
        while len(waiting):
            tables = indices[waiting]
            hands_of_request = len(tables) if len(tables) > 1 else 0
            observations, masks = np.empty((len(tables), layout.size), self.dtype), np.empty((len(tables), 4), np.int8)
            self.table.observe_turns(tables, observations.view(np.uint8), masks)
            try:
                chosen = bot.choose(layout, observations.astype(bot.dtype, copy=False), masks.copy(), rng)
                text = self.referee.problem_with_time(started, placements)
                problem = Problem(text, hands=hands_of_request) if text else None
            except Exception as error:
                problem = Problem(raised(error), error, hands_of_request)
            if problem is not None:
                self._fail(tables, name, problem)
                placed.faults[waiting] = True
                break
            if chosen.ndim == 2:  # boards
                self.table.lay_boards(tables, chosen)
                break
            is_action = (chosen >= 0) & (chosen < len(ACTIONS))
            is_legal = is_action & (masks[np.arange(len(tables)), np.where(is_action, chosen, 0)] == 1)
            for k in np.flatnonzero(~is_legal).tolist():
                reason = problem_of(self.table, int(tables[k]), int(chosen[k]))
                self._fail(tables[k : k + 1], name, Problem(f"chose wrongly: {reason}"))
            placed.faults[waiting[~is_legal]] = True
            self.table.put(tables[is_legal], chosen[is_legal])
            hands[waiting] -= 1
            waiting = waiting[is_legal & (hands[waiting] > 0)]

    # ---- faults ----

    def _fail(self, indices: NDArray[np.intp], name: str, problem: Problem) -> None:
        """Place the hands at tables where a bot failed; raise BotError unless faults are fouls."""
        for index in indices.tolist():
            self.table.take_back(index)
        _, positions = next(self._groups(indices))
        self.referee.note(name, problem, positions[0])
        for index in indices.tolist():
            self.time_out(index)

    def time_out(self, index: int) -> None:
        """Place the hand of the player to act at a table as after a time-out."""
        ((_, positions),) = self._groups(np.array([index], np.intp))
        position = positions[0]
        option, cards = self.rules.timeout, self.table.dealt(index)
        self.table.lay(index, placement_at_timeout(option, cards, position.to_place, position.own.room))
