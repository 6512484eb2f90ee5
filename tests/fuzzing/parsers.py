"""Fuzzing of everything that reads text or files: whatever it is given, it ends in a result or in a CpokerError.

    python tests/fuzzing/parsers.py cards -runs=1000000
    python tests/fuzzing/parsers.py notation -max_total_time=60

Needs the group "fuzz". Options are those of libFuzzer. It starts from the seeds beside this file; an input that fails is
left in the current folder. Beside crashes, it finds what is not read back as it was written.

`sessions` grows by about a kilobyte an input: that is atheris, not the package; libFuzzer's limit of memory ends long runs.
"""

import json
import os
import sys
import tempfile
import warnings
from contextlib import suppress
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["cpoker_fast"]):
    from cpoker_fast import Board, CardSet, Field, LedgerWarning, Rules, simulate
    from cpoker_fast.cardroom import Table, load_session, read_ledger
    from cpoker_fast.errors import CpokerError
    from cpoker_fast.openface import PartialBoard, Placement, Position, Session, format_deal, parse_deal, read_deals
    from cpoker_fast.rulebook.toml_files import read_toml

FOLDER = Path(tempfile.mkdtemp(prefix="fuzzing"))
FILE = FOLDER / "input"
SEEDS = Path(__file__).with_name("seeds")
os.environ["CPOKER_FAST_CACHE"] = str(FOLDER / "cache")  # sessions under other rules want other equilibria


def file_of(data):
    FILE.write_bytes(data)
    return FILE


def text_of(data):
    return data.decode("utf-8", "surrogateescape")


def read_back(read, written, found):
    """What was written is read without an error, as what it was."""
    try:
        again = read(written)
    except CpokerError as error:
        raise AssertionError(f"{found!r} is written as {written!r}, which is refused") from error
    if again != found:
        raise AssertionError(f"{found!r} is read back as {again!r}")


def each(reads, given):
    """What some functions read of the same; they may refuse it."""
    for read in reads:
        with suppress(CpokerError):
            yield read, read(given)


def cards(data):
    found = CardSet(text_of(data))
    read_back(CardSet, str(found), found)


def boards(data):
    found = Board.parse(text_of(data))
    read_back(Board.parse, str(found), found)
    _ = found.is_foul


def placements(data):
    for read, found in each((PartialBoard.parse, Placement.parse, Position.parse), text_of(data)):
        read_back(read, str(found), found)


def rules_toml(data):
    found = read_toml(file_of(data), Rules.from_dict)
    read_back(Rules.from_dict, found.to_dict(), found)


def rules_json(data):
    try:
        plain = json.loads(data)
    except (ValueError, RecursionError):
        return
    found = Rules.from_dict(plain)
    read_back(Rules.from_dict, found.to_dict(), found)


def notation(data):
    for found in read_deals(file_of(data), on_damage=lambda _: None):
        read_back(parse_deal, format_deal(found), found)


def ledgers(data):
    list(each((read_ledger, Table.from_ledger), file_of(data)))


def checkpoints(data):
    simulate("pagat", ["random", "random"], 1, seed=1, checkpoint=file_of(data))


def sessions(data):
    list(each((load_session, Session.load), file_of(data)))


def fields(data):
    Field.load(file_of(data))


TARGETS = {
    one.__name__: one
    for one in (cards, boards, placements, rules_toml, rules_json, notation, ledgers, checkpoints, sessions, fields)
}


def main():
    if sys.argv[1:] == ["--list"]:
        print(*TARGETS, sep="\n")
        return
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"expected one of {', '.join(TARGETS)}")
    name = sys.argv.pop(1)
    target = TARGETS[name]

    def run(data):
        with suppress(CpokerError):
            target(data)

    warnings.simplefilter("ignore", LedgerWarning)
    corpus = FOLDER / "corpus"  # where new inputs go
    corpus.mkdir()
    atheris.Setup([*sys.argv, str(corpus), str(SEEDS / name)], run)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
