"""Processes that start others in every possible way, and several interpreters in one process."""

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import pytest

# Threads of the package have run before each of these, and other threads continue meanwhile.
START = """
import multiprocessing, os, sys, threading, time, warnings
import numpy as np
import cpoker_fast as cp
warnings.simplefilter("ignore", DeprecationWarning)  # a fork among threads is what is tried here

decks = cp.deal_many(20_000, seed=1)

def work():
    return [
        cp.strengths(decks[:, 0, :5].copy(), threads=4).tobytes(), cp.settle_many(decks, "pagat", threads=4).tobytes(),
        cp.best_royalties_many(decks[:500, 0].copy(), "pagat", threads=4)[0].tobytes(),
        repr(cp.simulate("pineapple", ["swift", "careful"], 20, seed=1, workers=2)), cp.arrange(decks[0, 0], "pagat").board,
    ]

def keep_busy(until):
    while not until.is_set():
        work()
"""
FORK = """
expected, done = work(), threading.Event()
others = [threading.Thread(target=keep_busy, args=[done]) for _ in range(2)]
for other in others:
    other.start()
children = []
for _ in range(20):
    child = os.fork()
    if not child:
        os._exit(work() != expected)
    children.append(child)
print(sum(os.waitpid(child, 0)[1] for child in children))
done.set()
for other in others:
    other.join()
"""
FORK_WHILE_LOADING = """
from cpoker_fast.thinking import networks

loading, read = threading.Event(), networks.read_networks

def slowly(rules):
    loading.set()
    time.sleep(1)
    return read(rules)

networks.read_networks = slowly
other = threading.Thread(target=cp.simulate, args=["pineapple", ["swift", "swift"], 5], kwargs={"seed": 1})
other.start()
assert loading.wait(60)
child = os.fork()
if not child:
    os._exit(not networks.has_networks(cp.rules("pineapple")))
print(os.waitpid(child, 0)[1])
other.join()
"""
STARTED = """
def main():
    expected = work()
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        results = [pool.apply_async(work) for _ in range(4)]
        print(sum(result.get() != expected for result in results))

if __name__ == "__main__":
    main()
"""
INTERPRETER = """
import importlib.util
name = "_interpreters" if importlib.util.find_spec("_interpreters") else "_xxsubinterpreters"
interpreters = __import__(name)
import cpoker_fast as cp
print(cp.strength("As Ks Qs Js Ts"))

code = '''
try:
    import cpoker_fast as cp
    assert cp.strength("As Ks Qs Js Ts") == 7916
    print("works")
except ImportError as error:
    print("refused:", error)
'''
one = interpreters.create()
assert not interpreters.run_string(one, code)
interpreters.destroy(one)
print(cp.strength("As Ks Qs Js Ts"))
"""


# On macOS, libraries of the system may crash in a child that was forked while threads run.
CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"


def run(folder, code, *arguments):
    script = Path(folder, "script.py")
    script.write_text(code, encoding="utf-8")
    process = subprocess.run(
        [sys.executable, "-u", "-P", script, *arguments], capture_output=True, text=True, check=False, timeout=300,
        cwd=folder,
    )  # fmt: skip
    sys.stderr.write(process.stderr)  # errors of children
    assert process.returncode == 0
    return process.stdout


WAYS = {
    "forked amid threads": (FORK,) if CAN_FORK else None,
    "forked while another thread loads networks": (FORK_WHILE_LOADING,) if CAN_FORK else None,
    **{method: (STARTED, method) if CAN_FORK or method != "fork" else None
       for method in multiprocessing.get_all_start_methods()},
}  # fmt: skip


@pytest.mark.parametrize("way", [name for name, way in WAYS.items() if way])
def test_every_way_to_start_a_process(tmp_path, way):
    """A child works with threads of its own."""
    code, *method = WAYS[way]
    assert run(tmp_path, START + code, *method) == "0\n"


def test_a_second_interpreter_is_refused_in_words(tmp_path):
    """Modules have tables for the process: a second load raises ImportError, and the first interpreter continues."""
    before, refusal, after = run(tmp_path, INTERPRETER).splitlines()
    assert refusal.startswith("refused: ")
    assert "one interpreter per process" in refusal or "does not support loading in subinterpreters" in refusal
    assert before == after == "7916"
