"""Write cpoker_fast/__init__.pyi, which declares the lazily imported names to type checkers: python tools/write_stub.py."""

from __future__ import annotations

from pathlib import Path

import cpoker_fast
from cpoker_fast import _HOMES, _NAMESPACES

HEAD = "# Written by tools/write_stub.py from the table in __init__.py.\n"
TAIL = "\n__version__: str\n__all__: list[str]\n\ndef __dir__() -> list[str]: ...\n"


def stub() -> str:
    """Return the text of the stub."""
    lines = [HEAD]
    homes = {"": _NAMESPACES, **{f".{module}": names.split() for module, names in _HOMES.items()}}
    for module, names in homes.items():
        lines.append(f"from cpoker_fast{module} import (\n")
        lines += [f"    {name} as {name},\n" for name in names]
        lines.append(")\n")
    return "".join([*lines, TAIL])


if __name__ == "__main__":
    Path(cpoker_fast.__file__).with_suffix(".pyi").write_text(stub(), encoding="utf-8")
