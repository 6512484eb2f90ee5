"""Texts of deals: splitting a text into deals, and reading one deal."""

from __future__ import annotations

from collections.abc import Iterator

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import NotationError
from cpoker_fast.notation.places import Line, Place
from cpoker_fast.notation.reading import read_lines
from cpoker_fast.notation.record import Record
from cpoker_fast.notation.tags import KnownRules
from cpoker_fast.rulebook import Rules

__all__ = ["blocks_of", "parse_deal"]

_MOST_LINES = 1000


def blocks_of(lines: Iterator[Line]) -> Iterator[list[Line]]:
    """Yield the lines of each deal, without comments; empty lines separate deals."""
    block: list[Line] = []
    for line in lines:
        if line.problem is None and not line.text.strip():
            if block:
                yield block
            block = []
        elif line.problem is None and line.text.startswith("#"):
            continue
        elif len(block) < _MOST_LINES:
            block.append(line)
        elif len(block) == _MOST_LINES:
            block.append(line._replace(problem=line.place().error(f"expected at most {_MOST_LINES} lines in a deal")))
    if block:
        yield block


def parse_deal(text: str, rules: Rules | None = None) -> Record:
    """Read a deal from its text, and check every placement against the rules.

    Parameters
    ----------
    text : str
        The text of one deal; `read_deals` reads files with many deals.
    rules : Rules, optional
        Rules that the text refers to by name, if they are not a preset.

    Raises
    ------
    NotationError
        If the text is invalid, contradicts the rules or itself, or states a result that does not follow from its boards. The
        attributes `line` and `column` are the place of the problem.
    RulesError
        If `rules` are not rules, or are a changed preset without a new name.

    Examples
    --------
    >>> record = parse_deal('''[Rules "pineapple"]
    ... [Button 1]
    ... 1: - / - / - hand Jd 8d 9s 6h 2s
    ... 2: Qs1 / 9d1 / Tc1 8h1 6s1''')
    >>> str(record.boards()[1]), record.turn
    ('Qs / 9d / Tc 8h 6s', 0)
    >>> parse_deal("[Rules 'pineapple']")
    Traceback (most recent call last):
        ...
    cpoker_fast.errors.NotationError: line 1, column 8: expected a JSON value: Expecting value
    """
    if not isinstance(text, str):
        raise NotationError(f"expected text, got {quote(text)}")
    known_rules = KnownRules(rules)
    lines = (Line(line.removesuffix("\r"), number) for number, line in enumerate(text.split("\n"), 1))
    blocks = blocks_of(lines)
    block = next(blocks, None)
    if block is None:
        raise Place(1, 1).error("expected a deal, got nothing")
    record = read_lines(block, known_rules)
    if second := next(blocks, None):
        raise second[0].place().error("expected one deal, got another one after an empty line")
    return record
