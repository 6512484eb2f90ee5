"""A trivial engine in C, to measure the host's side of the engine protocol."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

__all__ = ["echo_engine"]


def echo_engine(folder: Path) -> str | None:
    """Compile the engine into a folder, and return its name as a bot; None without a C compiler."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    if shutil.which(compiler[-1]) is None:
        return None
    program = folder / "echo_engine"
    subprocess.run([*compiler, "-O2", Path(__file__).with_suffix(".c"), "-o", program], check=True)
    return f"exec:{shlex.quote(str(program))}"
