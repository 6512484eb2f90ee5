"""The cache: one policy for every value that follows from rules or from a field.

A value that follows from an immutable owner is cached with that owner (`cached_with`) and lives as long as it: the compiled
form, plan, networks and objectives of rules, and the opponents of a field. Equilibria have megabytes, and equal rules share
them, so the process caches a few (`cached_for_process`). Each value is made at its first use, and asking for it changes
nothing that a user can see. What depends on the kernels in use is cached under their name.

A lock lets one thread make a value while the others wait. Values that take long, such as equilibria, are made without that
lock: several threads may make the same one, and all get the first. Code that runs under the lock must not import modules
that need cached values themselves: one thread could hold the lock of an import, and another one this lock.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

__all__ = ["CacheOwner", "cached_for_process", "cached_with"]

_T = TypeVar("_T")
_MOST = 16  # values of each kind: some have half a megabyte
_MOST_FOR_ALL = 8
_making = threading.RLock()  # making a value may need another cached value
if hasattr(os, "register_at_fork"):  # a child would wait for ever for a lock of a thread that it does not have
    os.register_at_fork(before=_making.acquire, after_in_parent=_making.release, after_in_child=_making.release)


class CacheOwner:
    """An immutable value with a cache, which comparison, hashing and pickling ignore."""

    __slots__ = ("_cached",)
    _cached: dict[str, dict[Hashable, Any]]


_process = CacheOwner()


def cached_with(
    owner: CacheOwner, kind: str, key: Hashable, make: Callable[[], _T], *, takes_long: bool = False, most: int = _MOST
) -> _T:
    """Return the value that an owner caches under a key; make it first if there is none.

    With `takes_long`, threads do not wait for each other: several may make it, and all get the first. `most` is the number
    of values of a kind in the cache; a further one replaces the oldest.
    """
    try:
        value: _T = owner._cached[kind][key]  # noqa: SLF001
    except (AttributeError, KeyError):
        if not takes_long:
            return _store(owner, kind, key, make, most)
        value = make()
        return _store(owner, kind, key, lambda: value, most)
    return value


def cached_for_process(kind: str, key: Hashable, make: Callable[[], _T]) -> _T:
    """Return a value that takes long to make, and that the process caches."""
    return cached_with(_process, kind, key, make, takes_long=True, most=_MOST_FOR_ALL)


def _store(owner: CacheOwner, kind: str, key: Hashable, make: Callable[[], _T], most: int) -> _T:
    with _making:
        if not hasattr(owner, "_cached"):
            object.__setattr__(owner, "_cached", {})
        of_kind = owner._cached.setdefault(kind, {})  # noqa: SLF001
        if key not in of_kind:
            value = make()
            while len(of_kind) >= most:
                del of_kind[next(iter(of_kind))]  # the oldest
            of_kind[key] = value
        cached: _T = of_kind[key]
        return cached
