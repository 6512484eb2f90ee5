"""The notation of open-face deals (NOTATION.md): text that is read, written, and replayed to check it.

A `Record` is what a text tells. `format_deal` and `parse_deal` are for one deal, `write_deals` and `read_deals` for files of
them, `format_board` and `parse_board` for finished boards.
"""

from cpoker_fast.openface.notation.files import read_deals, write_deals
from cpoker_fast.openface.notation.record import Record
from cpoker_fast.openface.notation.short_boards import format_board, parse_board
from cpoker_fast.openface.notation.texts import parse_deal
from cpoker_fast.openface.notation.writing import format_deal

__all__ = ["Record", "format_board", "format_deal", "parse_board", "parse_deal", "read_deals", "write_deals"]
