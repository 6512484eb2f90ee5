"""Answers to the questions of the page, both as JSON."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import CpokerError
from cpoker_fast.system.json_values import read_json

__all__ = ["answer"]

_MODULES = {
    "advised_placements": "advice",
    "begin_game": "play",
    "best_boards": "calculator",
    "board_picture": "calculator",
    "boards_in_text": "scorer",
    "cards": "rules_questions",
    "chances_of_rows": "advice",
    "compare_placements": "play",
    "continue_game": "play",
    "game_records": "play",
    "laid_board": "calculator",
    "lay_rows": "play",
    "place_cards": "play",
    "position_from_text": "advice",
    "practice_check": "practice",
    "practice_hand": "practice",
    "practice_rows": "practice",
    "practice_start": "practice",
    "practice_verdict": "practice",
    "review_deal": "game_review",
    "rules": "rules_questions",
    "set_up_position": "advice",
    "settled_table": "scorer",
    "suggest_placement": "play",
}
"""Module of this package that answers each question, by a function of that name."""

if sys.platform == "emscripten":  # in the browser of who asks: a server runs no code of pages
    _MODULES["run_code"] = "examples"


def answer(question: str) -> str:
    """Return the answer to a question.

    Parameters
    ----------
    question : str
        JSON object with the key ``what``, a name in `_MODULES`, and the arguments of that question.

    Returns
    -------
    str
        JSON object; after bad input it has the keys ``error``, the message, and ``argument``, which may be empty.
    """
    try:
        reply = json.dumps(_reply(read_json(question.encode())), allow_nan=False, ensure_ascii=False)
        reply.encode()
    except CpokerError as error:
        return json.dumps({"error": str(error), "argument": error.argument})
    except UnicodeEncodeError as error:  # JSON can have halves of characters
        half = error.object[error.start : error.end]
        return json.dumps({"error": f"expected whole characters, got {half!r}", "argument": ""})
    return reply


def _reply(asked: Any) -> dict[str, Any]:
    if not isinstance(asked, dict) or not isinstance(what := asked.pop("what", None), str):
        raise CpokerError("expected a JSON object with the key 'what'")
    if what not in _MODULES:
        raise CpokerError.about("what", did_you_mean(what, [*_MODULES]))
    function = getattr(import_module(f"cpoker_fast.app.web.{_MODULES[what]}"), what)
    reply: dict[str, Any] = function(asked)
    return reply
