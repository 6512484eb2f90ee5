"""An engine: a program that plays by the engine protocol, in a process of its own."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Event
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple, NoReturn, Self

from cpoker_fast._arguments import check_whole, items_of
from cpoker_fast._version import __version__
from cpoker_fast.display.quoting import quote
from cpoker_fast.engines.card_texts import positions_in_json
from cpoker_fast.engines.children import Child
from cpoker_fast.engines.lines import Lines
from cpoker_fast.engines.messages import (
    FIRST_SECONDS,
    HELLO_SECONDS,
    LONGEST_LINE,
    MATCH_SECONDS,
    MOST_NUMBER,
    MOST_POSITIONS,
    PING_SECONDS,
    PROTOCOL,
    QUIT_SECONDS,
    PlacementsReply,
    check_reply,
    error_line,
    line_of,
    longest_reply,
    read_hello,
    read_message,
    read_placements,
    request_seconds,
)
from cpoker_fast.engines.process_groups import check_keeper
from cpoker_fast.errors import EngineError, PlacementError, SeedError, TableError
from cpoker_fast.game.position import Position
from cpoker_fast.game.positions import Positions
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import as_rules

__all__ = ["LONGEST_LIMIT", "Engine", "arguments_of"]

LONGEST_LIMIT = 1e9
"""Longest time limit in seconds."""
_SEND_SECONDS = 10.0  # within which an engine reads a message without a reply


class _Terms(NamedTuple):
    """The terms of a match, as an engine knows them."""

    rules: Rules
    players: int
    time_limit: float | None

    def is_like(self, other: _Terms | None) -> bool:
        """Whether an engine needs no new message for this match after another match. Names of rules must be equal, too."""
        return (
            other is not None
            and self == other
            and (self.rules.name, self.rules.note) == (other.rules.name, other.rules.note)
        )


def arguments_of(command: str | Sequence[str]) -> list[str]:
    """Return the program and its arguments in a command line; EngineError if it is invalid.

    Quotes work as in a POSIX shell. On Windows, a backslash is a part of a path.

    Examples
    --------
    >>> arguments_of("python 'my engine.py' --depth=3")
    ['python', 'my engine.py', '--depth=3']
    """
    items = items_of(command)
    if items is None and isinstance(command, str):
        lexer = shlex.shlex(command, posix=True, punctuation_chars=False)
        lexer.whitespace_split, lexer.commenters = True, ""
        if sys.platform == "win32":
            lexer.escape = ""
        try:
            items = list(lexer)
        except ValueError as error:
            raise EngineError(f"bad command {quote(command)}: {error}") from None
    if not items or not all(isinstance(item, str) and "\0" not in item for item in items) or not items[0]:
        raise EngineError(f"bad command {quote(command)}: expected a program and its arguments, such as 'python engine.py'")
    return items


def open_lines(child: Child) -> Lines:
    """Return the lines of a child process: without threads where the system can wait for pipes."""
    if sys.platform == "win32":
        from cpoker_fast.engines.threaded_lines import ThreadedLines

        return ThreadedLines(child)
    from cpoker_fast.engines.polled_lines import PolledLines

    return PolledLines(child)


class Engine:
    """A program that plays by the engine protocol, in a process of its own.

    The program is started without a shell. It ends when this process ends or is killed. It is killed after a fault, such as
    no reply in time, a line that is too long or not JSON, or a wrong type or id. On POSIX systems, a child that the engine
    starts in a session of its own can outlive it. Only one thread at a time may use an engine.

    Parameters
    ----------
    command : str or sequence of str
        Command line, with quotes as in a shell, or the program and its arguments.

    Attributes
    ----------
    command : str
    name : str
        Name that the engine states.
    version, author : str
        Empty if unknown.
    settlements : bool
        Whether the engine requests the results of deals.
    sent, received : bytes
        Last line that was sent to the engine, and last line that was received.

    Raises
    ------
    EngineError
        If the program cannot be started, or does not reply to ``hello`` as the protocol requires. All methods raise this
        error for faults. Its message quotes a line that the engine wrote to standard error: the line that reports an error
        or, without one, the last line.

    Examples
    --------
    >>> import json, sys
    >>> program = '''
    ... import json, sys
    ... def reply_to(message):
    ...     match message["type"]:
    ...         case "hello":
    ...             return {"type": "hello", "protocol": 1, "name": "Back first"}
    ...         case "match":
    ...             if len(message["rules"]["streets"]) > 1:
    ...                 return {"type": "error", "message": "one street only"}
    ...             return {"type": "ready"}
    ...         case "place":
    ...             hands = [text.partition("hand ")[2].split() for text in message["positions"]]
    ...             rows = [(hand[10:], hand[5:10], hand[:5]) for hand in hands]
    ...             placements = [" / ".join(map(" ".join, some)) for some in rows]
    ...             return {"type": "placements", "id": message["id"], "placements": placements}
    ...         case "ping":
    ...             return {"type": "pong", "id": message["id"]}
    ...         case "quit":
    ...             sys.exit()
    ...     return {"type": "error", "message": f"unknown type {message['type']}"}
    ... for line in sys.stdin:
    ...     print(json.dumps(reply_to(json.loads(line))), flush=True)
    ... '''
    >>> engine = Engine([sys.executable, "-c", program])
    >>> engine.name
    'Back first'
    >>> engine.match("pagat", 2)
    >>> positions = Positions.of_hands(["2c 3c 4c 5d 6d 7d 8d 9d Th Jh Qh Kh Ah"], "pagat")
    >>> engine.place(positions, seed=1).placements
    ['4c 3c 2c / 9d 8d 7d 6d 5d / Ah Kh Qh Jh Th']
    >>> engine.ping()
    >>> json.loads(engine.sent), json.loads(engine.received)
    ({'type': 'ping', 'id': 2}, {'type': 'pong', 'id': 2})
    >>> engine.request({"type": "advise"})
    {'type': 'error', 'message': 'unknown type advise'}
    >>> engine.match("pineapple", 2)
    Traceback (most recent call last):
        ...
    cpoker_fast.errors.EngineError: engine ... refuses the rules 'pineapple' with 2 players: reported ...
    >>> engine.quit(), engine.is_running
    (0, False)
    """

    author: str
    name: str
    settlements: bool
    version: str
    sent: bytes
    received: bytes

    def __init__(self, command: str | Sequence[str]) -> None:
        arguments = arguments_of(command)
        self.command: str = command if isinstance(command, str) else shlex.join(arguments)
        self.sent = self.received = b""
        self._number = 0
        self._match: _Terms | None = None
        self._errors = b""
        self._quits_until: float | None = None
        try:
            self._child = Child(arguments)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise EngineError(f"cannot be started: {reason}", command=self.command, has_ended=True) from None
        self._lines: Lines = open_lines(self._child)
        host = f"cpoker_fast {__version__}"
        reply = self._exchange({"type": "hello", "protocol": PROTOCOL, "host": host}, HELLO_SECONDS)
        try:
            check_reply(reply, "hello", None)
            self._hello = read_hello(reply)
        except EngineError as error:
            self._end_with(error.problem)
        self.name, self.version, self.author, self.settlements = self._hello

    def __repr__(self) -> str:
        return f"<Engine {quote(self.command)}{'' if self.is_running else ', ended'}>"

    # ---- messages ----

    def match(self, rules: Rules | str, players: int, *, time_limit: float | None = None, stop: Event | None = None) -> None:
        """Begin a match: all following deals have these rules, this number of players and this time limit.

        Parameters
        ----------
        rules : Rules or str
            Rules, or the name of a preset.
        players : int
            Number of players, 2 to 4; the rules may allow fewer.
        time_limit : float, optional
            Seconds per position, on average over a request; up to 1e9.
        stop : threading.Event, optional
            Event that ends the wait for the engine. The engine is then killed, and the method that waits raises EngineError.

        Raises
        ------
        EngineError
            If the engine refuses the rules, the number of players or the time limit.
        RulesError, TableError
            If an argument is invalid.
        """
        match = _Terms(as_rules(rules), players, time_limit)
        check_whole("players", players, 2, match.rules.players, TableError)
        if time_limit is not None and not (type(time_limit) in (int, float) and 0 < time_limit <= LONGEST_LIMIT):
            raise EngineError(f"time_limit: expected seconds above 0, up to {LONGEST_LIMIT:g}, got {quote(time_limit)}")
        check_keeper()
        message = {"type": "match", "rules": match.rules.to_dict(complete=True), "players": players}
        self._match = None
        reply = self._exchange({**message, "time_limit": time_limit}, MATCH_SECONDS, stop=stop)
        try:
            check_reply(reply, "ready", None)
        except EngineError as error:
            if error.has_ended:
                self._end_with(error.problem)
            refused = f"the rules {quote(match.rules.name)} with {players} players"
            if time_limit is not None:
                refused += f" and the time limit {time_limit:g} s"
            raise self._fault(f"refuses {refused}: {error.problem}") from None
        self._match = match

    def plays(self, rules: Rules, players: int, time_limit: float | None = None) -> bool:
        """Whether the last match has these rules, this number of players and this time limit."""
        return _Terms(rules, players, time_limit).is_like(self._match)

    def place(self, positions: Positions | Sequence[Position], *, seed: int, stop: Event | None = None) -> PlacementsReply:
        """Return the placements that the engine chooses in the match.

        Parameters
        ----------
        positions : Positions or sequence of Position
            1 to 1,024 positions with the same number of cards in hand, under the rules and for the players of the match.
        seed : int
            Seed of the engine's random choices, 0 to 2**53 - 1.

        Returns
        -------
        PlacementsReply
            Texts of the placements, which are not checked.

        Raises
        ------
        PlacementError, SeedError
            If an argument is invalid.
        """
        match = self._begun_match()
        many = positions if isinstance(positions, Positions) else Positions.of(positions)
        if len(many) > MOST_POSITIONS:
            raise PlacementError.about("positions", f"expected at most {MOST_POSITIONS}, got {len(many)}")
        if (many.rules, many.players) != (match.rules, match.players):
            expected = f"expected {match.rules.name!r} with {match.players} players, as in the match"
            raise PlacementError.about("positions", f"{expected}, got {many.rules.name!r} with {many.players}")
        check_whole("seed", seed, 0, MOST_NUMBER, SeedError)
        number = self._next_number()
        line = b'{"type":"place","id":%d,"seed":%d,%b}\n' % (number, seed, positions_in_json(many))
        n, limit = len(many), match.time_limit
        seconds = request_seconds(n) if limit is None else n * limit
        received = self.exchange_line(line, seconds, longest_reply(n), stop)
        reply = self._check(self._decode(received), "placements", number)
        try:
            return read_placements(reply, n)
        except EngineError as error:
            raise self._fault(error.problem) from None

    def settled(self, deals: Sequence[Mapping[str, Any]]) -> None:
        """Report the results of deals, as items of the message ``settled``, if the engine requests them.

        `settlement_records` makes them from arrays.
        """
        if self.settlements:
            for begin in range(0, len(deals), MOST_POSITIONS):
                self.send({"type": "settled", "deals": list(deals[begin : begin + MOST_POSITIONS])})

    def ping(self) -> None:
        """Check that the engine replies."""
        number = self._next_number()
        self._check(self._exchange({"type": "ping", "id": number}, PING_SECONDS), "pong", number)

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message to which there is no reply."""
        self.exchange_line(line_of(message), _SEND_SECONDS, None, None)

    def request(self, message: Mapping[str, Any], *, seconds: float = FIRST_SECONDS, positions: int = 0) -> dict[str, Any]:
        """Send any message, and return the reply, whose type and id are not checked.

        `positions` is the number of positions in the message. It decides how long the reply may be.
        """
        return self._exchange(message, seconds, positions=positions)

    def exchange_line(self, line: bytes, seconds: float, limit: int | None, stop: Event | None = None) -> bytes:
        """Write a line, and return the reply without line end. If there is no good reply, or after Ctrl-C, kill the engine.

        This method sends all messages but ``quit``: a subclass can override it to change or record lines.

        Parameters
        ----------
        line : bytes
            A line, with line end.
        seconds : float
            Time limit.
        limit : int or None
            Most bytes of the reply; None to read no reply, and return an empty line.
        stop : threading.Event, optional
            Event that ends the wait.
        """
        self._check_running()
        if len(line) > LONGEST_LINE:
            raise self._fault(f"cannot receive a message of {len(line)} bytes: at most {LONGEST_LINE} are allowed")
        self.sent, self.received = line, b""
        try:
            self.received = self._lines.exchange(line, seconds, limit, stop)
        except EngineError as error:
            self._end_with(error.problem)
        except BaseException:
            self.kill()
            raise
        return self.received

    # ---- the end ----

    @property
    def is_running(self) -> bool:
        """Whether the process is neither closed nor killed; it may have ended by itself."""
        return self._child.is_open

    @property
    def stderr(self) -> str:
        """The last 4 KB that the engine wrote to standard error."""
        if self.is_running:
            self._errors = self._lines.stderr()
        return self._errors.decode(errors="replace")

    def quit(self, *, wait: bool = True) -> int | None:
        """Ask the engine to end, wait for at most two seconds, and kill it if it still runs.

        Parameters
        ----------
        wait : bool
            Whether to wait. If not, call `quit` again to wait for the rest of the two seconds.

        Returns
        -------
        int or None
            Exit code, which is negative for a signal. None without `wait`, or if the engine was killed or had ended before.
        """
        if not self.is_running:
            return None
        try:
            if self._quits_until is None:
                self._quits_until = monotonic() + QUIT_SECONDS
                with suppress(EngineError):  # it has ended already, or does not read
                    self._lines.exchange(line_of({"type": "quit"}), QUIT_SECONDS, None)
            if wait:
                return self._child.wait(max(0.0, self._quits_until - monotonic()))
        finally:
            if wait:
                self.kill()
        return None

    def kill(self) -> None:
        """Kill the process and its children."""
        if self.is_running:
            self._errors = self._lines.end()

    def interrupt(self) -> None:
        """Kill the process while another thread uses the engine; a request in progress then fails."""
        self._child.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.quit()

    # ---- requests ----

    def _begun_match(self) -> _Terms:
        self._check_running()
        if self._match is None:
            raise self._fault("is in no match: expected match() first")
        return self._match

    def _next_number(self) -> int:
        self._number += 1
        return self._number

    def _exchange(
        self, message: Mapping[str, Any], seconds: float, *, positions: int = 0, stop: Event | None = None
    ) -> dict[str, Any]:
        return self._decode(self.exchange_line(line_of(message), seconds, longest_reply(positions), stop))

    def _decode(self, line: bytes) -> dict[str, Any]:
        try:
            return read_message(line)
        except EngineError as error:
            self._end_with(error.problem)

    def _check(self, reply: dict[str, Any], kind: str, number: int) -> dict[str, Any]:
        """Return a reply with this type and id; otherwise raise EngineError, and kill the engine unless it says why."""
        try:
            check_reply(reply, kind, number)
        except EngineError as error:
            if error.has_ended:
                self._end_with(error.problem)
            raise self._fault(error.problem) from None
        return reply

    # ---- faults ----

    def _check_running(self) -> None:
        if not self.is_running:
            raise self._fault("has ended", has_ended=True)

    def _end_with(self, problem: str) -> NoReturn:
        """Kill the engine, and raise the EngineError of a fault of its process."""
        self.kill()
        raise self._fault(problem, has_ended=True) from None

    def _fault(self, problem: str, *, has_ended: bool = False) -> EngineError:
        """Return the error for a fault, with a line of standard error."""
        line = error_line(self.stderr) if has_ended else ""
        ending = f" (stderr: {line})" if line else ""
        return EngineError(problem + ending, command=self.command, has_ended=has_ended)
