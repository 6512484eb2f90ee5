"""The bots that a person plays against, and the names of all players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cpoker_fast._arguments import check_name, items_of
from cpoker_fast.board_arrays import array_of_boards
from cpoker_fast.dealing import stream_of
from cpoker_fast.display.columns import align_columns
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import BotError, SessionError, TableError
from cpoker_fast.players import EngineBot, name_of
from cpoker_fast.players.preparing import prepared
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    from cpoker_fast.boards import Board, Foul

__all__ = ["Opponents", "UserBot", "deals_in_words", "nickname", "saved_opponents", "totals_in_words"]

_HOW_MANY = {1: "one bot", 2: "one or two bots", 3: "one to three bots"}
# Short, and easy to tell apart: tables have little room.
_NAMES = ("Ada", "Bruno", "Chloe", "Diego", "Elif", "Farid", "Grace", "Hugo", "Ines", "Jonas", "Kofi", "Lien", "Mei", "Noor")
_NAMES_STREAM = 99  # its own stream of the seed: names do not change cards


class UserBot(NamedTuple):
    """A bot of your own with the name under which a saved game refers to it.

    Examples
    --------
    >>> import tempfile
    >>> import cpoker_fast as cp
    >>> from cpoker_fast.app.play import Game, UserBot, load_session, save_session
    >>> def cautious(position, rng):
    ...     return cp.best_royalties(position.hand, position.rules)
    >>> game = Game("pagat", [UserBot("mine:cautious", cautious)], seed=1)
    >>> path = tempfile.mktemp()
    >>> save_session(game, path)
    >>> load_session(path, bots={"mine:cautious": cautious}).names == game.names
    True
    """

    name: str
    """Name in saved games, with a colon: ``module:object``. `load_session` needs the bot under this name in `bots`."""
    bot: Any
    """Object or function, as for `simulate`."""


class Opponents(NamedTuple):
    """Bots at the table of a person, who has seat 0."""

    arguments: list[Any]
    """Names, functions or objects that the caller gave for the bots."""
    bots: list[Any]
    names: tuple[str, ...]
    """Names of all players, by seat: the person's name first."""

    @classmethod
    def of(
        cls,
        opponents: Sequence[object],
        rules: Rules,
        name: str,
        seed: np.random.SeedSequence,
    ) -> Opponents:
        """Prepare bots; raise TableError if the rules do not allow their number, or the name of the person is invalid.

        The seed chooses the names of the bots, such as ``Mei (expert)``.
        """
        arguments, terms = items_of(opponents), rules.table
        most = min(rules.players, terms.dealt_in, terms.seats) - 1
        if arguments is None or not 1 <= len(arguments) <= most:
            raise TableError.about("opponents", f"expected {_HOW_MANY[most]}, got {quote(opponents)}")
        check_name("name", name, TableError)
        bots = [prepared(_bot_of(argument), rules, len(arguments) + 1) for argument in arguments]
        for bot in bots:
            check_name("opponents", name_of(bot), BotError)
        bots = [bot.begin_match(rules) if isinstance(bot, EngineBot) else bot for bot in bots]
        names = [f"{first} ({name_of(bot)})" for first, bot in zip(_first_names(len(bots), name, seed), bots, strict=True)]
        return cls(arguments, bots, (name, *names))

    def named(self, name: str) -> Any:
        """Return the bot with a name."""
        return self.bots[self.names.index(name) - 1]

    def report(
        self,
        names: Sequence[str],
        boards: Sequence[Board | Foul | None],
        points: Sequence[int],
        button: int,
        fantasylands: Sequence[int],
    ) -> None:
        """Report a settled deal, by seat, to the opponents in it that are engines; the person has seat 0."""
        bots = [self.named(name) for name in names[1:]]
        engines = {seat: bot for seat, bot in enumerate(bots, 1) if isinstance(bot, EngineBot)}
        if not engines:
            return
        board_array, no_faults = array_of_boards(boards)[None], np.zeros((1, len(boards)), np.uint8)
        sizes = np.array([fantasylands], np.uint8)
        for seat, bot in engines.items():
            bot.settled(seat, np.array([button], np.int8), board_array, no_faults, np.array([points], np.int32), sizes)

    def renamed(self, names: Sequence[object], key: str) -> Opponents:
        """Return the opponents with names from a saved game; raise SessionError, with `key`, if they are invalid."""
        for name in names:
            check_name(key, name, SessionError)
        if len(names) != len(self.names) or names[0] != self.names[0] or len(set(names)) != len(names):
            expected = f"{len(self.names)} different names, {quote(self.names[0])} first"
            raise SessionError.about(key, f"expected {expected}, got {quote(names)}")
        return self._replace(names=tuple(map(str, names)))

    def to_list(self) -> list[str]:
        """Return the names of the bots, for JSON; raise SessionError if a bot was not given by name."""
        for argument in self.arguments:
            if not isinstance(argument, str | UserBot):
                problem = f"only bots given by name, or as a UserBot, can be saved, got {quote(argument)}"
                raise SessionError.about("opponents", problem)
        return [argument.name if isinstance(argument, UserBot) else argument for argument in self.arguments]


def _bot_of(argument: object) -> object:
    """Return the bot of a UserBot, or the argument itself; raise BotError for a UserBot with an invalid name."""
    if not isinstance(argument, UserBot):
        return argument
    check_name("UserBot.name", argument.name, BotError)
    if ":" not in argument.name:
        raise BotError(f"UserBot.name: expected module:object, such as mine:bot, got {quote(argument.name)}")
    return argument.bot


def saved_opponents(names: Sequence[object], bots: Mapping[str, Any] | None) -> list[Any]:
    """Return the opponents of a saved game, by their names in the file; `bots` has those of the user."""
    if bots is not None and not isinstance(bots, Mapping):
        raise SessionError.about("bots", f"expected a mapping of names to bots, got {quote(bots)}")
    user_bots = dict(bots or {})
    opponents: list[Any] = []
    for name in names:
        if isinstance(name, str) and name in user_bots:
            opponents.append(UserBot(name, user_bots[name]))
        elif isinstance(name, str) and ":" in name:
            raise SessionError.about(
                "opponents", f"{quote(name)} is a bot of your own: give it again, in bots or with --against"
            )
        else:
            opponents.append(name)
    return opponents


def _first_names(number: int, person: str, seed: np.random.SeedSequence) -> list[str]:
    """Return different first names, chosen by the seed; none is a part of the person's name."""
    taken = set(person.casefold().split())
    free_names = [name for name in _NAMES if name.casefold() not in taken]
    draws = stream_of(seed, _NAMES_STREAM).generate_state(number)
    return [free_names.pop(int(draw) % len(free_names)) for draw in draws]


def nickname(name: str) -> str:
    """Return the name of a bot without its kind: ``Mei`` for ``Mei (expert)``. Other names stay as they are.

    Examples
    --------
    >>> nickname("Mei (expert)"), nickname("expert 1")
    ('Mei', 'expert 1')
    """
    first_name, bracket, _ = name.partition(" (")
    return first_name if bracket and first_name in _NAMES else name


def deals_in_words(rules: Rules, deals: int) -> str:
    """Return the name of the rules, and the number of deals."""
    return f"{rules.name}, {counted(deals, 'deal')}"


def totals_in_words(rules: Rules, deals: int, names: Sequence[str], totals: Sequence[int]) -> str:
    """Return the rules, the number of deals and the total points as text, with a line for each player."""
    rows = [[name, f"{total:+d}"] for name, total in zip(names, totals, strict=True)]
    return "\n".join([deals_in_words(rules, deals), *align_columns(rows, right=[1])])
