"""The bots of the package, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import BotError, FieldError
from cpoker_fast.fields import Field
from cpoker_fast.players.core_bots import CoreBot
from cpoker_fast.players.engine_bot import EngineBot, command_of
from cpoker_fast.players.expert import Expert
from cpoker_fast.players.protocol import NamedBot
from cpoker_fast.players.whole_hands import Balanced, MostRoyalties, Random
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.thinking.network_archive import networks_name

__all__ = ["BOTS", "BotMaker", "bot", "bots"]


def _plays_all(_rules: Rules) -> bool:
    return True


def _have_networks(rules: Rules) -> bool:
    return networks_name(rules) is not None


@dataclass(frozen=True, slots=True)
class BotMaker:
    """Function that makes a bot of the package, the rules that the bot plays, and the arguments that the function takes."""

    make: Callable[..., Any]
    plays: Callable[[Rules], bool] = _plays_all
    """Whether the bot plays by some rules."""
    options: tuple[str, ...] = ()
    """Keyword arguments of `make`."""


BOTS: Final[Mapping[str, BotMaker]] = MappingProxyType({
    "random": BotMaker(Random),
    "careful": BotMaker(partial(CoreBot, "careful")),
    "swift": BotMaker(partial(CoreBot, "swift"), _have_networks),
    "royalties": BotMaker(MostRoyalties, MostRoyalties.plays),
    "balanced": BotMaker(Balanced, Balanced.plays),
    "expert": BotMaker(Expert, options=("field", "seconds", "rollouts", "book", "threads")),
})  # fmt: skip
"""Makers of the bots by name, the weakest first for each kind of rules."""


def bots(rules: Rules | str | None = None) -> tuple[str, ...]:
    """Return the names of all bots of the package, or of those that support the given rules.

    Examples
    --------
    >>> bots()
    ('random', 'careful', 'swift', 'royalties', 'balanced', 'expert')
    >>> bots("pineapple"), bots("russian")
    (('random', 'careful', 'swift', 'expert'), ('random', 'careful', 'expert'))
    """
    checked = None if rules is None else as_rules(rules)
    return tuple(name for name, maker in BOTS.items() if checked is None or maker.plays(checked))


def bot(
    name: str,
    field: Field | None = None,
    *,
    seconds: float | None = None,
    rollouts: int | None = None,
    book: bool | None = None,
    threads: int | None = None,
) -> NamedBot:
    """Return a bot of the package, or a bot that is an engine.

    Parameters
    ----------
    name : {'random', 'careful', 'swift', 'royalties', 'balanced', 'expert'} or 'exec:COMMAND'
        Name of a bot:

        - 'random' chooses each placement with the same probability. In closed games, it chooses each legal board with the
          same probability.
        - 'careful' follows heuristics: it avoids fouls and keeps draws. It puts a pair that earns a Fantasyland in front
          once the middle is likely to beat the pair.
        - 'swift' chooses by value networks, in less than a millisecond. On the street before the last, it also uses exact
          averages over the last draws. There are networks for rules that are dealt and scored like pineapple, progressive,
          deuce-to-seven, turbo or standard.
        - 'royalties' plays closed games. It sets the board with the most royalties.
        - 'balanced' plays closed games. It sets boards by a heuristic of row strengths and royalties.
        - 'expert' is the strongest bot. In closed games, it sets the board with the highest expected points against a field.
          In open-face games, it plays the placement of its book. If the book does not have the position, it plays the best
          placement of `analyze`.
        - 'exec:' and a command line name a program that plays by the engine protocol (`players.EngineBot`).

        In Fantasyland, 'careful' and 'swift' maximize royalties plus the worth of staying. 'expert' also considers the
        points for rows.

        `simulate` and games prepare bots themselves. To ask an engine for placements yourself, call its method
        ``prepare(rules, players)``, which returns the bot to ask.
    field : Field, optional
        Boards that the opponents of 'expert' play in closed games, by default the equilibrium of the rules.
    seconds, rollouts : float and int, optional
        Limits of `analyze` for 'expert' in open-face games. They do not change moves of the book. Rollouts are rounded up to
        batches of 24, and there are at least four batches. The default is 200 rollouts, which take 10 to 100 milliseconds.
    book : bool, optional
        Whether 'expert' plays the book of the package in open-face games, by default True. The book is for pineapple, and
        for rules that are dealt and scored like pineapple. It has a placement for each hand of the first street. It applies
        to the first player to act, if there are two players and nobody is in Fantasyland. See :doc:`/background/openface`.
    threads : int, optional
        Number of threads of 'expert' in a call of `place` or `place_many`, by default 1; 0 for as many as the process has
        CPUs. Without `seconds`, the placements are the same with any number of threads. In closed games, the threads share
        the hands of `place_many`. In open-face games, they share the rollouts of each position. `simulate` plays on several
        threads by itself (``workers``), which is faster.

    Raises
    ------
    BotError
        If there is no bot with this name, `book` is no bool, or an option of 'expert' is given for another bot.
    FieldError
        If `field` is not a Field.
    AnalysisError
        If `seconds` or `rollouts` is invalid, or both are given.
    ArrayError
        If `threads` is invalid.

    Examples
    --------
    >>> import numpy as np
    >>> hand = "As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c"
    >>> position = Position("pagat", seat=0, button=1, street=0, boards=["- / - / -"] * 2, hand=hand)
    >>> choice = bot("balanced").place(position, np.random.default_rng(1))
    >>> str(choice.board), choice.declare
    ('As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c', True)
    >>> position = Position("pineapple", seat=0, button=1, street=0, boards=["- / - / -"] * 2, hand="As Ad Kc 7c 2h")
    >>> print(bot("careful").place(position, np.random.default_rng(1)))
    7c / Kc 2h / As Ad
    """
    options = {"field": field, "seconds": seconds, "rollouts": rollouts, "book": book, "threads": threads}
    options = {option: value for option, value in options.items() if value is not None}
    if (command := command_of(name)) is not None:
        maker = BotMaker(partial(EngineBot, command))
    elif isinstance(name, str) and ":" in name:
        raise BotError(f"unknown bot {quote(name)}: 'module:function' is for commands; in Python, pass the function")
    elif not isinstance(name, str) or name not in BOTS:
        expected = f"{did_you_mean(name, BOTS, quoted=True)}, 'exec:COMMAND', or your own function or object"
        raise BotError(f"unknown bot {quote(name)}: {expected}")
    else:
        maker = BOTS[name]
    for option in options:
        if option not in maker.options:
            takers = ", ".join(repr(other) for other in BOTS if option in BOTS[other].options)
            raise BotError(f"the bot {quote(name)} takes no {option}: expected {option} for {takers} only", bot=name)
    if field is not None and not isinstance(field, Field):
        raise FieldError(f"bad field: expected a Field, got {type(field).__name__}")
    player: NamedBot = maker.make(**options)
    return player
