"""Rules files with every option: they load without change, and so does each commented line."""

import re
import tomllib
from dataclasses import replace
from functools import cache

import pytest
from house_options import OPTIONS
from one_street import on_one_street

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.rulebook.option_index import all_options

HEADER, KEY = re.compile(r"\[(.*)\]"), re.compile(r"#?([\w.]+) = (.*)")
KIND, NATURAL = re.compile(r'#?("[^"]*"|[\w]+) = (\d+)'), re.compile(r"    #(\{.*\}),")
TABLES_OF_ROWS = ("front", "middle", "back")


def lines_of(rules, **options):
    return rules.to_toml(explained=True, **options).splitlines()


@cache
def lines_of_preset(name):
    return lines_of(cp.rules(name))


def loaded(tmp_path, lines):
    path = tmp_path / "ours.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return cp.Rules.from_toml(path)


def check_loaded(tmp_path, lines, rules):
    again = loaded(tmp_path, lines)
    assert (again, again.name, again.note) == (rules, rules.name, rules.note)


def read(lines):
    """Return the rules of a file, faster without its comments."""
    return cp.Rules.from_dict(tomllib.loads("\n".join(line for line in lines if not line.lstrip().startswith("#"))))


def options_of(lines):
    """Yield the number of each line of an option, the path of the option, and its value as TOML."""
    table = ""
    for number, line in enumerate(lines):
        if header := HEADER.fullmatch(line):
            table = header[1]
            if table.endswith(TABLES_OF_ROWS):
                yield number, table, "{}"
        elif table.endswith(TABLES_OF_ROWS):
            if kind := KIND.fullmatch(line):
                yield number, f"{table}.{kind[1].strip(chr(34))}", kind[2]
        elif line.startswith("naturals = ["):
            yield number, "naturals", ""
        elif key := KEY.fullmatch(line):
            yield number, f"{table}.{key[1]}".lstrip("."), key[2]
        elif natural := NATURAL.fullmatch(line):
            yield number, "naturals[]", natural[1]


def plain_at(rules, path):
    """Return the plain value of rules at a path; kinds of rows are the last part of it."""
    *tables, key = path.split(".")
    if tables and tables[-1] in TABLES_OF_ROWS and "jackpot" not in tables:
        return dict(plain_at(rules, ".".join(tables)))[key]
    value = rules
    for table in tables:
        value = getattr(value, table)
    return value.kinds()[key].to_plain(getattr(value, key), None)


@pytest.mark.parametrize("name", cp.presets())
def test_a_file_is_the_preset(tmp_path, name):
    rules, lines = cp.rules(name), lines_of_preset(name)
    check_loaded(tmp_path, lines, rules)
    assert next(line for line in lines if line and not line.startswith("#")) == f'base = "{name}"'
    assert all(len(line) <= 80 for line in lines if line.startswith("# "))
    plain = tomllib.loads("\n".join(lines))
    for key in [key for key, value in plain.items() if not isinstance(value, dict)][1:]:  # only what is not a default
        assert plain_at(rules, key) != plain_at(cp.Rules(), key) or key == "naturals"


def test_a_file_says_that_a_table_of_rows_replaces_that_of_the_base(tmp_path):
    lines = lines_of(cp.rules("pagat"))
    header = lines.index("[royalties.middle]")
    comments = " ".join(line.removeprefix("# ") for line in lines[header - 4 : header])
    assert "The table replaces that of pagat: kinds of rows that only pagat lists do not count." in comments
    assert "replaces that of simple" not in "\n".join(lines_of(cp.rules("simple")))  # which has no royalties
    without = [line for line in lines if line != '"full house" = 1']
    assert dict(loaded(tmp_path, without).royalties.middle) == {"four of a kind": 3, "straight flush": 4}


@pytest.mark.parametrize("name", cp.presets())
def test_a_file_has_every_option(name):
    paths = [path for _, path, _ in options_of(lines_of_preset(name))]
    options = {path for path, option in all_options().items() if option.model is None and not option.is_in_list}
    assert options <= set(paths)
    assert "players" in paths
    assert sorted(path for path in paths if path in options) == sorted(options)  # each once
    patterns = [line for line in lines_of_preset(name) if line.strip().lstrip("#").startswith("{name = ")]
    assert len(patterns) == len(cp.rulebook.Pattern)


@pytest.mark.parametrize("name", cp.presets())
def test_each_line_that_is_commented_out_can_be_set_alone(name):
    """Lines that require others, or other pairings, say so."""
    lines, count = lines_of_preset(name), 0
    for number, path, value in [*options_of(lines)]:
        if not lines[number].lstrip().startswith("#"):
            continue
        count += 1
        changed = [*lines]
        changed[number] = lines[number].replace("#", "", 1)
        remark = remark_above(lines, number)
        if "Not with the other options" in remark:
            with pytest.raises(errors.RulesError, match="not allowed with pairings"):
                read(complete(changed, number))
            continue
        if "Requires another line" in remark:
            with pytest.raises(errors.RulesError, match="expected a kind of row for front, middle or back"):
                read(changed)
            changed = complete(changed, number)
        rules = read(changed)
        if path == "naturals[]":
            assert tomllib.loads(f"natural = {value}")["natural"] in plain_at(rules, "naturals")
        else:
            assert plain_at(rules, path) == tomllib.loads(f"value = {value}")["value"]
    assert count > 60
    has_jackpot = not (cp.rules(name).has_pool or cp.rules(name).has_single_winner)
    assert ("requires another line" in "\n".join(lines).lower()) == has_jackpot


def remark_above(lines, number):
    """Return the comments above a line: up to the next empty line, in a table of rows or a list up to its beginning."""
    above = number
    while lines[above - 1] and not lines[above - 1].startswith("["):
        above -= 1
    return " ".join(line.strip(" #") for line in lines[above:number] if line.startswith("# "))


def complete(lines, number):
    """Return lines with a kind of row that the jackpot requires, if that is what a line requires."""
    if "jackpot." not in lines[number]:
        return lines
    row = "middle" if "jackpot.front" in lines[number] else "front"
    return [f'jackpot.{row} = "pair"' if line.startswith(f"#jackpot.{row}") else line for line in lines]


@pytest.mark.parametrize("options", OPTIONS)
def test_house_rules_have_the_most_similar_base(tmp_path, options):
    rules = cp.Rules(name="ours", note="of the club", **options)
    for base in (None, "pagat", "face-up"):
        check_loaded(tmp_path, lines_of(rules, base=base), rules)


def test_changed_presets_begin_with_the_preset(tmp_path):
    pagat, pineapple = cp.rules("pagat"), cp.rules("pineapple")
    jackpot = cp.rulebook.Rake(chips=2, jackpot=cp.rulebook.Jackpot(back="four of a kind"))
    for rules, base in (
        (replace(pagat, name="pagat", foul=4), "pagat"), (replace(pagat, name="ours", foul=4), "pagat"),
        (replace(pagat, name="ours"), "pagat"),
        (replace(pagat, note="", table=cp.rulebook.TableTerms(rake=jackpot)), "pagat"),
        (replace(cp.rules("hawaiian-gardens"), name="ours", surrender=None), "hawaiian-gardens"),
        (on_one_street("pineapple"), "pineapple"), (replace(pineapple, name="ours", fantasyland=None), "pineapple"),
        (cp.Rules(), "simple"),
    ):  # fmt: skip
        assert f'base = "{base}"' in lines_of(rules)
        check_loaded(tmp_path, lines_of(rules), rules)


def test_options_have_their_meaning_unit_values_and_default():
    text = cp.rules("one-six").to_toml(explained=True)
    for lines in (
        "\n# Extra points for winning all three rows.\n# Values: 0 to 1,000 points\n# Default: 0\nscoop_bonus = 3\n",
        (
            "\n# Payment of a surrender to each opponent. With false, nobody may surrender.\n"
            "# Values: 0 to 1,000 points, or false\n"
        ),
        "\n# Values: 0 to 1,000 points, or false\n#surrender = false\n",
        '\n# Winner of tied rows of a pairing.\n# Values:\n#   "nobody": A tied row pays nothing.\n',
    ):
        assert lines in text
    assert "None" not in text
    assert "`" not in text


def test_the_section_of_an_optional_table():
    closed, open_face = lines_of(cp.rules("pagat")), lines_of(cp.rules("pineapple"))
    assert {"#players = 4", "#streets = [[13, 13]]", "#fantasyland = false"} <= set(closed)
    assert "[fantasyland.stay.back]" in open_face
    assert "players = 3" in open_face
    assert "#straight = 14" in open_face[open_face.index("[fantasyland.entry.middle]") :]


def test_an_explained_file_is_written(tmp_path):
    path = tmp_path / "ours.toml"
    text = cp.rules("malayan").to_toml(path, explained=True)
    assert path.read_text(encoding="utf-8") == text
    with pytest.raises(errors.RulesError, match="base: unknown rules 'nobody'"):
        cp.rules("malayan").to_toml(base="nobody", explained=True)
