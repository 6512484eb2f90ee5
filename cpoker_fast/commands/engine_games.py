"""The games of an engine: they ask a bot for the boards and placements that requests of the engine protocol demand."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from cpoker_fast._arguments import check_seat, check_whole
from cpoker_fast._arrays import hands_in
from cpoker_fast.decisions import IF_BETTER, declaration_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.engines import board_texts
from cpoker_fast.engines.messages import GAMES, MOST_HANDS, MOST_NUMBER
from cpoker_fast.errors import BotError, CpokerError
from cpoker_fast.game.position import Position
from cpoker_fast.game.positions import Positions, whole_hands
from cpoker_fast.players import Referee, name_of, prepared
from cpoker_fast.players.answers import placement_in
from cpoker_fast.rulebook import Rules, as_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

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

    REPLY: ClassVar[str]
    """Type of the replies."""

    def __init__(self, bot: Any, match: ServedMatch) -> None:
        self.match = match
        self._bot = prepared(bot, match.rules, match.players)
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

    def ask(self, batches: Sequence[Positions], rng: np.random.Generator) -> list[Answers]:
        """Return the placements of the bot in each batch of a request, and report its first fault for people.

        Raises BotError if all placements are faults.
        """
        first_faults: dict[str, str] = {}
        referee = Referee(faults_are_fouls=True, first_faults=first_faults)
        answers = [referee.ask(self._bot, self._name, positions, rng) for positions in batches]
        if first_faults:
            if all(placed.faults.all() for placed in answers):
                raise BotError(first_faults[self._name], bot=self._name)
            print(first_faults[self._name], file=sys.stderr, flush=True)
        return answers


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

    REPLY = "boards"

    @staticmethod
    def rules_of(rules: Rules) -> Rules:
        return rules.closed()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        players = self.match.players
        check_seat("seat", request.get("seat"), players)
        hands = hands_in(_texts_in(request, "hands"))
        positions = whole_hands(self.match.rules, players, hands, request["seat"], 0)
        (answers,) = self.ask([positions], self.generator(request))
        boards = board_texts(answers.boards)
        for index in answers.faults.nonzero()[0].tolist():
            boards[index] = _FAULT
        declared = [declaration_of(code) for code in answers.declared.tolist()]
        is_default = all(declaration == IF_BETTER for declaration in declared)
        return {"boards": boards, **({} if is_default else {"declare": declared})}


class _OpenFaceGame(EngineGame):
    """Open-face games: the bot places the cards of positions."""

    REPLY = "placements"

    @staticmethod
    def rules_of(rules: Rules) -> Rules:
        return as_rules(rules)

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        positions = [self._position(index, text) for index, text in enumerate(_texts_in(request, "positions"))]
        rng = self.generator(request)
        placements = [_FAULT] * len(positions)
        by_size: dict[tuple[int, int], list[int]] = {}
        for index, position in enumerate(positions):
            by_size.setdefault((len(position.hand), position.to_place), []).append(index)
        batches = [Positions.of([positions[index] for index in indices]) for indices in by_size.values()]
        for indices, answers in zip(by_size.values(), self.ask(batches, rng), strict=True):
            for index, board, failed in zip(indices, answers.boards.tolist(), answers.faults.tolist(), strict=True):
                if not failed:
                    placements[index] = str(placement_in(board, positions[index]))
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


ENGINE_GAMES: dict[str, type[EngineGame]] = dict(zip(GAMES, (_ClosedGame, _OpenFaceGame), strict=True))
"""Kinds of games by their names in messages."""
