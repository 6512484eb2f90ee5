"""`cpoker simulate`: many deals between bots."""

from __future__ import annotations

from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import replace
from types import ModuleType
from typing import Any

import click

from cpoker_fast.commands.completion import complete_bots
from cpoker_fast.commands.inputs import (
    BadInput,
    check_bots,
    closed_option,
    equilibrium,
    is_watched,
    json_option,
    rules_option,
    typed,
)
from cpoker_fast.commands.output import check_chart, check_folders, fitting, print_json, save_chart
from cpoker_fast.commands.work import Interrupted
from cpoker_fast.display.quoting import shorten
from cpoker_fast.errors import CpokerError
from cpoker_fast.openface import bots as openface_bots
from cpoker_fast.players import CLOSED_BOTS, bots
from cpoker_fast.rulebook import Rules
from cpoker_fast.studies import Simulation, simulate
from cpoker_fast.system.extras import install_command
from cpoker_fast.system.loading import load_object

__all__ = ["simulate_deals"]

_LONGEST_PROBLEM = 160  # characters of what a library says


def _player(name: str, rules: Rules) -> Any:
    """A bot by its name, or what the user's module:function names."""
    if ":" in name:
        bot = load_object(name, "bot", "the name of a bot")
        if isinstance(bot, ModuleType):
            raise BadInput(f"--players {typed(name)}: expected a bot, got a module")
        return bot
    check_bots("--players", [name], rules, ", or module:function of your own")
    return name


def _plays_by_field(bot: Any) -> bool:
    """Whether a bot of closed games, by its name, needs the equilibrium of the rules."""
    return isinstance(bot, str) and CLOSED_BOTS[bot].takes_field


def _with_surrender(rules: Rules, surrender: int | None, none: bool) -> Rules:
    """Rules by the options of surrender; UsageError where nobody ever surrenders."""
    if surrender is None and not none:
        return rules
    if rules.is_open_face:
        option = "--no-surrender" if none else "--surrender"
        raise click.UsageError(f"{option} is for closed games: nobody surrenders where cards are placed street by street")
    return replace(rules, surrender=surrender)


def _cluster(stack: ExitStack, address: str) -> Executor:
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise BadInput(f"--dask needs one more library: run `{install_command('dask')}`") from None
    try:
        client: Any = stack.enter_context(Client(address, timeout="10s"))
    except (OSError, ValueError) as error:
        raise BadInput(f"--dask {typed(address)}: {shorten(error, _LONGEST_PROBLEM)}") from None
    executor: Executor = client.get_executor()
    return executor


@click.command("simulate", short_help="Play many deals between bots.")
@rules_option
@closed_option
@click.option(
    "--players",
    required=True,
    metavar="NAME,NAME...",
    shell_complete=complete_bots,
    help=f"Two to four bots: {', '.join(bots())}; for open-face games, {', '.join(openface_bots())}. Or module:function of "
    "your own, also from the current folder.",
)
@click.option(
    "--surrender", type=click.IntRange(0), metavar="N", help="Let players surrender for N points to each opponent."
)
@click.option("--no-surrender", is_flag=True, help="Let nobody surrender, whatever the rules say.")
@click.option("--deals", default=10_000, show_default=True, help="Number of deals.")
@click.option(
    "--seed", type=int, help="Seed; the same seed gives the same result. By default that of the checkpoint, or a new one."
)
@click.option(
    "--duplicate/--no-duplicate",
    default=None,
    help="Replay each deal with the hands rotated through the seats; the default, unless all bots are alike.",
)
@click.option(
    "--workers", default=0, show_default=True, help="Threads, or chunks in progress on a cluster; 0 for one per CPU."
)
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
    address: str | None,
    checkpoint: str | None,
    csv: str | None,
    parquet: str | None,
    chart: str | None,
    as_json: bool,
) -> None:
    """Play many deals between bots, and print what each wins per table, and how.

    +- 95% is half the width of the 95 % interval of the points; --json has standard errors, too. Rows are shares of those
    that were compared; scoops and royalties are counted per table.

    \b
    cpoker simulate --players expert,balanced --deals 20000 --seed 1
    cpoker simulate --rules one-six --players expert,royalties,random --checkpoint run.json
    cpoker simulate --players mine:set_board,expert --surrender 1
    cpoker simulate --rules pineapple --players careful,random
    """  # noqa: D301
    if surrender is not None and no_surrender:
        raise click.UsageError("give --surrender or --no-surrender, not both")
    check_folders(checkpoint=checkpoint, csv=csv, parquet=parquet)
    check_chart(chart)
    with ExitStack() as stack:
        executor = None if address is None else _cluster(stack, address)
        try:
            played = _with_surrender(rules.closed() if closed else rules, surrender, no_surrender)
            named = [_player(name.strip(), played) for name in players.split(",")]
            if not played.is_open_face and any(_plays_by_field(one) for one in named):
                equilibrium(played)  # found now, where that can be seen, if it is not there yet
            found = simulate(
                played,
                named,
                deals,
                seed=seed,
                duplicate=duplicate,
                workers=workers,
                executor=executor,
                checkpoint=checkpoint,
                progress=is_watched(),
            )
        except KeyboardInterrupt:
            kept = "nothing was kept; with --checkpoint FILE, the counts are"
            if checkpoint is not None:
                kept = f"the counts so far are in {checkpoint}. The same command goes on"
            raise Interrupted(f"{kept}.") from None
        except CpokerError as error:
            raise BadInput(error, bot="players") from None
        except OSError as error:  # a cluster may be lost
            raise BadInput(str(error)) from None
    if as_json:
        print_json([found.to_dict()])
    else:
        _show(found)
    for path, write in ((csv, found.to_csv), (parquet, found.to_parquet)):
        if path is not None:
            try:
                write(path)
            except CpokerError as error:
                raise BadInput(error) from None
    if chart is not None:
        save_chart(found, chart)


def _show(found: Simulation) -> None:
    print(f"{found.title}, seed {found.seed}")
    print(*fitting(*found.table()), sep="\n")
