"""`cpoker play`: a person at the terminal."""

from __future__ import annotations

import sys

import click

from cpoker_fast.cardroom import Drill, Game
from cpoker_fast.commands.inputs import BadInput, closed_option, played_rules, rules_option
from cpoker_fast.errors import CpokerError
from cpoker_fast.rulebook import Rules

__all__ = ["play"]


@click.command("play", short_help="Play against bots, or practise alone.")
@rules_option
@closed_option
@click.option(
    "--against",
    default="expert,balanced",
    show_default=True,
    metavar="NAME,NAME...",
    help="One to three bots to play against.",
)
@click.option("--practice", is_flag=True, help="Play alone: set hands, and see how many points each setting costs.")
@click.option("--opponents", default=3, show_default=True, help="Number of imagined opponents in practice, 1 to 3.")
@click.option("--seconds", type=float, help="Time per hand; when it runs out, the hand is set for you.")
@click.option("--seed", type=int, help="Seed; the same seed deals the same hands.")
@click.option("--name", default="You", show_default=True, help="Your name.")
def play(
    rules: Rules,
    closed: bool,
    against: str,
    practice: bool,
    opponents: int,
    seconds: float | None,
    seed: int | None,
    name: str,
) -> None:
    """Set hands in the terminal, against bots or alone.

    \b
    cpoker play --rules one-six --against expert,expert,balanced
    cpoker play --practice --seconds 30
    """  # noqa: D301
    try:
        from cpoker_fast.cardroom.terminal import TableApp
    except ModuleNotFoundError as error:
        raise BadInput(f"`cpoker play` needs {error.name}: run `pip install 'cpoker_fast[play]'`") from None
    if seconds is not None and not seconds > 0:
        raise BadInput(f"--seconds: expected a number above 0, got {seconds:g}")
    rules = played_rules(rules, closed)
    game: Game | Drill
    try:
        if practice:
            game = Drill(rules, opponents, seed=seed)
            game.suggestion()  # raises now if an argument is invalid
        else:
            game = Game(rules, [one.strip() for one in against.split(",")], name=name, seed=seed)
    except CpokerError as error:
        raise BadInput(str(error)) from None
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise BadInput("`cpoker play` needs a terminal: its input or output is redirected")
    TableApp(game, seconds).run()
