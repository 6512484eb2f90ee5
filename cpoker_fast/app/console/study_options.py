"""The options that `simulate` and `tournament` share: how many deals are played, where, and what is written."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from importlib.machinery import PathFinder
from typing import Any, NamedTuple, Protocol, TypeVar

import click

from cpoker_fast.app.console.arguments import bots_in_words, equilibrium_with_progress
from cpoker_fast.app.console.bad_input import BadInput, quoted_value
from cpoker_fast.app.console.common_options import json_option
from cpoker_fast.app.console.completion import complete_bots
from cpoker_fast.app.console.output import check_chart, check_folders, save_chart, wrapped
from cpoker_fast.app.console.work import Interrupted
from cpoker_fast.display.quoting import shorten
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError
from cpoker_fast.players import EngineBot
from cpoker_fast.players.package_bots import BOTS
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.exports import check_parquet
from cpoker_fast.system.extras import install_command

__all__ = [
    "Study", "StudyArguments", "players_option", "prepare_bots", "show_faults", "study_options", "studying",
    "write_files",
]  # fmt: skip

_C = TypeVar("_C", bound=Callable[..., Any])

_LONGEST_PROBLEM = 160  # characters of the error of a library
_LONGEST_FAULT = 400  # characters of the error of a bot, with its hand


class StudyArguments(NamedTuple):
    """Arguments that simulations and tournaments share."""

    deals: int
    seed: int | None
    workers: int
    on_fault: str
    time_limit: float | None
    dask: str | None
    """Address of the scheduler of a cluster."""
    checkpoint: str | None
    records: str | None
    """File for the records of all deals."""
    csv: str | None
    parquet: str | None
    plot: str | None


def players_option(number: str) -> Callable[[_C], _C]:
    """Return a decorator that adds the option ``--players``; its help begins with the number of bots."""
    return click.option(
        "--players", required=True, metavar="NAME,NAME...", shell_complete=complete_bots, help=f"{number} {bots_in_words()}"
    )


def study_options(row: str, *, deals: str, on_fault: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds the options, which a command receives as `arguments` and `as_json`.

    Parameters
    ----------
    row : str
        What a row of the result is: ``'player'``.
    deals : str
        Help of ``--deals``.
    on_fault : {'error', 'foul'}
        Default of ``--on-fault``.
    """

    def with_options(command: Callable[..., None]) -> Callable[..., None]:
        @click.option("--deals", default=10_000, show_default=True, help=deals)
        @click.option(
            "--seed",
            type=int,
            help="Seed; the same seed gives the same result. Default: the seed of the checkpoint, or a new seed.",
        )
        @click.option(
            "--workers",
            default=0,
            show_default=True,
            help="Number of threads, or of chunks at a time with --dask; 0: one per CPU.",
        )
        @click.option(
            "--on-fault",
            type=click.Choice(["error", "foul"]),
            default=on_fault,
            show_default=True,
            help="What follows a fault (an error, a late or invalid placement): 'error' ends the command, 'foul' fouls the "
            "hand.",
        )
        @click.option("--time-limit", type=float, metavar="SECONDS", help="Time limit of a bot for each hand or placement.")
        @click.option("--dask", metavar="ADDRESS", help="Run on the Dask cluster of this scheduler.")
        @click.option("--checkpoint", metavar="FILE", help="Save the counts to this file; resume from it if it exists.")
        @click.option(
            "--records",
            metavar="FILE",
            help="Also write each single deal to this file, for `cpoker replay` and `review`.",
        )
        @click.option("--csv", metavar="FILE", help=f"Also write a CSV file, one row per {row}.")
        @click.option("--parquet", metavar="FILE", help=f"Also write a Parquet file, one row per {row}.")
        @click.option("--plot", metavar="FILE", help="Also draw a chart: .png, .svg or .pdf.")
        @json_option
        @functools.wraps(command)
        def run(**options: Any) -> None:
            arguments = StudyArguments(*(options.pop(name) for name in StudyArguments._fields))
            command(arguments=arguments, **options)

        return run

    return with_options


@contextmanager
def studying(arguments: StudyArguments, deals_to: str | None = None) -> Iterator[Executor | None]:
    """Check the arguments about files, and yield the executor of the cluster, or None.

    `deals_to`: folder to which the study writes single deals, if any.

    Raises BadInput for invalid input or an OSError of the block, and Interrupted, which says what was saved, after Ctrl-C.
    """
    files = {name: getattr(arguments, name) for name in ("checkpoint", "records", "csv", "parquet")}
    check_folders(**files)
    check_chart(arguments.plot)
    if arguments.parquet is not None:
        check_parquet()
    with ExitStack() as stack:
        executor = None if arguments.dask is None else _cluster(stack, arguments.dask)
        try:
            yield executor
        except KeyboardInterrupt:
            state = "nothing was saved; --checkpoint FILE saves the counts"
            if deals_to is not None:
                state = f"{deals_to} has the files of deals so far, but no counts; --checkpoint FILE saves them"
            if arguments.checkpoint is not None:
                folder = "" if deals_to is None else f", and the deals in {deals_to}"
                state = f"the counts so far are in {arguments.checkpoint}{folder}. The same command continues"
            if arguments.records is not None:
                state += f"; {arguments.records} is written at the end, and was not"
            raise Interrupted(f"{state}.") from None
        except OSError as error:  # such as a lost cluster
            raise BadInput(str(error)) from None


def _cluster(stack: ExitStack, address: str) -> Executor:
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise BadInput(f"--dask needs the library distributed: run `{install_command('dask')}`") from None
    try:
        client: Any = stack.enter_context(Client(address, timeout="10s"))
    except (OSError, ValueError) as error:
        raise BadInput(f"--dask {quoted_value(address)}: {shorten(error, _LONGEST_PROBLEM)}") from None
    executor: Executor = client.get_executor()
    return executor


@contextmanager
def prepare_bots(bots: Sequence[tuple[str, Any]], rules: Rules, executor: Executor | None) -> Iterator[list[Any]]:
    """Yield the bots of `read_bots`, ready to be sent to the executor.

    The equilibrium of the rules is computed if a bot needs it and it is not cached, with a progress bar.
    """
    named_bots = [bot for _, bot in bots]
    if rules.is_closed and any(map(_needs_equilibrium, named_bots)):
        equilibrium_with_progress(rules)
    with ExitStack() as stack:
        if executor is not None:
            _send_by_value(stack, bots)
        yield named_bots


def _needs_equilibrium(bot: Any) -> bool:
    """Return whether a bot of closed games is the name of one that needs the equilibrium of the rules."""
    return isinstance(bot, str) and bot in BOTS and "field" in BOTS[bot].options


def _send_by_value(stack: ExitStack, bots: Sequence[tuple[str, Any]]) -> None:
    """Let bots of modules in the current folder be sent to a cluster as a whole, since its workers cannot import them."""
    import cloudpickle

    for name in {text.partition(":")[0] for text, bot in bots if ":" in text and not isinstance(bot, str | EngineBot)}:
        if PathFinder.find_spec(name.partition(".")[0]) is None:
            module = sys.modules[name]
            cloudpickle.register_pickle_by_value(module)
            stack.callback(cloudpickle.unregister_pickle_by_value, module)


class Study(Protocol):
    """A result that becomes files and charts."""

    def to_csv(self, path: str | None = None) -> str:
        """Write a CSV file."""

    def to_parquet(self, path: str) -> None:
        """Write a Parquet file."""

    def plot(self) -> Any:
        """Draw a chart."""


def write_files(study: Study, arguments: StudyArguments) -> None:
    """Write the files that the options ask for."""
    for path, write in ((arguments.csv, study.to_csv), (arguments.parquet, study.to_parquet)):
        if path is not None:
            try:
                write(path)
            except CpokerError as error:
                raise BadInput(error) from None
    if arguments.plot is not None:
        save_chart(study, arguments.plot)


def show_faults(names: Sequence[str], faults: Sequence[int], first_faults: Mapping[str, str]) -> None:
    """Print the number of faults of each bot with faults, and the text of its first one."""
    from cpoker_fast.engines.messages import printable  # imported here: most studies have no faults

    for name, number in zip(names, faults, strict=True):
        if number:
            print(wrapped(f"{name}: {counted(number, 'fault')}, settled as fouls"))
            if name in first_faults:
                print(wrapped(f"  first: {printable(first_faults[name], _LONGEST_FAULT)}"))
