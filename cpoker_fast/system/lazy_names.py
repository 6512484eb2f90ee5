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
        The names that each module defines, with spaces between them. Modules are named relative to the package.
    """

    def __init__(self, package: str, homes: Mapping[str, str]) -> None:
        self.package = package
        self.homes = {module: names.split() for module, names in homes.items()}
        self.module_of = {name: module for module, names in self.homes.items() for name in names}

    def find(self, name: str) -> object:
        """Import the module of a name, and return its value, which becomes a global of the package.

        Threads of free-threaded Python then use it without counting references.
        """
        from cpoker_fast._core import share_globals

        namespace = vars(sys.modules[self.package])
        module = importlib.import_module(f"{self.package}.{self.module_of[name]}")
        value = namespace[name] = getattr(module, name)
        share_globals(namespace)
        return value
