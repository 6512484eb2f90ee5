"""Commands whose output is shown only if they fail."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def run(*command: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> str:
    """Run a command with `env` added to the environment. Return its output, or raise ClickException with it on failure."""
    words, env = [str(word) for word in command], {**os.environ, **(env or {})}
    result = subprocess.run(
        words, cwd=cwd, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if result.returncode:
        raise click.ClickException(f"{' '.join(words)}\nended with {result.returncode}:\n{result.stdout}")
    return result.stdout
