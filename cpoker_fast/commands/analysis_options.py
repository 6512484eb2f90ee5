"""How commands think about open-face placements: the options that `advise` and `review` share."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

import click

__all__ = ["AnalysisArguments", "analysis_options"]


class AnalysisArguments(NamedTuple):
    """The arguments of `analyze` and `review` that tell how long to think, and by what cards."""

    seconds: float | None
    rollouts: int | None
    seed: int | None
    threads: int


def analysis_options(usual: float, each: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options of a command, which gets them as `arguments`; without any, it thinks `usual` seconds about `each`."""

    def with_options(command: Callable[..., None]) -> Callable[..., None]:
        @click.option(
            "--seconds", type=float, show_default=f"{usual:g}", help=f"How long to think about each {each}, at most."
        )
        @click.option("--rollouts", type=int, help="How often to play out each placement, at most, instead of --seconds.")
        @click.option("--seed", type=int, help="Seed; with --rollouts, the same seed gives the same numbers.")
        @click.option("--threads", default=1, show_default=True, help="Number of threads; 0 for one per CPU.")
        @functools.wraps(command)
        def read(*, seconds: float | None, rollouts: int | None, seed: int | None, threads: int, **others: object) -> None:
            if seconds is not None and rollouts is not None:
                raise click.UsageError("give --seconds or --rollouts, not both")
            chosen = usual if seconds is None and rollouts is None else seconds
            command(arguments=AnalysisArguments(chosen, rollouts, seed, threads), **others)

        return read

    return with_options
