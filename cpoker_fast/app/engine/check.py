"""The conformance check of engines: each check sends messages of the engine protocol, and examines the replies."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from threading import Event
from typing import Any, NamedTuple

from cpoker_fast.app.engine.trials import Tally, Trial, examine
from cpoker_fast.display.wording import counted
from cpoker_fast.engines import Engine
from cpoker_fast.engines.messages import (
    LONGEST_LINE,
    MOST_NUMBER,
    MOST_POSITIONS,
    PING_SECONDS,
    QUIT_SECONDS,
    check_reply,
    error_line,
    is_text,
    line_of,
    read_field,
)
from cpoker_fast.errors import EngineError
from cpoker_fast.game import Position
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import presets, rules as preset

__all__ = ["CheckResult", "EngineCheck"]

_SILENCE = 0.2  # seconds for which an engine is watched
_TIME_LIMIT = 1.0  # seconds per position
_LONGEST_BATCH = 20.0  # seconds for a batch: slow engines get fewer positions
_LEAST_BATCH = 16
_SINGLES, _DEALS = 8, 6
_SEEDS = 1 << 20  # of requests; those of positions are smaller
_UNKNOWN: dict[str, Any] = {"zzz": None, "new": {"type": "quit", "id": -1, "list": [1.5, 'é♠"\\', {}]}}


class CheckResult(NamedTuple):
    """The result of a check, with the names of its values in JSON."""

    check: str
    """Title of the check."""
    passed: bool | None
    """None for a check that was not run."""
    note: str = ""
    """What was measured, or why the check was not run."""
    problem: str = ""
    sent: str = ""
    """Last message before the problem."""
    received: str = ""
    """Reply to this message."""
    stderr: str = ""
    """Line of the engine's standard error that reports an error, if the problem does not quote it."""


class _NotRun(Exception):  # noqa: N818
    """The reason why a check is not run."""


# ---- the engine ----


def _unchanged(line: bytes) -> bytes:
    return line


def _with_unknown_fields(line: bytes) -> bytes:
    return line[:-2] + b"," + line_of(_UNKNOWN)[1:]


def _as_long_as_allowed(line: bytes) -> bytes:
    """Return the line of a request with padding before its positions."""
    padding = b"x" * (LONGEST_LINE - len(line) - len(b'"padding":"",'))
    return line.replace(b'"shared":', b'"padding":"%b","shared":' % padding, 1)


class _CheckedEngine(Engine):
    """An engine whose lines are changed on their way. The last two are copied to a list, also those of a bad greeting."""

    def __init__(self, command: str, last_lines: list[bytes], change: Callable[[bytes], bytes] = _unchanged) -> None:
        self.change = change
        self._last_lines = last_lines
        super().__init__(command)

    def exchange_line(self, line: bytes, seconds: float, limit: int | None, stop: Event | None = None) -> bytes:
        try:
            return super().exchange_line(self.change(line), seconds, limit, stop)
        finally:
            self._last_lines[:] = self.sent, self.received

    def lengthen(self) -> None:
        """Make all requests as long as allowed. The next one has the id 0, which programs may confuse with none."""
        self.change, self._number = _as_long_as_allowed, -1

    def end(self, *, by_message: bool) -> str:
        """End the process by a message, or by the end of its input, and return how long that took."""
        started = time.perf_counter()
        if by_message:
            self.send({"type": "quit"})
        else:
            self._child.close_input()
        code = self._child.wait(QUIT_SECONDS)
        if code is None:
            raise EngineError(f"still runs after {QUIT_SECONDS:g} seconds")
        seconds = time.perf_counter() - started
        self._lines.check_silence()
        self.kill()
        return f"after {seconds:.2f} s, with the exit code {code}"


def _refusal(error: EngineError) -> str:
    """Return the engine's reason to refuse a match, without the names of the match; raise the error of another fault."""
    reason = "".join(error.problem.partition("reported an error")[1:])
    if error.has_ended or not reason:
        raise error
    return reason


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

    Attributes
    ----------
    speeds : list of (str, float)
        Positions per second that the checks have measured, with their titles.
    """

    def __init__(
        self,
        command: str,
        rules: Sequence[Rules] = (),
        only: str = "",
        on_start: Callable[[str], object] = lambda _title: None,
    ) -> None:
        self.speeds: list[tuple[str, float]] = []
        self._command, self._only, self._on_start = command, only, on_start
        self._rules = rules or [preset(name) for name in presets()]
        self._engine: _CheckedEngine | None = None
        self._last_lines = [b"", b""]
        self._has_tried = False
        self._accepted: list[Trial] = []
        self._by_streets: dict[Any, Trial] = {}
        self._reply_seconds = 0.0
        self._seconds: dict[str, float] = {}
        self._repeats_itself = True
        self._checks: dict[str, Callable[[], str | None]] = {
            "hello: says what it is": self._hello,
            "hello: ignores unknown fields": self._hello_with_unknown_fields,
            "ping: replies with the id": self._ping,
            "unknown message: reports an error, and goes on": self._unknown_type,
            "silence: writes nothing without a request": self._silence,
            "match: accepts rules": self._matches,
            "place: one position": self._for_each(self._singles),
            f"place: {MOST_POSITIONS:,} positions": self._for_each(self._batch),
            "place: all rules and numbers of players": self._all_rules,
            "place: the same seed, the same reply": self._for_each(self._same_seed),
            "place: ignores unknown fields": self._for_each(self._unknown_fields),
            "place: a line of 1 MiB": self._for_each(self._long_line),
            "place: no reply depends on earlier matches": self._for_each(self._earlier_matches),
            f"place: respects a time limit of {_TIME_LIMIT:g} s": self._for_each(self._time_limit),
            "settled: has no reply": self._for_each(self._settled),
            "quit: ends within 2 seconds": lambda: self._start().end(by_message=True),
            "end of input: ends within 2 seconds": lambda: self._start().end(by_message=False),
        }

    def __iter__(self) -> Iterator[CheckResult]:
        try:
            for number, title in enumerate(self._checks):
                refuses_all = self._has_tried and not self._accepted
                if number and (self._only not in title or (refuses_all and title.startswith(("place", "settled")))):
                    continue
                self._on_start(title)
                result = self._run(title)
                yield result
                if not number and not result.passed:
                    break
        finally:
            self._kill()

    @property
    def titles(self) -> list[str]:
        """Titles of all checks whose titles have the text."""
        return [title for title in self._checks if self._only in title]

    def _run(self, title: str) -> CheckResult:
        try:
            return CheckResult(title, True, self._checks[title]() or "")
        except _NotRun as reason:
            return CheckResult(title, None, str(reason))
        except EngineError as error:
            sent, received = (line.decode(errors="replace").rstrip("\n") for line in self._last_lines)
            stderr = error_line(self._engine.stderr) if self._engine is not None else ""
            self._kill()
            return CheckResult(title, False, "", error.problem, sent, received, "" if stderr in error.problem else stderr)

    # ---- the process ----

    def _running(self) -> _CheckedEngine:
        """Return the engine, started if it does not run."""
        return self._engine if self._engine is not None and self._engine.is_running else self._start()

    def _start(self, change: Callable[[bytes], bytes] = _unchanged) -> _CheckedEngine:
        """Start the engine; one that runs quits before."""
        if self._engine is not None:
            self._engine.quit()
        self._engine, self._last_lines[:] = None, (b"", b"")
        self._engine = _CheckedEngine(self._command, self._last_lines, change)
        return self._engine

    def _kill(self) -> None:
        if self._engine is not None:
            self._engine.kill()

    def _check_silence(self) -> None:
        """Check that the engine writes nothing for some time."""
        time.sleep(_SILENCE)
        self._running().ping()

    # ---- checks outside of matches ----

    def _hello(self) -> str:
        engine = self._running()
        version = f" {engine.version}" if engine.version else ""
        author = f" by {engine.author}" if engine.author else ""
        settlements = "; requests settlements" if engine.settlements else ""
        return f"{engine.name}{version}{author}{settlements}"

    def _hello_with_unknown_fields(self) -> None:
        self._start(_with_unknown_fields).kill()

    def _ping(self) -> None:
        for number in (0, 7, 7, MOST_NUMBER):
            reply = self._running().request({"type": "ping", "id": number, **_UNKNOWN}, seconds=PING_SECONDS)
            check_reply(reply, "pong", number)

    def _unknown_type(self) -> None:
        for number, kind in ((1001, "cpoker-check"), (1002, "Ping")):
            reply = self._running().request({"type": kind, "id": number}, seconds=PING_SECONDS)
            check_reply(reply, "error", number)
            read_field(reply, "message", is_text, "text")
            self._running().ping()

    def _silence(self) -> None:
        self._start()
        self._check_silence()  # after hello
        self._check_silence()  # after a ping

    # ---- matches ----

    def _for_each(self, run: Callable[[Trial], str | None]) -> Callable[[], str]:
        """Return the check that runs a function for the first accepted rules of each kind of streets.

        It raises _NotRun if the function does for all of them.
        """

        def check() -> str:
            notes, reasons = [], []
            if not self._has_tried:
                self._matches()
            for trial in self._by_streets.values():
                self._begin(trial)
                try:
                    note = run(trial)
                    notes.append(f"{trial.rules.name}: {note}" if note else "")
                except _NotRun as reason:
                    reasons.append(reason)
            if not notes:
                raise reasons[0]
            return "; ".join(filter(None, notes))

        return check

    def _begin(self, trial: Trial, time_limit: float | None = None, change: Callable[[bytes], bytes] = _unchanged) -> None:
        engine = self._running()
        engine.change = change
        engine.match(trial.rules, trial.players, time_limit=time_limit)

    def _place(self, positions: Sequence[Position], seed: int, tally: Tally | None = None) -> list[str]:
        """Return the placements of the engine; raise EngineError unless all are legal."""
        started = time.perf_counter()
        reply = self._running().place(positions, seed=seed)
        self._reply_seconds = time.perf_counter() - started
        examine(positions, reply, Tally() if tally is None else tally)
        return reply.placements

    def _matches(self) -> str:
        """Send all rules with all numbers of players; the engine may refuse some."""
        self._has_tried = True
        refused: dict[str, str] = {}
        for rules in self._rules:
            for players in range(2, rules.players + 1):
                trial = Trial(rules, players)
                try:
                    self._begin(trial)
                except EngineError as error:
                    refused.setdefault(rules.name, _refusal(error))
                else:
                    self._accepted.append(trial)
                    self._by_streets.setdefault((rules.streets, rules.first_street_open), trial)
        if not self._accepted:
            name, problem = next(iter(refused.items()))
            raise EngineError(f"refuses all rules, such as {name!r}: {problem}")
        accepted = {trial.rules.name for trial in self._accepted}
        words = [f"plays by {counted(len(accepted), 'set')} of rules"]
        words += [f"refuses {', '.join(refused)} ({next(iter(refused.values()))})"] if refused else []
        return "; ".join(words)

    # ---- sizes and times ----

    def _measure(self, trial: Trial, requests: Sequence[Sequence[Position]], size: str, seed: int) -> tuple[float, str]:
        """Send requests, and return the seconds for each position, and the tally in words."""
        self._place(trial.batch(1, 1), _SEEDS - 1)  # an engine may load what it needs at the first request
        tally, seconds = Tally(), 0.0
        for number, positions in enumerate(requests, seed):
            self._place(positions, number, tally)
            seconds += self._reply_seconds / sum(map(len, requests))
        self.speeds.append((f"{trial.rules.name}: positions, {size} in a message", 1 / seconds))
        return seconds, str(tally)

    def _singles(self, trial: Trial) -> str:
        """Send requests with one position, on all streets."""
        requests = [[position] for position in islice(trial.positions(1), _SINGLES * trial.players)]
        self._seconds[trial.rules.name], note = self._measure(trial, requests, "one", 0)
        return note

    def _batch(self, trial: Trial) -> str:
        """Send as many positions as a host may send; fewer if a slow engine would take more than 20 seconds."""
        seconds = self._seconds.get(trial.rules.name)
        most = int(_LONGEST_BATCH / seconds) if seconds else MOST_POSITIONS
        n = min(MOST_POSITIONS, max(_LEAST_BATCH, most))
        _, note = self._measure(trial, [trial.batch(n, 2)], f"{n:,}", _SEEDS)
        slow = f"{counted(n, 'position')} only, since this engine is slow" if n < MOST_POSITIONS else ""
        return ", ".join(filter(None, (slow, note)))

    def _all_rules(self) -> str:
        """Send a request, and play deals to their end, by all accepted rules with all numbers of players."""
        tally = Tally()
        if not self._has_tried:
            self._matches()
        for number, trial in enumerate(self._accepted):
            self._begin(trial)
            self._place(trial.batch(_SINGLES, number), number, tally)
            self._play_deals(trial, number, tally)
        return str(tally)

    def _play_deals(self, trial: Trial, seed: int, tally: Tally) -> None:
        """Play deals to their end with the engine at all seats; all hands with as many cards are in one message."""
        deals = list(islice(trial.deals(seed), _DEALS))
        while unfinished := [(deal, deal.position()) for deal in deals if not deal.is_over]:
            seed += _SEEDS
            for size in sorted({len(position.hand) for _, position in unfinished}):
                playing, positions = zip(*(pair for pair in unfinished if len(pair[1].hand) == size), strict=True)
                for deal, text in zip(playing, self._place(positions, seed, tally), strict=True):
                    deal.place(text)

    def _long_line(self, trial: Trial) -> None:
        self._running().lengthen()
        self._place(trial.batch(_SINGLES, 4), 0)

    def _time_limit(self, trial: Trial) -> str:
        try:
            self._begin(trial, _TIME_LIMIT)
        except EngineError as error:
            raise _NotRun(f"the engine refuses this limit: it {_refusal(error)}") from None
        slowest = 0.0
        for n in (1, 1, _SINGLES):
            self._place(trial.batch(n, 9), 31)
            slowest = max(slowest, self._reply_seconds / n)
        return f"took at most {slowest:.2g} s for each position"

    # ---- the same reply ----

    def _compare(self, trial: Trial, change: Callable[[], object], problem: str, *, is_by_seed: bool = False) -> None:
        """Raise EngineError if a request has another reply after a change; _NotRun if the engine never repeats itself."""
        positions = trial.batch(_SINGLES, 5)
        first = self._place(positions, 11)
        change()
        if self._place(positions, 11) != first:
            if not self._repeats_itself:
                raise _NotRun("the engine replies otherwise to the same seed, so replies cannot be compared")
            self._repeats_itself = not is_by_seed
            raise EngineError(f"replied otherwise than {problem}: expected the same reply")

    def _same_seed(self, trial: Trial) -> None:
        def restart() -> None:
            self._start()
            self._begin(trial)

        other = trial.batch(_SINGLES, 6)
        problem = "before to the same request with the same seed"
        self._compare(trial, lambda: self._place(other, 12), problem, is_by_seed=True)
        self._compare(trial, restart, "another process to the same request", is_by_seed=True)

    def _unknown_fields(self, trial: Trial) -> None:
        self._compare(trial, lambda: self._begin(trial, change=_with_unknown_fields), "without unknown fields")

    def _earlier_matches(self, trial: Trial) -> None:
        """Play a match, one by other rules, and the first again."""

        def play_another() -> None:
            other = self._accepted[-1]
            self._running().settled(trial.settled())
            self._begin(other)
            self._place(other.batch(_SINGLES, 8), 22)
            self._begin(trial)

        self._compare(trial, play_another, "in an earlier match by the same rules")

    # ---- settlements ----

    def _settled(self, trial: Trial) -> None:
        if not self._running().settlements:
            raise _NotRun("the engine does not request settlements")
        self._place(trial.batch(1, 10), 41)
        self._running().settled(trial.settled())
        self._check_silence()
