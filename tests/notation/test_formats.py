"""Deals in the formats of other programs."""

import os
import re
import sys
import tomllib
from importlib import invalidate_caches
from pathlib import Path

import pytest
from command_line import cpoker

from cpoker_fast import errors, notation
from cpoker_fast.notation import Record, deal_formats, import_deals

PAGE = Path(__file__).parents[2] / "docs" / "guides" / "other_formats.md"
HIGH, LOW = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h"
READERS = f"""
from cpoker_fast import errors, notation

def read(text):
    for line in text.splitlines():
        yield notation.Record.of_boards(["{HIGH}", "{LOW}"], line)

def number(text):
    yield from read("pagat")
    yield 5

def fails(text):
    yield from read("pagat")
    raise KeyError(text)

def damaged(text):
    yield from read("pagat")
    raise notation.parse_deal("[")

def exits(text):
    yield from read("pagat")
    raise SystemExit(3)

def goes_on(text):
    yield errors.NotationError("torn", line=7)
    yield from read("pagat")
    yield errors.NotationError("wet")
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """An installed package with formats, as pip would leave it."""
    (tmp_path / "club_formats.py").write_text(READERS, encoding="utf-8")
    info = tmp_path / "club_formats-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: club-formats\nVersion: 1.0\n", encoding="utf-8")
    entries = ("club = club_formats:read", "missing = club_formats:missing", "nowhere = nowhere:read")
    (info / "entry_points.txt").write_text("\n".join(["[cpoker_fast.deal_formats]", *entries, ""]), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    invalidate_caches()
    yield tmp_path
    sys.modules.pop("club_formats", None)


def test_formats_of_installed_packages(package):
    assert {"club", "missing", "nowhere"} <= {*deal_formats()}
    records = [*import_deals("pagat\none-six", "club")]
    assert [record.rules.name for record in records] == ["pagat", "one-six"]
    assert records[0].settlement().points == (3, -3)
    path = package / "deals.txt"
    path.write_text("\ufeffpagat\none-six\n", encoding="utf-8")
    folders = os.pathsep.join([str(package), str(Path(notation.__file__).parents[2])])
    result = cpoker("replay", "--format", "club", "--check", str(path), env={**os.environ, "PYTHONPATH": folders})
    assert (result.stdout, result.stderr, result.returncode) == ("2 deals, all valid\n", "", 0)


@pytest.mark.parametrize(("form", "message"), [
    ("clob", "unknown format 'clob': did you mean 'club'?"),
    ("missing", "the format 'missing' cannot be loaded: AttributeError: "),
    ("nowhere", "the format 'nowhere' cannot be loaded: ModuleNotFoundError: No module named 'nowhere'"),
    (5, "form: expected the name of a format or a function, got 5"),
])  # fmt: skip
def test_formats_that_cannot_be_loaded(package, form, message):
    with pytest.raises(errors.NotationError) as caught:
        import_deals("pagat", form)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(("name", "message"), [
    ("number", "the format 'number' returned 5 for deal 2: expected a Record, or a NotationError for a damaged deal"),
    ("fails", "the format 'fails' failed after 1 deal: KeyError: 'text'"),
    ("exits", "the format 'exits' failed after 1 deal: SystemExit: 3"),
    ("damaged", "line 1, column 1: expected a tag such as '[Button 1]', got '['"),
])  # fmt: skip
def test_formats_that_fail(package, name, message):
    """Deals before the error are read; the command names the file, and the line if the format has it."""
    import club_formats

    records = import_deals("text", getattr(club_formats, name))
    assert isinstance(next(records), Record)
    with pytest.raises(errors.NotationError) as caught:
        next(records)
    assert str(caught.value) == message
    (package / "deals.txt").write_text("text", encoding="utf-8")
    result = cpoker("replay", "--format", f"club_formats:{name}", "--check", "deals.txt", cwd=package)
    place = "deals.txt:1:1: " if name == "damaged" else "deals.txt: "
    assert result.stderr.splitlines()[0] == f"{place}{message.removeprefix('line 1, column 1: ')} (the rest was not read)"
    assert result.returncode == 2


def test_damaged_deals_are_skipped(package):
    """They have a number; the first one ends the reading unless there is a function to call with the errors."""
    import club_formats

    damaged = []
    (record,) = import_deals("text", club_formats.goes_on, on_damage=damaged.append)
    assert record.settlement().points == (3, -3)
    assert [str(error) for error in damaged] == ["line 7: torn", "wet"]
    with pytest.raises(errors.NotationError, match="^line 7: torn$"):
        next(import_deals("text", club_formats.goes_on))
    with pytest.raises(errors.NotationError, match="^on_damage: expected a function, or None, got 5"):
        import_deals("text", club_formats.goes_on, on_damage=5)
    (package / "deals.txt").write_text("text", encoding="utf-8")
    result = cpoker("replay", "--format", "club_formats:goes_on", "--keep-going", "deals.txt", cwd=package)
    assert result.stdout.startswith("Deal 2, deals.txt: pagat")
    assert result.stderr.splitlines() == [
        "deals.txt:7: torn",
        "deals.txt: wet",
        "Error: 2 errors above; done without them: 1 deal",
    ]


def test_a_module_that_exits(package):
    (package / "leaves.py").write_text("raise SystemExit(4)\n", encoding="utf-8")
    with (package / "club_formats-1.0.dist-info" / "entry_points.txt").open("a", encoding="utf-8") as stream:
        stream.write("leaves = leaves:read\n")
    invalidate_caches()
    with pytest.raises(errors.NotationError, match="^the format 'leaves' cannot be loaded: SystemExit: 4$"):
        import_deals("pagat", "leaves")


def test_bad_options(package):
    (package / "deals.txt").write_bytes(b"\xff")
    for arguments, message in (
        (["--format", "clob"], "Error: deals.txt: not UTF-8 text: invalid start byte at byte 1\n"),
        (["--format", "club_formats:read", "--rules", "pagat"],
         "Error: --rules: expected none, since the format club_formats:read has its own rules\n"),
    ):  # fmt: skip
        result = cpoker("replay", *arguments, "deals.txt", cwd=package)
        assert (result.returncode, result.stderr) == (2, message)


def test_the_example_of_the_guide(tmp_path):
    """The files of the page, and what pip would write for its pyproject.toml."""
    if not PAGE.exists():
        pytest.skip("the documentation is not here")
    for name, content in re.findall(r"(?ms)^```\{file\} (\S+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8")):
        (tmp_path / name).write_text(content, encoding="utf-8")
    points = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    ((group, names),) = points.items()
    info = tmp_path / "thirteen_club-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: thirteen-club\nVersion: 1.0\n", encoding="utf-8")
    entries = [f"[{group}]", *(f"{name} = {function}" for name, function in names.items()), ""]
    (info / "entry_points.txt").write_text("\n".join(entries), encoding="utf-8")
    folders = os.pathsep.join([str(tmp_path), str(Path(notation.__file__).parents[2])])
    environment = {**os.environ, "PYTHONPATH": folders}
    for form in ("thirteen-club", "club:read"):
        result = cpoker("replay", "--format", form, "hands.txt", cwd=tmp_path, env=environment)
        assert (result.returncode, result.stderr) == (0, "")
        assert result.stdout.startswith("Deal 1, hands.txt: pineapple, Ann has the button\nId 811\n")
    damaged = (tmp_path / "hands.txt").read_text(encoding="utf-8").replace("front 9c", "front 9d")
    (tmp_path / "hands.txt").write_text(damaged, encoding="utf-8")
    result = cpoker("replay", "--format", "thirteen-club", "hands.txt", cwd=tmp_path, env=environment)
    assert result.stderr.startswith("Error: hands.txt: hand 811: duplicate card 9d: ")
