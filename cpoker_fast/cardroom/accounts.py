"""Accounts of players: every payment to or from a player, read from the ledger of a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cpoker_fast.cardroom.ledger import Event

__all__ = ["Entry", "account_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of a player's account.

    Attributes
    ----------
    event : str
        'sit', 'buy', 'leave', 'fee', 'rake', 'pool' or 'jackpot'; 'deal' for a payment between two players.
    deal : int
        Number of the deal, or of the latest deal before the event; 0 before the first deal.
    other : str or None
        For 'deal', the other player of the payment; None for all other events.
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


def account_of(name: str, events: Iterable[Event]) -> tuple[Entry, ...]:
    """Return the account of a player from the events of a ledger, oldest entry first."""
    entries: list[Entry] = []
    stack = deal = 0

    def enter(event: str, chips: int, other: str | None = None) -> None:
        nonlocal stack
        stack += chips
        entries.append(Entry(event=event, deal=deal, other=other, chips=chips, stack=stack))

    for event in events:
        if event["event"] == "deal":
            deal = event["number"]
            if chips := event["rake"].get(name, 0):
                enter("rake", -chips)
            if chips := event["pool"].get(name, 0):
                enter("pool", chips)
            for payer, payee, chips in event["payments"]:
                if chips and name in (payer, payee):
                    enter("deal", -chips if name == payer else chips, payee if name == payer else payer)
            if chips := event["jackpot"].get(name, 0):
                enter("jackpot", chips)
        elif event.get("player") == name:
            enter(event["event"], event["chips"] if event["event"] in ("sit", "buy") else -event["chips"])
    return tuple(entries)
