"""The next deal of a table, the cards that the table deals, and the turns that lead from them to boards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import is_whole, items_of
from cpoker_fast.app.table.fantasylands import NO_FANTASYLAND
from cpoker_fast.app.table.table_deals import TableDeal, hands_dealt
from cpoker_fast.app.table.table_state import TableState, Turn
from cpoker_fast.dealing import Seed, deal as deal_hands, generator_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import TableError
from cpoker_fast.game.deal import Deal
from cpoker_fast.game.placement import Placement
from cpoker_fast.settling import least_stack

if TYPE_CHECKING:
    import numpy as np

    from cpoker_fast.boards import Board
    from cpoker_fast.settling import Declaration

__all__ = ["boards_played", "next_deal", "played_deal", "players_by_seat", "stacks_for"]


def next_deal(state: TableState, hands: int = 1, sitting_out: Iterable[str] = ()) -> TableDeal:
    """Return the deal that `Table.deal` begins; raise TableError if it is impossible."""
    state.check_between_deals()
    absent = _absent(state, sitting_out)
    rules, least = state.rules, least_stack(state.rules, state.unit)
    eligible = state.eligible_from_button(least)
    order = [player for player in eligible if player.name not in absent]
    if len(order) < 2:
        number_absent = len(eligible) - len(order)
        got = f"{len(order)} ({counted(number_absent, 'player')} sitting out)" if number_absent else f"{len(order)}"
        raise TableError(f"deal: expected two or more players with {counted(least, 'chip')} or more, got {got}")
    may_be_two = rules.table.two_hands and len(order) == 2 and rules.players >= 2 * len(order)
    if not is_whole(hands) or hands not in (1, 2) or (hands == 2 and not may_be_two):
        raise TableError.about("hands", f"expected 1, or 2 for two players if the rules allow it, got {quote(hands)}")
    dealt_in = min(rules.table.dealt_in, rules.players)
    playing, waiting = [*order[1:dealt_in], order[0]], order[dealt_in:]
    names = tuple(player.name for player in playing)
    reserved = dict(state.reserved) if set(names) == set(state.reserved) else {}
    if hands == 2 and reserved:
        raise TableError.about("hands", "expected 1 (the players have reserved hands), got 2")
    return TableDeal(
        number=state.deals + 1,
        players=names,
        waiting=tuple(player.name for player in waiting),
        sitting_out=tuple(player.name for player in eligible if player.name in absent),
        hands=hands,
        reserved=reserved,
        reserves=state.reserve_hands and not reserved and hands == 1 and len(names) == 2,
    )


def _absent(state: TableState, names: object) -> set[str]:
    """Return the names of players who sit out; raise TableError if one of them is not at the table."""
    absent = None if isinstance(names, str) else items_of(names)
    if absent is None:
        raise TableError.about("sitting_out", f"expected names of players, got {quote(names)}")
    return {state.player(name).name for name in absent}


_HAND_SIZE = 13


def players_by_seat(deal: TableDeal, state: TableState) -> list[str]:
    """Return the players of a deal in the order of their seats, which is that of the seats of `played_deal`."""
    return sorted(deal.players, key=lambda name: state.player(name).seat)


def _terms(deal: TableDeal, state: TableState) -> dict[str, Any]:
    """Return the arguments of `Deal` that follow from the table."""
    names = players_by_seat(deal, state)
    lands = [state.fantasyland.get(name, (NO_FANTASYLAND,))[0] for name in names]
    return {
        "button": names.index(deal.button),
        "fantasyland": [land.cards for land in lands],
        "stays": [land.stays for land in lands],
    }


def stacks_for(
    deal: TableDeal, state: TableState, seed: Seed, rng: np.random.Generator | None
) -> dict[str, tuple[tuple[int, ...], ...]]:
    """Deal the cards of all hands, and return them by player; see `TableDeal.stacks`."""
    generator = generator_of(rng, seed)
    if (count := hands_dealt(deal)) == 1:
        dealt = Deal(state.rules, len(deal.players), rng=generator, **_terms(deal, state))
        return {name: (stack,) for name, stack in zip(players_by_seat(deal, state), dealt.stacks, strict=True)}
    if not state.rules.is_closed or any(name in state.fantasyland for name in deal.players):
        raise TableError.about("cards", "the table deals second hands of 13 cards only, not street by street")
    hands = deal_hands(count * len(deal.players), _HAND_SIZE, generator)
    by_player = {name: hands[index :: len(deal.players)] for index, name in enumerate(deal.players)}
    return {name: tuple(map(tuple, of_player)) for name, of_player in by_player.items()}


def played_deal(state: TableState) -> Deal:
    """Return the deal in progress, whose cards the table has dealt, after its turns; raise CpokerError if one is impossible.

    Its seats are the players in the order of their seats at the table.
    """
    table_deal = state.deal
    if table_deal is None or not table_deal.may_be_played:
        raise TableError("expected a deal whose cards the table has dealt, one hand for each player")
    names = players_by_seat(table_deal, state)
    stacks = [table_deal.stacks[name][0] for name in names]
    deal = Deal(state.rules, len(names), stacks=stacks, **_terms(table_deal, state))
    for turn in state.turns:
        _take_turn(deal, turn, names)
    return deal


def _take_turn(deal: Deal, turn: Turn, names: list[str]) -> None:
    """Take the turn of a player; raise CpokerError if it is impossible."""
    if deal.turn is None:
        raise TableError(f"{quote(turn.player)} has no turn: all cards are placed")
    if turn.player != (name := names[deal.turn]):
        raise TableError(f"expected a placement of {quote(name)}, whose turn it is, got one of {quote(turn.player)}")
    if turn.placement is None:
        deal.time_out()
    else:
        deal.place(Placement.parse(turn.placement))


def boards_played(state: TableState) -> tuple[dict[str, Board | None], dict[str, Declaration]]:
    """Return the boards and the declarations of a deal by its turns; raise TableError if cards are still to be placed."""
    deal = played_deal(state)
    names = players_by_seat(state.deal, state) if state.deal else []
    if deal.turn is not None:
        raise TableError(f"the deal is not over: expected a placement of {quote(names[deal.turn])}")
    boards = [None if seat in deal.surrendered else board.board() for seat, board in enumerate(deal.boards)]
    return dict(zip(names, boards, strict=True)), dict(zip(names, deal.declarations, strict=True))
