"""Tasks for other processes: bots are sent by reference if they can be imported, and otherwise by value."""

from __future__ import annotations

import pickle
import sys
from concurrent.futures import Executor, Future
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from types import FunctionType
from typing import Any

from cpoker_fast.display.quoting import shorten
from cpoker_fast.errors import SimulationError
from cpoker_fast.players import EngineBot
from cpoker_fast.studies.tasks import Task

__all__ = ["Sender"]

_MAIN = "__main__"
_MOVE = "define it in a module that they can import, with only attributes that can be pickled"
_CLOUDPICKLE = "cloudpickle"
_INSTALL = f", or install {_CLOUDPICKLE}"


class _ByReference(pickle.Pickler):
    """A pickler that rejects classes and functions of `__main__`, which is another module in other processes."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, type | FunctionType) and value.__module__ == _MAIN:
            raise pickle.PicklingError(f"{value.__qualname__} is defined in {_MAIN}")
        return NotImplemented


def _by_reference(value: object, *, refer_to_main: bool) -> bytes:
    stream = BytesIO()
    (pickle.Pickler if refer_to_main else _ByReference)(stream).dump(value)
    return stream.getvalue()


def _packed(value: object) -> bytes:
    """Pickle a value for other processes.

    cloudpickle sends classes and functions by value if other processes cannot import them. Without cloudpickle, classes and
    functions of a script are sent by reference: other processes run the script to find them, or report an error. Those of a
    notebook are rejected: a notebook has no script to run, and a forked process may have an older version of a cell.
    """
    if _CLOUDPICKLE not in sys.modules:
        with suppress(Exception):
            return _by_reference(value, refer_to_main=False)
    is_script = getattr(sys.modules.get(_MAIN), "__file__", None) is not None
    try:
        from cloudpickle import dumps
    except ImportError:
        return _by_reference(value, refer_to_main=is_script)
    try:
        packed: bytes = dumps(value)
    except Exception:
        with suppress(Exception):
            return _by_reference(value, refer_to_main=is_script)
        raise
    return packed


def _packed_task(task: Task) -> bytes:
    """Pickle a task for other processes; SimulationError, with the name of the bot or of another part, if that fails."""
    try:
        return _packed(task)
    except Exception as error:
        problem, subject = error, "the players"
    for name, part in task.parts():
        try:
            _packed(part)
        except Exception as error:
            problem, subject = error, name
            break
    hint = _MOVE + _INSTALL * (_CLOUDPICKLE not in sys.modules)
    raise SimulationError(f"{subject} cannot be sent to other processes: {shorten(problem)}: {hint}") from problem


# ---- in the other process ----


def _cloudpickle_would_help(problem: str) -> bool:
    """Whether cloudpickle is missing, and would solve the problem."""
    try:
        import cloudpickle  # noqa: F401
    except ImportError:
        return _MAIN in problem or _CLOUDPICKLE in problem
    return False


_MOST_TASKS = 4  # cached in each process
_tasks: dict[bytes, Task] = {}


def _play_sent(key: bytes, packed: bytes | None, chunk: int) -> Any:
    """Play a chunk of the task with a key; None if `packed` is None and this process does not have the task."""
    task = _tasks.get(key)
    if task is None:
        if packed is None:
            return None
        for other in tuple(_tasks.values()):
            _close_free_engines(other)
        if len(_tasks) >= _MOST_TASKS:
            _tasks.clear()
        try:
            task = pickle.loads(packed)
        except Exception as error:
            problem = f"{type(error).__name__}: {shorten(error)}"
            hint = f"move them into a module that it can import{_INSTALL * _cloudpickle_would_help(problem)}"
            raise SimulationError(f"another process cannot load the bots: {problem}: {hint}") from error
        _tasks[key] = task
    return task.play(chunk)


def _close_free_engines(task: Task) -> None:
    """End the engines of a task, unless another thread plays with them."""
    for bot in task.bots:
        if isinstance(bot, EngineBot):
            bot.close_free()


# ---- in this process ----


class Sender:
    """Sends the chunks of a task to an executor. The task itself goes with the first chunks, and to processes that lack it.

    Parameters
    ----------
    task : Task
        Task to play; SimulationError if it cannot be sent.
    executor : Executor
        Processes, which may be on other machines.
    first : int
        Number of first chunks that are sent together with the task.
    """

    def __init__(self, task: Task, executor: Executor, first: int) -> None:
        self._executor, self._packed, self._first = executor, _packed_task(task), first
        self._key = sha256(self._packed).digest()

    def submit(self, chunk: int, again: bool) -> Future[Any]:
        """Submit a chunk; the result is None if the process lacks the task. If so, submit with ``again=True``."""
        with_task = again or self._first > 0
        self._first -= 1
        return self._executor.submit(_play_sent, self._key, self._packed if with_task else None, chunk)

    def close(self) -> None:
        """Forget the task in this process, where an executor of threads plays it, and end its engines."""
        task = _tasks.pop(self._key, None)
        if task is not None:
            _close_free_engines(task)
