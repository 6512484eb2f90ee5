"""Playing the chunks of a study: in this thread, on several threads or by an executor, and adding their counts."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import replace
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, Protocol, TypeAlias

from cpoker_fast.display.progress import Progress
from cpoker_fast.studies.checkpoint import Totals
from cpoker_fast.studies.sending import Sender
from cpoker_fast.studies.tasks import Task

__all__ = ["play_chunks"]

_Results: TypeAlias = Generator[tuple[int, Any], None, None]


class Results(Protocol):
    """Results of the chunks of a study, such as a checkpoint."""

    @property
    def counts(self) -> Totals:
        """Counts of all played chunks."""

    def has(self, chunk: int, /) -> bool:
        """Whether the results include a chunk."""

    def add(self, chunk: int, result: Any, /) -> None:
        """Add the result of a chunk."""


def play_chunks(task: Task, saved: Results, chunks: int, executor: Executor | None, workers: int, report: Progress) -> None:
    """Play the first chunks of a task, except those in the saved results, and add their results to these.

    Parameters
    ----------
    task : Task
    saved : Results
    chunks : int
        Number of first chunks.
    executor : Executor or None
        Executor that plays; None for threads.
    workers : int
        Number of threads, or of chunks that the executor plays at the same time.
    report : function
        Function that is called with the progress after each chunk.
    """
    missing = (chunk for chunk in range(chunks) if not saved.has(chunk))
    with closing(_results(task, missing, executor, workers)) as results:
        for chunk, result in results:
            saved.add(chunk, result)
            report(saved.counts.played, task.size)


def _results(task: Task, chunks: Iterator[int], executor: Executor | None, workers: int) -> _Results:
    """Yield chunks with their counts as they finish, with few chunks in progress at any time."""
    if executor is not None:
        return _by_executor(task, chunks, executor, 2 * workers)
    if workers > 1:
        return _by_threads(task, chunks, workers)
    return ((chunk, task.play(chunk)) for chunk in chunks)


def _by_threads(task: Task, chunks: Iterator[int], workers: int) -> _Results:
    """Play chunks on threads.

    There is no `Future` here: Ctrl-C may end the calling thread while it holds the lock of a `Future`, and the other threads
    would then wait forever. A SimpleQueue has no such lock.
    """
    stop = Event()
    stoppable = replace(task, stop=stop)
    waiting: SimpleQueue[int | None] = SimpleQueue()
    finished: SimpleQueue[tuple[int, Any]] = SimpleQueue()

    def play_waiting() -> None:
        while (chunk := waiting.get()) is not None and not stop.is_set():
            try:
                finished.put((chunk, stoppable.play(chunk)))
            except BaseException as error:
                finished.put((chunk, error))

    def next_result() -> tuple[int, Any]:
        chunk, counts = finished.get()
        if not isinstance(counts, BaseException):
            return chunk, counts
        try:
            raise counts
        finally:
            del counts  # breaks a cycle: the traceback of the error refers to this frame

    threads: list[Thread] = []
    in_progress = 0
    try:
        for chunk in chunks:
            if len(threads) < workers:
                threads.append(Thread(target=play_waiting, daemon=True))
                threads[-1].start()
            waiting.put(chunk)
            in_progress += 1
            if in_progress >= 2 * workers:
                in_progress -= 1
                yield next_result()
        for _ in range(in_progress):
            yield next_result()
    finally:
        stop.set()
        for _ in threads:
            waiting.put(None)
        for thread in threads:
            if thread.ident is not None:  # None if Ctrl-C came before the thread started
                thread.join()
        while not finished.empty():  # breaks a cycle: tracebacks of errors refer to the queue
            finished.get()


def _by_executor(task: Task, chunks: Iterator[int], executor: Executor, most: int) -> _Results:
    """Send chunks to an executor, at most `most` at a time."""
    sender = Sender(task, executor, most)
    in_progress: dict[Future[Any], int] = {}
    finished: SimpleQueue[Future[Any]] = SimpleQueue()

    def submit(chunk: int, *, again: bool) -> None:
        future = sender.submit(chunk, again)
        in_progress[future] = chunk
        future.add_done_callback(finished.put)

    try:
        for chunk in chunks:
            submit(chunk, again=False)
            if len(in_progress) >= most:
                yield from _finished(finished.get(), in_progress, submit)
        while in_progress:
            yield from _finished(finished.get(), in_progress, submit)
    finally:
        for future in in_progress:
            future.cancel()
        sender.close()


def _finished(
    future: Future[Any], in_progress: dict[Future[Any], int], submit: Callable[..., None]
) -> Iterator[tuple[int, Any]]:
    chunk, counts = in_progress.pop(future), future.result()
    if counts is None:  # the process lacks the task
        submit(chunk, again=True)
    else:
        yield chunk, counts
