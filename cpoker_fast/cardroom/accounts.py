"""Accounts of players: every payment to or from them, by the ledger of the table."""

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
        Number of the deal, or of the latest deal before the event.
    other : str or None
        The other player of a payment between two.
    chips : int
        Chips received; negative for chips paid.
    stack : int
        The stack afterwards.

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
    """Return the account of a player, oldest entry first."""
    entries: list[Entry] = []
    stack = deals = 0

    def enter(event: str, chips: int, other: str | None = None) -> None:
        nonlocal stack
        stack += chips
        entries.append(Entry(event=event, deal=deals, other=other, chips=chips, stack=stack))

    for event in events:
        if event["event"] == "deal":
            deals = event["number"]
            if chips := event["rake"].get(name, 0):
                enter("rake", -chips)
            if chips := event["pool"].get(name, 0):
                enter("pool", chips)
            for payer, taker, chips in event["payments"]:
                if chips and name in (payer, taker):
                    enter("deal", -chips if name == payer else chips, taker if name == payer else payer)
            if chips := event["jackpot"].get(name, 0):
                enter("jackpot", chips)
        elif event.get("player") == name:
            enter(event["event"], event["chips"] if event["event"] in ("sit", "buy") else -event["chips"])
    return tuple(entries)
