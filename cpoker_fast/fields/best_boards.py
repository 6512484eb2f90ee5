"""The best boards against a field: of one hand, or of many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpoker_fast._arranging import best_board
from cpoker_fast._arrays import thirteens_in
from cpoker_fast._fields import choose
from cpoker_fast.board_arrays import array_of_boards, is_no_board
from cpoker_fast.boards import Board, Cards
from cpoker_fast.cards import CardSet
from cpoker_fast.decisions import Decision, Decisions, declaration_of
from cpoker_fast.errors import BoardError, CardError, FieldError
from cpoker_fast.fields.field import Field
from cpoker_fast.fields.responses import best_responses
from cpoker_fast.fields.sample import opposition_of
from cpoker_fast.rulebook import Rules, as_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["arrange", "arrange_many", "field_of"]


def field_of(rules: Rules, field: Field | None) -> Field:
    """A field of some rules: the one that is given, or their equilibrium; FieldError if it is none."""
    if field is None:
        return _equilibrium_of(rules)
    if not isinstance(field, Field):
        raise FieldError(f"bad field: expected a Field, got {type(field).__name__}")
    if not field.rules.pays_like(rules):
        raise FieldError(f"the field is of other rules, {field.rules.name!r}, than {rules.name!r}")
    return field


_MOST_KEPT = 8  # some megabytes each
_equilibria: dict[Rules, Field] = {}


def _equilibrium_of(rules: Rules) -> Field:
    """The field of some rules at its defaults: kept in memory, so that a file is read once."""
    found = _equilibria.get(rules)
    if found is None:
        found = Field.equilibrium(rules)
        if len(_equilibria) >= _MOST_KEPT:
            _equilibria.clear()
        _equilibria[rules] = found
    return found


def arrange(
    hand: Cards, rules: Rules | str, field: Field | None = None, *, opponents: int = 3, has_button: bool = False
) -> Decision:
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
    has_button : bool
        Whether the player has the button: the banker has, and it may win ties.

    Returns
    -------
    Decision
        If no board is legal, which only a `lowball_qualifier` can bring about, a foul.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 cards.
    RulesError
        If there are no such rules.
    FieldError
        If the field is of other rules, or `opponents` does not fit.
    TableError
        If `has_button` is not True or False.

    Examples
    --------
    >>> found = arrange("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h", "pagat")
    >>> str(found.board), found.declare
    ('8h 8d 7h / 5h 5c 3h 3d 2c / As Ks Qs Js 9s', False)
    """
    rules = as_rules(rules)
    own = CardSet(hand)
    if len(own) != 13:
        raise CardError(f"bad hand: expected 13 cards, got {len(own)}")
    return _arrange(own, field_of(rules, field), opponents, has_button)


def _arrange(hand: CardSet, field: Field, opponents: int, has_button: bool) -> Decision:
    import numpy as np

    opposition = opposition_of(field, opponents, has_button)
    try:
        board, points = best_board(hand, opposition.objective)
    except BoardError:
        board, points = Board.of_cards(list(hand)), float("nan")
    boards, worth = array_of_boards([board]), np.array([points])
    declared = int(choose(opposition.core, boards, worth)[0])
    return Decision(None if is_no_board(boards[0]) else board, declaration_of(declared), float(worth[0]))


def arrange_many(
    hands: object,
    rules: Rules | str,
    field: Field | None = None,
    *,
    opponents: int = 3,
    has_button: bool = False,
    out: NDArray[np.uint8] | None = None,
    threads: int = 1,
) -> Decisions:
    """The board of highest expected points of each of many hands, chosen as by `arrange`.

    Parameters
    ----------
    hands : array of uint8, shape (n, 13)
        Different cards on the last axis. Any buffer.
    rules, field, opponents, has_button
        As for `arrange`.
    out : array of uint8, shape (n, 13), optional
        For the boards; C-contiguous; must not overlap with `hands`.
    threads : int
        How many threads to use; 0 for as many as this process has CPUs. The GIL is released.

    Raises
    ------
    CardError
        If a hand holds a card over 51 or a card twice; `index` tells the first such hand.
    RulesError, FieldError, TableError
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
    rules = as_rules(rules)
    cards = thirteens_in(hands, "hands")
    return best_responses(cards, field_of(rules, field), opponents, has_button=has_button, out=out, threads=threads)
