"""The options of `analyze` and `review` for the analysis of placements."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

import click

__all__ = ["ROLLOUTS_ROUNDED", "AnalysisArguments", "analysis_options"]

ROLLOUTS_ROUNDED = "batches of 24, at least four"
"""How a number of rollouts is rounded up, in words for people."""


class AnalysisArguments(NamedTuple):
    """Arguments of `analyze` and `review`: time limit, number of rollouts, seed and threads."""

    seconds: float | None
    rollouts: int | None
    seed: int | None
    threads: int

    @property
    def rounding(self) -> str:
        """Sentence that says how the number of rollouts is rounded up; empty if it is not."""
        from cpoker_fast.thinking.rollouts import Budget

        rounded = self.rollouts if self.rollouts is None else Budget.of(None, self.rollouts).rollouts
        return (
            "" if rounded == self.rollouts else f"--rollouts {self.rollouts} is rounded up to {rounded}: {ROLLOUTS_ROUNDED}."
        )


def analysis_options(default: float, subject: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds the options to a command; `default` is the time limit in seconds for each `subject`."""

    def with_options(command: Callable[..., None]) -> Callable[..., None]:
        @click.option("--seconds", type=float, show_default=f"{default:g}", help=f"Time limit in seconds per {subject}.")
        @click.option(
            "--rollouts", type=int,
            help="Rollouts of each placement that is compared to the end, instead of --seconds; "
            f"rounded up to {ROLLOUTS_ROUNDED}.",
        )  # fmt: skip
        @click.option("--seed", type=int, help="Seed; the same seed gives the same numbers, except under a time limit.")
        @click.option("--threads", default=1, show_default=True, help="Number of threads; 0 for one per CPU.")
        @functools.wraps(command)
        def run(*, seconds: float | None, rollouts: int | None, seed: int | None, threads: int, **options: object) -> None:
            if seconds is not None and rollouts is not None:
                raise click.UsageError("give --seconds or --rollouts, not both")
            limit = default if seconds is None and rollouts is None else seconds
            command(arguments=AnalysisArguments(limit, rollouts, seed, threads), **options)

        return run

    return with_options
