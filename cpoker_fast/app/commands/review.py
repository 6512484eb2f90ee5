"""`cpoker review`: find the mistakes in deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from cpoker_fast.app.console.analysis_options import AnalysisArguments, analysis_options
from cpoker_fast.app.console.bad_input import BadInput, InputLine
from cpoker_fast.app.console.common_options import json_option, keep_going_option
from cpoker_fast.app.console.error_output import is_watched
from cpoker_fast.app.console.output import (
    check_chart,
    check_folders,
    coloured,
    json_line,
    save_chart,
    table_lines,
    width,
    wrapped,
)
from cpoker_fast.app.console.work import Work
from cpoker_fast.app.table.deal_files import (
    DealInFile,
    deals_in,
    format_option,
    missing_deal,
    only_deal_option,
    rules_of_deals_option,
)
from cpoker_fast.display.columns import MARGIN, align_columns, width_of
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError
from cpoker_fast.notation import Record
from cpoker_fast.notation.record import names_in
from cpoker_fast.rulebook import Rules
from cpoker_fast.studies import Review
from cpoker_fast.studies.review_result import joined
from cpoker_fast.studies.reviewed_moves import smaller_mistakes
from cpoker_fast.studies.reviews import reviews_of
from cpoker_fast.thinking.networks import player_of

__all__ = ["DEALS", "SECONDS", "not_reviewed", "review_deals"]

SECONDS = 0.5
DEALS = (
    "32768, and more for more than 65 boards",
    "approximate number of hands dealt to an opponent for each board, 512 to 524288.",
)


# ---- reviewing ----


def _deals_to_review(
    path: str | None, rules: Rules | None, form: str | None, deal_number: int | None, work: Work
) -> dict[int, DealInFile]:
    """Return the deals to review, all or one; report damaged ones to `work`, and raise BadInput if there is no such deal."""
    deals, numbers = {}, []
    for deal in deals_in(path, rules, form):
        numbers.append(deal.number)
        if deal_number in (None, deal.number):
            with work.reporting():
                _ = deal.record  # raises BadInput if it is damaged
                deals[deal.number] = deal
        if deal.number == deal_number:
            break
    if deal_number is not None and deal_number not in numbers:
        raise missing_deal(deal_number, numbers)
    return deals


def _players_in(records: Mapping[int, Record], players: tuple[str, ...]) -> list[int | str] | None:
    """Return players by name or by seat, an index; None for all. A name takes precedence over an equal number."""
    names = dict.fromkeys(name for record in records.values() for name in names_in(record))
    seats = {str(seat): seat - 1 for seat in range(1, 1 + max(record.players for record in records.values()))}
    for player in players:
        if player not in names and player not in seats:
            raise BadInput(f"--player: expected the number of a seat, or one of {', '.join(names)}, got {player!r}")
    return [player if player in names else seats[player] for player in players] or None


# ---- output ----


def _mistakes(review: Review, top: int) -> Iterator[str]:
    """Yield a table of the biggest mistakes: two lines each (placement and best one), or three in a narrow terminal."""
    shown, shows_deals = review.mistakes[:top], len(review.names) > 1
    shows_streets = any(len(move.position.rules.streets) > 1 for move in shown)
    rows = [["lost", MARGIN, *(["deal"] if shows_deals else []), *(["street"] if shows_streets else []), "player"]]
    for move in shown:
        is_only_street = move.position.in_fantasyland or len(move.position.rules.streets) == 1
        street = ["-" if is_only_street else str(move.street + 1)] if shows_streets else []
        number = [str(move.deal)] if shows_deals else []
        name = f"{move.player} (timed out)" if move.timed_out else move.player
        rows.append([f"{move.lost.mean:.2f}", f"{move.lost.margin:.2f}", *number, *street, name])
    heads = align_columns(rows, right=range(len(rows[0]) - 1))
    indent = " " * (2 + max(map(width_of, heads)))
    placements = [(f"placed  {move.placement}", f"best    {move.best}") for move in shown]
    if len(indent) + max(len(line) for pair in placements for line in pair) > width():
        for head, pair in zip(heads, [(), *placements], strict=True):
            yield from (head, *(f"  {line}" for line in pair))
    else:
        yield f"{heads[0]:{len(indent)}}        placement"
        for head, (placed, best) in zip(heads[1:], placements, strict=True):
            yield head + indent[width_of(head) :] + placed
            yield indent + best
    yield from filter(None, [smaller_mistakes(len(review.mistakes) - top)])


def _players(review: Review) -> Iterator[str]:
    """Yield the total losses of each player."""
    yield from table_lines(*review.table())
    yield "Mean: per placement. Uncertain: apparent losses that may not be mistakes."


def not_reviewed(review: Review) -> Iterator[str]:
    """Yield lines about the surrenders and dead hands that were not reviewed."""
    if review.surrendered:
        yield f"Not reviewed, since their cards are unknown: {counted(len(review.surrendered), 'surrender')}."
    if review.dead:
        yield f"Not reviewed: {counted(len(review.dead), 'dead hand')}."


def _methods(review: Review) -> list[str]:
    """Return the numbers of rollouts and of deals, in words."""
    most = {
        basis: max((move.samples for move in review.moves if move.based_on == basis), default=0)
        for basis in ("rollouts", "deals")
    }
    methods = []
    if most["rollouts"]:
        bots = dict.fromkeys(player_of(move.position.rules) for move in review.moves if move.based_on == "rollouts")
        methods.append(f"with at most {counted(most['rollouts'], 'rollout')} each by the bot {' or '.join(bots)}")
    if most["deals"]:
        methods.append(f"each over about {counted(most['deals'], 'random deal')} of an opponent's hand")
    return methods


def _text(review: Review, top: int, arguments: AnalysisArguments) -> str:
    number, methods = len(review.moves), _methods(review)
    if not number:
        return "\n".join(["Nothing to review: every placement has unknown cards or no choice.", *not_reviewed(review)])
    lines = [wrapped(", ".join([f"{counted(number, 'placement')} of {counted(len(review.names), 'deal')}", *methods]))]
    if arguments.rounding and any(move.based_on == "rollouts" for move in review.moves):
        lines.append(arguments.rounding)
    if review.mistakes:
        lines += ["", *_mistakes(review, top)]
    else:
        lines.append("None of them is certainly a mistake." if methods else "None of them is a mistake.")
    return "\n".join([*lines, "", *_players(review), *not_reviewed(review)])


def _plain(deal: DealInFile, review: Review) -> dict[str, Any]:
    plain = review.to_dict()
    return {
        "deal": deal.number,
        "place": deal.place,
        "rules": deal.record.rules.name,
        "placements": plain["placements"],
        "players": plain["players"],
        "surrendered": plain["surrendered"],
        "dead": plain["dead"],
    }


# ---- the command ----


_HELP = """Find the mistakes in deals: the biggest mistakes first, then the losses of each player.

FILE has deals that `cpoker play --records`, `cpoker simulate --records` or a program wrote, or boards as `cpoker score`
reads them; or it is the ledger of a `cpoker table`, the file of `cpoker play --session`, or the folder of
`cpoker simulate --deals-to`.

Each placement is compared with the best one, from the cards the player had seen. If 13 cards are placed at once, boards
are compared over random hands of the opponents (--deals), which all boards under the same rules share. Street by
street, placements are compared by rollouts as in `cpoker analyze` (--seconds or --rollouts). Boards in Fantasyland are
compared by royalties and the worth of staying.

+- 95% is the margin of error of a loss. A loss above the margin counts as a mistake; a smaller loss is uncertain, but
more deals, rollouts or seconds may decide it. Placements with unknown cards or no choice are skipped. --json prints an
object for each deal, with all placements; seats and streets are then indices from 0. The documentation describes the
file format (Reference, Notation).

\b
cpoker review friday.jsonl
cpoker review examples/deals.ofc
cpoker review --html friday.html --plot friday.svg friday.jsonl
cpoker review --deal 1 --player Ann --seconds 3 examples/deals.ofc
"""


@click.command("review", help=_HELP)
@click.argument("path", required=False, metavar="[FILE]", type=click.Path(allow_dash=True))
@only_deal_option
@click.option(
    "--player", "players", multiple=True, metavar="NAME",
    help="Review only this player, by name or by number of the seat, from 1; repeatable.",
)  # fmt: skip
@analysis_options(SECONDS, "placement", deals=DEALS, threads=0)
@click.option("--top", type=click.IntRange(1), default=5, show_default=True, help="Number of mistakes to show.")
@click.option("--csv", metavar="FILE", help="Also write a CSV file, one row per placement.")
@click.option("--html", metavar="FILE", help="Also write a page with the players, and pictures of the biggest mistakes.")
@click.option("--plot", metavar="FILE", help="Also draw charts of the losses: .png, .svg or .pdf.")
@rules_of_deals_option
@format_option
@keep_going_option
@json_option
def review_deals(
    path: str | None,
    deal: int | None,
    players: tuple[str, ...],
    arguments: AnalysisArguments,
    top: int,
    csv: str | None,
    html: str | None,
    plot: str | None,
    rules: Rules | None,
    form: str | None,
    keep_going: bool,
    as_json: bool,
) -> None:
    """Run ``cpoker review``."""
    check_folders(csv=csv, html=html)
    check_chart(plot)
    with Work("deal", keep_going=keep_going) as work:
        deals = _deals_to_review(path, rules, form, deal, work)
        if not deals:
            return
        records = {number: item.record for number, item in deals.items()}
        chosen, reviews = _players_in(records, players), []
        try:
            for review in reviews_of(records, players=chosen, progress=is_watched(), **arguments.for_both()):
                reviews.append(review)
                if as_json:
                    (number,) = review.names
                    work.write(json_line(_plain(deals[number], review)), InputLine("", ""))
        except CpokerError as error:
            raise BadInput(error) from None  # about an option: the deals were checked before
        result = joined(reviews)
        if not as_json:
            work.write(coloured(_text(result, top, arguments)), InputLine("", ""), len(deals))
        _write_files(result, csv, html, plot)


def _write_files(review: Review, csv: str | None, html: str | None, plot: str | None) -> None:
    try:
        if csv is not None:
            review.to_csv(csv)
        if html is not None:
            review.to_html(html)
        if plot is not None:
            save_chart(review, plot)
    except CpokerError as error:
        raise BadInput(error) from None
