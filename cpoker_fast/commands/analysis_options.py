"""The options of `advise` and `review` for the analysis of open-face placements."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

import click

__all__ = ["AnalysisArguments", "analysis_options"]


class AnalysisArguments(NamedTuple):
    """Arguments of `analyze` and `review`: time limit, number of rollouts, seed and threads."""

    seconds: float | None
    rollouts: int | None
    seed: int | None
    threads: int


def analysis_options(default: float, subject: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds the options to a command; `default` is the time limit in seconds for each `subject`."""

    def with_options(command: Callable[..., None]) -> Callable[..., None]:
        @click.option("--seconds", type=float, show_default=f"{default:g}", help=f"Time limit in seconds per {subject}.")
        @click.option("--rollouts", type=int, help="Largest number of rollouts per placement, instead of --seconds.")
        @click.option("--seed", type=int, help="Seed; with --rollouts, the same seed gives the same numbers.")
        @click.option("--threads", default=1, show_default=True, help="Number of threads; 0 for one per CPU.")
        @functools.wraps(command)
        def run(*, seconds: float | None, rollouts: int | None, seed: int | None, threads: int, **options: object) -> None:
            if seconds is not None and rollouts is not None:
                raise click.UsageError("give --seconds or --rollouts, not both")
            limit = default if seconds is None and rollouts is None else seconds
            command(arguments=AnalysisArguments(limit, rollouts, seed, threads), **options)

        return run

    return with_options
