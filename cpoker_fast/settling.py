"""Settling a table: who won which row against whom, with what, and what it paid."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from cpoker_fast._settling import read_board, settle_array, settle_table
from cpoker_fast.boards import ROWS, Board
from cpoker_fast.cards import format_card
from cpoker_fast.errors import BoardError, RulesError
from cpoker_fast.patterns import Pattern
from cpoker_fast.ranking import describe, describe_lowball
from cpoker_fast.rulebook import Rules, compiled
from cpoker_fast.variants import as_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["DecidedBy", "Pairing", "Seat", "Settlement", "read_seat", "settle", "settle_many"]


class DecidedBy(StrEnum):
    """What decided a pairing."""

    NOTHING = "nothing"
    """The two do not play against each other (banker games)."""
    ROWS = "rows"
    FOUL = "foul"
    NATURAL = "natural"
    SURRENDER = "surrender"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """What a player brought to the showdown.

    Attributes
    ----------
    board : Board or None
        None for a surrender.
    strengths : tuple of int
        Of front, middle and back; of the middle on the 2-7 scale where the rules say so. Empty for a surrender.
    royalties : tuple of int
        What the rows are worth.
    is_foul : bool
        Under the rules of the settlement.
    natural : Pattern or None
        The best natural of these rules that the hand makes.
    descriptions : tuple of str
        The rows in words, such as ``'pair, nines with four'``.
    """

    board: Board | None
    strengths: tuple[int, ...]
    royalties: tuple[int, ...]
    is_foul: bool
    natural: Pattern | None
    descriptions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """What passed between two players, seen from the first: above 0, the second pays.

    Attributes
    ----------
    first, second : int
        Seats.
    decided_by : DecidedBy
    rows : tuple of int
        1, 0 or -1 for front, middle and back: won, tied or lost by the first.
    royalties : tuple of int
        Points for the royalties of front, middle and back.
    scoop, home_run : int
        1 if the first scooped (as a part of a home run), -1 if the second did.
    row_points, scoop_points, overall, fixed : int
        Points for rows, for the scoop or home run, the overall point, and the fixed price of a foul, a natural or a
        surrender.
    times : int
        What the sum of all of these and the royalties is multiplied by.
    points : int
        The result.
    """

    first: int
    second: int
    decided_by: DecidedBy
    rows: tuple[int, int, int]
    royalties: tuple[int, int, int]
    scoop: int
    home_run: int
    row_points: int
    scoop_points: int
    overall: int
    fixed: int
    times: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """A settled table.

    Attributes
    ----------
    rules : Rules
    seats : tuple of Seat
    pairs : tuple of Pairing
        Seats 0-1, 0-2, ..., 1-2, ...
    points : tuple of int
        What each player won; the sum is 0.
    """

    rules: Rules
    seats: tuple[Seat, ...]
    pairs: tuple[Pairing, ...]
    points: tuple[int, ...]

    def lines(self, pair: Pairing, names: Sequence[str]) -> list[str]:
        """The readout of one pairing, a line for each thing that counted; `names` by seat."""
        sides = {1: (pair.first, pair.second), -1: (pair.second, pair.first)}
        lines = []
        match pair.decided_by:
            case DecidedBy.NOTHING:
                lines.append("do not play against each other")
            case DecidedBy.SURRENDER:
                lines += [f"{names[seat]} surrenders" for seat in sides[1] if self.seats[seat].board is None]
            case DecidedBy.NATURAL:
                lines += [
                    f"{names[seat]} has a natural: {natural}"
                    for seat in sides[1]
                    if (natural := self.seats[seat].natural) is not None
                ]
            case DecidedBy.FOUL:
                lines += [f"{names[seat]} fouls" for seat in sides[1] if self.seats[seat].is_foul]
            case DecidedBy.ROWS:
                lines += [self._row_line(pair, row, names) for row in range(len(ROWS))]
        if pair.scoop:
            what = "makes a home run" if pair.home_run else "scoops"
            lines.append(f"{names[sides[pair.scoop][0]]} {what}")
        lines += [f"{what}: {value:+d}" for what, value in self._parts(pair) if value]
        if pair.times != 1 and pair.points:
            lines.append(f"all times {pair.times}")
        return lines

    def _row_line(self, pair: Pairing, row: int, names: Sequence[str]) -> str:
        side = pair.rows[row]
        winner, loser = (pair.first, pair.second) if side >= 0 else (pair.second, pair.first)
        won, lost = self.seats[winner].descriptions[row], self.seats[loser].descriptions[row]
        if won == lost:
            text = f"{ROWS[row]}: {won} on both sides, " + (f"won by {names[winner]}" if side else "a tie")
        else:
            text = f"{ROWS[row]}: {names[winner]} with {won}, against {lost}"
        return text + (f", royalty {pair.royalties[row]:+d}" if pair.royalties[row] else "")

    @staticmethod
    def _parts(pair: Pairing) -> list[tuple[str, int]]:
        price = {DecidedBy.FOUL: "foul", DecidedBy.NATURAL: "natural", DecidedBy.SURRENDER: "surrender"}
        return [
            ("rows", pair.row_points),
            ("scoop", pair.scoop_points),
            ("royalties", sum(pair.royalties)),
            ("overall point", pair.overall),
            (price.get(pair.decided_by, ""), pair.fixed),
        ]

    def explain(self, names: Sequence[str] | None = None) -> str:
        """The readout in text: every pairing with who won what by which rows, and the totals.

        Parameters
        ----------
        names : sequence of str, optional
            Of the players; without it they are called Player 1, Player 2, ...
        """
        names = self.names(names)
        paragraphs = []
        for pair in self.pairs:
            head = f"{names[pair.first]} v {names[pair.second]}: {pair.points:+d}"
            paragraphs.append("\n".join([head, *(f"  {line}" for line in self.lines(pair, names))]))
        totals = [f"{name}: {points:+d}" for name, points in zip(names, self.points, strict=True)]
        return "\n\n".join([*paragraphs, "Total\n" + "\n".join(f"  {total}" for total in totals)])

    def names(self, names: Sequence[str] | None = None) -> Sequence[str]:
        """The given names, checked, or the usual ones."""
        if names is None:
            return [f"Player {seat + 1}" for seat in range(len(self.seats))]
        if len(names) != len(self.seats):
            raise BoardError(f"expected {len(self.seats)} names, got {len(names)}")
        return names

    def to_dict(self) -> dict[str, Any]:
        """The settlement as plain values, for JSON."""
        return {
            "rules": self.rules.name,
            "points": list(self.points),
            "seats": [
                {
                    "board": None if seat.board is None else [str(row) for row in seat.board.rows],
                    "rows": list(seat.descriptions),
                    "strengths": list(seat.strengths),
                    "royalties": list(seat.royalties),
                    "foul": seat.is_foul,
                    "natural": None if seat.natural is None else str(seat.natural),
                }
                for seat in self.seats
            ],
            "pairs": [
                {
                    "seats": [pair.first, pair.second],
                    "decided_by": str(pair.decided_by),
                    "rows": list(pair.rows),
                    "scoop": pair.scoop,
                    "home_run": pair.home_run,
                    "row_points": pair.row_points,
                    "royalties": list(pair.royalties),
                    "scoop_points": pair.scoop_points,
                    "overall": pair.overall,
                    "fixed": pair.fixed,
                    "times": pair.times,
                    "points": pair.points,
                }
                for pair in self.pairs
            ],
        }


def _as_boards(boards: Sequence[Board | str | None], rules: Rules) -> list[Board | None]:
    if isinstance(boards, str | Board) or not 2 <= len(boards) <= 4:
        found = type(boards).__name__ if isinstance(boards, str | Board) else f"{len(boards)} boards"
        raise BoardError(f"expected a sequence of 2 to 4 boards, got {found}")
    read: list[Board | None] = []
    for seat, board in enumerate(boards):
        if board is None and rules.surrender is None:
            raise RulesError(f"board {seat}: a surrender (None), which the rules {rules.name!r} do not have")
        if not isinstance(board, Board | str | None):
            raise BoardError(f"board {seat}: expected a Board, text or None, got {board!r}", index=seat)
        try:
            one = Board.parse(board) if isinstance(board, str) else board
        except BoardError as error:
            raise BoardError(f"board {seat}: {error}", index=seat) from error
        for other, earlier in enumerate(read):
            if one and earlier and (both := one.hand & earlier.hand):
                card = format_card(next(iter(both)))
                raise BoardError(f"card {card} stands both in board {other} and in board {seat}", index=seat)
        read.append(one)
    return read


_DECIDED_BY = tuple(DecidedBy)
_PATTERNS = tuple(Pattern)
_SURRENDERED = Seat(board=None, strengths=(), royalties=(), is_foul=False, natural=None, descriptions=())


def _seat(board: Board, rules: Rules, read: tuple[tuple[int, int, int], tuple[int, int, int], bool, int]) -> Seat:
    strengths, royalties, is_foul, natural = read
    words = [
        describe_lowball(strength) if rules.lowball_middle and row == "middle" else describe(strength, wheel=rules.wheel)
        for row, strength in zip(ROWS, strengths, strict=True)
    ]
    return Seat(
        board=board,
        strengths=strengths,
        royalties=royalties,
        is_foul=is_foul,
        natural=None if natural < 0 else _PATTERNS[natural],
        descriptions=tuple(words),
    )


def read_seat(board: Board, rules: Rules | str) -> Seat:
    """What a board is under some rules: strengths, royalties, whether it is a foul, the natural, its rows in words."""
    rules = as_rules(rules)
    return _seat(board, rules, read_board(compiled(rules), board.cards()))


def settle(boards: Sequence[Board | str | None], rules: Rules | str, *, button: int = 0) -> Settlement:
    """Settles the boards of two to four players.

    Parameters
    ----------
    boards : sequence of Board, str or None
        One a seat; None for a player who surrendered. A hand that makes a natural of these rules declares it.
    rules : Rules or str
        Or the name of a preset.
    button : int
        The seat with the button: the banker, where there is one.

    Returns
    -------
    Settlement
        With `points` by seat, `pairs`, and `explain()`.

    Raises
    ------
    BoardError
        If a board cannot be read, or a card stands in two.
    RulesError
        If there are no such rules, or they do not allow a surrender.

    Examples
    --------
    >>> a = "6s 6h 6d / 4s 4h 4d 9c 9h / Ks Kh Kd 8s 8c"
    >>> b = "Qs Qh 7d / Js Jh Jd 2s 2h / 5s 5h 5d 5c As"
    >>> settle([a, b], "pagat").points
    (-3, 3)
    """
    rules = as_rules(rules)
    read = _as_boards(boards, rules)
    cards = [None if board is None else board.cards() for board in read]
    points, seats, pairs = settle_table(compiled(rules), cards, button)
    numbers = [(i, j) for i in range(len(read)) for j in range(i + 1, len(read))]
    return Settlement(
        rules=rules,
        seats=tuple(
            _SURRENDERED if board is None else _seat(board, rules, seat) for board, seat in zip(read, seats, strict=True)
        ),
        pairs=tuple(
            Pairing(first, second, _DECIDED_BY[by], *numbers_of_pair)
            for (first, second), (by, *numbers_of_pair) in zip(numbers, pairs, strict=True)
        ),
        points=tuple(points),
    )


def settle_many(
    boards: object, rules: Rules | str, *, button: int = 0, out: NDArray[np.int32] | None = None, threads: int = 1
) -> NDArray[np.int32]:
    """Settles many tables.

    Parameters
    ----------
    boards : array of uint8, shape (n, players, 13)
        Front (3), middle (5) and back (5) of each board; 13 times 255 is a surrender. Any buffer.
    rules : Rules or str
        Or the name of a preset.
    button : int
        The seat with the button, the same at every table.
    out : array of int32, shape (n, players), optional
        C-contiguous; must not overlap with `boards`.
    threads : int
        How many threads to use; 0 for as many as this process has CPUs. The GIL is released.

    Returns
    -------
    array of int32, shape (n, players)
        Points. After an error the contents of `out` are undefined.

    Raises
    ------
    BoardError
        If a table holds a card over 51 or a card twice; `index` tells the first such table.
    RulesError
        If there are no such rules, or they do not allow a surrender.
    ArrayError
        If dtype, shape, `out` or `threads` do not fit.
    """
    result: NDArray[np.int32] = settle_array(compiled(as_rules(rules)), boards, button, out, threads)
    return result
