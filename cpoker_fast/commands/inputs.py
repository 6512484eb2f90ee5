"""Input of the commands: hands from arguments, from files and from standard input."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
from click.core import ParameterSource

from cpoker_fast.cards import CardSet
from cpoker_fast.commands.completion import complete_rules
from cpoker_fast.display.progress import reporter
from cpoker_fast.display.quoting import shorten
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import CpokerError, RulesError
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import presets, rules
from cpoker_fast.system.files import path_exists

if TYPE_CHECKING:
    from cpoker_fast.fields import Field

__all__ = [
    "BadInput",
    "Line",
    "PointsByCards",
    "check_bots",
    "closed_option",
    "equilibrium",
    "error_in",
    "errors_at",
    "file_option",
    "hands_in_batches",
    "is_given",
    "is_watched",
    "json_option",
    "lines_of",
    "name_of_input",
    "parse_points_by_cards",
    "quoted_value",
    "read_field",
    "read_rules",
    "rules_option",
    "rules_option_of",
]  # fmt: skip


class Line(NamedTuple):
    """A text to read, and its place: ``'hands.txt:3'``, or empty for an argument."""

    text: str
    place: str


_ARGUMENT = re.compile(r"(?:bad )?(\w+)(?:\[([^\]]+)\]| (\S+))?: (.*)", re.DOTALL)
"""The beginning of errors about arguments: ``seconds: ``, ``known[1]: ``, ``board 2: `` or ``bad seed -1: ``."""


def quoted_value(text: str) -> str:
    """Return the value of an option as typed, shortened."""
    return shlex.quote(shorten(text))


def _of_option(name: str, value: object, key: str, number: str, problem: str) -> str:
    """Return the message of an error about an option, at a key of its value, from 0, or a number, from 1."""
    place = key or number
    if isinstance(value, tuple) and place.isdecimal():
        value, place = value[int(place) - bool(number)], ""
    if isinstance(value, dict):  # of points by cards
        text = ",".join(f"{cards}={points:g}" for cards, points in value.items())
        return f"{name} {quoted_value(text)}: {problem.partition(', got ')[0]}"
    if not isinstance(value, str | int | float):
        return f"{name}: {problem}"
    text = f"{value:g}" if isinstance(value, float) else str(value)
    if place not in ("", text):
        part = place.strip("'")
        return f"{name} {quoted_value(text)}: {part}: {problem}"
    expected, _, got = problem.rpartition(", got ")
    repeats_value = re.findall(r"\w", got) == re.findall(r"\w", str(value))
    return f"{name} {quoted_value(text)}: {expected if repeats_value else problem}"


def _option_message(error: CpokerError, renamed: Mapping[str, str]) -> str:
    """Return the message of an error with the option of the running command, as typed, in place of the argument.

    `renamed` maps arguments to parameters of the command with other names: ``{"worths": "worth"}``.
    """
    if isinstance(error, RulesError) and error.path.partition(".")[0] == "openface":
        return error.problem  # it names the rules itself
    context, match = click.get_current_context(silent=True), _ARGUMENT.fullmatch(str(error))
    if context is not None and match is not None:
        argument, key, number, problem = match.groups(default="")
        for option in context.command.params:
            name = max(option.opts, key=len)
            names = (option.name, name.removeprefix("--").replace("-", "_"))
            if isinstance(option, click.Option) and renamed.get(argument, argument) in names:
                return _of_option(name, context.params.get(option.name or ""), key, number, problem)
    return str(error)


class BadInput(click.ClickException):
    """Invalid input; it ends the program with status 2, as invalid options do.

    `place` is the place in the input, if any; for `renamed` see `_option_message`.
    """

    exit_code = 2

    def __init__(self, problem: CpokerError | str, place: str = "", **renamed: str) -> None:
        message = problem if isinstance(problem, str) else _option_message(problem, renamed)
        super().__init__(f"{place}: {message}" if place else message)


def error_in(line: Line, error: CpokerError | str) -> BadInput:
    """Return an error that names file and line."""
    return BadInput(error, line.place)


@contextmanager
def errors_at(line: Line, **renamed: str) -> Iterator[None]:
    """Convert errors inside to errors that name file and line, and options instead of arguments."""
    try:
        yield
    except CpokerError as error:
        raise BadInput(error, line.place, **renamed) from None


def read_rules(text: str) -> Rules:
    """Return a preset, or the rules in a TOML file; raise BadInput if there is neither."""
    try:
        if text and text not in presets() and (text.endswith(".toml") or path_exists(Path(text))):
            return Rules.from_toml(text)
        return rules(text)
    except CpokerError as error:
        raise BadInput(error) from None


def read_field(path: str) -> Field:
    """Read the field in the file of ``--against``; raise BadInput if it is not a field file."""
    from cpoker_fast.fields import Field

    try:
        return Field.load(path)
    except CpokerError as error:
        raise BadInput(error, path="against") from None


def check_bots(option: str, names: Iterable[str], rules: Rules, alternative: str = "") -> None:
    """Raise BadInput with the option for a name that no bot of the game has; the message ends in the alternative."""
    from cpoker_fast.openface import bots as openface_bots
    from cpoker_fast.players import bots

    known = openface_bots() if rules.is_open_face else bots()
    for name in names:
        if name not in known:
            raise BadInput(f"{option} {quoted_value(name)}: unknown bot: {did_you_mean(name, known)}{alternative}")


def equilibrium(rules: Rules) -> Field:
    """Return the equilibrium of rules; a computation shows its progress in the terminal."""
    from cpoker_fast.fields import Field

    try:
        return Field.equilibrium(rules, progress=is_watched())
    except CpokerError as error:
        raise BadInput(error) from None


def _parse_rules(_context: click.Context, _parameter: click.Parameter, text: str) -> Rules:
    return read_rules(text)


_C = TypeVar("_C", bound=Callable[..., Any])


def rules_option_of(default: str) -> Callable[[_C], _C]:
    """Return the option ``--rules`` with a default."""
    return click.option(
        "--rules", default=default, show_default=True, callback=_parse_rules, metavar="NAME|FILE",
        shell_complete=complete_rules, help="The rules: a name that `cpoker rules` lists, or a TOML file.",
    )  # fmt: skip


rules_option = rules_option_of("pagat")
closed_option = click.option(
    "--closed", is_flag=True, help="Play open-face rules as a closed game: all 13 cards dealt at once, the same scores."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line.")
file_option = click.option(
    "-f", "--file", "path", type=click.Path(allow_dash=True), metavar="FILE",
    help="Read from this file, or '-' for standard input; # starts a comment.",
)  # fmt: skip


def is_given(option: str) -> bool:
    """Return whether an option of the running command is on the command line."""
    return click.get_current_context().get_parameter_source(option) is ParameterSource.COMMANDLINE


def is_watched() -> bool:
    """Return whether standard error, which shows progress bars, is a terminal."""
    return bool(sys.stderr and sys.stderr.isatty())


def _shows_reading(path: str | None) -> bool:
    """Return whether to show progress in a file: standard error is a terminal, and standard output is not."""
    return bool(path and Path(path).is_file() and is_watched() and not sys.stdout.isatty())


PointsByCards = float | dict[int, float]
"""Worth of a Fantasyland: one number, or numbers by cards."""


def parse_points_by_cards(_context: click.Context, _parameter: click.Parameter, text: str | None) -> PointsByCards | None:
    """Parse the value of an option: one number, or ``14=8,15=11``."""
    if text is None:
        return None
    try:
        if "=" not in text:
            return float(text)
        pairs = [part.split("=") for part in text.split(",")]
        points = {int(size): float(value) for size, value in pairs}
        if len(points) < len(pairs):
            raise click.BadParameter(f"expected each size once, got {text!r}")
        return points
    except ValueError:
        raise click.BadParameter(f"expected a number, or one for each size such as 14=8,15=11, got {text!r}") from None


def name_of_input(path: str | None) -> str:
    """Return the name of a file, or of standard input, in messages."""
    return "<stdin>" if path in (None, "-") else path or "''"


_UPDATES = 1000  # of a bar, at most
_NOTHING = "expected at least one line with cards, got none"
_LONGEST_CARD = 3  # such as 10h


def lines_of(arguments: tuple[str, ...], path: str | None, *, blank: bool = False) -> Iterator[Line]:
    """Yield the texts of the arguments, or the lines of the file or of standard input.

    Arguments that are single cards make one hand together. Comments are removed; empty lines are skipped unless `blank`,
    lines with only a comment always. Raises BadInput if no line is left.
    """
    if arguments and path is not None:
        raise click.UsageError("give cards or --file, not both")
    if arguments:
        names = [text for text in arguments if "." in text and os.path.isfile(text)]  # noqa: PTH113  for texts of any length
        if names:
            raise click.UsageError(f"{names[0]} is a file: give --file {shlex.quote(names[0])}")
        if not any(map(str.strip, arguments)):
            raise BadInput(_NOTHING)
        if all(len(text) <= _LONGEST_CARD for text in arguments):
            arguments = (" ".join(arguments),)
        yield from (Line(text, "") for text in arguments)
        return
    if path is None and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError("give cards, or --file, or pipe them in")
    name, is_empty = name_of_input(path), True
    try:
        with (
            click.open_file("-" if path is None else path, encoding="utf-8-sig") as stream,
            ExitStack() as stack,
        ):
            shows_reading = _shows_reading(path)
            report = reporter(stack, shows_reading, Path(str(path)).name, CpokerError)
            read, size = 0, Path(str(path)).stat().st_size if shows_reading else 0
            step = max(1, size // _UPDATES)
            for number, raw in enumerate(stream, 1):
                if (read + len(raw)) // step > read // step:
                    report(read, size)
                read += len(raw)  # characters, not bytes, which is close enough for a bar
                text, comment, _ = raw.partition("#")
                if text.strip() or (blank and not comment):
                    is_empty = is_empty and not text.strip()
                    yield Line(text.strip(), f"{name}:{number}")
    except OSError as error:
        raise error_in(Line("", name), error.strerror or str(error)) from None
    except UnicodeDecodeError as error:
        raise error_in(Line("", name), f"not UTF-8 text: {error.reason} at byte {error.start + 1}") from None
    if is_empty:
        raise error_in(Line("", name), _NOTHING)


_MOST_AT_ONCE = 4096


def hands_in_batches(
    lines: Iterable[Line], read: Callable[[str], CardSet] = CardSet
) -> Iterator[list[tuple[Line, CardSet]]]:
    """Yield hands in batches, the first of one hand; an invalid line is reported after all hands before it."""
    batch: list[tuple[Line, CardSet]] = []
    size = 1
    for line in lines:
        try:
            batch.append((line, read(line.text)))
        except CpokerError as error:
            yield batch
            raise error_in(line, error) from None
        if len(batch) == size:
            yield batch
            batch, size = [], min(4 * size, _MOST_AT_ONCE)
    yield batch
