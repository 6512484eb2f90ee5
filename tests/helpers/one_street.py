"""Rules with the scoring of other rules, on one street of 13 cards."""

from dataclasses import replace

import cpoker_fast as cp


def on_one_street(name):
    rules = cp.rules(name)
    if rules.is_closed:
        return rules
    return replace(
        rules, name=f"{name}, closed", players=4, streets=((13, 13),), first_street_open=False, fantasyland=None,
        timeout="highest card first",
    )  # fmt: skip
