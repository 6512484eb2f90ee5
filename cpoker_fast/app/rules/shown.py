"""What `cpoker rules` shows: the list of presets, and the rules of a game in words, with all options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from textwrap import wrap

from rich.console import Group as Lines, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cpoker_fast.app.console.output import add_row, new_table
from cpoker_fast.app.rules import sentences
from cpoker_fast.boards import ROWS
from cpoker_fast.rulebook import NaturalMode, RowTables, RowTies, Royalties, Rules
from cpoker_fast.rulebook.natural_words import cards_of_natural
from cpoker_fast.rulebook.option_groups import GROUPS, Group
from cpoker_fast.rulebook.option_index import options_in
from cpoker_fast.rulebook.option_words import (
    first_clause,
    in_runs,
    streets_in_words,
    unmarked,
    value_in_words,
)
from cpoker_fast.rulebook.options import ABSENT, Option
from cpoker_fast.rulebook.presets import SOURCES, local_names_of
from cpoker_fast.settling.settlement import settle

__all__ = ["SCOOP", "heading", "indented", "list_of", "rules_in_words", "typical_results"]

_WIDTH = 80  # columns of text that is easy to read, also in wider terminals and in files


def indented(part: RenderableType) -> RenderableType:
    """Return a part with an indent, in columns that are easy to read."""
    return Constrain(Padding(part, (0, 0, 0, 2)), _WIDTH)


def heading(title: str) -> Lines:
    """Return a heading below an empty line."""
    return Lines("", Text(title, "bold"))


# ---- the list of presets ----


def list_of(presets: Sequence[Rules]) -> Iterator[RenderableType]:
    """Yield the list of presets, a line each: closed games first."""
    titles = {True: "Closed games: all 13 cards at once", False: "\nOpen-face games: street by street"}
    games = {title: [rules for rules in presets if rules.is_closed is kind] for kind, title in titles.items()}
    width = max(len(rules.name) for rules in presets)
    for title, group in games.items():
        yield Text(title, "bold")
        table = new_table("", "")
        table.show_header = False
        table.columns[0].min_width = width
        for rules in group:
            add_row(table, rules.name, rules.note.split(". ")[0].removesuffix("."))
        yield table
    yield Text("\nOther names of the game, and the nearest preset", "bold")
    names = new_table("", "")
    names.show_header = False
    for rules in presets:
        if local_names := local_names_of(rules.name):
            add_row(names, rules.name, ", ".join(local_names))
    yield names
    yield from _sources(rules.note for rules in presets)
    yield "\n`cpoker rules NAME` shows the rules of a game, and `cpoker rules --explain OPTION` what an option means."


def _sources(notes: Iterable[str]) -> Iterator[RenderableType]:
    """Yield a heading and the sources that notes cite by letters in brackets; nothing if they cite none."""
    text = " ".join(notes)
    sources = {f"[{letters}]": source for letters, source in SOURCES.items() if f"[{letters}]" in text}
    if sources:
        yield heading("Sources")
        grid = Table.grid(padding=(0, 1))
        for letters, source in sources.items():
            add_row(grid, letters, source)
        yield Constrain(grid, _WIDTH)


# ---- the rules of a game ----


def rules_in_words(rules: Rules) -> Iterator[RenderableType]:
    """Yield all parts of rules, one below the other."""
    yield Text(rules.name, "bold")
    if rules.note:
        yield Constrain(Text(rules.note), _WIDTH)
    if local_names := local_names_of(rules.name):
        yield Constrain(Text(f"The nearest preset to games that are called {', '.join(local_names)}."), _WIDTH)
    yield heading(f"Points without royalties{sentences.against_whom(rules)}")
    results = Table.grid(padding=(0, 2))
    results.add_column()
    results.add_column(justify="right")
    for result, points in typical_results(rules).items():
        add_row(results, result, f"{points:+d}")
    yield indented(results)
    yield from chain.from_iterable(_group(group, rules) for group in GROUPS if group.name != "file")
    yield from _sources([rules.note])


def _group(group: Group, rules: Rules) -> Iterator[RenderableType]:
    """Yield a heading, sentences, tables, and the options: first those that are not the default."""
    values = {option: value for option in options_in(group.name) if (value := option.plain_in(rules)) is not ABSENT}
    if not values:
        return
    yield heading(group.title)
    has_sentences = group.name in _SENTENCES
    texts = (*_SENTENCES[group.name](rules), *sentences.others(rules, group.name)) if has_sentences else ()
    yield from (indented(Text(unmarked(text))) for text in texts)
    tables = [*_TABLES[group.name](rules)] if group.name in _TABLES else []
    for table in tables:
        yield from ("", indented(table))
    if tables:
        yield ""
    listed = {option: value_in_words(option, value) for option, value in values.items() if _is_listed(option, value)}
    changed = {option: words for option, words in listed.items() if not option.is_default(values[option])}
    if changed:
        yield indented(_options(changed, with_meaning=not has_sentences))
    if defaults := [f"{option.path} ({words})" for option, words in listed.items() if option not in changed]:
        yield indented(Text(_joined(["Defaults:", *defaults]), "dim"))


def _joined(items: Sequence[str]) -> str:
    """Return items in lines, without line breaks inside an item."""
    first, *others = (item.replace(" ", _SPACE) for item in items)
    lines = wrap(f"{first} {', '.join(others)}", _WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace(_SPACE, " ")


_SPACE = "\0"  # in the place of a space that does not end a line


def _is_listed(option: Option, value: object) -> bool:
    """Whether an option is in a list of options; others are in a table of rows or naturals, or a table of options."""
    return not isinstance(value, dict) and option.path != "naturals"


def _options(values: Mapping[Option, str], *, with_meaning: bool) -> Table:
    """Return a table of options with their values in words."""
    table = Table.grid(padding=(0, 2))
    for option, words in values.items():
        meaning = [Text(unmarked(first_clause(option.description)), "dim")] if with_meaning else []
        table.add_row(Text(option.path), Text(words, "bold"), *meaning)
    return table


# ---- sentences and tables of groups ----


def _streets(rules: Rules) -> Iterator[str]:
    yield f"Cards dealt to each player: {streets_in_words(rules.streets)}."
    yield from sentences.streets(rules)


def _fantasyland(rules: Rules) -> Iterator[str]:
    if rules.fantasyland is not None:
        yield "A player in Fantasyland gets all cards of a deal at once, and sets them hidden from the others."
        yield from sentences.fantasyland(rules.fantasyland)
        yield "These rows of a legal board earn it, or keep a player there; the numbers are the cards of the next deal:"


def _freezeout(rules: Rules) -> Iterator[str]:
    if (terms := rules.table.freezeout) is not None:
        yield from sentences.freezeout(terms)


_SENTENCES: dict[str, Callable[[Rules], Iterable[str]]] = {
    "pairings": sentences.pairings,
    "rows": lambda rules: (*sentences.rows(rules), *sentences.ranking(rules)),
    "scoops": sentences.scoops,
    "horse": sentences.horse_card_and_limits,
    "royalties": sentences.royalties,
    "fouls": lambda rules: (*sentences.legal_boards(rules), *sentences.fouls(rules)),
    "naturals": sentences.naturals,
    "surrender": sentences.surrender,
    "side-payments": sentences.side_payments,
    "streets": _streets,
    "fantasyland": _fantasyland,
    "freezeout": _freezeout,
}


def _rows_table(tables: Royalties | RowTables, title: str) -> Iterator[Table]:
    """Yield a table with a line for each kind of row, and a column each for front, middle and back, if it has lines."""
    by_row = [in_runs(dict(getattr(tables, row))) for row in ROWS]
    if any(by_row):
        table = new_table(title, *ROWS, right=ROWS)
        for kind in dict.fromkeys(kind for numbers in by_row for kind in numbers):
            add_row(table, kind, *(numbers.get(kind, "") for numbers in by_row))
        yield table


def _naturals_table(rules: Rules) -> Iterator[Table]:
    if rules.naturals:
        levels = ["level"] if sentences.has_levels(rules) else []
        table = new_table("natural", "points", *levels, "13 cards", right=["points", "level"])
        for index, natural in enumerate(rules.naturals):
            points = "as a scoop" if rules.natural_mode is NaturalMode.SCOOP else f"{natural.points:,}"
            level = index if natural.level is None else natural.level
            add_row(table, natural.name, points, *[level for _ in levels], cards_of_natural(natural))
        yield table


def _fantasyland_tables(rules: Rules) -> Iterator[Table]:
    if (land := rules.fantasyland) is not None:
        yield from _rows_table(land.entry, "earns Fantasyland")
        yield from _rows_table(land.stay, "keeps a player there")


def _levels_table(rules: Rules) -> Iterator[Table]:
    if (terms := rules.table.freezeout) is not None:
        table = new_table(
            "level", "chips per point", str(terms.levels_in), right=["level", "chips per point", terms.levels_in]
        )
        for number, (point, length) in enumerate(terms.levels, 1):
            add_row(table, number, f"{point:,}", f"{length:,}" if number < len(terms.levels) else "to the end")
        yield table


_TABLES: dict[str, Callable[[Rules], Iterable[Table]]] = {
    "royalties": lambda rules: _rows_table(rules.royalties, "points"),
    "naturals": _naturals_table,
    "fantasyland": _fantasyland_tables,
    "freezeout": _levels_table,
}


SCOOP = "winning all three rows: a scoop"
"""Name of the result of winning all rows against one opponent."""

_BOARDS = {
    "ann": "Ah Kd Qc / 9s 9h 7d 4c 2s / As Ac 8h 8d 5c",
    "bob": "Kh Jd Tc / 6s 6h 5d 4s 3c / Qs Qd 7h 7c 3h",
    "cat": "Ks Jh Td / 5s 5h 4d 3s 2d / Js Jc 6d 6c 9c",
    "dan": "Kc Qh 9d / 2h 2c Ad 7s 3d / Ts Th 8c 8s 4h",
    "wins the front": "2c 2d Jd / 6s 6h 5d 4s 3c / Qs Qd 7h 7c 3h",
    "ties the front": "Ad Ks Qh / 6s 6h 5d 4s 3c / Qs Qd 7h 7c 3h",
    "fouls": "8c 8s Jd / 6s 6h 5d 4s 3c / Qs Qd 7h 7c 3h",
}
_LOWBALL_BOARDS = {  # with seven-lows, which qualify under all rules
    "ann": "Ah Kd Qc / 7s 5h 4d 3c 2s / As Ac 8h 8d Td",
    "bob": "Kh Jd 3s / 7h 6d 4s 3h 2d / Qs Qd 9s 9c Th",
    "cat": "Ks Jh 6c / 7d 6s 5s 3d 2c / Js Jc 8s 8c 9h",
    "dan": "Kc Qh 5c / 7c 6h 5d 4c 2h / Ts Tc 9d 4h Ad",
    "wins the front": "3s 3d Kh / 7h 6d 4s 3h 2d / Qs Qd 9s 9c Th",
    "ties the front": "Ad Kc Qh / 7h 6d 4s 3h 2d / Qs Qd 9s 9c Th",
    "fouls": "9h 9d Kh / 7h 6d 4s 3h 2d / 6s 6c Qs Jc Ts",
}
"""Boards of one table. The first one wins all rows against the others, except where a name says more."""


def typical_results(rules: Rules) -> dict[str, int]:
    """Return the points of a player for typical results, without royalties and side payments."""
    boards = _LOWBALL_BOARDS if rules.lowball_middle else _BOARDS
    rows_only = replace(
        rules, royalties=Royalties(), deuce_of_spades=False, naturals=(), aces=(), dealer_compensation=0, horse_card=None
    )

    def points(*names: str) -> int:
        table = [boards["ann"], *(boards[name] for name in names)]
        return settle(table, rows_only, button=1).points[0]

    results = {
        "winning two rows, losing one": points("wins the front"),
        **({} if rules.row_ties is RowTies.SUITS else {"winning two rows, tying one": points("ties the front")}),
        SCOOP: points("bob"),
    }
    opponents = ("bob", "cat", "dan")[: rules.players - 1]
    if len(opponents) > 1 and not rules.has_banker:
        home_run = ": a home run" if rules.has_home_run else ""
        results[f"winning all rows against {'three' if len(opponents) > 2 else 'two'} opponents{home_run}"] = points(
            *opponents
        )
    return {**results, "a foul of the opponent": points("fouls")}
