"""Generations of networks: each is taught by lessons that its own later streets value, and plays the one before."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cpoker_fast._networks import Networks, attach, features
from cpoker_fast._openface import Plan
from cpoker_fast.dealing import deal_many
from cpoker_fast.estimates import Estimate
from cpoker_fast.openface import stack_size
from cpoker_fast.openface.game.plan import make_plan
from cpoker_fast.openface.thinking.row_payoffs import RowPayoffs, payoffs_against, row_field_of, whole_payoffs
from cpoker_fast.rulebook import Rules
from networks.lessons import Boards, Teacher
from networks.matches import Match, final_boards, play_match
from networks.model import Lessons, Model, fit

__all__ = ["Generation", "train"]

_FIELD = 20_000  # deals that show what boards opponents make
_RATE = 1e-2
_MATCH = 20_000  # deals of each of two seeds


class Generation:
    """Networks in training, and what complete boards are worth to them."""

    def __init__(self, rules: Rules, model: Model, payoffs: RowPayoffs) -> None:
        self.rules, self.model, self.payoffs = rules, model, payoffs
        self.plan: Plan = make_plan(rules)
        self.attach()

    def whole_numbers(self) -> tuple[NDArray[np.int8], list[tuple[Any, ...]], NDArray[np.int16], int]:
        """Return the networks and the payoffs for the package."""
        whole = whole_payoffs(self.payoffs)
        return *self.model.in_whole_numbers(), whole.rows, whole.foul

    def attach(self) -> None:
        """Give the plan the networks as they are now."""
        attach(self.plan, Networks(*self.whole_numbers()))

    def save(self, path: Path, report: Mapping[str, Any]) -> None:
        """Write the generation and its report."""
        part = path.with_suffix(".part")
        torch.save({"model": self.model.state_dict(), "rows": self.payoffs.rows, "foul": self.payoffs.foul}, part)
        path.with_suffix(".json").write_text(json.dumps(dict(report), indent=2) + "\n")
        part.replace(path)

    @classmethod
    def load(cls, rules: Rules, path: Path) -> Generation:
        """Load a saved generation."""
        saved = torch.load(path, weights_only=False)
        model = Model(_placed(rules))
        model.load_state_dict(saved["model"])
        return cls(rules, model, RowPayoffs(saved["rows"], saved["foul"]))


def _streets(rules: Rules) -> tuple[tuple[int, int], ...]:
    assert rules.openface is not None
    return rules.openface.streets


def _placed(rules: Rules) -> list[int]:
    """How many cards are placed after each street but the last."""
    return list(accumulate(number for _, number in _streets(rules)))[:-1]


def _states(teacher: Teacher, street: int, n: int, payoffs: RowPayoffs, *, has_player: bool) -> Boards:
    """Return the lessons of a street: placements that may be good, and placements played with more or less randomness."""
    if not has_player:
        return teacher.beginnings(street, n, payoffs)
    return Boards.together(
        [
            teacher.beginnings(street, n // 4, payoffs),
            teacher.play(street, 3 * n // 8, 0.05, 0.7),
            teacher.play(street, 3 * n // 8, 0.3, 0.3),
        ]
    )


def _field_payoffs(rules: Rules, before: Generation | None, worths: Mapping[int, float], seed: int) -> RowPayoffs:
    """Return the payoffs of boards against boards of the previous generation."""
    if before is None:
        return payoffs_against(rules, worths, None)
    stacks = deal_many(_FIELD, 2, stack_size(rules), np.random.default_rng(seed))
    boards = final_boards([before.plan] * 2, _streets(rules), stacks)
    return payoffs_against(rules, worths, row_field_of(np.concatenate(boards), rules))


def _next(
    rules: Rules, number: int, before: Generation | None, worths: Mapping[int, float], states: int, draws: int
) -> tuple[Generation, dict[str, Any]]:
    rng = np.random.default_rng([number, 17])
    torch.manual_seed(number)
    payoffs = _field_payoffs(rules, before, worths, number)
    model = Model(_placed(rules))
    if before is not None:
        model.load_state_dict(before.model.state_dict())
    made = Generation(rules, model, payoffs)
    teacher = Teacher(rules, before.plan if before else made.plan, made.plan, _streets(rules), rng)
    lessons: dict[int, Lessons] = {}
    errors: dict[int, float] = {}
    seconds = {"states": 0.0, "labels": 0.0, "fit": 0.0}
    for street in reversed(range(len(_streets(rules)) - 1)):
        placed, start = _placed(rules)[street], time.perf_counter()
        boards = _states(teacher, street, states, payoffs, has_player=before is not None)
        stated = time.perf_counter()
        wanted = torch.from_numpy(teacher.worth(boards, street, draws))
        labelled = time.perf_counter()
        seen = torch.from_numpy(features(made.plan, boards.rows, boards.seen).astype(np.int32))
        hold = len(wanted) // 20
        lessons[placed] = (seen[hold:], wanted[hold:])
        later = [other for other in lessons if other != placed]
        share = {placed: 3.0, **dict.fromkeys(later, 2.0 / max(1, len(later)))}
        fit(model, lessons, share, _RATE, number)
        made.attach()
        with torch.no_grad():
            errors[placed] = float((model(placed, seen[:hold]) - wanted[:hold]).pow(2).mean().sqrt())
        done = time.perf_counter()
        for key, spent in zip(seconds, (stated - start, labelled - stated, done - labelled), strict=True):
            seconds[key] += spent
    start = time.perf_counter()
    fit(model, lessons, dict.fromkeys(lessons, 3.0), _RATE / 2, number)
    made.attach()
    seconds["fit"] += time.perf_counter() - start
    return made, {"errors": errors, "seconds": seconds, "foul": payoffs.foul}


def _report(match: Match) -> dict[str, Any]:
    return {
        "points": match.points,
        "error": match.error,
        "ours": match.styles[0]._asdict(),
        "theirs": match.styles[1]._asdict(),
    }


def train(
    rules: Rules,
    worths: Mapping[int, float],
    folder: Path,
    generations: int,
    states: int,
    draws: int,
    say: Callable[[str], None],
) -> Generation:
    """Train generations, going on after the last one that the folder holds; each is saved with its report."""
    before: Generation | None = None
    folder.mkdir(parents=True, exist_ok=True)
    done = max((int(path.stem) for path in folder.glob("*.pt")), default=-1)
    if done >= 0:
        before = Generation.load(rules, folder / f"{done:02}.pt")
    for number in range(done + 1, generations):
        path = folder / f"{number:02}.pt"
        made, report = _next(rules, number, before, worths, states, draws)
        report["worths"] = dict(worths)
        other = before or made
        matches = [play_match(made.plan, other.plan, rules, worths, _MATCH, seed) for seed in (1, 2)]
        report["matches"] = [_report(match) for match in matches]
        made.save(path, report)
        ours = matches[0].styles[0]
        say(
            f"{rules.name} {number}: "
            + ", ".join(f"{match.points:+.3f} +- {Estimate(match.points, match.error).margin:.3f}" for match in matches)
            + f" a deal; royalties {ours.royalties:.2f}, fouls {ours.fouls:.1%}, entries {ours.entries:.1%}, "
            f"index {ours.index:.2f} +- {Estimate(ours.index, ours.error).margin:.2f}; "
            + " ".join(f"{key} {value:.0f} s" for key, value in report["seconds"].items())
            + "; errors "
            + " ".join(f"{key}: {value:.2f}" for key, value in report["errors"].items())
        )
        before = made
    assert before is not None
    return before
