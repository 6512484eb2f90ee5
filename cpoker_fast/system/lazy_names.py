"""Names of packages that are imported when they are first used, so that importing a package is fast."""

import importlib
import sys
from collections.abc import Mapping

__all__ = ["LazyNames"]


class LazyNames:
    """The names that a package exports. A module is imported when one of its names is first used.

    ``python tools/write_stubs.py`` writes the same names to the ``__init__.pyi`` of the package, for type checkers.

    Parameters
    ----------
    package : str
        ``__name__`` of the package.
    homes : mapping
        The names that each module defines, with spaces between them. The name of a module is relative to
        the package; after a leading dot, it is relative to ``cpoker_fast``.
    """

    def __init__(self, package: str, homes: Mapping[str, str]) -> None:
        self.package = package
        self.homes: dict[str, list[str]] = {module: names.split() for module, names in homes.items()}
        self.module_of: dict[str, str] = {name: module for module, names in self.homes.items() for name in names}

    def path_of(self, module: str) -> str:
        """Return the full name of a module."""
        return (self.package.partition(".")[0] if module.startswith(".") else f"{self.package}.") + module

    def get(self, name: str) -> object:
        """Return the value of a name, as ``__getattr__`` of the package; AttributeError if the package has no such name."""
        if name in self.module_of:
            return self.find(name)
        raise AttributeError(f"module {self.package!r} has no attribute {name!r}")

    def find(self, name: str) -> object:
        """Import the module of a name, and return its value, which becomes a global of the package.

        Threads of free-threaded Python then use it without counting references.
        """
        from cpoker_fast._core import share_globals

        namespace = vars(sys.modules[self.package])
        value = namespace[name] = getattr(importlib.import_module(self.path_of(self.module_of[name])), name)
        share_globals(namespace)
        return value
