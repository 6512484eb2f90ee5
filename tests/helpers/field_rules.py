"""Rules for tests of fields, and boards that are set in several ways."""

import numpy as np
from house_options import OPTIONS, OPTIONS_BY_CARDS

import cpoker_fast as cp

PRESETS = {str(cp.rules(name).scoring()): cp.rules(name) for name in cp.presets()}.values()  # one preset for each scoring
RULES = [*PRESETS] + [
    cp.Rules(name="-".join(options), **options)
    for options in OPTIONS
    if options not in OPTIONS_BY_CARDS and not (options.get("pairings") == "single winner" and "home_run_bonus" in options)
]
# Stronger rows may pay less here: the loser's royalties count in multiplied points, or in those of a single winner.
RULES += [
    cp.Rules.from_dict({"base": "pagat-always", "name": "always times", "scoop_times": 3, "home_run_times": 2}),
    cp.Rules.from_dict({"base": "pagat-always", "name": "always single", "pairings": "single winner", "overall_points": 0}),
    cp.Rules.from_dict({"base": "american", "name": "many royalties", "overall_points": 1, "overall": "rows and extras"}),
    cp.Rules.from_dict({"base": "american", "name": "many multiplied", "scoop_times": 2, "deuce_of_spades": True}),
    cp.Rules.from_dict({"base": "pagat-always", "name": "always home", "scoop_times": 2, "home_run_times": 4, "foul": 3}),
]


def boards_of(rules, n, seed):
    """Return boards set in several ways: by royalties, by strength of the back, some fouls, some surrenders."""
    hands = cp.deal_many((n + 3) // 4, seed=seed).reshape(-1, 13)[:n]
    boards = cp.best_royalties_many(hands, rules)
    boards[boards[:, 0] > 51] = hands[boards[:, 0] > 51]
    boards[0] = np.sort(hands[0])
    if rules.surrender is not None:
        boards[1] = 255
    naturals = [  # three straights of one suit and of several, a dragon, six pairs
        "2s 3s 4s / 5s 6s 7s 8s 9s / Ts Js Qs Ks As",
        "2s 3h 4s / 5c 6h 7s 8h 9c / Td Jh Qh Kc Ac",
        "2s 2h 3s / 3c 4h 4s 5h 5c / 6d 6h 7h 7c Ac",
    ]
    if rules.naturals:
        boards[2:5] = [cp.Board.parse(text).cards() for text in naturals]
    return boards
