"""Shell completion of the names of rules and bots."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from cpoker_fast.rulebook.presets import presets

__all__ = ["complete_bots", "complete_rules"]


def complete_rules(_context: click.Context, _parameter: click.Parameter, prefix: str) -> list[CompletionItem]:
    """Return the presets that begin with `prefix`; if there are none, let the shell complete file names."""
    names = [CompletionItem(name) for name in presets() if name.startswith(prefix)]
    return names or [CompletionItem(prefix, type="file")]


def complete_bots(_context: click.Context, _parameter: click.Parameter, prefix: str) -> list[CompletionItem]:
    """Complete the last name in a comma-separated list of bots, for all games, since --rules may come later."""
    from cpoker_fast.openface import bots as openface_bots
    from cpoker_fast.players import bots

    earlier, comma, last = prefix.rpartition(",")
    names = dict.fromkeys((*bots(), *openface_bots()))
    return [CompletionItem(earlier + comma + name) for name in names if name.startswith(last)]
