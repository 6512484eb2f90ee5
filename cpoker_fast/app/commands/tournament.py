"""`cpoker tournament`: let every bot play every other one."""

from __future__ import annotations

import click

from cpoker_fast.app.console.arguments import read_bots
from cpoker_fast.app.console.bad_input import BadInput
from cpoker_fast.app.console.common_options import rules_option
from cpoker_fast.app.console.error_output import is_watched
from cpoker_fast.app.console.output import print_json, width, wrapped
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
from cpoker_fast.studies import Tournament
from cpoker_fast.studies.tournaments import TournamentRun

__all__ = ["hold_tournament"]

_WIDEST = 120  # columns of the output in a pipe or a wide terminal: wider lines are hard to read


_HELP = """Let every bot play every other one, and print their ranking and the cross-table.

All tables play the same deals, and each deal is replayed with the hands rotated through the seats. Points are
per table. The column ranks has the ranks that are compatible with the data. With a probability of 95 %, all ranks are
correct; the same holds for all margins in the column +- 95%. The column ms has the time of a bot in milliseconds per
hand or placement. Ctrl-C prints the results so far.

\b
cpoker tournament --players expert,balanced,random --deals 5000 --seed 1
cpoker tournament --players mine:set_board,expert,balanced --until-settled
cpoker tournament --rules pineapple --players swift,careful,random --seats 3
"""


@click.command("tournament", help=_HELP)
@rules_option
@players_option("The bots.")
@click.option(
    "--seats", default=2, show_default=True, help="Number of bots at a table; each group of this size has a table."
)
@click.option("--until-settled", is_flag=True, help="End as soon as the ranking is settled.")
@study_options("bot", deals="Number of deals at each table, or with --until-settled the largest number.", on_fault="foul")
def hold_tournament(
    rules: Rules,
    players: str,
    seats: int,
    until_settled: bool,
    arguments: StudyArguments,
    as_json: bool,
) -> None:
    """Run ``cpoker tournament``."""
    run = None
    with studying(arguments) as executor:
        try:
            with prepare_bots(read_bots("--players", players, rules), rules, executor) as bots:
                run = TournamentRun(
                    rules,
                    bots,
                    arguments.deals,
                    players=seats,
                    seed=arguments.seed,
                    workers=arguments.workers,
                    executor=executor,
                    checkpoint=arguments.checkpoint,
                    progress=is_watched(),
                    on_fault=arguments.on_fault,
                    time_limit=arguments.time_limit,
                    until_settled=until_settled,
                    records=arguments.records,
                )
                run.play()
        except CpokerError as error:
            raise BadInput(error, bots="players", bot="players", players="seats") from None
        except KeyboardInterrupt:
            if run is not None and run.has_result:
                _show(run.result, as_json)
            raise
    _show(run.result, as_json)
    write_files(run.result, arguments)


def _show(result: Tournament, as_json: bool) -> None:
    if as_json:
        print_json([result.to_dict()])
        return
    print(result.to_text(max(40, min(width(), _WIDEST))))
    print("", wrapped(f"Seed {result.seed}"), sep="\n")
    show_faults(result.bots, [result.faults(bot) for bot in range(len(result.bots))], result.counts.first_faults)
