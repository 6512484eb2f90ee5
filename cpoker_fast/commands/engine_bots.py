"""Bots that play as engines: those of the package, and your own."""

from __future__ import annotations

from typing import Any

from cpoker_fast._version import __version__
from cpoker_fast.commands.engine_games import ENGINE_GAMES
from cpoker_fast.commands.engine_server import ServedBot
from cpoker_fast.commands.inputs import BadInput, quoted_value, read_field, read_users_bot
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.engines.messages import LONGEST_NAME
from cpoker_fast.errors import CpokerError
from cpoker_fast.players import BOTS, as_bot, bot, command_of, name_of
from cpoker_fast.players.preparing import check_methods
from cpoker_fast.rulebook.presets import rules

__all__ = ["served_bot"]

# By game: rules that bots of the package play if they play the game, and the options that they have there.
_GAMES = {"closed": ("pagat", ("field",)), "open-face": ("pineapple", ("seconds", "rollouts"))}
_FLAGS = {"field": "--against", "seconds": "--seconds", "rollouts": "--rollouts"}


def served_bot(text: str, seconds: float | None, rollouts: int | None, against: str | None) -> ServedBot:
    """Return the bot with a name, or ``module:function``, with its options; raise BadInput, which names the option."""
    options = {"field": against, "seconds": seconds, "rollouts": rollouts}
    chosen: dict[str, Any] = {option: value for option, value in options.items() if value is not None}
    for option in chosen:
        takers = [other for other in BOTS if option in BOTS[other].options]
        if text not in takers:
            raise BadInput(f"{_FLAGS[option]} is an option of {', '.join(takers)}, not of {quoted_value(text)}")
    if command_of(text) is not None:
        raise BadInput(f"{quoted_value(text)}: expected a bot, got an engine; --check COMMAND checks an engine")
    try:
        if ":" in text:
            users_bot = read_users_bot("NAME", text)
            check_methods(as_bot(users_bot))
            return ServedBot(_printable(name_of(as_bot(users_bot))), dict.fromkeys(ENGINE_GAMES, users_bot), {})
        if text not in BOTS:
            raise BadInput(f"{quoted_value(text)}: unknown bot: {did_you_mean(text, BOTS)}, or module:function of your own")
        if against is not None:
            chosen["field"] = read_field(against)
        bots: dict[str, Any] = {}
        for game, (preset, names) in _GAMES.items():
            if BOTS[text].plays(rules(preset)):
                bots[game] = bot(text, **{option: value for option, value in chosen.items() if option in names})
    except CpokerError as error:
        raise BadInput(error) from None
    return ServedBot(text, bots, {"version": __version__, "author": "cpoker_fast"}, seconds)


def _printable(name: str) -> str:
    """Return a name that hosts accept."""
    return "".join(letter if letter.isprintable() else " " for letter in name).strip()[:LONGEST_NAME].strip() or "bot"
