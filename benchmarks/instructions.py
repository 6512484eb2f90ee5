"""Instructions of the C core and of calls, counted by cachegrind: python benchmarks/instructions.py [OPTION]...

A count is the same on an idle and on a busy machine, so it shows a slowdown that timings hide. The record is
instructions.json. With --check, the exit status is 1 if a count is more than 3 % above the record (10 % for calls), or if
only the record or only this run has it. Counts are compared with a record of the same compiler only. Calls run the
installed package, so they also require a record of the same Python. With another compiler, --against COMMIT compares with
the core of a commit. --functions WORKLOAD shows which functions the instructions and cache misses of a workload are in.
Valgrind does not support AVX-512.
"""

from __future__ import annotations

import argparse  # not click, because CI runs this script before it installs anything
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
RECORD = HERE / "instructions.json"
SLACK, SLACK_OF_CALLS = 1.03, 1.1  # calls vary by up to 4 %: CPython's cache of methods depends on addresses
LEVELS = ("portable", "avx2")
# Number of units in a run. The unit of the first nine workloads is a block of 512 rows, hands or tables; later ones count
# hands, deals, runouts of 16 boards, last streets or steps of 64 environments. Slow workloads have fewer units, but enough
# to fill vector lanes.
UNITS_OF_WORKLOADS = {
    "strengths": 32,
    "strengths_of_three": 32,
    "strengths_lowball": 32,
    "strengths_of_six": 32,
    "strengths_of_seven": 32,
    "strengths_of_masks": 32,
    "naturals_many": 32,
    "settle_many": 8,
    "deal_many": 8,
    "best_royalties": 128,
    "best_royalties_many": 256,
    "arrange": 128,
    "arrange_many": 256,
    "own_cards": 128,
    "own_cards_many": 256,
    "count_arrangements_many": 256,
    "undominated": 64,
    "openface-random": 512,
    "openface-careful": 64,
    "openface-swift": 64,
    "rollouts": 4,
    "last_street": 2,
    "environments": 64,
    "fantasyland-14": 64,
    "fantasyland-15": 32,
    "fantasyland-16": 32,
    "fantasyland-17": 16,
}

ONE_KERNEL = {  # workloads with the same code at all levels
    "naturals_many", "settle_many", "deal_many", "openface-random", "openface-careful", "last_street", "environments",
}  # fmt: skip

CALLS = {  # calls, and how often each is repeated; a count includes the Python loop
    "strength(hand)": 2000,
    "strength(4, 17, 30, 43, 51)": 2000,
}  # not `settle` and `CardSet`: their lookups of attributes vary the count by up to a third, with addresses
LOOP = """
import gc
from cpoker_fast import CardSet, strength
hand = CardSet("As Kd Qc Jh 9s")
gc.disable()  # the work of the collector depends on all imported modules
def loop():
    for _ in range({times}):
        {call}
loop()
"""


def compiler() -> str:
    """Return the name and the version of the compiler."""
    return subprocess.run(["gcc", "--version"], check=True, capture_output=True, text=True).stdout.splitlines()[0]


def instructions(*command: str) -> int:
    """Return the number of instructions of one run."""
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    report = subprocess.run([*valgrind, *command], check=True, capture_output=True, text=True, env=environment).stderr
    match = re.search(r"I +refs: +([\d,]+)", report)
    if match is None:
        sys.exit(f"the output of valgrind has no number of instructions:\n{report}")
    return int(match[1].replace(",", ""))


def build_driver(folder: Path, binary: str) -> None:
    """Compile the driver and the core of a folder."""
    sources = map(str, sorted((folder / "src").glob("cpf_*.c")))
    flags = ["-O3", "-std=c11", f"-I{folder / 'src'}", "-pthread", "-static"]  # valgrind starts a static program faster
    driver = folder / "benchmarks" / "instructions.c"
    subprocess.run(["gcc", *flags, str(driver), *sources, "-lm", "-o", binary], check=True)


# Caches of a recent core: 48 KB for data, and 2 MB behind them.
CACHES = ["--cache-sim=yes", "--I1=32768,8,64", "--D1=49152,12,64", "--LL=2097152,16,64"]


def counts_by_function(work: str, *command: str) -> tuple[Counter[str], Counter[str]]:
    """Return the instructions of each function in one run, and its misses of the first cache for data."""
    output = Path(work, f"counts-{command[-1]}")
    valgrind = ["valgrind", "--tool=cachegrind", *CACHES, f"--cachegrind-out-file={output}"]
    subprocess.run([*valgrind, *command], check=True, capture_output=True)
    run, misses, function, columns = Counter[str](), Counter[str](), "", {}
    for line in output.read_text().splitlines():
        if line.startswith("events:"):
            columns = {event: column for column, event in enumerate(line.split())}  # column 0: the line of the source
        elif line.startswith("fn="):
            function = line[len("fn=") :]
        elif line[0].isdigit():
            numbers = line.split()
            run[function] += int(numbers[columns["Ir"]])
            misses[function] += int(numbers[columns["D1mr"]]) + int(numbers[columns["D1mw"]])
    return run, misses


def show_functions(workload: str, level: str) -> None:
    """Print which functions the instructions and cache misses of a workload are in, for each unit."""
    times = UNITS_OF_WORKLOADS[workload]
    with tempfile.TemporaryDirectory() as work:
        binary = f"{work}/instructions"
        build_driver(HERE.parent, binary)
        once, twice = (counts_by_function(work, binary, workload, level, str(factor * times)) for factor in (1, 2))
    run, misses = (after - before for before, after in zip(once, twice, strict=True))
    everything = run.total()
    print(f"{workload}, {level}: {everything // times:,} instructions, {misses.total() // times:,} cache misses")
    for name, count in run.most_common(10):
        print(f"{name:30} {count // times:>10,} {100 * count / everything:6.1f} % {misses[name] // times:>10,} cache misses")


def counts(folder: Path, calls: dict[str, int]) -> dict[str, int]:
    """Return the instructions per unit of each workload that the driver in a folder supports, and of each call.

    Each count is the difference of two runs, which excludes building the tables.
    """
    with tempfile.TemporaryDirectory() as work:
        binary = f"{work}/instructions"
        build_driver(folder, binary)
        driver_text = (folder / "benchmarks" / "instructions.c").read_text()
        runs = [
            (f"{name}, {level}", times, [binary, name, level, str(factor * times)])
            for name, times in UNITS_OF_WORKLOADS.items()
            if f'"{name.partition("-")[0]}' in driver_text
            for level in LEVELS[: 2 - (name in ONE_KERNEL)]
            for factor in (1, 2)
        ] + [
            (call, times, [sys.executable, "-P", "-c", LOOP.format(call=call, times=factor * times)])
            for call, times in calls.items()
            for factor in (1, 2)
        ]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda run: instructions(*run[2]), runs))
    both_runs = zip(runs[::2], results[::2], results[1::2], strict=True)
    return {name: (twice - once) // times for (name, times, _), once, twice in both_runs}


def counts_of_commit(commit: str) -> dict[str, int]:
    """Return the counts of the core of another commit, with this compiler."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit], check=False, capture_output=True, cwd=HERE.parent)
        if archive.returncode:
            sys.exit(f"benchmarks/instructions.py: {archive.stderr.decode().strip()}")
        subprocess.run(["tar", "-x", "-C", folder], check=True, input=archive.stdout)
        return counts(Path(folder), {})


def main() -> None:
    """Count and print instructions, and compare them with the record or write it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--check", action="store_true", help="fail if a count is more than 3 %% (calls: 10 %%) above the record"
    )
    group.add_argument("--write", action="store_true", help="write the counts to the record")
    parser.add_argument("--against", metavar="COMMIT", help="compare the core with that of a commit instead of the record")
    group.add_argument(
        "--functions", metavar="WORKLOAD", choices=UNITS_OF_WORKLOADS, help="show the functions with most instructions"
    )
    arguments = parser.parse_args()
    if missing := [program for program in ("gcc", "valgrind") if not shutil.which(program)]:
        sys.exit(f"benchmarks/instructions.py: not installed: {', '.join(missing)}")
    if arguments.write and arguments.against:
        parser.error("--write requires all counts, and --against counts only the core")
    if arguments.functions:
        show_functions(arguments.functions, LEVELS[0 if arguments.functions in ONE_KERNEL else -1])
        return
    made_by = {"compiler": compiler(), "python": sys.version}
    if arguments.against:
        record = {**made_by, "instructions": counts_of_commit(arguments.against)}
    else:
        record = json.loads(RECORD.read_text()) if RECORD.exists() else {"instructions": {}}
    measured = counts(HERE.parent, {} if arguments.against else CALLS)
    slower = []
    for name, count in measured.items():
        recorded = record["instructions"].get(name)
        required_keys = made_by if name in CALLS else ["compiler"]
        ratio = count / recorded if recorded and all(record[key] == made_by[key] for key in required_keys) else None
        comparison = f"{ratio:6.3f} of {arguments.against or 'the record'}" if ratio else "not compared"
        print(f"{name:35} {count:>10,} instructions   {comparison}")
        if ratio and ratio > (SLACK_OF_CALLS if name in CALLS else SLACK):
            slower.append(name)
    if arguments.write:
        RECORD.write_text(json.dumps({**made_by, "instructions": measured}, indent=2) + "\n")
    elif arguments.check:
        unmatched = set() if arguments.against else measured.keys() ^ record["instructions"].keys()
        problems = {"more instructions than recorded": slower, "only counted or only recorded": sorted(unmatched)}
        if errors := [f"{problem}: {', '.join(names)}" for problem, names in problems.items() if names]:
            sys.exit(f"benchmarks/instructions.py: {'; '.join(errors)}")


if __name__ == "__main__":
    main()
