"""Caches of values that are computed from rules or from a field.

A value that depends only on an immutable object is cached in that object, its owner, while the owner lives (`cached_with`).
Examples are the compiled form, plan, networks and objectives of rules, and the opponents of a field. An equilibrium takes
megabytes, and equal rules share it, so the process caches a few of them (`cached_for_process`). Each value is computed at
its first use. The key of a value that depends on the kernels in use contains their name.

A lock lets one thread compute a value while the other threads wait. Values that take long, such as equilibria, are computed
without the lock: several threads may compute the same value, and all get the first result. Code that runs under the lock
must not import modules that need cached values: a thread that holds the lock of the import may be waiting for this lock.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

__all__ = ["CacheOwner", "cached_for_process", "cached_with"]

_T = TypeVar("_T")
_MOST = 16  # values of each kind; some take half a megabyte
_MOST_IN_PROCESS = 8
_lock = threading.RLock()  # reentrant, since a value may need another cached value
if hasattr(os, "register_at_fork"):  # a child process does not have the thread that holds the lock
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


class CacheOwner:
    """An immutable value with a cache, which comparison, hashing and pickling ignore."""

    __slots__ = ("_cached",)
    _cached: dict[str, dict[Hashable, Any]]


_process = CacheOwner()


def cached_with(
    owner: CacheOwner, kind: str, key: Hashable, make: Callable[[], _T], *, takes_long: bool = False, most: int = _MOST
) -> _T:
    """Return the value that an owner caches under a kind and a key; compute it with `make` if there is none.

    With `takes_long`, threads do not wait for each other: several may compute the value, and all get the first result.
    `most` is the largest number of values of a kind in the cache; a further value replaces the oldest.
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
    """Return a value that the process caches; compute it with `make`, without the lock, if there is none."""
    return cached_with(_process, kind, key, make, takes_long=True, most=_MOST_IN_PROCESS)


def _store(owner: CacheOwner, kind: str, key: Hashable, make: Callable[[], _T], most: int) -> _T:
    with _lock:
        if not hasattr(owner, "_cached"):
            object.__setattr__(owner, "_cached", {})
        values = owner._cached.setdefault(kind, {})  # noqa: SLF001
        if key not in values:
            value = make()
            while len(values) >= most:
                del values[next(iter(values))]  # the oldest
            values[key] = value
        cached: _T = values[key]
        return cached
