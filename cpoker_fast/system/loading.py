"""Functions and objects of users' modules, by name."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError

__all__ = ["load_object"]


def load_object(name: str, kind: str, known: str) -> Any:
    """Load the object that ``module:name`` names, also from modules in the current folder.

    CpokerError, which calls it a bad `kind`, if it does not exist; `known` lists the names that are accepted as well.
    """
    module, colon, attribute = name.partition(":")
    if not colon or not module or not attribute:
        raise CpokerError(f"bad {kind} {quote(name)}: expected module:function or {known}")
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise CpokerError(f"bad {kind} {quote(name)}: {error}") from error
    finally:
        sys.path.remove(here)
