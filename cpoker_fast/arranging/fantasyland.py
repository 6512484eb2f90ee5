"""Best boards of Fantasyland hands, by points and the value of staying (tests/rules_and_tests.md: Open-face)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast._arguments import check_seat
from cpoker_fast._arranging import best_staying_board
from cpoker_fast._arranging_many import Batch, Stays, staying_of_batch
from cpoker_fast._arrays import numbers_in, opponents_in
from cpoker_fast._objectives import Objective, objective_of_staying
from cpoker_fast._rules import stay_sizes
from cpoker_fast.arranging.fantasyland_worths import assumed_worths, bonuses_of, read_bonus
from cpoker_fast.arranging.known_boards import check_no_shared_card
from cpoker_fast.board_arrays import array_of_boards, board_in_item, board_of_cards, tables_in_items
from cpoker_fast.boards import Board, Cards
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import fields_repr
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import BoardError, CardError, RulesError
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.caching import cached_with
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.settling.inputs import boards_of_table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["FantasylandBoard", "FantasylandBoards", "best_fantasyland", "best_fantasyland_many"]


class FantasylandBoard(NamedTuple):
    """Best board of a Fantasyland hand: the result of `best_fantasyland`."""

    board: Board
    """Legal board with the highest value."""
    discarded: CardSet
    """Cards of the hand that are not on the board."""
    royalties: int
    """Royalty points of all three rows."""
    stays: int | None
    """Number of cards of the next Fantasyland; None if the player leaves Fantasyland."""
    value: float
    """Points against the known boards, plus the bonus for a stay. Without known boards, the royalties count as points."""

    def __repr__(self) -> str:
        return fields_repr(self)


class FantasylandBoards(NamedTuple):
    """Best boards of many Fantasyland hands: the result of `best_fantasyland_many`."""

    boards: NDArray[np.uint8]
    """Boards, shape (..., 13): front (3), middle (5) and back (5), each in ascending order. A hand without a legal board has
    a row of 255."""
    royalties: NDArray[np.int32]
    """Royalty points of all three rows."""
    stays: NDArray[np.uint8]
    """Number of cards of the next Fantasyland; 0 where the player leaves Fantasyland."""
    values: NDArray[np.float64]
    """Points against the known boards, plus the bonus for a stay. Without known boards, the royalties count as points. The
    value is nan where no board is legal."""

    def __repr__(self) -> str:
        staying = int((self.stays > 0).sum())
        return f"<FantasylandBoards of {counted(self.values.size, 'hand')}: {counted(staying, 'stay')} in Fantasyland>"


def _check_has_fantasyland(rules: Rules) -> None:
    if rules.fantasyland is None:
        raise RulesError(f"the rules {quote(rules.name)} have no Fantasyland", path="fantasyland")


def _objective_of(rules: Rules, bonus: float | tuple[tuple[int, float], ...], hand_size: int) -> Objective:
    """Return the objective for hands of `hand_size` cards: royalties plus the bonus for the next Fantasyland."""

    def make() -> Objective:
        core = compiled(rules)
        return objective_of_staying(core, hand_size, bonuses_of(bonus, stay_sizes(core, hand_size), "stay_bonus"))

    return cached_with(rules, "objective", (bonus, hand_size), make)


def _bonus_of(
    stay_bonus: float | Mapping[int, float] | None, rules: Rules, opponents: int
) -> float | tuple[tuple[int, float], ...]:
    """Check a bonus and return it as a hashable value; the default is the worth of a Fantasyland."""
    if stay_bonus is not None:
        return read_bonus(stay_bonus, "stay_bonus")
    return cached_with(rules, "worths", opponents, lambda: tuple(assumed_worths(rules, opponents + 1).items()))


def best_fantasyland(
    hand: Cards,
    rules: Rules | str,
    stay_bonus: float | Mapping[int, float] | None = None,
    *,
    boards: Sequence[Board | str | None] | None = None,
    seat: int = 0,
    button: int = 0,
) -> FantasylandBoard:
    """Return the best legal board of a Fantasyland hand, by its points plus the value of staying.

    The search is exact. Without `boards`, the points are royalties. With `boards`, they are the points that `settle` returns
    against the boards of all opponents. Each player then declares a natural unless comparing the rows pays them more
    (``declare="if better"``).

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 to 17 different cards. All but 13 are discarded.
    rules : Rules or str
        Rules with a Fantasyland, or the name of a preset.
    stay_bonus : float or mapping of int to float, optional
        Value of staying in Fantasyland, in points. It is one number, or a number for each size of the next Fantasyland. By
        default, it is the worth of a Fantasyland (`studies.worth`) against all opponents in `boards`, or against one
        opponent without `boards`. If the package has no measured worth for the rules, it is a heuristic value. Pass 0 to
        maximize points alone, or for a player who may not stay again (`Fantasyland.most_stays`).
    boards : sequence of Board, str or None, optional
        Boards of one to three opponents, clockwise from seat 0. None is a surrender. With `boards`, the hand must have 13
        cards under rules with naturals, side payments or a horse card, which depend on all cards of a hand.
    seat : int
        Seat of the player. The opponents have the other seats.
    button : int
        Seat with the button.

    Returns
    -------
    FantasylandBoard
        Best board. Ties are broken as in `best_royalties`, and `cpoker_fast.rulebook.Fantasyland` has the conditions of a
        stay.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 to 17 cards.
    BoardError
        If no board is legal, which is possible only with a `lowball_qualifier`. Also if an opponent's board cannot be read,
        has a duplicate card, or shares a card with the hand or another board.
    RulesError
        If the rules are unknown or have no Fantasyland, or the bonus is invalid. With `boards`, also if the rules have
        `naturals_by_rows` or do not allow a surrender in `boards`, or if the hand has more than 13 cards and the rules have
        naturals, side payments or a horse card.
    TableError
        If the seat or the button is invalid.

    Examples
    --------
    >>> hand = "Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c"
    >>> best = best_fantasyland(hand, "pineapple")
    >>> str(best.board), best.royalties, best.stays
    ('Tc 7h 4d / Qh Qd Jd 5s 5d / Ks 6s 6h 6d 6c', 10, 14)
    >>> theirs = "Kh 8h 3h / Ac Kc Qc Jc Ts / 9s 9h 9c 2s 2c"
    >>> best = best_fantasyland(hand, "pineapple", stay_bonus=8, boards=[theirs])  # a pair wins the front
    >>> str(best.board), best.royalties, best.value
    ('5s 5d 4d / Qh Qd Jd Tc 7h / Ks 6s 6h 6d 6c', 10, 9.0)
    """
    rules = as_rules(rules)
    _check_has_fantasyland(rules)
    cards = CardSet(hand)
    if not 13 <= len(cards) <= 17:
        raise CardError(f"bad hand: expected 13 to 17 cards, got {len(cards)}")
    opponent_boards = None if boards is None else boards_of_table(boards, rules, 1, 3)
    bonus = _bonus_of(stay_bonus, rules, len(opponent_boards) if opponent_boards else 1)
    objective = _objective_of(rules, bonus, len(cards))
    if opponent_boards is None:
        board, value, royalties, next_deal = best_staying_board(cards, objective)
        return FantasylandBoard(board, cards - board.hand, royalties, next_deal or None, value)
    check_no_shared_card(cards, opponent_boards)
    check_seat("seat", seat, len(opponent_boards) + 1)
    stays = Stays({len(cards): objective}, array_of_boards(opponent_boards)[None], seat, button)
    arrays = staying_of_batch(Batch([cards], compiled(rules), None, 1), stays, None)
    best = board_of_cards(arrays[0][0])
    if best is None:
        raise BoardError("no board of this hand is legal under these rules: it can only be a foul")
    royalties, next_deal, value = (array[0].item() for array in arrays[1:])
    return FantasylandBoard(best, cards - best.hand, royalties, next_deal or None, value)


def best_fantasyland_many(
    hands: object,
    rules: Rules | str,
    stay_bonus: float | Mapping[int, float] | None = None,
    *,
    boards: object = None,
    seat: int = 0,
    button: int = 0,
    out: NDArray[np.uint8] | None = None,
    threads: int = 1,
) -> FantasylandBoards:
    """Return the best legal board of each of many Fantasyland hands, as `best_fantasyland` does for one.

    Parameters
    ----------
    hands : array of uint8, shape (..., 13 to 17), or of uint64
        Hands, as different cards along the last axis or as masks. Any buffer works, and so does a list of texts (see
        `strengths`).
    rules : Rules or str
        Rules with a Fantasyland, or the name of a preset.
    stay_bonus : float or mapping of int to float, optional
        Value of staying in Fantasyland, in points, as for `best_fantasyland`.
    boards : array of uint8, shape (..., opponents, 13), optional
        Boards of one to three opponents of each hand, clockwise from seat 0. Each board has front (3), middle (5) and back
        (5). A surrender is 13 times 255. Lists of boards are accepted, too, as for `best_fantasyland`.
    seat : int
        Seat of the player, for all hands. The opponents have the other seats.
    button : int
        Seat with the button.
    out : array of uint8, shape (..., 13), optional
        C-contiguous array for the boards. It must not overlap with `hands` or `boards`.
    threads : int
        Number of threads, or 0 for one thread for each CPU of this process. The GIL is released.

    Returns
    -------
    FantasylandBoards
        After an error, or Ctrl-C, the contents of `out` are undefined.

    Raises
    ------
    CardError
        If a hand has a card above 51 or a duplicate card, or a mask does not have 13 to 17 cards. The attribute `index` of
        the error is the index of the first such hand.
    BoardError
        If an opponent's board has a card above 51, or shares a card with the hand or another board.
    RulesError
        If the rules are unknown or have no Fantasyland, or the bonus is invalid. For errors with `boards`, see
        `best_fantasyland`.
    TableError
        If the seat or the button is invalid.
    ArrayError
        If `hands` or `boards` has a wrong dtype or shape, or `out` or `threads` is invalid.

    Examples
    --------
    >>> hands = ["Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c", "As Ah Ad Ks Kh Qd Jc Td 9c 9h 9s 2c 2d 5h"]
    >>> best = best_fantasyland_many(hands, "pineapple", stay_bonus=8)
    >>> best.royalties.tolist(), best.stays.tolist(), best.values.tolist()
    ([10, 19], [14, 0], [18.0, 19.0])
    """
    rules = as_rules(rules)
    _check_has_fantasyland(rules)
    batch = Batch(hands, compiled(rules), None, threads)
    opponent_boards = None if boards is None else opponents_in(_tables_in(boards), batch.shape)
    bonus = _bonus_of(stay_bonus, rules, 1 if opponent_boards is None else opponent_boards.shape[-2])
    check_seat("seat", seat, 4 if opponent_boards is None else opponent_boards.shape[-2] + 1)
    objectives = {size: _objective_of(rules, bonus, size) for size in batch.sizes()}
    return FantasylandBoards(*staying_of_batch(batch, Stays(objectives, opponent_boards, seat, button), out))


def _tables_in(boards: object) -> NDArray[Any]:
    """Return the opponents of many hands as an array."""
    if isinstance(boards, list | tuple) and not boards:
        return array_of_boards([]).reshape(0, 1, 13)
    array = numbers_in(boards, "boards")
    return tables_in_items(boards, board_in_item) if array is None else array
