"""What bots that play a policy share: a function that an environment trained, its name, and the arrays it returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import check_flag
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.errors import BotError
from cpoker_fast.players.parameters import check_parameters

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["PlaysPolicy"]

_DTYPES = {"i": "int64", "u": "int64", "f": "float32"}  # names of dtypes in messages, by their kinds


class PlaysPolicy:
    """Base of bots that play a policy.

    The policy is called with arrays for `parameters`, and with a generator if `takes_rng`. `hint` is the end of the error
    for a policy with other parameters. Raises BotError if an argument is invalid.
    """

    def __init__(
        self, policy: Callable[..., Any], name: str | None, *, takes_rng: bool, parameters: Sequence[str], hint: str
    ) -> None:
        if not callable(policy) or isinstance(policy, type):
            raise BotError(f"bad policy {quote(policy)}: expected a function of {' and '.join(parameters)}")
        if name is not None and not isinstance(name, str):
            raise BotError.about("name", f"expected text, got {quote(name)}")
        check_flag("takes_rng", takes_rng, BotError)
        self.policy, self.takes_rng = policy, takes_rng
        self.name = getattr(policy, "__name__", type(policy).__name__) if name is None else name
        check_parameters(f"policy {quote(self.name)}", policy, [*parameters, *["rng"] * takes_rng], hint=hint)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shorten(self.name)})"

    def _ask(
        self, arrays: Sequence[NDArray[Any]], rng: np.random.Generator, expected: Mapping[str, tuple[int, ...]]
    ) -> NDArray[Any]:
        """Return the array that the policy returns for some arrays; BotError if it is not one of the `expected` arrays.

        `expected` has their shapes by dtype: "int64" stands for all integers, "float32" for all floats.
        """
        import numpy as np

        answer = self.policy(*arrays, *[rng] * self.takes_rng)
        try:
            array = np.asarray(answer)
        except ValueError:  # a list of lists of different lengths
            array = np.empty(0, object)
        dtype = _DTYPES.get(array.dtype.kind, "")
        if expected.get(dtype) == array.shape:
            return array
        got = f"{array.dtype}{list(array.shape)}" if dtype else quote(answer)
        shapes = ", or ".join(f"{name}{list(shape)}" for name, shape in expected.items())
        raise BotError(f"policy {quote(self.name)} returned {got}: expected {shapes}")
