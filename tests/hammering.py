"""Many threads that call everything public at once: `python hammering.py FOLDER [SECONDS]`, as test_hammer.py does."""

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


def hammer(folder, seconds):
    """Print how much was compared and what differed; threads go on until so many seconds are over, and once at least."""
    end = time.monotonic() + seconds
    sys.setswitchinterval(1e-5)
    own = at_once(lambda number: call_all(folder / f"own {number}", random.Random(number)))  # before anything is cached
    alone = [call_all(folder / f"alone {number}", random.Random(number)) for number in range(2)]
    same = {name: text for name, text in alone[0].items() if alone[1][name] == text}
    shared = folder / "shared"
    shared.mkdir()
    write_files(shared)
    functions = {
        name: (function, {argument: value for argument, value in arguments.items() if argument != "out"})
        for name, (function, arguments) in face(shared).items()
    }  # an array that is written to belongs to one thread
    expected = constant(functions, shared)
    differ = {*differing(same, own)}
    for turn in itertools.count():

        def share(number, turn=turn):
            names, order = [*expected] * ROUNDS, random.Random(f"{turn} {number}")
            order.shuffle(names)
            return {name: told(call(*functions[name]), shared) for name in names}

        differ.update(differing(expected, at_once(share)))
        if time.monotonic() > end:
            break
        home = folder / f"turn {turn}"
        home.mkdir()
        own = at_once(lambda number, home=home, turn=turn: call_all(home / f"{number}", random.Random(f"{turn} {number}")))
        differ.update(differing(same, own))
        shutil.rmtree(home)
    print(len(same), len(expected), sorted(differ))


if __name__ == "__main__":
    hammer(Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 0)
