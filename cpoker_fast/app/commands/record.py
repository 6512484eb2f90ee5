"""`cpoker record`: deals at a real table, entered card by card."""

from __future__ import annotations

import sys
from typing import Any

import click

from cpoker_fast.app.console.analysis_options import AnalysisArguments, analysis_options
from cpoker_fast.app.console.arguments import equilibrium_with_progress, read_rules
from cpoker_fast.app.console.bad_input import InputLine, errors_at
from cpoker_fast.app.console.common_options import json_option
from cpoker_fast.app.console.completion import complete_rules
from cpoker_fast.app.recorder.prompt import record_here
from cpoker_fast.game import Position
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import presets
from cpoker_fast.studies import Analysis, analyze
from cpoker_fast.studies.analysis import is_dealt_at_once
from cpoker_fast.thinking.rollouts import Budget

__all__ = ["record_deals"]

_SECONDS = 1.0
_RULES_FILES = (".toml", ".json")


def _rules_and_file(words: tuple[str, ...]) -> tuple[Rules | None, str | None]:
    """Return the rules and the file of the arguments: a single one is a file, unless it is the name or a file of rules."""
    if len(words) > 2:
        raise click.UsageError(f"expected rules and a file, got {len(words)} arguments")
    if len(words) == 2 or (words and (words[0] in presets() or words[0].lower().endswith(_RULES_FILES))):
        return read_rules(words[0]), words[1] if len(words) == 2 else None
    return None, words[0] if words else None


_HELP = """Record the deals of a real table, card by card, with advice and settlements.

RULES is a name that `cpoker rules` lists, or a TOML or JSON file; by default, the rules of the last deal in FILE, or
pineapple. New deals are added to FILE, which `cpoker replay` and `cpoker review` read. Every entry is written at once:
after a crash, the same command continues the deal. Without FILE, nothing is saved.

A prompt reads commands; `help` lists them. They can also be piped in, one a line. `deal Ann Bo` begins a deal, with the
players clockwise. Then, `As Kd 9h 5c 2c` is the hand of the player who acts next, and `As / Kd 9h / 5c 2c` places it.
With `Bo:` before it, a line is for Bo. Without a hand, discards may stay unknown: `Bo: As / Kd / -`. Boards in
Fantasyland, and of closed games, may stay hidden until the showdown. `advice` compares the placements of a hand, as
`cpoker analyze` does, with the options below.

\b
cpoker record pineapple friday.ofc
cpoker record friday.ofc --seconds 5
"""


@click.command("record", help=_HELP)
@click.argument("words", nargs=-1, metavar="[RULES] [FILE]", shell_complete=complete_rules)
@analysis_options(_SECONDS, "position")
@json_option
def record_deals(words: tuple[str, ...], arguments: AnalysisArguments, as_json: bool) -> None:
    """Run ``cpoker record``."""
    rules, file = _rules_and_file(words)
    if sys.stdin is None:
        raise click.UsageError("pipe commands in, or use a terminal")

    with errors_at(InputLine("", "")):
        Budget.of(arguments.seconds, arguments.rollouts)  # to report an error now, not with the first advice

    def analysis_of(position: Position) -> Analysis:
        at_once = is_dealt_at_once(position)
        options: dict[str, Any] = {"field": equilibrium_with_progress(position.rules)} if at_once else {}
        return analyze(position, **arguments.of(at_once=at_once), **options)

    record_here(rules, file, analysis_of, as_json=as_json)
