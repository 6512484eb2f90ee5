"""Tables of a closed game: a learner and bots, who set hands of 13 cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpoker_fast._arguments import check_seat
from cpoker_fast._settling import tally_array
from cpoker_fast.dealing import Seed, deal_many, sequence_of
from cpoker_fast.decisions import code_of_all
from cpoker_fast.errors import TableError
from cpoker_fast.game.positions import whole_hands
from cpoker_fast.learning.opponents import Opponent
from cpoker_fast.players import ClosedActions, Referee, name_of, prepared_opponents
from cpoker_fast.rulebook import Rules, compiled
from cpoker_fast.studies.counts import Counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ClosedTables"]


class ClosedTables:
    """Tables with a learner, against bots. Seats are counted clockwise from the button, which is seat 0.

    `opponent`: a bot for all other seats, or one for each, clockwise from the learner. `seat`: seat of the learner; None:
    drawn for each deal. `declare`: whether the learner declares the best natural of their board, or "if better". Raises
    BotError or TableError for invalid arguments.
    """

    def __init__(
        self,
        n: int,
        rules: Rules,
        players: int,
        opponent: Opponent | Sequence[Opponent],
        seat: int | None,
        declare: bool | str,
    ) -> None:
        import numpy as np

        self.actions = ClosedActions(rules, players)
        self.rules, self.players, self.seat = self.actions.rules, players, seat
        self.bots = prepared_opponents(opponent, self.rules, players)
        if seat is not None:
            check_seat("seat", seat, players)
        self._declared = code_of_all(declare, TableError)
        self.hands = np.zeros((n, players, 13), np.uint8)  # by places clockwise from the learner
        self.seats = np.zeros(n, np.int8)

    def begin(self, seed: Seed) -> None:
        """Seed all random choices; SeedError for an invalid seed."""
        import numpy as np

        dealer, *others = (np.random.default_rng(child) for child in sequence_of(seed).spawn(1 + len(self.bots) + 1))
        self._dealer, self.sampler, self._rngs = dealer, others[-1], others[:-1]

    def deal(self, selected: NDArray[np.intp]) -> None:
        """Deal new hands at the tables with these indices."""
        self.hands[selected] = deal_many(len(selected), self.players, 13, self._dealer)
        self.seats[selected] = self._dealer.integers(self.players, size=len(selected)) if self.seat is None else self.seat

    @property
    def own(self) -> NDArray[np.uint8]:
        """Hands of the learner, uint8[n, 13]."""
        return self.hands[:, 0]

    def observations(self) -> NDArray[np.uint8]:
        """Return the observations of the learner, uint8[n, bits]."""
        return self.actions.observations(self.own, self.seats)

    def settle(
        self, boards: NDArray[np.uint8], selected: NDArray[np.intp]
    ) -> tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.int32]]:
        """Let the opponents set their hands at selected tables, and settle these with the boards of the learner.

        Returns, by seats: the boards, uint8[n, players, 13], the codes of declarations, int8[n, players], and the points,
        int32[n, players]. Raises BotError if an opponent fails.
        """
        import numpy as np

        n, tables = len(selected), np.arange(len(selected))
        all_boards, points = np.empty((n, self.players, 13), np.uint8), np.empty((n, self.players), np.int32)
        declared = np.empty((n, self.players), np.int8)
        seats = self.seats[selected]
        all_boards[tables, seats], declared[tables, seats] = boards, self._declared
        referee = Referee()
        for place, (bot, rng) in enumerate(zip(self.bots, self._rngs, strict=True), start=1):
            seats_of_bot = (seats + place) % self.players
            for seat in np.unique(seats_of_bot).tolist():  # random choices of bots depend on this order
                here = np.flatnonzero(seats_of_bot == seat)
                positions = whole_hands(self.rules, self.players, self.hands[selected[here], place], seat, 0)
                answers = referee.ask(bot, name_of(bot), positions, rng)
                all_boards[here, seat], declared[here, seat] = answers.boards, answers.declared
        no_faults, tallies = np.zeros((n, self.players), np.uint8), Counts.zeros(self.players).tallies
        tally_array(compiled(self.rules), all_boards, declared, no_faults, np.zeros(n, np.int8), points, tallies)
        return all_boards, declared, points
