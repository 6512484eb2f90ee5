"""The engine's side of the engine protocol, on standard input and output."""

from __future__ import annotations

import json
import math
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import FileIO
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import numpy as np

from cpoker_fast._arguments import check_whole, is_number, is_whole
from cpoker_fast.board_arrays import DEAD_HAND
from cpoker_fast.display.quoting import quote
from cpoker_fast.engines.card_texts import positions_in_texts, texts_of_boards
from cpoker_fast.engines.messages import LONGEST_LINE, MOST_NUMBER, MOST_POSITIONS, PROTOCOL, line_of
from cpoker_fast.errors import BotError, CpokerError, RulesError
from cpoker_fast.game.positions import Positions
from cpoker_fast.players import Referee, name_of
from cpoker_fast.players.answers import Problem, placement_in
from cpoker_fast.players.faults import raised
from cpoker_fast.players.preparing import prepared
from cpoker_fast.players.referee import NO_PLACEMENT, RefereedPlacements
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ServedBot", "serve", "streams_of_messages"]


class ServedBot(NamedTuple):
    """A bot that plays as an engine."""

    name: str
    bot_for: Callable[[Rules], Any]
    """Function that returns the bot for some rules, as `prepared` takes it."""
    details: dict[str, str]
    """Optional fields of the reply to `hello`."""
    seconds: float | None = None
    """Seconds for each placement, if the user limits them."""


def serve(served: ServedBot, requests: BinaryIO, replies: FileIO) -> None:
    """Answer the messages of a host until it writes `quit` or closes the input; raise BrokenPipeError if it is gone."""
    service = _Service(served)
    for line in _lines(requests):
        reply = service.reply(line)
        if service.is_over:
            return
        if reply is not None:
            unwritten = memoryview(line_of(reply))
            while unwritten:
                unwritten = unwritten[replies.write(unwritten) :]


def _lines(requests: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines of a host, with None in place of a line that is too long."""
    while line := requests.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = requests.readline(LONGEST_LINE)
        yield None


@contextmanager
def streams_of_messages() -> Iterator[tuple[BinaryIO, FileIO]]:
    """Yield streams of requests and replies: the input and output of this process, which bots cannot access meanwhile.

    What a bot prints goes to standard error, and what it reads is empty, so it cannot disturb the messages.
    """
    outputs = sys.stdout
    with open(os.dup(0), "rb") as requests, open(os.dup(1), "wb", buffering=0) as replies, open(os.devnull, "r+b") as null:  # noqa: PTH123
        has_errors = sys.stderr is not None
        os.dup2(null.fileno(), 0)
        os.dup2(2 if has_errors else null.fileno(), 1)
        sys.stdout = sys.stderr if has_errors else outputs
        try:
            yield requests, replies
        finally:
            sys.stdout = outputs
            os.dup2(replies.fileno(), 1)


def _read(line: bytes | None) -> dict[str, Any]:
    """Return the message in a line; raise CpokerError if there is none."""

    def refuse(constant: str) -> Any:
        raise ValueError(f"{constant} is not a number of JSON")

    if line is None:
        raise CpokerError(f"expected a line of at most {LONGEST_LINE} bytes")
    try:
        message = json.loads(line.decode(), parse_constant=refuse)
    except RecursionError:
        raise CpokerError("expected a JSON object, got too many lists or objects inside each other") from None
    except ValueError as error:
        raise CpokerError(f"expected a JSON object in UTF-8: {error}") from None
    if not isinstance(message, dict):
        raise CpokerError(f"expected a JSON object, got {quote(message)}")
    return message


class _Service:
    """The conversation with a host: the replies to its messages."""

    def __init__(self, served: ServedBot) -> None:
        self.is_over = False
        self._served = served
        self._was_greeted = False
        self._playing: _ServedMatch | None = None
        self._replies: dict[str, Callable[[dict[str, Any]], dict[str, Any] | None]] = {
            "hello": self._hello,
            "match": self._match,
            "place": self._place,
            "settled": lambda _: None,
            "ping": lambda message: {"type": "pong", "id": self._id_of(message)},
            "quit": self._quit,
        }

    def reply(self, line: bytes | None) -> dict[str, Any] | None:
        """Return the reply to a message; None for no reply."""
        message: dict[str, Any] = {}
        try:
            message = _read(line)
            kind = message.get("type")
            if not isinstance(kind, str) or kind not in self._replies:
                expected = ", ".join(map(repr, self._replies))
                raise CpokerError(f"type: expected one of {expected}, got {quote(kind)}")
            if not self._was_greeted and kind not in ("hello", "quit"):
                raise CpokerError(f"expected the message 'hello' first, got {quote(kind)}")
            return self._replies[kind](message)
        except CpokerError as error:
            problem = str(error)
        except Exception as error:  # of a bot
            traceback.print_exc()
            problem = raised(error)
        has_id = is_whole(message.get("id")) and 0 <= message["id"] <= MOST_NUMBER
        return {"type": "error", **({"id": message["id"]} if has_id else {}), "message": problem}

    @staticmethod
    def _id_of(message: dict[str, Any]) -> int:
        check_whole("id", message.get("id"), 0, MOST_NUMBER, CpokerError)
        number: int = message["id"]
        return number

    def _hello(self, message: dict[str, Any]) -> dict[str, Any]:
        """Greet the host, with the version of this engine: hosts of later versions speak this one, or quit."""
        check_whole("protocol", message.get("protocol"), 1, MOST_NUMBER, CpokerError)
        self._was_greeted = True
        return {"type": "hello", "protocol": PROTOCOL, "name": self._served.name, **self._served.details}

    def _match(self, message: dict[str, Any]) -> dict[str, Any]:
        self._playing = None
        try:
            rules = _rules_in(message.get("rules"))
        except RulesError as error:
            raise CpokerError(f"rules: {error}") from None
        players: Any = message.get("players")
        check_whole("players", players, 2, rules.players, CpokerError)
        self._check_time_limit(message.get("time_limit"))
        self._playing = _ServedMatch(rules, players, prepared(self._served.bot_for(rules), rules, players))
        return {"type": "ready"}

    def _check_time_limit(self, limit: Any) -> None:
        if limit is None:
            return
        if not is_number(limit) or not 0 < limit < math.inf:
            raise CpokerError(f"time_limit: expected seconds above 0, or null, got {quote(limit)}")
        seconds = self._served.seconds
        if seconds is not None and seconds > limit:
            raise CpokerError(f"time_limit: expected at least {seconds:g} seconds, as in --seconds, got {limit:g}")

    def _place(self, message: dict[str, Any]) -> dict[str, Any]:
        number, match = self._id_of(message), self._playing
        if match is None:
            raise CpokerError("place: expected a match first")
        return {"type": "placements", "id": number, "placements": match.placements(message)}

    def _quit(self, _message: dict[str, Any]) -> None:
        self.is_over = True


_FAULT = ""
"""Text in place of a placement that the bot failed to make: only this position is a fault."""


class _ServedMatch(NamedTuple):
    """A match, with the bot that plays it."""

    rules: Rules
    players: int
    bot: Any

    def placements(self, request: dict[str, Any]) -> list[str]:
        """Return the placements of the bot as texts, with `_FAULT` for those that are faults; raise CpokerError if all are.

        The first fault is also reported on standard error, for people.
        """
        positions = self._positions_in(request)
        check_whole("seed", request.get("seed"), 0, MOST_NUMBER, CpokerError)
        name, first_faults = name_of(self.bot), dict[str, str]()
        referee = Referee(faults_are_fouls=True, first_faults=first_faults)
        answers = referee.ask(self.bot, name, positions, np.random.default_rng(request["seed"]))
        are_dead = (answers.boards[:, 0] == DEAD_HAND) & ~answers.faults
        if are_dead.any():
            index = int(are_dead.argmax())
            referee.note(name, Problem(NO_PLACEMENT), positions[index])
        are_faults = answers.faults | are_dead
        if first_faults:
            if are_faults.all():
                raise BotError(first_faults[name], bot=name)
            print(first_faults[name], file=sys.stderr, flush=True)
        return self._texts_of(answers, are_faults, positions)

    def _positions_in(self, request: dict[str, Any]) -> Positions:
        """Return the positions of a request; raise CpokerError for others than those of the match."""
        shared, texts = request.get("shared"), request.get("positions")
        if not isinstance(shared, str):
            raise CpokerError(f"shared: expected text, got {quote(shared)}")
        if not isinstance(texts, list) or not 1 <= len(texts) <= MOST_POSITIONS:
            got = f"a list of {len(texts)}" if isinstance(texts, list) else quote(texts)
            raise CpokerError(f"positions: expected a list of 1 to {MOST_POSITIONS} texts, got {got}")
        for index, text in enumerate(texts):
            if not isinstance(text, str):
                raise CpokerError(f"positions[{index}]: expected text, got {quote(text)}")
        positions = positions_in_texts(shared, texts, self.rules)
        if positions.players != self.players:
            expected = f"expected {self.players} boards, as in the match"
            raise CpokerError(f"positions[0]: {expected}, got {positions.players}")
        return positions

    @staticmethod
    def _texts_of(answers: RefereedPlacements, are_faults: NDArray[np.bool_], positions: Positions) -> list[str]:
        """Return placements as texts."""
        boards, declared = answers.boards, answers.declared
        if positions.hands.shape[1] == positions.to_place == boards.shape[1]:
            texts = texts_of_boards(boards, declared, positions.rules)
            for index in are_faults.nonzero()[0].tolist():
                texts[index] = _FAULT
            return texts
        rows = zip(boards.tolist(), declared.tolist(), positions, are_faults.tolist(), strict=True)
        return [_FAULT if failed else str(placement_in(board, code, position)) for board, code, position, failed in rows]


def _rules_in(plain: Any) -> Rules:
    """Return the rules of a match; raise RulesError for a name alone, which does not say what is played."""
    if isinstance(plain, dict) and [*plain] == ["name"]:
        name = plain["name"]
        raise RulesError(f'expected options beside the name {quote(name)}, or the name of a preset as {{"base": ...}}')
    return Rules.from_dict(plain)
