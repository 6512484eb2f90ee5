"""Measure the worth of a Fantasyland under presets, and write it into the package.

Run it after every change of the shipped networks. It takes some minutes. Without names, it measures all presets with
networks. The file is the same on every machine.
"""

from __future__ import annotations

import json

import click

from cpoker_fast import rules
from cpoker_fast.arranging.fantasyland_worths import SHIPPED_WORTHS
from cpoker_fast.studies import measure_worth
from cpoker_fast.thinking.network_archive import NETWORKS

ERROR = 0.05  # standard error to reach, in points for each opponent


@click.command(help=__doc__)
@click.argument("names", metavar="[PRESET]...", nargs=-1, type=click.Choice(NETWORKS))
def main(names: tuple[str, ...]) -> None:
    """Measure and write the worths of presets, for each number of players."""
    names = names or NETWORKS
    shipped: dict[str, dict[str, dict[str, list[float]]]] = json.loads(SHIPPED_WORTHS.read_text(encoding="utf-8"))
    worths = {name: shipped[name] for name in NETWORKS if name in shipped and name not in names}
    for name in names:
        worths[name] = {}
        for players in range(2, rules(name).players + 1):
            worth = measure_worth(name, players, standard_error=ERROR * (players - 1), seed=1)
            click.echo(f"{name}, {players} players\n{worth}")
            worths[name][str(players)] = {
                str(cards): [round(worth.points[cards], 3), round(worth.standard_errors[cards], 3)] for cards in worth.points
            }
    SHIPPED_WORTHS.write_text(
        json.dumps({name: worths[name] for name in NETWORKS if name in worths}, indent=1) + "\n", encoding="utf-8"
    )
    click.echo(f"{SHIPPED_WORTHS}: {SHIPPED_WORTHS.stat().st_size} bytes")


if __name__ == "__main__":
    main()
