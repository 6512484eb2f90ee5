"""What the package keeps of what it has worked out: one policy for all of it.

What follows from a value that cannot change is kept with that value (`kept_with`), and goes when that goes: of rules the
compiled form, the plan, networks and objectives; of a field its opponents. Equilibria have megabytes, and equal rules share
them: a few are kept for the process (`kept_for_all`). Everything is made when it is first needed. Of what takes long, such
as equilibria, several threads may make one at the same time, and all get the first; anything else one thread makes for all.
Whether rules have networks, for example, can be asked without changing how anybody plays. What depends on the kernels in use
is kept under their name.

What is made while others wait must not import modules that need something kept themselves: one thread could wait for the
lock of an import, and another one for that of this module.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

__all__ = ["Keeper", "kept_for_all", "kept_with"]

_T = TypeVar("_T")
_MOST = 16  # of each kind: some have half a megabyte
_MOST_FOR_ALL = 8
_making = threading.RLock()  # what is made may need something else that is kept
if hasattr(os, "register_at_fork"):  # a child would wait for ever for a lock of a thread that it does not have
    os.register_at_fork(before=_making.acquire, after_in_parent=_making.release, after_in_child=_making.release)


class Keeper:
    """A value that cannot change, and what is kept with it; comparison, hashing and pickling ignore that."""

    __slots__ = ("_kept",)
    _kept: dict[str, dict[Hashable, Any]]


_process = Keeper()


def kept_with(
    owner: Keeper, kind: str, key: Hashable, make: Callable[[], _T], *, takes_long: bool = False, most: int = _MOST
) -> _T:
    """What was kept with a value under a key; made if there is nothing yet.

    `takes_long`: threads do not wait for each other. Several may make it, and all get the first. `most`: how many of a kind
    are kept.
    """
    try:
        found: _T = owner._kept[kind][key]  # noqa: SLF001
    except (AttributeError, KeyError):
        if not takes_long:
            return _keep(owner, kind, key, make, most)
        made = make()
        return _keep(owner, kind, key, lambda: made, most)
    return found


def kept_for_all(kind: str, key: Hashable, make: Callable[[], _T]) -> _T:
    """The same for what takes long, kept for the process."""
    return kept_with(_process, kind, key, make, takes_long=True, most=_MOST_FOR_ALL)


def _keep(owner: Keeper, kind: str, key: Hashable, make: Callable[[], _T], most: int) -> _T:
    with _making:
        if not hasattr(owner, "_kept"):
            object.__setattr__(owner, "_kept", {})
        of_kind = owner._kept.setdefault(kind, {})  # noqa: SLF001
        if key not in of_kind:
            made = make()
            while len(of_kind) >= most:
                del of_kind[next(iter(of_kind))]  # the oldest
            of_kind[key] = made
        found: _T = of_kind[key]
        return found
