"""Commands whose standard output is a terminal of a chosen width."""

import os
import re
import tempfile
import threading
from pathlib import Path

import pytest
from command_line import CAN_FORK, start


def lines_in_terminal(*arguments, columns=80):
    """Return the lines that a command prints to a terminal, without their colours."""
    pty = pytest.importorskip("pty", reason="there are no terminals to open")
    if not CAN_FORK:
        pytest.skip("there is no server that forks processes")
    ours, theirs = pty.openpty()
    env = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm"}
    with tempfile.NamedTemporaryFile() as errors:
        process = start([*map(str, arguments)], [os.devnull, os.ttyname(theirs), errors.name], env, Path.cwd())

        def close():
            process.join()
            os.close(theirs)

        closing = threading.Thread(target=close)
        closing.start()
        written = b""
        try:
            while part := os.read(ours, 1 << 16):
                written += part
        except OSError:  # Linux's signal that the other end was closed
            pass
        closing.join()
        os.close(ours)
        assert (process.exitcode, errors.read()) == (0, b"")
    return [line.rstrip() for line in re.sub(r"\x1b\[[\d;]*m", "", written.decode()).splitlines()]
