"""`cpoker simulate`: many deals between bots."""

from __future__ import annotations

import sys
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from cpoker_fast.commands.inputs import BadInput, closed_option, json_option, played_rules, rules_option
from cpoker_fast.commands.output import add_row, console, new_table, print_json, save_chart
from cpoker_fast.errors import CpokerError
from cpoker_fast.players import bots
from cpoker_fast.rulebook import Rules
from cpoker_fast.studies import Simulation, simulate
from cpoker_fast.wording import counted

__all__ = ["simulate_deals"]


def _cluster(stack: ExitStack, address: str) -> Executor:
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise BadInput("--dask needs `pip install 'cpoker_fast[dask]'`") from None
    try:
        client: Any = stack.enter_context(Client(address, timeout="10s"))
    except (OSError, ValueError) as error:
        raise BadInput(f"--dask {address}: {error}") from None
    executor: Executor = client.get_executor()
    return executor


@click.command("simulate", short_help="Play many deals between bots.")
@rules_option
@closed_option
@click.option("--players", required=True, metavar="NAME,NAME...", help=f"Two to four bots: {', '.join(bots())}.")
@click.option("--deals", default=10_000, show_default=True, help="Number of deals.")
@click.option("--seed", type=int, help="Seed; the same seed gives the same result.")
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

    \b
    cpoker simulate --players expert,balanced --deals 20000 --seed 1
    cpoker simulate --rules one-six --players expert,royalties,random --checkpoint run.json
    """  # noqa: D301
    with ExitStack() as stack:
        executor = None if address is None else _cluster(stack, address)
        try:
            found = simulate(
                played_rules(rules, closed),
                [name.strip() for name in players.split(",")],
                deals,
                seed=seed,
                duplicate=duplicate,
                workers=workers,
                executor=executor,
                checkpoint=checkpoint,
                progress=sys.stderr.isatty(),
            )
            for path, write in ((csv, found.to_csv), (parquet, found.to_parquet)):
                if path is not None:
                    write(Path(path))
        except CpokerError as error:
            raise BadInput(str(error)) from None
        except OSError as error:
            raise BadInput(f"{error.filename or checkpoint or csv or parquet}: {error.strerror or error}") from None
    if chart is not None:
        save_chart(found, chart)
    if as_json:
        print_json([found.to_dict()])
    else:
        _show(found)


def _show(found: Simulation) -> None:
    columns = (
        "player",
        "points",
        "+-",
        "deviation",
        "front",
        "middle",
        "back",
        "scoops",
        "scooped",
        "fouls",
        "surrenders",
        "royalties",
    )
    replayed = f", each played {len(found.players)} times" if found.duplicate else ""
    table = new_table(
        *columns, title=f"{found.rules.name}, {counted(found.deals, 'deal')}{replayed}, seed {found.seed}", right=columns[1:]
    )
    for player in range(len(found.players)):
        one = found.summary(player)
        add_row(
            table,
            one["name"],
            f"{one['mean']:+.4f}",
            f"{one['standard_error']:.4f}",
            f"{one['standard_deviation']:.2f}",
            *(f"{rates['won'] + rates['tied'] / 2:.1%}" for rates in one["rows"].values()),
            *(f"{one[name]:.3f}" for name in ("scoops", "scooped", "fouls", "surrenders")),
            f"{one['royalties_won'] - one['royalties_paid']:+.3f}",
        )
    console().print(table)
