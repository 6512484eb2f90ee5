"""Process groups: a child process with its descendants, which end together, and with this process at the latest."""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["LOCK", "OPTIONS", "ProcessGroup", "check_keeper", "forget_keeper"]

LOCK = threading.RLock()
"""Lock of all groups, and of the keeper. It is held while a process starts, and while this process forks."""

OPTIONS: dict[str, Any]
"""Options of `subprocess.Popen` for the leader of a group. Ctrl-C in the terminal does not reach the group."""


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    OPTIONS = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    _EXTENDED_LIMITS = 9  # JobObjectExtendedLimitInformation
    _KILL_ON_JOB_CLOSE = 0x2000  # JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE

    class _BasicLimits(ctypes.Structure):
        _fields_ = (
            ("PerProcessUserTimeLimit", wintypes.LARGE_INTEGER),
            ("PerJobUserTimeLimit", wintypes.LARGE_INTEGER),
            ("LimitFlags", wintypes.DWORD),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", wintypes.DWORD),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", wintypes.DWORD),
            ("SchedulingClass", wintypes.DWORD),
        )

    class _ExtendedLimits(ctypes.Structure):
        _fields_ = (
            ("BasicLimitInformation", _BasicLimits),
            ("IoInfo", ctypes.c_ulonglong * 6),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        )

    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    _kernel.CreateJobObjectW.restype = wintypes.HANDLE
    _kernel.CreateJobObjectW.argtypes = (ctypes.c_void_p, wintypes.LPCWSTR)
    _kernel.SetInformationJobObject.argtypes = (wintypes.HANDLE, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD)
    _kernel.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
    _kernel.TerminateJobObject.argtypes = (wintypes.HANDLE, wintypes.UINT)
    _kernel.CloseHandle.argtypes = (wintypes.HANDLE,)

    class ProcessGroup:
        """A job object. Windows kills its processes when its last handle is closed, thus when this process is killed."""

        def __init__(self) -> None:
            self._job: Any = None

        def begin(self, leader: subprocess.Popen[bytes]) -> None:
            """Begin with the process that leads the group."""
            self._job = _kernel.CreateJobObjectW(None, None)
            limits = _ExtendedLimits()
            limits.BasicLimitInformation.LimitFlags = _KILL_ON_JOB_CLOSE
            _kernel.SetInformationJobObject(self._job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
            _kernel.AssignProcessToJobObject(self._job, int(leader._handle))  # noqa: SLF001  no public name has the handle

        def kill(self) -> None:
            """Kill all processes of the group."""
            if self._job:
                _kernel.TerminateJobObject(self._job, 1)

        def release(self) -> None:
            """Forget the group, whose processes have ended."""
            job, self._job = self._job, None
            if job:
                _kernel.CloseHandle(job)

    def check_keeper() -> None:
        """Do nothing: there is no keeper on Windows."""

    def forget_keeper() -> None:
        """Do nothing: there is no keeper on Windows."""

else:
    OPTIONS = {"start_new_session": True}

    class _Keeper:
        """The process `keeper.py`, which starts with the first group, and again if it was killed."""

        def __init__(self) -> None:
            self._process: subprocess.Popen[bytes] | None = None
            self._groups: set[int] = set()

        def add(self, group: int) -> None:
            with LOCK:
                self._groups.add(group)
                if self._process is None or not self._write(f"+{group}\n"):
                    self._start()

        def remove(self, group: int) -> None:
            with LOCK:
                self._groups.discard(group)
                if self._process is not None and not self._write(f"-{group}\n"):
                    self._start()

        def check(self) -> None:
            """Start the keeper again if it was killed."""
            with LOCK:
                if self._groups and (self._process is None or self._process.poll() is not None):
                    self._start()

        def _write(self, lines: str) -> bool:
            """Write lines to the keeper; return whether it still runs."""
            assert self._process is not None
            assert self._process.stdin is not None
            try:
                os.write(self._process.stdin.fileno(), lines.encode())
            except OSError:
                return False
            return True

        def _start(self) -> None:
            """Start the keeper. Without a Python interpreter, as in a frozen application, there is none."""
            self.end()
            if not sys.executable or getattr(sys, "frozen", False):
                return
            arguments = [sys.executable, "-I", "-S", str(Path(__file__).with_name("keeper.py"))]
            process = None
            try:
                process = subprocess.Popen(
                    arguments,
                    bufsize=0,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    cwd=os.sep,
                    start_new_session=True,
                )
                self._process = process
                self._write("".join(f"+{group}\n" for group in tuple(self._groups)))
            except OSError:
                return
            except BaseException:  # Ctrl-C: a keeper that does not know all groups is none
                if process is not None:
                    self._process = process
                    process.kill()
                    self.end()
                raise

        def end(self) -> None:
            """End the keeper, which kills the groups that are left."""
            process, self._process = self._process, None
            if process is not None and process.stdin is not None:
                process.stdin.close()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(_SECONDS_TO_END)

        def forget(self) -> None:
            """Forget the keeper and the groups in a forked process, to which they do not belong."""
            process, self._process = self._process, None
            self._groups.clear()
            if process is not None and process.stdin is not None:
                process.stdin.close()
                process.returncode = 0  # it is no child of this process

    _SECONDS_TO_END = 2.0
    _keeper = _Keeper()
    check_keeper: Callable[[], None] = _keeper.check
    forget_keeper: Callable[[], None] = _keeper.forget
    atexit.register(_keeper.end)

    class ProcessGroup:
        """The processes in the session of a child process, unless they start a session of their own."""

        def __init__(self) -> None:
            self._id: int | None = None

        def begin(self, leader: subprocess.Popen[bytes]) -> None:
            """Begin with the process that leads the group."""
            self._id = leader.pid
            _keeper.add(self._id)

        def kill(self) -> None:
            """Kill all processes of the group."""
            if self._id is None:
                return
            with contextlib.suppress(ProcessLookupError, PermissionError):  # on macOS, zombies give PermissionError
                os.killpg(self._id, signal.SIGKILL)

        def release(self) -> None:
            """Forget the group, whose processes have ended."""
            if self._id is not None:
                _keeper.remove(self._id)
                self._id = None
