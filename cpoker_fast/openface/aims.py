"""Aims: what complete boards are worth, row by row, against a field of boards."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from cpoker_fast._networks import AIM_POINT, MOST_AIM
from cpoker_fast._openface import entry_cards
from cpoker_fast._ranking import LOWBALL_STRENGTHS, STRENGTHS
from cpoker_fast._settling import royalties_of_row
from cpoker_fast.boards import ROW_SPANS, ROWS
from cpoker_fast.openface.plan import plan_of, read_complete
from cpoker_fast.ranking import lowball_strengths, strengths
from cpoker_fast.rulebook import PaidOn, Rules, compiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Aim",
    "RowField",
    "WholeAim",
    "aim_against",
    "entry_worths",
    "foul_price",
    "row_field_of",
    "row_strengths",
    "row_values",
    "rows_add_up",
    "scoop_beside_rows",
    "whole_aim",
]


class Aim(NamedTuple):
    """What complete boards are worth, in points of one pairing: the sum over rows, or that of a foul."""

    rows: NDArray[np.float64]
    """By row and strength, shape (3, STRENGTHS)."""
    foul: float


class WholeAim(NamedTuple):
    """The same in the whole numbers of the compiled core, and with scoops of the boards of a field."""

    rows: NDArray[np.int16]
    foul: int
    scoop: int
    """For each board of the field that is scooped."""
    field: NDArray[np.uint16]
    """The strengths of the rows of its legal boards, shape (n, 3)."""
    unit: float
    """So many points are one point to the core: more than one where points would be too high for its numbers."""
    lost: float
    """How many points rounding may change."""


class RowValues(TypedDict):
    """What the strengths of rows are worth."""

    front: NDArray[np.float64]
    middle: NDArray[np.float64]
    back: NDArray[np.float64]


class RowField(NamedTuple):
    """The boards that opponents make."""

    strengths: NDArray[np.intp]
    """Those of the rows of legal boards, shape (n, 3)."""
    fouls: float
    """The share of boards that are fouls."""
    royalties: float
    """Those of all rows, on average."""


def row_strengths(boards: NDArray[np.uint8], rules: Rules) -> NDArray[np.intp]:
    """The strengths of the rows of boards, uint8[n, 13]: shape (n, 3)."""
    import numpy as np

    found = np.empty((len(boards), 3), np.intp)
    for row, (begin, end) in enumerate(ROW_SPANS):
        cards = np.ascontiguousarray(boards[:, begin:end])
        is_low = ROWS[row] == "middle" and rules.lowball_middle
        found[:, row] = lowball_strengths(cards) if is_low else strengths(cards, wheel=rules.wheel.value)
    return found


def row_field_of(boards: NDArray[np.uint8], rules: Rules) -> RowField:
    """The field of some boards, uint8[n, 13]."""
    fouls, royalties, _ = read_complete(rules, boards)
    return RowField(row_strengths(boards[~fouls], rules), float(fouls.mean()), float(royalties.sum(axis=1).mean()))


def _row_points(rules: Rules) -> int:
    """What a row is taken to pay: with match points, those of a player who wins two rows and loses one."""
    return rules.row_points if rules.match_points is None else rules.match_points


def scoop_beside_rows(rules: Rules) -> int:
    """What a scoop pays beside its rows."""
    return rules.scoop_bonus - (0 if rules.match_points is None else 2 * rules.match_points)


def foul_price(rules: Rules) -> float:
    """What a foul pays to an opponent who does not foul."""
    return float(3 * _row_points(rules) + scoop_beside_rows(rules) if rules.foul is None else rules.foul)


def rows_add_up(rules: Rules) -> bool:
    """Whether rows, scoops, royalties and fouls are all that a pairing pays, so that aims leave nothing out."""
    return rules.scoring().keys() <= _ADDED_UP and rules.royalties.on == PaidOn.ALWAYS


_ADDED_UP = frozenset(
    ("wheel", "lowball_middle", "lowball_qualifier", "equal_rows", "row_points", "scoop_bonus", "royalties", "foul",
     "foul_pays_royalties")
)  # fmt: skip


def entry_worths(rules: Rules, worths: Mapping[int, float]) -> NDArray[np.float64]:
    """The worth of the Fantasyland that a row earns, by row and strength."""
    import numpy as np

    sizes = entry_cards(plan_of(rules))
    found = np.zeros(sizes.shape)
    for cards, worth in worths.items():
        found[sizes == cards] = worth
    return found


def aim_against(rules: Rules, worths: Mapping[int, float], field: RowField | None, *, scoops: bool = True) -> Aim:
    """What rows bring on average against a field: royalties, the worth of a Fantasyland, and points of rows and scoops.

    `worths` are those of a Fantasyland by its cards. A scoop is shared out among its rows: each counts as often as the other
    two are won with it, by boards like those of the field; or not at all, if `scoops` is False. Royalties of the field are
    not taken off; a foul that is spared them is worth them. Without a field, only royalties and Fantasylands count, and a
    foul costs its price.
    """
    import numpy as np

    core, price = compiled(rules), foul_price(rules)
    rows = np.array([royalties_of_row(core, row) for row in range(3)], np.float64)
    legal = 1.0 if field is None else 1.0 - field.fouls
    fouls_pay_royalties = rules.foul is None or rules.foul_pays_royalties
    if not fouls_pay_royalties:
        rows *= legal
    if worths:
        rows += entry_worths(rules, worths)
    if field is None:
        return Aim(rows, -price)
    at = np.arange(STRENGTHS)
    if len(field.strengths):
        shares = _scoops(field.strengths) if scoops else np.zeros(3)
        for row in range(3):
            of_field = np.sort(field.strengths[:, row])
            below, above = np.searchsorted(of_field, at, "left"), len(of_field) - np.searchsorted(of_field, at, "right")
            points = _row_points(rules) + scoop_beside_rows(rules) * shares[row]
            rows[row] += legal * points * (below - above) / len(of_field)
    rows[0] += field.fouls * price
    return Aim(rows, -legal * price + (0.0 if fouls_pay_royalties else field.royalties))


def row_values(rules: Rules, rows: NDArray[np.float64]) -> RowValues:
    """What the rows of boards are worth, as `best_values_many` takes it."""
    front, middle, back = rows
    return {"front": front, "middle": middle[:LOWBALL_STRENGTHS] if rules.lowball_middle else middle, "back": back}


def _scoops(strengths: NDArray[np.intp]) -> NDArray[np.float64]:
    """For each row, how often one who wins it, or loses it, wins or loses the other two as well."""
    import numpy as np

    ours, theirs = strengths[:_PAIRED, None], strengths[None, -_PAIRED:]
    wins, losses = ours > theirs, ours < theirs
    all_three = wins.all(axis=2).sum() + losses.all(axis=2).sum()
    found: NDArray[np.float64] = all_three / np.maximum(1, (wins | losses).sum(axis=(0, 1)))
    return found


_PAIRED = 300  # boards of a side that are compared with each of the other's


def whole_aim(aim: Aim, scoop: float = 0.0, field: NDArray[np.intp] | None = None) -> WholeAim:
    """An aim in whole numbers; a scoop of each board of a field, (n, 3), brings so many points."""
    import numpy as np

    boards = np.empty((0, 3), np.uint16) if field is None else np.ascontiguousarray(field.astype(np.uint16))
    highest = max(float(np.abs(aim.rows).max()), abs(aim.foul), abs(scoop) * len(boards))
    unit = max(1.0, math.ceil(highest * AIM_POINT / (MOST_AIM - len(boards))))
    scale = AIM_POINT / unit
    rows = np.rint(aim.rows * scale)
    foul, each = round(aim.foul * scale), round(scoop * scale)
    of_rows = float(np.abs(rows / scale - aim.rows).max(axis=1).sum()) + abs(each / scale - scoop) * len(boards)
    lost = max(of_rows, abs(foul / scale - aim.foul))
    return WholeAim(np.ascontiguousarray(rows.astype(np.int16)), foul, each, boards, unit, lost)
