"""A text notation for deals (docs/reference/notation.md): reading, writing, and checks by replaying.

A `Record` holds the contents of a text. `format_deal` and `parse_deal` convert one deal, `write_deals` and `read_deals`
whole files, and `format_board` and `parse_board` finished boards. `import_deals` reads the formats of other programs.
"""

from cpoker_fast._core import share_globals
from cpoker_fast.notation.files import read_deals, write_deals
from cpoker_fast.notation.formats import DealFormat, deal_formats, import_deals
from cpoker_fast.notation.reading import parse_deal
from cpoker_fast.notation.record import Record
from cpoker_fast.notation.short_boards import format_board, parse_board
from cpoker_fast.notation.writing import format_deal

__all__ = [
    "DealFormat", "Record", "deal_formats", "format_board", "format_deal", "import_deals", "parse_board", "parse_deal",
    "read_deals", "write_deals",
]  # fmt: skip


def __dir__() -> list[str]:
    return sorted(__all__)


share_globals(globals())
