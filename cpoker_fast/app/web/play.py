"""Questions about games against bots. The page keeps a game, as a text that only this module reads."""

from __future__ import annotations

import json
from typing import Any

from cpoker_fast.app.play.game import Game, natural_at, quick_placement, suggestion_at
from cpoker_fast.app.play.game_words import (
    answers_in_words,
    fantasyland_news,
    natural_in_words,
    royalty_of,
    status_words,
    suggestion_in_words,
)
from cpoker_fast.app.play.opponents import nickname
from cpoker_fast.app.play.tray import Tray
from cpoker_fast.app.table.freezeout_words import result_in_words
from cpoker_fast.app.table.table import Table
from cpoker_fast.app.web.asked import read_rows, read_rules, read_text, rows_as_texts, texts_of
from cpoker_fast.app.web.candidate_points import is_first_estimate, points_of
from cpoker_fast.boards import ROWS, Board
from cpoker_fast.cards import CardSet
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import BotError, SessionError, TableError
from cpoker_fast.game.placement import PartialBoard, Placement
from cpoker_fast.game.position import Position
from cpoker_fast.notation import format_deal
from cpoker_fast.players import bots
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import Settlement, read_seat
from cpoker_fast.settling.boards_in_words import remark_on, row_in_words, rows_in_words
from cpoker_fast.settling.declarations import IF_BETTER
from cpoker_fast.studies.analysis import analyze, is_dealt_at_once
from cpoker_fast.studies.analysis_result import Analysis, Candidate
from cpoker_fast.system.json_values import JsonObject, read_json

__all__ = [
    "begin_game", "compare_placements", "continue_game", "game_records", "lay_rows", "place_cards", "suggest_placement",
]  # fmt: skip

_PERSON = 0
_LONGEST_NAME = 40
_MOST_CANDIDATES = 8
_MOST_GAMES = 4
_GAMES: dict[str, Game] = {}
"""The latest games, by their texts, since reading a long game takes a while. A game is removed while it is used."""


# ---- games ----


def begin_game(asked: dict[str, Any]) -> dict[str, Any]:
    """Begin a game against bots, given by name, and return its first turn."""
    given = JsonObject(asked, ("rules", "opponents", "name"))
    rules, opponents = read_rules(given), given.items("opponents")
    names, name = bots(rules), read_text(given, "name")
    if unknown := [opponent for opponent in opponents if opponent not in names]:
        raise BotError.about("opponents", did_you_mean(unknown[0], names))
    if len(name) > _LONGEST_NAME:
        raise TableError.about("name", f"expected at most {_LONGEST_NAME} characters, got {len(name)}")
    return _turn(Game(rules, opponents, name=name))


def place_cards(asked: dict[str, Any]) -> dict[str, Any]:
    """Place the person's cards, or surrender if ``rows`` is null; return their next turn, or the settlement."""
    given = JsonObject(asked, ("game", "rows", "declare", "seconds"))
    game, placement = _game_in(given), Placement.surrender()
    if given["rows"] is not None:
        placed = game.position.placement(read_rows(given, "rows"))
        declare = _read_declaration(given)
        placement = placed if declare == IF_BETTER else Placement.of_cards(*placed.rows, placed.discards, declare)
    game.seconds += given.number("seconds", 0)
    game.place(placement)
    return _turn(game)


def continue_game(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the turn of a game; after a settlement, begin the next deal."""
    return _turn(_game_in(JsonObject(asked, ("game",))))


def game_records(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the records of all settled deals of a game, as text."""
    text = read_text(JsonObject(asked, ("game",)), "game")
    game = _GAMES.pop(text, None)
    table = _table_in(text) if game is None else game.table
    records = table.records()
    if game is not None:
        _keep(text, game)
    return {"records": [{"deal": number, "text": format_deal(record)} for number, record in records.items()]}


def _table_in(text: str) -> Table:
    """Return the table in the text of a game, which may be over."""
    plain = read_json(text.encode())
    events: Any = plain.get("table") if isinstance(plain, dict) else plain
    return Table.from_events(events)


def _game_in(given: JsonObject) -> Game:
    """Return a game from its text, at a turn of the person."""
    text = read_text(given, "game")
    game = _GAMES.pop(text, None) or Game.from_dict(read_json(text.encode()))
    if game.is_settled:
        game.next_deal()
    return game


def _keep(text: str, game: Game) -> None:
    """Keep a game, so that the next question with its text need not read it."""
    _GAMES[text] = game
    for older in [*_GAMES][:-_MOST_GAMES]:
        _GAMES.pop(older, None)


def _position_in(given: JsonObject) -> Position:
    """Return the person's position in a game, and keep the game."""
    game = _game_in(given)
    position = game.position
    _keep(given["game"], game)
    return position


def _read_declaration(given: JsonObject) -> bool | str:
    return given.one_of("declare", (IF_BETTER, True, False))


# ---- what the page shows of a game ----


def _turn(game: Game) -> dict[str, Any]:
    """Return what the person sees: the boards, and their cards or the settlement."""
    names = [game.names[_PERSON], *map(nickname, game.names[1:])]
    settled, text = game.settled, json.dumps(game.to_dict())
    _keep(text, game)
    return {
        "game": text,
        "deals": game.deals,
        "is_over": game.is_over,
        "status": status_words(game, names),
        "totals": game.totals,
        "are_chips": game.is_freezeout,
        "boards": _boards(game) if settled is None else _settled_boards(game, settled),
        "news": answers_in_words(game) if settled is None else _news(game, names),
        "turn": _cards_to_place(game) if settled is None else None,
        "payments": [] if settled is None else _payments(settled),
    }


def _cards_to_place(game: Game) -> dict[str, Any]:
    """Return the cards of the person, and what they may do with them."""
    position, natural = game.position, natural_at(game.position)
    return {
        "rows": rows_as_texts(position.own.rows),
        "hand": texts_of(position.hand),
        "place": position.to_place,
        "discarded": texts_of(position.discards),
        "in_fantasyland": position.in_fantasyland,
        "surrender": game.rules.has_surrender and not position.in_fantasyland,
        "natural": None
        if natural is None
        else {
            "words": natural_in_words(natural, game.rules),
            "rows": rows_as_texts(quick_placement(position).rows),
        },
    }


def _boards(game: Game) -> list[dict[str, Any]]:
    """Return the boards as the person sees them, with the cards that were placed since their last turn."""
    position, boards = game.position, []
    new = CardSet([card for move in game.answers for card in move.placement.cards])
    for seat, (name, board) in enumerate(zip(game.names, position.boards, strict=True)):
        size, open_hand = position.fantasyland[seat], position.open_hands[seat]
        notes = [f"Fantasyland, {size} cards" if size else "", f"holds {open_hand}, face up" if open_hand else ""]
        boards.append(
            {
                "name": name,
                "rows": rows_as_texts(board.rows),
                "words": _words_of(board, game.rules),
                "new": texts_of(board.cards & new),
                "note": "; ".join(filter(None, notes)),
                "hidden": _hidden_cards(game, seat),
            }
        )
    return boards


def _hidden_cards(game: Game, seat: int) -> str:
    """Return words about the cards of a bot that are hidden until the showdown; empty text if its board is visible."""
    if seat == _PERSON or not game.deal.hides_board(seat):
        return ""
    is_set = any(move.seat == seat for move in game.deal.moves)
    return "has set all cards, face down until the showdown" if is_set else "has not set the cards yet"


def _words_of(board: PartialBoard, rules: Rules) -> list[str]:
    """Return each complete row in words, with the royalty that it has in a legal board."""
    words = []
    for row, cards in zip(ROWS, board.rows, strict=True):
        royalty = royalty_of(row, [*cards], rules)
        words.append(row_in_words(row, cards, rules) + (f", royalty {royalty}" if royalty else ""))
    return words


def _settled_boards(game: Game, settled: Settlement) -> list[dict[str, Any]]:
    """Return the boards of a settled deal, with their points."""
    boards = []
    for seat, points, name, next_size in zip(settled.seats, settled.points, game.names, game.next_fantasyland, strict=True):
        rows = seat.board.rows if isinstance(seat.board, Board) else ()
        earned = f"plays Fantasyland with {next_size} cards in the next deal" if next_size else ""
        boards.append(
            {
                "name": name,
                "rows": rows_as_texts(rows),
                "words": rows_in_words(seat),
                "new": [],
                "note": "; ".join(filter(None, [remark_on(seat, settled.rules), earned])),
                "hidden": "",
                "points": points,
            }
        )
    return boards


def _news(game: Game, names: list[str]) -> list[str]:
    """Return what a settled deal changes: Fantasylands, and the places of a freezeout."""
    places = [place for place in reversed(game.table.places) if place.deal == game.table.deals]
    over = ["The game is over."] if game.is_over else []
    lands = fantasyland_news(names, game.deal.fantasyland, game.next_fantasyland)
    return [*lands, *map(result_in_words, places), *over]


def _payments(settled: Settlement) -> list[list[str]]:
    """Return who pays whom and why: paragraphs, each a list of lines."""
    paragraphs = settled.explain().rpartition("Total\n")[0].split("\n\n")  # the totals are beside the boards
    return [[line.strip() for line in paragraph.splitlines()] for paragraph in paragraphs if paragraph]


# ---- advice ----


def lay_rows(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the person's rows in words, with cards of the hand laid into them, and why they should not be placed so."""
    given = JsonObject(asked, ("game", "rows", "declare"))
    rows, declare = read_rows(given, "rows"), _read_declaration(given)
    tray = Tray(_position_in(given))
    rules = tray.position.rules
    for row, cards in zip(ROWS, rows, strict=True):
        for card in cards:
            if not tray.place(card, row):
                raise SessionError.about("rows", f"expected at most {tray.position.to_place} cards, and no full row")
    board, natural = tray.board(), natural_at(tray.position)
    foul = tray.foul_in_words()
    doubt = f"Foul: {foul}." if foul else ""
    if declare and natural is not None and board.is_complete:
        shown = read_seat(board.board(), rules).naturals
        doubt = "" if shown else doubt or "These rows do not show the natural."
    must_confirm = bool(doubt) and tray.position.can_be_legal
    return {"words": _words_of(board, rules), "doubt": doubt, "must_confirm": must_confirm}


def suggest_placement(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the placement that the adviser suggests; its rows are null for a surrender."""
    position = _position_in(JsonObject(asked, ("game",)))
    placement = suggestion_at(position)
    return {
        "rows": None if placement.is_surrender else rows_as_texts(placement.rows),
        "declare": placement.declare if placement.declare == IF_BETTER else bool(placement.declare),
        "words": suggestion_in_words(placement, position),
    }


def compare_placements(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the points of the best placements, and of the one at ``rows``, if it is not null, after a number of deals."""
    given = JsonObject(asked, ("game", "rows", "deals"))
    deals, rows = given.whole("deals", 1, 100_000), None if given["rows"] is None else read_rows(given, "rows")
    position = _position_in(given)
    limits: dict[str, Any] = {"deals" if is_dealt_at_once(position) else "rollouts": deals}
    analysis = analyze(position, also=[] if rows is None else [rows], seed=0, **limits)
    also = set(analysis.also)
    shown = [item for index, item in enumerate(analysis.candidates) if index < _MOST_CANDIDATES or item.placement in also]
    notes = {
        f"and {len(analysis.candidates) - len(shown)} more": len(analysis.candidates) > len(shown),
        "about: a first estimate": any(is_first_estimate(item, analysis) for item in shown),
        "royalties and the worth of staying in Fantasyland, without points for rows": position.in_fantasyland,
    }
    return {
        "candidates": [_plain_candidate(item, analysis) for item in shown],
        "exact": analysis.is_exact,
        "title": analysis.title.partition(": ")[2],
        "note": "; ".join(note for note, applies in notes.items() if applies),
    }


def _plain_candidate(candidate: Candidate, analysis: Analysis) -> dict[str, Any]:
    """Return a candidate as plain values."""
    return {
        "natural": candidate.natural,
        "rows": None if candidate.placement.is_surrender else rows_as_texts(candidate.placement.rows),
        **points_of(candidate, analysis),
        "is_own": candidate.placement in analysis.also,
    }
