"""The command line: a module for each command."""

import errno
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, cast

import click

from cpoker_fast._version import __version__
from cpoker_fast.display.quoting import shorten

__all__ = ["cpoker", "is_closed_pipe"]

_COMMANDS = {
    "analyze": ("analyze_hands", "Compare the boards of hands, or the placements of positions."),
    "bench": ("bench", "Compare ranking throughput with other evaluators."),
    "engine": ("engine", "Play as an engine for other programs, or check an engine."),
    "play": ("play", "Play against bots, or practise alone."),
    "rank": ("rank", "Rank rows of three or five cards, or the best of up to seven."),
    "record": ("record_deals", "Record the deals of a real table."),
    "replay": ("replay", "Replay deals."),
    "review": ("review_deals", "Find the mistakes in deals."),
    "rules": ("rules", "List, show, explain or compare rules."),
    "score": ("score", "Score the boards of a table."),
    "set": ("set_hands", "Set hands of 13 to 17 cards into boards."),
    "simulate": ("simulate_deals", "Play many deals between bots."),
    "stats": ("show_statistics", "Sum the points of players over recorded deals."),
    "table": ("table", "Keep the chips of an evening."),
    "tournament": ("hold_tournament", "Rank bots: every bot plays every other one."),
    "web": ("open_page", "Open a page to play and analyze in the browser."),
}
"""Function and short help of each command; its module has the name of the command."""


def is_closed_pipe(error: OSError) -> bool:
    """Return whether an error means that the reader of the output, such as `head`, has closed it."""
    is_invalid = sys.platform == "win32" and error.errno == errno.EINVAL and error.filename is None
    return is_invalid or isinstance(error, BrokenPipeError)  # Windows reports an invalid argument


_LONGEST = 160  # characters of a value in a message; most paths are shorter
_LONG_VALUE = re.compile(rf"""(?<![^\s(])(?P<quote>["'])(?:(?!(?P=quote)).){{{_LONGEST},}}(?P=quote)|\S{{{_LONGEST},}}""")
_BAD_INPUT = 2


def _shortened(message: str) -> str:
    """Return a message of click with its long values shortened."""
    return _LONG_VALUE.sub(lambda value: shorten(value[0], _LONGEST), message)


@contextmanager
def _handling_errors() -> Iterator[None]:
    """Shorten values in error messages, and exit with 0 if the reader of the output has closed it."""
    try:
        yield
    except click.ClickException as error:
        if error.exit_code == _BAD_INPUT:
            vars(error).update(message=_shortened(error.message))  # with vars(), since click's types declare `message` final
        raise
    except OSError as error:
        if not is_closed_pipe(error):
            raise
        raise click.exceptions.Exit(0) from None


class _Commands(click.Group):
    """A group that imports the module of a command only when it runs, since imports take time."""

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        """Read the command line, or print --help or --version."""
        with _handling_errors():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        with _handling_errors():
            return super().invoke(ctx)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        function, short_help = _COMMANDS[name]
        command = cast("click.Command", getattr(import_module(f"{__name__}.{name}"), function))
        command.short_help = short_help
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, short_help) for name, (_, short_help) in _COMMANDS.items()])


_HELP = """Rank, set, analyze, score and play Chinese poker hands.

Cards are written like As, Td, 10h or A♠, with spaces, commas or nothing between them.
"""


@click.group(
    help=_HELP,
    cls=_Commands,
    commands={name: click.Command(name) for name in _COMMANDS},  # for their names in lists and suggestions
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="cpoker")
def cpoker() -> None:
    """Run ``cpoker``."""
