"""What a shell completes: names of rules and bots."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from cpoker_fast.rulebook.presets import presets

__all__ = ["complete_bots", "complete_rules"]


def complete_rules(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Presets that begin so, or else files."""
    found = [CompletionItem(name) for name in presets() if name.startswith(begun)]
    return found or [CompletionItem(begun, type="file")]


def complete_bots(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The last one of names with commas between them, of either kind of game: the rules may come later."""
    from cpoker_fast.openface import bots as openface_bots
    from cpoker_fast.players import bots

    before, comma, last = begun.rpartition(",")
    names = dict.fromkeys((*bots(), *openface_bots()))
    return [CompletionItem(before + comma + name) for name in names if name.startswith(last)]
