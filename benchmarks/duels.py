"""Duels of the expert with every other bot, under each preset: python benchmarks/duels.py [--deals N] [--check].

Two players play duplicate deals. Points have 95 % margins of error. A number in brackets is the points in standard errors.
With --check the exit status is 1 unless the expert is ahead by more than five standard errors everywhere.
"""

from __future__ import annotations

import argparse
import sys

import cpoker_fast as cp

SURE = 5.0


def main() -> None:
    """Print a line for each preset."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--check", action="store_true", help="fail unless the expert wins by more than five standard errors")
    options = parser.parse_args()
    unsure = []
    for rules in cp.presets():
        cells = []
        for opponent in ("balanced", "royalties", "random"):
            points = cp.simulate(rules, ["expert", opponent], options.deals, seed=1, workers=0).points(0)
            errors = points.mean / points.standard_error
            cells.append(f"{opponent} {points.mean:+7.3f} +- {points.margin:.3f} ({errors:5.1f})")
            if errors <= SURE:
                unsure.append(f"{rules} against {opponent}")
        print(f"{rules:18} {'   '.join(cells)}", flush=True)
    if options.check and unsure:
        sys.exit(f"not ahead by {SURE:g} standard errors: {', '.join(unsure)}")


if __name__ == "__main__":
    main()
