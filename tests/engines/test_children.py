"""Child processes: they end with their host, however it ends, and forked processes do not share them."""

import gc
import os
import signal
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import pytest
from made_engines import ends, is_alive, made_engine, until

from cpoker_fast.engines import Engine, children, process_groups
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


def check_that_they_end(process, numbers):
    process.wait(30)
    process.stdout.close()
    assert all(map(ends, numbers))


@pytest.mark.parametrize("ending", ["", "os._exit(0)", "os.kill(os.getpid(), signal.SIGKILL)"], ids=["end", "_exit", "9"])
def test_engines_end_with_their_host(ending, tmp_path):
    if "SIGKILL" in ending and os.name != "posix":
        pytest.skip("there is no SIGKILL")
    process, keeper, numbers = host(ending, made_engine(tmp_path, STUBBORN))
    check_that_they_end(process, numbers + [keeper] * (keeper > 0))


@posix
def test_engines_end_with_a_host_whose_keeper_was_killed(tmp_path):
    more = "os.kill(keeper, signal.SIGKILL); os.waitpid(keeper, 0); more = Engine(sys.argv[1])\n"
    more += "print(more._child.id, flush=True); time.sleep(600)"
    process, _, numbers = host(more, made_engine(tmp_path, STUBBORN))
    numbers.append(int(process.stdout.readline()))
    process.kill()
    check_that_they_end(process, numbers)


@posix
def test_a_keeper_that_was_killed_starts_again_with_the_next_match(tmp_path):
    with Engine(made_engine(tmp_path)) as engine:
        before = process_groups._keeper._process
        engine.match("pagat", 2)
        assert process_groups._keeper._process is before
        before.kill()
        until(lambda: before.poll() is not None)
        engine.match("pagat", 2)
        assert process_groups._keeper._process is not before
        assert process_groups._keeper._process.poll() is None


# ---- Ctrl-C ----
def interrupted_at(number, start, monkeypatch):
    """Call a function, and raise KeyboardInterrupt before a line of the modules; return whether it came so far."""
    files, lines, real, begun = {children.__file__, process_groups.__file__}, iter(range(number)), subprocess.Popen, []

    def note(*arguments, **options):
        begun.append(real(*arguments, **options))
        return begun[-1]

    def trace(frame, event, _):
        if frame.f_code.co_filename not in files:
            return None
        if event == "line" and next(lines, None) is None:
            sys.settrace(None)
            raise KeyboardInterrupt
        return trace

    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "Popen", note)
        before = sys.gettrace()
        sys.settrace(trace)
        try:
            child = start()
        except KeyboardInterrupt:
            while process_groups.LOCK._is_owned():  # a tracer can raise at the end of `with`, where Python handles no Ctrl-C
                process_groups.LOCK.release()
            return True, begun
        finally:
            sys.settrace(before)
    child.kill()
    child.close()
    return False, begun


@posix
def test_ctrl_c_at_the_start_leaves_no_process(monkeypatch):
    groups = process_groups._keeper._groups
    before, number, goes_on = set(groups), 0, True
    while goes_on:
        process_groups._keeper.end()  # it starts again
        goes_on, begun = interrupted_at(number, lambda: Child(["sleep", "600"]), monkeypatch)
        assert all(ends(process.pid) for process in begun if process.args[0] == "sleep"), number
        assert groups == before, number
        number += 2  # each second line: enough, and sooner
    assert number > 10
    process_groups._keeper.check()


@posix
def test_ctrl_c_at_the_end_leaves_no_process(tmp_path):
    """Ctrl-C in the wait for an engine that goes on kills it."""
    engine = Engine(made_engine(tmp_path, "def quit(message):\n    time.sleep(600)\n"))
    engine._lines.exchange(b'{"type":"quit"}\n', 1.0, None)
    threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        engine._child.close()
    assert not is_alive(engine._child.id)
    assert engine._child.id not in process_groups._keeper._groups


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
def test_engines_have_process_groups_of_their_own(tmp_path):
    """Ctrl-C in the terminal does not reach them; the keeper knows those that run."""
    groups = process_groups._keeper._groups
    before = set(groups)
    with Engine(made_engine(tmp_path)) as engine:
        assert os.getpgid(engine._child.id) == os.getsid(engine._child.id) == engine._child.id
        engine.ping()
        assert groups == before | {engine._child.id}
    assert groups == before


def test_no_zombies_and_no_open_pipes(tmp_path):
    """A killed engine is reaped, and its pipes, which are not inherited, are closed."""
    engine = Engine(made_engine(tmp_path))
    child = engine._child
    pipes = (child.stdin, child.stdout, child.stderr)
    assert not any(map(os.get_inheritable, pipes))
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
    command = [sys.executable, "-P", "-c", FORKING, made_engine(tmp_path)]
    process = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert process.stdout == "works True\n", process.stderr


def test_a_child_that_cannot_be_started():
    with pytest.raises(OSError, match="no-such-program"):
        Child(["no-such-program"])
    assert Path(process_groups.__file__).with_name("keeper.py").is_file()
