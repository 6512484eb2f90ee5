"""The state of a table, as a value: every event of the ledger makes the next state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from cpoker_fast._arguments import is_whole
from cpoker_fast.app.table.entered_boards import EnteredBoards
from cpoker_fast.app.table.fantasylands import Fantasylands, fantasylands_under, read_fantasylands
from cpoker_fast.app.table.freezeout_places import Place, places_after
from cpoker_fast.app.table.ledger import Event
from cpoker_fast.app.table.table_deals import TableDeal
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import LedgerError, TableError
from cpoker_fast.rulebook import Rules

__all__ = ["Player", "TableState", "Turn"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player at a table.

    Attributes
    ----------
    name : str
    seat : int
    stack : int
        Chips of the player. At a table without stakes, they are the points that the player has won, negative if they lost.

    Examples
    --------
    >>> table = Table("pagat")
    >>> table.sit("Ann", 100), table.players
    (0, (Player(name='Ann', seat=0, stack=100),))
    """

    name: str
    seat: int
    stack: int


class Turn(NamedTuple):
    """A turn of a player in a deal whose cards the table has dealt."""

    player: str
    placement: str | None
    """The placement as text, or ``foul`` for a dead hand; None if the rules placed the cards after a time-out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """The rules, seats, chips, button and deal in progress of a table.

    The stacks, the fees, the rake, the jackpot, the pool and the chips of players who left always add up to the chips that
    were bought.
    """

    rules: Rules
    unit: int
    reserve_hands: bool
    stakes: bool
    """Whether players buy chips, and lose no more than their stack; otherwise, chips are points."""
    seats: tuple[Player | None, ...]
    button: int
    deals: int = 0
    carried: tuple[int, ...] = (0, 0, 0)
    reserved: Mapping[str, CardSet] = field(default_factory=dict)
    fantasyland: Fantasylands = field(default_factory=dict)
    deal: TableDeal | None = None
    """The deal in progress; None between deals."""
    entered: Mapping[str, EnteredBoards] = field(default_factory=dict)
    """The boards of the deal in progress, by player."""
    turns: tuple[Turn, ...] = ()
    """The turns of the deal in progress, if the table dealt its cards."""
    late: frozenset[str] = frozenset()
    """Players who ran out of time in earlier deals of this game."""
    level: int = -1
    """Index of the level of a freezeout; -1 before its first deal."""
    seconds: float = 0.0
    """Seconds that a freezeout had been played when its clock was read last."""
    time: float | None = None
    """Reading of the clock at that moment; None if there is no clock, or it stands still."""
    places: Mapping[str, Place] = field(default_factory=dict)
    """Places of the players of a freezeout who are out, and of the winner, by name."""
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

    @property
    def pool(self) -> int:
        """Chips that the pool carries to the next deal."""
        return sum(self.carried) * self.unit

    def player(self, name: object) -> Player:
        """Return the player with a name; raise TableError if no player at the table has this name."""
        for player in self.players:
            if isinstance(name, str) and player.name == name:
                return player
        expected = f"expected one of {', '.join(self.stacks)}" if self.stacks else "the table is empty"
        raise TableError(f"{quote(name)} does not sit here: {expected}")

    @property
    def is_played_in_turn(self) -> bool:
        """Whether the deal in progress is played turn by turn; otherwise, boards are entered."""
        return self.deal is not None and self.deal.may_be_played and bool(self.turns or not self.rules.is_closed)

    @property
    def timed_out(self) -> frozenset[str]:
        """Players who ran out of time in this game."""
        return self.late | {turn.player for turn in self.turns if turn.placement is None}

    @property
    def is_over(self) -> bool:
        """Whether the game has ended.

        A freezeout ends with its winner. Other games end after a deal in which a player ran out of time, as soon as the
        other players have played the Fantasylands they earned.
        """
        if self.rules.table.freezeout is not None:
            return any(place.place == 1 for place in self.places.values())
        return bool(self.late) and self.deal is None and set(self.fantasyland) <= self.late

    @property
    def places_in_order(self) -> tuple[Place, ...]:
        """The places of a freezeout, the best one first."""
        return tuple(sorted(self.places.values(), key=lambda place: place.place))

    @property
    def has_begun(self) -> bool:
        """Whether the first deal of a freezeout has begun."""
        return self.level >= 0

    def check_between_deals(self) -> None:
        """Raise TableError if a deal is in progress."""
        if self.deal is not None:
            raise TableError(f"deal {self.deal.number} is in progress: settle or cancel it first")

    def eligible_from_button(self, least: int) -> list[Player]:
        """Return the players with at least `least` chips, clockwise from the button."""
        clockwise = (*self.seats[self.button :], *self.seats[: self.button])
        return [player for player in clockwise if player is not None and (player.stack >= least or not self.stakes)]

    # ---- the next states ----

    def after(self, event: Event) -> TableState:
        """Return the state after an event that moves chips, cancels a deal, or begins a level or a pause.

        Raise LedgerError if chips do not add up.
        """
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
            case "cancel":
                return replace(self, deal=None, entered={}, turns=())
            case "level":
                clock = {"seconds": event["seconds"], "time": event["time"]} if "time" in event else {}
                return replace(self, level=event["number"] - 1, unit=event["unit"], **clock)
            case "pause":
                return replace(self, seconds=event["seconds"], time=None)
            case _:
                state = self._settled(event)
        state._check_chips()  # noqa: SLF001
        return state

    def with_deal(self, deal: TableDeal) -> TableState:
        """Return the state after the beginning of a deal; after the end of a game, a new game begins."""
        return replace(self, deal=deal, late=frozenset() if self.is_over else self.late)

    def with_turn(self, turn: Turn) -> TableState:
        """Return the state after a turn of the deal in progress."""
        return replace(self, turns=(*self.turns, turn))

    def with_boards(self, boards: EnteredBoards) -> TableState:
        """Return the state after a player entered boards, which replace earlier ones."""
        return replace(self, entered={**self.entered, boards.player: boards})

    def with_terms(self, rules: Rules, unit: int, *, reserve_hands: bool) -> TableState:
        """Return the state under other terms; the rules have a seat for each player, and a pool if it carries points.

        Fantasylands get the nearest number of cards that the rules have, and lapse under rules without Fantasyland; reserved
        hands lapse under rules that deal street by street. The jackpot stays.
        """
        number = rules.table.seats
        state = replace(
            self,
            rules=rules,
            unit=unit,
            reserve_hands=reserve_hands,
            seats=(*self.seats[:number], *[None] * (number - len(self.seats))),
            button=self.button if self.button < number else 0,  # the next seat clockwise
            reserved=self.reserved if rules.is_closed else {},
            fantasyland=fantasylands_under(rules, self.fantasyland),
        )
        state._check_chips()  # noqa: SLF001
        return state

    def _without(self, name: str, chips: int) -> TableState:
        """Return the state after a player left, with the chips of their stack."""
        return replace(
            self,
            seats=tuple(None if player is not None and player.name == name else player for player in self.seats),
            left=self.left + chips,
            reserved={} if name in self.reserved else self.reserved,
            fantasyland={other: hands for other, hands in self.fantasyland.items() if other != name},
            late=self.late - {name},
        )

    def _paying(self, chips: Mapping[str, int]) -> TableState:
        """Return the state with chips added to stacks."""
        for name in chips:
            self.player(name)
        seats = tuple(player and replace(player, stack=player.stack + chips.get(player.name, 0)) for player in self.seats)
        return replace(self, seats=seats)

    def _settled(self, event: Event) -> TableState:
        """Return the state after a settled deal."""
        won: dict[str, int] = {}
        for name, chips in (*event["pool"].items(), *event["jackpot"].items()):
            won[name] = won.get(name, 0) + chips
        for payer, payee, chips in event["payments"]:
            won[payer] = won.get(payer, 0) - chips
            won[payee] = won.get(payee, 0) + chips
        rake = 0
        for name, chips in (*event["rake"].items(), *event["rake_of_winnings"].items()):
            won[name] = won.get(name, 0) - chips
            rake += chips
        state = self._paying(won)
        if (freezeout := self.rules.table.freezeout) is not None:
            places = places_after(self.stacks, state.stacks, event["players"], event["number"], freezeout)
            state = replace(state, places={**self.places, **places})
        waiting = {name: hands for name, hands in self.fantasyland.items() if name not in event["players"]}
        return replace(
            state,
            button=event["button"],
            deals=event["number"],
            carried=tuple(event["carried"]),
            reserved={name: CardSet(hand) for name, hand in event["reserved"].items()},
            fantasyland={**waiting, **read_fantasylands(event["fantasyland"])},
            deal=None,
            entered={},
            turns=(),
            late=self.timed_out,
            rake=self.rake + rake - event["to_jackpot"],
            jackpot=self.jackpot + event["to_jackpot"] - sum(event["jackpot"].values()),
        )

    def _check_chips(self) -> None:
        """Raise LedgerError unless all chips are whole, none is owed, and they add up to those bought."""
        chips = [*self.stacks.values(), self.fees, self.rake, self.jackpot, self.left, *self.carried]
        total = sum(self.stacks.values()) + self.fees + self.rake + self.jackpot + self.left + self.pool
        if total != self.bought or not all(is_whole(number) and (number >= 0 or not self.stakes) for number in chips):
            raise LedgerError(f"expected {self.bought} chips in total and no negative stack, got {total}: {self.stacks}")
