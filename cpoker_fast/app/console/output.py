"""Output of the commands: tables in the terminal, or JSON lines."""

from __future__ import annotations

import json
import os
import shutil
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from cpoker_fast.app.console.bad_input import BadInput
from cpoker_fast.boards import ROWS
from cpoker_fast.display.columns import fold_columns, wrap_line
from cpoker_fast.display.markup import cards_text
from cpoker_fast.errors import LedgerWarning
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import read_seat
from cpoker_fast.system.extras import install_command

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from cpoker_fast.arranging import FantasylandBoard
    from cpoker_fast.boards import Board
    from cpoker_fast.cards import CardSet

__all__ = [
    "add_row", "board_in_lines", "board_plain", "check_chart", "check_folders", "coloured", "console",
    "fantasyland_line", "json_line", "lines_of_parts", "new_table", "next_deal_in_words", "note", "noting_ledger_warnings",
    "print_json", "rules_plain", "save_chart", "show", "table_lines", "width", "wrapped",
]  # fmt: skip

_PIPE_WIDTH = 200  # columns of a pipe, which has no width: rich would wrap lines at 80
_MOST_COLUMNS = 10_000  # of a width that someone sets
_TERMINAL_WIDTH = 80  # columns of a terminal that does not report its width


def width() -> int:
    """Return the columns of the terminal, or COLUMNS in the environment; 200 if standard output is not a terminal."""
    unknown = _TERMINAL_WIDTH if sys.stdout.isatty() else _PIPE_WIDTH
    return min(shutil.get_terminal_size((unknown, 0)).columns, _MOST_COLUMNS)


def console() -> Console:
    """Return a console for standard output with the columns of `width`."""
    return Console(highlight=False, markup=False, width=width())


def coloured(text: str) -> str:
    """Return text whose cards have the colours of their suits, if standard output is a terminal with colours."""
    screen = console()
    with screen.capture() as captured:
        screen.print(cards_text(text), soft_wrap=True)
    return captured.get().rstrip("\n")


def lines_of_parts(parts: Iterable[RenderableType]) -> list[str]:
    """Return the lines of parts one below the other, with the colours of the terminal."""
    screen = console()
    with screen.capture() as captured:
        for part in parts:
            screen.print(part)
    return [line.rstrip() for line in captured.get().splitlines()]


def show(parts: Iterable[RenderableType]) -> None:
    """Print parts one below the other, through a pager if they are longer than the terminal."""
    lines = lines_of_parts(parts)
    if sys.stdout.isatty() and len(lines) >= shutil.get_terminal_size().lines:
        click.echo_via_pager("\n".join(lines))
    else:
        sys.stdout.write("".join(f"{line}\n" for line in lines))


def new_table(*columns: str, title: str | None = None, right: Sequence[str] = ()) -> Table:
    """Return an empty table; `right` names the columns of numbers."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return table


def add_row(table: Table, *cells: object) -> None:
    """Add a row of plain text, without markup."""
    table.add_row(*(Text(str(cell)) for cell in cells))


def fantasyland_line(rules: Rules, names: Sequence[str], sizes: Sequence[int]) -> str:
    """Return a line with each player's number of cards in the next Fantasyland; empty under rules without Fantasyland."""
    if not rules.has_fantasyland:
        return ""
    players = [f"{name} with {size} cards" for name, size in zip(names, sizes, strict=True) if size]
    return f"Fantasyland next: {', '.join(players) or 'nobody'}"


def json_line(value: Any) -> str:
    """Return a value as one line of JSON, with escapes for characters that would control a terminal."""
    text = json.dumps(value, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text)


def print_json(values: Iterable[Any]) -> None:
    """Print one object per line, each as soon as it exists."""
    for value in values:
        print(json_line(value))


def table_lines(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table; in a narrow terminal, several for each row (see `fold_columns`)."""
    return fold_columns(columns, rows, width())


def wrapped(sentence: str) -> str:
    """Wrap a sentence at the width of the terminal."""
    return "\n".join(wrap_line(sentence, width()))


def note(sentence: str) -> None:
    """Print a note to standard error."""
    click.echo(wrapped(f"Note: {sentence}"), err=True)


@contextmanager
def noting_ledger_warnings() -> Iterator[None]:
    """Print the warnings about a ledger as notes, once it is read."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", LedgerWarning)
        yield
    for warning in caught:
        note(str(warning.message))


def rules_plain(rules: Rules) -> dict[str, Any]:
    """Return the name of rules, and the options that differ from ``Rules()``, as plain values."""
    return {"name": rules.name, **rules.to_dict()}


def _rows(board: Board, rules: Rules) -> Iterator[tuple[str, CardSet, str, int]]:
    """Return the name, cards, description and royalty of each row."""
    seat = read_seat(board, rules)
    return zip(ROWS, board.rows, seat.descriptions, seat.royalties, strict=True)


def board_plain(best: FantasylandBoard, rules: Rules) -> dict[str, Any]:
    """Return rows, royalties, discards and the next deal of a board in Fantasyland as plain values."""
    return {
        "rows": [
            {"row": row, "cards": str(cards), "description": words, "royalties": royalty}
            for row, cards, words, royalty in _rows(best.board, rules)
        ],
        "royalties": best.royalties,
        "discarded": str(best.discarded),
        "stays": best.stays,
    }


def board_in_lines(best: FantasylandBoard, rules: Rules) -> list[str]:
    """Return a line for each row of a board in Fantasyland, and one for its discards, if any."""
    lines = [
        f"{row:6}  {cards!s:14}  {words}" + (f", royalty {royalty:+d}" if royalty else "")
        for row, cards, words, royalty in _rows(best.board, rules)
    ]
    return [*lines, f"Discarded: {best.discarded}."] if best.discarded else lines


def next_deal_in_words(best: FantasylandBoard) -> str:
    """Return whether a board stays in Fantasyland, in words."""
    return f"stays in Fantasyland, with {best.stays} cards" if best.stays else "leaves Fantasyland"


class _Plots(Protocol):
    def plot(self) -> Figure: ...


_LONGEST_NAME = 255  # bytes of a file name, in nearly all file systems


def check_folders(**paths: str | None) -> None:
    """Raise BadInput, which names the option, for a path that is empty, too long, a folder, or in no folder."""
    for option, path in paths.items():
        if path == "":
            raise BadInput(f"--{option} '': expected a path")
        if path is not None and not os.path.isdir(Path(path).parent):  # noqa: PTH112  for paths of any length
            raise BadInput(f"--{option} {path}: no such folder")
        if path is not None and os.path.isdir(path):  # noqa: PTH112
            raise BadInput(f"--{option} {path}: expected a file, got a folder")
        if path is not None and len(os.fsencode(Path(path).name)) > _LONGEST_NAME:
            raise BadInput(f"--{option} {path}: expected a name of at most {_LONGEST_NAME} bytes")


def check_chart(path: str | None) -> None:
    """Raise BadInput if matplotlib is not installed, or a chart cannot have this path. Call this before long work."""
    if path is None:
        return
    try:
        from matplotlib.backend_bases import FigureCanvasBase
    except ModuleNotFoundError as error:
        raise BadInput(f"--plot requires {error.name}: run `{install_command('plot')}`") from None
    check_folders(plot=path)
    if Path(path).suffix[1:].lower() not in (suffixes := sorted(FigureCanvasBase.get_supported_filetypes())):
        raise BadInput(f"--plot {path}: expected a name that ends in one of .{', .'.join(suffixes)}")


def save_chart(study: _Plots, path: str) -> None:
    """Write the chart of a study to a file, in the format of its suffix."""
    import matplotlib as mpl
    from matplotlib import pyplot as plt

    mpl.use("agg")  # opens no window, regardless of the user's configuration
    figure = study.plot()
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise BadInput(f"--plot {path}: {error}") from None
    finally:
        plt.close(figure)
