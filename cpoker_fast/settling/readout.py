"""Settlements as text, HTML and plain values."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import items_of
from cpoker_fast.boards import ROWS, Board
from cpoker_fast.cards import CardSet
from cpoker_fast.display.columns import align_columns, fold_columns, width_of, wrap_line
from cpoker_fast.display.markup import cards_html, table_html
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import BoardError
from cpoker_fast.rulebook.choices import RowTies
from cpoker_fast.settling.boards_in_words import foul_in_words, remark_on, rows_in_words

if TYPE_CHECKING:
    from cpoker_fast.settling.results import Pairing, Seat, SettledTable
    from cpoker_fast.settling.stakes import Payment

__all__ = [
    "boards_in_columns", "chips_by_seat", "explain", "names_of", "pairings_table", "pool_lines", "rows_of_seats",
    "settlement_html", "summary", "to_dict", "totals_of",
]  # fmt: skip


def _read_names(settled: SettledTable, names: Sequence[str] | None) -> list[str]:
    """Check and return names of players or seats; by default, the players' names, or Player 1, Player 2, ..."""
    owners = settled.owners
    players = len(set(owners))
    numbered = [f"Player {player + 1}" for player in range(players)]
    items = list(settled.names) or numbered if names is None else items_of(names)
    if items is None or len(items) not in (players, len(owners)):
        expected = counted(players, "name") + (f", or {len(owners)}" if players < len(owners) else "")
        raise BoardError(f"expected {expected}, got {quote(names) if items is None else len(items)}")
    if not all(isinstance(name, str) for name in items):
        raise BoardError.about("names", f"expected texts, got {quote(items)}")
    if duplicates := [name for index, name in enumerate(items) if name in items[:index]]:
        raise BoardError(f"expected different names, got {quote(duplicates[0])} twice")
    return items


def names_of(settled: SettledTable, names: Sequence[str] | None) -> list[str]:
    """Return a name for each seat, from names of seats or of players; two hands of one player are numbered."""
    owners, read_names = settled.owners, _read_names(settled, names)
    if len(read_names) == len(owners):
        return read_names
    hands = [owners[: seat + 1].count(owner) for seat, owner in enumerate(owners)]
    return [
        f"{read_names[owner]}, hand {hand}" if owners.count(owner) > 1 else read_names[owner]
        for owner, hand in zip(owners, hands, strict=True)
    ]


def _paid_pairs(settled: SettledTable) -> list[tuple[Pairing, list[Payment]]]:
    """Return all pairings, each with its payments at table stakes: at most one for naturals and one for everything else."""
    payments: dict[tuple[int, int], list[Payment]] = {}
    for payment in settled.payments:
        payments.setdefault((payment.first, payment.second), []).append(payment)
    return [(pair, payments.get((pair.first, pair.second), [])) for pair in settled.pairs]


def shown_pairs(settled: SettledTable) -> list[tuple[Pairing, list[Payment]]]:
    """Return the pairings to show and their payments, without pairings of one player or, in a pool, without points."""
    return [
        (pair, payments)
        for pair, payments in _paid_pairs(settled)
        if pair.points or not (settled.pool or settled.owners[pair.first] == settled.owners[pair.second])
    ]


def parts_of(pair: Pairing) -> list[tuple[str, int]]:
    """Return the name and the points of each part of a pairing's points, before the factor `times`."""
    return [
        ("rows", pair.row_points),
        ("scoop", pair.scoop_points),
        ("royalties", sum(pair.royalties)),
        ("overall point", pair.overall),
        ("surrender" if pair.decided_by == "surrender" else "foul", pair.fixed),
        ("natural", pair.natural),
    ]


def side_parts_of(pair: Pairing) -> list[tuple[str, int]]:
    """Return the name and the points of the limit and each side payment of a pairing, which are not multiplied."""
    return [("limit", pair.limit), ("aces", pair.aces), ("ace of spades", pair.dealer)]


def _row_line(settled: SettledTable, pair: Pairing, row: int, names: Sequence[str]) -> str:
    result = pair.rows[row]
    winner, loser = (pair.first, pair.second) if result >= 0 else (pair.second, pair.first)
    won, lost = settled.seats[winner].descriptions[row], settled.seats[loser].descriptions[row]
    by_suits = ", by suits" if settled.rules.row_ties is RowTies.SUITS else ""
    if won == lost:
        text = f"{ROWS[row]}: {won} on both sides, " + (f"won by {names[winner]}{by_suits}" if result else "a tie")
    else:
        text = f"{ROWS[row]}: {names[winner]} with {won}, against {lost}"
    return text + (f", royalty {pair.royalties[row]:+d}" if pair.royalties[row] else "")


def _cause_lines(settled: SettledTable, pair: Pairing, names: Sequence[str]) -> list[str]:
    pair_seats = (pair.first, pair.second)
    seats = settled.seats
    lines = []
    match str(pair.decided_by):
        case "nothing":
            if not settled.pool:
                lines.append("nothing is paid between them")
        case "surrender":
            lines += [f"{names[seat]} surrenders" for seat in pair_seats if seats[seat].board is None]
        case "rows":
            lines += _foul_lines(settled, pair_seats, names)
            lines += [_row_line(settled, pair, row, names) for row in range(len(ROWS))]
        case _:
            naturals = [(names[seat], seats[seat].natural) for seat in pair_seats]
            lines += [f"{name} has a natural: {natural}" for name, natural in naturals if natural is not None]
    if pair.decided_by == "foul":
        lines += _foul_lines(settled, pair_seats, names)
    return lines


def _seats_not_compared(settled: SettledTable) -> list[int]:
    """Return the seats whose fouls no pairing reports, such as seats in a pool."""
    compared = {seat for pair in settled.pairs if pair.decided_by in ("rows", "foul") for seat in (pair.first, pair.second)}
    return [seat for seat in range(len(settled.seats)) if seat not in compared]


def _foul_lines(settled: SettledTable, seats: Sequence[int], names: Sequence[str]) -> list[str]:
    return [
        f"{name} fouls: {foul_in_words(seat.board, settled.rules)}"
        for name, seat in ((names[index], settled.seats[index]) for index in seats)
        if seat.is_foul and seat.natural is None and seat.board is not None
    ]


def pairing_lines(settled: SettledTable, pair: Pairing, payments: list[Payment], names: Sequence[str]) -> list[str]:
    """Return a pairing as lines of text, one for each part of its result; `names` has a name for each seat."""
    lines = _cause_lines(settled, pair, names)
    if pair.scoop:
        part = "makes a home run" if pair.home_run else "scoops"
        lines.append(f"{names[pair.first if pair.scoop > 0 else pair.second]} {part}")
    parts = [(part, value) for part, value in parts_of(pair) if value]
    lines += [f"{part}: {value:+d}" for part, value in parts]
    if settled.rules.horse_card is not None and parts and pair.decided_by != "surrender":
        lines += [
            f"{names[seat]} has the horse card: {settled.rules.horse_card}"
            for seat in (pair.first, pair.second)
            if isinstance(board := settled.seats[seat].board, Board) and CardSet(settled.rules.horse_card) <= board.hand
        ]
    if pair.times != 1 and parts:
        lines.append(f"all times {pair.times}")
    lines += [f"{part}: {value:+d}" for part, value in side_parts_of(pair) if value]
    due_payments = [payment for payment in payments if payment.due]
    for payment in due_payments:
        cause = " for the natural" if payment.is_natural else " for the rest" if len(due_payments) > 1 else ""
        payer, payee = (pair.second, pair.first) if payment.due > 0 else (pair.first, pair.second)
        words = {payer: "has no chips left", payee: "has no chips left to match more"}
        limits = ", and ".join(f"{names[seat]} {words[seat]}" for seat in payment.limited_by)
        due, limit = (f" of {abs(payment.due)}", f": {limits}") if limits else ("", "")
        lines.append(f"{names[payer]} pays {names[payee]} {counted(abs(payment.chips), 'chip')}{due}{cause}{limit}")
    return lines


def pool_lines(settled: SettledTable, names: Sequence[str]) -> list[str]:
    """Return a line of text for each row of the pool: its winners, and the points carried over."""
    lines = []
    for index, (row, pool_row) in enumerate(zip(ROWS, settled.pool, strict=True)):
        winners = [seat for seat, points in enumerate(pool_row.collected) if points]
        paid = ", ".join(
            f"{names[seat]} {pool_row.collected[seat]} with {settled.seats[seat].descriptions[index]}" for seat in winners
        )
        carried = [f"{pool_row.carried} carried over"] if pool_row.carried else []
        lines.append(f"{row}, {pool_row.pot} in the pool: " + ", ".join(([paid] if paid else []) + carried))
    return lines


def explain(settled: SettledTable, names: Sequence[str] | None, width: int | None) -> str:
    """Explain a settlement; see `Settlement.explain`."""
    return "\n".join(_wrapped(_explanation(settled, names).split("\n"), width))


def _wrapped(lines: Iterable[str], width: int | None) -> list[str]:
    """Wrap lines that are longer than `width`; a comparison of two rows is broken between them, if that is sufficient."""
    return [*lines] if width is None else [part for line in lines for part in wrap_line(line, width, "against ")]


def _explanation(settled: SettledTable, names: Sequence[str] | None) -> str:
    seat_names = names_of(settled, names)
    paragraphs = []
    if settled.pool:
        paragraphs.append("\n".join(["Pool", *(f"  {line}" for line in pool_lines(settled, seat_names))]))
    if fouls := _foul_lines(settled, _seats_not_compared(settled), seat_names):
        paragraphs.append("\n".join(fouls))
    for pair, payments in shown_pairs(settled):
        head = f"{seat_names[pair.first]} v {seat_names[pair.second]}: {pair.points:+d}"
        paragraphs.append("\n".join([head, *(f"  {line}" for line in pairing_lines(settled, pair, payments, seat_names))]))
    return "\n\n".join([*paragraphs, "Total\n" + "\n".join(f"  {total}" for total in totals_of(settled, names))])


def totals_of(settled: SettledTable, names: Sequence[str] | None) -> list[str]:
    """Return a line of points and chips for each seat; the chips of a player with several hands have their own line."""
    players, seats = _read_names(settled, names), names_of(settled, names)
    totals = [f"{name}: {points:+d}" for name, points in zip(seats, settled.points, strict=True)]
    for player, chips in enumerate(settled.chips or ()):
        seats_of_player = [seat for seat, owner in enumerate(settled.owners) if owner == player]
        won = counted(chips, "chip", sign="+")
        if len(seats_of_player) == 1:
            totals[seats_of_player[0]] += f", {won}"
        else:
            name = " and ".join(seats[seat] for seat in seats_of_player) if len(players) == len(seats) else players[player]
            totals.append(f"{name}: {won}")
    return totals


_SHORT_NAMES = {"royalties": "royalty", "overall point": "overall", "ace of spades": "dealer"}


def _chips_cell(payments: list[Payment]) -> str:
    due, chips = sum(payment.due for payment in payments), sum(payment.chips for payment in payments)
    return f"{chips:+d}" + (f" of {due:+d}" if chips != due else "")


def pairings_table(settled: SettledTable, names: Sequence[str]) -> list[list[str]]:
    """Return a header and a line of cells for each pairing: rows won (+), lost (-) or tied (=), and points.

    Parts that are 0 in all pairings have no column. Without pairings, the result is empty. `names` has a name per seat.
    """
    shown = shown_pairs(settled)
    if not shown:
        return []
    parts, side_parts = (
        list(dict.fromkeys(part for pair, _ in shown for part, value in parts_in(pair) if value))
        for parts_in in (parts_of, side_parts_of)
    )
    times = ["times"] if any(pair.times != 1 for pair, _ in shown) else []
    columns = [_SHORT_NAMES.get(part, part) for part in (*parts, *times, *side_parts)]
    lines = [["", *ROWS, *columns, "points", *(["chips"] if settled.payments else [])]]
    for pair, payments in shown:
        values = dict([*parts_of(pair), *side_parts_of(pair)])
        results = ["=+-"[result] if pair.decided_by == "rows" else "" for result in pair.rows]
        numbers, sides = (
            [f"{values[part]:+d}" if values.get(part) else "" for part in group] for group in (parts, side_parts)
        )
        factor = [f"x{pair.times}" if pair.times != 1 else "" for _ in times]
        chips = [_chips_cell(payments)] if settled.payments else []
        pairing = f"{names[pair.first]} v {names[pair.second]}"
        lines.append([pairing, *results, *numbers, *factor, *sides, f"{pair.points:+d}", *chips])
    return lines


def summary(settled: SettledTable, names: Sequence[str] | None, width: int | None) -> str:
    """Summarize a settlement; see `Settlement.summary`."""
    seat_names = names_of(settled, names)
    rows = pairings_table(settled, seat_names)
    lines = fold_columns(rows[0], rows[1:], sys.maxsize if width is None else width) if rows else []
    pool = pool_lines(settled, seat_names) if settled.pool else []
    seats = zip(seat_names, settled.seats, strict=True)
    remarks = [f"{name}: {remark}" for name, seat in seats if (remark := remark_on(seat, settled.rules))]
    totals = totals_of(settled, names)
    return "\n".join([*_wrapped(pool, width), *lines, *_listed(remarks, width), *_listed(totals, width)])


def _listed(parts: Sequence[str], width: int | None) -> list[str]:
    """Return parts with semicolons between them, in as few lines as possible."""
    lines = [*parts[:1]]
    for part in parts[1:]:
        if width is None or width_of(f"{lines[-1]}; {part};") <= width:
            lines[-1] += f"; {part}"
        else:
            lines[-1] += ";"
            lines.append(f"  {part}")
    return _wrapped(lines, width)


def chips_by_seat(settled: SettledTable) -> list[int | None]:
    """Return the chips that each seat's player won; None for all but a player's first seat, and without table stakes."""
    owners, chips = settled.owners, settled.chips
    return [chips[owner] if chips is not None and owners.index(owner) == seat else None for seat, owner in enumerate(owners)]


def boards_in_columns(settled: SettledTable, names: Sequence[str] | None, width: int | None = None) -> list[str]:
    """Return a line for each board of a table: name, rows and remark, in aligned columns.

    If the lines are longer than `width`, the remarks are in lines of their own.
    """
    remarks = [remark_on(seat, settled.rules) for seat in settled.seats]
    rows = [
        [name, *(map(str, seat.board.rows) if isinstance(seat.board, Board) else ("", "", ""))]
        for name, seat in zip(names_of(settled, names), settled.seats, strict=True)
    ]
    lines = align_columns([[*row, remark] for row, remark in zip(rows, remarks, strict=True)])
    if width is None or max(map(width_of, lines)) <= width:
        return lines
    boards = zip(align_columns(rows), remarks, strict=True)
    return [line for board, remark in boards for line in [board, *(wrap_line(f"  {remark}", width) if remark else [])]]


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


def rows_of_seats(settled: SettledTable) -> list[dict[str, Any]]:
    """Return a row of plain values for each board, for data frames and files."""
    rows = []
    for name, seat, points, chips in zip(
        names_of(settled, None), settled.seats, settled.points, chips_by_seat(settled), strict=True
    ):
        nothing = (None,) * len(ROWS)  # of a surrender
        parts = {"rows": seat.descriptions, "strengths": seat.strengths, "royalties": seat.royalties}
        rows.append(
            {
                "player": name,
                "board": None if seat.board is None else str(seat.board),
                **{part: dict(zip(ROWS, values or nothing, strict=True)) for part, values in parts.items()},
                "foul": seat.is_foul,
                "natural": None if seat.natural is None else str(seat.natural),
                "points": points,
                **({} if settled.chips is None else {"chips": chips}),
            }
        )
    return rows


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
        "limit": pair.limit,
        "points": pair.points,
    }
    if not payments:
        return plain
    return {
        **plain,
        "due": sum(payment.due for payment in payments),
        "chips": sum(payment.chips for payment in payments),
        "payments": [{"natural": payment.is_natural, "due": payment.due, "chips": payment.chips} for payment in payments],
    }


def to_dict(settled: SettledTable) -> dict[str, Any]:
    """Convert a settlement to plain values; see `Settlement.to_dict`."""
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
            {"row": row, "pot": pool_row.pot, "carried": pool_row.carried, "collected": list(pool_row.collected)}
            for row, pool_row in zip(ROWS, settled.pool, strict=True)
        ]
    if settled.chips is not None:
        plain |= {"owners": list(settled.owners), "unit": settled.unit, "chips": list(settled.chips)}
    return plain


def _row_cells(seat: Seat) -> list[str]:
    if not isinstance(seat.board, Board):
        return [""] * len(ROWS)
    return [
        f"{cards_html(str(cards))}<br><small>{words}</small>"
        for cards, words in zip(seat.board.rows, rows_in_words(seat), strict=True)
    ]


def _boards_table(settled: SettledTable, names: list[str]) -> str:
    from html import escape  # imported here, since few programs show a settlement as HTML

    rows = []
    for name, seat, points, chips in zip(names, settled.seats, settled.points, chips_by_seat(settled), strict=True):
        won = ["" if chips is None else f"{chips:+d}"] if settled.chips is not None else []
        rows.append([escape(name), *_row_cells(seat), remark_on(seat, settled.rules), f"{points:+d}", *won])
    head = ["", *ROWS, "", "points", *(["chips"] if settled.chips is not None else [])]
    return table_html(rows, head=head, title=f"Boards, rules {escape(settled.rules.name)}", left=range(5))


def settlement_html(settled: SettledTable) -> str:
    """Return a settlement as HTML: the boards with their points, the pool, and a table of pairings."""
    from html import escape

    names = names_of(settled, None)
    pool = "".join(f"<p>{escape(line)}</p>" for line in pool_lines(settled, names)) if settled.pool else ""
    if not (pairings := pairings_table(settled, names)):
        return _boards_table(settled, names) + pool
    head, rows = pairings[0], [list(map(escape, row)) for row in pairings[1:]]
    return _boards_table(settled, names) + pool + table_html(rows, head=head, title="Pairings")
