"""Functions and objects of users' modules, by name."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError

__all__ = ["load_object"]


def _module_in(path: Path) -> str:
    """Return the name of the module in a file: dotted below the current folder, and without a folder elsewhere."""
    try:
        inner = path.resolve().relative_to(Path.cwd())
    except ValueError:
        inner = Path(path.name)
    return ".".join(inner.with_suffix("").parts)


def load_object(name: str, other_names: str) -> Any:
    """Import and return the object that ``module:name`` names; the module may be in the current folder.

    Raises CpokerError if the object does not exist or its module raises an error. `other_names`: other accepted names, for
    the error.
    """
    module, colon, attribute = name.partition(":")
    if not colon or not module or not attribute:
        raise CpokerError(f"expected module:function or {other_names}")
    if module.endswith(".py"):
        meant = f"{_module_in(Path(module))}:{attribute}"
        raise CpokerError(f"expected a module, not a file: did you mean {quote(meant)}?")
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise CpokerError(str(error)) from error
    except Exception as error:  # any error of the user's module
        raise CpokerError(f"{type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(here)
