"""Instructions of the C core, counted by callgrind: python benchmarks/instructions.py [--check | --write].

A count is the same on an idle and on a busy machine, so it shows a slow-down that timings hide. The record is
instructions.json, with the compiler that made it; with --check the exit status is 1 if a count is more than 3 % higher by
the same compiler. Valgrind does not know AVX-512.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
RECORD = HERE / "instructions.json"
SLACK = 1.03
LEVELS = ("portable", "avx2")
WORK = {  # for how many hands, or blocks of 512 rows, hands or tables: enough to fill lanes, and the fewer the dearer one is
    "strengths": 32,
    "strengths_of_three": 32,
    "strengths_lowball": 32,
    "strengths_of_masks": 32,
    "naturals_many": 32,
    "settle_many": 8,
    "deal_many": 8,
    "best_royalties": 128,
    "best_royalties_many": 256,
    "arrange": 128,
    "arrange_many": 256,
    "count_arrangements_many": 256,
    "undominated": 64,
    "openface-random": 512,
    "openface-careful": 64,
    "openface-swift": 64,
    "last_street": 2,
    "environments": 64,
    "fantasyland-14": 64,
    "fantasyland-15": 32,
    "fantasyland-16": 32,
    "fantasyland-17": 16,
}

ONE_KERNEL = {  # which is the same at all levels
    "naturals_many", "settle_many", "deal_many", "openface-random", "openface-careful", "last_street", "environments",
}  # fmt: skip


def compiler() -> str:
    """The compiler's name and version."""
    return subprocess.run(["gcc", "--version"], check=True, capture_output=True, text=True).stdout.splitlines()[0]


def instructions(binary: Path, work: str, level: str, hands: int) -> int:
    """What one run takes in all."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(binary), work, level, str(hands)]
    report = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    found = re.search(r"Collected : (\d+)", report)
    if found is None:
        sys.exit(f"valgrind did not tell the number of instructions:\n{report}")
    return int(found[1])


def counts(binary: Path) -> Iterator[tuple[str, int]]:
    """Instructions a hand or a block: the difference of two runs, so that making the tables does not count."""
    runs = [(work, level, times) for work in WORK for level in LEVELS[: 2 - (work in ONE_KERNEL)] for times in (1, 2)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda run: instructions(binary, run[0], run[1], run[2] * WORK[run[0]]), runs))
    for (work, level, _), once, twice in zip(runs[::2], found[::2], found[1::2], strict=True):
        yield f"{work}, {level}", (twice - once) // WORK[work]


def main() -> None:
    """Count, print, and compare or write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--check", action="store_true", help="fail if a count is more than 3 %% above the record")
    group.add_argument("--write", action="store_true", help="make these the record")
    arguments = parser.parse_args()
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {"compiler": "", "instructions": {}}
    with tempfile.TemporaryDirectory() as folder:
        binary = Path(folder) / "instructions"
        sources = map(str, sorted((HERE.parent / "src").glob("cpf_*.c")))
        flags = ["-O3", "-std=c11", f"-I{HERE.parent / 'src'}", "-pthread"]
        subprocess.run(["gcc", *flags, str(HERE / "instructions.c"), *sources, "-lm", "-o", str(binary)], check=True)
        found = dict(counts(binary))
    slower = []
    for name, count in found.items():
        before = record["instructions"].get(name)
        print(f"{name:35} {count:>10,} instructions" + (f"   {count / before:6.3f} of the record" if before else ""))
        if before and count > SLACK * before:
            slower.append(name)
    if arguments.write:
        RECORD.write_text(json.dumps({"compiler": compiler(), "instructions": found}, indent=2) + "\n")
    if arguments.check and record["compiler"] != compiler():
        print(f"not compared: the record was made by {record['compiler']}, this is {compiler()}")
    elif arguments.check and (alone := found.keys() ^ record["instructions"].keys()):
        sys.exit(f"benchmarks/instructions.py: recorded or counted alone: {', '.join(sorted(alone))}")
    elif arguments.check and slower:
        sys.exit(f"benchmarks/instructions.py: more instructions than recorded: {', '.join(slower)}")


if __name__ == "__main__":
    main()
