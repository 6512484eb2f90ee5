"""Bots defined in the user's program and played in other processes: sent by cloudpickle, by reference, or refused."""

import concurrent.futures
import importlib
import multiprocessing
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import cpoker_fast as cp
from cpoker_fast import errors

# A script, and the code of a notebook, whose `__main__` is no file that other processes could read.
BOTS = """
import concurrent.futures, functools, multiprocessing, sys, threading
import cpoker_fast as cp
FRONT = 0
def by_function(position, rng):
    return cp.best_royalties(position.hand, position.rules)
class Own:
    def __init__(self, order):
        self.order = order
    def place(self, position, rng):
        return next(cp.arrangements(position.hand, position.rules, order=self.order))
def closure(order):
    def by_closure(position, rng):
        return next(cp.arrangements(position.hand, position.rules, order=order))
    return by_closure
def weakest(position, rng):
    if position.in_fantasyland:
        return cp.arranging.best_fantasyland(position.hand, position.rules)
    return position.placements()[FRONT]
class OpenFace:
    def place(self, position, rng):
        return weakest(position, rng)
LOCK = threading.Lock()
def locking(position, rng):
    with LOCK:
        return cp.best_royalties(position.hand, position.rules)
KINDS = {
    "function": ("pagat", by_function),
    "object": ("pagat", Own("royalties")),
    "partial": ("pagat", functools.partial(by_function)),
    "method": ("pagat", Own("royalties").place),
    "lambda": ("pagat", lambda position, rng: by_function(position, rng)),
    "closure": ("pagat", closure("royalties")),
    "open-face function": ("pineapple", weakest),
    "open-face object": ("pineapple", OpenFace()),
    "open-face lambda": ("pineapple", lambda position, rng: weakest(position, rng)),
    "locking": ("pagat", locking),
}
def play(kind, **options):
    rules, bot = KINDS[kind]
    return cp.simulate(rules, ["random", bot], 40, seed=1, **options)
def report(kinds, pool):
    for kind in kinds:
        try:
            print(kind + ":", "same" if play(kind, executor=pool, workers=2) == play(kind) else "other")
        except cp.errors.SimulationError as error:
            print(kind + ":", error)
"""
POOL = """
if __name__ == "__main__":
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        report(KINDS, pool)
"""
IMPORTED = """
    print("cloudpickle" in sys.modules)
"""
CLUSTER = """
if __name__ == "__main__":
    import distributed
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": ":0"}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        report(KINDS, client.get_executor())
"""
WITHOUT_CLOUDPICKLE = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "cloudpickle":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
"""
KINDS = (
    "function", "object", "partial", "method", "lambda", "closure",
    "open-face function", "open-face object", "open-face lambda", "locking",
)  # fmt: skip
MOVE = "define it in a module that they can import, with only attributes that can be pickled"


def run(folder, code, *, is_script, cloudpickle=True):
    """Return the lines that a program prints; `cloudpickle=False` hides that library from its processes."""
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    if not cloudpickle:
        Path(folder, "sitecustomize.py").write_text(WITHOUT_CLOUDPICKLE, encoding="utf-8")
    script = Path(folder, "script.py")
    script.write_text(BOTS + code, encoding="utf-8")
    process = subprocess.run(
        [sys.executable, "-P", *([script] if is_script else ["-c", BOTS + code])], capture_output=True, text=True,
        check=False, timeout=300, cwd=folder, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    return process.stdout.splitlines()


@pytest.mark.parametrize("is_script", [True, False], ids=["script", "notebook"])
@pytest.mark.parametrize(("needs", "code"), [("cloudpickle", POOL), ("distributed", CLUSTER)], ids=["pool", "dask"])
def test_bots_of_the_program(tmp_path, needs, code, is_script):
    """Other processes read from a script the objects that cloudpickle cannot send."""
    pytest.importorskip(needs)
    lines = dict(line.split(": ", 1) for line in run(tmp_path, code, is_script=is_script))
    locking = lines.pop("locking")
    assert lines == dict.fromkeys(KINDS[:-1], "same")
    refusal = f"bot 'locking' cannot be sent to other processes: cannot pickle '_thread.lock' object: {MOVE}"
    assert locking == ("same" if is_script else refusal)


def test_a_script_without_cloudpickle(tmp_path):
    """Other processes can read the definitions of a script, but not objects made by its functions."""
    lines = dict(line.split(": ", 1) for line in run(tmp_path, POOL, is_script=True, cloudpickle=False))
    for kind, line in lines.items():
        if "lambda" in kind or kind == "closure":
            assert line.startswith("bot ")
            assert " cannot be sent to other processes: " in line
            assert line.endswith(f"{MOVE}, or install cloudpickle")
        else:
            assert line == "same"
    assert tuple(lines) == KINDS


def test_a_notebook_without_cloudpickle(tmp_path):
    """References to `__main__` are unsafe: a process that was forked before a cell was changed has the old bot."""
    lines = dict(line.split(": ", 1) for line in run(tmp_path, POOL, is_script=False, cloudpickle=False))
    assert tuple(lines) == KINDS
    problem = "cannot be sent to other processes: by_function is defined in __main__"
    assert lines["function"] == f"bot 'by_function' {problem}: {MOVE}, or install cloudpickle"
    for line in lines.values():
        assert line.startswith("bot ")
        assert line.endswith(f"{MOVE}, or install cloudpickle")
        assert len(line) < 300


def test_cloudpickle_is_not_imported_for_bots_of_modules(tmp_path):
    """Bots of importable modules do not need cloudpickle."""
    Path(tmp_path, "my_bots.py").write_text(BOTS, encoding="utf-8")
    code = """
import my_bots
KINDS = {
    "function": ("pagat", my_bots.by_function),
    "object": ("pineapple", my_bots.OpenFace()),
    "name": ("pagat", "expert"),
}
"""
    *lines, imported = run(tmp_path, code + POOL + IMPORTED, is_script=True)
    assert (lines, imported) == (["function: same", "object: same", "name: same"], "False")


def started():
    """Return a pool whose process runs already."""
    pool = concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    pool.submit(int).result()
    return pool


@pytest.fixture
def late(tmp_path, monkeypatch):
    """Return a module that running processes cannot import."""
    with started() as pool:
        Path(tmp_path, "late_bots.py").write_text(BOTS, encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        yield importlib.import_module("late_bots"), pool
    del sys.modules["late_bots"]


@pytest.mark.parametrize("kind", ["function", "object", "open-face function", "open-face object"])
def test_a_module_that_other_processes_cannot_import(late, kind):
    module, pool = late
    problem = "another process cannot load the bots: ModuleNotFoundError: No module named 'late_bots'"
    with pytest.raises(errors.SimulationError, match=f"^{problem}: move them into a module that it can import$"):
        module.play(kind, executor=pool)


REFUSING = """
class Refusing:
    def __setstate__(self, state):
        raise ValueError("no")
    def __init__(self):
        self.name = "refusing"
    def place(self, position, rng):
        return cp.best_royalties(position.hand, position.rules)
KINDS = {"refusing": ("pagat", Refusing())}
"""


@pytest.mark.parametrize("cloudpickle", [True, False])
def test_a_bot_that_other_processes_cannot_load(tmp_path, cloudpickle):
    if cloudpickle:
        pytest.importorskip("cloudpickle")
    (line,) = run(tmp_path, REFUSING + POOL, is_script=True, cloudpickle=cloudpickle)
    problem = "another process cannot load the bots: ValueError: no"
    assert line == f"refusing: {problem}: move them into a module that it can import"


def test_a_module_that_cloudpickle_is_to_send_by_value(late):
    cloudpickle = pytest.importorskip("cloudpickle")
    module, pool = late
    cloudpickle.register_pickle_by_value(module)
    try:
        assert module.play("open-face object", executor=pool) == module.play("open-face object")
    finally:
        cloudpickle.unregister_pickle_by_value(module)


class Recording(concurrent.futures.Executor):
    """Executor that passes calls on, to a new process after each `calls` of them, and records their sizes."""

    def __init__(self, calls):
        self.sizes, self._calls, self._pools = [], calls, []

    def submit(self, function, /, *arguments, **options):
        if len(self.sizes) % self._calls == 0:
            self._pools.append(started())
        self.sizes.append(len(pickle.dumps(arguments)))
        return self._pools[-1].submit(function, *arguments, **options)

    def shutdown(self, wait=True, *, cancel_futures=False):
        for pool in self._pools:
            pool.shutdown(wait=wait, cancel_futures=cancel_futures)


@pytest.mark.parametrize(("calls", "most"), [(100, 2), (8, 4)])
def test_a_task_is_sent_to_each_process_and_not_with_each_chunk(calls, most):
    """Processes that start later, such as those of a growing cluster, receive the task as well."""
    players = ["expert", "random"]
    with Recording(calls) as executor:
        simulation = cp.simulate("simple", players, 14 * 1024, seed=1, duplicate=False, executor=executor)
    assert simulation == cp.simulate("simple", players, 14 * 1024, seed=1, duplicate=False)
    large = [size for size in executor.sizes if size > 50_000]  # with the field of the expert
    assert 2 <= len(large) <= most
    assert sum(executor.sizes) - sum(large) < 300 * 20
