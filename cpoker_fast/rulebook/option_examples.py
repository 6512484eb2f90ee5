"""Examples of options, as lines of a rules file."""

from __future__ import annotations

from typing import Any

from cpoker_fast.rulebook.declaring import Choice, Flag, Int, One
from cpoker_fast.rulebook.option_index import presets_by_value
from cpoker_fast.rulebook.option_words import toml_line
from cpoker_fast.rulebook.options import Option

__all__ = ["example_of"]

_NATURAL = '[[naturals]]\npattern = "dragon"\npoints = 13'
_ENTRY = '[fantasyland.entry.front]\n"pair Q" = 14\n"pair K" = 15\n"pair A" = 16'
_STAY = '[fantasyland.stay.front]\n"three of a kind" = 14'
_JACKPOT = '[table.rake.jackpot]\nback = "four of a kind"'
_EXAMPLES = {
    "base": 'base = "pagat"',
    "name": 'name = "ours"',
    "note": 'note = "Friday evenings."',
    "pool_ties": 'base = "pool"\npool_ties = "carry over"',
    "row_ties": 'row_ties = "button"',
    "lowball_qualifier": 'lowball_middle = true\nlowball_qualifier = "T"',
    "home_run_players": "home_run_times = 2\nhome_run_players = 4",
    "overall": 'overall_points = 1\noverall = "rows and extras"',
    "royalties": '[royalties]\non = "always"\n\n[royalties.front]\n"three of a kind" = 2',
    "royalties.front": '[royalties.front]\n"three of a kind" = 2\n"pair A" = 1',
    "royalties.middle": '[royalties.middle]\n"full house" = 1\n"four of a kind" = 3',
    "royalties.back": '[royalties.back]\n"four of a kind" = 3\n"straight flush" = 4',
    "dead_rows": 'dead_rows = "out of order"',
    "foul": "foul = 6",
    "foul_pays_royalties": "foul = 6\nfoul_pays_royalties = true",
    "foul_pays_naturals": "foul = 6\nfoul_pays_naturals = true",
    "naturals": f'[[naturals]]\npattern = "six pairs"\npoints = 3\n\n{_NATURAL}',
    "naturals.pattern": _NATURAL,
    "naturals.points": _NATURAL,
    "naturals.level": f"{_NATURAL}\nlevel = 2",
    "surrender": "surrender = 1",
    "aces": "aces = [1, 2, 6, 8]",
    "streets": "streets = [[5, 5], [4, 4], [4, 4]]",
    "fantasyland.entry": _ENTRY,
    "fantasyland.entry.front": _ENTRY,
    "fantasyland.entry.middle": '[fantasyland.entry.middle]\n"four of a kind" = 14',
    "fantasyland.entry.back": '[fantasyland.entry.back]\n"straight flush" = 14',
    "fantasyland.stay": _STAY,
    "fantasyland.stay.front": _STAY,
    "fantasyland.stay.middle": '[fantasyland.stay.middle]\n"four of a kind" = 14',
    "fantasyland.stay.back": '[fantasyland.stay.back]\n"four of a kind" = 14',
    "fantasyland.stay_royalty_over": "fantasyland.stay_royalty_over = 10",
    "table": "[table]\nseats = 5\nbuy_in_least = 50",
    "table.buy_in_most": "table.buy_in_most = 200",
    "table.rebuy_least": "table.rebuy_least = 20",
    "table.fees": "[table.fees]\nby_limit = [[1, 2], [5, 8]]\nminutes = 30",
    "table.fees.by_limit": "table.fees.by_limit = [[1, 2], [5, 8]]",
    "table.fees.minutes": "table.fees.minutes = 30",
    "table.fees.half_after": "table.fees.half_after = 15",
    "table.rake": "[table.rake]\nchips = 2",
    "table.rake.percent": "table.rake.percent = 5",
    "table.rake.cap": "[table.rake]\npercent = 5\ncap = 30",
    "table.rake.to_jackpot": f"[table.rake]\nchips = 2\nto_jackpot = 1\n\n{_JACKPOT}",
    "table.rake.jackpot": _JACKPOT,
    "table.rake.jackpot.front": '[table.rake.jackpot]\nfront = "pair"',
    "table.rake.jackpot.middle": '[table.rake.jackpot]\nmiddle = "three of a kind"',
    "table.rake.jackpot.back": _JACKPOT,
    "table.rake.jackpot.loser": f"{_JACKPOT}\nloser = 40",
    "table.rake.jackpot.winner": f"{_JACKPOT}\nwinner = 20",
    "table.rake.jackpot.table": f"{_JACKPOT}\ntable = 20",
}
"""Lines for options that need other lines, or whose values in presets are long or missing."""


def example_of(option: Option) -> str:
    """Return lines of a rules file that set an option to a value that is not its default."""
    if option.path in _EXAMPLES:
        return _EXAMPLES[option.path]
    if isinstance(option.kind, One):
        return option.group.example
    values = presets_by_value(option)
    return toml_line(option.path, values[0][0] if values else _other_value(option))


def _other_value(option: Option) -> Any:
    """Return a value that is not the default."""
    match option.kind:
        case Flag():
            return not option.default
        case Choice() as kind:
            return next(str(member) for member in kind.choices if str(member) != option.default)
        case Int() as kind:
            return kind.low + (kind.low == option.default)
    return option.default
