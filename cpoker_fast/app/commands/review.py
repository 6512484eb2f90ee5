"""`cpoker review`: find the mistakes in deals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import click

from cpoker_fast.app.console.analysis_options import AnalysisArguments, analysis_options
from cpoker_fast.app.console.bad_input import BadInput, InputLine
from cpoker_fast.app.console.common_options import json_option
from cpoker_fast.app.console.error_output import is_watched
from cpoker_fast.app.console.output import coloured, json_line, table_lines, width, wrapped
from cpoker_fast.app.console.work import Work
from cpoker_fast.app.table.deal_files import (
    DealInFile,
    deals_in,
    format_option,
    missing_deal,
    names_in_record,
    only_deal_option,
    rules_of_deals_option,
)
from cpoker_fast.display.columns import MARGIN, align_columns, width_of
from cpoker_fast.display.progress import reporter
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError
from cpoker_fast.notation import Record
from cpoker_fast.rulebook import Rules
from cpoker_fast.studies import Review, ReviewedMove, review
from cpoker_fast.studies.reviews import losses_table
from cpoker_fast.thinking.networks import player_of

__all__ = ["review_deals"]

_SECONDS = 0.5


def _seats_of(players: tuple[str, ...], record: Record) -> list[int]:
    """Return the seats of some players in a deal; all seats if `players` is empty."""
    seats = _seats_by_player(record)
    return sorted({seats[player] for player in players or seats if player in seats})


def _seats_by_player(record: Record) -> dict[str, int]:
    """Return seats by name and by number, counted from 1. A name takes precedence over an equal number."""
    numbers = {str(seat): seat - 1 for seat in range(1, record.players + 1)}
    return numbers | {name: seat for seat, name in enumerate(names_in_record(record))}


class _Reviewed(NamedTuple):
    """A deal with its review, and the names of its players by seat."""

    number: int
    place: str
    record: Record
    names: list[str]
    review: Review


class _Mistake(NamedTuple):
    deal: _Reviewed
    move: ReviewedMove


# ---- reviewing ----


def _deals_to_review(path: str | None, rules: Rules | None, form: str | None, deal_number: int | None) -> list[DealInFile]:
    """Return the deals to review, all or one; raise BadInput if one of them is damaged, or there is no such deal."""
    deals, numbers = [], []
    for deal in deals_in(path, rules, form):
        numbers.append(deal.number)
        if deal_number in (None, deal.number):
            _ = deal.record  # raises BadInput if it is damaged
            deals.append(deal)
        if deal.number == deal_number:
            break
    if deal_number is not None and not deals:
        raise missing_deal(deal_number, numbers)
    return deals


def _check_players(deals: list[DealInFile], players: tuple[str, ...]) -> None:
    known = {player for deal in deals for player in _seats_by_player(deal.record)}
    for player in players:
        if player not in known:
            names = dict.fromkeys(name for deal in deals for name in names_in_record(deal.record))
            raise BadInput(f"--player: expected the number of a seat, or one of {', '.join(names)}, got {player!r}")


def _reviews(deals: list[DealInFile], players: tuple[str, ...], arguments: AnalysisArguments) -> Iterator[_Reviewed]:
    reviewed, total = 0, sum(len(deal.record.moves) for deal in deals)
    options = arguments.for_both()
    with ExitStack() as stack:
        report = reporter(stack, is_watched(), "reviewing", CpokerError)
        for deal in deals:
            before, record = reviewed, deal.record

            def progress(moves: int, _moves_of_deal: int, before: int = before) -> None:
                report(before + moves, total)

            try:
                result = review(record, seats=_seats_of(players, record), progress=progress, **options)
            except CpokerError as error:
                raise BadInput(error) from None  # about an option: the deals were checked before
            reviewed += len(record.moves)
            yield _Reviewed(deal.number, deal.place, record, names_in_record(record), result)


# ---- output ----


def _mistakes(mistakes: list[_Mistake], top: int, *, shows_deals: bool) -> Iterator[str]:
    """Yield a table of the biggest mistakes: two lines each (placement and best one), or three in a narrow terminal."""
    shows_streets = any(len(move.position.rules.streets) > 1 for _, move in mistakes[:top])
    rows = [["lost", MARGIN, *(["deal"] if shows_deals else []), *(["street"] if shows_streets else []), "player"]]
    for deal, move in mistakes[:top]:
        is_only_street = move.position.in_fantasyland or len(move.position.rules.streets) == 1
        street = ["-" if is_only_street else str(move.street + 1)] if shows_streets else []
        number = [str(deal.number)] if shows_deals else []
        name = f"{deal.names[move.seat]} (timed out)" if move.timed_out else deal.names[move.seat]
        rows.append([f"{move.lost.mean:.2f}", f"{move.lost.margin:.2f}", *number, *street, name])
    heads = align_columns(rows, right=range(len(rows[0]) - 1))
    indent = " " * (2 + max(map(width_of, heads)))
    placements = [(f"placed  {move.placement}", f"best    {move.best}") for _, move in mistakes[:top]]
    if len(indent) + max(len(line) for pair in placements for line in pair) > width():
        for head, pair in zip(heads, [(), *placements], strict=True):
            yield from (head, *(f"  {line}" for line in pair))
    else:
        yield f"{heads[0]:{len(indent)}}        placement"
        for head, (placed, best) in zip(heads[1:], placements, strict=True):
            yield head + indent[width_of(head) :] + placed
            yield indent + best
    if len(mistakes) > top:
        yield f"and {counted(len(mistakes) - top, 'smaller mistake')}"


def _players(reviews: list[_Reviewed]) -> Iterator[str]:
    """Yield the total losses of each player, in the order of seats."""
    names = dict.fromkeys(name for deal in reviews for name in deal.names)
    seats = {
        name: [seat for deal in reviews for seat in deal.review.seats if deal.names[seat.seat] == name] for name in names
    }
    yield from table_lines(*losses_table("player", {name: reviewed for name, reviewed in seats.items() if reviewed}))
    yield "Uncertain: apparent losses of placements that may not be mistakes."


def _text(reviews: list[_Reviewed], top: int, arguments: AnalysisArguments) -> str:
    moves = [_Mistake(deal, move) for deal in reviews for move in deal.review.mistakes]
    mistakes = sorted(moves, key=lambda mistake: -mistake.move.lost.mean)
    number = sum(len(deal.review.moves) for deal in reviews)
    if not number:
        return "Nothing to review: every placement has unknown cards or no choice."
    sampled = {
        basis: max((move.samples for deal in reviews for move in deal.review.moves if move.based_on == basis), default=0)
        for basis in ("rollouts", "deals")
    }
    methods = []
    if rollouts := sampled["rollouts"]:
        reviewed = [move for deal in reviews for move in deal.review.moves if move.based_on == "rollouts"]
        bots = dict.fromkeys(player_of(move.position.rules) for move in reviewed)
        methods.append(f"with at most {counted(rollouts, 'rollout')} each by the bot {' or '.join(bots)}")
    if sampled["deals"]:
        methods.append(f"each over at most {counted(sampled['deals'], 'random deal')} of the other cards")
    lines = [wrapped(", ".join([f"{counted(number, 'placement')} of {counted(len(reviews), 'deal')}", *methods]))]
    if rollouts and arguments.rounding:
        lines.append(arguments.rounding)
    if mistakes:
        lines += ["", *_mistakes(mistakes, top, shows_deals=len(reviews) > 1)]
    else:
        lines.append("None of them is certainly a mistake." if methods else "None of them is a mistake.")
    lines += ["", *_players(reviews)]
    if surrenders := sum(len(deal.review.surrendered) for deal in reviews):
        lines.append(f"Not reviewed, since their cards are unknown: {counted(surrenders, 'surrender')}.")
    return "\n".join(lines)


def _plain_move(move: ReviewedMove, names: list[str]) -> dict[str, Any]:
    return {"player": names[move.seat], **move.to_dict()}


def _plain(deal: _Reviewed) -> dict[str, Any]:
    return {
        "deal": deal.number,
        "place": deal.place,
        "rules": deal.record.rules.name,
        "placements": [_plain_move(move, deal.names) for move in deal.review.moves],
        "players": [{"player": deal.names[seat.seat], **seat.to_dict()} for seat in deal.review.seats],
        "surrendered": list(deal.review.surrendered),
    }


# ---- the command ----


@click.command("review")
@click.argument("path", required=False, metavar="[FILE]", type=click.Path(allow_dash=True))
@only_deal_option
@click.option(
    "--player", "players", multiple=True, metavar="NAME",
    help="Review only this player, by name or by number of the seat, from 1; repeatable.",
)  # fmt: skip
@analysis_options(_SECONDS, "placement")
@click.option("--top", type=click.IntRange(1), default=5, show_default=True, help="Number of mistakes to show.")
@rules_of_deals_option
@format_option
@json_option
def review_deals(
    path: str | None,
    deal: int | None,
    players: tuple[str, ...],
    arguments: AnalysisArguments,
    top: int,
    rules: Rules | None,
    form: str | None,
    as_json: bool,
) -> None:
    """Find the mistakes in deals: the biggest mistakes first, then the losses of each player.

    FILE has deals that `cpoker play --records`, `cpoker simulate --records` or a program wrote, or boards as `cpoker score`
    reads them; or it is the ledger of a `cpoker table`, the file of `cpoker play --session`, or the folder of
    `cpoker simulate --deals-to`.

    Each placement is compared with the best one by an analysis like `cpoker analyze`, from the cards the player had seen:
    for 13 cards placed at once, over random hands of the opponents (--deals); street by street, by rollouts (--seconds or
    --rollouts). Boards in Fantasyland are compared by royalties and the worth of staying. +- 95% is the margin of error of a
    loss. A loss above the margin counts as a mistake; a smaller loss is uncertain, but more deals, rollouts or seconds may
    decide it. Placements with unknown cards or no choice are skipped. --json prints an object for each deal, with all
    placements; seats and streets are then indices from 0. The documentation describes the file format (Reference, Notation).

    \b
    cpoker review friday.jsonl
    cpoker review examples/deals.ofc
    cpoker review --deal 1 --player Ann --seconds 3 examples/deals.ofc
    """  # noqa: D301
    deals = _deals_to_review(path, rules, form, deal)
    _check_players(deals, players)
    with Work("deal") as work:
        reviews = []
        for reviewed in _reviews(deals, players, arguments):
            reviews.append(reviewed)
            if as_json:
                work.write(json_line(_plain(reviewed)), InputLine("", ""))
        if not as_json:
            work.write(coloured(_text(reviews, top, arguments)), InputLine("", ""))
