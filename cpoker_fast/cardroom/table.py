"""A table: seats, stacks, the button, and a ledger of all payments."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from cpoker_fast._arguments import check_flag, check_name, check_seat, is_whole, items_of
from cpoker_fast.boards import FOUL, Board, Cards
from cpoker_fast.cardroom.accounts import Entry, account_of
from cpoker_fast.cardroom.jackpot import check_jackpot, takings_of
from cpoker_fast.cardroom.ledger import Event, Ledger
from cpoker_fast.cardroom.table_deals import (
    BoardInput,
    TableDeal,
    check_players,
    check_reserved_cards,
    hands_of,
    reserve_for_next_deal,
)
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import LedgerError, TableError
from cpoker_fast.patterns import Pattern
from cpoker_fast.rulebook import Rules, TableTerms, as_closed_rules
from cpoker_fast.settling import Declaration, Settlement, check_buy_in, check_rebuy, least_stack, read_unit, settle_seats

__all__ = ["Entry", "Player", "Table", "TableDeal"]

_VERSION = 2
_ACE_OF_SPADES = 51


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


class Table:
    """A table with stacks. In the pairings of a deal, no player wins or loses more than their stack (table stakes).

    Every change of seats, stacks or the button is an event. Events are written to the ledger before they take effect. The
    stacks, the fees, the rake, the jackpot, the pool and the chips of players who left always add up to the chips that were
    bought. Impossible calls raise a CpokerError, in most cases TableError, and change nothing.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset. `Rules.table` defines seats, buy-ins, fees, rake and jackpot.
    unit : int
        Chips per point, also called the limit of the table.
    ledger : path, optional
        New file for the ledger. The file may exist if it is empty or has only a part of the first line of this ledger.
    button : int
        Seat of the button in the first deal.
    reserve_hands : bool
        Whether each player in a deal of two reserves a second hand, and plays it in the next deal instead of new cards. If
        the next deal has other players, the reserved hands are dropped.

    Raises
    ------
    RulesError
        If the rules are unknown or have streets (use `rules.closed()`), or the jackpot requires a row that no hand can make.
    TableError
        If the unit, the button or `reserve_hands` is invalid.
    LedgerError
        If `ledger` is not a path, or the file has other contents.

    Examples
    --------
    >>> table = Table("hawaiian-gardens")
    >>> table.sit("Ann", 100), table.sit("Bob", 4)
    (0, 1)
    >>> table.deal().players
    ('Bob', 'Ann')
    >>> boards = {"Ann": "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Bob": "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h"}
    >>> table.settle(boards).points
    (-6, 6)
    >>> table.stacks
    {'Ann': 104, 'Bob': 0}
    >>> table.buy("Bob", 20)
    >>> table.player("Bob"), table.leave("Ann")
    (Player(name='Bob', seat=1, stack=20), 104)
    >>> table.trace("Ann")[0].event, len(table.trace("Ann"))
    ('sit', 3)
    """

    def __init__(
        self,
        rules: Rules | str,
        *,
        unit: int = 1,
        ledger: str | os.PathLike[str] | None = None,
        button: int = 0,
        reserve_hands: bool = False,
    ) -> None:
        self._start(rules, unit, button, reserve_hands=reserve_hands)
        first = {
            "event": "table",
            "version": _VERSION,
            "rules": self._rules.to_dict(),
            "unit": unit,
            "button": button,
            "reserve_hands": reserve_hands,
        }
        self._ledger = Ledger(ledger, first)

    def _start(self, rules: Rules | str, unit: int, button: int, *, reserve_hands: bool) -> None:
        self._rules = as_closed_rules(rules, "Table")
        read_unit(unit)
        check_seat("button", button, self._terms.seats)
        check_flag("reserve_hands", reserve_hands, TableError)
        self._reserve_hands = reserve_hands
        self._reserved: dict[str, CardSet] = {}
        check_jackpot(self._rules)
        self._unit = unit
        self._seats: list[Player | None] = [None] * self._terms.seats
        self._button = button
        self._deals = 0
        self._current: TableDeal | None = None
        self._carried: tuple[int, ...] = (0, 0, 0)
        self._fees = self._rake = self._jackpot = self._bought = self._cashed_out = 0

    @classmethod
    def from_ledger(cls, path: str | os.PathLike[str]) -> Self:
        """Resume the table of a ledger file; new events are written to the same file.

        The events are checked: every deal is settled again, and the chips are counted after every event. An unreadable last
        line is dropped with a `LedgerWarning`.

        Raises
        ------
        LedgerError
            If an event is impossible. The message names the line and the reason.
        FileError
            If the file cannot be read.
        """
        table = cls.__new__(cls)
        table._resume(Ledger.resume(path))  # noqa: SLF001
        return table

    def _resume(self, ledger: Ledger) -> None:
        self._ledger = ledger
        first = ledger.events[0] if ledger.events else {}
        if (first.get("event"), first.get("version")) != ("table", _VERSION):
            got = f"{quote(first.get('event'))} of version {quote(first.get('version'))}" if first else "no event"
            raise LedgerError(f"{ledger.path}, line 1: expected a table of version {_VERSION}, got {got}", line=1)
        for line, event in enumerate(ledger.events, 1):
            try:
                if line == 1:
                    rules = Rules.from_dict(event["rules"]).closed()
                    self._start(rules, event["unit"], event["button"], reserve_hands=event["reserve_hands"])
                else:
                    self._check(event)
                    self._apply(event)
            except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
                problem = f"missing key {error}" if isinstance(error, KeyError) else str(error)
                raise LedgerError(f"{ledger.path}, line {line}: {problem}", line=line) from None

    def __repr__(self) -> str:
        players, deals = counted(len(self.players), "player"), counted(self._deals, "deal")
        return f"<Table of {players}, rules {self._rules.name!r}, {deals}>"

    # ---- state ----

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self._rules

    @property
    def unit(self) -> int:
        """Chips per point."""
        return self._unit

    @property
    def players(self) -> tuple[Player, ...]:
        """The players at the table, by seat."""
        return tuple(player for player in self._seats if player is not None)

    @property
    def stacks(self) -> dict[str, int]:
        """Stack of each player, by name."""
        return {player.name: player.stack for player in self.players}

    @property
    def button(self) -> int:
        """Seat of the button in the next deal. If nobody there is dealt in, the next player clockwise has the button."""
        return self._button

    @property
    def fees(self) -> int:
        """Chips collected as fees."""
        return self._fees

    @property
    def rake(self) -> int:
        """Chips collected as rake, without the part for the jackpot."""
        return self._rake

    @property
    def jackpot(self) -> int:
        """Chips in the jackpot."""
        return self._jackpot

    @property
    def reserved(self) -> dict[str, CardSet]:
        """Hands that two players have reserved for the next deal, by name; empty if there are none."""
        return dict(self._reserved)

    @property
    def carried(self) -> tuple[int, ...]:
        """Points of front, middle and back that the pool carries to the next deal."""
        return self._carried

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the ledger, as plain values."""
        return tuple(self._ledger.events)

    def player(self, name: str) -> Player:
        """Return the player with a name; raise TableError if no player at the table has this name."""
        for player in self.players:
            if isinstance(name, str) and player.name == name:
                return player
        expected = f"expected one of {', '.join(self.stacks)}" if self.stacks else "the table is empty"
        raise TableError(f"{quote(name)} does not sit here: {expected}")

    # ---- between deals ----

    def sit(self, name: str, chips: int, seat: int | None = None) -> int:
        """Seat a player who buys in, by default in the first free seat, and return the seat."""
        if seat is None:
            if not (free := self._free_seats()):
                raise TableError(f"all {len(self._seats)} seats are taken")
            seat = free[0]
        self._record({"event": "sit", "player": name, "seat": seat, "chips": chips})
        return seat

    def buy(self, name: str, chips: int) -> None:
        """Add chips that a player buys to their stack, between deals."""
        self._record({"event": "buy", "player": name, "chips": chips})

    def leave(self, name: str) -> int:
        """Remove a player from the table, between deals, and return the chips of their stack."""
        chips = self.player(name).stack
        self._record({"event": "leave", "player": name, "chips": chips})
        return chips

    def charge(self, name: str, minute: int = 0) -> int:
        """Charge a player the fee of a period that they joined at `minute`, and return the fee in chips (see `Fees`)."""
        chips = self._terms.fees.fee(self._unit, minute)
        self._record({"event": "fee", "player": name, "chips": chips, "minute": minute})
        return chips

    # ---- a deal ----

    def deal(self, hands: int = 1, *, sitting_out: Iterable[str] = ()) -> TableDeal:
        """Begin a deal: choose the players who are dealt in, and their order.

        The player with the button and the next players clockwise are dealt in, up to `TableTerms.dealt_in` players; the
        remaining players wait. Until `settle` or `cancel`, nobody can sit, buy, leave or be charged. The ledger has only
        settled deals: after a restart, begin the deal again.

        Parameters
        ----------
        hands : int
            Hands per player: 1, or 2 for two players if `TableTerms.two_hands` allows it.
        sitting_out : iterable of str
            Players who are not dealt in.

        Raises
        ------
        TableError
            If a deal is in progress, fewer than two players can be dealt in, or a player in `sitting_out` is not at the
            table; if `hands` is 2 although two hands are not allowed or the players have reserved hands.
        """
        if self._current is not None:
            raise TableError(f"deal {self._current.number} is in progress: settle or cancel it first")
        absent = self._sitting_out(sitting_out)
        eligible = self._eligible_from_button()
        order = [player for player in eligible if player.name not in absent]
        if len(order) < 2:
            number_absent = len(eligible) - len(order)
            got = f"{len(order)} ({counted(number_absent, 'player')} sitting out)" if number_absent else f"{len(order)}"
            raise TableError(f"deal: expected two or more players with {counted(self._least, 'chip')} or more, got {got}")
        if not is_whole(hands) or hands not in (1, 2) or (hands == 2 and not (self._terms.two_hands and len(order) == 2)):
            raise TableError(f"hands: expected 1, or 2 for two players if the rules allow it, got {quote(hands)}")
        playing, waiting = [*order[1 : self._terms.dealt_in], order[0]], order[self._terms.dealt_in :]
        names = tuple(player.name for player in playing)
        reserved = self.reserved if set(names) == set(self._reserved) else {}
        if hands == 2 and reserved:
            raise TableError("hands: expected 1 (the players have reserved hands), got 2")
        self._current = TableDeal(
            number=self._deals + 1,
            players=names,
            waiting=tuple(player.name for player in waiting),
            sitting_out=tuple(player.name for player in eligible if player.name in absent),
            hands=hands,
            reserved=reserved,
        )
        return self._current

    def _sitting_out(self, names: object) -> set[str]:
        absent = None if isinstance(names, str) else items_of(names)
        if absent is None:
            raise TableError(f"sitting_out: expected names of players, got {quote(names)}")
        return {self.player(name).name for name in absent}

    def cancel(self) -> None:
        """Cancel the deal in progress."""
        self._current = None

    def settle(
        self,
        boards: Mapping[str, BoardInput | Sequence[BoardInput]],
        *,
        declare: Mapping[str, Declaration | Sequence[Declaration]] | None = None,
        reserved: Mapping[str, Cards] | None = None,
        button_stays: bool = False,
    ) -> Settlement:
        """Settle the deal in progress, and move the chips and the button. If no deal is in progress, begin one first.

        Parameters
        ----------
        boards : mapping
            Board of each player who is dealt in, or their two boards, by name. None is a surrender, FOUL a dead hand.
        declare : mapping, optional
            Declarations by name, as in `cpoker_fast.settle`: True, False or a pattern. With two hands, one declaration
            for both, or two items. By default, all players declare their best natural.
        reserved : mapping, optional
            The 13 cards that each player reserves for the next deal, by name. Required at a table with `reserve_hands` if
            two players play one hand each, unless reserved hands are played in this deal.
        button_stays : bool
            Whether the button stays in its seat because a player is in Fantasyland.

        Returns
        -------
        Settlement
            Its seats are in the order of `TableDeal.players`; with two hands, the seats of the second hands follow. Rake and
            jackpot are not included: see the last item of `events`, or `trace`.

        Raises
        ------
        CpokerError
            The errors of `deal` and `cpoker_fast.settle`; TableError if a player has no board. The table is then unchanged.
        """
        is_new = self._current is None
        deal = self._current or self.deal()
        try:
            event, settled = self._deal_event(
                deal,
                boards,
                {} if declare is None else declare,
                {} if reserved is None else reserved,
                button_stays=button_stays,
            )
            self._record(event)
        except BaseException:
            if is_new:
                self._current = None
            raise
        self._current = None
        return settled

    def trace(self, name: str) -> tuple[Entry, ...]:
        """Return the chip history of a player, oldest first; raise TableError if they never sat at the table."""
        names = {event["player"] for event in self._ledger.events if event["event"] == "sit"}
        if not isinstance(name, str) or name not in names:
            raise TableError(f"{quote(name)} never sat here")
        return account_of(name, self._ledger.events)

    # ---- internals ----

    @property
    def _terms(self) -> TableTerms:
        return self._rules.table

    @property
    def _least(self) -> int:
        return least_stack(self._rules, self._unit)

    def _free_seats(self) -> list[int]:
        return [number for number, player in enumerate(self._seats) if player is None]

    def _eligible_from_button(self) -> list[Player]:
        """Return the players with enough chips to be dealt in, clockwise from the button."""
        count = len(self._seats)
        clockwise = [self._seats[(self._button + step) % count] for step in range(count)]
        return [player for player in clockwise if player is not None and player.stack >= self._least]

    def _deal_event(
        self,
        deal: TableDeal,
        boards: Mapping[str, Any],
        declare: Mapping[str, Any],
        reserved: Mapping[str, Any],
        *,
        button_stays: bool,
    ) -> tuple[Event, Settlement]:
        """Settle a deal; return its event for the ledger, and the settlement."""
        check_players(deal, boards=boards, declare=declare, reserved=reserved)
        check_flag("button_stays", button_stays, TableError)
        names, hand_boards, declared = hands_of(deal, boards, declare)
        rake = self._terms.rake
        stacks = {name: stack - rake.chips * (name in deal.players) for name, stack in self.stacks.items()}
        settled = settle_seats(
            hand_boards,
            self._rules,
            button=len(deal.players) - 1,
            declare=declared,
            stacks=[stacks[name] for name in deal.players],
            unit=self._unit,
            owners=[deal.players.index(name) for name in names],
            carried=self._carried,
            names=deal.players,
        )
        check_reserved_cards(deal, settled)
        reserved_hands = reserve_for_next_deal(deal, reserved, settled, reserve_hands=self._reserve_hands)
        takings = takings_of(settled, self._jackpot)
        jackpot = {deal.players[player]: chips for player, chips in takings.paid.items()}
        chips = zip(deal.players, settled.chips or (), strict=True)
        event: Event = {
            "event": "deal",
            "number": deal.number,
            "players": list(deal.players),
            "sitting_out": list(deal.sitting_out),
            "hands": deal.hands,
            "boards": [None if seat.board is None else str(seat.board) for seat in settled.seats],
            "declare": [str(natural) if isinstance(natural, Pattern) else natural for natural in declared],
            "reserved": {name: str(hand) for name, hand in reserved_hands.items()},
            "points": list(settled.points),
            "rake": dict.fromkeys(deal.players, rake.chips) if rake.chips else {},
            "to_jackpot": takings.to_jackpot,
            "pool": {deal.players[player]: points * self._unit for player, points in enumerate(settled.pool_points)},
            "carried": [row.carried for row in settled.pool] or [0, 0, 0],
            "payments": [
                [names[p.second], names[p.first], p.chips] if p.chips > 0 else [names[p.first], names[p.second], -p.chips]
                for p in settled.payments
            ],
            "jackpot": jackpot,
            "stacks": {name: stacks[name] + won + jackpot.get(name, 0) for name, won in chips},
            "button": self.player(deal.button).seat if button_stays else self._next_button(settled, deal),
        }
        return event, settled

    def _next_button(self, settled: Settlement, deal: TableDeal) -> int:
        """Return the next occupied seat; with a dealer's compensation, the seat of the player who has the ace of spades."""
        if self._rules.dealer_compensation:
            for seat, player in zip(settled.seats, settled.owners, strict=True):
                if isinstance(seat.board, Board) and _ACE_OF_SPADES in seat.board.cards():
                    return self.player(deal.players[player]).seat
        seats = sorted(player.seat for player in self.players)
        last = self.player(deal.button).seat
        return next((seat for seat in seats if seat > last), seats[0])

    def _record(self, event: Event) -> None:
        """Check an event, write it, then apply it; deals were already checked by `_deal_event`."""
        if event["event"] != "deal":
            if self._current is not None:
                raise TableError(f"deal {self._current.number} is in progress: settle or cancel it first")
            self._check(event)
        self._ledger.append(event)
        self._apply(event)

    def _check(self, event: Event) -> None:
        """Raise CpokerError if an event is impossible in the current state of the table."""
        if event["event"] == "deal":
            self._check_deal_again(event)
            return
        name: Any = event.get("player")
        chips = event.get("chips")
        match event["event"]:
            case "sit":
                self._check_seat(name, event["seat"])
                check_buy_in(name, chips, self._rules, self._unit)
            case "buy":
                check_rebuy(name, chips, self.player(name).stack, self._rules, self._unit)
            case "leave":
                if chips != (stack := self.player(name).stack):
                    raise TableError(f"{quote(name)} leaves: expected {stack} chips, got {quote(chips)}")
            case "fee":
                if chips != (fee := self._terms.fees.fee(self._unit, event["minute"])):
                    raise TableError(f"expected the fee of {fee} chips, got {quote(chips)}")
                if chips > (stack := self.player(name).stack):
                    raise TableError(f"{quote(name)} cannot pay the fee of {chips} chips from a stack of {stack}")
            case unknown:
                raise TableError(f"unknown event {quote(unknown)}")

    def _check_seat(self, name: object, seat: object) -> None:
        check_name("name", name, TableError)
        if name in self.stacks:
            raise TableError(f"{quote(name)} sits here already")
        free = self._free_seats()
        if not is_whole(seat) or seat not in free:
            raise TableError(f"seat: expected a free seat ({', '.join(map(str, free)) or 'none'}), got {quote(seat)}")

    def _check_deal_again(self, event: Event) -> None:
        deal = self.deal(event["hands"], sitting_out=event["sitting_out"])
        self._current = None
        names, hands = event["players"], event["hands"]
        if (list(deal.players), deal.number) != (names, event["number"]):
            expected = f"expected deal {deal.number}, with the players {', '.join(deal.players)}"
            raise TableError(f"{expected}; got deal {quote(event['number'])}, with the players {quote(names)}")
        hand_boards = [FOUL if board == str(FOUL) else board for board in event["boards"]]
        boards, declare = [
            {name: items[index] if hands == 1 else items[index :: len(names)] for index, name in enumerate(names)}
            for items in (hand_boards, event["declare"])
        ]
        button_stays = event["button"] == self.player(deal.button).seat
        settled_event, _ = self._deal_event(deal, boards, declare, event["reserved"], button_stays=button_stays)
        for key, value in settled_event.items():
            if event[key] != value:
                raise TableError(f"{key}: expected {quote(value)} for these boards, got {quote(event[key])}")

    def _apply(self, event: Event) -> None:
        match event["event"]:
            case "sit":
                player = Player(name=event["player"], seat=event["seat"], stack=event["chips"])
                self._seats[player.seat] = player
                self._bought += event["chips"]
            case "buy":
                self._add(event["player"], event["chips"])
                self._bought += event["chips"]
            case "leave":
                player = self.player(event["player"])
                self._seats[player.seat] = None
                self._cashed_out += event["chips"]
                if player.name in self._reserved:
                    self._reserved = {}
            case "fee":
                self._add(event["player"], -event["chips"])
                self._fees += event["chips"]
            case "deal":
                for name, chips in event["rake"].items():
                    self._add(name, -chips)
                    self._rake += chips
                self._rake -= event["to_jackpot"]
                self._jackpot += event["to_jackpot"]
                for name, chips in event["jackpot"].items():
                    self._add(name, chips)
                    self._jackpot -= chips
                for name, chips in event["pool"].items():
                    self._add(name, chips)
                for payer, payee, chips in event["payments"]:
                    self._add(payer, -chips)
                    self._add(payee, chips)
                self._carried = tuple(event["carried"])
                self._button = event["button"]
                self._deals = event["number"]
                self._reserved = {name: CardSet(hand) for name, hand in event["reserved"].items()}
        self._check_chips()

    def _add(self, name: str, chips: int) -> None:
        player = self.player(name)
        self._seats[player.seat] = replace(player, stack=player.stack + chips)

    def _check_chips(self) -> None:
        """Raise LedgerError if the chips do not add up to those bought, or a stack is negative."""
        not_in_stacks = self._fees + self._rake + self._jackpot + self._cashed_out + sum(self._carried) * self._unit
        total = sum(self.stacks.values()) + not_in_stacks
        if total != self._bought or min(self.stacks.values(), default=0) < 0:
            raise LedgerError(f"expected {self._bought} chips in total and no negative stack, got {total}: {self.stacks}")
