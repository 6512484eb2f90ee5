"""The platforms that are built for on this machine, by a cross compiler that comes as a Python package."""

from __future__ import annotations

import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """A platform, by the compiler's name for it, and the command that runs its programs here; none if nothing does."""

    name: str
    emulator: tuple[str, ...] | None = None

    @property
    def compiler(self) -> tuple[str, ...]:
        """The command that compiles C for it."""
        return sys.executable, "-m", "ziglang", "cc", "-target", self.name


CORES = (
    Target("x86_64-linux-gnu.2.17", ()),
    Target("x86_64-linux-musl", ()),
    Target("aarch64-linux-musl", ("qemu-aarch64-static",)),
    Target("x86_64-windows-gnu", ("wine",)),
    Target("aarch64-windows-gnu"),
    Target("aarch64-macos"),
    Target("x86_64-macos"),
)
"""What the C core is built for by itself."""

MACHINES = {machine: Target(f"{machine}-linux-gnu.2.17") for machine in ("x86_64", "aarch64")}
"""What wheels are built for: any Linux since 2012."""
