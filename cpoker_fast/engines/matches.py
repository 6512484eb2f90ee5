"""Matches of engines: processes that are started when they are needed, again after faults, and used by one thread each."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING, Any

from cpoker_fast.engines.engine import LONGEST_LIMIT, Engine
from cpoker_fast.engines.messages import MOST_NUMBER, MOST_POSITIONS, PlacementsReply
from cpoker_fast.errors import EngineError
from cpoker_fast.game.positions import Positions
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    import numpy as np

__all__ = ["EngineMatch", "EnginePool"]

_MOST_FAULTS = 3  # of the process, one after another; the engine is then not started again


class EnginePool:
    """Processes of an engine. A thread takes one, or starts one if all are used, and puts it back."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._free: deque[Engine] = deque()
        self._all: weakref.WeakSet[Engine] = weakref.WeakSet()

    def take(self) -> Engine:
        """Return an engine; EngineError if it cannot be started."""
        while self._free:
            try:
                engine = self._free.pop()
            except IndexError:  # another thread was faster
                break
            if engine.is_running:  # in a forked process, those of its parent are not
                return engine
        engine = Engine(self.command)
        self._all.add(engine)
        return engine

    def put_back(self, engine: Engine) -> None:
        """Let other threads use an engine, unless it has ended."""
        if engine.is_running:
            self._free.append(engine)

    def close(self) -> None:
        """Ask all free engines to quit, and kill those that other threads use."""
        self.close_free()
        for engine in tuple(self._all):
            engine.interrupt()

    def close_free(self) -> None:
        """Ask all free engines to quit."""
        free = []
        with suppress(IndexError):  # the end, also if other threads take engines
            while True:
                free.append(self._free.pop())
        for wait in (False, True):  # all end at the same time
            for engine in free:
                engine.quit(wait=wait)


class EngineMatch:
    """A match of an engine, by one thread: the engine is taken from a pool, and started again after faults of its process.

    Parameters
    ----------
    pool : EnginePool
    rules : Rules
    players : int
    time_limit : float or None
        Seconds per position. Above `LONGEST_LIMIT`, there is no limit.
    stop : Event or None
        Event that ends each wait for the engine.
    is_new : bool
        Whether to send the message ``match`` even if the engine has played by the same rules before.
    """

    players: int
    rules: Rules

    def __init__(
        self,
        pool: EnginePool,
        rules: Rules,
        players: int,
        time_limit: float | None = None,
        stop: Event | None = None,
        *,
        is_new: bool = False,
    ) -> None:
        self.rules, self.players = rules, players
        self.time_limit: float | None = None if time_limit is None or time_limit > LONGEST_LIMIT else float(time_limit)
        self._pool, self._stop, self._is_new = pool, stop, is_new
        self._engine: Engine | None = None
        self._faults, self._last_fault = 0, ""

    def begin(self) -> Engine:
        """Return the engine, which plays the match; start it if it does not run. Raises EngineError."""
        engine = self._engine
        if engine is not None and engine.is_running:
            return engine
        engine = self._pool.take()
        try:
            is_known = engine.plays(self.rules, self.players, self.time_limit)
            if not is_known or (self._is_new and engine.settlements):
                engine.match(self.rules, self.players, time_limit=self.time_limit, stop=self._stop)
        except BaseException:
            self._pool.put_back(engine)
            raise
        self._engine = engine
        return engine

    def try_to_begin(self) -> None:
        """Begin the match before the first request, so that the start takes no time of the bot. A fault counts as usual."""
        try:
            self.begin()
        except EngineError as error:
            self._count(error)

    def end(self) -> None:
        """Put the engine back into the pool."""
        engine, self._engine = self._engine, None
        if engine is not None:
            self._pool.put_back(engine)

    def place(self, positions: Positions, rng: np.random.Generator) -> PlacementsReply:
        """Return placements for any number of positions; faults of the engine are problems of positions."""
        placements: list[str] = []
        problems: dict[int, str] = {}
        message_positions: dict[int, int] = {}
        for begin in range(0, len(positions), MOST_POSITIONS):
            some = positions if len(positions) <= MOST_POSITIONS else positions[begin : begin + MOST_POSITIONS]
            reply = self._place(some, int(rng.integers(MOST_NUMBER, endpoint=True)))
            placements += reply.placements
            problems.update({begin + index: problem for index, problem in reply.problems.items()})
            message_positions.update({begin + index: count for index, count in reply.message_positions.items()})
        return PlacementsReply(placements, problems, message_positions)

    def settled(self, deals: Callable[[], Sequence[Mapping[str, Any]]]) -> None:
        """Report the results of deals to the engine, if it runs and requests them; only then, `deals` is called."""
        engine = self._engine
        if engine is not None and engine.is_running and engine.settlements:
            try:
                engine.settled(deals())
            except EngineError as error:
                self._count(error)

    def _place(self, positions: Positions, seed: int) -> PlacementsReply:
        """Return the placements for the positions of one request."""
        if self._faults >= _MOST_FAULTS:
            problem = f"is not started again after {_MOST_FAULTS} faults of its process; the last: {self._last_fault}"
            return PlacementsReply.of_problem(len(positions), problem)
        try:
            reply = self.begin().place(positions, seed=seed, stop=self._stop)
        except EngineError as error:
            self._count(error)
            return PlacementsReply.of_problem(len(positions), error.problem)
        self._faults = 0
        return reply

    def _count(self, error: EngineError) -> None:
        if error.has_ended:
            self._faults, self._last_fault = self._faults + 1, error.problem
