"""Pictures of positions and deals: their arguments, and boards with words around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import Any, NamedTuple

from cpoker_fast._arguments import check_whole, items_of
from cpoker_fast.boards import ROWS
from cpoker_fast.cards import CardSet
from cpoker_fast.display.pictures import PicturedBoard, PicturedCards, check_label, check_picture, position_svg
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import PlacementError
from cpoker_fast.game.placement import PartialBoard
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import foul_in_words
from cpoker_fast.settling.boards_in_words import order_under, row_in_words

__all__ = ["HandToPlace", "check_layout", "deal_svg", "pictured_board", "pictured_discards", "pictured_hand"]


def check_layout(
    seats: int, word: str, *, card_width: object, title: object, names: Sequence[str] | None, columns: int | None
) -> tuple[list[str], int]:
    """Check the arguments of a picture; return the names by seat, by default ``'seat 1'``, and the number of columns.

    `word` is what default names begin with. Raises PlacementError if an argument is invalid.
    """
    check_picture(card_width, title, PlacementError)
    seat_names = _names_of_seats(names, seats, word)
    if columns is None:
        columns = 3 if seats == 3 else 2
    check_whole("columns", columns, 1, seats, PlacementError)
    return seat_names, columns


def _names_of_seats(names: Sequence[str] | None, seats: int, word: str) -> list[str]:
    if names is None:
        return [f"{word} {seat + 1}" for seat in range(seats)]
    items = None if isinstance(names, Set) else items_of(names)
    if items is None or len(items) != seats:
        raise PlacementError.about("names", f"expected a name for each of {seats} seats, in their order, got {quote(names)}")
    for index, name in enumerate(items):
        check_label(f"names[{index}]", name, PlacementError)
    return items


class HandToPlace(NamedTuple):
    """The hand of the player to act."""

    seat: int
    cards: CardSet
    to_place: int


def deal_svg(
    rules: Rules,
    names: Sequence[str],
    boards: Sequence[PartialBoard | None],
    *,
    button: int,
    fantasyland: Sequence[int],
    points: Sequence[int],
    surrendered: Sequence[int],
    dead: Sequence[int],
    open_hands: Sequence[Iterable[int]],
    hand: HandToPlace | None,
    discards: Sequence[CardSet],
    columns: int,
    card_width: int,
    title: str,
) -> str:
    """Return a picture of a deal; all sequences but `surrendered` and `dead`, which have seats, are by seat.

    A board that is None is hidden; `points` may be empty.
    """
    pictured = []
    for seat, (name, board) in enumerate(zip(names, boards, strict=True)):
        notes = [f"Fantasyland: {fantasyland[seat]} cards"] if fantasyland[seat] else []
        notes += ["surrender"] if seat in surrendered else []
        notes += ["dead hand"] if seat in dead else []
        notes += [counted(points[seat], "point", sign="+")] if points else []
        pictured.append(
            pictured_board(
                PartialBoard() if board is None else board,
                rules,
                name=name,
                roles=["button"] if seat == button else [],
                note=", ".join(notes),
                is_hidden=board is None,
                open_hand="" if hand is not None and seat == hand.seat else str(CardSet(open_hands[seat])),
            )
        )
    cards = [] if hand is None else [pictured_hand(f"hand of {names[hand.seat]}", hand.cards, hand.to_place)]
    for name, discarded in zip(names, discards, strict=True):
        cards += [pictured_discards(f"discards of {name}", discarded)] if discarded else []
    return position_svg(pictured, cards, columns=columns, card_width=card_width, title=title)


def pictured_board(board: PartialBoard, rules: Rules, **around: Any) -> PicturedBoard:
    """Return a board with its rows in words; `around` has the other fields of the result."""
    if board.is_complete:
        foul = foul_in_words(board.board(), rules)
    else:
        foul = order_under(dict(zip(ROWS, board.rows, strict=True)), rules)
    words = [row_in_words(name, row, rules) for name, row in zip(ROWS, board.rows, strict=True)]
    return PicturedBoard([str(row) for row in board.rows], words, foul=foul, **around)


def pictured_hand(label: str, hand: CardSet, to_place: int) -> PicturedCards:
    """Return a hand with the number of cards to place and to discard."""
    discarded = len(hand) - to_place
    words = f"{label}: place {to_place}" + (f", discard {discarded}" if discarded else "")
    return PicturedCards(words, str(hand))


def pictured_discards(label: str, discards: CardSet) -> PicturedCards:
    """Return discards, smaller than other cards."""
    return PicturedCards(label, str(discards), is_small=True)
