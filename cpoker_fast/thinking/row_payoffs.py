"""Payoff tables: average points of rows by strength, against a sample of opponent boards."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypedDict

import numpy as np

from cpoker_fast._networks import MOST_PAYOFF, PAYOFF_POINT, add_row_payoffs, round_payoffs
from cpoker_fast._ranking import LOWBALL_STRENGTHS
from cpoker_fast._settling import earned_by_rows, royalties_of_row
from cpoker_fast.boards import ROW_SPANS, ROWS
from cpoker_fast.game.plan import read_complete
from cpoker_fast.ranking import lowball_strengths, strengths
from cpoker_fast.rulebook import PaidOn, Rules
from cpoker_fast.rulebook.caching import cached_with
from cpoker_fast.rulebook.compiling import compiled, pairing_prices

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "IntegerPayoffs", "RowField", "RowPayoffs", "fantasyland_payoffs", "foul_price", "integer_payoffs",
    "payoffs_against", "row_field_of", "row_prices", "row_values",
]  # fmt: skip


class RowPayoffs(NamedTuple):
    """Average points of complete boards: the sum over the rows of a legal board, or the payoff of a foul."""

    rows: NDArray[np.float64]
    """Payoffs by row and strength, shape (3, STRENGTHS)."""
    foul: float
    royalties_owed: float = 0.0
    """Mean royalties of opponents, to subtract for every board; 0 if only the winner of a row is paid its royalty."""


class IntegerPayoffs(NamedTuple):
    """Payoffs as integers for the C core: those of rows, and the rests against each board of a field (see `RowPrices`)."""

    rows: NDArray[np.int16]
    foul: int
    rests: list[tuple[int, int]]
    """Triples with their rests, as in `RowPrices`."""
    field: NDArray[np.uint16]
    """Strengths of the rows of the field's legal boards, as 2 * strength + 1 - tie, shape (n, 3)."""
    unit: float
    """Divisor of all payoffs: 1, or more if the integers would overflow."""


class RowValues(TypedDict):
    """Values of rows by strength, as `best_values_many` takes them."""

    front: NDArray[np.float64]
    middle: NDArray[np.float64]
    back: NDArray[np.float64]


class RowField(NamedTuple):
    """A sample of an opponent's complete boards."""

    strengths: NDArray[np.intp]
    """Strengths of the rows of legal boards, shape (n, 3)."""
    fouls: float
    """Share of fouls among all boards."""
    royalties: float
    """Mean royalties of all boards."""
    row_royalties: NDArray[np.int32]
    """Royalties of the rows of legal boards, shape (n, 3)."""
    tie: int
    """Winner of equal rows: the player (1), the opponent (-1) or nobody (0)."""


def _row_strengths(boards: NDArray[np.uint8], rules: Rules) -> NDArray[np.intp]:
    """Return the strengths of the rows of boards, uint8[n, 13]: shape (n, 3)."""
    result = np.empty((len(boards), 3), np.intp)
    for row, (begin, end) in enumerate(ROW_SPANS):
        cards = np.ascontiguousarray(boards[:, begin:end])
        is_low = ROWS[row] == "middle" and rules.lowball_middle
        result[:, row] = lowball_strengths(cards) if is_low else strengths(cards, wheel=rules.wheel.value)
    return result


def row_field_of(boards: NDArray[np.uint8], rules: Rules, tie: int = 0) -> RowField:
    """Return the field of boards, uint8[n, 13]; see `RowField` for `tie`."""
    fouls, royalties, _ = read_complete(rules, boards)
    legal, mean_royalties = ~fouls, float(royalties.sum(axis=1).mean())
    return RowField(_row_strengths(boards[legal], rules), float(fouls.mean()), mean_royalties, royalties[legal], tie)


class RowPrices(NamedTuple):
    """Payment of a pairing without royalties: a price for each row, plus a rest that depends on the results of all rows."""

    row: int
    """Price of each row: the payment for winning two rows and losing one."""
    rests: list[tuple[int, int]]
    """Triples of row results (indices in `pairing_prices`), and their rests in points. Triples with a rest of 0 are omitted,
    and so are triples before the middle one: the opposite triple has the opposite rest."""
    all_won: int
    """Payment for winning all three rows."""

    @property
    def scoop(self) -> int:
        """Payment for winning all three rows, minus the prices of the rows."""
        return self.all_won - 3 * self.row


def row_prices(rules: Rules) -> RowPrices:
    """Return the prices of a pairing under the rules."""
    return cached_with(rules, "row prices", None, lambda: _row_prices(rules))


def _row_prices(rules: Rules) -> RowPrices:
    payments = [price.points for price in pairing_prices(rules)]
    row, rests = payments[_TWO_WON_ONE_LOST], []
    for triple in range(_MIDDLE_TRIPLE + 1, len(payments)):
        won_minus_lost = triple // 9 + triple // 3 % 3 + triple % 3 - 3
        if rest := payments[triple] - row * won_minus_lost:
            rests.append((triple, rest))
    return RowPrices(row, rests, payments[-1])


_MIDDLE_TRIPLE, _TWO_WON_ONE_LOST = 13, 24


def foul_price(rules: Rules) -> float:
    """Return the price of a foul, paid to each opponent who does not foul."""
    return float(row_prices(rules).all_won if rules.foul is None else rules.foul)


def fantasyland_payoffs(rules: Rules, worths: Mapping[int, float], cards: int = 0) -> NDArray[np.float64]:
    """Return the worth of the Fantasyland that a row earns, by row and strength.

    `cards`: the size of the Fantasyland that the player is in now, or 0.
    """
    sizes = earned_by_rows(compiled(rules), cards, 0)
    payoffs = np.zeros(sizes.shape)
    for size, worth in worths.items():
        payoffs[sizes == size] = worth
    return payoffs


def payoffs_against(
    rules: Rules, worths: Mapping[int, float], field: RowField | None, *, shares_scoops: bool = True
) -> RowPayoffs:
    """Return the payoff table of rows against a field: royalties, worth of a Fantasyland, points of rows and scoops.

    `worths` is the worth of a Fantasyland by number of cards. With `shares_scoops`, a row gets the points of a scoop, times
    the probability that its winner wins all rows, among boards of the field. Otherwise, pass scoops to `integer_payoffs` as
    rests. Without a field, only royalties and Fantasylands count, and a foul pays `foul_price`.
    """
    price, prices, royalties = foul_price(rules), row_prices(rules), _royalties(rules)
    rows = royalties.copy()
    legal = 1.0 if field is None else 1.0 - field.fouls
    fouls_pay_royalties = rules.foul is None or rules.foul_pays_royalties
    always = rules.royalties.on == PaidOn.ALWAYS
    if field is not None and not always:
        rows *= field.fouls * fouls_pay_royalties  # royalties of won rows are added below
    elif not fouls_pay_royalties:
        rows *= legal
    if worths:
        rows += fantasyland_payoffs(rules, worths)
    if field is None:
        return RowPayoffs(rows, -price)
    if len(field.strengths):
        shares = _scoops(field.strengths).tolist() if shares_scoops else [0.0] * 3
        of_rows = [legal * (prices.row + prices.scoop * share) for share in shares]
        of_winners = None if always else royalties
        add_row_payoffs(rows, field.strengths, field.row_royalties, of_winners, of_rows, legal, field.tie)
    rows[0] += field.fouls * price
    if always:
        return RowPayoffs(rows, -legal * price + (0.0 if fouls_pay_royalties else field.royalties), field.royalties)
    return RowPayoffs(rows, -legal * price - (field.royalties if fouls_pay_royalties else 0.0))


def _royalties(rules: Rules) -> NDArray[np.float64]:
    """Return the royalties of rows by row and strength."""

    def read() -> NDArray[np.float64]:
        return np.array([royalties_of_row(compiled(rules), row) for row in range(3)], np.float64)

    return cached_with(rules, "royalties of rows", None, read)


def row_values(rules: Rules, rows: NDArray[np.float64]) -> RowValues:
    """Return payoffs of rows in the form that `best_values_many` takes."""
    front, middle, back = rows
    return {"front": front, "middle": middle[:LOWBALL_STRENGTHS] if rules.lowball_middle else middle, "back": back}


def _scoops(strengths: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return, for each row, the probability that the winner of the row wins all three rows."""
    ours, theirs = strengths[:_PAIRED, None], strengths[None, -_PAIRED:]
    wins, losses = ours > theirs, ours < theirs
    all_three = wins.all(axis=2).sum() + losses.all(axis=2).sum()
    shares: NDArray[np.float64] = all_three / np.maximum(1, (wins | losses).sum(axis=(0, 1)))
    return shares


_PAIRED = 300  # the first boards of the field are compared with as many of the last


def integer_payoffs(
    payoffs: RowPayoffs, fields: Sequence[RowField] = (), rests: Sequence[tuple[int, float]] = ()
) -> IntegerPayoffs:
    """Return payoffs as integers; `rests` are points against each board of the fields."""
    parts = [np.empty((0, 3), np.uint16), *((2 * field.strengths + 1 - field.tie).astype(np.uint16) for field in fields)]
    boards = np.ascontiguousarray(np.concatenate(parts))
    largest_rest = max((abs(rest) for _, rest in rests), default=0.0)
    largest_row = max(float(payoffs.rows.max()), -float(payoffs.rows.min()))
    largest = max(largest_row, abs(payoffs.foul), largest_rest * len(boards))
    unit = max(1.0, math.ceil(largest * PAYOFF_POINT / (MOST_PAYOFF - len(boards))))
    scale = PAYOFF_POINT / unit
    scaled_rests = [(triple, round(rest * scale)) for triple, rest in rests]
    return IntegerPayoffs(round_payoffs(payoffs.rows, scale), round(payoffs.foul * scale), scaled_rests, boards, unit)
