"""Check the sdist and the wheels of a release: their names, their version and the kinds of files in the wheels.

Other tools check the rest; CONTRIBUTING.md lists them.
"""

from __future__ import annotations

import re
import tomllib
from itertools import product
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

import click
from packaging.utils import InvalidWheelFilename, parse_wheel_filename

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).resolve().parents[1]
PLATFORMS = {
    "manylinux x86_64": r"manylinux_2_(\d|1\d|2[0-8])_x86_64",  # glibc 2.28 (2018) or older
    "manylinux aarch64": r"manylinux_2_(\d|1\d|2[0-8])_aarch64",
    "musllinux x86_64": r"musllinux_1_[12]_x86_64",
    "musllinux aarch64": r"musllinux_1_[12]_aarch64",
    "macOS arm64": r"macosx_\d+_\d+_arm64",
    "macOS x86_64": r"macosx_\d+_\d+_x86_64",
    "Windows amd64": "win_amd64",
    "Windows arm64": "win_arm64",
}
"""Platforms that a release has wheels for, with patterns of their tags."""
PYODIDE = {"cp313": "pyemscripten_2025_0_wasm32", "cp314": "pyemscripten_2026_0_wasm32"}
"""Platforms of Pyodide that a release has wheels for, each with the CPython it has (PEP 783)."""
PACKAGED = {".py", ".pyi", ".pxd", ".h", ".typed", ".json", ".npz", ".so", ".pyd"}
PAGE = {".css", ".html", ".js", ".svg"}  # in the folder of the page for browsers


def read_abis() -> list[str]:
    """Return the CPythons that a release has wheels for, as in the names of wheels: cp313, cp314t."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [pattern.removesuffix("-*") for pattern in project["tool"]["cibuildwheel"]["build"]]


def read_version() -> str:
    """Return the version of the code, without an import, which would need the compiled modules."""
    match = re.search(r'__version__ = "(.+)"', (ROOT / "cpoker_fast" / "_version.py").read_text(encoding="utf-8"))
    assert match
    return match[1]


def errors_of_wheel(path: Path, version: str) -> Iterator[str]:
    """Yield the errors of the name of a wheel, and of the names of its files."""
    try:
        name, wheel_version, _, _ = parse_wheel_filename(path.name)
        with ZipFile(path) as archive:
            files = [PurePosixPath(entry.filename) for entry in archive.infolist() if not entry.is_dir()]
    except (InvalidWheelFilename, BadZipFile) as error:
        yield str(error)
        return
    if (name, str(wheel_version)) != ("cpoker-fast", version):
        yield f"expected a wheel of cpoker_fast {version}"
    strays = [
        file
        for file in files
        if file.parts[0] == "cpoker_fast"
        and file.suffix not in (PACKAGED | PAGE if file.parent.name == "page" else PACKAGED)
    ]
    yield from (f"{file} does not belong in a wheel" for file in strays)


def errors_of_platforms(names: Iterable[str]) -> Iterator[str]:
    """Yield an error for each promised wheel that is missing, and for each wheel that is not promised."""
    promised = {(abi, platform): pattern for abi, (platform, pattern) in product(read_abis(), PLATFORMS.items())}
    promised |= {(abi, "Pyodide"): tag for abi, tag in PYODIDE.items()}
    built: set[tuple[str, str]] = set()
    for name in names:
        tags = [(tag.abi, tag.platform) for tag in parse_wheel_filename(name)[3]]
        matches = {key for key in promised if any(abi == key[0] and re.fullmatch(promised[key], tag) for abi, tag in tags)}
        if not matches:
            yield f"{name}: no release has a wheel for this Python and platform"
        built |= matches
    yield from (f"there is no wheel of {abi} for {platform}" for abi, platform in sorted(promised.keys() - built))


def errors_of_tag(tag: str, version: str) -> Iterator[str]:
    """Yield the errors of the tag of a release, and of the newest heading of CHANGELOG.md."""
    if tag != f"v{version}":
        yield f"the tag {tag} is not v{version}, the version of the code"
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    if not headings or not re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", headings[0]):
        yield f"the newest heading of CHANGELOG.md is not '## {version} (YEAR-MONTH-DAY)'"


@click.command(help=__doc__)
@click.argument("dist", type=click.Path(exists=True, file_okay=False, path_type=Path), default=ROOT / "dist")
@click.option("--complete", "is_complete", is_flag=True, help="Fail if the wheel of a Python and platform is missing.")
@click.option("--tag", help="Tag of the release: v and the version of the code, whose date CHANGELOG.md must have.")
def main(dist: Path, tag: str | None, *, is_complete: bool) -> None:
    version, paths = read_version(), sorted(dist.iterdir())
    sdist = f"cpoker_fast-{version}.tar.gz"
    wheels = [path for path in paths if path.suffix == ".whl"]
    errors = [f"{path.name}: {error}" for path in wheels for error in errors_of_wheel(path, version)]
    others = [path.name for path in paths if path not in wheels]
    if others != [sdist]:
        errors.append(f"expected wheels and {sdist}, got {', '.join(others) or 'no sdist'}")
    if is_complete and not errors:  # with valid names
        errors.extend(errors_of_platforms([path.name for path in wheels]))
    if tag:
        errors.extend(errors_of_tag(tag, version))
    if errors:
        raise click.ClickException("\n".join(errors))
    click.echo(f"the names of {len(paths)} files and of all files in wheels are right")


if __name__ == "__main__":
    main()
