"""Platforms that this machine builds for, with a cross compiler that is a Python package."""

from __future__ import annotations

import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """A platform: its name for the compiler, and the command that runs its programs here: () if none is needed, or None."""

    name: str
    emulator: tuple[str, ...] | None = None

    @property
    def compiler(self) -> tuple[str, ...]:
        """The command that compiles C for this platform."""
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
"""Platforms for which the C core is built without Python."""

MACHINES = {machine: Target(f"{machine}-linux-gnu.2.17") for machine in ("x86_64", "aarch64")}
"""Targets of wheels, by machine. Wheels run on Linux with glibc 2.17 (2012) or newer."""
