"""Generations of networks: each learns the streets from the last to the first, and then plays the previous generation."""

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

from cpoker_fast._networks import FEATURES, PAYOFF_POINT, UNITS, Networks, attach, features
from cpoker_fast._openface import Plan
from cpoker_fast.dealing import deal_many
from cpoker_fast.estimates import Estimate
from cpoker_fast.game.plan import make_plan
from cpoker_fast.rulebook import Rules
from cpoker_fast.thinking.network_archive import read_networks
from cpoker_fast.thinking.row_payoffs import RowPayoffs, integer_payoffs, payoffs_against, row_field_of
from networks.matches import final_boards, play_match
from networks.model import Model, Samples, fit
from networks.reports import kept_generation, reports_of
from networks.samples import Boards, Teacher

__all__ = ["Generation", "train"]

_FIELD_DEALS = 20_000  # for the opponent boards from which payoffs are computed
_LEARNING_RATE = 1e-2
_MATCH_DEALS = 100_000  # for each of two seeds


class Generation:
    """Networks in training, and their payoffs of complete boards."""

    def __init__(self, rules: Rules, model: Model, payoffs: RowPayoffs) -> None:
        self.rules, self.model, self.payoffs = rules, model, payoffs
        self.plan: Plan = make_plan(rules)
        self.attach()

    def quantized(self) -> tuple[NDArray[np.int8], list[tuple[Any, ...]], NDArray[np.int16], int]:
        """Return the networks and the payoffs as integers, for the package."""
        payoffs = integer_payoffs(self.payoffs)
        return *self.model.quantized(), payoffs.rows, payoffs.foul

    def attach(self) -> None:
        """Attach the current networks to the plan."""
        attach(self.plan, Networks(*self.quantized()))

    def save(self, path: Path, report: Mapping[str, Any]) -> None:
        """Write the generation and its report."""
        unfinished = path.with_suffix(".part")
        torch.save({"model": self.model.state_dict(), "rows": self.payoffs.rows, "foul": self.payoffs.foul}, unfinished)
        path.with_suffix(".json").write_text(json.dumps(dict(report), indent=2) + "\n")
        unfinished.replace(path)

    @classmethod
    def load(cls, rules: Rules, path: Path) -> Generation:
        """Load a saved generation."""
        saved = torch.load(path, weights_only=False)
        model = Model(_cards_placed(rules))
        model.load_state_dict(saved["model"])
        return cls(rules, model, RowPayoffs(saved["rows"], saved["foul"]))

    @classmethod
    def kept(cls, rules: Rules, folder: Path, number: int) -> Generation | None:
        """Return a generation of the folder or, if it is not there, of the package; None if its features are other ones."""
        if (path := folder / f"{number:02}.pt").exists():
            return cls.load(rules, path)
        networks = read_networks(rules)
        if networks is None or networks.first.shape != (FEATURES, UNITS):
            return None
        payoffs = RowPayoffs(networks.payoffs / PAYOFF_POINT, networks.foul / PAYOFF_POINT)
        return cls(rules, Model.of_integers(networks.first, networks.heads), payoffs)


def _streets(rules: Rules) -> tuple[tuple[int, int], ...]:
    return rules.streets


def _cards_placed(rules: Rules) -> list[int]:
    """Return the numbers of placed cards after each street but the last."""
    return list(accumulate(number for _, number in _streets(rules)))[:-1]


def _training_boards(teacher: Teacher, street: int, n: int, payoffs: RowPayoffs, *, has_previous: bool) -> Boards:
    """Return boards after a street: set in hindsight and, if there is a previous generation, also from play."""
    if not has_previous:
        return teacher.hindsight_boards(street, n, payoffs)
    return Boards.concatenate(
        [
            teacher.hindsight_boards(street, n // 8, payoffs),
            teacher.play(street, n // 2, 0.05, 0.5),
            teacher.play(street, 3 * n // 8, 0.2, 0.3),
        ]
    )


def _field_payoffs(rules: Rules, previous: Generation | None, worths: Mapping[int, float], seed: int) -> RowPayoffs:
    """Return payoffs of boards against boards of the previous generation; without one, payoffs without an opponent."""
    if previous is None:
        return payoffs_against(rules, worths, None)
    stacks = deal_many(_FIELD_DEALS, 2, rules.most_cards(), np.random.default_rng(seed))
    boards = final_boards([previous.plan] * 2, _streets(rules), stacks)
    return payoffs_against(rules, worths, row_field_of(np.concatenate(boards), rules))


def _train_generation(
    rules: Rules, number: int, previous: Generation | None, worths: Mapping[int, float], states: int, draws: int
) -> tuple[Generation, dict[str, float], dict[int, float]]:
    """Return a generation, the seconds of each stage, and the error of the network of each street, by cards placed."""
    rng = np.random.default_rng([number, 17])
    torch.manual_seed(number)
    payoffs = _field_payoffs(rules, previous, worths, number)
    model = Model(_cards_placed(rules))
    if previous is not None:
        model.load_state_dict(previous.model.state_dict())
    generation = Generation(rules, model, payoffs)
    teacher = Teacher(rules, previous.plan if previous else generation.plan, generation.plan, _streets(rules), rng)
    samples: dict[int, Samples] = {}
    errors: dict[int, float] = {}
    seconds = {"states": 0.0, "labels": 0.0, "fit": 0.0}
    for street in reversed(range(len(_streets(rules)) - 1)):
        placed, start = _cards_placed(rules)[street], time.perf_counter()
        boards = _training_boards(teacher, street, states, payoffs, has_previous=previous is not None)
        states_end = time.perf_counter()
        targets = torch.from_numpy(teacher.values(boards, street, draws))
        labels_end = time.perf_counter()
        inputs = torch.from_numpy(features(generation.plan, boards.rows, boards.seen).astype(np.int16))
        held_out = len(targets) // 20
        samples[placed] = (inputs[held_out:], targets[held_out:])
        later = [cards for cards in samples if cards != placed]
        epochs = {placed: 2.0, **dict.fromkeys(later, 1.0 / max(1, len(later)))}
        fit(model, samples, epochs, _LEARNING_RATE, number)
        generation.attach()
        with torch.no_grad():
            errors[placed] = float((model(placed, inputs[:held_out]) - targets[:held_out]).pow(2).mean().sqrt())
        end = time.perf_counter()
        for key, spent in zip(seconds, (states_end - start, labels_end - states_end, end - labels_end), strict=True):
            seconds[key] += spent
    start = time.perf_counter()
    fit(model, samples, dict.fromkeys(samples, 2.0), _LEARNING_RATE / 2, number)
    generation.attach()
    seconds["fit"] += time.perf_counter() - start
    return generation, seconds, errors


def train(
    rules: Rules,
    worths: Mapping[int, float],
    folder: Path,
    generations: int,
    states: int,
    draws: int,
    log: Callable[[str], None],
) -> None:
    """Train so many generations; save each, and its report for the record, in the folder.

    Each follows the one that is kept so far: in the folder, or in the package.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for _ in range(generations):
        reports = reports_of(rules.name, folder.parent)
        number, opponent = len(reports), kept_generation(reports)
        previous = None if opponent is None else Generation.kept(rules, folder, opponent)
        generation, seconds, errors = _train_generation(rules, number, previous, worths, states, draws)
        weaker = previous or generation
        matches = [play_match(generation.plan, weaker.plan, rules, worths, _MATCH_DEALS, seed) for seed in (1, 2)]
        ours = matches[0].averages[0]
        report = {
            "generation": number,
            "opponent": None if previous is None else opponent,
            "boards": states,
            "worths": dict(worths),
            "gains": [[match.points, match.error] for match in matches if previous is not None],
            "royalties": ours.royalties,
            "fouls": ours.fouls,
            "entries": ours.entries,
            "errors": {placed: errors[placed] for placed in sorted(errors)},
        }
        generation.save(folder / f"{number:02}.pt", report)
        log(
            f"{rules.name} {number}: "
            + ", ".join(f"{match.points:+.3f} +- {Estimate(match.points, match.error).margin:.3f}" for match in matches)
            + f" a deal; royalties {ours.royalties:.2f}, fouls {ours.fouls:.1%}, entries {ours.entries:.1%}, "
            f"index {ours.index:.2f} +- {Estimate(ours.index, ours.error).margin:.2f}; "
            + " ".join(f"{key} {value:.0f} s" for key, value in seconds.items())
            + "; errors "
            + " ".join(f"{placed}: {value:.2f}" for placed, value in errors.items())
        )
