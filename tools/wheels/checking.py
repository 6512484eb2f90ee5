"""What must be true of each file that is published."""

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
    """A wheel, by its name."""

    path: Path

    @property
    def _parts(self) -> list[str]:
        return self.path.stem.split("-")

    @property
    def version(self) -> str:
        """The version that it is named by."""
        return self._parts[1]

    @property
    def abi(self) -> str:
        """Of which Python it is, as in cp313 or cp314t."""
        return self._parts[-2]

    @property
    def platform(self) -> str:
        """Of which platforms it is, the best known name first."""
        return self._parts[-1]

    def is_for(self, python: Python, machine: str) -> bool:
        """Whether it is for a Python on Linux with the GNU C library."""
        return self.abi == python.abi and bool(re.fullmatch(f"manylinux.*_{machine}", self.platform))


def _wrong_files(wheel: Wheel, names: set[str]) -> Iterator[str]:
    """Modules and data of the sources that are missing, and files that have no business in a wheel."""
    if not any(re.fullmatch(r"cpoker_fast/_core\..*(so|pyd)", name) for name in names):
        yield "the compiled modules are missing"
    declared = DECLARED["setuptools"]
    wanted = [path for package in declared["packages"] for path in (ROOT / package.replace(".", "/")).glob("*.py*")]
    for package, files in declared["package-data"].items():
        wanted += [ROOT / package.replace(".", "/") / file for file in files if "*" not in file]
    needed = {path.relative_to(ROOT).as_posix() for path in wanted if path.suffix not in (".pyc", ".pyd")}
    yield from (f"{name} is missing" for name in sorted(needed - names))
    if not any(name.endswith("/licenses/LICENSE") for name in names):
        yield "the license is missing"
    ours = ("cpoker_fast/", f"cpoker_fast-{wheel.version}.dist-info/")
    for name in sorted(names):
        if name.endswith(_SOURCES) or not name.startswith(ours):
            yield f"{name} does not belong in a wheel"


def _wrong_symbols(wheel: Wheel) -> Iterator[str]:
    """Return requirements of a manylinux wheel, in the C library or other libraries, that its name does not state.

    What other wheels need is seen by the tools that name them, on their platforms.
    """
    if "manylinux" not in wheel.platform:
        return
    try:
        said = run(sys.executable, "-m", "auditwheel", "show", wheel.path)
    except click.ClickException as error:
        yield f"auditwheel cannot read it:\n{error.message}"
        return
    found = re.search(r'manylinux_(\d+)_(\d+)_\w+"', said)
    told = [(int(major), int(minor)) for major, minor in re.findall(r"manylinux_(\d+)_(\d+)", wheel.platform)]
    if not found:
        yield f"auditwheel does not find it consistent with any manylinux:\n{said}"
    elif not told or (int(found[1]), int(found[2])) > min(told) or min(told) > _NEWEST_GLIBC:
        allowed = ".".join(map(str, _NEWEST_GLIBC))
        yield f"it needs glibc {found[1]}.{found[2]}, and is named {wheel.platform}; at most {allowed} is allowed"


def _wrong_name(wheel: Wheel, archive: ZipFile) -> Iterator[str]:
    """Return differences between the name of a wheel and its contents."""
    name, _, _, tags = parse_wheel_filename(wheel.path.name)
    if name != "cpoker-fast":
        yield "it is not named cpoker_fast"
    written = archive.read(f"cpoker_fast-{wheel.version}.dist-info/WHEEL").decode()
    found = set(re.findall(r"^Tag: (\S+)$", written, re.MULTILINE))
    if found != set(map(str, tags)):
        yield f"it is not named after its tags: {', '.join(sorted(found))}"


def wrong_of_wheel(wheel: Wheel) -> Iterator[str]:
    """Return the problems of a wheel."""
    with ZipFile(wheel.path) as archive:
        names = set(archive.namelist())
        installed = sum(entry.file_size for entry in archive.infolist())
        yield from _wrong_name(wheel, archive)
    if wheel.path.stat().st_size > _MOST_BYTES:
        yield f"it has {wheel.path.stat().st_size:,} bytes: at most {_MOST_BYTES:,} are allowed"
    if installed > _MOST_INSTALLED:
        yield f"its files have {installed:,} bytes: at most {_MOST_INSTALLED:,} are allowed"
    if wheel.version != version_here():
        yield f"its version is not {version_here()}, that of the code"
    yield from _wrong_files(wheel, names)
    yield from _wrong_symbols(wheel)


def wrong_of_sdist(path: Path) -> Iterator[str]:
    """Return the problems of an sdist: it must have the files of git, except those of CI, and the files of setuptools."""
    folder = f"cpoker_fast-{version_here()}"
    if path.name != f"{folder}.tar.gz":
        yield f"it is not named {folder}.tar.gz, after the version of the code"
        return
    if path.stat().st_size > _MOST_BYTES_OF_SDIST:
        yield f"it has {path.stat().st_size:,} bytes: at most {_MOST_BYTES_OF_SDIST:,} are allowed"
    with tarfile.open(path) as archive:
        found = {entry.name.removeprefix(f"{folder}/") for entry in archive if entry.isfile()}
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT).splitlines()
    wanted = {name for name in listed if not name.startswith(_ONLY_IN_GIT)}
    yield from (f"{name} is missing" for name in sorted(wanted - found))
    added = found - wanted - {"PKG-INFO", "setup.cfg"}
    yield from (f"{name} does not belong in it" for name in sorted(added) if not name.startswith("cpoker_fast.egg-info/"))


def wrong_of_tag(tag: str) -> Iterator[str]:
    """Return the problems of the tag of a release."""
    version = version_here()
    if tag != f"v{version}":
        yield f"the tag {tag} is not v{version}, the version of the code"
    if not re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", CHANGES, re.MULTILINE):
        yield f"CHANGELOG.md has no line '## {version} (YEAR-MONTH-DAY)'"


def missing(wheels: Iterable[Wheel]) -> Iterator[str]:
    """Return the missing wheels of a release."""
    found = [(wheel.abi, wheel.platform) for wheel in wheels]
    for abi in ABIS:
        for platform in _PLATFORMS:
            if not any(abi == has and re.search(platform, name) for has, name in found):
                yield f"there is no wheel of {abi} for {platform.replace('.*', '')}"


def _wrong_of_file(path: Path) -> list[str]:
    """Return the problems of a file to be published."""
    if not path.name.endswith((".whl", ".tar.gz")):
        return ["it is no file of a release"]
    try:
        return list(wrong_of_wheel(Wheel(path)) if path.suffix == ".whl" else wrong_of_sdist(path))
    except (InvalidWheelFilename, KeyError, BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError) as error:
        return [f"it cannot be read: {error}"]


def check_all(paths: Iterable[Path], tag: str | None, *, is_complete: bool) -> int:
    """Check the files of a release, and return their number; ClickException that lists all that is wrong."""
    listed = sorted(path for path in paths if not path.name.endswith(".cdx.json"))
    sdists = [path for path in listed if path.name.endswith(".tar.gz")]
    wheels = [Wheel(path) for path in listed if re.fullmatch(r"[^-]+(-[^-]+){4,5}\.whl", path.name)]  # others have no tags
    wrong = [f"{path.name}: {what}" for path in listed for what in _wrong_of_file(path)]
    if len(sdists) != 1:
        wrong.append(f"expected one sdist, got {[path.name for path in sdists]}")
    if is_complete:
        wrong.extend(missing(wheels))
    if tag:
        wrong.extend(wrong_of_tag(tag))
    if wrong:
        raise click.ClickException("\n".join(wrong))
    run(sys.executable, "-m", "twine", "check", "--strict", *listed)
    return len(listed)
