"""Reviews of deals: the points that each placement lost against the best one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np

from cpoker_fast._arguments import available_threads, check_seat, is_whole, items_of
from cpoker_fast.dealing import Seed, sequence_of
from cpoker_fast.display.progress import Progress, reporter
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import AnalysisError, TableError
from cpoker_fast.estimates import Estimate
from cpoker_fast.game.deal import Deal
from cpoker_fast.notation.record import Record, names_in
from cpoker_fast.studies.analysis import analyze, is_dealt_at_once
from cpoker_fast.studies.analysis_result import Analysis, Candidate
from cpoker_fast.studies.board_reviews import check_review_deals, is_reviewed_with_others, review_boards, tables_for
from cpoker_fast.studies.known_moves import KnownMove, known_moves
from cpoker_fast.studies.review_result import Review, joined
from cpoker_fast.studies.reviewed_moves import ReviewedMove, reviewed_move
from cpoker_fast.thinking.rollouts import Budget

__all__ = ["numbered_records", "review", "reviews_of"]


def review(
    records: Deal | Record | Iterable[Deal | Record] | Mapping[int, Deal | Record],
    *,
    seconds: float | None = None,
    rollouts: int | None = None,
    deals: int | None = None,
    seed: Seed = None,
    threads: int = 1,
    players: Sequence[int | str] | None = None,
    progress: bool | Progress = False,
) -> Review:
    """Review deals: compare each placement with the best one.

    Each placement is judged by the cards that the player knew, not by hidden or later cards:

    - If cards are placed street by street, placements are compared as by `analyze`.
    - If all 13 cards are placed at once, the opponents are dealt random hands. Boards of all deals under the same rules,
      with the same number of players, share these hands, as in `analyze_many`. So 1,000 boards take less than a minute. A
      surrender and the declaration of a natural are compared with boards, too.
    - In Fantasyland, the points are exact: royalties from every opponent, plus the worth of staying. Points for rows are not
      included.

    The review skips dead hands (`Review.dead`) and placements without an alternative. It also skips a placement if the
    record lacks cards that the player knew. An example is a surrender without `Record.stacks` (`Review.surrendered`).

    A placement is a mistake if it lost more than the 95 % margin of error. The losses of the other placements are uncertain:
    more samples can show which of these placements are mistakes. A placement that seems to be the best may still have lost
    points, up to its margin of error.

    Street by street, errors are independent, except those of equal positions, which share rollouts. Errors of boards that
    share opponents depend on each other, too. If errors depend on each other, the margin of a sum is the sum of the margins,
    which is an upper limit.

    Parameters
    ----------
    records : Deal, Record, or an iterable or mapping of them
        Deals or their records, finished or not. The keys of a mapping are the numbers of the deals, as in
        `cpoker_fast.app.table.Table.records`. Otherwise, deals are numbered from 1.
    seconds : float, optional
        Time limit for each placement in seconds. Results then depend on the machine. It applies only if cards are placed
        street by street.
    rollouts : int, optional
        Number of rollouts of each remaining placement, by default 1000 if `seconds` is not given. It applies only if cards
        are placed street by street.
    deals : int, optional
        Approximate number of hands that each opponent is dealt for a board, 512 to 524,288. It applies only if all 13 cards
        are placed at once. Four times as many hands halve the margins of error. The default is 500 times the number of
        boards, but at least 32,768 and at most 500,000. If the rules pay for a win over all opponents, such as a home run,
        whole tables are dealt, too. There is a table for every 32 of these hands, and there are at least 100. The default is
        then 32,768 for any number of boards.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the random cards. Without `seconds`, the same seed and the same number of deals give a placement the same
        loss. The number of threads and the other reviewed placements do not matter.
    threads : int
        Number of threads; 0 for as many as this process has CPUs.
    players : sequence of str or int, optional
        Names or seats (from 0) of the players to review. By default, all players are reviewed.
    progress : bool or callable
        Whether to show a progress bar, or a function that is called with the number of finished placements and the
        number of all placements.

    Returns
    -------
    Review

    Raises
    ------
    AnalysisError, TableError, SeedError, ArrayError
        If an argument is invalid, or both `seconds` and `rollouts` are given.

    Examples
    --------
    >>> stacks = "Ad Kc 9s 9h 5d Kd 7c 4s 8h 7h 2h 6s 5c 2s Th 8d 4c", "3c 6d 6h Qh Td Ac Ah 2d Qs Jc 7d 5h 4d 3d 3h Ts 8c"
    >>> deal = Deal("pineapple", 2, stacks=stacks, button=1)
    >>> _ = deal.place("Ad / Kc / 9s 9h 5d").place("3c / 6d 6h / Qh Td")
    >>> worst = review(deal, rollouts=200, seed=1).mistakes[0]
    >>> worst.seat, worst.street, str(worst.placement), worst.lost.mean > 2.0
    (1, 0, '3c / 6h 6d / Qh Td', True)
    """
    numbered = numbered_records(records)
    options: dict[str, Any] = {"seconds": seconds, "rollouts": rollouts, "deals": deals, "seed": seed, "threads": threads}
    return joined(reviews_of(numbered, players=players, progress=progress, **options))


def numbered_records(records: object) -> dict[int, Deal | Record]:
    """Return deals or records by their numbers; AnalysisError if they are something else."""
    listed: dict[Any, Any] | None = None
    if isinstance(records, Mapping):
        listed = dict(records)
    elif isinstance(records, Deal | Record):
        listed = {1: records}
    elif (items := items_of(records)) is not None:
        listed = dict(enumerate(items, 1))
    if listed is None:
        raise AnalysisError(f"expected a Deal or a Record, or an iterable or mapping of them, got {quote(records)}")
    for number, item in listed.items():
        if not is_whole(number):
            raise AnalysisError(f"expected numbers of deals as keys, got {quote(number)}")
        if not isinstance(item, Deal | Record):
            raise AnalysisError(f"deal {number}: expected a Deal or a Record, got {quote(item)}")
    return listed


def reviews_of(
    records: Mapping[int, Deal | Record],
    *,
    seconds: float | None,
    rollouts: int | None,
    deals: int | None,
    seed: Seed,
    threads: int,
    players: Sequence[int | str] | None,
    progress: bool | Progress,
) -> Iterator[Review]:
    """Yield the review of each deal, after those of all boards that share opponents; for the arguments see `review`."""
    Budget.of(seconds, rollouts)
    check_review_deals(deals)
    available_threads(threads)
    sequence, seats = sequence_of(seed), _seats_to_review(players, records)
    moves = {
        number: [move for move in known_moves(number, record) if move.seat in seats[number]]
        for number, record in records.items()
    }
    boards = [
        move
        for known in moves.values()
        for move in known
        if is_dealt_at_once(move.position) and is_reviewed_with_others(move)
    ]
    by_street = {"seconds": seconds, "rollouts": rollouts}
    total, finished = sum(map(len, moves.values())), 0
    reviewed: dict[tuple[int, int], ReviewedMove | None] = {}
    with ExitStack() as stack:
        report = reporter(stack, progress, "reviewing", AnalysisError)
        report(0, total)
        for finished, board in enumerate(review_boards(boards, deals, sequence, threads), 1):
            reviewed[board.deal, board.number] = board
            report(finished, total)
        for number, record in records.items():
            for move in moves[number]:
                if (number, move.number) not in reviewed:
                    alone = _review_alone(move, record, by_street, deals, _stream_of(sequence, move), threads)
                    reviewed[number, move.number] = alone
                    finished += 1
                    report(finished, total)
            found = [item for move in moves[number] if (item := reviewed.pop((number, move.number))) is not None]
            acted = {item.seat for item in found}
            surrendered = [(number, seat) for seat in record.surrendered if seat in seats[number] and seat not in acted]
            dead = [(number, seat) for seat in record.dead if seat in seats[number]]
            yield Review(tuple(found), {number: names_in(record)}, tuple(surrendered), tuple(dead))


def _seats_to_review(players: Sequence[int | str] | None, records: Mapping[int, Deal | Record]) -> dict[int, set[int]]:
    """Return the seats to review in each deal; TableError if a player is in none of the deals."""
    names = {number: names_in(record) for number, record in records.items()}
    if players is None:
        return {number: set(range(len(seated))) for number, seated in names.items()}
    items = items_of(players)
    if items is None:
        raise TableError.about("players", f"expected a sequence of names or seats, got {quote(players)}")
    known = list(dict.fromkeys(name for seated in names.values() for name in seated))
    for item in items:
        if not isinstance(item, str):
            check_seat("players", item, max(map(len, names.values()), default=0))
        elif item not in known:
            raise TableError.about("players", did_you_mean(item, known))
    return {
        number: {seat for seat, name in enumerate(seated) if seat in items or name in items}
        for number, seated in names.items()
    }


def _review_alone(
    move: KnownMove,
    deal: Deal | Record,
    by_street: Mapping[str, Any],
    deals: int | None,
    seed: np.random.SeedSequence,
    threads: int,
) -> ReviewedMove | None:
    """Return the review of a placement by `analyze`; None if there is no alternative."""
    options = dict(by_street)
    if is_dealt_at_once(move.position):
        options = {"deals": tables_for(deals)}
    elif move.position.in_fantasyland:
        options["worths"] = None if _may_stay(move, deal) else 0.0
    elif len(move.position.placements()) == 1:
        return None
    analysis = analyze(move.position, also=[move.placement], seed=seed, threads=threads, **options)
    candidate = analysis.candidate(move.placement)
    lost = candidate.behind if candidate.behind.mean > 0 else _possible_loss(candidate, analysis)
    return reviewed_move(move, analysis.best.placement, lost, candidate.samples, analysis.based_on)


def _stream_of(sequence: np.random.SeedSequence, move: KnownMove) -> np.random.SeedSequence:
    """Return the stream of the position of a move, which depends neither on the deal nor on other moves."""
    return np.random.SeedSequence(sequence.entropy, spawn_key=(*sequence.spawn_key, *str(move.position).encode()))


def _may_stay(move: KnownMove, deal: Deal | Record) -> bool:
    """Whether the rules allow the player, who is in Fantasyland, to stay."""
    land = move.position.rules.fantasyland
    return land is None or land.most_stays is None or deal.stays[move.seat] < land.most_stays


def _possible_loss(best: Candidate, analysis: Analysis) -> Estimate:
    """Return a loss of 0; its margin of error is the most points by which another placement may be better."""
    gaps = [candidate.behind for candidate in analysis.candidates if candidate is not best and candidate.samples]
    errors = [gap.standard_error * (1.0 - gap.mean / gap.margin) for gap in gaps if gap.margin > gap.mean]
    return Estimate(0.0, max(errors, default=0.0))
