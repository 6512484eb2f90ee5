"""Aims: what complete boards are worth, row by row, against a field of boards."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from cpoker_fast._networks import MOST_PAYOFF, PAYOFF_POINT
from cpoker_fast._ranking import LOWBALL_STRENGTHS, STRENGTHS
from cpoker_fast._settling import earned_by_rows, royalties_of_row
from cpoker_fast.boards import ROW_SPANS, ROWS
from cpoker_fast.openface.game.plan import read_complete
from cpoker_fast.ranking import lowball_strengths, strengths
from cpoker_fast.rulebook import OverallPoint, PaidOn, Rules, compiled
from cpoker_fast.rulebook.caching import cached_with
from cpoker_fast.rulebook.pairing_prices import pairing_prices

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "RowField",
    "RowPayoffs",
    "WholePayoffs",
    "fantasyland_payoffs",
    "foul_price",
    "payoffs_against",
    "row_field_of",
    "row_prices",
    "row_strengths",
    "row_values",
    "rows_add_up",
    "whole_payoffs",
]


class RowPayoffs(NamedTuple):
    """What complete boards are worth, in points of one pairing: the sum over rows, or that of a foul."""

    rows: NDArray[np.float64]
    """By row and strength, shape (3, STRENGTHS)."""
    foul: float
    paid: float = 0.0
    """Royalties of the field, to be subtracted for every board; 0 if only the winner of a row is paid its royalty."""


class WholePayoffs(NamedTuple):
    """The same in the whole numbers of the compiled core, and with what the boards of a field pay beside rows."""

    rows: NDArray[np.int16]
    foul: int
    rests: list[tuple[int, int]]
    """For each board of the field, by the triple of row results; the opposite triple takes off as much."""
    field: NDArray[np.uint16]
    """The rows of its legal boards, shape (n, 3): twice their strengths, and 1 less their tie."""
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
    """Royalties of all rows, on average over all boards."""
    row_royalties: NDArray[np.int32]
    """Royalties of the rows of legal boards, shape (n, 3)."""
    tie: int
    """Who wins equal rows: the player (1), the opponent (-1) or nobody (0)."""


def row_strengths(boards: NDArray[np.uint8], rules: Rules) -> NDArray[np.intp]:
    """The strengths of the rows of boards, uint8[n, 13]: shape (n, 3)."""
    import numpy as np

    found = np.empty((len(boards), 3), np.intp)
    for row, (begin, end) in enumerate(ROW_SPANS):
        cards = np.ascontiguousarray(boards[:, begin:end])
        is_low = ROWS[row] == "middle" and rules.lowball_middle
        found[:, row] = lowball_strengths(cards) if is_low else strengths(cards, wheel=rules.wheel.value)
    return found


def row_field_of(boards: NDArray[np.uint8], rules: Rules, tie: int = 0) -> RowField:
    """The field of some boards, uint8[n, 13]; see there for `tie`."""
    fouls, royalties, _ = read_complete(rules, boards)
    legal, paid = ~fouls, float(royalties.sum(axis=1).mean())
    return RowField(row_strengths(boards[legal], rules), float(fouls.mean()), paid, royalties[legal], tie)


class RowPrices(NamedTuple):
    """What a pairing pays, as a price of each row, and what is left, the rest, by the triple of row results."""

    row: int
    rests: list[tuple[int, int]]
    """Triples of `pairing_prices` from the middle on; those before it are their opposites."""
    all_won: int
    """What a pairing pays in all for winning each row."""

    @property
    def scoop(self) -> int:
        """What is left of that beside the rows."""
        return self.all_won - 3 * self.row


def row_prices(rules: Rules) -> RowPrices:
    """A row is taken to pay what winning two rows and losing one does."""
    return cached_with(rules, "row prices", None, lambda: _row_prices(rules))


def _row_prices(rules: Rules) -> RowPrices:
    paid = [price.points for price in pairing_prices(rules)]
    row, rests = paid[_TWO_WON_ONE_LOST], []
    for triple in range(_MIDDLE_TRIPLE + 1, len(paid)):
        won_more = triple // 9 + triple // 3 % 3 + triple % 3 - 3
        if rest := paid[triple] - row * won_more:
            rests.append((triple, rest))
    return RowPrices(row, rests, paid[-1])


_MIDDLE_TRIPLE, _TWO_WON_ONE_LOST = 13, 24


def foul_price(rules: Rules) -> float:
    """What a foul pays to an opponent who does not foul."""
    return float(row_prices(rules).all_won if rules.foul is None else rules.foul)


def rows_add_up(rules: Rules) -> bool:
    """Whether what rows decide, royalties and fouls are all that a pairing pays, so that aims leave nothing out."""
    is_net = rules.overall_points > 0 and rules.overall is OverallPoint.EXTRAS
    return rules.scoring().keys() <= _ADDED_UP and not is_net


_ADDED_UP = frozenset(
    ("wheel", "lowball_middle", "lowball_qualifier", "equal_rows", "row_points", "match_points", "scoop_bonus",
     "overall_points", "overall", "row_ties", "royalties", "foul", "foul_pays_royalties")
)  # fmt: skip


def fantasyland_payoffs(rules: Rules, worths: Mapping[int, float], cards: int = 0) -> NDArray[np.float64]:
    """The worth of the Fantasyland that a row earns, by row and strength.

    `cards`: the size of the Fantasyland that the player is in, or 0.
    """
    import numpy as np

    sizes = earned_by_rows(compiled(rules), cards, 0)
    found = np.zeros(sizes.shape)
    for size, worth in worths.items():
        found[sizes == size] = worth
    return found


def payoffs_against(
    rules: Rules, worths: Mapping[int, float], field: RowField | None, *, shares_scoops: bool = True
) -> RowPayoffs:
    """What rows bring on average against a field: royalties, the worth of a Fantasyland, and points of rows and scoops.

    `worths` are those of a Fantasyland by its cards. A scoop is shared out among its rows: each counts as often as the other
    two are won with it, by boards like those of the field; or not at all, for a `whole_payoffs` with rests. Without a field,
    only royalties and Fantasylands count, and a foul costs its price.
    """
    import numpy as np

    core, price, prices = compiled(rules), foul_price(rules), row_prices(rules)
    rows = np.array([royalties_of_row(core, row) for row in range(3)], np.float64)
    legal = 1.0 if field is None else 1.0 - field.fouls
    fouls_pay_royalties = rules.foul is None or rules.foul_pays_royalties
    always = rules.royalties.on == PaidOn.ALWAYS
    royalties = rows if always else rows.copy()
    if field is not None and not always:
        rows *= field.fouls * fouls_pay_royalties  # those of won rows are added below
    elif not fouls_pay_royalties:
        rows *= legal
    if worths:
        rows += fantasyland_payoffs(rules, worths)
    if field is None:
        return RowPayoffs(rows, -price)
    if n := len(field.strengths):
        shares = _scoops(field.strengths) if shares_scoops else np.zeros(3)
        for row, strengths in enumerate(field.strengths.T):
            won, lost = _won_and_lost(strengths, field.tie)
            rows[row] += legal * (prices.row + prices.scoop * shares[row]) * (won - lost) / n
            if not always:
                owed = np.bincount(strengths, field.row_royalties[:, row], STRENGTHS)
                of_stronger = owed.sum() - np.cumsum(owed) + (owed if field.tie < 0 else 0.0)
                rows[row] += legal * (royalties[row] * won - of_stronger) / n
    rows[0] += field.fouls * price
    if always:
        return RowPayoffs(rows, -legal * price + (0.0 if fouls_pay_royalties else field.royalties), field.royalties)
    return RowPayoffs(rows, -legal * price - (field.royalties if fouls_pay_royalties else 0.0))


def _won_and_lost(strengths: NDArray[np.intp], tie: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Over how many rows of these strengths a row wins, and to how many it loses, by its strength."""
    import numpy as np

    equal = np.bincount(strengths, minlength=STRENGTHS)
    not_stronger = np.cumsum(equal)
    weaker = not_stronger - equal
    won, lost = not_stronger if tie > 0 else weaker, len(strengths) - (weaker if tie < 0 else not_stronger)
    return won, lost


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


def whole_payoffs(
    payoffs: RowPayoffs, fields: Sequence[RowField] = (), rests: Sequence[tuple[int, float]] = ()
) -> WholePayoffs:
    """An payoffs in whole numbers, and with it what each board of some fields pays beside rows."""
    import numpy as np

    parts = [np.empty((0, 3), np.uint16), *((2 * field.strengths + 1 - field.tie).astype(np.uint16) for field in fields)]
    boards = np.ascontiguousarray(np.concatenate(parts))
    most = max((abs(rest) for _, rest in rests), default=0.0)
    highest = max(float(np.abs(payoffs.rows).max()), abs(payoffs.foul), most * len(boards))
    unit = max(1.0, math.ceil(highest * PAYOFF_POINT / (MOST_PAYOFF - len(boards))))
    scale = PAYOFF_POINT / unit
    rows = np.rint(payoffs.rows * scale)
    foul, each = round(payoffs.foul * scale), [(triple, round(rest * scale)) for triple, rest in rests]
    error = max((abs(whole / scale - rest) for (_, whole), (_, rest) in zip(each, rests, strict=True)), default=0.0)
    of_rows = float(np.abs(rows / scale - payoffs.rows).max(axis=1).sum()) + error * len(boards)
    lost = max(of_rows, abs(foul / scale - payoffs.foul))
    return WholePayoffs(np.ascontiguousarray(rows.astype(np.int16)), foul, each, boards, unit, lost)
