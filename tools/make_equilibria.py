"""Compute the equilibria of the presets and write them: python tools/make_equilibria.py.

Run it, for half a minute, after every change of the boards that `arrange` finds. The file is the same, bit for bit, on
every machine.
"""

from __future__ import annotations

from cpoker_fast import Field, presets, rules
from cpoker_fast.fields.package_equilibria import SHIPPED, shipped_name, write_shipped


def main() -> None:
    """Write the fields of all presets, those that pay alike once."""
    made: dict[str, Field] = {}
    for name in presets():
        first = shipped_name(rules(name))
        assert first is not None
        if first in made:
            print(f"{name}: same as {first}")
            continue
        made[first] = field = Field.equilibrium(name, cache=False)
        print(f"{name}: {field.exploitability:.4f} points per pairing, standard error {field.error:.4f}")
    write_shipped(made)
    print(f"{SHIPPED}: {SHIPPED.stat().st_size} bytes")


if __name__ == "__main__":
    main()
