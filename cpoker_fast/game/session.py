"""Sessions: consecutive deals of the same players, with the button, Fantasylands, points and stacks."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

from cpoker_fast._arguments import check_name, check_seat, check_whole, is_whole, items_of
from cpoker_fast.cards import format_card
from cpoker_fast.dealing import Seed, generator_of
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError, SessionError, TableError
from cpoker_fast.game.deal import Deal
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.plan import keeps_button
from cpoker_fast.rulebook import PoolTies, Rules, as_rules
from cpoker_fast.settling import (
    Declaration,
    Settlement,
    check_buy_in,
    check_rebuy,
    least_stack,
    read_stacks,
    read_unit,
)
from cpoker_fast.settling.inputs import NOTHING_CARRIED
from cpoker_fast.system.files import checked_path, read_file, write_file
from cpoker_fast.system.json_values import JsonObject, generator_state, json_object_in

__all__ = ["Session"]

_FORMAT = "cpoker_fast open-face session 1"
_KEYS = ("rules", "names", "unit", "totals", "stacks", "carried", "deals", "is_settled", "timed_out", "random", "deal")
_DEAL_KEYS = ("button", "fantasyland", "stays", "stacks", "moves", "timed_out", "declare")
_MOST = 10**12


class Session:
    """Consecutive deals of the same players.

    The button moves one seat clockwise after each deal, but stays while a player is in Fantasyland, unless the rules have
    `Fantasyland.button_moves`. A player who earns a Fantasyland, or stays there, plays it in the next deal. Each player is
    dealt one hand. Waiting players, two hands per player, a rake and a jackpot require a `cpoker_fast.cardroom.Table`.

    A game ends after a deal in which a player timed out (`Deal.time_out`), once the other players have played the
    Fantasylands that they earned. `is_over` is then True, and the caller decides whether to continue.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    players : sequence of str or int
        Names by seat, clockwise, or the number of players.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of all deals. Without a seed, every session is different.
    stacks : sequence of int, optional
        First buy-in of each player in chips, for table stakes: no player wins or loses more than their stack.
    unit : int
        Value of a point in chips, with `stacks`.
    button : int
        Seat with the button in the first deal.

    Attributes
    ----------
    rules : Rules
    names : tuple of str
    deal : Deal
        Deal in progress, or the last settled deal.
    deals : int
        Number of settled deals.
    totals : list of int
        Total points by seat, including points that stacks could not pay.
    stacks : list of int or None
        Chips by seat.
    carried : tuple of int
        Points that front, middle and back of the pool carry to the next deal (`Rules.pool_ties`), by row.
    is_settled : bool
        Whether `deal` is settled.

    Raises
    ------
    RulesError
        If the rules are unknown.
    TableError
        If a name, a number or a stack is invalid, or requires a `cpoker_fast.cardroom.Table`.
    SeedError
        If the seed is invalid.

    Examples
    --------
    >>> session = Session("pineapple", ["Ann", "Bo"], seed=1)
    >>> while not session.deal.is_over:
    ...     placement = session.deal.time_out()
    >>> session.settle().points, session.totals, session.next_deal().button
    ((0, 0), [0, 0], 1)
    >>> Session.from_dict(session.to_dict()).deal.dealt(0, 0) == session.deal.dealt(0, 0)
    True
    >>> import tempfile
    >>> path = tempfile.mktemp()
    >>> session.save(path)
    >>> Session.load(path).totals
    [0, 0]
    """

    def __init__(
        self,
        rules: Rules | str,
        players: Sequence[str] | int = 2,
        *,
        seed: Seed = None,
        stacks: Sequence[int] | None = None,
        unit: int = 1,
        button: int = 0,
    ) -> None:
        self.rules = as_rules(rules)
        self.names = _names_of(players, self.rules)
        check_seat("button", button, len(self.names))
        read_unit(unit)
        self.unit = unit
        self.stacks = None if stacks is None else self._first_stacks(stacks)
        self.totals, self.deals = [0] * len(self.names), 0
        self.carried: tuple[int, ...] = NOTHING_CARRIED
        self._timed_out = (False,) * len(self.names)  # in earlier deals of this game
        self._rng = generator_of(None, seed)
        zeros = (0,) * len(self.names)
        self._deal(button, fantasyland=zeros, stays=zeros)

    def _deal(self, button: int, fantasyland: tuple[int, ...], stays: tuple[int, ...]) -> None:
        self._check_stacks()
        self.deal = Deal(self.rules, len(self.names), rng=self._rng, button=button, fantasyland=fantasyland, stays=stays)
        self.is_settled = False

    def _first_stacks(self, buy_ins: Sequence[int]) -> list[int]:
        if self.rules.table.rake.chips:
            raise TableError.about(
                "stacks", "a session takes no rake: expected rules without table.rake.chips, or a cardroom.Table"
            )
        stacks = read_stacks(buy_ins, [f"[{quote(name)}]" for name in self.names])
        for name, stack in zip(self.names, stacks, strict=True):
            check_buy_in(name, stack, self.rules, self.unit)
        return stacks

    def _check_stacks(self) -> None:
        minimum = least_stack(self.rules, self.unit)
        for name, stack in zip(self.names, self.stacks or (), strict=False):
            if stack < minimum:
                raise TableError(
                    f"{shorten(name)} has {quote(stack)} chips: expected at least {quote(minimum)} to be dealt in: see rebuy"
                )

    # ---- from deal to deal ----

    @property
    def timed_out(self) -> tuple[bool, ...]:
        """Whether each player has timed out in this game, by seat."""
        seats_in_deal = {move.seat for move in self.deal.moves if move.timed_out}
        return tuple(earlier or seat in seats_in_deal for seat, earlier in enumerate(self._timed_out))

    @property
    def is_over(self) -> bool:
        """Whether the game is over by the rules: a player has timed out, and the deal and earned Fantasylands are settled.

        A Fantasyland in the next deal continues the game only if its player has not timed out. After the end of a game,
        `next_deal` begins a new game, in which no player has timed out.
        """
        timed_out = self.timed_out
        if not self.is_settled or not any(timed_out):
            return False
        return not any(cards and not is_out for cards, is_out in zip(self.deal.next_fantasyland, timed_out, strict=True))

    def settle(self, *, declare: Declaration | Sequence[Declaration | None] | None = None) -> Settlement:
        """Settle the deal, add its points to `totals` and its chips to `stacks`, and return the settlement.

        Parameters
        ----------
        declare : bool, Pattern, str or a sequence of them by seat, optional
            Declarations of naturals (see `Deal.declare`); by default, the declarations of the deal.

        Raises
        ------
        TableError
            If the deal is not over, or is already settled.
        RulesError
            If a declaration is invalid, or not allowed for its board.
        """
        if self.is_settled:
            raise TableError("the deal is settled already: next_deal() deals the next one")
        old_declarations = self.deal.declarations
        try:
            deal = self.deal if declare is None else self.deal.declare(declare)
            settled = deal.settlement(stacks=self.stacks, unit=self.unit, carried=self.carried)
        except CpokerError:
            self.deal.declare(old_declarations)
            raise
        settlement = replace(settled, names=self.names)
        self.totals = [total + points for total, points in zip(self.totals, settlement.points, strict=True)]
        if self.stacks is not None and settlement.chips is not None:
            self.stacks = [stack + chips for stack, chips in zip(self.stacks, settlement.chips, strict=True)]
        self.carried = tuple(row.carried for row in settlement.pool) or NOTHING_CARRIED
        self.deals += 1
        self.is_settled = True
        return settlement

    def next_deal(self) -> Deal:
        """Begin and return the next deal, with the button and the Fantasylands that follow from the last deal.

        Raises
        ------
        TableError
            If the last deal is not settled, or a player has too few chips to be dealt in.
        """
        if not self.is_settled:
            raise TableError("the deal is not settled yet: expected settle() before next_deal()")
        last_deal, fantasyland = self.deal, self.deal.next_fantasyland
        timed_out = (False,) * len(self.names) if self.is_over else self.timed_out
        button = last_deal.button
        if not (any(fantasyland) and keeps_button(self.rules)):
            button = (button + 1) % len(self.names)
        stays = tuple(
            earlier_stays + 1 if cards and last_cards else 0
            for cards, last_cards, earlier_stays in zip(fantasyland, last_deal.fantasyland, last_deal.stays, strict=True)
        )
        self._deal(button, fantasyland, stays)
        self._timed_out = timed_out
        return self.deal

    def rebuy(self, seat: int, chips: int) -> None:
        """Add chips to a stack, between deals.

        Raises
        ------
        TableError
            If there is no such seat, the rules do not allow this number of chips (`TableTerms`), the session has no stacks,
            or a deal is in progress.
        """
        check_seat("seat", seat, len(self.names))
        check_whole("chips", chips, 1, _MOST, TableError)
        if self.stacks is None:
            raise TableError("the session is played without stacks")
        if not self.is_settled:
            raise TableError("chips can only be added between deals: the deal is not settled yet")
        check_rebuy(self.names[seat], chips, self.stacks[seat], self.rules, self.unit)
        self.stacks[seat] += chips

    def __repr__(self) -> str:
        players = ", ".join(f"{name} {total:+d}" for name, total in zip(self.names, self.totals, strict=True))
        return fitted(f"<Session of {self.rules.name!r}, {counted(self.deals, 'deal')}: {players}>")

    def _repr_html_(self) -> str:
        """Return a table of the players above the picture of the deal, with its hidden cards."""
        from html import escape

        from cpoker_fast.display.markup import table_html

        names = [shorten(name) for name in self.names]
        rows = []
        for seat, (name, total, cards) in enumerate(zip(names, self.totals, self.deal.fantasyland, strict=True)):
            roles = ["button"] * (seat == self.deal.button) + [f"Fantasyland with {cards} cards"] * (cards > 0)
            chips = [] if self.stacks is None else [str(self.stacks[seat])]
            rows.append([escape(name), f"{total:+d}", *chips, ", ".join(roles)])
        head = ["player", "points", *([] if self.stacks is None else ["chips"]), "this deal"]
        title = f"{escape(self.rules.name)}, {counted(self.deals, 'settled deal')}"
        return table_html(rows, head=head, title=title, left=(0, len(head) - 1)) + self.deal.to_svg(names=names)

    # ---- saving ----

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON, including all cards of the deal; `from_dict` resumes the session from them."""
        return {
            "rules": self.rules.to_dict(),
            "names": list(self.names),
            "unit": self.unit,
            "totals": list(self.totals),
            "stacks": None if self.stacks is None else list(self.stacks),
            "carried": list(self.carried),
            "deals": self.deals,
            "is_settled": self.is_settled,
            "timed_out": list(self._timed_out),
            "random": generator_state(self._rng),
            "deal": {
                "button": self.deal.button,
                "fantasyland": list(self.deal.fantasyland),
                "stays": list(self.deal.stays),
                "stacks": [" ".join(map(format_card, cards)) for cards in self.deal.stacks],
                "moves": [str(move.placement) for move in self.deal.moves],
                "declare": list(self.deal.declarations),
                "timed_out": [number for number, move in enumerate(self.deal.moves) if move.timed_out],
            },
        }

    @classmethod
    def from_dict(cls, plain: object) -> Self:
        """Resume a session from the plain values that `to_dict` returned.

        Raises
        ------
        SessionError
            If a value is missing or invalid; the message names the value.
        CpokerError
            If rules, cards or moves are invalid.
        """
        saved = JsonObject(plain, _KEYS)
        saved_deal = JsonObject(saved["deal"], _DEAL_KEYS, "deal")
        rules = Rules.from_dict(saved["rules"])
        names = _names_of(saved.items("names"), rules, "names")
        session = cls(rules, names, seed=0, unit=saved["unit"])
        seats = len(session.names)
        session.totals = saved.wholes("totals", seats, -_MOST, _MOST)
        most = _MOST if rules.pool_ties is PoolTies.CARRY else 0
        session.carried = tuple(saved.wholes("carried", len(NOTHING_CARRIED), 0, most))
        if sum(session.totals) + sum(session.carried):
            raise SessionError.about("totals", f"expected a sum of {-sum(session.carried)}, got {session.totals}")
        session.stacks = None if saved["stacks"] is None else saved.wholes("stacks", seats, 0, _MOST)
        session.deals = saved.whole("deals", 0, _MOST)
        session._rng = saved.generator("random")
        session.deal = deal = Deal(
            rules,
            seats,
            stacks=saved_deal.items("stacks", seats),
            button=saved_deal["button"],
            fantasyland=saved_deal.items("fantasyland", seats),
            stays=saved_deal.items("stays", seats),
        )
        session._timed_out = tuple(saved.flags("timed_out", seats))
        moves = saved_deal.items("moves")
        timed_out_moves = saved_deal.wholes("timed_out", len(saved_deal.items("timed_out")), 0, len(moves) - 1)
        for number, text in enumerate(moves):
            placement = Placement.parse(text)
            if number not in timed_out_moves:
                deal.place(placement)
            elif deal.time_out() != placement:
                raise SessionError(f"deal.moves[{number}]: expected the placement by the time-out rule, got {text!r:.80}")
        deal.declare(saved_deal.items("declare", seats))  # which may have replaced declarations of placements
        session.is_settled = is_settled = saved["is_settled"]
        if not isinstance(is_settled, bool) or (is_settled and not deal.is_over):
            raise SessionError.about(
                "is_settled", f"expected a bool, False before the end of a deal, got {quote(is_settled)}"
            )
        return session

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the session to a file as JSON; raise FileError if the file cannot be written.

        The file stays intact if the process is killed: a session saved after each placement loses at most one placement.
        """
        data = json.dumps({"format": _FORMAT, "session": self.to_dict()}, indent=1).encode()
        write_file(checked_path(path), lambda stream: stream.write(data))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Resume a session from a file that `save` wrote.

        Raises
        ------
        SessionError
            If the file does not contain a session, or is damaged; the message names the file and the problem.
        FileError
            If the file cannot be read.
        """
        data = read_file(checked_path(path))
        try:
            return cls.from_dict(JsonObject(json_object_in(data, _FORMAT), ("format", "session"))["session"])
        except CpokerError as error:
            raise SessionError(f"{path}: {error}") from None


def _names_of(players: Sequence[str] | int, rules: Rules, argument: str = "players") -> tuple[str, ...]:
    terms = rules.table
    most = min(rules.players, terms.dealt_in)
    if is_whole(players) and 2 <= players <= most:
        return tuple(f"Player {seat + 1}" for seat in range(players))
    names = items_of(players)
    if names is None or not 2 <= len(names) <= most:
        number = players if names is None else len(names)
        needs_table = is_whole(number) and most < number <= terms.seats
        hint = f": a cardroom.Table has {terms.seats} seats" if needs_table else ""
        raise TableError.about(argument, f"expected 2 to {most} names, or their number, got {quote(players)}{hint}")
    for name in names:
        check_name(argument, name, TableError)
    if len(set(names)) != len(names):
        hint = ": two hands each require a cardroom.Table" if terms.two_hands else ""
        raise TableError.about(argument, f"expected different names, got {quote(players)}{hint}")
    return tuple(names)
