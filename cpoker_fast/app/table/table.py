"""A table: seats, stacks, the button, and a ledger of all payments."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self, TypeVar

from cpoker_fast._arguments import check_flag, check_name, items_of
from cpoker_fast.app.table.accounts import Entry, Standing, account_of, histories_of, standings_html, standings_of
from cpoker_fast.app.table.agreed_terms import event_of_change, first_state, state_with_terms
from cpoker_fast.app.table.entered_boards import EnteredBoards
from cpoker_fast.app.table.freezeout_levels import Level, event_of_level, event_of_pause, level_of, read_clock
from cpoker_fast.app.table.freezeout_places import Place
from cpoker_fast.app.table.ledger import Event, Ledger
from cpoker_fast.app.table.next_deal import next_deal
from cpoker_fast.app.table.played_deals import boards_played, played_deal, players_by_seat, stacks_for
from cpoker_fast.app.table.settled_deals import settled_deal
from cpoker_fast.app.table.settling_up import CrossTable, Transfer, cross_table_of, fewest_transfers
from cpoker_fast.app.table.table_checks import check_not_begun, check_not_entered, state_with_boards, state_with_turn
from cpoker_fast.app.table.table_deals import TableDeal, event_of_deal
from cpoker_fast.app.table.table_history import History, errors_of_line, history_of
from cpoker_fast.app.table.table_records import record_of
from cpoker_fast.app.table.table_state import Player, TableState, Turn
from cpoker_fast.boards import FOUL, Board, Cards, Foul
from cpoker_fast.cards import CardSet
from cpoker_fast.dealing import Seed
from cpoker_fast.display.pages import write_page
from cpoker_fast.display.plotting import axes_for
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import LedgerError, TableError
from cpoker_fast.game.deal import Deal
from cpoker_fast.game.placement import Placement, Rows
from cpoker_fast.notation import Record
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.settling import Declaration, Settlement
from cpoker_fast.settling.declarations import BoardInput
from cpoker_fast.system.event_lines import VERSION

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Table"]

_Read = TypeVar("_Read")
_LINES_OF_CHART = 5  # of names, which give a chart its height, in addition to those of the players


class Table:
    """A table with players, their chips, and a sequence of deals. The table or people deal the cards.

    In the pairings of a deal, no player wins or loses more than their stack (table stakes). Without stakes, players play for
    points alone.

    Every change of seats, stacks, the button or the rules is an event, and so is every turn of a deal. An event is written
    to the ledger before it takes effect. `undo` reverses the last event with a further event. The stacks, the fees, the
    rake, the jackpot, the pool and the chips of players who left always add up to the chips that were bought. An impossible
    call raises a CpokerError, in most cases a TableError, and changes nothing.

    A freezeout (`TableTerms.freezeout`) is a tournament. All players begin with the same chips, and each `level` raises the
    value of a point. Players without chips are out (`places`).

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset. `Rules.table` defines seats, buy-ins, fees, rake and jackpot. A player who earns a
        Fantasyland, or a stay there, plays it in their next deal.
    unit : int
        Number of chips per point, also called the limit of the table. It must be 1 without stakes, and in a freezeout (see
        `level`).
    ledger : path, optional
        New file for the ledger. The file may exist if it is empty or has only a part of the first line of this ledger. By
        default, there is no file.
    button : int
        Seat of the button in the first deal.
    reserve_hands : bool
        Whether each player in a deal of two reserves a second hand, and plays it in the next deal instead of new cards. If
        the next deal has other players, the reserved hands are dropped.
    stakes : bool
        Whether players buy chips. Otherwise, the stack of a player is the points that they have won. It is negative if they
        lost. There are then no fees, no rake and no jackpot.
    clock : function
        Function without arguments that returns seconds, for a freezeout whose levels are counted in minutes. If the table is
        resumed later, the clock must also count while no program runs, as the default ``time.time`` does.

    Raises
    ------
    RulesError
        If the rules are unknown, or the jackpot requires a row that no hand can make.
    TableError
        If the unit, the button, `reserve_hands` or `stakes` is invalid.
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
    >>> table = Table("pineapple", stakes=False)  # for points; the table deals the cards
    >>> table.sit("Ann"), table.sit("Bo"), table.deal(cards=True, seed=1).players
    (0, 1, ('Bo', 'Ann'))
    >>> table.turn, table.playing.position().hand
    ('Bo', CardSet('Qs Tc 9d 8h 6s'))
    >>> table.place("Qs / 9d / Tc 8h 6s")
    >>> while not table.playing.is_over:
    ...     placement = table.time_out()
    >>> table.settle().points, table.stacks
    ((0, 0), {'Ann': 0, 'Bo': 0})
    """

    def __init__(
        self,
        rules: Rules | str,
        *,
        unit: int = 1,
        ledger: str | os.PathLike[str] | None = None,
        button: int = 0,
        reserve_hands: bool = False,
        stakes: bool = True,
        clock: Callable[[], float] = time.time,
    ) -> None:
        state = first_state(as_rules(rules), unit, button, reserve_hands=reserve_hands, stakes=stakes)
        first = {
            "event": "table",
            "version": VERSION,
            "rules": state.rules.to_dict(),
            "unit": unit,
            "button": button,
            "reserve_hands": reserve_hands,
            "stakes": stakes,
        }
        self._clock = _checked_clock(clock)
        self._history = History(state)
        self._ledger = Ledger(ledger, first)

    @classmethod
    def from_ledger(cls, path: str | os.PathLike[str], *, clock: Callable[[], float] = time.time) -> Self:
        """Resume the table of a ledger file. New events are written to the same file. For `clock`, see `Table`.

        All events are checked. Each must be possible when it happens, and the chips are counted after it. Deals are not
        settled again, unlike in `check`. An unreadable last line is dropped with a `LedgerWarning`.

        Raises
        ------
        LedgerError
            If an event is impossible. The message names the line and the reason.
        FileError
            If the file cannot be read.
        """
        table = cls.__new__(cls)
        table._resume(Ledger.resume(path), clock)  # noqa: SLF001
        return table

    @classmethod
    def from_events(cls, events: Sequence[Event], *, clock: Callable[[], float] = time.time) -> Self:
        """Resume a table, without a file, from its `events`; LedgerError if they are impossible, as in `from_ledger`."""
        items = items_of(events)
        if not items or not all(isinstance(event, dict) and isinstance(event.get("event"), str) for event in items):
            raise LedgerError(f"expected the events of a table, got {quote(events)}")
        table = cls.__new__(cls)
        table._resume(Ledger.of(items), clock)  # noqa: SLF001
        return table

    def _resume(self, ledger: Ledger, clock: Callable[[], float]) -> None:
        self._clock = _checked_clock(clock)
        self._ledger = ledger
        self._history = history_of(ledger.events, ledger.path)

    def check(self) -> int:
        """Settle all deals of the ledger again, each by the rules of its time, and return the number of deals.

        `from_ledger` counts chips, so it detects damage. It does not detect payments that someone has changed together with
        the stacks.

        Raises
        ------
        LedgerError
            If a result differs from the ledger. The message names the line and both results.

        Examples
        --------
        >>> table = Table("pagat")
        >>> table.sit("Ann", 100), table.sit("Bob", 100)
        (0, 1)
        >>> settlement = table.settle({"Ann": "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Bob": FOUL})
        >>> table.check()
        1
        """
        history_of(self._ledger.events, self._ledger.path, settles_again=True)
        return sum(event["event"] == "deal" for event in self._ledger.events)

    def __repr__(self) -> str:
        players, deals = counted(len(self.players), "player"), counted(self.deals, "deal")
        return f"<Table of {players}, rules {self.rules.name!r}, {deals}>"

    def _repr_html_(self) -> str:
        """Return the standings; below them, if the table dealt the cards, the deal in progress with all cards."""
        html = standings_html(self.standings(), self._state)
        if (deal := self.playing) is None or self.current is None:
            return html
        return html + deal.to_svg(names=[shorten(name) for name in players_by_seat(self.current, self._state)])

    # ---- state ----

    @property
    def rules(self) -> Rules:
        """The rules of the table, which `change` replaces."""
        return self._state.rules

    @property
    def unit(self) -> int:
        """Chips per point; in a freezeout, the chips per point of the level that began last."""
        return self._state.unit

    @property
    def stakes(self) -> bool:
        """Whether players buy chips, and lose no more than their stack."""
        return self._state.stakes

    @property
    def reserve_hands(self) -> bool:
        """Whether each player in a deal of two reserves a second hand."""
        return self._state.reserve_hands

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
        """Seat of the button in the next deal. If this seat is not dealt in, the next player clockwise has the button."""
        return self._state.button

    @property
    def deals(self) -> int:
        """Number of settled deals."""
        return self._state.deals

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
    def fantasyland(self) -> dict[str, tuple[int, ...]]:
        """Number of Fantasyland cards in the next deal, for each hand of a player, by name."""
        return {name: tuple(hand.cards for hand in hands) for name, hands in self._state.fantasyland.items()}

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
    def playing(self) -> Deal | None:
        """The deal in progress, with its cards, if the table dealt them for one hand each; otherwise None.

        The seats of this deal are the players of `current`, in the order of their seats at the table. The deal is a copy.
        Only `place` and `time_out` of the table change the deal of the table.
        """
        deal = self.current
        return played_deal(self._state) if deal is not None and deal.may_be_played else None

    @property
    def is_played_in_turn(self) -> bool:
        """Whether `place` plays the deal in progress: the table dealt the cards, and no boards were entered."""
        return self._state.is_played_in_turn

    @property
    def turn(self) -> str | None:
        """The player whose turn it is in `playing`; None without such a deal, after its end, or if boards are entered."""
        deal = self.playing
        if deal is None or deal.turn is None or self.current is None or self.entered:
            return None
        return players_by_seat(self.current, self._state)[deal.turn]

    @property
    def timed_out(self) -> tuple[str, ...]:
        """Players who ran out of time in this game (`time_out`), by seat."""
        return tuple(name for name in self.stacks if name in self._state.timed_out)

    @property
    def is_over(self) -> bool:
        """Whether the game is over.

        A freezeout is over when it has a winner. Another game is over after a deal with a time-out. First, however, the
        other players play the Fantasylands that they have earned. `deal` then begins a new game, in which nobody has run out
        of time. Fantasylands that are left in `fantasyland` are played in its first deal.
        """
        return self._state.is_over

    @property
    def level(self) -> Level | None:
        """The level of a freezeout, with the time or the deals to the next one; None at other tables."""
        return None if self.rules.table.freezeout is None else level_of(self._state, self._reading())

    @property
    def places(self) -> tuple[Place, ...]:
        """Places that a freezeout has decided, best first: those of players without chips and, at the end, of the winner."""
        return self._state.places_in_order

    @property
    def entered(self) -> dict[str, tuple[Board | Foul | None, ...]]:
        """Boards entered for the deal in progress (`enter`), by name: one board, or two if each player has two hands."""
        return {name: entry.boards for name, entry in self._state.entered.items()}

    @property
    def declared(self) -> dict[str, tuple[Declaration, ...]]:
        """Declarations of the entered boards, by name, one for each board; see `enter`."""
        return {name: entry.declarations() for name, entry in self._state.entered.items()}

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

    def cross_table(self) -> CrossTable:
        """Return the chips that each player has won from every other one, from pools and from the house.

        The chips that two players win from each other are payments for rows, royalties, naturals, fouls and surrenders, and
        side payments, as far as the stacks of both covered them. A pool's bonus for all three rows counts, too. The pool
        itself is counted separately. Fees, rake and jackpot are between a player and the house.

        Examples
        --------
        >>> table = Table("pagat")
        >>> table.sit("Ann", 100), table.sit("Bob", 100), table.sit("Cy", 100)
        (0, 1, 2)
        >>> ann, bob = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h"
        >>> settlement = table.settle({"Ann": ann, "Bob": bob, "Cy": FOUL})
        >>> table.cross_table().chips, table.cross_table().won
        (((0, 3, 3), (-3, 0, 3), (-3, -3, 0)), (6, 0, -6))
        """
        return cross_table_of(self._ledger.events, [standing.name for standing in self.standings()])

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the payments at the end of an evening, in as few transfers as possible.

        The transfers settle all results, under the assumption that nobody has paid for chips yet. Two players with opposite
        results settle directly. If at most 16 other parties (players and the house) remain, the number of transfers is
        minimal.

        In a freezeout, chips are not money. Before the end of a freezeout, there are no transfers. After its end, the
        transfers settle prizes and entries, in the unit of the entry.

        Examples
        --------
        >>> table = Table("pagat")
        >>> table.sit("Ann", 100), table.sit("Bob", 100), table.sit("Cy", 100)
        (0, 1, 2)
        >>> ann, bob = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h"
        >>> settlement = table.settle({"Ann": ann, "Bob": bob, "Cy": FOUL})
        >>> table.transfers()
        (Transfer(payer='Cy', payee='Ann', chips=6),)
        """
        if (freezeout := self.rules.table.freezeout) is not None:
            won = {place.name: place.prize - freezeout.entry for place in self.places}
            return fewest_transfers(won) if self.is_over else ()
        return fewest_transfers({standing.name: standing.won for standing in self.standings()})

    def plot(self, *, ax: Axes | None = None) -> Figure:
        """Plot the chips that each player has won over the deals; needs the extra ``plot``.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Axes to draw on. By default, the chart is on a new figure of pyplot. Pyplot keeps this figure until it is closed.

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        TableError
            If `ax` is no Axes.
        CpokerError
            If Matplotlib is missing.
        """
        histories = histories_of(self._ledger.events, [standing.name for standing in self.standings()])
        (axes,) = axes_for(ax, len(histories) + _LINES_OF_CHART, error=TableError)
        from cpoker_fast.display.charts import plot_histories

        return plot_histories(axes, histories, "deals", self._won_in_words)

    def to_html(self, path: str | os.PathLike[str] | None = None, *, title: str | None = None) -> str:
        """Return a printable page of the evening, and write it to `path` unless that is None.

        The page has standings, transfers, the cross-table and all deals. It has a chart if Matplotlib is installed (the
        extra ``plot``). The page needs no other file.

        Parameters
        ----------
        path : str or os.PathLike, optional
            File to write. An existing file is replaced. By default, no file is written.
        title : str, optional
            Title of the page. By default, it is the name of the rules.

        Raises
        ------
        TableError
            If the title is not text in one line.
        LedgerError
            If the boards of a deal are damaged. The message names the line.
        FileError
            If the file cannot be written.

        Examples
        --------
        >>> table = Table("pagat")
        >>> table.sit("Ann", 100), "<h1>Friday</h1>" in table.to_html(title="Friday")
        (0, True)
        """
        from cpoker_fast.app.table.evening_sheet import (
            accounts_html,
            chart_html,
            deal_html,
            places_html,
            sheet_html,
            terms_in_words,
        )

        if title is not None:
            check_name("title", title, TableError)
        standings, state = self.standings(), self._state
        deals = "\n".join(self._of_deals(deal_html).values())
        parts = accounts_html(standings, self.transfers(), self.cross_table(), state)
        if self.places:
            parts.insert(1, ("Places and prizes", places_html(self)))
        if deals:
            histories = histories_of(self._ledger.events, [standing.name for standing in standings])
            parts.append((f"{self._won_in_words.capitalize()} over the deals", chart_html(histories, self._won_in_words)))
            parts.append(("Deals", f'<div class="deals">{deals}</div>'))
        return write_page(path, sheet_html(self.rules.name if title is None else title, terms_in_words(state), parts))

    # ---- between deals ----

    def sit(self, name: str, chips: int | None = None, seat: int | None = None) -> int:
        """Seat a player, by default in the first free seat, and return the seat.

        `chips` is the number of chips that the player buys. By default, the player gets the starting chips of a freezeout,
        or none at a table without stakes. Other tables require `chips`. Raises TableError if the name, the chips or the seat
        is not allowed.
        """
        if chips is None:
            chips = 0 if self.rules.table.freezeout is None else self.rules.table.freezeout.chips
        if seat is None:
            check_not_begun("sit", name, self._state)
            if not (free := self._state.free_seats):
                expected = "expected rules with more (table.seats, see Table.change)"
                raise TableError(f"all {self.rules.table.seats} seats are taken: {expected}")
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
        chips = self.rules.table.fees.fee(self.unit, minute)
        self._record({"event": "fee", "player": name, "chips": chips, "minute": minute})
        return chips

    def pause(self) -> None:
        """Stop the clock of a freezeout until the next deal; raise TableError if no clock is running.

        Examples
        --------
        >>> freezeout = {"levels": [[1, 30], [2, 30]], "levels_in": "minutes"}
        >>> seconds = [0]
        >>> table = Table(Rules.from_dict({"table": {"freezeout": freezeout}}), clock=lambda: seconds[0])
        >>> table.sit("Ann"), table.sit("Bob"), table.deal().number
        (0, 1, 1)
        >>> table.cancel()
        >>> seconds[0] = 600
        >>> table.pause()
        >>> seconds[0] = 6000
        >>> table.level.seconds_left
        1200.0
        """
        self._record(event_of_pause(self._state, self._reading()))

    def change(
        self, rules: Rules | str | None = None, *, unit: int | None = None, reserve_hands: bool | None = None
    ) -> bool:
        """Change the rules, the chips per point, or whether hands are reserved, between deals.

        Each deal is settled by the rules of its time. The chips in a jackpot stay there, also under rules without a jackpot.
        Reserved hands are still played in the next deal after ``reserve_hands=False``. Earned Fantasylands lapse under rules
        without Fantasyland.

        Parameters
        ----------
        rules, unit, reserve_hands
            Terms of the table, as for `Table`. With None, the default, a term does not change.

        Returns
        -------
        bool
            Whether a term has changed. Otherwise, the ledger gets no event.

        Raises
        ------
        TableError
            If a deal is in progress, or `unit` or `reserve_hands` is invalid. If a player sits in a seat that the rules do
            not have. If the pool carries chips to the next deal, and the rules have no pool or the unit differs. If the
            change would begin or end a freezeout, or change its terms. If `unit` is not that of the freezeout's level.
        RulesError
            If the rules are unknown, or the jackpot requires a row that no hand can make.

        Examples
        --------
        >>> table = Table("pagat", unit=5)
        >>> table.sit("Ann", 500), table.change("face-up", unit=10), table.rules.table.seats, table.unit
        (0, True, 5, 10)
        >>> table.undo()["event"], table.rules.name, table.unit
        ('change', 'pagat', 5)
        """
        before = self._state
        after = state_with_terms(
            before,
            before.rules if rules is None else as_rules(rules),
            before.unit if unit is None else unit,
            reserve_hands=before.reserve_hands if reserve_hands is None else reserve_hands,
        )
        if after == before:
            return False
        self._write((event_of_change(before, after), after))
        return True

    def undo(self) -> Event:
        """Undo the last event with a correcting event. Further calls undo the events before it.

        Both events are in the ledger and in the accounts of players (`trace`). If the last event settled a deal that `deal`
        or `enter` had begun, the deal is in progress again, with the boards that were entered.

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
        line = self._history.last_line
        if line is None:
            raise TableError("undo: there is no event to undo")
        self._record({"event": "undo", "line": line})
        while (level := self._history.last_line) is not None and self._ledger.events[level - 1]["event"] == "level":
            self._record({"event": "undo", "line": level})  # a level begins with what was undone
        return self._ledger.events[line - 1]

    # ---- a deal ----

    def deal(
        self,
        hands: int = 1,
        *,
        sitting_out: Iterable[str] = (),
        cards: bool = False,
        seed: Seed = None,
        rng: np.random.Generator | None = None,
    ) -> TableDeal:
        """Begin a deal: choose the players who are dealt in, and their order.

        The player with the button and the next players clockwise are dealt in. Their number is at most
        `TableTerms.dealt_in`, and at most `Rules.players`. The remaining players wait. Until `settle` or `cancel`, nobody
        can sit, buy, leave or be charged, and the rules cannot change. In a freezeout, the deal begins the next level if it
        is due.

        Parameters
        ----------
        hands : int
            Number of hands of each player. It is 1, or 2 for two players if `TableTerms.two_hands` allows it.
        sitting_out : iterable of str
            Names of players who are not dealt in. Nobody may sit out in a freezeout.
        cards : bool
            Whether the table deals the cards (`playing`, `TableDeal.stacks`). By default, the players deal real cards.
            Reserved hands are played in place of new cards. If the table deals one hand to each player, `place` plays the
            deal turn by turn. Under rules that hide boards, `enter` can enter boards instead, in any order. The ledger has
            all cards.
        seed : int, sequence of int or numpy.random.SeedSequence, optional
            Seed of the cards, which requires ``cards=True``. By default, each deal is different.
        rng : numpy.random.Generator, optional
            Generator for the cards, instead of `seed`. It also requires ``cards=True``.

        Raises
        ------
        TableError
            If a deal is in progress, fewer than two players can be dealt in, or a player in `sitting_out` is not at the
            table. If `hands` is 2, but the rules do not allow it or the players have reserved hands. If the table would deal
            two hands to each player, but hands do not have 13 cards. If `seed` or `rng` is given without ``cards=True``. If
            a freezeout is over, a player of a freezeout sits out, or its clock returns no number of seconds.
        RulesError
            If the players and their Fantasylands need more than 52 cards.
        SeedError
            If `seed` or `rng` is invalid, or both are given.
        """
        check_flag("cards", cards, TableError)
        steps, state = self._steps_to_deal()
        deal = next_deal(state, hands, sitting_out)
        if not cards and (seed is not None or rng is not None):
            raise TableError.about("seed" if rng is None else "rng", "expected none without cards=True: people deal them")
        if cards and not deal.reserved:
            deal = replace(deal, stacks=stacks_for(deal, state, seed, rng))
        self._write(*steps, (event_of_deal(deal), state.with_deal(deal)))
        return deal

    def place(self, rows: Rows | Foul, discard: Cards | None = None) -> None:
        """Place cards for the player whose turn it is in `playing`, surrender, or give up the hand (``FOUL``).

        Parameters
        ----------
        rows, discard
            As for `Deal.place`.

        Raises
        ------
        TableError
            If `playing` is None, or boards were entered in the deal.
        PlacementError
            If all cards are placed, or the placement is not allowed.
        """
        deal, names = self._deal_to_play()
        seat = deal.turn
        deal.place(rows, discard)
        self._take(Turn(names[seat or 0], str(FOUL if rows is FOUL else deal.moves[-1].placement)))

    def time_out(self) -> Placement:
        """Let the rules place the cards of the player whose turn it is, and return the placement. For errors, see `place`.

        After this deal, the game is over (`is_over`), and `deal` begins a new one.
        """
        deal, names = self._deal_to_play()
        seat = deal.turn
        placement = deal.time_out()
        self._take(Turn(names[seat or 0], None))
        return placement

    def _deal_to_play(self) -> tuple[Deal, list[str]]:
        """Return the deal whose cards the table has dealt, and its players by seat; TableError if there is none."""
        if (deal := self.playing) is None or self.current is None:
            raise TableError("there is no deal to play: deal(cards=True) deals one hand to each player")
        check_not_entered(self._state)
        return deal, players_by_seat(self.current, self._state)

    def _take(self, turn: Turn) -> None:
        after = state_with_turn(turn, self._state)
        self._write(({"event": "turn", "player": turn.player, "placement": turn.placement}, after))

    def cancel(self) -> None:
        """Cancel the deal in progress, if any."""
        if self.current is not None:
            self._record({"event": "cancel"})

    def enter(
        self,
        name: str,
        board: BoardInput | Sequence[BoardInput],
        *,
        declare: Declaration | Sequence[Declaration] | None = None,
        reserved: Cards | None = None,
    ) -> None:
        """Enter the board of a player in the deal in progress. If there is none, the call begins a deal.

        The board is written to the ledger at once, so a restart does not lose it. A later call for the same player replaces
        the board.

        Parameters
        ----------
        name : str
        board : Board, str, rows, cards, Placement, FOUL or None
            Board of the player, or a sequence of their two boards, in any form that `cpoker_fast.settle` reads. None is a
            surrender, and FOUL is a dead hand.
        declare : bool, Pattern or str, optional
            Declaration of the player, as in `settle`. With two hands, it is one declaration for both, or a sequence of two.
            By default, a `Placement` keeps its declaration, and other boards have ``"if better"``.
        reserved : CardSet, str or iterable of int, optional
            The 13 cards that the player reserves for the next deal, as in `settle`. They are not needed if the table dealt
            the cards.

        Raises
        ------
        CpokerError
            If the board is invalid, has cards that the player was not dealt, or has cards of another board. It is a
            TableError if the player is not dealt in.

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
        steps, state = self._steps_to_deal()
        deal = self.current or next_deal(state)
        is_one = deal.hands == 1 or isinstance(board, Placement | CardSet)
        boards = [board] if is_one else items_of(board) or [board]
        entry = EnteredBoards.of(deal, self.rules, name, boards, declare, reserved)
        begun = state.with_deal(deal)
        if self.current is None:
            steps.append((event_of_deal(deal), begun))
        self._write(*steps, (entry.to_event(), state_with_boards(entry, begun)))

    def settle(
        self,
        boards: Mapping[str, BoardInput | Sequence[BoardInput]] | None = None,
        *,
        declare: Mapping[str, Declaration | Sequence[Declaration]] | None = None,
        reserved: Mapping[str, Cards] | None = None,
        button_stays: bool | None = None,
    ) -> Settlement:
        """Settle the deal in progress, and move the chips and the button. If no deal is in progress, begin one first.

        Parameters
        ----------
        boards : mapping, optional
            Board of each player who is dealt in, or their two boards, by name, as for `enter`. Players whose board was
            entered may be missing. A board here replaces the entered board, its declaration and its reserved cards.
        declare : mapping, optional
            Declarations by name, as for `enter`.
        reserved : mapping, optional
            The 13 cards that each player reserves for the next deal, by name. A table with `reserve_hands` requires these
            cards if two players play one hand each. They are not needed if reserved hands are played in this deal, or if the
            table dealt the cards.
        button_stays : bool, optional
            Whether the button stays in its seat. By default, the rules decide: it stays if a board of the deal earns a
            Fantasyland, unless the rules have `Fantasyland.button_moves`.

        Returns
        -------
        Settlement
            Settlement of the deal. Its seats are in the order of `TableDeal.players`. With two hands, the seats of the
            second hands follow. Rake and jackpot are not included. They are in the last item of `events`, and in `trace`.

        Raises
        ------
        CpokerError
            The errors of `deal` and `cpoker_fast.settle`. It is a TableError if a player has no board, or if a deal that is
            played turn by turn is not over or gets other boards. After an error, the table is unchanged.
        """
        steps, state = self._steps_to_deal()
        deal = self.current or next_deal(state)
        new_boards, new_declarations = _mapping("boards", boards), _mapping("declare", declare)
        if self._state.is_played_in_turn:
            if new_boards:
                raise TableError.about("boards", "expected none, since this deal is played turn by turn")
            new_boards, declared = boards_played(self._state)
            new_declarations = {**declared, **new_declarations}
        entries = [entry for entry in self._state.entered.values() if entry.player not in new_boards]
        event, settled = settled_deal(
            deal,
            state,
            {**{entry.player: entry.as_argument() for entry in entries}, **new_boards},
            {**{entry.player: entry.declare for entry in entries}, **new_declarations},
            {
                **{entry.player: entry.reserved for entry in entries if entry.reserved is not None},
                **_mapping("reserved", reserved),
            },
            button_stays=button_stays,
        )
        self._write(*steps, (event, state.after(event)))
        return settled

    def trace(self, name: str) -> tuple[Entry, ...]:
        """Return the chip history of a player, oldest first; raise TableError if they never sat at the table."""
        names = {event["player"] for event in self._ledger.events if event["event"] == "sit"}
        if not isinstance(name, str) or name not in names:
            raise TableError(f"{quote(name)} never sat here")
        return account_of(name, self._ledger.events)

    def records(self) -> dict[int, Record]:
        """Return the records of settled deals, by the number of the deal, for `review` and `notation.write_deals`.

        Two kinds of deals have no record. A deal with two hands each has none, and so has a deal of several streets whose
        boards were entered, since the placements of each street are unknown. The points of a record follow from the rules
        alone: no stack limits them, and no pool carries points.

        Raises
        ------
        LedgerError
            If the boards of a deal are damaged. The message names the line. `check` also finds other damage.

        Examples
        --------
        >>> table = Table("pagat")
        >>> table.sit("Ann", 100), table.sit("Bob", 100)
        (0, 1)
        >>> ann, bob = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h"
        >>> points = table.settle({"Ann": ann, "Bob": bob}).points
        >>> table.records()[1].names, table.records()[1].settlement().points == points
        (('Bob', 'Ann'), True)
        """
        return {number: record for number, record in self._of_deals(record_of).items() if record is not None}

    # ---- internals ----

    @property
    def _state(self) -> TableState:
        return self._history.state

    @property
    def _won_in_words(self) -> str:
        return f"{'chips' if self.stakes else 'points'} won"

    def _of_deals(self, read: Callable[[Event, TableState], _Read]) -> dict[int, _Read]:
        """Return what a function reads from each settled deal and the state before it, by the number of the deal."""
        results = {}
        for line, state in self._history.states_before().items():
            if (event := self._ledger.events[line - 1])["event"] == "deal":
                with errors_of_line(self._ledger.path, line):
                    results[event["number"]] = read(event, state)
        return results

    def _steps_to_deal(self) -> tuple[list[_Step], TableState]:
        """Return the event that the ledger needs before a deal, if a level of a freezeout begins, and the state after it."""
        event = None if self.current is not None else event_of_level(self._state, self._reading())
        if event is None:
            return [], self._state
        state = self._state.after(event)
        return [(event, state)], state

    def _reading(self) -> float:
        """Return the reading of the clock, if a freezeout needs one."""
        freezeout = self.rules.table.freezeout
        return read_clock(self._clock()) if freezeout is not None and freezeout.is_timed else 0.0

    def _record(self, event: Event) -> None:
        """Check an event, and write it."""
        self._write((event, self._history.state_after(event)))

    def _write(self, *steps: _Step) -> None:
        """Write events to the ledger, and move to the state after each."""
        for event, after in steps:
            self._ledger.append(event)
            self._history.add(len(self._ledger.events), event, after)


_Step = tuple[Event, TableState]
"""An event, and the state after it."""


def _checked_clock(clock: Any) -> Callable[[], float]:
    """Return the function of a clock; raise TableError for anything else."""
    if not callable(clock):
        raise TableError.about("clock", f"expected a function that returns seconds, got {quote(clock)}")
    checked: Callable[[], float] = clock
    return checked


def _mapping(argument: str, value: object) -> Mapping[str, Any]:
    """Return an argument that maps players to values; an empty mapping for None. Raise TableError for other values."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TableError.about(argument, f"expected a mapping from players, got {quote(value)}")
    return value
