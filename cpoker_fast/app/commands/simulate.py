"""`cpoker simulate`: play many deals between bots."""

from __future__ import annotations

from dataclasses import replace

import click

from cpoker_fast.app.console.arguments import read_bots
from cpoker_fast.app.console.bad_input import BadInput
from cpoker_fast.app.console.common_options import rules_option
from cpoker_fast.app.console.error_output import is_watched
from cpoker_fast.app.console.output import coloured, print_json, table_lines
from cpoker_fast.app.console.study_options import (
    StudyArguments,
    players_option,
    prepare_bots,
    show_faults,
    study_options,
    studying,
    write_files,
)
from cpoker_fast.errors import CpokerError
from cpoker_fast.rulebook import Rules
from cpoker_fast.studies import DealFilter, Deals, Simulation, simulate

__all__ = ["simulate_deals"]


def _with_surrender(rules: Rules, surrender: int | None, is_forbidden: bool) -> Rules:
    """Return the rules with the surrender from the command line; raise RulesError if they cannot have it."""
    return rules if surrender is None and not is_forbidden else replace(rules, surrender=surrender)


_HELP = """Play many deals between bots, and print the points of each bot per table and other statistics.

+- 95% is the margin of error of the points; --json also has standard errors. The columns front, middle
and back are shares of rows won; a tie counts half. Scoops and royalties are per table.

\b
cpoker simulate --players expert,balanced --deals 20000 --seed 1
cpoker simulate --rules one-six --players expert,random --checkpoint run.json
cpoker simulate --players mine:set_board,expert --surrender 1 --on-fault foul
cpoker simulate --rules pineapple --players careful,random
cpoker simulate --players mine:set_board,expert --worst 20
"""


@click.command("simulate", help=_HELP)
@rules_option
@players_option("Two to four bots.")
@click.option("--surrender", type=click.IntRange(0), metavar="N", help="Allow a surrender for N points to each opponent.")
@click.option("--no-surrender", is_flag=True, help="Allow no surrender, even if the rules do.")
@click.option(
    "--duplicate/--no-duplicate",
    default=None,
    help="Replay each deal with the hands rotated through the seats. Default: yes, unless all bots are the same.",
)
@click.option(
    "--deals-to",
    metavar="FOLDER",
    help="Write points, boards, hands and faults of each single deal to Parquet files in this folder.",
)
@click.option("--worst", type=int, metavar="N", help="Also show the N deals that cost the first player most.")
@study_options("player", deals="Number of deals.", on_fault="error")
def simulate_deals(
    rules: Rules,
    players: str,
    surrender: int | None,
    no_surrender: bool,
    duplicate: bool | None,
    deals_to: str | None,
    worst: int | None,
    arguments: StudyArguments,
    as_json: bool,
) -> None:
    """Run ``cpoker simulate``."""
    if surrender is not None and no_surrender:
        raise click.UsageError("give --surrender or --no-surrender, not both")
    if worst is not None and arguments.checkpoint is not None and deals_to is None:
        raise click.UsageError("--worst requires --deals-to with --checkpoint, which does not save single deals")
    with studying(arguments, deals_to) as executor:
        try:
            keep = None if worst is None else DealFilter(worst=worst)
            played_rules = _with_surrender(rules, surrender, no_surrender)
            with prepare_bots(read_bots("--players", players, played_rules), played_rules, executor) as bots:
                simulation = simulate(
                    played_rules,
                    bots,
                    arguments.deals,
                    seed=arguments.seed,
                    duplicate=duplicate,
                    workers=arguments.workers,
                    executor=executor,
                    checkpoint=arguments.checkpoint,
                    progress=is_watched(),
                    on_fault=arguments.on_fault,
                    time_limit=arguments.time_limit,
                    deals_to=keep if deals_to is None else deals_to,
                    records=arguments.records,
                )
            worst_deals = simulation.kept_deals
            if deals_to is not None and keep is not None:
                worst_deals = Deals.from_parquet(deals_to, keep)
        except CpokerError as error:
            raise BadInput(error, bot="players") from None
    if as_json:
        print_json([simulation.to_dict() | ({} if worst_deals is None else {"worst_deals": worst_deals.to_dict()["deals"]})])
    else:
        _show(simulation)
        if worst_deals is not None:
            _show_worst(worst_deals)
    write_files(simulation, arguments)


def _show(simulation: Simulation) -> None:
    print(f"{simulation.title}, seed {simulation.seed}")
    print(*table_lines(*simulation.table()), sep="\n")
    show_faults(simulation.players, simulation.counts.faults.tolist(), simulation.counts.first_faults)


def _show_worst(deals: Deals) -> None:
    print(f"\nWorst deals of {deals.players[0]}:")
    print(*map(coloured, table_lines(*deals.table(limit=None))), sep="\n")
