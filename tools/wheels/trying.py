"""Trials of wheels: installed without a compiler, as users install them, and tested."""

from __future__ import annotations

import os
import platform
import shutil
from typing import TYPE_CHECKING

import click
from processes import run
from project import DECLARED

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from checking import Wheel
    from pythons import Python

_EMULATED_TESTS = (
    "tests/test_ranking.py",
    "tests/test_boards.py",
    "tests/settling",
    "tests/thinking/test_networks.py",
)
# long tests, tests of threads, and tests that start another Python, which would not be emulated
_NOT_EMULATED = "not (twenty_million or equilibrium or process or worker or fault or thread or environment or best_kernel)"
_PROGRAMS = ("sh", "bash", "head", "sed")  # that tests call
_NAMES_OF_DEBIAN = {"aarch64": "arm64"}
_PYTHON_OF_DEBIAN = "/usr/bin/python3"


def _copy_tests(source: Path, work: Path) -> Path:
    """Copy only the files that tests read, so that they cannot import the package from its sources."""
    folder = work / "tests"
    folder.mkdir()
    for name in DECLARED["cibuildwheel"]["test-sources"]:
        (folder / name).parent.mkdir(exist_ok=True)
        if (source / name).is_dir():
            shutil.copytree(source / name, folder / name)
        else:
            shutil.copy2(source / name, folder / name)
    return folder


def try_wheel(wheel: Wheel, python: Python, source: Path, work: Path, tests: Sequence[str]) -> str:
    """Install a wheel into a fresh environment with few programs on the path, test it, and return the summary of pytest."""
    home = work / f"try-{python.abi}"
    home.mkdir()
    run(python.path, "-m", "venv", home / "venv")
    folder = _copy_tests(source, home)
    scripts = home / "venv" / "bin"
    run(scripts / "pip", "install", "--upgrade", "pip")
    programs = home / "programs"
    programs.mkdir()
    for name in _PROGRAMS:
        program = shutil.which(name)
        if not program:
            raise click.ClickException(f"tests call {name}, which is not on the path")
        (programs / name).symlink_to(program)
    env = {"PATH": f"{scripts}{os.pathsep}{programs}", "CC": "/nonexistent/cc"}
    requirements = (f"{wheel.path}[cli]", "--group", f"{source}/pyproject.toml:test")
    run(scripts / "pip", "install", "--only-binary", ":all:", *requirements, env=env)
    return run(scripts / "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *tests, cwd=folder, env=env).splitlines()[-1]


def can_emulate(python: Python, machine: str) -> bool:
    """Whether this machine has what `try_emulated` requires: an emulator, and Debian with the same version of Python."""
    programs = (f"qemu-{machine}-static", "apt-get", "dpkg-deb", _PYTHON_OF_DEBIAN)
    if machine not in _NAMES_OF_DEBIAN or not all(map(shutil.which, programs)):
        return False
    return run(_PYTHON_OF_DEBIAN, "-c", "import sys; print('cp%d%d' % sys.version_info[:2])").strip() == python.abi


def _fetch_python(version: str, machine: str, work: Path) -> Path:
    """Download Debian's Python for another machine, and return the folder into which it is unpacked."""
    debian, root = _NAMES_OF_DEBIAN[machine], work / "root"
    for folder in ("lists/partial", "cache/archives/partial"):
        (work / folder).mkdir(parents=True)
    folders = {
        "APT::Architecture": debian, "APT::Architectures::": debian, "Dir::State::status": "/dev/null",
        "Dir::State::lists": f"{work}/lists", "Dir::Cache": f"{work}/cache", "Debug::NoLocking": "1",
    }  # fmt: skip
    options = [word for name, value in folders.items() for word in ("-o", f"{name}={value}")]
    run("apt-get", *options, "update")
    packages = (f"python{version}", "libstdc++6")
    run("apt-get", *options, "install", "--download-only", "--yes", "--no-install-recommends", *packages)
    for package in (work / "cache" / "archives").glob("*.deb"):
        run("dpkg-deb", "-x", package, root)
    return root


def try_emulated(wheel: Wheel, python: Python, machine: str, source: Path, work: Path) -> str:
    """Install a wheel for another machine beside Debian's Python, run `_EMULATED_TESTS`, and return the summary."""
    home = work / f"try-{python.abi}-{machine}"
    home.mkdir()
    root, site = _fetch_python(python.version, machine, home), home / "site"
    tags = [f"manylinux_2_{minor}_{machine}" for minor in range(17, int(platform.libc_ver()[1].split(".")[1]) + 1)]
    platforms = [word for tag in (f"manylinux2014_{machine}", *tags) for word in ("--platform", tag)]
    run(python.path, "-m", "venv", home / "venv")
    pip = home / "venv" / "bin" / "pip"
    run(pip, "install", "--upgrade", "pip")
    run(
        pip, "install", "--only-binary", ":all:", "--target", site, *platforms, "--python-version", python.version,
        f"{wheel.path}[cli]", "--group", f"{source}/pyproject.toml:core",
    )  # fmt: skip
    emulated = (f"qemu-{machine}-static", "-L", root, root / "usr" / "bin" / f"python{python.version}")
    output = run(
        *emulated, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", _NOT_EMULATED, *_EMULATED_TESTS,
        cwd=_copy_tests(source, home), env={"PYTHONPATH": str(site)},
    )  # fmt: skip
    return output.splitlines()[-1]
