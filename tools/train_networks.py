"""Train and pack the value networks of open-face rules.

    \b
    python tools/train_networks.py train pineapple
    python tools/train_networks.py pack

Requires the dependency group "train". Training saves each generation in the folder of --work, and continues from the one
that is kept: in this folder, or in the package.
"""  # noqa: D301

from __future__ import annotations

from pathlib import Path

import click
from networks.reports import kept_generation, report_lines, reports_of, write_record

from cpoker_fast import rules
from cpoker_fast.thinking.network_archive import NETWORKS, SHIPPED, IntegerNetworks, write_networks

WORTHS = {
    "pineapple": {14: 9.4},
    "progressive": {14: 8.0, 15: 13.8, 16: 19.4, 17: 26.1},
    "deuce-to-seven": {14: 6.2, 15: 12.1},
    "turbo": {13: 9.4},
    "standard": {13: 10.5},
}
"""Worth of a Fantasyland in training, in points, by its cards; `tools/measure_worths.py` measures the worth afterwards."""

REPORT = Path(__file__).with_name("networks") / "REPORT.md"
_HEAD = """# How the networks were trained

Written by `python tools/train_networks.py pack`. All generations but the first follow an earlier one. They play
duplicate deals of two players against it, with two seeds. The table has the number of this opponent, and the points
that the generation gains. A generation is kept if it beats the one that was kept before by more than three standard
errors. In training, a Fantasyland counts as its worth. Boards are the training boards of each street. Numbers after ±
are 95 % margins of error. Royalties, fouls and entries are averages over the boards of the generation in these deals.

The error is the root mean square error of the network of a street, in points, at the end of its training. It includes
the noise of target values. It is measured on boards that are not used in training: parts of boards that were set with
all cards known. These boards were other ones for generations with more than 300,000 boards, so do not compare their
errors with those of earlier generations.
"""

_work_option = click.option("--work", type=click.Path(path_type=Path), default=Path("build/networks"), show_default=True)


@click.group(help=__doc__)
def main() -> None:
    pass


@main.command("train")
@click.argument("name", type=click.Choice(NETWORKS))
@_work_option
@click.option("--generations", default=1, show_default=True, help="Number of new generations.")
@click.option("--states", default=3_000_000, show_default=True, help="Training boards of each street in a generation.")
@click.option("--draws", default=6, show_default=True, help="Draws of the next street for each board.")
def train_preset(name: str, work: Path, generations: int, states: int, draws: int) -> None:
    """Train generations of networks for a preset."""
    import torch
    from networks.training import train

    torch.set_num_threads(2)
    train(rules(name), WORTHS[name], work / name, generations, states, draws, click.echo)


@main.command()
@_work_option
def pack(work: Path) -> None:
    """Write the generation that is kept of each preset into the package, and the record and the report of all."""
    from networks.training import Generation

    record, lines = {name: reports_of(name, work) for name in NETWORKS}, [_HEAD]
    packed: dict[str, IntegerNetworks] = {}
    for name in NETWORKS:
        kept = kept_generation(record[name])
        generation = None if kept is None else Generation.kept(rules(name), work / name, kept)
        if generation is None:
            raise click.ClickException(f"no generation in {work / name}: train {name} first")
        packed[name] = IntegerNetworks(*generation.quantized())
        click.echo(f"{name}: generation {kept}")
        lines += report_lines(name, record[name])
    write_networks(packed)
    write_record(record)
    REPORT.write_text("\n".join(lines), encoding="utf-8")
    click.echo(f"{SHIPPED}: {SHIPPED.stat().st_size} bytes")


if __name__ == "__main__":
    main()
