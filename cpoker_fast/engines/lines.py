"""Lines to and from a child process, with limits of time and length, whatever the process does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from threading import Event
from time import monotonic
from typing import NoReturn

from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.engines.children import Child
from cpoker_fast.errors import EngineError

__all__ = ["CHUNK", "SLICE", "Lines", "with_tail"]

CHUNK = 1 << 16
"""Most bytes that are read at once."""
SLICE = 0.2
"""Seconds after which a wait looks whether it was stopped."""
_TAIL = 4096  # bytes of standard error that are saved
_SECONDS_OF_END = 0.2  # from the end of the output to the end of the process


class Lines(ABC):
    """Lines that a child process reads and writes; all methods raise EngineError if that fails."""

    def __init__(self, child: Child) -> None:
        self.child = child
        self._received = bytearray()
        self._searched = 0  # received bytes without a line break
        self._has_replied = False
        self._deadline, self._seconds = 0.0, 0.0
        self._stop: Event | None = None

    def exchange(self, line: bytes, seconds: float, limit: int | None, stop: Event | None = None) -> bytes:
        """Write a line, and return the line that the child writes, without its line break.

        Parameters
        ----------
        line : bytes
            A line with its line break.
        seconds : float
            Time limit for writing and reading.
        limit : int or None
            Most bytes of the line to read; None to read none, and return an empty line.
        stop : Event, optional
            Event that ends the wait with an EngineError.
        """
        self._deadline, self._seconds, self._stop = monotonic() + seconds, seconds, stop
        if self._has_replied:  # what comes before the first request may be read before or after it is written
            self.check_silence()
        self._write(line)
        if limit is None:
            return b""
        while (reply := self._take_line(limit)) is None:
            self._read()
        return reply

    def check_silence(self) -> None:
        """Raise EngineError if the child has written something without a request."""
        self._read_available()
        if self._received:
            raise EngineError(f"wrote without a request: {quote(bytes(self._received[:200]).decode(errors='replace'))}")

    def end(self) -> bytes:
        """Kill the child, close its pipes, and return the last 4 KB that it has written to standard error."""
        self.child.kill()
        self.close()
        errors = self.stderr()
        self.child.close()
        return errors

    def _take_line(self, limit: int) -> bytes | None:
        """Return the first received line; None if there is none yet."""
        end = self._received.find(b"\n", self._searched)
        if max(end, len(self._received) if end < 0 else 0) > limit:
            raise EngineError(f"replied with a line of more than {limit} bytes")
        if end < 0:
            self._searched = len(self._received)
            return None
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        self._searched = 0
        self._has_replied = True
        return line.removesuffix(b"\r")

    def _remaining(self) -> float:
        """Return the seconds until the next look at the clock; raise EngineError after the deadline, or if stopped."""
        if self._stop is not None and self._stop.is_set():
            raise EngineError("was stopped")
        remaining = self._deadline - monotonic()
        if remaining <= 0:
            raise EngineError(f"gave no reply within {self._seconds:.3g} s{self._hint()}")
        return min(remaining, SLICE)

    def _hint(self) -> str:
        """Return what may be the reason for no reply: the child has written a part of a line, or no line so far."""
        if self._received:
            return f": wrote {counted(len(self._received), 'byte')} without a line end"
        return "" if self._has_replied else " (does it flush its output?)"

    def _raise_ended(self, stream: str) -> NoReturn:
        """Raise EngineError: the process has ended, or closed a stream."""
        code = self.child.wait(_SECONDS_OF_END)
        if code is None:
            raise EngineError(f"closed its standard {stream}")
        raise EngineError(f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}")

    @abstractmethod
    def stderr(self) -> bytes:
        """Return the last 4 KB that the child has written to standard error."""

    @abstractmethod
    def close(self) -> None:
        """Stop reading, after what the child has written. The child must have been killed."""

    @abstractmethod
    def _read_available(self) -> None:
        """Read what the child has written so far, without waiting for more, and append it to `_received`."""

    @abstractmethod
    def _write(self, line: bytes) -> None:
        """Write a line before the deadline."""

    @abstractmethod
    def _read(self) -> None:
        """Wait for bytes, at most until the deadline, and append them to `_received`."""


def with_tail(tail: bytes, data: bytes) -> bytes:
    """Return the last bytes of standard error after more data."""
    return (tail + data)[-_TAIL:]
