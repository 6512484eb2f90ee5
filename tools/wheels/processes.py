"""Commands, whose output is shown only where they fail."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def run(*command: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> str:
    """Run a command, with `env` added to the environment; what it prints. ClickException, which tells that, if it fails."""
    words = [str(word) for word in command]
    both = {**os.environ, **(env or {})}
    done = subprocess.run(words, cwd=cwd, env=both, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise click.ClickException(f"{' '.join(words)}\nended with {done.returncode}:\n{done.stdout}")
    return done.stdout
