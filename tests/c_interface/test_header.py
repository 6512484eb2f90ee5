"""The header of the C interface: in C99 without warnings, and in modules that are compiled in C11 and C++."""

import importlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cpoker_fast as cp
from cpoker_fast import c_interface

CC, CXX = shutil.which("cc"), shutil.which("c++")
needs_compiler = pytest.mark.skipif(sys.platform != "win32" and not (CC and CXX), reason="no C and C++ compilers")

MODULE = """
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include "cpoker_fast.h"

static const cpoker_fast_table *cpoker;

/* Return the number of fronts of the other 49 cards that a front beats. */
static PyObject *beaten(PyObject *self, PyObject *argument) {
    const unsigned long long mask = PyLong_AsUnsignedLongLong(argument);
    int a, b, c, n = 0;
    (void)self;
    if (PyErr_Occurred()) return NULL;
    Py_BEGIN_ALLOW_THREADS
    for (a = 0; a < CPOKER_FAST_CARDS; a++)
        for (b = 0; b < a; b++)
            for (c = 0; c < b; c++) {
                const uint64_t other = CPOKER_FAST_BIT(a) | CPOKER_FAST_BIT(b) | CPOKER_FAST_BIT(c);
                if (!(other & mask)) n += cpoker->strength(other, 0) < cpoker->strength(mask, CPOKER_FAST_WHEEL_LOWEST);
            }
    Py_END_ALLOW_THREADS
    return PyLong_FromLong(n);
}

/* Return the strengths of two rows, and the category of the first. */
static PyObject *two_rows(PyObject *self, PyObject *unused) {
    const uint8_t cards[10] = {CPOKER_FAST_CARD(12, 3), CPOKER_FAST_CARD(11, 3), CPOKER_FAST_CARD(10, 3),
                               CPOKER_FAST_CARD(9, 3), CPOKER_FAST_CARD(8, 3), 0, 1, 2, 3, 4};
    uint16_t out[2];
    (void)self, (void)unused;
    if (cpoker->strengths(cards, 5, 2, CPOKER_FAST_WHEEL_SECOND, out, 1) != 2) Py_RETURN_NONE;
    return Py_BuildValue("iii", out[0], out[1], cpoker->category(out[0], CPOKER_FAST_WHEEL_SECOND));
}

/* Settle a table of two under rules by their number; return the points of the first player, or None. */
static PyObject *points_of_first(PyObject *self, PyObject *arguments) {
    const char *boards;
    Py_ssize_t length;
    int rules;
    int32_t points[2];
    (void)self;
    if (!PyArg_ParseTuple(arguments, "iy#", &rules, &boards, &length)) return NULL;
    if (length != 2 * CPOKER_FAST_BOARD || cpoker->settle(rules, (const uint8_t *)boards, 2, 1, 0, points, 1) != 1)
        Py_RETURN_NONE;
    return PyLong_FromLong(points[0]);
}

static PyMethodDef methods[] = {{"beaten", beaten, METH_O, NULL},
                                {"two_rows", two_rows, METH_NOARGS, NULL},
                                {"points_of_first", points_of_first, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "NAME", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_NAME(void) {
    PyObject *created;
    cpoker = cpoker_fast_import();
    created = cpoker ? PyModule_Create(&module) : NULL;
#ifdef Py_GIL_DISABLED
    if (created) PyUnstable_Module_SetGIL(created, Py_MOD_GIL_NOT_USED);
#endif
    return created;
}
"""

SETUP = """
import sys
from setuptools import Extension, setup
name, source, include, *options = sys.argv[1:]
setup(
    script_args=["-q", "build_ext", "--inplace"],
    ext_modules=[Extension(name, [source], include_dirs=[include], extra_compile_args=options)],
)
"""


def build(folder, name, suffix, options, include=None):
    """Compile the module of this test under a name, into a folder."""
    (folder / f"{name}{suffix}").write_text(MODULE.replace("NAME", name), encoding="utf-8")
    (folder / "setup.py").write_text(SETUP, encoding="utf-8")
    options = [] if sys.platform == "win32" else options
    process = subprocess.run(
        [sys.executable, "setup.py", name, f"{name}{suffix}", include or c_interface.get_include(), *options],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stdout + process.stderr


@needs_compiler
@pytest.mark.parametrize(("name", "suffix", "options"), [
    ("ranks_in_c", ".c", ["-std=c11", "-Wall", "-Wextra", "-Werror"]),
    ("ranks_in_cpp", ".cpp", ["-std=c++17", "-Wall", "-Werror"]),
])  # fmt: skip
def test_a_module_with_the_table_of_functions(tmp_path, monkeypatch, name, suffix, options):
    build(tmp_path, name, suffix, options)
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module(name)
    others = [(a, b, c) for a in range(3, 52) for b in range(3, a) for c in range(3, b)]
    front = cp.CardSet("2c 2d 2h")
    assert module.beaten(front.mask) == sum(cp.strength(other) < cp.strength(front) for other in others)
    assert module.two_rows() == (7916, cp.strength([0, 1, 2, 3, 4]), cp.ranking.Category.ROYAL_FLUSH)
    boards = bytes(cp.Board.parse("Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s").cards())
    boards += bytes(cp.Board.parse("Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h").cards())
    for rules in ("pagat", "hawaiian-gardens"):
        settled = cp.settle([cp.Board.of_cards(boards[:13]), cp.Board.of_cards(boards[13:])], rules)
        assert module.points_of_first(c_interface.rules_number(rules), boards) == settled.points[0]
    assert module.points_of_first(-1, boards) is None


@needs_compiler
def test_a_module_for_a_later_version_is_refused(tmp_path):
    later = tmp_path / "include"
    later.mkdir()
    header = Path(c_interface.get_include(), "cpoker_fast.h").read_text(encoding="utf-8")
    version = f"#define CPOKER_FAST_C_VERSION {c_interface.VERSION}\n"
    assert version in header
    (later / "cpoker_fast.h").write_text(header.replace(version, "#define CPOKER_FAST_C_VERSION 99\n"), encoding="utf-8")
    build(tmp_path, "from_the_future", ".c", [], str(later))
    process = subprocess.run(
        [sys.executable, "-c", "import from_the_future"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    message = (
        "compiled for version 99 of the C interface of cpoker_fast, "
        f"but the installed package has version {c_interface.VERSION}"
    )
    assert "ImportError" in process.stderr
    assert message in process.stderr


@pytest.mark.skipif(sys.platform == "win32" or not (CC and CXX), reason="no compilers with the options of gcc")
@pytest.mark.parametrize("command", [
    [CC, "-xc", "-std=c99"], [CC, "-xc", "-std=c11"], [CXX, "-xc++", "-std=c++11"], [CXX, "-xc++", "-std=c++20"],
], ids=lambda command: command[2])  # fmt: skip
def test_the_header_alone_has_no_warnings(tmp_path, command):
    source = tmp_path / "source"
    source.write_text('#include "cpoker_fast.h"\nint f(const cpoker_fast_table *t);\n', encoding="utf-8")
    strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]
    include = f"-I{c_interface.get_include()}"
    process = subprocess.run([*command, *strict, include, source], capture_output=True, text=True, check=False)
    assert (process.returncode, process.stderr) == (0, "")


def test_cffi_reads_the_signatures():
    ffi = pytest.importorskip("cffi").FFI()
    functions = {name: ffi.cast(c_interface.signature(name), c_interface.address(name)) for name in c_interface.FUNCTIONS}
    cards = ffi.new("uint8_t[]", [48, 49, 50])
    assert functions["mask_of_cards"](cards, 3) == cp.CardSet([48, 49, 50]).mask
    assert functions["strength_of_cards"](cards, 3, 0) == cp.strength(48, 49, 50)
