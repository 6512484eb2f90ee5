"""The games of an engine: they ask a bot for the boards and placements that requests of the engine protocol demand."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from cpoker_fast._arguments import check_seat, check_whole
from cpoker_fast._arrays import hands_in
from cpoker_fast.decisions import IF_BETTER, declaration_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.engines import board_texts
from cpoker_fast.engines.messages import GAMES, MOST_HANDS, MOST_NUMBER
from cpoker_fast.errors import BotError, CpokerError
from cpoker_fast.openface import OPEN_FACE, OpenFaceBatchBot, Position
from cpoker_fast.players import CLOSED, BotKind, Referee, name_of, prepared
from cpoker_fast.rulebook import Rules, as_rules
from cpoker_fast.thinking.bot_calls import placement_by
from cpoker_fast.thinking.placement_faults import answers_in, placement_in

if TYPE_CHECKING:
    import numpy as np

    from cpoker_fast.players.referee import Answers

__all__ = ["ENGINE_GAMES", "EngineGame", "ServedMatch"]

_FAULT = ""
"""Text in place of a board or placement that the bot failed to make: only this hand is a fault."""


class ServedMatch(NamedTuple):
    """Demands of a `match` message."""

    rules: Rules
    players: int
    time_limit: float | None


class EngineGame(ABC):
    """A bot that plays a match of one kind of game for an engine."""

    KIND: ClassVar[BotKind]
    REPLY: ClassVar[str]
    """Type of the replies."""

    def __init__(self, bot: Any, match: ServedMatch) -> None:
        self.match = match
        self._bot = prepared(bot, match.rules, match.players, self.KIND)
        self._name = name_of(self._bot)

    @staticmethod
    @abstractmethod
    def rules_of(rules: Rules) -> Rules:
        """Return the rules as this kind of game is played by them; raise RulesError if it cannot be."""

    @abstractmethod
    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the reply to a request for boards or placements, without its type and id; raise CpokerError."""

    @staticmethod
    def generator(request: dict[str, Any]) -> np.random.Generator:
        """Return the random numbers of a request, which depend only on its seed."""
        import numpy as np

        check_whole("seed", request.get("seed"), 0, MOST_NUMBER, CpokerError)
        return np.random.default_rng(request["seed"])

    @staticmethod
    def report(error: BotError) -> None:
        """Write a fault of the bot to standard error, for people."""
        print(error, file=sys.stderr, flush=True)


def _texts_in(request: dict[str, Any], key: str) -> list[str]:
    """Return the hands or positions of a request; raise CpokerError unless they are 1 to 1,024 texts."""
    texts = request.get(key)
    if not isinstance(texts, list) or not 1 <= len(texts) <= MOST_HANDS:
        got = f"a list of {len(texts)}" if isinstance(texts, list) else quote(texts)
        raise CpokerError(f"{key}: expected a list of 1 to {MOST_HANDS} texts, got {got}")
    for index, text in enumerate(texts):
        if not isinstance(text, str):
            raise CpokerError(f"{key}[{index}]: expected text, got {quote(text)}")
    return texts


class _ClosedGame(EngineGame):
    """Closed games: the bot sets hands of 13 cards."""

    KIND = CLOSED
    REPLY = "boards"

    @staticmethod
    def rules_of(rules: Rules) -> Rules:
        return rules.closed()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        check_seat("seat", request.get("seat"), self.match.players)
        answers = self._decisions(request, hands_in(_texts_in(request, "hands")))
        boards = board_texts(answers.boards)
        for index in answers.faults.nonzero()[0].tolist():
            boards[index] = _FAULT
        declared = [declaration_of(code) for code in answers.declared.tolist()]
        is_default = all(declaration == IF_BETTER for declaration in declared)
        return {"boards": boards, **({} if is_default else {"declare": declared})}

    def _decisions(self, request: dict[str, Any], hands: Any) -> Answers:
        """Return the decisions of the bot. After a fault, it is asked again, and only hands with faults have no board."""

        def ask(*, faults_are_fouls: bool) -> Answers:
            referee = Referee(self.match.rules, faults_are_fouls, None)
            return referee.ask(self._bot, self._name, hands, request["seat"], self.generator(request))

        try:
            return ask(faults_are_fouls=False)
        except BotError as error:
            answers = ask(faults_are_fouls=True)
            if answers.faults.all():
                raise
            self.report(error)
            return answers


class _OpenFaceGame(EngineGame):
    """Open-face games: the bot places the cards of positions."""

    KIND = OPEN_FACE
    REPLY = "placements"

    @staticmethod
    def rules_of(rules: Rules) -> Rules:
        return as_rules(rules)

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        positions = [self._position(index, text) for index, text in enumerate(_texts_in(request, "positions"))]
        rng = self.generator(request)
        answers = self._placements_together(positions, rng)
        placements: list[str] = []
        fault: BotError | None = None
        for index, position in enumerate(positions):
            try:
                if answers is None:
                    placement = placement_by(self._bot, self._name, position, rng)
                else:
                    placement = placement_in(answers[index], self._name, position)
                placements.append(str(placement))
            except BotError as error:
                placements.append(_FAULT)
                self.report(error)
                fault = error
        if fault is not None and not any(placements):
            raise fault
        return {"placements": placements}

    def _position(self, index: int, text: str) -> Position:
        """Return the position in a text; raise CpokerError, which names its index in the request."""
        try:
            position = Position.parse(text, self.match.rules)
        except CpokerError as error:
            raise CpokerError(f"positions[{index}]: {error}") from None
        if position.seats != self.match.players:
            raise CpokerError(
                f"positions[{index}]: expected {self.match.players} boards, as in the match, got {position.seats}"
            )
        if not position.hand:
            raise CpokerError(f"positions[{index}]: expected cards in hand, got none")
        return position

    def _placements_together(self, positions: Sequence[Position], rng: np.random.Generator) -> list[Any] | None:
        """Return the answers of a bot that places at many tables in one call; None if it places one by one."""
        if not isinstance(self._bot, OpenFaceBatchBot):
            return None
        returned = self._bot.place_many(list(positions), rng)
        answers = answers_in(returned, len(positions))
        if isinstance(answers, str):
            raise BotError(f"bot {quote(self._name)} {answers}")
        return answers


ENGINE_GAMES: dict[str, type[EngineGame]] = dict(zip(GAMES, (_ClosedGame, _OpenFaceGame), strict=True))
"""Kinds of games by their names in messages."""
