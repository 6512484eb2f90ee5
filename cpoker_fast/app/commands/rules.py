"""`cpoker rules`: list, show and compare rules."""

from __future__ import annotations

from itertools import chain

import click

from cpoker_fast.app.console.arguments import read_rules
from cpoker_fast.app.console.common_options import json_option
from cpoker_fast.app.console.completion import complete_options, complete_rules
from cpoker_fast.app.console.output import print_json, rules_plain, show
from cpoker_fast.app.rules.comparing import show_differences
from cpoker_fast.app.rules.options_explained import explain_options
from cpoker_fast.app.rules.shown import list_of, rules_in_words
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import presets

__all__ = ["rules"]


_HELP = """List the rules that --rules accepts, show some of them in words, explain their options, or compare two.

\b
cpoker rules
cpoker rules pagat
cpoker rules --explain scoop_bonus
cpoker rules pagat --toml > ours.toml
cpoker rules --compare pagat ours.toml
"""


@click.command(help=_HELP)
@click.argument("names", nargs=-1, metavar="[NAME|FILE]...", shell_complete=complete_rules)
@click.option("--compare", is_flag=True, help="Show the differences between two rules.")
@click.option(
    "--explain", "subjects", multiple=True, metavar="OPTION", shell_complete=complete_options,
    help="Explain an option (foul), a group of options (fouls), or a value; may be repeated.",
)  # fmt: skip
@click.option("--toml", "as_toml", is_flag=True, help="Print a file with all options, to edit and pass to --rules.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of rules files, TOML or JSON.")
@json_option
def rules(
    names: tuple[str, ...], compare: bool, subjects: tuple[str, ...], as_toml: bool, schema: bool, as_json: bool
) -> None:
    """Run ``cpoker rules``."""
    switches = {"--compare": compare, "--explain": bool(subjects), "--toml": as_toml, "--schema": schema}
    chosen = [option for option, is_on in switches.items() if is_on]
    if len(chosen) > 1:
        raise click.UsageError(f"give {' or '.join(chosen)}, not both")
    if schema and names:
        raise click.UsageError("--schema describes all rules files: give no names")
    if schema:
        print_json([Rules.json_schema()])
        return
    shown = [read_rules(name) for name in names]
    if compare:
        if len(shown) != 2:
            raise click.UsageError(f"--compare: expected two rules, got {len(shown)}")
        titles = [rules.name for rules in shown]
        show_differences(shown, titles if len(set(titles)) == len(titles) else names, as_json=as_json)
    elif subjects:
        explain_options(subjects, shown, as_json=as_json)
    elif as_toml:
        if len(shown) != 1 or as_json:
            got = "--json" if as_json else str(len(shown))
            raise click.UsageError(f"--toml prints one rules file: expected one name or file, got {got}")
        click.echo(shown[0].to_toml(explained=True), nl=False)
    elif as_json:
        print_json(map(rules_plain, shown or map(read_rules, presets())))
    else:
        show(chain.from_iterable(map(rules_in_words, shown)) if shown else list_of([*map(read_rules, presets())]))
