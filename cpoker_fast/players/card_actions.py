"""Actions: a placement as one number for each card, from the highest card of the hand to the lowest."""

from __future__ import annotations

import operator
from collections.abc import Iterable

from cpoker_fast.boards import ROWS
from cpoker_fast.cards import format_card
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import PlacementError
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position

__all__ = ["ACTIONS", "action_index", "actions_of", "placed_by", "problem_with"]

ACTIONS = (*ROWS, "discard")
"""Names of the actions 0 to 3: a row, or a discard."""

_DISCARD = len(ROWS)


def action_index(action: object, place: str = "", *, highest: int = len(ACTIONS) - 1) -> int:
    """Return an action as an int; PlacementError, which begins with `place`, if it is not an int."""
    try:
        return operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        raise PlacementError(f"{place}bad action {quote(action)}: expected an int from 0 to {highest}") from None


def problem_with(action: int, card: int, to_place: int, to_discard: int) -> str:
    """Return the reason why an action for a card is illegal, given how many cards must still be placed and discarded."""
    if not 0 <= action < len(ACTIONS):
        return f"bad action {action}: expected 0 (front), 1 (middle), 2 (back) or 3 (discard)"
    label = f"action {action} ({ACTIONS[action]}) for {format_card(card)}"
    if action == _DISCARD:
        return f"{label}: expected a row, since {counted(to_place, 'card')} must still be placed and none discarded"
    if not to_place:
        return f"{label}: expected a discard, since {counted(to_discard, 'card')} must still be discarded and none placed"
    return f"{label}: the row is full"


def actions_of(placement: Placement) -> list[int]:
    """Return the actions of a placement, one for each card that it places or discards, the highest card first.

    Raises PlacementError for a surrender.
    """
    if placement.is_surrender:
        raise PlacementError("expected a placement of cards, got a surrender")
    places = (*placement.rows, placement.discards)
    action_of = {card: action for action, cards in enumerate(places) for card in cards}
    return [action_of[card] for card in sorted(action_of, reverse=True)]


def placed_by(position: Position, actions: Iterable[int]) -> Placement:
    """Return the cards that some actions place and discard; PlacementError for the first illegal action, or one too many."""
    cards = sorted(position.hand)
    room, to_place = list(position.own.room), position.to_place
    to_discard = len(cards) - to_place
    places: list[list[int]] = [[] for _ in ACTIONS]
    for index, value in enumerate(actions):
        action = action_index(value, f"actions[{index}]: ")
        if not cards:
            raise PlacementError.about(
                "actions", f"expected at most {counted(len(position.hand), 'action')}, one for each card"
            )
        card = cards.pop()
        is_legal = to_discard > 0 if action == _DISCARD else 0 <= action < _DISCARD and to_place > 0 and room[action] > 0
        if not is_legal:
            raise PlacementError(problem_with(action, card, to_place, to_discard))
        if action == _DISCARD:
            to_discard -= 1
        else:
            to_place -= 1
            room[action] -= 1
        places[action].append(card)
    return Placement(*places)
