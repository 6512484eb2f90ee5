"""Checks of the parameters of your own functions and methods, before they play as bots or policies."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

from cpoker_fast.display.quoting import shorten
from cpoker_fast.errors import BotError

__all__ = ["check_parameters"]


def check_parameters(
    label: str, function: Any, parameters: Sequence[str], *, hint: str = "", may_be_policy: bool = True
) -> None:
    """Raise BotError if a function cannot be called with positional arguments for `parameters`.

    The error begins with `label` and ends with `hint`. Unless `may_be_policy`, also raise it for a parameter named after
    observations or masks: the function is then a policy, not a bot.
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some functions in C have no signature
        return
    try:
        signature.bind(*parameters)
    except TypeError:
        fits = False
    else:
        fits = may_be_policy or not any(
            word in name for name in [*signature.parameters][: len(parameters)] for word in ("observation", "mask")
        )
    if not fits:
        untyped = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
        actual = shorten(signature.replace(parameters=untyped, return_annotation=inspect.Signature.empty))
        raise BotError(f"{label}: expected the parameters ({', '.join(parameters)}), got {actual}{hint}")
