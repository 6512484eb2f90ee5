"""Finished boards in the short form of solvers: Jh4s3h-As5c4c3c2h-KdJd9d7d3d."""

from __future__ import annotations

from cpoker_fast.boards import ROW_SIZES, ROWS, Board, board_of
from cpoker_fast.cards import parse_cards
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BoardError, CardError, NotationError
from cpoker_fast.notation.places import Place

__all__ = ["format_board", "parse_board"]


def format_board(board: Board | str) -> str:
    """Return the short form of a finished board; raise BoardError if the board is invalid.

    Examples
    --------
    >>> format_board("Jh 4s 3h / As 5c 4c 3c 2h / Kd Jd 9d 7d 3d")
    'Jh4s3h-As5c4c3c2h-KdJd9d7d3d'
    """
    return "-".join(str(row).replace(" ", "") for row in board_of(board).rows)


def parse_board(text: str) -> Board:
    """Parse a finished board in the short form, which `Board.parse` accepts, too.

    Raises NotationError if the text is invalid; the attribute `column` is the place of the error.

    Examples
    --------
    >>> parse_board("Jh4s3h-As5c4c3c2h-KdJd9d7d3d")
    Board('Jh 4s 3h', 'As 5c 4c 3c 2h', 'Kd Jd 9d 7d 3d')
    """
    if not isinstance(text, str):
        raise NotationError(f"expected text, got {quote(text)}")
    rows = text.split("-")
    if len(rows) != len(ROWS):
        raise Place(1, 1).error(f"expected three rows with '-' between them, got {len(rows)}")
    begin, parsed = 0, []
    for name, size, row in zip(ROWS, ROW_SIZES, rows, strict=True):
        try:
            cards = parse_cards(row)
        except CardError as error:
            raise Place(1, begin + (error.position or 0) + 1).error(f"{name}: {error}") from None
        if len(cards) != size:
            raise Place(1, begin + 1).error(f"{name}: expected {size} cards, got {len(cards)}")
        parsed.append(cards)
        begin += len(row) + 1
    try:
        return Board(*parsed)
    except BoardError as error:
        raise Place(1, 1).error(error) from None
