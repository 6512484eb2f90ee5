"""Tools, benchmarks and checks: they explain themselves, and refuse what they do not know before they write anything."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast.fields.package_equilibria import SHIPPED, read_shipped, shipped_name

pytest.importorskip("click")
from click.testing import CliRunner

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path(cp.__file__).parent
PYTHON = [
    path
    for folder in ("tools", "benchmarks")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if '__name__ == "__main__"' in path.read_text(encoding="utf-8") and path.parent.name != "web"  # parts of build_page.py
]
SHELL = [path for path in (ROOT / ".ci/run", ROOT / "tests/kernels/run") if path.exists() and sys.platform != "win32"]


def files():
    """Return the times of all files where tools write, but for compiled Python."""
    folders = (PACKAGE, ROOT / "tools", ROOT / "benchmarks", ROOT / "docs")
    paths = (path for folder in folders for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path: path.stat().st_mtime_ns for path in paths}


@pytest.mark.parametrize("script", PYTHON + SHELL, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_scripts_have_help_and_refuse_unknown_options(script, tmp_path):
    command = [script] if script in SHELL else [sys.executable, script]
    before = files()

    def run(option):
        env = os.environ | {"COLUMNS": "80"}
        return subprocess.run([*command, option], capture_output=True, text=True, check=False, cwd=tmp_path, env=env)

    described, refused = run("--help"), run("--unknown-option")
    assert described.returncode == 0, described.stderr
    assert script in SHELL or described.stdout.lower().startswith("usage: ")
    assert len(described.stdout.splitlines()) > 1
    assert script in SHELL or [line for line in described.stdout.splitlines() if len(line) > 80] == []
    assert refused.returncode == 2, refused.stderr
    assert "--unknown-option" in refused.stderr
    assert files() == before
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("script", ["make_equilibria", "measure_worths", "own_cards", "two_threads"])
def test_scripts_refuse_unknown_names(script):
    result = CliRunner().invoke(pytest.importorskip(script, exc_type=ImportError).main, ["pineaple"])
    assert result.exit_code == 2
    assert "'pineaple' is not one of" in result.output


@pytest.mark.parametrize("script", [path for path in SHELL if path.parent.name == ".ci"], ids=lambda path: path.name)
def test_the_checks_name_tests_that_exist(script):
    """Without one of them, pytest runs none of the others."""
    paths = re.findall(r"\btests/[\w/]+(?:\.\w+)?", script.read_text(encoding="utf-8"))
    assert len(paths) > 20
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize(("presets", "computed"), [
    ((), list(dict.fromkeys(shipped_name(cp.rules(name)) for name in cp.presets()))),
    (("pineapple", "standard", "simple"), ["simple", "standard"]),
])  # fmt: skip
def test_make_equilibria_keeps_those_that_are_not_named(monkeypatch, presets, computed):
    tool = pytest.importorskip("make_equilibria", exc_type=ImportError)
    pool, names, written = read_shipped(cp.fields.Field, cp.rules("pool")), [], {}
    monkeypatch.setattr(tool, "write_shipped", written.update)
    monkeypatch.setattr(cp.fields.Field, "equilibrium", lambda name, cache: names.append(name) or pool)
    CliRunner().invoke(tool.main, presets, catch_exceptions=False)
    assert names == computed
    with np.load(SHIPPED) as arrays:
        assert list(written) == [name.removesuffix(" about") for name in arrays if name.endswith(" about")]
    for name, field in written.items():
        shipped = read_shipped(cp.fields.Field, cp.rules(name))
        assert field is pool if name in names else (field.boards == shipped.boards).all()


def test_make_equilibria_does_not_drop_one_of_other_rules(monkeypatch):
    tool = pytest.importorskip("make_equilibria", exc_type=ImportError)
    monkeypatch.setattr(tool, "read_shipped", lambda cls, rules: None if rules.name == "pool" else read_shipped(cls, rules))
    monkeypatch.setattr(tool, "write_shipped", None)
    monkeypatch.setattr(cp.fields.Field, "equilibrium", None)
    result = CliRunner().invoke(tool.main, ["simple"])
    assert result.exit_code == 1
    assert result.output == f"Error: {SHIPPED} has no equilibrium for the present rules pool: add this name\n"


@pytest.mark.parametrize("command", ["check", "test"])
def test_build_wasm_names_the_command_that_builds_a_wheel(command, tmp_path):
    tool = pytest.importorskip("build_wasm", exc_type=ImportError)
    result = CliRunner().invoke(tool.main, ["--folder", tmp_path, command])
    assert result.exit_code == 1
    assert "expected one cpoker_fast-*, got 0; run the command `wheel`" in result.output


@pytest.mark.parametrize(("name", "is_unused"), [
    ("numpy/random/_generator.cpython-313-wasm32-emscripten.so", False),
    ("numpy/lib/_utils_impl.py", False),
    ("numpy/lib/_utils_impl.pyi", True),
    ("numpy/lib/tests/test_utils.py", True),
    ("numpy/f2py/__init__.py", True),
    ("numpy-2.2.5.dist-info/RECORD", True),  # is written again
    ("numpy-2.2.5.dist-info/METADATA", False),
])  # fmt: skip
def test_parts_of_numpy_in_browsers(name, is_unused):
    tool = pytest.importorskip("build_wasm", exc_type=ImportError)
    assert bool(tool.UNUSED.fullmatch(name)) == is_unused
