"""The value networks of the package: one archive, by the name of their preset."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast._networks import Networks, attach
from cpoker_fast._openface import PLAYERS, Plan
from cpoker_fast.errors import NetworkError
from cpoker_fast.openface.game.plan import plan_of
from cpoker_fast.rulebook import Rules, cached_with
from cpoker_fast.system.files import arrays_in, write_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "NETWORKS",
    "SHIPPED",
    "WholeNetworks",
    "attach_networks",
    "has_networks",
    "networks_name",
    "player_of",
    "read_networks",
    "write_networks",
]

SHIPPED = Path(__file__).with_name("networks.npz")
"""The archive. For each preset: the rules that the networks fit, the first layer, the heads and the payoffs."""

NETWORKS = ("pineapple", "progressive", "deuce-to-seven", "turbo", "standard")
"""Presets with networks of their own."""

_PARTS = ("first bias", "second", "second bias", "third", "third bias")


class WholeNetworks(NamedTuple):
    """Networks of a preset in whole numbers, as `src/cpf_network.h` takes them."""

    first: NDArray[np.int8]
    """Weights by feature, shape (FEATURES, UNITS)."""
    heads: list[tuple[Any, ...]]
    """Layers for each street but the last: (placed, first_bias, second, second_bias, third, third_bias)."""
    payoffs: NDArray[np.int16]
    """Payoffs of complete boards, by row and strength."""
    foul: int
    """Payoff of a foul."""


def _fingerprint(rules: Rules) -> str:
    """Return the rules on which networks depend, as text: the scoring, and how the game is dealt."""
    openface = rules.to_dict()["openface"]
    dealt = {key: openface.get(key) for key in ("streets", "fantasyland")}
    return json.dumps([rules.scoring(), dealt], sort_keys=True)


def networks_name(rules: Rules) -> str | None:
    """Return the preset with networks that is dealt and scored like these rules; None if there is none."""
    as_trained = _as_trained(rules)
    return next((name for name in NETWORKS if as_trained.plays_like(Rules.PRESETS[name])), None)


def _as_trained(rules: Rules) -> Rules:
    """Return the rules without options that networks cannot see: the open first street, and the move of the button."""
    if rules.openface is None:
        return rules
    land = rules.openface.fantasyland
    land = None if land is None else replace(land, button_moves=False)
    return replace(rules, openface=replace(rules.openface, first_street_open=False, fantasyland=land))


def write_networks(networks: Mapping[str, WholeNetworks], path: Path = SHIPPED) -> None:
    """Write the archive, with networks by the names of their presets."""
    import numpy as np

    arrays: dict[str, Any] = {}
    for name, parts in networks.items():
        arrays[f"{name} about"] = np.array(_fingerprint(Rules.PRESETS[name]))
        arrays[f"{name} first"], arrays[f"{name} payoffs"] = parts.first, parts.payoffs
        arrays[f"{name} foul"] = np.array(parts.foul)
        arrays[f"{name} placed"] = np.array([placed for placed, *_ in parts.heads])
        columns = zip(*(numbers for _, *numbers in parts.heads), strict=True)
        for part, column in zip(_PARTS, columns, strict=True):
            arrays[f"{name} {part}"] = np.array(column)
    write_file(path, lambda stream: np.savez_compressed(stream, **arrays))


def read_networks(rules: Rules, path: Path = SHIPPED) -> WholeNetworks | None:
    """Read the networks of rules from the archive; None if it has none, or only such that fit other rules.

    NetworkError if the archive is damaged.
    """
    import numpy as np

    name = networks_name(rules)
    if name is None:
        return None
    try:
        with path.open("rb") as stream, arrays_in(stream) as arrays:
            if f"{name} about" not in arrays or str(arrays[f"{name} about"]) != _fingerprint(Rules.PRESETS[name]):
                return None
            columns = [arrays[f"{name} {part}"] for part in _PARTS]
            heads = [
                (index(placed), *(column[head] for column in columns[:-1]), index(columns[-1][head]))
                for head, placed in enumerate(arrays[f"{name} placed"])
            ]
            first, payoffs = np.ascontiguousarray(arrays[f"{name} first"]), np.ascontiguousarray(arrays[f"{name} payoffs"])
            return WholeNetworks(first, heads, payoffs, index(arrays[f"{name} foul"]))
    except Exception as error:  # NumPy raises many types for a damaged archive
        raise _damaged(name, path, error) from error


def _damaged(name: str, path: Path, error: Exception) -> NetworkError:
    return NetworkError(f"{path}: the networks of {name} cannot be read: {error}. Install the package again")


def has_networks(rules: Rules) -> bool:
    """Whether the plan of rules, or the package, has networks for them. NetworkError if those of the package are damaged."""
    return plan_of(rules).networks is not None or _shipped_for(rules) is not None


def attach_networks(rules: Rules) -> bool:
    """Give the plan of rules the networks of the package, unless it has some; return whether it has any then."""
    plan = plan_of(rules)
    if plan.networks is not None:
        return True
    networks = _shipped_for(rules)
    return networks is not None and cached_with(rules, "attached networks", None, lambda: _attach(plan, networks, rules))


def _attach(plan: Plan, networks: Networks, rules: Rules) -> bool:
    with _naming_damaged(rules):
        attach(plan, networks)
    return True


def _shipped_for(rules: Rules) -> Networks | None:
    """Return the networks of the package for rules, or None; both answers are cached."""

    def read() -> Networks | None:
        parts = read_networks(rules)
        with _naming_damaged(rules):
            return None if parts is None else Networks(*parts)

    return cached_with(rules, "networks", None, read, takes_long=True)


@contextmanager
def _naming_damaged(rules: Rules) -> Iterator[None]:
    """Turn errors of invalid numbers into a NetworkError that names the archive."""
    try:
        yield
    except (ValueError, OverflowError, TypeError) as error:
        raise _damaged(str(networks_name(rules)), SHIPPED, error) from error


def player_of(rules: Rules) -> str:
    """Return the bot that plays rollouts: the strongest of those in C that can play under the rules."""
    return next(name for name in reversed(PLAYERS) if not PLAYERS[name]["needs_networks"] or has_networks(rules))
