"""Deals whose cards are entered, not dealt: each entry makes a new record out of the last one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cpoker_fast.boards import FOUL, ROWS
from cpoker_fast.cards import DECK, CardSet, format_card
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import PlacementError, TableError
from cpoker_fast.game import Deal, Move, Placement
from cpoker_fast.game.plan import compensated_dealer, keeps_button
from cpoker_fast.game.turns import hides_board, order_of_play
from cpoker_fast.notation import Record
from cpoker_fast.notation.record import declared_in, is_hidden, names_in
from cpoker_fast.notation.replaying import dealt_and_placed
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling.declarations import IF_BETTER, Declaration

__all__ = [
    "DEAD", "HIDDEN", "TIME_OUT", "declaring", "first_record", "hidden_seats", "moves_undone", "next_record", "seen_cards",
    "turn_of", "with_hand", "with_placement",
]  # fmt: skip

HIDDEN = "hidden"
"""The entry for a board that is set face down, until the showdown."""
TIME_OUT = "time out"
"""The entry for a player out of time, whose cards the rules place."""
DEAD = str(FOUL)
"""The entry for a dead hand, which is settled as a foul."""


def first_record(
    rules: Rules, names: Sequence[str], button: int = 0, fantasyland: Sequence[int] = (), stays: Sequence[int] = ()
) -> Record:
    """Return the record of a deal before its first card; raise CpokerError for invalid names or numbers."""
    deal = Deal(rules, len(names), seed=0, button=button, fantasyland=fantasyland, stays=stays)
    return replace(Record.of_deal(deal, names), hand=(), open_hands=())


def next_record(rules: Rules, last: Record | None, names: Sequence[str] = ()) -> Record:
    """Return the record of the deal after `last`, by default with the same players.

    The button moves by the rules, past players who left. Under the same rules, players have the Fantasylands they earned.
    """
    if last is None:
        return first_record(rules, names)
    before = names_in(last)
    names = names or before
    lands = dict(zip(before, last.next_fantasyland, strict=True)) if rules == last.rules else {}
    played = {name: stays + 1 for name, cards, stays in zip(before, last.fantasyland, last.stays, strict=True) if cards}
    first = _next_button(last)
    clockwise = [before[(first + step) % len(before)] for step in range(len(before))]
    holder = next((name for name in clockwise if name in names), names[0])
    fantasyland = [lands.get(name, 0) for name in names]
    stays = [played.get(name, 0) if cards else 0 for name, cards in zip(names, fantasyland, strict=True)]
    return first_record(rules, names, names.index(holder), fantasyland, stays)


def _next_button(last: Record) -> int:
    """Return the seat that has the button after a deal, if all players stay."""
    if keeps_button(last.rules) and any(last.next_fantasyland):
        return last.button
    dealer = compensated_dealer(last.rules, [None if board is None else board.cards for board in last.boards()])
    return (last.button + 1) % last.players if dealer is None else dealer


# ---- the state of a deal ----


def hidden_seats(record: Record) -> list[int]:
    """Return the seats whose boards are set and still hidden, in the order of play."""
    return [move.seat for move in record.moves if is_hidden(move)]


def turn_of(record: Record, seat: int) -> tuple[int, int, int]:
    """Return the next street of a seat, and the numbers of cards dealt and placed on it; TableError after the last one."""
    street = sum(move.seat == seat for move in record.moves)
    if street == (1 if record.fantasyland[seat] else len(record.streets)):
        raise TableError(f"{quote(names_in(record)[seat])} has placed all cards; `undo` takes back the last entry")
    return (street, *dealt_and_placed(record.rules, record.fantasyland[seat], street))


def _seen(record: Record) -> Iterator[tuple[CardSet, str]]:
    """Yield the cards that were entered, with the place of each group."""
    names = names_in(record)
    for move in record.moves:
        parts = (*move.placement.rows, move.placement.discards)
        for row, cards in zip((*ROWS, "discards"), parts, strict=True):
            yield cards, f"the {row} of {names[move.seat]}"
    hands = [*zip(names, record.open_hands, strict=False)]
    hands += [(names[record.turn], record.hand)] if record.turn is not None else []
    for name, hand in hands:
        yield CardSet(hand), f"the hand of {name}"


def seen_cards(record: Record) -> CardSet:
    """Return all cards that were entered."""
    return CardSet([card for cards, _ in _seen(record) for card in cards])


def _check_unseen(record: Record, cards: CardSet, hand: Sequence[int]) -> None:
    """Raise PlacementError if one of `cards` was entered already, except in a hand from which they come."""
    for seen, place in _seen(record):
        if repeated := (seen & cards) - CardSet(hand):
            raise PlacementError(f"card {format_card(min(repeated))} is in {place} already")


def moves_undone(record: Record, number: int) -> Record:
    """Return the record after its first `number` moves, without a hand and without cards to come."""
    return replace(record, moves=record.moves[:number], hand=(), open_hands=(), stacks=(), declared=(),
                   turn=record.moves[number].seat if number < len(record.moves) else record.turn)  # fmt: skip


# ---- entries ----


def with_hand(record: Record, seat: int, cards: Sequence[int]) -> Record:
    """Return the record after a player was dealt cards; raise CpokerError if they cannot be.

    Without a turn of theirs, only a first street that is dealt face up can be entered.
    """
    is_open = _may_be_open(record, seat)
    record = record if is_open else _at_turn_of(record, seat)
    _, dealt, _ = turn_of(record, seat)
    old = record.open_hands[seat] if is_open and record.open_hands else () if is_open else record.hand
    if len(cards) != dealt:
        example = "; cards that are placed have rows, as in 'As / Kd / -'"
        raise PlacementError(f"expected {counted(dealt, 'card')} in hand, got {len(cards)}{example}")
    _check_unseen(record, CardSet(cards), old)
    if not is_open:
        return replace(record, hand=tuple(cards))
    hands = list(record.open_hands) or [()] * record.players
    hands[seat] = tuple(cards)
    return replace(record, open_hands=tuple(hands))


def _may_be_open(record: Record, seat: int) -> bool:
    """Whether a player who does not act next may have a hand: that of a first street dealt face up."""
    is_dealt = record.rules.first_street_open and len(record.moves) >= sum(map(bool, record.fantasyland))
    has_placed = any(move.seat == seat for move in record.moves)
    return is_dealt and record.turn not in (None, seat) and not record.fantasyland[seat] and not has_placed


def with_placement(record: Record, seat: int, entry: str) -> Record:
    """Return the record after a player placed cards, or set or showed a hidden board; raise CpokerError if they cannot.

    Boards that are hidden until the showdown may be entered late: an entry of a later player sets them face down. If the
    hand was not entered, only discards in the entry are known.
    """
    for index, move in enumerate(record.moves):
        if move.seat == seat and is_hidden(move):
            before = replace(moves_undone(record, index), turn=seat)
            shown = _read(before, entry, record)
            return _declared(replace(record, moves=(*record.moves[:index], shown, *record.moves[index + 1 :])))
    record = _at_turn_of(record, seat)
    return _after(record, _read(record, entry, record))


def _at_turn_of(record: Record, seat: int) -> Record:
    """Return the record at the turn of a seat: hidden boards of players before it are set. Raises TableError otherwise."""
    turn_of(record, seat)  # raises TableError if the seat has placed all cards
    later = record
    while (turn := later.turn) is not None and turn != seat:
        if later.hand or not hides_board(record.rules, record.fantasyland[turn]):
            names = names_in(record)
            raise TableError(f"it is the turn of {quote(names[turn])}, not of {quote(names[seat])}")
        later = _after(later, Move(turn, 0, Placement()))
    return later


def _after(record: Record, move: Move) -> Record:
    """Return the record after a move of the player to act; a hand that is dead stays dead."""
    moves = (*record.moves, move._replace(dead=move.dead or move.seat in record.dead))
    order = order_of_play(len(record.streets), record.players, record.button, record.fantasyland)
    turn = order[len(moves)][0] if len(moves) < len(order) else None
    hand = record.open_hands[turn] if turn is not None and record.open_hands else ()
    others = tuple(() if seat == turn else cards for seat, cards in enumerate(record.open_hands))
    return _declared(replace(record, moves=moves, turn=turn, hand=hand, open_hands=others if any(others) else ()))


def _declared(record: Record) -> Record:
    """Return a record with the naturals that the players declare by default, if the deal is over."""
    return replace(record, declared=declared_in(record.deal(seed=0))) if record.is_over else record


def _read(record: Record, entry: str, complete: Record) -> Move:
    """Return the move in an entry of the player to act.

    `complete` has all cards that were entered; `record` may be an earlier state of it.
    """
    assert record.turn is not None
    street, dealt, _ = turn_of(record, record.turn)
    move = Move(record.turn, street, Placement())
    is_hidden_now = hides_board(record.rules, record.fantasyland[record.turn])
    words = entry.strip().lower()
    if words == HIDDEN:
        if not is_hidden_now:
            raise PlacementError("only boards in Fantasyland, or of a closed game, are hidden until the showdown")
        return move
    if words in (TIME_OUT, DEAD):
        if not record.hand:
            if words == DEAD and is_hidden_now:
                return move._replace(dead=True)  # a board that nobody has to show
            raise PlacementError(f"{words}: enter the hand first, which the rules place")
        deal = record.deal(seed=0)
        if words == TIME_OUT:
            deal.time_out()
        else:
            deal.place(FOUL)
        return deal.moves[-1]
    placement = Placement.parse(entry)
    if placement.is_surrender:
        return record.deal(seed=0).place(placement).moves[-1]
    if placement.declare is not IF_BETTER:
        raise PlacementError("naturals are declared at the showdown: `declare NAME NATURAL`")
    entered = placement.cards | placement.discards
    _check_unseen(complete, entered, record.hand)
    if len(entered) > dealt:
        raise PlacementError(f"expected {counted(dealt, 'card')} on this street, got {len(entered)}")
    unknown = CardSet()  # discards that nobody saw: any cards, to check the rest of the placement
    if not record.hand:
        unknown = CardSet([*DECK - seen_cards(complete) - entered][: dealt - len(entered)])
        record = replace(record, hand=(*entered, *unknown))
    deal = record.deal(seed=0).place(placement.rows, (placement.discards | unknown) or None)
    discards = deal.moves[-1].placement.discards - unknown
    return move._replace(placement=Placement.of_cards(*placement.rows, discards))


def declaring(record: Record, seat: int, natural: str) -> Record:
    """Return the record after a declaration at the showdown: the name of a natural, or ``'nothing'``."""
    if not record.is_over:
        raise TableError("naturals are declared when all boards are shown")
    declarations: list[Declaration] = [name or False for name in record.declared] or [False] * record.players
    declarations[seat] = False if natural == "nothing" else natural
    deal = record.deal(seed=0).declare(declarations)
    deal.settlement()  # raises RulesError if the board does not make the natural
    return replace(record, declared=declared_in(deal))
