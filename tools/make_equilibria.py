"""Compute the equilibria of the presets and write them: python tools/make_equilibria.py.

Run it after every change of the boards that `arrange` finds. It takes about a minute. The file is bit-identical on every
machine.
"""

from __future__ import annotations

from cpoker_fast import Field, presets, rules
from cpoker_fast.fields.package_equilibria import SHIPPED, shipped_name, write_shipped


def main() -> None:
    """Write the equilibrium fields of all presets; presets with the same payments share a field."""
    fields: dict[str, Field] = {}
    for name in presets():
        field_name = shipped_name(rules(name))
        assert field_name is not None
        if field_name in fields:
            print(f"{name}: same as {field_name}")
            continue
        fields[field_name] = field = Field.equilibrium(name, cache=False)
        print(f"{name}: {field.exploitability:.4f} points per pairing, standard error {field.error:.4f}")
    write_shipped(fields)
    print(f"{SHIPPED}: {SHIPPED.stat().st_size} bytes")


if __name__ == "__main__":
    main()
