"""Objectives of the search for the best board, compiled once for each `Rules` value."""

from __future__ import annotations

from cpoker_fast._arranging import Objective, objective_of_royalties
from cpoker_fast.rulebook import Rules, cached_with, compiled

__all__ = ["most_royalties"]


def most_royalties(rules: Rules) -> Objective:
    """The sum of the royalty points of the three rows."""
    return cached_with(rules, "objective", "royalties", lambda: objective_of_royalties(compiled(rules)))
