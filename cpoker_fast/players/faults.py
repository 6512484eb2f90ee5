"""Errors of bots that fail: each names the bot, what it did, its seat and its hand."""

from __future__ import annotations

from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.errors import BotError

__all__ = ["fault", "raised"]

_LONGEST_NAME = 30


def fault(name: str, what: str, place: str, hand: CardSet | None = None, *, position: str = "") -> BotError:
    """The error of a bot that did `what` at a place in words, ``'seat 1'``; with its hand, unless it failed with many."""
    where = place if hand is None else f"{place}, with the hand {hand}"
    message = f"bot {quote(name, _LONGEST_NAME)} {what}, at {where}"
    return BotError(message, bot=name, hand=str(hand or ""), position=position)


def raised(error: Exception) -> str:
    """What a bot did that raised an exception."""
    name, text = shorten(type(error).__name__, _LONGEST_NAME), shorten(error)
    return f"raised {name}: {text}" if text else f"raised {name}"
