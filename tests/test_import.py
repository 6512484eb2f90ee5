"""Importing the package: fast, without NumPy, and with clear errors about missing parts."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

import cpoker_fast as cp
from cpoker_fast.system.extras import install_command

SOURCE = Path(cp.__file__).parent


def python(code, *flags, **options):
    flags = flags or ["-P"]  # -P: the installed package, not the source tree
    return subprocess.run([sys.executable, *flags, "-c", code], capture_output=True, text=True, check=False, **options)


def error_of(code, *flags, **options):
    process = python(code, *flags, **options)
    assert process.returncode != 0
    return process.stderr


SETTLE = "cp.settle(['Ah Kd 2c/9s 9h 4c 4d 3s/Ts Th Tc 5d 5s', 'Qc Jd 2d/8s 8h 6c 6d 3h/Ad As 7h 7c 4h'], 'pagat')"
CODES = {
    "NumPy is not imported before it is needed": f"""
{SETTLE}
cp.best_royalties(range(13), 'pagat'); cp.strength('As Kd Qc'); cp.count_arrangements(range(13))
assert not {{'numpy', 'click', 'rich'}} & set(sys.modules)""",
    "a wrong name imports nothing": """
assert not hasattr(cp, 'nonsense')
assert not {'cpoker_fast.app', 'cpoker_fast.fields', 'cpoker_fast.studies'} & set(sys.modules)""",
    "namespaces import what is used": """
cp.Position, cp.app.table.Standing
assert not [name for name in sys.modules if 'thinking' in name or 'terminal' in name], sys.modules
assert 'outs' in dir(cp.game) and 'Table' in dir(cp.app.table)
assert 'nonsense' not in dir(cp.game) and not hasattr(cp.game, 'nonsense')
assert not hasattr(cp.app.table, 'nonsense')
from cpoker_fast.game import *
assert outs is cp.game.outs and vars(cp.game)['outs'] is outs""",
}


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_only_what_is_used_is_imported(code):
    process = python(f"import sys, cpoker_fast as cp{code}")
    assert process.returncode == 0, process.stderr


FOOTPRINT = """
import sys
import {usual}
before = set(sys.modules)
import cpoker_fast as cp
{use}
print(*sorted(name.removeprefix("cpoker_fast.") for name in set(sys.modules) - before if "cython" not in name))
"""
RANKING = (
    "_arguments _arrays _buffers _cards _compiled _core _ranking _shared _version cards cpoker_fast display"
    " display.columns display.markup display.quoting errors ranking system system.lazy_names"
)
USES = {
    "": "_compiled _version cpoker_fast system system.lazy_names",
    "cp.strength('As Kd Qc')": RANKING,
    SETTLE: f"{RANKING} _boards _rows _rules _settling board_arrays boards patterns display.wording math struct"
    " _struct numbers rulebook rulebook.choices rulebook.compiling rulebook.declaring rulebook.caching"
    " rulebook.presets rulebook.royalties rulebook.rules rulebook.streets rulebook.table_terms settling"
    " rulebook.conditions settling.boards_in_words settling.declarations settling.inputs settling.many_boards"
    " settling.naturals settling.readout settling.results settling.settlement settling.stakes display.reprs system.exports",
}


@pytest.mark.parametrize("use", USES)
def test_imports_of_the_first_calls(use):
    """First calls stay fast: in addition to common modules of Python, they import only the listed modules of ours."""
    usual = (
        "__future__, collections.abc, contextlib, copy, dataclasses, enum, functools, gc, importlib.util, operator,"
        " threading, types, typing, unicodedata, weakref, importlib.machinery, inspect, io, re"
    )  # the last four come with dataclasses before CPython 3.15
    process = python(FOOTPRINT.format(usual=usual, use=use))
    assert process.stdout.split() == sorted(USES[use].split()), process.stderr


@pytest.mark.parametrize(
    "call",
    ["cp.Rules.from_dict({'base': 'pagat', 'name': 'ours'})", "cp.rules('pagat')", "cp.rulebook.Rules.PRESETS['pagat']"],
)
def test_presets_are_known_in_the_first_call(call):
    process = python(f"import cpoker_fast as cp; print(len({call}.naturals))")
    assert (process.stdout, process.stderr) == ("4\n", "")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is nowhere to count threads")
def test_only_calls_that_ask_for_threads_start_them():
    calls = f"{SETTLE}\ncp.arrange(range(13), 'pagat')\ncp.deal_many(10_000, seed=1)"
    process = python(
        f"import os, cpoker_fast as cp\n{calls}\nprint(len(os.listdir('/proc/self/task')))",
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # otherwise importing NumPy starts threads
    )
    assert process.stdout == "1\n", process.stderr


def test_public_names():
    assert set(dir(cp)) == {*cp.__all__, "c_interface", "learning", "__version__"}
    for name in cp.__all__:
        assert getattr(cp, name).__doc__
        if isinstance(namespace := getattr(cp, name), ModuleType):
            assert set(dir(namespace)) == set(namespace.__all__), name
    for name, message in (("nonsense", "has no attribute 'nonsense'"), ("Drill", "'Drill': it is in cpoker_fast.app.play")):
        with pytest.raises(AttributeError, match=message):
            getattr(cp, name)


@pytest.mark.parametrize("package", [cp, cp.app.play, cp.app.table, cp.game], ids=lambda package: package.__name__)
def test_stubs_have_the_same_names(package):
    write_stubs = pytest.importorskip("write_stubs", exc_type=ImportError)  # requires click
    path = Path(package.__file__).with_suffix(".pyi")
    text = path.read_text()
    assert text == write_stubs.stubs()[path]
    stubs = {name.split(",")[0] for name in text.replace("\n", ",").split(" as ")[1:]}
    assert stubs == set(package.__all__)


def test_an_unbuilt_tree_says_so(tmp_path):
    without_libraries = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__")
    shutil.copytree(SOURCE, tmp_path / "cpoker_fast", ignore=without_libraries)
    error = error_of("import cpoker_fast", "-S", cwd=tmp_path)  # -S: without installed packages
    assert "cpoker_fast is not built here: run `pip install -e .`" in error


def test_an_archive_is_refused(tmp_path):
    """Python loads compiled modules only from files; wheels are archives, too."""
    archive = tmp_path / "packed.whl"
    with zipfile.ZipFile(archive, "w") as files:
        for path in SOURCE.rglob("*.py"):
            files.write(path, path.relative_to(SOURCE.parent))
    error = error_of(f"import sys; sys.path.insert(0, {str(archive)!r}); import cpoker_fast")
    assert f"ImportError: cpoker_fast is in a zip archive, {archive}, and Python cannot load compiled modules" in error


def test_command_line_without_its_libraries(tmp_path):
    (tmp_path / "click.py").write_text("raise ModuleNotFoundError(\"No module named 'click'\", name='click')")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from cpoker_fast.__main__ import main; main()"
    assert f"cpoker needs click: run `{install_command('cli')}`" in error_of(code)
