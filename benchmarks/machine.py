"""The machine, the compiler and the versions with which a record was measured."""

from __future__ import annotations

import platform
import subprocess
import sysconfig
from importlib.metadata import version
from pathlib import Path

import cpoker_fast as cp


def machine() -> str:
    """Return the processor, its kernels and the operating system."""
    return f"{_processor()}, kernels {cp.ranking.cpu_features().active}, {platform.system()} {platform.machine()}"


def _processor() -> str:
    """Return the model of the processor, or at least its architecture; with the family, since some models have no number."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    values = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if not (model := values.get("model name")):
        return platform.processor() or platform.machine()
    generation = {("25", "17"): "Zen 4", ("26", "2"): "Zen 5"}.get((values.get("cpu family"), values.get("model")))
    return model if generation is None else f"{model} ({generation})"


def compiler() -> str:
    """Return the name and the version of the compiler that builds extensions for this Python."""
    command = (sysconfig.get_config_var("CC") or "cc").split()[0]
    output = subprocess.run([command, "--version"], capture_output=True, text=True, check=False).stdout
    return output.splitlines()[0] if output else platform.python_compiler()


def package() -> str:
    """Return the versions of Python, of the package and of NumPy."""
    return f"Python {platform.python_version()}, cpoker_fast {cp.__version__}, NumPy {version('numpy')}"
