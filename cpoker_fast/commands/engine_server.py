"""The engine's side of the engine protocol: messages of a host on standard input, replies on standard output."""

from __future__ import annotations

import json
import math
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from io import FileIO
from typing import Any, BinaryIO, NamedTuple

from cpoker_fast._arguments import check_whole, is_number, is_whole
from cpoker_fast.commands.engine_games import ENGINE_GAMES, EngineGame, ServedMatch
from cpoker_fast.display.quoting import quote
from cpoker_fast.engines.messages import LONGEST_LINE, MOST_NUMBER, PROTOCOL, line_of
from cpoker_fast.errors import CpokerError, RulesError
from cpoker_fast.players import raised
from cpoker_fast.rulebook import Rules

__all__ = ["ServedBot", "serve", "streams_of_messages"]


class ServedBot(NamedTuple):
    """A bot that plays as an engine."""

    name: str
    bots: dict[str, Any]
    """The bot as `prepared` takes it, by the name of the game."""
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
    """Yield streams of requests and replies: the input and output of this process, to which bots have no access meanwhile.

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
        self._game: EngineGame | None = None
        self._replies: dict[str, Callable[[dict[str, Any]], dict[str, Any] | None]] = {
            "hello": self._hello,
            "match": self._match,
            "set": partial(self._answer, "closed"),
            "place": partial(self._answer, "open-face"),
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
        games = [*self._served.bots]
        return {"type": "hello", "protocol": PROTOCOL, "name": self._served.name, "games": games, **self._served.details}

    def _match(self, message: dict[str, Any]) -> dict[str, Any]:
        self._game = None
        name, bots = message.get("game"), self._served.bots
        if not isinstance(name, str) or name not in bots:
            raise CpokerError(f"game: expected {' or '.join(map(repr, bots))}, got {quote(name)}")
        try:
            rules = ENGINE_GAMES[name].rules_of(Rules.from_dict(message.get("rules")))
        except RulesError as error:
            raise CpokerError(f"rules: {error}") from None
        check_whole("players", message.get("players"), 2, rules.players, CpokerError)
        limit = self._time_limit(message.get("time_limit"))
        self._game = ENGINE_GAMES[name](bots[name], ServedMatch(rules, message["players"], limit))
        return {"type": "ready"}

    def _time_limit(self, limit: Any) -> float | None:
        if limit is None:
            return None
        if not is_number(limit) or not 0 < limit < math.inf:
            raise CpokerError(f"time_limit: expected seconds above 0, or null, got {quote(limit)}")
        seconds = self._served.seconds
        if seconds is not None and seconds > limit:
            raise CpokerError(f"time_limit: expected at least {seconds:g} seconds, as in --seconds, got {limit:g}")
        return float(limit)

    def _answer(self, game: str, message: dict[str, Any]) -> dict[str, Any]:
        number = self._id_of(message)
        if not isinstance(self._game, ENGINE_GAMES[game]):
            raise CpokerError(f"{message['type']}: expected a match of the game {game!r} first")
        return {"type": self._game.REPLY, "id": number, **self._game.answer(message)}

    def _quit(self, _message: dict[str, Any]) -> None:
        self.is_over = True
