"""Best responses to a field, for one hand or for many."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import numpy as np

from cpoker_fast._arranging import best_board
from cpoker_fast._arrays import hands_in
from cpoker_fast._boards import Placement
from cpoker_fast._fields import choose_decisions
from cpoker_fast.board_arrays import Placements, array_of_boards, has_no_board
from cpoker_fast.boards import Board, Cards
from cpoker_fast.cards import CardSet, cards_at, format_card
from cpoker_fast.dealing import deal_many
from cpoker_fast.display.progress import late_reporter
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import BoardError, CardError, FieldError
from cpoker_fast.fields.field import Field
from cpoker_fast.fields.responses import best_responses
from cpoker_fast.fields.sample import BoardSample, Opposition, opposition_of
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.caching import cached_for_process
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.settling.declarations import declaration_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["arrange", "arrange_many", "dead_cards_in", "field_of"]

_NOTHING = CardSet()
_DEALT_HANDS = 4096  # of opponents, if there are dead cards


def field_of(rules: Rules, field: Field | None) -> Field:
    """Return `field`, by default the equilibrium of the rules; raise FieldError if it is not a field for these rules."""
    if field is None:
        return _equilibrium_of(rules)
    if not isinstance(field, Field):
        raise FieldError(f"bad field: expected a Field, got {type(field).__name__}")
    if not field.rules.pays_like(rules):
        raise FieldError(f"the field is for other rules: expected {quote(rules.name)}, got {quote(field.rules.name)}")
    return field


def _equilibrium_of(rules: Rules) -> Field:
    """Return `Field.equilibrium` of the rules with default arguments. It is cached, so its file is read only once.

    All CPUs compute it. Their number does not change the result.
    """

    def make() -> Field:
        with ExitStack() as stack:
            progress = late_reporter(stack, f"equilibrium of {rules.name}, which is then cached")
            return Field.equilibrium(rules, threads=0, progress=progress)

    return cached_for_process("equilibrium", rules, make)


def arrange(
    hand: Cards,
    rules: Rules | str,
    field: Field | None = None,
    *,
    opponents: int = 3,
    has_button: bool = False,
    own_cards: bool = True,
    dead: Cards = "",
) -> Placement:
    """Return the best response to a field: the placement with the highest expected points, all payments included.

    The board is legal if the hand has a legal board, even where a foul could pay more (see `DeadRows`). The response
    declares a natural only if that pays more than comparing the rows. It surrenders only if the rules allow a surrender and
    it pays more. Ties between boards are broken as in `best_royalties`. Without `own_cards`, a board that declares no
    natural is undominated (see `undominated`).

    Use `analyze` for the points of other boards, and for margins of error. `analyze` takes about a thousand times as long.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 different cards.
    rules : Rules or str
        Rules, or the name of a preset.
    field : Field, optional
        Boards of the opponents. By default, they are the equilibrium of the rules (`Field.equilibrium`). The package has the
        equilibria of presets. Another equilibrium is computed once, on all CPUs in a few seconds. It is then stored in the
        user's cache folder. In interactive sessions, a bar shows the progress.
    opponents : int
        Number of opponents, 1 to 3. With a banker, a player without the button plays only against the banker, whatever the
        number.
    has_button : bool
        Whether the player has the button. Under some rules, this player is the banker or wins ties.
    own_cards : bool
        Whether the points consider card removal: no opponent can hold the cards of the hand. Opponents then consider their
        own cards, too (see :doc:`/background/fields`). A field of your own boards has no card removal. Under rules with a
        single winner, there is card removal only with `dead`.
    dead : CardSet, str or iterable of int
        Other cards that no opponent can hold, such as the cards of a hand that was shown. There may be up to 26 dead cards
        with one opponent, 13 with two, and none with three. Dead cards require `own_cards`, and a field that is an
        equilibrium. Opponents are then dealt 4,096 hands from the cards that are left, and set these hands as best responses
        to the field. The result is the best response to these boards. This takes about a tenth of a second. The same cards
        give the same points. The margin of error for each opponent is about 0.05 points under ``pagat``, and 0.08 points
        under ``one-six``. The boards of two opponents are drawn independently. `analyze` deals to both from one deck, and
        can use more deals for higher precision.

    Returns
    -------
    Placement
        Best placement, with its expected points. It is a foul if no board is legal, which is possible only with a
        `lowball_qualifier`.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 cards. Also if `dead` cannot be read, has cards of the hand, or leaves
        fewer than 13 cards for each opponent.
    RulesError
        If the rules are unknown.
    FieldError
        If `field` is not a `Field` for these rules, `opponents` is not 1 to 3, or `own_cards` is not True or False. Also if
        there are dead cards without `own_cards`, or with a field of your own boards.
    TableError
        If `has_button` is not True or False.

    Examples
    --------
    >>> best = arrange("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", "pagat")
    >>> str(best.board), best.declare
    ('As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c', False)
    """
    rules = as_rules(rules)
    cards = CardSet(hand)
    if len(cards) != 13:
        raise CardError(f"bad hand: expected 13 cards, got {len(cards)}")
    field = field_of(rules, field)
    opposition = opposition_of(field, opponents, has_button, own_cards)
    if dead_cards := dead_cards_in(dead, cards, opponents):
        if not own_cards:
            raise FieldError.about("dead", "expected own_cards=True")
        if not field.is_equilibrium:
            raise FieldError.about("dead", "expected an equilibrium; for your own boards, use analyze(field=..., dead=...)")
        sample = _dealt(field, opponents, cards | dead_cards, has_button)
        opposition = opposition_of(sample, opponents, has_button, own_cards=False)
    return _arrange(cards, rules, opposition)


def _dealt(field: Field, opponents: int, known: CardSet, has_button: bool) -> BoardSample:
    """Return boards of opponents whose hands have none of the known cards, and are set as best responses to the field."""
    hands = deal_many(_DEALT_HANDS, 1, 13, seed=0, dead=known).reshape(-1, 13)
    # A player without the button settles with the banker alone. In other games, one of two opponents has the button.
    others_have_it = not has_button and (opponents == 1 or field.rules.has_banker)
    played = best_responses(hands, field, opponents, has_button=others_have_it)
    return BoardSample(field.rules, played.boards, declare=played.declare)


def dead_cards_in(dead: Cards, hand: CardSet, opponents: int) -> CardSet:
    """Return dead cards; raise CardError if some are in the hand, or they leave too few for the opponents."""
    cards = cards_at("dead", dead)
    if shared := cards & hand:
        raise CardError.about("dead", f"card {format_card(next(iter(shared)))} is in the hand")
    most = 52 - 13 * (opponents + 1)
    if len(cards) > most:
        if not most:
            raise CardError.about("dead", f"{opponents} opponents have all other cards: expected 1 or 2 opponents")
        raise CardError.about(
            "dead", f"expected at most {most} cards with {counted(opponents, 'opponent')}, got {len(cards)}"
        )
    return cards


def _arrange(hand: CardSet, rules: Rules, opposition: Opposition) -> Placement:
    try:
        board, points = best_board(hand, opposition.objective)
    except BoardError:
        board, points = Board.of_cards(list(hand)), float("nan")
    boards, values = array_of_boards([board]), np.array([points])
    natural = int(choose_decisions(opposition.core, boards, values)[0])  # may change `boards` and `values`
    points = float(values[0])
    if has_no_board(boards[0]):
        return Placement.surrender(points)
    if natural >= 0 and rules.naturals_by_rows:  # the board may have been replaced by one that shows the natural
        board = Board.of_cards(boards[0].tolist())
    return Placement.of_cards(*board.rows, _NOTHING, declaration_of(natural, rules), points)


def arrange_many(
    hands: object,
    rules: Rules | str,
    field: Field | None = None,
    *,
    opponents: int = 3,
    has_button: bool = False,
    own_cards: bool = True,
    out: NDArray[np.uint8] | None = None,
    threads: int = 1,
) -> Placements:
    """Return the best responses of many hands to a field, as `arrange` does for one hand.

    Parameters
    ----------
    hands : array of uint8, shape (n, 13), or of uint64, shape (n,)
        Hands, as different cards along the last axis or as masks. Any buffer works, and so does a list of texts (see
        `strengths`).
    rules, field, opponents, has_button, own_cards
        As for `arrange`.
    out : array of uint8, shape (n, 13), optional
        C-contiguous array for the boards. It must not overlap with `hands`.
    threads : int
        Number of threads, or 0 for one thread for each CPU of this process. The GIL is released.

    Returns
    -------
    Placements
        The best boards, whether to declare the best natural of each, and the expected points from all opponents together.
        With `out`, the array of its boards is `out`.

    Raises
    ------
    CardError
        If a hand has a card above 51 or a duplicate card, or a mask does not have 13 cards. The attribute `index` of the
        error is the index of the first such hand.
    RulesError, FieldError, TableError
        As for `arrange`.
    ArrayError
        If `hands` has a wrong dtype or shape, or `out` or `threads` is invalid.

    Examples
    --------
    >>> import numpy as np
    >>> best = arrange_many(np.arange(13, dtype=np.uint8)[None], "pagat")
    >>> best.boards, best.declare
    (array([[ 5,  6,  7,  0,  1,  2,  3,  4,  8,  9, 10, 11, 12]], dtype=uint8), array([False]))
    """
    rules = as_rules(rules)
    cards = hands_in(hands)
    field = field_of(rules, field)
    return best_responses(cards, field, opponents, has_button=has_button, own_cards=own_cards, out=out, threads=threads)
