"""Duels of the expert with every other bot, under each preset.

    python benchmarks/duels.py

Two players play duplicate deals. Points have 95 % margins of error. A number in brackets is the points in standard errors.
With --check the exit status is 1 unless the expert is ahead by more than five standard errors everywhere.
"""

from __future__ import annotations

import click

import cpoker_fast as cp

SURE = 5.0


@click.command(help=__doc__)
@click.option("--deals", default=20_000, show_default=True, help="Deals of each duel.")
@click.option("--check", is_flag=True, help="Fail unless the expert wins by more than five standard errors.")
def main(deals: int, check: bool) -> None:
    """Print a line for each preset."""
    unsure = []
    for rules in cp.presets():
        cells = []
        for opponent in ("balanced", "royalties", "random"):
            points = cp.simulate(rules, ["expert", opponent], deals, seed=1, workers=0).points(0)
            errors = points.mean / points.standard_error
            cells.append(f"{opponent} {points.mean:+7.3f} +- {points.margin:.3f} ({errors:5.1f})")
            if errors <= SURE:
                unsure.append(f"{rules} against {opponent}")
        click.echo(f"{rules:18} {'   '.join(cells)}")
    if check and unsure:
        raise click.ClickException(f"not ahead by {SURE:g} standard errors: {', '.join(unsure)}")


if __name__ == "__main__":
    main()
