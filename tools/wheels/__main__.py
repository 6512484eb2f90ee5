"""Build, check and try what is released: the sdist, its wheels, and the C core on other platforms.

    python tools/wheels

does as much of this as one machine can, and downloads packages from registries. Each step is also a command. Requires the
packages of the group "wheels".
"""

from __future__ import annotations

import platform
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
from building import build_core, build_sdist, build_wheel, unpack
from checking import Wheel, check_all
from click.core import ParameterSource
from processes import run
from project import version_here
from pythons import Python, python_at, pythons_here
from targets import CORES, MACHINES
from trying import can_emulate, try_emulated, try_wheel

if TYPE_CHECKING:
    from collections.abc import Iterator

_dist = click.option(
    "--dist",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("dist"),
    show_default=True,
    help="Folder of the sdist and the wheels.",
)
_tests = click.option(
    "--tests", default="tests", show_default=True, help="Arguments for pytest, separated by spaces (ignored on emulators)."
)
_python = click.option(
    "--python",
    "pythons",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    help="A CPython to use; may be repeated. By default, one of each version that pyenv, uv or the path has.",
)
_machine = click.option(
    "--machine",
    "machines",
    type=click.Choice(tuple(MACHINES)),
    multiple=True,
    default=tuple(MACHINES),
    show_default=True,
    help="Machine to build wheels for; may be repeated.",
)


def _pythons(paths: tuple[Path, ...]) -> list[Python]:
    pythons = [python_at(path) for path in paths] or pythons_here()
    if not pythons:
        raise click.ClickException("no CPython that the package supports was found on this machine")
    return pythons


@contextmanager
def _work() -> Iterator[Path]:
    with TemporaryDirectory(prefix="wheels-") as folder:
        yield Path(folder)


@contextmanager
def _step(name: str) -> Iterator[list[str]]:
    """Print the name of a step when it begins, and its results and its time when it succeeds; yield the list of results."""
    click.echo(f"{name}: ", nl=False)
    results: list[str] = []
    begun = time.perf_counter()
    try:
        yield results
    except click.ClickException:
        click.echo("failed")
        raise
    click.echo(f"{'; '.join(results)} ({time.perf_counter() - begun:.0f} s)")


def _sdist_of(dist: Path) -> Path:
    paths = list(dist.glob("*.tar.gz"))
    if len(paths) != 1:
        raise click.ClickException(f"expected one sdist in {dist}, got {len(paths)}")
    return paths[0]


@click.group(invoke_without_command=True, help=__doc__)
@_dist
@_tests
@_python
@_machine
@click.pass_context
def main(context: click.Context, dist: Path, tests: str, pythons: tuple[Path, ...], machines: tuple[str, ...]) -> None:
    """Run all steps, one after the other."""
    if context.invoked_subcommand:
        if any(context.get_parameter_source(name) is not ParameterSource.DEFAULT for name in context.params):
            raise click.UsageError(f"options come after the name of a step: {context.invoked_subcommand} --dist FOLDER")
        return
    if list(dist.glob("*")):
        raise click.ClickException(f"{dist} is not empty: remove the files of other releases")
    context.invoke(sdist, dist=dist)
    context.invoke(core, dist=dist)
    context.invoke(build, dist=dist, pythons=pythons, machines=machines)
    context.invoke(check, dist=dist, tag=None, is_complete=False)
    context.invoke(try_, dist=dist, tests=tests, pythons=pythons)
    context.invoke(sbom, dist=dist)
    click.echo("\nBuilt, checked and tried here (the workflow builds the published wheels, each on its platform):")
    for path in sorted([*dist.glob("*.tar.gz"), *dist.glob("*.whl")]):
        click.echo(f"  {path.name}  {path.stat().st_size:,} bytes")


@main.command()
@_dist
def sdist(dist: Path) -> None:
    """Build the sdist."""
    dist.mkdir(parents=True, exist_ok=True)
    with _work() as work, _step("sdist") as results:
        results.append(build_sdist(dist.resolve(), work).name)


@main.command()
@_dist
def core(dist: Path) -> None:
    """Build the C core of the sdist for each platform, and run it if this machine can."""
    with _work() as work:
        source = unpack(_sdist_of(dist), work)
        for target in CORES:
            with _step(f"core for {target.name}") as results:
                results.append(build_core(source, target, work))


@main.command()
@_dist
@_python
@_machine
def build(dist: Path, pythons: tuple[Path, ...], machines: tuple[str, ...]) -> None:
    """Build Linux wheels of the sdist for each CPython and machine; they also run on old Linux."""
    builders, archive = _pythons(pythons), _sdist_of(dist).resolve()
    for python in builders:
        for machine in machines:
            with _work() as work, _step(f"wheel of {python.abi} for {machine}") as results:
                path = build_wheel(archive, python, machine, dist.resolve(), work)
                results.append(f"{path.name}, {path.stat().st_size:,} bytes")


@main.command()
@_dist
@click.option("--tag", help="Tag of the release, which must be v and the version of the code.")
@click.option("--complete", "is_complete", is_flag=True, help="Fail unless all wheels of a release are in the folder.")
def check(dist: Path, tag: str | None, is_complete: bool) -> None:
    """Check names, sizes, files, symbols, version and metadata of the sdist and the wheels, and refuse other files."""
    if not dist.is_dir():
        raise click.ClickException(f"--dist {dist}: no such folder")
    with _step("checks") as results:
        count = check_all(dist.iterdir(), tag, is_complete=is_complete)
        results.append(f"{count} files pass")


@main.command("try")
@_dist
@_tests
@_python
def try_(dist: Path, tests: str, pythons: tuple[Path, ...]) -> None:
    """Without a compiler, install each wheel that this machine can run, and test it."""
    wheels = {Wheel(path) for path in dist.glob("*.whl")}
    tried: set[Wheel] = set()
    with _work() as work:
        source = unpack(_sdist_of(dist), work)
        for python in _pythons(pythons):
            for machine in MACHINES:
                suitable = {wheel for wheel in wheels if wheel.is_for(python, machine)}
                for wheel in suitable:
                    if machine == platform.machine():
                        with _step(f"{python.abi} without a compiler") as results:
                            results.append(try_wheel(wheel, python, source, work, tests.split()))
                    elif can_emulate(python, machine):
                        with _step(f"{python.abi} on an emulated {machine}") as results:
                            results.append(try_emulated(wheel, python, machine, source, work))
                    else:
                        continue
                    tried.add(wheel)
    if not tried:
        raise click.ClickException(f"no wheel in {dist} can be tried on this machine with these CPythons")
    for wheel in sorted(wheels - tried, key=lambda wheel: wheel.path):
        click.echo(f"not tried, because it is for another CPython or platform: {wheel.path.name}")


@main.command()
@_dist
def sbom(dist: Path) -> None:
    """Write the software bill of materials (CycloneDX) of the package as it is installed from its wheel."""
    version = version_here()
    target = dist.resolve() / f"cpoker_fast-{version}.cdx.json"
    with _work() as work, _step("sbom") as results:
        run(sys.executable, "-m", "venv", work / "venv", "--without-pip")
        python = work / "venv" / "bin" / "python"
        pip = (sys.executable, "-m", "pip", "--python", python, "install", "--only-binary", ":all:")
        requirement = f"cpoker_fast=={version}"
        run(*pip, "--no-index", "--no-deps", "--find-links", dist, requirement)  # this wheel, not one of the index
        run(*pip, requirement)  # its dependencies
        run(
            sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", "--output-format", "JSON",
            "--output-file", target, python,
        )  # fmt: skip
        results.append(target.name)


if __name__ == "__main__":
    main()
