"""Conversations with an engine that is checked."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from cpoker_fast._version import __version__
from cpoker_fast.engines import PROTOCOL, Engine
from cpoker_fast.engines.children import Child
from cpoker_fast.engines.engine import arguments_of, lines_of
from cpoker_fast.engines.messages import (
    HELLO_SECONDS,
    MATCH_SECONDS,
    PING_SECONDS,
    check_reply,
    line_of,
    longest_reply,
    read_hello,
    read_message,
    request_seconds,
)

__all__ = ["UNKNOWN", "BareProcess", "Conversation"]

_SILENCE = 0.2  # seconds for which an engine is watched
UNKNOWN = {"zzz": None, "new": {"type": "quit", "id": -1, "list": [1.5, 'é♠"\\', {}]}}
"""Fields that the protocol does not have."""


class Conversation:
    """A conversation with an engine, whose process is started when it is needed, and again after a failure."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.last: Engine | BareProcess | None = None
        """The process to which the last message was sent."""
        self._engine: Engine | None = None
        self._number = 0

    @property
    def engine(self) -> Engine:
        """The engine, started if it does not run."""
        if self._engine is None or not self._engine.is_running:
            self.last = None
            self._engine = Engine(self.command)
        self.last = self._engine
        return self._engine

    def restart(self) -> None:
        """Let the process quit; the next message starts it again."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.quit()

    def kill(self) -> None:
        """Kill the processes; the next message starts one again."""
        for process in (self._engine, self.last):
            if process is not None:
                process.kill()
        self._engine = None

    def ask(
        self, message: Mapping[str, Any], reply_type: str, *, seconds: float | None = None, positions: int = 0
    ) -> dict[str, Any]:
        """Send a message, and return the reply; raise EngineError unless it has the type and the id of the message.

        Messages get a new id, unless they have one or need none. The default of `seconds` is the limit of the protocol.
        """
        self._number += 1
        has_id = message["type"] != "match"
        numbered = {"type": message["type"], "id": self._number, **message} if has_id else message
        if seconds is None:
            seconds = request_seconds(positions) if positions else PING_SECONDS if has_id else MATCH_SECONDS
        reply = self.engine.request(numbered, seconds=seconds, positions=positions)
        check_reply(reply, reply_type, numbered.get("id"))
        return reply

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message to which there is no reply, and check that there is none."""
        self.engine.send(message)
        self.check_silence()

    def check_silence(self) -> None:
        """Check that the engine writes nothing for some time."""
        time.sleep(_SILENCE)
        self.ask({"type": "ping"}, "pong")

    def bare_process(self, **fields: Any) -> BareProcess:
        """Return another process of the engine, to which `hello` was sent with more fields."""
        self.restart()
        self.last = process = BareProcess(self.command)
        process.greet(fields)
        return process


class BareProcess:
    """A process of an engine whose beginning and end are checked."""

    def __init__(self, command: str) -> None:
        self.sent = self.received = b""
        self.child = Child(arguments_of(command))
        self.lines = lines_of(self.child)

    def greet(self, fields: Mapping[str, Any]) -> None:
        """Send `hello` with more fields; raise EngineError if the reply is invalid."""
        self.send({"type": "hello", "protocol": PROTOCOL, "host": f"cpoker_fast {__version__}", **fields}, longest_reply())
        reply = read_message(self.received)
        check_reply(reply, "hello", None)
        read_hello(reply)

    def send(self, message: Mapping[str, Any], limit: int | None = None) -> None:
        """Send a message, and read the reply if there is a limit of its length."""
        self.sent, self.received = line_of(message), b""
        self.received = self.lines.exchange(self.sent, HELLO_SECONDS, limit)

    @property
    def stderr(self) -> str:
        """The last 4 KB that the process wrote to standard error."""
        return self.lines.stderr().decode(errors="replace")

    def kill(self) -> None:
        """Kill the process."""
        if self.child.is_open:
            self.lines.end()
