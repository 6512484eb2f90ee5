"""Measure what `arrange` loses because it estimates the opponents' boards: python benchmarks/own_cards.py.

For each random hand, the boards of many dealt opponents, who play `arrange` themselves, are sampled twice. The best board by
one half is compared with the board of `arrange` by the other half, and the other way round, so the choice does not profit
from chance. This is done with and without the effect of the player's own cards. The results are stored in own_cards.json
after each preset, and a run continues there; a preset with enough hands is skipped.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import cpoker_fast as cp
from cpoker_fast.board_arrays import array_of_boards
from cpoker_fast.estimates import Estimate
from cpoker_fast.fields.package_equilibria import shipped_name
from cpoker_fast.fields.sample import pairings_of

RECORD = Path(__file__).with_name("own_cards.json")
DEALS = 3000  # of each half; three opponents are dealt in each
CLOSE = 1.8  # only boards whose points by the field are this close to the best are compared
OPPONENTS = (1, 2, 3)

INTRODUCTION = """\
{py:obj}`~cpoker_fast.arrange` and the bot `expert` set a hand against the equilibrium of the rules, and estimate how
the cards of the hand change what opponents are likely to have ([Your own cards](fields.md#your-own-cards)). The table
shows how many points a pairing this loses. For random hands, the boards of dealt opponents, who play `arrange` as well,
were sampled twice. One sample chose the best board, and the other one compared it with that of `arrange`. The last
column is the loss with `own_cards=False`. Most hands lose nothing, and a few lose a tenth of a point, so the margins
are wide. Presets with large payments for winning all rows, such as `one-six`, lose the most: the shift of a board is a
sum over its rows, and these payments are not.
"""


def candidates(hand: list[int], rules: cp.Rules) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return boards, and whether they declare: all that are close to the best, and finally those of `arrange`.

    Those of `arrange` are for each number of opponents, first without own cards, then with them.
    """
    boards = array_of_boards(cp.undominated(hand, rules))
    points = cp.Field.equilibrium(rules).points(boards, declare=False, own_cards=True)
    close = boards[points > points.max(initial=-np.inf) - CLOSE]
    decisions = [
        cp.arrange(hand, rules, opponents=opponents, own_cards=own_cards)
        for own_cards in (False, True)
        for opponents in OPPONENTS
    ]
    declare = [False] * len(close) + [bool(decision.declare) for decision in decisions]
    return np.vstack([close, array_of_boards(decision.board for decision in decisions)]), np.array(declare)


def losses_of_hand(hand: list[int], rules: cp.Rules, seed: int) -> NDArray[np.float64]:
    """Return the points a pairing that `arrange` loses: [without and with own cards][opponents]."""
    boards, declare = candidates(hand, rules)
    fields = []
    for half in range(2):
        hands = cp.deal_many(DEALS, 3, 13, seed=[seed, half], dead=hand).reshape(-1, 13)
        others = cp.arrange_many(hands, rules)
        fields.append(cp.Field(rules, others.boards, declare=others.declare))
    losses = np.zeros((2, len(OPPONENTS)))
    for column, opponents in enumerate(OPPONENTS):
        first, second = (field.points(boards, declare=declare, opponents=opponents) for field in fields)
        pairings = pairings_of(rules, opponents)
        for row in range(2):
            played = len(boards) - (2 - row) * len(OPPONENTS) + column
            for chooses, judges in ((first, second), (second, first)):
                losses[row, column] += (judges[chooses.argmax()] - judges[played]) / 2 / pairings
    return losses


def measure(name: str, hands: int) -> dict[str, list[float]]:
    """Return the mean losses of a preset and their standard errors, by opponents."""
    rules = cp.rules(name)
    dealt = cp.deal_many(hands, 1, 13, seed=20)[:, 0].tolist()
    losses = np.array([losses_of_hand(hand, rules, seed) for seed, hand in enumerate(dealt)])
    mean, error = losses.mean(axis=0), losses.std(axis=0, ddof=1) / hands**0.5
    return {
        "hands": [hands],
        "without": mean[0].tolist(),
        "without error": error[0].tolist(),
        "with": mean[1].tolist(),
        "with error": error[1].tolist(),
    }


def recorded() -> dict[str, dict[str, list[float]]]:
    """Return the record; empty if there is none."""
    record: dict[str, dict[str, list[float]]] = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    return record


def table(record: dict[str, dict[str, list[float]]]) -> str:
    """Return the record as a table in Markdown."""
    lines = [
        "| preset | hands | 1 opponent | 2 opponents | 3 opponents | 3, `own_cards=False` |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, measured in record.items():
        with_cards = [Estimate(*pair) for pair in zip(measured["with"], measured["with error"], strict=True)]
        without = Estimate(measured["without"][-1], measured["without error"][-1])
        cells = [f"{loss.mean:.4f} ± {loss.margin:.4f}" for loss in (*with_cards, without)]
        lines.append(f"| `{name}` | {measured['hands'][0]} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure the presets that are not in the record, write it, and print it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=100, help="random hands for each preset (100)")
    parser.add_argument("presets", nargs="*", help="presets (all closed ones that pay differently)")
    arguments = parser.parse_args()
    names = arguments.presets or list(dict.fromkeys(filter(None, (shipped_name(cp.rules(name)) for name in cp.presets()))))
    record = recorded()
    for name in names:
        if record.get(name, {"hands": [0]})["hands"][0] < arguments.hands:
            record[name] = measure(name, arguments.hands)
            RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
            print(table({name: record[name]}).splitlines()[-1], flush=True)
    print(table(record))


if __name__ == "__main__":
    main()
