"""Sessions: games of a person in files, from which they go on later as if they had not been left."""

from __future__ import annotations

import json
import os

from cpoker_fast.cardroom.game import Drill, Game
from cpoker_fast.disk import checked_path, read_whole, write_whole
from cpoker_fast.errors import CpokerError, SessionError

__all__ = ["load_session", "save_session"]

_FORMAT = "cpoker_fast session 1"
_KINDS: dict[str, type[Game | Drill]] = {"game": Game, "practice": Drill}


def save_session(game: Game | Drill, path: str | os.PathLike[str]) -> None:
    """Write a game, or practice, to a file as JSON. The file is intact whenever the process is killed.

    Raises
    ------
    SessionError
        If an opponent was not given by its name, or it is no game.
    FileError
        If the file cannot be written.
    """
    kind = next((name for name, each in _KINDS.items() if isinstance(game, each)), None)
    if kind is None:
        raise SessionError(f"expected a Game or a Drill, got {game!r}")
    text = json.dumps({"format": _FORMAT, "kind": kind, kind: game.to_dict()}, indent=1)
    write_whole(path, lambda stream: stream.write(text.encode()))


def load_session(path: str | os.PathLike[str]) -> Game | Drill:
    """The game, or practice, that `save_session` wrote.

    Raises
    ------
    SessionError
        If the file holds none, or is damaged; the message names the file and what is wrong.
    FileError
        If the file cannot be read.
    """
    data = read_whole(checked_path(path))
    try:
        plain = json.loads(data)
        if not isinstance(plain, dict) or plain.get("format") != _FORMAT:
            raise SessionError(f"expected a file of the format {_FORMAT!r}")
        kind = plain.get("kind")
        if not isinstance(kind, str) or kind not in _KINDS:
            raise SessionError(f"kind: expected one of {', '.join(_KINDS)}, got {kind!r:.80}")
        return _KINDS[kind].from_dict(plain.get(kind))
    except CpokerError as error:
        raise SessionError(f"{path}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise SessionError(f"{path}: not JSON: {error}") from None
