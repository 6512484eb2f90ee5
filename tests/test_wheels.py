"""Complaints of `tools/wheels` about wheels that must not be published."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import cpoker_fast

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.skipif(not (ROOT / "setup.py").exists(), reason="requires the sources")
pytest.importorskip("click")
VERSION = cpoker_fast.__version__
NAME = "cpoker_fast-{}-cp313-cp313-win_amd64.whl"
INFO = f"cpoker_fast-{VERSION}.dist-info"


@pytest.fixture(scope="module")
def files():
    """Return the names of the files of a correct wheel."""
    names = {path.relative_to(ROOT).as_posix() for path in (ROOT / "cpoker_fast").rglob("*") if path.is_file()}
    names = {name for name in names if name.endswith((".py", ".pyi", ".pxd", ".npz", ".json", "py.typed"))}
    library = "cpoker_fast/_core.cp313-win_amd64.pyd"
    return names | {library, f"{INFO}/METADATA", f"{INFO}/licenses/LICENSE"}


def refusal(*command, status=1):
    """Return the lines of the error of a command that must fail."""
    command = [sys.executable, ROOT / "tools" / "wheels", *command]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert process.returncode == status
    return process.stderr.removeprefix("Error: ").splitlines()


def complaints(folder, files, *options, version=VERSION, content=b"", tag="cp313-cp313-win_amd64", name=NAME):
    with zipfile.ZipFile(folder / name.format(version), "w") as wheel:
        for file in files:
            wheel.writestr(file, content)
        wheel.writestr(f"cpoker_fast-{version}.dist-info/WHEEL", f"Wheel-Version: 1.0\nTag: {tag}\n")
    return refusal("check", "--dist", folder, *options)


NO_SDIST = "expected one sdist, got []"


def test_files(tmp_path, files):
    assert complaints(tmp_path, files) == [NO_SDIST]
    missing = {"cpoker_fast/_core.cp313-win_amd64.pyd", "cpoker_fast/fields/equilibria.npz", f"{INFO}/licenses/LICENSE"}
    errors = complaints(tmp_path, files - missing | {"src/cpf_hand.c", "tests/reference.py"})
    assert {line.removeprefix(f"{NAME.format(VERSION)}: ") for line in errors} == {
        "the compiled modules are missing", "cpoker_fast/fields/equilibria.npz is missing",
        "the license is missing", "src/cpf_hand.c does not belong in a wheel",
        "tests/reference.py does not belong in a wheel", NO_SDIST,
    }  # fmt: skip
    # An empty wheel fails although it has no stubs, which name the compiled modules.
    errors = complaints(tmp_path, {name for name in files if name.startswith(INFO)} | {"cpoker_fast.libs/libgomp.so"})
    assert sum("the compiled modules are missing" in line for line in errors) == 1
    assert sum(line.endswith(".pyi is missing") for line in errors) >= 9
    assert f"{NAME.format(VERSION)}: cpoker_fast.libs/libgomp.so does not belong in a wheel" in errors


def test_names_and_sizes(tmp_path, files):
    errors = complaints(tmp_path, files, tag="cp312-cp312-win_amd64", content=bytes(60_000))
    assert f"{NAME.format(VERSION)}: it is not named after its tags: cp312-cp312-win_amd64" in errors
    for limit in ("2,500,000", "5,000,000"):
        assert any(f"bytes: at most {limit} are allowed" in line for line in errors)
    other = "another-{}-cp313-cp313-win_amd64.whl"
    assert f"{other.format(VERSION)}: it is not named cpoker_fast" in complaints(tmp_path, files, name=other)


def test_files_that_cannot_be_read(tmp_path, files):
    complaints(tmp_path, files)
    (tmp_path / "foo.whl").touch(), (tmp_path / "notes.txt").touch()
    wheel, sdist = tmp_path / NAME.format(VERSION), tmp_path / f"cpoker_fast-{VERSION}.tar.gz"
    wheel.write_bytes(wheel.read_bytes()[:3000])
    with tarfile.open(sdist, "w:gz") as archive:
        archive.add(ROOT / "README.md")
    sdist.write_bytes(sdist.read_bytes()[: sdist.stat().st_size // 2])
    errors = refusal("check", "--dist", tmp_path, "--complete")
    for name in (wheel.name, sdist.name, "foo.whl"):
        assert any(line.startswith(f"{name}: it cannot be read: ") for line in errors)
    assert "notes.txt: it is not a file of a release" in errors


def test_wheels_that_auditwheel_cannot_read_are_still_checked(tmp_path, files):
    name, tag = "cpoker_fast-{}-cp313-cp313-manylinux_2_17_x86_64.whl", "cp313-cp313-manylinux_2_17_x86_64"
    errors = complaints(tmp_path, files - {"cpoker_fast/cards.py"}, name=name, tag=tag)
    assert f"{name.format(VERSION)}: cpoker_fast/cards.py is missing" in errors
    assert any("auditwheel" in line for line in errors)


def test_versions_and_tags(tmp_path, files):
    errors = complaints(tmp_path, files, "--tag", "v9.9.9", version="9.9.8")
    assert f"{NAME.format('9.9.8')}: its version is not {VERSION}, the version of the code" in errors
    assert f"the tag v9.9.9 is not v{VERSION}, the version of the code" in errors
    is_dated = f"## {VERSION} (unreleased)" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert any(line.startswith(f"CHANGELOG.md has no line '## {VERSION} (") for line in errors) != is_dated


def test_the_sdist_has_the_files_of_git(tmp_path):
    """Files that only CI needs are the exception."""
    if not (ROOT / ".git").exists():
        pytest.skip("requires a checkout")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    content = {name for name in listed if not name.startswith((".ci/", ".github/", ".git"))}
    name = f"cpoker_fast-{VERSION}.tar.gz"
    with tarfile.open(tmp_path / name, "w:gz") as archive:
        for file in content - {"src/cpf_ranking.c", "docs/rules/rules_and_tests.md"} | {"PKG-INFO", "secrets.txt"}:
            archive.addfile(tarfile.TarInfo(f"cpoker_fast-{VERSION}/{file}"))
    errors = {line for line in refusal("check", "--dist", tmp_path) if "is missing" in line or "belong" in line}
    wrong = {"src/cpf_ranking.c is missing", "docs/rules/rules_and_tests.md is missing", "secrets.txt does not belong in it"}
    assert {f"{name}: {line}" for line in wrong} <= errors
    assert not any("setup.py" in line or "PKG-INFO" in line for line in errors)


def test_files_and_options_that_are_refused(tmp_path):
    """An sdist of another version, options before the name of their step, and a rehearsal in a folder that is not empty."""
    (tmp_path / "cpoker_fast-9.9.9.tar.gz").touch()
    assert refusal("check", "--dist", tmp_path) == [
        f"cpoker_fast-9.9.9.tar.gz: it is not named cpoker_fast-{VERSION}.tar.gz, after the version of the code"
    ]
    errors = refusal("--dist", tmp_path, "check", status=2)
    assert errors[-1] == "Error: options come after the name of a step: check --dist FOLDER"
    assert "is not empty" in refusal("--dist", tmp_path)[0]


@pytest.mark.skipif(sys.platform == "win32", reason="requires /bin/sh")
def test_a_path_that_is_no_python(tmp_path):
    (problem,) = refusal("build", "--dist", tmp_path, "--python", "/bin/sh")
    assert problem.startswith("--python /bin/sh: expected a CPython of cp311, cp312, ")
    assert problem.endswith(", cp315t, got no CPython")


def test_a_release_has_all_wheels(tmp_path, files):
    errors = complaints(tmp_path, files, "--complete")
    assert len(errors) == 7 * 8 - 1 + 1
    assert "there is no wheel of cp314t for musllinux_aarch64" in errors
    assert not any("cp313 for win_amd64" in line for line in errors)
