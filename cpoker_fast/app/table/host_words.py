"""The words of a host's commands: their usage, names, and the boards and declarations that they have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast.app.console.arguments import read_board
from cpoker_fast.app.console.prompt import quoted_name
from cpoker_fast.boards import Board, Foul
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import TableError
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import IF_BETTER

if TYPE_CHECKING:
    from cpoker_fast.settling import Declaration

__all__ = [
    "COMMANDS", "NOTES", "BoardEntry", "command_named", "declaration_in_words", "event_in_words", "is_question",
    "read_entry", "usages", "with_quotes",
]  # fmt: skip

COMMANDS = {
    "sit": ("sit NAME CHIPS [SEAT]", "Seat a player; 'Mary Ann' needs quotes."),
    "buy": ("buy NAME CHIPS", "Add chips that a player buys."),
    "leave": ("leave NAME", "A player stands up, with all chips."),
    "fee": ("fee NAME [MINUTE]", "Charge the fee of a period."),
    "deal": ("deal [cards] [two] [without NAME...]", "Begin a deal; `cards` deals them."),
    "hand": ("hand NAME", "Show the cards dealt to a player."),
    "board": ("NAME: BOARD [; NATURAL]", "Enter a board, `foul` or `surrender`."),
    "boards": ("boards", "Show the boards that were entered."),
    "settle": ("settle [button stays]", "Settle the deal."),
    "cancel": ("cancel", "Cancel the deal."),
    "pause": ("pause", "Stop the clock until the next deal."),
    "undo": ("undo", "Undo the last entry, then the one before."),
    "standings": ("standings", "Show all chips, and who pays whom."),
    "level": ("level", "Show the level, and when it ends."),
    "places": ("places", "Show who is out, and the prizes."),
    "account": ("account NAME", "Show all payments of a player."),
    "rules": ("rules [NAME|FILE]", "Show the rules, or change them."),
    "seats": ("seats NUMBER", "Change the number of seats."),
    "unit": ("unit CHIPS", "Change the chips per point."),
    "reserve": ("reserve on|off", "Reserve second hands: `; reserve CARDS`."),
    "check": ("check", "Settle all deals of the ledger again."),
    "help": ("help", "Show this list."),
    "quit": ("quit", "End; the ledger has everything."),
}
"""Usage and meaning of each command."""

_QUESTIONS = ("hand", "boards", "standings", "level", "places", "account", "check", "help")
_OF_FREEZEOUTS = ("pause", "level", "places")
_OF_OTHER_TABLES = ("buy", "fee", "unit")

_ALIASES = {"stand": "leave", "history": "account", "?": "help"}

NOTES = """\
Board: `Ann: Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s` (front, middle, back).
NATURAL: its name, `no natural`, or by default the best one, if it pays more.
Two boards: | between. Streets: `Bo: As / Kd / 7c discards 2h`, `Bo: time out`."""

_CHANGES = {"rules": "the rules", "unit": "the chips per point", "reserve_hands": "reserving hands"}
_NO_NATURAL = "no natural"
_RESERVE = "reserve "


def usages(*, is_freezeout: bool) -> dict[str, str]:
    """Return the usage and the meaning of each command that a table has."""
    absent = _OF_OTHER_TABLES if is_freezeout else _OF_FREEZEOUTS
    rows = {usage: meaning for key, (usage, meaning) in COMMANDS.items() if key not in absent}
    return {_without_options(usage) if is_freezeout else usage: meaning for usage, meaning in rows.items()}


def _without_options(usage: str) -> str:
    """Return the usage of a command without what a freezeout does not have."""
    return usage.replace(" CHIPS", "").replace(" [without NAME...]", "")


def command_named(word: str) -> str:
    """Return the command that a word means, in any letters; the word in small letters if there is none."""
    return _ALIASES.get(word.lower(), word.lower())


def is_question(words: Sequence[str]) -> bool:
    """Whether a command only reads the ledger."""
    command = command_named(words[0])
    return command in _QUESTIONS or (command == "rules" and len(words) == 1)


def with_quotes(words: Sequence[str], names: Iterable[str]) -> str:
    """Return a command with quotes around the first of `names` that it has as several words; empty if it has none."""
    plain_words = [word.lower().strip(",") for word in words]
    for name in names:
        count = len(name.split())
        for begin in range(1, len(words) - count + 1):
            if count > 1 and plain_words[begin : begin + count] == name.lower().split():
                return " ".join(map(quoted_name, [*words[:begin], name, *words[begin + count :]]))
    return ""


class BoardEntry(NamedTuple):
    """The boards of a player, as a host types them."""

    boards: list[Board | Foul | None]
    declare: Declaration
    reserved: str | None


def read_entry(text: str, rules: Rules) -> BoardEntry:
    """Read boards, and what follows them: a declaration, or cards that are reserved; raise CpokerError for other text."""
    boards, *clauses = text.split(";")
    declare: Declaration = IF_BETTER
    reserved = None
    for clause in map(str.strip, clauses):
        if clause.lower().startswith(_RESERVE):
            reserved = clause[len(_RESERVE) :]
        else:
            declare = _read_declaration(clause, rules)
    return BoardEntry([read_board(board) for board in boards.split("|")], declare, reserved)


def _read_declaration(text: str, rules: Rules) -> Declaration:
    words = text.lower().removeprefix("natural ").strip()
    if words == _NO_NATURAL:
        return False
    names = [str(natural.name) for natural in rules.naturals]
    if words == IF_BETTER or words in names:
        return words
    natural = f"a natural such as {names[-1]!r}" if names else f"no natural, as in the rules {quote(rules.name)}"
    expected = f"expected {_NO_NATURAL!r}, {IF_BETTER!r}, 'reserve CARDS' or {natural}"
    raise TableError(f"after the board: {expected}, got {quote(text)}")


def declaration_in_words(declaration: Declaration) -> str:
    """Return a declaration as a host types it; empty for the default."""
    if declaration == IF_BETTER:
        return ""
    if isinstance(declaration, bool):
        return "natural" if declaration else _NO_NATURAL
    return str(declaration)


def event_in_words(event: dict[str, Any]) -> str:
    """Return an event of a ledger in words."""
    match event["event"]:
        case "sit" | "buy" | "leave" | "fee" as kind:
            words = f"{kind} {event['player']} {event['chips']}"
        case "board" | "turn" as kind:
            words = f"the {kind} of {event['player']}"
        case "begin":
            words = f"the beginning of deal {event['number']}"
        case "level":
            words = f"the beginning of level {event['number']}"
        case "pause":
            words = "the pause"
        case "cancel":
            words = "the cancellation of the deal"
        case "change":
            words = f"the change of {' and '.join(changed for key, changed in _CHANGES.items() if key in event)}"
        case _:
            words = f"deal {event['number']}"
    return words
