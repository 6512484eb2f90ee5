"""Train and pack the value networks of open-face rules.

    python tools/train_networks.py train pineapple
    python tools/train_networks.py pack

Needs the packages of the group "train". What is done is kept in the folder of --work, where training goes on after a stop.
"""

from __future__ import annotations

from pathlib import Path

import click
import torch
from networks.reports import kept, lines_of
from networks.training import Generation, train

from cpoker_fast import rules
from cpoker_fast.openface.thinking.networks import NETWORKS, SHIPPED, WholeNetworks, write_networks

WORTHS = {
    "pineapple": {14: 9.4},
    "progressive": {14: 8.0, 15: 13.8, 16: 19.4, 17: 26.1},
    "deuce-to-seven": {14: 6.2, 15: 12.1},
    "turbo": {13: 9.4},
    "standard": {13: 10.5},
}
"""What a Fantasyland is worth to the networks, by its cards; `tools/measure_worths.py` measures what it is worth to them."""

REPORT = Path(__file__).with_name("networks") / "REPORT.md"
_HEAD = """# How the networks were trained

Written by `python tools/train_networks.py pack`. A generation is kept if it beats the one before by more than three standard
errors, in duplicate deals of two players with two seeds. Fantasylands count the worth that the generation was trained with.
Numbers after ± are 95 % margins of error. Royalties, fouls and entries are those of the boards of the generation. The error
of a street is the root mean square, in points, when its training ended. It is measured on held-out boards, parts of hands
set in hindsight, and includes the noise of their labels.
"""

_work = click.option("--work", type=click.Path(path_type=Path), default=Path("build/networks"), show_default=True)


@click.group(help=__doc__)
def main() -> None:
    torch.set_num_threads(2)


@main.command("train")
@click.argument("name", type=click.Choice(NETWORKS))
@_work
@click.option("--generations", default=5, show_default=True)
@click.option("--states", default=300_000, show_default=True, help="Boards of each street that a generation learns from.")
@click.option("--draws", default=6, show_default=True, help="Draws of the next street for each of them.")
def train_one(name: str, work: Path, generations: int, states: int, draws: int) -> None:
    """Train generations of the networks of a preset."""
    train(rules(name), WORTHS[name], work / name, generations, states, draws, click.echo)


@main.command()
@_work
def pack(work: Path) -> None:
    """Write the networks of all presets into the package: of each, the last generation that was ahead of the one before."""
    packed: dict[str, WholeNetworks] = {}
    report = [_HEAD]
    for name in NETWORKS:
        last = kept(work / name)
        if last is None:
            raise click.ClickException(f"there is no generation in {work / name}: train {name} first")
        packed[name] = WholeNetworks(*Generation.load(rules(name), last).whole_numbers())
        click.echo(f"{name}: generation {int(last.stem)}")
        report += lines_of(name, work / name)
    write_networks(packed)
    REPORT.write_text("\n".join(report), encoding="utf-8")
    click.echo(f"{SHIPPED}: {SHIPPED.stat().st_size} bytes")


if __name__ == "__main__":
    main()
