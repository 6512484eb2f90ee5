"""The state of a table, as a value: every event of the ledger makes the next state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cpoker_fast.cardroom.ledger import Event
from cpoker_fast.cardroom.table_deals import TableDeal
from cpoker_fast.cardroom.table_events import deal_of_event
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import LedgerError, TableError

__all__ = ["Player", "TableState"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player at a table.

    Attributes
    ----------
    name : str
    seat : int
    stack : int
        Chips of the player.

    Examples
    --------
    >>> table = Table("pagat")
    >>> table.sit("Ann", 100), table.players
    (0, (Player(name='Ann', seat=0, stack=100),))
    """

    name: str
    seat: int
    stack: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """Seats, chips, the button and the deal in progress of a table.

    The stacks, the fees, the rake, the jackpot, the pool and the chips of players who left always add up to the chips that
    were bought.
    """

    unit: int
    seats: tuple[Player | None, ...]
    button: int
    deals: int = 0
    carried: tuple[int, ...] = (0, 0, 0)
    reserved: Mapping[str, CardSet] = field(default_factory=dict)
    deal: TableDeal | None = None
    """The deal in progress; None between deals."""
    entered: Mapping[str, Event] = field(default_factory=dict)
    """The events with the boards of that deal, by player."""
    bought: int = 0
    left: int = 0
    fees: int = 0
    rake: int = 0
    jackpot: int = 0

    @property
    def players(self) -> tuple[Player, ...]:
        """The players at the table, by seat."""
        return tuple(player for player in self.seats if player is not None)

    @property
    def stacks(self) -> dict[str, int]:
        """Stack of each player, by name."""
        return {player.name: player.stack for player in self.players}

    @property
    def free_seats(self) -> list[int]:
        """Seats without a player."""
        return [number for number, player in enumerate(self.seats) if player is None]

    def player(self, name: object) -> Player:
        """Return the player with a name; raise TableError if no player at the table has this name."""
        for player in self.players:
            if isinstance(name, str) and player.name == name:
                return player
        expected = f"expected one of {', '.join(self.stacks)}" if self.stacks else "the table is empty"
        raise TableError(f"{quote(name)} does not sit here: {expected}")

    def eligible_from_button(self, least: int) -> list[Player]:
        """Return the players with at least `least` chips, clockwise from the button."""
        clockwise = (*self.seats[self.button :], *self.seats[: self.button])
        return [player for player in clockwise if player is not None and player.stack >= least]

    def after(self, event: Event) -> TableState:
        """Return the state after an event that the rules allow; raise LedgerError if its chips do not add up."""
        match event["event"]:
            case "sit":
                player = Player(name=event["player"], seat=event["seat"], stack=event["chips"])
                seats = (*self.seats[: player.seat], player, *self.seats[player.seat + 1 :])
                state = replace(self, seats=seats, bought=self.bought + player.stack)
            case "buy":
                state = replace(self._paying({event["player"]: event["chips"]}), bought=self.bought + event["chips"])
            case "leave":
                state = self._without(event["player"], event["chips"])
            case "fee":
                state = replace(self._paying({event["player"]: -event["chips"]}), fees=self.fees + event["chips"])
            case "begin":
                state = replace(self, deal=deal_of_event(event, self.reserved))
            case "board":
                state = replace(self, entered={**self.entered, event["player"]: event})
            case "cancel":
                state = replace(self, deal=None, entered={})
            case _:
                state = self._settled(event)
        state._check_chips()  # noqa: SLF001
        return state

    def _without(self, name: str, chips: int) -> TableState:
        seats = tuple(None if player is not None and player.name == name else player for player in self.seats)
        reserved = {} if name in self.reserved else self.reserved
        return replace(self, seats=seats, left=self.left + chips, reserved=reserved)

    def _paying(self, chips: Mapping[str, int]) -> TableState:
        """Return the state with chips added to stacks."""
        for name in chips:
            self.player(name)
        seats = tuple(player and replace(player, stack=player.stack + chips.get(player.name, 0)) for player in self.seats)
        return replace(self, seats=seats)

    def _settled(self, event: Event) -> TableState:
        """Return the state after a settled deal."""
        won = dict.fromkeys(self.stacks, 0)
        for name, chips in event["pool"].items():
            won[name] += chips
        for payer, payee, chips in event["payments"]:
            won[payer] -= chips
            won[payee] += chips
        for name, chips in event["jackpot"].items():
            won[name] += chips
        rake = 0
        for key in ("rake", "rake_of_winnings"):
            for name, chips in event.get(key, {}).items():
                won[name] -= chips
                rake += chips
        return replace(
            self._paying(won),
            button=event["button"],
            deals=event["number"],
            carried=tuple(event["carried"]),
            reserved={name: CardSet(hand) for name, hand in event["reserved"].items()},
            deal=None,
            entered={},
            rake=self.rake + rake - event["to_jackpot"],
            jackpot=self.jackpot + event["to_jackpot"] - sum(event["jackpot"].values()),
        )

    def _check_chips(self) -> None:
        """Raise LedgerError if the chips do not add up to those bought, or a stack is negative."""
        not_in_stacks = self.fees + self.rake + self.jackpot + self.left + sum(self.carried) * self.unit
        total = sum(self.stacks.values()) + not_in_stacks
        if total != self.bought or min(self.stacks.values(), default=0) < 0:
            raise LedgerError(f"expected {self.bought} chips in total and no negative stack, got {total}: {self.stacks}")
