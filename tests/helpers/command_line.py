"""The command line in a process of its own, as users run it."""

import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from cpoker_fast.__main__ import main

_MODULES = [  # missing ones are skipped
    "command_line", "numpy.random", "rich.console", "rich.table", "cpoker_fast.app.play.terminal",
    "cpoker_fast.app.commands", "cpoker_fast.fields", "cpoker_fast.game",
]  # fmt: skip
CAN_FORK = "forkserver" in multiprocessing.get_all_start_methods()


def cpoker(*arguments, stdin="", env=None, cwd=None):
    """Run a command. Its output has no width: COLUMNS is not set, also not by readline, which sets it only in C.

    Where the system can fork processes, a server that has imported the package does: that takes a quarter of the time.
    """
    if env is None:
        env = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
        if CAN_FORK:
            return _forked(arguments, stdin, env, cwd or Path.cwd())
    return subprocess.run(
        [sys.executable, "-P", "-m", "cpoker_fast", *arguments], input=stdin, capture_output=True, text=True, check=False,
        encoding="utf-8", env=env, cwd=cwd,
    )  # fmt: skip


def objects(result):
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def start(arguments, files, env, cwd):
    """Start a process of the server, whose standard streams are files; the file of its input exists."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_MODULES)
    process = context.Process(target=_run, args=(arguments, files, env, cwd))
    process.start()
    return process


def _forked(arguments, stdin, env, cwd):
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("stdin", "stdout", "stderr")]
        files[0].write_text(stdin, encoding="utf-8")
        process = start(arguments, files, env, cwd)
        process.join()
        outputs = [file.read_text(encoding="utf-8") for file in files[1:]]
    return subprocess.CompletedProcess(arguments, process.exitcode, *outputs)


def _run(arguments, files, env, cwd):
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    for number, (file, name, mode) in enumerate(zip(files, ("stdin", "stdout", "stderr"), "rww", strict=True)):
        with Path(file).open(mode) as stream:
            os.dup2(stream.fileno(), number)
        setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    sys.argv = ["cpoker", *arguments]
    main()
