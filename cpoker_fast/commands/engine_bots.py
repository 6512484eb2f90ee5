"""Bots that play as engines: those of the package, and your own."""

from __future__ import annotations

import inspect
from typing import Any

from cpoker_fast._version import __version__
from cpoker_fast.commands.engine_games import ENGINE_GAMES
from cpoker_fast.commands.engine_server import ServedBot
from cpoker_fast.commands.inputs import BadInput, quoted_value, read_field, read_users_bot
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.engines.messages import LONGEST_NAME
from cpoker_fast.errors import BotError, CpokerError
from cpoker_fast.players import CLOSED_BOTS, BotKind, as_bot, command_of, name_of
from cpoker_fast.players.parameters import check_parameters
from cpoker_fast.thinking.bots import OPEN_FACE_BOTS

__all__ = ["served_bot"]


def served_bot(text: str, seconds: float | None, rollouts: int | None, against: str | None) -> ServedBot:
    """Return the bot with a name, or ``module:function``, with its options; raise BadInput, which names the option."""
    _check_options(text, seconds, rollouts, against)
    if command_of(text) is not None:
        raise BadInput(f"{quoted_value(text)}: expected a bot, got an engine; --check COMMAND checks an engine")
    if ":" in text:
        bot = read_users_bot("NAME", text)
        bots = {game: bot for game, kind in ENGINE_GAMES.items() if _plays(bot, kind.KIND)}
        if not bots:
            raise BadInput(f"{quoted_value(text)}: {_expected(bot)}")
        return ServedBot(_printable(name_of(as_bot(bot, ENGINE_GAMES[next(iter(bots))].KIND))), bots, {})
    if text not in (names := dict.fromkeys((*CLOSED_BOTS, *OPEN_FACE_BOTS))):
        raise BadInput(f"{quoted_value(text)}: unknown bot: {did_you_mean(text, names)}, or module:function of your own")
    bots = {}
    try:
        if text in CLOSED_BOTS:
            bots["closed"] = CLOSED_BOTS[text].make(*([] if against is None else [read_field(against)]))
        if text in OPEN_FACE_BOTS:
            has_limits = OPEN_FACE_BOTS[text].takes_limits
            bots["open-face"] = OPEN_FACE_BOTS[text].make(*([seconds, rollouts] if has_limits else []))
    except CpokerError as error:
        raise BadInput(error) from None
    return ServedBot(text, bots, {"version": __version__, "author": "cpoker_fast"}, seconds)


def _check_options(name: str, seconds: float | None, rollouts: int | None, against: str | None) -> None:
    """Raise BadInput for options that the bot does not have."""
    limited = [bot for bot in OPEN_FACE_BOTS if OPEN_FACE_BOTS[bot].takes_limits]
    with_field = [bot for bot in CLOSED_BOTS if CLOSED_BOTS[bot].takes_field]
    options = (("--seconds", seconds, limited), ("--rollouts", rollouts, limited), ("--against", against, with_field))
    for option, value, bots in options:
        if value is not None and name not in bots:
            raise BadInput(f"{option} is an option of {', '.join(bots)}, not of {quoted_value(name)}")


def _plays(bot: Any, kind: BotKind) -> bool:
    """Return whether a bot of the user plays a kind of game: by its methods, or by the parameters of a function."""
    if isinstance(bot, type):
        return False
    if kind.plays(bot):
        return True
    if not callable(bot):
        return False
    try:
        check_parameters("", bot, _parameters(kind), may_read_masks=False)
    except BotError:
        return False
    return True


def _parameters(kind: BotKind) -> list[str]:
    _, *parameters = inspect.signature(getattr(kind.protocols[0], kind.methods[0])).parameters
    return parameters


def _expected(bot: Any) -> str:
    """Return the error message about an object that plays no game."""
    methods = " or ".join(method for kind in ENGINE_GAMES.values() for method in kind.KIND.methods)
    if isinstance(bot, type):
        return f"expected an object with {methods}, such as {bot.__name__}()"
    functions = " or ".join(f"({', '.join(_parameters(kind.KIND))})" for kind in ENGINE_GAMES.values())
    return f"expected an object with {methods}, or a function with the parameters {functions}"


def _printable(name: str) -> str:
    """Return a name that hosts accept."""
    return "".join(letter if letter.isprintable() else " " for letter in name).strip()[:LONGEST_NAME].strip() or "bot"
