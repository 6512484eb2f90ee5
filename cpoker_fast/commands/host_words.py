"""The words of a host's commands: their usage, and the boards and declarations that they have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast.boards import Board, Foul
from cpoker_fast.commands.inputs import read_board
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import TableError
from cpoker_fast.patterns import Pattern
from cpoker_fast.settling import IF_BETTER

if TYPE_CHECKING:
    from cpoker_fast.settling import Declaration

__all__ = ["COMMANDS", "NOTES", "QUESTIONS", "BoardEntry", "command_named", "event_in_words", "read_entry"]

COMMANDS = {
    "sit": ("sit NAME CHIPS [SEAT]", "Seat a player who buys in."),
    "buy": ("buy NAME CHIPS", "Add chips that a player buys."),
    "leave": ("leave NAME", "A player stands up, with all chips."),
    "fee": ("fee NAME [MINUTE]", "Charge the fee of a period."),
    "deal": ("deal [cards] [two] [without NAME...]", "Begin a deal; `cards` deals them."),
    "hand": ("hand NAME", "Show the cards dealt to a player."),
    "board": ("NAME: BOARD [; NATURAL]", "Enter a board, `foul` or `surrender`."),
    "boards": ("boards", "Show the boards that were entered."),
    "settle": ("settle [button stays]", "Settle the deal."),
    "cancel": ("cancel", "Cancel the deal."),
    "undo": ("undo", "Undo the last entry; again: the one before."),
    "standings": ("standings", "Show the chips of all players."),
    "account": ("account NAME", "Show all payments of a player."),
    "help": ("help", "Show this list."),
    "quit": ("quit", "End; the ledger has everything."),
}
"""Usage and meaning of each command."""

QUESTIONS = ("hand", "boards", "standings", "account", "help")
"""Commands that only read the ledger."""

_ALIASES = {"stand": "leave", "history": "account", "?": "help"}

NOTES = """\
A board: `Ann: Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s` (front, middle, back).
NATURAL: `no natural`, `if better` or a pattern; by default, the best is declared.
`deal two`: two boards, with | between them. Reserved hands: `; reserve CARDS`."""

_NO_NATURAL = "no natural"
_RESERVE = "reserve "


def command_named(word: str) -> str:
    """Return the command that a word means, in any letters; the word in small letters if there is none."""
    return _ALIASES.get(word.lower(), word.lower())


class BoardEntry(NamedTuple):
    """The boards of a player, as a host types them."""

    boards: list[Board | Foul | None]
    declare: Declaration
    reserved: str | None


def read_entry(text: str) -> BoardEntry:
    """Read boards, and what follows them: a declaration, or cards that are reserved; raise CpokerError for other text."""
    boards, *clauses = text.split(";")
    declare: Declaration = True
    reserved = None
    for clause in map(str.strip, clauses):
        if clause.lower().startswith(_RESERVE):
            reserved = clause[len(_RESERVE) :]
        else:
            declare = _read_declaration(clause)
    return BoardEntry([read_board(board) for board in boards.split("|")], declare, reserved)


def _read_declaration(text: str) -> Declaration:
    words = text.lower().removeprefix("natural ").strip()
    if words == _NO_NATURAL:
        return False
    if words == IF_BETTER or words in [*map(str, Pattern)]:
        return words
    expected = f"expected {_NO_NATURAL!r}, {IF_BETTER!r}, 'reserve CARDS' or a natural such as 'dragon'"
    raise TableError(f"after the board: {expected}, got {quote(text)}")


def event_in_words(event: dict[str, Any]) -> str:
    """Return an event of a ledger in words."""
    match event["event"]:
        case "sit" | "buy" | "leave" | "fee" as kind:
            return f"{kind} {event['player']} {event['chips']}"
        case "board":
            return f"the board of {event['player']}"
        case "begin":
            return f"the beginning of deal {event['number']}"
        case "cancel":
            return "the cancellation of the deal"
        case _:
            return f"deal {event['number']}"
