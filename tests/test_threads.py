"""Many threads at once."""

import platform
import subprocess
import sys
import sysconfig
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast.game.plan import plan_of
from cpoker_fast.thinking.networks import attach_networks, has_networks


def test_calls_from_many_threads(deal):
    rows = np.tile(deal(1000, 5), (60, 1))
    expected = cp.strengths(rows)
    tables = np.tile(deal(1000, 52).reshape(-1, 4, 13), (5, 1, 1))  # more than a thread settles in one step
    points = cp.settle_many(tables, "pagat")

    def work(i):
        same = (cp.strengths(rows, threads=1 + i % 4) == expected).all()
        settled = (cp.settle_many(tables, "pagat", threads=1 + i % 3) == points).all()
        return same and settled and cp.best_royalties(range(i, 39 + i, 3), "pagat").hand == cp.CardSet(range(i, 39 + i, 3))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, list(range(13)) * 8))


def test_errors_from_many_threads(deal):
    rows, threes = np.tile(deal(1000, 5), (60, 1)), deal(50_000, 3)
    assert (cp.strengths(threes, threads=0) == cp.strengths(threes)).all()
    rows[40_000, 1] = 77

    def work(_):
        with pytest.raises(cp.errors.CardError) as caught:
            cp.strengths(rows, threads=2)
        return caught.value.index

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(work, range(40))) == {40_000}


def output_of(code, *flags):
    process = subprocess.run([sys.executable, "-P", *flags, "-c", code], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    return process.stdout.split()


WITHOUT_LOCK = pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has a lock")
COUNT_THREADS = """
import os
import cpoker_fast as cp

def count():
    return len(os.listdir("/proc/self/task"))

decks = cp.deal_many(50_000, seed=1)
before = count()
cp.strengths(decks[:, 0, :5].repeat(4, axis=0), threads=4)
started = count() - before
cp.settle_many(decks, "pagat", threads=4)
cp.settling.naturals_many(decks, threads=4)
cp.best_royalties_many(decks[:5000, 0].copy(), "pagat", threads=4)
print(started, count() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is nowhere to count threads")
def test_the_modules_share_one_pool():
    assert output_of(COUNT_THREADS) == ["3", "3"]


SMALL_STACKS = """
import ctypes
import cpoker_fast as cp

library, attributes = ctypes.CDLL(None), ctypes.create_string_buffer(64)
library.pthread_attr_init(attributes)
library.pthread_attr_setstacksize(attributes, ctypes.c_size_t(128 * 1024))
assert library.pthread_setattr_default_np(attributes) == 0
for _ in range(3):
    cp.fields.Field.equilibrium(cp.Rules(name="scoops", scoop_bonus=2), size=64, rounds=1, cache=False, threads=4)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="cannot choose the stacks of threads")
def test_helpers_have_enough_stack():
    """A thread of musl has 128 KiB, and the change of the values of rows by a feature takes more."""
    assert output_of(SMALL_STACKS) == []


@WITHOUT_LOCK
def test_no_module_enables_the_lock():
    """CPython warns if a module enables the GIL; then tests with threads would not show that the code is safe without it."""
    files = (file for suffix in EXTENSION_SUFFIXES for file in Path(cp.__file__).parent.glob(f"_*{suffix}"))
    modules = sorted({file.name.partition(".")[0] for file in files})
    assert modules
    code = f"import sys, numpy\nfrom cpoker_fast import {', '.join(modules)}\nassert not sys._is_gil_enabled()"
    assert output_of(code, "-W", "error") == []


def test_archives_are_read_by_one_thread_at_a_time(tmp_path, monkeypatch):
    """NumPy reads headers with `ast`, which fails now and then in two threads of CPython 3.11."""
    path, load, readers, most = tmp_path / "field.npz", np.load, [], []
    cp.fields.Field("pagat", ["7h 5h 5c / 8h 8d 3h 3d 2c / As Ks Qs Js 9s"]).save(path)

    def slow_load(*arguments, **options):
        readers.append(None)
        most.append(len(readers))
        time.sleep(0.01)
        readers.pop()
        return load(*arguments, **options)

    monkeypatch.setattr(np, "load", slow_load)
    with ThreadPoolExecutor(4) as pool:
        fields = list(pool.map(cp.fields.Field.load, [path] * 8))
    assert len(fields) == 8
    assert most == [1] * 8


COUNTED = """
import enum, sys, types
import cpoker_fast as cp
from public_face import face
from pathlib import Path

BOUND = classmethod, staticmethod, property
CALLED = types.BuiltinFunctionType, type(cp.strengths)  # of C, and of Cython
face(Path("."))  # which loads what a user calls
loaded = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "cpoker_fast"}
shared = {"presets": list(cp.rulebook.Rules.PRESETS.values())}
for name in {*cp.__all__} - {*cp._NAMESPACES}:
    shared[name] = [getattr(cp, name)]
    if isinstance(shared[name][0], type):
        shared[name] += [value for value in vars(shared[name][0]).values() if isinstance(value, BOUND)]
for name, module in loaded.items():
    values = list(vars(module).values())
    if not module.__file__.endswith(".py"):
        shared[name] = [value for value in values if isinstance(value, CALLED) and value.__module__ == name]
    if "__getattr__" in vars(module):
        shared[name] = [vars(module)]
    for value in values:
        if isinstance(value, enum.EnumType) and value.__module__ == name:
            shared[f"{name}.{value.__name__}"] = list(value)
assert len(shared) > 20, list(shared)
print(*(name for name, objects in shared.items() if not all(map(sys._is_immortal, objects))))
# but not what imported them, which may be an import hook of somebody else
print(*(f"{name}.__spec__" for name, module in loaded.items() if sys._is_immortal(module.__spec__)))
"""


ENDED = "import threading\nthread = threading.Thread(target=__import__, args=['public_face'])\nthread.start()\nthread.join()"


@WITHOUT_LOCK
@pytest.mark.parametrize("first", ["", ENDED], ids=["imported by the main thread", "imported by a thread that has ended"])
def test_threads_share_no_counts_of_references(first):
    """Threads that count references of the same function, class, enum member, preset or namespace wait for each other."""
    code = f"import gc, sys; sys.path.append({str(Path(__file__).parent / 'helpers')!r})\n{first}\ngc.collect()\n{COUNTED}"
    assert output_of(code) == []


def test_new_rules_have_one_plan_and_its_networks():
    """Any number of threads may begin with the same rules at the same moment."""
    before, known = sys.getswitchinterval(), cp.rules("pineapple").to_dict()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as pool:
            for _ in range(60):
                rules, ready = cp.Rules.from_dict(known), threading.Barrier(4)

                def begin(_, rules=rules, ready=ready):
                    ready.wait()
                    attach_networks(rules)
                    return has_networks(rules), id(plan_of(rules)), id(plan_of(rules).networks)

                assert {*pool.map(begin, range(4))} == {(True, id(plan_of(rules)), id(plan_of(rules).networks))}
    finally:
        sys.setswitchinterval(before)
