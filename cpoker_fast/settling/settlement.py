"""Settling a table: who won which row against whom, with what, and what it paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import check_name
from cpoker_fast._settling import DECLARE_BEST, MOST_PLAYERS, read_board, settle_array, settle_table
from cpoker_fast.board_arrays import array_of_tables
from cpoker_fast.boards import Board, Foul, board_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import TableError
from cpoker_fast.patterns import pattern_at, patterns_in
from cpoker_fast.rulebook import Rules, Wheel, as_rules, compiled
from cpoker_fast.settling.inputs import (
    IF_BETTER,
    NOTHING_CARRIED,
    Calls,
    Declaration,
    carried_of,
    check_declared,
    declarations_of,
    listed_boards,
    owners_of,
    seats_of,
    table_of,
)
from cpoker_fast.settling.readout import explain, summary, to_dict, totals_of
from cpoker_fast.settling.results import DecidedBy, Pairing, PoolRow, Seat, SettledTable
from cpoker_fast.settling.stakes import Due, pay, read_stacks, read_unit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.console import Group

__all__ = ["Settlement", "is_foul_under", "read_seat", "seat_of", "settle", "settle_many", "settle_seats"]


class Settlement(SettledTable):
    """A settled table.

    Attributes
    ----------
    rules : Rules
    button : int
        The seat with the button.
    owners : tuple of int
        The player of each seat. Two seats of one player do not play against each other.
    seats : tuple of Seat
    pairs : tuple of Pairing
        Seats 0-1, 0-2, ..., 1-2, ...
    pool : tuple of PoolRow
        Front, middle and back; () without a pool.
    points : tuple of int
        What each seat won. The sum is 0, apart from what a pool carries over.
    unit : int
        Chips that a point is worth.
    payments : tuple of Payment
        With table stakes: what was paid, in that order, and cut to what both had left. A pairing may have two payments: for
        naturals, and for all else.
    chips : tuple of int or None
        With table stakes: what each player won.
    names : tuple of str
        The names of the players; () if they were not given.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        totals = ", ".join(totals_of(self, None))
        return f"<Settlement of {counted(len(self.seats), 'board')}, rules {self.rules.name!r}: {totals}>"

    def explain(self, names: Sequence[str] | None = None) -> str:
        """The readout as text: for every pairing who won what with which rows, and the totals.

        Parameters
        ----------
        names : sequence of str, optional
            The names of the players, or of the seats; by default those that `settle` was given, or Player 1, Player 2, ...
            A player's two hands are numbered.
        """
        return explain(self, names)

    def summary(self, names: Sequence[str] | None = None) -> str:
        """The readout in short: a line for each pairing, with who won which row (+, -, = for a tie), fouls, and totals.

        Parameters
        ----------
        names : sequence of str, optional
            As for `explain`.
        """
        return summary(self, names)

    def explain_rich(self, names: Sequence[str] | None = None) -> Group:
        """The readout as tables for a terminal, for `rich.print`; needs the extra ``cli``."""
        from cpoker_fast.settling.readout_rich import explain_rich

        return explain_rich(self, names)

    def __rich__(self) -> Group:
        return self.explain_rich()

    def _repr_html_(self) -> str:
        from cpoker_fast.settling.readout_html import settlement_html

        return settlement_html(self)

    def to_dict(self) -> dict[str, Any]:
        """The settlement as plain values, for JSON."""
        return to_dict(self)


_DECIDED_BY = tuple(DecidedBy)
_new_tuple = tuple.__new__  # quicker than the constructors of named tuples
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


def _seats(
    boards: Sequence[Board | Foul | None],
    rules: Rules,
    found: Sequence[tuple[tuple[int, int, int], tuple[int, int, int], bool, int, int]],
) -> list[Seat]:
    """The seats of boards; `found` is what `read_board` returned for each."""
    wheel, lowball_middle, seats = rules.wheel, rules.lowball_middle, []
    for board, (strengths, royalties, is_foul, natural, patterns) in zip(boards, found, strict=True):
        if board is None:
            seats.append(_SURRENDERED)
            continue
        declared = None if natural < 0 else pattern_at(natural)
        naturals = patterns_in(patterns) if patterns else ()
        values = (board, strengths, royalties, is_foul, declared, naturals, wheel, lowball_middle)
        seats.append(_new_tuple(Seat, values))
    return seats


def seat_of(board: Board | None, rules: Rules, declared: int = DECLARE_BEST) -> Seat:
    """The seat of a board; None gives the seat of a player who surrendered."""
    if board is None:
        return _SURRENDERED
    return _seats([board], rules, [read_board(compiled(rules), board, declared)])[0]


def read_seat(board: Board | str, rules: Rules | str) -> Seat:
    """A board under given rules: its strengths, royalties, naturals, rows in words, and whether it is a foul.

    Parameters
    ----------
    board : Board or str
    rules : Rules or str
        Rules, or the name of a preset.

    Raises
    ------
    BoardError
        If the board cannot be read. A surrender (None) is not a board.
    RulesError
        If the rules do not exist.
    """
    return seat_of(board_of(board), as_rules(rules))


def is_foul_under(board: Board | str, rules: Rules | str) -> bool:
    """Whether a board is a foul under some rules; `Board.is_foul` knows none. Arguments and errors are those of `read_seat`.

    Examples
    --------
    >>> board = Board.parse("4h 3d 2c / Ah Kd 9s 8h 7c / As Kh 9d 8c 7s")
    >>> board.is_foul, is_foul_under(board, "face-up")     # where the back must be stronger than the middle
    (False, True)
    """
    return read_seat(board, rules).is_foul


def settle(
    boards: Sequence[Board | str | Foul | None] | Mapping[str, Board | str | Foul | None],
    rules: Rules | str,
    *,
    button: int | str = 0,
    declare: Declaration | Sequence[Declaration | None] | Mapping[str, Declaration | None] | None = None,
    stacks: Sequence[int] | Mapping[str, int] | None = None,
    unit: int = 1,
    owners: Sequence[int] | None = None,
    carried: Sequence[int] = NOTHING_CARRIED,
) -> Settlement:
    """Settle the boards of two to four players.

    Parameters
    ----------
    boards : sequence or mapping of Board, str, None or FOUL
        One per seat, clockwise; None for a player who surrendered, ``cpoker_fast.FOUL`` for a dead hand (one with a wrong
        number of cards, say): a foul without cards, so that it has no natural, no royalties and no aces. With a mapping
        from names of players, `button`, `declare` and `stacks` may go by these names as well, and the readout and errors
        use them.
    rules : Rules or str
        The rules, or the name of a preset.
    button : int or str
        The seat with the button, or its player: the dealer, and the banker where there is one.
    declare : bool, Pattern, str or a sequence of them, optional
        Whether a natural is declared: False to have the rows compared, a pattern to declare that one, True or None (the
        default) to declare the best one that the board may: see `naturals_by_rows` and `foul_keeps_natural` of `Rules`.
        ``"if better"`` declares the best one unless comparing the rows pays its player more points: players choose in the
        order of play, from the button's left, and expect the best choices of those who follow. Open-face deals and
        ``cpoker score`` have this default under open-face rules; `settle` does not. One value for all seats, or one per
        seat.
    stacks : sequence of int, optional
        The chips of each player, for table stakes: nobody wins or loses more in pairings. The stake of a pool is paid in
        full before, and a pool pays all that it holds. The result then has `chips` and `payments`.
    unit : int
        Chips that a point is worth, with `stacks`.
    owners : sequence of int, optional
        The player of each seat, such as 0, 1, 0, 1 where players have two hands, which do not play against each other.
    carried : sequence of int
        Points that a pool still holds for front, middle and back (see `PoolRow`).

    Returns
    -------
    Settlement
        With `points` by seat, `pairs`, and `explain()`.

    Raises
    ------
    BoardError
        If a board cannot be read, also for a wrong number of cards, or a card is in two of them.
    RulesError
        If the rules do not exist or do not allow a surrender, or a board may not declare the natural that it declares.
    TableError
        If the button is not a seat, or stacks, unit, owners or carried points are invalid.

    Examples
    --------
    >>> a = "6s 6h 6d / 4s 4h 4d 9c 9h / Ks Kh Kd 8s 8c"
    >>> b = "Qs Qh 7d / Js Jh Jd 2s 2h / 5s 5h 5d 5c As"
    >>> settle([a, b], "pagat").points
    (-3, 3)
    >>> settle([a, b], "pagat", stacks=[2, 100]).chips
    (-2, 2)
    >>> print(settle({"Ann": a, "Bo": b}, "pagat", button="Bo").explain().splitlines()[0])
    Ann v Bo: -3
    >>> settle([FOUL, b], "pagat").points     # three rows, a full house and four of a kind
    (-7, 7)
    """
    names: list[str] = []
    if type(boards) is not list and isinstance(boards, Mapping):  # a list is usual, and told from a mapping quickly
        for name in boards:
            check_name("a name in boards", name, TableError)
        names, boards = list(boards), list(boards.values())
        if owners is not None:
            raise TableError("owners: expected none, since each of these players has one board")
    if isinstance(button, str):
        if button not in names:
            known = f" or one of {', '.join(map(repr, names))}" if names else ""
            raise TableError(f"button: expected a seat{known}, got {quote(button)}")
        button = names.index(button)
    return settle_seats(
        boards,
        rules,
        button=button,
        declare=seats_of(declare, names, "declare"),
        stacks=seats_of(stacks, names, "stacks"),
        unit=unit,
        owners=owners,
        carried=carried,
        names=names,
    )


def settle_seats(
    boards: Any,
    rules: Rules | str,
    *,
    button: int,
    declare: Any,
    stacks: Any,
    unit: int,
    owners: Sequence[int] | None,
    carried: Sequence[int],
    names: Sequence[str],
) -> Settlement:
    """See `settle`: arguments are by seat, `stacks` and the `names` by player."""
    rules = as_rules(rules)
    listed = listed_boards(boards)  # once: it may be an iterator
    seats_taken = len(listed or ())
    players = owners_of(owners, seats_taken) if 2 <= seats_taken <= MOST_PLAYERS else []
    calls = Calls(players, names)
    read = table_of(boards if listed is None else listed, rules, calls=calls)
    declared = declarations_of(declare, len(read), calls)
    points, seats, pairs, pool = settle_table(
        compiled(rules), read, button, declared, players, carried_of(carried, rules), _DECIDED_BY
    )
    settled = Settlement(
        rules=rules,
        button=button,
        owners=tuple(players),
        seats=tuple(_seats(read, rules, seats)),
        pairs=tuple([_new_tuple(Pairing, pair) for pair in pairs]),
        pool=tuple([PoolRow(pot, left, tuple(paid)) for pot, left, paid in pool]),
        points=tuple(points),
        names=tuple(names),
    )
    check_declared(declared, settled.seats, calls)
    if stacks is None:
        return settled
    return _with_stakes(settled, stacks, unit, list(map(calls.player, range(len(set(players))))))


def _dues_of(pair: Pairing, unit: int) -> list[Due]:
    """What is due in a pairing: for naturals, which are paid first, and for all else."""
    for_naturals = pair.natural * pair.times * unit
    rest = pair.points * unit - for_naturals
    dues = [Due(pair.first, pair.second, for_naturals, is_natural=True)] if for_naturals else []
    if rest or not dues:
        dues.append(Due(pair.first, pair.second, rest, is_natural=False))
    return dues


def _with_stakes(settled: Settlement, stacks: Sequence[int], unit: int, called: Sequence[str]) -> Settlement:
    read_unit(unit)
    left = read_stacks(stacks, called)
    won = [points * unit for points in settled.pool_points] or [0] * len(left)
    stake = settled.rules.pool_stake * unit
    for player in settled.owners:  # the stake is paid first, and what the pool pays back is no longer at risk
        if left[player] < stake:
            expected = f"at least {quote(stake)} chips, the stake of the pool"
            raise TableError(f"stacks{called[player]}: expected {expected}, got {quote(left[player])}")
        left[player] -= stake
    dues = [due for pair in settled.pairs for due in _dues_of(pair, unit)]
    payments = pay(dues, left, settled.owners, settled.button)
    for payment in payments:
        won[settled.owners[payment.first]] += payment.chips
        won[settled.owners[payment.second]] -= payment.chips
    return replace(settled, unit=unit, payments=tuple(payments), chips=tuple(won))


def settle_many(
    boards: object,
    rules: Rules | str,
    *,
    button: int | NDArray[np.int8] = 0,
    declare: object = None,
    out: NDArray[np.int32] | None = None,
    threads: int = 1,
) -> NDArray[np.int32]:
    """Settle many tables.

    Parameters
    ----------
    boards : array of uint8, shape (n, players, 13), or list of lists of Board, str, None or FOUL
        Front (3), middle (5) and back (5) of each board; 13 times 255 is a surrender, 13 times 254 a dead hand (see
        `settle`). Any buffer; whole numbers of another dtype, lists and strided arrays are copied first.
    rules : Rules or str
        The rules, or the name of a preset.
    button : int or array of int8, shape (n,)
        The seat with the button: the same at every table, or one for each. Whole numbers of another dtype, and lists, are
        copied first.
    declare : bool, array of bool or "if better", optional
        Which boards declare the best natural that they may: one for all, one per seat, or of shape (n, players); by default
        all do. ``"if better"`` for all: as for `settle`.
    out : array of int32, shape (n, players), optional
        C-contiguous; must not overlap with `boards`.
    threads : int
        How many threads to use; 0 for as many as this process has CPUs. The GIL is released.

    Returns
    -------
    array of int32, shape (n, players)
        Points won by each seat. What a pool carries over is paid to nobody. After an error `out` is undefined.

    Raises
    ------
    BoardError
        If a table holds another card over 51 or a card twice; `index` is the first such table.
    CardError
        If a number fits no byte.
    RulesError
        If the rules do not exist or do not allow a surrender.
    TableError
        If a button is not a seat.
    ArrayError
        If the dtype or the shape of the boards or the buttons, `declare`, `out` or `threads` is invalid.
    """
    made = compiled(as_rules(rules))
    choosing = isinstance(declare, str) and declare == IF_BETTER
    declared, tables = None if choosing else declare, array_of_tables(boards, may_be_dead=True)
    result: NDArray[np.int32] = settle_array(made, tables, button, declared, choosing, out, threads)
    return result
