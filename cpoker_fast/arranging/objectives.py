"""Objectives of the search for the best board, compiled once for each `Rules` value."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from cpoker_fast._arranging import Objective, objective_of_royalties
from cpoker_fast.rulebook import Rules, compiled

__all__ = ["cached_objective", "most_royalties"]

_MOST_CACHED = 16  # half a megabyte each


def cached_objective(rules: Rules, key: Hashable, make: Callable[[], Objective]) -> Objective:
    """The objective that is cached with some rules under a key; the first call makes it."""
    try:
        cache = rules._memo  # noqa: SLF001
    except AttributeError:
        cache = {}
        object.__setattr__(rules, "_memo", cache)
    found = cache.get(key)
    if found is None:
        found = make()
        if len(cache) >= _MOST_CACHED:
            cache.clear()
        cache[key] = found
    return found


def most_royalties(rules: Rules) -> Objective:
    """The sum of the royalty points of the three rows."""
    return cached_objective(rules, "royalties", lambda: objective_of_royalties(compiled(rules)))
