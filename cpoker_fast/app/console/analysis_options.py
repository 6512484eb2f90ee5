"""The options of `analyze` and `review` for the length of analyses."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import click

__all__ = ["ROLLOUTS_ROUNDED", "AnalysisArguments", "analysis_options"]

ROLLOUTS_ROUNDED = "batches of 24, at least four batches"
"""How a number of rollouts is rounded up, in words for people."""


class AnalysisArguments(NamedTuple):
    """Arguments of `analyze` and `review`: limits, seed and threads."""

    deals: int | None
    seconds: float | None
    rollouts: int | None
    default: float
    """Time limit in seconds, street by street, if neither `seconds` nor `rollouts` is given."""
    seed: int | None
    threads: int

    def of(self, *, at_once: bool) -> dict[str, Any]:
        """Return the arguments for cards placed at once, or street by street; limits for other cards are to be refused."""
        options = self.for_both()
        return {**options, "seconds": self.seconds} if at_once else options

    def for_both(self) -> dict[str, Any]:
        """Return the arguments for cards that are placed at once, and for those that are placed street by street."""
        has_limit = self.seconds is not None or self.rollouts is not None
        return {
            "deals": self.deals,
            "seconds": self.seconds if has_limit else self.default,
            "rollouts": self.rollouts,
            "seed": self.seed,
            "threads": self.threads,
        }

    @property
    def rounding(self) -> str:
        """Sentence that says how the number of rollouts is rounded up; empty if it is not."""
        from cpoker_fast.thinking.rollouts import Budget

        rounded = self.rollouts if self.rollouts is None else Budget.of(None, self.rollouts).rollouts
        return (
            "" if rounded == self.rollouts else f"--rollouts {self.rollouts} is rounded up to {rounded}: {ROLLOUTS_ROUNDED}."
        )


def analysis_options(
    default: float,
    subject: str,
    *,
    deals: tuple[str, str] = ("1000", "number of random deals of the other cards."),
    threads: int = 1,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds the options to a command.

    `default` is the time limit in seconds for each `subject`; `deals` has the default of ``--deals`` and its help; `threads`
    is the default of ``--threads``.
    """

    def with_options(command: Callable[..., None]) -> Callable[..., None]:
        @click.option(
            "--deals", type=int, show_default=deals[0], help=f"For 13 cards placed at once: {deals[1]}",
        )  # fmt: skip
        @click.option(
            "--seconds", type=float, show_default=f"{default:g}",
            help=f"Street by street: time limit in seconds per {subject}.",
        )  # fmt: skip
        @click.option(
            "--rollouts", type=int,
            help="Street by street: rollouts of each remaining placement, instead of --seconds; "
            f"rounded up to {ROLLOUTS_ROUNDED}.",
        )  # fmt: skip
        @click.option("--seed", type=int, help="Seed; the same seed gives the same numbers, except under a time limit.")
        @click.option("--threads", default=threads, show_default=True, help="Number of threads; 0 for one per CPU.")
        @functools.wraps(command)
        def run(
            *,
            deals: int | None,
            seconds: float | None,
            rollouts: int | None,
            seed: int | None,
            threads: int,
            **options: object,
        ) -> None:
            if seconds is not None and rollouts is not None:
                raise click.UsageError("give --seconds or --rollouts, not both")
            command(arguments=AnalysisArguments(deals, seconds, rollouts, default, seed, threads), **options)

        return run

    return with_options
