"""Functions and objects of users' modules, by name."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
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


def _import_file(path: str) -> ModuleType:
    """Run a file, and return its module, which cannot be imported by the name of the file."""
    spec = importlib.util.spec_from_file_location(f"cpoker_fast file {path}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot import {quote(path)}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where classes such as dataclasses look for it
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[spec.name]
        raise
    return module


def load_object(name: str, other_names: str, *, file_is_allowed: bool = False) -> Any:
    """Import and return the object that ``module:name`` names; the module may be in the current folder.

    Raises CpokerError if the object does not exist or its module raises an error. `other_names`: other accepted names, for
    the error. With `file_is_allowed`, ``file.py:name`` names an object, too, which other processes cannot import.
    """
    module, colon, attribute = name.rpartition(":") if file_is_allowed else name.partition(":")
    if not colon or not module or not attribute:
        expected = "module:function, file.py:function" if file_is_allowed else "module:function"
        raise CpokerError(f"expected {expected} or {other_names}")
    is_file = module.endswith(".py")
    if is_file and not file_is_allowed:
        meant = f"{_module_in(Path(module))}:{attribute}"
        raise CpokerError(f"expected a module, not a file: did you mean {quote(meant)}?")
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        return getattr(_import_file(module) if is_file else importlib.import_module(module), attribute)
    except (ImportError, AttributeError, OSError) as error:
        raise CpokerError(str(error)) from error
    except (Exception, SystemExit) as error:  # any error of the user's module
        raise CpokerError(f"{type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(here)
