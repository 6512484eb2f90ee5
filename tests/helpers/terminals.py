"""Commands whose standard output is a terminal of a chosen width, and commands that a person types at one."""

import codecs
import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
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


class Window:
    """A terminal in which a command runs."""

    def __init__(self, *arguments, term="dumb"):
        self.master, slave = pytest.importorskip("pty").openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "cpoker_fast", *map(str, arguments)],
            stdin=slave, stdout=slave, stderr=slave, env={**os.environ, "TERM": term, "COLUMNS": "80", "LINES": "24"},
        )  # fmt: skip
        os.close(slave)
        self.output, self.decoder = "", codecs.getincrementaldecoder("utf-8")()

    def expect(self, text, seconds=60):
        limit = time.monotonic() + seconds
        while text not in self.output:
            assert select.select([self.master], [], [], max(0.0, limit - time.monotonic()))[0], self.output
            try:
                self.output += self.decoder.decode(os.read(self.master, 10_000))
            except OSError:
                assert text in self.output, self.output
        before, _, self.output = self.output.partition(text)
        return before

    def press(self, keys):
        os.write(self.master, keys.encode())

    def type(self, line):
        self.press(f"{line}\n")

    def rest(self):
        """Return what the command still writes until it ends; the test fails if it ends with an error."""
        while True:
            try:
                self.output += self.decoder.decode(os.read(self.master, 10_000))
            except OSError:
                break
        assert self.process.wait(60) == 0
        return self.output


def interrupt(window, text):
    """Press Ctrl-C until a text appears: Python loses a signal between the prompt and the wait for a key."""
    for _ in range(6):
        window.process.send_signal(signal.SIGINT)
        with contextlib.suppress(AssertionError):
            return window.expect(text, 10)
    raise AssertionError(window.output)
