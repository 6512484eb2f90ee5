"""Compute equilibria of presets, and write them into the archive of the package.

    \b
    python tools/make_equilibria.py
    python tools/make_equilibria.py pagat simple

Run it without names, which takes about a minute, after every change of the boards that `arrange` finds. With names, the
other presets keep their equilibria. Presets that pay alike share one. The file is the same on every machine.
"""  # noqa: D301

from __future__ import annotations

import click

from cpoker_fast import presets, rules
from cpoker_fast.fields import Field
from cpoker_fast.fields.package_equilibria import SHIPPED, read_shipped, shipped_name, write_shipped


def name_in_archive(preset: str) -> str:
    """Return the name of the equilibrium of a preset."""
    name = shipped_name(rules(preset))
    assert name is not None
    return name


def present_equilibrium(name: str) -> Field:
    """Return an equilibrium of the archive; ClickException if it is missing, or made for other payments."""
    field = read_shipped(Field, rules(name))
    if field is None:
        raise click.ClickException(f"{SHIPPED} has no equilibrium for the present rules {name}: add this name")
    return field


@click.command(help=__doc__)
@click.argument("names", metavar="[PRESET]...", nargs=-1, type=click.Choice(presets()))
def main(names: tuple[str, ...]) -> None:
    chosen = {name_in_archive(preset) for preset in names or presets()}
    all_names = dict.fromkeys(map(name_in_archive, presets()))
    fields = {name: present_equilibrium(name) for name in all_names if name not in chosen}
    for name in all_names:
        if name in chosen:
            fields[name] = field = Field.equilibrium(name, cache=False)
            click.echo(f"{name}: {field.exploitability:.4f} points per pairing, standard error {field.error:.4f}")
    write_shipped({name: fields[name] for name in all_names})
    click.echo(f"{SHIPPED}: {SHIPPED.stat().st_size} bytes")


if __name__ == "__main__":
    main()
