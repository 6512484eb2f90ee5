"""Tables from kinds of rows to numbers, in few lines: consecutive ranks share a line."""

from __future__ import annotations

from collections.abc import Mapping

from cpoker_fast.cards import RANKS

__all__ = ["in_runs"]

_LEAST_RUN = 3  # kinds of consecutive ranks that share a line


def in_runs(pairs: Mapping[str, int]) -> dict[str, str]:
    """Return kinds of rows and numbers as text, the lowest numbers first.

    Consecutive ranks share a line: ``pair 6 to A``, ``1 to 9``.
    """
    items, lines = sorted(pairs.items(), key=lambda pair: pair[1]), {}
    while items:
        size = _run_of(items)
        (kind, number), (_, last_number) = items[0], items[size - 1]
        if size < _LEAST_RUN:
            lines[kind], size = f"{number:,}", 1
        else:
            lines[f"{kind} to {items[size - 1][0][-1]}"] = (
                f"{number}" if number == last_number else f"{number} to {last_number}"
            )
        items = items[size:]
    return lines


def _run_of(items: list[tuple[str, int]]) -> int:
    """Return how many kinds at the beginning have one label, consecutive ranks, and numbers in equal steps of 0 or 1."""
    (kind, number), size = items[0], 1
    label, _, rank = kind.rpartition(" ")
    if not label or rank not in RANKS:
        return 1
    step = items[1][1] - number if len(items) > 1 else 0
    for (next_kind, next_number), next_rank in zip(items[1:], RANKS[RANKS.index(rank) + 1 :], strict=False):
        if next_kind != f"{label} {next_rank}" or next_number != number + step * size or step not in (0, 1):
            break
        size += 1
    return size
