"""Writing a deal as text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cpoker_fast.boards import FOUL, ROWS
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import NotationError
from cpoker_fast.game.deal import Deal, Move
from cpoker_fast.notation.naming import Tag
from cpoker_fast.notation.record import Record, is_hidden
from cpoker_fast.notation.replaying import gives_up_unseen
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.caching import cached_with

__all__ = ["format_deal"]


def format_deal(
    deal: Deal | Record,
    names: Sequence[str] = (),
    *,
    tags: Mapping[str, Tag] | None = None,
    viewer: int | None = None,
    dealt: bool = False,
    full: bool = True,
) -> str:
    """Return a finished deal, or a deal in play, as text without a line break at the end.

    Declarations of naturals are part of the result of a finished deal. The text of a deal in play does not contain its
    declarations so far (`Deal.declare`). Repeat them after reading the text, or play at a `app.table.Table`, whose ledger
    has them.

    Parameters
    ----------
    deal : Deal or Record
        Deal to write. A Record already has names and tags.
    names : sequence of str
        The names of the players by seat. By default, there are none.
    tags : mapping of str to str, int, float or bool, optional
        Other tags, such as ``{"Event": "Friday", "Date": "2026-11-20"}``.
    viewer : int, optional
        The seat of a player. Only cards that this player has seen are then written. By default, all cards dealt so far are
        written. A player is dealt cards only at their turn.
    dealt : bool
        Whether to write all cards in the order dealt, including the cards to come, so that a deal in play can continue with
        the same cards.
    full : bool
        Whether to write the options of rules that are not a preset. Otherwise, only their name is written, and readers must
        already have the rules.

    Raises
    ------
    NotationError
        If an argument is invalid. Also if `names`, `tags`, `viewer` or `dealt` is given with a Record, if `dealt` is given
        with `viewer`, or if ``full=False`` is given for a changed preset without a new name.
    TableError
        If the viewer is not a seat.

    Examples
    --------
    >>> deal = Deal("pineapple", 2, seed=1)
    >>> print(format_deal(deal.place("Qs / 9d / Tc 8h 6s"), ["Ann", "Bo"]))
    [Rules "pineapple"]
    [Players ["Ann", "Bo"]]
    [Button 1]
    1: - / - / - hand 9s Jd 8d 6h 2s
    2: Qs1 / 9d1 / Tc1 8h1 6s1
    """
    if not isinstance(full, bool):
        raise NotationError.about("full", f"expected True or False, got {quote(full)}")
    if not full and isinstance(deal, Deal | Record) and deal.rules.is_changed_preset:
        raise NotationError.about("full", f"expected True, or rules with a name of their own, got {quote(deal.rules.name)}")
    if not isinstance(deal, Record):
        return "\n".join(_lines_of(Record.of_deal(deal, names, tags=tags, viewer=viewer, dealt=dealt), full=full))
    if names != () or tags is not None or viewer is not None or dealt is not False:
        raise NotationError("expected no names, tags, viewer or dealt with a Record, which already has names and tags")
    return "\n".join(_lines_of(deal, full=full))


def _lines_of(record: Record, *, full: bool) -> Iterator[str]:
    values: dict[str, Any] = {"Rules": _rules_value(record.rules) if full else record.rules.name}
    values |= record.tags
    if record.names:
        values["Players"] = list(record.names)
    values["Button"] = record.button + 1
    if any(record.fantasyland):
        values["Fantasyland"] = list(record.fantasyland)
    if any(record.stays):
        values["Stays"] = list(record.stays)
    if any(move.timed_out for move in record.moves):
        values["TimedOut"] = [_timed_out(record, seat) for seat in range(record.players)]
    if record.stacks:
        values["Dealt"] = [" ".join(map(format_card, stack)) for stack in record.stacks]
    if record.is_over:
        settlement = record.settlement()
        if any(seat.naturals for seat in settlement.seats):
            values["Declared"] = [seat.natural and str(seat.natural) for seat in settlement.seats]
        values |= {"Points": list(settlement.points), "NextFantasyland": list(record.next_fantasyland)}
    for name, value in values.items():
        yield f"[{name} {json.dumps(value, ensure_ascii=False)}]"
    for seat in range(record.players):
        yield f"{seat + 1}: {_seat_text(record, seat)}"


def _rules_value(rules: Rules) -> str | dict[str, Any]:
    """Return the name of the rules if they are a preset, otherwise their options as plain values."""
    return cached_with(rules, "notation", None, lambda: _name_or_options(rules))


def _name_or_options(rules: Rules) -> str | dict[str, Any]:
    is_preset = rules.name in Rules.PRESETS and rules.to_dict(base=rules.name) == {"base": rules.name}
    return rules.name if is_preset else rules.to_dict()


def _seat_text(record: Record, seat: int) -> str:
    moves = [move for move in record.moves if move.seat == seat]
    in_fantasyland = bool(record.fantasyland[seat])
    dead = [f"{FOUL}{_street(move, in_fantasyland)}" for move in moves if move.dead][:1]
    if any(gives_up_unseen(move) for move in moves):
        return dead[0] if dead else str(moves[-1].placement)
    if moves and is_hidden(moves[0]):
        rows = ["?"] * len(ROWS)
    else:
        rows = [
            " ".join(
                _with_street(move.placement.rows[row], move, in_fantasyland) for move in moves if move.placement.rows[row]
            )
            for row in range(len(ROWS))
        ]
    discards = " ".join(
        part
        for move in moves
        for part in (
            _with_street(move.placement.discards, move, in_fantasyland),
            *[f"?{_street(move, in_fantasyland)}"] * record.unknown_discards(move),
        )
        if part
    )
    text = " / ".join(row or "-" for row in rows) + (f" discards {discards}" if discards else "")
    hand = record.hand if record.turn == seat else record.open_hands[seat] if record.open_hands else ()
    return " ".join([text + (f" hand {' '.join(map(format_card, hand))}" if hand else ""), *dead])


def _timed_out(record: Record, seat: int) -> list[int]:
    in_fantasyland = bool(record.fantasyland[seat])
    return [_street(move, in_fantasyland) for move in record.moves if move.seat == seat and move.timed_out]


def _street(move: Move, in_fantasyland: bool) -> int:
    return 0 if in_fantasyland else move.street + 1


def _with_street(cards: CardSet, move: Move, in_fantasyland: bool) -> str:
    return " ".join(f"{card}{_street(move, in_fantasyland)}" for card in str(cards).split())
