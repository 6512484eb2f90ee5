"""Checks of an engine in matches: rules, positions, seeds, sizes, times and results."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, NoReturn

from cpoker_fast.app.engine.conversation import UNKNOWN, Conversation
from cpoker_fast.app.engine.trials import Request, Tally, Trial
from cpoker_fast.display.wording import counted
from cpoker_fast.engines.messages import LONGEST_LINE, MOST_POSITIONS, line_of
from cpoker_fast.errors import EngineError
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import presets, rules as preset

__all__ = ["Check", "MatchChecks", "NotRun", "Speed"]

_TIME_LIMIT = 1.0  # seconds per position
_LONGEST_BATCH = 20.0  # seconds for a batch: slow engines get fewer positions
_LEAST_BATCH = 16
_SINGLES, _DEALS = 8, 6
_SEEDS = 1 << 20  # of requests; those of positions are smaller


class NotRun(Exception):  # noqa: N818
    """The reason why a check is not run."""


class Check(NamedTuple):
    """A check."""

    title: str
    run: Callable[[], str]
    """Function that returns what was measured, and raises EngineError for a fault, or NotRun."""


class Speed(NamedTuple):
    """A speed of an engine."""

    title: str
    per_second: float


class MatchChecks:
    """The checks of an engine in matches.

    The first one tries all rules. Most others use the first accepted rules of each kind of streets.
    """

    def __init__(self, conversation: Conversation, rules: Sequence[Rules]) -> None:
        self.speeds: list[Speed] = []
        self._conversation = conversation
        self._rules = rules or [preset(name) for name in presets()]
        self._accepted: list[Trial] = []
        self._has_tried = False
        self._seconds: dict[str, float] = {}
        self._repeats_itself = True
        self._playing: Trial | None = None

    def checks(self) -> Iterator[Check]:
        """Yield the checks in their order."""
        titles = {
            "match: accepts rules": self._matches,
            "place: one position": self._for_each(self._singles),
            f"place: {MOST_POSITIONS:,} positions": self._for_each(self._batch),
            "place: all rules and numbers of players": self._all_rules,
            "place: the same seed, the same reply": self._for_each(self._same_seed),
            "place: ignores unknown fields": self._for_each(self._unknown_fields),
            "place: a line of 1 MiB": self._for_each(self._long_line),
            "place: no reply depends on earlier matches": self._for_each(self._earlier_matches),
            f"place: respects a time limit of {_TIME_LIMIT:g} s": self._for_each(self._time_limit),
            "settled: has no reply": self._for_each(self._settled),
        }
        for title, run in titles.items():
            yield Check(title, run)
            if self._has_tried and not self._accepted:
                break  # nothing else can be checked

    # ---- trials ----

    def _for_each(self, run: Callable[[Trial], str]) -> Callable[[], str]:
        """Return the check that runs a function for the trial of each kind of streets; NotRun if it is run for none."""

        def check() -> str:
            notes, reasons = [], []
            for trial in self._trials():
                try:
                    self._begin(trial)
                    note = run(trial)
                    notes.append(f"{trial.rules.name}: {note}" if note else "")
                except NotRun as reason:
                    reasons.append(reason)
            if not notes:
                raise reasons[0]
            return "; ".join(filter(None, notes))

        return check

    def _trials(self) -> list[Trial]:
        """Return the trials of the first accepted rules of each kind of streets."""
        if not self._has_tried:
            self._matches()
        by_streets: dict[Any, Trial] = {}
        for trial in self._accepted:
            by_streets.setdefault((trial.rules.streets, trial.rules.first_street_open), trial)
        return [*by_streets.values()]

    def _begin(self, trial: Trial, time_limit: float | None = None, fields: Mapping[str, Any] | None = None) -> None:
        self._conversation.ask({**trial.match(time_limit), **(fields or {})}, "ready")
        self._playing = trial

    def _ask(self, request: Request, seed: int, tally: Tally, **options: Any) -> Any:
        """Send a request, examine the reply, and return the placements."""
        assert self._playing is not None
        message = {**request.message, "seed": seed, **options.pop("fields", {})}
        reply = self._conversation.ask(message, "placements", positions=len(request.positions), **options)
        self._playing.examine(request, reply, tally)
        return reply["placements"]

    def _differs(self, problem: str) -> NoReturn:
        """Raise the error about a reply that differs from an earlier one; NotRun if the engine never repeats itself."""
        if not self._repeats_itself:
            raise NotRun("the engine replies otherwise to the same seed, so replies cannot be compared")
        raise EngineError(f"{problem}: expected the same reply")

    # ---- checks ----

    def _matches(self) -> str:
        """Send all rules with all numbers of players; the engine may refuse some."""
        self._has_tried = True
        refused: dict[str, str] = {}
        for rules in self._rules:
            for players in range(2, rules.players + 1):
                trial = Trial(rules, players)
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

    def _singles(self, trial: Trial) -> str:
        """Send requests with one position, on all streets."""
        tally, positions = Tally(), list(islice(trial.positions(1), _SINGLES * trial.players))
        self._warm_up(trial)
        started = time.perf_counter()
        for number, position in enumerate(positions):
            self._ask(Request.of([position]), number, tally)
        seconds = (time.perf_counter() - started) / len(positions)
        self._seconds[trial.rules.name] = seconds
        self.speeds.append(Speed(f"{trial.rules.name}: positions, one in a message", 1 / seconds))
        return str(tally)

    def _warm_up(self, trial: Trial) -> None:
        """Send a request before those whose time is measured: at the first one, an engine may load what it needs."""
        self._ask(trial.request(1, 1), _SEEDS - 1, Tally())

    def _batch(self, trial: Trial) -> str:
        """Send as many positions as a host may send; fewer if a slow engine would take more than 20 seconds."""
        tally, seconds = Tally(), self._seconds.get(trial.rules.name)
        most = int(_LONGEST_BATCH / seconds) if seconds else MOST_POSITIONS
        n = min(MOST_POSITIONS, max(_LEAST_BATCH, most))
        request = trial.request(n, 2)
        self._warm_up(trial)
        started = time.perf_counter()
        self._ask(request, _SEEDS, tally)
        speed = n / (time.perf_counter() - started)
        self.speeds.append(Speed(f"{trial.rules.name}: positions, {n:,} in a message", speed))
        slow = f"{counted(n, 'position')} only, since this engine is slow" if n < MOST_POSITIONS else ""
        return ", ".join(filter(None, (slow, str(tally))))

    def _all_rules(self) -> str:
        """Send a request, and play deals to their end, by all accepted rules with all numbers of players."""
        self._trials()
        tally = Tally()
        for number, trial in enumerate(self._accepted):
            self._begin(trial)
            self._ask(trial.request(_SINGLES, number), number, tally)
            self._play_deals(trial, number, tally)
        return str(tally)

    def _play_deals(self, trial: Trial, seed: int, tally: Tally) -> None:
        """Play deals to their end with the engine at all seats; all hands with as many cards are in one message."""
        deals = list(islice(trial.deals(seed), _DEALS))
        while unfinished := [deal for deal in deals if not deal.is_over]:
            positions = [deal.position() for deal in unfinished]
            seed += _SEEDS
            for size in sorted({len(position.hand) for position in positions}):
                playing = [index for index, position in enumerate(positions) if len(position.hand) == size]
                placements = self._ask(Request.of([positions[index] for index in playing]), seed, tally)
                for index, text in zip(playing, placements, strict=True):
                    unfinished[index].place(text)

    def _unknown_fields(self, trial: Trial) -> str:
        request = trial.request(_SINGLES, 3)
        plain = self._ask(request, 5, Tally())
        self._begin(trial, fields=UNKNOWN)
        if self._ask(request, 5, Tally(), fields=UNKNOWN) != plain:
            self._differs("replied otherwise than without unknown fields")
        return ""

    def _long_line(self, trial: Trial) -> str:
        request = trial.request(_SINGLES, 4)
        message = {"type": request.message["type"], "id": 0, "padding": "", **request.message, "seed": 0}
        room = LONGEST_LINE - len(line_of(message))
        self._ask(request, 0, Tally(), fields={"id": 0, "padding": "x" * room})
        return ""

    def _same_seed(self, trial: Trial) -> str:
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

    def _earlier_matches(self, trial: Trial) -> str:
        """Play a match, one by other rules, and the first again."""
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

    def _time_limit(self, trial: Trial) -> str:
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
        return f"took at most {slowest:.2g} s for each position"

    def _settled(self, trial: Trial) -> str:
        if not self._conversation.engine.settlements:
            raise NotRun("the engine does not request settlements")
        self._ask(trial.request(1, 10), 41, Tally())
        self._conversation.send(trial.settled())
        return ""
