"""The referee: it calls bots, and reports bots that raise exceptions, are too slow or return invalid decisions."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from cpoker_fast._settling import DECLARE_NOTHING
from cpoker_fast.board_arrays import array_of_boards
from cpoker_fast.boards import Board
from cpoker_fast.cards import CardSet
from cpoker_fast.decisions import answer_of, answers_in
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.errors import BotError, SimulationError
from cpoker_fast.patterns import pattern_at
from cpoker_fast.players.decision_checks import are_valid, fault_in, makes, not_made
from cpoker_fast.players.engine_bot import EngineBot
from cpoker_fast.players.faults import fault, raised
from cpoker_fast.players.protocol import BatchBot, Bot
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    from collections.abc import Mapping
    from threading import Event

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Answers", "Referee"]


class Answers(NamedTuple):
    """Decisions of a bot, as arrays for the compiled core."""

    boards: NDArray[np.uint8]
    """Cards of the boards, shape (n, 13); 13 times 255 for a surrender."""
    declared: NDArray[np.int8]
    """Codes of declarations, shape (n,); codes of hands with faults are ignored."""
    faults: NDArray[np.bool_]
    """Whether the bot failed to set a hand, shape (n,); the board is then settled as a foul, even if it is legal."""


class Referee(NamedTuple):
    """A referee, which asks bots for decisions and checks whether the rules allow them."""

    rules: Rules
    """Rules by which hands are set."""
    faults_are_fouls: bool
    """Whether a hand that a bot fails to set is a foul; otherwise BotError is raised."""
    time_limit: float | None
    """Seconds per hand, or None for no limit."""
    stop: Event | None = None
    """Event that ends `ask` with SimulationError. It is checked before each call of `Bot.set_board`."""
    first_faults: dict[str, str] | None = None
    """Text of the first fault of each bot, by its name. `ask` adds that of a bot without one if faults are fouls."""

    def ask(self, bot: Bot | BatchBot, name: str, hands: NDArray[np.uint8], seat: int, rng: np.random.Generator) -> Answers:
        """Return the decisions of a bot for hands, uint8[n, 13]; raise BotError for a fault, unless `faults_are_fouls`."""
        if isinstance(bot, EngineBot):  # it enforces the time limit itself
            reply = bot.answer(hands, self.rules, seat, rng, self.time_limit)
            return self._checked(name, hands, seat, reply.boards, reply.declared, reply.problems, reply.message_hands)
        if isinstance(bot, BatchBot):
            return self._ask_for_all(bot, name, hands, seat, rng)
        import numpy as np

        boards, faults = np.empty_like(hands), np.zeros(len(hands), bool)
        declared = np.full(len(hands), DECLARE_NOTHING, np.int8)
        for index, cards in enumerate(hands.tolist()):
            if self.stop is not None and self.stop.is_set():
                raise SimulationError("the simulation was stopped")
            try:
                boards[index], declared[index] = self._ask_for_one(bot, name, CardSet(cards), seat, rng)
            except BotError as error:
                if not self.faults_are_fouls:
                    raise
                self._note(name, error)
                boards[index], faults[index] = cards, True
        return Answers(boards, declared, faults)

    def _ask_for_one(
        self, bot: Bot, name: str, hand: CardSet, seat: int, rng: np.random.Generator
    ) -> tuple[NDArray[np.uint8], int]:
        """Return the board of a bot, uint8[13], and the code of its declaration; raise BotError for a fault."""

        def error_of(problem: str) -> BotError:
            return fault(name, problem, f"at seat {seat + 1}", hand)

        started = perf_counter()
        try:
            answer = bot.set_board(hand, self.rules, seat, rng)
        except Exception as error:
            raise error_of(raised(error)) from error
        seconds = perf_counter() - started
        if self.time_limit is not None and seconds > self.time_limit:
            raise error_of(f"took {seconds:.3g} seconds, over its limit of {self.time_limit:g}")
        if answer is None:  # often a missing return statement
            raise error_of("returned nothing: expected a board, or a Decision, such as Decision(None) for a surrender")
        try:
            board, declared = answer_of(answer)
        except Exception as error:  # perhaps raised by the object that the bot returned
            raise error_of(f"returned {type(answer).__name__}: {shorten(error, _LONGEST)}") from error
        if board is None and not self.rules.has_surrender:
            raise error_of(f"surrendered, which the rules {quote(self.rules.name)} do not allow")
        if isinstance(board, Board) and board.hand != hand:
            raise error_of(f"set other cards than its hand: {board}")
        if declared >= 0 and not makes(board, pattern_at(declared), self.rules):
            raise error_of(not_made(pattern_at(declared)))
        return array_of_boards([board])[0], declared

    def _ask_for_all(
        self, bot: BatchBot, name: str, hands: NDArray[np.uint8], seat: int, rng: np.random.Generator
    ) -> Answers:
        import numpy as np

        try:
            boards, declared = self._decisions_of(bot, name, hands, seat, rng)
        except BotError as error:
            if not self.faults_are_fouls:
                raise
            self._note(name, error)
            return Answers(hands.copy(), np.full(len(hands), DECLARE_NOTHING, np.int8), np.ones(len(hands), bool))
        return self._checked(name, hands, seat, boards, declared, {}, {})

    def _checked(
        self,
        name: str,
        hands: NDArray[np.uint8],
        seat: int,
        boards: NDArray[np.uint8],
        declared: NDArray[np.int8],
        problems: Mapping[int, str],
        message_hands: Mapping[int, int],
    ) -> Answers:
        """Return the boards and declarations of a bot after checks; raise BotError for a fault, unless `faults_are_fouls`.

        `problems`: what the bot did wrong, by the index of the hand. `message_hands`: see `BoardsReply`.
        """
        import numpy as np

        is_valid = are_valid(hands, self.rules, boards, declared, problems)
        if not is_valid.all():
            index = int(is_valid.argmin())
            error = fault_in(
                name,
                hands[index],
                self.rules,
                seat,
                boards[index],
                int(declared[index]),
                problem=problems.get(index),
                message_hands=message_hands.get(index, 0),
            )
            if not self.faults_are_fouls:
                raise error
            self._note(name, error)
        return Answers(np.where(is_valid[:, None], boards, hands), declared, ~is_valid)

    def _note(self, name: str, error: BotError) -> None:
        """Add the fault of a bot to `first_faults` if it is the first one."""
        if self.first_faults is not None:
            self.first_faults.setdefault(name, str(error))

    def _decisions_of(
        self, bot: BatchBot, name: str, hands: NDArray[np.uint8], seat: int, rng: np.random.Generator
    ) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """Return boards and codes of declarations of a bot; raise BotError if it fails, is too slow or returns others."""

        def error_of(problem: str) -> BotError:
            return fault(name, problem, f"at seat {seat + 1}")

        started = perf_counter()
        try:
            answer = bot.set_boards(hands.copy(), self.rules, seat, rng)
        except Exception as error:
            raise error_of(raised(error)) from error
        seconds = (perf_counter() - started) / max(1, len(hands))
        if self.time_limit is not None and seconds > self.time_limit:
            raise error_of(f"took {seconds:.3g} seconds per hand, over its limit of {self.time_limit:g}")
        if answer is None:
            raise error_of("returned nothing: expected Decisions, an array of boards, or a list of boards and decisions")
        try:
            return answers_in(answer, len(hands))
        except Exception as error:  # perhaps raised by the object that the bot returned
            raise error_of(f"returned {type(answer).__name__}: {shorten(error, _LONGEST)}") from error


_LONGEST = 160  # characters; longer texts of errors are shortened
