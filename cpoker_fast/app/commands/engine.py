"""`cpoker engine`: play as an engine for other programs, or check an engine."""

from __future__ import annotations

import sys
from typing import Any

import click

from cpoker_fast._version import __version__
from cpoker_fast.app.console.analysis_options import ROLLOUTS_ROUNDED
from cpoker_fast.app.console.arguments import bots_in_words, read_field_file, read_rules, read_users_bot
from cpoker_fast.app.console.bad_input import BadInput, quoted_value
from cpoker_fast.app.console.common_options import is_typed, json_option
from cpoker_fast.app.console.completion import complete_bots, complete_rules
from cpoker_fast.app.engine.server import ServedBot, serve, streams_of_messages
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.engines.messages import LONGEST_NAME
from cpoker_fast.errors import CpokerError
from cpoker_fast.players import bot, name_of
from cpoker_fast.players.engine_bot import command_of
from cpoker_fast.players.package_bots import BOTS
from cpoker_fast.players.preparing import as_bot, check_methods
from cpoker_fast.rulebook import Rules

__all__ = ["engine"]


def _read_each(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> list[Rules]:
    return [read_rules(text) for text in texts]


def _check_usage(name: str | None, command: str | None) -> None:
    """Raise UsageError unless the options belong together."""
    if (name is None) == (command is None):
        both = "" if name is None else ", not both"
        raise click.UsageError(f"give the name of a bot, or --check COMMAND{both}")
    is_check = command is not None
    for option in ("seconds", "rollouts", "against", "threads") if is_check else ("rules", "only", "as_json"):
        if is_typed(option):
            flag = "--json" if option == "as_json" else f"--{option}"
            raise click.UsageError(f"{flag} is not an option of {'--check' if is_check else 'a bot: it belongs to --check'}")


_HELP = """Let the bot NAME play in another program, which starts this command and writes messages to its standard input.

{bots}

--check COMMAND starts an engine of yours, in any language, and checks its replies to all messages of the protocol,
which the page "The engine protocol" of the documentation describes. The exit code is 1 if a check failed.

\b
cpoker engine swift
cpoker engine expert --seconds 0.5
cpoker engine mine:bot
cpoker engine --check "python my_engine.py"
"""


@click.command("engine", help=_HELP)
@click.argument("name", required=False, shell_complete=complete_bots)
@click.option("--seconds", type=float, help="Seconds for each open-face placement of expert.")
@click.option(
    "--rollouts", type=int,
    help="Rollouts for each open-face placement of expert, instead of seconds; "
    f"rounded up to {ROLLOUTS_ROUNDED}.  [default: 200]",
)  # fmt: skip
@click.option("--against", metavar="FIELD", help="File of a field that expert plays against in closed games.")
@click.option(
    "--threads", type=click.IntRange(0, 256), show_default="1", help="Number of threads of expert; 0 for one per CPU."
)
@click.option("--check", "command", metavar="COMMAND", help="Start this engine, and check it against the protocol.")
@click.option(
    "--rules", multiple=True, callback=_read_each, metavar="NAME|FILE", shell_complete=complete_rules,
    help="With --check: rules to check, instead of all presets. May be repeated.",
)  # fmt: skip
@click.option("--only", default="", metavar="TEXT", help="With --check: run only the checks with this text in their titles.")
@json_option
def engine(
    name: str | None,
    seconds: float | None,
    rollouts: int | None,
    against: str | None,
    threads: int | None,
    command: str | None,
    rules: list[Rules],
    only: str,
    as_json: bool,
) -> None:
    """Run ``cpoker engine``."""
    _check_usage(name, command)
    if name is not None:
        _play(name, against, seconds=seconds, rollouts=rollouts, threads=threads)
    elif command is not None:
        from cpoker_fast.app.engine.report import report
        from cpoker_fast.engines.engine import arguments_of

        try:
            arguments_of(command)
        except CpokerError as error:
            raise BadInput(f"--check: {error}") from None
        if not report(command, rules, only, as_json=as_json):
            raise click.exceptions.Exit(1)


engine.help = (engine.help or "").replace("{bots}", bots_in_words(with_engines=False))


def _play(name: str, against: str | None, **options: Any) -> None:
    """Serve a bot until the host ends it."""
    if sys.stdin is None:  # closed: the end of the input
        return
    is_terminal = sys.stdin.isatty()
    with streams_of_messages() as (requests, replies):
        served = _served_bot(name, against, **options)
        if is_terminal:
            click.echo(f"Engine {served.name}: waiting for messages of a host program; Ctrl-C ends it.", err=True)
        serve(served, requests, replies)


_FLAGS = {"field": "--against", "seconds": "--seconds", "rollouts": "--rollouts", "threads": "--threads"}


def _served_bot(
    text: str, against: str | None, *, seconds: float | None, rollouts: int | None, threads: int | None
) -> ServedBot:
    """Return the bot with a name, or ``module:function``, with its options; raise BadInput, which names the option."""
    options = {"field": against, "seconds": seconds, "rollouts": rollouts, "threads": threads}
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
            return ServedBot(_accepted_name(name_of(as_bot(users_bot))), lambda _rules: users_bot, {})
        if text not in BOTS:
            raise BadInput(f"{quoted_value(text)}: unknown bot: {did_you_mean(text, BOTS)}, or module:function of your own")
        field = None if against is None else read_field_file(against)
        whole_hands = bot(text, field, threads=threads)
        others = bot(text, seconds=seconds, rollouts=rollouts, threads=threads)  # expert has other options there
    except CpokerError as error:
        raise BadInput(error) from None
    details = {"version": __version__, "author": "cpoker_fast"}
    return ServedBot(text, lambda rules: whole_hands if rules.is_closed else others, details, seconds)


def _accepted_name(name: str) -> str:
    """Return a name that hosts accept."""
    return "".join(letter if letter.isprintable() else " " for letter in name).strip()[:LONGEST_NAME].strip() or "bot"
