"""Accounts of players, read from the ledger of a table: every payment to or from a player, and the standings of all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpoker_fast.app.table.ledger import Event
from cpoker_fast.display.markup import table_html
from cpoker_fast.display.wording import counted

if TYPE_CHECKING:
    from cpoker_fast.app.table.table_state import Player, TableState

__all__ = [
    "Entry", "Standing", "account_of", "histories_of", "house_in_words", "payments_of", "standings_html",
    "standings_of", "valid_events",
]  # fmt: skip

_EXCHANGES = ("sit", "buy", "leave")  # of chips, which nobody wins or loses


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of a player's account.

    Attributes
    ----------
    event : str
        Kind of the entry: 'sit', 'buy', 'leave', 'fee', 'rake', 'pool' or 'jackpot'. It is 'deal' for a payment between two
        players. The reversal of an earlier entry has a kind such as 'undo buy'.
    deal : int
        Number of the deal, or of the latest deal before the event; 0 before the first deal. A reversal has the number of the
        reversed entry.
    other : str or None
        Other player of a payment between two players; None for all other events.
    chips : int
        Chips that the player received; negative if they paid.
    stack : int
        The player's stack after the event.

    Examples
    --------
    >>> table = Table("pagat")
    >>> seat = table.sit("Ann", 100)
    >>> table.trace("Ann")
    (Entry(event='sit', deal=0, other=None, chips=100, stack=100),)
    """

    event: str
    deal: int
    other: str | None
    chips: int
    stack: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Chips of a player who sits, or sat, at a table.

    Attributes
    ----------
    name : str
    seat : int or None
        Seat of the player; None for a player who left.
    stack : int
        Chips at the table; 0 for a player who left.
    bought : int
        Chips bought in all.
    left_with : int
        Chips with which the player left, in all.
    deals : int
        Number of deals played.

    Examples
    --------
    >>> table = Table("pagat")
    >>> seat = table.sit("Ann", 100)
    >>> table.standings()[0].won
    0
    """

    name: str
    seat: int | None
    stack: int
    bought: int
    left_with: int
    deals: int

    @property
    def won(self) -> int:
        """Chips won since the player first sat down, after fees, rake and jackpot; negative if they lost."""
        return self.stack + self.left_with - self.bought


def payments_of(name: str, event: Event) -> Iterator[tuple[str, int, str | None]]:
    """Yield the kind of each payment of an event to or from a player, the chips, and the other player."""
    match event["event"]:
        case "deal":
            if chips := event["rake"].get(name, 0):
                yield "rake", -chips, None
            if chips := event["pool"].get(name, 0):
                yield "pool", chips, None
            for payer, payee, chips in event["payments"]:
                if chips and name in (payer, payee):
                    yield "deal", -chips if name == payer else chips, payee if name == payer else payer
            if chips := event["rake_of_winnings"].get(name, 0):
                yield "rake", -chips, None
            if chips := event["jackpot"].get(name, 0):
                yield "jackpot", chips, None
        case "sit" | "buy" | "leave" | "fee" as kind:
            if event["player"] == name:
                yield kind, event["chips"] if kind in ("sit", "buy") else -event["chips"], None


def account_of(name: str, events: Iterable[Event]) -> tuple[Entry, ...]:
    """Return the account of a player from the events of a ledger, oldest entry first."""
    entries: list[Entry] = []
    stack = 0
    numbers = [0]  # of the latest deal, after each event that was not undone
    valid: list[Event] = []
    for event in events:
        is_undo = event["event"] == "undo"
        reversed_or_new = valid.pop() if is_undo else event
        if not is_undo:
            valid.append(event)
            numbers.append(event["number"] if event["event"] == "deal" else numbers[-1])
        for kind, chips, other in payments_of(name, reversed_or_new):
            stack += -chips if is_undo else chips
            entries.append(
                Entry(
                    event=f"undo {kind}" if is_undo else kind,
                    deal=numbers[-1],
                    other=other,
                    chips=-chips if is_undo else chips,
                    stack=stack,
                )
            )
        if is_undo:
            numbers.pop()
    return tuple(entries)


def valid_events(events: Iterable[Event]) -> list[Event]:
    """Return the events that were not undone, without the corrections."""
    valid: list[Event] = []
    for event in events:
        if event["event"] == "undo":
            valid.pop()
        else:
            valid.append(event)
    return valid


def standings_of(events: Iterable[Event], players: Iterable[Player]) -> tuple[Standing, ...]:
    """Return the standings of the players at a table, by seat, then of those who left."""
    bought: dict[str, int] = {}
    left_with: dict[str, int] = {}
    deals: dict[str, int] = {}
    for event in valid_events(events):
        match event["event"]:
            case "sit" | "buy":
                bought[event["player"]] = bought.get(event["player"], 0) + event["chips"]
            case "leave":
                left_with[event["player"]] = left_with.get(event["player"], 0) + event["chips"]
            case "deal":
                for name in event["players"]:
                    deals[name] = deals.get(name, 0) + 1
    seated = {player.name: player for player in players}
    names = [*seated, *(name for name in bought if name not in seated)]
    return tuple(
        Standing(
            name=name,
            seat=seated[name].seat if name in seated else None,
            stack=seated[name].stack if name in seated else 0,
            bought=bought[name],
            left_with=left_with.get(name, 0),
            deals=deals.get(name, 0),
        )
        for name in names
    )


def histories_of(events: Iterable[Event], names: Iterable[str]) -> dict[str, list[int]]:
    """Return the chips that each player has won before the first deal, and after each deal with the fees that follow it."""
    histories = {name: [0] for name in names}
    for event in valid_events(events):
        for name, history in histories.items():
            won = sum(chips for kind, chips, _ in payments_of(name, event) if kind not in _EXCHANGES)
            if event["event"] == "deal":
                history.append(history[-1] + won)
            else:
                history[-1] += won
    return histories


def house_in_words(house: Mapping[str, int]) -> str:
    """Return the chips that the house holds, given by their kind, in a sentence; empty if there are none."""
    words = ", ".join(f"{name} {chips}" for name, chips in house.items() if chips)
    return f"{words.capitalize()}." if words else ""


def standings_html(standings: Iterable[Standing], state: TableState) -> str:
    """Return the chips of all players, and the button and the Fantasylands of the next deal."""
    from html import escape

    rows = []
    for standing in standings:
        seat = "left" if standing.seat is None else str(standing.seat + 1)
        chips = [str(standing.stack), str(standing.bought)] if state.stakes else []
        roles = ["button"] if standing.seat == state.button else []
        roles += [f"place {state.places[standing.name].place}"] if standing.name in state.places else []
        hands = state.fantasyland.get(standing.name, ())
        roles += [f"Fantasyland with {hand.cards} cards" for hand in hands if hand.cards]
        rows.append([escape(standing.name), seat, *chips, f"{standing.won:+d}", ", ".join(roles)])
    stakes = f"{counted(state.unit, 'chip')} per point" if state.stakes else "for points"
    title = f"{escape(state.rules.name)}, {stakes}, {counted(state.deals, 'deal')}"
    head = ["player", "seat", *(["stack", "bought"] if state.stakes else []), "won", "next deal"]
    note = "" if state.deal is None else "A deal is in progress."
    return table_html(rows, head=head, title=title, left=(0, len(head) - 1), note=note)
