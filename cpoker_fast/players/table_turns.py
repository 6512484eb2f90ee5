"""Turns of bots at many tables of the compiled core: a bot places at all tables where it is its turn."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast._environments import Environments
from cpoker_fast.errors import BotError
from cpoker_fast.game.plan import plan_of
from cpoker_fast.game.position import Position
from cpoker_fast.game.timeout import placement_at_timeout
from cpoker_fast.players import raised
from cpoker_fast.rulebook import Rules
from cpoker_fast.thinking.bot_calls import placement_by
from cpoker_fast.thinking.bots import OpenFaceBatchBot, PackageBot
from cpoker_fast.thinking.card_actions import ACTIONS, problem_with
from cpoker_fast.thinking.engine_bot import OpenFaceEngineBot
from cpoker_fast.thinking.placement_faults import answers_in, fault_at, placement_in
from cpoker_fast.thinking.policy_bot import PolicyBot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["TableTurns", "new_tables", "problem_of"]

_PARTS = ("seat", "button", "street", "boards", "hand", "discards", "fantasyland", "open_hands")
_NEVER = 2  # automatic resets of deals


def new_tables(rules: Rules, n: int, players: int) -> Environments:
    """Return tables at which the caller begins each deal, and plays every seat."""
    return Environments(plan_of(rules), n, players, -1, (0,) * 5, (0.0,) * 18, _NEVER, are_floats=False)


def problem_of(table: Environments, index: int, action: int) -> str:
    """Return the reason why an action at a table is illegal."""
    _, _, _, _, seat, hand, to_place, to_discard = table.look(index)
    if seat < 0 and 0 <= action < len(ACTIONS):
        return "the deal is over: expected a reset"
    return problem_with(action, hand.bit_length() - 1, to_place, to_discard)


class TableTurns(NamedTuple):
    """Tables of the compiled core, and how bots are asked for placements there."""

    table: Environments
    rules: Rules
    players: int
    dtype: str = "uint8"
    """Dtype of the observations of the tables."""
    time_limit: float | None = None
    """Seconds for each placement, on average if a bot places at many tables in one call; None for no limit."""
    faults_are_fouls: bool = False
    """Whether a hand that a bot fails to place is placed as after a time-out; otherwise BotError is raised."""
    first_faults: dict[str, str] | None = None
    """Text of the first fault of each bot, by its name. `play` adds that of a bot without one if faults are fouls."""

    def position(self, index: int) -> Position:
        """Return the position of the player to act at a table, at the beginning of the turn."""
        return Position.of_parts(rules=self.rules, **dict(zip(_PARTS, self.table.parts(index), strict=True)))

    def play(self, bot: Any, name: str, indices: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.bool_]:
        """Let a bot place the hands at the tables with these indices; the turns do not end.

        Returns where the bot failed, bool[n]; its hand is then placed as after a time-out.
        """
        if isinstance(bot, PackageBot):
            return self._by_package(bot, indices, rng)
        if isinstance(bot, PolicyBot):
            return self._by_policy(bot, name, indices, rng)
        if isinstance(bot, OpenFaceBatchBot):
            return self._by_batch(bot, name, indices, rng)
        import numpy as np

        faults = np.zeros(len(indices), bool)
        for k, index in enumerate(indices.tolist()):
            try:
                self.table.lay(index, placement_by(bot, name, self.position(index), rng, self.time_limit))
            except BotError as error:
                faults[k] = self._time_out(index, name, error)
        return faults

    def _sizes(self, indices: NDArray[np.int64]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return the numbers of cards in hand, and of cards of Fantasylands (0: none), of the players to act."""
        import numpy as np

        hands, fantasylands = np.empty(len(indices), np.uint8), np.empty(len(indices), np.uint8)
        self.table.sizes(indices, hands, fantasylands)
        return hands, fantasylands

    # ---- kinds of bots ----

    def _by_package(self, bot: PackageBot, indices: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.bool_]:
        import numpy as np

        bot.prepare(self.rules, self.players)  # in a new process, the rules have no networks yet
        _, sizes = self._sizes(indices)
        self.table.let_place(indices[sizes == 0], bot.name, rng)
        for size in np.unique(sizes[sizes > 0]).tolist():
            selected = indices[sizes == size]
            hands = np.empty((len(selected), size), np.uint8)
            self.table.hands(selected, hands)
            boards = bot.set_fantasylands(hands, self.rules, self.players, rng)
            self.table.lay_boards(selected, np.ascontiguousarray(boards))
        return np.zeros(len(indices), bool)

    def _by_policy(
        self, bot: PolicyBot, name: str, indices: NDArray[np.int64], rng: np.random.Generator
    ) -> NDArray[np.bool_]:
        import numpy as np

        faults = np.zeros(len(indices), bool)
        hands, sizes = self._sizes(indices)
        waiting = np.arange(len(indices))
        if bot.fantasyland_bot is not None and sizes.any():
            in_fantasyland = sizes > 0
            faults[in_fantasyland] = self.play(bot.fantasyland_bot, name, indices[in_fantasyland], rng)
            waiting = waiting[~in_fantasyland]
        layout = bot.layout(self.rules, self.players)
        started, placements = perf_counter(), len(waiting)
        while len(waiting):
            tables = indices[waiting]
            observations, masks = np.empty((len(tables), layout.size), self.dtype), np.empty((len(tables), 4), np.int8)
            self.table.observe_turns(tables, observations.view(np.uint8), masks)
            problem, cause, actions = "", None, np.empty(0, np.int64)
            try:
                actions = bot.choose(observations.astype(bot.dtype, copy=False), masks.copy(), rng)
                problem = self._too_slow(started, placements)
            except Exception as error:
                problem, cause = raised(error), error
            if problem:
                faults[waiting] = self._fail(tables, name, problem, cause)
                break
            is_action = (actions >= 0) & (actions < len(ACTIONS))
            is_legal = is_action & (masks[np.arange(len(tables)), np.where(is_action, actions, 0)] == 1)
            for k in np.flatnonzero(~is_legal).tolist():
                problem = f"chose wrongly: {problem_of(self.table, int(tables[k]), int(actions[k]))}"
                faults[waiting[k]] = self._fail(tables[k : k + 1], name, problem)[0]
            self.table.put(tables[is_legal], actions[is_legal])
            hands[waiting] -= 1
            waiting = waiting[is_legal & (hands[waiting] > 0)]
        return faults

    def _by_batch(
        self, bot: OpenFaceBatchBot, name: str, indices: NDArray[np.int64], rng: np.random.Generator
    ) -> NDArray[np.bool_]:
        import numpy as np

        positions = [self.position(index) for index in indices.tolist()]
        answers: list[Any] | str = ""
        started, cause = perf_counter(), None
        try:
            returned: object
            if isinstance(bot, OpenFaceEngineBot):  # it enforces the time limit itself
                returned, problem = bot.answers(positions, rng, self.time_limit), ""
            else:
                returned, problem = bot.place_many(list(positions), rng), self._too_slow(started, len(positions))
            answers = problem or answers_in(returned, len(positions))
        except Exception as error:
            answers, cause = raised(error), error
        if isinstance(answers, str):
            return self._fail(indices, name, answers, cause)
        faults = np.zeros(len(indices), bool)
        for k, (index, answer) in enumerate(zip(indices.tolist(), answers, strict=True)):
            try:
                self.table.lay(index, placement_in(answer, name, positions[k]))
            except BotError as error:
                faults[k] = self._time_out(index, name, error)
        return faults

    # ---- faults ----

    def _too_slow(self, started: float, placements: int) -> str:
        """Return the problem with the time of some placements; an empty text for none."""
        seconds = (perf_counter() - started) / placements
        if self.time_limit is None or seconds <= self.time_limit:
            return ""
        return f"took {seconds:.3g} seconds for each placement, over its limit of {self.time_limit:g}"

    def _fail(
        self, indices: NDArray[np.int64], name: str, problem: str, cause: Exception | None = None
    ) -> NDArray[np.bool_]:
        """Place the hands at tables where a bot failed, and return True for each; raise BotError unless faults are fouls."""
        import numpy as np

        for index in indices.tolist():
            self._time_out(index, name, fault_at(name, problem, self.position(index)), cause)
        return np.ones(len(indices), bool)

    def _time_out(self, index: int, name: str, error: BotError, cause: Exception | None = None) -> bool:
        if not self.faults_are_fouls:
            raise error from cause or error.__cause__
        if self.first_faults is not None:
            self.first_faults.setdefault(name, str(error))
        self.table.take_back(index)
        self.time_out(index)
        return True

    def time_out(self, index: int) -> None:
        """Place the hand of the player to act at a table as after a time-out."""
        position = self.position(index)
        option, cards = self.rules.timeout, self.table.dealt(index)
        self.table.lay(index, placement_at_timeout(option, cards, position.to_place, position.own.room))
