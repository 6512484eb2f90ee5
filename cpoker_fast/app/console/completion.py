"""Shell completion of the names of rules, their options, and bots."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from cpoker_fast.rulebook.presets import presets

__all__ = ["complete_bots", "complete_options", "complete_rules"]


def complete_rules(_context: click.Context, _parameter: click.Parameter, prefix: str) -> list[CompletionItem]:
    """Return the presets that begin with `prefix`; if there are none, let the shell complete file names."""
    names = [CompletionItem(name) for name in presets() if name.startswith(prefix)]
    return names or [CompletionItem(prefix, type="file")]


def complete_options(_context: click.Context, _parameter: click.Parameter, prefix: str) -> list[CompletionItem]:
    """Return the options of rules, and the groups of options, that begin with `prefix`, each with its meaning."""
    from cpoker_fast.rulebook.option_groups import GROUPS
    from cpoker_fast.rulebook.option_index import all_options
    from cpoker_fast.rulebook.option_words import first_clause, unmarked

    names = {group.name: group.title for group in GROUPS}
    names |= {path: unmarked(first_clause(option.description)) for path, option in all_options().items()}
    return [CompletionItem(name, help=meaning) for name, meaning in names.items() if name.startswith(prefix)]


def complete_bots(_context: click.Context, _parameter: click.Parameter, prefix: str) -> list[CompletionItem]:
    """Complete the last name in a comma-separated list of bots, for all games, since --rules may come later."""
    from cpoker_fast.players import bots

    earlier, comma, last = prefix.rpartition(",")
    return [CompletionItem(earlier + comma + name) for name in bots() if name.startswith(last)]
