"""`cpoker play`: play in the terminal."""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cpoker_fast.app.console.arguments import bots_in_words, read_bots
from cpoker_fast.app.console.bad_input import BadInput
from cpoker_fast.app.console.common_options import is_typed, rules_option
from cpoker_fast.app.console.completion import complete_bots
from cpoker_fast.app.play import Drill, Game, UserBot, hold_session, load_session, save_session
from cpoker_fast.app.play.game import adviser_of
from cpoker_fast.app.play.sessions import PersonsGame
from cpoker_fast.errors import CpokerError, MissingFileError
from cpoker_fast.notation import write_deals
from cpoker_fast.players import bots
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.extras import install_command

if TYPE_CHECKING:
    from cpoker_fast.app.play.terminal_app import CardApp

__all__ = ["play"]


def _default_opponents(rules: Rules) -> str:
    """Return the names of the default opponents, separated by commas."""
    return ",".join(name for name in (adviser_of(rules), "balanced") if name in bots(rules))


def _opponents(names: str, rules: Rules) -> list[str | UserBot]:
    """Return the bots of --against: names of bots of the package, and bots of the user."""
    bots = read_bots("--against", names, rules)
    return [UserBot(name, bot) if ":" in name else name for name, bot in bots]


def _names_of(opponents: Sequence[str | UserBot]) -> list[str]:
    return [opponent.name if isinstance(opponent, UserBot) else opponent for opponent in opponents]


def _resumed(path: str, against: Sequence[str | UserBot], **options: object) -> PersonsGame:
    """Load the game of a session; raise BadInput if an option on the command line contradicts it."""
    bots = {opponent.name: opponent.bot for opponent in against if isinstance(opponent, UserBot)}
    game = load_session(path, bots)
    saved: dict[str, object] = {"rules": game.rules, "practice": isinstance(game, Drill)}
    if isinstance(game, Drill):
        saved["opponents"] = game.opponents
    else:
        saved |= {"against": game.to_dict()["opponents"], "name": game.names[0]}
    for option, value in {**options, "against": _names_of(against)}.items():
        if is_typed(option) and (option not in saved or saved[option] != value):
            raise BadInput(f"--{option}: differs from the session in {path}: omit it, or use another file")
    return game


def _new(rules: Rules, against: Sequence[str | UserBot], opponents: int | None, name: str, seed: int | None) -> PersonsGame:
    """Return a new game; a practice game if `opponents` is not None."""
    if opponents is not None:
        return Drill(rules, opponents, seed=seed)
    return Game(rules, against, name=name, seed=seed)


def _save(game: PersonsGame, path: str) -> None:
    try:
        save_session(game, path)
    except CpokerError as error:
        raise BadInput(f"--session: {error}") from None


def _create(records: str) -> None:
    """Create the file of records, to report an error before the first deal."""
    try:
        write_deals(records, [], append=True)
    except CpokerError as error:
        raise BadInput(f"--records: {error}") from None


def _check_terminal() -> None:
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise BadInput("`cpoker play` requires a terminal: its input or output is redirected")


def _theme(choice: str) -> str | None:
    """Return the name of the theme of --theme; None for the default of Textual."""
    from cpoker_fast.app.play.terminal_themes import DARK, LIGHT, detected_theme

    return {"dark": DARK, "light": LIGHT}.get(choice) or detected_theme(os.environ)


def _check_options(seconds: float | None, *, practice: bool, records: str | None) -> None:
    """Raise an error for invalid options, and for options that exclude each other."""
    if practice and records is not None:
        raise click.UsageError("give --practice or --records, not both: practice has no deals")
    if practice and is_typed("against"):
        raise click.UsageError("give --practice or --against, not both")
    if seconds is not None and not seconds > 0:
        raise BadInput(f"--seconds {seconds:g}: expected a number above 0")


_HELP = """Play in the terminal, with keys or the mouse, against bots or alone. The key ? lists all keys.

Open-face rules are played street by street, with Fantasyland.

\b
cpoker play --rules one-six --against expert,expert,balanced
cpoker play --rules pineapple --against swift,careful
cpoker play --against mine:bot,expert
cpoker play --practice --seconds 30
cpoker play --session evening.json --records evening.ofc
"""


@click.command("play", help=_HELP)
@rules_option
@click.option(
    "--against",
    show_default="expert,balanced; under open-face rules swift, or careful without networks",
    metavar="NAME,NAME...",
    shell_complete=complete_bots,
    help=f"One to three bots to play against; fewer if the rules allow fewer players. {bots_in_words()}",
)
@click.option("--practice", is_flag=True, help="Play alone: set hands, and see the cost of each board in points.")
@click.option("--opponents", default=3, show_default=True, help="Number of opponents assumed in practice, 1 to 3.")
@click.option("--seconds", type=float, help="Seconds per hand or placement; when they run out, the cards are set for you.")
@click.option("--seed", type=int, help="Seed of a new game; the same seed deals the same hands.")
@click.option("--name", default="Player", show_default=True, help="Your name.")
@click.option(
    "--theme",
    type=click.Choice(["auto", "dark", "light"]),
    default="auto",
    show_default=True,
    help="Colours for a dark or a light terminal; auto: as the terminal states in COLORFGBG, or else dark.",
)
@click.option(
    "--session",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Save the game to this file after each hand or placement. If the file exists, continue its game.",
)
@click.option(
    "--records",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Append each finished deal to this file, for cpoker replay and cpoker review.",
)
def play(
    rules: Rules,
    against: str | None,
    practice: bool,
    opponents: int,
    seconds: float | None,
    seed: int | None,
    name: str,
    theme: str,
    session: str | None,
    records: str | None,
) -> None:
    """Run ``cpoker play``."""
    try:
        from cpoker_fast.app.play.terminal import app_of
    except ModuleNotFoundError as error:
        raise BadInput(f"`cpoker play` requires {error.name}: run `{install_command('play')}`") from None
    _check_options(seconds, practice=practice, records=records)
    game: PersonsGame | None = None
    try:
        bots = _opponents(_default_opponents(rules) if against is None else against, rules)
        if session is not None:
            click.get_current_context().with_resource(hold_session(session))  # until the command ends
        with contextlib.suppress(MissingFileError):  # without a file, a new game begins
            if session is not None:
                options = {"rules": rules, "practice": practice, "opponents": opponents, "name": name}
                game = _resumed(session, bots, **options)
        if game is None:
            if is_typed("opponents") and not practice:
                raise click.UsageError("--opponents requires --practice; --against names bots to play against")
            game = _new(rules, bots, opponents if practice else None, name, seed)
    except CpokerError as error:
        raise BadInput(error, path="session", bot="against", **({} if practice else {"opponents": "against"})) from None
    _check_terminal()
    if session is not None:
        _save(game, session)  # to report an error now, not after the first hand
    if records is not None:
        _create(records)
    look: dict[str, Any] = {"encoding": sys.stdout.encoding, "theme": _theme(theme)}
    app = app_of(game, seconds, session, records=records, **look)
    app.run()
    _close(app, session, bots)


def _close(app: CardApp, session: str | None, opponents: Sequence[str | UserBot]) -> None:
    """Print the totals and how to continue, or why the app has failed."""
    game = app.game
    if game.deals:
        click.echo(game.tally())
    if session is not None:
        _save(game, session)
        has_user_bot = any(isinstance(bot, UserBot) for bot in opponents)
        against = f" --against {shlex.quote(','.join(_names_of(opponents)))}" if has_user_bot else ""
        records = "" if app.records is None else f" --records {shlex.quote(str(app.records))}"
        if not game.is_over:
            click.echo(f"To continue: cpoker play --session {shlex.quote(session)}{against}{records}")
    if app.records is not None and game.deals:
        click.echo(f"To review the deals: cpoker review {shlex.quote(str(app.records))}")
    if app.failure is not None:
        raise BadInput(str(app.failure))
    if app.return_code:  # the app has failed and printed the reason
        raise click.exceptions.Exit(app.return_code)
