"""The sheet of an evening: a page of HTML, for a printer or a browser, that needs no other file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from cpoker_fast.app.table.accounts import Standing, house_in_words, payments_of
from cpoker_fast.app.table.freezeout_words import PLACES, place_rows
from cpoker_fast.app.table.ledger import Event
from cpoker_fast.app.table.settling_up import WON_IN_CROSS_TABLE, CrossTable, Transfer, columns_of
from cpoker_fast.app.table.table_deals import board_from_event
from cpoker_fast.app.table.table_state import TableState
from cpoker_fast.boards import FOUL, Board
from cpoker_fast.display.markup import cards_html, table_html
from cpoker_fast.display.pages import html_page
from cpoker_fast.display.wording import counted, signed
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import foul_in_words, read_seat

if TYPE_CHECKING:
    from cpoker_fast.app.table import Table

__all__ = ["accounts_html", "chart_html", "deal_html", "places_html", "sheet_html", "terms_in_words"]

_STYLE = """\
:root { color-scheme: light; }
@page { size: A4; margin: 15mm; }
body { max-width: 180mm; margin: 8mm auto; padding: 0 4mm; background: #fff; color: #111; }
body { font: 10pt/1.4 system-ui, sans-serif; }
h1 { font-size: 18pt; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 12pt; margin: 6mm 0 2mm; break-after: avoid; }
p { margin: 1mm 0; }
figure { margin: 0; break-inside: avoid; }
svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; break-inside: avoid; margin-bottom: 3mm; }
caption { font-weight: 600; padding-bottom: 1mm; break-after: avoid; }
th, td { padding: 0.6mm 2.5mm; border-bottom: 0.2mm solid #ccc; vertical-align: top; }
th, td { min-width: 4em; overflow-wrap: anywhere; }
th { border-bottom-color: #111; font-weight: 600; }
th:first-child, td:first-child { padding-left: 0; }
.deals table { width: 100%; }
.deals td:first-child { width: 36mm; }
small { color: #555; }
@media print { body { max-width: none; margin: 0; padding: 0; } }
"""


def sheet_html(title: str, terms: str, parts: Iterable[tuple[str, str]]) -> str:
    """Return the sheet: title and terms of the table, which are text, then parts with a heading, which are HTML."""
    shown = "".join(f"<section><h2>{escape(heading)}</h2>\n{html}</section>\n" for heading, html in parts if html)
    return html_page(title, f"<p>{escape(terms)}</p>\n{shown}", _STYLE)


def terms_in_words(state: TableState) -> str:
    """Return the rules, the stakes, and the number of deals, in a sentence."""
    stakes = f"{counted(state.unit, 'chip')} per point" if state.stakes else "for points"
    progress = "" if state.deal is None else f" Deal {state.deal.number} is in progress, and not included."
    freezeout = "" if state.rules.table.freezeout is None else ", freezeout (chips are no money)"
    return f"Rules {state.rules.name}{freezeout}, {stakes}, {counted(state.deals, 'deal')}.{progress}"


def accounts_html(
    standings: Sequence[Standing], transfers: Sequence[Transfer], cross_table: CrossTable, state: TableState
) -> list[tuple[str, str]]:
    """Return the standings, the transfers and the cross-table as parts of a page."""
    house = {"fees": state.fees, "rake": state.rake, "jackpot": state.jackpot, "pool": state.pool}
    columns = ["player", *(["bought", "left with", "chips"] if state.stakes else []), "deals", "won"]
    rows = []
    for standing in standings:
        chips = (standing.bought, standing.left_with, standing.stack) if state.stakes else ()
        rows.append([escape(standing.name), *map(str, (*chips, standing.deals)), signed(standing.won)])
    payments = [
        [
            escape(transfer.payer),
            "pays",
            "the house" if transfer.payee is None else escape(transfer.payee),
            str(transfer.chips),
        ]
        for transfer in transfers
    ]
    head, *lines = columns_of(cross_table)
    title = f"{'Chips' if state.stakes else 'Points'} {WON_IN_CROSS_TABLE}"
    won = table_html([[escape(name), *cells] for name, *cells in lines], head=head, title=title)
    return [
        ("Accounts", table_html(rows, head=columns, note=house_in_words(house)) if rows else ""),
        ("Who pays whom", table_html(payments, left=(0, 1, 2)) if payments else ""),
        ("Won from each other", won if any(map(any, cross_table.chips)) else ""),
    ]


def places_html(table: Table) -> str:
    """Return the places and the prizes of a freezeout."""
    rows = [[place, escape(name), *cells] for place, name, *cells in place_rows(table)]
    return table_html(rows, head=PLACES, left=(1,))


def chart_html(histories: Mapping[str, Sequence[int]], label: str) -> str:
    """Return a chart of the chips that players have won after each deal; empty without Matplotlib."""
    try:
        from cpoker_fast.display.charts import plot_histories, svg_of
    except ModuleNotFoundError:
        return ""
    svg = svg_of(lambda axes: plot_histories(axes, histories, "deals", label))
    names = escape(", ".join(histories))
    return f'<figure role="img" aria-label="{label} by {names}">{svg}</figure>'


def deal_html(event: Event, state: TableState) -> str:
    """Return a settled deal, from its event and the state of the table before it: its boards, points and chips."""
    players, rows = event["players"], []
    columns = ["player", "board", "points", *(["chips"] if state.stakes else [])]
    for seat, (text, points, declared) in enumerate(zip(event["boards"], event["points"], event["declare"], strict=True)):
        hand, player = divmod(seat, len(players))
        name = players[player]
        roles = ["second hand"] if hand else ["button"] if name == players[-1] else []
        words = "".join(f" <small>({role})</small>" for role in roles)
        won = "" if hand else signed(sum(chips for _, chips, _ in payments_of(name, event)))
        board = _board_html(board_from_event(text), state.rules, may_declare=declared is not False)
        rows.append([f"{escape(name)}{words}", board, signed(points), won][: len(columns)])
    unit = f", {counted(state.unit, 'chip')} per point" if state.stakes else ""
    title = f"Deal {event['number']} <small>{escape(state.rules.name)}{unit}</small>"
    return table_html(rows, head=columns, title=title, left=(0, 1), note=_payments_note(event, is_chips=state.stakes))


def _payments_note(event: Event, *, is_chips: bool) -> str:
    """Return who has paid whom in a deal, and who was not dealt in."""
    paid = [f"{escape(payer)} pays {escape(payee)} {chips}" for payer, payee, chips in event["payments"] if chips]
    unit = " chips" if is_chips else " points"
    words = [f"{', '.join(paid)}{unit}."] if paid else []
    if out := event["sitting_out"]:
        words.append(f"Not dealt in: {escape(', '.join(out))}.")
    return " ".join(words)


def _board_html(part: Any, rules: Rules, *, may_declare: bool) -> str:
    if part is None:
        return "surrender"
    if part is FOUL:
        return "dead hand"
    board, notes = Board.parse(part), []
    if reason := foul_in_words(board, rules):
        notes.append(f"foul: {reason}")
    if may_declare and (natural := read_seat(board, rules).natural):
        notes.append(f"natural: {natural}")
    return cards_html(str(board)) + "".join(f"<br><small>{escape(note)}</small>" for note in notes)
