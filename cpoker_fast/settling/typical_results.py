"""Points of typical results under some rules."""

from __future__ import annotations

from dataclasses import replace

from cpoker_fast.rulebook import Royalties, Rules
from cpoker_fast.settling.settlement import settle

__all__ = ["SCOOP", "typical_results"]

SCOOP = "winning all three rows: a scoop"
"""Name of the result of winning all rows against one opponent."""

_BOARDS = {
    "ann": "Ah Kd Qc / 9s 9h 7d 4c 2s / As Ac 8h 8d 5c",
    "bob": "Kh Jd Tc / 6s 6h 5d 4s 3c / Qs Qd 7h 7c 3h",
    "cat": "Ks Jh Td / 5s 5h 4d 3s 2d / Js Jc 6d 6c 9c",
    "dan": "Kc Qh 9d / 2h 2c Ad 7s 3d / Ts Th 8c 8s 4h",
    "wins the front": "2c 2d Jd / 6s 6h 5d 4s 3c / Qs Qd 7h 7c 3h",
    "ties the front": "Ad Ks Qh / 6s 6h 5d 4s 3c / Qs Qd 7h 7c 3h",
    "fouls": "8c 8s Jd / 6s 6h 5d 4s 3c / Qs Qd 7h 7c 3h",
}
_LOWBALL_BOARDS = {  # with seven-lows, which qualify under all rules
    "ann": "Ah Kd Qc / 7s 5h 4d 3c 2s / As Ac 8h 8d Td",
    "bob": "Kh Jd 3s / 7h 6d 4s 3h 2d / Qs Qd 9s 9c Th",
    "cat": "Ks Jh 6c / 7d 6s 5s 3d 2c / Js Jc 8s 8c 9h",
    "dan": "Kc Qh 5c / 7c 6h 5d 4c 2h / Ts Tc 9d 4h Ad",
    "wins the front": "3s 3d Kh / 7h 6d 4s 3h 2d / Qs Qd 9s 9c Th",
    "ties the front": "Ad Kc Qh / 7h 6d 4s 3h 2d / Qs Qd 9s 9c Th",
    "fouls": "9h 9d Kh / 7h 6d 4s 3h 2d / 6s 6c Qs Jc Ts",
}
"""Boards of one table. The first one wins all rows against the others, except where a name says more."""


def typical_results(rules: Rules) -> dict[str, int]:
    """Return the points of a player for typical results, without royalties and side payments."""
    boards = _LOWBALL_BOARDS if rules.lowball_middle else _BOARDS
    rows_only = replace(rules, royalties=Royalties(), deuce_of_spades=False, naturals=(), aces=(), dealer_compensation=0)

    def points(*names: str) -> int:
        table = [boards["ann"], *(boards[name] for name in names)]
        return settle(table, rows_only, button=1).points[0]

    results = {
        "winning two rows, losing one": points("wins the front"),
        "winning two rows, tying one": points("ties the front"),
        SCOOP: points("bob"),
    }
    opponents = ("bob", "cat", "dan")[: rules.players - 1]
    if len(opponents) > 1 and not rules.has_banker:
        home_run = ": a home run" if rules.has_home_run else ""
        results[f"winning all rows against {'three' if len(opponents) > 2 else 'two'} opponents{home_run}"] = points(
            *opponents
        )
    return {**results, "a foul of the opponent": points("fouls")}
