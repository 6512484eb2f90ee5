"""Arguments of the methods `plot`, without Matplotlib, which only charts import."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import check_whole, items_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError
from cpoker_fast.estimates import Estimate
from cpoker_fast.system.extras import needs_extra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["MOST_LIMIT", "MOST_SHOWN", "axes_for", "plot_best"]

MOST_SHOWN = 10
"""Number of candidates that tables, and by default charts, show."""
MOST_LIMIT = 1000
"""Largest number of them that a table or a chart may show."""


def axes_for(ax: object, lines: int, *, panels: int = 1, error: type[CpokerError]) -> list[Axes]:
    """Return the Axes to draw on: those of the user, from one to `panels`, or new ones with room for `lines` names.

    Raises `error` if `ax` is neither None nor Axes, and CpokerError without Matplotlib.
    """
    try:
        from matplotlib.axes import Axes

        from cpoker_fast.display.charts import new_panels
    except ModuleNotFoundError:
        raise needs_extra("a chart", "Matplotlib", "plot") from None
    if ax is None:
        return new_panels(panels, lines)
    axes: list[Any] | None = [ax] if isinstance(ax, Axes) or panels == 1 else items_of(ax)
    if not axes or len(axes) > panels or not all(isinstance(item, Axes) for item in axes):
        expected = "an Axes" if panels == 1 else "one or two Axes"
        raise error.about("ax", f"expected {expected} of Matplotlib, got {quote(ax)}")
    return axes


def plot_best(
    names: Sequence[str],
    estimates: Sequence[Estimate],
    *,
    title: str,
    label: str,
    part: str,
    to_scale: bool = False,
    limit: int,
    ax: object,
    error: type[CpokerError],
) -> Figure:
    """Plot the first `limit` estimates, a line each, in the order of the sequences.

    Parameters
    ----------
    names, estimates : sequence
        Text and estimate of each line.
    title, label : str
        Texts above and below the chart.
    part : str
        Line to add to the title if some are omitted, such as ``'the best {} of {} candidates'``.
    to_scale : bool
        Whether the axis reaches all estimates; otherwise, those far beyond the others are numbers at its edge.
    limit, ax
        Arguments of the user, which are checked.
    error : type of CpokerError
        Error to raise for an invalid argument.
    """
    check_whole("limit", limit, 1, MOST_LIMIT, error)
    shown, n = min(limit, len(names)), len(names)
    (axes,) = axes_for(ax, shown, error=error)
    from cpoker_fast.display.charts import plot_gaps

    if shown < n:
        title += f"\n{part.format(shown, n)}"
    return plot_gaps(axes, title, label, names[:shown], estimates[:shown], to_scale=to_scale)
