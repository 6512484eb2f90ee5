"""Checks of the events of a ledger, and the states of the table that they lead to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cpoker_fast._arguments import check_name, is_whole
from cpoker_fast.app.table.agreed_terms import state_with_terms
from cpoker_fast.app.table.entered_boards import EnteredBoards
from cpoker_fast.app.table.fantasylands import check_fantasylands, read_fantasylands
from cpoker_fast.app.table.freezeout_levels import event_of_level, event_of_pause, read_clock
from cpoker_fast.app.table.ledger import Event
from cpoker_fast.app.table.next_deal import next_deal
from cpoker_fast.app.table.played_deals import boards_played, played_deal
from cpoker_fast.app.table.settled_deals import settled_deal
from cpoker_fast.app.table.table_deals import (
    TableDeal,
    board_from_event,
    check_cards_of_deal,
    check_hand,
    check_reserves,
    read_reserved,
    stacks_in,
)
from cpoker_fast.app.table.table_state import TableState, Turn
from cpoker_fast.boards import Board
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import TableError
from cpoker_fast.rulebook import Freezeout, Rules
from cpoker_fast.settling.inputs import carried_of, check_boards, declarations_of
from cpoker_fast.settling.settlement import check_natural
from cpoker_fast.settling.stakes import check_buy_in, check_rebuy

__all__ = ["check_not_begun", "check_not_entered", "state_after", "state_with_boards", "state_with_turn"]

_DURING_A_DEAL = ("board", "turn", "deal", "cancel")


def state_after(event: Event, state: TableState, *, settles_again: bool = False) -> TableState:
    """Return the state of a table after an event; raise CpokerError if the event is impossible.

    `settles_again`: whether a settled deal is settled again, and its results are compared. Otherwise, its payments must lead
    to its stacks.
    """
    kind = event["event"]
    if kind not in _DURING_A_DEAL:
        state.check_between_deals()
    elif kind != "deal" and state.deal is None:
        raise TableError(f"{kind}: there is no deal in progress")
    match kind:
        case "sit" | "buy" | "leave" | "fee":
            check_seating(event, state)
            after = state.after(event)
        case "change":
            after = _after_change(event, state)
        case "level" | "pause":
            _check_clock(event, state)
            after = state.after(event)
        case "begin":
            after = _after_begin(event, state)
        case "board":
            after = state_with_boards(EnteredBoards.of_event(_deal_in_progress(state), state.rules, event), state)
        case "turn":
            after = state_with_turn(Turn(event["player"], event["placement"]), state)
        case "cancel":
            after = state.after(event)
        case "deal":
            after = _after_deal(event, state, settles_again=settles_again)
        case _:
            raise TableError(f"unknown event {quote(kind)}")
    return after


def state_with_turn(turn: Turn, state: TableState) -> TableState:
    """Return the state after a turn in the deal in progress; raise CpokerError if it is impossible."""
    check_not_entered(state)
    after = state.with_turn(turn)
    played_deal(after)
    return after


def check_not_entered(state: TableState) -> None:
    """Raise TableError if boards were entered in a deal, so that no turn can be taken."""
    if state.entered:
        raise TableError(f"boards of {', '.join(state.entered)} were entered: enter the others, too")


def state_with_boards(entry: EnteredBoards, state: TableState) -> TableState:
    """Return the state after a player entered boards in the deal in progress; raise CpokerError if they are impossible."""
    deal = _deal_in_progress(state)
    if state.is_played_in_turn:
        raise TableError("this deal is played turn by turn: place cards, and enter no boards")
    entries = {name: state.entered[name] for name in deal.players if name in state.entered and name != entry.player}
    entries[entry.player] = entry  # the last one, which errors about two boards name last
    check_boards({name: other.boards for name, other in entries.items()}, state.rules)
    for hand, board in enumerate(entry.boards):
        if isinstance(board, Board):
            check_hand(deal, entry.player, hand, board)
    _check_declared(entry, state.rules)
    check_reserves(deal, entry.reserved)
    if entry.reserved is not None:
        boards = [board for other in entries.values() for board in other.boards if isinstance(board, Board)]
        used = CardSet(card for board in boards for card in board.cards())
        for name, other in entries.items():
            if name != entry.player and other.reserved is not None:
                used |= other.reserved
        read_reserved(deal, entry.player, entry.reserved, used)
    return state.with_boards(entry)


def _check_declared(entry: EnteredBoards, rules: Rules) -> None:
    """Raise RulesError if a board declares a natural that it may not declare."""
    codes = declarations_of(entry.declare, len(entry.boards), rules)
    for hand, (board, code) in enumerate(zip(entry.boards, codes, strict=True)):
        if code >= 0:
            argument = f"declare[{hand}]" if len(entry.boards) > 1 else "declare"
            check_natural(rules.naturals[code].name, board, rules, argument)


def _check_clock(event: Event, state: TableState) -> None:
    """Raise TableError unless an event begins the level that follows, or stops the clock, at its own time."""
    time = read_clock(event.get("time", 0.0))
    expected = event_of_level(state, time) if event["event"] == "level" else event_of_pause(state, time)
    if event != expected:
        raise TableError(f"{event['event']}: expected {quote(expected)}, got {quote(event)}")


def _deal_in_progress(state: TableState) -> TableDeal:
    """Return the deal in progress; raise TableError if there is none."""
    if state.deal is None:
        raise TableError("there is no deal in progress")
    return state.deal


def _after_change(event: Event, state: TableState) -> TableState:
    rules = Rules.from_dict(event["rules"]) if "rules" in event else state.rules
    unit, reserve_hands = event.get("unit", state.unit), event.get("reserve_hands", state.reserve_hands)
    return state_with_terms(state, rules, unit, reserve_hands=reserve_hands)


def _after_begin(event: Event, state: TableState) -> TableState:
    deal = replace(next_deal(state, event["hands"], event["sitting_out"]), stacks=stacks_in(event))
    _check_players(deal, event)
    check_cards_of_deal(deal)
    after = state.with_deal(deal)
    if deal.may_be_played:
        played_deal(after)
    return after


def _after_deal(event: Event, state: TableState, *, settles_again: bool) -> TableState:
    deal = state.deal or next_deal(state, event["hands"], event["sitting_out"])
    _check_players(deal, event)
    if state.turns:
        boards, _ = boards_played(state)
        expected = [None if boards[name] is None else str(boards[name]) for name in deal.players]
        if event["boards"] != expected:
            got = quote(event["boards"])
            raise TableError.about("boards", f"expected those that were placed, {quote(expected)}, got {got}")
    if settles_again:
        _check_results(event, deal, state)
    carried_of(event["carried"], state.rules)
    check_fantasylands(read_fantasylands(event["fantasyland"]), deal, state.rules)
    _check_reserved(deal, event["reserved"])
    after = state.after(event)
    stacks = {name: after.stacks[name] for name in deal.players}
    if event["stacks"] != stacks:
        raise TableError.about("stacks", f"expected {quote(stacks)} after these payments, got {quote(event['stacks'])}")
    if not is_whole(event["button"]) or event["button"] not in [player.seat for player in after.players]:
        raise TableError.about("button", f"expected the seat of a player, got {quote(event['button'])}")
    return after


def _check_players(deal: TableDeal, event: Event) -> None:
    names = event["players"]
    if (list(deal.players), deal.number) != (names, event["number"]) or not is_whole(event["number"]):
        expected = f"expected deal {deal.number}, with the players {', '.join(deal.players)}"
        raise TableError(f"{expected}; got deal {quote(event['number'])}, with the players {quote(names)}")


def _check_reserved(deal: TableDeal, reserved: Mapping[str, str]) -> None:
    """Raise TableError unless hands reserved in a deal are different cards of its players."""
    check_reserves(deal, reserved)
    if deal.reserves and set(reserved) != set(deal.players):
        raise TableError.about("reserved", f"expected the hands of {', '.join(deal.players)}, got {quote(reserved)}")
    used = CardSet()
    for name, cards in reserved.items():
        used |= read_reserved(deal, name, cards, used)


def _check_results(event: Event, deal: TableDeal, state: TableState) -> None:
    """Settle the deal of an event again; raise TableError if the results differ."""
    names, hands = deal.players, deal.hands
    for key in ("boards", "declare"):
        if len(event[key]) != hands * len(names):
            raise TableError(f"{key}: expected one for each of {hands * len(names)} hands, got {quote(event[key])}")
    hand_boards = [board_from_event(board) for board in event["boards"]]
    boards, declare = [
        {name: items[index] if hands == 1 else items[index :: len(names)] for index, name in enumerate(names)}
        for items in (hand_boards, event["declare"])
    ]
    button_stays = event["button"] == state.player(deal.button).seat
    settled_event, _ = settled_deal(deal, state, boards, declare, event["reserved"], button_stays=button_stays)
    for key, value in settled_event.items():
        if event[key] != value:
            raise TableError(f"{key}: expected {quote(value)} for these boards, got {quote(event[key])}")


def check_seating(event: Event, state: TableState) -> None:
    """Raise CpokerError if an event that seats a player, or moves their chips, is impossible in a state of the table."""
    kind, name, chips, rules = event["event"], event["player"], event["chips"], state.rules
    if rules.table.freezeout is not None:
        _check_freezeout_seating(event, state, rules.table.freezeout)
    if not state.stakes and kind != "leave" and not (kind == "sit" and chips == 0 and is_whole(chips)):
        raise TableError.about("chips", f"{kind}: expected none at a table without stakes, got {quote(chips)}")
    if kind == "sit":
        _check_seat(name, event["seat"], state)
        if state.stakes and rules.table.freezeout is None:
            check_buy_in(name, chips, rules, state.unit)
        return
    player = state.player(name)
    if kind == "buy":
        check_rebuy(name, chips, player.stack, rules, state.unit)
    elif kind == "leave":
        if chips != player.stack:
            raise TableError(f"{quote(name)} leaves: expected {player.stack} chips, got {quote(chips)}")
    elif chips != (fee := rules.table.fees.fee(state.unit, event["minute"])):
        raise TableError(f"expected the fee of {fee} chips, got {quote(chips)}")
    elif chips > player.stack:
        raise TableError(f"{quote(name)} cannot pay the fee of {chips} chips from a stack of {player.stack}")


def _check_freezeout_seating(event: Event, state: TableState, freezeout: Freezeout) -> None:
    """Raise TableError unless a player sits down or leaves before the first deal, with the chips of everyone."""
    kind, name, chips = event["event"], event["player"], event["chips"]
    if kind in ("buy", "fee"):
        raise TableError(f"{kind}: a freezeout has no later buy-ins and no fees")
    check_not_begun(kind, name, state)
    if chips != freezeout.chips or not is_whole(chips):
        raise TableError.about("chips", f"{kind}: expected the {freezeout.chips} chips of the freezeout, got {quote(chips)}")


def check_not_begun(kind: str, name: object, state: TableState) -> None:
    """Raise TableError if a player wants to sit down or to leave after the first deal of a freezeout has begun."""
    if state.has_begun:
        problem = "nobody leaves: the board of an absent player is a dead hand" if kind == "leave" else "nobody joins"
        raise TableError(f"{kind} {quote(name)}: the freezeout has begun, and {problem}")


def _check_seat(name: object, seat: object, state: TableState) -> None:
    check_name("name", name, TableError)
    if name in state.stacks:
        raise TableError(f"{quote(name)} sits here already")
    free = state.free_seats
    if not is_whole(seat) or seat not in free:
        raise TableError.about("seat", f"expected a free seat ({', '.join(map(str, free)) or 'none'}), got {quote(seat)}")
