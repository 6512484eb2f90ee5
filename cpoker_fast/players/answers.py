"""Answers of bots: boards after placements, in any spelling, and whether the rules allow them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cpoker_fast._arguments import items_of
from cpoker_fast._arrays import as_bytes, holds_whole_numbers, listed, numbers_in
from cpoker_fast._positions import are_boards_after, boards_after_places
from cpoker_fast._settling import DECLARE_IF_BETTER
from cpoker_fast.board_arrays import DEAD_HAND, NO_BOARD, Placements
from cpoker_fast.boards import FOUL, HAND_SIZE, ROW_SIZES, ROW_SPANS, Board, Foul
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError
from cpoker_fast.game.placement import Placement, parts_of_placement
from cpoker_fast.game.position import Position
from cpoker_fast.game.positions import Positions
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import read_seat
from cpoker_fast.settling.declarations import declaration_code, declaration_of, declarations_in

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["AnswerArrays", "Problem", "placement_in", "reply_in", "reply_in_texts", "reply_of_one"]

_DISCARD = 3
_LONGEST = 160  # characters; longer texts of errors are shortened
_SOME = 1024  # texts that are read together; more of them take longer, since their arrays do not fit in the cache


class Problem(NamedTuple):
    """What a bot did wrong at a position."""

    text: str
    """Text that follows the name of the bot: ``raised ...``."""
    cause: Exception | None = None
    hands: int = 0
    """Number of positions of the request, if none of them is to blame alone; 0 if one is."""


class AnswerArrays(NamedTuple):
    """Answers of a bot as arrays. Where there is a problem, the board and the code are undefined."""

    boards: NDArray[np.uint8]
    """Boards after the placements, uint8[n, 13]; 255 for an empty place. In closed games, a surrender is 13 times 255, and a
    dead hand 13 times 254."""
    declared: NDArray[np.int8]
    """Codes of declarations, int8[n]."""
    problems: dict[int, Problem]
    """What the bot did wrong, by the index of the position."""

    @classmethod
    def empty(cls, n: int) -> AnswerArrays:
        """Return a reply without answers, to be filled."""
        return cls(np.full((n, HAND_SIZE), NO_BOARD, np.uint8), np.full(n, DECLARE_IF_BETTER, np.int8), {})

    @classmethod
    def of_problem(cls, n: int, problem: Problem) -> AnswerArrays:
        """Return the reply of a bot that answered for none of n positions."""
        reply = cls.empty(n)
        reply.problems.update(dict.fromkeys(range(n), problem if n == 1 else problem._replace(hands=n)))
        return reply


def reply_of_one(answer: Any, position: Position) -> AnswerArrays:
    """Return the answer of a bot for one position."""
    reply = AnswerArrays.empty(1)
    _add(answer, position, reply, 0)
    return reply


def reply_in(returned: Any, positions: Positions) -> AnswerArrays:
    """Return the answers that a bot returned for many positions: an array, `Placements`, or a sequence."""
    n = len(positions)
    if returned is None:
        return AnswerArrays.of_problem(
            n, Problem(f"returned nothing: expected a placement for each of {counted(n, 'position')}")
        )
    try:
        codes, boards = None, returned
        if isinstance(returned, Placements):
            boards, codes = returned.boards, declarations_in(returned.declare, (n,), positions.rules)
        values = listed(boards)
        array = numbers_in(values, "boards")
        if array is not None and (array.ndim == 2 or not isinstance(values, list)):  # no list of placements
            return _reply_in_array(array, codes, positions)
        answers = items_of(values)
    except Exception as error:  # perhaps raised by the object that the bot returned
        return AnswerArrays.of_problem(n, Problem(f"returned {type(returned).__name__}: {shorten(error, _LONGEST)}", error))
    if answers is None or len(answers) != n:
        kind = type(returned).__name__ if answers is None else counted(len(answers), "placement")
        return AnswerArrays.of_problem(
            n, Problem(f"returned {kind}: expected a placement for each of {counted(n, 'position')}")
        )
    reply = AnswerArrays.empty(n)
    for index, answer in enumerate(answers):
        _add(answer, positions[index], reply, index, None if codes is None else int(codes[index]))
    return reply


def reply_in_texts(texts: Sequence[str], positions: Positions) -> AnswerArrays:
    """Return the answers in texts of placements. Texts of whole hands in the usual form are read together."""
    from cpoker_fast.engines.card_texts import boards_in_texts

    reply, unread = AnswerArrays.empty(len(positions)), list(range(len(positions)))
    if texts and positions.hands.shape[1] == positions.to_place == HAND_SIZE:
        parts = [boards_in_texts(texts[begin : begin + _SOME], positions.rules) for begin in range(0, len(texts), _SOME)]
        boards, declared, is_read = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
        reply, unread = AnswerArrays(boards, declared, {}), np.flatnonzero(~is_read).tolist()
        _add_problems_of_boards(reply, positions)
    for index in unread:
        reply.problems.pop(index, None)
        _add(texts[index], positions[index], reply, index)
    return reply


def placement_in(row: list[int], code: int, position: Position) -> Placement:
    """Return the placement that leads to a board, given as 13 bytes and a code of a declaration, but not a dead hand."""
    if row == [NO_BOARD] * HAND_SIZE:
        return Placement.surrender()
    added = [CardSet(card for card in row[begin:end] if card != NO_BOARD) for begin, end in ROW_SPANS]
    front, middle, back = (after - before for after, before in zip(added, position.own.rows, strict=True))
    return Placement.of_cards(
        front, middle, back, position.hand - (front | middle | back), declaration_of(code, position.rules)
    )


# ---- one answer ----


def _add(answer: Any, position: Position, reply: AnswerArrays, index: int, code: int | None = None) -> None:
    """Write one answer into a reply; `code` is the declaration, if the answer does not have its own."""
    if answer is None:  # often a missing return statement
        or_surrender = ", or Placement.surrender()" if position.rules.has_surrender else ""
        reply.problems[index] = Problem(f"returned nothing: expected a placement{or_surrender}")
        return
    try:
        board, declaration = parts_of_placement(answer)
        code = declaration_code(declaration, position.rules) if code is None else code
        if isinstance(board, Foul) or board is None:
            row = [NO_BOARD if board is None else DEAD_HAND] * HAND_SIZE
            problem = _problem_of_no_board(board, position.rules) or _problem_of_declaration(code, row, position.rules)
        else:
            placement = position.placement(board)
            after = position.own.with_cards(placement)
            row = [card for cards, size in zip(after.rows, ROW_SIZES, strict=True) for card in _padded([*cards], size)]
            problem = _problem_of_declaration(code, row, position.rules)
    except CpokerError as error:
        reply.problems[index] = Problem(f"placed wrongly: {shorten(error, _LONGEST)}", error)
    except Exception as error:  # raised by the object that the bot returned
        reply.problems[index] = Problem(f"returned {type(answer).__name__}: {shorten(error, _LONGEST)}", error)
    else:
        reply.boards[index], reply.declared[index] = row, code
        if problem:
            reply.problems[index] = Problem(problem)


def _padded(cards: list[int], size: int) -> list[int]:
    return sorted(cards) + [NO_BOARD] * (size - len(cards))


def _problem_of_no_board(board: Foul | None, rules: Rules) -> str:
    """Return what is wrong with a surrender (None) or a dead hand; an empty text for nothing."""
    if board is FOUL and not rules.is_closed:
        return "gave up the hand, which is possible only in closed games"
    if board is None and not rules.has_surrender:
        return f"surrendered, which the rules {quote(rules.name)} do not allow"
    return ""


def _problem_of_declaration(code: int, row: list[int], rules: Rules) -> str:
    """Return what is wrong with the declaration of a board, given as 13 bytes; an empty text for nothing."""
    if code == DECLARE_IF_BETTER:
        return ""
    is_board = NO_BOARD not in row and DEAD_HAND not in row
    if not is_board and row.count(row[0]) < HAND_SIZE:
        return "declared a natural or none, but its board is not complete"
    if code < 0:
        return ""
    name = rules.naturals[code].name
    if is_board and name in read_seat(Board.of_cards(row), rules).naturals:
        return ""
    return f"declared {str(name)!r}, which it does not make under these rules"


# ---- arrays ----


def _reply_in_array(array: NDArray[Any], codes: NDArray[np.int8] | None, positions: Positions) -> AnswerArrays:
    """Return the answers in an array: boards after the placements, or a row for each card."""
    n, cards = positions.hands.shape
    reply = AnswerArrays.empty(n)
    if codes is not None:
        reply = reply._replace(declared=codes)
    are_legal = np.zeros(n, np.uint8)
    is_whole = holds_whole_numbers(array)
    if is_whole and array.shape == (n, cards) and (cards != HAND_SIZE or _are_rows(array)):
        is_row = (array >= 0) & (array <= _DISCARD)
        places = np.where(is_row, array, _DISCARD).astype(np.uint8)
        hands, rows = np.ascontiguousarray(positions.hands), positions.own_rows
        boards_after_places(rows, hands, places, positions.to_place, reply.boards, are_legal)
        for index, card in zip(*np.nonzero(~is_row), strict=True):
            problem = f"placed wrongly: expected a row from 0 to {_DISCARD} for each card, got {array[index, card]}"
            reply.problems.setdefault(int(index), Problem(problem))
        for index in np.flatnonzero((are_legal == 0) & is_row.all(axis=1)).tolist():
            cards_by_row = [hands[index][places[index] == row].tolist() for row in range(_DISCARD)]
            reply.problems[index] = _problem_of_rows(cards_by_row, positions[index])
        _check_declarations(reply, positions.rules)
        return reply
    if not is_whole or array.shape != (n, HAND_SIZE):
        shapes = f"boards of uint8, {(n, HAND_SIZE)}, or a row (0 to {_DISCARD}) for each card, {(n, cards)}"
        raise CpokerError(f"expected {shapes}, got {array.dtype}, shape {array.shape}")
    is_byte = (array >= 0) & (array <= NO_BOARD)
    for index, place in zip(*np.nonzero(~is_byte), strict=True):
        reply.problems.setdefault(int(index), Problem(_EXPECTED_CARDS.format(array[index, place])))
    reply = reply._replace(boards=as_bytes(np.where(is_byte, array, NO_BOARD), "boards"))
    _add_problems_of_boards(reply, positions)
    return reply


_EXPECTED_CARDS = "placed wrongly: expected cards from 0 to 51, or 255 for an empty place, got {}"


def _are_rows(array: NDArray[Any]) -> bool:
    """Whether numbers for 13 cards are rows, and not boards. A board has at most four cards below 4."""
    return bool(2 * ((array >= 0) & (array <= _DISCARD)).sum() >= array.size)


def _add_problems_of_boards(reply: AnswerArrays, positions: Positions) -> None:
    """Check the boards and declarations of a reply, and add their problems to it."""
    boards, rules = reply.boards, positions.rules
    are_legal = np.zeros(len(boards), np.uint8)
    are_boards_after(positions.own_rows, positions.hand_masks, positions.to_place, np.ascontiguousarray(boards), are_legal)
    for index in np.flatnonzero(are_legal == 0).tolist():
        row = boards[index].tolist()
        if row in ([DEAD_HAND] * HAND_SIZE, [NO_BOARD] * HAND_SIZE):
            if problem := _problem_of_no_board(None if row[0] == NO_BOARD else FOUL, rules):
                reply.problems.setdefault(index, Problem(problem))
        else:
            reply.problems.setdefault(index, _problem_of_board(row, positions[index]))
    _check_declarations(reply, rules)


def _check_declarations(reply: AnswerArrays, rules: Rules) -> None:
    """Add the problems of declarations in an array to a reply."""
    declared, boards = reply.declared, reply.boards
    if (declared == DECLARE_IF_BETTER).all():
        return
    may_be_wrong = (declared >= 0) | ((declared != DECLARE_IF_BETTER) & (boards == NO_BOARD).any(axis=1))
    for index in np.flatnonzero(may_be_wrong).tolist():
        if problem := _problem_of_declaration(int(declared[index]), boards[index].tolist(), rules):
            reply.problems.setdefault(index, Problem(problem))


def _problem_of_board(row: list[int], position: Position) -> Problem:
    """Return the problem of an illegal board: 13 bytes."""
    if no_cards := [card for card in row if card > 51 and card != NO_BOARD]:
        return Problem(_EXPECTED_CARDS.format(no_cards[0]))
    before = [[*cards] for cards in position.own.rows]
    cards = [card for card in row if card != NO_BOARD]
    if twice := [card for card in cards if cards.count(card) > 1]:
        return Problem(f"placed wrongly: card {format_card(twice[0])} is on the board twice")
    after = [[card for card in row[begin:end] if card != NO_BOARD] for begin, end in ROW_SPANS]
    for old, new in zip(before, after, strict=True):
        if missing := set(old) - set(new):
            return Problem(f"placed wrongly: expected {format_card(min(missing))} in its row, where it was")
    return _problem_of_rows(
        [[card for card in new if card not in old] for old, new in zip(before, after, strict=True)], position
    )


def _problem_of_rows(rows: list[list[int]], position: Position) -> Problem:
    """Return the problem of an illegal placement: the cards added to each row."""
    try:
        position.placement(rows)
    except CpokerError as error:
        return Problem(f"placed wrongly: {shorten(error, _LONGEST)}", error)
    return Problem("placed wrongly: expected a placement of its hand")
