"""What the pages of presets say: values of the rules, as sentences and as rows of tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from math import comb

from page_parts import estimate, key_link, preset_link, table

import cpoker_fast as cp
from cpoker_fast.app.rules import sentences
from cpoker_fast.app.rules.comparing import Difference, differences, in_lines
from cpoker_fast.app.rules.shown import SCOOP, typical_results
from cpoker_fast.arranging.fantasyland_worths import shipped_worth
from cpoker_fast.boards import ROWS
from cpoker_fast.display.wording import counted
from cpoker_fast.estimates import Estimate
from cpoker_fast.rulebook import NaturalMode, Pairings, RowTables
from cpoker_fast.rulebook.natural_words import cards_of_natural
from cpoker_fast.rulebook.option_index import all_options
from cpoker_fast.rulebook.option_words import in_runs, streets_in_words
from cpoker_fast.rulebook.options import ABSENT
from cpoker_fast.rulebook.presets import LOCAL_NAMES, SOURCES
from cpoker_fast.rulebook.toml_lines import toml_value
from cpoker_fast.thinking.network_archive import networks_name

# ---- all presets ----


def local_names() -> Iterator[list[str]]:
    """Yield what players call the game, where, and a link to the nearest preset."""
    for name, (preset, place) in LOCAL_NAMES.items():
        yield [name, place, preset_link(preset)]


_AGAINST = {
    Pairings.ALL: "each other",
    Pairings.BANKER: "the banker",
    Pairings.SINGLE_WINNER: "one winner",
    Pairings.POOL: "a pool",
}


def answers(presets: Iterable[cp.Rules]) -> Iterator[list[str]]:
    """Yield a link to each preset, and its answers to the questions by which players tell their games apart."""
    for rules in presets:
        results = typical_results(rules)
        two_rows, _, scoop, *_ = results.values()
        home_run = next((points // 3 for result, points in results.items() if "home run" in result), "no")  # from each
        paid = "win or lose" if rules.royalties.on == "always" else "only on a win"
        royalties = paid if any(getattr(rules.royalties, row) for row in ROWS) else "none"
        dragons = [natural.points for natural in rules.naturals if natural.name == "dragon"]
        price = "as a scoop" if rules.natural_mode is NaturalMode.SCOOP and dragons else str(*dragons) or "nothing"
        against = _AGAINST[rules.pairings]
        yield [preset_link(rules.name), against, str(two_rows), str(scoop), str(home_run), royalties, price]


_MOST_NAMED = 3  # options in a cell


def similar(presets: Iterable[cp.Rules]) -> Iterator[list[object]]:
    """Yield a link to each preset and to the most similar one, and the options in which they differ, or their number."""
    for rules in presets:
        other = most_similar(rules.name)
        options = dict.fromkeys(row.option.path for row in _differences(rules.name, other))
        if len(options) > _MOST_NAMED:
            differences = f"{len(options)} options"
        else:
            differences = ", ".join(map(key_link, options)) or "none: two names of the same rules"
        yield [preset_link(rules.name), preset_link(other), differences]


def in_a_sentence(presets: Iterable[cp.Rules]) -> Iterator[list[str]]:
    """Yield a link to each preset, and the first sentence of its note."""
    for rules in presets:
        yield [preset_link(rules.name), _without_sources(rules.note).split(". ")[0].rstrip(".") + "."]


def side_by_side(presets: Iterable[cp.Rules]) -> str:
    """Return a table that compares presets."""
    columns = ("preset", "two rows", "scoop", "foul", "royalties", "kinds of naturals")
    rows = []
    for rules in presets:
        two_rows, _, scoop, *_, foul = typical_results(rules).values()
        rows.append([preset_link(rules.name), two_rows, scoop, foul, _royalties_in_short(rules), len(rules.naturals)])
    return table(columns, rows, right=("two rows", "scoop", "foul", "kinds of naturals"))


# ---- the game in short ----


def _without_sources(note: str) -> str:
    return re.sub(rf" ?\[({'|'.join(SOURCES)})\]", "", note)


def sources(rules: cp.Rules) -> list[str]:
    """Return the sources that the note of rules names by letters."""
    return [source for letters, source in SOURCES.items() if f"[{letters}]" in rules.note]


def note(rules: cp.Rules) -> str:
    """Return the note of rules, with links to the keys that it names."""
    return re.sub(r"\b([a-z_]+)( = (?:\(.*?\)|'.*?'|\d+))?", _option_in_note, _without_sources(rules.note))


def _option_in_note(words_in_note: re.Match[str]) -> str:
    text, key, value = words_in_note[0], words_in_note[1], words_in_note[2]
    if value or "_" in key:
        path = next((path for path, option in all_options().items() if option.key == key), None)
        return f"[`{text}`](#key-{path})" if path else text
    return text


_WHO_PLAYS = {
    Pairings.ALL: "all against all",
    Pairings.BANKER: "each against the banker",
    Pairings.SINGLE_WINNER: "all against all, with a single winner",
    Pairings.POOL: "all for a pool",
}


def at_a_glance(rules: cp.Rules) -> list[tuple[str, object]]:
    """Return the first table of a page."""
    land = rules.fantasyland
    return [
        ("cards", streets_in_words(rules.streets)),
        ("who plays whom", _WHO_PLAYS[rules.pairings]),
        ("middle", "2-7 lowball: the lowest row wins" if rules.lowball_middle else "the highest row wins"),
        ("a scoop of one opponent, without royalties", counted(typical_results(rules)[SCOOP], "point")),
        ("royalties", _royalties_in_short(rules)),
        ("kinds of naturals", len(rules.naturals) or "none"),
        ("surrender", "not allowed" if rules.surrender is None else counted(rules.surrender, "point")),
        *([("Fantasyland", f"{_extent(land.sizes())} cards")] if land else []),
    ]


def _royalties_in_short(rules: cp.Rules) -> str:
    if not any(getattr(rules.royalties, row) for row in ROWS):
        return "none"
    return "win or lose" if rules.royalties.on == "always" else "for won rows"


def example_boards(rules: cp.Rules) -> tuple[str, str]:
    """Return the boards of two players."""
    if rules.lowball_middle:
        return "Ks Kh 4d / 9s 7h 5c 3d 2c / As Ah 8h 8c 6s", "Qs Qc 3h / 7s 5h 4s 3c 2d / Kd Jd Td 9d 6d"
    return "6s 6h 6d / 4s 4h 4d 9c 9h / Ks Kh Kd 8s 8c", "Qs Qh 7d / Js Jh Jd 2s 2h / 5s 5h 5d 5c As"


# ---- what is paid ----


def sentences_about(rules: cp.Rules, *subjects: str, groups: Sequence[str] = ()) -> list[str]:
    """Return the sentences about some subjects, and about other options of groups, which have the names of the subjects."""
    texts = (text for subject in subjects for text in getattr(sentences, subject)(rules))
    return [*texts, *sentences.others(rules, *(groups or subjects))]


def results(rules: cp.Rules) -> list[tuple[str, str]]:
    """Return the points of typical results."""
    return [(result, f"{points:+d}") for result, points in typical_results(rules).items()]


def row_table(tables: RowTables | cp.rulebook.Royalties) -> str:
    """Return a table with a line for each kind of row, and a column each for front, middle and back; empty without rows."""
    by_row = [in_runs(dict(getattr(tables, row))) for row in ROWS]
    kinds = dict.fromkeys(kind for numbers in by_row for kind in numbers)
    rows = ([kind, *(numbers.get(kind, "") for numbers in by_row)] for kind in kinds)
    return table(["kind of row", *ROWS], rows, right=ROWS) if kinds else ""


@cache
def _hands_for_one(natural: cp.rulebook.Natural) -> str:
    """Return in how many hands one makes a natural."""
    hands = cp.settling.count_hands(natural)
    return f"{round(comb(52, 13) / hands):,}" if hands else "never"


def naturals(rules: cp.Rules) -> Iterator[list[object]]:
    """Yield each natural, its description, how rare it is, its points, and its level where levels decide."""
    for index, natural in enumerate(rules.naturals):
        points = "as a scoop" if rules.natural_mode is NaturalMode.SCOOP else f"{natural.points:,}"
        level = [index if natural.level is None else natural.level] if sentences.has_levels(rules) else []
        yield [str(natural.name), cards_of_natural(natural), _hands_for_one(natural), points, *level]


# ---- streets, Fantasyland and tables ----


def _extent(numbers: Iterable[int]) -> str:
    """Return the smallest and the largest number as text: ``14 to 17``, or ``14`` if they are equal."""
    ordered = sorted(numbers)
    return " to ".join(map(str, dict.fromkeys((ordered[0], ordered[-1]))))


def streets(rules: cp.Rules) -> Iterator[list[object]]:
    """Yield the numbers of cards of each street, of equal streets together."""
    first = 1
    for (dealt, placed), same in groupby(rules.streets):
        last = first + len(list(same)) - 1
        yield [_extent((first, last)), dealt, placed, dealt - placed]
        first = last + 1


def worths(rules: cp.Rules) -> list[list[object]]:
    """Return the worth of each Fantasyland, by number of players."""
    return [
        [players, cards, estimate(Estimate(mean, worth.errors[cards]), 2)]
        for players in range(2, rules.players + 1)
        if (worth := shipped_worth(rules, players)) is not None
        for cards, mean in worth.points.items()
    ]


def changed_terms(rules: cp.Rules) -> list[list[str]]:
    """Return the terms of a table that differ from the defaults."""
    return [
        [key_link(option.path), f"`{toml_value(value)}`", option.description]
        for option in all_options().values()
        if option.path.startswith("table.") and option.model is None
        if (value := option.plain_in(rules)) not in (option.default, ABSENT)
    ]


# ---- open-face presets together ----

_UNLIKE = ("face-up", "deuce-to-seven")
"""Open-face presets that differ from the others in more than a few options."""
_MOST_PLAYED = "pineapple"


def _land(rules: cp.Rules) -> cp.rulebook.Fantasyland:
    assert rules.fantasyland is not None
    return rules.fantasyland


def alike(presets: Iterable[cp.Rules]) -> list[cp.Rules]:
    """Return the open-face presets that are much alike."""
    return [rules for rules in presets if not rules.is_closed and rules.name not in _UNLIKE]


def is_short(rules: cp.Rules) -> bool:
    """Whether the page of a preset is short: the page of open-face presets has the rest."""
    return rules.name in cp.presets() and rules.name != _MOST_PLAYED and bool(alike([rules]))


def open_face_in_short(presets: Iterable[cp.Rules]) -> Iterator[list[object]]:
    """Yield a line of the first table for each preset."""
    for rules in presets:
        two_rows, _, scoop, *_, foul = typical_results(rules).values()
        cards = streets_in_words(rules.streets)
        yield [preset_link(rules.name), cards, rules.players, two_rows, scoop, foul, _extent(_land(rules).sizes())]


def grouped(presets: Iterable[cp.Rules], fact: Callable[[cp.Rules], str]) -> list[tuple[list[str], str]]:
    """Return each different text of a fact, with the names of the presets that have it."""
    return [(names, text) for text, names in _names_by_text(presets, lambda rules: [fact(rules)]).items()]


def _names_by_text(presets: Iterable[cp.Rules], texts: Callable[[cp.Rules], Iterable[str]]) -> dict[str, list[str]]:
    """Return the names of the presets that have each text."""
    names: dict[str, list[str]] = {}
    for rules in presets:
        for text in texts(rules):
            names.setdefault(text, []).append(f"`{rules.name}`")
    return names


def shared_sentences(presets: Sequence[cp.Rules], *subjects: str, groups: Sequence[str] = ()) -> list[str]:
    """Return the sentences of all presets, and then those of some, with their names."""
    return _shared(presets, lambda rules: sentences_about(rules, *subjects, groups=groups))


def shared_fantasyland_sentences(presets: Sequence[cp.Rules]) -> list[str]:
    """Return the sentences about Fantasyland of all presets, and then those of some, with their names."""
    return _shared(presets, fantasyland_sentences)


def _shared(presets: Sequence[cp.Rules], said: Callable[[cp.Rules], Iterable[str]]) -> list[str]:
    of_all, of_some = [], []
    for sentence, names in _names_by_text(presets, said).items():
        others = [name for rules in presets if (name := f"`{rules.name}`") not in names]
        if not others:
            of_all.append(sentence)
        elif len(others) < len(names):
            of_some.append(f"All but {', '.join(others)}: {sentence}")
        else:
            of_some.append(f"{', '.join(names)}: {sentence}")
    return of_all + of_some


def royalties_table(rules: cp.Rules) -> str:
    """Return the table of royalties."""
    return row_table(rules.royalties)


def entry_table(rules: cp.Rules) -> str:
    """Return the table of the rows that earn a Fantasyland."""
    return row_table(_land(rules).entry)


def stay_table(rules: cp.Rules) -> str:
    """Return the table of the rows that earn another Fantasyland."""
    return row_table(_land(rules).stay)


def fantasyland_sentences(rules: cp.Rules) -> list[str]:
    """Return the sentences about entering and staying in Fantasyland."""
    return [*sentences.fantasyland(_land(rules)), *sentences.others(rules, "fantasyland")]


def all_worths(presets: Iterable[cp.Rules]) -> Iterator[list[object]]:
    """Yield the worth of each Fantasyland, by preset and number of players."""
    for rules in presets:
        for worth in worths(rules):
            yield [preset_link(rules.name), *worth]


def opponents_included(presets: Iterable[cp.Rules]) -> Iterator[list[str]]:
    """Yield what the package includes for each preset: the equilibrium and the networks."""
    for rules in presets:
        yield [preset_link(rules.name), _exploitability(rules), _networks(rules)]


# ---- other presets and players ----


@cache
def _differences(name: str, other: str) -> tuple[Difference, ...]:
    return tuple(differences(cp.rules(name), cp.rules(other)))


def most_similar(name: str) -> str:
    """Return the other preset with the fewest differences."""
    others = [other for other in cp.presets() if other != name]
    return min(others, key=lambda other: len(_differences(*sorted((name, other)))))


def comparison(name: str, other: str) -> list[list[str]]:
    """Return the differences of two presets."""
    return [
        [f"{key_link(row.option.path)} {row.part}".rstrip(), *(value.words for value in row.values)]
        for row in in_lines(_differences(name, other))
    ]


def included(rules: cp.Rules) -> Iterator[list[str]]:
    """Yield what the package includes for rules: fields, bots and networks."""
    boards = len(cp.fields.Field.equilibrium(rules).boards)
    yield [
        "{py:obj}`equilibrium <cpoker_fast.fields.Field.equilibrium>`",
        f"{boards:,} boards; the {{term}}`best response` to them wins {_exploitability(rules)} points per pairing",
    ]
    yield ["{py:obj}`bots <cpoker_fast.bots>`", ", ".join(f"`{name}`" for name in cp.bots(rules))]
    if not rules.is_closed:
        yield ["value networks", _networks(rules)]


def _exploitability(rules: cp.Rules) -> str:
    field = cp.fields.Field.equilibrium(rules)
    return estimate(Estimate(field.exploitability or 0.0, field.error or 0.0), 4)


def _networks(rules: cp.Rules) -> str:
    name = networks_name(rules)
    return f"those trained for `{name}`" if name else "none: `expert` plays rollouts with `careful`"
