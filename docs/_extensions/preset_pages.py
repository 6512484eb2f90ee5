"""A page for each preset, and their list, made from the values of the presets."""

from __future__ import annotations

import re
from collections.abc import Iterable

import preset_sections as sections
from page_text import closed_and_open_face, page, preset_link, sentence, table
from preset_tables import comparison

import cpoker_fast as cp
from cpoker_fast.app.rules.shown import SCOOP, typical_results
from cpoker_fast.boards import ROWS
from cpoker_fast.display.wording import counted
from cpoker_fast.rulebook import Pairings
from cpoker_fast.rulebook.option_index import all_options
from cpoker_fast.rulebook.option_words import streets_in_words
from cpoker_fast.rulebook.presets import SOURCES

FOLDER = "rules/presets"

_INTRODUCTION = """\
(presets)=
# Presets

Presets are rules that players know by name. Each has a page with its points, royalties, naturals and fouls, an example, and
the differences from the most similar preset. Use a preset by its name: `cp.rules("pagat")` in Python, `--rules pagat` on the
[command line](../../reference/command_line.md). `cpoker rules` prints this list.
"""
_SIDE_BY_SIDE = """\
## Side by side

The first numbers are points against one opponent, of a player whose rows earn no royalties: for winning two rows and losing
one, for winning all three (a {term}`scoop`), and for a {term}`foul` of the opponent. The last column counts the
{term}`naturals <natural>`.
"""


def pages() -> dict[str, str]:
    """Return the text of each page, by its path in the source folder."""
    texts = {f"{FOLDER}/{name}.md": preset_page(cp.rules(name)) for name in cp.presets()}
    return {f"{FOLDER}/index.md": index_page(), **texts}


def preset_page(rules: cp.Rules) -> str:
    """Return the page of a preset; for other rules, only the sections about their options."""
    is_preset = rules.name in cp.presets()
    unit = "" if rules.has_pool else " for each {term}`pairing` of two players"
    return page(
        [f"(preset-{rules.name})=", f"# {rules.name}"],
        *_note(rules),
        _at_a_glance(rules),
        f"Amounts are points{unit}. To {{term}}`scoop` is to win all three rows.",
        *(sections.example(rules) if is_preset else []),
        *sections.rows(rules),
        *sections.royalties(rules),
        *sections.naturals(rules),
        *sections.fouls(rules),
        *sections.side_payments(rules),
        *sections.streets(rules),
        *sections.fantasyland(rules),
        *sections.table_terms(rules),
        *(comparison(rules.name) if is_preset else []),
        *(sections.support(rules) if is_preset else []),
        *(sections.commands(rules) if is_preset else []),
    )


def index_page() -> str:
    """Return the page with all presets."""
    closed, open_face = closed_and_open_face()
    names = [rules.name for rules in (*closed, *open_face)]
    return page(
        _INTRODUCTION,
        "## Closed games: all 13 cards at once",
        _list_of(closed),
        "## Open-face games: street by street",
        _list_of(open_face),
        _SIDE_BY_SIDE,
        _side_by_side((*closed, *open_face)),
        ["```{toctree}", ":hidden:", "", *names, "```"],
    )


def _list_of(presets: Iterable[cp.Rules]) -> list[str]:
    sentences = [(rules.name, _without_sources(rules.note).split(". ")[0]) for rules in presets]
    return table(("preset", "game"), ([preset_link(name), sentence(text)] for name, text in sentences))


def _side_by_side(presets: Iterable[cp.Rules]) -> list[str]:
    columns = ("preset", "two rows", "scoop", "foul", "royalties", "kinds of naturals")
    rows = []
    for rules in presets:
        two_rows, _, scoop, *_, foul = typical_results(rules).values()
        rows.append([preset_link(rules.name), two_rows, scoop, foul, _royalties_in_short(rules), len(rules.naturals)])
    return table(columns, rows, right=("two rows", "scoop", "foul", "kinds of naturals"))


# ---- the game in short ----


def _without_sources(note: str) -> str:
    return re.sub(rf" ?\[({'|'.join(SOURCES)})\]", "", note)


def _note(rules: cp.Rules) -> list[list[str]]:
    """Return the note of rules, with links to the keys that it names, and its sources."""
    sources = [source for letters, source in SOURCES.items() if f"[{letters}]" in rules.note]
    text = re.sub(r"\b([a-z_]+)( = (?:\(.*?\)|'.*?'|\d+))?", _option_in_note, _without_sources(rules.note))
    return [[text], *([[f"Source: {'; '.join(sources)}."]] if sources else [])]


def _option_in_note(words_in_note: re.Match[str]) -> str:
    text, key, value = words_in_note[0], words_in_note[1], words_in_note[2]
    if value or "_" in key:
        path = next((path for path, option in all_options().items() if option.key == key), None)
        return f"[`{text}`](#key-{path})" if path else text
    return text


def _at_a_glance(rules: cp.Rules) -> list[str]:
    land = rules.fantasyland
    rows: list[list[object]] = [
        ["cards", streets_in_words(rules.streets)],
        ["who plays whom", _WHO_PLAYS[rules.pairings]],
        ["middle", "2-7 lowball: the lowest row wins" if rules.lowball_middle else "the highest row wins"],
        ["a scoop of one opponent, without royalties", counted(typical_results(rules)[SCOOP], "point")],
        ["royalties", _royalties_in_short(rules)],
        ["kinds of naturals", len(rules.naturals) or "none"],
        ["surrender", "not allowed" if rules.surrender is None else counted(rules.surrender, "point")],
    ]
    if land:
        rows.append(["Fantasyland", f"{sections.extent(land.sizes())} cards"])
    return table(("in short", "value"), rows)


_WHO_PLAYS = {
    Pairings.ALL: "all against all",
    Pairings.BANKER: "each against the banker",
    Pairings.SINGLE_WINNER: "all against all, with a single winner",
    Pairings.POOL: "all for a pool",
}


def _royalties_in_short(rules: cp.Rules) -> str:
    if not any(getattr(rules.royalties, row) for row in ROWS):
        return "none"
    return "win or lose" if rules.royalties.on == "always" else "for won rows"
