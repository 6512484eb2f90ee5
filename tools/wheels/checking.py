"""Checks of each file that is published."""

from __future__ import annotations

import re
import sys
import tarfile
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

import click
from packaging.utils import InvalidWheelFilename, parse_wheel_filename
from processes import run
from project import ABIS, CHANGES, DECLARED, ROOT, version_here

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from pythons import Python

_MOST_BYTES, _MOST_INSTALLED = 2_500_000, 5_000_000
_MOST_BYTES_OF_SDIST = 2_500_000
_NEWEST_GLIBC = (2, 28)
_ONLY_IN_GIT = (".ci/", ".github/", ".gitignore", ".gitattributes")
_SOURCES = (".c", ".h", ".pyx", ".so.debug", ".pdb")
_PLATFORMS = (
    "manylinux.*_x86_64", "manylinux.*_aarch64", "musllinux.*_x86_64", "musllinux.*_aarch64",
    "macosx.*_arm64", "macosx.*_x86_64", "win_amd64", "win_arm64",
)  # fmt: skip


@dataclass(frozen=True)
class Wheel:
    """A wheel, with the properties in its name."""

    path: Path

    @property
    def _parts(self) -> list[str]:
        return self.path.stem.split("-")

    @property
    def version(self) -> str:
        """The version in its name."""
        return self._parts[1]

    @property
    def abi(self) -> str:
        """The tag of its Python: cp313, cp314t."""
        return self._parts[-2]

    @property
    def platform(self) -> str:
        """The tags of its platforms, with dots between them."""
        return self._parts[-1]

    def is_for(self, python: Python, machine: str) -> bool:
        """Whether it is for this Python and machine, on Linux with the GNU C library."""
        return self.abi == python.abi and bool(re.fullmatch(f"manylinux.*_{machine}", self.platform))


def _errors_of_files(wheel: Wheel, names: set[str]) -> Iterator[str]:
    """Yield an error for each module or data file that is missing, and for each file that does not belong in a wheel."""
    if not any(re.fullmatch(r"cpoker_fast/_core\..*(so|pyd)", name) for name in names):
        yield "the compiled modules are missing"
    declared = DECLARED["setuptools"]
    paths = [path for package in declared["packages"] for path in (ROOT / package.replace(".", "/")).glob("*.py*")]
    for package, files in declared["package-data"].items():
        paths += [ROOT / package.replace(".", "/") / file for file in files if "*" not in file]
    required = {path.relative_to(ROOT).as_posix() for path in paths if path.suffix not in (".pyc", ".pyd")}
    yield from (f"{name} is missing" for name in sorted(required - names))
    if not any(name.endswith("/licenses/LICENSE") for name in names):
        yield "the license is missing"
    package_folders = ("cpoker_fast/", f"cpoker_fast-{wheel.version}.dist-info/")
    for name in sorted(names):
        if name.endswith(_SOURCES) or not name.startswith(package_folders):
            yield f"{name} does not belong in a wheel"


def _errors_of_symbols(wheel: Wheel) -> Iterator[str]:
    """Yield an error if a wheel requires a newer C library than its manylinux name says, or libraries that manylinux lacks.

    On other platforms, the tools that name the wheels check this.
    """
    if "manylinux" not in wheel.platform:
        return
    try:
        output = run(sys.executable, "-m", "auditwheel", "show", wheel.path)
    except click.ClickException as error:
        yield f"auditwheel cannot read it:\n{error.message}"
        return
    needed = re.search(r'manylinux_(\d+)_(\d+)_\w+"', output)
    named = [(int(major), int(minor)) for major, minor in re.findall(r"manylinux_(\d+)_(\d+)", wheel.platform)]
    if not needed:
        yield f"auditwheel finds it consistent with no manylinux:\n{output}"
    elif not named or (int(needed[1]), int(needed[2])) > min(named) or min(named) > _NEWEST_GLIBC:
        allowed = ".".join(map(str, _NEWEST_GLIBC))
        yield f"it requires glibc {needed[1]}.{needed[2]}, and is named {wheel.platform}; at most {allowed} is allowed"


def _errors_of_name(wheel: Wheel, archive: ZipFile) -> Iterator[str]:
    """Yield an error for each part of the name of a wheel that differs from the metadata in it."""
    name, _, _, tags = parse_wheel_filename(wheel.path.name)
    if name != "cpoker-fast":
        yield "it is not named cpoker_fast"
    metadata = archive.read(f"cpoker_fast-{wheel.version}.dist-info/WHEEL").decode()
    metadata_tags = set(re.findall(r"^Tag: (\S+)$", metadata, re.MULTILINE))
    if metadata_tags != set(map(str, tags)):
        yield f"it is not named after its tags: {', '.join(sorted(metadata_tags))}"


def errors_of_wheel(wheel: Wheel) -> Iterator[str]:
    """Yield the errors of a wheel."""
    with ZipFile(wheel.path) as archive:
        names = set(archive.namelist())
        installed = sum(entry.file_size for entry in archive.infolist())
        yield from _errors_of_name(wheel, archive)
    if wheel.path.stat().st_size > _MOST_BYTES:
        yield f"it has {wheel.path.stat().st_size:,} bytes: at most {_MOST_BYTES:,} are allowed"
    if installed > _MOST_INSTALLED:
        yield f"its files have {installed:,} bytes: at most {_MOST_INSTALLED:,} are allowed"
    if wheel.version != version_here():
        yield f"its version is not {version_here()}, the version of the code"
    yield from _errors_of_files(wheel, names)
    yield from _errors_of_symbols(wheel)


def errors_of_sdist(path: Path) -> Iterator[str]:
    """Yield the errors of an sdist. It must have the files that git tracks, except those of CI; setuptools may add some."""
    folder = f"cpoker_fast-{version_here()}"
    if path.name != f"{folder}.tar.gz":
        yield f"it is not named {folder}.tar.gz, after the version of the code"
        return
    if path.stat().st_size > _MOST_BYTES_OF_SDIST:
        yield f"it has {path.stat().st_size:,} bytes: at most {_MOST_BYTES_OF_SDIST:,} are allowed"
    with tarfile.open(path) as archive:
        names = {entry.name.removeprefix(f"{folder}/") for entry in archive if entry.isfile()}
    tracked = run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT).splitlines()
    expected = {name for name in tracked if not name.startswith(_ONLY_IN_GIT)}
    yield from (f"{name} is missing" for name in sorted(expected - names))
    added = names - expected - {"PKG-INFO", "setup.cfg"}
    yield from (f"{name} does not belong in it" for name in sorted(added) if not name.startswith("cpoker_fast.egg-info/"))


def errors_of_tag(tag: str) -> Iterator[str]:
    """Yield the errors of the tag of a release."""
    version = version_here()
    if tag != f"v{version}":
        yield f"the tag {tag} is not v{version}, the version of the code"
    if not re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", CHANGES, re.MULTILINE):
        yield f"CHANGELOG.md has no line '## {version} (YEAR-MONTH-DAY)'"


def errors_of_missing_wheels(wheels: Iterable[Wheel]) -> Iterator[str]:
    """Yield an error for each wheel that a release must have and that is missing."""
    tags = [(wheel.abi, wheel.platform) for wheel in wheels]
    for abi in ABIS:
        for platform in _PLATFORMS:
            if not any(abi == tag and re.search(platform, name) for tag, name in tags):
                yield f"there is no wheel of {abi} for {platform.replace('.*', '')}"


def _errors_of(path: Path) -> list[str]:
    """Return the errors of a file that is to be published."""
    if not path.name.endswith((".whl", ".tar.gz")):
        return ["it is not a file of a release"]
    try:
        return list(errors_of_wheel(Wheel(path)) if path.suffix == ".whl" else errors_of_sdist(path))
    except (InvalidWheelFilename, KeyError, BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError) as error:
        return [f"it cannot be read: {error}"]


def check_all(paths: Iterable[Path], tag: str | None, *, is_complete: bool) -> int:
    """Check the files of a release, and return their number. Raise ClickException with all errors if there are any."""
    files = sorted(path for path in paths if not path.name.endswith(".cdx.json"))
    sdists = [path for path in files if path.name.endswith(".tar.gz")]
    wheels = [Wheel(path) for path in files if re.fullmatch(r"[^-]+(-[^-]+){4,5}\.whl", path.name)]  # names with tags
    errors = [f"{path.name}: {error}" for path in files for error in _errors_of(path)]
    if len(sdists) != 1:
        errors.append(f"expected one sdist, got {[path.name for path in sdists]}")
    if is_complete:
        errors.extend(errors_of_missing_wheels(wheels))
    if tag:
        errors.extend(errors_of_tag(tag))
    if errors:
        raise click.ClickException("\n".join(errors))
    run(sys.executable, "-m", "twine", "check", "--strict", *files)
    return len(files)
