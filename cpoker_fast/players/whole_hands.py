"""Bots of the package for closed games."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from cpoker_fast._ranking import LOWBALL_STRENGTHS, STRENGTHS
from cpoker_fast._settling import fouls_and_naturals, royalties_of_row, show_naturals
from cpoker_fast.arranging import arrangements, best_royalties_many, best_values_many
from cpoker_fast.board_arrays import fouls_where_none
from cpoker_fast.boards import ROW_SPANS, ROWS
from cpoker_fast.cards import CardSet
from cpoker_fast.decisions import Decision, Decisions
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BotError, FieldError
from cpoker_fast.fields import Field, arrange_many, field_of
from cpoker_fast.players.engine_bot import EngineBot, command_of
from cpoker_fast.players.named import BotMaker, NamedBot, Registry
from cpoker_fast.ranking import Category, category
from cpoker_fast.rulebook import Rules, cached_with, compiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["CLOSED_BOTS", "ClosedPackageBot", "bot", "bots"]


class ClosedPackageBot(NamedBot):
    """A bot of the package for closed games. It sets a single hand as a batch of one."""

    def __repr__(self) -> str:
        return f"bot({self.name!r})"

    def set_boards(self, hands: NDArray[np.uint8], rules: Rules, seat: int, rng: np.random.Generator) -> Decisions:
        raise NotImplementedError

    def set_board(self, hand: CardSet, rules: Rules, seat: int, rng: np.random.Generator) -> Decision:
        import numpy as np

        return self.set_boards(np.array([list(hand)], np.uint8), rules, seat, rng)[0]


def _declared(boards: NDArray[np.uint8], rules: Rules) -> Decisions:
    """Return decisions that declare every natural. If rows must show naturals, `boards` is changed in place."""
    import numpy as np

    show_naturals(compiled(rules), boards)
    return Decisions(boards, np.ones(len(boards), bool))


class _Random(ClosedPackageBot):
    """The bot `random`: sets each legal board with equal probability, and declares every natural."""

    name = "random"

    def set_boards(self, hands: NDArray[np.uint8], rules: Rules, seat: int, rng: np.random.Generator) -> Decisions:  # noqa: ARG002
        import numpy as np

        core, boards = compiled(rules), rng.permuted(hands, axis=1)
        fouls = np.flatnonzero(fouls_and_naturals(core, boards)[0])
        for _ in range(_MOST_TRIES):
            if not len(fouls):
                break
            boards[fouls] = rng.permuted(boards[fouls], axis=1)
            fouls = fouls[fouls_and_naturals(core, boards[fouls])[0]]
        for index in fouls.tolist():  # hands with few legal boards; a hand without any stays a foul
            legal = [board.cards() for board in arrangements(boards[index].tolist(), rules)]
            if legal:
                boards[index] = legal[rng.integers(len(legal))]
        for begin, end in ROW_SPANS:
            boards[:, begin:end].sort(axis=1)
        return _declared(boards, rules)


_MOST_TRIES = 300


class _Royalties(ClosedPackageBot):
    """The bot `royalties`: maximizes royalties, then the strength of the back, and declares every natural."""

    name = "royalties"

    def set_boards(self, hands: NDArray[np.uint8], rules: Rules, seat: int, rng: np.random.Generator) -> Decisions:  # noqa: ARG002
        return _declared(fouls_where_none(best_royalties_many(hands, rules), hands), rules)


class _Balanced(ClosedPackageBot):
    """The bot `balanced`: sets boards by a heuristic of row strengths and royalties, and declares every natural."""

    name = "balanced"

    def set_boards(self, hands: NDArray[np.uint8], rules: Rules, seat: int, rng: np.random.Generator) -> Decisions:  # noqa: ARG002
        front, middle, back = cached_with(
            rules, "heuristic values", None, lambda: [_heuristic_values(rules, row) for row in ROWS]
        )
        boards, _ = best_values_many(hands, front=front, middle=middle, back=back, rules=rules)
        return _declared(fouls_where_none(boards, hands), rules)


# Heuristic chance that the weakest row of each category wins; 1 for other categories. Stronger rows are interpolated.
_WIN_CHANCES = {
    "front": {Category.HIGH_CARD: 0.0, Category.PAIR: 0.55, Category.THREE_OF_A_KIND: 0.97},
    "middle": {
        Category.HIGH_CARD: 0.0, Category.PAIR: 0.1, Category.TWO_PAIR: 0.4, Category.THREE_OF_A_KIND: 0.65,
        Category.STRAIGHT: 0.75, Category.FLUSH: 0.85, Category.FULL_HOUSE: 0.95, Category.FOUR_OF_A_KIND: 0.99,
    },
    "back": {
        Category.HIGH_CARD: 0.0, Category.PAIR: 0.02, Category.TWO_PAIR: 0.05, Category.THREE_OF_A_KIND: 0.2,
        Category.STRAIGHT: 0.3, Category.FLUSH: 0.5, Category.FULL_HOUSE: 0.75, Category.FOUR_OF_A_KIND: 0.95,
    },
}  # fmt: skip


@cache
def _weakest_strengths() -> tuple[int, ...]:
    """Return the weakest strength of each category, in ascending order."""
    categories = [category(s) for s in range(STRENGTHS)]
    return 0, *(s for s in range(1, STRENGTHS) if categories[s] is not categories[s - 1])


def _heuristic_values(rules: Rules, row: str) -> NDArray[np.float64]:
    import numpy as np

    if row == "middle" and rules.lowball_middle:
        values = np.linspace(0.0, 1.0, LOWBALL_STRENGTHS) ** 4  # most middles have low cards
    else:
        by_category, weakest = _WIN_CHANCES[row], _weakest_strengths()
        chances = [by_category.get(category(s), 1.0) for s in weakest]
        values = np.interp(np.arange(STRENGTHS), [*weakest, STRENGTHS - 1], [*chances, 1.0])
    royalties = royalties_of_row(compiled(rules), ROWS.index(row))[: len(values)]
    return 2.0 * rules.row_points * values + values * royalties


class _Expert(ClosedPackageBot):
    """The bot `expert`: plays the best response to a field, by default the equilibrium of the rules."""

    name = "expert"

    def __init__(self, field: Field | None = None, opponents: int = 3) -> None:
        self._field, self._opponents = field, opponents

    def identity(self) -> str:
        field = self._field
        return self.name if field is None else f"{self.name} against {sha256(field.boards.tobytes()).hexdigest()[:16]}"

    def prepare(self, rules: Rules, players: int) -> _Expert:
        return _Expert(field_of(rules, self._field), players - 1)

    def set_boards(self, hands: NDArray[np.uint8], rules: Rules, seat: int, rng: np.random.Generator) -> Decisions:  # noqa: ARG002
        return arrange_many(hands, rules, self._field, opponents=self._opponents, has_button=seat == 0)


CLOSED_BOTS: Registry[ClosedPackageBot] = Registry(
    "bot",
    ("careful", "swift"),
    "open-face games",
    random=BotMaker(_Random),
    royalties=BotMaker(_Royalties),
    balanced=BotMaker(_Balanced),
    expert=BotMaker(_Expert, takes_field=True),
)
"""Registry of the bots for closed games."""


def bots() -> tuple[str, ...]:
    """Return the names of the package's bots for closed games.

    Examples
    --------
    >>> bots()
    ('random', 'royalties', 'balanced', 'expert')
    """
    return tuple(CLOSED_BOTS)


def bot(name: str, field: Field | None = None) -> ClosedPackageBot | EngineBot:
    """Return a bot of the package for closed games, or a bot that is an engine.

    Parameters
    ----------
    name : {'random', 'royalties', 'balanced', 'expert'} or 'exec:COMMAND'
        'random' sets a random legal board, 'royalties' the board with the most royalties, 'balanced' a board by a heuristic,
        and 'expert' the board with the highest expected points. 'exec:' and a command line make a bot of a program that
        plays by the engine protocol (`players.EngineBot`). Before you ask it for boards, call
        ``player = bot.prepare(rules, players)``, and use `player`; `simulate` and games do that for you.
    field : Field, optional
        Boards that opponents play, for 'expert' only; by default the equilibrium of the rules.

    Raises
    ------
    BotError
        If there is no bot with this name, or the bot takes no field.
    FieldError
        If `field` is not a Field.

    Examples
    --------
    >>> import numpy as np
    >>> import cpoker_fast as cp
    >>> hand = cp.CardSet("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c")
    >>> choice = bot("balanced").set_board(hand, cp.rules("pagat"), 1, np.random.default_rng(1))
    >>> str(choice.board), choice.declare
    ('As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c', True)
    """
    if (command := command_of(name)) is not None:
        if field is not None:
            raise BotError(f"the bot {quote(name)} takes no field", bot=name)
        return EngineBot(command)
    maker = CLOSED_BOTS[name]
    if field is None:
        return maker.make()
    if not maker.takes_field:
        raise BotError(f"the bot {name!r} takes no field", bot=name)
    if not isinstance(field, Field):
        raise FieldError(f"bad field: expected a Field, got {type(field).__name__}")
    return maker.make(field)
