"""The bot `expert`: best responses to a field in closed games; its book, or the best placement of `analyze`, in others."""

from __future__ import annotations

from hashlib import sha256

import numpy as np

from cpoker_fast._arguments import available_threads, check_flag
from cpoker_fast.arranging import best_fantasyland_many, best_values_many
from cpoker_fast.arranging.fantasyland_worths import assumed_worths, from_each_opponent
from cpoker_fast.board_arrays import Placements, fouls_where_none
from cpoker_fast.boards import Board
from cpoker_fast.dealing import Seed, sequence_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BotError
from cpoker_fast.fields import Field, arrange_many
from cpoker_fast.fields.best_boards import field_of
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.plan import read_complete
from cpoker_fast.game.position import Position, check_bot_arguments
from cpoker_fast.game.positions import Positions
from cpoker_fast.players.protocol import NamedBot
from cpoker_fast.players.whole_hands import BotOfAllGames, WholeHandBot
from cpoker_fast.rulebook import Rules
from cpoker_fast.thinking.book import placement_in_book
from cpoker_fast.thinking.opponent_boards import OpponentBoards, fields_of, points_against
from cpoker_fast.thinking.rollouts import Budget, best_placement
from cpoker_fast.thinking.row_payoffs import fantasyland_payoffs, payoffs_against, row_values

__all__ = ["Expert"]

_DEFAULT_ROLLOUTS = 200


class Expert(BotOfAllGames):
    """The bot `expert`; `prepare` returns the bot that plays by some rules. For the arguments see `bot`."""

    name = "expert"

    def __init__(
        self,
        field: Field | None = None,
        seconds: float | None = None,
        rollouts: int | None = None,
        *,
        book: bool | None = None,
        threads: int | None = None,
    ) -> None:
        Budget.of(seconds, rollouts)
        if book is not None:
            check_flag("book", book, BotError)
        if threads is not None:
            available_threads(threads)
        self._field, self._seconds, self._rollouts, self._book = field, seconds, rollouts, book
        self._threads = 1 if threads is None else threads

    def __repr__(self) -> str:
        return _call(self._strategy(), self._threads)

    def identity(self) -> str:
        """Return a text that differs between bots that play differently; prepared bots describe their field, too."""
        return _call(self._strategy())

    def _strategy(self) -> dict[str, object]:
        field = None if self._field is None else "a field"
        return {"field": field, "seconds": self._seconds, "rollouts": self._rollouts, "book": self._book}

    def prepare(self, rules: Rules, players: int) -> _ClosedExpert | _OpenFaceExpert:
        """Return the bot for these rules and number of players; BotError for an option that it does not have there."""
        if not _ClosedExpert.plays(rules):
            if self._field is not None:
                raise self._unused("field", rules)
            return _OpenFaceExpert(self._seconds, self._rollouts, self._threads, book=self._book is not False)
        for option, value in (("seconds", self._seconds), ("rollouts", self._rollouts), ("book", self._book)):
            if value is not None:
                raise self._unused(option, rules)
        return _ClosedExpert(field_of(rules, self._field), players - 1, self._threads, is_equilibrium=self._field is None)

    def _unused(self, option: str, rules: Rules) -> BotError:
        return BotError(f"the bot {self.name!r} takes no {option} under the rules {quote(rules.name)}", bot=self.name)


def _call(options: dict[str, object], threads: int = 1) -> str:
    """Return the call of `bot` with the options that are not None, and with a number of threads other than 1."""
    shown = options | {"threads": None if threads == 1 else threads}
    texts = [f", {option}={value}" for option, value in shown.items() if value is not None]
    return f"bot({Expert.name!r}{''.join(texts)})"


class _ClosedExpert(WholeHandBot):
    """A bot that plays the best response to a field."""

    name = Expert.name

    def __init__(self, field: Field, opponents: int, threads: int, *, is_equilibrium: bool) -> None:
        self._field, self._opponents, self._threads, self._is_equilibrium = field, opponents, threads, is_equilibrium

    def identity(self) -> str:
        if self._is_equilibrium:
            return self.name
        return f"{self.name} against {sha256(self._field.boards.tobytes()).hexdigest()[:16]}"

    def _place_whole(self, positions: Positions, rng: np.random.Generator) -> Placements:  # noqa: ARG002
        n = len(positions)
        placements = Placements(np.empty((n, 13), np.uint8), np.empty(n, bool), np.empty(n))
        have_button = positions.seats == positions.buttons
        for has_button in np.unique(have_button).tolist():
            selected = have_button == has_button
            best = arrange_many(
                positions.hands[selected],
                positions.rules,
                self._field,
                opponents=self._opponents,
                has_button=has_button,
                threads=self._threads,
            )
            placements.boards[selected], placements.declare[selected] = best.boards, best.declare
            placements.points[selected] = best.points
        return placements


class _OpenFaceExpert(NamedBot):
    """A bot that looks positions up in the book, and analyzes all others, within a limit of seconds or rollouts."""

    name = Expert.name

    def __init__(self, seconds: float | None, rollouts: int | None, threads: int, *, book: bool) -> None:
        self.seconds, self.rollouts, self.threads, self.book = seconds, rollouts, threads, book
        if seconds is None and rollouts is None:
            self.rollouts = _DEFAULT_ROLLOUTS

    def __repr__(self) -> str:
        return _call(self._strategy(), self.threads)

    def identity(self) -> str:
        """Return a text that differs between bots that play differently."""
        return _call(self._strategy())

    def _strategy(self) -> dict[str, object]:
        return {"seconds": self.seconds, "rollouts": self.rollouts, "book": None if self.book else False}

    def place(self, position: Position, rng: np.random.Generator) -> Placement:
        """Return the placement of the cards in hand; PlacementError without cards, SeedError if `rng` is not a generator."""
        check_bot_arguments(position, rng)
        seed = int(rng.integers(1 << 63))
        if position.in_fantasyland:
            board = board_in_fantasyland(position, seed, self.threads)
            return Placement.of_cards(*board.rows, position.hand - board.hand)
        if self.book and (placement := placement_in_book(position)) is not None:
            return placement
        return best_placement(position, self.seconds, self.rollouts, seed, self.threads)


# ---- Fantasyland ----

_BOARDS = 256  # sampled boards of each opponent


def board_in_fantasyland(position: Position, seed: Seed, threads: int) -> Board:
    """Return the better of two boards of a player in Fantasyland, by points against sampled opponent boards.

    One board has the highest sum of royalties and the worth of staying. The other one has the highest row payoffs against a
    first sample of opponent boards. A second sample decides between the two.
    """
    rules, rng = position.rules, np.random.default_rng(sequence_of(seed))
    worths = from_each_opponent(assumed_worths(rules, position.players), position.players)
    hand = np.array([list(position.hand)], np.uint8)
    opponent_boards = OpponentBoards.of(position, worths)
    fields = fields_of(opponent_boards.sample(_BOARDS, rng, threads), position)
    payoffs = np.sum([payoffs_against(rules, {}, field).rows for field in fields], axis=0)
    payoffs += len(fields) * fantasyland_payoffs(rules, worths, position.fantasyland[position.seat])
    candidates = [
        best_fantasyland_many(hand, rules, worths).boards,
        best_values_many(hand, **row_values(rules, payoffs), rules=rules).boards,
    ]
    boards = fouls_where_none(np.concatenate(candidates), np.repeat(hand[:, :13], 2, axis=0))
    _, _, earned = read_complete(rules, boards, position.fantasyland[position.seat])
    points = np.array([worths.get(cards, 0.0) * len(fields) for cards in earned.tolist()])
    second_sample = opponent_boards.sample(_BOARDS, rng, threads)  # one of the boards was fitted to the first sample
    points += points_against(boards, second_sample, position)
    return Board.of_cards(boards[int(points.argmax())].tolist())
