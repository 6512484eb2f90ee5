"""Speeds of the WebAssembly wheel under Node, beside those of the native build, on one thread each.

    python benchmarks/wasm.py build/wasm/wheels

The folder has the wheels of this package and of NumPy, which tools/build_wasm.py builds. Without a folder, it measures only
the native build.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

import cpoker_fast as cp
from cpoker_fast.app.bench.measuring import best_time, random_decks

ROOT = Path(__file__).parents[1]
RULES, OPEN_FACE = "pagat", "pineapple"
BUDGET = 0.1  # seconds of an open-face position
MICROSECONDS, MILLISECONDS = 1e6, 1e3
Measured = dict[str, float]
"""Values by what was measured, with its unit."""


def each(call: Callable[[object], object], items: Sequence[object], repeat: int = 50) -> float:
    """Return the seconds of a call, in the fastest run over all items, after a run that fills the caches."""

    def run() -> None:
        for item in items:
            call(item)

    run()
    return best_time(run, repeat) / len(items)


def moves() -> list[cp.Position]:
    """Return the positions of a deal between two players who play `swift`."""
    deal, swift, rng, positions = cp.Deal(OPEN_FACE, 2, seed=1), cp.bot("swift"), np.random.default_rng(1), []
    while not deal.is_over:
        positions.append(deal.position())
        deal.place(swift.place(positions[-1], rng))
    return positions


def measured() -> Measured:
    """Measure the Python that runs this; the last values, of rollouts, are the better the higher."""
    decks = random_decks(1000, seed=1)
    hands, rows = [cp.CardSet(deck[:13].tolist()) for deck in decks], [cp.CardSet(deck[:5].tolist()) for deck in decks]
    tables = [[cp.best_royalties(hand.tolist(), RULES) for hand in deck.reshape(4, 13)] for deck in decks[:100]]
    all_hands, all_rows = np.ascontiguousarray(decks[:, :13]), np.ascontiguousarray(decks[:, :50].reshape(-1, 5))
    start = time.perf_counter()
    cp.arrange(hands[0], RULES)
    values = {"arrange, the first call, ms": MILLISECONDS * (time.perf_counter() - start)}
    values["strength, us"] = MICROSECONDS * each(cp.strength, rows)
    values["best_royalties, us"] = MICROSECONDS * each(lambda hand: cp.best_royalties(hand, RULES), hands[:200])
    values["arrange, us"] = MICROSECONDS * each(lambda hand: cp.arrange(hand, RULES), hands[:100])
    values["settle, us"] = MICROSECONDS * each(lambda boards: cp.settle(boards, RULES).points, tables)
    values["analyze, 1,000 deals, ms"] = MILLISECONDS * each(
        lambda hand: cp.analyze(hand, RULES, deals=1000, seed=1), hands[:5], repeat=4
    )
    batches: dict[str, Callable[[], object]] = {
        "strengths, 10,000 rows, us": lambda: cp.strengths(all_rows, threads=1),
        "best_royalties_many, 1,000 hands, us": lambda: cp.best_royalties_many(all_hands, RULES, threads=1),
        "arrange_many, 1,000 hands, us": lambda: cp.arrange_many(all_hands, RULES, threads=1),
    }
    for name, run in batches.items():
        run()
        values[name] = MICROSECONDS * best_time(run, 20)
    positions, swift, rng = moves(), cp.bot("swift"), np.random.default_rng(1)
    values["swift, a move, us"] = MICROSECONDS * each(lambda position: swift.place(position, rng), positions)
    for street, position in enumerate(positions[:6:2], 1):
        samples = cp.analyze(position, seconds=BUDGET, tolerance=0.0, seed=1).samples
        values[f"expert, street {street}, rollouts in 100 ms"] = samples
    return values


def in_pyodide(wheels: Path) -> Measured:
    """Measure the wheels of a folder under Node."""
    command = ["node", "tools/web/in_pyodide.mjs"]
    for name in ("numpy", "cpoker_fast"):
        paths = [*wheels.glob(f"{name}-*.whl")]
        if len(paths) != 1:
            raise SystemExit(f"{wheels}: expected one wheel of {name}, got {len(paths)}; tools/build_wasm.py builds them")
        command += ["--wheel", str(paths[0].resolve())]
    command += ["--mount", str(Path(__file__).parent.resolve()), str(Path(__file__).resolve())]
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    values: Measured = json.loads(output)
    return values


def show(native: Measured, wasm: Measured) -> None:
    """Print a table of speeds."""
    print(f"{'':44}{'native':>10}" + (f"{'wasm':>10}{'slower':>10}" if wasm else ""))
    for name, value in native.items():
        line = f"{name:44}{value:10,.4g}"
        if wasm:
            ratio = value / wasm[name] if "rollouts" in name else wasm[name] / value
            line += f"{wasm[name]:10,.4g}{ratio:9.1f}x"
        print(line)


if __name__ == "__main__":
    if sys.platform == "emscripten":  # Pyodide, which lacks click
        print(json.dumps(measured()))
    else:
        import click

        @click.command(help=__doc__)
        @click.argument("wheels", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
        def main(wheels: Path | None) -> None:
            show(measured(), {} if wheels is None else in_pyodide(wheels))

        main()
