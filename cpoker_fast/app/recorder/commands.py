"""The commands of `cpoker record`: each changes or shows the deals of a recording."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence

import click
from rich.console import RenderableType
from rich.text import Text

from cpoker_fast.app.console.output import coloured, json_line, lines_of_parts, table_lines, wrapped
from cpoker_fast.app.console.prompt import name_among
from cpoker_fast.app.console.record_tables import boards_table, open_hands, payments
from cpoker_fast.app.recorder.entering import (
    DEAD,
    HIDDEN,
    TIME_OUT,
    declaring,
    first_record,
    hidden_seats,
    turn_of,
    with_hand,
    with_placement,
)
from cpoker_fast.app.recorder.recording import Recording
from cpoker_fast.cards import format_card, parse_cards
from cpoker_fast.display.columns import align_columns
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted, did_you_mean
from cpoker_fast.errors import CardError, TableError
from cpoker_fast.game import Position
from cpoker_fast.notation import Record
from cpoker_fast.notation.record import names_in
from cpoker_fast.studies import Analysis

__all__ = ["COMMANDS", "ENTRIES", "Recorder"]

COMMANDS = {
    "deal": ("deal [NAME]...", "Begin a deal; names by seat, clockwise."),
    "button": ("button NAME", "Give the button to a player, before the first cards."),
    "fantasyland": ("fantasyland NAME CARDS", "Set the cards of a Fantasyland, 0 for none."),
    "hand": ("[NAME:] CARDS", "Enter the hand of a player, by default of the next."),
    "place": ("[NAME:] ROWS", "Place cards: `As / Kd / - discards 7c`; - is no card."),
    "hidden": ("[NAME:] hidden", "Set a board face down, until the showdown."),
    "time": ("[NAME:] time out", "Place the hand by the rules."),
    "surrender": ("[NAME:] surrender", "Surrender, if the rules allow it."),
    "foul": ("[NAME:] foul", "A dead hand, which is settled as a foul."),
    "declare": ("declare NAME NATURAL", "Declare at the showdown: a natural, or `nothing`."),
    "advice": ("advice, ?", "Compare the placements of the hand by points."),
    "boards": ("boards", "Show the boards, and at the end the payments."),
    "undo": ("undo", "Take back the last entry, then the one before."),
    "help": ("help", "Show this list."),
    "quit": ("quit", "End; the file has everything."),
}
"""Usage and meaning of each command."""

ENTRIES = ("hand", "place", "hidden", "time", "surrender", "foul")  # lines without a command
_WORDS = (HIDDEN, TIME_OUT, DEAD, "surrender")  # entries without cards
_MOST_SHOWN = 8
_NO_DEAL = "no deal yet: `deal NAME NAME` begins one, with names by seat"


class Recorder:
    """Runs commands on a recording, and prints their results. The command ``undo`` is the method `do_undo`, and so on.

    `analyze` returns the analysis of a position.
    """

    def __init__(self, recording: Recording, analyze: Callable[[Position], Analysis], *, as_json: bool) -> None:
        self.recording = recording
        self._analyze = analyze
        self._as_json = as_json

    def run(self, line: str) -> None:
        """Run a command; raise CpokerError, and change nothing, if it is invalid or impossible."""
        first = line.split(maxsplit=1)[0].lower() if line.strip() else ""
        command = "advice" if line.strip() == "?" else first
        if command in COMMANDS and command not in ENTRIES:
            try:
                words = shlex.split(line)[1:]
            except ValueError as error:
                raise TableError(f"{quote(line)}: {str(error).lower()}") from None
            getattr(self, f"do_{command}")(words)
            return
        name, colon, entry = line.rpartition(":")
        if not colon and not _is_entry(line):
            expected = did_you_mean(first, [name for name in COMMANDS if name not in ENTRIES])
            raise TableError(f"unknown command {quote(first)}: {expected}; cards are written like As")
        self._enter(name.strip().strip("'\""), entry.strip())

    def _enter(self, name: str, entry: str) -> None:
        """Enter a hand or a placement of a player, by default of the player who acts next."""
        record = self._record()
        seat = self._seat(name) if name else _seat_next(record)
        if _is_placement(entry):
            self._change("placement", with_placement(record, seat, entry), seat)
        else:
            self._change("hand", with_hand(record, seat, parse_cards(entry)), seat)

    def _record(self) -> Record:
        """Return the last deal; raise TableError if there is none."""
        if self.recording.record is None:
            raise TableError(_NO_DEAL)
        return self.recording.record

    def _seat(self, name: str) -> int:
        names = names_in(self._record())
        return names.index(name_among(names, name, _NO_DEAL))

    def _change(self, event: str, record: Record, seat: int | None = None) -> None:
        self.recording.change(record)
        self._show(event, seat)

    # ---- output ----

    def _show(self, event: str, seat: int | None = None) -> None:
        """Print the last deal: its boards, and what is expected next, or the payments."""
        if self._as_json:
            record = self.recording.record
            player = {} if seat is None or record is None else {"player": names_in(record)[seat]}
            plain = {"event": event, **player, "number": self.recording.number}
            click.echo(json_line({**plain, "deal": None if record is None else record.to_dict()}))
            return
        for line in lines_of_parts(self.parts(shows_boards=event != "hand")):
            click.echo(line)

    def parts(self, *, shows_boards: bool = True) -> Sequence[RenderableType]:
        """Return the last deal in words and tables, or without boards only what is expected next."""
        record = self.recording.record
        if record is None:
            return [Text(wrapped(f"N{_NO_DEAL[1:]}."))]
        names = names_in(record)
        parts: list[RenderableType] = []
        if shows_boards and not record.moves:
            parts.append(Text(wrapped(_beginning(self.recording.number, record))))
        elif shows_boards:
            last = record.moves[-1]
            street = -1 if record.fantasyland[last.seat] else last.street
            marks = [
                ["button"] * (seat == record.button) + ["dead hand"] * (seat in record.dead)
                for seat in range(record.players)
            ]
            shown = [f"{name} ({', '.join(words)})" if words else name for name, words in zip(names, marks, strict=True)]
            parts.append(boards_table(record, shown, f"deal {self.recording.number}", street))
        if record.is_over:
            return [*parts, Text(), *payments(record, record.settlement(), names), Text("`deal` begins the next deal.")]
        return [*parts, *open_hands(record, names), Text(wrapped(_expected_next(record)))]

    # ---- commands ----

    def _refuse_words(self, command: str, words: Sequence[str], number: int) -> None:
        if len(words) != number:
            raise TableError(f"{command}: expected `{COMMANDS[command][0]}`")

    def do_deal(self, words: list[str]) -> None:
        """Begin a deal."""
        for name in words:
            if ":" in name or sum(name.lower() == other.lower() for other in words) > 1:
                problem = "a name without a colon" if ":" in name else "names that differ in more than capitals"
                raise TableError(f"deal: expected {problem}, got {quote(name)}")
        most = self.recording.rules.players
        if not 2 <= len(words) <= most and (words or self.recording.record is None):
            raise TableError(f"deal: expected the names of 2 to {most} players, by seat, got {len(words)}")
        self.recording.begin(*words)
        self._show("deal")

    def do_button(self, words: list[str]) -> None:
        """Give the button to a player."""
        self._refuse_words("button", words, 1)
        record, seat = self._record_before_cards("button"), self._seat(words[0])
        self._change("button", first_record(record.rules, record.names, seat, record.fantasyland, record.stays), seat)

    def do_fantasyland(self, words: list[str]) -> None:
        """Set the number of cards of a player's Fantasyland."""
        self._refuse_words("fantasyland", words, 2)
        record, seat = self._record_before_cards("fantasyland"), self._seat(words[0])
        if not words[1].isdecimal() or len(words[1]) > 2:
            raise TableError(f"fantasyland: expected a number of cards, got {quote(words[1])}")
        sizes = [int(words[1]) if other == seat else cards for other, cards in enumerate(record.fantasyland)]
        stays = [number if cards else 0 for number, cards in zip(record.stays, sizes, strict=True)]
        self._change("fantasyland", first_record(record.rules, record.names, record.button, sizes, stays), seat)

    def _record_before_cards(self, command: str) -> Record:
        record = self._record()
        if record.moves or record.hand or record.open_hands:
            raise TableError(f"{command}: expected before the first cards of a deal")
        return record

    def do_declare(self, words: list[str]) -> None:
        """Declare a natural at the showdown."""
        if len(words) < 2:
            self._refuse_words("declare", words, 2)
        seat = self._seat(words[0])
        self._change("declare", declaring(self._record(), seat, " ".join(words[1:]).lower()), seat)

    def do_advice(self, words: list[str]) -> None:
        """Compare the placements of the hand."""
        self._refuse_words("advice", words, 0)
        record = self._record()
        name = names_in(record)[_seat_next(record)]
        if not record.hand:
            raise TableError(f"advice: enter the hand of {quote(name)} first, such as `As Kd 7c`")
        analysis = self._analyze(record.deal(seed=0).position())
        unknown = sum(record.unknown_discards(move) for move in record.moves if move.seat == record.turn)
        if self._as_json:
            plain = {"event": "advice", "player": name, "number": self.recording.number, "unknown_discards": unknown}
            click.echo(json_line({**plain, "analysis": analysis.to_dict()}))
            return
        lines = [wrapped(analysis.title), *table_lines(*analysis.table(limit=_MOST_SHOWN)), analysis.note_below(_MOST_SHOWN)]
        if unknown:
            lines.append(wrapped(f"The analysis takes random cards for {counted(unknown, 'unknown discard')} of {name}."))
        click.echo(coloured("\n".join(filter(None, lines))))

    def do_boards(self, words: list[str]) -> None:
        """Show the last deal."""
        self._refuse_words("boards", words, 0)
        self._record()
        self._show("boards")

    def do_undo(self, words: list[str]) -> None:
        """Take back the last entry."""
        self._refuse_words("undo", words, 0)
        self.recording.undo()
        self._show("undo")

    def do_help(self, words: list[str]) -> None:
        """Show all commands."""
        self._refuse_words("help", words, 0)
        if self._as_json:
            click.echo(json_line({"commands": dict(COMMANDS.values())}))
        else:
            click.echo("\n".join(align_columns([*COMMANDS.values()])))

    def do_quit(self, words: list[str]) -> None:
        """Do nothing: whoever reads the commands ends."""
        self._refuse_words("quit", words, 0)


def _is_placement(entry: str) -> bool:
    """Whether an entry has rows, or is a word in place of them."""
    return "/" in entry or entry.strip().lower() in _WORDS


def _is_entry(line: str) -> bool:
    """Whether a line without a name enters a hand or a placement."""
    if _is_placement(line):
        return True
    try:
        return bool(parse_cards(line.split(maxsplit=1)[0]))
    except CardError:
        return False


def _seat_next(record: Record) -> int:
    """Return the seat that acts next; raise TableError if there is none."""
    if record.turn is None:
        expected = "`deal` begins the next one" if record.is_over else _expected_next(record)
        raise TableError(f"all cards of this deal are placed: {expected}")
    return record.turn


def _beginning(number: int, record: Record) -> str:
    """Return the players of a deal, its button, and its Fantasylands, in words."""
    names = names_in(record)
    lands = [
        f"{name} sets {cards} cards in Fantasyland" for name, cards in zip(names, record.fantasyland, strict=True) if cards
    ]
    begin = f"Deal {number}, {record.rules.name}: {', '.join(names)}; {names[record.button]} has the button"
    return f"{'; '.join([begin, *lands])}."


def _expected_next(record: Record) -> str:
    """Return what a deal in progress waits for, in words."""
    names = names_in(record)
    if record.turn is None:
        hidden = [names[seat] for seat in hidden_seats(record)]
        return f"Showdown: enter the boards of {', '.join(hidden)}, as in `{hidden[0]}: FRONT / MIDDLE / BACK`."
    name = names[record.turn]
    street, dealt, to_place = turn_of(record, record.turn)
    discards = f", discard {dealt - to_place}" if dealt > to_place else ""
    if record.hand:
        return f"{name} has {' '.join(map(format_card, record.hand))}: place {to_place}{discards}."
    is_only_street = record.fantasyland[record.turn] or len(record.streets) == 1
    turn = f"{name}" if is_only_street else f"{name}, street {street + 1} of {len(record.streets)}"
    return f"{turn}: draw {dealt}, place {to_place}{discards}."
