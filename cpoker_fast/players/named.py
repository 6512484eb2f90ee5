"""What all bots of the package have: a name that says how they play."""

from __future__ import annotations

__all__ = ["NamedBot"]


class NamedBot:
    """A bot of the package."""

    name: str

    def identity(self) -> str:
        """A text that differs between bots of the package that play differently."""
        return self.name
