"""Values of arguments and options: rules, boards, bots and fields."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from cpoker_fast.app.console.bad_input import BadInput, InputLine, errors_at, quoted_value
from cpoker_fast.app.console.error_output import is_watched
from cpoker_fast.boards import FOUL, Board, Foul
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import BoardError, CpokerError
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import presets, rules
from cpoker_fast.system.files import path_exists
from cpoker_fast.system.loading import load_object

if TYPE_CHECKING:
    from cpoker_fast.fields import Field

__all__ = [
    "bots_in_words", "equilibrium_with_progress", "read_board", "read_bots", "read_field_file", "read_opponents",
    "read_rules", "read_users_bot", "rules_named",
]  # fmt: skip


def rules_named(text: str) -> Rules:
    """Return a preset, or the rules in a TOML or JSON file; raise CpokerError if there is neither."""
    is_json = text.lower().endswith(".json")
    if text and text not in presets() and (is_json or text.endswith(".toml") or path_exists(Path(text))):
        return Rules.from_json(text) if is_json else Rules.from_toml(text)
    return rules(text)


def read_rules(text: str) -> Rules:
    """Return the rules of `rules_named`; raise BadInput if there are none."""
    with errors_at(InputLine(text, "")):
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
    """Return the bots of a comma-separated list, each with its text. Raises BadInput about the option if one is invalid.

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


def equilibrium_with_progress(rules: Rules) -> Field:
    """Return the equilibrium of rules; if it must be computed, show the progress in the terminal."""
    from cpoker_fast.fields import Field

    try:
        return Field.equilibrium(rules, threads=0, progress=is_watched())
    except CpokerError as error:
        raise BadInput(error) from None
