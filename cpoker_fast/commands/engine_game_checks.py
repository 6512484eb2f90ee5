"""Checks of an engine in one kind of game: matches, hands or positions, seeds, sizes, times and results."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from cpoker_fast._settling import fouls_and_naturals
from cpoker_fast.board_arrays import array_of_boards
from cpoker_fast.commands.engine_conversation import UNKNOWN, Conversation
from cpoker_fast.commands.engine_trials import OpenFaceTrial, Request, Tally, Trial
from cpoker_fast.display.wording import counted
from cpoker_fast.engines.messages import LONGEST_LINE, MOST_HANDS, line_of
from cpoker_fast.errors import EngineError
from cpoker_fast.openface import Position
from cpoker_fast.rulebook import Rules, compiled

__all__ = ["Check", "GameChecks", "NotRun", "Speed"]

_TIME_LIMIT = 1.0  # seconds per hand
_LONGEST_BATCH = 20.0  # seconds for a batch: slow engines get fewer hands
_LEAST_BATCH = 16
_SINGLES, _SOME, _DEALS = 8, 32, 6
_SEEDS = 1 << 20  # of requests; those of hands are smaller


class NotRun(Exception):  # noqa: N818
    """The reason why a check is not run."""


class Check(NamedTuple):
    """A check."""

    title: str
    run: Callable[[], str]
    """Function that returns what was measured, and raises EngineError for a fault, or NotRun."""
    game: str = ""
    """Kind of game that is checked; empty if the check is for engines of any game."""


class Speed(NamedTuple):
    """A speed of an engine."""

    title: str
    per_second: float


class GameChecks:
    """The checks of an engine in one kind of game."""

    def __init__(self, conversation: Conversation, kind: type[Trial], rules: Sequence[Rules]) -> None:
        self.speeds: list[Speed] = []
        self._conversation, self._kind = conversation, kind
        self._rules = [game for game in rules or kind.all_rules() if game.is_open_face == (kind is OpenFaceTrial)]
        self._accepted: list[Trial] = []
        self._has_tried = False
        self._seconds = 0.0
        self._repeats_itself = True
        self._playing: Trial | None = None

    def checks(self) -> Iterator[Check]:
        """Yield the checks in their order."""
        noun, game = self._kind.NOUN, self._kind.GAME
        titles = {
            f"match: accepts rules of {game} games": self._matches,
            f"{self._kind.REQUEST}: one {noun}": self._singles,
            f"{self._kind.REQUEST}: {MOST_HANDS:,} {noun}s": self._batch,
            f"{self._kind.REQUEST}: all rules and numbers of players": self._all_rules,
            f"{self._kind.REQUEST}: the same seed, the same reply": self._same_seed,
            f"{self._kind.REQUEST}: ignores unknown fields": self._unknown_fields,
            f"{self._kind.REQUEST}: a line of 1 MiB": self._long_line,
            f"{self._kind.REQUEST}: no reply depends on earlier matches": self._earlier_matches,
            f"{self._kind.REQUEST}: respects a time limit of {_TIME_LIMIT:g} s": self._time_limit,
            f"settled: has no reply, {game}": self._settled,
        }
        for title, run in titles.items():
            yield Check(title, run, game)
            if self._has_tried and not self._accepted:
                break  # nothing else can be checked

    # ---- requests ----

    def _first(self) -> Trial:
        """Return the trial of the first rules that the engine accepts."""
        if not self._has_tried:
            self._matches()
        return self._accepted[0]

    def _begin(self, trial: Trial, time_limit: float | None = None, fields: Mapping[str, Any] | None = None) -> None:
        self._conversation.ask({**trial.match(time_limit), **(fields or {})}, "ready")
        self._playing = trial

    def _ask(self, request: Request, seed: int, tally: Tally, **options: Any) -> Any:
        """Send a request, examine the reply, and return what the engine decided."""
        assert self._playing is not None
        message = {**request.message, "seed": seed, **options.pop("fields", {})}
        reply = self._conversation.ask(message, self._kind.REPLY, hands=len(request.items), **options)
        self._playing.examine(request, reply, tally)
        return [reply[self._kind.REPLY], reply.get("declare")]

    def _differs(self, problem: str) -> NoReturn:
        """Raise the error about a reply that differs from an earlier one; NotRun if the engine never repeats itself."""
        if not self._repeats_itself:
            raise NotRun("the engine replies otherwise to the same seed, so replies cannot be compared")
        raise EngineError(f"{problem}: expected the same reply")

    # ---- checks ----

    def _matches(self) -> str:
        """Send all rules with all numbers of players; the engine may refuse some."""
        self._has_tried = True
        if not self._rules:
            raise NotRun(f"--rules has no rules of {self._kind.GAME} games")
        refused: dict[str, str] = {}
        for rules in self._rules:
            most = rules.players
            for players in range(2, most + 1):
                trial = self._kind(rules, players)
                try:
                    self._begin(trial)
                    self._accepted.append(trial)
                except EngineError as error:
                    if error.has_ended or not error.problem.startswith("reported an error"):
                        raise
                    refused.setdefault(rules.name, error.problem)
        if not self._accepted:
            name, problem = next(iter(refused.items()))
            raise EngineError(f"refuses all rules, such as {name!r}: {problem}")
        accepted = dict.fromkeys(trial.rules.name for trial in self._accepted)
        words = [f"plays by {counted(len(accepted), 'set')} of rules"]
        words += [f"refuses {', '.join(refused)} ({next(iter(refused.values()))})"] if refused else []
        return "; ".join(words)

    def _singles(self) -> str:
        """Send requests with one hand or position, for each seat."""
        trial, tally = self._first(), Tally()
        self._begin(trial)
        items = self._one_by_one(trial)
        self._warm_up(trial)
        started = time.perf_counter()
        for number, request in enumerate(items):
            self._ask(request, number, tally)
        self._seconds = (time.perf_counter() - started) / len(items)
        self.speeds.append(Speed(f"{self._kind.NOUN}s, one in a message", 1 / self._seconds))
        return f"{tally} in {counted(tally.hands, self._kind.NOUN)}" if str(tally) else ""

    def _warm_up(self, trial: Trial) -> None:
        """Send a request before those whose time is measured: at the first one, an engine may load what it needs."""
        self._ask(trial.request(1, 1), _SEEDS - 1, Tally())

    def _one_by_one(self, trial: Trial) -> list[Request]:
        if isinstance(trial, OpenFaceTrial):
            return [trial.request_for([position]) for position in trial.request(_SINGLES * trial.players, 1).items]
        return [trial.request(1, number, number % trial.players) for number in range(_SINGLES)]

    def _batch(self) -> str:
        """Send a request with as many hands or positions as a host may send, or as the engine can answer in a minute."""
        trial, tally = self._first(), Tally()
        most = int(_LONGEST_BATCH / self._seconds) if self._seconds else MOST_HANDS
        n = min(MOST_HANDS, max(_LEAST_BATCH, most))
        self._begin(trial)
        request = trial.request(n, 2)
        self._warm_up(trial)
        started = time.perf_counter()
        self._ask(request, _SEEDS, tally)
        speed = n / (time.perf_counter() - started)
        self.speeds.append(Speed(f"{self._kind.NOUN}s, {n:,} in a message", speed))
        slow = f"{counted(n, self._kind.NOUN)} only, since this engine is slow" if n < MOST_HANDS else ""
        return ", ".join(filter(None, (slow, str(tally))))

    def _all_rules(self) -> str:
        """Send some hands by all accepted rules, or play deals to their end, with all numbers of players."""
        self._first()
        tally, deals = Tally(), Tally()
        for number, trial in enumerate(self._accepted):
            self._begin(trial)
            if isinstance(trial, OpenFaceTrial):
                self._play_deals(trial, number, tally, deals)
            else:
                self._ask(trial.request(_SOME, number, trial.players - 1), number, tally)
        if deals.hands:
            return f"{counted(deals.fouls, 'foul')} in {counted(deals.hands, 'board')}"
        return ", ".join(filter(None, (counted(tally.hands, "board"), str(tally))))

    def _play_deals(self, trial: OpenFaceTrial, seed: int, tally: Tally, deals_tally: Tally) -> None:
        """Play deals to their end with the engine at all seats; all deals are in one message at each turn."""
        deals = trial.deals(_DEALS, seed)
        while unfinished := [deal for deal in deals if not deal.is_over]:
            positions: list[Position] = [deal.position() for deal in unfinished]
            seed += _SEEDS
            placements, _ = self._ask(trial.request_for(positions), seed, tally)
            for deal, text in zip(unfinished, placements, strict=True):
                deal.place(text)
        boards = [board.board() for deal in deals for board in deal.boards]
        deals_tally.hands += len(boards)
        deals_tally.fouls += int(fouls_and_naturals(compiled(trial.rules), array_of_boards(boards))[0].sum())

    def _unknown_fields(self) -> str:
        trial = self._first()
        self._begin(trial)
        request = trial.request(_SINGLES, 3)
        plain = self._ask(request, 5, Tally())
        self._begin(trial, fields=UNKNOWN)
        if self._ask(request, 5, Tally(), fields=UNKNOWN) != plain:
            self._differs("replied otherwise than without unknown fields")
        return ""

    def _long_line(self) -> str:
        trial = self._first()
        self._begin(trial)
        request = trial.request(_SINGLES, 4)
        message = {"type": request.message["type"], "id": 0, "padding": "", **request.message, "seed": 0}
        room = LONGEST_LINE - len(line_of(message))
        self._ask(request, 0, Tally(), fields={"id": 0, "padding": "x" * room})
        return ""

    def _same_seed(self) -> str:
        trial = self._first()
        self._begin(trial)
        request, other = trial.request(_SINGLES, 5), trial.request(_SINGLES, 6)
        first = self._ask(request, 11, Tally())
        self._ask(other, 12, Tally())
        if self._ask(request, 11, Tally()) != first:
            self._repeats_itself = False
            raise EngineError(
                "replied otherwise than before to the same request with the same seed: expected the same reply"
            )
        self._conversation.restart()
        self._begin(trial)
        if self._ask(request, 11, Tally()) != first:
            self._repeats_itself = False
            raise EngineError("replied otherwise than another process to the same request: expected the same reply")
        return ""

    def _earlier_matches(self) -> str:
        """Play a match, one by other rules, and the first again."""
        trial = self._first()
        self._begin(trial)
        request = trial.request(_SINGLES, 7)
        first = self._ask(request, 21, Tally())
        if self._conversation.engine.settlements:
            self._conversation.engine.send(trial.settled())
        other = self._accepted[-1]
        self._begin(other)
        self._ask(other.request(_SINGLES, 8), 22, Tally())
        self._begin(trial)
        if self._ask(request, 21, Tally()) != first:
            self._differs("replied otherwise than in an earlier match by the same rules")
        return ""

    def _time_limit(self) -> str:
        trial = self._first()
        try:
            self._begin(trial, _TIME_LIMIT)
        except EngineError as error:
            if error.has_ended:
                raise
            raise NotRun(f"the engine refuses this limit: it {error.problem}") from None
        slowest = 0.0
        for n in (1, 1, _SINGLES):
            request = trial.request(n, 9)
            started = time.perf_counter()
            self._ask(request, 31, Tally(), seconds=n * _TIME_LIMIT)
            slowest = max(slowest, (time.perf_counter() - started) / n)
        return f"took at most {slowest:.2g} s for each {self._kind.NOUN}"

    def _settled(self) -> str:
        trial = self._first()
        if not self._conversation.engine.settlements:
            raise NotRun("the engine does not request settlements")
        self._begin(trial)
        self._ask(trial.request(1, 10), 41, Tally())
        self._conversation.send(trial.settled())
        return ""
