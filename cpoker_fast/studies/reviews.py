"""Reviews of deals: the points that each placement lost against the best one."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast._arguments import available_threads, check_seat, items_of
from cpoker_fast.boards import Board
from cpoker_fast.dealing import Seed, sequence_of, stream_of
from cpoker_fast.display.columns import MARGIN
from cpoker_fast.display.markup import cards_html, cards_text, table_html
from cpoker_fast.display.plotting import MOST_SHOWN, plot_best
from cpoker_fast.display.progress import Progress, reporter
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import AnalysisError, TableError
from cpoker_fast.estimates import Estimate, estimate_to_dict, total_of
from cpoker_fast.game.deal import Deal, Move
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position
from cpoker_fast.notation.record import Record, declared_in, is_hidden
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import read_seat
from cpoker_fast.settling.declarations import IF_BETTER
from cpoker_fast.studies.analysis import analyze, checked_deals, is_dealt_at_once
from cpoker_fast.studies.analysis_result import Analysis, Basis, Candidate
from cpoker_fast.system.exports import Tabular
from cpoker_fast.thinking.rollouts import Budget

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from rich.text import Text

__all__ = ["Review", "ReviewedMove", "ReviewedSeat", "review"]

_LEAST_LOSS = 1e-9  # points; smaller differences come from rounding
_NO_LOSS = Estimate(0.0, 0.0)
_SEED_OF_MISSING_CARDS = 0  # deals the cards that a record lacks; no reviewed player has seen them


class ReviewedMove(NamedTuple):
    """A placement, and the points that it lost."""

    number: int
    """Index of the move in the deal, from 0."""
    seat: int
    """Seat of the player, from 0."""
    street: int
    """Index of the street, from 0; 0 in Fantasyland."""
    position: Position
    """Position of the player before the placement."""
    placement: Placement
    """Placement of the player. On a board that has a natural, it says whether the player declared it."""
    best: Placement
    """Best placement; `placement` itself if it lost nothing."""
    lost: Estimate
    """Expected points of the best placement minus those of this one, at least 0. The standard error is 0 for exact points.
    If this placement was the best one in the samples, the mean is 0, and the margin of error is the number of points by
    which another placement may still be better."""
    samples: int
    """Number of deals or rollouts of the placement; 0 for exact points in Fantasyland and on the last street."""
    based_on: Basis
    """What the loss is based on; see `Analysis.based_on`."""
    timed_out: bool = False
    """Whether the rules placed the cards because the player ran out of time."""

    def __repr__(self) -> str:
        lost = f"lost {self.lost} points" + (f", best {self.best}" if self.best != self.placement else "")
        player = ", ".join(filter(None, [f"player {self.seat + 1}", _when(self)]))
        return fitted(f"<ReviewedMove of {player}: {self.placement} {lost}>")

    @property
    def is_mistake(self) -> bool:
        """Whether the placement lost more points than the 95 % margin of error."""
        return self.lost.mean > self.lost.margin

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON; ``confidence_95`` is the 95 % interval of the loss, and ``move`` counts from 1."""
        return {
            "move": self.number + 1,
            "seat": self.seat,
            "street": self.street,
            "position": str(self.position),
            "placement": str(self.placement),
            "best": str(self.best),
            **estimate_to_dict(self.lost, "lost"),
            "is_mistake": self.is_mistake,
            "timed_out": self.timed_out,
            "samples": self.samples,
            "based_on": self.based_on,
        }


class ReviewedSeat(NamedTuple):
    """Points that all reviewed placements of a player lost."""

    seat: int
    """Seat of the player, from 0."""
    placements: int
    """Number of reviewed placements."""
    mistakes: int
    """Number of reviewed placements that are mistakes (`ReviewedMove.is_mistake`)."""
    lost: Estimate
    """Points lost by mistakes."""
    uncertain: Estimate
    """Estimated losses of the other placements. They may be as large as the upper end of the confidence interval."""

    def __repr__(self) -> str:
        number, mistakes = counted(self.placements, "placement"), counted(self.mistakes, "mistake")
        return f"<ReviewedSeat of player {self.seat + 1}: {number}, {mistakes}, which lost {self.lost} points>"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "seat": self.seat,
            "placements": self.placements,
            "mistakes": self.mistakes,
            **estimate_to_dict(self.lost, "lost"),
            **estimate_to_dict(self.uncertain, "uncertain", "uncertain_"),
        }


def losses_table(head: str, seats: Mapping[str, Sequence[ReviewedSeat]]) -> tuple[list[str], list[list[str]]]:
    """Return a table of losses: column names, and a row for each key of `seats` with the totals of its reviewed seats."""
    rows = []
    for name, reviewed in seats.items():
        placements, mistakes = sum(seat.placements for seat in reviewed), sum(seat.mistakes for seat in reviewed)
        lost, uncertain = total_of(seat.lost for seat in reviewed), total_of(seat.uncertain for seat in reviewed)
        points = [f"{lost.mean:.2f}", f"{lost.margin:.2f}", _at_most(uncertain)]
        rows.append([name, str(mistakes), *points, str(placements)])
    return [head, "mistakes", "lost", MARGIN, "uncertain", "placements"], rows


def _at_most(uncertain: Estimate) -> str:
    return f"{uncertain.mean:.2f} (at most {uncertain.interval()[1]:.2f})"


@dataclass(frozen=True, slots=True)
class Review(Tabular):
    """Points that the placements of a deal lost: the result of `review`.

    Notebooks show it as tables, ``review.plot()`` as a chart. Files and data frames (``review.to_frame()``) have a row for
    each reviewed placement: the player, and the keys of `ReviewedMove.to_dict`.

    Parameters
    ----------
    moves : tuple of ReviewedMove
        Reviewed placements, in the order of the deal.
    names : tuple of str
        Names of the players by seat, from the record; () if they are unknown.
    surrendered : tuple of int
        Seats of players whose surrender was not reviewed, since the record lacks their cards, or they were in Fantasyland.

    Examples
    --------
    >>> deal = Deal("pineapple", 2, seed=1)
    >>> while not deal.is_over:
    ...     placement = deal.time_out()
    >>> result = review(deal, rollouts=20, seed=1)
    >>> len(result.seats), len(result.moves) == len(result.to_dict()["placements"])
    (2, True)
    >>> result.to_csv().splitlines()[0][:43]
    'player,move,seat,street,position,placement,'
    """

    moves: tuple[ReviewedMove, ...]
    names: tuple[str, ...] = ()
    surrendered: tuple[int, ...] = ()

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """Placements that lost more than the margin of error, largest losses first."""
        return tuple(sorted((move for move in self.moves if move.is_mistake), key=lambda move: -move.lost.mean))

    @property
    def seats(self) -> tuple[ReviewedSeat, ...]:
        """Losses of each seat with reviewed placements."""
        seats = []
        for seat in sorted({move.seat for move in self.moves}):
            moves = [move for move in self.moves if move.seat == seat]
            mistakes = [move.lost for move in moves if move.is_mistake]
            others = [move.lost for move in moves if not move.is_mistake]
            seats.append(ReviewedSeat(seat, len(moves), len(mistakes), total_of(mistakes), total_of(others)))
        return tuple(seats)

    @property
    def note(self) -> str:
        """Line below the table: the number of samples, the uncertain losses, and surrenders without cards."""
        surrenders = [f"{self._name(seat)} surrendered, which was not reviewed" for seat in self.surrendered]
        return "; ".join(filter(None, [self._note_on_placements(), *surrenders]))

    def _note_on_placements(self) -> str:
        number, mistakes = len(self.moves), len(self.mistakes)
        if number == mistakes:
            return "" if number else "no placement was reviewed"
        others = f"the other {counted(number - mistakes, 'placement')}" if mistakes else counted(number, "placement")
        uncertain = total_of(seat.uncertain for seat in self.seats)
        if uncertain == _NO_LOSS:
            return f"no mistake in {others}"
        longest = max(self.moves, key=lambda move: move.samples)
        samples = counted(longest.samples, longest.based_on.removesuffix("s"))
        return f"no certain mistake in {others} at up to {samples}; uncertain losses {_at_most(uncertain)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result as plain values for JSON."""
        return {
            **({"players": list(self.names)} if self.names else {}),
            "placements": [move.to_dict() for move in self.moves],
            "seats": [seat.to_dict() for seat in self.seats],
            **({"surrendered": list(self.surrendered)} if self.surrendered else {}),
        }

    def _rows(self) -> list[dict[str, Any]]:
        return [{"player": self._name(move.seat), **move.to_dict()} for move in self.moves]

    def _name(self, seat: int) -> str:
        """Return the name of a player; without names, the number of the player, counted from 1."""
        return self.names[seat] if self.names else f"player {seat + 1}"

    def _head(self, move: ReviewedMove) -> str:
        return ", ".join(filter(None, [self._name(move.seat), _when(move)]))

    def __repr__(self) -> str:
        number, mistakes = counted(len(self.moves), "placement"), counted(len(self.mistakes), "mistake")
        lost = total_of(seat.lost for seat in self.seats)
        return fitted(f"<Review of {number}: {mistakes}, which lost {lost} points>")

    def __str__(self) -> str:
        lines = [
            f"lost {move.lost.mean:5.2f} +- {move.lost.margin:.2f}  {self._head(move)}\n"
            f"    placed  {move.placement}\n    best    {move.best}"
            for move in self.mistakes
        ]
        return "\n".join([*lines, *textwrap.wrap(self.note, width=80, subsequent_indent="  ")])

    def __rich__(self) -> Text:
        return cards_text(str(self))

    def _repr_html_(self) -> str:
        from html import escape

        head = ["placed", "best", "player", "street", "lost", MARGIN]
        mistakes = []
        for move in self.mistakes:
            placements = [cards_html(str(placement)) for placement in (move.placement, move.best)]
            lost = [f"{move.lost.mean:.2f}", f"{move.lost.margin:.2f}"]
            street = f"{_street(move)} {'(timed out)' if move.timed_out else ''}".strip()
            mistakes.append([*placements, escape(self._short_name(move.seat)), street, *lost])
        columns, rows = losses_table("player", {escape(self._short_name(seat.seat)): [seat] for seat in self.seats})
        first = table_html(mistakes, head=head, left=(0, 1, 2), title="Mistakes") if mistakes else ""
        return first + table_html(rows, head=columns, title="Players", note=self.note)

    def _short_name(self, seat: int) -> str:
        """Return the name of a player for a column of players, in which a number needs no word."""
        return self.names[seat] if self.names else str(seat + 1)

    def plot(self, limit: int = MOST_SHOWN, *, ax: Axes | None = None) -> Figure:
        """Plot the points that placements lost, the largest losses first, with 95 % intervals; needs the extra ``plot``.

        Parameters
        ----------
        limit : int
            Largest number of placements to draw, 1 to 1,000.
        ax : matplotlib.axes.Axes, optional
            Axes to draw on, by default those of a new figure of pyplot; see `cpoker_fast.studies.Analysis.plot`.

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        AnalysisError
            If no placement was reviewed, or `limit` or `ax` is invalid.
        CpokerError
            If Matplotlib is missing.
        """
        if not self.moves:
            raise AnalysisError("no chart: expected a review with placements, got none")
        moves = sorted(self.moves, key=lambda move: (-move.lost.mean, -move.lost.margin))
        sums = [f"{self._name(seat.seat)}: {counted(seat.mistakes, 'mistake')}, lost {seat.lost}" for seat in self.seats]
        return plot_best(
            [f"{self._head(move)}: {move.placement}" for move in moves],
            [move.lost for move in moves],
            title="\n".join(sums),
            label="points lost, 95 % interval",
            part="the largest {} of {} losses",
            limit=limit,
            ax=ax,
            error=AnalysisError,
        )


def review(
    deal: Deal | Record,
    *,
    seconds: float | None = None,
    rollouts: int | None = None,
    deals: int | None = None,
    seed: Seed = None,
    threads: int = 1,
    seats: Sequence[int] | None = None,
    progress: bool | Progress = False,
) -> Review:
    """Review a deal: compare each placement with the best one that `analyze` finds.

    Each placement is judged by the cards that the player knew, not by hidden or later cards: hands of opponents are dealt at
    random. If all 13 cards are placed at once, a surrender and a declaration are compared, too. In Fantasyland, boards are
    compared exactly, by royalties from every opponent plus the worth of staying, without points for rows. The review skips
    dead hands, placements without an alternative, and those for which a record lacks cards that the player knew, such as a
    surrender in a record without `Record.stacks` (`Review.surrendered`).

    A placement is a mistake if it lost more than the 95 % margin of error. The losses of the other placements are uncertain:
    more samples can show which of them are mistakes. The margin of error of a sum assumes that placements are independent.
    It includes possible losses of placements that seem best.

    Parameters
    ----------
    deal : Deal or Record
        A deal or its record, finished or not.
    seconds : float, optional
        Street by street: time limit for each placement; results then depend on the machine.
    rollouts : int, optional
        Street by street: number of rollouts of each remaining placement. The default is 1000 if `seconds` is not given.
    deals : int, optional
        For cards placed at once: number of deals of the opponents' hands for each placement, by default 1000.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the random cards. Without `seconds`, the same seed gives the same losses on any number of threads, and
        for any choice of seats.
    threads : int
        Number of threads; 0 for as many as this process has CPUs.
    seats : sequence of int, optional
        Seats to review; all by default.
    progress : bool or callable
        Whether to show a progress bar, or a function that is called with the number of finished moves and the
        number of all moves.

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
    if not isinstance(deal, Deal | Record):
        raise AnalysisError(f"expected a Deal or a Record, got {quote(deal)}")
    Budget.of(seconds, rollouts)
    checked_deals(deals)
    available_threads(threads)
    entropy = sequence_of(seed)
    reviewed = _checked_seats(seats, deal.players)
    moves = []
    with ExitStack() as stack:
        report = reporter(stack, progress, "reviewing", AnalysisError)
        for move in _known_moves(deal):
            report(move.number, len(deal.moves))
            if move.seat not in reviewed:
                continue
            options: dict[str, Any] = {"seconds": seconds, "rollouts": rollouts}
            if is_dealt_at_once(move.position):
                options = {"deals": deals}
            elif move.position.in_fantasyland:
                options = {"worths": None if _may_stay(move, deal) else 0.0}
            elif len(move.position.placements()) == 1:
                continue
            stream = stream_of(entropy, move.number)
            analysis = analyze(move.position, also=[move.placement], seed=stream, threads=threads, **options)
            moves.append(_reviewed(move, analysis))
        report(len(deal.moves), len(deal.moves))
    seats_with_move = {move.seat for move in moves}
    surrendered = tuple(seat for seat in deal.surrendered if seat in reviewed and seat not in seats_with_move)
    return Review(tuple(moves), deal.names if isinstance(deal, Record) else (), surrendered)


def _street(move: ReviewedMove) -> str:
    """Return the street as text, counted from 1; empty text if there is only one."""
    streets = len(move.position.rules.streets)
    if move.position.in_fantasyland:
        return "Fantasyland"
    return f"{move.street + 1} of {streets}" if streets > 1 else ""


def _when(move: ReviewedMove) -> str:
    """Return the street as text, counted from 1, with the word, if there are several, and whether the player timed out."""
    street = _street(move)
    words = [f"street {street}" if street and not move.position.in_fantasyland else street]
    return ", ".join(filter(None, [*words, "timed out" if move.timed_out else ""]))


class _KnownMove(NamedTuple):
    """A move with the position that the player saw before it."""

    number: int
    position: Position
    placement: Placement
    seat: int
    street: int
    timed_out: bool


def _checked_seats(seats: Sequence[int] | None, number: int) -> set[int]:
    if seats is None:
        return set(range(number))
    indices = items_of(seats)
    if indices is None:
        raise TableError.about("seats", f"expected a sequence of seats, got {quote(seats)}")
    for seat in indices:
        check_seat("seats", seat, number)
    return set(indices)


def _known_moves(deal: Deal | Record) -> Iterator[_KnownMove]:
    """Yield each placement of a hand that is not dead, whose player had seen only cards that the deal or record contains."""
    complete = deal.deal(seed=_SEED_OF_MISSING_CARDS) if isinstance(deal, Record) else deal
    replayed = Deal(
        complete.rules,
        complete.players,
        stacks=complete.stacks,
        button=complete.button,
        fantasyland=complete.fantasyland,
        stays=complete.stays,
    )
    declared = deal.declared if isinstance(deal, Record) else declared_in(deal)
    seats_with_unknown_cards: set[int] = set()
    hides_hands = isinstance(deal, Record) and deal.hides_open_hands
    for number, move in enumerate(complete.moves):
        if isinstance(deal, Record) and _lacks_cards(deal, deal.moves[number]):
            seats_with_unknown_cards.add(move.seat)
        is_known = move.seat not in seats_with_unknown_cards and not (hides_hands and not complete.fantasyland[move.seat])
        if is_known and not move.dead:
            position = replayed.position()
            placement = move.placement
            if is_dealt_at_once(position) and (declared or not position.rules.naturals):
                placement = _with_declaration(placement, declared[move.seat] if declared else None, position.rules)
            if is_dealt_at_once(position) or not placement.is_surrender:  # which has no price in Fantasyland
                yield _KnownMove(number, position, placement, move.seat, move.street, move.timed_out)
        replayed.place(move.placement)


def _lacks_cards(record: Record, move: Move) -> bool:
    if move.placement.is_surrender:
        return not record.stacks
    return is_hidden(move) or record.unknown_discards(move) > 0


def _with_declaration(placement: Placement, natural: str | None, rules: Rules) -> Placement:
    """Return a placement that says what its player declared at the showdown, if its board has a natural."""
    if placement.is_surrender:
        return placement
    has_natural = read_seat(Board.of_rows(*placement.rows), rules).natural is not None
    return Placement.of_cards(*placement.rows, placement.discards, (natural or False) if has_natural else IF_BETTER)


# ---- losses ----


def _may_stay(move: _KnownMove, deal: Deal | Record) -> bool:
    """Whether the rules allow the player, who is in Fantasyland, to stay."""
    land = move.position.rules.fantasyland
    return land is None or land.most_stays is None or deal.stays[move.seat] < land.most_stays


def _reviewed(move: _KnownMove, analysis: Analysis) -> ReviewedMove:
    candidate = analysis.candidate(move.placement)
    is_best = candidate.behind.mean <= _LEAST_LOSS
    return ReviewedMove(
        move.number,
        move.seat,
        move.street,
        move.position,
        move.placement,
        move.placement if is_best else analysis.best.placement,
        _possible_loss(candidate, analysis) if is_best else candidate.behind,
        candidate.samples,
        analysis.based_on,
        move.timed_out,
    )


def _possible_loss(best: Candidate, analysis: Analysis) -> Estimate:
    """Return a loss of 0; its margin of error is the most points by which another placement may be better."""
    gaps = [candidate.behind for candidate in analysis.candidates if candidate is not best and candidate.samples]
    errors = [gap.standard_error * (1.0 - gap.mean / gap.margin) for gap in gaps if gap.margin > gap.mean]
    return Estimate(0.0, max(errors, default=0.0))
