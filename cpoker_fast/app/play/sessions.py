"""Sessions: saved games of one person, which can be continued with the same hands."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cpoker_fast.app.play.game import Drill, Game
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError, SessionError
from cpoker_fast.system.files import checked_path, locked_beside, read_file, write_file
from cpoker_fast.system.json_values import json_object_in

__all__ = ["PersonsGame", "hold_session", "load_session", "save_session"]

_FORMAT = "cpoker_fast session 1"
PersonsGame = Game | Drill
_KINDS: dict[str, type[PersonsGame]] = {"game": Game, "practice": Drill}


def hold_session(path: str | os.PathLike[str]) -> contextlib.AbstractContextManager[None]:
    """Lock a session file, so that only one program plays its game. The file need not exist.

    Returns
    -------
    context manager
        Entering it raises SessionError if another program has locked the file. The lock ends with the context, or when
        the process ends or is killed.
    """
    return _hold(checked_path(path))


@contextlib.contextmanager
def _hold(path: Path) -> Iterator[None]:
    with locked_beside(path) as is_free:
        if not is_free:
            choices = "continue there, close that window first, or choose another file"
            raise SessionError(f"{path}: another window plays this session: {choices}")
        yield


def save_session(game: PersonsGame, path: str | os.PathLike[str]) -> None:
    """Write a game, or practice, to a file as JSON. If the process is killed, the file is not damaged.

    Raises
    ------
    SessionError
        If `game` is not a game, or an opponent was not given by name or as a `UserBot`. Also if another program has written
        to the session file.
    FileError
        If the file cannot be written.
    """
    kind = next((name for name, cls in _KINDS.items() if isinstance(game, cls)), None)
    if kind is None:
        raise SessionError(f"expected a Game or a Drill, got {quote(game)}")
    data = json.dumps({"format": _FORMAT, "kind": kind, kind: game.to_dict()}, indent=1).encode()
    target = checked_path(path)
    if game.file is not None and game.file[0] == target and target.exists() and read_file(target) != game.file[1]:
        raise SessionError(f"{path}: another program has written to this session: read it again with load_session")
    write_file(target, lambda stream: stream.write(data))
    game.file = target, data


def load_session(path: str | os.PathLike[str], bots: Mapping[str, Any] | None = None) -> PersonsGame:
    """Read a game, or practice, that `save_session` wrote.

    Parameters
    ----------
    path : path
    bots : mapping of str to Bot or function, optional
        Your own bots, by the names of their `UserBot` in the saved game. The file itself contains no code.

    Raises
    ------
    SessionError
        If the file is not a session or is damaged. The message names the file and the reason.
    FileError
        If the file cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> path = tempfile.mktemp()
    >>> game = Game("pagat", ["balanced"], seed=1)
    >>> with hold_session(path):
    ...     save_session(game, path)
    >>> load_session(path).position == game.position
    True
    """
    source = checked_path(path)
    data = read_file(source)
    try:
        plain = json_object_in(data, _FORMAT)
        kind = plain.get("kind")
        if not isinstance(kind, str) or kind not in _KINDS:
            raise SessionError.about("kind", f"expected one of {', '.join(_KINDS)}, got {quote(kind)}")
        cls = _KINDS[kind]
        game = cls.from_dict(plain.get(kind)) if issubclass(cls, Drill) else cls.from_dict(plain.get(kind), bots)
    except CpokerError as error:
        raise SessionError(f"{path}: {error}") from None
    game.file = source, data
    return game
