"""Payoff tables: the points of complete boards, row by row, against a field of boards."""

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
    """Points of complete boards in one pairing: a sum over rows, or the price of a foul."""

    rows: NDArray[np.float64]
    """By row and strength, shape (3, STRENGTHS)."""
    foul: float
    paid: float = 0.0
    """Royalties of the field, to subtract for every board; 0 if only the winner of a row is paid its royalty."""


class WholePayoffs(NamedTuple):
    """Row payoffs as whole numbers for the C core, with the payoffs in addition to rows against each board of a field."""

    rows: NDArray[np.int16]
    foul: int
    rests: list[tuple[int, int]]
    """Triples of row results with points in addition to rows; the opposite triple has the opposite points."""
    field: NDArray[np.uint16]
    """Rows of the legal boards of the field, shape (n, 3), as 2 * strength + 1 - tie."""
    unit: float
    """Divisor of the payoffs in the core: 1, or more if they would overflow."""
    lost: float
    """Largest change of a board's points by rounding."""


class RowValues(TypedDict):
    """Values of rows by strength, as `best_values_many` takes them."""

    front: NDArray[np.float64]
    middle: NDArray[np.float64]
    back: NDArray[np.float64]


class RowField(NamedTuple):
    """The boards of an opponent, as a sample."""

    strengths: NDArray[np.intp]
    """Strengths of the rows of legal boards, shape (n, 3)."""
    fouls: float
    """Share of fouls among all boards."""
    royalties: float
    """Royalties of a board, on average over all boards."""
    row_royalties: NDArray[np.int32]
    """Royalties of the rows of legal boards, shape (n, 3)."""
    tie: int
    """Winner of equal rows: the player (1), the opponent (-1) or nobody (0)."""


def row_strengths(boards: NDArray[np.uint8], rules: Rules) -> NDArray[np.intp]:
    """Return the strengths of the rows of boards, uint8[n, 13]: shape (n, 3)."""
    import numpy as np

    result = np.empty((len(boards), 3), np.intp)
    for row, (begin, end) in enumerate(ROW_SPANS):
        cards = np.ascontiguousarray(boards[:, begin:end])
        is_low = ROWS[row] == "middle" and rules.lowball_middle
        result[:, row] = lowball_strengths(cards) if is_low else strengths(cards, wheel=rules.wheel.value)
    return result


def row_field_of(boards: NDArray[np.uint8], rules: Rules, tie: int = 0) -> RowField:
    """Return the field of boards, uint8[n, 13]; `tie` is that of `RowField`."""
    fouls, royalties, _ = read_complete(rules, boards)
    legal, paid = ~fouls, float(royalties.sum(axis=1).mean())
    return RowField(row_strengths(boards[legal], rules), float(fouls.mean()), paid, royalties[legal], tie)


class RowPrices(NamedTuple):
    """Payment of a pairing: a price for each row, and the rest by the triple of row results."""

    row: int
    rests: list[tuple[int, int]]
    """Triples of `pairing_prices` after the middle one, with rests that are not 0; opposite triples have opposite rests."""
    all_won: int
    """Payment for winning all three rows."""

    @property
    def scoop(self) -> int:
        """Part of `all_won` beyond the prices of the rows."""
        return self.all_won - 3 * self.row


def row_prices(rules: Rules) -> RowPrices:
    """Return the prices. The price of a row is the payment for winning two rows and losing one."""
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
    """Return the price of a foul, paid to each opponent who does not foul."""
    return float(row_prices(rules).all_won if rules.foul is None else rules.foul)


def rows_add_up(rules: Rules) -> bool:
    """Whether a pairing pays only for rows, royalties and fouls, so that payoff tables are complete."""
    is_net = rules.overall_points > 0 and rules.overall is OverallPoint.EXTRAS
    return rules.scoring().keys() <= _ADDED_UP and not is_net


_ADDED_UP = frozenset(
    ("wheel", "lowball_middle", "lowball_qualifier", "equal_rows", "row_points", "match_points", "scoop_bonus",
     "overall_points", "overall", "row_ties", "royalties", "foul", "foul_pays_royalties")
)  # fmt: skip


def fantasyland_payoffs(rules: Rules, worths: Mapping[int, float], cards: int = 0) -> NDArray[np.float64]:
    """Return the worth of the Fantasyland that a row earns, by row and strength.

    `cards`: the size of the Fantasyland that the player is in, or 0.
    """
    import numpy as np

    sizes = earned_by_rows(compiled(rules), cards, 0)
    payoffs = np.zeros(sizes.shape)
    for size, worth in worths.items():
        payoffs[sizes == size] = worth
    return payoffs


def payoffs_against(
    rules: Rules, worths: Mapping[int, float], field: RowField | None, *, shares_scoops: bool = True
) -> RowPayoffs:
    """Return the payoff table of rows against a field: royalties, worth of a Fantasyland, points of rows and scoops.

    `worths` has the worth of a Fantasyland by its cards. Each row gets a share of the scoop: how often the winner of the row
    also wins the other two, among boards of the field. `shares_scoops` is False if the rests of `whole_payoffs` pay scoops.
    Without a field, only royalties and Fantasylands count, and a foul costs its price.
    """
    import numpy as np

    core, price, prices = compiled(rules), foul_price(rules), row_prices(rules)
    rows = np.array([royalties_of_row(core, row) for row in range(3)], np.float64)
    legal = 1.0 if field is None else 1.0 - field.fouls
    fouls_pay_royalties = rules.foul is None or rules.foul_pays_royalties
    always = rules.royalties.on == PaidOn.ALWAYS
    royalties = rows if always else rows.copy()
    if field is not None and not always:
        rows *= field.fouls * fouls_pay_royalties  # royalties of won rows are added below
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
    """Return, by strength, how many rows of a sample a row beats, and how many beat it."""
    import numpy as np

    equal = np.bincount(strengths, minlength=STRENGTHS)
    not_stronger = np.cumsum(equal)
    weaker = not_stronger - equal
    won, lost = not_stronger if tie > 0 else weaker, len(strengths) - (weaker if tie < 0 else not_stronger)
    return won, lost


def row_values(rules: Rules, rows: NDArray[np.float64]) -> RowValues:
    """Return payoffs of rows as the values that `best_values_many` takes."""
    front, middle, back = rows
    return {"front": front, "middle": middle[:LOWBALL_STRENGTHS] if rules.lowball_middle else middle, "back": back}


def _scoops(strengths: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return, for each row, how often the player who wins it wins the other two as well."""
    import numpy as np

    ours, theirs = strengths[:_PAIRED, None], strengths[None, -_PAIRED:]
    wins, losses = ours > theirs, ours < theirs
    all_three = wins.all(axis=2).sum() + losses.all(axis=2).sum()
    shares: NDArray[np.float64] = all_three / np.maximum(1, (wins | losses).sum(axis=(0, 1)))
    return shares


_PAIRED = 300  # boards from each end of the field that are compared with each other


def whole_payoffs(
    payoffs: RowPayoffs, fields: Sequence[RowField] = (), rests: Sequence[tuple[int, float]] = ()
) -> WholePayoffs:
    """Return payoffs as whole numbers, with the payoffs in addition to rows against each board of the fields."""
    import numpy as np

    parts = [np.empty((0, 3), np.uint16), *((2 * field.strengths + 1 - field.tie).astype(np.uint16) for field in fields)]
    boards = np.ascontiguousarray(np.concatenate(parts))
    largest_rest = max((abs(rest) for _, rest in rests), default=0.0)
    largest = max(float(np.abs(payoffs.rows).max()), abs(payoffs.foul), largest_rest * len(boards))
    unit = max(1.0, math.ceil(largest * PAYOFF_POINT / (MOST_PAYOFF - len(boards))))
    scale = PAYOFF_POINT / unit
    rows = np.rint(payoffs.rows * scale)
    foul, scaled_rests = round(payoffs.foul * scale), [(triple, round(rest * scale)) for triple, rest in rests]
    errors = [abs(scaled / scale - rest) for (_, scaled), (_, rest) in zip(scaled_rests, rests, strict=True)]
    lost_by_rows = float(np.abs(rows / scale - payoffs.rows).max(axis=1).sum()) + max(errors, default=0.0) * len(boards)
    lost = max(lost_by_rows, abs(foul / scale - payoffs.foul))
    return WholePayoffs(np.ascontiguousarray(rows.astype(np.int16)), foul, scaled_rests, boards, unit, lost)
