"""The archive of value networks: those of several presets in one file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cpoker_fast.errors import NetworkError
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.files import arrays_in, write_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NETWORKS", "SHIPPED", "IntegerNetworks", "archive_error", "networks_name", "read_networks", "write_networks"]

SHIPPED = Path(__file__).with_name("networks.npz")
"""Path of the archive. For each of `NETWORKS`, it has the rules as text, the first layer, the heads and the payoffs."""

NETWORKS = ("pineapple", "progressive", "deuce-to-seven", "turbo", "standard")
"""Presets for which networks were trained."""

_PARTS = ("first bias", "second", "second bias", "third", "third bias")


class IntegerNetworks(NamedTuple):
    """Networks of a preset as integers, in the form of `src/cpf_network.h`."""

    first: NDArray[np.int8]
    """Weights of the first layer, shape (FEATURES, UNITS)."""
    heads: list[tuple[Any, ...]]
    """For each street but the last: (cards placed by its end, first_bias, second, second_bias, third, third_bias)."""
    payoffs: NDArray[np.int16]
    """Payoffs of the rows of complete boards, by row and strength, shape (3, STRENGTHS)."""
    foul: int
    """Payoff of a foul."""


def _fingerprint(rules: Rules) -> str:
    """Return the options on which networks depend, as text: the scoring, the streets and the Fantasyland."""
    plain = rules.to_dict()
    options = {key: plain.get(key) for key in ("streets", "fantasyland")}
    return json.dumps([rules.scoring(), options], sort_keys=True)


def networks_name(rules: Rules) -> str | None:
    """Return the name of a preset with networks that is dealt and scored like the rules; None without such a preset."""
    as_trained = _as_trained(rules)
    return next((name for name in NETWORKS if as_trained.plays_like(Rules.PRESETS[name])), None)


def _as_trained(rules: Rules) -> Rules:
    """Return the rules without two options that networks ignore: the open first street and the moves of the button."""
    land = rules.fantasyland
    land = None if land is None else replace(land, button_moves=False)
    return replace(rules, first_street_open=False, fantasyland=land)


def write_networks(networks: Mapping[str, IntegerNetworks], path: Path = SHIPPED) -> None:
    """Write an archive of networks, by the names of their presets."""
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


def read_networks(rules: Rules, path: Path = SHIPPED) -> IntegerNetworks | None:
    """Return the networks for the rules from an archive, or None; NetworkError if the archive cannot be read."""
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
            return IntegerNetworks(first, heads, payoffs, index(arrays[f"{name} foul"]))
    except Exception as error:  # NumPy raises many types for a damaged archive
        raise archive_error(name, path, error) from error


def archive_error(name: str, path: Path, error: Exception) -> NetworkError:
    """Return the error for an archive whose networks of a preset cannot be read."""
    return NetworkError(f"{path}: the networks of {name} cannot be read: {error}. Install the package again")
