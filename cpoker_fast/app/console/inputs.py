"""Input of the commands: common options, lines from arguments, files or standard input, and error messages."""

from __future__ import annotations

import os
import re
import shlex
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from io import IncrementalNewlineDecoder
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
from click.core import ParameterSource

from cpoker_fast._texts import read_lines
from cpoker_fast.app.console.completion import complete_rules
from cpoker_fast.boards import FOUL, Board, Foul
from cpoker_fast.display.progress import Progress, reporter
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.display.wording import counted, did_you_mean
from cpoker_fast.errors import BoardError, CpokerError, RulesError
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import presets, rules
from cpoker_fast.system.files import path_exists
from cpoker_fast.system.loading import load_object

if TYPE_CHECKING:
    from array import array

    from cpoker_fast.fields import Field

__all__ = [
    "BadInput", "Line", "PointsByCards", "SetsOfCards", "bots_in_words", "cards_in_batches", "cards_under",
    "equilibrium", "error_in", "errors_at", "file_option", "is_typed", "is_watched", "json_option", "lines_of",
    "lists_of_lines", "name_of_input", "parse_points_by_cards", "quoted_value", "read_board", "read_bots", "read_field_file",
    "read_opponents", "read_rules", "read_users_bot", "refuse_options", "rules_by_cards_option", "rules_named",
    "rules_of_cards", "rules_option",
]  # fmt: skip

_HAND_SIZE = 13


class Line(NamedTuple):
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

    `place` is the place in the input, if any; for `renamed` see `_option_message`.
    """

    exit_code = 2

    def __init__(self, problem: CpokerError | str, place: str = "", **renamed: str) -> None:
        message = problem if isinstance(problem, str) else _option_message(problem, renamed)
        super().__init__(f"{place}: {message}" if place else message)


def error_in(line: Line, error: CpokerError | str) -> BadInput:
    """Return a BadInput whose message begins with the file and the line, if any."""
    return BadInput(error, line.place)


@contextmanager
def errors_at(line: Line, **renamed: str) -> Iterator[None]:
    """Convert each CpokerError in the block to a BadInput that names the file, the line and the option."""
    try:
        yield
    except CpokerError as error:
        raise BadInput(error, line.place, **renamed) from None


def rules_named(text: str) -> Rules:
    """Return a preset, or the rules in a TOML or JSON file; raise CpokerError if there is neither."""
    is_json = text.lower().endswith(".json")
    if text and text not in presets() and (is_json or text.endswith(".toml") or path_exists(Path(text))):
        return Rules.from_json(text) if is_json else Rules.from_toml(text)
    return rules(text)


def read_rules(text: str) -> Rules:
    """Return the rules of `rules_named`; raise BadInput if there are none."""
    with errors_at(Line(text, "")):
        return rules_named(text)


def read_board(text: str) -> Board | Foul | None:
    """Return the board in a text: None for a surrender, FOUL for a dead hand; raise BoardError for other text."""
    word = text.strip().lower()
    if word == str(FOUL):
        return FOUL
    if word == "surrender":
        return None
    try:
        return Board.parse(text.strip())
    except BoardError as error:
        hint = f"; a dead hand is written '{FOUL}'" if error.row else ""
        raise BoardError(f"{error}{hint}", row=error.row) from None


_FIELD_FILE = ".npz"


def read_opponents(text: str, rules: Rules) -> dict[str, Any]:
    """Return the argument `bot` or `field` of `analyze` in the value of ``--against``: a bot, or a file of boards."""
    from cpoker_fast.players import bots

    if text not in bots() and (text.endswith(_FIELD_FILE) or path_exists(Path(text))):
        return {"field": read_field_file(text)}
    return {"bot": _read_bot("--against", text, rules)}


def read_field_file(path: str) -> Field:
    """Read the field in the file of ``--against``; raise BadInput if it is not a field file."""
    from cpoker_fast.fields import Field

    try:
        return Field.load(path)
    except CpokerError as error:
        raise BadInput(error, path="against") from None


def bots_in_words(*, with_engines: bool = True) -> str:
    """Return the sentences of help texts on the bots that options accept."""
    from cpoker_fast.players import bots

    closed, open_face = (", ".join(bots(rules)) for rules in ("pagat", "pineapple"))
    rest = "Your own bots: module:function, also from the current folder"
    engines = ", or exec:COMMAND for a program (an engine)" if with_engines else ""
    return f"Closed games: {closed}. Other games: {open_face}. {rest}{engines}."


def read_bots(option: str, text: str, rules: Rules) -> list[tuple[str, Any]]:
    """Return the bots of a comma-separated list, each with its text; raise BadInput, which names the option, for others.

    A bot of the package is given by its name, a bot of the user by ``module:function``, which is imported, or by
    ``exec:COMMAND``, which starts an engine when the bot is prepared. Commas inside quotes do not separate bots.
    """
    return [(name, _read_bot(option, name, rules)) for name in _items_in(text)]


_PART_OF_LIST = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|\\.|.""", re.DOTALL)
"""Pattern of the parts of a list that have no separator inside: quoted text, as in a shell, or a character."""


def _items_in(text: str) -> list[str]:
    """Return the items of a comma-separated list, with their quotes."""
    items = [""]
    for part in _PART_OF_LIST.findall(text):
        if part == ",":
            items.append("")
        else:
            items[-1] += part
    return [item.strip() for item in items]


def _read_bot(option: str, name: str, rules: Rules) -> Any:
    from cpoker_fast.players import bot, bots
    from cpoker_fast.players.engine_bot import command_of

    if command_of(name) is not None:
        try:
            return bot(name)
        except CpokerError as error:
            raise BadInput(f"{option} {quoted_value(name)}: {error}") from None
    if ":" in name:
        return read_users_bot(option, name)
    known, others = bots(rules), bots()
    if name in known:
        return name
    import shutil  # imported here: only for this error

    problem = f"does not play {rules.name}" if name in others else "unknown bot"
    if name not in others and shutil.which(name.partition(" ")[0]):
        problem += f" (write {quoted_value(f'exec:{name}')} for this program)"
    expected = f"{did_you_mean(name, known)}, or module:function or exec:COMMAND of your own"
    raise BadInput(f"{option} {quoted_value(name)}: {problem}: {expected}")


def read_users_bot(option: str, name: str) -> Any:
    """Return the object ``module:function`` of the user; raise BadInput, which names the option, if there is none."""
    try:
        bot = load_object(name, "the name of a bot")
    except CpokerError as error:
        described = CpokerError(f"{option} {quoted_value(name)}: {error}")
        described.argument = f"{option.removeprefix('--')}[{name}]"  # perhaps one of several bots
        raise BadInput(described) from None
    if isinstance(bot, ModuleType | str):
        kind = "text" if isinstance(bot, str) else "a module"
        raise BadInput(f"{option} {quoted_value(name)}: expected a bot, got {kind}")
    return bot


def equilibrium(rules: Rules) -> Field:
    """Return the equilibrium of rules; if it must be computed, show the progress in the terminal."""
    from cpoker_fast.fields import Field

    try:
        return Field.equilibrium(rules, progress=is_watched())
    except CpokerError as error:
        raise BadInput(error) from None


def _parse_rules(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Rules | None:
    return None if text is None else read_rules(text)


_C = TypeVar("_C", bound=Callable[..., Any])


def _rules_option(default: str | None, shown: bool | str) -> Callable[[_C], _C]:
    return click.option(
        "--rules", default=default, show_default=shown, callback=_parse_rules, metavar="NAME|FILE",
        shell_complete=complete_rules, help="The rules: a name that `cpoker rules` lists, or a TOML or JSON file.",
    )  # fmt: skip


rules_option = _rules_option("pagat", True)
rules_by_cards_option = _rules_option(None, "pagat for 13 cards, pineapple for other numbers")
"""The option for hands of any game; without it, None: then `rules_of_cards` returns the rules of each hand."""


def rules_of_cards(rules: Rules | None, number: int) -> Rules:
    """Return the rules of `rules_by_cards_option` for a hand with a number of cards."""
    return rules or rules_named("pagat" if number == _HAND_SIZE else "pineapple")


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line.")
file_option = click.option(
    "-f", "--file", "path", type=click.Path(allow_dash=True), metavar="FILE",
    help="Read from this file, or '-' for standard input; # starts a comment.",
)  # fmt: skip


def is_typed(option: str) -> bool:
    """Whether an option of the running command was typed on the command line."""
    return click.get_current_context().get_parameter_source(option) is ParameterSource.COMMANDLINE


def cards_under(number: int, rules: Rules) -> str:
    """Return a number of cards and the rules of their hand, in words."""
    return f"{counted(number, 'card')} under the rules {quote(rules.name)}"


def refuse_options(names: Iterable[str], line: Line, purpose: str, subject: str) -> None:
    """Raise BadInput at a line if one of some parameters was typed: they are for `purpose`, and the line has `subject`."""
    for option in click.get_current_context().command.params:
        if option.name in names and is_typed(option.name):
            raise error_in(line, f"{max(option.opts, key=len)} is for {purpose}, got {subject}")


def is_watched() -> bool:
    """Whether standard error, which shows progress bars, is a terminal."""
    return bool(sys.stderr and sys.stderr.isatty())


def _shows_reading(path: str | None) -> bool:
    """Whether to show a bar while a file is read: standard error is a terminal, and standard output is not."""
    return bool(path and Path(path).is_file() and is_watched() and not sys.stdout.isatty())


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


def name_of_input(path: str | None) -> str:
    """Return the name of a file, or of standard input, in messages."""
    return "<stdin>" if path in (None, "-") else path or "''"


_NOTHING = "expected at least one line with cards, got none"
_LONGEST_CARD = 3  # characters, as in 10h


def _given_texts(arguments: tuple[str, ...], path: str | None) -> list[str] | None:
    """Return the texts of the arguments, with single cards joined to one hand; None for a file or standard input (``-``).

    Raises UsageError if there is neither or both, and BadInput if all texts are empty.
    """
    if arguments and path is not None:
        raise click.UsageError("give cards or --file, not both")
    if arguments == ("-",):
        return None
    if arguments:
        files = [text for text in arguments if "." in text and os.path.isfile(text)]  # noqa: PTH113  accepts texts of any length
        if files:
            raise click.UsageError(f"{files[0]} is a file: give --file {shlex.quote(files[0])}")
        if not any(map(str.strip, arguments)):
            raise BadInput(_NOTHING)
        return [" ".join(arguments)] if all(len(text) <= _LONGEST_CARD for text in arguments) else list(arguments)
    if path is None and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError("give cards, or --file, or pipe them in")
    return None


def _lists_of_lines(path: str | None) -> Iterator[list[str]]:
    """Yield the lines of a file or of standard input, as soon as they arrive; raise BadInput if they cannot be read."""
    try:
        shows_reading = _shows_reading(path)
        with ExitStack() as stack:
            report = reporter(stack, shows_reading, Path(str(path)).name, CpokerError)
            size = Path(str(path)).stat().st_size if shows_reading else 0
            yield from lists_of_lines("-" if path is None else path, report, size)
    except OSError as error:
        raise error_in(Line("", name_of_input(path)), error.strerror or str(error)) from None
    except CpokerError as error:
        raise error_in(Line("", name_of_input(path)), error) from None


def _without_comment(line: str) -> str:
    return line.partition("#")[0].strip()


def lines_of(arguments: tuple[str, ...], path: str | None, *, blank: bool = False) -> Iterator[Line]:
    """Yield the texts of the arguments, or the lines of the file or of standard input.

    Arguments that are all single cards form one hand. Comments are removed, and lines with only a comment are skipped; empty
    lines are skipped unless `blank` is true. Raises BadInput if all lines are empty or comments.
    """
    texts = _given_texts(arguments, path)
    if texts is not None:
        yield from (Line(text, "") for text in texts)
        return
    name, first, is_empty = name_of_input(path), 1, True
    for lines in _lists_of_lines(path):
        for number, line in enumerate(lines, first):
            text = _without_comment(line)
            if text or (blank and "#" not in line):
                is_empty = is_empty and not text
                yield Line(text, f"{name}:{number}")
        first += len(lines)
    if is_empty:
        raise error_in(Line("", name), _NOTHING)


class SetsOfCards(NamedTuple):
    """Sets of cards from the input, each from its own text or line."""

    masks: array[int]
    sizes: array[int]
    """Number of cards of each set."""
    lines: array[int]
    """Index of the line of each set, from 0."""
    first: int
    """Number of the line with the index 0, from 1."""
    name: str
    """Name of the file; empty for arguments."""

    def line(self, index: int) -> Line:
        """Return the line of a set, without its text."""
        return Line("", f"{self.name}:{self.first + self.lines[index]}" if self.name else "")

    def slice(self, begin: int, end: int) -> SetsOfCards:
        """Return the sets from one index up to another."""
        some = slice(begin, end)
        return SetsOfCards(self.masks[some], self.sizes[some], self.lines[some], self.first, self.name)


_LARGEST_BATCH = 4096


def cards_in_batches(
    arguments: tuple[str, ...],
    path: str | None,
    sizes: Iterable[int],
    check: Callable[[str], object],
    unavailable: int = 0,
) -> Iterator[SetsOfCards]:
    """Yield sets of cards from the texts or lines of `lines_of`, in batches of 1, 4, 16, ... up to 4096, or fewer.

    A batch does not wait for lines that have not arrived. At a bad line, the sets before it are yielded, and then BadInput
    is raised, with the error of `check` for its text. A line is bad if it cannot be read, has a number of cards that is not
    in `sizes`, or has a card of the mask `unavailable`.
    """
    texts = _given_texts(arguments, path)
    name, first, most, is_empty = "" if texts is not None else name_of_input(path), 1, 1, True
    allowed = sum(1 << size for size in sizes)
    for lines in _lists_of_lines(path) if texts is None else [texts]:
        masks, counts, indices, bad = read_lines(lines, allowed, unavailable, texts is None)
        sets = SetsOfCards(masks, counts, indices, first, name)
        begin = 0
        while begin < len(masks):
            yield sets.slice(begin, begin + most)
            begin, most, is_empty = begin + most, min(4 * most, _LARGEST_BATCH), False
        if bad < len(lines):
            text = lines[bad] if texts is not None else _without_comment(lines[bad])
            with errors_at(Line(text, f"{name}:{first + bad}" if name else "")):
                check(text)
            raise AssertionError(f"{name}:{first + bad}: expected an error about {text!r}")
        first += len(lines)
    if is_empty:
        raise error_in(Line("", name), _NOTHING)


_MOST_BYTES = 1 << 17  # that are read at a time


def lists_of_lines(path: str, report: Progress, size: int) -> Iterator[list[str]]:
    """Yield the lines of a UTF-8 file, or of standard input if `path` is '-', without their line breaks.

    Each list has the lines that can be read without waiting. Before each list, `report` is called with the number of bytes
    that were read before, and `size`. Raises OSError, or CpokerError after the lines before the first byte that is no text.
    """
    decoder, breaks = getincrementaldecoder("utf-8")(), IncrementalNewlineDecoder(None, translate=True)
    line: list[str] = []  # parts of the last line so far
    position, is_first, problem = 0, True, ""
    stream: Any
    with click.open_file(path, "rb") as stream:
        while not problem:
            report(position, size)
            read = stream.read1(_MOST_BYTES)
            position += len(read)
            try:
                text = decoder.decode(read, final=not read)
            except UnicodeDecodeError as error:
                text = error.object[: error.start].decode()
                problem = f"not UTF-8 text: {error.reason} at byte {position - len(error.object) + error.start + 1}"
            if is_first and text:
                text, is_first = text.removeprefix("\ufeff"), False  # a byte order mark
            first, *others = breaks.decode(text, final=not read).split("\n")
            line.append(first)
            if others:
                yield ["".join(line), *others[:-1]]
                line = [others[-1]]
            if not read:
                break
    if problem:
        raise CpokerError(problem)
    if last := "".join(line):
        yield [last]
