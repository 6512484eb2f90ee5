"""Write the stubs of packages that import their names lazily, for type checkers."""

from __future__ import annotations

from pathlib import Path

import click

import cpoker_fast
from cpoker_fast import _NAMESPACES, game
from cpoker_fast.app import play, table
from cpoker_fast.system.lazy_names import LazyNames

HEAD = "# Written by tools/write_stubs.py from the table in __init__.py.\n"
TAIL = "__all__: list[str]\n\ndef __dir__() -> list[str]: ...\n"


def stub(lazy: LazyNames) -> str:
    """Return the text of the stub of a package."""
    is_root = lazy.package == "cpoker_fast"
    lines = [HEAD]
    homes = {lazy.package: list(_NAMESPACES)} if is_root else {}
    homes |= {lazy.path_of(module): names for module, names in lazy.homes.items()}
    for module, names in homes.items():
        lines.append(f"from {module} import (\n")
        lines += [f"    {name} as {name},\n" for name in names]
        lines.append(")\n")
    return "".join([*lines, "\n", "__version__: str\n" if is_root else "", TAIL])


def stubs() -> dict[Path, str]:
    """Return the text of each stub by its path."""
    packages = (cpoker_fast, game, play, table)
    return {Path(package.__file__).with_suffix(".pyi"): stub(vars(package)["_LAZY"]) for package in packages}


@click.command(help=__doc__)
def main() -> None:
    for path, text in stubs().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
