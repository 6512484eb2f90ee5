"""The chart of the speed of setting hands on the page "Searching boards", made from the record of figures.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from figures_report import read_record, rounded

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLOURS = {"in batches": "#2f6fb5", "one by one": "#9cc3f0", "all 72,072 arrangements": "#d98200"}


def speeds() -> dict[str, tuple[str, float]]:
    """Return for each way to set hands its kind and its speed, in hands a second."""
    record, _ = read_record()
    times_plain = record.value("best_royalties_many against plain NumPy")
    royalties = 1000 * record.value("best_royalties_many, russian, avx512")
    return {
        "best_royalties_many": ("in batches", royalties),
        "arrange_many": ("in batches", 1000 * record.value("arrange_many, pagat, avx512")),
        "best_royalties": ("one by one", 1e6 / record.value("best_royalties, median, slowest preset")),
        "arrange": ("one by one", 1e6 / record.value("arrange, pagat, median")),
        "royalties by NumPy": ("all 72,072 arrangements", royalties / times_plain),
    }


def times_plain_python() -> float:
    """Return how many times as long as `best_royalties` plain Python takes for all arrangements, to two digits."""
    record, _ = read_record()
    return float(f"{record.value('best_royalties against plain Python'):.1e}")


def speeds_chart() -> Figure:
    """Plot the speeds as bars on a logarithmic scale, with their values."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.0, 3.0), layout="constrained")
    axes = figure.subplots()
    for place, (name, (kind, speed)) in enumerate(speeds().items()):
        axes.barh(place, speed, 0.4, color=_COLOURS[kind])
        axes.text(100, place - 0.24, f"{name}, {kind}: {rounded(speed)}", va="bottom", fontsize=11)
    axes.set(xscale="log", xlim=(100, 1_000_000), ylim=(len(speeds()) - 0.6, -0.8), yticks=[])
    axes.set_xlabel("hands a second", fontsize=11)
    axes.tick_params(labelsize=11)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.spines[["left", "right", "top"]].set_visible(False)
    return figure
