"""The readout of a settlement: every pairing in words, and as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import items_of
from cpoker_fast.boards import ROWS, Board
from cpoker_fast.display.columns import align_columns
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import BoardError
from cpoker_fast.settling.fouls import foul_in_words

if TYPE_CHECKING:
    from cpoker_fast.rulebook import Rules
    from cpoker_fast.settling.results import Pairing, Seat, SettledTable
    from cpoker_fast.settling.stakes import Payment

__all__ = [
    "boards_in_columns",
    "chips_by_seat",
    "explain",
    "names_of",
    "pairings_table",
    "pool_lines",
    "rows_in_words",
    "summary",
    "to_dict",
    "totals_of",
    "what_is_special",
]


def _read_names(settled: SettledTable, names: Sequence[str] | None) -> list[str]:
    """The names of all players, or of all seats, as given; or the default ones of players."""
    owners = settled.owners
    players = len(set(owners))
    numbered = [f"Player {player + 1}" for player in range(players)]
    read = list(settled.names) or numbered if names is None else items_of(names)
    if read is None or len(read) not in (players, len(owners)):
        wanted = counted(players, "name") + (f", or {len(owners)}" if players < len(owners) else "")
        raise BoardError(f"expected {wanted}, got {quote(names) if read is None else len(read)}")
    if not all(isinstance(name, str) for name in read):
        raise BoardError(f"names: expected texts, got {quote(read)}")
    if twice := [name for number, name in enumerate(read) if name in read[:number]]:
        raise BoardError(f"expected different names, got {quote(twice[0])} twice")
    return read


def names_of(settled: SettledTable, names: Sequence[str] | None) -> list[str]:
    """The names of the seats, from names of seats or of players, or the default ones; two hands of a player are numbered."""
    owners, read = settled.owners, _read_names(settled, names)
    if len(read) == len(owners):
        return read
    hands = [owners[: seat + 1].count(owner) for seat, owner in enumerate(owners)]
    return [
        f"{read[owner]}, hand {hand}" if owners.count(owner) > 1 else read[owner]
        for owner, hand in zip(owners, hands, strict=True)
    ]


def _paid_pairs(settled: SettledTable) -> list[tuple[Pairing, list[Payment]]]:
    """All pairings, with what was paid at table stakes: for naturals, and for all else."""
    paid: dict[tuple[int, int], list[Payment]] = {}
    for payment in settled.payments:
        paid.setdefault((payment.first, payment.second), []).append(payment)
    return [(pair, paid.get((pair.first, pair.second), [])) for pair in settled.pairs]


def shown_pairs(settled: SettledTable) -> list[tuple[Pairing, list[Payment]]]:
    """The pairings of seats that play against each other, with what was paid at table stakes."""
    return [
        (pair, payments)
        for pair, payments in _paid_pairs(settled)
        if pair.points or not (settled.pool or settled.owners[pair.first] == settled.owners[pair.second])
    ]


def parts_of(pair: Pairing) -> list[tuple[str, int]]:
    """The parts of the points of a pairing, before the multiplier."""
    return [
        ("rows", pair.row_points),
        ("scoop", pair.scoop_points),
        ("royalties", sum(pair.royalties)),
        ("overall point", pair.overall),
        ("surrender" if pair.decided_by == "surrender" else "foul", pair.fixed),
        ("natural", pair.natural),
    ]


def side_parts_of(pair: Pairing) -> list[tuple[str, int]]:
    """The side payments of a pairing."""
    return [("aces", pair.aces), ("ace of spades", pair.dealer)]


def _row_line(settled: SettledTable, pair: Pairing, row: int, names: Sequence[str]) -> str:
    side = pair.rows[row]
    winner, loser = (pair.first, pair.second) if side >= 0 else (pair.second, pair.first)
    won, lost = settled.seats[winner].descriptions[row], settled.seats[loser].descriptions[row]
    if won == lost:
        text = f"{ROWS[row]}: {won} on both sides, " + (f"won by {names[winner]}" if side else "a tie")
    else:
        text = f"{ROWS[row]}: {names[winner]} with {won}, against {lost}"
    return text + (f", royalty {pair.royalties[row]:+d}" if pair.royalties[row] else "")


def _cause_lines(settled: SettledTable, pair: Pairing, names: Sequence[str]) -> list[str]:
    both = (pair.first, pair.second)
    seats = settled.seats
    lines = []
    match str(pair.decided_by):
        case "nothing":
            if not settled.pool:
                lines.append("nothing is paid between them")
        case "surrender":
            lines += [f"{names[seat]} surrenders" for seat in both if seats[seat].board is None]
        case "rows":
            lines += _foul_lines(settled, both, names)
            lines += [_row_line(settled, pair, row, names) for row in range(len(ROWS))]
        case _:
            lines += [f"{names[seat]} has a natural: {n}" for seat in both if (n := seats[seat].natural) is not None]
    if pair.decided_by == "foul":
        lines += _foul_lines(settled, both, names)
    return lines


def _seats_not_compared(settled: SettledTable) -> list[int]:
    """Seats whose fouls no pairing reports, such as those of a pool, or of a table where nobody is the single winner."""
    compared = {seat for pair in settled.pairs if pair.decided_by in ("rows", "foul") for seat in (pair.first, pair.second)}
    return [seat for seat in range(len(settled.seats)) if seat not in compared]


def _foul_lines(settled: SettledTable, seats: Sequence[int], names: Sequence[str]) -> list[str]:
    fouls = [(seat, settled.seats[seat]) for seat in seats]
    return [
        f"{names[number]} fouls: {foul_in_words(seat.board, settled.rules)}"
        for number, seat in fouls
        if seat.is_foul and seat.natural is None and seat.board is not None
    ]


def pairing_lines(settled: SettledTable, pair: Pairing, payments: list[Payment], names: Sequence[str]) -> list[str]:
    """One pairing, with a line for each thing that counted; `names` are by seat."""
    lines = _cause_lines(settled, pair, names)
    if pair.scoop:
        what = "makes a home run" if pair.home_run else "scoops"
        lines.append(f"{names[pair.first if pair.scoop > 0 else pair.second]} {what}")
    parts = [(what, value) for what, value in parts_of(pair) if value]
    lines += [f"{what}: {value:+d}" for what, value in parts]
    if pair.times != 1 and parts:
        lines.append(f"all times {pair.times}")
    lines += [f"{what}: {value:+d}" for what, value in side_parts_of(pair) if value]
    owed = [payment for payment in payments if payment.due]
    for payment in owed:
        cause = " for the natural" if payment.is_natural else " for the rest" if len(owed) > 1 else ""
        payer, taker = (pair.second, pair.first) if payment.due > 0 else (pair.first, pair.second)
        is_cut = payment.chips != payment.due
        of, why = (f" of {abs(payment.due)}", ", all that one of them had left") if is_cut else ("", "")
        lines.append(f"{names[payer]} pays {names[taker]} {counted(abs(payment.chips), 'chip')}{of}{cause}{why}")
    return lines


def pool_lines(settled: SettledTable, names: Sequence[str]) -> list[str]:
    """One line for each row of the pool: who took it, and what is carried over."""
    lines = []
    for number, (row, held) in enumerate(zip(ROWS, settled.pool, strict=True)):
        takers = [seat for seat, points in enumerate(held.collected) if points]
        paid = ", ".join(
            f"{names[seat]} {held.collected[seat]} with {settled.seats[seat].descriptions[number]}" for seat in takers
        )
        left = [f"{held.carried} carried over"] if held.carried else []
        lines.append(f"{row}, {held.pot} in the pool: " + ", ".join(([paid] if paid else []) + left))
    return lines


def explain(settled: SettledTable, names: Sequence[str] | None) -> str:
    """See `Settlement.explain`."""
    called = names_of(settled, names)
    paragraphs = []
    if settled.pool:
        paragraphs.append("\n".join(["Pool", *(f"  {line}" for line in pool_lines(settled, called))]))
    if fouls := _foul_lines(settled, _seats_not_compared(settled), called):
        paragraphs.append("\n".join(fouls))
    for pair, payments in shown_pairs(settled):
        head = f"{called[pair.first]} v {called[pair.second]}: {pair.points:+d}"
        paragraphs.append("\n".join([head, *(f"  {line}" for line in pairing_lines(settled, pair, payments, called))]))
    return "\n\n".join([*paragraphs, "Total\n" + "\n".join(f"  {total}" for total in totals_of(settled, names))])


def totals_of(settled: SettledTable, names: Sequence[str] | None) -> list[str]:
    """For each seat its points; chips with the points of a player's only hand, or on a line of their own."""
    players, seats = _read_names(settled, names), names_of(settled, names)
    totals = [f"{name}: {points:+d}" for name, points in zip(seats, settled.points, strict=True)]
    for player, chips in enumerate(settled.chips or ()):
        own = [seat for seat, owner in enumerate(settled.owners) if owner == player]
        won = counted(chips, "chip", sign="+")
        if len(own) == 1:
            totals[own[0]] += f", {won}"
        else:
            both = " and ".join(seats[seat] for seat in own) if len(players) == len(seats) else players[player]
            totals.append(f"{both}: {won}")
    return totals


_SHORT = {"royalties": "royalty", "overall point": "overall", "ace of spades": "dealer"}


def _chips(payments: list[Payment]) -> str:
    due, chips = sum(one.due for one in payments), sum(one.chips for one in payments)
    return f"{chips:+d}" + (f" of {due:+d}" if chips != due else "")


def pairings_table(settled: SettledTable, called: Sequence[str]) -> list[list[str]]:
    """Text in rows: the names of columns, then for each pairing who won which row (+, -, = for a tie) and what paid points.

    Parts that no pairing has are left out. Without pairings there is nothing. `called` are the names of seats.
    """
    shown = shown_pairs(settled)
    if not shown:
        return []
    used = [what for pair, _ in shown for what, value in [*parts_of(pair), *side_parts_of(pair)] if value]
    parts = list(dict.fromkeys(used))
    times = ["times"] if any(pair.times != 1 for pair, _ in shown) else []
    heads = [_SHORT.get(part, part) for part in parts]
    rows = [["", *ROWS, *heads, *times, "points", *(["chips"] if settled.payments else [])]]
    for pair, payments in shown:
        values = dict([*parts_of(pair), *side_parts_of(pair)])
        sides = ["=+-"[side] if pair.decided_by == "rows" else "" for side in pair.rows]
        numbers = [f"{values[part]:+d}" if values.get(part) else "" for part in parts]
        factor = [f"x{pair.times}" if pair.times != 1 else "" for _ in times]
        chips = [_chips(payments)] if settled.payments else []
        head = f"{called[pair.first]} v {called[pair.second]}"
        rows.append([head, *sides, *numbers, *factor, f"{pair.points:+d}", *chips])
    return rows


def summary(settled: SettledTable, names: Sequence[str] | None) -> str:
    """See `Settlement.summary`."""
    called = names_of(settled, names)
    rows = pairings_table(settled, called)
    lines = align_columns(rows, right=range(1, len(rows[0]))) if rows else []
    pool = pool_lines(settled, called) if settled.pool else []
    seats = zip(called, settled.seats, strict=True)
    special = "; ".join(f"{name}: {what}" for name, seat in seats if (what := what_is_special(seat, settled.rules)))
    return "\n".join([*pool, *lines, *([special] if special else []), "; ".join(totals_of(settled, names))])


def chips_by_seat(settled: SettledTable) -> list[int | None]:
    """What each player won in chips, at the first of their seats; None at a second one, and without table stakes."""
    owners, chips = settled.owners, settled.chips
    return [chips[owner] if chips is not None and owners.index(owner) == seat else None for seat, owner in enumerate(owners)]


def boards_in_columns(settled: SettledTable, names: Sequence[str] | None) -> list[str]:
    """The boards of a table, a line each, with what is special about them."""
    rows = [
        [
            name,
            *(map(str, seat.board.rows) if isinstance(seat.board, Board) else ("", "", "")),
            what_is_special(seat, settled.rules),
        ]
        for name, seat in zip(names_of(settled, names), settled.seats, strict=True)
    ]
    return align_columns(rows)


def rows_in_words(seat: Seat) -> list[str]:
    """What the rows of a board are, each with its royalty."""
    return [
        words + (f", royalty {royalty}" if royalty else "")
        for words, royalty in zip(seat.descriptions, seat.royalties, strict=True)
    ]


def what_is_special(seat: Seat, rules: Rules) -> str:
    """A surrender, the natural that a seat declares, a foul and its reason; or nothing."""
    if seat.board is None:
        return "surrenders"
    if seat.natural is not None:
        return str(seat.natural)
    return f"foul: {foul_in_words(seat.board, rules)}" if seat.is_foul else ""


def _seat_to_dict(seat: Seat) -> dict[str, Any]:
    board = seat.board
    return {
        "board": [str(row) for row in board.rows] if isinstance(board, Board) else None if board is None else str(board),
        "rows": list(seat.descriptions),
        "strengths": list(seat.strengths),
        "royalties": list(seat.royalties),
        "foul": seat.is_foul,
        "natural": None if seat.natural is None else str(seat.natural),
        "naturals": [str(pattern) for pattern in seat.naturals],
    }


def _pair_to_dict(pair: Pairing, payments: list[Payment]) -> dict[str, Any]:
    plain = {
        "seats": [pair.first, pair.second],
        "decided_by": str(pair.decided_by),
        "rows": list(pair.rows),
        "scoop": pair.scoop,
        "home_run": pair.home_run,
        "row_points": pair.row_points,
        "royalties": list(pair.royalties),
        "scoop_points": pair.scoop_points,
        "overall": pair.overall,
        "fixed": pair.fixed,
        "natural": pair.natural,
        "times": pair.times,
        "aces": pair.aces,
        "dealer": pair.dealer,
        "points": pair.points,
    }
    if not payments:
        return plain
    return {
        **plain,
        "due": sum(one.due for one in payments),
        "chips": sum(one.chips for one in payments),
        "payments": [{"natural": one.is_natural, "due": one.due, "chips": one.chips} for one in payments],
    }


def to_dict(settled: SettledTable) -> dict[str, Any]:
    """See `Settlement.to_dict`."""
    plain: dict[str, Any] = {
        "rules": settled.rules.name,
        **({"players": list(settled.names)} if settled.names else {}),
        "button": settled.button,
        "points": list(settled.points),
        "seats": [_seat_to_dict(seat) for seat in settled.seats],
        "pairs": [_pair_to_dict(pair, payments) for pair, payments in _paid_pairs(settled)],
    }
    if settled.pool:
        plain["pool"] = [
            {"row": row, "pot": held.pot, "carried": held.carried, "collected": list(held.collected)}
            for row, held in zip(ROWS, settled.pool, strict=True)
        ]
    if settled.chips is not None:
        plain |= {"owners": list(settled.owners), "unit": settled.unit, "chips": list(settled.chips)}
    return plain
