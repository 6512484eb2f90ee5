"""Processes that kill themselves at the n-th step of writing a file, so that tests are reproducible."""

import itertools
import os
import signal
import subprocess
import sys
from pathlib import Path

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # on Windows, SIGTERM ends a process at once

MOMENTS = {  # function of os, and whether the process dies before or after it
    "torn": ("fsync", "before"),  # the file has only a part of the data
    "written": ("fsync", "before"),
    "synced": ("fsync", "after"),
    "renamed": ("replace", "after"),
}


def die():
    os.kill(os.getpid(), KILL)


def arm(moment, number):
    """Make this process die when it reaches a moment for the number-th time."""
    name, side = MOMENTS[moment]
    real, times = getattr(os, name), itertools.count(1)

    def counted(*arguments):
        is_time = next(times) == number
        if is_time and moment == "torn":
            os.ftruncate(arguments[0], os.fstat(arguments[0]).st_size - 30)
        if is_time and side == "before":
            die()
        value = real(*arguments)
        if is_time:
            die()
        return value

    setattr(os, name, counted)


def run_until_killed(code, *arguments, at=None):
    """Run code in another process, which must kill itself; `at` has the arguments of `arm`."""
    head = f"import sys; sys.path.append({str(Path(__file__).parent)!r}); import dying\n"
    if at:
        head += f"dying.arm{at!r}\n"
    process = subprocess.run(
        [sys.executable, "-P", "-c", head + code, *map(str, arguments)],
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert process.returncode in (-KILL, KILL), (process.returncode, process.stderr)
