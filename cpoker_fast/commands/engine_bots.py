"""Bots that play as engines: those of the package, and your own."""

from __future__ import annotations

from cpoker_fast._version import __version__
from cpoker_fast.commands.engine_server import ServedBot
from cpoker_fast.commands.inputs import BadInput, quoted_value, read_field, read_users_bot
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.engines.messages import LONGEST_NAME
from cpoker_fast.errors import CpokerError
from cpoker_fast.players import BOTS, as_bot, bot, command_of, name_of
from cpoker_fast.players.preparing import check_methods

__all__ = ["served_bot"]

_FLAGS = {"field": "--against", "seconds": "--seconds", "rollouts": "--rollouts"}


def served_bot(text: str, seconds: float | None, rollouts: int | None, against: str | None) -> ServedBot:
    """Return the bot with a name, or ``module:function``, with its options; raise BadInput, which names the option."""
    options = {"field": against, "seconds": seconds, "rollouts": rollouts}
    for option in [option for option, value in options.items() if value is not None]:
        takers = [other for other in BOTS if option in BOTS[other].options]
        if text not in takers:
            raise BadInput(f"{_FLAGS[option]} is an option of {', '.join(takers)}, not of {quoted_value(text)}")
    if command_of(text) is not None:
        raise BadInput(f"{quoted_value(text)}: expected a bot, got an engine; --check COMMAND checks an engine")
    try:
        if ":" in text:
            users_bot = read_users_bot("NAME", text)
            check_methods(as_bot(users_bot))
            return ServedBot(_printable(name_of(as_bot(users_bot))), lambda _rules: users_bot, {})
        if text not in BOTS:
            raise BadInput(f"{quoted_value(text)}: unknown bot: {did_you_mean(text, BOTS)}, or module:function of your own")
        field = None if against is None else read_field(against)
        whole_hands, others = bot(text, field), bot(text, seconds=seconds, rollouts=rollouts)  # expert has other options
    except CpokerError as error:
        raise BadInput(error) from None
    details = {"version": __version__, "author": "cpoker_fast"}
    return ServedBot(text, lambda rules: whole_hands if rules.is_closed else others, details, seconds)


def _printable(name: str) -> str:
    """Return a name that hosts accept."""
    return "".join(letter if letter.isprintable() else " " for letter in name).strip()[:LONGEST_NAME].strip() or "bot"
