"""Fuzzing of all functions that read text or files: for any input, they return a result or raise a CpokerError.

    python tests/fuzzing/parsers.py cards -runs=1000000
    python tests/fuzzing/parsers.py -max_total_time=60 notation sessions

Requires the dependency group "fuzz". Functions are fuzzed one by one, each in its own process. Options are those of
libFuzzer. Fuzzing starts from the seeds beside this file, and saves an input that fails in the current folder. It also fails
if a value that is written and read back is not equal.

The memory of `sessions` grows by about a kilobyte per input, because of atheris: libFuzzer's memory limit ends long runs.
"""

import os
import sys
import tempfile
import warnings
from contextlib import suppress
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["cpoker_fast"]):
    from cpoker_fast import Board, CardSet, Placement, Position, Rules, simulate
    from cpoker_fast.app.play import load_session
    from cpoker_fast.app.table import Table, read_ledger
    from cpoker_fast.engines import messages
    from cpoker_fast.errors import CpokerError, LedgerWarning
    from cpoker_fast.fields import Field
    from cpoker_fast.game import PartialBoard, Positions
    from cpoker_fast.notation import format_deal, parse_deal, read_deals
    from cpoker_fast.players.answers import reply_in_texts
    from cpoker_fast.rulebook.rules_files import read_json_file, read_toml_file

FOLDER = Path(tempfile.mkdtemp(prefix="fuzzing"))
FILE = FOLDER / "input"
SEEDS = Path(__file__).with_name("seeds")
os.environ["CPOKER_FAST_CACHE"] = str(FOLDER / "cache")  # sessions under other rules compute other equilibria


def file_of(data):
    FILE.write_bytes(data)
    return FILE


def text_of(data):
    return data.decode("utf-8", "surrogateescape")


def read_back(read, written, value):
    """Read a value from its text; AssertionError if that fails or gives another value."""
    try:
        value_again = read(written)
    except CpokerError as error:
        raise AssertionError(f"{value!r} is written as {written!r}, which is refused") from error
    if value_again != value:
        raise AssertionError(f"{value!r} is read back as {value_again!r}")


def each(reads, text_or_file):
    """Yield each function with the value that it reads; skip functions that raise CpokerError."""
    for read in reads:
        with suppress(CpokerError):
            yield read, read(text_or_file)


def cards(data):
    hand = CardSet(text_of(data))
    read_back(CardSet, str(hand), hand)


def boards(data):
    board = Board.parse(text_of(data))
    read_back(Board.parse, str(board), board)
    _ = board.is_foul


def placements(data):
    for read, value in each((PartialBoard.parse, Placement.parse, Position.parse), text_of(data)):
        read_back(read, str(value), value)


def rules_toml(data):
    rules = read_toml_file(file_of(data), Rules.from_dict)
    read_back(Rules.from_dict, rules.to_dict(), rules)


def rules_json(data):
    rules = read_json_file(file_of(data), Rules.from_dict)
    read_back(Rules.from_dict, rules.to_dict(), rules)


def notation(data):
    for record in read_deals(file_of(data), on_damage=lambda _: None):
        read_back(parse_deal, format_deal(record), record)


def ledgers(data):
    list(each((read_ledger, lambda path: Table.from_ledger(path).check()), file_of(data)))


def checkpoints(data):
    simulate("pagat", ["random", "random"], 1, seed=1, checkpoint=file_of(data))


def sessions(data):
    list(each((load_session,), file_of(data)))


def fields(data):
    Field.load(file_of(data))


def replies(data):
    """Read a reply of an engine as each type of message."""
    reply = messages.read_message(data)
    list(each((messages.read_hello, read_two_placements), reply))


def read_two_placements(reply):
    messages.check_reply(reply, "placements", 1)
    read = messages.read_placements(reply, 2)
    assert len(read.placements) == 2
    assert set(read.problems) <= {0, 1}
    positions = Positions.of_hands(["Ah Kd 2c 9s 9h 4c 4d 3s Ts Th Tc 5d 5s"] * 2, "pagat")
    answers = reply_in_texts(read.placements, positions)
    assert set(answers.problems) >= set(read.problems)
    assert all((answers.boards[index] < 52).all() for index in {0, 1} - {*answers.problems})


TARGETS = {
    target.__name__: target
    for target in (
        cards,
        boards,
        placements,
        rules_toml,
        rules_json,
        notation,
        ledgers,
        checkpoints,
        sessions,
        fields,
        replies,
    )
}


def main():
    if sys.argv[1:] == ["--list"]:
        print(*TARGETS, sep="\n")
        return
    names = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    if not names or not set(names) <= TARGETS.keys():
        sys.exit(f"expected some of {', '.join(TARGETS)}")
    options = [argument for argument in sys.argv if argument not in names]
    for name in names:
        if (process := os.fork()) == 0:
            fuzz(name, options)
        if (code := os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])) != 0:
            sys.exit(f"{name}: exit code {code}")


def fuzz(name, options):
    """Fuzz a function, and end the process."""
    target = TARGETS[name]

    def run(data):
        with suppress(CpokerError):
            target(data)

    print(f"stat::{name}:", file=sys.stderr, flush=True)  # before libFuzzer's statistics
    warnings.simplefilter("ignore", LedgerWarning)
    corpus = FOLDER / name  # where new inputs go
    corpus.mkdir()
    atheris.Setup([*options, str(corpus), str(SEEDS / name)], run)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
