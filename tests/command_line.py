"""The command line in a process of its own, as users run it."""

import json
import os
import subprocess
import sys


def cpoker(*arguments, stdin="", env=None, **options):
    """Run a command. Its output has no width: COLUMNS is not set, also not by readline, which sets it only in C."""
    if env is None:
        env = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    return subprocess.run(
        [sys.executable, "-P", "-m", "cpoker_fast", *arguments], input=stdin, capture_output=True, text=True, check=False,
        encoding="utf-8", env=env, **options,
    )  # fmt: skip


def objects(result):
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]
