"""Games of all rules: positions, placements, deals, sessions, outs and the last street.

`outs` computes the probability of each kind of row, `last_street` the expected points of placements on the last street.
"""
