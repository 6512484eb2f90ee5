"""Best responses to known boards."""

from __future__ import annotations

from collections.abc import Sequence

from cpoker_fast._arguments import check_seat, items_in_order
from cpoker_fast._arranging import respond
from cpoker_fast._boards import Placement
from cpoker_fast._settling import DECLARE_IF_BETTER, DECLARE_NOTHING
from cpoker_fast.boards import Board, Cards
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.errors import BoardError, RulesError
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.settling import IF_BETTER, Declaration
from cpoker_fast.settling.declarations import BoardInput, declaration_of
from cpoker_fast.settling.inputs import boards_of_table, carried_of, check_declared, declarations_of, declared_by
from cpoker_fast.settling.settlement import seat_of

__all__ = ["best_response"]


def check_no_shared_card(hand: CardSet, boards: Sequence[Board | None]) -> None:
    """Raise BoardError if a card of the hand is also in a board."""
    for index, board in enumerate(boards):
        if board and (shared := hand & board.hand):
            card = format_card(next(iter(shared)))
            raise BoardError(f"card {card} is both in the hand and in board {index + 1}", index=index)


def best_response(
    hand: Cards,
    rules: Rules | str,
    boards: Sequence[BoardInput],
    *,
    seat: int = 0,
    button: int = 0,
    declare: Declaration | Sequence[Declaration | None] | None = None,
    carried: Sequence[int] = (0, 0, 0),
) -> Placement:
    """Return the best response to known boards: the placement that wins the most points by `settle`.

    If the response has a board, the board is legal. The response declares a natural only if that pays more than comparing
    the rows. It surrenders only if the rules allow a surrender and it pays more. Ties between boards are broken as in
    `best_royalties`.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 different cards. Up to 17 are allowed if the rules have no naturals, no side payments and no horse card. Where
        suits break ties, all boards are settled. This takes some milliseconds for 13 cards, and half a second for 15 cards.
    rules : Rules or str
        Rules, or the name of a preset.
    boards : sequence of Board, str, rows, cards or None
        Boards of one to three opponents, clockwise from seat 0, in any form that `settle` reads; None for a player
        who surrenders.
    seat : int
        Seat of the player. The opponents have the other seats.
    button : int
        Seat with the button. This player is the dealer, and in banker games the banker.
    declare : bool, Pattern or a sequence of them, optional
        Declarations of the opponents, as for `settle`, but without ``"if better"``. By default, a `Placement` keeps its
        declaration. Other boards, and each `Placement` with ``"if better"``, declare their best natural.
    carried : sequence of int
        Points that the pool carries over from the last deal, for front, middle and back. By default, there are none.

    Returns
    -------
    Placement
        Best placement, with its exact points.

    Raises
    ------
    CardError
        If the hand cannot be read or has the wrong number of cards.
    BoardError
        If a board cannot be read, there is a duplicate card, or no board of the hand is legal.
    RulesError
        If the rules are unknown, or a declaration is ``"if better"``. Also if an opponent surrenders or declares a natural
        although the rules do not allow it.
    TableError
        If the seat, the button or the carried points are invalid.

    Examples
    --------
    >>> theirs = "Qs Qh 7d / Js Jh Jd 2s 2h / 5s 5h 5d 5c As"
    >>> hand = "6s 6h 6d 4s 4h 4d 9c 9h Ks Kh Kd 8s 8c"
    >>> best_response(hand, "hawaiian-gardens", [theirs])
    Placement.parse('surrender', points=-3.0)
    >>> best = best_response(hand, "vietnamese", [theirs])
    >>> best.points, str(best.board)
    (-3.0, '4s 4h 4d / 8s 8c 6s 6h 6d / Ks Kh Kd 9h 9c')
    """
    rules = as_rules(rules)
    items = items_in_order(boards)  # read only once, since `boards` may be an iterator
    opponent_boards = boards_of_table(boards if items is None else items, rules, 1, 3)
    hand_cards = CardSet(hand)
    check_no_shared_card(hand_cards, opponent_boards)
    seats = len(opponent_boards) + 1
    check_seat("seat", seat, seats)
    check_seat("button", button, seats)
    by_boards = declared_by(items or ()) or [IF_BETTER] * len(opponent_boards)
    defaults = [True if declaration == IF_BETTER else declaration for declaration in by_boards]
    declared = declarations_of(declare, len(opponent_boards), rules, defaults=defaults)
    if DECLARE_IF_BETTER in declared:
        problem = f"expected True, False or names of naturals: {IF_BETTER!r} depends on the response"
        raise RulesError(problem, path="declare")
    pairs = zip(opponent_boards, declared, strict=True)
    check_declared(declared, [seat_of(board, rules, declaration) for board, declaration in pairs], rules)
    cards = [None if board is None else board.cards() for board in opponent_boards]
    cards.insert(seat, None)
    declared.insert(seat, DECLARE_NOTHING)
    pots = carried_of(carried, rules)
    points, board, natural = respond(hand_cards, compiled(rules), cards, seat, button, declared, pots)
    if board is None:
        return Placement.surrender(points)
    return Placement.of_cards(*board.rows, hand_cards - board.hand, declaration_of(natural, rules), points)
