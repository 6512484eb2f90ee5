"""Settling a table: who won which row against whom, with what, and what it paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import is_whole, items_of
from cpoker_fast._settling import read_board, settle_array, settle_table
from cpoker_fast.boards import ROWS, Board, board_at
from cpoker_fast.cards import format_card
from cpoker_fast.errors import BoardError, RulesError, TableError
from cpoker_fast.patterns import Pattern, pattern_of, patterns_in
from cpoker_fast.ranking import describe, describe_lowball
from cpoker_fast.rulebook import Pairings, Rules, Wheel, compiled
from cpoker_fast.stakes import Due, Payment, pay, read_stacks, read_unit
from cpoker_fast.variants import as_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.console import Group

__all__ = ["DecidedBy", "Declaration", "Pairing", "PoolRow", "Seat", "Settlement", "read_seat", "settle", "settle_many"]

Declaration = bool | Pattern | str
"""Whether a natural is declared: the best one that the hand makes (True), none (False), or a certain one."""


class DecidedBy(StrEnum):
    """What decided a pairing."""

    NOTHING = "nothing"
    """The two do not play against each other: in banker games and pools, two hands of one player, or where there is a single
    winner and neither is he."""
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
        What the rows are worth, doubled by the deuce of spades where the rules say so.
    is_foul : bool
        Under the rules of the settlement.
    natural : Pattern or None
        The natural that is declared.
    naturals : tuple of Pattern
        Those of these rules that the hand makes.
    wheel : Wheel
    lowball_middle : bool
        On which scales the strengths are.
    """

    board: Board | None
    strengths: tuple[int, ...]
    royalties: tuple[int, ...]
    is_foul: bool
    natural: Pattern | None
    naturals: tuple[Pattern, ...]
    wheel: Wheel
    lowball_middle: bool

    @property
    def descriptions(self) -> tuple[str, ...]:
        """The rows in words, such as ``'pair, nines with four'``."""
        return tuple(
            describe_lowball(strength) if self.lowball_middle and row == "middle" else describe(strength, wheel=self.wheel)
            for row, strength in zip(ROWS, self.strengths, strict=False)  # a surrender has none
        )


@dataclass(frozen=True, slots=True)
class Pairing:
    """What passed between two seats, seen from the first: above 0, the second pays.

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
    row_points, scoop_points, overall, fixed, natural : int
        Points for rows, for the scoop or home run, the overall point, the price of a foul or a surrender, and naturals.
    times : int
        What the sum of all of these and the royalties is multiplied by.
    aces, dealer : int
        Side payments: for aces, and to the holder of the ace of spades.
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
    natural: int
    times: int
    aces: int
    dealer: int
    points: int


@dataclass(frozen=True, slots=True)
class PoolRow:
    """What became of a row of the pool.

    Attributes
    ----------
    pot : int
        Points in it, those carried over from the last deal among them.
    carried : int
        Points that it leaves for the next deal.
    collected : tuple of int
        Points that it paid, by seat.
    """

    pot: int
    carried: int
    collected: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """A settled table.

    Attributes
    ----------
    rules : Rules
    button : int
        The seat with the button.
    owners : tuple of int
        The player of each seat; two seats of one player do not play against each other.
    seats : tuple of Seat
    pairs : tuple of Pairing
        Seats 0-1, 0-2, ..., 1-2, ...
    pool : tuple of PoolRow
        Front, middle and back; () unless a pool is played.
    points : tuple of int
        What each seat won. The sum is 0, but for what a pool carries over.
    unit : int
        Chips that a point is worth.
    payments : tuple of Payment
        With table stakes: the pairings in the order in which they were paid, cut to what both had left.
    chips : tuple of int or None
        With table stakes: what each player won.
    """

    rules: Rules
    button: int
    owners: tuple[int, ...]
    seats: tuple[Seat, ...]
    pairs: tuple[Pairing, ...]
    pool: tuple[PoolRow, ...]
    points: tuple[int, ...]
    unit: int = 1
    payments: tuple[Payment, ...] = ()
    chips: tuple[int, ...] | None = None

    @property
    def pool_points(self) -> tuple[int, ...]:
        """What each player won from the pool, less what he put in; () unless a pool is played."""
        won = [0] * len(set(self.owners)) if self.pool else []
        for seat, player in enumerate(self.owners if self.pool else ()):
            won[player] += sum(row.collected[seat] for row in self.pool) - self.rules.pool_stake
        return tuple(won)

    def explain(self, names: Sequence[str] | None = None) -> str:
        """The readout in text: every pairing with who won what by which rows, and the totals.

        Parameters
        ----------
        names : sequence of str, optional
            Of the seats; without it they are called Player 1, Player 2, ...
        """
        from cpoker_fast.readout import explain

        return explain(self, names)

    def explain_rich(self, names: Sequence[str] | None = None) -> Group:
        """The readout as tables for a terminal, for `rich.print`; needs ``pip install 'cpoker_fast[cli]'``."""
        from cpoker_fast.readout_rich import explain_rich

        return explain_rich(self, names)

    def __rich__(self) -> Group:
        return self.explain_rich()

    def to_dict(self) -> dict[str, Any]:
        """The settlement as plain values, for JSON."""
        from cpoker_fast.readout import to_dict

        return to_dict(self)


def boards_of_table(boards: Sequence[Board | str | None], rules: Rules, least: int = 2, most: int = 4) -> list[Board | None]:
    """The boards that a user gave, read, and without a card that stands twice."""
    listed = items_of(boards)
    if listed is None or not least <= len(listed) <= most:
        found = type(boards).__name__ if listed is None else f"{len(listed)} boards"
        raise BoardError(f"expected a sequence of {least} to {most} boards, got {found}")
    read: list[Board | None] = []
    for seat, board in enumerate(listed):
        if board is None and rules.surrender is None:
            raise RulesError(f"board {seat}: a surrender (None), which the rules {rules.name!r} do not have")
        one = None if board is None else board_at(seat, board, "a Board, text or None")
        for other, earlier in enumerate(read):
            if one and earlier and (both := one.hand & earlier.hand):
                card = format_card(next(iter(both)))
                raise BoardError(f"card {card} stands both in board {other} and in board {seat}", index=seat)
        read.append(one)
    return read


_DECIDED_BY = tuple(DecidedBy)
_PATTERNS = tuple(Pattern)
_BEST, _NONE = -2, -1  # CPF_DECLARE_... of src/cpf_settling.h
_SURRENDERED = Seat(
    board=None,
    strengths=(),
    royalties=(),
    is_foul=False,
    natural=None,
    naturals=(),
    wheel=Wheel.LOWEST,
    lowball_middle=False,
)


def _one_declaration(declaration: object, where: str) -> int:
    if declaration is None or declaration is True:
        return _BEST
    if declaration is False:
        return _NONE
    try:
        return pattern_of(declaration).place
    except RulesError as error:
        raise RulesError(f"{error.problem}, True or False", path=where) from None


def declarations_of(declare: Declaration | Sequence[Declaration | None] | None, seats: int) -> list[int]:
    """For each seat the number of a pattern, or what stands for the best one and for none."""
    if declare is None or isinstance(declare, bool | str):
        return [_one_declaration(declare, "declare")] * seats
    listed = items_of(declare)
    if listed is None or len(listed) != seats:
        raise RulesError(
            f"expected True, False, a pattern, or one for each of {seats} boards, got {declare!r}", path="declare"
        )
    return [_one_declaration(one, f"declare[{seat}]") for seat, one in enumerate(listed)]


def check_declared(declared: list[int], seats: Sequence[Seat]) -> None:
    """Raises RulesError if a seat declares a pattern that its hand does not make."""
    for number, (wanted, seat) in enumerate(zip(declared, seats, strict=True)):
        if wanted >= 0 and seat.natural is not _PATTERNS[wanted]:
            made = ", ".join(repr(str(pattern)) for pattern in seat.naturals) or "none"
            problem = f"the hand does not make {str(_PATTERNS[wanted])!r} under these rules: it makes {made}"
            raise RulesError(problem, path=f"declare[{number}]")


def _as_owners(owners: Sequence[int] | None, seats: int) -> list[int]:
    if owners is None:
        return list(range(seats))
    listed = items_of(owners) or []
    players = range(len({owner for owner in listed if is_whole(owner)}))
    if len(listed) != seats or len(players) < 2 or not all(is_whole(owner) and owner in players for owner in listed):
        raise TableError(
            f"owners: expected a player, numbered from 0, for each of {seats} boards, two or more, got {owners!r}"
        )
    return listed


def carried_of(carried: Sequence[int], rules: Rules) -> list[int]:
    """What a pool still holds for each row."""
    listed = items_of(carried) or []
    if len(listed) != len(ROWS) or not all(is_whole(points) and 0 <= points <= _MOST_CARRIED for points in listed):
        raise TableError(f"carried: expected three numbers of points from 0 to {_MOST_CARRIED}, got {carried!r}")
    if any(listed) and rules.pairings is not Pairings.POOL:
        raise TableError(f"carried: the rules {rules.name!r} have no pool")
    return listed


_MOST_CARRIED = 10**8


def _seat(board: Board, rules: Rules, read: tuple[tuple[int, int, int], tuple[int, int, int], bool, int, int]) -> Seat:
    strengths, royalties, is_foul, natural, patterns = read
    return Seat(
        board=board,
        strengths=strengths,
        royalties=royalties,
        is_foul=is_foul,
        natural=None if natural < 0 else _PATTERNS[natural],
        naturals=patterns_in(patterns),
        wheel=rules.wheel,
        lowball_middle=rules.lowball_middle,
    )


def seat_of(board: Board | None, rules: Rules, declared: int = _BEST) -> Seat:
    """What a board is; None: the seat of a player who surrendered."""
    return _SURRENDERED if board is None else _seat(board, rules, read_board(compiled(rules), board.cards(), declared))


def read_seat(board: Board, rules: Rules | str) -> Seat:
    """What a board is under some rules: strengths, royalties, whether it is a foul, its naturals, its rows in words."""
    return seat_of(board, as_rules(rules))


def settle(
    boards: Sequence[Board | str | None],
    rules: Rules | str,
    *,
    button: int = 0,
    declare: Declaration | Sequence[Declaration | None] | None = None,
    stacks: Sequence[int] | None = None,
    unit: int = 1,
    owners: Sequence[int] | None = None,
    carried: Sequence[int] = (0, 0, 0),
) -> Settlement:
    """Settles the boards of two to four players.

    Parameters
    ----------
    boards : sequence of Board, str or None
        One a seat, clockwise; None for a player who surrendered.
    rules : Rules or str
        Or the name of a preset.
    button : int
        The seat with the button: the dealer, and the banker, where there is one.
    declare : bool, Pattern or a sequence of them, optional
        Whether a natural is declared: False to play the rows, a pattern to declare that one; otherwise the best one that the
        hand makes is. One for all seats, or one each.
    stacks : sequence of int, optional
        Chips of the players, for table stakes: no more is won or lost. The result has `chips` and `payments`.
    unit : int
        Chips that a point is worth, with `stacks`.
    owners : sequence of int, optional
        The player of each seat, where a player has two hands: 0, 1, 0, 1. They do not play against each other.
    carried : sequence of int
        Points that a pool still holds for front, middle and back (see `PoolRow`).

    Returns
    -------
    Settlement
        With `points` by seat, `pairs`, and `explain()`.

    Raises
    ------
    BoardError
        If a board cannot be read, or a card stands in two.
    RulesError
        If there are no such rules, they do not allow a surrender, or a natural is declared that the hand does not make.
    TableError
        If stacks, unit, owners or carried points do not fit.

    Examples
    --------
    >>> a = "6s 6h 6d / 4s 4h 4d 9c 9h / Ks Kh Kd 8s 8c"
    >>> b = "Qs Qh 7d / Js Jh Jd 2s 2h / 5s 5h 5d 5c As"
    >>> settle([a, b], "pagat").points
    (-3, 3)
    >>> settle([a, b], "pagat", stacks=[2, 100]).chips
    (-2, 2)
    """
    rules = as_rules(rules)
    read = boards_of_table(boards, rules)
    cards = [None if board is None else board.cards() for board in read]
    declared = declarations_of(declare, len(read))
    players = _as_owners(owners, len(read))
    points, seats, pairs, pool = settle_table(compiled(rules), cards, button, declared, players, carried_of(carried, rules))
    numbers = [(i, j) for i in range(len(read)) for j in range(i + 1, len(read))]
    settled = Settlement(
        rules=rules,
        button=button,
        owners=tuple(players),
        seats=tuple(
            _SURRENDERED if board is None else _seat(board, rules, seat) for board, seat in zip(read, seats, strict=True)
        ),
        pairs=tuple(
            Pairing(first, second, _DECIDED_BY[by], *numbers_of_pair)
            for (first, second), (by, *numbers_of_pair) in zip(numbers, pairs, strict=True)
        ),
        pool=tuple(PoolRow(pot, left, tuple(paid)) for pot, left, paid in pool) if rules.pairings is Pairings.POOL else (),
        points=tuple(points),
    )
    check_declared(declared, settled.seats)
    return settled if stacks is None else _with_stakes(settled, stacks, unit)


def _with_stakes(settled: Settlement, stacks: Sequence[int], unit: int) -> Settlement:
    read_unit(unit)
    left = read_stacks(stacks, len(set(settled.owners)))
    won = [points * unit for points in settled.pool_points] or [0] * len(left)
    stake = settled.rules.pool_stake * unit
    for player in settled.owners:  # each puts in his part first, and what he gets back is not at stake any more
        if left[player] < stake:
            raise TableError(f"stacks[{player}]: expected at least {stake} chips, the stake of the pool, got {left[player]}")
        left[player] -= stake
    dues = [
        Due(pair.first, pair.second, pair.points * unit, pair.decided_by is DecidedBy.NATURAL or pair.natural != 0)
        for pair in settled.pairs
    ]
    payments = pay(dues, left, settled.owners, settled.button)
    for payment in payments:
        won[settled.owners[payment.first]] += payment.chips
        won[settled.owners[payment.second]] -= payment.chips
    return replace(settled, unit=unit, payments=tuple(payments), chips=tuple(won))


def settle_many(
    boards: object,
    rules: Rules | str,
    *,
    button: int = 0,
    declare: object = None,
    out: NDArray[np.int32] | None = None,
    threads: int = 1,
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
    declare : bool or array of bool, optional
        Which boards declare the best natural that they make: one for all, one a seat, or of shape (n, players); without it
        all do.
    out : array of int32, shape (n, players), optional
        C-contiguous; must not overlap with `boards`.
    threads : int
        How many threads to use; 0 for as many as this process has CPUs. The GIL is released.

    Returns
    -------
    array of int32, shape (n, players)
        Points. Rows of a pool that carry over are paid to nobody. After an error the contents of `out` are undefined.

    Raises
    ------
    BoardError
        If a table holds a card over 51 or a card twice; `index` tells the first such table.
    RulesError
        If there are no such rules, or they do not allow a surrender.
    ArrayError
        If dtype, shape, `declare`, `out` or `threads` do not fit.
    """
    result: NDArray[np.int32] = settle_array(compiled(as_rules(rules)), boards, button, declare, out, threads)
    return result
