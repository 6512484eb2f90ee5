"""Invalid input: its error, which names the file and the line, or the option and its value."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

import click

from cpoker_fast.display.quoting import shorten
from cpoker_fast.errors import CpokerError, RulesError

__all__ = ["BadInput", "InputLine", "Skipped", "error_in", "errors_at", "quoted_value"]


class InputLine(NamedTuple):
    """A text of the input, and its place: ``'hands.txt:3'``, or empty for an argument."""

    text: str
    place: str


def quoted_value(text: str) -> str:
    """Return the value of an option with the quotes that a shell needs, shortened."""
    return shlex.quote(shorten(text))


def _message_about(name: str, value: object, place: str, problem: str) -> str:
    """Return an error message about an option; `place` is the key or the index of the problem in its value, or empty."""
    if isinstance(value, tuple) and place.isdecimal():
        value, place = value[int(place)], ""
    if isinstance(value, dict):  # points by number of cards
        text = ",".join(f"{cards}={points:g}" for cards, points in value.items())
        return f"{name} {quoted_value(text)}: {problem.partition(', got ')[0]}"
    if value is True:  # a flag
        return f"{name}: {problem.partition(', got ')[0]}"
    if not isinstance(value, str | int | float):
        return f"{name}: {problem}"
    text = f"{value:g}" if isinstance(value, float) else str(value)
    part = place.strip("'")
    if part not in ("", text):
        return f"{name} {quoted_value(text)}: {part}: {problem}"
    expected, _, got = problem.rpartition(", got ")
    repeats_value = re.findall(r"\w", got) == re.findall(r"\w", str(value))
    return f"{name} {quoted_value(text)}: {expected if repeats_value else problem}"


def _option_message(error: CpokerError, renamed: Mapping[str, str]) -> str:
    """Return the message of an error, with the option and its value as typed instead of the argument.

    `renamed` maps arguments to the parameters of the running command, if their names differ: ``{"worths": "worth"}``.
    """
    if isinstance(error, RulesError) and error.path == "fantasyland":
        return error.problem  # the message already names the rules
    if isinstance(error, RulesError) and error.path == "players":  # of the rules; there are options of this name
        return str(error)
    context = click.get_current_context(silent=True)
    if context is not None and error.argument:
        argument, _, place = error.argument.removesuffix("]").partition("[")
        problem = str(error).partition(": ")[2]
        for option in context.command.params:
            name = max(option.opts, key=len)
            names = (option.name, name.removeprefix("--").replace("-", "_"))
            if isinstance(option, click.Option) and renamed.get(argument, argument) in names:
                return _message_about(name, context.params.get(option.name or ""), place, problem)
    return str(error)


class BadInput(click.ClickException):
    """Invalid input; ends the program with exit code 2, as invalid options do.

    `place` is the place in the input, if any, and `problem` the message without it; for `renamed` see `_option_message`.
    """

    exit_code = 2

    place: str
    problem: str

    def __init__(self, problem: CpokerError | str, place: str = "", **renamed: str) -> None:
        self.place, self.problem = place, problem if isinstance(problem, str) else _option_message(problem, renamed)
        super().__init__(f"{place}: {self.problem}" if place else self.problem)
        self.is_about_option: bool = self.problem.startswith("--")
        """Whether the message is about an option, and not about a line of the input."""


class Skipped(click.ClickException):
    """The end of a command that skipped bad input, whose errors --keep-going reported; all other input is done."""

    exit_code = 1


def error_in(line: InputLine, error: CpokerError | str) -> BadInput:
    """Return a BadInput whose message begins with the file and the line, if any."""
    return BadInput(error, line.place)


@contextmanager
def errors_at(line: InputLine, **renamed: str) -> Iterator[None]:
    """Convert each CpokerError in the block to a BadInput that names the file, the line and the option."""
    try:
        yield
    except CpokerError as error:
        raise BadInput(error, line.place, **renamed) from None
