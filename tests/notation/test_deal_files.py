"""Files of many deals: writing, appending, reading one by one, and errors with the line of the file."""

import dataclasses
import itertools

import pytest
from dying import run_until_killed

import cpoker_fast as cp
from cpoker_fast import Deal, errors
from cpoker_fast.errors import NotationError
from cpoker_fast.notation import Record, format_deal, parse_deal, read_deals, write_deals


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deals.ofc"


def play_deals(number, rules="pineapple"):
    deals = [Deal(rules, 2, seed=seed, button=seed % 2) for seed in range(number)]
    for deal in deals:
        while not deal.is_over:
            deal.time_out()
    return deals


def test_round_trip(path):
    deals = play_deals(20)
    assert write_deals(path, deals[:12]) == 12
    assert write_deals(path, iter(deals[12:19]), append=True) == 7
    assert write_deals(path, [Record.of_deal(deals[19], ["Ann", "Bo"])], append=True) == 1
    records = list(read_deals(path))
    assert [record.deal().boards for record in records] == [deal.boards for deal in deals]
    assert records[19].names == ("Ann", "Bo")
    assert path.read_text(encoding="utf-8") == "\n\n".join(map(format_deal, records)) + "\n"
    assert write_deals(path, records[:3]) == 3
    assert list(read_deals(str(path))) == records[:3]


def test_appending_begins_a_file_and_adds_to_any_end(path):
    (deal,) = play_deals(1)
    assert write_deals(path, [deal], append=True) == 1
    content = path.read_bytes()
    assert content == format_deal(deal).encode() + b"\n"
    for end in (b"", b"\n", b"\n\n\n", b"\r\n"):
        path.write_bytes(content.rstrip() + end)
        write_deals(path, [deal], append=True)
        assert [record.deal().boards for record in read_deals(path)] == [deal.boards] * 2
    path.write_bytes(content)
    assert write_deals(path, [], append=True) == 0
    assert path.read_bytes() == content
    write_deals(path, [deal], append=True)
    assert path.read_bytes() == content + b"\n" + content


def test_a_file_is_read_deal_by_deal(path):
    write_deals(path, play_deals(3))
    with path.open("ab") as stream:
        stream.write(b"\nnothing of that kind\n")
    deals = read_deals(path)
    assert len(list(itertools.islice(deals, 3))) == 3
    with pytest.raises(NotationError, match=r"deals\.ofc, line 25, column 1: expected a tag, or the line of seat 1"):
        next(deals)


def test_every_damaged_deal_is_reported_with_the_line_of_the_file(path):
    text = "\n\n".join(map(format_deal, play_deals(4))) + "\n"
    lines = text.split("\n")
    assert lines.index("") == 7
    lines[1] = "[Button 7]"
    lines[13] = lines[13].replace("discards", "discord")
    lines[21] = "# a comment\n" + lines[21]
    lines[30] = ""
    path.write_text("\ufeff" + "\r\n".join(lines), encoding="utf-8", newline="")
    with pytest.raises(NotationError, match=r"deals\.ofc, line 2, column 9: Button") as caught:
        list(read_deals(path))
    assert (caught.value.line, caught.value.column) == (2, 9)
    assert str(caught.value).endswith(caught.value.problem)
    damaged = []
    records = list(read_deals(path, on_damage=damaged.append))
    assert [record.deal().boards for record in records] == [play_deals(3)[2].boards]
    assert [(error.line, error.problem.split(":")[0]) for error in damaged] == [
        (2, "Button"), (14, "expected a card such as Jh or Ts, got 'discord'"),
        (31, "expected the lines of 2 to 3 seats under 'pineapple', got 1"),
    ]  # fmt: skip


@pytest.mark.parametrize(("damage", "line", "column", "message"), [
    (b"\xff", 2, 9, "not UTF-8 text: invalid start byte"), ("é".encode() + b"\xe9", 2, 10, "not UTF-8 text"),
    (b"\0", 2, 9, "expected a JSON value"), (b"5" * 2**20, 2, 1, "expected at most 1,048,576 bytes in a line"),
    (b"5" * 2**22, 2, 1, "expected at most 1,048,576 bytes in a line"),
    (b"1]\n" + b"".join(b"[X%d 1]\n" % tag for tag in range(3000)) + b"[Y 1", 1001, 1, "expected at most 1000 lines"),
])  # fmt: skip
def test_bytes_that_are_no_text(path, damage, line, column, message):
    first, second = (format_deal(deal).encode() for deal in play_deals(2))
    path.write_bytes(first.replace(b"[Button 1", b"[Button " + damage) + b"\n\n" + second)
    damaged = []
    assert [format_deal(record).encode() for record in read_deals(path, on_damage=damaged.append)] == [second]
    (error,) = damaged
    assert (error.line, error.column) == (line, column)
    assert message in error.problem


@pytest.mark.parametrize("content", [b"", b"\n\n\n", b"# nothing\n", b"\xef\xbb\xbf", b"\r\n"])
def test_a_file_without_deals(path, content):
    path.write_bytes(content)
    assert list(read_deals(path)) == []


def test_an_error_leaves_the_file_as_it_was(tmp_path, path):
    deals = play_deals(2)
    write_deals(path, deals)
    before = path.read_bytes()
    for append in (False, True):
        with pytest.raises(NotationError, match="expected a Deal, got 5"):
            write_deals(path, [*deals, 5], append=append)
        assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_missing_files_and_bad_arguments(tmp_path, path):
    write_deals(path, play_deals(1))
    for call, error in (
        (lambda: read_deals(tmp_path / "none"), errors.MissingFileError), (lambda: read_deals(tmp_path), errors.FileError),
        (lambda: write_deals(tmp_path / "none" / "none", [], append=False), errors.MissingFileError),
        (lambda: write_deals(tmp_path / "none" / "none", [], append=True), errors.MissingFileError),
        (lambda: read_deals(path, rules=5), cp.CpokerError), (lambda: read_deals(path, on_damage=5), cp.CpokerError),
    ):  # fmt: skip
        with pytest.raises(error):
            call()


def test_house_rules_in_a_file(path):
    ours = dataclasses.replace(cp.rules("pineapple"), name="ours", foul=9)
    theirs = dataclasses.replace(ours, foul=8)
    deals = [*play_deals(2, ours), *play_deals(1), *play_deals(1, theirs)]
    write_deals(path, deals)
    assert [record.rules.foul for record in read_deals(path)] == [9, 9, 6, 8]
    path.write_text("\n\n".join(format_deal(deal, full=False) for deal in deals), encoding="utf-8")
    assert [record.rules.foul for record in read_deals(path, ours)] == [9, 9, 6, 9]
    assert parse_deal(format_deal(deals[0])).rules == ours


@pytest.mark.parametrize(("moment", "whole"), [("torn", 4), ("written", 5), ("synced", 5)])
def test_a_program_that_is_killed_while_it_appends_leaves_all_deals_before(path, moment, whole):
    """Only the deal that it was writing can be damaged, and the next one is not appended to its lines."""
    write_deals(path, play_deals(3))
    code = (
        "from cpoker_fast import Deal, notation\n"
        "for seed in range(3, 6):\n"
        "    deal = Deal('pineapple', 2, seed=seed, button=seed % 2)\n"
        "    while not deal.is_over: deal.time_out()\n"
        "    notation.write_deals(sys.argv[1], [deal], append=True)\n"
    )
    run_until_killed(code, path, at=(moment, 2))
    deals, damaged = [Record.of_deal(deal) for deal in play_deals(5)], []
    for extra in ([], deals[:1]):
        write_deals(path, extra, append=True)
        assert list(read_deals(path, on_damage=damaged.append)) == deals[:whole] + extra
    assert {error.line // 8 + 1 for error in damaged} == ({5} if moment == "torn" else set())
