"""Charts with Matplotlib: estimates as dots with 95 % intervals, the best candidate or first player at the top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from cpoker_fast.boards import ROWS
from cpoker_fast.estimates import Estimate

__all__ = ["new_panels", "plot_behind", "plot_points", "plot_rows"]

_WIDTH = 10.0  # inches
_LINE = 0.32  # inches of height per name
_FRAME = 1.3  # inches of height for the title and the axis
_CLOSE = 10  # length of the axis, in multiples of the largest upper end of the intervals that include 0
_ROW_STEP = 0.22  # distance between the dots of two rows of a player; players are 1 apart
_ABOVE = 0.15  # distance from the dot of a candidate or player to the name above it
_GREY = "0.6"


class _Chart(Figure):
    """A figure of pyplot that a notebook shows only once, although it is the value of a cell and an open figure."""

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, Any]:
        """Add no formats. Close an inline figure, since the notebook shows it as the value of the cell."""
        if "inline" in mpl.get_backend():
            plt.close(self)
        return {}


def new_panels(panels: int, lines: int) -> list[Axes]:
    """Return Axes side by side on a new figure of pyplot, which is high enough for `lines` names."""
    figure = plt.figure(FigureClass=_Chart, figsize=(_WIDTH, _FRAME + _LINE * lines), layout="constrained")
    return list(figure.subplots(1, panels, sharey=True, squeeze=False)[0])


def plot_behind(axes: Axes, title: str, names: Sequence[str], behind: Sequence[Estimate]) -> Figure:
    """Plot gaps to the best candidate; gaps far beyond the others are shown as numbers at the edge."""
    edge = _edge(behind)
    inside = [place for place, estimate in enumerate(behind) if estimate.mean <= edge]
    beyond = [place for place, estimate in enumerate(behind) if estimate.mean > edge]
    _dots(axes, inside, [behind[place] for place in inside])
    for place in beyond:
        axes.annotate(
            f"{behind[place].mean:.2f} ± {behind[place].margin:.2f}",
            (1, place),
            xycoords=axes.get_yaxis_transform(),
            xytext=(-20, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize="small",
            arrowprops={"arrowstyle": "->", "color": mpl.rcParams["text.color"]},
        )
    _label(axes, names, "points behind the best, 95 % interval", title)
    return _figure_of(axes)


def _edge(behind: Sequence[Estimate]) -> float:
    """Return the limit up to which gaps are drawn to scale."""
    ends = [estimate.mean + estimate.margin for estimate in behind if estimate.mean - estimate.margin <= 0]
    close = max(ends, default=0.0)
    if close <= 0:  # no other candidate may be the best: the second best sets the scale
        close = min((estimate.mean + estimate.margin for estimate in behind if estimate.mean > 0), default=0.0)
    return _CLOSE * close


def plot_points(axes: Axes, title: str, names: Sequence[str], points: Sequence[Estimate]) -> Figure:
    """Plot the points per table of each player."""
    _dots(axes, range(len(points)), points)
    _label(axes, names, "points per table, 95 % interval", title)
    return _figure_of(axes)


def plot_rows(axes: Axes, names: Sequence[str], shares: Sequence[Sequence[float]]) -> Figure:
    """Plot the shares of fronts, middles and backs that each player won."""
    first = -_ROW_STEP if _is_ours(axes) else 0  # in the user's axes, the name is above all three dots
    for number, (row, marker) in enumerate(zip(ROWS, "os^", strict=True)):
        places = [place + first + _ROW_STEP * number for place in range(len(names))]
        axes.plot([share[number] for share in shares], places, marker, label=row)
    axes.axvline(0.5, color=_GREY, linewidth=0.8, zorder=0)
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    _label(axes, names, "rows won, ties count half")
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=len(ROWS), frameon=False, fontsize="small")
    return _figure_of(axes)


def _dots(axes: Axes, places: Sequence[int], estimates: Sequence[Estimate]) -> None:
    """Draw a dot with its interval for each estimate, and a line at 0."""
    axes.axvline(0, color=mpl.rcParams["text.color"], linewidth=0.8, zorder=0)
    means, margins = [estimate.mean for estimate in estimates], [estimate.margin for estimate in estimates]
    axes.errorbar(means, places, xerr=margins, fmt="o", capsize=3)


def _is_ours(axes: Axes) -> bool:
    return isinstance(axes.figure, _Chart)


def _label(axes: Axes, names: Sequence[str], xlabel: str, title: str = "") -> None:
    plain: dict[str, Any] = {"parse_math": False}  # a dollar sign in a name starts no formula
    if _is_ours(axes):  # names to the left of the axes, where the layout reserves space
        above = 0.0
        axes.set_yticks(range(len(names)), names, **plain)
    else:  # names above the dots, since the user's axes may have no space on the left
        above = _ABOVE
        places = [place - above for place in range(len(names))]
        axes.set_yticks(places, names, ha="left", va="bottom", fontsize="small", **plain)
        axes.tick_params(axis="y", length=0, pad=-4)
        for name in axes.get_yticklabels():
            name.set_bbox({"facecolor": axes.get_facecolor(), "edgecolor": "none", "alpha": 0.7, "pad": 0})
    axes.set_ylim(len(names) - 0.5 + above, -0.5 - above)  # invert_yaxis would act twice on an axis that panels share
    axes.locator_params(axis="x", nbins=5)
    axes.set_xlabel(xlabel)
    axes.set_title(title, loc="left", fontsize="medium", **plain)


def _figure_of(axes: Axes) -> Figure:
    figure: Figure = axes.figure.figure  # the outer figure, also for an Axes in a subfigure
    return figure
