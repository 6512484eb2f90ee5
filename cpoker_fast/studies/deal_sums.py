"""The base of sums over deals, which are added, compared and saved in the same way by all studies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DealSums"]


@dataclass(eq=False)
class DealSums:
    """Base of sums over deals; subclasses add arrays. Sums are equal if all fields but `NOT_COMPARED` are equal.

    Attributes
    ----------
    deals : int
    first_faults : dict
        Text of one of the first faults of each bot with faults, by its name.
    """

    NOT_COMPARED: ClassVar[tuple[str, ...]] = ("first_faults",)

    deals: int
    first_faults: dict[str, str] = field(default_factory=dict, kw_only=True)

    def zeros_like(self) -> Self:
        """Return sums with the same shapes, all 0."""
        raise NotImplementedError

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays by name, except empty ones, which this kind of game does not have."""
        names = [field.name for field in fields(self) if field.name not in ("deals", "first_faults")]
        return {name: getattr(self, name) for name in names if getattr(self, name).size}

    def add(self, other: Self) -> None:
        """Add the sums of other deals."""
        self.deals += other.deals
        for name, array in other.arrays().items():
            self.arrays()[name][...] += array
        self.first_faults = other.first_faults | self.first_faults

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._compared() == other._compared()

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # sums are mutable

    def _compared(self) -> dict[str, Any]:
        return {name: value for name, value in self.to_dict().items() if name not in self.NOT_COMPARED}

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON; without ``first_faults`` if there are none, as in files of older versions."""
        plain = {"deals": self.deals, **{name: array.tolist() for name, array in self.arrays().items()}}
        return plain | {"first_faults": self.first_faults} if self.first_faults else plain

    def read(self, plain: Mapping[str, Any]) -> Self:
        """Return sums with the same shapes from the values of `to_dict`.

        Raises KeyError, TypeError, ValueError or OverflowError if they are malformed.
        """
        sums = self.zeros_like()
        sums.deals = int(plain["deals"])
        sums.first_faults = _texts_by_name(plain.get("first_faults", {}))
        for name, expected in sums.arrays().items():
            array = np.array(plain[name], expected.dtype)
            if array.shape != expected.shape:
                raise ValueError(f"{name}: expected shape {expected.shape}, got {array.shape}")
            expected[...] = array
        return sums


def _texts_by_name(plain: Any) -> dict[str, str]:
    """Return texts by names; ValueError if the value of a file is anything else."""
    if not isinstance(plain, dict) or not all(isinstance(text, str) for text in plain.values()):
        raise ValueError("first_faults: expected texts by name")
    return plain
