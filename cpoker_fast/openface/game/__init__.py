"""The game: positions, placements, deals and sessions, and exact tools for them.

`outs` counts what a row can become, and `last_street` values the placements that complete a board.
"""
