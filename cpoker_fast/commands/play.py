"""`cpoker play`: a person at the terminal."""

from __future__ import annotations

import contextlib
import shlex
import sys

import click

from cpoker_fast.cardroom import Drill, Game, OpenFaceGame, hold_session, load_session, save_session
from cpoker_fast.cardroom.sessions import PersonsGame
from cpoker_fast.commands.completion import complete_bots
from cpoker_fast.commands.inputs import BadInput, check_bots, closed_option, is_given, rules_option
from cpoker_fast.errors import CpokerError, MissingFileError
from cpoker_fast.openface.thinking.networks import player_of
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.extras import install_command

__all__ = ["play"]


_CLOSED, _OPEN_FACE, _WITHOUT_NETWORKS = "expert,balanced", "swift", "careful"


def _usual(rules: Rules) -> str:
    """The bots to play against if none are named."""
    if not rules.is_open_face:
        return _CLOSED
    return player_of(rules)


def _resumed(path: str, **asked: object) -> PersonsGame:
    """The game in a file; BadInput if an option asks for another one."""
    game = load_session(path)
    held: dict[str, object] = {"rules": game.rules, "practice": isinstance(game, Drill)}
    if isinstance(game, Drill):
        held["opponents"] = game.opponents
    else:
        held |= {"against": game.to_dict()["opponents"], "name": game.names[0]}
    for option, value in asked.items():
        if is_given(option) and (option not in held or held[option] != value):
            raise BadInput(f"--{option}: not that of the session in {path}: leave it out, or save to another file")
    return game


def _new(rules: Rules, against: list[str], opponents: int | None, name: str, seed: int | None) -> PersonsGame:
    """A new game; practice, if it has a number of opponents."""
    if opponents is not None:
        return Drill(rules, opponents, seed=seed)
    check_bots("--against", against, rules)
    if rules.is_open_face:
        return OpenFaceGame(rules, against, name=name, seed=seed)
    return Game(rules, against, name=name, seed=seed)


def _save(game: PersonsGame, path: str) -> None:
    try:
        save_session(game, path)
    except CpokerError as error:
        raise BadInput(f"--session: {error}") from None


def _check_terminal() -> None:
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise BadInput("`cpoker play` needs a terminal: its input or output is redirected")
    if "utf" not in sys.stdout.encoding.lower():
        raise BadInput(f"`cpoker play` needs a terminal in UTF-8, got {sys.stdout.encoding}: try PYTHONUTF8=1")


def _check_options(rules: Rules, seconds: float | None, *, practice: bool) -> None:
    """Refuse options that do not go together."""
    if practice and is_given("against"):
        raise click.UsageError("give --practice or --against, not both")
    if practice and rules.is_open_face:
        raise click.UsageError(
            f"--practice is for closed games: give --closed for {rules.name} with all cards dealt at once"
        )
    if seconds is not None and not seconds > 0:
        raise BadInput(f"--seconds {seconds:g}: expected a number above 0")


@click.command("play", short_help="Play against bots, or practise alone.")
@rules_option
@closed_option
@click.option(
    "--against",
    show_default=f"{_CLOSED}; under open-face rules {_OPEN_FACE}, or {_WITHOUT_NETWORKS} where it does not know them",
    metavar="NAME,NAME...",
    shell_complete=complete_bots,
    help="One to three bots to play against; under open-face rules, no more than they seat.",
)
@click.option("--practice", is_flag=True, help="Play alone: set hands, and see how many points each setting costs.")
@click.option("--opponents", default=3, show_default=True, help="Number of imagined opponents in practice, 1 to 3.")
@click.option("--seconds", type=float, help="Time per hand, or placement; when it runs out, the cards are set for you.")
@click.option("--seed", type=int, help="Seed of a new game; the same seed deals the same hands.")
@click.option("--name", default="Player", show_default=True, help="Your name.")
@click.option(
    "--session",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Save the game to this file after each hand, or placement; if the file exists, go on with its game.",
)
def play(
    rules: Rules,
    closed: bool,
    against: str | None,
    practice: bool,
    opponents: int,
    seconds: float | None,
    seed: int | None,
    name: str,
    session: str | None,
) -> None:
    """Set hands in the terminal, with keys or the mouse, against bots or alone; ? lists the keys.

    Open-face rules are played street by street, with Fantasyland.

    \b
    cpoker play --rules one-six --against expert,expert,balanced
    cpoker play --rules pineapple --against swift,careful
    cpoker play --practice --seconds 30
    cpoker play --session evening.json
    """  # noqa: D301
    try:
        from cpoker_fast.cardroom.openface_terminal import OpenFaceApp
        from cpoker_fast.cardroom.terminal import TableApp
    except ModuleNotFoundError as error:
        raise BadInput(f"`cpoker play` needs {error.name}: run `{install_command('play')}`") from None
    rules = rules.closed() if closed else rules
    _check_options(rules, seconds, practice=practice)
    named = _usual(rules) if against is None else against
    listed = [one.strip() for one in named.split(",")]
    game: PersonsGame | None = None
    try:
        if session is not None:
            click.get_current_context().with_resource(hold_session(session))  # until the command ends
        with contextlib.suppress(MissingFileError):  # then a new game begins
            if session is not None:
                asked = {"rules": rules, "against": listed, "practice": practice, "opponents": opponents, "name": name}
                game = _resumed(session, **asked)
        if game is None:
            if is_given("opponents") and not practice:
                raise click.UsageError("--opponents needs --practice; --against names bots to play against")
            game = _new(rules, listed, opponents if practice else None, name, seed)
    except CpokerError as error:
        raise BadInput(error, path="session", **({} if practice else {"opponents": "against"})) from None
    _check_terminal()
    if session is not None:
        _save(game, session)  # now, so as not to fail after the first hand
    app = OpenFaceApp(game, seconds, session) if isinstance(game, OpenFaceGame) else TableApp(game, seconds, session)
    app.run()
    if game.deals:
        click.echo(game.tally())
    if session is not None:
        _save(game, session)
        click.echo(f"To go on: cpoker play --session {shlex.quote(session)}")
    if app.return_code:  # it failed, and has told why
        raise click.exceptions.Exit(app.return_code)
