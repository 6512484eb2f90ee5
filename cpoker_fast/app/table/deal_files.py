"""Deals as input of commands: in the notation, as tables of boards, in ledgers, and in formats of other programs."""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import click

from cpoker_fast.app.console.arguments import rules_named
from cpoker_fast.app.console.bad_input import BadInput, InputLine, error_in, quoted_value
from cpoker_fast.app.console.common_options import Decorator, parse_rules
from cpoker_fast.app.console.completion import complete_rules
from cpoker_fast.app.console.input_lines import name_of_input, plain_marks, without_comment, without_comments
from cpoker_fast.app.console.output import note, noting_ledger_warnings
from cpoker_fast.app.table import Table
from cpoker_fast.app.table.board_lines import boards_by_name, error_in_table, tables_of_lines
from cpoker_fast.boards import FOUL, ROWS
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError, NotationError, RulesError
from cpoker_fast.game import Placement
from cpoker_fast.notation import Record
from cpoker_fast.notation.files import lines_in, read_blocks
from cpoker_fast.notation.formats import read_format
from cpoker_fast.notation.places import Line
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.event_lines import Event, events_in
from cpoker_fast.system.json_values import read_json
from cpoker_fast.system.loading import load_object

__all__ = [
    "DealInFile", "deals_in", "format_option", "kind_of_other_file", "missing_deal", "only_deal_option",
    "rules_of_deals_option",
]  # fmt: skip


class DealInFile(NamedTuple):
    """A deal of the input or its error, its number, and its place, such as ``'deals.ofc:3'``."""

    number: int
    place: str
    result: Record | NotationError

    @property
    def record(self) -> Record:
        """Record of the deal; raises BadInput, with the place, if the deal is damaged."""
        if isinstance(self.result, NotationError):
            raise BadInput(f"{self.place}: {self.result.problem}")
        return self.result


def deals_in(path: str | None, rules: Rules | None, form: str | None = None) -> Iterator[DealInFile]:
    """Yield the deals of the input; raise BadInput if there are none.

    The content decides what they are: deals in the notation, tables of boards, a ledger, a saved game, or the single deals
    of a simulation in Parquet files. `form` is the format of another program: its name, or a user's function that reads
    it, as ``module:function``. For `path`, None is standard input.
    """
    if path is None and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError("give a file of deals, or pipe them in")
    name, deal = name_of_input(path), None
    try:
        for deal in _deals_of_study(path, rules) if _has_single_deals(path) else _deals_of_stream(path, rules, form):
            yield deal
    except RulesError as error:
        raise BadInput(error) from None
    except OSError as error:
        raise error_in(InputLine("", name), error.strerror or str(error)) from None
    if deal is None:
        raise error_in(InputLine("", name), "expected at least one deal, got none")


_LONGEST_LIST = 40  # characters
_LOOKED_AT = 64  # bytes that show the kind of a file
_BEGIN_OF_JSON = re.compile(rb"(\xef\xbb\xbf)?\s*\{")
_BEGIN_OF_PARQUET = b"PAR1"
_PLACED = re.compile(r"(?<![^\s:])(10|[2-9TJQKA])[cdhs]\d{1,2}(?!\S)", re.IGNORECASE)
"""A card with its street, which only the notation has."""
_BEGIN_OF_NOTATION = re.compile(r"\s*(\[|\d+\s*:)")
_EXPECTED = (
    "expected a board, FRONT / MIDDLE / BACK, perhaps after a name and a colon; a deal in the notation, which begins with "
    "a tag such as '[Button 1]'; or a ledger"
)
_RULES_OF_BOARDS = "pagat"  # without --rules, as of `score`


def _deals_of_stream(path: str | None, rules: Rules | None, form: str | None) -> Iterator[DealInFile]:
    """Yield the deals of a file or of standard input."""
    name = name_of_input(path)
    with click.open_file("-" if path is None else path, "rb") as stream:
        if form is not None:
            _refuse_rules(rules, f"the format {form}")
            yield from _deals_of_format(stream.read(), name, form)
        elif _BEGIN_OF_JSON.match(_beginning(stream)):
            _refuse_rules(rules, name)
            yield from _deals_of_table(stream.read(), name)
        else:
            yield from _deals_of_text(lines_in(stream), name, rules)


def _refuse_rules(rules: Rules | None, owner: str) -> None:
    if rules is not None:
        raise BadInput(f"--rules: expected none, since {owner} has its own rules")


def _beginning(stream: Any) -> bytes:
    """Return the first bytes of a binary stream, which may be a pipe, and leave them to be read."""
    if hasattr(stream, "peek"):
        head: bytes = stream.peek(_LOOKED_AT)
    else:
        head = stream.read(_LOOKED_AT)
        stream.seek(0)
    return head


def _deals_of_text(lines: Iterator[Line], name: str, rules: Rules | None) -> Iterator[DealInFile]:
    """Yield deals in the notation, or of tables of boards: the first line that is not empty shows which."""
    first = next((line for line in lines if without_comment(line.text) or line.problem), None)
    if first is None:
        return
    every = chain([first], lines)
    if _is_board(first.text):
        yield from _deals_of_boards(every, name, rules_named(_RULES_OF_BOARDS) if rules is None else rules)
        return
    if first.problem is None and not _BEGIN_OF_NOTATION.match(first.text):
        raise error_in(InputLine("", f"{name}:{first.number}"), f"{_EXPECTED}; got {quote(first.text)}")
    for number, (line, result) in enumerate(read_blocks(every, rules), 1):
        column = f":{result.column}" if isinstance(result, NotationError) else ""
        yield DealInFile(number, f"{name}:{getattr(result, 'line', line)}{column}", result)


def _is_board(line: str) -> bool:
    """Whether a line is a board as `score` reads it, perhaps with a mistake, and not one of the notation."""
    text = without_comment(plain_marks(line))
    board = text.rpartition(":")[2].strip().lower()
    if text.startswith("[") or _PLACED.search(text):
        return False
    return board in (str(FOUL), str(Placement.surrender())) or len(re.findall(r"[/|-]", board)) == len(ROWS) - 1


def kind_of_other_file(data: bytes) -> str:
    """Return what a file has in place of deals in the notation, and its commands; empty if this is not clear."""
    if _BEGIN_OF_JSON.match(data):
        is_game = b'"format"' in data[:_LOOKED_AT]
        return "a saved game: use `cpoker play`" if is_game else "a ledger: use `cpoker table`"
    first = next((line for line in lines_in(BytesIO(data)) if without_comment(line.text)), None)
    return "boards: use `cpoker score`" if first is not None and _is_board(first.text) else ""


def _deals_of_boards(lines: Iterable[Line], name: str, rules: Rules) -> Iterator[DealInFile]:
    """Yield a deal for each table of boards, or the error of each bad line in it; the first player has the button."""
    readable = ((line.number, plain_marks(_text_of(line, name))) for line in lines)
    for number, table in enumerate(tables_of_lines(without_comments(readable, name, blank=True)), 1):
        errors: list[BadInput] = []
        if (boards := boards_by_name(table, rules, errors.append)) is not None:
            try:
                yield DealInFile(number, table[0].place, Record.of_boards([*boards.values()], rules, names=[*boards]))
            except CpokerError as error:
                errors.append(error_in_table(table, error))
        for bad in errors:
            yield DealInFile(number, bad.place, NotationError(bad.problem))


def _text_of(line: Line, name: str) -> str:
    """Return the text of a line; raise BadInput if it cannot be read."""
    if line.problem is not None:
        raise error_in(InputLine("", f"{name}:{line.number}"), line.problem.problem)
    return line.text


def _deals_of_format(data: bytes, name: str, form: str) -> Iterator[DealInFile]:
    """Yield deals in the format of another program; an error that it raises ends them."""
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        raise error_in(InputLine("", name), f"not UTF-8 text: {error.reason} at byte {error.start + 1}") from None
    try:
        results = read_format(text, load_object(form, "the name of a format") if ":" in form else form)
    except CpokerError as error:
        raise BadInput(f"--format {quoted_value(form)}: {error}") from None
    number = 0
    try:
        for number, result in enumerate(results, 1):
            yield DealInFile(number, _place_of(result, name), result)
    except CpokerError as error:
        problem = error.problem if isinstance(error, NotationError) else str(error)
        yield DealInFile(number + 1, _place_of(error, name), NotationError(f"{problem} (the rest was not read)"))


def _place_of(result: Record | CpokerError, name: str) -> str:
    """Return the file, and the line and the column of an error that has them."""
    numbers = [result.line, result.column] if isinstance(result, NotationError) else []
    return ":".join(map(str, [name, *filter(None, numbers)]))


def _has_single_deals(path: str | None) -> bool:
    """Whether a path is a folder, or a Parquet file."""
    if not path or path == "-" or not (file := Path(path)).exists():
        return False
    if not file.is_file():
        return file.is_dir()
    with file.open("rb") as stream:
        return stream.read(len(_BEGIN_OF_PARQUET)) == _BEGIN_OF_PARQUET


def _deals_of_study(path: str | None, rules: Rules | None) -> Iterator[DealInFile]:
    """Yield the single deals that a simulation wrote to a folder, or to a file of it."""
    from cpoker_fast.studies import Deals
    from cpoker_fast.studies.deal_files import files_of

    _refuse_rules(rules, str(path))
    number = 0
    try:
        for file in files_of(Path(str(path))):
            for record in Deals.from_parquet(file).records():
                number += 1
                yield DealInFile(number, str(file), record)
    except CpokerError as error:
        raise BadInput(error) from None


def _deals_of_table(data: bytes, name: str) -> Iterator[DealInFile]:
    """Yield the deals of a ledger, or of a saved game, by their numbers; print how many of them have no record."""
    with noting_ledger_warnings():
        try:
            table = Table.from_events(_events_in(data, name))
            table.check()
            records = table.records()
        except CpokerError as error:
            raise BadInput(str(error) if str(error).startswith(name) else f"{name}: {error}") from None
    if missing := [number for number in range(1, table.deals + 1) if number not in records]:
        reason = "records have no second hands, and no boards that were set face up"
        numbers = shorten(", ".join(map(str, missing)), _LONGEST_LIST)
        note(f"{name}: {counted(len(missing), 'deal')} skipped ({numbers}): {reason}")
    if not records:
        got = "none is settled" if not table.deals else f"none of {counted(table.deals, 'settled deal')} has one"
        raise error_in(InputLine("", name), f"expected at least one deal with a record; {got}")
    for number, record in records.items():
        yield DealInFile(number, name, record)


def _events_in(data: bytes, name: str) -> list[Event]:
    """Return the events of a table in a ledger, or in a saved game."""
    data = data.removeprefix(codecs.BOM_UTF8)
    with suppress(CpokerError):
        plain = read_json(data)
        if isinstance(plain, dict) and "format" in plain:
            game = plain.get("game")
            events = game.get("table") if isinstance(game, dict) else None
            if not isinstance(events, list):
                raise BadInput(f"{name}: expected deals, a ledger or a game; this file has none of them")
            return events
    return events_in(data, Path(name))[0]


def missing_deal(asked: int, numbers: Sequence[int]) -> BadInput:
    """Return the error for a deal that the input does not have; `numbers` are those that it has."""
    is_range = list(numbers) == list(range(1, len(numbers) + 1))
    expected = f"1 to {len(numbers)}" if is_range else f"one of {', '.join(map(str, numbers))}"
    return BadInput(f"--deal: expected {expected}, got {asked}")


only_deal_option: Decorator = click.option(
    "--deal", type=click.IntRange(1), metavar="N", help="Use only this deal: its number in a ledger, or in the file, from 1."
)
rules_of_deals_option: Decorator = click.option(
    "--rules", callback=parse_rules, metavar="NAME|FILE", shell_complete=complete_rules,
    help="Rules of boards, by default pagat; or the TOML or JSON file of rules that deals refer to by name, if these rules "
    "are not a preset.",
)  # fmt: skip
format_option: Decorator = click.option(
    "--format", "form", metavar="NAME|MODULE:FUNCTION",
    help="Format of another program: its name, if a package that reads it is installed, or your own function that reads it.",
)  # fmt: skip
