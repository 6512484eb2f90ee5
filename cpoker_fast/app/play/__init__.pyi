# Written by tools/write_stubs.py from the table in __init__.py.
from cpoker_fast.app.play.game import (
    Drill as Drill,
    Game as Game,
    Verdict as Verdict,
)
from cpoker_fast.app.play.opponents import (
    UserBot as UserBot,
)
from cpoker_fast.app.play.sessions import (
    hold_session as hold_session,
    load_session as load_session,
    save_session as save_session,
)
from cpoker_fast.app.play.tray import (
    Tray as Tray,
)

__all__: list[str]

def __dir__() -> list[str]: ...
