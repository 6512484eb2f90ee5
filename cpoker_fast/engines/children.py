"""Child processes with pipes, which end with this process at the latest, and which forked processes do not share."""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import weakref
from collections.abc import Sequence
from time import monotonic

from cpoker_fast.engines.process_groups import LOCK, OPTIONS, ProcessGroup, forget_keeper

__all__ = ["Child"]

_SECONDS_TO_END = 2.0  # after the end of the input
_SECONDS_TO_DIE = 5.0  # after SIGKILL, for a process in a system call that cannot be interrupted

_children: weakref.WeakSet[Child] = weakref.WeakSet()


class Child:
    """A child process with pipes to its standard streams, in a process group of its own.

    `close` ends the child. It also ends when this object is deleted, or when this process ends in any way. A process that is
    forked from this one does not share the child or the pipes.

    Raises OSError if the program cannot be started.
    """

    stderr: int
    stdin: int
    stdout: int
    id: int

    def __init__(self, arguments: Sequence[str]) -> None:
        pipe, process = subprocess.PIPE, None
        self._group = ProcessGroup()
        with LOCK:
            try:  # Ctrl-C may end any line
                process = subprocess.Popen(list(arguments), bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, **OPTIONS)
                self._finalizer = weakref.finalize(self, _end, process, self._group)
                self._finalizer.atexit = False  # `_end_children` ends all children together
                self._group.begin(process)
                assert process.stdin is not None
                assert process.stdout is not None
                assert process.stderr is not None
                self.stdin, self.stdout, self.stderr = (
                    stream.fileno() for stream in (process.stdin, process.stdout, process.stderr)
                )
                self._process, self.id = process, process.pid
                _children.add(self)
            except BaseException:
                if process is not None:
                    process.kill()
                    _end(process, self._group)
                raise

    @property
    def is_open(self) -> bool:
        """Whether the child was not closed yet. The process may have ended nevertheless."""
        return self._finalizer.alive

    def wait(self, seconds: float) -> int | None:
        """Wait until the process ends, and return its exit code (see `subprocess.Popen.returncode`); None if it goes on."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds)
        return None

    def close_input(self) -> None:
        """Close the standard input of the process, which should then end."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    def kill(self) -> None:
        """Kill the process and its group, also from another thread. The pipes stay open."""
        if self.is_open:
            self._group.kill()

    def close(self) -> None:
        """End the process and its group, which are killed after two seconds, and close the pipes."""
        self._finalizer()

    def forget(self) -> None:
        """Close the pipes of a child that belongs to the process from which this one was forked."""
        self._finalizer.detach()
        _close_pipes(self._process)
        self._process.returncode = -signal.SIGTERM  # it is no child of this process, which must not wait for it


def _close_pipes(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def _end(process: subprocess.Popen[bytes], group: ProcessGroup) -> None:
    """Close the input of a process, kill its group if it goes on, and close the other pipes.

    A process that has ended by itself is reaped. Its group keeps the id until all children in the group have ended.
    """
    if process.stdin is not None:
        process.stdin.close()
    try:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_SECONDS_TO_END)
    finally:  # also after Ctrl-C
        group.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_SECONDS_TO_DIE)
        group.release()
        _close_pipes(process)


def _end_children() -> None:
    """End all children at the end of this process, within two seconds."""
    children = [child for child in tuple(_children) if child.is_open]
    for child in children:
        child.close_input()
    deadline = monotonic() + _SECONDS_TO_END
    try:
        for child in children:
            child.wait(max(0.0, deadline - monotonic()))
    finally:
        for child in children:
            child.kill()
            child.close()


def _forget_children() -> None:
    for child in tuple(_children):
        child.forget()
    _children.clear()
    forget_keeper()
    LOCK.release()


atexit.register(_end_children)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=LOCK.acquire, after_in_parent=LOCK.release, after_in_child=_forget_children)
