"""Asking bots for their boards, and what becomes of those that raise, are too slow or set other cards."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from cpoker_fast.boards import Board
from cpoker_fast.cards import CardSet
from cpoker_fast.errors import BotError
from cpoker_fast.players import BatchBot, Bot, Choice
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Asked", "Referee"]

_SURRENDERED = 255
_DECLARES, _FOULS = 1, 2  # CPF_TALLY_... of src/cpf_tally.h


class Asked(NamedTuple):
    """What a bot does with some hands."""

    boards: NDArray[np.uint8]
    """Shape (n, 13); 255 for a surrender."""
    does: NDArray[np.uint8]
    """Whether it declares (1), and whether its board is a foul whatever its rows are (2)."""
    faults: int
    """How many hands it failed to set."""


class Referee(NamedTuple):
    """Takes boards from bots, by the rules."""

    rules: Rules
    faults_are_fouls: bool
    """Otherwise they are errors."""
    time_limit: float | None
    """Seconds a hand."""

    def ask(self, bot: Bot, name: str, hands: NDArray[np.uint8], seat: int, rng: np.random.Generator) -> Asked:
        """The boards of a bot for hands, uint8[n, 13]; BotError, naming it, for what is none."""
        if isinstance(bot, BatchBot):
            return self._ask_for_all(bot, name, hands, seat, rng)
        import numpy as np

        boards, does = np.empty_like(hands), np.zeros(len(hands), np.uint8)
        for index, cards in enumerate(hands.tolist()):
            try:
                choice = self._ask_for_one(bot, name, CardSet(cards), seat, rng)
            except BotError:
                if not self.faults_are_fouls:
                    raise
                boards[index], does[index] = cards, _FOULS
                continue
            boards[index] = _SURRENDERED if choice.board is None else choice.board.cards()
            does[index] = _DECLARES if choice.declare else 0
        return Asked(boards, does, int((does == _FOULS).sum()))

    def _ask_for_one(self, bot: Bot, name: str, hand: CardSet, seat: int, rng: np.random.Generator) -> Choice:
        def wrong(what: str) -> BotError:
            return BotError(f"bot {name!r} {what}, with the hand {hand}", bot=name, hand=str(hand))

        started = perf_counter()
        try:
            found = bot.set_board(hand, self.rules, seat, rng)
        except Exception as error:
            raise wrong(f"raised {type(error).__name__}: {error}") from error
        seconds = perf_counter() - started
        if self.time_limit is not None and seconds > self.time_limit:
            raise wrong(f"took {seconds:.3g} seconds, and has {self.time_limit:g}")
        choice = found if isinstance(found, Choice) else Choice(found)
        if not isinstance(choice.board, Board | None) or not isinstance(choice.declare, bool):
            raise wrong(f"returned {found!r}: expected a Board, a Choice or None")
        if choice.board is None and self.rules.surrender is None:
            raise wrong(f"surrendered, which the rules {self.rules.name!r} do not have")
        if choice.board is not None and choice.board.hand != hand:
            raise wrong(f"set other cards than its hand: {choice.board}")
        return choice

    def _ask_for_all(self, bot: BatchBot, name: str, hands: NDArray[np.uint8], seat: int, rng: np.random.Generator) -> Asked:
        import numpy as np

        def wrong(what: str, index: int | None = None) -> BotError:
            if index is None:
                return BotError(f"bot {name!r} {what}", bot=name)
            hand = str(CardSet(hands[index].tolist()))
            return BotError(f"bot {name!r} {what}, with the hand {hand}", bot=name, hand=hand)

        own, does = hands.copy(), np.full(len(hands), _FOULS, np.uint8)  # of our own: nobody can change it
        try:
            started = perf_counter()
            try:
                boards, declare = bot.set_boards(hands.copy(), self.rules, seat, rng)
                boards, declare = np.asarray(boards), np.asarray(declare)
            except Exception as error:
                raise wrong(f"raised {type(error).__name__}: {error}") from error
            seconds = (perf_counter() - started) / max(1, len(hands))
            if self.time_limit is not None and seconds > self.time_limit:
                raise wrong(f"took {seconds:.3g} seconds a hand, and has {self.time_limit:g}")
            if boards.dtype != np.uint8 or boards.shape != own.shape:
                raise wrong(f"returned boards of {boards.dtype}, shape {boards.shape}: expected uint8, {own.shape}")
            if declare.dtype != np.bool_ or declare.shape != (len(own),):
                raise wrong(f"returned declare of {declare.dtype}, shape {declare.shape}: expected bool, {(len(own),)}")
        except BotError:
            if not self.faults_are_fouls:
                raise
            return Asked(own, does, len(own))
        surrendered = (boards == _SURRENDERED).all(axis=1)
        good = (np.sort(boards, axis=1) == np.sort(own, axis=1)).all(axis=1)
        if self.rules.surrender is not None:
            good |= surrendered
        faults = np.flatnonzero(~good)
        if len(faults) and not self.faults_are_fouls:
            index = int(faults[0])
            if surrendered[index]:
                raise wrong(f"surrendered, which the rules {self.rules.name!r} do not have", index)
            raise wrong(f"set other cards than its hand: {boards[index].tolist()}", index)
        own[good] = boards[good]
        does[good] = declare[good]
        return Asked(own, does, len(faults))
