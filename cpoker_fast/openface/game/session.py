"""Sessions: many open-face deals of the same players, with the button, Fantasyland, points and stacks."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from cpoker_fast._arguments import check_name, check_seat, check_whole, is_whole, items_of
from cpoker_fast.cards import format_card
from cpoker_fast.dealing import Seed, generator_of
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.errors import CpokerError, SessionError, TableError
from cpoker_fast.openface.game.deal import Deal
from cpoker_fast.openface.game.placement import Placement
from cpoker_fast.openface.game.plan import as_openface_rules, keeps_button, openface_of
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import (
    Declaration,
    Settlement,
    check_buy_in,
    check_rebuy,
    least_stack,
    read_stacks,
    read_unit,
)
from cpoker_fast.system.files import checked_path, read_file, write_file
from cpoker_fast.system.json_values import JsonObject, generator_state, json_object_in

__all__ = ["Session"]

_FORMAT = "cpoker_fast open-face session 1"
_KEYS = ("rules", "names", "unit", "totals", "stacks", "deals", "is_settled", "timed_out", "random", "deal")
_DEAL_KEYS = ("button", "fantasyland", "stays", "stacks", "moves", "timed_out", "declare")
_MOST = 10**12


class Session:
    """Deals of the same players, one after the other.

    The button moves one seat clockwise after each deal, but stays while a player is in Fantasyland, unless the rules have
    `Fantasyland.button_moves`. A Fantasyland that is earned or kept takes place in the next deal. Each player is dealt one
    hand. Waiting players, two hands each, a rake and a jackpot need a `cpoker_fast.cardroom.Table`.

    A game ends with the deal in which a player times out (`Deal.time_out`), but for Fantasylands that other players have
    earned. Then `is_over` is True, and the caller decides whether to go on.

    Parameters
    ----------
    rules : Rules or str
        Rules with streets, or the name of a preset.
    players : sequence of str or int
        Names by seat, clockwise, or the number of players.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of all deals; without it every session is different.
    stacks : sequence of int, optional
        First buy-in of each player in chips, for table stakes: no player wins or loses more than their stack.
    unit : int
        Chips that a point is worth, with `stacks`.
    button : int
        Seat with the button in the first deal.

    Attributes
    ----------
    rules : Rules
    names : tuple of str
    deal : Deal
        Deal in progress, or the last settled one.
    deals : int
        Number of settled deals.
    totals : list of int
        Points so far by seat, also those that stacks could not pay.
    stacks : list of int or None
        Chips by seat.
    is_settled : bool
        Whether `deal` is settled.

    Raises
    ------
    RulesError
        If the rules are unknown or those of a closed game.
    TableError
        If a name, a number or a stack is invalid, or only a `cpoker_fast.cardroom.Table` supports it.
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
        self.rules = as_openface_rules(rules)
        self.names = _names_of(players, self.rules)
        check_seat("button", button, len(self.names))
        read_unit(unit)
        self.unit = unit
        self.stacks = None if stacks is None else self._first_stacks(stacks)
        self.totals, self.deals = [0] * len(self.names), 0
        self._timed_out = (False,) * len(self.names)  # in earlier deals of this game
        self._rng = generator_of(None, seed)
        nobody = (0,) * len(self.names)
        self._deal(button, nobody, nobody)

    def _deal(self, button: int, fantasyland: tuple[int, ...], stays: tuple[int, ...]) -> None:
        self._check_stacks()
        self.deal = Deal(self.rules, len(self.names), rng=self._rng, button=button, fantasyland=fantasyland, stays=stays)
        self.is_settled = False

    def _first_stacks(self, buy_ins: Sequence[int]) -> list[int]:
        if self.rules.table.rake.chips:
            raise TableError("stacks: a session takes no rake: expected rules without table.rake.chips, or a cardroom.Table")
        stacks = read_stacks(buy_ins, [f"[{quote(name)}]" for name in self.names])
        for name, stack in zip(self.names, stacks, strict=True):
            check_buy_in(name, stack, self.rules, self.unit)
        return stacks

    def _check_stacks(self) -> None:
        least = least_stack(self.rules, self.unit)
        for name, stack in zip(self.names, self.stacks or (), strict=False):
            if stack < least:
                raise TableError(
                    f"{shorten(name)} has {quote(stack)} chips: expected at least {quote(least)} to be dealt in: see rebuy"
                )

    # ---- from deal to deal ----

    @property
    def timed_out(self) -> tuple[bool, ...]:
        """Whether each player has timed out in this game, by seat."""
        now = {move.seat for move in self.deal.moves if move.timed_out}
        return tuple(before or seat in now for seat, before in enumerate(self._timed_out))

    @property
    def is_over(self) -> bool:
        """Whether the game is over by the rules: a player has timed out, and the deal is settled.

        The game goes on for a Fantasyland of a player without time-out in the next deal. `next_deal` after the end of a game
        begins another game without time-outs.
        """
        out = self.timed_out
        if not self.is_settled or not any(out):
            return False
        return not any(cards and not was for cards, was in zip(self.deal.next_fantasyland, out, strict=True))

    def settle(self, *, declare: Declaration | Sequence[Declaration | None] | None = None) -> Settlement:
        """Settle the deal: add its points to `totals`, and its chips to `stacks`.

        Parameters
        ----------
        declare : bool, Pattern, str or a sequence of them by seat, optional
            Declarations of naturals, as for `Deal.declare`; by default those of the deal.

        Raises
        ------
        TableError
            If the deal is not over, or is settled already.
        RulesError
            If a declaration is invalid, or a board may not declare that natural.
        """
        if self.is_settled:
            raise TableError("the deal is settled already: next_deal() deals the next one")
        before = self.deal.declarations
        try:
            deal = self.deal if declare is None else self.deal.declare(declare)
            settled = replace(deal.settlement(stacks=self.stacks, unit=self.unit), names=self.names)
        except CpokerError:
            self.deal.declare(before)
            raise
        self.totals = [total + points for total, points in zip(self.totals, settled.points, strict=True)]
        if self.stacks is not None and settled.chips is not None:
            self.stacks = [stack + won for stack, won in zip(self.stacks, settled.chips, strict=True)]
        self.deals += 1
        self.is_settled = True
        return settled

    def next_deal(self) -> Deal:
        """Begin the next deal, with the button and the Fantasylands that follow from the last one.

        Raises
        ------
        TableError
            If the last deal is not settled, or a player has too few chips to be dealt in.
        """
        if not self.is_settled:
            raise TableError("the deal is not settled yet: settle() comes before the next one")
        before, following = self.deal, self.deal.next_fantasyland
        timed_out = (False,) * len(self.names) if self.is_over else self.timed_out
        rests = any(following) and keeps_button(self.rules)
        stays = tuple(
            stays + 1 if cards and was else 0
            for cards, was, stays in zip(following, before.fantasyland, before.stays, strict=True)
        )
        self._deal(before.button if rests else (before.button + 1) % len(self.names), following, stays)
        self._timed_out = timed_out
        return self.deal

    def rebuy(self, seat: int, chips: int) -> None:
        """Add chips to a stack, between deals.

        Raises
        ------
        TableError
            If there is no such seat, the rules do not allow that number (`TableTerms`), the session has no stacks, or a deal
            is in progress.
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
        return f"<Session of {self.rules.name!r}, {self.deals} deals: {players}>"

    # ---- saving ----

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON, from which `from_dict` resumes, also in the middle of a deal, with its cards."""
        return {
            "rules": self.rules.to_dict(),
            "names": list(self.names),
            "unit": self.unit,
            "totals": list(self.totals),
            "stacks": None if self.stacks is None else list(self.stacks),
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
        """Resume a session from plain values, as `to_dict` returns them.

        Raises
        ------
        SessionError
            If a value is missing or invalid; the message names it.
        CpokerError
            If rules, cards or moves are invalid.
        """
        saved = JsonObject(plain, _KEYS)
        deal_plain = JsonObject(saved["deal"], _DEAL_KEYS, "deal")
        rules = Rules.from_dict(saved["rules"])
        session = cls(rules, saved.items("names"), seed=0, unit=saved["unit"])
        seats = len(session.names)
        session.totals = saved.wholes("totals", seats, -_MOST, _MOST)
        if sum(session.totals):
            raise SessionError(f"totals: expected a sum of 0, got {session.totals}")
        session.stacks = None if saved["stacks"] is None else saved.wholes("stacks", seats, 0, _MOST)
        session.deals = saved.whole("deals", 0, _MOST)
        session._rng = saved.generator("random")
        session.deal = deal = Deal(
            rules,
            seats,
            stacks=deal_plain.items("stacks", seats),
            button=deal_plain["button"],
            fantasyland=deal_plain.items("fantasyland", seats),
            stays=deal_plain.items("stays", seats),
            declare=deal_plain.items("declare", seats),
        )
        session._timed_out = tuple(saved.flags("timed_out", seats))
        moves = deal_plain.items("moves")
        late = deal_plain.wholes("timed_out", len(deal_plain.items("timed_out")), 0, len(moves) - 1)
        for number, text in enumerate(moves):
            placement = Placement.parse(text)
            if number not in late:
                deal.place(placement)
            elif deal.time_out() != placement:
                raise SessionError(f"deal.moves[{number}]: expected what the rules place out of time, got {text!r:.80}")
        if not isinstance(saved["is_settled"], bool) or (saved["is_settled"] and not deal.is_over):
            raise SessionError(f"is_settled: expected False before the end of a deal, got {quote(saved['is_settled'])}")
        session.is_settled = saved["is_settled"]
        return session

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the session to a file as JSON; FileError if that fails.

        The file stays intact if the process is killed: a session that is saved after each placement loses at most one.
        """
        data = json.dumps({"format": _FORMAT, "session": self.to_dict()}, indent=1).encode()
        write_file(checked_path(path), lambda stream: stream.write(data))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Resume a session from a file of `save`.

        Raises
        ------
        SessionError
            If the file is not a session, or is damaged; the message names the file and the problem.
        FileError
            If the file cannot be read.
        """
        place: Path = checked_path(path)
        data = read_file(place)
        try:
            return cls.from_dict(JsonObject(json_object_in(data, _FORMAT), ("format", "session"))["session"])
        except CpokerError as error:
            raise SessionError(f"{path}: {error}") from None


def _names_of(players: Sequence[str] | int, rules: Rules) -> tuple[str, ...]:
    terms = rules.table
    most = min(openface_of(rules).players, terms.dealt_in)
    if is_whole(players) and 2 <= players <= most:
        return tuple(f"Player {seat + 1}" for seat in range(players))
    listed = items_of(players)
    if listed is None or not 2 <= len(listed) <= most:
        number = players if listed is None else len(listed)
        waits = is_whole(number) and most < number <= terms.seats
        where = f": a cardroom.Table has {terms.seats} seats" if waits else ""
        raise TableError(f"players: expected 2 to {most} names, or their number, got {quote(players)}{where}")
    for name in listed:
        check_name("players", name, TableError)
    if len(set(listed)) != len(listed):
        where = ": two hands each are played at a cardroom.Table" if terms.two_hands else ""
        raise TableError(f"players: expected different names, got {quote(players)}{where}")
    return tuple(listed)
