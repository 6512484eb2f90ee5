"""The command line in a process of its own, as users run it."""

import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from cpoker_fast.__main__ import main

_PACKAGES = ["cpoker_fast.cardroom", "cpoker_fast.commands.running", "cpoker_fast.fields", "cpoker_fast.openface"]


def cpoker(*arguments, stdin="", env=None, cwd=None):
    """Run a command. Its output has no width: COLUMNS is not set, also not by readline, which sets it only in C.

    Where the system can fork processes, a server that has imported the package does: that takes a quarter of the time.
    """
    if env is None:
        env = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
        if "forkserver" in multiprocessing.get_all_start_methods():
            return _forked(arguments, stdin, env, cwd or Path.cwd())
    return subprocess.run(
        [sys.executable, "-P", "-m", "cpoker_fast", *arguments], input=stdin, capture_output=True, text=True, check=False,
        encoding="utf-8", env=env, cwd=cwd,
    )  # fmt: skip


def objects(result):
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def _forked(arguments, stdin, env, cwd):
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["command_line", "numpy", *_PACKAGES])
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "stdin").write_text(stdin, encoding="utf-8")
        process = context.Process(target=_run, args=(arguments, folder, env, cwd))
        process.start()
        process.join()
        outputs = [Path(folder, name).read_text(encoding="utf-8") for name in ("stdout", "stderr")]
    return subprocess.CompletedProcess(arguments, process.exitcode, *outputs)


def _run(arguments, folder, env, cwd):
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        with Path(folder, name).open(mode) as stream:
            os.dup2(stream.fileno(), number)
        setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    sys.argv = ["cpoker", *arguments]
    main()
