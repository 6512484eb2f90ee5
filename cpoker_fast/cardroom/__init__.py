"""The card room: tables with stacks, stakes and a ledger, and games for one person, against bots or alone.

`cpoker_fast.cardroom.terminal` shows games in the terminal; it needs the extra ``play``.
"""

from cpoker_fast.cardroom.game import Drill, Game, Tray, Verdict
from cpoker_fast.cardroom.ledger import read_ledger
from cpoker_fast.cardroom.table import Deal, Entry, Player, Table

__all__ = ["Deal", "Drill", "Entry", "Game", "Player", "Table", "Tray", "Verdict", "read_ledger"]
