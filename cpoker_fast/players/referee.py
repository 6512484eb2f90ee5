"""The referee: it calls bots, and reports bots that raise exceptions, are too slow or return invalid placements."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cpoker_fast.board_arrays import DEAD_HAND
from cpoker_fast.errors import SimulationError
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position
from cpoker_fast.game.positions import Positions
from cpoker_fast.players.answers import AnswerArrays, Problem, placement_in, reply_in, reply_of_one
from cpoker_fast.players.engine_bot import EngineBot
from cpoker_fast.players.faults import fault_at, raised
from cpoker_fast.players.protocol import BatchBot, Bot

if TYPE_CHECKING:
    from threading import Event

    from numpy.typing import NDArray

__all__ = ["NO_PLACEMENT", "Referee", "RefereedPlacements"]

NO_PLACEMENT = "returned FOUL, a dead hand: expected a placement of cards, or a surrender"
"""Problem of a bot that gives up a hand where a single placement is needed."""


class RefereedPlacements(NamedTuple):
    """Placements of a bot, as arrays for the compiled core."""

    boards: NDArray[np.uint8]
    """Boards after the placements, shape (n, 13), undefined where the bot failed; see `AnswerArrays`."""
    declared: NDArray[np.int8]
    """Codes of declarations, shape (n,)."""
    faults: NDArray[np.bool_]
    """Whether the bot failed to place a hand, shape (n,)."""


class Referee(NamedTuple):
    """A referee, which asks bots for placements and checks whether the rules allow them."""

    faults_are_fouls: bool = False
    """Whether the hand is a foul if a bot fails to place it; otherwise BotError is raised."""
    time_limit: float | None = None
    """Seconds for each hand, on average if a bot places many in one call; None for no limit."""
    stop: Event | None = None
    """Event that ends `ask` with SimulationError. It is checked before each call of a bot."""
    first_faults: dict[str, str] | None = None
    """Text of the first fault of each bot, by its name. If faults are fouls, `ask` adds to it."""

    def ask(self, bot: Bot | BatchBot, name: str, positions: Positions, rng: np.random.Generator) -> RefereedPlacements:
        """Return the placements of a bot; raise BotError for a fault, unless `faults_are_fouls`."""
        self.check_stop()
        if isinstance(bot, EngineBot):  # it enforces the time limit itself
            reply = bot.reply(positions, rng, self.time_limit)
        elif isinstance(bot, BatchBot):
            reply = self._reply_for_all(bot, positions, rng)
        else:
            reply = AnswerArrays.empty(len(positions))
            for index, position in enumerate(positions):
                self.check_stop()
                answer = self._reply_for_one(bot, position, rng)
                reply.boards[index], reply.declared[index] = answer.boards[0], answer.declared[0]
                if answer.problems:
                    reply.problems[index] = answer.problems.pop(0)
                    if not self.faults_are_fouls:
                        break
        faults = np.zeros(len(positions), bool)
        faults[[*reply.problems]] = True
        if reply.problems:
            self.note(name, _first_of(reply.problems), positions[int(faults.argmax())])
        return RefereedPlacements(reply.boards, reply.declared, faults)

    def placement(self, bot: Bot | BatchBot, name: str, position: Position, rng: np.random.Generator) -> Placement:
        """Return the placement of a bot at one position; raise BotError for a fault, and for a dead hand."""
        answers = self.ask(bot, name, Positions.of([position]), rng)
        board, declared = answers.boards[0].tolist(), int(answers.declared[0])
        if board[0] == DEAD_HAND:
            raise fault_at(name, Problem(NO_PLACEMENT), position)
        return placement_in(board, declared, position)

    def check_stop(self) -> None:
        """Raise SimulationError if the answers of bots are no longer needed."""
        if self.stop is not None and self.stop.is_set():
            raise SimulationError("the simulation was stopped")

    def note(self, name: str, problem: Problem, position: Position) -> None:
        """Raise BotError for a problem of a bot; if faults are fouls, record the bot's first fault in `first_faults`."""
        if not self.faults_are_fouls:
            raise fault_at(name, problem, position) from problem.cause
        if self.first_faults is not None and name not in self.first_faults:
            self.first_faults[name] = str(fault_at(name, problem, position))

    def _reply_for_one(self, bot: Bot, position: Position, rng: np.random.Generator) -> AnswerArrays:
        started = perf_counter()
        try:
            answer: Any = bot.place(position, rng)
        except Exception as error:
            return AnswerArrays.of_problem(1, Problem(raised(error), error))
        return self._slow_reply(started, 1) or reply_of_one(answer, position)

    def _reply_for_all(self, bot: BatchBot, positions: Positions, rng: np.random.Generator) -> AnswerArrays:
        started = perf_counter()
        try:
            returned: Any = bot.place_many(positions, rng)
        except Exception as error:
            return AnswerArrays.of_problem(len(positions), Problem(raised(error), error))
        return self._slow_reply(started, len(positions)) or reply_in(returned, positions)

    def _slow_reply(self, started: float, hands: int) -> AnswerArrays | None:
        """Return the reply of a bot that took too long; None if it did not."""
        text = self.problem_with_time(started, hands)
        return AnswerArrays.of_problem(hands, Problem(text)) if text else None

    def problem_with_time(self, started: float, hands: int) -> str:
        """Return the problem with the time that a bot took for some hands; an empty text for none."""
        seconds = (perf_counter() - started) / max(1, hands)
        if self.time_limit is None or seconds <= self.time_limit:
            return ""
        for_each = " for each hand" if hands > 1 else ""
        return f"took {seconds:.3g} seconds{for_each}, over its limit of {self.time_limit:g}"


def _first_of(problems: dict[int, Problem]) -> Problem:
    """Return the first problem, and clear all, so that no error refers to a frame that refers to the error."""
    first = problems[min(problems)]
    problems.clear()
    return first
