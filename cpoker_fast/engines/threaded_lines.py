"""Lines of child processes on systems that cannot wait for pipes, such as Windows: threads wait for them."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread

from cpoker_fast.engines.children import Child
from cpoker_fast.engines.lines import CHUNK, Lines, with_tail

__all__ = ["ThreadedLines"]


class ThreadedLines(Lines):
    """Lines of a child process, which one thread writes and reads, and another thread that reads standard error.

    A thread that waits after a deadline ends when the child is killed, since the pipes then break.
    """

    def __init__(self, child: Child) -> None:
        super().__init__(child)
        self._tail = [b""]
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._results: SimpleQueue[bytes | None] = SimpleQueue()
        self._threads = [
            Thread(target=_run_calls, args=(self._calls, self._results), daemon=True),
            Thread(target=_read_tail, args=(child.stderr, self._tail), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def stderr(self) -> bytes:
        """Return the last 4 KB that the child has written to standard error."""
        return self._tail[0]

    def close(self) -> None:
        """End the threads, once the child was killed."""
        self._calls.put(None)
        for thread in self._threads:
            thread.join(_SECONDS_TO_JOIN)

    def _read_available(self) -> None:
        """Do nothing: what was read with the last reply is known, and more cannot be read without a wait."""

    def _write(self, line: bytes) -> None:
        if self._call(partial(_write_all, self.child.stdin, line)) is None:
            self._raise_ended("input")

    def _read(self) -> None:
        data = self._call(partial(os.read, self.child.stdout, CHUNK))
        if not data:
            self._raise_ended("output")
        self._received += data

    def _call(self, call: _Call) -> bytes | None:
        """Return the result of a call in the thread; None after an OSError."""
        self._calls.put(call)
        while True:
            seconds = self._remaining()
            try:
                return self._results.get(timeout=seconds)
            except Empty:
                continue


_Call = Callable[[], bytes]
_SECONDS_TO_JOIN = 1.0


def _run_calls(calls: SimpleQueue[_Call | None], results: SimpleQueue[bytes | None]) -> None:
    while (call := calls.get()) is not None:
        try:
            results.put(call())
        except OSError:
            results.put(None)


def _write_all(stream: int, line: bytes) -> bytes:
    unwritten = memoryview(line)
    while unwritten:
        unwritten = unwritten[os.write(stream, unwritten) :]
    return line


def _read_tail(stream: int, tail: list[bytes]) -> None:
    """Read until the end of standard error; the last bytes are in `tail`."""
    try:
        while data := os.read(stream, CHUNK):
            tail[0] = with_tail(tail[0], data)
    except OSError:
        pass
