"""Functions and objects of the user's own modules, by name."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError

__all__ = ["object_at"]


def object_at(name: str, what: str, known: str) -> Any:
    """What ``module:name`` names; modules in the current folder are found, too.

    Raises CpokerError, which calls it a bad `what`, unless it exists; `known` tells what else is expected.
    """
    module, colon, attribute = name.partition(":")
    if not colon or not module or not attribute:
        raise CpokerError(f"bad {what} {quote(name)}: expected module:function or {known}")
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise CpokerError(f"bad {what} {quote(name)}: {error}") from error
    finally:
        sys.path.remove(here)
