"""The best answer to boards that are known, or to a field of boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cpoker_fast._arguments import is_whole
from cpoker_fast._arranging import best_board, respond
from cpoker_fast._arrays import thirteens_in
from cpoker_fast.boards import Board, Cards
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.errors import BoardError, CardError, FieldError, TableError
from cpoker_fast.patterns import Pattern
from cpoker_fast.rulebook import Rules, compiled
from cpoker_fast.settling import Declaration, boards_of_table, carried_of, check_declared, declarations_of, seat_of
from cpoker_fast.variants import as_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cpoker_fast.fields import Field

__all__ = ["Response", "Setting", "Settings", "arrange", "arrange_many", "best_response", "field_of"]

_PATTERNS = tuple(Pattern)


class Response(NamedTuple):
    """What `best_response` found."""

    points: int
    """What the player is paid, over all opponents."""
    board: Board | None
    """None: to surrender is best."""
    declare: Pattern | None
    """The natural to declare; None: the rows are played, even if the hand makes one."""


def best_response(
    hand: Cards,
    rules: Rules | str,
    boards: Sequence[Board | str | None],
    *,
    seat: int = 0,
    button: int = 0,
    declare: Declaration | Sequence[Declaration | None] | None = None,
    carried: Sequence[int] = (0, 0, 0),
) -> Response:
    """The board that is paid most against known boards: rows, royalties, scoops, home runs, naturals and all.

    It is what `settle` pays. A natural is declared, or the hand surrendered where the rules have that, only if it pays more
    than playing the rows. Among boards that pay the same the choice is that of `best_royalties`.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 different cards; up to 17, if the rules have neither naturals nor side payments.
    rules : Rules or str
        Or the name of a preset.
    boards : sequence of Board, str or None
        Those of the one to three opponents, clockwise from seat 0 on; None for one who surrendered.
    seat : int
        The player's own seat; the opponents have the others.
    button : int
        The seat with the button: the dealer, and the banker, where there is one.
    declare : bool, Pattern or a sequence of them, optional
        What the opponents declare, as for `settle`.
    carried : sequence of int
        Points that a pool still holds for front, middle and back.

    Raises
    ------
    CardError
        If the hand cannot be read or has a wrong number of cards.
    BoardError
        If a board cannot be read, a card stands twice, or no board of the hand is legal.
    RulesError
        If there are no such rules, they do not allow a surrender, or a natural is declared that a board does not make.
    TableError
        If seat, button or carried points do not fit.

    Examples
    --------
    >>> theirs = "Qs Qh 7d / Js Jh Jd 2s 2h / 5s 5h 5d 5c As"
    >>> hand = "6s 6h 6d 4s 4h 4d 9c 9h Ks Kh Kd 8s 8c"
    >>> best_response(hand, "pagat", [theirs])
    Response(points=-1, board=None, declare=None)
    >>> found = best_response(hand, "vietnamese", [theirs])
    >>> found.points, str(found.board)
    (-3, '4s 4h 4d / 8s 8c 6s 6h 6d / Ks Kh Kd 9h 9c')
    """
    rules = as_rules(rules)
    others = boards_of_table(boards, rules, 1, 3)
    own = CardSet(hand)
    for number, board in enumerate(others):
        if board and (both := own & board.hand):
            card = format_card(next(iter(both)))
            raise BoardError(f"card {card} stands both in the hand and in board {number}", index=number)
    seats = len(others) + 1
    for name, value in (("seat", seat), ("button", button)):
        if not is_whole(value) or not 0 <= value < seats:
            raise TableError(f"{name}: expected a seat from 0 to {seats - 1}, got {value!r}")
    declared = declarations_of(declare, len(others))
    check_declared(declared, [seat_of(board, rules, one) for board, one in zip(others, declared, strict=True)])
    cards = [None if board is None else board.cards() for board in others]
    cards.insert(seat, None)
    declared.insert(seat, -1)
    points, board, natural = respond(own, compiled(rules), cards, seat, button, declared, carried_of(carried, rules))
    return Response(points, board, None if natural < 0 else _PATTERNS[natural])


# ---- against a field ----


class Setting(NamedTuple):
    """What `arrange` found."""

    points: float
    """What the player is paid on average, over all opponents."""
    board: Board | None
    """None: to surrender is best."""
    declare: Pattern | None
    """The natural to declare; None: the rows are played, even if the hand makes one."""


class Settings(NamedTuple):
    """What `arrange_many` found."""

    boards: NDArray[np.uint8]
    """Shape (n, 13): front (3), middle (5) and back (5), as `settle_many` takes them; 255 where to surrender is best."""
    declare: NDArray[np.bool_]
    """Whether the natural that the hand makes is declared."""
    points: NDArray[np.float64]
    """What each is paid on average, over all opponents."""


def field_of(rules: Rules, field: Field | None) -> Field:
    """A field of some rules: the one that is given, or their equilibrium; FieldError if it is none."""
    if field is None:
        return _equilibrium_of(rules)
    from cpoker_fast.fields import Field, play_alike

    if not isinstance(field, Field):
        raise FieldError(f"bad field: expected a Field, got {type(field).__name__}")
    if not play_alike(field.rules, rules):
        raise FieldError(f"the field is of other rules, {field.rules.name!r}, than {rules.name!r}")
    return field


_MOST_KEPT = 8  # some megabytes each
_equilibria: dict[Rules, Field] = {}


def _equilibrium_of(rules: Rules) -> Field:
    """The field of some rules at its defaults: kept in memory, so that a file is read once."""
    found = _equilibria.get(rules)
    if found is None:
        from cpoker_fast.fields import Field

        found = Field.equilibrium(rules)
        if len(_equilibria) >= _MOST_KEPT:
            _equilibria.clear()
        _equilibria[rules] = found
    return found


def arrange(
    hand: Cards, rules: Rules | str, field: Field | None = None, *, opponents: int = 3, button: bool = False
) -> Setting:
    """The board of highest expected points against a field: rows, royalties, scoops, matches, home runs and all.

    A natural is declared, or the hand surrendered where the rules have that, only if it pays more than playing the rows.
    Among boards that pay the same the choice is that of `best_royalties`, so that no other legal board beats or ties it in
    every row.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 different cards.
    rules : Rules or str
        Or the name of a preset.
    field : Field, optional
        What opponents set; by default the equilibrium of the rules, `Field.equilibrium`, which for presets comes with the
        package and for other rules is found once, in a second or so, and kept in the user's cache folder.
    opponents : int
        1 to 3.
    button : bool
        Whether the player has the button: the banker has, and it may win ties.

    Returns
    -------
    Setting
        If no board is legal, which only a `lowball_qualifier` can bring about, a foul.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 cards.
    RulesError
        If there are no such rules.
    FieldError
        If the field is of other rules, or opponents or button do not fit.

    Examples
    --------
    >>> found = arrange("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h", "pagat")
    >>> str(found.board), found.declare
    ('8h 8d 7h / 5h 5c 3h 3d 2c / As Ks Qs Js 9s', None)
    """
    rules = as_rules(rules)
    own = CardSet(hand)
    if len(own) != 13:
        raise CardError(f"bad hand: expected 13 cards, got {len(own)}")
    return _arrange(own, field_of(rules, field), opponents, button)


def _arrange(hand: CardSet, field: Field, opponents: int, button: bool) -> Setting:
    import numpy as np

    from cpoker_fast._fields import choose
    from cpoker_fast.fields import opposition_of

    opposition = opposition_of(field, opponents, button)
    try:
        board, points = best_board(hand, opposition.objective)
    except BoardError:
        cards = list(hand)
        board, points = Board.of_cards(cards), float("nan")
    boards, worth = np.array([board.cards()], np.uint8), np.array([points])
    declared = int(choose(opposition.core, boards, worth)[0])
    is_surrender = boards[0, 0] > 51
    return Setting(float(worth[0]), None if is_surrender else board, None if declared < 0 else _PATTERNS[declared])


def arrange_many(
    hands: object,
    rules: Rules | str,
    field: Field | None = None,
    *,
    opponents: int = 3,
    button: bool = False,
    out: NDArray[np.uint8] | None = None,
    threads: int = 1,
) -> Settings:
    """The board of highest expected points of each of many hands, chosen as by `arrange`.

    Parameters
    ----------
    hands : array of uint8, shape (n, 13)
        Different cards on the last axis. Any buffer.
    rules, field, opponents, button
        As for `arrange`.
    out : array of uint8, shape (n, 13), optional
        For the boards; C-contiguous; must not overlap with `hands`.
    threads : int
        How many threads to use; 0 for as many as this process has CPUs. The GIL is released.

    Raises
    ------
    CardError
        If a hand holds a card over 51 or a card twice; `index` tells the first such hand.
    RulesError, FieldError
        As for `arrange`.
    ArrayError
        If dtype, shape, `out` or `threads` do not fit.

    Examples
    --------
    >>> import numpy as np
    >>> found = arrange_many(np.arange(13, dtype=np.uint8)[None], "pagat")
    >>> found.boards, found.declare
    (array([[ 5,  6,  7,  0,  1,  2,  3,  4,  8,  9, 10, 11, 12]], dtype=uint8), array([False]))
    """
    from cpoker_fast.equilibrium import best_responses

    rules = as_rules(rules)
    cards = thirteens_in(hands, "hands")
    return Settings(*best_responses(cards, field_of(rules, field), opponents, button=button, out=out, threads=threads))
