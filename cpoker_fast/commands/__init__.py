"""The command line, one module per command."""

from importlib import import_module
from typing import cast

import click

from cpoker_fast._version import __version__

__all__ = ["cpoker"]

_COMMANDS = {
    "advise": "advise",
    "analyze": "analyze_hands",
    "bench": "bench",
    "fantasyland": "set_fantasylands",
    "play": "play",
    "rank": "rank",
    "replay": "replay",
    "review": "review_deals",
    "rules": "rules",
    "score": "score",
    "set": "set_hands",
    "simulate": "simulate_deals",
}
"""The function of each command, in the module of its name."""


class _Commands(click.Group):
    """Imports a command when it is asked for, so that it need not wait for what the others import."""

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        module = import_module(f"{__name__}.{name}")
        return cast("click.Command", getattr(module, _COMMANDS[name]))


@click.group(
    cls=_Commands,
    commands={name: click.Command(name) for name in _COMMANDS},  # for their names: in lists, and where one is mistyped
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="cpoker")
def cpoker() -> None:
    """Rank, set, analyse, score and play Chinese poker hands.

    Cards are written like As, Td, 10h or A♠, with spaces, commas or nothing between them.
    """
