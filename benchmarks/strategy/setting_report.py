"""Tables, charts, pictures and numbers of the page `docs/strategy/setting.md`, made from strategy_setting.json."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from setting_counts import FRONT_GROUPS, LONG_ROWS, PLACES, QUANTILES, RANKS, ROWS, TRIPLE_KINDS

import cpoker_fast as cp
from cpoker_fast.estimates import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Record = dict[str, Any]

_WIDTH = 3.65  # inches: as wide as a page on a phone, so that texts keep the size of the page's
_FONT = 12  # points, the size of the page's text
_STYLE = {"font.size": _FONT, "axes.spines.top": False, "axes.spines.right": False, "axes.titlesize": _FONT}
CARD_WIDTH = 28
"""Pixels of a card in pictures: two boards fit beside each other, one on a phone, and their words are legible."""
_BAR = 0.3  # inches of height for a bar
_LEGIBLE = 0.09  # share of the width of a bar that has room for a number
ROW_COLOURS = {"front": "#f2b84b", "middle": "#93cfa9", "back": "#9cc3f0", "split": "#d2d2d2"}
"""Colours of rows, and of cards in several rows, on all pages of strategy; legible below black letters."""
_COLOURS = {
    **ROW_COLOURS,
    "full house in the back": "#5b9be0", "full house in the middle": "#52b078",
    "no pair": "#a8a8a8", "22 to 99": "#f9dda5", "TT to AA": "#f2b84b", "three of a kind": "#e08a2e",
    "full house or better": "#5b9be0", "flush": "#9cc3f0", "straight": "#93cfa9", "weaker": "#d2d2d2",
}  # fmt: skip
_BY_RULES = {"pagat": "#2f6fb5", "simple": "#d98200"}


# ---- numbers ----


def percent(part: float, whole: float = 1.0) -> str:
    """Return a share in percent, with a decimal below 10 %."""
    share = 100 * part / whole
    return f"{share:.0f}\N{NO-BREAK SPACE}%" if share >= 9.95 else f"{share:.1f}\N{NO-BREAK SPACE}%"


def share_with_margin(part: int, whole: int) -> str:
    """Return a share in percent with its 95 % margin of error."""
    share = part / whole
    if share < 0.0005:
        return "below\N{NO-BREAK SPACE}0.1\N{NO-BREAK SPACE}%"
    if part == whole:
        return f"above\N{NO-BREAK SPACE}{100 * (1 - 3 / whole):.1f}\N{NO-BREAK SPACE}%"  # with 95 % confidence
    margin = Estimate(share, (share * (1 - share) / whole) ** 0.5).margin
    return f"{100 * share:.1f} ±\N{NO-BREAK SPACE}{100 * margin:.1f}\N{NO-BREAK SPACE}%"


def with_margin(mean: float, standard_error: float) -> str:
    """Return a mean with its 95 % margin of error, unless that is too small for the record."""
    if not standard_error:
        return f"{mean:.4f}"
    return Estimate(mean, standard_error).to_text("±").replace("± ", "±\N{NO-BREAK SPACE}")


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], numbers: Sequence[str] | None = None) -> str:
    """Return a table as Markdown; `numbers` names the columns of numbers, by default all but the first one."""
    rules = ["---:" if column in (columns[1:] if numbers is None else numbers) else "---" for column in columns]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in (columns, rules, *rows))


def _in_words(name: str) -> str:
    """Return the name of a category in words."""
    return name.lower().replace("_", " ")


# ---- charts ----


def new_panels(heights: Sequence[float], extra: float = 0) -> tuple[Figure, list[Axes]]:
    """Return a figure with panels below each other, of these heights in inches, and with more inches for a legend."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams.update(_STYLE)
    figure = Figure(figsize=(_WIDTH, sum(heights) + extra), layout="constrained")
    return figure, [*figure.subplots(len(heights), squeeze=False, height_ratios=heights)[:, 0]]


def add_legend(figure: Figure, columns: int, **options: Any) -> None:
    """Add a legend in few columns below the panels, as narrow as the figure."""
    spaces = {"handlelength": 1.6, "handletextpad": 0.4, "columnspacing": 0.8, "borderpad": 0.1}
    figure.legend(loc="outside lower left", ncols=columns, frameon=False, **{**spaces, **options})


def _figure(bars: float, extra: float) -> tuple[Figure, Axes]:
    """Return a figure with room for bars, and for some more inches of legends and axes."""
    figure, (axes,) = new_panels([_BAR * bars + extra])
    return figure, axes


def _stacked(lines: Sequence[tuple[str, Sequence[float]]], kinds: Sequence[str]) -> Figure:
    """Draw a bar of shares for each line below its label, with the kinds in a legend."""
    legend_lines = -(-len(kinds) // 2) if max(map(len, kinds)) > 10 else 1
    figure, axes = _figure(2 * len(lines), 0.4 + 0.28 * legend_lines)
    for number, (label, shares) in enumerate(lines):
        left = 0.0
        axes.text(0, number - 0.28, label, va="bottom")
        for kind, share in zip(kinds, shares, strict=True):
            axes.barh(number, share, 0.5, left=left, color=_COLOURS[kind], label=kind if number == 0 else None)
            if share >= _LEGIBLE:
                axes.text(left + share / 2, number, f"{100 * share:.0f}", ha="center", va="center")
            left += share
    axes.set(xlim=(0, 1), ylim=(len(lines) - 0.6, -0.75))
    axes.axis("off")
    columns = len(kinds) if legend_lines == 1 else 2
    add_legend(figure, columns, handlelength=0.8, handletextpad=0.3, columnspacing=0.7)
    return figure


def _bars(axes: Axes, labels: Sequence[str], shares: Sequence[float], colour: str) -> None:
    """Draw a bar for each label, with its share at the end."""
    bars = axes.barh(range(len(labels)), shares, 0.7, color=colour)
    axes.bar_label(bars, [percent(share) for share in shares], padding=3)
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()
    axes.margins(x=0.2, y=0.01)
    axes.tick_params(axis="y", length=0)
    axes.xaxis.set_visible(False)
    axes.spines[:].set_visible(False)


FRONTS = {
    "three of a kind": ("THREE_OF_A_KIND",),
    **{f"pair {rank}{rank}": (f"pair {rank}",) for rank in reversed(RANKS)},
    "ace high": ("high A",),
    "king high": ("high K",),
    "queen or lower": tuple(f"high {rank}" for rank in "23456789TJQ"),
}
"""Kinds of fronts, the strongest first, with their names in the record."""


def front_shares(record: Record, rules: str) -> dict[str, float]:
    """Return the share of each kind of FRONTS."""
    counts = record["counts"][rules]
    rows = counts["rows"]["front"]
    return {name: sum(rows[kind][0] for kind in kinds if kind in rows) / counts["boards"] for name, kinds in FRONTS.items()}


def fronts_chart(record: Record, rules: str) -> Figure:
    """Draw how often each front occurs."""
    shares = front_shares(record, rules)
    figure, axes = _figure(len(shares), 0.1)
    _bars(axes, list(shares), list(shares.values()), _COLOURS["front"])
    return figure


MIDDLES = {
    "high cards": ("HIGH_CARD",),
    "a pair": ("PAIR",),
    "two pair": ("TWO_PAIR",),
    "three of a kind": ("THREE_OF_A_KIND",),
    "a straight": ("STRAIGHT",),
    "a flush or better": ("FLUSH", "FULL_HOUSE", "FOUR_OF_A_KIND", "STRAIGHT_FLUSH", "ROYAL_FLUSH"),
}


def fronts_by_middle_chart(record: Record, rules: str) -> Figure:
    """Draw the kinds of fronts beside each kind of middle."""
    counts = record["counts"][rules]["fronts by middle"]
    lines = []
    for name, categories in MIDDLES.items():
        total = np.sum([counts[category] for category in categories if category in counts], axis=0)
        lines.append((f"{name} in the middle", total / total.sum()))
    return _stacked(lines, FRONT_GROUPS)


PAIR_NAMES = {
    1: ("the pair",),
    2: ("higher", "lower"),
    3: ("highest", "middle", "lowest"),
    4: ("highest", "second", "third", "lowest"),
    5: ("highest", "second", "third", "fourth", "lowest"),
}


def pairs_chart(record: Record, rules: str, key: str, numbers: Sequence[int]) -> Figure:
    """Draw the rows of pairs, by the number of pairs in the hand."""
    lines = []
    for number in numbers:
        counts = record["counts"][rules][key][str(number)]
        for name, places in zip(PAIR_NAMES[number], counts["places"], strict=True):
            lines.append((f"{number} pairs: {name}", [count / counts["hands"] for count in places]))
    return _stacked(lines, PLACES)


def pair_in_front_chart(record: Record, rules: str, key: str, numbers: Sequence[int]) -> Figure:
    """Draw the share of pairs in front by rank, with a line for each number of pairs in the hand."""
    figure, axes = _figure(9, 0.8)
    for number, style in zip(numbers, ("o-", "s--", "^:", "D-."), strict=False):
        counts = np.array(record["counts"][rules][key][str(number)])
        shares = np.where(counts[:, 1] >= 50, 100 * counts[:, 0] / np.maximum(counts[:, 1], 1), np.nan)
        axes.plot(range(13), shares, style, markersize=5, label=f"{number} pairs")
    axes.set_xticks(range(13), list(RANKS))
    axes.set(xlabel="rank of the pair", ylabel="% in front", ylim=(0, None))
    add_legend(figure, 2)
    return figure


def triples_chart(record: Record, rules: str) -> Figure:
    """Draw what becomes of three of a kind, by the number of pairs beside it."""
    lines = []
    for number, counts in record["counts"][rules]["triples"].items():
        beside = "no pair" if number == "0" else "1 pair" if number == "1" else f"{number} pairs"
        lines.append((f"beside {beside}", [count / counts["hands"] for count in counts["kinds"]]))
    return _stacked(lines, TRIPLE_KINDS)


def long_rows_chart(record: Record, rules: str, row: str) -> Figure:
    """Draw the kinds of a row of hands that can make a full house, a flush, a straight, or two of these."""
    lines = [
        (name, [count / counts["hands"] for count in counts[row]])
        for name, counts in record["counts"][rules]["rows of hands with"].items()
    ]
    return _stacked(lines, list(LONG_ROWS))


def losses_chart(record: Record, key: str) -> Figure:
    """Draw the points that recipes or habits lose, the largest loss first, with margins of error, by rules."""
    of_rules = record[key]
    names = sorted(of_rules["pagat"], key=lambda name: -of_rules["pagat"][name]["loss"][0])
    figure, axes = _figure(2.9 * len(names), 0.9)
    longest = max(measured["loss"][0] for by_name in of_rules.values() for measured in by_name.values())
    for place, name in enumerate(names):
        axes.text(0, place - 0.2, name, va="bottom")
        for shift, (rules, colour) in zip((0, 0.28), _BY_RULES.items(), strict=True):
            if name not in of_rules[rules]:
                continue
            loss = Estimate(*of_rules[rules][name]["loss"])
            axes.barh(
                place + shift, loss.mean, 0.26, xerr=loss.margin, capsize=3, color=colour, label=rules if not place else None
            )
            axes.text(loss.mean + loss.margin + longest / 50, place + shift, f"{loss.mean:.2f}", va="center")
    axes.set(xlim=(0, 1.2 * longest), ylim=(len(names) - 0.4, -0.6), xlabel="points lost a hand")
    axes.yaxis.set_visible(False)
    axes.spines["left"].set_visible(False)
    add_legend(figure, 2)
    return figure


# ---- tables ----


def quantiles_table(record: Record, rules: str) -> str:
    """Return a table of the rows that are stronger than a share of all rows."""
    quantiles = record["counts"][rules]["quantiles"]
    rows = []
    for number, share in enumerate(QUANTILES):
        described = [cp.describe(quantiles[row][number]) for row in ROWS]
        rows.append([f"{100 * share:.0f}\N{NO-BREAK SPACE}%", *described])
    return table(("beats", *ROWS), rows).replace("---:", "---")


def wins_table(record: Record, rules: str) -> str:
    """Return a table of the categories of middles and backs: how often they occur, and how often they win."""
    counts = record["counts"][rules]
    rows = []
    for category in reversed(cp.ranking.Category):
        cells = [_in_words(category.name)]
        for row in ROWS[1:]:
            number, wins = counts["rows"][row].get(category.name, (0, 0.0))
            is_rare = number / counts["boards"] < 0.001
            cells += ["rare" if number else "-", ""] if is_rare else [percent(number, counts["boards"]), percent(wins)]
        if cells[1:] != ["-", "", "-", ""]:
            rows.append(cells)
    return table(("row", "middle", "wins", "back", "wins"), rows)


def shapes_table(record: Record, rules: str) -> str:
    """Return a table of the most frequent boards."""
    counts = record["counts"][rules]
    rows = [[*map(_in_words, shape), percent(number, counts["boards"])] for *shape, number in counts["shapes"]]
    return table((*ROWS, "boards"), rows).replace("---:", "---", 2)


def habits_table(record: Record, rules: str) -> str:
    """Return a table of habits: the hands that they concern, and what they lose for these hands."""
    of_rules = record["habits"][rules]
    ordered = sorted(of_rules.items(), key=lambda item: -item[1]["loss where it applies"][0])
    return table(
        ("habit", "concerns", "costs", "points lost"),
        [
            [
                name,
                percent(of["applies"], of["hands"]),
                percent(of["costs"], of["applies"]),
                with_margin(*of["loss where it applies"]),
            ]
            for name, of in ordered
        ],
    )


def changes_table(record: Record) -> str:
    """Return a table of the boards that change under other rules."""
    rows = [
        [
            f"{name}: `{change['preset']}`",
            *(share_with_margin(change[key], change["hands"]) for key in ("differ", "clear")),
            with_margin(*change["loss"]),
        ]
        for name, change in record["changes"].items()
    ]
    return table(("change", "boards changed", "clearly", "points lost"), rows)


def changed_rows_table(record: Record) -> str:
    """Return a table of the rows of changed boards: how many get stronger, and how many weaker."""
    rows = []
    for name, change in record["changes"].items():
        both = zip(change["stronger"], change["weaker"], strict=True)
        rows.append([name, *(f"{percent(up, change['differ'])}, {percent(down, change['differ'])}" for up, down in both)])
    return table(("change", *ROWS), rows)


def naturals_table(record: Record) -> str:
    """Return a table of naturals: how often hands have them and declare them, and what that gains."""
    rows = [
        [
            f"`{preset}`",
            share_with_margin(of["naturals"], of["hands"]),
            percent(of["declared"], of["naturals"]),
            with_margin(*of["gain"]),
        ]
        for preset, of in record["naturals"].items()
    ]
    return table(("rules", "naturals", "declared", "gain"), rows)


def surrenders_table(record: Record) -> str:
    """Return a table of surrenders: how often hands surrender, and what that gains, also by a rule of thumb."""
    rows = [
        [
            f"`{preset}`",
            opponents,
            share_with_margin(of["surrendered"], of["hands"]),
            *(with_margin(*of[key]) for key in ("gain", "gain by limit")),
        ]
        for preset, measured in record["surrenders"].items()
        for opponents, of in measured["opponents"].items()
    ]
    return table(("rules", "opponents", "surrendered", "gain", "by the rule"), rows)


def surrender_kinds_table(record: Record) -> str:
    """Return a table of the shares of hands that surrender, by kinds of hands."""
    of_rules = {
        f"`{preset}`": of["opponents"][str(record["opponents"])]["kinds"] for preset, of in record["surrenders"].items()
    }
    rows = [
        [kind, *(share_with_margin(*kinds[kind]) for kinds in of_rules.values())] for kind in next(iter(of_rules.values()))
    ]
    return table(("hands", *of_rules), rows)


# ---- pictures ----


def pictures(example: Record, best: str, other: str) -> str:
    """Return HTML with the two boards of an example, and the points that the second one loses."""
    loses = f"{other}: loses {with_margin(*example['losses'][1])} points"
    return in_line([(_svg(example["best"]), best), (_svg(example["other"]), loses)])


def picture(board: str, caption: str) -> str:
    """Return HTML with a board and its caption."""
    return in_line([(_svg(board), caption)])


def _svg(board: str) -> str:
    return cp.Board.parse(board).to_svg(card_width=CARD_WIDTH)


def in_line(pictures: Iterable[tuple[str, str]]) -> str:
    """Return pictures with captions, which may be empty, as HTML: beside each other where there is room."""
    captions = ((svg, f"<figcaption>{escape(caption)}</figcaption>" * bool(caption)) for svg, caption in pictures)
    figures = (f"<figure>{svg}{caption}</figure>" for svg, caption in captions)
    return f'<div class="pictures">{"".join(figures)}</div>'


# ---- numbers in sentences ----


_NAMED_ROWS = (
    *(("front", name) for name in ("high K", "high A", "pair 2", "pair J", "pair A")),
    *(("middle", name) for name in ("PAIR", "TWO_PAIR")),
    *(("back", name) for name in ("STRAIGHT", "FLUSH", "FULL_HOUSE")),
)


def numbers(record: Record, rules: str) -> dict[str, str]:
    """Return the numbers of the sentences of the page, as texts, by name."""
    counts, habits, recipes = record["counts"][rules], record["habits"][rules], record["recipes"][rules]
    rows, boards = counts["rows"], counts["boards"]
    fronts = front_shares(record, rules)
    paired = sum(share for name, share in fronts.items() if name.startswith("pair"))
    field = cp.fields.Field.equilibrium(rules)
    back_first = "strongest back, then strongest middle"
    by_deals = record["recipes by deals"][rules][back_first]
    return {
        "hands": f"{record['sizes']['hands']:,}",
        "enumerated": f"{record['sizes']['enumerated']:,}",
        "samples": f"{record['sizes']['samples']:,}",
        "exploitability": with_margin(field.exploitability or 0.0, field.error or 0.0),
        "pairs in front": percent(paired),
        "ace high": percent(fronts["ace high"]),
        **{f"{_in_words(name)} in the {row} wins": percent(rows[row][name][1]) for row, name in _NAMED_ROWS},
        "full house in the middle": percent(rows["middle"]["FULL_HOUSE"][0], boards),
        **_split_shares(counts),
        **{f"lost by {name}": with_margin(*of["loss"]) for name, of in (recipes | habits).items()},
        **{f"right with {name}": percent(of["hands"] - of["costs"], of["hands"]) for name, of in recipes.items()},
        "back first by the equilibrium": with_margin(*by_deals["field"]),
        "back first by deals": with_margin(*by_deals["deals"]),
        "kept natural": record["naturals"][rules]["kept"]["natural"],
        "kept natural loses": with_margin(*record["naturals"][rules]["kept"]["loss"]),
        "chances of the surrender": _sum_of_chances(record["surrenders"]["two-four"]["example"]["chances"]),
        **{f"limit under {preset}": percent(of["limit"]) for preset, of in record["surrenders"].items()},
        **{
            f"surrendered under {preset} by {key}": percent(of["by deals"][key], of["by deals"]["hands"])
            for preset, of in record["surrenders"].items()
            for key in ("field", "deals")
        },
        **{f"changed by {name}": percent(of["differ"], of["hands"]) for name, of in record["changes"].items()},
    }


def _sum_of_chances(chances: Sequence[float]) -> str:
    """Return the chances of the rows of a board to win, and their sum."""
    return f"{' + '.join(map(percent, chances))} = {percent(sum(chances))}"


def _split_shares(counts: Record) -> dict[str, str]:
    """Return the shares of hands that split a pair, three or four of a kind."""
    pairs, triples, quads = counts["pairs"], counts["triples"], counts["quads"]
    of_quads = np.sum([of["places"] for of in quads.values()], axis=0)
    return {
        **{f"split a pair of {number}": percent(of["some pair split"], of["hands"]) for number, of in pairs.items()},
        **{
            f"three of a kind split beside {number}": percent(of["kinds"][TRIPLE_KINDS.index("split")], of["hands"])
            for number, of in triples.items()
        },
        "four of a kind split": percent(of_quads[PLACES.index("split")], of_quads.sum()),
    }
