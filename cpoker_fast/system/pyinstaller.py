"""Where PyInstaller finds its hook for the package: the entry point ``pyinstaller40``."""

from pathlib import Path

__all__ = ["hook_folders"]


def hook_folders() -> list[str]:
    """Return the folder of the hook, which is this one."""
    return [str(Path(__file__).parent)]
