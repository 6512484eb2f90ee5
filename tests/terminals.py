"""Commands whose standard output is a terminal of a chosen width."""

import os
import re
import subprocess
import sys

import pytest


def lines_in_terminal(*arguments, columns=80):
    """Return the lines that a command prints to a terminal, without their colours."""
    pty = pytest.importorskip("pty", reason="there are no terminals to open")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "cpoker_fast", *map(str, arguments)],
        stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.PIPE,
        env={**os.environ, "COLUMNS": str(columns), "TERM": "xterm"},
    )  # fmt: skip
    os.close(theirs)
    written = b""
    try:
        while part := os.read(ours, 1 << 16):
            written += part
    except OSError:  # Linux's signal that the other end was closed
        pass
    os.close(ours)
    assert (process.wait(), process.communicate()[1]) == (0, b"")
    return [line.rstrip() for line in re.sub(r"\x1b\[[\d;]*m", "", written.decode()).splitlines()]
