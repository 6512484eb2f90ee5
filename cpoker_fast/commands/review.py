"""`cpoker review`: what the placements of open-face deals cost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import click

from cpoker_fast.commands.analysis_options import AnalysisArguments, analysis_options
from cpoker_fast.commands.deal_files import FoundDeal, deals_in, names_of, only_deal_option, rules_of_deals_option
from cpoker_fast.commands.inputs import BadInput, Line, is_watched, json_option
from cpoker_fast.commands.output import coloured, fitting, json_line, width, wrapped
from cpoker_fast.commands.work import Work
from cpoker_fast.display.columns import MARGIN, align_columns, width_of
from cpoker_fast.display.progress import reporter
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError
from cpoker_fast.openface import Record, Review, ReviewedMove, review
from cpoker_fast.openface.thinking.networks import player_of
from cpoker_fast.openface.thinking.review import losses_table
from cpoker_fast.rulebook import Rules

__all__ = ["review_deals"]

_SECONDS = 0.5


def _seats_of(players: tuple[str, ...], record: Record) -> list[int]:
    """The seats whose placements are reviewed: those of some players, or all."""
    seats = _seats_by_player(record)
    return sorted({seats[player] for player in players or seats if player in seats})


def _seats_by_player(record: Record) -> dict[str, int]:
    """The seats by the number and by the name of the player; a number that is somebody's name is that player."""
    numbers = {str(seat): seat - 1 for seat in range(1, record.seats + 1)}
    return numbers | {name: seat for seat, name in enumerate(names_of(record))}


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


def _chosen(path: str | None, rules: Rules | None, only: int | None) -> list[FoundDeal]:
    """The deals to review; BadInput if one is damaged, before time is spent on others."""
    found = []
    number = 0
    for each in deals_in(path, rules):
        number = each.number
        if only in (None, number):
            _ = each.record
            found.append(each)
        if number == only:
            break
    if not found:
        raise BadInput(f"--deal: expected 1 to {number}, got {only}")
    return found


def _check_players(deals: list[FoundDeal], players: tuple[str, ...]) -> None:
    known = {player for each in deals for player in _seats_by_player(each.record)}
    for player in players:
        if player not in known:
            names = dict.fromkeys(name for each in deals for name in names_of(each.record))
            raise BadInput(f"--player: expected the number of a seat, or one of {', '.join(names)}, got {player!r}")


def _reviews(deals: list[FoundDeal], players: tuple[str, ...], arguments: AnalysisArguments) -> Iterator[_Reviewed]:
    done, every = 0, sum(len(each.record.moves) for each in deals)
    with ExitStack() as stack:
        report = reporter(stack, is_watched(), "reviewing", CpokerError)
        for each in deals:
            before, record = done, each.record

            def told(moves: int, _all: int, before: int = before) -> None:
                report(before + moves, every)

            try:
                found = review(record, seats=_seats_of(players, record), progress=told, **arguments._asdict())
            except CpokerError as error:
                raise BadInput(error) from None  # an option is invalid: the deals are checked already
            done += len(record.moves)
            yield _Reviewed(each.number, each.place, record, names_of(record), found)


# ---- what is shown ----


def _mistakes(mistakes: list[_Mistake], top: int, *, many: bool) -> Iterator[str]:
    """The biggest mistakes, two lines each: what was placed, and what was best; three lines where a terminal is narrow."""
    rows = [["lost", MARGIN, *(["deal"] if many else []), "street", "player"]]
    for deal, move in mistakes[:top]:
        street = "-" if move.position.in_fantasyland else str(move.street + 1)
        number = [str(deal.number)] if many else []
        rows.append([f"{move.lost.mean:.2f}", f"{move.lost.margin:.2f}", *number, street, deal.names[move.seat]])
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
    """What each player lost in all, in the order of seats."""
    names = dict.fromkeys(name for each in reviews for name in each.names)
    seats = {
        name: [seat for each in reviews for seat in each.review.seats if each.names[seat.seat] == name] for name in names
    }
    yield from fitting(*losses_table("player", {name: own for name, own in seats.items() if own}))
    yield "Uncertain: what placements seem to have lost that are no certain mistakes."


def _text(reviews: list[_Reviewed], top: int) -> str:
    moves = [_Mistake(each, move) for each in reviews for move in each.review.mistakes]
    mistakes = sorted(moves, key=lambda one: -one.move.lost.mean)
    number = sum(len(each.review.moves) for each in reviews)
    if not number:
        return "There are no placements with a choice whose cards are all known."
    rules = dict.fromkeys(each.record.rules for each in reviews)
    by = dict.fromkeys(player_of(each) for each in rules)
    rollouts = max(move.rollouts for each in reviews for move in each.review.moves)
    how = f", played out by the bot {' or '.join(by)}, at most {counted(rollouts, 'time')} each" if rollouts else ""
    lines = [wrapped(f"{counted(number, 'placement')} of {counted(len(reviews), 'deal')}{how}")]
    if mistakes:
        lines += ["", *_mistakes(mistakes, top, many=len(reviews) > 1)]
    else:
        lines.append("None of them is certainly a mistake." if rollouts else "None of them is a mistake.")
    lines += ["", *_players(reviews)]
    return "\n".join(lines)


def _plain_move(move: ReviewedMove, names: list[str]) -> dict[str, Any]:
    return {"player": names[move.seat], **move.to_dict()}


def _plain(found: _Reviewed) -> dict[str, Any]:
    return {
        "deal": found.number,
        "place": found.place,
        "rules": found.record.rules.name,
        "placements": [_plain_move(move, found.names) for move in found.review.moves],
        "players": [{"player": found.names[seat.seat], **seat.to_dict()} for seat in found.review.seats],
    }


# ---- the command ----


@click.command("review", short_help="Tell what placements of open-face deals cost.")
@click.argument("path", required=False, metavar="[FILE]", type=click.Path(allow_dash=True))
@only_deal_option
@click.option(
    "--player", "players", multiple=True, metavar="NAME",
    help="Only this player, by name or by the number of the seat, from 1; repeatable.",
)  # fmt: skip
@analysis_options(_SECONDS, "placement")
@click.option("--top", type=click.IntRange(1), default=5, show_default=True, help="How many mistakes to show.")
@rules_of_deals_option
@json_option
def review_deals(
    path: str | None,
    deal: int | None,
    players: tuple[str, ...],
    arguments: AnalysisArguments,
    top: int,
    rules: Rules | None,
    as_json: bool,
) -> None:
    """Tell what the placements of open-face deals cost: the biggest mistakes first, then the sum by player.

    Each is compared with the best one that `cpoker advise` finds, on what the player knew then; boards set in Fantasyland
    by royalties and the worth of staying. +- 95% is the margin of error of what was lost: a placement that lost more than
    that is certainly a mistake. What the others have lost is uncertain; --rollouts or --seconds tells more. Placements
    without a choice are left out, and those of which the file does not tell all cards. NOTATION.md describes such files.
    --json prints an object for each deal, with all placements; seats and streets are indices there, from 0.

    \b
    cpoker review examples/deals.ofc
    cpoker review --deal 1 --player Ann --seconds 3 examples/deals.ofc
    """  # noqa: D301
    deals = _chosen(path, rules, deal)
    _check_players(deals, players)
    with Work("deal") as work:
        reviews = []
        for found in _reviews(deals, players, arguments):
            reviews.append(found)
            if as_json:
                work.write(json_line(_plain(found)), Line("", ""))
        if not as_json:
            work.write(coloured(_text(reviews, top)), Line("", ""))
