"""Processes that kill themselves at the n-th step of writing a file, which is the same on every machine."""

import itertools
import os
import signal
import subprocess
import sys
from pathlib import Path

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # on Windows that one ends a process at once

MOMENTS = {  # the function of os, and whether the process dies before or after it
    "torn": ("fsync", "before"),  # only a part of what was written is in the file
    "written": ("fsync", "before"),
    "synced": ("fsync", "after"),
    "renamed": ("replace", "after"),
}


def die():
    os.kill(os.getpid(), KILL)


def arm(moment, number):
    """From now on this process dies when it comes to that moment for the number-th time."""
    name, side = MOMENTS[moment]
    real, times = getattr(os, name), itertools.count(1)

    def counted(*arguments):
        is_time = next(times) == number
        if is_time and moment == "torn":
            os.ftruncate(arguments[0], os.fstat(arguments[0]).st_size - 30)
        if is_time and side == "before":
            die()
        found = real(*arguments)
        if is_time:
            die()
        return found

    setattr(os, name, counted)


def run_until_killed(code, *arguments, at=None):
    """Run code in another process, which must kill itself; `at` is a moment and how often it comes until then."""
    head = f"import sys; sys.path.append({str(Path(__file__).parent)!r}); import dying\n"
    if at:
        head += f"dying.arm{at!r}\n"
    done = subprocess.run(
        [sys.executable, "-P", "-c", head + code, *map(str, arguments)],
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode in (-KILL, KILL), (done.returncode, done.stderr)
