"""The conformance check of engines: each check sends messages of the engine protocol, and examines the replies."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cpoker_fast.app.engine.conversation import UNKNOWN, BareProcess, Conversation
from cpoker_fast.app.engine.match_checks import Check, MatchChecks, NotRun, Speed
from cpoker_fast.display.quoting import quote
from cpoker_fast.engines.messages import MOST_NUMBER, PING_SECONDS, QUIT_SECONDS, error_line
from cpoker_fast.errors import EngineError
from cpoker_fast.rulebook import Rules

__all__ = ["CheckResult", "EngineCheck"]


class CheckResult(NamedTuple):
    """The result of a check."""

    title: str
    has_passed: bool | None
    """None for a check that was not run."""
    note: str = ""
    """What was measured, or why the check was not run."""
    problem: str = ""
    sent: str = ""
    """Last message before the problem."""
    received: str = ""
    """Reply to this message."""
    stderr: str = ""
    """Last line that the engine wrote to standard error."""


class EngineCheck:
    """The check of an engine. Iteration runs the checks one after another, and yields their results.

    After a failure, the process of the engine is started again, so that checks do not depend on each other.

    Parameters
    ----------
    command : str
        Command that starts the engine.
    rules : sequence of Rules
        Rules to check; empty for all presets.
    only : str
        Text in the titles of the checks to run. The first check is always run.
    on_start : callable, optional
        Function that is called with the title of each check that begins.
    """

    def __init__(
        self,
        command: str,
        rules: Sequence[Rules] = (),
        only: str = "",
        on_start: Callable[[str], object] = lambda _title: None,
    ) -> None:
        self._conversation = Conversation(command)
        self._only, self._on_start = only, on_start
        self._matches = MatchChecks(self._conversation, rules)

    def __iter__(self) -> Iterator[CheckResult]:
        try:
            for number, check in enumerate(self._checks()):
                if number and self._only not in check.title:
                    continue
                self._on_start(check.title)
                result = self._run(check)
                yield result
                if not number and not result.has_passed:
                    break
        finally:
            self._conversation.kill()

    @property
    def titles(self) -> list[str]:
        """Titles of all checks whose titles have the text."""
        return [check.title for check in self._checks() if self._only in check.title]

    @property
    def speeds(self) -> list[Speed]:
        """Speeds of the engine that the checks have measured."""
        return self._matches.speeds

    def _run(self, check: Check) -> CheckResult:
        try:
            return CheckResult(check.title, True, check.run())
        except NotRun as reason:
            return CheckResult(check.title, None, str(reason))
        except EngineError as error:
            result = CheckResult(check.title, False, problem=error.problem)
            process = self._conversation.last
            if process is not None:
                sent, received = (line.decode(errors="replace").rstrip("\n") for line in (process.sent, process.received))
                stderr = "" if error.has_ended else error_line(process.stderr)
                result = result._replace(sent=sent, received=received, stderr=stderr)
            self._conversation.kill()
            return result

    def _checks(self) -> Iterator[Check]:
        yield Check("hello: says what it is", self._hello)
        yield Check("hello: ignores unknown fields", self._hello_with_unknown_fields)
        yield Check("ping: replies with the id", self._ping)
        yield Check("unknown message: reports an error, and goes on", self._unknown_type)
        yield Check("silence: writes nothing without a request", self._silence)
        yield from self._matches.checks()
        yield Check("quit: ends within 2 seconds", self._quit)
        yield Check("end of input: ends within 2 seconds", self._end_of_input)

    # ---- checks outside of matches ----

    def _hello(self) -> str:
        engine = self._conversation.engine
        version = f" {engine.version}" if engine.version else ""
        author = f" by {engine.author}" if engine.author else ""
        settlements = "; requests settlements" if engine.settlements else ""
        return f"{engine.name}{version}{author}{settlements}"

    def _hello_with_unknown_fields(self) -> str:
        self._conversation.bare_process(**UNKNOWN)
        return ""

    def _ping(self) -> str:
        for number in (0, 7, 7, MOST_NUMBER):
            self._conversation.ask({"type": "ping", "id": number, **UNKNOWN}, "pong")
        return ""

    def _unknown_type(self) -> str:
        number = 1000
        for kind in ("cpoker-check", "Ping"):
            number += 1
            reply = self._conversation.engine.request({"type": kind, "id": number}, seconds=PING_SECONDS)
            if reply.get("type") != "error":
                raise EngineError(f"replied with the type {quote(reply.get('type'))}: expected 'error'")
            if type(reply.get("id")) is not int or reply["id"] != number:
                raise EngineError(f"replied with the id {quote(reply.get('id'))}: expected {number}")
            if not isinstance(reply.get("message"), str):
                raise EngineError(f"replied with the message {quote(reply.get('message'))}: expected text")
            self._conversation.ask({"type": "ping"}, "pong")
        return ""

    def _silence(self) -> str:
        self._conversation.restart()
        self._conversation.check_silence()
        self._conversation.check_silence()
        return ""

    def _quit(self) -> str:
        return self._end(lambda process: process.send({"type": "quit"}))

    def _end_of_input(self) -> str:
        return self._end(lambda process: process.child.close_input())

    def _end(self, end: Callable[[BareProcess], object]) -> str:
        """End a process, and return how long it took."""
        process = self._conversation.bare_process()
        started = time.perf_counter()
        end(process)
        code = process.child.wait(QUIT_SECONDS)
        if code is None:
            raise EngineError(f"still runs after {QUIT_SECONDS:g} seconds")
        seconds = time.perf_counter() - started
        process.lines.check_silence()
        return f"after {seconds:.2f} s, with the exit code {code}"
