"""What the questions of the page share: rules, and boards in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cpoker_fast.boards import ROWS
from cpoker_fast.cards import CardSet, cards_at
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CardError, CpokerError
from cpoker_fast.game.picturing import pictured_board
from cpoker_fast.game.placement import PartialBoard
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.system.json_values import JsonObject

__all__ = ["board_in_words", "read_cards", "read_rows", "read_rules", "read_text", "rows_as_texts", "texts_of"]


def read_rules(asked: JsonObject) -> Rules:
    """Return the rules at the key ``rules``: the name of a preset, or ``{"file": name, "text": TOML or JSON}``."""
    value = asked["rules"]
    if isinstance(value, str):
        return as_rules(value)
    file = JsonObject(value, ("file", "text"), "rules")
    return Rules.from_text(read_text(file, "text"), read_text(file, "file"))


def read_text(asked: JsonObject, key: str) -> str:
    """Return the text at a key."""
    value = asked[key]
    if not isinstance(value, str):
        raise CpokerError.about(key, f"expected text, got {quote(value)}")
    return value


def read_cards(asked: JsonObject, key: str) -> CardSet:
    """Return the cards at a key: a list of texts such as ``"As"``."""
    return _cards_in(asked.items(key), key)


def read_rows(asked: JsonObject, key: str) -> tuple[CardSet, CardSet, CardSet]:
    """Return front, middle and back at a key: a list of three lists of cards."""
    front, middle, back = (_cards_in(row, f"{key}[{index}]") for index, row in enumerate(asked.items(key, len(ROWS))))
    return front, middle, back


def _cards_in(texts: Any, path: str) -> CardSet:
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise CardError.about(path, f"expected a list of cards, got {quote(texts)}")
    return cards_at(path, " ".join(texts))


def texts_of(cards: CardSet) -> list[str]:
    """Return the texts of cards, highest first, as the page names cards."""
    return str(cards).split()


def rows_as_texts(rows: Iterable[CardSet]) -> list[list[str]]:
    """Return rows as the page names them: lists of cards."""
    return [texts_of(row) for row in rows]


def board_in_words(board: PartialBoard, rules: Rules) -> dict[str, Any]:
    """Return the rows of a board as lists of cards, each row in words, and why the board is a foul, or empty text."""
    pictured = pictured_board(board, rules)
    return {"rows": rows_as_texts(board.rows), "words": list(pictured.words), "foul": pictured.foul}
