"""Other Cython code may cimport the ranking functions of an installed package, without headers."""

import importlib
import re
import runpy
import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import numpy as np
import pytest
from known_boards import HIGH, LOW

import cpoker_fast as cp

MODULE = """
# cython: language_level=3, freethreading_compatible=True
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from cpoker_fast._arranging cimport count_legal_arrangements
from cpoker_fast._cards cimport CardSet, bit_of, count_cards, mask_of
from cpoker_fast._c_interface cimport settle, strengths
from cpoker_fast._ranking cimport (
    lowball_strength_of_cards, strength_of_cards, strength_of_cards_wheel_second,
)

def rank(CardSet cards not None):
    cdef uint64_t mask = cards.mask
    with nogil:
        value = strength_of_cards(mask)
    return value

def rank_text(text):
    return strength_of_cards(mask_of(text))

def rank_others(CardSet cards not None):
    return strength_of_cards_wheel_second(cards.mask), lowball_strength_of_cards(cards.mask)

def rank_many(const uint8_t[:, ::1] cards, uint16_t[::1] out):
    with nogil:
        n = strengths(&cards[0, 0], <int> cards.shape[1], cards.shape[0], 0, &out[0], 2)
    return n

def settle_two(int rules, const uint8_t[::1] boards):
    cdef int32_t points[2]
    n = settle(rules, &boards[0], 2, 1, 0, points, 1)
    return n, points[0], points[1]

def count(uint64_t mask):
    return count_legal_arrangements(mask)

def count_flushes_of_clubs():
    cdef int a, b, c, d, e, n = 0
    for a in range(13):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        n += strength_of_cards(bit_of(4 * a) | bit_of(4 * b) | bit_of(4 * c) | bit_of(4 * d)
                                               | bit_of(4 * e)) >= 6318
    return n
"""

SETUP = """
from setuptools import Extension, setup
from Cython.Build import cythonize
setup(ext_modules=cythonize([Extension("downstream", ["downstream.pyx"])], include_path=[{path!r}]))
"""


@pytest.mark.skipif(sys.platform != "win32" and not shutil.which("cc"), reason="no C compiler")
def test_a_downstream_module(tmp_path, monkeypatch):
    (tmp_path / "downstream.pyx").write_text(MODULE)
    (tmp_path / "setup.py").write_text(SETUP.format(path=str(Path(cp.__file__).parent.parent)))
    process = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stdout + process.stderr
    monkeypatch.syspath_prepend(tmp_path)
    downstream = importlib.import_module("downstream")
    for row in ("As Ks Qs Js Ts", "9s 9h 4c", "5s 4h 3c 2d As", "Ts Th Tc 4d 4s"):
        assert downstream.rank(cp.CardSet(row)) == downstream.rank_text(row) == cp.strength(row)
        if len(cp.CardSet(row)) == 5:
            expected = cp.strength(row, wheel="second"), cp.lowball_strength(row)
            assert downstream.rank_others(cp.CardSet(row)) == expected
    assert downstream.rank(cp.CardSet("As Ks")) == 65535
    hand = cp.CardSet("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h")
    assert downstream.count(hand.mask) == cp.count_arrangements(hand)
    assert downstream.count((hand - cp.CardSet("As")).mask) == downstream.count(2**64 - 1) == -1
    cards, out = cp.deal_many(1_000, 1, 5, seed=1)[:, 0].copy(), np.zeros(1_000, np.uint16)
    assert downstream.rank_many(cards, out) == 1_000
    assert (out == cp.strengths(cards)).all()
    boards = [cp.Board.parse(board) for board in (HIGH, LOW)]
    number = cp.c_interface.rules_number("pagat")
    assert downstream.settle_two(number, bytes(boards[0].cards() + boards[1].cards())) == (
        1,
        *cp.settle(boards, "pagat").points,
    )
    assert downstream.count_flushes_of_clubs() == 1287  # straight flushes among them; no flush is below 6318
    with pytest.raises(cp.errors.CardError):
        downstream.rank_text("As Xx")


def test_the_hook_of_pyinstaller():
    """It adds the modules that only compiled code or lists of names import, and the data files."""
    pytest.importorskip("PyInstaller")
    (hook,) = (point for point in entry_points(group="pyinstaller40") if point.dist and point.dist.name == "cpoker_fast")
    (folder,) = hook.load()()
    added = runpy.run_path(str(Path(folder, "hook-cpoker_fast.py")))
    package = Path(cp.__file__).parent
    modules = {
        ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")
        for path in package.rglob("*.py")
        if not path.name.startswith("hook-") and "learning" not in path.parts  # which needs more libraries
    }
    assert modules <= set(added["hiddenimports"])
    data = {Path(path).name for path, _ in added["datas"]}
    assert {"book.npz", "networks.npz", "equilibria.npz", "worths.json", "rules.schema.json", "descriptions.json"} <= data


FROZEN = """
import cpoker_fast as cp
from cpoker_fast.app.commands import cpoker

print(cp.arrange("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", "pagat").board)
position = cp.Deal("pineapple", players=2, seed=7).position()
print(cp.analyze(position, rollouts=64, tolerance=0, seed=1))
cpoker.main(["rules", "pool"], standalone_mode=False)
"""


@pytest.mark.slow
def test_a_frozen_program(tmp_path):
    """It has neither sources nor docstrings, and prints the same elsewhere."""
    pytest.importorskip("PyInstaller")
    source = tmp_path / "program.py"
    source.write_text(FROZEN, encoding="utf-8")
    unused = [
        "IPython",
        "distributed",
        "gymnasium",
        "matplotlib",
        "numba",
        "pandas",
        "polars",
        "pyarrow",
        "textual",
        "torch",
    ]
    options = ["--log-level=WARN", "--optimize=2", "--distpath=elsewhere", *(f"--exclude-module={name}" for name in unused)]
    subprocess.run([sys.executable, "-m", "PyInstaller", *options, source.name], cwd=tmp_path, check=True)
    elsewhere = tmp_path / "elsewhere"
    programs = [sys.executable, str(source)], [str(elsewhere / "program" / "program")]
    printed = [subprocess.run(program, cwd=elsewhere, capture_output=True, check=True).stdout for program in programs]
    assert printed[0] == printed[1]


def test_installed_files():
    package = Path(cp.__file__).parent
    names = {path.name for path in package.iterdir()}
    assert "py.typed" in names
    public = {"_arranging.pxd", "_c_interface.pxd", "_cards.pxd", "_ranking.pxd"}
    is_built_in_place = (package.parent / "setup.py").exists()
    assert public <= names if is_built_in_place else public == {name for name in names if name.endswith(".pxd")}
    for name in public:
        assert not re.search(r"cpf|_core|_settling|_fields", (package / name).read_text())
    assert (package / "include" / "cpoker_fast.h").exists()
    for name in public:
        assert name.replace(".pxd", ".pyi") in names
    size = sum(path.stat().st_size for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    assert size < 5_900_000
