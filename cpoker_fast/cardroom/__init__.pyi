# Written by tools/write_stubs.py from the table in __init__.py.
from cpoker_fast.cardroom.accounts import (
    Entry as Entry,
    Standing as Standing,
)
from cpoker_fast.cardroom.game import (
    Drill as Drill,
    Game as Game,
    Verdict as Verdict,
)
from cpoker_fast.cardroom.ledger import (
    read_ledger as read_ledger,
)
from cpoker_fast.cardroom.opponents import (
    UserBot as UserBot,
)
from cpoker_fast.cardroom.sessions import (
    hold_session as hold_session,
    load_session as load_session,
    save_session as save_session,
)
from cpoker_fast.cardroom.table import (
    Table as Table,
)
from cpoker_fast.cardroom.table_deals import (
    TableDeal as TableDeal,
)
from cpoker_fast.cardroom.table_state import (
    Player as Player,
)
from cpoker_fast.cardroom.tray import (
    Tray as Tray,
)

__all__: list[str]

def __dir__() -> list[str]: ...
