"""The keeper: a process that kills the engines of a host that was killed and so could not end them itself.

It runs alone (``python -I -S keeper.py``), in a session of its own. The host writes ``+ID`` to its input for each process
group of an engine, and ``-ID`` when the engine has ended. The input ends with the host, and the keeper kills the groups that
are left.
"""

import contextlib
import os
import signal
import sys


def main() -> None:
    """Read the ids of process groups until the end of the input, and kill those that are left."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    groups: set[int] = set()
    for line in sys.stdin.buffer:
        (groups.add if line.startswith(b"+") else groups.discard)(int(line[1:]))
    for group in groups:
        with contextlib.suppress(OSError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
