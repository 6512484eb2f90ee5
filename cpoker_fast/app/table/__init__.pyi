# Written by tools/write_stubs.py from the table in __init__.py.
from cpoker_fast.app.table.accounts import (
    Entry as Entry,
    Standing as Standing,
)
from cpoker_fast.app.table.freezeout_levels import (
    Level as Level,
)
from cpoker_fast.app.table.freezeout_places import (
    Place as Place,
)
from cpoker_fast.app.table.ledger import (
    read_ledger as read_ledger,
)
from cpoker_fast.app.table.settling_up import (
    CrossTable as CrossTable,
    Transfer as Transfer,
)
from cpoker_fast.app.table.table import (
    Table as Table,
)
from cpoker_fast.app.table.table_deals import (
    TableDeal as TableDeal,
)
from cpoker_fast.app.table.table_state import (
    Player as Player,
)

__all__: list[str]

def __dir__() -> list[str]: ...
