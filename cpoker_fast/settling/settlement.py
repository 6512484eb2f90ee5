"""Settlements of tables: the seats, the result of each pairing, and the points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import check_name, check_whole, items_in_order
from cpoker_fast._arrays import boards_in, label_at
from cpoker_fast._settling import DECLARE_BEST, MOST_PLAYERS, read_board, settle_array, settle_table
from cpoker_fast.board_arrays import DEAD_HAND, NO_BOARD, board_or_foul
from cpoker_fast.boards import FOUL, Board, Foul, board_of, board_part
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import BoardError, RulesError, TableError
from cpoker_fast.rulebook import Rules, Wheel
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.settling.declarations import BoardInput, Declaration, declarations_in, naturals_in
from cpoker_fast.settling.inputs import (
    NOTHING_CARRIED,
    Labels,
    by_seat,
    carried_of,
    check_declared,
    declarations_of,
    declared_by,
    owners_of,
    problem_of_declared,
    table_of,
    tables_in,
)
from cpoker_fast.settling.readout import explain, rows_of_seats, summary, to_dict, totals_of
from cpoker_fast.settling.results import DecidedBy, Pairing, PoolRow, Seat, SettledTable
from cpoker_fast.settling.stakes import Due, pay, read_stacks, read_unit
from cpoker_fast.system.exports import Tabular

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.console import Group

__all__ = ["Settlement", "check_natural", "is_foul_under", "read_seat", "seat_of", "settle", "settle_many", "settle_seats"]


class Settlement(SettledTable, Tabular):
    """A settled table: the result of `settle`.

    Files and data frames (``settlement.to_frame()``) have a row for each board. It has the player, the cards, the rows in
    words, the strengths and royalties of the rows, and the points.

    Attributes
    ----------
    rules : Rules
    button : int
        Seat with the button.
    owners : tuple of int
        Player of each seat. Two seats of one player do not play against each other.
    seats : tuple of Seat
    pairs : tuple of Pairing
        Pairings of the seats 0-1, 0-2, ..., 1-2, ...
    pool : tuple of PoolRow
        Pool of front, middle and back; () without a pool.
    points : tuple of int
        Points of each seat. Their sum is 0, except for points that a pool carries over.
    unit : int
        Chips per point.
    payments : tuple of Payment
        Payments at table stakes, in the order of payment. A pairing may have two payments: one for naturals, and one for
        everything else.
    chips : tuple of int or None
        Chips that each player won or lost (negative) at table stakes; None without table stakes.
    names : tuple of str
        Names of the players; () if `settle` got none.

    Examples
    --------
    >>> boards = {"Ann": "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Bob": "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h"}
    >>> settlement = settle(boards, "pagat")
    >>> settlement.points, settlement.to_dict()["points"]
    ((3, -3), [3, -3])
    >>> settlement.to_csv().splitlines()[2].split(",")[:2]
    ['Bob', 'Qc Jd 2d / 8s 8h 6d 6c 3h / As Ad 7h 7c 4h']
    >>> print(settlement.summary())
               front  middle  back  rows  points
    Ann v Bob      +       +     +    +3      +3
    Ann: +3; Bob: -3
    >>> print(settlement.explain())
    Ann v Bob: +3
      front: Ann with high card, ace king two, against high card, queen jack two
      middle: Ann with two pair, nines and fours with three, against two pair, eights and sixes with three
      back: Ann with full house, tens over fives, against two pair, aces and sevens with four
      Ann scoops
      rows: +3
    <BLANKLINE>
    Total
      Ann: +3
      Bob: -3
    """

    __slots__ = ()

    def __repr__(self) -> str:
        totals = ", ".join(totals_of(self, None))
        return fitted(f"<Settlement of {counted(len(self.seats), 'board')}, rules {self.rules.name!r}: {totals}>")

    def explain(self, names: Sequence[str] | None = None, *, width: int | None = None) -> str:
        """Return the readout as text: the rows and points of every pairing, and the totals.

        Parameters
        ----------
        names : sequence of str, optional
            Names of the players, or of the seats. By default, they are the names in `settle`, or Player 1, Player 2, and so
            on. Two hands of a player are numbered.
        width : int, optional
            Number of columns at which lines are wrapped, from 1 to 10,000. By default, no line is wrapped.
        """
        return explain(self, names, _width_in(width))

    def summary(self, names: Sequence[str] | None = None, *, width: int | None = None) -> str:
        """Return a short readout: a line for each pairing with rows won (+), lost (-) or tied (=), then fouls and totals.

        Parameters
        ----------
        names : sequence of str, optional
            As for `explain`.
        width : int, optional
            As for `explain`. If the table of pairings is wider, each pairing has several lines.
        """
        return summary(self, names, _width_in(width))

    def explain_rich(self, names: Sequence[str] | None = None) -> Group:
        """Return the readout as tables for a terminal, for ``rich.print``; needs the extra ``cli``."""
        from cpoker_fast.settling.readout_rich import explain_rich

        return explain_rich(self, names)

    def __rich__(self) -> Group:
        return self.explain_rich()

    def _repr_html_(self) -> str:
        from cpoker_fast.settling.readout import settlement_html

        return settlement_html(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the settlement as plain values for JSON."""
        return to_dict(self)

    def _rows(self) -> list[dict[str, Any]]:
        return rows_of_seats(self)


def _width_in(width: int | None) -> int | None:
    if width is not None:
        check_whole("width", width, 1, _MOST_COLUMNS, BoardError)
    return width


_MOST_COLUMNS = 10_000
_DECIDED_BY = tuple(DecidedBy)
_new_tuple = tuple.__new__  # faster than the constructors of named tuples
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
    readings: Sequence[tuple[tuple[int, int, int], tuple[int, int, int], bool, int, int]],
) -> list[Seat]:
    """Return the seats of boards; `readings` are the results of `read_board`."""
    wheel, lowball_middle, seats = rules.wheel, rules.lowball_middle, []
    for board, (strengths, royalties, is_foul, natural, patterns) in zip(boards, readings, strict=True):
        if board is None:
            seats.append(_SURRENDERED)
            continue
        declared = None if natural < 0 else rules.naturals[natural].name
        makes = naturals_in(patterns, rules.naturals)
        values = (board, strengths, royalties, is_foul, declared, makes, wheel, lowball_middle)
        seats.append(_new_tuple(Seat, values))
    return seats


def seat_of(board: Board | None, rules: Rules, declared: int = DECLARE_BEST) -> Seat:
    """Return the `Seat` of a board, or of a surrender (None)."""
    if board is None:
        return _SURRENDERED
    return _seats([board], rules, [read_board(compiled(rules), board, declared)])[0]


def read_seat(board: Board | str, rules: Rules | str) -> Seat:
    """Return the `Seat` of a board under rules: strengths, royalties, naturals, rows in words, and whether it is a foul.

    Parameters
    ----------
    board : Board or str
    rules : Rules or str
        Rules, or the name of a preset.

    Raises
    ------
    BoardError
        If the board cannot be read, or is None (a surrender).
    RulesError
        If the rules are unknown.

    Examples
    --------
    >>> seat = read_seat("Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "pagat")
    >>> seat.descriptions[2], seat.royalties, seat.is_foul
    ('full house, tens over fives', (0, 0, 0), False)
    """
    return seat_of(board_of(board), as_rules(rules))


def is_foul_under(board: Board | Foul | str, rules: Rules | str) -> bool:
    """Whether a board is a foul under rules; a dead hand always is. `Board.is_foul` ignores rules.

    For arguments and errors, see `read_seat`.

    Examples
    --------
    >>> board = Board.parse("4h 3d 2c / Ah Kd 9s 8h 7c / As Kh 9d 8c 7s")
    >>> board.is_foul, is_foul_under(board, "face-up")     # back must be stronger than middle
    (False, True)
    """
    part = board_part(board)
    return part is FOUL or read_seat(part, rules).is_foul


def check_natural(natural: str, board: Board | Foul | None, rules: Rules, argument: str) -> None:
    """Raise RulesError about an argument unless a board may declare a natural; surrenders and dead hands declare none."""
    allowed = read_seat(board, rules).naturals if isinstance(board, Board) else ()
    if natural not in allowed:
        raise RulesError(problem_of_declared(natural, allowed), path=argument)


def settle(
    boards: Sequence[BoardInput] | Mapping[str, BoardInput],
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
    boards : sequence or mapping of Board, str, rows, cards, Placement, None or FOUL
        Boards of the seats, clockwise. Each item is a board or a placement, such as the result of `arrange`. A board may be
        text, three rows, or 13 cards in the order front, middle, back. None is a surrender. ``cpoker_fast.FOUL`` is a dead
        hand, which is a foul without natural, royalties or aces. A mapping has the names of players as keys. Readouts and
        errors then use these names, and `declare` and `stacks` may be mappings by name, too.
    rules : Rules or str
        Rules, or the name of a preset.
    button : int or str
        Seat with the button, or the name of its player. This player is the dealer, and in banker games the banker.
    declare : bool, Pattern, str or a sequence of them, optional
        Declaration of a natural, for all seats or for each seat. False compares the rows. True declares the best natural
        that the board may declare, and a name declares the natural with this name. ``"if better"`` declares the best natural
        unless comparing the rows pays more. Players with ``"if better"`` choose in the order of play, from the button's
        left. Each of them expects later players to make their best choice. With None, the default, a `Placement` keeps its
        declaration, and other boards have ``"if better"``.
    stacks : sequence of int, optional
        Stack of each player in chips, for table stakes. No player then wins or loses more than their stack in pairings. A
        pool is paid in full. The result then has `chips` and `payments`.
    unit : int
        Number of chips per point, used only with `stacks`.
    owners : sequence of int, optional
        Player of each seat, such as 0, 1, 0, 1 for two players with two hands each. Seats of one player do not play against
        each other. By default, each seat has its own player.
    carried : sequence of int
        Points in the pool for front, middle and back before the deal (see `PoolRow`). By default, there are none.

    Returns
    -------
    Settlement

    Raises
    ------
    BoardError
        If a board cannot be read, has a wrong number of cards, or shares a card with another board.
    RulesError
        If the rules are unknown or do not allow a surrender, or a board declares a natural that it may not declare.
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
    >>> settle([FOUL, b], "pagat").points     # three rows, a full house and four of a kind
    (-7, 7)
    """
    names: list[str] = []
    if type(boards) is not list and isinstance(boards, Mapping):  # fast check for a list, the usual case
        for name in boards:
            check_name("boards", name, TableError)
        names, boards = list(boards), list(boards.values())
        if owners is not None:
            raise TableError.about("owners", "expected none, since each of these players has one board")
    if isinstance(button, str):
        if button not in names:
            or_name = f" or one of {', '.join(map(repr, names))}" if names else ""
            raise TableError.about("button", f"expected a seat{or_name}, got {quote(button)}")
        button = names.index(button)
    return settle_seats(
        boards,
        rules,
        button=button,
        declare=by_seat(declare, names, "declare"),
        stacks=by_seat(stacks, names, "stacks"),
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
    """Settle a table like `settle`, but without mappings: `stacks` and `names` are by player, `declare` is by seat."""
    rules = as_rules(rules)
    items = items_in_order(boards)  # read only once, since `boards` may be an iterator
    seat_count = len(items or ())
    players = owners_of(owners, seat_count) if 2 <= seat_count <= MOST_PLAYERS else []
    labels = Labels(players, names)
    parsed = table_of(boards if items is None else items, rules, labels=labels)
    declared = declarations_of(declare, len(parsed), rules, labels, defaults=declared_by(items or ()))
    points, seats, pairs, pool = settle_table(
        compiled(rules), parsed, button, declared, players, carried_of(carried, rules), _DECIDED_BY
    )
    settled = Settlement(
        rules=rules,
        button=button,
        owners=tuple(players),
        seats=tuple(_seats(parsed, rules, seats)),
        pairs=tuple([_new_tuple(Pairing, pair) for pair in pairs]),
        pool=tuple([PoolRow(pot, carried_over, tuple(collected)) for pot, carried_over, collected in pool]),
        points=tuple(points),
        names=tuple(names),
    )
    check_declared(declared, settled.seats, rules, labels, "boards" if declare is None else "declare")
    if stacks is None:
        return settled
    return _with_stakes(settled, stacks, unit, list(map(labels.player, range(len(set(players))))))


def _dues_of(pair: Pairing, unit: int) -> list[Due]:
    """Return one or two dues of a pairing: for naturals, which are paid first, and for everything else."""
    for_naturals = pair.natural * pair.times * unit
    if pair.limit:  # naturals are paid first
        paid = abs(pair.points - pair.aces - pair.dealer) * unit
        for_naturals = max(-paid, min(paid, for_naturals))
    rest = pair.points * unit - for_naturals
    dues = [Due(pair.first, pair.second, for_naturals, is_natural=True)] if for_naturals else []
    if rest or not dues:
        dues.append(Due(pair.first, pair.second, rest, is_natural=False))
    return dues


def _with_stakes(settled: Settlement, stacks: Sequence[int], unit: int, labels: Sequence[str]) -> Settlement:
    read_unit(unit)
    stacks_left = read_stacks(stacks, labels)
    chips_won = [points * unit for points in settled.pool_points] or [0] * len(stacks_left)
    stake = settled.rules.pool_stake * unit
    for player in settled.owners:  # players pay the pool first; chips won from it are not at risk
        if stacks_left[player] < stake:
            expected = f"at least {quote(stake)} chips, the stake of the pool"
            raise TableError(f"stacks{labels[player]}: expected {expected}, got {quote(stacks_left[player])}")
        stacks_left[player] -= stake
    dues = [due for pair in settled.pairs for due in _dues_of(pair, unit)]
    payments = pay(dues, stacks_left, settled.owners, settled.button)
    for payment in payments:
        chips_won[settled.owners[payment.first]] += payment.chips
        chips_won[settled.owners[payment.second]] -= payment.chips
    return replace(settled, unit=unit, payments=tuple(payments), chips=tuple(chips_won))


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
    boards : array of uint8, shape (n, players, 13), or list of tables
        Boards of the tables: front (3), middle (5) and back (5) of each. A surrender is 13 times 255, and a dead hand is 13
        times 254 (see `settle`). Any buffer works. Whole numbers of another dtype, lists and strided arrays are copied
        first. In a list of tables, a board may have any form that `settle` reads.
    rules : Rules or str
        Rules, or the name of a preset.
    button : int or array of int8, shape (n,)
        Seat with the button, for all tables or for each table. Lists and other dtypes are copied first.
    declare : bool, Pattern, "if better", or an array of them, optional
        Declarations of boards, as in `settle`. They are one value for all boards, one for each seat, or an array of shape
        (n, players). With None, the default, a `Placement` keeps its declaration, and other boards have ``"if better"``.
    out : array of int32, shape (n, players), optional
        C-contiguous array for the result. It must not overlap with `boards`.
    threads : int
        Number of threads, or 0 for one thread for each CPU of this process. The GIL is released.

    Returns
    -------
    array of int32, shape (n, players)
        Points of each seat, without those that a pool carries over. After an error, the contents of `out` are undefined.

    Raises
    ------
    BoardError
        If a table has a card above 51, a duplicate card or an item that is no board. Also if `boards` is a list, and its
        tables have different numbers of boards. The attribute `index` of the error is the index of the first such table.
    CardError
        If the number of a card does not fit into a byte.
    RulesError
        If the rules are unknown or do not allow a surrender, or a declaration is invalid.
    TableError
        If a button is not a seat.
    ArrayError
        If `boards` or `button` has a wrong dtype or shape, or `declare`, `out` or `threads` is invalid.

    Examples
    --------
    >>> a = "6s 6h 6d / 4s 4h 4d 9c 9h / Ks Kh Kd 8s 8c"
    >>> b = "Qs Qh 7d / Js Jh Jd 2s 2h / 5s 5h 5d 5c As"
    >>> settle_many([[a, b], [b, a]], "pagat").tolist()
    [[-3, 3], [3, -3]]
    """
    valid_rules = as_rules(rules)
    tables, declared = tables_in(boards)
    codes = None
    if declare is not None or declared is not None:
        tables = boards_in(tables)
        codes = _declared_codes(declare, declared, tables, valid_rules)
    result: NDArray[np.int32] = settle_array(compiled(valid_rules), tables, button, codes, out, threads)
    return result


def _declared_codes(
    declare: object, declared: list[list[Declaration]] | None, tables: NDArray[np.uint8], rules: Rules
) -> NDArray[np.int8]:
    """Return the codes of `declare`; where it is None, those of the boards, which `declared` has.

    Raises RulesError if a board declares a natural that it may not declare.
    """
    import numpy as np

    defaults = None if declared is None else declarations_in(declared, tables.shape[:2], rules, name="boards")
    codes = declarations_in(declare, tables.shape[:2], rules, defaults=defaults)
    argument = "boards" if declare is None else "declare"
    for table, seat in np.argwhere(codes >= 0).tolist():  # names, which are rare
        row = tables[table, seat]
        if _is_settled(row.tolist(), rules):
            name = rules.naturals[int(codes[table, seat])].name
            check_natural(name, board_or_foul(row), rules, label_at(argument, (table, seat)))
    return codes


def _is_settled(cards: list[int], rules: Rules) -> bool:
    """Whether a row has different cards, a dead hand or a surrender that the rules allow; `settle_array` refuses others."""
    if cards[0] in (DEAD_HAND, NO_BOARD):
        return cards.count(cards[0]) == len(cards) and (cards[0] == DEAD_HAND or rules.has_surrender)
    return len({*cards}) == len(cards) and max(cards) <= 51
