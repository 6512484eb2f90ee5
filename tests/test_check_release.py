"""Errors of `tools/check_release.py` about files that must not be published."""

import zipfile
from pathlib import Path

import pytest

import cpoker_fast

pytest.importorskip("click")
import check_release
from click.testing import CliRunner

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.skipif(not (ROOT / "setup.py").exists(), reason="requires the sources")
VERSION = cpoker_fast.__version__
SDIST = f"cpoker_fast-{VERSION}.tar.gz"
WINDOWS = f"cpoker_fast-{VERSION}-cp313-cp313-win_amd64.whl"
ABIS = ("cp311", "cp312", "cp313", "cp314", "cp314t", "cp315", "cp315t")
PLATFORMS = (
    "manylinux_2_24_x86_64.manylinux_2_28_x86_64", "manylinux2014_aarch64.manylinux_2_17_aarch64", "musllinux_1_2_x86_64",
    "musllinux_1_2_aarch64", "macosx_11_0_arm64", "macosx_10_15_x86_64", "win_amd64", "win_arm64",
)  # fmt: skip
PYODIDE = [
    f"cpoker_fast-{VERSION}-cp313-cp313-pyemscripten_2025_0_wasm32.whl",
    f"cpoker_fast-{VERSION}-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
]


def errors(folder, *wheels, options=(), sdist=SDIST, files=("cpoker_fast/", "cpoker_fast/_core.pyd", "a.dist-info/RECORD")):
    """Return the errors of a release with these wheels, which list folders, as those of auditwheel."""
    (folder / sdist).touch()
    for name in wheels:
        with zipfile.ZipFile(folder / name, "w") as wheel:
            for file in files:
                wheel.writestr(file, "")
    result = CliRunner().invoke(check_release.main, [str(folder), *options])
    assert result.exit_code == bool(result.stderr), result.output
    return result.stderr.removeprefix("Error: ").splitlines()


def test_a_complete_release(tmp_path):
    names = [f"cpoker_fast-{VERSION}-{abi.removesuffix('t')}-{abi}-{name}.whl" for abi in ABIS for name in PLATFORMS]
    assert errors(tmp_path, *names, *PYODIDE, options=["--complete"]) == []
    (tmp_path / names[0]).unlink()
    (tmp_path / PYODIDE[1]).unlink()
    tags = ("linux_x86_64", "manylinux_2_34_x86_64", "pyemscripten_2025_0_wasm32")
    unpromised = [f"cpoker_fast-{VERSION}-cp311-cp311-{tag}.whl" for tag in tags]
    assert errors(tmp_path, *unpromised, options=["--complete"]) == [
        *(f"{name}: no release has a wheel for this Python and platform" for name in unpromised),
        "there is no wheel of cp311 for manylinux x86_64",
        "there is no wheel of cp314 for Pyodide",
    ]


def test_files_of_wheels(tmp_path):
    files = ("cpoker_fast/cards.py", "cpoker_fast/fields/equilibria.npz", "cpoker_fast/src/cpf_rules.c", "cpoker_fast/a.pdb")
    assert errors(tmp_path, WINDOWS, files=files) == [
        f"{WINDOWS}: cpoker_fast/src/cpf_rules.c does not belong in a wheel",
        f"{WINDOWS}: cpoker_fast/a.pdb does not belong in a wheel",
    ]


def test_names_and_versions(tmp_path):
    wheels = ("cpoker_fast-9.9.9-cp313-cp313-win_amd64.whl", f"other-{VERSION}-py3-none-any.whl", "nothing.whl")
    messages = errors(tmp_path, *wheels, sdist="cpoker_fast-9.9.9.tar.gz")
    assert messages[0] == f"{wheels[0]}: expected a wheel of cpoker_fast {VERSION}"
    assert messages[1].startswith("nothing.whl: Invalid wheel filename")
    assert messages[2] == f"{wheels[1]}: expected a wheel of cpoker_fast {VERSION}"
    assert messages[3:] == [f"expected wheels and {SDIST}, got cpoker_fast-9.9.9.tar.gz"]


def test_files_that_are_no_release(tmp_path):
    (tmp_path / WINDOWS).write_bytes(b"half a wheel")
    (tmp_path / "notes.txt").touch()
    assert errors(tmp_path) == [
        f"{WINDOWS}: File is not a zip file",
        f"expected wheels and {SDIST}, got {SDIST}, notes.txt",
    ]


@pytest.mark.parametrize("heading", ["9.9.9 (unreleased)", "9.9.9 (2027-01-31)"])
def test_tags(tmp_path, monkeypatch, heading):
    dist, root = tmp_path / "dist", tmp_path / "root"
    dist.mkdir()
    (root / "cpoker_fast").mkdir(parents=True)
    (root / "cpoker_fast" / "_version.py").write_text('__version__ = "9.9.9"\n', encoding="utf-8")
    (root / "CHANGELOG.md").write_text(f"# Changes\n\n## {heading}\n\n## 9.9.8 (2026-12-31)\n", encoding="utf-8")
    monkeypatch.setattr(check_release, "ROOT", root)
    undated = [] if "2027" in heading else ["the newest heading of CHANGELOG.md is not '## 9.9.9 (YEAR-MONTH-DAY)'"]
    sdist = "cpoker_fast-9.9.9.tar.gz"
    assert errors(dist, options=["--tag", "v9.9.9"], sdist=sdist) == undated
    assert errors(dist, options=["--tag", "v9.9.8"], sdist=sdist) == [
        "the tag v9.9.8 is not v9.9.9, the version of the code",
        *undated,
    ]
