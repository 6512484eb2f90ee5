"""The card room: tables with stacks and a ledger, and games for one person, against bots or alone.

The modules `terminal` and `openface_terminal` show these games in the terminal. They require the extra ``play``.
"""

from cpoker_fast._core import share_globals
from cpoker_fast.cardroom.accounts import Entry, Standing
from cpoker_fast.cardroom.game import Drill, Game, Verdict
from cpoker_fast.cardroom.ledger import read_ledger
from cpoker_fast.cardroom.openface_game import OpenFaceGame
from cpoker_fast.cardroom.opponents import UserBot
from cpoker_fast.cardroom.sessions import hold_session, load_session, save_session
from cpoker_fast.cardroom.table import Table
from cpoker_fast.cardroom.table_deals import TableDeal
from cpoker_fast.cardroom.table_state import Player
from cpoker_fast.cardroom.tray import Tray

__all__ = [
    "Drill",
    "Entry",
    "Game",
    "OpenFaceGame",
    "Player",
    "Standing",
    "Table",
    "TableDeal",
    "Tray",
    "UserBot",
    "Verdict",
    "hold_session",
    "load_session",
    "read_ledger",
    "save_session",
]


def __dir__() -> list[str]:
    return sorted(__all__)


share_globals(globals())
