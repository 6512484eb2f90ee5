"""`cpoker simulate`: play many deals between bots."""

from __future__ import annotations

import sys
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import replace
from importlib.machinery import PathFinder
from typing import Any

import click

from cpoker_fast.commands.completion import complete_bots
from cpoker_fast.commands.inputs import (
    BadInput,
    bots_in_words,
    closed_option,
    equilibrium,
    is_watched,
    json_option,
    quoted_value,
    read_bots,
    rules_option,
)
from cpoker_fast.commands.output import check_chart, check_folders, print_json, save_chart, table_lines, wrapped
from cpoker_fast.commands.work import Interrupted
from cpoker_fast.display.quoting import shorten
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError
from cpoker_fast.players import CLOSED_BOTS, command_of
from cpoker_fast.rulebook import Rules
from cpoker_fast.studies import Simulation, simulate
from cpoker_fast.system.extras import install_command

__all__ = ["simulate_deals"]

_LONGEST_PROBLEM = 160  # characters of the error of a library


def _needs_equilibrium(bot: Any) -> bool:
    """Return whether a bot of closed games is the name of one that needs the equilibrium of the rules."""
    return isinstance(bot, str) and CLOSED_BOTS[bot].takes_field


def _with_surrender(rules: Rules, surrender: int | None, is_forbidden: bool) -> Rules:
    """Return the rules with the surrender from the command line; raise UsageError for open-face rules."""
    if surrender is None and not is_forbidden:
        return rules
    if rules.is_open_face:
        option = "--no-surrender" if is_forbidden else "--surrender"
        raise click.UsageError(f"{option} is for closed games: open-face games have no surrender")
    return replace(rules, surrender=surrender)


def _cluster(stack: ExitStack, address: str) -> Executor:
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise BadInput(f"--dask requires one more library: run `{install_command('dask')}`") from None
    try:
        client: Any = stack.enter_context(Client(address, timeout="10s"))
    except (OSError, ValueError) as error:
        raise BadInput(f"--dask {quoted_value(address)}: {shorten(error, _LONGEST_PROBLEM)}") from None
    executor: Executor = client.get_executor()
    return executor


def _send_by_value(stack: ExitStack, bots: list[tuple[str, Any]]) -> None:
    """Let bots of modules in the current folder be sent to a cluster as a whole, since its workers cannot import them."""
    import cloudpickle

    for name in {text.partition(":")[0] for text, _ in bots if ":" in text and command_of(text) is None}:
        if PathFinder.find_spec(name.partition(".")[0]) is None:
            module = sys.modules[name]
            cloudpickle.register_pickle_by_value(module)
            stack.callback(cloudpickle.unregister_pickle_by_value, module)


@click.command("simulate", short_help="Play many deals between bots.")
@rules_option
@closed_option
@click.option(
    "--players",
    required=True,
    metavar="NAME,NAME...",
    shell_complete=complete_bots,
    help=f"Two to four bots. {bots_in_words()}",
)
@click.option("--surrender", type=click.IntRange(0), metavar="N", help="Allow a surrender for N points to each opponent.")
@click.option("--no-surrender", is_flag=True, help="Allow no surrender, even if the rules do.")
@click.option("--deals", default=10_000, show_default=True, help="Number of deals.")
@click.option(
    "--seed",
    type=int,
    help="Seed; the same seed gives the same result. Default: the seed of the checkpoint, or a new seed.",
)
@click.option(
    "--duplicate/--no-duplicate",
    default=None,
    help="Replay each deal with the hands rotated through the seats. Default: yes, unless all bots are the same.",
)
@click.option(
    "--workers", default=0, show_default=True, help="Number of threads, or of chunks at a time with --dask; 0: one per CPU."
)
@click.option(
    "--on-fault",
    type=click.Choice(["error", "foul"]),
    default="error",
    show_default=True,
    help="If a bot of your own fails, is too slow or makes an invalid decision: end with an error, or foul the hand.",
)
@click.option("--time-limit", type=float, metavar="SECONDS", help="Time limit of a bot for each hand or placement.")
@click.option("--dask", "address", metavar="ADDRESS", help="Run on the Dask cluster of this scheduler.")
@click.option("--checkpoint", metavar="FILE", help="Save the counts to this file; resume from it if it exists.")
@click.option("--csv", metavar="FILE", help="Also write a CSV file, one row per player.")
@click.option("--parquet", metavar="FILE", help="Also write a Parquet file, one row per player.")
@click.option("--plot", "chart", metavar="FILE", help="Also draw a chart: .png, .svg or .pdf.")
@json_option
def simulate_deals(
    rules: Rules,
    closed: bool,
    players: str,
    surrender: int | None,
    no_surrender: bool,
    deals: int,
    seed: int | None,
    duplicate: bool | None,
    workers: int,
    on_fault: str,
    time_limit: float | None,
    address: str | None,
    checkpoint: str | None,
    csv: str | None,
    parquet: str | None,
    chart: str | None,
    as_json: bool,
) -> None:
    """Play many deals between bots, and print the points of each bot per table and other statistics.

    +- 95% is the margin of error of the points; --json also has standard errors. The columns front, middle
    and back are shares of rows won; a tie counts half. Scoops and royalties are per table.

    \b
    cpoker simulate --players expert,balanced --deals 20000 --seed 1
    cpoker simulate --rules one-six --players expert,royalties,random --checkpoint run.json
    cpoker simulate --players mine:set_board,expert --surrender 1 --on-fault foul
    cpoker simulate --rules pineapple --players careful,random
    """  # noqa: D301
    if surrender is not None and no_surrender:
        raise click.UsageError("give --surrender or --no-surrender, not both")
    check_folders(checkpoint=checkpoint, csv=csv, parquet=parquet)
    check_chart(chart)
    with ExitStack() as stack:
        executor = None if address is None else _cluster(stack, address)
        try:
            played_rules = _with_surrender(rules.closed() if closed else rules, surrender, no_surrender)
            bots = read_bots("--players", players, played_rules)
            if executor is not None:
                _send_by_value(stack, bots)
            named_bots = [bot for _, bot in bots]
            if not played_rules.is_open_face and any(map(_needs_equilibrium, named_bots)):
                equilibrium(played_rules)  # computed here if it is not cached, with a progress bar
            simulation = simulate(
                played_rules,
                named_bots,
                deals,
                seed=seed,
                duplicate=duplicate,
                workers=workers,
                executor=executor,
                checkpoint=checkpoint,
                progress=is_watched(),
                on_fault=on_fault,
                time_limit=time_limit,
            )
        except KeyboardInterrupt:
            state = "nothing was saved; --checkpoint FILE saves the counts"
            if checkpoint is not None:
                state = f"the counts so far are in {checkpoint}. The same command continues"
            raise Interrupted(f"{state}.") from None
        except CpokerError as error:
            raise BadInput(error, bot="players") from None
        except OSError as error:  # such as a lost cluster
            raise BadInput(str(error)) from None
    if as_json:
        print_json([simulation.to_dict()])
    else:
        _show(simulation)
    _write_files(simulation, csv, parquet, chart)


def _write_files(simulation: Simulation, csv: str | None, parquet: str | None, chart: str | None) -> None:
    for path, write in ((csv, simulation.to_csv), (parquet, simulation.to_parquet)):
        if path is not None:
            try:
                write(path)
            except CpokerError as error:
                raise BadInput(error) from None
    if chart is not None:
        save_chart(simulation, chart)


def _show(simulation: Simulation) -> None:
    print(f"{simulation.title}, seed {simulation.seed}")
    print(*table_lines(*simulation.table()), sep="\n")
    for name, faults in zip(simulation.players, simulation.counts.faults.tolist(), strict=True):
        if faults:
            print(wrapped(f"{name}: {counted(faults, 'fault')}, settled as fouls"))
