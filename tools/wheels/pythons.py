"""The CPythons of this machine that the package supports."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from shutil import which

import click
from project import ABIS

_ASK = """
import platform, sys, sysconfig
lock = "t" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""
print("%s %d%d%s" % (platform.python_implementation(), *sys.version_info[:2], lock))
"""


@dataclass(frozen=True)
class Python:
    """A CPython; `abi` is its name in wheels: cp313, cp314t."""

    abi: str
    path: Path

    @property
    def version(self) -> str:
        """The version, such as 3.13."""
        return f"3.{self.abi.removeprefix('cp3').removesuffix('t')}"


def _abi_of(path: Path) -> str | None:
    """Return the ABI of a CPython, as in the names of wheels; None if the program is not a CPython."""
    try:
        answer = subprocess.run([path, "-c", _ASK], text=True, capture_output=True, check=False).stdout.strip()
    except OSError:  # a program for another machine, or no program
        return None
    return f"cp{answer.removeprefix('CPython ')}" if answer.startswith("CPython ") else None


def python_at(path: Path) -> Python:
    """Return the CPython with this path. Raise ClickException if it is no CPython, or is not supported."""
    abi = _abi_of(path)
    if abi is None or abi not in ABIS:
        raise click.ClickException(f"--python {path}: expected a CPython of {', '.join(ABIS)}, got {abi or 'no CPython'}")
    return Python(abi, path)


def _find(abi: str) -> Python | None:
    name = f"python3.{abi.removeprefix('cp3')}"
    homes = [*Path.home().glob(".pyenv/versions/*/bin"), *Path.home().glob(".local/share/uv/python/*/bin")]
    on_path = which(name)
    for path in [*(home / name for home in homes), *([Path(on_path)] if on_path else [])]:
        if path.exists() and _abi_of(path) == abi:
            return Python(abi, path)
    return None


def pythons_here() -> list[Python]:
    """Return a CPython for each ABI of a release, if pyenv, uv or the path has one."""
    return [python for python in map(_find, ABIS) if python]
