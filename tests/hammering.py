"""Many threads that call everything public at once: `python -c "import hammering; hammering.hammer(folder)"`."""

import importlib.util
import itertools
import random
import re
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from public_face import EXTRAS, call, face, write_files

import cpoker_fast as cp

THREADS = 8
ROUNDS = 3
NOT_FOR_THREADS = {"Analysis.plot", "Simulation.plot"}  # Matplotlib's own state is not


def told(found, folder):
    """A result as text, without what differs between two equal ones."""
    if hasattr(found, "__next__"):
        found = list(itertools.islice(found, 50))
    with np.printoptions(threshold=100_000):
        return re.sub(r" at 0x\w+", "", repr(found)).replace(repr(str(folder))[1:-1], "")


def usable(functions):
    return [
        name for name in functions if name not in NOT_FOR_THREADS and importlib.util.find_spec(EXTRAS.get(name, "numpy"))
    ]


def call_all(folder, order):
    """Call everything with objects and files of one's own, in an order of one's own."""
    folder.mkdir()
    write_files(folder)
    functions = face(folder)
    names = usable(functions)
    order.shuffle(names)
    return {name: told(call(*functions[name]), folder) for name in names}


def at_once(work):
    """The results of as many threads, which begin together."""
    ready = threading.Barrier(THREADS)

    def begin(number):
        ready.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


def constant(functions, folder):
    """The functions that return the same, however often they are called with the same objects, and what that is."""
    found = {}
    for name in usable(functions):
        path = functions[name][1].get("path")
        if path and not path.exists():  # it writes a file, which has one writer
            continue
        try:
            several = [told(call(*functions[name]), folder) for _ in range(3)]
        except cp.CpokerError:  # it is of a table, a game or a file, which cannot do that again
            continue
        if several.count(several[0]) == 3:
            found[name] = several[0]
    return found


def differing(expected, results):
    return sorted({name for result in results for name, one in expected.items() if result[name] != one})


def hammer(folder):
    """Prints how much was compared, and what differed."""
    folder = Path(folder)
    sys.setswitchinterval(1e-5)
    own = at_once(lambda number: call_all(folder / f"own {number}", random.Random(number)))
    alone = [call_all(folder / f"alone {i}", random.Random(i)) for i in range(2)]
    same = {name: one for name, one in alone[0].items() if alone[1][name] == one}
    shared = folder / "shared"
    shared.mkdir()
    write_files(shared)
    functions = face(shared)
    expected = constant(functions, shared)

    def share(number):
        names, order = [*expected] * ROUNDS, random.Random(number)
        order.shuffle(names)
        return {name: told(call(*functions[name]), shared) for name in names}

    print(len(same), differing(same, own), len(expected), differing(expected, at_once(share)))
