"""Measure what `arrange` loses because it estimates the opponents' boards.

    \b
    python benchmarks/own_cards.py
    python benchmarks/own_cards.py --hands 400 pagat

For each random hand, the boards of many dealt opponents, who play `arrange` themselves, are sampled twice. The best board by
one half is compared with the board of `arrange` by the other half, and the other way round, so the choice does not profit
from chance. This is done with and without the effect of the player's own cards, and with the best board of `analyze`. The
results are stored in own_cards.json after each preset, and a run continues there; a preset with enough hands is skipped. The
report is OWN_CARDS.md.
"""  # noqa: D301

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

import cpoker_fast as cp
from cpoker_fast.board_arrays import array_of_boards
from cpoker_fast.estimates import Estimate
from cpoker_fast.fields.package_equilibria import shipped_name
from cpoker_fast.fields.sample import pairings_of

RECORD, REPORT = Path(__file__).with_name("own_cards.json"), Path(__file__).with_name("OWN_CARDS.md")
DEALS = 3000  # of each half; three opponents are dealt in each
ANALYZED_DEALS = 4000
CLOSE = 1.8  # only boards whose points by the field are this close to the best are compared
OPPONENTS = (1, 2, 3)
WAYS = {"without": OPPONENTS, "with": OPPONENTS, "analyze": (3,)}  # `arrange` without own cards and with them, and `analyze`
COLUMNS = [(way, opponents) for way, numbers in WAYS.items() for opponents in numbers]

INTRODUCTION = """\
`arrange` and the bot `expert` set a hand against the equilibrium of the rules, and estimate how the cards of the hand
change what opponents are likely to have. The table shows what `arrange` loses in a pairing, in thousandths of a point,
with 95 % margins of error. For each of the random hands, two samples of opponents' hands were dealt, and set by
`arrange`. One sample chose the best board, and the other one compared it with the board of `arrange`. The last two
columns are for three opponents: the loss with `own_cards=False`, and the loss of `analyze` with 4,000 deals for each
hand.

Most hands lose nothing, and a few lose a tenth of a point, so the margins are wide. The board that a sample chooses is not
always the best one, so true losses are a little larger, and a loss below 0 means that `analyze` chose better than the
sample. Presets that pay for winning all rows, such as `one-six`, lose more than `simple` or `pagat`: the estimate is a sum
over the rows of a board, and these payments are not.

To continue the measurement: `python benchmarks/own_cards.py --hands 200` in a copy of the source.
"""


def decide(hand: list[int], rules: cp.Rules, way: str, opponents: int, seed: int) -> cp.Placement:
    """Return the placement of a hand by one of WAYS."""
    if way == "analyze" and cp.count_arrangements(hand, rules):  # a hand without a legal board is a foul in any way
        best = cp.analyze(hand, rules, opponents, deals=ANALYZED_DEALS, seed=[seed, 2]).best
        if best.board is None:
            return best.placement
        return cp.Placement(*best.board.rows, declare=best.natural or False)
    return cp.arrange(hand, rules, opponents=opponents, own_cards=way != "without")


def losses_of_hand(hand: list[int], rules: cp.Rules, seed: int) -> NDArray[np.float64]:
    """Return the points a pairing that each of COLUMNS loses."""
    undominated = array_of_boards(cp.undominated(hand, rules))
    points = cp.fields.Field.equilibrium(rules).points(undominated, declare=False)
    close = undominated[points > points.max(initial=-np.inf) - CLOSE]
    placements = [decide(hand, rules, way, opponents, seed) for way, opponents in COLUMNS]
    boards = np.vstack([close, array_of_boards(placement.board for placement in placements)])
    declare = np.array([False] * len(close) + [bool(placement.declare) for placement in placements])
    fields = []
    for half in range(2):
        hands = cp.deal_many(DEALS, 3, 13, seed=[seed, half], dead=hand).reshape(-1, 13)
        others = cp.arrange_many(hands, rules)
        fields.append(cp.fields.Field(rules, others.boards, declare=others.declare))
    losses = np.zeros(len(COLUMNS))
    for opponents in OPPONENTS:
        first, second = (field.points(boards, declare=declare, opponents=opponents) for field in fields)
        for chooses, judges in ((first, second), (second, first)):
            lost = (judges[chooses.argmax()] - judges[len(close) :]) / 2 / pairings_of(rules, opponents)
            losses += np.where([column[1] == opponents for column in COLUMNS], lost, 0)
    return losses


def measure(name: str, hands: int) -> dict[str, list[float]]:
    """Return the mean losses of a preset and their standard errors: of each way, by opponents."""
    rules = cp.rules(name)
    dealt = cp.deal_many(hands, 1, 13, seed=20)[:, 0].tolist()
    losses = np.array([losses_of_hand(hand, rules, seed) for seed, hand in enumerate(dealt)])
    mean, error = losses.mean(axis=0), losses.std(axis=0, ddof=1) / hands**0.5
    measured: dict[str, list[float]] = {"hands": [hands]}
    for way in WAYS:
        of_way = [column[0] == way for column in COLUMNS]
        measured[way], measured[f"{way} error"] = mean[of_way].tolist(), error[of_way].tolist()
    return measured


def recorded() -> dict[str, dict[str, list[float]]]:
    """Return the record; empty if there is none."""
    record: dict[str, dict[str, list[float]]] = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    return record


def table(record: dict[str, dict[str, list[float]]]) -> str:
    """Return the record as a table in Markdown."""
    lines = [
        "| preset | hands | 1 opponent | 2 opponents | 3 opponents | no own cards | `analyze` |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, measured in record.items():
        losses = {
            way: [Estimate(*pair) for pair in zip(measured[way], measured[f"{way} error"], strict=True)] for way in WAYS
        }
        shown = (*losses["with"], losses["without"][-1], *losses["analyze"])
        cells = [f"{1000 * loss.mean:.1f} ±\N{NO-BREAK SPACE}{1000 * loss.margin:.1f}" for loss in shown]
        lines.append(f"| `{name}` | {measured['hands'][0]} | {' | '.join(cells)} |")
    return "\n".join(lines)


def report_text(record: dict[str, dict[str, list[float]]]) -> str:
    """Return the report as Markdown."""
    return f"# What `arrange` loses in closed games\n\n{INTRODUCTION}\n{table(record)}\n"


@click.command(help=__doc__)
@click.option("--hands", default=100, show_default=True, help="Random hands for each preset.")
@click.argument("presets", metavar="[PRESET]...", nargs=-1, type=click.Choice(cp.presets()))
def main(hands: int, presets: tuple[str, ...]) -> None:
    """Measure the presets that are not in the record, write it and the report, and print the table."""
    names = presets or list(dict.fromkeys(filter(None, (shipped_name(cp.rules(name)) for name in cp.presets()))))
    record = recorded()
    for name in names:
        if record.get(name, {"hands": [0]})["hands"][0] < hands:
            record[name] = measure(name, hands)
            RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
            click.echo(table({name: record[name]}).splitlines()[-1])
    REPORT.write_text(report_text(record), encoding="utf-8")
    click.echo(table(record))


if __name__ == "__main__":
    main()
