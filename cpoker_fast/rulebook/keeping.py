"""What is worked out from rules is kept with them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from cpoker_fast.rulebook.rules import Rules

__all__ = ["kept_with"]

_T = TypeVar("_T")
_MOST = 16  # of each kind: some have half a megabyte


def kept_with(rules: Rules, kind: str, key: Hashable, make: Callable[[], _T]) -> _T:
    """What was kept with the rules under a key; made if there is nothing yet."""
    try:
        memo = rules._memo  # noqa: SLF001
    except AttributeError:
        memo = {}
        object.__setattr__(rules, "_memo", memo)
    kept = memo.setdefault(kind, {})
    found: _T | None = kept.get(key)
    if found is None:
        found = make()
        if len(kept) >= _MOST:
            kept.clear()
        kept[key] = found
    return found
