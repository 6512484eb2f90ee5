"""The best response to known boards."""

from __future__ import annotations

from collections.abc import Sequence

from cpoker_fast._arguments import check_seat
from cpoker_fast._arranging import respond
from cpoker_fast._settling import DECLARE_IF_BETTER
from cpoker_fast.boards import Board, Cards
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.decisions import Decision, declaration_code, declaration_of
from cpoker_fast.errors import BoardError, RulesError
from cpoker_fast.rulebook import Rules, as_rules, compiled
from cpoker_fast.settling import (
    IF_BETTER,
    Declaration,
    boards_of_table,
    carried_of,
    check_declared,
    declarations_of,
    seat_of,
)

__all__ = ["best_response"]


def check_apart(hand: CardSet, boards: Sequence[Board | None]) -> None:
    """BoardError if a card is both in a hand and in one of some boards."""
    for index, board in enumerate(boards):
        if board and (both := hand & board.hand):
            card = format_card(next(iter(both)))
            raise BoardError(f"card {card} is both in the hand and in board {index + 1}", index=index)


def best_response(
    hand: Cards,
    rules: Rules | str,
    boards: Sequence[Board | str | None],
    *,
    seat: int = 0,
    button: int = 0,
    declare: Declaration | Sequence[Declaration | None] | None = None,
    carried: Sequence[int] = (0, 0, 0),
) -> Decision:
    """The best response to known boards: the decision that wins the most points when `settle` settles the table.

    Of all boards of the hand, those that are legal are looked at: a foul is never the answer. A natural is declared, or
    the hand surrendered where the rules allow it, only if that pays more than having the rows compared. Ties between boards
    are broken as by `best_royalties`.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 different cards; up to 17 if the rules have neither naturals nor side payments.
    rules : Rules or str
        Rules, or the name of a preset.
    boards : sequence of Board, str or None
        The boards of the one to three opponents, clockwise from seat 0; None for a surrender.
    seat : int
        The player's own seat; the opponents take the others.
    button : int
        The seat of the button, which is the dealer and, where there is one, the banker.
    declare : bool, Pattern or a sequence of them, optional
        What the opponents declare, as for `settle`.
    carried : sequence of int
        Points carried over in the pool for front, middle and back.

    Returns
    -------
    Decision
        Its points are a whole number.

    Raises
    ------
    CardError
        If the hand cannot be read or has a wrong number of cards.
    BoardError
        If a board cannot be read, a card occurs twice, or no board of the hand is legal.
    RulesError
        If the rules are unknown, an opponent surrenders where the rules have no surrender, or an opponent declares a natural
        that their hand does not make.
    TableError
        If the seat, the button or the carried points are invalid.

    Examples
    --------
    >>> theirs = "Qs Qh 7d / Js Jh Jd 2s 2h / 5s 5h 5d 5c As"
    >>> hand = "6s 6h 6d 4s 4h 4d 9c 9h Ks Kh Kd 8s 8c"
    >>> best_response(hand, "hawaiian-gardens", [theirs])
    Decision(board=None, declare=False, points=-3)
    >>> found = best_response(hand, "vietnamese", [theirs])
    >>> found.points, str(found.board)
    (-3, '4s 4h 4d / 8s 8c 6s 6h 6d / Ks Kh Kd 9h 9c')
    """
    rules = as_rules(rules)
    others = boards_of_table(boards, rules, 1, 3)
    own = CardSet(hand)
    check_apart(own, others)
    seats = len(others) + 1
    check_seat("seat", seat, seats)
    check_seat("button", button, seats)
    declared = declarations_of(declare, len(others))
    if DECLARE_IF_BETTER in declared:
        problem = f"expected what the others declare: {IF_BETTER!r} depends on the response"
        raise RulesError(problem, path="declare")
    check_declared(declared, [seat_of(board, rules, one) for board, one in zip(others, declared, strict=True)])
    cards = [None if board is None else board.cards() for board in others]
    cards.insert(seat, None)
    declared.insert(seat, declaration_code(False))
    points, board, natural = respond(own, compiled(rules), cards, seat, button, declared, carried_of(carried, rules))
    return Decision(board, declaration_of(natural), points)
