"""Tables and charts of the page of odds: exact counts of hand_counts.py, and the samples in odds.json."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import hand_counts
from hand_counts import HANDS, Made
from odds import CLOSED, OPENFACE, PER_BATCH, QUANTILES
from setting_report import ROW_COLOURS, add_legend, new_panels, table

import cpoker_fast as cp
from cpoker_fast.boards import ROWS
from cpoker_fast.estimates import Estimate
from cpoker_fast.ranking import Category
from cpoker_fast.rulebook import Pattern
from cpoker_fast.rulebook.option_words import description_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import PercentFormatter

Counts = Mapping[str, Any]
"""Counts of a preset in odds.json."""
_SPACE = "\N{NO-BREAK SPACE}"

# ---- texts ----


def one_in(hands: int, of: int = HANDS) -> str:
    """Return in how many hands one is of a kind."""
    if not hands:
        return "never"
    ratio = of / hands
    for number, word in ((1e9, "billion"), (1e6, "million")):
        if ratio >= number:
            return f"{ratio / number:.3g} {word}"
    return f"{ratio:,.{max(0, 2 - int(math.log10(ratio)))}f}"


def percent(share: float) -> str:
    """Return an exact share with at least two significant digits."""
    decimals = 2 if share == 0 or share >= 0.001 else min(9, 1 - math.floor(math.log10(share * 100)))
    return f"{share:.{decimals}%}"


def share_of(number: int, of: int) -> Estimate:
    """Estimate a share from independent cases."""
    share = number / of
    return Estimate(share, math.sqrt(share * (1 - share) / of))


def mean_of(counts: Mapping[str, int]) -> Estimate:
    """Estimate a mean from the number of cases with each value."""
    n = sum(counts.values())
    mean = sum(int(value) * number for value, number in counts.items()) / n
    squares = sum((int(value) - mean) ** 2 * number for value, number in counts.items())
    return Estimate(mean, math.sqrt(squares / n / n))


def ratio_of(batches: Sequence[tuple[int, int]]) -> Estimate:
    """Estimate a ratio of sums, such as fouls a board, from independent batches with both."""
    number, of = (sum(sums) for sums in zip(*batches, strict=True))
    ratio, n = number / of, len(batches)
    squares = sum((part - ratio * whole) ** 2 for part, whole in batches)
    return Estimate(ratio, math.sqrt(squares * n / (n - 1)) / of)


def in_percent(estimate: Estimate) -> str:
    """Return a share with its margin of error, to the first digit of the margin."""
    decimals = _decimals(100 * estimate.margin)
    return f"{estimate.mean:.{decimals}%} ±{_SPACE}{estimate.margin:.{decimals}%}"


def in_hundred(estimate: Estimate) -> str:
    """Return a share as percent in few characters, for tables of many columns."""
    mean, margin = 100 * estimate.mean, 100 * estimate.margin
    decimals = 1 if margin >= 0.05 else 2 if margin >= 0.005 else 3
    return f"{mean:.{decimals}f} ±{_SPACE}{margin:.{decimals}f}" if mean >= 0.01 else f"<{_SPACE}0.01"


def _decimals(margin: float) -> int:
    return min(6, max(1, -math.floor(math.log10(margin)))) if margin else 1


def in_points(estimate: Estimate) -> str:
    """Return points with their margin of error, to its first digit, but with at least two decimals."""
    decimals = max(2, _decimals(estimate.margin))
    return f"{estimate.mean:.{decimals}f} ±{_SPACE}{estimate.margin:.{decimals}f}"


def name_of(category: Category) -> str:
    return category.name.replace("_", " ").lower()


# ---- naturals ----


def hands_with(together: Counter[Made], *patterns: Pattern) -> int:
    """Return the number of hands that make all of some patterns."""
    return sum(hands for made, hands in together.items() if made.issuperset(patterns))


def naturals(together: Counter[Made]) -> str:
    """Return the table of all naturals, the most frequent first."""
    numbers = {pattern: hands_with(together, pattern) for pattern in Pattern}
    rows = [
        (f"**{pattern}**<br>{description_of(pattern)}", one_in(hands), f"{hands:,}")
        for pattern, hands in sorted(numbers.items(), key=lambda item: -item[1])
    ]
    return table(("natural, and its 13 cards", "one hand in", "hands"), rows)


def naturals_chart(together: Counter[Made]) -> Figure:
    """Return a chart of the hands dealt for one natural."""
    numbers = {pattern: hands_with(together, pattern) for pattern in Pattern}
    names = sorted(numbers, key=lambda name: -numbers[name])
    figure, (axes,) = new_panels([5.6])
    ratios = [HANDS / numbers[name] for name in names]
    axes.barh(range(len(names)), ratios)
    for place, name in enumerate(names):
        axes.annotate(one_in(numbers[name]), (ratios[place], place), (3, 0), textcoords="offset points", va="center")
    axes.set(xscale="log", xlim=(10, 1e19), title="one hand in")
    axes.xaxis.set_visible(False)
    axes.spines["bottom"].set_visible(False)
    _name_lines(axes, [str(name) for name in names])
    return figure


def with_a_natural(together: Counter[Made], tables: Mapping[str, Counts]) -> str:
    """Return the table of hands and deals with a natural, by preset."""
    rows = []
    for name, counts in tables.items():
        rules = cp.rules(name)
        hands = sum(hand_counts.naturals_counted(rules, together).values())
        deals = share_of(counts["with a natural"], counts["deals"])
        rows.append((f"`{name}`", one_in(hands), in_percent(deals), f"{hands:,}"))
    return table(("preset", "one hand in", "deals of four", "hands"), rows)


def naturals_that_count(together: Counter[Made], presets: Sequence[str]) -> str:
    """Return the table of hands whose natural counts as each pattern, by preset."""
    counted = {name: hand_counts.naturals_counted(cp.rules(name), together) for name in presets}
    every = sorted(set().union(*counted.values()), key=lambda pattern: -hands_with(together, pattern))
    rows = [
        (pattern, one_in(hands_with(together, pattern)),
         *(one_in(numbers[pattern]) if pattern in numbers else "" for numbers in counted.values()))
        for pattern in every
    ]  # fmt: skip
    return table(("natural", "made", *(f"`{name}`" for name in presets)), rows)


def two_naturals(together: Counter[Made], preset: str) -> str:
    """Return the table of hands that make two naturals of a preset, and the one that counts."""
    order = [Pattern(natural.name) for natural in hand_counts.by_priority(cp.rules(preset))]
    both = {pair: hands_with(together, *pair) for pair in combinations(order, 2)}
    rows = [
        (f"{first} and {second}", first, one_in(hands), f"{hands:,}")
        for (first, second), hands in sorted(both.items(), key=lambda item: -item[1])
        if hands
    ]
    return table(("a hand makes", "counts as", "one hand in", "hands"), rows, ("one hand in", "hands"))


# ---- hands of 13 cards ----


def _in_hands(kinds: Iterable[tuple[str, int]], what: str) -> str:
    rows = [(kind, percent(hands / HANDS), one_in(hands), f"{hands:,}") for kind, hands in kinds]
    return table((what, "share", "one hand in", "hands"), rows)


def equal_ranks() -> str:
    """Return the table of pairs, trips and quads among 13 cards."""
    kinds: Counter[str] = Counter({"no pair: the dragon": 0, **{f"only pairs: {pairs}": 0 for pairs in range(1, 7)}})
    for shape, choices in hand_counts.shapes():
        _, pairs, trips, quads = shape
        hands = choices * hand_counts.hands_of_shape(shape)
        kinds["three of a kind, once or more"] += hands * (trips >= 1)
        kinds["three of a kind, twice or more"] += hands * (trips >= 2)
        kinds["four of a kind, once or more"] += hands * (quads >= 1)
        kinds["four of a kind, twice or more"] += hands * (quads >= 2)
        if not trips + quads:
            kinds[f"only pairs: {pairs}" if pairs else "no pair: the dragon"] += hands
    return _in_hands(kinds.items(), "ranks")


def suits() -> str:
    """Return the table of the longest suits among 13 cards."""
    lengths = hand_counts.suit_lengths()
    kinds: Counter[str] = Counter()
    for (longest, second, _, shortest), hands in lengths.items():
        kinds["10 or more" if longest >= 10 else str(longest)] += hands
        kinds.update({"two suits of five or more": hands} if second >= 5 else {})
        kinds.update({"no card of a suit": hands} if not shortest else {})
    order = [*map(str, range(4, 10)), "10 or more", "two suits of five or more", "no card of a suit"]
    return _in_hands(((f"longest suit: {kind}" if kind[0].isdigit() else kind, kinds[kind]) for kind in order), "suits")


def _share_above(number: int | None, of: int) -> str:
    """Return a share, and the number below it; nothing for None."""
    return f"{percent(number / of)}<br>{number:,}" if number else ""


def rows_of_a_hand() -> str:
    """Return the table of rows among 13 cards: those that a hand can make, and the strongest one."""
    possible, best = hand_counts.possible_rows(), hand_counts.best_rows()
    rows = [
        (name_of(category), *(_share_above(numbers.get(category), HANDS) for numbers in (possible, best)))
        for category in best
    ]
    return table(("row of five", "can make it", "strongest row"), rows)


def rows_of_a_hand_chart() -> Figure:
    """Return a chart of the rows that hands can make, and of their strongest rows."""
    possible, best = hand_counts.possible_rows(), hand_counts.best_rows()
    figure, (axes,) = new_panels([4.2], 0.6)
    for offset, numbers, label in ((-0.2, possible, "the hand can make it"), (0.2, best, "its strongest row")):
        shown = [(place + offset, numbers[name] / HANDS) for place, name in enumerate(best) if name in numbers]
        axes.barh([place for place, _ in shown], [share for _, share in shown], height=0.38, label=label)
        for place, share in shown:
            axes.annotate(percent(share), (share, place), (3, 0), textcoords="offset points", va="center")
    axes.set(xlim=(0, 0.9), xlabel="share of hands")
    add_legend(figure, 1)
    _name_lines(axes, [name_of(category) for category in best])
    axes.xaxis.set_major_formatter(_percents())
    return figure


# ---- rows ----


def random_rows() -> str:
    """Return the table of rows of five and of three random cards."""
    five, three = hand_counts.random_rows(5), hand_counts.random_rows(3)
    rows = []
    for category in reversed(five):
        cells: list[object] = [name_of(category)]
        for numbers in (five, three):
            hands, of = numbers.get(category), sum(numbers.values())
            cells += [_share_above(hands, of), one_in(hands, of) if hands else ""]
        rows.append(cells)
    return table(("row", "five cards", "one in", "three cards", "one in"), rows)


def _categories(counts: Mapping[str, int]) -> dict[Category, int]:
    return {Category(int(category)): number for category, number in counts.items()}


def rows_of_boards(counts: Mapping[str, Mapping[str, int]]) -> str:
    """Return the table of the categories of three rows."""
    by_row = [_categories(counts[row]) for row in ROWS]
    rows = [
        (name_of(category),
         *(in_hundred(share_of(numbers[category], sum(numbers.values()))) if category in numbers else ""
           for numbers in by_row))
        for category in sorted(set().union(*by_row), reverse=True)
    ]  # fmt: skip
    return table(("row", *(f"{row}, %" for row in ROWS)), rows)


def rows_chart(counts: Mapping[str, Mapping[str, int]]) -> Figure:
    """Return a chart of the categories of the three rows of boards, and of random rows."""
    figure, panels = new_panels([1.3, 2.9, 2.9], 0.4)
    for axes, row, size in zip(panels, ROWS, (3, 5, 5), strict=True):
        numbers, random = _categories(counts[row]), hand_counts.random_rows(size)
        names = sorted(set(numbers) | set(random), reverse=True)
        shares = [numbers.get(name, 0) / sum(numbers.values()) for name in names]
        axes.barh(range(len(names)), shares, label="well set")
        at_random = [random.get(name, 0) / sum(random.values()) for name in names]
        axes.plot(at_random, range(len(names)), "D", color="C1", label="at random", markersize=5)
        axes.set_title(row, loc="left")
        axes.set(xlim=(0, 0.9), xticks=(0, 0.2, 0.4, 0.6, 0.8))
        _name_lines(axes, [name_of(name) for name in names])
        axes.xaxis.set_major_formatter(_percents())
    panels[-1].set_xlabel("share of rows")
    handles, labels = panels[0].get_legend_handles_labels()
    add_legend(figure, 2, handles=handles, labels=labels)
    return figure


def typical_rows(preset: str, counts: Counts) -> str:
    """Return the table of the rows that some shares of the rows are not stronger than."""
    strengths = zip(*counts["quantiles"], strict=True)
    rows = [
        (f"{quantile:.0%}", *(cp.describe(strength, wheel=cp.rules(preset).wheel) for strength in of_rows))
        for quantile, of_rows in zip(QUANTILES, strengths, strict=True)
    ]
    return table(("of all rows, up to", *ROWS), rows, ())


# ---- royalties ----


def _with_royalties(boards: Mapping[str, Counts]) -> dict[str, Counts]:
    return {name: boards[name]["royalties"] for name in CLOSED if len(boards[name]["royalties"]["board"]) > 1}


def royalties(boards: Mapping[str, Counts]) -> str:
    """Return the table of the royalties of a board, by closed preset."""
    rows = []
    for name, counts in _with_royalties(boards).items():
        of_board = counts["board"]
        n = sum(of_board.values())
        rows.append((
            f"`{name}`", in_hundred(share_of(n - of_board["0"], n)), in_points(mean_of(of_board)),
            *(f"{mean_of(counts[row]).mean:.2f}" for row in ROWS),
        ))  # fmt: skip
    return table(("preset", "any, %", "in all", *ROWS), rows)


def royalties_of_a_board(counts: Counts) -> str:
    """Return the table of the boards with each number of royalties."""
    of_board = counts["royalties"]["board"]
    n = sum(of_board.values())
    rows = [(points, in_percent(share_of(number, n))) for points, number in of_board.items()]
    return table(("royalties", "share of boards"), rows)


def royalties_chart(boards: Mapping[str, Counts]) -> Figure:
    """Return a chart of the royalties of a board, by preset and row."""
    counts = _with_royalties(boards)
    figure, (axes,) = new_panels([0.33 * len(counts) + 0.7], 0.3)
    start = [0.0] * len(counts)
    for row in ROWS:
        values = [mean_of(of_rows[row]).mean for of_rows in counts.values()]
        axes.barh(range(len(counts)), values, left=start, color=ROW_COLOURS[row], label=row)
        start = [first + more for first, more in zip(start, values, strict=True)]
    axes.set_xlabel("royalties a board")
    add_legend(figure, 3)
    _name_lines(axes, [*counts])
    return figure


# ---- open-face games ----


def a_board(batches: Iterable[Sequence[int]], column: str) -> Estimate:
    """Estimate the share of boards that are fouls or earn a Fantasyland, or royalties a board, from batches of deals."""
    rows = [dict(zip(PER_BATCH, batch, strict=True)) for batch in batches]
    return ratio_of([(row[column], row["boards"]) for row in rows])


def fouls_and_entries(openface: Mapping[str, Counts]) -> str:
    """Return the table of fouls, entries and royalties of boards outside Fantasyland."""
    rows = [
        (f"`{name}`", in_hundred(a_board(boards, "fouls")), in_hundred(a_board(boards, "earned")),
         in_points(a_board(boards, "royalties")))
        for name in OPENFACE
        for boards in [openface[name]["outside"]]
    ]  # fmt: skip
    return table(("preset", "fouls, %", "entries, %", "royalties"), rows)


def played_fantasylands(openface: Mapping[str, Counts]) -> str:
    """Return the table of stays and royalties of the Fantasylands that these boards earn."""
    rows = [
        (f"`{name}`", in_hundred(a_board(boards, "earned")), in_points(a_board(boards, "royalties")))
        for name in OPENFACE
        for boards in [openface[name]["inside"]]
    ]
    return table(("preset", "stays, %", "royalties"), rows)


def openface_chart(openface: Mapping[str, Counts]) -> Figure:
    """Return a chart of fouls and Fantasylands by preset."""
    figure, (axes,) = new_panels([0.5 * len(OPENFACE) + 0.7], 0.3)
    for offset, key, label in ((-0.2, "fouls", "fouls"), (0.2, "earned", "Fantasylands")):
        shares = [a_board(openface[name]["outside"], key) for name in OPENFACE]
        places = [place + offset for place in range(len(OPENFACE))]
        margins = [share.margin for share in shares]
        axes.barh(places, [share.mean for share in shares], height=0.38, xerr=margins, capsize=3, label=label)
    axes.set_xlabel("share of boards,\nwith 95 % margins")
    add_legend(figure, 2)
    _name_lines(axes, [*OPENFACE])
    axes.xaxis.set_major_formatter(_percents())
    return figure


def entries(counts: Counts) -> str:
    """Return the table of Fantasylands that boards outside it earn, by number of cards."""
    boards = [number for number, *_ in counts["outside"]]
    rows = [(cards, in_percent(ratio_of([*zip(earned, boards, strict=True)]))) for cards, earned in counts["earned"].items()]
    return table(("cards", "share of boards"), rows)


def fantasylands(lands: Mapping[str, Mapping[str, Counts]]) -> str:
    """Return the table of random hands in Fantasyland."""
    rows = [
        (f"`{name}`", cards, in_percent(share_of(counts["stays"], counts["hands"])), in_points(mean_of(counts["royalties"])))
        for name, sizes in lands.items()
        for cards, counts in sizes.items()
    ]
    return table(("preset", "cards", "stays", "royalties"), rows)


def fantasylands_chart(sizes: Mapping[str, Counts]) -> Figure:
    """Return a chart of the hands in Fantasyland that earn at least so many royalties, by number of cards."""
    figure, (axes,) = new_panels([3.2], 0.6)
    for (cards, counts), style in zip(sizes.items(), ("-", "--", "-.", ":"), strict=True):
        numbers = [counts["royalties"].get(str(points), 0) for points in range(_MOST_ROYALTIES + 1)]
        more = counts["hands"] - sum(numbers)
        shares = [(sum(numbers[points:]) + more) / counts["hands"] for points in range(_MOST_ROYALTIES + 1)]
        axes.plot(shares, style, label=f"{cards} cards", drawstyle="steps-pre")
    axes.set(xlabel="at least so many royalties", ylabel="share of hands", xlim=(0, _MOST_ROYALTIES), ylim=(0, 1.02))
    axes.yaxis.set_major_formatter(_percents())
    axes.spines[["top", "right"]].set_visible(False)
    add_legend(figure, 2)
    return figure


# ---- charts ----

_MOST_ROYALTIES = 45  # on the axis


def _name_lines(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right"]].set_visible(False)


def _percents() -> PercentFormatter:
    from matplotlib.ticker import PercentFormatter

    return PercentFormatter(1, decimals=0)
