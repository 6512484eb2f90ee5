"""Charts, tables, pictures and figures of the page "How to play Pineapple", from the record of strategy_pineapple.py."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter
from pineapple_book import SPLIT
from pineapple_deals import STREETS
from pineapple_habits import HABITS, Habit
from setting_report import CARD_WIDTH, ROW_COLOURS, add_legend, in_line, new_panels

import cpoker_fast as cp
from cpoker_fast.boards import ROWS
from cpoker_fast.studies import Estimate
from cpoker_fast.thinking.book import Book

Table = tuple[list[str], list[list[object]], list[str]]
"""Columns of a table, its rows, and the names of the columns of numbers."""

EXAMPLES = {
    "Qs 8h 8d 5c 3s": "a pair of eights, a queen",
    "Qh Qd 9s 6c 2c": "a pair of queens",
    "As Ad Tc 6h 3d": "a pair of aces",
    "Jh 9h 4h Kc 6d": "three hearts, a king",
    "Td 9c 8s 7h 2d": "four cards of a straight",
    "Ts Th 5d 5c Qc": "two pairs, a queen",
    "6s 6h 6d Kc 9d": "three of a kind, a king",
    "Jd Tc 9s 5h 3d": "no pair, no high card",
}
"""First hands in pictures, with their captions."""

SHOWN_HABITS = (
    "ace in front", "suited in back", "pair in front", "all in back", "empty front", "high pair late", "flush kept",
    "lowest discard",
)  # fmt: skip
"""Habits whose worst positions the page shows."""

_SUIT_CARDS = (2, 3, 4)
_LEAST_BOARDS = 100  # of a point in a chart, and of a share in a table

_FRONT_WORDS = {
    "empty": "empty",
    "low cards": "low cards",
    "queen": "one queen",
    "king": "one king",
    "ace": "one ace",
    "two or three of Q, K, A": "two of Q, K, A",
    "high pair": "queens or better",
    "full, without a high pair": "full, without queens or better",
}


def percent(part: float, whole: float = 1.0) -> str:
    """Return a share in whole percents, without a line break; below 1 % with a decimal."""
    share = 100 * part / whole
    digits = 1 if 0 < share < 1 or 99 < share < 100 else 0
    return f"{share:.{digits}f}\N{NO-BREAK SPACE}%"


def points(value: Sequence[float], digits: int = 2) -> str:
    """Return points with their margin of error, which stays with its sign where a line breaks."""
    estimate = Estimate(*value)
    return f"{estimate.mean:.{digits}f} ±\N{NO-BREAK SPACE}{estimate.margin:.{digits}f}"


def share_of(counts: Mapping[str, int], *names: str) -> float:
    """Return the share of some keys of counts."""
    return sum(counts.get(name, 0) for name in names) / sum(counts.values())


# ---- the first street ----


def bars_by_row(counts: Mapping[str, Mapping[str, int]], label: str) -> Figure:
    """Plot the shares of the rows for each rank, aces at the top."""
    figure, (axes,) = new_panels([0.31 * len(counts) + 0.7], 0.3)
    ranks = list(reversed(counts))
    left = [0.0] * len(ranks)
    for row in (*ROWS, SPLIT):
        shares = [100 * share_of(counts[rank], row) for rank in ranks]
        if not any(shares):
            continue
        axes.barh(ranks, shares, left=left, color=ROW_COLOURS[row], label=row, height=0.86)
        for place, share in enumerate(shares):
            if share >= 7:
                axes.text(left[place] + share / 2, place, f"{share:.0f}", ha="center", va="center", color="black")
        left = [start + share for start, share in zip(left, shares, strict=True)]
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel(label)
    axes.tick_params(axis="y", length=0)
    axes.spines[:].set_visible(False)
    add_legend(figure, 4, handlelength=0.8)
    return figure


def sizes_table(book: Mapping[str, Any]) -> Table:
    """Return how many cards the book places in each row."""
    sizes = book["sizes"]
    total = sum(sizes.values())
    rows: list[list[object]] = [
        [*key.split("-"), percent(number, total)] for key, number in sorted(sizes.items(), key=lambda item: -item[1])
    ]
    return [*ROWS, "hands"], rows, [*ROWS, "hands"]


def high_cards_table(book: Mapping[str, Any]) -> Table:
    """Return which high card goes to the front, by the high cards of a hand."""
    words = {"none": "none", "Q": "queen", "K": "king", "A": "ace"}
    rows: list[list[object]] = []
    for held, counts in book["high cards"].items():
        shown = {name: share_of(counts, name) for name in words}
        rows.append(
            [" and ".join(words[card] for card in held) if len(held) < 3 else "all three", *map(percent, shown.values())]
        )
    columns = ["front: none", "queen", "king", "ace"]
    return ["high cards of the hand", *columns], rows, columns


def groups_table(book: Mapping[str, Any]) -> Table:
    """Return the rows of groups of cards: two pairs, three of a kind, suited and connected cards."""
    groups = {
        "three of a kind": book["trips"],
        **{f"{n} suited cards": book["suited"][n] for n in ("3", "4", "5")},
        **{f"{n} cards of a straight": book["connected"][n] for n in ("3", "4", "5")},
    }
    columns = ["back", "middle", "apart"]
    rows: list[list[object]] = [
        [name, *(percent(share_of(counts, row)) for row in ("back", "middle", SPLIT))] for name, counts in groups.items()
    ]
    return ["cards", *columns], rows, columns


def two_pairs_table(book: Mapping[str, Any]) -> Table:
    """Return the rows of two pairs, the most frequent first; below 1 % of hands together."""
    counts = book["two pairs"]
    total = sum(counts.values())
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    rows: list[list[object]] = [
        [*name.split(", "), percent(number, total)] for name, number in ordered if number >= total / 100
    ]
    return ["higher pair", "lower pair", "hands"], rows, ["hands"]


def rows_table(rows: Mapping[str, Sequence[Sequence[float]]]) -> Table:
    """Return what pairs and single high cards lose in each row, with margins for the choice of the hands."""
    words = {"pair": "pair of {}", "single": "single {}, no other high card"}
    lines: list[list[object]] = []
    for kind, losses in rows.items():
        number, rank = kind.split()
        means, errors = np.mean(losses, axis=0), np.std(losses, axis=0, ddof=1) / len(losses) ** 0.5
        lines.append([words[number].format(rank), *map(points, zip(means, errors, strict=True), [1] * len(ROWS))])
    return ["cards", *ROWS], lines, list(ROWS)


# ---- Fantasyland and fouls ----


def fronts_table(deals: Mapping[str, Any], worth: float) -> Table:
    """Return the probability of a Fantasyland, and the worth of this chance, by the content of the front and the street."""
    columns = [f"street {street + 1}" for street in range(STREETS - 1)]
    rows: list[list[object]] = []
    for name, words in _FRONT_WORDS.items():
        cells = []
        for street in range(STREETS - 1):
            boards, _, entries = deals["fronts"][street][name]
            cells.append(f"{percent(entries, boards)} ({worth * entries / boards:.1f})" if boards >= _LEAST_BOARDS else "")
        rows.append([words, *cells])
    return ["front after", *columns], rows, columns


def high_pairs_table(deals: Mapping[str, Any]) -> Table:
    """Return fouls and Fantasylands of boards with queens or better in front, by street and middle."""
    rows: list[list[object]] = []
    for street in range(STREETS - 1):
        for name in ("middle has less", "middle has as much"):
            boards, fouls, entries = deals["high pairs"][street][name]
            if boards >= _LEAST_BOARDS:
                words = "no" if name == "middle has less" else "yes"
                shares = percent(boards, deals["boards"]), percent(fouls, boards), percent(entries, boards)
                rows.append([street + 1, words, *shares])
    numbers = ["boards", "foul", "Fantasyland"]
    return ["after street", "middle equal or stronger", *numbers], rows, numbers


def pairs_made_table(deals: Mapping[str, Any]) -> Table:
    """Return how often a bot pairs its high card in front when it can, by street and rank."""
    words = {"Q": "queens", "K": "kings", "A": "aces"}
    rows: list[list[object]] = [
        [street + 2, *(percent(made[rank][1], made[rank][0]) for rank in words)]
        for street, made in enumerate(deals["pairs made"])
    ]
    return ["street", *words.values()], rows, list(words.values())


def orders_table(deals: Mapping[str, Any]) -> Table:
    """Return how many boards are out of order after each street, and their fouls."""
    rows: list[list[object]] = []
    for street in range(STREETS - 1):
        ordered, disordered = (deals["orders"][street][name] for name in ("in order", "out of order"))
        boards = percent(disordered[0], deals["boards"])
        rows.append([street + 1, boards, percent(disordered[1], disordered[0]), percent(ordered[1], ordered[0])])
    numbers = ["boards out of order", "of these, foul", "of the others, foul"]
    return ["after street", *numbers], rows, numbers


def fronts_chart(deals: Mapping[str, Any]) -> Figure:
    """Plot the probability of a Fantasyland by street, for each content of the front."""
    figure, (axes,) = new_panels([3], 1.7)
    shown = ("high pair", "queen", "king", "ace", "two or three of Q, K, A", "empty", "low cards")
    for name, marker in zip(shown, "os^vDxP", strict=True):
        results = [deals["fronts"][street][name] for street in range(STREETS - 1)]
        places = [street for street, (boards, *_) in enumerate(results) if boards >= _LEAST_BOARDS]
        shares = [results[street][2] / results[street][0] for street in places]
        axes.plot([street + 1 for street in places], shares, marker=marker, label=_FRONT_WORDS[name])
    axes.set_xticks(range(1, STREETS))
    axes.set_xlabel("after street")
    axes.set_ylim(0, None)
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.set_ylabel("boards that reach Fantasyland")
    add_legend(figure, 2, title="front after the street", alignment="left")
    return figure


# ---- flushes ----


def flush_counts(deals: Mapping[str, Any], part: str, street: int, cards: int) -> dict[int, tuple[int, int]]:
    """Return numbers of boards with so many suited cards in the back, and of those that count, by outs."""
    counted = {tuple(map(int, key.split(", "))): value for key, value in deals[part][street].items()}
    return {outs: (boards, hits) for (number, outs), (boards, hits) in sorted(counted.items()) if number == cards}


def total_of(counts: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return the sums of pairs of numbers."""
    boards, hits = map(sum, zip(*counts, strict=True))
    return boards, hits


def flush_table(deals: Mapping[str, Any], part: str, first: int) -> Table:
    """Return shares by street and number of suited cards in the back, up to the fourth street.

    `first` is the number of the first street.
    """
    columns = [f"{cards} suited cards" for cards in _SUIT_CARDS]
    rows: list[list[object]] = []
    for street in range(STREETS - first):
        cells = []
        for cards in _SUIT_CARDS:
            counts = flush_counts(deals, part, street, cards)
            boards, hits = total_of(counts.values()) if counts else (0, 0)
            cells.append(percent(hits, boards) if boards >= _LEAST_BOARDS else "")
        rows.append([street + first, *cells])
    return ["after street" if part == "flushes" else "street", *columns], rows, columns


def misses_table(deals: Mapping[str, Any]) -> Table:
    """Return how often a flush draw of three suited cards is given up at a miss, by unseen cards of the suit and street."""
    by_street = {street: flush_counts(deals, "misses", street - 2, 3) for street in (2, 3, 4)}
    rows: list[list[object]] = []
    for outs in sorted({outs for counts in by_street.values() for outs in counts}):
        results = [counts.get(outs, (0, 0)) for counts in by_street.values()]
        if max(boards for boards, _ in results) >= _LEAST_BOARDS:
            rows.append([outs, *(percent(hits, boards) if boards >= _LEAST_BOARDS else "" for boards, hits in results)])
    columns = [f"street {street}" for street in by_street]
    return ["unseen cards of the suit", *columns], rows, columns


def flush_chart(deals: Mapping[str, Any]) -> Figure:
    """Plot the share of flushes that are completed, by unseen cards of the suit."""
    figure, (axes,) = new_panels([3.2], 1.1)
    for cards, line in ((3, "--"), (4, "-")):
        for street, marker in zip(range(STREETS - 1), "os^v", strict=True):
            counts = flush_counts(deals, "flushes", street, cards)
            shares = {outs: hits / boards for outs, (boards, hits) in counts.items() if boards >= _LEAST_BOARDS}
            if len(shares) > 1:
                colour = f"C{street}"
                label = f"{cards}, street {street + 1}"
                axes.plot(list(shares), list(shares.values()), line, marker=marker, color=colour, label=label)
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.set_xlabel("unseen cards of the suit")
    axes.set_ylabel("backs that become flushes")
    add_legend(figure, 2, title="suited cards after the street", alignment="left")
    return figure


# ---- the button ----


def seats_table(by_players: Mapping[str, Any]) -> Table:
    """Return points, fouls and Fantasylands of each seat, and what it loses without looking at the other boards."""
    rows: list[list[object]] = []
    for players, results in by_players.items():
        boards = results["deals"]
        seats = [*("first", "second")[: int(players) - 1], "button"]
        for seat, name in enumerate(seats):
            shares = percent(results["fouls"][seat], boards), percent(results["Fantasylands"][seat], boards)
            changes = f"{sum(results['changes'][seat]) / boards:.2f}"
            won, lost = points(results["points"][seat]), points(results["lost blind"][seat])
            rows.append([players, name, won, *shares, changes, lost])
    numbers = ["points in a deal", "foul", "Fantasyland", "changes in a deal", "lost without looking"]
    return ["players", "seat", *numbers], rows, ["players", *numbers]


# ---- habits ----


def habits_by_loss(habits: Mapping[str, Any]) -> list[Habit]:
    """Return the habits, the most expensive first."""
    return sorted(HABITS, key=lambda habit: -habits[habit.name]["loss"][0])


def habits_chart(habits: Mapping[str, Any]) -> Figure:
    """Plot the points that each habit loses in a deal, with margins of error."""
    ordered = habits_by_loss(habits)
    figure, (axes,) = new_panels([0.75 * len(ordered) + 0.8])
    losses = [Estimate(*habits[habit.name]["loss"]) for habit in ordered]
    places = range(len(ordered))
    margins = [loss.margin for loss in losses]
    axes.barh(places, [loss.mean for loss in losses], xerr=margins, height=0.36, capsize=3, color=ROW_COLOURS["back"])
    for place, habit in enumerate(ordered):
        axes.text(0, place - 0.2, fill(habit.words, 38), va="bottom", in_layout=False)
    axes.set_ylim(len(ordered) - 0.6, -0.85)
    axes.set_yticks([])
    axes.spines[["left", "right", "top"]].set_visible(False)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel("points lost in a deal,\nwith 95 % margins")
    return figure


def habits_table(record: Mapping[str, Any]) -> Table:
    """Return for each habit how often it changes a placement, what a change loses, and what it loses in a deal."""
    rows: list[list[object]] = []
    for habit in habits_by_loss(record["habits"]):
        changes = record["changes"][habit.name]
        losses = [mean for mean, _ in changes["losses"]]
        number = sum(changes["changes"]) / changes["players"]
        share = percent(sum(loss > 1 for loss in losses), len(losses))
        loss = points(record["habits"][habit.name]["loss"])
        each = points([np.mean(losses), np.std(losses, ddof=1) / len(losses) ** 0.5], 1)
        rows.append([habit.words, f"{number:.2f}", each, share, loss])
    numbers = ["changes in a deal", "lost by each", "over 1 point", "lost in a deal"]
    return ["habit", *numbers], rows, numbers


# ---- pictures ----


def first_hands() -> str:
    """Return pictures of the first hands in `EXAMPLES`, placed by the book."""
    book = Book.read()
    boards = {hand: cp.game.PartialBoard(*book.placement(cp.CardSet(hand)).rows) for hand in EXAMPLES}
    return in_line((board.to_svg(card_width=CARD_WIDTH), EXAMPLES[hand]) for hand, board in boards.items())


def _after(position: cp.Position, rows: str, words: str) -> tuple[str, str]:
    """Return a picture of the player's board after a placement, and its caption."""
    placement = position.placement(rows)
    discards = f", discards {placement.discards}" if placement.discards else ""
    return position.after(placement).own.to_svg(card_width=CARD_WIDTH), f"{words}{discards}"


def worst_cases(changes: Mapping[str, Any], names: Iterable[str]) -> str:
    """Return pictures of the positions in which habits lose most in the sample."""
    words = {habit.name: habit.words for habit in HABITS}
    parts = []
    for name in names:
        case = changes[name]["worst"]
        position = cp.Position.parse(case["position"])
        names = ["player" if seat == position.seat else "opponent" for seat in range(position.players)]
        picture = position.to_svg(card_width=CARD_WIDTH, title=f"Street {position.street + 1}", names=names)
        parts.append(f"<p><strong>{escape(words[name])}</strong> – {points(case['loss'], 1)} points lost</p>")
        parts.append(in_line([(picture, "")]))
        parts.append(in_line([_after(position, case["habit"], "the habit"), _after(position, case["best"], "the best")]))
    return "".join(parts)


# ---- figures in sentences ----


def figures(record: Mapping[str, Any]) -> dict[str, str]:
    """Return the figures that sentences of the page quote, as texts by name."""
    book, deals, worth = record["book"], record["swift"], record["worth"]["14"]
    return {
        **_figures_of_book(book),
        **_figures_of_deals(deals, worth[0]),
        **_figures_of_button(record["button"]),
        "worth": points(worth),
        "expert fouls": percent(record["expert"]["fouls"], record["expert"]["boards"]),
        "expert lands": percent(record["expert"]["Fantasylands"], record["expert"]["boards"]),
        "expert boards": f"{record['expert']['boards']:,}",
        **{f"loss {name}": points(result["loss"]) for name, result in record["habits"].items()},
        "row hands": str(len(record["rows"]["pair Q"])),
        "habit deals": f"{min(result['deals'] for result in record['habits'].values()):,}",
        "analyzed": f"up to {max(len(result['losses']) for result in record['changes'].values())}",
        "changed deals": f"{min(result['players'] for result in record['changes'].values()) // 2:,}",
    }


def _figures_of_book(book: Mapping[str, Any]) -> dict[str, str]:
    """Return shares of first hands."""
    fronts, low = book["fronts"], [book["pairs"][rank] for rank in "23456789TJ"]
    low_pairs = {row: sum(counts.get(row, 0) for counts in low) for row in (*ROWS, SPLIT)}
    return {
        "hands": f"{sum(fronts.values()):,}",
        "empty fronts": percent(share_of(fronts, "empty")),
        "high fronts": percent(share_of(fronts, "queen", "king", "ace", "two or three of Q, K, A", "high pair")),
        **{f"single {rank} {row}": percent(share_of(book["singles"][rank], row)) for rank in "JQKA" for row in ROWS},
        **{f"pair {rank} {row}": percent(share_of(book["pairs"][rank], row)) for rank in "QKA" for row in (*ROWS, SPLIT)},
        **{f"low pair {row}": percent(share_of(low_pairs, row)) for row in low_pairs},
        "two pairs back": percent(share_of(book["two pairs"], "back, back")),
        "five suited apart": percent(share_of(book["suited"]["5"], SPLIT)),
        "four of a straight": percent(share_of(book["connected"]["4"], "back")),
        "aces split": percent(
            sum(book["aces"][n].get(SPLIT, 0) for n in "34"), sum(sum(book["aces"][n].values()) for n in "34")
        ),
        "queen before king": percent(share_of(book["high cards"]["QK"], "Q")),
        "queen before ace": percent(share_of(book["high cards"]["QA"], "Q")),
    }


def _figures_of_deals(deals: Mapping[str, Any], worth: float) -> dict[str, str]:
    """Return shares of boards of a bot that plays against itself."""
    shown = {
        "boards": f"{deals['boards']:,}",
        "fouls": percent(deals["fouls"], deals["boards"]),
        "lands": percent(deals["Fantasylands"], deals["boards"]),
    }
    for street in range(STREETS - 1):
        for name in ("high pair", "queen", "king", "ace", "empty", "low cards"):
            boards, _, entries = deals["fronts"][street][name]
            if boards >= _LEAST_BOARDS:
                shown[f"land {name} {street + 1}"] = percent(entries, boards)
                shown[f"worth {name} {street + 1}"] = f"{worth * entries / boards:.1f}"
        for name, (boards, fouls, entries) in deals["high pairs"][street].items():
            if boards >= _LEAST_BOARDS:
                shown[f"foul {name} {street + 1}"] = percent(fouls, boards)
                shown[f"land {name} {street + 1}"] = percent(entries, boards)
        for name, (boards, fouls, _) in deals["orders"][street].items():
            shown[f"foul {name} {street + 1}"] = percent(fouls, boards)
        for cards in _SUIT_CARDS:
            for part in ("flushes", "misses"):
                counts = flush_counts(deals, part, street, cards)
                boards, hits = total_of(counts.values()) if counts else (0, 0)
                if boards >= _LEAST_BOARDS:
                    shown[f"{part} {cards} {street + 1 + (part == 'misses')}"] = percent(hits, boards)
    return shown


def _figures_of_button(by_players: Mapping[str, Any]) -> dict[str, str]:
    """Return results of the button, and its first placements against one opponent by the number of visible cards."""
    choices = by_players["2"]["choices"]
    return {
        **{f"button {players}": points(results["points"][-1]) for players, results in by_players.items()},
        **{f"deals {players}": f"{results['deals']:,}" for players, results in by_players.items()},
        **{
            f"{name} {visible}": percent(placed, hands)
            for name, by_visible in choices.items()
            for visible, (hands, placed) in by_visible.items()
            if hands >= _LEAST_BOARDS
        },
    }
