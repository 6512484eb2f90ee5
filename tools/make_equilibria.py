"""Compute the equilibria of the presets and write them: python tools/make_equilibria.py.

Run it, for half a minute, after every change of the boards that `arrange` finds. The files are the same, bit for bit, on
every machine.
"""

from __future__ import annotations

from pathlib import Path

from cpoker_fast import Field, presets, rules
from cpoker_fast.fields.equilibrium import shipped_file


def main() -> None:
    """Write the fields of all presets, and remove those of presets that no longer exist."""
    made: dict[Path, str] = {}
    for name in presets():
        path = shipped_file(rules(name))
        assert path is not None
        if path in made:
            print(f"{name}: same as {made[path]}")
            continue
        made[path] = name
        path.parent.mkdir(exist_ok=True)
        field = Field.equilibrium(name, cache=False)
        field.save(path)
        print(f"{name}: {field.exploitability:.4f} +- {field.error:.4f} points per pairing, {path.stat().st_size} bytes")
    for path in next(iter(made)).parent.glob("*.npz"):
        if path not in made:
            path.unlink()


if __name__ == "__main__":
    main()
