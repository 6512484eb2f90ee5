"""The command line in a process of its own, as users run it."""

import json
import subprocess
import sys


def cpoker(*arguments, stdin="", **options):
    return subprocess.run(
        [sys.executable, "-P", "-m", "cpoker_fast", *arguments], input=stdin, capture_output=True, text=True, check=False,
        encoding="utf-8", **options,
    )  # fmt: skip


def objects(result):
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]
