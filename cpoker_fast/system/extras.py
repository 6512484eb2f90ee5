"""Commands that install the libraries of an extra."""

from __future__ import annotations

from cpoker_fast.errors import CpokerError

__all__ = ["install_command", "needs_extra"]


def needs_extra(feature: str, library: str, extra: str) -> CpokerError:
    """Return the error for a feature whose library is missing, with the command that installs the extra."""
    return CpokerError(f"{feature} needs the library {library}: run `{install_command(extra)}`")


def install_command(extra: str) -> str:
    """Return the command that installs the libraries of an extra."""
    return f"pip install 'cpoker_fast[{extra}]'"
