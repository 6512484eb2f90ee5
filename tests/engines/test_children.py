"""Child processes: they end with their host, however it ends, and forked processes do not share them."""

import gc
import os
import signal
import subprocess
import sys
import weakref
from pathlib import Path

import pytest
from made_engines import ends, is_alive, made_engine, until

from cpoker_fast.engines import Engine, process_groups
from cpoker_fast.engines.children import Child
from cpoker_fast.errors import EngineError

posix = pytest.mark.skipif(os.name != "posix", reason="there are no process groups")
CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"

# Engines that ignore the end of their input.
STUBBORN = "good = hello\ndef hello(message):\n    say(good(message))\n    time.sleep(600)\n"

HOST = """
import os, signal, sys, time
from cpoker_fast.engines import Engine, children, process_groups
children._SECONDS_TO_END = 0.3
engines = [Engine(sys.argv[1]) for _ in range(2)]
keeper = process_groups._keeper._process.pid if os.name == "posix" else 0
print(keeper, *[engine._child.id for engine in engines], flush=True)
sys.stdin.readline()
"""


def host(code, command):
    """Start a host with two engines; return its process, its keeper and its engines."""
    arguments, pipe = [sys.executable, "-P", "-c", HOST + code, command], subprocess.PIPE
    process = subprocess.Popen(arguments, stdin=pipe, stdout=pipe, text=True)
    keeper, *numbers = map(int, process.stdout.readline().split())
    assert all(map(is_alive, numbers))
    process.stdin.close()  # it goes on
    return process, keeper, numbers


@pytest.mark.parametrize(
    "ending",
    ["", "os._exit(0)", "os.kill(os.getpid(), signal.SIGKILL)"],
    ids=["end", "_exit", "9"],
)
def test_engines_end_with_their_host(ending, tmp_path):
    if "SIGKILL" in ending and os.name != "posix":
        pytest.skip("there is no SIGKILL")
    process, keeper, numbers = host(ending, made_engine(tmp_path, STUBBORN))
    process.wait(30)
    process.stdout.close()
    assert all(map(ends, numbers))
    assert not keeper or ends(keeper)


@posix
def test_engines_end_with_a_host_whose_keeper_was_killed(tmp_path):
    more = "os.kill(keeper, signal.SIGKILL); os.waitpid(keeper, 0); more = Engine(sys.argv[1])\n"
    more += "print(more._child.id, flush=True); time.sleep(600)"
    process, _, numbers = host(more, made_engine(tmp_path, STUBBORN))
    numbers.append(int(process.stdout.readline()))
    process.kill()
    process.wait(30)
    process.stdout.close()
    assert all(map(ends, numbers))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there is nowhere to read its signals")
def test_the_keeper_ignores_the_signals_of_a_terminal(tmp_path):
    def signals(state):
        status = Path(f"/proc/{keeper.pid}/status").read_text()
        return int(status.partition(f"{state}:")[2].split()[0], 16)

    def ignores_hang_up():  # the last signal that it learns to ignore
        return signals("SigIgn") >> (signal.SIGHUP - 1) & 1

    def pending_signals():
        return signals("SigPnd") | signals("ShdPnd")

    with Engine(made_engine(tmp_path)):
        keeper = process_groups._keeper._process
        until(ignores_hang_up)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(keeper.pid, number)
        until(lambda: not pending_signals())
        assert keeper.poll() is None


@posix
def test_the_keeper_knows_only_engines_that_run(tmp_path):
    groups = process_groups._keeper._groups
    before = set(groups)
    with Engine(made_engine(tmp_path)) as engine:
        assert groups == before | {engine._child.id}
    assert groups == before


@posix
def test_ctrl_c_in_the_terminal_does_not_reach_engines(tmp_path):
    with Engine(made_engine(tmp_path)) as engine:
        assert os.getpgid(engine._child.id) == os.getsid(engine._child.id) == engine._child.id
        engine.ping()


def test_pipes_are_not_inherited(tmp_path):
    with Engine(made_engine(tmp_path)) as engine:
        child = engine._child
        assert not any(map(os.get_inheritable, (child.stdin, child.stdout, child.stderr)))


def test_no_zombies_and_no_open_pipes(tmp_path):
    """A killed engine is reaped, and its pipes are closed."""
    engine = Engine(made_engine(tmp_path))
    child = engine._child
    pipes = (child.stdin, child.stdout, child.stderr)
    engine.kill()
    assert child._process.returncode is not None
    if os.name == "posix":
        with pytest.raises(ChildProcessError):
            os.waitpid(child.id, 0)
    for pipe in pipes:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(pipe)


def test_an_engine_ends_with_its_object(tmp_path):
    engine = Engine(made_engine(tmp_path))
    number, reference = engine._child.id, weakref.ref(engine)
    del engine
    gc.collect()
    assert reference() is None
    assert ends(number)


def test_an_engine_that_was_killed_from_outside(tmp_path):
    with Engine(made_engine(tmp_path)) as engine:
        os.kill(engine._child.id, getattr(signal, "SIGKILL", signal.SIGTERM))
        until(lambda: not is_alive(engine._child.id))
        with pytest.raises(EngineError, match="was ended by signal 9" if os.name == "posix" else "ended with exit code"):
            engine.ping()
        assert not engine.is_running


FORKING = """
import multiprocessing, os, sys, warnings
import cpoker_fast as cp
from cpoker_fast.engines import Engine
from cpoker_fast.errors import EngineError
warnings.simplefilter("ignore", DeprecationWarning)

engine = Engine(sys.argv[1])
child = engine._child
pipes = (child.stdin, child.stdout, child.stderr)

def file_of(number):
    try:
        return os.fstat(number).st_ino
    except OSError:
        return None

files = [*map(file_of, pipes)]

def in_child():
    assert not engine.is_running
    assert not {*files} & {*map(file_of, range(100))}  # the numbers may be those of other files
    try:
        engine.ping()
    except EngineError as error:
        assert "has ended" in str(error)
    else:
        raise AssertionError
    engine.quit()
    with Engine(sys.argv[1]) as own:
        own.ping()
        assert own._child.id != child.id
    return "works"

number = os.fork()
if not number:
    code = 1
    try:
        code = in_child() != "works"
    finally:
        os._exit(code)
assert os.waitpid(number, 0)[1] == 0
engine.ping()
with multiprocessing.get_context("fork").Pool(1) as pool:
    assert pool.apply(in_child) == "works"
engine.ping()
print("works", engine.is_running)
"""


@pytest.mark.skipif(not CAN_FORK, reason="there is no fork")
def test_forked_processes_have_engines_of_their_own(tmp_path):
    command = made_engine(tmp_path)
    process = subprocess.run(
        [sys.executable, "-P", "-c", FORKING, command], capture_output=True, text=True, check=False, timeout=60
    )
    assert process.stdout == "works True\n", process.stderr


def test_a_child_that_cannot_be_started():
    with pytest.raises(OSError, match="no-such-program"):
        Child(["no-such-program"])


def test_the_keeper_is_a_file_of_the_package():
    assert Path(process_groups.__file__).with_name("keeper.py").is_file()
