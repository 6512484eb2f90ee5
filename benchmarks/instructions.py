"""Instructions of the C core and of calls, counted by callgrind: python benchmarks/instructions.py [OPTION]...

A count is the same on an idle and on a busy machine, so it shows a slow-down that timings hide. The record is
instructions.json; with --check the exit status is 1 if a count is more than 3 % higher, or 10 % for calls. Only the compiler
that made the record is compared with it, and for calls, which are those of the installed package, only the Python that did.
By any other, --against COMMIT compares with the core of a commit instead. Valgrind does not know AVX-512.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
RECORD = HERE / "instructions.json"
SLACK, SLACK_OF_CALLS = 1.03, 1.1  # calls differ by up to 4 % with addresses, by which CPython's cache of methods goes
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

CALLS = {  # and how many, each with all that a Python loop around it takes
    "strength(hand)": 2000,
    "strength(4, 17, 30, 43, 51)": 2000,
}  # `settle` and `CardSet`, which look up attributes, differ by up to a third with addresses
LOOP = """
import gc
from cpoker_fast import CardSet, strength
hand = CardSet("As Kd Qc Jh 9s")
gc.disable()  # when it runs, and for how long, depends on all that is imported
def loop():
    for _ in range({times}):
        {call}
loop()
"""


def compiler() -> str:
    """Return the name and version of the compiler."""
    return subprocess.run(["gcc", "--version"], check=True, capture_output=True, text=True).stdout.splitlines()[0]


def instructions(*command: str) -> int:
    """Return the instructions of one run."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    report = subprocess.run([*valgrind, *command], check=True, capture_output=True, text=True, env=environment).stderr
    found = re.search(r"Collected : (\d+)", report)
    if found is None:
        sys.exit(f"valgrind did not tell the number of instructions:\n{report}")
    return int(found[1])


def counts(folder: Path, calls: dict[str, int]) -> dict[str, int]:
    """Instructions a hand or a block with the core in a folder, as far as its driver knows the work, and a call.

    Each is the difference of two runs, so that making the tables does not count.
    """
    with tempfile.TemporaryDirectory() as work:
        binary = f"{work}/instructions"
        sources = map(str, sorted((folder / "src").glob("cpf_*.c")))
        flags = ["-O3", "-std=c11", f"-I{folder / 'src'}", "-pthread"]
        driver = folder / "benchmarks" / "instructions.c"
        subprocess.run(["gcc", *flags, str(driver), *sources, "-lm", "-o", binary], check=True)
        known = driver.read_text()
        runs = [
            (f"{name}, {level}", times, [binary, name, level, str(both * times)])
            for name, times in WORK.items()
            if f'"{name.partition("-")[0]}' in known
            for level in LEVELS[: 2 - (name in ONE_KERNEL)]
            for both in (1, 2)
        ] + [
            (call, times, [sys.executable, "-P", "-c", LOOP.format(call=call, times=both * times)])
            for call, times in calls.items()
            for both in (1, 2)
        ]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(pool.map(lambda run: instructions(*run[2]), runs))
    both_runs = zip(runs[::2], found[::2], found[1::2], strict=True)
    return {name: (twice - once) // times for (name, times, _), once, twice in both_runs}


def counts_of_commit(commit: str) -> dict[str, int]:
    """Those of the core as another commit has it, by this compiler."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit], check=False, capture_output=True, cwd=HERE.parent)
        if archive.returncode:
            sys.exit(f"benchmarks/instructions.py: {archive.stderr.decode().strip()}")
        subprocess.run(["tar", "-x", "-C", folder], check=True, input=archive.stdout)
        return counts(Path(folder), {})


def main() -> None:
    """Count, print, and compare or write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--check", action="store_true", help="fail if a count is more than 3 %% above the record")
    group.add_argument("--write", action="store_true", help="make these the record")
    parser.add_argument("--against", metavar="COMMIT", help="compare the core with that of a commit instead of the record")
    arguments = parser.parse_args()
    if missing := [program for program in ("gcc", "valgrind") if not shutil.which(program)]:
        sys.exit(f"benchmarks/instructions.py: there is no {' and no '.join(missing)}")
    if arguments.write and arguments.against:
        parser.error("--write makes a record of all, --against counts the core alone")
    made_by = {"compiler": compiler(), "python": sys.version}
    if arguments.against:
        record = {**made_by, "instructions": counts_of_commit(arguments.against)}
    else:
        record = json.loads(RECORD.read_text()) if RECORD.exists() else {"instructions": {}}
    found = counts(HERE.parent, {} if arguments.against else CALLS)
    slower = []
    for name, count in found.items():
        before = record["instructions"].get(name)
        makers = made_by if name in CALLS else ["compiler"]
        ratio = count / before if before and all(record[maker] == made_by[maker] for maker in makers) else None
        told = f"{ratio:6.3f} of {arguments.against or 'the record'}" if ratio else "not compared"
        print(f"{name:35} {count:>10,} instructions   {told}")
        if ratio and ratio > (SLACK_OF_CALLS if name in CALLS else SLACK):
            slower.append(name)
    if arguments.write:
        RECORD.write_text(json.dumps({**made_by, "instructions": found}, indent=2) + "\n")
    elif arguments.check:
        alone = set() if arguments.against else found.keys() ^ record["instructions"].keys()
        problems = {"more instructions than recorded": slower, "recorded or counted alone": sorted(alone)}
        if told := [f"{problem}: {', '.join(names)}" for problem, names in problems.items() if names]:
            sys.exit(f"benchmarks/instructions.py: {'; '.join(told)}")


if __name__ == "__main__":
    main()
