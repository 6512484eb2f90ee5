"""What is worked out from rules is kept with them."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from cpoker_fast.rulebook.rules import Rules

__all__ = ["kept_with"]

_T = TypeVar("_T")
_MOST = 16  # of each kind: some have half a megabyte
_making = threading.RLock()  # what is made may need something else that is kept
if hasattr(os, "register_at_fork"):  # a child would wait for ever for a lock of a thread that it does not have
    os.register_at_fork(before=_making.acquire, after_in_parent=_making.release, after_in_child=_making.release)


def kept_with(rules: Rules, kind: str, key: Hashable, make: Callable[[], _T]) -> _T:
    """What was kept with the rules under a key; made if there is nothing yet, by one thread for all."""
    try:
        found: _T = rules._memo[kind][key]  # noqa: SLF001
    except (AttributeError, KeyError):
        with _making:
            return _keep(rules, kind, key, make)
    return found


def _keep(rules: Rules, kind: str, key: Hashable, make: Callable[[], _T]) -> _T:
    if not hasattr(rules, "_memo"):
        object.__setattr__(rules, "_memo", {})
    kept: dict[Hashable, Any] = rules._memo.setdefault(kind, {})  # noqa: SLF001
    if key not in kept:
        made = make()
        if len(kept) >= _MOST:
            kept.clear()
        kept[key] = made
    found: _T = kept[key]
    return found
