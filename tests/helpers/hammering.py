"""Threads that call all public functions at once: `python hammering.py FOLDER [SECONDS]`, run by test_hammer.py.

It prints the numbers of functions that were compared, and the names of those whose results differ.
"""

import dataclasses
import importlib.util
import itertools
import random
import re
import shutil
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from public_face import EXTRAS, call, face, write_files

import cpoker_fast as cp

THREADS = 8
NOT_FOR_THREADS = {name for name, library in EXTRAS.items() if library == "matplotlib"}  # which is not thread-safe


def contents(value):
    """Return the fields of results, whose reprs are short, with the fields of these."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in dataclasses.fields(value)]
        return type(value).__name__, {name: contents(getattr(value, name)) for name in names}
    if isinstance(value, list | tuple):
        return type(value).__name__, [*map(contents, value)]
    return value


def text_of(result, folder):
    """Return a result as text, without addresses and folders, which differ between equal results."""
    if hasattr(result, "__next__"):
        result = list(itertools.islice(result, 50))
    with np.printoptions(threshold=100_000):
        return re.sub(r" at 0x\w+", "", repr(contents(result))).replace(repr(str(folder))[1:-1], "")


def usable(functions):
    return [
        name for name in functions if name not in NOT_FOR_THREADS and importlib.util.find_spec(EXTRAS.get(name, "numpy"))
    ]


def shuffled(names, order):
    return order.sample(names, len(names))


def call_all(folder, order):
    """Call all functions in a random order, with separate objects and files."""
    folder.mkdir()
    write_files(folder)
    functions = face(folder)
    return {name: text_of(call(*functions[name]), folder) for name in shuffled(usable(functions), order)}


def at_once(work):
    """Return the results of threads that begin together."""
    ready = threading.Barrier(THREADS)

    def begin(number):
        ready.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


def constant(functions, folder):
    """Return the functions that repeat their results with the same objects, and these results as text."""
    texts = {}
    for name in usable(functions):
        path = functions[name][1].get("path")
        if path and not path.exists():  # it writes a file, which may have one writer only
            continue
        try:
            several = [text_of(call(*functions[name]), folder) for _ in range(3)]
        except cp.CpokerError:  # its table, game or file cannot repeat the action
            continue
        if several.count(several[0]) == 3:
            texts[name] = several[0]
    return texts


def differing(expected, results):
    return sorted({name for result in results for name, text in expected.items() if result[name] != text})


def hammer(folder, seconds):
    """Print the numbers of compared functions and the differing ones; threads run for `seconds`, and at least once."""
    end = time.monotonic() + seconds
    folder.mkdir(exist_ok=True)
    sys.setswitchinterval(1e-5)
    # Before anything is cached.
    separate = at_once(lambda number: call_all(folder / f"separate {number}", random.Random(number)))
    alone = [call_all(folder / f"alone {number}", random.Random(number)) for number in range(2)]
    same = {name: text for name, text in alone[0].items() if alone[1][name] == text}
    shared = folder / "shared"
    shared.mkdir()
    write_files(shared)
    functions = face(shared)
    for _, arguments in functions.values():
        arguments.pop("out", None)  # an array that is written to belongs to one thread
    expected = constant(functions, shared)
    differ = {*differing(same, separate)}
    for turn in itertools.count():

        def share(number, turn=turn):
            names = shuffled([*expected], random.Random(f"{turn} {number}"))
            return {name: text_of(call(*functions[name]), shared) for name in names}

        differ.update(differing(expected, at_once(share)))
        if time.monotonic() > end:
            break
        home = folder / f"turn {turn}"
        home.mkdir()
        separate = at_once(lambda i, home=home, turn=turn: call_all(home / f"{i}", random.Random(f"{turn} {i}")))
        differ.update(differing(same, separate))
        shutil.rmtree(home)
    print(len(same), len(expected), sorted(differ))


if __name__ == "__main__":
    hammer(Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 0)
