"""`cpoker simulate`: play many deals between bots."""

from __future__ import annotations

from dataclasses import replace

import click

from cpoker_fast.app.console.arguments import read_bots
from cpoker_fast.app.console.bad_input import BadInput
from cpoker_fast.app.console.common_options import rules_option
from cpoker_fast.app.console.error_output import is_watched
from cpoker_fast.app.console.output import print_json, table_lines
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
from cpoker_fast.studies import Simulation, simulate

__all__ = ["simulate_deals"]


def _with_surrender(rules: Rules, surrender: int | None, is_forbidden: bool) -> Rules:
    """Return the rules with the surrender from the command line; raise RulesError if they cannot have it."""
    return rules if surrender is None and not is_forbidden else replace(rules, surrender=surrender)


@click.command("simulate")
@rules_option
@players_option("Two to four bots.")
@click.option("--surrender", type=click.IntRange(0), metavar="N", help="Allow a surrender for N points to each opponent.")
@click.option("--no-surrender", is_flag=True, help="Allow no surrender, even if the rules do.")
@click.option(
    "--duplicate/--no-duplicate",
    default=None,
    help="Replay each deal with the hands rotated through the seats. Default: yes, unless all bots are the same.",
)
@study_options("player", deals="Number of deals.", on_fault="error")
def simulate_deals(
    rules: Rules,
    players: str,
    surrender: int | None,
    no_surrender: bool,
    duplicate: bool | None,
    arguments: StudyArguments,
    as_json: bool,
) -> None:
    """Play many deals between bots, and print the points of each bot per table and other statistics.

    +- 95% is the margin of error of the points; --json also has standard errors. The columns front, middle
    and back are shares of rows won; a tie counts half. Scoops and royalties are per table.

    \b
    cpoker simulate --players expert,balanced --deals 20000 --seed 1
    cpoker simulate --rules one-six --players expert,random --checkpoint run.json
    cpoker simulate --players mine:set_board,expert --surrender 1 --on-fault foul
    cpoker simulate --rules pineapple --players careful,random
    """  # noqa: D301
    if surrender is not None and no_surrender:
        raise click.UsageError("give --surrender or --no-surrender, not both")
    with studying(arguments) as executor:
        try:
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
                )
        except CpokerError as error:
            raise BadInput(error, bot="players") from None
    if as_json:
        print_json([simulation.to_dict()])
    else:
        _show(simulation)
    write_files(simulation, arguments)


def _show(simulation: Simulation) -> None:
    print(f"{simulation.title}, seed {simulation.seed}")
    print(*table_lines(*simulation.table()), sep="\n")
    show_faults(simulation.players, simulation.counts.faults.tolist(), simulation.counts.first_faults)
