"""Sections of the page of a preset; each is an iterator over paragraphs, which are lists of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TypeAlias

from page_text import estimate, key_link, listed, run_session, table, with_terms
from preset_tables import row_table

import cpoker_fast as cp
from cpoker_fast.app.rules import sentences
from cpoker_fast.app.rules.shown import typical_results
from cpoker_fast.arranging.fantasyland_worths import shipped_worth
from cpoker_fast.estimates import Estimate
from cpoker_fast.rulebook import NaturalMode, TableTerms
from cpoker_fast.rulebook.option_index import all_options
from cpoker_fast.rulebook.option_words import description_of, toml_value
from cpoker_fast.rulebook.options import ABSENT
from cpoker_fast.thinking.networks import networks_name

Section: TypeAlias = Iterator[Iterable[str]]

_HAND = "As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c"
_BOARDS = "6s 6h 6d / 4s 4h 4d 9c 9h / Ks Kh Kd 8s 8c", "Qs Qh 7d / Js Jh Jd 2s 2h / 5s 5h 5d 5c As"
_LOWBALL_BOARDS = "Ks Kh 4d / 9s 7h 5c 3d 2c / As Ah 8h 8c 6s", "Qs Qc 3h / 7s 5h 4s 3c 2d / Kd Jd Td 9d 6d"

# ---- what is paid ----


def rows(rules: cp.Rules) -> Section:
    """Yield who plays against whom, and the points for rows, scoops and home runs."""
    yield ["## Points"]
    texts = (*sentences.pairings(rules), *sentences.rows(rules), *sentences.scoops(rules))
    yield listed(with_terms((*texts, *sentences.others(rules, "pairings", "rows", "scoops"))))
    yield [f"Points of a player whose rows earn no royalties{sentences.against_whom(rules)}:"]
    results = typical_results(rules).items()
    yield table(("result", "points"), ([result, f"{points:+d}"] for result, points in results), right=["points"])


def royalties(rules: cp.Rules) -> Section:
    """Yield the royalties."""
    if table_of_rows := row_table(rules.royalties):
        yield ["## Royalties"]
        yield with_terms((*sentences.royalties(rules), *sentences.others(rules, "royalties")))
        yield table_of_rows


def naturals(rules: cp.Rules) -> Section:
    """Yield the naturals."""
    if not rules.naturals:
        return
    has_levels = sentences.has_levels(rules)
    columns = ("natural", "13 cards", "points", *(["level"] if has_levels else []))
    lines = [
        [
            str(natural.pattern),
            description_of(natural.pattern),
            "as a scoop" if rules.natural_mode is NaturalMode.SCOOP else f"{natural.points:,}",
            *([index if natural.level is None else natural.level] if has_levels else []),
        ]
        for index, natural in enumerate(rules.naturals)
    ]
    yield ["## Naturals"]
    yield ["A {term}`natural` is paid in place of the rows. The player chooses whether to {term}`declare` it."]
    yield table(columns, lines, right=("points", "level"))
    yield listed((*sentences.naturals(rules), *sentences.others(rules, "naturals")))


def fouls(rules: cp.Rules) -> Section:
    """Yield the order of legal rows, and the price of a foul."""
    yield ["## Legal boards and fouls"]
    texts = (*sentences.legal_boards(rules), *sentences.ranking(rules), *sentences.fouls(rules))
    yield listed(with_terms((*texts, *sentences.others(rules, "fouls"))))


def side_payments(rules: cp.Rules) -> Section:
    """Yield surrenders and side payments."""
    yield ["## Surrender and side payments"]
    texts = (*sentences.surrender(rules), *sentences.side_payments(rules))
    yield listed(with_terms((*texts, *sentences.others(rules, "surrender", "side-payments"))))


# ---- streets and Fantasyland ----


def extent(numbers: Iterable[int]) -> str:
    """Return the smallest and the largest number as text: ``14 to 17``, or ``14`` if they are equal."""
    ordered = sorted(numbers)
    return " to ".join(map(str, dict.fromkeys((ordered[0], ordered[-1]))))


def streets(rules: cp.Rules) -> Section:
    """Yield the streets of a game."""
    columns = ("street", "cards dealt", "placed", "discarded")
    first, lines = 1, []
    for (dealt, placed), same in groupby(rules.streets):
        last = first + len(list(same)) - 1
        lines.append([extent((first, last)), dealt, placed, dealt - placed])
        first = last + 1
    yield ["## Streets"]
    yield table(columns, lines, right=columns[1:])
    yield listed((*sentences.streets(rules), *sentences.others(rules, "streets")))


def fantasyland(rules: cp.Rules) -> Section:
    """Yield the rows that enter and stay in Fantasyland, and its worth."""
    land = rules.fantasyland
    if land is None:
        return
    yield ["## Fantasyland"]
    yield ["A player in {term}`Fantasyland` gets all cards of a deal at once, and sets them hidden from the others."]
    yield ["A legal board with one of these rows earns it ({term}`entry`); the numbers are the cards of the next deal:"]
    yield row_table(land.entry)
    yield ["In Fantasyland, a legal board with one of these rows earns another Fantasyland (a {term}`stay`):"]
    yield row_table(land.stay)
    yield listed((*sentences.fantasyland(land), *sentences.others(rules, "fantasyland")))
    yield from _worths(rules)


def _worths(rules: cp.Rules) -> Section:
    lines = [
        [players, cards, estimate(Estimate(mean, worth.errors[cards]), 2)]
        for players in range(2, rules.players + 1)
        if (worth := shipped_worth(rules, players)) is not None
        for cards, mean in worth.points.items()
    ]
    columns = ("players", "cards", "points")
    link = "{py:obj}`studies.worth <cpoker_fast.studies.worth>`"
    if lines:
        yield [f"The {{term}}`worth of Fantasyland`, by simulation ({link}), with 95 % margins of error:"]
        yield table(columns, lines, right=columns)


# ---- tables ----


def table_terms(rules: cp.Rules) -> Section:
    """Yield the terms of a table that differ from the defaults."""
    if rules.table == TableTerms():
        return
    lines = [
        [key_link(option.path), f"`{toml_value(value)}`", option.description]
        for option in all_options().values()
        if option.path.startswith("table.") and option.model is None
        if (value := option.plain_in(rules)) not in (option.default, ABSENT)
    ]
    yield ["## Table"]
    yield ["Amounts are in points; fees and rake are in chips."]
    yield table(("key", "value", "meaning"), lines)


# ---- using the rules ----


def example(rules: cp.Rules) -> Section:
    """Yield two boards, and their settlement in words."""
    boards = _LOWBALL_BOARDS if rules.lowball_middle else _BOARDS
    yield ["## Example"]
    yield ["::::{grid} 1 2 2 2"]
    for name, board in zip(("Ann", "Bob"), boards, strict=True):
        yield [":::{grid-item}", f"```{{board}} {board}", name, "```", ":::"]
    yield ["::::"]
    yield run_session(
        f"""\
import cpoker_fast as cp
ann = "{boards[0]}"
bob = "{boards[1]}"
print(cp.settle({{"Ann": ann, "Bob": bob}}, "{rules.name}").explain())"""
    )


def support(rules: cp.Rules) -> Section:
    """Yield what the package includes for the rules: fields, networks and bots."""
    field = cp.fields.Field.equilibrium(rules)
    exploitability = Estimate(field.exploitability or 0.0, field.error or 0.0)
    response = "the {term}`best response`"
    names = None if rules.is_closed else networks_name(rules)
    lines = [
        [
            "{py:obj}`equilibrium <cpoker_fast.fields.Field.equilibrium>`",
            f"{len(field.boards):,} boards; {response} wins {estimate(exploitability, 4)} points per pairing",
        ],
        ["{py:obj}`bots <cpoker_fast.bots>`", ", ".join(f"`{name}`" for name in cp.bots(rules))],
    ]
    if not rules.is_closed:
        networks = f"those trained for `{names}`" if names else "none: `expert` plays rollouts with `careful`"
        lines.append(["value networks", networks])
    yield ["## Fields, networks and bots"]
    closed = " The equilibrium is that of the closed game with the same scoring."
    yield [f"The package includes these opponents for `{rules.name}`.{'' if rules.is_closed else closed}"]
    yield table(("included", "details"), lines)


def commands(rules: cp.Rules) -> Section:
    """Yield how to use the rules in Python and on the command line."""
    boards = _LOWBALL_BOARDS if rules.lowball_middle else _BOARDS
    ann, bob = [board.replace(" / ", "-").replace(" ", "") for board in boards]
    yield ["## Use it"]
    yield run_session(_closed_session(rules) if rules.is_closed else _open_face_session(rules), {"cp": cp})
    bots = "expert,balanced" if rules.is_closed else "careful,random"
    yield [
        "```sh",
        f"cpoker rules {rules.name}",
        f"cpoker score --rules {rules.name} {ann} {bob}",
        f"cpoker simulate --rules {rules.name} --players {bots} --deals 200",
        f"cpoker play --rules {rules.name} --against {bots}",
        f"cpoker rules {rules.name} --toml > ours.toml",
        "```",
    ]


def _closed_session(rules: cp.Rules) -> str:
    return f"""\
hand = "{_HAND}"
placement = cp.arrange(hand, "{rules.name}")  # the highest expected points
str(placement.board), placement.declare
cp.Rules.from_dict({{"base": "{rules.name}", "name": "ours", "row_points": 2}})  # a house rule"""


def _open_face_session(rules: cp.Rules) -> str:
    return f"""\
import numpy as np
deal = cp.Deal("{rules.name}", players=2, seed=1)
str(deal.position().hand)
str(cp.bot("careful").place(deal.position(), np.random.default_rng(1)))
cp.Rules.from_dict({{"base": "{rules.name}", "name": "ours", "row_points": 2}})  # a house rule"""
