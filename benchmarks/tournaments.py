"""Tournaments of all bots of the package, under the rules pagat and pineapple.

    python benchmarks/tournaments.py

They take five minutes on one core. tournaments.json has their results, and the page of strength in the documentation shows
them. An interrupted run continues from its checkpoints in build/tournaments.
"""

from __future__ import annotations

import json
from pathlib import Path

import click

import cpoker_fast as cp
from cpoker_fast.studies.tournament_counts import TournamentSums
from cpoker_fast.system.files import write_file

RECORD = Path(__file__).with_name("tournaments.json")
CHECKPOINTS = Path(__file__).parents[1] / "build" / "tournaments"
SEED = 1
ROLLOUTS = 96
"""Rollouts of the open-face expert for each placement."""
DEALS = {"pagat": 20_000, "pineapple": 128}


def bots_of(rules: str) -> list[str | cp.players.Bot]:
    """Return all bots of the package for some rules, the weakest first."""
    has_rollouts = not cp.rules(rules).is_closed
    return [cp.bot(name, rollouts=ROLLOUTS) if has_rollouts and name == "expert" else name for name in cp.bots(rules)]


def recorded() -> dict[str, cp.studies.Tournament]:
    """Return the results in tournaments.json, by preset."""
    results = {}
    for rules, plain in json.loads(RECORD.read_text(encoding="utf-8")).items():
        bots, deals = tuple(plain["bots"]), plain["counts"]["deals"]
        counts = TournamentSums.zeros(len(bots)).read(plain["counts"])
        results[rules] = cp.studies.Tournament(
            cp.rules(rules), bots, plain["players"], deals, deals, False, plain["seed"], counts
        )
    return results


def write(results: dict[str, cp.studies.Tournament]) -> None:
    """Write tournaments.json."""
    plain = {
        rules: {"bots": result.bots, "players": result.players, "seed": result.seed, "counts": result.counts.to_dict()}
        for rules, result in results.items()
    }
    text = json.dumps(plain, indent=1) + "\n"
    write_file(RECORD, lambda stream: stream.write(text.encode()))


def tables(result: cp.studies.Tournament) -> list[str]:
    """Return a result as lines of Markdown: the title, the ranking, and the cross-table."""
    lines = [f"{result.title}."]
    for columns, rows in (result.table(), result.cross_table()):
        lines += ["", *(f"| {' | '.join(row)} |" for row in (columns, ["---", *["---:"] * (len(columns) - 1)], *rows))]
    return lines


@click.command(help=__doc__)
def main() -> None:
    CHECKPOINTS.mkdir(parents=True, exist_ok=True)
    results = {}
    for rules, deals in DEALS.items():
        path = CHECKPOINTS / f"{rules}.json"
        results[rules] = cp.tournament(rules, bots_of(rules), deals, seed=SEED, checkpoint=path, progress=True)
        click.echo(f"{results[rules]}\n")
    write(results)


if __name__ == "__main__":
    main()
