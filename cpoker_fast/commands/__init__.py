"""The command line, one module per command."""

import click

from cpoker_fast._version import __version__
from cpoker_fast.commands.analyze import analyze_hands
from cpoker_fast.commands.bench import bench
from cpoker_fast.commands.fantasyland import set_fantasylands
from cpoker_fast.commands.play import play
from cpoker_fast.commands.rank import rank
from cpoker_fast.commands.replay import replay
from cpoker_fast.commands.rules import rules
from cpoker_fast.commands.score import score
from cpoker_fast.commands.set import set_hands
from cpoker_fast.commands.simulate import simulate_deals

__all__ = ["cpoker"]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cpoker")
def cpoker() -> None:
    """Rank, set, analyse, score and play Chinese poker hands.

    Cards are written like As, Td, 10h or A♠, with spaces, commas or nothing between them.
    """


_COMMANDS = (
    rank, set_hands, set_fantasylands, analyze_hands, score, play, replay, simulate_deals, rules, bench,
)  # fmt: skip

for _command in _COMMANDS:
    cpoker.add_command(_command)
