"""The command line, run as users run it: in a process of its own."""

import json
import subprocess
import sys


def cpoker(*arguments, stdin="", **options):
    return subprocess.run(
        [sys.executable, "-P", "-m", "cpoker_fast", *arguments], input=stdin, capture_output=True, text=True, check=False,
        encoding="utf-8", **options,
    )  # fmt: skip


def objects(done):
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
