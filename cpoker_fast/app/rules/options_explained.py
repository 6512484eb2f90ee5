"""Explanations of options of rules: meaning, values, default, presets and examples."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cpoker_fast.app.console.bad_input import BadInput, quoted_value
from cpoker_fast.app.console.output import print_json, show
from cpoker_fast.app.rules.shown import indented
from cpoker_fast.display.wording import suggestion
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.declaring import Choice, Flag, Int, Models, One
from cpoker_fast.rulebook.option_groups import GROUPS, Group
from cpoker_fast.rulebook.option_index import all_options, options_in, presets_by_value
from cpoker_fast.rulebook.option_words import (
    choices_in_words,
    default_in_words,
    first_clause,
    unmarked,
    unset_value,
    valid_values,
    value_in_words,
)
from cpoker_fast.rulebook.options import ABSENT, REQUIRED, Option
from cpoker_fast.rulebook.royalties import RowTable
from cpoker_fast.rulebook.toml_lines import toml_line, toml_value

__all__ = ["example_of", "explain_options"]


def explain_options(names: Iterable[str], rules: Sequence[Rules], *, as_json: bool) -> None:
    """Print what options, groups and values mean, and the values of the options in some rules."""
    subjects = [_subject_of(name) for name in names]
    if as_json:
        options = dict.fromkeys(option for subject in subjects for option in subject.options)
        print_json(_plain(option, rules) for option in options)
    else:
        show([part for number, subject in enumerate(subjects) for part in _parts(subject, rules, is_first=not number)])


# ---- names ----


class _Subject(NamedTuple):
    """What a name stands for."""

    options: list[Option]
    group: Group | None = None
    value: str = ""
    """A value of the options; empty for any."""


def _as_key(name: str) -> str:
    return re.sub(r"[ -]", "_", name.strip().lower())


def _subject_of(name: str) -> _Subject:
    """Return what a name stands for; raise BadInput if it is unknown or stands for several options."""
    path = re.sub(r"\[\d*\]", "", name)  # as in errors: naturals[2].points
    key, options = _as_key(path), all_options()
    for group in GROUPS:
        if key in (_as_key(group.name), _as_key(group.title)):
            return _Subject(options_in(group.name), group)
    if key in options:
        return _Subject([options[key]])
    inner = [option for option in options.values() if option.key == key or option.path.endswith(f".{key}")]
    if len(inner) == 1:
        return _Subject(inner)
    if inner:
        raise BadInput(f"--explain {quoted_value(name)}: expected one of {', '.join(option.path for option in inner)}")
    for option in options.values():  # a kind of row or a natural
        if isinstance(option.kind, RowTable | Models) and path.startswith(f"{option.path}."):
            return _Subject([option])
    value = path.strip().strip("\"'").lower()
    if with_value := [option for option in options.values() if toml_value(value) in choices_in_words(option)]:
        return _Subject(with_value, value=value)
    raise BadInput(_unknown(name, key))


def _unknown(name: str, key: str) -> str:
    """Return the error message about an unknown name."""
    groups = [group.name for group in GROUPS]
    options = all_options().values()
    values = [str(value) for option in options if isinstance(option.kind, Choice) for value in option.kind.choices]
    known = [*groups, *(option.key for option in options), *(option.path for option in options)]
    hint = suggestion(key, known) or suggestion(name.lower(), values)
    expected = f"expected an option, a value of an option, or one of the groups {', '.join(groups)}"
    return f"--explain {quoted_value(name)}: unknown option: {hint}{expected}"


# ---- text ----


def _parts(subject: _Subject, rules: Sequence[Rules], *, is_first: bool) -> Iterator[RenderableType]:
    if not is_first:
        yield ""
    if subject.group is not None:
        yield Text(subject.group.title, "bold")
        yield indented(Text(unmarked(subject.group.introduction)))
    for number, option in enumerate(subject.options):
        if number or subject.group is not None:
            yield ""
        if subject.value:
            yield Text(f"{option.path} = {toml_value(subject.value)}", "bold")
            yield indented(Text(unmarked(choices_in_words(option)[toml_value(subject.value)])))
            yield ""
        yield Text(option.path, "bold")
        yield indented(Text(unmarked(option.description)))
        yield indented(_details(option, rules))


def _details(option: Option, rules: Sequence[Rules]) -> Table:
    """Return a table of what else there is to say about an option: values, default, presets, and an example."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)

    def add(label: str, lines: Iterable[str]) -> None:
        for number, line in enumerate(lines):
            table.add_row(label if number == 0 else "", Text(line))

    add("values", _values(option))
    add("default", [unmarked(default_in_words(option)) or "none"] if option.model is None else [])
    if not isinstance(option.kind, One):  # whose keys have their own values
        values = presets_by_value(option)
        add("presets", (f"{value_in_words(option, value)} in {', '.join(names)}" for value, names in values))
    if option.path != "base" and not option.is_in_list:  # of the file, or of each natural
        for game in rules:
            add(f"in {game.name}", [value_in_words(option, option.plain_in(game))])
    add("in a file", example_of(option).splitlines())
    return table


def _values(option: Option) -> list[str]:
    """Return the valid values, a line each if they have descriptions; of a table, its keys with their meaning."""
    unset, choices = unset_value(option), choices_in_words(option)
    if any(choices.values()):
        lines = [f"{value}: {words}" if words else value for value, words in choices.items()]
    elif option.model is not None:
        inner = [other for other in all_options().values() if other.table == option.path]
        meanings = {", ".join(other.together): first_clause(other.description) for other in inner}
        kind = "a list of tables" if isinstance(option.kind, Models) else "a table"
        lines = [f"{kind} with these keys:", *(f"{keys}: {meaning}" for keys, meaning in meanings.items())]
    else:
        lines = [valid_values(option)]
    if unset:
        words = value_in_words(option, option.kind.unset)
        lines.append(unset if words in unset else f"{unset}: {words}")
    return [unmarked(line) for line in lines]


# ---- JSON ----


def _plain(option: Option, rules: Sequence[Rules]) -> dict[str, Any]:
    """Return an explanation as plain values."""
    presets = {name: value for value, names in presets_by_value(option) for name in names}
    return {
        "option": option.path,
        "group": option.group.name,
        "description": unmarked(option.description),
        "unit": option.unit,
        "values": option.kind.schema(),
        "choices": {value.strip('"'): unmarked(words) for value, words in choices_in_words(option).items()},
        "default": None if option.default in (REQUIRED, ABSENT) else option.default,
        "presets": presets,
        "example": example_of(option),
        "rules": {game.name: _present(option.plain_in(game)) for game in rules},
    }


def _present(value: Any) -> Any:
    return None if value is ABSENT else value


# ---- examples of rules files ----

_NATURAL = '[[naturals]]\nname = "dragon"\npoints = 13'
_OWN_NATURAL = '[[naturals]]\nname = "two trips and three pairs"\npoints = 7\ncounts = [[3, 3, 2, 2, 2, 1]]'
_DRAGON = f'[[naturals]]\nname = "my dragon"\npoints = 13\ncounts = [[{", ".join("1" * 13)}]]'
_ENTRY = '[fantasyland.entry.front]\n"pair Q" = 14\n"pair K" = 15\n"pair A" = 16'
_STAY = '[fantasyland.stay.front]\n"three of a kind" = 14'
_JACKPOT = '[table.rake.jackpot]\nback = "four of a kind"'
_EXAMPLES = {
    "base": 'base = "pagat"',
    "name": 'name = "ours"',
    "note": 'note = "Friday evenings."',
    "pool_ties": 'base = "pool"\npool_ties = "carry over"',
    "row_ties": 'row_ties = "button"',
    "suit_order": 'row_ties = "suits"\nsuit_order = "clubs, diamonds, hearts, spades"',
    "horse_card": 'horse_card = "Ah"',
    "horse_times": 'horse_card = "Ah"\nhorse_times = 3',
    "most_home_run_points": "home_run_times = 2\nmost_points = 20\nmost_home_run_points = 40",
    "lowball_qualifier": 'lowball_middle = true\nlowball_qualifier = "T"',
    "home_run_players": "home_run_times = 2\nhome_run_players = 4",
    "overall": 'overall_points = 1\noverall = "rows and extras"',
    "royalties": '[royalties]\non = "always"\n\n[royalties.front]\n"three of a kind" = 2',
    "royalties.front": '[royalties.front]\n"three of a kind" = 2\n"pair A" = 1',
    "royalties.middle": '[royalties.middle]\n"full house" = 1\n"four of a kind" = 3',
    "royalties.back": '[royalties.back]\n"four of a kind" = 3\n"straight flush" = 4',
    "dead_rows": 'dead_rows = "out of order"',
    "foul": "foul = 6",
    "foul_pays_royalties": "foul = 6\nfoul_pays_royalties = true",
    "foul_pays_naturals": "foul = 6\nfoul_pays_naturals = true",
    "naturals": f'[[naturals]]\nname = "six pairs"\npoints = 3\n\n{_NATURAL}',
    "naturals.name": _NATURAL,
    "naturals.points": _NATURAL,
    "naturals.level": f"{_NATURAL}\nlevel = 2",
    "naturals.counts": _OWN_NATURAL,
    "naturals.suits": '[[naturals]]\nname = "two suits, of six or seven"\npoints = 3\nsuits = [[7, 6]]',
    "naturals.ranks": '[[naturals]]\nname = "small, ace to eight"\npoints = 4\nranks = "A-8"',
    "naturals.others": '[[naturals]]\nname = "small, but for one card"\npoints = 3\nranks = "2-8"\nothers = [1]',
    "naturals.red": '[[naturals]]\nname = "all red"\npoints = 6\nred = [13]',
    "naturals.required": f'{_DRAGON}\nrequired = "As"',
    "naturals.excluded": f'{_DRAGON}\nexcluded = "2s"',
    "naturals.left_out": '[[naturals]]\nname = "black, but for red aces"\npoints = 6\nred = [0]\nleft_out = "Ah Ad"',
    "naturals.rows": '[[naturals]]\nname = "red flushes"\npoints = 6\nrows = "flushes"\nred = [13]',
    "naturals.compared_by": f'{_OWN_NATURAL}\ncompared_by = "ranks"',
    "surrender": "surrender = 1",
    "aces": "aces = [1, 2, 6, 8]",
    "streets": "streets = [[5, 5], [4, 4], [4, 4]]",
    "fantasyland.entry": _ENTRY,
    "fantasyland.entry.front": _ENTRY,
    "fantasyland.entry.middle": '[fantasyland.entry.middle]\n"four of a kind" = 14',
    "fantasyland.entry.back": '[fantasyland.entry.back]\n"straight flush" = 14',
    "fantasyland.stay": _STAY,
    "fantasyland.stay.front": _STAY,
    "fantasyland.stay.middle": '[fantasyland.stay.middle]\n"four of a kind" = 14',
    "fantasyland.stay.back": '[fantasyland.stay.back]\n"four of a kind" = 14',
    "fantasyland.stay_royalty_over": "fantasyland.stay_royalty_over = 10",
    "table": "[table]\nseats = 5\nbuy_in_least = 50",
    "table.buy_in_most": "table.buy_in_most = 200",
    "table.rebuy_least": "table.rebuy_least = 20",
    "table.fees": "[table.fees]\nby_limit = [[1, 2], [5, 8]]\nminutes = 30",
    "table.fees.by_limit": "table.fees.by_limit = [[1, 2], [5, 8]]",
    "table.fees.minutes": "table.fees.minutes = 30",
    "table.fees.half_after": "table.fees.half_after = 15",
    "table.rake": "[table.rake]\nchips = 2",
    "table.rake.percent": "table.rake.percent = 5",
    "table.rake.cap": "[table.rake]\npercent = 5\ncap = 30",
    "table.rake.to_jackpot": f"[table.rake]\nchips = 2\nto_jackpot = 1\n\n{_JACKPOT}",
    "table.rake.jackpot": _JACKPOT,
    "table.rake.jackpot.front": '[table.rake.jackpot]\nfront = "pair"',
    "table.rake.jackpot.middle": '[table.rake.jackpot]\nmiddle = "three of a kind"',
    "table.rake.jackpot.back": _JACKPOT,
    "table.rake.jackpot.loser": f"{_JACKPOT}\nloser = 40",
    "table.rake.jackpot.winner": f"{_JACKPOT}\nwinner = 20",
    "table.rake.jackpot.table": f"{_JACKPOT}\ntable = 20",
    "table.freezeout": "[table.freezeout]\nchips = 200\nlevels = [[1, 8], [2, 8], [5, 8]]",
    "table.freezeout.chips": "table.freezeout.chips = 200",
    "table.freezeout.levels": "table.freezeout.levels = [[1, 8], [2, 8], [5, 8]]",
    "table.freezeout.levels_in": 'table.freezeout.levels_in = "minutes"',
    "table.freezeout.entry": "table.freezeout.entry = 10",
    "table.freezeout.prizes": "[table.freezeout]\nentry = 10\nprizes = [70, 30]",
}
"""Lines for options that need other lines, or whose values in presets are long or missing."""


def example_of(option: Option) -> str:
    """Return lines of a rules file that set an option to a value that is not its default."""
    if option.path in _EXAMPLES:
        return _EXAMPLES[option.path]
    if isinstance(option.kind, One):
        return option.group.example
    values = presets_by_value(option)
    return toml_line(option.path, values[0][0] if values else _other_value(option))


def _other_value(option: Option) -> Any:
    """Return a value that is not the default."""
    match option.kind:
        case Flag():
            return not option.default
        case Choice() as kind:
            return next(str(member) for member in kind.choices if str(member) != option.default)
        case Int() as kind:
            return kind.low + (kind.low == option.default)
    return option.default
