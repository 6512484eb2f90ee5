"""Errors about faults of bots, with the name, the seat and the hand of the bot."""

from __future__ import annotations

import os

from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.errors import BotError
from cpoker_fast.game.position import Position
from cpoker_fast.players.answers import Problem

__all__ = ["fault", "fault_at", "raised"]

_LONGEST_NAME = 30  # characters
_LONGEST_PROBLEM = 145  # of an exception: a shorter one would lose the numbers in its middle


def fault(name: str, problem: str, place: str, hand: CardSet | None = None, *, position: str = "") -> BotError:
    """Return the error for a fault of a bot, with its `problem` (``'raised ...'``) and its `place` (``'at seat 1'``)."""
    where = place if hand is None else f"{place}, with the hand {hand}"
    message = f"bot {quote(name, _LONGEST_NAME)} {problem}, {where}"
    return BotError(message, bot=name, hand=str(hand or ""), position=position)


def fault_at(name: str, problem: Problem, position: Position) -> BotError:
    """Return the error for a problem of a bot at a position."""
    if problem.hands:  # no hand is to blame
        return fault(name, problem.text, f"in a request with {problem.hands} hands")
    street = ""
    if position.in_fantasyland:
        street = ", in Fantasyland"
    elif len(position.rules.streets) > 1:
        street = f", on street {position.street + 1}"
    return fault(name, problem.text, f"at seat {position.seat + 1}{street}", position.hand, position=str(position))


def raised(error: Exception) -> str:
    """Return the `problem` of a bot that raised an exception, for `fault`, with the line of its code."""
    name, text = shorten(type(error).__name__, _LONGEST_NAME), shorten(error, _LONGEST_PROBLEM)
    return (f"raised {name}: {text}" if text else f"raised {name}") + _line_of(error)


def _line_of(error: Exception) -> str:
    """Return the last line of the user's code that led to an exception, such as `` (mine.py, line 12)``; else no text."""
    from pathlib import Path
    from traceback import walk_tb

    package = str(Path(__file__).parents[1]) + os.sep
    lines = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    files = [file for file, _ in lines if not file.startswith((package, "<")) and not file.endswith(".pyx")]
    if not files:
        return ""
    last = [line for file, line in lines if file == files[0]][-1]  # of the file of the bot, not of a library that it calls
    return f" ({shorten(Path(files[0]).name, _LONGEST_NAME)}, line {last})"
