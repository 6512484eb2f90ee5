"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

import click
from click.core import ParameterSource

from cpoker_fast.app.console.arguments import read_rules, rules_named
from cpoker_fast.app.console.bad_input import InputLine, error_in
from cpoker_fast.app.console.completion import complete_rules
from cpoker_fast.boards import HAND_SIZE
from cpoker_fast.rulebook import Rules

__all__ = [
    "Decorator", "PointsByCards", "file_option", "is_typed", "json_option", "keep_going_option", "parse_points_by_cards",
    "parse_rules", "refuse_options", "rules_by_cards_option", "rules_of_cards", "rules_option",
]  # fmt: skip


def parse_rules(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Rules | None:
    """Parse the value of an option: the name of a preset, or a file of rules; None without the option."""
    return None if text is None else read_rules(text)


_C = TypeVar("_C", bound=Callable[..., Any])


class Decorator(Protocol):
    """What adds an option to a command."""

    def __call__(self, command: _C, /) -> _C:
        """Return the command with the option."""
        ...


def _rules_option(default: str | None, shown: bool | str) -> Decorator:
    return click.option(
        "--rules", default=default, show_default=shown, callback=parse_rules, metavar="NAME|FILE",
        shell_complete=complete_rules, help="The rules: a name that `cpoker rules` lists, or a TOML or JSON file.",
    )  # fmt: skip


rules_option: Decorator = _rules_option("pagat", True)
rules_by_cards_option: Decorator = _rules_option(None, "pagat for 13 cards, pineapple for other numbers")
"""The option for hands of any game; without it, None: then `rules_of_cards` returns the rules of each hand."""


def rules_of_cards(rules: Rules | None, number: int) -> Rules:
    """Return the rules of `rules_by_cards_option` for a hand with a number of cards."""
    return rules or rules_named("pagat" if number == HAND_SIZE else "pineapple")


json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line.")
file_option: Decorator = click.option(
    "-f", "--file", "path", type=click.Path(allow_dash=True), metavar="FILE",
    help="Read from this file, or '-' for standard input; # starts a comment.",
)  # fmt: skip

keep_going_option: Decorator = click.option(
    "--keep-going", is_flag=True, help="Report all bad lines, and process the others; the exit status is then 1."
)


def is_typed(option: str) -> bool:
    """Whether an option of the running command was typed on the command line."""
    return click.get_current_context().get_parameter_source(option) is ParameterSource.COMMANDLINE


def refuse_options(names: Iterable[str], line: InputLine, purpose: str, subject: str) -> None:
    """Raise BadInput at a line if one of some parameters was typed: they are for `purpose`, and the line has `subject`."""
    for option in click.get_current_context().command.params:
        if option.name in names and is_typed(option.name):
            raise error_in(line, f"{max(option.opts, key=len)} is for {purpose}, got {subject}")


PointsByCards = float | dict[int, float]
"""Worth of a Fantasyland in points: one number, or one for each number of cards."""


def parse_points_by_cards(_context: click.Context, _parameter: click.Parameter, text: str | None) -> PointsByCards | None:
    """Parse the value of an option: one number, or points by number of cards, such as ``14=8,15=11``, as a dict."""
    if text is None:
        return None
    try:
        if "=" not in text:
            return float(text)
        pairs = [part.split("=") for part in text.split(",")]
        points = {int(size): float(value) for size, value in pairs}
        if len(points) < len(pairs):
            raise click.BadParameter(f"expected each number of cards once, got {text!r}")
        return points
    except ValueError:
        raise click.BadParameter(f"expected points, or points by number of cards such as 14=8,15=11, got {text!r}") from None
