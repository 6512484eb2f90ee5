"""Reviews: what the placements of a deal cost their players, against the best ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast._arguments import available_threads, check_seat, items_of
from cpoker_fast.arranging import assumed_worths, from_each_opponent, openface_fantasyland
from cpoker_fast.boards import Board
from cpoker_fast.dealing import Seed, sequence_of, stream_of
from cpoker_fast.display.columns import MARGIN
from cpoker_fast.display.markup import cards_html, cards_text, table_html
from cpoker_fast.display.progress import Progress, reporter
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import AnalysisError, BoardError, TableError
from cpoker_fast.estimates import Estimate, plain_of, total_of
from cpoker_fast.openface.game.deal import Deal, Move
from cpoker_fast.openface.game.placement import PartialBoard, Placement, listed_as
from cpoker_fast.openface.game.plan import earned_cards, openface_of
from cpoker_fast.openface.game.position import Position
from cpoker_fast.openface.notation.record import Record, hides_board
from cpoker_fast.openface.thinking.analysis import PlacementAnalysis, PlacementValue, analyze
from cpoker_fast.openface.thinking.rollouts import Budget
from cpoker_fast.openface.thinking.row_payoffs import foul_price
from cpoker_fast.settling import read_seat

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["Review", "ReviewedMove", "ReviewedSeat", "review"]

_LEAST = 1e-9  # points; smaller differences are those of rounding
_NOTHING = Estimate(0.0, 0.0)  # lost, for certain
_UNKNOWN = 0  # the seed for cards that a record does not tell, which no reviewed player has seen


class ReviewedMove(NamedTuple):
    """What a placement cost."""

    number: int
    """Which of the deal's moves it was, from 0."""
    seat: int
    street: int
    """From 0; 0 in Fantasyland."""
    position: Position
    """What the player knew before it."""
    placement: Placement
    """What he placed."""
    best: Placement
    """The best placement; the same as `placement` if that lost nothing."""
    lost: Estimate
    """How many points the placement is expected to win less than the best one; the mean is at least 0. The standard error is
    0 if that is exact. If no other placement was better in these rollouts, the mean is 0, and the margin is how much the
    best one of the others may be better all the same."""
    rollouts: int
    """How often the placement was played out; 0 if its points are exact."""

    @property
    def is_mistake(self) -> bool:
        """Whether it lost something for certain: more than the 95 % margin of error."""
        return self.lost.mean > self.lost.margin

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON: ``confidence_95`` is the 95 % interval of the points lost; moves count from 1."""
        return {
            "move": self.number + 1,
            "seat": self.seat,
            "street": self.street,
            "position": str(self.position),
            "placement": str(self.placement),
            "best": str(self.best),
            **plain_of(self.lost, "lost"),
            "is_mistake": self.is_mistake,
            "rollouts": self.rollouts,
        }


class ReviewedSeat(NamedTuple):
    """What all reviewed placements of a player cost."""

    seat: int
    placements: int
    """How many were reviewed."""
    mistakes: int
    """How many of them are mistakes, for certain."""
    lost: Estimate
    """Points lost by these mistakes."""
    uncertain: Estimate
    """Points that the other placements seem to have lost. The end of its interval is the most that they may have lost."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "seat": self.seat,
            "placements": self.placements,
            "mistakes": self.mistakes,
            **plain_of(self.lost, "lost"),
            **plain_of(self.uncertain, "uncertain", "uncertain_"),
        }


def losses_table(head: str, seats: Mapping[str, Sequence[ReviewedSeat]]) -> tuple[list[str], list[list[str]]]:
    """A table of what was lost: its columns, and a row for each name, which has seats of one or more deals."""
    rows = []
    for name, listed in seats.items():
        placements, mistakes = sum(seat.placements for seat in listed), sum(seat.mistakes for seat in listed)
        lost, uncertain = total_of(seat.lost for seat in listed), total_of(seat.uncertain for seat in listed)
        points = [f"{lost.mean:.2f}", f"{lost.margin:.2f}", _at_most(uncertain)]
        rows.append([name, str(mistakes), *points, str(placements)])
    return [head, "mistakes", "lost", MARGIN, "uncertain", "placements"], rows


def _at_most(uncertain: Estimate) -> str:
    return f"{uncertain.mean:.2f} (at most {uncertain.interval()[1]:.2f})"


@dataclass(frozen=True, slots=True)
class Review:
    """What the placements of a deal cost their players: the result of `review`.

    Parameters
    ----------
    moves : tuple of ReviewedMove
        The placements that were reviewed, in the order of the deal.
    """

    moves: tuple[ReviewedMove, ...]

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """The placements that lost more than the margin of error of that, those that lost most first."""
        return tuple(sorted((move for move in self.moves if move.is_mistake), key=lambda move: -move.lost.mean))

    @property
    def seats(self) -> tuple[ReviewedSeat, ...]:
        """What was lost in all, for each seat with placements that were reviewed."""
        found = []
        for seat in sorted({move.seat for move in self.moves}):
            own = [move for move in self.moves if move.seat == seat]
            mistakes = [move.lost for move in own if move.is_mistake]
            others = [move.lost for move in own if not move.is_mistake]
            found.append(ReviewedSeat(seat, len(own), len(mistakes), total_of(mistakes), total_of(others)))
        return tuple(found)

    @property
    def note(self) -> str:
        """What is certain, and how much may have been lost beside that, in a line."""
        number, mistakes = len(self.moves), len(self.mistakes)
        if number == mistakes:
            return "" if number else "no placement was reviewed"
        others = f"the other {counted(number - mistakes, 'placement')}" if mistakes else counted(number, "placement")
        uncertain = total_of(seat.uncertain for seat in self.seats)
        if uncertain == _NOTHING:
            return f"no mistake in {others}"
        rollouts = counted(max(move.rollouts for move in self.moves), "rollout")
        return f"no certain mistake in {others} at up to {rollouts}; uncertain losses {_at_most(uncertain)}"

    def to_dict(self) -> dict[str, Any]:
        """The whole result as plain values, for JSON."""
        return {
            "placements": [move.to_dict() for move in self.moves],
            "seats": [seat.to_dict() for seat in self.seats],
        }

    def __str__(self) -> str:
        lines = [
            f"lost {move.lost.mean:5.2f} +- {move.lost.margin:.2f}  {_where(move)}: {move.placement} instead of {move.best}"
            for move in self.mistakes
        ]
        return "\n".join(filter(None, [*lines, self.note]))

    def __rich__(self) -> Text:
        return cards_text(str(self))

    def _repr_html_(self) -> str:
        head = ["placed", "best", "player", "street", "lost", MARGIN]
        mistakes = []
        for move in self.mistakes:
            placements = [cards_html(str(one)) for one in (move.placement, move.best)]
            lost = [f"{move.lost.mean:.2f}", f"{move.lost.margin:.2f}"]
            mistakes.append([*placements, str(move.seat + 1), _street(move), *lost])
        columns, rows = losses_table("player", {str(seat.seat + 1): [seat] for seat in self.seats})
        first = table_html(mistakes, head=head, left=(0, 1)) if mistakes else ""
        return first + table_html(rows, head=columns, note=self.note)


def review(
    deal: Deal | Record,
    *,
    seconds: float | None = None,
    rollouts: int | None = None,
    seed: Seed = None,
    threads: int = 1,
    seats: Sequence[int] | None = None,
    progress: bool | Progress = False,
) -> Review:
    """What the placements of a deal cost their players, against the best ones.

    Each is compared with the best placement that `analyze` finds, on what the player knew: neither hidden cards nor those
    that came later count. A board set in Fantasyland is compared with the best one by royalties, paid by every opponent, and
    the worth of staying, exactly; who wins rows does not count there. Left out are placements without a choice, and those of
    which a record does not tell all cards that the player had.

    A placement is a mistake for certain if it lost more than the 95 % margin of error. What the others seem to have lost is
    uncertain: more rollouts make mistakes of it, or nothing. The margins of a sum take its placements as independent. They
    include what a placement may have lost that seems to be the best one.

    Parameters
    ----------
    deal : Deal or Record
        Over or not.
    seconds : float, optional
        How long to think about a placement; the result then depends on the machine.
    rollouts : int, optional
        How often to play out the placements that stay in the race; 1000 if neither is given.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        For the cards that are dealt. With `rollouts`, the same seed gives the same result on any number of threads, whatever
        seats are reviewed.
    threads : int
        How many threads to use; 0 for as many as this process has CPUs.
    seats : sequence of int, optional
        Whose placements are reviewed; by default, everybody's.
    progress : bool or callable
        Whether a bar on standard error shows the progress; or a function that is called with the number of moves that are
        done, and of all moves.

    Returns
    -------
    Review

    Raises
    ------
    AnalysisError
        If this is no deal, `seconds`, `rollouts` or `progress` is invalid, or both of the first two are given.
    TableError
        If there is no such seat.
    SeedError, ArrayError
        If the seed, or the number of threads, is invalid.

    Examples
    --------
    >>> stacks = "Ad Kc 9s 9h 5d Kd 7c 4s 8h 7h 2h 6s 5c 2s Th 8d 4c", "3c 6d 6h Qh Td Ac Ah 2d Qs Jc 7d 5h 4d 3d 3h Ts 8c"
    >>> deal = Deal("pineapple", 2, stacks=stacks, button=1)
    >>> _ = deal.place("Ad / Kc / 9s 9h 5d").place("3c / 6d 6h / Qh Td")
    >>> found = review(deal, rollouts=200, seed=1)
    >>> worst = found.mistakes[0]
    >>> worst.seat, worst.street, str(worst.placement), worst.lost.mean > 2.0
    (1, 0, '3c / 6h 6d / Qh Td', True)
    """
    if not isinstance(deal, Deal | Record):
        raise AnalysisError(f"expected a Deal or a Record, got {quote(deal)}")
    Budget.of(seconds, rollouts)
    available_threads(threads)
    entropy = sequence_of(seed)
    wanted = _checked(seats, deal.seats)
    found = []
    with ExitStack() as stack:
        report = reporter(stack, progress, "reviewing", AnalysisError)
        for move in _known(deal):
            report(move.number, len(deal.moves))
            if move.seat not in wanted:
                continue
            if move.position.in_fantasyland:
                found.append(_in_fantasyland(move, deal.stays[move.seat]))
            elif len(move.position.placements()) > 1:
                own = stream_of(entropy, move.number)
                analysis = analyze(
                    move.position, seconds=seconds, rollouts=rollouts, also=move.placement, seed=own, threads=threads
                )
                found.append(_compared(move, analysis))
        report(len(deal.moves), len(deal.moves))
    return Review(tuple(found))


def _street(move: ReviewedMove) -> str:
    """The street for people, from 1."""
    streets = len(openface_of(move.position.rules).streets)
    return "Fantasyland" if move.position.in_fantasyland else f"{move.street + 1} of {streets}"


def _where(move: ReviewedMove) -> str:
    """The player and the street for people, from 1."""
    return f"player {move.seat + 1}, {'street ' * (not move.position.in_fantasyland)}{_street(move)}"


class _Known(NamedTuple):
    """A move of which all is known that the player knew."""

    number: int
    position: Position
    placement: Placement
    seat: int
    street: int


def _checked(seats: Sequence[int] | None, number: int) -> set[int]:
    if seats is None:
        return set(range(number))
    listed = items_of(seats)
    if listed is None:
        raise TableError(f"seats: expected a sequence of seats, got {quote(seats)}")
    for seat in listed:
        check_seat("seats", seat, number)
    return set(listed)


def _known(deal: Deal | Record) -> Iterator[_Known]:
    """The moves of players whose cards are all known till then."""
    whole = deal.deal(seed=_UNKNOWN) if isinstance(deal, Record) else deal
    again = Deal(
        whole.rules, whole.seats, stacks=whole.stacks, button=whole.button, fantasyland=whole.fantasyland, stays=whole.stays
    )
    unknown: set[int] = set()
    hides_hands = isinstance(deal, Record) and deal.hides_open_hands
    for number, move in enumerate(whole.moves):
        if isinstance(deal, Record) and _hides(deal, deal.moves[number]):
            unknown.add(move.seat)
        if move.seat not in unknown and not (hides_hands and not whole.fantasyland[move.seat]):
            yield _Known(number, again.position(), move.placement, move.seat, move.street)
        again.place(move.placement)


def _hides(record: Record, move: Move) -> bool:
    return hides_board(move) or record.unknown_discards(move) > 0


# ---- street by street ----


def _compared(move: _Known, analysis: PlacementAnalysis) -> ReviewedMove:
    placements = [one.placement for one in analysis.placements]
    made = analysis.placements[listed_as(move.placement, placements, move.position.own)]
    is_best = made.behind.mean <= _LEAST
    return ReviewedMove(
        move.number,
        move.seat,
        move.street,
        move.position,
        move.placement,
        move.placement if is_best else analysis.best,
        _doubt(made, analysis) if is_best else made.behind,
        made.rollouts,
    )


def _doubt(made: PlacementValue, analysis: PlacementAnalysis) -> Estimate:
    """What the best placement of the rollouts may have lost: its margin ends where the best of the others may end."""
    gaps = [one.behind for one in analysis.placements if one is not made and one.rollouts]
    errors = [gap.standard_error * (1.0 - gap.mean / gap.margin) for gap in gaps if gap.margin > gap.mean]
    return Estimate(0.0, max(errors, default=0.0))


# ---- Fantasyland ----


def _in_fantasyland(move: _Known, stays: int) -> ReviewedMove:
    position, board = move.position, PartialBoard(*move.placement.rows).board()
    rules, opponents = position.rules, position.seats - 1
    worths = from_each_opponent(assumed_worths(rules, position.seats), position.seats)
    land = openface_of(rules).fantasyland
    may_stay = land is None or land.most_stays is None or stays < land.most_stays
    try:
        best = openface_fantasyland(position.hand, rules, worths if may_stay else 0.0)
    except BoardError:  # every board is a foul
        return ReviewedMove(move.number, move.seat, 0, position, move.placement, move.placement, _NOTHING, 0)
    lost = opponents * (best.value - _value_of_board(board, position, worths, stays))
    lost = lost if lost > _LEAST else 0.0
    found = Placement.of_cards(*best.board.rows, best.discarded) if lost else move.placement
    return ReviewedMove(move.number, move.seat, 0, position, move.placement, found, Estimate(lost, 0.0), 0)


def _value_of_board(board: Board, position: Position, worths: dict[int, float], stays: int) -> float:
    """What every opponent pays for a board, without rows that it wins, with his share of the worth of staying."""
    seat = read_seat(board, position.rules)
    if seat.is_foul:
        return -foul_price(position.rules)
    (cards,) = earned_cards(position.rules, [board], [position.fantasyland[position.seat]], [stays])
    return sum(seat.royalties) + (worths[cards] if cards else 0.0)
