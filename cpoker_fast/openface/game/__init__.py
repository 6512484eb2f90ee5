"""Open-face games: positions, placements, deals and sessions, and two exact tools.

`outs` counts the kinds that a row can become. `last_street` computes the points of the placements that complete a board.
"""
