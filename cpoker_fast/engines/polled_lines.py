"""Lines of child processes on systems that can wait for several pipes."""

from __future__ import annotations

import os
import select

from cpoker_fast.engines.children import Child
from cpoker_fast.engines.lines import CHUNK, Lines, with_tail
from cpoker_fast.errors import EngineError

__all__ = ["PolledLines"]


class PolledLines(Lines):
    """Lines of a child process, for which the calling thread waits.

    Standard error is read whenever the thread waits. A child that fills this pipe at other times waits, too.
    """

    def __init__(self, child: Child) -> None:
        super().__init__(child)
        self._tail = b""
        self._poll = select.poll()
        for stream in (child.stdin, child.stdout, child.stderr):
            os.set_blocking(stream, False)
        for stream in (child.stdout, child.stderr):
            self._poll.register(stream, select.POLLIN)
        self._has_output = self._has_errors = True

    def stderr(self) -> bytes:
        """Return the last 4 KB that the child has written to standard error."""
        if self.child.is_open:
            for _ in range(_MOST_READS):
                if not self._read_errors():
                    break
        return self._tail

    def close(self) -> None:
        """Do nothing: no thread reads."""

    def _read_available(self) -> None:
        self._wait(0.0)

    def _read(self) -> None:
        if not self._has_output:
            self._raise_ended("output")
        self._wait(self._remaining())

    def _write(self, line: bytes) -> None:
        unwritten = memoryview(line)
        while unwritten := unwritten[self._write_some(unwritten) :]:
            self._poll.register(self.child.stdin, select.POLLOUT)
            try:
                self._wait(self._remaining())
            finally:
                self._poll.unregister(self.child.stdin)
            if len(self._received) > _MOST_EARLY:
                raise EngineError(f"wrote {len(self._received)} bytes, but did not read its request")

    def _write_some(self, line: memoryview) -> int:
        try:
            return os.write(self.child.stdin, line)
        except BlockingIOError:
            return 0
        except OSError:  # broken pipe
            self._raise_ended("input")

    def _wait(self, seconds: float) -> None:
        """Wait until a pipe is ready, and read once from each pipe that has data."""
        for stream, _ in self._poll.poll(seconds * 1000):
            if stream == self.child.stdout:
                self._read_output()
            elif stream == self.child.stderr:
                self._read_errors()

    def _read_output(self) -> None:
        data = _read_some(self.child.stdout)
        if data:
            self._received += data
        elif data is not None:
            self._has_output = False
            self._poll.unregister(self.child.stdout)

    def _read_errors(self) -> bool:
        """Read once from standard error, and return whether there was data."""
        data = _read_some(self.child.stderr) if self._has_errors else None
        if data:
            self._tail = with_tail(self._tail, data)
        elif data is not None:
            self._has_errors = False
            self._poll.unregister(self.child.stderr)
        return bool(data)


_MOST_EARLY = 1 << 20  # bytes before the request was read
_MOST_READS = 32  # of standard error at the end: a child may write without end


def _read_some(stream: int) -> bytes | None:
    """Return the data in a pipe: empty at its end, None if there is none now."""
    try:
        return os.read(stream, CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""
