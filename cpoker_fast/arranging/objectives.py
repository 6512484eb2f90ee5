"""What a search for the best board looks for, made ready once for each rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from cpoker_fast._arranging import Objective, objective_of_royalties
from cpoker_fast.rulebook import Rules, compiled

__all__ = ["kept", "most_royalties"]

_MOST_KEPT = 16  # half a megabyte each


def kept(rules: Rules, key: Hashable, make: Callable[[], Objective]) -> Objective:
    """What `make` made for some rules before, or makes now."""
    try:
        made = rules._memo  # noqa: SLF001
    except AttributeError:
        made = {}
        object.__setattr__(rules, "_memo", made)
    found = made.get(key)
    if found is None:
        found = make()
        if len(made) >= _MOST_KEPT:
            made.clear()
        made[key] = found
    return found


def most_royalties(rules: Rules) -> Objective:
    """The points of all royalties of a board."""
    return kept(rules, "royalties", lambda: objective_of_royalties(compiled(rules)))
