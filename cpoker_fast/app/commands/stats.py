"""`cpoker stats`: statistics of the players of recorded deals."""

from __future__ import annotations

from itertools import chain

import click

from cpoker_fast.app.commands.review import DEALS, SECONDS, not_reviewed
from cpoker_fast.app.console.analysis_options import AnalysisArguments, analysis_options
from cpoker_fast.app.console.bad_input import BadInput, InputLine
from cpoker_fast.app.console.common_options import is_typed, json_option, keep_going_option
from cpoker_fast.app.console.error_output import is_watched
from cpoker_fast.app.console.output import check_folders, json_line, table_lines, wrapped
from cpoker_fast.app.console.work import Interrupted, Work
from cpoker_fast.app.table.deal_files import deals_in, format_option, rules_of_deals_option
from cpoker_fast.errors import CpokerError
from cpoker_fast.notation import Record
from cpoker_fast.rulebook import Rules
from cpoker_fast.studies import Review, Statistics, review, statistics

__all__ = ["show_statistics"]


def _text(result: Statistics, reviewed: Review | None) -> str:
    lines = [wrapped(result.title), *table_lines(*result.table())]
    if any(player.earned or player.fantasylands for player in result.players):
        lines.append("Fantasylands: deals played there. Earned: deals that earned one, or a stay.")
    if reviewed is not None:
        lines += ["Lost: expected points that mistakes lost; `cpoker review` shows them.", *not_reviewed(reviewed)]
    return "\n".join(lines)


def _reviewed(records: list[Record], arguments: AnalysisArguments) -> Review:
    finished = {number: record for number, record in enumerate(records, 1) if record.is_over}
    try:
        return review(finished, progress=is_watched(), **arguments.for_both())
    except KeyboardInterrupt:
        raise Interrupted("nothing was printed; without --review, statistics take no time.") from None


_HELP = """Sum the points of each player over recorded deals, with fouls, royalties, naturals, scoops and Fantasylands.

Each FILE has deals, or is the ledger of a `cpoker table` or a saved game, as for `cpoker review`. Players are matched
by name. Mean is the points per deal; +- 95% is its margin of error, which needs four independent deals. Consecutive
deals with the same tag Number, as `cpoker simulate --records` writes for the rotations and continuations of a deal,
count as one independent deal. Royalties are the points of the player's own boards, once for each board. Scoops count
opponents. Columns of zeros are omitted; --json and --csv have all. Unfinished deals do not count.

With --review, the options of `cpoker review` apply, and the last columns are the mistakes and the points that they lost,
empty for a player without a reviewed placement.

\b
cpoker stats friday.jsonl saturday.jsonl
cpoker stats --review --csv players.csv friday.jsonl
"""


@click.command("stats", help=_HELP)
@click.argument("paths", nargs=-1, metavar="[FILE]...", type=click.Path(allow_dash=True))
@click.option("--review", "with_losses", is_flag=True, help="Also review all placements, and show what they lost.")
@analysis_options(SECONDS, "placement", deals=DEALS, threads=0)
@click.option("--csv", metavar="FILE", help="Also write a CSV file, one row per player.")
@rules_of_deals_option
@format_option
@keep_going_option
@json_option
def show_statistics(
    paths: tuple[str, ...],
    with_losses: bool,
    arguments: AnalysisArguments,
    csv: str | None,
    rules: Rules | None,
    form: str | None,
    keep_going: bool,
    as_json: bool,
) -> None:
    """Run ``cpoker stats``."""
    for name in ("deals", "seconds", "rollouts", "seed", "threads"):
        if is_typed(name) and not with_losses:
            raise click.UsageError(f"--{name} requires --review")
    check_folders(csv=csv)
    records = []
    with Work("deal", keep_going=keep_going) as work:
        for deal in chain.from_iterable(deals_in(path, rules, form) for path in paths or (None,)):
            with work.reporting():
                records.append(deal.record)
        try:
            reviewed = _reviewed(records, arguments) if with_losses else None
            result = statistics(records, reviewed)
            work.write(json_line(result.to_dict()) if as_json else _text(result, reviewed), InputLine("", ""), len(records))
            if csv is not None:
                result.to_csv(csv)
        except CpokerError as error:
            raise BadInput(error) from None
