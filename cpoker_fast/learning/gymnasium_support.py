"""What the environments for Gymnasium share: their names for ``gymnasium.make``, and checks of arguments."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import ArrayError, SeedError, TableError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "AUTORESET_MODES", "RENDER_MODES", "ResetFirst", "TextRendering", "autoreset_mode_of", "check_no_options",
    "check_render_mode", "register_environment", "reset_mask_of",
]  # fmt: skip

_NAME, _MODULE = "cpoker_fast/ChinesePoker-v0", "cpoker_fast.learning"

AUTORESET_MODES = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED)
"""The modes in the order of the compiled core."""

RENDER_MODES = ["ansi", "human"]


def register_environment() -> None:
    """Register the environments of the package with Gymnasium, unless they are registered."""
    if _NAME not in gymnasium.registry:
        gymnasium.register(_NAME, entry_point=f"{_MODULE}:Env", vector_entry_point=f"{_MODULE}:VectorEnv")


def autoreset_mode_of(argument: AutoresetMode | str) -> AutoresetMode:
    """Return an autoreset mode, given as a member of the enum or its value; TableError for other values."""
    value = argument.value if isinstance(argument, Enum) else argument
    for mode in AUTORESET_MODES:
        if isinstance(value, str) and mode.value == value:
            return mode
    expected = ", ".join(mode.value for mode in AUTORESET_MODES)
    raise TableError(f"bad autoreset_mode {quote(argument)}: expected {expected}")


class ResetFirst:
    """Base of environments, which require a reset."""

    _has_reset: bool

    def _check_reset(self, name: str) -> None:
        """Raise TableError before the first reset; `name` is what requires it."""
        if not self._has_reset:
            raise TableError(f"expected a reset before {name}")


class TextRendering(ResetFirst):
    """Base of environments that are rendered as text, by `_text`."""

    render_mode: str | None

    def _text(self) -> str:
        raise NotImplementedError

    def render(self) -> str | None:
        """Return or print, depending on `render_mode`, what the player to act can see (in `Env`, the learner).

        Raises TableError before the first `reset`.
        """
        self._check_reset("render()")
        self._show()
        return self._text() if self.render_mode == "ansi" else None

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self._text())


def check_render_mode(mode: object) -> None:
    """Raise TableError unless a mode of rendering is valid."""
    if mode is not None and (not isinstance(mode, str) or mode not in RENDER_MODES):
        raise TableError(f"bad render_mode {quote(mode)}: expected None, 'ansi' or 'human'")


def check_no_options(options: object) -> None:
    """Raise TableError unless the options of a reset are None or empty."""
    if options is not None and (not isinstance(options, Mapping) or options):
        raise TableError.about("options", f"expected None, since there are no options, got {quote(options)}")


def reset_mask_of(options: Mapping[str, Any] | None, n: int, seed: object, *, has_reset: bool) -> NDArray[np.bool_] | None:
    """Return the environments to reset, bool[n]; None for all.

    Raises TableError, ArrayError or SeedError for invalid options, or a mask with a seed or before the first reset.
    """
    if options is None:
        return None
    if not isinstance(options, Mapping):
        raise TableError.about("options", f"expected a mapping, got {quote(options)}")
    for name in options:
        if name != "reset_mask":
            raise TableError(f"unknown option {quote(name)}: {did_you_mean(name, ['reset_mask'])}")
    if "reset_mask" not in options:
        return None
    mask = options["reset_mask"]
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (n,):
        kind = f"{mask.dtype}{list(mask.shape)}" if isinstance(mask, np.ndarray) else type(mask).__name__
        raise ArrayError(f"bad reset_mask: expected bool[{n}], got {kind}")
    if seed is not None:
        raise SeedError("expected seed or reset_mask, got both: a seed resets all environments")
    if not has_reset:
        raise TableError.about("reset_mask", "expected an earlier reset of all environments")
    return np.ascontiguousarray(mask)
