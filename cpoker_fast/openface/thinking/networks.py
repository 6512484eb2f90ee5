"""The value networks that are shipped with the package: one archive, with those of each rule set by its name."""

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
from cpoker_fast.system.files import write_whole

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
"""The archive. For each rule set: what the networks are for, the first layer, the heads and the payoffs."""

NETWORKS = ("pineapple", "progressive", "deuce-to-seven", "turbo", "standard")
"""The presets that networks are trained for."""

_PARTS = ("first bias", "second", "second bias", "third", "third bias")


class WholeNetworks(NamedTuple):
    """The networks of a rule set in whole numbers, as `src/cpf_network.h` takes them."""

    first: NDArray[np.int8]
    """By feature, shape (FEATURES, UNITS)."""
    heads: list[tuple[Any, ...]]
    """For each street but the last: (placed, first_bias, second, second_bias, third, third_bias)."""
    payoffs: NDArray[np.int16]
    """What the rows of complete boards are worth, by row and strength."""
    foul: int
    """What a foul is worth."""


def _about(rules: Rules) -> str:
    """What networks depend on: the scoring, and how the game is dealt."""
    openface = rules.to_dict()["openface"]
    dealt = {key: openface.get(key) for key in ("streets", "fantasyland")}
    return json.dumps([rules.scoring(), dealt], sort_keys=True)


def networks_name(rules: Rules) -> str | None:
    """The preset whose networks are those of rules that are dealt and scored alike; None if none are shipped for them."""
    as_trained = _as_trained(rules)
    return next((name for name in NETWORKS if as_trained.plays_like(Rules.PRESETS[name])), None)


def _as_trained(rules: Rules) -> Rules:
    """The rules without what networks need not know: which cards are seen, they are told, and the button they never see."""
    if rules.openface is None:
        return rules
    land = rules.openface.fantasyland
    land = None if land is None else replace(land, button_moves=False)
    return replace(rules, openface=replace(rules.openface, first_street_open=False, fantasyland=land))


def write_networks(networks: Mapping[str, WholeNetworks], path: Path = SHIPPED) -> None:
    """Write the archive: networks by the names of their presets."""
    import numpy as np

    arrays: dict[str, Any] = {}
    for name, whole in networks.items():
        arrays[f"{name} about"] = np.array(_about(Rules.PRESETS[name]))
        arrays[f"{name} first"], arrays[f"{name} payoffs"] = whole.first, whole.payoffs
        arrays[f"{name} foul"] = np.array(whole.foul)
        arrays[f"{name} placed"] = np.array([placed for placed, *_ in whole.heads])
        columns = zip(*(numbers for _, *numbers in whole.heads), strict=True)
        for part, column in zip(_PARTS, columns, strict=True):
            arrays[f"{name} {part}"] = np.array(column)
    write_whole(path, lambda stream: np.savez_compressed(stream, **arrays))


def read_networks(rules: Rules, path: Path = SHIPPED) -> WholeNetworks | None:
    """The shipped networks of rules; None if there are none, or if they were made for other ones.

    NetworkError if the archive is damaged.
    """
    import numpy as np

    name = networks_name(rules)
    if name is None:
        return None
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as arrays:
            if f"{name} about" not in arrays or str(arrays[f"{name} about"]) != _about(Rules.PRESETS[name]):
                return None
            columns = [arrays[f"{name} {part}"] for part in _PARTS]
            heads = [
                (index(placed), *(column[head] for column in columns[:-1]), index(columns[-1][head]))
                for head, placed in enumerate(arrays[f"{name} placed"])
            ]
            first, payoffs = np.ascontiguousarray(arrays[f"{name} first"]), np.ascontiguousarray(arrays[f"{name} payoffs"])
            return WholeNetworks(first, heads, payoffs, index(arrays[f"{name} foul"]))
    except Exception as error:  # NumPy raises errors of many types for a damaged archive
        raise _damaged(name, path, error) from error


def _damaged(name: str, path: Path, error: Exception) -> NetworkError:
    return NetworkError(f"{path}: the networks of {name} cannot be read: {error}. Install the package again")


def has_networks(rules: Rules) -> bool:
    """Whether the plan of rules has networks, or the package has some for it. NetworkError if those are damaged."""
    return plan_of(rules).networks is not None or _shipped_for(rules) is not None


def attach_networks(rules: Rules) -> bool:
    """Give the plan of rules the networks of the package, unless it has some; False if there are none for these rules."""
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
    """The networks of the package for some rules, ready to play by; kept, also if there are none."""

    def read() -> Networks | None:
        whole = read_networks(rules)
        with _naming_damaged(rules):
            return None if whole is None else Networks(*whole)

    return cached_with(rules, "networks", None, read, takes_long=True)


@contextmanager
def _naming_damaged(rules: Rules) -> Iterator[None]:
    """Errors of numbers that are no networks, as a NetworkError that names the archive."""
    try:
        yield
    except (ValueError, OverflowError, TypeError) as error:
        raise _damaged(str(networks_name(rules)), SHIPPED, error) from error


def player_of(rules: Rules) -> str:
    """The bot that plays deals on: the strongest of those in C that can play under the rules."""
    return next(name for name in reversed(PLAYERS) if not PLAYERS[name]["needs_networks"] or has_networks(rules))
