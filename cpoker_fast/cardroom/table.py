"""A table: seats, stacks, the button, and a ledger of all payments."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from cpoker_fast._arguments import check_flag, check_seat, is_whole, items_of
from cpoker_fast.boards import Board, Cards, Foul
from cpoker_fast.cardroom.accounts import Entry, Standing, account_of, standings_of
from cpoker_fast.cardroom.jackpot import check_jackpot
from cpoker_fast.cardroom.ledger import Event, Ledger
from cpoker_fast.cardroom.seating import SEATING, check_seating
from cpoker_fast.cardroom.settled_deals import settled_deal
from cpoker_fast.cardroom.standings_html import standings_html
from cpoker_fast.cardroom.table_deals import BoardInput, TableDeal, check_cards_of_deal, hands_dealt
from cpoker_fast.cardroom.table_events import (
    board_from_event,
    boards_in,
    check_board,
    deal_of_event,
    event_of_board,
    event_of_deal,
    inputs_in,
    reserved_in,
)
from cpoker_fast.cardroom.table_state import Player, TableState
from cpoker_fast.cards import CardSet
from cpoker_fast.dealing import Seed, deal as deal_cards
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import LedgerError, TableError
from cpoker_fast.rulebook import Rules, TableTerms, as_closed_rules
from cpoker_fast.settling import Declaration, Settlement, least_stack, read_unit

__all__ = ["Table"]

_VERSIONS = (2, 3)  # 3 adds deals in progress, corrections and the rake of winnings
_DURING_A_DEAL = ("board", "deal", "cancel", "undo")
"""Events that may follow the beginning of a deal."""


class Table:
    """A table with stacks. In the pairings of a deal, no player wins or loses more than their stack (table stakes).

    Every change of seats, stacks or the button is an event. Events are written to the ledger before they take effect, and
    `undo` reverses the last one by a further event. The stacks, the fees, the rake, the jackpot, the pool and the chips of
    players who left always add up to the chips that were bought. Impossible calls raise a CpokerError, in most cases
    TableError, and change nothing.

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
            "version": _VERSIONS[-1],
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
        check_jackpot(self._rules)
        self._state = TableState(unit=unit, seats=(None,) * self._terms.seats, button=button)
        self._history: list[tuple[int, TableState]] = []  # line of each event that can be undone, and the state before it

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
        if first.get("event") != "table" or first.get("version") not in _VERSIONS:
            got = f"{quote(first.get('event'))} of version {quote(first.get('version'))}" if first else "no event"
            expected = f"expected a table of version {' or '.join(map(str, _VERSIONS))}"
            raise LedgerError(f"{ledger.path}, line 1: {expected}, got {got}", line=1)
        for line, event in enumerate(ledger.events, 1):
            try:
                if line == 1:
                    rules = Rules.from_dict(event["rules"]).closed()
                    self._start(rules, event["unit"], event["button"], reserve_hands=event["reserve_hands"])
                else:
                    self._check(event)
                    self._apply(line, event, self._after(event))
            except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
                problem = f"missing key {error}" if isinstance(error, KeyError) else str(error)
                raise LedgerError(f"{ledger.path}, line {line}: {problem}", line=line) from None

    def __repr__(self) -> str:
        players, deals = counted(len(self.players), "player"), counted(self._state.deals, "deal")
        return f"<Table of {players}, rules {self._rules.name!r}, {deals}>"

    def _repr_html_(self) -> str:
        return standings_html(self.standings(), self._rules.name, self._state)

    # ---- state ----

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self._rules

    @property
    def unit(self) -> int:
        """Chips per point."""
        return self._state.unit

    @property
    def players(self) -> tuple[Player, ...]:
        """The players at the table, by seat."""
        return self._state.players

    @property
    def stacks(self) -> dict[str, int]:
        """Stack of each player, by name."""
        return self._state.stacks

    @property
    def button(self) -> int:
        """Seat of the button in the next deal. If nobody there is dealt in, the next player clockwise has the button."""
        return self._state.button

    @property
    def fees(self) -> int:
        """Chips collected as fees."""
        return self._state.fees

    @property
    def rake(self) -> int:
        """Chips collected as rake, without the part for the jackpot."""
        return self._state.rake

    @property
    def jackpot(self) -> int:
        """Chips in the jackpot."""
        return self._state.jackpot

    @property
    def reserved(self) -> dict[str, CardSet]:
        """Hands that two players have reserved for the next deal, by name; empty if there are none."""
        return dict(self._state.reserved)

    @property
    def carried(self) -> tuple[int, ...]:
        """Points of front, middle and back that the pool carries to the next deal."""
        return self._state.carried

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the ledger, as plain values."""
        return tuple(self._ledger.events)

    @property
    def current(self) -> TableDeal | None:
        """The deal in progress; None between deals."""
        return self._state.deal

    @property
    def entered(self) -> dict[str, tuple[Board | Foul | None, ...]]:
        """Boards entered for the deal in progress (`enter`), by name: one board, or two if each player has two hands."""
        return {name: boards_in(event) for name, event in self._state.entered.items()}

    def player(self, name: str) -> Player:
        """Return the player with a name; raise TableError if no player at the table has this name."""
        return self._state.player(name)

    def standings(self) -> tuple[Standing, ...]:
        """Return the chips of everyone who has sat at the table: players by seat, then those who left.

        Examples
        --------
        >>> table = Table("pagat")
        >>> table.sit("Ann", 100), table.sit("Bob", 100), table.leave("Ann")
        (0, 1, 100)
        >>> [(standing.name, standing.stack, standing.won) for standing in table.standings()]
        [('Bob', 100, 0), ('Ann', 0, 0)]
        """
        return standings_of(self._ledger.events, self._state.players)

    # ---- between deals ----

    def sit(self, name: str, chips: int, seat: int | None = None) -> int:
        """Seat a player who buys in, by default in the first free seat, and return the seat."""
        if seat is None:
            if not (free := self._state.free_seats):
                raise TableError(f"all {self._terms.seats} seats are taken: see the option table.seats of the rules")
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
        chips = self._terms.fees.fee(self.unit, minute)
        self._record({"event": "fee", "player": name, "chips": chips, "minute": minute})
        return chips

    def undo(self) -> Event:
        """Undo the last event by a correcting event; further calls undo the events before it.

        The ledger has both events, and so have the accounts of players (`trace`). If the last event settled a deal that
        `deal` or `enter` had begun, the deal is in progress again, with the boards that were entered.

        Returns
        -------
        dict
            The event that was undone, as plain values.

        Raises
        ------
        TableError
            If there is nothing to undo.

        Examples
        --------
        >>> table = Table("pagat")
        >>> table.sit("Ann", 1000)
        0
        >>> table.undo()["event"], table.sit("Ann", 100), table.stacks
        ('sit', 0, {'Ann': 100})
        >>> [(entry.event, entry.chips) for entry in table.trace("Ann")]
        [('sit', 1000), ('undo sit', -1000), ('sit', 100)]
        """
        if not self._history:
            raise TableError("undo: there is no event to undo")
        line = self._history[-1][0]
        self._record({"event": "undo", "line": line})
        return self._ledger.events[line - 1]

    # ---- a deal ----

    def deal(self, hands: int = 1, *, sitting_out: Iterable[str] = (), cards: bool = False, seed: Seed = None) -> TableDeal:
        """Begin a deal: choose the players who are dealt in, and their order.

        The player with the button and the next players clockwise are dealt in, up to `TableTerms.dealt_in` players; the
        remaining players wait. Until `settle` or `cancel`, nobody can sit, buy, leave or be charged.

        Parameters
        ----------
        hands : int
            Hands per player: 1, or 2 for two players if `TableTerms.two_hands` allows it.
        sitting_out : iterable of str
            Players who are not dealt in.
        cards : bool
            Whether the table deals the cards (`TableDeal.cards`); by default, the players deal real cards. Reserved hands
            are played in place of new cards.
        seed : int, sequence of int or numpy.random.SeedSequence, optional
            Seed for the cards; by default, each deal is different.

        Raises
        ------
        TableError
            If a deal is in progress, fewer than two players can be dealt in, or a player in `sitting_out` is not at the
            table; if `hands` is 2 although two hands are not allowed or the players have reserved hands.
        SeedError
            If the seed is invalid.
        """
        check_flag("cards", cards, TableError)
        deal = self._next_deal(hands, sitting_out)
        if cards and not deal.reserved:
            count = hands_dealt(deal, reserve_hands=self._reserve_hands)
            dealt = deal_cards(count * len(deal.players), seed=seed)
            by_name = {name: dealt[index :: len(deal.players)] for index, name in enumerate(deal.players)}
            deal = replace(deal, cards=by_name)
        self._record(event_of_deal(deal))
        return deal

    def _next_deal(self, hands: int, sitting_out: Iterable[str]) -> TableDeal:
        """Return the deal with these options; raise TableError if it is impossible."""
        if (current := self.current) is not None:
            raise TableError(f"deal {current.number} is in progress: settle or cancel it first")
        absent = self._sitting_out(sitting_out)
        eligible = self._state.eligible_from_button(self._least)
        order = [player for player in eligible if player.name not in absent]
        if len(order) < 2:
            number_absent = len(eligible) - len(order)
            got = f"{len(order)} ({counted(number_absent, 'player')} sitting out)" if number_absent else f"{len(order)}"
            raise TableError(f"deal: expected two or more players with {counted(self._least, 'chip')} or more, got {got}")
        if not is_whole(hands) or hands not in (1, 2) or (hands == 2 and not (self._terms.two_hands and len(order) == 2)):
            raise TableError(f"hands: expected 1, or 2 for two players if the rules allow it, got {quote(hands)}")
        playing, waiting = [*order[1 : self._terms.dealt_in], order[0]], order[self._terms.dealt_in :]
        names = tuple(player.name for player in playing)
        reserved = self.reserved if set(names) == set(self.reserved) else {}
        if hands == 2 and reserved:
            raise TableError("hands: expected 1 (the players have reserved hands), got 2")
        return TableDeal(
            number=self._state.deals + 1,
            players=names,
            waiting=tuple(player.name for player in waiting),
            sitting_out=tuple(player.name for player in eligible if player.name in absent),
            hands=hands,
            reserved=reserved,
        )

    def _sitting_out(self, names: object) -> set[str]:
        absent = None if isinstance(names, str) else items_of(names)
        if absent is None:
            raise TableError(f"sitting_out: expected names of players, got {quote(names)}")
        return {self.player(name).name for name in absent}

    def cancel(self) -> None:
        """Cancel the deal in progress, if any."""
        if self.current is not None:
            self._record({"event": "cancel"})

    def enter(
        self,
        name: str,
        board: BoardInput | Sequence[BoardInput],
        *,
        declare: Declaration | Sequence[Declaration] = True,
        reserved: Cards | None = None,
    ) -> None:
        """Enter the board of a player in the deal in progress; begin a deal if there is none.

        The board is in the ledger at once, so that a restart does not lose it. A later call for the same player replaces it.

        Parameters
        ----------
        name : str
        board : Board, str, FOUL or None
            Board of the player, or a sequence of their two boards. None is a surrender, FOUL a dead hand.
        declare : bool, Pattern or str
            Declaration of the player, as in `settle`; with two hands, one declaration for both, or two items.
        reserved : CardSet, str or iterable of int, optional
            The 13 cards that the player reserves for the next deal, as in `settle`. Not needed if the table dealt the cards.

        Raises
        ------
        CpokerError
            If the board is invalid, or has cards that the player was not dealt or that another board has; TableError if the
            player is not dealt in.

        Examples
        --------
        >>> table = Table("pagat")
        >>> table.sit("Ann", 100), table.sit("Bob", 100)
        (0, 1)
        >>> table.enter("Ann", "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s")
        >>> table.enter("Bob", "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h")
        >>> table.settle().chips
        (-3, 3)
        """
        deal = self.current or self._next_deal(1, ())
        event = event_of_board(deal, name, board, declare, reserved)
        if self.current is None:
            check_board(deal, event, {}, self._rules, reserve_hands=self._reserve_hands)  # before the deal begins
            self._record(event_of_deal(deal))
        self._record(event)

    def settle(
        self,
        boards: Mapping[str, BoardInput | Sequence[BoardInput]] | None = None,
        *,
        declare: Mapping[str, Declaration | Sequence[Declaration]] | None = None,
        reserved: Mapping[str, Cards] | None = None,
        button_stays: bool = False,
    ) -> Settlement:
        """Settle the deal in progress, and move the chips and the button. If no deal is in progress, begin one first.

        Parameters
        ----------
        boards : mapping, optional
            Board of each player who is dealt in, or their two boards, by name. None is a surrender, FOUL a dead hand.
            Players whose board was entered (`enter`) may be missing.
        declare : mapping, optional
            Declarations by name, as in `cpoker_fast.settle`: True, False or a pattern. With two hands, one declaration
            for both, or two items. By default, all players declare their best natural.
        reserved : mapping, optional
            The 13 cards that each player reserves for the next deal, by name. Required at a table with `reserve_hands` if
            two players play one hand each, unless reserved hands are played in this deal, or the table dealt the cards.
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
        deal = self.current or self._next_deal(1, ())
        entered = self._state.entered
        event, settled = self._deal_event(
            deal,
            {**{name: inputs_in(event) for name, event in entered.items()}, **_mapping("boards", boards)},
            {**{name: event["declare"] for name, event in entered.items()}, **_mapping("declare", declare)},
            {**reserved_in(entered), **_mapping("reserved", reserved)},
            button_stays=button_stays,
        )
        self._record(event)
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
        return least_stack(self._rules, self.unit)

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
        options = {"reserve_hands": self._reserve_hands, "button_stays": button_stays}
        return settled_deal(deal, self._state, self._rules, boards, declare, reserved, **options)

    def _record(self, event: Event) -> None:
        """Check an event, write it, then apply it; settled deals were already checked by `_deal_event`."""
        if event["event"] != "deal":
            self._check(event)
        after = self._after(event)
        self._ledger.append(event)
        self._apply(len(self._ledger.events), event, after)

    def _after(self, event: Event) -> TableState:
        return self._history[-1][1] if event["event"] == "undo" else self._state.after(event)

    def _apply(self, line: int, event: Event, after: TableState) -> None:
        """Move to the state after an event, whose line in the ledger is `line`."""
        if event["event"] == "undo":
            self._history.pop()
        else:
            self._history.append((line, self._state))
        self._state = after

    # ---- checks of events ----

    def _check(self, event: Event) -> None:
        """Raise CpokerError if an event is impossible in the current state of the table."""
        kind = event["event"]
        if (current := self.current) is not None and kind not in _DURING_A_DEAL:
            raise TableError(f"deal {current.number} is in progress: settle or cancel it first")
        if kind in SEATING:
            check_seating(event, self._state, self._rules)
            return
        checks = {
            "undo": self._check_undo,
            "begin": self._check_begin,
            "board": self._check_board,
            "cancel": self._check_cancel,
            "deal": self._check_deal,
        }
        if kind not in checks:
            raise TableError(f"unknown event {quote(kind)}")
        checks[kind](event)

    def _check_undo(self, event: Event) -> None:
        last = self._history[-1][0] if self._history else None
        if event["line"] != last:
            raise TableError(f"undo: expected line {last}, the last event, got {quote(event['line'])}")

    def _check_begin(self, event: Event) -> None:
        deal = deal_of_event(event, self.reserved)
        self._check_players(self._next_deal(event["hands"], event["sitting_out"]), event)
        check_cards_of_deal(deal, reserve_hands=self._reserve_hands)

    def _check_board(self, event: Event) -> None:
        if (deal := self.current) is None:
            raise TableError("a board: expected the beginning of a deal first")
        check_board(deal, event, self._state.entered, self._rules, reserve_hands=self._reserve_hands)

    def _check_cancel(self, _event: Event) -> None:
        if self.current is None:
            raise TableError("cancel: there is no deal in progress")

    def _check_players(self, deal: TableDeal, event: Event) -> None:
        names = event["players"]
        if (list(deal.players), deal.number) != (names, event["number"]):
            expected = f"expected deal {deal.number}, with the players {', '.join(deal.players)}"
            raise TableError(f"{expected}; got deal {quote(event['number'])}, with the players {quote(names)}")

    def _check_deal(self, event: Event) -> None:
        """Settle the deal of an event again; raise TableError if the results differ."""
        names, hands = event["players"], event["hands"]
        deal = self.current or self._next_deal(hands, event["sitting_out"])
        self._check_players(deal, event)
        hand_boards = [board_from_event(board) for board in event["boards"]]
        boards, declare = [
            {name: items[index] if hands == 1 else items[index :: len(names)] for index, name in enumerate(names)}
            for items in (hand_boards, event["declare"])
        ]
        button_stays = event["button"] == self.player(deal.button).seat
        settled_event, _ = self._deal_event(deal, boards, declare, event["reserved"], button_stays=button_stays)
        for key, value in settled_event.items():
            if event[key] != value:
                raise TableError(f"{key}: expected {quote(value)} for these boards, got {quote(event[key])}")


def _mapping(argument: str, value: object) -> Mapping[str, Any]:
    """Return an argument that maps players to values; an empty mapping for None. Raise TableError for other values."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TableError(f"{argument}: expected a mapping from players, got {quote(value)}")
    return value
