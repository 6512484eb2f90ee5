"""Charts with Matplotlib: estimates as dots with 95 % intervals, each below its name, the first one at the top.

Charts are as wide as half a page, and panels are below each other, so that texts stay legible where a page is narrow.
"""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from cpoker_fast.boards import ROWS
from cpoker_fast.estimates import Estimate

__all__ = ["new_panels", "plot_cross_table", "plot_gaps", "plot_histories", "plot_points", "plot_rows", "svg_of"]

_WIDTH = 5.0  # inches
_FEW = 50  # values of a line whose points are drawn
_LINE = 0.42  # inches of height per name
_FRAME = 1.2  # inches of height for the title and the axis
_CLOSE = 10  # length of the axis, in multiples of the largest upper end of the intervals that include 0
_LEAST_WIDTH = 0.1  # points on the axis of gaps: smaller differences do not matter
_ROW_STEP = 0.2  # distance between the dots of two rows of a player; players are 1 apart
_ABOVE = 0.15  # distance from the dot of a candidate or player to the name above it
_GREY = "0.6"
_COLOURS = "RdBu"  # of heat maps: red for losses, white for 0, blue for wins
_LINE_STYLES = ("-", "--", "-.", ":")  # which also differ on paper without colours
_PAGE = (7.0, 3.5)  # inches of a chart across a page
_DARK = 0.5  # luminance, of 1, below which text on a colour is white


class _Chart(Figure):
    """A figure of pyplot that a notebook shows only once, although it is the value of a cell and an open figure."""

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, Any]:
        """Add no formats. Close an inline figure, since the notebook shows it as the value of the cell."""
        if "inline" in mpl.get_backend():
            plt.close(self)
        return {}


def new_panels(panels: int, lines: int) -> list[Axes]:
    """Return Axes below each other on a new figure of pyplot, each high enough for `lines` names."""
    height = panels * (_FRAME + _LINE * lines)
    figure = plt.figure(FigureClass=_Chart, figsize=(_WIDTH, height), layout="constrained")
    parts = figure.subfigures(panels, 1, squeeze=False)[:, 0]  # so that the legend of a panel takes no width from others
    return [part.subplots() for part in parts]


def plot_gaps(
    axes: Axes, title: str, label: str, names: Sequence[str], gaps: Sequence[Estimate], *, to_scale: bool
) -> Figure:
    """Plot gaps of at least 0; unless all are drawn to scale, those far beyond the others are numbers at the edge."""
    edge = math.inf if to_scale else _edge(gaps)
    inside = [place for place, gap in enumerate(gaps) if gap.mean <= edge]
    beyond = [place for place, gap in enumerate(gaps) if gap.mean > edge]
    _dots(axes, inside, [gaps[place] for place in inside])
    axes.update_datalim([(0, 0), (_LEAST_WIDTH, 0)], updatey=False)
    axes.autoscale_view(scaley=False)
    for place in beyond:
        axes.annotate(
            gaps[place].to_text("±"),
            (1, place),
            xycoords=axes.get_yaxis_transform(),
            xytext=(-20, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize="small",
            arrowprops={"arrowstyle": "->", "color": mpl.rcParams["text.color"]},
        )
    return _labelled(axes, names, label, title)


def _edge(gaps: Sequence[Estimate]) -> float:
    """Return the limit up to which gaps are drawn to scale."""
    ends = [gap.mean + gap.margin for gap in gaps if gap.mean - gap.margin <= 0]
    close = max(ends, default=0.0)
    if close <= 0:  # no other candidate may be the best: the second best sets the scale
        close = min((gap.mean + gap.margin for gap in gaps if gap.mean > 0), default=0.0)
    return max(_CLOSE * close, _LEAST_WIDTH)


def plot_points(
    axes: Axes, title: str, names: Sequence[str], points: Sequence[Estimate], margins: Sequence[float] | None = None
) -> Figure:
    """Plot the points per table of each player; `margins` are their margins of error, by default for each one alone."""
    _dots(axes, range(len(points)), points, margins)
    return _labelled(axes, names, "points per table, 95 % interval", title)


def plot_rows(axes: Axes, names: Sequence[str], shares: Sequence[Sequence[float]]) -> Figure:
    """Plot the shares of fronts, middles and backs that each player won."""
    for number, (row, marker) in enumerate(zip(ROWS, "os^", strict=True)):
        places = [place + _ROW_STEP * number for place in range(len(names))]
        axes.plot([share[number] for share in shares], places, marker, label=row)
    axes.axvline(0.5, color=_GREY, linewidth=0.8, zorder=0)
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=len(ROWS), frameon=False, fontsize="small")
    return _labelled(axes, names, "rows won, ties count half")


def plot_cross_table(axes: Axes, labels: Sequence[str], entries: Sequence[Sequence[float | None]]) -> Figure:
    """Plot a cross-table as a heat map with its values: blue where the row's bot wins, red where it loses."""
    values = [[math.nan if entry is None else entry for entry in row] for row in entries]
    edge = max(abs(entry) for row in entries for entry in row if entry is not None) or 1.0
    image: Any = axes.imshow(values, cmap=_COLOURS, vmin=-edge, vmax=edge, aspect="auto")
    colours = image.to_rgba(image.get_array())
    for row, line in enumerate(entries):
        for column, entry in enumerate(line):
            if entry is not None:
                red, green, blue, _ = colours[row, column]
                colour = "white" if 0.299 * red + 0.587 * green + 0.114 * blue < _DARK else "black"
                axes.text(column, row, f"{entry:+.2f}", ha="center", va="center", fontsize="small", color=colour)
    axes.set_yticks(range(len(labels)), labels, fontsize="small", parse_math=False)
    axes.set_xticks(range(len(labels)), [str(number) for number in range(1, len(labels) + 1)], fontsize="small")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("points per table of the row's bot\nfrom the column's bot")
    figure: Figure = axes.figure.figure
    return figure


def plot_histories(axes: Axes, histories: Mapping[str, Sequence[float]], across: str, up: str, title: str = "") -> Figure:
    """Plot a line for each name, whose values are at 0, 1, 2, ..."""
    axes.axhline(0, color=_GREY, linewidth=0.8, zorder=0)
    size = 3 if all(len(values) <= _FEW for values in histories.values()) else 0  # of the markers, which few values need
    lines = [
        axes.plot(values, _LINE_STYLES[number % len(_LINE_STYLES)], marker="o", markersize=size)[0]
        for number, values in enumerate(histories.values())
    ]
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.set_title(title, loc="left", fontsize="medium", parse_math=False)
    places = list(map(str, range(len(lines))))  # for now: Matplotlib omits labels that begin with an underscore
    legend = axes.legend(lines, places, loc="upper left", bbox_to_anchor=(1, 1), frameon=False, fontsize="small")
    for text, name in zip(legend.get_texts(), histories, strict=True):
        text.set_parse_math(False)  # a dollar sign in a name starts no formula
        text.set_text(name)
    figure: Figure = axes.figure.figure
    return figure


def svg_of(draw: Callable[[Axes], object]) -> str:
    """Return a chart as SVG across a page of HTML: in the default style of Matplotlib, with texts in a font of the page."""
    style: Any = {"svg.fonttype": "none", "svg.hashsalt": "chart", "font.family": "sans-serif"}
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # missing in Matplotlib's font, but not in those of the page
        mpl.rcdefaults()
        mpl.rcParams.update(style)
        figure = Figure(figsize=_PAGE, layout="constrained")
        draw(figure.subplots())
        stream = io.StringIO()
        figure.savefig(stream, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    svg = stream.getvalue()
    return svg[svg.index("<svg") :]  # without the declaration of a file of its own


def _dots(axes: Axes, places: Sequence[int], estimates: Sequence[Estimate], margins: Sequence[float] | None = None) -> None:
    """Draw a dot with its interval for each estimate, and a line at 0."""
    axes.axvline(0, color=mpl.rcParams["text.color"], linewidth=0.8, zorder=0)
    means = [estimate.mean for estimate in estimates]
    widths = [estimate.margin for estimate in estimates] if margins is None else margins
    axes.errorbar(means, places, xerr=widths, fmt="o", markersize=3, capsize=5)  # small: intervals may be short


def _labelled(axes: Axes, names: Sequence[str], label: str, title: str = "") -> Figure:
    """Add names above the dots, where they need no space on the left, and the texts above and below the chart."""
    plain: dict[str, Any] = {"parse_math": False}  # a dollar sign in a name starts no formula
    places = [place - _ABOVE for place in range(len(names))]
    axes.set_yticks(places, names, ha="left", va="bottom", fontsize="small", **plain)
    axes.tick_params(axis="y", length=0, pad=-4)
    for name in axes.get_yticklabels():
        name.set_bbox({"facecolor": axes.get_facecolor(), "edgecolor": "none", "pad": 1})
    axes.set_ylim(len(names) - 0.5 + _ABOVE, -0.5 - _ABOVE)  # invert_yaxis would act twice on an axis that panels share
    axes.locator_params(axis="x", nbins=5)
    axes.set_xlabel(label)
    axes.set_title(title, loc="left", fontsize="medium", **plain)
    figure: Figure = axes.figure.figure  # the outer figure, also for an Axes in a subfigure
    return figure
