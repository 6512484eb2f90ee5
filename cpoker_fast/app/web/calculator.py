"""Questions of the calculator: the best boards of a hand, and a board of the player's own against the best one."""

from __future__ import annotations

from typing import Any

from cpoker_fast.app.web.asked import board_in_words, read_cards, read_rows, read_rules, read_text, rows_as_texts, texts_of
from cpoker_fast.app.web.candidate_points import points_of
from cpoker_fast.boards import HAND_SIZE, Board
from cpoker_fast.cards import CardSet
from cpoker_fast.display.pictures import board_svg
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CardError, RulesError
from cpoker_fast.game.picturing import pictured_board
from cpoker_fast.game.placement import PartialBoard, Placement
from cpoker_fast.game.plan import earned_cards, fantasyland_sizes
from cpoker_fast.game.position import Position
from cpoker_fast.settling import read_seat
from cpoker_fast.settling.boards_in_words import rows_in_words
from cpoker_fast.studies import Analysis, analyze
from cpoker_fast.studies.analysis import is_dealt_at_once, position_of
from cpoker_fast.studies.analysis_result import Candidate
from cpoker_fast.system.json_values import JsonObject

__all__ = ["best_boards", "board_picture", "laid_board"]

_KEYS = ("rules", "hand", "opponents", "has_button", "deals")
_SEED = 1  # the same deals for all questions about a hand, so that more deals sharpen the same numbers
_MOST_DEALS = 10_000
_MOST_LISTED = 12
_CARD_WIDTH = 60  # pixels


def best_boards(asked: dict[str, Any]) -> dict[str, Any]:
    """List the best boards of a hand, best first: in closed games from ``deals`` deals, in Fantasyland exactly.

    ``points`` and ``behind`` are from all opponents together, with 95 % margins. Naturals and surrenders are always listed.
    """
    question = JsonObject(asked, _KEYS)
    position = _position_in(question)
    analysis = _analysis_of(position, question)
    candidates, rest = analysis.candidates[:_MOST_LISTED], analysis.candidates[_MOST_LISTED:]
    special = tuple(candidate for candidate in rest if candidate.natural or candidate.placement.is_surrender)
    return {
        "exact": analysis.is_exact,
        "deals": analysis.samples,
        "number": len(analysis.candidates),
        "natural": _natural_of(analysis),
        "candidates": [_candidate_plain(candidate, analysis) for candidate in candidates + special],
    }


def _natural_of(analysis: Analysis) -> str | None:
    """Return the natural that the hand makes, if any."""
    if is_dealt_at_once(analysis.position):
        return next(filter(None, (candidate.natural for candidate in analysis.candidates)), None)
    board = analysis.best.board
    return read_seat(board, analysis.rules).natural if board and len(analysis.hand) == HAND_SIZE else None


def laid_board(asked: dict[str, Any]) -> dict[str, Any]:
    """Describe a board in ``rows``; if it is complete, compare it with the placement ``best``, as `best_boards` does."""
    question = JsonObject(asked, (*_KEYS, "rows", "best"))
    position = _position_in(question)
    laid = PartialBoard(*read_rows(question, "rows"))
    if stray := laid.cards - position.hand:
        raise CardError.about("rows", f"{stray} {'is' if len(stray) == 1 else 'are'} not in the hand")
    described = board_in_words(laid, position.rules)
    if not laid.is_complete:
        return {**described, "exact": True}
    placements = [Placement.of_cards(*laid.rows, position.hand - laid.cards)]
    if is_dealt_at_once(position) and (patterns := read_seat(laid.board(), position.rules).naturals):
        placements = [
            Placement.of_cards(*laid.rows, CardSet(), False),
            *(Placement.of_cards(*laid.rows, CardSet(), pattern) for pattern in patterns),
        ]
    analysis = _analysis_of(position, question, among=[position.placement(read_text(question, "best")), *placements])
    own = next(candidate for candidate in analysis.candidates if candidate.placement in placements)
    return {**described, "exact": analysis.is_exact, **_candidate_plain(own, analysis)}


def board_picture(asked: dict[str, Any]) -> dict[str, Any]:
    """Draw a board, with its rows in words, as SVG."""
    question = JsonObject(asked, ("rules", "rows"))
    rules = read_rules(question)
    board = PartialBoard(*read_rows(question, "rows"))
    return {"svg": board_svg(pictured_board(board, rules), card_width=_CARD_WIDTH, title=None)}


def _position_in(question: JsonObject) -> Position:
    """Return the position before a hand is placed at once, or in Fantasyland under rules of several streets."""
    rules, hand = read_rules(question), read_cards(question, "hand")
    opponents = question.whole("opponents", 1, rules.players - 1)
    has_button = question.one_of("has_button", (True, False)) is True
    sizes = (HAND_SIZE,) if rules.is_closed else fantasyland_sizes(rules)
    if not sizes:
        raise RulesError(f"the rules {quote(rules.name)} deal street by street, and have no Fantasyland")
    if len(hand) not in sizes:
        expected = " or ".join(map(str, sizes))
        raise CardError.about("hand", f"expected {expected} cards, got {len(hand)}")
    if rules.is_closed:
        return position_of(hand, rules, opponents, has_button=has_button)
    return Position(
        rules,
        seat=0,
        button=0 if has_button else 1,
        street=0,
        boards=[PartialBoard()] * (opponents + 1),
        hand=hand,
        fantasyland=[len(hand)] + [0] * opponents,
    )


def _analysis_of(position: Position, question: JsonObject, among: list[Placement] | None = None) -> Analysis:
    deals = question.whole("deals", 2, _MOST_DEALS)
    if not is_dealt_at_once(position):
        return analyze(position, among=among)
    return analyze(position, among=among, seed=_SEED, deals=deals)


def _candidate_plain(candidate: Candidate, analysis: Analysis) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "placement": str(candidate.placement),
        "natural": candidate.natural,
        **points_of(candidate, analysis),
        "deals": candidate.samples,
    }
    chances = candidate.chances
    if chances is not None:
        rates = {"won": list(chances.won), "scoops": chances.scoops, "scooped": chances.scooped, "best": chances.best}
        plain |= {"chances": rates}
    board = candidate.board
    return plain if board is None else plain | _board_plain(board, candidate, analysis.position)


def _board_plain(board: Board, candidate: Candidate, position: Position) -> dict[str, Any]:
    """Return the rows of a board, each in words with its royalty, its discards, and the Fantasyland that it earns."""
    seat = read_seat(board, position.rules)
    (earned,) = earned_cards(position.rules, [board], [position.fantasyland[position.seat]], [0])
    return {
        "rows": rows_as_texts(board.rows),
        "words": [*seat.descriptions] if seat.is_foul else rows_in_words(seat),
        "royalties": 0 if seat.is_foul else sum(seat.royalties),
        "discards": texts_of(candidate.placement.discards),
        "fantasyland": earned,
    }
